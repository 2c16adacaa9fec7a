//! Orders the items of each row so that few lines cross.
//!
//! Sweeps down and up sort the items by the mean or the median of their neighbours in the row before
//! (Sugiyama, Tagawa and Toda 1981; Eades and Wormald 1994); after each sweep adjacent items are
//! exchanged while that saves crossings (Gansner, Koutsofios, North and Vo 1993). The best order
//! found is kept, including the first one.

use misere::limits::{Meter, Reason};

use super::rows::{Item, Rows};

/// The maximum number of sweeps.
const SWEEPS: usize = 32;
/// The number of sweeps without progress after which the search ends.
const PATIENCE: usize = 8;
/// The maximum number of passes of exchanges after a sweep.
const PASSES: usize = 6;

pub(super) fn reduce_crossings(rows: &mut Rows, meter: &mut Meter) -> Result<(), Reason> {
    let mut sorter = Sorter::new(rows);
    let mut best = rows.items.clone();
    let mut fewest = sorter.crossings(rows, meter)?;
    let mut idle = 0;
    for sweep in 0..SWEEPS {
        if fewest == 0 || idle == PATIENCE {
            break;
        }
        sorter.sweep(rows, Sweep::number(sweep), meter)?;
        for _ in 0..PASSES {
            if !sorter.exchange(rows, meter)? {
                break;
            }
        }
        let crossings = sorter.crossings(rows, meter)?;
        idle += 1;
        if crossings < fewest {
            (fewest, idle) = (crossings, 0);
            best.clone_from(&rows.items);
        }
    }
    rows.items = best;
    Ok(())
}

/// The parameters of a sweep.
#[derive(Clone, Copy)]
struct Sweep {
    down: bool,
    /// Whether to use the median instead of the mean.
    median: bool,
    /// Whether items with the same neighbours are reversed.
    turn_ties: bool,
}

impl Sweep {
    /// Alternates between down and up, and the other parameters more slowly.
    fn number(sweep: usize) -> Self {
        Self {
            down: sweep.is_multiple_of(2),
            median: sweep % 8 >= 4,
            turn_ties: sweep % 4 >= 2,
        }
    }
}

pub(super) struct Sorter {
    /// The place of each item in its row.
    place: Vec<usize>,
    /// The places of the neighbours of some items, one list after the other.
    neighbours: Vec<usize>,
}

impl Sorter {
    pub(super) fn new(rows: &Rows) -> Self {
        let mut sorter = Self {
            place: vec![0; rows.row_of.len()],
            neighbours: Vec::new(),
        };
        for row in &rows.items {
            sorter.note(row);
        }
        sorter
    }

    fn note(&mut self, row: &[Item]) {
        for (place, &item) in row.iter().enumerate() {
            self.place[item] = place;
        }
    }

    fn sweep(&mut self, rows: &mut Rows, sweep: Sweep, meter: &mut Meter) -> Result<(), Reason> {
        let count = rows.items.len();
        for step in 1..count {
            let (row, joined) = if sweep.down {
                (step, &rows.above)
            } else {
                (count - 1 - step, &rows.below)
            };
            let mut items = std::mem::take(&mut rows.items[row]);
            // Items without neighbours stay where they are.
            let mut movable: Vec<(f64, Item)> = Vec::with_capacity(items.len());
            for &item in &items {
                meter.tick_for(joined[item].len())?;
                if let Some(aim) = self.aim(&joined[item], sweep.median) {
                    movable.push((aim, item));
                }
            }
            if sweep.turn_ties {
                movable.reverse();
            }
            movable.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut sorted = movable.into_iter();
            for slot in &mut items {
                if !joined[*slot].is_empty()
                    && let Some((_, item)) = sorted.next()
                {
                    *slot = item;
                }
            }
            self.note(&items);
            rows.items[row] = items;
        }
        Ok(())
    }

    /// Computes the mean or the median of the places of the neighbours.
    #[expect(clippy::cast_precision_loss, reason = "places in a row")]
    fn aim(&mut self, neighbours: &[Item], median: bool) -> Option<f64> {
        if neighbours.is_empty() {
            return None;
        }
        let places = neighbours.iter().map(|&item| self.place[item]);
        let count = neighbours.len();
        if !median {
            return Some(places.sum::<usize>() as f64 / count as f64);
        }
        self.neighbours.clear();
        self.neighbours.extend(places);
        self.neighbours.sort_unstable();
        let (low, high) = (self.neighbours[(count - 1) / 2], self.neighbours[count / 2]);
        Some(f64::midpoint(low as f64, high as f64))
    }

    /// Exchanges adjacent items where that saves crossings. Returns whether any were exchanged.
    fn exchange(&mut self, rows: &mut Rows, meter: &mut Meter) -> Result<bool, Reason> {
        let mut changed = false;
        for row in 0..rows.items.len() {
            let mut items = std::mem::take(&mut rows.items[row]);
            // The rows above and below do not change meanwhile.
            let mut lists = Vec::with_capacity(items.len());
            self.neighbours.clear();
            for &item in &items {
                meter.tick_for(rows.above[item].len() + rows.below[item].len())?;
                let start = self.neighbours.len();
                self.append_sorted(&rows.above[item]);
                let middle = self.neighbours.len();
                self.append_sorted(&rows.below[item]);
                lists.push((start, middle, self.neighbours.len()));
            }
            for right in 1..items.len() {
                meter.tick_for(lists[right].2 - lists[right].0)?;
                let (a, b) = (lists[right - 1], lists[right]);
                let above = (&self.neighbours[a.0..a.1], &self.neighbours[b.0..b.1]);
                let below = (&self.neighbours[a.1..a.2], &self.neighbours[b.1..b.2]);
                let now = inversions(above.0, above.1) + inversions(below.0, below.1);
                let then = inversions(above.1, above.0) + inversions(below.1, below.0);
                if then < now {
                    items.swap(right - 1, right);
                    lists.swap(right - 1, right);
                    changed = true;
                }
            }
            self.note(&items);
            rows.items[row] = items;
        }
        Ok(changed)
    }

    fn append_sorted(&mut self, neighbours: &[Item]) {
        let start = self.neighbours.len();
        let places = neighbours.iter().map(|&item| self.place[item]);
        self.neighbours.extend(places);
        self.neighbours[start..].sort_unstable();
    }

    /// Counts the crossings.
    pub(super) fn crossings(&mut self, rows: &Rows, meter: &mut Meter) -> Result<u64, Reason> {
        let mut crossings = 0;
        for pair in rows.items.windows(2) {
            let mut passed = Passed::new(pair[1].len());
            for &item in &pair[0] {
                meter.tick_for(rows.below[item].len())?;
                self.neighbours.clear();
                self.append_sorted(&rows.below[item]);
                // Two lines from one item do not cross, so all are counted before any is added.
                for &place in &self.neighbours {
                    crossings += passed.right_of(place);
                }
                for &place in &self.neighbours {
                    passed.note(place);
                }
            }
        }
        Ok(crossings)
    }
}

/// Counts the pairs of a place in the first list and a smaller one in the second; both ascend.
fn inversions(first: &[usize], second: &[usize]) -> u64 {
    let (mut smaller, mut count) = (0, 0);
    for &place in first {
        while second.get(smaller).is_some_and(|&other| other < place) {
            smaller += 1;
        }
        count += smaller as u64;
    }
    count
}

/// The numbers of lines that end at each place, with sums in logarithmic time (Fenwick 1994).
struct Passed {
    sums: Vec<u64>,
    all: u64,
}

impl Passed {
    fn new(places: usize) -> Self {
        Self {
            sums: vec![0; places + 1],
            all: 0,
        }
    }

    fn note(&mut self, place: usize) {
        self.all += 1;
        let mut at = place + 1;
        while at < self.sums.len() {
            self.sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }

    /// Returns the number of lines that end to the right of a place.
    fn right_of(&self, place: usize) -> u64 {
        let mut at = place + 1;
        let mut up_to = 0;
        while at > 0 {
            up_to += self.sums[at];
            at &= at - 1;
        }
        self.all - up_to
    }
}
