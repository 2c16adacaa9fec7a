//! Fitting cells to coloured points.
//!
//! The colour of a point tells for which elements of M it is in P. Walls with small coefficients are
//! tried, with common thresholds and moduli; the half-width follows from the colours. The shape
//! with the fewest cells wins. Nothing rests on the choice: the description is verified.
//!
//! With two coordinates the walls are those with coefficients up to six. With more, one coordinate is
//! compared with each of the others in plane sections.

use rustc_hash::FxHashMap;

use super::cells::Shape;
use super::description::Point;
use crate::limits::{Meter, Reason};

/// A point and its colour.
pub(super) type Coloured = (Point, u32);

/// The moduli that are tried.
const MODULI: [u32; 8] = [1, 2, 3, 4, 5, 6, 8, 12];

/// The fewest points for each combination of classes: any cells fit points that are few.
const FEWEST_POINTS: usize = 2;

/// Returns a shape whose cells have one colour each, if one is found.
pub(super) fn fit(
    points: &[Coloured],
    dimension: usize,
    effort: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Shape>, Reason> {
    let reach = |i: usize| points.iter().map(|(x, _)| x[i]).max().unwrap_or(0);
    let reach: Vec<u32> = (0..dimension).map(reach).collect();
    let least = reach.iter().copied().min().unwrap_or(0);
    let walls = if dimension == 2 {
        plane_walls()
    } else {
        walls_of_sections(points, dimension, effort, meter)?
    };
    let mut best: Option<(usize, Shape)> = None;
    for wall in &walls {
        // Thresholds and moduli with few classes first.
        for classes in 1..=least {
            let combinations = power(classes, dimension);
            let is_larger = |(fewest, _): &(usize, Shape)| combinations >= *fewest;
            if best.as_ref().is_some_and(is_larger) || FEWEST_POINTS * combinations > points.len() {
                break;
            }
            for modulus in MODULI
                .into_iter()
                .filter(|&p| p <= classes && 2 * p <= least)
            {
                if classes - modulus > least / 2 {
                    continue;
                }
                let shape = Shape {
                    wall: wall.clone(),
                    half_width: 0,
                    thresholds: vec![classes - modulus; dimension],
                    moduli: vec![modulus; dimension],
                };
                if let Some(shape) = with_half_width(points, shape, effort, meter)?
                    && let Some(cells) = shape.combinations()
                    && best.as_ref().is_none_or(|(fewest, _)| cells < *fewest)
                {
                    best = Some((cells, shape));
                }
            }
        }
    }
    match best {
        // What fits is made as small as it gets, whatever effort is left.
        Some((_, shape)) => Ok(Some(shrink(points, shape, &mut { u64::MAX }, meter)?)),
        None => Ok(None),
    }
}

fn power(classes: u32, dimension: usize) -> usize {
    (0..dimension).fold(1, |product: usize, _| {
        product.saturating_mul(classes as usize)
    })
}

/// Returns the shape with the least half-width for which every cell has one colour.
///
/// The half-width must leave both sides of the wall in sight: it is at most half of the largest value
/// of the form.
fn with_half_width(
    points: &[Coloured],
    mut shape: Shape,
    effort: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Shape>, Reason> {
    let mut levels: FxHashMap<(u64, i64), u32> = FxHashMap::default();
    let (mut lowest, mut highest) = (0, 0);
    for (x, colour) in points {
        meter.tick()?;
        let Some(left) = effort.checked_sub(1) else {
            return Ok(None);
        };
        *effort = left;
        let mut classes = 0u64;
        let mut level = 0;
        for (i, &x) in x.iter().enumerate() {
            let (t, p) = (shape.thresholds[i], shape.moduli[i]);
            let class = if x < t { x } else { t + (x - t) % p };
            classes = classes * u64::from(t + p) + u64::from(class);
            level += shape.wall[i] * i64::from(x);
        }
        (lowest, highest) = (level.min(lowest), level.max(highest));
        if *levels.entry((classes, level)).or_insert(*colour) != *colour {
            return Ok(None);
        }
    }
    let mut levels: Vec<((u64, i64), u32)> = levels.into_iter().collect();
    levels.sort_unstable();
    meter.tick_for(levels.len())?;
    for group in levels.chunk_by(|a, b| a.0.0 == b.0.0) {
        let (first, last) = (group[0].1, group[group.len() - 1].1);
        let above = group.iter().rev().find(|&&(_, colour)| colour != last);
        let below = group.iter().find(|&&(_, colour)| colour != first);
        if let Some(&((_, level), _)) = above {
            // With the half-width 0 all levels are one.
            shape.half_width = shape.half_width.max(level + 1).max(1);
        }
        if let Some(&((_, level), _)) = below {
            shape.half_width = shape.half_width.max(1 - level);
        }
    }
    let in_sight = 2 * shape.half_width <= highest.min(-lowest);
    Ok(in_sight.then_some(shape))
}

/// Makes thresholds and moduli smaller, one coordinate after the other.
fn shrink(
    points: &[Coloured],
    mut shape: Shape,
    effort: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<Shape, Reason> {
    for i in 0..shape.dimension() {
        let mut smaller = shape.clone();
        for modulus in (1..shape.moduli[i]).filter(|p| shape.moduli[i].is_multiple_of(*p)) {
            smaller.moduli[i] = modulus;
            if let Some(found) = with_half_width(points, smaller.clone(), effort, meter)?
                && found.half_width <= shape.half_width
            {
                shape = found;
                break;
            }
        }
        while shape.thresholds[i] > 0 {
            let mut smaller = shape.clone();
            smaller.half_width = 0;
            smaller.thresholds[i] -= 1;
            match with_half_width(points, smaller, effort, meter)? {
                Some(found) if found.half_width <= shape.half_width => shape = found,
                _ => break,
            }
        }
    }
    Ok(shape)
}

/// Returns walls a·x − b·y.
fn plane_walls() -> Vec<Vec<i64>> {
    const LARGEST: i64 = 6;
    let mut walls = Vec::new();
    for sum in 2..=2 * LARGEST {
        for a in (1..sum).filter(|a| *a <= LARGEST && sum - a <= LARGEST) {
            if (2..=a).all(|d| a % d != 0 || (sum - a) % d != 0) {
                walls.push(vec![a, a - sum]);
            }
        }
    }
    walls
}

/// Returns the walls that fit the walls of plane sections: for one coordinate and each other one, the
/// points at which all further coordinates are constant.
fn walls_of_sections(
    points: &[Coloured],
    dimension: usize,
    effort: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<i64>>, Reason> {
    let mut walls = Vec::new();
    for first in 0..dimension {
        let mut ratios: Vec<Vec<(i64, i64)>> = vec![vec![(1, 1)]; dimension];
        for other in (0..dimension).filter(|&i| i != first) {
            ratios[other].clear();
            for constant in 0..3 {
                let section = points.iter().filter(|(x, _)| {
                    (0..dimension).all(|i| i == first || i == other || x[i] == constant)
                });
                let section = section.map(|(x, colour)| {
                    let point: Point = [x[first], x[other]].into_iter().collect();
                    (point, *colour)
                });
                let section: Vec<Coloured> = section.collect();
                if let Some(shape) = fit(&section, 2, effort, meter)? {
                    let ratio = (shape.wall[0], shape.wall[1]);
                    if !ratios[other].contains(&ratio) {
                        ratios[other].push(ratio);
                    }
                }
            }
        }
        let found = ratios.iter().fold(vec![Vec::new()], |walls, ratios| {
            let longer = walls.iter().flat_map(|wall: &Vec<(i64, i64)>| {
                ratios.iter().map(move |&ratio| {
                    let mut wall = wall.clone();
                    wall.push(ratio);
                    wall
                })
            });
            longer.collect()
        });
        for wall in found {
            // The common multiple of the coefficients that the sections give to the first coordinate.
            let lcm = wall
                .iter()
                .fold(1, |lcm: i64, &(a, _)| lcm * a / gcd(lcm, a));
            let coefficients = wall.iter().enumerate();
            let coefficients =
                coefficients.map(|(i, &(a, b))| if i == first { lcm } else { lcm / a * b });
            let coefficients: Vec<i64> = coefficients.collect();
            if !walls.contains(&coefficients) {
                walls.push(coefficients);
            }
        }
    }
    Ok(walls)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
