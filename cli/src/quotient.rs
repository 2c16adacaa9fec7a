//! `misere quotient`: the misère quotient of a ruleset, verified.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use misere::answer::{self, HeapSum, QuotientParts, QuotientValue, ValueError};
use misere::heaps::{FiniteRuleset, Listing, Position, Ruleset};
use misere::limits::{Budget, Reason};
use misere::quotient::{
    InfiniteQuotient, MoveBounds, Quotient, QuotientBuilder, QuotientError, QuotientProgress,
};

use super::cayley;
use super::closure::closure;
use super::drawing::{Drawing, Instead, Language};
use super::failure::Failure;
use super::infinite_text;
use super::input::one_ruleset;
use super::isomorphic::isomorphic;
use super::progress::Progress;
use super::quotient_text::{tex_fragment, text};
use super::session::{Session, replace_file};
use super::{Answer, Format};

/// Compute the misère quotient of a ruleset, verified for all sums
///
/// Two sums of heaps have the same value in the quotient iff they can replace each other in every
/// sum of these heaps in misère play; the quotient tells which values are those of P-positions. It
/// is given by generators, relations and the value of each heap. With --solve the heaps grow until
/// a theorem proves that the values repeat: then it is the quotient of all heaps.
///
/// Without --to and --solve it is as with --solve, but stops after 10 seconds (or --timeout) with the
/// last quotient that was proved. Long lists are cut in text; --all shows them.
///
/// With --graph or --dot the Cayley graph is drawn: arrows lead from x to xg for each generator g.
///
/// A quotient may be infinite. Those in which one linear form compares the numbers of a few wild heaps
/// are found and verified for all sums as well: P is shown in pieces. If a limit is reached, the last
/// quotient that was proved is shown; this proves nothing about the next.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere quotient 0.77 --solve\n  \
    misere quotient 0.07 --to 30 --structure\n  \
    misere quotient 0.3122 --to 7\n  \
    misere quotient nim --to 4 --table\n  \
    misere quotient 0.77 --solve --sum 1000,999,5\n  \
    misere quotient '2##' '2#'\n  \
    misere quotient kayles grundy --to 8\n  \
    misere quotient kayles --to 9 --value 5+9+9\n  \
    misere quotient nim --to 4 --isomorphic-to 'subtraction{1,2,3,4,5}'\n  \
    misere quotient 0.75 --solve --graph --output cayley.svg\n  \
    misere quotient 0.123 --solve --certificate q.json && misere check q.json")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct QuotientCommand {
    /// A ruleset; several rulesets together; or games and positions, with all that play can reach
    #[arg(value_name = "RULESET|EXPR", required = true)]
    ruleset: Vec<String>,

    /// The largest heap
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Let the heaps grow until the quotient of all heaps is known
    #[arg(long, conflicts_with = "to")]
    solve: bool,

    /// Show all relations, P-values and heaps
    #[arg(long)]
    all: bool,

    /// The multiplication table
    #[arg(long, conflicts_with_all = ["graph", "dot"])]
    table: bool,

    /// Idempotents, components, kernel and groups
    #[arg(long, conflicts_with_all = ["graph", "dot"])]
    structure: bool,

    /// Who wins the sum of these heaps, and how
    #[arg(long, value_name = "HEAPS", value_delimiter = ',', conflicts_with_all = ["graph", "dot"])]
    sum: Vec<u64>,

    /// The value of a sum such as 5+9+9 or a product of generators such as 'a b^2', and which sums have it
    #[arg(long, value_name = "VALUE", conflicts_with_all = ["graph", "dot"])]
    value: Vec<String>,

    /// Whether the quotient of this ruleset is the same monoid with the same P-values
    #[arg(long, value_name = "RULESET", conflicts_with_all = ["table", "structure", "sum", "certificate", "graph", "dot"])]
    isomorphic_to: Option<String>,

    /// The largest heap of the other ruleset, if not the same
    #[arg(long, value_name = "N", requires = "isomorphic_to")]
    other_to: Option<u64>,

    /// Write a certificate that `misere check` can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Write an SMT-LIB file that is unsatisfiable iff an infinite quotient is right
    #[arg(long, value_name = "FILE")]
    smt: Option<PathBuf>,

    #[command(flatten)]
    instead: Instead,
}

/// How long heaps are added if neither --to nor --solve is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The maximum number of rows of a table.
const LARGEST_TABLE: usize = 2000;

impl QuotientCommand {
    pub(super) fn run(mut self, session: &mut Session) -> Result<Answer, Failure> {
        let mut is_named = false;
        if let [word] = &self.ruleset[..]
            && let Some((ruleset, to)) = session.quotient(word)
        {
            is_named = true;
            self.ruleset = vec![ruleset];
            if self.to.is_none() {
                self.to = to;
                self.solve |= to.is_none();
            }
        }
        let drawing = self.instead.drawing()?;
        match drawing {
            Some(_) => session.require_format("quotient --graph", &[Format::Text])?,
            None if self.structure || !self.sum.is_empty() => {
                let more = if self.structure {
                    "--structure"
                } else {
                    "--sum"
                };
                let command = format!("quotient {more}");
                session.require_format(&command, &[Format::Text, Format::Json])?;
            }
            None => {
                session.require_format("quotient", &[Format::Text, Format::Json, Format::Tex])?;
            }
        }
        if let Some(closure) = closure(session, &self.ruleset, self.to)? {
            return self.of_closure(session, &closure, drawing);
        }
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        // All positions of a table.
        let to = self.to.or_else(|| game.largest());
        let Found {
            quotient,
            infinite,
            stopped,
        } = if is_named {
            remembered(session, &*game, to)?
        } else {
            self.find_asked(session, &*game, to)?
        };
        if let Some(infinite) = infinite {
            return self.show_infinite(session, &infinite, &*game, stopped);
        }
        if let Some(other) = &self.isomorphic_to {
            if let Some(error) = stopped {
                return Err(error.into());
            }
            let game = session.ruleset(other)?;
            let other = find(session, &*game, self.other_to.or(self.to), session.budget())?;
            if let Some(infinite) = &other.infinite {
                return Err(only_finite("--isomorphic-to", infinite));
            }
            return match other.stopped {
                Some(error) => Err(error.into()),
                None => isomorphic(session, &quotient, &other.quotient),
            };
        }
        if self.smt.is_some() && stopped.is_none() {
            let message = "this quotient is finite: --smt is for infinite ones";
            return Err(Failure::input(
                message,
                Some("--certificate FILE proves a finite one"),
            ));
        }
        let mut interrupted = None;
        if stopped.is_none() || quotient.max_heap().is_some() {
            if let Some((drawing, language)) = drawing {
                draw(session, &quotient, drawing, language)?;
            } else if stopped.is_none() || quotient.pretending().len() <= SHOWN_WHEN_STOPPED {
                if stopped.is_none() {
                    let bytes = quotient.pretending().len() * HEAP;
                    let checked = session.budget().check_memory(bytes);
                    checked.map_err(Failure::Interrupted)?;
                }
                let mut parts = self.parts(session, &quotient, &*game)?;
                if let Some(last) = game.largest().filter(|last| Some(*last) == to) {
                    let name = |heap| game.write_position(Position::heap(heap));
                    parts.positions = Some((game.smallest()..=last).map(name).collect());
                }
                interrupted = parts.sum.as_ref().and_then(|sum| sum.interrupted);
                parts.stopped = stopped.as_ref().map(ToString::to_string);
                show(session, &quotient, parts, self.all)?;
            }
            self.write_certificate(&quotient, || None)?;
        }
        if let Some(reason) = interrupted {
            return Err(Failure::Interrupted(reason));
        }
        match stopped {
            None => Ok(Answer::Yes),
            Some(error) => {
                session.note(&known(&quotient));
                Err(error.into())
            }
        }
    }

    /// Finds the quotient up to the last heap, or that of all heaps; if neither is asked for, what can be
    /// proved in the time that there is.
    fn find_asked(
        &self,
        session: &Session,
        game: &dyn Ruleset,
        to: Option<u64>,
    ) -> Result<Found, Failure> {
        let is_limited = to.is_none() && !self.solve && self.isomorphic_to.is_none();
        let mut budget = session.budget().clone();
        let mut most = to;
        if is_limited {
            if budget.deadline.is_none() {
                budget = budget.within(DEFAULT_TIME);
            }
            // Without a theorem there are always further heaps.
            most = to.or_else(|| MoveBounds::of(game).is_none().then_some(u64::MAX));
        }
        let mut found = find(session, game, most, &budget)?;
        let heap = found.infinite.as_ref().map(InfiniteQuotient::max_heap);
        let heap = heap.or_else(|| found.quotient.max_heap());
        let time_is_up = match &found.stopped {
            Some(QuotientError::Stopped(Reason::Deadline)) => heap.is_some(),
            Some(QuotientError::Infinite { .. }) => true,
            _ => false,
        };
        if is_limited && time_is_up {
            // What is known when the time is up is the answer.
            let error = found.stopped.take();
            if let Some(QuotientError::Stopped(reason)) = error {
                let heap = heap.unwrap_or(0);
                session.note(&format!(
                    "{reason}: the quotient of the heaps up to {heap} is the last that was proved; \
                     --to N and --solve have no limit of their own"
                ));
            }
        }
        Ok(found)
    }

    /// The quotient of all sums of these positions.
    fn of_closure(
        &self,
        session: &mut Session,
        closure: &FiniteRuleset,
        drawing: Option<(&Drawing, Language)>,
    ) -> Result<Answer, Failure> {
        let refused = [
            (self.solve, "--solve"),
            (self.isomorphic_to.is_some(), "--isomorphic-to"),
        ];
        if let Some((_, flag)) = refused.into_iter().find(|(is_set, _)| *is_set) {
            let message = format!("{flag} needs one ruleset");
            let hint = "a closure of games and positions has a quotient of its own";
            return Err(Failure::input(&message, Some(hint)));
        }
        let last = (closure.len() as u64).saturating_sub(1);
        let Found {
            quotient,
            infinite,
            stopped,
        } = find(session, closure, Some(last), session.budget())?;
        if let Some(infinite) = infinite {
            if self.certificate.is_some() {
                let message = "an infinite quotient of listed positions has no certificate yet";
                let hint = "one ruleset with --to N has one";
                return Err(Failure::input(message, Some(hint)));
            }
            // The quotient speaks of positions by their numbers.
            if session.format == Format::Text {
                for (number, name) in closure.names().enumerate() {
                    session.line(&format!("{number:>5} = {name}"))?;
                }
            }
            return self.show_infinite(session, &infinite, closure, stopped);
        }
        if let Some(error) = stopped {
            return Err(error.into());
        }
        if let Some((drawing, language)) = drawing {
            draw(session, &quotient, drawing, language)?;
            return Ok(Answer::Yes);
        }
        let mut parts = self.parts(session, &quotient, closure)?;
        parts.positions = Some(closure.names().map(ToOwned::to_owned).collect());
        show(session, &quotient, parts, self.all)?;
        (session.budget()).check_memory(closure.listing_bytes() as u64)?;
        self.write_certificate(&quotient, || Some(closure.listing(closure.len())))?;
        Ok(Answer::Yes)
    }

    /// Shows an infinite quotient.
    fn show_infinite(
        &self,
        session: &mut Session,
        quotient: &InfiniteQuotient,
        game: &dyn Ruleset,
        stopped: Option<QuotientError>,
    ) -> Result<Answer, Failure> {
        let asked = [
            (self.isomorphic_to.is_some(), "--isomorphic-to"),
            (self.table, "--table"),
            (self.structure, "--structure"),
            (self.instead.drawing()?.is_some(), "--graph"),
        ];
        if let Some((_, option)) = asked.into_iter().find(|(is_asked, _)| *is_asked) {
            return Err(only_finite(option, quotient));
        }
        let mut sum = None;
        if !self.sum.is_empty() {
            let found = HeapSum::in_infinite(quotient, game, &self.sum, session.budget());
            sum = Some(found.ok_or_else(|| too_large(quotient.max_heap()))?);
        }
        let interrupted = sum.as_ref().and_then(|sum| sum.interrupted);
        let reason = stopped.as_ref().map(ToString::to_string);
        if session.format == Format::Tex {
            session.text(&infinite_text::tex_fragment(quotient))?;
        } else {
            // A limit that is reached while classes are counted does not matter.
            let growth = quotient.growth(session.budget()).ok().flatten();
            let answer = answer::InfiniteQuotient::new(quotient, growth, sum, reason);
            match session.format {
                Format::Json => session.json(&answer)?,
                _ => session.text(&infinite_text::text(&answer))?,
            }
        }
        if let Some(path) = &self.certificate {
            let certificate = quotient.certificate();
            replace_file(path, |out| {
                serde_json::to_writer(&mut *out, &certificate)?;
                writeln!(out)
            })?;
        }
        if let Some(path) = &self.smt {
            let mut sentence = Vec::new();
            let is_written = quotient.write_smt(game, &mut sentence);
            if !is_written.unwrap_or(false) {
                let message = "the SMT-LIB file would have too many cases";
                return Err(Failure::OutOfReach(message.into()));
            }
            replace_file(path, |out| out.write_all(&sentence))?;
        }
        match (interrupted, stopped) {
            (Some(reason), _) => Err(Failure::Interrupted(reason)),
            (None, None) => Ok(Answer::Yes),
            (None, Some(error @ QuotientError::Infinite { .. })) => Err(error.into()),
            (None, Some(error)) => {
                let heap = quotient.max_heap();
                session.note(&format!(
                    "the quotient of the heaps up to {heap} is proved, and infinite; this proves \
                     nothing about the next but that it is infinite"
                ));
                Err(error.into())
            }
        }
    }

    /// Computes what was asked for beside the quotient itself.
    fn parts(
        &self,
        session: &Session,
        quotient: &Quotient,
        game: &dyn Ruleset,
    ) -> Result<QuotientParts, Failure> {
        if self.table && quotient.order() > LARGEST_TABLE {
            let message = format!("a table of {} rows is not shown", quotient.order());
            let hint = "the Cayley graph is in the --certificate";
            return Err(Failure::input(&message, Some(hint)));
        }
        let mut parts = QuotientParts {
            table: self.table,
            ..QuotientParts::default()
        };
        if self.structure {
            // The nim values cost less than the quotient did, and a quotient found in time is
            // shown as a whole.
            let mut budget = session.budget().clone();
            budget.deadline = None;
            parts.structure = Some(answer::Structure::new(quotient, game, &budget)?);
        }
        for asked in &self.value {
            let value = QuotientValue::new(quotient, game, asked, session.budget());
            parts.values.push(value.map_err(|error| match error {
                ValueError::Text(error) => Failure::in_ruleset(error, asked),
                ValueError::Stopped(reason) => reason.into(),
            })?);
        }
        if !self.sum.is_empty() {
            let sum = HeapSum::new(quotient, game, &self.sum, session.budget());
            parts.sum = Some(sum.ok_or_else(|| too_large(quotient.max_heap().unwrap_or(0)))?);
        }
        Ok(parts)
    }

    /// Writes the certificate that was asked for, with the positions if these are listed.
    fn write_certificate(
        &self,
        quotient: &Quotient,
        positions: impl FnOnce() -> Option<Listing>,
    ) -> Result<(), Failure> {
        let Some(path) = &self.certificate else {
            return Ok(());
        };
        let Some(mut certificate) = quotient.certificate() else {
            return Ok(());
        };
        certificate.positions = positions();
        replace_file(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            writeln!(out)
        })
    }
}

fn too_large(most: u64) -> Failure {
    let message = format!("this quotient speaks of heaps up to {most} only");
    Failure::input(&message, Some("let --to be larger, or use --solve"))
}

/// Refuses an option that needs a finite quotient.
fn only_finite(option: &str, quotient: &InfiniteQuotient) -> Failure {
    let (ruleset, heap) = (quotient.ruleset(), quotient.max_heap());
    let message = format!(
        "the quotient of {ruleset} to heap {heap} is infinite: {option} needs a finite one"
    );
    Failure::input(
        &message,
        Some("--to N with a smaller heap may have a finite quotient"),
    )
}

/// Finds the quotient of a name, unless it is remembered.
fn remembered(
    session: &mut Session,
    game: &dyn Ruleset,
    to: Option<u64>,
) -> Result<Found, Failure> {
    /// More are forgotten, the oldest first.
    const MOST: usize = 8;
    let name = game.name();
    let mut known = session.quotients.iter();
    if let Some((_, _, found)) = known.find(|(n, t, _)| *n == name && *t == to) {
        return Ok(found.clone());
    }
    let found = find(session, game, to, session.budget())?;
    if found.stopped.is_none() {
        if session.quotients.len() == MOST {
            session.quotients.remove(0);
        }
        session.quotients.push((name, to, found.clone()));
    }
    Ok(found)
}

/// The last quotients that were proved.
#[derive(Clone)]
pub(super) struct Found {
    /// The last finite one.
    quotient: Quotient,
    /// The last one, if it is infinite.
    infinite: Option<InfiniteQuotient>,
    stopped: Option<QuotientError>,
}

/// Computes the quotient of the heaps up to N, or of all heaps; if a limit is reached, the last one
/// that was proved.
fn find(
    session: &Session,
    game: &dyn Ruleset,
    to: Option<u64>,
    budget: &Budget,
) -> Result<Found, Failure> {
    if to.is_none() && MoveBounds::of(game).is_none() {
        let message = format!("no period theorem speaks of `{}`", game.name());
        let hint = "--to N gives the quotient of the heaps up to N";
        return Err(Failure::input(&message, Some(hint)));
    }
    let progress = Progress::start("quotients", None, session.quiet());
    let report = |at: QuotientProgress| {
        progress.say(|| {
            let QuotientProgress { heap, order, .. } = at;
            match at.refuted {
                0 => format!("heap {heap}, order {order},"),
                n => format!("heap {heap}, candidate of order {order}, {n} relations refuted,"),
            }
        });
    };
    let mut builder = QuotientBuilder::new(game)?.with_report(report);
    let stopped = match to {
        Some(to) => builder.extend_to(to, budget).err(),
        None => builder.solve(budget).err(),
    };
    Ok(Found {
        quotient: builder.quotient(),
        infinite: builder.infinite(),
        stopped,
    })
}

fn draw(
    session: &mut Session,
    quotient: &Quotient,
    drawing: &Drawing,
    language: Language,
) -> Result<(), Failure> {
    let order = quotient.order();
    let edges = order * quotient.generators().len();
    let otherwise = "the Cayley graph is in the --certificate";
    let _memory = drawing.check_size(session, order, edges, otherwise)?;
    let title = drawing.title(quotient.ruleset());
    let diagram = cayley::diagram(quotient, &title);
    drawing.write(session, diagram, language, "quotient")
}

fn show(
    session: &mut Session,
    quotient: &Quotient,
    parts: QuotientParts,
    all: bool,
) -> Result<(), Failure> {
    if session.format == Format::Tex {
        return session.text(&tex_fragment(quotient, parts.table));
    }
    let answer = answer::Quotient::new(quotient, parts);
    if session.format == Format::Json {
        return session.json(&answer);
    }
    session.text(&text(&answer, all))
}

/// Says what is proved although a limit was reached.
fn known(quotient: &Quotient) -> String {
    match quotient.max_heap() {
        None => "no quotient is proved yet; this proves nothing about any".into(),
        Some(heap) => format!(
            "the quotient of the heaps up to {heap} is proved; this proves nothing about the next, \
             not even that it is infinite"
        ),
    }
}

/// The maximum number of heaps whose values are shown after a limit was reached.
const SHOWN_WHEN_STOPPED: usize = 10_000;
/// The bytes for the value of a heap in an answer.
const HEAP: usize = 64;

impl From<QuotientError> for Failure {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Stopped(reason) => Self::Interrupted(reason),
            QuotientError::Loopy { .. } | QuotientError::NotHeaps { .. } => {
                Self::input(&error.to_string(), None)
            }
            other => Self::OutOfReach(other.to_string()),
        }
    }
}
