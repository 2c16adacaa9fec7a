//! `misere verify`: re-derive what the papers state.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use misere::limits::Budget;
use misere_claims::{Claim, Data, Depth, Evidence, Paper, Report, Status, claims, test_all};

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
    misere verify 004\n  \
    misere verify 004.fig6 -v\n  \
    misere verify --list\n\n\
    A run of some hours that can be interrupted and goes on: --depth deep --resume deep.jsonl")]
pub(super) struct Verify {
    /// Claims by their ids, or the beginnings of ids: 004, 004.fig
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,

    /// How much work to do: seconds, minutes, up to an hour
    #[arg(long, value_enum, default_value_t)]
    depth: DepthName,

    /// Show the working
    #[arg(short, long)]
    verbose: bool,

    /// Append each result to this file as a line of JSON, and leave out the claims that are in it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// List the claims without testing them
    #[arg(long)]
    list: bool,
}

/// [`Depth`], as a flag.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DepthName {
    #[default]
    Quick,
    Standard,
    Deep,
}

impl DepthName {
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

impl From<DepthName> for Depth {
    fn from(name: DepthName) -> Self {
        match name {
            DepthName::Quick => Self::Quick,
            DepthName::Standard => Self::Standard,
            DepthName::Deep => Self::Deep,
        }
    }
}

#[derive(Serialize)]
struct VerifyJson {
    claims: Vec<ClaimJson>,
}

#[derive(Serialize)]
struct ClaimJson {
    id: &'static str,
    paper: &'static str,
    #[serde(rename = "where")]
    place: &'static str,
    statement: &'static str,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    detail: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    working: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl Verify {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("verify", &[Format::Text, Format::Json, Format::Md])?;
        let chosen = self.chosen()?;
        if self.list {
            return list(session, &chosen);
        }
        let budget = session.budget().clone();
        let log = self.resume.as_deref();
        let mut log = log
            .map(|path| Log::open(path, self.depth, &budget))
            .transpose()?;
        let mut reports: Vec<Report> = Vec::new();
        if let Some(log) = &mut log {
            log.done
                .retain(|done| chosen.iter().any(|c| c.id == done.claim.id));
            reports.append(&mut log.done);
        }
        let left = chosen.iter().copied();
        let left: Vec<&'static Claim> = left
            .filter(|claim| !reports.iter().any(|done| done.claim.id == claim.id))
            .collect();
        if !reports.is_empty() {
            let before = reports.len();
            session.note(&format!("{before} claims were tested before"));
        }
        let progress = Progress::start("claims", Some(left.len() as u64), session.quiet());
        let mut written: std::io::Result<()> = Ok(());
        let data = Data::embedded();
        test_all(
            &left,
            self.depth.into(),
            session.shared().threads,
            &data,
            &budget,
            |report| {
                progress.advance(1);
                if let (Some(log), true, Ok(())) = (&mut log, report.finished, &written) {
                    written = log.append(&report, self.depth);
                }
                reports.push(report);
            },
        );
        // Reports come as they are ready; they are shown in the order of the claims.
        reports.sort_by_key(|report| chosen.iter().position(|c| c.id == report.claim.id));
        drop(progress);
        written?;
        match session.format {
            Format::Json => {
                let claims = reports.iter().map(|report| self.json(report)).collect();
                session.json(&VerifyJson { claims })?;
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

    /// The claims whose ids begin with one of the words, at a dot or at the end.
    fn chosen(&self) -> Result<Vec<&'static Claim>, Failure> {
        if self.claims.is_empty() {
            return Ok(claims().collect());
        }
        let mut chosen: Vec<&'static Claim> = Vec::new();
        for word in &self.claims {
            if word.is_empty() {
                let hint =
                    "`misere verify` tests all claims, and `misere verify --list` lists them";
                return Err(Failure::input("a claim without a name", Some(hint)));
            }
            let before = chosen.len();
            for claim in claims().filter(|claim| claim.id.starts_with(word.as_str())) {
                if !chosen.iter().any(|c| c.id == claim.id) {
                    chosen.push(claim);
                }
            }
            if chosen.len() == before && !claims().any(|c| c.id.starts_with(word.as_str())) {
                let message = format!("there is no claim `{word}`");
                let hint = "`misere verify --list` lists them";
                return Err(Failure::input(&message, Some(hint)));
            }
        }
        Ok(chosen)
    }

    fn json(&self, report: &Report) -> ClaimJson {
        ClaimJson {
            status: Some(report.status.name()),
            evidence: Some(report.evidence.name()),
            range: Some(report.range.clone()),
            detail: report.detail.clone(),
            working: if self.verbose {
                report.working.clone()
            } else {
                Vec::new()
            },
            seconds: Some(report.duration.as_secs_f64()),
            ..claim_json(report.claim)
        }
    }

    /// A line for each claim that was tested now; the summary is of all of them.
    fn print(
        &self,
        session: &mut Session,
        reports: &[Report],
        is_new: impl Fn(&Report) -> bool,
    ) -> Result<(), Failure> {
        for paper in Paper::ALL {
            let of_paper = reports.iter().filter(|r| r.claim.paper() == paper);
            let of_paper = of_paper.filter(|r| is_new(r) || r.contradicts_record());
            let of_paper: Vec<&Report> = of_paper.collect();
            if of_paper.is_empty() {
                continue;
            }
            session.line(&format!("{} {}", paper.number(), paper.title()))?;
            for report in of_paper {
                self.print_report(session, report)?;
            }
        }
        session.line(&summary(reports))
    }

    fn print_report(&self, session: &mut Session, report: &Report) -> Result<(), Failure> {
        let Report {
            claim,
            status,
            range,
            ..
        } = report;
        let evidence = report.evidence.name();
        let id = claim.id;
        session.line(&format!(
            "  {status:<9} {id:<24} {}, {evidence}: {range}",
            claim.place
        ))?;
        if self.verbose {
            session.line(&format!("      {}", claim.statement))?;
            session.line(&format!("      tested by: {}", claim.method))?;
            for line in &report.working {
                session.line(&format!("      | {line}"))?;
            }
        }
        for line in &report.detail {
            session.line(&format!("      {line}"))?;
        }
        if report.contradicts_record() {
            let recorded = claim.recorded().map_or("nothing", |status| status.name());
            session.line(&format!(
                "      CONTRADICTS THE RECORD, which says: {recorded}"
            ))?;
            for line in claim.recorded_detail() {
                session.line(&format!("        {line}"))?;
            }
        }
        Ok(())
    }

    /// The report that `docs/reproduction.md` is.
    fn markdown(&self, session: &mut Session, reports: &[Report]) -> Result<(), Failure> {
        let depth = self.depth.name();
        let version = env!("CARGO_PKG_VERSION");
        session.line("# What was re-derived")?;
        session.line("")?;
        session.line(&format!(
            "Made by `misere verify --depth {depth} --format md`, version {version}. {}",
            summary(reports)
        ))?;
        session.line(
            "\nA *proved* status is that of a finite statement computed whole, or follows from one; a \
             *verified* one rests on the\nrange in the last column. What is *corrected* is wrong as \
             printed and holds when corrected as told.",
        )?;
        for paper in Paper::ALL {
            let of_paper = reports.iter().filter(|r| r.claim.paper() == paper);
            let of_paper: Vec<&Report> = of_paper.collect();
            if of_paper.is_empty() {
                continue;
            }
            session.line(&format!("\n## {} {}\n", paper.number(), paper.title()))?;
            session
                .line("| claim | where | statement | status | how far |\n|---|---|---|---|---|")?;
            for report in of_paper {
                let claim = report.claim;
                let mut status = format!("**{}**, {}", report.status, report.evidence.name());
                for line in &report.detail {
                    status.push_str("<br>");
                    status.push_str(line);
                }
                let cells = [
                    claim.id,
                    claim.place,
                    claim.statement,
                    &status,
                    &report.range,
                ];
                let cells = cells.map(|cell| cell.replace('|', "\\|"));
                session.line(&format!("| {} |", cells.join(" | ")))?;
            }
        }
        Ok(())
    }
}

/// The results of an earlier run, and where to write more.
struct Log {
    lines: ResultLines,
    done: Vec<Report>,
}

/// Every entry says first which claim it is about.
const BEGINNING: &str = "{\"id\":";

#[derive(Serialize, Deserialize)]
struct Entry {
    id: String,
    depth: String,
    status: String,
    #[serde(default)]
    evidence: String,
    range: String,
    detail: Vec<String>,
    #[serde(default)]
    seconds: f64,
}

impl Log {
    fn open(path: &Path, depth: DepthName, budget: &Budget) -> Result<Self, Failure> {
        let mut done: Vec<Report> = Vec::new();
        let lines = ResultLines::open(path, BEGINNING, budget, |line| {
            let entry: Entry =
                serde_json::from_str(line).map_err(|error| format!("not a result: {error}"))?;
            if entry.depth == depth.name()
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

    fn append(&mut self, report: &Report, depth: DepthName) -> std::io::Result<()> {
        self.lines.append(&Entry {
            id: report.claim.id.into(),
            depth: depth.name(),
            status: report.status.name().into(),
            evidence: report.evidence.name().into(),
            range: report.range.clone(),
            detail: report.detail.clone(),
            seconds: report.duration.as_secs_f64(),
        })
    }
}

impl Entry {
    /// The report that was written down, but for its working; none if there is no such claim or
    /// no such status any more.
    fn report(self) -> Option<Report> {
        Some(Report {
            claim: claims().find(|claim| claim.id == self.id)?,
            status: Status::of_name(&self.status)?,
            evidence: Evidence::of_name(&self.evidence)?,
            range: self.range,
            detail: self.detail,
            working: Vec::new(),
            printed: Vec::new(),
            finished: true,
            duration: Duration::try_from_secs_f64(self.seconds).unwrap_or_default(),
        })
    }
}

fn claim_json(claim: &'static Claim) -> ClaimJson {
    ClaimJson {
        id: claim.id,
        paper: claim.paper().number(),
        place: claim.place,
        statement: claim.statement,
        method: claim.method,
        status: None,
        evidence: None,
        range: None,
        detail: Vec::new(),
        working: Vec::new(),
        seconds: None,
    }
}

fn list(session: &mut Session, chosen: &[&'static Claim]) -> Result<Answer, Failure> {
    if session.format == Format::Json {
        let claims = chosen.iter().map(|claim| claim_json(claim)).collect();
        session.json(&VerifyJson { claims })?;
        return Ok(Answer::Yes);
    }
    for claim in chosen {
        session.line(&format!(
            "  {:<24} {}: {}",
            claim.id, claim.place, claim.statement
        ))?;
    }
    Ok(Answer::Yes)
}

/// `37 claims: 30 hold, 5 corrected, 1 refuted, 1 open.`
fn summary(reports: &[Report]) -> String {
    use misere_claims::Status::{Corrected, Holds, Open, Refuted};
    let unfinished = reports.iter().filter(|r| !r.finished).count();
    let count = |status| {
        let finished = reports.iter().filter(|r| r.finished);
        finished.filter(|r| r.status == status).count()
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
