//! S-factoring: n is written as a product, and a heap n − a is left for each factor a.
//!
//! The factors are chosen ascending, so every product is found once; only divisors up to √n can be
//! chosen before the last factor.

use super::chunk::{ChunkEvaluator, Known, Rule};
use super::odd_primes::OddPrimes;
use crate::heaps::NimError;
use crate::limits::{Budget, Reason, Ticker};
use crate::nim::evaluator::Evaluator;

/// S-factoring, where n alone is a product too.
pub(super) fn s_factoring() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(0, Products::default()))
}

#[derive(Default)]
struct Products {
    odd: OddPrimes,
    /// The divisors d > 1 of one heap with d² at most the heap, ascending.
    divisors: Vec<u32>,
    marks: Marks,
}

/// The values of options found so far.
#[derive(Default)]
struct Marks {
    /// The last heap that has an option of this value. As long as a power of two that exceeds
    /// all values, so all nim sums are indices.
    by: Vec<u32>,
    ticker: Ticker,
}

impl Products {
    fn list_divisors(&mut self, n: u32) {
        let (root, twos) = (n.isqrt(), n.trailing_zeros());
        self.odd.divisors(n >> twos, &mut self.divisors);
        self.divisors.retain(|&d| d <= root);
        let odd = self.divisors.len();
        for shift in 1..=twos {
            for i in 0..odd {
                let d = self.divisors[i] << shift;
                if d <= root {
                    self.divisors.push(d);
                }
            }
        }
        self.divisors.sort_unstable();
        self.divisors.remove(0);
    }
}

impl Marks {
    /// Marks the products of n whose remaining factors, at least two, are among these divisors and
    /// multiply to `rest`. The factors chosen before leave heaps of this nim sum. The depth is at
    /// most the number of prime factors, 31.
    fn walk(
        &mut self,
        n: u32,
        rest: u32,
        divisors: &[u32],
        sum: u32,
        known: &Known<'_>,
        budget: &Budget,
    ) -> Result<(), NimError> {
        if self.ticker.is_due() {
            budget.check()?;
        }
        for (i, &factor) in divisors.iter().enumerate() {
            let last = rest / factor;
            if factor > last {
                break;
            }
            if factor * last < rest {
                continue;
            }
            let sum = sum ^ known.at((n - factor) as usize);
            self.by[(sum ^ known.at((n - last) as usize)) as usize] = n;
            // A factor is at most √n, less than 2^16.
            if factor * factor <= last {
                self.walk(n, last, &divisors[i..], sum, known, budget)?;
            }
        }
        Ok(())
    }

    /// Returns the least value that no option of n has.
    fn mex(&mut self, n: u32) -> u32 {
        let mex = self.by.iter().take_while(|&&by| by == n).count();
        if mex >= self.by.len() {
            self.by.resize((mex + 1).next_power_of_two(), 0);
        }
        mex as u32
    }
}

impl Rule for Products {
    const BYTES: u64 = 3;

    fn name(&self) -> &'static str {
        "tree of factorisations"
    }

    fn prepare(&mut self, _: &Known<'_>, end: usize) -> Result<(), Reason> {
        self.odd.reserve(end)
    }

    fn compute(
        &mut self,
        known: &mut Known<'_>,
        end: usize,
        budget: &Budget,
    ) -> Result<(), NimError> {
        self.odd.extend(end);
        for n in known.next() as u32..end as u32 {
            if n < 2 {
                known.push(0);
                continue;
            }
            self.list_divisors(n);
            // n alone leaves the empty heap, of value 0.
            self.marks.by.resize(self.marks.by.len().max(1), 0);
            self.marks.by[0] = n;
            self.marks.walk(n, n, &self.divisors, 0, known, budget)?;
            known.push(self.marks.mex(n));
        }
        Ok(())
    }
}
