//! Misère quotients.

use serde::{Serialize, Serializer};

use super::infinite::value_in_words;
use super::{Letters, QuotientValue};
use crate::game::Outcome;
use crate::heaps::{Heaps, Ruleset};
use crate::limits::{Budget, Reason};
use crate::play::InQuotient;
use crate::quotient::{self, Element, QuotientError};

/// The misère quotient of a ruleset. Elements are written as monomials in the generators.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Quotient {
    /// The ruleset.
    pub ruleset: String,
    /// The smallest heap.
    pub first: u64,
    /// The last heap that the proof used; null if there was none.
    pub max_heap: Option<u64>,
    /// The number of elements.
    pub order: usize,
    /// The number of values of P-positions.
    pub p_order: usize,
    /// Whether the quotient is tame.
    pub tame: bool,
    /// The generators.
    pub generators: Vec<Generator>,
    /// Both sides of each relation between generators.
    pub relations: Vec<[String; 2]>,
    /// The values of the heaps from the smallest on.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub pretending: HeapValues,
    /// The values of P-positions.
    pub p_values: Vec<String>,
    /// Whether the quotient is verified for all sums.
    pub verified: bool,
    /// The period of the values of heaps, if it is proved: then this is the quotient of all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The number of heaps before the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// All elements, in the order of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<String>>,
    /// The multiplication table: the numbers of the products.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<Vec<u32>>>,
    /// Idempotents, components, kernel and groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
    /// A sum of heaps and its winning moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<HeapSum>,
    /// Elements that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<QuotientValue>,
    /// The names of the heaps, where they are positions of a closure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
    /// The limit that ended the search for a larger quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// The values of consecutive heaps in a quotient. The name of each element is stored once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapValues {
    names: Vec<String>,
    values: Vec<Element>,
}

impl HeapValues {
    fn new(quotient: &quotient::Quotient) -> Self {
        let names = Letters::of(quotient);
        let elements = quotient.monoid().elements();
        Self {
            names: elements.map(|x| names.element(x)).collect(),
            values: quotient.pretending().to_vec(),
        }
    }

    /// Returns the number of heaps.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no heaps.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the value of a heap, counted from the smallest heap.
    pub fn get(&self, heap: usize) -> Option<&str> {
        self.values
            .get(heap)
            .map(|&x| self.names[x as usize].as_str())
    }

    /// Iterates over the values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.values.iter().map(|&x| self.names[x as usize].as_str())
    }
}

impl Serialize for HeapValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A generator of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "generator"))]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// A heap with this value.
    pub heap: u64,
}

/// What an answer about a quotient has beside the quotient.
#[derive(Default)]
pub struct QuotientParts {
    /// Whether it has the multiplication table.
    pub table: bool,
    /// The structure.
    pub structure: Option<Structure>,
    /// A sum of heaps.
    pub sum: Option<HeapSum>,
    /// Elements that were asked for.
    pub values: Vec<QuotientValue>,
    /// The names of the heaps, where they are positions of a closure.
    pub positions: Option<Vec<String>>,
    /// The limit that ended the search for a larger quotient.
    pub stopped: Option<String>,
}

impl Quotient {
    /// Writes a quotient.
    pub fn new(quotient: &quotient::Quotient, parts: QuotientParts) -> Self {
        let names = Letters::of(quotient);
        let monoid = quotient.monoid();
        let QuotientParts {
            table,
            structure,
            sum,
            values,
            positions,
            stopped,
        } = parts;
        let generators = quotient.generators().iter().enumerate();
        Self {
            ruleset: quotient.ruleset().into(),
            first: quotient.smallest(),
            max_heap: quotient.max_heap(),
            order: quotient.order(),
            p_order: quotient.p_order(),
            tame: monoid.is_tame(),
            generators: generators
                .map(|(g, &heap)| Generator {
                    name: names.generator(g),
                    heap,
                })
                .collect(),
            relations: names.relations(),
            pretending: HeapValues::new(quotient),
            p_values: names.p_values(),
            verified: true,
            period: quotient.period().map(|p| p.period),
            preperiod: quotient.period().map(|p| p.first - quotient.smallest()),
            elements: table.then(|| monoid.elements().map(|x| names.element(x)).collect()),
            table: table.then(|| monoid.elements().map(|x| monoid.row(x)).collect()),
            structure,
            sum,
            values,
            positions,
            stopped,
        }
    }

    /// Returns the heaps that the quotient is about, in words.
    pub fn extent(&self) -> String {
        if let Some(positions) = &self.positions {
            return format!("{} positions", positions.len());
        }
        heaps_in_words(self.period.is_some(), self.max_heap)
    }
}

/// Returns the heaps that a quotient is about, in words.
pub fn extent(quotient: &quotient::Quotient) -> String {
    heaps_in_words(quotient.period().is_some(), quotient.max_heap())
}

pub(super) fn heaps_in_words(all: bool, max_heap: Option<u64>) -> String {
    match (all, max_heap) {
        (true, _) => "all heaps".into(),
        (false, Some(heap)) => format!("heaps up to {heap}"),
        (false, None) => "no heaps".into(),
    }
}

/// The structure of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "structure"))]
pub struct Structure {
    /// The elements that have inverses.
    pub units: Vec<String>,
    /// The archimedean components.
    pub components: Vec<Component>,
    /// The identity of the kernel.
    pub kernel_identity: String,
    /// The number of elements of the kernel.
    pub kernel_order: usize,
    /// The number of nim values of sums of these heaps.
    pub nim_group_order: u64,
    /// Whether the kernel is the group of nim values.
    pub kernel_is_nim_group: bool,
    /// Whether P-positions in the kernel are those of normal play.
    pub plays_as_normal: bool,
}

/// An archimedean component of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "component"))]
pub struct Component {
    /// Its idempotent.
    pub idempotent: String,
    /// The number of its elements.
    pub order: usize,
    /// The order of its largest group.
    pub group_order: usize,
}

impl Structure {
    /// Computes the structure of the quotient of a ruleset.
    pub fn new(
        quotient: &quotient::Quotient,
        game: &dyn Ruleset,
        budget: &Budget,
    ) -> Result<Self, QuotientError> {
        let names = Letters::of(quotient);
        let structure = quotient::Structure::of(quotient.monoid());
        let nim = quotient.kernel_and_nim(game, budget)?;
        let component = |c: &quotient::Component| Component {
            idempotent: names.element(c.idempotent),
            order: c.elements.len(),
            group_order: c.group.len(),
        };
        let units = structure.units().iter();
        Ok(Self {
            units: units.map(|&x| names.element(x)).collect(),
            components: structure.components.iter().map(component).collect(),
            kernel_identity: names.element(structure.kernel_identity),
            kernel_order: structure.kernel.len(),
            nim_group_order: nim.nim_group_order,
            kernel_is_nim_group: nim.is_nim_group,
            plays_as_normal: nim.plays_as_normal,
        })
    }
}

/// A sum of heaps and its winning moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "heap_sum"))]
pub struct HeapSum {
    /// The sum.
    pub heaps: String,
    /// Its value in the quotient.
    pub value: String,
    /// Who wins in misère play.
    pub outcome: Outcome,
    /// The heap that is moved in, and what is left of it.
    pub winning_moves: Vec<[String; 2]>,
    /// Whether there may be more winning moves than are listed.
    pub more_moves: bool,
    /// The limit that ended the search for moves.
    #[serde(skip)]
    pub interrupted: Option<Reason>,
}

impl HeapSum {
    /// The largest number of moves that are listed.
    pub const MOST_MOVES: usize = 1000;

    /// Finds the outcome of a sum and its winning moves; none if a heap is too large for the
    /// quotient. If a limit is reached, the moves found so far are listed.
    pub fn new(
        quotient: &quotient::Quotient,
        game: &dyn Ruleset,
        sizes: &[u64],
        budget: &Budget,
    ) -> Option<Self> {
        let heaps = Heaps::of_sizes(sizes.iter().copied());
        let value = quotient.value(&heaps)?;
        let outcome = quotient.outcome(&heaps)?;
        let moves = quotient.winning_moves(game, &heaps, budget)?;
        let value = Letters::of(quotient).element(value);
        Some(Self::with_moves(&heaps, value, outcome, moves))
    }

    /// Lists the winning moves of a sum.
    pub(super) fn with_moves(
        heaps: &Heaps,
        value: String,
        outcome: Outcome,
        moves: impl Iterator<Item = Result<quotient::WinningMove, Reason>>,
    ) -> Self {
        let mut winning_moves = Vec::new();
        let (mut more_moves, mut interrupted) = (false, None);
        for m in moves {
            more_moves = m.is_err() || winning_moves.len() == Self::MOST_MOVES;
            match m {
                Ok(m) if !more_moves => winning_moves.push([m.from.to_string(), m.to.to_string()]),
                other => {
                    interrupted = other.err();
                    break;
                }
            }
        }
        Self {
            heaps: heaps.to_string(),
            value,
            outcome,
            winning_moves,
            more_moves,
            interrupted,
        }
    }
}

/// Whether two quotients are isomorphic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Isomorphism {
    /// The generators of the first quotient and their images; null if there is no isomorphism.
    pub images: Option<Vec<[String; 2]>>,
    /// Whether the monoids are isomorphic by a map that preserves the values of P-positions.
    pub isomorphic: bool,
    /// The order of the first quotient.
    pub order: usize,
    /// The second ruleset.
    pub other: String,
    /// The order of its quotient.
    pub other_order: usize,
    /// The first ruleset.
    pub ruleset: String,
}

impl Isomorphism {
    /// Looks for an isomorphism between two quotients.
    pub fn new(
        left: &quotient::Quotient,
        right: &quotient::Quotient,
        budget: &Budget,
    ) -> Result<Self, QuotientError> {
        let (ours, theirs) = (left.monoid(), right.monoid());
        let map = ours.isomorphism(theirs, budget)?;
        let (from, to) = (Letters::of(left), Letters::of(right));
        let images: Option<Vec<[String; 2]>> = map.map(|map| {
            let image = |g| to.element(map[ours.times_generator(0, g) as usize]);
            let generators = 0..ours.generator_count();
            generators.map(|g| [from.generator(g), image(g)]).collect()
        });
        Ok(Self {
            isomorphic: images.is_some(),
            images,
            order: left.order(),
            other: right.ruleset().into(),
            other_order: right.order(),
            ruleset: left.ruleset().into(),
        })
    }
}

/// The place of a sum of heaps in the misère quotient of their ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "place"))]
pub struct Place {
    /// The ruleset.
    pub ruleset: String,
    /// The number of elements of the quotient; null if it is infinite.
    pub order: Option<usize>,
    /// The last heap that the proof used, as in the answer about the quotient.
    pub max_heap: Option<u64>,
    /// The period of the values of heaps, if this is the quotient of all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The number of heaps before the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The value of the sum.
    pub value: String,
}

impl From<&InQuotient> for Place {
    fn from(place: &InQuotient) -> Self {
        match place {
            InQuotient::Finite { quotient, value } => Self {
                ruleset: quotient.ruleset().into(),
                order: Some(quotient.order()),
                max_heap: quotient.max_heap(),
                period: quotient.period().map(|p| p.period),
                preperiod: quotient.period().map(|p| p.first - quotient.smallest()),
                value: Letters::of(quotient).element(*value),
            },
            InQuotient::Infinite {
                quotient,
                element,
                numbers,
                ..
            } => Self {
                ruleset: quotient.ruleset().into(),
                order: None,
                max_heap: Some(quotient.max_heap()),
                period: quotient.period().map(|p| p.period),
                preperiod: quotient.period().map(|p| p.first - quotient.smallest()),
                value: value_in_words(quotient, *element, numbers),
            },
        }
    }
}

impl Place {
    /// Returns the heaps that the quotient is about, in words.
    pub fn extent(&self) -> String {
        heaps_in_words(self.period.is_some(), self.max_heap)
    }
}
