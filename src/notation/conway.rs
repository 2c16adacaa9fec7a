//! Conway's notation, plain and as TeX.
//!
//! A game is written as a nim heap, as the sharp of its only option, or as its options one
//! after the other, by descending birthday and within a day in ascending structural order. A
//! chain in brackets, `2[#-2]`, adds and subtracts nim heaps: an odd game is always written as
//! its even associate with 1 added, other games as the shortest chain wherever that is shorter
//! than the options.
//!
//! Finding chains. Let G = H + n or G = H − n with n ≥ 2 and b(H) < b(G). Both H and H+1 are
//! then options of G: of H + n because neither can revert through a game that is born later,
//! and of H − n because b(H) < b(G) forces G and G+1, as options of G + n = H, to revert through
//! H. And n is the exclusive or of the nim values of G and H. So only options H of G with H+1
//! beside them come into question, each with a single n.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::game::{Game, Parity, StructuralOrder, Universe};
use crate::limits::{Stopped, Ticker};

use super::write::{Written, fits};

/// The two typesettings of the notation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Plain,
    Tex,
}

/// One step of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Sharp,
    Plus(u32),
    Minus(u32),
}

/// How a game is written.
enum Choice {
    Nim(u32),
    /// At least two options.
    Set,
    /// Another game, and a step from it.
    Chain(Game, Step),
}

struct Decision {
    choice: Choice,
    /// The length of the game as an item, that is, a set in parentheses, in the plain dialect. It
    /// decides, so that both dialects make the same choice.
    length: u64,
    /// The length in the dialect that is written.
    written: u64,
    /// Whether its chain has steps other than sharps, and so is in brackets.
    bracketed: bool,
}

/// Writes games. If `by_options`, a game that is a chain is written by its options where that is not
/// longer.
pub(super) fn write_each(
    u: &mut Universe,
    games: &[Game],
    dialect: Dialect,
    by_options: bool,
    max_length: usize,
) -> Result<Vec<Written>, Stopped> {
    let mut writer = Writer::new(u, dialect);
    let mut lengths = Vec::with_capacity(games.len());
    for &g in games {
        writer.decide(g)?;
        let length = writer.decisions[&g].written;
        let set = if by_options {
            writer.set_length(g)?.filter(|&set| set <= length)
        } else {
            None
        };
        lengths.push((set.unwrap_or(length), set.is_some()));
    }
    let decisions = writer.decisions;
    let written = games.iter().zip(lengths).map(|(&g, (length, as_set))| {
        if !fits(u, length, max_length)? {
            return Ok(Written::TooLong(length));
        }
        Ok(Written::Text(render(u, g, as_set, dialect, &decisions)?))
    });
    written.collect()
}

struct Writer<'u> {
    universe: &'u mut Universe,
    dialect: Dialect,
    decisions: FxHashMap<Game, Decision>,
    /// The possible chains of games that wait for others to be decided.
    chains: FxHashMap<Game, Links>,
    /// How many games the search for chains may still store; 0 once it has reached a limit.
    search: usize,
    ticker: Ticker,
}

/// The game before a step, and the step.
type Link = (Game, Step);

/// Half of all games are odd and have one.
type Links = SmallVec<[Link; 1]>;

impl<'u> Writer<'u> {
    /// How many games the search for chains may add to the universe.
    const SEARCH_NODES: usize = 20_000;
    /// How many options of one game are tried as the beginning of a chain.
    const TRIES: usize = 8;

    fn new(universe: &'u mut Universe, dialect: Dialect) -> Self {
        Self {
            universe,
            dialect,
            decisions: FxHashMap::default(),
            chains: FxHashMap::default(),
            search: Self::SEARCH_NODES,
            ticker: Ticker::default(),
        }
    }

    /// The bytes for each game, decided or waiting: an entry and its share of the empty places, while
    /// the table is copied to one of twice the size.
    const BYTES: usize = 155;

    /// Decides how to write G and every game that its text mentions.
    fn decide(&mut self, g: Game) -> Result<(), Stopped> {
        let mut waiting = vec![g];
        while let Some(&g) = waiting.last() {
            if self.ticker.is_due_after(self.universe.option_count(g)) {
                self.universe.check_deadline()?;
                let listed = waiting.capacity() * size_of::<Game>();
                let games = self.decisions.len() + self.chains.len();
                self.universe.check_memory(games * Self::BYTES + listed)?;
            }
            if self.decisions.contains_key(&g) {
                waiting.pop();
                continue;
            }
            self.universe.reserve(&mut self.decisions, 1)?;
            self.universe.reserve(&mut self.chains, 1)?;
            if let Some(decision) = self.try_decide(g, &mut waiting) {
                self.decisions.insert(g, decision);
                self.chains.remove(&g);
                waiting.pop();
            }
        }
        Ok(())
    }

    /// Returns the length of the options one after the other, for a game that is written as a chain
    /// with nim heaps.
    fn set_length(&mut self, g: Game) -> Result<Option<u64>, Stopped> {
        if !self.decisions[&g].bracketed || self.universe.option_count(g) < 2 {
            return Ok(None);
        }
        let options: Vec<Game> = self.universe.options(g).collect();
        let mut length = 0u64;
        for option in options {
            self.decide(option)?;
            length = length.saturating_add(self.decisions[&option].written);
        }
        Ok(Some(length))
    }

    /// Returns the decision, or `None` after adding the games to be decided first.
    fn try_decide(&mut self, g: Game, waiting: &mut Vec<Game>) -> Option<Decision> {
        if let Some(n) = self.universe.nim_size(g) {
            return Some(Decision {
                choice: Choice::Nim(n),
                length: Dialect::Plain.nim_length(n),
                written: self.dialect.nim_length(n),
                bracketed: false,
            });
        }
        if !self.chains.contains_key(&g) {
            let chains = self.find_chains(g);
            self.chains.insert(g, chains);
        }
        let open = waiting.len();
        let bases = self.chains[&g].iter().map(|&(base, _)| base);
        waiting.extend(bases.filter(|base| !self.decisions.contains_key(base)));
        if waiting.len() > open {
            return None;
        }
        let chain = self.shortest_chain(g);
        // A set has at least a character an option, so it cannot be shorter than this.
        let options = self.universe.option_count(g) as u64;
        let is_settled = |chain: &Decision| {
            matches!(chain.choice, Choice::Chain(_, Step::Sharp)) || chain.length <= options
        };
        if self.universe.parity(g) == Parity::Odd || chain.as_ref().is_some_and(is_settled) {
            return chain;
        }
        let (mut length, mut written) = (2u64, 2u64);
        for option in self.universe.options(g) {
            match self.decisions.get(&option) {
                Some(known) => {
                    length = length.saturating_add(known.length);
                    written = written.saturating_add(known.written);
                }
                None => waiting.push(option),
            }
        }
        if waiting.len() > open {
            return None;
        }
        Some(match chain {
            Some(chain) if chain.length < length => chain,
            _ => Decision {
                choice: Choice::Set,
                length,
                written,
                bracketed: false,
            },
        })
    }

    /// Returns the shortest of the chains found. Among chains of one length the base that is born
    /// last is taken, so that nim heaps come in descending order: 8\[42\].
    fn shortest_chain(&self, g: Game) -> Option<Decision> {
        let chains = self.chains[&g].iter().map(|&(base, step)| {
            let (base, step) = self.merged(base, step);
            let decision = chained(&self.decisions[&base], base, step, self.dialect);
            (base, step, decision)
        });
        let shortest = chains.min_by_key(|(base, step, decision)| {
            let birthday = self.universe.birthday(*base);
            (decision.length, std::cmp::Reverse(birthday), *step)
        });
        shortest.map(|(_, _, decision)| decision)
    }

    /// Merges two steps: E = H ± n and then 1 is H ± (n+1), and n+1 is again a nim heap.
    fn merged(&self, base: Game, step: Step) -> Link {
        match (step, &self.decisions[&base].choice) {
            (Step::Plus(1), &Choice::Chain(h, Step::Plus(n))) => (h, Step::Plus(n ^ 1)),
            (Step::Plus(1), &Choice::Chain(h, Step::Minus(n))) => (h, Step::Minus(n ^ 1)),
            _ => (base, step),
        }
    }

    /// Returns chains that end in G.
    fn find_chains(&mut self, g: Game) -> Links {
        let u = &mut *self.universe;
        if u.parity(g) == Parity::Odd {
            return smallvec![(u.associate(g), Step::Plus(1))];
        }
        if u.option_count(g) == 1 {
            return u.options(g).map(|only| (only, Step::Sharp)).collect();
        }
        if self.search == 0 {
            return Links::new();
        }
        let before = u.nodes();
        let found = u.with_extra_nodes(self.search, |u| search_chains(u, g, Self::TRIES));
        // Out of budget: from here on games are written as sets.
        let left = self.search.saturating_sub(u.nodes() - before);
        self.search = if found.is_ok() { left } else { 0 };
        found.unwrap_or_default()
    }
}

/// Returns the chains H ± n = G with n ≥ 2 for the first few bases H; only one if H is a nim heap.
fn search_chains(u: &mut Universe, g: Game, tries: usize) -> Result<Links, Stopped> {
    let is_base = |&h: &Game| u.parity(h) == Parity::Even && u.has_option(g, u.associate(h));
    let bases: Vec<Game> = u.options(g).filter(is_base).collect();
    let (mut heaps, others): (Vec<Game>, Vec<Game>) =
        bases.into_iter().partition(|&h| u.nim_size(h).is_some());
    heaps.sort_by_key(|&h| std::cmp::Reverse(u.birthday(h)));
    for h in heaps {
        if let Some(step) = step_between(u, h, g)? {
            return Ok(smallvec![(h, step)]);
        }
    }
    // Of bases with equal rank all are tried or none, so that the text does not depend on the order
    // of storage.
    let mut ranked = Vec::with_capacity(others.len());
    for h in others {
        ranked.push((u.birthday(h), u.nim_value(h)?, h));
    }
    let rank = |&(birthday, nim_value, _): &(u32, u32, Game)| (birthday, nim_value);
    ranked.sort_by_key(rank);
    if let Some(bound) = ranked.get(tries).map(rank) {
        ranked.retain(|base| rank(base) < bound);
    }
    let mut found = Links::new();
    for (_, _, h) in ranked {
        if let Some(step) = step_between(u, h, g)? {
            found.push((h, step));
        }
    }
    Ok(found)
}

/// Returns the n ≥ 2 with G = H + n or G = H − n, as a step from H, if there is one.
fn step_between(u: &mut Universe, h: Game, g: Game) -> Result<Option<Step>, Stopped> {
    let n = u.nim_value(g)? ^ u.nim_value(h)?;
    if n < 2 {
        return Ok(None);
    }
    let heap = u.nim(n.into())?;
    if u.sum(h, heap)? == g {
        return Ok(Some(Step::Plus(n)));
    }
    if u.sum(g, heap)? == h {
        return Ok(Some(Step::Minus(n)));
    }
    Ok(None)
}

/// Returns the decision for the game after a step.
fn chained(base: &Decision, game: Game, step: Step, dialect: Dialect) -> Decision {
    let bracketed = base.bracketed || step != Step::Sharp;
    let is_first = !matches!(base.choice, Choice::Chain(..));
    let brackets = |dialect| match dialect {
        Dialect::Plain if bracketed && !base.bracketed => 2,
        // `_{` and `}`, around sharps too.
        Dialect::Tex if is_first => 3,
        _ => 0,
    };
    let added = |dialect: Dialect| dialect.step_length(step) + brackets(dialect);
    Decision {
        choice: Choice::Chain(game, step),
        length: base.length.saturating_add(added(Dialect::Plain)),
        written: base.written.saturating_add(added(dialect)),
        bracketed,
    }
}

impl Dialect {
    fn step_length(self, step: Step) -> u64 {
        match (step, self) {
            (Step::Sharp, Self::Plain) => 1,
            (Step::Sharp, Self::Tex) => 2,
            (Step::Plus(n), _) => self.nim_length(n),
            (Step::Minus(n), _) => 1 + self.nim_length(n),
        }
    }

    /// Returns the length of `7`, or of `*12` and a blank after it, in TeX `\ast12\,`.
    fn nim_length(self, n: u32) -> u64 {
        let around = match self {
            Self::Plain => 2,
            Self::Tex => 6,
        };
        match n.checked_ilog10() {
            None | Some(0) => 1,
            Some(digits) => u64::from(digits) + 1 + around,
        }
    }
}

/// What remains to be written, last first.
enum Task {
    Item(Game),
    Steps(Vec<Step>),
    Close,
}

fn render(
    u: &Universe,
    root: Game,
    as_set: bool,
    dialect: Dialect,
    decisions: &FxHashMap<Game, Decision>,
) -> Result<String, Stopped> {
    // Ranking all followers takes longer than writing most texts; many have no set to sort.
    let mut order: Option<StructuralOrder> = None;
    let mut page = Page {
        text: String::new(),
        dialect,
        after_number: false,
    };
    let mut tasks = vec![Task::Item(root)];
    let mut is_root = true;
    let mut ticker = Ticker::default();
    while let Some(task) = tasks.pop() {
        u.check_deadline_when_due(&mut ticker, 1)?;
        let g = match task {
            Task::Close => {
                page.put(")");
                continue;
            }
            Task::Steps(steps) => {
                page.steps(&steps);
                continue;
            }
            Task::Item(g) => g,
        };
        let (base, steps) = if is_root && as_set {
            (g, Vec::new())
        } else {
            unchain(g, decisions)
        };
        let has_steps = !steps.is_empty();
        if has_steps {
            tasks.push(Task::Steps(steps));
        }
        if let Choice::Nim(n) = decisions[&base].choice {
            page.nim(n);
        } else {
            if has_steps || !is_root {
                page.put("(");
                tasks.push(Task::Close);
            }
            let order = match &order {
                Some(order) => order,
                None => order.insert(u.structural_order([root])?),
            };
            let mut options: Vec<Game> = u.options(base).collect();
            options.sort_by_key(|&o| (std::cmp::Reverse(u.birthday(o)), order.rank(o)));
            tasks.extend(options.into_iter().rev().map(Task::Item));
        }
        is_root = false;
    }
    Ok(page.text)
}

/// Returns where the chain of a game begins, and its steps in reading order.
fn unchain(mut g: Game, decisions: &FxHashMap<Game, Decision>) -> (Game, Vec<Step>) {
    let mut steps = Vec::new();
    while let Choice::Chain(base, step) = decisions[&g].choice {
        steps.push(step);
        g = base;
    }
    steps.reverse();
    (g, steps)
}

/// The text written so far.
struct Page {
    text: String,
    dialect: Dialect,
    /// Whether the text ends in `*12`, after which a digit needs a separator.
    after_number: bool,
}

impl Page {
    fn put(&mut self, piece: &str) {
        if self.after_number && piece.starts_with(|c: char| c.is_ascii_digit()) {
            self.text.push_str(match self.dialect {
                Dialect::Plain => " ",
                Dialect::Tex => r"\,",
            });
        }
        self.after_number = false;
        self.text.push_str(piece);
    }

    fn nim(&mut self, n: u32) {
        if n < 10 {
            return self.put(&n.to_string());
        }
        self.put(match self.dialect {
            Dialect::Plain => "*",
            Dialect::Tex => r"\ast",
        });
        self.text.push_str(&n.to_string());
        self.after_number = true;
    }

    fn steps(&mut self, steps: &[Step]) {
        let (open, close, sharp) = match self.dialect {
            Dialect::Tex => ("_{", "}", r"\#"),
            Dialect::Plain if steps.iter().all(|&step| step == Step::Sharp) => ("", "", "#"),
            Dialect::Plain => ("[", "]", "#"),
        };
        self.put(open);
        for &step in steps {
            match step {
                Step::Sharp => self.put(sharp),
                Step::Plus(n) => self.nim(n),
                Step::Minus(n) => {
                    self.put("-");
                    self.nim(n);
                }
            }
        }
        self.put(close);
    }
}
