//! The properties of a game.

use serde::Serialize;

use super::{GameForm, Number, Place, Style};
use crate::expr;
use crate::game::{Class, Dag, Form, Forms, Game, Outcome, Parity, Universe};
use crate::limits::{Reason, Stopped};
use crate::parts::Parts;

/// A game and its properties.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Show {
    /// The expression.
    pub expr: String,
    /// Its canonical form.
    #[serde(flatten)]
    pub game: GameForm,
    /// Its properties.
    #[serde(flatten)]
    pub properties: Properties,
    /// The place of large heaps in the misère quotient of their ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<Place>,
    /// How each set in the expression simplifies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TraceStep>>,
    /// The followers in structural order, each as the positions of its options in this list; the
    /// last is the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<u32>>>"))]
    pub dag: Option<Dag>,
}

/// Properties of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Properties {
    /// The day on which the game is born.
    pub birthday: u32,
    /// Who wins in misère play.
    pub outcome: Outcome,
    /// Whether G is an option of G+1 (even), or G+1 an option of G (odd).
    pub parity: Parity,
    /// The number of options.
    pub options: usize,
    /// The number of followers, the game included.
    pub subpositions: usize,
    /// The Grundy value in normal play.
    pub nim_value: u32,
    /// The Grundy value in misère play.
    pub misere_nim_value: u32,
    /// The genus, as in `2^1420`.
    pub genus: String,
    /// The most special class.
    pub class: Class,
    /// All classes; null if they were not computed, or if the game is too large.
    pub classes: Option<Vec<Class>>,
    /// Whether the game is 0 or 1.
    pub unit: bool,
    /// Whether the game is prime; null if it is too large to look for its parts.
    pub prime: Option<bool>,
}

impl Properties {
    /// Computes the properties of a game, except for the list of all its classes.
    pub fn new(u: &mut Universe, g: Game) -> Result<Self, Stopped> {
        let subpositions = u.subpositions(g)?;
        let genus = u.genus(g)?;
        Ok(Self {
            birthday: u.birthday(g),
            outcome: u.outcome(g),
            parity: u.parity(g),
            options: u.option_count(g),
            subpositions,
            nim_value: genus.nim_value(),
            misere_nim_value: genus.misere_nim_value(),
            genus: genus.to_string(),
            class: u.class(g)?,
            classes: None,
            unit: u.is_unit(g),
            prime: is_prime(u, g, subpositions)?,
        })
    }

    /// Adds the list of all classes, unless the game is too large.
    pub fn with_classes(mut self, u: &mut Universe, g: Game) -> Result<Self, Stopped> {
        self.classes = classes(u, g, self.subpositions)?;
        Ok(self)
    }
}

impl Show {
    /// Computes the properties of a game, without its trace, followers or place in a quotient.
    pub fn new(u: &mut Universe, expr: &str, g: Game, style: &Style) -> Result<Self, Stopped> {
        Ok(Self {
            expr: expr.into(),
            game: style.form(u, g)?,
            properties: Properties::new(u, g)?,
            quotient: None,
            trace: None,
            dag: None,
        })
    }
}

/// Heaps whose canonical form was not found: what else is known of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShowUnreached {
    /// The expression.
    pub expr: String,
    /// Always null.
    pub form: (),
    /// Who wins in misère play; null if the quotient was not found either.
    pub outcome: Option<Outcome>,
    /// The Grundy value in normal play; null if it was not found quickly.
    pub nim_value: Option<Number>,
    /// The place in the quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<Place>,
    /// What ended the search for the canonical form.
    pub stopped: String,
}

/// A set in an expression, and how it simplifies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "trace_step"))]
pub struct TraceStep<G = GameForm> {
    /// The part of the expression.
    pub expr: String,
    /// Its canonical form.
    pub result: G,
    /// The options that are reversible.
    pub reverted: Vec<G>,
    /// Whether the proviso of Grundy–Smith simplification held; null if it was not needed.
    pub proviso: Option<bool>,
}

impl TraceStep {
    /// Writes a step of the evaluation of an expression.
    pub fn new(
        u: &mut Universe,
        expr: &str,
        step: &expr::TraceStep,
        style: &Style,
    ) -> Result<Self, Stopped> {
        let done = &step.simplification;
        let reverted = done.reverted.iter().map(|&option| style.form(u, option));
        let reverted = reverted.collect::<Result<_, _>>()?;
        let span = step.span.start..step.span.end;
        Ok(Self {
            expr: expr.get(span).unwrap_or(expr).into(),
            result: style.form(u, done.result)?,
            reverted,
            proviso: done.proviso,
        })
    }
}

/// A game as it is written, not simplified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenForm<G = GameForm> {
    /// The expression.
    pub expr: String,
    /// The height of the tree.
    pub formal_birthday: u32,
    /// Who wins in misère play.
    pub outcome: Outcome,
    /// The number of options.
    pub options: usize,
    /// The number of followers, the game included.
    pub subpositions: usize,
    /// The Grundy value in normal play.
    pub nim_value: u32,
    /// The canonical form.
    pub value: G,
    /// The canonical form of the mate; equal games may have different mates.
    pub mate_value: G,
}

impl WrittenForm<Game> {
    /// Computes the properties of a game as it is written.
    pub fn new(
        u: &mut Universe,
        forms: &mut Forms,
        expr: &str,
        form: Form,
    ) -> Result<Self, Stopped> {
        let value = forms.value(u, form)?;
        let mate = forms.mate(form)?;
        let mate_value = forms.value(u, mate)?;
        Ok(Self {
            expr: expr.into(),
            formal_birthday: forms.formal_birthday(form),
            outcome: forms.outcome(form),
            options: forms.options(form).len(),
            subpositions: forms.followers(form)?.len(),
            nim_value: forms.nim_value(form),
            value,
            mate_value,
        })
    }
}

impl<G> WrittenForm<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<WrittenForm<H>, E> {
        Ok(WrittenForm {
            expr: self.expr,
            formal_birthday: self.formal_birthday,
            outcome: self.outcome,
            options: self.options,
            subpositions: self.subpositions,
            nim_value: self.nim_value,
            value: f(self.value)?,
            mate_value: f(self.mate_value)?,
        })
    }
}

/// Returns whether G is prime, if that is found quickly.
fn is_prime(u: &mut Universe, g: Game, subpositions: usize) -> Result<Option<bool>, Stopped> {
    let mut parts = Parts::new();
    if parts.is_prime_at_sight(u, g) {
        return Ok(Some(true));
    }
    if_quick(u, subpositions, |u| parts.is_prime(u, g))
}

/// Returns all classes of G, if they are found quickly: a list of thousands of games must not spend most
/// of its time on them.
pub(super) fn classes(
    u: &mut Universe,
    g: Game,
    subpositions: usize,
) -> Result<Option<Vec<Class>>, Stopped> {
    // G+G has up to S(S+1)/2 followers, if G has S; it is needed where G is not generally tame.
    let doubled = subpositions.saturating_mul(subpositions.saturating_add(1)) / 2;
    let is_tame = matches!(u.class(g)?, Class::Tame | Class::GenerallyTame);
    if !is_tame && doubled > NODES {
        return Ok(None);
    }
    if_quick(u, subpositions, |u| u.classes(g))
}

/// The number of new games that a property in passing may need.
const NODES: usize = 20_000;

/// Does work that is worth doing only for small games and only if it needs few new ones.
fn if_quick<T>(
    u: &mut Universe,
    subpositions: usize,
    work: impl FnOnce(&mut Universe) -> Result<T, Stopped>,
) -> Result<Option<T>, Stopped> {
    const SUBPOSITIONS: usize = 2_000;
    if subpositions > SUBPOSITIONS {
        return Ok(None);
    }
    match u.with_extra_nodes(NODES, work) {
        Ok(answer) => Ok(Some(answer)),
        Err(stopped) if matches!(stopped.reason, Reason::Nodes { .. }) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}
