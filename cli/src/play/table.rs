//! The position in play, its moves and its text.

use misere::answer::copies_of;
use misere::game::Outcome;
use misere::play::{Analysis, Convention, Move, Sum, To};

use super::super::failure::Failure;
use super::super::moves::heap_terms;
use super::super::session::Session;
use super::super::show::abridged;

/// A position, and the session in which it is played.
pub(super) struct Table<'s> {
    pub(super) session: &'s mut Session,
    pub(super) sum: Sum,
    convention: Convention,
    expression: &'s str,
    /// Moves made so far, by both players.
    made: usize,
    /// The analysis of the position with all moves, once it was made.
    known: Option<Analysis>,
}

impl<'s> Table<'s> {
    pub(super) fn new(
        session: &'s mut Session,
        sum: Sum,
        convention: Convention,
        expression: &'s str,
    ) -> Self {
        Self {
            session,
            sum,
            convention,
            expression,
            made: 0,
            known: None,
        }
    }

    /// Every move of the position, and whether it wins.
    pub(super) fn analysis(&mut self) -> Result<&Analysis, Failure> {
        if self.known.is_none() {
            let _busy = self.session.busy("thinking");
            let universe = &mut self.session.universe;
            let analysis = self
                .sum
                .analyse(self.convention, true, universe)
                .map_err(|error| Failure::in_play(error, self.expression))?;
            self.known = Some(analysis);
        }
        self.known
            .as_ref()
            .ok_or_else(|| Failure::OutOfReach("the position is not analysed".into()))
    }

    pub(super) fn is_over(&mut self) -> Result<bool, Failure> {
        Ok(self.analysis()?.is_over)
    }

    pub(super) fn moves_made(&self) -> usize {
        self.made
    }

    pub(super) fn make(&mut self, m: &Move) -> Result<(), Failure> {
        self.sum
            .play(m, &self.session.universe)
            .map_err(|error| Failure::in_play(error, self.expression))?;
        self.made += 1;
        self.known = None;
        Ok(())
    }

    /// Takes back the last move of either player; false if there was none.
    pub(super) fn take_back(&mut self) -> bool {
        self.known = None;
        let undone = self.sum.undo();
        self.made -= usize::from(undone);
        undone
    }

    /// Undoes your last move and the answer to it; false if you made none.
    pub(super) fn undo(&mut self) -> bool {
        if self.made < 2 {
            return false;
        }
        self.take_back() && self.take_back()
    }

    /// `5 + 2·kayles(4)`.
    pub(super) fn position(&mut self) -> Result<String, Failure> {
        let mut terms = Vec::new();
        for number in 0..self.sum.summands().len() {
            let name = self.name(number)?;
            terms.push(copies_of(self.sum.summands()[number].copies, &name));
        }
        if terms.is_empty() {
            terms.push("0".into());
        }
        Ok(terms.join(" + "))
    }

    /// One copy of a summand.
    pub(super) fn name(&mut self, number: usize) -> Result<String, Failure> {
        let summand = &self.sum.summands()[number];
        if let Some(term) = summand.heap() {
            return Ok(term.called());
        }
        if let Some(span) = summand.span {
            let written = &self.expression[span.start..span.end];
            // A name of the shell may stand for several summands.
            if !self.session.is_bound(written.trim_matches(['(', ')', ' '])) {
                return Ok(abridged(written));
            }
        }
        match self.sum.game(summand, &mut self.session.universe)? {
            Some(game) => Ok(self.session.name(game)?),
            None => Ok(String::new()),
        }
    }

    /// `5 → 1`.
    pub(super) fn described(&mut self, m: &Move) -> Result<String, Failure> {
        let from = self.name(m.summand)?;
        let to = match &m.to {
            To::Game(game) => self.session.name(*game)?,
            To::Heaps(heaps) => heap_terms(&self.sum.summands()[m.summand], heaps).join(" + "),
        };
        Ok(format!("{from} → {to}"))
    }

    /// The moves with their numbers.
    pub(super) fn list(&mut self) -> Result<(), Failure> {
        /// More do not fit on a screen.
        const MOST: usize = 60;
        let moves = self.analysis()?.moves.clone();
        for (number, m) in moves.iter().enumerate().take(MOST) {
            let described = self.described(m)?;
            self.say(&format!("{:>4}  {described}", number + 1))?;
        }
        if moves.len() > MOST {
            self.say(&format!("      and {} more", moves.len() - MOST))?;
        }
        Ok(())
    }

    pub(super) fn outcome(&mut self) -> Result<Outcome, Failure> {
        Ok(self.analysis()?.outcome)
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.session.line(line)?;
        self.session.flush()
    }

    pub(super) fn prompt(&mut self) -> Result<(), Failure> {
        if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
            self.session.text("> ")?;
        }
        self.session.flush()
    }
}
