//! Infinite misère quotients.

use serde::Serialize;

use super::Letters;
use super::quotient::{Generator, HeapSum, heaps_in_words};
use crate::game::Outcome;
use crate::heaps::{Heaps, Ruleset};
use crate::limits::Budget;
use crate::quotient::{self, Element};

/// An infinite misère quotient. A value is an element of a finite monoid, written as a monomial in the
/// generators, and the numbers of the wild heaps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "infinite_quotient"))]
pub struct InfiniteQuotient {
    /// The ruleset.
    pub ruleset: String,
    /// The smallest heap.
    pub first: u64,
    /// The last heap that the proof used.
    pub max_heap: u64,
    /// Always true.
    pub infinite: bool,
    /// Null: the quotient has infinitely many elements.
    pub order: Option<usize>,
    /// The number of further elements for each further copy of the wild heaps, counted for small
    /// numbers; null if it was not counted.
    pub growth: Option<usize>,
    /// The wild heaps; P depends on how many of them there are, without bound.
    pub wild: Vec<u64>,
    /// The number of elements of the finite monoid.
    pub tame_order: usize,
    /// The generators of the finite monoid.
    pub generators: Vec<Generator>,
    /// Both sides of each relation between generators.
    pub relations: Vec<[String; 2]>,
    /// The values of the heaps from the smallest on, in the finite monoid; null for wild heaps. The
    /// value of a mixed heap has wild heaps as well.
    pub pretending: Vec<Option<String>>,
    /// The mixed heaps: those that are not wild and count as a few wild ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mixed: Vec<MixedHeap>,
    /// What P depends on beside the element of the finite monoid.
    pub wall: Wall,
    /// The values of P-positions.
    pub pieces: Vec<PiecesOfP>,
    /// Whether the quotient is verified for all sums.
    pub verified: bool,
    /// The period of the values of heaps, if it is proved: then this is the quotient of all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The number of heaps before the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// A sum of heaps and its winning moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<HeapSum>,
    /// The limit that ended the search for a larger quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A heap that counts as a few wild ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "mixed_heap"))]
pub struct MixedHeap {
    /// The heap.
    pub heap: u64,
    /// The part of its value in the finite monoid.
    pub element: String,
    /// As how many of each wild heap it counts.
    pub numbers: Vec<u32>,
}

/// A linear form in the numbers of wild heaps, with thresholds and moduli for the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "wall"))]
pub struct Wall {
    /// The coefficients, in the order of the wild heaps.
    pub coefficients: Vec<i64>,
    /// The form matters from −h to h only.
    pub half_width: i64,
    /// From its threshold on only the residue of a number matters.
    pub thresholds: Vec<u32>,
    /// The moduli of these residues.
    pub moduli: Vec<u32>,
}

/// A part of P: one element of the finite monoid with sets of numbers of wild heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "piece_of_p"))]
pub struct PiecesOfP {
    /// The element.
    pub element: String,
    /// The least sum of heaps without wild ones that has this value.
    pub heaps: String,
    /// For each wild heap the numbers of it.
    pub numbers: Vec<ExponentSet>,
    /// The least value of the linear form; null if there is no lower bound.
    pub least: Option<i64>,
    /// Its largest value; null if there is no upper bound.
    pub most: Option<i64>,
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "exponent_set"))]
pub struct ExponentSet {
    /// These numbers,
    pub numbers: Vec<u32>,
    /// and all numbers from the threshold on with one of these residues.
    pub residues: Vec<u32>,
}

/// A piece while pieces are joined: classes of each coordinate and bounds of the form.
type Joined = (Vec<Vec<u32>>, (Option<i64>, Option<i64>));

impl InfiniteQuotient {
    /// Writes an infinite quotient.
    pub fn new(
        quotient: &quotient::InfiniteQuotient,
        growth: Option<usize>,
        sum: Option<HeapSum>,
        stopped: Option<String>,
    ) -> Self {
        let monoid = quotient.tame_part();
        let names = Letters::of_monoid(monoid);
        let shape = quotient.shape();
        let generators = quotient.generators().iter().enumerate();
        let heaps = (quotient.smallest()..).zip(quotient.pretending());
        Self {
            ruleset: quotient.ruleset().into(),
            first: quotient.smallest(),
            max_heap: quotient.max_heap(),
            infinite: true,
            order: None,
            growth,
            wild: quotient.wild().to_vec(),
            tame_order: monoid.order(),
            generators: generators
                .map(|(g, &heap)| Generator {
                    name: names.generator(g),
                    heap,
                })
                .collect(),
            relations: names.relations(),
            pretending: heaps
                .map(|(heap, &x)| {
                    let is_wild = quotient.wild().contains(&heap);
                    let part = quotient.mixed().iter().find(|(mixed, _)| *mixed == heap);
                    let part = part.iter().flat_map(|(_, d)| d);
                    let part: Vec<u64> = part.map(|&d| u64::from(d)).collect();
                    (!is_wild).then(|| value_in_words(quotient, x, &part))
                })
                .collect(),
            mixed: (quotient.mixed().iter())
                .filter_map(|(heap, d)| {
                    let at = usize::try_from(heap.checked_sub(quotient.smallest())?).ok()?;
                    Some(MixedHeap {
                        heap: *heap,
                        element: names.element(*quotient.pretending().get(at)?),
                        numbers: d.clone(),
                    })
                })
                .collect(),
            pieces: pieces(quotient, &names),
            wall: Wall {
                coefficients: shape.wall,
                half_width: shape.half_width,
                thresholds: shape.thresholds,
                moduli: shape.moduli,
            },
            verified: true,
            period: quotient.period().map(|p| p.period),
            preperiod: quotient.period().map(|p| p.first - quotient.smallest()),
            sum,
            stopped,
        }
    }

    /// Returns the heaps that the quotient is about, in words.
    pub fn extent(&self) -> String {
        heaps_in_words(self.period.is_some(), Some(self.max_heap))
    }

    /// Writes the linear form: `i − 2j`.
    pub fn form(&self) -> String {
        self.form_in(|_| true)
    }

    /// Writes the terms of the linear form for some of the wild heaps.
    fn form_in(&self, has: impl Fn(usize) -> bool) -> String {
        let mut text = String::new();
        let terms = self.wall.coefficients.iter().enumerate();
        for (i, &c) in terms.filter(|&(i, c)| *c != 0 && has(i)) {
            let sign = match (c < 0, text.is_empty()) {
                (true, true) => "−",
                (true, false) => " − ",
                (false, true) => "",
                (false, false) => " + ",
            };
            text.push_str(sign);
            if c.abs() != 1 {
                text.push_str(&c.abs().to_string());
            }
            text.push_str(Self::number_name(i));
        }
        text
    }

    /// Returns the letter for the number of a wild heap.
    pub fn number_name(i: usize) -> &'static str {
        ["i", "j", "k", "l", "m", "n"].get(i).unwrap_or(&"x")
    }

    /// Writes a piece of P: `25 + i×30 + j×34 with j ≥ 2, i − j ≥ 0`.
    pub fn piece(&self, piece: &PiecesOfP) -> String {
        let mut sum = Vec::new();
        if piece.element != "1" {
            sum.push(piece.heaps.clone());
        }
        let mut conditions = Vec::new();
        // The value of the form at the numbers that are given.
        let mut given = 0;
        let mut is_given = vec![false; piece.numbers.len()];
        for (i, set) in piece.numbers.iter().enumerate() {
            let name = Self::number_name(i);
            if let (true, &[n]) = (set.residues.is_empty(), &set.numbers[..]) {
                is_given[i] = true;
                given += self.wall.coefficients[i] * i64::from(n);
                if n > 0 {
                    sum.push(format!("{n}×{}", self.wild[i]));
                }
                continue;
            }
            sum.push(format!("{name}×{}", self.wild[i]));
            let text = self.numbers(i, set);
            if !text.is_empty() {
                conditions.push(format!("{name} {text}"));
            }
        }
        let form = self.form_in(|i| !is_given[i]);
        let bound = |level: Option<i64>| level.map(|level| level - given);
        match (bound(piece.least), bound(piece.most)) {
            (None, None) => {}
            (Some(a), Some(b)) if a == b => conditions.push(format!("{form} = {a}")),
            (Some(a), Some(b)) => conditions.push(format!("{a} ≤ {form} ≤ {b}")),
            (Some(a), None) => conditions.push(format!("{form} ≥ {a}")),
            (None, Some(b)) => conditions.push(format!("{form} ≤ {b}")),
        }
        let sum = if sum.is_empty() {
            "0".into()
        } else {
            sum.join(" + ")
        };
        if conditions.is_empty() {
            return sum;
        }
        format!("{sum} with {}", conditions.join(", "))
    }

    /// Writes a set of numbers of a wild heap.
    fn numbers(&self, i: usize, set: &ExponentSet) -> String {
        let (t, p) = (self.wall.thresholds[i], self.wall.moduli[i]);
        let below: Vec<String> = set.numbers.iter().map(ToString::to_string).collect();
        if set.residues.is_empty() {
            return format!("∈ {{{}}}", below.join(", "));
        }
        let residues: Vec<String> = set.residues.iter().map(ToString::to_string).collect();
        let all = set.residues.len() == p as usize;
        // Numbers just below the threshold that go on what is above it.
        let joins = |n: u32| all || set.residues.contains(&(n % p));
        let mut from = t;
        while from > 0 && set.numbers.contains(&(from - 1)) == joins(from - 1) {
            from -= 1;
        }
        let others: Vec<String> = (set.numbers.iter().filter(|&&n| n < from))
            .map(ToString::to_string)
            .collect();
        let above = match (all, from) {
            (true, 0) => String::new(),
            (true, from) => format!("≥ {from}"),
            (false, 0) => format!("≡ {} (mod {p})", residues.join(", ")),
            (false, from) => format!("≥ {from}, ≡ {} (mod {p})", residues.join(", ")),
        };
        if others.is_empty() {
            return above;
        }
        format!("∈ {{{}}} or {above}", others.join(", "))
    }
}

/// Returns P as few pieces.
fn pieces(quotient: &quotient::InfiniteQuotient, names: &Letters<'_>) -> Vec<PiecesOfP> {
    let shape = quotient.shape();
    let mut found = Vec::new();
    // Cells with the same classes stand together, by ascending levels.
    let cells: Vec<quotient::Cell> = (0..quotient.cell_count())
        .map(|c| quotient.cell(c))
        .collect();
    for m in quotient.tame_part().elements() {
        let mut parts: Vec<Joined> = Vec::new();
        let mut start = 0;
        for group in cells.chunk_by(|a, b| a.classes == b.classes) {
            let is_p = |at: usize| quotient.is_p(m, start + at);
            let mut at = 0;
            while at < group.len() {
                if !is_p(at) {
                    at += 1;
                    continue;
                }
                let from = at;
                while at < group.len() && is_p(at) {
                    at += 1;
                }
                let least = (from > 0).then(|| group[from].level);
                let most = (at < group.len()).then(|| group[at - 1].level);
                let classes = group[0].classes.iter().map(|&c| vec![c]).collect();
                parts.push((classes, (least, most)));
            }
            start += group.len();
        }
        for i in 0..quotient.wild().len() {
            parts = join(parts, i);
        }
        for (classes, (least, most)) in parts {
            let numbers = classes.into_iter().enumerate().map(|(i, classes)| {
                let (t, p) = (shape.thresholds[i], shape.moduli[i]);
                let (numbers, above): (Vec<u32>, Vec<u32>) =
                    classes.into_iter().partition(|&c| c < t);
                let mut residues: Vec<u32> = above.into_iter().map(|c| c % p).collect();
                residues.sort_unstable();
                ExponentSet { numbers, residues }
            });
            found.push(PiecesOfP {
                element: names.element(m),
                heaps: quotient.least_sum(m).to_string(),
                numbers: numbers.collect(),
                least,
                most,
            });
        }
    }
    found
}

/// Joins pieces that differ in one coordinate only.
fn join(parts: Vec<Joined>, i: usize) -> Vec<Joined> {
    let mut by_rest: std::collections::BTreeMap<Joined, Vec<u32>> =
        std::collections::BTreeMap::new();
    for (mut classes, bounds) in parts {
        let own = std::mem::take(&mut classes[i]);
        by_rest.entry((classes, bounds)).or_default().extend(own);
    }
    let joined = by_rest.into_iter().map(|((mut classes, bounds), mut own)| {
        own.sort_unstable();
        classes[i] = own;
        (classes, bounds)
    });
    joined.collect()
}

impl HeapSum {
    /// Finds the outcome of a sum and its winning moves by an infinite quotient; none if a heap is too
    /// large for it.
    pub fn in_infinite(
        quotient: &quotient::InfiniteQuotient,
        game: &dyn Ruleset,
        sizes: &[u64],
        budget: &Budget,
    ) -> Option<Self> {
        let heaps = Heaps::of_sizes(sizes.iter().copied());
        let (m, x) = quotient.value(&heaps)?;
        let outcome: Outcome = quotient.outcome(&heaps)?;
        let moves = quotient.winning_moves(game, &heaps, budget)?;
        let value = value_in_words(quotient, m, &x);
        Some(Self::with_moves(&heaps, value, outcome, moves))
    }
}

/// Writes a value: `a b with 5×30 + 2×34`.
pub(super) fn value_in_words(
    quotient: &quotient::InfiniteQuotient,
    m: Element,
    x: &[u64],
) -> String {
    let names = Letters::of_monoid(quotient.tame_part());
    let wild = quotient.wild().iter().zip(x).filter(|&(_, &n)| n > 0);
    let wild: Vec<String> = wild.map(|(heap, n)| format!("{n}×{heap}")).collect();
    if wild.is_empty() {
        return names.element(m);
    }
    format!("{} with {}", names.element(m), wild.join(" + "))
}
