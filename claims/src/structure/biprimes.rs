//! Section 7: games with biprime options, up to Lemma 7.12.

use super::sample::{games, universe, value};
use super::slow::{SCAN, Slow, composites};
use crate::{Claim, Tested, Work};
use misere::game::{Game, Universe};
use misere::limits::Stopped;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.prop7.10",
        place: "Proposition 7.10",
        statement: "If G has a biprime option R + S, then (a) G is prime or biprime, or (b) G = P + R + S \
                    uniquely, or (c) G = P + R = Q + S are its only prime partitions.",
        method: "games with a biprime option: all their prime partitions against the three cases, each of \
                 which occurs",
        needs: SCAN,
        test: three_cases,
    },
    Claim {
        id: "structure.cor7.11.fact",
        place: "Corollary 7.11, the fact it rests on",
        statement: "2 is a part of every composite game born by day 5.",
        method: "all composite games born by day 5, by differences alone",
        needs: SCAN,
        test: two_is_a_part,
    },
    Claim {
        id: "structure.cor7.11",
        place: "Corollary 7.11",
        statement: "A game born by day 6 with a biprime option and several prime partitions is 2 + P = Q1 + \
                    Q2 with P, Q1, Q2 distinct and none of them 2.",
        method: "there is no such game (Theorem 7.13, which rests on this). What the proof uses of day 6 is that biprime \
                 options have the part 2: games of any day with options of that kind, among them some with several \
                 prime partitions",
        needs: SCAN,
        test: two_and_another,
    },
    Claim {
        id: "structure.lem7.12",
        place: "Lemma 7.12",
        statement: "If moreover 2 + R is an option and another option G' has not the part R, then G = R + S \
                    for a part S of G'.",
        method: "no game is known with all of this. What the proof uses is G = Q1 + Q2 with primes that are not 2: all \
                 such sums from a list that have an option 2 + R, and all their options without the part R",
        needs: SCAN,
        test: another_option,
    },
];

/// Returns games with an option 2 + R, some with another option that has the part 2, and R.
fn with_biprime_options(
    work: &Work<'_>,
    u: &mut Universe,
    slow: &mut Slow,
) -> Result<Vec<(Game, Game)>, Stopped> {
    let two = u.nim(2)?;
    let mut primes: Vec<Game> = Vec::new();
    for size in [4, 8, 16] {
        primes.push(u.nim(size)?);
    }
    for g in u.games_born_by(4)? {
        let even = u.even_associate(g);
        if even != two && !primes.contains(&even) && slow.is_prime(u, even)? {
            primes.push(even);
        }
    }
    primes.truncate(work.at_depth(8, 12, 16));
    let mut others: Vec<Option<Game>> = vec![None];
    for &p in &primes {
        let sum = u.sum(two, p)?;
        others.extend([Some(sum), Some(u.associate(sum))]);
    }
    let step = work.at_depth(60, 20, 6);
    for composite in composites(u, slow)?.iter().step_by(step) {
        others.push(Some(composite.game));
    }
    let mut made = Vec::new();
    for &r in &primes {
        let biprime = u.sum(two, r)?;
        for &other in &others {
            let g = u.set(std::iter::once(biprime).chain(other))?;
            if u.has_option(g, biprime) && !made.contains(&(g, r)) {
                made.push((g, r));
            }
        }
    }
    Ok(made)
}

fn three_cases(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let mut pairs: Vec<(Game, Game)> = Vec::new();
    let composites = composites(&mut u, &mut slow)?;
    let pool: Vec<Game> = composites.iter().map(|c| c.game).collect();
    let biprimes = composites.iter().filter(|c| c.is_biprime()).map(|c| c.game);
    for (i, option) in biprimes.enumerate().step_by(work.at_depth(7, 2, 1)) {
        for other in [
            None,
            Some(pool[i * 31 % pool.len()]),
            Some(pool[i * 57 % pool.len()]),
        ] {
            let g = u.set(std::iter::once(option).chain(other))?;
            if u.has_option(g, option) {
                pairs.push((g, option));
            }
        }
    }
    let two = u.nim(2)?;
    for (g, r) in with_biprime_options(work, &mut u, &mut slow)? {
        let option = u.sum(two, r)?;
        pairs.push((g, option));
    }
    let mut cases = [0u32; 3];
    for &(g, option) in &pairs {
        let of_option = slow.prime_partitions(&mut u, option)?;
        let [only] = &of_option[..] else { continue };
        let [r, s] = only[..] else { continue };
        let found = slow.prime_partitions(&mut u, g)?;
        let found = work.plant("a partition of no primes more", found, |mut found| {
            found.push(Vec::new());
            found
        });
        let with = |partition: &[Game], primes: &[Game]| {
            let mut rest = partition.to_vec();
            let all = primes
                .iter()
                .all(|p| match rest.iter().position(|q| q == p) {
                    Some(at) => {
                        rest.remove(at);
                        true
                    }
                    None => false,
                });
            all && rest.len() == 1
        };
        let case = match &found[..] {
            [one] if one.len() <= 2 => Some(0),
            [one] if one.len() == 3 && with(one, &[r, s]) => Some(1),
            [one, other] if one.len() == 2 && other.len() == 2 => {
                let either =
                    with(one, &[r]) && with(other, &[s]) || with(one, &[s]) && with(other, &[r]);
                either.then_some(2)
            }
            _ => None,
        };
        match case {
            Some(case) => cases[case] += 1,
            None => work.require(false, || format!("{g:?} with the option {option:?}")),
        }
    }
    work.ensure(
        cases.iter().all(|&count| count > 0),
        format!("cases (a), (b), (c): {cases:?}"),
    );
    let (g, option) = (value(&mut u, "(4+2)#")?, value(&mut u, "4+2")?);
    let listed = u.has_option(g, option) && slow.prime_partitions(&mut u, g)?.len() == 2;
    work.ensure(listed, "(4+2)# is in case (c)");
    work.verified(format!("{} games and options", pairs.len()))
}

fn two_is_a_part(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let two = u.nim(2)?;
    let composites = composites(&mut u, &mut slow)?;
    for composite in &composites {
        let game = work.plant("4 for a composite game", composite.game, |g| {
            u.nim(4).unwrap_or(g)
        });
        let has = slow.has_part(&mut u, game, two)?;
        work.require(has, || format!("{:?}", composite.game));
    }
    work.proved(format!(
        "all {} composite games born by day 5",
        composites.len()
    ))
}

fn two_and_another(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let two = u.nim(2)?;
    let (mut tried, mut several) = (0u32, 0u32);
    for (g, _) in with_biprime_options(work, &mut u, &mut slow)? {
        tried += 1;
        let found = slow.prime_partitions(&mut u, g)?;
        if found.len() == 1 {
            continue;
        }
        several += 1;
        let found = work.plant("a partition into 2 and 2", found, |mut found| {
            found[0] = vec![two, two];
            found
        });
        let fine = match &found[..] {
            [one, other] if one.len() == 2 && other.len() == 2 => {
                let (with, without) = if one.contains(&two) {
                    (one, other)
                } else {
                    (other, one)
                };
                let p = if with[0] == two { with[1] } else { with[0] };
                with.contains(&two)
                    && !without.contains(&two)
                    && p != two
                    && !without.contains(&p)
                    && without[0] != without[1]
            }
            _ => false,
        };
        work.require(fine, || format!("{g:?}"));
    }
    work.ensure(
        several > 0,
        format!("{several} of {tried} games have several prime partitions"),
    );
    work.verified(format!(
        "{tried} games, {several} of them with several prime partitions"
    ))
}

fn another_option(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let two = u.nim(2)?;
    let mut primes: Vec<Game> = Vec::new();
    for size in [4, 8] {
        primes.push(u.nim(size)?);
    }
    for g in games(&mut u, work.at_depth(40, 200, 600))? {
        let even = u.even_associate(g);
        if even != two && !primes.contains(&even) && slow.is_prime(&mut u, even)? {
            primes.push(even);
        }
    }
    let (mut sums, mut spoken_of) = (0u32, 0u32);
    for (i, &p) in primes.iter().enumerate() {
        for &q in primes[..=i].iter().take(work.at_depth(12, 30, 60)) {
            let g = u.sum(p, q)?;
            let options: Vec<Game> = u.options(g).collect();
            for r in [p, q] {
                let biprime = u.sum(two, r)?;
                if !options.contains(&biprime) {
                    continue;
                }
                sums += 1;
                for &other in &options {
                    if slow.has_part(&mut u, other, r)? {
                        continue;
                    }
                    spoken_of += 1;
                    let other = work.plant("2 for another option", other, |_| two);
                    // G = R + S, and S is a part of G'.
                    let rest = slow.difference(&mut u, g, r)?;
                    let fine = match rest {
                        Some(s) => slow.has_part(&mut u, other, s)?,
                        None => false,
                    };
                    work.require(fine, || format!("{g:?} with R = {r:?}, G' = {other:?}"));
                }
            }
        }
    }
    work.ensure(
        spoken_of > 0,
        format!("{sums} sums with an option 2 + R, {spoken_of} options without the part R"),
    );
    work.verified(format!("{spoken_of} options of sums of two primes"))
}
