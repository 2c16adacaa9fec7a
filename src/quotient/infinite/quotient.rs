//! An infinite misère quotient, proved.

use std::sync::Arc;

use super::description::Description;
use crate::game::Outcome;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Budget, Reason, Ticker};
use crate::quotient::monoid::{Element, Monoid};
use crate::quotient::moves::WinningMove;
use crate::quotient::period::Period;
use crate::quotient::table::HeapTable;

/// The infinite misère quotient of the heaps of a ruleset up to a certain size, or of all heaps, proved.
///
/// A sum has a value (m, x): m in a finite commutative [monoid](Self::tame_part) M, and x the numbers of
/// the [wild](Self::wild) heaps in it; a [mixed](Self::mixed) heap counts as a few wild ones. It is a P-position iff (m, x) is in P, which depends only on m,
/// on whether each x_i is small or else on its residue, and on the value of a linear form at x, clamped
/// to a finite interval. M × N^k maps onto the quotient; different values may be equal in it.
///
/// ```
/// use misere::game::Outcome;
/// use misere::limits::Budget;
/// use misere::heaps::{Heaps, Position, ruleset};
/// use misere::quotient::QuotientBuilder;
///
/// let game = ruleset("0.3102").unwrap();
/// let mut builder = QuotientBuilder::new(&*game)?;
/// builder.extend_to(12, &Budget::default())?;
/// let quotient = builder.infinite().unwrap();
/// assert_eq!(quotient.wild(), [7, 12]);
/// assert_eq!(quotient.shape().wall, [1, -1]);
/// let mut sum = Heaps::none();
/// sum.add(Position::heap(7), 1_000_000);
/// sum.add(Position::heap(12), 1000);
/// assert_eq!(quotient.outcome(&sum), Some(Outcome::P));
/// # Ok::<(), misere::quotient::QuotientError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InfiniteQuotient {
    ruleset: String,
    smallest: u64,
    generators: Vec<u64>,
    wild: Vec<u64>,
    mixed: Vec<(u64, Vec<u32>)>,
    period: Option<Period>,
    pub(super) description: Arc<Description>,
}

/// What P depends on beside the element of M.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WallShape {
    /// The coefficients of the linear form.
    pub wall: Vec<i64>,
    /// The form is clamped to −h, …, h.
    pub half_width: i64,
    /// Below its threshold the number of a wild heap matters,
    pub thresholds: Vec<u32>,
    /// and from there on its residue.
    pub moduli: Vec<u32>,
}

/// A set of numbers of wild heaps: a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// For each wild heap the least number in the class: all numbers of the class if it is below the
    /// threshold, else one of a residue class.
    pub classes: Vec<u32>,
    /// The value of the form, clamped.
    pub level: i64,
}

impl InfiniteQuotient {
    pub(in crate::quotient) fn new(
        description: Arc<Description>,
        table: &HeapTable,
        period: Option<Period>,
    ) -> Self {
        let sizes = |heaps: &[u32]| heaps.iter().map(|&heap| table.size(heap)).collect();
        Self {
            ruleset: table.ruleset().name(),
            smallest: table.ruleset().smallest(),
            generators: sizes(&description.tame.generators),
            wild: sizes(&description.wild),
            mixed: (description.mixed.iter())
                .map(|(heap, d)| (table.size(*heap), d.to_vec()))
                .collect(),
            period,
            description,
        }
    }

    /// Returns the name of the ruleset.
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// Returns the smallest heap of the ruleset.
    pub fn smallest(&self) -> u64 {
        self.smallest
    }

    /// Returns the largest heap that was added. With a [period](Self::period) the quotient also gives
    /// values to larger heaps.
    pub fn max_heap(&self) -> u64 {
        self.smallest + (self.pretending().len() as u64).saturating_sub(1)
    }

    /// Returns M. Its own P-values are those of sums without wild heaps.
    pub fn tame_part(&self) -> &Monoid {
        &self.description.tame.monoid
    }

    /// Returns the heaps that generate M, in the order of its generators.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// Returns the wild heaps, ascending.
    pub fn wild(&self) -> &[u64] {
        &self.wild
    }

    /// Returns the heaps that are not wild and whose values have a part in N^k: that part, in the order
    /// of the wild heaps. Their parts in M are [given](Self::pretending) as for other heaps.
    pub fn mixed(&self) -> &[(u64, Vec<u32>)] {
        &self.mixed
    }

    /// Returns the part in M of the value of each heap. That of a wild heap is 1.
    pub fn pretending(&self) -> &[Element] {
        &self.description.tame.pretending
    }

    /// Returns the period of the values of heaps in M × N^k, if it is proved. Then this is the quotient of
    /// all heaps.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns the linear form, the thresholds and the moduli.
    pub fn shape(&self) -> WallShape {
        let shape = &self.description.cells.shape;
        WallShape {
            wall: shape.wall.clone(),
            half_width: shape.half_width,
            thresholds: shape.thresholds.clone(),
            moduli: shape.moduli.clone(),
        }
    }

    /// Returns the number of cells.
    pub fn cell_count(&self) -> usize {
        self.description.cells.len()
    }

    /// Returns a cell by its number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn cell(&self, number: usize) -> Cell {
        let number = u32::try_from(number).expect("cells have 32-bit numbers");
        let (classes, level) = self.description.cells.parts(number);
        Cell { classes, level }
    }

    /// Checks whether (m, x) is in P for the points x of a cell.
    ///
    /// # Panics
    /// If the element or the number is out of range.
    pub fn is_p(&self, m: Element, cell: usize) -> bool {
        let cell = u32::try_from(cell).expect("cells have 32-bit numbers");
        self.description.is_p(m, cell)
    }

    /// Returns the value of a sum: an element of M and the numbers of the wild heaps. None if a heap
    /// is too large for this quotient, or a number for 64 bits.
    pub fn value(&self, heaps: &Heaps) -> Option<(Element, Vec<u64>)> {
        let mut x = vec![0u64; self.wild.len()];
        let mut m = 0;
        for (position, copies) in heaps.iter() {
            let size = Some(position.size()).filter(|_| position.arity() == 1)?;
            let size = (self.period).map_or(size, |period| period.representative(size));
            let heap = usize::try_from(size.checked_sub(self.smallest)?).ok()?;
            let value = *self.pretending().get(heap)?;
            if let Some(i) = self.wild.iter().position(|&wild| wild == size) {
                x[i] = x[i].checked_add(copies)?;
            }
            if let Some((_, d)) = self.mixed.iter().find(|(mixed, _)| *mixed == size) {
                for (x, &d) in x.iter_mut().zip(d) {
                    *x = x.checked_add(u64::from(d).checked_mul(copies)?)?;
                }
            }
            let power = self.tame_part().power(value, copies);
            m = self.tame_part().times(m, power);
        }
        Some((m, x))
    }

    /// Returns the misère outcome of a sum of heaps.
    pub fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        let (m, x) = self.value(heaps)?;
        let cell = self.description.cells.of_point(&x)?;
        Some(self.description.is_p(m, cell).into())
    }

    /// Iterates over the winning moves of a sum of heaps in misère play, heap by heap in ascending
    /// order. Returns none if a heap has no value in this quotient, or if the quotient is that of
    /// another ruleset. The reason for stopping is the last item.
    pub fn winning_moves<'a>(
        &'a self,
        ruleset: &'a dyn Ruleset,
        heaps: &'a Heaps,
        budget: &'a Budget,
    ) -> Option<impl Iterator<Item = Result<WinningMove, Reason>> + 'a> {
        self.value(heaps)?;
        (ruleset.name() == self.ruleset).then(|| {
            heaps.iter().flat_map(move |(from, _)| {
                let rest = heaps.without_one(from);
                let mut ticker = Ticker::default();
                ruleset.options(from).filter_map(move |to| {
                    if ticker.is_due()
                        && let Some(reason) = budget.check().err()
                    {
                        return Some(Err(reason));
                    }
                    let after = rest.checked_plus(&to)?;
                    let wins = self.outcome(&after) == Some(Outcome::P);
                    wins.then_some(Ok(WinningMove { from, to }))
                })
            })
        })
    }

    /// Returns the least sum of heaps that has a value in M.
    pub fn least_sum(&self, m: Element) -> Heaps {
        let mut heaps = Heaps::none();
        for (generator, copies) in self.tame_part().normal_form(m) {
            let heap = Position::heap(self.generators[generator]);
            heaps.add(heap, u64::from(copies));
        }
        heaps
    }
}
