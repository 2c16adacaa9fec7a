//! Divide-and-residue: n = k·d + r with r < d < n leaves k heaps of d and one of r, and the same with
//! k ≥ 2, called complement-grundy.
//!
//! Equal heaps cancel in pairs. So an even quotient k leaves r alone: any r < n/(k+1) with r ≡ n
//! (mod k). All these are among those of k = 2, which are the r < n/3 of the parity of n: a set of
//! values that only grows. An odd k leaves d + r with d from n/(k+1) to n/k, about n·ln 2 options for
//! all odd k together. Few values are missing from the first set, and most of these are found quickly.
//! So a sample of the odd quotients is marked value by value: all large ones, which have few options
//! each, and the largest parts of the least one. Then the least value that is still missing is
//! searched for in the options of the small odd quotients. For this the heaps r are stored a second
//! time for each such k, by residue class and descending: the d ascend while the r descend by k, and
//! two rows of memory are compared lane by lane.

use super::chunk::{ChunkEvaluator, Known, Rule};
use crate::heaps::NimError;
use crate::limits::{Budget, Reason};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::reserve;

/// Divide-and-residue.
pub(super) fn divide_and_residue() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, Residue::new(&[1, 3, 5, 7])))
}

/// Complement-grundy: the quotient is at least 2.
pub(super) fn complement_grundy() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, Residue::new(&[3, 5, 7, 9, 11])))
}

/// The number of options of the least odd quotient that are marked.
const SAMPLE: usize = 1 << 11;

/// The number of possible values.
const VALUES: usize = 1 << u16::BITS;

/// The number of heaps between two checks of the deadline.
const HEAPS: usize = 16;

struct Residue {
    /// The values, by heap; the empty heap has 0. Sixteen bits suffice: see `settle`.
    values: Vec<u16>,
    /// The small odd quotients, ascending and without gaps.
    small: Vec<Quotient>,
    /// For each parity, the values of the r < n/3, and the first r that is not included yet.
    alone: [(Vec<bool>, usize); 2],
    /// The last heap for which a value was marked.
    marks: Vec<u32>,
}

impl Residue {
    fn new(quotients: &[usize]) -> Self {
        Self {
            values: vec![0],
            small: quotients.iter().map(|&k| Quotient::new(k)).collect(),
            alone: [0, 1].map(|parity| (vec![false; VALUES], parity)),
            marks: vec![0; VALUES],
        }
    }

    /// Marks all options with odd quotients from k on.
    fn mark_from(&mut self, n: usize, mut k: usize) {
        let (values, marks) = (&self.values[..], &mut self.marks[..]);
        let root = n.isqrt();
        while k <= root {
            let parts = &values[n / (k + 1) + 1..=n / k];
            let residues = values[n % k..].iter().step_by(k);
            for (d, r) in parts.iter().rev().zip(residues) {
                marks[usize::from(d ^ r)] = n as u32;
            }
            k += 2;
        }
        // Larger quotients have smaller parts.
        for (d, part) in values.iter().enumerate().take(n / k + 1).skip(1) {
            if n / d % 2 == 1 && d < n {
                marks[usize::from(part ^ values[n % d])] = n as u32;
            }
        }
    }

    /// Marks the options with the largest parts for the least odd quotient.
    fn mark_sample(&mut self, n: usize) {
        let (parts, residues) = self.small[0].options(n, &self.values);
        let marks = &mut self.marks[..];
        for (d, r) in parts.iter().zip(residues).rev().take(SAMPLE) {
            marks[usize::from(d ^ r)] = n as u32;
        }
    }

    /// Returns the value of the next heap.
    fn settle(&mut self, n: usize) -> Result<u16, NimError> {
        let (alone, next) = &mut self.alone[n % 2];
        while 3 * *next < n {
            alone[usize::from(self.values[*next])] = true;
            *next += 2;
        }
        self.mark_from(n, self.small[self.small.len() - 1].k + 2);
        self.mark_sample(n);
        let (alone, _) = &self.alone[n % 2];
        let missing = (0..=u16::MAX).find(|&value| {
            let at = usize::from(value);
            let found = alone[at] || self.marks[at] == n as u32;
            // The larger quotients have fewer options.
            !found
                && !self.small.iter().rev().any(|quotient| {
                    let (parts, residues) = quotient.options(n, &self.values);
                    meets(parts, residues, value)
                })
        });
        // All known values are below √n.
        missing.ok_or_else(|| {
            NimError::OutOfReach(format!("the value of heap {n} needs more than 16 bits"))
        })
    }
}

/// Checks whether two entries in the same place have this nim sum.
///
/// Not inlined: the caller knows the sum in more bits, and the lanes would be as wide.
#[inline(never)]
fn meets(a: &[u16], b: &[u16], sum: u16) -> bool {
    // A loop of fixed length without an early exit compiles to eight lanes a register.
    const LANES: usize = 512;
    let (a, last_of_a) = a.as_chunks::<LANES>();
    let (b, last_of_b) = b.as_chunks::<LANES>();
    let whole = a.iter().zip(b).any(|(a, b)| {
        let mut met = 0;
        for (a, b) in a.iter().zip(b) {
            met |= u16::from(a ^ b == sum);
        }
        met != 0
    });
    whole || last_of_a.iter().zip(last_of_b).any(|(a, b)| a ^ b == sum)
}

/// The heaps that can be residues for an odd quotient k.
struct Quotient {
    k: usize,
    /// For each residue class c the values of the heaps c + k·j, those of j = 0 last.
    classes: Vec<Vec<u16>>,
    /// The length of the classes: at least the number of parts of a heap.
    len: usize,
}

impl Quotient {
    fn new(k: usize) -> Self {
        Self {
            k,
            classes: vec![Vec::new(); k],
            len: 0,
        }
    }

    /// Extends the classes to the residues of heaps before `end`.
    fn widen(&mut self, values: &[u16], end: usize) -> Result<(), Reason> {
        let len = end / (self.k * (self.k + 1)) + 2;
        if len <= self.len {
            return Ok(());
        }
        // Twice as far as before, so that this is seldom repeated.
        self.len = len.max(2 * self.len);
        for class in &mut self.classes {
            class.clear();
            reserve(class, self.len)?;
            class.resize(self.len, 0);
        }
        for (heap, &value) in values.iter().enumerate().take(self.k * self.len) {
            self.insert(heap, value);
        }
        Ok(())
    }

    fn insert(&mut self, heap: usize, value: u16) {
        if let Some(place) = self.len.checked_sub(heap / self.k + 1) {
            self.classes[heap % self.k][place] = value;
        }
    }

    /// Returns the values of the parts d < n with this quotient, ascending, and of their residues.
    fn options<'a>(&'a self, n: usize, values: &'a [u16]) -> (&'a [u16], &'a [u16]) {
        let below = n / (self.k + 1);
        let parts = &values[below + 1..=(n / self.k).min(n - 1)];
        // The residue of the least part is (n mod k) + k·j with the greatest j.
        let from = self.len + below - n / self.k;
        (parts, &self.classes[n % self.k][from..from + parts.len()])
    }
}

impl Rule for Residue {
    const BYTES: u64 = 7;

    fn name(&self) -> &'static str {
        "value sets and rows of residues"
    }

    fn prepare(&mut self, _: &Known<'_>, end: usize) -> Result<(), Reason> {
        reserve(&mut self.values, end)?;
        for quotient in &mut self.small {
            quotient.widen(&self.values, end)?;
        }
        Ok(())
    }

    fn compute(
        &mut self,
        known: &mut Known<'_>,
        end: usize,
        budget: &Budget,
    ) -> Result<(), NimError> {
        for n in known.next()..end {
            if n % HEAPS == 0 {
                budget.check()?;
            }
            let value = if n == 1 { 0 } else { self.settle(n)? };
            self.values.push(value);
            for quotient in &mut self.small {
                quotient.insert(n, value);
            }
            known.push(u32::from(value));
        }
        Ok(())
    }
}
