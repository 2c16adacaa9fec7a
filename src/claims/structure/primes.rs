//! Section 7: primes, and Appendix B: parts by Algorithm 1.

use super::sample::{games, name, universe, value};
use crate::claims::claim::{Claim, Tested, Work};
use crate::game::{Game, Parity, Stopped, Universe};
use crate::parts::Parts;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "004.thm7.3",
        place: "Theorem 7.3",
        statement: "Every game is a sum of primes.",
        method: "prime partitions are computed and added up",
        test: prime_partitions,
    },
    Claim {
        id: "004.sec7.two",
        place: "Section 7, first example",
        statement: "(4+2)# = 2 + P = 4 + Q with distinct primes P and Q.",
        method: "all prime partitions",
        test: two_partitions,
    },
    Claim {
        id: "004.sec7.lengths",
        place: "Section 7, second example",
        statement: "(4+2#)# = 2 + P1 + P2 = 4 + Q with distinct primes: partitions of different \
                    lengths.",
        method: "all prime partitions",
        test: different_lengths,
    },
    Claim {
        id: "004.sec7.double",
        place: "Section 7, third example",
        statement: "For G = (4+2#)##, G + G has a partition into exactly three primes, one of \
                    which is not a part of G.",
        method: "all prime partitions of G and of G + G",
        test: double,
    },
    Claim {
        id: "004.prop7.4",
        place: "Proposition 7.4",
        statement: "A game with the option 0 or 1 is prime (1 itself excepted, which is a unit).",
        method: "parts by the Difference Lemma, without the shortcut",
        test: unit_options,
    },
    Claim {
        id: "004.prop7.5",
        place: "Proposition 7.5",
        statement: "A game with a prime option has at most two even prime parts.",
        method: "parts of games with prime options",
        test: prime_option,
    },
    Claim {
        id: "004.cor7.6",
        place: "Corollary 7.6",
        statement: "A game with three prime options that are not associated is prime.",
        method: "sets of three primes born by day 4, parts by the Difference Lemma",
        test: three_prime_options,
    },
    Claim {
        id: "004.prop7.7",
        place: "Proposition 7.7",
        statement: "If all options of G are prime, G is prime, unless G is 0, 2#, 3# or 32 (or the \
                    unit 1).",
        method: "all sets of primes born by day 4 with at most two up to association",
        test: prime_options,
    },
    Claim {
        id: "004.fig5",
        place: "Figure 5",
        statement: "The six composite even games born by day 4 with their partitions.",
        method: "all games born by day 4; the partitions as spelled out, added up",
        test: figure_5,
    },
    Claim {
        id: "004.thmB.1",
        place: "Algorithm 1 and Theorem B.1",
        statement: "Algorithm 1 finds all parts of a game (given Parts(0) = {0, 1}, which the \
                    listing lacks).",
        method: "against differences with all candidates by Corollary 5.7",
        test: algorithm_1,
    },
];

/// All even parts with the candidates and differences alone: by Corollary 5.7 one of X and Y in
/// G = X + Y is a part of any given option.
fn slow_parts(u: &mut Universe, g: Game) -> Result<Vec<Game>, Stopped> {
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

/// All prime partitions of an expression, shown and as lists.
fn shown_partitions(
    work: &mut Work<'_>,
    u: &mut Universe,
    text: &str,
) -> Result<Vec<Vec<Game>>, Box<dyn std::error::Error>> {
    let g = value(u, text)?;
    let found = Parts::new().prime_partitions(u, g)?;
    for partition in &found.partitions {
        let names: Vec<String> = partition.iter().map(|&p| name(u, p)).collect();
        let names: Vec<String> = names
            .into_iter()
            .map(|n| {
                if n.len() > 60 {
                    format!("{}…", n.chars().take(60).collect::<String>())
                } else {
                    n
                }
            })
            .collect();
        work.show(format!("{text} = {}", names.join(" + ")));
    }
    Ok(found.partitions)
}

fn two_partitions(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let found = shown_partitions(work, &mut u, "(4+2)#")?;
    let (two, four) = (u.nim(2)?, u.nim(4)?);
    let has = |prime: Game| found.iter().any(|p| p.len() == 2 && p.contains(&prime));
    work.ensure(found.len() == 2, "there are two prime partitions");
    work.ensure(
        has(two) && has(four),
        "one has 2, the other 4, and each another prime",
    );
    let g = value(&mut u, "(4+2)#")?;
    work.ensure(u.birthday(g) == 7, "it is born on day 7");
    work.proved("the example")
}

fn different_lengths(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let found = shown_partitions(work, &mut u, "(4+2#)#")?;
    let mut lengths: Vec<usize> = found.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    work.ensure(
        lengths == [2, 3],
        "one partition into two primes and one into three",
    );
    let (two, four) = (u.nim(2)?, u.nim(4)?);
    let short = found
        .iter()
        .find(|p| p.len() == 2)
        .is_some_and(|p| p.contains(&four));
    let long = found
        .iter()
        .find(|p| p.len() == 3)
        .is_some_and(|p| p.contains(&two));
    work.ensure(short && long, "4 is in the short one and 2 in the long one");
    let mut all: Vec<Game> = found.concat();
    let count = all.len();
    let order = u.structural_order(all.iter().copied());
    all.sort_by_key(|&g| order.rank(g));
    all.dedup();
    work.ensure(all.len() == count, "the five primes are distinct");
    work.proved("the example")
}

fn double(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let g = value(&mut u, "(4+2#)##")?;
    let of_g = parts.of(&mut u, g)?;
    let twice = u.sum(g, g)?;
    let found = parts.prime_partitions(&mut u, twice)?;
    let lengths: Vec<String> = found
        .partitions
        .iter()
        .map(|p| p.len().to_string())
        .collect();
    work.show(format!(
        "G + G has prime partitions of lengths {}",
        lengths.join(", ")
    ));
    let three: Vec<&Vec<Game>> = found.partitions.iter().filter(|p| p.len() == 3).collect();
    work.ensure(three.len() == 1, "exactly one partition into three primes");
    let new = three
        .iter()
        .flat_map(|p| p.iter())
        .any(|&p| !of_g.contains(&u, p));
    work.ensure(new, "one of the three is not a part of G");
    work.proved("the example")
}

fn unit_options(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(1_000, 20_000, 200_000))?;
    let (zero, one) = (u.zero(), u.one());
    let mut tried = 0u64;
    for &g in &games {
        if u.is_unit(g) || !(u.has_option(g, zero) || u.has_option(g, one)) {
            continue;
        }
        tried += 1;
        let prime = is_slowly_prime(&mut u, g)?;
        work.require(prime, || {
            format!("{g:?} has a unit option and is not prime")
        });
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

fn three_prime_options(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let mut primes: Vec<Game> = Vec::new();
    for g in u.born_by_day_4()? {
        if is_slowly_prime(&mut u, g)? {
            primes.push(g);
        }
    }
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
                // Three prime options must survive simplification for the corollary to speak.
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
    work.compare(
        "composite games with prime options only, beside 0",
        "2# 3# 32",
        exceptions.join(" "),
    );
    work.proved("all games born by day 5")
}

fn figure_5(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let mut computed: Vec<Game> = Vec::new();
    for g in u.born_by_day_4()? {
        let even = u.parity(g) == Parity::Even;
        if even && !u.is_unit(g) && !parts.is_prime(&mut u, g)? {
            computed.push(g);
        }
    }
    let literal: Vec<&str> = work
        .printed("004.fig5")?
        .lines()
        .filter(|l| !l.is_empty())
        .collect();
    let restored: Vec<&str> = work
        .printed("004.fig5.minus")?
        .lines()
        .filter(|l| !l.is_empty())
        .collect();
    work.ensure(restored.len() == computed.len(), "six composite even games");
    for (line, restored) in literal.iter().zip(&restored) {
        let (game, sum) = line.split_once('=').ok_or("a line is an equation")?;
        let g = value(&mut u, game)?;
        work.ensure(
            computed.contains(&g),
            format!("{} is composite", game.trim()),
        );
        let as_printed = value(&mut u, sum).ok() == Some(g);
        let (_, sum) = restored.split_once('=').ok_or("a line is an equation")?;
        let holds = value(&mut u, sum)? == g;
        work.ensure(holds, restored.to_string());
        if !as_printed {
            work.correct(format!("printed {line}, which fails; {restored}"));
        }
        let found = parts.prime_partitions(&mut u, g)?;
        let summands = sum.matches(" + ").count() + 1;
        let unique = found.partitions.len() == 1 && found.partitions[0].len() == summands;
        work.ensure(
            unique,
            format!("{} has that prime partition and no other", game.trim()),
        );
    }
    work.proved("all games born by day 4")
}

fn algorithm_1(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let mut pool = games(&mut u, work.at_depth(300, 5_000, 50_000))?;
    for text in ["2##+2##+3#", "(4+2)#+(4+2)#", "2####", "(4+2#)##"] {
        pool.push(value(&mut u, text)?);
    }
    for &g in &pool {
        let slow = slow_parts(&mut u, g)?;
        let fast = parts.of(&mut u, g)?;
        let same = fast.len() == slow.len() && slow.iter().all(|&x| fast.contains(&u, x));
        work.require(same, || {
            format!("{g:?}: {} parts, {} by differences", fast.len(), slow.len())
        });
    }
    work.verified(format!("{} games", pool.len()))
}
