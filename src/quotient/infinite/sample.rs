//! Outcomes of sums with bounded numbers of wild heaps, under assumed rules for the other heaps.
//!
//! Words are the irreducible monomials without wild variables. The outcome of a word times wild
//! heaps is found from the options, as in the model of a finite quotient. There is no rule for wild
//! heaps; where an option has more of them than the bounds allow, its outcome is unknown, and so may
//! be that of the sum. With three wild heaps or more, their total number is bounded as well: sums
//! with many of all of them would be too many.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::description::Point;
use crate::limits::{Account, Meter};
use crate::quotient::assumed::Assumed;
use crate::quotient::candidate::Candidate;
use crate::quotient::error::QuotientError;
use crate::quotient::memory::collect;
use crate::quotient::model::{Conflict, Model};
use crate::quotient::monomial::Monomial;
use crate::quotient::table::HeapTable;

const N: u8 = 0;
const P: u8 = 1;
const UNKNOWN: u8 = 2;

/// An option of a variable: a row of products of words with its word, and its wild heaps.
struct Choice {
    row: usize,
    wild: Point,
    /// By how much the number of a point grows with these wild heaps, if there are any.
    offset: Option<usize>,
}

pub(super) struct Sample {
    pub(super) words: Model,
    /// The wild variables.
    wild: Vec<usize>,
    /// The largest exponents of the wild variables.
    pub(super) bounds: Point,
    /// For each point one outcome for each word.
    outcomes: Vec<u8>,
    /// The points at which all outcomes are known.
    pub(super) known: Vec<usize>,
    choices: Vec<Vec<Choice>>,
    rows: Vec<Vec<u32>>,
    /// For each word and variable, the word without one copy of it.
    without: Vec<u32>,
    account: Account,
}

impl Sample {
    /// Finds the outcomes; none if the effort does not suffice.
    pub(super) fn new(
        assumed: &Assumed,
        table: &HeapTable,
        bounds: &[u32],
        effort: &mut u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, QuotientError> {
        let words = Model::without_outcomes(assumed, meter)?;
        let is_wild = assumed.wild_variables();
        let wild: Vec<usize> = (0..is_wild.len()).filter(|&v| is_wild[v]).collect();
        let mut account = meter.budget().account();
        let count = words.elements.len();
        let mut points = bounds.iter().map(|&n| n as usize + 1);
        let points = points.try_fold(1usize, usize::checked_mul);
        let states = points.and_then(|points| points.checked_mul(count));
        let met = points_met(bounds).and_then(|points| points.checked_mul(count));
        let left = met.and_then(|met| effort.checked_sub(met as u64));
        let (Some(states), Some(left)) = (states, left) else {
            return Ok(None);
        };
        *effort = left;
        let outcomes = collect(std::iter::repeat(UNKNOWN), states, &mut account)?;
        let without = words.elements.iter().flat_map(|word| {
            let words = &words;
            (0..words.letters).map(move |v| {
                let has = word.exponent(v) > 0;
                let rest = has.then(|| word.over(&Monomial::generator(v)));
                rest.and_then(|rest| words.place(&rest)).unwrap_or(0)
            })
        });
        let without = collect(without, count * words.letters, &mut account)?;
        let mut sample = Self {
            wild,
            bounds: bounds.iter().copied().collect(),
            outcomes,
            known: Vec::new(),
            choices: Vec::new(),
            rows: Vec::new(),
            without,
            words,
            account,
        };
        sample.find_choices(assumed, table, meter)?;
        let all = 0..count;
        sample.find_outcomes(all, sample.wild.len(), 0, meter)?;
        let points = sample.outcomes.chunks_exact(count).enumerate();
        let known = points.filter(|(_, outcomes)| outcomes.iter().all(|&o| o != UNKNOWN));
        sample.known = known.map(|(point, _)| point).collect();
        Ok(Some(sample))
    }

    fn find_choices(
        &mut self,
        assumed: &Assumed,
        table: &HeapTable,
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        let mut rows: FxHashMap<u32, usize> = FxHashMap::default();
        for &heap in &assumed.variables {
            let mut choices: Vec<Choice> = Vec::new();
            for option in table.options(heap) {
                meter.tick()?;
                let mut wild: Point = SmallVec::from_elem(0, self.wild.len());
                let mut word = 0;
                for &(h, copies) in option {
                    // Words have no wild variables: a product with them leaves a word unchanged.
                    word = self.words.times_power(word, &assumed.monomial(h), copies);
                    for (x, d) in wild.iter_mut().zip(self.wild_part(assumed, h)) {
                        *x += copies * d;
                    }
                }
                let unused = self.rows.len();
                let row = *rows.entry(word).or_insert(unused);
                if row == unused {
                    let factor = self.words.elements[word as usize];
                    let count = u32::try_from(self.words.elements.len());
                    let count = count.map_err(|_| QuotientError::Numbers)?;
                    let products = (0..count).map(|x| self.words.times(x, &factor));
                    let products = collect(products, count as usize, &mut self.account)?;
                    self.rows.push(products);
                    meter.tick_for(count as usize)?;
                }
                if !choices.iter().any(|c| c.row == row && c.wild == wild) {
                    let has_wild = wild.iter().any(|&d| d > 0);
                    let offset = has_wild.then(|| self.offset(&wild));
                    choices.push(Choice { row, wild, offset });
                }
            }
            self.choices.push(choices);
        }
        Ok(())
    }

    /// Returns the exponents of the wild variables in the monomial of a heap.
    pub(super) fn wild_part(&self, assumed: &Assumed, heap: u32) -> Point {
        let monomial = assumed.monomial(heap);
        let exponents = self.wild.iter().map(|&v| monomial.exponent(v));
        exponents.collect()
    }

    /// Returns the exponents of a point.
    pub(super) fn point(&self, mut point: usize) -> Point {
        let exponents = self.bounds.iter().map(|&n| {
            let x = point % (n as usize + 1);
            point /= n as usize + 1;
            u32::try_from(x).unwrap_or(0)
        });
        exponents.collect()
    }

    /// Returns the number of a point.
    pub(super) fn place(&self, x: &[u32]) -> Option<usize> {
        let mut place = 0;
        for (&x, &n) in x.iter().zip(&self.bounds).rev() {
            if x > n {
                return None;
            }
            place = place * (n as usize + 1) + x as usize;
        }
        Some(place)
    }

    /// Returns the number of a point that may be out of bounds.
    fn offset(&self, x: &[u32]) -> usize {
        let digits = x.iter().zip(&self.bounds).rev();
        digits.fold(0, |place, (&x, &n)| place * (n as usize + 1) + x as usize)
    }

    /// Finds the outcomes of these words, whose variables above the wild variable with number
    /// `level` − 1 have the same exponents, at all points with the same exponents from `level` on. So
    /// sums are met in the multiset order, options first.
    fn find_outcomes(
        &mut self,
        words: std::ops::Range<usize>,
        level: usize,
        point: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        let count = self.words.elements.len();
        if level == 0 {
            let x = self.point(point);
            if most_in_all(&self.bounds).is_some_and(|most| x.iter().sum::<u32>() > most) {
                return Ok(());
            }
            for word in words {
                meter.tick()?;
                let outcome = self.outcome(word, &x, point);
                self.outcomes[point * count + word] = outcome;
            }
            return Ok(());
        }
        let variable = self.wild[level - 1];
        let before: usize = (self.bounds[..level - 1].iter())
            .map(|&n| n as usize + 1)
            .product();
        let upper = |word: &Monomial| {
            let factors = word.factors().filter(|&(v, _)| v > variable);
            factors.collect::<SmallVec<[(usize, u32); 8]>>()
        };
        let mut start = words.start;
        while start < words.end {
            let top = upper(&self.words.elements[start]);
            let mut end = start + 1;
            while end < words.end && upper(&self.words.elements[end]) == top {
                end += 1;
            }
            for x in 0..=self.bounds[level - 1] as usize {
                self.find_outcomes(start..end, level - 1, point + x * before, meter)?;
            }
            start = end;
        }
        Ok(())
    }

    fn outcome(&self, word: usize, x: &[u32], point: usize) -> u8 {
        if word == 0 && x.iter().all(|&x| x == 0) {
            return N;
        }
        let letters = self.words.letters;
        let mut unknown = false;
        let mut rest: Point = x.iter().copied().collect();
        for (v, _) in self.words.elements[word].factors() {
            match self.best(v, self.without[word * letters + v], x, point) {
                P => return N,
                UNKNOWN => unknown = true,
                _ => {}
            }
        }
        let mut stride = 1;
        for (i, &v) in self.wild.iter().enumerate() {
            if x[i] > 0 {
                rest[i] -= 1;
                match self.best(v, u32::try_from(word).unwrap_or(0), &rest, point - stride) {
                    P => return N,
                    UNKNOWN => unknown = true,
                    _ => {}
                }
                rest[i] += 1;
            }
            stride *= self.bounds[i] as usize + 1;
        }
        if unknown { UNKNOWN } else { P }
    }

    /// Returns P if an option of a variable beside this word and point is in P, else whether it may
    /// be.
    fn best(&self, variable: usize, rest: u32, x: &[u32], point: usize) -> u8 {
        let count = self.words.elements.len();
        let mut best = N;
        for choice in &self.choices[variable] {
            let word = self.rows[choice.row][rest as usize] as usize;
            let moved = match choice.offset {
                None => Some(point),
                Some(offset) => {
                    let mut sums = x.iter().zip(&choice.wild).zip(&self.bounds);
                    let inside = sums.all(|((x, d), bound)| x + d <= *bound);
                    inside.then_some(point + offset)
                }
            };
            match moved.map_or(UNKNOWN, |point| self.outcomes[point * count + word]) {
                P => return P,
                UNKNOWN => best = UNKNOWN,
                _ => {}
            }
        }
        best
    }

    /// Checks whether a word is in P at a point.
    pub(super) fn is_p(&self, word: u32, point: usize) -> bool {
        self.outcomes[point * self.words.elements.len() + word as usize] == P
    }

    /// Checks whether a product of variables, without being rewritten, is in P by its options at a
    /// point.
    fn is_p_by_options(&self, product: &Monomial, x: &[u32]) -> bool {
        let empty = *product == Monomial::ONE && x.iter().all(|&x| x == 0);
        let point = self.offset(x);
        let mut tame = product.factors().map(|(v, _)| {
            let rest = self.words.times(0, &product.over(&Monomial::generator(v)));
            self.best(v, rest, x, point)
        });
        let word = self.words.times(0, product);
        let mut wild = (0..x.len()).filter(|&i| x[i] > 0).map(|i| {
            let mut rest: Point = x.iter().copied().collect();
            rest[i] -= 1;
            self.best(self.wild[i], word, &rest, self.offset(&rest))
        });
        !empty && !tame.any(|o| o == P) && !wild.any(|o| o == P)
    }

    /// Returns M: the classes of words that no sum of heaps distinguishes at the known points; or the
    /// rules that make the multiplication of these classes contradictory.
    pub(super) fn candidate(
        &self,
        assumed: &Assumed,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Candidate, Vec<usize>>, QuotientError> {
        let mut numbers: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
        let mut account = meter.budget().account();
        let count = u32::try_from(self.words.elements.len()).map_err(|_| QuotientError::Numbers)?;
        let mut colours = Vec::new();
        for word in 0..count {
            meter.tick_for(self.known.len())?;
            let bits = pack(self.known.iter().map(|&point| self.is_p(word, point)));
            let unused = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            account.add(bits.len() * 8)?;
            colours.push(*numbers.entry(bits).or_insert(unused));
        }
        let colour = |word: u32| colours[word as usize];
        let candidate =
            Candidate::of_coloured(&self.words, colour, |x| self.is_p(x, 0), assumed, meter)?;
        Ok(candidate.map_err(|conflict| self.rules_at_fault(assumed, &conflict)))
    }

    fn rules_at_fault(&self, assumed: &Assumed, conflict: &Conflict) -> Vec<usize> {
        let [a, b] = conflict.letters;
        let letters = self.words.letters;
        let step = |word: u32, v: usize| self.words.next[word as usize * letters + v];
        let start = self.words.place(&conflict.start).unwrap_or(0);
        let end = |first, second| {
            let word = step(step(start, first), second);
            conflict.suffix.iter().fold(word, |word, &v| step(word, v))
        };
        let (left, right) = (end(a, b), end(b, a));
        let mut points = self.known.iter().copied();
        let Some(point) = points.find(|&p| self.is_p(left, p) != self.is_p(right, p)) else {
            return Vec::new();
        };
        let x = self.point(point);
        let by_options = |product: &Monomial| self.is_p_by_options(product, &x);
        Model::rules_at_fault(&assumed.rules, conflict, by_options)
    }
}

/// Returns the bound of the total number of wild heaps, if there is one.
fn most_in_all(bounds: &[u32]) -> Option<u32> {
    bounds.iter().copied().max().filter(|_| bounds.len() > 2)
}

/// Returns how many points a sample has, or slightly more; none if there are too many.
fn points_met(bounds: &[u32]) -> Option<usize> {
    let k = bounds.len();
    match most_in_all(bounds) {
        // The points of k coordinates with a sum of at most n are (n + k choose k).
        Some(n) => (1..=k).try_fold(1usize, |points, i| {
            Some(points.checked_mul(n as usize + i)? / i)
        }),
        None => bounds
            .iter()
            .try_fold(1usize, |points, &n| points.checked_mul(n as usize + 1)),
    }
}

/// Packs bits into words.
pub(super) fn pack(bits: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (i, bit) in bits.enumerate() {
        if i % 64 == 0 {
            words.push(0);
        }
        if bit {
            words[i / 64] |= 1 << (i % 64);
        }
    }
    words
}
