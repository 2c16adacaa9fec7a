//! The legend: the meaning of shapes, lines and names.

use std::fmt::{self, Write};

use super::super::formula::Formula;
use super::super::markup::Escaped;
use super::nodes::{CHARACTER, Painted, TEXT, node_width, write_node};
use super::page::Page;
use super::strokes::Stroke;
use super::{Diagram, Kind, Line, Node};

/// The height of a row of the legend.
const ROW: f64 = 22.0;
/// The height of a row of nodes.
const KINDS: f64 = 36.0;
/// The distance between two entries of a row.
const BETWEEN: f64 = 28.0;
/// The distance between a sign and its meaning.
const GAP: f64 = 9.0;
/// The length of a sample line.
pub(super) const SAMPLE: f64 = 34.0;

/// An entry: a sign and its meaning.
pub(super) enum Entry<'d> {
    Kind(&'d Kind),
    /// A kind of lines by its number, and its name.
    Line(usize, &'d str, Formula),
    Name([&'d str; 2], [Formula; 2]),
    Remark(&'d str),
}

impl Entry<'_> {
    fn sign_width(&self) -> f64 {
        match self {
            Self::Kind(kind) => sample_width(kind) + GAP,
            Self::Line(..) => SAMPLE + GAP,
            Self::Name(_, [name, _]) => name.width() * CHARACTER + GAP,
            Self::Remark(_) => 0.0,
        }
    }

    fn width(&self) -> f64 {
        let meaning = match self {
            Self::Kind(kind) => width(&kind.name, TEXT),
            Self::Line(_, _, name) => name.width() * CHARACTER,
            Self::Name(_, [_, meaning]) => meaning.width() * CHARACTER,
            Self::Remark(remark) => width(remark, TEXT),
        };
        self.sign_width() + meaning
    }
}

/// Returns the width of a node of this kind without a label.
fn sample_width(kind: &Kind) -> f64 {
    node_width(&Diagram::default(), &sample(kind), Some(kind))
}

fn sample(kind: &Kind) -> Node {
    Node {
        label: if kind.letter.is_some() { "" } else { "   " }.into(),
        detail: String::new(),
        kind: 0,
        rank: 0,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few characters")]
fn width(text: &str, character: f64) -> f64 {
    text.chars().count() as f64 * character
}

/// A legend with coordinates.
pub(super) struct Legend<'d> {
    diagram: &'d Diagram,
    /// Entries with their places.
    pub(super) entries: Vec<(f64, f64, Entry<'d>)>,
    pub(super) height: f64,
}

impl<'d> Legend<'d> {
    /// Lays out the legend of a diagram within this width.
    pub(super) fn new(diagram: &'d Diagram, most: f64) -> Self {
        if diagram.bare {
            return Self {
                diagram,
                entries: Vec::new(),
                height: 0.0,
            };
        }
        let is_used = |number: usize| diagram.nodes.iter().any(|node| node.kind == number);
        let kinds = diagram.kinds.iter().enumerate();
        let kinds = kinds.filter(|&(number, _)| is_used(number));
        let kinds = kinds.map(|(_, kind)| Entry::Kind(kind)).collect();
        let lines = diagram.lines.iter().enumerate();
        let lines = lines
            .map(|(number, Line { name, .. })| Entry::Line(number, name, diagram.formula(name)));
        let lines = if diagram.lines.len() > 1 {
            lines.collect()
        } else {
            Vec::new()
        };
        let remarks = diagram.remarks.iter().map(|remark| Entry::Remark(remark));
        let names = diagram.names.iter();
        let names = names.map(|(name, meaning)| {
            let formulas = [name, meaning].map(|text| diagram.formula(text));
            Entry::Name([name, meaning], formulas)
        });
        let groups: [Vec<Entry>; 4] = [kinds, lines, remarks.collect(), names.collect()];
        let mut entries = Vec::new();
        let mut y = 0.0;
        for group in groups {
            if group.is_empty() {
                continue;
            }
            // Columns of equal width are easier to read than running text.
            let widest = group.iter().map(Entry::width).fold(0.0, f64::max) + BETWEEN;
            let total: f64 = group.iter().map(|entry| entry.width() + BETWEEN).sum();
            let in_one_row = total - BETWEEN <= most;
            let row = if matches!(group[0], Entry::Kind(_)) {
                KINDS
            } else {
                ROW
            };
            let mut x = 0.0;
            for entry in group {
                let step = if in_one_row {
                    entry.width() + BETWEEN
                } else {
                    widest
                };
                if x > 0.0 && x + step - BETWEEN > most {
                    (x, y) = (0.0, y + row);
                }
                entries.push((x, y + row / 2.0, entry));
                x += step;
            }
            y += row;
        }
        Self {
            diagram,
            entries,
            height: y,
        }
    }

    /// Returns the width of the legend.
    pub(super) fn width(&self) -> f64 {
        let ends = self.entries.iter().map(|(x, _, entry)| x + entry.width());
        ends.fold(0.0, f64::max)
    }

    /// Returns the distance between the beginnings of an entry and of its meaning.
    pub(super) fn meaning_at(entry: &Entry<'_>) -> f64 {
        entry.sign_width()
    }

    /// Writes the legend with its upper left corner at the origin.
    pub(super) fn write(&self, out: &mut Page) -> fmt::Result {
        for &(x, y, ref entry) in &self.entries {
            let text_x = x + entry.sign_width();
            let text_y = y + 4.5;
            match entry {
                Entry::Kind(kind) => {
                    let (node, width) = (sample(kind), sample_width(kind));
                    let centre = (x + width / 2.0, y);
                    out.push_str(
                        "<g font-family=\"ui-monospace,monospace\" text-anchor=\"middle\">",
                    );
                    write_node(out, self.diagram, &node, Some(kind), centre)?;
                    writeln!(
                        out,
                        "</g><text x=\"{text_x:.1}\" y=\"{text_y:.1}\">{}</text>",
                        Escaped(&kind.name)
                    )?;
                }
                Entry::Line(number, _, name) => {
                    let stroke = Stroke::of(self.diagram, *number);
                    let end = x + SAMPLE;
                    writeln!(
                        out,
                        "<path {stroke} d=\"M{x:.1} {y:.1}H{end:.1}\"/>{}",
                        Painted::mono(text_x, text_y, name)
                    )?;
                }
                Entry::Name(_, [name, meaning]) => {
                    writeln!(
                        out,
                        "{}{}",
                        Painted::mono(x, text_y, name),
                        Painted::soft_mono(text_x, text_y, meaning)
                    )?;
                }
                Entry::Remark(remark) => {
                    writeln!(
                        out,
                        "<text class=\"soft\" x=\"{x:.1}\" y=\"{text_y:.1}\">{}</text>",
                        Escaped(remark)
                    )?;
                }
            }
        }
        Ok(())
    }
}
