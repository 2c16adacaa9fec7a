//! Draws nodes and names, and computes their widths.

use std::fmt::{self, Write};

use super::super::formula::Formula;
use super::super::markup::Escaped;
use super::curves::{Point, Short};
use super::page::Page;
use super::{Diagram, Kind, Node, Shape};

/// About the width of a character of a name, which is set in a monospaced font.
pub(super) const CHARACTER: f64 = 7.3;
/// About the width of a character of other text.
pub(super) const TEXT: f64 = 7.0;
/// The height of a node.
pub(super) const HEIGHT: f64 = 24.0;
/// The distance between the ends of a node and its text.
pub(super) const PADDING: f64 = 9.0;
/// The width of the letter of a node.
pub(super) const LETTER: f64 = 11.0;
/// Fonts of names: the first one available is used.
pub(super) const NAMES: &str =
    "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/// A text in the font of names.
pub(super) struct Painted<'a> {
    x: f64,
    y: f64,
    class: &'static str,
    text: &'a Formula,
}

impl<'a> Painted<'a> {
    pub(super) fn mono(x: f64, y: f64, text: &'a Formula) -> Self {
        Self {
            x,
            y,
            class: "",
            text,
        }
    }

    pub(super) fn soft_mono(x: f64, y: f64, text: &'a Formula) -> Self {
        Self {
            class: " class=\"soft\"",
            ..Self::mono(x, y, text)
        }
    }
}

impl fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, class, text } = self;
        write!(
            f,
            "<text{class} x=\"{}\" y=\"{}\" font-family=\"{NAMES}\" font-size=\"12\">{}</text>",
            Short(*x),
            Short(*y),
            text.svg(12.0)
        )
    }
}

/// Returns the width of a node.
pub(super) fn node_width(diagram: &Diagram, node: &Node, kind: Option<&Kind>) -> f64 {
    let label = diagram.formula(&node.label).width() * CHARACTER;
    let letter = kind.and_then(|kind| kind.letter).map_or(0.0, |_| LETTER);
    (label + letter + 2.0 * PADDING).max(HEIGHT + 6.0)
}

/// Draws a node.
pub(super) fn write_node(
    out: &mut Page,
    diagram: &Diagram,
    node: &Node,
    kind: Option<&Kind>,
    (x, y): Point,
) -> fmt::Result {
    let width = node_width(diagram, node, kind);
    let letter = kind.and_then(|kind| kind.letter);
    let shape = kind.map_or(Shape::Pill, |kind| kind.shape);
    let (left, top) = (x - width / 2.0, y - HEIGHT / 2.0);
    out.push_str("<g>");
    if !node.detail.is_empty() {
        write!(out, "<title>{}</title>", Escaped(&node.detail))?;
    }
    let (class, round) = match shape {
        Shape::Pill | Shape::Ring => ("node", HEIGHT / 2.0),
        Shape::Block => ("block", 2.0),
    };
    if shape == Shape::Ring {
        write_rect(
            out,
            "node",
            (left - 3.5, top - 3.5),
            (width + 7.0, HEIGHT + 7.0),
            round + 3.5,
        )?;
    }
    write_rect(out, class, (left, top), (width, HEIGHT), round)?;
    let text_class = match shape {
        Shape::Block => " class=\"inverse\"",
        Shape::Pill | Shape::Ring => "",
    };
    let mut text_x = x;
    if let Some(letter) = letter {
        let empty = node.label.is_empty();
        let at = if empty { x } else { left + PADDING + 2.5 };
        write!(
            out,
            "<text{text_class} x=\"{}\" y=\"{}\" font-family=\"system-ui,sans-serif\" font-size=\"9\" \
             font-weight=\"700\">{}</text>",
            Short(at),
            Short(y + 3.3),
            Escaped(&letter.to_string())
        )?;
        text_x += LETTER / 2.0;
    }
    if !node.label.is_empty() {
        write!(
            out,
            "<text{text_class} x=\"{}\" y=\"{}\">{}</text>",
            Short(text_x),
            Short(y + 4.3),
            diagram.formula(&node.label).svg(12.0)
        )?;
    }
    out.push_str("</g>\n");
    Ok(())
}

fn write_rect(
    out: &mut Page,
    class: &str,
    (x, y): Point,
    (width, height): Point,
    round: f64,
) -> fmt::Result {
    write!(
        out,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        Short(x),
        Short(y),
        Short(width),
        Short(height),
        Short(round)
    )
}
