//! Chomp, with boards as partitions up to conjugation.

use super::graph_text::{number, rectangle};
use super::interner::Words;
use super::labelling::MOST_VERTICES;
use super::{BoardGame, Moves};
use crate::heaps::entry::RulesetError;
use crate::limits::Reason;

/// Eat a square with all squares that are neither left of it nor above it.
pub(super) struct Chomp;

/// The lengths of the rows, from the longest on.
type Rows = Vec<u8>;

/// Returns the words of the smaller of a partition and its conjugate: the number of squares, then
/// eight rows to a word.
fn canonical(rows: Rows) -> Words {
    let columns = rows.first().map_or(0, |&first| usize::from(first));
    let below = |column: usize| {
        rows.iter()
            .filter(|&&row| usize::from(row) > column)
            .count()
    };
    let length = |column: usize| u8::try_from(below(column)).unwrap_or(u8::MAX);
    let conjugate: Rows = (0..columns).map(length).collect();
    // The wider of both has fewer rows.
    let rows = if (conjugate.len(), &conjugate) < (rows.len(), &rows) {
        conjugate
    } else {
        rows
    };
    let squares = rows.iter().map(|&row| u64::from(row)).sum();
    let mut words = vec![squares];
    for chunk in rows.chunks(8) {
        words.push(
            chunk
                .iter()
                .rev()
                .fold(0, |word, &row| word << 8 | u64::from(row)),
        );
    }
    words
}

fn rows_of(board: &[u64]) -> Rows {
    let bytes = board[1..].iter().flat_map(|word| word.to_le_bytes());
    bytes.take_while(|&row| row > 0).collect()
}

impl BoardGame for Chomp {
    fn name(&self) -> &'static str {
        "chomp"
    }

    fn rule(&self) -> &'static str {
        "eat a square of a bar of chocolate and all squares right of it and below it (in misère play \
         whoever eats the last square, the poisoned one, loses)"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "in misère play the first player wins on every rectangle but 1x1: a winning answer to eating \
             the far corner alone could have been the first move (Gale)",
            "no winning first move is known in general",
        ]
    }

    fn source(&self) -> &'static str {
        "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)"
    }

    fn example(&self) -> &'static str {
        "3x4"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        const HINT: &str = "a bar is written 3x4, or as the lengths of its rows, 4,4,2";
        let whole = 0..text.len();
        let lengths = if text.contains('x') {
            let (rows, columns) = rectangle(text, 0)?;
            if rows > MOST_VERTICES {
                return Err(too_large(whole));
            }
            vec![columns; rows]
        } else {
            let mut at = 0;
            let mut lengths = Vec::new();
            for row in text.split(',') {
                lengths.push(number(row, at).map_err(|error| error.hint(HINT))?);
                at += row.len() + 1;
            }
            lengths
        };
        if let Some(longer) = lengths.windows(2).position(|pair| pair[0] < pair[1]) {
            let message = format!("row {} is longer than the row above it", longer + 2);
            return Err(RulesetError::new(message, whole).hint(HINT));
        }
        let lengths = lengths.into_iter().filter(|&length| length > 0);
        let lengths: Vec<usize> = lengths.collect();
        if lengths.len() > MOST_VERTICES || lengths.iter().any(|&length| length > MOST_VERTICES) {
            return Err(too_large(whole));
        }
        let row = |&length: &usize| u8::try_from(length).unwrap_or(u8::MAX);
        Ok(canonical(lengths.iter().map(row).collect()))
    }

    fn write(&self, board: &[u64]) -> String {
        let rows = rows_of(board);
        match rows.first() {
            None => "0".into(),
            Some(first) if rows.last() == Some(first) => format!("{}x{first}", rows.len()),
            _ => {
                let lengths: Vec<String> = rows.iter().map(u8::to_string).collect();
                lengths.join(",")
            }
        }
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        board[0] > 0
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let rows = rows_of(board);
        for (top, &length) in rows.iter().enumerate() {
            for left in 0..length {
                let mut rest = rows.clone();
                rest[top..].iter_mut().for_each(|row| *row = left.min(*row));
                rest.retain(|&row| row > 0);
                if !rest.is_empty() {
                    moves.component(canonical(rest));
                }
                moves.end()?;
            }
        }
        Ok(())
    }
}

fn too_large(span: std::ops::Range<usize>) -> RulesetError {
    let message = format!("a bar has at most {MOST_VERTICES} rows and {MOST_VERTICES} columns");
    RulesetError::new(message, span)
}
