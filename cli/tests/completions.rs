//! The completion scripts, in the shells that are there.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

/// A command of this shell that knows the program, in the folder of this package.
fn shell(name: &str, script: &str) -> Option<String> {
    let mut command = Command::new(name);
    let program = Path::new(cargo_bin!("misere")).to_owned();
    let mut folders = vec![program.parent().unwrap().to_path_buf()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    command.env("PATH", std::env::join_paths(folders).unwrap());
    command
        .args(["-c", script])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().ok()?;
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "", "{script}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// What bash is told for words as it cuts them, the last one under the cursor.
fn in_bash(words: &[&str]) -> Vec<String> {
    let quoted: Vec<String> = words
        .iter()
        .map(|w| format!("'{}'", w.replace('\'', r"'\''")))
        .collect();
    let script = format!(
        "source <(misere completions bash)\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_misere\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        words.len() - 1
    );
    let printed = shell("bash", &script).expect("bash is there");
    printed
        .lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn bash_completes_words_in_their_places() {
    for (words, expected) in [
        // Commands, rulesets with their aliases, flags and their values.
        (&["misere", "quo"][..], &["quotient"][..]),
        (&["misere", "nim", "dawsons-k"], &["dawsons-kayles"]),
        (
            &["misere", "quotient", "kayles", "dawsons-k"],
            &["dawsons-kayles"],
        ),
        (&["misere", "show", "2+kay"], &["2+kayles"]),
        (&["misere", "--format", "j"], &["json"]),
        (&["misere", "--format", "json", "verif"], &["verify"]),
        (&["misere", "nim", "--ever"], &["--every"]),
        (&["misere", "nim", "kayles", "--format", "bf"], &["bfile"]),
        (&["misere", "help", "quot"], &["quotient"]),
        (&["misere", "help", "kay"], &["kayles"]),
        (&["misere", "help", "nota"], &["notation"]),
        (&["misere", "completions", "z"], &["zsh"]),
        // Claims, and all claims of a paper.
        (
            &["misere", "verify", "structure.fig3"],
            &["structure.fig3", "structure.fig3.sum"],
        ),
        (
            &["misere", "verify", "structure.fig6", "josephus.thm4"],
            &["josephus.thm4.1", "josephus.thm4.2"],
        ),
        (
            &["misere", "verify", "--depth", "quick", "arith"],
            ARITHMETIC,
        ),
        // bash cuts words at = and : and replaces what comes after them.
        (
            &["misere", "nim", "kayles", "--format", "=", "bf"],
            &["bfile"],
        ),
        (
            &["misere", "nim", "kayles", "--misere", "=", "out"],
            &["outcomes"],
        ),
        // Families: the name, then the parameters of an example.
        (&["misere", "nim", "subtracti"], &["subtraction:"]),
        (&["misere", "nim", "subtraction", ":"], &["1,2"]),
        (&["misere", "nim", "'subtraction{"], &["subtraction{1,2}"]),
        (&["misere", "show", "'2 + subtracti"], &["2 + subtraction{"]),
        // Files where files belong, and nothing where a number does.
        (&["misere", "check", "Cargo.tom"], &["Cargo.toml"]),
        (
            &["misere", "period", "kayles", "--certificate", "Cargo.tom"],
            &["Cargo.toml"],
        ),
        (
            &[
                "misere",
                "period",
                "kayles",
                "--certificate",
                "=",
                "Cargo.tom",
            ],
            &["Cargo.toml"],
        ),
        (&["misere", "man", "--all", "sr"], &["src"]),
        (&["misere", "man", "--all", "Cargo.tom"], &[]),
        (&["misere", "nim", "kayles", "--to", ""], &[]),
        (&["misere", "nonsense", "--for"], &["--form", "--format"]),
    ] {
        let found = in_bash(words);
        if std::ptr::eq(expected, ARITHMETIC) {
            assert!(found.len() > 20 && found[0] == "arithmetic", "{found:?}");
            assert!(found.iter().all(|id| id.starts_with("arithmetic")));
            continue;
        }
        assert_eq!(found, expected, "{words:?}");
    }
}

const ARITHMETIC: &[&str] = &["arithmetic"];

/// zsh and fish are not everywhere; the script of fish is tried where fish is.
#[test]
fn fish_completes_with_descriptions() {
    let complete = |line: &str| {
        let script = format!("misere completions fish | source; complete -C {line:?}");
        shell("fish", &script)
    };
    let Some(found) = complete("misere nim dawsons-k") else {
        return;
    };
    assert_eq!(found, "dawsons-kayles\n");
    let figures = complete("misere verify structure.fig3").unwrap();
    let expected = "structure.fig3\tFigure 3\nstructure.fig3.sum\tFigure 3, the bottom line\n";
    assert_eq!(figures, expected);
    assert_eq!(complete("misere check Cargo.t").unwrap(), "Cargo.toml\n");
}

#[test]
fn scripts_and_pages_are_installed_where_shells_look() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("share");
    let _ = std::fs::remove_dir_all(&folder);
    let misere = |arguments: &[&str]| {
        let status = Command::new(cargo_bin!("misere")).args(arguments).status();
        assert!(status.unwrap().success());
    };
    let path = |place: &str| folder.join(place);
    misere(&["completions", "--all", path("").to_str().unwrap()]);
    misere(&["man", "--all", path("man/man1").to_str().unwrap()]);
    for place in [
        "bash-completion/completions/misere",
        "zsh/site-functions/_misere",
        "fish/vendor_completions.d/misere.fish",
        "man/man1/misere.1",
        "man/man1/misere-quotient.1",
    ] {
        let text = std::fs::read_to_string(path(place)).unwrap();
        assert!(text.contains("misere"), "{place}");
    }
}
