//! The command `atlas`: what it finds, lists, builds and computes again.

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("misere")
        .unwrap()
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn rows(arguments: &[&str]) -> Vec<Value> {
    let (code, out, err) = run(&[&["atlas", "--format", "json"], arguments].concat());
    assert_eq!(code, 0, "{err}");
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The row of a game is what the commands that it names find.
#[test]
fn a_game_is_found_with_the_commands_that_prove_it() {
    for game in ["kayles", "0.137", "cut:1,6", "0.71", "totative"] {
        let row = &rows(&[game])[0];
        for command in row["commands"].as_array().unwrap() {
            let words: Vec<&str> = command.as_str().unwrap().split(' ').skip(1).collect();
            let (code, out, err) = run(&[&words[..], &["--format", "json"]].concat());
            assert_eq!(code, 0, "{command}: {err}");
            let found: Value = serde_json::from_str(&out).unwrap();
            match words[0] {
                "period" => {
                    for key in ["period", "saltus", "preperiod", "kind"] {
                        assert_eq!(row[key], found[key], "{game} {key}");
                    }
                }
                // An infinite quotient has no order: that of the row is of the last finite one.
                "quotient" if found["infinite"] == true => {
                    assert_eq!(row["infinite_from"], found["max_heap"], "{game}");
                }
                "quotient" => assert_eq!(row["order"], found["order"], "{game}"),
                _ => assert_eq!(words[0], "nim"),
            }
        }
        assert!(!row["commands"].as_array().unwrap().is_empty(), "{game}");
    }
    let (code, out, _) = run(&["atlas", "0.77"]);
    assert_eq!(code, 0);
    assert!(out.contains("misere quotient 0.77 --solve"), "{out}");
    let (code, out, err) = run(&["atlas", "chomp"]);
    assert!(
        code == 1 && out.is_empty() && err.contains("no row"),
        "{err}"
    );
}

#[test]
fn games_are_listed_by_what_is_known() {
    let wild = rows(&["--wild", "--order", "8"]);
    assert!(wild.iter().any(|row| row["game"] == "0.75"));
    for row in &wild {
        assert_eq!((&row["order"], &row["tame"]), (&8.into(), &false.into()));
        assert_eq!(row["quotient"], "solved");
    }
    let infinite = rows(&["--quotient", "infinite"]);
    assert!(infinite.len() > 50 && infinite.iter().all(|row| row["infinite_from"].is_u64()));
    let same = rows(&["--same-as", "0.137"]);
    assert!(same.iter().any(|row| row["game"] == "0.07"));
    let (_, out, _) = run(&["atlas", "--same-as", "0.137", "--format", "csv"]);
    assert_eq!(out.lines().count(), same.len() + 1);
}

#[test]
fn a_sample_is_computed_again() {
    let (code, out, err) = run(&["atlas", "--tame", "--recheck", "4", "--seed", "2"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.matches(" holds").count(), 4, "{out}");
    // The same rows for the same seed, others for another one.
    assert_eq!(
        run(&["atlas", "--tame", "--recheck", "4", "--seed", "2"]).1,
        out
    );
    assert_ne!(
        run(&["atlas", "--tame", "--recheck", "4", "--seed", "3"]).1,
        out
    );
    let (code, _, err) = run(&["atlas", "--wild", "--recheck", "2", "--each", "0"]);
    assert!(code == 3 && err.contains("unfinished: 2 rows"), "{err}");
}

/// Rows that are built from sweeps are those of the files, but for the limits.
#[test]
fn rows_are_built_from_sweeps() {
    let folder = std::env::temp_dir().join(format!("misere-atlas-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (periods, quotients) = (path("p"), path("q"));
    assert_eq!(run(&["sweep", "quaternary:3", "--output", &periods]).0, 0);
    let sweep = [
        "sweep",
        "quaternary:3",
        "--quotient",
        "--each",
        "20s",
        "--output",
        &quotients,
    ];
    assert_eq!(run(&sweep).0, 0);
    let (code, out, err) = run(&["atlas", "--build", &periods, &quotients]);
    assert_eq!(code, 0, "{err}");
    let file = include_str!("../../data/atlas/quaternary.tsv");
    let facts = |text: &str| -> Vec<String> {
        let solved = text.lines().filter(|line| line.contains("\tsolved\t"));
        let fact = |line: &str| line.split('\t').take(14).collect::<Vec<_>>().join("\t");
        solved.map(fact).collect()
    };
    assert_eq!(out.lines().count(), 64);
    let built = facts(&out);
    assert!(built.len() > 55);
    assert_eq!(built, facts(file)[..built.len()]);
    let (code, out, _) = run(&["atlas", "--build-arithmetic"]);
    assert_eq!(
        (code, out.as_str()),
        (0, include_str!("../../data/atlas/arithmetic.tsv"))
    );
    std::fs::remove_dir_all(folder).unwrap();
}
