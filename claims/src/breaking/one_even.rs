//! Section 3.2: the AP-test for {1, l} with l even.

use super::ap_test::{ap1_and_ap2, ap3};
use super::cut;
use crate::sequences::{checked_values, values};
use crate::{Claim, Tested, Work};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.prop14",
        place: "Proposition 14",
        statement: "For {1,l} with l > 2 even and AP1, AP2 for some p ≥ l: if an odd and an even heap \
                    up to p/2 have value 1, AP3 holds.",
        method: "the options of the proof are made for every heap of the fourth period and every \
                 value, and AP3 is read off the nim-sets",
        needs: &["nim-sets"],
        test: options_of_the_proof,
    },
    Claim {
        id: "breaking.cor15",
        place: "Corollary 15",
        statement: "For {1,l} with l > 2 even, AP1 and AP2 with a period of at least 4l+3 imply AP3; \
                    the sequence begins with (0,1)^(l/2) and l values above 1, and G(2) = G(2l+1) = 1.",
        method: "values by nim-sets and by definition, AP3 in the nim-sets",
        needs: &["nim-sets", "nim-definition"],
        test: long_periods,
    },
];

/// Returns the option in the proof of Proposition 14 for n in the fourth period and k in the first.
fn option(l: u64, x: (u64, u64), n: u64, k: u64) -> Option<Vec<u64>> {
    let ones = |count: u64| (0..count).map(|_| 1);
    let (i, j) = (n / 2, k / 2);
    let mut parts = vec![k];
    if n % 2 == k % 2 {
        let part = (i + 1).checked_sub(j + l / 2)?;
        parts.extend([part, part]);
        parts.extend(ones(l - 2));
    } else {
        // 2i − 2j − l − x1 − x2 + 3, or + 5 if n is odd.
        let more = if n.is_multiple_of(2) { 3 } else { 5 };
        let rest = (2 * i + more).checked_sub(2 * j + l + x.0 + x.1)?;
        parts.extend([x.0, x.1, rest / 2, rest / 2]);
        parts.extend(ones(l - 4));
    }
    Some(parts)
}

fn options_of_the_proof(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(10, 14, 20);
    for l in (4..=most).step_by(2) {
        let set = [1, l];
        let values = values(work, &cut(&set), 4 * 6 * l + 4)?;
        let at = |n: u64| {
            usize::try_from(n - 1)
                .ok()
                .and_then(|i| values.get(i).copied())
        };
        let (p, s) = ap1_and_ap2(&values)
            .first()
            .copied()
            .ok_or("{1,l} has AP1 and AP2")?;
        let p = p as u64;
        let one = |parity: u64| (1..=p / 2).find(|&n| n % 2 == parity && at(n) == Some(1));
        let (Some(odd), Some(even)) = (one(1), one(0)) else {
            return Err(format!("{{1,{l}}} has no value 1 at heaps of both parities").into());
        };
        work.ensure(
            l <= p,
            format!("{{1,{l}}}: period {p}, saltus {s}, 1 at {odd} and {even}"),
        );
        for n in 3 * p + 1..=4 * p {
            for k in 1..=p {
                let parts = option(l, (odd, even), n, k).unwrap_or_default();
                let parts = work.plant("a part one larger", parts, |mut parts| {
                    parts[0] += 1;
                    parts
                });
                let is_option = parts.len() as u64 == l + 1
                    && parts.iter().all(|&h| h > 0)
                    && parts.iter().sum::<u64>() == n;
                let value = parts.iter().try_fold(0, |sum, &h| Some(sum ^ at(h)?));
                work.require(is_option && value == at(k), || {
                    format!("{{1,{l}}}: {parts:?} from {n} for the value of {k}")
                });
            }
        }
        let holds = ap3(work, &set, usize::try_from(p)?, s)?;
        work.ensure(holds, format!("{{1,{l}}}: AP3 holds"));
    }
    work.verified(format!("l ≤ {most}"))
}

fn long_periods(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(10, 14, 20);
    for l in (4..=most).step_by(2) {
        let set = [1, l];
        let prefix = work.at_depth(20, 24, 28);
        let values = checked_values(work, &cut(&set), 4 * 6 * l + 4, prefix)?;
        let end = usize::try_from(l)?;
        let begins = (0u32..).zip(&values[..end]).all(|(i, &v)| v == i % 2);
        let second = values[end..2 * end].to_vec();
        let second = work.plant("a value 1 in the second row", second, |mut row| {
            row[0] = 1;
            row
        });
        let above = second.iter().all(|&v| v > 1);
        work.ensure(
            begins && above && values[1] == 1 && values[2 * end] == 1,
            format!("{{1,{l}}}: (0,1)^{}, {l} values above 1, then 1", l / 2),
        );
        match ap1_and_ap2(&values).first().copied() {
            Some((p, s)) => {
                let s = work.plant("a saltus eight times as large", s, |s| 8 * s);
                let holds = ap3(work, &set, p, s)?;
                let long = p as u64 >= 4 * l + 3;
                work.ensure(
                    long && holds,
                    format!("{{1,{l}}}: AP3 holds with period {p}, saltus {s}"),
                );
            }
            None => work.ensure(false, format!("{{1,{l}}} passes AP1 and AP2")),
        }
    }
    work.verified(format!("l ≤ {most}"))
}
