//! Cut games of which every value is known.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::heaps::{Cut, Family};
use crate::nim::{ClosedForm, NimError, NimValue};

/// Nim values that are arithmetic periodic from the first heap on: G(n+p) = G(n) + s for all n ≥ 1.
///
/// ```
/// use misere::heaps::{Cut, CutSet};
/// use misere::nim::KnownPattern;
///
/// let cut = Cut::new(CutSet::new([1, 3, 6], None, None).unwrap());
/// let pattern = KnownPattern::of(&cut).unwrap();
/// assert_eq!((pattern.period(), pattern.saltus), (6, 2));
/// assert_eq!(pattern.values(100).unwrap(), [0, 1, 0, 1, 0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPattern {
    /// What it rests on.
    pub theorem: String,
    /// The values of the first period.
    pub blocks: Vec<Block>,
    /// By how much the values grow in each period.
    pub saltus: u64,
}

/// Values that are repeated: (0,1)^3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The values.
    pub values: Vec<u32>,
    /// How often they come.
    pub times: u64,
}

impl KnownPattern {
    /// The pattern of a cut game, where one is proved for its [`Family`].
    pub fn of(cut: &Cut) -> Option<Self> {
        const DAILLY: &str = "Dailly, Duchêne, Larsson, Paris";
        const ELLIS: &str = "Ellis, Thanatipanonda";
        let family = Family::of(cut.set());
        if !family.is_solved() {
            return None;
        }
        let (theorem, blocks, saltus) = match family {
            Family::WithoutOne { smallest } => {
                let theorem = format!("Proposition 4 of {DAILLY}");
                (theorem, vec![block(&[0], smallest)], 1)
            }
            Family::Odd => {
                let theorem = format!("Proposition 5 of {DAILLY}");
                (theorem, vec![block(&[0, 1], 1)], 0)
            }
            Family::OneTwoThree => {
                let theorem = format!("Proposition 6 of {DAILLY}");
                (theorem, vec![block(&[0], 1)], 1)
            }
            Family::Even { x } => {
                let theorem = match cut.set().largest() {
                    Some(largest) if largest == x => format!("Theorem 3 of {ELLIS}"),
                    _ => format!("Theorems 3 and 19 of {ELLIS}"),
                };
                (theorem, one_even(x / 2), 8)
            }
            // The proof needs of the other cut numbers only that the even ones are at least x.
            Family::A { x } => {
                let more = match cut.set().largest() {
                    Some(largest) if cut.set().up_to(largest).count() == 3 => "",
                    _ => ", by its proof",
                };
                let theorem = format!("Proposition 7 of {DAILLY}{more}");
                (theorem, vec![block(&[0, 1], x / 2)], 2)
            }
            Family::B { x, y } if y / 2 < x => {
                let theorem = format!(
                    "Proposition 7 of {DAILLY}, extended to an odd cut number below twice the \
                     smallest even one"
                );
                (theorem, vec![block(&[0, 1], x / 2)], 2)
            }
            Family::B { x, .. } => {
                let theorem = format!(
                    "Theorems 3, 13 and 19 of {ELLIS}, as odd cut numbers past three times the \
                     smallest even one change nothing"
                );
                (theorem, one_even(x / 2), 8)
            }
            Family::C | Family::D => return None,
        };
        Some(Self {
            theorem,
            blocks,
            saltus,
        })
    }

    /// How many values make up a period.
    pub fn period(&self) -> u128 {
        self.blocks.iter().map(Block::len).sum()
    }

    /// The values of the first period one by one, if there are not more than `most`.
    pub fn values(&self, most: usize) -> Option<Vec<u32>> {
        if self.period() > most as u128 {
            return None;
        }
        let repeat = |block: &Block| {
            let times = usize::try_from(block.times).unwrap_or(usize::MAX);
            block.values.repeat(times)
        };
        Some(self.blocks.iter().flat_map(repeat).collect())
    }

    /// The value of a heap; none for 0, which is not a heap.
    pub fn value(&self, heap: &BigUint) -> Option<NimValue> {
        if *heap == BigUint::ZERO {
            return None;
        }
        let (periods, place) = (heap - 1u32).div_rem(&self.period().into());
        let mut place = place.to_u128()?;
        for block in &self.blocks {
            if place < block.len() {
                let at = usize::try_from(place % block.values.len() as u128).ok()?;
                let value = periods * self.saltus + block.values[at];
                return Some(NimValue::from(&value));
            }
            place -= block.len();
        }
        None
    }

    /// The pattern as a formula.
    pub(super) fn closed_form(self) -> ClosedForm {
        ClosedForm {
            theorem: self.theorem.clone(),
            from: 1,
            value: Box::new(move |heap, _| {
                let value = heap.first().and_then(|heap| self.value(heap));
                value.ok_or_else(|| NimError::OutOfReach("the smallest heap is 1".into()))
            }),
        }
    }
}

impl Block {
    fn len(&self) -> u128 {
        self.values.len() as u128 * u128::from(self.times)
    }
}

fn block(values: &[u32], times: u64) -> Block {
    Block {
        values: values.to_vec(),
        times,
    }
}

/// Theorem 3 of Ellis and Thanatipanonda: the first period of {1,2c}.
fn one_even(c: u64) -> Vec<Block> {
    vec![
        block(&[0, 1], c),
        block(&[2, 3], c),
        block(&[1, 4], 1),
        block(&[5, 4], c - 1),
        block(&[3, 2], c),
        block(&[4, 5], c),
        block(&[6, 7], c),
    ]
}
