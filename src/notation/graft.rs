//! Replacing names by expressions, and joining expressions that name each other.

use std::collections::HashMap;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::MAX_INPUT;
use super::error::Diagnostic;
use super::syntax::{Node, NodeId, Span, Syntax};
use crate::game::Game;
use crate::heaps::Rulebook;

/// The most nodes that an input can have.
const MAX_NODES: usize = 2 * MAX_INPUT;

impl Syntax {
    /// Creates the expression that is this game.
    pub fn value(game: Game) -> Self {
        let mut syntax = Self::unrooted();
        syntax.push(Node::Value(game), Span { start: 0, end: 0 });
        syntax
    }

    /// Returns the expression with its names replaced by other expressions. A name without a
    /// meaning stays.
    ///
    /// Equal parts of what names stand for are stored once: doubling a game n times takes n nodes and
    /// not 2^n. They have the span of the place where the first name is written.
    ///
    /// ```
    /// use misere::expr::evaluate;
    /// use misere::game::Universe;
    /// use misere::notation::{Syntax, parse};
    ///
    /// let mut u = Universe::new();
    /// let x = Syntax::value(u.nim(2)?);
    /// let sum = parse("x# + x").unwrap();
    /// let sum = sum.graft(|name| (name == "x").then_some(&x)).unwrap();
    /// assert_eq!(evaluate(&sum, &mut u), evaluate(&parse("2# + 2").unwrap(), &mut u));
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the expression would be larger than one that can be written.
    pub fn graft<'a>(
        &self,
        meaning: impl Fn(&str) -> Option<&'a Syntax>,
    ) -> Result<Self, Diagnostic> {
        let mut linker = Linker::new(self.rulebook().clone());
        let mut roots: HashMap<&str, NodeId> = HashMap::new();
        for (id, node) in self.iter() {
            let Node::Name(name) = node else { continue };
            if !roots.contains_key(name.as_str())
                && let Some(other) = meaning(name)
            {
                let root = linker.add(other, self.span(id), |_| None);
                roots.insert(name, root.ok_or_else(|| too_large(name, self.span(id)))?);
            }
        }
        let joined = linker.finish(self, |name| roots.get(name).copied());
        joined.ok_or_else(|| {
            let last = self
                .iter()
                .find_map(|(id, node)| Some((name_in(node)?, self.span(id))));
            let (name, span) = last.unwrap_or(("", self.span(self.root())));
            too_large(name, span)
        })
    }

    /// Changes the heaps of an expression: the function gets the ruleset and the position as they
    /// are written.
    pub fn change_heaps(&mut self, mut change: impl FnMut(&mut String, &mut [String])) {
        for node in self.nodes_mut() {
            if let Node::Heap { ruleset, position } = node {
                change(ruleset, position);
            }
        }
    }
}

/// Joins expressions into one. Each may use names for those that were added before it.
///
/// Equal parts of what was added are stored once.
pub struct Linker {
    joined: Syntax,
    shared: HashTable<NodeId>,
}

impl Linker {
    /// Starts without expressions; heaps will refer to this rulebook.
    pub fn new(rulebook: Rulebook) -> Self {
        Self {
            joined: Syntax::unrooted().with_rulebook(rulebook),
            shared: HashTable::new(),
        }
    }

    /// Adds an expression as if it were written at `span`, and returns its root. A name stands for
    /// the expression with the root that `root_of` returns; without one it stays a name. Returns
    /// none if there are more nodes than an input can have.
    pub fn add(
        &mut self,
        part: &Syntax,
        span: Span,
        root_of: impl Fn(&str) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let hash = |node: &Node| FxBuildHasher.hash_one(node);
        let joined = &mut self.joined;
        let mut moved: Vec<NodeId> = Vec::with_capacity(part.len());
        for (_, node) in part.iter() {
            if let Some(root) = name_in(node).and_then(&root_of) {
                moved.push(root);
                continue;
            }
            let node = node.renumbered(|child| moved[child.index()]);
            let code = hash(&node);
            let there = self.shared.find(code, |&id| *joined.node(id) == node);
            let there = there.copied();
            moved.push(there.unwrap_or_else(|| {
                let id = joined.push(node, span);
                let rehash = |&other: &NodeId| hash(joined.node(other));
                self.shared.insert_unique(code, id, rehash);
                id
            }));
            if joined.len() > MAX_NODES {
                return None;
            }
        }
        Some(moved[part.root().index()])
    }

    /// Adds the last expression, in which every expression that was added occurs, and keeps its
    /// spans. It is the root of all. Returns none if there are more nodes than an input can have.
    #[must_use]
    pub fn finish(
        mut self,
        last: &Syntax,
        root_of: impl Fn(&str) -> Option<NodeId>,
    ) -> Option<Syntax> {
        if self.joined.len() + last.len() > MAX_NODES {
            return None;
        }
        let mut moved: Vec<NodeId> = Vec::with_capacity(last.len());
        for (id, node) in last.iter() {
            let root = name_in(node).and_then(&root_of);
            moved.push(root.unwrap_or_else(|| {
                let node = node.renumbered(|child| moved[child.index()]);
                self.joined.push(node, last.span(id))
            }));
        }
        Some(self.joined)
    }
}

fn name_in(node: &Node) -> Option<&str> {
    match node {
        Node::Name(name) => Some(name),
        _ => None,
    }
}

impl Node {
    /// Returns the node with other numbers for its children.
    fn renumbered(&self, number: impl Fn(NodeId) -> NodeId) -> Self {
        let all = |children: &[NodeId]| children.iter().map(|&child| number(child)).collect();
        match self {
            Node::Set(options) => Node::Set(all(options)),
            Node::Sharp(game) => Node::Sharp(number(*game)),
            Node::Sum { plus, minus } => Node::Sum {
                plus: all(plus),
                minus: all(minus),
            },
            Node::Copies(count, game) => Node::Copies(*count, number(*game)),
            Node::Mate(game) => Node::Mate(number(*game)),
            Node::Nim(_) | Node::Name(_) | Node::Heap { .. } | Node::Value(_) => self.clone(),
        }
    }
}

fn too_large(name: &str, span: Span) -> Diagnostic {
    let message = format!("with the meaning of `{name}` the expression has too many parts");
    let hint = "the value of an expression is small where its writing is not: show it, and use %";
    Diagnostic::new(message, span).with_hint(hint)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::expr::evaluate;
    use crate::game::Universe;

    fn graft(input: &str, name: &str, other: &Syntax) -> Syntax {
        let meaning = |n: &str| (n == name).then_some(other);
        parse(input).unwrap().graft(meaning).unwrap()
    }

    #[test]
    fn a_name_has_the_value_of_its_expression() {
        let mut u = Universe::new();
        let x = parse("2#+3").unwrap();
        for input in ["x", "(x)", "x#", "{x,x#}", "3·x - x", "x^-", "x[2#]", "2x"] {
            let named = evaluate(&graft(input, "x", &x), &mut u).unwrap();
            let written = parse(&input.replace('x', "(2#+3)")).unwrap();
            assert_eq!(named, evaluate(&written, &mut u).unwrap(), "{input}");
        }
    }

    #[test]
    fn doubling_adds_one_node() {
        let mut x = parse("kayles(3)").unwrap();
        for _ in 0..200 {
            x = graft("x+x", "x", &x);
        }
        assert_eq!(x.len(), 201);
        assert_eq!(x.span(x.root()), Span { start: 0, end: 3 });
    }

    #[test]
    fn equal_parts_are_shared() {
        let (mut x, mut y) = (parse("2").unwrap(), parse("3").unwrap());
        for step in 0..100 {
            let sum = parse("x+y").unwrap();
            let both = sum.graft(|name| Some(if name == "x" { &x } else { &y }));
            x = std::mem::replace(&mut y, both.unwrap());
            assert_eq!(y.len(), 3 + step);
        }
    }

    #[test]
    fn an_expression_with_too_many_parts_is_refused() {
        let long = |start: &str| parse(&(start.to_owned() + &"#".repeat(MAX_INPUT - 1))).unwrap();
        let (x, y) = (long("2"), long("3"));
        let sum = parse("x+y").unwrap();
        let both = sum.graft(|name| Some(if name == "x" { &x } else { &y }));
        assert!(both.unwrap_err().message.contains("too many parts"));
        assert!(sum.graft(|_| Some(&x)).is_ok());
    }

    #[test]
    fn other_names_stay() {
        let two = parse("2").unwrap();
        let mixed = graft("x + y", "x", &two);
        assert!(mixed.iter().any(|(_, n)| *n == Node::Name("y".into())));
    }
}
