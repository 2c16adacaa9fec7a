//! Games near Nim that are asked for by name: Wythoff's game, Fibonacci Nim, Euclid, Mark, Maximum
//! Nim, Greedy Nim, Exact Slow Nim, Nim with a pass.

use std::sync::Arc;

use super::entry::{Entry, Parameters, RulesetError};
use super::position::{Coordinates, Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};

macro_rules! entry {
    ($name:literal, $aliases:expr, $variant:ident) => {
        Entry {
            name: $name,
            usage: $name,
            aliases: $aliases,
            make: |p| p.none().map(|()| Arc::new(NimVariant::$variant) as _),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("wythoff", &["wythoffs-game", "wythoffs-nim"], Wythoff),
    entry!("fibonacci-nim", &[], Fibonacci),
    entry!("euclid", &["game-of-euclid"], Euclid),
    entry!("mark", &[], Mark),
    Entry {
        name: "maximum-nim",
        usage: "maximum-nim{2}",
        aliases: &[],
        make: |p| Ok(Arc::new(NimVariant::Maximum(one_number(p)?))),
    },
    entry!("greedy-nim", &[], Greedy),
    Entry {
        name: "exact-slow-nim",
        usage: "exact-slow-nim{2}",
        aliases: &[],
        make: |p| Ok(Arc::new(NimVariant::ExactSlow(one_number(p)?))),
    },
    entry!("nim-with-a-pass", &["nim-with-pass"], WithPass),
];

/// Reads one positive number in braces.
fn one_number(parameters: &Parameters<'_>) -> Result<u64, RulesetError> {
    match parameters.numbers_and_settings(&[])?.0[..] {
        [number] if number > 0 => Ok(number),
        _ => Err(parameters.error_at_item(0, "expected one positive number")),
    }
}

/// A game near Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NimVariant {
    /// Take from one of two heaps, or the same number from both.
    Wythoff,
    /// Take at most q, then the other player at most twice what was taken: (heap, q).
    Fibonacci,
    /// Take a multiple of the smaller number from the larger one, and leave something.
    Euclid,
    /// Take one, or leave half, rounded down.
    Mark,
    /// Take at most the k-th part.
    Maximum(u64),
    /// Take from a largest heap.
    Greedy,
    /// Take one from each of exactly k heaps.
    ExactSlow(u64),
    /// Nim in which one of the players may pass, once in the whole game.
    WithPass,
}

/// A heap of plain Nim, when the pass has been used.
const PLAIN: u16 = 1;

/// Returns the position of several heaps, the largest first; none is left out but empty ones. No heap
/// at all is the empty sum.
fn several(mut heaps: Coordinates, kind: u16) -> Heaps {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    // There are not more heaps than before, and none is larger.
    Position::new(&heaps).map_or_else(Heaps::none, |position| position.with_kind(kind).into())
}

impl NimVariant {
    /// Whether a position is a list of heaps of any length.
    fn has_several_heaps(self) -> bool {
        matches!(self, Self::Greedy | Self::ExactSlow(_) | Self::WithPass)
    }
}

impl Ruleset for NimVariant {
    fn name(&self) -> String {
        match self {
            Self::Wythoff => "wythoff".into(),
            Self::Fibonacci => "fibonacci-nim".into(),
            Self::Euclid => "euclid".into(),
            Self::Mark => "mark".into(),
            Self::Maximum(k) => format!("maximum-nim{{{k}}}"),
            Self::Greedy => "greedy-nim".into(),
            Self::ExactSlow(k) => format!("exact-slow-nim{{{k}}}"),
            Self::WithPass => "nim-with-a-pass".into(),
        }
    }

    fn rule(&self) -> String {
        match self {
            Self::Wythoff => {
                "take any positive number from one of two heaps, or the same number from both"
                    .into()
            }
            Self::Fibonacci => {
                "from (n,q): take k ≤ q of n, then the other player may take at most \
                                2k. The usual start is (n,n-1)"
                    .into()
            }
            Self::Euclid => {
                "take a positive multiple of the smaller of two numbers from the larger \
                             one, and leave a positive number"
                    .into()
            }
            Self::Mark => "take one from a heap, or leave half of it, rounded down".into(),
            Self::Maximum(k) => format!("take at least one and at most ⌊n/{k}⌋ from a heap of n"),
            Self::Greedy => {
                "take any positive number from a heap that is one of the largest".into()
            }
            Self::ExactSlow(k) => format!("take one from each of exactly {k} heaps"),
            Self::WithPass => {
                "take any positive number from a heap; one of the players may pass, once \
                               in the whole game and not after its end"
                    .into()
            }
        }
    }

    fn known(&self) -> Vec<String> {
        let known = match self {
            Self::Wythoff => "in normal play the second player wins at (⌊kφ⌋, ⌊kφ²⌋) (Wythoff)",
            Self::Fibonacci => {
                "in normal play the second player wins at (n,q) if and only if q is \
                                smaller than the least part of n as a sum of Fibonacci numbers no two \
                                of which are neighbours (Whinihan)"
            }
            Self::Euclid => "the nim value of (a,b) is ⌊|a/b − b/a|⌋ (Nivasch)",
            Self::Mark => {
                "the nim values are 0, 1 and 2; 0 are those with an odd number of zeros at \
                           the end in binary, and 0 itself (Fraenkel)"
            }
            Self::Maximum(_) => {
                "the nim value is f(n) = ⌊n/k⌋ where f grows, and elsewhere that of \
                                 n − f(n) − 1 (Levine)"
            }
            Self::Greedy => {
                "in normal play the second player wins if and only if the number of \
                             largest heaps is even (Albert and Nowakowski)"
            }
            Self::ExactSlow(_) => {
                "with k = 1 the nim value is the parity of the sum; with k heaps \
                                   the parity of the smallest"
            }
            Self::WithPass => {
                "a single heap of n > 0 has the nim value n + 1 if n is odd and n − 1 if \
                               n is even; three heaps are not understood (Morrison, Friedman and \
                               Landsberg)"
            }
        };
        vec![known.into()]
    }

    fn source(&self) -> &'static str {
        match self {
            Self::Wythoff => "W. A. Wythoff, A modification of the game of Nim (1907)",
            Self::Fibonacci => "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)",
            Self::Euclid => {
                "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm (1969); G. \
                 Nivasch, The Sprague–Grundy function of the game Euclid (2006)"
            }
            Self::Mark => "A. S. Fraenkel, Aperiodic subtraction games (2011)",
            Self::Maximum(_) => "L. Levine, Fractal sequences and restricted Nim (2006)",
            Self::Greedy => "M. H. Albert, R. J. Nowakowski, Nim restrictions (2004)",
            Self::ExactSlow(_) => "V. Gurvich, N. B. Ho, Slow k-Nim (2015)",
            Self::WithPass => {
                "R. E. Morrison, E. J. Friedman, A. S. Landsberg, Combinatorial games with a pass: a \
                 dynamical systems approach (2012)"
            }
        }
    }

    fn example(&self) -> Option<Position> {
        match self {
            Self::Mark | Self::Maximum(_) => None,
            Self::Greedy | Self::ExactSlow(_) => Position::new(&[3, 2, 2]),
            Self::Wythoff | Self::Fibonacci | Self::Euclid | Self::WithPass => {
                Some(Position::pair(5, 3))
            }
        }
    }

    fn arity(&self) -> usize {
        match self {
            Self::Mark | Self::Maximum(_) => 1,
            _ => 2,
        }
    }

    fn smallest(&self) -> u64 {
        u64::from(*self == Self::Euclid)
    }

    fn is_position(&self, position: Position) -> bool {
        let coordinates = position.coordinates();
        let is_plain = position.kind() == 0;
        if self.has_several_heaps() {
            is_plain || *self == Self::WithPass && position.arity() == 1
        } else {
            let large = coordinates.iter().all(|&x| x >= self.smallest());
            is_plain && coordinates.len() == self.arity() && large
        }
    }

    fn read_position(&self, text: &str) -> Option<Result<Position, RulesetError>> {
        self.has_several_heaps().then(|| {
            let refused = |message: String, span| {
                let error = RulesetError::new(message, span);
                error.hint(format!(
                    "a position is a list of heaps, as in {}(5,3,3)",
                    self.name()
                ))
            };
            let mut heaps = Coordinates::new();
            let mut at = 0;
            for item in text.split(',') {
                let span = at..at + item.len();
                let Ok(heap) = item.parse::<u64>() else {
                    return Err(refused(format!("expected a heap, found `{item}`"), span));
                };
                heaps.push(heap);
                at = span.end + 1;
            }
            heaps.sort_unstable_by(|a, b| b.cmp(a));
            while heaps.len() > 1 && heaps.last() == Some(&0) {
                heaps.pop();
            }
            Position::new(&heaps).ok_or_else(|| {
                let message = "expected at most 8 heaps, four below 2^32 or eight below 2^16";
                refused(message.into(), 0..text.len())
            })
        })
    }

    fn heap_name(&self, position: Position) -> String {
        let name = if position.kind() == PLAIN {
            "nim".into()
        } else {
            self.name()
        };
        format!("{name}({position})")
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let coordinates = position.coordinates();
        let (x, y) = (position.size(), coordinates.get(1).copied().unwrap_or(0));
        let pair = |x: u64, y: u64| Heaps::from(Position::pair(x, y));
        match *self {
            Self::Wythoff => {
                let first = (0..x).map(move |left| pair(left, y));
                let second = (0..y).map(move |left| pair(x, left));
                let both = (1..=x.min(y)).map(move |taken| pair(x - taken, y - taken));
                Box::new(first.chain(second).chain(both))
            }
            Self::Fibonacci => Box::new((1..=x.min(y)).map(move |taken| {
                let left = x - taken;
                // To allow more than there is is to allow all.
                pair(left, taken.saturating_mul(2).min(left))
            })),
            Self::Euclid => {
                let (small, large) = (x.min(y), x.max(y));
                let times = large.saturating_sub(1).checked_div(small).unwrap_or(0);
                Box::new((1..=times).map(move |k| match large - k * small {
                    left if x < y => pair(x, left),
                    left => pair(left, y),
                }))
            }
            Self::Mark => {
                let one_less = x.checked_sub(1);
                let half = one_less
                    .and(Some(x / 2))
                    .filter(|&half| Some(half) != one_less);
                Box::new(one_less.into_iter().chain(half).map(Heaps::heap))
            }
            Self::Maximum(k) => Box::new((1..=x / k).map(move |taken| Heaps::heap(x - taken))),
            Self::Greedy => Box::new((0..x).map(move |left| {
                let mut heaps = coordinates.clone();
                heaps[0] = left;
                several(heaps, 0)
            })),
            Self::ExactSlow(k) => {
                let nonempty = coordinates.iter().filter(|&&heap| heap > 0).count();
                let sets =
                    (0..1_u32 << nonempty).filter(move |set| u64::from(set.count_ones()) == k);
                // The largest heaps come first, so the empty one, if there is one, comes last.
                Box::new(sets.map(move |set| {
                    let mut heaps = coordinates.clone();
                    for (at, heap) in heaps.iter_mut().enumerate() {
                        *heap -= u64::from(set >> at & 1);
                    }
                    several(heaps, 0)
                }))
            }
            Self::WithPass => with_pass(position, coordinates),
        }
    }
}

/// The options of Nim with a pass. When the pass has been used, what is left is a sum of heaps.
fn with_pass(position: Position, heaps: Coordinates) -> HeapOptions<'static> {
    let plain = |size: u64| Position::heap(size).with_kind(PLAIN);
    if position.kind() == PLAIN {
        return Box::new((0..position.size()).map(move |left| plain(left).into()));
    }
    let is_over = heaps.iter().all(|&heap| heap == 0);
    let passed = (!is_over).then(|| heaps.iter().map(|&heap| plain(heap)).collect::<Heaps>());
    let taken = (0..heaps.len()).flat_map(move |at| {
        let heaps = heaps.clone();
        (0..heaps[at]).map(move |left| {
            let mut heaps = heaps.clone();
            heaps[at] = left;
            several(heaps, 0)
        })
    });
    Box::new(taken.chain(passed))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::heaps::ruleset;
    use crate::limits::Budget;
    use crate::nim::Definition;

    fn value(name: &str, text: &str) -> u64 {
        let game = ruleset(name).unwrap();
        let position = if let Some(position) = game.read_position(text) {
            position.unwrap()
        } else {
            let numbers: Vec<u64> = text.split(',').map(|x| x.parse().unwrap()).collect();
            Position::new(&numbers).unwrap()
        };
        assert!(game.is_position(position), "{name}({text})");
        let value = Definition::new(&*game)
            .unwrap()
            .value(position, &Budget::default());
        value.unwrap().to_string().parse().unwrap()
    }

    #[test]
    fn names_are_read_back() {
        for name in [
            "wythoff",
            "fibonacci-nim",
            "euclid",
            "mark",
            "maximum-nim{3}",
            "greedy-nim",
            "exact-slow-nim{2}",
            "nim-with-a-pass",
        ] {
            assert_eq!(ruleset(name).unwrap().name(), name);
        }
        for (text, part) in [
            ("maximum-nim{0}", "expected one positive number"),
            ("maximum-nim{1,2}", "expected one positive number"),
            ("exact-slow-nim", "needs parameters"),
            ("wythoff{1}", "takes no parameters"),
        ] {
            let error = ruleset(text).err().unwrap();
            assert!(error.message.contains(part), "{text}: {}", error.message);
        }
        let greedy = ruleset("greedy-nim").unwrap();
        assert!(greedy.read_position("1,x").unwrap().is_err());
        assert!(greedy.read_position("1,1,1,1,1,1,1,1,1").unwrap().is_err());
        assert!(greedy.read_position("70000,1,1,1,1").unwrap().is_err());
    }

    #[test]
    fn wythoff_has_its_cold_positions() {
        let cold: Vec<(u64, u64)> = (0..20)
            .flat_map(|a| (a..20).map(move |b| (a, b)))
            .filter(|(a, b)| value("wythoff", &format!("{a},{b}")) == 0)
            .collect();
        assert_eq!(
            cold,
            [
                (0, 0),
                (1, 2),
                (3, 5),
                (4, 7),
                (6, 10),
                (8, 13),
                (9, 15),
                (11, 18)
            ]
        );
    }

    #[test]
    fn fibonacci_nim_obeys_zeckendorf() {
        for n in 1..40_u64 {
            let mut fibonacci = vec![1, 2];
            while fibonacci[fibonacci.len() - 1] < n {
                fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
            }
            let mut rest = n;
            let mut least = n;
            for &part in fibonacci.iter().rev() {
                if part <= rest {
                    rest -= part;
                    least = part;
                }
            }
            for most in 1..=n {
                let loses = value("fibonacci-nim", &format!("{n},{most}")) == 0;
                assert_eq!(loses, most < least, "({n},{most})");
            }
        }
    }

    #[test]
    fn euclid_has_the_values_of_nivasch() {
        for (a, b) in (1..30_u64).flat_map(|a| (1..30).map(move |b| (a, b))) {
            let expected = (a * a).abs_diff(b * b) / (a * b);
            assert_eq!(value("euclid", &format!("{a},{b}")), expected, "({a},{b})");
        }
    }

    #[test]
    fn mark_and_maximum_nim_have_their_values() {
        for n in 0..200_u64 {
            let dopey = n == 0 || n.trailing_zeros() % 2 == 1;
            let mark = value("mark", &n.to_string());
            assert!(mark < 3);
            assert_eq!(mark == 0, dopey, "{n}");
            for k in 1..6 {
                let mut m = n;
                // Levine's recursion.
                while m > 0 && m / k == (m - 1) / k {
                    m -= m / k + 1;
                }
                assert_eq!(
                    value(&format!("maximum-nim{{{k}}}"), &n.to_string()),
                    m / k,
                    "{n} {k}"
                );
            }
        }
    }

    /// All lists of three heaps.
    fn triples(most: u64) -> impl Iterator<Item = [u64; 3]> {
        (0..=most).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])))
    }

    fn written(heaps: [u64; 3]) -> String {
        heaps.map(|heap| heap.to_string()).join(",")
    }

    #[test]
    fn greedy_and_slow_nim_have_their_values() {
        for [a, b, c] in triples(6) {
            let text = written([a, b, c]);
            let even = a == b && b != c || a == 0;
            assert_eq!(value("greedy-nim", &text) == 0, even, "{text}");
            assert_eq!(value("exact-slow-nim{1}", &text), (a + b + c) % 2, "{text}");
            assert_eq!(value("exact-slow-nim{3}", &text), c % 2, "{text}");
            assert_eq!(value("exact-slow-nim{4}", &text), 0, "{text}");
        }
    }

    /// The definition on triples with a flag, nothing sorted or split.
    fn slow_pass(heaps: [u64; 3], pass: bool, known: &mut HashMap<([u64; 3], bool), u64>) -> u64 {
        if let Some(&value) = known.get(&(heaps, pass)) {
            return value;
        }
        let mut seen = Vec::new();
        for at in 0..3 {
            for left in 0..heaps[at] {
                let mut next = heaps;
                next[at] = left;
                seen.push(slow_pass(next, pass, known));
            }
        }
        if pass && heaps != [0; 3] {
            seen.push(slow_pass(heaps, false, known));
        }
        let mex = (0..=seen.len() as u64)
            .find(|value| !seen.contains(value))
            .unwrap();
        known.insert((heaps, pass), mex);
        mex
    }

    #[test]
    fn nim_with_a_pass_is_that_of_the_definition() {
        let mut known = HashMap::new();
        for heaps in triples(5) {
            let expected = slow_pass(heaps, true, &mut known);
            assert_eq!(
                value("nim-with-a-pass", &written(heaps)),
                expected,
                "{heaps:?}"
            );
        }
        for n in 1..30 {
            let expected = if n % 2 == 1 { n + 1 } else { n - 1 };
            assert_eq!(value("nim-with-a-pass", &n.to_string()), expected);
        }
    }
}
