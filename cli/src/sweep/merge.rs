//! `misere merge`: the files of shards joined.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::head::Head;
use super::rows::{Done, Table};
use super::{Answer, Failure, Format, Session, listed, note, parse};
use crate::result_lines::read_lines;
use crate::session::replace_file;
use crate::tables;

/// Join the files that shards of a sweep wrote
///
/// The result is that of one sweep over the whole family, byte by byte. Files of other families,
/// limits or versions are refused. A last line that was cut off is left out, so files of tasks that
/// were killed, or that still run, can be joined. What is missing is told, and the exit code is then
/// 3.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere sweep octal:1 --shard 1/2 --output part-1.jsonl\n  \
    misere sweep octal:1 --shard 2/2 --output part-2.jsonl\n  \
    misere merge part-1.jsonl part-2.jsonl --output whole.jsonl\n  \
    misere merge part-1.jsonl part-2.jsonl --format csv")]
pub(crate) struct Merge {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write this file, as `sweep --output` does; unless set, a table is printed
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The result for one game, and the file that it is from.
struct Kept {
    line: String,
    result: Done,
}

impl Merge {
    pub(crate) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format(
            "merge",
            &[Format::Text, Format::Json, Format::Csv, Format::Tex],
        )?;
        let mut head: Option<Head> = None;
        let mut kept: HashMap<String, Kept> = HashMap::new();
        let mut memory = session.budget().account();
        let beginnings = [Head::BEGINNING, Done::BEGINNING];
        let progress = session.counting("files", self.files.len() as u64);
        for path in &self.files {
            let mut has_head = false;
            read_lines(path, &beginnings, session.budget(), |line| {
                if line.starts_with(Head::BEGINNING) {
                    has_head = true;
                    return match &head {
                        Some(head) => head.require(line),
                        None => Head::read(line).map(|read| head = Some(read)),
                    };
                }
                let Some(head) = head.as_ref().filter(|_| has_head) else {
                    return Err(Head::MISSING.into());
                };
                let result = Done::read(line, head.asks)?;
                let bytes = size_of::<Kept>() + 2 * result.ruleset.len() + line.len() + 32;
                memory.add(bytes).map_err(|reason| reason.to_string())?;
                keep(&mut kept, line, result)
            })?;
            progress.advance(1);
        }
        drop(progress);
        let Some(head) = head else {
            let hint = "misere sweep FAMILY --shard I/N --output FILE writes such files";
            return Err(Failure::input(
                "these files have no results of a sweep",
                Some(hint),
            ));
        };
        let family = parse(&head.sweep)?;
        let (mut missing, mut unfinished) = ((Vec::new(), 0), (Vec::new(), 0));
        let mut rows = Vec::with_capacity(kept.len());
        for game in family.games() {
            session.budget().check()?;
            let name = game.name();
            match kept.remove(&name) {
                Some(row) => {
                    if row.result.unfinished {
                        note(&mut unfinished, &name);
                    }
                    rows.push(row.line);
                }
                None => note(&mut missing, &name),
            }
        }
        if let Some(name) = kept.keys().min() {
            let message = format!("`{name}` is not a game of {}", head.sweep);
            return Err(Failure::input(&message, None));
        }
        if let Some(path) = &self.output {
            replace_file(path, |file| {
                let lines = std::iter::once(serde_json::to_string(&head)?).chain(rows);
                let mut file = std::io::BufWriter::new(file);
                for line in lines {
                    writeln!(file, "{line}")?;
                }
                file.flush()
            })?;
        } else {
            let table = Table::begin(head.asks, session)?;
            for line in &rows {
                table.write(line, session)?;
            }
            tables::end_small(session)?;
        }
        let count = family.len();
        let mut told = Vec::new();
        for ((names, number), what) in [(missing, "missing"), (unfinished, "stopped by a limit")] {
            if number > 0 {
                let names = listed(&names, number);
                told.push(format!("{number} of {count} games are {what}: {names}"));
            }
        }
        if told.is_empty() {
            session.note(&format!("all {count} games of {}", head.sweep));
            return Ok(Answer::Yes);
        }
        Err(Failure::Unfinished(told.join("\n  ")))
    }
}

/// Keeps a result; of two for one game that which went further. A limit of time may stop a game in
/// two runs at different heaps, and then the first is kept.
fn keep(kept: &mut HashMap<String, Kept>, line: &str, result: Done) -> Result<(), String> {
    let row = |result| Kept {
        line: line.into(),
        result,
    };
    match kept.entry(result.ruleset.clone()) {
        Entry::Vacant(place) => {
            place.insert(row(result));
        }
        Entry::Occupied(mut place) => {
            let before = &place.get().result;
            let rank = |result: &Done| (!result.unfinished, result.stopped.is_none());
            if rank(&result) > rank(before) {
                place.insert(row(result));
            } else if rank(&result) == (true, true) && place.get().line != line {
                return Err(format!(
                    "a second result for {}, and it differs",
                    result.ruleset
                ));
            }
        }
    }
    Ok(())
}
