//! Values of large heaps from a window, once rare heaps have become few.
//!
//! Let a [`SparseSpace`] split values into rare and common ones. The steps for a heap are those of
//! [`sparse_tables`](super::sparse_tables), but the pairs of two common parts are tried with the
//! smallest parts first, and the largest smaller part that was ever needed is kept. So all values are
//! computed from a *window*: the heaps up to some W, and as many heaps before the one in question. That
//! is the hypothesis of the rare-window theorem (docs/mathematics.md), so a repeated window proves a
//! period. Values are bytes, and marks are the bits of a few words.

use super::moves::Moves;
use super::sparse_space::SparseSpace;
use crate::heaps::Code;
use crate::limits::{Account, Budget, Reason};
use crate::nim::memory::push;

/// The split of values, and the heaps that all others are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RareWindow {
    /// A value is rare if it has an even number of binary digits 1 in common with the mask.
    pub mask: u16,
    /// Whether the parity of the heap less the number that a dividing move takes counts as one more
    /// digit.
    pub alternating: bool,
    /// W: no larger heap is rare, and in a period of heaps m each rare value below G(m) is that of an
    /// option with a part up to W.
    pub last: u64,
}

impl RareWindow {
    /// Returns a split and a window.
    pub fn new(mask: u16, alternating: bool, last: u64) -> Self {
        Self {
            mask,
            alternating,
            last,
        }
    }
}

/// What a heap has, besides a number that is taken: the other part of a pair, or nothing.
#[derive(Clone, Copy)]
pub(super) struct Partner {
    /// The number taken and the part: the rest of heap n is n less this.
    pub(super) distance: u32,
    /// The value of the part.
    pub(super) value: u8,
}

/// Computes the values of consecutive heaps of a code that leaves at most two heaps.
pub(in crate::nim) struct WindowEvaluator {
    moves: Moves,
    space: SparseSpace,
    /// The values of all heaps, and the largest.
    values: Vec<u8>,
    largest: u8,
    /// The heap of the first value that was computed here.
    first: usize,
    /// Single heaps, and pairs with a rare part, by distance.
    rare: Vec<Partner>,
    rare_heaps: usize,
    last_rare: usize,
    /// Pairs with a common part, smallest parts first; a multiple of [`CHUNK`].
    common: Vec<Partner>,
    /// Heaps, with the part of a pair that was needed, that no later heap needed as large a part as.
    /// Heaps ascend and parts descend.
    needed: Vec<(usize, usize)>,
    /// How many options were looked at, and how many may be.
    work: u64,
    most_work: u64,
    account: Account,
}

/// The number of pairs that are tried before it is checked what is missing.
pub(super) const CHUNK: usize = 8;

/// A set of values below 64 · `WORDS`.
#[derive(Clone, Copy)]
pub(super) struct Marks<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Marks<WORDS> {
    pub(super) fn none() -> Self {
        Self([0; WORDS])
    }

    pub(super) fn insert(&mut self, value: u8) {
        let word = usize::from(value / 64) % WORDS;
        self.0[word] |= 1 << (value % 64);
    }

    /// Returns the least value that is in neither set.
    pub(super) fn least_missing(&self, other: &Self) -> Option<u8> {
        let words = (0u8..).zip(self.0.iter().zip(&other.0));
        let mut found = words.map(|(i, (a, b))| (i, !(a | b)));
        let (i, missing) = found.find(|&(_, missing)| missing != 0)?;
        // A word has 64 digits, so this is below 64.
        Some(i * 64 + u8::try_from(missing.trailing_zeros()).unwrap_or(0))
    }

    /// Keeps the values below this one that are not in the other set.
    pub(super) fn below_without(mut self, end: u8, other: &Self) -> Self {
        for ((i, word), other) in (0u32..).zip(&mut self.0).zip(&other.0) {
            let digits = u32::from(end).saturating_sub(64 * i);
            let below = 1u64.checked_shl(digits).map_or(u64::MAX, |bit| bit - 1);
            *word &= below & !other;
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

impl WindowEvaluator {
    /// Windows are looked for where this number of heaps or fewer are rare.
    const MOST_RARE: usize = 2000;
    /// The number of common heaps that are tried before all pairs are.
    const COMMON: usize = 1 << 14;
    /// The bytes for each heap.
    pub(super) const BYTES_PER_HEAP: u64 = 1;

    /// Returns an evaluator that goes on after these values of a code. None if moves leave three
    /// heaps or never two, if values are too large, or if too many heaps are rare.
    pub(in crate::nim) fn new(
        code: &Code,
        known: &[u32],
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        Self::of_moves(Moves::of_code(code), known, budget)
    }

    /// Returns an evaluator for the moves of a code.
    pub(super) fn of_moves(
        moves: Moves,
        known: &[u32],
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let taken = [&moves.nothing, &moves.one, &moves.two];
        let most_taken = taken.into_iter().filter_map(|taken| taken.last()).max();
        let too_few = most_taken.is_none_or(|most| known.len() <= 2 * most);
        if !moves.three.is_empty() || moves.two.is_empty() || too_few {
            return Ok(None);
        }
        let mut account = budget.account();
        let mut values: Vec<u8> = Vec::new();
        account.reserve(&mut values, known.len())?;
        for &value in known {
            match u8::try_from(value) {
                Ok(value) => values.push(value),
                Err(_) => return Ok(None),
            }
        }
        let words: Vec<u16> = values.iter().map(|&value| u16::from(value)).collect();
        let (space, _) = SparseSpace::of_fewest_rare(&words, &moves.two);
        let mut evaluator = Self {
            rare: Vec::new(),
            rare_heaps: 0,
            common: Vec::new(),
            first: values.len(),
            largest: values.iter().max().copied().unwrap_or(0),
            last_rare: 0,
            needed: Vec::new(),
            work: 0,
            most_work: u64::MAX,
            values,
            space,
            moves,
            account,
        };
        for i in 0..evaluator.moves.one.len() {
            let taken = evaluator.moves.one[i];
            evaluator.add_partner(taken, 0)?;
        }
        for heap in 1..known.len() {
            if evaluator.is_rare(heap) {
                evaluator.add_rare(heap)?;
            }
            if evaluator.rare_heaps > Self::MOST_RARE {
                return Ok(None);
            }
        }
        evaluator.add_common()?;
        Ok(Some(evaluator))
    }

    fn is_rare(&self, heap: usize) -> bool {
        self.space.is_rare(heap, u16::from(self.values[heap]))
    }

    /// Adds a partner with its distance in order.
    fn add_partner(&mut self, distance: usize, value: u8) -> Result<(), Reason> {
        // No more than 2^32 heaps are computed.
        let distance = u32::try_from(distance).unwrap_or(u32::MAX);
        let partner = Partner { distance, value };
        let at = (self.rare).partition_point(|other| other.distance <= distance);
        push(&mut self.rare, partner, &mut self.account)?;
        self.rare[at..].rotate_right(1);
        Ok(())
    }

    fn add_rare(&mut self, heap: usize) -> Result<(), Reason> {
        self.rare_heaps += 1;
        self.last_rare = heap;
        for i in 0..self.moves.two.len() {
            self.add_partner(self.moves.two[i] + heap, self.values[heap])?;
        }
        Ok(())
    }

    /// Lists the pairs with a small common part. Each leaves at least one token of every heap.
    fn add_common(&mut self) -> Result<(), Reason> {
        let most_taken = self.moves.two.last().copied().unwrap_or(0);
        let parts = 1..(self.first - most_taken).min(Self::COMMON);
        for part in parts.filter(|&part| !self.space.is_rare(part, self.values[part].into())) {
            for &taken in &self.moves.two {
                let distance = u32::try_from(taken + part).unwrap_or(u32::MAX);
                let value = self.values[part];
                push(
                    &mut self.common,
                    Partner { distance, value },
                    &mut self.account,
                )?;
            }
        }
        self.common.truncate(self.common.len() / CHUNK * CHUNK);
        Ok(())
    }

    /// Returns the values of all heaps.
    pub(in crate::nim) fn values(&self) -> &[u8] {
        &self.values
    }

    pub(super) fn moves(&self) -> &Moves {
        &self.moves
    }

    pub(super) fn space(&self) -> SparseSpace {
        self.space
    }

    /// Returns the mask, and whether the parity of the heap counts.
    pub(in crate::nim) fn split(&self) -> (u16, bool) {
        self.space.parts()
    }

    /// Whether the value is common at this heap.
    pub(in crate::nim) fn is_common(&self, heap: u64, value: u8) -> bool {
        !self.space.is_rare((heap % 2) as usize, value.into())
    }

    /// Returns the last rare heap.
    pub(in crate::nim) fn last_rare(&self) -> usize {
        self.last_rare
    }

    /// Returns single heaps and pairs with a rare part, by distance.
    pub(super) fn rare_partners(&self) -> &[Partner] {
        &self.rare
    }

    /// Returns the rare values of even heaps, and those of odd ones.
    pub(super) fn rare_sets<const WORDS: usize>(&self) -> [Marks<WORDS>; 2] {
        [0, 1].map(|heap| {
            let mut marks = Marks::<WORDS>::none();
            let all = 0..=u8::MAX;
            for value in all.take(64 * WORDS) {
                if self.space.is_rare(heap, value.into()) {
                    marks.insert(value);
                }
            }
            marks
        })
    }

    /// Returns the first heap that was computed here.
    pub(in crate::nim) fn first(&self) -> usize {
        self.first
    }

    /// Returns the window that the values of all heaps from this one on were computed from.
    pub(in crate::nim) fn window(&self, from: usize) -> RareWindow {
        let (mask, alternating) = self.space.parts();
        let at = self.needed.partition_point(|&(heap, _)| heap < from);
        let needed = self.needed.get(at).map_or(0, |&(_, part)| part);
        RareWindow::new(mask, alternating, self.last_rare.max(needed) as u64)
    }

    /// Notes that a heap needs a pair with this smaller part.
    fn need(&mut self, heap: usize, part: usize) {
        while self
            .needed
            .pop_if(|&mut (_, other)| other <= part)
            .is_some()
        {}
        // Parts descend and are parts of few pairs, so this list is short.
        self.needed.push((heap, part));
    }

    /// Ends once about this many more options have been looked at.
    pub(in crate::nim) fn allow(&mut self, more: u64) {
        self.most_work = self.work.saturating_add(more);
    }

    /// Whether as many options have been looked at as may be.
    pub(in crate::nim) fn is_spent(&self) -> bool {
        self.work >= self.most_work
    }

    /// Computes the values of this many heaps in all, or of fewer if the work is spent. Returns false
    /// where values become too large or rare heaps too many.
    pub(in crate::nim) fn extend(&mut self, count: usize, budget: &Budget) -> Result<bool, Reason> {
        /// The number of heaps between two checks of the deadline.
        const HEAPS: usize = 1 << 14;
        // Handles of heaps have 32 bits.
        let count = count.min(u32::MAX as usize - 1);
        self.account.move_to(budget);
        let more = count.saturating_sub(self.values.len());
        self.account.reserve(&mut self.values, more)?;
        while self.values.len() < count && !self.is_spent() {
            budget.check()?;
            budget.reached(self.values.len() as u64);
            let end = count.min(self.values.len() + HEAPS);
            let continues = match self.largest {
                // Nim sums of two values are below 64 as well.
                0..64 => self.fill::<1>(end)? || self.fill::<4>(end)?,
                _ => self.fill::<4>(end)?,
            };
            if !continues || self.rare_heaps > Self::MOST_RARE {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Computes the values up to this number, or of fewer heaps if these take long, where those so far
    /// are below 64 · `WORDS`; false if a further one is not.
    fn fill<const WORDS: usize>(&mut self, end: usize) -> Result<bool, Reason> {
        /// The work between two checks of the deadline.
        const WORK: u64 = 1 << 24;
        let most_work = self.work.saturating_add(WORK);
        let rare_values = self.rare_sets::<WORDS>();
        for heap in self.values.len()..end {
            if self.work >= most_work {
                break;
            }
            let mut met = Marks::<WORDS>::none();
            let partners = match self.rare.last() {
                // A part at least half as large as the heap.
                Some(last) if last.distance as usize >= heap => {
                    let nearer = |partner: &Partner| (partner.distance as usize) < heap;
                    &self.rare[..self.rare.partition_point(nearer)]
                }
                _ => &self.rare[..],
            };
            for partner in partners {
                met.insert(self.values[heap - partner.distance as usize] ^ partner.value);
            }
            self.work += partners.len() as u64;
            let rare_values = &rare_values[heap % 2];
            let Some(least_common) = met.least_missing(rare_values) else {
                return Ok(false);
            };
            let mut wanted = rare_values.below_without(least_common, &met);
            let mut value = least_common;
            let mut tried = 0;
            while !wanted.is_empty() {
                let Some(chunk) = self.common.get(tried..tried + CHUNK) else {
                    value = self.among_all_pairs(heap, wanted, least_common);
                    tried = 0;
                    break;
                };
                let mut met = Marks::none();
                for partner in chunk {
                    met.insert(self.values[heap - partner.distance as usize] ^ partner.value);
                }
                wanted = wanted.below_without(least_common, &met);
                tried += CHUNK;
            }
            self.work += tried as u64;
            self.values.push(value);
            self.largest = self.largest.max(value);
            if tried > 0 {
                let part = self.common[tried - 1].distance as usize - self.moves.two[0];
                self.need(heap, part);
            }
            if value != least_common {
                self.add_rare(heap)?;
            }
        }
        Ok(true)
    }

    /// Searches all pairs for the wanted values. Returns the least that is not among them, or else
    /// the least common value.
    fn among_all_pairs<const WORDS: usize>(
        &mut self,
        heap: usize,
        mut wanted: Marks<WORDS>,
        least_common: u8,
    ) -> u8 {
        for part in 1..=heap / 2 {
            let mut met = Marks::none();
            for total in self.moves.totals(heap).filter(|total| part < *total) {
                met.insert(self.values[part] ^ self.values[total - part]);
            }
            wanted = wanted.below_without(least_common, &met);
            // Far apart in memory, so they take longer than partners.
            self.work += 4 * self.moves.two.len() as u64;
            if wanted.is_empty() {
                self.need(heap, part);
                return least_common;
            }
        }
        // The least wanted value is the first that is missing among all others.
        let others = Marks(wanted.0.map(|word| !word));
        others.least_missing(&Marks::none()).unwrap_or(least_common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::codes::all_pairs::AllPairs;

    fn by_all_pairs(code: &Code, count: usize) -> Vec<u32> {
        let (mut mex, moves) = (AllPairs::default(), Moves::of_code(code));
        let mut account = Budget::default().account();
        let mut values = Vec::new();
        while values.len() < count {
            values.push(mex.next(&moves, &values, &mut account).unwrap());
        }
        values
    }

    /// Compares all values with those of all pairs; whether there were any to compare.
    fn agrees(code: &Code, known: usize, expected: &[u32]) -> bool {
        let budget = Budget::default();
        let found = WindowEvaluator::new(code, &expected[..known], &budget).unwrap();
        let Some(mut evaluator) = found else {
            return false;
        };
        let continues = evaluator.extend(expected.len(), &budget).unwrap();
        let values: Vec<u32> = evaluator.values().iter().map(|&v| v.into()).collect();
        assert_eq!(values, expected[..values.len()], "{code:?} from {known}");
        assert_eq!(values.len() == expected.len(), continues);
        continues && window_holds(&evaluator)
    }

    /// Checks by definition that the values follow from the window.
    fn window_holds(evaluator: &WindowEvaluator) -> bool {
        let WindowEvaluator {
            values,
            space,
            moves,
            ..
        } = evaluator;
        let from = evaluator.first();
        let last = usize::try_from(evaluator.window(from).last).unwrap();
        for heap in from..values.len() {
            let is_rare = |value: u8| space.is_rare(heap, value.into());
            assert!(
                heap <= last || !is_rare(values[heap]),
                "heap {heap} is rare"
            );
            let met = |value: u8| {
                let single = moves.single(heap).any(|left| values[left] == value);
                single
                    || moves.totals(heap).any(|total| {
                        (1..total.min(last + 1)).any(|a| values[a] ^ values[total - a] == value)
                    })
            };
            for value in (0..values[heap]).filter(|&value| is_rare(value)) {
                assert!(met(value), "{value} at heap {heap}");
            }
        }
        true
    }

    #[test]
    fn values_of_all_octal_codes_agree_with_all_pairs() {
        let mut compared = 0;
        for digits in 0..512u16 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            for d0 in [0, 4] {
                let code = Code::new(d0, &digits).unwrap();
                let expected = by_all_pairs(&code, 160);
                for known in [20, 70] {
                    compared += usize::from(agrees(&code, known, &expected));
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn large_values_agree_with_all_pairs() {
        for code in [
            "0.376",
            "0.644",
            "0.333333333333333333333333334",
            "0.106",
            "0.054",
        ] {
            let code: Code = code.parse().unwrap();
            assert!(agrees(&code, 600, &by_all_pairs(&code, 2500)), "{code:?}");
        }
    }

    #[test]
    fn marks_are_sets() {
        let mut marks = Marks::<4>::none();
        for value in [0, 1, 2, 63, 64, 200, 255] {
            marks.insert(value);
        }
        assert_eq!(marks.least_missing(&Marks::none()), Some(3));
        let below = marks.below_without(200, &Marks([0b10, 0, 0, 0]));
        let members: Vec<u8> = (0..=255)
            .filter(|v| below.0[usize::from(v / 64)] >> (v % 64) & 1 != 0)
            .collect();
        assert_eq!(members, [0, 2, 63, 64]);
        assert!(!below.is_empty() && Marks::<4>::none().is_empty());
        assert_eq!(Marks([u64::MAX; 4]).least_missing(&Marks::none()), None);
    }
}
