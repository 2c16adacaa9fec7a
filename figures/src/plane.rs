//! The P-positions of an infinite quotient as a picture: the plane of two wild heaps.

use misere::game::Outcome;
use misere::heaps::{Heaps, Position};
use misere::limits::{Budget, Reason};
use misere::quotient::InfiniteQuotient;
use misere_picture::HeatMap;

/// The numbers of copies are below this, so that the numbers in the cells are legible.
const SIDE: u64 = 26;

/// Draws how many values of the tame part are those of P-positions with x copies of one wild heap and y
/// copies of another, the two largest; with one wild heap alone there is one row.
///
/// # Errors
/// A limit was reached.
pub fn plane(quotient: &InfiniteQuotient, budget: &Budget) -> Result<HeatMap, Reason> {
    let (&across, rest) = quotient.wild().split_last().unwrap_or((&0, &[]));
    let up = rest.last().copied();
    let sums: Vec<_> = (quotient.tame_part().elements())
        .map(|m| quotient.least_sum(m))
        .collect();
    let mut rows = Vec::new();
    for y in 0..up.map_or(1, |_| SIDE) {
        let mut row = Vec::new();
        for x in 0..SIDE {
            budget.check()?;
            let copies = [(across, x), (up.unwrap_or(across), y)];
            let is_p = |sum: &&Heaps| {
                let mut sum = (*sum).clone();
                for (heap, copies) in copies.into_iter().filter(|(_, copies)| *copies > 0) {
                    sum.add(Position::heap(heap), copies);
                }
                quotient.outcome(&sum) == Some(Outcome::P)
            };
            let count = u32::try_from(sums.iter().filter(is_p).count()).unwrap_or(u32::MAX);
            row.push(Some(f64::from(count)));
        }
        rows.push(row);
    }
    let mut map = HeatMap::new(0, rows);
    let heaps = match quotient.period() {
        Some(_) => "all heaps".into(),
        None => format!("heaps up to {}", quotient.max_heap()),
    };
    map.title = format!("{}, {heaps}", quotient.ruleset());
    let label = |heap| format!("×{heap}");
    map.labels = [label(across), up.map(label).unwrap_or_default()];
    map.note = format!(
        "of the {} values of the tame part, how many make a P-position",
        sums.len()
    );
    Ok(map)
}
