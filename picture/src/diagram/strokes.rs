//! The appearance of each kind of lines.

use std::fmt;

use super::super::theme::SERIES;
use super::Diagram;
use super::curves::{Curve, Short};

/// The appearance of a line: each kind has a colour and its own dashes.
pub(super) struct Stroke {
    pub(super) number: Option<usize>,
    pub(super) width: f64,
    /// Whether lines are faint, so that nodes stand out among very many of them.
    faint: bool,
}

impl Stroke {
    const DASHES: [&str; 12] = [
        "",
        "7 4",
        "2 3",
        "10 3 2 3",
        "16 5",
        "10 3 2 3 2 3",
        "4 2",
        "16 4 4 4",
        "1 5",
        "6 6",
        "18 3 2 3 2 3 2 3",
        "9 2 2 2",
    ];

    pub(super) fn of(diagram: &Diagram, line: usize) -> Self {
        let several = diagram.lines.len() > 1;
        Self {
            number: several.then_some(line),
            width: match diagram.edges.len() {
                0..=60 => 1.4,
                61..=600 => 1.1,
                _ => 0.7,
            },
            faint: diagram.edges.len() > 1500,
        }
    }
}

impl Stroke {
    /// Returns the dashes of a kind of lines, by their lengths; none for a solid line.
    pub(super) fn dashes(number: usize) -> &'static str {
        Self::DASHES[number % Self::DASHES.len()]
    }
}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            None => f.write_str("class=\"line\"")?,
            Some(number) => {
                write!(f, "class=\"s{}\"", number % SERIES)?;
                let dashes = Self::dashes(number);
                if !dashes.is_empty() {
                    write!(f, " stroke-dasharray=\"{dashes}\"")?;
                }
            }
        }
        write!(f, " fill=\"none\" stroke-width=\"{}\"", self.width)?;
        if self.faint {
            f.write_str(" stroke-opacity=\"0.7\"")?;
        }
        Ok(())
    }
}

/// The arrowhead at the end of a line.
pub(super) struct Arrowhead<'c> {
    pub(super) curve: &'c Curve,
    /// The kind of the line, if there are several.
    pub(super) number: Option<usize>,
}

impl fmt::Display for Arrowhead<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LENGTH: f64 = 7.0;
        const HALF: f64 = 2.6;
        let Some(((x, y), (dx, dy))) = self.curve.end() else {
            return Ok(());
        };
        let (back_x, back_y) = (x - dx * LENGTH, y - dy * LENGTH);
        match self.number {
            Some(number) => write!(f, "<path class=\"f{}\"", number % SERIES)?,
            None => f.write_str("<path class=\"soft\"")?,
        }
        writeln!(
            f,
            " d=\"M{} {}L{} {}L{} {}Z\"/>",
            Short(x),
            Short(y),
            Short(back_x - dy * HALF),
            Short(back_y + dx * HALF),
            Short(back_x + dy * HALF),
            Short(back_y - dx * HALF)
        )
    }
}
