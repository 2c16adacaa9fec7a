//! Graphs as they are written: `path:7`, `grid:3x4`, `petersen`, `0-1,1-2`, `g6:DQc`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::graph::Graph;
use super::labelling::MOST_VERTICES;
use crate::heaps::entry::RulesetError;

const EXAMPLES: &str = "a graph is written path:7, cycle:8, grid:3x4, complete:5, bipartite:3,4, \
                        star:6, hypercube:3, petersen, as its edges 0-1,1-2, or in graph6 as g6:DQc";

/// The error for a board that is too large.
pub(super) fn too_large(what: &str, span: Range<usize>) -> RulesetError {
    RulesetError::new(format!("a board has at most {MOST_VERTICES} {what}"), span)
}

/// Reads a number of vertices, squares or the like; the text begins at this place.
pub(super) fn number(text: &str, at: usize) -> Result<usize, RulesetError> {
    let span = at..at + text.len();
    if text.is_empty() || text.contains(|c: char| !c.is_ascii_digit()) {
        let message = format!("expected a number, found `{text}`");
        return Err(RulesetError::new(message, span));
    }
    // A longer number is as much too large as this one.
    Ok(text.parse().unwrap_or(usize::MAX))
}

/// Reads two numbers, `3x4`.
pub(super) fn rectangle(text: &str, at: usize) -> Result<(usize, usize), RulesetError> {
    pair(text, 'x', at)
}

fn pair(text: &str, between: char, at: usize) -> Result<(usize, usize), RulesetError> {
    let Some((a, b)) = text.split_once(between) else {
        let message = format!("expected two numbers, as in 3{between}4, found `{text}`");
        return Err(RulesetError::new(message, at..at + text.len()));
    };
    Ok((number(a, at)?, number(b, at + a.len() + 1)?))
}

/// The edges of a path.
fn path(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..count).map(|v| (v - 1, v))
}

/// Reads a graph.
pub(super) fn read(text: &str) -> Result<Graph, RulesetError> {
    let whole = 0..text.len();
    if text == "petersen" {
        let outer = (0..5).map(|v| (v, (v + 1) % 5));
        let spokes = (0..5).map(|v| (v, v + 5));
        let inner = (0..5).map(|v| (v + 5, (v + 2) % 5 + 5));
        return Ok(Graph::new(10, outer.chain(spokes).chain(inner)));
    }
    let Some((family, rest)) = text.split_once(':') else {
        return edges(text);
    };
    let at = family.len() + 1;
    let checked = |count: usize| match count {
        0..=MOST_VERTICES => Ok(count),
        _ => Err(too_large("vertices", whole.clone())),
    };
    Ok(match family {
        "path" => {
            let count = checked(number(rest, at)?)?;
            Graph::new(count, path(count))
        }
        "cycle" => {
            let count = checked(number(rest, at)?)?;
            if count < 3 {
                let message = "a cycle has at least 3 vertices";
                return Err(RulesetError::new(message, at..text.len()));
            }
            Graph::new(count, path(count).chain([(0, count - 1)]))
        }
        "complete" => {
            let count = checked(number(rest, at)?)?;
            Graph::new(count, (0..count).flat_map(|w| (0..w).map(move |v| (v, w))))
        }
        "star" => {
            let leaves = number(rest, at)?;
            let count = checked(leaves.saturating_add(1))?;
            Graph::new(count, (1..count).map(|leaf| (0, leaf)))
        }
        "bipartite" => {
            let (a, b) = pair(rest, ',', at)?;
            let count = checked(a.saturating_add(b))?;
            Graph::new(count, (0..a).flat_map(|v| (a..count).map(move |w| (v, w))))
        }
        "grid" => {
            let (rows, columns) = rectangle(rest, at)?;
            let count = checked(rows.saturating_mul(columns))?;
            let right = (0..count).filter(|v| (v + 1) % columns != 0);
            let below = (0..count).filter(|v| v + columns < count);
            let right = right.map(|v| (v, v + 1));
            Graph::new(count, right.chain(below.map(|v| (v, v + columns))))
        }
        "hypercube" => {
            let dimension = number(rest, at)?;
            let count = u32::try_from(dimension)
                .ok()
                .and_then(|d| 1_usize.checked_shl(d));
            let count = checked(count.unwrap_or(usize::MAX))?;
            let up = |v: usize| (0..dimension).map(move |i| (v, v | 1 << i));
            Graph::new(count, (0..count).flat_map(up).filter(|(v, w)| v != w))
        }
        "g6" => graph6(rest, at)?,
        "file" => {
            let message = "a graph in a file is not read here";
            let error = RulesetError::new(message, whole);
            return Err(error.hint("write its edges 0-1,1-2 or its graph6 text g6:DQc"));
        }
        _ => {
            let message = format!("there is no family of graphs `{family}`");
            return Err(RulesetError::new(message, 0..family.len()).hint(EXAMPLES));
        }
    })
}

/// Reads edges `0-1,1-2`, and vertices without edges as `5`. The vertices are those that occur.
fn edges(text: &str) -> Result<Graph, RulesetError> {
    let mut edges = Vec::new();
    let mut labels = BTreeSet::new();
    let mut at = 0;
    for item in text.split(',') {
        let span = at..at + item.len();
        let (v, w) = item.split_once('-').unwrap_or((item, item));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(v) || !is_number(w) {
            let message = format!("expected an edge such as 0-1, found `{item}`");
            return Err(RulesetError::new(message, span).hint(EXAMPLES));
        }
        let w_at = span.end - w.len();
        let (v, w) = (number(v, at)?, number(w, w_at)?);
        if v == w && item.contains('-') {
            let message = format!("the edge `{item}` is a loop");
            return Err(RulesetError::new(message, span).hint("graphs here have no loops"));
        }
        labels.extend([v, w]);
        if labels.len() > MOST_VERTICES {
            return Err(too_large("vertices", 0..text.len()));
        }
        if v != w {
            edges.push((v, w));
        }
        at = span.end + 1;
    }
    let place = |label: usize| labels.range(..label).count();
    let edges = edges.iter().map(|&(v, w)| (place(v), place(w)));
    Ok(Graph::new(labels.len(), edges))
}

/// Returns the place of the vertex with this label, for a graph that is written as its edges.
pub(super) fn place_of_label(text: &str, label: usize) -> Option<usize> {
    let is_list = text.starts_with(|c: char| c.is_ascii_digit());
    if !is_list {
        return Some(label);
    }
    let labels: BTreeSet<usize> = text
        .split([',', '-'])
        .filter_map(|label| label.parse().ok())
        .collect();
    labels
        .contains(&label)
        .then(|| labels.range(..label).count())
}

/// Reads graph6, the format of nauty: six bits a character, `?` is 0.
fn graph6(text: &str, at: usize) -> Result<Graph, RulesetError> {
    let text_end = at + text.len();
    if let Some((bad, c)) = text.char_indices().find(|(_, c)| !('?'..='~').contains(c)) {
        let message = "this character does not occur in graph6";
        let span = at + bad..at + bad + c.len_utf8();
        return Err(RulesetError::new(message, span).hint("they are ? to ~"));
    }
    let sixes: Vec<usize> = text.bytes().map(|byte| usize::from(byte - 63)).collect();
    let (count, bits) = match sixes[..] {
        [] => {
            let message = "expected a graph in graph6 after `g6:`";
            return Err(RulesetError::new(message, at..at).hint("as in g6:DQc"));
        }
        [63, 63, ..] => return Err(too_large("vertices", at..text_end)),
        [63, a, b, c, ..] => (a << 12 | b << 6 | c, &sixes[4..]),
        [63, ..] => (usize::MAX, &sixes[1..]),
        [count, ..] => (count, &sixes[1..]),
    };
    if count > MOST_VERTICES {
        return Err(too_large("vertices", at..text_end));
    }
    let needed = (count * count.saturating_sub(1) / 2).div_ceil(6);
    if bits.len() != needed {
        let message = format!(
            "a graph with {count} vertices has {needed} characters after the number of vertices, \
             not {}",
            bits.len()
        );
        return Err(RulesetError::new(message, at..text_end));
    }
    let has = |bit: usize| bits[bit / 6] >> (5 - bit % 6) & 1 == 1;
    let pairs = (0..count).flat_map(|w| (0..w).map(move |v| (v, w)));
    Ok(Graph::new(
        count,
        pairs.filter(|&(v, w)| has(w * (w - 1) / 2 + v)),
    ))
}

/// Returns a graph in graph6.
fn to_graph6(graph: &Graph) -> String {
    let count = graph.rows.len();
    let mut sixes = match count {
        0..63 => vec![count],
        _ => vec![63, count >> 12, count >> 6 & 63, count & 63],
    };
    let start = sixes.len();
    sixes.resize(start + (count * count.saturating_sub(1) / 2).div_ceil(6), 0);
    for (v, w) in graph.edges() {
        let bit = w * (w - 1) / 2 + v;
        sixes[start + bit / 6] |= 32 >> (bit % 6);
    }
    let characters = sixes
        .into_iter()
        .map(|six| u8::try_from(six + 63).unwrap_or(b'?'));
    characters.map(char::from).collect()
}

/// Writes a graph such that it is read back up to the names of its vertices: families of graphs by
/// their name, others in graph6. With `rooted`, vertex 0 stays vertex 0.
pub(super) fn write(graph: &Graph, rooted: bool) -> String {
    let count = graph.rows.len();
    let degrees = |degree: u32| {
        graph
            .rows
            .iter()
            .filter(|r| r.count_ones() == degree)
            .count()
    };
    let is_connected = graph.components(graph.vertices()).count() == 1;
    let edge_count = graph.edges().count();
    if is_connected {
        let ends_at_root = count == 1 || graph.rows[0].is_power_of_two();
        if edge_count + 1 == count && degrees(0) + degrees(1) + degrees(2) == count {
            if !rooted || ends_at_root {
                return format!("path:{count}");
            }
        } else if degrees(2) == count {
            return format!("cycle:{count}");
        } else if count > 3 && edge_count == count * (count - 1) / 2 {
            return format!("complete:{count}");
        } else if edge_count + 1 == count && degrees(1) + 1 == count {
            let rooted_at_centre = graph.rows[0].count_ones() > 1;
            if !rooted || rooted_at_centre {
                return format!("star:{}", count - 1);
            }
        }
    }
    format!("g6:{}", to_graph6(graph))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Budget;

    #[test]
    fn families_have_their_vertices_and_edges() {
        for (text, vertices, edges) in [
            ("path:7", 7, 6),
            ("path:0", 0, 0),
            ("path:1", 1, 0),
            ("cycle:8", 8, 8),
            ("grid:3x4", 12, 17),
            ("grid:0x4", 0, 0),
            ("grid:1x5", 5, 4),
            ("complete:5", 5, 10),
            ("bipartite:3,4", 7, 12),
            ("star:6", 7, 6),
            ("hypercube:4", 16, 32),
            ("petersen", 10, 15),
            ("0-1,1-2,2-0", 3, 3),
            ("5-9,9-12,7", 4, 2),
            // The examples of the description of the format.
            ("g6:DQc", 5, 4),
            ("g6:?", 0, 0),
            ("g6:@", 1, 0),
            ("path:128", 128, 127),
        ] {
            let graph = read(text).unwrap();
            assert_eq!(graph.rows.len(), vertices, "{text}");
            assert_eq!(graph.edges().count(), edges, "{text}");
        }
        // formats.txt of nauty: 0-2, 0-4, 1-3, 3-4 on five vertices.
        assert_eq!(read("g6:DQc"), read("0-2,0-4,1-3,3-4"));
    }

    #[test]
    fn graphs_are_read_back() {
        let budget = Budget::default();
        for text in [
            "path:1",
            "path:2",
            "path:9",
            "cycle:3",
            "cycle:9",
            "complete:4",
            "star:4",
            "petersen",
            "grid:3x4",
            "bipartite:2,3",
            "0-1,2-3",
            "5",
            "path:128",
            "hypercube:6",
            "g6:~?@?",
        ] {
            let Ok(graph) = read(text) else {
                assert_eq!(text, "g6:~?@?");
                continue;
            };
            let graph = graph.canonical(None, &budget).unwrap();
            let written = write(&graph, false);
            let again = read(&written).unwrap().canonical(None, &budget).unwrap();
            assert_eq!(again, graph, "{written}");
            assert_eq!(
                read(&format!("g6:{}", to_graph6(&graph))),
                Ok(graph.clone())
            );
            let rooted = graph.canonical(Some(0), &budget).unwrap();
            let again = read(&write(&rooted, true)).unwrap();
            assert_eq!(again.canonical(Some(0), &budget).unwrap(), rooted, "{text}");
        }
    }

    #[test]
    fn what_is_no_graph_is_refused_at_its_place() {
        for (text, part, span) in [
            ("path:129", "at most 128 vertices", 0..8),
            (
                "path:99999999999999999999999",
                "at most 128 vertices",
                0..28,
            ),
            (
                "grid:99999999999x99999999999",
                "at most 128 vertices",
                0..28,
            ),
            ("hypercube:64", "at most 128 vertices", 0..12),
            ("star:128", "at most 128 vertices", 0..8),
            ("path:x", "expected a number, found `x`", 5..6),
            ("path:", "expected a number, found ``", 5..5),
            ("grid:3", "expected two numbers, as in 3x4", 5..6),
            ("cycle:2", "a cycle has at least 3 vertices", 6..7),
            ("paths:3", "no family of graphs `paths`", 0..5),
            ("0-1,2", "", 0..0),
            ("0-1,2-", "expected an edge such as 0-1, found `2-`", 4..6),
            ("0-0", "is a loop", 0..3),
            ("", "expected an edge", 0..0),
            ("g6:", "expected a graph in graph6", 3..3),
            ("g6:DQ", "has 2 characters", 3..5),
            ("g6:D c", "does not occur in graph6", 4..5),
            ("g6:Dư", "does not occur in graph6", 4..6),
            ("g6:~~?????", "at most 128 vertices", 3..10),
            ("g6:~??", "at most 128 vertices", 3..6),
        ] {
            match read(text) {
                Ok(_) => assert_eq!(part, "", "{text}"),
                Err(error) => {
                    assert!(error.message.contains(part), "{text}: {}", error.message);
                    assert_eq!(error.span, span, "{text}");
                }
            }
        }
    }
}
