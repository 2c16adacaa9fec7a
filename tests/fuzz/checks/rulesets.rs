//! What must be so for any text that may be a ruleset, a pattern, a family or a shard.

use misere::heaps::{Position, ruleset};
use misere::nim::{Pattern, Shard, Sweep};

/// The text is refused with a message that points into it, or its name names it and its moves
/// lead to positions.
pub(crate) fn ruleset_text(text: &str) {
    let game = match ruleset(text) {
        Ok(game) => game,
        Err(error) => {
            assert!(text.get(error.span).is_some(), "{text:?}");
            assert!(!error.message.contains(char::is_control), "{text:?}");
            return;
        }
    };
    let again = ruleset(&game.name()).map(|game| game.name());
    assert_eq!(again.as_ref().ok(), Some(&game.name()), "{text:?}");
    assert!(!game.rule().is_empty() && game.arity() <= 2);
    let smallest = game.smallest();
    for size in (smallest..smallest.saturating_add(6)).filter(|_| game.arity() == 1) {
        let position = Position::heap(size);
        if game.longest_option(position) > 10_000 {
            continue;
        }
        for option in game.options(position).take(50) {
            for (to, copies) in option.iter() {
                assert!(
                    copies > 0 && game.is_position(to),
                    "{text:?}: {size} → {option}"
                );
                assert!(
                    game.is_loopy() || to.size() < size,
                    "{text:?}: {size} → {option}"
                );
            }
        }
    }
}

/// A pattern is written as it can be read.
pub(crate) fn pattern(text: &str) {
    if let Ok(pattern) = text.parse::<Pattern>() {
        let written = pattern.to_string();
        let again: Pattern = written.parse().expect("what is written can be read");
        assert_eq!(again.to_string(), written, "{text}");
        assert_eq!(again.reduced(), pattern.reduced(), "{text}");
    }
}

/// A family has the games it counts, and no others.
pub(crate) fn family(text: &str) {
    if let Ok(family) = text.parse::<Sweep>() {
        let middle = family.len() / 2;
        assert!(family.is_empty() || family.game(middle).is_some(), "{text}");
        assert!(family.game(family.len()).is_none(), "{text}");
    }
}

/// A shard is read or refused.
pub(crate) fn shard(text: &str) {
    let _ = text.parse::<Shard>();
}
