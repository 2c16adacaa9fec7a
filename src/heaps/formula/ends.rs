//! Does play end? What decreases with every move, or else a play that goes on for ever.

use std::ops::Range;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::game::{FormulaGame, Measure, Rules, small_positions};
use super::machine::Machine;
use super::program::Step;
use crate::heaps::entry::RulesetError;
use crate::heaps::position::{Heaps, Position};
use crate::heaps::ruleset::Ruleset;
use crate::limits::{Budget, Reason};

/// The units of work for one ruleset.
const STEPS: u64 = 100_000;
/// The most positions in which a cycle is looked for.
const MOST_POSITIONS: usize = 1000;

/// Sets the ranks of the members: a member that uses another one, which does not use it in turn, has
/// a higher rank.
pub(super) fn set_ranks(game: &mut FormulaGame) {
    let mut uses: DiGraph<(), ()> = DiGraph::new();
    for _ in &game.members {
        uses.add_node(());
    }
    for (from, member) in game.members.iter().enumerate() {
        let Rules::Defined(program) = &member.rules else {
            continue;
        };
        for step in &program.steps {
            if let Step::Part(kind, _) = step {
                uses.update_edge(NodeIndex::new(from), NodeIndex::new((*kind).into()), ());
            }
        }
    }
    // Components come after those that they lead to.
    for (rank, component) in kosaraju_scc(&uses).into_iter().enumerate() {
        for node in component {
            game.members[node.index()].rank = rank;
        }
    }
}

/// Chooses what decreases, by the moves of small positions. If nothing does, the game is loopy.
///
/// # Errors
/// If the rule has no meaning at a small heap, or if the game is loopy and its moves leave sums.
pub(super) fn choose_measures(
    game: &mut FormulaGame,
    span: &Range<usize>,
) -> Result<(), RulesetError> {
    let mut sample = Sample::of(game)?;
    let ranks = game.members.iter().map(|member| member.rank).max();
    for rank in 0..=ranks.unwrap_or(0) {
        let decreases = |measure: &Measure| {
            sample.moves.iter().all(|(from, to)| {
                let member = |p: &Position| &game.members[usize::from(p.kind())];
                member(from).rank != rank
                    || member(to).rank != rank
                    || measure.decreases(&from.coordinates(), &to.coordinates())
            })
        };
        if let Some(&measure) = Measure::ALL.iter().find(|measure| decreases(measure)) {
            let members = game.members.iter_mut();
            for member in members.filter(|member| member.rank == rank) {
                member.measure = measure;
            }
            continue;
        }
        let endless = sample.endless(game, rank);
        if sample.leaves_sums {
            let message = format!("a move does not make the position smaller: {endless}");
            let hint = "games with loops are answered only where every move leaves one position";
            return Err(RulesetError::new(message, span.clone()).hint(hint));
        }
        game.endless = Some(endless);
        return Ok(());
    }
    Ok(())
}

/// The moves of small positions.
struct Sample {
    moves: Vec<(Position, Position)>,
    /// Whether a move leaves another number of positions than one.
    leaves_sums: bool,
    steps_left: u64,
}

impl Sample {
    fn of(game: &FormulaGame) -> Result<Self, RulesetError> {
        let mut sample = Self {
            moves: Vec::new(),
            leaves_sums: false,
            steps_left: STEPS,
        };
        for (kind, member) in (0u16..).zip(&game.members) {
            let Rules::Defined(program) = &member.rules else {
                continue;
            };
            for coordinates in small_positions(member.arity, member.smallest) {
                let Some(position) = Position::new(&coordinates).map(|p| p.with_kind(kind)) else {
                    continue;
                };
                if member.condition.is_some() && !game.is_position(position) {
                    continue;
                }
                let options = match sample.options(game, position) {
                    Ok(options) => options,
                    Err((Reason::Undefined { what }, step))
                        if member.arity == 1 && !what.starts_with("a number beyond") =>
                    {
                        let message = format!("the rule has no meaning at {position}: {what}");
                        let hint =
                            "`where n >= 1` sets the smallest heap, and `if` bounds an option";
                        return Err(RulesetError::new(message, program.span(step)).hint(hint));
                    }
                    Err((Reason::Undefined { .. }, _)) => continue,
                    Err(_) => break,
                };
                sample.add(position, &options);
            }
        }
        Ok(sample)
    }

    fn add(&mut self, from: Position, options: &[Heaps]) {
        for option in options {
            let mut parts = option.iter();
            let single = matches!((parts.next(), parts.next()), (Some((_, 1)), None));
            self.leaves_sums |= !single;
            self.moves.extend(option.iter().map(|(to, _)| (from, to)));
        }
    }

    /// The options of a position, within the units of work that are left; or why there are none, and
    /// the step of the program.
    fn options(
        &mut self,
        game: &FormulaGame,
        position: Position,
    ) -> Result<Vec<Heaps>, (Reason, usize)> {
        let Rules::Defined(program) = &game.members[usize::from(position.kind())].rules else {
            return Ok(Vec::new());
        };
        // No step takes long, and the number of steps is bounded.
        let budget = Budget::default();
        let mut machine = Machine::new(&game.members, position.kind(), &budget);
        machine.steps_left = self.steps_left;
        let numbers = position.coordinates().into_iter().map(i64::try_from);
        let Ok(numbers) = numbers.collect::<Result<Vec<i64>, _>>() else {
            return Err((Reason::Capacity, 0));
        };
        let options = machine.options(program, &numbers);
        self.steps_left = machine.steps_left;
        match options {
            Ok(options) => Ok(game.decode(options).collect()),
            Err(reason) => Err((reason, machine.at)),
        }
    }

    /// Describes a play among members of this rank that may go on for ever: a cycle where one is
    /// found, else a move that does not make the position smaller.
    fn endless(&mut self, game: &FormulaGame, rank: usize) -> String {
        let is_here = |p: &Position| game.members[usize::from(p.kind())].rank == rank;
        let mut moves: Vec<(Position, Position)> = std::mem::take(&mut self.moves);
        moves.retain(|(from, to)| is_here(from) && is_here(to));
        let mut graph: DiGraph<Position, ()> = DiGraph::new();
        let mut nodes: FxHashMap<Position, NodeIndex> = FxHashMap::default();
        let mut node = |graph: &mut DiGraph<Position, ()>, position: Position| {
            *nodes
                .entry(position)
                .or_insert_with(|| graph.add_node(position))
        };
        let mut known = 0;
        loop {
            for (from, to) in moves.drain(..) {
                let (from, to) = (node(&mut graph, from), node(&mut graph, to));
                graph.update_edge(from, to, ());
            }
            // Positions beyond the small ones have no moves yet.
            let next = (known..graph.node_count()).map(NodeIndex::new);
            let Some(next) = next.take(MOST_POSITIONS.saturating_sub(known)).next() else {
                break;
            };
            known += 1;
            if graph.neighbors(next).next().is_some() {
                continue;
            }
            let position = graph[next];
            self.steps_left = self.steps_left.max(STEPS / 100);
            let options = self.options(game, position).unwrap_or_default();
            let to = options
                .iter()
                .flat_map(|option| option.iter().map(|(to, _)| to));
            moves.extend(to.filter(|to| is_here(to)).map(|to| (position, to)));
        }
        let write = |position: Position| match position.kind() {
            0 if position.arity() == 1 => position.to_string(),
            0 => format!("({position})"),
            _ => game.heap_name(position),
        };
        if let Some(cycle) = shortest_cycle(&graph) {
            let cycle: Vec<String> = cycle.into_iter().map(write).collect();
            return cycle.join(" → ");
        }
        let growing = graph
            .edge_indices()
            .filter_map(|edge| graph.edge_endpoints(edge));
        let growing = growing.map(|(from, to)| (graph[from], graph[to]));
        let growing = growing
            .filter(|(from, to)| !Measure::Sum.decreases(&from.coordinates(), &to.coordinates()));
        match growing.min() {
            Some((from, to)) => format!("{} → {}", write(from), write(to)),
            None => "no order of the positions is known in which every move leads down".into(),
        }
    }
}

/// A shortest cycle through the smallest position that is on one, which stands at both ends.
fn shortest_cycle(graph: &DiGraph<Position, ()>) -> Option<Vec<Position>> {
    let components = kosaraju_scc(graph);
    let on_cycle = components.iter().filter(|component| {
        component.len() > 1 || graph.find_edge(component[0], component[0]).is_some()
    });
    let start = on_cycle
        .flatten()
        .copied()
        .min_by_key(|&node| graph[node])?;
    let mut before: FxHashMap<NodeIndex, NodeIndex> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in graph.neighbors(node) {
            if next == start {
                let mut cycle = vec![graph[start]];
                let mut at = node;
                while at != start {
                    cycle.push(graph[at]);
                    at = before[&at];
                }
                cycle.push(graph[start]);
                cycle.reverse();
                return Some(cycle);
            }
            before.entry(next).or_insert_with(|| {
                queue.push_back(next);
                node
            });
        }
    }
    None
}
