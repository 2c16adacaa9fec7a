//! The command `quotient`.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

fn misere(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(cargo_bin!("misere"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_tells_and_certifies() {
    let file = std::env::temp_dir().join(format!("misere-quotient-{}.json", std::process::id()));
    let path = file.to_str().unwrap();
    let solve = ["quotient", "0.77", "--solve", "--format", "json"];
    let certify = [
        "--certificate",
        path,
        "--structure",
        "--table",
        "--sum",
        "10,11",
    ];
    let (code, out, _) = misere(&[&solve[..], &certify].concat());
    assert_eq!(code, Some(0));
    let json: Value = serde_json::from_str(&out).unwrap();
    for (key, value) in [
        ("ruleset", Value::from("0.77")),
        ("max_heap", 168.into()),
        ("order", 40.into()),
        ("p_order", 9.into()),
        ("tame", false.into()),
        ("verified", true.into()),
        ("period", 12.into()),
        ("preperiod", 71.into()),
    ] {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!(json["pretending"].as_array().unwrap().len(), 169);
    assert_eq!(json["generators"].as_array().unwrap().len(), 7);
    assert_eq!(json["table"].as_array().unwrap().len(), 40);
    assert_eq!(json["structure"]["kernel_order"], 16);
    assert_eq!(json["sum"]["outcome"], "N");
    let (code, out, _) = misere(&["check", path]);
    assert_eq!(code, Some(0), "{out}");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\"order\":40", "\"order\":41", 1)).unwrap();
    let (code, out, _) = misere(&["check", path]);
    assert_eq!(code, Some(1), "{out}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_command_says_what_a_stop_does_not_prove() {
    let (code, out, err) = misere(&["quotient", "0.07", "--to", "30", "--max-nodes", "100"]);
    assert_eq!(code, Some(3));
    assert!(out.starts_with("0.07, heaps up to 24: order 24, P-values 5, wild"));
    assert!(err.contains("this proves nothing about the next"), "{err}");
    let late = [
        "quotient",
        "cut{1,4}",
        "--to",
        "99",
        "--timeout",
        "300ms",
        "--structure",
    ];
    let (code, out, _) = misere(&late);
    assert_eq!(code, Some(3));
    assert!(out.contains("kernel"), "{out}");
    for (arguments, message) in [
        (&["quotient", "nim", "--solve"][..], "no period theorem"),
        (&["quotient", "cram", "--to", "4"], "cram"),
        (
            &["quotient", "0.77", "--to", "5", "--sum", "6"],
            "heaps up to 5 only",
        ),
    ] {
        let (code, _, err) = misere(arguments);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(message), "{err}");
    }
}

/// The preperiod of a sweep is that of the quotient, where the smallest heap is 1 too.
#[test]
fn a_sweep_tells_the_preperiod_of_the_quotient() {
    let json = |arguments: &[&str]| {
        let (code, out, err) = misere(&[arguments, &["--format", "json"]].concat());
        assert_eq!(code, Some(0), "{err}");
        serde_json::from_str::<Value>(&out).unwrap()
    };
    for (family, game) in [("cut{1}+{3}", "cut:1,3"), ("octal:0.77", "0.77")] {
        let swept = json(&["sweep", family, "--quotient"]);
        let solved = json(&["quotient", game, "--solve"]);
        for key in ["ruleset", "order", "period", "preperiod"] {
            assert!(!solved[key].is_null(), "{game}: {key}");
            assert_eq!(swept[key], solved[key], "{game}: {key}");
        }
        let (_, table, _) = misere(&["sweep", family, "--quotient"]);
        let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
        let numbers = [&solved["order"], &solved["period"], &solved["preperiod"]];
        assert_eq!(
            [row[2], row[5], row[6]].map(str::to_owned),
            numbers.map(Value::to_string)
        );
    }
}

/// An infinite quotient is shown, certified, checked and used.
#[test]
fn an_infinite_quotient_is_found_and_certified() {
    let file = std::env::temp_dir().join(format!("misere-infinite-{}.json", std::process::id()));
    let path = file.to_str().unwrap();
    let find = ["quotient", "0.3122", "--to", "7"];
    let more = [
        "--format",
        "json",
        "--certificate",
        path,
        "--sum",
        "5,5,5,7,3",
    ];
    let (code, out, err) = misere(&[&find[..], &more].concat());
    assert_eq!(code, Some(0), "{err}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["infinite"], true);
    assert_eq!(json["order"], Value::Null);
    assert_eq!(json["wild"], serde_json::json!([5, 7]));
    assert_eq!(json["tame_order"], 40);
    assert_eq!(json["wall"]["coefficients"], serde_json::json!([1, -1]));
    assert!(!json["pieces"].as_array().unwrap().is_empty());
    assert!(json["sum"]["outcome"].is_string());
    let (code, out, _) = misere(&find);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("0.3122, heaps up to 7: infinite"), "{out}");
    let (code, out, _) = misere(&["check", path]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("is infinite: with wild heaps 5, 7"), "{out}");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(
        &file,
        text.replacen("\"wall\":[1,-1]", "\"wall\":[1,-2]", 1),
    )
    .unwrap();
    let (code, out, _) = misere(&["check", path]);
    assert_eq!(code, Some(1), "{out}");
    std::fs::remove_file(&file).unwrap();
    let (code, _, err) = misere(&[&find[..], &["--structure"]].concat());
    assert_eq!(code, Some(2));
    assert!(err.contains("--structure needs a finite one"), "{err}");
}

#[test]
fn without_a_last_heap_time_is_the_limit() {
    let solved = misere(&["quotient", "0.123"]);
    assert_eq!(solved, misere(&["quotient", "0.123", "--solve"]));
    assert_eq!(solved.0, Some(0));
    // Quotients of nim grow for ever; the last that is proved is the answer.
    let (code, out, note) = misere(&["quotient", "nim", "--timeout", "50ms", "--format", "json"]);
    assert_eq!(code, Some(0), "{note}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["tame"], true);
    assert!(note.contains("is the last that was proved"), "{note}");
    // An infinite quotient is an answer.
    let (code, out, note) = misere(&["quotient", "0.3122", "--timeout", "3s"]);
    assert_eq!(code, Some(0), "{note}");
    assert!(out.starts_with("0.3122, heaps up to 7: infinite"), "{out}");
    // With --solve a limit is a failure as before.
    let (code, ..) = misere(&["quotient", "0.3122", "--solve", "--timeout", "3s"]);
    assert_eq!(code, Some(3));
}

#[test]
fn long_lists_are_shown_when_asked_for() {
    let (_, short, _) = misere(&["quotient", "0.07", "--to", "33"]);
    assert!(
        short.contains("  relations     140; --all shows them\n"),
        "{short}"
    );
    assert!(
        short.contains("  P-values      109; --all shows them\n"),
        "{short}"
    );
    let (_, all, _) = misere(&["quotient", "0.07", "--to", "33", "--all"]);
    assert!(!all.contains("--all"), "{all}");
    assert_eq!(all.matches(" = ").count(), 15 + 140);
    let (_, short, _) = misere(&["quotient", "0.77", "--to", "1100"]);
    assert!(
        short.ends_with("  101 more heaps; --all shows them\n"),
        "{short}"
    );
    let (_, all, _) = misere(&["quotient", "0.77", "--to", "1100", "--all"]);
    assert!(all.starts_with(short.rsplit_once("  101 more").unwrap().0));
    assert!(all.lines().last().unwrap().starts_with("   1100+  "));
}

/// A search goes on from its file, which belongs to one ruleset and is not believed.
#[test]
fn a_search_is_kept_in_a_file() {
    let file = std::env::temp_dir().join(format!("misere-search-{}.json", std::process::id()));
    let path = file.to_str().unwrap();
    let (code, ..) = misere(&["quotient", "0.77", "--to", "20", "--resume", path]);
    assert_eq!(code, Some(0));
    let resumed = misere(&["quotient", "0.77", "--solve", "--resume", path]);
    assert_eq!(resumed, misere(&["quotient", "0.77", "--solve"]));
    let (code, _, err) = misere(&["quotient", "0.77", "--to", "5", "--resume", path]);
    assert_eq!(code, Some(2));
    assert!(err.contains("heaps up to 168 already"), "{err}");
    let (code, _, err) = misere(&["quotient", "0.07", "--to", "5", "--resume", path]);
    assert_eq!(code, Some(2));
    assert!(err.contains("belongs to `0.77`"), "{err}");
    let text = std::fs::read_to_string(&file).unwrap();
    let wrong = text.replacen("\"p\":[", "\"p\":[0,", 1);
    std::fs::write(&file, wrong).unwrap();
    let (code, _, err) = misere(&["quotient", "0.77", "--to", "200", "--resume", path]);
    assert_eq!(code, Some(2));
    assert!(err.contains("the saved search is damaged"), "{err}");
    std::fs::remove_file(&file).unwrap();
}

/// P of an infinite quotient is drawn in the plane of two wild heaps.
#[test]
fn an_infinite_quotient_has_a_picture() {
    let (code, svg, err) = misere(&["quotient", "0.3122", "--to", "7", "--graph"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(svg.starts_with("<svg") && svg.contains("0.3122, heaps up to 7"));
    assert!(svg.contains(">×5<") && svg.contains(">×7<"));
    assert!(svg.contains("of the 40 values of the tame part"));
    let (code, _, err) = misere(&["quotient", "0.3122", "--to", "7", "--dot"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("DOT needs a finite one"), "{err}");
    let (code, out, err) = misere(&["quotient", "0.3122", "--to", "7", "--value", "7+7"]);
    assert_eq!((code, &*out), (Some(2), ""));
    assert!(err.contains("--value needs a finite one"), "{err}");
    // Long lists are cut unless all is asked for.
    let pieces = |more: &[&str]| {
        let (_, out, _) = misere(&[&["quotient", "0.3122", "--to", "7"], more].concat());
        (
            out.matches("×5").count(),
            out.contains("more pieces with --all"),
        )
    };
    let (some, all) = (pieces(&[]), pieces(&["--all"]));
    assert!(some.1 && !all.1 && all.0 > some.0 + 40, "{some:?} {all:?}");
}
