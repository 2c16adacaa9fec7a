//! Digraphs in the DOT language of Graphviz, as far as moves need it: nodes, edges and groups of
//! nodes. Attributes are read over.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Row;
use crate::heaps::entry::RulesetError;

/// Whether a text looks like a graph in the DOT language.
pub(super) fn is_dot(text: &str) -> bool {
    let mut scanner = Scanner { text, at: 0 };
    let word = scanner.next().ok().map(|(token, _)| token);
    matches!(word, Some(Token::Name(word)) if is_keyword(&word, &["digraph", "graph", "strict"]))
        && scanner.next().is_ok_and(|(token, _)| {
            matches!(
                token,
                Token::Symbol('{') | Token::Name(_) | Token::Quoted(_)
            )
        })
}

fn is_keyword(word: &str, keywords: &[&str]) -> bool {
    keywords
        .iter()
        .any(|keyword| keyword.eq_ignore_ascii_case(word))
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Quoted(String),
    Arrow,
    /// `--`
    Line,
    Symbol(char),
    End,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Result<(Token, Range<usize>), RulesetError> {
        self.skip_blanks();
        let (start, rest) = (self.at, &self.text[self.at..]);
        let Some(c) = rest.chars().next() else {
            return Ok((Token::End, start..start));
        };
        let (token, length) = if rest.starts_with("->") {
            (Token::Arrow, 2)
        } else if rest.starts_with("--") {
            (Token::Line, 2)
        } else if let Some(inner) = rest.strip_prefix('"') {
            let Some(end) = inner.find('"') else {
                let place = start..self.text.len();
                return Err(RulesetError::new(
                    "expected `\"` at the end of a name",
                    place,
                ));
            };
            (Token::Quoted(inner[..end].to_owned()), end + 2)
        } else if c.is_alphanumeric() || "_.-".contains(c) {
            let length = Self::name_length(rest);
            (Token::Name(rest[..length].to_owned()), length)
        } else {
            (Token::Symbol(c), c.len_utf8())
        };
        self.at += length;
        Ok((token, start..start + length))
    }

    /// The length of a name, which is at least one character.
    fn name_length(rest: &str) -> usize {
        let mut characters = rest.char_indices().skip(1);
        let end = characters.find(|&(_, c)| !(c.is_alphanumeric() || c == '_' || c == '.'));
        end.map_or(rest.len(), |(at, _)| at)
    }

    /// Skips blanks, comments and lines that begin with `#`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blanks = rest.len() - rest.trim_start().len();
            self.at += blanks;
            let rest = &rest[blanks..];
            self.at += if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
        }
    }
}

/// Reads the rows of a digraph: nodes and their edges.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, RulesetError> {
    let mut reader = Reader {
        scanner: Scanner { text, at: 0 },
        token: Token::End,
        span: 0..0,
        rows: Vec::new(),
        numbers: FxHashMap::default(),
    };
    reader.bump()?;
    reader.graph()?;
    Ok(reader.rows)
}

/// Nodes on one side of an arrow, with their places.
type Nodes = Vec<(String, Range<usize>)>;

struct Reader<'t> {
    scanner: Scanner<'t>,
    token: Token,
    span: Range<usize>,
    rows: Vec<Row>,
    numbers: FxHashMap<String, usize>,
}

impl Reader<'_> {
    fn bump(&mut self) -> Result<(), RulesetError> {
        (self.token, self.span) = self.scanner.next()?;
        Ok(())
    }

    fn eat(&mut self, symbol: char) -> Result<bool, RulesetError> {
        let found = self.token == Token::Symbol(symbol);
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    fn error(&self, message: &str) -> RulesetError {
        RulesetError::new(message, self.span.clone())
    }

    fn graph(&mut self) -> Result<(), RulesetError> {
        while let Token::Name(_) | Token::Quoted(_) = self.token {
            if matches!(&self.token, Token::Name(word) if is_keyword(word, &["graph"])) {
                let error =
                    self.error("the edges of a graph have no direction, and moves have one");
                return Err(error.hint("write digraph and a -> b"));
            }
            self.bump()?;
        }
        if !self.eat('{')? {
            return Err(self.error("expected `{`"));
        }
        while !self.eat('}')? {
            if self.token == Token::End {
                return Err(self.error("expected `}` at the end of the graph"));
            }
            self.statement()?;
        }
        match self.token {
            Token::End => Ok(()),
            _ => Err(self.error("expected nothing after the graph")),
        }
    }

    fn statement(&mut self) -> Result<(), RulesetError> {
        if self.eat(';')? || self.eat(',')? {
            return Ok(());
        }
        if let Token::Name(word) = &self.token {
            if is_keyword(word, &["subgraph"]) {
                return Err(self.error("subgraphs mean nothing here"));
            }
            if is_keyword(word, &["node", "edge", "graph"]) {
                self.bump()?;
                return self.attributes();
            }
        }
        let mut from = self.nodes()?;
        if self.eat('=')? {
            // `rankdir=TB` is no node.
            return self.bump();
        }
        for (name, span) in &from {
            self.row(name, span);
        }
        while self.token == Token::Arrow {
            self.bump()?;
            let to = self.nodes()?;
            for (name, span) in &to {
                self.row(name, span);
            }
            for (name, span) in &from {
                let row = self.row(name, span);
                let options = to.iter().map(|node| vec![node.clone()]);
                self.rows[row].options.extend(options);
            }
            from = to;
        }
        if self.token == Token::Line {
            let error =
                self.error("`--` joins the ends of an undirected edge, and moves have a direction");
            return Err(error.hint("write a -> b"));
        }
        self.attributes()
    }

    /// The number of the row of a node.
    fn row(&mut self, name: &str, span: &Range<usize>) -> usize {
        if let Some(&row) = self.numbers.get(name) {
            return row;
        }
        self.rows.push(Row {
            name: name.to_owned(),
            span: span.clone(),
            options: Vec::new(),
        });
        self.numbers.insert(name.to_owned(), self.rows.len() - 1);
        self.rows.len() - 1
    }

    /// One node, or `{a b c}`.
    fn nodes(&mut self) -> Result<Nodes, RulesetError> {
        if !self.eat('{')? {
            return Ok(vec![self.node()?]);
        }
        let mut nodes = Vec::new();
        while !self.eat('}')? {
            if !(self.eat(';')? || self.eat(',')?) {
                nodes.push(self.node()?);
            }
        }
        Ok(nodes)
    }

    fn node(&mut self) -> Result<(String, Range<usize>), RulesetError> {
        let (Token::Name(name) | Token::Quoted(name)) = &self.token else {
            return Err(self.error("expected the name of a position"));
        };
        let node = (name.clone(), self.span.clone());
        super::check_name(&node.0, &node.1)?;
        self.bump()?;
        Ok(node)
    }

    /// Reads over `[label="x"]`.
    fn attributes(&mut self) -> Result<(), RulesetError> {
        while self.token == Token::Symbol('[') {
            let open = self.span.clone();
            while !self.eat(']')? {
                if matches!(self.token, Token::End | Token::Symbol('}')) {
                    return Err(RulesetError::new("expected `]`", open));
                }
                self.bump()?;
            }
        }
        Ok(())
    }
}
