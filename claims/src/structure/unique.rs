//! Section 7, unique partitions: up to Theorem 7.13.

use super::sample::{games, has_prime_option, name, universe, value};
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::game::{Game, Parity};
use misere::parts::{Parts, PrimePartitions};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.sec7.composites",
        place: "Section 7, before Figure 6",
        statement: "6 even composites are born by day 4 and 490 by day 5, of which 481 have \
                    exactly two even prime parts; the odd ones are the even ones of the day before \
                    plus 1.",
        method: "all games born by day 5",
        needs: NOT_STATED,
        test: composites,
    },
    Claim {
        id: "structure.fig6",
        place: "Figure 6",
        statement: "The nine even games born by day 5 with more than two prime parts.",
        method: "prime partitions of all composite games born by day 5",
        needs: NOT_STATED,
        test: figure_6,
    },
    Claim {
        id: "structure.thm7.13",
        place: "Theorem 7.13",
        statement: "Every game born by day 6 has exactly one prime partition.",
        method: "the finite computation behind the proof, with the odd associates 2+R+1 that the \
                 printed case (ii) omits",
        needs: NOT_STATED,
        test: unique_by_day_6,
    },
    Claim {
        id: "structure.thm7.13.biprime",
        place: "Theorem 7.13, the first step of the proof",
        statement: "A game with a prime option is a biprime (as printed).",
        method: "games with a prime option: prime or biprime, by Proposition 7.5",
        needs: NOT_STATED,
        test: prime_or_biprime,
    },
    Claim {
        id: "structure.thm7.13.C",
        place: "Theorem 7.13, |C|",
        statement: "|C| = 10 games born by day 5 have at least three prime parts, as noted previously.",
        method: "all composite games born by day 5: the nine even ones of Figure 6, and one odd one",
        needs: NOT_STATED,
        test: highly_composite,
    },
    Claim {
        id: "structure.thm7.13.i",
        place: "Theorem 7.13, case (i)",
        statement: "|A| < 500, so |A+A| < 25000, and most of A+A are born after day 6.",
        method: "all sums; 500²/2 is 125000",
        needs: NOT_STATED,
        test: sums_of_primes,
    },
    Claim {
        id: "structure.thm7.13.ii",
        place: "Theorem 7.13, case (ii)",
        statement: "Games whose options share the part R have their options in {2+R} ∪ C_R.",
        method: "all games born by day 5 with the part R: 2+R+1 may be one of them too",
        needs: NOT_STATED,
        test: common_part,
    },
    Claim {
        id: "structure.thm7.13.smallest",
        place: "Section 7, after Definition 7.8",
        statement: "(4+2)#, born on day 7, is a minimal game with several prime partitions.",
        method: "its partitions, and Theorem 7.13",
        needs: NOT_STATED,
        test: minimal_example,
    },
];

fn composites(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let printed = work.printed_numbers("structure.sec7.composites")?;
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
    let mut listed: Vec<Game> = Vec::new();
    for line in work.printed_lines("structure.fig6")? {
        let (game, printed) = line.split_once(' ').ok_or("a row has two cells")?;
        let g = value(&mut u, game)?;
        work.require(!listed.contains(&g), || format!("{game} is listed twice"));
        listed.push(g);
        let found = computed
            .iter()
            .find(|&&(h, _)| h == g)
            .map_or(0, |&(_, primes)| primes);
        work.compare(&format!("primes of {game}"), printed, found);
    }
    work.compare("rows", listed.len(), computed.len());
    work.proved("all games born by day 5")
}

fn unique_by_day_6(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let found = parts.unique_partitions_by_day_6(&mut u)?;
    for &g in &found.failures {
        let name = name(&mut u, g);
        work.ensure(false, format!("{name} has one prime partition"));
    }
    let by_day_6: usize = found.sums_by_birthday.iter().sum();
    work.ensure(
        found.subsets_of_c == 1 << 10 && by_day_6 > 0 && found.games_with_common_part > 1_000,
        format!(
            "{by_day_6} sums, {} sets of members of C, {} games with a common part were tested",
            found.subsets_of_c, found.games_with_common_part
        ),
    );
    // The test can fail: it finds the first game without the property.
    let g = value(&mut u, "(4+2)#")?;
    let several = !parts.prime_partitions(&mut u, g)?.is_unique();
    work.ensure(several, "(4+2)#, born on day 7, has several");
    work.proved("the finite computation behind the proof")
}

fn prime_or_biprime(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let games = games(&mut u, work.at_depth(500, 5_000, 50_000))?;
    let (mut tried, mut prime) = (0u64, Vec::new());
    for &g in &games {
        if !has_prime_option(&mut u, &mut parts, g)? {
            continue;
        }
        tried += 1;
        let found = parts.prime_partitions(&mut u, g)?;
        work.require(found.is_prime() || found.is_biprime(), || format!("{g:?}"));
        if found.is_prime() {
            prime.push(g);
        }
    }
    if let Some(&g) = prime.first() {
        let name = name(&mut u, g);
        work.correct(format!(
            "printed: a biprime; {name} has a prime option and is prime: prime or biprime"
        ));
    }
    work.verified(format!("{tried} games with a prime option"))
}

fn highly_composite(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let printed = work.printed_numbers("structure.thm7.13.C")?;
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for composite in parts.composites_of_day_5(&mut u)? {
        if composite.partitions.iter().any(|p| p.len() > 2) {
            match u.parity(composite.game) {
                Parity::Even => even.push(composite.game),
                Parity::Odd => odd.push(composite.game),
            }
        }
    }
    work.compare(
        "|C|",
        printed.first().ok_or("a number")?,
        even.len() + odd.len(),
    );
    let figure = work.printed_lines("structure.fig6")?.len();
    work.ensure(
        even.len() == figure && odd.len() == 1,
        format!("{figure} even ones, those of Figure 6, and one odd one"),
    );
    let expected = value(&mut u, "2##+1")?;
    work.ensure(odd == [expected], "the odd one is 2##+1");
    work.proved("all games born by day 5")
}

/// Returns A: the even primes that are parts of composite games born by day 5.
fn primes_of_composites(composites: &[PrimePartitions]) -> Vec<Game> {
    let mut primes: Vec<Game> = Vec::new();
    for &p in composites
        .iter()
        .flat_map(|c| c.partitions.iter().flatten())
    {
        if !primes.contains(&p) {
            primes.push(p);
        }
    }
    primes
}

fn sums_of_primes(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let primes = primes_of_composites(&composites);
    let printed = work.printed_numbers("structure.thm7.13.bounds")?;
    let [bound, bound_of_sums] = printed[..] else {
        return Err("two bounds are printed".into());
    };
    let size = primes.len() as u64;
    work.ensure(size < bound, format!("|A| = {size} < {bound}"));
    let (mut sums, mut early) = (std::collections::HashSet::new(), 0u64);
    for (i, &p) in primes.iter().enumerate() {
        for &q in &primes[..=i] {
            let sum = u.sum(p, q)?;
            if sums.insert(sum) {
                early += u64::from(u.birthday(sum) <= 6);
            }
        }
    }
    let distinct = sums.len() as u64;
    let right = bound * bound / 2;
    work.compare("the bound on |A+A|", bound_of_sums, right);
    work.ensure(
        distinct == size * (size + 1) / 2 && distinct < right,
        format!("|A+A| = {distinct}: all sums of two are distinct"),
    );
    work.ensure(
        early < distinct / 100,
        format!("{early} of them are born by day 6"),
    );
    work.proved("all sums")
}

fn common_part(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (universe(work), Parts::new());
    let composites = parts.composites_of_day_5(&mut u)?;
    let two = u.nim(2)?;
    let mut omitted = Vec::new();
    for r in primes_of_composites(&composites) {
        if r == two {
            continue;
        }
        let biprime = u.sum(two, r)?;
        for composite in &composites {
            let g = composite.game;
            if !parts.of(&mut u, g)?.contains(&u, r) {
                continue;
            }
            let in_c = composite.partitions.iter().any(|p| p.len() > 2);
            // A game with the part R is 2+R, 2+R+1, or in C.
            if g != biprime && !in_c {
                work.require(g == u.associate(biprime), || {
                    format!("{g:?} has the part {r:?}")
                });
                omitted.push(g);
            }
        }
    }
    if !omitted.is_empty() {
        let mut names: Vec<String> = omitted.iter().map(|&g| name(&mut u, g)).collect();
        names.sort();
        work.correct(format!(
            "2+R+1 is omitted, which is born by day 5 for {} of the R: {}",
            names.len(),
            names.join(", ")
        ));
    }
    work.proved("all composite games born by day 5")
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
