//! What certificates of this room prove, in words.

use crate::game::{Game, Universe};
use crate::limits::Stopped;

/// States how many even parts a game has.
pub(super) fn statement(u: &mut Universe, g: Game, count: usize) -> Result<String, Stopped> {
    let parts = match count {
        1 => "exactly 1 even part: it is a unit".into(),
        2 => "exactly 2 even parts: it is prime".into(),
        count => format!("exactly {count} even parts: it is composite"),
    };
    Ok(format!("the game {} has {parts}", u.plain_name(g)?))
}

/// States how many composite games are born by a day.
pub(super) fn of_composites(day: u32, even: usize, odd: usize) -> String {
    let all = even + odd;
    format!("the number of composite games born by day {day} is {all}: {even} even and {odd} odd")
}
