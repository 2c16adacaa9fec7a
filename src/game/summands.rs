//! Lists of summands, and the sums of them that are known.
//!
//! A sum is remembered by the list of its summands. Adding a+b and c then finds what adding a and
//! b+c found, if a+b is known to be made of a and b: a game that came out as a sum is *split* into
//! the summands of that sum. The followers of a sum of k games are sums of k followers, and each
//! is met along many ways; remembered as sums of two games, there would be as many of them as
//! there are ways to cut the lists in two.
//!
//! A game is split only if its birthday is the sum of the birthdays of its summands. So, however
//! games are split, the birthdays of a list add up to less after each move, and sums end. (2♯ is
//! born on day 3 and has the part 2♯−2, which is born on day 5 and has the option 2♯: splitting
//! that would go on for ever.)

use smallvec::SmallVec;

use super::index::IndexTable;
use super::store::{Full, SetHash, grow, shortage};

/// Lists do not have more different summands than this. A game with more is one summand.
const MOST: usize = 16;

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

/// The sums that are known.
#[derive(Default)]
pub(super) struct SumTable {
    /// From the hash of a list to the place of its record.
    table: IndexTable,
    /// A record is the sum and the number of different summands, and then these.
    records: Vec<[u32; 2]>,
    /// The place of the record that a game is split by, plus one; 0 or beyond the end: none.
    splits: Vec<u32>,
}

impl SumTable {
    /// The summands of a game, if it is split.
    fn split(&self, index: u32) -> Option<&[Copies]> {
        match self.splits.get(index as usize) {
            None | Some(0) => None,
            Some(&place) => Some(self.record(place - 1).1),
        }
    }

    /// The sum and the summands of the record at this place.
    fn record(&self, place: u32) -> (u32, &[Copies]) {
        let place = place as usize;
        let [sum, len] = self.records[place];
        (sum, &self.records[place + 1..][..len as usize])
    }

    /// The list with one game more, split if it is split and the list does not get too long.
    pub(super) fn with(&self, rest: &Summands, index: u32) -> Summands {
        let mut list = rest.clone();
        match self.split(index) {
            Some(summands) if rest.list.len() + summands.len() <= MOST => {
                for &summand in summands {
                    list.add(summand);
                }
            }
            _ if index == 0 => {}
            _ => list.add([index, 1]),
        }
        list
    }

    /// The list of two games, split if it does not get too long.
    pub(super) fn pair(&self, a: u32, b: u32) -> Summands {
        let mut list = self.with(&self.with(&Summands::default(), a), b);
        if list.list.len() > MOST {
            list = Summands::default();
            list.add([a, 1]);
            list.add([b, 1]);
        }
        list
    }

    /// The sum of a list if it needs no work: of no or one game, or remembered.
    pub(super) fn get(&self, list: &Summands) -> Option<u32> {
        match list.list[..] {
            [] => Some(0),
            [[index, 1]] => Some(index),
            _ => {
                let probe = self.table.probe(list.hash.kept());
                let is_it = |place| self.record(place).1 == list.as_slice();
                let place = self.table.find(probe, is_it)?;
                Some(self.record(place).0)
            }
        }
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
        self.records.push([sum, len]);
        self.records.extend_from_slice(&list.list);
        self.table.insert(list.hash.kept(), place);
        if split && self.splits[sum as usize] == 0 {
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

#[cfg(test)]
mod tests {
    use crate::game::{Game, Universe};

    impl super::SumTable {
        /// How many sums are remembered.
        fn len(&self) -> usize {
            let mut records = 0;
            let mut place = 0;
            while let Some(&[_, len]) = self.records.get(place) {
                place += 1 + len as usize;
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
    fn a_game_is_not_split_into_later_ones() {
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

    /// More different summands than a list takes.
    #[test]
    fn long_sums_are_sums_of_two_games() {
        let mut u = Universe::new();
        let mut total = u.zero();
        let mut games = Vec::new();
        // 2, 2♯, 2♯♯, …: born on different days, their sums are small enough.
        let mut game = u.nim(2).unwrap();
        for _ in 0..super::MOST + 4 {
            games.push(game);
            game = u.sharp(game).unwrap();
        }
        let few = u.sum_all(games[..3].iter().copied()).unwrap();
        let other = u.sum(games[1], games[2]).unwrap();
        assert_eq!(u.sum(other, games[0]).unwrap(), few);
        for &game in &games[..4] {
            total = u.sum(total, game).unwrap();
        }
        assert_eq!(u.sum(few, games[3]).unwrap(), total);
        let table = &u.sums;
        let long = games
            .iter()
            .fold(super::Summands::default(), |list, &game| {
                table.with(&list, u.code(game) >> 1)
            });
        assert!(long.as_slice().len() >= super::MOST);
    }
}
