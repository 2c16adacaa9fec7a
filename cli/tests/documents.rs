//! The documents are true: the README, the pages of docs/ and the chapters of the guide.
//!
//! In a block ```` ```text ```` that begins with `$ `, each such line is a command, run by a shell in a folder that the
//! blocks of a page share; what follows is what it prints, on standard output and standard error. A block that begins with
//! `> ` is a session of `misere shell`. A line `[…]` stands for lines that are left out.
//!
//! `MISERE_UPDATE=1 cargo test --release -p misere-cli --test documents` writes anew what is printed.

#[path = "command_line/posix.rs"]
mod posix;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

const LEFT_OUT: &str = "[…]";

/// Pages that tell of commands which take long, or which were typed once.
const NO_COMMANDS: &[&str] = &[
    "docs/architecture.md",
    "docs/atlas.md",
    "docs/cluster.md",
    "docs/mathematics.md",
    "docs/performance.md",
    "docs/reproduction.md",
    "docs/robustness.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages that show commands or link to each other, by their paths from the root.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    for folder in ["docs", "docs/guide/src"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if Path::new(&name).extension().is_some_and(|end| end == "md") {
                pages.push(format!("{folder}/{name}"));
            }
        }
    }
    pages.sort();
    pages
}

fn text(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap()
}

/// A line that is typed, what the page says is printed, and the empty lines that follow.
struct Entry<'a> {
    typed: &'a str,
    printed: Vec<&'a str>,
    gap: usize,
}

/// A block of a page: its place among the lines, its prompt and its entries.
struct Block<'a> {
    first_line: usize,
    lines: usize,
    prompt: &'static str,
    entries: Vec<Entry<'a>>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        at += 1;
        if lines[at - 1] != "```text" {
            continue;
        }
        let end = at
            + lines[at..]
                .iter()
                .position(|l| *l == "```")
                .expect("a fence that closes");
        let block = &lines[at..end];
        if let Some(prompt) = ["$ ", "> "].into_iter().find(|p| block[0].starts_with(p)) {
            blocks.push(Block {
                first_line: at,
                lines: block.len(),
                prompt,
                entries: entries(block, prompt),
            });
        }
        at = end + 1;
    }
    blocks
}

fn entries<'a>(block: &[&'a str], prompt: &str) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry> = Vec::new();
    for &line in block {
        match line.strip_prefix(prompt) {
            Some(typed) => entries.push(Entry {
                typed,
                printed: Vec::new(),
                gap: 0,
            }),
            None => entries.last_mut().unwrap().printed.push(line),
        }
    }
    for entry in &mut entries {
        while entry.printed.last().is_some_and(|line| line.is_empty()) {
            entry.printed.pop();
            entry.gap += 1;
        }
    }
    entries
}

/// Whether `printed` is as the page says. Results are announced in a terminal only, as `[%1]`.
fn fits(said: &[&str], printed: &[&str]) -> bool {
    let said: Vec<&str> = said
        .iter()
        .copied()
        .filter(|line| !line.trim_start().starts_with("[%"))
        .collect();
    let runs: Vec<&[&str]> = said.split(|line| *line == LEFT_OUT).collect();
    let (Some((first, others)), Some(last)) = (runs.split_first(), runs.last()) else {
        unreachable!("splitting gives at least one part")
    };
    if others.is_empty() {
        return *first == printed;
    }
    if !printed.starts_with(first)
        || printed.len() < first.len() + last.len()
        || !printed.ends_with(last)
    {
        return false;
    }
    let mut rest = &printed[first.len()..printed.len() - last.len()];
    for run in &others[..others.len() - 1] {
        let Some(at) = (0..rest.len()).find(|&at| rest[at..].starts_with(run)) else {
            return false;
        };
        rest = &rest[at + run.len()..];
    }
    true
}

/// What the page should say: as many lines at both ends as before, if lines were left out once.
fn rewritten(said: &[&str], printed: &[&str]) -> Vec<String> {
    let owned = |lines: &[&str]| {
        lines
            .iter()
            .map(|&line| line.to_owned())
            .collect::<Vec<_>>()
    };
    if fits(said, printed) {
        return owned(said);
    }
    let runs: Vec<&[&str]> = said.split(|line| *line == LEFT_OUT).collect();
    if let [head, tail] = runs[..]
        && head.len() + tail.len() < printed.len()
    {
        let mut lines = owned(&printed[..head.len()]);
        lines.push(LEFT_OUT.into());
        lines.extend(owned(&printed[printed.len() - tail.len()..]));
        return lines;
    }
    owned(printed)
}

/// What each entry of a block prints.
fn run(block: &Block, folder: &Path) -> Vec<String> {
    if block.prompt == "$ " {
        let commands = block.entries.iter().map(|entry| entry.typed);
        return commands
            .map(|command| posix::run(&format!("exec 2>&1\n{command}"), folder).0)
            .collect();
    }
    // The lines so far, again for each line: what is new is what the last one prints.
    let mut script = String::new();
    let mut before = String::new();
    let mut printed = Vec::new();
    for entry in &block.entries {
        script += entry.typed;
        script.push('\n');
        std::fs::write(folder.join("typed.misere"), &script).unwrap();
        let (all, _, _) = posix::run("misere shell --keep-going 2>&1 <typed.misere", folder);
        printed.push(
            all.strip_prefix(&before)
                .expect("a session that goes on")
                .to_owned(),
        );
        before = all;
    }
    std::fs::remove_file(folder.join("typed.misere")).unwrap();
    printed
}

/// A folder for the commands of a page, with the games that come with the program.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("examples/games");
    std::fs::create_dir_all(&games).unwrap();
    for entry in std::fs::read_dir(root().join("examples/games")).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), games.join(entry.file_name())).unwrap();
    }
    folder
}

/// Runs the blocks of a page; returns how many commands it has and what is wrong with them.
fn check(page: &str) -> (usize, String) {
    let text = text(page);
    let folder = folder();
    let update = std::env::var_os("MISERE_UPDATE").is_some();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut commands, mut wrong) = (0, String::new());
    // From the end, so that places stay as they are; but run in order.
    let blocks = blocks(&text);
    let outputs: Vec<Vec<String>> = blocks
        .iter()
        .map(|block| run(block, folder.path()))
        .collect();
    for (block, outputs) in blocks.iter().zip(&outputs).rev() {
        let mut new = Vec::new();
        for (entry, output) in block.entries.iter().zip(outputs) {
            commands += 1;
            let printed: Vec<&str> = output.trim_end().lines().collect();
            if !fits(&entry.printed, &printed) {
                let _ = writeln!(wrong, "{page}: {}{}\n{output}", block.prompt, entry.typed);
            }
            new.push(format!("{}{}", block.prompt, entry.typed));
            new.extend(rewritten(&entry.printed, &printed));
            new.extend(vec![String::new(); entry.gap]);
        }
        lines.splice(block.first_line..block.first_line + block.lines, new);
    }
    if update && !wrong.is_empty() {
        std::fs::write(root().join(page), lines.join("\n") + "\n").unwrap();
        wrong.clear();
    }
    (commands, wrong)
}

/// All pages at the same time.
fn on_all_pages<T: Send>(check: impl Fn(&str) -> T + Sync) -> Vec<T> {
    let (pages, check) = (pages(), &check);
    std::thread::scope(|scope| {
        let threads: Vec<_> = pages
            .iter()
            .map(|page| scope.spawn(move || check(page)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    })
}

#[test]
fn what_the_pages_show_is_what_is_printed() {
    let (commands, wrong): (Vec<usize>, Vec<String>) = on_all_pages(check).into_iter().unzip();
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "these print something else:\n{wrong}");
    assert!(commands.iter().sum::<usize>() > 100);
}

/// Commands outside of blocks of text, such as `misere tour 7`. Words in capitals are to be replaced by the reader.
#[test]
fn commands_in_sentences_work() {
    let wrong = on_all_pages(|page| {
        let text = text(page);
        let folder = folder();
        let mut wrong = String::new();
        if NO_COMMANDS.contains(&page) {
            return wrong;
        }
        let prose: String = text.split("```").step_by(2).collect();
        let spans = prose.split('`').skip(1).step_by(2);
        let shown = text
            .split("```sh\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next());
        let commands = spans
            .chain(shown.flat_map(str::lines))
            .filter(|span| span.starts_with("misere "));
        for command in commands {
            let to_replace = |word: &str| {
                word.contains('…')
                    || word
                        .bytes()
                        .all(|byte| byte.is_ascii_uppercase() || byte == b'[' || byte == b']')
            };
            let words: Vec<&str> = command.split_whitespace().collect();
            if words.iter().copied().any(to_replace) {
                continue;
            }
            // A name alone may only be mentioned.
            let mentioned = format!("misere help {}", words[1]);
            let line = if words.len() == 2 {
                &mentioned
            } else {
                command
            };
            let (_, error, code) = posix::run(line, folder.path());
            if !matches!(code, Some(0 | 1)) {
                let _ = writeln!(wrong, "{page}: {command}\n{error}");
            }
        }
        wrong
    });
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{wrong}");
}

/// The name by which a heading is linked to.
fn anchor(heading: &str) -> String {
    let letters = heading
        .trim()
        .chars()
        .filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

fn anchors(text: &str) -> Vec<String> {
    let prose = text.split("```").step_by(2);
    let headings = prose
        .flat_map(str::lines)
        .filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

/// Where the links of a page lead, without those into the web.
fn links(text: &str) -> Vec<&str> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'));
    let targets = targets.map(|(target, _)| target);
    targets
        .filter(|target| !target.contains("://") && !target.contains(char::is_whitespace))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = text(&page);
        // What looks like a link in code is none.
        let prose: String = text.split("```").step_by(2).collect();
        let prose: String = prose.split('`').step_by(2).collect();
        for link in links(&prose) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let path = root().join(&page);
            let target = if file.is_empty() {
                path
            } else {
                path.parent().unwrap().join(file)
            };
            assert!(target.exists(), "{page} links to {link}");
            if !place.is_empty() {
                let there = std::fs::read_to_string(&target).unwrap();
                assert!(
                    anchors(&there).iter().any(|a| a == place),
                    "{page} links to {link}"
                );
            }
        }
    }
}

/// mdBook leaves out what the summary does not name, and links that leave the folder.
#[test]
fn the_guide_is_a_book() {
    let source = "docs/guide/src";
    let summary = text(&format!("{source}/SUMMARY.md"));
    let mut named = links(&summary);
    named.sort_unstable();
    let prefix = format!("{source}/");
    let pages = pages();
    let chapters = pages.iter().filter_map(|page| page.strip_prefix(&prefix));
    let chapters: Vec<&str> = chapters.filter(|name| *name != "SUMMARY.md").collect();
    assert_eq!(named, chapters);
    for chapter in chapters {
        let text = text(&format!("{source}/{chapter}"));
        let prose: String = text.split("```").step_by(2).collect();
        assert!(text.starts_with("# "), "{chapter} begins with its title");
        for link in links(&prose) {
            assert!(
                !link.starts_with("../"),
                "{chapter} links to {link}, which is not in the book"
            );
        }
    }
}

#[test]
fn all_name_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (page, line) in [
        ("CITATION.cff", format!("version: {version}\n")),
        ("CHANGELOG.md", format!("\n## {version} - ")),
        ("web/package.json", format!("\"version\": \"{version}\"")),
        (
            "web/package-lock.json",
            format!("\"version\": \"{version}\""),
        ),
    ] {
        assert!(
            text(page).contains(&line),
            "{page} is not of version {version}"
        );
    }
}

#[test]
fn the_oldest_rust_is_that_of_the_manifest() {
    let manifest = text("Cargo.toml");
    let (_, rest) = manifest.split_once("\nrust-version = \"").unwrap();
    let oldest = format!("{} or newer", rest.split_once('"').unwrap().0);
    for page in ["README.md", "docs/guide/src/introduction.md"] {
        assert!(text(page).contains(&oldest), "{page} does not say {oldest}");
    }
}

/// What is published of a package is its folder alone.
#[test]
fn every_package_has_the_licences_themselves() {
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let whole = text(licence);
        assert!(whole.lines().count() > 15, "{licence}");
        for package in ["claims", "cli", "figures", "picture"] {
            let copy = text(&format!("{package}/{licence}"));
            assert!(copy == whole, "{package}/{licence} differs from {licence}");
        }
    }
}

#[test]
fn claims_are_counted_as_in_the_inventory() {
    let inventory = text("claims/data/inventory.tsv");
    let rows = inventory.lines().filter(|line| !line.starts_with('#'));
    let mut claims: Vec<&str> = rows
        .skip(1)
        .filter_map(|row| row.split('\t').nth(2))
        .collect();
    claims.retain(|claim| *claim != "-");
    claims.sort_unstable();
    claims.dedup();
    let (own, printed): (Vec<&str>, Vec<&str>) =
        claims.iter().partition(|claim| claim.starts_with("own."));
    for page in ["README.md", "docs/guide/src/trust.md"] {
        let text = text(page);
        for count in [printed.len(), own.len()] {
            let count = count.to_string();
            let is_told = text.split_whitespace().any(|word| word == count);
            assert!(is_told, "{page}: {count} claims");
        }
    }
}

/// A line that follows a row at once would be a row too.
#[test]
fn tables_end_with_an_empty_line() {
    for page in pages() {
        let text = text(&page);
        for prose in text.split("```").step_by(2) {
            let lines: Vec<&str> = prose.lines().collect();
            for pair in lines.windows(2) {
                let is_glued = pair[0].starts_with('|') && !pair[1].starts_with('|');
                assert!(!is_glued || pair[1].is_empty(), "{page}: {}", pair[1]);
            }
        }
    }
}

/// The gate leaves out the tools that are not there.
#[test]
fn continuous_integration_has_the_tools_of_the_gate() {
    let workflow = text(".github/workflows/ci.yml");
    let gate = text(".ci/run");
    let tools = gate.split("command -v ").skip(1);
    let tools = tools.filter_map(|rest| rest.split(|c: char| c.is_whitespace() || c == ';').next());
    for tool in tools.filter(|tool| *tool != "rustup") {
        assert!(workflow.contains(tool), "{tool}");
    }
    let installed = "cargo install --locked --path cli";
    assert!(text("README.md").contains(installed) && workflow.contains(installed));
}

/// tests/atlas.rs compares the page on the atlas with its rows.
#[test]
fn octal_games_are_counted_as_in_the_atlas() {
    let page = text("docs/atlas.md");
    let row = page
        .lines()
        .find_map(|line| line.strip_prefix("| octal | "));
    let row: Vec<&str> = row.unwrap().split(" | ").collect();
    let [games, _, _, solved, _, infinite, open] = row[..] else {
        panic!("{row:?}")
    };
    let open = open.trim_end_matches(" |");
    // Lines end anywhere.
    let words: Vec<String> = text("README.md")
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let readme = words.join(" ");
    for count in [
        format!("of the {games} "),
        format!(
            "{solved} are solved, of {infinite} more the quotient is proved to be infinite, {open} are open"
        ),
    ] {
        assert!(readme.contains(&count), "README.md lacks: {count}");
    }
}

#[test]
fn lines_that_are_left_out() {
    assert!(fits(&["a", "b"], &["a", "b"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(!fits(&[], &["a"]));
    assert!(fits(&["a", LEFT_OUT], &["a", "b"]));
    assert!(fits(&["a", LEFT_OUT], &["a"]));
    assert!(fits(
        &[LEFT_OUT, "c", LEFT_OUT, "e"],
        &["a", "b", "c", "d", "e"]
    ));
    assert!(!fits(&[LEFT_OUT, "x", LEFT_OUT], &["a", "b"]));
    assert!(!fits(&["a", LEFT_OUT, "a"], &["a"]));
    assert!(fits(&["a", "  [%1]"], &["a"]));
    assert_eq!(
        rewritten(&["a", LEFT_OUT, "c"], &["x", "y", "z"]),
        ["x", LEFT_OUT, "z"]
    );
    assert_eq!(rewritten(&["a"], &["x", "y"]), ["x", "y"]);
}
