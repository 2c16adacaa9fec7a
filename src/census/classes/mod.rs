//! |M_{b+4}| modulo a prime from a list of M_b, by counting residues of exponents.
//!
//! The product formula for day b + 4 runs over M_{b+1}, which cannot be listed if b = 5. But
//! its factor 1 + a_H depends on H only through the residue of |S_{b+2}^H| modulo L_2, the
//! second order in the chain p → L_1 → L_2 → L_3 of orders of 2; so it is enough to know how
//! many H have which residue. H is a set of games K of M_b, and
//!
//! > |S_{b+2}^H| = c − Σ ρ_K (over K in H) + \[0 ∈ H, H is N\] d − τ(H)
//!
//! with c, ρ_K, d the numbers 2^(|M_{b+1}|−1), 2^(|S_{b+1}^K|−1), 2^(|N_{b+1}^0|−1) modulo L_2
//! and τ(H) = Σ (2ρ_K − 1) over K in S_b^H, zero unless H is born by day b − 1. Hence the
//! generating function Σ x^|S_{b+2}^H| over all sets H is made of products of factors
//! 1 + x^(−ρ_K) in Z\[x\]/(x^L_2 − 1), and those over the canonical sets, over N-positions and over
//! the sets that contain a given K follow by the same inclusion and exclusion as in the product
//! formula. They are counted modulo p − 1: a factor 1 + a_H is never 0, because a_H is a power of
//! two with an exponent divisible by the 2-part of L_1, so it has odd order and is not −1.
//!
//! All of c, ρ_K, d are divisible by the 2-part of L_2, so vectors have the length of its odd
//! part; only the |M_{b−1}| residues with a τ are kept apart.
//!
//! The second half of the formula sums over K in M_b with P_K = ∏ (1 + a_H) over H in S_{b+1}^K. Of
//! the generating function of S_{b+1}^K one part depends on ρ_K and the outcome of K, and one on
//! ρ_K and each option of K, so P_K is a product over the options of K.

mod distribution;
mod evaluation;
mod members;
#[cfg(test)]
mod tests;

use self::distribution::Products;
use self::evaluation::Evaluation;
use super::cyclic::CyclicRing;
use super::day_four::{CHUNK, DayFour, MASK_BITS, Mask, ranks};
use super::day_six::residue;
use super::error::CensusError;
use super::modular::{Chain, Natural, Powers, Ring};
use super::products::{Before, by_products};
use super::recurrence::Counts;
use crate::limits::{Account, Budget, parallel};

/// The longest vectors that are attempted. On day 9 they take minutes; on day 8 a few tenths of a
/// second, beyond which the product is faster.
const LONGEST: u64 = 100_000;
const LONGEST_ON_DAY_8: u64 = 10_000;

/// Primes are below this, so that 2(p − 1) is below 2^63.
pub(super) const LARGEST_PRIME: u64 = 1 << 62;

/// Computes |M_{b+4}| modulo an odd prime p < 2^62, for b = 4 and 5; and for b = 3, if the 2-part
/// of L_2 is at most 2^8.
pub(super) fn by_classes(
    counts: &Counts,
    b: u32,
    p: u64,
    budget: &Budget,
) -> Result<u64, CensusError> {
    let classes = Classes::new(counts, b, p, budget)?;
    Ok(classes.run(budget)?.games)
}

/// A residue of day b + 4, with the residue of the day before that is computed on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    /// |M_{b+4}| mod p
    games: u64,
    /// |M_{b+3}| mod L_1
    games_before: u64,
}

/// The games of M_b with one value of ρ.
#[derive(Debug)]
struct Class {
    /// ρ modulo the odd part of L_2.
    rho: u64,
    members: Vec<Mask>,
    tally: Tally,
}

/// Numbers of members of a class.
#[derive(Debug, Default)]
struct Tally {
    /// Members other than 0, and the N-positions among these.
    nonzero: u64,
    n_positions: u64,
    /// Members in S_b^g for each g in M_{b−1}, and in N_b^0.
    containing: Vec<u64>,
    n_with_zero: u64,
}

/// The quantities that the sum over M_b needs.
struct Classes<'a> {
    counts: &'a Counts,
    b: u32,
    p: u64,
    /// Z/p with its powers of two, by exponents modulo L_1.
    field: Powers<u64>,
    /// Z/L_1 with its powers of two, by exponents modulo L_2.
    exponents: Powers<u64>,
    /// The quantities of day b + 1 as exponents of 2, modulo L_2.
    before: Before<u64>,
    ring: CyclicRing,
    /// The residue modulo L_2 for each place of a vector.
    residues: Vec<u64>,
    sorted: Vec<Class>,
    /// The number of games in M_{b−1}.
    width: usize,
    products: Products,
    /// et(g) and e(g) modulo L_2 for g in M_{b−1}: |S_{b+2}^g| without and with τ.
    smooth: Vec<u64>,
    exact: Vec<u64>,
    /// The memory of classes and vectors.
    _account: Account,
}

impl<'a> Classes<'a> {
    fn new(counts: &'a Counts, b: u32, p: u64, budget: &Budget) -> Result<Self, CensusError> {
        debug_assert!((3..=5).contains(&b) && p > 2 && p < LARGEST_PRIME);
        let orders = if b == 5 { 3 } else { 2 };
        let chain = Chain::new(&p.into(), orders, budget)?;
        let order = |i: usize| u64::from_big(&chain.moduli[i]);
        let (first, second) = (order(1), order(2));
        let (twos, odd) = second.split();
        // Day 4 has exponents from 9 on; those of day 5 are beyond all orders.
        debug_assert!(b > 3 || twos <= 8, "c, ρ and d vanish modulo the 2-part");
        let limit = if b == 5 { LONGEST } else { LONGEST_ON_DAY_8 };
        if odd > limit {
            return Err(CensusError::OrderTooLong {
                day: b + 4,
                modulus: p.into(),
                order: second.into(),
                odd_part: odd.into(),
                limit,
            });
        }
        let length = usize::try_from(odd).expect("a short order");
        let before = if b == 5 {
            let below = Powers::new(&second, &order(3), budget)?;
            Before::of_day_6(counts, &second, below, budget)?
        } else {
            Before::of_small_day(counts, b + 1, &second, &second)
        };
        let mut account = budget.account();
        let ring = CyclicRing {
            modulus: 2 * (p - 1),
            length,
        };
        // The multiples of 2^twos modulo L_2, by their residues modulo the odd part.
        let mut residues = vec![0; length];
        for i in 0..odd {
            let residue = i << twos;
            residues[ring.place(residue)] = residue;
        }
        let width = DayFour::size(b as usize - 1);
        // A product for each game of M_{b−1} and three more, residues, evaluations, and about ten
        // vectors of intermediate results.
        account.hold(length.saturating_mul(8 * (width + 16)))?;
        let sorted = sort_into_classes(counts, width, &before, odd, &mut account)?;
        tracing::debug!(b, p, length, classes = sorted.len(), "classes of exponents");
        let mut this = Self {
            counts,
            b,
            p,
            field: Powers::new(&p, &first, budget)?,
            exponents: Powers::new(&first, &second, budget)?,
            products: Products {
                all: Vec::new(),
                n_positions: Vec::new(),
                containing: Vec::new(),
                n_with_zero: Vec::new(),
            },
            ring,
            residues,
            sorted,
            width,
            smooth: Vec::new(),
            exact: Vec::new(),
            before,
            _account: account,
        };
        this.multiply(budget)?;
        this.find_small_exponents();
        Ok(this)
    }

    /// Computes the products over parts of M_b.
    fn multiply(&mut self, budget: &Budget) -> Result<(), CensusError> {
        let parts = [Part::All, Part::NPositions, Part::NWithZero];
        let parts = parts
            .into_iter()
            .chain((0..self.width).map(Part::Containing));
        let mut products = parallel::map(parts.collect(), budget, |part| {
            let factors = self.sorted.iter();
            let factors = factors.map(|c| (self.back(c.rho), c.tally.count(part)));
            let factors: Vec<(u64, u64)> = factors.collect();
            self.ring.product(&factors, budget)
        })?;
        let containing = products.split_off(3);
        let mut first = products.into_iter();
        let mut next = || first.next().unwrap_or_default();
        self.products = Products {
            all: next(),
            n_positions: next(),
            n_with_zero: next(),
            containing,
        };
        Ok(())
    }

    /// Computes |S_{b+2}^g| modulo L_2 for g in M_{b−1}.
    fn find_small_exponents(&mut self) {
        let order = &self.exponents.order;
        let day_four = &self.counts.day_four;
        for g in 0..self.width {
            let set = day_four.options(g);
            let mut count = self.before.half_games;
            for k in ranks(set) {
                count = count.minus(&self.before.half(day_four.options(k)), order);
            }
            if set & 1 == 1 && !day_four.is_p(set) {
                count = count.plus(&self.before.half_with_zero, order);
            }
            self.smooth.push(count);
            // τ is the sum over S_b^g.
            let tau = self.simplifying(Part::Containing(g));
            self.exact.push(count.minus(&tau, order));
        }
    }

    /// Computes Σ (2ρ_K − 1) modulo L_2 over the games K of a part of M_b.
    fn simplifying(&self, part: Part) -> u64 {
        let order = &self.exponents.order;
        self.sorted.iter().fold(0, |sum: u64, class| {
            let rho = self.residues[self.ring.place(class.rho)];
            let each = rho.plus(&rho, order).less_one(order);
            let product =
                u128::from(each) * u128::from(class.tally.count(part)) % u128::from(*order);
            let product = u64::try_from(product).expect("reduced modulo a word");
            sum.plus(&product, order)
        })
    }
}

/// A part of M_b over which a product or a sum runs.
#[derive(Clone, Copy)]
enum Part {
    /// M_b without 0.
    All,
    /// N_b without 0.
    NPositions,
    /// S_b^g for g of this rank.
    Containing(usize),
    /// N_b^0.
    NWithZero,
}

impl Tally {
    fn new(width: usize) -> Self {
        Self {
            containing: vec![0; width],
            ..Self::default()
        }
    }

    fn count(&self, part: Part) -> u64 {
        match part {
            Part::All => self.nonzero,
            Part::NPositions => self.n_positions,
            Part::Containing(g) => self.containing[g],
            Part::NWithZero => self.n_with_zero,
        }
    }

    fn add(&mut self, set: Mask, is_n: bool) {
        self.nonzero += u64::from(set != 0);
        self.n_positions += u64::from(set != 0 && is_n);
        self.n_with_zero += u64::from(set & 1 == 1 && is_n);
        for g in ranks(set) {
            self.containing[g] += 1;
        }
    }

    fn add_all(&mut self, other: &Self) {
        self.nonzero += other.nonzero;
        self.n_positions += other.n_positions;
        self.n_with_zero += other.n_with_zero;
        for (count, more) in self.containing.iter_mut().zip(&other.containing) {
            *count += more;
        }
    }
}

/// Members of a class that a thread handles at a time.
const MEMBERS: usize = 1 << 15;

/// Sorts M_b by ρ.
fn sort_into_classes(
    counts: &Counts,
    width: usize,
    before: &Before<u64>,
    odd: u64,
    account: &mut Account,
) -> Result<Vec<Class>, CensusError> {
    /// Chunks whose residues are held at a time.
    const BATCH: u32 = 16;
    debug_assert!(width <= MASK_BITS as usize);
    let budget = account.budget().clone();
    let day_four = &counts.day_four;
    let place = |rho: u64| usize::try_from(rho).expect("vectors are short");
    // The class of each residue.
    let mut classes: Vec<Option<Class>> = Vec::new();
    account.reserve(&mut classes, place(odd))?;
    classes.resize_with(place(odd), || None);
    let sets = 1u32 << width;
    for start in (0..sets).step_by((BATCH * CHUNK) as usize) {
        let batch = start..sets.min(start + BATCH * CHUNK);
        let residues = parallel::map_chunks(batch, CHUNK, &budget, |masks| {
            let members = day_four.canonical_among(masks);
            let residues = members.map(|set| (set, before.half(set) % odd));
            Ok::<_, CensusError>(residues.collect::<Vec<_>>())
        })?;
        for (set, rho) in residues.into_iter().flatten() {
            let class = classes[place(rho)].get_or_insert_with(|| Class {
                rho,
                members: Vec::new(),
                tally: Tally::new(width),
            });
            account.reserve(&mut class.members, 1)?;
            class.members.push(set);
        }
    }
    let mut classes: Vec<Class> = classes.into_iter().flatten().collect();
    let tallies = parallel::map((0..classes.len()).collect(), &budget, |number| {
        let members = classes[number].members.chunks(MEMBERS).collect();
        let tallies = parallel::map(members, &budget, |members: &[Mask]| {
            let mut tally = Tally::new(width);
            for &set in members {
                tally.add(set, !day_four.is_p(set));
            }
            Ok::<_, CensusError>(tally)
        })?;
        let mut total = Tally::new(width);
        for tally in &tallies {
            total.add_all(tally);
        }
        Ok::<_, CensusError>(total)
    })?;
    for (class, tally) in classes.iter_mut().zip(tallies) {
        class.tally = tally;
    }
    Ok(classes)
}

impl Classes<'_> {
    fn run(&self, budget: &Budget) -> Result<Counted, CensusError> {
        let evaluation = Evaluation::new(self);
        let (field, order) = (&evaluation.field, &self.field.order);
        let after = self.after();
        let (all, n_positions) = (self.all(), self.n_positions());
        let with_zero = self.n_with_zero();

        // |M_{b+3}| and |N_{b+3}^0| modulo L_1, by Theorem A.1.
        let twice = |x: &u64| x.plus(x, order);
        let games_before = twice(&after.games)
            .plus(&twice(&after.with_zero), order)
            .minus(&evaluation.sum_of(&all), order)
            .less_one(order);
        let with_zero_before = after
            .games
            .minus(&after.n_positions, order)
            .minus(&evaluation.sum_of(&with_zero), order);

        let delta = self.field.element(&after.with_zero);
        let zero = evaluation.inverse(evaluation.factor(self.exact[0]));
        let product_all = field.mul(&evaluation.product_of(&all), &zero);
        let product_n = field.mul(&evaluation.product_of(&n_positions), &zero);
        let p_among = field.sub(&product_all, &product_n);
        let sets = field.add(&field.mul(&delta, &p_among), &product_n);
        let sets = field.mul(&evaluation.weight(self.exact[0]), &sets);
        let mut total = field.add(&product_all, &sets);

        // K = 0: 2^(−t(0)) − 1 − (P_0 − P_{0,N}).
        let containing_zero = self.with_option_zero();
        let t = evaluation.sum_of(&containing_zero);
        total = field.add(&total, &self.field.inverse_element(&t));
        total = field.sub(&total, &field.one());
        total = field.sub(&total, &evaluation.product_of(&containing_zero));
        total = field.add(&total, &evaluation.product_of(&with_zero));
        total = field.add(&total, &self.sum_over_members(&evaluation, delta, budget)?);
        total = field.mul(&total, &self.field.element(&after.games));

        let mut result = self.field.element(&games_before);
        result = field.add(&result, &self.field.element(&with_zero_before));
        result = field.sub(&result, &total);
        result = field.add(
            &result,
            &field.element(&self.games_of_day_b_plus_2(budget)?),
        );
        result = field.sub(&result, &field.one());
        Ok(Counted {
            games: field.value(&result),
            games_before,
        })
    }

    /// Computes |M_{b+2}| modulo p.
    fn games_of_day_b_plus_2(&self, budget: &Budget) -> Result<u64, CensusError> {
        match self.b {
            5 => by_products(self.counts, 7, &self.p, budget),
            b => Ok(residue(&self.counts.games(b + 2), &self.p)),
        }
    }

    /// Computes the quantities of day b + 2 as exponents of 2, modulo L_1.
    fn after(&self) -> After {
        let order = &self.exponents.order;
        let twice = |x: &u64| x.plus(x, order);
        let zero_too = |part: Part| {
            let zero = twice(&self.rho_zero()).less_one(order);
            self.simplifying(part).plus(&zero, order)
        };
        let Before {
            half_games,
            half_n_positions,
            half_with_zero,
            ..
        } = &self.before;
        let games = twice(half_games)
            .plus(&twice(half_with_zero), order)
            .minus(&zero_too(Part::All), order)
            .less_one(order);
        // As for |M_n|, less the nonempty sets of N-positions, which are P-positions.
        let n_positions = twice(half_games)
            .minus(&twice(half_n_positions), order)
            .plus(&twice(half_with_zero), order)
            .minus(&zero_too(Part::NPositions), order);
        let with_zero = half_games
            .minus(half_n_positions, order)
            .minus(&self.simplifying(Part::NWithZero), order);
        let half_power = |count: u64| self.exponents.residue(&count.less_one(order));
        After {
            games: half_power(games),
            n_positions: half_power(n_positions),
            with_zero: half_power(with_zero),
        }
    }
}

/// 2^(|M_{b+2}|−1), 2^(|N_{b+2}|−1), 2^(|N_{b+2}^0|−1) modulo L_1.
struct After {
    games: u64,
    n_positions: u64,
    with_zero: u64,
}
