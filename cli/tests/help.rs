//! Every example of a help text is run, and its output compared.

#[path = "command_line/posix.rs"]
mod posix;

use std::fmt::Write;

use posix::run as output;

/// Lines of an answer that are kept in the snapshot.
const SHOWN: usize = 12;

fn commands() -> Vec<String> {
    let (help, _, _) = output("misere help", std::path::Path::new("."));
    let listed = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"));
    let listed = listed.skip(1).take_while(|line| line.starts_with("  "));
    let names = listed.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

/// The lines under `Examples:` in a help text.
fn examples(help: &str) -> Vec<String> {
    let after = help.lines().skip_while(|line| !line.starts_with("Example"));
    let listed = after.skip(1).take_while(|line| line.starts_with("  "));
    listed.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn every_example_works() {
    let folder = tempfile();
    let mut transcript = String::new();
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        let (help, _, _) = output(&format!("misere help {command}"), &folder);
        let examples = examples(&help);
        assert!(
            !examples.is_empty(),
            "`misere help {command}` has no example"
        );
        for example in examples {
            let (out, err, code) = output(&example, &folder);
            // 1 is an answer: no.
            assert!(matches!(code, Some(0 | 1)), "{example}: {code:?}\n{err}");
            let _ = writeln!(transcript, "$ {example}");
            let lines: Vec<&str> = out.lines().collect();
            if example.contains("--each") {
                // How far it gets in a given time is not for a snapshot.
                let _ = writeln!(transcript, "… {} lines in all\n", lines.len());
                continue;
            }
            for line in lines.iter().take(SHOWN) {
                let line: String = line.chars().take(150).collect();
                let _ = writeln!(transcript, "{line}");
            }
            if lines.len() > SHOWN {
                let _ = writeln!(transcript, "… {} lines in all", lines.len());
            }
            for line in err.lines() {
                let _ = writeln!(transcript, "! {line}");
            }
            if code == Some(1) {
                transcript.push_str("[exit code 1]\n");
            }
            transcript.push('\n');
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    insta::assert_snapshot!(transcript);
}

/// An empty folder of its own.
fn tempfile() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("misere-help-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
