//! Verifying a candidate for all sums at once.
//!
//! A candidate (Q, P, Φ) is right about all outcomes iff for every sum G that has an option
//!
//! - (a) if Φ(G) ∈ P, then no option of G has a value in P;
//! - (b) if Φ(G) ∉ P, then some option of G has a value in P;
//!
//! and 1 ∉ P. Write R(x) = {z : xz ∈ P} for an element x. Let D(G) = ∪ R(Φ(G')) over the options of
//! G: the set of z for which a move in the part G of G + Z wins. Let U(G) be the set of z in neither
//! D(G) nor R(Φ(G)): those for which the winning move of G + Z must be made in Z. Then
//!
//! - (a) says D(h) ∩ R(Φ(h)) = ∅ for every single heap h, because an option of h + Z that is made
//!   in h has a value in P iff Φ(Z) ∈ D(h);
//! - (b) says 1 ∉ U(G) for every sum G that has an option; and U(G + H) = {z : zΦ(H) ∈ U(G) and
//!   zΦ(G) ∈ U(H)}.
//!
//! So it suffices to enumerate the pairs (Φ(G), U(G)), heap by heap. If U(G) ⊆ U(K) and
//! Φ(G) = Φ(K) for another sum K, then U(G + X) ⊆ U(K + X) for all X, and G is superfluous: a failure
//! of G + X is also one of K + X. Sums are enumerated in the multiset order, smaller ones first, and
//! a sum is kept unless a kept one makes it superfluous; all parts of a kept sum are kept. A heap
//! that is not kept is not needed in any sum. The empty sum, for which (b) says nothing, makes
//! no other sum superfluous. There are finitely many pairs, so the enumeration ends; in practice it
//! ends soon.
//!
//! The first failure in this order is the least one in the multiset order. So the candidate is right
//! about all smaller sums, including the options of this one, and wrong about this one.
//!
//! Sets of elements are rows of 64-bit words in lists that are reserved within the memory limit.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::Candidate;
use super::error::QuotientError;
use super::memory::{OVERHEAD, collect, reserve, reserve_entry, transfer};
use super::monoid::{Element, Monoid};
use super::options::{HeapValues, Options};
use super::table::{Sum, compare, spilled_bytes, with, without};
use crate::limits::{Account, Budget, Meter};

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

/// The sums of the heaps added so far that matter to (b), and the sets R(x).
pub(super) struct Closure {
    /// R(x) for each element, one after the other.
    winning: Vec<u64>,
    words: usize,
    kept: Vec<Kept>,
    /// For each element, the kept sums of that value except the empty sum.
    by_value: Vec<Vec<u32>>,
    index: FxHashMap<Sum, u32>,
    /// The sets of values of the options of heaps that were added, each with a value of such a heap.
    settled: FxHashMap<Box<[Element]>, Element>,
    heap_values: HeapValues,
    account: Account,
}

struct Kept {
    value: Element,
    /// U(G).
    open: Bits,
    sum: Sum,
}

/// The options of a heap by their values.
pub(super) struct OptionValues {
    heap: u32,
    /// Ascending, each once.
    values: Vec<Element>,
    /// D(h).
    won: Bits,
}

impl OptionValues {
    fn bytes(&self) -> usize {
        size_of_val(&*self.values) + size_of_val(&*self.won) + 2 * OVERHEAD
    }
}

impl Closure {
    /// Creates the closure of no heaps.
    pub(super) fn new(monoid: &Monoid, meter: &mut Meter<'_>) -> Result<Self, QuotientError> {
        let order = monoid.order();
        let words = order.div_ceil(64);
        meter.budget().check_nodes(order)?;
        let mut account = meter.budget().account();
        let mut winning = collect(std::iter::repeat(0), order * words, &mut account)?;
        for (x, set) in monoid.elements().zip(winning.chunks_exact_mut(words)) {
            meter.tick()?;
            for (z, &product) in monoid.row(x).iter().enumerate() {
                if monoid.is_p(product) {
                    insert(set, z);
                }
            }
        }
        let mut open = vec![0; words];
        for x in monoid.elements().filter(|&x| !monoid.is_p(x)) {
            insert(&mut open, x as usize);
        }
        let empty = Kept {
            value: 0,
            open: open.into(),
            sum: Sum::new(),
        };
        let by_value = std::iter::repeat_with(Vec::new);
        Ok(Self {
            winning,
            words,
            kept: vec![empty],
            by_value: collect(by_value, order, &mut account)?,
            index: FxHashMap::from_iter([(Sum::new(), 0)]),
            settled: FxHashMap::default(),
            heap_values: HeapValues::new(meter.budget()),
            account,
        })
    }

    /// Counts the memory against this budget from now on.
    pub(super) fn charge(&mut self, budget: &Budget) {
        transfer(&mut self.account, budget);
        self.heap_values.charge(budget);
    }

    /// Returns R(x).
    fn winning(&self, x: Element) -> &[u64] {
        &self.winning[x as usize * self.words..][..self.words]
    }

    /// Returns the values of the options of a heap, ascending, each once.
    pub(super) fn option_values(
        &mut self,
        heap: u32,
        candidate: &Candidate,
        options: &Options,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Element>, QuotientError> {
        options.values(heap, candidate, &mut self.heap_values, meter)
    }

    /// Returns the value of a heap that was added and whose options have these values. Another heap
    /// with the same value and the same values of options is superfluous in every sum.
    pub(super) fn settled(&self, values: &[Element]) -> Option<Element> {
        self.settled.get(values).copied()
    }

    /// Remembers a heap that was added.
    pub(super) fn settle(&mut self, h: OptionValues, value: Element) -> Result<(), QuotientError> {
        reserve_entry(&mut self.settled, &mut self.account)?;
        self.account.add(size_of_val(&*h.values) + OVERHEAD)?;
        self.settled.entry(h.values.into()).or_insert(value);
        Ok(())
    }

    /// Returns the options of a heap, whose values are given, with D(h).
    pub(super) fn with_won(&self, heap: u32, values: Vec<Element>) -> OptionValues {
        let mut won = vec![0; self.words];
        for &value in &values {
            for (word, winning) in won.iter_mut().zip(self.winning(value)) {
                *word |= winning;
            }
        }
        OptionValues {
            heap,
            values,
            won: won.into(),
        }
    }

    /// Returns D(h) ∩ R(x).
    fn contradictions(&self, h: &OptionValues, x: Element) -> impl Iterator<Item = Element> {
        let words = (0..).zip(h.won.iter().zip(self.winning(x)));
        words.flat_map(|(i, (won, winning))| ones(won & winning).map(move |bit| 64 * i + bit))
    }

    /// Returns U(h), if the heap has the value x.
    fn open(&self, h: &OptionValues, x: Element, order: usize) -> Bits {
        let words = h.won.iter().zip(self.winning(x));
        let mut open: Bits = words.map(|(won, winning)| !(won | winning)).collect();
        if let Some(last) = open.last_mut()
            && !order.is_multiple_of(64)
        {
            *last &= (1 << (order % 64)) - 1;
        }
        open
    }

    /// Returns the value that a heap has if it does not change the quotient: the only one that is
    /// right about all sums of the heap with one kept sum.
    pub(super) fn fitting_value(
        &self,
        h: &OptionValues,
        monoid: &Monoid,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Element>, QuotientError> {
        for x in monoid.elements() {
            meter.tick()?;
            if self.contradictions(h, x).next().is_some() {
                continue;
            }
            let open = self.open(h, x, monoid.order());
            let fails = |kept: &Kept| contains(&open, kept.value) && contains(&kept.open, x);
            if !self.kept.iter().any(fails) {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// Returns the least sum for which (a) fails because of this heap.
    pub(super) fn first_contradiction(
        &self,
        h: &OptionValues,
        candidate: &Candidate,
    ) -> Option<Sum> {
        let x = candidate.pretending[h.heap as usize];
        let sums = self.contradictions(h, x);
        sums.map(|z| with(&candidate.sum_of(z), h.heap))
            .min_by(compare)
    }

    /// Adds a heap: enumerates all sums that it makes possible, in ascending order. Returns the first
    /// for which (b) fails, if it is below the bound. All smaller heaps were added before.
    pub(super) fn add_heap(
        &mut self,
        h: &OptionValues,
        candidate: &Candidate,
        bound: Option<&Sum>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Sum>, QuotientError> {
        let monoid = &candidate.monoid;
        let x = candidate.pretending[h.heap as usize];
        let open = self.open(h, x, monoid.order());
        if self.is_superfluous(x, &open) {
            return Ok(None);
        }
        let row = monoid.row(x);
        // The sums with one more copy of this heap than those of the layer before.
        let mut layer = 0..self.kept.len();
        while !layer.is_empty() {
            let end = self.kept.len();
            for place in layer {
                meter.tick()?;
                let part = &self.kept[place];
                let sum = with(&part.sum, h.heap);
                if bound.is_some_and(|bound| compare(bound, &sum).is_le()) {
                    return Ok(None);
                }
                if contains(&open, part.value) && contains(&part.open, x) {
                    return Ok(Some(sum));
                }
                let mut others = part.sum.iter().filter(|&&(heap, _)| heap != h.heap);
                if !others.all(|&(heap, _)| self.index.contains_key(&without(&sum, heap))) {
                    continue;
                }
                let open = self.open_with(part, h, &row, monoid);
                let value = row[part.value as usize];
                if !self.is_superfluous(value, &open) {
                    self.keep(Kept { value, open, sum })?;
                }
            }
            layer = end..self.kept.len();
        }
        Ok(None)
    }

    /// Returns U(G + h) for a kept G: z with zΦ(h) ∈ U(G) and zΦ(G) ∈ U(h).
    fn open_with(&self, part: &Kept, h: &OptionValues, row: &[Element], monoid: &Monoid) -> Bits {
        // z with zΦ(G) in D(h) or R(Φ(h)), many at a time.
        let mut settled: Bits = self.winning(row[part.value as usize]).into();
        for &option in &h.values {
            let winning = self.winning(monoid.times(part.value, option));
            for (word, winning) in settled.iter_mut().zip(winning) {
                *word |= winning;
            }
        }
        let mut open: Bits = vec![0; self.words].into();
        for (i, word) in settled.iter().enumerate() {
            let left = monoid.order() - 64 * i;
            let unsettled = if left < 64 {
                !word & ((1 << left) - 1)
            } else {
                !word
            };
            for bit in ones(unsettled) {
                let z = 64 * i + bit as usize;
                if contains(&part.open, row[z]) {
                    insert(&mut open, z);
                }
            }
        }
        open
    }

    /// Checks whether every failure of a sum with this value and this U as a part is also one of a
    /// kept sum.
    fn is_superfluous(&self, value: Element, open: &[u64]) -> bool {
        let no_completion = open.iter().all(|&word| word == 0);
        let mut same_value = self.by_value[value as usize].iter();
        no_completion || same_value.any(|&k| is_subset(open, &self.kept[k as usize].open))
    }

    /// Returns the number of kept sums.
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Keeps only the first sums.
    pub(super) fn truncate(&mut self, len: usize) {
        let mut freed = 0;
        for kept in self.kept.drain(len..) {
            freed += kept.bytes();
            self.index.remove(&kept.sum);
            self.by_value[kept.value as usize].retain(|&place| (place as usize) < len);
        }
        self.account.record(self.account.bytes() - freed);
    }

    fn keep(&mut self, kept: Kept) -> Result<(), QuotientError> {
        let place = u32::try_from(self.kept.len()).map_err(|_| QuotientError::Numbers)?;
        let same_value = &mut self.by_value[kept.value as usize];
        reserve(same_value, 1, &mut self.account)?;
        reserve_entry(&mut self.index, &mut self.account)?;
        reserve(&mut self.kept, 1, &mut self.account)?;
        self.account.add(kept.bytes())?;
        same_value.push(place);
        self.index.insert(kept.sum.clone(), place);
        self.kept.push(kept);
        Ok(())
    }
}

impl Kept {
    /// Returns the bytes outside the list of kept sums and the index.
    fn bytes(&self) -> usize {
        size_of_val(&*self.open) + OVERHEAD + 2 * spilled_bytes(&self.sum)
    }
}

/// Iterates over the places of the ones of a word.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// The result of a verification.
pub(super) enum Verdict {
    /// The candidate is right about all sums.
    Right(Box<Closure>),
    /// The least sum about which it is wrong.
    Wrong(Sum),
}

/// Verifies a candidate for the sums of all its heaps.
pub(super) fn verify(
    candidate: &Candidate,
    options: &Options,
    meter: &mut Meter<'_>,
) -> Result<Verdict, QuotientError> {
    let mut closure = Closure::new(&candidate.monoid, meter)?;
    let mut account = meter.budget().account();
    let mut different = Vec::new();
    let mut seen = FxHashSet::default();
    let mut bound: Option<Sum> = None;
    for (heap, &value) in (0..).zip(&candidate.pretending) {
        meter.tick()?;
        let values = closure.option_values(heap, candidate, options, meter)?;
        // A heap without options is no heap, and one with the same values as a smaller heap, its own and
        // those of its options, is not in the least sum that fails.
        if values.is_empty() || seen.contains(&(value, values.clone())) {
            continue;
        }
        account.add(2 * size_of_val(&*values) + OVERHEAD)?;
        reserve_entry(&mut seen, &mut account)?;
        seen.insert((value, values.clone()));
        let h = closure.with_won(heap, values);
        let found = closure.first_contradiction(&h, candidate);
        bound = bound.into_iter().chain(found).min_by(compare);
        account.add(h.bytes())?;
        reserve(&mut different, 1, &mut account)?;
        different.push(h);
    }
    drop(seen);
    for h in different {
        let heap = h.heap as usize;
        if let Some(sum) = closure.add_heap(&h, candidate, bound.as_ref(), meter)? {
            return Ok(Verdict::Wrong(sum));
        }
        closure.settle(h, candidate.pretending[heap])?;
    }
    if let Some(sum) = bound {
        return Ok(Verdict::Wrong(sum));
    }
    let order = candidate.monoid.order();
    tracing::debug!(order, sums = closure.len(), "candidate verified");
    Ok(Verdict::Right(Box::new(closure)))
}
