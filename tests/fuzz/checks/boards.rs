//! What must be so for any text that may be a board, a graph or a poset.

use misere::heaps::{Ruleset, ruleset};
use misere::limits::Budget;

/// The games whose positions are boards.
pub(crate) const GAMES: [&str; 7] = [
    "cram",
    "node-kayles",
    "arc-kayles",
    "hackenbush",
    "vertex-geography",
    "chomp",
    "poset-game",
];

/// The text is refused with a message that points into it, or the board is written such that it is
/// read back, and its moves lead to smaller boards.
pub(crate) fn board(name: &str, text: &str) {
    let game = ruleset(name).expect("a game on boards");
    let game: &dyn Ruleset = &*game;
    let position = match game.read_position(text).expect("positions are boards") {
        Ok(position) => position,
        Err(error) => {
            assert!(text.get(error.span).is_some(), "{name}({text:?})");
            assert!(
                !error.message.contains(char::is_control),
                "{name}({text:?})"
            );
            return;
        }
    };
    let written = game.write_position(position);
    assert_eq!(
        game.read_position(&written),
        Some(Ok(position)),
        "{name}({text:?})"
    );
    let budget = Budget::timeout(std::time::Duration::from_millis(200));
    for option in game
        .options_within(position, &budget)
        .into_iter()
        .flatten()
        .take(20)
    {
        for (to, _) in option.iter() {
            let written = game.write_position(to);
            assert!(to.size() < position.size(), "{name}({text:?}) → {written}");
            assert_eq!(
                game.read_position(&written),
                Some(Ok(to)),
                "{name}({written})"
            );
        }
    }
}
