//! Our own results about games and their parts, derived in `docs/mathematics.md`.

use itertools::Itertools;
use num_bigint::BigUint;

use crate::{Claim, Tested, Work};
use misere::game::Universe;
use misere::parts::{Parts, Relations};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "own.composites",
        place: "Composites of day 6",
        statement: "2^498 − 3·2^256 − 4·2^248 − 472 even composite games are born by day 6, and 490 odd ones. Of the even \
                    ones 1013 have three primes, 11 four and 1 five.",
        method: "the derivation, whose parts are computed; sets of games with the part 2 have it, by differences",
        needs: &["composites", "differences", "parts"],
        test: sixth_day,
    },
    Claim {
        id: "own.lengths",
        place: "Prime partitions of different lengths",
        statement: "No game born by day 7 has prime partitions of different lengths; (4+2#)#, born on day 8, has.",
        method: "the finite computation behind the derivation",
        needs: &["composites", "sums", "parts"],
        test: different_lengths,
    },
    Claim {
        id: "own.relations",
        place: "Relations in the group of differences",
        statement: "The games born by day 4 generate Z/2 ⊕ Z^17: 32 = 2 + 2 is the only relation between the 18 even \
                    games beside 0.",
        method: "all relations of the forms x + y' ≈ x' + y and x + y ≈ x' + y'; and sums of few games are different",
        needs: &["sums"],
        test: relations_of_day_4,
    },
];

fn sixth_day(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (Universe::with_budget(work.budget().clone()), Parts::new());
    let mut count = parts.composites_of_day_6(&mut u)?;
    let two = u.nim(2)?;
    let prime = work.plant("a prime among the games with the part 2", None, |_| {
        Some(two)
    });
    count.with_part_two.extend(prime);
    let others = &mut count.others;
    let fewer = work.plant("a composite game is missed", others.len(), |n| n - 1);
    others.truncate(fewer);
    let power = |n: u32| BigUint::from(2u32).pow(n);
    let stated = power(498) - power(256) * 3u32 - power(248) * 4u32 - 472u32;
    work.compare("even composites", stated, count.even());
    work.compare("odd composites", 490, count.odd);
    let mut lengths = [0u32; 6];
    for composite in parts.highly_composite_by_day_6(&mut u)? {
        lengths[composite.partitions[0].len().min(5)] += 1;
    }
    work.compare(
        "even ones with 3, 4 and 5 primes",
        "[1013, 11, 1]",
        format!("{:?}", &lengths[3..]),
    );
    let members = &count.with_part_two;
    // No set is empty: 2·239 is less than the 498 members.
    for step in 1..work.at_depth(20, 100, 240) {
        for start in 0..3 {
            let some = members.iter().skip(start * step).step_by(step).take(40);
            let g = u.set(some.copied())?;
            let has_part = u.difference(g, two)?.is_some();
            work.require(has_part, || format!("{g:?} does not have the part 2"));
        }
    }
    work.derived("Composite games born by day n", "all lists computed")
}

fn different_lengths(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts) = (Universe::with_budget(work.budget().clone()), Parts::new());
    let text = work.plant("another game", "(4+2#)#", |_| "(4+2)#");
    let g = u.eval(text)?;
    let lengths = parts.prime_partitions(&mut u, g)?;
    work.ensure(
        lengths.has_different_lengths() && u.birthday(g) == 8,
        "(4+2#)# has, and is born on day 8",
    );
    if !work.at_depth(false, false, true) {
        let highly = parts.highly_composite_by_day_6(&mut u)?;
        for composite in &highly {
            let late = "(4+2#)#";
            let option = work.plant("an option of a game of day 8", None, |_| Some(late));
            let g = match option {
                Some(text) => u.eval(text)?,
                None => u.sharp(composite.game)?,
            };
            let found = parts.prime_partitions(&mut u, g)?;
            work.require(!found.has_different_lengths(), || format!("{g:?}"));
        }
        return work.verified(format!(
            "games of day 7 with one option, {} of them",
            highly.len()
        ));
    }
    let found = parts.lengths_by_day_7(&mut u)?;
    work.show(format!(
        "{} sums, {} of them born by day 7; {} games whose options have three primes in common",
        found.sums.0, found.sums.1, found.with_common_primes
    ));
    for g in &found.found {
        work.ensure(false, format!("{g:?} has partitions of one length"));
    }
    work.derived(
        "Partitions of different lengths need day 8",
        "all sums computed",
    )
}

fn relations_of_day_4(work: &mut Work<'_>) -> Tested {
    let mut u = Universe::with_budget(work.budget().clone());
    let mut day_4 = u.games_born_by(4)?;
    let later = u.nim(6)?;
    day_4.extend(work.plant("a game of day 6", None, |_| Some(later)));
    let found = Relations::between(&mut u, &day_4)?;
    work.compare("even games beside 0", 18, found.games.len());
    work.compare("rank", 17, found.rank());
    let two = u.nim(2)?;
    let sum = u.sum(two, two)?;
    let [only] = &found.independent[..] else {
        return Err("there is one relation".into());
    };
    let is_stated = only.left == [sum] && only.right == [two, two];
    work.ensure(is_stated, "the relation is 32 = 2 + 2");
    // Without 32 all sums of few games are different.
    let basis: Vec<_> = found.games.into_iter().filter(|&g| g != sum).collect();
    let most = work.at_depth(3, 4, 6);
    let (mut all, mut sums) = (std::collections::HashSet::new(), 0);
    for summands in 0..=most {
        for some in basis
            .iter()
            .copied()
            .combinations_with_replacement(summands)
        {
            all.insert(u.sum_all(some)?);
            sums += 1;
        }
    }
    work.compare("different sums", sums, all.len());
    work.derived(
        "Relations in the group of differences",
        "all relations of the two forms",
    )
}
