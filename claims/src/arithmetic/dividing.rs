//! Sections 3.1 and 4, and the two variations of Section 3.2: dividing and factoring.

use super::direct::direct;
use super::singletons::{exceptions_noted, factored, formula, io};
use crate::sequences::{defined, values};
use crate::{Claim, Tested, Work};
use misere::heaps::{Position, ruleset};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.sec3.1.options",
        place: "Section 3.1, before the table",
        statement: "dividing: the options of 10 are 5×2, 2×5, 1×10; a heap has τ(n) − 1 options; \
                    5+5 has one move up to symmetry.",
        method: "options by the rule",
        needs: &["rules"],
        test: number_of_options,
    },
    Claim {
        id: "arithmetic.thm9",
        place: "Theorem 9",
        statement: "dividing: SG(n) = Ω2(n), the number of prime factors with 2 counted once.",
        method: "a loop over divisors and the definition",
        needs: &["nim-definition"],
        test: |work| formula(work, "dividing", 1, |n| factored(n).omega_two()),
    },
    Claim {
        id: "arithmetic.sec3.2.A003602",
        place: "Section 3.2, A003602",
        statement: "For heaps above 1 the values of divide-throw-residue are A003602: k for n = \
                    2^m(2k−1).",
        method: "a loop over all quotients, and the definition",
        needs: &["nim-definition"],
        test: odd_part_index,
    },
    Claim {
        id: "arithmetic.thm11",
        place: "Theorem 11",
        statement: "divide-throw-residue: SG(n) = io(n).",
        method: "a loop over all quotients, and the definition; n = 1 is an exception, as the printed \
                 sequence has it",
        needs: &["nim-definition"],
        test: |work| formula(work, "divide-throw-residue", 1, io),
    },
    Claim {
        id: "arithmetic.thm12",
        place: "Theorem 12",
        statement: "residue-throw-divisor: SG(n) = k for 3(2^(k−1)−1)+2 ≤ n ≤ 3(2^k−1)+1.",
        method: "a loop over all quotients, and the definition; k begins with 1, and SG(1) = 0",
        needs: &["nim-definition"],
        test: theorem_12,
    },
    Claim {
        id: "arithmetic.sec3.2.copies",
        place: "Section 3.2, before Theorem 12",
        statement: "After 3·2^k copies of k+1 come 3·2^(k+1) copies of k+2.",
        method: "the lengths of the runs, by definition",
        needs: &["nim-definition"],
        test: copies,
    },
    Claim {
        id: "arithmetic.fig5",
        place: "Figure 5",
        statement: "The patterns of divide-throw-residue and of residue-throw-divisor.",
        method: "values by definition: lines of slopes 1/2, 1/4, 1/8, …, and steps that double",
        needs: &["nim-definition"],
        test: figure_5,
    },
    Claim {
        id: "arithmetic.thm13",
        place: "Theorem 13",
        statement: "m-factoring: SG(n) = Ω(n) − 1 for n > 2; with coprime parts ω(n) − 1.",
        method: "a factor and the factorisations of the rest, and the definition; both hold from n = \
                 2 on",
        needs: &["nim-definition"],
        test: theorem_13,
    },
];

fn number_of_options(work: &mut Work<'_>) -> Tested {
    let game = ruleset("dividing")?;
    let options = |n: u64| -> Vec<String> {
        let options = game.options(Position::heap(n));
        options.map(|option| option.to_string()).collect()
    };
    let mut ten = options(10);
    ten.sort();
    work.compare("options of 10", "1×10, 2×5, 5×2", ten.join(", "));
    work.compare("options of 5", "1×5", options(5).join(", "));
    let to = work.at_depth(500u64, 2_000, 10_000);
    for n in 1..=to {
        let listed = work.plant("an option twice", options(n), |mut listed| {
            listed.push(String::new());
            listed
        });
        let count = listed.len() as u64;
        work.require(count == factored(n).tau() - 1, || {
            format!("{n} has {count} options")
        });
    }
    work.verified(format!("the examples, and n ≤ {to}"))
}

fn odd_part_index(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(5_000u64, 20_000, 60_000);
    let values = direct(work, "divide-throw-residue", to)?;
    for (n, &v) in (1u64..).zip(&values).skip(1) {
        // n = 2^m(2k−1) by dividing.
        let mut odd = n;
        while odd % 2 == 0 {
            odd /= 2;
        }
        let v = work.plant("a value one larger", v, |v| v + 1);
        work.require(u64::from(v) == odd.div_ceil(2), || format!("SG({n}) = {v}"));
    }
    work.verified(format!("1 < n ≤ {to}"))
}

fn theorem_12(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(5_000u64, 20_000, 60_000);
    let found = direct(work, "residue-throw-divisor", to)?;
    let fast = values(work, "residue-throw-divisor", to)?;
    work.ensure(fast == found, format!("the fast method agrees to {to}"));
    let first = ruleset("residue-throw-divisor")?.smallest();
    let mut exceptions = Vec::new();
    for (n, &v) in (first..).zip(&found).filter(|&(n, _)| n >= 1) {
        let k = work.plant("a value one larger", u64::from(v), |v| v + 1);
        let fits = match k {
            0 => n == 1,
            _ => 3 * ((1 << (k - 1)) - 1) + 2 <= n && n <= 3 * ((1 << k) - 1) + 1,
        };
        if !fits {
            exceptions.push(n);
        }
    }
    exceptions_noted(work, &exceptions);
    work.verified(format!("n ≤ {to}"))
}

fn copies(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(800u64, 3_000, 6_000);
    let values = defined(work, "residue-throw-divisor", to)?;
    let ones = values.iter().skip_while(|&&v| v == 0);
    let mut runs: Vec<(u32, u64)> = Vec::new();
    for &v in ones {
        let v = work.plant("a value one larger", v, |v| v + 1);
        match runs.last_mut() {
            Some((value, length)) if *value == v => *length += 1,
            _ => runs.push((v, 1)),
        }
    }
    // The last run is incomplete.
    runs.pop();
    for (k, &(value, length)) in (0u32..).zip(&runs) {
        work.require(value == k + 1 && length == 3 << k, || {
            format!("{length} copies of {value}")
        });
    }
    work.ensure(runs.len() > 5, format!("{} whole runs", runs.len()));
    work.verified(format!("n ≤ {to}"))
}

fn figure_5(work: &mut Work<'_>) -> Tested {
    let to = 1_000u64;
    let left = defined(work, "divide-throw-residue", to)?;
    // On the line of slope 1/2^(m+1) are the heaps that 2^m divides and 2^(m+1) does not.
    let mut lines = std::collections::BTreeMap::new();
    for (n, &v) in (1u64..).zip(&left).skip(1) {
        let m = n.trailing_zeros();
        let v = work.plant("a value one larger", v, |v| v + 1);
        let on_line = (u64::from(v) * 2 - 1) << m == n;
        work.require(on_line, || format!("SG({n}) = {v}"));
        *lines.entry(m).or_insert(0u32) += 1;
    }
    work.show(format!(
        "heaps on the lines of slope 1/2, 1/4, …: {lines:?}"
    ));
    let right = defined(work, "residue-throw-divisor", to)?.into_iter();
    let right = right.map(|v| work.plant("a value 0 on the right", v, |_| 0));
    let right: Vec<u32> = right.collect();
    work.ensure(right.is_sorted(), "the steps of the right picture ascend");
    work.ensure(
        right.last() == Some(&9),
        "they come to 9 at heap 1000: each is twice as long as the one before",
    );
    work.proved(format!("n ≤ {to}"))
}

fn theorem_13(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    for (name, coprime) in [("m-factoring", false), ("m-factoring-coprime", true)] {
        let found = direct(work, name, to)?;
        let fast = values(work, name, to)?;
        work.ensure(fast == found, format!("{name}: the fast method agrees"));
        for (n, &v) in (1u64..).zip(&found).skip(1) {
            let count = if coprime {
                factored(n).omega()
            } else {
                factored(n).big_omega()
            };
            let v = work.plant("a value one larger", v, |v| v + 1);
            work.require(u64::from(v) == count - 1, || format!("{name}({n}) = {v}"));
        }
        work.ensure(found[0] == 0, format!("{name}(1) = 0"));
    }
    work.verified(format!("2 ≤ n ≤ {to}"))
}
