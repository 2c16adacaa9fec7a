//! Tables of `misere nim`: options with values, and values of positions with two coordinates.

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use misere::answer::{HeapOptions, NimBoard, OptionValue, OptionsTable};
use misere::heaps::{Position, Ruleset};
use misere_figures::{breakable, exponents, wide_column, wide_table};

use super::failure::Failure;
use super::layout::groups;
use super::session::Session;
use super::terminal;
use super::tex::{begin_table, end_table, table_row};
use super::{Answer, Format};

/// Prints the options of a heap with their values, or a table for a range of heaps.
pub(super) fn options(
    session: &mut Session,
    game: &dyn Ruleset,
    heaps: &str,
    reduced: bool,
) -> Result<Answer, Failure> {
    let formats = [Format::Text, Format::Json, Format::Csv, Format::Tex];
    session.require_format("nim --options", &formats)?;
    let bound = |text: &str| session.read_number(text);
    let heaps = match heaps.split_once("..") {
        Some((first, last)) => bound(first).zip(bound(last)).map(|(a, b)| (a..=b, true)),
        None => bound(heaps).map(|heap| (heap..=heap, reduced)),
    };
    let Some((heaps, is_table)) = heaps else {
        let hint = "as in --options 7 or --options 1..10";
        return Err(Failure::input(
            "expected a heap or a range of heaps",
            Some(hint),
        ));
    };
    if heaps.is_empty() {
        return Err(Failure::input("the range is backwards", None));
    }
    let heap = *heaps.start();
    if !game.is_position(Position::heap(heap)) {
        let message = format!("{heap} is not a heap of `{}`", game.called());
        let hint = format!("the smallest heap is {}", game.smallest());
        return Err(Failure::input(&message, Some(&hint)));
    }
    if is_table {
        table(session, game, heaps, reduced)
    } else {
        one(session, game, heap)
    }
}

fn one(session: &mut Session, game: &dyn Ruleset, heap: u64) -> Result<Answer, Failure> {
    let found = HeapOptions::new(game, heap, session.budget())?;
    match session.format {
        Format::Json => session.json(&found)?,
        Format::Csv => {
            session.csv(&["option", "nim_value"])?;
            for OptionValue { option, nim_value } in &found.options {
                session.csv(&[option, nim_value])?;
            }
        }
        Format::Tex => {
            let columns = [wide_column(0.6), wide_column(0.3)].concat();
            begin_table(session, &columns, &["option", "$SG$"])?;
            for OptionValue { option, nim_value } in &found.options {
                table_row(session, &[formula(option), formula(nim_value)])?;
            }
            end_table(session)?;
        }
        _ => {
            let name = game.called_heap(Position::heap(heap));
            let count = found.options.len();
            let plural = if count == 1 { "" } else { "s" };
            session.line(&format!(
                "{name} has {count} option{plural} and nim value {}",
                found.nim_value
            ))?;
            let widths = found.options.iter().map(|o| o.option.chars().count());
            let width = widths.max().unwrap_or(0).min(60);
            for OptionValue { option, nim_value } in &found.options {
                session.line(&format!("  {option:<width$}  {nim_value}"))?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// Prints n, its options and its value, a line each.
fn table(
    session: &mut Session,
    game: &dyn Ruleset,
    heaps: RangeInclusive<u64>,
    reduced: bool,
) -> Result<Answer, Failure> {
    let found = OptionsTable::new(game, heaps, reduced, session.budget())?;
    if session.format == Format::Json {
        session.json(&found)?;
        return Ok(Answer::Yes);
    }
    let index = found.index;
    let rows = found.rows.iter().map(|row| {
        let options = match &row.options[..] {
            [] => "∅".into(),
            options => options.join(", "),
        };
        let mut cells = vec![row.heap.to_string(), options];
        cells.extend(row.index.map(|index| index.to_string()));
        cells.push(row.nim_value.clone());
        cells
    });
    match session.format {
        Format::Csv => {
            let head = ["n", "options"].into_iter().chain(index).chain(["value"]);
            session.csv(&head.collect::<Vec<&str>>())?;
            for row in rows {
                session.csv(&row.iter().map(String::as_str).collect::<Vec<&str>>())?;
            }
        }
        Format::Tex => {
            let index = index.map(|index| match index {
                "C" => "$C(n)$",
                _ => r"$\mathrm{dist}$",
            });
            let head = ["$n$", r"$\mathrm{opt}(n)$"].into_iter().chain(index);
            let head: Vec<&str> = head.chain(["$SG(n)$"]).collect();
            let (options, others) = (wide_column(0.65), "r".repeat(head.len() - 2));
            begin_table(session, &format!("r{options}{others}"), &head)?;
            for row in rows {
                let cells: Vec<String> = row.iter().map(|cell| formulas(cell)).collect();
                table_row(session, &cells)?;
            }
            end_table(session)?;
        }
        _ => {
            let head = ["n", "opt(n)"].into_iter().chain(index).chain(["SG(n)"]);
            let head: Vec<String> = head.map(String::from).collect();
            let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
            columns(session, &rows, 60, |cell| cell)?;
        }
    }
    Ok(Answer::Yes)
}

/// Prints columns, the first one aligned to the right, in parts that fit the terminal; cells wider
/// than `most` are not aligned. The first row are the heads, and the cells below are made by `mark`.
fn columns(
    session: &mut Session,
    rows: &[Vec<String>],
    most: usize,
    mark: fn(String) -> String,
) -> Result<(), Failure> {
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
            .min(most)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let Some((&first, others)) = widths.split_first() else {
        return Ok(());
    };
    let spaced: Vec<usize> = others.iter().map(|width| width + 2).collect();
    for (part, range) in groups(&spaced, first, terminal::width())
        .into_iter()
        .enumerate()
    {
        if part > 0 {
            session.line("")?;
        }
        for (number, row) in rows.iter().enumerate() {
            let head = format!("{:>first$}  ", row[0]);
            let cells = row[1..][range.clone()].iter().zip(&others[range.clone()]);
            let cells = cells.map(|(cell, &width)| format!("{cell:<width$}"));
            let cells: Vec<String> = match number {
                0 => cells.collect(),
                _ => cells.map(mark).collect(),
            };
            match cells.join("  ").trim_end() {
                "" => session.line(head.trim_end())?,
                cells => session.paragraph(&head, cells)?,
            }
        }
    }
    // Words of a cell may stand in lines of their own.
    let words = rows
        .iter()
        .flat_map(|row| &row[1..])
        .flat_map(|cell| cell.split(' '));
    let longest = words.map(|word| word.chars().count()).max();
    session.note_if_wider(first + 2 + longest.unwrap_or(0));
    Ok(())
}

/// Options or a value as a formula: `6 + 3×2`, `∅`, `∞{0,1}`.
fn formula(text: &str) -> String {
    let text = text
        .replace('×', r" \times ")
        .replace('∅', r"\emptyset")
        .replace('{', r"_{\{")
        .replace('}', r"\}}")
        .replace('∞', r"\infty");
    format!("${}$", breakable(&exponents(&text)))
}

/// Several formulas, so that a line breaks between them.
fn formulas(texts: &str) -> String {
    let texts: Vec<String> = texts.split(", ").map(formula).collect();
    texts.join(", ")
}

/// Prints the values of positions (x, y), a column for each x.
pub(super) fn board(
    session: &mut Session,
    game: &dyn Ruleset,
    from: Option<&BigUint>,
    to: Option<&BigUint>,
) -> Result<Answer, Failure> {
    let formats = [Format::Text, Format::Json, Format::Csv, Format::Tex];
    session.require_format("nim of pairs", &formats)?;
    // A board that goes beyond 64 bits is too large in any case.
    let bound = |number: &BigUint| number.to_u64().unwrap_or(u64::MAX);
    let range = board_range(game, from.map(bound), to.map(bound))?;
    let progress = session.heaps("nim values", *range.end());
    let found = NimBoard::new(game, range, session.budget())?;
    drop(progress);
    if found.rows.iter().flatten().all(Option::is_none) {
        let name = game.called();
        let message = format!("`{name}` has no positions of two numbers in this range");
        let hint = game.example().map(|example| {
            let position = game.called_heap(example);
            format!("ask for one of them, as in misere show '{position}'")
        });
        return Err(Failure::input(&message, hint.as_deref()));
    }
    if session.format == Format::Json {
        session.json(&found)?;
        return Ok(Answer::Yes);
    }
    let first = found.first;
    let rows = found.rows.iter().zip(first..).map(|(row, y)| {
        let cells = row.iter().map(|cell| match cell {
            Some(value) => value.to_string(),
            None => String::new(),
        });
        (y, cells.collect::<Vec<String>>())
    });
    let xs = found.rows.iter().zip(first..).map(|(_, x)| x.to_string());
    match session.format {
        Format::Csv => {
            session.csv(&["x", "y", "value"])?;
            for (y, row) in rows {
                for (x, value) in (first..).zip(row).filter(|(_, value)| !value.is_empty()) {
                    session.csv(&[&x.to_string(), &y.to_string(), &value])?;
                }
            }
        }
        Format::Tex => {
            let heads: Vec<String> = xs.map(|x| format!("${x}$")).collect();
            let rows = rows.map(|(y, row)| {
                let cells = row.iter().map(|value| match &**value {
                    "" => String::new(),
                    value => formula(value),
                });
                (format!("${y}$"), cells.collect())
            });
            let rows: Vec<(String, Vec<String>)> = rows.collect();
            session.text(&wide_table(r"$y \backslash x$", &heads, &rows))?;
        }
        _ => {
            let heading = terminal::heading(format!("{}:", game.called()));
            session.paragraph(&format!("{heading} "), &game.rule())?;
            let head = std::iter::once("y\\x".into()).chain(xs).collect();
            let rows = rows.map(|(y, row)| std::iter::once(y.to_string()).chain(row).collect());
            let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
            columns(session, &rows, 60, terminal::nim_value)?;
        }
    }
    Ok(Answer::Yes)
}

/// The coordinates of a board: up to 15 beyond the first unless set.
pub(super) fn board_range(
    game: &dyn Ruleset,
    from: Option<u64>,
    to: Option<u64>,
) -> Result<RangeInclusive<u64>, Failure> {
    let smallest = game.smallest();
    let from = from.unwrap_or(smallest);
    let to = to.unwrap_or(from.saturating_add(15));
    if from < smallest {
        let message = format!(
            "the smallest coordinate of `{}` is {smallest}",
            game.called()
        );
        return Err(Failure::input(&message, None));
    }
    if to < from {
        let message = format!("the range is backwards: from {from} to {to}");
        return Err(Failure::input(&message, None));
    }
    Ok(from..=to)
}
