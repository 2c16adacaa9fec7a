//! The shell with scripts; `shell_terminal.rs` tests it in a terminal.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

fn misere() -> Command {
    let mut command = Command::new(cargo_bin!("misere"));
    command.env("NO_COLOR", "1").env("COLUMNS", "100");
    command
}

/// What the shell prints for a script, standard error marked with `!`, and how it ends.
fn session(flags: &[&str], script: &str) -> String {
    let mut command = assert_cmd::Command::from_std(misere());
    let output = command.args(flags).write_stdin(script).output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        writeln!(text, "! {line}").unwrap();
    }
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "[exit code {}]", code.unwrap()).unwrap(),
    }
    text
}

/// An empty folder for one test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_session() {
    let script = r"// a remark
2+2
x := kayles(3) +   // goes on
     2
moves x
moves x + (2# + 1) --all
y := x + 1
x := 3
show y - 1 --notation sets
names
undo
undo
undo
x := 2##
minus x 2
primes %
show {%2, x} 1
compare % + 1 1 + %
z := % + %1
names
reset
show z
x z --format csv
set format json
mate x
minus 2## 4# --format text
unset format
set notation tex
set timeout 1m
set
2_{\#\#}
genus x
genus 0.77 --to 3
nim cut{1, 6} --to 12 --format csv
misere josephus 30 10
quit
what follows is never read
";
    insta::assert_snapshot!(session(&["shell"], script));
}

#[test]
fn what_fails_ends_a_script() {
    let mut text = String::new();
    for script in [
        "2\n\nshow 2##+)\n3",
        "show (2 +\n\n1",
        "show '2",
        "shwo 2+2",
        "kayles + 2",
        "2 show",
        "x-y",
        "nobody",
        "show % + 1",
        "2\nshow %7",
        "2\nreset\n%",
        "show := 2",
        "x := kaylse(5)",
        "x :=",
        "2x := 3",
        "x := 2 - 3\nx",
        "show --frmt json 2",
        "moves",
        "show 2 -x",
        "show -",
        "2\nprimes - 2",
        "shell",
        "undo",
        "undo 3",
        "set format jsn",
        "set colour red",
        "time maybe",
        "help me",
        "quotient cut{1,6",
        "genus nobody",
        "set max-nodes 100\n9+8+7",
        "show 9+8+7+6+5 --max-nodes 100\n1",
        "check nothing.json",
    ] {
        for line in script.lines() {
            writeln!(text, "> {line}").unwrap();
        }
        writeln!(text, "{}", session(&["-q", "shell"], script)).unwrap();
    }
    insta::assert_snapshot!(text);
}

/// An answer "no" does not end the script, and is its exit code.
#[test]
fn exit_codes() {
    for (script, code) in [
        ("", 0),
        ("2+2", 0),
        ("compare 2 3\n2", 1),
        ("compare 2 2\nminus 2## 4#", 1),
        ("compare 2 3\nshow )", 2),
        ("compare 2 3\nexit\nshow )", 1),
        ("exit", 0),
        ("show 9+8+7 --max-nodes 10", 3),
        ("set timeout 10ms\nshow *3000+*3000", 3),
    ] {
        let mut command = assert_cmd::Command::from_std(misere());
        let status = command
            .arg("shell")
            .write_stdin(script)
            .output()
            .unwrap()
            .status;
        assert_eq!(status.code(), Some(code), "{script}");
    }
}

#[test]
fn a_script_in_a_file() {
    let folder = folder("shell-file");
    let path = folder.join("script.misere");
    std::fs::write(
        &path,
        "#!/usr/bin/env -S misere shell\nx := 2#\nx + 1 --format csv\n)\n",
    )
    .unwrap();
    let output = misere().arg("shell").arg(&path).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("\nx + 1,2[#1],"), "{printed}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    let place = format!("in line 4 of {}", path.display());
    assert!(complaint.contains(&place), "{complaint}");
    assert_eq!(output.status.code(), Some(2));

    let missing = misere().args(["shell", "no-such-file"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

/// Nothing but answers on standard output, and without `time on` nothing on standard error.
#[test]
fn a_script_has_no_decoration() {
    let plain = session(
        &["shell"],
        "x := 2\nundo\nx := 3\nprimes x\nreset\ntime off\n",
    );
    assert_eq!(plain, "3 is prime\n");
    let timed = session(&["shell"], "time on\nprimes 3\n");
    let lines: Vec<&str> = timed.lines().collect();
    assert_eq!(lines.len(), 2, "{timed}");
    assert!(lines[1].starts_with("!   [") && lines[1].ends_with("s]"));
}

#[test]
fn stats_are_set_for_a_line_or_for_all() {
    let measured = |script: &str| {
        let text = session(&["shell"], script);
        text.matches("! stats: wall time").count()
    };
    assert_eq!(measured("2\n3"), 0);
    assert_eq!(measured("2 --stats\n3"), 1);
    assert_eq!(measured("set stats on\n2\n3\nset stats off\n4"), 2);
}

/// The examples below `Example:` or `Examples:`.
fn examples(page: &str) -> Vec<String> {
    let lines = page.lines().skip_while(|line| !line.starts_with("Example"));
    let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// The examples of the pages of help, with what they print.
#[test]
fn the_examples_of_the_topics() {
    let mut text = String::new();
    for topic in [
        "", "lines", "notation", "names", "results", "limits", "settings",
    ] {
        let page = session(&["shell"], &format!("help {topic}"));
        let script = examples(&page);
        assert!(!script.is_empty(), "{topic}");
        writeln!(text, "help {topic}\n").unwrap();
        for end in 1..=script.len() {
            // What an example prints is what it adds to those before it.
            let before = session(&["shell"], &script[..end - 1].join("\n"));
            let all = session(&["shell"], &script[..end].join("\n"));
            let before = before.trim_end_matches("[exit code 1]\n");
            let added = all.strip_prefix(before).unwrap();
            writeln!(text, "> {}\n{added}", script[end - 1]).unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

/// Two methods: the examples of a command, as the shell's help has them, typed into the shell and
/// given to the program one by one.
#[test]
fn commands_answer_as_on_the_command_line() {
    let folder = folder("shell-examples");
    for command in [
        "show", "parts", "primes", "minus", "mate", "compare", "moves", "genus", "rules",
        "nimsets", "josephus", "check",
    ] {
        let page = session(&["shell"], &format!("help {command}"));
        let script = examples(&page);
        assert!(!script.is_empty(), "{command}");
        let mut one_by_one = Vec::new();
        for line in &script {
            let mut program = misere();
            program.current_dir(&folder).args(unquoted(line));
            one_by_one.extend(program.output().unwrap().stdout);
        }
        let mut shell = assert_cmd::Command::from_std(misere());
        shell
            .current_dir(&folder)
            .arg("shell")
            .write_stdin(script.join("\n"));
        let together = shell.output().unwrap();
        assert_eq!(
            String::from_utf8(together.stdout).unwrap(),
            String::from_utf8(one_by_one).unwrap(),
            "{command}"
        );
    }
}

/// The words of a line in which blanks may stand between single quotes.
fn unquoted(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (j, word) in part.split(' ').enumerate() {
            if j > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn a_small_language() {
    let script = r"n := 5; m := 7
show kayles(n) + 1
r := cut{1,6}
s := 1..4
show kayles(1..3) --format csv
show r(s) --format csv
show nim(1..2) + kayles(n..m) --format csv
nim r --to 9 --format csv
x := r(13)
r := nim
x == cut{1,6}(13)
r(3) == 3
2+2 == 3
names
undo; undo
names
rules r
show subtraction{1,2;sink=1}(3)
q := quotient(kayles, n); quotient q --value 5+5
p := quotient(0.75); quotient p --format json
quotient q --to 2 --format json
";
    insta::assert_snapshot!(session(&["shell"], script));
    let wrong = [
        "s := 1..4\ns",
        "r := cut{1,6}\nr + 1",
        "show kayles(4..1)",
        "define f",
        "q := quotient(kayles, 5)\nq",
        "q := quotient(kaylse, 5)",
        "show kayles(1..2,1..2,1..2,1..2,1..2)",
        "show kayles(q..3)",
        "show kayles(q)",
    ];
    let mut text = String::new();
    for script in wrong {
        writeln!(text, "> {script}\n{}", session(&["shell"], script)).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_shell_for_programs_goes_on_after_errors() {
    let script = "show 2)\nshow 2\nset timeout 1ms\nshow kayles(100000)\nnobody; 3\nshow 1";
    let flags = ["shell", "--keep-going", "--format", "json"];
    let answers = session(&flags, script);
    let kinds: Vec<&str> = answers
        .lines()
        .map(|line| {
            if line.contains("\"error\"") {
                "error"
            } else {
                "answer"
            }
        })
        .collect();
    // What is known of a large heap is an answer, and that its form is not found an error.
    assert_eq!(
        kinds[..6],
        ["error", "answer", "answer", "error", "error", "answer"],
        "{answers}"
    );
    assert!(
        answers.contains("\"line\":4") && answers.contains("\"code\":3"),
        "{answers}"
    );
    assert!(answers.ends_with("[exit code 1]\n"), "{answers}");
    let text = session(&["shell", "--keep-going"], "show 2)\n3");
    assert!(
        text.contains("in line 1 of standard input") && text.contains("3 = 3"),
        "{text}"
    );
}

/// A name is a reference: ten thousand sets of two names each are as quick as they are short.
#[test]
fn a_graph_of_named_sets() {
    let mut script = String::from("g0 := 0\ng1 := {g0}\n");
    for i in 2..10_000 {
        writeln!(script, "g{i} := {{g{}, g{}}}", i - 1, i - 2).unwrap();
    }
    script += "show g9999 --format json --max-form 100\n";
    let answer = session(&["shell", "--max-memory", "200M"], &script);
    assert!(answer.contains("\"birthday\":"), "{answer}");
}
