//! What must be so for any text that may be a ruleset, a pattern, a family or a shard.

use std::time::Duration;

use misere::heaps::{Position, Rulebook, Ruleset, Table, ruleset};
use misere::limits::Budget;
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
    assert!(!game.rule().is_empty() && game.arity() <= Position::MOST_COORDINATES);
    let smallest = game.smallest();
    for size in (smallest..smallest.saturating_add(6)).filter(|_| game.arity() == 1) {
        let position = Position::heap(size);
        if game.longest_option(position) > 10_000 {
            continue;
        }
        let budget = Budget::timeout(Duration::from_millis(20)).with_max_memory(1 << 24);
        let Ok(options) = game.options_within(position, &budget) else {
            continue;
        };
        for option in options.take(50) {
            for (to, copies) in option.iter() {
                assert!(
                    copies > 0 && game.is_position(to),
                    "{text:?}: {size} → {option}"
                );
                assert!(
                    game.is_loopy() || to.kind() != 0 || to.size() < size,
                    "{text:?}: {size} → {option}"
                );
            }
        }
    }
}

/// A text of definitions is refused as a whole, or each name names its ruleset.
pub(crate) fn definitions(text: &str) {
    let mut book = Rulebook::default();
    match book.define_formulas(text) {
        Ok(names) => {
            for name in names {
                let game = book.ruleset(&name).expect("it was defined");
                let again = ruleset(&game.name()).expect("its name says everything");
                assert_eq!(again.name(), game.name(), "{text:?}");
            }
        }
        Err(error) => {
            assert!(text.get(error.span).is_some(), "{text:?}");
            assert_eq!(book, Rulebook::default());
        }
    }
}

/// A table is refused with a message that points into it, or every position is read by its name and
/// play goes down.
pub(crate) fn table(text: &str) {
    let table = match Table::parse("g", text) {
        Ok(table) => table,
        Err(error) => {
            assert!(text.get(error.span).is_some(), "{text:?}");
            assert!(!error.message.contains(char::is_control), "{text:?}");
            return;
        }
    };
    for (number, name) in (0..).zip(table.positions()) {
        let position = table.read_position(name).expect("names are read");
        assert_eq!(position.ok(), Some(Position::heap(number)), "{text:?}");
        for option in table.options(Position::heap(number)) {
            let down = option.iter().all(|(to, _)| to.size() < number);
            assert!(table.is_loopy() || down, "{text:?}");
        }
    }
    let again = ruleset(&table.name()).map(|table| table.name());
    assert_eq!(again.ok(), Some(table.name()), "{text:?}");
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
