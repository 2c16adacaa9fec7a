//! The table of formats in docs/cli.md against what the program does.

#[path = "command_line/mod.rs"]
mod command_line;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assert_cmd::Command;
use command_line::words;

const FORMATS: [&str; 6] = ["text", "json", "csv", "tex", "bfile", "md"];

fn misere(folder: &Path, arguments: &[String]) -> (String, String, Option<i32>) {
    let output = Command::cargo_bin("misere")
        .unwrap()
        .args(arguments)
        .current_dir(folder)
        .write_stdin("quit\n")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

/// The rows of the table: a command, and the formats that it has.
fn rows() -> Vec<(Vec<String>, BTreeSet<&'static str>)> {
    let page = include_str!("../../docs/cli.md");
    let table = page.lines().skip_while(|line| *line != "## Formats");
    let table = table.skip_while(|line| !line.starts_with("| `"));
    let table = table.take_while(|line| line.starts_with('|'));
    let rows = table.map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let command = words(cells.next().unwrap().trim_matches('`'));
        let offered = FORMATS.into_iter().zip(cells);
        let offered = offered.filter(|(_, cell)| !cell.is_empty());
        (command, offered.map(|(format, _)| format).collect())
    });
    rows.collect()
}

/// The formats that the help of a command offers.
fn offered(folder: &Path, command: &str) -> BTreeSet<&'static str> {
    let (help, _, _) = misere(folder, &["help".into(), command.into()]);
    let flag = help
        .lines()
        .skip_while(|line| !line.contains("--format <FORMAT>"));
    let flag: Vec<&str> = flag
        .take_while(|line| !line.contains("--notation"))
        .collect();
    let values = FORMATS.into_iter();
    let is_listed = |format: &&str| {
        let start = format!("- {format}:");
        flag.iter().any(|line| line.trim().starts_with(&start))
    };
    values.filter(is_listed).collect()
}

/// A refusal names the flags that it is about, and offers only what there is.
#[test]
fn refusals_of_formats_name_the_flags() {
    let folder = tempfile::tempdir().unwrap();
    for (line, message, hint) in [
        (
            "count 7 --format csv",
            "`count without --table and --quantities` has",
            "it has text, json and tex\n",
        ),
        (
            "count 4 --format csv",
            "`count without --table and --quantities` has",
            "it has text, json, tex and bfile\n",
        ),
        (
            "day 5 --format csv",
            "`day without --list, --stats and --composites` has",
            "it has text and json\n",
        ),
        (
            "josephus 30 10 --format csv",
            "`josephus without --set` has",
            "it has text and json\n",
        ),
        (
            "period cut:1,6 --ap 36,8 --format tex",
            "`period --ap` has",
            "it has text and json\n",
        ),
    ] {
        let (_, error, code) = misere(folder.path(), &words(line));
        assert_eq!(code, Some(2), "{line}");
        assert!(
            error.contains(message) && error.contains(hint),
            "{line}: {error}"
        );
    }
    for (line, row) in [
        (
            "period kayles --misere --format csv",
            "outcomes,1,21,proved,21\n",
        ),
        ("day 3 --stats --format csv", "outcome,P,"),
        (
            "nimsets cut:1,6 --structure --format csv",
            "\nperiod,3,2,4\n",
        ),
        (
            "nimsets cut:1,6 --piles 2 --alternating --to 9 --format csv",
            "\n2,\"(1,1)\",,3,1\n",
        ),
        ("verify --list --format csv", "claim,place,statement\n"),
    ] {
        let (out, error, code) = misere(folder.path(), &words(line));
        assert_eq!(code, Some(0), "{line}: {error}");
        assert!(out.contains(row), "{line}: {out}");
    }
}

#[test]
fn the_table_of_formats_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for setup in [
        "sweep octal:1 --to 20 --output part.jsonl --quiet",
        "parts 2## --certificate parts.json",
    ] {
        let (_, error, code) = misere(folder, &words(setup));
        assert_eq!(code, Some(0), "{setup}: {error}");
    }
    let mut of_commands: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (command, formats) in rows() {
        for format in FORMATS {
            let mut arguments = command.clone();
            arguments.extend(["--format".into(), format.into()]);
            let (out, error, code) = misere(folder, &arguments);
            let line = arguments.join(" ");
            if formats.contains(format) {
                assert!(matches!(code, Some(0 | 1)), "{line}: {code:?}\n{error}");
                assert!(!out.is_empty(), "{line} says nothing");
                if format == "json" {
                    let json = serde_json::from_str::<serde_json::Value>;
                    assert!(out.lines().all(|line| json(line).is_ok()), "{line}: {out}");
                }
            } else {
                assert_eq!(code, Some(2), "{line} is not in the table\n{out}");
            }
        }
        let all = of_commands.entry(command[0].clone()).or_default();
        all.extend(formats);
    }
    let (help, _, _) = misere(folder, &["help".into()]);
    let listed = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"));
    let listed = listed.skip(1).take_while(|line| line.starts_with("  "));
    for command in listed.filter_map(|line| line.split_whitespace().next()) {
        // A shell passes the format on to its commands.
        if command == "shell" {
            continue;
        }
        let in_table = of_commands.get(command);
        let in_table = in_table.unwrap_or_else(|| panic!("`{command}` is not in the table"));
        let offered = offered(folder, command);
        if offered.is_empty() {
            assert_eq!(in_table.len(), 1, "{command} does not offer its formats");
        } else {
            assert_eq!(*in_table, offered, "{command}");
        }
    }
}
