//! The table of known sums.
//!
//! A sum is remembered by the list of its summands. Adding a+b and c then finds what adding a and
//! b+c found, if a+b is known to be made of a and b: a game that came out as a sum is *split* into
//! the summands of that sum. The followers of a sum of k games are sums of k followers, and each
//! is reached in many ways; remembered as sums of two games, there would be as many of them as
//! there are ways to cut the lists in two.
//!
//! A game is split only at the moment when it is stored, and only if the list of its summands is
//! *faithful*: no option of the sum reverts, and every option is split into exactly the list that a
//! move in the list leads to. So moves in lists are moves in the games that they stand for, and
//! never lead to more lists than there are pairs. (2♯ has the part 2♯−2, of which it is an option:
//! splitting 2♯ there would never end, but 2 + (2♯−2) has options that revert.)
//!
//! A list is also a *pair*: its greatest summand G, and the game T that the others stand for. Moves
//! in the others are the options T' of T, and G is the greatest summand of T' + G again, because
//! options are stored before the games that they belong to. So these look-ups, half of all, need no
//! lists: the hash of the list of T' is kept, and so is the T of a list.

use super::index::{IndexTable, Probe};
use super::memory::{grow, list_bytes, shortage};
use super::store::Full;
use super::summands::{Greatest, MANY, Summands, Words, hash_of, is_union};

/// A game stands for itself where the list of different summands would get longer than this.
const MOST: usize = 16;

/// Marks the records that their sums are split by, in the word that has the sum.
const SPLIT: u32 = 1 << 31;

/// In a record, where no game stands for the list without its greatest summand.
const NONE: u32 = u32::MAX;

/// The number of words of a record before its summands.
const HEAD: usize = 3;

/// A known sum.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) sum: u32,
    /// Whether the sum is split into the list that was looked up.
    pub(super) is_split: bool,
}

/// What stands for a game in lists: the summands of a record, or the game itself.
#[derive(Clone, Copy)]
struct Split {
    /// The place of the record that the game is split by, plus one; 0: none.
    record: u32,
    /// The hash of the list.
    hash: u32,
}

impl Split {
    /// Returns the split of a game that stands for itself. 0 is the sum of the empty list.
    fn none(index: u32) -> Self {
        let hash = match index {
            0 => 0,
            _ => hash_of([index, 1]),
        };
        Self { record: 0, hash }
    }
}

/// A look-up whose first load has started.
#[derive(Clone, Copy, Default)]
pub(super) struct Sought {
    probe: Probe,
    /// The record that the game is split by in this list, as in [`Split`].
    record: u32,
}

/// The table of known sums.
#[derive(Default)]
pub(super) struct SumTable {
    /// From the hash of a list to the place of its record.
    table: IndexTable,
    /// A record has the sum, with a mark; the game that stands for all summands but one copy of
    /// the greatest; the number of different summands, shifted, and that of their words; and then
    /// these words. The words that a pair is compared with are adjacent.
    records: Vec<u32>,
    /// The split of each game; beyond the end no game is split.
    splits: Vec<Split>,
}

impl SumTable {
    fn split(&self, index: u32) -> Split {
        let split = self.splits.get(index as usize).copied();
        split.unwrap_or_else(|| Split::none(index))
    }

    /// Returns the words of the summands of the record at this place.
    fn words(&self, place: u32) -> &[u32] {
        let record = &self.records[place as usize..];
        &record[HEAD..][..(record[2] & 0xff) as usize]
    }

    /// Returns what stands for a game in a list with this many others: its summands, or itself.
    fn standing_for(&self, index: u32, others: usize) -> Split {
        let split = self.split(index);
        if split.record != 0 {
            let len = (self.records[split.record as usize + 1] >> 8) as usize;
            if len + others > MOST {
                return Split::none(index);
            }
        }
        split
    }

    /// Returns the summands of a game with this split, or the game itself, hence the borrow of
    /// `index`.
    fn split_words<'a>(&'a self, index: &'a u32, record: u32) -> &'a [u32] {
        match record {
            0 => &std::slice::from_ref(index)[..usize::from(*index != 0)],
            _ => self.words(record - 1),
        }
    }

    /// Returns the list with one more game.
    pub(super) fn with(&self, rest: &Summands, index: u32) -> Summands {
        let mut list = rest.clone();
        let Split { record, .. } = self.standing_for(index, rest.list.len());
        for summand in Words(self.split_words(&index, record)) {
            list.add(summand);
        }
        list
    }

    /// Returns the list that stands for a game, shorter than the longest list.
    pub(super) fn list(&self, index: u32) -> Summands {
        let mut list = self.with(&Summands::default(), index);
        if list.list.len() == MOST {
            list = Summands::default();
            list.add([index, 1]);
        }
        list
    }

    /// Returns the sum of a list with one more game, if it is known: a sum of one game, or
    /// remembered.
    pub(super) fn get(&self, rest: &Summands, index: u32) -> Option<Known> {
        self.get_sought(rest, index, self.seek(rest, index))
    }

    /// Starts the look-up of the sum of a list with one more game; see [`IndexTable::probe`].
    pub(super) fn seek(&self, rest: &Summands, index: u32) -> Sought {
        let Split { record, hash } = self.standing_for(index, rest.list.len());
        let probe = self.table.probe(rest.hash.wrapping_add(hash));
        Sought { probe, record }
    }

    /// Completes a look-up by [`seek`](Self::seek).
    ///
    /// The list is compared with the records without being built.
    pub(super) fn get_sought(&self, rest: &Summands, index: u32, sought: Sought) -> Option<Known> {
        let more = self.split_words(&index, sought.record);
        match (&rest.list[..], more) {
            (&[[sum, 1]], []) | ([], &[sum]) => {
                let is_split = self.split(sum).record == 0;
                return Some(Known { sum, is_split });
            }
            _ => {}
        }
        let is_it = |place| is_union(self.words(place), &rest.list, Words(more));
        let place = self.table.find(sought.probe, is_it)?;
        Some(self.known(place))
    }

    /// Starts the look-up of the sum of two games, one of which is not split and not less than any
    /// in the list of the other.
    pub(super) fn seek_pair(&self, greatest: Greatest, index: u32) -> Sought {
        let Split { record, hash } = self.split(index);
        let probe = self.table.probe(hash.wrapping_add(greatest.hash));
        Sought { probe, record }
    }

    /// Completes a look-up by [`seek_pair`](Self::seek_pair).
    pub(super) fn get_pair(&self, greatest: Greatest, index: u32, sought: Sought) -> Option<Known> {
        let is_it = |place: u32| {
            let record = &self.records[place as usize..][..=HEAD];
            record[1] == index && record[HEAD] & !MANY == greatest.index
        };
        match self.table.find(sought.probe, is_it) {
            Some(place) => Some(self.known(place)),
            None => self.get(&self.list(index), greatest.index),
        }
    }

    fn known(&self, place: u32) -> Known {
        let word = self.records[place as usize];
        Known {
            sum: word & !SPLIT,
            is_split: word & SPLIT != 0,
        }
    }

    /// Remembers the sum of a list and, with `split`, that the sum is split into it.
    ///
    /// `rest` is the game that the list without one copy of its greatest summand stands for, if
    /// there is one and it is known.
    pub(super) fn insert(
        &mut self,
        list: &Summands,
        rest: Option<u32>,
        sum: u32,
        split: bool,
    ) -> Result<(), Full> {
        let index = |len: usize| u32::try_from(len).map_err(|_| Full::Indices);
        let words = list.word_count();
        let record = index(self.records.len() + 1)?;
        let lens = index(list.list.len() << 8 | words)?;
        let unsplit = index(self.splits.len())?..=sum;
        grow(&mut self.records, HEAD + words)?;
        self.table.reserve()?;
        let games = sum as usize + 1;
        if split && self.splits.len() < games {
            let more = games - self.splits.len();
            grow(&mut self.splits, more)?;
            self.splits.extend(unsplit.map(Split::none));
        }
        let mark = if split { SPLIT } else { 0 };
        let head: [u32; HEAD] = [sum | mark, rest.unwrap_or(NONE), lens];
        self.records.extend_from_slice(&head);
        self.records.extend(list.words());
        self.table.insert(list.hash, record - 1);
        if split {
            self.splits[sum as usize] = Split {
                record,
                hash: list.hash,
            };
        }
        Ok(())
    }

    /// Returns how many bytes [`insert`](Self::insert) will allocate.
    pub(super) fn growth(&self, list: &Summands, sum: u32) -> usize {
        let games = (sum as usize + 1).saturating_sub(self.splits.len());
        shortage(&self.records, HEAD + list.word_count()) * size_of::<u32>()
            + shortage(&self.splits, games) * size_of::<Split>()
            + self.table.growth()
    }

    /// Returns how many sums are remembered.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.records) + list_bytes(&self.splits) + self.table.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::summands::Copies;
    use crate::game::{Game, Universe};

    impl SumTable {
        /// Where the records stand.
        fn places(&self) -> impl Iterator<Item = u32> {
            let first = (!self.records.is_empty()).then_some(0);
            std::iter::successors(first, |&place| {
                let next = place as usize + HEAD + self.words(place).len();
                (next < self.records.len()).then(|| u32::try_from(next).unwrap())
            })
        }

        /// The summands of a game, if it is split.
        fn summands(&self, index: u32) -> Option<Vec<Copies>> {
            let Split { record, .. } = self.split(index);
            (record != 0).then(|| Words(self.words(record - 1)).collect())
        }
    }

    #[test]
    fn sums_do_not_depend_on_parentheses() {
        let mut u = Universe::new();
        let heaps: Vec<Game> = [2, 4, 4, 6].iter().map(|&n| u.nim(n).unwrap()).collect();
        let [a, b, c, d] = heaps[..] else {
            unreachable!("four heaps");
        };
        let all = u.sum_all([a, b, c, d]).unwrap();
        let sums = u.sums.len();
        let (left, right) = (u.sum(d, a).unwrap(), u.sum(b, c).unwrap());
        assert_eq!(u.sum(left, right).unwrap(), all);
        let left = u.sum(c, d).unwrap();
        let left = u.sum(b, left).unwrap();
        assert_eq!(u.sum(left, a).unwrap(), all);
        // All these sums are followers of the first one and were remembered.
        assert_eq!(u.sums.len(), sums);
        assert_eq!(u.sums.summands(u.code(all) >> 1).unwrap().len(), 3);
    }

    #[test]
    fn many_copies_take_one_entry_of_a_list() {
        let mut u = Universe::new();
        let two = u.nim(2).unwrap();
        let many = u.multiple(1000, two).unwrap();
        assert_eq!(u.sums.len(), 999);
        assert_eq!(u.sums.summands(u.code(many) >> 1), Some(vec![[1, 1000]]));
    }

    /// Lists and sums of many sizes, with and without a split.
    #[test]
    fn growth_is_known_beforehand() {
        let mut table = SumTable::default();
        for sum in (1..2000).chain([5000, 5001, 2500]) {
            let mut list = Summands::default();
            for summand in 0..sum % 5 {
                list.add([sum + summand, 1 + summand % 3]);
            }
            let without_hashes = |table: &SumTable| table.bytes() - table.table.bytes();
            let before = without_hashes(&table);
            let growth = table.growth(&list, sum) - table.table.growth();
            table.insert(&list, None, sum, true).unwrap();
            assert_eq!(without_hashes(&table), before + growth, "{sum}");
        }
    }

    /// 2♯ has the part 2♯−2, which is born later.
    #[test]
    fn a_game_is_not_split_where_options_revert() {
        let mut u = Universe::new();
        let two = u.nim(2).unwrap();
        let sharp = u.sharp(two).unwrap();
        let rest = u.difference(sharp, two).unwrap().unwrap();
        assert_eq!(u.sum(rest, two).unwrap(), sharp);
        assert_eq!(u.sums.summands(u.code(sharp) >> 1), None);
        let twice = u.sum(rest, rest).unwrap();
        let four = u.multiple(2, two).unwrap();
        let double = u.multiple(2, sharp).unwrap();
        assert_eq!(u.sum(twice, four).unwrap(), double);
    }

    #[test]
    fn sums_are_found_as_lists_and_as_pairs() {
        let mut u = Universe::new();
        let heaps: Vec<Game> = [2, 4, 4, 6, 6].map(|n| u.nim(n).unwrap()).into();
        u.sum_all(heaps).unwrap();
        let sums = &u.sums;
        for place in sums.places() {
            let mut list = Summands::default();
            for summand in Words(sums.words(place)) {
                list.add(summand);
            }
            let known = sums.known(place);
            assert_eq!(sums.get(&list, 0).unwrap().sum, known.sum);
            let (greatest, copies) = list.greatest().unwrap();
            assert_eq!([greatest.index, copies], *list.as_slice().last().unwrap());
            // All sums of nim heaps are split, so there is a game for the rest of every list.
            let rest = sums.records[place as usize + 1];
            let others = list.without(list.as_slice().len() - 1);
            assert_eq!(sums.get(&others, 0).unwrap().sum, rest);
            let pair = sums.get_pair(greatest, rest, sums.seek_pair(greatest, rest));
            let pair = pair.unwrap();
            assert_eq!((pair.sum, pair.is_split), (known.sum, known.is_split));
            assert_eq!(sums.list(known.sum).as_slice(), list.as_slice());
        }
        assert!(sums.len() > 20);
    }

    #[test]
    fn lists_with_equal_hashes_are_distinguished() {
        let mut table = SumTable::default();
        let list = |summands: &[Copies]| Summands {
            list: summands.into(),
            hash: 7,
        };
        let lists = [
            [[2, 1], [5, 1]],
            [[3, 1], [5, 1]],
            [[2, 1], [6, 1]],
            [[2, 1], [5, 2]],
        ];
        for (sum, summands) in (10..).zip(&lists) {
            assert!(table.get(&list(summands), 0).is_none());
            table
                .insert(&list(summands), Some(summands[0][0]), sum, false)
                .unwrap();
        }
        for (sum, summands) in (10..).zip(&lists) {
            assert_eq!(table.get(&list(summands), 0).unwrap().sum, sum);
        }
        let pair = |index, rest| {
            let sought = Sought {
                probe: table.table.probe(7),
                record: 0,
            };
            let known = table.get_pair(Greatest { index, hash: 0 }, rest, sought);
            known.map(|known| known.sum)
        };
        assert_eq!(
            [pair(5, 2), pair(5, 3), pair(6, 2)],
            [Some(10), Some(11), Some(12)]
        );
        assert_eq!([pair(6, 3), pair(4, 2)], [None, None]);
    }

    #[test]
    fn lists_do_not_grow_beyond_their_maximal_length() {
        let mut u = Universe::new();
        let mut long = Summands::default();
        for index in (2..).step_by(2).take(MOST) {
            long.add([index, 1]);
        }
        // 2+2, split into two copies.
        let two = u.nim(2).unwrap();
        let sum = u.sum(two, two).unwrap();
        let sum = u.code(sum) >> 1;
        let shorter = long.without(0);
        assert_eq!(u.sums.with(&shorter, sum).as_slice().len(), MOST);
        assert!(!u.sums.with(&long, sum).as_slice().contains(&[1, 2]));
    }
}
