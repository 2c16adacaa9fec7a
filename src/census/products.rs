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

use super::day::DayGame;
use super::day_four::{DayFour, Mask, ranks};
use super::day_six::{DaySix, residue, small};
use super::error::CensusError;
use super::modular::{Chain, Natural, Powers, Ring, exact_power_of_two};
use super::recurrence::Counts;
use crate::limits::{Account, Budget, Meter, parallel};

type Element<N> = <<N as Natural>::Ring as Ring<N>>::Element;

/// A thread multiplies the factors of 2^17 sets at a time.
const CHUNK_RANKS: usize = 17;

/// Computes |M_n| modulo an odd number for 5 ≤ n ≤ 8, by products.
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
    let powers = Powers::new(modulus, &order, budget)?;
    let before = if n == 8 {
        let below = N::from_big(&chain.moduli[2]);
        let below = Powers::new(&order, &below, budget)?;
        Before::of_day_6(counts, modulus, below, budget)?
    } else {
        Before::of_small_day(counts, n - 2, modulus, &order)
    };
    Product::new(counts, n - 3, &powers, &before).run(budget)
}

/// The quantities of day n − 2 in the formula, modulo the order of 2.
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
    /// A value for each H.
    Listed(FxHashMap<Mask, N>),
    /// Computed from the exponents of day 6, which are known modulo the next order of the chain.
    Sixth(Box<(DaySix<N>, Powers<N>)>),
}

impl<N: Natural> Before<N> {
    /// Days up to 5, where all exponents are small numbers.
    pub(super) fn of_small_day(counts: &Counts, day: u32, modulus: &N, order: &N) -> Self {
        let half_power = |count: u64| exact_power_of_two(count - 1, order);
        let members = (0..DayFour::size(day as usize - 1)).map(|rank| {
            let set = counts.day_four.options(rank);
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

    /// Day 6, with residues modulo the order of 2 modulo the order.
    pub(super) fn of_day_6(
        counts: &Counts,
        modulus: &N,
        powers: Powers<N>,
        budget: &Budget,
    ) -> Result<Self, CensusError> {
        let sixth = DaySix::new(counts, &powers.order, budget)?;
        let half_power = |count: &N| half_power(&powers, count);
        Ok(Self {
            half_games: half_power(&sixth.games),
            half_n_positions: half_power(&sixth.n_positions),
            half_with_zero: half_power(&sixth.n_positions_with_zero),
            games: residue(&counts.games(6), modulus),
            halves: Halves::Sixth(Box::new((sixth, powers))),
        })
    }

    /// Computes y_H for H given by its options.
    pub(super) fn half(&self, set: Mask) -> N {
        match &self.halves {
            Halves::Listed(halves) => halves[&set].clone(),
            Halves::Sixth(day_six) => {
                let (sixth, powers) = &**day_six;
                half_power(powers, &sixth.containing(set))
            }
        }
    }

    /// Returns the exponent that y_H depends on, if caching pays: the four million games of M_5 have
    /// fewer than a million exponents.
    fn key(&self, set: Mask) -> Option<N> {
        match &self.halves {
            Halves::Sixth(day_six) if N::SLOW => Some(day_six.0.containing(set)),
            _ => None,
        }
    }
}

/// Computes 2^(count − 1) for a huge count that is known modulo the order.
fn half_power<N: Natural>(powers: &Powers<N>, count: &N) -> N {
    powers.residue(&count.less_one(&powers.order))
}

/// The computation. M_{n−3} consists of the canonical sets among the 2^width sets of games of
/// M_{n−4}, which are the ranks below `width`.
struct Product<'a, N: Natural> {
    counts: &'a Counts,
    powers: &'a Powers<N>,
    before: &'a Before<N>,
    width: usize,
}

/// Products of 1 + a_H and sums of 2y_H − 1 over parts of M_{n−3}.
struct Gathered<N: Natural> {
    /// A
    all: Element<N>,
    /// B
    n_positions: Element<N>,
    /// The products over S_{n−3}^K for each K.
    containing: Vec<Element<N>>,
    /// The product over N_{n−3}^0.
    n_with_zero: Element<N>,
    /// The sums of 2y_H − 1 over all H, over S_{n−3}^K and over N_{n−3}^0.
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
            width: DayFour::size(day as usize - 1),
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

    /// Computes T, the sum of 2^|S_{n−1}^K| over K in M_{n−2}.
    fn total(&self, gathered: &Gathered<N>) -> Element<N> {
        let (ring, day_four) = (&self.powers.ring, &self.counts.day_four);
        let one = ring.one();
        let zero = self.powers.inverse_element(&self.before.half(0));
        let delta = self.powers.element(&self.before.half_with_zero);
        let p_among = ring.sub(&gathered.all, &gathered.n_positions);
        let with_zero = ring.add(&ring.mul(&delta, &p_among), &gathered.n_positions);
        let mut total = ring.add(&gathered.all, &ring.mul(&zero, &with_zero));

        total = ring.sub(&total, &gathered.containing[0]);
        total = ring.add(&total, &gathered.n_with_zero);
        for k in 0..self.width {
            let set = day_four.options(k);
            let mut weight = one.clone();
            for h in ranks(set) {
                let y = self.before.half(day_four.options(h));
                weight = ring.mul(&weight, &self.powers.inverse_element(&y));
            }
            if set & 1 == 1 && !day_four.is_p(set) {
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

    /// Computes 1 + a_H and 2y_H − 1.
    fn factor(&self, set: Mask) -> (Element<N>, N) {
        let (ring, order) = (&self.powers.ring, &self.powers.order);
        let y = self.before.half(set);
        let factor = ring.add(&ring.one(), &self.powers.inverse_element(&y));
        (factor, y.plus(&y, order).less_one(order))
    }

    /// Computes the products and sums over M_{n−3}, chunk by chunk.
    ///
    /// A chunk consists of all sets of ranks below `low` joined with one set of higher ranks. For a
    /// low rank K the product over S^K is the product of those of the chunks; for a high rank it is
    /// the product of all that the chunks with K have.
    fn gather(&self, budget: &Budget) -> Result<Gathered<N>, CensusError> {
        let (ring, order) = (&self.powers.ring, &self.powers.order);
        let low = self.width.min(CHUNK_RANKS);
        let sets = 1u32 << self.width;
        let chunks = parallel::map_chunks(0..sets, 1 << low, budget, |sets| {
            let gathered = self.gather_chunk(low, sets.start, budget)?;
            tracing::trace!(sets.start, sets.end, "a row of products");
            Ok::<_, CensusError>(gathered)
        })?;
        tracing::debug!(
            day_before = self.width,
            rows = chunks.len(),
            "rows of products"
        );
        let mut total = self.nothing(self.width);
        for (number, chunk) in (0u32..).zip(&chunks) {
            let multiply = |product: &mut Element<N>, factor| *product = ring.mul(product, factor);
            let add = |sum: &mut N, summand| *sum = sum.plus(summand, order);
            multiply(&mut total.all, &chunk.all);
            multiply(&mut total.n_positions, &chunk.n_positions);
            multiply(&mut total.n_with_zero, &chunk.n_with_zero);
            add(&mut total.sum, &chunk.sum);
            add(&mut total.sum_n_with_zero, &chunk.sum_n_with_zero);
            for rank in 0..low {
                multiply(&mut total.containing[rank], &chunk.containing[rank]);
                add(&mut total.sum_containing[rank], &chunk.sum_containing[rank]);
            }
            for rank in ranks(number) {
                multiply(&mut total.containing[low + rank], &chunk.all);
                add(&mut total.sum_containing[low + rank], &chunk.sum);
            }
        }
        Ok(total)
    }

    /// Empty products and sums.
    fn nothing(&self, width: usize) -> Gathered<N> {
        let (one, nothing) = (self.powers.ring.one(), N::from_u64(0));
        Gathered {
            all: one.clone(),
            n_positions: one.clone(),
            containing: vec![one.clone(); width],
            n_with_zero: one,
            sum: nothing.clone(),
            sum_containing: vec![nothing.clone(); width],
            sum_n_with_zero: nothing,
        }
    }

    /// Computes the products and sums over one chunk, which begins with the set `first`.
    ///
    /// The products over S^K for all K below `width` come from one binary tree: the product over all
    /// sets with given higher ranks is the product over those without the next rank times the
    /// product over those with it, and the latter is a factor of the product over S^K for this
    /// rank K. A stack with one entry for each rank holds the first halves.
    fn gather_chunk(
        &self,
        width: usize,
        first: Mask,
        budget: &Budget,
    ) -> Result<Gathered<N>, CensusError> {
        let (ring, order) = (&self.powers.ring, &self.powers.order);
        let day_four = &self.counts.day_four;
        let nothing = N::from_u64(0);
        let mut waiting = vec![(ring.one(), nothing.clone()); width + 1];
        let mut gathered = self.nothing(width);
        let mut known = Cache::new(budget);
        let mut meter = Meter::new(budget);
        for set in first..first + (1 << width) {
            let mut product = ring.one();
            let mut sum = nothing.clone();
            if day_four.is_canonical(set) {
                meter.tick_for(order.byte_count())?;
                (product, sum) = match self.before.key(set) {
                    None => self.factor(set),
                    Some(key) => known.get_or_insert(key, || self.factor(set)),
                };
                if set == 0 {
                    // 0 is not a factor of the products: the bracket of the formula has it.
                    product = ring.one();
                } else if !day_four.is_p(set) {
                    gathered.n_positions = ring.mul(&gathered.n_positions, &product);
                    if set & 1 == 1 {
                        gathered.n_with_zero = ring.mul(&gathered.n_with_zero, &product);
                        gathered.sum_n_with_zero = gathered.sum_n_with_zero.plus(&sum, order);
                    }
                }
            }
            // Halves that are complete now, from the lowest rank up.
            let complete = (set - first).trailing_ones() as usize;
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
        (gathered.all, gathered.sum) = waiting.swap_remove(width);
        Ok(gathered)
    }
}

/// Factors 1 + a_H and summands 2y_H − 1 by the exponent that they depend on. It stops growing at
/// the memory limit.
struct Cache<N: Natural> {
    known: FxHashMap<N, (Element<N>, N)>,
    account: Account,
}

impl<N: Natural> Cache<N> {
    fn new(budget: &Budget) -> Self {
        Self {
            known: FxHashMap::default(),
            account: budget.account(),
        }
    }

    fn get_or_insert(&mut self, key: N, compute: impl Fn() -> (Element<N>, N)) -> (Element<N>, N) {
        if let Some(factor) = self.known.get(&key) {
            return factor.clone();
        }
        let factor = compute();
        // Three numbers of one length; the table of hashes has up to twice as many places.
        if self.account.add(6 * key.memory()).is_ok() {
            self.known.insert(key, factor.clone());
        }
        factor
    }
}
