//! Values of heaps from a window, however many, in bounded memory.
//!
//! A [`WindowEvaluator`] keeps all values. Once no further heap is rare and no rare value needs a pair whose
//! smaller part is beyond some P, the values of the heaps up to P and those of the last P+T heaps (T the
//! largest number taken) are all that the next value depends on. A [`WindowStream`] keeps these and goes
//! on. It never guesses: a heap that has a wanted value with no pair of a part up to P is tried with
//! larger parts, as far as values are kept, and then reported as [`Advance::Unresolved`], with no value.

use std::sync::Arc;

use super::rings::{Rings, Word};
use super::window::{CHUNK, Marks, Partner, WindowEvaluator};
use crate::limits::{Account, Budget, Reason};
use crate::nim::memory::push;

/// How far a [`WindowStream`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nim) enum Advance {
    /// As far as asked.
    Done,
    /// A heap needs a larger part than any before, so more values before a heap count from now on.
    Longer,
    /// This heap needs values that are not kept, or its value is too large.
    Unresolved(u64),
}

/// Computes the values of consecutive heaps after those of a [`WindowEvaluator`].
pub(in crate::nim) struct WindowStream {
    source: Arc<WindowEvaluator>,
    /// P: the largest smaller part that is tried.
    parts: usize,
    /// T: the largest number taken.
    most_taken: usize,
    /// The values of the heaps from `base` on.
    recent: Vec<u8>,
    base: u64,
    /// Pairs with a common part up to P, smallest parts first.
    common: Vec<Partner>,
    /// Partners of small distance, whose marks are not made in advance.
    near: Vec<Partner>,
    /// The common pairs that `lanes` does not mark.
    rest: Vec<Partner>,
    lanes: Lanes,
    /// No value in use is larger, or only by as much as no width of words cares for.
    largest: u8,
    account: Account,
}

/// Marks for several heaps at once, as far as values are small.
enum Lanes {
    /// Values below 32.
    Half(Rings<u32, 16>),
    /// Values below 64.
    Whole(Rings<u64, 8>),
    None,
}

/// The rare values and the common ones, for even and for odd heaps.
type Sets<S> = [(S, S); 2];

/// Why the values of some heaps were not filled in.
enum Stop {
    /// A value does not fit the words.
    TooWide,
    /// A wanted value is not found among the pairs.
    Hard,
}

impl WindowStream {
    /// The least P.
    const LEAST_PARTS: usize = 1024;
    /// The number of values that are kept for heaps that need a large part.
    const KEPT: usize = 1 << 20;
    /// The number of common pairs that are marked in advance.
    const MARKED: usize = 32;
    /// The number of heaps between two checks of the deadline.
    const HEAPS: u64 = 1 << 14;

    /// Returns a stream that goes on after the values of the evaluator. None if rare heaps or pairs of
    /// large parts were needed too lately.
    pub(in crate::nim) fn new(
        source: &Arc<WindowEvaluator>,
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let known = source.values().len();
        let window = source.window(known / 2).last;
        let parts = usize::try_from(window).unwrap_or(usize::MAX);
        let parts = parts.saturating_mul(2).max(Self::LEAST_PARTS);
        let Some(parts) = parts.checked_next_power_of_two() else {
            return Ok(None);
        };
        Self::with_parts(source, parts, budget)
    }

    /// Returns a stream with this P; none if it is too large or too small.
    pub(in crate::nim) fn with_parts(
        source: &Arc<WindowEvaluator>,
        parts: usize,
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let known = source.values().len();
        let most_taken = source.moves().two.last().max(source.moves().one.last());
        let most_taken = most_taken.copied().unwrap_or(0);
        let length = parts.saturating_add(most_taken);
        if length >= known / 2 || length > Self::KEPT || parts < source.last_rare() {
            return Ok(None);
        }
        let mut stream = Self {
            source: Arc::clone(source),
            parts,
            most_taken,
            recent: Vec::new(),
            base: 0,
            common: Vec::new(),
            near: Vec::new(),
            rest: Vec::new(),
            lanes: Lanes::None,
            largest: 0,
            account: budget.account(),
        };
        let kept = known.min(Self::KEPT);
        stream.start_after(known as u64, &source.values()[known - kept..])?;
        Ok(Some(stream))
    }

    /// Returns a stream with the same P that goes on after this number of heaps. The values of the last
    /// of them are given, [`length`](Self::length) or more.
    pub(in crate::nim) fn restarted(
        &self,
        computed: u64,
        last: &[u8],
        budget: &Budget,
    ) -> Result<Self, Reason> {
        let mut stream = Self {
            source: Arc::clone(&self.source),
            parts: self.parts,
            most_taken: self.most_taken,
            recent: Vec::new(),
            base: 0,
            common: Vec::new(),
            near: Vec::new(),
            rest: Vec::new(),
            lanes: Lanes::None,
            largest: 0,
            account: budget.account(),
        };
        stream.start_after(computed, last)?;
        Ok(stream)
    }

    fn start_after(&mut self, computed: u64, last: &[u8]) -> Result<(), Reason> {
        self.account.reserve(&mut self.recent, 2 * Self::KEPT)?;
        self.recent.extend_from_slice(last);
        self.base = computed - last.len() as u64;
        self.prepare()
    }

    /// Lists the partners, for the P and the values of now.
    fn prepare(&mut self) -> Result<(), Reason> {
        let source = Arc::clone(&self.source);
        self.common.clear();
        let space = source.space();
        let values = source.values();
        for part in (1..=self.parts).filter(|&part| !space.is_rare(part, values[part].into())) {
            for &taken in &source.moves().two {
                let distance = u32::try_from(taken + part).unwrap_or(u32::MAX);
                let value = values[part];
                let partner = Partner { distance, value };
                push(&mut self.common, partner, &mut self.account)?;
            }
        }
        let rare = source.rare_partners().iter();
        let partners = rare.chain(&self.common).map(|partner| partner.value);
        let values = partners.chain(self.recent.iter().copied());
        self.largest = values.max().unwrap_or(0).max(self.largest);
        self.choose_lanes()
    }

    /// Chooses words that have room for all values in use, and so for their nim sums.
    fn choose_lanes(&mut self) -> Result<(), Reason> {
        self.lanes = match self.largest {
            0..32 => {
                let far = self.split::<16>()?;
                Lanes::Half(Rings::new(&far, &self.recent, &mut self.account)?)
            }
            32..64 => {
                let far = self.split::<8>()?;
                Lanes::Whole(Rings::new(&far, &self.recent, &mut self.account)?)
            }
            _ => Lanes::None,
        };
        Ok(())
    }

    /// Fills `near` and `rest`, and returns the partners that can be marked for `B` heaps in advance.
    fn split<const B: usize>(&mut self) -> Result<Vec<Partner>, Reason> {
        self.near.clear();
        self.rest.clear();
        let mut far = Vec::new();
        for &partner in self.source.rare_partners() {
            let list = if (partner.distance as usize) < B {
                &mut self.near
            } else {
                &mut far
            };
            push(list, partner, &mut self.account)?;
        }
        let mut marked = 0;
        for &partner in &self.common {
            if marked < Self::MARKED && partner.distance as usize >= B {
                marked += 1;
                push(&mut far, partner, &mut self.account)?;
            } else {
                push(&mut self.rest, partner, &mut self.account)?;
            }
        }
        Ok(far)
    }

    /// Returns the number of heaps whose values are known, or were.
    pub(in crate::nim) fn computed(&self) -> u64 {
        self.base + self.recent.len() as u64
    }

    /// Returns P.
    pub(in crate::nim) fn parts(&self) -> usize {
        self.parts
    }

    /// Returns P+T: a value depends on this number of heaps before it and on the heaps up to P.
    pub(in crate::nim) fn length(&self) -> usize {
        self.parts + self.most_taken
    }

    /// Returns the values of the last heaps, [`length`](Self::length) or more.
    pub(in crate::nim) fn recent(&self) -> &[u8] {
        &self.recent
    }

    /// Returns the last values that the next one depends on.
    pub(in crate::nim) fn window(&self) -> &[u8] {
        &self.recent[self.recent.len() - self.length()..]
    }

    /// Returns where the values of the first heaps are.
    pub(in crate::nim) fn source(&self) -> &Arc<WindowEvaluator> {
        &self.source
    }

    /// Computes values up to this number of heaps in all. At most 2^19 at once keep the values before
    /// them in [`recent`](Self::recent).
    pub(in crate::nim) fn advance(&mut self, to: u64, budget: &Budget) -> Result<Advance, Reason> {
        self.account.move_to(budget);
        while self.computed() < to {
            budget.check()?;
            self.forget();
            let end = to.min(self.computed() + Self::HEAPS);
            match self.fill(end) {
                Ok(()) => {}
                Err(Stop::TooWide) => {
                    let least = if self.largest < 32 { 32 } else { 64 };
                    let new = self.recent.iter().rev().take(1 << 14).max();
                    self.largest = new.copied().unwrap_or(0).max(least);
                    self.choose_lanes()?;
                }
                Err(Stop::Hard) => {
                    let heap = self.computed();
                    let Some(part) = self.part_of_hard_heap() else {
                        return Ok(Advance::Unresolved(heap));
                    };
                    let most = (self.source.values().len() / 2).min(Self::KEPT) - self.most_taken;
                    let parts = part.saturating_mul(2).min(most);
                    if parts < part || parts + self.most_taken > self.recent.len() {
                        return Ok(Advance::Unresolved(heap));
                    }
                    self.parts = parts;
                    self.prepare()?;
                    return Ok(Advance::Longer);
                }
            }
        }
        Ok(Advance::Done)
    }

    /// Drops values that are no longer needed.
    fn forget(&mut self) {
        let length = self.recent.len();
        if length + (1 << 14) > 2 * Self::KEPT {
            let kept = Self::KEPT.max(self.length());
            self.recent.copy_within(length - kept.., 0);
            self.recent.truncate(kept);
            self.base += (length - kept) as u64;
        }
    }

    fn fill(&mut self, end: u64) -> Result<(), Stop> {
        let mut lanes = std::mem::replace(&mut self.lanes, Lanes::None);
        let result = match &mut lanes {
            Lanes::Half(rings) => self.fill_lanes(rings, end),
            Lanes::Whole(rings) => self.fill_lanes(rings, end),
            Lanes::None => self.fill_singly(end),
        };
        self.lanes = lanes;
        result
    }

    /// Computes the values of heaps, `B` at a time, and the last ones singly.
    fn fill_lanes<W: Word, const B: usize>(
        &mut self,
        rings: &mut Rings<W, B>,
        end: u64,
    ) -> Result<(), Stop> {
        let sets: Sets<u64> = [0, 1].map(|parity| {
            let of = |rare: bool| {
                let space = self.source.space();
                let values = (0..W::VALUES).filter(|&v| space.is_rare(parity, v.into()) == rare);
                values.fold(0, |set, value| set | 1u64 << value)
            };
            (of(true), of(false))
        });
        let mut heap = self.computed();
        while end - heap >= B as u64 {
            let marks = rings.marks();
            let start = self.recent.len();
            self.recent.resize(start + B, 0);
            for (i, marks) in marks.into_iter().enumerate() {
                let (before, after) = self.recent.split_at_mut(start + i);
                let mut met: u64 = marks.into();
                met |= among(&self.near, before);
                let (rare, common) = sets[(heap.wrapping_add(i as u64) % 2) as usize];
                let free = !met & common;
                let least_common = free.trailing_zeros();
                let below = 1u64.wrapping_shl(least_common).wrapping_sub(1);
                let wanted = rare & !met & below;
                if free == 0 || (wanted != 0 && !all_among(&self.rest, before, wanted)) {
                    self.recent.truncate(start + i);
                    rings.push(&self.recent[start..]);
                    return Err(if free == 0 { Stop::TooWide } else { Stop::Hard });
                }
                // A place in a word is below 64.
                after[0] = u8::try_from(least_common).unwrap_or(0);
            }
            rings.push(&self.recent[start..]);
            heap += B as u64;
        }
        let start = self.recent.len();
        let result = self.fill_singly(end);
        let new = &self.recent[start..];
        if new.iter().any(|&value| value >= W::VALUES) {
            return Err(Stop::TooWide);
        }
        rings.push(new);
        result
    }

    /// Computes the values of heaps one by one.
    fn fill_singly(&mut self, end: u64) -> Result<(), Stop> {
        let rare_values = self.source.rare_sets::<4>();
        while self.computed() < end {
            let parity = (self.computed() % 2) as usize;
            let (value, wanted) = self.least_common(&rare_values[parity])?;
            let mut wanted = wanted;
            for chunk in self.common.chunks(CHUNK) {
                if wanted.is_empty() {
                    break;
                }
                wanted = wanted.below_without(value, &met_by(chunk, &self.recent));
            }
            if !wanted.is_empty() {
                return Err(Stop::Hard);
            }
            self.recent.push(value);
        }
        Ok(())
    }

    /// Returns the least common value that is no option of the next heap, and the rare values below
    /// that are not met among single heaps and pairs with a rare part.
    fn least_common(&self, rare_values: &Marks<4>) -> Result<(u8, Marks<4>), Stop> {
        let met: Marks<4> = met_by(self.source.rare_partners(), &self.recent);
        let value = met.least_missing(rare_values).ok_or(Stop::Hard)?;
        Ok((value, rare_values.below_without(value, &met)))
    }

    /// Returns the part that the next heap needs, among those beyond P whose partners are known.
    fn part_of_hard_heap(&self) -> Option<usize> {
        let rare_values = self.source.rare_sets::<4>();
        let parity = (self.computed() % 2) as usize;
        let (value, mut wanted) = self.least_common(&rare_values[parity]).ok()?;
        let values = self.source.values();
        let most = (values.len() - 1).min(self.recent.len() - self.most_taken - 1);
        (1..=most).find(|&part| {
            let partners = self.source.moves().two.iter().map(|taken| Partner {
                distance: u32::try_from(taken + part).unwrap_or(u32::MAX),
                value: values[part],
            });
            for partner in partners {
                wanted = wanted.below_without(value, &met_by(&[partner], &self.recent));
            }
            wanted.is_empty()
        })
    }
}

/// Returns the values that the next heap has with these partners.
#[inline]
fn among(partners: &[Partner], before: &[u8]) -> u64 {
    partners.iter().fold(0, |met, partner| {
        let value = before[before.len().wrapping_sub(partner.distance as usize)] ^ partner.value;
        met | 1u64 << (value % 64)
    })
}

/// Whether the next heap has all wanted values with these partners, which are tried in chunks.
fn all_among(partners: &[Partner], before: &[u8], mut wanted: u64) -> bool {
    let (chunks, others) = partners.as_chunks::<CHUNK>();
    for chunk in chunks {
        wanted &= !among(chunk, before);
        if wanted == 0 {
            return true;
        }
    }
    wanted & !among(others, before) == 0
}

fn met_by<const WORDS: usize>(partners: &[Partner], before: &[u8]) -> Marks<WORDS> {
    let mut met = Marks::none();
    for partner in partners {
        met.insert(before[before.len() - partner.distance as usize] ^ partner.value);
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Code;
    use crate::nim::codes::all_pairs::AllPairs;
    use crate::nim::codes::moves::Moves;

    fn by_all_pairs(code: &Code, count: usize) -> Vec<u8> {
        let (mut mex, moves) = (AllPairs::default(), Moves::of_code(code));
        let mut account = Budget::default().account();
        let mut values = Vec::new();
        while values.len() < count {
            values.push(mex.next(&moves, &values, &mut account).unwrap());
        }
        values
            .into_iter()
            .map(|value| u8::try_from(value).unwrap_or(u8::MAX))
            .collect()
    }

    /// Compares the values of a stream after `known` heaps with those of all pairs; the number compared.
    fn compare(code: &Code, known: usize, parts: usize, expected: &[u8]) -> usize {
        let budget = Budget::default();
        let numbers: Vec<u32> = expected[..known].iter().map(|&v| v.into()).collect();
        let evaluator = WindowEvaluator::new(code, &numbers, &budget).unwrap();
        let Some(evaluator) = evaluator.map(Arc::new) else {
            return 0;
        };
        let stream = WindowStream::with_parts(&evaluator, parts, &budget).unwrap();
        let Some(mut stream) = stream else {
            return 0;
        };
        let end = expected.len() as u64;
        // In pieces that are no multiple of the lanes.
        for piece in (known as u64..).step_by(37) {
            let mut advance = Advance::Longer;
            while advance == Advance::Longer {
                advance = stream.advance(piece.min(end), &budget).unwrap();
            }
            if advance != Advance::Done || piece >= end {
                break;
            }
        }
        let computed = usize::try_from(stream.computed()).unwrap();
        let found = &stream.recent()[stream.recent().len() - (computed - known)..];
        assert_eq!(found, &expected[known..computed], "{code:?} from {known}");
        computed - known
    }

    #[test]
    fn values_of_all_octal_codes_agree_with_all_pairs() {
        let mut compared = 0;
        for digits in 0..512u16 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            for d0 in [0, 4] {
                let code = Code::new(d0, &digits).unwrap();
                let expected = by_all_pairs(&code, 600);
                for (known, parts) in [(100, 20), (300, 120)] {
                    compared += compare(&code, known, parts, &expected);
                }
            }
        }
        assert!(compared > 100_000, "{compared}");
    }

    #[test]
    fn values_of_larger_heaps_agree_with_all_pairs() {
        // Values below 32, below 64 and larger ones; the lists are moved back.
        for (code, parts) in [
            ("0.106", 1200),
            ("0.454", 200),
            ("0.644", 1000),
            ("0.1056", 700),
        ] {
            let code: Code = code.parse().unwrap();
            let expected = by_all_pairs(&code, 9000);
            let found = compare(&code, 2600, parts, &expected);
            assert!(found > 0, "{code:?}");
        }
    }

    #[test]
    fn a_restarted_stream_has_the_same_values() {
        let (code, budget): (Code, _) = ("0.104".parse().unwrap(), Budget::default());
        let numbers: Vec<u32> = by_all_pairs(&code, 4000)
            .iter()
            .map(|&v| v.into())
            .collect();
        let evaluator = WindowEvaluator::new(&code, &numbers, &budget)
            .unwrap()
            .unwrap();
        let mut stream = WindowStream::new(&Arc::new(evaluator), &budget)
            .unwrap()
            .unwrap();
        assert_eq!(stream.advance(70_001, &budget).unwrap(), Advance::Done);
        let window = stream.window().to_vec();
        let mut again = stream.restarted(70_001, &window, &budget).unwrap();
        for to in [70_010, 200_000] {
            stream.advance(to, &budget).unwrap();
            again.advance(to, &budget).unwrap();
            assert_eq!(again.window(), stream.window());
        }
    }
}
