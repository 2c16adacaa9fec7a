//! What none of the papers states: our own results, derived in `docs/mathematics.md`.

use num_bigint::BigUint;

use super::breaking::cut;
use super::claim::{Claim, Tested, Work};
use super::sequences::values;
use crate::census::{Road as CensusRoad, residue, residue_by};
use crate::heaps::ruleset;
use crate::nim::{DefinitionRoad, PeriodSearch, Road, roads};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "own.m8",
        place: "Counting, day 8",
        statement: "The sum over M_6 in |M_8| is a product over M_5, so every residue of |M_8| can \
                    be computed.",
        method: "the product formula against classes of exponents modulo several primes, and one \
                 day lower against the sum term by term",
        test: eighth_day,
    },
    Claim {
        id: "own.m9",
        place: "Counting, day 9",
        statement: "|M_9| modulo primes with a short chain of orders of 2: 29 modulo 97.",
        method: "classes of exponents against the recursion for all days",
        test: ninth_day,
    },
    Claim {
        id: "own.fermat",
        place: "Counting, all days",
        statement: "Modulo Fermat numbers |M_n| = 2^((49−n)/2) − 22524 for odd n ≥ 5, and \
                    2^(7−n/2) − 10 for even n ≥ 4 modulo those up to F_7.",
        method: "against other roads on days 5 to 9",
        test: fermat_numbers,
    },
    Claim {
        id: "own.powerset",
        place: "Powerset lemma",
        statement: "In every game of moving to the sum of a nonempty subset, values are 0 or powers \
                    of two: 0 if the single options have distinct nonzero values, otherwise 2^m for \
                    the least m that is no exponent among them.",
        method: "the definition, with all subsets, against the lemma",
        test: powerset_lemma,
    },
    Claim {
        id: "own.saliquant",
        place: "Bound for saliquant",
        statement: "SG(n) ≥ (n−2)/4 for every even n: each odd m < n/2 is an option, of value \
                    (m−1)/2.",
        method: "the values, and the options that the proof names",
        test: saliquant_bound,
    },
    Claim {
        id: "own.one-two-k",
        place: "Cut games {1,2,k}",
        statement: "For small k the game {1,2,k} is arithmetic periodic.",
        method: "the pattern that is proved or observed",
        test: one_two_k,
    },
    Claim {
        id: "own.conj2",
        place: "Counterexamples to Conjecture 2 of Dailly, Duchêne, Larsson and Paris",
        statement: "{1,4,9} has period 40 and saltus 16, {1,4,13} period 24 and saltus 8, {1,6,13} \
                    period 108 and saltus 32.",
        method: "the pattern that is proved or observed",
        test: counterexamples,
    },
    Claim {
        id: "own.divide-and-residue",
        place: "Gaps of divide-and-residue",
        statement: "The values 24, 40, 41, 46 do not occur; and a value that occurs at an even heap \
                    and at an odd one does not occur beyond three times the larger.",
        method: "all values up to a bound",
        test: gaps,
    },
    Claim {
        id: "own.one-two",
        place: "Hold-outs of {1,2}",
        statement: "A value of {1,2} comes back soon after its first heap, up to a few hold-outs.",
        method: "values that occur once although larger ones are through",
        test: hold_outs,
    },
    Claim {
        id: "own.slopes",
        place: "Slopes of nontotative",
        statement: "For n with smallest prime factor p, SG(n)/n tends to δ_p/w_p: 1/2, 1/4, 1/10, \
                    2/35, 1/35 (a heuristic).",
        method: "largest deviation of SG(n)/n at large n",
        test: slopes,
    },
];

fn big(n: u64) -> BigUint {
    BigUint::from(n)
}

fn eighth_day(work: &mut Work<'_>) -> Tested {
    let few: &[u64] = &[97, 193];
    let some: &[u64] = &[97, 193, 12289, 998_244_353];
    let many: &[u64] = &[97, 193, 577, 769, 12289, 40961, 786_433, 998_244_353];
    let primes = work.at_depth(few, some, many);
    for &p in primes {
        let product = residue_by(CensusRoad::Products, 8, &big(p), work.limits())?;
        let classes = residue_by(CensusRoad::Classes, 8, &big(p), work.limits())?;
        work.ensure(
            product == classes,
            format!("|M_8| = {product} modulo {p} by both roads"),
        );
    }
    let p = 1_000_000_007;
    let product = residue_by(CensusRoad::Products, 7, &big(p), work.limits())?;
    let terms = residue_by(CensusRoad::Terms, 7, &big(p), work.limits())?;
    work.ensure(
        product == terms,
        format!("|M_7| = {product} modulo {p} by both roads"),
    );
    work.verified(format!("{} primes", primes.len()))
}

fn ninth_day(work: &mut Work<'_>) -> Tested {
    for p in [97u64, 193] {
        let classes = residue_by(CensusRoad::Classes, 9, &big(p), work.limits())?;
        let recursion = residue_by(CensusRoad::Recursion, 9, &big(p), work.limits())?;
        work.ensure(
            classes == recursion,
            format!("|M_9| = {classes} modulo {p} by both roads"),
        );
        if p == 97 {
            work.compare("|M_9| modulo 97", 29, classes);
        }
    }
    work.verified("modulo 97 and 193")
}

fn fermat_numbers(work: &mut Work<'_>) -> Tested {
    for modulus in [3u64, 5, 17, 257, 65537] {
        for n in 4..=9u64 {
            let found = residue(n, &big(modulus), work.limits())?;
            // 2 has an order that divides 32 modulo each of these.
            let exponent = if n % 2 == 1 {
                64 + (49 - n) / 2
            } else {
                64 + 7 - n / 2
            };
            let power = big(2).modpow(&big(exponent), &big(modulus));
            let offset = if n % 2 == 1 { 22524 } else { 10 };
            let formula = (power + modulus * 22524 - big(offset)) % modulus;
            work.ensure(
                found == formula,
                format!("|M_{n}| = {found} modulo {modulus}"),
            );
        }
    }
    for n in 7..=9 {
        let closed = residue_by(CensusRoad::ClosedForm, n, &big(17), work.limits())?;
        let other = match n {
            7 => residue_by(CensusRoad::Terms, n, &big(17), work.limits())?,
            8 => residue_by(CensusRoad::Products, n, &big(17), work.limits())?,
            _ => residue_by(CensusRoad::Recursion, n, &big(17), work.limits())?,
        };
        work.ensure(
            closed == other,
            format!("day {n} modulo 17 by another road"),
        );
    }
    work.verified("days 4 to 9 modulo the first five Fermat numbers")
}

fn powerset_lemma(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(16, 19, 22);
    for name in [
        "powerset-maliquot",
        "powerset-saliquot",
        "powerset-maliquant",
        "powerset-saliquant",
        "powerset-totative",
        "powerset-nontotative",
    ] {
        let game = ruleset(name)?;
        let mut road = DefinitionRoad::new(&*game)?;
        road.extend(to, work.limits())?;
        let mut fast = roads(&*game).fast.ok_or("there is a fast road")?;
        fast.extend(to, work.limits())?;
        for (heap, value) in road.values().iter() {
            let number = value.to_u64().unwrap_or(3);
            let power = number == 0 || number.is_power_of_two();
            work.require(power, || format!("{name}({heap}) has value {number}"));
            let same = fast.values().get(heap) == Some(value);
            work.require(same, || {
                format!("{name}({heap}): the lemma gives another value")
            });
        }
    }
    work.verified(format!("six games, heaps to {to} with all subsets"))
}

fn saliquant_bound(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(100_000u64, 1_000_000, 10_000_000);
    let values = values(work, "saliquant", to)?;
    for (n, &value) in (0u64..).zip(&values).skip(2).step_by(2) {
        work.require(4 * u64::from(value) + 2 >= n, || {
            format!("SG({n}) = {value}")
        });
    }
    for (m, &value) in (0u64..).zip(&values).skip(1).step_by(2) {
        work.require(u64::from(value) == (m - 1) / 2, || {
            format!("SG({m}) = {value}")
        });
    }
    // n − m lies strictly between n/2 and n, where no divisor of n is.
    for n in (4..2_000u64).step_by(2) {
        let fine = (1..n / 2).step_by(2).all(|m| n % (n - m) != 0);
        work.require(fine, || format!("an odd m < {n}/2 is no option"));
    }
    work.verified(format!("n ≤ {to}; the proof is two lines"))
}

fn one_two_k(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(12, 20, 30);
    for k in 4..=most {
        let game = ruleset(&cut(&[1, 2, k]))?;
        let answer = PeriodSearch::default().run(&*game, work.limits())?;
        let proof = answer
            .theorem()
            .map_or("observed", |theorem| theorem.name());
        match &answer.pattern {
            Some(pattern) => {
                let (p, s) = (pattern.period().len(), pattern.saltus());
                let before = pattern.preperiod().len();
                work.show(format!(
                    "{{1,2,{k}}}: period {p}, saltus {s}, {before} values before, {proof}"
                ));
            }
            None => work.show(format!("{{1,2,{k}}}: no pattern seen")),
        }
        work.require(answer.pattern.is_some(), || {
            format!("{{1,2,{k}}} shows no pattern")
        });
    }
    work.open(format!("4 ≤ k ≤ {most}"))
}

fn counterexamples(work: &mut Work<'_>) -> Tested {
    let mut all = true;
    for (set, period, saltus) in [
        ([1, 4, 9], 40, 16),
        ([1, 4, 13], 24, 8),
        ([1, 6, 13], 108, 32),
    ] {
        let name = cut(&set);
        let answer = PeriodSearch::default().run(&*ruleset(&name)?, work.limits())?;
        all &= answer.proof.is_some();
        let found = answer
            .pattern
            .as_ref()
            .map(|p| (p.period().len(), p.saltus()));
        let proof = answer
            .theorem()
            .map_or("observed", |theorem| theorem.name());
        work.ensure(
            found == Some((period, saltus)),
            format!("{name}: {found:?}, {proof}"),
        );
    }
    if all {
        work.proved("all three")
    } else {
        work.verified("all three")
    }
}

fn gaps(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = values(work, "divide-and-residue", to)?;
    let most = 64usize;
    // The heaps of each small value: the last, and the first even and the first odd one.
    let mut last = vec![0u64; most];
    let mut first = vec![[None::<u64>; 2]; most];
    for (n, &value) in (1u64..).zip(&values) {
        let Some(place) = first.get_mut(value as usize) else {
            continue;
        };
        let parity = usize::from(n % 2 == 1);
        place[parity].get_or_insert(n);
        last[value as usize] = n;
    }
    for (value, heaps) in first.iter().enumerate() {
        if let [Some(even), Some(odd)] = heaps {
            let bound = 3 * even.max(odd);
            work.require(last[value] <= bound, || {
                format!("value {value} occurs at {}", last[value])
            });
        }
    }
    let absent: Vec<usize> = (0..50).filter(|&v| first[v] == [None, None]).collect();
    work.show(format!("values below 50 that do not occur: {absent:?}"));
    for value in [24, 40, 41, 46] {
        work.ensure(
            absent.contains(&value),
            format!("{value} does not occur up to {to}"),
        );
    }
    work.open(format!("n ≤ {to}; the bound by three is proved"))
}

fn hold_outs(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(8_000u64, 60_000, 300_000);
    let values = values(work, "cut{1,2}", to)?;
    let settled = usize::try_from(to / 4)?;
    let mut count = vec![0u32; settled];
    for &value in &values {
        if let Some(place) = count.get_mut(value as usize) {
            *place += 1;
        }
    }
    let pending: Vec<usize> = (1..settled).filter(|&v| count[v] < 2).collect();
    work.show(format!(
        "of the values 1 to {}, these occur once so far: {pending:?}",
        settled - 1
    ));
    work.ensure(pending.len() * 1000 < settled.max(2000), "they are few");
    work.open(format!("n ≤ {to}"))
}

fn slopes(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(200_000u64, 1_000_000, 10_000_000);
    let values = values(work, "nontotative", to)?;
    let primes = [2u64, 3, 5, 7, 11];
    // δ_p = (1/p)·∏_{q<p}(1 − 1/q) and w_p = 1 − (1/p)·Σ_{q<p} w_q, as fractions.
    let exact = [(1u64, 2u64), (1, 4), (1, 10), (2, 35), (1, 35)];
    for (&p, (a, b)) in primes.iter().zip(exact) {
        let smallest = |n: u64| primes.iter().find(|q| n.is_multiple_of(**q)) == Some(&p);
        let mut worst = 0u64;
        for (n, &value) in (0u64..).zip(&values).skip(usize::try_from(to / 2)?) {
            if smallest(n) {
                // |SG(n)/n − a/b|, in millionths.
                let off = (u64::from(value) * b).abs_diff(a * n);
                worst = worst.max(off * 1_000_000 / (b * n));
            }
        }
        work.show(format!(
            "p = {p}: SG(n)/n is {a}/{b} within {worst} millionths for n > {}",
            to / 2
        ));
        work.require(worst < 3_000, || format!("p = {p}: {worst} millionths off"));
    }
    work.open(format!("n ≤ {to}"))
}
