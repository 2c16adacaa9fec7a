//! Isomorphisms of quotients: bijections of the monoids that preserve products and P-values.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::FxHashMap;

use super::error::QuotientError;
use super::memory::OVERHEAD;
use super::monoid::{Element, Monoid};
use crate::limits::{Budget, Meter};

impl Monoid {
    /// Returns an isomorphism onto another monoid with P-values, as the image of each element, if
    /// there is one.
    ///
    /// ```
    /// use misere::limits::Budget;
    /// use misere::heaps::ruleset;
    /// use misere::quotient::QuotientBuilder;
    ///
    /// let budget = Budget::default();
    /// let [nim, subtraction] = ["nim", "subtraction{1,2,3,4,5,6}"].map(|name| ruleset(name).unwrap());
    /// let (mut a, mut b) = (QuotientBuilder::new(&*nim)?, QuotientBuilder::new(&*subtraction)?);
    /// a.extend_to(4, &budget)?;
    /// b.extend_to(5, &budget)?;
    /// let (a, b) = (a.quotient(), b.quotient());
    /// assert!(a.monoid().isomorphism(b.monoid(), &budget)?.is_some());
    /// # Ok::<(), misere::quotient::QuotientError>(())
    /// ```
    pub fn isomorphism(
        &self,
        other: &Self,
        budget: &Budget,
    ) -> Result<Option<Vec<Element>>, QuotientError> {
        if (self.order(), self.p_order()) != (other.order(), other.p_order()) {
            return Ok(None);
        }
        let mut meter = Meter::new(budget);
        let Some((ours, theirs)) = common_colours(self, other, &mut meter)? else {
            return Ok(None);
        };
        let mut members: FxHashMap<u32, Vec<Element>> = FxHashMap::default();
        for (y, &colour) in other.elements().zip(&theirs) {
            members.entry(colour).or_default().push(y);
        }
        // Images of the generators are chosen one after the other, by backtracking.
        let generators: Vec<Element> = (0..self.generator_count())
            .map(|g| self.times_generator(0, g))
            .collect();
        let choices = |g: usize| &members[&ours[generators[g] as usize]];
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            budget.check()?;
            let images: Vec<Element> = (0..).zip(&chosen).map(|(g, &c)| choices(g)[c]).collect();
            let map = homomorphism(self, other, &images, &ours, &theirs, &mut meter)?;
            match map {
                Some(map) if images.len() == generators.len() => return Ok(Some(map)),
                Some(_) => chosen.push(0),
                None => {
                    // The next choice, or one of those before it.
                    while let Some(last) = chosen.pop() {
                        if last + 1 < choices(chosen.len()).len() {
                            chosen.push(last + 1);
                            break;
                        }
                    }
                    if chosen.is_empty() {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

/// Returns the map that sends the first generators to these images, if it is one-to-one, preserves
/// colours and is well defined on the submonoid that they generate. The images of other elements
/// are 0.
fn homomorphism(
    ours: &Monoid,
    theirs: &Monoid,
    images: &[Element],
    our_colours: &[u32],
    their_colours: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Element>>, QuotientError> {
    let rows: Vec<Vec<Element>> = images.iter().map(|&image| theirs.row(image)).collect();
    let mut map = vec![None; ours.order()];
    let mut taken = vec![false; theirs.order()];
    map[0] = Some(0);
    taken[0] = true;
    let mut reached = vec![0];
    while let Some(x) = reached.pop() {
        meter.tick()?;
        for (g, row) in rows.iter().enumerate() {
            let Some(image) = map[x as usize] else {
                continue;
            };
            let product = ours.times_generator(x, g);
            let expected = row[image as usize];
            match map[product as usize] {
                Some(known) if known == expected => {}
                None if !taken[expected as usize]
                    && our_colours[product as usize] == their_colours[expected as usize] =>
                {
                    map[product as usize] = Some(expected);
                    taken[expected as usize] = true;
                    reached.push(product);
                }
                _ => return Ok(None),
            }
        }
    }
    Ok(Some(
        map.into_iter().map(Option::unwrap_or_default).collect(),
    ))
}

/// The colours of the elements of two monoids.
type Colours = (Vec<u32>, Vec<u32>);

/// Returns colours of elements that every isomorphism preserves, in both monoids: at first one for 1,
/// one for P and one for the rest, then refined by the colours of the pairs (y, xy). None if the
/// colours are not equally frequent.
fn common_colours(
    ours: &Monoid,
    theirs: &Monoid,
    meter: &mut Meter<'_>,
) -> Result<Option<Colours>, QuotientError> {
    let first = |monoid: &Monoid| -> Vec<u32> {
        let colour = |x: Element| {
            if x == 0 {
                0
            } else {
                1 + u32::from(monoid.is_p(x))
            }
        };
        monoid.elements().map(colour).collect()
    };
    let (mut a, mut b) = (first(ours), first(theirs));
    let mut count = 0;
    loop {
        let mut account = meter.budget().account();
        let mut numbers: BTreeMap<Vec<(u32, u32)>, u32> = BTreeMap::new();
        let mut refine = |monoid: &Monoid, colours: &[u32]| -> Result<Vec<u32>, QuotientError> {
            let mut refined = Vec::with_capacity(colours.len());
            for x in monoid.elements() {
                meter.tick_for(monoid.order())?;
                let row = monoid.row(x);
                let pairs = row
                    .iter()
                    .zip(colours)
                    .map(|(&xy, &y)| (y, colours[xy as usize]));
                let mut pairs: Vec<(u32, u32)> = pairs.collect();
                pairs.sort_unstable();
                let unused = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                refined.push(match numbers.entry(pairs) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        let entry = size_of::<(Vec<(u32, u32)>, u32)>() + OVERHEAD;
                        account.add(entry + size_of_val(&**new.key()))?;
                        *new.insert(unused)
                    }
                });
            }
            Ok(refined)
        };
        (a, b) = (refine(ours, &a)?, refine(theirs, &b)?);
        let mut sorted = [a.clone(), b.clone()];
        for colours in &mut sorted {
            colours.sort_unstable();
        }
        if sorted[0] != sorted[1] {
            return Ok(None);
        }
        if numbers.len() == count {
            return Ok(Some((a, b)));
        }
        count = numbers.len();
    }
}
