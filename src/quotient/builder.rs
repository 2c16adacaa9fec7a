//! Quotients of more and more heaps.

use std::sync::Arc;

use tracing::debug;

use super::assumed::Assumed;
use super::candidate::Candidate;
use super::closure::{Closure, Verdict, verify};
use super::error::QuotientError;
use super::infinite::{self, Description, InfiniteQuotient};
use super::memory::transfer;
use super::model::Model;
use super::period::{MoveBounds, Period};
use super::quotient::Quotient;
use super::table::HeapTable;
use crate::heaps::Ruleset;
use crate::limits::{Budget, Meter};

/// The efforts of a search for an infinite quotient. The first search beside that for a finite quotient is
/// short, because a finite quotient with a long period refutes several rules for the powers of a heap
/// as well. A later one may take a few times the effort that the other search has taken so far.
const FIRST_EFFORT: u64 = 1 << 20;
const TIMES_FINITE: u64 = 4;
/// The effort of a search for the quotient with one heap more than an infinite one: the least and the
/// most.
const NEXT_EFFORT: (u64, u64) = (1 << 26, 1 << 33);

/// Finds and proves the quotients of a ruleset, one heap after the other.
///
/// When a limit stops a step, the last quotient that is proved is kept. All tables count against
/// the budget of the last call, for as long as the builder or one of its quotients lives.
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
    proved: Arc<Candidate>,
    closure: Closure,
    period: Option<Period>,
    /// The last quotient that is proved, if it is infinite; all later ones are.
    infinite: Option<Arc<Description>>,
}

/// The quotient with one more heap.
enum Next {
    Finite(Candidate, Closure),
    Infinite(Description),
}

impl<'r> QuotientBuilder<'r> {
    /// Starts with the quotient of no heaps.
    ///
    /// # Errors
    /// If the ruleset is loopy, or its positions are not heaps.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, QuotientError> {
        let budget = Budget::default();
        let proved = Candidate::trivial(&budget);
        Ok(Self {
            table: HeapTable::new(ruleset, &budget)?,
            closure: Closure::new(&proved.monoid, &mut Meter::new(&budget))?,
            proved: Arc::new(proved),
            period: None,
            infinite: None,
        })
    }

    /// Returns the largest heap whose quotient is proved, if there is one.
    pub fn max_heap(&self) -> Option<u64> {
        let last = self.heaps().checked_sub(1)?;
        Some(self.table.size(u32::try_from(last).ok()?))
    }

    /// Returns the number of heaps of the last quotient that is proved.
    fn heaps(&self) -> usize {
        let tame = self.infinite.as_ref().map(|infinite| &infinite.tame);
        tame.unwrap_or(&self.proved).pretending.len()
    }

    /// Returns the order of the last finite quotient that is proved.
    pub fn order(&self) -> usize {
        self.proved.monoid.order()
    }

    /// Returns the last quotient that is proved, if it is infinite.
    pub fn infinite(&self) -> Option<InfiniteQuotient> {
        let description = Arc::clone(self.infinite.as_ref()?);
        Some(InfiniteQuotient::new(description, &self.table))
    }

    /// Returns the last finite quotient that is proved. It shares its tables with the builder.
    pub fn quotient(&self) -> Quotient {
        Quotient::new(Arc::clone(&self.proved), &self.table, self.period)
    }

    /// Proves the quotients up to this heap, included.
    pub fn extend_to(&mut self, heap: u64, budget: &Budget) -> Result<(), QuotientError> {
        self.charge(budget);
        while self.max_heap().is_none_or(|max| max < heap) {
            self.add_heap(budget)?;
        }
        Ok(())
    }

    /// Proves finite quotients until one is that of all heaps by the [period theorem](Period). Returns
    /// false at once if the theorem does not apply to the ruleset.
    ///
    /// # Errors
    /// [`QuotientError::Infinite`] as soon as a quotient is infinite: then so is that of all heaps.
    pub fn solve(&mut self, budget: &Budget) -> Result<bool, QuotientError> {
        let Some(bounds) = MoveBounds::of(self.table.ruleset()) else {
            return Ok(false);
        };
        self.charge(budget);
        while self.period.is_none() {
            self.period = self.find_period(bounds);
            if self.period.is_none() {
                self.add_heap(budget)?;
            }
            if let Some(heap) = self.max_heap().filter(|_| self.infinite.is_some()) {
                return Err(QuotientError::Infinite { heap });
            }
        }
        Ok(true)
    }

    /// Proves quotients until one determines the value of this heap: the quotient up to the heap, or
    /// that of all heaps by the period theorem, whichever comes first.
    pub fn determine(&mut self, heap: u64, budget: &Budget) -> Result<(), QuotientError> {
        self.charge(budget);
        let bounds = MoveBounds::of(self.table.ruleset());
        while self.period.is_none() && self.max_heap().is_none_or(|max| max < heap) {
            self.add_heap(budget)?;
            if self.infinite.is_none() {
                self.period = bounds.and_then(|bounds| self.find_period(bounds));
            }
        }
        Ok(())
    }

    /// Counts the tables against this budget from now on.
    fn charge(&mut self, budget: &Budget) {
        transfer(&mut self.table.account, budget);
        transfer(&mut self.closure.account, budget);
        if let Some(proved) = Arc::get_mut(&mut self.proved) {
            transfer(&mut proved.account, budget);
        }
    }

    /// Returns the period that the theorem proves from the last quotient.
    fn find_period(&self, bounds: MoveBounds) -> Option<Period> {
        let smallest = self.table.ruleset().smallest();
        Period::find(&self.proved.pretending, smallest, bounds)
    }

    /// Proves the quotient with one more heap.
    fn add_heap(&mut self, budget: &Budget) -> Result<(), QuotientError> {
        let mut meter = Meter::new(budget);
        budget.check()?;
        if self.table.len() == self.heaps() {
            self.table.extend(&mut meter)?;
        }
        if let Some(infinite) = &self.infinite {
            let next = self.find_next_infinite(infinite, &mut meter)?;
            self.infinite = Some(Arc::new(next));
        } else if !self.add_heap_unchanged(&mut meter)? {
            match self.find_next(&mut meter)? {
                Next::Finite(proved, closure) => {
                    self.proved = Arc::new(proved);
                    self.closure = closure;
                }
                Next::Infinite(description) => self.infinite = Some(Arc::new(description)),
            }
        }
        debug!(heap = self.max_heap(), order = self.order(), "heap added");
        Ok(())
    }

    /// Finds the quotient with one heap more than an infinite one.
    fn find_next_infinite(
        &self,
        infinite: &Description,
        meter: &mut Meter<'_>,
    ) -> Result<Description, QuotientError> {
        if let Some(description) = infinite::add_heap(infinite, &self.table, meter)? {
            return Ok(description);
        }
        let (mut effort, most) = NEXT_EFFORT;
        while effort <= most {
            let wild = infinite.wild.clone();
            let found = infinite::find(&infinite.tame, wild, effort, &self.table, meter)?;
            if let Some(description) = found {
                return Ok(description);
            }
            effort *= 4;
        }
        Err(QuotientError::Shape)
    }

    /// Adds the next heap if it has a value in the present quotient. Returns whether it has.
    fn add_heap_unchanged(&mut self, meter: &mut Meter<'_>) -> Result<bool, QuotientError> {
        if Arc::get_mut(&mut self.proved).is_none() {
            // A quotient that was handed out stays as it is.
            self.proved = Arc::new(self.proved.copy(meter.budget())?);
        }
        let Some(proved) = Arc::get_mut(&mut self.proved) else {
            return Ok(false);
        };
        let heap = u32::try_from(proved.pretending.len()).map_err(|_| QuotientError::Numbers)?;
        if self.table.is_terminal(heap) {
            proved.add_heap(0)?;
            return Ok(true);
        }
        let options = self.closure.option_values(heap, proved, &self.table);
        let fitting = self
            .closure
            .fitting_value(&options, &proved.monoid, meter)?;
        let Some(value) = fitting else {
            return Ok(false);
        };
        proved.add_heap(value)?;
        let before = self.closure.len();
        let failed = self.closure.add_heap(&options, proved, None, meter);
        if !matches!(failed, Ok(None)) {
            self.closure.truncate(before);
            proved.pretending.pop();
        }
        Ok(failed?.is_none())
    }

    /// Finds the quotient with one more heap from relations that are assumed until refuted.
    fn find_next(&self, meter: &mut Meter<'_>) -> Result<Next, QuotientError> {
        /// A model with more elements than this many times its reduced monoid needs more rules.
        const WASTEFUL: usize = 4;
        let heap = self
            .table
            .size(u32::try_from(self.proved.pretending.len()).unwrap_or(u32::MAX));
        // The efforts of this search and of those for an infinite quotient.
        let (mut effort, mut spent) = (0, 0);
        let mut assumed = Assumed::beyond(&self.proved, meter.budget())?;
        loop {
            let model = Model::new(&assumed, &self.table, meter)?;
            let candidate = match Candidate::of_model(&model, &assumed, meter)? {
                Ok(candidate) => candidate,
                Err(conflict) => {
                    let at_fault = model.rules_at_fault(&assumed.rules, &conflict, |product| {
                        model.outcome_by_options(product)
                    });
                    debug!(heap, rules = at_fault.len(), "rules contradict each other");
                    for &rule in at_fault.iter().rev() {
                        assumed.refute(rule)?;
                    }
                    if at_fault.is_empty() {
                        // Only if the product is too large to be stored.
                        return Err(QuotientError::Exponents);
                    }
                    continue;
                }
            };
            let failed = match verify(&candidate, &self.table, meter)? {
                Verdict::Right(closure) => return Ok(Next::Finite(candidate, closure)),
                Verdict::Wrong(sum) => sum,
            };
            debug!(
                heap,
                order = candidate.monoid.order(),
                at = ?failed,
                "candidate refuted"
            );
            let sizes = [model.elements.len(), candidate.monoid.order()];
            effort += sizes.map(|n| n as u64).iter().product::<u64>();
            // The candidate is right about all smaller sums, and obeys all rules. So each rule that
            // can be applied here leads from a wrong outcome to a right one: it is false.
            let wild = assumed.unbounded(infinite::REFUTATIONS);
            if !wild.is_empty() && effort >= spent {
                let allowed = FIRST_EFFORT.max(TIMES_FINITE.saturating_mul(effort));
                spent = allowed;
                let found = infinite::find(&self.proved, wild, allowed, &self.table, meter);
                match found {
                    Ok(Some(description)) => return Ok(Next::Infinite(description)),
                    Err(QuotientError::Stopped(reason)) => return Err(reason.into()),
                    Ok(None) | Err(_) => debug!(heap, "no infinite quotient found"),
                }
            }
            assumed.observe(&failed, &candidate);
            if !assumed.refute_at(&failed)? {
                // An irreducible sum cannot fail: its outcome was found by its options.
                return Err(QuotientError::Exponents);
            }
            assumed.express_variables(&candidate, &failed);
            if model.elements.len() > WASTEFUL * candidate.monoid.order() {
                assumed.add_relations(&candidate, &failed)?;
            }
        }
    }
}
