//! Set notation: `0`, `{0}`, `{0,{0}}`, options in ascending structural order, no blanks.

use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};

use super::write::{Written, fits};

/// What remains to be written, last first.
enum Task {
    Game(Game),
    Character(char),
}

pub(super) fn write_each(universe: &Universe, games: &[Game], max_length: usize) -> Vec<Written> {
    let lengths = lengths(universe, games);
    let written = games.iter().map(|&g| match lengths[&g] {
        length if fits(length, max_length) => Written::Text(text(universe, g)),
        length => Written::TooLong(length),
    });
    written.collect()
}

fn text(universe: &Universe, g: Game) -> String {
    let order = universe.structural_order([g]);
    let mut text = String::new();
    let mut tasks = vec![Task::Game(g)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Character(c) => text.push(c),
            Task::Game(g) if g == universe.zero() => text.push('0'),
            Task::Game(g) => {
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
    text
}

/// How many characters the texts of the games and their followers have; `u64::MAX` stands for that
/// and everything above.
fn lengths(universe: &Universe, games: &[Game]) -> FxHashMap<Game, u64> {
    let mut lengths: FxHashMap<Game, u64> = FxHashMap::default();
    lengths.insert(universe.zero(), 1);
    for follower in universe.followers_of(games.iter().copied()) {
        // An opening brace, and a comma or the closing brace behind each option.
        let options = universe.options(follower).map(|o| lengths[&o]);
        let length = options.fold(1u64, |sum, n| sum.saturating_add(n).saturating_add(1));
        lengths.entry(follower).or_insert(length);
    }
    lengths
}
