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
        out.starts_with(
            "valid: the nim values of 0.07 have the least period 34 and the least preperiod 53,"
        ),
        "{out}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    for (what, by) in [
        ("\"period\":34", "\"period\":35"),
        ("\"saltus\":0", "\"saltus\":1"),
        ("\"certificate\":\"period\"", "\"certificate\":\"periods\""),
        ("\"version\":2", "\"version\":3"),
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
    assert_eq!((code, out.lines().count()), (0, 16));
    assert!(out.starts_with("ruleset "), "{out}");
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
    for (command, code, least) in [
        (&["sweep", "cut{1}+{2..8}"][..], 0, 0),
        (
            &["sweep", "octal:2", "--to", "20000", "--max-memory", "1M"],
            3,
            10,
        ),
        (
            &["sweep", "octal:0.xx", "--quotient", "--max-memory", "400K"],
            3,
            10,
        ),
    ] {
        let on = |threads: &str, format: &str| {
            let flags = ["--threads", threads, "--format", format];
            run(&[command, &flags].concat())
        };
        let one = on("1", "json");
        let refused = one.1.matches("more than the memory limit").count();
        assert!(one.0 == code && refused >= least, "{refused}: {}", one.1);
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
    // The head and the games.
    assert_eq!(expected.lines().count(), 64);
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
    lines.dedup();
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
        (other.as_str(), "line 1: no line before it says which sweep"),
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
    assert!(err.contains("--to is 100 there and 200 here"), "{err}");
    std::fs::remove_dir_all(directory).unwrap();
}

/// A game that a limit stopped is told, not hidden, and searched again with more memory.
#[test]
fn what_a_limit_stopped_is_searched_again() {
    let directory = directory("unfinished");
    let file = directory.join("lines");
    let path = file.to_str().unwrap();
    let sweep = |memory: &str| {
        let limit = ["--max-memory", memory];
        run(&[
            &[
                "sweep",
                "octal:0.xx",
                "--quotient",
                "--each",
                "5s",
                "--output",
                path,
            ][..],
            &limit,
        ]
        .concat())
    };
    let unfinished = || {
        let text = std::fs::read_to_string(&file).unwrap();
        text.matches("\"unfinished\":true").count()
    };
    let (code, _, err) = sweep("400K");
    assert_eq!(code, 3, "{err}");
    let stopped = unfinished();
    assert!(
        stopped >= 10 && err.contains("unfinished: a limit stopped"),
        "{err}"
    );
    let (code, out, err) = run(&["merge", path]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("64 games are stopped by a limit"), "{err}");
    assert_eq!(out.lines().count(), 65);
    // Each of them has a second line now; only the later ones count.
    let (code, _, err) = sweep("600K");
    assert!(code == 3 || unfinished() == stopped, "{err}");
    let (code, _, err) = run(&["merge", path, "--quiet"]);
    let left = err.lines().next().unwrap_or_default();
    assert!(
        code == 0 || !left.starts_with(&format!("unfinished: {stopped} ")),
        "{err}"
    );
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_second_run_on_a_file_is_refused() {
    let directory = directory("lock");
    let file = directory.join("lines");
    let path = file.to_str().unwrap();
    let sweep = ["sweep", "octal:1", "--to", "100", "--output", path];
    assert_eq!(run(&sweep).0, 0);
    let before = std::fs::read_to_string(&file).unwrap();
    let held = std::fs::File::open(&file).unwrap();
    held.lock().unwrap();
    let (code, _, err) = run(&sweep);
    assert_eq!(code, 2);
    assert!(err.contains("another run is writing to this file"), "{err}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    // Joining reads it as it is.
    assert_eq!(run(&["merge", path]).0, 0);
    drop(held);
    assert_eq!(run(&sweep).0, 0);
    std::fs::remove_dir_all(directory).unwrap();
}

/// Shards, by number or by a plan, join to the bytes of one sweep.
#[test]
fn shards_are_joined() {
    let directory = directory("merge");
    let name = |file: &str| directory.join(file).to_str().unwrap().to_owned();
    let read = |file: &str| std::fs::read_to_string(directory.join(file)).unwrap();
    let sweep = |more: &[&str]| run(&[&["sweep", "octal:2", "--to", "300"], more].concat());
    assert_eq!(sweep(&["--output", &name("single")]).0, 0);
    assert_eq!(sweep(&["--plan", "3", "--output", &name("plan")]).0, 0);
    for (kind, flags) in [
        ("part", vec![]),
        ("planned", vec!["--plan-file".to_owned(), name("plan")]),
    ] {
        let files: Vec<String> = (1..=3).map(|n| name(&format!("{kind}-{n}"))).collect();
        for (n, file) in (1..).zip(&files) {
            let shard = format!("{n}/3");
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            let all = [&["--shard", &shard, "--output", file][..], &flags].concat();
            let (code, _, err) = sweep(&all);
            assert_eq!(code, 0, "{err}");
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let merge = |files: &[&str], more: &[&str]| run(&[&["merge"], files, more].concat());
        let (code, _, err) = merge(&files, &["--output", &name("whole")]);
        assert_eq!(code, 0, "{err}");
        assert_eq!(read("whole"), read("single"), "{kind}");
        // Twice the same is the same.
        assert_eq!(merge(&[&files[..], &files].concat(), &[]).0, 0);
        // A part is missing, or was cut off.
        let (code, _, err) = merge(&files[1..], &[]);
        assert!(
            code == 3 && err.contains("of 63 games are missing: 0."),
            "{err}"
        );
        let whole = std::fs::read(files[0]).unwrap();
        std::fs::write(files[0], &whole[..whole.len() - 5]).unwrap();
        let (code, _, err) = merge(&files, &[]);
        assert!(
            code == 3 && err.contains("1 of 63 games are missing"),
            "{err}"
        );
        std::fs::write(files[0], whole).unwrap();
        // What does not belong together is refused. Plans rest on measured times, so only the single sweep surely has a line
        // of every kind.
        let text = read("single");
        for (from, to, part) in [
            (
                "octal:2",
                "octal:3",
                "the family is octal:3 there and octal:2 here",
            ),
            ("\"to\":300", "\"to\":301", "--to is 301 there"),
            (
                "\"version\":\"",
                "\"version\":\"9",
                "the version of misere is 9",
            ),
            (
                "\"kind\":\"periodic\"",
                "\"kind\":\"sapp\"",
                "and it differs",
            ),
            (
                "{\"ruleset\":\"0.",
                "{\"ruleset\":\"4.",
                "is not a game of octal:2",
            ),
            ("{\"sweep\":", "{\"speep\":", "not a result"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            std::fs::write(name("changed"), changed).unwrap();
            let (code, out, err) = merge(&[&files[..], &[&name("changed")]].concat(), &[]);
            assert_eq!((code, out.as_str()), (2, ""), "{from}: {err}");
            assert!(err.contains(part), "{err}");
        }
    }
    // A plan of another sweep, or half of one.
    let planned = |plan: &str, shard: &str| {
        let (code, _, err) = sweep(&["--shard", shard, "--plan-file", &name(plan)]);
        assert_eq!(code, 2, "{err}");
        err
    };
    assert!(planned("plan", "1/4").contains("a plan of 3 shards, not of 4"));
    assert!(planned("single", "1/3").contains("not a result"));
    let plan = read("plan");
    std::fs::write(name("half"), &plan[..plan.len() - 3]).unwrap();
    assert!(planned("half", "1/3").contains("not the whole of a plan"));
    std::fs::write(name("other"), plan.replacen("\"to\":300", "\"to\":200", 1)).unwrap();
    assert!(planned("other", "1/3").contains("--to is 200 there"));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_sweep_has_column_heads_and_csv() {
    let (code, out, _) = run(&["sweep", "octal:2", "--to", "300", "--format", "csv"]);
    assert_eq!((code, out.lines().count()), (0, 64));
    let heads: Vec<&str> = out.lines().next().unwrap().split(',').collect();
    assert_eq!(
        heads[..6],
        ["ruleset", "kind", "how", "period", "saltus", "preperiod"]
    );
    let row = out.lines().find(|line| line.starts_with("0.07,")).unwrap();
    assert!(row.starts_with("0.07,periodic,proved,34,0,53,"), "{row}");
    assert!(row.contains(",0.4,"), "{row}");
    let (code, _, err) = run(&["sweep", "octal:9"]);
    assert_eq!(code, 2);
    assert!(err.contains("134217727 games, more than 300000"), "{err}");
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
            &["period", "0.77", "--format", "bfile"],
            "`period` has no bfile output",
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

#[test]
fn a_search_goes_on_from_its_file() {
    let directory = directory("resume");
    let file = directory.join("0.104.search");
    let path = file.to_str().unwrap();
    // Beyond the values that are kept, in three parts.
    for to in ["5000000", "5500000", "6000000"] {
        let (code, out, err) = run(&["period", "0.104", "--to", to, "--resume", path]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(
            out.contains(&format!("all values up to heap {to}\n")),
            "{out}"
        );
    }
    let saved = std::fs::read_to_string(&file).unwrap();
    for (changed, part) in [
        (saved.replace("0.104", "0.106"), "belongs to `0.106`"),
        (saved.replace("\"met\":", "\"met\":1"), "SHA-256"),
        (
            saved.replace("period search", "search"),
            "not a saved search",
        ),
        (saved[..saved.len() / 2].to_owned(), "EOF"),
    ] {
        assert!(changed != saved);
        std::fs::write(&file, &changed).unwrap();
        let (code, out, err) = run(&["period", "0.104", "--to", "7000000", "--resume", path]);
        assert_eq!((code, out.as_str()), (2, ""), "{part}");
        assert!(
            err.contains(part) && err.contains("--resume goes on"),
            "{err}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), changed);
    }
    std::fs::remove_dir_all(directory).unwrap();
}
