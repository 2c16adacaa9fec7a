//! Smooth curves through the bends of a line.

use std::fmt;

/// A point of the picture.
pub(super) type Point = (f64, f64);

/// A sequence of cubic Bézier curves.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve {
    pub(super) pieces: Vec<[Point; 4]>,
}

/// A part of the path of a line, with the points where it is entered and left.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    /// An end of the line, entered from any direction.
    End(Point),
    /// A bend, passed vertically from the first point to the second.
    Bend(Point, Point),
}

/// The distance of the control points of a bend, as a share of the distance to the next row.
const REACH: f64 = 0.45;

impl Stop {
    fn entered_at(&self) -> Point {
        let (Self::End(point) | Self::Bend(point, _)) = *self;
        point
    }

    fn left_at(&self) -> Point {
        let (Self::End(point) | Self::Bend(_, point)) = *self;
        point
    }

    /// Returns the horizontal distance of the line at this bend for each unit down: 0 beside nodes; in an
    /// empty row that of the line from the stop before to the next one.
    fn lean(&self, before: Option<&Self>, behind: Option<&Self>) -> f64 {
        let (Some(before), Some(behind)) = (before, behind) else {
            return 0.0;
        };
        if self.entered_at() != self.left_at() {
            return 0.0;
        }
        let (from, to) = (before.left_at(), behind.entered_at());
        let here = self.entered_at();
        // Where it changes direction the line is vertical.
        let turns = (here.0 - from.0) * (to.0 - here.0) <= 0.0;
        let down = to.1 - from.1;
        if turns || down.abs() < 1.0 {
            return 0.0;
        }
        (to.0 - from.0) / down
    }
}

impl Curve {
    /// Makes a curve through these stops. Lines pass rows vertically, so that they keep their distance
    /// from nodes beside them, and bend between the rows.
    pub(super) fn through(stops: &[Stop]) -> Self {
        let mut pieces = Vec::new();
        for at in 1..stops.len() {
            let (from, to) = (stops[at - 1], stops[at]);
            if let Stop::Bend(enter, leave) = from
                && enter != leave
            {
                pieces.push(straight(enter, leave));
            }
            let (start, end) = (from.left_at(), to.entered_at());
            let mut piece = straight(start, end);
            let down = end.1 - start.1;
            if let Stop::Bend(..) = from {
                let lean = from.lean(stops.get(at.wrapping_sub(2)), Some(&to));
                piece[1] = (start.0 + lean * down * REACH, start.1 + down * REACH);
            }
            if let Stop::Bend(..) = to {
                let lean = to.lean(Some(&from), stops.get(at + 1));
                piece[2] = (end.0 - lean * down * REACH, end.1 - down * REACH);
            }
            pieces.push(piece);
        }
        Self { pieces }
    }

    /// Makes a curve from a node to another in its row, which reaches this far below it.
    pub(super) fn below(from: Point, to: Point, depth: f64) -> Self {
        // A third more than the depth, because the curve does not reach its control points.
        let reach = depth * 4.0 / 3.0;
        let lean = (to.0 - from.0) * 0.15;
        let first = (from.0 + lean, from.1 + reach);
        let second = (to.0 - lean, to.1 + reach);
        Self {
            pieces: vec![[from, first, second, to]],
        }
    }

    /// Returns the curve moved to the right.
    pub(super) fn shifted(&self, right: f64) -> Self {
        let moved = |&(x, y): &Point| (x + right, y);
        let pieces = self.pieces.iter();
        Self {
            pieces: pieces
                .map(|p| [moved(&p[0]), moved(&p[1]), moved(&p[2]), moved(&p[3])])
                .collect(),
        }
    }

    /// Returns the curve in the other direction.
    pub(super) fn reversed(&self) -> Self {
        let pieces = self.pieces.iter().rev();
        Self {
            pieces: pieces.map(|&[a, b, c, d]| [d, c, b, a]).collect(),
        }
    }

    /// Returns the last point, and the direction there as a vector of length 1.
    pub(super) fn end(&self) -> Option<(Point, Point)> {
        let &[a, b, c, d] = self.pieces.last()?;
        let before = [c, b, a].into_iter().find(|&p| distance(p, d) > 1e-6)?;
        let length = distance(before, d);
        Some((d, ((d.0 - before.0) / length, (d.1 - before.1) / length)))
    }

    /// Returns the point at this share of the longest piece.
    pub(super) fn on_longest(&self, share: f64) -> Option<Point> {
        let length = |p: &[Point; 4]| distance(p[0], p[3]);
        let longest = self
            .pieces
            .iter()
            .reduce(|a, b| if length(b) > length(a) { b } else { a })?;
        let rest = 1.0 - share;
        let weights = [
            rest * rest * rest,
            3.0 * rest * rest * share,
            3.0 * rest * share * share,
            share * share * share,
        ];
        let mut point = (0.0, 0.0);
        for (weight, p) in weights.into_iter().zip(longest) {
            point = (point.0 + weight * p.0, point.1 + weight * p.1);
        }
        Some(point)
    }
}

fn straight(from: Point, to: Point) -> [Point; 4] {
    let third = |share: f64| {
        (
            from.0 + (to.0 - from.0) * share,
            from.1 + (to.1 - from.1) * share,
        )
    };
    [from, third(1.0 / 3.0), third(2.0 / 3.0), to]
}

/// Whether a piece is a straight line.
pub(super) fn is_straight(piece: &[Point; 4]) -> bool {
    let line = straight(piece[0], piece[3]);
    distance(line[1], piece[1]) + distance(line[2], piece[2]) < 0.05
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

impl fmt::Display for Curve {
    /// Writes the commands of a path; straight pieces are lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.pieces.first() else {
            return Ok(());
        };
        write!(f, "M{} {}", Short(first[0].0), Short(first[0].1))?;
        for &[a, b, c, d] in &self.pieces {
            let is_line = is_straight(&[a, b, c, d]);
            let is_upright = [b, c, d].iter().all(|p| (p.0 - a.0).abs() < 0.05);
            if is_upright {
                write!(f, "V{}", Short(d.1))?;
            } else if is_line {
                write!(f, "L{} {}", Short(d.0), Short(d.1))?;
            } else {
                let [b, c, d] = [b, c, d].map(|(x, y)| (Short(x), Short(y)));
                write!(f, "C{} {} {} {} {} {}", b.0, b.1, c.0, c.1, d.0, d.1)?;
            }
        }
        Ok(())
    }
}

/// A coordinate with one decimal, or none if that is 0.
pub(super) struct Short(pub(super) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_straight_and_bends_are_passed_vertically() {
        let straight = Curve::through(&[Stop::End((0.0, 0.0)), Stop::End((30.0, 60.0))]);
        assert_eq!(straight.to_string(), "M0 0L30 60");
        let bend = Stop::Bend((10.0, 50.0), (10.0, 70.0));
        let bent = Curve::through(&[Stop::End((0.0, 0.0)), bend, Stop::End((10.0, 100.0))]);
        assert_eq!(bent.to_string(), "M0 0C3.3 16.7 10 27.5 10 50V70V100");
        let (end, direction) = bent.end().unwrap();
        assert_eq!((end, direction), ((10.0, 100.0), (0.0, 1.0)));
        let (start, direction) = bent.reversed().end().unwrap();
        assert_eq!(start, (0.0, 0.0));
        assert!(direction.1 < 0.0);
        assert_eq!(bent.shifted(2.0).end().unwrap().0, (12.0, 100.0));
        assert_eq!(straight.on_longest(0.5), Some((15.0, 30.0)));
        assert_eq!(Short(-0.04).to_string(), "0");
    }

    #[test]
    fn a_line_below_its_row_reaches_its_depth() {
        let curve = Curve::below((0.0, 0.0), (100.0, 0.0), 20.0);
        let (x, y) = curve.on_longest(0.5).unwrap();
        assert!((x - 50.0).abs() < 1e-9 && (y - 20.0).abs() < 1e-9);
    }
}
