//! Graphs as pictures: the flags that commands share, and their limits.

use clap::Args;

use misere::limits::Account;
use misere_picture::{Diagram, Edge, HeatMap, Node};

use super::Format;
use super::failure::Failure;
use super::figure::{Figure, Language, Picture};
use super::session::Session;

/// Flags of commands that draw a graph.
#[derive(Args)]
pub(super) struct Drawing {
    #[command(flatten)]
    figure: Figure,

    /// Draw at most N nodes, and 25 lines for each of them; 2000 unless set
    #[arg(long, value_name = "N")]
    max_graph: Option<usize>,
}

/// Flags of commands that can draw a graph instead of their text.
#[derive(Args)]
pub(super) struct Instead {
    /// A picture instead of the text; SVG unless --output or --format tex says otherwise
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
    pub(super) fn drawing(
        &self,
        session: &Session,
        command: &str,
    ) -> Result<Option<(&Drawing, Language)>, Failure> {
        if self.graph || self.dot {
            session.require_format(command, &[Format::Text, Format::Tex])?;
            let language = self.drawing.language(session, self.dot)?;
            return Ok(Some((&self.drawing, language)));
        }
        let given = self.drawing.figure.given();
        let given = given.or(self.drawing.max_graph.map(|_| "--max-graph"));
        match given {
            Some(flag) => {
                let message = format!("{flag} goes with --graph or --dot");
                Err(Failure::input(&message, None))
            }
            None => Ok(None),
        }
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

    /// Returns the language of the picture.
    pub(super) fn language(&self, session: &Session, dot: bool) -> Result<Language, Failure> {
        self.figure.language(session, true, dot)
    }

    /// Returns the most nodes and the most lines that are drawn.
    pub(super) fn most(&self) -> (usize, usize) {
        let most = self.max_graph.unwrap_or(Self::NODES);
        (most, most.saturating_mul(Self::LINES))
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
        let (most, most_lines) = self.most();
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
        self.figure.title(otherwise)
    }

    /// Lays the diagram out and writes it. `name` is what DOT calls the graph.
    pub(super) fn write(
        &self,
        session: &mut Session,
        diagram: Diagram,
        language: Language,
        name: &'static str,
    ) -> Result<(), Failure> {
        let picture = Picture::Diagram(diagram, name);
        self.figure.write(session, picture, language)
    }

    /// Writes a map of numbers.
    pub(super) fn write_map(
        &self,
        session: &mut Session,
        map: HeatMap,
        language: Language,
    ) -> Result<(), Failure> {
        self.figure.write(session, Picture::Map(map), language)
    }
}
