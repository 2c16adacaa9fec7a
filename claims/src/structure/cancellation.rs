//! Section 5: the Cancellation Theorem.

use super::sample::{games, links_both, name, universe, value};
use super::slow::{SLOW, Slow};
use crate::{Claim, Evidence, Tested, Work};
use misere::game::Game;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.thm5.1",
        place: "Theorem 5.1",
        statement: "If G + T = H + T then G = H (Cancellation Theorem).",
        method: "the sums of different games with the same game are different",
        needs: &["sums"],
        test: cancellation,
    },
    Claim {
        id: "structure.lem5.3",
        place: "Lemma 5.3",
        statement: "0 and 1 are the only parts of 0.",
        method: "a search for sums that are 0",
        needs: &["sums"],
        test: parts_of_zero,
    },
    Claim {
        id: "structure.def5.4",
        place: "Definition 5.4 (ii)",
        statement: "If G and H are linked then so are G + T and H + T.",
        method: "all triples of games born by day 4: a game is made that makes both sums with T a \
                 P-position, and tried",
        needs: &["sums", "outcomes", "structure.lem2.11"],
        test: links_stay,
    },
    Claim {
        id: "structure.lem5.5",
        place: "Lemma 5.5",
        statement: "If T is cancellable, so is any part of T: with T = X + Y, G + X = H + X gives G + T = \
                    H + T, and a link of G + T and H + T gives one of G + X and H + X.",
        method: "both steps for sums of two games born by day 4, the second with the game Y + W that the link W of \
                 the first gives",
        needs: &["links"],
        test: parts_of_cancellable,
    },
    Claim {
        id: "structure.lem5.6.a",
        place: "Lemma 5.6 (a)",
        statement: "Every T is cancellable: G + T = H + T implies G = H, and links stay.",
        method: "T born by day 5, G and H born by day 4",
        needs: &["sums", "structure.lem2.11"],
        test: every_game_is_cancellable,
    },
    Claim {
        id: "structure.lem5.6.a.proof",
        place: "Lemma 5.6 (a), the proof",
        statement: "If T = H + T and T' is an option of T, then T' is linked to H + T (as in the scan).",
        method: "only H = 0 is of that kind: no option of T is linked to T, so the scan lost the stroke of not linked",
        needs: &["sums", "outcomes"],
        test: not_linked,
    },
    Claim {
        id: "structure.lem5.6.b",
        place: "Lemma 5.6 (b)",
        statement: "Every game has only finitely many parts, and each has a counterpart.",
        method: "all sums T = X + Y of two games of a list: X is among the finitely many parts that the parts of one \
                 option of T give, or their counterparts",
        needs: SLOW,
        test: finitely_many_parts,
    },
    Claim {
        id: "structure.cor5.7",
        place: "Corollary 5.7",
        statement: "If G + X = Y with G in simplest form, then for every option G' there is an X' \
                    with G' + X' = Y or a Y' with G' + X = Y'.",
        method: "every option of every game in a sum with another",
        needs: &["sums"],
        test: options_of_sums,
    },
];

fn cancellation(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(40, 200, 600))?;
    let contexts = u.games_born_by(4)?;
    let mut sums = 0u64;
    for &t in &contexts {
        let mut seen: Vec<(Game, Game)> = Vec::new();
        for &g in &games {
            seen.push((u.sum(g, t)?, g));
        }
        let order = u.structural_order(seen.iter().map(|&(sum, _)| sum))?;
        seen.sort_by_key(|&(sum, _)| order.rank(sum));
        for pair in seen.windows(2) {
            sums += 1;
            let second = work.plant("the sum of another game", pair[1].0, |_| pair[0].0);
            let fine = pair[0].0 != second || pair[0].1 == pair[1].1;
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
            let sum = work.plant("a sum that is 0", u.sum(g, h)?, |_| u.zero());
            let zero = sum == u.zero();
            work.require(!zero || (u.is_unit(g) && u.is_unit(h)), || {
                format!("{g:?} + {h:?} = 0")
            });
        }
    }
    // The end of the proof: with options 0 and 1 only, X and Y are 0, 1 or 2.
    for sum in ["2+0", "2+1", "2+2"] {
        let value = value(&mut u, sum)?;
        work.ensure(value != u.zero(), format!("{sum} ≠ 0"));
    }
    work.verified(format!("sums of two of {} games", games.len()))
}

fn links_stay(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    for (i, &g) in day_4.iter().enumerate() {
        for &h in &day_4[..=i] {
            if !u.are_linked(g, h) {
                continue;
            }
            for &t in &day_4 {
                let (left, right) = (u.sum(g, t)?, u.sum(h, t)?);
                let stays = match u.link(left, right)? {
                    Some(x) => {
                        // Where a sum with X is P, one with X + 1 is N.
                        let x = work.plant("the other associate of a link", x, |x| u.associate(x));
                        links_both(&mut u, x, left, right)?
                    }
                    None => false,
                };
                work.require(stays, || format!("{g:?}, {h:?} with {t:?}"));
            }
        }
    }
    work.verified("all triples of games born by day 4")
}

fn parts_of_cancellable(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let mut tried = 0u64;
    let step = work.at_depth(7, 3, 1);
    for (x, y) in pairs(&day_4).step_by(step) {
        let t = u.sum(x, y)?;
        for (g, h) in pairs(&day_4).filter(|(g, h)| g != h) {
            let (with_x, h_with_x) = (u.sum(g, x)?, u.sum(h, x)?);
            let (with_t, h_with_t) = (u.sum(g, t)?, u.sum(h, t)?);
            work.require(with_x != h_with_x || with_t == h_with_t, || {
                format!("{g:?}, {h:?} with {x:?} of {t:?}")
            });
            if let Some(w) = u.link(with_t, h_with_t)? {
                tried += 1;
                let carried = u.sum(y, w)?;
                let carried = work.plant("W + Y + 1 for W + Y", carried, |c| u.associate(c));
                let links = links_both(&mut u, carried, with_x, h_with_x)?;
                work.require(links, || format!("the link of {g:?}, {h:?} with {t:?}"));
            }
        }
    }
    work.verified(format!("{tried} links carried over to parts"))
}

/// Returns all pairs of games of a list, each once.
fn pairs(games: &[Game]) -> impl Iterator<Item = (Game, Game)> {
    let places = (0..games.len()).flat_map(|i| (0..=i).map(move |j| (i, j)));
    places.map(|(i, j)| (games[i], games[j]))
}

fn every_game_is_cancellable(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let contexts = games(&mut u, work.at_depth(10, 60, 200))?;
    for &t in &contexts {
        for (i, &g) in day_4.iter().enumerate() {
            for &h in &day_4[..i] {
                let (left, right) = (u.sum(g, t)?, u.sum(h, t)?);
                let right = work.plant("G + T for H + T", right, |_| left);
                work.require(left != right, || format!("{g:?} + {t:?} = {h:?} + {t:?}"));
                let stays = !u.are_linked(g, h) || u.are_linked(left, right);
                work.require(stays, || format!("{g:?}, {h:?} with {t:?}"));
            }
        }
    }
    work.verified(format!(
        "{} games T, all pairs born by day 4",
        contexts.len()
    ))
}

fn not_linked(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(60, 300, 1_000))?;
    let day_4 = u.games_born_by(4)?;
    let (mut as_printed, mut tried) = (None, 0u64);
    for &t in &games {
        let mate = u.mate(t)?;
        for &h in &day_4 {
            if u.sum(h, t)? != t {
                continue;
            }
            work.require(h == u.zero(), || format!("{h:?} + {t:?} = {t:?}"));
            let options: Vec<Game> = u.options(t).collect();
            for option in options {
                tried += 1;
                // T is linked to itself, by its mate.
                let option = work.plant("T for its option", option, |_| t);
                for &x in day_4.iter().chain([&mate]) {
                    let both = links_both(&mut u, x, option, t)?;
                    work.require(!both, || {
                        format!("{option:?} and {t:?} are linked by {x:?}")
                    });
                }
                as_printed.get_or_insert((t, option));
            }
        }
    }
    if let Some((t, option)) = as_printed {
        let (t, option) = (name(&mut u, t), name(&mut u, option));
        work.remark(format!(
            "the scan has T' linked to H + T, having lost the stroke of not linked; for T = {t}, H = 0 the \
             option {option} is not linked to T"
        ));
    }
    work.scan(Evidence::Verified, format!("{tried} options"))
}

fn finitely_many_parts(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let games = games(&mut u, work.at_depth(30, 100, 300))?;
    let (mut most, mut tried) = (0, 0u64);
    for (x, y) in pairs(&games) {
        if u.is_unit(x) || u.is_unit(y) {
            continue;
        }
        tried += 1;
        let sum = u.sum(x, y)?;
        // 2 is prime.
        let two = u.nim(2)?;
        let sum = work.plant("another sum", sum, |_| two);
        let parts = slow.parts(&mut u, sum)?;
        most = most.max(parts.len());
        let listed = [x, y].map(|part| parts.contains(&u.even_associate(part)));
        work.require(listed == [true, true], || format!("{x:?} + {y:?}"));
    }
    work.show(format!("at most {most} even parts"));
    work.verified(format!("{tried} sums of two of {} games", games.len()))
}

fn options_of_sums(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    for &g in &day_4 {
        for &x in &day_4 {
            let y = u.sum(g, x)?;
            let options: Vec<Game> = u.options(g).collect();
            let of_x: Vec<Game> = u.options(x).collect();
            for option in options {
                // G + X' = Y and G + X = Y' do not happen.
                let option = work.plant("G for its option", option, |_| g);
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
