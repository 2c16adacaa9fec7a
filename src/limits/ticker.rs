//! When to check a deadline.

use super::{Budget, Reason};

/// Counts units of work between two checks of a budget: reading the clock costs more than most
/// steps.
#[derive(Clone, Debug, Default)]
pub struct Ticker(u32);

impl Ticker {
    /// Some tens of microseconds of ordinary work.
    const EVERY: u32 = 256;

    /// Counts a unit of work, and checks the deadline and the cancel flag now and then.
    pub fn tick(&mut self, budget: &Budget) -> Result<(), Reason> {
        self.tick_for(1, budget)
    }

    /// Counts several units of work, and at least one.
    pub fn tick_for(&mut self, units: usize, budget: &Budget) -> Result<(), Reason> {
        if self.is_due_after(units) {
            budget.check()?;
        }
        Ok(())
    }

    /// Counts a unit of work; true when the budget should be checked.
    pub fn is_due(&mut self) -> bool {
        self.is_due_after(1)
    }

    /// Counts several units of work, and at least one; true when the budget should be checked.
    pub fn is_due_after(&mut self, units: usize) -> bool {
        let units = u32::try_from(units).unwrap_or(Self::EVERY).max(1);
        self.0 = self.0.saturating_add(units);
        if self.0 < Self::EVERY {
            return false;
        }
        self.0 = 0;
        true
    }
}

/// A budget with the ticker of one loop.
#[derive(Clone, Debug)]
pub struct Meter<'b> {
    budget: &'b Budget,
    ticker: Ticker,
}

impl<'b> Meter<'b> {
    /// Starts counting.
    pub fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            ticker: Ticker::default(),
        }
    }

    /// Returns the budget.
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Counts a unit of work, and checks the deadline and the cancel flag now and then.
    pub fn tick(&mut self) -> Result<(), Reason> {
        self.ticker.tick(self.budget)
    }

    /// Counts several units of work, and at least one.
    pub fn tick_for(&mut self, units: usize) -> Result<(), Reason> {
        self.ticker.tick_for(units, self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_due_after_256_units() {
        let due = |units: usize| {
            let mut ticker = Ticker::default();
            (0..1024).filter(|_| ticker.is_due_after(units)).count()
        };
        assert_eq!(
            [0, 1, 2, 128, 256, usize::MAX].map(due),
            [4, 4, 8, 512, 1024, 1024]
        );
        let mut ticker = Ticker::default();
        assert_eq!((0..1024).filter(|_| ticker.is_due()).count(), 4);
    }
}
