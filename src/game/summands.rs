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
