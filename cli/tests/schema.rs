//! What `--format json` writes, held to `docs/output.schema.json`.

use assert_cmd::Command;
use serde_json::Value;

const SCHEMA: &str = include_str!("../../docs/output.schema.json");

/// The keywords of JSON Schema that the file uses. None if the value fits, else where it does not.
fn misfit(schema: &Value, value: &Value, root: &Value, place: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/$defs/").unwrap();
        assert!(root["$defs"][name].is_object(), "no definition {name}");
        return misfit(&root["$defs"][name], value, root, place);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let fits = |choice: &Value| misfit(choice, value, root, place).is_none();
        return (!choices.iter().any(fits)).then(|| format!("{place}: no alternative fits"));
    }
    if let Some(allowed) = schema["enum"].as_array() {
        return (!allowed.contains(value)).then(|| format!("{place}: {value} is not allowed"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = match &schema["type"] {
        Value::String(wanted) => wanted == kind,
        Value::Array(wanted) => wanted.iter().any(|wanted| wanted == kind),
        _ => panic!("{place}: a schema without a type"),
    };
    if !fits {
        return Some(format!("{place}: {kind}, not {}", schema["type"]));
    }
    match value {
        Value::Array(items) if schema["items"].is_object() => items
            .iter()
            .enumerate()
            .find_map(|(i, item)| misfit(&schema["items"], item, root, &format!("{place}[{i}]"))),
        Value::Object(entries) => {
            let properties = schema["properties"].as_object().unwrap();
            for required in schema["required"].as_array().unwrap() {
                if !entries.contains_key(required.as_str().unwrap()) {
                    return Some(format!("{place}: {required} is missing"));
                }
            }
            entries
                .iter()
                .find_map(|(key, entry)| match properties.get(key) {
                    None => Some(format!("{place}: `{key}` is not in the schema")),
                    Some(schema) => misfit(schema, entry, root, &format!("{place}.{key}")),
                })
        }
        Value::String(text) if schema["pattern"].is_string() => {
            // The one pattern is that of a fingerprint.
            let hexadecimal = text.len() == 64
                && text
                    .bytes()
                    .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            (!hexadecimal).then(|| format!("{place}: not a fingerprint"))
        }
        _ => None,
    }
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
    ("day_statistics", "day 4 --stats --format json"),
    ("count", "count 6 --symbolic --format json"),
    ("count", "count 8 --format json"),
    ("count", "count 5 --decimal --format json"),
    ("count", "count 7 --digits --format json"),
    ("count", "count 6 --digits --format json"),
    ("count", "count 8 --mod 1000000007 --format json"),
    ("count", "count 5 --table --format json"),
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
];

#[test]
fn every_answer_fits_the_schema() {
    let root: Value = serde_json::from_str(SCHEMA).unwrap();
    for (name, command) in ANSWERS {
        let mut misere = Command::cargo_bin("misere").unwrap();
        let output = misere.args(command.split(' ')).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.is_empty(), "{command}");
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let misfit = misfit(&root["$defs"][name], &value, &root, name);
            assert_eq!(misfit, None, "{command}\n{line}");
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

#[test]
fn every_entry_of_the_schema_is_tried() {
    let root: Value = serde_json::from_str(SCHEMA).unwrap();
    let parts = ["game", "move", "tower"];
    for name in root["$defs"].as_object().unwrap().keys() {
        let tried = ANSWERS.iter().any(|(entry, _)| entry == name);
        assert!(tried || parts.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn misfits_are_found() {
    let root: Value = serde_json::from_str(SCHEMA).unwrap();
    let schema = &root["$defs"]["minus"];
    for wrong in [
        "{}",
        r#"{"minuend":1,"subtrahend":2,"difference":null}"#,
        r#"{"minuend":{"form":"2","fingerprint":"xyz"}}"#,
        "[]",
    ] {
        let value: Value = serde_json::from_str(wrong).unwrap();
        assert!(misfit(schema, &value, &root, "minus").is_some(), "{wrong}");
    }
}
