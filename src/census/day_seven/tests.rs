//! Compares the sums of day 7 with the recurrences, Figure 4 and residues.

use rustc_hash::FxHashMap;

use super::*;
use crate::census::Day;
use crate::census::day_six::{DaySix, signed_residue};
use crate::census::modular::{Natural, Powers, exact_power_of_two};
use crate::census::terms::by_terms;
use crate::limits::parallel::assert_same_for_any_number_of_threads;

fn seventh() -> DaySevenSum {
    DaySevenSum::games(&Counts::new(), &Budget::default()).unwrap()
}

#[test]
fn exponents_are_those_of_the_recurrence() {
    let counts = Counts::new();
    let packing = Packing::new(&counts);
    let day = Day::new(5).unwrap();
    // All of M_4, with the five special games, and some thousands of others.
    for g in day.games().take(22).chain(day.games().step_by(2003)) {
        let unpacked = packing.unpack(packing.exponent(g.mask()));
        let expected = counts.containing(6, g).unwrap();
        assert_eq!(unpacked, expected);
        assert_eq!(unpacked.to_string(), expected.to_string());
    }
}

#[test]
fn packed_sums_keep_the_order() {
    let counts = Counts::new();
    let packing = Packing::new(&counts);
    let day = Day::new(5).unwrap();
    let mut packed: Vec<Exponent> = day
        .games()
        .step_by(50_021)
        .map(|g| packing.exponent(g.mask()))
        .collect();
    packed.sort_unstable_by_key(|e| (e.packed, -e.constant));
    packed.dedup();
    let numbers: Vec<Tower> = packed.iter().map(|&e| packing.unpack(e)).collect();
    assert!(numbers.is_sorted_by(|x, y| x > y));
}

#[test]
fn the_ends_of_day_7_are_those_of_figure_4() {
    let seventh = seventh();
    assert_eq!(seventh.subtracted(), 758_660);
    assert_eq!(seventh.distinct(), 756_700);
    assert_eq!(seventh.constant(), 4_171_779);
    let first: Vec<String> = seventh
        .terms()
        .take(4)
        .map(|t| t.exponent().to_string())
        .collect();
    assert_eq!(first[0], Counts::new().games(6).unwrap().to_string());
    assert_eq!(
        first[1..],
        [
            "2^4171779 - 2^2085887",
            "2^4171779 - 2^2086143 + 1",
            "2^4171779 - 2^2086143 - 2^2085887 + 1"
        ]
    );
    let last: Vec<Term> = seventh.terms().skip(758_660).collect();
    let last: Vec<(bool, String)> = last
        .iter()
        .map(|t| (t.is_negative(), t.exponent().to_string()))
        .collect();
    // The last subtracted power; the scan of the figure repeats part of it.
    let smallest = "2^4171779 - 2^2096640 - 2^2094592 - 2^2094080 - 2^2091522 - 2^2091521 - \
        2^2088448 - 2^2088193 - 2^2086400 - 2^2086145 - 2^2085888 - 2^2079233 + 2^1960961 + 10";
    let proviso = "2^4171779 - 2^3926530 - 2^2094592 - 2^2094080 - 2^2088704 - 2^2088192 - \
        2^2086656 - 2^2086400 - 2^2086144 - 2^2085888 - 2^2079234 + 9";
    assert_eq!(
        last,
        [(true, smallest.to_string()), (false, proviso.to_string())]
    );
}

#[test]
fn head_and_tail_enclose_the_packed_terms() {
    let counts = Counts::new();
    let none = Budget::default();
    let k = Day::new(4).unwrap().games().nth(7).unwrap();
    for sum in [
        DaySevenSum::games(&counts, &none).unwrap(),
        DaySevenSum::n_positions(&counts, &none).unwrap(),
        DaySevenSum::n_positions_with_zero(&counts, &none).unwrap(),
        DaySevenSum::containing(&counts, k, &none).unwrap(),
    ] {
        let some: Vec<Term> = sum.terms().take(4).collect();
        assert!(some.is_sorted_by(|x, y| x.exponent() > y.exponent()));
        let packed = sum.subtracted() + sum.head.len();
        let some: Vec<Term> = sum.terms().skip(packed - 2).collect();
        assert!(some.is_sorted_by(|x, y| x.exponent() > y.exponent()));
    }
}

/// Computes the residue modulo a prime from all terms.
fn residue_of_terms(sum: &DaySevenSum, powers: &Powers<u64>, p: u64) -> u64 {
    let order = powers.order;
    let mut inner: FxHashMap<i64, u64> = FxHashMap::default();
    let mut exponent = |tower: &Tower| {
        let mut sum = signed_residue(tower.constant(), &order);
        for term in tower.terms() {
            let e = term.exponent().to_i64().unwrap();
            let value = inner
                .entry(e)
                .or_insert_with(|| exact_power_of_two(u64::try_from(e).unwrap(), &order));
            sum = if term.is_negative() {
                sum.minus(value, &order)
            } else {
                sum.plus(value, &order)
            };
        }
        sum
    };
    let constant = signed_residue(sum.constant(), &p);
    sum.terms().fold(constant, |sum, term| {
        let value = powers.residue(&exponent(term.exponent()));
        if term.is_negative() {
            sum.minus(&value, &p)
        } else {
            sum.plus(&value, &p)
        }
    })
}

/// Theorem A.1 with all exponents as residues.
#[test]
fn the_terms_add_up_to_sums_over_day_5() {
    let (counts, none) = (Counts::new(), Budget::default());
    let day_four = &counts.day_four;
    let p: u64 = 1_000_000_007;
    // 2 has the order (p − 1)/2 modulo p.
    let order = (p - 1) / 2;
    let powers = Powers::new(&p, &order, &none).unwrap();
    let sixth = DaySix::new(&counts, &order, &none).unwrap();
    let power = |e: u64| powers.residue(&e);
    let half_power = |e: u64| powers.residue(&e.less_one(&order));
    // Σ (2^|S_6^G| − 1)
    let over = |chosen: &dyn Fn(Mask) -> bool| {
        let canonical = |&set: &Mask| chosen(set) && day_four.is_canonical(set);
        let members = (0..1u32 << MASK_BITS).filter(canonical);
        members.fold(0, |sum: u64, set| {
            let sets = power(sixth.containing(set)).less_one(&p);
            sum.plus(&sets, &p)
        })
    };
    let is_n = |set: Mask| !day_four.is_p(set);

    let games = residue_of_terms(&seventh(), &powers, p);
    assert_eq!(games, 24_114_539);
    assert_eq!(games, by_terms(&counts, 7, &p, &none).unwrap());

    let n_positions = DaySevenSum::n_positions(&counts, &none).unwrap();
    let expected = power(sixth.games)
        .minus(&power(sixth.n_positions), &p)
        .minus(&over(&is_n), &p)
        .plus(&power(sixth.n_positions_with_zero), &p);
    assert_eq!(residue_of_terms(&n_positions, &powers, p), expected);

    let with_zero = DaySevenSum::n_positions_with_zero(&counts, &none).unwrap();
    let expected = half_power(sixth.games)
        .minus(&half_power(sixth.n_positions), &p)
        .minus(&over(&|set| set & 1 == 1 && is_n(set)), &p);
    assert_eq!(residue_of_terms(&with_zero, &powers, p), expected);

    // K = 0; 1, a P-position with the option 0; 2, an N-position with it; 2♯ without it; and
    // one that is born on day 5, so that no game of M_5 contains it.
    let last = ranks((1 << MASK_BITS) - 1).last().unwrap();
    for k in [0, 0b1, 0b11, 0b100, 1 << last] {
        assert!(day_four.is_canonical(k));
        let containing = DaySevenSum::containing(&counts, DayGame::new(k), &none).unwrap();
        let rank = day_four.rank(k);
        let member = |set: Mask| rank.is_some_and(|rank| ranks(set).any(|g| g == rank));
        let mut expected = half_power(sixth.games).minus(&over(&member), &p);
        for g in ranks(k) {
            let reverting = half_power(sixth.containing(day_four.options(g)));
            expected = expected.minus(&reverting, &p);
        }
        if k == 0b11 {
            let proviso = half_power(sixth.n_positions_with_zero);
            expected = expected.plus(&proviso, &p);
        }
        let residue = residue_of_terms(&containing, &powers, p);
        assert_eq!(residue, expected, "the game {k:b}");
    }
}

#[test]
fn clusters_have_bits_for_their_sums() {
    // 2^5 + 2^5 + 2^6 = 2^7 needs three bits, and 2^21 + 2^21 + 2^22 + 2^23 = 2^24 four.
    let exponents = [5, 5, 6, 20, 21, 21, 22, 23, 90];
    let expected = [(5, 3), (20, 1), (21, 4), (90, 1)];
    assert_eq!(clusters(&exponents), expected);
}

/// Modulo 2^32 − 1 exponents count modulo 32, where all powers in them vanish. There
/// |M_7| − |M_5| = |N_7| − |N_5| = −2^(|M_4|−1), and |N_7^0| and |S_7^K| differ from day 5 by
/// half of that.
#[test]
fn all_sums_modulo_a_product_of_fermat_numbers() {
    const M: i64 = (1 << 32) - 1;
    let counts = Counts::new();
    let none = Budget::default();
    let residue = |sum: &DaySevenSum| {
        let terms = sum.terms().map(|term| {
            let power = 1 << term.exponent().constant().rem_euclid(32);
            if term.is_negative() { -power } else { power }
        });
        (terms.sum::<i64>() + sum.constant()).rem_euclid(M)
    };
    let fifth = |tower: Result<Tower, CensusError>| tower.unwrap().to_i64().unwrap();
    let games = DaySevenSum::games(&counts, &none).unwrap();
    assert_eq!(residue(&games), fifth(counts.games(5)) - (1 << 21));
    let n_positions = DaySevenSum::n_positions(&counts, &none).unwrap();
    assert_eq!(
        residue(&n_positions),
        fifth(counts.n_positions(5)) - (1 << 21)
    );
    let with_zero = DaySevenSum::n_positions_with_zero(&counts, &none).unwrap();
    assert_eq!(
        residue(&with_zero),
        fifth(counts.n_positions_with_zero(5)) - (1 << 20)
    );
    for k in Day::new(4).unwrap().games().step_by(5) {
        let containing = DaySevenSum::containing(&counts, k, &none).unwrap();
        assert_eq!(
            residue(&containing),
            fifth(counts.containing(5, k)) - (1 << 20)
        );
    }
}

#[test]
fn text_and_json_are_streamed() {
    /// Accepts 2000 bytes and then fails.
    struct Beginning(Vec<u8>);

    impl std::io::Write for Beginning {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.extend_from_slice(bytes);
            if self.0.len() > 2000 {
                return Err(std::io::Error::other("enough"));
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let seventh = seventh();
    let mut text = Beginning(Vec::new());
    assert!(std::io::Write::write_fmt(&mut text, format_args!("{seventh}")).is_err());
    let text = String::from_utf8(text.0).unwrap();
    assert!(text.starts_with("2^(2^4171780 - 2^2096640 - "));
    assert!(text.contains(" + 21) - 2^(2^4171779 - 2^2085887) - 2^("));
    let mut json = Beginning(Vec::new());
    assert!(serde_json::to_writer(&mut json, &seventh).is_err());
    let json = String::from_utf8(json.0).unwrap();
    let start = r#"{"constant":4171779,"terms":[{"sign":1,"exponent":{"terms":[{"sign":1,"exponent":4171780}"#;
    assert!(json.starts_with(start), "{json}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let digest = || {
        let seventh = seventh();
        let packed = seventh.packed.iter();
        let mixed = packed.fold(0u64, |mixed, e| {
            mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ e.packed
                ^ u64::from(e.constant.unsigned_abs())
        });
        (mixed, seventh.distinct(), seventh.constant())
    };
    assert_same_for_any_number_of_threads(digest);
}

#[test]
fn memory_limits_hold() {
    let counts = Counts::new();
    let small = Budget::default().with_max_memory(30 << 20);
    let stopped = DaySevenSum::games(&counts, &small);
    assert!(matches!(
        stopped,
        Err(CensusError::Stopped(Reason::Memory { .. }))
    ));
    assert_eq!(small.held(), 0);
    let enough = Budget::default().with_max_memory(100 << 20);
    let sum = DaySevenSum::games(&counts, &enough).unwrap();
    assert!(enough.held() >= sum.subtracted() * size_of::<Exponent>());
    drop(sum);
    assert_eq!(enough.held(), 0);
}
