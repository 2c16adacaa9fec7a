//! Answers and exit codes where something fails: limits, closed pipes, full disks, no further
//! process, files of other runs and files that were changed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use misere::heaps::Sequence;
use misere::nim::checkpoint::Checkpoint;
use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything here takes, and short enough for a hang to be noticed.
const HANGS: Duration = Duration::from_secs(120);

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs the program in a folder: exit code, standard output, standard error.
fn misere(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = assert_cmd::Command::cargo_bin("misere").unwrap();
    let command = command.current_dir(folder).timeout(HANGS);
    let output = command.args(arguments).output().unwrap();
    let code = output.status.code();
    let [out, err] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    (
        code.unwrap_or_else(|| panic!("{arguments:?} hangs")),
        out,
        err,
    )
}

/// Splits at blanks.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Commands that write a certificate `c`, one for each kind.
const CERTIFICATES: [&str; 6] = [
    "parts (4+2)# --certificate c",
    "period 0.77 --certificate c",
    "period cut:1,6 --certificate c",
    "quotient 0.77 --solve --certificate c",
    "quotient 2## 2# --certificate c",
    "quotient 0.3122 --to 7 --certificate c",
];

/// A valid certificate stays valid under every limit, or its check has no answer.
#[test]
fn a_limit_refutes_no_certificate() {
    let folder = folder();
    for line in CERTIFICATES {
        assert_eq!(misere(folder.path(), &words(line)).0, 0, "{line}");
        let mut codes = Vec::new();
        let nodes = (0..16)
            .chain([32, 64, 128])
            .map(|n| ("--max-nodes", n.to_string()));
        let memory = (8..25).map(|bits| ("--max-memory", (1u64 << bits).to_string()));
        let time = [("--timeout", "0".to_owned())];
        for (flag, limit) in nodes.chain(memory).chain(time) {
            for format in ["text", "json"] {
                let check = ["check", "c", flag, &limit, "--format", format];
                let (code, out, err) = misere(folder.path(), &check);
                assert!(matches!(code, 0 | 3), "{line} {flag} {limit}: {out}{err}");
                assert_eq!(code == 0, !out.is_empty(), "{line} {flag} {limit}: {out}");
                codes.push(code);
            }
        }
        // Some limits are enough, and some are not.
        assert!(
            codes.contains(&0) && codes.contains(&3),
            "{line}: {codes:?}"
        );
    }
}

#[test]
fn what_a_limit_left_untested_is_not_verified() {
    let folder = folder();
    for limit in [["--max-nodes", "10"], ["--max-memory", "20000"]] {
        let verify = [
            "verify",
            "structure.sec6",
            "structure.cor7.6",
            "--format",
            "json",
        ];
        let (code, out, _) = misere(folder.path(), &[&verify[..], &limit].concat());
        assert_eq!(code, 3, "{out}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        let claims = answer["claims"].as_array().unwrap();
        assert!(
            claims.iter().any(|claim| claim["status"] == "unfinished"),
            "{out}"
        );
    }
}

/// Also in a sweep of periods; quotients are in `period_commands.rs`.
#[test]
fn a_game_that_memory_stopped_is_not_done() {
    let folder = folder();
    let sweep = |more: &[&str]| {
        let sweep = words("sweep octal:1 --to 3000 --output lines");
        misere(folder.path(), &[&sweep[..], more].concat())
    };
    let (code, _, err) = sweep(&["--max-memory", "20K"]);
    assert!(code == 3 && err.contains("a limit stopped"), "{err}");
    let lines = std::fs::read_to_string(folder.path().join("lines")).unwrap();
    let stopped = lines.matches("\"unfinished\":true").count();
    assert!(stopped > 0, "{lines}");
    let (code, _, err) = sweep(&[]);
    assert!(code == 0 && err.contains("done before"), "{err}");
    let lines = std::fs::read_to_string(folder.path().join("lines")).unwrap();
    // The head, seven games, and those that were searched twice.
    assert_eq!(lines.lines().count(), 8 + stopped, "{lines}");
}

/// Commands with their exit codes, which depend neither on who reads the answer nor on who reads
/// the messages.
const VERDICTS: [(&str, i32); 14] = [
    ("show 2+2", 0),
    ("show 2+2 --stats", 0),
    ("show 2 3", 0),
    ("show xx(", 2),
    ("show *300+*300 --max-nodes 100", 3),
    ("compare 2 2", 0),
    ("compare 2 3", 1),
    ("compare 2 3 --format json", 1),
    ("minus 2## 4#", 1),
    ("period cut:1,6 --ap 35,8", 1),
    ("check forged", 1),
    ("check forged --format json", 1),
    ("quotient nim --to 2 --isomorphic-to nim --other-to 4", 1),
    ("verify structure.sec6 --max-nodes 10", 3),
];

#[cfg(unix)]
#[test]
fn nobody_reads_the_answer() {
    let folder = folder();
    std::fs::write(folder.path().join("forged"), r#"{"certificate":"parts"}"#).unwrap();
    for (line, expected) in VERDICTS {
        assert_eq!(misere(folder.path(), &words(line)).0, expected, "{line}");
        // Standard output, standard error, and both.
        for closed in 1..4 {
            let pipe = |bit| {
                if closed & bit == 0 {
                    Stdio::null()
                } else {
                    Stdio::piped()
                }
            };
            let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
                .args(words(line))
                .current_dir(folder.path())
                .stdout(pipe(1))
                .stderr(pipe(2))
                .spawn()
                .unwrap();
            drop((child.stdout.take(), child.stderr.take()));
            let code = child.wait().unwrap().code();
            assert_eq!(code, Some(expected), "{line}, closed {closed}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_can_be_written() {
    use std::fs::OpenOptions;
    let folder = folder();
    std::fs::write(folder.path().join("forged"), r#"{"certificate":"parts"}"#).unwrap();
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = |line: &str, out: Stdio, err: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_misere"));
        command.args(words(line)).current_dir(folder.path());
        command.stdout(out).stderr(err).output().unwrap()
    };
    // A message that nobody sees changes nothing.
    for (line, expected) in VERDICTS {
        let output = run(line, Stdio::piped(), full().into());
        assert_eq!(output.status.code(), Some(expected), "{line}");
    }
    // An answer that is not written is an error, help as well.
    let more = [
        "--help",
        "--version",
        "help show",
        "rules",
        "man",
        "completions bash",
        "tour 1",
    ];
    let answers = VERDICTS.iter().filter(|(_, code)| matches!(code, 0 | 1));
    for line in answers.map(|(line, _)| *line).chain(more) {
        let Output { status, stderr, .. } = run(line, full().into(), Stdio::piped());
        let errors = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{line}: {errors}");
        assert!(
            errors.contains("the output could not be written"),
            "{line}: {errors}"
        );
        let both = run(line, full().into(), full().into());
        assert_eq!(both.status.code(), Some(2), "{line}");
    }
}

/// Where no further process is allowed there is no thread for Ctrl-C, and no other.
#[cfg(target_os = "linux")]
#[test]
fn one_process_is_enough() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    // A user without processes, who may read the program and nothing else: root has no such limit.
    let user = (50_000 + std::process::id() % 10_000).to_string();
    let program = folder.path().join("misere");
    std::fs::copy(env!("CARGO_BIN_EXE_misere"), &program).unwrap();
    for path in [folder.path(), &program] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let alone = |arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]);
        command.args(["prlimit", "--nproc=1"]).args(arguments);
        command.output()
    };
    // A shell that cannot start another process shows that the limit holds.
    let Ok(shell) = alone(&["sh", "-c", "true & wait"]) else {
        return;
    };
    let errors = String::from_utf8_lossy(&shell.stderr);
    if !errors.contains("fork") {
        println!("left out, as nobody else can be: {errors}");
        return;
    }
    for (line, expected) in [
        ("show 2+2", "2+2 = 32"),
        ("compare 2 3", "2 ≠ 3"),
        ("verify structure.fig6", "1 claim"),
        ("sweep octal:1 --to 100", "0.7"),
        ("quotient 0.77 --solve", "order 40"),
    ] {
        let (plain, ..) = misere(folder.path(), &words(line));
        let output = alone(&[&[text(&program)], &words(line)[..]].concat()).unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(plain), "{line}: {errors}");
        let answer = String::from_utf8_lossy(&output.stdout);
        assert!(answer.contains(expected), "{line}: {answer}");
    }
}

/// Every flag that names a file to be written or kept, with a command that soon ends.
const WRITERS: [&str; 10] = [
    "sweep octal:1 --to 50 --output F",
    "sweep octal:1 --to 50 --plan 2 --output F",
    "merge lines --output F",
    "verify structure.fig6 --resume F",
    "nim 0.77 --checkpoint F",
    "period 0.104 --to 5000000 --resume F",
    "period 0.77 --certificate F",
    "quotient 0.77 --to 9 --resume F",
    "parts 2## --certificate F",
    "quotient 0.3122 --to 7 --smt F",
];

/// The arguments of a line with this file.
fn with_file<'a>(line: &'a str, file: &'a str) -> Vec<&'a str> {
    let word = |word: &'a str| if word == "F" { file } else { word };
    line.split(' ').map(word).collect()
}

#[test]
fn a_file_belongs_to_one_run() {
    let folder = folder();
    let sweep = "sweep octal:1 --to 50 --output F";
    misere(folder.path(), &with_file(sweep, "lines"));
    for line in WRITERS {
        let path = folder.path().join("kept");
        let _ = std::fs::remove_file(&path);
        assert_eq!(
            misere(folder.path(), &with_file(line, "kept")).0,
            0,
            "{line}"
        );
        let before = std::fs::read(&path).unwrap();
        assert!(!before.is_empty(), "{line}");
        let held = std::fs::File::open(&path).unwrap();
        held.lock().unwrap();
        let (code, _, err) = misere(folder.path(), &with_file(line, "kept"));
        assert_eq!(code, 2, "{line}: {err}");
        assert!(
            err.contains("kept: another run is writing to this file"),
            "{line}: {err}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), before, "{line}");
        drop(held);
        assert_eq!(
            misere(folder.path(), &with_file(line, "kept")).0,
            0,
            "{line}"
        );
    }
}

/// Two runs at the same time, the second one while the first has written and replaced its file.
#[test]
fn the_second_of_two_runs_is_refused() {
    let folder = folder();
    for line in [
        "sweep octal:0.xxx --to 20000 --output kept",
        "nim 0.07 --to 40000000 --checkpoint kept --every 10ms",
        "quotient 0.07 --to 60 --resume kept",
    ] {
        let path = folder.path().join("kept");
        let _ = std::fs::remove_file(&path);
        let mut first = Command::new(env!("CARGO_BIN_EXE_misere"))
            .args(words(line))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Something is written a moment after the file is made and locked.
        while std::fs::metadata(&path).map_or(0, |metadata| metadata.len()) == 0 {
            assert!(first.try_wait().unwrap().is_none(), "{line}");
            std::thread::sleep(Duration::from_millis(5));
        }
        let (code, _, err) = misere(folder.path(), &words(line));
        let runs = first.try_wait().unwrap().is_none();
        first.kill().unwrap();
        first.wait().unwrap();
        assert!(runs, "{line} is too short for this test");
        assert!(
            code == 2 && err.contains("another run"),
            "{line}: {code} {err}"
        );
    }
}

#[cfg(unix)]
#[test]
fn pipes_sockets_and_folders_are_refused() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    misere(
        folder.path(),
        &words("sweep octal:1 --to 50 --output lines"),
    );
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(socket).unwrap();
    std::os::unix::fs::symlink("pipe", folder.path().join("link")).unwrap();
    let readers = [
        "check F",
        "merge F",
        "show 2 --rules F",
        "shell F",
        "show node-kayles(file:pipe)",
    ];
    // Devices are read only: if this breaks, root would replace those of the system.
    let read = readers.iter().map(|line| (line, "/dev/zero"));
    let all = WRITERS.iter().chain(&readers);
    let all = all.flat_map(|line| ["pipe", "socket", "link", "."].map(|file| (line, file)));
    for (line, file) in all.chain(read) {
        let (code, _, err) = misere(folder.path(), &with_file(line, file));
        assert_eq!(code, 2, "{line} {file}: {err}");
        assert!(err.contains("not an ordinary file"), "{line} {file}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    misere(
        folder.path(),
        &words("sweep octal:1 --to 50 --output lines"),
    );
    for line in WRITERS {
        let [path, link, far] = ["kept", "link", "far"].map(|name| folder.path().join(name));
        for file in [&path, &link, &far] {
            let _ = std::fs::remove_file(file);
        }
        symlink("kept", &link).unwrap();
        // The link leads to no file yet.
        assert_eq!(
            misere(folder.path(), &with_file(line, "link")).0,
            0,
            "{line}"
        );
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(
            misere(folder.path(), &with_file(line, "link")).0,
            0,
            "{line}"
        );
        assert!(
            std::fs::symlink_metadata(&link).unwrap().is_symlink(),
            "{line}"
        );
        let metadata = std::fs::symlink_metadata(&path).unwrap();
        assert!(metadata.is_file() && metadata.len() > 0, "{line}");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{line}");
    }
    let names = std::fs::read_dir(folder.path()).unwrap();
    let partial = |name: &std::ffi::OsString| name.to_string_lossy().contains("partial");
    assert!(
        !names
            .map(|entry| entry.unwrap().file_name())
            .any(|name| partial(&name))
    );
}

/// A file that was changed is believed, unless the change is among what is computed again.
#[test]
fn changed_files_are_noticed_when_asked() {
    let folder = folder();
    let path = folder.path().join("kept");
    for (line, from, to) in [
        (
            "sweep octal:1 --to 300 --output kept",
            "\"period\":2",
            "\"period\":4",
        ),
        (
            "sweep octal:1 --quotient --each 5s --output kept",
            "\"p_order\":",
            "\"p_order\":1",
        ),
        (
            "verify structure.fig6 josephus.thm4 --resume kept",
            "\"range\":\"",
            "\"range\":\"not ",
        ),
    ] {
        let _ = std::fs::remove_file(&path);
        let run = |more: &[&str]| misere(folder.path(), &[&words(line)[..], more].concat());
        assert_eq!(run(&[]).0, 0, "{line}");
        let (code, _, err) = run(&["--recheck"]);
        assert_eq!(code, 0, "{line}: {err}");
        let right = std::fs::read_to_string(&path).unwrap();
        let changed = right.replacen(from, to, 1);
        assert_ne!(right, changed, "{line}: {right}");
        std::fs::write(&path, &changed).unwrap();
        assert_eq!(run(&[]).0, 0, "{line}");
        let (code, _, err) = run(&["--recheck=1000"]);
        assert_eq!(code, 2, "{line}: {err}");
        assert!(
            err.contains("kept: it says something else about"),
            "{line}: {err}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed, "{line}");
    }
    // A checkpoint has a checksum, but whoever changes it can make another.
    let run = |more: &[&str]| {
        let nim = words("nim 0.77 --to 200 --checkpoint kept");
        misere(folder.path(), &[&nim[..], more].concat())
    };
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run(&[]).0, 0);
    assert_eq!(run(&["--recheck"]).0, 0);
    let Checkpoint { ruleset, values } =
        Checkpoint::read(&path, &misere::limits::Budget::default()).unwrap();
    let mut numbers = values.numbers().unwrap().to_vec();
    numbers[70] += 1;
    let values = Sequence::of_numbers(0, numbers);
    Checkpoint { ruleset, values }.write(&path).unwrap();
    assert_eq!(run(&[]).0, 0);
    let (code, _, err) = run(&["--recheck=1000"]);
    assert!(
        code == 2 && err.contains("something else about heap"),
        "{err}"
    );
}

/// A certificate says what its check costs, and the check finds the same.
#[test]
fn a_certificate_tells_its_cost() {
    let folder = folder();
    for line in [
        CERTIFICATES[3],
        CERTIFICATES[4],
        "quotient 0.07 --to 20 --certificate c",
    ] {
        assert_eq!(misere(folder.path(), &words(line)).0, 0, "{line}");
        let certificate = std::fs::read_to_string(folder.path().join("c")).unwrap();
        let certificate: Value = serde_json::from_str(&certificate).unwrap();
        assert!(
            certificate["cost"].as_u64().is_some_and(|n| n > 0),
            "{line}"
        );
        assert_eq!(misere(folder.path(), &["check", "c"]).0, 0, "{line}");
    }
}

/// The lines of a script that nobody reads, after one whose answer was no.
#[cfg(unix)]
#[test]
fn a_script_remembers_a_no() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .arg("shell")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // The program may end before it has read everything.
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all(b"compare 2 3\nshow 2\n");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
