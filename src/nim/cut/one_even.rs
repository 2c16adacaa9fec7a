//! The game {1,2c} (Ellis and Thanatipanonda): numbers at which alternating subsequences of
//! nim-sets enter and exit, and the map to {1,6}.

use crate::heaps::CutSet;

/// The cut set {1,2c}, c ≥ 2.
///
/// ```
/// use misere::nim::OneEven;
///
/// let game = OneEven::new(3).unwrap();
/// let innumbers: Vec<u64> = (1..=36).filter(|&n| game.is_innumber(n)).collect();
/// assert_eq!(innumbers, [1, 7, 13, 14, 19, 25, 31]);
/// assert_eq!(game.floor(&[12, 8]), [7, 7]);
/// assert_eq!(game.ceiling(&[12, 8]), [12, 12]);
/// assert_eq!(OneEven::new(5).unwrap().phi(1, 17), Some(9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneEven {
    c: u64,
}

impl OneEven {
    /// Returns the game {1,2c}. None if c < 2, or if 12c does not fit into 64 bits.
    pub fn new(c: u64) -> Option<Self> {
        (2..=u64::MAX / 12).contains(&c).then_some(Self { c })
    }

    /// Returns a cut set as one of this form, if it is.
    pub fn of(set: &CutSet) -> Option<Self> {
        let x = set.smallest_even()?;
        let alone = set.smallest() == 1 && set.largest() == Some(x) && set.up_to(x).count() == 2;
        Self::new(x / 2).filter(|_| alone)
    }

    /// Definition 6: n ≡ 1 (mod 2c) or n ≡ 4c+2 (mod 12c), where a row of the first period begins.
    pub fn is_innumber(self, n: u64) -> bool {
        let c = self.c;
        n % (2 * c) == 1 || n % (12 * c) == 4 * c + 2
    }

    /// Definition 6: n ≡ 0 (mod 2c) or n ≡ 4c+1 (mod 12c), where a row of the first period ends.
    pub fn is_outnumber(self, n: u64) -> bool {
        let c = self.c;
        n > 0 && (n.is_multiple_of(2 * c) || n % (12 * c) == 4 * c + 1)
    }

    /// Checks whether a partition is entering: all parts are innumbers. It may be exiting as well.
    pub fn is_entering(self, partition: &[u64]) -> bool {
        partition.iter().all(|&h| self.is_innumber(h))
    }

    /// Checks whether a partition is exiting: all parts are outnumbers.
    pub fn is_exiting(self, partition: &[u64]) -> bool {
        partition.iter().all(|&h| self.is_outnumber(h))
    }

    /// Checks whether a partition is neither entering nor exiting.
    pub fn is_intermediate(self, partition: &[u64]) -> bool {
        !self.is_entering(partition) && !self.is_exiting(partition)
    }

    /// Definition 8: each part is replaced by the greatest innumber up to it. If the results are
    /// three and all are 2 modulo 2c, the first two are made one less.
    pub fn floor(self, partition: &[u64]) -> Vec<u64> {
        let c = self.c;
        let floor = |h: u64| match h % (12 * c) {
            // Past 4c+1 the third row of the period restarts.
            r if (4 * c + 2..=6 * c).contains(&r) => h - r + 4 * c + 2,
            _ => h.saturating_sub(1) / (2 * c) * (2 * c) + 1,
        };
        let mut floors: Vec<u64> = partition.iter().map(|&h| floor(h)).collect();
        if let [a, b, d] = &mut floors[..]
            && [&*a, b, d].iter().all(|h| **h % (2 * c) == 2)
        {
            *a -= 1;
            *b -= 1;
        }
        floors
    }

    /// Definition 8: each part is replaced by the least outnumber from it on. A part past the last
    /// outnumber of 64 bits becomes `u64::MAX`.
    pub fn ceiling(self, partition: &[u64]) -> Vec<u64> {
        let c = self.c;
        let ceiling = |h: u64| match h.checked_next_multiple_of(2 * c) {
            _ if self.is_outnumber(h) => h,
            next => next.unwrap_or(u64::MAX),
        };
        partition.iter().map(|&h| ceiling(h)).collect()
    }

    /// Definition 14: φ_p(n), which maps the nim-sets of {1,2c} to those of {1,6}. None unless
    /// c ≥ 3 and n ≥ p ≥ 1.
    pub fn phi(self, p: u64, n: u64) -> Option<u64> {
        let c = self.c;
        if c < 3 || p < 1 || n < p {
            return None;
        }
        let (q, r) = ((n - p) / (2 * c), (n - p) % (2 * c) + 1);
        let r = match r {
            1 | 2 => r,
            r if r == 2 * c - 1 => 5,
            r if r == 2 * c => 6,
            r if r % 2 == 1 => 3,
            _ => 4,
        };
        Some(6 * q + r + (p - 1))
    }
}
