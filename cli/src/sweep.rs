//! `misere sweep`: the periods or quotients of all games of a family, in shards, restartable.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use misere::answer::{SweepPeriod, SweepQuotient};
use misere::heaps::Ruleset;
use misere::limits::{Budget, Reason};
use misere::nim::{PeriodAnswer, PeriodSearch, Shard, Sweep as Family, SweepError};

use super::failure::Failure;
use super::input::duration;
use super::progress::Progress;
use super::result_lines::ResultLines;
use super::session::Session;
use super::{Answer, Format};

/// Find the periods or misère quotients of all games of a family
///
/// Families: cut{1}+{2..9} (or cut:1+2..9) are the cut sets {1} with any nonempty choice from 2 to
/// 9; octal:2, quaternary:3, hexadecimal:2 are the codes with up to 2, 3, 2 digits; octal:0.x7x the
/// codes with any digit for x. Every result is a line of JSON that stands for itself, so the files
/// of several shards can be concatenated.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere sweep 'cut{1}+{2..9}'\n  \
    misere sweep octal:2 --format json\n  \
    misere sweep octal:1 --quotient --each 500ms\n  \
    misere sweep octal:2 --shard 3/16 --output part-03.jsonl --each 2s\n\n\
    A sweep that was interrupted goes on where it stopped when it is started again with the same\n\
    --output: games that are in the file are left out, those that ran out of --each as well, and a\n\
    last line that was cut off is redone.")]
pub(super) struct Sweep {
    /// The family
    #[arg(value_name = "FAMILY")]
    family: String,

    /// Only this part of it: 3/16 is the third of sixteen
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,

    /// Append the results to this file as lines of JSON, leaving out what is there already
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    output: Option<PathBuf>,

    /// The largest heap to compute of each game
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Give up a game after this time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    each: Option<Duration>,

    /// Misère quotients instead of periods: solved for all heaps, or as far as the time allows
    #[arg(long, conflicts_with_all = ["to", "extended"])]
    quotient: bool,

    /// For cut games, also use a theorem that allows preperiods, unlike the published AP-test
    #[arg(long)]
    extended: bool,
}

/// The first characters of every result.
const BEGINNING: &str = "{\"ruleset\":";

/// The part of a result that is read when a sweep goes on.
#[derive(Deserialize)]
struct Done {
    ruleset: String,
    #[serde(default)]
    to: Option<u64>,
    #[serde(default)]
    extended: bool,
    #[serde(default)]
    order: Option<usize>,
}

/// Writes a row of the table of quotients.
fn quotient_row(found: &SweepQuotient) -> String {
    let SweepQuotient {
        ruleset,
        order,
        p_order,
        ..
    } = found;
    let tame = if found.tame { "tame" } else { "wild" };
    let how_far = match (found.period, found.max_heap) {
        (Some(period), _) => {
            let from = found.first + found.preperiod.unwrap_or(0);
            format!("solved, period {period} from heap {from}")
        }
        (None, Some(heap)) => match found.infinite_from {
            Some(wall) => format!("heaps up to {heap}, infinite from heap {wall} on"),
            None => format!("heaps up to {heap} only"),
        },
        (None, None) => "nothing".into(),
    };
    format!("{ruleset:<12} {order:>6} {p_order:>6}  {tame}  {how_far}")
}

#[derive(Default)]
struct Tally {
    proved: u64,
    observed: u64,
    unknown: u64,
    skipped: u64,
}

impl Sweep {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("sweep", &[Format::Text, Format::Json])?;
        let refuse = |error: SweepError| Failure::input(&error.message, Some(SweepError::HINT));
        let family: Family = self.family.parse().map_err(refuse)?;
        let shard: Shard = match &self.shard {
            Some(shard) => shard.parse().map_err(|error: SweepError| {
                Failure::input(&error.message, Some("as in --shard 3/16"))
            })?,
            None => Shard::ALL,
        };
        let (mut file, done) = match &self.output {
            Some(path) => {
                let (file, done) = self.open(path, session.budget())?;
                (Some(file), done)
            }
            None => (None, BTreeSet::new()),
        };
        let mut tally = Tally::default();
        let games = family.shard(shard);
        let progress = Progress::start(
            "sweeping",
            games.size_hint().1.map(|most| most as u64),
            session.quiet(),
        );
        for game in games {
            progress.advance(1);
            if done.contains(&game.name()) {
                tally.skipped += 1;
                continue;
            }
            if self.quotient {
                let line = SweepQuotient::new(&*game, &self.own_limits(session.budget()))
                    .map_err(|error| Failure::OutOfReach(error.to_string()))?;
                if let Some(reason) = session.budget().check().err() {
                    return Err(Failure::Interrupted(reason));
                }
                *(if line.solved {
                    &mut tally.proved
                } else {
                    &mut tally.unknown
                }) += 1;
                send(session, file.as_mut(), &line, &quotient_row(&line))?;
                continue;
            }
            let answer = self.search(&*game, session.budget())?;
            tally.count(&answer);
            let line = SweepPeriod {
                answer: (&answer).into(),
                to: self.to,
                extended: self.extended,
            };
            send(session, file.as_mut(), &line, &row(&answer))?;
        }
        drop(progress);
        if let Some(file) = &file {
            file.finish()?;
        }
        session.note(&tally.summary());
        Ok(Answer::Yes)
    }

    /// Returns the limits for one game.
    fn own_limits(&self, budget: &Budget) -> Budget {
        match self.each {
            Some(each) => budget.clone().within(each),
            None => budget.clone(),
        }
    }

    /// Searches for the period of one game. Running out of the time for this game is part of the
    /// answer; reaching the limits of the whole sweep is an error.
    fn search(&self, game: &dyn Ruleset, budget: &Budget) -> Result<PeriodAnswer, Failure> {
        let own = self.own_limits(budget);
        let search = PeriodSearch::new(self.to, self.extended);
        let answer = search.run(game, &own)?;
        if answer.stopped.is_some() {
            let cancelled = answer.stopped == Some(Reason::Cancelled);
            let late = budget
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            if cancelled || late {
                let reason = if cancelled {
                    Reason::Cancelled
                } else {
                    Reason::Deadline
                };
                return Err(Failure::Interrupted(reason));
            }
        }
        Ok(answer)
    }

    /// Opens the file to append to, and returns the games that are in it.
    fn open(
        &self,
        path: &Path,
        budget: &Budget,
    ) -> Result<(ResultLines, BTreeSet<String>), Failure> {
        let mut done = BTreeSet::new();
        let lines = ResultLines::open(path, BEGINNING, budget, |line| {
            let result: Done = serde_json::from_str(line)
                .map_err(|error| format!("not a result of a sweep: {error}"))?;
            let name = result.ruleset;
            if result.order.is_some() != self.quotient {
                return Err(format!(
                    "{name} was searched for the other of periods and quotients"
                ));
            }
            if (result.to, result.extended) != (self.to, self.extended) {
                return Err(format!(
                    "{name} was searched with another --to or --extended"
                ));
            }
            done.insert(name);
            Ok(())
        })?;
        Ok((lines, done))
    }
}

impl Tally {
    fn count(&mut self, answer: &PeriodAnswer) {
        match (&answer.proof, &answer.pattern, &answer.regularity) {
            (Some(_), ..) => self.proved += 1,
            (None, None, None) => self.unknown += 1,
            _ => self.observed += 1,
        }
    }

    fn summary(&self) -> String {
        let Self {
            proved,
            observed,
            unknown,
            skipped,
        } = self;
        let skipped = match skipped {
            0 => String::new(),
            _ => format!(", {skipped} done before"),
        };
        format!("{proved} proved, {observed} observed, {unknown} unknown{skipped}")
    }
}

/// Writes a result to the file, or to standard output as JSON or as a row.
fn send(
    session: &mut Session,
    file: Option<&mut ResultLines>,
    line: &impl Serialize,
    row: &str,
) -> Result<(), Failure> {
    if let Some(file) = file {
        return Ok(file.append(line)?);
    }
    if session.format == Format::Json {
        session.json(line)?;
    } else {
        session.line(row)?;
    }
    // A sweep may take hours: each result is shown at once.
    session.flush()
}

/// Writes a row of the table of periods.
fn row(answer: &PeriodAnswer) -> String {
    /// The maximum number of characters of a pattern.
    const WIDTH: usize = 60;
    let name = &answer.ruleset;
    let kind = answer.kind.name();
    let Some(pattern) = &answer.pattern else {
        return format!("{name:<20} {kind}");
    };
    let (before, period, saltus) = (
        pattern.preperiod().len(),
        pattern.period().len(),
        pattern.saltus(),
    );
    let how = if answer.proof.is_some() {
        "proved"
    } else {
        "observed"
    };
    let mut values = pattern.to_string();
    if values.chars().count() > WIDTH {
        values = values.chars().take(WIDTH - 1).chain(['…']).collect();
    }
    format!("{name:<20} {before:>6} {period:>6} {saltus:>4}  {how:<8}  {values}")
}
