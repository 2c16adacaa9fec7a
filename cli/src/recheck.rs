//! `--recheck`: some of the results in a file are computed again before the rest is believed.

use std::collections::BinaryHeap;
use std::fmt::Display;
use std::hash::{BuildHasher, Hash, RandomState};
use std::path::Path;

use super::failure::Failure;

/// The number of results unless it is given.
pub(super) const USUAL: &str = "20";

/// Items chosen at random from all that are offered, each as likely as any other.
pub(super) struct Sample<T> {
    most: usize,
    /// Draws its own key, so that nobody knows which results of a file will be chosen.
    random: RandomState,
    /// Those with the smallest hashes.
    chosen: BinaryHeap<(u64, T)>,
}

impl<T: Ord + Hash> Sample<T> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            random: RandomState::new(),
            chosen: BinaryHeap::new(),
        }
    }

    pub(super) fn offer(&mut self, item: T) {
        self.chosen.push((self.random.hash_one(&item), item));
        if self.chosen.len() > self.most {
            self.chosen.pop();
        }
    }

    /// Returns the items in ascending order.
    pub(super) fn chosen(self) -> Vec<T> {
        let mut items: Vec<T> = self.chosen.into_iter().map(|(_, item)| item).collect();
        items.sort_unstable();
        items
    }
}

/// Refuses a file with a result that is not found again.
pub(super) fn refuse(path: &Path, what: &dyn Display) -> Failure {
    let message = format!(
        "{}: it says something else about {what} than is computed now",
        path.display()
    );
    let hint = "the file was changed, or another version wrote it: start with a new file";
    Failure::input(&message, Some(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_chosen_as_often_as_any_other() {
        let of = |most, items: u32| {
            let mut sample = Sample::new(most);
            (0..items).for_each(|item| sample.offer(item));
            sample.chosen()
        };
        assert_eq!(of(5, 3), [0, 1, 2]);
        assert!(of(0, 3).is_empty());
        let mut counts = [0; 5];
        for _ in 0..1000 {
            let chosen = of(2, 5);
            assert_eq!(chosen.len(), 2);
            for item in chosen {
                counts[item as usize] += 1;
            }
        }
        // 400 each, with a standard deviation of 15.
        assert!(counts.iter().all(|count| (300..500).contains(count)));
    }
}
