//! Diagrams as TikZ pictures.
//!
//! The places are those of the SVG picture. Nodes have names, and lines begin and end at anchors of
//! nodes, so that a node that is moved by hand takes its lines along.

use std::fmt::{self, Write};

use misere::limits::{Budget, Reason};

use super::super::theme::on_paper;
use super::super::tikz::{BEGIN, TexText, colour};
use super::bundles::{Bundle, Direction};
use super::curves::{Curve, Point, Short, is_straight};
use super::legend::{Entry, Legend, SAMPLE};
use super::nodes::HEIGHT;
use super::page::Page;
use super::strokes::Stroke;
use super::svg::{Drawing, loop_label, strand_offset};
use super::{Diagram, Kind, Shape};

impl Diagram {
    /// Lays the diagram out and draws it as a `tikzpicture`, dark on light, for a LaTeX document with
    /// the package `tikz`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn tikz(&self, budget: &Budget) -> Result<String, Reason> {
        let drawing = Drawing::of(self, budget)?;
        let mut page = Page::new(budget);
        // An error is kept in the page.
        let _ = drawing.write_tikz(&mut page);
        page.finish()
    }

    /// Returns a label or a name as TeX.
    fn tex(&self, label: &str) -> String {
        match self.typeset {
            Some(typeset) => format!("${}$", typeset(label)),
            None => format!("\\texttt{{{}}}", TexText(label)),
        }
    }
}

/// A length of the picture in TeX's big points.
fn bp(length: f64) -> String {
    format!("{}bp", Short(length * 0.75))
}

/// A point as TikZ writes it.
struct At(Point);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", Short(self.0.0), Short(self.0.1))
    }
}

impl Drawing<'_> {
    fn write_tikz(&self, out: &mut Page) -> fmt::Result {
        let diagram = self.diagram;
        write!(out, "{BEGIN},>=stealth")?;
        for (number, kind) in diagram.kinds.iter().enumerate() {
            let height = bp(HEIGHT);
            let round = match kind.shape {
                Shape::Pill | Shape::Ring => bp(HEIGHT / 2.0),
                Shape::Block => bp(2.0),
            };
            let more = match kind.shape {
                Shape::Pill => "",
                Shape::Ring => ",double,double distance=2pt",
                Shape::Block => ",fill=black,text=white",
            };
            write!(
                out,
                ",\n  kind{number}/.style={{draw,rounded corners={round},minimum height={height}{more}}}"
            )?;
        }
        let width = Stroke::of(diagram, 0).width;
        let count = diagram.lines.len();
        write!(
            out,
            ",\n  line/.style={{draw=gray,line width={}}}",
            bp(width)
        )?;
        for number in 0..if count > 1 { count } else { 0 } {
            let colour = colour(on_paper(number));
            let dashes: Vec<&str> = Stroke::dashes(number).split_whitespace().collect();
            let pattern = dashes.chunks(2).filter_map(|pair| match pair {
                [on, off] => Some(format!("on {on}bp off {off}bp")),
                _ => None,
            });
            let pattern: Vec<String> = pattern.collect();
            let pattern = match &pattern[..] {
                [] => String::new(),
                pattern => format!(",dash pattern={}", pattern.join(" ")),
            };
            write!(
                out,
                ",\n  line{number}/.style={{color={colour},line width={}{pattern}}}",
                bp(width)
            )?;
        }
        out.push_str("]\n");
        if !diagram.bare {
            self.write_heading(out)?;
        }
        for (number, node) in diagram.nodes.iter().enumerate() {
            let width = bp(2.0 * self.half_width(number));
            let content = content(diagram.kind(node), &self.label(number));
            writeln!(
                out,
                "\\node[{},minimum width={width}] (n{number}) at {} {{{content}}};",
                style(diagram, node.kind),
                At(self.centre(number))
            )?;
        }
        let labels = self.write_lines(out)?;
        for (&node, lines) in &self.loops {
            let style = line_style(diagram, lines[0]);
            writeln!(
                out,
                "\\draw[{style}] ([yshift=3bp]n{node}.east) .. controls +(12bp,8bp) and \
                 +(12bp,-8bp) .. ([yshift=-3bp]n{node}.east);"
            )?;
            let label = loop_label(diagram, lines);
            if !label.is_empty() {
                writeln!(
                    out,
                    "\\node[anchor=west,font=\\scriptsize] at ([xshift=11bp]n{node}.east) {{{}}};",
                    diagram.tex(&label)
                )?;
            }
        }
        for (label, place) in self.placed(&labels) {
            writeln!(
                out,
                "\\node[fill=white,inner sep=1pt,font=\\scriptsize] at {} {{{}}};",
                At(place),
                diagram.tex(label)
            )?;
        }
        self.write_tikz_legend(out)?;
        out.push_str("\\end{tikzpicture}\n");
        Ok(())
    }

    fn label(&self, node: usize) -> String {
        match &*self.diagram.nodes[node].label {
            "" => String::new(),
            label => self.diagram.tex(label),
        }
    }

    /// Writes the title and the ranks.
    fn write_heading(&self, out: &mut Page) -> fmt::Result {
        let diagram = self.diagram;
        let (left, top) = Self::title_at();
        for (text, y, font) in [
            (&diagram.title, 14.0, "\\bfseries"),
            (&diagram.subtitle, 36.0, "\\footnotesize"),
        ] {
            if !text.is_empty() {
                writeln!(
                    out,
                    "\\node[anchor=base west,font={font}] at {} {{{}}};",
                    At((left, top + y * self.scale)),
                    TexText(text)
                )?;
            }
        }
        if diagram.ranks.is_empty() {
            return Ok(());
        }
        let left = self.ranks_at();
        let right = self.origin.0 + self.layout.width;
        for &rank in &self.ranks {
            let y = self.origin.1 + self.layout.rows[diagram.row(rank, &self.ranks)];
            writeln!(
                out,
                "\\draw[gray!30] {} -- {}; \\node[anchor=east,gray] at {} {{${rank}$}};",
                At((left + 26.0 * self.scale, y)),
                At((right, y)),
                At((left + 16.0 * self.scale, y))
            )?;
        }
        writeln!(
            out,
            "\\node[anchor=base west,gray] at {} {{{}}};",
            At((left, self.origin.1 - 3.0 - 5.0 * self.scale)),
            TexText(&diagram.ranks)
        )
    }

    /// Writes the lines between nodes. Returns the labels with the curves to which they belong.
    fn write_lines(&self, out: &mut Page) -> Result<Vec<(String, Curve)>, fmt::Error> {
        let diagram = self.diagram;
        let mut labels = Vec::new();
        for (bundle, track) in self.bundles.iter().zip(&self.layout.tracks) {
            let curve = self.curve(bundle, track);
            let count = bundle.strands.len();
            let mut label = Vec::new();
            for (number, strand) in bundle.strands.iter().enumerate() {
                let style = line_style(diagram, strand.line);
                let arrow = match strand.direction {
                    Direction::Forward if diagram.arrows => ",->",
                    Direction::Backward if diagram.arrows => ",<-",
                    _ => "",
                };
                write!(out, "\\draw[{style}{arrow}] ")?;
                let curve = curve.shifted(strand_offset(number, count));
                self.write_curve(out, bundle, &curve, track.joins)?;
                if let Some(line) = diagram.lines.get(strand.line) {
                    label.push(line.label.as_str());
                }
            }
            if !label.is_empty() {
                labels.push((label.join(" "), curve));
            }
        }
        Ok(labels)
    }

    fn write_curve(
        &self,
        out: &mut Page,
        bundle: &Bundle,
        curve: &Curve,
        joins: bool,
    ) -> fmt::Result {
        let last = curve.pieces.len().saturating_sub(1);
        for (number, &[a, b, c, d]) in curve.pieces.iter().enumerate() {
            if number == 0 {
                out.push_str(&self.anchor(bundle.from, a));
            }
            if is_straight(&[a, b, c, d]) {
                out.push_str(" -- ");
            } else {
                write!(out, " .. controls {} and {} .. ", At(b), At(c))?;
            }
            if number == last && !joins {
                out.push_str(&self.anchor(bundle.to, d));
            } else {
                write!(out, "{}", At(d))?;
            }
        }
        out.push_str(";\n");
        Ok(())
    }

    /// Returns a point on the upper or the lower edge of a node, relative to the node.
    fn anchor(&self, node: usize, (x, y): Point) -> String {
        let centre = self.centre(node);
        let side = if y > centre.1 { "south" } else { "north" };
        let shift = bp(x - centre.0);
        if shift == "0bp" {
            format!("(n{node}.{side})")
        } else {
            format!("([xshift={shift}]n{node}.{side})")
        }
    }

    fn write_tikz_legend(&self, out: &mut Page) -> fmt::Result {
        let diagram = self.diagram;
        let (left, top) = self.legend_at();
        for (x, y, entry) in &self.legend.entries {
            let at =
                |dx: f64, dy: f64| At((left + (x + dx) * self.scale, top + (y + dy) * self.scale));
            let meaning = match entry {
                Entry::Kind(kind) => {
                    let number = diagram
                        .kinds
                        .iter()
                        .position(|other| std::ptr::eq(other, *kind));
                    writeln!(
                        out,
                        "\\node[{},minimum width={},anchor=west] at {} {{{}}};",
                        style(diagram, number.unwrap_or(0)),
                        bp(HEIGHT + 6.0),
                        at(0.0, 0.0),
                        content(Some(kind), "")
                    )?;
                    TexText(&kind.name).to_string()
                }
                Entry::Line(number, name, _) => {
                    writeln!(
                        out,
                        "\\draw[{}] {} -- {};",
                        line_style(diagram, *number),
                        at(0.0, 0.0),
                        at(SAMPLE, 0.0)
                    )?;
                    diagram.tex(name)
                }
                Entry::Name([name, meaning], _) => {
                    format!("{} {}", diagram.tex(name), diagram.tex(meaning))
                }
                Entry::Remark(remark) => TexText(remark).to_string(),
            };
            let behind = match entry {
                Entry::Name(..) => 0.0,
                entry => Legend::meaning_at(entry),
            };
            writeln!(
                out,
                "\\node[anchor=base west] at {} {{{meaning}}};",
                at(behind, 4.5)
            )?;
        }
        Ok(())
    }
}

/// Returns what stands in a node: the letter of its kind and its label.
fn content(kind: Option<&Kind>, label: &str) -> String {
    match kind.and_then(|kind| kind.letter) {
        None => label.into(),
        Some(letter) => {
            let letter = TexText(letter.encode_utf8(&mut [0; 4])).to_string();
            let blank = if label.is_empty() { "" } else { "\\," };
            format!("{{\\tiny\\sffamily\\bfseries {letter}}}{blank}{label}")
        }
    }
}

/// Returns the style of a kind of nodes.
fn style(diagram: &Diagram, kind: usize) -> String {
    if kind < diagram.kinds.len() {
        format!("kind{kind}")
    } else {
        format!("draw,rounded corners={}", bp(HEIGHT / 2.0))
    }
}

/// Returns the style of a kind of lines.
fn line_style(diagram: &Diagram, line: usize) -> String {
    if diagram.lines.len() > 1 {
        format!("line{line}")
    } else {
        "line".into()
    }
}
