//! Testing claims, one or all.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::claim::{Claim, Depth, Evidence, Status, Work};
use super::data::Data;
use super::{arithmetic, breaking, cut, josephus, own, structure};
use misere::limits::Budget;

/// All claims, by paper and place.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    arithmetic::claims()
        .chain(cut::claims())
        .chain(josephus::claims())
        .chain(breaking::claims())
        .chain(structure::claims())
        .chain(own::CLAIMS)
}

/// What the test of a claim came to.
pub struct Report {
    /// The claim.
    pub claim: &'static Claim,
    /// The verdict. A test that could not be finished has none, and is open.
    pub status: Status,
    /// What it rests on.
    pub evidence: Evidence,
    /// How far it was tested.
    pub range: String,
    /// Corrections, counterexamples, or what stopped the test.
    pub detail: Vec<String>,
    /// The working, for who wants to see it.
    pub working: Vec<String>,
    /// The headings of the printed data that the test looked up.
    pub printed: Vec<String>,
    /// Whether the test came to its end.
    pub finished: bool,
    /// How long it took.
    pub duration: Duration,
}

impl Report {
    /// Whether the verdict is another than the one on record: another status, or other
    /// corrections. Without the second a claim that is corrected anyway could hide a new slip.
    pub fn contradicts_record(&self) -> bool {
        let same = self.claim.recorded() == Some(self.status)
            && self.claim.recorded_detail().iter().eq(&self.detail);
        self.finished && !same
    }
}

/// Tests one claim.
pub fn test(claim: &'static Claim, depth: Depth, data: &Data, budget: &Budget) -> Report {
    let start = Instant::now();
    let mut work = Work::new(depth, data, budget);
    // Once time is up the claims that are left are not even begun.
    let mut tested = match budget.check().err() {
        Some(reason) => Err(reason.into()),
        None => (claim.test)(&mut work),
    };
    // What came out when time was up may rest on something that was cut short.
    if let (Ok(_), Some(reason)) = (&tested, budget.check().err()) {
        tested = Err(reason.into());
    }
    let notes = work.into_notes();
    let duration = start.elapsed();
    match tested {
        Ok(finding) => Report {
            claim,
            status: finding.status,
            evidence: finding.evidence,
            range: finding.range,
            detail: finding.detail,
            working: notes.working,
            printed: notes.printed,
            finished: true,
            duration,
        },
        Err(error) => Report {
            claim,
            status: Status::Open,
            evidence: Evidence::Verified,
            range: "not finished".into(),
            detail: vec![format!("stopped: {error}")],
            working: notes.working,
            printed: notes.printed,
            finished: false,
            duration,
        },
    }
}

/// Tests claims on so many threads, or on all cores; each report goes out as soon as it is there, whatever the order.
pub fn test_all(
    claims: &[&'static Claim],
    depth: Depth,
    threads: Option<NonZeroUsize>,
    data: &Data,
    budget: &Budget,
    mut report: impl FnMut(Report) + Send,
) {
    let cores = || std::thread::available_parallelism().ok();
    let workers = threads.or_else(cores).map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let outbox = Mutex::new(&mut report);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(claims.len()) {
            scope.spawn(|| {
                while let Some(claim) = claims.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let made = test(claim, depth, data, budget);
                    let Ok(mut report) = outbox.lock() else {
                        return;
                    };
                    report(made);
                }
            });
        }
    });
}
