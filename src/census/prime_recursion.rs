//! |M_n| for all n modulo primes p such that 2 has an order 2^j modulo the odd part of p − 1.
//!
//! Let p − 1 = 2^s·ω with ω odd. Huge powers of two are 0 modulo 2^s, and modulo ω they depend on
//! the exponent modulo 2^j. There all exponents of later days are known: |S_n^G| ≡ |S_{n−2}^G|,
//! so modulo 2^j it is 0 for all G but a few *special* ones, namely |S_4^G| for G in M_3
//! if n is even, and |S_5^G| for G in M_4 if n is odd. Hence sums over M_n of the shape
//!
//! > Ω_n(f, ε, β) = Σ ∏ f(G) ε^\[0 ∈ K, K is N\] β^|S_{n+1}^K|  over K in M_n, the product over G in K,
//!
//! with a weight f that is constant off the special games, can be computed by recursion. By
//! Theorem A.1, with F(G) = f(G) β^(−2^(|S_n^G|−1)) and E = ε β^(2^(|N_n^0|−1)),
//!
//! > Ω_n(f, ε, β) = β^(2^(|M_n|−1)) Σ W(K) β^(−t(K)),  W(K) = ∏ F(G) E^\[0 ∈ K, K is N\],
//!
//! and the argument of the product formula applies to the sum. The products over S_{n−1}^g that
//! it asks for are (1 + φ)^|S_{n−1}^g| with φ the constant value of F, so their sum is
//! Ω_{n−2}(F, E, 1 + φ), up to a correction for the few g with special games above them; and
//! t(K) = (θ − 1)|S_{n−1}^K|, where θ is 2^0 modulo ω and 0 modulo 2^s, up to the same kind of
//! correction, so that term is Ω_{n−2}(F, E, β^(1−θ)).
//!
//! # How many values
//!
//! The *twist* (f, ε) → (F, E) by β depends on the parity of n alone, and it does nothing if β
//! has an order that is a power of two, as β^(1−θ) has. So starting from f = ε = 1, β = 2 all
//! states that occur are one sequence: s_1 is the twist by 2, s_{i+1} the twist of s_i by 1 + φ_i.
//! For each state and each n two values are needed: at β = 1 + φ_i, and at the part of order 2^s
//! of the β that led to it. No list longer than M_4 is used.

use super::day::DayGame;
use super::day_four::{DayFour, Mask, ranks};
use super::day_six::{residue, small};
use super::error::CensusError;
use super::fermat::binary_order;
use super::modular::{Natural, Ring, WordRing, exact_power_of_two, join};
use super::recurrence::Counts;
use crate::limits::{Budget, parallel};

/// The last day for which the recursion is run: the work grows with the square of n.
pub(super) const LAST: u64 = 1000;

/// Checks whether the recursion applies to an odd prime.
pub(super) fn applies(p: u64) -> bool {
    let (_, omega) = (p - 1).split();
    word_binary_order(omega).is_some()
}

/// Returns the k for which 2 has order 2^k modulo an odd number, if there is one.
fn word_binary_order(m: u64) -> Option<u64> {
    let order = binary_order(&m.into(), &Budget::default());
    order.expect("there are no limits")
}

/// Computes |M_n| modulo an odd prime p for 7 ≤ n ≤ [`LAST`], if the recursion [`applies`].
pub(super) fn by_recursion(
    counts: &Counts,
    n: u64,
    p: u64,
    budget: &Budget,
) -> Result<u64, CensusError> {
    debug_assert!((7..=LAST).contains(&n) && applies(p));
    let n = usize::try_from(n).expect("a small day");
    let modulus = Exponents::new(p);
    let days = Days::new(counts, &modulus, n);
    let recursion = Recursion::new(counts, &modulus, &days, n % 2);
    let field = &recursion.field;
    let two = field.add(&field.one(), &field.one());
    // From day 5 or 6 in steps of two.
    let mut games = field.element(&residue(&counts.games(if n % 2 == 1 { 5 } else { 6 }), &p));
    let totals = recursion.totals(n - 2, budget)?;
    for (day, total) in (8 - n % 2..=n).step_by(2).zip(totals) {
        games = field.sub(&games, &field.one());
        games = field.sub(&games, &total);
        games = field.add(&games, &field.pow(two, days.games[day - 1]));
        games = field.add(&games, &field.pow(two, days.n_with_zero[day - 1]));
    }
    Ok(field.value(&games))
}

/// Arithmetic of exponents: Z/(p − 1) = Z/2^s × Z/ω.
struct Exponents {
    p: u64,
    /// p − 1
    order: u64,
    /// 2^s
    even: u64,
    omega: u64,
    /// 2^j, the order of 2 modulo ω.
    binary: u64,
    /// 1 modulo ω and 0 modulo 2^s.
    theta: u64,
}

impl Exponents {
    fn new(p: u64) -> Self {
        let (s, omega) = (p - 1).split();
        let j = word_binary_order(omega).expect("the recursion applies");
        let mut exponents = Self {
            p,
            order: p - 1,
            even: 1 << s,
            omega,
            binary: 1 << j,
            theta: 0,
        };
        exponents.theta = exponents.join(0, 1 % omega);
        exponents
    }

    /// Computes the residue modulo p − 1 from those modulo 2^s and ω.
    fn join(&self, even: u64, odd: u64) -> u64 {
        let joined = join(
            (&even.into(), &self.even.into()),
            (&odd.into(), &self.omega.into()),
        );
        u64::from_big(&joined)
    }

    /// Computes 2^(x − less) modulo p − 1 for a huge x, given modulo 2^j.
    fn huge_power(&self, x: u64, less: u64) -> u64 {
        // 2^j − 1 is −1 modulo 2^j; and 2^j < ω < 2^63, so nothing overflows.
        let exponent = x + less * (self.binary - 1);
        self.join(0, exact_power_of_two(exponent, &self.omega))
    }
}

/// The quantities of all days modulo p − 1.
///
/// Modulo 2^s they have period two, except that |M_n| decreases by one. Modulo ω the subtraction
/// that gives |M_n| − |M_{n−2}| = −2^(|M_{n−3}|−1) gives the same difference for |N_n|, and half of
/// it for |N_n^0| and |S_n^K|.
struct Days {
    games: Vec<u64>,
    n_positions: Vec<u64>,
    n_with_zero: Vec<u64>,
    /// |S_n^K| for the games K of M_4.
    containing: Vec<Vec<u64>>,
    /// |M_n| modulo 2^j.
    games_binary: Vec<u64>,
}

impl Days {
    fn new(counts: &Counts, modulus: &Exponents, last: usize) -> Self {
        let m = &modulus.order;
        let members = 0..DayFour::size(4);
        let member = |k: usize| DayGame::new(counts.day_four.options(k));
        let mut days = Self {
            games: Vec::new(),
            n_positions: Vec::new(),
            n_with_zero: Vec::new(),
            containing: Vec::new(),
            games_binary: Vec::new(),
        };
        for day in 0..=6 {
            days.games.push(residue(&counts.games(day), m));
            days.n_positions.push(residue(&counts.n_positions(day), m));
            let with_zero = residue(&counts.n_positions_with_zero(day), m);
            days.n_with_zero.push(with_zero);
            let containing = members
                .clone()
                .map(|k| residue(&counts.containing(day, member(k)), m));
            days.containing.push(containing.collect());
            days.games_binary
                .push(residue(&counts.games(day), &modulus.binary));
        }
        let one_modulo_even = modulus.join(1 % modulus.even, 0);
        for day in 7..=last {
            let x = days.games_binary[day - 3];
            let (whole, half) = (modulus.huge_power(x, 1), modulus.huge_power(x, 2));
            let less = |list: &[u64], step: &u64| list[day - 2].minus(step, m);
            let games = less(&days.games, &whole).minus(&one_modulo_even, m);
            days.games.push(games);
            days.n_positions.push(less(&days.n_positions, &whole));
            days.n_with_zero.push(less(&days.n_with_zero, &half));
            let before = days.containing[day - 2].iter();
            let containing = before.map(|e| e.minus(&half, m)).collect();
            days.containing.push(containing);
            let binary = &modulus.binary;
            days.games_binary
                .push(days.games_binary[day - 2].less_one(binary));
        }
        days
    }
}

/// A weight on games: its values at the special ones, its value elsewhere, and ε.
#[derive(Clone)]
struct Weight {
    special: Vec<u64>,
    elsewhere: u64,
    epsilon: u64,
}

/// The values Ω_n(s_i, β) of one level of the recursion that the next one uses.
#[derive(Clone, Copy, Default)]
struct Values {
    /// β = 1 + φ_i
    at_factor: u64,
    /// β = the part of order 2^s of the β that led to this state.
    at_even_part: u64,
}

/// A state of the recursion.
struct State {
    weight: Weight,
    /// 1 + φ
    factor: u64,
    /// The part of order 2^s of the β that led here.
    even_part: u64,
}

/// The recursion for the days of one parity.
struct Recursion<'a> {
    counts: &'a Counts,
    modulus: &'a Exponents,
    days: &'a Days,
    field: WordRing,
    /// The games of rank below this are special.
    special: usize,
    /// 2^(|S_n^G|−1) for the special games, and for all others.
    halves: Vec<u64>,
    half_elsewhere: u64,
    /// 2^(|N_n^0|−1)
    half_with_zero: u64,
}

impl<'a> Recursion<'a> {
    fn new(counts: &'a Counts, modulus: &'a Exponents, days: &'a Days, parity: usize) -> Self {
        // For odd n the special exponents are those of day 5, for even n those of day 4.
        let day = if parity == 1 { 5 } else { 4 };
        let special = DayFour::size(day as usize - 1);
        let half = |count: u64| modulus.huge_power(count, 1);
        let member = |g: usize| DayGame::new(counts.day_four.options(g));
        Self {
            halves: (0..special)
                .map(|g| half(small(counts.containing(day, member(g)))))
                .collect(),
            half_elsewhere: half(0),
            half_with_zero: half(small(counts.n_positions_with_zero(day))),
            field: WordRing::new(&modulus.p),
            counts,
            modulus,
            days,
            special,
        }
    }

    /// Computes x^−e.
    fn inverse_power(&self, x: u64, e: u64) -> u64 {
        self.field.pow(x, 0.minus(&e, &self.modulus.order))
    }

    /// Computes (F, E) from (f, ε) by β.
    fn twist(&self, weight: &Weight, beta: u64) -> Weight {
        let field = &self.field;
        let pairs = weight.special.iter().zip(&self.halves);
        Weight {
            special: pairs
                .map(|(f, &half)| field.mul(f, &self.inverse_power(beta, half)))
                .collect(),
            elsewhere: field.mul(
                &weight.elsewhere,
                &self.inverse_power(beta, self.half_elsewhere),
            ),
            epsilon: field.mul(&weight.epsilon, &field.pow(beta, self.half_with_zero)),
        }
    }

    fn state(&self, before: &Weight, beta: u64) -> State {
        let weight = self.twist(before, beta);
        State {
            factor: self.field.add(&self.field.one(), &weight.elsewhere),
            even_part: self.even_part(beta),
            weight,
        }
    }

    /// Computes β^(1−θ), the part of β of order 2^s.
    fn even_part(&self, beta: u64) -> u64 {
        let exponent = 1u64.minus(&self.modulus.theta, &self.modulus.order);
        self.field.pow(beta, exponent)
    }

    /// Computes W(K) for a set of special games.
    fn weight_of(&self, weight: &Weight, set: Mask) -> u64 {
        let field = &self.field;
        let product = ranks(set).fold(field.one(), |product, g| {
            field.mul(&product, &weight.special[g])
        });
        if set & 1 == 1 && !self.counts.day_four.is_p(set) {
            field.mul(&product, &weight.epsilon)
        } else {
            product
        }
    }

    /// Computes Ω_k(1, 1, 2) for the k of this parity from 5 or 6 to n.
    fn totals(&self, n: usize, budget: &Budget) -> Result<Vec<u64>, CensusError> {
        let field = &self.field;
        let trivial = Weight {
            special: vec![field.one(); self.special],
            elsewhere: field.one(),
            epsilon: field.one(),
        };
        let two = field.add(&field.one(), &field.one());
        let first = if n % 2 == 1 { 5 } else { 4 };
        let levels = (n - first) / 2;
        let mut states = vec![self.state(&trivial, two)];
        for i in 0..levels {
            let state = &states[i];
            states.push(self.state(&state.weight, state.factor));
        }
        // Day by day; day n needs the first state only, day n − 2 the first two, and so on.
        let mut totals = Vec::new();
        let mut values: Vec<Values> = Vec::new();
        for level in 0..=levels {
            budget.check()?;
            let day = first + 2 * level;
            if day >= 5 {
                totals.push(self.omega(day, two, &trivial, &states[0], values.first()));
            }
            let wanted = u32::try_from(levels - level).expect("at most 500 levels");
            let next = parallel::map_chunks(0..wanted, 16, budget, |chunk| {
                let values = chunk.map(|i| self.values(day, &states, i as usize, &values));
                Ok::<_, CensusError>(values.collect::<Vec<_>>())
            })?;
            values = next.concat();
            tracing::debug!(day, states = values.len(), "a day of the recursion");
        }
        Ok(totals)
    }

    /// Computes the values of a state on a day from those of two days before.
    fn values(&self, day: usize, states: &[State], i: usize, before: &[Values]) -> Values {
        let state = &states[i];
        let weight = &state.weight;
        Values {
            at_factor: match state.factor {
                // 0 to the power |S_{n+1}^K|, which is positive.
                0 => 0,
                factor => self.omega(day, factor, weight, &states[i + 1], before.get(i + 1)),
            },
            // A twist by this β changes nothing.
            at_even_part: self.omega(day, state.even_part, weight, state, before.get(i)),
        }
    }

    /// Computes Ω_n(f, ε, β), given (f, ε), the state (F, E) after the twist by β, and the values of
    /// that state on day n − 2.
    fn omega(
        &self,
        n: usize,
        beta: u64,
        weight: &Weight,
        twisted: &State,
        before: Option<&Values>,
    ) -> u64 {
        match (n, before) {
            (4, _) => self.omega_of_day_4(beta, weight),
            (5, _) => self.omega_of_day_5(beta, twisted),
            (_, Some(before)) => self.omega_later(n, beta, twisted, before),
            (_, None) => unreachable!("days from 6 on have a day before"),
        }
    }

    /// Computes Ω_4 from the list of M_4, by definition.
    fn omega_of_day_4(&self, beta: u64, weight: &Weight) -> u64 {
        let field = &self.field;
        (0..DayFour::size(4)).fold(0, |sum, k| {
            let product = self.weight_of(weight, self.counts.day_four.options(k));
            let power = field.pow(beta, self.days.containing[5][k]);
            field.add(&sum, &field.mul(&product, &power))
        })
    }

    /// Computes Ω_5 by the product formula; all games of M_4 are special.
    fn omega_of_day_5(&self, beta: u64, state: &State) -> u64 {
        let field = &self.field;
        let day_four = &self.counts.day_four;
        let one = field.one();
        let factor = |h: usize| field.add(&one, &state.weight.special[h]);
        let product = |games: &mut dyn Iterator<Item = usize>| {
            games.fold(one, |product, h| field.mul(&product, &factor(h)))
        };
        let members = 1..DayFour::size(4);
        let is_n = |h: &usize| day_four.p_positions() >> h & 1 == 0;
        let all = product(&mut members.clone());
        let n_positions = product(&mut members.filter(is_n));
        let mut total = self.all_sets(all, n_positions, &state.weight);
        for g in 0..DayFour::size(3) {
            let weight = self.weight_of(&state.weight, day_four.options(g));
            let mut above = product(&mut ranks(day_four.containing(g)));
            if g == 0 {
                let kept = product(&mut ranks(day_four.containing(0)).filter(is_n));
                above = field.add(&field.sub(&above, &kept), &one);
            }
            let t = ranks(day_four.containing(g)).fold(0, |t: u64, h| {
                t.plus(&self.sets_containing(h), &self.modulus.order)
            });
            let change = field.sub(&self.inverse_power(beta, t), &above);
            total = field.add(&total, &field.mul(&weight, &change));
        }
        field.mul(&field.pow(beta, self.leading(5)), &total)
    }

    /// Computes Ω_n for n ≥ 6 from the values of day n − 2.
    fn omega_later(&self, n: usize, beta: u64, state: &State, before: &Values) -> u64 {
        let field = &self.field;
        let day_four = &self.counts.day_four;
        let order = &self.modulus.order;
        let one = field.one();
        let weight = &state.weight;

        // Products over M_{n−1}, N_{n−1} and N_{n−1}^0: powers of 1 + φ and the special games.
        let power = |count: u64, less: u64| match state.factor {
            0 => 0,
            factor => field.pow(factor, count.minus(&(less % order), order)),
        };
        let product = |count: u64, among: &dyn Fn(usize) -> bool, zero: u64| {
            let special: Vec<usize> = (1..self.special).filter(|&g| among(g)).collect();
            let rest = power(count, special.len() as u64 + zero);
            special.iter().fold(rest, |product, &g| {
                field.mul(&product, &field.add(&one, &weight.special[g]))
            })
        };
        let is_n = |g: usize| day_four.p_positions() >> g & 1 == 0;
        let all = product(self.days.games[n - 1], &|_| true, 1);
        let n_positions = product(self.days.n_positions[n - 1], &is_n, 1);
        let with_zero = |g: usize| is_n(g) && day_four.options(g) & 1 == 1;
        let n_with_zero = product(self.days.n_with_zero[n - 1], &with_zero, 0);

        let mut total = self.all_sets(all, n_positions, weight);
        total = field.sub(&total, &before.at_factor);
        total = field.sub(&total, &one);
        total = field.add(&total, &n_with_zero);
        // Ω_{n−2}(F, E, 1) occurs once for the sets and once for the powers, with opposite signs.
        total = field.add(&total, &before.at_even_part);

        // Corrections for the games that are options of special games.
        let even_part = self.even_part(beta);
        for g in 0..self.special {
            let above = self.special_containing(day_four.options(g), self.special);
            if above.is_empty() {
                continue;
            }
            let containing = self.days.containing[n - 1][g];
            let special = above
                .iter()
                .fold(power(containing, above.len() as u64), |product, &h| {
                    field.mul(&product, &field.add(&one, &weight.special[h]))
                });
            let product_change = field.sub(&special, &power(containing, 0));
            let t_change = above.iter().fold(0, |t: u64, &h| {
                // 2^|S_n^H| instead of θ.
                let power = self.halves[h].plus(&self.halves[h], order);
                t.plus(&power.minus(&self.modulus.theta, order), order)
            });
            let factor = field.sub(&self.inverse_power(beta, t_change), &one);
            let power_change = field.mul(&field.pow(even_part, containing), &factor);
            let change = field.sub(&power_change, &product_change);
            let set = day_four.options(g);
            let change = field.mul(&self.weight_of(weight, set), &change);
            total = field.add(&total, &change);
        }
        field.mul(&field.pow(beta, self.leading(n)), &total)
    }

    /// Computes A + F(0)(E(A − B) + B).
    fn all_sets(&self, all: u64, n_positions: u64, weight: &Weight) -> u64 {
        let field = &self.field;
        let p_among = field.sub(&all, &n_positions);
        let with_zero = field.add(&field.mul(&weight.epsilon, &p_among), &n_positions);
        field.add(&all, &field.mul(&weight.special[0], &with_zero))
    }

    /// Computes 2^(|M_n|−1) modulo p − 1.
    fn leading(&self, n: usize) -> u64 {
        self.modulus.huge_power(self.days.games_binary[n], 1)
    }

    /// Computes 2^|S_n^H| − 1 for a special H.
    fn sets_containing(&self, h: usize) -> u64 {
        let order = &self.modulus.order;
        let half = self.halves[h];
        half.plus(&half, order).less_one(order)
    }

    /// Returns the games of rank below `limit` that have the game with these options as an option.
    fn special_containing(&self, set: Mask, limit: usize) -> Vec<usize> {
        let day_four = &self.counts.day_four;
        let Some(rank) = day_four.rank(set) else {
            return Vec::new();
        };
        let above = day_four.containing(rank);
        ranks(above).filter(|&h| h < limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::census::classes::by_classes;
    use crate::census::fermat::by_closed_form;
    use crate::census::products::by_products;

    fn recursion(n: u64, p: u64) -> u64 {
        by_recursion(&Counts::new(), n, p, &Budget::default()).unwrap()
    }

    #[test]
    fn it_applies_to_these_primes() {
        let small: Vec<u64> = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 61, 97, 193]
            .into_iter()
            .filter(|&p| applies(p))
            .collect();
        assert_eq!(small, [3, 5, 7, 11, 13, 17, 31, 41, 61, 97, 193]);
        for p in [12289, 40961, 786_433, 2_013_265_921, 3_221_225_473] {
            assert!(applies(p));
        }
        assert!(applies(18_446_744_069_414_584_321));
        assert!(!applies(998_244_353) && !applies(1_000_000_007));
    }

    #[test]
    fn the_tables_of_7_and_97() {
        let row = |p| -> Vec<u64> { (7..=12).map(|n| recursion(n, p)).collect() };
        assert_eq!(row(7), [0, 3, 0, 0, 2, 5]);
        assert_eq!(row(97), [75, 15, 29, 2, 72, 21]);
    }

    #[test]
    fn days_7_to_9_are_those_of_the_lists() {
        let counts = Counts::new();
        let none = Budget::default();
        let primes = [
            3,
            5,
            7,
            11,
            13,
            31,
            41,
            61,
            97,
            193,
            12289,
            786_433,
            2_013_265_921,
        ];
        for p in primes {
            let seventh = by_products(&counts, 7, &p, &none).unwrap();
            assert_eq!(recursion(7, p), seventh, "7 mod {p}");
            let eighth = by_classes(&counts, 4, p, &none).unwrap();
            assert_eq!(recursion(8, p), eighth, "8 mod {p}");
        }
        // 2^64 − 2^32 + 1 is too large for the classes.
        let goldilocks = 18_446_744_069_414_584_321;
        for n in [7, 8] {
            let product = by_products(&counts, n, &goldilocks, &none).unwrap();
            assert_eq!(recursion(n.into(), goldilocks), product);
        }
        for p in [31, 2_013_265_921] {
            let ninth = by_classes(&counts, 5, p, &none).unwrap();
            assert_eq!(recursion(9, p), ninth, "9 mod {p}");
        }
    }

    #[test]
    fn days_modulo_fermat_primes_are_those_of_the_closed_forms() {
        let counts = Counts::new();
        for (p, k) in [(3u64, 1), (5, 2), (17, 3), (257, 4), (65537, 5), (641, 6)] {
            for n in (7..40).chain([100, 101]) {
                let closed = by_closed_form(&counts, n, &p.into(), k);
                assert_eq!(closed, BigUint::from(recursion(n, p)), "{n} mod {p}");
            }
        }
    }
}
