//! Resource attacks: every command ends at its limits with an exit code that says so.
//!
//! `cargo test --release --test attacks -- --nocapture` prints the table in docs/robustness.md.

mod command_line;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use command_line::words;

/// Command lines that ask for more than there is, one a line; those that begin with # are headings.
const ATTACKS: &str = include_str!("attacks.txt");

fn run(arguments: &[String], budget: &[&str]) -> (Output, Duration) {
    let start = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(arguments)
        .args(budget)
        .output()
        .unwrap();
    (output, start.elapsed())
}

/// The same with a text on standard input.
fn run_on(input: &str, arguments: &[&str], budget: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(arguments)
        .args(budget)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let text = input.to_owned();
    // The program need not read all of it.
    let feeder = std::thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

const LIMITS: [&str; 4] = ["--timeout", "100ms", "--max-memory", "300M"];

/// How a run ended, in a few words.
fn ending(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr);
    let told = told.lines().find(|line| {
        let starts = ["stopped:", "out of reach:", "error:"];
        starts.iter().any(|start| line.starts_with(start))
    });
    match (output.status.code(), told) {
        (Some(0 | 1), _) => "answered".into(),
        (_, Some(told)) => told.into(),
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
    for line in ATTACKS.lines() {
        if let Some(heading) = line.strip_prefix("#") {
            println!(
                "\n| {} | what happened | time |\n|---|---|---|",
                heading.trim()
            );
            continue;
        }
        let (output, time) = run(&words(line), &LIMITS);
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
            let budget = ["--max-nodes", "500", "--timeout", "2s"];
            let (output, _) = run(&arguments, &budget);
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
            let (output, _) = run(&arguments, &LIMITS);
            let shown: String = text.chars().take(20).collect();
            assert_ends_well(&format!("{command} {shown}…"), &output);
        }
    }
}

/// Lines on standard input may be ten times as long as an argument.
#[test]
fn lines_of_any_shape() {
    let deep = format!("{}2{}", "(".repeat(400_000), ")".repeat(400_000));
    let braces = format!("{}{}", "{".repeat(400_000), "}".repeat(400_000));
    let sharps = format!("2{}", "#".repeat(1_000_000));
    let digits = "9".repeat(1_000_000);
    let wide = |member: fn(usize) -> String| {
        let members: Vec<String> = (0..100_000).map(member).collect();
        format!("{{{}}}", members.join(","))
    };
    let heaps = wide(|i| format!("*{}", i % 3000));
    let multiples = wide(|i| format!("{i}·2"));
    let ones = vec!["1"; 500_000].join("+");
    let kayles: Vec<String> = (0..80_000).map(|i| format!("0.77({})", i % 9)).collect();
    let kayles = kayles.join("+");
    let too_long = vec!["2#"; 1_000_000].join("+");
    let lines = "2#\n".repeat(300_000);
    for text in [
        &deep, &braces, &sharps, &digits, &heaps, &multiples, &ones, &kayles, &too_long, &lines,
    ] {
        for command in ["show", "primes"] {
            let output = run_on(text, &[command, "-"], &LIMITS);
            let shown: String = text.chars().take(20).collect();
            assert_ends_well(&format!("{command} - < {shown}…"), &output);
        }
    }
}

/// A limit ends a command of the shell, and in a script the script.
#[test]
fn scripts_end_at_their_limits() {
    let names: String = (0..500).fold("x0 := 2\n".into(), |mut script, i| {
        let _ = writeln!(script, "x{} := x{i} + x{i}", i + 1);
        script
    });
    for script in [
        "*3000+*3000\n",
        "set timeout 50ms\nkayles(300)\n",
        "set timeout 1h\nset max-memory 1M\n*2000\n",
        "set max-nodes 10\nshow 9+9\n",
        "x := 5000·2##\nshow x\n",
        "nim dividing --to 20000000\n",
        "2\n".repeat(300).as_str(),
        format!("{names}show x500\n").as_str(),
        format!("{names}show x20\n").as_str(),
        "x := ".repeat(1000).as_str(),
        "(".repeat(100_000).as_str(),
    ] {
        let output = run_on(script, &["shell"], &LIMITS);
        let shown: String = script.chars().take(30).collect();
        assert_ends_well(&format!("shell < {shown}…"), &output);
    }
}

/// Untrusted certificates: long, wide, deep, and true or nearly so.
#[test]
fn certificates_of_any_shape() {
    // 2, 2#, 2##, …: every entry is a canonical game.
    let mut games = String::from("[],[0],[0,1]");
    for i in 2..60_000 {
        let _ = write!(games, ",[{i}]");
    }
    let chain = certificate(&games, "59999", "");
    let heaps: Vec<String> = (0..1500)
        .map(|i| (0..i).map(|j: u32| j.to_string()).collect::<Vec<_>>())
        .map(|options| format!("[{}]", options.join(",")))
        .collect();
    let heaps = heaps.join(",");
    let nim = certificate(&heaps, "1499", "");
    let tables: Vec<String> = (0..40_000)
        .map(|_| r#"{"game":2,"partitions":[[0,2]]}"#.to_owned())
        .collect();
    let repeated = certificate("[],[0],[0,1]", "2", &tables.join(","));
    let empty = certificate(&vec!["[]"; 30_000_000].join(","), "0", "");
    let nested = "[".repeat(1_000_000);
    let folder = std::env::temp_dir().join(format!("misere-attacks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        ("chain", &chain),
        ("nim", &nim),
        ("repeated", &repeated),
        ("empty", &empty),
        ("nested", &nested),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let arguments = ["check".to_owned(), path.display().to_string()];
        let (output, _) = run(&arguments, &LIMITS);
        assert_ends_well(&format!("check {name}"), &output);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn certificate(games: &str, game: &str, tables: &str) -> String {
    format!(
        r#"{{"certificate":"parts","version":1,"games":[{games}],"game":{game},"tables":[{tables}]}}"#
    )
}
