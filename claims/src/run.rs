//! Testing claims, one or all.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::claim::Claim;
use super::data::Data;
use super::fault::{Fault, Planted, plant, plant_after};
use super::finding::{Depth, Evidence, Finding, Status};
use super::work::Work;
use misere::limits::{Budget, Instant};

/// The result of testing a claim.
pub struct Report {
    /// The claim.
    pub claim: &'static Claim,
    /// The verdict; of a test that was stopped, [`Status::Unfinished`] and what stopped it.
    pub finding: Finding,
    /// The steps of the test, one a line.
    pub working: Vec<String>,
    /// The headings of the printed data that the test read.
    pub printed: Vec<String>,
    /// The remarks among the details, which do not decide the verdict.
    pub remarks: Vec<String>,
    /// The inputs that can be falsified.
    pub faults: Vec<Fault>,
    /// What planted faults showed, if any were planted.
    pub planted: Option<Planted>,
    /// Whether the test came to its end.
    pub finished: bool,
    /// How long it took.
    pub duration: Duration,
}

impl Report {
    /// Checks whether the test was finished and differs from the record in its status or in its
    /// details: a claim that is corrected anyway must not hide another error. What is open on record
    /// may be proved at a greater depth.
    pub fn contradicts_record(&self) -> bool {
        let status = match (self.finding.status, self.finding.evidence) {
            (Status::Holds, Some(Evidence::Proved))
                if self.claim.recorded() == Some(Status::Open) =>
            {
                Status::Open
            }
            (status, _) => status,
        };
        let same = self.claim.recorded() == Some(status)
            && self.claim.recorded_detail().iter().eq(&self.finding.detail);
        self.finished && !same
    }
}

/// Tests one claim.
pub fn test(claim: &'static Claim, depth: Depth, data: &Data, budget: &Budget) -> Report {
    run(claim, depth, data, budget, None)
}

/// Tests one claim, perhaps with a fault.
pub(super) fn run(
    claim: &'static Claim,
    depth: Depth,
    data: &Data,
    budget: &Budget,
    fault: Option<&Fault>,
) -> Report {
    let start = Instant::now();
    let mut work = Work::new(depth, data, budget, fault);
    // After the deadline no test is begun.
    let mut tested = match budget.check() {
        Err(reason) => Err(reason.into()),
        Ok(()) => (claim.test)(&mut work),
    };
    // A finding made after the deadline may rest on a computation that was stopped.
    if let (Ok(_), Err(reason)) = (&tested, budget.check()) {
        tested = Err(reason.into());
    }
    let finished = tested.is_ok();
    let finding = tested.unwrap_or_else(|error| Finding {
        status: Status::Unfinished,
        evidence: None,
        range: "not finished".into(),
        derivation: None,
        detail: vec![format!("stopped: {error}")],
    });
    let notes = work.into_notes();
    Report {
        claim,
        finding,
        faults: notes.faults.list(&notes.printed, data),
        working: notes.working,
        printed: notes.printed,
        remarks: notes.remarks,
        planted: None,
        finished,
        duration: start.elapsed(),
    }
}

/// Tests claims, with the feature `parallel` on the current thread pool of rayon, and returns the
/// reports in the order of the claims.
///
/// With `faults`, they are planted too, at the quick depth. `ready` is called with each report as
/// soon as it is made, in any order.
pub fn test_all(
    claims: &[&'static Claim],
    depth: Depth,
    data: &Data,
    budget: &Budget,
    faults: bool,
    ready: impl FnMut(&Report) + Send,
) -> Vec<Report> {
    let ready = Mutex::new(ready);
    // Some tests take a thousand times as long as others: threads take one at a time.
    #[cfg(feature = "parallel")]
    let claims = claims.par_iter().with_max_len(1);
    #[cfg(not(feature = "parallel"))]
    let claims = claims.iter();
    let tested = claims.map(|claim| {
        let mut report = test(claim, depth, data, budget);
        if faults {
            report.planted = Some(match depth {
                Depth::Quick => plant_after(&report, data, budget),
                _ => plant(claim, data, budget),
            });
        }
        ready.lock().unwrap_or_else(PoisonError::into_inner)(&report);
        report
    });
    tested.collect()
}
