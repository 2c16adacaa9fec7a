//! Section 7, unique partitions: up to Theorem 7.13.

use itertools::Itertools;

use super::sample::{games, name, universe, value};
use super::slow::{Composite, SCAN, SLOW, Slow, composites};
use crate::{Claim, Tested, Work};
use misere::game::{Game, Parity, Universe};
use misere::limits::Stopped;
use misere::parts::Parts;

/// What the finite computation behind Theorem 7.13 rests on.
const DAY_6: &[&str] = &[
    "sums",
    "structure.cor5.7",
    "structure.lem6.1",
    "structure.prop7.4",
    "structure.prop7.5",
    "structure.prop7.10",
    "structure.cor7.11.fact",
    "structure.cor7.11",
    "structure.lem7.12",
];

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.sec7.composites",
        place: "Section 7, before Figure 6",
        statement: "6 even composites are born by day 4 and 490 by day 5, of which 481 have \
                    exactly two even prime parts; the odd ones are the even ones of the day before \
                    plus 1.",
        method: "all sets of games born by day 4, by differences alone",
        needs: SCAN,
        test: composite_games,
    },
    Claim {
        id: "structure.fig6",
        place: "Figure 6",
        statement: "The nine even games born by day 5 with more than two prime parts.",
        method: "prime partitions of all composite games born by day 5, by differences alone",
        needs: SCAN,
        test: figure_6,
    },
    Claim {
        id: "structure.thm7.13",
        place: "Theorem 7.13",
        statement: "Every game born by day 6 has exactly one prime partition.",
        method: "the finite computation behind the proof by differences alone, with the odd associates 2+R+1 that the \
                 printed case (ii) omits, and the same by the program",
        needs: DAY_6,
        test: unique_by_day_6,
    },
    Claim {
        id: "structure.thm7.13.biprime",
        place: "Theorem 7.13, the first step of the proof",
        statement: "A game with a prime option is a biprime (as printed).",
        method: "games with a prime option: prime or biprime, by Proposition 7.5",
        needs: SLOW,
        test: prime_or_biprime,
    },
    Claim {
        id: "structure.thm7.13.C",
        place: "Theorem 7.13, |C|",
        statement: "|C| = 10 games born by day 5 have at least three prime parts, as noted previously.",
        method: "all composite games born by day 5: the nine even ones of Figure 6, and one odd one",
        needs: SCAN,
        test: highly_composite,
    },
    Claim {
        id: "structure.thm7.13.i",
        place: "Theorem 7.13, case (i)",
        statement: "|A| < 500, so |A+A| < 25000, and most of A+A are born after day 6.",
        method: "all sums; 500²/2 is 125000",
        needs: SCAN,
        test: sums_of_primes,
    },
    Claim {
        id: "structure.thm7.13.ii",
        place: "Theorem 7.13, case (ii)",
        statement: "Games whose options share the part R have their options in {2+R} ∪ C_R.",
        method: "all games born by day 5 with the part R: 2+R+1 may be one of them too",
        needs: SCAN,
        test: common_part,
    },
    Claim {
        id: "structure.thm7.13.smallest",
        place: "Section 7, after Definition 7.8",
        statement: "(4+2)#, born on day 7, is a minimal game with several prime partitions.",
        method: "its partitions, and Theorem 7.13",
        needs: &[
            "sums",
            "structure.thm7.13",
            "structure.cor5.7",
            "structure.lem6.1",
        ],
        test: minimal_example,
    },
];

fn composite_games(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let printed = work.printed_numbers("structure.sec7.composites")?;
    let all = composites(&mut u, &mut slow)?;
    let (even, odd): (Vec<&Composite>, Vec<&Composite>) =
        (all.iter()).partition(|c| u.parity(c.game) == Parity::Even);
    let by_day_4 = even.iter().filter(|c| u.birthday(c.game) <= 4);
    let by_day_4: Vec<Game> = by_day_4.map(|c| c.game).collect();
    let biprimes = even.iter().filter(|c| c.is_biprime()).count() as u64;
    let computed = [by_day_4.len() as u64, even.len() as u64, biprimes];
    work.compare_sequence("composites", 0, &printed, &computed);
    let odd: Vec<Game> = odd.iter().map(|c| u.associate(c.game)).collect();
    let odd = work.plant("an odd composite less", odd, |mut odd| {
        odd.pop();
        odd
    });
    work.ensure(
        odd.len() == by_day_4.len() && by_day_4.iter().all(|g| odd.contains(g)),
        "six odd ones, which are those of day 4 plus 1",
    );
    work.proved("all games born by day 5")
}

fn figure_6(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    work.misprint("structure.fig6", "2### 4", "2### 3");
    work.misprint("structure.fig6", "2##2# 3", "2##3 3");
    let mut computed: Vec<(Game, usize)> = Vec::new();
    for composite in composites(&mut u, &mut slow)? {
        let primes = composite.primes();
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
    let (mut u, mut slow) = (universe(work), Slow::default());
    let composites = composites(&mut u, &mut slow)?;
    let primes = primes_of_composites(&composites);
    let highly: Vec<Game> = (composites.iter().filter(|c| c.primes() > 2))
        .map(|c| c.game)
        .collect();
    let mut games: Vec<Game> = composites.iter().map(|c| c.game).collect();
    let (mut by_day_6, mut common) = (0usize, 0usize);
    for (i, &p) in primes.iter().enumerate() {
        for &q in &primes[i..] {
            let sum = u.sum(p, q)?;
            if u.birthday(sum) <= 6 {
                by_day_6 += 1;
                games.push(sum);
            }
        }
    }
    let subsets_of_c = add_subsets(&mut u, &highly, &mut games)?;
    let two = u.nim(2)?;
    for &r in primes.iter().filter(|&&r| r != two) {
        let biprime = u.sum(two, r)?;
        let mut base = vec![biprime, u.associate(biprime)];
        base.retain(|&g| u.birthday(g) <= 5);
        for &g in &highly {
            if slow.has_part(&mut u, g, r)? {
                base.push(g);
            }
        }
        common += add_subsets(&mut u, &base, &mut games)?;
    }
    // The first game without the property, born on day 7.
    let several = value(&mut u, "(4+2)#")?;
    for g in games {
        let g = work.plant("a game born on day 7", g, |_| several);
        let found = slow.prime_partitions(&mut u, g)?.len();
        work.require(found == 1, || format!("{g:?} has {found} prime partitions"));
    }
    let report = Parts::new().unique_partitions_by_day_6(&mut u)?;
    let early: usize = report.sums_by_birthday.iter().sum();
    let same = (subsets_of_c, common, by_day_6)
        == (report.subsets_of_c, report.games_with_common_part, early);
    work.ensure(
        same && report.failures.is_empty(),
        format!(
            "{by_day_6} sums, {subsets_of_c} sets of members of C, {common} games with a common part, by \
             the program too"
        ),
    );
    work.derived(
        "Composite games born by day n",
        "the finite computation behind the proof",
    )
}

/// Adds the games whose options are some of these, and returns how many sets there are.
fn add_subsets(
    u: &mut Universe,
    options: &[Game],
    games: &mut Vec<Game>,
) -> Result<usize, Stopped> {
    let before = games.len();
    for subset in options.iter().copied().powerset() {
        games.push(u.set(subset)?);
    }
    Ok(games.len() - before)
}

fn prime_or_biprime(work: &mut Work<'_>) -> Tested {
    let (mut u, mut slow) = (universe(work), Slow::default());
    let games = games(&mut u, work.at_depth(200, 1_000, 5_000))?;
    let (mut tried, mut prime) = (0u64, Vec::new());
    for &g in &games {
        if !slow.has_prime_option(&mut u, g)? {
            continue;
        }
        tried += 1;
        let found = slow.prime_partitions(&mut u, g)?;
        let found = work.plant("a second partition", found, |mut found| {
            found.push(Vec::new());
            found
        });
        let is_prime = matches!(&found[..], [only] if only.len() == 1);
        let is_biprime = matches!(&found[..], [only] if only.len() == 2);
        work.require(is_prime || is_biprime, || format!("{g:?}"));
        if is_prime {
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
    let (mut u, mut slow) = (universe(work), Slow::default());
    let printed = work.printed_numbers("structure.thm7.13.C")?;
    work.misprint("structure.fig6", "2##2[#1]2# 3", "");
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for composite in composites(&mut u, &mut slow)? {
        if composite.primes() > 2 {
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
    let odd = work.plant("another odd game", odd, |_| vec![u.one()]);
    work.ensure(odd == [expected], "the odd one is 2##+1");
    work.proved("all games born by day 5")
}

/// Returns A: the even primes that are parts of composite games born by day 5.
fn primes_of_composites(composites: &[Composite]) -> Vec<Game> {
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
    let (mut u, mut slow) = (universe(work), Slow::default());
    let composites = composites(&mut u, &mut slow)?;
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
    let distinct = work.plant("a sum less", sums.len() as u64, |distinct| distinct - 1);
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
    let (mut u, mut slow) = (universe(work), Slow::default());
    let composites = composites(&mut u, &mut slow)?;
    let two = u.nim(2)?;
    let mut omitted = Vec::new();
    for r in primes_of_composites(&composites) {
        if r == two {
            continue;
        }
        let biprime = u.sum(two, r)?;
        for composite in &composites {
            let g = composite.game;
            if !slow.has_part(&mut u, g, r)? {
                continue;
            }
            let in_c = composite.primes() > 2;
            let g = work.plant("a game without the part R", g, |_| two);
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
    let (mut u, mut slow) = (universe(work), Slow::default());
    let g = value(&mut u, "(4+2)#")?;
    let g = work.plant("another game", g, |_| u.one());
    let found = slow.prime_partitions(&mut u, g)?;
    work.ensure(found.len() == 2, "(4+2)# has two prime partitions");
    work.ensure(u.birthday(g) == 7, "it is born on day 7");
    work.show("no game born by day 6 has several, by Theorem 7.13");
    work.derived(
        "Composite games born by day n",
        "the example, and Theorem 7.13",
    )
}
