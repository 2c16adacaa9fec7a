//! |M_n| as a product over M_{n−3}, and so its residues for n ≤ 8.
//!
//! Theorem A.1 gives |M_n| as a sum over M_{n−2}. A member K of M_{n−2} is a set of games of
//! M_{n−3}, and its term 2^|S_{n−1}^K| is, up to a correction for the few K born by day n − 4, a
//! product over the members of K. Summed over *all* sets K such terms are a product of factors
//! 1 + a_H, one for each H in M_{n−3}; the sets that are not canonical are G ∪ L with G in
//! M_{n−4} and L a nonempty set of games containing G, and give products again.
//!
//! In detail, write m, N, z for |M_{n−2}|, |N_{n−2}|, |N_{n−2}^0| and e(H) for |S_{n−2}^H|, and put
//!
//! * y_H = 2^(e(H)−1), C = 2^(m−1), δ = 2^(z−1), a_H = 2^(−y_H),
//! * w(K) = ∏ a_H over H in K, times 2^δ if 0 ∈ K and K is an N-position,
//! * t(K) = Σ (2y_H − 1) over H in S_{n−3}^K, which is zero unless K is born by day n − 4.
//!
//! Then |S_{n−1}^K| = C − Σ y_H + \[0 ∈ K, K is N\] δ − t(K), so 2^|S_{n−1}^K| = 2^C w(K) 2^(−t(K)),
//! and the sum T of these over M_{n−2} is 2^C times
//!
//! > A + a_0 (2^δ (A − B) + B)
//! > − Σ w(G)(∏_{S^G} (1 + a_H) − 1) over G ≠ 0 in M_{n−4}
//! > − ∏_{S^0} (1 + a_H) + ∏_{N^0} (1 + a_H)
//! > + Σ w(K)(2^(−t(K)) − 1) over K in M_{n−4}
//!
//! with A and B the products of 1 + a_H over H ≠ 0 in M_{n−3} and in N_{n−3}, and S^G, N^0 short
//! for S_{n−3}^G, N_{n−3}^0. The 2^δ (A − B) + B separates the sets that contain 0 into those with
//! a P-position and those without. All of it makes sense modulo an odd number.

use rustc_hash::FxHashMap;

use super::catalogue::{Catalogue, Mask, ranks};
use super::day::DayGame;
use super::error::{CensusError, check_at};
use super::modular::{Chain, Natural, Powers, Ring, exact_power_of_two};
use super::recurrence::Counts;
use super::sixth::{SixthDay, residue, small};
use crate::limits::Budget;

type Element<N> = <<N as Natural>::Ring as Ring<N>>::Element;

/// |M_n| modulo an odd number for 5 ≤ n ≤ 8, by products.
pub(super) fn by_products<N: Natural>(
    counts: &Counts,
    n: u32,
    modulus: &N,
    budget: &Budget,
) -> Result<N, CensusError> {
    debug_assert!((5..=8).contains(&n));
    let orders = if n == 8 { 2 } else { 1 };
    let chain = Chain::new(&modulus.to_big(), orders, budget)?;
    let order = N::from_big(&chain.moduli[1]);
    let powers = Powers::new(modulus, &order);
    let before = if n == 8 {
        let below = N::from_big(&chain.moduli[2]);
        Before::of_day_6(counts, modulus, Powers::new(&order, &below))
    } else {
        Before::of_small_day(counts, n - 2, modulus, &order)
    };
    Product::new(counts, n - 3, &powers, &before).run(budget)
}

/// What the formula needs of day n − 2, modulo the order of 2.
pub(super) struct Before<N: Natural> {
    /// 2^(|M_{n−2}|−1)
    pub(super) half_games: N,
    /// 2^(|N_{n−2}|−1)
    pub(super) half_n_positions: N,
    /// 2^(|N_{n−2}^0|−1)
    pub(super) half_with_zero: N,
    /// |M_{n−2}| modulo the modulus itself.
    games: N,
    /// y_H
    halves: Halves<N>,
}

/// y_H = 2^(|S_{n−2}^H|−1) for the members H of M_{n−3}.
enum Halves<N: Natural> {
    /// One by one.
    Listed(FxHashMap<Mask, N>),
    /// From the exponents of day 6, which are known modulo the next order of the chain.
    Sixth(SixthDay<N>, Powers<N>),
}

impl<N: Natural> Before<N> {
    /// Days up to 5, where all exponents are small numbers.
    pub(super) fn of_small_day(counts: &Counts, day: u32, modulus: &N, order: &N) -> Self {
        let half_power = |count: u64| exact_power_of_two(count - 1, order);
        let members = (0..Catalogue::size(day as usize - 1)).map(|rank| {
            let set = counts.catalogue.options(rank);
            let containing = small(counts.containing(day, DayGame::new(set)));
            (set, half_power(containing))
        });
        Self {
            half_games: half_power(small(counts.games(day))),
            half_n_positions: half_power(small(counts.n_positions(day))),
            half_with_zero: half_power(small(counts.n_positions_with_zero(day))),
            games: residue(&counts.games(day), modulus),
            halves: Halves::Listed(members.collect()),
        }
    }

    pub(super) fn of_day_6(counts: &Counts, modulus: &N, powers: Powers<N>) -> Self {
        let sixth = SixthDay::new(counts, &powers.order);
        let half_power = |count: &N| half_power(&powers, count);
        Self {
            half_games: half_power(&sixth.games),
            half_n_positions: half_power(&sixth.n_positions),
            half_with_zero: half_power(&sixth.n_positions_with_zero),
            games: residue(&counts.games(6), modulus),
            halves: Halves::Sixth(sixth, powers),
        }
    }

    pub(super) fn half(&self, set: Mask) -> N {
        match &self.halves {
            Halves::Listed(halves) => halves[&set].clone(),
            Halves::Sixth(sixth, powers) => half_power(powers, &sixth.containing(set)),
        }
    }

    /// What y_H depends on, if it is worth being remembered: the four million games of M_5 have
    /// fewer than a million exponents.
    fn key(&self, set: Mask) -> Option<N> {
        match &self.halves {
            Halves::Sixth(sixth, _) if N::SLOW => Some(sixth.containing(set)),
            _ => None,
        }
    }
}

/// 2^(count − 1) for a huge count that is known modulo the order.
fn half_power<N: Natural>(powers: &Powers<N>, count: &N) -> N {
    powers.residue(&count.less_one(&powers.order))
}

/// The computation: M_{n−3} is walked through as the canonical sets among the 2^width sets of
/// games of M_{n−4}, which is the first `width` ranks.
struct Product<'a, N: Natural> {
    counts: &'a Counts,
    powers: &'a Powers<N>,
    before: &'a Before<N>,
    width: usize,
}

/// Products of 1 + a_H and sums of 2y_H − 1 over parts of M_{n−3}.
struct Gathered<N: Natural> {
    /// a_0
    zero: Element<N>,
    /// A
    all: Element<N>,
    /// B
    n_positions: Element<N>,
    /// Over S_{n−3}^K for each K.
    containing: Vec<Element<N>>,
    /// Over N_{n−3}^0.
    n_with_zero: Element<N>,
    /// Σ (2y_H − 1) over all H, over S_{n−3}^K and over N_{n−3}^0.
    sum: N,
    sum_containing: Vec<N>,
    sum_n_with_zero: N,
}

impl<'a, N: Natural> Product<'a, N> {
    fn new(counts: &'a Counts, day: u32, powers: &'a Powers<N>, before: &'a Before<N>) -> Self {
        Self {
            counts,
            powers,
            before,
            width: Catalogue::size(day as usize - 1),
        }
    }

    fn run(&self, budget: &Budget) -> Result<N, CensusError> {
        let gathered = self.gather(budget)?;
        let (ring, order) = (&self.powers.ring, &self.powers.order);
        let Before {
            half_games,
            half_n_positions,
            half_with_zero,
            games,
            ..
        } = self.before;
        let total = self.total(&gathered);

        // |M_{n−1}| and |N_{n−1}^0| modulo the order, by Theorem A.1. In the sum the −1 of
        // the game 0 is one too many.
        let twice = |x: &N| x.plus(x, order);
        let games_after = twice(half_games)
            .plus(&twice(half_with_zero), order)
            .minus(&gathered.sum, order)
            .less_one(order);
        let with_zero_after = half_games
            .minus(half_n_positions, order)
            .minus(&gathered.sum_n_with_zero, order);
        let mut result = self.powers.element(&games_after);
        result = ring.add(&result, &self.powers.element(&with_zero_after));
        result = ring.sub(&result, &total);
        result = ring.add(&result, &ring.element(games));
        result = ring.sub(&result, &ring.one());
        Ok(ring.value(&result))
    }

    /// T: the sum of 2^|S_{n−1}^K| over K in M_{n−2}.
    fn total(&self, gathered: &Gathered<N>) -> Element<N> {
        let (ring, catalogue) = (&self.powers.ring, &self.counts.catalogue);
        let one = ring.one();
        let delta = self.powers.element(&self.before.half_with_zero);
        let p_among = ring.sub(&gathered.all, &gathered.n_positions);
        let with_zero = ring.add(&ring.mul(&delta, &p_among), &gathered.n_positions);
        let mut total = ring.add(&gathered.all, &ring.mul(&gathered.zero, &with_zero));

        total = ring.sub(&total, &gathered.containing[0]);
        total = ring.add(&total, &gathered.n_with_zero);
        for k in 0..self.width {
            let set = catalogue.options(k);
            let mut weight = one.clone();
            for h in ranks(set) {
                let y = self.before.half(catalogue.options(h));
                weight = ring.mul(&weight, &self.powers.inverse_element(&y));
            }
            if set & 1 == 1 && !catalogue.is_p(set) {
                weight = ring.mul(&weight, &delta);
            }
            if k != 0 {
                let reducible = ring.sub(&gathered.containing[k], &one);
                total = ring.sub(&total, &ring.mul(&weight, &reducible));
            }
            let correction = self.powers.inverse_element(&gathered.sum_containing[k]);
            let correction = ring.sub(&correction, &one);
            total = ring.add(&total, &ring.mul(&weight, &correction));
        }
        let leading = self.powers.element(&self.before.half_games);
        ring.mul(&leading, &total)
    }

    /// 1 + a_H and 2y_H − 1.
    fn factor(&self, set: Mask) -> (Element<N>, N) {
        let (ring, order) = (&self.powers.ring, &self.powers.order);
        let y = self.before.half(set);
        let factor = ring.add(&ring.one(), &self.powers.inverse_element(&y));
        (factor, y.plus(&y, order).less_one(order))
    }

    /// Walks through M_{n−3}.
    ///
    /// The products over S^K for all K come out of one tree: the product over all sets with a
    /// given beginning is that without the next rank times that with it, and the latter is a
    /// part of S^K for this rank K. A stack of one entry a rank holds what waits for its
    /// other half.
    fn gather(&self, budget: &Budget) -> Result<Gathered<N>, CensusError> {
        let (ring, order) = (&self.powers.ring, &self.powers.order);
        let catalogue = &self.counts.catalogue;
        let nothing = N::from_u64(0);
        let mut waiting = vec![(ring.one(), nothing.clone()); self.width + 1];
        let y_zero = self.before.half(0);
        let mut gathered = Gathered {
            zero: self.powers.inverse_element(&y_zero),
            all: ring.one(),
            n_positions: ring.one(),
            containing: vec![ring.one(); self.width],
            n_with_zero: ring.one(),
            sum: nothing.clone(),
            sum_containing: vec![nothing.clone(); self.width],
            sum_n_with_zero: nothing.clone(),
        };
        let mut known: FxHashMap<N, (Element<N>, N)> = FxHashMap::default();
        for set in 0..1u32 << self.width {
            check_at(set, budget)?;
            let mut product = ring.one();
            let mut sum = nothing.clone();
            if catalogue.is_canonical(set) {
                (product, sum) = match self.before.key(set) {
                    None => self.factor(set),
                    Some(key) => match known.get(&key) {
                        Some(factor) => factor.clone(),
                        None => known.entry(key).or_insert(self.factor(set)).clone(),
                    },
                };
                if set == 0 {
                    // 0 is not a factor of the products, its place is the bracket of the formula.
                    product = ring.one();
                } else if !catalogue.is_p(set) {
                    gathered.n_positions = ring.mul(&gathered.n_positions, &product);
                    if set & 1 == 1 {
                        gathered.n_with_zero = ring.mul(&gathered.n_with_zero, &product);
                        gathered.sum_n_with_zero = gathered.sum_n_with_zero.plus(&sum, order);
                    }
                }
            }
            // Halves that are complete now, from the lowest rank up.
            let complete = set.trailing_ones() as usize;
            for (rank, (other_product, other_sum)) in waiting[..complete].iter().enumerate() {
                let with = &mut gathered.containing[rank];
                *with = ring.mul(with, &product);
                let sum_with = &mut gathered.sum_containing[rank];
                *sum_with = sum_with.plus(&sum, order);
                product = ring.mul(other_product, &product);
                sum = other_sum.plus(&sum, order);
            }
            waiting[complete] = (product, sum);
        }
        let (all, sum) = waiting.swap_remove(self.width);
        gathered.all = all;
        gathered.sum = sum;
        Ok(gathered)
    }
}
