//! `misere verify`: re-derive what the papers state.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Serialize};

use misere::limits::Budget;
use misere_claims::{
    Claim, Data, Depth, Evidence, Finding, Paper, Planted, Report, Status, UnknownClaim,
    VerifyAnswer, claims, select, test_all,
};

use super::failure::Failure;
use super::recheck::{self, Sample};
use super::result_lines::ResultLines;
use super::session::Session;
use super::tables;
use super::{Answer, Format};

/// Re-derive what the papers state
///
/// Each claim is tested again, and the test decides: it holds, it holds when corrected, it is
/// refuted, or it is open. The exit code is 1 if a verdict differs from the one on record, and 3 if
/// a limit stopped a test.
#[derive(Args)]
#[command(after_help = "Status:\n  \
    holds       as stated\n  \
    corrected   wrong as stated; holds with the corrections that are listed\n  \
    refuted     there is a counterexample\n  \
    open        a question or a conjecture, neither proved nor refuted\n  \
    scan        holds; only the scanned text has a slip\n  \
    by reading  read and judged, not tested, and not counted as tested\n  \
    unfinished  stopped by a limit\n\n\
    Evidence:\n  \
    proved      a finite statement computed whole, or derived in the section of\n              \
    docs/mathematics.md that is named\n  \
    verified    every case up to the bound that is given\n  \
    observed    seen up to the bound, where the statement is about all values at once:\n              \
    a period, a limit, a value that never occurs\n  \
    by reading  nothing was computed that could fail\n\n\
    Examples:\n  \
    misere verify\n  \
    misere verify structure\n  \
    misere verify structure.fig6 -v\n  \
    misere verify josephus --faults\n  \
    misere verify --list\n\n\
    To run for hours, interrupt, and continue: --depth deep --resume deep.jsonl")]
pub(super) struct Verify {
    /// Claims: an id (structure.fig6), a paper (structure), or the first parts of ids
    /// (structure.sec7); all claims unless given
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,

    /// How much work to do: a minute, some minutes, up to an hour
    #[arg(long, default_value = "quick", value_parser = depths())]
    depth: Depth,

    /// Show the steps of each test
    #[arg(short, long)]
    verbose: bool,

    /// Append each result to this file as a line of JSON, and skip the claims that are in it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Test N claims of the file again, chosen at random, and refuse it if one differs; 20 unless N is
    /// given
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, requires = "resume",
          default_missing_value = recheck::USUAL)]
    recheck: Option<usize>,

    /// Test each claim again with wrong inputs (a printed number, a formula, a move), one at a
    /// time, which it must notice; at the quick depth
    #[arg(long, conflicts_with = "resume")]
    faults: bool,

    /// List the claims without testing them
    #[arg(long)]
    list: bool,
}

fn depths() -> impl TypedValueParser<Value = Depth> {
    let names = Depth::ALL.iter().map(|depth| depth.name());
    PossibleValuesParser::new(names).map(|name| Depth::from_name(&name).unwrap_or_default())
}

impl Verify {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let (command, formats): (_, &[Format]) = if self.list {
            (
                "verify --list",
                &[
                    Format::Text,
                    Format::Json,
                    Format::Csv,
                    Format::Tex,
                    Format::Md,
                ],
            )
        } else {
            (
                "verify without --list",
                &[Format::Text, Format::Json, Format::Md],
            )
        };
        session.require_format(command, formats)?;
        let selected = self.selected()?;
        if self.list {
            return list(session, &selected);
        }
        let budget = session.budget().clone();
        let log = self.resume.as_deref();
        let mut log = log
            .map(|path| Log::open(path, self.depth, &budget))
            .transpose()?;
        let mut reports: Vec<Report> = Vec::new();
        if let Some(log) = &mut log {
            reports.append(&mut log.done);
            reports.retain(|done| selected.iter().any(|claim| claim.id == done.claim.id));
        }
        if let (Some(path), Some(count)) = (&self.resume, self.recheck) {
            recheck_claims(path, &reports, count, self.depth, session)?;
        }
        let mut left = selected.clone();
        left.retain(|claim| !reports.iter().any(|done| done.claim.id == claim.id));
        if !reports.is_empty() {
            let before = reports.len();
            session.note(&format!("{before} claims were tested before"));
        }
        let progress = session.counting("claims", left.len() as u64);
        let mut written: std::io::Result<()> = Ok(());
        let data = Data::embedded();
        let tested = test_all(&left, self.depth, &data, &budget, self.faults, |report| {
            progress.advance(1);
            if let (Some(log), true, Ok(())) = (&mut log, report.finished, &written) {
                written = log.append(report, self.depth);
            }
        });
        drop(progress);
        written?;
        reports.extend(tested);
        reports.sort_by_key(|report| selected.iter().position(|c| c.id == report.claim.id));
        let verdict = verdict(&reports, &budget);
        let written = match session.format {
            Format::Json => {
                if !self.verbose {
                    for report in &mut reports {
                        report.working.clear();
                    }
                }
                session.json(&reports.iter().collect::<VerifyAnswer>())
            }
            Format::Md => self.markdown(session, &reports),
            _ => {
                let is_new = |report: &Report| left.iter().any(|c| c.id == report.claim.id);
                self.print(session, &reports, is_new)
            }
        };
        match written {
            // The verdict does not depend on who reads it.
            Err(failure) if !failure.is_closed_pipe() => Err(failure),
            _ => verdict,
        }
    }

    fn selected(&self) -> Result<Vec<&'static Claim>, Failure> {
        if self.claims.is_empty() {
            return Ok(claims().collect());
        }
        if self.claims.iter().any(String::is_empty) {
            let hint = "`misere verify` tests all claims, and `misere verify --list` lists them";
            return Err(Failure::input("a claim without a name", Some(hint)));
        }
        select(self.claims.iter().map(String::as_str)).map_err(|error| unknown(&error))
    }

    /// Prints a line for each claim that was tested now, and a summary of all.
    fn print(
        &self,
        session: &mut Session,
        reports: &[Report],
        is_new: impl Fn(&Report) -> bool,
    ) -> Result<(), Failure> {
        let shown = reports
            .iter()
            .filter(|r| is_new(r) || r.contradicts_record());
        for (paper, reports) in by_paper(shown, |report| report.claim) {
            session.paragraph("", &heading(paper))?;
            let width = width(reports.iter().map(|report| report.claim));
            for report in reports {
                self.print_report(session, report, width)?;
            }
        }
        session.prose(&summary(reports))
    }

    fn print_report(
        &self,
        session: &mut Session,
        report: &Report,
        width: usize,
    ) -> Result<(), Failure> {
        let (claim, finding) = (report.claim, &report.finding);
        let first = format!("  {:<10} {:<width$} ", finding.status, claim.id);
        let far = how_far(finding, ": ");
        session.paragraph(&first, &format!("{}, {far}", claim.place))?;
        if self.verbose {
            session.paragraph("      ", claim.statement)?;
            session.paragraph("      tested by: ", claim.method)?;
            match claim.needs {
                [] => session.line("      rests on: nothing else")?,
                needs => session.paragraph("      rests on: ", &needs.join(", "))?,
            }
            for line in &report.working {
                session.paragraph("      | ", line)?;
            }
        }
        for line in &finding.detail {
            session.paragraph("      ", line)?;
        }
        match &report.planted {
            Some(Planted::Noticed(faults)) if self.verbose => {
                for fault in faults {
                    session.paragraph("      noticed: ", fault)?;
                }
            }
            Some(Planted::Missed { missed, .. }) => {
                for fault in missed {
                    session.paragraph("      MISSED: ", fault)?;
                }
            }
            Some(Planted::NotPlanted) if finding.status != Status::ByReading => {
                session.line("      no fault is planted")?;
            }
            _ => (),
        }
        if report.contradicts_record() {
            let recorded = claim.recorded().map_or("nothing", Status::name);
            session.line(&format!(
                "      CONTRADICTS THE RECORD, which says: {recorded}"
            ))?;
            for line in claim.recorded_detail() {
                session.line(&format!("        {line}"))?;
            }
        }
        Ok(())
    }

    /// Writes the report `docs/reproduction.md`.
    fn markdown(&self, session: &mut Session, reports: &[Report]) -> Result<(), Failure> {
        let depth = self.depth;
        let version = env!("CARGO_PKG_VERSION");
        session.line("# What was re-derived")?;
        session.line("")?;
        let faults = if self.faults { " --faults" } else { "" };
        session.line(&format!(
            "Made by `misere verify --depth {depth}{faults} --format md`, version {version}. {}",
            summary(reports).replace('\n', " ")
        ))?;
        session.line(
            "\n*Proved* is a finite statement computed whole, or one derived in the section of\n\
             [mathematics.md](mathematics.md) that is named; of a *verified* one every case up to the \
             bound in the last column\nwas computed; an *observed* one is about all values at once (a period, \
             a limit) and agrees with those up to the bound;\nwhat is *by reading* was not tested. A \
             *corrected* statement is wrong as printed and holds with the corrections below\nits status; \
             *scan* marks a slip of the scanned text, which is none of the paper.",
        )?;
        for (paper, reports) in by_paper(reports, |report| report.claim) {
            session.line(&format!("\n## {}\n", heading(paper)))?;
            session
                .line("| claim | where | statement | status | how far |\n|---|---|---|---|---|")?;
            for report in reports {
                let (claim, finding) = (report.claim, &report.finding);
                let evidence = finding.evidence.map_or("", Evidence::name);
                let mut status = format!("**{}**, {evidence}", finding.status);
                for line in &finding.detail {
                    status.push_str("<br>");
                    status.push_str(line);
                }
                let cells = [
                    claim.id,
                    claim.place,
                    claim.statement,
                    &status,
                    &bound(finding),
                ];
                let cells = cells.map(|cell| cell.replace('|', "\\|"));
                session.line(&format!("| {} |", cells.join(" | ")))?;
            }
        }
        Ok(())
    }
}

/// Tests some of the claims of a file again.
fn recheck_claims(
    path: &Path,
    done: &[Report],
    count: usize,
    depth: Depth,
    session: &Session,
) -> Result<(), Failure> {
    let mut sample = Sample::new(count);
    (0..done.len()).for_each(|at| sample.offer(at));
    let chosen: Vec<&Report> = sample.chosen().into_iter().map(|at| &done[at]).collect();
    let claims: Vec<&Claim> = chosen.iter().map(|report| report.claim).collect();
    let _busy = session.busy("claims of the file");
    let budget = session.budget();
    let again = test_all(&claims, depth, &Data::embedded(), budget, false, |_| ());
    for (before, now) in chosen.iter().zip(&again) {
        if !now.finished {
            budget.check()?;
            let message = format!("{} cannot be tested again", now.claim.id);
            return Err(Failure::OutOfReach(message));
        }
        if before.finding != now.finding {
            return Err(recheck::refuse(path, &now.claim.id));
        }
    }
    Ok(())
}

/// Whether every test was finished and agrees with the record.
fn verdict(reports: &[Report], budget: &Budget) -> Result<Answer, Failure> {
    let missed = |report: &Report| {
        let noticed = report.planted.as_ref().and_then(Planted::noticed);
        noticed == Some(false)
    };
    if reports.iter().any(|r| r.contradicts_record() || missed(r)) {
        return Ok(Answer::No);
    }
    budget.check()?;
    match reports.iter().filter(|report| !report.finished).count() {
        0 => Ok(Answer::Yes),
        1 => Err(Failure::OutOfReach("a claim is unfinished".into())),
        n => Err(Failure::OutOfReach(format!("{n} claims are unfinished"))),
    }
}

/// The results of an earlier run, and the file to append more to.
struct Log {
    lines: ResultLines,
    done: Vec<Report>,
}

/// Every result begins with the id of its claim.
const BEGINNING: &str = "{\"id\":";

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Entry {
    id: String,
    depth: Depth,
    status: Status,
    evidence: Option<Evidence>,
    range: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    derivation: Option<String>,
    detail: Vec<String>,
    #[serde(default)]
    seconds: f64,
}

impl Log {
    fn open(path: &Path, depth: Depth, budget: &Budget) -> Result<Self, Failure> {
        let mut done: Vec<Report> = Vec::new();
        let lines = ResultLines::open(path, &[BEGINNING], budget, |line| {
            let entry: Entry =
                serde_json::from_str(line).map_err(|error| format!("not a result: {error}"))?;
            if entry.depth == depth
                && let Some(report) = entry.report()
                && !done
                    .iter()
                    .any(|earlier| earlier.claim.id == report.claim.id)
            {
                done.push(report);
            }
            Ok(())
        })?;
        Ok(Self { lines, done })
    }

    fn append(&mut self, report: &Report, depth: Depth) -> std::io::Result<()> {
        let finding = &report.finding;
        self.lines.append(&Entry {
            id: report.claim.id.into(),
            depth,
            status: finding.status,
            evidence: finding.evidence,
            range: finding.range.clone(),
            derivation: finding.derivation.clone(),
            detail: finding.detail.clone(),
            seconds: report.duration.as_secs_f64(),
        })
    }
}

impl Entry {
    /// Returns the report without its steps; none if there is no such claim any more.
    fn report(self) -> Option<Report> {
        Some(Report {
            claim: claims().find(|claim| claim.id == self.id)?,
            finding: Finding {
                status: self.status,
                evidence: self.evidence,
                range: self.range,
                derivation: self.derivation,
                detail: self.detail,
            },
            working: Vec::new(),
            printed: Vec::new(),
            remarks: Vec::new(),
            faults: Vec::new(),
            planted: None,
            finished: true,
            duration: Duration::try_from_secs_f64(self.seconds).unwrap_or_default(),
        })
    }
}

fn unknown(error: &UnknownClaim) -> Failure {
    let listed = "`misere verify --list` lists the claims";
    let suggestions: Vec<String> = error.suggestions.iter().map(|s| format!("`{s}`")).collect();
    let hint = match &suggestions[..] {
        [] => listed.to_owned(),
        similar => format!("similar: {}; {listed}", similar.join(", ")),
    };
    Failure::input(&error.to_string(), Some(&hint))
}

fn list(session: &mut Session, selected: &[&'static Claim]) -> Result<Answer, Failure> {
    if session.format == Format::Json {
        session.json(&selected.iter().copied().collect::<VerifyAnswer>())?;
        return Ok(Answer::Yes);
    }
    if matches!(session.format, Format::Csv | Format::Tex) {
        let columns = [("claim", 0.24), ("place", 0.23), ("statement", 0.41)];
        tables::begin_wide(session, &columns)?;
        for claim in selected {
            let cells = [claim.id.into(), claim.place.into(), claim.statement.into()];
            tables::row(session, &cells)?;
        }
        tables::end(session)?;
        return Ok(Answer::Yes);
    }
    for (paper, claims) in by_paper(selected.iter().copied(), |claim| claim) {
        session.paragraph("", &heading(paper))?;
        let width = width(claims.iter().copied());
        for claim in claims {
            let Claim {
                id,
                place,
                statement,
                ..
            } = claim;
            let first = format!("  {id:<width$} ");
            session.paragraph(&first, &format!("{place}: {statement}"))?;
        }
    }
    Ok(Answer::Yes)
}

/// The name of a paper, and its authors, title and year.
fn heading(paper: Paper) -> String {
    format!("{paper} — {}", paper.citation())
}

/// The length of the longest id.
fn width<'a>(claims: impl Iterator<Item = &'a Claim>) -> usize {
    claims.map(|claim| claim.id.len()).max().unwrap_or_default()
}

/// Groups items by the papers of their claims.
fn by_paper<T>(
    items: impl IntoIterator<Item = T>,
    claim: impl Fn(&T) -> &'static Claim,
) -> BTreeMap<Paper, Vec<T>> {
    let mut groups: BTreeMap<Paper, Vec<T>> = BTreeMap::new();
    for item in items {
        groups.entry(claim(&item).paper()).or_default().push(item);
    }
    groups
}

/// `verified: n ≤ 100`: the evidence and the bound; of a test that was stopped `not finished`.
fn how_far(finding: &Finding, separator: &str) -> String {
    let evidence = finding.evidence.map(Evidence::name);
    let evidence = evidence.map_or(String::new(), |name| format!("{name}{separator}"));
    format!("{evidence}{}", bound(finding))
}

/// The range that was tested, and the derivation.
fn bound(finding: &Finding) -> String {
    match &finding.derivation {
        Some(section) => format!("{}; derived in “{section}”", finding.range),
        None => finding.range.clone(),
    }
}

/// What a run showed, in a few lines:
///
/// ```text
/// 37 claims: 30 hold, 5 corrected, 1 refuted, 1 open.
/// Of 37 tested 20 are proved, 15 verified to a bound, 2 observed.
/// Planted faults: 36 claims noticed theirs, 1 missed one.
/// ```
fn summary(reports: &[Report]) -> String {
    let all = reports.len();
    let status = |status| {
        let of_status = reports.iter().filter(|r| r.finding.status == status);
        of_status.count()
    };
    let evidence = |evidence| {
        let resting = reports
            .iter()
            .filter(|r| r.finding.evidence == Some(evidence));
        resting.count()
    };
    let more = [Status::Scan, Status::ByReading, Status::Unfinished];
    let more = more.into_iter().filter(|&more| status(more) > 0);
    let more = more.map(|more| format!(", {} {more}", status(more)));
    let [proved, verified, observed] =
        [Evidence::Proved, Evidence::Verified, Evidence::Observed].map(evidence);
    let lines = format!(
        "{all} claim{}: {} hold, {} corrected, {} refuted, {} open{}.\n\
         Of {} tested {proved} proved, {verified} verified to a bound, {observed} observed.",
        if all == 1 { "" } else { "s" },
        status(Status::Holds),
        status(Status::Corrected),
        status(Status::Refuted),
        status(Status::Open),
        more.collect::<String>(),
        proved + verified + observed,
    );
    let planted = reports.iter().filter_map(|report| {
        let tested = report.finding.status != Status::ByReading;
        report.planted.as_ref().filter(|_| tested)
    });
    let planted: Vec<&Planted> = planted.collect();
    if planted.is_empty() {
        return lines;
    }
    let count = |noticed| planted.iter().filter(|p| p.noticed() == noticed).count();
    format!(
        "{lines}\nPlanted faults: {} claims noticed theirs, {} missed one, {} have none.",
        count(Some(true)),
        count(Some(false)),
        count(None)
    )
}
