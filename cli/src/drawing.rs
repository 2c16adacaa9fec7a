//! Graphs as pictures: the flags that commands share, and how a picture is written.

use std::path::PathBuf;

use clap::Args;

use misere::limits::Account;
use misere_picture::{Diagram, Edge, Node};

use super::failure::Failure;
use super::plot::ThemeName;
use super::progress::Progress;
use super::session::{Session, replace_file};

/// Flags of commands that draw a graph.
#[derive(Args)]
pub(super) struct Drawing {
    /// The title of the picture
    #[arg(long, value_name = "T")]
    title: Option<String>,

    /// Light or dark colours; as the reader prefers unless set
    #[arg(long, value_enum)]
    theme: Option<ThemeName>,

    /// Write the picture into this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw at most N nodes, and 25 lines for each of them; 2000 unless set
    #[arg(long, value_name = "N")]
    max_graph: Option<usize>,
}

/// Flags of commands that can draw a graph instead of their text.
#[derive(Args)]
pub(super) struct Instead {
    /// An SVG picture instead of the text
    #[arg(long)]
    graph: bool,

    /// The same graph in the DOT language
    #[arg(long, conflicts_with = "graph")]
    dot: bool,

    #[command(flatten)]
    drawing: Drawing,
}

impl Instead {
    /// Returns how to draw and in which language; none if the text is wanted, and then flags for
    /// pictures are refused.
    pub(super) fn drawing(&self) -> Result<Option<(&Drawing, Language)>, Failure> {
        if self.graph || self.dot {
            return Ok(Some((&self.drawing, Language::of(self.dot))));
        }
        self.drawing.refuse_flags().map(|()| None)
    }
}

/// The language of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Svg,
    Dot,
}

impl Language {
    pub(super) fn of(dot: bool) -> Self {
        if dot { Self::Dot } else { Self::Svg }
    }
}

impl Drawing {
    /// The maximum number of nodes unless --max-graph is given.
    const NODES: usize = 2000;
    /// The maximum number of lines for each node.
    const LINES: usize = 25;
    /// The memory of a node: its label and its description, in the diagram and in its text.
    const NODE_BYTES: usize = size_of::<Node>() + 1024;
    /// The memory of a line, in the diagram and in its text.
    const LINE_BYTES: usize = size_of::<Edge>() + 32;

    /// Refuses flags for pictures where none is drawn.
    fn refuse_flags(&self) -> Result<(), Failure> {
        let flags = [
            ("--title", self.title.is_some()),
            ("--theme", self.theme.is_some()),
            ("--output", self.output.is_some()),
            ("--max-graph", self.max_graph.is_some()),
        ];
        match flags.into_iter().find(|&(_, given)| given) {
            Some((flag, _)) => {
                let message = format!("{flag} goes with --graph or --dot");
                Err(Failure::input(&message, None))
            }
            None => Ok(()),
        }
    }

    /// Refuses what is too large to be read or does not fit the memory limit; `instead` says what
    /// else there is. The account holds the memory of the diagram and of its text.
    pub(super) fn check_size(
        &self,
        session: &Session,
        nodes: usize,
        lines: usize,
        instead: &str,
    ) -> Result<Account, Failure> {
        let most = self.max_graph.unwrap_or(Self::NODES);
        let most_lines = most.saturating_mul(Self::LINES);
        if nodes <= most && lines <= most_lines {
            let bytes = nodes.saturating_mul(Self::NODE_BYTES);
            let bytes = bytes.saturating_add(lines.saturating_mul(Self::LINE_BYTES));
            let mut account = session.budget().account();
            account.hold(bytes).map_err(Failure::Interrupted)?;
            return Ok(account);
        }
        Err(Failure::OutOfReach(format!(
            "a picture of {nodes} nodes and {lines} lines is more than anyone can read; drawn are \
             {most} and {most_lines} at most\n  hint: --max-graph N draws larger ones; {instead}"
        )))
    }

    /// Returns the title that was given, or this one.
    pub(super) fn title(&self, otherwise: &str) -> String {
        /// Longer ones are cut.
        const LONGEST: usize = 80;
        if let Some(title) = &self.title {
            return title.clone();
        }
        shortened(otherwise, LONGEST)
    }

    /// Lays the diagram out and writes it. `name` is what DOT calls the graph.
    pub(super) fn write(
        &self,
        session: &mut Session,
        mut diagram: Diagram,
        language: Language,
        name: &str,
    ) -> Result<(), Failure> {
        diagram.theme = self.theme.unwrap_or_default().into();
        if language == Language::Dot {
            let dot = diagram.dot(name);
            return match &self.output {
                Some(path) => replace_file(path, |file| writeln!(file, "{dot}")),
                None => session.displayed(&dot),
            };
        }
        let progress = Progress::start("layout", None, session.quiet());
        let svg = diagram.svg(session.budget());
        drop(progress);
        let svg = svg.map_err(Failure::Interrupted)?;
        match &self.output {
            Some(path) => replace_file(path, |file| file.write_all(svg.as_bytes())),
            None => session.text(&svg),
        }
    }
}

/// Cuts a text that is longer than this.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.into();
    }
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    kept + "…"
}

/// Returns a name for each number: a, b, …, z, aa, ab, ….
pub(super) fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]));
        match (number / 26).checked_sub(1) {
            Some(rest) => number = rest,
            None => return letters.into_iter().rev().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_letters() {
        let names = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(letters);
        assert_eq!(names, ["a", "b", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
        let all: std::collections::BTreeSet<String> = (0..20_000).map(letters).collect();
        assert_eq!(all.len(), 20_000);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("2##", 3), "2##");
        assert_eq!(shortened("2###", 3), "2#…");
    }
}
