//! Checking the outcome of a sum with a winning strategy.
//!
//! The certificate lists positions with their options, a sum S of them and a set W of sums. Positions
//! without options are left out of sums. The checker verifies that
//!
//! 1. the listed positions are what they are said to be, as for [quotients](crate::quotient::check);
//! 2. in misère play the empty sum is not in W: who cannot move has won;
//! 3. from every option of a member of W there is a move to a member of W, unless, in misère play,
//!    the option is the empty sum.
//!
//! So the members of W are P-positions, by induction on the length of play: every option of one is an
//! N-position, since it has an option in W or is won at once, and a member has an option or, in
//! normal play, is lost at once. S is a P-position if it is in W. It is an N-position if an option of
//! it is in W, or if it is empty and play is misère. Nothing here is shared with the search but the
//! options of rulesets.
//!
//! ```
//! use misere::game::Universe;
//! use misere::limits::Budget;
//! use misere::notation::parse;
//! use misere::play::{Convention, OutcomeCertificate, check_outcome::check};
//!
//! let mut u = Universe::new();
//! let syntax = parse("3 + 2 + 2")?;
//! let mut certificate = OutcomeCertificate::find(&syntax, Convention::Misere, &mut u)?;
//! let checked = check(&certificate, &Budget::default())?;
//! assert_eq!(
//!     checked.statement,
//!     "the sum 2·2 + 3 is an N-position in misère play, won by the move to 1 + 2 + 3"
//! );
//! certificate.p_positions.pop();
//! assert!(check(&certificate, &Budget::default()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::outcome_certificate::OutcomeCertificate;
use super::sum::Convention;
use crate::game::Outcome;
use crate::limits::{Budget, Meter, Reason};
use crate::quotient::check::InvalidQuotient;
use crate::quotient::listing::{checked_ruleset, label};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidOutcome {
    /// It is another type of certificate, or of a later version.
    #[error("it is a certificate {kind:?} of version {version}, not \"outcome\" of version 2")]
    Kind {
        /// The type that it claims.
        kind: String,
        /// The version it claims.
        version: u32,
    },
    /// Its positions are not what they are said to be.
    #[error("{0}")]
    Positions(InvalidQuotient),
    /// Numbers that contradict each other.
    #[error("{0}")]
    Malformed(&'static str),
    /// A move that no move answers.
    #[error("no answer is shown to the move from {from} to {to}")]
    NoAnswer {
        /// The alleged P-position.
        from: String,
        /// The option of it.
        to: String,
    },
    /// Neither the sum nor an option of it is shown to be a P-position.
    #[error("no move to a P-position is shown")]
    NoWinningMove,
    /// It states something else than it proves.
    #[error("it states something else than it proves: {0}")]
    States(String),
    /// The check itself reached a limit.
    #[error("{0}")]
    Stopped(#[from] Reason),
}

impl From<InvalidQuotient> for InvalidOutcome {
    fn from(error: InvalidQuotient) -> Self {
        match error {
            InvalidQuotient::Stopped(reason) => Self::Stopped(reason),
            other => Self::Positions(other),
        }
    }
}

/// What a valid certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedOutcome {
    /// The outcome of the sum.
    pub outcome: Outcome,
    /// The same in words, with a winning move.
    pub statement: String,
}

/// Numbers of positions with their copies, ascending.
type Sum = Vec<(u64, u64)>;

/// Checks a certificate, whose rulesets are found by their names.
pub fn check(
    certificate: &OutcomeCertificate,
    budget: &Budget,
) -> Result<CheckedOutcome, InvalidOutcome> {
    let (kind, version) = (&certificate.certificate, certificate.version);
    if kind != OutcomeCertificate::KIND || !(1..=OutcomeCertificate::VERSION).contains(&version) {
        let kind = kind.chars().take(40).collect();
        return Err(InvalidOutcome::Kind { kind, version });
    }
    let positions = &certificate.positions;
    if positions.positions.is_empty() {
        return Err(InvalidOutcome::Malformed("it lists no positions"));
    }
    checked_ruleset(positions, "sum", budget)?;
    let sums = Sums(certificate);
    let misere = certificate.play == Convention::Misere;
    let mut meter = Meter::new(budget);
    let mut account = budget.account();
    let mut winning: BTreeSet<Sum> = BTreeSet::new();
    for sum in &certificate.p_positions {
        account.add(64 + 16 * sum.len())?;
        winning.insert(sums.playable(sum.iter().copied())?);
    }
    for from in &winning {
        if misere && from.is_empty() {
            let problem = "a sum without moves is no P-position in misère play";
            return Err(InvalidOutcome::Malformed(problem));
        }
        for to in sums.options(from, &mut meter)? {
            let is_won = misere && to.is_empty();
            if !is_won && sums.options(&to, &mut meter)?.is_disjoint(&winning) {
                let (from, to) = (sums.text(from), sums.text(&to));
                return Err(InvalidOutcome::NoAnswer { from, to });
            }
        }
    }
    let (outcome, statement) = sums.verdict(&winning, &mut meter)?;
    if (certificate.statement.as_ref()).is_some_and(|stated| *stated != statement) {
        return Err(InvalidOutcome::States(statement));
    }
    Ok(CheckedOutcome { outcome, statement })
}

/// What a certificate states if it is valid.
pub(super) fn statement(certificate: &OutcomeCertificate) -> Result<String, InvalidOutcome> {
    let sums = Sums(certificate);
    let playable = |sum: &Sum| sums.playable(sum.iter().copied());
    let winning: Result<BTreeSet<Sum>, _> = certificate.p_positions.iter().map(playable).collect();
    let budget = Budget::default();
    Ok(sums.verdict(&winning?, &mut Meter::new(&budget))?.1)
}

/// Sums of the listed positions.
struct Sums<'c>(&'c OutcomeCertificate);

impl Sums<'_> {
    fn options_of(&self, position: u64) -> Result<&[Vec<(u64, u64)>], InvalidOutcome> {
        let position = usize::try_from(position).ok();
        let entry = position.and_then(|position| self.0.positions.positions.get(position));
        let entry = entry.ok_or(InvalidOutcome::Malformed(
            "a sum has a position that is not listed",
        ))?;
        Ok(&entry.options)
    }

    /// A sum without the positions that have no options.
    fn playable(&self, parts: impl Iterator<Item = (u64, u64)>) -> Result<Sum, InvalidOutcome> {
        let mut sum: BTreeMap<u64, u64> = BTreeMap::new();
        for (part, copies) in parts {
            if self.options_of(part)?.is_empty() || copies == 0 {
                continue;
            }
            let total = sum.entry(part).or_default();
            let problem = InvalidOutcome::Malformed("a sum has too many copies");
            *total = total.checked_add(copies).ok_or(problem)?;
        }
        Ok(sum.into_iter().collect())
    }

    fn options(&self, sum: &Sum, meter: &mut Meter<'_>) -> Result<BTreeSet<Sum>, InvalidOutcome> {
        let mut options = BTreeSet::new();
        for &(moved, _) in sum {
            for option in self.options_of(moved)? {
                meter.tick_for(sum.len())?;
                let rest = sum
                    .iter()
                    .map(|&(part, n)| (part, n - u64::from(part == moved)));
                options.insert(self.playable(rest.chain(option.iter().copied()))?);
            }
        }
        Ok(options)
    }

    fn text(&self, sum: &Sum) -> String {
        let term = |&(part, copies): &(u64, u64)| {
            let entry = usize::try_from(part).ok();
            let entry = entry.and_then(|part| self.0.positions.positions.get(part));
            let name = entry.map_or(String::new(), label);
            match copies {
                1 => name,
                _ => format!("{copies}·{name}"),
            }
        };
        match sum.as_slice() {
            [] => "0".into(),
            sum => sum.iter().map(term).collect::<Vec<_>>().join(" + "),
        }
    }

    /// The outcome of the sum, given P-positions.
    fn verdict(
        &self,
        winning: &BTreeSet<Sum>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome, String), InvalidOutcome> {
        let sum = self.playable(self.0.position.iter().copied())?;
        let text = self.text(&sum);
        let play = match self.0.play {
            Convention::Misere => "misère",
            Convention::Normal => "normal",
        };
        if winning.contains(&sum) {
            let statement = format!("the sum {text} is a P-position in {play} play");
            return Ok((Outcome::P, statement));
        }
        let statement = format!("the sum {text} is an N-position in {play} play");
        if sum.is_empty() && self.0.play == Convention::Misere {
            return Ok((Outcome::N, statement));
        }
        let options = self.options(&sum, meter)?;
        let to = options.intersection(winning).next();
        let to = self.text(to.ok_or(InvalidOutcome::NoWinningMove)?);
        Ok((Outcome::N, format!("{statement}, won by the move to {to}")))
    }
}
