//! Fast roads to the nim values of take-and-break games: codes, Grundy's game and Couples Are
//! Forever.

mod lookup;
mod moves;
mod pairs;
mod plain;
mod space;
mod sparse;
mod triples;

use crate::heaps::{Code, PartitionGame, Ruleset};
use crate::nim::road::Road;
use moves::Moves;
use pairs::PairRoad;
use triples::TripleRoad;

pub use lookup::codes_with_values;

/// The fast road of a take-and-break game.
pub(super) fn road(ruleset: &dyn Ruleset) -> Option<Box<dyn Road>> {
    if let Some(code) = ruleset.downcast_ref::<Code>() {
        let moves = Moves::of_code(code);
        return Some(if moves.three.is_empty() {
            Box::new(PairRoad::new(moves, 0))
        } else {
            Box::new(TripleRoad::new(moves))
        });
    }
    let game = ruleset.downcast_ref::<PartitionGame>()?;
    let moves = Moves::of_partition_game(*game);
    Some(Box::new(PairRoad::new(moves, game.smallest())))
}
