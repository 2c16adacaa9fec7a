//! Standard output and standard error as a person sees them: colours, and the width of the terminal.
//!
//! Nothing is told by colour alone: a coloured word says the same without its colour. Only text for
//! people is coloured, never JSON, CSV or TeX.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;

use clap::ColorChoice;
use console::{Term, style};

use misere::notation::printable_lines;

/// Decides for standard output and standard error whether they have colours from now on.
pub(super) fn set_colors(choice: ColorChoice) {
    console::set_colors_enabled(are_wanted(choice, &Term::stdout()));
    console::set_colors_enabled_stderr(are_wanted(choice, &Term::stderr()));
}

fn are_wanted(choice: ColorChoice, stream: &Term) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // A terminal, without `NO_COLOR` and not a dumb one.
        ColorChoice::Auto => stream.features().colors_supported(),
    }
}

/// The choice of a command line that may have errors in it, for the message that says so.
pub(super) fn asked(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let before_end = words.iter().position(|&word| word == "--");
    let words = &words[..before_end.unwrap_or(words.len())];
    let choice = words.iter().enumerate().find_map(|(at, word)| {
        let value = match word.strip_prefix("--color")? {
            "" => words.get(at + 1)?,
            value => value.strip_prefix('=')?,
        };
        value.parse().ok()
    });
    choice.unwrap_or_default()
}

/// The columns of the terminal that standard output is, or `COLUMNS`. A pipe or a file has none, and
/// layouts have a fixed width there.
pub(super) fn width() -> Option<usize> {
    let out = Term::stdout();
    if !out.features().is_attended() {
        return None;
    }
    let set = std::env::var("COLUMNS").ok();
    let set = set.and_then(|columns| columns.parse().ok());
    let real = || Some(usize::from(out.size_checked()?.1));
    set.filter(|&columns| columns > 0).or_else(real)
}

/// The length of a text on the screen, without the codes of colours.
pub(super) fn length(text: &str) -> usize {
    if text.contains('\x1b') {
        console::strip_ansi_codes(text).chars().count()
    } else {
        text.chars().count()
    }
}

/// The text without what would control the terminal, but for the codes of colours where there are any.
/// A stranger's text could thus be coloured, and nothing else.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    if !has_colors() || !text.contains('\x1b') {
        return printable_lines(text);
    }
    let mut out = String::with_capacity(text.len());
    for (piece, is_code) in console::AnsiCodeIterator::new(text) {
        if is_code && piece.starts_with("\x1b[") && piece.ends_with('m') {
            out.push_str(piece);
        } else {
            out.push_str(&printable_lines(piece));
        }
    }
    Cow::Owned(out)
}

/// Whether standard output has colours.
pub(super) fn has_colors() -> bool {
    console::colors_enabled()
}

/// A P-position, its value or its outcome, on standard output. Blanks around it stay as they are.
pub(super) fn p_position(cell: &str) -> String {
    let text = cell.trim();
    let (before, after) = cell.split_once(text).unwrap_or_default();
    format!("{before}{}{after}", style(text).green().bold())
}

/// A nim value: only 0 is that of a P-position.
pub(super) fn nim_value(cell: String) -> String {
    match cell.trim() {
        "0" => p_position(&cell),
        _ => cell,
    }
}

/// An outcome.
pub(super) fn outcome(cell: String) -> String {
    match cell.trim() {
        "P" => p_position(&cell),
        _ => cell,
    }
}

/// A heading on standard output.
pub(super) fn heading(text: impl Display) -> String {
    style(text).bold().to_string()
}

/// A page of help with its headings: `Usage:` and whatever stands alone in its line before a colon.
pub(super) fn page(text: &str) -> String {
    if !has_colors() {
        return text.into();
    }
    let line = |line: &str| match line.strip_prefix("Usage:") {
        Some(rest) => format!("{}{rest}", heading("Usage:")),
        None if line.trim_end().ends_with(':') && !line.starts_with(' ') => {
            let end = if line.ends_with('\n') { "\n" } else { "" };
            format!("{}{end}", heading(line.trim_end()))
        }
        None => line.into(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A message on standard error: the word that says what it is, and the carets below a place.
pub(super) fn message(text: &str) -> String {
    if !console::colors_enabled_stderr() {
        return text.into();
    }
    text.split_inclusive('\n').map(message_line).collect()
}

fn message_line(line: &str) -> String {
    let text = line.trim_start();
    let (indent, text) = line.split_at(line.len() - text.len());
    let carets = text.trim_end();
    if !carets.is_empty() && carets.bytes().all(|byte| byte == b'^') {
        let end = &text[carets.len()..];
        return format!("{indent}{}{end}", style(carets).for_stderr().red().bold());
    }
    for (word, is) in [
        ("error:", style("error:").red()),
        ("stopped:", style("stopped:").yellow()),
        ("out of reach:", style("out of reach:").yellow()),
        ("unfinished:", style("unfinished:").yellow()),
        ("note:", style("note:").cyan()),
        ("hint:", style("hint:").cyan()),
    ] {
        if let Some(rest) = text.strip_prefix(word) {
            return format!("{indent}{}{rest}", is.for_stderr().bold());
        }
    }
    line.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_read_before_the_command_line_is() {
        let asked = |line: &str| asked(&line.split(' ').map(Into::into).collect::<Vec<_>>());
        assert_eq!(asked("misere shwo 2 --color never"), ColorChoice::Never);
        assert_eq!(asked("misere --color=always shwo"), ColorChoice::Always);
        for line in [
            "misere shwo",
            "misere --color",
            "misere --color=red",
            "misere show -- --color=always",
        ] {
            assert_eq!(asked(line), ColorChoice::Auto, "{line}");
        }
    }

    #[test]
    fn codes_of_colours_have_no_length() {
        assert_eq!(length("\x1b[32m\x1b[1mab^2\x1b[0m"), 4);
        assert_eq!(length("×é"), 2);
    }
}
