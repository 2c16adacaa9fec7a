//! Section 2: values, simplest forms, mates, links.

use itertools::Itertools;

use super::sample::{games, links_both, universe, value};
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::game::{Form, Forms, Game, Outcome, Universe};
use misere::limits::Stopped;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.sec1.conway",
        place: "Section 1, Conway's question",
        statement: "If G + G = H + H then H is G or G + 1.",
        method: "the doubles of games born by day 4 and some born by day 5, even and odd",
        needs: NOT_STATED,
        test: doubles,
    },
    Claim {
        id: "structure.sec2.notation",
        place: "Section 2, notation",
        statement: "2+2 is not 4; 632 is {6,3,2}; a chain of sharps and subscripts is read from \
                    left to right.",
        method: "values compared",
        needs: NOT_STATED,
        test: notation,
    },
    Claim {
        id: "structure.def2.1",
        place: "Definition 2.1",
        statement: "The birthday of a value is the least formal birthday of the games that have it.",
        method: "all sets of games born by day 3, and sets of two games born by day 4, as written: none \
                 is born earlier than its simplest form, which is born then",
        needs: NOT_STATED,
        test: birthdays,
    },
    Claim {
        id: "structure.thm2.3",
        place: "Theorem 2.3",
        statement: "If H simplifies to G then G = H: no game in a sum with them distinguishes them.",
        method: "sets that simplify by the definition, added to games born by day 4, outcomes of \
                 the sums as written compared",
        needs: NOT_STATED,
        test: simplification,
    },
    Claim {
        id: "structure.thm2.4",
        place: "Theorem 2.4",
        statement: "A set of nim heaps that contains 0 or 1 equals the nim heap m with m = max of the \
                    sizes (as in the scan; the Misère Mex Rule).",
        method: "all sets of nim heaps up to a size, simplified, against max and mex",
        needs: NOT_STATED,
        test: mex_rule,
    },
    Claim {
        id: "structure.prop2.6",
        place: "Proposition 2.6",
        statement: "G plus its mate is a P-position.",
        method: "outcomes of the sums",
        needs: NOT_STATED,
        test: mates_win,
    },
    Claim {
        id: "structure.prop2.7",
        place: "Proposition 2.7",
        statement: "G and G+1 are never equal.",
        method: "the mate of G distinguishes them: one sum is P and the other N",
        needs: NOT_STATED,
        test: associates_differ,
    },
    Claim {
        id: "structure.thm2.8",
        place: "Theorem 2.8",
        statement: "Games without reversible options that are equal are identical (Simplest Form \
                    Theorem).",
        method: "for any two different canonical forms a game that distinguishes them is computed, \
                 and the outcomes compared",
        needs: NOT_STATED,
        test: simplest_forms,
    },
    Claim {
        id: "structure.thm2.9",
        place: "Theorem 2.9",
        statement: "If all options of H are canonical and one of them is reversible through G, \
                    then H simplifies to G.",
        method: "all sets of at most three games born by day 4, by the definition of both",
        needs: NOT_STATED,
        test: reversible_options,
    },
    Claim {
        id: "structure.lem2.11",
        place: "Lemma 2.11",
        statement: "G and H are linked, that is, both P in a sum with some T, iff G is no option \
                    of H and H is no option of G.",
        method: "a link is constructed and tested where there should be one; otherwise all games \
                 born by day 4 are tested",
        needs: NOT_STATED,
        test: links,
    },
    Claim {
        id: "structure.thm2.12",
        place: "Theorem 2.12",
        statement: "G = H iff G is linked to no H', no G' to H, and the proviso holds.",
        method: "the four conditions for all pairs of sets of games born by day 3, against equal \
                 outcomes of the sets as written in all contexts born by day 4 and in one that is \
                 made to tell the two apart",
        needs: NOT_STATED,
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
    for (i, &g) in games.iter().enumerate() {
        for (j, &h) in games[..i].iter().enumerate() {
            let associated = u.even_associate(g) == u.even_associate(h);
            work.require((twice[i] == twice[j]) == associated, || {
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
        let sign = if equal { "=" } else { "≠" };
        work.ensure((g == h) == equal, format!("{left} {sign} {right}"));
    }
    work.proved("the examples of the section")
}

/// Checks whether a set simplifies to G by Definition 2.2.
fn simplifies(u: &Universe, set: &[Game], g: Game) -> bool {
    let of_g: Vec<Game> = u.options(g).collect();
    let has_all = of_g.iter().all(|option| set.contains(option));
    let mut new = set.iter().filter(|option| !of_g.contains(option));
    let is_n = set.is_empty() || set.iter().any(|&option| u.outcome(option) == Outcome::P);
    set.len() > of_g.len()
        && has_all
        && new.all(|&option| u.has_option(option, g))
        && (g != u.zero() || is_n)
}

/// Returns the form of a set that is not simplified.
fn as_written(u: &Universe, forms: &mut Forms, set: &[Game]) -> Result<Form, Stopped> {
    let mut options = Vec::new();
    for &option in set {
        options.push(forms.canonical(u, option)?);
    }
    forms.set(options)
}

fn simplification(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let day_3 = born_by_day_3(&u, &day_4);
    let contexts = work.at_depth(&day_4[..10], &day_4[..], &day_4[..]);
    let mut forms = Forms::with_budget(work.budget().clone());
    let mut tried = 0u32;
    for subset in day_3.iter().copied().powerset() {
        for &extra in &day_4 {
            let mut set = subset.clone();
            if !set.contains(&extra) {
                set.push(extra);
            }
            for &g in &day_3 {
                if !simplifies(&u, &set, g) {
                    continue;
                }
                tried += 1;
                let (h, g) = (as_written(&u, &mut forms, &set)?, forms.canonical(&u, g)?);
                for &context in contexts {
                    let x = forms.canonical(&u, context)?;
                    let (left, right) = (forms.sum(g, x)?, forms.sum(h, x)?);
                    let same = forms.outcome(left) == forms.outcome(right);
                    work.require(same, || {
                        format!("{set:?} and {g:?} differ with {context:?}")
                    });
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
    let mut forms = Forms::with_budget(work.budget().clone());
    let mut later = 0u32;
    for set in &sets {
        let form = as_written(&u, &mut forms, set)?;
        let value = u.set(set.iter().copied())?;
        let canonical = forms.canonical(&u, value)?;
        let (born, formal) = (u.birthday(value), forms.formal_birthday(form));
        work.require(
            born <= formal && forms.formal_birthday(canonical) == born,
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
    let mut exceptions = 0u64;
    for set in 0u64..1 << heaps {
        let mut options = Vec::new();
        for size in (0..heaps).filter(|&size| set >> size & 1 == 1) {
            options.push(u.nim(size)?);
        }
        let value = u.set(options)?;
        let mex = u.nim(u64::from(set.trailing_ones()))?;
        let applies = set & 0b11 != 0;
        work.require(!applies || value == mex, || {
            format!("the set with bits {set:b}")
        });
        exceptions += u64::from(!applies && value != mex);
    }
    work.show(format!(
        "without 0 and 1 the rule fails for {exceptions} sets"
    ));
    let (example, two) = (value(&mut u, "{2,0}")?, u.nim(2)?);
    if example == u.one() && example != two {
        work.correct(
            "the text has m = max (a slip of the scan, as the next line shows); {2,0} = 1: mex",
        );
    }
    work.verified(format!("all sets of nim heaps below {heaps}"))
}

fn mates_win(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(2_000, 50_000, 1_000_000))?;
    for &g in &games {
        let mate = u.mate(g)?;
        let outcome = u.outcome_of_sum(g, mate)?;
        work.require(outcome == Outcome::P, || format!("{g:?} and its mate"));
    }
    // Not only of canonical forms: mates of sets as they are written.
    let mut forms = Forms::with_budget(work.budget().clone());
    let day_4 = u.games_born_by(4)?;
    for (i, &a) in day_4.iter().enumerate() {
        for &b in &day_4[..i] {
            let g = as_written(&u, &mut forms, &[a, b])?;
            let mate = forms.mate(g)?;
            let sum = forms.sum(g, mate)?;
            work.require(forms.outcome(sum) == Outcome::P, || {
                format!("{{{a:?},{b:?}}}")
            });
        }
    }
    work.verified(format!(
        "{} canonical games, 231 sets as written",
        games.len()
    ))
}

fn associates_differ(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(2_000, 50_000, 1_000_000))?;
    let one = u.one();
    for &g in &games {
        let mate = u.mate(g)?;
        let more = u.sum(g, one)?;
        work.require(g != more, || format!("{g:?} = {g:?}+1"));
        // G + mate is P, and 1 leads there from G + 1 + mate.
        let outcome = u.outcome_of_sum(more, mate)?;
        work.require(outcome == Outcome::N, || {
            format!("{g:?}+1 and the mate of {g:?}")
        });
    }
    work.verified(format!("{} games", games.len()))
}

fn simplest_forms(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(60, 400, 2_000))?;
    let mut pairs = 0u64;
    for (i, &g) in games.iter().enumerate() {
        for &h in &games[..i] {
            if g == h {
                continue;
            }
            pairs += 1;
            let distinguished = match u.distinguisher(g, h)? {
                Some(x) => u.outcome_of_sum(g, x)? != u.outcome_of_sum(h, x)?,
                None => false,
            };
            work.require(distinguished, || {
                format!("{g:?} and {h:?} are not distinguished")
            });
        }
    }
    work.verified(format!("{pairs} pairs of different canonical forms"))
}

fn reversible_options(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let mut reversible = 0u32;
    for i in 0..day_4.len() {
        for j in 0..=i {
            for k in 0..=j {
                // Descending, so equal ones are neighbours.
                let mut distinct = vec![day_4[i], day_4[j], day_4[k]];
                distinct.dedup();
                let h = u.set(distinct.iter().copied())?;
                // Reversible through G: an option has an option G equal to H.
                let reverts = distinct.iter().any(|&option| u.has_option(option, h));
                if reverts {
                    reversible += 1;
                    work.require(simplifies(&u, &distinct, h), || {
                        format!("{distinct:?} has an option that reverses through {h:?}")
                    });
                }
            }
        }
    }
    work.verified(format!(
        "all sets of at most three games born by day 4, {reversible} with a reversible option"
    ))
}

fn links(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(40, 200, 1_000))?;
    let day_4 = u.games_born_by(4)?;
    for &g in &games {
        for &h in &games {
            let should = !u.has_option(g, h) && !u.has_option(h, g);
            if should {
                let linked = match u.link(g, h)? {
                    Some(t) => links_both(&mut u, t, g, h)?,
                    None => false,
                };
                work.require(linked, || format!("{g:?} and {h:?} are not linked"));
            } else {
                for &t in &day_4 {
                    let both = links_both(&mut u, t, g, h)?;
                    work.require(!both, || format!("{g:?} and {h:?} are linked by {t:?}"));
                }
            }
        }
    }
    work.verified(format!("all pairs of {} games", games.len()))
}

fn equality(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let day_3 = born_by_day_3(&u, &day_4);
    let mut forms = Forms::with_budget(work.budget().clone());
    // Forms that need not be canonical: all sets of games born by day 3.
    let mut sets = Vec::new();
    for options in day_3.iter().copied().powerset() {
        let form = as_written(&u, &mut forms, &options)?;
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
            let three = !g_options.is_empty() || forms.outcome(*h) == Outcome::N;
            let four = !h_options.is_empty() || forms.outcome(*g) == Outcome::N;
            let mut same = true;
            // Contexts born by day 4 do not distinguish all of them; a constructed one does.
            let made = u.distinguisher(*g_value, *h_value)?;
            for &context in day_4.iter().chain(&made) {
                let x = forms.canonical(&u, context)?;
                let (left, right) = (forms.sum(*g, x)?, forms.sum(*h, x)?);
                same &= forms.outcome(left) == forms.outcome(right);
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
