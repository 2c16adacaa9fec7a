//! What the methods of claims rest on: other claims, and pieces of the library.

use super::claim::claims;

/// A piece of the library, and the claims and other pieces that it takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Machinery {
    /// Its name in the needs of a claim.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
    /// Claims and machinery that it rests on.
    pub rests_on: &'static [&'static str],
}

const fn piece(
    name: &'static str,
    what: &'static str,
    rests_on: &'static [&'static str],
) -> Machinery {
    Machinery {
        name,
        what,
        rests_on,
    }
}

/// All pieces of machinery that claims may name.
///
/// A fast method for one ruleset has no entry: the claim names the theorem that it applies
/// (`arithmetic.thm1` for the values of maliquot).
pub const MACHINERY: &[Machinery] = &[
    // What is taken from definitions alone.
    piece("rules", "the options of a position by the rule", &[]),
    piece("nim-definition", "nim values as mex of options", &["rules"]),
    piece("look-ahead", "who wins, by trying all moves", &["rules"]),
    piece(
        "loopy-values",
        "values of games with cycles, by labels and counters",
        &["rules"],
    ),
    piece("forms", "games as plain sets, nothing simplified", &[]),
    piece(
        "elimination",
        "the Josephus circle, with a queue",
        &["josephus.def4.1"],
    ),
    piece("printed", "what the paper prints", &[]),
    // Nim values.
    piece(
        "nim-sets",
        "values of cut games level by level; shifts as derived in docs/mathematics.md",
        &[],
    ),
    piece(
        "codes",
        "values of codes by pairs, triples and sparse spaces of values",
        &[],
    ),
    piece("cut-one-two", "values of {1,2}", &["breaking.lem3"]),
    piece("powerset", "values of powerset games", &["own.powerset"]),
    piece(
        "josephus-values",
        "nim values of Josephus Nim",
        &["josephus.thm2.2", "josephus.thm3.1"],
    ),
    piece(
        "josephus-survivor",
        "F_s(v) by formula",
        &["josephus.lem4.1", "josephus.thm4.1"],
    ),
    // Periods: each theorem by itself, and the search that uses all of them.
    piece(
        "repetition",
        "periods of subtraction and octal games",
        &["breaking.thm1", "breaking.sec1.subtraction"],
    ),
    piece(
        "ap-test",
        "the AP-test, with what lets AP3 follow",
        &[
            "breaking.thm9",
            "breaking.prop13",
            "breaking.prop14",
            "breaking.cor15",
        ],
    ),
    piece(
        "cut-patterns",
        "sequences of cut games that theorems give",
        &[
            "breaking.prop4",
            "breaking.prop5",
            "breaking.prop6",
            "breaking.prop7",
            "cut.thm3",
            "cut.thm13",
            "cut.cor11",
            "cut.thm19",
        ],
    ),
    piece(
        "power-of-two",
        "periods with a saltus 2^t, derived in docs/mathematics.md",
        &[],
    ),
    piece(
        "periods",
        "the search for a period, by all these theorems",
        &["repetition", "ap-test", "cut-patterns", "power-of-two"],
    ),
    // Misère games.
    piece(
        "simplification",
        "canonical forms of sets of canonical forms",
        &["structure.thm2.8", "structure.thm2.9"],
    ),
    piece(
        "parity",
        "even and odd games: the last bit of a handle, G + 1 in one step",
        &["simplification", "structure.prop6.6", "structure.prop6.7"],
    ),
    piece(
        "sums",
        "sums of canonical forms",
        &["simplification", "parity"],
    ),
    piece(
        "outcomes",
        "outcomes of canonical forms and of their sums",
        &["simplification", "parity", "structure.thm2.3"],
    ),
    piece(
        "links",
        "links and distinguishing games, played out before they are returned",
        &["sums", "outcomes", "structure.lem2.11", "structure.thm2.12"],
    ),
    piece(
        "differences",
        "G − H, with the short way out for a game with a unit option",
        &[
            "sums",
            "structure.lem5.3",
            "structure.lem5.6.a",
            "structure.cor5.7",
            "structure.lem6.1",
            "structure.prop7.4",
        ],
    ),
    piece(
        "parts",
        "all parts of a game, with the short ways out for primes",
        &[
            "differences",
            "structure.cor5.7",
            "structure.thm2.12",
            "structure.prop7.4",
            "structure.cor7.6",
            "structure.prop7.7",
            "structure.thmB.1",
        ],
    ),
    piece(
        "composites",
        "the composite games born by day 5",
        &["parts", "structure.prop7.4", "structure.cor7.6"],
    ),
    // Counting.
    piece(
        "listing",
        "the games born by day 5, set by set",
        &["simplification"],
    ),
    piece(
        "recurrences",
        "counts and residues of |M_n|, by Theorem A.1",
        &["listing", "structure.thmA.1"],
    ),
];

/// Returns what a claim or a piece of machinery rests on directly; none if there is no such name.
fn needs_of(name: &str) -> Option<&'static [&'static str]> {
    let piece = MACHINERY.iter().find(|piece| piece.name == name);
    let claim = || claims().find(|claim| claim.id == name);
    piece
        .map(|piece| piece.rests_on)
        .or_else(|| Some(claim()?.needs))
}

/// Returns a way from a claim or a piece of machinery back to itself, or to a name that is unknown:
/// what it rests on, what that rests on, and so on.
///
/// ```
/// use misere_claims::ring;
///
/// assert_eq!(ring("josephus.thm2.2"), None);
/// assert_eq!(ring("josephus.thm2.3"), Some(vec!["josephus.thm2.3"])); // there is none
/// ```
pub fn ring(name: &'static str) -> Option<Vec<&'static str>> {
    let Some(needs) = needs_of(name) else {
        return Some(vec![name]);
    };
    let (mut seen, mut path) = (Vec::new(), vec![name]);
    needs
        .iter()
        .any(|need| leads_to(need, name, &mut seen, &mut path))
        .then_some(path)
}

/// Walks on from a name that is not yet on the path.
fn leads_to(
    from: &'static str,
    to: &str,
    seen: &mut Vec<&'static str>,
    path: &mut Vec<&'static str>,
) -> bool {
    if seen.contains(&from) {
        return false;
    }
    seen.push(from);
    path.push(from);
    let found = from == to
        || needs_of(from).is_none_or(|needs| {
            let mut needs = needs.iter();
            needs.any(|need| leads_to(need, to, seen, path))
        });
    if !found {
        path.pop();
    }
    found
}
