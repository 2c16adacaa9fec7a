//! The tests, tried with each mutant: those that reach it, its module's own and quick ones first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use crate::{Mutant, Settings};

/// What the tests said of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// A test failed.
    Caught,
    /// A test did not end in time.
    Timeout,
    /// All tests passed that reach it.
    Missed,
    /// No test reaches it.
    Unreached,
    /// The mutant does not build.
    Unviable,
    /// The mutant may build, but not beside the others.
    Apart,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Caught => "caught",
            Self::Timeout => "timeout",
            Self::Missed => "missed",
            Self::Unreached => "unreached",
            Self::Unviable => "unviable",
            Self::Apart => "apart",
        })
    }
}

/// One test.
struct Test {
    program: PathBuf,
    name: String,
    /// What it takes without a mutant.
    time: Duration,
    /// The mutants whose code it runs through.
    reaches: BTreeSet<usize>,
}

impl Test {
    /// Runs it without a mutant, to see what it takes and what it reaches.
    fn new(folder: &Path, program: &Path, name: &str) -> io::Result<Self> {
        let mut test = Self {
            program: program.to_owned(),
            name: name.to_owned(),
            time: Duration::from_secs(600),
            reaches: BTreeSet::new(),
        };
        let log = folder.join("reached.txt");
        File::create(&log)?;
        let start = Instant::now();
        let outcome = test.run(folder, "MUTANT_LOG", &log.to_string_lossy())?;
        if outcome != Outcome::Missed {
            let message = format!("{name} fails without a mutant");
            return Err(io::Error::other(message));
        }
        test.time = start.elapsed();
        let text = fs::read_to_string(log)?;
        test.reaches = text.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(test)
    }

    fn run(&self, folder: &Path, variable: &str, value: &str) -> io::Result<Outcome> {
        let mut child = Command::new(&self.program)
            .args(["--exact", &self.name])
            .env(variable, value)
            .current_dir(folder)
            .env("INSTA_UPDATE", "no")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // A machine that is busy with other things is no mutant's fault.
        let end = Instant::now() + self.time * 8 + Duration::from_secs(4);
        loop {
            if let Some(status) = child.try_wait()? {
                let passed = status.success();
                return Ok(if passed {
                    Outcome::Missed
                } else {
                    Outcome::Caught
                });
            }
            if Instant::now() > end {
                // It may have ended by itself.
                _ = child.kill();
                child.wait()?;
                return Ok(Outcome::Timeout);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Runs the tests for all mutants and writes what happened.
pub(crate) fn run(
    folder: &Path,
    mutants: &[Mutant],
    others: &BTreeMap<usize, bool>,
    settings: &Settings,
) -> io::Result<()> {
    let mut tests = Vec::new();
    for program in programs(folder, &settings.cargo)? {
        for name in names(folder, &program)? {
            if !settings.skip.iter().any(|part| name.contains(part)) {
                tests.push(Test::new(folder, &program, &name)?);
            }
        }
    }
    tests.sort_by_key(|test| test.time);
    let all: Duration = tests.iter().map(|test| test.time).sum();
    println!("{} tests, {:.1} s", tests.len(), all.as_secs_f64());
    let file = Mutex::new(File::create(folder.join("outcomes.txt"))?);
    let next = AtomicUsize::new(0);
    let work = || -> io::Result<()> {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(n) else {
                return Ok(());
            };
            let outcome = match others.get(&n) {
                None => outcome(folder, &tests, n, mutant, settings)?,
                Some(true) => Outcome::Unviable,
                Some(false) => Outcome::Apart,
            };
            let mut file = file.lock().map_err(|_| io::Error::other("a panic"))?;
            writeln!(file, "{outcome} {}", mutant.name)?;
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.jobs).map(|_| scope.spawn(work)).collect();
        let mut results = workers.into_iter().map(|worker| worker.join());
        results.try_for_each(|result| result.map_err(|_| io::Error::other("a panic"))?)
    })
}

fn outcome(
    folder: &Path,
    tests: &[Test],
    number: usize,
    mutant: &Mutant,
    settings: &Settings,
) -> io::Result<Outcome> {
    let mut outcome = Outcome::Unreached;
    let mut spent = Duration::ZERO;
    let reaching = tests.iter().filter(|test| test.reaches.contains(&number));
    let mut reaching: Vec<&Test> = reaching.collect();
    // Those of its own module first; the others stay in their order.
    let module = mutant.module();
    reaching.sort_by_key(|test| !test.name.starts_with(&module));
    for test in reaching {
        if spent.as_secs_f64() > settings.seconds {
            break;
        }
        spent += test.time;
        outcome = test.run(folder, "MUTANT", &number.to_string())?;
        if outcome != Outcome::Missed {
            break;
        }
    }
    Ok(outcome)
}

/// The programs that `cargo test` would run.
fn programs(folder: &Path, arguments: &[String]) -> io::Result<Vec<PathBuf>> {
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--message-format", "json"])
        .args(arguments)
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()?;
    let lines = output.stdout.lines().map_while(Result::ok);
    let messages = lines.filter_map(|line| serde_json::from_str::<serde_json::Value>(&line).ok());
    let programs = messages.filter_map(|m| m["executable"].as_str().map(PathBuf::from));
    Ok(programs.collect())
}

/// The tests of a program.
fn names(folder: &Path, program: &Path) -> io::Result<Vec<String>> {
    let output = Command::new(program)
        .args(["--list", "--format", "terse"])
        .current_dir(folder)
        .output()?;
    let lines = output.stdout.lines().map_while(Result::ok);
    let names = lines.filter_map(|line| line.strip_suffix(": test").map(String::from));
    Ok(names.collect())
}
