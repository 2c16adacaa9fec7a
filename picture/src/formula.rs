//! Formulas: a small part of TeX's mathematics, as text with raised and lowered pieces.
//!
//! Labels such as `2_{\#\#}` and `ab^{2}` are formulas. TikZ takes them as they are; SVG needs the
//! pieces and how high each stands.

use std::fmt;

use super::markup::Escaped;

/// The size of a raised or lowered piece relative to the rest.
const SCRIPT: f64 = 0.75;

/// A formula that has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Formula {
    pieces: Vec<(Level, String)>,
}

/// How high a piece stands. What is lowered below a subscript stays at its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Base,
    Lowered,
    Raised,
}

impl Formula {
    /// Takes a text as it is.
    pub(super) fn plain(text: &str) -> Self {
        let mut formula = Self::default();
        formula.push(Level::Base, text);
        formula
    }

    /// Reads a formula. Commands that have no character are left out, and so are unmatched braces.
    pub(super) fn read(tex: &str) -> Self {
        let mut formula = Self::default();
        // The level of each open group. What stands below a subscript is not lowered again, so the
        // first level that is not the base counts.
        let mut open = vec![Level::Base];
        let mut next: Option<Level> = None;
        let mut rest = tex;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            let around = open.last().copied().unwrap_or(Level::Base);
            let level = match (around, next) {
                (Level::Base, Some(level)) => level,
                _ => around,
            };
            match c {
                '_' => next = Some(Level::Lowered),
                '^' => next = Some(Level::Raised),
                '{' => {
                    open.push(level);
                    next = None;
                }
                '}' => {
                    if open.len() > 1 {
                        open.pop();
                    }
                    next = None;
                }
                '\\' => {
                    let letters = rest.len()
                        - rest
                            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
                            .len();
                    let length = match letters {
                        0 => rest.chars().next().map_or(0, char::len_utf8),
                        _ => letters,
                    };
                    let (name, after) = rest.split_at(length);
                    // A blank ends the name of a command.
                    rest = if letters > 0 {
                        after.strip_prefix(' ').unwrap_or(after)
                    } else {
                        after
                    };
                    let text = character(name);
                    if !text.is_empty() {
                        formula.push(level, text);
                        next = None;
                    }
                }
                c => {
                    formula.push(level, c.encode_utf8(&mut [0; 4]));
                    next = None;
                }
            }
        }
        formula
    }

    fn push(&mut self, level: Level, text: &str) {
        match self.pieces.last_mut() {
            Some((last, piece)) if *last == level => piece.push_str(text),
            _ => self.pieces.push((level, text.into())),
        }
    }

    /// Returns the width, as a number of characters of the usual size.
    #[expect(clippy::cast_precision_loss, reason = "a few characters")]
    pub(super) fn width(&self) -> f64 {
        let width = |(level, text): &(Level, String)| {
            let size = if *level == Level::Base { 1.0 } else { SCRIPT };
            size * text.chars().count() as f64
        };
        self.pieces.iter().map(width).sum()
    }

    /// Returns a value that displays the formula as the content of an SVG text of this size.
    pub(super) fn svg(&self, size: f64) -> Pieces<'_> {
        Pieces {
            formula: self,
            size,
        }
    }
}

/// Returns the text that a command of TeX stands for; none for one that only changes the font.
fn character(name: &str) -> &str {
    match name {
        "cdot" => "·",
        "times" => "×",
        "ast" => "*",
        "ldots" => "…",
        "emptyset" => "∅",
        "langle" => "⟨",
        "rangle" => "⟩",
        "infty" => "∞",
        "to" => "→",
        "ge" => "≥",
        "le" => "≤",
        "," | " " | ";" => " ",
        name if name.starts_with(|c: char| c.is_ascii_alphabetic()) => "",
        name => name,
    }
}

/// A formula as SVG; made by [`Formula::svg`].
pub(super) struct Pieces<'f> {
    formula: &'f Formula,
    size: f64,
}

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Viewers disagree about `baseline-shift`, so each piece is moved from where the last one stood.
        let mut height = 0.0;
        for (level, text) in &self.formula.pieces {
            let text = Escaped(text);
            let wanted = match level {
                Level::Base => 0.0,
                Level::Lowered => (self.size * 0.2).round(),
                Level::Raised => -(self.size * 0.35).round(),
            };
            let shift = wanted - height;
            height = wanted;
            let small = (self.size * SCRIPT).round();
            match level {
                Level::Base if shift == 0.0 => write!(f, "{text}")?,
                Level::Base => write!(f, "<tspan dy=\"{shift}\">{text}</tspan>")?,
                _ => write!(
                    f,
                    "<tspan dy=\"{shift}\" font-size=\"{small}\">{text}</tspan>"
                )?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tex: &str) -> String {
        let mark = |(level, text): &(Level, String)| match level {
            Level::Base => text.clone(),
            Level::Lowered => format!("↓{text}↑"),
            Level::Raised => format!("↑{text}↓"),
        };
        Formula::read(tex).pieces.iter().map(mark).collect()
    }

    #[test]
    fn pieces_are_lowered_and_raised() {
        for (tex, expected) in [
            (r"2_{\#\#}", "2↓##↑"),
            (r"2_\#3", "2↓#↑3"),
            (r"ab^{2}c^3", "ab↑2↓c↑3↓"),
            (r"2_{\#-2}2_{\#}0", "2↓#-2↑2↓#↑0"),
            (r"x_{a_{b}}c", "x↓ab↑c"),
            (r"\mathcal{P}=\{a,\,b\}", "P={a, b}"),
            (r"\mathrm{kayles}(5)", "kayles(5)"),
            (r"\ast 12", "*12"),
            (r"}}a_", "a"),
            ("", ""),
            ("\\", ""),
        ] {
            assert_eq!(shown(tex), expected, "{tex}");
        }
    }

    #[test]
    fn a_piece_returns_to_the_line() {
        let svg = |tex| Formula::read(tex).svg(12.0).to_string();
        assert_eq!(svg("2"), "2");
        assert_eq!(
            svg(r"2_{<}3^{2}"),
            "2<tspan dy=\"2\" font-size=\"9\">&lt;</tspan><tspan dy=\"-2\">3</tspan>\
             <tspan dy=\"-4\" font-size=\"9\">2</tspan>"
        );
        assert!((Formula::read("2_{34}").width() - 2.5).abs() < 1e-9);
        assert_eq!(Formula::plain("_{").svg(12.0).to_string(), "_{");
    }
}
