//! What a claim is, and what its test works with.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use super::data::Data;
use super::inventory::{inventory, recorded_detail};
use misere::limits::Budget;

/// One item of a paper, and how it is tested.
#[non_exhaustive]
pub struct Claim {
    /// `004.fig6`, `000.thm6.iii`.
    pub id: &'static str,
    /// Where it stands: `Figure 6`, `Theorem 6 (iii)`, `Section 3, the example after Prop. 3.2`.
    pub place: &'static str,
    /// What is claimed, in our words.
    pub statement: &'static str,
    /// How it is tested, in a sentence.
    pub method: &'static str,
    /// The test.
    pub test: fn(&mut Work<'_>) -> Tested,
}

/// What a test comes to; an error is a limit or a broken piece of data, not a verdict.
pub type Tested = Result<Finding, Box<dyn Error>>;

impl Claim {
    /// The paper, by the number before the dot.
    pub fn paper(&self) -> Paper {
        Paper::of_id(self.id)
    }

    /// The status that is on record.
    pub fn recorded(&self) -> Option<Status> {
        let item = inventory().iter().find(|item| item.claim == Some(self.id));
        item.and_then(|item| item.status)
    }

    /// The corrections or the counterexample that are on record, a line each.
    pub fn recorded_detail(&self) -> Vec<&'static str> {
        recorded_detail(self.id)
    }
}

/// The papers, and our own results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Paper {
    /// Iannucci and Larsson, Game values of arithmetic functions.
    Arithmetic,
    /// Ellis and Thanatipanonda, The arithmetic-periodicity of CUT for C = {1, 2c}.
    Cut,
    /// Takahashi, Manabe and Miyadera, Josephus Nim.
    Josephus,
    /// Dailly, Duchêne, Larsson and Paris, Partition games are pure breaking games.
    Breaking,
    /// Siegel, On the Structure of Misère Impartial Games.
    Structure,
    /// What none of them states.
    Own,
}

impl Paper {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Arithmetic,
        Self::Cut,
        Self::Josephus,
        Self::Breaking,
        Self::Structure,
        Self::Own,
    ];

    /// The number before the dot of an id.
    pub fn number(self) -> &'static str {
        match self {
            Self::Arithmetic => "000",
            Self::Cut => "001",
            Self::Josephus => "002",
            Self::Breaking => "003",
            Self::Structure => "004",
            Self::Own => "own",
        }
    }

    /// Authors and title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Arithmetic => "Iannucci and Larsson, Game values of arithmetic functions",
            Self::Cut => {
                "Ellis and Thanatipanonda, The arithmetic-periodicity of CUT for C = {1, 2c}"
            }
            Self::Josephus => "Takahashi, Manabe and Miyadera, Josephus Nim",
            Self::Breaking => {
                "Dailly, Duchêne, Larsson and Paris, Partition games are pure breaking games"
            }
            Self::Structure => "Siegel, On the Structure of Misère Impartial Games",
            Self::Own => "Results of this program",
        }
    }

    fn of_id(id: &str) -> Self {
        let number = id.split('.').next().unwrap_or_default();
        let of_number = Self::ALL.into_iter().find(|paper| paper.number() == number);
        of_number.unwrap_or(Self::Own)
    }
}

/// What a test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// As stated.
    Holds,
    /// As stated it does not hold; corrected, it does.
    Corrected,
    /// There is a counterexample.
    Refuted,
    /// No verdict: verified as far as it goes.
    Open,
}

impl Status {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Corrected => "corrected",
            Self::Refuted => "refuted",
            Self::Open => "open",
        }
    }

    /// The status with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        let all = [Self::Holds, Self::Corrected, Self::Refuted, Self::Open];
        all.into_iter().find(|status| status.name() == name)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a status rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The statement is finite and was computed whole, or follows from what was.
    Proved,
    /// Computed for the range that is given.
    Verified,
}

impl Evidence {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Verified => "verified",
        }
    }

    /// The evidence with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        let all = [Self::Proved, Self::Verified];
        all.into_iter().find(|evidence| evidence.name() == name)
    }
}

/// How much work a test may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// All claims in a minute.
    #[default]
    Quick,
    /// All claims in some minutes.
    Standard,
    /// Hours.
    Deep,
}

/// The verdict of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The verdict.
    pub status: Status,
    /// What it rests on.
    pub evidence: Evidence,
    /// How far: `n ≤ 1000`, `all 22 games of day 4`.
    pub range: String,
    /// What is wrong as printed and what is right, or the counterexample, or a remark; a line each
    /// that does not depend on the depth.
    pub detail: Vec<String>,
}

/// What a test works with, and where it notes what it sees.
pub struct Work<'a> {
    depth: Depth,
    budget: &'a Budget,
    data: &'a Data,
    /// The working, a line each, for who wants to see it.
    working: Vec<String>,
    /// What is printed wrong, and the right value.
    corrections: Vec<String>,
    /// What does not hold although it should.
    failures: Vec<String>,
    /// What is to be told beside the verdict.
    remarks: Vec<String>,
    /// The headings of the printed data that were looked up.
    looked_up: RefCell<BTreeSet<String>>,
}

/// What is left of the work when the verdict is there.
pub(super) struct Notes {
    pub(super) working: Vec<String>,
    pub(super) printed: Vec<String>,
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
            looked_up: RefCell::default(),
        }
    }

    /// The limits to keep.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The one of three things that fits the depth.
    pub fn at_depth<T>(&self, quick: T, standard: T, deep: T) -> T {
        match self.depth {
            Depth::Quick => quick,
            Depth::Standard => standard,
            Depth::Deep => deep,
        }
    }

    /// What the paper prints under this heading of the data.
    pub fn printed(&self, heading: &str) -> Result<&'a str, String> {
        self.looked_up.borrow_mut().insert(heading.into());
        let found = self.data.section(heading);
        found.ok_or_else(|| format!("there is no printed data `{heading}`"))
    }

    /// The lines of a printed table that are not empty.
    pub fn printed_lines(&self, heading: &str) -> Result<Vec<&'a str>, String> {
        let lines = self.printed(heading)?.lines();
        Ok(lines.filter(|line| !line.is_empty()).collect())
    }

    /// The printed words under a heading.
    pub fn printed_words(&self, heading: &str) -> Result<Vec<String>, String> {
        let words = self.printed(heading)?.split_whitespace();
        Ok(words.map(Into::into).collect())
    }

    /// The printed numbers under a heading, whatever separates them.
    pub fn printed_numbers(&self, heading: &str) -> Result<Vec<u64>, String> {
        let text = self.printed(heading)?;
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let numbers = words.filter(|word| !word.is_empty()).map(|word| {
            let number = word.parse();
            number.map_err(|_| format!("`{word}` in the data `{heading}` is not a number"))
        });
        numbers.collect()
    }

    /// Notes a line of the working.
    pub fn show(&mut self, line: impl Into<String>) {
        self.working.push(line.into());
    }

    /// Compares what is printed with what is computed; where they differ the statement is
    /// corrected.
    pub fn compare(&mut self, what: &str, printed: impl fmt::Display, computed: impl fmt::Display) {
        let (printed, computed) = (printed.to_string(), computed.to_string());
        if printed == computed {
            self.show(format!("{what}: {computed}"));
        } else {
            let line = format!("{what}: printed {printed}, computed {computed}");
            self.show(line.clone());
            self.corrections.push(line);
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
        let list = |values: &[T]| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            values.join(" ")
        };
        self.show(format!("{what}, printed:  {}", list(printed)));
        self.show(format!("{what}, computed: {}", list(computed)));
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

    /// Says what is wrong as printed and what is right.
    pub fn correct(&mut self, line: impl Into<String>) {
        let line = line.into();
        self.show(line.clone());
        self.corrections.push(line);
    }

    /// Says something that belongs to the verdict without deciding it.
    pub fn remark(&mut self, line: impl Into<String>) {
        let line = line.into();
        self.show(line.clone());
        self.remarks.push(line);
    }

    /// Something that must hold, be the statement corrected or not.
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

    /// Like [`ensure`](Self::ensure), for one of many cases: only a failure is noted, and only the
    /// first ones.
    pub fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        const NOTED: usize = 10;
        if !holds && self.failures.len() < NOTED {
            self.ensure(false, what());
        }
    }

    /// The verdict on a statement that was tested whole: it holds unless something was noted
    /// against it.
    pub fn proved(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Proved, range.into()))
    }

    /// The verdict on a statement that was tested for a range.
    pub fn verified(&mut self, range: impl Into<String>) -> Tested {
        Ok(self.verdict(Evidence::Verified, range.into()))
    }

    /// No verdict: the statement is a question or a conjecture, and nothing speaks against it in
    /// this range.
    pub fn open(&mut self, range: impl Into<String>) -> Tested {
        let mut finding = self.verdict(Evidence::Verified, range.into());
        if finding.status == Status::Holds {
            finding.status = Status::Open;
        }
        Ok(finding)
    }

    /// A counterexample, the smallest there is.
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
        let detail = self.failures.iter().chain(&self.corrections);
        let detail = detail.chain(&self.remarks);
        Finding {
            status,
            evidence,
            range,
            detail: detail.cloned().collect(),
        }
    }

    pub(super) fn into_notes(self) -> Notes {
        Notes {
            working: self.working,
            printed: self.looked_up.into_inner().into_iter().collect(),
        }
    }
}
