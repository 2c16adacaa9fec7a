//! A run that is killed at any moment resumes from its file and ends with the same answer.
//!
//! `MISERE_CRASH_ROUNDS=100 cargo test --release --test crash` kills each of them a hundred times.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use misere::nim::checkpoint::Checkpoint;

fn rounds() -> u32 {
    let asked = std::env::var("MISERE_CRASH_ROUNDS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(8)
}

fn misere(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_misere"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> String {
    let output = misere(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Starts a command and kills it after this many milliseconds; true if it was still running.
fn killed(arguments: &[&str], after: u64) -> bool {
    let mut child = misere(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(after));
    let running = child.try_wait().unwrap().is_none();
    // SIGKILL: the program cannot clean up.
    let _ = child.kill();
    child.wait().unwrap();
    running
}

/// The lines of a file, sorted.
fn sorted(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    // Times differ from run to run.
    let untimed = |line: &str| {
        line.split(",\"seconds\"")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let mut lines: Vec<String> = text.lines().map(untimed).collect();
    lines.sort();
    lines
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("misere-crash-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Kills the command several times, and checks its file each time.
fn crash(arguments: &[&str], file: &Path, is_whole: impl Fn(&Path)) {
    let mut kills = 0;
    let mut moment = 1;
    while kills < rounds() {
        moment = moment * 7 % 61 + 1;
        if killed(arguments, moment) {
            kills += 1;
        } else {
            // It ended before: start again from the beginning. A file without a state is gone already.
            let _ = std::fs::remove_file(file);
        }
        if file.exists() {
            is_whole(file);
        }
    }
}

#[test]
fn nim_values_resume_from_their_checkpoint() {
    let folder = folder("nim");
    let file = folder.join("values");
    let path = file.to_str().unwrap();
    let arguments = ["nim", "0.6", "--to", "60000", "--format", "bfile"];
    let whole = output(&arguments);
    let mut resumed = arguments.to_vec();
    resumed.extend(["--checkpoint", path, "--every", "3ms"]);
    crash(&resumed, &file, |file| {
        // It is made before there is anything to write.
        if std::fs::metadata(file).unwrap().len() == 0 {
            return;
        }
        let checkpoint = Checkpoint::read(file, &misere::limits::Budget::default())
            .expect("never a part of a file");
        assert_eq!(checkpoint.ruleset, "0.6");
    });
    assert_eq!(output(&resumed), whole);
    assert_eq!(output(&resumed), whole);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn sweeps_resume_where_they_stopped() {
    let folder = folder("sweep");
    let (file, whole) = (folder.join("lines"), folder.join("whole"));
    let sweep = |file: &Path| {
        let file = file.to_str().unwrap().to_owned();
        ["sweep", "octal:2", "--to", "300", "--output", &file].map(str::to_owned)
    };
    let arguments = sweep(&whole);
    output(&arguments.each_ref().map(String::as_str));
    let arguments = sweep(&file);
    let arguments = arguments.each_ref().map(String::as_str);
    crash(&arguments, &file, |_| {});
    output(&arguments);
    assert_eq!(sorted(&file), sorted(&whole));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn claims_resume_where_they_stopped() {
    let folder = folder("verify");
    let file = folder.join("claims");
    let path = file.to_str().unwrap();
    let arguments = ["verify", "josephus", "--resume", path];
    let whole = folder.join("whole");
    output(&["verify", "josephus", "--resume", whole.to_str().unwrap()]);
    crash(&arguments, &file, |_| {});
    output(&arguments);
    assert!(sorted(&whole).len() > 5);
    assert_eq!(sorted(&file), sorted(&whole));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Kills a search with a file of its own several times and lets it end: its answer is that of a
/// search that was left alone. The file is never a part of one.
fn a_search_resumes(name: &str, arguments: &[&str]) {
    let folder = folder(name);
    let file = folder.join("search");
    let whole = output(arguments);
    let path = file.to_str().unwrap().to_owned();
    let mut resumed = arguments.to_vec();
    resumed.extend(["--resume", &path, "--every", "1ms"]);
    crash(&resumed, &file, |file| {
        let text = std::fs::read_to_string(file).unwrap();
        // It is made before there is anything to write.
        let is_whole = text.is_empty() || serde_json::from_str::<serde_json::Value>(&text).is_ok();
        assert!(is_whole, "{text}");
    });
    assert_eq!(output(&resumed), whole);
    assert_eq!(output(&resumed), whole);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn quotients_resume_from_their_file() {
    a_search_resumes(
        "quotient",
        &["quotient", "0.07", "--to", "24", "--format", "json"],
    );
}

#[test]
fn periods_resume_from_their_file() {
    a_search_resumes("period", &["period", "0.156", "--format", "json"]);
}
