//! Quotients of more and more heaps.

use std::sync::Arc;

use tracing::debug;

use super::assumed::{Assumed, Search};
use super::candidate::Candidate;
use super::closure::{Closure, Verdict, verify};
use super::error::QuotientError;
use super::infinite::{self, Description, InfiniteQuotient};
use super::memory::transfer;
use super::model::Model;
use super::options::Options;
use super::period::{MoveBounds, Period};
use super::quotient::Quotient;
use super::saved::SavedSearch;
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

/// How far a builder has come, see [`QuotientBuilder::with_report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuotientProgress {
    /// The heap that is being added, or was added last.
    pub heap: u64,
    /// The order of the last quotient or candidate.
    pub order: usize,
    /// How many relations were refuted for this heap.
    pub refuted: usize,
}

/// Is told how far a builder has come.
type Report<'r> = Box<dyn Fn(QuotientProgress) + 'r>;

/// Is offered the state of a search.
type Offer<'r> = Box<dyn Fn(&dyn Fn() -> SavedSearch) + 'r>;

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
    pub(super) options: Options<'r>,
    pub(super) proved: Arc<Candidate>,
    pub(super) closure: Closure,
    /// The search for the next quotient that a limit stopped, or that found an infinite one.
    pub(super) search: Option<Search>,
    period: Option<Period>,
    /// The last quotient that is proved, if it is infinite; all later ones are.
    infinite: Option<Arc<Description>>,
    report: Option<Report<'r>>,
    offer: Option<Offer<'r>>,
}

/// The quotient with one more heap.
enum Next {
    Finite(Candidate, Box<Closure>),
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
            options: Options::new(ruleset, &budget)?,
            closure: Closure::new(&proved.monoid, &mut Meter::new(&budget))?,
            proved: Arc::new(proved),
            period: None,
            infinite: None,
            search: None,
            report: None,
            offer: None,
        })
    }

    /// Calls this function after each heap and after each refuted candidate.
    #[must_use]
    pub fn with_report(mut self, report: impl Fn(QuotientProgress) + 'r) -> Self {
        self.report = Some(Box::new(report));
        self
    }

    /// Calls this function after each heap and after each round of a search, with a function that returns
    /// the state: [`QuotientBuilder::resume`] continues from it.
    #[must_use]
    pub fn with_offer(mut self, offer: impl Fn(&dyn Fn() -> SavedSearch) + 'r) -> Self {
        self.offer = Some(Box::new(offer));
        self
    }

    /// Returns the state of the search: the last finite quotient that is proved, and what is known about
    /// the next.
    pub fn saved(&self) -> SavedSearch {
        self.saved_with(self.search.as_ref())
    }

    fn saved_with(&self, search: Option<&Search>) -> SavedSearch {
        SavedSearch::new(
            &self.options.stored().ruleset().name(),
            &self.proved,
            search,
        )
    }

    fn offer(&self, search: Option<&Search>) {
        if let Some(offer) = &self.offer {
            offer(&|| self.saved_with(search));
        }
    }

    fn report(&self, heap: u64, order: usize, refuted: usize) {
        if let Some(report) = &self.report {
            report(QuotientProgress {
                heap,
                order,
                refuted,
            });
        }
    }

    /// Returns the largest heap whose quotient is proved, if there is one.
    pub fn max_heap(&self) -> Option<u64> {
        let last = self.heaps().checked_sub(1)?;
        Some(self.options.stored().size(u32::try_from(last).ok()?))
    }

    /// Returns the number of heaps of the last quotient that is proved.
    fn heaps(&self) -> usize {
        let tame = self.infinite.as_ref().map(|infinite| &infinite.tame);
        tame.unwrap_or(&self.proved).pretending.len()
    }

    /// Returns the last finite quotient that is proved, by the numbers of heaps.
    #[cfg(test)]
    pub(super) fn proved(&self) -> &Candidate {
        &self.proved
    }

    /// Returns the order of the last finite quotient that is proved.
    pub fn order(&self) -> usize {
        self.proved.monoid.order()
    }

    /// Returns the last quotient that is proved, if it is infinite.
    pub fn infinite(&self) -> Option<InfiniteQuotient> {
        let description = Arc::clone(self.infinite.as_ref()?);
        Some(InfiniteQuotient::new(
            description,
            self.options.stored(),
            self.period,
        ))
    }

    /// Returns the smallest heap with which the quotient is infinite, if that is proved.
    pub fn infinite_from(&self) -> Option<u64> {
        self.infinite.as_ref()?;
        let heap = u32::try_from(self.proved.pretending.len()).ok()?;
        Some(self.options.stored().size(heap))
    }

    /// Returns the last finite quotient that is proved. It shares its tables with the builder.
    pub fn quotient(&self) -> Quotient {
        let period = self.period.filter(|_| self.infinite.is_none());
        Quotient::new(Arc::clone(&self.proved), self.options.stored(), period)
    }

    /// Proves the quotients up to this heap, included.
    pub fn extend_to(&mut self, heap: u64, budget: &Budget) -> Result<(), QuotientError> {
        self.charge(budget);
        while self.max_heap().is_none_or(|max| max < heap) {
            self.add_heap(NEXT_EFFORT.1, budget)?;
        }
        Ok(())
    }

    /// Proves quotients until one is that of all heaps by the [period theorem](Period). Returns false at
    /// once if the theorem does not apply to the ruleset.
    ///
    /// Once the quotient is infinite, the effort for each further heap is bounded: few of them go on to a
    /// period, and the search for the next description may take hours where there is none.
    ///
    /// # Errors
    /// [`QuotientError::Shape`] if no description of the next infinite quotient is found.
    pub fn solve(&mut self, budget: &Budget) -> Result<bool, QuotientError> {
        let Some(bounds) = MoveBounds::of(self.options.stored().ruleset()) else {
            return Ok(false);
        };
        self.charge(budget);
        while self.period.is_none() {
            self.period = self.find_period(bounds);
            if self.period.is_none() {
                self.add_heap(NEXT_EFFORT.0, budget)?;
            }
        }
        Ok(true)
    }

    /// Proves quotients until one determines the value of this heap: the quotient up to the heap, or
    /// that of all heaps by the period theorem, whichever comes first.
    pub fn determine(&mut self, heap: u64, budget: &Budget) -> Result<(), QuotientError> {
        self.charge(budget);
        let bounds = MoveBounds::of(self.options.stored().ruleset());
        while self.period.is_none() && self.max_heap().is_none_or(|max| max < heap) {
            self.add_heap(NEXT_EFFORT.1, budget)?;
            self.period = bounds.and_then(|bounds| self.find_period(bounds));
        }
        Ok(())
    }

    /// Counts the tables against this budget from now on.
    fn charge(&mut self, budget: &Budget) {
        self.options.charge(budget);
        self.closure.charge(budget);
        if let Some(proved) = Arc::get_mut(&mut self.proved) {
            transfer(&mut proved.account, budget);
        }
        if let Some(search) = &mut self.search {
            transfer(&mut search.assumed.account, budget);
        }
    }

    /// Returns the period that the theorem proves from the last quotient.
    fn find_period(&self, bounds: MoveBounds) -> Option<Period> {
        let smallest = self.options.stored().ruleset().smallest();
        match &self.infinite {
            Some(infinite) => Period::find(&infinite.values(), smallest, bounds),
            None => Period::find(&self.proved.pretending, smallest, bounds),
        }
    }

    /// Proves the quotient with one more heap. The search for one beyond an infinite quotient takes at most
    /// this effort.
    fn add_heap(&mut self, most_effort: u64, budget: &Budget) -> Result<(), QuotientError> {
        let mut meter = Meter::new(budget);
        budget.check()?;
        if self.options.len() == self.heaps() {
            self.options.add_heap(&mut meter)?;
        }
        if let Some(infinite) = &self.infinite {
            self.options.store_all(&mut meter)?;
            let next = self.find_next_infinite(infinite, most_effort, &mut meter)?;
            self.infinite = Some(Arc::new(next));
        } else if !self.add_heap_unchanged(&mut meter)? {
            let mut search = match self.search.take() {
                Some(search) => search,
                None => Search {
                    assumed: Assumed::beyond(&self.proved, budget)?,
                    effort: 0,
                    spent: 0,
                },
            };
            let found = self.find_next(&mut search, &mut meter);
            if !matches!(found, Ok(Next::Finite(..))) {
                self.search = Some(search);
            }
            match found? {
                Next::Finite(proved, closure) => {
                    self.proved = Arc::new(proved);
                    self.closure = *closure;
                }
                Next::Infinite(description) => self.infinite = Some(Arc::new(description)),
            }
        }
        debug!(heap = self.max_heap(), order = self.order(), "heap added");
        self.report(self.max_heap().unwrap_or(0), self.order(), 0);
        self.offer(self.search.as_ref());
        Ok(())
    }

    /// Finds the quotient with one heap more than an infinite one.
    fn find_next_infinite(
        &self,
        infinite: &Description,
        most_effort: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Description, QuotientError> {
        if let Some(description) = infinite::add_heap(infinite, self.options.stored(), meter)? {
            return Ok(description);
        }
        let mut effort = NEXT_EFFORT.0;
        let heap = u32::try_from(self.heaps()).unwrap_or(u32::MAX);
        let heap = self.options.stored().size(heap);
        let report = |order, refuted| self.report(heap, order, refuted);
        while effort <= most_effort {
            let wild = infinite.wild.clone();
            let table = self.options.stored();
            let found = infinite::find(&infinite.tame, wild, effort, table, &report, meter)?;
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
        let closure = &mut self.closure;
        let values = closure.option_values(heap, proved, &self.options, meter)?;
        let settled = if values.is_empty() {
            Some(0)
        } else {
            closure.settled(&values)
        };
        if let Some(value) = settled {
            proved.add_heap(value)?;
            return Ok(true);
        }
        let h = closure.with_won(heap, values);
        let fitting = closure.fitting_value(&h, &proved.monoid, meter)?;
        let Some(value) = fitting else {
            return Ok(false);
        };
        proved.add_heap(value)?;
        let before = closure.len();
        let failed = closure.add_heap(&h, proved, None, meter);
        let failed = failed.and_then(|failed| match failed {
            None => closure.settle(h, value).map(|()| None),
            failed => Ok(failed),
        });
        if !matches!(failed, Ok(None)) {
            closure.truncate(before);
            proved.pretending.pop();
        }
        Ok(failed?.is_none())
    }

    /// Finds the quotient with one more heap from relations that are assumed until refuted.
    fn find_next(
        &mut self,
        search: &mut Search,
        meter: &mut Meter<'_>,
    ) -> Result<Next, QuotientError> {
        /// A model with more elements than this many times its reduced monoid needs more rules.
        const WASTEFUL: usize = 4;
        let heap = self
            .options
            .stored()
            .size(u32::try_from(self.proved.pretending.len()).unwrap_or(u32::MAX));
        loop {
            let Search {
                assumed,
                effort,
                spent,
            } = search;
            let model = Model::new(assumed, &self.options, meter)?;
            let candidate = match Candidate::of_model(&model, assumed, meter)? {
                Ok(candidate) => candidate,
                Err(conflict) => {
                    let at_fault = Model::rules_at_fault(&assumed.rules, &conflict, |product| {
                        model.outcome_by_options(product)
                    });
                    let elements = model.elements.len();
                    debug!(
                        heap,
                        elements,
                        rules = at_fault.len(),
                        "rules contradict each other"
                    );
                    for &rule in at_fault.iter().rev() {
                        assumed.refute(rule)?;
                    }
                    self.report(heap, elements, assumed.refuted());
                    if at_fault.is_empty() {
                        // Only if the product is too large to be stored.
                        return Err(QuotientError::Exponents);
                    }
                    self.offer(Some(search));
                    continue;
                }
            };
            let failed = match verify(&candidate, &self.options, meter)? {
                Verdict::Right(closure) => return Ok(Next::Finite(candidate, closure)),
                Verdict::Wrong(sum) => sum,
            };
            debug!(
                heap,
                elements = model.elements.len(),
                order = candidate.monoid.order(),
                at = ?failed,
                "candidate refuted"
            );
            self.report(heap, candidate.monoid.order(), assumed.refuted());
            let sizes = [model.elements.len(), candidate.monoid.order()];
            let elements = sizes.map(|n| n as u64).into_iter();
            *effort = effort.saturating_add(elements.fold(1, u64::saturating_mul));
            // The candidate is right about all smaller sums, and obeys all rules. So each rule that
            // can be applied here leads from a wrong outcome to a right one: it is false.
            let wild = assumed.unbounded(infinite::REFUTATIONS);
            if !wild.is_empty() && *effort >= *spent {
                let allowed = FIRST_EFFORT.max(TIMES_FINITE.saturating_mul(*effort));
                self.options.store_all(meter)?;
                let table = self.options.stored();
                let report = |order, refuted| self.report(heap, order, refuted);
                let found = infinite::find(&self.proved, wild, allowed, table, &report, meter);
                match found {
                    Ok(Some(description)) => return Ok(Next::Infinite(description)),
                    Err(QuotientError::Stopped(reason)) => return Err(reason.into()),
                    Ok(None) | Err(_) => debug!(heap, "no infinite quotient found"),
                }
                *spent = allowed;
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
            self.offer(Some(search));
        }
    }
}
