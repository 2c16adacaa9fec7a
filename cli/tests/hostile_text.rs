//! Text from arguments and files reaches the terminal without what would control it.

use std::path::Path;

use tempfile::TempDir;

/// One character of each sort that a terminal obeys or that changes what is around it: escape
/// sequences of both lengths, the other ends of lines, the controls of direction, blanks without
/// width, combining marks, tags, variation selectors.
const HOSTILE: &str = "\u{1b}[31m\u{9b}5m\u{7}\u{8}\r\u{b}\u{c}\u{7f}\u{85}\u{2028}\u{2029}\
    \u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{202e}\u{2066}\u{2069}\u{feff}\u{fffa}\u{301}\u{20dd}\u{e0041}\u{e0100}\u{fe0f}";

/// Runs the program in a folder and returns all that it wrote.
fn written(folder: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = assert_cmd::Command::cargo_bin("misere").unwrap();
    let command = command
        .current_dir(folder)
        .timeout(std::time::Duration::from_secs(60));
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0..=3)), "{arguments:?}: {code:?}");
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Whether no character of the list, but line ends and tabs, is in a text.
fn assert_harmless(text: &str, arguments: &[&str]) {
    let is_bad = |c: &char| {
        let listed = HOSTILE.contains(*c) && !c.is_ascii_graphic();
        listed || (c.is_control() && !matches!(c, '\n' | '\t'))
    };
    let bad: Vec<char> = text.chars().filter(is_bad).collect();
    assert!(bad.is_empty(), "{arguments:?} writes {bad:?}: {text:?}");
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Every command, with hostile words in the place of X.
const COMMANDS: [&str; 48] = [
    "X",
    "--X",
    "-X",
    "help X",
    "show X",
    "show 2#X",
    "show 2#X --format json",
    "show 2#X --format csv",
    "show 2#X --format tex",
    "show X2#",
    "show 2 --format X",
    "show 2 --notation X",
    "show 2 --timeout X",
    "show 2 --max-memory X",
    "show 2 --max-nodes X",
    "show 2 --threads X",
    "show 2 --X",
    "show 2 --rules X",
    "show node-kayles(file:X)",
    "show kayles(X)",
    "show cut{1,X}(5)",
    "show X(5)",
    "parts X",
    "primes X",
    "primes 2#X --format tex",
    "minus X 2",
    "mate 2#X",
    "compare 2 X",
    "moves 5X+4",
    "play 5X",
    "day X",
    "count X",
    "rules X",
    "rules octalX",
    "nim X",
    "nim n->n-1X",
    "period X",
    "nimsets X",
    "sweep X",
    "merge X",
    "atlas X",
    "plot X",
    "graph 2#X",
    "josephus X 2",
    "genus X",
    "quotient X --to 3",
    "verify X",
    "tour X",
];

#[test]
fn arguments() {
    let folder = folder();
    let spread: String = HOSTILE.chars().flat_map(|c| ['2', c, '#']).collect();
    for command in COMMANDS
        .iter()
        .chain(&["check X", "shell X", "completions X", "man X"])
    {
        for hostile in [HOSTILE, &spread] {
            let replaced = command.replace('X', hostile);
            let words: Vec<&str> = command.split(' ').collect();
            let words: Vec<String> = words.iter().map(|w| w.replace('X', hostile)).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_ne!(&replaced, command);
            let text = written(folder.path(), &words, "");
            assert!(!text.is_empty(), "{words:?}");
            assert_harmless(&text, &words);
        }
    }
    for c in HOSTILE.chars() {
        let (blank, title) = (format!("2{c}#"), format!("a{c}b"));
        for words in [
            &["show", &blank][..],
            &["show", &blank, "--format", "json"],
            &["graph", "2##", "--title", &title],
            &["graph", "2##", "--dot", "--title", &title],
            &["plot", "nim", "--title", &title],
        ] {
            assert_harmless(&written(folder.path(), words, ""), words);
        }
    }
}

#[test]
fn names_and_contents_of_files() {
    let folder = folder();
    let name = format!("a{HOSTILE}b");
    let quoted = serde_json::to_string(&name).unwrap();
    let quotient = format!(
        r#"{{"certificate":"quotient","version":1,"ruleset":{quoted},"smallest":0,"max_heap":0,
        "order":1,"generators":[],"cayley":[[]],"p":[],"pretending":[0],"period":null}}"#
    );
    let listed = format!(
        r#"{{"certificate":"quotient","version":1,"ruleset":"x","positions":{{"rulesets":[{quoted}],
        "positions":[{{"name":{quoted},"options":[],"origins":[]}}]}},"smallest":0,"max_heap":0,
        "order":1,"generators":[],"cayley":[[]],"p":[],"pretending":[0],"period":null}}"#
    );
    let head =
        r#"{"sweep":"octal:1","asks":"periods","to":9,"extended":false,"each_ms":null,"version":"#;
    for content in [
        HOSTILE.to_owned(),
        format!("2#{HOSTILE}\n"),
        format!("{{{quoted}:1}}"),
        format!(r#"{{"certificate":{quoted}}}"#),
        format!(r#"{{"certificate":"parts",{quoted}:1}}"#),
        format!(r#"{{"certificate":"period",{quoted}:1}}"#),
        quotient,
        listed,
        format!("misere nim values, version {HOSTILE}\n\n"),
        format!(
            "misere nim values, version 1\nruleset {name}\nfirst 0\ncount 0\nentries {name}\n\n"
        ),
        format!(r#"{{"saved":"quotient search","ruleset":{quoted}}}"#),
        format!(r#"{{"sweep":{quoted}}}"#) + "\n",
        format!("{head}{quoted}}}\n"),
        format!("{head}\"0.1.0\"}}\n{{\"ruleset\":{quoted},\"kind\":\"unknown\"}}\n"),
        format!(
            r#"{{"id":"structure.fig6","depth":"quick","status":"holds","evidence":"proved","range":{quoted},"detail":[{quoted}],"seconds":1}}"#
        ) + "\n",
        format!("f(n) -> f(n-1){HOSTILE}\n"),
        format!("a{HOSTILE}: b\nb:\n"),
        format!(r#"{{"positions":{{{quoted}:[["x"]]}}}}"#),
        format!("0 1\n{HOSTILE}\n"),
        format!("show 2#{HOSTILE}\n{HOSTILE}\nx{HOSTILE} := 2\n"),
    ] {
        let file = folder.path().join("file");
        for words in [
            &["check", "file"][..],
            &["check", "file", "--format", "json"],
            &["nim", "0.77", "--to", "9", "--checkpoint", "file"],
            &["period", "0.77", "--resume", "file"],
            &["quotient", "0.77", "--to", "5", "--resume", "file"],
            &["sweep", "octal:1", "--to", "9", "--output", "file"],
            &["merge", "file"],
            &["merge", "file", "--format", "csv"],
            &["merge", "file", "--format", "json"],
            &["verify", "structure.fig6", "--resume", "file"],
            &[
                "verify",
                "structure.fig6",
                "--resume",
                "file",
                "-v",
                "--format",
                "json",
            ],
            &[
                "verify",
                "structure.fig6",
                "--resume",
                "file",
                "--format",
                "md",
            ],
            &["show", "2", "--rules", "file"],
            &["nim", "file", "--rules", "file"],
            &["show", "node-kayles(file:file)"],
            &["shell", "file"],
            &["shell", "file", "--keep-going"],
            &["shell", "file", "--keep-going", "--format", "json"],
        ] {
            // Some of them go on with the file.
            std::fs::write(&file, &content).unwrap();
            let text = written(folder.path(), words, "");
            assert_harmless(&text, words);
        }
    }
    // Names of files.
    for words in [
        &["check", &name][..],
        &["shell", &name],
        &["merge", &name],
        &["show", "2", "--rules", &name],
        &["sweep", "octal:1", "--plan-file", &name, "--shard", "1/2"],
        &["count", "6", "--symbolic", "--terms", &name],
        &["parts", "2##", "--certificate", "."],
        &["nim", "0.77", "--checkpoint", &name, "--stats"],
        &[
            "quotient", "0.77", "--to", "5", "--resume", &name, "--stats",
        ],
        &["nim", "0.07", "--checkpoint", &name],
    ] {
        assert_harmless(&written(folder.path(), words, ""), words);
    }
}

/// Lines that are typed: expressions, commands of the shell, moves.
#[test]
fn standard_input() {
    let folder = folder();
    let lines = format!("2#{HOSTILE}\n{HOSTILE}\n2{HOSTILE}#\n");
    let moves = format!("{HOSTILE}\n5 -> {HOSTILE}\n{HOSTILE} -> 1\n5{HOSTILE} -> 1\nwhy\nquit\n");
    let script = format!(
        "show 2#{HOSTILE}\n{HOSTILE}\nx{HOSTILE} := 2\nx := 2#{HOSTILE}\nnames\nset {HOSTILE} 1\nhelp {HOSTILE}\n\
        define f{HOSTILE}(n) -> n-1\nshow 2 # {HOSTILE}\n\"{HOSTILE}\n"
    );
    for (words, input) in [
        (&["show", "-"][..], &lines),
        (&["primes", "-"], &lines),
        (&["show", "-", "--format", "csv"], &lines),
        (&["play", "5+4"], &moves),
        (&["play", "5+4", "--second"], &moves),
        (&["shell"], &script),
        (&["shell", "--keep-going"], &script),
        (&["shell", "--keep-going", "--format", "json"], &script),
        (&["show", "2", "--rules", "-"], &lines),
        (&["tour"], &lines),
    ] {
        let text = written(folder.path(), words, input);
        assert!(!text.is_empty(), "{words:?}");
        assert_harmless(&text, words);
    }
}
