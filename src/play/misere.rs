//! Misère play: outcome and moves, by the methods of the [strategy](super::strategy).

use std::collections::HashMap;

use super::method::{InQuotient, Method};
use super::one_ruleset::OneRuleset;
use super::strategy::{Answer, Patience, Question, answer};
use super::sum::{Analysis, Move, Piece, PlayError, Summand, To, heap_options, is_over, split};
use crate::expr::{HeapTerm, evaluate, summands};
use crate::game::{Forms, Game, Outcome, Universe};
use crate::heaps::HeapGames;
use crate::limits::{Budget, Stopped};
use crate::notation::{Node, Syntax};

/// The answer of one method.
struct Found {
    outcome: Outcome,
    moves: Vec<Move>,
    values: Vec<Option<Game>>,
    method: Method,
}

/// Finds outcome and moves of a sum.
pub(super) fn analyse(
    summands: Vec<Summand>,
    forms: &Forms,
    all: bool,
    patience: &Patience,
    u: &mut Universe,
) -> Result<Analysis, PlayError> {
    let found = find(&summands, forms, all, patience, u)?;
    Ok(Analysis {
        is_over: is_over(&summands, forms),
        summands,
        outcome: found.outcome,
        moves: found.moves,
        values: found.values,
        method: found.method,
    })
}

fn find(
    summands: &[Summand],
    forms: &Forms,
    all: bool,
    patience: &Patience,
    u: &mut Universe,
) -> Result<Found, PlayError> {
    let Some(sum) = OneRuleset::of(summands) else {
        return by_canonical_forms(summands, forms, all, u);
    };
    let mut question = OutcomeAndMoves {
        summands,
        forms,
        all,
        sum,
    };
    let without_values = |outcome, moves, method| Found {
        outcome,
        moves,
        values: vec![None; summands.len()],
        method,
    };
    Ok(match answer(&mut question, patience, u)? {
        Answer::Forms(found, _) => found,
        Answer::Quotient(place, _) => {
            let moves = place.moves(summands, &question.sum, all, u)?;
            without_values(place.outcome(), moves, Method::Quotient(place))
        }
        Answer::Searched((outcome, moves)) => without_values(outcome, moves, Method::PlayedOut),
    })
}

/// Who wins a sum of heaps of one ruleset, and by which moves.
struct OutcomeAndMoves<'s> {
    summands: &'s [Summand],
    forms: &'s Forms,
    all: bool,
    sum: OneRuleset<'s>,
}

impl Question for OutcomeAndMoves<'_> {
    type Forms = Found;
    type Searched = (Outcome, Vec<Move>);

    fn by_forms(&mut self, u: &mut Universe) -> Result<Found, PlayError> {
        by_canonical_forms(self.summands, self.forms, self.all, u)
    }

    fn in_quotient(
        &mut self,
        _: &mut Universe,
        budget: &Budget,
    ) -> Result<Option<InQuotient>, PlayError> {
        Ok(self.sum.in_quotient(budget))
    }

    fn by_search(&mut self, u: &mut Universe) -> Result<Option<Self::Searched>, PlayError> {
        self.sum.searched(self.summands, self.all, u)
    }
}

/// The value of an expression.
pub enum Value {
    /// The canonical form; for heaps whose forms are large also the value in the quotient of their
    /// ruleset, if that was found.
    Form(Game, Option<Box<InQuotient>>),
    /// The value in the quotient, and the limit that the canonical form reached; none if the
    /// patience left it out.
    Quotient(Box<InQuotient>, Option<Stopped>),
}

/// Finds the canonical form of an expression, and for large heaps the value in the quotient of their
/// ruleset as well; see [`Patience`]. An expression without heaps has only its canonical form, which is
/// looked for as long as the budget of the universe allows.
///
/// ```
/// use misere::game::Universe;
/// use misere::notation::parse;
/// use misere::play::{Patience, Value, value};
///
/// let mut u = Universe::new();
/// let found = value(&parse("kayles(9) + 2")?, &Patience::FORMS, &mut u)?;
/// assert!(matches!(found, Value::Form(_, None)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value(
    syntax: &Syntax,
    patience: &Patience,
    universe: &mut Universe,
) -> Result<Value, PlayError> {
    let has_heaps = syntax
        .iter()
        .any(|(_, node)| matches!(node, Node::Heap { .. }));
    if !has_heaps {
        tracing::debug!("no heaps: the canonical form alone");
        return Ok(Value::Form(evaluate(syntax, universe)?, None));
    }
    match answer(&mut ValueOf(syntax), patience, universe)? {
        Answer::Forms(game, place) => Ok(Value::Form(game, place)),
        Answer::Quotient(place, stopped) => Ok(Value::Quotient(place, stopped)),
        Answer::Searched(never) => match never {},
    }
}

/// The question for the value of an expression.
struct ValueOf<'s>(&'s Syntax);

impl Question for ValueOf<'_> {
    type Forms = Game;
    type Searched = std::convert::Infallible;

    fn by_forms(&mut self, u: &mut Universe) -> Result<Game, PlayError> {
        Ok(evaluate(self.0, u)?)
    }

    fn in_quotient(
        &mut self,
        u: &mut Universe,
        budget: &Budget,
    ) -> Result<Option<InQuotient>, PlayError> {
        let terms = summands(self.0);
        // A difference is one game.
        if terms.is_empty() {
            return Ok(None);
        }
        for (_, id) in terms {
            if HeapTerm::at(self.0, id)?.is_none() {
                return Ok(None);
            }
        }
        let mut forms = Forms::with_budget(u.budget().clone());
        let summands = split(self.0, &mut forms, u)?;
        Ok(OneRuleset::of(&summands).and_then(|sum| sum.in_quotient(budget)))
    }

    fn by_search(&mut self, _: &mut Universe) -> Result<Option<Self::Searched>, PlayError> {
        Ok(None)
    }
}

/// Finds the canonical forms of all positions after one move.
fn by_canonical_forms(
    summands: &[Summand],
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Found, PlayError> {
    let mut heaps: HashMap<String, HeapGames<'_>> = HashMap::new();
    let mut values: Vec<Game> = Vec::new();
    for summand in summands {
        values.push(match &summand.piece {
            Piece::Form(form) => forms.value(u, *form)?,
            Piece::Heap(term) => {
                let position = term.canonical_position()?;
                let games = heaps
                    .entry(term.ruleset.name())
                    .or_insert_with(|| HeapGames::new(&*term.ruleset));
                games.value(u, position)?
            }
        });
    }
    let mut moves = Vec::new();
    let mut account = u.budget().account();
    let mut any_wins = false;
    for (summand, Summand { piece, copies, .. }) in summands.iter().enumerate() {
        let mut rest = u.multiple(copies - 1, values[summand])?;
        for (other, value) in values.iter().enumerate().filter(|&(i, _)| i != summand) {
            let others = u.multiple(summands[other].copies, *value)?;
            rest = u.sum(rest, others)?;
        }
        let options: Vec<(To, Game)> = match piece {
            Piece::Form(form) => {
                let games = forms.values(u, *form)?;
                let mut options: Vec<Game> = forms.options(*form).map(|o| games[&o]).collect();
                let order = u.structural_order(options.iter().copied())?;
                options.sort_by_key(|&game| order.rank(game));
                options.dedup();
                options.into_iter().map(|g| (To::Game(g), g)).collect()
            }
            Piece::Heap(term) => {
                let mut options = Vec::new();
                for option in heap_options(term, &mut account)? {
                    let Some(games) = heaps.get_mut(&term.ruleset.name()) else {
                        continue;
                    };
                    let game = games.sum(u, &option)?;
                    options.push((To::Heaps(option), game));
                }
                options
            }
        };
        for (to, game) in options {
            let result = u.outcome_of_sum(game, rest)?;
            any_wins |= result == Outcome::P;
            if result == Outcome::P || all {
                moves.push(Move {
                    summand,
                    to,
                    result,
                });
            }
        }
    }
    // A player who cannot move wins.
    let outcome: Outcome = (!is_over(summands, forms) && !any_wins).into();
    Ok(Found {
        outcome,
        moves,
        values: values.into_iter().map(Some).collect(),
        method: Method::CanonicalForms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn the_three_methods_agree() {
        let sums = [
            "0.77(9) + 0.77(12) + 2·0.77(5)",
            "0.123(11) + 3·0.123(7)",
            "nim(3) + nim(4) + nim(7)",
            "nim(0) + nim(1)",
            "0.07(14) + 0.07(14)",
            "0.75(13) + 0.75(6)",
            "subtraction{1,3}(9)",
            "grundy(12) + grundy(9)",
        ];
        for text in sums {
            let mut u = Universe::new();
            let mut forms = Forms::new();
            let summands = split(&parse(text).unwrap(), &mut forms, &mut u).unwrap();
            let sum = OneRuleset::of(&summands).unwrap();
            for all in [false, true] {
                let forms_say = by_canonical_forms(&summands, &forms, all, &mut u).unwrap();
                let played = sum.searched(&summands, all, &u);
                let (outcome, moves) = played.unwrap().unwrap();
                assert_eq!(outcome, forms_say.outcome, "{text}");
                assert_eq!(moves, forms_say.moves, "{text}");
                let place = sum.in_quotient(&Budget::default()).unwrap();
                assert_eq!(place.outcome(), forms_say.outcome, "{text}");
                let moves = place.moves(&summands, &sum, all, &u).unwrap();
                assert_eq!(moves, forms_say.moves, "{text}");
            }
        }
    }

    #[test]
    fn heaps_are_played_out_where_forms_explode() {
        // A position has two coordinates, so there is no quotient.
        let syntax = parse("josephus(9,2) + josephus(8,3)").unwrap();
        let plenty = crate::play::analyse(
            &syntax,
            crate::play::Convention::Misere,
            true,
            &mut Universe::new(),
        );
        let budget = Budget::default().with_max_nodes(1);
        let mut u = Universe::with_budget(budget);
        let short = crate::play::analyse(&syntax, crate::play::Convention::Misere, true, &mut u);
        let (plenty, short) = (plenty.unwrap(), short.unwrap());
        assert!(matches!(short.method, Method::PlayedOut));
        assert!(matches!(plenty.method, Method::CanonicalForms));
        assert_eq!(short.outcome, plenty.outcome);
        assert_eq!(short.moves, plenty.moves);
    }
}
