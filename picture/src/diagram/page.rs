//! The text of a picture, within a budget.

use std::fmt;

use misere::limits::{Account, Budget, Meter, Reason};

/// A growing text whose memory is counted. At a limit it stops growing, and the reason is kept.
pub(super) struct Page<'b> {
    text: String,
    meter: Meter<'b>,
    account: Account,
    stopped: Option<Reason>,
}

impl<'b> Page<'b> {
    pub(super) fn new(budget: &'b Budget) -> Self {
        Self {
            text: String::new(),
            meter: Meter::new(budget),
            account: budget.account(),
            stopped: None,
        }
    }

    /// Appends a text.
    pub(super) fn push_str(&mut self, text: &str) {
        if self.stopped.is_none() {
            self.stopped = self.append(text).err();
        }
    }

    fn append(&mut self, text: &str) -> Result<(), Reason> {
        self.meter.tick()?;
        let needed = self.text.len().saturating_add(text.len());
        if needed > self.text.capacity() {
            let capacity = needed.max(self.text.capacity().saturating_mul(2)).max(4096);
            self.account.hold(capacity)?;
            let reserved = self.text.try_reserve_exact(capacity - self.text.len());
            reserved.map_err(|_| Reason::Allocator)?;
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Returns the text, or the limit that was reached.
    pub(super) fn finish(self) -> Result<String, Reason> {
        match self.stopped {
            Some(reason) => Err(reason),
            None => Ok(self.text),
        }
    }
}

impl fmt::Write for Page<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        match self.stopped {
            Some(_) => Err(fmt::Error),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    #[test]
    fn a_page_stops_at_the_memory_limit() {
        let budget = Budget::default().with_max_memory(5000);
        let mut page = Page::new(&budget);
        let written = (0..2000).try_for_each(|n| write!(page, "{n} "));
        assert!(written.is_err());
        assert!(matches!(
            page.finish(),
            Err(Reason::Memory { limit: 5000, .. })
        ));
        assert_eq!(budget.held(), 0);
        let mut page = Page::new(&budget);
        write!(page, "{}", 12).unwrap();
        page.push_str("3");
        assert_eq!(page.finish(), Ok("123".into()));
    }
}
