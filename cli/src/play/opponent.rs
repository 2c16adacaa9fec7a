//! The program's moves: a winning one, or else one with few answers.

use misere::game::Outcome;
use misere::play::{Method, Move};

use super::super::failure::Failure;
use super::reason;
use super::table::Table;

/// Makes a move and says so.
pub(super) fn moves(table: &mut Table<'_>) -> Result<(), Failure> {
    let Some(m) = choose(table)? else {
        return Ok(());
    };
    let described = table.described(&m)?;
    table.make(&m)?;
    let position = table.position()?;
    table.say(&format!("I: {described}, leaving {position}"))?;
    if m.result == Outcome::P {
        let why = reason::of_position(table)?;
        table.say(&format!("   {why}"))?;
    }
    Ok(())
}

/// The first winning move, or the losing one with the fewest answers.
fn choose(table: &mut Table<'_>) -> Result<Option<Move>, Failure> {
    /// With more moves than this, looking at all the answers takes too long.
    const FEW: usize = 60;
    let analysis = table.analysis()?;
    if let Some(winning) = analysis.moves.iter().find(|m| m.result == Outcome::P) {
        return Ok(Some(winning.clone()));
    }
    let quick = matches!(
        analysis.method,
        Method::NimValues(_) | Method::CanonicalForms
    );
    let moves = analysis.moves.clone();
    if !quick || moves.len() > FEW {
        // The last move usually leaves the longest game.
        return Ok(moves.last().cloned());
    }
    let mut best: Option<(usize, Move)> = None;
    for m in moves.into_iter().rev() {
        table.make(&m)?;
        let after = table.analysis();
        let answers = after.map(|after| {
            after
                .moves
                .iter()
                .filter(|m| m.result == Outcome::P)
                .count()
        });
        table.take_back();
        let answers = answers?;
        if best.as_ref().is_none_or(|&(fewest, _)| answers < fewest) {
            best = Some((answers, m));
        }
    }
    Ok(best.map(|(_, m)| m))
}
