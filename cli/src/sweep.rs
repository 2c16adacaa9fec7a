//! `misere sweep`: the periods or quotients of all games of a family, in shards, restartable.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};

use misere::answer::{SweepPeriod, SweepQuotient};
use misere::heaps::Ruleset;
use misere::limits::{Budget, parallel};
use misere::nim::{PeriodAnswer, PeriodSearch, Shard, Sweep as Family, SweepError, Tail};

use super::failure::Failure;
use super::input::duration;
use super::period::leave_out_long_pattern;
use super::progress::Progress;
use super::result_lines::ResultLines;
use super::session::Session;
use super::{Answer, Format};

/// Find the periods or misère quotients of all games of a family
///
/// Families: cut{1}+{2..9} (or cut:1+2..9) are the cut sets {1} with any nonempty choice from 2 to
/// 9; octal:2, quaternary:3, hexadecimal:2 are the codes with up to 2, 3, 2 digits; octal:0.x7x the
/// codes with any digit for x. Every result is a line of JSON that stands for itself, so the files
/// of several shards can be concatenated. Several games are searched at a time (--threads), and the
/// results come in the order of the family.
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
}

/// What is known of a game.
#[derive(Clone, Copy)]
enum Found {
    Proved,
    Observed,
    Nothing,
}

/// The result for one game, as it is written.
struct Row {
    line: String,
    found: Found,
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
        let games = family.shard(shard);
        let progress = Progress::start(
            "sweeping",
            games.size_hint().1.map(|most| most as u64),
            session.quiet(),
        );
        let mut skipped = 0;
        let games = games.filter(|game| {
            let is_done = done.contains(&game.name());
            if is_done {
                progress.advance(1);
                skipped += 1;
            }
            !is_done
        });
        let as_json = self.output.is_some() || session.format == Format::Json;
        let work = |game: &Arc<dyn Ruleset>, budget: &Budget| self.row(&**game, budget, as_json);
        let mut tally = Tally::default();
        let budget = session.budget().clone();
        parallel::for_each_in_order(games, &budget, work, |row| {
            progress.advance(1);
            let Row { line, found } = row?;
            tally.count(found);
            if let Some(file) = &mut file {
                file.append_json(line)?;
            } else {
                session.line(&line)?;
                // A sweep may take hours: each result is shown at once.
                session.flush()?;
            }
            Ok::<(), Failure>(())
        })?;
        drop(progress);
        if let Some(file) = &file {
            file.finish()?;
        }
        session.note(&tally.summary(skipped));
        Ok(Answer::Yes)
    }

    /// Computes the result for one game.
    ///
    /// Running out of the time for this game is part of the answer; reaching the limits of the whole
    /// sweep is an error.
    fn row(&self, game: &dyn Ruleset, budget: &Budget, as_json: bool) -> Result<Row, Failure> {
        let own = self.own_limits(budget);
        let in_time = |stopped: bool| match budget.check() {
            Err(reason) if stopped => Err(Failure::Interrupted(reason)),
            _ => Ok(()),
        };
        if self.quotient {
            let line = SweepQuotient::new(game, &own)
                .map_err(|error| Failure::OutOfReach(error.to_string()))?;
            in_time(line.stopped.is_some())?;
            let found = if line.solved {
                Found::Proved
            } else {
                Found::Nothing
            };
            return Row::new(&line, || quotient_row(&line), as_json, found);
        }
        let mut answer = PeriodSearch::new(self.to, self.extended).run(game, &own)?;
        leave_out_long_pattern(&mut answer);
        in_time(answer.stopped.is_some())?;
        let line = SweepPeriod {
            answer: (&answer).into(),
            to: self.to,
            extended: self.extended,
        };
        let found = match (&answer.proof, answer.tail, &answer.regularity) {
            (Some(_), ..) => Found::Proved,
            (None, None, None) => Found::Nothing,
            _ => Found::Observed,
        };
        Row::new(&line, || period_row(&answer), as_json, found)
    }

    /// Returns the limits for one game.
    fn own_limits(&self, budget: &Budget) -> Budget {
        match self.each {
            Some(each) => budget.clone().within(each),
            None => budget.clone(),
        }
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

impl Row {
    /// Writes a result as JSON or as a row of a table.
    fn new(
        result: &impl Serialize,
        row: impl Fn() -> String,
        as_json: bool,
        found: Found,
    ) -> Result<Self, Failure> {
        let line = if as_json {
            serde_json::to_string(result)?
        } else {
            row()
        };
        Ok(Self { line, found })
    }
}

impl Tally {
    fn count(&mut self, found: Found) {
        *match found {
            Found::Proved => &mut self.proved,
            Found::Observed => &mut self.observed,
            Found::Nothing => &mut self.unknown,
        } += 1;
    }

    fn summary(&self, skipped: u64) -> String {
        let Self {
            proved,
            observed,
            unknown,
        } = self;
        let skipped = match skipped {
            0 => String::new(),
            _ => format!(", {skipped} done before"),
        };
        format!("{proved} proved, {observed} observed, {unknown} unknown{skipped}")
    }
}

/// Writes a row of the table of periods.
fn period_row(answer: &PeriodAnswer) -> String {
    /// The maximum number of characters of a pattern.
    const WIDTH: usize = 60;
    let name = &answer.ruleset;
    let kind = answer.kind.name();
    let Some(Tail {
        start: before,
        period,
        saltus,
    }) = answer.tail
    else {
        return format!("{name:<20} {kind}");
    };
    let how = if answer.proof.is_some() {
        "proved"
    } else {
        "observed"
    };
    let pattern = answer.pattern.as_ref();
    let mut values = pattern.map_or_else(|| "…".into(), ToString::to_string);
    if values.chars().count() > WIDTH {
        values = values.chars().take(WIDTH - 1).chain(['…']).collect();
    }
    format!("{name:<20} {before:>6} {period:>6} {saltus:>4}  {how:<8}  {values}")
}
