//! Set notation: `0`, `{0}`, `{0,{0}}`, options in ascending structural order, no blanks.

use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};
use crate::limits::{Stopped, Ticker};

use super::write::{Written, fits};

/// What remains to be written, last first.
enum Task {
    Game(Game),
    Character(char),
}

pub(super) fn write_each(
    universe: &Universe,
    games: &[Game],
    max_length: usize,
) -> Result<Vec<Written>, Stopped> {
    let lengths = lengths(universe, games)?;
    let written = games.iter().map(|&g| {
        let length = lengths[&g];
        Ok(if fits(universe, length, max_length)? {
            Written::Text(text(universe, g, length)?)
        } else {
            Written::TooLong(length)
        })
    });
    written.collect()
}

fn text(universe: &Universe, g: Game, length: u64) -> Result<String, Stopped> {
    let order = universe.structural_order([g])?;
    let mut ticker = Ticker::default();
    let mut text = String::with_capacity(usize::try_from(length).unwrap_or(0));
    let mut tasks = vec![Task::Game(g)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Character(c) => text.push(c),
            Task::Game(g) if g == universe.zero() => text.push('0'),
            Task::Game(g) => {
                universe.check_deadline_when_due(&mut ticker, universe.option_count(g))?;
                let mut options: Vec<Game> = universe.options(g).collect();
                options.sort_unstable_by_key(|&o| order.rank(o));
                text.push('{');
                tasks.push(Task::Character('}'));
                for (i, &option) in options.iter().enumerate().rev() {
                    tasks.push(Task::Game(option));
                    if i > 0 {
                        tasks.push(Task::Character(','));
                    }
                }
            }
        }
    }
    Ok(text)
}

/// Returns the lengths of the texts of the games and their followers, at most `u64::MAX`.
fn lengths(universe: &Universe, games: &[Game]) -> Result<FxHashMap<Game, u64>, Stopped> {
    /// The bytes of an entry of the table, with its share of empty places.
    const BYTES: usize = 40;
    let mut lengths: FxHashMap<Game, u64> = FxHashMap::default();
    lengths.insert(universe.zero(), 1);
    let followers = universe.followers_of(games.iter().copied())?;
    universe.check_memory(followers.len() * BYTES)?;
    universe.reserve(&mut lengths, followers.len())?;
    let mut ticker = Ticker::default();
    for follower in followers {
        universe.check_deadline_when_due(&mut ticker, universe.option_count(follower))?;
        // An opening brace, and a comma or the closing brace after each option.
        let options = universe.options(follower).map(|o| lengths[&o]);
        let length = options.fold(1u64, |sum, n| sum.saturating_add(n).saturating_add(1));
        lengths.entry(follower).or_insert(length);
    }
    Ok(lengths)
}
