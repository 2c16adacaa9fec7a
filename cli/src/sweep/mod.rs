//! `misere sweep`: the periods or quotients of all games of a family, in shards, restartable.

mod head;
mod merge;
mod plan;
mod rows;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use misere::answer::{SweepPeriod, SweepQuotient};
use misere::heaps::Ruleset;
use misere::limits::{Budget, parallel};
use misere::nim::{Classes, PeriodSearch, Shard, Sweep as Family, SweepError};

use super::failure::Failure;
use super::input::duration;
use super::period::leave_out_long_pattern;
use super::recheck::{self, Sample};
use super::result_lines::ResultLines;
use super::session::Session;
use super::tables;
use super::{Answer, Format};

pub(super) use head::{Asks, Head};
pub(super) use merge::Merge;
pub(super) use rows::Done;
use rows::{Found, Table};

/// Find the periods or misère quotients of all games of a family
///
/// Families: cut{1}+{2..9} (or cut:1+2..9) are the cut sets {1} with any nonempty choice from 2 to
/// 9; octal:2, quaternary:3, hexadecimal:2 are the codes with up to 2, 3, 2 digits; octal:0.x7x the
/// codes with any digit for x. Codes of the same game but for the sizes of heaps are searched once:
/// the rows of the others say so. Several games are searched at a time (--threads), and the results
/// come in the order of the family.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere sweep 'cut{1}+{2..9}'\n  \
    misere sweep octal:2 --format csv\n  \
    misere sweep octal:1 --quotient --each 500ms\n  \
    misere sweep octal:2 --shard 3/16 --output part-03.jsonl --each 2s\n  \
    misere sweep octal:2 --plan 16 --output plan.jsonl\n\n\
    A sweep that was interrupted goes on where it stopped when it is started again with the same\n\
    --output: games that are in the file are left out, those that ran out of --each as well. Games\n\
    that another limit stopped are searched again, and the exit code is 3 while there are any.\n\
    `misere merge` joins the files of shards. docs/cluster.md has the whole way on a cluster.")]
pub(super) struct Sweep {
    /// The family
    #[arg(value_name = "FAMILY")]
    family: String,

    /// Only this part of it: 3/16 is the third of sixteen
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,

    /// Take the games of the shard from this file, which --plan wrote
    #[arg(long, value_name = "FILE", requires = "shard")]
    plan_file: Option<PathBuf>,

    /// Do not sweep, but plan N shards that take the same time, after a short trial of each game
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "plan_file"],
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    plan: Option<u64>,

    /// Append the results to this file as lines of JSON, leaving out what is there already
    #[arg(long, visible_alias = "resume", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Search N games of the file again, chosen at random, and refuse it if a result differs; 20 unless
    /// N is given
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, requires = "output",
          default_missing_value = recheck::USUAL)]
    recheck: Option<usize>,

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

    /// Refuse a family of more games
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    most: u64,
}

/// A game whose row is to be written.
struct Item {
    number: u64,
    /// The first game of its class, which is searched.
    first: u64,
    /// Whether the row is in the file already: the result is needed for other games of the class.
    is_written: bool,
}

#[derive(Default)]
struct Tally {
    proved: u64,
    observed: u64,
    unknown: u64,
    equal: u64,
    skipped: u64,
    /// The names of games that a limit stopped, the first few of them, and how many they are.
    unfinished: (Vec<String>, u64),
}

impl Sweep {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format(
            "sweep",
            &[Format::Text, Format::Json, Format::Csv, Format::Tex],
        )?;
        let family = parse(&self.family)?;
        self.refuse_if_large(&family)?;
        let classes = {
            let _busy = session.busy("classes of equal games");
            family.classes(session.budget())?
        };
        if let Some(shards) = self.plan {
            return self.write_plan(shards, &family, &classes, session);
        }
        let games = self.games(&family, &classes, session.budget())?;
        let (mut file, done) = match &self.output {
            Some(path) => {
                let mut sample = Sample::new(self.recheck.unwrap_or(0));
                let (file, done) = self.open(path, session.budget(), &mut sample)?;
                self.recheck_games(path, sample.chosen(), &family, &classes, session)?;
                (Some(file), done)
            }
            None => (None, HashSet::new()),
        };
        let mut tally = Tally::default();
        let name = |number: u64| family.game(number).map(|game| game.name());
        let is_done =
            |number: u64| !done.is_empty() && name(number).is_some_and(|name| done.contains(&name));
        announce(games.len(), session);
        let (items, mut still_needed) = items(&games, &classes, is_done, &mut tally);
        let progress = session.counting("sweeping", items.len() as u64);
        let budget = session.budget().clone();
        let table = match &file {
            Some(_) => None,
            None => Some(Table::begin(self.asks(), session)?),
        };
        let search = |number: u64, budget: &Budget| {
            let game = family.game(number);
            game.map(|game| self.search(&*game, self.each, budget))
                .transpose()
        };
        let work = |item: &Item, budget: &Budget| {
            let found = if item.number == item.first {
                search(item.number, budget)?
            } else {
                None
            };
            Ok::<_, Failure>((item.number, item.first, item.is_written, found))
        };
        let mut kept: HashMap<u64, Found> = HashMap::new();
        // Counted apart: what searches may use must not depend on which rows were handed over.
        let mut memory = budget.clone().separate().account();
        parallel::for_each_in_order(items, &budget, work, |result| {
            progress.advance(1);
            let (number, first, is_written, found) = result?;
            let found = if found.is_some() {
                found
            } else {
                let derived = kept.get(&first).and_then(|found| {
                    let shift = family.shift(number, first)?;
                    found.of_equal_game(name(number)?, shift)
                });
                let left = still_needed.get_mut(&first);
                if left.is_some_and(|left| {
                    *left -= 1;
                    *left == 0
                }) {
                    let last = kept.remove(&first).map_or(0, |found| found.memory());
                    memory.record(memory.bytes().saturating_sub(last));
                }
                match derived {
                    Some(found) => Some(found),
                    None => search(number, &budget)?,
                }
            };
            let Some(found) = found else { return Ok(()) };
            if !is_written {
                let line = found.json()?;
                tally.count(&found);
                if let Some(file) = &mut file {
                    file.append_json(line)?;
                } else if let Some(table) = &table {
                    table.write(&line, session)?;
                    // A sweep may take hours: each result is shown at once.
                    session.flush()?;
                }
            }
            if number == first && still_needed.contains_key(&first) {
                memory.add(found.memory())?;
                kept.insert(first, found);
            }
            Ok::<(), Failure>(())
        })?;
        drop(progress);
        if let Some(file) = &file {
            file.finish()?;
        }
        if table.is_some() {
            tables::end_small(session)?;
        }
        session.note(&tally.summary());
        tally.verdict()
    }

    fn refuse_if_large(&self, family: &Family) -> Result<(), Failure> {
        let count = family.len();
        if count > self.most {
            return Err(Failure::input(
                &format!("{} has {count} games, more than {}", self.family, self.most),
                Some(&format!(
                    "--most {count} allows them; a part of a family is octal:0.123xxx"
                )),
            ));
        }
        Ok(())
    }

    fn asks(&self) -> Asks {
        if self.quotient {
            Asks::Quotients
        } else {
            Asks::Periods
        }
    }

    /// Returns what decides the results.
    fn head(&self) -> Head {
        Head {
            sweep: self.family.trim().into(),
            asks: self.asks(),
            to: self.to,
            extended: self.extended,
            each_ms: self
                .each
                .map(|each| u64::try_from(each.as_millis()).unwrap_or(u64::MAX)),
            version: Head::this_version(),
        }
    }

    /// Returns the games of a shard in the order in which they are searched.
    fn games(
        &self,
        family: &Family,
        classes: &Classes,
        budget: &Budget,
    ) -> Result<Vec<u64>, Failure> {
        let shard: Shard = match &self.shard {
            Some(shard) => shard.parse().map_err(|error: SweepError| {
                Failure::input(&error.message, Some("as in --shard 3/16"))
            })?,
            None => Shard::ALL,
        };
        if let Some(path) = &self.plan_file {
            let firsts = plan::read(path, shard, &self.head(), family, classes, budget)?;
            return Ok(firsts
                .into_iter()
                .flat_map(|first| classes.members(first))
                .collect());
        }
        let mut games: Vec<u64> = classes
            .shard(shard)
            .flat_map(|first| classes.members(first))
            .collect();
        games.sort_unstable();
        Ok(games)
    }

    /// Computes the result for one game.
    ///
    /// Running out of the time for this game is part of the answer; reaching the limits of the whole
    /// sweep is an error.
    fn search(
        &self,
        game: &dyn Ruleset,
        each: Option<Duration>,
        budget: &Budget,
    ) -> Result<Found, Failure> {
        let own = match each {
            Some(each) => budget.clone().within(each),
            None => budget.clone(),
        };
        let in_time = |stopped: bool| match budget.check() {
            Err(reason) if stopped => Err(Failure::Interrupted(reason)),
            _ => Ok(()),
        };
        if self.quotient {
            let row = SweepQuotient::new(game, &own)
                .map_err(|error| Failure::OutOfReach(error.to_string()))?;
            in_time(row.stopped.is_some())?;
            return Ok(Found::Quotient(row));
        }
        let mut answer = PeriodSearch::new(self.to, self.extended).run(game, &own)?;
        leave_out_long_pattern(&mut answer);
        in_time(answer.stopped.is_some())?;
        Ok(Found::Period(SweepPeriod::new(
            &answer,
            self.to,
            self.extended,
        )))
    }

    /// Searches games again, whose names and lines in the file are given.
    fn recheck_games(
        &self,
        path: &Path,
        lines: Vec<(String, String)>,
        family: &Family,
        classes: &Classes,
        session: &Session,
    ) -> Result<(), Failure> {
        let mut lines: HashMap<String, String> = lines.into_iter().collect();
        if lines.is_empty() {
            return Ok(());
        }
        let budget = session.budget();
        let progress = session.counting("games again", lines.len() as u64);
        for (number, game) in (0..).zip(family.games()) {
            budget.check()?;
            let name = game.name();
            let Some(line) = lines.remove(&name) else {
                continue;
            };
            let first = classes.first(number);
            let search = |number: u64| {
                let game = family.game(number);
                let found = game.map(|game| self.search(&*game, None, budget));
                found.transpose()
            };
            let derived = match search(first)? {
                Some(found) if number != first => (family.shift(number, first))
                    .and_then(|shift| found.of_equal_game(name.clone(), shift)),
                found => found,
            };
            let found = match derived {
                Some(found) => Some(found),
                None => search(number)?,
            };
            if found.as_ref().is_some_and(Found::is_unfinished) {
                let message = format!("{name} cannot be searched again within these limits");
                return Err(Failure::OutOfReach(message));
            }
            if found.map(|found| found.json()).transpose()?.as_ref() != Some(&line) {
                return Err(recheck::refuse(path, &name));
            }
            progress.advance(1);
        }
        match lines.keys().min() {
            Some(name) => Err(recheck::refuse(path, name)),
            None => Ok(()),
        }
    }

    /// Opens the file to append to, and returns the games that are done in it.
    fn open(
        &self,
        path: &Path,
        budget: &Budget,
        sample: &mut Sample<(String, String)>,
    ) -> Result<(ResultLines, HashSet<String>), Failure> {
        let head = self.head();
        let mut has_head = false;
        let mut done = HashSet::new();
        let beginnings = [Head::BEGINNING, Done::BEGINNING];
        let mut lines = ResultLines::open(path, &beginnings, budget, |line| {
            if line.starts_with(Head::BEGINNING) {
                has_head = true;
                return head.require(line);
            }
            if !has_head {
                return Err(Head::MISSING.into());
            }
            let result = Done::read(line, head.asks)?;
            if result.stopped.is_none() && self.recheck.is_some() {
                sample.offer((result.ruleset.clone(), line.to_owned()));
            }
            if !result.unfinished {
                done.insert(result.ruleset);
            }
            Ok(())
        })?;
        if !has_head {
            lines.append(&head)?;
        }
        Ok((lines, done))
    }
}

/// Says how many games there are where they take long.
fn announce(games: usize, session: &Session) {
    /// Fewer are no surprise.
    const MANY: usize = 10_000;
    if games > MANY {
        let hint = "--each TIME bounds the time of one, and --output FILE keeps what is done";
        session.note(&format!("note: {games} games; {hint}"));
    }
}

/// Returns the games whose rows are to be written, with those that they are derived from, and how
/// many rows are derived from each.
fn items(
    games: &[u64],
    classes: &Classes,
    is_done: impl Fn(u64) -> bool,
    tally: &mut Tally,
) -> (Vec<Item>, HashMap<u64, u64>) {
    let mut items = Vec::new();
    let mut derived: HashMap<u64, u64> = HashMap::new();
    for &number in games {
        let (first, is_written) = (classes.first(number), is_done(number));
        tally.skipped += u64::from(is_written);
        if is_written && first != number {
            continue;
        }
        if first != number {
            *derived.entry(first).or_default() += 1;
        }
        items.push(Item {
            number,
            first,
            is_written,
        });
    }
    items.retain(|item| !item.is_written || derived.contains_key(&item.first));
    (items, derived)
}

/// Reads the name of a family.
pub(super) fn parse(family: &str) -> Result<Family, Failure> {
    let refuse = |error: SweepError| Failure::input(&error.message, Some(SweepError::HINT));
    family.parse().map_err(refuse)
}

impl Tally {
    fn count(&mut self, found: &Found) {
        let (is_equal, proved, observed, name) = match found {
            Found::Period(row) => {
                let answer = &row.answer;
                let seen = answer.period.is_some();
                (row.same_as.is_some(), answer.proved, seen, &answer.ruleset)
            }
            Found::Quotient(row) => {
                let proved = row.solved || row.infinite_from.is_some();
                (row.same_as.is_some(), proved, false, &row.ruleset)
            }
        };
        self.equal += u64::from(is_equal);
        *match (proved, observed) {
            (true, _) => &mut self.proved,
            (false, true) => &mut self.observed,
            (false, false) => &mut self.unknown,
        } += 1;
        if found.is_unfinished() {
            note(&mut self.unfinished, name);
        }
    }

    fn summary(&self) -> String {
        let Self {
            proved,
            observed,
            unknown,
            equal,
            skipped,
            ..
        } = self;
        let mut text = format!("{proved} proved, {observed} observed, {unknown} unknown");
        for (count, what) in [(equal, "equal to another code"), (skipped, "done before")] {
            if *count > 0 {
                let _ = write!(text, ", {count} {what}");
            }
        }
        text
    }

    /// Games that a limit stopped are no results.
    fn verdict(&self) -> Result<Answer, Failure> {
        let (names, count) = &self.unfinished;
        if *count == 0 {
            return Ok(Answer::Yes);
        }
        Err(Failure::Unfinished(format!(
            "a limit stopped {count} of the games: {}\n  hint: --max-memory and --max-nodes set these \
             limits; the same --output then searches these games again",
            listed(names, *count)
        )))
    }
}

/// Notes a name, unless there are many.
fn note((names, count): &mut (Vec<String>, u64), name: &str) {
    const MOST: usize = 10;
    if names.len() < MOST {
        names.push(name.into());
    }
    *count += 1;
}

/// Lists the first names.
fn listed(names: &[String], count: u64) -> String {
    let more = if count > names.len() as u64 {
        ", …"
    } else {
        ""
    };
    names.join(", ") + more
}
