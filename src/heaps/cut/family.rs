//! The families of cut sets: theorems and conjectures about each.

use super::set::CutSet;

/// The family of a cut set.
///
/// Families A to D are those that Ellis and Thanatipanonda (The arithmetic-periodicity of CUT for
/// C = {1, 2c}, Section 7) leave open. Throughout x = 2c is the smallest even cut number and y the
/// smallest odd one but 1. A is settled, and so is B unless 2x < y < 3x; the proofs are with the
/// patterns of values, where [`KnownPattern`](crate::nim::KnownPattern) is made.
///
/// ```
/// use misere::heaps::{CutSet, Family};
///
/// let family = |numbers: &[u64]| Family::of(&CutSet::new(numbers.to_vec(), None, None).unwrap());
/// assert_eq!(family(&[1, 3, 6, 9]), Family::A { x: 6 });
/// assert_eq!(family(&[1, 4, 9]), Family::B { x: 4, y: 9 });
/// assert!(family(&[1, 4, 13]).is_solved() && !family(&[1, 4, 9]).is_solved());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// 1 is not a cut number.
    WithoutOne {
        /// The smallest cut number.
        smallest: u64,
    },
    /// 1 and odd numbers.
    Odd,
    /// 1, 2, 3 and any others.
    OneTwoThree,
    /// 1 and even numbers from 4 on.
    Even {
        /// The smallest even cut number.
        x: u64,
    },
    /// 1, 3, even numbers from 4 on, and perhaps more odd numbers.
    A {
        /// The smallest even cut number.
        x: u64,
    },
    /// 1, even numbers from 4 on and odd numbers from 5 on.
    B {
        /// The smallest even cut number.
        x: u64,
        /// The smallest odd cut number but 1.
        y: u64,
    },
    /// 1 and 2, not 3, and others.
    C,
    /// 1 and 2.
    D,
}

impl Family {
    /// Returns the family of a cut set.
    pub fn of(set: &CutSet) -> Self {
        let smallest = set.smallest();
        if smallest != 1 {
            return Self::WithoutOne { smallest };
        }
        match (set.smallest_even(), set.smallest_odd_above_one()) {
            (None, _) => Self::Odd,
            (Some(2), Some(3)) => Self::OneTwoThree,
            (Some(2), None) if set.largest() == Some(2) => Self::D,
            (Some(2), _) => Self::C,
            (Some(x), None) => Self::Even { x },
            (Some(x), Some(3)) => Self::A { x },
            (Some(x), Some(y)) => Self::B { x, y },
        }
    }

    /// Whether the nim values of every heap are known.
    pub fn is_solved(self) -> bool {
        match self {
            Self::B { x, y } => y / 2 < x || y / 3 >= x,
            Self::C | Self::D => false,
            _ => true,
        }
    }

    /// What is known of the nim values and what it rests on, in one line.
    pub fn statement(self) -> String {
        const DAILLY: &str = "Dailly, Duchêne, Larsson, Paris";
        const ELLIS: &str = "Ellis, Thanatipanonda";
        match self {
            Self::WithoutOne { smallest } => {
                format!("the nim values are (0)^{smallest} (+1) ({DAILLY}, Proposition 4)")
            }
            Self::Odd => format!("the nim values are (0,1) ({DAILLY}, Proposition 5)"),
            Self::OneTwoThree => format!("the nim values are (0) (+1) ({DAILLY}, Proposition 6)"),
            Self::Even { x } => format!(
                "the nim values are those of {{1,{x}}}, arithmetic periodic with period {} and \
                 saltus 8 ({ELLIS}, Theorems 3 and 19)",
                u128::from(x) * 6
            ),
            Self::A { x } => format!(
                "Family A: the nim values are (0,1)^{} (+2), which {ELLIS} conjecture and the proof \
                 of Proposition 7 of {DAILLY} shows",
                x / 2
            ),
            Self::B { x, y } if y / 2 < x => format!(
                "Family B: the nim values are (0,1)^{} (+2), because the smallest odd cut number \
                 but 1 is below {}; shown as Proposition 7 of {DAILLY}",
                x / 2,
                u128::from(x) * 2
            ),
            Self::B { x, .. } if self.is_solved() => format!(
                "Family B: the nim values are those of {{1,{x}}}, because the smallest odd cut \
                 number but 1 is past {}; conjectured by {ELLIS}, and shown by their Theorem 13",
                u128::from(x) * 3
            ),
            Self::B { x, .. } => format!(
                "Family B, open: the smallest odd cut number but 1 lies between {} and {}; \
                 conjectured to be ultimately arithmetic periodic ({DAILLY}, Conjecture 3)",
                u128::from(x) * 2,
                u128::from(x) * 3
            ),
            Self::C => format!(
                "Family C, open: conjectured to be ultimately arithmetic periodic ({ELLIS}, \
                 Conjecture 3)"
            ),
            Self::D => format!(
                "Family D, open: no regularity is known ({DAILLY}, Open Problem 2); the same values \
                 as the code 0.7F"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_family() {
        let set = |numbers: &[u64], evens, odds| {
            CutSet::new(numbers.iter().copied(), evens, odds).unwrap()
        };
        for (set, family, solved) in [
            (
                set(&[5, 7], None, None),
                Family::WithoutOne { smallest: 5 },
                true,
            ),
            (
                set(&[], Some(2), None),
                Family::WithoutOne { smallest: 2 },
                true,
            ),
            (set(&[1], None, None), Family::Odd, true),
            (set(&[1, 3], None, Some(7)), Family::Odd, true),
            (set(&[1, 2, 3, 9], None, None), Family::OneTwoThree, true),
            (set(&[], Some(1), Some(1)), Family::OneTwoThree, true),
            (set(&[1, 6], None, None), Family::Even { x: 6 }, true),
            (set(&[1], Some(4), None), Family::Even { x: 4 }, true),
            (set(&[1, 3, 8], None, None), Family::A { x: 8 }, true),
            (set(&[1, 3, 5, 8], Some(10), None), Family::A { x: 8 }, true),
            (set(&[1, 4, 7], None, None), Family::B { x: 4, y: 7 }, true),
            (set(&[1, 4, 9], None, None), Family::B { x: 4, y: 9 }, false),
            (
                set(&[1, 4, 11], None, None),
                Family::B { x: 4, y: 11 },
                false,
            ),
            (
                set(&[1, 4, 13], None, None),
                Family::B { x: 4, y: 13 },
                true,
            ),
            (set(&[1, 2, 5], None, None), Family::C, false),
            (set(&[1], Some(2), None), Family::C, false),
            (set(&[1, 2], None, None), Family::D, false),
        ] {
            assert_eq!(
                (Family::of(&set), Family::of(&set).is_solved()),
                (family, solved),
                "{set}"
            );
            assert!(!family.statement().contains("  "), "{set}");
        }
    }
}
