//! Cram, with boards up to translation and the symmetries of the square.

use super::graph_text::{rectangle, too_large};
use super::interner::Words;
use super::labelling::{MOST_VERTICES, Set, elements};
use super::{BoardGame, Moves};
use crate::heaps::entry::RulesetError;
use crate::limits::Reason;

/// Both players set dominoes, in either direction.
pub(super) struct Cram;

/// Squares of a rectangle, in rows from the top left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Squares {
    rows: usize,
    columns: usize,
    set: Set,
}

impl Squares {
    fn words(self) -> Words {
        // Both numbers are at most 128, and the mask keeps the low half.
        let half = |set: Set| u64::try_from(set & Set::from(u64::MAX)).unwrap_or(0);
        let halves = [half(self.set), half(self.set >> 64)];
        let shape = (self.rows as u64) << 32 | self.columns as u64;
        vec![
            u64::from(self.set.count_ones()),
            shape,
            halves[0],
            halves[1],
        ]
    }

    fn of_words(words: &[u64]) -> Self {
        Self {
            rows: usize::try_from(words[1] >> 32).unwrap_or(0),
            columns: usize::try_from(words[1] & u64::from(u32::MAX)).unwrap_or(0),
            set: Set::from(words[2]) | Set::from(words[3]) << 64,
        }
    }

    /// Iterates over the pairs of adjacent squares.
    fn dominoes(self) -> impl Iterator<Item = Set> {
        let columns = self.columns;
        let right = elements(self.set).filter(move |at| (at + 1) % columns != 0);
        let right = right.map(|at| 3 << at);
        let below = elements(self.set).filter(move |at| at + columns < MOST_VERTICES);
        let below = below.map(move |at| 1 << at | 1 << (at + columns));
        let fits = move |domino: &Set| domino & !self.set == 0;
        right.chain(below).filter(fits)
    }

    /// Iterates over the connected sets of squares among these.
    fn components(self) -> impl Iterator<Item = Set> {
        let (mut left, columns) = (self.set, self.columns);
        let row = (0..self.rows).fold(0, |first, row| first | 1 << (row * columns));
        let not_first: Set = !row;
        let width = u32::try_from(columns).unwrap_or(u32::MAX);
        std::iter::from_fn(move || {
            let mut component = left & left.wrapping_neg();
            if component == 0 {
                return None;
            }
            loop {
                let right = component << 1 & not_first;
                let to_left = (component & not_first) >> 1;
                let below = component.checked_shl(width).unwrap_or(0);
                let above = component.checked_shr(width).unwrap_or(0);
                let more = (right | to_left | below | above) & left & !component;
                if more == 0 {
                    left &= !component;
                    return Some(component);
                }
                component |= more;
            }
        })
    }

    /// Returns the least of the eight images of these squares, each in its smallest rectangle, which is
    /// at least as wide as high.
    fn canonical(self) -> Self {
        let places = || elements(self.set).map(|at| (at / self.columns, at % self.columns));
        let top = places().map(|(row, _)| row).min().unwrap_or(0);
        let left = places().map(|(_, column)| column).min().unwrap_or(0);
        let rows = places().map(|(row, _)| row - top + 1).max().unwrap_or(0);
        let columns = places().map(|(_, c)| c - left + 1).max().unwrap_or(0);
        let image = |turned: bool, flip_rows: bool, flip_columns: bool| {
            let width = if turned { rows } else { columns };
            let place = |(row, column): (usize, usize)| {
                let (mut row, mut column) = (row - top, column - left);
                if flip_rows {
                    row = rows - 1 - row;
                }
                if flip_columns {
                    column = columns - 1 - column;
                }
                if turned {
                    column * width + row
                } else {
                    row * width + column
                }
            };
            Self {
                rows: if turned { columns } else { rows },
                columns: width,
                set: places().fold(0, |set, at| set | 1 << place(at)),
            }
        };
        let is_wide = |turned: &bool| rows == columns || (rows < columns) != *turned;
        let turns = [false, true].into_iter().filter(is_wide);
        let flips = [(false, false), (false, true), (true, false), (true, true)];
        let images = turns.flat_map(|turned| flips.map(|(r, c)| image(turned, r, c)));
        images.min().unwrap_or(self)
    }
}

impl BoardGame for Cram {
    fn name(&self) -> &'static str {
        "cram"
    }

    fn rule(&self) -> &'static str {
        "set a domino on two adjacent free squares, in either direction"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "a board of one row is Dawson's Kayles, 0.07",
            "in normal play the second player wins on boards of even by even squares, and the first \
             on even by odd ones: play symmetrically about the centre (Gardner)",
        ]
    }

    fn source(&self) -> &'static str {
        "M. Gardner, Mathematical Games: Cram, crosscram and quadraphage, Scientific American 230 (1974)"
    }

    fn example(&self) -> &'static str {
        "3x4"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        let squares = if text.starts_with(|c: char| c.is_ascii_digit()) {
            let (rows, columns) = rectangle(text, 0)?;
            let count = rows.saturating_mul(columns);
            if count > MOST_VERTICES {
                return Err(too_large("squares", 0..text.len()));
            }
            Squares {
                rows,
                columns,
                set: (0..count).fold(0, |set, at| set | 1 << at),
            }
        } else {
            read_rows(text)?
        };
        Ok(squares.canonical().words())
    }

    /// Rows from the top, `x` for a free square and `.` for another.
    fn write(&self, board: &[u64]) -> String {
        let squares = Squares::of_words(board);
        if squares.set.count_ones() as usize == squares.rows * squares.columns {
            return format!("{}x{}", squares.rows, squares.columns);
        }
        let square = |at: usize| if squares.set >> at & 1 == 1 { 'x' } else { '.' };
        let row = |row: usize| {
            let places = row * squares.columns..(row + 1) * squares.columns;
            places.map(square).collect::<String>()
        };
        (0..squares.rows).map(row).collect::<Vec<_>>().join("/")
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        Squares::of_words(board).dominoes().next().is_some()
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let squares = Squares::of_words(board);
        for domino in squares.dominoes() {
            let set = squares.set & !domino;
            for component in (Squares { set, ..squares }).components() {
                // A single square is no move.
                if component & (component - 1) != 0 {
                    let component = Squares {
                        set: component,
                        ..squares
                    };
                    moves.component(component.canonical().words());
                }
            }
            moves.end()?;
        }
        Ok(())
    }
}

/// Reads rows such as `xx./.xx`.
fn read_rows(text: &str) -> Result<Squares, RulesetError> {
    const HINT: &str = "a board is written 4x5, or as its rows from the top with x for a free square \
                        and . for another, xx./.xx";
    if let Some((at, c)) = text.char_indices().find(|&(_, c)| !"x./".contains(c)) {
        let message = format!("expected x, . or / in the rows of a board, found `{c}`");
        return Err(RulesetError::new(message, at..at + c.len_utf8()).hint(HINT));
    }
    let rows: Vec<&str> = text.split('/').collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    if columns == 0 {
        return Err(RulesetError::new("expected a board", 0..text.len()).hint(HINT));
    }
    if rows.len().saturating_mul(columns) > MOST_VERTICES {
        return Err(too_large("squares", 0..text.len()));
    }
    let free = rows.iter().enumerate().flat_map(|(row, line)| {
        let free = line.bytes().enumerate().filter(|&(_, byte)| byte == b'x');
        free.map(move |(column, _)| row * columns + column)
    });
    Ok(Squares {
        rows: rows.len(),
        columns,
        set: free.fold(0, |set, at| set | 1 << at),
    })
}
