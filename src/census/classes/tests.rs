//! Compares the classes with lists and with the product formula.

use super::distribution::Distribution;
use super::*;
use crate::census::day_six::DaySix;

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

#[test]
fn the_seventh_and_the_eighth_day_are_those_of_the_products() {
    let counts = Counts::new();
    let none = Budget::default();
    for p in PRIMES {
        let expected = by_products(&counts, 7, &p, &none).unwrap();
        assert_eq!(
            by_classes(&counts, 3, p, &none).unwrap(),
            expected,
            "7 mod {p}"
        );
    }
    // Vectors of length 1, 1, 243, 165 and 3.
    for p in [31, 97, 1949, 7_933, 998_244_353] {
        let expected = by_products(&counts, 8, &p, &none).unwrap();
        assert_eq!(
            by_classes(&counts, 4, p, &none).unwrap(),
            expected,
            "8 mod {p}"
        );
    }
}

/// Distributions over parts of M_6 cannot be listed, but their totals are known: |M_6|, |N_6|,
/// |N_6^0| and |S_6^K|.
#[test]
fn distributions_over_day_6_have_the_known_totals() {
    let counts = Counts::new();
    let day_four = &counts.day_four;
    for p in [1949, 7_933] {
        let classes = Classes::new(&counts, 5, p, &Budget::default()).unwrap();
        let sixth = DaySix::new(&counts, &(p - 1), &Budget::default()).unwrap();
        let total = |distribution: &Distribution| {
            let dense: u64 = distribution.dense.iter().map(|c| c % (p - 1)).sum();
            (dense + distribution.sparse.len() as u64) % (p - 1)
        };
        assert_eq!(total(&classes.all()), sixth.games);
        assert_eq!(total(&classes.n_positions()), sixth.n_positions);
        assert_eq!(total(&classes.n_with_zero()), sixth.n_positions_with_zero);
        assert_eq!(total(&classes.with_option_zero()), sixth.containing(0));
        let members = (1..1u32 << MASK_BITS).filter(|&k| day_four.is_canonical(k));
        for k in members.clone().take(40).chain(members.step_by(10_007)) {
            let is_n = !day_four.is_p(k);
            let odd = classes.ring.length as u64;
            let rho = classes.before.half(k) % odd;
            let rank = day_four.rank(k).filter(|&rank| rank < 5);
            let mut distribution = Distribution {
                dense: vec![0; classes.ring.length],
                sparse: Vec::new(),
            };
            if let Some(rank) = rank {
                distribution = classes.simplified(rank);
            }
            let base = classes.base(rho, is_n);
            distribution.dense = classes.ring.add(&distribution.dense, &base);
            for g in ranks(k) {
                let reverting = classes.reverting(rho, g, is_n);
                distribution.dense = classes.ring.sub(&distribution.dense, &reverting);
            }
            assert_eq!(total(&distribution), sixth.containing(k), "set {k:b}");
        }
    }
}

/// The distributions over M_5, N_5, N_5^0 and S_5^K against the four million exponents
/// themselves.
#[test]
fn distributions_are_those_of_the_list() {
    let counts = Counts::new();
    let day_four = &counts.day_four;
    // L_2 = 24, 243 and 660: vectors of length 3, 243 and 165.
    for p in [998_244_353, 1949, 7_933] {
        let classes = Classes::new(&counts, 4, p, &Budget::default()).unwrap();
        let order = classes.exponents.order;
        let sixth = DaySix::new(&counts, &order, &Budget::default()).unwrap();
        let length = usize::try_from(order).unwrap();
        // All, N, N^0, then S^K.
        let mut listed = vec![vec![0u64; length]; 3 + classes.width];
        let mut containing = vec![vec![0u64; length]; 22];
        for set in (0..1u32 << MASK_BITS).filter(|&set| day_four.is_canonical(set)) {
            let place = usize::try_from(sixth.containing(set)).unwrap();
            let is_n = !day_four.is_p(set);
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
        let reduced =
            |counts: &[u64]| -> Vec<u64> { counts.iter().map(|count| count % (p - 1)).collect() };
        assert_eq!(spread(&classes.all()), reduced(&listed[0]));
        assert_eq!(spread(&classes.n_positions()), reduced(&listed[1]));
        assert_eq!(spread(&classes.n_with_zero()), reduced(&listed[2]));
        assert_eq!(spread(&classes.with_option_zero()), reduced(&containing[0]));
        for (k, expected) in containing.iter().enumerate().skip(1) {
            let set = day_four.options(k);
            let is_n = !day_four.is_p(set);
            let odd = classes.ring.length as u64;
            let rho = classes.before.half(set) % odd;
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

/// Compares the residue of the day before, modulo the order of 2, with the product formula.
#[test]
fn the_residue_of_the_day_before_is_that_of_the_products() {
    let counts = Counts::new();
    let none = Budget::default();
    for (b, p) in [(4, 97), (4, 1949), (4, 998_244_353), (5, 97), (5, 7_933)] {
        let classes = Classes::new(&counts, b, p, &none).unwrap();
        let order = classes.field.order;
        let method = crate::census::Method::Products;
        let day = u64::from(b) + 3;
        let expected = crate::census::residue_by(method, day, &order.into(), &none).unwrap();
        let before = classes.run(&none).unwrap().games_before;
        assert_eq!(expected, before.into(), "day {day} modulo {order}");
    }
}
