//! Sections 1.1 to 1.3: divisors, nondivisors, totatives.

use super::direct::direct;
use crate::sequences::{defined, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::numbers::{Factored, odd_index};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.thm1",
        place: "Theorem 1",
        statement: "maliquot: SG(n) = Ω(n).",
        method: "a loop over divisors and the definition against Ω",
        needs: &["nim-definition"],
        test: |work| formula(work, "maliquot", 1, |n| factored(n).big_omega()),
    },
    Claim {
        id: "arithmetic.thm2",
        place: "Theorem 2",
        statement: "saliquot: SG(0) = 0 and SG(n) = v(n) + 1.",
        method: "a loop over divisors and the definition against v",
        needs: &["nim-definition"],
        test: |work| {
            formula(work, "saliquot", 0, |n| {
                if n == 0 {
                    0
                } else {
                    u64::from(n.trailing_zeros()) + 1
                }
            })
        },
    },
    Claim {
        id: "arithmetic.thm2.proof",
        place: "Theorem 2, a step of the proof",
        statement: "saliquot: SG(n) > 2 for even n (as printed).",
        method: "a loop over divisors; SG(2) = 2, and the same line of the scan has 6 for ≤, so read ≥",
        needs: &["nim-definition"],
        test: even_heaps_of_saliquot,
    },
    Claim {
        id: "arithmetic.sec1.2.1.io",
        place: "Section 1.2.1, before Lemma 1",
        statement: "io(2m−1) = m, and io(n) ≤ (n+1)/2.",
        method: "all n up to a bound",
        needs: &[],
        test: index_function,
    },
    Claim {
        id: "arithmetic.lem1",
        place: "Lemma 1",
        statement: "The indices of the largest odd factors of n, …, 2n−1 are 1, …, n.",
        method: "all n up to a bound",
        needs: &[],
        test: lemma_1,
    },
    Claim {
        id: "arithmetic.thm3",
        place: "Theorem 3",
        statement: "maliquant: SG(0) = 0 and SG(n) = io(n).",
        method: "all heaps except the divisors, counted, and the definition; io by n = 2^k(2m−1)",
        needs: &["nim-definition"],
        test: |work| formula(work, "maliquant", 0, |n| if n == 0 { 0 } else { io(n) }),
    },
    Claim {
        id: "arithmetic.sec1.2.2.even",
        place: "Section 1.2.2, values of even heaps",
        statement: "saliquant: 25 values of even heaps.",
        method: "values by definition",
        needs: &["nim-definition", "printed"],
        test: even_heaps,
    },
    Claim {
        id: "arithmetic.sec1.2.2.ratios",
        place: "Section 1.2.2, ratios",
        statement: "saliquant: SG(n)/n for n = 2, 4, …, 48.",
        method: "values by definition",
        needs: &["nim-definition", "printed"],
        test: ratios,
    },
    Claim {
        id: "arithmetic.sec1.2.2.smallest",
        place: "Section 1.2.2, smallest ratios",
        statement: "The smallest ratios occur at 6, 10, 18, 22, 34, 38, 46, where (n−2)/SG(n) = 4.",
        method: "values by definition, sorted by the ratios from n = 4 on, since SG(2) = 0 divides nothing; \
                 beyond, all heaps except those given by divisors, counted",
        needs: &["nim-definition", "printed"],
        test: smallest_ratios,
    },
    Claim {
        id: "arithmetic.sec1.2.2.bound",
        place: "Section 1.2.2, lower bound",
        statement: "It is believed that SG(n) ≥ (n−2)/4 for all n.",
        method: "all heaps except those given by divisors, counted; it is a theorem, own.saliquant",
        needs: &["nim-definition", "arithmetic.thm4"],
        test: lower_bound,
    },
    Claim {
        id: "arithmetic.fig1",
        place: "Figure 1",
        statement: "The initial 1000 values of saliquant: the lower bound appears to continue.",
        method: "the values by definition: none below (n−2)/4, none from n/2 on, odd heaps on the line \
                 (n−1)/2",
        needs: &["nim-definition"],
        test: figure_1,
    },
    Claim {
        id: "arithmetic.thm4",
        place: "Theorem 4",
        statement: "saliquant: SG(n) = (n−1)/2 for odd n, and SG(n) < n/2 (for n ≥ 1).",
        method: "all heaps except those given by divisors, counted, and the definition",
        needs: &["nim-definition"],
        test: theorem_4,
    },
    Claim {
        id: "arithmetic.thm5",
        place: "Theorem 5",
        statement: "totative: SG(1) = 0, and otherwise the index of the smallest prime divisor.",
        method: "all coprime heaps, counted, and the definition",
        needs: &["nim-definition"],
        test: theorem_5,
    },
    Claim {
        id: "arithmetic.sec1.3.A055396",
        place: "Section 1.3, A055396",
        statement: "The values of totative are A055396: a(1) = 0, the smallest prime dividing n is \
                    the a(n)-th.",
        method: "a(n) by trial division and by counting primes, against values by definition",
        needs: &["nim-definition"],
        test: smallest_prime_sequence,
    },
];

pub(super) fn factored(n: u64) -> Factored<u64> {
    Factored::from_word(n.try_into().unwrap_or(std::num::NonZeroU64::MIN))
}

/// Returns the index m of n = 2^k(2m−1).
pub(super) fn io(n: u64) -> u64 {
    (n >> n.trailing_zeros()).div_ceil(2)
}

/// Computes the index of the smallest prime of each number up to a bound, 0 for 0 and 1, with the
/// sieve of Eratosthenes: a number is first crossed out by its smallest prime.
pub(super) fn smallest_prime_indices(to: u64) -> Result<Vec<u64>, std::num::TryFromIntError> {
    let size = usize::try_from(to)? + 1;
    let mut index = vec![0u64; size];
    let mut primes = 0;
    for p in 2..size {
        if index[p] == 0 {
            primes += 1;
            let multiples = index[p..].iter_mut().step_by(p);
            for place in multiples.filter(|place| **place == 0) {
                *place = primes;
            }
        }
    }
    Ok(index)
}

/// Compares the values of a ruleset with a formula. The values come from a loop over the rules
/// and from the definition; the fast method, which may be the formula itself, must agree as well.
pub(super) fn formula(
    work: &mut Work<'_>,
    name: &str,
    from: u64,
    value: impl Fn(u64) -> u64,
) -> Tested {
    let to = work.at_depth(5_000, 20_000, 60_000);
    let smallest = misere::heaps::ruleset(name)?.smallest();
    let found = direct(work, name, to)?;
    let fast = values(work, name, to)?;
    work.ensure(fast == found, format!("the fast method agrees to {to}"));
    let mut exceptions = Vec::new();
    for (n, &found) in (smallest..).zip(&found).filter(|&(n, _)| n >= from) {
        let found = work.plant("a value one larger", found, |found| found + 1);
        if u64::from(found) != value(n) {
            exceptions.push(n);
        }
    }
    exceptions_noted(work, &exceptions);
    work.verified(format!("n ≤ {to}"))
}

/// An exception at n = 1 or 2 is a correction, any other a failure.
pub(super) fn exceptions_noted(work: &mut Work<'_>, exceptions: &[u64]) {
    for &n in exceptions.iter().take(5) {
        if n <= 2 {
            work.correct(format!("n = {n} is an exception"));
        } else {
            work.ensure(false, format!("n = {n}"));
        }
    }
}

fn even_heaps_of_saliquot(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(5_000u64, 20_000, 100_000);
    let values = direct(work, "saliquot", to)?;
    let even = (0u64..).zip(&values).skip(2).step_by(2);
    let two: Vec<u64> = even
        .clone()
        .filter(|&(_, &v)| v == 2)
        .map(|(n, _)| n)
        .collect();
    for (n, &v) in even {
        let v = work.plant("an even heap of value 1", v, |_| 1);
        work.require(v >= 2, || format!("SG({n}) = {v}"));
    }
    if let Some(n) = two.first() {
        work.remark(format!("read SG(n) ≥ 2: SG({n}) = 2"));
    }
    work.scan(Evidence::Verified, format!("n ≤ {to}"))
}

fn index_function(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 200_000, 2_000_000);
    for n in 1..=to {
        let index = work.plant("an index one larger", io(2 * n - 1), |index| index + 1);
        work.require(index == n && 2 * io(n) <= n + 1, || format!("n = {n}"));
    }
    let same = (1..=2_000u64).all(|n| odd_index(&n.into()) == io(n).into());
    work.ensure(same, "io by both ways up to 2000");
    work.verified(format!("n ≤ {to}"))
}

fn lemma_1(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(500u64, 2_000, 5_000);
    for n in 1..=to {
        let mut indices: Vec<u64> = (n..2 * n).map(io).collect();
        indices.sort_unstable();
        let indices = work.plant("an index is missing", indices, |mut indices| {
            indices.pop();
            indices
        });
        work.require(indices.into_iter().eq(1..=n), || format!("n = {n}"));
    }
    work.verified(format!("n ≤ {to}"))
}

fn even_heaps(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_numbers("arithmetic.values.saliquant.even")?;
    let values = defined(work, "saliquant", 2 * printed.len() as u64)?;
    let computed: Vec<u64> = values.iter().step_by(2).map(|&v| u64::from(v)).collect();
    work.compare_sequence("SG(2i)", 0, &printed, &computed);
    work.proved(format!("n ≤ {}", 2 * (printed.len() - 1)))
}

fn ratios(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_words("arithmetic.values.saliquant.ratios")?;
    let values = defined(work, "saliquant", 2 * printed.len() as u64)?;
    for (n, ratio) in (1u64..).map(|i| 2 * i).zip(&printed) {
        let (a, b) = ratio.split_once('/').unwrap_or((ratio, "1"));
        let (a, b): (u64, u64) = (a.parse()?, b.parse()?);
        let value = values.get(usize::try_from(n)?).map_or(0, |&v| u64::from(v));
        if value * b != a * n {
            work.correct(format!(
                "SG({n})/{n}: printed {ratio}, computed {value}/{n}"
            ));
        }
    }
    work.proved(format!("n ≤ {}", 2 * printed.len()))
}

fn smallest_ratios(work: &mut Work<'_>) -> Tested {
    // The ratios that the paper lists go to n = 48.
    const LISTED: u64 = 48;
    let to = work.at_depth(2_000u64, 20_000, 60_000);
    let values = direct(work, "saliquant", to)?;
    let even = (0u64..).zip(&values).skip(4).step_by(2);
    let mut ratios: Vec<(u64, u64)> = Vec::new();
    for (n, &v) in even {
        let v = work.plant("a value below the bound", u64::from(v), |_| n / 4 - 1);
        // No ratio is smaller than those with (n−2)/SG(n) = 4, and these have odd halves.
        let (line, is_odd) = (4 * v + 2, n / 2 % 2 == 1);
        work.require(line > n || (line == n && is_odd), || {
            format!("SG({n}) = {v}")
        });
        ratios.push((v, n));
    }
    ratios.retain(|&(_, n)| n <= LISTED);
    ratios.sort_by(|(v, n), (w, m)| (v * m).cmp(&(w * n)));
    let printed = work.printed_numbers("arithmetic.values.saliquant.smallest")?;
    let smallest = ratios.iter().take_while(|&&(v, n)| 4 * v + 2 == n);
    let halves: Vec<u64> = smallest.map(|&(_, n)| n / 2).collect();
    work.ensure(
        halves.len() == printed.len(),
        format!("{} ratios are the smallest", halves.len()),
    );
    work.compare_sequence("halves", 1, &printed, &halves);
    work.verified(format!("n ≤ {to}"))
}

fn lower_bound(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(10_000u64, 30_000, 100_000);
    let values = direct(work, "saliquant", to)?;
    for (n, &v) in (0u64..).zip(&values).skip(1) {
        let v = work.plant("a value below the bound", u64::from(v), |_| {
            (n / 4).saturating_sub(1)
        });
        work.require(4 * v + 2 >= n, || format!("SG({n}) = {v}"));
    }
    work.derived("Saliquant is at least (n−2)/4", format!("n ≤ {to}"))
}

fn figure_1(work: &mut Work<'_>) -> Tested {
    let values = defined(work, "saliquant", 1_000)?;
    let (mut lowest, mut on_line) = (0u32, 0u32);
    for (n, &v) in (0u64..).zip(&values).skip(1) {
        let v = work.plant("a value one larger", u64::from(v), |v| v + 1);
        work.require(4 * v + 2 >= n, || {
            format!("SG({n}) = {v} is below the bound")
        });
        work.require(2 * v < n, || format!("SG({n}) = {v} is above the line n/2"));
        lowest += u32::from(4 * v + 2 == n);
        on_line += u32::from(2 * v + 1 == n);
    }
    work.show(format!(
        "{lowest} heaps on the line (n−2)/4, {on_line} on the line (n−1)/2"
    ));
    work.ensure(on_line == 500 && lowest > 50, "both lines are seen");
    work.proved("n ≤ 1000")
}

fn theorem_4(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(10_000u64, 30_000, 100_000);
    let values = direct(work, "saliquant", to)?;
    for (n, &v) in (0u64..).zip(&values) {
        let v = work.plant("a value as large as the heap", u64::from(v), |_| n);
        work.require(n % 2 == 0 || 2 * v == n - 1, || format!("SG({n}) = {v}"));
        if n == 0 && 2 * v >= n {
            work.correct("SG(n) < n/2 is stated for all n; at n = 0 it reads 0 < 0");
        } else {
            work.require(2 * v < n, || format!("SG({n}) = {v}"));
        }
    }
    work.verified(format!("n ≤ {to}"))
}

fn theorem_5(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(5_000u64, 20_000, 60_000);
    let found = direct(work, "totative", to)?;
    let fast = values(work, "totative", to)?;
    work.ensure(fast == found, format!("the fast method agrees to {to}"));
    let index = smallest_prime_indices(to)?;
    for (n, (&v, &i)) in (1u64..).zip(found.iter().zip(&index[1..])) {
        let v = work.plant("a value one larger", v, |v| v + 1);
        work.require(u64::from(v) == i, || format!("SG({n}) = {v}, not {i}"));
    }
    work.verified(format!("n ≤ {to}"))
}

fn smallest_prime_sequence(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(600u64, 2_000, 4_000);
    let values = defined(work, "totative", to)?;
    let smallest = |n: u64| (2..=n).find(|p| n.is_multiple_of(*p)).unwrap_or(0);
    let mut primes = 0u64;
    let mut index = std::collections::BTreeMap::new();
    for (n, &v) in (1u64..).zip(&values) {
        let p = smallest(n);
        if p == n {
            primes += 1;
            index.insert(n, primes);
        }
        let a = index.get(&p).copied().unwrap_or(0);
        let v = work.plant("a value one larger", v, |v| v + 1);
        work.require(u64::from(v) == a, || format!("SG({n}) = {v}, a({n}) = {a}"));
    }
    work.verified(format!("n ≤ {to}"))
}
