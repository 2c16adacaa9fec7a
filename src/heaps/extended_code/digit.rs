//! A digit of an extended code: what a move that takes i may leave.

use std::fmt;

/// A condition on the sizes of the heaps that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    None,
    Different,
    NotAllEqual,
    AllEqual,
}

/// What a move that takes i may leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Digit {
    /// The condition for each number of heaps, if it is allowed; the last one is allowed.
    pub(super) counts: Vec<Option<Condition>>,
    /// Whether all larger numbers of heaps are allowed, as the last one.
    pub(super) and_more: bool,
}

/// The most heaps that a digit can name.
pub(super) const MOST_HEAPS: usize = 63;

impl Digit {
    pub(super) fn of_bits(bits: u32, condition: Condition) -> Self {
        let counts = (0..u32::BITS).map(|k| (bits >> k & 1 == 1).then_some(condition));
        Self {
            counts: counts.collect(),
            and_more: false,
        }
        .normal()
    }

    /// Conditions that say nothing, or the same, are written in one way.
    pub(super) fn normal(mut self) -> Self {
        while self.counts.last() == Some(&None) {
            self.counts.pop();
        }
        for (heaps, condition) in self.counts.iter_mut().enumerate() {
            *condition = condition.map(|condition| match (heaps, condition) {
                (0 | 1, _) => Condition::None,
                (2, Condition::NotAllEqual) => Condition::Different,
                _ => condition,
            });
        }
        self
    }

    pub(super) fn condition(&self, heaps: u64) -> Option<Condition> {
        let listed = usize::try_from(heaps)
            .ok()
            .and_then(|at| self.counts.get(at));
        match listed {
            Some(&condition) => condition,
            None if self.and_more => self.counts.last().copied().flatten(),
            None => None,
        }
    }

    /// The bits of the digit, if it has no conditions and leaves at most `most` heaps.
    pub(super) fn bits(&self, most: usize) -> Option<u64> {
        let plain = |&c: &Option<Condition>| c.is_none_or(|c| c == Condition::None);
        let fits = !self.and_more && self.counts.len() <= most + 1;
        (fits && self.counts.iter().all(plain)).then(|| {
            let allowed = self.counts.iter().enumerate().filter(|(_, c)| c.is_some());
            allowed.fold(0, |bits, (heaps, _)| bits | 1 << heaps)
        })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.counts.is_empty()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bits) = self.bits(4) {
            let digit = u32::try_from(bits)
                .ok()
                .and_then(|bits| char::from_digit(bits, 32));
            let digit = digit.unwrap_or('0');
            return write!(f, "{}", digit.to_ascii_uppercase());
        }
        let allowed = self.counts.iter().enumerate();
        let written = allowed.filter_map(|(heaps, condition)| {
            let mark = match (*condition)? {
                Condition::None => "",
                Condition::Different => "!",
                Condition::NotAllEqual => "?",
                Condition::AllEqual => "=",
            };
            Some(format!("{heaps}{mark}"))
        });
        let more = if self.and_more { "+" } else { "" };
        write!(f, "{{{}{more}}}", written.collect::<Vec<_>>().join(","))
    }
}
