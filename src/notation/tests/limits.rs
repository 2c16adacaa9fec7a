//! Large and deep inputs: linear time, no recursion.

use std::time::{Duration, Instant};

use super::super::MAX_INPUT;
use super::parse;

/// Generous: each input takes a fraction of a second, and would take minutes in quadratic time.
const LINEAR: Duration = Duration::from_secs(5);

#[test]
fn depth_is_not_limited() {
    const DEPTH: usize = 100_000;
    let nested =
        |open: &str, close: &str| format!("{}2{}", open.repeat(DEPTH), close.repeat(DEPTH));
    for (input, nodes) in [
        (nested("(", ")"), 1),
        (nested("{", "}"), DEPTH + 1),
        (nested("", "#"), DEPTH + 1),
        (nested("1(", ")"), 2 * DEPTH + 1),
        (nested("1+(", ")"), 2 * DEPTH + 1),
        (nested("3·(", ")"), DEPTH + 1),
        (nested("{1-", "}#"), 4 * DEPTH + 1),
        (nested("", "[#]"), DEPTH + 1),
        (nested("", "_1"), 2 * DEPTH + 1),
        (format!("2^{}", "-".repeat(DEPTH)), DEPTH + 1),
        (format!("2[{}]", "-1".repeat(DEPTH)), 2 * DEPTH + 1),
    ] {
        let start = Instant::now();
        let syntax = parse(&input).expect("well nested");
        assert_eq!(syntax.len(), nodes);
        drop(syntax);
        assert!(start.elapsed() < LINEAR, "{}", &input[..8]);
    }
}

#[test]
fn time_is_linear() {
    let repeated = [
        "(", "{", "[", "1", "#", "2_", "2_1", "1+", "1+1", "1·", "1 ", "*", "*1", "{0,", "1-",
        "^-", "x", "x-", "x ", "x(", "x(1)", "x{", "f{}(1)", "0.", "0.1", "%1", "\\left",
        "\\cdot ", "$", "\\ast", "1 **", " ", "·", "1^{-", "2[#-1]", "{}", "()",
    ];
    for unit in repeated {
        let count = MAX_INPUT / unit.len();
        // The second form leads the parser past what would be an error at the first character.
        for input in [unit.repeat(count), format!("2{}", unit.repeat(count - 1))] {
            let start = Instant::now();
            if let Err(error) = parse(&input) {
                assert!(error.render(&input).len() < 1000, "{unit}");
            }
            assert!(start.elapsed() < LINEAR, "{unit}");
        }
    }
}

#[test]
fn long_input_is_refused() {
    assert!(parse(&"1".repeat(MAX_INPUT)).is_ok());
    let input = "1".repeat(MAX_INPUT + 1);
    let error = parse(&input).unwrap_err();
    assert_eq!(error.column(), 1);
    assert!(error.message().contains("1048577 bytes"), "{error}");
    error.render(&input);
}
