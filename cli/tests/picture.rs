//! The charts and graphs drawn by the program.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

fn misere(arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("misere"));
    command.args(arguments).output().unwrap()
}

/// Runs a command and returns the SVG that it prints.
fn drawn(arguments: &[&str]) -> String {
    let output = misere(arguments);
    assert!(output.status.success(), "{output:?}");
    let svg = String::from_utf8(output.stdout).unwrap();
    assert_well_formed(&svg);
    svg
}

/// Checks that tags match, attributes are quoted, and the text contains no markup.
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

/// Counts the dots outside the legend.
fn dots(svg: &str) -> usize {
    let (_, dots) = svg.split_once("<g transform").unwrap();
    dots.lines()
        .filter(|line| line.starts_with("<path d="))
        .map(|line| line.matches("h0").count())
        .sum()
}

/// Figures 1 to 5 of Iannucci and Larsson, a command each.
#[test]
fn plots_of_the_figures_have_their_points() {
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
    // Large heaps, where only a formula is fast enough.
    let far = ["plot", "totative", "--from", "60000000", "--to", "60000100"];
    assert_eq!(dots(&drawn(&far)), 101);
}

#[test]
fn plots_are_written_into_files() {
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
fn plots_that_cannot_be_drawn_are_reported() {
    for (arguments, code, message) in [
        (&["plot", "nmi"][..], 2, "there is no ruleset"),
        (&["plot", "josephus", "--misere"], 2, "not heaps in a row"),
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
        refuses(arguments, code, message);
    }
}

/// Checks the exit code of a command that writes nothing but an error with this text.
fn refuses(arguments: &[&str], code: i32, message: &str) {
    let output = misere(arguments);
    let message_shown = String::from_utf8(output.stderr).unwrap();
    assert!(
        message_shown.contains(message),
        "{arguments:?}: {message_shown}"
    );
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty());
}

/// Counts the nodes of a diagram without its legend.
fn nodes(svg: &str) -> usize {
    let (_, rest) = svg.split_once("stroke-width=\"1.2\">\n").unwrap();
    let (nodes, _) = rest.split_once("\n</g>").unwrap();
    nodes.lines().count()
}

#[test]
fn games_and_their_followers() {
    for (game, followers, p_positions) in [
        ("0", 1, 0),
        ("2##", 5, 2),
        ("(4+2)#", 10, 3),
        ("kayles(9)", 15, 4),
        ("*9", 10, 1),
        ("9+8", 30, 5),
    ] {
        let svg = drawn(&["graph", game]);
        assert_eq!(nodes(&svg), followers, "{game}");
        // The legend has one more block if there is any.
        let blocks = svg.matches("class=\"block\"").count();
        assert_eq!(blocks, p_positions + usize::from(p_positions > 0), "{game}");
        assert_eq!(svg, drawn(&["graph", game]));
    }
    // Long forms get names, which the legend explains.
    let svg = drawn(&["graph", "kayles(9)"]);
    assert!(svg.contains(">9a</text>") && svg.contains(">= {((32)321)[3], 8a, "));
    assert!(drawn(&["graph", "2#", "--notation", "sets"]).contains(">{{0,{0}}}</text>"));
    let svg = drawn(&["graph", "kayles(24)"]);
    assert_eq!(nodes(&svg), 277);
    assert!(svg.contains("277 positions, 3596 moves") && svg.len() < 500_000);
}

#[test]
fn a_graph_as_dot_and_as_svg() {
    let output = misere(&["graph", "2#+2", "--dot"]);
    assert!(output.status.success());
    insta::assert_snapshot!("graph_dot", String::from_utf8(output.stdout).unwrap());
    insta::assert_snapshot!("graph_svg", drawn(&["graph", "2#", "--theme", "light"]));
}

#[test]
fn part_lattices() {
    let svg = drawn(&["parts", "2##", "--graph"]);
    assert_eq!(nodes(&svg), 8);
    // A cube: twelve lines, and three in the legend.
    assert_eq!(svg.matches("<path class=\"s").count(), 12 + 3);
    assert_eq!(svg.matches("class=\"block\"").count(), 3 + 1);
    let svg = drawn(&["parts", "2######", "--graph"]);
    assert_eq!(nodes(&svg), 128);
    assert_eq!(svg.matches("<path class=\"s").count(), 448 + 7);
    assert_eq!(nodes(&drawn(&["parts", "1", "--graph"])), 1);
    let output = misere(&["parts", "2##", "--dot"]);
    let dot = String::from_utf8(output.stdout).unwrap();
    assert!(dot.starts_with("digraph \"parts\" {") && dot.contains("[label=\"+2[##-2]0\"]"));
    assert_eq!(dot.matches(" -> ").count(), 12);
}

#[test]
fn cayley_graphs() {
    // Lines without arrowheads lead both ways: a = a^-1 in 0.75, and b^3 = b.
    let svg = drawn(&["quotient", "0.75", "--solve", "--graph"]);
    assert_eq!(nodes(&svg), 8);
    assert_eq!(svg.matches("class=\"block\"").count(), 2 + 1);
    let arrows = svg.matches("<path class=\"f").count();
    let lines = svg.matches("<path class=\"s").count() - 3;
    // Eight elements times three generators.
    assert_eq!(arrows + 2 * (lines - arrows), 24);
    assert_eq!(
        nodes(&drawn(&["quotient", "0.77", "--solve", "--graph"])),
        40
    );
    // With lines from elements to themselves and within rows.
    let svg = drawn(&["quotient", "0.123", "--solve", "--graph"]);
    assert_eq!(nodes(&svg), 20);
    assert!(svg.contains("c16 -11 16 19 0 8"));
    let output = misere(&["quotient", "0.75", "--solve", "--dot"]);
    let dot = String::from_utf8(output.stdout).unwrap();
    assert_eq!(dot.matches(" -> ").count(), 24);
    assert!(dot.contains("rankdir=TB") && dot.contains("0 -> 1 [label=\"a\"]"));
}

#[test]
fn graphs_have_titles_themes_and_files() {
    let svg = drawn(&["graph", "2", "--title", "<2>", "--theme", "dark"]);
    assert!(svg.contains("<title>&lt;2&gt;</title>") && !svg.contains("prefers-color-scheme"));
    assert!(drawn(&["parts", "2#", "--graph"]).contains("prefers-color-scheme:dark"));
    let path = std::env::temp_dir().join(format!("misere-graph-{}.svg", std::process::id()));
    let file = path.to_str().unwrap();
    for arguments in [
        &["graph", "2", "--output", file][..],
        &["parts", "2#", "--graph", "--output", file],
        &["quotient", "0.75", "--solve", "--graph", "--output", file],
    ] {
        let output = misere(arguments);
        assert!(output.status.success() && output.stdout.is_empty());
        assert_well_formed(&std::fs::read_to_string(&path).unwrap());
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn graphs_that_cannot_be_drawn_are_reported() {
    for (arguments, code, message) in [
        (&["graph", "*1000"][..], 3, "1001 nodes and 500500 lines"),
        (&["graph", "*1000", "--dot"], 3, "--max-graph"),
        (&["graph", "*9", "--max-graph", "9"], 3, "show --dag"),
        (
            &["parts", "2##", "--graph", "--max-graph", "7"],
            3,
            "8 nodes",
        ),
        (
            &["quotient", "0.75", "--solve", "--graph", "--max-graph", "2"],
            3,
            "--certificate",
        ),
        (&["graph", "*200", "--timeout", "0"], 3, "time limit"),
        (&["graph", "*200", "--max-memory", "64K"], 3, "memory limit"),
        (&["graph", "2##+"], 2, "expected a game"),
        (&["graph", "2", "--format", "json"], 2, "no json output"),
        (&["graph", "2", "--output", "/"], 2, "not an ordinary file"),
        (&["parts", "2", "--title", "x"], 2, "goes with --graph"),
        (&["parts", "2", "--graph", "--dot"], 2, "cannot be used"),
        (&["parts", "2", "--graph", "--format", "json"], 2, "no json"),
        (
            &["quotient", "0.75", "--solve", "--theme", "dark"],
            2,
            "goes with --graph",
        ),
        (
            &["quotient", "0.75", "--solve", "--graph", "--table"],
            2,
            "cannot be used",
        ),
    ] {
        refuses(arguments, code, message);
    }
}
