//! Fast roads to the nim values of take-and-break games.

mod moves;
mod pairs;
mod plain;
mod space;
mod sparse;

use crate::heaps::{Code, Ruleset};
use crate::nim::road::Road;
use moves::Moves;
use pairs::PairRoad;

/// The fast road of a take-and-break game.
pub(super) fn road(ruleset: &dyn Ruleset) -> Option<Box<dyn Road>> {
    let code = ruleset.downcast_ref::<Code>()?;
    let moves = Moves::of_code(code);
    if !moves.three.is_empty() {
        return None;
    }
    Some(Box::new(PairRoad::new(moves)))
}

#[cfg(test)]
mod scratch {
    use super::*;
    #[test]
    fn scratch() {
        let name = std::env::var("GAME").unwrap();
        let to: u64 = std::env::var("TO").unwrap().parse().unwrap();
        let moves = if name == "grundy" {
            Moves {
                two: vec![0],
                unequal: true,
                ..Moves::default()
            }
        } else {
            Moves::of_code(&name.parse().unwrap())
        };
        let mut road = PairRoad::new(moves);
        let start = std::time::Instant::now();
        road.extend(to, &Default::default()).unwrap();
        let g = road.values().numbers().unwrap();
        let mut h: u64 = 14695981039346656037;
        for &v in g {
            h = (h ^ v as u64).wrapping_mul(1099511628211);
        }
        println!(
            "{name} {to} {:?} max {:?} hash {h:x}",
            start.elapsed(),
            g.iter().max()
        );
    }
}
