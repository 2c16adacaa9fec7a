//! Verifying a candidate for all sums at once.
//!
//! A candidate (Q, P, Φ) tells all outcomes iff for every sum G that has an option
//!
//! - (a) if Φ(G) ∈ P, then no option of G has a value in P;
//! - (b) if Φ(G) ∉ P, then some option of G has a value in P;
//!
//! and 1 ∉ P. Write R(x) = {z : xz ∈ P} for an element x; D(G) = ∪ R(Φ(G')) over the options of G,
//! which is the set of z for which moving in the part G of G + Z wins; and U(G) for the z in neither
//! D(G) nor R(Φ(G)): those for which the winning move of G + Z must be made in Z. Then
//!
//! - (a) says D(h) ∩ R(Φ(h)) = ∅ for every single heap h, because an option of h + Z that is made
//!   in h has a value in P iff Φ(Z) ∈ D(h);
//! - (b) says 1 ∉ U(G) for every sum G that has an option; and U(G + H) = {z : zΦ(H) ∈ U(G) and
//!   zΦ(G) ∈ U(H)}.
//!
//! So all sums are walked through pairs (Φ(G), U(G)), heap by heap. If U(G) ⊆ U(K) and Φ(G) = Φ(K)
//! for another sum K, then U(G + X) ⊆ U(K + X) for all X, and G need not be looked at: a failure of
//! G + X is one of K + X. Sums are met in the multiset order, smaller ones first, and a sum is
//! kept unless a kept one makes it superfluous; all parts of a kept sum are kept. A heap that is
//! not kept need not be looked at in any sum. The empty sum, for which (b) says nothing, makes
//! nothing superfluous. There are finitely many pairs, so this ends, and it ends soon.
//!
//! The first failure in this order is the least one in the multiset order, so the candidate is right about
//! all smaller sums, its options included, and wrong about it.

use rustc_hash::FxHashMap;

use super::candidate::Candidate;
use super::error::QuotientError;
use super::monoid::{Element, Monoid};
use super::table::{HeapTable, Sum, compare, with, without};
use crate::limits::Meter;

/// A set of elements.
type Bits = Box<[u64]>;

fn contains(set: &[u64], x: Element) -> bool {
    set[x as usize / 64] >> (x % 64) & 1 != 0
}

fn insert(set: &mut [u64], x: usize) {
    set[x / 64] |= 1 << (x % 64);
}

fn is_subset(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(s, l)| s & !l == 0)
}

/// The sums of the heaps looked at so far that matter to (b), and the sets R(x).
pub(super) struct Closure {
    /// R(x) for each element, one after the other.
    winning: Vec<u64>,
    words: usize,
    kept: Vec<Kept>,
    by_value: FxHashMap<Element, Vec<u32>>,
    index: FxHashMap<Sum, u32>,
}

struct Kept {
    value: Element,
    /// U(G).
    unwon: Bits,
    sum: Sum,
}

/// A heap, ready to be looked at.
pub(super) struct Look {
    heap: u32,
    options: Vec<Element>,
    /// D(h).
    won: Bits,
}

impl Closure {
    /// No heaps yet.
    pub(super) fn new(monoid: &Monoid, budget: &mut Meter<'_>) -> Result<Self, QuotientError> {
        let order = monoid.order();
        let words = order.div_ceil(64);
        budget.budget().check_nodes(order)?;
        budget.budget().check_memory(order * words * 8)?;
        let mut winning = vec![0; order * words];
        for (x, set) in monoid.elements().zip(winning.chunks_exact_mut(words)) {
            budget.tick()?;
            for (z, &product) in monoid.row(x).iter().enumerate() {
                if monoid.is_p(product) {
                    insert(set, z);
                }
            }
        }
        let mut unwon = vec![0; words];
        for x in monoid.elements().filter(|&x| !monoid.is_p(x)) {
            insert(&mut unwon, x as usize);
        }
        let empty = Kept {
            value: 0,
            unwon: unwon.into(),
            sum: Sum::new(),
        };
        Ok(Self {
            winning,
            words,
            kept: vec![empty],
            by_value: FxHashMap::default(),
            index: FxHashMap::from_iter([(Sum::new(), 0)]),
        })
    }

    /// R(x).
    fn winning(&self, x: Element) -> &[u64] {
        &self.winning[x as usize * self.words..][..self.words]
    }

    /// The options of a heap by their values, and D(h).
    pub(super) fn look(&self, heap: u32, candidate: &Candidate, table: &HeapTable) -> Look {
        let options = table.options(heap).iter();
        let mut options: Vec<Element> = options.map(|sum| candidate.value(sum)).collect();
        options.sort_unstable();
        options.dedup();
        let mut won = vec![0; self.words];
        for &option in &options {
            for (word, winning) in won.iter_mut().zip(self.winning(option)) {
                *word |= winning;
            }
        }
        Look {
            heap,
            options,
            won: won.into(),
        }
    }

    /// D(h) ∩ R(x).
    fn contradictions(&self, look: &Look, x: Element) -> impl Iterator<Item = Element> {
        let words = (0..).zip(look.won.iter().zip(self.winning(x)));
        words.flat_map(|(i, (won, winning))| ones(won & winning).map(move |bit| 64 * i + bit))
    }

    /// U(h), if the heap has the value x.
    fn unwon(&self, look: &Look, x: Element, order: usize) -> Bits {
        let words = look.won.iter().zip(self.winning(x));
        let mut unwon: Bits = words.map(|(won, winning)| !(won | winning)).collect();
        if let Some(last) = unwon.last_mut()
            && !order.is_multiple_of(64)
        {
            *last &= (1 << (order % 64)) - 1;
        }
        unwon
    }

    /// The value that a heap has if it does not change the quotient: the only one that is right
    /// about all sums of the heap with one kept sum.
    pub(super) fn fitting_value(
        &self,
        look: &Look,
        monoid: &Monoid,
        budget: &mut Meter<'_>,
    ) -> Result<Option<Element>, QuotientError> {
        for x in monoid.elements() {
            budget.tick()?;
            if self.contradictions(look, x).next().is_some() {
                continue;
            }
            let unwon = self.unwon(look, x, monoid.order());
            let fails = |kept: &Kept| contains(&unwon, kept.value) && contains(&kept.unwon, x);
            if !self.kept.iter().any(fails) {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The least sum that shows (a) false with this heap.
    pub(super) fn first_contradiction(&self, look: &Look, candidate: &Candidate) -> Option<Sum> {
        let x = candidate.pretending[look.heap as usize];
        let sums = self.contradictions(look, x);
        sums.map(|z| with(&candidate.sum_of(z), look.heap))
            .min_by(compare)
    }

    /// Looks at all sums that a heap makes possible, in ascending order; gives the first that shows
    /// (b) false, unless it is not below the bound. All smaller heaps were looked at before.
    pub(super) fn add_heap(
        &mut self,
        look: &Look,
        candidate: &Candidate,
        bound: Option<&Sum>,
        budget: &mut Meter<'_>,
    ) -> Result<Option<Sum>, QuotientError> {
        let monoid = &candidate.monoid;
        let x = candidate.pretending[look.heap as usize];
        let unwon = self.unwon(look, x, monoid.order());
        if self.is_superfluous(x, &unwon) {
            return Ok(None);
        }
        let row = monoid.row(x);
        // The sums with one copy more of this heap than those before.
        let mut layer = 0..self.kept.len();
        while !layer.is_empty() {
            let end = self.kept.len();
            for place in layer {
                budget.tick()?;
                let part = &self.kept[place];
                let sum = with(&part.sum, look.heap);
                if bound.is_some_and(|bound| compare(bound, &sum).is_le()) {
                    return Ok(None);
                }
                if contains(&unwon, part.value) && contains(&part.unwon, x) {
                    return Ok(Some(sum));
                }
                let mut others = part.sum.iter().filter(|&&(heap, _)| heap != look.heap);
                if !others.all(|&(heap, _)| self.index.contains_key(&without(&sum, heap))) {
                    continue;
                }
                let unwon = self.unwon_with(part, look, &row, monoid);
                let value = row[part.value as usize];
                if !self.is_superfluous(value, &unwon) {
                    self.keep(Kept { value, unwon, sum }, budget)?;
                }
            }
            layer = end..self.kept.len();
        }
        Ok(None)
    }

    /// U(G + h) for a kept G: z with zΦ(h) ∈ U(G) and zΦ(G) ∈ U(h).
    fn unwon_with(&self, part: &Kept, look: &Look, row: &[Element], monoid: &Monoid) -> Bits {
        // z with zΦ(G) in D(h) or R(Φ(h)), many at a time.
        let mut settled: Bits = self.winning(row[part.value as usize]).into();
        for &option in &look.options {
            let winning = self.winning(monoid.times(part.value, option));
            for (word, winning) in settled.iter_mut().zip(winning) {
                *word |= winning;
            }
        }
        let mut unwon: Bits = vec![0; self.words].into();
        for (i, word) in settled.iter().enumerate() {
            let left = monoid.order() - 64 * i;
            let open = if left < 64 {
                !word & ((1 << left) - 1)
            } else {
                !word
            };
            for bit in ones(open) {
                let z = 64 * i + bit as usize;
                if contains(&part.unwon, row[z]) {
                    insert(&mut unwon, z);
                }
            }
        }
        unwon
    }

    /// Whether a sum with this value and this U cannot be part of a failure that is not one of a
    /// kept sum.
    fn is_superfluous(&self, value: Element, unwon: &[u64]) -> bool {
        let no_completion = unwon.iter().all(|&word| word == 0);
        let same_value = || self.by_value.get(&value).into_iter().flatten();
        no_completion || same_value().any(|&k| is_subset(unwon, &self.kept[k as usize].unwon))
    }

    /// How many sums are kept.
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Forgets the sums that were kept last.
    pub(super) fn forget_beyond(&mut self, len: usize) {
        for kept in self.kept.drain(len..) {
            self.index.remove(&kept.sum);
            if let Some(same_value) = self.by_value.get_mut(&kept.value) {
                same_value.retain(|&place| (place as usize) < len);
            }
        }
    }

    fn keep(&mut self, kept: Kept, budget: &Meter<'_>) -> Result<(), QuotientError> {
        let place = u32::try_from(self.kept.len()).map_err(|_| QuotientError::Numbers)?;
        self.by_value.entry(kept.value).or_default().push(place);
        self.index.insert(kept.sum.clone(), place);
        self.kept.push(kept);
        if place % 64 == 0 {
            let entry = 8 * self.words + 3 * size_of::<Sum>();
            budget
                .budget()
                .check_memory(8 * self.winning.len() + self.kept.len() * entry)?;
        }
        Ok(())
    }
}

/// The places of the ones of a word.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// What verification finds.
pub(super) enum Verdict {
    /// The candidate tells all outcomes.
    Right(Closure),
    /// The least sum about which it is wrong.
    Wrong(Sum),
}

/// Verifies a candidate for the sums of all its heaps.
pub(super) fn verify(
    candidate: &Candidate,
    table: &HeapTable,
    budget: &mut Meter<'_>,
) -> Result<Verdict, QuotientError> {
    let mut closure = Closure::new(&candidate.monoid, budget)?;
    let heaps = (0..).zip(&candidate.pretending).map(|(heap, _)| heap);
    let mut looks = Vec::new();
    let mut bound: Option<Sum> = None;
    for heap in heaps.filter(|&heap| !table.is_terminal(heap)) {
        budget.tick()?;
        let look = closure.look(heap, candidate, table);
        let found = closure.first_contradiction(&look, candidate);
        bound = bound.into_iter().chain(found).min_by(compare);
        looks.push(look);
    }
    for look in &looks {
        if let Some(sum) = closure.add_heap(look, candidate, bound.as_ref(), budget)? {
            return Ok(Verdict::Wrong(sum));
        }
    }
    Ok(match bound {
        Some(sum) => Verdict::Wrong(sum),
        None => Verdict::Right(closure),
    })
}
