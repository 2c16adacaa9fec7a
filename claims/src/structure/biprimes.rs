//! Section 7: games with biprime options, up to Lemma 7.12.

use super::sample::{games, universe, value};
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::game::{Game, Universe};
use misere::limits::Stopped;
use misere::parts::Parts;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.prop7.10",
        place: "Proposition 7.10",
        statement: "If G has a biprime option R + S, then (a) G is prime or biprime, or (b) G = P + R + S \
                    uniquely, or (c) G = P + R = Q + S are its only prime partitions.",
        method: "games with a biprime option: all their prime partitions against the three cases, each of \
                 which occurs",
        needs: NOT_STATED,
        test: three_cases,
    },
    Claim {
        id: "structure.cor7.11.fact",
        place: "Corollary 7.11, the fact it rests on",
        statement: "2 is a part of every composite game born by day 5.",
        method: "all composite games born by day 5",
        needs: NOT_STATED,
        test: two_is_a_part,
    },
    Claim {
        id: "structure.cor7.11",
        place: "Corollary 7.11",
        statement: "A game born by day 6 with a biprime option and several prime partitions is 2 + P = Q1 + \
                    Q2 with P, Q1, Q2 distinct and none of them 2.",
        method: "there is no such game (Theorem 7.13). What the proof uses of day 6 is that biprime options \
                 have the part 2: games of any day with options of that kind, among them some with several \
                 prime partitions",
        needs: NOT_STATED,
        test: two_and_another,
    },
    Claim {
        id: "structure.lem7.12",
        place: "Lemma 7.12",
        statement: "If moreover 2 + R is an option and another option G' has not the part R, then G = R + S \
                    for a part S of G'.",
        method: "none by day 6 (Theorem 7.13). The step of the proof, on sums of two primes of any day: an \
                 option of Q1 + Q2 without the part Q1 has the part Q2",
        needs: NOT_STATED,
        test: another_option,
    },
];

/// Returns games with an option 2 + R, some with another option that has the part 2, and R.
fn with_biprime_options(
    work: &Work<'_>,
    u: &mut Universe,
    parts: &mut Parts,
) -> Result<Vec<(Game, Game)>, Stopped> {
    let two = u.nim(2)?;
    let mut primes: Vec<Game> = Vec::new();
    for size in [4, 8, 16] {
        primes.push(u.nim(size)?);
    }
    for g in u.games_born_by(4)? {
        let even = u.even_associate(g);
        if even != two && !primes.contains(&even) && parts.is_prime(u, even)? {
            primes.push(even);
        }
    }
    primes.truncate(work.at_depth(8, 12, 16));
    let mut others: Vec<Option<Game>> = vec![None];
    for &p in &primes {
        let sum = u.sum(two, p)?;
        others.extend([Some(sum), Some(u.associate(sum))]);
    }
    for composite in parts
        .composites_of_day_5(u)?
        .iter()
        .step_by(work.at_depth(60, 20, 6))
    {
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
    let (mut u, mut parts) = (universe(work), Parts::new());
    let mut pairs: Vec<(Game, Game)> = Vec::new();
    let composites = parts.composites_of_day_5(&mut u)?;
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
    for (g, r) in with_biprime_options(work, &mut u, &mut parts)? {
        let option = u.sum(two, r)?;
        pairs.push((g, option));
    }
    let mut cases = [0u32; 3];
    for &(g, option) in &pairs {
        let of_option = parts.prime_partitions(&mut u, option)?;
        let ([r, s], true) = (
            [of_option.partitions[0][0], of_option.partitions[0][1]],
            of_option.is_biprime(),
        ) else {
            continue;
        };
        let found = parts.prime_partitions(&mut u, g)?.partitions;
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
        // The same by the function of the library.
        let offered = parts.biprime_option(&mut u, g, option)?.is_some();
        work.require(offered == case.is_some(), || {
            format!("{g:?}: the cases disagree")
        });
    }
    work.ensure(
        cases.iter().all(|&count| count > 0),
        format!("cases (a), (b), (c): {cases:?}"),
    );
    let (g, option) = (value(&mut u, "(4+2)#")?, value(&mut u, "4+2")?);
    let listed =
        u.has_option(g, option) && parts.prime_partitions(&mut u, g)?.partitions.len() == 2;
    work.ensure(listed, "(4+2)# is in case (c)");
    work.verified(format!("{} games and options", pairs.len()))
}

fn two_is_a_part(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let two = u.nim(2)?;
    let composites = parts.composites_of_day_5(&mut u)?;
    for composite in &composites {
        let has = u.difference(composite.game, two)?.is_some();
        work.require(has, || format!("{:?}", composite.game));
    }
    work.proved(format!(
        "all {} composite games born by day 5",
        composites.len()
    ))
}

/// Notes that every game born by day 6 has a unique prime partition.
fn unique_by_day_6(
    work: &mut Work<'_>,
    u: &mut Universe,
    parts: &mut Parts,
) -> Result<(), Stopped> {
    let by_day_6 = parts.unique_partitions_by_day_6(u)?;
    work.ensure(
        by_day_6.failures.is_empty(),
        "no game born by day 6 has several prime partitions",
    );
    Ok(())
}

fn two_and_another(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let two = u.nim(2)?;
    unique_by_day_6(work, &mut u, &mut parts)?;
    let (mut tried, mut several) = (0u32, 0u32);
    for (g, _) in with_biprime_options(work, &mut u, &mut parts)? {
        tried += 1;
        let found = parts.prime_partitions(&mut u, g)?;
        if found.is_unique() {
            continue;
        }
        several += 1;
        let fine = match &found.partitions[..] {
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
        "day 6 whole; {several} games of later days with several prime partitions"
    ))
}

fn another_option(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    unique_by_day_6(work, &mut u, &mut parts)?;
    let (mut several, mut spoken_of) = (0u32, 0u32);
    for (g, r) in with_biprime_options(work, &mut u, &mut parts)? {
        if parts.prime_partitions(&mut u, g)?.is_unique() {
            continue;
        }
        several += 1;
        let options: Vec<Game> = u.options(g).collect();
        for option in options {
            let of_option = parts.of(&mut u, option)?;
            if of_option.contains(&u, r) {
                continue;
            }
            spoken_of += 1;
            let rest = u.difference(g, r)?;
            let fine = rest.is_some_and(|s| of_option.contains(&u, s));
            work.require(fine, || format!("{g:?} with R = {r:?}, G' = {option:?}"));
        }
    }
    work.show(format!(
        "{several} games of later days have several prime partitions; {spoken_of} options without the part R"
    ));
    // The step of the proof: an option of Q1 + Q2 without the part Q1 is some Q1' + Q2.
    let mut primes: Vec<Game> = Vec::new();
    for g in games(&mut u, work.at_depth(60, 200, 600))? {
        let even = u.even_associate(g);
        if !primes.contains(&even) && parts.is_prime(&mut u, even)? {
            primes.push(even);
        }
    }
    let mut steps = 0u32;
    for (i, &p) in primes.iter().enumerate() {
        for &q in primes[..=i].iter().take(work.at_depth(6, 12, 20)) {
            let g = u.sum(p, q)?;
            let options: Vec<Game> = u.options(g).collect();
            for option in options {
                let of_option = parts.of(&mut u, option)?;
                let (one, other) = (of_option.contains(&u, p), of_option.contains(&u, q));
                steps += u32::from(!one);
                work.require(one || other, || {
                    format!("{p:?} + {q:?} has the option {option:?}")
                });
            }
        }
    }
    work.ensure(
        steps > 0,
        format!("{steps} options of sums of two primes without the first"),
    );
    work.verified(format!(
        "day 6 whole; the step of the proof for {steps} options"
    ))
}
