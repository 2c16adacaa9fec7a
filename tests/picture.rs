//! Charts as the program draws them.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

fn misere(arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("misere"));
    command.args(arguments).output().unwrap()
}

/// The SVG that a command prints.
fn drawn(arguments: &[&str]) -> String {
    let output = misere(arguments);
    assert!(output.status.success(), "{output:?}");
    let svg = String::from_utf8(output.stdout).unwrap();
    assert_well_formed(&svg);
    svg
}

/// Tags match, attributes are quoted, and no stray markup is in the text.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg.trim_end();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'));
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_matches('/').split_whitespace().next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.is_empty());
}

/// Dots outside the legend.
fn dots(svg: &str) -> usize {
    let (_, dots) = svg.split_once("<g transform").unwrap();
    dots.lines()
        .filter(|line| line.starts_with("<path d="))
        .map(|line| line.matches("h0").count())
        .sum()
}

/// Figures 1 to 5 of Iannucci and Larsson, a command each.
#[test]
fn the_figures() {
    assert_eq!(dots(&drawn(&["plot", "saliquant", "--to", "1000"])), 1001);
    assert_eq!(dots(&drawn(&["plot", "nontotative", "--to", "1000"])), 1001);
    for name in ["divide-and-residue", "complement-grundy"] {
        let svg = drawn(&["plot", name, "--to", "20000"]);
        // Heaps of one value are closer than a tenth of a unit.
        assert!((8_000..=20_000).contains(&dots(&svg)));
        assert!(svg.len() < 300_000, "{}", svg.len());
    }
    let both = drawn(&["plot", "divide-throw-residue", "residue-throw-divisor"]);
    for text in ["class=\"s0\"", "class=\"s1\"", ">divide-throw-residue<"] {
        assert!(both.contains(text), "{text}");
    }
}

#[test]
fn axes_titles_and_themes() {
    let svg = drawn(&[
        "plot",
        "nim",
        "--to",
        "20",
        "--title",
        "a < b & \"c\"",
        "--theme",
        "dark",
    ]);
    assert!(svg.contains("a &lt; b &amp; &quot;c&quot;") && !svg.contains("prefers-color-scheme"));
    // 0 has a place on logarithmic axes.
    assert_eq!(
        dots(&drawn(&["plot", "nim", "--to", "99", "--log-x", "--log-y"])),
        100
    );
    // Values of thousands of digits.
    let huge = ["plot", "powerset-saliquant", "--to", "9000"];
    let output = misere(&huge);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("--log-y")
    );
    assert!(drawn(&[&huge[..], &["--log-y"]].concat()).contains(">10<tspan"));
    // Far out, where only a formula reaches.
    let far = ["plot", "totative", "--from", "60000000", "--to", "60000100"];
    assert_eq!(dots(&drawn(&far)), 101);
}

#[test]
fn into_a_file() {
    let path = std::env::temp_dir().join(format!("misere-plot-{}.svg", std::process::id()));
    let output = misere(&[
        "plot",
        "nim",
        "--to",
        "5",
        "--output",
        path.to_str().unwrap(),
    ]);
    assert!(output.status.success() && output.stdout.is_empty());
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_well_formed(&svg);
    assert_eq!(dots(&svg), 6);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    for (arguments, code, message) in [
        (&["plot", "nmi"][..], 2, "there is no ruleset"),
        (&["plot", "josephus"], 2, "not heaps in a row"),
        (&["plot", "nim", "--from", "9", "--to", "3"], 2, "backwards"),
        (&["plot", "nim", "--to", "99999999"], 2, "at most"),
        (&["plot", "partial-sums"], 3, "for ever"),
        (&["plot", "nim", "--format", "csv"], 2, "no csv output"),
        (
            &["plot", "nim", "nim", "nim", "nim", "nim", "nim", "nim"],
            2,
            "colour",
        ),
        (&["plot", "nim", "--output", "/"], 2, "not an ordinary file"),
    ] {
        let output = misere(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(message), "{arguments:?}: {told}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
}
