//! Certificates, games and checkpoints that were tampered with.

use std::time::Duration;

use misere::expr::evaluate;
use misere::game::{Dag, Limits, Universe};
use misere::heaps::{Position, ruleset};
use misere::nim::check as period_check;
use misere::nim::checkpoint::{Checkpoint, compute};
use misere::nim::{NimValues, PeriodCertificate, PeriodSearch};
use misere::notation::parse;
use misere::parts::{Parts, PartsCertificate, check as parts_check};
use misere::quotient::{Growth, QuotientCertificate, check as quotient_check};

use crate::damage::Rounds;
use crate::random::Random;

const ALPHABET: &str = "0123456789[]{},:\"-truefalsn ";

fn limits() -> Limits {
    Limits::timeout(Duration::from_millis(500)).with_max_memory(256 << 20)
}

#[test]
fn certificates_of_parts() {
    let mut u = Universe::new();
    let mut texts = Vec::new();
    for expression in ["2##", "(4+2)#", "3", "2[#1#]"] {
        let g = evaluate(&parse(expression).unwrap(), &mut u).unwrap();
        let certificate = Parts::new().certificate(&mut u, g).unwrap();
        texts.push(serde_json::to_string(&certificate).unwrap());
    }
    let mut random = Random::new(4);
    for _ in Rounds::new("certificates of parts", 4_000) {
        let text = random.choose(&texts);
        let text = random.damage(&text, ALPHABET);
        let Ok(certificate) = serde_json::from_str::<PartsCertificate>(&text) else {
            continue;
        };
        let mut u = Universe::with_limits(limits());
        if let Ok(checked) = parts_check::check(&mut u, &certificate) {
            // What is accepted is true, whatever it was before the damage.
            u.set_limits(Limits::default());
            let even = u.even_associate(checked.game);
            let mut parts = Parts::new();
            let known = parts.of(&mut u, even).unwrap();
            let mut known: Vec<_> = known.iter().map(|(part, _)| part).collect();
            let mut listed: Vec<_> = checked.parts.iter().map(|&(part, _)| part).collect();
            known.sort_unstable_by_key(|&g| u.fingerprint(g).unwrap().to_string());
            listed.sort_unstable_by_key(|&g| u.fingerprint(g).unwrap().to_string());
            assert_eq!(known, listed, "{text}");
        }
    }
}

#[test]
fn certificates_of_periods() {
    let mut texts = Vec::new();
    for name in [
        "0.77",
        "subtraction{1,4}",
        "cut{1,6}",
        "0.123",
        "all-but{2}",
    ] {
        let game = ruleset(name).unwrap();
        let found = PeriodSearch::default()
            .run(&*game, &Limits::default())
            .unwrap();
        if let Some(certificate) = found.certificate() {
            texts.push(serde_json::to_string(&certificate).unwrap());
        }
    }
    assert!(texts.len() >= 4);
    let mut random = Random::new(5);
    for _ in Rounds::new("certificates of periods", 2_000) {
        let text = random.choose(&texts);
        let text = random.damage(&text, ALPHABET);
        let Ok(certificate) = serde_json::from_str::<PeriodCertificate>(&text) else {
            continue;
        };
        // Without the digest, which would hide the rest.
        if let Ok(checked) = period_check::check_content(&certificate, &limits()) {
            let game = ruleset(&checked.ruleset).unwrap();
            let mut values = NimValues::new(&*game).unwrap();
            for (place, value) in (game.smallest()..).zip(checked.pattern.iter()).take(400) {
                let known = values
                    .value(Position::heap(place), &Limits::default())
                    .unwrap();
                assert_eq!(known.to_u64(), value, "{text}");
            }
        }
    }
}

#[test]
fn certificates_of_quotients() {
    let mut texts = Vec::new();
    for (name, to) in [("0.75", 22), ("nim", 4), ("0.123", 12), ("0.07", 14)] {
        let game = ruleset(name).unwrap();
        let mut growth = Growth::new(&*game).unwrap();
        growth.to(to, &Limits::default()).unwrap();
        let certificate = growth.quotient().certificate().unwrap();
        texts.push(serde_json::to_string(&certificate).unwrap());
    }
    let mut random = Random::new(6);
    for _ in Rounds::new("certificates of quotients", 2_000) {
        let text = random.choose(&texts);
        let text = random.damage(&text, ALPHABET);
        let Ok(certificate) = serde_json::from_str::<QuotientCertificate>(&text) else {
            continue;
        };
        if let Ok(checked) = quotient_check::check(&certificate, &limits()) {
            let game = ruleset(&checked.ruleset).unwrap();
            let mut growth = Growth::new(&*game).unwrap();
            growth.to(checked.max_heap, &Limits::default()).unwrap();
            let order = usize::try_from(checked.order).unwrap();
            let (known, p_known) = (growth.order(), growth.quotient().p_order());
            assert_eq!((order, checked.p_order), (known, p_known), "{text}");
        }
    }
}

#[test]
fn games_in_files() {
    let mut u = Universe::new();
    let g = evaluate(&parse("2##2[#1]2# + 3").unwrap(), &mut u).unwrap();
    let text = serde_json::to_string(&u.to_dag(g).unwrap()).unwrap();
    let mut random = Random::new(7);
    for _ in Rounds::new("games in files", 10_000) {
        let damaged = random.damage(&text, "0123456789[], ");
        let Ok(dag) = serde_json::from_str::<Dag>(&damaged) else {
            continue;
        };
        let mut u = Universe::with_limits(limits());
        if let Ok(game) = u.from_dag(&dag) {
            let again = u.to_dag(game).unwrap();
            assert_eq!(u.from_dag(&again).unwrap(), game, "{damaged}");
        }
    }
}

#[test]
fn checkpoints() {
    let folder = std::env::temp_dir().join(format!("misere-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("values");
    let game = ruleset("0.77").unwrap();
    let mut road = misere::nim::roads(&*game).best(&*game).unwrap();
    let every = Duration::from_secs(20);
    compute(&*game, &mut *road, 500, &path, every, &Limits::default()).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut random = Random::new(8);
    for _ in Rounds::new("checkpoints", 2_000) {
        let mut damaged = bytes.clone();
        match random.below(3) {
            0 => damaged.truncate(random.below(bytes.len())),
            1 => {
                let at = random.below(bytes.len());
                damaged[at] ^= 1 << random.below(8);
            }
            _ => {
                let at = random.below(bytes.len());
                damaged.insert(at, u8::try_from(random.below(256)).unwrap());
            }
        }
        std::fs::write(&path, &damaged).unwrap();
        assert!(Checkpoint::read(&path).is_err(), "damage is noticed");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
