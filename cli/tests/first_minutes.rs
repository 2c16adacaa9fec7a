//! What is typed in the first minutes: mistakes and what the program says to do instead, names that are
//! kept, and what comes first in an answer.

use assert_cmd::Command;

fn misere(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::cargo_bin("misere")
        .unwrap()
        .args(arguments)
        .write_stdin("")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

#[test]
fn mistakes_are_explained() {
    let cases: [(&[&str], &str); 42] = [
        (&["moves", "12+10+5"], "nim heaps are written *12+*10+5"),
        (
            &["play", "10"],
            "nim heaps are written *10; the set is written {1,0}",
        ),
        (&["moves", "2·632 + 1"], "nim heaps are written 2·*632 + 1"),
        (&["nim", "kayles", "20"], "kayles --to 20"),
        (&["quotient", "kayles", "20"], "kayles --to 20"),
        (&["genus", "0.77", "9"], "0.77 --to 9"),
        (&["nim", "kayles", "grundy"], "one ruleset at a time"),
        (&["nim", "cut1", "cut6"], "shells expand braces"),
        (&["nim", "kayles", "--to", "-5"], "numbers are 0 or more"),
        (&["nim", "kayles", "--from", "-1"], "numbers are 0 or more"),
        (&["show", "-1"], "a game is not negative"),
        (&["tour", "-1"], "`misere help tour` has its flags"),
        (&["check", "-1"], "`check` takes no `-1`"),
        (&["verify", "-1"], "`verify` takes no `-1`"),
        (&["sweep", "-1"], "`sweep` takes no `-1`"),
        (&["nim", "-1"], "`nim` takes no `-1`"),
        (&["nim", "kayles", "--output", "x"], "misere nim … > FILE"),
        (&["genus", "kayles", "--foo"], "`genus` has no flag `--foo`"),
        (&["nim", "kayles", "-n", "20"], "--to N sets the last heap"),
        (
            &["nim", "kayles", "--max", "20"],
            "--to N sets the last heap",
        ),
        (
            &["nim", "kayles", "--form", "9"],
            "perhaps `--from` is meant",
        ),
        (&["moves", "3 4 5"], "nim heaps are written *3+*4+*5"),
        (&["play", "3 4 5"], "the set is written {3,4,5}"),
        (&["moves", "3", "4", "5"], "misere moves '*3+*4+*5'"),
        (&["moves", "kayles", "7"], "a heap is written 'kayles(7)'"),
        (&["moves", "2##", "+", "1"], "a sum is one word"),
        (&["moves", "3,4,5"], "nim heaps are a sum, as in *3+*4+*5"),
        (&["moves", "nim(3,4,5)"], "nim(3) + nim(4) + nim(5)"),
        (&["show", "kayles{5}"], "as in kayles(5) or cut{1,6}(13)"),
        (&["genus", "kayles(5"], "expected `)` to close the `(`"),
        (
            &["graph", "sum-of-divisors(6)", "--positions"],
            "may go on for ever",
        ),
        (&["nim", "cram", "--to", "5"], "as in misere show 'cram("),
        (&["show", "2", "--json"], "write --format json"),
        (&["show", "2+2 == 0"], "write misere compare '2+2' '0'"),
        (&["2+2", "==", "0"], "write misere compare '2+2' '0'"),
        (&["2+2"], "write misere show '2+2'"),
        (&["show", "=="], "write misere compare G H"),
        (&["show", "{2|3}"], "partizan games are not covered"),
        (
            &["help", "notatoin"],
            "perhaps `misere help notation` is meant",
        ),
        (
            &["primes", "2", "--format", "md"],
            "it has text, json, csv and tex",
        ),
        (&["--format", "md", "show", "2"], "`show` has no md output"),
        (
            &["quotient", "nim", "--to", "4", "--sum", "5 9"],
            "as in 5+9 or 5,9",
        ),
    ];
    for (arguments, hint) in cases {
        let (out, error, code) = misere(arguments);
        assert_eq!(
            (out.as_str(), code),
            ("", Some(2)),
            "{arguments:?}\n{error}"
        );
        assert!(error.contains(hint), "{arguments:?}\n{error}");
        assert!(!error.contains("-- -"), "{error}");
        assert!(!error.contains("kayles{5}(5)"), "{error}");
    }
    let (_, error, _) = misere(&["genus", "kayles(5"]);
    assert!(!error.contains("needs its size"), "{error}");
    let (_, note, code) = misere(&["atlas", "sum-of-divisors"]);
    assert_eq!(code, Some(1));
    assert!(
        note.contains("`misere nim` computes") && !note.contains("period"),
        "{note}"
    );
}

#[test]
fn digits_written_together_are_remarked_on_and_read_as_a_set() {
    let note = "note: 632 is the set {6,3,2}; the heap is *632\n";
    for arguments in [
        &["show", "632", "632#"][..],
        &["primes", "632"],
        &["compare", "632", "632"],
        &["genus", "632"],
        &["moves", "{632,1}"],
        &["graph", "632"],
    ] {
        let (_, error, code) = misere(arguments);
        assert_eq!((error.as_str(), code), (note, Some(0)), "{arguments:?}");
        let mut quiet = arguments.to_vec();
        quiet.push("--quiet");
        assert_eq!(misere(&quiet).1, "", "{quiet:?}");
    }
    for plain in ["{6,3,2}", "*632", "2#321", "(32)2", "kayles(12)"] {
        assert_eq!(misere(&["show", plain]).1, "", "{plain}");
    }
    assert_eq!(misere(&["moves", "2#321 + (32)2"]).2, Some(0));
}

#[test]
fn rulesets_keep_the_name_that_was_typed() {
    let (out, _, _) = misere(&["moves", "kayles(5)"]);
    assert!(out.contains("→ kayles("), "{out}");
    assert!(out.contains("2·kayles("), "{out}");
    assert!(!out.contains("0.77"), "{out}");
    let (out, _, _) = misere(&["moves", "0.77(5)"]);
    assert!(out.contains("2·(0.77("), "{out}");
    for (arguments, start) in [
        (&["nim", "dawsons-chess"][..], "dawsons-chess from 0: "),
        (&["period", "kayles"], "kayles is periodic"),
        (&["genus", "kayles"], "kayles from 0: "),
        (
            &["quotient", "kayles", "--to", "5"],
            "kayles, heaps up to 5",
        ),
        (&["rules", "kayles"], "kayles = 0.77: "),
        (&["rules", "0.77"], "0.77: "),
    ] {
        let (out, error, code) = misere(arguments);
        assert_eq!(code, Some(0), "{error}");
        assert!(out.starts_with(start), "{arguments:?}\n{out}");
    }
    let (out, _, _) = misere(&["quotient", "kayles", "--to", "5", "--format", "json"]);
    assert!(out.contains("\"ruleset\":\"0.77\""), "{out}");
}

#[test]
fn what_was_asked_for_comes_first() {
    let quotient = ["quotient", "kayles", "--to", "9", "--sum"];
    let mut answers = ["5+9", "9,5", "5, 9"].map(|heaps| {
        let (out, _, code) = misere(&[&quotient[..], &[heaps]].concat());
        assert_eq!(code, Some(0));
        out
    });
    assert!(answers[0].starts_with("9 + 5: value "), "{}", answers[0]);
    answers.sort();
    assert_eq!(answers[0], answers[2]);
}

/// The canonical form of a heap of 1000 pins is never found; who wins is known at once.
#[test]
fn the_question_who_wins_is_answered_without_the_form() {
    let (out, error, code) = misere(&["show", "kayles(1000)"]);
    assert_eq!((error.as_str(), code), ("", Some(0)), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "kayles(1000)");
    assert_eq!(lines[1], "  outcome       N, the next player wins");
    assert!(lines[2].starts_with("  nim value     "), "{out}");
    assert!(
        lines[3].contains("the quotient of kayles (order 40"),
        "{out}"
    );
    assert!(lines[4].contains("see misere atlas 0.77"), "{out}");
    assert!(lines[5].contains("not found in 10 seconds"), "{out}");
    // A limit that was set is named, and who wins is an answer all the same.
    let (out, error, code) = misere(&["show", "kayles(1000)", "--max-nodes", "2000"]);
    assert!(out.contains("N, the next player wins"), "{out}");
    assert!(
        out.contains("form          not found: the limit of 2000 games"),
        "{out}"
    );
    assert_eq!((error.as_str(), code), ("", Some(0)));
}

/// The nim value is found at once, and shown with a time limit as well as without one.
#[test]
fn what_is_cheap_is_shown_under_a_time_limit() {
    let heap = "dawsons-kayles(200)";
    let (out, error, code) = misere(&["show", heap, "--timeout", "3"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], heap);
    assert!(lines[1].starts_with("  nim value     "), "{out}");
    assert!(lines[2].starts_with("  atlas         "), "{out}");
    assert!(lines[3].starts_with("  form          not found: "), "{out}");
    assert!(error.starts_with("stopped: the time limit"), "{error}");
    assert_eq!((lines.len(), code), (4, Some(3)));
    let (out, _, code) = misere(&["show", heap, "--timeout", "3", "--format", "json"]);
    assert!(out.contains("\"outcome\":null,\"nim_value\":"), "{out}");
    assert_eq!(code, Some(3));
}

/// Commands that need canonical forms tell when those of heaps are beyond reach.
#[test]
fn no_command_looks_for_large_forms_for_ever() {
    let commands: [&[&str]; 4] = [
        &["compare", "kayles(1000)", "0"],
        &["minus", "kayles(1000)", "2"],
        &["genus", "kayles(1000)"],
        &["parts", "kayles(1000)"],
    ];
    std::thread::scope(|scope| {
        for command in commands {
            scope.spawn(move || {
                let (out, error, code) = misere(command);
                let expected = "unfinished: not found in 10 seconds; --timeout 5m searches longer";
                assert_eq!(
                    (out.as_str(), error.trim_end(), code),
                    ("", expected, Some(3)),
                    "{command:?}"
                );
                let (_, error, code) = misere(&[command, &["--timeout", "1"]].concat());
                assert!(error.starts_with("stopped: the time limit"), "{error}");
                assert_eq!(code, Some(3), "{command:?}");
            });
        }
    });
}

#[test]
fn what_was_typed_stands_for_a_form_that_is_too_long() {
    for (command, line) in [
        (
            ["compare", "kayles(9)", "kayles(8)+2"],
            "kayles(9) ≠ kayles(8)+2",
        ),
        (
            ["minus", "kayles(9)", "kayles(8)+2"],
            "kayles(8)+2 is not a part of kayles(9)",
        ),
    ] {
        let (out, error, _) = misere(&[&command[..], &["--max-form", "3"]].concat());
        assert_eq!(out.lines().next(), Some(line), "{error}");
    }
}

#[test]
fn loopy_rulesets_are_refused_alike() {
    for arguments in [
        &["period", "partial-sums"][..],
        &["genus", "partial-sums"],
        &["quotient", "partial-sums"],
        &["show", "partial-sums(6)"],
        &["moves", "partial-sums(6)"],
        &["play", "partial-sums(6)"],
        &["nim", "partial-sums", "--misere"],
        &["nim", "partial-sums", "--check"],
        &["nim", "partial-sums", "--options", "6"],
        &["plot", "partial-sums"],
        &["graph", "partial-sums(6)"],
    ] {
        let (_, error, code) = misere(arguments);
        assert_eq!(code, Some(2), "{arguments:?}\n{error}");
    }
}

#[test]
fn help_knows_topics_and_rulesets() {
    for (topic, start) in [
        ("notation", "Notation: how games are written"),
        ("names", "Names: x := EXPR"),
        ("kayles", "kayles = 0.77: knock down one pin"),
        ("quotient", "Compute the misère quotient"),
    ] {
        let (out, error, code) = misere(&["help", topic]);
        assert_eq!(code, Some(0), "{error}");
        assert!(out.starts_with(start), "{out}");
    }
}

#[test]
fn a_command_offers_the_formats_that_it_has() {
    let (help, _, _) = misere(&["help", "compare"]);
    assert!(
        help.contains("- json:") && !help.contains("- bfile:"),
        "{help}"
    );
    let (help, _, _) = misere(&["help", "nim"]);
    assert!(help.contains("- bfile:"), "{help}");
    // The flag may stand before the command as well.
    let (out, _, code) = misere(&["--format", "json", "compare", "2", "2"]);
    assert!(out.starts_with('{'), "{out}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_saltus_of_0_is_not_written() {
    let (out, _, _) = misere(&["sweep", "octal:1", "--format", "csv", "--quiet"]);
    assert!(out.contains("\"(0,1)\"") && !out.contains("(+0)"), "{out}");
}
