//! Tables: rulesets whose positions are listed one by one, each with its options.
//!
//! ```
//! use misere::heaps::{Ruleset, ruleset};
//!
//! let game = ruleset("table{a: b, c+c, .; b: c; c:}")?;
//! let a = game.read_position("a").unwrap()?;
//! let options: Vec<String> = game.options(a).map(|option| game.sum_text(&option)).collect();
//! assert_eq!(options, ["b", "c×2", "∅"]);
//! # Ok::<(), misere::heaps::RulesetError>(())
//! ```
//!
//! Positions are numbered such that moves lead to smaller numbers, so that they are heaps for every
//! method; names are read and written. A table with a cycle is loopy.

mod dot;
mod text;

use std::collections::VecDeque;
use std::ops::Range;

use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::entry::RulesetError;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};

/// A ruleset whose positions and moves are listed.
pub struct Table {
    /// What a heap is called in an expression: `g` in `g(a)`.
    label: String,
    /// The positions, by number.
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    options: Vec<Vec<Heaps>>,
    /// A cycle.
    endless: Option<String>,
}

/// A position of a table and its options, as they were written.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The name of the position.
    pub name: String,
    /// Where it was written.
    pub span: Range<usize>,
    /// The options: the names of the positions that are left, each with its place.
    pub options: Vec<Vec<(String, Range<usize>)>>,
}

/// Whether every position must have a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A position without a row is an error.
    All,
    /// A position without a row has no options, as in a list of edges.
    WithOptions,
}

/// The longest text of a table that serves as its name.
const LONGEST_NAME: usize = 1 << 16;

impl Table {
    /// Makes a table of rows in any order.
    ///
    /// # Errors
    /// If a name cannot be written in an expression, a position has two rows or none, or there is a
    /// cycle and a move that leaves another number of positions than one.
    pub fn new(label: &str, rows: &[Row], which: Rows) -> Result<Self, RulesetError> {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        let mut names: Vec<String> = Vec::with_capacity(rows.len());
        let mut nodes: FxHashMap<String, usize> = FxHashMap::default();
        for row in rows {
            check_name(&row.name, &row.span)?;
            if nodes.insert(row.name.clone(), names.len()).is_some() {
                let message = format!("there are two rows for `{}`", row.name);
                return Err(RulesetError::new(message, row.span.clone()));
            }
            names.push(row.name.clone());
            graph.add_node(());
        }
        if names.is_empty() {
            return Err(RulesetError::new("there is no position", 0..0));
        }
        let mut options: Vec<Vec<Vec<usize>>> = Vec::with_capacity(rows.len());
        let mut leaves_sums = false;
        for row in rows {
            let mut of_row = Vec::with_capacity(row.options.len());
            for option in &row.options {
                let mut parts = Vec::with_capacity(option.len());
                for (name, span) in option {
                    let node = match nodes.get(name) {
                        Some(&node) => node,
                        None if which == Rows::All => {
                            let message = format!("`{name}` has no row of its own");
                            let error = RulesetError::new(message, span.clone());
                            return Err(error.hint("a position without options has an empty row"));
                        }
                        None => {
                            check_name(name, span)?;
                            nodes.insert(name.clone(), names.len());
                            names.push(name.clone());
                            graph.add_node(());
                            names.len() - 1
                        }
                    };
                    parts.push(node);
                }
                leaves_sums |= parts.len() != 1;
                of_row.push(parts);
            }
            options.push(of_row);
        }
        for (from, of_row) in options.iter().enumerate() {
            for &to in of_row.iter().flatten() {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
            }
        }
        options.resize(names.len(), Vec::new());
        // The longest play from each position; 0 throughout where play need not end.
        let mut heights = vec![0usize; names.len()];
        let mut endless = None;
        if let Ok(order) = toposort(&graph, None) {
            for node in order.into_iter().rev() {
                let longest = graph
                    .neighbors(node)
                    .map(|to| heights[to.index()] + 1)
                    .max();
                heights[node.index()] = longest.unwrap_or(0);
            }
        } else {
            let cycle = cycle(&graph).into_iter();
            let cycle = cycle.map(|node| names[node.index()].as_str());
            let cycle = cycle.collect::<Vec<_>>().join(" → ");
            if leaves_sums {
                let message = format!("play may go on for ever: {cycle}");
                let hint =
                    "games with loops are answered only where every move leaves one position";
                return Err(RulesetError::new(message, 0..0).hint(hint));
            }
            endless = Some(cycle);
        }
        // Independent of the order of the rows, so that a table and its name are the same.
        let mut order: Vec<NodeIndex> = graph.node_indices().collect();
        order.sort_by_key(|node| {
            let name = &names[node.index()];
            (heights[node.index()], name.len(), name)
        });
        let mut place = vec![0u64; order.len()];
        for (number, node) in (0..).zip(&order) {
            place[node.index()] = number;
        }
        let numbered = |parts: &Vec<usize>| Heaps::of_sizes(parts.iter().map(|&node| place[node]));
        Ok(Self {
            label: label.to_owned(),
            options: (order.iter())
                .map(|node| options[node.index()].iter().map(numbered).collect())
                .collect(),
            numbers: (0..)
                .zip(&order)
                .map(|(i, node)| (names[node.index()].clone(), i))
                .collect(),
            names: order
                .iter()
                .map(|node| names[node.index()].clone())
                .collect(),
            endless,
        })
    }

    /// Makes a table of a text: a line `a: b, c+c, .` for each position, where `.` leaves nothing; or
    /// a line `a b c` with the position and its options; or a digraph in the DOT language.
    ///
    /// # Errors
    /// If the text is none of these, or as [`new`](Self::new).
    pub fn parse(label: &str, text: &str) -> Result<Self, RulesetError> {
        if dot::is_dot(text) {
            return Self::new(label, &dot::rows(text)?, Rows::WithOptions);
        }
        let (rows, which) = text::rows(text)?;
        Self::new(label, &rows, which)
    }

    /// Iterates over the names of the positions; moves lead to earlier ones unless there are loops.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The rows as one line, from the last position down.
    fn text(&self) -> String {
        let rows = self
            .names
            .iter()
            .zip(&self.options)
            .rev()
            .map(|(name, options)| {
                let options = options.iter().map(|option| {
                    let parts = option.iter().flat_map(|(position, copies)| {
                        let copies = usize::try_from(copies).unwrap_or(usize::MAX);
                        std::iter::repeat_n(self.name_of(position), copies)
                    });
                    let parts: Vec<&str> = parts.collect();
                    if parts.is_empty() {
                        return ".".into();
                    }
                    parts.join("+")
                });
                let options: Vec<String> = options.collect();
                format!("{name}: {}", options.join(", "))
                    .trim_end()
                    .to_owned()
            });
        let rows: Vec<String> = rows.collect();
        rows.join("; ")
    }

    fn name_of(&self, position: Position) -> &str {
        let number = usize::try_from(position.size()).unwrap_or(usize::MAX);
        self.names.get(number).map_or("?", String::as_str)
    }
}

/// Refuses names that an expression could not contain.
fn check_name(name: &str, span: &Range<usize>) -> Result<(), RulesetError> {
    let is_plain = |c: char| c.is_ascii_graphic() && !"(){}[]+,:;#>\"\\".contains(c);
    let is_number = name.chars().all(|c| c.is_ascii_digit());
    let no_zeros = name == "0" || !name.starts_with('0');
    let is_word = name.chars().any(|c| c.is_ascii_alphabetic());
    if !name.is_empty() && name.chars().all(is_plain) && (is_word || is_number && no_zeros) {
        return Ok(());
    }
    let message = format!("`{name}` cannot be the name of a position");
    let hint = "a name has letters, digits and characters such as _ - ', or is a number";
    Err(RulesetError::new(message, span.clone()).hint(hint))
}

/// A shortest cycle through a node that is on one.
fn cycle(graph: &DiGraph<(), ()>) -> Vec<NodeIndex> {
    let components = kosaraju_scc(graph);
    let on_cycle = components
        .iter()
        .filter(|component| component.len() > 1 || graph.contains_edge(component[0], component[0]));
    let Some(start) = on_cycle.flatten().copied().min() else {
        return Vec::new();
    };
    let mut before: FxHashMap<NodeIndex, NodeIndex> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in graph.neighbors(node) {
            if next == start {
                let mut cycle = vec![start];
                let mut at = node;
                while at != start {
                    cycle.push(at);
                    at = before[&at];
                }
                cycle.push(start);
                cycle.reverse();
                return cycle;
            }
            before.entry(next).or_insert_with(|| {
                queue.push_back(next);
                node
            });
        }
    }
    Vec::new()
}

impl Ruleset for Table {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let number = usize::try_from(position.size()).ok();
        let options = number.and_then(|number| self.options.get(number));
        Box::new(options.into_iter().flatten().cloned())
    }

    fn name(&self) -> String {
        let text = self.text();
        match text.len() {
            0..LONGEST_NAME => format!("table{{{text}}}"),
            _ => self.label.clone(),
        }
    }

    fn rule(&self) -> String {
        let (positions, moves) = (
            self.names.len(),
            self.options.iter().map(Vec::len).sum::<usize>(),
        );
        let table = format!("a table of {positions} positions and {moves} moves");
        match &self.endless {
            Some(cycle) => format!("{table}; play may go on for ever: {cycle}"),
            None => table,
        }
    }

    fn source(&self) -> &'static str {
        "a table"
    }

    fn largest(&self) -> Option<u64> {
        Some(self.names.len() as u64 - 1)
    }

    fn is_position(&self, position: Position) -> bool {
        position.arity() == 1 && position.kind() == 0 && position.size() < self.names.len() as u64
    }

    fn read_position(&self, text: &str) -> Option<Result<Position, RulesetError>> {
        let number = self.numbers.get(text.trim());
        Some(
            number
                .map(|&number| Position::heap(number as u64))
                .ok_or_else(|| {
                    let message = format!("the table has no position `{text}`");
                    let some: Vec<&str> = self.positions().rev().take(6).collect();
                    let hint = format!("it has {}", some.join(", "));
                    RulesetError::new(message, 0..text.len()).hint(hint)
                }),
        )
    }

    fn write_position(&self, position: Position) -> String {
        self.name_of(position).to_owned()
    }

    fn heap_name(&self, position: Position) -> String {
        let label = if self.label.is_empty() {
            self.name()
        } else {
            self.label.clone()
        };
        format!("{label}({})", self.name_of(position))
    }

    fn is_loopy(&self) -> bool {
        self.endless.is_some()
    }

    fn endless_play(&self) -> Option<String> {
        self.endless.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(table: &Table, name: &str) -> Vec<String> {
        let position = table.read_position(name).unwrap().unwrap();
        let table: &dyn Ruleset = table;
        table
            .options(position)
            .map(|option| table.sum_text(&option))
            .collect()
    }

    #[test]
    fn three_ways_to_write_a_table() {
        let text = "# nim heaps\ntwo: one, zero\none: zero # last\n\nzero:\n";
        let adjacency = "two one zero\none zero\n";
        let dot = "digraph \"nim\" { rankdir=TB; node [shape=box];\n two -> one -> zero; /* x */ two -> {zero} // y\n}";
        for written in [text, adjacency, dot] {
            let table = Table::parse("g", written).unwrap();
            assert_eq!(options(&table, "two").len(), 2, "{written}");
            assert_eq!(options(&table, "one"), ["zero"]);
            assert_eq!(
                table.name(),
                "table{two: one, zero; one: zero; zero:}"
                    .replace("one, zero", &options(&table, "two").join(", "))
            );
            assert_eq!(table.heap_name(Position::heap(2)), "g(two)");
            let again = crate::heaps::ruleset(&table.name()).unwrap();
            assert_eq!(again.name(), table.name());
        }
        let same = Table::parse("g", "y: z\nx: z\nz:").unwrap();
        assert_eq!(
            same.name(),
            Table::parse("g", "z:\nx: z\ny: z").unwrap().name()
        );
        let sums = Table::parse("", "a: b+b+c, ., c\nb: c\nc:").unwrap();
        assert_eq!(options(&sums, "a"), ["b×2 + c", "∅", "c"]);
        assert_eq!(sums.largest(), Some(2));
        assert_eq!(sums.name(), "table{a: c+b+b, ., c; b: c; c:}");
    }

    #[test]
    fn loops_are_found_and_shown() {
        let table = Table::parse("g", "a: b, c\nb: c\nc: b\n").unwrap();
        assert_eq!(table.endless_play().as_deref(), Some("b → c → b"));
        assert!(table.is_loopy());
        let error = Table::parse("g", "a: a+a").err().unwrap();
        assert!(error.message.contains("a → a"), "{error}");
        assert_eq!(
            Table::parse("g", "a a").unwrap().endless_play().as_deref(),
            Some("a → a")
        );
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        for (text, message, span) in [
            ("a: b", "`b` has no row of its own", 3..4),
            ("a: \nb: a\na: b", "there are two rows for `a`", 9..10),
            ("a: b c\nb:\nc:", "expected `,` or `+` between names", 3..6),
            ("a: b,\nb:", "expected the name of a position", 5..5),
            (": b", "expected the name of a position", 0..0),
            ("a(b: c", "`a(b` cannot be the name of a position", 0..3),
            ("00: ", "`00` cannot be the name", 0..2),
            ("", "there is no position", 0..0),
            (
                "digraph { a -> }",
                "expected the name of a position",
                15..16,
            ),
            (
                "digraph { a -- b }",
                "`--` joins the ends of an undirected edge",
                12..14,
            ),
            ("digraph { a -> b", "expected `}`", 16..16),
            ("digraph { subgraph x { a } }", "subgraphs", 10..18),
            ("digraph { \"a b\" }", "`a b` cannot be the name", 10..15),
            ("digraph { a [x }", "expected `]`", 12..13),
        ] {
            let error = Table::parse("g", text)
                .err()
                .unwrap_or_else(|| panic!("{text}"));
            assert!(error.message.starts_with(message), "{text}: {error}");
            assert_eq!(error.span, span, "{text}");
        }
        let table = Table::parse("g", "a:").unwrap();
        assert!(table.read_position("b").unwrap().is_err());
    }

    /// Neither a long path nor a long cycle needs the stack of the machine.
    #[test]
    fn long_paths() {
        let path = (0..100_000).map(|i| format!("{i} {}", i + 1));
        let path = path.collect::<Vec<_>>().join("\n");
        let table = Table::parse("g", &path).unwrap();
        assert_eq!(table.largest(), Some(100_000));
        assert_eq!(table.write_position(Position::heap(0)), "100000");
        let cycle = format!("{path}\n100000 0\n");
        assert!(Table::parse("g", &cycle).unwrap().is_loopy());
    }
}
