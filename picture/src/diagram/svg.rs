//! Diagrams as SVG.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use misere::limits::{Account, Budget, Reason};

use super::super::layers::{Layered, Layout, Track, lay_out};
use super::super::markup::Escaped;
use super::bundles::{Bundle, Direction};
use super::curves::{Curve, Point, Short, Stop};
use super::labels::Occupied;
use super::legend::Legend;
use super::nodes::{HEIGHT, NAMES, TEXT, node_width, write_node};
use super::page::Page;
use super::strokes::{Arrowhead, Stroke};
use super::{Ascent, Diagram, Kind, Node};

/// The margin around the picture.
const MARGIN: f64 = 28.0;
/// The same around bare nodes and lines.
const EDGE: f64 = 5.0;
/// The least distances between nodes of a row and between rows.
const APART: (f64, f64) = (16.0, 38.0);
/// The same where lines have labels.
const LABELLED: (f64, f64) = (28.0, 56.0);
/// The distance between the strands of a bundle.
const STRAND: f64 = 3.2;
/// The width of a line from a node to itself.
const LOOP: f64 = 20.0;
/// The width of the ranks beside the rows.
const RANKS: f64 = 44.0;
/// The least width without margins.
const LEAST_WIDTH: f64 = 560.0;

impl Diagram {
    /// Lays the diagram out and draws it as an SVG document.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn svg(&self, budget: &Budget) -> Result<String, Reason> {
        let drawing = Drawing::of(self, budget)?;
        let mut page = Page::new(budget);
        // An error is kept in the page.
        let _ = drawing.write(&mut page);
        page.finish()
    }

    pub(super) fn kind(&self, node: &Node) -> Option<&Kind> {
        self.kinds.get(node.kind)
    }

    /// Returns the row of a rank, from the top.
    pub(super) fn row(&self, rank: usize, ranks: &[usize]) -> usize {
        let place = ranks.partition_point(|&other| other < rank);
        match self.ascent {
            Ascent::Down => place,
            Ascent::Up => ranks.len() - 1 - place,
        }
    }
}

/// A diagram with all coordinates.
pub(super) struct Drawing<'d> {
    pub(super) diagram: &'d Diagram,
    pub(super) bundles: Vec<Bundle>,
    pub(super) loops: BTreeMap<usize, Vec<usize>>,
    /// The widths of the nodes.
    widths: Vec<f64>,
    /// The ranks that occur, ascending.
    pub(super) ranks: Vec<usize>,
    pub(super) layout: Layout,
    /// The upper left corner of the layout.
    pub(super) origin: Point,
    pub(super) legend: Legend<'d>,
    /// The size of the text around the diagram relative to the text in it.
    pub(super) scale: f64,
    width: f64,
    height: f64,
    /// The memory of bundles and layout.
    _account: Account,
}

impl<'d> Drawing<'d> {
    pub(super) fn of(diagram: &'d Diagram, budget: &Budget) -> Result<Self, Reason> {
        let mut account = budget.account();
        let (bundles, loops) = diagram.bundles(budget, &mut account)?;
        let mut ranks: Vec<usize> = diagram.nodes.iter().map(|node| node.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let nodes = diagram.nodes.iter();
        let widths = nodes.map(|node| node_width(diagram, node, diagram.kind(node)));
        let widths: Vec<f64> = widths.collect();
        let nodes = diagram
            .nodes
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(number, (node, own))| {
                let width = loops
                    .get(&number)
                    .map_or(0.0, |lines| loop_width(diagram, lines));
                (own + width, diagram.row(node.rank, &ranks))
            });
        let (apart, least_gap) = if diagram.lines.is_empty() {
            APART
        } else {
            LABELLED
        };
        let mut graph = Layered {
            nodes: nodes.collect(),
            lines: bundles
                .iter()
                .map(|bundle| (bundle.from, bundle.to))
                .collect(),
            joined: diagram.joined,
            height: HEIGHT,
            apart,
            least_gap,
        };
        let row = |node: usize| graph.nodes[node].1;
        graph.joined &= bundles
            .iter()
            .all(|c| c.strands.len() == 1 && row(c.from) < row(c.to));
        let layout = lay_out(&graph, budget, &mut account)?;
        // A large picture is viewed from farther away.
        let scale = (layout.width.max(layout.height) / 1200.0).clamp(1.0, 4.0);
        let scale = (scale * 10.0).round() / 10.0;
        if diagram.bare {
            return Ok(Self {
                legend: Legend::new(diagram, 0.0),
                diagram,
                bundles,
                loops,
                widths,
                ranks,
                origin: (EDGE, EDGE),
                scale,
                width: layout.width + 2.0 * EDGE,
                height: layout.height + 2.0 * EDGE,
                layout,
                _account: account,
            });
        }
        let margin = if diagram.ranks.is_empty() {
            0.0
        } else {
            RANKS * scale
        };
        #[expect(clippy::cast_precision_loss, reason = "a line of text")]
        let title = (diagram.title.chars().count() as f64 * 10.5)
            .max(diagram.subtitle.chars().count() as f64 * TEXT);
        let content = (layout.width + margin).max(LEAST_WIDTH).max(title * scale);
        let legend = Legend::new(diagram, content / scale);
        let content = content.max(legend.width() * scale);
        let subtitle = if diagram.subtitle.is_empty() {
            0.0
        } else {
            22.0
        };
        let top = MARGIN + (14.0 + subtitle + 28.0) * scale + 4.0;
        let left = MARGIN + margin + (content - margin - layout.width) / 2.0;
        let height = top + layout.height + (26.0 + legend.height) * scale + MARGIN;
        Ok(Self {
            diagram,
            bundles,
            loops,
            widths,
            ranks,
            origin: (left, top),
            legend,
            scale,
            width: content + 2.0 * MARGIN,
            height,
            layout,
            _account: account,
        })
    }

    fn write(&self, out: &mut Page) -> fmt::Result {
        let (width, height) = (Short(self.width.ceil()), Short(self.height.ceil()));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui,sans-serif\" font-size=\"13\">"
        )?;
        let diagram = self.diagram;
        let (title, subtitle) = (Escaped(&diagram.title), Escaped(&diagram.subtitle));
        writeln!(out, "<title>{title}</title>")?;
        if !diagram.subtitle.is_empty() {
            writeln!(out, "<desc>{subtitle}</desc>")?;
        }
        writeln!(out, "<style>{}</style>", diagram.theme.style())?;
        let scale = Short(self.scale);
        if !diagram.bare {
            writeln!(
                out,
                "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
            )?;
            writeln!(
                out,
                "<g transform=\"translate({MARGIN} {MARGIN})scale({scale})\">\
                 <text y=\"14\" font-size=\"18\" font-weight=\"600\">{title}</text>"
            )?;
            if !diagram.subtitle.is_empty() {
                writeln!(out, "<text class=\"soft\" y=\"36\">{subtitle}</text>")?;
            }
            out.push_str("</g>\n");
            self.write_ranks(out)?;
        }
        let labels = self.write_bundles(out)?;
        self.write_loops(out)?;
        writeln!(
            out,
            "<g font-family=\"{NAMES}\" font-size=\"12\" text-anchor=\"middle\" stroke-width=\"1.2\">"
        )?;
        for (number, node) in diagram.nodes.iter().enumerate() {
            write_node(out, diagram, node, diagram.kind(node), self.centre(number))?;
        }
        out.push_str("</g>\n");
        self.write_labels(out, &labels)?;
        if !diagram.bare {
            let (left, top) = self.legend_at();
            let top = Short(top);
            writeln!(
                out,
                "<g transform=\"translate({left} {top})scale({scale})\">"
            )?;
            self.legend.write(out)?;
            out.push_str("</g>\n");
        }
        out.push_str("</svg>\n");
        Ok(())
    }

    /// Returns the upper left corner of the title.
    pub(super) fn title_at() -> Point {
        (MARGIN, MARGIN)
    }

    /// Returns the upper left corner of the legend.
    pub(super) fn legend_at(&self) -> Point {
        let top = self.origin.1 + self.layout.height + 26.0 * self.scale;
        (MARGIN, top)
    }

    /// Returns the left end of the ranks.
    pub(super) fn ranks_at(&self) -> f64 {
        self.origin.0 - RANKS * self.scale
    }

    /// Writes the ranks at the left, with their meaning.
    fn write_ranks(&self, out: &mut Page) -> fmt::Result {
        if self.diagram.ranks.is_empty() {
            return Ok(());
        }
        let left = self.ranks_at();
        let (end, from) = (left + 16.0 * self.scale, left + 26.0 * self.scale);
        let right = self.origin.0 + self.layout.width;
        let size = 11.0 * self.scale;
        writeln!(out, "<g text-anchor=\"end\" font-size=\"{}\">", Short(size))?;
        for &rank in &self.ranks {
            let row = self.diagram.row(rank, &self.ranks);
            let y = self.origin.1 + self.layout.rows[row];
            writeln!(
                out,
                "<path class=\"grid\" d=\"M{} {y}H{}\"/>\
                 <text class=\"soft\" x=\"{}\" y=\"{}\">{rank}</text>",
                Short(from),
                Short(right),
                Short(end),
                Short(y + 0.35 * size),
                y = Short(y),
            )?;
        }
        writeln!(
            out,
            "<text class=\"soft\" text-anchor=\"start\" x=\"{}\" y=\"{}\">{}</text></g>",
            Short(left),
            Short(self.origin.1 - 3.0 - 5.0 * self.scale),
            Escaped(&self.diagram.ranks)
        )
    }

    /// Returns the centre of a node, without its lines to itself.
    pub(super) fn centre(&self, node: usize) -> Point {
        let (x, y) = self.layout.centres[node];
        let width = self
            .loops
            .get(&node)
            .map_or(0.0, |lines| loop_width(self.diagram, lines));
        (self.origin.0 + x - width / 2.0, self.origin.1 + y)
    }

    pub(super) fn half_width(&self, node: usize) -> f64 {
        self.widths[node] / 2.0
    }

    /// Returns the point on the lower or the upper edge of a node where a line to this point begins.
    fn port(&self, node: usize, towards: Point) -> Point {
        let (x, y) = self.centre(node);
        let reach = (self.half_width(node) - HEIGHT / 2.0).max(0.0);
        let offset = ((towards.0 - x) * 0.3).clamp(-reach, reach);
        let edge = if towards.1 > y {
            HEIGHT / 2.0
        } else {
            -HEIGHT / 2.0
        };
        (x + offset, y + edge)
    }

    pub(super) fn curve(&self, bundle: &Bundle, track: &Track) -> Curve {
        let (left, top) = self.origin;
        if track.below {
            let depth = track.bends.first().map_or(HEIGHT, |bend| {
                top + bend.top - self.centre(bundle.from).1 - HEIGHT / 2.0
            });
            let below =
                |node: usize, other: usize| self.port(node, (self.centre(other).0, f64::MAX));
            return Curve::below(
                below(bundle.from, bundle.to),
                below(bundle.to, bundle.from),
                depth,
            );
        }
        let (start, end) = (self.centre(bundle.from), self.centre(bundle.to));
        let down = start.1 < end.1;
        let bends = track.bends.iter().map(|bend| {
            let upper = (left + bend.x, top + bend.top);
            let lower = (left + bend.x, top + bend.bottom);
            if down {
                Stop::Bend(upper, lower)
            } else {
                Stop::Bend(lower, upper)
            }
        });
        let mut stops: Vec<Stop> = bends.collect();
        let place = |stop: Option<&Stop>, other: Point| match stop {
            Some(&(Stop::Bend(point, _) | Stop::End(point))) => point,
            None => other,
        };
        let first = self.port(bundle.from, place(stops.first(), end));
        let last = self.port(bundle.to, place(stops.last(), start));
        stops.insert(0, Stop::End(first));
        if !track.joins {
            stops.push(Stop::End(last));
        }
        Curve::through(&stops)
    }

    /// Writes the bundles. Returns the labels with the curves to which they belong.
    fn write_bundles(&self, out: &mut Page) -> Result<Vec<(String, Curve)>, fmt::Error> {
        let mut labels = Vec::new();
        let joined = self.layout.tracks.iter().any(|track| track.joins);
        if joined {
            return self.write_joined(out).map(|()| labels);
        }
        out.push_str("<g>\n");
        for (bundle, track) in self.bundles.iter().zip(&self.layout.tracks) {
            let curve = self.curve(bundle, track);
            let count = bundle.strands.len();
            let mut label = Vec::new();
            for (number, strand) in bundle.strands.iter().enumerate() {
                let curve = curve.shifted(strand_offset(number, count));
                let stroke = Stroke::of(self.diagram, strand.line);
                writeln!(out, "<path {stroke} d=\"{curve}\"/>")?;
                let arrowhead = |curve: &Curve| {
                    let number = stroke.number;
                    Arrowhead { curve, number }.to_string()
                };
                match strand.direction {
                    Direction::Forward if self.diagram.arrows => out.push_str(&arrowhead(&curve)),
                    Direction::Backward if self.diagram.arrows => {
                        out.push_str(&arrowhead(&curve.reversed()));
                    }
                    _ => {}
                }
                if let Some(line) = self.diagram.lines.get(strand.line) {
                    label.push(line.label.as_str());
                }
            }
            if !label.is_empty() {
                labels.push((label.join(" "), curve));
            }
        }
        out.push_str("</g>\n");
        Ok(labels)
    }

    /// Writes lines that join: one path for each node to which they lead.
    fn write_joined(&self, out: &mut Page) -> fmt::Result {
        let mut paths: BTreeMap<usize, String> = BTreeMap::new();
        for (bundle, track) in self.bundles.iter().zip(&self.layout.tracks) {
            let path = paths.entry(bundle.to).or_default();
            write!(path, "{}", self.curve(bundle, track))?;
        }
        let stroke = Stroke::of(self.diagram, 0);
        writeln!(out, "<g {stroke}>")?;
        for path in paths.values() {
            writeln!(out, "<path d=\"{path}\"/>")?;
        }
        out.push_str("</g>\n");
        Ok(())
    }

    /// Writes lines from nodes to themselves, at the right.
    fn write_loops(&self, out: &mut Page) -> fmt::Result {
        for (&node, lines) in &self.loops {
            let (x, y) = self.centre(node);
            let x = x + self.half_width(node);
            let stroke = Stroke::of(self.diagram, lines[0]);
            writeln!(
                out,
                "<path {stroke} d=\"M{} {}c16 -11 16 19 0 8\"/>",
                Short(x - 1.5),
                Short(y - 4.0)
            )?;
            let label = loop_label(self.diagram, lines);
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-family=\"{NAMES}\" font-size=\"10\">{}</text>",
                Short(x + 14.0),
                Short(y + 3.5),
                self.diagram.formula(&label).svg(10.0)
            )?;
        }
        Ok(())
    }

    /// Returns the places of the labels of lines, where there is space.
    pub(super) fn placed<'l>(&self, labels: &'l [(String, Curve)]) -> Vec<(&'l str, Point)> {
        /// More labels than this cannot be read.
        const MOST: usize = 400;
        if labels.is_empty() || labels.len() > MOST {
            return Vec::new();
        }
        let mut occupied = Occupied::default();
        for node in 0..self.diagram.nodes.len() {
            occupied.add(self.centre(node), 2.0 * self.half_width(node), HEIGHT);
        }
        let mut placed = Vec::new();
        for (label, curve) in labels {
            let width = self.diagram.formula(label).width() * 6.1 + 4.0;
            let shares = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8];
            let places = shares.iter().filter_map(|&share| curve.on_longest(share));
            let place = occupied.place(places, width, 13.0);
            placed.extend(place.map(|place| (label.as_str(), place)));
        }
        placed
    }

    /// Writes the labels of lines.
    fn write_labels(&self, out: &mut Page, labels: &[(String, Curve)]) -> fmt::Result {
        let placed = self.placed(labels);
        if placed.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "<g font-family=\"{NAMES}\" font-size=\"10\" text-anchor=\"middle\" \
             stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">"
        )?;
        for (label, (x, y)) in placed {
            writeln!(
                out,
                "<text class=\"halo\" x=\"{}\" y=\"{}\">{}</text>",
                Short(x),
                Short(y + 3.5),
                self.diagram.formula(label).svg(10.0)
            )?;
        }
        out.push_str("</g>\n");
        Ok(())
    }
}

/// Returns how far a strand is to the right of the middle of its bundle.
#[expect(clippy::cast_precision_loss, reason = "a few strands")]
pub(super) fn strand_offset(number: usize, count: usize) -> f64 {
    (number as f64 - (count - 1) as f64 / 2.0) * STRAND
}

pub(super) fn loop_label(diagram: &Diagram, lines: &[usize]) -> String {
    let labels = lines.iter().filter_map(|&line| diagram.lines.get(line));
    let labels: Vec<&str> = labels.map(|line| line.label.as_str()).collect();
    labels.join(" ")
}

/// Returns the width at the right of a node for lines to itself.
fn loop_width(diagram: &Diagram, lines: &[usize]) -> f64 {
    LOOP + diagram.formula(&loop_label(diagram, lines)).width() * 6.1
}
