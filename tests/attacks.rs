//! Resource attacks: every command ends at its limits with an exit code that says so.
//!
//! `cargo test --release --test attacks -- --nocapture` prints the table in docs/robustness.md.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

const ATTACKS: &str = include_str!("attacks.txt");

/// The arguments of a line: blanks separate, single quotes keep together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

fn run(arguments: &[String], limits: &[&str]) -> (Output, Duration) {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(arguments)
        .args(limits)
        .output()
        .unwrap();
    (output, start.elapsed())
}

/// How a run ended, in a few words.
fn ending(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr);
    let told = told.lines().find(|line| {
        let starts = ["stopped:", "out of reach:", "error:"];
        starts.iter().any(|start| line.starts_with(start))
    });
    match (output.status.code(), told) {
        (Some(0 | 1), _) => "answered".into(),
        (_, Some(told)) => told.chars().take(70).collect(),
        (code, None) => format!("exit code {code:?}"),
    }
}

fn assert_ends_well(line: &str, output: &Output) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!told.contains("panicked"), "misere {line}\n{told}");
    assert!(
        matches!(output.status.code(), Some(0..=3)),
        "misere {line}: {}\n{told}",
        output.status
    );
}

#[test]
fn commands_end_at_their_limits() {
    for line in ATTACKS.lines().filter(|line| !line.starts_with('#')) {
        let limits = ["--timeout", "100ms", "--max-memory", "300M"];
        let (output, time) = run(&words(line), &limits);
        assert_ends_well(line, &output);
        println!(
            "| `{line}` | {} | {:.2} s |",
            ending(&output),
            time.as_secs_f64()
        );
    }
}

#[test]
fn the_number_of_games_is_limited() {
    for expression in [
        "*3000+*3000",
        "kayles(300)",
        "5000·2##",
        "dividing(5000)",
        "9+8+7+6+5",
    ] {
        for command in ["show", "parts", "primes", "mate", "genus", "moves"] {
            let arguments = [command.to_owned(), expression.to_owned()];
            let limits = ["--max-nodes", "500", "--timeout", "2s"];
            let (output, _) = run(&arguments, &limits);
            assert_ends_well(&arguments.join(" "), &output);
        }
    }
}

/// Nesting, width and length near the longest input that is taken.
#[test]
fn texts_of_any_shape() {
    let deep = format!("{}2{}", "(".repeat(50_000), ")".repeat(50_000));
    let braces = format!("{}{}", "{".repeat(50_000), "}".repeat(50_000));
    let unclosed = "(".repeat(100_000);
    let sharp = format!("2{}", "#".repeat(100_000));
    let wide: Vec<String> = (0..30_000).map(|i| format!("{}#", i % 10)).collect();
    let wide = format!("{{{}}}", wide.join(","));
    let sum = vec!["2#"; 30_000].join("+");
    let chain = format!("2[{}]", "#1".repeat(30_000));
    let mates = format!("2{}", "^-".repeat(30_000));
    let digits = "9".repeat(100_000);
    for text in [
        &deep, &braces, &unclosed, &sharp, &wide, &sum, &chain, &mates, &digits,
    ] {
        for command in [
            "show", "parts", "primes", "mate", "genus", "moves", "play", "nim", "rules",
        ] {
            let arguments = [command.to_owned(), text.clone()];
            let limits = ["--timeout", "100ms", "--max-memory", "300M"];
            let (output, _) = run(&arguments, &limits);
            let shown: String = text.chars().take(20).collect();
            assert_ends_well(&format!("{command} {shown}…"), &output);
        }
    }
}
