//! Section 7: primes.

use super::sample::{games, has_prime_option, name, universe};
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::game::{Game, Universe};
use misere::limits::Stopped;
use misere::parts::Parts;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.thm7.3",
        place: "Theorem 7.3",
        statement: "Every game is a sum of primes.",
        method: "prime partitions are computed and added up",
        needs: NOT_STATED,
        test: prime_partitions,
    },
    Claim {
        id: "structure.prop7.4",
        place: "Proposition 7.4",
        statement: "A game with the option 0 or 1 is prime.",
        method: "parts by differences with all candidates, without the shortcut; 1 = {0} is a unit",
        needs: NOT_STATED,
        test: unit_options,
    },
    Claim {
        id: "structure.prop7.5",
        place: "Proposition 7.5",
        statement: "A game with a prime option has at most two even prime parts.",
        method: "parts of games with prime options",
        needs: NOT_STATED,
        test: prime_option,
    },
    Claim {
        id: "structure.prop7.5.proof",
        place: "Proposition 7.5, the end of the proof",
        statement: "With G = P1 + P2 = Q1 + Q2 and P2 ≈ Q2, by cancellation P1 ≈ P2 (as printed).",
        method: "games with a prime option: P1 ≈ Q1, and P1 ≈ P2 hardly ever",
        needs: NOT_STATED,
        test: end_of_the_proof,
    },
    Claim {
        id: "structure.cor7.6",
        place: "Corollary 7.6",
        statement: "A game with three prime options that are not associated is prime.",
        method: "sets of three primes born by day 4, parts by the Difference Lemma",
        needs: NOT_STATED,
        test: three_prime_options,
    },
    Claim {
        id: "structure.prop7.7",
        place: "Proposition 7.7",
        statement: "If all options of G are prime, G is prime, unless G is 0, 2#, 3# or 32.",
        method: "all composite games born by day 5; and sets of primes born by day 4, prime by differences",
        needs: NOT_STATED,
        test: prime_options,
    },
];

/// Computes all even parts with candidates and differences only: by Corollary 5.7 one of X and Y in
/// G = X + Y is a part of any given option.
pub(super) fn slow_parts(u: &mut Universe, g: Game) -> Result<Vec<Game>, Stopped> {
    let even = u.even_associate(g);
    let Some(option) = u.options(even).next() else {
        return Ok(vec![u.zero()]);
    };
    let candidates = slow_parts(u, option)?;
    let mut parts: Vec<Game> = Vec::new();
    for x in candidates {
        if let Some(y) = u.difference(even, x)? {
            for part in [x, u.even_associate(y)] {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
    }
    Ok(parts)
}

fn is_slowly_prime(u: &mut Universe, g: Game) -> Result<bool, Stopped> {
    Ok(!u.is_unit(g) && slow_parts(u, g)?.len() == 2)
}

fn prime_partitions(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let games = games(&mut u, work.at_depth(1_000, 20_000, 200_000))?;
    for &g in &games {
        let found = parts.prime_partitions(&mut u, g)?;
        work.require(!found.partitions.is_empty(), || {
            format!("{g:?} has no prime partition")
        });
        for partition in &found.partitions {
            let sum = u.sum_all(partition.iter().copied())?;
            let even = u.even_associate(g);
            work.require(sum == even, || format!("a partition of {g:?}"));
            for &prime in partition {
                let is_prime = parts.is_prime(&mut u, prime)?;
                work.require(is_prime, || format!("{prime:?} is not prime"));
            }
        }
    }
    work.verified(format!("{} games", games.len()))
}

fn unit_options(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(1_000, 20_000, 200_000))?;
    let (zero, one) = (u.zero(), u.one());
    let (mut tried, mut exceptions) = (0u64, Vec::new());
    for &g in &games {
        if !(u.has_option(g, zero) || u.has_option(g, one)) {
            continue;
        }
        tried += 1;
        let prime = is_slowly_prime(&mut u, g)?;
        if !prime && !exceptions.contains(&g) {
            exceptions.push(g);
        }
    }
    if exceptions == [one] {
        work.correct("1 = {0} has the option 0 and is a unit, not a prime: G ≠ 1 is meant");
    } else {
        work.ensure(false, format!("only 1 is not prime: {exceptions:?}"));
    }
    work.verified(format!("{tried} games with a unit option"))
}

fn prime_option(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let mut tried = 0u64;
    for composite in &composites {
        let options: Vec<Game> = u.options(composite.game).collect();
        let mut any = false;
        for option in options {
            any |= parts.is_prime(&mut u, option)?;
        }
        if any {
            tried += 1;
            let few = composite.partitions.iter().all(|p| p.len() <= 2);
            let unique = composite.partitions.len() == 1;
            work.require(few && unique, || format!("{:?}", composite.game));
        }
    }
    work.proved(format!(
        "all {tried} composite games born by day 5 with a prime option"
    ))
}

fn end_of_the_proof(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let (mut tried, mut equal) = (0u64, 0u64);
    let mut fails = None;
    for composite in &composites {
        if !has_prime_option(&mut u, &mut parts, composite.game)? {
            continue;
        }
        tried += 1;
        // The second prime determines the first: whatever Q1 is, it is P1.
        let [p, q] = composite.partitions[0][..] else {
            work.require(false, || format!("{:?} has not two primes", composite.game));
            continue;
        };
        let even = u.even_associate(composite.game);
        let other = u.difference(even, q)?.map(|d| u.even_associate(d));
        work.require(other == Some(p), || format!("{:?} − {q:?}", composite.game));
        if p == q {
            equal += 1;
        } else if fails.is_none() {
            fails = Some((even, p, q));
        }
    }
    if let Some((g, p, q)) = fails {
        let [g, p, q] = [g, p, q].map(|g| name(&mut u, g));
        work.correct(format!(
            "printed P1 ≈ P2, which fails for {g} = {p} + {q}; it is P1 ≈ Q1"
        ));
    }
    work.show(format!("P1 ≈ P2 in {equal} of {tried} games"));
    work.proved(format!(
        "all {tried} composite games born by day 5 with a prime option"
    ))
}

/// Returns the primes born by day 4.
fn primes_of_day_4(u: &mut Universe) -> Result<Vec<Game>, Box<dyn std::error::Error>> {
    let mut primes = Vec::new();
    for g in u.games_born_by(4)? {
        if is_slowly_prime(u, g)? {
            primes.push(g);
        }
    }
    Ok(primes)
}

fn three_prime_options(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let primes = primes_of_day_4(&mut u)?;
    let mut tried = 0u64;
    for i in 0..primes.len() {
        for j in 0..i {
            for k in 0..j {
                let [a, b, c] = [primes[i], primes[j], primes[k]];
                let e = [a, b, c].map(|g| u.even_associate(g));
                if e[0] == e[1] || e[1] == e[2] || e[0] == e[2] {
                    continue;
                }
                let g = u.set([a, b, c])?;
                // The corollary needs three prime options after simplification.
                if u.option_count(g) != 3 {
                    continue;
                }
                tried += 1;
                let prime = is_slowly_prime(&mut u, g)?;
                work.require(prime, || format!("{g:?}"));
            }
        }
    }
    work.verified(format!("{tried} games with exactly three such options"))
}

fn prime_options(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let mut exceptions: Vec<String> = Vec::new();
    // A composite game born by day 5 with prime options only; 0 is no prime and has no options.
    for composite in parts.composites_of_day_5(&mut u)? {
        let options: Vec<Game> = u.options(composite.game).collect();
        let mut all = true;
        for option in options {
            all &= parts.is_prime(&mut u, option)?;
        }
        if all {
            exceptions.push(name(&mut u, composite.game));
        }
    }
    exceptions.sort();
    // Sets of two or three primes born by day 4, by differences alone.
    let primes = primes_of_day_4(&mut u)?;
    let mut tried = 0u32;
    for (i, &a) in primes.iter().enumerate() {
        for &b in &primes[..=i] {
            let g = u.set([a, b])?;
            let options: Vec<Game> = u.options(g).collect();
            if options.iter().all(|o| primes.contains(o)) && !options.is_empty() {
                tried += 1;
                let prime = is_slowly_prime(&mut u, g)?;
                let known = exceptions.contains(&name(&mut u, g));
                work.require(prime != known, || format!("{g:?}"));
            }
        }
    }
    work.show(format!("{tried} sets of at most two primes"));
    work.compare(
        "composite games with prime options only, beside 0",
        "2# 3# 32",
        exceptions.join(" "),
    );
    work.proved("all games born by day 5")
}
