//! The language as a whole: what is an expression, what is not, and how large it may be.

mod errors;
mod limits;
mod random;
mod trees;

use super::{Node, NodeId, Syntax, parse};

/// The tree of a small expression as text: `{…}` a set, `(# x)` sharp, `(+ x y - z)` a sum,
/// `(3 · x)` copies, `(^ x)` the mate, `ruleset<…>` a heap.
fn dump(syntax: &Syntax) -> String {
    let mut texts: Vec<String> = Vec::new();
    for (_, node) in syntax.iter() {
        let list = |ids: &[NodeId]| {
            let texts: Vec<_> = ids.iter().map(|id| texts[id.index()].as_str()).collect();
            texts.join(" ")
        };
        let text = match node {
            Node::Nim(size) => size.to_string(),
            Node::Set(options) => format!("{{{}}}", list(options)),
            Node::Sharp(game) => format!("(# {})", list(&[*game])),
            Node::Sum { plus, minus } if minus.is_empty() => format!("(+ {})", list(plus)),
            Node::Sum { plus, minus } => format!("(+ {} - {})", list(plus), list(minus)),
            Node::Copies(count, game) => format!("({count} · {})", list(&[*game])),
            Node::Mate(game) => format!("(^ {})", list(&[*game])),
            Node::Name(name) => name.clone(),
            Node::Value(_) => "a value".into(),
            Node::Heap { ruleset, position } => format!("{ruleset}<{}>", position.join(" ")),
        };
        texts.push(text);
    }
    texts.pop().expect("an expression has a root")
}

fn tree(input: &str) -> String {
    match parse(input) {
        Ok(syntax) => dump(&syntax),
        Err(error) => error.render(input),
    }
}
