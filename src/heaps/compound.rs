//! Rulesets made of others: the moves of any of them on one heap, a move in each of two, or a pass.

use std::ops::Range;
use std::sync::Arc;

use super::entry::{Entry, Parameters, RulesetError};
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::MoveBounds;
use crate::limits::{Budget, Reason, Ticker};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "join",
        usage: "join(kayles,grundy)",
        aliases: &[],
        make: |parameters| {
            let (rulesets, spans) = parts(parameters, 2)?;
            let arity = rulesets[0].arity();
            if let Some(at) = rulesets.iter().position(|ruleset| ruleset.arity() != arity) {
                let message =
                    "the positions of joined rulesets have the same number of coordinates";
                return Err(RulesetError::new(message, spans[at].clone()));
            }
            Ok(Arc::new(Join { rulesets }))
        },
    },
    Entry {
        name: "product",
        usage: "product(nim,mark)",
        aliases: &[],
        make: |parameters| {
            let (rulesets, spans) = parts(parameters, 2)?;
            let [first, second] = &rulesets[..] else {
                let message = "a product has two factors";
                return Err(RulesetError::new(
                    message,
                    spans[2].start..spans[spans.len() - 1].end,
                ));
            };
            if let Some(at) = rulesets.iter().position(|ruleset| ruleset.arity() != 1) {
                let message = "the factors of a product are played with heaps";
                return Err(RulesetError::new(message, spans[at].clone()));
            }
            let factors = [Arc::clone(first), Arc::clone(second)];
            Ok(Arc::new(Product { factors }))
        },
    },
    Entry {
        name: "pass",
        usage: "pass(0.77)",
        aliases: &[],
        make: |parameters| match &parts(parameters, 1)? {
            (rulesets, _) if rulesets.len() == 1 && rulesets[0].arity() == 1 => {
                Ok(Arc::new(Pass {
                    ruleset: Arc::clone(&rulesets[0]),
                }))
            }
            (_, spans) => {
                let message = "a pass belongs to one ruleset that is played with heaps";
                Err(RulesetError::new(
                    message,
                    spans[0].start..spans[spans.len() - 1].end,
                ))
            }
        },
    },
];

/// How deep compounds can be nested.
const DEEPEST: usize = 8;

type Parts = (Vec<Arc<dyn Ruleset>>, Vec<Range<usize>>);

/// Reads at least this many rulesets in parentheses, and their places.
fn parts(parameters: &Parameters<'_>, least: usize) -> Result<Parts, RulesetError> {
    let text = parameters.argument()?;
    let (mut depth, mut deepest, mut start) = (0_usize, 0, 0);
    let mut spans = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                spans.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    spans.push(start..text.len());
    let error = |message: &str, span| parameters.within_argument(RulesetError::new(message, span));
    if deepest > DEEPEST {
        let message = format!("rulesets are nested at most {DEEPEST} deep");
        return Err(error(&message, 0..text.len()));
    }
    if spans.len() < least {
        let message = "expected two rulesets, separated by a comma";
        return Err(error(message, 0..text.len()).hint(format!("as in {}", parameters.usage)));
    }
    let mut rulesets = Vec::new();
    for span in &spans {
        let found = parameters.book.ruleset(text[span.clone()].trim());
        let ruleset = found.map_err(|error| {
            let moved = error.span.start + span.start..error.span.end + span.start;
            parameters.within_argument(RulesetError {
                span: moved,
                ..error
            })
        })?;
        let is_plain =
            ruleset.read_position("").is_none() && !ruleset.is_loopy() && ruleset.kinds() == 1;
        if !is_plain {
            let message = "the positions of this ruleset are not lists of numbers, or it has loops";
            return Err(error(message, span.clone()));
        }
        rulesets.push(ruleset);
    }
    let offset = text.as_ptr() as usize - parameters.text().as_ptr() as usize;
    let spans = spans
        .into_iter()
        .map(|span| span.start + offset..span.end + offset);
    Ok((rulesets, spans.collect()))
}

fn listed(rulesets: &[Arc<dyn Ruleset>], between: &str) -> String {
    let names: Vec<String> = rulesets.iter().map(|ruleset| ruleset.name()).collect();
    names.join(between)
}

/// The moves of any of several rulesets.
struct Join {
    rulesets: Vec<Arc<dyn Ruleset>>,
}

impl Ruleset for Join {
    fn name(&self) -> String {
        format!("join({})", listed(&self.rulesets, ","))
    }

    fn rule(&self) -> String {
        format!("make a move of {}", listed(&self.rulesets, " or of "))
    }

    fn source(&self) -> &'static str {
        "a union of rulesets: whatever one of them allows"
    }

    fn arity(&self) -> usize {
        self.rulesets[0].arity()
    }

    fn smallest(&self) -> u64 {
        self.rulesets
            .iter()
            .map(|ruleset| ruleset.smallest())
            .min()
            .unwrap_or(0)
    }

    fn is_position(&self, position: Position) -> bool {
        self.rulesets
            .iter()
            .any(|ruleset| ruleset.is_position(position))
    }

    /// Beyond the exceptions of all, a move is allowed if one ruleset allows it, which depends on the
    /// number taken and the number of heaps left.
    fn move_bounds(&self) -> Option<MoveBounds> {
        let mut all = MoveBounds {
            most_taken: 0,
            most_left: 1,
            from: 0,
        };
        for ruleset in &self.rulesets {
            let bounds = MoveBounds::of(&**ruleset)?;
            all.most_taken = all.most_taken.max(bounds.most_taken);
            all.most_left = all.most_left.max(bounds.most_left);
            all.from = all.from.max(bounds.from).max(ruleset.smallest());
        }
        Some(all)
    }

    fn longest_option(&self, position: Position) -> u64 {
        let longest = self
            .rulesets
            .iter()
            .map(|ruleset| ruleset.longest_option(position));
        longest.max().unwrap_or(1)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let playable = self
            .rulesets
            .iter()
            .filter(move |ruleset| ruleset.is_position(position));
        Box::new(playable.flat_map(move |ruleset| ruleset.options(position)))
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        let mut all: HeapOptions<'_> = Box::new(std::iter::empty());
        for ruleset in self
            .rulesets
            .iter()
            .filter(|ruleset| ruleset.is_position(position))
        {
            all = Box::new(all.chain(ruleset.options_within(position, budget)?));
        }
        Ok(all)
    }
}

/// Two heaps of two rulesets: a move is one in both.
struct Product {
    factors: [Arc<dyn Ruleset>; 2],
}

/// What a move in one factor leaves.
#[derive(Clone, Copy)]
enum Left {
    Nothing,
    Heap(u64),
}

/// Returns what a move in one factor leaves. None if that is several heaps.
fn single(option: &Heaps) -> Option<Left> {
    let mut heaps = option.iter();
    match (heaps.next(), heaps.next()) {
        (None, _) => Some(Left::Nothing),
        (Some((heap, 1)), None) => Some(Left::Heap(heap.size())),
        _ => None,
    }
}

/// What both leave. When one is finished there is no move in both.
fn both(first: Left, second: Left) -> Heaps {
    match (first, second) {
        (Left::Heap(x), Left::Heap(y)) => Position::pair(x, y).into(),
        _ => Heaps::none(),
    }
}

impl Ruleset for Product {
    fn name(&self) -> String {
        format!("product({})", listed(&self.factors, ","))
    }

    fn rule(&self) -> String {
        format!(
            "from (a,b), move in a by {} at the same time",
            listed(&self.factors, " and in b by ")
        )
    }

    fn known(&self) -> Vec<String> {
        vec![
            "in normal play the first player wins if and only if the smaller of the two \
              remotenesses is odd (Steinhaus; Smith)"
                .into(),
        ]
    }

    fn source(&self) -> &'static str {
        "C. A. B. Smith, Graphs and composite games (1966); J. H. Conway, On Numbers and Games, \
         Chapter 14, where it is called a join"
    }

    fn arity(&self) -> usize {
        2
    }

    fn smallest(&self) -> u64 {
        self.factors[0].smallest().min(self.factors[1].smallest())
    }

    fn is_position(&self, position: Position) -> bool {
        let coordinates = position.coordinates();
        let mut pairs = coordinates.iter().zip(&self.factors);
        coordinates.len() == 2 && pairs.all(|(&x, factor)| factor.is_position(Position::heap(x)))
    }

    /// Moves that leave several heaps of a factor are left out: `options_within` refuses them.
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let [first, second] = &self.factors;
        let [x, y] = [0, 1].map(|i| position.coordinates().get(i).copied().unwrap_or(0));
        let firsts = first
            .options(Position::heap(x))
            .filter_map(|option| single(&option));
        Box::new(firsts.flat_map(move |left| {
            let seconds = second
                .options(Position::heap(y))
                .filter_map(|option| single(&option));
            seconds.map(move |other| both(left, other))
        }))
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        let mut ticker = Ticker::default();
        for (factor, &heap) in self.factors.iter().zip(&position.coordinates()) {
            for option in factor.options_within(Position::heap(heap), budget)? {
                ticker.tick(budget)?;
                if single(&option).is_none() {
                    let what = "a factor of a product divides a heap into several";
                    return Err(Reason::Undefined { what });
                }
            }
        }
        Ok(self.options(position))
    }
}

/// A heap with a pass, which may be used once while there is something left of the heap. A move that
/// leaves several heaps leaves the pass with one of them, as the player likes.
struct Pass {
    ruleset: Arc<dyn Ruleset>,
}

/// The kind of heaps without the pass.
const PASSED: u16 = 1;

impl Ruleset for Pass {
    fn name(&self) -> String {
        format!("pass({})", self.ruleset.name())
    }

    fn rule(&self) -> String {
        format!(
            "{}; one heap has a pass, which can be used once while the heap is not empty",
            self.ruleset.rule()
        )
    }

    fn source(&self) -> &'static str {
        "after D. G. Horrocks, R. J. Nowakowski, Regularity in the G-sequences of octal games with a \
         pass (2003)"
    }

    fn smallest(&self) -> u64 {
        self.ruleset.smallest()
    }

    fn is_position(&self, position: Position) -> bool {
        position.kind() <= PASSED && self.ruleset.is_position(position.with_kind(0))
    }

    fn heap_name(&self, position: Position) -> String {
        match position.kind() {
            PASSED => self.ruleset.heap_name(position.with_kind(0)),
            _ => format!("{}({})", self.name(), self.write_position(position)),
        }
    }

    fn kinds(&self) -> usize {
        2
    }

    fn longest_option(&self, position: Position) -> u64 {
        self.ruleset.longest_option(position.with_kind(0))
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let options = self.ruleset.options(position.with_kind(0));
        with_pass(position, options)
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        let options = self.ruleset.options_within(position.with_kind(0), budget)?;
        Ok(with_pass(position, options))
    }
}

/// The options of a heap, given those of the heap without the pass.
fn with_pass(position: Position, options: HeapOptions<'_>) -> HeapOptions<'_> {
    if position.kind() == PASSED {
        return Box::new(options.map(|option| passed(&option, None)));
    }
    let pass = (position.size() > 0).then(|| Heaps::from(position.with_kind(PASSED)));
    let moves = options.flat_map(|option| {
        let holders: Vec<Option<Position>> = match option.iter().next() {
            None => vec![None],
            Some(_) => option.iter().map(|(heap, _)| Some(heap)).collect(),
        };
        holders
            .into_iter()
            .map(move |holder| passed(&option, holder))
    });
    Box::new(pass.into_iter().chain(moves))
}

/// The same heaps, one of which has the pass.
fn passed(option: &Heaps, holder: Option<Position>) -> Heaps {
    let mut heaps = Heaps::none();
    if let Some(holder) = holder {
        heaps.add(holder, 1);
    }
    for (heap, copies) in option.iter() {
        let others = copies - u64::from(holder == Some(heap));
        heaps.add(heap.with_kind(PASSED), others);
    }
    heaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Universe;
    use crate::heaps::{HeapGames, ruleset};
    use crate::nim::{Definition, NimValues};

    #[test]
    fn names_are_read_back() {
        for (text, name) in [
            ("join(kayles,grundy)", "join(0.77,grundy)"),
            (
                "join(cut{1,6},all-but{2,3},nim)",
                "join(cut{1,6},all-but{2,3},nim)",
            ),
            ("join(join(nim,0.77),mark)", "join(join(nim,0.77),mark)"),
            ("product(nim,mark)", "product(nim,mark)"),
            ("pass(kayles)", "pass(0.77)"),
        ] {
            let game = ruleset(text).unwrap();
            assert_eq!(game.name(), name);
            assert_eq!(ruleset(name).unwrap().name(), name);
        }
        let deep = format!("{}nim{}", "join(nim,".repeat(10_000), ")".repeat(10_000));
        for (text, part, span) in [
            ("join(nim)", "expected two rulesets", 5..8),
            ("join(nim,nmi)", "there is no ruleset `nmi`", 9..12),
            ("join(nim,subtraction{0})", "at least 1", 21..22),
            ("join(nim,wythoff)", "the same number of coordinates", 9..16),
            ("join(nim,cram)", "are not lists of numbers", 9..13),
            ("join(nim,sum-of-divisors)", "it has loops", 9..24),
            ("product(nim,nim,mark,nim)", "two factors", 16..24),
            ("product(nim,wythoff)", "played with heaps", 12..19),
            ("join", "needs an argument", 4..4),
            ("pass(nim,nim)", "one ruleset", 5..12),
            ("pass(wythoff)", "one ruleset", 5..12),
            ("join(nim,pass(nim))", "are not lists of numbers", 9..18),
            (&deep, "at most 8 deep", 5..deep.len() - 1),
        ] {
            let error = ruleset(text).err().unwrap();
            assert!(
                error.message.contains(part),
                "{text:.40}: {}",
                error.message
            );
            assert_eq!(error.span, span, "{text:.40}");
        }
    }

    #[test]
    fn lasker_joined_nim_and_dividing() {
        let (join, lasker) = (ruleset("join(nim,4.0)").unwrap(), ruleset("4.[3]").unwrap());
        let mut u = Universe::new();
        let (mut joined, mut known) = (HeapGames::new(&*join), HeapGames::new(&*lasker));
        for heap in 0..16 {
            let heap = Position::heap(heap);
            assert_eq!(joined.value(&mut u, heap), known.value(&mut u, heap));
        }
        // Bounds are those of both: 0.77 and 0.07 together are 0.77.
        let same = ruleset("join(0.07,0.7)").unwrap();
        let kayles = ruleset("0.77").unwrap();
        assert_eq!(same.move_bounds(), kayles.move_bounds());
        let budget = Budget::default();
        let (mut joined, mut known) = (
            NimValues::new(&*same).unwrap(),
            NimValues::new(&*kayles).unwrap(),
        );
        for heap in 0..200 {
            let heap = Position::heap(heap);
            assert_eq!(joined.value(heap, &budget), known.value(heap, &budget));
        }
    }

    /// The number of moves until the end if the winner hurries and the loser delays.
    fn remoteness(game: &dyn Ruleset, heap: u64, known: &mut Vec<Option<u64>>) -> u64 {
        if let Some(value) = known[usize::try_from(heap).unwrap()] {
            return value;
        }
        let options: Vec<u64> = game
            .options(Position::heap(heap))
            .map(|option| match single(&option).unwrap() {
                Left::Heap(heap) => remoteness(game, heap, known),
                Left::Nothing => 0,
            })
            .collect();
        let even = options.iter().filter(|r| **r % 2 == 0).min();
        let value = match (even, options.iter().max()) {
            (Some(even), _) => even + 1,
            (None, Some(odd)) => odd + 1,
            (None, None) => 0,
        };
        known[usize::try_from(heap).unwrap()] = Some(value);
        value
    }

    #[test]
    fn the_smaller_remoteness_decides_a_product() {
        for (a, b) in [
            ("nim", "mark"),
            ("subtraction{1,2}", "subtraction{2,3,5}"),
            ("0.3", "mark"),
        ] {
            let (first, second) = (ruleset(a).unwrap(), ruleset(b).unwrap());
            let product = ruleset(&format!("product({a},{b})")).unwrap();
            let mut values = Definition::new(&*product).unwrap();
            let (mut firsts, mut seconds) = (vec![None; 20], vec![None; 20]);
            for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
                let value = values
                    .value(Position::pair(x, y), &Budget::default())
                    .unwrap();
                let least =
                    remoteness(&*first, x, &mut firsts).min(remoteness(&*second, y, &mut seconds));
                assert_eq!(value.to_string() != "0", least % 2 == 1, "{a} {x}, {b} {y}");
            }
        }
        let product = ruleset("product(nim,0.77)").unwrap();
        let refused = product.options_within(Position::pair(3, 5), &Budget::default());
        assert!(matches!(refused.err(), Some(Reason::Undefined { .. })));
    }
}
