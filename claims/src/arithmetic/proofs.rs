//! Steps of proofs that are printed wrong.

use super::direct::direct;
use super::singletons::{factored, io};
use crate::{Claim, Tested, Work};
use misere::heaps::{Heaps, Position, Ruleset, ruleset};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.thm3.proof",
        place: "Theorem 3, the proof",
        statement: "maliquant: for n = 2m−1, {m−1, …, 2m−3} ⊂ opt(n), and even options have values \
                    below m/2; for n = 2^k m with odd m > 1 the indices of n/2+1, …, n are 1, …, n/2+1 \
                    (as printed).",
        method: "options by the rule, values by a loop over divisors, indices by n = 2^k(2m−1)",
        needs: &["nim-definition", "printed"],
        test: proof_of_theorem_3,
    },
    Claim {
        id: "arithmetic.thm4.proof",
        place: "Theorem 4, the proof",
        statement: "saliquant: for n = 2x+1 each odd number is an option of x; for n = 2x the numbers \
                    below 2x−2 have values below x−2 (as printed).",
        method: "options by the rule, values by a loop over divisors",
        needs: &["nim-definition", "printed"],
        test: proof_of_theorem_4,
    },
    Claim {
        id: "arithmetic.thm6.iv.proof",
        place: "Theorem 6, proof of (iv)",
        statement: "nontotative: among the options of n = p_i p_(i+2) are 0, p_i, p_i², p_i p_(i+1), \
                    p_(i+1) p_(i+2) (as printed).",
        method: "options by the rule, values by a loop over multiples of primes, for i ≥ 3",
        needs: &["nim-definition", "printed"],
        test: proof_of_theorem_6_iv,
    },
];

/// Returns the heaps that a move leads to, each of them one heap.
fn single_heaps(game: &dyn Ruleset, n: u64) -> Vec<u64> {
    let options = game.options(Position::heap(n));
    // The empty heap is written as no heap.
    let size = |option: Heaps| option.iter().next().map_or(0, |(p, _)| p.size());
    options.map(size).collect()
}

/// Writes the first numbers of a list.
fn first(list: &[u64]) -> String {
    let shown: Vec<String> = list.iter().take(3).map(u64::to_string).collect();
    let more = if list.len() > 3 { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn proof_of_theorem_3(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(300u64, 1_000, 3_000);
    let game = ruleset("maliquant")?;
    let values = direct(work, "maliquant", to)?;
    let printed = work.printed_numbers("arithmetic.thm3.proof")?;
    let &[a, b, c] = &printed[..] else {
        return Err("three numbers".into());
    };
    let value = |n: u64| -> u64 {
        let found = usize::try_from(n).ok().and_then(|n| values.get(n));
        found.map_or(u64::MAX, |&v| v.into())
    };
    let (mut inclusion, mut even_options, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for n in (3..=to).step_by(2) {
        let m = n.div_ceil(2);
        let options = work.plant(
            "an option is missing",
            single_heaps(&*game, n),
            |mut options| {
                options.pop();
                options
            },
        );
        let included = |from: u64, to: u64| (from..=to).all(|k| options.contains(&k));
        let reached = |from: u64, to: u64| {
            let mut reached: Vec<u64> = (from..=to).map(value).collect();
            reached.sort_unstable();
            reached.into_iter().eq(1..m)
        };
        let (from, last) = (m.saturating_sub(a), (2 * m).saturating_sub(b));
        if !included(from, last) || !reached(from, last) {
            inclusion.push(n);
        }
        work.require(included(m, 2 * m - 2) && reached(m, 2 * m - 2), || {
            format!("{{m, …, 2m−2}} for n = {n}")
        });
        let mut even = options.iter().filter(|&k| k % 2 == 0);
        if even.clone().any(|&k| 2 * value(k) >= m) {
            even_options.push(n);
        }
        work.require(even.all(|&k| 2 * value(k) <= m), || {
            format!("an even option of {n} has a value above m/2")
        });
    }
    for n in (2..=to).step_by(2).filter(|n| !n.is_power_of_two()) {
        let mut seen: Vec<u64> = (n / 2 + 1..=n).map(io).collect();
        seen.sort_unstable();
        let seen = work.plant("an index one larger", seen, |mut seen| {
            seen[0] += 1;
            seen
        });
        if !seen.iter().copied().eq(1..=n / 2 + c) {
            indices.push(n);
        }
        work.require(seen.iter().copied().eq(1..=n / 2), || {
            format!("the indices for n = {n} are 1, …, {}", n / 2)
        });
    }
    if !inclusion.is_empty() {
        work.correct(format!(
            "printed {{m−{a}, …, 2m−{b}}} ⊂ opt(n) for odd n, which fails for n = {}; {{m, …, 2m−2}} \
             has the same values",
            first(&inclusion)
        ));
    }
    if !even_options.is_empty() {
        work.correct(format!(
            "printed: the values of even options are smaller than m/2; for n = {} one is m/2",
            first(&even_options)
        ));
    }
    if !indices.is_empty() {
        work.correct(format!(
            "printed: for even n the indices are 1, …, 2^(k−1)m + {c}, which fails for n = {}; they are \
             1, …, 2^(k−1)m",
            first(&indices)
        ));
    }
    work.verified(format!("n ≤ {to}"))
}

fn proof_of_theorem_4(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(150u64, 500, 1_000);
    let game = ruleset("saliquant")?;
    let values = direct(work, "saliquant", 2 * to)?;
    let printed = work.printed_numbers("arithmetic.thm4.proof")?;
    let &[a, b] = &printed[..] else {
        return Err("two numbers".into());
    };
    let (mut of_x, mut failing) = (Vec::new(), Vec::new());
    for x in 1..=to {
        let n = 2 * x + 1;
        let has_all = |options: &[u64]| (1..n).step_by(2).all(|k| options.contains(&k));
        let options = work.plant("a heap without options", single_heaps(&*game, n), |_| {
            Vec::new()
        });
        work.require(has_all(&options), || {
            format!("each odd number below {n} is an option of it")
        });
        if !has_all(&single_heaps(&*game, x)) {
            of_x.push(x);
        }
        let below = usize::try_from((2 * x).saturating_sub(a))?;
        let largest = values[..below].iter().max().map_or(0, |&v| u64::from(v));
        let largest = work.plant("a value as large as x", largest, |_| x);
        if below > 0 && largest + b >= x {
            failing.push(x);
        }
        work.require(below == 0 || largest + 2 <= x, || {
            format!("a number below 2·{x} − {a} has the value {largest}")
        });
    }
    if !of_x.is_empty() {
        work.correct("printed: each odd number is an option of x; it is one of n = 2x+1");
    }
    if !failing.is_empty() {
        work.correct(format!(
            "printed: numbers below 2x − {a} have values smaller than x − {b}, which fails for x = {}; \
             SG(2x−3) = x − 2, so they are at most that",
            first(&failing)
        ));
    }
    work.verified(format!("x ≤ {to}"))
}

fn proof_of_theorem_6_iv(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(3_000u64, 10_000, 30_000);
    let game = ruleset("nontotative")?;
    let values = direct(work, "nontotative", to)?;
    let printed = work.printed_numbers("arithmetic.thm6.iv.proof")?;
    let places: Result<Vec<usize>, _> = printed.iter().map(|&a| usize::try_from(a)).collect();
    let &[a, b] = &places?[..] else {
        return Err("two numbers".into());
    };
    let primes: Vec<u64> = (2..=to)
        .filter(|&p| factored(p).primes() == [(p, 1)])
        .collect();
    let mut failing = Vec::new();
    // primes[i − 1] is p_i.
    for i in 3..primes.len().saturating_sub(3) {
        let p = |j: usize| primes[i + j - 1];
        let n = p(0) * p(2);
        if n > to {
            break;
        }
        let options = work.plant(
            "an option is missing",
            single_heaps(&*game, n),
            |mut options| {
                options.retain(|&k| k != p(0) * p(1));
                options
            },
        );
        let last = p(a) * p(b);
        if !options.contains(&last) {
            failing.push((n, last));
        }
        // The options that do: all values below 5.
        let named = [0, p(0), p(0) * p(0), p(0) * p(1), p(0) * primes[i - 2]];
        let mut reached = Vec::new();
        for heap in named {
            work.require(options.contains(&heap), || {
                format!("{heap} is an option of {n}")
            });
            reached.push(values[usize::try_from(heap)?]);
        }
        reached.sort_unstable();
        work.require(reached == [0, 1, 2, 3, 4], || {
            format!("the values {reached:?} of the options of {n}")
        });
    }
    if let Some((n, last)) = failing.first() {
        work.correct(format!(
            "printed: p_(i+{a}) p_(i+{b}) is an option of n = p_i p_(i+2); {last} is none of {n}. The option \
             p_(i−1) p_i has the value that is needed"
        ));
    }
    work.verified(format!("n ≤ {to}"))
}
