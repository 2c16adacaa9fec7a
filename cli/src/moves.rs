//! `misere moves`: how to win a sum.

use std::path::PathBuf;

use clap::Args;

use misere::answer::{self, LoopyMoves};
use misere::expr::{HeapTerm, summands};
use misere::game::Outcome;
use misere::heaps::{Heaps, Position, Ruleset};
use misere::nim::loopy::{Bounds, LoopyMove, LoopyOutcome, loopy_moves};
use misere::notation::Syntax;
use misere::play::{Analysis, Convention, Method, Move, OutcomeCertificate, Summand, To, analyse};

use super::failure::Failure;
use super::large_heaps::in_words;
use super::session::{Session, replace_file};
use super::show::abridged;
use super::tables::{self, Column};
use super::terminal;
use super::{Answer, Format};

/// Find the winning moves of a sum of games
///
/// The expression is played as it is written, summand by summand. What becomes of an explicit game
/// is shown in simplest form, what becomes of a heap as heaps. In misère play the player who makes
/// the last move loses.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere moves '5+4+2'\n  \
    misere moves '5+4+2' --normal\n  \
    misere moves 'subtraction{1,2}(7) + 2#' --all")]
pub(super) struct Moves {
    /// The position
    #[arg(value_name = "EXPR")]
    expression: String,

    /// Normal play: the player who makes the last move wins
    #[arg(long)]
    normal: bool,

    /// Write a certificate of the outcome, with a winning strategy, that `misere check` can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Losing moves as well
    #[arg(long)]
    all: bool,
}

/// The columns of the table of moves: the last one is the outcome after the move.
const COLUMNS: [Column; 3] = [("from", 0.38), ("to", 0.38), ("outcome", 0.0)];

impl Moves {
    pub(super) fn run(mut self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format(
            "moves",
            &[Format::Text, Format::Json, Format::Csv, Format::Tex],
        )?;
        self.expression = session.with_files(&self.expression)?;
        let syntax = session.read_position(&self.expression)?;
        if let Some(terms) = self.loopy_terms(&syntax)? {
            if self.certificate.is_some() {
                let message = "a sum of which play may go on for ever has no certificate";
                return Err(Failure::input(message, None));
            }
            return self.loopy(session, &terms);
        }
        let busy = session.busy("winning moves");
        let analysis = analyse(&syntax, self.convention(), self.all, &mut session.universe)
            .map_err(|error| Failure::in_play(error, &self.expression))?;
        drop(busy);
        if let Some(path) = &self.certificate {
            let busy = session.busy("a winning strategy");
            let found = OutcomeCertificate::find(&syntax, self.convention(), &mut session.universe)
                .map_err(|error| Failure::in_play(error, &self.expression))?;
            drop(busy);
            let json = serde_json::to_vec(&found)?;
            replace_file(path, |file| file.write_all(&json))?;
        }
        match session.format {
            Format::Json => self.json(session, &analysis)?,
            Format::Text => self.print(session, &analysis)?,
            _ => self.table(session, &analysis)?,
        }
        Ok(Answer::Yes)
    }

    fn convention(&self) -> Convention {
        if self.normal {
            Convention::Normal
        } else {
            Convention::Misere
        }
    }

    /// Returns the heaps of the sum, if play of one of them may go on for ever.
    fn loopy_terms(&self, syntax: &Syntax) -> Result<Option<Vec<HeapTerm>>, Failure> {
        /// The maximum number of heaps, copies included.
        const MOST: usize = 1000;
        let mut terms = Vec::new();
        let (mut loopy, mut other, mut many) = (false, false, false);
        for (copies, id) in summands(syntax) {
            let term = HeapTerm::at(syntax, id)
                .map_err(|error| Failure::Input(error.render(&self.expression)))?;
            other |= term.is_none();
            let Some(term) = term.filter(|_| copies > 0) else {
                continue;
            };
            loopy |= term.ruleset.is_loopy();
            let copies = usize::try_from(copies).unwrap_or(usize::MAX);
            many |= copies > MOST - terms.len();
            let taken = copies.min(MOST - terms.len());
            terms.extend(std::iter::repeat_n(term, taken));
        }
        let hint = "heaps of a loopy ruleset are played in normal play, in sums with other heaps";
        if !loopy {
            return Ok(None);
        }
        if !self.normal {
            let message = "play may go on for ever: nobody need make the last move";
            return Err(Failure::input(
                message,
                Some("--normal: who cannot move loses"),
            ));
        }
        if other {
            return Err(Failure::input(
                "explicit games in a sum with loops",
                Some(hint),
            ));
        }
        if many {
            let message = format!("a sum of more than {MOST} heaps with loops");
            return Err(Failure::OutOfReach(message));
        }
        Ok(Some(terms))
    }

    /// Analyses a sum that may go on for ever: won, lost, drawn or undecided.
    fn loopy(&self, session: &mut Session, terms: &[HeapTerm]) -> Result<Answer, Failure> {
        let mut components: Vec<(&dyn Ruleset, Position)> = Vec::new();
        for term in terms {
            let position = term.position().ok_or_else(|| {
                Failure::OutOfReach("heaps of more than 64 bits have too many options".into())
            })?;
            components.push((&*term.ruleset, position));
        }
        let sum = loopy_moves(&components, &Bounds::default(), session.budget())?;
        let shown = |m: &LoopyMove| {
            let (ruleset, from) = components[m.component];
            let to = answer::called_terms(ruleset, &m.to).join(" + ");
            (ruleset.called_heap(from), to)
        };
        let wanted = |m: &&LoopyMove| {
            self.all
                || m.result == LoopyOutcome::Previous
                || (sum.outcome == LoopyOutcome::Draw && m.result == LoopyOutcome::Draw)
        };
        if session.format == Format::Json {
            let account = session.budget().account();
            let answer = LoopyMoves::new(&self.expression, &components, &sum, self.all, account)
                .map_err(Failure::Interrupted)?;
            session.json(&answer)?;
            return Ok(Answer::Yes);
        }
        if session.format != Format::Text {
            tables::begin_wide(session, &COLUMNS)?;
            for m in sum.moves.iter().filter(wanted) {
                let (from, to) = shown(m);
                let result = m.result.to_string();
                tables::row(session, &[from.into(), to.into(), result.into()])?;
            }
            tables::end(session)?;
            return Ok(Answer::Yes);
        }
        let who = match sum.outcome {
            LoopyOutcome::Next => "N, the next player wins",
            LoopyOutcome::Previous => "P, the previous player wins",
            LoopyOutcome::Draw => "a draw, nobody need lose",
            LoopyOutcome::Undecided => "undecided within the bounds",
        };
        session.line(&format!(
            "{} in normal play: {who}",
            abridged(&self.expression)
        ))?;
        for m in sum.moves.iter().filter(wanted) {
            let (from, to) = shown(m);
            let verb = match m.result {
                LoopyOutcome::Previous => "wins",
                LoopyOutcome::Draw => "draws",
                LoopyOutcome::Next => "loses",
                LoopyOutcome::Undecided => "undecided",
            };
            session.property(verb, &format!("{from} → {to}"))?;
        }
        Ok(Answer::Yes)
    }

    fn json(&self, session: &mut Session, analysis: &Analysis) -> Result<(), Failure> {
        let style = session.style();
        let u = &mut session.universe;
        let play = self.convention();
        let answer = answer::Moves::new(u, &self.expression, play, analysis, (self.all, &style))?;
        session.json(&answer)
    }

    /// Writes the moves as a table, each with the outcome of the position after it.
    fn table(&self, session: &mut Session, analysis: &Analysis) -> Result<(), Failure> {
        tables::begin_wide(session, &COLUMNS)?;
        for m in &analysis.moves {
            let (from, to) = self.written(session, analysis, m)?;
            let result = m.result.to_string();
            tables::row(session, &[from.into(), to.into(), result.into()])?;
        }
        tables::end(session)
    }

    /// The summand that is moved in, and what is left of it.
    fn written(
        &self,
        session: &mut Session,
        analysis: &Analysis,
        m: &Move,
    ) -> Result<(String, String), Failure> {
        let summand = &analysis.summands[m.summand];
        let to = match &m.to {
            To::Game(game) => session.name(*game)?,
            To::Heaps(heaps) => heap_terms(summand, heaps).join(" + "),
        };
        let written = summand
            .span
            .map_or("", |span| &self.expression[span.start..span.end]);
        let from = match (summand.heap(), analysis.values[m.summand]) {
            // A name of the shell may stand for several summands; the summand itself is shown.
            _ if !session.is_bound(written.trim_matches(['(', ')', ' '])) => abridged(written),
            (Some(term), _) => term.called(),
            (None, Some(game)) => session.name(game)?,
            (None, None) => abridged(written),
        };
        Ok((from, to))
    }

    fn print(&self, session: &mut Session, analysis: &Analysis) -> Result<(), Failure> {
        let play = if self.normal { "normal" } else { "misère" };
        let expression = abridged(&self.expression);
        let who = super::show::outcome(analysis.outcome);
        let heading = terminal::heading(format!("{expression} in {play} play:"));
        session.line(&format!("{heading} {who}"))?;
        for m in &analysis.moves {
            let (from, to) = self.written(session, analysis, m)?;
            let verb = match m.result {
                Outcome::P => "wins",
                Outcome::N => "loses",
            };
            session.property(verb, &format!("{from} → {to}"))?;
        }
        match &analysis.method {
            Method::Quotient(place) => {
                let ruleset = called(&analysis.summands);
                session.property("by", &in_words(place, &ruleset))?;
            }
            Method::PlayedOut => session.property("by", "playing it out")?,
            Method::NimValues(_) | Method::CanonicalForms => {}
        }
        if analysis.is_over {
            session.property("no moves", "the game is over")?;
        }
        Ok(())
    }
}

/// The name of the ruleset of the heaps that was typed.
pub(super) fn called(summands: &[Summand]) -> String {
    let heap = summands.iter().find_map(Summand::heap);
    heap.map_or(String::new(), |term| term.ruleset.called())
}

/// Writes heaps as terms of an expression, largest first.
pub(super) fn heap_terms(summand: &Summand, heaps: &Heaps) -> Vec<String> {
    match summand.heap() {
        Some(term) => answer::called_terms(&*term.ruleset, heaps),
        None => Vec::new(),
    }
}
