//! Mutation testing with all mutants in one build.
//!
//! `misere-mutants FOLDER MUTANTS.json [--skip TEST] [--seconds N] [--jobs N] -- ARGUMENTS OF
//! CARGO TEST` rewrites the sources in FOLDER so that every mutant of the list, which is that of
//! `cargo mutants --list --json`, is in the program and an environment variable chooses one. Then it
//! builds once, runs each test to see which mutants it reaches, and tries each mutant with the tests
//! that reach it, those of its module and quick ones first. What happened to each is written to `FOLDER/outcomes.txt`.
//!
//! `misere-mutants --survivors FOLDER OUTCOMES LIST` compares the survivors with those that were looked
//! at; FOLDER has the sources that the outcomes are about.
//!
//! Building takes most of the time of mutation testing, and tests that have nothing to do with the
//! mutant take most of the rest. Some mutants cannot stand beside the original, such as another type
//! behind `impl Iterator`: they are listed as `apart`, and cargo-mutants tests them one by one.

mod edit;
mod survivors;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use serde::Deserialize;

/// A mutant as cargo-mutants lists it.
#[derive(Clone, Debug, Deserialize)]
struct Mutant {
    name: String,
    file: PathBuf,
    genre: String,
    replacement: String,
    span: Lines,
}

impl Mutant {
    /// How the names of the unit tests of its module begin: `census::classes::`.
    fn module(&self) -> String {
        let file = self.file.with_extension("");
        let parts = file.iter().map(|part| part.to_string_lossy());
        let parts: Vec<_> = parts
            .filter(|part| part != "src" && part != "mod")
            .collect();
        parts.join("::") + "::"
    }
}

/// Where it is: lines and columns from 1 on.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
struct Lines {
    start: Place,
    end: Place,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

/// How the tests are run.
struct Settings {
    /// Tests with these words in their names are left out.
    skip: Vec<String>,
    /// No further test is tried with a mutant after those that take so many seconds.
    seconds: f64,
    /// How many mutants are tried at once.
    jobs: usize,
    /// What `cargo test` is told.
    cargo: Vec<String>,
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

impl Settings {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut settings = Self {
            skip: Vec::new(),
            seconds: f64::INFINITY,
            jobs: 1,
            cargo: Vec::new(),
        };
        while let Some(option) = words.next() {
            if option == "--" {
                settings.cargo = words.collect();
                break;
            }
            let value = words
                .next()
                .ok_or_else(|| format!("{option} needs a value"))?;
            match &*option {
                "--skip" => settings.skip.push(value),
                "--seconds" => settings.seconds = number(&value)?,
                "--jobs" => settings.jobs = number(&value)?,
                _ => return Err(format!("no option {option}")),
            }
        }
        Ok(settings)
    }
}

/// What a mutant's code is asked by, added to the crate. Without a mutant it notes, once, each one
/// that asks.
const SWITCH: &str = r#"
mod mutant {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    const UNKNOWN: usize = usize::MAX;
    const NONE: usize = usize::MAX - 1;
    static CHOSEN: AtomicUsize = AtomicUsize::new(UNKNOWN);
    static REACHED: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];

    #[inline(always)]
    pub(crate) fn is(number: usize) -> bool {
        let chosen = CHOSEN.load(Relaxed);
        if chosen >= NONE { is_unknown(number) } else { chosen == number }
    }

    fn is_unknown(number: usize) -> bool {
        if CHOSEN.load(Relaxed) == UNKNOWN {
            let chosen = std::env::var("MUTANT").ok();
            CHOSEN.store(chosen.map_or(NONE, |n| n.parse().unwrap()), Relaxed);
            return is(number);
        }
        if !REACHED[number].load(Relaxed) && !REACHED[number].swap(true, Relaxed) {
            if let Ok(path) = std::env::var("MUTANT_LOG") {
                let file = std::fs::OpenOptions::new().append(true).open(path);
                file.unwrap().write_all(format!("{number}\n").as_bytes()).unwrap();
            }
        }
        false
    }
}
"#;

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [option, folder, outcomes, list] = &words[..]
        && option == "--survivors"
    {
        let all_listed = survivors::compare(folder.as_ref(), outcomes.as_ref(), list.as_ref())?;
        std::process::exit(i32::from(!all_listed));
    }
    let mut words = words.into_iter();
    let (Some(folder), Some(list)) = (words.next(), words.next()) else {
        eprintln!("misere-mutants FOLDER MUTANTS.json [OPTIONS] -- ARGUMENTS OF CARGO TEST");
        std::process::exit(2);
    };
    let settings = Settings::read(words).map_err(io::Error::other)?;
    let folder = fs::canonicalize(folder)?;
    let mutants: Vec<Mutant> = serde_json::from_str(&fs::read_to_string(list)?)?;
    let others = make_switchable(&folder, &mutants, &settings.cargo)?;
    println!(
        "{} mutants, {} of them not in the build",
        mutants.len(),
        others.len()
    );
    trial::run(&folder, &mutants, &others, &settings)
}

/// Rewrites the sources with all mutants that can be built together, and returns the others: true
/// for those that do not build at all.
fn make_switchable(
    folder: &Path,
    mutants: &[Mutant],
    arguments: &[String],
) -> io::Result<BTreeMap<usize, bool>> {
    let files: BTreeSet<&Path> = mutants.iter().map(|m| &*m.file).collect();
    let originals = files
        .iter()
        .map(|file| fs::read_to_string(folder.join(file)));
    let originals: Vec<String> = originals.collect::<io::Result<_>>()?;
    let root = folder.join("src/lib.rs");
    fs::write(&root, fs::read_to_string(&root)? + SWITCH)?;
    let mut others = BTreeMap::new();
    loop {
        let mut written = Vec::new();
        for (&file, text) in files.iter().zip(&originals) {
            let here = mutants.iter().enumerate();
            let here = here.filter(|(n, m)| *m.file == *file && !others.contains_key(n));
            let edited = edit::rewrite(text, here);
            others.extend(edited.not_found.iter().map(|&n| (n, false)));
            fs::write(folder.join(file), &edited.text)?;
            written.push((file, edited));
        }
        let wrong = refused(folder, &written, arguments)?;
        if wrong.is_empty() {
            return Ok(others);
        }
        println!("{} do not build beside the others", wrong.len());
        others.extend(wrong);
    }
}

/// Whether an error would be there without the original beside the mutant as well. Calls in constants
/// and values that live too short come from the question.
fn is_wrong_alone(code: &str) -> bool {
    !matches!(
        code,
        "E0015" | "E0505" | "E0506" | "E0597" | "E0658" | "E0716" | ""
    )
}

/// The mutants in which the compiler finds errors, and whether these would be there without the
/// others.
fn refused(
    folder: &Path,
    written: &[(&Path, edit::Edited)],
    arguments: &[String],
) -> io::Result<BTreeMap<usize, bool>> {
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--message-format", "json"])
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let mut wrong = BTreeMap::new();
    let mut others = String::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: serde_json::Value = serde_json::from_str(line)?;
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        let spans = message["spans"].as_array().map_or(&[][..], |v| v);
        // The primary place first; where it is the original, the mutant beside it is at fault.
        let (primary, secondary): (Vec<_>, Vec<_>) =
            spans.iter().partition(|span| span["is_primary"] == true);
        let at_fault = primary.into_iter().chain(secondary).find_map(|span| {
            let line = |key: &str| usize::try_from(span[key].as_u64()?).ok();
            let lines = line("line_start")?..line("line_end")? + 1;
            let file = written
                .iter()
                .find(|(file, _)| span["file_name"] == *file.to_string_lossy());
            let mutants: Vec<usize> = file?.1.mutants_at(lines).collect();
            (!mutants.is_empty()).then_some(mutants)
        });
        let code = message["code"]["code"].as_str().unwrap_or("");
        match at_fault {
            Some(mutants) => wrong.extend(mutants.into_iter().map(|n| (n, is_wrong_alone(code)))),
            None => others.push_str(message["rendered"].as_str().unwrap_or("")),
        }
    }
    if !output.status.success() && wrong.is_empty() {
        return Err(io::Error::other(format!(
            "the tests do not build:\n{others}{}",
            String::from_utf8_lossy(&output.stderr)
        )));
    }
    Ok(wrong)
}
