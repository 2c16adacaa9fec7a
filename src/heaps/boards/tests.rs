//! Games on boards against the definition: plain recursion over the whole board, without components
//! and without symmetry.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;

use super::graph::Graph;
use super::graph_text;
use super::labelling::{Set, elements};
use crate::game::{Game, Outcome, Universe};
use crate::heaps::{HeapGames, Heaps, PlayedOut, Position, Ruleset, ruleset};
use crate::limits::{Budget, Reason};
use crate::nim::Definition;

/// Computes misère canonical forms of a game whose positions are sets, by its moves.
struct Plain<'a> {
    moves: &'a dyn Fn(Set) -> Vec<Set>,
    forms: HashMap<Set, Game>,
}

impl<'a> Plain<'a> {
    fn new(moves: &'a dyn Fn(Set) -> Vec<Set>) -> Self {
        Self {
            moves,
            forms: HashMap::new(),
        }
    }

    fn form(&mut self, u: &mut Universe, set: Set) -> Game {
        if let Some(&known) = self.forms.get(&set) {
            return known;
        }
        let options: Vec<Game> = (self.moves)(set)
            .into_iter()
            .map(|option| self.form(u, option))
            .collect();
        let form = u.set(options).unwrap();
        self.forms.insert(set, form);
        form
    }
}

/// The canonical form by components and symmetry.
fn form(u: &mut Universe, name: &str, text: &str) -> Game {
    let game = ruleset(name).unwrap();
    let position = game.read_position(text).unwrap().unwrap();
    HeapGames::new(&*game).value(u, position).unwrap()
}

/// Compares a game with its moves on sets.
fn compare(name: &str, text: &str, all: Set, moves: &dyn Fn(Set) -> Vec<Set>) {
    let mut u = Universe::new();
    let plain = Plain::new(moves).form(&mut u, all);
    assert_eq!(form(&mut u, name, text), plain, "{name}({text})");
}

fn node_kayles(graph: &Graph) -> impl Fn(Set) -> Vec<Set> + '_ {
    |set| {
        elements(set)
            .map(|v| set & !graph.rows[v] & !(1 << v))
            .collect()
    }
}

fn arc_kayles(graph: &Graph) -> impl Fn(Set) -> Vec<Set> + '_ {
    |set| {
        let edges = graph.edges().map(|(v, w)| 1 << v | 1 << w);
        edges
            .filter(|edge| edge & !set == 0)
            .map(|edge| set & !edge)
            .collect()
    }
}

/// Sets of edges; an edge that is not connected with vertex 0 is no longer there.
fn hackenbush(graph: &Graph) -> impl Fn(Set) -> Vec<Set> {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let grounded = move |set: Set| {
        let (mut vertices, mut kept): (Set, Set) = (1, 0);
        loop {
            let before = kept;
            for at in elements(set) {
                let (v, w) = edges[at];
                if (vertices >> v | vertices >> w) & 1 == 1 {
                    kept |= 1 << at;
                    vertices |= 1 << v | 1 << w;
                }
            }
            if kept == before {
                return kept;
            }
        }
    };
    move |set| {
        elements(grounded(set))
            .map(|at| grounded(set & !(1 << at)))
            .collect()
    }
}

/// The vertices that are left, and the token in the highest seven bits.
fn geography(graph: &Graph) -> impl Fn(Set) -> Vec<Set> + '_ {
    |state| {
        let token = (state >> 120) as usize;
        let left = state & ((1 << 120) - 1) & !(1 << token);
        elements(graph.rows[token] & left)
            .map(|to| left | (to as Set) << 120)
            .collect()
    }
}

const GRAPHS: [&str; 14] = [
    "path:1",
    "path:8",
    "cycle:7",
    "cycle:8",
    "grid:3x3",
    "grid:2x5",
    "complete:6",
    "bipartite:3,4",
    "star:6",
    "petersen",
    "hypercube:3",
    "0-1,1-2,3-4,4-5,5-3,7",
    "g6:DQc",
    "0-1,0-2,0-3,1-4,1-5,2-6",
];

#[test]
fn graph_games_are_those_of_the_definition() {
    for text in GRAPHS {
        let graph = graph_text::read(text).unwrap();
        let all = graph.vertices();
        compare("node-kayles", text, all, &node_kayles(&graph));
        compare("arc-kayles", text, all, &arc_kayles(&graph));
        compare("vertex-geography", text, all, &geography(&graph));
        let edges = graph.edges().count();
        compare("hackenbush", text, (1 << edges) - 1, &hackenbush(&graph));
    }
}

#[test]
fn the_marked_vertex_can_be_chosen() {
    let graph = graph_text::read("grid:2x4").unwrap();
    for token in 0..8_u128 {
        let all = graph.vertices() | token << 120;
        let text = format!("grid:2x4;token={token}");
        compare("vertex-geography", &text, all, &geography(&graph));
    }
    let mut u = Universe::new();
    let middle = form(&mut u, "hackenbush", "path:5;ground=2");
    let two = u.nim(2).unwrap();
    assert_eq!(middle, u.sum(two, two).unwrap());
    // Labels of a list of edges are labels.
    let end = form(&mut u, "hackenbush", "5-7,7-9;ground=9");
    assert_eq!(end, two);
}

#[test]
fn cram_is_that_of_the_definition() {
    for (rows, columns) in [
        (1, 1),
        (1, 9),
        (2, 2),
        (2, 5),
        (3, 3),
        (3, 4),
        (4, 4),
        (0, 3),
    ] {
        let graph = graph_text::read(&format!("grid:{rows}x{columns}")).unwrap();
        let text = format!("{rows}x{columns}");
        compare("cram", &text, graph.vertices(), &arc_kayles(&graph));
    }
    // Boards with holes, and boards of several parts.
    for rows in [
        "xx./.xx",
        "xxx/x.x/xxx",
        "xx.xx/.xxx",
        "x.x/x.x/xxx",
        "xx..xx/xx..xx",
        "x",
        ".",
    ] {
        let grid = rows.split('/').map(str::len).max().unwrap();
        let text = format!("grid:{}x{grid}", rows.split('/').count());
        let graph = graph_text::read(&text).unwrap();
        let mut set: Set = 0;
        for (row, line) in rows.split('/').enumerate() {
            for (column, _) in line.match_indices('x') {
                set |= 1 << (row * grid + column);
            }
        }
        compare("cram", rows, set, &arc_kayles(&graph));
    }
}

#[test]
fn poset_games_and_chomp_are_those_of_the_definition() {
    let rectangle = |rows: usize, columns: usize| {
        move |set: Set| -> Vec<Set> {
            let keeps = |square: usize, other: usize| {
                other / columns < square / columns || other % columns < square % columns
            };
            let rest = |square| {
                let kept = elements(set).filter(|&other| keeps(square, other));
                kept.fold(0, |rest, other| rest | 1 << other)
            };
            assert!(set < 1 << (rows * columns));
            elements(set).map(rest).collect()
        }
    };
    for (rows, columns) in [(1, 5), (2, 2), (2, 4), (3, 3), (3, 4)] {
        let all = (1 << (rows * columns)) - 1;
        let text = format!("{rows}x{columns}");
        compare("chomp", &text, all, &rectangle(rows, columns));
        compare(
            "poset-game",
            &format!("grid:{text}"),
            all,
            &rectangle(rows, columns),
        );
    }
    compare("chomp", "4,2,1", 0b0001_0011_1111, &rectangle(3, 4));
    compare(
        "poset-game",
        "0<1<2<3,0<4<5,1<5,4<8",
        0b0001_0011_1111,
        &rectangle(3, 4),
    );
    // A zigzag, an antichain, subsets.
    compare("poset-game", "0<1,2<1,2<3,4<3", 0b11111, &|set| {
        let above: [Set; 5] = [0b00010, 0, 0b01010, 0, 0b01000];
        elements(set).map(|v| set & !above[v] & !(1 << v)).collect()
    });
    compare("poset-game", "antichain:5", 0b11111, &|set| {
        elements(set).map(|v| set & !(1 << v)).collect()
    });
    let divides = |set: Set| -> Vec<Set> {
        let rest = |v: usize| {
            elements(set)
                .filter(|w| v & w != v)
                .fold(0, |rest, w| rest | 1 << w)
        };
        elements(set).map(rest).collect()
    };
    compare("poset-game", "boolean:3", 0xff, &divides);
    compare("poset-game", "divisors:30", 0xff, &divides);
}

/// The misère genus tells more than the outcome; forms tell all.
#[test]
fn paths_and_strips_are_octal_games() {
    let mut u = Universe::new();
    let heap = |u: &mut Universe, code: &str, n: u64| {
        let game = ruleset(code).unwrap();
        HeapGames::new(&*game).value(u, Position::heap(n)).unwrap()
    };
    for n in 0..26 {
        let pawns = heap(&mut u, "dawsons-chess", n);
        assert_eq!(form(&mut u, "node-kayles", &format!("path:{n}")), pawns);
        let pins = heap(&mut u, "dawsons-kayles", n);
        assert_eq!(form(&mut u, "arc-kayles", &format!("path:{n}")), pins);
        assert_eq!(form(&mut u, "cram", &format!("1x{n}")), pins);
        assert_eq!(
            form(&mut u, "poset-game", &format!("chain:{n}")),
            u.nim(n).unwrap()
        );
        if n > 0 {
            let stalk = form(&mut u, "hackenbush", &format!("path:{n}"));
            assert_eq!(stalk, u.nim(n - 1).unwrap());
        }
    }
}

fn normal_value(game: &dyn Ruleset, text: &str) -> u64 {
    let position = game.read_position(text).unwrap().unwrap();
    let value = Definition::new(game)
        .unwrap()
        .value(position, &Budget::default());
    value.unwrap().to_string().parse().unwrap()
}

/// By components; the boards up to 4x4 are also compared with the definition above. 2 by even and 4x4 are
/// 0 and even by odd is not, as symmetric play shows.
#[test]
fn cram_has_these_nim_values() {
    let cram = ruleset("cram").unwrap();
    for (board, value) in [
        ("2x2", 0),
        ("2x3", 1),
        ("2x4", 0),
        ("2x5", 1),
        ("3x3", 0),
        ("3x4", 1),
        ("3x5", 1),
        ("3x6", 4),
        ("3x7", 1),
        ("4x4", 0),
        ("4x5", 2),
        ("5x5", 0),
    ] {
        assert_eq!(normal_value(&*cram, board), value, "{board}");
    }
}

/// The edges of a random tree: each vertex after the first hangs on an earlier one.
fn tree() -> impl Strategy<Value = Vec<(usize, usize)>> {
    (2_usize..9).prop_flat_map(|count| {
        let parents: Vec<_> = (1..count).map(|v| 0..v).collect();
        parents.prop_map(|parents| {
            parents
                .into_iter()
                .enumerate()
                .map(|(v, p)| (p, v + 1))
                .collect()
        })
    })
}

fn listed(edges: &[(usize, usize)]) -> String {
    let edges: Vec<String> = edges.iter().map(|(v, w)| format!("{v}-{w}")).collect();
    edges.join(",")
}

fn graph() -> impl Strategy<Value = Graph> {
    (1_usize..9).prop_flat_map(|count| {
        prop::collection::vec((0..count, 0..count), 0..2 * count)
            .prop_map(move |pairs| Graph::new(count, pairs.into_iter().filter(|(v, w)| v != w)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The Colon Principle: a tree is a stalk, of the nim sum of 1 + each branch.
    #[test]
    fn green_trees_obey_the_colon_principle_in_normal_play(edges in tree()) {
        let mut values = vec![0; edges.len() + 1];
        for &(parent, child) in edges.iter().rev() {
            values[parent] ^= 1 + values[child];
        }
        let game = ruleset("hackenbush").unwrap();
        prop_assert_eq!(normal_value(&*game, &listed(&edges)), values[0]);
        // On one edge even in misère play. Cutting that edge leaves 0 and cutting another one such a
        // tree again, by induction a nim heap; and a set of nim heaps with 0 in it is its mex.
        let raised: Vec<(usize, usize)> = edges.iter().map(|(v, w)| (v + 1, w + 1)).collect();
        let mut u = Universe::new();
        let on_an_edge = form(&mut u, "hackenbush", &format!("0-1,{}", listed(&raised)));
        prop_assert_eq!(on_an_edge, u.nim(1 + values[0]).unwrap());
    }

    #[test]
    fn random_graphs_are_those_of_the_definition(graph in graph(), shift in 0_usize..9) {
        let count = graph.rows.len();
        // The same graph with other names of its vertices.
        let renamed = graph.edges().map(|(v, w)| ((v + shift) % count, (w + shift) % count));
        let renamed = Graph::new(count, renamed);
        let budget = Budget::default();
        prop_assert_eq!(
            graph.canonical(None, &budget).unwrap(),
            renamed.canonical(None, &budget).unwrap()
        );
        let alone = (0..count).map(|v| v.to_string());
        let edges = renamed.edges().map(|(v, w)| format!("{v}-{w}"));
        let text = alone.chain(edges).collect::<Vec<_>>().join(",");
        compare("node-kayles", &text, graph.vertices(), &node_kayles(&graph));
        compare("arc-kayles", &text, graph.vertices(), &arc_kayles(&graph));
        let token = shift % count;
        let text = format!("{text};token={token}");
        compare("vertex-geography", &text, renamed.vertices() | (token as Set) << 120, &geography(&renamed));
        // A vertex is in every largest matching iff without it there is none of that size.
        let game = ruleset("vertex-geography").unwrap();
        let rest = renamed.vertices() & !(1 << token);
        let needed = largest_matching(&renamed, rest) < largest_matching(&renamed, renamed.vertices());
        prop_assert_eq!(normal_value(&*game, &text) > 0, needed);
    }
}

/// The number of edges of a largest matching, by trying all.
fn largest_matching(graph: &Graph, within: Set) -> usize {
    let edges = graph
        .edges()
        .map(|(v, w)| 1 << v | 1 << w)
        .filter(|edge: &Set| edge & !within == 0);
    edges
        .map(|edge| 1 + largest_matching(graph, within & !edge))
        .max()
        .unwrap_or(0)
}

#[test]
fn green_trees_do_not_obey_the_colon_principle_in_misere_play() {
    let mut u = Universe::new();
    let normal = ruleset("hackenbush").unwrap();
    // Two stalks of two edges on the ground cancel in normal play only.
    let stalks = "path:5;ground=2";
    assert_eq!(normal_value(&*normal, stalks), 0);
    let form_of_stalks = form(&mut u, "hackenbush", stalks);
    assert_ne!(form_of_stalks, u.zero());
    assert_eq!(u.outcome(form_of_stalks), Outcome::P);
    // Nor is a cycle a fused vertex.
    assert_eq!(normal_value(&*normal, "cycle:4"), 0);
    let cycle = form(&mut u, "hackenbush", "cycle:4");
    assert_eq!(u.outcome(cycle), Outcome::P);
}

#[test]
fn the_first_player_wins_chomp() {
    let chomp = ruleset("chomp").unwrap();
    let mut outcomes = PlayedOut::new(&*chomp).unwrap();
    for (rows, columns) in (1..6).flat_map(|rows| (rows..7).map(move |columns| (rows, columns))) {
        let board = chomp
            .read_position(&format!("{rows}x{columns}"))
            .unwrap()
            .unwrap();
        let outcome = outcomes
            .outcome(&Heaps::from(board), &Budget::default())
            .unwrap();
        let expected = if columns == 1 { Outcome::P } else { Outcome::N };
        assert_eq!(outcome, expected, "{rows}x{columns}");
    }
}

#[test]
fn isomorphic_graphs_are_counted_once() {
    let budget = Budget::default();
    // Graphs (OEIS A000088), and graphs with a root (A000666).
    for (count, graphs, rooted) in [(1, 1, 1), (2, 2, 2), (3, 4, 6), (4, 11, 20), (5, 34, 90)] {
        let pairs: Vec<(usize, usize)> = (0..count)
            .flat_map(|w| (0..w).map(move |v| (v, w)))
            .collect();
        let (mut plain, mut marked) = (BTreeMap::new(), BTreeMap::new());
        for set in 0..1_u128 << pairs.len() {
            let graph = Graph::new(count, elements(set).map(|at| pairs[at]));
            let canonical = graph.canonical(None, &budget).unwrap();
            *plain.entry(canonical.rows).or_insert(0) += 1;
            for root in 0..count {
                let canonical = graph.canonical(Some(root), &budget).unwrap();
                *marked.entry(canonical.rows).or_insert(0) += 1;
            }
        }
        assert_eq!(plain.len(), graphs, "{count}");
        assert_eq!(marked.len(), rooted, "{count}");
    }
}

#[test]
fn symmetric_graphs_have_few_boards() {
    // Without automorphisms these would have factorially many labelled forms.
    for text in [
        "complete:40",
        "bipartite:20,20",
        "star:60",
        "hypercube:5",
        "petersen",
        "cycle:60",
    ] {
        let graph = graph_text::read(text).unwrap();
        let count = graph.rows.len();
        let reversed = Graph::new(
            count,
            graph.edges().map(|(v, w)| (count - 1 - v, count - 1 - w)),
        );
        let budget = Budget::default();
        assert_eq!(
            graph.canonical(None, &budget),
            reversed.canonical(None, &budget),
            "{text}"
        );
    }
}

#[test]
fn boards_are_written_such_that_they_are_read_back() {
    for (name, text) in [
        ("cram", "3x4"),
        ("cram", "xx./.xx"),
        ("node-kayles", "grid:3x4"),
        ("arc-kayles", "petersen"),
        ("hackenbush", "grid:3x3;ground=4"),
        ("vertex-geography", "grid:2x4;token=1"),
        ("chomp", "4,4,2"),
        ("chomp", "3x4"),
        ("chomp", "0"),
        ("poset-game", "boolean:3"),
        ("poset-game", "0<1,0<2,5"),
        ("poset-game", "chain:0"),
    ] {
        let game = ruleset(name).unwrap();
        // Rulesets of the same name agree on positions while one of them is in use.
        let same = ruleset(name).unwrap();
        let mut boards = vec![game.read_position(text).unwrap().unwrap()];
        let mut seen = 0;
        while let Some(board) = boards.pop() {
            let written = game.write_position(board);
            assert_eq!(
                same.read_position(&written),
                Some(Ok(board)),
                "{name}({written})"
            );
            assert!(game.is_position(board));
            assert_eq!(
                game.has_options(board),
                game.options(board).next().is_some()
            );
            seen += 1;
            for (component, _) in game
                .options(board)
                .flat_map(|option| option.iter().collect::<Vec<_>>())
            {
                assert!(component.size() < board.size(), "{name}({written})");
                if seen < 200 {
                    boards.push(component);
                }
            }
        }
        assert!(!game.is_position(Position::heap(3)));
        assert!(!game.is_position(Position::pair(1, u64::MAX)));
        let nowhere = game.options_within(Position::pair(1, u64::MAX), &Budget::default());
        assert!(matches!(nowhere.err(), Some(Reason::Undefined { .. })));
    }
}

#[test]
fn limits_are_results() {
    let cram = ruleset("cram").unwrap();
    let board = cram.read_position("10x12").unwrap().unwrap();
    let little = Budget::default().with_max_memory(1 << 20);
    let mut values = Definition::new(&*cram).unwrap();
    assert!(values.value(board, &little).is_err());
    let game = ruleset("node-kayles").unwrap();
    let board = game.read_position("grid:8x16").unwrap().unwrap();
    let past = Budget::timeout(std::time::Duration::ZERO);
    let stopped = game.options_within(board, &past);
    assert_eq!(stopped.err(), Some(Reason::Deadline));
}

#[test]
fn what_is_no_board_is_refused_at_its_place() {
    for (name, text, part, span) in [
        ("cram", "40x40", "at most 128 squares", 0..5),
        ("cram", "5", "expected two numbers, as in 3x4", 0..1),
        ("cram", "3x", "expected a number", 2..2),
        ("cram", "xo/", "expected x, . or /", 1..2),
        ("cram", "//", "expected a board", 0..2),
        ("chomp", "200x2", "at most 128 rows", 0..5),
        (
            "chomp",
            "2x999999999999999999999",
            "at most 128 rows",
            0..23,
        ),
        ("chomp", "2,3", "row 2 is longer", 0..3),
        ("chomp", "2,,", "expected a number", 2..2),
        ("poset-game", "0<1,1<0", "0 is below itself", 0..7),
        ("poset-game", "0<<1", "expected a number", 2..2),
        ("poset-game", "0<1,0<2Ҍn", "expected a number", 6..10),
        ("poset-game", "chain:129", "at most 128 elements", 0..9),
        ("poset-game", "divisors:0", "from 1 to", 9..10),
        ("poset-game", "path:3", "no family of posets `path`", 0..4),
        ("hackenbush", "1-2", "no vertex 0", 0..3),
        ("hackenbush", "path:3;ground=3", "no vertex 3", 7..15),
        ("hackenbush", "path:0", "no vertex 0", 0..6),
        (
            "vertex-geography",
            "path:3;ground=1",
            "expected token=0",
            7..15,
        ),
        ("node-kayles", "path:3;token=1", "expected a number", 5..14),
        ("node-kayles", "file:g.txt", "not read here", 0..10),
    ] {
        let game = ruleset(name).unwrap();
        let error = game.read_position(text).unwrap().unwrap_err();
        assert!(
            error.message.contains(part),
            "{name}({text}): {}",
            error.message
        );
        assert_eq!(error.span, span, "{name}({text})");
    }
}
