//! The tree of an expression, as an arena.

use crate::game::Game;
use crate::heaps::Rulebook;

/// A place in the input: byte offsets, `end` not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Where the first character begins.
    pub start: usize,
    /// Where the character after the last one begins.
    pub end: usize,
}

impl Span {
    /// Returns the span from the start of `self` to the end of `last`.
    pub(super) fn to(self, last: Span) -> Span {
        Span {
            start: self.start,
            end: last.end,
        }
    }
}

/// The number of a node in its [`Syntax`]. Using it with another one may panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the place of the node in [`Syntax::iter`], an index for tables of all nodes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One node of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Node {
    /// A nim heap: a single digit, or `*` and its size.
    Nim(u64),
    /// The game with these options: braces, or at least two juxtaposed items. `{}` has none.
    Set(Vec<NodeId>),
    /// `G#`, the game whose only option is `G`.
    Sharp(NodeId),
    /// The sum of `plus` less the sum of `minus`. `plus` is never empty, and there are at
    /// least two terms in all.
    Sum {
        /// What is added.
        plus: Vec<NodeId>,
        /// What is subtracted.
        minus: Vec<NodeId>,
    },
    /// `3·G`, the sum of this many copies of a game.
    Copies(u64, NodeId),
    /// `G^-`, the mate of the canonical form of a game.
    Mate(NodeId),
    /// A name that stands for a value.
    Name(String),
    /// A position of a ruleset, both of them still text.
    Heap {
        /// The ruleset as it was written: `cut{1,6}` and `0.77` without blanks, a formula in
        /// parentheses.
        ruleset: String,
        /// What stands between commas in the parentheses: decimal numbers of any length without
        /// leading zeros, or the text of a position, such as `4x5`; at least one.
        position: Vec<String>,
    },
    /// A game of the universe in which the expression is evaluated. The parser does not produce it;
    /// [`Syntax::graft`] puts it in the place of a name.
    Value(Game),
}

impl Node {
    /// Iterates over the nodes that it is made of.
    pub fn children(&self) -> impl Iterator<Item = &NodeId> {
        let (children, subtracted): (&[NodeId], &[NodeId]) = match self {
            Self::Set(options) => (options, &[]),
            Self::Sum { plus, minus } => (plus, minus),
            Self::Sharp(g) | Self::Mate(g) | Self::Copies(_, g) => (std::slice::from_ref(g), &[]),
            Self::Nim(_) | Self::Name(_) | Self::Heap { .. } | Self::Value(_) => (&[], &[]),
        };
        children.iter().chain(subtracted)
    }
}

/// An expression, parsed: an arena of nodes.
///
/// The children of a node always come before it and the root is the last, so one pass in the
/// order of [`iter`](Self::iter) meets every node after all that it is made of. Dropping a tree
/// is a loop too, however deep the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Syntax {
    nodes: Vec<Node>,
    /// `spans[i]` is where `nodes[i]` was written.
    spans: Vec<Span>,
    /// The rulesets that the names in heaps refer to.
    rulebook: Rulebook,
}

#[expect(
    clippy::len_without_is_empty,
    reason = "an expression has at least one node"
)]
impl Syntax {
    /// Creates an arena without nodes, which is no expression yet: it has no root.
    pub(super) fn unrooted() -> Self {
        Syntax {
            nodes: Vec::new(),
            spans: Vec::new(),
            rulebook: Rulebook::default(),
        }
    }

    pub(super) fn push(&mut self, node: Node, span: Span) -> NodeId {
        let id = Self::id(self.nodes.len());
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    /// Extends the span of a node to the brackets around it or behind it.
    pub(super) fn set_span(&mut self, id: NodeId, span: Span) {
        self.spans[id.index()] = span;
    }

    /// Sets the rulesets that the names in heaps refer to; without it, the built-in ones.
    #[must_use]
    pub fn with_rulebook(self, rulebook: Rulebook) -> Self {
        Self { rulebook, ..self }
    }

    /// Returns the rulesets that the names in heaps refer to.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// Returns the root, the whole expression.
    pub fn root(&self) -> NodeId {
        Self::id(self.nodes.len() - 1)
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns the place of a node in the input, its parentheses included.
    ///
    /// The step of a chain spans the chain up to there: in `2[#4]` the sharp spans `2[#`.
    pub fn span(&self, id: NodeId) -> Span {
        self.spans[id.index()]
    }

    /// Iterates over all nodes, children before parents.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let ids = (0..self.nodes.len()).map(Self::id);
        ids.zip(&self.nodes)
    }

    /// Returns how many nodes there are; at least one.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the bytes that the tree takes, for memory accounting.
    pub fn bytes(&self) -> usize {
        let lists = self.nodes.iter().map(|node| match node {
            Node::Set(options) => options.capacity() * size_of::<NodeId>(),
            Node::Sum { plus, minus } => (plus.capacity() + minus.capacity()) * size_of::<NodeId>(),
            Node::Name(name) => name.capacity(),
            Node::Heap { ruleset, position } => {
                let digits = position.iter().map(|x| size_of::<String>() + x.capacity());
                ruleset.capacity() + digits.sum::<usize>()
            }
            _ => 0,
        });
        self.nodes.capacity() * (size_of::<Node>() + size_of::<Span>()) + lists.sum::<usize>()
    }

    pub(super) fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }

    /// Iterates over the games that replace names.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Game> {
        self.nodes.iter_mut().filter_map(|node| match node {
            Node::Value(game) => Some(game),
            _ => None,
        })
    }

    fn id(index: usize) -> NodeId {
        // A byte of input makes at most two nodes (a chain's digit: the heap and the sum), and
        // grafts make no more than the longest input could.
        NodeId(u32::try_from(index).expect("the length of the input bounds the number of nodes"))
    }
}
