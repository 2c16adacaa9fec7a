//! Every certificate is checked twice, by `misere check` and by `tools/check_certificate.py`, and so are
//! forgeries. Without Python the second checker is left out, and the test says so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use misere::game::Universe;
use misere::json::AsWritten;
use misere::limits::Budget;
use misere::nim::check::{InvalidPeriod, check as check_period, listed};
use misere::nim::{NimError, NimValuesCertificate, PeriodCertificate};
use misere::parts::check::{Invalid, check as check_parts};
use misere::parts::{CompositesCertificate, PartsCertificate, check_composites};
use misere::play::OutcomeCertificate;
use misere::play::check_outcome::{self, InvalidOutcome};
use misere::quotient::check::{InvalidQuotient, check as check_quotient};
use misere::quotient::infinite::check::check as check_infinite;
use misere::quotient::{InfiniteCertificate, QuotientCertificate};
use serde_json::{Value, json};

/// What a checker says of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Valid(String),
    Refused(String),
    OutOfReach(String),
}
use Verdict::{OutOfReach, Refused, Valid};

/// Commands that write a certificate; `F` is its file.
const WRITERS: &[&str] = &[
    "parts 2## --certificate F",
    "parts (4+2)# --certificate F",
    "parts 3 --certificate F",
    "parts 2##2# --certificate F",
    "parts 4#+1 --certificate F",
    "period 0.77 --certificate F",
    "period 0.123 --certificate F",
    "period 0.A --certificate F",
    "period 0.B3 --certificate F",
    "period 0.8 --extended --certificate F",
    "period 0.BF --extended --certificate F",
    "period subtraction{1,3,4;sink=1} --certificate F",
    "period all-but{1,2} --certificate F",
    "period 0.12[3] --certificate F",
    "period 0.[30] --certificate F",
    "period 0.7[3] --certificate F",
    "period cut{1,2,4} --certificate F",
    "period cut{1,2,5} --certificate F",
    "period cut{5,7} --certificate F",
    "period cut{1,3} --certificate F",
    "period cut{1,2,3} --certificate F",
    "period cut{1,3,6} --certificate F",
    "period cut{1,6} --certificate F",
    "period cut{1,4,6} --certificate F",
    "period cut{1,even>=4,odd>=5} --to 8 --certificate F",
    "period cut{1,4,odd>=13} --to 8 --certificate F",
    "period cut{1,2,8} --extended --certificate F",
    "period 0.16 --certificate F",
    "quotient nim --to 4 --certificate F",
    "quotient 0.123 --to 12 --certificate F",
    "quotient 0.75 --solve --certificate F",
    "quotient 0.77 --solve --certificate F",
    "quotient cut{1,3} --to 9 --certificate F",
    "quotient grundy --to 12 --certificate F",
    "quotient 2## 0.77(4) grundy(5) --certificate F",
    "quotient 2## --certificate F",
    "quotient 0.3122 --to 7 --certificate F",
    "quotient 0.3102 --to 12 --certificate F",
    "nim 0.77 --to 100 --certificate F",
    "nim 0.[30] --to 40 --certificate F",
    "nim 4.[3] --to 40 --certificate F",
    "nim 0.8 --to 40 --certificate F",
    "nim cut{1,6} --to 60 --certificate F",
    "nim grundy --to 60 --certificate F",
    "nim couples-are-forever --to 40 --certificate F",
    "nim saliquant --to 40 --certificate F",
    "nim all-but{1,3;sink=2} --to 40 --certificate F",
    "moves 5+4+2 --certificate F",
    "moves 5+4+1 --normal --certificate F",
    "moves 1 --certificate F",
    "moves 0 --certificate F",
    "moves 2##+3 --certificate F",
    "moves 0.77(6)+grundy(7)+2# --certificate F",
    "moves 2·0.07(8)+1 --normal --certificate F",
    "day 2 --composites --certificate F",
    "day 4 --composites --certificate F",
    "day 5 --composites --certificate F",
];

/// Certificates of these are beyond the second checker, as docs/certificates.md says: infinite cut sets, theorems
/// with conditions of their own, and rulesets of arithmetic.
const BEYOND_THE_SECOND: &[&str] = &[
    "period 0.8 ",
    "period 0.BF ",
    "period cut{1,2,5}",
    "period cut{5,7}",
    "period cut{1,3}",
    "period cut{1,2,3}",
    "period cut{1,3,6}",
    "period cut{1,6}",
    "period cut{1,4,6}",
    "period cut{1,even",
    "period cut{1,4,odd",
    "period cut{1,2,8}",
    "period 0.16 ",
    "nim saliquant",
];

/// Certificates of these are as large as that to change one takes long.
const TOO_LARGE_TO_FORGE: &[&str] = &["0.16 ", "quotient 0.77", "quotient 0.3102", "day 5"];

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_misere"))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder of the files that [`written`] writes, by number.
fn files() -> PathBuf {
    folder("written")
}

/// The certificates that the program writes, with the commands.
fn written() -> &'static [(&'static str, String)] {
    static WRITTEN: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    WRITTEN.get_or_init(write)
}

fn write() -> Vec<(&'static str, String)> {
    let folder = files();
    let mut certificates = Vec::new();
    for (number, &words) in WRITERS.iter().enumerate() {
        let file = folder.join(format!("{number}.json"));
        let arguments = words.split(' ').map(|word| match word {
            "F" => file.to_str().unwrap().to_owned(),
            word => word.to_owned(),
        });
        let out = program().args(arguments).arg("--quiet").output().unwrap();
        let err = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{words}: {err}");
        certificates.push((words, fs::read_to_string(&file).unwrap()));
    }
    certificates
}

/// The second checker, with lines of certificates; none without Python.
fn second(folder: &Path, texts: &[String], steps: u32) -> Option<Vec<Verdict>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/check_certificate.py");
    let lines = folder.join("lines");
    let one_line = |text: &String| text.replace(['\n', '\r'], " ");
    let content: Vec<String> = texts.iter().map(one_line).collect();
    fs::write(&lines, content.join("\n")).unwrap();
    let mut python = Command::new("python3");
    python
        .arg("-B")
        .arg(&script)
        .args(["--lines", "--steps", &steps.to_string()]);
    let Ok(out) = python.arg(&lines).env("PYTHONIOENCODING", "utf-8").output() else {
        eprintln!("python3 cannot be run: tools/check_certificate.py is left out of this test");
        return None;
    };
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(errors.is_empty(), "{errors}");
    let text = String::from_utf8(out.stdout).unwrap();
    let verdicts = text.lines().map(|line| {
        let (verdict, rest) = line.split_once(": ").unwrap_or((line, ""));
        match verdict {
            "valid" => Valid(rest.into()),
            "out of reach" => OutOfReach(rest.into()),
            "not valid" | "unreadable" => Refused(rest.into()),
            _ => panic!("{line}"),
        }
    });
    let verdicts: Vec<Verdict> = verdicts.collect();
    assert_eq!(verdicts.len(), texts.len());
    Some(verdicts)
}

/// The checkers behind `misere check`, without a process for each.
fn first(text: &str) -> Verdict {
    let budget = Budget::timeout(Duration::from_secs(5));
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let kind = read(text).and_then(|value| Some(value.get("certificate")?.as_str()?.to_owned()));
    let Some(kind) = kind else {
        return Refused("no certificate".into());
    };
    macro_rules! checked {
        ($type:ty, $check:expr, $stopped:pat) => {
            match serde_json::from_str::<AsWritten<$type>>(text) {
                Err(error) => Refused(error.to_string()),
                Ok(AsWritten(certificate)) => match $check(&certificate) {
                    Ok(checked) => Valid(checked.statement),
                    Err(error @ $stopped) => OutOfReach(error.to_string()),
                    Err(error) => Refused(error.to_string()),
                },
            }
        };
    }
    let mut u = Universe::with_budget(budget.clone());
    match kind.as_str() {
        "parts" => checked!(
            PartsCertificate,
            |c| check_parts(&mut u, c),
            Invalid::Stopped(_)
        ),
        "composites" => {
            let check = |c: &CompositesCertificate| check_composites::check(&mut u, c);
            let mut check = check;
            checked!(CompositesCertificate, check, Invalid::Stopped(_))
        }
        "period" => checked!(
            PeriodCertificate,
            |c| check_period(c, &budget),
            InvalidPeriod::Stopped(NimError::Stopped(_) | NimError::OutOfReach(_))
        ),
        "nim values" => checked!(
            NimValuesCertificate,
            |c| listed::check(c, &budget),
            InvalidPeriod::Stopped(NimError::Stopped(_) | NimError::OutOfReach(_))
        ),
        "quotient" => checked!(
            QuotientCertificate,
            |c| check_quotient(c, &budget),
            InvalidQuotient::Stopped(_) | InvalidQuotient::OutOfReach(_)
        ),
        "infinite quotient" => checked!(
            InfiniteCertificate,
            |c| check_infinite(c, &budget),
            InvalidQuotient::Stopped(_) | InvalidQuotient::OutOfReach(_)
        ),
        "outcome" => checked!(
            OutcomeCertificate,
            |c| check_outcome::check(c, &budget),
            InvalidOutcome::Stopped(_) | InvalidOutcome::Positions(InvalidQuotient::OutOfReach(_))
        ),
        _ => Refused("no such kind".into()),
    }
}

#[test]
fn both_checkers_accept_and_state_the_same() {
    let folder = files();
    let certificates = written();
    let texts: Vec<String> = certificates.iter().map(|(_, text)| text.clone()).collect();
    let other = second(&self::folder("both"), &texts, 100_000_000);
    for (number, (words, text)) in certificates.iter().enumerate() {
        let file = folder.join(format!("{number}.json"));
        let out = program().arg("check").arg(&file).output().unwrap();
        assert_eq!(out.status.code(), Some(0), "{words}");
        let line = String::from_utf8(out.stdout).unwrap();
        let sentence = line.trim_end().strip_prefix("valid: ").unwrap();
        let Valid(stated) = first(text) else {
            panic!("{words}")
        };
        assert_eq!(stated, sentence, "{words}");
        // The certificate says so itself.
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(value["statement"], sentence, "{words}");
        assert_eq!(value["version"], 2, "{words}");
        if let Some(other) = &other {
            if BEYOND_THE_SECOND
                .iter()
                .any(|beyond| words.starts_with(beyond))
            {
                assert!(matches!(other[number], OutOfReach(_)), "{words}");
            } else {
                assert_eq!(other[number], Valid(sentence.to_owned()), "{words}");
            }
        }
        let json = program()
            .args(["check", "--format", "json"])
            .arg(&file)
            .output()
            .unwrap();
        let json: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(json["statement"], sentence, "{words}");
    }
}

/// Certificates of version 1, which have no statement, from the fuzzer's seeds.
#[test]
fn old_certificates_are_read() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/certificates");
    let mut files: Vec<PathBuf> = fs::read_dir(seeds)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    assert!(texts.len() >= 25 && texts.iter().all(|text| text.contains("\"version\":1,")));
    let other = second(&folder("old"), &texts, 100_000_000);
    for (number, text) in texts.iter().enumerate() {
        let verdict = first(text);
        assert!(matches!(verdict, Valid(_)), "{verdict:?}: {text}");
        if let Some(other) = &other {
            let beyond = matches!(other[number], OutOfReach(_)) && text.contains("\"theorem\":");
            assert!(beyond || other[number] == verdict, "{text}");
        }
        // Later versions are not.
        assert!(matches!(
            first(&text.replace("\"version\":1", "\"version\":3")),
            Refused(_)
        ));
    }
}

/// A generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % n.max(1) as u64).unwrap()
    }
}

/// The places of all numbers and of all lists.
fn places(value: &Value, at: &str, numbers: &mut Vec<String>, lists: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                places(field, &format!("{at}/{key}"), numbers, lists);
            }
        }
        Value::Array(items) => {
            lists.push(at.into());
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{i}"), numbers, lists);
            }
        }
        Value::Number(_) => numbers.push(at.into()),
        _ => {}
    }
}

/// Changes a number, or an entry of a list; half of the time without the sentence.
fn changed(value: &Value, random: &mut Random) -> Value {
    loop {
        let mut forged = altered(value, random);
        if forged != *value {
            if random.below(2) == 0 {
                forged.as_object_mut().unwrap().remove("statement");
            }
            return forged;
        }
    }
}

fn altered(value: &Value, random: &mut Random) -> Value {
    let (mut numbers, mut lists) = (Vec::new(), Vec::new());
    places(value, "", &mut numbers, &mut lists);
    let mut forged = value.clone();
    if random.below(2) == 0 || lists.is_empty() {
        let place = &numbers[random.below(numbers.len())];
        let number = forged.pointer_mut(place).unwrap();
        let n = number.as_i64().unwrap_or(0);
        let other = value
            .pointer(&numbers[random.below(numbers.len())])
            .unwrap()
            .clone();
        *number = match random.below(5) {
            0 => json!(n + 1),
            1 => json!(n - 1),
            2 => json!(2 * n),
            3 => json!(0),
            _ => other,
        };
    } else {
        let place = &lists[random.below(lists.len())];
        let items = forged.pointer_mut(place).unwrap().as_array_mut().unwrap();
        if !items.is_empty() {
            let (i, j) = (random.below(items.len()), random.below(items.len()));
            match random.below(3) {
                0 => drop(items.remove(i)),
                1 => items.swap(i, j),
                _ => items.insert(j, items[i].clone()),
            }
        }
    }
    forged
}

/// The digest of a period is made to fit, as a forger would.
fn digested(forged: &Value) -> String {
    if forged["certificate"] == "period"
        && let Ok(mut certificate) = serde_json::from_value::<PeriodCertificate>(forged.clone())
    {
        certificate.digest = certificate.right_digest();
        return serde_json::to_string(&certificate).unwrap();
    }
    forged.to_string()
}

/// Both say the same of each; only rulesets that are not known to the second checker, and long checks,
/// are out of its reach. Returns how many are accepted, refused, and out of reach.
fn compare(name: &str, texts: &[String], all_false: bool) -> BTreeMap<&'static str, usize> {
    let other = second(&folder(name), texts, 3_000_000);
    let mut counts = BTreeMap::new();
    for (number, text) in texts.iter().enumerate() {
        let verdict = first(text);
        let kind = match &verdict {
            Valid(_) => "accepted",
            Refused(_) => "refused",
            OutOfReach(_) => "out of reach",
        };
        *counts.entry(kind).or_default() += 1;
        assert!(!all_false || kind != "accepted", "accepted: {text}");
        let Some(other) = other.as_ref().map(|other| &other[number]) else {
            continue;
        };
        match (&verdict, other) {
            (Refused(_) | OutOfReach(_), Refused(_)) | (_, OutOfReach(_)) => {}
            (Valid(one), Valid(two)) if one == two => {}
            _ => panic!("{verdict:?} and {other:?}: {text}"),
        }
        if matches!(other, OutOfReach(_)) {
            *counts.entry("out of reach of the second").or_default() += 1;
        }
    }
    counts
}

#[test]
fn changed_numbers_and_entries() {
    const EACH: usize = 60;
    let mut random = Random(2024);
    let mut texts = Vec::new();
    for (words, text) in written() {
        if TOO_LARGE_TO_FORGE.iter().any(|large| words.contains(large)) {
            continue;
        }
        let value: Value = serde_json::from_str(text).unwrap();
        for _ in 0..EACH {
            texts.push(digested(&changed(&value, &mut random)));
        }
    }
    let counts = compare("changed", &texts, false);
    // What remains true are lists with an entry that does not matter, such as a P-position that is
    // given twice.
    assert!(counts["refused"] * 5 > texts.len() * 4, "{counts:?}");
    let beyond = counts
        .get("out of reach of the second")
        .copied()
        .unwrap_or(0);
    assert!(beyond * 4 < texts.len(), "{counts:?}");
    eprintln!("{} forgeries: {counts:?}", texts.len());
}

#[test]
fn changed_bytes() {
    const ALPHABET: &[u8] = b"0123456789[]{},:\"-truefalsn ";
    let mut random = Random(7);
    let mut texts = Vec::new();
    for (words, text) in written() {
        if TOO_LARGE_TO_FORGE.iter().any(|large| words.contains(large)) {
            continue;
        }
        for _ in 0..25 {
            let mut bytes = text.clone().into_bytes();
            let at = random.below(bytes.len());
            let byte = ALPHABET[random.below(ALPHABET.len())];
            match random.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, byte),
                _ => bytes[at] = byte,
            }
            texts.extend(String::from_utf8(bytes));
        }
    }
    let counts = compare("bytes", &texts, false);
    eprintln!("{} forgeries: {counts:?}", texts.len());
}

/// All orders of a few things.
fn orders(items: &[Value]) -> Vec<Vec<Value>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let others = [&items[..i], &items[i + 1..]].concat();
        for mut order in orders(&others) {
            order.push(item.clone());
            all.push(order);
        }
    }
    all
}

/// The places of small objects, and of texts in lists.
fn shapes(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if fields.len() <= 4 {
                found.push(at.into());
            }
            for (key, field) in fields {
                shapes(field, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let at = format!("{at}/{i}");
                match item {
                    Value::String(_) => found.push(at),
                    item => shapes(item, &at, found),
                }
            }
        }
        _ => {}
    }
}

/// Objects as lists of their fields, in any order, and texts as objects: the same certificate in shapes
/// that it does not have.
#[test]
fn changed_shapes() {
    const EACH: usize = 12;
    let mut random = Random(31);
    let mut texts = Vec::new();
    for (words, text) in written() {
        if TOO_LARGE_TO_FORGE.iter().any(|large| words.contains(large)) {
            continue;
        }
        let value: Value = serde_json::from_str(text).unwrap();
        let mut places = Vec::new();
        shapes(&value, "", &mut places);
        while places.len() > EACH {
            places.swap_remove(random.below(places.len()));
        }
        for place in places {
            let old = value.pointer(&place).unwrap();
            let others: Vec<Value> = match old {
                Value::Object(fields) => {
                    let fields: Vec<Value> = fields.values().cloned().collect();
                    orders(&fields).into_iter().map(Value::Array).collect()
                }
                old => vec![json!({old.as_str().unwrap(): null})],
            };
            for other in others {
                let mut forged = value.clone();
                *forged.pointer_mut(&place).unwrap() = other;
                texts.push(forged.to_string());
            }
        }
    }
    assert!(texts.len() > 300, "{}", texts.len());
    let counts = compare("shapes", &texts, true);
    eprintln!("{} changed shapes: {counts:?}", texts.len());
}

/// A certificate of a position that has nothing but a label.
fn labelled(label: &str) -> String {
    let certificate = json!({
        "certificate": "outcome", "version": 2, "play": "misere",
        "positions": {"rulesets": [], "positions": [
            {"name": "z", "options": []},
            {"name": label, "options": [[[0, 1]]]},
        ]},
        "position": [[1, 1]], "p_positions": [[[1, 1]]],
    });
    certificate.to_string()
}

/// A label that ends its quotes could go on with a sentence that nothing proves.
#[test]
fn labels_cannot_end_their_quotes() {
    let long = "a".repeat(1000);
    for label in ["x", "chess (4,4)", "⟨x⟩", "~ !", long.as_str()] {
        let sentence = format!("the sum \"{label}\" as listed is a P-position in misère play");
        assert_eq!(first(&labelled(label)), Valid(sentence));
    }
    let longer = "a".repeat(1001);
    for label in [
        "x\" as listed is a P-position; the sum 0.77(6) is a P-position in misère play, and so is \"y",
        "\"",
        "",
        "x\ny",
        "x\u{202e}y",
        "x\u{301}",
        "é",
        "x\u{a0}",
        "x\u{7f}",
        longer.as_str(),
    ] {
        let verdict = first(&labelled(label));
        assert!(matches!(verdict, Refused(_)), "{label:?}: {verdict:?}");
    }
}

/// An option of 2^64 − 1 copies is a power, not so many products.
#[test]
fn powers_of_many_copies() {
    let certificate = |copies: u64, value: u32| {
        let certificate = json!({
            "certificate": "quotient", "version": 2, "ruleset": "x", "smallest": 0, "max_heap": 2,
            "positions": {"rulesets": [], "positions": [
                {"name": "a", "options": []},
                {"name": "b", "options": [[[0, 1]]]},
                {"name": "c", "options": [[[1, copies]]]},
            ]},
            "order": 2, "generators": [1], "cayley": [[1], [0]], "p": [1], "pretending": [0, 1, value],
        });
        certificate.to_string()
    };
    for copies in [1, 2, 3, u64::MAX - 1, u64::MAX] {
        // A move to b^odd, a P-position, wins, and a move to b^even loses.
        let right = u32::from(copies % 2 == 0);
        assert!(
            matches!(first(&certificate(copies, right)), Valid(_)),
            "{copies}"
        );
        assert!(
            matches!(first(&certificate(copies, 1 - right)), Refused(_)),
            "{copies}"
        );
    }
}

/// What is certainly false is refused; where the rules are not known nothing is decided.
#[test]
fn names_of_rulesets() {
    let file = folder("names").join("certificate.json");
    for (name, code) in [
        ("0.77", 0),
        // Other spellings, and what no family has.
        ("0.770", 1),
        ("kayles", 1),
        ("0.7g", 1),
        ("cut{2,1}", 1),
        ("all-but{;sink=0}", 1),
        // Known, and without heaps in a row.
        ("cram", 1),
        ("garbage(", 3),
        ("chess", 3),
        (&"x".repeat(5000), 3),
        (&format!("0.{}Z", "7".repeat(5000)), 1),
        (&format!("0.{}0", "7".repeat(5000)), 1),
    ] {
        let certificates = [
            json!({"certificate": "nim values", "version": 2, "ruleset": name, "first": 0,
                "values": [0, 1, 2, 3]}),
            json!({"certificate": "quotient", "version": 2, "ruleset": name, "smallest": 0,
                "max_heap": 1, "order": 2, "generators": [1], "cayley": [[1], [0]], "p": [1],
                "pretending": [0, 1]}),
        ];
        for certificate in certificates {
            fs::write(&file, certificate.to_string()).unwrap();
            let out = program().arg("check").arg(&file).output().unwrap();
            let told = [out.stdout, out.stderr].concat();
            assert_eq!(out.status.code(), Some(code), "{certificate}");
            assert!(
                code == 0 || told.len() < 2000,
                "{}",
                String::from_utf8_lossy(&told)
            );
        }
    }
}

/// A number as a place.
fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Forgeries by meaning: each states something false, or proves it in a way that does not.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of forgeries")]
fn false_claims() {
    let all: BTreeMap<&str, Value> = (written().iter())
        .map(|(words, text)| (*words, serde_json::from_str(text).unwrap()))
        .collect();
    let of = |words: &str| {
        let found = all.iter().find(|(name, _)| name.starts_with(words));
        found.unwrap_or_else(|| panic!("{words}")).1.clone()
    };
    let mut texts = Vec::new();
    let mut forge = |words: &str, change: &dyn Fn(&mut Value)| {
        for with_sentence in [true, false] {
            let mut value = of(words);
            change(&mut value);
            assert_ne!(value, of(words), "{words}");
            if !with_sentence {
                value.as_object_mut().unwrap().remove("statement");
            }
            texts.push(digested(&value));
        }
    };
    let kayles = "period 0.77";
    // Another ruleset of the same first values, of the same family, or by another name.
    for name in [
        "0.777", "0.7", "0.770", "kayles", "cut{1,6}", "nim", "n -> n-1",
    ] {
        forge(kayles, &|v| v["ruleset"] = json!(name));
        forge("nim 0.77", &|v| v["ruleset"] = json!(name));
        forge("quotient 0.77", &|v| v["ruleset"] = json!(name));
    }
    // A divisor, a multiple of the period; a preperiod that is too small or too large.
    let with_values = |v: &mut Value, pre: usize, period: usize, saltus: u64| {
        let (old_pre, old) = (
            v["preperiod"].as_u64().unwrap(),
            v["period"].as_u64().unwrap(),
        );
        let (old_pre, old) = (
            usize::try_from(old_pre).unwrap(),
            usize::try_from(old).unwrap(),
        );
        let known: Vec<u64> = serde_json::from_value(v["values"].clone()).unwrap();
        let step = v["saltus"].as_u64().unwrap();
        let value = |place: usize| match place.checked_sub(old_pre) {
            Some(after) => known[old_pre + after % old] + step * (after / old) as u64,
            None => known[place],
        };
        v["values"] = json!((0..pre + period).map(value).collect::<Vec<u64>>());
        (v["preperiod"], v["period"], v["saltus"]) = (json!(pre), json!(period), json!(saltus));
    };
    for (pre, period) in [
        (71, 6),
        (71, 24),
        (71, 36),
        (70, 12),
        (72, 12),
        (0, 12),
        (83, 12),
        (71, 4),
    ] {
        forge(kayles, &|v| with_values(v, pre, period, 0));
    }
    forge("period cut{1,6}", &|v| with_values(v, 0, 72, 16));
    forge("period cut{1,2,4}", &|v| with_values(v, 0, 24, 16));
    forge("period 0.BF", &|v| v["power_of_two"]["from"] = json!(1));
    forge("period cut{1,2,8}", &|v| {
        v["power_of_two"]["saltus"] = json!(16);
    });
    for theorem in [
        "quaternary",
        "hexadecimal",
        "take-and-break ",
        "ap-test",
        "rare-window",
        "subtraction",
    ] {
        forge(kayles, &|v| v["theorem"] = json!(theorem));
    }
    forge("period 0.16", &|v| v["window"]["last"] = json!(3));
    forge("period 0.16", &|v| v["window"]["mask"] = json!(1));
    // A smaller order, a dropped relation, another P-value, another value of a heap, a missing heap.
    for quotient in ["quotient 0.77", "quotient 0.123", "quotient nim"] {
        forge(quotient, &|v| {
            let order = v["order"].as_u64().unwrap() - 1;
            v["order"] = json!(order);
            v["cayley"].as_array_mut().unwrap().pop();
        });
        forge(quotient, &|v| {
            let last = index(&v["order"]) - 1;
            let product = &mut v["cayley"][last][0];
            *product = json!((index(product) + 1) % (last + 1));
        });
        forge(quotient, &|v| v["p"].as_array_mut().unwrap().truncate(1));
        forge(quotient, &|v| {
            let last = index(&v["max_heap"]);
            let value = &mut v["pretending"][last];
            *value = json!(u64::from(*value == 0));
        });
        forge(quotient, &|v| {
            drop(v["pretending"].as_array_mut().unwrap().pop());
        });
        forge(quotient, &|v| {
            drop(v["generators"].as_array_mut().unwrap().pop());
        });
    }
    for (period, first) in [(24, 71), (6, 71), (12, 70), (12, 83), (4, 71)] {
        forge("quotient 0.77", &|v| {
            v["period"] = json!({"period": period, "first": first});
        });
    }
    // The quotient of the heaps to 12 is not that of all heaps.
    forge("quotient 0.123", &|v| {
        v["period"] = json!({"period": 5, "first": 5});
    });
    // A product of another position of the same name.
    forge("quotient 2## 0.77(4)", &|v| {
        v["positions"]["positions"][0]["name"] = json!("another");
    });
    forge("quotient 2##", &|v| {
        drop(v["positions"]["positions"].as_array_mut().unwrap().pop());
    });
    // The wall moved by one, another threshold, another residue, a flipped bit of P, another part.
    let infinite = "quotient 0.3122";
    for i in 0..2 {
        forge(infinite, &|v| {
            v["wall"][i] = json!(v["wall"][i].as_i64().unwrap() + 1);
        });
        forge(infinite, &|v| v["wall"][i] = json!(0));
        forge(infinite, &|v| {
            v["thresholds"][i] = json!(v["thresholds"][i].as_u64().unwrap() + 1);
        });
        forge(infinite, &|v| {
            v["moduli"][i] = json!(v["moduli"][i].as_u64().unwrap() + 1);
        });
    }
    forge(infinite, &|v| {
        v["half_width"] = json!(v["half_width"].as_u64().unwrap() + 1);
    });
    forge(infinite, &|v| {
        v["half_width"] = json!(v["half_width"].as_u64().unwrap() - 1);
    });
    for cell in 0..of(infinite)["cells"].as_array().unwrap().len() {
        forge(infinite, &|v| {
            let sets = v["sets"].as_array().unwrap().len() as u64;
            let set = v["cells"][cell][2].as_u64().unwrap();
            v["cells"][cell][2] = json!((set + 1) % sets);
        });
    }
    forge(infinite, &|v| {
        v["pretending"][6] = json!(v["pretending"][6].as_u64().unwrap() + 1);
    });
    forge(infinite, &|v| v["mixed"] = json!([[6, [1, 0]]]));
    forge(infinite, &|v| v["wild"] = json!([5]));
    // A partition that is left out, also in all tables that rest on it; another game.
    for parts in ["parts 2##", "parts (4+2)#", "parts 2##2#"] {
        let tables = of(parts)["tables"].as_array().unwrap().len();
        for table in 0..tables {
            let pairs = of(parts)["tables"][table]["partitions"]
                .as_array()
                .unwrap()
                .len();
            for pair in 0..pairs {
                forge(parts, &|v| {
                    let pairs = v["tables"][table]["partitions"].as_array_mut().unwrap();
                    pairs.remove(pair);
                });
            }
        }
        forge(parts, &|v| {
            for table in v["tables"].as_array_mut().unwrap() {
                table["partitions"].as_array_mut().unwrap().truncate(1);
            }
        });
        forge(parts, &|v| v["tables"] = json!([v["tables"][tables - 1]]));
    }
    // A value that is not the least, a list that begins later.
    for heap in [0, 1, 50, 100] {
        forge("nim 0.77", &|v| {
            v["values"][heap] = json!(v["values"][heap].as_u64().unwrap() + 1);
        });
    }
    forge("nim 0.77", &|v| v["first"] = json!(1));
    // Play by the other convention, a P-position too many or too few, another position.
    for moves in ["moves 5+4+2", "moves 2##+3", "moves 0.77(6)"] {
        forge(moves, &|v| v["play"] = json!("normal"));
        forge(moves, &|v| {
            v["p_positions"].as_array_mut().unwrap().truncate(1);
        });
        forge(moves, &|v| {
            v["p_positions"].as_array_mut().unwrap().push(json!([]));
        });
        forge(moves, &|v| {
            v["p_positions"] = json!([v["position"].clone()]);
        });
        forge(moves, &|v| v["p_positions"] = json!([]));
    }
    // A composite game that is left out, a prime that is listed, an earlier day.
    for day in ["day 4", "day 5"] {
        forge(day, &|v| {
            drop(v["composites"].as_array_mut().unwrap().pop());
        });
        forge(day, &|v| {
            drop(v["composites"].as_array_mut().unwrap().remove(0));
        });
        forge(day, &|v| {
            let g = v["composites"][0][0].clone();
            v["composites"][0] = json!([g, 0, g]);
        });
        forge(day, &|v| v["day"] = json!(v["day"].as_u64().unwrap() - 1));
    }
    // Sentences that are not what is proved.
    for words in WRITERS {
        forge(words, &|v| {
            v["statement"] = json!("P is NP");
            v["cost"] = json!(1);
        });
    }
    // Without the false sentence these are true.
    let (true_ones, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| {
        let value: Value = serde_json::from_str(text).unwrap();
        value["cost"] == 1 && value["statement"] != "P is NP"
    });
    assert_eq!(true_ones.len(), WRITERS.len());
    let counts = compare("false", &texts, true);
    eprintln!("{} false claims: {counts:?}", texts.len());
}

/// The statement of a valid certificate is made from what was checked: a name that was compared with
/// nothing is marked as a label.
#[test]
fn labels_are_told_from_names() {
    let folder = folder("labels");
    let file = folder.join("closure.json");
    let path = file.to_str().unwrap();
    let out = program()
        .args(["quotient", "2##", "--certificate", path])
        .output()
        .unwrap();
    assert!(out.status.success());
    let mut value: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    value.as_object_mut().unwrap().remove("statement");
    for position in value["positions"]["positions"].as_array_mut().unwrap() {
        position.as_object_mut().unwrap().remove("origins");
    }
    let last = index(&value["max_heap"]);
    value["positions"]["positions"][last]["name"] = json!("chess");
    let text = value.to_string();
    let Valid(statement) = first(&text) else {
        panic!("{text}")
    };
    assert!(
        statement.starts_with("the misère quotient of \"chess\" as listed and"),
        "{statement}"
    );
    if let Some(other) = second(&folder, &[text], 1_000_000) {
        assert_eq!(other, [Valid(statement)]);
    }
}

/// Exit codes of the second checker.
#[test]
fn exit_codes_of_the_second_checker() {
    let folder = folder("codes");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/check_certificate.py");
    let good =
        r#"{"certificate":"nim values","version":2,"ruleset":"0.77","first":0,"values":[0,1,2,3]}"#;
    for (text, code) in [
        (good.to_owned(), 0),
        (good.replace("3]", "4]"), 1),
        (good.replace("3]", "3"), 2),
        ("[]".into(), 2),
        (good.replace("0.77", "cram"), 3),
    ] {
        let file = folder.join("certificate.json");
        fs::write(&file, &text).unwrap();
        let Ok(out) = Command::new("python3")
            .arg("-B")
            .arg(&script)
            .arg(&file)
            .output()
        else {
            eprintln!("python3 cannot be run: the exit codes are not tested");
            return;
        };
        assert_eq!(out.status.code(), Some(code), "{text}");
    }
}
