//! Quotients of more and more heaps.

use super::assumed::Assumed;
use super::candidate::Candidate;
use super::closure::{Closure, Verdict, verify};
use super::error::QuotientError;
use super::model::Model;
use super::period::{MoveBounds, Period};
use super::quotient::Quotient;
use super::table::{HeapTable, Sum};
use crate::heaps::Ruleset;
use crate::limits::Budget;
use crate::limits::Meter;

/// The quotients of a ruleset, one heap after the other.
///
/// What is proved stays proved when a limit stops the next step.
///
/// ```
/// use misere::limits::Budget;
/// use misere::heaps::ruleset;
/// use misere::quotient::QuotientBuilder;
///
/// let kayles = ruleset("0.77").unwrap();
/// let mut builder = QuotientBuilder::new(&*kayles)?;
/// builder.extend_to(20, &Budget::default())?;
/// assert_eq!((builder.quotient().order(), builder.quotient().p_order()), (24, 8));
/// # Ok::<(), misere::quotient::QuotientError>(())
/// ```
pub struct QuotientBuilder<'r> {
    table: HeapTable<'r>,
    proved: Candidate,
    closure: Closure,
    period: Option<Period>,
}

impl<'r> QuotientBuilder<'r> {
    /// The quotient of no heaps. Loopy rulesets and positions that are not heaps are refused.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, QuotientError> {
        let proved = Candidate::trivial();
        let budget = Budget::default();
        Ok(Self {
            table: HeapTable::new(ruleset)?,
            closure: Closure::new(&proved.monoid, &mut Meter::new(&budget))?,
            proved,
            period: None,
        })
    }

    /// The largest heap whose quotient is proved; none if there is not even the smallest.
    pub fn max_heap(&self) -> Option<u64> {
        let last = self.proved.pretending.len().checked_sub(1)?;
        Some(self.table.size(u32::try_from(last).ok()?))
    }

    /// The order of the last quotient that is proved.
    pub fn order(&self) -> usize {
        self.proved.monoid.order()
    }

    /// The last quotient that is proved.
    pub fn quotient(&self) -> Quotient {
        Quotient::new(&self.proved, &self.table, self.period)
    }

    /// Proves the quotients up to this heap, included.
    pub fn extend_to(&mut self, heap: u64, budget: &Budget) -> Result<(), QuotientError> {
        while self.max_heap().is_none_or(|max| max < heap) {
            self.add_heap(budget)?;
        }
        Ok(())
    }

    /// Proves quotients until one is that of all heaps by the [period theorem](Period), or a limit
    /// stops it. True if the quotient of all heaps is known; false if the theorem does not speak
    /// of this ruleset.
    pub fn solve(&mut self, budget: &Budget) -> Result<bool, QuotientError> {
        let Some(bounds) = MoveBounds::of(self.table.ruleset()) else {
            return Ok(false);
        };
        while self.period.is_none() {
            self.period = self.find_period(bounds);
            if self.period.is_none() {
                self.add_heap(budget)?;
            }
        }
        Ok(true)
    }

    /// Proves quotients until one speaks of this heap: up to it, or of all heaps by the period
    /// theorem, whichever comes first.
    pub fn determine(&mut self, heap: u64, budget: &Budget) -> Result<(), QuotientError> {
        let bounds = MoveBounds::of(self.table.ruleset());
        while self.period.is_none() && self.max_heap().is_none_or(|max| max < heap) {
            self.add_heap(budget)?;
            self.period = bounds.and_then(|bounds| self.find_period(bounds));
        }
        Ok(())
    }

    /// The period that the theorem proves from the quotient as it is.
    fn find_period(&self, bounds: MoveBounds) -> Option<Period> {
        let smallest = self.table.ruleset().smallest();
        Period::find(&self.proved.pretending, smallest, bounds)
    }

    /// Proves the quotient with one heap more.
    fn add_heap(&mut self, budget: &Budget) -> Result<(), QuotientError> {
        let mut budget = Meter::new(budget);
        budget.budget().check()?;
        if self.table.len() == self.proved.pretending.len() {
            self.table.extend(&mut budget)?;
        }
        if self.keeps_the_quotient(&mut budget)? {
            return Ok(());
        }
        let (proved, closure) = self.learn(&mut budget)?;
        self.proved = proved;
        self.closure = closure;
        Ok(())
    }

    /// Whether the next heap has a value in the quotient as it is; if so, gives it this value.
    fn keeps_the_quotient(&mut self, budget: &mut Meter<'_>) -> Result<bool, QuotientError> {
        let heap =
            u32::try_from(self.proved.pretending.len()).map_err(|_| QuotientError::Numbers)?;
        if self.table.is_terminal(heap) {
            self.proved.pretending.push(0);
            return Ok(true);
        }
        let look = self.closure.look(heap, &self.proved, &self.table);
        let monoid = &self.proved.monoid;
        let Some(value) = self.closure.fitting_value(&look, monoid, budget)? else {
            return Ok(false);
        };
        self.proved.pretending.push(value);
        let before = self.closure.len();
        let failed = self.closure.add_heap(&look, &self.proved, None, budget);
        if !matches!(failed, Ok(None)) {
            self.closure.forget_beyond(before);
            self.proved.pretending.pop();
        }
        Ok(failed?.is_none())
    }

    /// Learns the quotient with one heap more from relations that are assumed until refuted.
    fn learn(&self, budget: &mut Meter<'_>) -> Result<(Candidate, Closure), QuotientError> {
        /// A model larger than this many times its reduced monoid needs more rules.
        const WASTEFUL: usize = 4;
        let mut assumed = Assumed::beyond(&self.proved)?;
        loop {
            let model = Model::new(&assumed, &self.table, budget)?;
            let candidate = match Candidate::of_model(&model, &assumed, budget)? {
                Ok(candidate) => candidate,
                Err(discord) => {
                    let blamed = model.blame(&assumed.rules, &discord);
                    for &rule in blamed.iter().rev() {
                        assumed.refute(rule)?;
                    }
                    if blamed.is_empty() {
                        // Only if the product is too large to be written.
                        return Err(QuotientError::Exponents);
                    }
                    continue;
                }
            };
            let failed: Sum = match verify(&candidate, &self.table, budget)? {
                Verdict::Right(closure) => return Ok((candidate, closure)),
                Verdict::Wrong(sum) => sum,
            };
            // The candidate is right about all smaller sums, and obeys all rules. So each rule that
            // can be applied here leads from a wrong outcome to a right one: it is false.
            if !assumed.refute_at(&failed)? {
                // An irreducible sum cannot fail: its outcome was found by its options.
                return Err(QuotientError::Exponents);
            }
            assumed.express_variables(&candidate, &failed);
            if model.elements.len() > WASTEFUL * candidate.monoid.order() {
                assumed.adopt(&candidate, &failed);
            }
        }
    }
}
