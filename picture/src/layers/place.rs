//! Horizontal coordinates for ordered rows: short and straight lines, no overlaps.
//!
//! Each item is moved to the weighted mean of its neighbours; isotonic regression (pooling adjacent
//! violators) finds the nearest coordinates that keep the order of a row and the distances in it.
//! This is repeated for all rows, down and up.

use misere::limits::{Meter, Reason};

use super::rows::{Item, Rows};
use super::straight::{alone, straighten};
use super::{Bend, Layered, Layout, Track};

/// The distance between a node and a line that passes it.
const PASSING: f64 = 11.0;
/// The distance between two lines that pass side by side.
const BENDS: f64 = 8.0;
/// The weight with which each node is drawn to the middle, so that rows do not drift apart.
const AXIS: f64 = 1.5;
/// The weight with which a bend keeps its place.
const REST: f64 = 0.01;
/// The number of rounds that straighten lines.
const STRAIGHTENINGS: usize = 4;
/// The number of rounds that consider one neighbouring row.
const ROUGH: usize = 6;
/// The number of rounds that consider both, for a picture of moderate size.
const FINE: usize = 80;

/// Computes the horizontal coordinate of each item.
pub(super) fn across(graph: &Layered, rows: &Rows, meter: &mut Meter) -> Result<Vec<f64>, Reason> {
    let distances = distances(graph, rows);
    let mut x = vec![0.0; rows.row_of.len()];
    for (row, distances) in rows.items.iter().zip(&distances) {
        let mut at = -distances.iter().sum::<f64>() / 2.0;
        for (&item, distance) in row.iter().zip(distances) {
            at += distance;
            x[item] = at;
        }
    }
    let fine = (20_000 * FINE / rows.row_of.len().max(1)).clamp(FINE / 4, FINE);
    let is_alone: Vec<bool> = alone(rows).iter().map(Option::is_some).collect();
    let mut pool = Pool::default();
    let count = rows.items.len();
    for round in 0..2 * (ROUGH + fine) {
        let down = round % 2 == 0;
        let both = round >= 2 * ROUGH;
        for step in 0..count {
            let row = if down { step } else { count - 1 - step };
            let items = &rows.items[row];
            pool.clear();
            for (&item, &distance) in items.iter().zip(&distances[row]) {
                meter.tick_for(rows.above[item].len() + rows.below[item].len())?;
                // A bend below a row has no neighbour further below, and stays then.
                let (mut sum, mut weight) = if rows.is_node(item) {
                    (0.0, AXIS)
                } else {
                    (x[item] * REST, REST)
                };
                let mut draw = |others: &[Item]| {
                    for &other in others {
                        let pull = pull(rows, &is_alone, item, other);
                        sum += pull * x[other];
                        weight += pull;
                    }
                };
                if both || down {
                    draw(&rows.above[item]);
                }
                if both || !down {
                    draw(&rows.below[item]);
                }
                pool.push(sum / weight, weight, distance);
            }
            for (&item, place) in items.iter().zip(pool.places()) {
                x[item] = place;
            }
        }
    }
    for _ in 0..STRAIGHTENINGS {
        straighten(rows, &distances, &mut x, meter)?;
    }
    Ok(x)
}

/// Computes the least distance of each item of a row from the one before it; 0 for the first.
fn distances(graph: &Layered, rows: &Rows) -> Vec<Vec<f64>> {
    let half = |item: Item| graph.half_width(item);
    let row = |row: &Vec<Item>| {
        let gaps = row.windows(2).map(|pair| {
            let between = match (rows.is_node(pair[0]), rows.is_node(pair[1])) {
                (true, true) => graph.apart,
                (false, false) => BENDS,
                _ => PASSING,
            };
            half(pair[0]) + between + half(pair[1])
        });
        std::iter::once(0.0).chain(gaps).take(row.len()).collect()
    };
    rows.items.iter().map(row).collect()
}

/// Returns the weight with which two items attract each other. It is large for lines that pass rows
/// and for nodes that are alone in their rows, which should be straight.
fn pull(rows: &Rows, is_alone: &[bool], a: Item, b: Item) -> f64 {
    match (rows.is_node(a), rows.is_node(b)) {
        (true, true) if is_alone[rows.row_of[a]] && is_alone[rows.row_of[b]] => 64.0,
        (true, true) => 3.0,
        (false, false) => 16.0,
        _ => 1.0,
    }
}

/// The items of a row from left to right, in groups of items at their least distances.
#[derive(Default)]
struct Pool {
    /// The mean aim, the weight and the number of items of each group.
    groups: Vec<(f64, f64, usize)>,
    /// The coordinate of each item if all are at their least distances, the first being at 0.
    offsets: Vec<f64>,
}

impl Pool {
    fn clear(&mut self) {
        self.groups.clear();
        self.offsets.clear();
    }

    /// Adds an item at this least distance from the last.
    fn push(&mut self, aim: f64, weight: f64, distance: f64) {
        let offset = self.offsets.last().map_or(0.0, |last| last + distance);
        self.offsets.push(offset);
        let mut group = (aim - offset, weight, 1);
        while let Some(&(aim, weight, count)) = self.groups.last() {
            if aim < group.0 {
                break;
            }
            let both = weight + group.1;
            let mean = (aim * weight + group.0 * group.1) / both;
            group = (mean, both, count + group.2);
            self.groups.pop();
        }
        self.groups.push(group);
    }

    fn places(&self) -> impl Iterator<Item = f64> + '_ {
        let means = self
            .groups
            .iter()
            .flat_map(|&(mean, _, count)| std::iter::repeat_n(mean, count));
        means.zip(&self.offsets).map(|(mean, offset)| mean + offset)
    }
}

/// Adds vertical coordinates: rows are farther apart where lines lead far sideways.
pub(super) fn finish(graph: &Layered, rows: &Rows, x: &[f64]) -> Layout {
    let heights = rows.items.iter().map(|row| {
        let has_nodes = row.iter().any(|&item| rows.is_node(item));
        if has_nodes { graph.height } else { 0.0 }
    });
    let heights: Vec<f64> = heights.collect();
    let mut y = Vec::with_capacity(heights.len());
    let mut edge = 0.0;
    for (row, height) in heights.iter().enumerate() {
        y.push(edge + height / 2.0);
        edge += height;
        if row + 1 < heights.len() {
            edge += gap(graph, rows, x, row);
        }
    }
    let half = |item: Item| graph.half_width(item);
    let items = 0..x.len();
    let left = items
        .clone()
        .map(|i| x[i] - half(i))
        .fold(f64::MAX, f64::min);
    let right = items.map(|i| x[i] + half(i)).fold(f64::MIN, f64::max);
    let point = |item: Item| (x[item] - left, y[rows.row_of[item]]);
    let tracks = rows.tracks.iter().map(|items| {
        let ends = items.first().zip(items.last());
        let joins = ends.is_some_and(|(_, &last)| !rows.is_node(last));
        let below = ends.is_some_and(|(&a, &b)| !joins && rows.row_of[a] == rows.row_of[b]);
        let bends = items.iter().copied().filter(|&item| !rows.is_node(item));
        let bends = bends.map(|item| {
            let (row, (x, y)) = (rows.row_of[item], point(item));
            let half = heights[row] / 2.0;
            Bend {
                x,
                top: y - half,
                bottom: y + half,
            }
        });
        Track {
            bends: bends.collect(),
            joins,
            below,
        }
    });
    Layout {
        centres: (0..rows.nodes).map(point).collect(),
        tracks: tracks.collect(),
        rows: rows.given.iter().map(|&row| y[row]).collect(),
        width: (right - left).max(0.0),
        height: edge,
    }
}

/// Returns the distance of a row to the next.
fn gap(graph: &Layered, rows: &Rows, x: &[f64], row: usize) -> f64 {
    let mut widest = 0f64;
    for &item in &rows.items[row] {
        for &other in &rows.below[item] {
            widest = widest.max((x[item] - x[other]).abs());
        }
    }
    let least = graph.least_gap;
    (least * 0.7 + widest * 0.16).clamp(least, 5.0 * least)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Pool;

    /// Isotonic regression by its minimax formula: max over a ≤ i of min over b ≥ i of the weighted
    /// mean of the aims from a to b (Barlow, Bartholomew, Bremner and Brunk 1972).
    fn by_formula(items: &[(f64, f64, f64)]) -> Vec<f64> {
        let mut offset = 0.0;
        let mut offsets = Vec::new();
        for (i, item) in items.iter().enumerate() {
            offset += if i == 0 { 0.0 } else { item.2 };
            offsets.push(offset);
        }
        let mean = |a: usize, b: usize| {
            let weight: f64 = items[a..=b].iter().map(|item| item.1).sum();
            let aims = (a..=b).map(|i| items[i].1 * (items[i].0 - offsets[i]));
            aims.sum::<f64>() / weight
        };
        let place = |i: usize| {
            let least = |a: usize| {
                (i..items.len())
                    .map(|b| mean(a, b))
                    .fold(f64::MAX, f64::min)
            };
            (0..=i).map(least).fold(f64::MIN, f64::max) + offsets[i]
        };
        (0..items.len()).map(place).collect()
    }

    proptest! {
        #[test]
        fn pooling_finds_the_nearest_places_in_order(
            items in prop::collection::vec((-99.0..99.0f64, 0.1..20.0f64, 0.0..40.0f64), 1..20)
        ) {
            let mut pool = Pool::default();
            for &(aim, weight, distance) in &items {
                pool.push(aim, weight, distance);
            }
            let places: Vec<f64> = pool.places().collect();
            for (place, expected) in places.iter().zip(by_formula(&items)) {
                prop_assert!((place - expected).abs() < 1e-6, "{place} {expected}");
            }
        }
    }
}
