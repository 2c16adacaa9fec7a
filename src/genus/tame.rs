//! Genera of tame heaps from the genera of their options.

use crate::game::Genus;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Account, Budget, Meter, Reason};
use crate::nim::{NimError, Seen, refuse_loops, require_heaps, require_one_kind};

/// The nim position that a tame game is equivalent to in sums of tame games: its nim value, and
/// whether it is *fickle*, made of heaps of size 0 and 1 only, or *firm*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TameValue {
    /// The nim value.
    pub nim_value: u32,
    /// Whether the misère nim value is the nim value with 1 added, and not the nim value itself.
    pub is_fickle: bool,
}

impl TameValue {
    /// The value of 0.
    pub const ZERO: Self = Self {
        nim_value: 0,
        is_fickle: true,
    };

    /// Returns the value with these nim values, if a nim position has it.
    fn of_pair(nim_value: u32, misere_nim_value: u32) -> Option<Self> {
        let is_fickle = nim_value != misere_nim_value;
        (!is_fickle || nim_value < 2 && misere_nim_value < 2).then_some(Self {
            nim_value,
            is_fickle,
        })
    }

    /// Returns the misère nim value.
    pub fn misere_nim_value(self) -> u32 {
        self.nim_value ^ u32::from(self.is_fickle)
    }

    /// Returns the value of a sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            nim_value: self.nim_value ^ other.nim_value,
            is_fickle: self.is_fickle && other.is_fickle,
        }
    }

    /// Returns the value of n copies.
    #[must_use]
    pub fn copies(self, n: u64) -> Self {
        match n {
            0 => Self::ZERO,
            _ if n % 2 == 1 => self,
            _ => self.plus(self),
        }
    }

    /// Returns the genus: 0^120, 1^031, or n^n(n ⊕ 2).
    pub fn genus(self) -> Genus {
        let n = self.nim_value;
        let superscripts = if self.is_fickle {
            vec![n ^ 1, n ^ 2, n]
        } else {
            vec![n, n ^ 2]
        };
        Genus::cut(n, superscripts)
    }
}

/// Computes the values of the heaps of a ruleset up to the first heap that is not tame.
///
/// If all options of a heap are sums of tame heaps, their nim values and misère nim values are
/// known, and so are those of the heap; by definition it is tame if they make up a tame pair.
pub struct TamePairs<'r> {
    ruleset: &'r dyn Ruleset,
    values: Vec<TameValue>,
    not_tame: Option<u64>,
    seen: Seen,
    misere_seen: Seen,
    /// The memory of the last call.
    account: Option<Account>,
}

impl<'r> TamePairs<'r> {
    /// Starts without any values.
    ///
    /// # Errors
    /// If the ruleset is loopy, or its positions are not heaps.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        require_heaps(ruleset)?;
        require_one_kind(ruleset)?;
        Ok(Self {
            ruleset,
            values: Vec::new(),
            not_tame: None,
            seen: Seen::default(),
            misere_seen: Seen::default(),
            account: None,
        })
    }

    /// Returns the values computed so far, from the smallest heap on.
    pub fn values(&self) -> &[TameValue] {
        &self.values
    }

    /// Returns the first heap that is not tame, if it was reached.
    pub fn not_tame(&self) -> Option<u64> {
        self.not_tame
    }

    /// Computes the values up to this heap, or up to the first one that is not tame. Memory for all of
    /// them is checked first.
    pub fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        const VALUE: usize = size_of::<TameValue>();
        let first = self.ruleset.smallest();
        self.account = None;
        let all = to.saturating_sub(first).saturating_mul(VALUE as u64);
        budget.check_memory(all)?;
        let account = self.account.insert(budget.account());
        account.record(self.values.capacity() * VALUE);
        let mut meter = Meter::new(budget);
        while self.not_tame.is_none() {
            let heap = first.checked_add(self.values.len() as u64);
            let Some(heap) = heap.filter(|&heap| heap <= to) else {
                break;
            };
            budget.reached(heap);
            match self.value(heap, &mut meter)? {
                Some(value) => self.push(value)?,
                None => self.not_tame = Some(heap),
            }
        }
        Ok(())
    }

    fn push(&mut self, value: TameValue) -> Result<(), Reason> {
        let capacity = self.values.capacity();
        if self.values.len() == capacity {
            let more = capacity.max(4);
            if let Some(account) = &mut self.account {
                account.hold((capacity + more) * size_of::<TameValue>())?;
            }
            (self.values.try_reserve_exact(more)).map_err(|_| Reason::Allocator)?;
        }
        self.values.push(value);
        Ok(())
    }

    fn value(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<Option<TameValue>, NimError> {
        self.seen.clear();
        self.misere_seen.clear();
        let mut is_over = true;
        let budget = meter.budget();
        for option in (self.ruleset).options_within(Position::heap(heap), budget)? {
            meter.tick()?;
            let value = self.sum(&option);
            self.seen.insert(value.nim_value);
            self.misere_seen.insert(value.misere_nim_value());
            is_over = false;
        }
        if is_over {
            meter.tick()?;
            return Ok(Some(TameValue::ZERO));
        }
        Ok(TameValue::of_pair(self.seen.mex(), self.misere_seen.mex()))
    }

    /// Returns the value of a sum of known heaps.
    fn sum(&self, heaps: &Heaps) -> TameValue {
        let first = self.ruleset.smallest();
        heaps.iter().fold(TameValue::ZERO, |sum, (part, copies)| {
            let at = usize::try_from(part.size() - first).unwrap_or(usize::MAX);
            sum.plus(self.values[at].copies(copies))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Universe;
    use crate::heaps::ruleset;

    #[test]
    fn tame_values_are_those_of_nim_positions() {
        let mut u = Universe::new();
        let heaps: Vec<_> = (0..6).map(|n| u.nim(n).unwrap()).collect();
        let value = |n: u32| TameValue {
            nim_value: n,
            is_fickle: n < 2,
        };
        for (a, x) in (0..).zip(&heaps) {
            assert_eq!(u.genus(*x).unwrap(), value(a).genus());
            for (b, y) in (0..).zip(&heaps) {
                let sum = u.sum(*x, *y).unwrap();
                let genus = u.genus(sum).unwrap();
                assert_eq!(genus, value(a).plus(value(b)).genus(), "{a}+{b}");
            }
            for n in 0..4 {
                let sum = u.multiple(n, *x).unwrap();
                assert_eq!(u.genus(sum).unwrap(), value(a).copies(n).genus(), "{n}·{a}");
            }
        }
        assert_eq!(TameValue::of_pair(1, 2), None);
        assert_eq!(TameValue::of_pair(4, 0), None);
    }

    #[test]
    fn values_end_at_the_first_heap_that_is_not_tame() {
        let kayles = ruleset("0.77").unwrap();
        let mut pairs = TamePairs::new(&*kayles).unwrap();
        pairs.extend(100, &Budget::default()).unwrap();
        assert_eq!((pairs.not_tame(), pairs.values().len()), (Some(5), 5));
        let nim = ruleset("nim").unwrap();
        let mut pairs = TamePairs::new(&*nim).unwrap();
        pairs.extend(100, &Budget::default()).unwrap();
        assert_eq!((pairs.not_tame(), pairs.values().len()), (None, 101));
    }
}
