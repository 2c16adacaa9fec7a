//! Day 7: sums of hundreds of thousands of powers of two with exponents near 2^4171779.
//!
//! By Theorem A.1 |M_7| is 2^|M_6|, minus one power 2^|S_6^G| for each of the 4 171 780 games
//! G of M_5, plus a proviso term and a constant. With ρ_g = 2^(|S_5^g| − 1),
//!
//! > |S_6^G| = 2^4171779 − Σ ρ_g (over the options g of G) \[+ 2^(|N_5^0| − 1)\] − …
//!
//! where the bracket applies to N-positions with the option 0 and the dots to five games born
//! by day 3. All these exponents are made of the same two dozen powers.
//!
//! # Packing
//!
//! The exponents that occur in ρ_g lie in clusters far apart. Moving the clusters together, so
//! that each keeps only the bits that its largest possible sum needs, turns the sum of the ρ_g
//! into a number of 64 bits and changes neither its binary digits, nor carries, nor the order of
//! two such sums. So an exponent is a machine word (the packed sum) and a small constant; equal
//! exponents are found by sorting, and 2^a + 2^a = 2^(a+1) changes the constant only.

use std::fmt;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::day::DayGame;
use super::day_four::{CHUNK, DayFour, MASK_BITS, Mask, ranks};
use super::error::CensusError;
use super::recurrence::Counts;
use super::tower::{Term, Tower};
use crate::limits::{Account, Budget, Reason, parallel};

/// A quantity of day 7: a tower with hundreds of thousands of terms, unpacked one at a time.
///
/// ```
/// use misere::census::{Counts, DaySevenSum};
/// use misere::limits::Budget;
///
/// let seventh = DaySevenSum::games(&Counts::new(), &Budget::default())?;
/// assert_eq!(seventh.subtracted(), 758_660);
/// let second = seventh.terms().nth(1).unwrap();
/// assert!(second.is_negative());
/// assert_eq!(second.exponent().to_string(), "2^4171779 - 2^2085887");
/// # Ok::<(), misere::census::CensusError>(())
/// ```
#[derive(Debug)]
pub struct DaySevenSum {
    packing: Packing,
    /// The terms larger than all packed ones.
    head: Vec<Term>,
    /// The exponents of the subtracted powers, descending.
    packed: Vec<Exponent>,
    /// The terms smaller than all packed ones.
    tail: Vec<Term>,
    constant: i64,
    distinct: usize,
    /// The memory of the packed terms.
    _account: Account,
}

/// The exponent 2^4171779 − (packed sum, unpacked) + constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Exponent {
    packed: u64,
    constant: i32,
    /// The number of powers with this exponent.
    count: u32,
}

impl DaySevenSum {
    /// Computes |M_7|.
    pub fn games(counts: &Counts, budget: &Budget) -> Result<Self, CensusError> {
        let head = vec![(false, counts.games(6)?)];
        let tail = vec![(false, counts.n_positions_with_zero(6)?)];
        // Every |R_7^G| but that of 0 has a −1.
        Self::over(counts, budget, |_| true, Vec::new(), head, tail, -1)
    }

    /// Computes |N_7|, the number of N-positions born by day 7.
    pub fn n_positions(counts: &Counts, budget: &Budget) -> Result<Self, CensusError> {
        let day_four = &counts.day_four;
        let head = vec![(false, counts.games(6)?), (true, counts.n_positions(6)?)];
        let tail = vec![(false, counts.n_positions_with_zero(6)?)];
        let is_n = |set| !day_four.is_p(set);
        Self::over(counts, budget, is_n, Vec::new(), head, tail, 0)
    }

    /// Computes |N_7^0|, the number of N-positions born by day 7 with 0 as an option.
    pub fn n_positions_with_zero(counts: &Counts, budget: &Budget) -> Result<Self, CensusError> {
        let day_four = &counts.day_four;
        let one = || Tower::from(1);
        let head = vec![
            (false, counts.games(6)? - one()),
            (true, counts.n_positions(6)? - one()),
        ];
        let member = |set| set & 1 == 1 && !day_four.is_p(set);
        Self::over(counts, budget, member, Vec::new(), head, Vec::new(), 0)
    }

    /// Computes |S_7^K|, the number of games born by day 7 that have K, born by day 5, as an option.
    pub fn containing(counts: &Counts, k: DayGame, budget: &Budget) -> Result<Self, CensusError> {
        let day_four = &counts.day_four;
        let one = || Tower::from(1);
        let head = vec![(false, counts.games(6)? - one())];
        let mut tail = Vec::new();
        if k.mask() & 1 == 1 && !day_four.is_p(k.mask()) {
            tail.push((false, counts.n_positions_with_zero(6)? - one()));
        }
        let rank = day_four.rank(k.mask());
        let member = |set: Mask| rank.is_some_and(|rank| set >> rank & 1 == 1);
        // K reverts through its options g in 2^(|S_6^g| − 1) sets each.
        let reverting = ranks(k.mask()).map(|g| day_four.options(g)).collect();
        Self::over(counts, budget, member, reverting, head, tail, 0)
    }

    /// Computes head − Σ 2^(|S_6^g| − 1) over `halved` − Σ (2^|S_6^G| − 1) over the `chosen` members
    /// of M_5 + tail + constant.
    fn over(
        counts: &Counts,
        budget: &Budget,
        chosen: impl Fn(Mask) -> bool + Send + Sync,
        halved: Vec<Mask>,
        head: Vec<(bool, Tower)>,
        tail: Vec<(bool, Tower)>,
        constant: i64,
    ) -> Result<Self, CensusError> {
        let packing = Packing::new(counts);
        // Repeated exponents are counted within each chunk first, which leaves a third of them.
        let chunks = parallel::map_chunks(0..1 << MASK_BITS, 4 * CHUNK, budget, |masks| {
            let mut account = budget.account();
            let mut exponents = Vec::new();
            account.reserve(&mut exponents, masks.len())?;
            let members = counts.day_four.canonical_among(masks);
            exponents.extend(
                members
                    .filter(|&set| chosen(set))
                    .map(|set| packing.exponent(set)),
            );
            count_repeated(&mut exponents);
            exponents.shrink_to_fit();
            account.hold(exponents.len() * size_of::<Exponent>())?;
            Ok::<_, CensusError>((exponents, account))
        })?;
        let mut account = budget.account();
        let mut exponents = Vec::new();
        let length: usize = chunks.iter().map(|(chunk, _)| chunk.len()).sum();
        account.reserve(&mut exponents, length + halved.len())?;
        let mut members = 0;
        for (chunk, _account) in chunks {
            members += chunk.iter().map(|e| i64::from(e.count)).sum::<i64>();
            exponents.extend(chunk);
        }
        exponents.extend(halved.into_iter().map(|g| {
            let mut exponent = packing.exponent(g);
            exponent.constant -= 1;
            exponent
        }));
        budget.check()?;
        let all = exponents.len();
        count_repeated(&mut exponents);
        budget.check()?;
        let distinct = exponents.len();
        let (packed, account) = carried(&exponents, budget)?;
        tracing::debug!(
            all,
            distinct,
            terms = packed.len(),
            "carried a sum of day 7"
        );
        let terms = |list: Vec<(bool, Tower)>| {
            let term = |(negative, exponent)| Term::new(negative, Arc::new(exponent));
            list.into_iter().map(term).collect()
        };
        Ok(Self {
            packing,
            head: terms(head),
            packed,
            tail: terms(tail),
            constant: constant + members,
            distinct,
            _account: account,
        })
    }

    /// Returns the number of subtracted powers of two after carrying: all terms but the first ones and
    /// the proviso term.
    pub fn subtracted(&self) -> usize {
        self.packed.len()
    }

    /// Returns the number of different exponents of these powers before carrying.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// Returns the constant that is added to the powers of two.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// Returns all terms by descending exponent, unpacked one at a time.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let packed = self.packed.iter();
        let unpacked = packed.map(|&e| Term::new(true, Arc::new(self.packing.unpack(e))));
        let head = self.head.iter().cloned();
        head.chain(unpacked).chain(self.tail.iter().cloned())
    }
}

/// Writes all terms and the constant as a sum: a hundred million characters for |M_7|.
impl fmt::Display for DaySevenSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, term) in self.terms().enumerate() {
            let sign = match (i, term.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            write!(f, "{sign}2^({})", term.exponent())?;
        }
        write!(f, " + {}", self.constant)
    }
}

/// Serializes like a [`Tower`], unpacking terms as they are written.
impl Serialize for DaySevenSum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Terms<'a>(&'a DaySevenSum);

        impl Serialize for Terms<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.terms())
            }
        }

        let mut fields = serializer.serialize_struct("DaySevenSum", 2)?;
        fields.serialize_field("constant", &self.constant)?;
        fields.serialize_field("terms", &Terms(self))?;
        fields.end()
    }
}

/// Sorts a list and replaces repeated exponents by one with the sum of their counts.
fn count_repeated(exponents: &mut Vec<Exponent>) {
    exponents.sort_unstable();
    exponents.dedup_by(|next, kept| {
        let is_same = (next.packed, next.constant) == (kept.packed, kept.constant);
        if is_same {
            kept.count += next.count;
        }
        is_same
    });
}

/// Carries an ascending list of different exponents: 2^a + 2^a = 2^(a+1). The result is in the order
/// of descending numbers, which is that of ascending packed sums and descending constants.
fn carried(exponents: &[Exponent], budget: &Budget) -> Result<(Vec<Exponent>, Account), Reason> {
    let mut result = Vec::new();
    let mut account = budget.account();
    // Carrying never lengthens a list by more than a few exponents.
    account.reserve(&mut result, exponents.len())?;
    for group in exponents.chunk_by(|x, y| x.packed == y.packed) {
        let start = result.len();
        let mut rest = group.iter().peekable();
        let mut carry = 0;
        let mut constant = group[0].constant;
        while carry > 0 || rest.peek().is_some() {
            if carry == 0
                && let Some(next) = rest.peek()
            {
                constant = next.constant;
            }
            if let Some(equal) = rest.next_if(|e| e.constant == constant) {
                carry += equal.count;
            }
            if carry % 2 == 1 {
                account.reserve(&mut result, 1)?;
                result.push(Exponent {
                    constant,
                    count: 1,
                    ..group[0]
                });
            }
            carry /= 2;
            constant += 1;
        }
        result[start..].reverse();
    }
    Ok((result, account))
}

/// The bit of each power of two in a packed sum.
#[derive(Clone, Debug)]
struct Packing {
    /// 2^4171779, whose exponent is |M_5| − 1.
    leading: Term,
    /// For each bit of a packed sum its power, as a subtracted term.
    bits: Vec<Term>,
    /// The power that is added for an N-position with the option 0: bit 0 of the packed sum, which
    /// is otherwise unused.
    proviso: Term,
    /// The packed ρ_g by the rank of g.
    rho: Vec<u64>,
    day_four: DayFour,
}

impl Packing {
    fn new(counts: &Counts) -> Self {
        let fifth = |tower: Result<Tower, CensusError>| -> i64 {
            let tower = tower.expect("day 5 is known");
            tower.to_i64().expect("day 5 is counted by small numbers")
        };
        let day_four = counts.day_four.clone();
        let members = (0..DayFour::size(4)).map(|g| DayGame::new(day_four.options(g)));
        let rho: Vec<i64> = members
            .map(|g| fifth(counts.containing(5, g)) - 1)
            .collect();
        let leading = fifth(counts.games(5)) - 1;
        let proviso = fifth(counts.n_positions_with_zero(5)) - 1;

        // The exponents of ρ_g and of 2ρ_g, which the games of M_3 need too.
        let mut powers: Vec<i64> = rho.iter().flat_map(|&e| [e, e + 1]).collect();
        powers.sort_unstable();
        assert!(proviso < powers[0], "the proviso has the lowest bit");
        let mut exponents = vec![proviso];
        let mut places: Vec<(i64, usize)> = Vec::new();
        for cluster in clusters(&powers) {
            let length = cluster.1;
            places.push((cluster.0, exponents.len()));
            exponents.extend((0..length).map(|i| cluster.0 + i));
        }
        assert!(exponents.len() < 64, "packed sums are machine words");
        let place = |e: i64| {
            let &(first, bit) = places
                .iter()
                .rfind(|p| p.0 <= e)
                .expect("e is in a cluster");
            bit + usize::try_from(e - first).expect("clusters ascend")
        };
        let term = |negative, e: i64| Term::new(negative, Arc::new(Tower::from(e)));
        Self {
            leading: term(false, leading),
            rho: rho.iter().map(|&e| 1 << place(e)).collect(),
            proviso: term(false, proviso),
            bits: exponents.iter().map(|&e| term(true, e)).collect(),
            day_four,
        }
    }

    /// Computes |S_6^G| for G given by its options.
    fn exponent(&self, set: Mask) -> Exponent {
        let mut packed: u64 = ranks(set).map(|g| self.rho[g]).sum();
        let mut constant = 0;
        if set >> DayFour::size(3) == 0
            && let Some(rank) = self.day_four.rank(set)
        {
            // Each member H of S_4^G subtracts |R_6^H| = 2ρ_H − 1.
            for h in ranks(self.day_four.containing(rank)) {
                packed += 2 * self.rho[h];
                constant += 1;
            }
        }
        if set & 1 == 1 && !self.day_four.is_p(set) {
            packed -= 1;
        }
        Exponent {
            packed,
            constant,
            count: 1,
        }
    }

    fn unpack(&self, exponent: Exponent) -> Tower {
        // An odd packed sum lacks the 1 of the proviso.
        let proviso = exponent.packed & 1 == 1;
        let mut packed = exponent.packed + u64::from(proviso);
        let size = packed.count_ones() as usize + 2;
        let mut terms = Vec::with_capacity(size);
        terms.push(self.leading.clone());
        while let Some(bit) = packed.checked_ilog2() {
            terms.push(self.bits[bit as usize].clone());
            packed ^= 1 << bit;
        }
        if proviso {
            terms.push(self.proviso.clone());
        }
        Tower::from_carried(terms, i64::from(exponent.constant))
    }
}

/// Splits an ascending list of exponents into clusters (first exponent, number of bits), such
/// that a sum of all powers of a cluster fits in its bits and ends below the next cluster.
fn clusters(exponents: &[i64]) -> Vec<(i64, i64)> {
    let mut clusters: Vec<(i64, i64)> = Vec::new();
    let mut sum: u128 = 0;
    for &e in exponents {
        match clusters.last_mut() {
            Some((first, length)) if e < *first + *length => {
                sum += 1u128 << (e - *first);
                *length = i64::from(u128::BITS - sum.leading_zeros());
            }
            _ => {
                sum = 1;
                clusters.push((e, 1));
            }
        }
    }
    clusters
}

#[cfg(test)]
mod tests;
