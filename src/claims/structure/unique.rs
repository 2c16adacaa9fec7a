//! Section 7, unique partitions: up to Theorem 7.13.

use super::sample::{name, universe, value};
use crate::claims::claim::{Claim, Tested, Work};
use crate::game::{Game, Parity};
use crate::parts::{Parts, PrimePartitions};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "004.sec7.composites",
        place: "Section 7, before Figure 6",
        statement: "6 even composites are born by day 4 and 490 by day 5, of which 481 have \
                    exactly two even prime parts; the odd ones are the even ones of the day before \
                    plus 1.",
        method: "all games born by day 5",
        test: composites,
    },
    Claim {
        id: "004.fig6",
        place: "Figure 6",
        statement: "The nine even games born by day 5 with more than two prime parts.",
        method: "prime partitions of all composite games born by day 5",
        test: figure_6,
    },
    Claim {
        id: "004.prop7.10",
        place: "Proposition 7.10",
        statement: "If G has a biprime option R + S, then G is prime or biprime, or G = P + R + S \
                    uniquely, or G = P + R = Q + S are its only prime partitions.",
        method: "games with a biprime option, made of composites of day 5",
        test: biprime_options,
    },
    Claim {
        id: "004.cor7.11",
        place: "Corollary 7.11, the fact it rests on",
        statement: "2 is a part of every composite game born by day 5.",
        method: "all composite games born by day 5",
        test: two_is_a_part,
    },
    Claim {
        id: "004.thm7.13",
        place: "Theorem 7.13",
        statement: "Every game born by day 6 has exactly one prime partition.",
        method: "the finite computation behind the proof, with the odd associates 2+R+1 that the \
                 printed case (ii) omits",
        test: unique_by_day_6,
    },
    Claim {
        id: "004.thm7.13.smallest",
        place: "Section 7, after Definition 7.8",
        statement: "(4+2)#, born on day 7, is a minimal game with several prime partitions.",
        method: "its partitions, and Theorem 7.13",
        test: minimal_example,
    },
];

fn composites(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let printed = work.printed_numbers("004.sec7.composites")?;
    let all = parts.composites_of_day_5(&mut u)?;
    let even: Vec<&PrimePartitions> = all
        .iter()
        .filter(|c| u.parity(c.game) == Parity::Even)
        .collect();
    let by_day_4 = even.iter().filter(|c| u.birthday(c.game) <= 4).count() as u64;
    let biprimes = even.iter().filter(|c| c.is_biprime()).count() as u64;
    let computed = [by_day_4, even.len() as u64, biprimes];
    work.compare_sequence("composites", 0, &printed, &computed);
    let odd: Vec<Game> = all
        .iter()
        .map(|c| c.game)
        .filter(|&g| u.parity(g) == Parity::Odd)
        .collect();
    let of_day_4 = odd.iter().all(|&g| u.birthday(u.associate(g)) <= 4);
    work.ensure(
        odd.len() as u64 == by_day_4 && of_day_4,
        "six odd ones, which are those of day 4 plus 1",
    );
    work.proved("all games born by day 5")
}

fn figure_6(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let mut computed: Vec<(Game, usize)> = Vec::new();
    for composite in parts.composites_of_day_5(&mut u)? {
        let primes = composite.partitions[0].len();
        if u.parity(composite.game) == Parity::Even && primes > 2 {
            computed.push((composite.game, primes));
        }
    }
    let mut listed = 0;
    for line in work
        .printed("004.fig6")?
        .lines()
        .filter(|line| !line.is_empty())
    {
        listed += 1;
        let (game, printed) = line.split_once(' ').ok_or("a row has two cells")?;
        let g = value(&mut u, game)?;
        let found = computed
            .iter()
            .find(|&&(h, _)| h == g)
            .map_or(0, |&(_, primes)| primes);
        work.compare(&format!("primes of {game}"), printed, found);
    }
    work.compare("rows", listed, computed.len());
    work.proved("all games born by day 5")
}

fn biprime_options(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let biprimes: Vec<Game> = composites
        .iter()
        .filter(|c| c.is_biprime())
        .map(|c| c.game)
        .collect();
    let pool: Vec<Game> = composites.iter().map(|c| c.game).collect();
    let step = work.at_depth(7, 2, 1);
    let mut tried = 0u64;
    for (i, &option) in biprimes.iter().enumerate().step_by(step) {
        for other in [
            None,
            Some(pool[i * 31 % pool.len()]),
            Some(pool[i * 57 % pool.len()]),
        ] {
            let g = u.set(std::iter::once(option).chain(other))?;
            if !u.has_option(g, option) {
                continue;
            }
            tried += 1;
            let case = parts.biprime_option(&mut u, g, option)?;
            work.require(case.is_some(), || format!("{g:?} is none of the three"));
        }
    }
    // The third case occurs: (4+2)# has the biprime option 4+2.
    let (g, option) = (value(&mut u, "(4+2)#")?, value(&mut u, "4+2")?);
    let case = parts.biprime_option(&mut u, g, option)?;
    work.ensure(case.is_some(), format!("(4+2)#: {case:?}"));
    work.verified(format!("{tried} games"))
}

fn two_is_a_part(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let two = u.nim(2)?;
    let composites = parts.composites_of_day_5(&mut u)?;
    for composite in &composites {
        let has = parts.of(&mut u, composite.game)?.contains(&u, two);
        work.require(has, || format!("{:?}", composite.game));
    }
    work.proved(format!(
        "all {} composite games born by day 5",
        composites.len()
    ))
}

fn unique_by_day_6(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let found = parts.unique_partitions_by_day_6(&mut u)?;
    let printed = work.printed_numbers("004.thm7.13")?;
    let [c, bound_a, bound_sums] = printed[..] else {
        return Err("three numbers are printed".into());
    };
    for &g in &found.failures {
        let name = name(&mut u, g);
        work.ensure(false, format!("{name} has one prime partition"));
    }
    work.compare("|C|, 2##+1 included", c, found.highly_composite);
    work.ensure(
        (found.primes as u64) < bound_a,
        format!("|A| = {} < {bound_a}", found.primes),
    );
    let (pairs, distinct) = found.sums;
    if distinct as u64 >= bound_sums {
        work.correct(format!(
            "printed |A+A| < {bound_sums}; {pairs} pairs, {distinct} distinct sums"
        ));
    }
    let by_day_6: usize = found.sums_by_birthday.iter().sum();
    work.show(format!("{by_day_6} of the sums are born by day 6"));
    work.show(format!(
        "{} sets of members of C, {} games with a common part",
        found.subsets_of_c, found.games_with_common_part
    ));
    work.proved("the finite computation behind the proof")
}

fn minimal_example(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let g = value(&mut u, "(4+2)#")?;
    let found = parts.prime_partitions(&mut u, g)?;
    work.ensure(!found.is_unique(), "(4+2)# has several prime partitions");
    work.ensure(u.birthday(g) == 7, "it is born on day 7");
    let by_day_6 = parts.unique_partitions_by_day_6(&mut u)?;
    work.ensure(
        by_day_6.failures.is_empty(),
        "no game born by day 6 has several",
    );
    work.proved("by Theorem 7.13")
}
