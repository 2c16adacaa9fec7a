//! Our own results, derived in `docs/mathematics.md`.

use itertools::Itertools;
use num_bigint::BigUint;

use super::arithmetic::{by_powerset_lemma, direct};
use super::breaking::cut;
use super::sequences::{follows, periods, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::census::{Day, Method as CensusMethod, residue_by};
use misere::game::{Parity, Universe};
use misere::heaps::ruleset;
use misere::nim::{DefinitionEvaluator, Evaluator, NimValue, PeriodSearch, methods};
use misere::parts::Parts;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "own.day5",
        place: "Counting, day 5",
        statement: "Of the 4171780 games born by day 5, 19 are odd and 245249 are P-positions; 22524 sets of \
                    games born by day 4 are reducible; 490 even composites (481 biprimes, 8 with three \
                    primes, 1 with four) and 6 odd ones.",
        method: "all sets of games born by day 4, and all composite games born by day 5",
        needs: &["listing", "composites"],
        test: fifth_day,
    },
    Claim {
        id: "own.m8",
        place: "Counting, day 8",
        statement: "The sum over M_6 in |M_8| is a product over M_5, so every residue of |M_8| can \
                    be computed.",
        method: "the product formula against classes of exponents modulo several primes, and one \
                 day lower against the sum term by term",
        needs: &["recurrences"],
        test: eighth_day,
    },
    Claim {
        id: "own.m9",
        place: "Counting, day 9",
        statement: "|M_9| modulo primes with a short chain of orders of 2: 29 modulo 97.",
        method: "classes of exponents against the recursion for all days",
        needs: &["recurrences"],
        test: ninth_day,
    },
    Claim {
        id: "own.fermat",
        place: "Counting, all days",
        statement: "Modulo Fermat numbers |M_n| = 2^((49−n)/2) − 22524 for odd n ≥ 5, and \
                    2^(7−n/2) − 10 for even n ≥ 4 modulo those up to F_7.",
        method: "against other methods on days 5 to 9",
        needs: &["recurrences"],
        test: fermat_numbers,
    },
    Claim {
        id: "own.powerset",
        place: "Powerset lemma",
        statement: "In every game of moving to the sum of a nonempty subset, values are 0 or powers \
                    of two: 0 if the single options have distinct nonzero values, otherwise 2^m for \
                    the least m that is no exponent among them.",
        method: "the definition, with all subsets, against the lemma",
        needs: &["nim-definition"],
        test: powerset_lemma,
    },
    Claim {
        id: "own.saliquant",
        place: "Bound for saliquant",
        statement: "SG(n) ≥ (n−2)/4 for every even n: each odd m < n/2 is an option, of value \
                    (m−1)/2.",
        method: "all heaps except those given by divisors, counted; and the options that the proof names",
        needs: &["nim-definition", "arithmetic.thm4"],
        test: saliquant_bound,
    },
    Claim {
        id: "own.one-two-k",
        place: "Cut games {1,2,k}",
        statement: "For k = 4, …, 20 the game {1,2,k} is arithmetic periodic with saltus s = 8, 8, 8, 16, 8, \
                    16, 32, 16, 32, 32, 32, 64, 32, 64, 128, 64, 128 and period 2s − 4, from heap 1 on, or \
                    from heap 7 on for k = 8 and 16.",
        method: "the pattern is proved, by the AP-test or by the theorem for a saltus that is a power of \
                 two, and the values are compared with it",
        needs: &["periods", "nim-sets"],
        test: one_two_k,
    },
    Claim {
        id: "own.family-c",
        place: "Cut games {1,2} ∪ K with 3 ∉ K (Family C of Ellis and Thanatipanonda)",
        statement: "Order the numbers from 4 on in classes: 5; 4, 6; 8; 7, 9, 11; then, with 8q added for q = 1, 2, …, \
                    5; 2, 4, 6; 8; 7, 9, 11. The first class that K meets decides: the values are those of {1,2,k} \
                    for each k of the class, with saltus s = 8·4^q, or 16·4^q in the last of the four classes, and \
                    period 2s − 4, from heap 1 on, or from heap 7 on for k = 8q + 8. (A conjecture.)",
        method: "all K of numbers up to a bound: the pattern is proved, and is that of the class; the theorem needs \
                 a bound for each K, so it says nothing of the others",
        needs: &["periods", "nim-sets"],
        test: family_c,
    },
    Claim {
        id: "own.conj2",
        place: "Counterexamples to Conjecture 2 of Dailly, Duchêne, Larsson and Paris",
        statement: "{1,4,9} has period 40 and saltus 16, {1,4,13} period 24 and saltus 8, {1,6,13} \
                    period 108 and saltus 32.",
        method: "the pattern that is proved or observed",
        needs: &["periods", "nim-sets"],
        test: counterexamples,
    },
    Claim {
        id: "own.divide-and-residue",
        place: "Gaps of divide-and-residue",
        statement: "Of the values below 60 exactly 24, 40, 41, 46, 47, 48, 49, 54, 55, 59 do not occur; and a value that occurs at an even heap and at an odd one does not occur \
                    beyond three times the larger.",
        method: "all values up to a bound",
        needs: &["nim-definition"],
        test: gaps,
    },
    Claim {
        id: "own.one-two",
        place: "Hold-outs of {1,2}",
        statement: "In the sequence of {1,2} every value from 1 up to nearly n/2 has occurred twice by n, up to \
                    a few hold-outs: one, 96029, by n = 300000.",
        method: "values that occur once although larger ones are through",
        needs: &["cut-one-two"],
        test: hold_outs,
    },
    Claim {
        id: "own.slopes",
        place: "Slopes of nontotative",
        statement: "For n with smallest prime factor p, SG(n)/n tends to δ_p/w_p: 1/2, 1/4, 1/10, \
                    2/35, 1/35 (a heuristic).",
        method: "largest deviation of SG(n)/n at large n",
        needs: &["nim-definition", "arithmetic.thm6.v", "arithmetic.thm6.vi"],
        test: slopes,
    },
];

fn big(n: u64) -> BigUint {
    BigUint::from(n)
}

fn fifth_day(work: &mut Work<'_>) -> Tested {
    let day = Day::new(5)?.statistics(work.budget())?;
    let games = work.plant("a game is counted twice", day.games, |games| games + 1);
    work.compare("games", 4_171_780, games);
    work.compare("odd", 19, day.odd);
    work.compare("P-positions", 245_249, day.p_positions);
    work.compare("reducible sets", 22_524, (1u64 << 22) - day.games);
    let (mut u, mut parts) = (Universe::with_budget(work.budget().clone()), Parts::new());
    // Even composites by the number of their primes, and the odd ones.
    let (mut by_primes, mut odd) = ([0u32; 5], 0u32);
    let composites = parts.composites_of_day_5(&mut u)?;
    let composites = work.plant(
        "a composite game is missing",
        composites,
        |mut composites| {
            composites.pop();
            composites
        },
    );
    for composite in composites {
        let primes = composite.partitions[0].len();
        match u.parity(composite.game) {
            Parity::Even => by_primes[primes.min(4)] += 1,
            Parity::Odd => odd += 1,
        }
    }
    work.compare(
        "with two, three, four primes",
        "[481, 8, 1]",
        format!("{:?}", &by_primes[2..]),
    );
    work.compare("odd composites", 6, odd);
    work.proved("all games born by day 5")
}

fn eighth_day(work: &mut Work<'_>) -> Tested {
    let few: &[u64] = &[97, 193];
    let some: &[u64] = &[97, 193, 12289, 998_244_353];
    let many: &[u64] = &[97, 193, 577, 769, 12289, 40961, 786_433, 998_244_353];
    let primes = work.at_depth(few, some, many);
    for &p in primes {
        let product = residue_by(CensusMethod::Products, 8, &big(p), work.budget())?;
        let classes = residue_by(CensusMethod::Classes, 8, &big(p), work.budget())?;
        let classes = work.plant("a residue one larger", classes, |residue| residue + 1u32);
        work.ensure(
            product == classes,
            format!("|M_8| = {product} modulo {p} by both methods"),
        );
    }
    let p = 1_000_000_007;
    let product = residue_by(CensusMethod::Products, 7, &big(p), work.budget())?;
    let terms = residue_by(CensusMethod::Terms, 7, &big(p), work.budget())?;
    work.ensure(
        product == terms,
        format!("|M_7| = {product} modulo {p} by both methods"),
    );
    work.derived("4. The product formula", format!("{} primes", primes.len()))
}

fn ninth_day(work: &mut Work<'_>) -> Tested {
    for p in [97u64, 193] {
        let classes = residue_by(CensusMethod::Classes, 9, &big(p), work.budget())?;
        let classes = work.plant("a residue one larger", classes, |residue| residue + 1u32);
        let recursion = residue_by(CensusMethod::Recursion, 9, &big(p), work.budget())?;
        work.ensure(
            classes == recursion,
            format!("|M_9| = {classes} modulo {p} by both methods"),
        );
        if p == 97 {
            work.compare("|M_9| modulo 97", 29, classes);
        }
    }
    work.derived("5. Classes of exponents: day 9", "modulo 97 and 193")
}

fn fermat_numbers(work: &mut Work<'_>) -> Tested {
    for modulus in [3u64, 5, 17, 257, 65537] {
        for n in 4..=9u64 {
            // By methods that do not use the closed form.
            let method = match n {
                ..7 => CensusMethod::Terms,
                7 => CensusMethod::Products,
                _ => CensusMethod::Recursion,
            };
            let found = residue_by(method, n, &big(modulus), work.budget())?;
            // 2 has an order that divides 32 modulo each of these.
            let exponent = if n % 2 == 1 {
                64 + (49 - n) / 2
            } else {
                64 + 7 - n / 2
            };
            let power = big(2).modpow(&big(exponent), &big(modulus));
            let offset = if n % 2 == 1 { 22524 } else { 10 };
            let offset = work.plant("a constant one larger", offset, |offset| offset + 1);
            let formula = (power + modulus * 22525 - big(offset)) % modulus;
            work.ensure(
                found == formula,
                format!("|M_{n}| = {found} modulo {modulus}"),
            );
        }
    }
    for n in 7..=9 {
        let closed = residue_by(CensusMethod::ClosedForm, n, &big(17), work.budget())?;
        let other = match n {
            7 => residue_by(CensusMethod::Terms, n, &big(17), work.budget())?,
            8 => residue_by(CensusMethod::Products, n, &big(17), work.budget())?,
            _ => residue_by(CensusMethod::Recursion, n, &big(17), work.budget())?,
        };
        work.ensure(
            closed == other,
            format!("day {n} modulo 17 by another method"),
        );
    }
    work.derived(
        "6. All days modulo divisors of 2^(2^k) − 1",
        "days 4 to 9 modulo the first five Fermat numbers",
    )
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
        let mut method = DefinitionEvaluator::new(&*game)?;
        method.extend(to, work.budget())?;
        let mut fast = methods(&*game).fast.ok_or("there is a fast method")?;
        fast.extend(to, work.budget())?;
        let by_lemma = by_powerset_lemma(name, to)?;
        for ((heap, value), exponent) in method.values().iter().zip(by_lemma) {
            let number = value.to_u64().unwrap_or(3);
            let power = number == 0 || number.is_power_of_two();
            work.require(power, || format!("{name}({heap}) has value {number}"));
            let lemma = exponent.map_or(NimValue::default(), |e| NimValue::power_of_two(e.into()));
            let lemma = work.plant("another power of two", lemma, |_| {
                NimValue::power_of_two(99u32.into())
            });
            work.require(lemma == value, || {
                format!("{name}({heap}): the lemma gives another value")
            });
            let same = fast.values().get(heap) == Some(value);
            work.require(same, || {
                format!("{name}({heap}): the method of the program gives another value")
            });
        }
    }
    work.derived(
        "Powerset lemma",
        format!("six games, heaps to {to} with all subsets"),
    )
}

fn saliquant_bound(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(10_000u64, 30_000, 100_000);
    let values = direct(work, "saliquant", to)?;
    for (n, &value) in (0u64..).zip(&values).skip(2).step_by(2) {
        let value = work.plant("an even heap of value 0", value, |_| 0);
        work.require(4 * u64::from(value) + 2 >= n, || {
            format!("SG({n}) = {value}")
        });
    }
    for (m, &value) in (0u64..).zip(&values).skip(1).step_by(2) {
        let value = work.plant("a value one larger", value, |value| value + 1);
        work.require(u64::from(value) == (m - 1) / 2, || {
            format!("SG({m}) = {value}")
        });
    }
    // n − m lies strictly between n/2 and n, where no divisor of n is.
    for n in (4..2_000u64).step_by(2) {
        let fine = (1..n / 2).step_by(2).all(|m| n % (n - m) != 0);
        work.require(fine, || format!("an odd m < {n}/2 is no option"));
    }
    work.derived("Saliquant is at least (n−2)/4", format!("n ≤ {to}"))
}

fn one_two_k(work: &mut Work<'_>) -> Tested {
    let saltus = [
        8u64, 8, 8, 16, 8, 16, 32, 16, 32, 32, 32, 64, 32, 64, 128, 64, 128,
    ];
    let most = work.at_depth(14u64, 17, 20);
    for (k, s) in (4..=most).zip(saltus) {
        let s = work.plant("a saltus twice as large", s, |s| 2 * s);
        let name = cut(&[1, 2, k]);
        let search = PeriodSearch::new(Some(if s >= 64 { 1_300 } else { 600 }), true);
        let answer = periods(work, &search, &*ruleset(&name)?)?;
        let proof = answer
            .theorem()
            .map_or("not proved", |theorem| theorem.name());
        let found = answer.pattern.as_ref().map(|p| {
            (
                p.preperiod().len() as u64,
                p.period().len() as u64,
                p.saltus(),
            )
        });
        let before = if k % 8 == 0 { 6 } else { 0 };
        work.ensure(
            found == Some((before, 2 * s - 4, s)) && answer.proof.is_some(),
            match found {
                Some((before, period, saltus)) => format!(
                    "{name}: period {period}, saltus {saltus}, {before} values before; {proof}"
                ),
                None => format!("{name}: no period, {proof}"),
            },
        );
        let far = values(work, &name, 4 * s + 40)?;
        let follows = follows(answer.pattern.as_ref(), &far);
        work.require(follows, || format!("{name} leaves its pattern"));
    }
    let range = format!("4 ≤ k ≤ {most}");
    if most < 20 {
        return work.verified(range);
    }
    work.proved(range)
}

/// Returns q and the place of k among the four classes with the same q, in the order of `own.family-c`.
fn class_in_family_c(k: u64) -> (u64, u64) {
    match k % 8 {
        5 => (k / 8, 0),
        2 | 4 | 6 => (k / 8, 1),
        0 => (k / 8 - 1, 2),
        7 => (k / 8, 3),
        _ => (k / 8 - 1, 3),
    }
}

fn family_c(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(12u64, 15, 18);
    let mut patterns = std::collections::BTreeMap::new();
    for more in (4..=most).powerset().skip(1) {
        let deciding = more.iter().map(|&k| class_in_family_c(k)).min();
        let (q, place) = deciding.ok_or("a number beside 1 and 2")?;
        let saltus = if place == 3 { 16 } else { 8 } << (2 * q);
        let saltus = work.plant("twice the saltus", saltus, |s| 2 * s);
        let name = cut(&[&[1, 2][..], &more].concat());
        let search = PeriodSearch::new((saltus >= 64).then_some(1_300), true);
        let answer = periods(work, &search, &*ruleset(&name)?)?;
        let proved = answer.proof.is_some();
        let pattern = answer
            .pattern
            .ok_or_else(|| format!("{name} has a pattern"))?;
        let before = if place == 2 { 6 } else { 0 };
        let shape = (pattern.preperiod().len(), pattern.period().len() as u64);
        let expected = (before, 2 * saltus - 4);
        let fits = proved && shape == expected && pattern.saltus() == saltus;
        work.require(fits, || {
            format!("{name}: preperiod and period {shape:?}, proved: {proved}")
        });
        let of_class = patterns
            .entry((q, place))
            .or_insert_with(|| pattern.clone());
        work.require(*of_class == pattern, || {
            format!("{name} has values of its own in class {place} of q = {q}")
        });
    }
    let mut all: Vec<_> = patterns.values().map(ToString::to_string).collect();
    all.sort();
    all.dedup();
    work.ensure(
        all.len() == patterns.len(),
        format!("{} classes have different values", patterns.len()),
    );
    let range = format!(
        "all {} sets of numbers up to {most}, each proved",
        (1u64 << (most - 3)) - 1
    );
    work.open(Evidence::Verified, range)
}

fn counterexamples(work: &mut Work<'_>) -> Tested {
    let mut all = true;
    for (set, period, saltus) in [
        ([1, 4, 9], 40, 16),
        ([1, 4, 13], 24, 8),
        ([1, 6, 13], 108, 32),
    ] {
        let name = cut(&set);
        let period = work.plant("a period one longer", period, |period| period + 1);
        let answer = periods(work, &PeriodSearch::default(), &*ruleset(&name)?)?;
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
        work.observed("all three")
    }
}

fn gaps(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = values(work, "divide-and-residue", to)?;
    let values = work.plant("a heap of value 24", values, |mut values| {
        values[999] = 24;
        values
    });
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
    let absent: Vec<usize> = (0..60).filter(|&v| first[v] == [None, None]).collect();
    work.ensure(
        absent == [24, 40, 41, 46, 47, 48, 49, 54, 55, 59],
        format!("values below 60 that do not occur: {absent:?}"),
    );
    work.open(
        Evidence::Observed,
        format!("n ≤ {to}; the bound by three is proved"),
    )
}

fn hold_outs(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(8_000u64, 60_000, 300_000);
    let values = values(work, "cut{1,2}", to)?;
    let values = work.plant("a heap of value 0", values, |mut values| {
        values[3999] = 0;
        values
    });
    // The last values may still occur again.
    let settled = usize::try_from(to / 2 - to / 100)?;
    let mut count = vec![0u32; settled];
    for &value in &values {
        if let Some(place) = count.get_mut(value as usize) {
            *place += 1;
        }
    }
    let pending: Vec<usize> = (1..settled).filter(|&v| count[v] < 2).collect();
    let expected: &[usize] = work.at_depth(&[3_615], &[26_614], &[96_029]);
    work.ensure(
        pending == expected,
        format!(
            "of the values 1 to {} these occur less than twice: {pending:?}",
            settled - 1
        ),
    );
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}

fn slopes(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(200_000u64, 1_000_000, 10_000_000);
    let values = values(work, "nontotative", to)?;
    let values = work.plant("the last heap has value 0", values, |mut values| {
        values.pop();
        values.push(0);
        values
    });
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
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}
