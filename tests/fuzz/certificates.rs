//! Certificates, games and checkpoints that were tampered with.

use std::time::Duration;

use misere::expr::evaluate;
use misere::game::Universe;
use misere::heaps::ruleset;
use misere::limits::Budget;
use misere::nim::PeriodSearch;
use misere::nim::checkpoint::{Checkpoint, compute};
use misere::notation::parse;
use misere::parts::Parts;
use misere::quotient::QuotientBuilder;

use crate::checks::{certificates, files};
use crate::random::Random;
use crate::rounds::Rounds;

const ALPHABET: &str = "0123456789[]{},:\"-truefalsn ";

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
        certificates::parts(&random.damage(&text, ALPHABET));
    }
}

#[test]
fn certificates_of_periods() {
    let mut texts = Vec::new();
    // A theorem each.
    for name in [
        "0.77",
        "0.123",
        "0.A",
        "0.8",
        "subtraction{1,4}",
        "all-but{2}",
        "cut{1,2,4}",
        "cut{1,2,5}",
        "cut{1,3}",
        "cut{1,3,4}",
        "cut{1,6}",
        "cut{2,3}",
    ] {
        let game = ruleset(name).unwrap();
        let found = PeriodSearch::default()
            .run(&*game, &Budget::default())
            .unwrap();
        if let Some(certificate) = found.certificate() {
            texts.push(serde_json::to_string(&certificate).unwrap());
        }
    }
    assert_eq!(texts.len(), 12);
    let mut random = Random::new(5);
    for _ in Rounds::new("certificates of periods", 2_000) {
        let text = random.choose(&texts);
        certificates::period(&random.damage(&text, ALPHABET));
    }
}

#[test]
fn certificates_of_quotients() {
    let mut texts = Vec::new();
    for (name, to) in [("0.75", 22), ("nim", 4), ("0.123", 12), ("0.07", 14)] {
        let game = ruleset(name).unwrap();
        let mut builder = QuotientBuilder::new(&*game).unwrap();
        builder.extend_to(to, &Budget::default()).unwrap();
        let certificate = builder.quotient().certificate().unwrap();
        texts.push(serde_json::to_string(&certificate).unwrap());
    }
    let mut random = Random::new(6);
    for _ in Rounds::new("certificates of quotients", 2_000) {
        let text = random.choose(&texts);
        certificates::quotient(&random.damage(&text, ALPHABET));
    }
}

#[test]
fn games_in_files() {
    let mut u = Universe::new();
    let g = evaluate(&parse("2##2[#1]2# + 3").unwrap(), &mut u).unwrap();
    let text = serde_json::to_string(&u.to_dag(g).unwrap()).unwrap();
    let mut random = Random::new(7);
    for _ in Rounds::new("games in files", 10_000) {
        files::game(&random.damage(&text, "0123456789[], "));
    }
}

#[test]
fn checkpoints() {
    let path = files::scratch("values");
    let game = ruleset("0.77").unwrap();
    let mut evaluator = misere::nim::methods(&*game).best(&*game).unwrap();
    let every = Duration::from_secs(20);
    compute(
        &*game,
        &mut *evaluator,
        500,
        &path,
        every,
        &Budget::default(),
    )
    .unwrap();
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
        assert!(
            Checkpoint::read(&path, &Budget::default()).is_err(),
            "damage is noticed"
        );
        // With a sum that fits, the rest has to be looked at.
        let content = damaged.len().saturating_sub(32);
        let _ = files::checkpoint(&damaged[..content], &path);
    }
    std::fs::remove_file(&path).unwrap();
}
