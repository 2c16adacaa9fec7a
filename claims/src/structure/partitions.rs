//! Section 7: examples of prime partitions, and Figure 5.

use super::counting::slip;
use super::sample::{name, universe, value};
use super::slow::{SLOW, Slow};
use crate::{Claim, Evidence, Tested, Work};
use misere::game::{Game, Parity, Universe};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.sec7.two",
        place: "Section 7, first example",
        statement: "(4+2)# = 2 + P = 4 + Q with distinct primes P and Q.",
        method: "all prime partitions, by differences alone",
        needs: SLOW,
        test: two_partitions,
    },
    Claim {
        id: "structure.sec7.lengths",
        place: "Section 7, second example",
        statement: "(4+2#)# = 2 + P1 + P2 = 4 + Q with distinct primes: partitions of different \
                    lengths.",
        method: "all prime partitions, by differences alone",
        needs: SLOW,
        test: different_lengths,
    },
    Claim {
        id: "structure.sec7.double",
        place: "Section 7, third example",
        statement: "For G = (4+2#)##, G + G has a partition into exactly three primes, one of \
                    which is not a part of G.",
        method: "all prime partitions of G and of G + G, by differences alone",
        needs: SLOW,
        test: double,
    },
    Claim {
        id: "structure.fig5",
        place: "Figure 5",
        statement: "The six composite even games born by day 4 with their partitions.",
        method: "all games born by day 4; the partitions as spelled out, added up",
        needs: SLOW,
        test: figure_5,
    },
];

/// Returns all prime partitions of an expression, and notes them.
fn shown_partitions(
    work: &mut Work<'_>,
    u: &mut Universe,
    text: &str,
) -> Result<Vec<Vec<Game>>, Box<dyn std::error::Error>> {
    let g = value(u, text)?;
    let mut slow = Slow::default();
    let found = slow.prime_partitions(u, g)?;
    // 2 for 4, and 4 for 2: not the whole any more.
    let found = work.plant("a partition is overlooked", found, |mut found| {
        found.pop();
        found
    });
    for partition in &found {
        let sum = u.sum_all(partition.iter().copied())?;
        let even = u.even_associate(g);
        work.ensure(sum == even, "the primes add up");
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
    Ok(found)
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
    let order = u.structural_order(all.iter().copied())?;
    all.sort_by_key(|&g| order.rank(g));
    all.dedup();
    work.ensure(all.len() == count, "the five primes are distinct");
    work.proved("the example")
}

fn double(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let g = value(&mut u, "(4+2#)##")?;
    let of_g = slow.parts(&mut u, g)?;
    let twice = u.sum(g, g)?;
    let found = slow.prime_partitions(&mut u, twice)?;
    let mut lengths: Vec<usize> = found.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
    work.show(format!(
        "G + G has prime partitions of lengths {}",
        lengths.join(", ")
    ));
    let three: Vec<&Vec<Game>> = found.iter().filter(|p| p.len() == 3).collect();
    let three = work.plant("no partition into three primes", three, |_| Vec::new());
    work.ensure(three.len() == 1, "exactly one partition into three primes");
    let new = three
        .iter()
        .flat_map(|p| p.iter())
        .any(|p| !of_g.contains(p));
    work.ensure(new, "one of the three is not a part of G");
    work.proved("the example")
}

fn figure_5(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let mut computed: Vec<Game> = Vec::new();
    for g in u.games_born_by(4)? {
        let even = u.parity(g) == Parity::Even;
        if even && !u.is_unit(g) && !slow.is_prime(&mut u, g)? {
            computed.push(g);
        }
    }
    let literal: Vec<&str> = work
        .printed("structure.fig5")?
        .lines()
        .filter(|l| !l.is_empty())
        .collect();
    let restored: Vec<&str> = work
        .printed("structure.fig5.minus")?
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
        if as_printed {
            work.ensure(line == restored, format!("{line} needs no minus signs"));
        } else {
            slip(work, format!("printed {line}, which fails; {restored}"))?;
        }
        let found = slow.prime_partitions(&mut u, g)?;
        let summands = sum.matches(" + ").count() + 1;
        let unique = found.len() == 1 && found[0].len() == summands;
        work.ensure(
            unique,
            format!("{} has that prime partition and no other", game.trim()),
        );
    }
    work.misprint("structure.slips", "{3#, 3#+1, 3+2}", "{3#, 3#+1, 3+3}");
    work.misprint("structure.fig5", "{3#, 3#+1, 3+2}", "{3#, 3#+1, 3+3}");
    work.misprint("structure.fig5.minus", "3-2}", "3-1}");
    work.scan(Evidence::Proved, "all games born by day 4")
}
