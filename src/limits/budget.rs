//! Budgets, and accounts of the memory in use.

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::Reason;
use super::clock::{Instant, has_clock};
use super::gauge::Gauge;

/// Limits on the games, the memory and the time of a computation.
///
/// A clone shares the memory accounting of the original, so tables that live side by side are
/// held to one limit together; the other limits of a clone may be changed freely.
///
/// ```
/// use misere::game::Universe;
/// use misere::limits::{Budget, Reason};
///
/// let mut universe = Universe::with_budget(Budget::default().with_max_nodes(100));
/// let nim = universe.nim(40).unwrap();
/// let stopped = universe.sum(nim, nim).unwrap_err();
/// assert_eq!(stopped.reason, Reason::Nodes { limit: 100 });
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Budget {
    /// The maximum number of stored games (a game and its associate G+1 count once), or of
    /// elements of a quotient.
    pub max_nodes: Option<usize>,
    /// The maximum number of bytes held by all accounts together.
    pub max_memory: Option<usize>,
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// Set from elsewhere (a signal handler, another thread) to stop soon.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Asked now and then, on the threads that work, whether to stop: for a host whose signals must
    /// be looked at where they arrive.
    pub watch: Option<fn() -> bool>,
    /// Told how far the work has come.
    pub gauge: Option<Arc<Gauge>>,
    /// The bytes that all accounts hold.
    held: Arc<AtomicUsize>,
    /// Set for work that runs beside other work under the same limits.
    task: Option<Arc<Task>>,
}

/// The state of one piece of work that runs beside others, see
/// [`parallel::for_each_in_order`](super::parallel::for_each_in_order).
#[derive(Debug, Default)]
struct Task {
    /// Whether memory was refused, which may be due to what the others hold.
    refused: AtomicBool,
    /// Whether the results of all of them are no longer wanted.
    abandoned: Arc<AtomicBool>,
}

impl Budget {
    /// Returns a budget whose only limit is a deadline this far from now, and none where there is no
    /// clock (see [`set_clock`](super::set_clock)).
    #[must_use]
    pub fn timeout(duration: Duration) -> Self {
        Self {
            deadline: from_now(duration),
            ..Self::default()
        }
    }

    /// Sets the maximum number of stored games.
    #[must_use]
    pub fn with_max_nodes(mut self, nodes: usize) -> Self {
        self.max_nodes = Some(nodes);
        self
    }

    /// Sets the maximum number of bytes.
    #[must_use]
    pub fn with_max_memory(mut self, bytes: usize) -> Self {
        self.max_memory = Some(bytes);
        self
    }

    /// Sets the deadline.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Lowers the maximum number of stored games to at most this.
    #[must_use]
    pub fn at_most_nodes(mut self, nodes: usize) -> Self {
        self.max_nodes = self.max_nodes.into_iter().chain(Some(nodes)).min();
        self
    }

    /// Brings the deadline forward to at most this far from now, where there is a clock.
    #[must_use]
    pub fn within(mut self, duration: Duration) -> Self {
        let deadline = from_now(duration);
        self.deadline = self.deadline.into_iter().chain(deadline).min();
        self
    }

    /// Leaves half of the time until the deadline.
    #[must_use]
    pub fn half_of_the_time(self) -> Self {
        match self.deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.within(left / 2)
            }
            None => self,
        }
    }

    /// Sets the flag that stops the work when it is raised.
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Sets the function that is asked now and then, on the threads that work, whether to stop.
    ///
    /// ```
    /// use misere::limits::{Budget, Reason};
    ///
    /// let watched = Budget::default().with_watch(|| true);
    /// assert_eq!(watched.check(), Err(Reason::Cancelled));
    /// ```
    #[must_use]
    pub fn with_watch(mut self, watch: fn() -> bool) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Sets the gauge that is told how far the work has come.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Arc<Gauge>) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// Notes the heap that a computation has reached, for a host that shows it.
    pub fn reached(&self, heap: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.reach(heap);
        }
    }

    /// Returns the same limits with memory accounting of its own.
    #[must_use]
    pub fn separate(mut self) -> Self {
        self.held = Arc::default();
        self
    }

    /// Returns the same limits, and the same memory accounting, for one piece of work beside others
    /// that are given up together.
    #[cfg(feature = "parallel")]
    pub(super) fn for_task(&self, abandoned: &Arc<AtomicBool>) -> Self {
        let task = Task {
            refused: AtomicBool::new(false),
            abandoned: Arc::clone(abandoned),
        };
        Self {
            task: Some(Arc::new(task)),
            // Several would write to one gauge.
            gauge: None,
            ..self.clone()
        }
    }

    /// Whether this is the budget of work that runs beside other work.
    #[cfg(feature = "parallel")]
    pub(super) fn is_of_task(&self) -> bool {
        self.task.is_some()
    }

    /// Whether this work was refused memory while other work ran beside it.
    #[cfg(feature = "parallel")]
    pub(super) fn was_refused(&self) -> bool {
        let task = self.task.as_ref();
        task.is_some_and(|task| task.refused.load(Ordering::Relaxed))
    }

    /// Notes that memory was refused.
    fn refuse(&self, reason: Reason) -> Reason {
        if let Some(task) = &self.task {
            task.refused.store(true, Ordering::Relaxed);
        }
        reason
    }

    /// Checks the cancel flag, the watch and the deadline.
    pub fn check(&self) -> Result<(), Reason> {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let task = self.task.as_ref();
        if self.cancel.as_ref().is_some_and(|cancel| is_set(cancel))
            || task.is_some_and(|task| is_set(&task.abandoned))
            || self.watch.is_some_and(|watch| watch())
        {
            return Err(Reason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Reason::Deadline),
            _ => Ok(()),
        }
    }

    /// Checks that there may be this many games or elements.
    pub fn check_nodes(&self, count: usize) -> Result<(), Reason> {
        match self.max_nodes {
            Some(limit) if count > limit => Err(Reason::Nodes { limit }),
            _ => Ok(()),
        }
    }

    /// Checks that this many bytes fit beside what all accounts hold. For memory that stays,
    /// open an [`account`](Self::account).
    pub fn check_memory(&self, bytes: impl TryInto<usize>) -> Result<(), Reason> {
        let bytes = bytes.try_into().unwrap_or(usize::MAX);
        match self.max_memory {
            None => Ok(()),
            Some(limit) => {
                let needed = self.held().saturating_add(bytes);
                if needed > limit {
                    return Err(self.refuse(Reason::Memory { needed, limit }));
                }
                Ok(())
            }
        }
    }

    /// Returns the bytes that all accounts hold.
    pub fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    /// Opens an account that holds no bytes yet.
    pub fn account(&self) -> Account {
        Account::new(self.clone())
    }
}

/// Returns the time this far from now. Without a clock no deadline can be met.
fn from_now(duration: Duration) -> Option<Instant> {
    (has_clock().then(Instant::now)).and_then(|now| now.checked_add(duration))
}

/// The memory of one owner, counted against its budget until the account is dropped.
///
/// ```
/// use misere::limits::Budget;
///
/// let budget = Budget::default().with_max_memory(1000);
/// let mut table = budget.account();
/// table.hold(800).unwrap();
/// assert!(budget.account().hold(300).is_err());
/// drop(table);
/// assert!(budget.account().hold(300).is_ok());
/// ```
#[derive(Debug)]
pub struct Account {
    budget: Budget,
    bytes: usize,
}

impl Account {
    /// Opens an account that holds no bytes yet.
    pub fn new(budget: Budget) -> Self {
        Self { budget, bytes: 0 }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Replaces the limit on the number of games, and returns the one before.
    pub(crate) fn replace_max_nodes(&mut self, nodes: Option<usize>) -> Option<usize> {
        std::mem::replace(&mut self.budget.max_nodes, nodes)
    }

    /// Sets the number of bytes held, before they are allocated or after they were freed.
    ///
    /// # Errors
    /// [`Reason::Memory`] if that is more than before and passes the limit; nothing changes then.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Reason> {
        let held = &self.budget.held;
        if bytes <= self.bytes {
            held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
            self.bytes = bytes;
            return Ok(());
        }
        let more = bytes - self.bytes;
        let before = held.fetch_add(more, Ordering::Relaxed);
        let needed = before.saturating_add(more);
        if let Some(limit) = self.budget.max_memory
            && needed > limit
        {
            held.fetch_sub(more, Ordering::Relaxed);
            return Err(self.budget.refuse(Reason::Memory { needed, limit }));
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Sets the number of bytes held without a check: for memory that is already in use.
    pub fn record(&mut self, bytes: usize) {
        let held = &self.budget.held;
        if bytes > self.bytes {
            held.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else {
            held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
    }

    /// Checks that an owner of this many bytes can allocate more, beside all other accounts.
    pub fn check_growth(&self, bytes: usize, more: usize) -> Result<(), Reason> {
        let unrecorded = bytes.saturating_sub(self.bytes);
        self.budget.check_memory(unrecorded.saturating_add(more))
    }

    /// Holds this many bytes more.
    ///
    /// # Errors
    /// [`Reason::Memory`] if that passes the limit; nothing changes then.
    pub fn add(&mut self, bytes: usize) -> Result<(), Reason> {
        let total = self.bytes.checked_add(bytes).ok_or(Reason::Memory {
            needed: usize::MAX,
            limit: self.budget.max_memory.unwrap_or(usize::MAX),
        })?;
        self.hold(total)
    }

    /// Makes a list long enough for more elements, and holds the bytes by which it grows. It at least
    /// doubles, or near the limit grows by a sixteenth, so that adding elements one by one takes
    /// linear time.
    ///
    /// # Errors
    /// [`Reason::Memory`] if that passes the limit, [`Reason::Allocator`] if the system refuses;
    /// nothing changes then.
    pub fn reserve<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Reason> {
        let before = list.capacity();
        let needed = list.len().saturating_add(more);
        if needed <= before {
            return Ok(());
        }
        let bytes = |capacity: usize| (capacity - before).saturating_mul(size_of::<T>());
        let mut capacity = needed.max(before.saturating_mul(2)).max(4);
        if self.add(bytes(capacity)).is_err() {
            capacity = needed.saturating_add(needed / 16);
            self.add(bytes(capacity))?;
        }
        let reserved = list.try_reserve_exact(capacity - list.len());
        let reserved = self.allocated(reserved);
        match reserved {
            Ok(()) => tracing::trace!(bytes = bytes(capacity), "table grown"),
            Err(_) => self.record(self.bytes - bytes(capacity)),
        }
        reserved
    }

    /// Returns [`Reason::Allocator`] for an allocation that the system refused.
    pub(crate) fn allocated(&self, reserved: Result<(), TryReserveError>) -> Result<(), Reason> {
        reserved.map_err(|_| self.budget.refuse(Reason::Allocator))
    }

    /// Counts the bytes held against another budget from now on.
    pub(crate) fn move_to(&mut self, budget: &Budget) {
        let bytes = self.bytes;
        self.record(0);
        *self = budget.account();
        self.record(bytes);
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.budget.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cancel_flag_and_the_deadline_stop() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().with_cancel(Arc::clone(&flag));
        assert_eq!(budget.check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Reason::Cancelled));
        assert_eq!(
            Budget::timeout(Duration::ZERO).check(),
            Err(Reason::Deadline)
        );
        let hour = Duration::from_secs(3600);
        assert_eq!(Budget::timeout(hour).check(), Ok(()));
        let sooner = Budget::timeout(hour).within(Duration::ZERO);
        assert_eq!(sooner.check(), Err(Reason::Deadline));
        let now = Budget::default().with_deadline(Instant::now());
        assert_eq!(now.check(), Err(Reason::Deadline));
        let later = Budget::timeout(Duration::ZERO).within(hour);
        assert_eq!(later.check(), Err(Reason::Deadline));
        let half = Budget::timeout(hour).half_of_the_time().deadline.unwrap();
        let left = half.duration_since(Instant::now()).as_secs();
        assert!((1700..=1800).contains(&left), "{left}");
        assert_eq!(Budget::default().half_of_the_time().deadline, None);
    }

    #[test]
    fn accounts_share_one_limit() {
        let budget = Budget::default().with_max_memory(1000);
        let mut first = budget.account();
        let mut second = budget.clone().account();
        assert_eq!(first.hold(600), Ok(()));
        let (needed, limit) = (1001, 1000);
        assert_eq!(second.hold(401), Err(Reason::Memory { needed, limit }));
        assert_eq!(second.bytes(), 0);
        assert_eq!(second.hold(400), Ok(()));
        assert_eq!(budget.check_memory(0_usize), Ok(()));
        assert_eq!(
            budget.check_memory(1),
            Err(Reason::Memory { needed, limit })
        );
        first.hold(100).unwrap();
        assert_eq!(budget.held(), 500);
        assert!(second.add(usize::MAX).is_err());
        assert_eq!(second.add(500), Ok(()));
        drop(first);
        assert_eq!(budget.held(), 900);
        assert_eq!(budget.clone().separate().held(), 0);
    }

    #[test]
    fn lists_grow_within_the_limit() {
        let budget = Budget::default().with_max_memory(100);
        let (mut list, mut account) = (Vec::<u64>::new(), budget.account());
        for n in 0..8 {
            account.reserve(&mut list, 1).unwrap();
            list.push(n);
        }
        assert_eq!((list.capacity(), account.bytes()), (8, 64));
        // Twice as many do not fit, a few more do.
        account.reserve(&mut list, 4).unwrap();
        assert_eq!((list.capacity(), account.bytes()), (12, 96));
        assert!(matches!(
            account.reserve(&mut list, 5),
            Err(Reason::Memory { needed: 104, .. })
        ));
        let mut unlimited = Budget::default().account();
        let refused = unlimited.reserve(&mut list, usize::MAX / 16);
        assert_eq!((refused, unlimited.bytes()), (Err(Reason::Allocator), 0));
        account.move_to(unlimited.budget());
        assert_eq!((budget.held(), unlimited.budget().held()), (0, 96));
    }

    #[test]
    fn a_limit_on_nodes_is_the_largest_number_allowed() {
        let budget = Budget::default().with_max_nodes(3);
        assert_eq!(budget.check_nodes(3), Ok(()));
        assert_eq!(budget.check_nodes(4), Err(Reason::Nodes { limit: 3 }));
        for (most, limit) in [(2, 2), (5, 3)] {
            assert_eq!(budget.clone().at_most_nodes(most).max_nodes, Some(limit));
        }
        assert_eq!(budget.separate().max_nodes, Some(3));
    }
}
