//! Genus sequences: three methods for the same genera.

use misere::game::{Class, Universe};
use misere::genus::{DirectGenera, GenusSequence};
use misere::heaps::{HeapGames, Heaps, Position, Ruleset, ruleset};
use misere::limits::Budget;
use proptest::prelude::*;

fn sequence(game: &dyn Ruleset, to: u64) -> GenusSequence<'_> {
    let mut sequence = GenusSequence::new(game).unwrap();
    sequence.extend(&mut Universe::new(), to).unwrap();
    sequence
}

fn genera(name: &str, to: u64) -> Vec<String> {
    let game = ruleset(name).unwrap();
    let sequence = sequence(&*game, to);
    sequence
        .iter()
        .map(|(_, entry)| entry.genus.to_string())
        .collect()
}

/// Kayles: the start of the table in Winning Ways, Chapter 13.
#[test]
fn kayles_agrees_with_winning_ways() {
    let expected = [
        "0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13", "4^046",
    ];
    assert_eq!(genera("0.77", 9), expected);
}

#[test]
fn classes_of_kayles_heaps() {
    let game = ruleset("0.77").unwrap();
    let sequence = sequence(&*game, 9);
    let classes: Vec<Class> = sequence.iter().map(|(_, entry)| entry.class).collect();
    assert_eq!(classes[..5], [Class::Tame; 5]);
    assert_eq!(classes[5], Class::Restless);
    assert_eq!(sequence.not_tame(), Some(5));
}

#[test]
fn periods_of_tame_rulesets_are_proved() {
    for (name, to, expected) in [
        ("subtraction{1,2}", 20, Some((0, 3, true))),
        ("subtraction{2,5,6}", 60, Some((0, 11, true))),
        ("0.333", 30, Some((0, 4, true))),
        ("0.3", 8, Some((0, 2, true))),
        // Nim is tame and not periodic.
        ("nim", 50, None),
    ] {
        let game = ruleset(name).unwrap();
        let found = sequence(&*game, to).period(&Budget::default()).unwrap();
        let found = found.map(|p| (p.preperiod, p.period, p.proved));
        assert_eq!(found, expected, "{name}");
    }
}

/// Single heaps of rulesets of all families.
#[test]
fn canonical_forms_and_direct_play_agree() {
    for (name, to) in [
        ("0.77", 20),
        ("0.07", 30),
        ("0.123", 24),
        ("0.7F", 12),
        ("4.7", 14),
        ("grundy", 26),
        ("cut{1,2}", 14),
        ("cut{1,4}", 14),
        ("subtraction{2,5,6;sink=3}", 30),
        ("all-but{2,3}", 20),
        ("divide-and-residue", 14),
        ("totient", 40),
        ("powerset(subtract(nondivisors))", 12),
    ] {
        let game = ruleset(name).unwrap();
        let mut direct = DirectGenera::new(&*game).unwrap();
        for (heap, entry) in sequence(&*game, to).iter() {
            let position = Position::heap(heap);
            let genus = direct.of_position(position, &Budget::default()).unwrap();
            assert_eq!(genus, entry.genus, "{name} {heap}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Sums of heaps of random codes.
    #[test]
    fn sums_of_heaps_have_the_genera_of_direct_play(
        digits in prop::collection::vec(0u8..8, 1..4),
        sizes in prop::collection::vec(0u64..8, 1..4),
    ) {
        let code: String = digits.iter().map(u8::to_string).collect();
        let game = ruleset(&format!("0.{code}")).unwrap();
        let heaps = Heaps::of_sizes(sizes);
        let mut u = Universe::new();
        let value = HeapGames::new(&*game).sum(&mut u, &heaps).unwrap();
        let mut direct = DirectGenera::new(&*game).unwrap();
        prop_assert_eq!(direct.genus(&heaps, &Budget::default()).unwrap(), u.genus(value).unwrap());
    }

    /// The sequence uses tame values where it can; the forms know nothing of them.
    #[test]
    fn sequences_of_random_codes_are_those_of_the_forms(
        digits in prop::collection::vec(0u8..8, 1..5),
    ) {
        let code: String = digits.iter().map(u8::to_string).collect();
        let game = ruleset(&format!("0.{code}")).unwrap();
        let mut u = Universe::new();
        let mut games = HeapGames::new(&*game);
        for (heap, entry) in sequence(&*game, 16).iter() {
            let value = games.value(&mut u, Position::heap(heap)).unwrap();
            prop_assert_eq!(&u.genus(value).unwrap(), &entry.genus);
            prop_assert_eq!(u.class(value).unwrap(), entry.class);
        }
    }
}

#[test]
fn running_out_of_memory_keeps_what_is_known() {
    let game = ruleset("0.77").unwrap();
    let mut u = Universe::with_budget(Budget::default().with_max_nodes(500));
    let mut sequence = GenusSequence::new(&*game).unwrap();
    assert!(sequence.extend(&mut u, 100).is_err());
    let known = sequence.iter().len();
    assert!((20..60).contains(&known), "{known}");
    let tight = Budget::default().with_max_memory(1000);
    let mut direct = DirectGenera::new(&*game).unwrap();
    assert!(direct.of_position(Position::heap(40), &tight).is_err());
}
