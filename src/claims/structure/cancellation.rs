//! Section 5: the Cancellation Theorem.

use super::sample::{games, universe};
use crate::claims::claim::{Claim, Tested, Work};
use crate::game::Game;
use crate::parts::Parts;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "004.thm5.1",
        place: "Theorem 5.1",
        statement: "If G + T = H + T then G = H (Cancellation Theorem).",
        method: "the sums of different games with the same game are different",
        test: cancellation,
    },
    Claim {
        id: "004.lem5.3",
        place: "Lemma 5.3",
        statement: "0 and 1 are the only parts of 0.",
        method: "sums that are 0 are looked for, and the parts of 0 computed",
        test: parts_of_zero,
    },
    Claim {
        id: "004.def5.4",
        place: "Definition 5.4 (ii) and Lemma 5.6 (a)",
        statement: "If G and H are linked then so are G + T and H + T: every T is cancellable.",
        method: "pairs and T among the games born by day 4",
        test: links_stay,
    },
    Claim {
        id: "004.lem5.6",
        place: "Lemma 5.6 (b)",
        statement: "Every game has only finitely many parts, and each has a counterpart.",
        method: "all parts are computed and added up",
        test: finitely_many_parts,
    },
    Claim {
        id: "004.cor5.7",
        place: "Corollary 5.7",
        statement: "If G + X = Y with G in simplest form, then for every option G' there is an X' \
                    with G' + X' = Y or a Y' with G' + X = Y'.",
        method: "every option of every game in a sum with another",
        test: options_of_sums,
    },
];

fn cancellation(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(40, 200, 600))?;
    let contexts = u.born_by_day_4()?;
    let mut sums = 0u64;
    for &t in &contexts {
        let mut seen: Vec<(Game, Game)> = Vec::new();
        for &g in &games {
            seen.push((u.sum(g, t)?, g));
        }
        let order = u.structural_order(seen.iter().map(|&(sum, _)| sum));
        seen.sort_by_key(|&(sum, _)| order.rank(sum));
        for pair in seen.windows(2) {
            sums += 1;
            let fine = pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1;
            work.require(fine, || {
                format!("{:?} and {:?} with {t:?}", pair[0].1, pair[1].1)
            });
        }
    }
    work.verified(format!(
        "{} games with each of 22, {sums} comparisons",
        games.len()
    ))
}

fn parts_of_zero(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(100, 600, 2_000))?;
    for (i, &g) in games.iter().enumerate() {
        for &h in &games[..=i] {
            let zero = u.sum(g, h)? == u.zero();
            work.require(!zero || (u.is_unit(g) && u.is_unit(h)), || {
                format!("{g:?} + {h:?} = 0")
            });
        }
    }
    let zero = u.zero();
    let parts = Parts::new().of(&mut u, zero)?;
    work.ensure(
        parts.len() == 1 && parts.is_unit(),
        "the only even part of 0 is 0",
    );
    work.verified(format!("sums of two of {} games", games.len()))
}

fn links_stay(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.born_by_day_4()?;
    for &g in &day_4 {
        for &h in &day_4 {
            for &t in &day_4 {
                let (left, right) = (u.sum(g, t)?, u.sum(h, t)?);
                let stays = !u.are_linked(g, h) || u.are_linked(left, right);
                work.require(stays, || format!("{g:?}, {h:?} with {t:?}"));
            }
        }
    }
    work.verified("all triples of games born by day 4")
}

fn finitely_many_parts(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(1_000, 10_000, 100_000))?;
    let mut parts = Parts::new();
    let mut most = 0;
    for &g in &games {
        let table = parts.of(&mut u, g)?;
        most = most.max(table.len());
        for (part, counterpart) in table.iter() {
            let sum = u.sum(part, counterpart)?;
            // Parts are listed up to association.
            let even = u.even_associate(g);
            work.require(sum == even, || format!("a partition of {g:?}"));
        }
    }
    work.show(format!("at most {most} even parts"));
    work.verified(format!("{} games", games.len()))
}

fn options_of_sums(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.born_by_day_4()?;
    for &g in &day_4 {
        for &x in &day_4 {
            let y = u.sum(g, x)?;
            let options: Vec<Game> = u.options(g).collect();
            let of_x: Vec<Game> = u.options(x).collect();
            for option in options {
                let sum = u.sum(option, x)?;
                let second = u.has_option(y, sum);
                let mut first = false;
                for &other in &of_x {
                    first |= u.sum(option, other)? == y;
                }
                work.require(first || second, || {
                    format!("{option:?} of {g:?} with {x:?}")
                });
            }
        }
    }
    work.verified("all pairs of games born by day 4")
}
