//! The command `josephus`.

use num_bigint::BigUint;

fn answer(arguments: &[&str]) -> serde_json::Value {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("misere"));
    let output = command
        .arg("josephus")
        .args(arguments)
        .args(["--format", "json"])
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_command_answers_in_json() {
    let small = answer(&["30", "10"]);
    assert_eq!((&small["x"], &small["y"]), (&30.into(), &10.into()));
    assert_eq!(
        (&small["grundy"], &small["removed"]),
        (&10.into(), &21.into())
    );
    assert_eq!(small["winning_moves"], serde_json::json!([[25, 10]]));
    let many = answer(&["3", "40", "--value", "4"]);
    assert_eq!(
        many["moves"],
        serde_json::json!([{"x": 3, "y_first": 5, "y_last": 8}])
    );
    assert_eq!(answer(&["--survivor", "41", "--s", "2"])["survivor"], 3);
    assert_eq!(answer(&["--survivor", "41"])["survivor"], 19);
    // 10^60 − 1 stones: the value is a number beyond what JSON holds exactly.
    let digits = "9".repeat(60);
    let long = answer(&[&digits, "0"]);
    let x: BigUint = digits.parse().unwrap();
    let s = ((x + 1u32) >> 60u32) >> 1u32;
    assert_eq!(long["grundy"], s.to_string());
    // A weight that is not whole, by definition: two stones cannot be moved.
    let other = answer(&["2", "0", "--weight", "3/2"]);
    assert_eq!(
        (&other["grundy"], &other["winning_moves"]),
        (&0.into(), &serde_json::json!([]))
    );
}

#[test]
fn bad_input_is_told() {
    for (arguments, message) in [
        (&["3"][..], "two numbers"),
        (&["3", "-1"], "not a whole number"),
        (&["3", "x"], "not a whole number"),
        (&["2", "5", "--nonnegative"], "negative weight"),
        (&["2", "5", "--weight", "0"], "not a weight"),
        (&["--survivor", "5", "--s", "5"], "S must be less than V"),
        (&["--survivor", "0"], "no numbers"),
    ] {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("misere"));
        let output = command.arg("josephus").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(message), "{arguments:?}: {told}");
    }
}
