//! The command `nimsets`.

use assert_cmd::cargo::cargo_bin;

fn misere(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = std::process::Command::new(cargo_bin!("misere"));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn the_command_prints_the_tables() {
    let (table, _, code) = misere(&["nimsets", "cut:1,6", "--to", "17"]);
    assert_eq!(code, Some(0));
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["n", "N(n,2)", "N(n,7)", "G(n)"]);
    assert_eq!(lines[6], ["6", "{0}", "–", "1"]);
    assert_eq!(lines[14], ["14", "{0,1,2}", "{1,3}", "4"]);
    assert_eq!(lines.len(), 18);

    let arguments = ["nimsets", "cut:1,6", "--piles", "2", "--alternating"];
    let (table, ..) = misere(&arguments);
    assert!(table.contains("(7,1) to (12,6)") && table.contains("(14,14) to …"));
    let (json, ..) = misere(&[&arguments[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["ruleset"], "cut{1,6}");
    assert_eq!(json["values"][13], 4);
    assert_eq!(json["sets"][0]["sets"][13], serde_json::json!([0, 1, 2]));
    let sixth = &json["sets"][0]["alternating"][5];
    assert_eq!(sixth["entering"], serde_json::json!([[19, 1], [13, 7]]));
    assert_eq!(sixth["exits"], serde_json::Value::Null);

    let (_, message, code) = misere(&["nimsets", "nim"]);
    assert!(message.contains("`nim` is not a cut game") && code == Some(2));
    let (_, message, code) = misere(&["nimsets", "cut:1,6", "--piles", "0"]);
    assert!(message.contains("0 heaps") && code == Some(2));
    let (known, _, code) = misere(&[
        "nimsets",
        "cut:1,2,9",
        "--to",
        "10000000000",
        "--timeout",
        "0.2",
    ]);
    assert!(known.lines().count() > 10 && code == Some(3));
}
