//! The period theorem: when the quotient of finitely many heaps is that of all heaps.

pub use crate::heaps::MoveBounds;

/// The values of heaps repeat from some heap on, and this is proved.
///
/// *Theorem.* Let Φ(i + p) = Φ(i) for n0 ≤ i ≤ N − p in the quotient Q of the heaps up to N, and
/// N ≥ s(n0 + p) + k. Then Q is the quotient of all heaps, and Φ(i + p) = Φ(i) for all i ≥ n0.
/// The same holds for a description of an infinite quotient, with Φ(i) in M × N^k.
///
/// *Proof.* Continue Φ by the period and let n > N; by induction the values are right for all sums
/// of heaps below n. An option of n takes some j ≤ k and leaves at most s heaps, together
/// n − j > s(n0 + p), so the largest of them is larger than n0 + p. Make it smaller by p: an
/// option of n − p, of the same value. Conversely an option of n − p leaves together
/// n − p − j > s(n0 + p) − p, so the largest heap is larger than n0 + p − p/s ≥ n0. Make it larger
/// by p: an option of n, of the same value. So n and n − p have the same value and the same set of
/// values of options. Replacing every n by n − p in a sum changes neither the value of the sum nor
/// the set of values of its options, hence the conditions for the values to be right hold with n
/// as they hold without it. Only the value of a sum as a product of the values of its heaps is used,
/// so any commutative monoid with a set P will do. (Plambeck 2005, Plambeck and Siegel 2008, for finite
/// quotients.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// p, the least there is.
    pub period: u64,
    /// n0, the first heap of the repeating part.
    pub first: u64,
}

impl Period {
    /// Returns the least period that the theorem proves from the values of the heaps from `smallest`
    /// on.
    pub(super) fn find<T: PartialEq>(
        values: &[T],
        smallest: u64,
        bounds: MoveBounds,
    ) -> Option<Self> {
        let MoveBounds {
            most_taken,
            most_left,
            from,
        } = bounds;
        let last = (values.len() as u64).checked_sub(1)?;
        let largest = smallest.checked_add(last)?;
        // n0 + p must not be larger.
        let most = largest.checked_sub(most_taken)? / most_left;
        for period in 1..=most.saturating_sub(smallest) {
            let shift = usize::try_from(period).ok()?;
            let pairs = values.iter().rev().zip(values.iter().rev().skip(shift));
            let repeated = pairs
                .take_while(|(later, earlier)| later == earlier)
                .count();
            let first = smallest + (values.len() - shift - repeated) as u64;
            let first = first.max(from);
            if first + period <= most && repeated > 0 {
                return Some(Self { period, first });
            }
        }
        None
    }

    /// Returns the heap below n0 + p that has the same value.
    pub fn representative(&self, heap: u64) -> u64 {
        match heap.checked_sub(self.first) {
            // A period of 0 moves no heap.
            Some(beyond) => self.first + beyond.checked_rem(self.period).unwrap_or(beyond),
            None => heap,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    #[test]
    fn bounds_of_moves() {
        let bounds = |name: &str| {
            let game = ruleset(name).unwrap();
            MoveBounds::of(&*game).map(|b| (b.most_taken, b.most_left, b.from))
        };
        assert_eq!(bounds("0.77"), Some((2, 2, 0)));
        assert_eq!(bounds("4.007"), Some((3, 2, 0)));
        assert_eq!(bounds("0.1"), Some((1, 1, 0)));
        assert_eq!(bounds("0.30F"), Some((3, 3, 0)));
        assert_eq!(bounds("subtraction{2,5;sink=3}"), Some((5, 1, 3)));
        assert_eq!(bounds("cut{1,4}"), Some((0, 5, 1)));
        assert_eq!(bounds("cut{odd>=1}"), None);
        assert_eq!(bounds("nim"), None);
    }

    #[test]
    fn a_period_needs_enough_heaps() {
        let bounds = MoveBounds {
            most_taken: 2,
            most_left: 2,
            from: 0,
        };
        // Heaps 0 to 13; the period 3 begins with heap 2.
        let values = [0, 1, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6];
        let found = Period::find(&values[..13], 0, bounds);
        assert_eq!(
            found,
            Some(Period {
                period: 3,
                first: 2
            })
        );
        assert_eq!(Period::find(&values[..12], 0, bounds), None);
        let period = found.unwrap();
        assert_eq!(period.representative(1), 1);
        assert_eq!(period.representative(1_000_000), 4);
    }
}
