//! Axes: the range of numbers shown, their positions, and the ticks.

/// An axis of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Axis {
    /// The meaning of the numbers.
    pub label: String,
    /// The scale.
    pub scale: Scale,
    /// The names of rows 0, 1, 2, …, which stand in the place of numbers; empty for numbers. What follows
    /// `^` is raised.
    pub rows: Vec<String>,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic. Numbers are given by their decimal logarithms, so that they may be of any size; 0 is
    /// given as −∞ and has a strip of its own.
    Logarithmic,
}

impl Axis {
    /// Makes a linear axis.
    pub fn linear(label: &str) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Linear,
            rows: Vec::new(),
        }
    }

    /// Makes a logarithmic axis.
    pub fn logarithmic(label: &str) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Logarithmic,
            rows: Vec::new(),
        }
    }
}

/// A number written at an axis: `20 000`, or `2·10` with the exponent 12.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// The number, or its logarithm on a logarithmic axis.
    pub(super) at: f64,
    pub(super) text: String,
    pub(super) exponent: Option<String>,
}

impl Tick {
    fn power(at: f64, text: String, exponent: Option<i64>) -> Self {
        let exponent = exponent.map(|exponent| exponent.to_string());
        Self { at, text, exponent }
    }

    /// Returns about its width, in characters.
    pub(super) fn width(&self) -> usize {
        let exponent = self.exponent.as_ref().map_or(0, |e| e.chars().count());
        self.text.chars().count() + exponent
    }
}

/// The part of an axis that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether there is a strip for 0 on a logarithmic axis.
    pub(super) zero_apart: bool,
}

impl Range {
    /// Returns the range of some numbers. A linear axis begins at 0 if that is not far from them.
    pub(super) fn of(numbers: impl Iterator<Item = f64>, scale: Scale) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut zero_apart = false;
        for number in numbers {
            if number.is_finite() {
                (low, high) = (low.min(number), high.max(number));
            } else {
                zero_apart |= is_zero_apart(number, scale);
            }
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if scale == Scale::Linear && low > 0.0 && low <= high / 3.0 {
            low = 0.0;
        }
        if high <= low {
            // A half, or more for numbers so large that a half is lost by rounding.
            let around = (low.abs() * 1e-9).max(0.5);
            (low, high) = (low - around, high + around);
        }
        Self {
            low,
            high,
            zero_apart,
        }
    }

    /// Returns the position of a number between the ends, from 0 to 1; none if it is out of range.
    pub(super) fn share(&self, number: f64) -> Option<f64> {
        // Halves, so that the difference of two large numbers is finite.
        let whole = self.high / 2.0 - self.low / 2.0;
        let share = (number / 2.0 - self.low / 2.0) / whole;
        (0.0..=1.0).contains(&share).then_some(share)
    }

    /// Returns about this many round numbers in the range, or the names of its rows.
    pub(super) fn ticks(&self, axis: &Axis, about: u32) -> Vec<Tick> {
        match axis.scale {
            _ if !axis.rows.is_empty() => self.names(&axis.rows),
            Scale::Linear => self.linear_ticks(about),
            Scale::Logarithmic => self.logarithmic_ticks(about),
        }
    }

    /// Names as many rows as can be read.
    fn names(&self, rows: &[String]) -> Vec<Tick> {
        /// More rows stand too close.
        const MOST: usize = 30;
        let every = rows.len().div_ceil(MOST).max(1);
        let rows = (0u32..).zip(rows).step_by(every);
        let rows = rows.filter(|&(row, _)| self.share(row.into()).is_some());
        rows.map(|(row, name)| {
            let (text, exponent) = match name.split_once('^') {
                Some((text, exponent)) => (text, Some(exponent.into())),
                None => (&**name, None),
            };
            Tick {
                at: row.into(),
                text: text.into(),
                exponent,
            }
        })
        .collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten, whole numbers unless the range is short.
    fn linear_ticks(&self, about: u32) -> Vec<Tick> {
        let step = round_step(self.high / f64::from(about) - self.low / f64::from(about));
        let step = if self.high - self.low >= 1.0 {
            step.max(1.0)
        } else {
            step
        };
        let largest = self.low.abs().max(self.high.abs());
        multiples(step, self.low, self.high)
            .map(|at| {
                let (text, exponent) = written(at, step, largest);
                Tick::power(at, text, exponent)
            })
            .collect()
    }

    /// Powers of ten at regular distances; over less than two decades also their doubles and
    /// quintuples.
    fn logarithmic_ticks(&self, about: u32) -> Vec<Tick> {
        let step = round_step((self.high - self.low) / f64::from(about)).max(1.0);
        let parts: &[f64] = if self.high - self.low < 2.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let mut ticks = Vec::new();
        for decade in multiples(step, (self.low - 1.0).floor(), self.high) {
            for part in parts {
                let at = decade + part.log10();
                if self.share(at).is_some() {
                    let (text, exponent) = written_power(*part, decade);
                    ticks.push(Tick::power(at, text, exponent));
                }
            }
        }
        if ticks.len() < 2 {
            // Less than a decade without round numbers: the two ends, rounded.
            ticks = [self.low, self.high]
                .map(|at| {
                    let (text, exponent) = written_power(10f64.powf(at - at.floor()), at.floor());
                    Tick::power(at, text, exponent)
                })
                .into();
        }
        ticks
    }
}

/// Checks whether this is a 0 on a logarithmic axis.
pub(super) fn is_zero_apart(number: f64, scale: Scale) -> bool {
    scale == Scale::Logarithmic && number == f64::NEG_INFINITY
}

/// Returns the least of 1, 2, 5, 10, 20, … (or of their tenths, and so on) that is not less.
fn round_step(least: f64) -> f64 {
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    // Rounding of the logarithm must not lose a step.
    let found = steps.into_iter().find(|&step| step >= least * 0.999_999);
    found.unwrap_or(power * 10.0)
}

fn multiples(step: f64, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let first = (low / step).ceil();
    (0..64)
        .map(move |i| (first + f64::from(i)) * step)
        .take_while(move |&at| at <= high)
}

/// Writes a multiple of a step: in full, or as m·10^e with the e of the largest number of the axis if
/// that is large and m is short.
fn written(number: f64, step: f64, largest: f64) -> (String, Option<i64>) {
    let places = largest.log10().floor() - step.log10().floor();
    let in_full = largest < 1e9 || largest < 1e15 && places > 4.0;
    let exponent = if in_full {
        0.0
    } else {
        largest.log10().floor()
    };
    // Two ticks differ by a step, so their digits do, down to that of the step.
    let decimals = (exponent - step.log10().floor()).clamp(0.0, 16.0);
    let scaled = number / 10f64.powf(exponent);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 16"
    )]
    let text = format!("{scaled:.*}", decimals as usize);
    if in_full {
        return (grouped(&text), None);
    }
    if scaled.abs() < 1e-9 {
        return ("0".into(), None);
    }
    #[expect(clippy::cast_possible_truncation, reason = "less than 309")]
    let power = exponent as i64;
    (format!("{text}·10"), Some(power))
}

/// Writes a digit times a power of ten: 200, 20 000, 10^6.
fn written_power(part: f64, decade: f64) -> (String, Option<i64>) {
    /// Larger exponents are written as powers.
    const SHORT: f64 = 5.0;
    if (0.0..=SHORT).contains(&decade) {
        return (grouped(&format!("{:.0}", part * 10f64.powf(decade))), None);
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates, far beyond any number met"
    )]
    let exponent = Some(decade as i64);
    if (part - 1.0).abs() < 1e-9 {
        return ("10".into(), exponent);
    }
    (format!("{}·10", (part * 10.0).round() / 10.0), exponent)
}

/// Groups digits by three if there are more than four.
fn grouped(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.trim_start_matches('-').len();
    if digits <= 4 {
        return text.into();
    }
    let mut written = String::new();
    for (i, digit) in whole.chars().enumerate() {
        let to_come = whole.chars().count() - i;
        if i > 0 && to_come % 3 == 0 && digit.is_ascii_digit() && !written.ends_with('-') {
            // A no-break space.
            written.push('\u{a0}');
        }
        written.push(digit);
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(low: f64, high: f64, scale: Scale) -> Vec<String> {
        let range = Range {
            low,
            high,
            zero_apart: false,
        };
        let axis = match scale {
            Scale::Linear => Axis::linear(""),
            Scale::Logarithmic => Axis::logarithmic(""),
        };
        let ticks = range.ticks(&axis, 6).into_iter();
        ticks
            .map(|tick| match tick.exponent {
                Some(e) => format!("{}^{e}", tick.text),
                None => tick.text.replace('\u{a0}', " "),
            })
            .collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let linear = |low, high| shown(low, high, Scale::Linear);
        assert_eq!(linear(0.0, 10.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(linear(0.0, 3.0), ["0", "1", "2", "3"]);
        assert_eq!(
            linear(1.0, 20_000.0),
            ["5000", "10 000", "15 000", "20 000"]
        );
        assert_eq!(linear(0.0, 0.5), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
        assert_eq!(
            linear(0.0, 3e12),
            [
                "0",
                "0.5·10^12",
                "1.0·10^12",
                "1.5·10^12",
                "2.0·10^12",
                "2.5·10^12",
                "3.0·10^12"
            ]
        );
        assert_eq!(linear(-2e6, 0.0).first().unwrap(), "-2 000 000");
        // Far out the ticks still differ.
        assert_eq!(
            linear(999_999_999_000.0, 999_999_999_100.0)[1],
            "999 999 999 020"
        );
        let far = linear(1e18, 1e18 + 1e4);
        assert!(far.windows(2).all(|pair| pair[0] != pair[1]), "{far:?}");
    }

    #[test]
    fn logarithmic_ticks_are_powers() {
        let log = |low, high| shown(low, high, Scale::Logarithmic);
        assert_eq!(log(0.0, 4.3), ["1", "10", "100", "1000", "10 000"]);
        assert_eq!(log(0.0, 1.0), ["1", "2", "5", "10"]);
        assert_eq!(log(5.0, 8.0), ["100 000", "10^6", "10^7", "10^8"]);
        assert_eq!(log(0.0, 301_030.0)[1], "10^100000");
        assert_eq!(log(0.75, 0.8).len(), 2);
    }

    #[test]
    fn rows_have_names() {
        let mut axis = Axis::linear("genus");
        axis.rows = ["0^120", "1^031", "2^20"].map(String::from).into();
        let range = Range::of([0.0, 2.0].into_iter(), Scale::Linear);
        let ticks = range.ticks(&axis, 6);
        let shown: Vec<&str> = ticks.iter().map(|tick| &*tick.text).collect();
        assert_eq!(shown, ["0", "1", "2"]);
        assert_eq!(ticks[1].exponent.as_deref(), Some("031"));
        axis.rows = (0..1000).map(|row| row.to_string()).collect();
        let range = Range::of([0.0, 999.0].into_iter(), Scale::Linear);
        assert!((20..=30).contains(&range.ticks(&axis, 6).len()));
    }

    #[test]
    fn every_range_has_ticks_and_shares() {
        for (low, high) in [
            (0.0, 1e-300),
            (1e15, 1e15 + 1.0),
            (-1e308, 1e308),
            (0.0, f64::MAX),
        ] {
            for axis in [Axis::linear(""), Axis::logarithmic("")] {
                let range = Range {
                    low,
                    high,
                    zero_apart: false,
                };
                assert!(range.ticks(&axis, 6).len() < 70);
                assert_eq!(range.share(low), Some(0.0));
                assert_eq!(range.share(high), Some(1.0));
            }
        }
        let empty = Range::of(std::iter::empty(), Scale::Linear);
        assert_eq!((empty.low, empty.high), (0.0, 1.0));
        let one = Range::of(std::iter::once(7.0), Scale::Linear);
        assert_eq!((one.low, one.high), (6.5, 7.5));
        let zero = Range::of([f64::NEG_INFINITY, 2.0].into_iter(), Scale::Logarithmic);
        let near = Range::of([1.0, 1000.0].into_iter(), Scale::Linear);
        let far = Range::of([900.0, 1000.0].into_iter(), Scale::Linear);
        assert_eq!((near.low, far.low), (0.0, 900.0));
        assert!(zero.zero_apart);
        assert!(one.share(f64::NAN).is_none());
    }
}
