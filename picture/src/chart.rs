//! A chart: series of points, two axes, a title and a legend.

use std::fmt::{self, Write};

use super::axis::{Axis, Range, Tick, is_zero_apart};
use super::markup::Escaped;
use super::points::{Dots, FINENESS};
use super::theme::{SERIES, Theme, on_paper};
use super::tikz::{BEGIN, TexText, colour};

/// Series of points on one chart.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Chart {
    /// The title; may be empty.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series. Colours repeat after [`Chart::COLOURS`] of them.
    pub series: Vec<Series>,
    /// The colours.
    pub theme: Theme,
    /// Whether points and axes stand alone: no title, no legend, no background.
    pub bare: bool,
}

/// Points with a name.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend, which is drawn if there are several series.
    pub name: String,
    /// The points, in any order. Those that are not finite are not drawn.
    pub points: Vec<(f64, f64)>,
}

/// The width and the height of an SVG picture.
const ON_SCREEN: (f64, f64) = (960.0, 600.0);
/// The same of a TikZ picture, which fits a page of an article.
const ON_PAGE: (f64, f64) = (460.0, 310.0);
/// The margin around the picture.
const MARGIN: f64 = 24.0;
/// The distance between the frame and the outermost points, so that none is cut.
const INSET: f64 = 8.0;
/// The strip of zeros at a logarithmic axis.
const STRIP: f64 = 26.0;
/// About the width of a character of the small text.
const CHARACTER: f64 = 7.2;
const LINE: f64 = 22.0;

/// The frame and the ranges of the axes.
struct Layout {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Range,
    y: Range,
}

impl Chart {
    /// The number of series with different colours.
    pub const COLOURS: usize = SERIES;

    /// Makes a chart without points.
    pub fn new(x: Axis, y: Axis) -> Self {
        Self {
            title: String::new(),
            x,
            y,
            series: Vec::new(),
            theme: Theme::default(),
            bare: false,
        }
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.series.iter().flat_map(|s| s.points.iter().copied())
    }

    fn layout(
        &self,
        (width, height): (f64, f64),
        legend_rows: usize,
    ) -> (Layout, Vec<Tick>, Vec<Tick>) {
        let x = Range::of(self.points().map(|p| p.0), self.x.scale);
        let y = Range::of(self.points().map(|p| p.1), self.y.scale);
        let y_ticks = y.ticks(&self.y, 7);
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let legend_rows = legend_rows as f64;
        let title = if self.has_title() { 30.0 } else { 0.0 };
        let layout = Layout {
            width,
            height,
            left: MARGIN + LINE + widest(&y_ticks).max(2.0 * CHARACTER) + 8.0,
            right: width - MARGIN - 10.0,
            top: MARGIN + title + legend_rows * LINE,
            bottom: height - MARGIN - 2.0 * LINE,
            x,
            y,
        };
        // There is space for fewer numbers if they are long.
        let fits = |ticks: &Vec<Tick>| {
            let places = ticks
                .iter()
                .filter_map(|tick| layout.place_x(tick.at, &self.x));
            let places: Vec<f64> = places.collect();
            let least = widest(ticks) + 14.0;
            places.windows(2).all(|pair| pair[1] - pair[0] >= least)
        };
        let fewer = [8, 6, 5, 4, 3, 2].map(|about| x.ticks(&self.x, about));
        let x_ticks = fewer.iter().find(|&ticks| fits(ticks)).or(fewer.last());
        let x_ticks = x_ticks.cloned().unwrap_or_default();
        (layout, x_ticks, y_ticks)
    }

    fn has_title(&self) -> bool {
        !self.bare && !self.title.is_empty()
    }

    /// Returns the places of the names of the series, and the number of rows; none for one series.
    fn legend(&self, picture_width: f64) -> (Vec<(f64, usize)>, usize) {
        let (mut places, mut x, mut row) = (Vec::new(), MARGIN, 0);
        if self.bare || self.series.len() < 2 {
            return (places, 0);
        }
        for series in &self.series {
            #[expect(clippy::cast_precision_loss, reason = "a few characters")]
            let width = series.name.chars().count() as f64 * CHARACTER + 44.0;
            if x > MARGIN && x + width > picture_width - MARGIN {
                (x, row) = (MARGIN, row + 1);
            }
            places.push((x, row));
            x += width;
        }
        (places, row + 1)
    }
}

/// Returns about the width of the widest of some numbers.
fn widest(ticks: &[Tick]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few characters")]
    let widths = ticks.iter().map(|tick| tick.width() as f64 * CHARACTER);
    widths.fold(0.0, f64::max)
}

impl Layout {
    /// Returns the left end of the numbers, to the right of the strip of zeros if there is one.
    fn first_x(&self) -> f64 {
        self.left + INSET + if self.x.zero_apart { STRIP } else { 0.0 }
    }

    /// Returns the lower end of the numbers, above the strip of zeros if there is one.
    fn first_y(&self) -> f64 {
        self.bottom - INSET - if self.y.zero_apart { STRIP } else { 0.0 }
    }

    fn place_x(&self, number: f64, axis: &Axis) -> Option<f64> {
        if is_zero_apart(number, axis.scale) {
            return Some(self.left + STRIP / 2.0);
        }
        let first = self.first_x();
        Some(first + self.x.share(number)? * (self.right - INSET - first))
    }

    fn place_y(&self, number: f64, axis: &Axis) -> Option<f64> {
        if is_zero_apart(number, axis.scale) {
            return Some(self.bottom - STRIP / 2.0);
        }
        let first = self.first_y();
        Some(first - self.y.share(number)? * (first - self.top - INSET))
    }
}

impl fmt::Display for Chart {
    /// Writes the SVG document.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = ON_SCREEN;
        let (legend, legend_rows) = self.legend(width);
        let (layout, x_ticks, y_ticks) = self.layout(ON_SCREEN, legend_rows);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui,sans-serif\" font-size=\"13\">"
        )?;
        if !self.title.is_empty() {
            writeln!(f, "<title>{}</title>", Escaped(&self.title))?;
        }
        writeln!(f, "<style>{}</style>", self.theme.style())?;
        if !self.bare {
            writeln!(
                f,
                "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
            )?;
        }
        if self.has_title() {
            let (x, y) = (MARGIN, MARGIN + 12.0);
            let title = Escaped(&self.title);
            writeln!(
                f,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"18\" font-weight=\"600\">{title}</text>"
            )?;
        }
        self.write_axes(f, &layout, &x_ticks, &y_ticks)?;
        self.write_series(f, &layout)?;
        self.write_legend(f, &layout, &legend, legend_rows)?;
        f.write_str("</svg>\n")
    }
}

/// A number at an axis: where it stands, how it is anchored, and its tick.
type Number = (f64, f64, &'static str, Tick);

impl Chart {
    /// Returns the grid, a line for each tick by its ends, and the numbers.
    fn scales(
        &self,
        layout: &Layout,
        x_ticks: &[Tick],
        y_ticks: &[Tick],
    ) -> (Vec<[(f64, f64); 2]>, Vec<Number>) {
        let Layout {
            width,
            left,
            right,
            top,
            bottom,
            ..
        } = *layout;
        let zero = |axis: &Axis, range: &Range| {
            range
                .zero_apart
                .then(|| Tick {
                    at: f64::NEG_INFINITY,
                    text: "0".into(),
                    exponent: None,
                })
                .filter(|tick| is_zero_apart(tick.at, axis.scale))
        };
        let x_ticks = x_ticks.iter().cloned().chain(zero(&self.x, &layout.x));
        let y_ticks = y_ticks.iter().cloned().chain(zero(&self.y, &layout.y));
        let (mut grid, mut numbers) = (Vec::new(), Vec::new());
        for tick in x_ticks {
            if let Some(x) = layout.place_x(tick.at, &self.x) {
                grid.push([(x, top), (x, bottom)]);
                // A long number at the edge stays inside the picture.
                let half = widest(std::slice::from_ref(&tick)) / 2.0 + 6.0;
                let inside = x.min(width - half).max(half);
                numbers.push((inside, bottom + 18.0, "middle", tick));
            }
        }
        for tick in y_ticks {
            if let Some(y) = layout.place_y(tick.at, &self.y) {
                grid.push([(left, y), (right, y)]);
                numbers.push((left - 8.0, y + 4.5, "end", tick));
            }
        }
        (grid, numbers)
    }

    fn write_axes(
        &self,
        f: &mut fmt::Formatter<'_>,
        layout: &Layout,
        x_ticks: &[Tick],
        y_ticks: &[Tick],
    ) -> fmt::Result {
        let Layout {
            height,
            left,
            right,
            top,
            bottom,
            ..
        } = *layout;
        let (lines, texts) = self.scales(layout, x_ticks, y_ticks);
        let mut grid = String::new();
        for [(x, y), (end_x, end_y)] in lines {
            if x < end_x {
                write!(grid, "M{x:.1} {y:.1}H{end_x:.1}")?;
            } else {
                write!(grid, "M{x:.1} {y:.1}V{end_y:.1}")?;
            }
        }
        writeln!(f, "<path class=\"grid\" fill=\"none\" d=\"{grid}\"/>")?;
        write!(
            f,
            "<path class=\"axis\" fill=\"none\" d=\"M{left:.1} {top:.1}V{bottom:.1}H{right:.1}\"/>\n<g class=\"soft\">"
        )?;
        for (x, y, anchor, tick) in texts {
            write!(
                f,
                "<text class=\"soft\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}",
                Escaped(&tick.text)
            )?;
            if let Some(exponent) = tick.exponent {
                let exponent = Escaped(&exponent);
                write!(f, "<tspan dy=\"-5\" font-size=\"10\">{exponent}</tspan>")?;
            }
            f.write_str("</text>")?;
        }
        f.write_str("</g>\n")?;
        let (across, down) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let (below, beside) = (height - MARGIN + 2.0, MARGIN + 4.0);
        let (x_label, y_label) = (Escaped(&self.x.label), Escaped(&self.y.label));
        writeln!(
            f,
            "<text x=\"{across:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{x_label}</text>\n\
             <text transform=\"translate({beside:.1} {down:.1})rotate(-90)\" \
             text-anchor=\"middle\">{y_label}</text>"
        )
    }

    fn write_series(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        let all = self.dots(layout);
        let width = Dots::width(all.iter().map(Dots::len).sum()) * FINENESS;
        let shrink = 1.0 / FINENESS;
        writeln!(
            f,
            "<g transform=\"scale({shrink})\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-width=\"{width:.0}\">"
        )?;
        for (i, dots) in all.iter().enumerate() {
            write!(f, "<g class=\"s{}\">\n{dots}</g>\n", i % SERIES)?;
        }
        f.write_str("</g>\n")
    }

    fn write_legend(
        &self,
        f: &mut fmt::Formatter<'_>,
        layout: &Layout,
        places: &[(f64, usize)],
        rows: usize,
    ) -> fmt::Result {
        for (i, (series, &(x, row))) in self.series.iter().zip(places).enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a few rows")]
            let y = layout.top - (rows - row) as f64 * LINE + 6.0;
            let (dot_x, text_x, text_y) = (x + 5.0, x + 16.0, y + 4.5);
            // Not a path of no length, as the dots are: alone it is left out of a PDF.
            writeln!(
                f,
                "<circle class=\"f{}\" cx=\"{dot_x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/><text x=\"{text_x:.1}\" y=\"{text_y:.1}\">{}</text>",
                i % SERIES,
                Escaped(&series.name)
            )?;
        }
        Ok(())
    }
}

/// The most dots of a TikZ picture: TeX takes about a second for them.
const MOST_DOTS: usize = 10_000;

impl Chart {
    /// Draws the chart as a `tikzpicture`, dark on light, for a LaTeX document with the package
    /// `tikz`; none if it has more than ten thousand dots, for which TeX is too slow.
    pub fn tikz(&self) -> Option<String> {
        let mut out = String::new();
        // Writing to a string cannot fail.
        self.write_tikz(&mut out).unwrap_or(false).then_some(out)
    }

    /// Writes the picture, or returns false if there are too many dots.
    fn write_tikz(&self, out: &mut String) -> Result<bool, fmt::Error> {
        let (legend, legend_rows) = self.legend(ON_PAGE.0);
        let (layout, x_ticks, y_ticks) = self.layout(ON_PAGE, legend_rows);
        let dots = self.dots(&layout);
        let count: usize = dots.iter().map(Dots::len).sum();
        if count > MOST_DOTS {
            return Ok(false);
        }
        let width = Dots::width(count) * 0.5;
        write!(
            out,
            "{BEGIN},\n  dots/.style={{line cap=round,line width={width:.2}bp}}]\n"
        )?;
        let Layout {
            height,
            left,
            right,
            top,
            bottom,
            ..
        } = layout;
        if self.has_title() {
            writeln!(
                out,
                "\\node[anchor=base west,font=\\bfseries] at ({MARGIN},{:.1}) {{{}}};",
                MARGIN + 12.0,
                TexText(&self.title)
            )?;
        }
        let (grid, numbers) = self.scales(&layout, &x_ticks, &y_ticks);
        for [(x, y), (end_x, end_y)] in grid {
            writeln!(
                out,
                "\\draw[gray!30] ({x:.1},{y:.1}) -- ({end_x:.1},{end_y:.1});"
            )?;
        }
        writeln!(
            out,
            "\\draw[gray] ({left:.1},{top:.1}) -- ({left:.1},{bottom:.1}) -- ({right:.1},{bottom:.1});"
        )?;
        for (x, y, anchor, tick) in numbers {
            let anchor = if anchor == "end" { "base east" } else { "base" };
            let text = tick.text.replace('\u{a0}', "\\,").replace('·', "\\cdot ");
            let exponent = tick.exponent.map_or(String::new(), |e| format!("^{{{e}}}"));
            writeln!(
                out,
                "\\node[anchor={anchor}] at ({x:.1},{y:.1}) {{${text}{exponent}$}};"
            )?;
        }
        let (across, down) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        writeln!(
            out,
            "\\node[anchor=base] at ({across:.1},{:.1}) {{{}}};\n\
             \\node[rotate=90] at ({MARGIN},{down:.1}) {{{}}};",
            height - MARGIN + 2.0,
            TexText(&self.x.label),
            TexText(&self.y.label)
        )?;
        for (i, dots) in dots.iter().enumerate() {
            let colour = colour(on_paper(i));
            // Long paths take TeX more than its usual memory.
            for chunk in dots.places().collect::<Vec<_>>().chunks(100) {
                write!(out, "\\draw[dots,color={colour}]")?;
                for (x, y) in chunk {
                    write!(out, " ({x},{y})--+(0,0)")?;
                }
                out.push_str(";\n");
            }
        }
        for (i, (series, &(x, row))) in self.series.iter().zip(&legend).enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a few rows")]
            let y = top - (legend_rows - row) as f64 * LINE + 6.0;
            writeln!(
                out,
                "\\fill[color={}] ({:.1},{y:.1}) circle[radius=2pt]; \\node[anchor=base west] at \
                 ({:.1},{:.1}) {{{}}};",
                colour(on_paper(i)),
                x + 5.0,
                x + 16.0,
                y + 4.5,
                TexText(&series.name)
            )?;
        }
        out.push_str("\\end{tikzpicture}\n");
        Ok(true)
    }

    /// Returns the dots of each series.
    fn dots(&self, layout: &Layout) -> Vec<Dots> {
        let dots = self.series.iter().map(|series| {
            let places = series.points.iter().filter_map(|&(x, y)| {
                Some((layout.place_x(x, &self.x)?, layout.place_y(y, &self.y)?))
            });
            Dots::new(places)
        });
        dots.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(count: u32) -> Chart {
        let points = (1..=count).map(|n| (f64::from(n), f64::from(n * n % 17)));
        let mut chart = Chart::new(Axis::linear("heap"), Axis::linear("nim value"));
        chart.series.push(Series {
            name: "squares".into(),
            points: points.collect(),
        });
        chart
    }

    /// Counts the dots.
    fn dots(svg: &str) -> usize {
        let (_, points) = svg.split_once("<g transform").unwrap();
        let (points, _) = points.split_once("</g>\n</g>").unwrap();
        points.matches("h0").count()
    }

    #[test]
    fn every_point_is_drawn_once() {
        for count in [0, 1, 10, 1000, 20_000] {
            let svg = chart(count).to_string();
            // Points closer than a tenth of a unit coincide.
            let least = if count > 8000 { count / 2 } else { count };
            assert!((least as usize..=count as usize).contains(&dots(&svg)));
            assert!(svg.len() < 3000 + 14 * count as usize, "{}", svg.len());
        }
    }

    #[test]
    fn text_is_escaped_everywhere() {
        let mut chart = chart(3);
        chart.title = "<title>".into();
        chart.x.label = "<x>".into();
        chart.y.label = "<y>".into();
        chart.series[0].name = "<a>".into();
        chart.series.push(Series {
            name: "<b>".into(),
            points: vec![(2.0, 2.0)],
        });
        let svg = chart.to_string();
        for name in ["x", "y", "a", "b", "title"] {
            assert!(svg.contains(&format!("&lt;{name}&gt;")), "{name}");
        }
        assert_eq!(svg.matches("<title>").count(), 1);
    }

    /// A PDF leaves out a path of no length that stands alone.
    #[test]
    fn the_legend_has_a_circle_for_each_name() {
        let mut chart = chart(3);
        chart.series.push(Series {
            name: "b".into(),
            points: vec![(2.0, 2.0)],
        });
        let svg = chart.to_string();
        for i in 0..2 {
            let circle = format!("<circle class=\"f{i}\" ");
            assert_eq!(svg.matches(&circle).count(), 1, "{svg}");
        }
    }

    #[test]
    fn points_that_are_not_finite_are_left_out() {
        let mut chart = chart(5);
        let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        chart.series[0].points.extend(strange.map(|x| (x, 1.0)));
        chart.series[0].points.extend(strange.map(|y| (1.0, y)));
        let svg = chart.to_string();
        assert_eq!(dots(&svg), 5);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn zero_has_a_strip_on_a_logarithmic_axis() {
        let mut chart = Chart::new(Axis::logarithmic("heap"), Axis::logarithmic("nim value"));
        let points = vec![
            (f64::NEG_INFINITY, f64::NEG_INFINITY),
            (0.0, 0.0),
            (3.0, 301_030.0),
        ];
        chart.series.push(Series {
            name: "powers".into(),
            points,
        });
        let svg = chart.to_string();
        assert_eq!(dots(&svg), 3);
        assert_eq!(svg.matches(">0</text>").count(), 2);
        assert!(svg.contains(">10<tspan"));
    }

    #[test]
    fn themes_set_the_colours() {
        let mut chart = chart(1);
        assert!(chart.to_string().contains("prefers-color-scheme:dark"));
        for theme in [Theme::Light, Theme::Dark] {
            chart.theme = theme;
            assert!(!chart.to_string().contains("prefers-color-scheme"));
        }
    }
}
