//! Generating functions of the exponents |S_{b+2}^H| over parts of M_{b+1}.

use super::super::modular::Natural;
use super::Classes;

/// A generating function Σ x^e: a vector over the residues of e divisible by the 2-part of
/// L_2, and some more residues modulo L_2 with a multiplicity of one.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    pub(super) dense: Vec<u64>,
    pub(super) sparse: Vec<u64>,
}

/// Products of 1 + x^(−ρ_K) over parts of M_b.
pub(super) struct Products {
    /// The products over M_b and N_b, without 0.
    pub(super) all: Vec<u64>,
    pub(super) n_positions: Vec<u64>,
    /// The products over S_b^g for g in M_{b−1}, and over N_b^0.
    pub(super) containing: Vec<Vec<u64>>,
    pub(super) n_with_zero: Vec<u64>,
}

impl Classes<'_> {
    pub(super) fn rho_zero(&self) -> u64 {
        self.before.half(0)
    }

    /// Returns −ρ as an exponent of x.
    pub(super) fn back(&self, rho: u64) -> u64 {
        0.minus(&rho, &(self.ring.length as u64))
    }

    /// Computes v·(1 + x^(−ρ))^(−1) modulo p − 1.
    fn without(&self, v: &[u64], rho: u64) -> Vec<u64> {
        self.ring.halved_quotient(v, self.back(rho))
    }

    /// Computes x^(d − ρ_0)(v − w) + x^(−ρ_0) w, the distribution over the sets that contain 0, where v
    /// counts all sets of other members and w those without a P-position.
    fn with_zero(&self, v: &[u64], w: &[u64]) -> Vec<u64> {
        let order = &self.exponents.order;
        let n = self
            .ring
            .shift(&self.ring.sub(v, w), self.before.half_with_zero);
        let both = self.ring.add(&n, w);
        self.ring.shift(&both, 0.minus(&self.rho_zero(), order))
    }

    /// Replaces x^et(g)·U_g by x^e(g), for g ≠ 0: the sets that simplify to g are not canonical, and g
    /// itself has the exponent with τ.
    fn correct(&self, distribution: &mut Distribution, g: usize) {
        let reducible = self
            .ring
            .shift(&self.products.containing[g], self.smooth[g]);
        distribution.dense = self.ring.sub(&distribution.dense, &reducible);
        distribution.sparse.push(self.exact[g]);
    }

    /// Does the same for g = 0, to which only N-positions simplify.
    fn correct_zero(&self, distribution: &mut Distribution) {
        let Products {
            containing,
            n_with_zero,
            ..
        } = &self.products;
        let reducible = self.ring.sub(&containing[0], n_with_zero);
        let gone = self.ring.add(&reducible, &self.ring.constant(1));
        let gone = self.ring.shift(&gone, self.before.half_games);
        distribution.dense = self.ring.sub(&distribution.dense, &gone);
        distribution.sparse.push(self.exact[0]);
    }

    fn is_n(&self, g: usize) -> bool {
        self.counts.day_four.p_positions() >> g & 1 == 0
    }

    fn has_zero(&self, g: usize) -> bool {
        self.counts.day_four.options(g) & 1 == 1
    }

    /// Computes the distribution over M_{b+1}.
    pub(super) fn all(&self) -> Distribution {
        let Products {
            all, n_positions, ..
        } = &self.products;
        let sets = self.ring.add(all, &self.with_zero(all, n_positions));
        let mut distribution = Distribution {
            dense: self.ring.shift(&sets, self.before.half_games),
            sparse: Vec::new(),
        };
        self.correct_zero(&mut distribution);
        for g in 1..self.width {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// Computes the distribution over the sets that contain a P-position and 0.
    fn n_sets_with_zero(&self) -> Vec<u64> {
        let Products {
            all, n_positions, ..
        } = &self.products;
        let nothing = vec![0; self.ring.length];
        let sets = self.with_zero(&self.ring.sub(all, n_positions), &nothing);
        self.ring.shift(&sets, self.before.half_games)
    }

    /// Computes the distribution over N_{b+1}.
    pub(super) fn n_positions(&self) -> Distribution {
        let Products {
            all, n_positions, ..
        } = &self.products;
        // The sets without 0: those with a P-position, and the empty set.
        let sets = self.ring.sub(all, n_positions);
        let sets = self.ring.add(&sets, &self.ring.constant(1));
        let sets = self.ring.shift(&sets, self.before.half_games);
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

    /// Computes the distribution over N_{b+1}^0.
    pub(super) fn n_with_zero(&self) -> Distribution {
        let mut distribution = Distribution {
            dense: self.n_sets_with_zero(),
            sparse: Vec::new(),
        };
        for g in (1..self.width).filter(|&g| self.is_n(g) && self.has_zero(g)) {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// Computes the part of S_{b+1}^K, K ≠ 0, that depends on ρ_K and the outcome of K: all sets with
    /// K.
    pub(super) fn base(&self, rho: u64, is_n: bool) -> Vec<u64> {
        let all = self.without(&self.products.all, rho);
        let n_positions = if is_n {
            self.without(&self.products.n_positions, rho)
        } else {
            vec![0; self.ring.length]
        };
        let sets = self.ring.add(&all, &self.with_zero(&all, &n_positions));
        self.with_member(&sets, self.before.half_games, rho)
    }

    /// Computes x^(e − ρ)·v.
    fn with_member(&self, v: &[u64], e: u64, rho: u64) -> Vec<u64> {
        self.ring.shift(v, e + self.back(rho))
    }

    /// Computes the part of S_{b+1}^K that depends on ρ_K and an option g of K, which is subtracted: the
    /// sets in which K reverts through g.
    pub(super) fn reverting(&self, rho: u64, g: usize, is_n: bool) -> Vec<u64> {
        let mut sets = self.without(&self.products.containing[g], rho);
        if g == 0 && is_n {
            let kept = self.without(&self.products.n_with_zero, rho);
            sets = self.ring.sub(&sets, &kept);
        }
        self.with_member(&sets, self.smooth[g], rho)
    }

    /// Computes the part of S_{b+1}^K for K of this rank that comes from the games g of M_{b−1} with the
    /// option K.
    pub(super) fn simplified(&self, k: usize) -> Distribution {
        let mut distribution = Distribution {
            dense: vec![0; self.ring.length],
            sparse: Vec::new(),
        };
        for g in (0..self.width).filter(|&g| self.counts.day_four.options(g) >> k & 1 == 1) {
            self.correct(&mut distribution, g);
        }
        distribution
    }

    /// Computes the distribution over S_{b+1}^0.
    pub(super) fn with_option_zero(&self) -> Distribution {
        let Products {
            all, n_positions, ..
        } = &self.products;
        let sets = self.with_zero(all, n_positions);
        let sets = self.ring.shift(&sets, self.before.half_games);
        let mut distribution = self.simplified(0);
        distribution.dense = self.ring.add(&distribution.dense, &sets);
        distribution
    }
}
