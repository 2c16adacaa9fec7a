//! What a person sees in a terminal: colours, widths and progress.
#![cfg(unix)]

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

/// Starts a line of the system's shell in a terminal of this width, without settings of colours.
fn terminal(width: usize, line: &str) -> PtySession {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("stty rows 24 cols {width} && {line}")]);
    for name in ["NO_COLOR", "COLUMNS", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let program = PathBuf::from(cargo_bin!("misere"));
    let mut folders = vec![program.parent().unwrap().to_path_buf()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    command.env("PATH", std::env::join_paths(folders).unwrap());
    command.env("TERM", "xterm");
    // Long enough for a busy machine.
    let options = Options::new().timeout_ms(Some(60_000));
    spawn_with_options(command, options).unwrap()
}

/// All that a line writes to a terminal of this width.
fn shown(width: usize, line: &str) -> String {
    let mut session = terminal(width, line);
    // The reader takes every byte for a character.
    let bytes = session
        .exp_eof()
        .unwrap()
        .chars()
        .map(|c| c as u8)
        .collect();
    let text = String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
    assert!(!text.contains('\r'), "{text:?}");
    text
}

/// What a line writes to a pipe.
fn piped(line: &str) -> String {
    shown(80, &format!("{line} | cat"))
}

/// The text without the codes of colours.
fn plain(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once('m').unwrap();
        plain.push_str(rest);
    }
    plain
}

/// What is wide in a pipe.
#[test]
fn tables_fit_the_terminal() {
    for width in [80, 60] {
        for line in [
            "misere rules",
            "misere sweep octal:1 --quiet",
            "misere sweep octal:1 --quotient --quiet --each 100ms",
            "misere verify --list",
            "misere verify structure --depth quick --quiet",
            "misere count 7",
            "misere tour 1",
            "misere tour 7",
            "misere help notation",
            "misere sweep octal:1 --output sweep.jsonl --quiet; misere merge sweep.jsonl --quiet; rm sweep.jsonl",
        ] {
            let text = shown(width, line);
            assert!(text.lines().count() > 5, "{line}: {text}");
            for row in plain(&text).lines() {
                assert!(row.chars().count() <= width, "{line} at {width}: {row}");
            }
        }
    }
    let wide = shown(160, "misere sweep octal:1 --quiet");
    let narrow = shown(80, "misere sweep octal:1 --quiet");
    assert!(wide.starts_with("ruleset      kind "), "{wide}");
    assert!(
        narrow.contains("0.3          periodic, proved, period 2, saltus 0, "),
        "{narrow}"
    );
    assert_eq!(wide, piped("misere sweep octal:1 --quiet"));
}

#[test]
fn colours_are_in_terminals_and_in_text_only() {
    let painted = shown(80, "misere show 1 --normal; misere show 1 2##");
    // The one P-position of these, its heading, and the word that begins the message.
    assert!(painted.contains("\x1b[1m1\x1b[0m = 1\n"), "{painted:?}");
    let p = "outcome       \x1b[32m\x1b[1mP, the previous player wins\x1b[0m\n";
    assert!(painted.contains(p), "{painted:?}");
    assert!(
        painted.contains("\x1b[31m\x1b[1merror:\x1b[0m "),
        "{painted:?}"
    );
    assert!(
        painted.contains("\x1b[36m\x1b[1mhint:\x1b[0m "),
        "{painted:?}"
    );
    let caret = shown(80, "misere show '2##+)'");
    assert!(
        caret.contains("\n      \x1b[31m\x1b[1m^\x1b[0m\n"),
        "{caret:?}"
    );
    let nim = shown(80, "misere nim kayles --to 3");
    assert!(
        nim.ends_with("      \x1b[32m\x1b[1m0\x1b[0m     1     2     3\n"),
        "{nim:?}"
    );
    let help = shown(80, "misere help nim");
    assert!(help.contains("\x1b[1mUsage:\x1b[0m misere nim"), "{help:?}");
    for line in [
        "NO_COLOR=1 misere show 1",
        "TERM=dumb misere show 1",
        "misere show 1 --color never",
        "misere --color=never shwo",
        "misere show 1 --format json --color always",
        "misere show 1 --format csv --color always",
        "misere nim kayles --format tex --color always",
        "misere nim kayles --format bfile --color always",
        "misere quotient nim --to 2 --format tex --color always",
        "misere show 1 | cat",
    ] {
        let text = shown(80, line);
        assert!(
            !text.is_empty() && !text.contains('\x1b'),
            "{line}: {text:?}"
        );
    }
    let always = "misere show 1 --color always | cat";
    assert_eq!(shown(80, always), shown(80, "misere show 1"));
    // Without their codes the texts are the same.
    for line in [
        "misere show 1 2##",
        "misere moves 5+4+2",
        "misere nim wythoff --to 6",
        "misere nim kayles --misere=outcomes",
        "misere genus kayles --to 5",
        "misere quotient 0.77 --to 12 --structure --sum 9,5",
    ] {
        let painted = shown(200, &format!("{line} --color always"));
        assert_ne!(painted, plain(&painted), "{line}");
        assert_eq!(
            plain(&painted),
            shown(200, &format!("{line} --color never"))
        );
    }
}

#[test]
fn the_two_streams_have_colours_of_their_own() {
    let line = "misere quotient kayles --max-nodes 1";
    let out = shown(
        80,
        &format!("{line} 2>&1 >/dev/null | cat; misere show 1 2>/dev/null"),
    );
    let (message, answer) = out.split_once("\x1b[").unwrap();
    assert!(message.contains("stopped: "), "{out:?}");
    assert!(answer.contains("outcome"), "{out:?}");
    let message = shown(80, "misere show nonsense >/dev/null");
    assert!(message.starts_with("\x1b[31m\x1b[1merror:"), "{message:?}");
}

const WIDTHS: [usize; 4] = [60, 80, 120, 200];

#[test]
fn tables_and_lists_fit_the_terminal() {
    for line in [
        "misere nim kayles --to 100",
        "misere nim grundy --from 2000 --to 2100",
        "misere nim powerset-maliquant --to 60",
        "misere nim kayles --misere=outcomes --to 80",
        "misere nim wythoff --to 40",
        "misere nim saliquant --options 1..20",
        "misere genus kayles --to 12 --forms",
        "misere quotient 0.77 --to 60 --structure",
        "misere quotient nim --to 4 --table",
        "misere quotient 0.3122 --to 7",
        "misere nimsets cut:1,6 --to 20",
        "misere nimsets cut:1,6 --to 30 --alternating --piles 2",
        "misere rules kayles",
        "misere period kayles",
    ] {
        for width in WIDTHS {
            let text = shown(width, line);
            for row in plain(&text).lines() {
                assert!(row.chars().count() <= width, "{line} at {width}: {row}");
            }
            assert!(
                !text.contains("columns, and some rows need"),
                "{line} at {width}"
            );
        }
    }
}

#[test]
fn a_table_in_parts_has_all_its_cells() {
    // Row by row, the values of the pipe.
    let values = |text: &str| -> Vec<String> {
        let rows = text
            .lines()
            .filter(|row| row.starts_with(' ') && !row.contains("take") && !row.contains("heaps"));
        let rows = rows.filter(|row| row.trim().starts_with(|c: char| c.is_ascii_digit()));
        rows.flat_map(|row| row.split_whitespace().skip(1).map(str::to_owned))
            .collect()
    };
    let whole = values(&piped("misere nim kayles --to 200"));
    assert_eq!(whole.len(), 201);
    for width in [30, 60, 80, 120, 200] {
        let text = plain(&shown(width, "misere nim kayles --to 200"));
        assert_eq!(values(&text), whole, "{width}");
    }
    // Parts beside each other are the whole.
    let rows = |text: &str| -> Vec<String> {
        let table = text.split_once("P-values)\n").unwrap().1;
        let lines = table.lines().filter(|line| !line.is_empty());
        let lines = lines.map(|line| line.trim_end().to_owned());
        lines
            .filter(|line| !line.starts_with("        |"))
            .collect()
    };
    let line = "misere quotient nim --to 4 --table";
    let whole = rows(&piped(line));
    assert_eq!(whole.len(), 10);
    let parts = rows(&plain(&shown(60, line)));
    assert_eq!(parts.len(), 20);
    for (at, row) in whole.iter().enumerate() {
        let (_, rest) = parts[at + 10].split_once("| ").unwrap();
        let joined = format!("{:<width$} {rest}", parts[at], width = 9 + 8 * 6);
        assert_eq!(joined.trim_end(), row);
    }
}

#[test]
fn layouts_in_a_terminal() {
    let lines = [
        "misere nim kayles --to 60",
        "misere nim wythoff --to 20",
        "misere genus kayles --to 10 --forms",
        "misere quotient 0.77 --to 30",
    ];
    let mut text = String::new();
    for line in lines {
        for width in [60, 120] {
            let answer = plain(&shown(width, line));
            writeln!(text, "$ {line}, {width} columns\n{answer}").unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn columns_of_the_environment_and_narrow_terminals() {
    let line = "misere nim kayles --to 60";
    assert_eq!(shown(80, &format!("COLUMNS=30 {line}")), shown(30, line));
    // In a pipe the width is fixed.
    assert_eq!(piped(line), piped(&format!("COLUMNS=30 {line}")));
    assert_eq!(
        piped(line),
        plain(&shown(200, &format!("{line} --color always | cat")))
    );
    // A number is not cut: the terminal is said to be too narrow.
    let narrow = plain(&shown(9, line));
    assert!(
        narrow.contains("note: the terminal has 9 columns, and some rows need "),
        "{narrow}"
    );
    assert!(narrow.contains("\n      51  8\n"), "{narrow}");
}

#[test]
fn progress_has_numbers_and_goes_away() {
    for (line, number) in [
        ("misere nim grundy --to 9000000", " of 9000000, "),
        ("misere genus 0.07 --to 3000", " of 3000, "),
        (
            "misere quotient 0.07 --to 60",
            " of 60, candidate of order ",
        ),
        ("misere show '*3000+*3000'", " s, "),
    ] {
        let mut session = terminal(100, line);
        session.exp_string(number).unwrap();
        session.send_control('c').unwrap();
        let rest = session.exp_eof().unwrap();
        // The line is wiped out before anything else is written.
        let (_, after) = rest.rsplit_once("\x1b[2K").unwrap();
        assert!(after.contains("stopped:"), "{line}: {rest:?}");
        assert!(!after.contains(number), "{line}: {rest:?}");
    }
}
