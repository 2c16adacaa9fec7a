//! Resource attacks: every command ends at its limits of time and memory, with an exit code that
//! says so.
//!
//! The commands are in attacks.txt, whose header explains the format. Wall time and peak memory of
//! each are measured. On a busy machine a command may be late for no fault of its own, so that one
//! that is late gets a second try, while no other test runs. With `MISERE_ATTACKS_TABLE=1` and
//! `-- --nocapture` all measurements are printed as a table.

mod command_line;

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::process::{Command, Output, Stdio};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use command_line::words;

/// Command lines that ask for more than there is.
const ATTACKS: &str = include_str!("attacks.txt");

/// How long a command may take beyond its `--timeout`: to notice, to write what is known and to
/// free its memory, on a busy machine.
const MORE_TIME: Duration = Duration::from_secs(2);

/// How much memory a command may use beyond its `--max-memory`: the program itself, buffers, the
/// stacks of its threads and what the allocator does not give back.
const MORE_MEMORY: u64 = 32 << 20;

/// The limits of one command, and whether it must answer within them.
#[derive(Clone, Copy)]
struct Limits {
    timeout: Duration,
    memory: u64,
    answers: bool,
}

const USUAL: Limits = Limits {
    timeout: Duration::from_millis(100),
    memory: 300 << 20,
    answers: false,
};

impl Limits {
    /// Splits `[1s 100M] command` into limits and command. What is not written is as usual.
    fn split(line: &str) -> (Self, &str) {
        let mut limits = USUAL;
        let Some((written, command)) = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("] "))
        else {
            return (limits, line);
        };
        for word in written.split(' ') {
            let number = word.trim_end_matches(char::is_alphabetic);
            let unit = &word[number.len()..];
            let number = || -> u64 { number.parse().unwrap_or_else(|_| panic!("{line}")) };
            match unit {
                "ms" => limits.timeout = Duration::from_millis(number()),
                "s" => limits.timeout = Duration::from_secs(number()),
                "M" => limits.memory = number() << 20,
                "G" => limits.memory = number() << 30,
                "answers" => limits.answers = true,
                _ => panic!("{line}"),
            }
        }
        (limits, command)
    }

    fn flags(self) -> [String; 4] {
        [
            "--timeout".into(),
            format!("{}ms", self.timeout.as_millis()),
            "--max-memory".into(),
            self.memory.to_string(),
        ]
    }
}

/// What a run did and used.
struct Run {
    output: Output,
    time: Duration,
    /// Resident memory in bytes, where the system tells it.
    peak: Option<u64>,
}

/// Held by those who run the program: shared by most, and alone by a second try.
static TURN: RwLock<()> = RwLock::new(());

/// Runs the program with a text on standard input, and measures it. If it is late, it is run a second
/// time, alone, and that counts.
fn run_on(input: &str, arguments: &[String], flags: &[String], limits: Limits) -> Run {
    let first = {
        let _others = TURN.read().unwrap_or_else(PoisonError::into_inner);
        run_once(input, arguments, flags, limits)
    };
    match complaint(&first, limits) {
        Some(Complaint::Late(_)) => {
            let _alone = TURN.write().unwrap_or_else(PoisonError::into_inner);
            run_once(input, arguments, flags, limits)
        }
        _ => first,
    }
}

/// Runs the program once. What takes far too long is killed.
fn run_once(input: &str, arguments: &[String], flags: &[String], limits: Limits) -> Run {
    const FAR_TOO_LONG: Duration = Duration::from_secs(20);
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(arguments)
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let file = format!("/proc/{}/status", child.id());
    let mut pipe = child.stdin.take().unwrap();
    let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    std::thread::scope(|scope| {
        // The program need not read all of it.
        scope.spawn(move || drop(pipe.write_all(input.as_bytes())));
        let stdout = scope.spawn(|| all_of(stdout));
        let stderr = scope.spawn(|| all_of(stderr));
        // The system forgets the peak when the process ends, so it is read again and again.
        let mut peak = None;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            peak = peak.max(peak_of(&file));
            if start.elapsed() > limits.timeout + FAR_TOO_LONG {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let time = start.elapsed();
        let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
        let output = Output {
            status,
            stdout,
            stderr,
        };
        Run { output, time, peak }
    })
}

fn all_of(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes).unwrap();
    bytes
}

/// The largest resident memory of a process so far, in bytes.
fn peak_of(status: &str) -> Option<u64> {
    let status = std::fs::read_to_string(status).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

fn run(arguments: &[String], limits: Limits) -> Run {
    run_on("", arguments, &limits.flags(), limits)
}

/// How a run ended, in a few words.
fn ending(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    let reason = errors.lines().find(|line| {
        let starts = ["stopped:", "out of reach:", "error:"];
        starts.iter().any(|start| line.starts_with(start))
    });
    match (output.status.code(), reason) {
        (Some(0 | 1), _) => "answered".into(),
        (_, Some(reason)) => reason.into(),
        (code, None) => format!("exit code {code:?}"),
    }
}

/// What is wrong with a run.
enum Complaint {
    /// It took too long, and nothing else is known.
    Late(String),
    Wrong(String),
}

impl Complaint {
    fn text(self) -> String {
        match self {
            Self::Late(text) | Self::Wrong(text) => text,
        }
    }
}

/// What is wrong with a run, if anything.
fn complaint(run: &Run, limits: Limits) -> Option<Complaint> {
    let errors = String::from_utf8_lossy(&run.output.stderr);
    if run.output.status.code().is_none() && run.time > limits.timeout + MORE_TIME {
        let peak = run.peak.unwrap_or_default() >> 20;
        let text = format!("killed after {:.0?} with {peak} MiB", run.time);
        return Some(Complaint::Late(text));
    }
    if errors.contains("panicked") || !matches!(run.output.status.code(), Some(0..=3)) {
        let text = format!("{}\n{errors}", run.output.status);
        return Some(Complaint::Wrong(text));
    }
    if limits.answers && !matches!(run.output.status.code(), Some(0 | 1)) {
        // With more time there may be one.
        return Some(Complaint::Late(format!(
            "no answer: {}",
            ending(&run.output)
        )));
    }
    if run.time > limits.timeout + MORE_TIME {
        let text = format!("{:.1?} of {:.1?}", run.time, limits.timeout);
        return Some(Complaint::Late(text));
    }
    if let Some(peak) = run.peak.filter(|&peak| peak > limits.memory + MORE_MEMORY) {
        let text = format!("{} MiB of {}", peak >> 20, limits.memory >> 20);
        return Some(Complaint::Wrong(text));
    }
    None
}

fn assert_ends_well(line: &str, run: &Run, limits: Limits) {
    if let Some(complaint) = complaint(run, limits) {
        panic!("misere {line}: {}", complaint.text());
    }
}

#[test]
fn commands_end_at_their_limits() {
    let mut complaints = Vec::new();
    let mut table = String::new();
    for line in ATTACKS.lines() {
        if line.starts_with("//") || line.is_empty() {
            continue;
        }
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim();
            let columns = "what happened | time | memory |\n|---|---|---|---|";
            let _ = writeln!(table, "\n| {heading} | {columns}");
            continue;
        }
        let (limits, command) = Limits::split(line);
        let run = run(&words(command), limits);
        let peak = run.peak.map_or("?".into(), |peak| (peak >> 20).to_string());
        let _ = writeln!(
            table,
            "| `{command}` | {} | {:.2} s | {peak} MiB |",
            ending(&run.output),
            run.time.as_secs_f64(),
        );
        let complaint = complaint(&run, limits).map(Complaint::text);
        complaints.extend(complaint.map(|what| format!("misere {line}: {what}")));
    }
    // Before the table, in which they would be lost.
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    if std::env::var_os("MISERE_ATTACKS_TABLE").is_some() {
        println!("{table}");
    }
}

/// A refused allocation is a result: lines that once aborted, and some that allocate much at once.
#[cfg(target_os = "linux")]
#[test]
fn a_small_address_space_is_a_limit() {
    for (line, timeout) in [
        ("parts '100000·2'", "1s"),
        ("compare '*3000##' '*3001#'", "1s"),
        ("moves 'fullset-saliquot(1000000)'", "1s"),
        ("show '*9000'", "1s"),
        ("show '5000·2##'", "1s"),
        ("nim saliquant --to 100000000", "1s"),
        ("quotient 'subtraction{1,2}' --to 1000000", "1s"),
        ("count 7 --symbolic", "1s"),
        // These come to the limit later, and were aborted there.
        ("genus 'subtraction{1,2}' --to 10000000", "3s"),
        ("moves 'powerset-maliquant(64)'", "3s"),
    ] {
        let script = format!("ulimit -v 400000; exec \"$@\" --timeout {timeout}");
        let output = Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_misere")])
            .args(words(line))
            .output()
            .unwrap();
        let ended = matches!(output.status.code(), Some(0 | 3));
        assert!(ended, "{line}: {}", String::from_utf8_lossy(&output.stderr));
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
            let limits = Limits {
                timeout: Duration::from_secs(2),
                ..USUAL
            };
            let nodes = ["--max-nodes", "500"].map(str::to_owned);
            let flags = [&limits.flags()[..], &nodes].concat();
            let run = run_on("", &arguments, &flags, limits);
            assert_ends_well(&arguments.join(" "), &run, limits);
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
            let run = run(&arguments, USUAL);
            let shown: String = text.chars().take(20).collect();
            assert_ends_well(&format!("{command} {shown}…"), &run, USUAL);
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
            let run = run_on(text, &[command.into(), "-".into()], &USUAL.flags(), USUAL);
            let shown: String = text.chars().take(20).collect();
            assert_ends_well(&format!("{command} - < {shown}…"), &run, USUAL);
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
        let run = run_on(script, &["shell".into()], &USUAL.flags(), USUAL);
        let shown: String = script.chars().take(30).collect();
        assert_ends_well(&format!("shell < {shown}…"), &run, USUAL);
    }
}

/// Doubling a name makes an expression whose value is large, and whose text is not.
#[test]
fn names_that_double_obey_the_memory_limit() {
    let limits = Limits {
        timeout: Duration::from_secs(20),
        memory: 1 << 30,
        answers: false,
    };
    let script = format!("x := 2\n{}show x\n", "x := x+x\n".repeat(24));
    let run = run_on(&script, &["shell".into()], &limits.flags(), limits);
    assert_ends_well("shell < x := x+x, 24 times", &run, limits);
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
        let run = run(&arguments, USUAL);
        assert_ends_well(&format!("check {name}"), &run, USUAL);
    }
    // 90 MB of empty games.
    let path = folder.join("large");
    let large = certificate(&format!("{}[]", "[],".repeat(30_000_000)), "0", "");
    std::fs::write(&path, large).unwrap();
    let arguments = ["check".to_owned(), path.display().to_string()];
    let limits = Limits {
        timeout: Duration::from_secs(1),
        memory: 100 << 20,
        answers: false,
    };
    let run = run(&arguments, limits);
    assert_ends_well("check large", &run, limits);
    std::fs::remove_dir_all(&folder).unwrap();
}

fn certificate(games: &str, game: &str, tables: &str) -> String {
    format!(
        r#"{{"certificate":"parts","version":1,"games":[{games}],"game":{game},"tables":[{tables}]}}"#
    )
}
