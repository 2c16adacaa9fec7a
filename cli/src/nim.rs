//! `misere nim`: nim values of heaps.

use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use misere::answer::{HeapOptions, MethodsCheck, NimSequence, Number, OptionValue};
use misere::heaps::{Position, Ruleset};
use misere::nim::checkpoint::{self, CheckpointError};
use misere::nim::loopy::{Bounds, LoopyValues};
use misere::nim::{NimValue, NimValues, compare_methods, methods};

use super::failure::Failure;
use super::input::{self, one_ruleset};
use super::progress::Progress;
use super::session::Session;
use super::tex::{begin_table, end_table, exponents};
use super::{Answer, Format};

/// Compute the nim values of the heaps of a ruleset
///
/// Values are computed by the fastest method known for the ruleset, or else by the definition. A
/// value past 2^64 is shown as a sum of powers of two where that is shorter.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere nim saliquant --to 30\n  \
    misere nim 'subtraction{1,2}' --to 50 --format bfile\n  \
    misere nim divide-and-residue --options 7\n  \
    misere nim nontotative --check\n  \
    misere nim 'n -> n-1, n-2, [a, n-2-a] for a in 1..n-3' --to 50\n  \
    misere nim 0.007 --to 10000 --checkpoint treblecross.values --format bfile")]
pub(super) struct Nim {
    /// The ruleset
    #[arg(value_name = "RULESET", required = true)]
    ruleset: Vec<String>,

    /// The first heap; the smallest unless set
    #[arg(long, value_name = "A")]
    from: Option<BigUint>,

    /// The last heap; 30 beyond the first unless set
    #[arg(long, value_name = "B")]
    to: Option<BigUint>,

    /// Compare the fast method and the formula with the definition, as far as that is quick or up to B
    #[arg(long, conflicts_with_all = ["from", "options"])]
    check: bool,

    /// Go on from the values in this file, and keep it up to date
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "options"])]
    checkpoint: Option<PathBuf>,

    /// How often the checkpoint is written; 20s unless set
    #[arg(long, value_name = "TIME", value_parser = input::duration, requires = "checkpoint")]
    every: Option<Duration>,

    /// Show the options of this heap with their values
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    options: Option<u64>,
}

/// The OEIS takes no longer terms in a b-file.
const MOST_DIGITS: u64 = 1000;

impl Nim {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        if self.check {
            return self.check(session, &*game);
        }
        if let Some(heap) = self.options {
            return options(session, &*game, heap);
        }
        session.require_format(
            "nim",
            &[
                Format::Text,
                Format::Json,
                Format::Csv,
                Format::Bfile,
                Format::Tex,
            ],
        )?;
        if game.arity() != 1 {
            let message = format!("the positions of `{}` are not heaps in a row", game.name());
            let hint = format!(
                "ask for one of them, as in misere show '{}(9,2)'",
                game.name()
            );
            return Err(Failure::input(&message, Some(&hint)));
        }
        let smallest = BigUint::from(game.smallest());
        let from = self.from.unwrap_or_else(|| smallest.clone());
        if from < smallest {
            let message = format!("the smallest heap of `{}` is {smallest}", game.name());
            return Err(Failure::input(&message, None));
        }
        if let Some(largest) = game.largest() {
            return positions(session, &*game, largest);
        }
        let to = self.to.unwrap_or_else(|| &from + 30u32);
        if to < from {
            let message = format!("the range is backwards: from {from} to {to}");
            return Err(Failure::input(&message, None));
        }
        if game.is_loopy() {
            return loopy_values(session, &*game, &from, &to);
        }
        let mut output = Output::begin(session, &*game, &from)?;
        let every = self.every.unwrap_or(checkpoint::INTERVAL);
        let file = self.checkpoint.as_deref().map(|path| (path, every));
        let result = values(session, &*game, (&from, &to), file, &mut output);
        // After a limit was reached, the values known so far are still printed.
        let stopped = match &result {
            Err(Failure::Interrupted(reason)) => Some(reason.to_string()),
            _ => None,
        };
        output.end(session, stopped)?;
        result.map(|()| Answer::Yes)
    }

    /// Compares the methods on a prefix.
    fn check(&self, session: &mut Session, game: &dyn Ruleset) -> Result<Answer, Failure> {
        session.require_format("nim --check", &[Format::Text, Format::Json])?;
        let to = self.to.as_ref().map(|to| to.to_u64().unwrap_or(u64::MAX));
        let agreement = compare_methods(game, to, session.budget())?;
        let found = MethodsCheck::new(game.name(), agreement);
        if session.format == Format::Json {
            session.json(&found)?;
        } else {
            let how_far = match found.compared_to {
                Some(heap) => format!("to heap {heap}"),
                None => "for no heap: even the smallest has too many options".into(),
            };
            session.line(&format!(
                "{} compared with the definition {how_far}",
                found.ruleset
            ))?;
            let methods = [
                ("fast method", &found.fast_method),
                ("formula", &found.closed_form),
            ];
            for (what, name) in methods {
                session.property(what, name.as_deref().unwrap_or("none"))?;
            }
            for difference in &found.differences {
                session.property("differs", difference)?;
            }
            if found.agree {
                session.property("agree", "in every value")?;
            }
        }
        Ok(if found.agree { Answer::Yes } else { Answer::No })
    }
}

/// Computes and writes the values of a range.
fn values(
    session: &mut Session,
    game: &dyn Ruleset,
    (from, to): (&BigUint, &BigUint),
    file: Option<(&Path, Duration)>,
    output: &mut Output,
) -> Result<(), Failure> {
    /// If the range begins at or below this heap, all heaps from the smallest on are computed.
    const DENSE: u64 = 50_000_000;
    let budget = session.budget().clone();
    let dense = from.to_u64().filter(|&from| from <= DENSE).zip(to.to_u64());
    if let Some((from, to)) = dense {
        let mut evaluator = methods(game).best(game)?;
        let progress = Progress::start("nim values", None, session.quiet());
        let result = match file {
            Some((path, every)) => {
                match checkpoint::compute(game, &mut *evaluator, to, path, every, &budget) {
                    Ok(_) => Ok(()),
                    Err(CheckpointError::Nim(error)) => Err(error),
                    Err(error) => return Err(Failure::input(&error.to_string(), None)),
                }
            }
            None => evaluator.extend(to, &budget),
        };
        drop(progress);
        let known = evaluator.values();
        let end = known.first() + known.len() as u64;
        for heap in from..end.min(to.saturating_add(1)) {
            let value = known.get(heap).unwrap_or_default();
            output.push(session, &heap, &value)?;
        }
        return Ok(result?);
    }
    if file.is_some() {
        let message =
            format!("a checkpoint begins with the smallest heap, and goes to {DENSE} at most");
        return Err(Failure::input(&message, None));
    }
    let mut values = NimValues::new(game)?;
    let mut heap = from.clone();
    while heap <= *to {
        let value = values.value_at(std::slice::from_ref(&heap), &budget)?;
        output.push(session, &heap, &value)?;
        heap += 1u32;
    }
    Ok(())
}

/// Prints the values of all positions of a table, by their names.
fn positions(session: &mut Session, game: &dyn Ruleset, largest: u64) -> Result<Answer, Failure> {
    session.require_format("nim of a table", &[Format::Text, Format::Csv])?;
    let budget = session.budget().clone();
    let mut values = LoopyValues::new(game, Bounds::default());
    let mut definition = (!game.is_loopy())
        .then(|| NimValues::new(game))
        .transpose()?;
    match session.format {
        Format::Csv => session.csv(&["position", "value"])?,
        _ => session.line(&format!("{}: {}", game.name(), game.rule()))?,
    }
    for number in game.smallest()..=largest {
        let position = Position::heap(number);
        let value = match &mut definition {
            Some(definition) => definition.value(position, &budget)?.to_string(),
            None => values.value(position, &budget)?.to_string(),
        };
        let name = game.write_position(position);
        match session.format {
            Format::Csv => session.csv(&[&name, &value])?,
            _ => session.line(&format!("{name:>8}  {value}"))?,
        }
    }
    Ok(Answer::Yes)
}

/// Prints generalised values, where play may go on for ever.
fn loopy_values(
    session: &mut Session,
    game: &dyn Ruleset,
    from: &BigUint,
    to: &BigUint,
) -> Result<Answer, Failure> {
    session.require_format(
        "nim of a loopy ruleset",
        &[Format::Text, Format::Json, Format::Csv],
    )?;
    let range = from.to_u64().zip(to.to_u64());
    let (from, to) = range.ok_or_else(|| {
        Failure::OutOfReach("values of heaps of more than 64 bits are not looked for".into())
    })?;
    let budget = session.budget().clone();
    let mut values = LoopyValues::new(game, Bounds::default());
    match session.format {
        Format::Csv => session.csv(&["n", "value"])?,
        Format::Text => session.line(&format!("{} from {from}: {}", game.name(), game.rule()))?,
        _ => {}
    }
    let mut listed = Vec::new();
    for heap in from..=to {
        let value = values.value(Position::heap(heap), &budget)?.to_string();
        match session.format {
            Format::Csv => session.csv(&[&heap.to_string(), &value])?,
            Format::Text => session.line(&format!("{heap:>8}  {value}"))?,
            _ => listed.push(Number::Large(value)),
        }
    }
    if session.format == Format::Json {
        session.json(&NimSequence {
            ruleset: game.name(),
            first: Number::Small(from),
            values: listed,
            stopped: None,
        })?;
    }
    Ok(Answer::Yes)
}

/// Prints the options of a heap with their values, as the papers tabulate them.
fn options(session: &mut Session, game: &dyn Ruleset, heap: u64) -> Result<Answer, Failure> {
    session.require_format("nim --options", &[Format::Text, Format::Json, Format::Csv])?;
    let position = Position::heap(heap);
    if !game.is_position(position) {
        let message = format!("{heap} is not a heap of `{}`", game.name());
        let hint = format!("the smallest heap is {}", game.smallest());
        return Err(Failure::input(&message, Some(&hint)));
    }
    let found = HeapOptions::new(game, heap, session.budget())?;
    match session.format {
        Format::Json => session.json(&found)?,
        Format::Csv => {
            session.csv(&["option", "nim_value"])?;
            for OptionValue { option, nim_value } in &found.options {
                session.csv(&[option, nim_value])?;
            }
        }
        _ => {
            let name = game.heap_name(position);
            let count = found.options.len();
            let plural = if count == 1 { "" } else { "s" };
            session.line(&format!(
                "{name} has {count} option{plural} and nim value {}",
                found.nim_value
            ))?;
            let widths = found.options.iter().map(|o| o.option.chars().count());
            let width = widths.max().unwrap_or(0).min(60);
            for OptionValue { option, nim_value } in &found.options {
                session.line(&format!("  {option:<width$}  {nim_value}"))?;
            }
        }
    }
    Ok(Answer::Yes)
}

/// Writes values one after the other in the chosen format.
struct Output {
    format: Format,
    /// Values of the row that is being filled, and the heap it begins with.
    row: Vec<String>,
    row_start: String,
    count: usize,
    buffer: String,
}

impl Output {
    const COLUMNS: usize = 10;

    fn begin(session: &mut Session, game: &dyn Ruleset, from: &BigUint) -> Result<Self, Failure> {
        let output = Self {
            format: session.format,
            row: Vec::new(),
            row_start: String::new(),
            count: 0,
            buffer: String::new(),
        };
        match output.format {
            Format::Json => {
                let name = serde_json::to_string(&game.name())?;
                let first = match from.to_u64() {
                    Some(first) => first.to_string(),
                    None => format!("\"{from}\""),
                };
                session.text(&format!(
                    "{{\"ruleset\":{name},\"first\":{first},\"values\":["
                ))?;
            }
            Format::Csv => session.csv(&["n", "value"])?,
            Format::Bfile => {}
            Format::Tex => {
                let header: Vec<String> = (0..Self::COLUMNS).map(|i| format!("$+{i}$")).collect();
                let columns = format!("r|*{{{}}}{{r}}", Self::COLUMNS);
                let header: Vec<&str> = std::iter::once("$n$")
                    .chain(header.iter().map(String::as_str))
                    .collect();
                begin_table(session, &columns, &header)?;
            }
            _ => session.line(&format!("{} from {from}: {}", game.name(), game.rule()))?,
        }
        Ok(output)
    }

    fn push(
        &mut self,
        session: &mut Session,
        heap: &impl Display,
        value: &NimValue,
    ) -> Result<(), Failure> {
        // Writing to a string cannot fail.
        let _ = match self.format {
            Format::Json => {
                let comma = if self.count > 0 { "," } else { "" };
                match Number::from(value) {
                    Number::Small(number) => write!(self.buffer, "{comma}{number}"),
                    Number::Large(text) => write!(self.buffer, "{comma}\"{text}\""),
                }
            }
            Format::Csv => writeln!(self.buffer, "{heap},{value}"),
            Format::Bfile => {
                let digits = value.to_decimal(MOST_DIGITS).ok_or_else(|| {
                    Failure::OutOfReach(format!(
                        "the value of heap {heap} has more than {MOST_DIGITS} digits, which a \
                         b-file does not take"
                    ))
                })?;
                writeln!(self.buffer, "{heap} {digits}")
            }
            _ => {
                if self.row.is_empty() {
                    self.row_start = heap.to_string();
                }
                self.row.push(value.to_string());
                if self.row.len() == Self::COLUMNS {
                    self.end_row()
                } else {
                    Ok(())
                }
            }
        };
        self.count += 1;
        if self.buffer.len() > 1 << 16 {
            session.text(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Ends a row. Short values are aligned.
    fn end_row(&mut self) -> std::fmt::Result {
        if self.row.is_empty() {
            return Ok(());
        }
        if self.format == Format::Tex {
            write!(self.buffer, "${}$", self.row_start)?;
            for value in self.row.drain(..) {
                write!(self.buffer, " & ${}$", exponents(&value))?;
            }
            return writeln!(self.buffer, r" \\");
        }
        write!(self.buffer, "{:>8} ", self.row_start)?;
        for value in self.row.drain(..) {
            write!(self.buffer, " {value:>5}")?;
        }
        self.buffer.push('\n');
        Ok(())
    }

    /// Writes the rest, and in JSON what stopped the computation.
    fn end(mut self, session: &mut Session, stopped: Option<String>) -> Result<(), Failure> {
        let _ = self.end_row();
        session.text(&self.buffer)?;
        match self.format {
            Format::Json => match stopped {
                Some(reason) => {
                    let reason = serde_json::to_string(&reason)?;
                    session.line(&format!("],\"stopped\":{reason}}}"))
                }
                None => session.line("]}"),
            },
            Format::Tex => end_table(session),
            _ => Ok(()),
        }
    }
}
