//! Points as dots: a dot is a line of length 0 with round ends, and a path has many of them.

use std::fmt;

/// Coordinates are whole numbers of tenths of a unit, which keeps the text short.
pub(super) const FINENESS: f64 = 10.0;

/// The dots of a series, in tenths.
pub(super) struct Dots(Vec<(i32, i32)>);

impl Dots {
    /// Makes dots at these places, each once. If there are very many, those closer than half a unit
    /// coincide.
    pub(super) fn new(places: impl Iterator<Item = (f64, f64)>) -> Self {
        const MANY: usize = 50_000;
        let mut dots: Vec<(i32, i32)> = places.map(|(x, y)| (tenths(x), tenths(y))).collect();
        if dots.len() > MANY {
            for (x, y) in &mut dots {
                (*x, *y) = (*x / 5 * 5, *y / 5 * 5);
            }
        }
        dots.sort_unstable();
        dots.dedup();
        Self(dots)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the places.
    pub(super) fn places(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let place = |tenths: i32| f64::from(tenths) / FINENESS;
        self.0.iter().map(move |&(x, y)| (place(x), place(y)))
    }

    /// Returns the width of a dot: large for few dots, small for many.
    pub(super) fn width(count: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rough size")]
        let count = count.max(1) as f64;
        (90.0 / count.sqrt()).clamp(1.8, 7.0)
    }
}

/// The picture is less than 2^27 units wide.
#[expect(
    clippy::cast_possible_truncation,
    reason = "places are inside the picture"
)]
fn tenths(place: f64) -> i32 {
    (place * FINENESS).round() as i32
}

impl fmt::Display for Dots {
    /// Writes path elements of some thousands of dots: viewers are slow with one element for each dot
    /// and with very long elements.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const IN_A_PATH: usize = 4000;
        for dots in self.0.chunks(IN_A_PATH) {
            f.write_str("<path d=\"")?;
            let mut last = None;
            for &(x, y) in dots {
                match last.replace((x, y)) {
                    None => write!(f, "M{x} {y}h0")?,
                    Some((before_x, before_y)) => {
                        let (dx, dy) = (x - before_x, y - before_y);
                        // A minus sign separates numbers, too.
                        let blank = if dy < 0 { "" } else { " " };
                        write!(f, "m{dx}{blank}{dy}h0")?;
                    }
                }
            }
            f.write_str("\"/>\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_relative_and_distinct() {
        let places = [(3.0, 1.0), (1.0, 2.0), (3.01, 1.0), (1.0, 1.5)];
        let dots = Dots::new(places.into_iter());
        assert_eq!(dots.len(), 3);
        assert_eq!(dots.to_string(), "<path d=\"M10 15h0m0 5h0m20-10h0\"/>\n");
    }

    #[test]
    fn many_dots_share_places() {
        let places =
            (0..1_000_000).map(|i| (f64::from(i % 1000) / 10.0, f64::from(i / 1000) / 10.0));
        assert!(Dots::new(places).len() <= 201 * 201);
    }
}
