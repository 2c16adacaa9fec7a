//! Games to test statements on.

use crate::Work;
use misere::expr::evaluate;
use misere::game::{Game, Outcome, Universe};
use misere::limits::Stopped;
use misere::notation::{Notation, Written, parse, write};

type Failed = Box<dyn std::error::Error>;

/// Makes a universe with the limits of the test.
pub(super) fn universe(work: &Work<'_>) -> Universe {
    Universe::with_budget(work.budget().clone())
}

/// Returns games born by day 5, as sets of games born by day 4 chosen by a fixed sequence of
/// pseudo-random numbers.
pub(super) fn day_5(u: &mut Universe, count: usize) -> Result<Vec<Game>, Stopped> {
    let day_4 = u.games_born_by(4)?;
    let mut state = 0x9e37_79b9_u32;
    let mut games = Vec::with_capacity(count);
    for i in 0..count {
        // A linear congruential generator; the high bits are the good ones.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut mask = state >> 10;
        if i % 2 == 0 {
            // Small sets are the interesting ones.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            mask &= state >> 10;
            mask &= state.rotate_left(9) >> 10;
        }
        let some = (0..day_4.len()).filter(|&bit| mask >> bit & 1 == 1);
        games.push(u.set(some.map(|bit| day_4[bit]))?);
    }
    Ok(games)
}

/// Returns the games born by day 4, and some born by day 5.
pub(super) fn games(u: &mut Universe, of_day_5: usize) -> Result<Vec<Game>, Stopped> {
    let mut games = u.games_born_by(4)?;
    games.extend(day_5(u, of_day_5)?);
    Ok(games)
}

/// Checks whether X links G and H: both sums with X are P-positions.
pub(super) fn links_both(u: &mut Universe, x: Game, g: Game, h: Game) -> Result<bool, Stopped> {
    Ok(u.outcome_of_sum(g, x)? == Outcome::P && u.outcome_of_sum(h, x)? == Outcome::P)
}

/// Computes the value of an expression.
pub(super) fn value(u: &mut Universe, text: &str) -> Result<Game, Failed> {
    Ok(evaluate(&parse(text)?, u)?)
}

/// Writes a game in Conway's notation.
pub(super) fn name(u: &mut Universe, g: Game) -> String {
    match write(u, g, Notation::Conway, 1000) {
        Ok(Written::Text(text)) => text,
        Ok(Written::TooLong(_)) | Err(_) => format!("{g:?}"),
    }
}
