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

use rustc_hash::FxHashMap;

use super::catalogue::{Catalogue, MASK_BITS, Mask, ranks};
use super::cyclic::CyclicRing;
use super::error::{CensusError, look_at_clock};
use super::modular::{Chain, Natural, Powers, Ring, WordRing};
use super::products::{Before, by_products};
use super::recurrence::Counts;
use super::sixth::residue;
use crate::game::Limits;

/// The longest vectors that are attempted.
pub(super) const LONGEST: u64 = 100_000;

/// The largest primes, so that 2(p − 1) stays below 2^63.
pub(super) const LARGEST_PRIME: u64 = 1 << 62;

/// |M_{b+4}| modulo an odd prime p < 2^62, for b = 3, 4, 5.
pub(super) fn by_classes(
    counts: &Counts,
    b: u32,
    p: u64,
    limits: &Limits,
) -> Result<u64, CensusError> {
    let classes = Classes::new(counts, b, p, limits)?;
    Ok(classes.run(limits)?.games)
}

/// A residue of day b + 4, with one of the day before that comes for free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    /// |M_{b+4}| mod p
    games: u64,
    /// |M_{b+3}| mod L_1
    games_before: u64,
}

/// A generating function Σ x^e: a vector over the residues of e divisible by the 2-part of
/// L_2, and some more residues modulo L_2 with a multiplicity of one.
#[derive(Clone, Debug)]
struct Distribution {
    dense: Vec<u64>,
    sparse: Vec<u64>,
}

/// The games of M_b with one value of ρ, and how many there are of each kind.
#[derive(Clone, Debug)]
struct Class {
    /// ρ modulo the odd part of L_2.
    rho: usize,
    members: Vec<Mask>,
    /// How many are not 0; how many of these are N-positions.
    nonzero: u64,
    n_positions: u64,
    /// How many are in S_b^g for each g in M_{b−1}, and in N_b^0.
    containing: Vec<u64>,
    n_with_zero: u64,
}

/// Everything that is known before the sum over M_b.
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
}

/// Products of 1 + x^(−ρ_K) over parts of M_b.
struct Products {
    /// Over M_b and N_b, without 0.
    all: Vec<u64>,
    n_positions: Vec<u64>,
    /// Over S_b^g for g in M_{b−1}, and over N_b^0.
    containing: Vec<Vec<u64>>,
    n_with_zero: Vec<u64>,
}

impl<'a> Classes<'a> {
    fn new(counts: &'a Counts, b: u32, p: u64, limits: &Limits) -> Result<Self, CensusError> {
        debug_assert!((3..=5).contains(&b) && p > 2 && p < LARGEST_PRIME);
        let orders = if b == 5 { 3 } else { 2 };
        let chain = Chain::new(&p.into(), orders, limits)?;
        let order = |i: usize| u64::from_big(&chain.moduli[i]);
        let (first, second) = (order(1), order(2));
        let (twos, odd) = second.split();
        if odd > LONGEST {
            return Err(CensusError::OrderTooLong {
                day: b + 4,
                modulus: p.into(),
                order: second.into(),
                odd_part: odd.into(),
                limit: LONGEST,
            });
        }
        let length = usize::try_from(odd).expect("a short order");
        let before = if b == 5 {
            Before::of_day_6(counts, &second, Powers::new(&second, &order(3)))
        } else {
            Before::of_small_day(counts, b + 1, &second, &second)
        };
        let ring = CyclicRing {
            modulus: 2 * (p - 1),
            length,
        };
        // The multiples of 2^twos modulo L_2, by their residues modulo the odd part.
        let mut residues = vec![0; length];
        for i in 0..odd {
            let residue = i << twos;
            residues[usize::try_from(residue % odd).expect("a short order")] = residue;
        }
        let width = Catalogue::size(b as usize - 1);
        let classes = sort_into_classes(counts, width, b, &before, odd, limits)?;
        let mut this = Self {
            counts,
            b,
            p,
            field: Powers::new(&p, &first),
            exponents: Powers::new(&first, &second),
            products: Products {
                all: Vec::new(),
                n_positions: Vec::new(),
                containing: Vec::new(),
                n_with_zero: Vec::new(),
            },
            ring,
            residues,
            sorted: classes,
            width,
            smooth: Vec::new(),
            exact: Vec::new(),
            before,
        };
        this.multiply(limits)?;
        this.find_small_exponents();
        Ok(this)
    }

    /// The products over parts of M_b.
    fn multiply(&mut self, limits: &Limits) -> Result<(), CensusError> {
        let product = |count: &dyn Fn(&Class) -> u64| {
            look_at_clock(limits)?;
            let length = self.ring.length;
            let factors: Vec<(usize, u64)> = self
                .sorted
                .iter()
                .map(|c| ((length - c.rho) % length, count(c)))
                .collect();
            Ok::<_, CensusError>(self.ring.product(&factors))
        };
        self.products = Products {
            all: product(&|c| c.nonzero)?,
            n_positions: product(&|c| c.n_positions)?,
            containing: (0..self.width)
                .map(|g| product(&|c| c.containing[g]))
                .collect::<Result<_, _>>()?,
            n_with_zero: product(&|c| c.n_with_zero)?,
        };
        Ok(())
    }

    /// |S_{b+2}^g| modulo L_2 for g in M_{b−1}.
    fn find_small_exponents(&mut self) {
        let order = &self.exponents.order;
        let catalogue = &self.counts.catalogue;
        let one = 1 % order;
        for g in 0..self.width {
            let set = catalogue.options(g);
            let mut count = self.before.half_games;
            for k in ranks(set) {
                count = count.minus(&self.before.half(catalogue.options(k)), order);
            }
            if set & 1 == 1 && !catalogue.is_p(set) {
                count = count.plus(&self.before.half_with_zero, order);
            }
            self.smooth.push(count);
            // τ: the sum over S_b^g, which the classes hold ready.
            for class in &self.sorted {
                let rho = self.residues[class.rho];
                let each = rho.plus(&rho, order).minus(&one, order);
                let times = class.containing[g] % order;
                let tau = u128::from(each) * u128::from(times) % u128::from(*order);
                let tau = u64::try_from(tau).expect("reduced modulo a word");
                count = count.minus(&tau, order);
            }
            self.exact.push(count);
        }
    }

    /// The place in a vector of a residue modulo L_2.
    fn place(&self, residue: u64) -> usize {
        usize::try_from(residue % self.ring.length as u64).expect("a short order")
    }

    fn rho_zero(&self) -> u64 {
        self.before.half(0)
    }

    /// x^e·v.
    fn shifted(&self, v: &[u64], e: u64) -> Vec<u64> {
        self.ring.shift(v, self.place(e))
    }

    /// v·(1 + x^(−ρ))^(−1) modulo p − 1.
    fn without(&self, v: &[u64], rho: usize) -> Vec<u64> {
        let length = self.ring.length;
        self.ring.halved_quotient(v, (length - rho) % length)
    }

    /// x^(d − ρ_0)(v − w) + x^(−ρ_0) w: sets that contain 0, v counting all and w those without
    /// a P-position.
    fn with_zero(&self, v: &[u64], w: &[u64]) -> Vec<u64> {
        let order = &self.exponents.order;
        let n = self.shifted(&self.ring.sub(v, w), self.before.half_with_zero);
        let both = self.ring.add(&n, w);
        self.shifted(&both, 0.minus(&self.rho_zero(), order))
    }

    /// Takes x^et(g)·U_g away and puts x^e(g) in its place, for g ≠ 0: the sets that simplify to
    /// g are not canonical, and g itself has the exponent with τ.
    fn correct(&self, distribution: &mut Distribution, g: usize) {
        let reducible = self.shifted(&self.products.containing[g], self.smooth[g]);
        distribution.dense = self.ring.sub(&distribution.dense, &reducible);
        distribution.sparse.push(self.exact[g]);
    }

    /// The same for g = 0, where only N-positions reduce.
    fn correct_zero(&self, distribution: &mut Distribution) {
        let Products {
            containing,
            n_with_zero,
            ..
        } = &self.products;
        let reducible = self.ring.sub(&containing[0], n_with_zero);
        let gone = self.ring.add(&reducible, &self.ring.constant(1));
        let gone = self.shifted(&gone, self.before.half_games);
        distribution.dense = self.ring.sub(&distribution.dense, &gone);
        distribution.sparse.push(self.exact[0]);
    }

    fn is_n(&self, g: usize) -> bool {
        self.counts.catalogue.p_positions() >> g & 1 == 0
    }

    fn has_zero(&self, g: usize) -> bool {
        self.counts.catalogue.options(g) & 1 == 1
    }

    /// Over M_{b+1}.
    fn all(&self) -> Distribution {
        let Products {
            all, n_positions, ..
        } = &self.products;
        let sets = self.ring.add(all, &self.with_zero(all, n_positions));
        let mut distribution = Distribution {
            dense: self.shifted(&sets, self.before.half_games),
            sparse: Vec::new(),
        };
        self.correct_zero(&mut distribution);
        for g in 1..self.width {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// Sets that contain a P-position and 0.
    fn n_sets_with_zero(&self) -> Vec<u64> {
        let Products {
            all, n_positions, ..
        } = &self.products;
        let nothing = vec![0; self.ring.length];
        let sets = self.with_zero(&self.ring.sub(all, n_positions), &nothing);
        self.shifted(&sets, self.before.half_games)
    }

    /// Over N_{b+1}.
    fn n_positions(&self) -> Distribution {
        let Products {
            all, n_positions, ..
        } = &self.products;
        // Without 0: some P-position, or nothing at all.
        let sets = self.ring.sub(all, n_positions);
        let sets = self.ring.add(&sets, &self.ring.constant(1));
        let sets = self.shifted(&sets, self.before.half_games);
        let mut distribution = Distribution {
            dense: self.ring.add(&sets, &self.n_sets_with_zero()),
            sparse: Vec::new(),
        };
        self.correct_zero(&mut distribution);
        for g in (1..self.width).filter(|&g| self.is_n(g)) {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// Over N_{b+1}^0.
    fn n_with_zero(&self) -> Distribution {
        let mut distribution = Distribution {
            dense: self.n_sets_with_zero(),
            sparse: Vec::new(),
        };
        for g in (1..self.width).filter(|&g| self.is_n(g) && self.has_zero(g)) {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// The part of S_{b+1}^K, K ≠ 0, that depends on ρ_K and the outcome of K: all sets with K.
    fn base(&self, rho: usize, is_n: bool) -> Vec<u64> {
        let all = self.without(&self.products.all, rho);
        let n_positions = if is_n {
            self.without(&self.products.n_positions, rho)
        } else {
            vec![0; self.ring.length]
        };
        let sets = self.ring.add(&all, &self.with_zero(&all, &n_positions));
        self.with_member(&sets, self.before.half_games, rho)
    }

    /// x^(e − ρ)·v.
    fn with_member(&self, v: &[u64], e: u64, rho: usize) -> Vec<u64> {
        let length = self.ring.length;
        self.ring.shift(v, (self.place(e) + length - rho) % length)
    }

    /// The part of S_{b+1}^K that depends on ρ_K and an option g of K: the sets in which K
    /// reverts through g. It is taken away.
    fn reverting(&self, rho: usize, g: usize, is_n: bool) -> Vec<u64> {
        let mut sets = self.without(&self.products.containing[g], rho);
        if g == 0 && is_n {
            let kept = self.without(&self.products.n_with_zero, rho);
            sets = self.ring.sub(&sets, &kept);
        }
        self.with_member(&sets, self.smooth[g], rho)
    }

    /// The part of S_{b+1}^K for K of this rank that comes from the games g of M_{b−1} with the
    /// option K.
    fn simplified(&self, k: usize) -> Distribution {
        let mut distribution = Distribution {
            dense: vec![0; self.ring.length],
            sparse: Vec::new(),
        };
        for g in (0..self.width).filter(|&g| self.counts.catalogue.options(g) >> k & 1 == 1) {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// Over S_{b+1}^0.
    fn with_option_zero(&self) -> Distribution {
        let Products {
            all, n_positions, ..
        } = &self.products;
        let sets = self.with_zero(all, n_positions);
        let sets = self.shifted(&sets, self.before.half_games);
        let mut distribution = self.simplified(0);
        distribution.dense = self.ring.add(&distribution.dense, &sets);
        distribution
    }
}

/// Sorts M_b by ρ.
fn sort_into_classes(
    counts: &Counts,
    width: usize,
    b: u32,
    before: &Before<u64>,
    odd: u64,
    limits: &Limits,
) -> Result<Vec<Class>, CensusError> {
    let catalogue = &counts.catalogue;
    let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
    let mut classes: Vec<Class> = Vec::new();
    debug_assert!(width <= MASK_BITS as usize && (3..=5).contains(&b));
    for set in 0..1u32 << width {
        if set.trailing_zeros() >= 12 {
            look_at_clock(limits)?;
        }
        if !catalogue.is_canonical(set) {
            continue;
        }
        let rho = before.half(set) % odd;
        let number = *numbers.entry(rho).or_insert_with(|| {
            classes.push(Class {
                rho: usize::try_from(rho).expect("a short order"),
                members: Vec::new(),
                nonzero: 0,
                n_positions: 0,
                containing: vec![0; width],
                n_with_zero: 0,
            });
            classes.len() - 1
        });
        let class = &mut classes[number];
        let is_n = !catalogue.is_p(set);
        class.members.push(set);
        class.nonzero += u64::from(set != 0);
        class.n_positions += u64::from(set != 0 && is_n);
        class.n_with_zero += u64::from(set & 1 == 1 && is_n);
        for g in ranks(set) {
            class.containing[g] += 1;
        }
    }
    Ok(classes)
}

/// What distributions are evaluated to: homomorphisms into F_p^* and Z/L_1.
struct Evaluation<'c> {
    classes: &'c Classes<'c>,
    field: WordRing,
    /// 1 + a_H for each place of a vector.
    factors: Vec<u64>,
    /// 2^e − 1 for each place of a vector.
    summands: Vec<u64>,
}

impl<'c> Evaluation<'c> {
    fn new(classes: &'c Classes<'c>) -> Self {
        let mut evaluation = Self {
            classes,
            field: classes.field.ring.clone(),
            factors: Vec::new(),
            summands: Vec::new(),
        };
        let residues = classes.residues.iter();
        evaluation.factors = residues.clone().map(|&r| evaluation.factor(r)).collect();
        evaluation.summands = residues.map(|&r| evaluation.summand(r)).collect();
        evaluation
    }

    /// a_H for |S_{b+2}^H| of this residue: 2^(−2^(residue − 1)).
    fn weight(&self, residue: u64) -> u64 {
        let order = &self.classes.exponents.order;
        let y = residue.minus(&(1 % order), order);
        let y = self.classes.exponents.residue(&y);
        self.classes.field.inverse_element(&y)
    }

    fn factor(&self, residue: u64) -> u64 {
        self.field.add(&self.field.one(), &self.weight(residue))
    }

    fn summand(&self, residue: u64) -> u64 {
        let order = &self.classes.field.order;
        let power = self.classes.exponents.residue(&residue);
        power.minus(&(1 % order), order)
    }

    /// ∏ (1 + a_H)^v.
    fn product(&self, v: &[u64]) -> u64 {
        let counts: Vec<u64> = v.iter().map(|c| c % (self.classes.p - 1)).collect();
        multi_power(&self.field, &self.factors, &counts)
    }

    /// Σ v (2^e − 1) modulo L_1.
    fn sum(&self, v: &[u64]) -> u64 {
        let order = self.classes.field.order;
        let mut sum = 0;
        for (count, summand) in v.iter().zip(&self.summands) {
            let product = u128::from(count % order) * u128::from(*summand);
            let product = product % u128::from(order);
            let product = u64::try_from(product).expect("reduced modulo a word");
            sum = sum.plus(&product, &order);
        }
        sum
    }

    fn product_of(&self, distribution: &Distribution) -> u64 {
        let sparse = distribution.sparse.iter().map(|&r| self.factor(r));
        sparse.fold(self.product(&distribution.dense), |product, factor| {
            self.field.mul(&product, &factor)
        })
    }

    fn sum_of(&self, distribution: &Distribution) -> u64 {
        let sparse = distribution.sparse.iter().map(|&r| self.summand(r));
        sparse.fold(self.sum(&distribution.dense), |sum, summand| {
            sum.plus(&summand, &self.classes.field.order)
        })
    }

    fn inverse(&self, x: u64) -> u64 {
        self.field.pow(x, self.classes.p - 2)
    }
}

/// ∏ base^exponent: one by one if there are few, otherwise by bytes of the exponents, with the
/// bases of equal bytes multiplied up first.
fn multi_power(field: &WordRing, bases: &[u64], exponents: &[u64]) -> u64 {
    const FEW: usize = 64;
    let pairs = bases.iter().zip(exponents);
    if bases.len() < FEW {
        return pairs.fold(field.one(), |product, (&base, &e)| {
            field.mul(&product, &field.pow(base, e))
        });
    }
    let bytes = exponents.iter().max().map_or(0, Natural::byte_count);
    let mut product = field.one();
    for i in (0..bytes).rev() {
        for _ in 0..8 {
            product = field.mul(&product, &product);
        }
        let mut buckets = [field.one(); 256];
        for (base, e) in pairs.clone() {
            let bucket = &mut buckets[usize::from(e.byte(i))];
            *bucket = field.mul(bucket, base);
        }
        // ∏ bucket_j^j as the product of all ∏_{j ≥ i} bucket_j.
        let mut tail = field.one();
        for bucket in buckets[1..].iter().rev() {
            tail = field.mul(&tail, bucket);
            product = field.mul(&product, &tail);
        }
    }
    product
}

impl Classes<'_> {
    fn run(&self, limits: &Limits) -> Result<Counted, CensusError> {
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
            .minus(&(1 % order), order);
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
        total = field.add(&total, &self.sum_over_members(&evaluation, delta, limits)?);
        total = field.mul(&total, &self.field.element(&after.games));

        let mut result = self.field.element(&games_before);
        result = field.add(&result, &self.field.element(&with_zero_before));
        result = field.sub(&result, &total);
        result = field.add(
            &result,
            &field.element(&self.games_of_day_b_plus_2(limits)?),
        );
        result = field.sub(&result, &field.one());
        Ok(Counted {
            games: field.value(&result),
            games_before,
        })
    }

    /// |M_{b+2}| modulo p.
    fn games_of_day_b_plus_2(&self, limits: &Limits) -> Result<u64, CensusError> {
        match self.b {
            5 => by_products(self.counts, 7, &self.p, limits),
            b => Ok(residue(&self.counts.games(b + 2), &self.p)),
        }
    }

    /// The quantities of day b + 2 as exponents of 2, modulo L_1.
    fn after(&self) -> After {
        let order = &self.exponents.order;
        let sum = |count: &dyn Fn(&Class) -> u64| {
            self.sorted.iter().fold(0, |sum: u64, class| {
                let rho = self.residues[class.rho];
                let each = rho.plus(&rho, order).minus(&(1 % order), order);
                let product = u128::from(each) * u128::from(count(class) % order);
                let product = product % u128::from(*order);
                let product = u64::try_from(product).expect("reduced modulo a word");
                sum.plus(&product, order)
            })
        };
        let zero_too = |count: fn(&Class) -> u64| {
            let rho = self.rho_zero();
            let each = rho.plus(&rho, order).minus(&(1 % order), order);
            sum(&count).plus(&each, order)
        };
        let twice = |x: &u64| x.plus(x, order);
        let Before {
            half_games,
            half_n_positions,
            half_with_zero,
            ..
        } = &self.before;
        let games = twice(half_games)
            .plus(&twice(half_with_zero), order)
            .minus(&zero_too(|c| c.nonzero), order)
            .minus(&(1 % order), order);
        // As for |M_n|, less the nonempty sets of N-positions, which are P-positions.
        let n_positions = twice(half_games)
            .minus(&twice(half_n_positions), order)
            .plus(&twice(half_with_zero), order)
            .minus(&zero_too(|c| c.n_positions), order);
        let with_zero = half_games
            .minus(half_n_positions, order)
            .minus(&sum(&|c: &Class| c.n_with_zero), order);
        let half_power = |count: u64| {
            let less_one = count.minus(&(1 % order), order);
            self.exponents.residue(&less_one)
        };
        After {
            games: half_power(games),
            n_positions: half_power(n_positions),
            with_zero: half_power(with_zero),
        }
    }

    /// Σ w(K)(2^(−t(K)) − P_K) over K ≠ 0 in M_b.
    fn sum_over_members(
        &self,
        evaluation: &Evaluation<'_>,
        delta: u64,
        limits: &Limits,
    ) -> Result<u64, CensusError> {
        let field = &evaluation.field;
        let catalogue = &self.counts.catalogue;
        let weights: Vec<u64> = self.exact.iter().map(|&e| evaluation.weight(e)).collect();
        let pair = |v: &[u64]| Pair {
            power: self.field.inverse_element(&evaluation.sum(v)),
            product: evaluation.product(v),
        };
        let mut total = 0;
        for class in &self.sorted {
            look_at_clock(limits)?;
            let has = |is_n: bool| {
                class
                    .members
                    .iter()
                    .any(|&k| k != 0 && catalogue.is_p(k) != is_n)
            };
            let base = |is_n: bool| {
                if has(is_n) {
                    pair(&self.base(class.rho, is_n))
                } else {
                    Pair::one(field)
                }
            };
            let bases = [base(false), base(true)];
            // What an option g contributes: its weight, and what reverts through it taken away.
            let option = |g: usize, is_n: bool| {
                if class.containing[g] == 0 || (g == 0 && !has(is_n)) {
                    return Pair::one(field);
                }
                if g == 0 && is_n && class.n_with_zero == 0 {
                    return Pair::one(field);
                }
                let taken = pair(&self.reverting(class.rho, g, is_n));
                let given = Pair {
                    power: evaluation.inverse(taken.power),
                    product: evaluation.inverse(taken.product),
                };
                given.scaled(field, weights[g])
            };
            let zero = [option(0, false), option(0, true).scaled(field, delta)];
            let options: Vec<Pair> = (1..self.width).map(|g| option(g, true)).collect();
            let table = OptionTable::new(field, &options);
            for &k in class.members.iter().filter(|&&k| k != 0) {
                let is_n = usize::from(!catalogue.is_p(k));
                let mut term = table.product(field, k >> 1).times(field, bases[is_n]);
                if k & 1 == 1 {
                    term = term.times(field, zero[is_n]);
                }
                if k >> Catalogue::size(3) == 0
                    && let Some(rank) = catalogue.rank(k).filter(|&r| r < self.below())
                {
                    let simplified = self.simplified(rank);
                    let sum = evaluation.sum_of(&simplified);
                    term = term.times(
                        field,
                        Pair {
                            power: self.field.inverse_element(&sum),
                            product: evaluation.product_of(&simplified),
                        },
                    );
                }
                total = field.add(&total, &field.sub(&term.power, &term.product));
            }
        }
        Ok(total)
    }

    /// |M_{b−2}|: the ranks of the games that can be options of members of M_{b−1}.
    fn below(&self) -> usize {
        Catalogue::size(self.b as usize - 2)
    }
}

/// 2^(|M_{b+2}|−1), 2^(|N_{b+2}|−1), 2^(|N_{b+2}^0|−1) modulo L_1.
struct After {
    games: u64,
    n_positions: u64,
    with_zero: u64,
}

/// w(K)·2^(−t(K)) and w(K)·P_K, or a part of these products.
#[derive(Clone, Copy)]
struct Pair {
    power: u64,
    product: u64,
}

impl Pair {
    fn one(field: &WordRing) -> Self {
        Self {
            power: field.one(),
            product: field.one(),
        }
    }

    fn times(self, field: &WordRing, other: Self) -> Self {
        Self {
            power: field.mul(&self.power, &other.power),
            product: field.mul(&self.product, &other.product),
        }
    }

    fn scaled(self, field: &WordRing, weight: u64) -> Self {
        self.times(
            field,
            Self {
                power: weight,
                product: weight,
            },
        )
    }
}

/// Products over sets of options in two look-ups.
struct OptionTable {
    lower: Vec<Pair>,
    upper: Vec<Pair>,
    split: usize,
}

impl OptionTable {
    fn new(field: &WordRing, options: &[Pair]) -> Self {
        let split = options.len() / 2;
        let products = |options: &[Pair]| {
            let mut products = vec![Pair::one(field)];
            for &option in options {
                let with: Vec<Pair> = products.iter().map(|p| p.times(field, option)).collect();
                products.extend(with);
            }
            products
        };
        Self {
            lower: products(&options[..split]),
            upper: products(&options[split..]),
            split,
        }
    }

    fn product(&self, field: &WordRing, set: Mask) -> Pair {
        let lower = self.lower[(set & ((1 << self.split) - 1)) as usize];
        lower.times(field, self.upper[(set >> self.split) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::sixth::SixthDay;

    const PRIMES: [u64; 12] = [
        3,
        5,
        7,
        11,
        13,
        31,
        97,
        101,
        257,
        641,
        998_244_353,
        2_013_265_921,
    ];

    /// One and two levels lower the product formula gives the same.
    #[test]
    fn the_seventh_and_the_eighth_day_are_those_of_the_products() {
        let counts = Counts::new();
        let none = Limits::default();
        for p in PRIMES {
            for b in [3, 4] {
                if b == 4 && ![3, 31, 97, 998_244_353].contains(&p) {
                    continue;
                }
                let expected = by_products(&counts, b + 4, &p, &none).unwrap();
                assert_eq!(
                    by_classes(&counts, b, p, &none).unwrap(),
                    expected,
                    "{b}, {p}"
                );
            }
        }
    }

    /// The distributions over M_5, N_5, N_5^0 and S_5^K against the four million exponents
    /// themselves.
    #[test]
    fn distributions_are_those_of_the_list() {
        let counts = Counts::new();
        let catalogue = &counts.catalogue;
        // Orders L_2 = 24, 36 and 60; o2 = 3, 9 and 15.
        for p in [998_244_353, 1949, 7_933] {
            let classes = Classes::new(&counts, 4, p, &Limits::default()).unwrap();
            let order = classes.exponents.order;
            let sixth = SixthDay::new(&counts, &order);
            let length = usize::try_from(order).unwrap();
            // All, N, N^0, then S^K.
            let mut listed = vec![vec![0u64; length]; 3 + classes.width];
            let mut containing = vec![vec![0u64; length]; 22];
            for set in (0..1u32 << MASK_BITS).filter(|&set| catalogue.is_canonical(set)) {
                let place = usize::try_from(sixth.containing(set)).unwrap();
                let is_n = !catalogue.is_p(set);
                listed[0][place] += 1;
                listed[1][place] += u64::from(is_n);
                listed[2][place] += u64::from(is_n && set & 1 == 1);
                for k in ranks(set) {
                    containing[k][place] += 1;
                }
            }
            let spread = |distribution: &Distribution| {
                let mut counts = vec![0u64; length];
                for (&residue, &count) in classes.residues.iter().zip(&distribution.dense) {
                    counts[usize::try_from(residue).unwrap()] = count % (p - 1);
                }
                for &residue in &distribution.sparse {
                    let count = &mut counts[usize::try_from(residue).unwrap()];
                    *count = (*count + 1) % (p - 1);
                }
                counts
            };
            let reduced = |counts: &[u64]| -> Vec<u64> {
                counts.iter().map(|count| count % (p - 1)).collect()
            };
            assert_eq!(spread(&classes.all()), reduced(&listed[0]));
            assert_eq!(spread(&classes.n_positions()), reduced(&listed[1]));
            assert_eq!(spread(&classes.n_with_zero()), reduced(&listed[2]));
            assert_eq!(spread(&classes.with_option_zero()), reduced(&containing[0]));
            for (k, expected) in containing.iter().enumerate().skip(1) {
                let set = catalogue.options(k);
                let is_n = !catalogue.is_p(set);
                let odd = classes.ring.length as u64;
                let rho = usize::try_from(classes.before.half(set) % odd).unwrap();
                let mut distribution = classes.simplified(k);
                let base = classes.base(rho, is_n);
                distribution.dense = classes.ring.add(&distribution.dense, &base);
                for g in ranks(set) {
                    let reverting = classes.reverting(rho, g, is_n);
                    distribution.dense = classes.ring.sub(&distribution.dense, &reverting);
                }
                assert_eq!(spread(&distribution), reduced(expected), "rank {k}");
            }
        }
    }

    /// The residue of the day before, modulo the order of 2, is a by-product; it has to be that
    /// of the product formula.
    #[test]
    fn the_day_before_agrees() {
        let counts = Counts::new();
        let none = Limits::default();
        for (b, p) in [(4, 97), (4, 1949), (4, 998_244_353), (5, 97), (5, 7_933)] {
            let classes = Classes::new(&counts, b, p, &none).unwrap();
            let order = classes.field.order;
            let road = crate::census::Road::Products;
            let day = u64::from(b) + 3;
            let expected = crate::census::residue_by(road, day, &order.into(), &none).unwrap();
            let before = classes.run(&none).unwrap().games_before;
            assert_eq!(expected, before.into(), "day {day} modulo {order}");
        }
    }
}
