//! Finding a description: assumed rules, a sample of outcomes, cells, and verification.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::smallvec;
use tracing::debug;

use super::cells::Cells;
use super::complete::{Bits, complete};
use super::description::{Description, Point};
use super::fit::{Coloured, fit};
use super::sample::{Sample, pack};
use super::verify::{Verdict, fitting_values, verify};
use crate::limits::Meter;
use crate::quotient::assumed::Assumed;
use crate::quotient::candidate::Candidate;
use crate::quotient::error::QuotientError;
use crate::quotient::table::{HeapTable, Sum};

/// The most wild heaps.
const MOST_WILD: usize = 5;
/// A heap is wild if this many rules for its powers are refuted.
pub(in crate::quotient) const REFUTATIONS: u32 = 4;
/// A sample with more words than this many times M needs more rules.
const WASTEFUL: usize = 2;

/// The most samples.
const ROUNDS: usize = 1000;

/// Looks for a description of the quotient with one more heap than a proved one, in which at least
/// the given heaps are wild. Returns none if the effort does not suffice: one unit is the outcome of one
/// sum, or a point to which cells are fitted. The order of each M and the number of refuted rules are
/// reported.
pub(in crate::quotient) fn find(
    proved: &Candidate,
    mut wild: Vec<u32>,
    mut effort: u64,
    table: &HeapTable,
    report: &dyn Fn(usize, usize),
    meter: &mut Meter<'_>,
) -> Result<Option<Description>, QuotientError> {
    let assume =
        |wild: &[u32], meter: &Meter<'_>| Assumed::beyond(proved, meter.budget())?.with_wild(wild);
    let mut assumed = assume(&wild, meter)?;
    let mut bounds = Bounds::new(wild.len());
    for _ in 0..ROUNDS {
        let more = assumed.unbounded(REFUTATIONS);
        if !more.is_empty() {
            debug!(?more, "more wild heaps");
            wild.extend(more);
            wild.sort_unstable();
            wild.dedup();
            assumed = assume(&wild, meter)?;
            bounds = Bounds::new(wild.len());
        }
        if wild.len() > MOST_WILD {
            return Ok(None);
        }
        let sample = Sample::new(&assumed, table, &bounds.0, &mut effort, meter)?;
        let Some(sample) = sample else {
            return Ok(None);
        };
        let tame = match sample.candidate(&assumed, meter)? {
            Ok(tame) => tame,
            Err(at_fault) => {
                let (words, known) = (sample.words.elements.len(), sample.known.len());
                debug!(
                    rules = at_fault.len(),
                    words, known, "rules contradict each other"
                );
                if at_fault.is_empty() {
                    bounds.grow();
                }
                for &rule in at_fault.iter().rev() {
                    assumed.refute(rule)?;
                }
                continue;
            }
        };
        debug!(
            ?wild,
            bounds = ?bounds.0,
            words = sample.words.elements.len(),
            known = sample.known.len(),
            order = tame.monoid.order(),
            "sample"
        );
        report(tame.monoid.order(), assumed.refuted());
        if sample.words.elements.len() > WASTEFUL * tame.monoid.order() {
            let before = assumed.rules.len();
            assumed.express_variables(&tame, &Sum::new());
            assumed.add_relations(&tame, &Sum::new())?;
            if assumed.rules.len() != before {
                continue;
            }
        }
        let described = describe(&sample, &assumed, tame, &wild, &mut effort, table, meter)?;
        let Some(description) = described else {
            debug!("no cells fit");
            bounds.grow();
            continue;
        };
        let failed = match verify(&description, table, meter)? {
            Verdict::Right(sums) => {
                debug!(sums, "description verified");
                return Ok(description.is_infinite().then_some(description));
            }
            Verdict::Wrong(failed) => failed,
            Verdict::Uncovered(heap) => {
                debug!(heap, "a mixed heap is not covered");
                if !assumed.refute_at(&smallvec![(heap, 1)])? {
                    return Ok(None);
                }
                continue;
            }
        };
        debug!(at = ?failed, "description refuted");
        let x: Point = wild
            .iter()
            .map(|&heap| failed.iter().find(|&&(h, _)| h == heap).map_or(0, |s| s.1))
            .collect();
        let inside = sample
            .place(&x)
            .is_some_and(|place| sample.known.binary_search(&place).is_ok());
        if !inside || !assumed.refute_at(&failed)? {
            bounds.grow();
        }
    }
    Ok(None)
}

/// Returns a description that agrees with a sample, if cells fit it.
fn describe(
    sample: &Sample,
    assumed: &Assumed,
    tame: Candidate,
    wild: &[u32],
    effort: &mut u64,
    table: &HeapTable,
    meter: &mut Meter<'_>,
) -> Result<Option<Description>, QuotientError> {
    let (points, palette) = colour_points(sample, assumed, &tame, meter)?;
    let Some(shape) = fit(&points, wild.len(), effort, meter)? else {
        return Ok(None);
    };
    debug!(?shape, "cells fit");
    let order = tame.monoid.order();
    let cells = Arc::new(Cells::new(shape, meter)?);
    let heaps = (0..).zip(&tame.pretending).map(|(heap, _)| heap);
    let heaps = heaps.filter(|heap| !wild.contains(heap));
    let parts = heaps.map(|heap| (heap, sample.wild_part(assumed, heap)));
    let mixed = parts.filter(|(_, d)| d.iter().any(|&d| d > 0)).collect();
    let mut description = Description {
        words: cells.len().div_ceil(64),
        tame,
        wild: wild.to_vec(),
        mixed,
        cells: Arc::clone(&cells),
        p: Arc::default(),
    };
    let mut bits = Bits {
        order,
        bits: vec![None; cells.len() * order],
    };
    for (x, colour) in &points {
        let x: Vec<u64> = x.iter().map(|&x| u64::from(x)).collect();
        let Some(cell) = cells.of_point(&x) else {
            continue;
        };
        let palette = &palette[*colour as usize];
        let row = &mut bits.bits[cell as usize * order..][..order];
        for (m, bit) in row.iter_mut().enumerate() {
            *bit = Some(palette[m / 64] >> (m % 64) & 1 != 0);
        }
    }
    complete(&mut bits, &description, table, meter)?;
    Ok(bits.packed().map(|p| {
        description.p = Arc::new(p);
        description
    }))
}

/// Returns the description of the quotient with one more heap if that heap has a value in M, or with
/// few wild heaps.
pub(in crate::quotient) fn add_heap(
    description: &Description,
    table: &HeapTable,
    meter: &mut Meter<'_>,
) -> Result<Option<Description>, QuotientError> {
    for value in fitting_values(description, table, meter)? {
        let larger = description.with_heap(&value, meter.budget())?;
        if matches!(verify(&larger, table, meter)?, Verdict::Right(_)) {
            return Ok(Some(larger));
        }
    }
    Ok(None)
}

/// The largest exponents of wild heaps in a sample.
struct Bounds(Vec<u32>);

impl Bounds {
    fn new(dimension: usize) -> Self {
        let first = match dimension {
            0..=2 => 8,
            3 => 24,
            _ => 36,
        };
        Self(vec![first; dimension])
    }

    fn grow(&mut self) {
        for bound in &mut self.0 {
            *bound += *bound / 2;
        }
    }
}

/// Returns the known points with their colours, and for each colour the elements of M for which its
/// points are in P.
fn colour_points(
    sample: &Sample,
    assumed: &Assumed,
    tame: &Candidate,
    meter: &mut Meter<'_>,
) -> Result<(Vec<Coloured>, Vec<Vec<u64>>), QuotientError> {
    let variable = |g: usize| assumed.variable(tame.generators[g]).unwrap_or(0);
    let words: Vec<u32> = (tame.monoid.words.iter())
        .map(|word| sample.words.place(&word.renumbered(variable)).unwrap_or(0))
        .collect();
    let mut account = meter.budget().account();
    let mut numbers: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
    let mut palette = Vec::new();
    let mut points = Vec::new();
    for &place in &sample.known {
        meter.tick_for(words.len())?;
        let bits = pack(words.iter().map(|&word| sample.is_p(word, place)));
        let known = numbers.get(&bits).copied();
        let colour = if let Some(colour) = known {
            colour
        } else {
            account.add(16 * bits.len())?;
            let colour = u32::try_from(palette.len()).map_err(|_| QuotientError::Numbers)?;
            numbers.insert(bits.clone(), colour);
            palette.push(bits);
            colour
        };
        account.add(size_of::<Coloured>())?;
        points.push((sample.point(place), colour));
    }
    Ok((points, palette))
}
