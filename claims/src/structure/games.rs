//! Section 2: values, simplest forms, mates, links.

use itertools::Itertools;

use super::plain::Plain;
use super::sample::{games, universe, value};
use crate::{Claim, Evidence, Tested, Work};
use misere::game::{Form, Game, Outcome, Universe};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.sec1.conway",
        place: "Section 1, Conway's question",
        statement: "If G + G = H + H then H is G or G + 1.",
        method: "the doubles of games born by day 4 and some born by day 5, even and odd",
        needs: &["sums", "structure.prop2.7"],
        test: doubles,
    },
    Claim {
        id: "structure.sec2.notation",
        place: "Section 2, notation",
        statement: "2+2 is not 4; 632 is {6,3,2}; a chain of sharps and subscripts is read from \
                    left to right.",
        method: "values compared",
        needs: &["sums"],
        test: notation,
    },
    Claim {
        id: "structure.def2.1",
        place: "Definition 2.1",
        statement: "The birthday of a value is the least formal birthday of the games that have it.",
        method: "all sets of games born by day 3, and sets of two games born by day 4, as written: none \
                 is born earlier than its simplest form, which is born then",
        needs: &["forms", "simplification"],
        test: birthdays,
    },
    Claim {
        id: "structure.thm2.3",
        place: "Theorem 2.3",
        statement: "If H simplifies to G then G = H: no game in a sum with them distinguishes them.",
        method: "sets that simplify by the definition, added to games born by day 4, outcomes of \
                 the sums as written compared",
        needs: &["forms"],
        test: simplification,
    },
    Claim {
        id: "structure.thm2.4",
        place: "Theorem 2.4",
        statement: "A set of nim heaps that contains 0 or 1 equals the nim heap m with m = max of the \
                    sizes (as in the scan; the Misère Mex Rule).",
        method: "all sets of nim heaps up to a size, simplified, against mex, and against max as in the scan",
        needs: &["simplification"],
        test: mex_rule,
    },
    Claim {
        id: "structure.prop2.6",
        place: "Proposition 2.6",
        statement: "G plus its mate is a P-position.",
        method: "outcomes of the sums",
        needs: &["forms", "outcomes"],
        test: mates_win,
    },
    Claim {
        id: "structure.prop2.7",
        place: "Proposition 2.7",
        statement: "G and G+1 are never equal.",
        method: "the mate of G distinguishes them: one sum as written is P and the other N",
        needs: &["forms"],
        test: associates_differ,
    },
    Claim {
        id: "structure.thm2.8",
        place: "Theorem 2.8",
        statement: "Games without reversible options that are equal are identical (Simplest Form \
                    Theorem).",
        method: "plain sets that were simplified: for any two different ones a game that distinguishes them is \
                 proposed, and the outcomes of the sums as written compared",
        needs: &["forms"],
        test: simplest_forms,
    },
    Claim {
        id: "structure.thm2.9",
        place: "Theorem 2.9",
        statement: "If all options of H are canonical and one of them is reversible through G, \
                    then H simplifies to G.",
        method: "all sets H of at most three games born by day 4, as written, and all options G of their options: \
                 H simplifies to G by the definition, or a game is found that distinguishes them",
        needs: &["forms", "structure.thm2.3"],
        test: reversible_options,
    },
    Claim {
        id: "structure.lem2.11",
        place: "Lemma 2.11",
        statement: "G and H are linked, that is, both P in a sum with some T, iff G is no option \
                    of H and H is no option of G.",
        method: "a link is proposed and tested on sums as written where there should be one; otherwise all \
                 games born by day 4 are tested",
        needs: &["forms", "simplification"],
        test: links,
    },
    Claim {
        id: "structure.thm2.12",
        place: "Theorem 2.12",
        statement: "G = H iff G is linked to no H', no G' to H, and the proviso holds.",
        method: "the four conditions for all pairs of sets of games born by day 3, against equal \
                 outcomes of the sets as written in all contexts born by day 4 and in one that is \
                 made to tell the two apart",
        needs: &["forms", "simplification", "structure.lem2.11"],
        test: equality,
    },
];

fn doubles(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(20, 60, 150))?;
    let mut twice = Vec::new();
    for &g in &games {
        twice.push(u.sum(g, g)?);
    }
    let one = u.one();
    for (i, &g) in games.iter().enumerate() {
        let more = u.sum(g, one)?;
        for (j, &h) in games[..i].iter().enumerate() {
            let other = work.plant("a double of another game", twice[j], |other| {
                if other == twice[i] { one } else { twice[i] }
            });
            let associated = h == g || h == more;
            work.require((twice[i] == other) == associated, || {
                format!("{g:?} and {h:?}")
            });
        }
    }
    work.verified(format!("{} games", games.len()))
}

fn notation(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    for (left, right, equal) in [
        ("2+2", "4", false),
        ("632", "{6,3,2}", true),
        ("4_2", "4+2", true),
        ("6_{422}", "6+4+2+2", true),
        ("2_{#4##}", "{{{2}+4}}#", false),
        ("2_{#4##}", "(2#+4)##", true),
        ("2+2", "32", true),
    ] {
        let (g, h) = (value(&mut u, left)?, value(&mut u, right)?);
        let g = work.plant("the other side", g, |g| if g == h { u.zero() } else { h });
        let sign = if equal { "=" } else { "≠" };
        work.ensure((g == h) == equal, format!("{left} {sign} {right}"));
    }
    work.proved("the examples of the section")
}

fn simplification(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let day_3 = born_by_day_3(&u, &day_4);
    let contexts = work.at_depth(&day_4[..10], &day_4[..], &day_4[..]);
    let mut plain = Plain::new(work);
    let contexts = plain.games(&u, contexts)?;
    let mut tried = 0u32;
    for subset in day_3.iter().copied().powerset() {
        for &extra in &day_4 {
            let mut set = subset.clone();
            if !set.contains(&extra) {
                set.push(extra);
            }
            let h = plain.as_written(&u, &set)?;
            for &game in &day_3 {
                let g = plain.forms.canonical(&u, game)?;
                if !plain.simplifies(h, g, &plain.options(g)) {
                    continue;
                }
                tried += 1;
                // {{}, G} is not G: it has the option 0, or one more if G has it.
                let g = work.plant("G with an option more", g, |g| {
                    let more = plain.options(g).into_iter().chain([plain.forms.zero(), g]);
                    let more: Vec<Form> = more.collect();
                    plain.forms.set(more).unwrap_or(g)
                });
                for &x in &contexts {
                    let differ = plain.tells_apart(x, g, h)?;
                    work.require(!differ, || format!("{set:?} and {game:?} differ"));
                }
            }
        }
    }
    work.show(format!("{tried} sets that simplify were tried"));
    work.verified(format!("{tried} sets in {} contexts each", contexts.len()))
}

fn born_by_day_3(u: &Universe, day_4: &[Game]) -> Vec<Game> {
    let early = day_4.iter().filter(|&&g| u.birthday(g) <= 3);
    early.copied().collect()
}

fn birthdays(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let early = born_by_day_3(&u, &day_4);
    let mut sets: Vec<Vec<Game>> = early.iter().copied().powerset().collect();
    for &a in &day_4 {
        sets.extend(day_4.iter().map(|&b| vec![a, b]));
    }
    let mut plain = Plain::new(work);
    let mut later = 0u32;
    for set in &sets {
        let form = plain.as_written(&u, set)?;
        let value = u.set(set.iter().copied())?;
        let canonical = plain.forms.canonical(&u, value)?;
        let formal = plain.forms.formal_birthday(form);
        let born = work.plant("a birthday one later", u.birthday(value), |born| born + 1);
        work.require(
            born <= formal && plain.forms.formal_birthday(canonical) == born,
            || format!("{set:?}: born on day {born}, formally on day {formal}"),
        );
        later += u32::from(born < formal);
    }
    work.show(format!(
        "{later} of {} sets are born later than their value",
        sets.len()
    ));
    work.verified(format!("{} sets", sets.len()))
}

fn mex_rule(work: &mut Work<'_>) -> Tested {
    let heaps = work.at_depth(12, 16, 20);
    let mut u = universe(work);
    let (mut exceptions, mut max_fails) = (0u64, 0u64);
    for set in 0u64..1 << heaps {
        let mut options = Vec::new();
        for size in (0..heaps).filter(|&size| set >> size & 1 == 1) {
            options.push(u.nim(size)?);
        }
        let value = u.set(options)?;
        let mex = u.nim(u64::from(set.trailing_ones()))?;
        if set.trailing_zeros() >= 2 {
            exceptions += u64::from(value != mex);
            continue;
        }
        let mex = work.plant("a heap one larger", mex, |mex| {
            let size = u64::from(u.birthday(mex)) + 1;
            u.nim(size).unwrap_or(mex)
        });
        work.require(value == mex, || format!("the set with bits {set:b}"));
        max_fails += u64::from(value != u.nim(u64::from(set.ilog2()))?);
    }
    work.show(format!(
        "without 0 and 1 the rule fails for {exceptions} sets"
    ));
    let (example, two) = (value(&mut u, "{2,0}")?, u.nim(2)?);
    if example == u.one() && example != two && max_fails > 0 {
        work.remark("the scan has m = max for mex, which the name of the rule says; {2,0} = 1");
    }
    work.scan(
        Evidence::Verified,
        format!("all sets of nim heaps below {heaps}"),
    )
}

fn mates_win(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(2_000, 50_000, 1_000_000))?;
    for &g in &games {
        let mate = u.mate(g)?;
        // G + mate is P, so G + 1 + mate is N.
        let mate = work.plant("the other associate of a mate", mate, |m| u.associate(m));
        let outcome = u.outcome_of_sum(g, mate)?;
        work.require(outcome == Outcome::P, || format!("{g:?} and its mate"));
    }
    // Not only of canonical forms: mates of sets as they are written.
    let mut plain = Plain::new(work);
    let day_4 = u.games_born_by(4)?;
    for (i, &a) in day_4.iter().enumerate() {
        for &b in &day_4[..i] {
            let g = plain.as_written(&u, &[a, b])?;
            let mate = plain.forms.mate(g)?;
            let mate = work.plant("a mate plus 1", mate, |mate| plain.plus_one(mate));
            let outcome = plain.outcome_of_sum(g, mate)?;
            work.require(outcome == Outcome::P, || format!("{{{a:?},{b:?}}}"));
        }
    }
    work.verified(format!(
        "{} canonical games, 231 sets as written",
        games.len()
    ))
}

fn associates_differ(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(60, 500, 5_000))?;
    let mut plain = Plain::new(work);
    let one = plain.forms.set([plain.forms.zero()])?;
    for &game in &games {
        let g = plain.forms.canonical(&u, game)?;
        let mate = plain.forms.mate(g)?;
        // G + mate is P, and 1 leads there from G + 1 + mate.
        let more = plain.forms.sum(g, one)?;
        let more = work.plant("G for G+1", more, |_| g);
        let differ = plain.tells_apart(mate, g, more)?;
        work.require(differ, || format!("{game:?} and {game:?}+1"));
    }
    work.verified(format!("{} games", games.len()))
}

/// Returns a game equal to G that is another set: G with an option added that reverts through it.
fn not_simplest(plain: &mut Plain, g: Form) -> Form {
    let one = plain.forms.set([plain.forms.zero()]);
    let more = one.and_then(|one| {
        // {G, 0, 1} is an N-position or P, and has G as an option.
        let added = plain.forms.set([g, plain.forms.zero(), one])?;
        let options: Vec<Form> = plain.options(g).into_iter().chain([added]).collect();
        plain.forms.set(options)
    });
    more.unwrap_or(g)
}

fn simplest_forms(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(40, 200, 800))?;
    let mut plain = Plain::new(work);
    let mut pairs = 0u64;
    for (i, &g) in games.iter().enumerate() {
        for &h in games[..i].iter().filter(|&&h| h != g) {
            pairs += 1;
            let x = u.distinguisher(g, h)?.ok_or("different games")?;
            let [left, right, x] = [
                plain.forms.canonical(&u, g)?,
                plain.forms.canonical(&u, h)?,
                plain.forms.canonical(&u, x)?,
            ];
            let right = work.plant(
                "a game equal to G that is not in simplest form",
                right,
                |_| not_simplest(&mut plain, left),
            );
            let differ = plain.tells_apart(x, left, right)?;
            work.require(differ, || format!("{g:?} and {h:?} are not distinguished"));
        }
    }
    work.verified(format!("{pairs} pairs of different simplest forms"))
}

fn reversible_options(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let mut plain = Plain::new(work);
    let contexts = plain.games(&u, &day_4)?;
    let (mut reversible, mut others) = (0u32, 0u32);
    for i in 0..day_4.len() {
        for j in 0..=i {
            for k in 0..=j {
                // Descending, so equal ones are neighbours.
                let mut distinct = vec![day_4[i], day_4[j], day_4[k]];
                distinct.dedup();
                let through = distinct.iter().flat_map(|&option| u.options(option));
                let through: Vec<Game> = through.unique_by(|g| format!("{g:?}")).collect();
                let h = plain.as_written(&u, &distinct)?;
                for game in through {
                    let g = plain.forms.canonical(&u, game)?;
                    let mut of_g = plain.options(g);
                    if plain.simplifies(h, g, &of_g) {
                        // It must fail by the definition if the game that is meant is another.
                        of_g = work.plant("G with an option more", of_g, |mut of_g| {
                            of_g.push(h);
                            of_g
                        });
                    }
                    if plain.simplifies(h, g, &of_g) {
                        reversible += 1;
                        continue;
                    }
                    others += 1;
                    let mut differ = false;
                    for &x in &contexts {
                        differ = differ || plain.tells_apart(x, g, h)?;
                    }
                    if !differ {
                        // A game is proposed, and tried.
                        let value = u.set(distinct.iter().copied())?;
                        if let Some(x) = u.distinguisher(value, game)? {
                            let x = plain.forms.canonical(&u, x)?;
                            differ = plain.tells_apart(x, g, h)?;
                        }
                    }
                    work.require(differ, || format!("{distinct:?} and {game:?}"));
                }
            }
        }
    }
    work.verified(format!(
        "all sets of at most three games born by day 4: {reversible} times an option of an option that \
         they simplify to, {others} times another one, distinguished"
    ))
}

fn links(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(20, 100, 400))?;
    let day_4 = u.games_born_by(4)?;
    let mut plain = Plain::new(work);
    let forms = plain.games(&u, &games)?;
    let contexts = plain.games(&u, &day_4)?;
    for (&g, &left) in games.iter().zip(&forms) {
        for (&h, &right) in games.iter().zip(&forms) {
            let is_option = plain.has_option(left, right) || plain.has_option(right, left);
            let candidates = if is_option {
                contexts.clone()
            } else {
                let t = u.link(g, h)?.ok_or("a game is proposed")?;
                let t = plain.forms.canonical(&u, t)?;
                // Where a sum with T is P, one with T + 1 is N.
                vec![work.plant("T + 1 for a link T", t, |t| plain.plus_one(t))]
            };
            let mut linked = false;
            for &t in &candidates {
                linked = linked
                    || plain.outcome_of_sum(left, t)? == Outcome::P
                        && plain.outcome_of_sum(right, t)? == Outcome::P;
            }
            work.require(linked != is_option, || format!("{g:?} and {h:?}"));
        }
    }
    work.verified(format!("all pairs of {} games", games.len()))
}

fn equality(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let day_3 = born_by_day_3(&u, &day_4);
    let mut plain = Plain::new(work);
    let contexts = plain.games(&u, &day_4)?;
    // Forms that need not be canonical: all sets of games born by day 3.
    let mut sets = Vec::new();
    for options in day_3.iter().copied().powerset() {
        let form = plain.as_written(&u, &options)?;
        let value = u.set(options.iter().copied())?;
        sets.push((options, form, value));
    }
    for (g_options, g, g_value) in &sets {
        for (h_options, h, h_value) in &sets {
            // Linked, by Lemma 2.11: equal to no option of the other. Values decide.
            let linked =
                |u: &Universe, a: Game, b: Game| !u.has_option(a, b) && !u.has_option(b, a);
            let one = h_options
                .iter()
                .all(|&option| !linked(&u, *g_value, option));
            let two = g_options
                .iter()
                .all(|&option| !linked(&u, option, *h_value));
            let three = !g_options.is_empty() || plain.forms.outcome(*h) == Outcome::N;
            let four = !h_options.is_empty() || plain.forms.outcome(*g) == Outcome::N;
            let mut same = true;
            // Contexts born by day 4 do not distinguish all of them; a constructed one does.
            let made = u.distinguisher(*g_value, *h_value)?;
            let made = made.map(|x| plain.forms.canonical(&u, x)).transpose()?;
            let h = work.plant("G for H, or H with the option H", *h, |h| {
                let other = plain.forms.set([h]).unwrap_or(h);
                if g_value == h_value { other } else { *g }
            });
            for &x in contexts.iter().chain(&made) {
                same &= !plain.tells_apart(x, *g, h)?;
            }
            work.require((one && two && three && four) == same, || {
                format!("{g_options:?} and {h_options:?}")
            });
            work.require(same == (g_value == h_value), || {
                format!("{g_options:?} and {h_options:?}: values and contexts disagree")
            });
        }
    }
    work.verified(format!(
        "{} pairs of sets in 22 contexts",
        sets.len() * sets.len()
    ))
}
