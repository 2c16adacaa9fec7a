//! The charts and graphs drawn by the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
        (&["plot", "partial-sums"], 2, "for ever"),
        (&["plot", "nim", "--format", "csv"], 2, "no csv output"),
        (
            &["plot", "nim", "nim", "nim", "nim", "nim", "nim", "nim"],
            2,
            "colour",
        ),
        (
            &["plot", "nim", "--output", "/"],
            2,
            "does not say what picture",
        ),
        (&["plot", "nim", "--output", "/.svg/x.svg"], 2, "x.svg"),
        (&["plot"], 2, "expected a ruleset"),
        (&["plot", "nim", "--values", "digits"], 2, "of no ruleset"),
        (
            &["plot", "--values", "digits", "--to", "7"],
            2,
            "from 0 to 6",
        ),
        (
            &["plot", "kayles", "--values", "genus", "--log-y"],
            2,
            "no logarithms",
        ),
        (
            &["plot", "saliquant", "--to", "30000", "--format", "tex"],
            3,
            "ten thousand",
        ),
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
    assert!(svg.contains(">9a</text>") && svg.contains("= {((32)321)[3], 8a, "));
    assert!(drawn(&["graph", "2#", "--notation", "sets"]).contains(">{{0,{0}}}</text>"));
    // Sharps and chains are subscripts, and a reader who points at a node sees what can be typed.
    let svg = drawn(&["graph", "2##-2"]);
    assert!(
        svg.contains("<title>2[##-2] = ")
            && svg.contains(">2<tspan dy=\"2\" font-size=\"9\">##-2</tspan>")
    );
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
        (
            &["graph", "2", "--output", "/"],
            2,
            "does not say what picture",
        ),
        (
            &["graph", "2", "--dot", "--format", "tex"],
            2,
            "two languages",
        ),
        (
            &["graph", "2", "--dot", "--output", "x.svg"],
            2,
            "does not write a .svg",
        ),
        (&["graph", "2", "--normal"], 2, "--positions"),
        (&["graph", "2+3", "--positions"], 2, "positions of rulesets"),
        (
            &["graph", "kayles(40)", "--positions"],
            3,
            "more than 2000 positions",
        ),
        (
            &["graph", "kayles(9)", "--positions", "--max-graph", "9"],
            3,
            "--max-graph",
        ),
        (
            &["graph", "1000000000000·kayles(9)", "--positions"],
            3,
            "more than 2000",
        ),
        (
            &["graph", "kayles(19)", "--positions", "--timeout", "0"],
            3,
            "time limit",
        ),
        (&["parts", "2", "--bare"], 2, "goes with --graph"),
        (
            &["quotient", "0.75", "--generators", "a"],
            2,
            "goes with --graph",
        ),
        (
            &[
                "quotient",
                "0.75",
                "--solve",
                "--graph",
                "--generators",
                "a,z",
            ],
            2,
            "the generators are a, b, c",
        ),
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

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("misere-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a command that writes a picture into this file, and returns its bytes.
fn written(arguments: &[&str], file: &str) -> Vec<u8> {
    let output = misere(&[arguments, &["--output", file]].concat());
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    std::fs::read(file).unwrap()
}

#[test]
fn the_ending_of_the_file_decides() {
    let folder = Folder::new("endings");
    let commands: [(&[&str], bool); 4] = [
        (&["graph", "2##"], true),
        (&["parts", "2##", "--graph"], true),
        (&["quotient", "0.75", "--solve", "--graph"], true),
        (&["plot", "kayles", "--to", "50"], false),
    ];
    for (arguments, is_graph) in commands {
        for (file, begin) in [
            ("a.svg", &b"<svg "[..]),
            ("a.pdf", b"%PDF-"),
            ("a.PNG", b"\x89PNG\r\n\x1a\n"),
            ("a.tikz", b"% \\usepackage{tikz}\n\\begin{tikzpicture}"),
            ("a.dot", b"digraph "),
        ] {
            let path = folder.file(file);
            if file == "a.dot" && !is_graph {
                refuses(
                    &[arguments, &["--output", &path]].concat(),
                    2,
                    ".svg, .pdf, .png and .tikz",
                );
                continue;
            }
            let bytes = written(arguments, &path);
            assert!(bytes.starts_with(begin), "{arguments:?} {file}");
            // The same bytes again.
            assert!(written(arguments, &path) == bytes, "{arguments:?} {file}");
        }
        for file in ["foo.jpg", "foo", "foo.", ".svg", "foo.svgz"] {
            let path = folder.file(file);
            refuses(&[arguments, &["--output", &path]].concat(), 2, ".tikz");
            assert!(!Path::new(&path).exists());
        }
    }
    // On standard output TikZ is asked for as a format.
    let output = misere(&["graph", "2##", "--format", "tex"]);
    assert_eq!(
        output.stdout,
        written(&["graph", "2##"], &folder.file("b.tikz"))
    );
}

/// The width and the height of a PNG picture, from its header.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn png_pictures_have_twice_the_size_and_something_in_them() {
    let folder = Folder::new("png");
    let png = written(&["plot", "kayles"], &folder.file("a.png"));
    assert_eq!(size(&png), (2 * 960, 2 * 600));
    // An empty picture of this size is much shorter.
    assert!(png.len() > 50_000, "{}", png.len());
    // A very wide one is less fine, and the memory limit holds.
    let wide = ["graph", "kayles(24)"];
    let (width, height) = size(&written(&wide, &folder.file("b.png")));
    assert!(width <= 12_000 && height <= 12_000 && width > 1000);
    let file = folder.file("c.png");
    let small = [&wide[..], &["--max-memory", "8M", "--output", &file]].concat();
    refuses(&small, 3, "memory limit");
}

#[test]
fn bare_pictures_have_no_words_around_them() {
    for (arguments, words) in [
        (
            &["graph", "2##"][..],
            &["birthday", "Lines lead", "N-position"][..],
        ),
        (
            &["parts", "2##", "--graph"],
            &["part lattice", "A line leads", "composite"],
        ),
        (
            &["quotient", "0.75", "--solve", "--graph"],
            &["Cayley", "An arrow"],
        ),
        (&["plot", "kayles", "grundy"], &["kayles"]),
        (&["plot", "josephus", "--to", "9"], &["pale 0"]),
    ] {
        let bare = [arguments, &["--bare"]].concat();
        let (full, bare_svg) = (drawn(arguments), drawn(&bare));
        let text = |svg: &str| svg.replace("</title>", "").replace("</desc>", "");
        let drawn_words = |svg: &str, word: &str| {
            let lines = text(svg);
            lines
                .lines()
                .filter(|line| {
                    !line.starts_with("<title>")
                        && !line.starts_with("<desc>")
                        && line.contains(word)
                })
                .count()
        };
        for word in words {
            assert!(drawn_words(&full, word) > 0, "{arguments:?} {word}");
            assert_eq!(drawn_words(&bare_svg, word), 0, "{arguments:?} {word}");
        }
        // For paper: light, and nothing behind it.
        assert!(
            !bare_svg.contains("prefers-color-scheme")
                && !bare_svg.contains("<rect class=\"paper\"")
        );
        let tikz = |arguments: &[&str]| {
            let output = misere(&[arguments, &["--format", "tex"]].concat());
            String::from_utf8(output.stdout).unwrap()
        };
        let (full, bare) = (tikz(arguments), tikz(&bare));
        for word in words {
            assert!(
                full.contains(word) && !bare.contains(word),
                "{arguments:?} {word}"
            );
        }
    }
    let nodes =
        |svg: &str| svg.matches("class=\"block\"").count() + svg.matches("class=\"node\"").count();
    assert_eq!(nodes(&drawn(&["graph", "(4+2)#", "--bare"])), 10);
}

#[test]
fn tikz_has_a_node_and_a_line_for_each() {
    let tikz = |arguments: &[&str]| {
        let output = misere(&[arguments, &["--format", "tex"]].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let graph = tikz(&["graph", "2##+2", "--bare"]);
    let svg = drawn(&["graph", "2##+2"]);
    assert_eq!(graph.matches("\\node[kind").count(), nodes(&svg));
    let (_, moves) = svg.split_once(" positions, ").unwrap();
    let (moves, _) = moves.split_once(' ').unwrap();
    assert_eq!(
        graph.matches("\\draw[line").count(),
        moves.parse::<usize>().unwrap()
    );
    assert!(graph.contains("$2_{\\#\\#}$"), "{graph}");
    let quotient = tikz(&["quotient", "0.75", "--solve", "--graph", "--bare"]);
    assert_eq!(quotient.matches("\\node[kind").count(), 8);
    assert!(quotient.contains("$ab^{2}$"), "{quotient}");
    let plot = tikz(&["plot", "nim", "--to", "300", "--bare"]);
    assert_eq!(plot.matches("--+(0,0)").count(), 301);
    let board = tikz(&["plot", "josephus", "--to", "9"]);
    assert_eq!(
        board.matches("\\fill[cell").count(),
        drawn(&["plot", "josephus", "--to", "9"])
            .matches("class=\"f0\"")
            .count()
    );
}

/// Compiles pictures with pdfLaTeX, where there is one.
#[test]
fn tikz_pictures_compile() {
    let folder = Folder::new("tikz");
    let tex = |text: &str, name: &str| {
        let document = format!(
            "\\documentclass{{article}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
        );
        std::fs::write(folder.file(&format!("{name}.tex")), document).unwrap();
        let mut command = Command::new("pdflatex");
        let command = command.args(["-interaction=nonstopmode", "-halt-on-error", name]);
        command.current_dir(&folder.0).output()
    };
    match tex("\\begin{tikzpicture}\\end{tikzpicture}x", "probe") {
        Ok(output) if output.status.success() => {}
        _ => {
            eprintln!("left out: there is no pdflatex with TikZ");
            return;
        }
    }
    for (number, arguments) in [
        &["graph", "(2##+2)#"][..],
        &["graph", "kayles(5)", "--positions", "--normal"],
        &[
            "graph",
            "2##",
            "--notation",
            "sets",
            "--title",
            "a_b & $c$ 100% #1 ~ ^ \\ {} \"<é>\" ☃",
        ],
        &["parts", "2##", "--graph"],
        &["quotient", "0.123", "--solve", "--graph"],
        &["plot", "kayles", "grundy", "--to", "99", "--log-x"],
        &["plot", "kayles", "--values", "genus", "--to", "20"],
        &["plot", "josephus", "--to", "9"],
    ]
    .into_iter()
    .enumerate()
    {
        let output = misere(&[arguments, &["--format", "tex"]].concat());
        let picture = String::from_utf8(output.stdout).unwrap();
        let compiled = tex(&picture, &format!("picture{number}")).unwrap();
        let log = String::from_utf8_lossy(&compiled.stdout);
        assert!(compiled.status.success(), "{arguments:?}: {log}");
    }
}

/// The descriptions of the nodes of a picture: what the position is, and its outcome.
fn positions_of(svg: &str) -> BTreeMap<String, String> {
    let titles = svg.split("<g><title>").skip(1);
    let titles = titles.map(|rest| rest.split_once("</title>").unwrap().0);
    let pairs = titles.map(|title| title.rsplit_once(", ").unwrap());
    pairs
        .map(|(text, outcome)| (text.into(), outcome.into()))
        .collect()
}

/// The rows of pins of a position of Kayles, such as `3 + 1×2`.
fn pins(text: &str) -> Vec<usize> {
    let mut rows = Vec::new();
    for term in text.split(" + ").filter(|term| *term != "∅") {
        let (row, copies) = term.split_once('×').unwrap_or((term, "1"));
        rows.extend(vec![row.parse::<usize>().unwrap(); copies.parse().unwrap()]);
    }
    rows.sort_unstable();
    rows
}

/// What a move of Kayles leaves: one pin or two beside each other are knocked down.
fn after_a_move(rows: &[usize]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (at, &row) in rows.iter().enumerate() {
        for taken in [1, 2] {
            for left in 0..=row.saturating_sub(taken) {
                if taken > row {
                    continue;
                }
                let mut rest: Vec<usize> = rows.to_vec();
                rest.remove(at);
                rest.extend([left, row - taken - left].into_iter().filter(|&n| n > 0));
                rest.sort_unstable();
                all.push(rest);
            }
        }
    }
    all
}

fn is_misere_p(rows: &[usize]) -> bool {
    let after = after_a_move(rows);
    !after.is_empty() && after.iter().all(|rows| !is_misere_p(rows))
}

fn nim_value(rows: &[usize]) -> usize {
    let taken: Vec<usize> = after_a_move(rows)
        .iter()
        .map(|rows| nim_value(rows))
        .collect();
    (0..=taken.len())
        .find(|value| !taken.contains(value))
        .unwrap()
}

#[test]
fn positions_are_drawn_as_they_are_played() {
    let svg = drawn(&["graph", "kayles(5)", "--positions"]);
    let found = positions_of(&svg);
    let mut reached = vec![vec![5]];
    let mut next = 0;
    while let Some(rows) = reached.get(next).cloned() {
        next += 1;
        for after in after_a_move(&rows) {
            if !reached.contains(&after) {
                reached.push(after);
            }
        }
    }
    assert_eq!(found.len(), reached.len());
    for (text, outcome) in &found {
        let rows = pins(text);
        assert!(reached.contains(&rows), "{text}");
        assert_eq!(outcome == "P", is_misere_p(&rows), "{text}");
    }
    let normal = positions_of(&drawn(&["graph", "kayles(5)", "--positions", "--normal"]));
    assert_eq!(normal.len(), found.len());
    for (text, outcome) in &normal {
        let (text, value) = text.split_once(" = *").unwrap();
        let expected = nim_value(&pins(text));
        assert_eq!(value.parse(), Ok(expected), "{text}");
        assert_eq!(outcome == "P", expected == 0, "{text}");
    }
    // Sums of several rulesets, and boards.
    let mixed = positions_of(&drawn(&["graph", "kayles(2)+grundy(3)", "--positions"]));
    assert_eq!(mixed["0.77(2) + grundy(3)"], "N");
    assert_eq!(mixed["grundy(3)"], "P");
    assert!(positions_of(&drawn(&["graph", "cram(2x2)", "--positions"])).len() > 1);
}

#[test]
fn cayley_graphs_by_some_generators() {
    let command = ["quotient", "0.75", "--solve", "--graph"];
    let svg = drawn(&[&command[..], &["--generators", "b,a"]].concat());
    assert_eq!(nodes(&svg), 8);
    let arrows = svg.matches("<path class=\"f").count();
    let lines = svg.matches("<path class=\"s").count() - 2;
    assert_eq!(arrows + 2 * (lines - arrows), 16);
    assert!(svg.contains("quotient by b, a,") && !svg.contains("c = heap"));
    let one = misere(&[&command[..3], &["--dot", "--generators", "c"]].concat());
    assert_eq!(
        String::from_utf8(one.stdout)
            .unwrap()
            .matches(" -> ")
            .count(),
        8
    );
}

#[test]
fn any_sequence_is_plotted() {
    let values = drawn(&["plot", "kayles", "--values", "misere", "--to", "30"]);
    assert_eq!(values, drawn(&["plot", "kayles", "--misere", "--to", "30"]));
    let genus = drawn(&["plot", "kayles", "--values", "genus", "--to", "20"]);
    assert_eq!(dots(&genus), 21);
    // The genus of the heap of five.
    assert!(genus.contains(">4<tspan dy=\"-5\" font-size=\"10\">146</tspan>"));
    // The orders that `quotient` shows.
    let orders = drawn(&["plot", "kayles", "--values", "orders", "--to", "9"]);
    assert_eq!(dots(&orders), 10);
    let p_values = drawn(&["plot", "kayles", "--values", "p-orders", "--to", "9"]);
    assert_ne!(orders, p_values);
    // An infinite quotient has no order; the orders before it are drawn.
    let output = misere(&["plot", "0.3122", "--values", "orders"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(message.contains("to heap 7 is infinite"), "{message}");
    assert_eq!(dots(&String::from_utf8(output.stdout).unwrap()), 7);
    assert_eq!(dots(&drawn(&["plot", "--values", "digits", "--log-y"])), 7);
}

/// The pictures of the documents, each with the command that made it.
const PICTURES: [(&str, &[&str]); 5] = [
    ("cayley", &["quotient", "0.77", "--to", "9", "--graph"]),
    ("parts", &["parts", "(2##+2)#", "--graph"]),
    ("positions", &["graph", "kayles(5)", "--positions"]),
    ("plot", &["plot", "kayles", "--to", "200"]),
    ("board", &["plot", "josephus", "--to", "20"]),
];

/// With `MISERE_PICTURES=write` they are made anew.
#[test]
fn the_pictures_of_the_documents_are_what_the_program_draws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    for (name, arguments) in PICTURES {
        let file = folder.join(format!("{name}.svg"));
        let svg = drawn(arguments);
        if std::env::var_os("MISERE_PICTURES").is_some_and(|value| value == "write") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &svg).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept == svg,
            "docs/pictures/{name}.svg is not what `misere {}` draws",
            arguments.join(" ")
        );
    }
    // The others are of the page, in a browser.
    let names = std::fs::read_dir(&folder).unwrap();
    let drawn =
        names.filter(|name| name.as_ref().unwrap().path().extension() == Some("svg".as_ref()));
    assert_eq!(drawn.count(), PICTURES.len());
}

/// What TeX cannot break is not wider than a line, rows have the cells of their table, and tables end.
#[test]
fn tables_for_tex_fit_a_page() {
    /// The lines of an article, in points.
    const LINE: f64 = 345.0;
    for arguments in [
        &["genus", "kayles", "--to", "40", "--forms"][..],
        &["quotient", "0.77", "--solve"],
        &["quotient", "0.77", "--to", "9", "--table"],
        &["quotient", "0.07", "--to", "30"],
        &["quotient", "nim", "--to", "2"],
        &["parts", "2##"],
        &["parts", "2####"],
        &["nim", "josephus", "--to", "60"],
        &["nim", "nim", "--to", "2000"],
        &[
            "nim",
            "nim",
            "--from",
            "1000000000000",
            "--to",
            "1000000000100",
        ],
        &["nimsets", "cut:1,6", "--structure"],
        &["count", "6", "--quantities"],
    ] {
        let output = misere(&[arguments, &["--format", "tex"]].concat());
        assert!(output.status.success(), "{output:?}");
        let tex = String::from_utf8(output.stdout).unwrap();
        let mut columns = None;
        for line in tex.lines() {
            if line.starts_with("\\begin{longtable}") {
                assert_eq!(columns, None, "{arguments:?}");
                columns = Some(0);
            } else if line == "\\end{longtable}" {
                columns = None;
            } else if line.ends_with("\\hline") {
                columns = Some(line.matches(" & ").count());
            } else if let Some(columns) = columns
                && line != "\\endhead"
            {
                assert_eq!(
                    line.matches(" & ").count(),
                    columns,
                    "{arguments:?}: {line}"
                );
                assert!(line.ends_with(" \\\\"), "{arguments:?}: {line}");
            }
            let is_display = line.contains("&=") || line.contains("&\\cong");
            let formulas = line.split('$').skip(1).step_by(2);
            let displayed = [line].into_iter().filter(|_| is_display);
            for formula in formulas.chain(displayed) {
                // Sums break by themselves where they are no display.
                let sums = if is_display {
                    vec![formula]
                } else {
                    formula.split(['+', '-']).collect()
                };
                let pieces = sums.iter().flat_map(|sum| sum.split("\\allowbreak "));
                for piece in pieces {
                    let width = misere_figures::width(piece);
                    assert!(width <= LINE, "{arguments:?}: {width}: {piece}");
                }
            }
        }
        assert_eq!(columns, None, "{arguments:?}");
    }
    // Kayles has its relations one by one, and no display.
    let output = misere(&["quotient", "0.77", "--solve", "--format", "tex"]);
    let tex = String::from_utf8(output.stdout).unwrap();
    assert!(
        tex.contains("$a^{2}=1$, $b^{3}=b$, ") && !tex.contains("align"),
        "{tex}"
    );
    let output = misere(&["quotient", "nim", "--to", "2", "--format", "tex"]);
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("\\begin{align*}")
    );
}
