//! Lists of summands, and their encoding in 32-bit words.
//!
//! Copies are rare, so a summand takes one word, and a second word only if there are several copies.

use smallvec::SmallVec;

use super::store::SetHash;

/// Marks a summand that is followed by the number of its copies.
pub(super) const MANY: u32 = 1 << 31;

/// An even game, by its index, and the number of its copies.
pub(super) type Copies = [u32; 2];

/// Even games to be added: ascending, each once with its number of copies. 0 does not occur.
#[derive(Clone, Debug, Default)]
pub(super) struct Summands {
    pub(super) list: SmallVec<[Copies; 6]>,
    /// The sum of the hashes of the games.
    pub(super) hash: u32,
}

impl Summands {
    pub(super) fn as_slice(&self) -> &[Copies] {
        &self.list
    }

    /// Returns the greatest summand and the number of its copies.
    pub(super) fn greatest(&self) -> Option<(Greatest, u32)> {
        let &[index, copies] = self.list.last()?;
        let hash = hash_of([index, 1]);
        Some((Greatest { index, hash }, copies))
    }

    pub(super) fn add(&mut self, [index, copies]: Copies) {
        self.hash = self.hash.wrapping_add(hash_of([index, copies]));
        let above = self.list.iter().rev().take_while(|other| other[0] > index);
        let place = self.list.len() - above.count();
        match self.list[..place].last_mut() {
            // There are no more copies than days in the birthdays of the list, some 31 bits.
            Some(same) if same[0] == index => same[1] += copies,
            _ => self.list.insert(place, [index, copies]),
        }
    }

    /// Returns the list without one copy of the summand at this place.
    pub(super) fn without(&self, place: usize) -> Self {
        let mut rest = self.clone();
        let index = rest.list[place][0];
        rest.hash = rest.hash.wrapping_sub(hash_of([index, 1]));
        rest.list[place][1] -= 1;
        if rest.list[place][1] == 0 {
            rest.list.remove(place);
        }
        rest
    }

    /// Returns the words of the list, the greatest summand first.
    pub(super) fn words(&self) -> impl Iterator<Item = u32> {
        let summands = self.list.iter().rev();
        summands.flat_map(|&[index, copies]| {
            let (word, more) = match copies {
                1 => (index, None),
                _ => (index | MANY, Some(copies)),
            };
            std::iter::once(word).chain(more)
        })
    }

    /// Returns the number of words.
    pub(super) fn word_count(&self) -> usize {
        let several = self.list.iter().filter(|&&[_, copies]| copies > 1);
        self.list.len() + several.count()
    }
}

/// The greatest summand of a list.
#[derive(Clone, Copy)]
pub(super) struct Greatest {
    pub(super) index: u32,
    /// The hash of one copy.
    pub(super) hash: u32,
}

/// Returns the hash of the list of only these summands.
pub(super) fn hash_of([index, copies]: Copies) -> u32 {
    let one = SetHash::default().with(index).kept();
    one.wrapping_mul(copies)
}

/// Iterates over the summands of encoded words, the greatest first.
pub(super) struct Words<'a>(pub(super) &'a [u32]);

impl Iterator for Words<'_> {
    type Item = Copies;

    fn next(&mut self) -> Option<Copies> {
        let (summand, rest) = match *self.0 {
            [word, copies, ref rest @ ..] if word & MANY != 0 => ([word & !MANY, copies], rest),
            [word, ref rest @ ..] => ([word, 1], rest),
            [] => return None,
        };
        self.0 = rest;
        Some(summand)
    }
}

impl Words<'_> {
    /// Returns whether this summand is next, and if so skips it.
    fn begin_with(&mut self, [index, copies]: Copies) -> bool {
        self.0 = match *self.0 {
            [word, ref rest @ ..] if copies == 1 && word == index => rest,
            [word, many, ref rest @ ..] if word == index | MANY && many == copies => rest,
            _ => return false,
        };
        true
    }
}

/// Returns whether these words are those of the union of two lists.
///
/// The branches depend on the two lists, which are in the cache, and not on the words, which may
/// not be: so the processor predicts them and does not wait for the words.
pub(super) fn is_union(words: &[u32], list: &[Copies], more: Words) -> bool {
    let mut words = Words(words);
    let mut rest = list;
    for [index, mut copies] in more {
        while let Some((&greater, others)) = rest.split_last()
            && greater[0] >= index
        {
            rest = others;
            if greater[0] == index {
                copies += greater[1];
                break;
            }
            if !words.begin_with(greater) {
                return false;
            }
        }
        if !words.begin_with([index, copies]) {
            return false;
        }
    }
    rest.iter().rev().all(|&summand| words.begin_with(summand)) && words.0.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[Copies]) -> Vec<u32> {
        let mut summands = Summands::default();
        for &summand in list {
            summands.add(summand);
        }
        let words: Vec<u32> = summands.words().collect();
        assert_eq!(words.len(), summands.word_count());
        assert!(Words(&words).eq(list.iter().rev().copied()));
        words
    }

    #[test]
    fn unions_are_recognised() {
        let (a, b) = ([[1, 2], [4, 1]], [[1, 1], [3, 1], [5, 2]]);
        let of_a_and_b = |list: &[Copies]| {
            let words = words(list);
            let found = is_union(&words, &a, Words(&self::words(&b)));
            assert_eq!(found, is_union(&words, &b, Words(&self::words(&a))));
            found
        };
        let union = [[1, 3], [3, 1], [4, 1], [5, 2]];
        assert!(of_a_and_b(&union));
        for i in 0..union.len() {
            let mut other = union;
            other[i][1] += 1;
            assert!(!of_a_and_b(&other));
            other[i] = [union[i][0] + 10 * u32::from(i == 3), 1];
            assert_eq!(other == union, of_a_and_b(&other));
            assert!(!of_a_and_b(&[&union[..i], &union[i + 1..]].concat()));
        }
        assert!(!of_a_and_b(&[&[[0, 1]], &union[..]].concat()));
        assert!(is_union(&[], &[], Words(&[])) && !is_union(&words(&union), &a, Words(&[])));
    }
}
