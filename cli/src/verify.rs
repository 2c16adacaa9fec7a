//! `misere verify`: re-derive what the papers state.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Serialize};

use misere::limits::Budget;
use misere_claims::{
    Claim, Data, Depth, Evidence, Finding, Paper, Report, Status, UnknownClaim, VerifyAnswer,
    claims, select, test_all,
};

use super::failure::Failure;
use super::progress::Progress;
use super::result_lines::ResultLines;
use super::session::Session;
use super::{Answer, Format};

/// Re-derive what the papers state
///
/// Each claim is tested again, and the test decides: it holds, it holds when corrected, it is
/// refuted, or it is open. The exit code is 1 if a verdict differs from the one on record.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere verify\n  \
    misere verify structure\n  \
    misere verify structure.fig6 -v\n  \
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
        session.require_format("verify", &[Format::Text, Format::Json, Format::Md])?;
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
        let mut left = selected.clone();
        left.retain(|claim| !reports.iter().any(|done| done.claim.id == claim.id));
        if !reports.is_empty() {
            let before = reports.len();
            session.note(&format!("{before} claims were tested before"));
        }
        let progress = Progress::start("claims", Some(left.len() as u64), session.quiet());
        let mut written: std::io::Result<()> = Ok(());
        let data = Data::embedded();
        let tested = test_all(&left, self.depth, &data, &budget, |report| {
            progress.advance(1);
            if let (Some(log), true, Ok(())) = (&mut log, report.finished, &written) {
                written = log.append(report, self.depth);
            }
        });
        drop(progress);
        written?;
        reports.extend(tested);
        reports.sort_by_key(|report| selected.iter().position(|c| c.id == report.claim.id));
        match session.format {
            Format::Json => {
                if !self.verbose {
                    for report in &mut reports {
                        report.working.clear();
                    }
                }
                session.json(&reports.iter().collect::<VerifyAnswer>())?;
            }
            Format::Md => self.markdown(session, &reports)?,
            _ => {
                let is_new = |report: &Report| left.iter().any(|c| c.id == report.claim.id);
                self.print(session, &reports, is_new)?;
            }
        }
        if let Some(reason) = budget.check().err() {
            return Err(Failure::Interrupted(reason));
        }
        let contradicted = reports.iter().any(Report::contradicts_record);
        Ok(if contradicted {
            Answer::No
        } else {
            Answer::Yes
        })
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
            session.line(&heading(paper))?;
            let width = width(reports.iter().map(|report| report.claim));
            for report in reports {
                self.print_report(session, report, width)?;
            }
        }
        session.line(&summary(reports))
    }

    fn print_report(
        &self,
        session: &mut Session,
        report: &Report,
        width: usize,
    ) -> Result<(), Failure> {
        let (claim, finding) = (report.claim, &report.finding);
        session.line(&format!(
            "  {:<9} {:<width$} {}, {}: {}",
            finding.status, claim.id, claim.place, finding.evidence, finding.range
        ))?;
        if self.verbose {
            session.line(&format!("      {}", claim.statement))?;
            session.line(&format!("      tested by: {}", claim.method))?;
            for line in &report.working {
                session.line(&format!("      | {line}"))?;
            }
        }
        for line in &finding.detail {
            session.line(&format!("      {line}"))?;
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
        session.line(&format!(
            "Made by `misere verify --depth {depth} --format md`, version {version}. {}",
            summary(reports)
        ))?;
        session.line(
            "\nA *proved* status is that of a finite statement computed completely, or follows from one; \
             a *verified* one rests on the\nrange in the last column. A *corrected* statement is wrong as \
             printed and holds with the corrections below its status.",
        )?;
        for (paper, reports) in by_paper(reports, |report| report.claim) {
            session.line(&format!("\n## {}\n", heading(paper)))?;
            session
                .line("| claim | where | statement | status | how far |\n|---|---|---|---|---|")?;
            for report in reports {
                let (claim, finding) = (report.claim, &report.finding);
                let mut status = format!("**{}**, {}", finding.status, finding.evidence);
                for line in &finding.detail {
                    status.push_str("<br>");
                    status.push_str(line);
                }
                let cells = [
                    claim.id,
                    claim.place,
                    claim.statement,
                    &status,
                    &finding.range,
                ];
                let cells = cells.map(|cell| cell.replace('|', "\\|"));
                session.line(&format!("| {} |", cells.join(" | ")))?;
            }
        }
        Ok(())
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
    evidence: Evidence,
    range: String,
    detail: Vec<String>,
    #[serde(default)]
    seconds: f64,
}

impl Log {
    fn open(path: &Path, depth: Depth, budget: &Budget) -> Result<Self, Failure> {
        let mut done: Vec<Report> = Vec::new();
        let lines = ResultLines::open(path, BEGINNING, budget, |line| {
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
                detail: self.detail,
            },
            working: Vec::new(),
            printed: Vec::new(),
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
    for (paper, claims) in by_paper(selected.iter().copied(), |claim| claim) {
        session.line(&heading(paper))?;
        let width = width(claims.iter().copied());
        for claim in claims {
            let Claim {
                id,
                place,
                statement,
                ..
            } = claim;
            session.line(&format!("  {id:<width$} {place}: {statement}"))?;
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

/// `37 claims: 30 hold, 5 corrected, 1 refuted, 1 open.`
fn summary(reports: &[Report]) -> String {
    use Status::{Corrected, Holds, Open, Refuted};
    let unfinished = reports.iter().filter(|r| !r.finished).count();
    let count = |status| {
        let finished = reports.iter().filter(|r| r.finished);
        finished.filter(|r| r.finding.status == status).count()
    };
    let (all, holds, corrected) = (reports.len(), count(Holds), count(Corrected));
    let (refuted, open) = (count(Refuted), count(Open));
    let plural = if all == 1 { "" } else { "s" };
    let stopped = match unfinished {
        0 => String::new(),
        n => format!(", {n} not finished"),
    };
    format!(
        "{all} claim{plural}: {holds} hold, {corrected} corrected, {refuted} refuted, {open} open{stopped}."
    )
}
