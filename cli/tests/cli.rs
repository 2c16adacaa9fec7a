//! Transcripts of commands with their output and exit codes.

use std::fmt::Write as _;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

fn misere() -> Command {
    let mut command = Command::new(cargo_bin!("misere"));
    command.env("NO_COLOR", "1").env("COLUMNS", "100");
    command
}

/// What the commands print, standard error marked with `!`, and how they end.
fn transcript(commands: &[&[&str]]) -> String {
    let mut text = String::new();
    for arguments in commands {
        let output = misere().args(*arguments).output().unwrap();
        let shown: Vec<String> = arguments.iter().map(|a| quoted(a)).collect();
        writeln!(text, "$ misere {}", shown.join(" ")).unwrap();
        text.push_str(&String::from_utf8(output.stdout).unwrap());
        for line in String::from_utf8(output.stderr).unwrap().lines() {
            writeln!(text, "! {line}").unwrap();
        }
        match output.status.code() {
            Some(0) => {}
            code => writeln!(text, "[exit code {}]", code.unwrap()).unwrap(),
        }
        text.push('\n');
    }
    text
}

fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-+_.".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.into()
    } else {
        format!("'{argument}'")
    }
}

/// The output of a command that reads standard input.
fn with_input(arguments: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let mut command = assert_cmd::Command::from_std(misere());
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code(),
    )
}

#[test]
fn nim_values() {
    insta::assert_snapshot!(transcript(&[
        &["nim", "maliquot"],
        &["nim", "saliquant", "--from", "100", "--to", "119"],
        &[
            "nim",
            "powerset(subtract(nondivisors))",
            "--to",
            "160",
            "--from",
            "150"
        ],
        &["nim", "cut:1,6", "--to", "40", "--format", "json"],
        &["nim", "grundy", "--to", "5", "--format", "bfile"],
        &["nim", "0.77", "--to", "3", "--format", "csv"],
        &["nim", "divide-and-residue", "--options", "7"],
        &["nim", "complement-grundy", "--check", "--to", "60"],
        &["nim", "partial-sums", "--to", "9"],
        // Where a formula or a proved period answers, a heap may be of any size.
        &[
            "nim",
            "maliquot",
            "--from",
            "1000000000000000000000000000000",
            "--to",
            "1000000000000000000000000000000"
        ],
        &[
            "nim",
            "kayles",
            "--from",
            "1000000000000000000000000000000",
            "--to",
            "1000000000000000000000000000002"
        ],
        &["nim", "grundy", "--from", "1000000000000000000000000000000"],
        &[
            "nim",
            "powerset-maliquant",
            "--from",
            "9001",
            "--to",
            "9001",
            "--format",
            "bfile"
        ],
        // Bad input.
        &["nim", "salquant"],
        &["nim", "maliquot", "--from", "0"],
        &["nim", "nim", "--from", "7", "--to", "3"],
        &["nim", "cut1", "cut6"],
        &["nim", "cut{1,0}"],
        &["nim", "0.8W"],
        &["nim", "move-to(divisors)"],
        &["nim", "josephus"],
    ]));
}

#[test]
fn rules() {
    insta::assert_snapshot!(transcript(&[
        &["rules"],
        &["rules", "saliquant"],
        &["rules", "maliquant-no0"],
        &["rules", "cut{1,6}"],
        &["rules", "treblecross"],
        &["rules", "josephus"],
        &["rules", "partial-sums", "--format", "json"],
        &["rules", "mtua"],
        &["rules", "MOMEGA"],
    ]));
}

#[test]
fn heaps_in_expressions() {
    insta::assert_snapshot!(transcript(&[
        &["show", "totient(7)", "kayles(9) + 2#"],
        &["compare", "kayles(3)", "3"],
        &["primes", "cut{1,2}(9)"],
        &["moves", "totient(7) + totative(7)", "--normal"],
        &[
            "moves",
            "totient(48114) + subtraction{1,2;sink=1}(3)",
            "--normal"
        ],
        &[
            "moves",
            "dividing(18) + dividing(7)",
            "--normal",
            "--format",
            "json"
        ],
        &["moves", "grundy(12) + 2#1"],
        // Large heaps of one ruleset, by its misère quotient.
        &["moves", "kayles(1000) + kayles(999)"],
        &["show", "kayles(1000)", "--max-nodes", "2000"],
        &[
            "show",
            "0.75(90) + 0.75(33)",
            "--max-nodes",
            "100",
            "--format",
            "json"
        ],
        &[
            "quotient",
            "nim",
            "--to",
            "4",
            "--isomorphic-to",
            "subtraction{1,2,3,4,5,6}",
            "--other-to",
            "5"
        ],
        &["quotient", "0.75", "--solve", "--isomorphic-to", "0.77"],
        &[
            "quotient",
            "0.75",
            "--solve",
            "--isomorphic-to",
            "0.75",
            "--format",
            "json"
        ],
        &["moves", "partial-sums(6) + partial-sums(7)", "--normal"],
        &[
            "moves",
            "partial-sums(6) + partial-sums(9)",
            "--normal",
            "--format",
            "json"
        ],
        &["moves", "sum-of-divisors(276)", "--normal"],
        // Bad input.
        &["moves", "partial-sums(6)"],
        &["show", "partial-sums(6)"],
        &["show", "maliquot(0)"],
        &["show", "josephus(5)"],
        &["show", "2 + kales(5)"],
        &["show", "2 + cut{1,x}(5)"],
        &["show", "nim(1000000000000000000000000)"],
    ]));
}

#[test]
fn verify() {
    insta::assert_snapshot!(transcript(&[
        &["verify", "structure.fig6", "-v"],
        &["verify", "breaking.table1.1-6-K", "josephus.thm4"],
        &["verify", "arithmetic.conj1", "--format", "md"],
        &["verify", "structure.sec7", "--list"],
        &["verify", "arithmetic.thm1"],
        &["verify", "arithmetic.thm"],
        &["verify", "structure.fgi6", "cut"],
        &["verify", "nonsense"],
    ]));
}

/// Parallel work gives the same answer on one thread, on two, and on more threads than cores, which
/// interrupt each other anywhere.
#[test]
fn threads_change_nothing() {
    for (claims, format) in [
        ("cut", "text"),
        ("josephus", "text"),
        ("structure.sec7", "text"),
        ("structure.sec7", "md"),
    ] {
        let [one, two, many] = ["1", "2", "9"].map(|threads| {
            let output = misere()
                .args(["verify", claims, "-v", "--format", format])
                .args(["--threads", threads])
                .output()
                .unwrap();
            (output.status.code(), output.stdout, output.stderr)
        });
        assert!(one.0 == Some(0) && one.1.len() > 1000);
        assert!(one == two && one == many, "{claims} as {format}");
    }
}

#[test]
fn verify_can_be_resumed() {
    let path = std::env::temp_dir().join(format!("misere-verify-{}.jsonl", std::process::id()));
    let run = |claims: &[&str]| {
        let output = misere()
            .arg("verify")
            .args(claims)
            .arg("--resume")
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["structure.fig6"]).contains("structure.fig6"));
    // A line that was cut off is computed again, complete lines are not.
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{whole}{{\"id\":\"structure.fi")).unwrap();
    let printed = run(&["structure.fig6", "structure.fig2"]);
    assert!(
        !printed.contains("structure.fig6") && printed.contains("structure.fig2"),
        "{printed}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    // A line without its line end is complete.
    std::fs::write(&path, whole.trim_end()).unwrap();
    assert!(!run(&["structure.fig6"]).contains("structure.fig6"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    std::fs::remove_file(&path).unwrap();
}

/// A certificate has one line without an end, as a result that was cut off may.
#[test]
fn verify_does_not_take_a_certificate_for_results() {
    let path = std::env::temp_dir().join(format!("misere-foreign-{}.json", std::process::id()));
    let run = |arguments: &[&str]| {
        let output = misere().args(arguments).arg(&path).output().unwrap();
        output.status.code()
    };
    assert_eq!(run(&["parts", "2##", "--certificate"]), Some(0));
    let certificate = std::fs::read_to_string(&path).unwrap();
    for foreign in [&certificate[..], &certificate[..certificate.len() / 2]] {
        std::fs::write(&path, foreign).unwrap();
        assert_eq!(run(&["verify", "structure.fig6", "--resume"]), Some(2));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_computation_goes_on_from_its_checkpoint() {
    let path = std::env::temp_dir().join(format!("misere-nim-{}.values", std::process::id()));
    let run = |game: &str, to: &str| {
        let mut command = misere();
        command.args(["nim", game, "--to", to, "--format", "json", "--checkpoint"]);
        command.arg(&path).output().unwrap()
    };
    assert!(run("0.07", "100").status.success());
    let resumed = run("0.07", "3000");
    let whole = misere()
        .args(["nim", "0.07", "--to", "3000", "--format", "json"])
        .output()
        .unwrap();
    assert_eq!(resumed.stdout, whole.stdout);
    let other = run("0.77", "100");
    assert_eq!(other.status.code(), Some(2));
    assert!(
        String::from_utf8(other.stderr)
            .unwrap()
            .contains("belongs to `0.07`")
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn show() {
    insta::assert_snapshot!(transcript(&[
        &["show", "2+2"],
        &["show", "9+8+7+5"],
        &["show", "2#-2", "(2##1)#"],
        &["show", "*30+*31", "--notation", "sets"],
        &["show", "2##2[#1]2#", "--notation", "tex"],
        &["show", "--format", "json", "2##"],
        &["show", "--format", "csv", "2", "2#+1"],
        &["show", "--format", "json", "--dag", "2#0"],
        &["show", "--trace", "{0,2}", "{2,3}", "(2##0)#", "2+2"],
        &["show", "--trace", "--format", "json", "{0,2}"],
        &["show", "--form", "(2##0)#"],
        &["show", "--form", "--format", "json", "{1}"],
    ]));
}

#[test]
fn mate() {
    insta::assert_snapshot!(transcript(&[
        &["mate", "(2##1)#"],
        &["mate", "(2##0)#"],
        &["mate", "--form", "(2##0)#"],
        &["mate", "--chain", "(2##(2##1)##)#"],
        &["mate", "--concubine", "0"],
        &["mate", "--chain", "--concubine", "--format", "json", "2#"],
    ]));
}

#[test]
fn compare() {
    insta::assert_snapshot!(transcript(&[
        &["compare", "2+2", "32"],
        &["compare", "2+2", "0"],
        &["compare", "2#", "2"],
        &["compare", "2", "2#"],
        &["compare", "2####", "2######"],
        &["compare", "--format", "json", "1", "1+1+1"],
        &["compare", "--format", "json", "2", "3"],
    ]));
}

#[test]
fn moves() {
    insta::assert_snapshot!(transcript(&[
        &["moves", "5+4+2"],
        &["moves", "1+1+1+1"],
        &["moves", "1+1+1+1", "--normal"],
        &["moves", "3·2 + 2#0", "--all"],
        &["moves", "0"],
        &["moves", "0", "--normal"],
        &["moves", "2## - 2"],
        &["moves", "3 12"],
        &["moves", "{2,{2,3}}", "--format", "json"],
        &["moves", "2+1", "--format", "json", "--all"],
        &["moves", "18446744073709551615·kayles(9) + kayles(11)"],
        &["genus", "cut{1,6}(13)"],
        &["genus", "cut{1,6}(13)+2"],
        // Only the difference is simplified.
        &["moves", "kayles(203) + (2#-2)", "--normal"],
        // By the proved period.
        &["moves", "subtraction{1,2}(1000000000000)", "--normal"],
        &["quotient", "nim", "--to", "2", "--sum", "1,2,2"],
    ]));
}

#[test]
fn playing_against_the_program() {
    let games: [(&[&str], &str); 4] = [
        (
            &["play", "5+4+2"],
            "?\n2 -> 1\nhint\nwhy\n5 -> 3\n1\nundo\n\nfoo\n7 -> 5\n3 -> 5\nquit\n",
        ),
        (
            &["play", "kayles(9) + kayles(5)", "--second"],
            "kayles(9) -> 3+4\n1\n1\n1\n1\n1\n",
        ),
        (
            &["play", "totient(30) + dividing(12)", "--normal"],
            "undo\nhint\n12 -> 3·dividing(4)\n1\n1\n1\n1\n1\n1\n1\n",
        ),
        // Whoever cannot move has won: there was no last move to lose by.
        (&["play", "0"], ""),
    ];
    let mut record = String::new();
    for (arguments, typed) in games {
        let (out, err, code) = with_input(arguments, typed.as_bytes());
        assert_eq!((err.as_str(), code), ("", Some(0)));
        record += &out;
        record.push('\n');
    }
    insta::assert_snapshot!(record);
}

/// The program wins every position that can be won, against any play.
#[test]
fn the_program_wins_what_can_be_won() {
    for (position, play) in [
        ("5+4+2", None),
        ("kayles(8) + 2#1", None),
        ("grundy(14)", Some("--normal")),
        ("0.123(9) + 0.123(4)", None),
    ] {
        let mut arguments = vec!["play", position, "--second"];
        arguments.extend(play);
        let outcome = misere()
            .args(["moves", position, "--format", "json"])
            .args(play)
            .output()
            .unwrap();
        let outcome = String::from_utf8(outcome.stdout).unwrap();
        let wins = outcome.contains(r#""outcome":"N""#);
        for choice in ["1\n", "2\n1\n", "3\n1\n2\n"] {
            // Whatever is typed that is no move leaves the position as it is.
            let (out, _, _) = with_input(&arguments, choice.repeat(40).as_bytes());
            assert!(!wins || out.ends_with("you lose\n"), "{position}: {out}");
        }
    }
}

#[test]
fn the_tour() {
    let (out, err, code) = with_input(&["tour"], b"");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!(out);
}

#[test]
fn fragments_of_tex() {
    insta::assert_snapshot!(transcript(&[
        &["show", "2##", "2#3210", "(4+2)#", "--format", "tex"],
        &["parts", "2##", "--format", "tex"],
        &["primes", "2##", "(4+2)#", "3", "1", "--format", "tex"],
        &["minus", "2#", "2", "--format", "tex"],
        &["minus", "4", "2", "--format", "tex"],
        &["mate", "--chain", "(2##(2##1)##)#", "--format", "tex"],
        &["genus", "0.77", "--to", "6", "--forms", "--format", "tex"],
        &["genus", "2#1", "--format", "tex"],
        &["nim", "powerset-saliquant", "--to", "14", "--format", "tex"],
        &["quotient", "nim", "--to", "2", "--table", "--format", "tex"],
        &["quotient", "cut{1,4}", "--to", "6", "--format", "tex"],
        &["show", "9+8+7", "--max-form", "20", "--format", "tex"],
    ]));
}

#[test]
fn parts_and_primes() {
    insta::assert_snapshot!(transcript(&[
        &["primes", "2##"],
        &["primes", "(4+2)#"],
        &["primes", "2", "1", "3#+1", "(4+2#)#"],
        &["primes", "--format", "json", "2#", "1"],
        &["parts", "2##"],
        &["parts", "2"],
        &["parts", "--format", "json", "2#+1"],
        &["parts", "2#", "--dot"],
        &["minus", "2##", "2"],
        &["minus", "2##", "4#"],
        &["minus", "--format", "json", "2##", "2#+1"],
        &["minus", "--format", "json", "2##", "4#"],
        &["day", "4", "--composites"],
        &["day", "6", "--composites"],
        &["primes", "3·((4+2)#+2##)", "--max-nodes", "500"],
        &["check", "no-such-file"],
    ]));
}

#[test]
fn genus() {
    insta::assert_snapshot!(transcript(&[
        &["genus", "0.77", "--to", "12"],
        &["genus", "0.77", "--to", "8", "--forms", "--format", "csv"],
        &["genus", "0.77", "--to", "6", "--forms", "--format", "json"],
        &["genus", "0.77", "--to", "6", "--forms", "--format", "tex"],
        &["genus", "0.77", "--to", "4", "--format", "tex"],
        &["genus", "subtraction:2,5,6;sink=3", "--to", "30"],
        &["genus", "0.3", "--to", "3"],
        &["genus", "2#1"],
        &["genus", "(2#20)(2#+1)1", "--format", "json"],
        &["genus", "0.77(9) + 0.77(5)", "--format", "csv"],
        &["genus", "2#0", "--format", "tex"],
        &["genus", "0.77(60)"],
        &["genus", "kaylse"],
        &["genus", "2#1", "--to", "5"],
        &["genus", "cut1", "cut6"],
        &["genus", "subtraction:1,2;sink=5", "--to", "3"],
        &["genus", "0.77", "--to", "60", "--max-nodes", "20"],
        &["genus", "0.77", "--format", "bfile"],
    ]));
}

#[test]
fn days_0_to_4() {
    insta::assert_snapshot!(transcript(&[
        &["day", "0", "--list"],
        &["day", "1", "--list"],
        &["day", "2", "--list"],
        &["day", "3", "--list"],
        &["day", "4", "--list"],
        &["day", "4"],
        &["day", "4", "--stats"],
        &["day", "3", "--stats", "--format", "json"],
        &["day", "1", "--list", "--format", "json"],
        &["day", "2", "--list", "--format", "csv"],
    ]));
}

#[test]
fn statistics_of_day_5() {
    insta::assert_snapshot!(transcript(&[
        &["day", "5", "--stats"],
        &["day", "5", "--digest"],
        &["day", "5", "--format", "json"],
    ]));
}

#[test]
fn count() {
    insta::assert_snapshot!(transcript(&[
        &["count", "0"],
        &["count", "1"],
        &["count", "2"],
        &["count", "3"],
        &["count", "4"],
        &["count", "5"],
        &["count", "6"],
        &["count", "7"],
        &["count", "8"],
        &["count", "5", "--table"],
        &["count", "6", "--table"],
        &["count", "6", "--digits"],
        &["count", "7", "--digits"],
        &["count", "17", "--digits"],
        &["count", "18", "--digits"],
        &["count", "8", "--digits"],
        &["count", "8", "--digits", "--format", "json"],
        &["count", "6", "--symbolic", "--format", "json"],
        &["count", "6", "--symbolic", "--format", "tex"],
        &["count", "5", "--decimal", "--format", "json"],
        &["count", "7", "--mod", "1000000007", "--method", "terms"],
        &["count", "7", "--mod", "1000000007", "--method", "products"],
        &["count", "8", "--mod", "97"],
        &["count", "8", "--mod", "1000000007", "--format", "json"],
        &["count", "9", "--mod", "97"],
        &["count", "9", "--mod", "998244353"],
        &["count", "9", "--mod", "65537"],
        &["count", "12", "--mod", "65537"],
        &["count", "6", "--mod", "1"],
        &["count", "5", "--format", "bfile"],
        &["count", "12", "--mod", "3", "--format", "bfile"],
    ]));
}

#[test]
fn count_says_what_is_possible_instead() {
    insta::assert_snapshot!(transcript(&[
        &["count", "10", "--mod", "1000000007"],
        &["count", "9", "--mod", "1000000007"],
        &["count", "6", "--mod", "x"],
        &["count", "6", "--mod", "-3"],
        &["count", "6", "--mod", "0"],
        &["count", "-1"],
        &["count", "8", "--decimal"],
        &["count", "9"],
        &["count", "9", "--symbolic"],
        &["count", "6", "--format", "bfile"],
        &["count", "10", "--mod", "1000000007", "--format", "bfile"],
        &["count", "7", "--table"],
        &["count", "8", "--terms", "terms.txt"],
        &["count", "8", "--mod", "97", "--method", "terms"],
        &["day", "6"],
        &["day", "-1"],
        &["count", "7", "--symbolic", "--timeout", "0"],
    ]));
}

/// The 1 255 831 digits of |M_6|.
#[test]
fn the_decimal_digits_of_day_6() {
    use sha2::Digest;
    let output = misere().args(["count", "6", "--decimal"]).output().unwrap();
    let digits = String::from_utf8(output.stdout).unwrap();
    let digits = digits.trim_end();
    assert_eq!(digits.len(), 1_255_831);
    let hash = sha2::Sha256::digest(digits.as_bytes());
    let hash: Vec<String> = hash
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(hash.concat(), "0f02603f07cf7030");
}

#[test]
fn composites_of_day_5() {
    let output = misere()
        .args(["day", "5", "--composites"])
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().lines().count(),
        496
    );
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(note, "born by day 5: 490 even composites, 6 odd\n");
    let json = misere()
        .args(["day", "5", "--composites", "--format", "json"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(json.stdout).unwrap().lines().count(), 496);
}

#[test]
fn certificates_travel_as_files() {
    let path = std::env::temp_dir().join(format!("misere-parts-{}.json", std::process::id()));
    let file = path.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = misere().args(arguments).output().unwrap();
        (
            String::from_utf8(output.stdout).unwrap(),
            output.status.code(),
        )
    };
    let (_, code) = run(&["parts", "(4+2)#", "--certificate", file]);
    assert_eq!(code, Some(0));
    let (text, code) = run(&["check", file]);
    assert_eq!(
        (text.as_str(), code),
        (
            "valid: the game {2,3,{2,3},4,{2,3,{2,3}},5}# has exactly 6 even parts: it is composite\n",
            Some(0)
        )
    );
    // One digit changed.
    let good = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, good.replace("[2,12]", "[2,14]")).unwrap();
    let (text, code) = run(&["check", file]);
    assert_eq!(code, Some(1));
    assert!(
        text.starts_with("not valid: game 9 is not the sum of 2 and 14"),
        "{text}"
    );
    // Cut in the middle.
    std::fs::write(&path, &good[..good.len() / 2]).unwrap();
    let (text, code) = run(&["check", file, "--format", "json"]);
    assert_eq!(code, Some(1));
    assert!(
        text.starts_with("{\"valid\":false,\"reason\":\"it is not a certificate"),
        "{text}"
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn bad_input_gets_one_message_and_exit_code_2() {
    insta::assert_snapshot!(transcript(&[
        &["show", "2##+"],
        &["show", "{0,"],
        &["show", "2 - 4"],
        &["show", ""],
        &["show", "12a"],
        &["show", "kayels(5)"],
        &["nim", "kayles(5)"],
        &["show", "x-y"],
        &["show", "*99999999999999999999"],
        &["show", "2", "--format", "csv", "--trace"],
        &["show", "2", "--format", "yaml"],
        &["show", "2", "--frobnicate"],
        &["show", "2", "--timeout", "soon"],
        &["show", "2", "--max-memory", "much"],
        &["show", "2", "--dag"],
        &["compare", "2"],
        &["frobnicate"],
        &["show", "kayles"],
        &["show", "x = 2"],
        &["rules", "dawson"],
        &["rules", "octal"],
        &["primes", "2", "--format", "bfile"],
        &["tour", "11"],
        &["count", "seven"],
        &["count", "5000000000", "--digits"],
        &["moves", "18446744073709551615·nim(5) + nim(5)", "--normal"],
        &["rules", "subtraction{1;sink=18446744073709551615}"],
        &["show", "(2######+2#####+4###)-(4#####+6####)"],
        &[
            "quotient",
            "nim",
            "--to",
            "2",
            "--isomorphic-to",
            "0.77",
            "--table"
        ],
        &[
            "quotient", "nim", "--to", "2", "--sum", "1,2", "--format", "tex"
        ],
        &["mate", "0", "--concubine", "--format", "tex"],
        &["verify", ""],
        &["day", "99999999999999999999"],
        &["verify", "--threads", "0"],
        &["quotient", "nim", "--to", "2", "--sum", ""],
    ]));
}

/// Messages quote arguments and files without their control characters.
#[test]
fn messages_have_no_control_characters() {
    let path = std::env::temp_dir().join(format!("misere-control-{}", std::process::id()));
    let file = path.to_str().unwrap();
    let check = |arguments: &[&str], code| {
        let output = misere().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let written = [output.stdout, output.stderr].concat();
        let written = String::from_utf8(written).unwrap();
        let bad = |c: char| c.is_control() && c != '\n';
        assert!(!written.is_empty() && !written.contains(bad), "{written:?}");
    };
    check(&["show", "cut{1,\u{1b}[31m}(5)"], 2);
    check(&["nim", "kay\u{1b}les"], 2);
    check(&["verify", "\u{1b}"], 2);
    let quotient = r#"{"certificate":"quotient","version":1,"ruleset":"\u001b[31m","smallest":0,
        "max_heap":0,"order":1,"generators":[],"cayley":[[]],"p":[],"pretending":[0],"period":null}"#;
    // A ruleset of this name is not known.
    for (certificate, code) in [
        (r#"{"certificate":"parts","\u001b[31m":1}"#, 1),
        (quotient, 3),
    ] {
        std::fs::write(&path, certificate).unwrap();
        check(&["check", file], code);
    }
    std::fs::write(&path, "misere nim values, version \u{1b}[31m\n\n").unwrap();
    check(&["nim", "0.77", "--to", "9", "--checkpoint", file], 2);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn limits_give_exit_code_3() {
    insta::assert_snapshot!(transcript(&[
        &["show", "*40+*40", "--max-nodes", "100"],
        &["show", "--form", "9+9+9+9", "--max-nodes", "1000"],
        &["moves", "*40+*40+*40", "--max-nodes", "100", "--quiet"],
    ]));
}

/// How much is needed, and how many games are stored by then, depends on the allocator and the
/// clock; the reason and the flag do not.
#[test]
fn limits_of_memory_and_time_name_their_flag() {
    let memory = (
        "would be needed, more than the memory limit of",
        "--max-memory",
    );
    let time = ("the time limit is reached", "--timeout");
    for (line, (reason, flag)) in [
        ("show *100000", memory),
        ("show *200+*201 --max-memory 1M", memory),
        ("show *300+*301 --timeout 0", time),
    ] {
        let output = misere().args(line.split(' ')).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
        let [stopped, hint] = errors.lines().collect::<Vec<_>>()[..] else {
            panic!("{line}: {errors}");
        };
        assert!(
            stopped.starts_with("stopped: ") && stopped.contains(reason),
            "{line}"
        );
        assert!(
            hint.starts_with(&format!("  hint: {flag} sets this limit")),
            "{line}"
        );
    }
    let twice = ["show", "*200+*201", "--max-memory", "1G"];
    assert!(misere().args(twice).output().unwrap().status.success());
}

/// `--stats` writes to standard error and leaves the answer as it is.
#[test]
fn stats_are_not_part_of_the_answer() {
    let output = |line: &str| misere().args(line.split(' ')).output().unwrap();
    let plain = output("show 2+2");
    let measured = output("show 2+2 --stats");
    assert_eq!(plain.stdout, measured.stdout);
    let errors = String::from_utf8(measured.stderr).unwrap();
    let names = [
        "wall time",
        "memory held",
        "games",
        "sums",
        "differences",
        "sets simplified",
        "different genera",
        "all tables",
    ];
    for name in names {
        let line = errors
            .lines()
            .find(|line| line.starts_with(&format!("stats: {name}")));
        assert!(line.is_some(), "{errors}");
    }
    if cfg!(target_os = "linux") {
        assert!(errors.contains("stats: peak memory") && errors.contains("stats: CPU time"));
    }
    // Steps come with the seconds since the start.
    let step = errors
        .lines()
        .find_map(|line| line.split_once(" s hash table grown slots="));
    let (seconds, slots) = step.unwrap_or_else(|| panic!("{errors}"));
    assert!(seconds.trim().parse::<f64>().is_ok() && slots.parse::<u64>().is_ok());
    // After a failure too.
    let stopped = output("--stats show *100000");
    let errors = String::from_utf8(stopped.stderr).unwrap();
    assert!(
        errors.contains("\nstopped:") && errors.contains("\nstats: wall time"),
        "{errors}"
    );
    // `day` has a flag of its own of this name.
    assert!(output("day 3 --stats").stderr.is_empty());
}

#[test]
fn any_command_takes_a_number_of_threads() {
    let output = |threads| {
        let arguments = [
            "sweep",
            "octal:2",
            "--to",
            "200",
            "--format",
            "json",
            "--threads",
            threads,
        ];
        misere().args(arguments).output().unwrap()
    };
    let (one, three) = (output("1"), output("3"));
    assert_eq!(one.status.code(), Some(0));
    assert_eq!(one.stdout, three.stdout);
    let none = output("0");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("must not be 0"));
}

/// What the system allows is a limit as well: work under it ends with a reason.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_system_are_obeyed() {
    let shell = |script: &str| {
        let program = cargo_bin!("misere").display().to_string();
        let mut command = Command::new("sh");
        command
            .args(["-c", script, "sh", &program])
            .output()
            .unwrap()
    };
    let memory = shell("ulimit -v 1000000 && exec \"$1\" show '*100000'");
    let errors = String::from_utf8_lossy(&memory.stderr).into_owned();
    assert_eq!(memory.status.code(), Some(3), "{errors}");
    assert!(errors.contains("memory limit of"), "{errors}");
    // No further thread is allowed; root is allowed anything.
    let threads = shell("ulimit -u 1 2>/dev/null; exec \"$1\" show 2+2");
    assert_eq!(threads.status.code(), Some(0));
}

#[test]
fn help() {
    insta::assert_snapshot!(transcript(&[
        &["--help"],
        &["help", "show"],
        &["help", "mate"],
        &["help", "compare"],
        &["help", "moves"],
        &["help", "completions"],
        &["help", "notation"],
        &["help", "kayles"],
        &["help", "nothing"],
    ]));
}

#[test]
fn expressions_come_from_standard_input() {
    let (out, err, code) = with_input(&["show", "-", "--format", "csv"], b"2+2\n\n  2##  \n1");
    assert_eq!(out.lines().count(), 4);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let (out, err, code) = with_input(&["show", "-"], b"2\n2+\n3\n");
    assert!(out.starts_with("2 = 2\n") && !out.contains("3 = 3"));
    assert!(err.starts_with("error: expected a game after `+`"), "{err}");
    assert_eq!(code, Some(2));
}

#[test]
fn lines_end_as_they_may_and_errors_name_them() {
    let (out, err, code) = with_input(&["show", "-", "--format", "csv"], b"2\r\n3\r\n");
    assert!(out.contains("\n2,2,") && out.contains("\n3,3,"), "{out}");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let (_, err, _) = with_input(&["primes", "-"], b"2\n\n2+\n");
    assert!(err.ends_with("in line 3 of standard input\n"), "{err}");
    for arguments in [
        &["show", "2", "-"][..],
        &["parts", "-"],
        &["minus", "2", "-"],
    ] {
        let (out, err, code) = with_input(arguments, b"2\n");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{err}");
        assert!(err.starts_with("error: `-` "), "{err}");
    }
}

/// Each answer is written before the next line is read.
#[test]
fn answers_come_one_by_one() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    for command in ["show", "primes"] {
        let mut child = misere()
            .args([command, "-", "--format", "json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for expression in ["2##", "3"] {
            writeln!(input, "{expression}").unwrap();
            let mut answer = String::new();
            output.read_line(&mut answer).unwrap();
            assert!(
                answer.contains(&format!("\"form\":\"{expression}\"")),
                "{answer}"
            );
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// Showing one game must not change what can be computed for the next.
#[test]
fn showing_does_not_count_as_nodes() {
    let alone = misere()
        .args(["show", "2##", "--max-nodes", "150"])
        .output()
        .unwrap();
    assert_eq!(alone.status.code(), Some(0));
    let after = misere()
        .args(["show", "9+8+7+5", "2##", "--max-nodes", "150"])
        .output()
        .unwrap();
    assert_eq!(after.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn files_that_are_not_files_are_left_alone() {
    let folder = std::env::temp_dir().join(format!("misere-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (real, link) = (folder.join("real.json"), folder.join("link.json"));
    std::fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let parts = |file: &std::path::Path| {
        let mut command = misere();
        command
            .args(["parts", "2##", "--certificate"])
            .arg(file)
            .output()
            .unwrap()
    };
    assert_eq!(parts(&link).status.code(), Some(0));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(
        std::fs::read_to_string(&real)
            .unwrap()
            .starts_with("{\"certificate\"")
    );
    assert_eq!(parts(&folder).status.code(), Some(2));
    // A device of the system would be replaced by root if this broke.
    let socket = folder.join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    assert_eq!(parts(&socket).status.code(), Some(2));
    assert_eq!(parts(&folder.join("no/such/folder")).status.code(), Some(2));
    for file in ["/dev/zero", folder.to_str().unwrap()] {
        let output = misere().args(["check", file]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, format!("error: {file}: not an ordinary file\n"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Memoised work stops at the deadline as well.
#[test]
fn long_chains_of_mates_stop_in_time() {
    let chain = format!("2{}^{}", "#".repeat(3000), "-".repeat(200_000));
    let (out, _, code) = with_input(&["show", "-", "--timeout", "20"], chain.as_bytes());
    assert_eq!(code, Some(0));
    assert!(out.contains("birthday      3002"));
}

#[test]
fn hostile_lines_are_refused() {
    let long = vec![b'#'; 10 << 20];
    let (out, err, code) = with_input(&["show", "-"], &long);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert_eq!(
        err,
        "error: line 1 is longer than the 1048576 bytes allowed\n"
    );
    let (_, err, code) = with_input(&["show", "-"], b"2\n2\xff\n");
    assert_eq!(
        (err.as_str(), code),
        ("error: line 2 is not UTF-8 at byte 2\n", Some(2))
    );
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"2\xff");
    let output = misere().arg("show").arg(argument).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn depth_is_no_trouble() {
    let sharps = format!("2{}", "#".repeat(100_000));
    let (out, _, code) = with_input(&["show", "-"], sharps.as_bytes());
    assert_eq!(code, Some(0));
    assert!(out.contains("subpositions  100003"));
    for (open, close) in [("(", ")"), ("{", "}"), ("(2##", ")#")] {
        let nested = format!("{}2{}", open.repeat(50_000), close.repeat(50_000));
        let (_, err, code) = with_input(&["show", "-"], nested.as_bytes());
        assert_eq!((err.as_str(), code), ("", Some(0)), "{open}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    use std::process::Stdio;
    let mut child = misere()
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn completions_know_the_commands() {
    // The others ask the program; completions.rs tests them.
    for shell in ["elvish", "powershell"] {
        let output = misere().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(script.contains("compare"), "{shell}");
    }
}
