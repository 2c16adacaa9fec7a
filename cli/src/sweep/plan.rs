//! Plans: which shard searches which games, so that all shards take about the same time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use misere::limits::{Budget, parallel};
use misere::nim::{Classes, Shard, Sweep as Family};

use super::head::Head;
use super::{Answer, Failure, Found, Session, Sweep};
use crate::result_lines::read_lines;
use crate::session::replace_file;

/// The first line of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanHead {
    /// The number of shards.
    plan: u64,
    of: Head,
    /// How the time of a game is estimated, in words.
    estimate: String,
}

/// The line of a shard.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Its number, from 1 on.
    shard: u64,
    /// The sum of the estimates.
    seconds: f64,
    /// The first games of the classes, longest first.
    games: Vec<String>,
}

const BEGINNINGS: [&str; 2] = ["{\"plan\":", "{\"shard\":"];

impl Sweep {
    /// Tries each game for a moment, and gives the games to shards, the longest first, each to the
    /// shard with the least work so far.
    pub(super) fn write_plan(
        &self,
        shards: u64,
        family: &Family,
        classes: &Classes,
        session: &mut Session,
    ) -> Result<Answer, Failure> {
        /// The time of a trial.
        const TRIAL: Duration = Duration::from_millis(20);
        /// The estimate for what the trial does not finish, unless --each is shorter.
        const LONG: Duration = Duration::from_secs(60);
        let long = self.each.map_or(LONG, |each| each.max(TRIAL));
        let firsts: Vec<u64> = classes.firsts().collect();
        let progress = session.counting("trials", firsts.len() as u64);
        let mut estimates: Vec<(Duration, u64)> = Vec::new();
        let work = |&first: &u64, budget: &Budget| {
            let begun = Instant::now();
            let found = family
                .game(first)
                .map(|game| self.search(&*game, Some(TRIAL.min(long)), budget))
                .transpose()?;
            let took = begun.elapsed();
            Ok::<_, Failure>((
                if found.is_some_and(|found| stopped(&found)) {
                    long
                } else {
                    took
                },
                first,
            ))
        };
        let budget = session.budget().clone();
        parallel::for_each_in_order(firsts, &budget, work, |estimate| {
            progress.advance(1);
            estimates.push(estimate?);
            Ok::<(), Failure>(())
        })?;
        drop(progress);
        let lines = self.lines(shards, estimates, &long, family)?;
        match &self.output {
            Some(path) => replace_file(path, |file| file.write_all(lines.as_bytes()))?,
            None => session.text(&lines)?,
        }
        Ok(Answer::Yes)
    }

    /// Distributes the games.
    fn lines(
        &self,
        shards: u64,
        mut estimates: Vec<(Duration, u64)>,
        long: &Duration,
        family: &Family,
    ) -> Result<String, Failure> {
        // Stable: games of the same estimate stay in the order of the family.
        estimates.sort_by_key(|&(estimate, _)| Reverse(estimate));
        let mut least: BinaryHeap<Reverse<(Duration, u64)>> = (0..shards)
            .map(|shard| Reverse((Duration::ZERO, shard)))
            .collect();
        let mut parts: Vec<Part> = (1..=shards)
            .map(|shard| Part {
                shard,
                seconds: 0.0,
                games: Vec::new(),
            })
            .collect();
        for (estimate, first) in estimates {
            let Some(Reverse((load, shard))) = least.pop() else {
                break;
            };
            let load = load + estimate;
            least.push(Reverse((load, shard)));
            let part = usize::try_from(shard).ok().and_then(|at| parts.get_mut(at));
            if let (Some(part), Some(game)) = (part, family.game(first)) {
                part.games.push(game.name());
                part.seconds = (load.as_secs_f64() * 1000.0).round() / 1000.0;
            }
        }
        let head = PlanHead {
            plan: shards,
            of: self.head(),
            estimate: format!(
                "the time of a trial; {} s where 20 ms were not enough",
                long.as_secs_f64()
            ),
        };
        let mut text = serde_json::to_string(&head)? + "\n";
        for part in &parts {
            text += &(serde_json::to_string(part)? + "\n");
        }
        Ok(text)
    }
}

fn stopped(found: &Found) -> bool {
    match found {
        Found::Period(row) => row.answer.stopped.is_some(),
        Found::Quotient(row) => {
            row.unfinished || (row.stopped.is_some() && row.infinite_from.is_none())
        }
    }
}

/// Reads the first games of the classes of a shard.
pub(super) fn read(
    path: &Path,
    shard: Shard,
    head: &Head,
    family: &Family,
    classes: &Classes,
    budget: &Budget,
) -> Result<Vec<u64>, Failure> {
    let (number, of) = shard.parts();
    let mut shards = None;
    let (mut listed, mut games) = (0, Vec::new());
    read_lines(path, &BEGINNINGS, budget, |line| {
        let wrong = |error: serde_json::Error| format!("not a line of a plan: {error}");
        if line.starts_with(BEGINNINGS[0]) {
            let plan: PlanHead = serde_json::from_str(line).map_err(wrong)?;
            if plan.plan != of {
                return Err(format!("a plan of {} shards, not of {of}", plan.plan));
            }
            shards = Some(plan.plan);
            return head.difference(&plan.of).map_or(Ok(()), Err);
        }
        let part: Part = serde_json::from_str(line).map_err(wrong)?;
        listed += 1;
        if part.shard == number {
            games = part.games;
        }
        Ok(())
    })?;
    let refuse = |what: &str| {
        let message = format!("{}: {what}", path.display());
        Failure::input(
            &message,
            Some("misere sweep FAMILY --plan N --output FILE writes a plan"),
        )
    };
    if shards != Some(listed) {
        return Err(refuse("not the whole of a plan"));
    }
    let numbers: std::collections::HashMap<String, u64> = (classes.firsts())
        .filter_map(|first| Some((family.game(first)?.name(), first)))
        .collect();
    let number_of = |name: &String| {
        let what = || {
            refuse(&format!(
                "`{name}` is not the first of a class of the family"
            ))
        };
        numbers.get(name).copied().ok_or_else(what)
    };
    games.iter().map(number_of).collect()
}
