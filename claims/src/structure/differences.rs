//! Section 6: parts and differences, parity, torsion.

use super::plain::{Plain, SIMPLEST};
use super::sample::{games, name, universe};
use super::slow::{SCAN, SLOW, Slow, composites};
use crate::{Claim, Evidence, Tested, Work};
use misere::game::{Form, Game, Parity, Universe};
use misere::limits::Stopped;
use misere::parts::FormalDifference;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.lem6.1",
        place: "Lemma 6.1",
        statement: "If G − H exists, (a) it is some G' − H', printed G H = G' H' in the scan, or (b) \
                    every G' − H and G − H' exists and it is the set of them (Difference Lemma).",
        method: "sums G = H + X: X is some G' − H', or its options are all G' − H and all G − H', found among them; \
                 without its minus signs (a) is about sets of two options, which are not equal",
        needs: &["sums", "structure.thm5.1"],
        test: difference_lemma,
    },
    Claim {
        id: "structure.sec6.candidates",
        place: "Section 6, after Lemma 6.3",
        statement: "For any partition G = X + Y of a game with options, X or Y is a part of some option of G.",
        method: "all sums of two games born by day 4 or of a list: the parts of their options, by differences alone",
        needs: SLOW,
        test: candidates,
    },
    Claim {
        id: "structure.lem6.3",
        place: "Lemma 6.3",
        statement: "If both parts of G = X + Y are derived, there are G' and X' with G' = X' + Y.",
        method: "all partitions of composite games born by day 5, novel or derived by Definition 6.2",
        needs: SCAN,
        test: derived_partitions,
    },
    Claim {
        id: "structure.prop6.6",
        place: "Proposition 6.6",
        statement: "Of G and G + 1 exactly one is an option of the other.",
        method: "plain sets: the simplest forms of G and G + 1, and the parity that the program knows",
        needs: SIMPLEST,
        test: parity,
    },
    Claim {
        id: "structure.prop6.7",
        place: "Proposition 6.7",
        statement: "The sum of two even or two odd games is even, of an even and an odd one odd.",
        method: "simplest forms of sums of plain sets, parity read off their options",
        needs: SIMPLEST,
        test: parity_of_sums,
    },
    Claim {
        id: "structure.thm6.8",
        place: "Theorem 6.8",
        statement: "If n·G = n·H and G and H are both even then G = H.",
        method: "multiples of different even games are different",
        needs: &["sums"],
        test: no_torsion,
    },
    Claim {
        id: "structure.cor6.9",
        place: "Corollary 6.9",
        statement: "1 is the only element of finite order among formal differences.",
        method: "multiples of formal differences of games born by day 4",
        needs: &["sums", "structure.thm5.1"],
        test: torsion_of_differences,
    },
];

fn difference_lemma(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let pool = games(&mut u, work.at_depth(20, 60, 150))?;
    let (mut determined, mut derived) = (0u64, 0u64);
    let mut literal = None;
    for &h in &pool {
        for &x in &pool {
            let g = u.sum(h, x)?;
            let x = work.plant("G for G − H", x, |_| g);
            let of_g: Vec<Game> = u.options(g).collect();
            let of_h: Vec<Game> = u.options(h).collect();
            let of_x: Vec<Game> = u.options(x).collect();
            // (a) X is a difference of options.
            let mut first = false;
            for &other in &of_h {
                first |= of_g.contains(&u.sum(other, x)?);
            }
            // (b) Every G' − H and every G − H' is an X', and every X' is one of them.
            let mut found = Vec::new();
            for &option in &of_x {
                found.push((option, u.sum(h, option)?));
            }
            let mut all = of_g.iter().all(|o| found.iter().any(|(_, sum)| sum == o));
            let mut covered: Vec<bool> = found.iter().map(|(_, sum)| of_g.contains(sum)).collect();
            for &other in &of_h {
                let mut exists = false;
                for (&option, covered) in of_x.iter().zip(&mut covered) {
                    let is_one = u.sum(other, option)? == g;
                    exists |= is_one;
                    *covered |= is_one;
                }
                all &= exists;
            }
            let second = all && covered.iter().all(|&covered| covered);
            work.require(first || second, || format!("{g:?} - {h:?} = {x:?}"));
            determined += u64::from(second);
            derived += u64::from(first && !second);
            // Clause (a) as in the scan: {G, H} = {G', H'}.
            if first && !second && literal.is_none() {
                let whole = u.set([g, h])?;
                let mut equal = false;
                for &option in &of_g {
                    for &other in &of_h {
                        equal |= u.set([option, other])? == whole;
                    }
                }
                literal = (!equal).then_some((g, h));
            }
        }
    }
    if let Some((g, h)) = literal {
        let (g, h) = (name(&mut u, g), name(&mut u, h));
        work.remark(format!(
            "the scan lost the minus signs of both clauses, which the proof has; for G = {g}, H = {h} no \
             set G' H' is G H, while G − H = G' − H'"
        ));
    }
    work.show(format!(
        "{determined} differences by clause (b), {derived} by (a) alone"
    ));
    work.scan(
        Evidence::Verified,
        format!("differences of sums of two of {} games", pool.len()),
    )
}

fn candidates(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let pool = games(&mut u, work.at_depth(20, 60, 150))?;
    let mut tried = 0u64;
    for (i, &x) in pool.iter().enumerate() {
        for &y in &pool[..=i] {
            let g = u.sum(x, y)?;
            if u.is_unit(x) || u.is_unit(y) {
                continue;
            }
            tried += 1;
            let options: Vec<Game> = u.options(g).collect();
            let options = work.plant("the options of 2 for those of G", options, |_| {
                vec![u.zero(), u.one()]
            });
            let mut found = false;
            for option in options {
                found = found
                    || slow.has_part(&mut u, option, x)?
                    || slow.has_part(&mut u, option, y)?;
            }
            work.require(found, || format!("{g:?} = {x:?} + {y:?}"));
        }
    }
    work.verified(format!("{tried} sums of two of {} games", pool.len()))
}

/// Checks whether a part X of G is novel (Definition 6.2).
fn is_novel(u: &mut Universe, slow: &mut Slow, g: Game, x: Game) -> Result<bool, Stopped> {
    let of_g: Vec<Game> = u.options(g).collect();
    let of_x: Vec<Game> = u.options(x).collect();
    for option in of_x {
        if !slow.has_part(u, g, option)? {
            return Ok(false);
        }
    }
    for option in of_g {
        if !slow.has_part(u, option, x)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn derived_partitions(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let (mut novel, mut derived) = (0u32, 0u32);
    for composite in composites(&mut u, &mut slow)? {
        let g = composite.game;
        for x in slow.parts(&mut u, g)? {
            let y = slow.difference(&mut u, g, x)?.ok_or("a part")?;
            if is_novel(&mut u, &mut slow, g, x)? || is_novel(&mut u, &mut slow, g, y)? {
                novel += 1;
                continue;
            }
            derived += 1;
            let of_g: Vec<Game> = u.options(g).collect();
            let of_g = work.plant("G without its options", of_g, |_| Vec::new());
            let of_x: Vec<Game> = u.options(x).collect();
            let mut found = false;
            for option in of_x {
                found |= of_g.contains(&u.sum(option, y)?);
            }
            work.require(found, || {
                format!("the derived partition {g:?} = {x:?} + {y:?}")
            });
        }
    }
    work.show(format!("{novel} novel partitions, {derived} derived ones"));
    work.verified("all partitions of composite games born by day 5")
}

fn parity(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(500, 5_000, 50_000))?;
    let mut plain = Plain::new(work);
    let one = plain.forms.set([plain.forms.zero()])?;
    for &game in &games {
        let g = plain.forms.canonical(&u, game)?;
        let more = plain.sum(g, one)?;
        let more = work.plant("G for G + 1", more, |_| g);
        let (even, odd) = (plain.has_option(more, g), plain.has_option(g, more));
        work.require(even != odd, || format!("{game:?} is both or neither"));
        let known = u.parity(game) == Parity::Even;
        work.require(even == known, || format!("the parity of {game:?}"));
    }
    work.verified(format!("{} games", games.len()))
}

/// Checks parity by Definition 6.5.
fn is_even(plain: &mut Plain, g: Form) -> Result<bool, Stopped> {
    let one = plain.forms.set([plain.forms.zero()])?;
    let more = plain.sum(g, one)?;
    Ok(plain.has_option(more, g))
}

fn parity_of_sums(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(20, 100, 300))?;
    let mut plain = Plain::new(work);
    let games = plain.games(&u, &games)?;
    let one = plain.forms.set([plain.forms.zero()])?;
    for &g in &games {
        for &h in &games {
            let sum = plain.sum(g, h)?;
            let next = plain.sum(sum, one)?;
            let sum = work.plant("the other associate of a sum", sum, |_| next);
            let both = is_even(&mut plain, g)? == is_even(&mut plain, h)?;
            let even = is_even(&mut plain, sum)?;
            work.require(even == both, || format!("{g:?} + {h:?}"));
        }
    }
    work.verified(format!("sums of two of {} games", games.len()))
}

fn no_torsion(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let most = work.at_depth(3, 4, 5);
    let mut evens: Vec<Game> = Vec::new();
    for g in games(&mut u, work.at_depth(15, 40, 80))? {
        let even = u.even_associate(g);
        if !evens.contains(&even) {
            evens.push(even);
        }
    }
    for n in 2..=most {
        let mut multiples = Vec::new();
        for &g in &evens {
            multiples.push(u.multiple(n, g)?);
        }
        for i in 0..evens.len() {
            for j in 0..i {
                let other = work.plant("a multiple of the other game", multiples[j], |_| {
                    multiples[i]
                });
                work.require(multiples[i] != other, || {
                    format!("{n} copies of {:?} and of {:?}", evens[i], evens[j])
                });
            }
        }
    }
    work.verified(format!("n ≤ {most}, {} even games", evens.len()))
}

fn torsion_of_differences(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let most = work.at_depth(3, 4, 6);
    let zero = FormalDifference::zero(&u);
    for &plus in &day_4 {
        for &minus in &day_4 {
            let difference = FormalDifference { plus, minus };
            let unit = u.even_associate(plus) == u.even_associate(minus);
            for n in 1..=most {
                let multiple = difference.multiple(&mut u, n)?;
                // G − G is 0, and (G+1) − G is 1, of order 2.
                let expected = plus == minus || (unit && n % 2 == 0);
                let multiple = work.plant("another multiple", multiple, |_| {
                    let plus = if expected { u.one() } else { u.zero() };
                    FormalDifference {
                        plus,
                        minus: u.zero(),
                    }
                });
                let vanishes = multiple.equals(&mut u, zero)?;
                work.require(vanishes == expected, || {
                    format!("{n}·({plus:?} - {minus:?})")
                });
            }
        }
    }
    work.verified(format!(
        "all differences of games born by day 4, n ≤ {most}"
    ))
}
