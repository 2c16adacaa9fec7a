//! The survivors that were looked at, each with the reason why no test can or need notice it.
//!
//! In the list a reason is a paragraph of lines that begin with `#`, and after it come the mutants
//! it holds for: a line with the file and the change, and a line with the code, indented. Numbers
//! of lines are not there, since they change with every edit.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fmt, fs, io};

/// A mutant, by the code that it changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Survivor {
    /// `src/game/sum.rs: replace | with ^ in Universe::sum_of_evens`
    change: String,
    /// The line of code.
    code: String,
}

impl fmt::Display for Survivor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}\n    {}", self.change, self.code)
    }
}

/// Reads the list.
fn read(list: &str) -> Vec<Survivor> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let pairs = lines.chunks(2).map(|pair| Survivor {
        change: pair[0].to_owned(),
        code: pair.get(1).map_or("", |code| code.trim()).to_owned(),
    });
    pairs.collect()
}

/// The survivor that a line of outcomes tells of: `missed src/game/sum.rs:90:25: replace | with ^ in …`.
fn survivor(sources: &Path, outcome: &str) -> io::Result<Option<Survivor>> {
    let Some(("missed" | "unreached", mutant)) = outcome.split_once(' ') else {
        return Ok(None);
    };
    let mut fields = mutant.splitn(4, ':');
    let (Some(file), Some(line), Some(_), Some(change)) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(io::Error::other(format!("no mutant: {outcome}")));
    };
    let text = fs::read_to_string(sources.join(file))?;
    let line: usize = line.parse().map_err(io::Error::other)?;
    let code = text.lines().nth(line - 1).unwrap_or_default();
    Ok(Some(Survivor {
        change: format!("{file}:{change}"),
        code: code.trim().to_owned(),
    }))
}

/// Compares the survivors of a run with the list; whether all of them are there.
pub(crate) fn compare(sources: &Path, outcomes: &Path, list: &Path) -> io::Result<bool> {
    let listed: BTreeSet<Survivor> = read(&fs::read_to_string(list)?).into_iter().collect();
    let outcomes = fs::read_to_string(outcomes)?;
    let mut files = BTreeSet::new();
    let mut survivors = BTreeSet::new();
    for line in outcomes.lines() {
        files.extend(line.split([' ', ':']).nth(1));
        survivors.extend(survivor(sources, line)?);
    }
    for survivor in survivors.difference(&listed) {
        println!("not in the list: {survivor}");
    }
    // Of the files that this run was about.
    let tried = |survivor: &&&Survivor| {
        let file = survivor.change.split(':').next();
        file.is_some_and(|file| files.contains(file))
    };
    for gone in listed
        .difference(&survivors)
        .collect::<Vec<_>>()
        .iter()
        .filter(tried)
    {
        println!("survives no more: {gone}");
    }
    println!(
        "{} survivors, all but {} in the list",
        survivors.len(),
        survivors.difference(&listed).count()
    );
    Ok(survivors.is_subset(&listed))
}
