//! Checking a certificate of a quotient, without the search that made it.
//!
//! [`check`] finds the ruleset by its name in the registry, or in the certificate; [`check_with`] takes it from the caller,
//! so that certificates of any ruleset can be checked. The checker verifies that
//!
//! 1. the Cayley graph belongs to a commutative monoid: every element is reached from the identity,
//!    and generators commute at every element, so that two words that lead from the identity to
//!    the same element do so from every element;
//! 2. the monoid is reduced: any two elements are distinguished by membership in P after some word;
//! 3. each generator is the value of its heap, and a heap without options has the value 1;
//! 4. the identity is not in P, and every sum that has an option is in P by its value iff none of its
//!    options is. By induction on the length of play the values then determine all outcomes. Since
//!    the monoid is reduced and every element is the value of a sum, two sums have the same value iff
//!    they can replace each other everywhere: this is the quotient;
//! 5. the period theorem applies, if a period is claimed.
//!
//! Step 4 is about infinitely many sums. For a sum G let x be its value, and let *open* be the set of
//! elements z with xz ∉ P and x'z ∉ P for the values x' of all options of G: those for which
//! G + Z, with Z of value z, is claimed to be an N-position and no move in G justifies it. No sum with
//! an option may have the identity in its open set. A sum of heaps g + h has z in its open set iff
//! z·(value of g) is open for h and z·(value of h) is open for g, so that only the pair (x, open) of a
//! sum matters, and of two sums of the same value only the one with more open elements: every
//! failure of the other is one of it. That is one half of the condition; the other, that no
//! P-position has an option in P, need only be checked for a single heap h with value x and an
//! option of value x': for no z are both xz and x'z in P.
//!
//! The same holds for single heaps: of two with the same value only the one with more open elements
//! matters, since what is open for a sum with the other is open for the same sum with this one. So a
//! long list of heaps has few that matter.
//!
//! **What is trusted.** Steps 1 to 4 trust the [`options`](Ruleset::options) of heaps, the smallest
//! heap, and that play ends. Of a long list of heaps of a game that states a code they trust the code
//! beyond the first heaps, on which it is compared with the options: to list all options of all heaps
//! would take longer than to find the quotient. Nothing else of the ruleset is asked. Step 5, which extends the result
//! to all heaps, also trusts the [bounds on moves](super::MoveBounds), which it compares with the options of
//! the first heaps, and the proof of the [period theorem](super::Period). Some code is written twice on purpose: the checker shares only
//! the ruleset, the bounds on moves and memory accounting with the search.
//!
//! ```
//! use misere::limits::Budget;
//! use misere::heaps::ruleset;
//! use misere::quotient::{QuotientBuilder, check::check};
//!
//! let nim = ruleset("nim")?;
//! let mut builder = QuotientBuilder::new(&*nim)?;
//! builder.extend_to(4, &Budget::default())?;
//! let certificate = builder.quotient().certificate().unwrap();
//! assert_eq!(check(&certificate, &Budget::default())?.p_order, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

use thiserror::Error;

use super::certificate::{PeriodEntry, QuotientCertificate, statement};
use super::check_period::check_period;
use super::listing;
use super::memory::collect;
use crate::heaps::{
    Code, Heaps, Position, Ruleset, Shape, StatementError, WrongName, certified_ruleset,
    compare_statements,
};
use crate::limits::{Account, Budget, Meter, Reason};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidQuotient {
    /// It is another type of certificate, or of a later version.
    #[error(
        "it is a certificate {kind:?} of version {version}, not of a quotient of version 1 or 2"
    )]
    Kind {
        /// The type that it claims.
        kind: String,
        /// The version it claims.
        version: u32,
    },
    /// The ruleset is not known, is not the one that was given, or has no quotients.
    #[error("its ruleset: {0}")]
    Ruleset(String),
    /// Numbers that contradict each other.
    #[error("{0}")]
    Malformed(&'static str),
    /// Generators that do not commute.
    #[error("generators {0} and {1} do not commute at element {2}")]
    NotCommutative(usize, usize, u32),
    /// An element that no product of generators reaches.
    #[error("element {0} is not a product of generators")]
    NotReached(u32),
    /// Two elements that no sum distinguishes.
    #[error("no sum distinguishes elements {0} and {1}")]
    NotReduced(u32, u32),
    /// A heap that cannot have its value.
    #[error("the value of heap {heap} is wrong: {what}")]
    Heap {
        /// The heap.
        heap: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// A sum that is claimed to be an N-position and has no option in P.
    #[error("{0} is said to be an N-position, but no option is said to be a P-position")]
    NoWinningMove(Heaps),
    /// It states something else than it proves.
    #[error("it states something else than it proves: {0}")]
    States(String),
    /// The period does not follow.
    #[error("the period does not follow: {0}")]
    Period(&'static str),
    /// The rules are not known, so nothing was decided.
    #[error("{0}")]
    OutOfReach(String),
    /// The check itself reached a limit.
    #[error("{0}")]
    Stopped(#[from] Reason),
}

impl From<WrongName> for InvalidQuotient {
    fn from(error: WrongName) -> Self {
        match error {
            WrongName::Refused(message) => Self::Ruleset(message),
            WrongName::Unknown(message) => Self::OutOfReach(message),
        }
    }
}

/// What a valid certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedQuotient {
    /// The ruleset; of a list, the positions to which no move leads.
    pub ruleset: String,
    /// The number of positions, if they are listed.
    pub positions: Option<usize>,
    /// The largest heap.
    pub max_heap: u64,
    /// The number of elements.
    pub order: u32,
    /// The number of P-values.
    pub p_order: usize,
    /// The period; if there is one, this is the quotient of all heaps.
    pub period: Option<PeriodEntry>,
    /// The cost of the check: the number of products of two elements that it asked for.
    pub steps: u64,
    /// The same in words.
    pub statement: String,
}

/// Checks a certificate of a ruleset of the registry, which is found by its name, or of positions that
/// the certificate lists: then their options are computed again from the rulesets and expressions that
/// they come from.
///
/// This takes time and memory for a table of all products of two elements.
pub fn check(
    certificate: &QuotientCertificate,
    budget: &Budget,
) -> Result<CheckedQuotient, InvalidQuotient> {
    check_kind(certificate)?;
    if let Some(listing) = &certificate.positions {
        if listing.positions.len() != certificate.pretending.len() {
            let what = "it does not have one value for each position";
            return Err(InvalidQuotient::Malformed(what));
        }
        let game = listing::checked_ruleset(listing, &certificate.ruleset, budget)?;
        let checked = check_claim(&game, certificate, budget)?;
        let (ruleset, count) = (listing::roots(listing), Some(listing.positions.len()));
        return checked.stated(ruleset, count, certificate);
    }
    let game = certified_ruleset(&certificate.ruleset)?;
    check_with(&*game, certificate, budget)
}

/// Checks a certificate of a given ruleset, whose name must be that in the certificate.
///
/// See the [module](self) for what is trusted of the ruleset. A ruleset that says nothing about
/// bounds on its moves can have certificates of the heaps up to some size, and none of all heaps.
///
/// ```
/// use misere::heaps::{HeapOptions, Heaps, Position, Ruleset};
/// use misere::limits::Budget;
/// use misere::quotient::{QuotientBuilder, check::check_with};
///
/// /// Take half of a heap or a little more, or a single object.
/// struct Halving;
///
/// impl Ruleset for Halving {
///     fn name(&self) -> String {
///         "halving".into()
///     }
///     fn rule(&self) -> String {
///         "leave half of the heap, or take one".into()
///     }
///     fn source(&self) -> &'static str {
///         "this example"
///     }
///     fn options(&self, heap: Position) -> HeapOptions<'_> {
///         let n = heap.size();
///         let moves = [n / 2, n.saturating_sub(1)];
///         Box::new(moves.into_iter().filter(move |&left| left < n).map(Heaps::heap))
///     }
/// }
///
/// let budget = Budget::default();
/// let mut builder = QuotientBuilder::new(&Halving)?;
/// builder.extend_to(6, &budget)?;
/// let certificate = builder.quotient().certificate().unwrap();
/// assert_eq!(check_with(&Halving, &certificate, &budget)?.max_heap, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_with(
    ruleset: &dyn Ruleset,
    certificate: &QuotientCertificate,
    budget: &Budget,
) -> Result<CheckedQuotient, InvalidQuotient> {
    let checked = check_claim(ruleset, certificate, budget)?;
    checked.stated(certificate.ruleset.clone(), None, certificate)
}

/// Checks everything but the statement.
fn check_claim(
    ruleset: &dyn Ruleset,
    certificate: &QuotientCertificate,
    budget: &Budget,
) -> Result<CheckedQuotient, InvalidQuotient> {
    check_kind(certificate)?;
    if ruleset.name() != certificate.ruleset
        || ruleset.is_loopy()
        || ruleset.arity() != 1
        || ruleset.kinds() != 1
    {
        let problem = "it has another name, is loopy, or its positions are not heaps";
        return Err(InvalidQuotient::Ruleset(problem.into()));
    }
    check_shape(certificate, ruleset)?;
    let mut account = budget.account();
    let checker = Checker {
        times: multiplication_table(&certificate.cayley, &mut account)?,
        in_p: (0..certificate.order)
            .map(|x| certificate.p.binary_search(&x).is_ok())
            .collect(),
        certificate,
        budget,
        steps: Cell::new(0),
        _account: account,
    };
    checker.check_reduced()?;
    let heaps = checker.check_heaps(ruleset)?;
    checker.check_sums(&heaps)?;
    if let Some(period) = &certificate.period {
        let (smallest, values) = (certificate.smallest, &certificate.pretending);
        check_period(period, ruleset, smallest, values, budget)?;
    }
    Ok(CheckedQuotient {
        ruleset: certificate.ruleset.clone(),
        positions: None,
        max_heap: certificate.max_heap,
        order: certificate.order,
        p_order: certificate.p.len(),
        period: certificate.period,
        steps: checker.steps.get(),
        statement: String::new(),
    })
}

impl CheckedQuotient {
    /// Puts it in words, and compares them with those of the certificate.
    fn stated(
        self,
        ruleset: String,
        positions: Option<usize>,
        certificate: &QuotientCertificate,
    ) -> Result<Self, InvalidQuotient> {
        let orders = (self.order, self.p_order);
        let statement = statement(&ruleset, positions, self.max_heap, orders, self.period);
        require_statement(certificate.statement.as_deref(), &statement)?;
        Ok(Self {
            ruleset,
            positions,
            statement,
            ..self
        })
    }
}

/// A certificate that states something must prove that.
pub(super) fn require_statement(
    stated: Option<&str>,
    statement: &str,
) -> Result<(), InvalidQuotient> {
    match stated {
        Some(stated) if stated != statement => Err(InvalidQuotient::States(statement.into())),
        _ => Ok(()),
    }
}

fn check_kind(certificate: &QuotientCertificate) -> Result<(), InvalidQuotient> {
    let (kind, version) = (&certificate.certificate, certificate.version);
    if kind != QuotientCertificate::KIND || !(1..=QuotientCertificate::VERSION).contains(&version) {
        return Err(InvalidQuotient::Kind {
            kind: kind.clone(),
            version,
        });
    }
    Ok(())
}

/// Checks that numbers are in range, and lists have the right lengths and orders.
fn check_shape(
    certificate: &QuotientCertificate,
    game: &dyn Ruleset,
) -> Result<(), InvalidQuotient> {
    let QuotientCertificate {
        smallest,
        max_heap,
        order,
        generators,
        cayley,
        p,
        pretending,
        ..
    } = certificate;
    let malformed = |what| Err(InvalidQuotient::Malformed(what));
    if *smallest != game.smallest() {
        return malformed("its smallest heap is not that of the ruleset");
    }
    if pretending.is_empty() || *max_heap != smallest.saturating_add(pretending.len() as u64 - 1) {
        return malformed("it does not have one value for each heap");
    }
    if *order == 0 || cayley.len() as u64 != u64::from(*order) {
        return malformed("the Cayley graph does not have one row for each element");
    }
    if cayley.iter().any(|row| row.len() != generators.len()) {
        return malformed("a row of the Cayley graph does not have one entry for each generator");
    }
    let elements = cayley.iter().flatten().chain(p).chain(pretending);
    if elements.max().is_some_and(|x| x >= order) {
        return malformed("an element is out of range");
    }
    if !p.is_sorted_by(|a, b| a < b) {
        return malformed("the elements of P are not ascending");
    }
    if p.first() == Some(&0) {
        return malformed("the identity is in P, but a player who cannot move wins");
    }
    if !generators.is_sorted_by(|a, b| a < b) {
        return malformed("the generators are not ascending");
    }
    Ok(())
}

/// Returns the bytes of a list of lists.
fn table_bytes<T>(rows: usize, columns: usize) -> usize {
    let row = columns
        .saturating_mul(size_of::<T>())
        .saturating_add(size_of::<Vec<T>>());
    rows.saturating_mul(row)
}

/// Step 1. Returns the products of all pairs, one row after the other.
pub(super) fn multiplication_table(
    cayley: &[Vec<u32>],
    account: &mut Account,
) -> Result<Vec<u32>, InvalidQuotient> {
    let order = cayley.len();
    let entries = order.saturating_mul(order);
    let mut table = collect(std::iter::repeat(0), entries, account)?;
    let budget = account.budget();
    let mut meter = Meter::new(budget);
    for (x, row) in (0..).zip(cayley) {
        for (a, &xa) in row.iter().enumerate() {
            meter.tick_for(row.len())?;
            for (b, &xb) in row.iter().enumerate() {
                if cayley[xa as usize][b] != cayley[xb as usize][a] {
                    return Err(InvalidQuotient::NotCommutative(a, b, x));
                }
            }
        }
    }
    // A product x·g for each element but the identity, after that of x.
    let mut products = Vec::new();
    let mut reached = vec![false; order];
    reached[0] = true;
    let mut waiting = vec![0u32];
    while let Some(x) = waiting.pop() {
        for (g, &product) in cayley[x as usize].iter().enumerate() {
            if !std::mem::replace(&mut reached[product as usize], true) {
                products.push((product, x, g));
                waiting.push(product);
            }
        }
    }
    if let Some(x) = (0..).zip(&reached).find(|(_, reached)| !**reached) {
        return Err(InvalidQuotient::NotReached(x.0));
    }
    for (x, row) in (0..).zip(table.chunks_exact_mut(order)) {
        budget.check()?;
        row[0] = x;
        for &(y, before, g) in &products {
            row[y as usize] = cayley[row[before as usize] as usize][g];
        }
    }
    Ok(table)
}

/// Returns x·y^copies. A listing may have options of 2^64 − 1 copies, so powers are found by squaring.
pub(super) fn times_power(
    mut x: u32,
    mut y: u32,
    mut copies: u64,
    product: impl Fn(u32, u32) -> u32,
) -> u32 {
    while copies > 0 {
        if copies % 2 == 1 {
            x = product(x, y);
        }
        copies /= 2;
        if copies > 0 {
            y = product(y, y);
        }
    }
    x
}

struct Checker<'c> {
    certificate: &'c QuotientCertificate,
    /// x·y at place x·order + y.
    times: Vec<u32>,
    in_p: Vec<bool>,
    budget: &'c Budget,
    steps: Cell<u64>,
    _account: Account,
}

/// The code of a game whose moves leave at most two heaps.
fn code_of_pairs(game: &dyn Ruleset) -> Option<&Code> {
    match Shape::of(game) {
        Shape::Code(code) if code.most_left() <= 2 && game.smallest() == 0 => Some(code),
        _ => None,
    }
}

/// Returns the last heap whose options were compared with what the ruleset states about its moves.
pub(super) fn compared(
    game: &dyn Ruleset,
    budget: &Budget,
) -> Result<Option<u64>, InvalidQuotient> {
    compare_statements(game, budget).map_err(|error| match error {
        StatementError::Stopped(reason) => InvalidQuotient::Stopped(reason),
        wrong => InvalidQuotient::Ruleset(wrong.to_string()),
    })
}

/// The options of so many heaps are few, and all of them are listed.
const ALWAYS_BY_OPTIONS: usize = 200;

/// A heap that has options.
struct HeapEntry {
    heap: u64,
    value: u32,
    open: Words,
}

/// A set of elements, 64 in a word.
type Words = Box<[u64]>;

fn is_subset(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(s, l)| s & !l == 0)
}

/// The heaps that have options and matter to sums: for none of them less is open than for another
/// with the same value.
struct HeapEntries {
    entries: Vec<HeapEntry>,
    _account: Account,
}

/// A sum, its value and its open set.
struct OpenSum {
    heaps: Heaps,
    value: u32,
    open: Vec<bool>,
}

impl OpenSum {
    fn bytes(&self) -> usize {
        let heaps = self.heaps.iter().len() * size_of::<(Position, u64)>();
        size_of::<Self>() + self.open.len() + heaps
    }
}

impl Checker<'_> {
    fn product(&self, x: u32, y: u32) -> u32 {
        self.steps.set(self.steps.get() + 1);
        self.times[x as usize * self.in_p.len() + y as usize]
    }

    fn is_p(&self, x: u32) -> bool {
        self.in_p[x as usize]
    }

    /// Step 2, by refining classes until no class is split.
    fn check_reduced(&self) -> Result<(), InvalidQuotient> {
        let mut class: Vec<usize> = self.in_p.iter().map(|&p| usize::from(p)).collect();
        let mut count = 0;
        let generators = self.certificate.generators.len();
        let mut account = self.budget.account();
        account.hold(table_bytes::<usize>(class.len(), generators + 4))?;
        loop {
            self.budget.check()?;
            let mut numbers: BTreeMap<Vec<usize>, (usize, u32)> = BTreeMap::new();
            let mut refined = Vec::new();
            let mut equal = None;
            for (x, row) in (0..).zip(&self.certificate.cayley) {
                let products = row.iter().map(|&product| class[product as usize]);
                let key = products.chain([class[x as usize]]).collect();
                let unused = numbers.len();
                let &mut (number, first) = numbers.entry(key).or_insert((unused, x));
                if first != x {
                    equal = Some((first, x));
                }
                refined.push(number);
            }
            match equal {
                None => return Ok(()),
                Some((x, y)) if numbers.len() == count => {
                    return Err(InvalidQuotient::NotReduced(x, y));
                }
                Some(_) => (class, count) = (refined, numbers.len()),
            }
        }
    }

    /// Step 3, and the half of step 4 that is about single heaps.
    fn check_heaps(&self, game: &dyn Ruleset) -> Result<HeapEntries, InvalidQuotient> {
        let mut account = self.budget.account();
        let mut entries = Vec::new();
        let mut smallest_heaps: BTreeMap<u32, u64> = BTreeMap::new();
        let mut same_value: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut is_option = vec![false; self.in_p.len()];
        let mut meter = Meter::new(self.budget);
        let winning = self.winning(&mut account, &mut meter)?;
        let words = self.in_p.len().div_ceil(64);
        let row = |x: u32| &winning[x as usize * words..][..words];
        let code = code_of_pairs(game);
        let compared_to = match code {
            Some(_) if self.certificate.pretending.len() > ALWAYS_BY_OPTIONS => {
                compared(game, self.budget)?.unwrap_or(u64::MAX)
            }
            _ => u64::MAX,
        };
        for (heap, &value) in (self.certificate.smallest..).zip(&self.certificate.pretending) {
            let wrong = |what| Err(InvalidQuotient::Heap { heap, what });
            smallest_heaps.entry(value).or_insert(heap);
            is_option.fill(false);
            match code {
                Some(code) if heap > compared_to => {
                    self.mark_options_of_code(code, heap, &mut is_option, &mut meter)?;
                }
                _ => self.mark_options(game, heap, &mut is_option, &mut meter)?,
            }
            if !is_option.contains(&true) {
                if value != 0 {
                    return wrong("it has no options, so its value is the identity");
                }
                continue;
            }
            // The elements z for which some option wins.
            let mut won = vec![0; words];
            for (option, _) in (0..).zip(&is_option).filter(|(_, is_option)| **is_option) {
                meter.tick_for(words)?;
                for (won, winning) in won.iter_mut().zip(row(option)) {
                    *won |= winning;
                }
            }
            if won.iter().zip(row(value)).any(|(won, own)| won & own != 0) {
                return wrong("a sum with it is said to be a P-position, and an option too");
            }
            // No word has elements beyond the last one, so an element there is never asked for.
            let open = won.iter().zip(row(value)).map(|(won, own)| !(won | own));
            let open: Words = open.collect();
            let others = same_value.entry(value).or_default();
            let covers = |&at: &usize| {
                let other: &HeapEntry = &entries[at];
                is_subset(&open, &other.open)
            };
            meter.tick_for(others.len() * words)?;
            if others.iter().any(covers) {
                continue;
            }
            account.add(size_of::<HeapEntry>() + size_of_val(&*open) + size_of::<usize>())?;
            others.push(entries.len());
            entries.push(HeapEntry { heap, value, open });
        }
        for (g, heap) in self.certificate.generators.iter().enumerate() {
            let value = self.certificate.cayley[0][g];
            if smallest_heaps.get(&value) != Some(heap) {
                return Err(InvalidQuotient::Heap {
                    heap: *heap,
                    what: "it is not the smallest heap that has the value of its generator",
                });
            }
        }
        Ok(HeapEntries {
            entries,
            _account: account,
        })
    }

    /// Marks the values of the options of a heap.
    fn mark_options(
        &self,
        game: &dyn Ruleset,
        heap: u64,
        is_option: &mut [bool],
        meter: &mut Meter<'_>,
    ) -> Result<(), InvalidQuotient> {
        for option in game.options_within(Position::heap(heap), self.budget)? {
            meter.tick_for(option.iter().len())?;
            let Some(value) = self.value_below(&option, heap) else {
                let what = "an option is not made of smaller heaps";
                return Err(InvalidQuotient::Heap { heap, what });
            };
            is_option[value as usize] = true;
        }
        Ok(())
    }

    /// Does the same by the digits of a code, with one product for each pair of heaps that are left.
    fn mark_options_of_code(
        &self,
        code: &Code,
        heap: u64,
        is_option: &mut [bool],
        meter: &mut Meter<'_>,
    ) -> Result<(), InvalidQuotient> {
        let heap = usize::try_from(heap).map_err(|_| Reason::Capacity)?;
        let values = &self.certificate.pretending[..heap];
        for taken in 0..=code.most_taken().min(heap) {
            let left = heap - taken;
            if left == 0 {
                is_option[0] |= code.leaves(taken, 0);
                continue;
            }
            if taken > 0 && code.leaves(taken, 1) {
                is_option[values[left] as usize] = true;
            }
            if code.leaves(taken, 2) {
                let half = left / 2;
                meter.tick_for(half)?;
                let larger = values[left - half..left].iter().rev();
                for (&a, &b) in values[1..=half].iter().zip(larger) {
                    is_option[self.product(a, b) as usize] = true;
                }
            }
        }
        Ok(())
    }

    /// Returns for each element x the set of all z with xz in P, one after the other.
    fn winning(
        &self,
        account: &mut Account,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u64>, InvalidQuotient> {
        let order = self.in_p.len();
        let words = order.div_ceil(64);
        let mut winning = collect(std::iter::repeat(0), order.saturating_mul(words), account)?;
        for (x, row) in (0..).zip(winning.chunks_exact_mut(words)) {
            meter.tick_for(order)?;
            for z in 0..self.certificate.order {
                if self.is_p(self.product(x, z)) {
                    row[z as usize / 64] |= 1 << (z % 64);
                }
            }
        }
        Ok(winning)
    }

    /// Returns the value of a sum of heaps that are all smaller than the bound.
    fn value_below(&self, heaps: &Heaps, bound: u64) -> Option<u32> {
        let mut product = 0;
        for (position, copies) in heaps.iter() {
            let heap = position.size();
            let at = heap.checked_sub(self.certificate.smallest)?;
            let value = *self.certificate.pretending.get(usize::try_from(at).ok()?)?;
            if heap >= bound {
                return None;
            }
            product = times_power(product, value, copies, |x, y| self.product(x, y));
        }
        Some(product)
    }

    /// The other half of step 4.
    fn check_sums(&self, heaps: &HeapEntries) -> Result<(), InvalidQuotient> {
        let heaps = &heaps.entries;
        let elements = 0..self.certificate.order;
        let order = self.in_p.len();
        let mut account = self.budget.account();
        account.add(table_bytes::<bool>(heaps.len(), order))?;
        let mut meter = Meter::new(self.budget);
        let mut open_for: Vec<Vec<bool>> = Vec::with_capacity(heaps.len());
        for h in heaps {
            meter.tick_for(order)?;
            let is_open = |z: u32| h.open[z as usize / 64] >> (z % 64) & 1 != 0;
            open_for.push(elements.clone().map(is_open).collect());
        }
        let mut seen: BTreeMap<u32, Vec<Vec<bool>>> = BTreeMap::new();
        // Small sums first: more is open for them, so they make most others superfluous.
        let mut waiting = VecDeque::from([OpenSum {
            heaps: Heaps::none(),
            value: 0,
            open: self.in_p.iter().map(|&p| !p).collect(),
        }]);
        account.add(waiting[0].bytes())?;
        while let Some(sum) = waiting.pop_front() {
            for (h, open_for_h) in heaps.iter().zip(&open_for) {
                self.budget.check()?;
                let is_open = |z: u32| {
                    sum.open[self.product(z, h.value) as usize]
                        && open_for_h[self.product(z, sum.value) as usize]
                };
                let open: Vec<bool> = elements.clone().map(is_open).collect();
                let value = self.product(sum.value, h.value);
                let mut with_h = sum.heaps.clone();
                with_h.add(Position::heap(h.heap), 1);
                if open[0] {
                    return Err(InvalidQuotient::NoWinningMove(with_h));
                }
                let same_value = seen.entry(value).or_default();
                let covers = |larger: &Vec<bool>| open.iter().zip(larger).all(|(a, b)| a <= b);
                let mut is_new = open.contains(&true);
                for larger in &*same_value {
                    meter.tick()?;
                    if covers(larger) {
                        is_new = false;
                        break;
                    }
                }
                if !is_new {
                    continue;
                }
                let next = OpenSum {
                    heaps: with_h,
                    value,
                    open,
                };
                let kept = table_bytes::<bool>(1, order);
                account.add(next.bytes().saturating_add(kept))?;
                same_value.push(next.open.clone());
                waiting.push_back(next);
            }
            account.record(account.bytes() - sum.bytes());
        }
        Ok(())
    }
}
