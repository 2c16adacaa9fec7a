//! `misere period`: the period of a nim sequence, proved where a theorem proves it.

use std::path::PathBuf;

use clap::Args;

use misere::answer;
use misere::nim::{PeriodAnswer, PeriodKind, PeriodSearch, Published};

use super::failure::Failure;
use super::input::one_ruleset;
use super::progress::Progress;
use super::session::{Session, replace_file};
use super::{Answer, Format};

/// Find the period of the nim values of a ruleset
///
/// Values are computed until a theorem proves how they go on, or up to the last heap. The answer
/// says whether the period is proved, and by which theorem, or only observed.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere period 0.77\n  \
    misere period cut:1,6 --format json\n  \
    misere period 0.165 --certificate period.json && misere check period.json\n  \
    misere period 0.007 --to 10000")]
pub(super) struct Period {
    /// The ruleset
    #[arg(value_name = "RULESET", required = true)]
    ruleset: Vec<String>,

    /// The largest heap to compute; what takes a few seconds unless set
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Write a certificate of the proof that `misere check` can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// For cut games, also use a theorem that allows preperiods, unlike the published AP-test
    #[arg(long)]
    extended: bool,
}

impl Period {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("period", &[Format::Text, Format::Json])?;
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        let search = PeriodSearch::new(self.to, self.extended);
        let progress = Progress::start("nim values", None, session.quiet());
        let answer = search.run(&*game, session.budget());
        drop(progress);
        let answer = answer?;
        if session.format == Format::Json {
            session.json(&answer::Period::from(&answer))?;
        } else {
            print(session, &answer)?;
        }
        if let Some(path) = &self.certificate {
            let Some(certificate) = answer.certificate() else {
                session.note("nothing is proved, so there is no certificate");
                return stopped(&answer, Answer::No);
            };
            let json = serde_json::to_vec(&certificate)?;
            replace_file(path, |file| file.write_all(&json))?;
        }
        stopped(&answer, Answer::Yes)
    }
}

/// Returns the exit code of a search; a limit that left the period unproved is an error.
fn stopped(answer: &PeriodAnswer, otherwise: Answer) -> Result<Answer, Failure> {
    match answer.stopped {
        Some(reason) if answer.proof.is_none() => Err(Failure::Interrupted(reason)),
        _ => Ok(otherwise),
    }
}

fn print(session: &mut Session, answer: &PeriodAnswer) -> Result<(), Failure> {
    let name = &answer.ruleset;
    let how = if answer.proof.is_some() {
        "proved"
    } else {
        "observed, not proved"
    };
    let headline = match answer.kind {
        PeriodKind::Periodic => format!("{name} is periodic: {how}"),
        PeriodKind::ArithmeticPeriodic => format!("{name} is arithmetic-periodic: {how}"),
        PeriodKind::Sapp => format!("{name} is sapp-regular: {how}"),
        PeriodKind::Ruler => format!("{name} is ruler-regular: {how}"),
        PeriodKind::Unknown => format!("no period of {name} is seen"),
    };
    session.line(&headline)?;
    if let Some(pattern) = &answer.pattern {
        let (before, period) = (pattern.preperiod().len(), pattern.period().len());
        session.property("period", &period.to_string())?;
        if pattern.saltus() > 0 {
            session.property("saltus", &pattern.saltus().to_string())?;
        }
        let values = if before == 1 { "value" } else { "values" };
        session.property("preperiod", &format!("{before} {values}"))?;
        if let Some(heap) = answer.last_exception() {
            session.property("exceptions", &format!("the last is heap {heap}"))?;
        }
        session.property("values", &pattern.to_string())?;
    }
    if let Some(seen) = answer.regularity {
        let classes = match answer.kind {
            PeriodKind::Sapp => "are constant",
            _ => "have a period that doubles for ever",
        };
        session.property("period", &seen.period.to_string())?;
        session.property("saltus", &seen.saltus.to_string())?;
        let exceptions = format!("{} of the residue classes {classes}", seen.exceptions);
        session.property("exceptions", &exceptions)?;
    }
    if let Some(theorem) = answer.theorem() {
        session.property("theorem", theorem.name())?;
    }
    match answer.observed_to {
        Some(heap) => session.property("computed", &format!("all values up to heap {heap}"))?,
        None if answer.proof.is_some() => {
            session.property("computed", "no value: the theorem states them all")?;
        }
        None => session.property("computed", "no value")?,
    }
    if let Some(fact) = answer.published() {
        let Published {
            period,
            preperiod,
            source,
            ..
        } = fact;
        let fact =
            format!("period {period} after {preperiod} values ({source}); not computed again here");
        session.property("published", &fact)?;
    }
    Ok(())
}
