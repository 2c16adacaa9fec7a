//! What must be so for any text that may be an expression.

use std::time::Duration;

use misere::expr::{EvalError, evaluate};
use misere::game::Universe;
use misere::limits::Budget;
use misere::notation::{Diagnostic, Notation, parse, write};

/// The text is refused with a message that points into it, or its value can be written and read.
pub(crate) fn expression(text: &str) {
    let syntax = match parse(text) {
        Ok(syntax) => syntax,
        Err(error) => {
            let column = error.column();
            assert!((1..=text.chars().count() + 1).contains(&column), "{text:?}");
            points_into(&error.into(), text);
            return;
        }
    };
    let budget = Budget::timeout(Duration::from_millis(200))
        .with_max_nodes(3_000)
        .with_max_memory(64 << 20);
    let mut u = Universe::with_budget(budget);
    let game = match evaluate(&syntax, &mut u) {
        Ok(game) => game,
        Err(EvalError::Meaningless(diagnostic)) => return points_into(&diagnostic, text),
        Err(_) => return,
    };
    for notation in [Notation::Conway, Notation::Sets, Notation::Tex] {
        // Time may be up when it comes to writing.
        let Ok(written) = write(&mut u, game, notation, 2_000) else {
            continue;
        };
        if let Some(written) = written.text() {
            u.set_budget(Budget::default());
            let again = parse(&written).expect("what is written can be read");
            let again = evaluate(&again, &mut u).expect("and means something");
            assert_eq!(again, game, "{text:?} is written {written}");
        }
    }
}

/// The span lies between characters of the text, and the carets stand below the text or right
/// behind it.
fn points_into(diagnostic: &Diagnostic, text: &str) {
    let span = diagnostic.span;
    assert!(text.get(span.start..span.end).is_some(), "{text:?}");
    let rendered = diagnostic.render(text);
    assert!(!rendered.contains(|c: char| c.is_control() && c != '\n'));
    let lines: Vec<&str> = rendered.lines().collect();
    let hint = usize::from(diagnostic.hint.is_some());
    assert_eq!(lines.len(), 3 + hint, "{text:?} is refused by {rendered}");
    let (line, carets) = (lines[1].chars().count(), lines[2].len());
    assert!(lines[2].ends_with('^'), "{rendered}");
    assert!(carets <= line + 1, "{text:?} is refused by {rendered}");
}
