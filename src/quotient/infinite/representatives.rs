//! A point of every cell.

use std::collections::VecDeque;

use super::cells::Cells;
use super::description::Point;
use crate::limits::{Meter, Reason};

impl Cells {
    /// Returns for each cell a point with few steps from the least point of its classes.
    ///
    /// The steps that lead to a level can be taken in an order in which the values of L stay between
    /// the first and the last, up to one step. So a breadth-first search within this range finds a
    /// point for every level.
    pub(super) fn representatives(&self, meter: &mut Meter<'_>) -> Result<Vec<Point>, Reason> {
        let mut points: Vec<Option<Point>> = vec![None; self.len()];
        for cell in 0..u32::try_from(self.len()).unwrap_or(u32::MAX) {
            if points[cell as usize].is_none() {
                let (classes, _) = self.parts(cell);
                self.search(&classes, &mut points, meter)?;
            }
        }
        Ok(points.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn search(
        &self,
        classes: &[u32],
        points: &mut [Option<Point>],
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let shape = &self.shape;
        let free = |&i: &usize| classes[i] >= shape.thresholds[i] && shape.wall[i] != 0;
        let steps: Vec<(usize, i64)> = (0..classes.len())
            .filter(free)
            .map(|i| (i, shape.wall[i] * i64::from(shape.moduli[i])))
            .collect();
        let least: Vec<i64> = classes.iter().map(|&c| i64::from(c)).collect();
        let start = shape.form(&least);
        let longest = steps.iter().map(|(_, s)| s.abs()).max().unwrap_or(0);
        let range = start.abs().max(shape.half_width) + longest;
        let place = |level: i64| usize::try_from(level + range).unwrap_or(0);
        let mut seen = vec![false; place(range) + 1];
        seen[place(start)] = true;
        let first: Point = classes.iter().copied().collect();
        let mut queue = VecDeque::from([(start, first)]);
        while let Some((level, x)) = queue.pop_front() {
            meter.tick()?;
            if let Some(cell) = self.find(classes, level) {
                points[cell as usize].get_or_insert_with(|| x.clone());
            }
            for &(i, step) in &steps {
                let next = level + step;
                if next.abs() <= range && !std::mem::replace(&mut seen[place(next)], true) {
                    let mut x = x.clone();
                    x[i] += shape.moduli[i];
                    queue.push_back((next, x));
                }
            }
        }
        Ok(())
    }
}
