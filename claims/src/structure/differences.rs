//! Section 6: parts and differences, parity, torsion.

use super::sample::{games, name, universe};
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::game::{Game, Parity, Universe};
use misere::parts::{FormalDifference, Parts};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.lem6.1",
        place: "Lemma 6.1",
        statement: "If G − H exists, (a) it is some G' − H', printed G H = G' H' in the scan, or (b) \
                    every G' − H and G − H' exists and it is the set of them (Difference Lemma).",
        method: "differences of sums, both clauses tested; without minus signs (a) is about sets of two \
                 options, which are not equal",
        needs: NOT_STATED,
        test: difference_lemma,
    },
    Claim {
        id: "structure.sec6.candidates",
        place: "Section 6, after Lemma 6.3",
        statement: "For any partition G = X + Y of a game with options, X or Y is a part of some option of G.",
        method: "all partitions of composite games born by day 5, and of sums of two of them",
        needs: NOT_STATED,
        test: candidates,
    },
    Claim {
        id: "structure.lem6.3",
        place: "Lemma 6.3",
        statement: "If both parts of G = X + Y are derived, there are G' and X' with G' = X' + Y.",
        method: "all partitions of composite games born by day 5",
        needs: NOT_STATED,
        test: derived_partitions,
    },
    Claim {
        id: "structure.prop6.6",
        place: "Proposition 6.6",
        statement: "Of G and G + 1 exactly one is an option of the other.",
        method: "options of both",
        needs: NOT_STATED,
        test: parity,
    },
    Claim {
        id: "structure.prop6.7",
        place: "Proposition 6.7",
        statement: "The sum of two even or two odd games is even, of an even and an odd one odd.",
        method: "sums, parity read off their options",
        needs: NOT_STATED,
        test: parity_of_sums,
    },
    Claim {
        id: "structure.thm6.8",
        place: "Theorem 6.8",
        statement: "If n·G = n·H and G and H are both even then G = H.",
        method: "multiples of different even games are different",
        needs: NOT_STATED,
        test: no_torsion,
    },
    Claim {
        id: "structure.cor6.9",
        place: "Corollary 6.9",
        statement: "1 is the only element of finite order among formal differences.",
        method: "multiples of formal differences of games born by day 4",
        needs: NOT_STATED,
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
            let g_options: Vec<Game> = u.options(g).collect();
            let h_options: Vec<Game> = u.options(h).collect();
            // (a) x is a difference of options.
            let mut first = false;
            for &option in &g_options {
                for &other in &h_options {
                    first = first || u.sum(other, x)? == option;
                }
            }
            // (b) all differences exist and make up x.
            let (mut all, mut set) = (true, Vec::new());
            for &option in &g_options {
                match u.difference(option, h)? {
                    Some(difference) => set.push(difference),
                    None => all = false,
                }
            }
            for &option in &h_options {
                match u.difference(g, option)? {
                    Some(difference) => set.push(difference),
                    None => all = false,
                }
            }
            let second = all && u.set(set)? == x;
            work.require(first || second, || format!("{g:?} - {h:?} = {x:?}"));
            determined += u64::from(second);
            derived += u64::from(first && !second);
            // Clause (a) as printed: {G, H} = {G', H'}.
            if first && !second && literal.is_none() {
                let whole = u.set([g, h])?;
                let mut equal = false;
                for &option in &g_options {
                    for &other in &h_options {
                        equal |= u.set([option, other])? == whole;
                    }
                }
                literal = (!equal).then_some((g, h));
            }
        }
    }
    if let Some((g, h)) = literal {
        let (g, h) = (name(&mut u, g), name(&mut u, h));
        work.correct(format!(
            "clause (a) is printed without its minus signs; for G = {g}, H = {h} no set G' H' is G H, \
             while G − H = G' − H'"
        ));
    }
    work.show(format!(
        "{determined} differences by clause (b), {derived} by (a) alone"
    ));
    work.verified(format!(
        "differences of sums of two of {} games",
        pool.len()
    ))
}

fn candidates(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let mut pool: Vec<Game> = composites.iter().map(|c| c.game).collect();
    for pair in composites.windows(2).step_by(work.at_depth(40, 10, 2)) {
        pool.push(u.sum(pair[0].game, pair[1].game)?);
    }
    let mut tried = 0u64;
    for &g in &pool {
        let g = u.even_associate(g);
        let table = parts.of(&mut u, g)?;
        let options: Vec<Game> = u.options(g).collect();
        for (x, y) in table.iter() {
            tried += 1;
            let mut found = false;
            for &option in &options {
                let of_option = parts.of(&mut u, option)?;
                found |= of_option.contains(&u, x) || of_option.contains(&u, y);
            }
            work.require(found, || format!("{g:?} = {x:?} + {y:?}"));
        }
    }
    work.verified(format!("{tried} partitions of {} games", pool.len()))
}

fn derived_partitions(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let (mut novel, mut derived) = (0u32, 0u32);
    for composite in &composites {
        let g = composite.game;
        let table = parts.of(&mut u, g)?;
        for (x, y) in table.iter() {
            let one = parts.is_novel(&mut u, g, x)? == Some(true);
            if one || parts.is_novel(&mut u, g, y)? == Some(true) {
                novel += 1;
                continue;
            }
            derived += 1;
            let g_options: Vec<Game> = u.options(g).collect();
            let x_options: Vec<Game> = u.options(x).collect();
            let mut found = false;
            for &option in &x_options {
                let sum = u.sum(option, y)?;
                found |= g_options.contains(&sum);
            }
            work.require(found, || {
                format!("the derived partition {g:?} = {x:?} + {y:?}")
            });
        }
    }
    work.show(format!("{novel} novel partitions, {derived} derived ones"));
    work.proved("all partitions of composite games born by day 5")
}

fn parity(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(5_000, 100_000, 1_000_000))?;
    let one = u.one();
    for &g in &games {
        let more = u.sum(g, one)?;
        let (even, odd) = (u.has_option(more, g), u.has_option(g, more));
        work.require(even != odd, || format!("{g:?} is both or neither"));
        work.require(even == (u.parity(g) == Parity::Even), || {
            format!("the parity of {g:?}")
        });
    }
    work.verified(format!("{} games", games.len()))
}

/// Checks parity by Definition 6.5.
fn is_even(u: &mut Universe, g: Game) -> Result<bool, misere::limits::Stopped> {
    let one = u.one();
    let more = u.sum(g, one)?;
    Ok(u.has_option(more, g))
}

fn parity_of_sums(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(60, 300, 1_000))?;
    for &g in &games {
        for &h in &games {
            let sum = u.sum(g, h)?;
            let both = is_even(&mut u, g)? == is_even(&mut u, h)?;
            let even = is_even(&mut u, sum)?;
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
                work.require(multiples[i] != multiples[j], || {
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
                let vanishes = multiple.equals(&mut u, zero)?;
                // G − G is 0, and (G+1) − G is 1, of order 2.
                let expected = plus == minus || (unit && n % 2 == 0);
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
