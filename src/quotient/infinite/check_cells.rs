//! The numbers and the cells of a certificate of an infinite quotient; part of the
//! [checker](super::check), which says why the cells that are found are all.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use super::certificate::InfiniteCertificate;
use crate::heaps::Ruleset;
use crate::limits::{Account, Meter, Reason};
use crate::quotient::check::InvalidQuotient;

/// Larger numbers in a certificate are refused, so that no sum of them overflows.
pub(super) const LARGEST: i64 = 1 << 20;
/// The most wild heaps.
const MOST_WILD: usize = 8;

/// Checks that numbers are in range, and lists have the right lengths and orders.
pub(super) fn check_shape(
    certificate: &InfiniteCertificate,
    game: &dyn Ruleset,
) -> Result<(), InvalidQuotient> {
    let malformed = |what| Err(InvalidQuotient::Malformed(what));
    let InfiniteCertificate {
        smallest,
        max_heap,
        generators,
        cayley,
        pretending,
        wild,
        mixed,
        wall,
        half_width,
        thresholds,
        moduli,
        sets,
        ..
    } = certificate;
    if *smallest != game.smallest() {
        return malformed("its smallest heap is not that of the ruleset");
    }
    if pretending.is_empty() || *max_heap != smallest.saturating_add(pretending.len() as u64 - 1) {
        return malformed("it does not have one value for each heap");
    }
    if cayley.is_empty() || cayley.iter().any(|row| row.len() != generators.len()) {
        return malformed("a row of the Cayley graph does not have one entry for each generator");
    }
    let elements = cayley.iter().chain(sets).flatten().chain(pretending);
    if elements.max().is_some_and(|&x| x as usize >= cayley.len()) {
        return malformed("an element is out of range");
    }
    if sets.iter().any(|set| !set.is_sorted_by(|a, b| a < b)) {
        return malformed("a set of elements is not ascending");
    }
    let k = wild.len();
    if k == 0 || k > MOST_WILD || [wall.len(), thresholds.len(), moduli.len()] != [k; 3] {
        return malformed(
            "it does not have one coefficient, threshold and modulus for each wild heap",
        );
    }
    let in_range = |n: i64| n.abs() <= LARGEST;
    if !wall.iter().all(|&c| in_range(c))
        || !(0..=LARGEST).contains(half_width)
        || !thresholds.iter().all(|&t| in_range(i64::from(t)))
        || !moduli.iter().all(|&p| p > 0 && in_range(i64::from(p)))
    {
        return malformed("a coefficient, threshold or modulus is out of range");
    }
    let ascending = |list: &[u64]| list.is_sorted_by(|a, b| a < b);
    let inside = |heap: &u64| (*smallest..=*max_heap).contains(heap);
    if !ascending(generators) || !ascending(wild) || !wild.iter().all(inside) {
        return malformed("the generators or the wild heaps are not ascending, or not heaps");
    }
    let heaps: Vec<u64> = mixed.iter().map(|&(heap, _)| heap).collect();
    let is_other = |heap: &u64| inside(heap) && wild.binary_search(heap).is_err();
    if !ascending(&heaps) || !heaps.iter().all(is_other) {
        return malformed("the mixed heaps are not ascending, or not heaps, or wild");
    }
    let is_part = |(_, d): &(u64, Vec<u32>)| {
        d.len() == k && d.iter().any(|&d| d > 0) && d.iter().all(|&d| in_range(i64::from(d)))
    };
    if !mixed.iter().all(is_part) {
        return malformed(
            "a mixed heap does not have a small number for each wild heap, not all 0",
        );
    }
    Ok(())
}

/// The class of a number: itself below the threshold, else the least number from there on that is
/// congruent to it.
fn class(value: i64, threshold: u32, modulus: u32) -> i64 {
    let threshold = i64::from(threshold);
    if value < threshold {
        value
    } else {
        threshold + (value - threshold) % i64::from(modulus)
    }
}

/// One point of every nonempty cell with these thresholds and half-width, or of one more than `most` cells.
pub(super) fn points_of_cells(
    certificate: &InfiniteCertificate,
    (thresholds, half_width): (&[u32], i64),
    most: usize,
    account: &mut Account,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<i64>>, Reason> {
    let InfiniteCertificate { wall, moduli, .. } = certificate;
    let k = wall.len();
    let form = |x: &[i64]| -> i64 { x.iter().zip(wall).map(|(x, c)| x * c).sum() };
    let mut points = Vec::new();
    let mut least = vec![0i64; k];
    loop {
        let free = |i: usize| least[i] >= i64::from(thresholds[i]);
        let steps: Vec<(usize, i64)> = (0..k)
            .filter(|&i| free(i) && wall[i] != 0)
            .map(|i| (i, wall[i] * i64::from(moduli[i])))
            .collect();
        let longest = steps.iter().map(|(_, step)| step.abs()).max().unwrap_or(0);
        let range = form(&least).abs().max(half_width) + longest;
        let mut seen = BTreeSet::from([form(&least)]);
        let mut levels = BTreeSet::new();
        let mut queue = VecDeque::from([least.clone()]);
        let mut scratch = meter.budget().account();
        while let Some(x) = queue.pop_front() {
            meter.tick()?;
            if levels.insert(form(&x).clamp(-half_width, half_width)) {
                account.add(size_of::<Vec<i64>>() + 8 * k)?;
                points.push(x.clone());
                if points.len() > most {
                    return Ok(points);
                }
            }
            for &(i, step) in &steps {
                let level = form(&x) + step;
                if level.abs() <= range && seen.insert(level) {
                    scratch.add(2 * size_of::<Vec<i64>>() + 8 * k + 32)?;
                    let mut next = x.clone();
                    next[i] += i64::from(moduli[i]);
                    queue.push_back(next);
                }
            }
        }
        // The next combination of classes.
        let ends = |i: usize| i64::from(thresholds[i]) + i64::from(moduli[i]);
        let Some(i) = (0..k).find(|&i| least[i] + 1 < ends(i)) else {
            return Ok(points);
        };
        least[i] += 1;
        least[..i].fill(0);
    }
}

/// Step 2. Returns the set of each cell.
pub(super) fn check_cells(
    certificate: &InfiniteCertificate,
    account: &mut Account,
    meter: &mut Meter<'_>,
) -> Result<FxHashMap<Vec<i64>, u32>, InvalidQuotient> {
    let malformed = |what| Err(InvalidQuotient::Malformed(what));
    // There is a cell for every combination of classes.
    let classes = certificate.thresholds.iter().zip(&certificate.moduli);
    let mut classes = classes.map(|(&t, &p)| t as usize + p as usize);
    let combinations = classes.try_fold(1, usize::checked_mul);
    if combinations.is_none_or(|combinations| combinations > certificate.cells.len()) {
        return malformed("there are fewer cells than combinations of classes");
    }
    let mut cells: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
    for (classes, level, set) in &certificate.cells {
        meter.tick()?;
        account.add(size_of::<(Vec<i64>, u32)>() + 8 * (classes.len() + 1))?;
        let key: Vec<i64> = classes
            .iter()
            .map(|&c| i64::from(c))
            .chain([*level])
            .collect();
        if *set as usize >= certificate.sets.len() || cells.insert(key, *set).is_some() {
            return malformed("a cell is listed twice, or has no set");
        }
    }
    let (thresholds, h) = (&certificate.thresholds, certificate.half_width);
    // A file may have a half-width for which there are millions of cells.
    let points = points_of_cells(certificate, (thresholds, h), cells.len(), account, meter)?;
    if points.len() != cells.len() {
        return malformed("the cells are not those of its wall, thresholds and moduli");
    }
    for point in &points {
        if !cells.contains_key(&cell(certificate, point)) {
            return malformed("the cells are not those of its wall, thresholds and moduli");
        }
    }
    Ok(cells)
}

/// The cell of a point: its classes and the clamped form.
pub(super) fn cell(certificate: &InfiniteCertificate, x: &[i64]) -> Vec<i64> {
    let (thresholds, h) = (&certificate.thresholds, certificate.half_width);
    wider_cell(certificate, thresholds, h, x)
}

/// The cell of a point with other thresholds and another half-width.
pub(super) fn wider_cell(
    certificate: &InfiniteCertificate,
    thresholds: &[u32],
    half_width: i64,
    x: &[i64],
) -> Vec<i64> {
    let form: i64 = x.iter().zip(&certificate.wall).map(|(x, c)| x * c).sum();
    let classes = x
        .iter()
        .enumerate()
        .map(|(i, &x)| class(x, thresholds[i], certificate.moduli[i]));
    classes
        .chain([form.clamp(-half_width, half_width)])
        .collect()
}
