//! `docs/output.schema.json` is generated from the types of the answers, and every answer of the
//! program fits it. `MISERE_UPDATE=1 cargo test -p misere-cli --test schema` writes the file anew.

use assert_cmd::Command;
use jsonschema::Validator;
use misere::{answer, atlas};
use misere_claims::VerifyAnswer;
use schemars::JsonSchema;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/output.schema.json");

fn schema() -> Value {
    answer::schema_with(&[
        ("verify", "misere verify", VerifyAnswer::json_schema),
        (
            "atlas",
            "misere atlas: one object for each game",
            atlas::Entry::json_schema,
        ),
        (
            "atlas_recheck",
            "misere atlas --recheck: one object for each row",
            atlas::Recheck::json_schema,
        ),
    ])
    .to_value()
}

/// A validator for the answer to one question.
fn validator(schema: &Value, name: &str) -> Validator {
    let mut schema = schema.clone();
    assert!(schema["$defs"][name].is_object(), "no definition {name}");
    schema["$ref"] = format!("#/$defs/{name}").into();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn the_file_is_generated_from_the_types() {
    let schema = schema();
    if std::env::var_os("MISERE_UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        std::fs::write(FILE, text).unwrap();
        return;
    }
    let written = std::fs::read_to_string(FILE).unwrap();
    let written: Value = serde_json::from_str(&written).unwrap();
    assert!(
        written == schema,
        "docs/output.schema.json is out of date: run MISERE_UPDATE=1 cargo test -p misere-cli \
         --test schema"
    );
}

/// An entry of the schema, and a command whose answer it describes.
const ANSWERS: &[(&str, &str)] = &[
    ("show", "show 2+2 2## --format json"),
    ("show", "show --trace {2,{2,3}} --format json"),
    ("show", "show 2# --dag --format json"),
    (
        "show",
        "show 0.75(90)+0.75(33) --max-nodes 100 --format json",
    ),
    ("form", "show --form (2##0)# --format json"),
    ("parts", "parts 2## --format json"),
    ("primes", "primes 2## (4+2)# 1 --format json"),
    ("minus", "minus 2# 2 --format json"),
    ("minus", "minus 4 2 --format json"),
    ("mate", "mate 2#1 --chain --concubine --format json"),
    ("compare", "compare 2+2 0 --format json"),
    ("compare", "compare 2 2 --format json"),
    ("moves", "moves 5+4+2 --all --format json"),
    (
        "moves",
        "moves dividing(18)+dividing(7) --normal --format json",
    ),
    (
        "moves",
        "moves partial-sums(6)+partial-sums(9) --normal --format json",
    ),
    ("day", "day 4 --digest --format json"),
    ("day_game", "day 3 --list --format json"),
    ("day_composite", "day 4 --composites --format json"),
    ("day_composite", "day 6 --composites --format json"),
    ("day_statistics", "day 4 --stats --format json"),
    ("count", "count 6 --symbolic --format json"),
    ("count", "count 8 --format json"),
    ("count", "count 5 --decimal --format json"),
    ("count", "count 7 --digits --format json"),
    ("count", "count 6 --digits --format json"),
    ("count", "count 8 --mod 1000000007 --format json"),
    ("count", "count 5 --table --format json"),
    ("count", "count 4 --quantities --format json"),
    ("day_unique", "day 6 --unique --format json"),
    ("compare", "compare 2-4 0 --format json"),
    ("nim", "nim josephus --to 4 --format json"),
    ("nim", "nim josephus-nonnegative --to 4 --format json"),
    ("nim_options", "nim totient --options 1..8 --format json"),
    (
        "nim_options",
        "nim dividing --options 8..9 --reduced --format json",
    ),
    ("period_test", "period cut:1,6 --ap 12,4 --format json"),
    (
        "nimsets_structure",
        "nimsets cut:1,10 --structure --partition 12,8 --format json",
    ),
    ("elimination", "josephus --order 12 --every 3 --format json"),
    ("josephus_set", "josephus --set 2 --format json"),
    ("rules", "rules --format json"),
    ("rule", "rules saliquant --format json"),
    ("nim", "nim saliquant --to 9 --format json"),
    ("nim", "nim partial-sums --from 5 --to 9 --format json"),
    (
        "nim",
        "nim powerset-saliquant --from 60 --to 64 --format json",
    ),
    (
        "nim_options",
        "nim divide-and-residue --options 7 --format json",
    ),
    (
        "nim_check",
        "nim nontotative --check --to 200 --format json",
    ),
    ("period", "period cut:1,6 --format json"),
    ("period", "period 0.77 --format json"),
    ("period", "period cut:1,2 --to 200 --format json"),
    ("period", "period 0.165 --to 2000 --format json"),
    ("period", "period 4.5 --to 2000 --format json"),
    ("nimsets", "nimsets cut:1,6 --to 9 --format json"),
    ("josephus", "josephus 30 10 --format json"),
    ("survivor", "josephus --survivor 41 --format json"),
    ("genus", "genus 0.77 --to 6 --forms --format json"),
    ("genus_of", "genus 2#1 --format json"),
    ("quotient", "quotient 0.75 --solve --format json"),
    (
        "quotient",
        "quotient nim --to 2 --table --structure --sum 1,2,2 --format json",
    ),
    (
        "isomorphic",
        "quotient 0.75 --solve --isomorphic-to 0.77 --format json",
    ),
    ("sweep", "sweep cut{1}+{2..4} --format json"),
    (
        "sweep_quotient",
        "sweep octal:0.1x --quotient --each 200ms --format json",
    ),
    ("sweep", "sweep quaternary:2 --format json"),
    ("atlas", "atlas 0.77 --format json"),
    ("atlas", "atlas --order 6 --format json"),
    ("atlas_recheck", "atlas --tame --recheck 2 --format json"),
    ("verify", "verify structure.fig6 -v --format json"),
    ("check", "check Cargo.toml --format json"),
    (
        "josephus",
        "josephus 100000000000000000000 31 --format json",
    ),
    ("josephus", "josephus 3 40 --value 4 --format json"),
    (
        "isomorphic",
        "quotient 0.75 --solve --isomorphic-to 0.75 --format json",
    ),
    ("genus", "genus nim --to 5 --format json"),
    ("verify", "verify --list --format json"),
    ("show", "show kayles(40) --format json"),
    ("show", "show kayles(1000) --max-nodes 2000 --format json"),
    ("rule", "rules josephus --format json"),
    ("nim_check", "nim nim --check --to 50 --format json"),
    ("moves", "moves kayles(1000)+kayles(999) --format json"),
    (
        "moves",
        "moves partial-sums(6)+partial-sums(9) --normal --all --format json",
    ),
    ("compare", "compare 2 3 --format json"),
    (
        "nimsets",
        "nimsets cut:1,6 --to 9 --alternating --format json",
    ),
    // What a limit cuts short.
    (
        "period",
        "period 0.007 --to 10000000 --timeout 100ms --format json",
    ),
    (
        "quotient",
        "quotient 0.6 --solve --timeout 200ms --format json",
    ),
    ("sweep", "sweep octal:1 --each 0 --format json"),
    (
        "nim",
        "nim 0.007 --to 10000000 --timeout 100ms --format json",
    ),
    ("genus", "genus 0.77 --to 100 --max-nodes 300 --format json"),
    (
        "failed",
        "shell tests/failing.misere --keep-going --format json",
    ),
    (
        "misere_period",
        "period subtraction:1,2 --misere --format json",
    ),
    (
        "misere_period",
        "period grundy --misere --to 30 --format json",
    ),
    ("nim", "nim kayles --misere --to 9 --format json"),
    ("nim", "nim kayles --misere=outcomes --to 9 --format json"),
    ("quotient", "quotient 2## 2# --value a --format json"),
    (
        "quotient",
        "quotient kayles --to 9 --value 5+9+9 --format json",
    ),
];

#[test]
fn every_answer_fits_the_schema() {
    let schema = schema();
    for (name, command) in ANSWERS {
        let validator = validator(&schema, name);
        let mut misere = Command::cargo_bin("misere").unwrap();
        let output = misere.args(command.split(' ')).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.is_empty(), "{command}");
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            if let Err(error) = validator.validate(&value) {
                panic!("{command}\n{line}\n{error} at {}", error.instance_path());
            }
            assert_refuses_changes(&validator, &value, command);
        }
    }
}

/// Checks that other keys, no keys and texts for lists are refused.
fn assert_refuses_changes(validator: &Validator, value: &Value, command: &str) {
    let mut larger = value.clone();
    larger["no_such_key"] = true.into();
    assert!(!validator.is_valid(&larger), "{command}: unknown keys");
    assert!(
        !validator.is_valid(&json!({})),
        "{command}: an answer without keys"
    );
    for (key, entry) in value.as_object().unwrap() {
        if entry.is_array() {
            let mut wrong = value.clone();
            wrong[key] = "text".into();
            assert!(!validator.is_valid(&wrong), "{command}: {key} as text");
        }
    }
}

/// The same keys mean the same in `show` and in `quotient`.
#[test]
fn a_place_in_a_quotient_is_described_as_the_quotient_is() {
    let answer = |command: &str| -> Value {
        let mut misere = Command::cargo_bin("misere").unwrap();
        let output = misere.args(command.split(' ')).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let shown = &answer("show kayles(1000) --max-nodes 2000 --format json")["quotient"];
    let solved = &answer("quotient 0.77 --solve --format json");
    for key in ["ruleset", "order", "max_heap", "period", "preperiod"] {
        assert!(!shown[key].is_null(), "{key}");
        assert_eq!(shown[key], solved[key], "{key}");
    }
}

/// Definitions that are not part of another one are answers.
#[test]
fn every_answer_of_the_schema_is_tried() {
    let schema = schema();
    let text = schema.to_string();
    for name in schema["$defs"].as_object().unwrap().keys() {
        let tried = ANSWERS.iter().any(|(entry, _)| entry == name);
        let part = text.contains(&format!("\"#/$defs/{name}\""));
        assert!(tried || part, "{name}");
    }
}

#[test]
fn wrong_answers_are_refused() {
    let schema = schema();
    let game = json!({"form": "2", "fingerprint": "0".repeat(64)});
    let right = json!({"minuend": game, "subtrahend": game, "difference": null});
    let validator = validator(&schema, "minus");
    assert!(validator.is_valid(&right));
    for (key, wrong) in [
        ("difference", json!(1)),
        ("minuend", json!(null)),
        ("minuend", json!({"form": "2"})),
        ("minuend", json!({"form": "2", "fingerprint": "xyz"})),
        ("more", json!(1)),
    ] {
        let mut answer = right.clone();
        answer[key] = wrong;
        assert!(!validator.is_valid(&answer), "{answer}");
    }
    for key in ["minuend", "subtrahend", "difference"] {
        let mut answer = right.clone();
        answer.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&answer), "{answer}");
    }
}
