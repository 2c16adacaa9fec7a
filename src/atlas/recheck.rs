//! Rows of the atlas, computed again.

use serde::Serialize;

use super::{Row, Status};
use crate::answer::SweepQuotient;
use crate::heaps::ruleset;
use crate::limits::Budget;
use crate::nim::{PeriodSearch, compare_methods, methods};
use crate::quotient::QuotientBuilder;

/// The result of computing a row again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "recheck"))]
pub struct Recheck {
    /// The game.
    pub game: String,
    /// Whether everything that the row states was found again.
    pub holds: bool,
    /// What was found to be different.
    pub differences: Vec<String>,
    /// What a limit left unchecked.
    pub unfinished: Option<String>,
}

/// Chooses rows at random: `count` different numbers below `rows`, in ascending order, by a seed.
pub fn sample(rows: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    // SplitMix64 (Steele, Lea and Flood 2014).
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut numbers: Vec<usize> = (0..rows).collect();
    let count = count.min(rows);
    for chosen in 0..count {
        let left = (rows - chosen) as u64;
        let other = chosen + usize::try_from(random() % left).unwrap_or(0);
        numbers.swap(chosen, other);
    }
    numbers.truncate(count);
    numbers.sort_unstable();
    numbers
}

impl Recheck {
    /// Computes a row again, without the code that stands for its class.
    pub fn new(row: &Row, budget: &Budget) -> Self {
        let mut found = Self {
            game: row.game.clone(),
            holds: false,
            differences: Vec::new(),
            unfinished: None,
        };
        let result = found
            .period(row, budget)
            .and_then(|()| found.quotient(row, budget));
        found.unfinished = result.err();
        found.holds = found.unfinished.is_none() && found.differences.is_empty();
        found
    }

    fn compare<T: Copy + PartialEq + std::fmt::Debug>(&mut self, what: &str, stated: T, found: T) {
        if stated != found {
            self.differences
                .push(format!("{what}: {stated:?} is stated, {found:?} is found"));
        }
    }

    /// Compares the period of the nim values, if it is proved, or the formula.
    fn period(&mut self, row: &Row, budget: &Budget) -> Result<(), String> {
        let game = ruleset(&row.game).map_err(|error| error.message)?;
        if row.kind == "formula" {
            self.compare("formula", true, methods(&*game).closed_form.is_some());
            let agreement =
                compare_methods(&*game, Some(100), budget).map_err(|e| e.to_string())?;
            let differences: Vec<String> = agreement
                .differences
                .iter()
                .map(ToString::to_string)
                .collect();
            self.compare("values of the formula", &[][..], &differences[..]);
            return Ok(());
        }
        if row.theorem.is_none() {
            return Ok(());
        }
        let found = PeriodSearch::default()
            .run(&*game, budget)
            .map_err(|e| e.to_string())?;
        if let Some(reason) = found.stopped {
            return Err(reason.to_string());
        }
        let tail = found.tail;
        self.compare("kind", row.kind.as_str(), found.kind.name());
        self.compare("period", row.period, tail.map(|tail| tail.period as u64));
        self.compare("saltus", row.saltus, tail.map(|tail| tail.saltus));
        self.compare(
            "preperiod",
            row.preperiod,
            tail.map(|tail| tail.start as u64),
        );
        self.compare("proved", true, found.proof.is_some());
        Ok(())
    }

    /// Compares the quotient of all heaps, or of those up to the heap of the row.
    fn quotient(&mut self, row: &Row, budget: &Budget) -> Result<(), String> {
        let game = ruleset(&row.game).map_err(|error| error.message)?;
        let (order, p_order, tame) = match (row.quotient, row.max_heap) {
            (None, _) | (Some(Status::Open), None) => return Ok(()),
            (Some(Status::Open), Some(heap)) => {
                let mut builder = QuotientBuilder::new(&*game).map_err(|e| e.to_string())?;
                builder.extend_to(heap, budget).map_err(|e| e.to_string())?;
                let found = builder.quotient();
                (found.order(), found.p_order(), found.monoid().is_tame())
            }
            (Some(Status::Infinite), _) => {
                let mut builder = QuotientBuilder::new(&*game).map_err(|e| e.to_string())?;
                let heap = row.infinite_from.unwrap_or(0);
                builder.extend_to(heap, budget).map_err(|e| e.to_string())?;
                self.compare("infinite from", row.infinite_from, builder.infinite_from());
                let found = builder.quotient();
                (found.order(), found.p_order(), found.monoid().is_tame())
            }
            (Some(status), _) => {
                let found = SweepQuotient::new(&*game, budget).map_err(|e| e.to_string())?;
                if found.status() == "open" {
                    return Err(found.stopped.unwrap_or_default());
                }
                self.compare("quotient", status.name(), found.status());
                self.compare("period of the quotient", row.quotient_period, found.period);
                let before = (row.quotient_preperiod, found.preperiod);
                self.compare("preperiod of the quotient", before.0, before.1);
                self.compare("infinite from", row.infinite_from, found.infinite_from);
                (found.order, found.p_order, found.tame)
            }
        };
        self.compare("order", row.order, Some(order as u64));
        self.compare("P-values", row.p_order, Some(p_order as u64));
        self.compare("tame", row.tame, Some(tame));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::Atlas;

    #[test]
    fn samples_are_different_rows_and_depend_on_the_seed() {
        for (rows, count) in [(10, 3), (10, 10), (10, 99), (0, 5), (1, 1)] {
            let chosen = sample(rows, count, 7);
            assert_eq!(chosen.len(), count.min(rows));
            assert!(chosen.is_sorted_by(|a, b| a < b) && chosen.iter().all(|&n| n < rows));
            assert_eq!(chosen, sample(rows, count, 7));
        }
        assert_ne!(sample(1000, 5, 1), sample(1000, 5, 2));
        // Every row is chosen about as often as any other.
        let mut counts = [0; 5];
        for seed in 0..1000 {
            for row in sample(5, 2, seed) {
                counts[row] += 1;
            }
        }
        assert!(
            counts.iter().all(|count| (340..460).contains(count)),
            "{counts:?}"
        );
    }

    /// What a row states and is not so is told.
    #[test]
    fn false_rows_are_noticed() {
        type Change = fn(&mut Row);
        let right = Atlas::get().find("0.31").unwrap();
        let budget = Budget::default();
        assert!(Recheck::new(&right, &budget).holds);
        let plant: [(&str, Change); 8] = [
            ("period", |row| row.period = Some(4)),
            ("preperiod", |row| row.preperiod = Some(2)),
            ("saltus", |row| row.saltus = Some(1)),
            ("kind", |row| row.kind = "arithmetic-periodic".into()),
            ("order", |row| row.order = Some(8)),
            ("P-values", |row| row.p_order = Some(3)),
            ("tame", |row| row.tame = row.tame.map(|tame| !tame)),
            ("period of the quotient", |row| {
                row.quotient_period = Some(1);
            }),
        ];
        for (what, change) in plant {
            let mut wrong = right.clone();
            change(&mut wrong);
            let found = Recheck::new(&wrong, &budget);
            assert!(!found.holds && found.unfinished.is_none(), "{what}");
            assert!(
                found.differences[0].starts_with(what),
                "{:?}",
                found.differences
            );
        }
        let past = Budget::timeout(std::time::Duration::ZERO);
        let found = Recheck::new(&right, &past);
        assert!(!found.holds && found.unfinished.is_some());
    }
}
