//! What a question is worked on with, and how its answer is written.

use std::sync::Arc;

use serde::Serialize;

use misere::answer::{GameForm, Style};
use misere::expr::evaluate;
use misere::game::{Game, Universe};
use misere::heaps::{Rulebook, Ruleset};
use misere::limits::{Account, Budget, Stopped};
use misere::notation::{Syntax, Written, parse, write};

use super::failure::Failure;
use super::question::Asked;

/// The games of one question, its limits, and whom to tell how far it has come.
pub(super) struct Desk<'r> {
    /// The games.
    pub(super) universe: Universe,
    /// How games are written.
    pub(super) style: Style,
    rulebook: Rulebook,
    report: &'r dyn Fn(&str),
}

/// An answer; what stands beside it is none of the program's.
#[derive(Serialize)]
pub(super) struct Reply<A: Serialize> {
    /// The answer, as the program writes it.
    pub(super) answer: A,
    /// A picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) svg: Option<String>,
    /// A fragment of TeX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tex: Option<String>,
    /// Why it is not the whole answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<Failure>,
}

impl<A: Serialize> Reply<A> {
    /// A whole answer without a picture.
    pub(super) fn new(answer: A) -> Self {
        Self {
            answer,
            svg: None,
            tex: None,
            stopped: None,
        }
    }

    /// Writes it as JSON.
    pub(super) fn json(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(|error| Failure::reach(error.to_string()))
    }
}

impl<'r> Desk<'r> {
    /// Clears the desk for a question.
    pub(super) fn new(asked: &Asked, report: &'r dyn Fn(&str)) -> Self {
        Self {
            universe: Universe::with_budget(asked.budget()),
            style: Style {
                notation: asked.notation.into(),
                ..Style::default()
            },
            rulebook: Rulebook::default(),
            report,
        }
    }

    /// The limits.
    pub(super) fn budget(&self) -> &Budget {
        self.universe.budget()
    }

    /// Tells how far the work has come.
    pub(super) fn say(&self, text: &str) {
        (self.report)(text);
    }

    /// The same function, to be kept.
    pub(super) fn report(&self) -> &'r dyn Fn(&str) {
        self.report
    }

    /// Parses an expression.
    pub(super) fn read(&self, text: &str) -> Result<Syntax, Failure> {
        /// Most nodes of the tree come from one byte.
        const BYTES_PER_BYTE: usize = 128;
        self.budget()
            .check_memory(text.len().saturating_mul(BYTES_PER_BYTE))?;
        if text.contains("(file:") {
            let hint = "write its edges, as in node-kayles(0-1,1-2)";
            return Err(Failure::input("a page reads no files", Some(hint)));
        }
        let syntax = parse(text).map_err(|error| Failure::parsed(&error, text))?;
        Ok(syntax.with_rulebook(self.rulebook.clone()))
    }

    /// The game that an expression stands for.
    pub(super) fn evaluate(&mut self, text: &str) -> Result<Game, Failure> {
        let syntax = self.read(text)?;
        evaluate(&syntax, &mut self.universe).map_err(|error| Failure::evaluated(error, text))
    }

    /// Looks a ruleset up.
    pub(super) fn ruleset(&self, text: &str) -> Result<Arc<dyn Ruleset>, Failure> {
        let text = text.trim();
        let found = self.rulebook.ruleset(text);
        found.map_err(|error| Failure::in_ruleset(&error, text))
    }

    /// A game as answers have it.
    pub(super) fn form(&mut self, g: Game) -> Result<GameForm, Stopped> {
        self.style.form(&mut self.universe, g)
    }

    /// A game in writing; one that is too long is described.
    pub(super) fn name(&mut self, g: Game) -> Result<String, Stopped> {
        let written = write(
            &mut self.universe,
            g,
            self.style.notation,
            self.style.max_form,
        )?;
        Ok(match written {
            Written::Text(text) => text,
            Written::TooLong(_) => format!("⟨{} options⟩", self.universe.option_count(g)),
        })
    }

    /// Refuses pictures that nobody can read; the account holds the memory of one that is drawn.
    pub(super) fn check_picture(&self, nodes: usize, lines: usize) -> Result<Account, Failure> {
        /// The maximum number of nodes, and 25 times as many lines.
        const NODES: usize = 800;
        /// The memory of a node or a line, in the diagram and in its text.
        const BYTES: usize = 2048;
        if nodes > NODES || lines > 25 * NODES {
            return Err(Failure::reach(format!(
                "a picture of {nodes} nodes and {lines} lines is more than anyone can read; drawn are \
                 {NODES} and {} at most",
                25 * NODES
            )));
        }
        let mut account = self.budget().account();
        account.hold((nodes + lines) * BYTES)?;
        Ok(account)
    }
}
