//! Cut games whose values are all known.
//!
//! Most are solved in the papers by Dailly, Duchêne, Larsson and Paris and by Ellis and
//! Thanatipanonda. Only the cut numbers below n matter for a heap of n, so what holds for all
//! finite cut sets of a kind holds for the infinite ones. Two theorems are added here. Let 1 ∈ C, let x = 2c be
//! the smallest even number in C.
//!
//! **An odd y ∈ C with 3 ≤ y < 2x: the values are (0,1)^c (+2).** That is, G(n) = 2a + (b mod 2) for
//! n = 2ca + b + 1, 0 ≤ b < 2c. By induction, with the proof of Proposition 7 for y = 3 as the model:
//!
//! - *G(n) is not the value of an option.* Let the parts be 2c·a_i + b_i + 1, m+1 of them. If their
//!   value is 2a + (b mod 2), then ⊕a_i = a, and since Σa_i ≤ a, Σa_i = a and Σb_i + m = b < 2c. So m
//!   is not one of the even cut numbers; if it is odd, ⊕(b_i mod 2) = Σb_i mod 2 ≠ b mod 2.
//! - *Smaller values of the parity of b:* 2z + (b mod 2) for z < a by (2cz+b+1, a−z, …, a−z), an x-cut.
//! - *Of the other parity, if b > 0:* z = a (for odd b) by (2ca+b, 1), z = a−1 by (2ca, b+1), and
//!   z ≤ a−2 by the y-cut (2cz+b, 1, and (y−1)/2 ≤ 2c pairs of equal parts that make up 2c(a−z)).
//! - *Of the other parity, if b = 0:* 2z + 1 for z = a−1 by (2ca, 1), and for z ≤ a−2 by the y-cut
//!   (2c(z+1), 1, and pairs that make up 2c(a−z−1)) if (y−1)/2 ≤ c(a−z−1). That fails only for z = a−2
//!   and y > 2c+1; then (2c(a−2)+4c−y+1, 1, …, 1) has it.
//!
//! For y = 3 these are all the sets of Family A. If all odd numbers in C but 1 are past 2x, the
//! sequence is another one: G(4c+1) = 1.
//!
//! **All odd numbers in C but 1 are past 3x, and c ≥ 2: the values are those of {1,x}.** By induction
//! on n the nim-sets of C are those of {1,x}, and by Theorem 19 only odd y ∈ C need a look. Theorem 13
//! makes N(n,y+1) = N(n−y+3,4), and by Corollary 11 that is in N(n−6c+2,4), as y ≥ 6c+1. It remains
//! that G(n) is not in N(n−6c+2,4). With n and the parts divided by the period 12c as in Proposition 4
//! of Ellis and Thanatipanonda, the quotients of the parts have both the sum and the nim-sum of n's
//! quotient (a smaller sum would have a smaller nim-sum), so let n ≤ 12c, and let m = n − 6c + 2 ≥ 4:
//!
//! - n = 6c+j, 2 ≤ j ≤ 2c: the value is 2 or 3; the parts of m = j+2 are below 2c, with values 0, 1.
//! - n = 8c+j, 1 ≤ j ≤ 2c: it is 4 or 5; the parts of m = 2c+2+j are below 4c, with values up to 3.
//! - n = 10c+j, 1 ≤ j ≤ 2c: it is 6 or 7, which needs a part with value 4 or 5, at least 4c+2, and one
//!   with value 2 or 3, at least 2c+1. With two more parts that is more than m = 4c+2+j ≤ 6c+2.
//!
//! This is Conjecture 2 of Ellis and Thanatipanonda. It is sharp: for y = 6c−1 the option
//! (2c+1, 1, …, 1) of 8c has the value 2, which is that of 8c in {1,x}.

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
#[non_exhaustive]
pub struct KnownPattern {
    /// The theorem that proves it.
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
    /// The number of repetitions.
    pub times: u64,
}

impl KnownPattern {
    /// Returns the pattern of a cut game, where one is proved for its [`Family`].
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

    /// Returns the length of the period.
    pub fn period(&self) -> u128 {
        self.blocks.iter().map(Block::len).sum()
    }

    /// Returns the values of the first period, if there are at most `most`.
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

    /// Returns the value of a heap; none for 0, which is not a heap.
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

    /// Returns the pattern as a closed form.
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
