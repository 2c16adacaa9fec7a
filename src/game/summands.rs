//! Lists of summands, and the sums of them that are known.
//!
//! A sum is remembered by the list of its summands. Adding a+b and c then finds what adding a and
//! b+c found, if a+b is known to be made of a and b: a game that came out as a sum is *split* into
//! the summands of that sum. The followers of a sum of k games are sums of k followers, and each
//! is met along many ways; remembered as sums of two games, there would be as many of them as
//! there are ways to cut the lists in two.
//!
//! A game is split only at the moment when it is stored, and only if the list of its summands is
//! *faithful*: no option of the sum reverts, and every option is split into exactly the list that a
//! move in the list leads to. So moves in lists are moves in the games that they stand for, and
//! never lead to more lists than there are pairs. (2♯ has the part 2♯−2, of which it is an option:
//! splitting 2♯ there would go on for ever, but 2 + (2♯−2) has options that revert.)

use smallvec::SmallVec;

use super::index::IndexTable;
use super::store::{Full, SetHash, grow, shortage};

/// A game stands for itself where the list of different summands would get longer than this.
const MOST: usize = 16;

/// Marks the records that their sums are split by, in the word that has the number of summands.
const SPLIT: u32 = 1 << 31;

/// An even game, by its index, and the number of its copies.
type Copies = [u32; 2];

/// Even games to be added: ascending, each once with its number of copies. 0 does not occur.
#[derive(Clone, Debug, Default)]
pub(super) struct Summands {
    list: SmallVec<[Copies; 6]>,
    hash: SetHash,
}

impl Summands {
    pub(super) fn as_slice(&self) -> &[Copies] {
        &self.list
    }

    fn add(&mut self, [index, copies]: Copies) {
        self.hash = self.hash.with_copies(index, copies);
        let above = self.list.iter().rev().take_while(|other| other[0] > index);
        let place = self.list.len() - above.count();
        match self.list[..place].last_mut() {
            // There are no more copies than days in the birthdays of the list, some 31 bits.
            Some(same) if same[0] == index => same[1] += copies,
            _ => self.list.insert(place, [index, copies]),
        }
    }

    /// The list without one copy of the summand at this place.
    pub(super) fn without(&self, place: usize) -> Self {
        let mut rest = Self::default();
        for (i, &[index, copies]) in self.list.iter().enumerate() {
            let left = copies - u32::from(i == place);
            if left > 0 {
                rest.hash = rest.hash.with_copies(index, left);
                rest.list.push([index, left]);
            }
        }
        rest
    }
}

/// A sum that is known.
pub(super) struct Known {
    pub(super) sum: u32,
    /// Whether the list that was asked for is what stands for the sum in lists.
    pub(super) is_split: bool,
}

/// The sums that are known.
#[derive(Default)]
pub(super) struct SumTable {
    /// From the hash of a list to the place of its record.
    table: IndexTable,
    /// A record is the sum and the number of different summands, with a mark, and then these.
    records: Vec<[u32; 2]>,
    /// The place of the record that a game is split by, plus one; 0 or beyond the end: none.
    splits: Vec<u32>,
}

impl SumTable {
    /// The summands of a game, if it is split.
    fn split(&self, index: u32) -> Option<&[Copies]> {
        match self.splits.get(index as usize) {
            None | Some(0) => None,
            Some(&place) => Some(self.summands(place - 1)),
        }
    }

    /// The summands of the record at this place.
    fn summands(&self, place: u32) -> &[Copies] {
        let place = place as usize;
        let [_, len] = self.records[place];
        &self.records[place + 1..][..(len & !SPLIT) as usize]
    }

    /// What stands for a game in a list: its summands, or itself.
    ///
    /// `itself` is [index, 1], lent for the time of the answer.
    fn standing_for<'a>(&'a self, itself: &'a Copies, others: usize) -> &'a [Copies] {
        match self.split(itself[0]) {
            Some(summands) if summands.len() + others <= MOST => summands,
            _ if itself[0] == 0 => &[],
            _ => std::slice::from_ref(itself),
        }
    }

    /// The list with one game more.
    pub(super) fn with(&self, rest: &Summands, index: u32) -> Summands {
        let mut list = rest.clone();
        for &summand in self.standing_for(&[index, 1], rest.list.len()) {
            list.add(summand);
        }
        list
    }

    /// The list that stands for a game and has room for another one.
    pub(super) fn list(&self, index: u32) -> Summands {
        let mut list = self.with(&Summands::default(), index);
        if list.list.len() == MOST {
            list = Summands::default();
            list.add([index, 1]);
        }
        list
    }

    /// The sum of a list with one game more, if it needs no work: of one game, or remembered.
    ///
    /// The list is compared with what is remembered without being made.
    pub(super) fn get(&self, rest: &Summands, index: u32) -> Option<Known> {
        let itself = [index, 1];
        let more = self.standing_for(&itself, rest.list.len());
        match (&rest.list[..], more) {
            ([], []) => {
                return Some(Known {
                    sum: 0,
                    is_split: true,
                });
            }
            (&[[sum, 1]], []) | ([], &[[sum, 1]]) => {
                let is_split = self.split(sum).is_none();
                return Some(Known { sum, is_split });
            }
            _ => {}
        }
        let hash = more.iter().fold(rest.hash, |hash, &[index, copies]| {
            hash.with_copies(index, copies)
        });
        let is_it = |place| is_union(self.summands(place), &rest.list, more);
        let place = self.table.find(self.table.probe(hash.kept()), is_it)?;
        let [sum, len] = self.records[place as usize];
        Some(Known {
            sum,
            is_split: len & SPLIT != 0,
        })
    }

    /// Remembers the sum of a list, and if asked to that the sum is split into it.
    pub(super) fn insert(&mut self, list: &Summands, sum: u32, split: bool) -> Result<(), Full> {
        let place = u32::try_from(self.records.len()).map_err(|_| Full::Indices)?;
        let len = u32::try_from(list.list.len()).map_err(|_| Full::Indices)?;
        place.checked_add(len + 1).ok_or(Full::Indices)?;
        grow(&mut self.records, list.list.len() + 1)?;
        self.table.reserve()?;
        let games = sum as usize + 1;
        if split && self.splits.len() < games {
            let more = games - self.splits.len();
            grow(&mut self.splits, more)?;
            self.splits.resize(games, 0);
        }
        let mark = if split { SPLIT } else { 0 };
        self.records.push([sum, len | mark]);
        self.records.extend_from_slice(&list.list);
        self.table.insert(list.hash.kept(), place);
        if split {
            self.splits[sum as usize] = place + 1;
        }
        Ok(())
    }

    /// How many bytes [`insert`](Self::insert) will allocate.
    pub(super) fn growth(&self, list: &Summands, sum: u32) -> usize {
        let games = (sum as usize + 1).saturating_sub(self.splits.len());
        shortage(&self.records, list.list.len() + 1) * size_of::<[u32; 2]>()
            + shortage(&self.splits, games) * size_of::<u32>()
            + self.table.growth()
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<[u32; 2]>()
            + self.splits.capacity() * size_of::<u32>()
            + self.table.bytes()
    }
}

/// Whether a list is made of the two others.
fn is_union<'a>(list: &[Copies], mut a: &'a [Copies], mut b: &'a [Copies]) -> bool {
    for &[index, copies] in list {
        let mut found = 0;
        for part in [&mut a, &mut b] {
            if let Some((&[first, its], rest)) = part.split_first()
                && first == index
            {
                found += its;
                *part = rest;
            }
        }
        if found != copies {
            return false;
        }
    }
    a.is_empty() && b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Universe};

    impl SumTable {
        /// How many sums are remembered.
        fn len(&self) -> usize {
            let mut records = 0;
            let mut place = 0;
            while let Some(&[_, len]) = self.records.get(place) {
                place += 1 + (len & !SPLIT) as usize;
                records += 1;
            }
            records
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
        // All that was asked for is a follower of the sum and was met on the way.
        assert_eq!(u.sums.len(), sums);
        assert_eq!(u.sums.split(u.code(all) >> 1).map(<[_]>::len), Some(3));
    }

    #[test]
    fn many_copies_take_one_entry_of_a_list() {
        let mut u = Universe::new();
        let two = u.nim(2).unwrap();
        let many = u.multiple(1000, two).unwrap();
        assert_eq!(u.sums.len(), 999);
        assert_eq!(u.sums.split(u.code(many) >> 1), Some(&[[1, 1000]][..]));
    }

    /// 2♯ has the part 2♯−2, which is born later.
    #[test]
    fn a_game_is_not_split_where_options_revert() {
        let mut u = Universe::new();
        let two = u.nim(2).unwrap();
        let sharp = u.sharp(two).unwrap();
        let rest = u.difference(sharp, two).unwrap().unwrap();
        assert_eq!(u.sum(rest, two).unwrap(), sharp);
        assert_eq!(u.sums.split(u.code(sharp) >> 1), None);
        let twice = u.sum(rest, rest).unwrap();
        let four = u.multiple(2, two).unwrap();
        let double = u.multiple(2, sharp).unwrap();
        assert_eq!(u.sum(twice, four).unwrap(), double);
    }

    #[test]
    fn unions_are_told() {
        let (a, b) = ([[1, 2], [4, 1]], [[1, 1], [3, 1], [5, 2]]);
        let union = [[1, 3], [3, 1], [4, 1], [5, 2]];
        assert!(is_union(&union, &a, &b) && is_union(&union, &b, &a));
        for i in 0..union.len() {
            let mut other = union;
            other[i][1] += 1;
            assert!(!is_union(&other, &a, &b));
            assert!(!is_union(&[&union[..i], &union[i + 1..]].concat(), &a, &b));
        }
        assert!(is_union(&[], &[], &[]) && !is_union(&union, &a, &[]));
    }

    /// More different summands than a list takes.
    #[test]
    fn lists_do_not_grow_beyond_their_length() {
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
