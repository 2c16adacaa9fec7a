//! Followers: the positions that can arise in play.

use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::{OutOfMemory, Scratch, list_with_capacity};
use super::universe::{Game, Universe};
use crate::limits::{Stopped, Ticker};

/// A set of codes: a hash set while it is small, then one bit for every code of the universe.
enum CodeSet {
    Sparse(FxHashSet<u32>),
    Dense(Vec<u64>),
}

impl CodeSet {
    /// Past this many codes the bits of all codes are cheaper than hashing.
    const SPARSE: usize = 2048;

    /// Adds a code; returns whether it is new.
    fn insert(&mut self, code: u32, all: usize) -> Result<bool, OutOfMemory> {
        Ok(match self {
            Self::Sparse(set) if set.len() < Self::SPARSE => set.insert(code),
            Self::Sparse(set) => {
                let mut bits = list_with_capacity(all.div_ceil(64))?;
                bits.resize(all.div_ceil(64), 0u64);
                for &code in set.iter() {
                    bits[(code / 64) as usize] |= 1 << (code % 64);
                }
                *self = Self::Dense(bits);
                self.insert(code, all)?
            }
            Self::Dense(bits) => {
                let word = &mut bits[(code / 64) as usize];
                let is_new = *word >> (code % 64) & 1 == 0;
                *word |= 1 << (code % 64);
                is_new
            }
        })
    }

    fn len(&self) -> usize {
        match self {
            Self::Sparse(set) => set.len(),
            Self::Dense(bits) => bits.iter().map(|word| word.count_ones() as usize).sum(),
        }
    }

    /// Appends the codes to an empty list with sufficient capacity, in ascending order.
    fn write_sorted<T>(self, list: &mut Vec<T>, item: impl Fn(u32) -> T) {
        match self {
            Self::Sparse(set) => {
                let mut codes: Vec<u32> = set.into_iter().collect();
                codes.sort_unstable();
                list.extend(codes.into_iter().map(item));
            }
            Self::Dense(bits) => {
                let words = (0u32..).step_by(64).zip(bits);
                let codes = words.flat_map(|(first, word)| {
                    (0..64)
                        .filter(move |i| word >> i & 1 == 1)
                        .map(move |i| first + i)
                });
                list.extend(codes.map(item));
            }
        }
    }
}

impl Universe {
    /// Returns the followers of G, itself included, each once, and every game after its options.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let three = u.nim(3)?;
    /// assert_eq!(u.followers(three)?.len(), 4);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn followers(&self, g: Game) -> Result<Vec<Game>, Stopped> {
        self.followers_of([g])
    }

    /// Returns the followers of all these games together, as in [`followers`](Universe::followers).
    pub fn followers_of(
        &self,
        games: impl IntoIterator<Item = Game>,
    ) -> Result<Vec<Game>, Stopped> {
        let all = 2 * self.nodes();
        // A bit for every code.
        self.check_memory(all / 8)?;
        let mut ticker = Ticker::default();
        let mut seen = CodeSet::Sparse(FxHashSet::default());
        let mut waiting = Scratch::new();
        let refused = |full: OutOfMemory| self.stopped(full.into());
        for game in games {
            let code = self.code(game);
            if seen.insert(code, all).map_err(refused)? {
                self.push(&mut waiting, code)?;
            }
        }
        while let Some(code) = waiting.pop() {
            for option in self.options(self.game(code)) {
                if ticker.is_due() {
                    self.check_deadline()?;
                    self.check_memory(all / 8)?;
                }
                let option = self.code(option);
                if seen.insert(option, all).map_err(refused)? {
                    self.push(&mut waiting, option)?;
                }
            }
        }
        // Ascending codes: options are stored before the games they belong to.
        let len = seen.len();
        self.check_memory(len * size_of::<Game>())?;
        let mut followers = self.list_with_capacity(len)?;
        seen.write_sorted(&mut followers, |code| self.game(code));
        Ok(followers)
    }

    /// Returns the followers of G as a graph with an edge from every game to each of its options.
    /// Nodes are in structural order: node 0 is the game 0, the last node is G.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let three = u.nim(3)?;
    /// let graph = u.follower_graph(three)?;
    /// assert_eq!((graph.node_count(), graph.edge_count()), (4, 6));
    /// assert!(!petgraph::algo::is_cyclic_directed(&graph));
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn follower_graph(&self, g: Game) -> Result<DiGraph<Game, ()>, Stopped> {
        /// A node and an edge of the graph, and an entry of the table of nodes.
        const BYTES: (usize, usize) = (16 + 32, 16);
        let order = self.structural_order([g])?;
        let games = order.games();
        let edges: usize = games.iter().map(|&g| self.option_count(g)).sum();
        self.check_memory(games.len() * BYTES.0 + edges * BYTES.1)?;
        let mut graph = DiGraph::with_capacity(games.len(), edges);
        let nodes: FxHashMap<Game, _> = games.iter().map(|&g| (g, graph.add_node(g))).collect();
        let mut ticker = Ticker::default();
        for &from in games {
            self.check_deadline_when_due(&mut ticker, self.option_count(from))?;
            for to in self.options_by_rank(from, &order) {
                graph.add_edge(nodes[&from], nodes[&to], ());
            }
        }
        Ok(graph)
    }

    /// Returns how many followers G has, itself included.
    pub fn subpositions(&self, g: Game) -> Result<usize, Stopped> {
        Ok(self.followers(g)?.len())
    }
}
