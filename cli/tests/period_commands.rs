//! The commands `period`, `check` and `sweep`: their keys, exit codes, files and complaints.

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use misere::nim::PeriodCertificate;
use serde_json::Value;

/// A directory of this test's own, emptied.
fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("misere-period-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("misere").unwrap();
    let Output {
        status,
        stdout,
        stderr,
    } = command.args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, out, err) = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn period_tells_what_is_proved() {
    let answer = json(&["period", "0.77"]);
    let expected: [(&str, Value); 8] = [
        ("ruleset", "0.77".into()),
        ("kind", "periodic".into()),
        ("period", 12.into()),
        ("saltus", 0.into()),
        ("preperiod", 71.into()),
        ("last_exception", 70.into()),
        ("proved", true.into()),
        (
            "theorem",
            "Octal Periodicity Theorem (Guy and Smith 1956)".into(),
        ),
    ];
    for (key, value) in expected {
        assert_eq!(answer[key], value, "{key}");
    }
    let answer = json(&["period", "cut:1,2,8"]);
    assert_eq!(answer["kind"], "arithmetic-periodic");
    assert_eq!(answer["proved"], false);
    assert_eq!(answer["theorem"], Value::Null);
    assert_eq!(answer["preperiod"], 6);
    assert_eq!(
        answer["pattern"],
        "(0,1,2,3,1,4) (3,2,4,5,6,7,8,9,7,11,9,8) (+8)"
    );
    assert_eq!(json(&["period", "cut:1,2,8", "--extended"])["proved"], true);
    let answer = json(&["period", "0.454", "--to", "500"]);
    assert_eq!(
        (&answer["kind"], &answer["proved"]),
        (&"unknown".into(), &false.into())
    );
    assert_eq!(answer["published"]["period"], 60_620_715);
    let (code, out, _) = run(&["period", "cut{1,6}"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("cut{1,6} is arithmetic-periodic: proved"),
        "{out}"
    );
    assert!(
        out.contains("(0,1)^3(2,3)^3,1,4,(5,4)^2,(3,2)^3(4,5)^3(6,7)^3 (+8)"),
        "{out}"
    );
    let (_, out, _) = run(&["period", "grundy", "--to", "500"]);
    assert!(out.contains("no period of grundy is seen"), "{out}");
}

#[test]
fn certificates_go_through_files() {
    let directory = directory("certificates");
    let file = directory.join("period.json");
    let path = file.to_str().unwrap();
    assert_eq!(run(&["period", "0.07", "--certificate", path]).0, 0);
    let checked = json(&["check", path]);
    assert_eq!(
        (&checked["valid"], &checked["kind"]),
        (&true.into(), &"period".into())
    );
    let (code, out, _) = run(&["check", path]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("valid: 0.07 has period 34 after 53 values"),
        "{out}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    for (what, by) in [
        ("\"period\":34", "\"period\":35"),
        ("\"saltus\":0", "\"saltus\":1"),
        ("\"certificate\":\"period\"", "\"certificate\":\"periods\""),
        ("\"version\":1", "\"version\":2"),
        ("guy-smith", "guy-jones"),
        ("0.07", "0.77"),
        ("{", "{\"note\":1,"),
        ("}", ""),
    ] {
        assert!(text.contains(what));
        std::fs::write(&file, text.replacen(what, by, 1)).unwrap();
        let (code, out, _) = run(&["check", path]);
        assert_eq!(code, 1, "{what}");
        assert!(out.starts_with("not valid: "), "{out}");
    }
    // Without a proof there is no certificate, and no file is touched.
    std::fs::write(&file, "mine").unwrap();
    let (code, _, err) = run(&["period", "grundy", "--to", "100", "--certificate", path]);
    assert_eq!(code, 1);
    assert!(err.contains("nothing is proved"), "{err}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    std::fs::remove_dir_all(directory).unwrap();
}

/// That a file cannot be checked does not mean that it is wrong.
#[test]
fn a_certificate_too_large_to_be_checked_is_out_of_reach() {
    let directory = directory("large");
    let file = directory.join("period.json");
    let path = file.to_str().unwrap();
    let arguments = ["period", "cut{1,2,8}", "--extended", "--certificate", path];
    assert_eq!(run(&arguments).0, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut certificate: PeriodCertificate = serde_json::from_str(&text).unwrap();
    certificate.ruleset = "cut{1,2,8000}".into();
    certificate.digest = certificate.right_digest();
    std::fs::write(&file, serde_json::to_string(&certificate).unwrap()).unwrap();
    for format in ["text", "json"] {
        let (code, out, err) = run(&["check", path, "--format", format]);
        assert_eq!((code, out.as_str()), (3, ""));
        assert_eq!(
            err,
            "out of reach: the certificate is too large to be checked\n"
        );
    }
    std::fs::remove_dir_all(directory).unwrap();
}

/// Without a theorem nothing states the values.
#[test]
fn nothing_computed_is_told_as_such() {
    for (arguments, code) in [
        (&["period", "0.77", "--timeout", "0"][..], 3),
        (&["period", "subtraction:1,2;sink=9", "--to", "8"], 0),
    ] {
        let (ended, out, _) = run(arguments);
        assert_eq!(ended, code, "{arguments:?}");
        assert!(out.ends_with("no value\n"), "{out}");
    }
    let (_, out, _) = run(&["period", "cut:1,6"]);
    assert!(
        out.contains("no value: the theorem states them all\n"),
        "{out}"
    );
}

#[test]
fn a_sweep_is_a_table_of_periods() {
    let (code, out, err) = run(&["sweep", "cut{1}+{2..5}"]);
    assert_eq!((code, out.lines().count()), (0, 15));
    assert!(err.contains("14 proved, 0 observed, 1 unknown"), "{err}");
    let (code, out, _) = run(&["sweep", "quaternary:2", "--format", "json"]);
    assert_eq!((code, out.lines().count()), (0, 15));
    for line in out.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["proved"], true);
    }
}

/// Searched on one thread, two or four, a family has the same rows in the same order, also where games
/// stop at a memory limit that those which run beside them share.
#[test]
fn threads_change_nothing_in_a_sweep() {
    for (command, least) in [
        (&["sweep", "cut{1}+{2..8}"][..], 0),
        (
            &["sweep", "octal:2", "--to", "20000", "--max-memory", "1M"],
            10,
        ),
        (
            &["sweep", "octal:0.xx", "--quotient", "--max-memory", "400K"],
            10,
        ),
    ] {
        let on = |threads: &str, format: &str| {
            let flags = ["--threads", threads, "--format", format];
            run(&[command, &flags].concat())
        };
        let one = on("1", "json");
        let refused = one.1.matches("more than the memory limit").count();
        assert!(one.0 == 0 && refused >= least, "{refused}: {}", one.1);
        for threads in ["2", "4", "4"] {
            assert!(one == on(threads, "json"), "{command:?} on {threads}");
        }
        assert_eq!(on("1", "text"), on("2", "text"));
    }
}

#[test]
fn a_sweep_goes_on_where_it_stopped() {
    let directory = directory("sweep");
    let whole = directory.join("whole.jsonl");
    let sweep = |file: &PathBuf, shard: &str| {
        let path = file.to_str().unwrap();
        run(&[
            "sweep", "octal:2", "--to", "100", "--shard", shard, "--output", path,
        ])
    };
    assert_eq!(sweep(&whole, "1/1").0, 0);
    let expected = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(expected.lines().count(), 63);
    // Cut anywhere, also in the middle of a line, it is completed to the same file.
    for cut in [
        0,
        1,
        200,
        expected.len() / 2,
        expected.len() - 1,
        expected.len(),
    ] {
        std::fs::write(&whole, &expected[..cut]).unwrap();
        assert_eq!(sweep(&whole, "1/1").0, 0);
        assert_eq!(
            std::fs::read_to_string(&whole).unwrap(),
            expected,
            "cut at {cut}"
        );
    }
    // Shards concatenate to the same lines.
    let mut lines = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let part = directory.join(shard.replace('/', "-"));
        assert_eq!(sweep(&part, shard).0, 0);
        let text = std::fs::read_to_string(&part).unwrap();
        lines.extend(text.lines().map(String::from));
    }
    lines.sort();
    let mut all: Vec<&str> = expected.lines().collect();
    all.sort_unstable();
    assert_eq!(lines, all);
    // A file of something else, or of another sweep, is left alone, whether or not its last line
    // has an end.
    let path = whole.to_str().unwrap();
    assert_eq!(run(&["period", "0.07", "--certificate", path]).0, 0);
    let certificate = std::fs::read_to_string(&whole).unwrap();
    assert!(!certificate.ends_with('\n'));
    let other = run(&["period", "0.07", "--format", "json"]).1;
    let other = other.trim_end().to_owned();
    for (content, part) in [
        ("my notes\n", "line 1: not a result"),
        ("my notes", "its last line is not a result"),
        (
            "{\"certificate\":\"period\",",
            "its last line is not a result",
        ),
        (certificate.as_str(), "line 1: not a result"),
        (
            other.as_str(),
            "line 1: 0.07 was searched with another --to",
        ),
    ] {
        std::fs::write(&whole, content).unwrap();
        let (code, _, err) = sweep(&whole, "1/1");
        assert_eq!(code, 2);
        assert!(err.contains(part), "{err}");
        assert_eq!(std::fs::read_to_string(&whole).unwrap(), content);
    }
    for what in [&[][..], &["--quotient"]] {
        std::fs::write(&whole, &certificate).unwrap();
        let (code, _, err) = run(&[&["sweep", "octal:1", "--output", path], what].concat());
        assert_eq!(code, 2);
        assert!(err.contains("line 1: not a result"), "{err}");
        assert_eq!(std::fs::read_to_string(&whole).unwrap(), certificate);
    }
    std::fs::write(&whole, &expected).unwrap();
    let (code, _, err) = run(&["sweep", "octal:2", "--to", "200", "--output", path]);
    assert_eq!(code, 2);
    assert!(err.contains("another --to"), "{err}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn bad_input_is_refused() {
    for (arguments, part) in [
        (&["sweep", "cut{1}"][..], "expected two lists"),
        (
            &["sweep", "octal:2", "--shard", "5/4"],
            "there is no shard 5 of 4",
        ),
        (&["period", "cut{}"], "a cut set has at least one number"),
        (&["period", "cut{0}"], "at least 1 cut"),
        (&["period", "0.8W"], "`W` is not a digit of a code"),
        (&["period", "cut1", "cut6"], "shells expand braces"),
        (
            &["period", "0.77", "--format", "csv"],
            "`period` has no csv output",
        ),
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(part), "{err}");
    }
    // Limits are results: what is known is printed.
    let (code, out, err) = run(&["period", "0.007", "--to", "10000000", "--timeout", "300ms"]);
    assert_eq!(code, 3);
    assert!(out.contains("no period of 0.007 is seen"), "{out}");
    assert!(err.contains("the time limit is reached"), "{err}");
}
