//! `misere quotient`: the misère quotient of a ruleset, verified.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use misere::answer::{self, HeapSum, Letters, QuotientParts, QuotientValue, ValueError};
use misere::heaps::{FiniteRuleset, Listing, Position, Ruleset};
use misere::limits::{Budget, Reason};
use misere::play::closure_listing;
use misere::quotient::check::{self, InvalidQuotient};
use misere::quotient::{
    InfiniteQuotient, MoveBounds, Quotient, QuotientBuilder, QuotientError, QuotientProgress,
};
use misere_figures::{cayley_graph_by, infinite_quotient_tex, plane, quotient_tex};

use super::atlas;
use super::closure::closure;
use super::drawing::{Drawing, Instead};
use super::failure::Failure;
use super::figure::Language;
use super::infinite_text;
use super::input::{self, HeapList, heaps, one_ruleset};
use super::isomorphic::isomorphic;
use super::quotient_text::text;
use super::search_file::SearchFile;
use super::session::{Session, replace_file};
use super::{Answer, Format};

/// Compute the misère quotient of a ruleset, verified for all sums
///
/// Two sums of heaps have the same value in the quotient iff they can replace each other in every
/// sum of these heaps in misère play; the quotient tells which values are those of P-positions. It
/// is given by generators, relations and the value of each heap. With --solve one heap after the other
/// is added until a theorem proves that the values repeat: then it is the quotient of all heaps.
///
/// Without --to and --solve the command tries to solve for 10 seconds (or --timeout), and shows the last
/// quotient that was proved. Text leaves out the ends of long lists; --all shows them.
///
/// With --graph or --dot the Cayley graph is drawn: arrows lead from x to xg for each generator g, or for
/// those of --generators. Of an infinite quotient --graph draws P, in the plane of the two largest wild
/// heaps. The ending of --output decides how it is written: .svg, .pdf, .png, .tikz or .dot.
///
/// A quotient may be infinite. It is found, and verified for all sums, if one linear form compares the
/// numbers of a few wild heaps; P is then shown in pieces. If a limit is reached, the last quotient that
/// was proved is shown; this proves nothing about the next.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere quotient 0.77 --solve\n  \
    misere quotient 0.07 --to 30 --structure\n  \
    misere quotient 0.3122 --to 7\n  \
    misere quotient 0.176 --solve\n  \
    misere quotient 0.3122 --to 7 --graph --output plane.svg\n  \
    misere quotient nim --to 4 --table\n  \
    misere quotient 0.77 --solve --sum 1000+999+5\n  \
    misere quotient '2##' '2#'\n  \
    misere quotient kayles grundy --to 8\n  \
    misere quotient kayles --to 9 --value 5+9+9\n  \
    misere quotient nim --to 4 --isomorphic-to 'subtraction{1,2,3,4,5}'\n  \
    misere quotient 0.75 --solve --graph --output cayley.svg\n  \
    misere quotient 0.77 --to 9 --graph --generators b,c --output cayley.pdf\n  \
    misere quotient 0.123 --solve --certificate q.json && misere check q.json\n  \
    misere quotient 0.07 --to 32 --resume search.json")]
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

    /// Add heaps until the quotient of all heaps is known
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

    /// Who wins the sum of these heaps, as in 5+9 or 5,9, and how
    #[arg(long, value_name = "HEAPS", value_parser = heaps, conflicts_with_all = ["graph", "dot"])]
    sum: Vec<HeapList>,

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

    /// Keep the state of the search in this file, every 20 seconds and at the end, and go on from it
    #[arg(long, value_name = "FILE", conflicts_with = "isomorphic_to")]
    resume: Option<PathBuf>,

    /// With --graph or --dot: the lines of these generators only, as in a,b
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    generators: Vec<String>,
    /// How often that file is written; 20s unless set
    #[arg(long, value_name = "TIME", value_parser = input::duration, requires = "resume")]
    every: Option<Duration>,

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
        let drawing = self.instead.drawing(session, "quotient --graph")?;
        if drawing.is_none() {
            self.require_format(session)?;
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
        } = if is_named && self.resume.is_none() {
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
            return self.compare(session, (&quotient, &*game), other);
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
                self.draw(session, &quotient, drawing, language)?;
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
                show(session, &quotient, &game.called(), parts, self.all)?;
            }
            self.write_certificate(session, &quotient, &*game, |_| Ok(None))?;
        }
        if let Some(reason) = interrupted {
            return Err(Failure::Interrupted(reason));
        }
        match stopped {
            None => Ok(Answer::Yes),
            Some(error) => {
                session.note(&known(&quotient));
                if let Some(row) = atlas::mention(&*game) {
                    session.note(&format!("atlas: {row}"));
                }
                Err(error.into())
            }
        }
    }

    /// Refuses formats that this question has not.
    fn require_format(&self, session: &Session) -> Result<(), Failure> {
        if !self.generators.is_empty() {
            let message = "--generators goes with --graph or --dot";
            return Err(Failure::input(message, None));
        }
        let all = [Format::Text, Format::Json, Format::Csv, Format::Tex];
        let (command, formats) = if self.structure {
            ("quotient --structure", &all[..2])
        } else if !self.sum.is_empty() {
            ("quotient --sum", &all[..2])
        } else if self.isomorphic_to.is_some() {
            ("quotient --isomorphic-to", &all[..2])
        } else {
            ("quotient", &all[..])
        };
        session.require_format(command, formats)
    }

    /// Compares the quotient with that of another ruleset.
    fn compare(
        &self,
        session: &mut Session,
        (quotient, game): (&Quotient, &dyn Ruleset),
        other: &str,
    ) -> Result<Answer, Failure> {
        let second = session.ruleset(other)?;
        let to = self.other_to.or(self.to);
        let found = find(session, &*second, to, session.budget())?;
        if let Some(infinite) = &found.infinite {
            return Err(only_finite("--isomorphic-to", infinite));
        }
        match found.stopped {
            Some(error) => Err(error.into()),
            None => isomorphic(
                session,
                (quotient, &game.called()),
                (&found.quotient, &second.called()),
            ),
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
        let file = self.resume.as_deref();
        let file = file
            .map(|path| SearchFile::open(path, self.every))
            .transpose()?;
        let mut found = find_kept(session, game, most, &budget, file.as_ref())?;
        let heap = found.infinite.as_ref().map(InfiniteQuotient::max_heap);
        let heap = heap.or_else(|| found.quotient.max_heap());
        let time_is_up = match &found.stopped {
            Some(QuotientError::Stopped(Reason::Deadline)) => heap.is_some(),
            Some(QuotientError::Shape) => found.infinite.is_some(),
            _ => false,
        };
        if is_limited && time_is_up {
            // What is known when the time is up is the answer.
            if let Some(error) = found.stopped.take() {
                let heap = heap.unwrap_or(0);
                let limit = match error {
                    QuotientError::Stopped(_) => "; --to N and --solve have no limit of their own",
                    _ => "",
                };
                session.note(&format!(
                    "{error}: the quotient of the heaps up to {heap} is the last that was proved{limit}"
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
            (self.resume.is_some(), "--resume"),
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
            self.draw(session, &quotient, drawing, language)?;
            return Ok(Answer::Yes);
        }
        let mut parts = self.parts(session, &quotient, closure)?;
        parts.positions = Some(closure.names().map(ToOwned::to_owned).collect());
        show(session, &quotient, quotient.ruleset(), parts, self.all)?;
        (session.budget()).check_memory(closure.listing_bytes() as u64)?;
        self.write_certificate(session, &quotient, closure, |session| {
            let listing = closure_listing(closure, &mut session.universe)?;
            Ok(Some(listing))
        })?;
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
            (!self.value.is_empty(), "--value"),
        ];
        if let Some((_, option)) = asked.into_iter().find(|(is_asked, _)| *is_asked) {
            return Err(only_finite(option, quotient));
        }
        let drawing = self.instead.drawing(session, "quotient --graph")?;
        if let Some((_, Language::Dot)) = drawing {
            return Err(only_finite("DOT", quotient));
        }
        if !self.generators.is_empty() {
            return Err(only_finite("--generators", quotient));
        }
        let mut sum = None;
        if !self.sum.is_empty() {
            let found = HeapSum::in_infinite(quotient, game, &self.heaps(), session.budget());
            sum = Some(found.ok_or_else(|| too_large(quotient.max_heap()))?);
        }
        let interrupted = sum.as_ref().and_then(|sum| sum.interrupted);
        let reason = stopped.as_ref().map(ToString::to_string);
        if let Some((drawing, language)) = drawing {
            let mut map = plane(quotient, session.budget())?;
            map.title = drawing.title(&map.title);
            drawing.write_map(session, map, language)?;
        } else if session.format == Format::Tex {
            session.text(&infinite_quotient_tex(quotient))?;
        } else {
            // A limit that is reached while classes are counted does not matter.
            let growth = quotient.growth(session.budget()).ok().flatten();
            let mut answer = answer::InfiniteQuotient::new(quotient, growth, sum, reason);
            if session.format == Format::Json {
                session.json(&answer)?;
            } else if session.format == Format::Csv {
                session.csv(&["heap", "value"])?;
                for (heap, value) in (answer.first..).zip(&answer.pretending) {
                    let value = value.as_deref().unwrap_or("wild");
                    session.csv(&[&heap.to_string(), value])?;
                }
            } else {
                answer.ruleset = game.called();
                session.fitted(&infinite_text::text(&answer, self.all))?;
            }
        }
        if let Some(path) = &self.certificate {
            let certificate = quotient.certificate().stated();
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

    /// Draws the Cayley graph.
    fn draw(
        &self,
        session: &mut Session,
        quotient: &Quotient,
        drawing: &Drawing,
        language: Language,
    ) -> Result<(), Failure> {
        let generators = self.chosen_generators(quotient)?;
        let order = quotient.order();
        let edges = order * generators.len();
        let otherwise = "the Cayley graph is in the --certificate";
        let _memory = drawing.check_size(session, order, edges, otherwise)?;
        let title = drawing.title(quotient.ruleset());
        let diagram = cayley_graph_by(quotient, &generators, &title);
        drawing.write(session, diagram, language, "quotient")
    }

    /// The numbers of the generators that were named, or of all.
    fn chosen_generators(&self, quotient: &Quotient) -> Result<Vec<usize>, Failure> {
        let names = Letters::compact(quotient);
        let all: Vec<String> = (0..quotient.generators().len())
            .map(|generator| names.generator(generator))
            .collect();
        if self.generators.is_empty() {
            return Ok((0..all.len()).collect());
        }
        let mut chosen = Vec::new();
        for name in &self.generators {
            let Some(generator) = all.iter().position(|known| known == name.trim()) else {
                let message = format!("`{name}` is no generator of this quotient");
                let hint = format!("the generators are {}", all.join(", "));
                return Err(Failure::input(&message, Some(&hint)));
            };
            if !chosen.contains(&generator) {
                chosen.push(generator);
            }
        }
        Ok(chosen)
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
            let sum = HeapSum::new(quotient, game, &self.heaps(), session.budget());
            parts.sum = Some(sum.ok_or_else(|| too_large(quotient.max_heap().unwrap_or(0)))?);
        }
        Ok(parts)
    }

    /// The heaps whose sum is asked for.
    fn heaps(&self) -> Vec<u64> {
        self.sum.iter().flat_map(|list| list.0.clone()).collect()
    }

    /// Writes the certificate that was asked for, with the positions if these are listed. It is checked
    /// before, which tells its cost; a check that takes longer than the time that is left is given up.
    fn write_certificate(
        &self,
        session: &mut Session,
        quotient: &Quotient,
        game: &dyn Ruleset,
        positions: impl FnOnce(&mut Session) -> Result<Option<Listing>, Failure>,
    ) -> Result<(), Failure> {
        let Some(path) = &self.certificate else {
            return Ok(());
        };
        let Some(certificate) = quotient.certificate() else {
            return Ok(());
        };
        let mut certificate = certificate.stated(positions(session)?);
        if session.budget().check().is_err() {
            session.extend_deadline();
        }
        let busy = session.busy("checking the certificate");
        let checked = match &certificate.positions {
            Some(_) => check::check(&certificate, session.budget()),
            None => check::check_with(game, &certificate, session.budget()),
        };
        drop(busy);
        match checked {
            Ok(checked) => certificate.cost = Some(checked.steps),
            Err(InvalidQuotient::Stopped(reason)) => {
                session.note(&format!("the certificate was not checked: {reason}"));
            }
            Err(invalid) => {
                let message = format!("no certificate is written, since its check says: {invalid}");
                return Err(Failure::OutOfReach(message));
            }
        }
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
    find_kept(session, game, to, budget, None)
}

/// The same, with the state of the search in a file.
fn find_kept(
    session: &Session,
    game: &dyn Ruleset,
    to: Option<u64>,
    budget: &Budget,
    file: Option<&SearchFile<'_>>,
) -> Result<Found, Failure> {
    if to.is_none() && MoveBounds::of(game).is_none() {
        let message = format!("no period theorem speaks of `{}`", game.called());
        let hint = "--to N gives the quotient of the heaps up to N";
        return Err(Failure::input(&message, Some(hint)));
    }
    let progress = session.busy("quotients");
    let report = |at: QuotientProgress| {
        progress.say(|| {
            let QuotientProgress { heap, order, .. } = at;
            let of = to.filter(|&to| to < u64::MAX);
            let of = of.map_or(String::new(), |to| format!(" of {to}"));
            match at.refuted {
                0 => format!("heap {heap}{of}, order {order}"),
                n => format!("heap {heap}{of}, candidate of order {order}, {n} relations refuted"),
            }
        });
    };
    let mut builder = match &file {
        Some(file) => file.builder(game, to, budget)?,
        None => QuotientBuilder::new(game)?,
    };
    builder = builder.with_report(report);
    if let Some(file) = &file {
        // A file that cannot be written is noticed before there is anything to lose.
        file.write(&builder.saved())?;
        builder = builder.with_offer(|saved| file.offer(saved));
    }
    let stopped = match to {
        Some(to) => builder.extend_to(to, budget).err(),
        None => builder.solve(budget).err(),
    };
    if let Some(file) = &file {
        file.write(&builder.saved())?;
    }
    Ok(Found {
        quotient: builder.quotient(),
        infinite: builder.infinite(),
        stopped,
    })
}

/// Shows the quotient of a ruleset, which as text has the name that was typed.
fn show(
    session: &mut Session,
    quotient: &Quotient,
    called: &str,
    parts: QuotientParts,
    all: bool,
) -> Result<(), Failure> {
    if session.format == Format::Tex {
        return session.text(&quotient_tex(quotient, parts.table));
    }
    let mut answer = answer::Quotient::new(quotient, parts);
    if session.format == Format::Json {
        return session.json(&answer);
    }
    if session.format == Format::Csv {
        return csv(session, &answer);
    }
    answer.ruleset = called.into();
    session.fitted(&text(&answer, all))
}

/// The values of the heaps, or the multiplication table if it was asked for.
fn csv(session: &mut Session, answer: &answer::Quotient) -> Result<(), Failure> {
    if let Some((elements, rows)) = answer.elements.as_ref().zip(answer.table.as_ref()) {
        let heads = std::iter::once("").chain(elements.iter().map(String::as_str));
        session.csv(&heads.collect::<Vec<_>>())?;
        for (x, row) in elements.iter().zip(rows) {
            let products = row.iter().map(|&y| elements[y as usize].as_str());
            let cells = std::iter::once(x.as_str()).chain(products);
            session.csv(&cells.collect::<Vec<_>>())?;
        }
        return Ok(());
    }
    session.csv(&["heap", "value"])?;
    for (at, (heap, value)) in (answer.first..).zip(answer.pretending.iter()).enumerate() {
        let names = answer.positions.as_ref();
        let name = names.and_then(|names| names.get(at).cloned());
        session.csv(&[&name.unwrap_or_else(|| heap.to_string()), value])?;
    }
    Ok(())
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
