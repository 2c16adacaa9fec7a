//! What the test of a claim works with.

use std::any::type_name;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools;

use super::data::Data;
use super::fault::{Fault, Faults, Place};
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
    /// The inputs that can be falsified.
    faults: RefCell<Faults>,
    /// The fault that is planted in this run.
    planted: Option<&'a Fault>,
}

/// What a test noted.
pub(super) struct Notes {
    pub(super) working: Vec<String>,
    pub(super) remarks: Vec<String>,
    pub(super) printed: Vec<String>,
    pub(super) faults: Faults,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        depth: Depth,
        data: &'a Data,
        budget: &'a Budget,
        planted: Option<&'a Fault>,
    ) -> Self {
        Self {
            depth,
            budget,
            data,
            working: Vec::new(),
            corrections: Vec::new(),
            failures: Vec::new(),
            remarks: Vec::new(),
            headings: RefCell::default(),
            faults: RefCell::default(),
            planted,
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

    /// Returns an input of the test: a value, a formula at one place, the moves of a position. In the
    /// run that plants this fault the input is falsified, once: at the middle one of the calls with
    /// this description. The test must notice.
    ///
    /// An input is what a comparison compares. The outcome of a comparison is none, so nothing is
    /// planted in a truth value.
    pub fn plant<T>(&self, what: &str, right: T, falsify: impl FnOnce(T) -> T) -> T {
        if type_name::<T>() == type_name::<bool>() {
            return right;
        }
        let call = Place::Call(self.faults.borrow_mut().reach(what));
        match self.planted {
            Some(fault) if fault.what == what && fault.place == call => falsify(right),
            _ => right,
        }
    }

    /// Says which misprint under a heading the test must notice, where it does not look at the
    /// middle number of the section, which is falsified unless another place is chosen.
    pub fn misprint(&self, heading: &str, right: &str, wrong: &str) {
        self.faults.borrow_mut().misprint(heading, right, wrong);
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

    /// Returns the verdict on a finite statement that was computed whole: it holds unless a failure
    /// or a correction was noted.
    pub fn proved(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Proved, range.into()))
    }

    /// Returns the verdict on a statement that a section of docs/mathematics.md derives; the test
    /// compares it with what it says for a range.
    pub fn derived(&mut self, section: &str, range: impl Into<String>) -> Tested {
        let mut finding = self.verdict(Evidence::Proved, range.into());
        finding.derivation = Some(section.into());
        Ok(finding)
    }

    /// Returns the verdict on a statement of which every case in a range was tested.
    pub fn verified(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Verified, range.into()))
    }

    /// Returns the verdict on a statement about all values at once (a period, a limit, a value that
    /// never occurs) that agrees with the values in a range.
    pub fn observed(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Observed, range.into()))
    }

    /// Returns the verdict on a question or a conjecture: open unless a failure or a correction was
    /// noted. The evidence is [`Verified`](Evidence::Verified) or [`Observed`](Evidence::Observed).
    pub fn open(&mut self, evidence: Evidence, range: impl Into<String>) -> Tested {
        Ok(self.unless_wrong(Status::Open, evidence, range.into()))
    }

    /// Returns the verdict on a statement that holds, while the scanned text has the slips that were
    /// noted as remarks; a failure or a correction counts as always.
    pub fn scan(&mut self, evidence: Evidence, range: impl Into<String>) -> Tested {
        Ok(self.unless_wrong(Status::Scan, evidence, range.into()))
    }

    /// Returns that the statement was read and not tested; what was corrected is among the details.
    pub fn by_reading(&mut self, range: impl Into<String>) -> Tested {
        let mut finding = self.verdict(Evidence::ByReading, range.into());
        finding.status = Status::ByReading;
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

    /// Returns a verdict whose status is this one instead of "holds".
    fn unless_wrong(&mut self, status: Status, evidence: Evidence, range: String) -> Finding {
        let mut finding = self.verdict(evidence, range);
        if finding.status == Status::Holds {
            finding.status = status;
        }
        finding
    }

    fn verdict(&mut self, evidence: Evidence, range: String) -> Finding {
        let status = match (self.failures.is_empty(), self.corrections.is_empty()) {
            (false, _) => Status::Refuted,
            (true, false) => Status::Corrected,
            (true, true) => Status::Holds,
        };
        Finding {
            status,
            evidence: Some(evidence),
            range,
            derivation: None,
            detail: [&self.failures[..], &self.corrections, &self.remarks].concat(),
        }
    }

    /// Returns the notes.
    pub(super) fn into_notes(self) -> Notes {
        Notes {
            working: self.working,
            remarks: self.remarks,
            printed: self.headings.into_inner().into_iter().collect(),
            faults: self.faults.into_inner(),
        }
    }
}
