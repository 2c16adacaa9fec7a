//! The strategy for misère play of heaps: four methods, tried in order.
//!
//! 1. **Small forms.** The canonical forms, as long as they need few stored games and two seconds.
//! 2. **Quotient.** The misère quotient of the ruleset, if it is found soon, with half of the memory: it may be infinite.
//! 3. **Large forms.** The canonical forms again, with all games that the budget allows. Where the
//!    quotient is known, the forms are computed only if they are wanted as well.
//! 4. **Search.** The play itself, position by position.
//!
//! [`Patience`] says how much of time and memory each stage may use, within the budget of the
//! universe. Stages 2 and 4 need a sum of heaps of one ruleset whose play ends. The stages are
//! [`tracing`] events at the level `debug`.

use std::time::Duration;

use tracing::debug;

use super::method::InQuotient;
use super::sum::PlayError;
use crate::expr::EvalError;
use crate::game::Universe;
use crate::limits::{Budget, Reason, Stopped};
use crate::nim::NimError;

/// How much time and memory each stage of the strategy may use.
///
/// ```
/// use std::time::Duration;
/// use misere::game::Universe;
/// use misere::notation::parse;
/// use misere::play::{Convention, Method, Patience, Sum};
///
/// let mut patience = Patience::MOVES;
/// patience.small_forms = 100;
/// patience.quotient = Duration::from_secs(60);
/// let mut u = Universe::new();
/// let sum = Sum::read(&parse("kayles(200) + kayles(199)")?, &mut u)?;
/// let found = sum.analyse_with(Convention::Misere, false, &patience, &mut u)?;
/// assert!(matches!(found.method, Method::Quotient(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Patience {
    /// Stage 1: the maximum number of games that are stored for the canonical forms.
    pub small_forms: usize,
    /// Stage 2: the longest time for the quotient, or half of the time until the deadline of the budget
    /// if that is longer.
    pub quotient: Duration,
    /// Stage 3 when the quotient is known: the longest time for the canonical forms unless the
    /// budget has a deadline; without one the quotient is enough and the stage is left out.
    pub form_beside_quotient: Option<Duration>,
    /// Stage 3 when the quotient is not known: the longest time for the canonical forms unless the
    /// budget has a deadline; without one as long as the budget allows. Zero leaves the stage out.
    pub large_forms: Option<Duration>,
    /// Stage 4: whether there is a search. Stage 3 then leaves it half of the time and a quarter of
    /// the memory.
    pub search: bool,
}

impl Patience {
    /// Outcomes and moves: 30 000 games, 5 seconds, then the quotient alone, or a search.
    pub const MOVES: Self = Self {
        small_forms: 30_000,
        quotient: Duration::from_secs(5),
        form_beside_quotient: None,
        large_forms: None,
        search: true,
    };

    /// Canonical forms: 200 000 games, which take less time than most quotients that are not needed, 2
    /// seconds for the quotient, and 10 seconds for large forms.
    pub const FORMS: Self = Self {
        small_forms: 200_000,
        quotient: Duration::from_secs(2),
        form_beside_quotient: Some(Duration::from_secs(10)),
        large_forms: Some(Duration::from_secs(10)),
        search: false,
    };
}

impl Default for Patience {
    fn default() -> Self {
        Self::MOVES
    }
}

/// The longest time for small forms.
const SMALL: Duration = Duration::from_secs(2);

/// A question about heaps, and how each method answers it.
pub(super) trait Question {
    /// The answer by canonical forms.
    type Forms;
    /// The answer by a search.
    type Searched;

    /// Answers by canonical forms, within the budget of the universe.
    fn by_forms(&mut self, u: &mut Universe) -> Result<Self::Forms, PlayError>;

    /// Finds the quotient and the value of the sum, if the budget suffices.
    fn in_quotient(
        &mut self,
        u: &mut Universe,
        budget: &Budget,
    ) -> Result<Option<InQuotient>, PlayError>;

    /// Answers by a search, if play ends.
    fn by_search(&mut self, u: &mut Universe) -> Result<Option<Self::Searched>, PlayError>;
}

/// The answer to a question, by the method that found it.
pub(super) enum Answer<F, S> {
    /// By canonical forms; perhaps the quotient is known too.
    Forms(F, Option<Box<InQuotient>>),
    /// By the quotient; with the limit that the canonical forms reached, if they were tried.
    Quotient(Box<InQuotient>, Option<Stopped>),
    /// By a search.
    Searched(S),
}

/// Answers a question, stage by stage.
pub(super) fn answer<Q: Question>(
    question: &mut Q,
    patience: &Patience,
    u: &mut Universe,
) -> Result<Answer<Q::Forms, Q::Searched>, PlayError> {
    debug!(games = patience.small_forms, "small forms: begin");
    let few = u.nodes().saturating_add(patience.small_forms);
    // Outcomes of sums of stored games are no games, and may take long.
    let small = u.budget().clone().at_most_nodes(few).within(SMALL);
    let first = u.limited(small, |u| question.by_forms(u));
    debug!(found = first.is_ok(), "small forms: end");
    match first {
        Err(error) if is_resource_limit(&error) => {}
        Err(error) if limit(&error) == Some(Reason::Deadline) && u.budget().check().is_ok() => {}
        other => return Ok(Answer::Forms(other?, None)),
    }

    debug!(within = ?patience.quotient, "quotient: begin");
    let mut soon = time_for_quotient(patience, u.budget());
    // The allocator may keep what the quotient frees, so the forms that follow need room beside it.
    soon.max_memory = soon.max_memory.map(|most| most / 2);
    let place = question.in_quotient(u, &soon)?.map(Box::new);
    debug!(found = place.is_some(), "quotient: end");
    let Some(place) = place else {
        return without_quotient(question, patience, u);
    };

    let Some(duration) = patience.form_beside_quotient else {
        return Ok(Answer::Quotient(place, None));
    };
    let large = match u.budget().deadline {
        Some(_) => u.budget().clone(),
        None => u.budget().clone().within(duration),
    };
    debug!("large forms: begin");
    let form = u.limited(large, |u| question.by_forms(u));
    debug!(found = form.is_ok(), "large forms: end");
    match form {
        Ok(form) => Ok(Answer::Forms(form, Some(place))),
        Err(PlayError::Expression(EvalError::Stopped(stopped))) => {
            Ok(Answer::Quotient(place, Some(stopped)))
        }
        Err(other) => Err(other),
    }
}

/// Returns the budget of stage 2: its patience, or half of the time until a deadline if that is longer.
fn time_for_quotient(patience: &Patience, budget: &Budget) -> Budget {
    let usual = budget.clone().within(patience.quotient);
    let half = budget.clone().half_of_the_time();
    if half.deadline > usual.deadline {
        half
    } else {
        usual
    }
}

/// Stages 3 and 4 where the quotient is not known.
fn without_quotient<Q: Question>(
    question: &mut Q,
    patience: &Patience,
    u: &mut Universe,
) -> Result<Answer<Q::Forms, Q::Searched>, PlayError> {
    if let Err(reason) = u.budget().check() {
        let nodes = u.nodes();
        return Err(Stopped { reason, nodes }.into());
    }
    let error = match large_forms(question, patience, u) {
        Err(error) if patience.search && may_be_searched(&error) => error,
        other => return Ok(Answer::Forms(other?, None)),
    };

    debug!("search: begin");
    let searched = question.by_search(u);
    debug!(found = matches!(searched, Ok(Some(_))), "search: end");
    match searched {
        Ok(Some(found)) => Ok(Answer::Searched(found)),
        // If the search is stopped too, the error is that of the canonical forms.
        Ok(None) | Err(PlayError::Nim(_)) => Err(in_full(error, u.budget())),
        Err(other) => Err(other),
    }
}

/// Stage 3 where the quotient is not known.
fn large_forms<Q: Question>(
    question: &mut Q,
    patience: &Patience,
    u: &mut Universe,
) -> Result<Q::Forms, PlayError> {
    if patience.large_forms == Some(Duration::ZERO) {
        let (reason, nodes) = (Reason::Deadline, u.nodes());
        return Err(Stopped { reason, nodes }.into());
    }
    debug!("large forms: begin");
    let mut large = if patience.search {
        leaving_something(u.budget())
    } else {
        u.budget().clone()
    };
    if let (Some(duration), None) = (patience.large_forms, large.deadline) {
        large = large.within(duration);
    }
    let form = u.limited(large, |u| question.by_forms(u));
    debug!(found = form.is_ok(), "large forms: end");
    form
}

/// Returns three quarters of the memory and half of the time.
fn leaving_something(budget: &Budget) -> Budget {
    let mut part = budget.clone().half_of_the_time();
    part.max_memory = budget.max_memory.map(|most| most / 4 * 3);
    part
}

/// Replaces the part of the memory limit that one stage had by the whole limit.
fn in_full(error: PlayError, budget: &Budget) -> PlayError {
    match (error, budget.max_memory) {
        (PlayError::Expression(EvalError::Stopped(mut stopped)), Some(limit)) => {
            if let Reason::Memory { needed, .. } = stopped.reason {
                let needed = needed.max(limit);
                stopped.reason = Reason::Memory { needed, limit };
            }
            stopped.into()
        }
        (error, _) => error,
    }
}

/// Returns the limit that was reached, if the error is one.
fn limit(error: &PlayError) -> Option<Reason> {
    match error {
        PlayError::Expression(EvalError::Stopped(stopped)) => Some(stopped.reason),
        PlayError::Nim(NimError::Stopped(reason)) => Some(*reason),
        _ => None,
    }
}

/// Checks whether a limit other than time was reached, so that another method may answer.
fn is_resource_limit(error: &PlayError) -> bool {
    limit(error).is_some_and(|reason| !matches!(reason, Reason::Cancelled | Reason::Deadline))
}

/// Checks whether a search may answer: it has time left that large forms had not.
fn may_be_searched(error: &PlayError) -> bool {
    limit(error).is_some_and(|reason| reason != Reason::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    use crate::heaps::ruleset;
    use crate::quotient::QuotientBuilder;

    /// A question that notes which methods are asked; forms need this many games.
    struct Noting {
        asked: Vec<&'static str>,
        games: usize,
        has_quotient: bool,
    }

    impl Question for Noting {
        type Forms = ();
        type Searched = ();

        fn by_forms(&mut self, u: &mut Universe) -> Result<(), PlayError> {
            self.asked.push("forms");
            let nodes = u.nodes();
            match u.budget().check_nodes(nodes + self.games) {
                Ok(()) => Ok(()),
                Err(reason) => Err(Stopped { reason, nodes }.into()),
            }
        }

        fn in_quotient(
            &mut self,
            _: &mut Universe,
            budget: &Budget,
        ) -> Result<Option<InQuotient>, PlayError> {
            self.asked.push("quotient");
            let kayles = ruleset("0.77").unwrap();
            let mut builder = QuotientBuilder::new(&*kayles).unwrap();
            builder.extend_to(3, budget).unwrap();
            let quotient = builder.quotient();
            Ok(self
                .has_quotient
                .then_some(InQuotient::Finite { quotient, value: 0 }))
        }

        fn by_search(&mut self, _: &mut Universe) -> Result<Option<()>, PlayError> {
            self.asked.push("search");
            Ok(Some(()))
        }
    }

    fn asked(patience: &Patience, games: usize, has_quotient: bool) -> (Vec<&'static str>, bool) {
        let mut u = Universe::with_budget(Budget::default().with_max_nodes(100_000));
        let mut question = Noting {
            asked: Vec::new(),
            games,
            has_quotient,
        };
        let answered = answer(&mut question, patience, &mut u).is_ok();
        (question.asked, answered)
    }

    #[test]
    fn stages_follow_each_other() {
        let (few, many, too_many) = (100, 50_000, 1_000_000);
        for (patience, games, has_quotient, expected, answered) in [
            (&Patience::MOVES, few, true, vec!["forms"], true),
            (
                &Patience::MOVES,
                many,
                true,
                vec!["forms", "quotient"],
                true,
            ),
            (
                &Patience::MOVES,
                many,
                false,
                vec!["forms", "quotient", "forms"],
                true,
            ),
            (
                &Patience::MOVES,
                too_many,
                false,
                vec!["forms", "quotient", "forms", "search"],
                true,
            ),
            (
                &Patience::FORMS,
                too_many,
                true,
                vec!["forms", "quotient", "forms"],
                true,
            ),
            (
                &Patience::FORMS,
                too_many,
                false,
                vec!["forms", "quotient", "forms"],
                false,
            ),
        ] {
            let found = asked(patience, games, has_quotient);
            assert_eq!(found, (expected, answered), "{games} {has_quotient}");
        }
    }

    #[test]
    fn no_patience_leaves_large_forms_out() {
        let mut patience = Patience::FORMS;
        patience.large_forms = Some(Duration::ZERO);
        let found = asked(&patience, 1_000_000, false);
        assert_eq!(found, (vec!["forms", "quotient"], false));
    }

    #[test]
    fn small_forms_that_take_long_are_followed_by_the_quotient() {
        /// Forms that need no games and more time than there is while they are small.
        struct Slow(Vec<&'static str>);

        impl Question for Slow {
            type Forms = ();
            type Searched = ();

            fn by_forms(&mut self, u: &mut Universe) -> Result<(), PlayError> {
                self.0.push("forms");
                let (nodes, reason) = (u.nodes(), Reason::Deadline);
                match u.budget().deadline {
                    Some(_) => Err(Stopped { reason, nodes }.into()),
                    None => Ok(()),
                }
            }

            fn in_quotient(
                &mut self,
                _: &mut Universe,
                _: &Budget,
            ) -> Result<Option<InQuotient>, PlayError> {
                self.0.push("quotient");
                Ok(None)
            }

            fn by_search(&mut self, _: &mut Universe) -> Result<Option<()>, PlayError> {
                Ok(None)
            }
        }

        let mut question = Slow(Vec::new());
        let patience = Patience {
            search: false,
            ..Patience::MOVES
        };
        let mut u = Universe::new();
        assert!(answer(&mut question, &patience, &mut u).is_ok());
        assert_eq!(question.0, ["forms", "quotient", "forms"]);
        // A deadline of the whole budget is final.
        question.0.clear();
        u.set_budget(Budget::timeout(Duration::ZERO));
        assert!(answer(&mut question, &patience, &mut u).is_err());
        assert_eq!(question.0, ["forms"]);
    }

    #[test]
    fn a_far_deadline_gives_the_quotient_more_time() {
        let time = |budget: &Budget| {
            let deadline = time_for_quotient(&Patience::MOVES, budget).deadline;
            deadline
                .unwrap()
                .saturating_duration_since(Instant::now())
                .as_secs_f64()
        };
        for (seconds, expected) in [
            (None, 5.0),
            (Some(60), 30.0),
            (Some(8), 5.0),
            (Some(3), 3.0),
        ] {
            let budget = seconds.map_or(Budget::default(), |s| {
                Budget::timeout(Duration::from_secs(s))
            });
            let found = time(&budget);
            assert!((found - expected).abs() < 1.0, "{seconds:?}: {found}");
        }
    }

    #[test]
    fn a_deadline_ends_all_stages() {
        let mut u = Universe::with_budget(Budget::timeout(Duration::ZERO));
        let mut question = Noting {
            asked: Vec::new(),
            games: usize::MAX,
            has_quotient: false,
        };
        u.set_budget(u.budget().clone().with_max_nodes(1));
        assert!(without_quotient(&mut question, &Patience::MOVES, &mut u).is_err());
        assert!(question.asked.is_empty());
    }
}
