//! Boards on the command line.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use assert_cmd::cargo::cargo_bin;

use misere::answer::NimBoard;
use misere::heaps::ruleset;
use misere::limits::{Budget, Gauge};

fn misere(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(cargo_bin!("misere"))
        .args(arguments)
        .output()
        .unwrap();
    let text = output.stdout.into_iter().chain(output.stderr).collect();
    (String::from_utf8(text).unwrap(), output.status.code())
}

/// The line of progress has its number from this.
#[test]
fn a_board_says_which_row_it_has_reached() {
    let gauge = Arc::new(Gauge::default());
    let budget = Budget::default().with_gauge(Arc::clone(&gauge));
    let game = ruleset("wythoff").unwrap();
    NimBoard::new(&*game, 0..=12, &budget).unwrap();
    assert_eq!(gauge.reached(), 12);
}

#[test]
fn graphs_are_read_from_files() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graphs");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        format!("node-kayles(file:{})", path.display())
    };
    let (path, _) = misere(&["genus", "node-kayles(path:4)", "--format", "json"]);
    let genus = |text: &str| text.split("\"genus\"").nth(1).map(ToOwned::to_owned);
    for text in [
        "0 1\n1 2\n2 3\n",
        "# a path\n0-1\n1,2 # second\n\n2\t3",
        "g6:CU",
    ] {
        let expression = file("path.txt", text);
        let (found, code) = misere(&["genus", &expression, "--format", "json"]);
        assert_eq!(
            (genus(&found), code),
            (genus(&path), Some(0)),
            "{text}: {found}"
        );
    }
    // Moves name the summand, which is longer than what was typed.
    let edges: Vec<String> = (0..60).map(|n| format!("{n} {}", n + 1)).collect();
    let edges = edges.join("\n");
    for (text, winning) in [("0 1\n", "wins"), (&edges, "wins")] {
        let expression = file("moves.txt", text);
        let (found, code) = misere(&["moves", &expression, "--normal"]);
        assert!(found.contains(winning) && code == Some(0), "{found}");
        let summand = "wins          node-kayles(0-1";
        assert!(found.contains(summand), "{found}");
    }
    for (text, message) in [
        ("0 1 2\n", "line 1"),
        ("0 x\n", "line 1"),
        ("0 1\na\n", "line 2"),
    ] {
        let expression = file("wrong.txt", text);
        let (found, code) = misere(&["show", &expression]);
        assert!(found.contains(message) && code == Some(2), "{found}");
    }
    let (found, code) = misere(&["show", "node-kayles(file:nowhere)"]);
    assert!(found.contains("nowhere") && code == Some(2), "{found}");
}
