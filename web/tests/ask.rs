//! Questions and answers as the page has them, on this target.

use proptest::prelude::*;
use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    serde_json::from_str(&misere_web::ask(&question.to_string(), &|_| {})).unwrap()
}

#[test]
fn places_count_as_browsers_count() {
    // A character beyond 16 bits is two units, and four bytes.
    let reply = ask(&json!({"ask": "show", "expr": "𝒟 + 2"}));
    let place = &reply["failure"]["place"];
    assert_eq!((&place["start"], &place["end"]), (&json!(0), &json!(2)));
    let reply = ask(&json!({"ask": "show", "expr": "2·(2+"}));
    assert_eq!(reply["failure"]["place"]["start"], 5);
    assert_eq!(reply["failure"]["kind"], "input");
    let reply = ask(&json!({"ask": "rule", "ruleset": "kayels"}));
    assert!(
        reply["failure"]["hint"]
            .as_str()
            .unwrap()
            .contains("kayles")
    );
}

#[test]
fn what_is_no_question_is_refused() {
    for text in ["", "{}", "[]", r#"{"ask": "shwo"}"#, r#"{"ask": "show"}"#] {
        let reply: Value = serde_json::from_str(&misere_web::ask(text, &|_| {})).unwrap();
        assert_eq!(reply["failure"]["kind"], "input", "{text}");
    }
    let reply = ask(&json!({"ask": "show", "expr": "2", "no such": 1}));
    assert_eq!(reply["failure"]["kind"], "input");
    let long = misere_web::ask(&" ".repeat(2 << 20), &|_| {});
    assert!(long.contains("too long"));
    let reply = ask(&json!({"ask": "show", "expr": "node-kayles(file:/etc/passwd)"}));
    assert_eq!(reply["failure"]["message"], "a page reads no files");
}

#[test]
fn limits_are_failures_with_a_reason() {
    let reply = ask(&json!({"ask": "show", "expr": "*300+*300", "megabytes": 2}));
    assert_eq!(reply["failure"]["kind"], "stopped");
    assert!(
        reply["failure"]["message"]
            .as_str()
            .unwrap()
            .contains("memory limit")
    );
    let reply = ask(&json!({"ask": "quotient", "ruleset": "0.77", "to": 30, "seconds": 0}));
    assert!(
        reply["failure"]["message"]
            .as_str()
            .unwrap()
            .contains("time limit")
    );
    for seconds in [-1.0, 1e300] {
        let reply = ask(&json!({"ask": "show", "expr": "2", "seconds": seconds, "megabytes": 1}));
        assert!(reply["answer"].is_object() || reply["failure"]["kind"] == "stopped");
    }
}

/// The outcomes after each move are those that the list of moves has, and a search ends with the first win.
#[test]
fn outcomes_agree_with_moves() {
    for (expr, normal) in [("5+4+2", false), ("5+4+2", true), ("3+2", false)] {
        let reply = ask(&json!({"ask": "moves", "expr": expr, "normal": normal}));
        let moves = &reply["answer"]["moves"];
        let winning = moves["winning_moves"].as_array().unwrap();
        let losing = moves["losing_moves"].as_array().unwrap();
        let mut exprs = Vec::new();
        for m in losing.iter().chain(winning) {
            let heaps: Vec<&str> = expr.split('+').collect();
            let number = usize::try_from(m["component"].as_u64().unwrap()).unwrap();
            let mut heaps: Vec<String> = heaps.into_iter().map(Into::into).collect();
            heaps[number] = m["to"][0]["form"].as_str().unwrap().into();
            exprs.push(heaps.join("+"));
        }
        let asked = json!({"ask": "outcomes", "exprs": exprs, "normal": normal});
        let outcomes = ask(&asked)["answer"]["outcomes"].clone();
        let expected: Vec<&str> = std::iter::repeat_n("N", losing.len())
            .chain(std::iter::repeat_n("P", winning.len()))
            .collect();
        assert_eq!(outcomes, json!(expected), "{expr}");
        let asked = json!({"ask": "outcomes", "exprs": exprs, "normal": normal, "until_p": true});
        let outcomes = ask(&asked)["answer"]["outcomes"].clone();
        let first = losing.len() + usize::from(!winning.is_empty());
        assert_eq!(outcomes.as_array().unwrap().len(), first);
    }
}

/// A cell of the picture of two heaps is filled iff the sum is a P-position by canonical forms.
#[test]
fn the_picture_of_two_heaps_shows_p_positions() {
    let asked = json!({"ask": "quotient", "ruleset": "0.77", "to": 8, "pairs": 8});
    let svg = ask(&asked)["svg"].as_str().unwrap().to_owned();
    let filled = svg.matches("fill-opacity=\"0.80\"").count();
    let mut expected = 0;
    for x in 0..=8 {
        for y in 0..=8 {
            let reply = ask(&json!({"ask": "show", "expr": format!("0.77({x}) + 0.77({y})")}));
            expected += usize::from(reply["answer"]["outcome"] == "P");
        }
    }
    assert!(expected > 0);
    assert_eq!(filled, expected, "{svg}");
}

#[test]
fn progress_is_reported() {
    let said = std::cell::RefCell::new(Vec::new());
    let question = json!({"ask": "quotient", "ruleset": "0.75", "to": null}).to_string();
    misere_web::ask(&question, &|text| said.borrow_mut().push(text.to_owned()));
    assert!(
        said.borrow()
            .iter()
            .any(|text| text.starts_with("heap 5, order"))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is typed has an answer or a failure, and a failure has its place within the text.
    #[test]
    fn nothing_that_is_typed_panics(
        text in "[0-9#+*(){}\\[\\],.xk·^_ -]{0,14}|(kayles|cram|chomp|hackenbush|cut)[({][0-9x,./-]{0,9}[)}]?",
        what in 0..4usize,
    ) {
        let limits = |mut question: Value| {
            question["seconds"] = json!(0.3);
            question["megabytes"] = json!(16);
            question
        };
        let question = limits(match what {
            0 => json!({"ask": "read", "expr": text}),
            1 => json!({"ask": "show", "expr": text}),
            2 => json!({"ask": "moves", "expr": text, "normal": true}),
            _ => json!({"ask": "nim", "ruleset": text, "from": null, "to": 9}),
        });
        let reply = ask(&question);
        prop_assert!(reply["answer"].is_object() || reply["failure"]["message"].is_string());
        if let Some(end) = reply["failure"]["place"]["end"].as_u64() {
            let start = reply["failure"]["place"]["start"].as_u64().unwrap();
            prop_assert!(start <= end && end <= text.encode_utf16().count() as u64 + 1);
        }
    }
}
