//! Random command lines: each one ends in time with an exit code from 0 to 3.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[path = "../../tests/fuzz/random.rs"]
mod random;
#[path = "../../tests/fuzz/rounds.rs"]
mod rounds;

use random::Random;
use rounds::Rounds;

const COMMANDS: &[&str] = &[
    "show",
    "parts",
    "primes",
    "minus",
    "mate",
    "compare",
    "moves",
    "play",
    "day",
    "count",
    "rules",
    "nim",
    "period",
    "nimsets",
    "sweep",
    "plot",
    "josephus",
    "genus",
    "quotient",
    "check",
    "man",
    "completions",
    "tour",
    "help",
    "verify",
];

const WORDS: &[&str] = &[
    "2##",
    "(4+2)#",
    "2+2",
    "0",
    "9+8+7",
    "*300",
    "100·*9",
    "kayles(9)",
    "0.77",
    "0.07",
    "nim",
    "grundy",
    "cut{1,6}",
    "cut:1,2",
    "subtraction{1,2}",
    "totient",
    "divide-and-residue",
    "partial-sums",
    "josephus",
    "josephus(9,2)",
    "powerset-saliquant",
    "5",
    "-1",
    "7",
    "18446744073709551616",
    "1000000",
    "octal:1",
    "structure.fig6",
    "bash",
    "-",
    "--",
    "",
    "{",
    "2[",
    "é",
    "Cargo.toml",
];

const FLAGS: &[&str] = &[
    "--format=json",
    "--format=tex",
    "--format=csv",
    "--format=bfile",
    "--notation=sets",
    "--all",
    "--normal",
    "--trace",
    "--form",
    "--dag",
    "--chain",
    "--concubine",
    "--dot",
    "--list",
    "--stats",
    "--digits",
    "--symbolic",
    "--decimal",
    "--table",
    "--mod=97",
    "--from=3",
    "--to=25",
    "--to=99999999",
    "--check",
    "--options=9",
    "--solve",
    "--structure",
    "--sum=1,2",
    "--forms",
    "--survivor=9",
    "--s=2",
    "--max-form=10",
    "--log-x",
    "--quotient",
    "--shard=1/9",
    "--each=50ms",
    "--extended",
    "--piles=2,3",
    "--isomorphic-to=0.75",
    "--second",
    "--help",
    "--quiet",
    "--threads=2",
    "-v",
    "--max-nodes=50",
    "--graph",
];

#[test]
fn random_command_lines() {
    let mut random = Random::new(9);
    for _ in Rounds::new("command lines", 150) {
        let mut line = vec![random.choose(COMMANDS)];
        for _ in 0..random.below(3) {
            line.push(random.choose(WORDS));
        }
        for _ in 0..random.below(4) {
            line.push(random.choose(FLAGS));
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
            .args(&line)
            .args(["--timeout=300ms", "--max-memory=300M"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = child.stderr.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        // Long enough for any machine; a command that takes this long does not end.
        let too_late = Instant::now() + Duration::from_secs(120);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > too_late {
                child.kill().unwrap();
                panic!("misere {} does not end", line.join(" "));
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let errors = reader.join().unwrap();
        let line = line.join(" ");
        assert!(!errors.contains("panicked"), "misere {line}\n{errors}");
        assert!(
            matches!(status.code(), Some(0..=3)),
            "misere {line}: {status}\n{errors}"
        );
    }
}
