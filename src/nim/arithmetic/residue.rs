//! Divide-and-residue: n = k·d + r with r < d < n leaves k heaps of d and one of r, and the same with
//! k ≥ 2, called complement-grundy.
//!
//! Equal heaps cancel in pairs. So an even quotient k leaves r alone: any r < n/(k+1) with r ≡ n
//! (mod k). All these are among those of k = 2, which are the r < n/3 of the parity of n: a set of
//! values that only grows. An odd k leaves d + r with d from n/(k+1) to n/k, about n·ln 2 options for
//! all odd k together. Few values miss in the first set, and most of these turn up quickly. So
//! a sample of the odd quotients is marked value by value: all large ones, which have few options
//! each, and the largest parts of the least one. Then the least value that is still missing is
//! sought in the options of the small odd quotients. For this the heaps r are kept once more for
//! each such k, by residue class and descending: the d ascend while the r descend by k, and two
//! rows of memory are compared lane by lane.

use super::stretch::{Known, Rule, StretchRoad};
use crate::game::Limits;
use crate::nim::error::{NimError, look_at_clock};
use crate::nim::road::Road;

/// Divide-and-residue.
pub(super) fn divide_and_residue() -> Box<dyn Road> {
    Box::new(StretchRoad::numbers(1, Residue::new(&[1, 3, 5, 7])))
}

/// Complement-grundy: the quotient is at least 2.
pub(super) fn complement_grundy() -> Box<dyn Road> {
    Box::new(StretchRoad::numbers(1, Residue::new(&[3, 5])))
}

/// How many options of the least odd quotient are marked at once.
const SAMPLE: usize = 1 << 11;

/// How many heaps go by between two looks at the clock.
const HEAPS: usize = 16;

struct Residue {
    /// The values, by heap; that of no heap is 0. There is no need for more bits: see `settle`.
    values: Vec<u16>,
    /// The small odd quotients, ascending and without gaps.
    small: Vec<Quotient>,
    /// For each parity, the values of the r < n/3, and the first r that is not in yet.
    alone: [(Vec<bool>, usize); 2],
    /// The last heap for which a value was marked.
    marks: Vec<u32>,
}

impl Residue {
    fn new(quotients: &[usize]) -> Self {
        let values = 1 << u16::BITS;
        Self {
            values: vec![0],
            small: quotients.iter().map(|&k| Quotient::new(k)).collect(),
            alone: [0, 1].map(|parity| (vec![false; values], parity)),
            marks: vec![0; values],
        }
    }

    /// Marks the value of a heap of d and one of r, as an option of n.
    #[inline]
    fn mark(&mut self, n: usize, d: u16, r: u16) {
        self.marks[usize::from(d ^ r)] = n as u32;
    }

    /// Marks all options with odd quotients from k on.
    fn mark_from(&mut self, n: usize, k: usize) {
        let root = n.isqrt();
        let mut k = k;
        while k <= root {
            let (least, most) = (n / (k + 1) + 1, n / k);
            let mut r = n % k;
            for d in (least..=most).rev() {
                self.mark(n, self.values[d], self.values[r]);
                r += k;
            }
            k += 2;
        }
        // Larger quotients have smaller parts.
        for d in 1..=(n / k).min(n - 1) {
            if n / d % 2 == 1 {
                self.mark(n, self.values[d], self.values[n % d]);
            }
        }
    }

    /// Marks the options with the largest parts for the least odd quotient.
    fn mark_sample(&mut self, n: usize) {
        let (parts, residues) = self.small[0].options(n, &self.values);
        let from = parts.len().saturating_sub(SAMPLE);
        for (&d, &r) in parts[from..].iter().zip(&residues[from..]) {
            self.marks[usize::from(d ^ r)] = n as u32;
        }
    }

    /// The value of the next heap.
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
        // By all that is known values stay below √n.
        missing.ok_or_else(|| {
            NimError::OutOfReach(format!("the value of heap {n} needs more than 16 bits"))
        })
    }
}

/// Whether entries in the same place have this nim sum.
fn meets(a: &[u16], b: &[u16], sum: u16) -> bool {
    const LANES: usize = 512;
    let met = |(a, b): (&[u16], &[u16])| {
        let lanes = a.iter().zip(b);
        let any = lanes.fold(0, |any, (a, b)| {
            any | u16::from(a ^ b == sum).wrapping_neg()
        });
        any != 0
    };
    a.chunks(LANES).zip(b.chunks(LANES)).any(met)
}

/// The heaps that can be residues for an odd quotient k.
struct Quotient {
    k: usize,
    /// For each residue class c the values of the heaps c + k·j, those of j = 0 last.
    classes: Vec<Vec<u16>>,
    /// How long the classes are: as many j as there are parts for a heap, or more.
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

    /// Makes room for the residues of heaps before `end`.
    fn widen(&mut self, values: &[u16], end: usize) {
        let len = end / (self.k * (self.k + 1)) + 2;
        if len <= self.len {
            return;
        }
        // Twice as far as before, so that this is seldom done again.
        self.len = len.max(2 * self.len);
        for class in &mut self.classes {
            class.clear();
            class.resize(self.len, 0);
        }
        for (heap, &value) in values.iter().enumerate().take(self.k * self.len) {
            self.insert(heap, value);
        }
    }

    fn insert(&mut self, heap: usize, value: u16) {
        if let Some(place) = self.len.checked_sub(heap / self.k + 1) {
            self.classes[heap % self.k][place] = value;
        }
    }

    /// The values of the parts d < n with this quotient, ascending, and of their residues.
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

    fn prepare(&mut self, _: &Known<'_>, end: usize) {
        for quotient in &mut self.small {
            quotient.widen(&self.values, end);
        }
    }

    fn go_on(
        &mut self,
        known: &mut Known<'_>,
        end: usize,
        limits: &Limits,
    ) -> Result<(), NimError> {
        for n in known.next()..end {
            if n % HEAPS == 0 {
                look_at_clock(limits)?;
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
