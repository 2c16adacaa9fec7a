//! Checks a certificate of a period. Nothing here uses the search that made it.
//!
//! [`check`] looks the name of the game up in the registry; [`check_with`] takes a ruleset, for games
//! of one's own. What is trusted:
//!
//! - [`options`](Ruleset::options), on every heap whose options are listed;
//! - for all other heaps what the ruleset states: its [`shape`](Ruleset::shape) (digits, cut numbers,
//!   numbers that may be taken) or its [`move_bounds`](Ruleset::move_bounds);
//! - the theorems; [`Theorem`] says where their proofs are.
//!
//! [`check_with`] compares the statements with the options of the first heaps
//! ([`compare_statements`]; [`CheckedPeriod::compared_to`] is the last of these); for the registry the
//! tests do so. The values are computed again, from a shape by plain loops and compared on the first
//! heaps with the definition, without a shape by the definition alone, and compared with the pattern
//! of the certificate on all heaps that the theorem asks for. Then every condition of the theorem is
//! checked. Parts of the search are written again here on purpose. A ruleset's own evaluator and
//! closed form are not used.
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::limits::Budget;
//! use misere::nim::{PeriodSearch, check::check};
//!
//! let kayles = ruleset("0.77")?;
//! let search = PeriodSearch::default();
//! let mut certificate = search.run(&*kayles, &Budget::default())?.certificate().unwrap();
//! assert_eq!(check(&certificate, &Budget::default())?.tail.period, 12);
//! certificate.saltus += 1;
//! assert!(check(&certificate, &Budget::default()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cut_games;
pub mod listed;
mod power_of_two;
mod rare_window;
mod values;

use thiserror::Error;

use super::certificate::{PeriodCertificate, statement};
use super::definition::DefinitionEvaluator;
use super::evaluator::Evaluator as _;
use super::pattern::Pattern;
use super::period::{PeriodSearch, Tail, Theorem};
use super::values_certificate::NimValuesCertificate;
use crate::heaps::NimError;
use crate::heaps::{
    Code, CutSet, MoveBounds, Removals, Ruleset, Shape, StatementError, Subtraction, Takings,
    WrongName, certified_ruleset, compare_statements,
};
use crate::limits::{Budget, Reason};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidPeriod {
    /// It is of another kind, or of a later version.
    #[error(
        "it is a certificate {kind:?} of version {version}, not \"{}\" of version 1 or 2",
        expected_kind(kind)
    )]
    Kind {
        /// What it says it is.
        kind: String,
        /// The version it claims.
        version: u32,
    },
    /// The digest does not fit: something was changed.
    #[error("its digest does not belong to the rest of it: it was changed")]
    Digest,
    /// There is no such game, or its name is another.
    #[error("its game: {0}")]
    Ruleset(String),
    /// Fields that do not fit together.
    #[error("it is malformed: {0}")]
    Malformed(&'static str),
    /// The pattern can be written with a shorter period or preperiod.
    #[error("its {0} is not the shortest")]
    NotShortest(&'static str),
    /// The theorem does not apply to this game.
    #[error("the theorem does not apply to {ruleset}: {why}")]
    Inapplicable {
        /// The game.
        ruleset: String,
        /// What is missing.
        why: &'static str,
    },
    /// The pattern gives a heap another value than the rules.
    #[error("heap {heap} has the value {value}, and not {claimed} as the pattern says")]
    Value {
        /// The heap.
        heap: u64,
        /// Its value.
        value: u64,
        /// What the pattern says.
        claimed: u64,
    },
    /// The options of the ruleset contradict what it states about its moves.
    #[error("the ruleset contradicts itself: {0}")]
    Statement(StatementError),
    /// A condition of the theorem fails.
    #[error("a condition of the theorem fails: {0}")]
    Condition(String),
    /// It states something else than it proves.
    #[error("it states something else than it proves: {0}")]
    States(String),
    /// Out of time or memory, or beyond what can be computed.
    #[error(transparent)]
    Stopped(#[from] NimError),
}

impl From<Reason> for InvalidPeriod {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason.into())
    }
}

impl From<WrongName> for InvalidPeriod {
    fn from(error: WrongName) -> Self {
        match error {
            WrongName::Refused(message) => Self::Ruleset(message),
            WrongName::Unknown(message) => NimError::OutOfReach(message).into(),
        }
    }
}

impl From<StatementError> for InvalidPeriod {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Stopped(reason) => reason.into(),
            other => Self::Statement(other),
        }
    }
}

/// What a certificate proves: this game has these values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedPeriod {
    /// The game.
    pub ruleset: String,
    /// By which theorem.
    pub theorem: Theorem,
    /// Its period and preperiod.
    pub tail: Tail,
    /// The values of all heaps, from the smallest on; none if the certificate has none because they
    /// are too many.
    pub pattern: Option<Pattern>,
    /// With [`check_with`], the last heap on which the shape and the move bounds of the ruleset were
    /// compared with its options; beyond it they are trusted.
    pub compared_to: Option<u64>,
    /// What it proves, in words.
    pub statement: String,
}

/// Checks a certificate of a game of the registry, trusting nothing in it.
pub fn check(
    certificate: &PeriodCertificate,
    budget: &Budget,
) -> Result<CheckedPeriod, InvalidPeriod> {
    if certificate.digest != certificate.right_digest() {
        return Err(InvalidPeriod::Digest);
    }
    check_content(certificate, budget)
}

/// Checks a certificate of this ruleset, trusting nothing in it. The name in the certificate must
/// be the name of the ruleset.
///
/// What is trusted of the ruleset: its options, and for heaps whose options are not listed, the shape
/// or the move bounds that it states (see the [module](self)).
///
/// ```
/// use misere::heaps::{Code, HeapOptions, Position, Ruleset, Shape};
/// use misere::limits::Budget;
/// use misere::nim::{PeriodSearch, check::check_with};
///
/// struct Bowling(Code);
///
/// impl Ruleset for Bowling {
///     fn options(&self, position: Position) -> HeapOptions<'_> {
///         self.0.options(position)
///     }
///     fn shape(&self) -> Shape<'_> {
///         Shape::Code(&self.0)
///     }
/// }
///
/// let (game, budget) = (Bowling("0.77".parse()?), Budget::default());
/// let certificate = PeriodSearch::default().run(&game, &budget)?.certificate().unwrap();
/// assert_eq!(certificate.ruleset, "bowling");
/// assert_eq!(check_with(&game, &certificate, &budget)?.tail.period, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_with(
    ruleset: &dyn Ruleset,
    certificate: &PeriodCertificate,
    budget: &Budget,
) -> Result<CheckedPeriod, InvalidPeriod> {
    if certificate.digest != certificate.right_digest() {
        return Err(InvalidPeriod::Digest);
    }
    require_kind(certificate)?;
    let compared_to = compare_statements(ruleset, budget)?;
    let checked = check_claim(ruleset, certificate, budget)?;
    Ok(CheckedPeriod {
        compared_to,
        ..checked
    })
}

/// Checks everything but the digest of a certificate of a game of the registry.
pub fn check_content(
    certificate: &PeriodCertificate,
    budget: &Budget,
) -> Result<CheckedPeriod, InvalidPeriod> {
    require_kind(certificate)?;
    let game = certified_ruleset(&certificate.ruleset)?;
    check_claim(&*game, certificate, budget)
}

/// The kind that a certificate should be of: nim values of another version are still nim values.
fn expected_kind(kind: &str) -> &str {
    match kind {
        NimValuesCertificate::KIND => kind,
        _ => "period",
    }
}

fn require_kind(certificate: &PeriodCertificate) -> Result<(), InvalidPeriod> {
    let (kind, version) = (&certificate.certificate, certificate.version);
    if kind != "period" || !(1..=PeriodCertificate::VERSION).contains(&version) {
        // Untrusted input is not repeated at length.
        let kind = kind.chars().take(40).collect();
        return Err(InvalidPeriod::Kind { kind, version });
    }
    Ok(())
}

fn check_claim(
    game: &dyn Ruleset,
    certificate: &PeriodCertificate,
    budget: &Budget,
) -> Result<CheckedPeriod, InvalidPeriod> {
    let claim = Claim::of(game, certificate)?;
    let computed;
    let values = if claim.values.is_empty() {
        computed = claim.check_rare_window(budget)?;
        &computed[..]
    } else {
        claim.check_shortest(budget)?;
        claim.check_theorem(budget)?;
        claim.values
    };
    let pattern = (!values.is_empty()).then(|| {
        let (before, period) = values.split_at(claim.preperiod);
        Pattern::new(before.to_vec(), period.to_vec(), certificate.saltus)
    });
    let numbers = (certificate.preperiod, certificate.period, claim.saltus);
    let statement = statement(&game.name(), game.smallest(), numbers, certificate.theorem);
    if (certificate.statement.as_ref()).is_some_and(|stated| *stated != statement) {
        return Err(InvalidPeriod::States(statement));
    }
    Ok(CheckedPeriod {
        statement,
        ruleset: certificate.ruleset.clone(),
        theorem: certificate.theorem,
        tail: Tail {
            start: claim.preperiod,
            period: claim.period,
            saltus: claim.saltus,
        },
        pattern: pattern.flatten(),
        compared_to: None,
    })
}

/// A certificate whose numbers are in range.
struct Claim<'c> {
    certificate: &'c PeriodCertificate,
    game: &'c dyn Ruleset,
    preperiod: usize,
    period: usize,
    saltus: u64,
    values: &'c [u32],
}

impl<'c> Claim<'c> {
    fn of(
        game: &'c dyn Ruleset,
        certificate: &'c PeriodCertificate,
    ) -> Result<Self, InvalidPeriod> {
        let malformed = InvalidPeriod::Malformed;
        if game.name() != certificate.ruleset {
            return Err(InvalidPeriod::Ruleset(format!(
                "it is called {}",
                game.name()
            )));
        }
        // Of a long period by windows only a part is kept.
        let most = match certificate.theorem {
            Theorem::RareWindow => 1 << 48,
            _ => 1 << 30,
        };
        let size = |n: u64| usize::try_from(n).ok().filter(|_| n <= most);
        let preperiod =
            size(certificate.preperiod).ok_or(malformed("the preperiod is too long"))?;
        let period = size(certificate.period).ok_or(malformed("the period is too long"))?;
        if period == 0 {
            return Err(malformed("the period is empty"));
        }
        let theorem = certificate.theorem;
        let may_be_empty = theorem == Theorem::RareWindow;
        let values = certificate.values.len();
        if values != preperiod + period && !(may_be_empty && values == 0) {
            return Err(malformed(
                "the values are not those of preperiod and period",
            ));
        }
        if may_be_empty && values > PeriodSearch::LONGEST_PATTERN {
            return Err(malformed("the values are too many"));
        }
        if certificate.saltus > 1 << 32 {
            return Err(malformed("the saltus is too large"));
        }
        if !(1..=1 << 16).contains(&certificate.multiple) {
            return Err(malformed("the multiple of the period is out of range"));
        }
        if certificate.window.is_some() != (theorem == Theorem::RareWindow) {
            return Err(malformed("the window belongs to another theorem"));
        }
        if certificate.power_of_two.is_some() != (theorem == Theorem::PowerOfTwo) {
            return Err(malformed("the numbers of a test belong to another theorem"));
        }
        if theorem != Theorem::ApTest && !certificate.witnesses.is_empty() {
            return Err(malformed("the witnesses belong to another theorem"));
        }
        Ok(Self {
            certificate,
            game,
            preperiod,
            period,
            saltus: certificate.saltus,
            values: &certificate.values,
        })
    }

    /// The value at a place, counted from 0.
    fn value(&self, place: usize) -> u64 {
        if let Some(&value) = self.values.get(place) {
            return value.into();
        }
        let rounds = (place - self.preperiod) / self.period;
        let within = (place - self.preperiod) % self.period;
        u64::from(self.values[self.preperiod + within]) + rounds as u64 * self.saltus
    }

    /// The shortest period divides every other, as the differences of the values have it too; and
    /// a preperiod can be shortened if its last value fits the pattern.
    fn check_shortest(&self, budget: &Budget) -> Result<(), InvalidPeriod> {
        let (start, p) = (self.preperiod, self.period as u64);
        for shorter in (1..self.period).filter(|d| self.period.is_multiple_of(*d)) {
            budget.check()?;
            let gain = self.saltus * shorter as u64;
            let fits = |n: usize| self.value(n + shorter) * p == self.value(n) * p + gain;
            if (start..start + self.period).all(fits) {
                return Err(InvalidPeriod::NotShortest("period"));
            }
        }
        if start > 0 && self.value(start - 1 + self.period) == self.value(start - 1) + self.saltus {
            return Err(InvalidPeriod::NotShortest("preperiod"));
        }
        Ok(())
    }

    fn check_theorem(&self, budget: &Budget) -> Result<(), InvalidPeriod> {
        let theorem = self.certificate.theorem;
        match (theorem, Shape::of(self.game)) {
            (Theorem::Subtraction | Theorem::AllBut, Shape::Subtraction(game)) => {
                self.check_subtraction(game, budget)
            }
            (Theorem::AllBut | Theorem::RepeatingCode, Shape::Extended(code)) => {
                let Some(takings) = code.takings() else {
                    return Err(self.inapplicable("its digits divide heaps, or do not repeat"));
                };
                self.check_repeating(&takings, budget)
            }
            (Theorem::RepeatingCode, _) => {
                Err(self.inapplicable("it is not given by a code with repeating digits"))
            }
            (Theorem::Subtraction | Theorem::AllBut, _) => {
                Err(self.inapplicable("it is not a subtraction game"))
            }
            (Theorem::Quaternary | Theorem::GuySmith | Theorem::Hexadecimal, Shape::Code(code)) => {
                self.check_code(code, budget)
            }
            (Theorem::Quaternary | Theorem::GuySmith | Theorem::Hexadecimal, _) => {
                Err(self.inapplicable("it is not given by a code"))
            }
            (Theorem::TakeAndBreak, _) => self.check_bounds(budget),
            (Theorem::PowerOfTwo, _) => power_of_two::check(self, budget),
            (Theorem::RareWindow, _) => {
                let values = self.check_rare_window(budget)?;
                self.compare(0, &values, budget)
            }
            (_, Shape::Cut(cut)) => cut_games::check(self, cut.set(), budget),
            _ => Err(self.inapplicable("it is not a cut game")),
        }
    }

    /// Returns the values before the period and one period, of a period that is right and the shortest;
    /// no value if they are too many to keep.
    fn check_rare_window(&self, budget: &Budget) -> Result<Vec<u32>, InvalidPeriod> {
        match Shape::of(self.game) {
            Shape::Code(code) => rare_window::check(self, code, budget),
            _ => Err(self.inapplicable("it is not given by a code")),
        }
    }

    fn inapplicable(&self, why: &'static str) -> InvalidPeriod {
        InvalidPeriod::Inapplicable {
            ruleset: self.certificate.ruleset.clone(),
            why,
        }
    }

    /// Requires the shortest period, and no saltus unless the theorem allows one.
    fn require_plain(&self, saltus: bool) -> Result<(), InvalidPeriod> {
        if self.certificate.multiple != 1 {
            return Err(InvalidPeriod::Malformed(
                "the theorem takes the period itself",
            ));
        }
        if self.saltus != 0 && !saltus {
            return Err(self.inapplicable("it speaks of no saltus"));
        }
        Ok(())
    }

    /// As many repeated values as the largest number that may be taken; for all-but games one more
    /// than twice the largest number that may not be taken.
    fn check_subtraction(&self, game: &Subtraction, budget: &Budget) -> Result<(), InvalidPeriod> {
        let all_but = self.certificate.theorem == Theorem::AllBut;
        self.require_plain(all_but)?;
        let (removals, numbers) = game.removals();
        if (removals == Removals::AllBut) != all_but {
            return Err(self.inapplicable("it is of the other sort of subtraction games"));
        }
        let largest = numbers.last().copied().unwrap_or(0);
        let largest = usize::try_from(largest).unwrap_or(usize::MAX);
        let repeated = if all_but {
            largest.saturating_mul(2).saturating_add(1)
        } else {
            largest
        };
        let needed = (self.preperiod + self.period).saturating_add(repeated);
        let values = values::subtraction(numbers, all_but, needed, budget)?;
        self.compare(game.smallest(), &values, budget)
    }

    /// With m digits before those that repeat: if these are 3, the condition for all-but games; else the
    /// values up to T + P + m, where P is a multiple of both periods and T = max(n0 + P, m).
    fn check_repeating(&self, takings: &Takings, budget: &Budget) -> Result<(), InvalidPeriod> {
        let (digits, period): (&[u8], usize) = match takings {
            // What else it allows changes no value.
            Takings::Any => (&[3], 1),
            Takings::Quaternary { digits, period } => (digits, *period),
        };
        let all_but = period == 1 && digits.last() == Some(&3);
        if all_but != (self.certificate.theorem == Theorem::AllBut) {
            return Err(self.inapplicable("its digits repeat in another way"));
        }
        self.require_plain(all_but)?;
        let before = digits.len() - period;
        let needed = if all_but {
            (self.preperiod + self.period).saturating_add(2 * before + 1)
        } else {
            let mut both = self.period;
            while !both.is_multiple_of(period) {
                both = both.saturating_add(self.period);
            }
            let after = self.preperiod.saturating_add(both).max(before);
            after.saturating_add(both).saturating_add(before + 1)
        };
        let values = values::repeating(digits, period, needed, budget)?;
        self.compare(0, &values, budget)
    }

    /// G(n+p) = G(n) for n0 ≤ n < r·n0 + (r−1)·p + k.
    fn check_code(&self, code: &Code, budget: &Budget) -> Result<(), InvalidPeriod> {
        self.require_plain(false)?;
        let digits = code.digits();
        let heaps = match digits.iter().max().copied().unwrap_or(0) {
            0..4 => 1,
            4..8 => 2,
            _ => 3,
        };
        let theorem = match heaps {
            1 => Theorem::Quaternary,
            2 => Theorem::GuySmith,
            _ => Theorem::Hexadecimal,
        };
        if theorem != self.certificate.theorem {
            return Err(self.inapplicable("its moves leave another number of heaps"));
        }
        let n0 = self.preperiod.max(1);
        let needed = heaps * (n0 + self.period) + digits.len() - 1;
        let values = values::code(digits, needed, budget)?;
        self.compare(0, &values, budget)
    }

    /// G(n+p) = G(n) for n0 ≤ n < r·n0 + (r−1)·p + k, where n0 is beyond the exceptions.
    fn check_bounds(&self, budget: &Budget) -> Result<(), InvalidPeriod> {
        self.require_plain(false)?;
        let Some(bounds) = MoveBounds::of(self.game) else {
            return Err(self.inapplicable("it states no bounds on its moves"));
        };
        let first = self.game.smallest();
        let n0 = first.saturating_add(self.preperiod as u64);
        let n0 = n0.max(bounds.from.saturating_add(1));
        let sum = n0.checked_add(self.period as u64);
        let needed = sum
            .and_then(|sum| sum.checked_mul(bounds.most_left))
            .and_then(|product| product.checked_add(bounds.most_taken));
        let Some(needed) = needed else {
            return Err(self.inapplicable("it needs more heaps than can be counted"));
        };
        let mut definition = DefinitionEvaluator::new(self.game)?;
        definition.extend(needed - 1, budget)?;
        let values = definition.values().numbers().unwrap_or_default();
        self.compare(first, values, budget)
    }

    /// Compares the pattern with the values of the heaps from `first` on, and these on a few heaps
    /// with the definition.
    fn compare(&self, first: u64, values: &[u32], budget: &Budget) -> Result<(), InvalidPeriod> {
        values::compare_with_definition(self.game, first, values, budget)?;
        for (place, &value) in values.iter().enumerate() {
            if place % 4096 == 0 {
                budget.check()?;
            }
            if u64::from(value) != self.value(place) {
                return Err(InvalidPeriod::Value {
                    heap: first + place as u64,
                    value: value.into(),
                    claimed: self.value(place),
                });
            }
        }
        Ok(())
    }
}

/// The members of a cut set up to a number, as sizes.
fn members(set: &CutSet, most: usize) -> impl Iterator<Item = usize> + '_ {
    let members = set.up_to(most as u64);
    members.filter_map(|d| usize::try_from(d).ok())
}
