//! `misere nim`: nim values of heaps.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use misere::answer::{MethodsCheck, MisereRow, NimSequence, Number};
use misere::game::Outcome;
use misere::genus::{GenusSequence, HeapGenus};
use misere::heaps::{Position, Ruleset};
use misere::nim::checkpoint::{self, Checkpoint, CheckpointError};
use misere::nim::loopy::{Bounds, LoopyValues};
use misere::nim::{NimValue, NimValues, NimValuesCertificate, compare_methods, methods};
use misere::play::{MisereOutcomes, Patience};

use super::failure::Failure;
use super::input::{self, one_ruleset};
use super::nim_tables;
use super::recheck::{self, Sample};
use super::session::{Session, replace_file};
use super::tables;
use super::value_rows::Rows;
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
    misere nim divide-and-residue --options 1..10 --reduced --format tex\n  \
    misere nim josephus --to 12\n  \
    misere nim nontotative --check\n  \
    misere nim kayles --misere=p-heaps --to 100000 --format bfile\n  \
    misere nim 'n -> n-1, n-2, [a, n-2-a] for a in 1..n-3' --to 50\n  \
    misere nim 0.77 --to 100 --certificate v.json && misere check v.json\n  \
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

    /// Misère play: misère nim values, outcomes, or the P-positions
    ///
    /// Without a value, the misère nim values. In a b-file of outcomes P is 1 and N is 0.
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "values", conflicts_with_all = ["check", "checkpoint", "options"])]
    misere: Option<MisereWhat>,

    /// Compare the fast method and the formula with the definition, as far as that is quick or up to B
    #[arg(long, conflicts_with_all = ["from", "options"])]
    check: bool,

    /// Go on from the values in this file, and keep it up to date
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "options"])]
    checkpoint: Option<PathBuf>,

    /// Write the values, from the smallest heap on, as a certificate that `misere check` can check
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "misere", "check", "options"])]
    certificate: Option<PathBuf>,

    /// How often the checkpoint is written; 20s unless set
    #[arg(long, value_name = "TIME", value_parser = input::duration, requires = "checkpoint")]
    every: Option<Duration>,

    /// Compute N values of the checkpoint again by definition, chosen at random, and refuse it if one
    /// differs; 20 unless N is given
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, requires = "checkpoint",
          default_missing_value = recheck::USUAL)]
    recheck: Option<usize>,

    /// The options of this heap with their values, or of a range A..B in a table
    ///
    /// The table of totient has Shapiro's class C(n), that of nontotient the distance to an even power
    /// of a prime.
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    options: Option<String>,

    /// Without pairs of equal heaps and heaps that have no move, each option once
    #[arg(long, requires = "options")]
    reduced: bool,
}

/// [`MisereRow`], as a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MisereWhat {
    /// Misère nim values: 1 for a heap without moves, else the least number that no option has
    Values,
    /// P or N for each heap
    Outcomes,
    /// The heaps that are P-positions
    PHeaps,
}

impl From<MisereWhat> for MisereRow {
    fn from(what: MisereWhat) -> Self {
        match what {
            MisereWhat::Values => Self::Values,
            MisereWhat::Outcomes => Self::Outcomes,
            MisereWhat::PHeaps => Self::PHeaps,
        }
    }
}

impl Nim {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        if self.check {
            return self.check(session, &*game);
        }
        let has_heaps = game.arity() == 1 && game.largest().is_none() && game.kinds() == 1;
        if self.certificate.is_some() && (!has_heaps || game.is_loopy()) {
            let message = format!("`{}` has no certificate of nim values", game.name());
            let hint = "its positions are not heaps in a row, or play may go on for ever";
            return Err(Failure::input(&message, Some(hint)));
        }
        if let Some(heaps) = &self.options {
            return nim_tables::options(session, &*game, heaps, self.reduced);
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
        if game.arity() == 2 && self.misere.is_none() && self.checkpoint.is_none() {
            return nim_tables::board(session, &*game, self.from.as_ref(), self.to.as_ref());
        }
        if game.arity() != 1 {
            let message = format!(
                "the positions of `{}` are not heaps in a row",
                game.called()
            );
            let example = game.example().unwrap_or(Position::pair(9, 2));
            let heap = game.called_heap(example);
            let hint = format!("ask for one of them, as in misere show '{heap}'");
            return Err(Failure::input(&message, Some(&hint)));
        }
        let smallest = BigUint::from(game.smallest());
        let from = self.from.unwrap_or_else(|| smallest.clone());
        if from < smallest {
            let message = format!("the smallest heap of `{}` is {smallest}", game.called());
            return Err(Failure::input(&message, None));
        }
        if let Some(largest) = game.largest() {
            return positions(session, &*game, largest, self.misere.map(MisereRow::from));
        }
        let to = self.to.unwrap_or_else(|| &from + 30u32);
        if to < from {
            let message = format!("the range is backwards: from {from} to {to}");
            return Err(Failure::input(&message, None));
        }
        if let Some(what) = self.misere {
            return misere_values(session, &*game, (&from, &to), what.into());
        }
        if game.is_loopy() {
            return loopy_values(session, &*game, &from, &to);
        }
        if let (Some(path), Some(count)) = (&self.checkpoint, self.recheck) {
            recheck_values(session, &*game, path, count)?;
        }
        let mut output = Rows::begin(session, &*game, &from, None)?;
        let every = self.every.unwrap_or(checkpoint::INTERVAL);
        let file = self.checkpoint.as_deref().map(|path| (path, every));
        let result = values(session, &*game, (&from, &to), file, &mut output);
        // After a limit was reached, the values known so far are still printed.
        let stopped = match &result {
            Err(Failure::Interrupted(reason)) => Some(reason.to_string()),
            _ => None,
        };
        output.end(session, stopped)?;
        result?;
        if let Some(path) = &self.certificate {
            write_certificate(session, &*game, &to, path)?;
        }
        Ok(Answer::Yes)
    }

    /// Compares the methods on a prefix.
    fn check(&self, session: &mut Session, game: &dyn Ruleset) -> Result<Answer, Failure> {
        session.require_format("nim --check", &[Format::Text, Format::Json])?;
        let to = self.to.as_ref().map(|to| to.to_u64().unwrap_or(u64::MAX));
        let agreement = compare_methods(game, to, session.budget())?;
        let found = MethodsCheck::new(game.name(), agreement);
        let answer = session.answer(found.agree);
        if session.format == Format::Json {
            session.json(&found)?;
        } else {
            let how_far = match found.compared_to {
                Some(heap) => format!("to heap {heap}"),
                None => "for no heap: even the smallest has too many options".into(),
            };
            session.line(&format!(
                "{} compared with the definition {how_far}",
                game.called()
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
        Ok(answer)
    }
}

/// Computes some values of a checkpoint again, if there is one.
fn recheck_values(
    session: &Session,
    game: &dyn Ruleset,
    path: &Path,
    count: usize,
) -> Result<(), Failure> {
    if std::fs::metadata(path).map_or(0, |metadata| metadata.len()) == 0 {
        return Ok(());
    }
    let checkpoint = Checkpoint::read(path, session.budget()).map_err(|error| match error {
        CheckpointError::Nim(error) => error.into(),
        other => Failure::input(&other.to_string(), None),
    })?;
    if checkpoint.ruleset != game.name() {
        // The computation refuses it.
        return Ok(());
    }
    let mut sample = Sample::new(count);
    let first = checkpoint.values.first();
    (first..first + checkpoint.values.len() as u64).for_each(|heap| sample.offer(heap));
    let _busy = session.busy("values of the checkpoint");
    match checkpoint.wrong_value(game, sample.chosen(), session.budget())? {
        Some(heap) => Err(recheck::refuse(path, &format!("heap {heap}"))),
        None => Ok(()),
    }
}

/// Writes the values from the smallest heap on as a certificate.
fn write_certificate(
    session: &Session,
    game: &dyn Ruleset,
    to: &BigUint,
    path: &Path,
) -> Result<(), Failure> {
    let to = to.to_u64().unwrap_or(u64::MAX);
    let mut evaluator = methods(game).best(game)?;
    evaluator.extend(to, session.budget())?;
    let (first, known) = (game.smallest(), evaluator.values());
    let value = |heap| known.get(heap).and_then(|value| value.to_u64());
    let values: Option<Vec<u64>> = (first..=to).map(value).collect();
    let Some(values) = values else {
        let message = "a certificate has values below 2^64";
        return Err(Failure::OutOfReach(message.into()));
    };
    let certificate = NimValuesCertificate::new(&game.name(), first, values);
    let json = serde_json::to_vec(&certificate)?;
    replace_file(path, |file| file.write_all(&json))
}

/// Computes and writes the values of a range.
fn values(
    session: &mut Session,
    game: &dyn Ruleset,
    (from, to): (&BigUint, &BigUint),
    file: Option<(&Path, Duration)>,
    output: &mut Rows,
) -> Result<(), Failure> {
    /// If the range begins at or below this heap, all heaps from the smallest on are computed.
    const DENSE: u64 = 50_000_000;
    let budget = session.budget().clone();
    let dense = from.to_u64().filter(|&from| from <= DENSE).zip(to.to_u64());
    if let Some((from, to)) = dense {
        let mut evaluator = methods(game).best(game)?;
        let progress = session.heaps("nim values", to);
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

/// Prints what is known of the heaps in misère play.
fn misere_values(
    session: &mut Session,
    game: &dyn Ruleset,
    (from, to): (&BigUint, &BigUint),
    what: MisereRow,
) -> Result<Answer, Failure> {
    let Some((first, last)) = from.to_u64().zip(to.to_u64()) else {
        let message = "misère values of heaps of more than 64 bits are not looked for";
        return Err(Failure::OutOfReach(message.into()));
    };
    let progress = session.heaps("misère play", last);
    let (values, outcomes, stopped) = if what == MisereRow::Values {
        let mut genera = GenusSequence::new(game)?;
        let stopped = genera.extend(&mut session.universe, last).err();
        (Some(genera), None, stopped)
    } else {
        let u = &mut session.universe;
        let mut outcomes = MisereOutcomes::new(game, last, &Patience::MOVES, u)?;
        let stopped = outcomes.stopped.take();
        (None, Some(outcomes), stopped)
    };
    drop(progress);
    // After a limit was reached, what is known is still written.
    if stopped.is_some() {
        session.extend_deadline();
    }
    let mut output = Rows::begin(session, game, from, Some(what))?;
    for (heap, entry) in values.iter().flat_map(GenusSequence::iter) {
        if (first..=last).contains(&heap) {
            let value = NimValue::from(u64::from(entry.genus.misere_nim_value()));
            output.push(session, &heap, &value)?;
        }
    }
    let mut p_heaps = 0u64;
    for (heap, outcome) in outcomes
        .iter()
        .flat_map(|outcomes| outcomes.iter_from(first))
    {
        session.budget().check()?;
        if what == MisereRow::Outcomes {
            output.push_outcome(session, heap, outcome)?;
        } else if outcome == Outcome::P {
            p_heaps += 1;
            output.push(session, &p_heaps, &NimValue::from(heap))?;
        }
    }
    output.end(session, stopped.as_ref().map(ToString::to_string))?;
    match stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(Answer::Yes),
    }
}

/// Prints the values of all positions of a table, by their names.
fn positions(
    session: &mut Session,
    game: &dyn Ruleset,
    largest: u64,
    misere: Option<MisereRow>,
) -> Result<Answer, Failure> {
    let formats = [Format::Text, Format::Csv, Format::Json, Format::Tex];
    session.require_format("nim of a table", &formats)?;
    let budget = session.budget().clone();
    let all = game.smallest()..=largest;
    let mut values: Vec<(u64, String)> = Vec::new();
    match misere {
        Some(MisereRow::Values) => {
            let mut genera = GenusSequence::new(game)?;
            genera.extend(&mut session.universe, largest)?;
            let value = |entry: &HeapGenus| entry.genus.misere_nim_value().to_string();
            values.extend(genera.iter().map(|(number, entry)| (number, value(entry))));
        }
        Some(row) => {
            let u = &mut session.universe;
            let mut outcomes = MisereOutcomes::new(game, largest, &Patience::MOVES, u)?;
            if let Some(stopped) = outcomes.stopped.take() {
                return Err(stopped.into());
            }
            let outcomes = outcomes.iter_from(game.smallest());
            let wanted = outcomes
                .filter(|(_, outcome)| row == MisereRow::Outcomes || *outcome == Outcome::P);
            values.extend(wanted.map(|(number, outcome)| (number, outcome.to_string())));
        }
        None if game.is_loopy() => {
            let mut generalised = LoopyValues::new(game, Bounds::default());
            for number in all {
                let value = generalised.value(Position::heap(number), &budget)?;
                values.push((number, value.to_string()));
            }
        }
        None => {
            let mut definition = NimValues::new(game)?;
            for number in all {
                let value = definition.value(Position::heap(number), &budget)?;
                values.push((number, value.to_string()));
            }
        }
    }
    let name = |number: u64| game.write_position(Position::heap(number));
    match session.format {
        Format::Json => {
            let listed = values.iter().map(|(_, value)| match value.parse() {
                Ok(number) => Number::Small(number),
                Err(_) => Number::Large(value.clone()),
            });
            return session
                .json(&NimSequence {
                    ruleset: game.name(),
                    misere,
                    positions: Some(values.iter().map(|&(number, _)| name(number)).collect()),
                    first: Number::Small(game.smallest()),
                    values: listed.collect(),
                    stopped: None,
                })
                .map(|()| Answer::Yes);
        }
        Format::Csv | Format::Tex => tables::begin(session, &["position", "value"])?,
        _ => session.line(&format!("{}: {}", game.called(), game.rule()))?,
    }
    for (number, value) in &values {
        match session.format {
            Format::Csv | Format::Tex => {
                tables::row(session, &[name(*number).into(), value.as_str().into()])?;
            }
            _ => session.line(&format!("{:>8}  {value}", name(*number)))?,
        }
    }
    if session.format == Format::Tex {
        tables::end(session)?;
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
        &[Format::Text, Format::Json, Format::Csv, Format::Tex],
    )?;
    let range = from.to_u64().zip(to.to_u64());
    let (from, to) = range.ok_or_else(|| {
        Failure::OutOfReach("values of heaps of more than 64 bits are not looked for".into())
    })?;
    let budget = session.budget().clone();
    let mut values = LoopyValues::new(game, Bounds::default());
    match session.format {
        Format::Csv | Format::Tex => tables::begin(session, &["n", "value"])?,
        Format::Text => session.line(&format!("{} from {from}: {}", game.called(), game.rule()))?,
        _ => {}
    }
    let mut listed = Vec::new();
    for heap in from..=to {
        let value = values.value(Position::heap(heap), &budget)?.to_string();
        match session.format {
            Format::Csv | Format::Tex => {
                tables::row(session, &[heap.to_string().into(), value.into()])?;
            }
            Format::Text => session.line(&format!("{heap:>8}  {value}"))?,
            _ => listed.push(Number::Large(value)),
        }
    }
    if session.format == Format::Tex {
        tables::end(session)?;
    }
    if session.format == Format::Json {
        session.json(&NimSequence {
            ruleset: game.name(),
            misere: None,
            positions: None,
            first: Number::Small(from),
            values: listed,
            stopped: None,
        })?;
    }
    Ok(Answer::Yes)
}
