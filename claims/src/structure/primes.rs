//! Section 7: primes.

use super::sample::{games, name, universe};
use super::slow::{DayFive, SCAN, SLOW, Slow, composites};
use crate::{Claim, Tested, Work};
use misere::game::{Game, Universe};
use misere::limits::Stopped;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.thm7.3",
        place: "Theorem 7.3",
        statement: "Every game is a sum of primes.",
        method: "prime partitions by differences alone, added up",
        needs: SLOW,
        test: prime_partitions,
    },
    Claim {
        id: "structure.prop7.4",
        place: "Proposition 7.4",
        statement: "A game with the option 0 or 1 is prime.",
        method: "all sets of games born by day 4 that have 0 or 1 as an option, by differences alone: the parts of an \
                 option that is no unit are tried; 1 = {0} is a unit",
        needs: SLOW,
        test: unit_options,
    },
    Claim {
        id: "structure.prop7.5",
        place: "Proposition 7.5",
        statement: "A game with a prime option has at most two even prime parts.",
        method: "all composite games born by day 5 with a prime option, by differences alone",
        needs: SCAN,
        test: prime_option,
    },
    Claim {
        id: "structure.prop7.5.proof",
        place: "Proposition 7.5, the end of the proof",
        statement: "With G = P1 + P2 = Q1 + Q2 and P2 ≈ Q2, by cancellation P1 ≈ P2 (as printed).",
        method: "all composite games born by day 5 with a prime option: P1 ≈ Q1, and P1 ≈ P2 hardly ever",
        needs: SCAN,
        test: end_of_the_proof,
    },
    Claim {
        id: "structure.cor7.6",
        place: "Corollary 7.6",
        statement: "A game with three prime options that are not associated is prime.",
        method: "all composite games born by day 5, by differences alone: their prime options",
        needs: SCAN,
        test: three_prime_options,
    },
    Claim {
        id: "structure.prop7.7",
        place: "Proposition 7.7",
        statement: "If all options of G are prime, G is prime, unless G is 0, 2#, 3# or 32.",
        method: "all composite games born by day 5, by differences alone: their options",
        needs: SCAN,
        test: prime_options,
    },
];

fn prime_partitions(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let mut games = games(&mut u, work.at_depth(100, 1_000, 5_000))?;
    for i in 2..games.len().min(work.at_depth(22, 40, 60)) {
        games.push(u.sum(games[i], games[i - 1])?);
    }
    for &g in &games {
        let found = slow.prime_partitions(&mut u, g)?;
        work.require(!found.is_empty(), || {
            format!("{g:?} has no prime partition")
        });
        for partition in found {
            let partition = work.plant("a partition with a 2 more", partition, |mut partition| {
                partition.extend(u.nim(2));
                partition
            });
            let sum = u.sum_all(partition.iter().copied())?;
            let even = u.even_associate(g);
            work.require(sum == even, || format!("a partition of {g:?}"));
            for prime in partition {
                let is_prime = slow.is_prime(&mut u, prime)?;
                work.require(is_prime, || format!("{prime:?} is not prime"));
            }
        }
    }
    work.verified(format!("{} games", games.len()))
}

fn unit_options(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let day = DayFive::new(&mut u, &mut slow)?;
    let inner = day.without_units();
    let tried = (1 << day.members.len()) - inner.end;
    let mut exceptions: Vec<Game> = Vec::new();
    for set in inner.end..inner.end + tried {
        let set = work.plant("a composite set, without a unit option", set, |set| {
            let mut others = inner.clone();
            let composite = others.find(|&set| {
                let composite = day.is_composite(&mut u, &mut slow, set);
                composite.unwrap_or(false)
            });
            composite.unwrap_or(set)
        });
        if day.is_composite(&mut u, &mut slow, set)? {
            exceptions.push(day.value(&mut u, set)?);
        }
    }
    for game in exceptions {
        let name = name(&mut u, game);
        work.require(false, || format!("{name} is composite"));
    }
    // The sets of units are {0} = 1, {1} = 0 and {0, 1} = 2.
    let (zero, one) = (u.zero(), u.one());
    let with_zero = u.set([zero])?;
    if with_zero == one && u.is_unit(with_zero) {
        work.correct("1 = {0} has the option 0 and is a unit, not a prime: G ≠ 1 is meant");
    }
    let two = u.nim(2)?;
    let prime = slow.is_prime(&mut u, two)?;
    work.ensure(prime, "2 is prime");
    work.verified(format!("{tried} sets with a unit option"))
}

fn prime_option(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let mut tried = 0u64;
    for composite in composites(&mut u, &mut slow)? {
        if !slow.has_prime_option(&mut u, composite.game)? {
            continue;
        }
        tried += 1;
        let parts = slow.parts(&mut u, composite.game)?;
        let parts = work.plant("another prime part", parts, |mut parts| {
            parts.extend(u.nim(8));
            parts
        });
        let mut primes = 0;
        for part in parts {
            primes += u32::from(slow.is_prime(&mut u, part)?);
        }
        work.require(primes <= 2, || format!("{:?}", composite.game));
    }
    work.verified(format!(
        "all {tried} composite games born by day 5 with a prime option"
    ))
}

fn end_of_the_proof(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let (mut tried, mut equal) = (0u64, 0u64);
    let mut fails = None;
    for composite in composites(&mut u, &mut slow)? {
        if !slow.has_prime_option(&mut u, composite.game)? {
            continue;
        }
        tried += 1;
        // The second prime determines the first: whatever Q1 is, it is P1.
        let [p, q] = composite.partitions[0][..] else {
            work.require(false, || format!("{:?} has not two primes", composite.game));
            continue;
        };
        let even = u.even_associate(composite.game);
        let other = slow.difference(&mut u, even, q)?;
        let other = other.map(|d| u.even_associate(d));
        let p = work.plant("another prime P1", p, |_| even);
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
    work.verified(format!(
        "all {tried} composite games born by day 5 with a prime option"
    ))
}

/// Returns the even associates of the prime options of a game, each once.
fn prime_options_of(u: &mut Universe, slow: &mut Slow, g: Game) -> Result<Vec<Game>, Stopped> {
    let options: Vec<Game> = u.options(g).collect();
    let mut primes = Vec::new();
    for option in options {
        let even = u.even_associate(option);
        if !primes.contains(&even) && slow.is_prime(u, option)? {
            primes.push(even);
        }
    }
    Ok(primes)
}

fn three_prime_options(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let composites = composites(&mut u, &mut slow)?;
    for composite in &composites {
        let primes = prime_options_of(&mut u, &mut slow, composite.game)?;
        let primes = work.plant("two more prime options", primes, |mut primes| {
            primes.extend([composite.game; 3]);
            primes
        });
        work.require(primes.len() < 3, || format!("{:?}", composite.game));
    }
    // There are games that the corollary speaks of.
    let [two, three, four] = [u.nim(2)?, u.nim(3)?, u.nim(4)?];
    let g = u.set([two, three, four])?;
    let primes = prime_options_of(&mut u, &mut slow, g)?.len();
    work.show(format!(
        "{{2,3,4}} has {primes} prime options up to association"
    ));
    work.verified(format!(
        "all games born by day 5: {} composite ones have at most two",
        composites.len()
    ))
}

fn prime_options(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let mut exceptions: Vec<String> = Vec::new();
    // A composite game born by day 5 with prime options only; 0 is no prime and has no options.
    for composite in composites(&mut u, &mut slow)? {
        let options: Vec<Game> = u.options(composite.game).collect();
        let options = work.plant("a game with the option 2 alone", options, |options| {
            u.nim(2).map_or(options, |two| vec![two])
        });
        let mut all = true;
        for option in options {
            all = all && slow.is_prime(&mut u, option)?;
        }
        if all {
            exceptions.push(name(&mut u, composite.game));
        }
    }
    exceptions.sort();
    work.compare(
        "composite games with prime options only, beside 0",
        "2# 3# 32",
        exceptions.join(" "),
    );
    work.verified("all games born by day 5")
}
