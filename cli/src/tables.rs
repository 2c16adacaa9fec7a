//! Tables as CSV and TeX.

use std::fmt::Write as _;

use misere_figures::wide_column;

use super::Format;
use super::failure::Failure;
use super::session::Session;
use super::tex::{begin_table, end_table, table_row};

/// A cell that is written differently in the two formats.
pub(super) struct Cell {
    plain: String,
    tex: String,
}

impl Cell {
    /// A formula in TeX and its plain text.
    pub(super) fn formula(plain: impl Into<String>, tex: impl std::fmt::Display) -> Self {
        Self {
            plain: plain.into(),
            tex: format!("${tex}$"),
        }
    }
}

/// A text is the same in both formats but for the characters that TeX gives a meaning, and places where
/// it may break.
impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        let plain = text.into();
        let tex = breakable(&plain);
        Self { plain, tex }
    }
}

/// A column: its head, and its share of the line in TeX, where texts break; 0 is a column as wide as what
/// is in it.
pub(super) type Column<'a> = (&'a str, f64);

/// Begins a table with its heads, of columns that are narrow.
pub(super) fn begin(session: &mut Session, heads: &[&str]) -> Result<(), Failure> {
    let columns: Vec<Column> = heads.iter().map(|&head| (head, 0.0)).collect();
    begin_wide(session, &columns)
}

/// The same with columns in which long texts break.
pub(super) fn begin_wide(session: &mut Session, columns: &[Column]) -> Result<(), Failure> {
    if session.format == Format::Csv {
        let heads = columns.iter().map(|(head, _)| head.replace(' ', "_"));
        let heads: Vec<String> = heads.collect();
        return session.csv(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let heads: Vec<String> = columns.iter().map(|(head, _)| escaped(head)).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let kinds = columns.iter().map(|&(_, share)| match share {
        0.0 => "l".to_owned(),
        share => wide_column(share),
    });
    begin_table(session, &kinds.collect::<String>(), &heads)
}

/// Begins a table of many columns for TeX, in small type.
pub(super) fn begin_small(session: &mut Session, columns: &[Column]) -> Result<(), Failure> {
    session.line(r"\begingroup\scriptsize\setlength{\tabcolsep}{2pt}")?;
    begin_wide(session, columns)
}

/// Ends a table in small type, if that takes a line.
pub(super) fn end_small(session: &mut Session) -> Result<(), Failure> {
    if session.format != Format::Tex {
        return Ok(());
    }
    end_table(session)?;
    session.line(r"\endgroup")
}

/// Writes a row.
pub(super) fn row(session: &mut Session, cells: &[Cell]) -> Result<(), Failure> {
    if session.format == Format::Csv {
        return session.csv(&cells.iter().map(|cell| &*cell.plain).collect::<Vec<_>>());
    }
    let cells: Vec<String> = cells.iter().map(|cell| cell.tex.clone()).collect();
    table_row(session, &cells)
}

/// Ends the table, if that takes a line.
pub(super) fn end(session: &mut Session) -> Result<(), Failure> {
    if session.format != Format::Tex {
        return Ok(());
    }
    end_table(session)
}

/// A text in TeX: characters with a meaning are written as such, exponents and others outside of ASCII as
/// formulas.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str(r"\textbackslash{}"),
            '~' => out.push_str(r"\textasciitilde{}"),
            '<' | '>' | '|' => out.extend(['$', c, '$']),
            '^' if rest.peek().is_some_and(char::is_ascii_digit) => {
                out.push_str("$^{");
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    out.push(digit);
                }
                out.push_str("}$");
            }
            '^' => out.push_str(r"\^{}"),
            '–' => out.push_str("--"),
            '…' => out.push_str(r"\dots{}"),
            _ => match sign(c) {
                Some(sign) => out.extend(["$", sign, "$"]),
                // Letters with accents; fonts of TeX have no others.
                None if c.is_ascii() || ('À'..='ž').contains(&c) => out.push(c),
                // A `String` takes whatever is written.
                None => {
                    let _ = write!(out, "[U+{:04X}]", u32::from(c));
                }
            },
        }
    }
    out
}

/// The command of TeX for a sign of mathematics.
fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '→' => r"\to",
        '·' => r"\cdot",
        '×' => r"\times",
        '−' => "-",
        '∞' => r"\infty",
        '≥' => r"\ge",
        '≤' => r"\le",
        '≠' => r"\ne",
        '≡' => r"\equiv",
        '∈' => r"\in",
        '∤' => r"\not\mid",
        '∉' => r"\notin",
        '∪' => r"\cup",
        '⊕' => r"\oplus",
        '⊂' => r"\subset",
        '⊆' => r"\subseteq",
        '≈' => r"\approx",
        '⋯' => r"\cdots",
        '²' => "^2",
        'δ' => r"\delta",
        '∅' => r"\emptyset",
        '⌊' => r"\lfloor",
        '⌋' => r"\rfloor",
        '⌈' => r"\lceil",
        '⌉' => r"\rceil",
        '⟨' => r"\langle",
        '⟩' => r"\rangle",
        'Ω' => r"\Omega",
        'ω' => r"\omega",
        'φ' => r"\varphi",
        'π' => r"\pi",
        'σ' => r"\sigma",
        'τ' => r"\tau",
        'Φ' => r"\Phi",
        _ => return None,
    })
}

/// A text in TeX whose long words may break after commas, parentheses and signs. Words with a hyphen break
/// by themselves.
fn breakable(text: &str) -> String {
    /// Words of as many characters fit any column.
    const SHORT: usize = 12;
    let mut words = text.split(' ').map(|word| {
        if word.chars().count() <= SHORT {
            return escaped(word);
        }
        let mut out = String::with_capacity(2 * word.len());
        for piece in word.split_inclusive([',', ';', '=', '.', '(', ')']) {
            // An exponent stays with its base.
            let is_bound = piece.starts_with(['^', ',', ')']) || piece == "(" && out.ends_with('(');
            if !out.is_empty() && !is_bound {
                out.push_str(r"\allowbreak{}");
            }
            out.push_str(&escaped(piece));
        }
        out
    });
    let first = words.next().unwrap_or_default();
    words.fold(first, |out, word| format!("{out} {word}"))
}

#[cfg(test)]
mod tests {
    use misere::answer::RuleListed;
    use misere::atlas::Atlas;

    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("cut{1,6}"), r"cut\{1,6\}");
        assert_eq!(escaped("2# & 50%"), r"2\# \& 50\%");
        assert_eq!(
            escaped("kayles(5) → 2·(0.77(2))"),
            r"kayles(5) $\to$ 2$\cdot$(0.77(2))"
        );
        assert_eq!(
            escaped("(0,1)^3 ⌊n/2⌋"),
            r"(0,1)$^{3}$ $\lfloor$n/2$\rfloor$"
        );
        assert_eq!(
            escaped("Lemoine–Viennot é 棋"),
            "Lemoine--Viennot é [U+68CB]"
        );
    }

    #[test]
    fn long_words_may_break() {
        assert_eq!(breakable("cut{1,6}"), r"cut\{1,6\}");
        assert_eq!(
            breakable("((0,1)^3,(2,3)^3) (+8)"),
            r"((\allowbreak{}0,\allowbreak{}1)$^{3}$,\allowbreak{}(\allowbreak{}2,\allowbreak{}3)$^{3}$) (+8)"
        );
    }

    /// What is in the tables of rulesets and of the atlas must be known to TeX.
    #[test]
    fn tables_have_no_characters_that_tex_does_not_have() {
        let rules = RuleListed::all().flat_map(|listed| {
            let aliases = listed.aliases.join(", ");
            [
                listed.family.into(),
                listed.usage.into(),
                aliases,
                listed.rule,
            ]
        });
        let rows = Atlas::get().rows().iter();
        let atlas = rows.flat_map(|row| [row.to_string(), row.summary()]);
        let mut count = 0;
        for text in rules.chain(atlas) {
            let tex = breakable(&text);
            assert!(
                tex.chars().all(|c| c.is_ascii() || c.is_alphabetic()) && !tex.contains("[U+"),
                "{text}"
            );
            assert!(!tex.contains(['Ω', 'ω']), "{text}");
            count += 1;
        }
        assert!(count > 5000, "{count}");
    }
}
