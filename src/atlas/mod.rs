//! The atlas: what sweeps have proved, one row a game, within the program.
//!
//! The rows are those of `data/atlas/*.tsv`, which docs/atlas.md describes. A code that has no row of
//! its own is found through its [standard form](Code::standard_form), if an equal code has one.
//!
//! ```
//! let atlas = misere::atlas::Atlas::get();
//! let kayles = atlas.find("0.77").unwrap();
//! assert_eq!((kayles.period, kayles.preperiod, kayles.order), (Some(12), Some(71), Some(40)));
//! // Four digits: the same game as 0.07 and 0.4.
//! assert_eq!(atlas.find("0.137").unwrap().same_as.as_deref(), Some("0.4"));
//! ```

mod recheck;
mod row;
mod sequences;

pub use recheck::{Recheck, sample};
pub use row::{Entry, Row, Status};
pub use sequences::sequence_of;

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::heaps::Code;

/// The files, as they are published.
const FILES: [&str; 5] = [
    include_str!("../../data/atlas/octal.tsv"),
    include_str!("../../data/atlas/quaternary.tsv"),
    include_str!("../../data/atlas/hexadecimal.tsv"),
    include_str!("../../data/atlas/cut.tsv"),
    include_str!("../../data/atlas/arithmetic.tsv"),
];

/// All rows, in the order of the files.
#[derive(Debug)]
pub struct Atlas {
    rows: Vec<Row>,
    /// The first row of each game.
    by_name: HashMap<String, usize>,
    /// The first row of each class of equal codes.
    by_form: HashMap<Code, usize>,
}

impl Atlas {
    /// Returns the atlas, which is read once.
    ///
    /// # Panics
    /// Never: a test reads every row.
    pub fn get() -> &'static Self {
        static ATLAS: OnceLock<Atlas> = OnceLock::new();
        ATLAS.get_or_init(|| Self::read(&FILES).expect("every row is read by a test"))
    }

    /// Reads the rows of files.
    ///
    /// # Errors
    /// Which line is not a row, and why.
    fn read(files: &[&str]) -> Result<Self, String> {
        let mut rows: Vec<Row> = Vec::new();
        let (mut by_name, mut by_form) = (HashMap::new(), HashMap::new());
        for file in files {
            if file.lines().next() != Some(Row::HEAD) {
                return Err("the first line is not that of an atlas".into());
            }
            for line in file.lines().skip(1) {
                let row: Row = line.parse().map_err(|what| format!("{line}: {what}"))?;
                let at = rows.len();
                if let Some((form, _)) = row.code().and_then(|code| code.standard_form()) {
                    by_form.entry(form).or_insert(at);
                }
                by_name.entry(row.game.clone()).or_insert(at);
                rows.push(row);
            }
        }
        Ok(Self {
            rows,
            by_name,
            by_form,
        })
    }

    /// Returns all rows; a game that is in two families has two.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns what is known of a game, by its name: the row of the game, or that of an equal code
    /// with the sizes shifted.
    pub fn find(&self, game: &str) -> Option<Row> {
        if let Some(&at) = self.by_name.get(game) {
            return Some(self.rows[at].clone());
        }
        let code: Code = game.parse().ok()?;
        let (form, _) = code.standard_form()?;
        self.rows[*self.by_form.get(&form)?].of_equal_code(&code)
    }

    /// Iterates over the rows of codes that are the same game as this one but for the sizes of
    /// heaps.
    pub fn equal_to(&self, code: &Code) -> impl Iterator<Item = &Row> {
        let form = code.standard_form().map(|(form, _)| form);
        self.rows.iter().filter(move |row| {
            let own = row.code().and_then(|code| code.standard_form());
            own.is_some() && own.map(|(form, _)| form) == form
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_written_back() {
        let atlas = Atlas::read(&FILES).unwrap();
        let lines = FILES.iter().flat_map(|file| file.lines().skip(1));
        let written: Vec<String> = atlas.rows.iter().map(ToString::to_string).collect();
        assert!(written.iter().map(String::as_str).eq(lines));
        assert!(written.len() > 3000);
    }

    #[test]
    fn wrong_rows_are_refused() {
        let right = FILES[0].lines().nth(1).unwrap();
        for wrong in [
            String::new(),
            right.replacen('\t', " ", 1),
            format!("{right}\t"),
            right.replacen("periodic", "sometimes", 1),
            right.replacen("solved", "perhaps", 1),
            right.replacen("\t2\t", "\tx\t", 1),
        ] {
            let file = format!("{}\n{wrong}\n", Row::HEAD);
            assert!(Atlas::read(&[&file]).is_err(), "{wrong}");
        }
        assert!(Atlas::read(&[right]).is_err());
    }

    #[test]
    fn equal_codes_are_found_by_their_form() {
        let atlas = Atlas::get();
        let treblecross = atlas.find("0.007").unwrap();
        let standard = atlas.find("0.11337").unwrap();
        assert_eq!(standard.same_as.as_deref(), Some("0.04"));
        assert_eq!(standard.max_heap, treblecross.max_heap.map(|heap| heap - 2));
        assert_eq!(atlas.find("0.1234567"), None);
        assert_eq!(atlas.find("no-such-game"), None);
        let code: Code = "0.137".parse().unwrap();
        let equal: Vec<&str> = atlas.equal_to(&code).map(|row| row.game.as_str()).collect();
        assert!(
            equal.contains(&"0.07") && equal.contains(&"0.4"),
            "{equal:?}"
        );
    }
}
