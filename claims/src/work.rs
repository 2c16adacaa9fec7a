//! What the test of a claim works with.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools;

use super::data::Data;
use super::finding::{Depth, Evidence, Finding, Status, Tested};
use misere::limits::Budget;

/// The depth, the limits and the printed data of a test, and its notes.
pub struct Work<'a> {
    depth: Depth,
    budget: &'a Budget,
    data: &'a Data,
    /// The steps of the test.
    working: Vec<String>,
    /// Printed errors, with the right values.
    corrections: Vec<String>,
    /// Cases that fail.
    failures: Vec<String>,
    /// Remarks that do not decide the verdict.
    remarks: Vec<String>,
    /// The headings of the printed data that were read.
    headings: RefCell<BTreeSet<String>>,
}

impl<'a> Work<'a> {
    pub(super) fn new(depth: Depth, data: &'a Data, budget: &'a Budget) -> Self {
        Self {
            depth,
            budget,
            data,
            working: Vec::new(),
            corrections: Vec::new(),
            failures: Vec::new(),
            remarks: Vec::new(),
            headings: RefCell::default(),
        }
    }

    /// Returns the limits of the test.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Returns the value for the depth of the test.
    pub fn at_depth<T>(&self, quick: T, standard: T, deep: T) -> T {
        match self.depth {
            Depth::Quick => quick,
            Depth::Standard => standard,
            Depth::Deep => deep,
        }
    }

    /// Returns the printed text under a heading.
    pub fn printed(&self, heading: &str) -> Result<&'a str, String> {
        self.headings.borrow_mut().insert(heading.into());
        let found = self.data.section(heading);
        found.ok_or_else(|| format!("there is no printed data `{heading}`"))
    }

    /// Returns the lines of a printed table that are not empty.
    pub fn printed_lines(&self, heading: &str) -> Result<Vec<&'a str>, String> {
        let lines = self.printed(heading)?.lines();
        Ok(lines.filter(|line| !line.is_empty()).collect())
    }

    /// Returns the printed words under a heading.
    pub fn printed_words(&self, heading: &str) -> Result<Vec<String>, String> {
        let words = self.printed(heading)?.split_whitespace();
        Ok(words.map(Into::into).collect())
    }

    /// Returns the printed numbers under a heading, separated by spaces or commas.
    pub fn printed_numbers(&self, heading: &str) -> Result<Vec<u64>, String> {
        let text = self.printed(heading)?;
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let numbers = words.filter(|word| !word.is_empty()).map(|word| {
            let number = word.parse();
            number.map_err(|_| format!("`{word}` in the data `{heading}` is not a number"))
        });
        numbers.collect()
    }

    /// Notes a step of the test.
    pub fn show(&mut self, line: impl Into<String>) {
        self.working.push(line.into());
    }

    /// Compares a printed value with the computed one; if they differ, the statement is
    /// corrected.
    pub fn compare(&mut self, what: &str, printed: impl fmt::Display, computed: impl fmt::Display) {
        let (printed, computed) = (printed.to_string(), computed.to_string());
        if printed == computed {
            self.show(format!("{what}: {computed}"));
        } else {
            self.correct(format!("{what}: printed {printed}, computed {computed}"));
        }
    }

    /// Compares a printed sequence with a computed one, term by term from index `first`.
    pub fn compare_sequence<T: PartialEq + fmt::Display>(
        &mut self,
        what: &str,
        first: u64,
        printed: &[T],
        computed: &[T],
    ) {
        self.show(format!("{what}, printed:  {}", printed.iter().join(" ")));
        self.show(format!("{what}, computed: {}", computed.iter().join(" ")));
        if computed.len() < printed.len() {
            let (n, m) = (printed.len(), computed.len());
            self.failures
                .push(format!("{what}: {n} terms are printed, {m} were computed"));
        }
        for (i, (p, c)) in (first..).zip(printed.iter().zip(computed)) {
            if p != c {
                self.corrections
                    .push(format!("{what} at {i}: printed {p}, computed {c}"));
            }
        }
    }

    /// Notes a correction: what is printed, and what is right.
    pub fn correct(&mut self, line: impl Into<String>) {
        let line = line.into();
        self.show(line.clone());
        self.corrections.push(line);
    }

    /// Notes a remark, which does not decide the verdict.
    pub fn remark(&mut self, line: impl Into<String>) {
        let line = line.into();
        self.show(line.clone());
        self.remarks.push(line);
    }

    /// Notes a case that must hold; if it does not, the statement is refuted.
    pub fn ensure(&mut self, holds: bool, what: impl Into<String>) {
        let what = what.into();
        if holds {
            self.show(what);
        } else {
            let line = format!("fails: {what}");
            self.show(line.clone());
            self.failures.push(line);
        }
    }

    /// Like [`ensure`](Self::ensure), for one of many cases: notes failures only, and at most ten.
    pub fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        const NOTED: usize = 10;
        if !holds && self.failures.len() < NOTED {
            self.ensure(false, what());
        }
    }

    /// Returns the verdict on a statement that was tested completely: it holds unless a failure or
    /// a correction was noted.
    pub fn proved(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Proved, range.into()))
    }

    /// Returns the verdict on a statement that was tested for a range.
    pub fn verified(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Verified, range.into()))
    }

    /// Returns the verdict on a question or a conjecture: open unless a failure or a correction was
    /// noted.
    pub fn open(&mut self, range: impl Into<String>) -> Tested {
        let mut finding = self.verdict(Evidence::Verified, range.into());
        if finding.status == Status::Holds {
            finding.status = Status::Open;
        }
        Ok(finding)
    }

    /// Returns the verdict on a statement with a counterexample, which should be the smallest.
    pub fn refuted(
        &mut self,
        counterexample: impl Into<String>,
        range: impl Into<String>,
    ) -> Tested {
        let mut finding = self.verdict(Evidence::Proved, range.into());
        finding.status = Status::Refuted;
        finding.detail.insert(0, counterexample.into());
        Ok(finding)
    }

    fn verdict(&mut self, evidence: Evidence, range: String) -> Finding {
        let status = match (self.failures.is_empty(), self.corrections.is_empty()) {
            (false, _) => Status::Refuted,
            (true, false) => Status::Corrected,
            (true, true) => Status::Holds,
        };
        Finding {
            status,
            evidence,
            range,
            detail: [&self.failures[..], &self.corrections, &self.remarks].concat(),
        }
    }

    /// Returns the steps of the test and the headings of the printed data that it read.
    pub(super) fn into_notes(self) -> (Vec<String>, Vec<String>) {
        let headings = self.headings.into_inner().into_iter().collect();
        (self.working, headings)
    }
}
