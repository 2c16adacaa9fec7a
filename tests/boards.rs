//! The tables of docs/boards.md, recomputed.

use misere::game::{Outcome, Universe};

/// The rows `| `expression` | genus | outcome |` of the document.
fn rows(text: &str) -> impl Iterator<Item = [&str; 3]> {
    text.lines().filter_map(|line| {
        let line = line.strip_prefix("| `")?.strip_suffix(" |")?;
        let mut cells = line.split(" | ");
        let row = [
            cells.next()?.strip_suffix('`')?,
            cells.next()?,
            cells.next()?,
        ];
        (cells.next().is_none() && row[0].contains('(')).then_some(row)
    })
}

#[test]
fn the_tables_are_what_the_program_computes() {
    let text = include_str!("../docs/boards.md");
    let mut checked = 0;
    for [expression, genus, outcome] in rows(text) {
        let mut u = Universe::new();
        let game = u.eval(expression).unwrap();
        assert_eq!(u.genus(game).unwrap().to_string(), genus, "{expression}");
        let expected = match u.outcome(game) {
            Outcome::N => "N",
            Outcome::P => "P",
        };
        assert_eq!(outcome, expected, "{expression}");
        checked += 1;
    }
    assert!(checked > 40, "{checked} rows");
}
