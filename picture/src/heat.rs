//! A heat map: numbers on a board, darker cells for larger numbers.

use std::fmt::{self, Write};

use super::markup::Escaped;
use super::theme::{Theme, on_paper};
use super::tikz::{BEGIN, TexText, colour};

/// Numbers on a board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HeatMap {
    /// The title; may be empty.
    pub title: String,
    /// The names of the coordinates across and up.
    pub labels: [String; 2],
    /// The coordinate of the first column and of the first row.
    pub first: u64,
    /// The numbers, the lowest row first; none where there is no cell.
    pub rows: Vec<Vec<Option<f64>>>,
    /// What the numbers are; may be empty.
    pub note: String,
    /// The colours.
    pub theme: Theme,
    /// Whether board and coordinates stand alone: no title, no note, no background.
    pub bare: bool,
}

/// The length of the longer side of the board.
const SIDE: f64 = 640.0;
/// The distance between the board and the edges of the picture, where the numbers and names stand.
const MARGIN: f64 = 64.0;
/// Cells at least this wide have their numbers written in them.
const LEGIBLE: f64 = 20.0;

impl HeatMap {
    /// Makes a map with these rows, the lowest one first.
    pub fn new(first: u64, rows: Vec<Vec<Option<f64>>>) -> Self {
        Self {
            title: String::new(),
            labels: ["x".into(), "y".into()],
            note: String::new(),
            first,
            rows,
            theme: Theme::default(),
            bare: false,
        }
    }

    /// Returns the number of columns and the side of a cell.
    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    fn size(&self) -> (usize, f64) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        (columns, SIDE / columns.max(self.rows.len()).max(1) as f64)
    }

    /// Iterates over the cells: column, row, number.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.filter_map(move |(column, &number)| {
                let number = number.filter(|number| number.is_finite())?;
                Some((column, row, number))
            })
        })
    }

    /// Returns the largest number, at least 0.
    fn most(&self) -> f64 {
        self.cells()
            .map(|(_, _, number)| number)
            .fold(0.0, f64::max)
    }

    /// Says what the shades mean.
    fn caption(&self) -> String {
        let note = match &*self.note {
            "" => String::new(),
            note => format!(" ({note})"),
        };
        format!("pale 0, dark {}{note}", self.most())
    }
}

/// Returns how dark a cell is, from 0 to 1. White stays for places without a cell.
fn shade(number: f64, most: f64) -> f64 {
    let share = if most <= 0.0 {
        0.0
    } else {
        (number / most).clamp(0.0, 1.0)
    };
    0.08 + 0.72 * share
}

impl fmt::Display for HeatMap {
    /// Writes the SVG document.
    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, cell) = self.size();
        let (across, up) = (columns as f64 * cell, self.rows.len() as f64 * cell);
        let (width, height) = (across + 2.0 * MARGIN, up + 2.0 * MARGIN);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" \
             width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"system-ui,sans-serif\" font-size=\"13\">"
        )?;
        let title = Escaped(&self.title);
        writeln!(
            f,
            "<title>{title}</title>\n<style>{}</style>",
            self.theme.style()
        )?;
        if !self.bare {
            writeln!(
                f,
                "<rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n\
                 <text x=\"{MARGIN}\" y=\"36\" font-size=\"18\" font-weight=\"600\">{title}</text>"
            )?;
        }
        let most = self.most();
        let place = |column: usize| MARGIN + column as f64 * cell;
        let level = |row: usize| MARGIN + up - (row + 1) as f64 * cell;
        let mut texts = String::new();
        for (column, row, number) in self.cells() {
            let (x, y) = (place(column), level(row));
            let opacity = shade(number, most);
            writeln!(
                f,
                "<rect class=\"f0\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{cell:.2}\" \
                 height=\"{cell:.2}\" fill-opacity=\"{opacity:.2}\"/>"
            )?;
            if cell >= LEGIBLE {
                let (x, y) = (x + cell / 2.0, y + cell / 2.0 + 4.5);
                write!(
                    texts,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{number}</text>"
                )?;
            }
        }
        writeln!(f, "{texts}")?;
        self.write_scales(f, cell, columns)?;
        if !self.bare {
            let (x, y) = (MARGIN + across / 2.0, MARGIN - 8.0);
            let caption = self.caption();
            writeln!(
                f,
                "<text class=\"soft\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
                Escaped(&caption)
            )?;
        }
        f.write_str("</svg>\n")
    }
}

/// The most cells of a TikZ picture.
const MOST_CELLS: usize = 10_000;

impl HeatMap {
    /// Draws the board as a `tikzpicture`, dark on light, for a LaTeX document with the package `tikz`;
    /// none if it has more than ten thousand cells, for which TeX is too slow.
    pub fn tikz(&self) -> Option<String> {
        let mut out = String::new();
        if self.cells().count() > MOST_CELLS {
            return None;
        }
        // Writing to a string cannot fail.
        self.write_tikz(&mut out).ok()?;
        Some(out)
    }

    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    fn write_tikz(&self, out: &mut String) -> fmt::Result {
        let (columns, cell) = self.size();
        let (across, up) = (columns as f64 * cell, self.rows.len() as f64 * cell);
        let most = self.most();
        // Smaller than on a screen, so that a board fits a page.
        let begin = BEGIN.replace("0.75bp", "0.5bp");
        let colour = colour(on_paper(0));
        writeln!(out, "{begin},\n  cell/.style={{fill={colour}}}]")?;
        if !self.bare {
            writeln!(
                out,
                "\\node[anchor=base west,font=\\bfseries] at (0,{:.1}) {{{}}};\n\
                 \\node[anchor=base,gray] at ({:.1},{:.1}) {{{}}};",
                -34.0,
                TexText(&self.title),
                across / 2.0,
                -8.0,
                TexText(&self.caption())
            )?;
        }
        for (column, row, number) in self.cells() {
            let (x, y) = (column as f64 * cell, up - (row + 1) as f64 * cell);
            let opacity = shade(number, most);
            writeln!(
                out,
                "\\fill[cell,fill opacity={opacity:.2}] ({x:.2},{y:.2}) rectangle +({cell:.2},{cell:.2});"
            )?;
            if cell >= LEGIBLE {
                writeln!(
                    out,
                    "\\node[font=\\tiny] at ({:.1},{:.1}) {{${number}$}};",
                    x + cell / 2.0,
                    y + cell / 2.0
                )?;
            }
        }
        let every = every(cell);
        for column in (0..columns).step_by(every) {
            let (x, number) = ((column as f64 + 0.5) * cell, self.first + column as u64);
            writeln!(
                out,
                "\\node[anchor=north,font=\\scriptsize] at ({x:.1},{:.1}) {{${number}$}};",
                up + 6.0
            )?;
        }
        for row in (0..self.rows.len()).step_by(every) {
            let (y, number) = (up - (row as f64 + 0.5) * cell, self.first + row as u64);
            writeln!(
                out,
                "\\node[anchor=east,font=\\scriptsize] at (-6,{y:.1}) {{${number}$}};"
            )?;
        }
        writeln!(
            out,
            "\\node at ({:.1},{:.1}) {{{}}};\n\\node at (-40,{:.1}) {{{}}};\n\\end{{tikzpicture}}",
            across / 2.0,
            up + 38.0,
            label(&self.labels[0]),
            up / 2.0,
            label(&self.labels[1])
        )
    }
}

/// Returns the distance of the columns and rows whose coordinates are written: numbers of four digits
/// need so much.
fn every(cell: f64) -> usize {
    let distances = [1u16, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter();
    let mut wide = distances.filter(|&every| f64::from(every) * cell >= 34.0);
    wide.next().unwrap_or(1000).into()
}

/// Returns the name of a coordinate as TeX: a letter is a variable.
fn label(name: &str) -> String {
    match name.chars().count() {
        1 => format!("${name}$"),
        _ => TexText(name).to_string(),
    }
}

impl HeatMap {
    /// Writes the coordinates of some columns and rows, and their names.
    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    fn write_scales(&self, f: &mut fmt::Formatter<'_>, cell: f64, columns: usize) -> fmt::Result {
        let up = self.rows.len() as f64 * cell;
        let across = columns as f64 * cell;
        let every = every(cell);
        let below = MARGIN + up + 18.0;
        for column in (0..columns).step_by(every) {
            let (x, number) = (
                MARGIN + (column as f64 + 0.5) * cell,
                self.first + column as u64,
            );
            writeln!(
                f,
                "<text class=\"soft\" x=\"{x:.1}\" y=\"{below:.1}\" \
                 text-anchor=\"middle\">{number}</text>"
            )?;
        }
        for row in (0..self.rows.len()).step_by(every) {
            let (y, number) = (
                MARGIN + up - (row as f64 + 0.5) * cell + 4.5,
                self.first + row as u64,
            );
            let x = MARGIN - 8.0;
            writeln!(
                f,
                "<text class=\"soft\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{number}</text>"
            )?;
        }
        let [x_label, y_label] = [Escaped(&self.labels[0]), Escaped(&self.labels[1])];
        let (x, y) = (MARGIN + across / 2.0, MARGIN + up + 42.0);
        let (side, middle) = (20.0, MARGIN + up / 2.0);
        writeln!(
            f,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{x_label}</text>\n\
             <text x=\"{side}\" y=\"{middle:.1}\" text-anchor=\"middle\">{y_label}</text>"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(side: u32) -> HeatMap {
        let row = |y: u32| (0..side).map(move |x| (x >= y).then(|| f64::from(x - y)));
        HeatMap::new(0, (0..side).map(|y| row(y).collect()).collect())
    }

    #[test]
    fn every_cell_is_drawn_once_and_small_boards_have_numbers() {
        for side in [0u32, 1, 5, 60] {
            let svg = map(side).to_string();
            let cells = (side * (side + 1) / 2) as usize;
            assert_eq!(svg.matches("class=\"f0\"").count(), cells);
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
            let written = svg.matches("<text x=").count() >= cells;
            assert_eq!(written, side < 60);
        }
    }

    #[test]
    fn larger_numbers_are_darker() {
        let svg = map(5).to_string();
        let shade = |number: &str| svg.matches(&format!("fill-opacity=\"{number}\"")).count();
        // Five zeros, and one 4.
        assert_eq!((shade("0.08"), shade("0.80")), (5, 1));
    }
}
