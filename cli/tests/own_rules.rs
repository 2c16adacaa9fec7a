//! `--rules FILE`, formulas in the place of a ruleset, and what is refused.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// A folder for the files of a test.
fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Runs the program; returns its exit code, standard output and standard error.
fn misere(folder: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(cargo_bin!("misere"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn answer(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, err) = misere(folder, arguments, "");
    assert_eq!(code, Some(0), "{arguments:?}: {out}{err}");
    out
}

const KAYLES: &str = "n -> n-1, n-2, [a, n-1-a] for a in 1..n-2, [a, n-2-a] for a in 1..n-3";
const GRUNDY: &str = "n -> [a, n-a] for a in 1..n-1 if a != n-a";

#[test]
fn a_formula_stands_in_the_place_of_a_ruleset() {
    let folder = folder();
    let here = folder.path();
    let values = |ruleset: &str| {
        let out = answer(here, &["nim", ruleset, "--to", "50", "--format", "bfile"]);
        out.lines().skip(3).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(values(KAYLES), values("kayles"));
    assert_eq!(values(GRUNDY), values("grundy"));
    let explained = answer(here, &["rules", KAYLES]);
    assert!(explained.contains("this is 0.77"), "{explained}");
    let period = answer(here, &["period", KAYLES, "--certificate", "p.json"]);
    assert!(period.contains("12"), "{period}");
    let checked = answer(here, &["check", "p.json"]);
    assert!(checked.contains(KAYLES), "{checked}");
    answer(
        here,
        &["quotient", GRUNDY, "--to", "12", "--certificate", "q.json"],
    );
    let checked = answer(here, &["check", "q.json"]);
    assert!(checked.contains(GRUNDY), "{checked}");
    let loopy = answer(here, &["nim", "n -> n-1, n+1 if n % 3 == 1", "--to", "4"]);
    assert!(loopy.contains("1 → 2 → 1"), "{loopy}");
}

#[test]
fn definitions_of_a_file() {
    let folder = folder();
    let here = folder.path();
    let games = "# games\n\
        wythoff(a,b) -> (a-k, b) for k in 1..a, (a, b-k) for k in 1..b,\n\
        \x20   (a-k, b-k) for k in 1..min(a,b)\n\
        helper(n) -> n-1, n-2\n\
        both(n) -> [helper(n-1), n-1]\n\
        split(n) -> [a, n-a] for a in 1..n-1 if a % 3 != 0\n";
    file(here, "my.games", games);
    let moves = answer(
        here,
        &["moves", "--normal", "wythoff(5,3)", "--rules", "my.games"],
    );
    assert!(
        moves.contains("P-position") || moves.contains("previous"),
        "{moves}"
    );
    let shown = answer(
        here,
        &[
            "show",
            "wythoff(2,1) + both(4) + kayles(2)",
            "--rules",
            "my.games",
        ],
    );
    assert!(shown.contains("birthday"), "{shown}");
    // The certificate carries the definitions that are in use, and no others.
    let quotient = [
        "quotient",
        "split",
        "--to",
        "10",
        "--certificate",
        "q.json",
        "--rules",
        "my.games",
    ];
    answer(here, &quotient);
    let certificate = std::fs::read_to_string(here.join("q.json")).unwrap();
    assert!(
        certificate.contains("split(n) -> [a, n-a]"),
        "{certificate}"
    );
    assert!(!certificate.contains("wythoff"));
    answer(here, &["check", "q.json"]);
    // Standard input.
    let (code, out, _) = misere(
        here,
        &["nim", "two", "--to", "3", "--rules", "-"],
        "two(n) -> n-2\n",
    );
    assert_eq!(code, Some(0));
    assert!(out.contains("two(n) -> n-2"), "{out}");
    let nim = answer(here, &["nim", "both", "--to", "5", "--rules", "my.games"]);
    assert!(nim.contains("both(n)"), "{nim}");
}

#[test]
fn tables_in_five_forms() {
    let folder = folder();
    let here = folder.path();
    let json = r#"{"positions": {"a": [["b"], ["c"]], "b": [["c"]], "c": []}}"#;
    file(here, "g.json", json);
    file(here, "t.txt", "a: b, c\nb: c\nc:\n");
    file(here, "l.txt", "a b c\nb c\n");
    file(here, "d.dot", "digraph { a -> b -> c; a -> c }\n");
    let dag = answer(here, &["show", "2", "--dag", "--format", "json"]);
    file(here, "dag.json", &dag);
    for (name, heap) in [
        ("g.json", "g(a)"),
        ("t.txt", "t(a)"),
        ("l.txt", "l(a)"),
        ("d.dot", "d(a)"),
        ("dag.json", "dag(2)"),
    ] {
        let shown = answer(here, &["compare", heap, "2", "--rules", name]);
        assert!(shown.contains("equal") || shown.contains('='), "{shown}");
        answer(
            here,
            &["moves", &format!("{heap}+kayles(3)"), "--rules", name],
        );
        answer(here, &["graph", heap, "--dot", "--rules", name]);
        let ruleset = heap.split('(').next().unwrap();
        let values = answer(here, &["nim", ruleset, "--format", "csv", "--rules", name]);
        assert!(values.trim_end().ends_with(",2"), "{values}");
        let certify = [
            "quotient",
            ruleset,
            "--rules",
            name,
            "--certificate",
            "q.json",
        ];
        answer(here, &certify);
        answer(here, &["check", "q.json"]);
    }
    let sums =
        r#"{"positions": {"a": [["b"], ["c","c"], []], "b": [["c"]], "c": [["d"]], "d": []}}"#;
    file(here, "g.json", sums);
    let shown = answer(here, &["show", "g(a)", "--rules", "g.json"]);
    assert!(shown.starts_with("g(a) = 1\n"), "{shown}");
}

#[test]
fn loops_have_values_in_normal_play_and_no_misere_forms() {
    let folder = folder();
    let here = folder.path();
    file(here, "g.txt", "a: b, c\nb: a\nc:\n");
    let moves = answer(here, &["moves", "--normal", "g(a)", "--rules", "g.txt"]);
    assert!(moves.contains('c'), "{moves}");
    let (code, _, err) = misere(here, &["show", "g(a)", "--rules", "g.txt"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("a → b → a"), "{err}");
}

/// One message, with the place, and an exit code.
#[test]
fn mistakes() {
    let folder = folder();
    let here = folder.path();
    file(here, "bad.games", "good(n) -> n-1\nbad(n) -> n-m\n");
    file(here, "missing.txt", "a: b\n");
    file(
        here,
        "missing.json",
        "{\"positions\":\n {\"a\": [[\"b\"]]}}",
    );
    file(here, "broken.json", "{\"positions\": {\"a\": [\"b\"]}}");
    file(here, "sums.txt", "a: a+a\n");
    file(here, "0.txt", "a:\n");
    file(here, "empty.txt", "");
    for (arguments, message) in [
        (
            &["nim", "good", "--rules", "bad.games"][..],
            "line 2, column 13 of bad.games",
        ),
        (
            &["show", "missing(a)", "--rules", "missing.txt"],
            "line 1, column 4 of missing.txt",
        ),
        (
            &["show", "missing(a)", "--rules", "missing.json"],
            "line 2, column 10 of missing.json",
        ),
        (
            &["show", "broken(a)", "--rules", "broken.json"],
            "at line 1 column",
        ),
        (&["show", "sums(a)", "--rules", "sums.txt"], "a → a"),
        (
            &["show", "2", "--rules", "0.txt"],
            "cannot be the name of a ruleset",
        ),
        (
            &["show", "2", "--rules", "empty.txt"],
            "there is no position",
        ),
        (&["show", "2", "--rules", "absent.txt"], "absent.txt"),
        (&["nim", "n -> foo(n)"], "nothing is called `foo`"),
        (&["nim", "n -> n-1 n-2"], "^"),
        (&["nim", "n -> [n, n] if n > 3"], "4 → 4"),
    ] {
        let (code, out, err) = misere(here, arguments, "");
        assert_eq!(code, Some(2), "{arguments:?}: {out}{err}");
        assert!(
            err.starts_with("error: ") && err.contains(message),
            "{arguments:?}: {err}"
        );
    }
    // Undefined far out, or more than the limits allow.
    for (ruleset, message) in [
        (
            "n -> n-2^k for k in 0..n if 2^k <= n",
            "a number beyond 64 bits",
        ),
        ("n -> n-1 for a in 1..10^12 if a < 0", "time limit"),
    ] {
        let arguments = ["nim", ruleset, "--to", "80", "--timeout", "200ms"];
        let (code, _, err) = misere(here, &arguments, "");
        assert_eq!(code, Some(3), "{err}");
        assert!(err.contains(message), "{err}");
    }
}

/// Definitions that use each other have quotients, misère values and genera; the certificate needs nothing
/// but itself.
#[test]
fn definitions_that_use_each_other_are_solved_together() {
    let folder = folder();
    let here = folder.path();
    file(
        here,
        "my.games",
        "f(n) -> g(n-1), [f(n-2), kayles(1)]\ng(n) -> f(n-1), n-2\n",
    );
    let rules = ["--rules", "my.games"];
    let with = |arguments: &[&str]| answer(here, &[arguments, &rules[..]].concat());
    let out = with(&["quotient", "f", "--to", "6", "--certificate", "q.json"]);
    assert!(out.starts_with("f, 14 positions: order"), "{out}");
    let out = answer(here, &["check", "q.json"]);
    assert!(
        out.starts_with("valid: the misère quotient of f(6), f(5) and of all positions that play reaches, 14 in all,"),
        "{out}"
    );
    let false_table = std::fs::read_to_string(here.join("q.json")).unwrap();
    file(
        here,
        "q.json",
        &false_table.replace("f(n) -> g(n-1),", "f(n) -> g(n-1), n-1,"),
    );
    let (code, out, _) = misere(here, &["check", "q.json"], "");
    assert_eq!(code, Some(1), "{out}");
    // Two methods: the row, and each position by itself.
    let row = with(&["nim", "f", "--misere", "--to", "6", "--format", "csv"]);
    let genera = with(&["genus", "f", "--to", "6", "--format", "csv"]);
    for heap in 0..=6 {
        let one = with(&["genus", &format!("f({heap})"), "--format", "csv"]);
        let genus = one.lines().nth(1).unwrap().split(',').nth(1).unwrap();
        assert!(
            genera.contains(&format!("\n{heap},{genus},")),
            "{genera}{one}"
        );
        let misere = genus
            .split('^')
            .nth(1)
            .unwrap_or(genus)
            .chars()
            .next()
            .unwrap();
        assert!(row.contains(&format!("\n{heap},{misere}\n")), "{row}{one}");
    }
    let out = with(&["period", "f", "--misere"]);
    assert!(out.contains("observed"), "{out}");
    for arguments in [
        &["quotient", "f", "--solve"][..],
        &["quotient", "cram", "--to", "4"],
    ] {
        let (code, out, err) = misere(here, &[arguments, &rules].concat(), "");
        assert_eq!(code, Some(2), "{out}{err}");
    }
}

#[test]
fn tables_have_values_in_every_format_and_in_misere_play() {
    let folder = folder();
    let here = folder.path();
    file(here, "g.txt", "a: b, c+c, .\nb: c\nc:\n");
    let row = |more: &[&str]| {
        let arguments = ["nim", "g", "--rules", "g.txt", "--format", "json"];
        let json: serde_json::Value =
            serde_json::from_str(&answer(here, &[&arguments[..], more].concat())).unwrap();
        (json["positions"].clone(), json["values"].clone())
    };
    assert_eq!(
        row(&[]),
        (
            serde_json::json!(["c", "b", "a"]),
            serde_json::json!([0, 1, 2])
        )
    );
    assert_eq!(row(&["--misere"]).1, serde_json::json!([1, 0, 2]));
    assert_eq!(row(&["--misere=p-heaps"]).0, serde_json::json!(["b"]));
}

/// The shell reads rules with its own flag, and with that of a command.
#[test]
fn the_shell_knows_the_rules() {
    let folder = folder();
    let here = folder.path();
    file(here, "my.games", "two(n) -> n-2\n");
    let (code, out, err) = misere(here, &["shell", "--rules", "my.games"], "show two(5)\n");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("birthday"), "{out}");
    // A quotient that has a name is the same whenever it is asked for.
    let lines =
        "q := quotient(two, 9)\nquotient q\nquotient q\nundo\nq := quotient(two, 4)\nquotient q\n";
    let (code, out, err) = misere(here, &["shell", "--rules", "my.games"], lines);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(out.matches("heaps up to 9").count(), 2, "{out}");
    assert_eq!(out.matches("heaps up to 4").count(), 1, "{out}");
}
