//! Josephus Nim: x stones of weight a and y stones of weight −2a; or of weight −ra, with moves up to
//! a k-th of the whole.

use std::fmt;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

use num_integer::Integer as _;

use super::entry::{Entry, Parameters, RulesetError};
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "josephus",
        usage: "josephus{a=3/2;ratio=2;part=2}",
        aliases: &[],
        make: |p| Josephus::parse(p, Board::All),
    },
    Entry {
        name: "josephus-nonnegative",
        usage: "josephus-nonnegative{a=3/2}",
        aliases: &[],
        make: |p| Josephus::parse(p, Board::Nonnegative),
    },
];

/// Josephus Nim (Takahashi, Manabe and Miyadera, Definitions 2.1 and 3.1).
///
/// A position (x, y) has x stones of weight a and y stones of weight −2a. A move takes stones of
/// one kind whose weight is at most ⌊(ax − 2ay)/2⌋: few of the first kind, many of the second. The
/// only positions without a move are (0, 0) and (1, 0).
///
/// With a ratio r and a part k other than 2, the second kind has weight −ra and a move takes at most
/// ⌊(ax − ray)/k⌋.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Josephus {
    weight: Weight,
    board: Board,
    ratio: NonZeroU16,
    part: NonZeroU16,
}

const TWO: NonZeroU16 = NonZeroU16::new(2).unwrap();

/// Which pairs are positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// All of them (Section 2).
    All,
    /// Those of total weight at least 0 (Section 3).
    Nonnegative,
}

/// The weight a of a stone: a positive fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    numerator: NonZeroU32,
    denominator: NonZeroU32,
}

impl Weight {
    /// Weight 1.
    pub const ONE: Self = Self {
        numerator: NonZeroU32::MIN,
        denominator: NonZeroU32::MIN,
    };

    /// Returns the weight `numerator`/`denominator`; none if one of them is 0.
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let divisor = numerator.gcd(&denominator).max(1);
        Some(Self {
            numerator: NonZeroU32::new(numerator / divisor)?,
            denominator: NonZeroU32::new(denominator / divisor)?,
        })
    }

    /// Whether it is a natural number. Then the moves are those of weight 1 (Lemma 2.2).
    pub fn is_natural(&self) -> bool {
        self.denominator == NonZeroU32::MIN
    }

    /// `3`, `3/2` or `1.5`.
    fn parse(text: &str) -> Option<Self> {
        if let Some((whole, decimals)) = text.trim().split_once('.') {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            if !digits(whole) || !digits(decimals) {
                return None;
            }
            let denominator = 10u32.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            return Self::new(format!("{whole}{decimals}").parse().ok()?, denominator);
        }
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let number = |text: &str| text.trim().parse().ok();
        Self::new(number(numerator)?, number(denominator)?)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.is_natural() {
            return Ok(());
        }
        write!(f, "/{}", self.denominator)
    }
}

impl Josephus {
    /// Returns the game with this weight on this board.
    pub fn new(weight: Weight, board: Board) -> Self {
        Self {
            weight,
            board,
            ratio: TWO,
            part: TWO,
        }
    }

    /// Sets the ratio of the two weights, and the part of the whole that a move may take; both are 2
    /// in the paper.
    #[must_use]
    pub fn with_ratio_and_part(self, ratio: NonZeroU16, part: NonZeroU16) -> Self {
        Self {
            ratio,
            part,
            ..self
        }
    }

    /// Whether the ratio and the part are 2, as in the paper.
    pub fn is_published(&self) -> bool {
        (self.ratio, self.part) == (TWO, TWO)
    }

    /// Returns the weight of a stone of the first kind.
    pub fn weight(&self) -> Weight {
        self.weight
    }

    /// Returns which pairs are positions.
    pub fn board(&self) -> Board {
        self.board
    }

    fn parse(parameters: &Parameters, board: Board) -> Result<Arc<dyn Ruleset>, RulesetError> {
        let mut game = Self::new(Weight::ONE, board);
        if parameters.none().is_err() {
            for (item, span) in parameters.items()? {
                let (key, text) = item.split_once('=').unwrap_or((item, ""));
                let number = || text.trim().parse().ok();
                let given = match key.trim() {
                    "a" => Weight::parse(text).map(|weight| game.weight = weight),
                    "ratio" => number().map(|ratio| game.ratio = ratio),
                    "part" => number().map(|part| game.part = part),
                    _ => None,
                };
                given.ok_or_else(|| {
                    let message = format!("expected the weight of a stone, found `{item}`");
                    RulesetError::new(message, span).hint(
                        "the weight is a positive number or a fraction of two, as in a=3, a=3/2 or \
                         a=1.5; ratio=3 and part=3 are whole numbers",
                    )
                })?;
            }
        }
        Ok(Arc::new(game))
    }

    /// The most stones of the first kind that a move takes and the least of the second. Both may
    /// exceed the stones of the position.
    fn reach(&self, x: u64, y: u64) -> (i128, i128) {
        let (p, q) = (
            i128::from(self.weight.numerator.get()),
            i128::from(self.weight.denominator.get()),
        );
        let (ratio, part) = (i128::from(self.ratio.get()), i128::from(self.part.get()));
        // Coordinates have 64 bits, the weight 32 and 32, ratio and part 16, so all of this fits. With
        // a = p/q: at ≤ f iff t ≤ fq/p, and −rau ≤ f iff u ≥ −fq/rp.
        let total = i128::from(x) - ratio * i128::from(y);
        let floor = (p * total).div_euclid(part * q);
        let most = (floor * q).div_euclid(p);
        let least = -(floor * q).div_euclid(ratio * p);
        match self.board {
            Board::All => (most, least),
            // (x − t) − ry ≥ 0, which never binds unless the part is 1 (Lemma 3.1).
            Board::Nonnegative => (most.min(total), least),
        }
    }
}

impl Ruleset for Josephus {
    fn name(&self) -> String {
        let name = match self.board {
            Board::All => "josephus",
            Board::Nonnegative => "josephus-nonnegative",
        };
        let mut settings = Vec::new();
        if self.weight != Weight::ONE {
            settings.push(format!("a={}", self.weight));
        }
        for (key, value) in [("ratio", self.ratio), ("part", self.part)] {
            if value != TWO {
                settings.push(format!("{key}={value}"));
            }
        }
        if settings.is_empty() {
            return name.into();
        }
        format!("{name}{{{}}}", settings.join(";"))
    }

    fn rule(&self) -> String {
        let (r, k) = (self.ratio, self.part);
        let (stones, whole) = if self.weight.is_natural() {
            (
                format!("x stones of weight 1, y of weight −{r}"),
                format!("(x−{r}y)"),
            )
        } else {
            let a = self.weight;
            (
                format!("x stones of weight a = {a}, y of weight −{r}a"),
                format!("(ax−{r}ay)"),
            )
        };
        let board = match self.board {
            Board::All => String::new(),
            Board::Nonnegative => format!(", where x ≥ {r}y"),
        };
        format!("{stones}{board}: take stones of one kind that weigh at most ⌊{whole}/{k}⌋")
    }

    fn known(&self) -> Vec<String> {
        if !self.is_published() {
            return Vec::new();
        }
        if !self.weight.is_natural() {
            return vec![
                "the floor makes these moves others than those of weight 1 (Remark 2.1)".into(),
            ];
        }
        let mut known = Vec::new();
        if self.weight != Weight::ONE {
            known.push("every natural weight gives the same moves (Lemma 2.2)".into());
        }
        known.push(
            "where x ≥ 2y the value is s with x−y+1 = (2s+1)·2^n (Theorems 2.2 and 3.1), and \
             2y+1 is the (x+1−s)-th number removed in the Josephus problem with x+1 numbers \
             (Theorem 4.2)"
                .into(),
        );
        if self.board == Board::All {
            known.push(
                "where x < 2y it is k plus the number of binary digits of y−k, k = ⌊x/2⌋ \
                 (Theorem 2.2)"
                    .into(),
            );
        }
        known
    }

    fn source(&self) -> &'static str {
        "S. Takahashi, H. Manabe, R. Miyadera, Josephus Nim (2025)"
    }

    fn arity(&self) -> usize {
        2
    }

    fn is_position(&self, position: Position) -> bool {
        match *position.coordinates() {
            [x, y] => self.board == Board::All || x / u64::from(self.ratio.get()) >= y,
            _ => false,
        }
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Josephus(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let [x, y] = *position.coordinates() else {
            return Box::new(std::iter::empty());
        };
        let (most, least) = self.reach(x, y);
        let most = u64::try_from(most.max(0)).unwrap_or(u64::MAX).min(x);
        let least = u64::try_from(least.max(1)).unwrap_or(u64::MAX);
        let first = (1..=most).map(move |t| Position::pair(x - t, y));
        let second = (least..=y).map(move |u| Position::pair(x, y - u));
        Box::new(first.chain(second).map(Heaps::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    /// (1) of Lemma 2.1, in exact fractions: every t and u is tried.
    fn moves_by_definition(
        (p, q): (i128, i128),
        (r, k): (i128, i128),
        x: u64,
        y: u64,
    ) -> Vec<Position> {
        let (wide_x, wide_y) = (i128::from(x), i128::from(y));
        let bound = (p * (wide_x - r * wide_y)).div_euclid(k * q);
        let first = (1..=x)
            .filter(|&t| p * i128::from(t) <= bound * q)
            .map(|t| Position::pair(x - t, y));
        let second = (1..=y)
            .filter(|&u| -r * p * i128::from(u) <= bound * q)
            .map(|u| Position::pair(x, y - u));
        first.chain(second).collect()
    }

    fn moves(name: &str, x: u64, y: u64) -> Vec<Position> {
        let game = ruleset(name).unwrap();
        let options = game.options(Position::pair(x, y));
        options
            .flat_map(|option| option.iter().map(|(p, _)| p).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn moves_are_those_of_the_definition() {
        for (name, weight, other) in [
            ("josephus", (1, 1), (2, 2)),
            ("josephus{a=3}", (3, 1), (2, 2)),
            ("josephus{a=3/2}", (3, 2), (2, 2)),
            ("josephus{a=1/2}", (1, 2), (2, 2)),
            ("josephus{a=5/7}", (5, 7), (2, 2)),
            ("josephus{ratio=3}", (1, 1), (3, 2)),
            ("josephus{part=3}", (1, 1), (2, 3)),
            ("josephus{a=5/7;ratio=1;part=4}", (5, 7), (1, 4)),
        ] {
            for x in 0..30 {
                for y in 0..30 {
                    let expected = moves_by_definition(weight, other, x, y);
                    assert_eq!(moves(name, x, y), expected, "{name}({x},{y})");
                }
            }
        }
    }

    #[test]
    fn only_two_positions_have_no_moves() {
        let game = Josephus::new(Weight::ONE, Board::All);
        for x in 0..50 {
            for y in 0..50 {
                let over = game.options(Position::pair(x, y)).next().is_none();
                assert_eq!(over, y == 0 && x <= 1, "({x},{y})");
            }
        }
    }

    #[test]
    fn names_and_errors() {
        for (text, name) in [
            ("josephus", "josephus"),
            ("josephus{a=1}", "josephus"),
            ("josephus{a=6/4}", "josephus{a=3/2}"),
            ("josephus{a=1.5}", "josephus{a=3/2}"),
            ("josephus{ratio=3;part=2}", "josephus{ratio=3}"),
            ("josephus:part=3,a=0.25", "josephus{a=1/4;part=3}"),
            ("josephus:a=3", "josephus{a=3}"),
            ("josephus-nonnegative{a=2}", "josephus-nonnegative{a=2}"),
        ] {
            assert_eq!(ruleset(text).unwrap().name(), name);
            assert_eq!(ruleset(name).unwrap().name(), name);
        }
        for text in [
            "josephus{a=0}",
            "josephus{a=3/0}",
            "josephus{3}",
            "josephus{a=x}",
            "josephus{a=1.}",
            "josephus{a=.5.5}",
            "josephus{a=1.00000000001}",
            "josephus{ratio=0}",
            "josephus{part=65536}",
        ] {
            let error = ruleset(text).err().unwrap();
            assert!(error.message.starts_with("expected the weight"), "{text}");
            assert_eq!(error.span, 9..text.len() - 1);
        }
    }

    #[test]
    fn the_nonnegative_board_has_its_edge() {
        let game = ruleset("josephus-nonnegative").unwrap();
        assert!(game.is_position(Position::pair(9, 4)));
        assert!(!game.is_position(Position::pair(9, 5)));
        assert!(!game.is_position(Position::heap(9)));
        assert!(
            ruleset("josephus")
                .unwrap()
                .is_position(Position::pair(0, 5))
        );
    }

    #[test]
    fn the_largest_coordinates_do_not_overflow() {
        let far = u64::MAX;
        for name in ["josephus", "josephus{a=4294967295/4294967294}"] {
            let game = ruleset(name).unwrap();
            for (x, y) in [(far, 0), (0, far), (far, far), (far, 3)] {
                assert!(game.options(Position::pair(x, y)).next().is_some());
            }
        }
    }
}
