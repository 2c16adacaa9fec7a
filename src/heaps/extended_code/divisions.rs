//! The divisions of a number into heaps.

use super::digit::Condition;
use crate::heaps::position::{Heaps, Position};
use crate::heaps::ruleset::HeapOptions;

/// The divisions into this many nonempty heaps, up to order.
pub(super) fn divisions(left: u64, heaps: u64, condition: Condition) -> HeapOptions<'static> {
    if heaps == 0 {
        return Box::new((left == 0).then(Heaps::none).into_iter());
    }
    let equal = left.is_multiple_of(heaps) && left > 0;
    match condition {
        Condition::AllEqual => Box::new(
            equal
                .then(|| {
                    let mut sum = Heaps::none();
                    sum.add(Position::heap(left / heaps), heaps);
                    sum
                })
                .into_iter(),
        ),
        Condition::None => Box::new(partitions(left, heaps).map(Heaps::of_sizes)),
        Condition::NotAllEqual => {
            let uneven = partitions(left, heaps).filter(|parts| parts.first() != parts.last());
            Box::new(uneven.map(Heaps::of_sizes))
        }
        // Parts that grow by at least 1 each are any parts, and 0, 1, 2, … added to them.
        Condition::Different => {
            let added = u128::from(heaps) * (u128::from(heaps) - 1) / 2;
            let rest = u128::from(left).saturating_sub(added);
            let rest = u64::try_from(rest).unwrap_or(0);
            let parts = partitions(rest, heaps);
            Box::new(parts.map(|parts| {
                Heaps::of_sizes(parts.into_iter().zip(0..).map(|(part, more)| part + more))
            }))
        }
    }
}

/// Iterates over the ascending lists of this many positive numbers with this sum, at least one.
fn partitions(total: u64, count: u64) -> impl Iterator<Item = Vec<u64>> {
    let mut parts: Option<Vec<u64>> = None;
    let mut over = total < count;
    std::iter::from_fn(move || {
        if over {
            return None;
        }
        match &mut parts {
            None => {
                let length = usize::try_from(count).ok()?;
                let mut first = vec![1; length];
                *first.last_mut()? += total - count;
                parts = Some(first);
            }
            Some(parts) => {
                let length = parts.len();
                let mut sum = parts[length - 1];
                // The last part that can grow by 1 with all later ones at least as large.
                let grown = (0..length - 1).rev().find_map(|at| {
                    sum += parts[at];
                    let least = u128::from(parts[at] + 1) * (length - at) as u128;
                    (least <= u128::from(sum)).then_some((at, sum))
                });
                let Some((at, sum)) = grown else {
                    over = true;
                    return None;
                };
                let part = parts[at] + 1;
                parts[at..].fill(part);
                parts[length - 1] = sum - part * (length - 1 - at) as u64;
            }
        }
        parts.clone()
    })
}
