//! The tests run once for each mutant.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;
use std::{fmt, thread};

use crate::{Mutant, Settings};

/// What the tests said of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// A test failed, or the tests ended otherwise than they should.
    Caught,
    /// The tests did not end in time.
    Timeout,
    /// All tests passed.
    Missed,
    /// The mutant is not in the build.
    Apart,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Caught => "caught",
            Self::Timeout => "timeout",
            Self::Missed => "missed",
            Self::Apart => "apart",
        })
    }
}

/// The programs of the tests, quick ones first.
struct Suite<'a> {
    folder: &'a Path,
    programs: Vec<PathBuf>,
    settings: &'a Settings,
}

impl Suite<'_> {
    /// Runs everything with this mutant, until a test fails.
    fn outcome(&self, mutant: Option<usize>) -> io::Result<Outcome> {
        let rounds: &[bool] = if self.settings.late.is_empty() {
            &[false]
        } else {
            &[false, true]
        };
        for &late in rounds {
            for program in &self.programs {
                let outcome = self.run(program, late, mutant)?;
                if outcome != Outcome::Missed {
                    return Ok(outcome);
                }
            }
        }
        Ok(Outcome::Missed)
    }

    fn run(&self, program: &Path, late: bool, mutant: Option<usize>) -> io::Result<Outcome> {
        let mut command = Command::new(program);
        for name in &self.settings.skip {
            command.args(["--skip", name]);
        }
        for name in &self.settings.late {
            if !late {
                command.arg("--skip");
            }
            command.arg(name);
        }
        if let Some(n) = mutant {
            command.env("MUTANT", n.to_string());
        }
        let mut child = command
            .current_dir(self.folder)
            .env("INSTA_UPDATE", "no")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let lines = BufReader::new(child.stdout.take().expect("piped"));
        let (said, heard) = mpsc::channel();
        let listener = thread::spawn(move || {
            // A line that is no text is no verdict.
            for line in lines.split(b'\n').map_while(Result::ok) {
                if line.ends_with(b"... FAILED") && said.send(()).is_err() {
                    return;
                }
            }
        });
        // A verdict, or the end of the output, or nothing in time.
        let verdict = heard.recv_timeout(self.settings.time);
        if verdict != Err(mpsc::RecvTimeoutError::Disconnected) {
            // It may have ended by itself.
            _ = child.kill();
        }
        let status = child.wait()?;
        drop(heard);
        _ = listener.join();
        Ok(match verdict {
            Err(mpsc::RecvTimeoutError::Timeout) => Outcome::Timeout,
            Err(mpsc::RecvTimeoutError::Disconnected) if status.success() => Outcome::Missed,
            _ => Outcome::Caught,
        })
    }
}

/// Runs the tests for all mutants and writes what happened.
pub(crate) fn run(
    folder: &Path,
    mutants: &[Mutant],
    apart: &BTreeSet<usize>,
    settings: &Settings,
) -> io::Result<()> {
    let suite = Suite {
        folder,
        programs: programs(folder, &settings.cargo)?,
        settings,
    };
    let start = Instant::now();
    if suite.outcome(None)? != Outcome::Missed {
        return Err(io::Error::other("the tests fail without a mutant"));
    }
    println!("all tests: {:.1} s", start.elapsed().as_secs_f64());
    let file = Mutex::new(File::create(folder.join("outcomes.txt"))?);
    let next = AtomicUsize::new(0);
    let counts = Mutex::new([0; 4]);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.jobs)
            .map(|_| {
                scope.spawn(|| -> io::Result<()> {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let Some(mutant) = mutants.get(n) else {
                            return Ok(());
                        };
                        let outcome = match apart.contains(&n) {
                            true => Outcome::Apart,
                            false => suite.outcome(Some(n))?,
                        };
                        counts.lock().expect("no panic")[outcome as usize] += 1;
                        writeln!(file.lock().expect("no panic"), "{outcome} {}", mutant.name)?;
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().expect("no panic"))
    })?;
    let [caught, timeout, missed, apart] = *counts.lock().expect("no panic");
    println!("{caught} caught, {timeout} out of time, {missed} missed, {apart} apart");
    Ok(())
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
