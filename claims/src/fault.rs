//! Planted faults: a test that is worth something notices a wrong input.
//!
//! A test names the inputs that can be falsified ([`Work::plant`](super::Work::plant)); each
//! section of printed data that it reads is one by itself. [`plant`] runs the test once for each,
//! with that one input wrong, and compares the findings.

use misere::limits::Budget;

use super::claim::Claim;
use super::data::Data;
use super::finding::{Depth, Status};
use super::run::{Report, run, test};

/// An input that can be falsified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong in a planted run: `a value one larger`, ``[structure.fig6] prints `3` as `4` ``.
    pub what: String,
    pub(super) place: Place,
}

/// Where a fault is planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At one of the calls of [`Work::plant`](super::Work::plant) with this description.
    Call(u64),
    /// In this section of the printed data, which becomes this text.
    Printed { heading: String, text: String },
    /// Nowhere: the printed data has no such words, or no number.
    Nowhere,
}

/// The faults that a test notes while it runs.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Descriptions, and how often each was reached.
    calls: Vec<(String, u64)>,
    /// Headings, what is printed there, and what a planted run prints instead.
    misprints: Vec<(String, String, String)>,
}

impl Faults {
    /// Notes that a place was reached, and returns how often it was before.
    pub(super) fn reach(&mut self, what: &str) -> u64 {
        let known = self.calls.iter_mut().find(|(known, _)| known == what);
        if let Some((_, reached)) = known {
            *reached += 1;
            return *reached - 1;
        }
        self.calls.push((what.into(), 1));
        0
    }

    /// Notes a misprint that the test must notice.
    pub(super) fn misprint(&mut self, heading: &str, right: &str, wrong: &str) {
        let misprint = (heading.into(), right.into(), wrong.into());
        if !self.misprints.contains(&misprint) {
            self.misprints.push(misprint);
        }
    }

    /// Returns all faults: the middle one of the calls with each description, the misprints, and in
    /// the other sections that were read the middle number, one larger.
    pub(super) fn list(self, read: &[String], data: &Data) -> Vec<Fault> {
        let calls = self.calls.into_iter().map(|(what, reached)| Fault {
            what,
            place: Place::Call(reached / 2),
        });
        let mut faults: Vec<Fault> = calls.collect();
        for heading in read {
            let text = data.section(heading).unwrap_or_default();
            let mut chosen = false;
            for (_, right, wrong) in self.misprints.iter().filter(|(h, ..)| h == heading) {
                chosen = true;
                let at = text.find(right.as_str()).map(|at| (at, right.as_str()));
                faults.push(printed(heading, text, at, wrong));
            }
            if !chosen {
                let number = middle_number(text);
                let wrong = number.map_or(String::new(), |(_, digits)| one_larger(digits));
                faults.push(printed(heading, text, number, &wrong));
            }
        }
        faults
    }
}

/// Returns the fault of printing something else at a place.
fn printed(heading: &str, text: &str, at: Option<(usize, &str)>, wrong: &str) -> Fault {
    let Some((at, right)) = at else {
        return Fault {
            what: format!("[{heading}] has no such words to print as `{wrong}`"),
            place: Place::Nowhere,
        };
    };
    let (before, after) = (&text[..at], &text[at + right.len()..]);
    Fault {
        what: format!("[{heading}] prints `{right}` as `{wrong}`"),
        place: Place::Printed {
            heading: heading.into(),
            text: format!("{before}{wrong}{after}"),
        },
    }
}

/// Returns the number in the middle of a text, and where it begins.
fn middle_number(text: &str) -> Option<(usize, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let numbers = text.split(|c| !is_digit(c)).filter(|word| !word.is_empty());
    let number = numbers.clone().nth(numbers.count() / 2)?;
    Some((number.as_ptr() as usize - text.as_ptr() as usize, number))
}

/// Returns the next number.
fn one_larger(digits: &str) -> String {
    match digits.parse::<u64>() {
        Ok(number) if number < u64::MAX => (number + 1).to_string(),
        // Of a number that is too long, one digit more.
        _ => format!("{digits}0"),
    }
}

/// What the planted runs of a claim showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Planted {
    /// Every fault was noticed: their descriptions.
    Noticed(Vec<String>),
    /// Some fault was not noticed.
    Missed {
        /// The faults that were noticed.
        noticed: Vec<String>,
        /// The faults that were not, each with what the test found instead.
        missed: Vec<String>,
    },
    /// The test has no place to plant one.
    NotPlanted,
    /// The test itself did not come to its end.
    Unfinished,
}

impl Planted {
    /// Returns whether every fault was noticed; none if none was planted.
    pub fn noticed(&self) -> Option<bool> {
        match self {
            Self::Noticed(_) => Some(true),
            Self::Missed { .. } => Some(false),
            Self::NotPlanted | Self::Unfinished => None,
        }
    }

    /// Returns the descriptions of all faults.
    pub fn faults(&self) -> Vec<String> {
        match self {
            Self::Noticed(faults) => faults.clone(),
            Self::Missed { noticed, missed } => [&noticed[..], missed].concat(),
            Self::NotPlanted | Self::Unfinished => Vec::new(),
        }
    }
}

/// Runs a claim at the quick depth, and once more for each fault that can be planted in it.
pub fn plant(claim: &'static Claim, data: &Data, budget: &Budget) -> Planted {
    plant_after(&test(claim, Depth::Quick, data, budget), data, budget)
}

/// Runs a claim once for each fault, after a run at the quick depth.
pub(super) fn plant_after(ordinary: &Report, data: &Data, budget: &Budget) -> Planted {
    if !ordinary.finished {
        return Planted::Unfinished;
    }
    let (mut noticed, mut missed) = (Vec::new(), Vec::new());
    for fault in &ordinary.faults {
        match unnoticed(ordinary, fault, data, budget) {
            None => noticed.push(fault.what.clone()),
            Some(why) => missed.push(format!("{}: {why}", fault.what)),
        }
    }
    match (noticed.is_empty(), missed.is_empty()) {
        (true, true) => Planted::NotPlanted,
        (false, true) => Planted::Noticed(noticed),
        (_, false) => Planted::Missed { noticed, missed },
    }
}

/// Says why a fault was not noticed.
fn unnoticed(ordinary: &Report, fault: &Fault, data: &Data, budget: &Budget) -> Option<String> {
    let falsified = match &fault.place {
        Place::Call(_) => data,
        Place::Printed { heading, text } => &data.with_section(heading, text),
        Place::Nowhere => return Some("nothing was planted".into()),
    };
    let claim = ordinary.claim;
    let planted = run(claim, Depth::Quick, falsified, budget, Some(fault));
    if !planted.finished {
        // An error is no finding: it may be a limit, or data that cannot be read.
        let found = planted.finding.detail.join("; ");
        return Some(format!("no finding, {found}"));
    }
    let same = decisive(ordinary) == decisive(&planted);
    same.then(|| format!("still {}", planted.finding.status))
}

/// Returns what decides a verdict: the status, the failures and the corrections, not the remarks.
fn decisive(report: &Report) -> (Status, Vec<&String>) {
    let decides = |line: &&String| !report.remarks.contains(line);
    let detail = report.finding.detail.iter().filter(decides).collect();
    (report.finding.status, detail)
}
