//! Flat and straight options: the values that they reach, as sets of bits.

use super::Attempt;
use crate::heaps::NimError;
use crate::limits::{Budget, Ticker};

/// A set of remainders below s ≤ 64, a bit each.
type Remainders = u64;

/// The sets that options are put together from.
pub(super) struct Tables {
    /// By j and t: ⊕R over j parts with Q = 0 and sum t.
    low: Vec<Vec<Remainders>>,
    /// By t: R ⊕ R over two parts from n0 on with the same Q and sum t.
    pairs: Vec<Remainders>,
    /// By j and t: of such a pair and j parts with Q = 0.
    pairs_and_low: Vec<Vec<Remainders>>,
}

/// Values of options of one heap: A(n), B(n), C(n).
pub(super) struct Reached {
    pub(super) flat: Values,
    pub(super) rising: Values,
    pub(super) straight: Values,
}

/// A set of values, by quotients.
#[derive(Default)]
pub(super) struct Values(Vec<Remainders>);

impl Values {
    fn unite(&mut self, quotient: usize, remainders: Remainders) {
        if self.0.len() <= quotient {
            self.0.resize(quotient + 1, 0);
        }
        self.0[quotient] |= remainders;
    }

    /// The least value from `from` on that is not a member.
    pub(super) fn missing_from(&self, from: usize, s: usize) -> usize {
        let member = |v: &usize| {
            self.0
                .get(v / s)
                .is_some_and(|word| word >> (v % s) & 1 == 1)
        };
        let end = self.0.len() * s;
        (from..end).find(|v| !member(v)).unwrap_or(end.max(from))
    }
}

impl Tables {
    pub(super) fn new(attempt: &Attempt, budget: &Budget) -> Result<Self, NimError> {
        let Attempt { n0, p, heaps, .. } = attempt;
        let bound = n0 + p;
        let end = attempt.from + 2 * p;
        let bytes = attempt.most_parts * (end + attempt.most_parts * bound) * 8;
        budget.check_memory(bytes)?;
        let mut ticker = Ticker::default();
        // From n0+p on Q is positive.
        let parts: Vec<usize> = (1..bound).filter(|&h| heaps[h].0 == 0).collect();
        let mut low: Vec<Vec<Remainders>> = vec![vec![1]];
        for j in 1..attempt.most_parts {
            let mut sums = vec![0; j * (bound - 1) + 1];
            for (t, &set) in low[j - 1].iter().enumerate().filter(|(_, set)| **set != 0) {
                if ticker.is_due() {
                    budget.check()?;
                }
                for &h in &parts {
                    sums[t + h] |= translated(set, heaps[h].1);
                }
            }
            low.push(sums);
        }
        let mut pairs = vec![0; end];
        for (t, set) in pairs.iter_mut().enumerate() {
            for h in *n0..=t / 2 {
                let ((q, r), (other, remainder)) = (heaps[h], heaps[t - h]);
                if q == other {
                    *set |= 1 << (r ^ remainder);
                }
            }
        }
        let mut pairs_and_low = Vec::new();
        for low in low.iter().take(attempt.most_parts.saturating_sub(2)) {
            let mut sums = vec![0; end];
            for (t, &pair) in pairs.iter().enumerate().filter(|(_, pair)| **pair != 0) {
                if ticker.is_due() {
                    budget.check()?;
                }
                for (u, &set) in low.iter().enumerate().take(end - t) {
                    if set != 0 {
                        sums[t + u] |= nim_sums(pair, set);
                    }
                }
            }
            pairs_and_low.push(sums);
        }
        Ok(Self {
            low,
            pairs,
            pairs_and_low,
        })
    }

    pub(super) fn reached(&self, attempt: &Attempt, n: usize) -> Reached {
        let mut reached = Reached {
            flat: Values::default(),
            rising: Values::default(),
            straight: Values::default(),
        };
        for kind in attempt.kinds.iter().filter(|kind| kind.parts > 0) {
            let Some(total) = n.checked_sub(kind.taken) else {
                continue;
            };
            if kind.parts == 2 {
                reached.flat.unite(0, self.pairs[total]);
            }
            for h in 1..=total {
                let (q, r) = attempt.heaps[h];
                let from_n0 = h >= attempt.n0;
                if from_n0 && let Some(&set) = self.low[kind.parts - 1].get(total - h) {
                    reached.straight.unite(q, translated(set, r));
                }
                if kind.parts >= 3 {
                    let set = translated(self.pairs_and_low[kind.parts - 3][total - h], r);
                    reached.flat.unite(q, set);
                    if from_n0 {
                        reached.rising.unite(q, set);
                    }
                }
            }
        }
        reached
    }
}

/// {x ⊕ r : x ∈ set}.
fn translated(mut set: Remainders, r: usize) -> Remainders {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.iter().enumerate() {
        if r >> bit & 1 == 1 {
            let step = 1 << bit;
            set = (set & low) << step | set >> step & low;
        }
    }
    set
}

/// {x ⊕ y : x ∈ a, y ∈ b}.
fn nim_sums(mut a: Remainders, b: Remainders) -> Remainders {
    let mut sums = 0;
    while a != 0 {
        sums |= translated(b, a.trailing_zeros() as usize);
        a &= a - 1;
    }
    sums
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_of_remainders(a: u64, b in 0u64..1 << 20, r in 0usize..64) {
            let members = |set: u64| (0..64usize).filter(move |x| set >> x & 1 == 1);
            let moved = members(a).fold(0, |set, x| set | 1 << (x ^ r));
            prop_assert_eq!(translated(a, r), moved);
            let sums = members(a).flat_map(|x| members(b).map(move |y| x ^ y));
            prop_assert_eq!(nim_sums(a, b), sums.fold(0, |set, x| set | 1 << x));
        }
    }
}
