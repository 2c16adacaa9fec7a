//! Marks of several heaps at once.
//!
//! A partner (d, w) of a heap n is an option of the value G(n−d) ⊕ w. For each w there is a list with the
//! set {G(m) ⊕ w} of each heap m, as a word with one binary digit. Then the options of [`Rings::marks`]
//! are the union of a few slices, the same for consecutive heaps moved by one: each partner takes a load
//! and an "or", and the compiler makes several words of one instruction.

use std::ops::BitOrAssign;

use super::window::Partner;
use crate::limits::{Account, Reason};

/// A word whose binary digits are a set of values.
pub(super) trait Word: Copy + Default + BitOrAssign + Into<u64> {
    /// The number of values.
    const VALUES: u8;

    fn of(value: u8) -> Self;
}

impl Word for u32 {
    const VALUES: u8 = 32;

    fn of(value: u8) -> Self {
        1 << (value % Self::VALUES)
    }
}

impl Word for u64 {
    const VALUES: u8 = 64;

    fn of(value: u8) -> Self {
        1 << (value % Self::VALUES)
    }
}

/// The values of the last heaps, as words, and the partners whose options they mark, `B` heaps at a time.
pub(super) struct Rings<W, const B: usize> {
    /// The number w of each list.
    sums: Vec<u8>,
    /// The lists, one after the other, of `stride` words each.
    words: Vec<W>,
    stride: usize,
    /// The number of heaps that the partners need.
    kept: usize,
    /// The first place that belongs to these heaps.
    start: usize,
    /// For each partner the place in `words` of what it marks at the next heap, for the start 0.
    places: Vec<usize>,
}

impl<W: Word, const B: usize> Rings<W, B> {
    /// The number of heaps after which the lists are moved back to their start.
    const SPAN: usize = 2048;

    /// Returns the lists for these partners, each at a distance of at least `B`, and the heaps so far.
    pub(super) fn new(
        partners: &[Partner],
        recent: &[u8],
        account: &mut Account,
    ) -> Result<Self, Reason> {
        let mut sums: Vec<u8> = partners.iter().map(|partner| partner.value).collect();
        sums.sort_unstable();
        sums.dedup();
        let distances = partners.iter().map(|partner| partner.distance as usize);
        let kept = distances.max().unwrap_or(0);
        let stride = kept + Self::SPAN + B;
        let places = partners.iter().map(|partner| {
            let list = sums.partition_point(|&sum| sum < partner.value);
            list * stride + kept - partner.distance as usize
        });
        let places = places.collect();
        let length = sums.len() * stride;
        let mut words = Vec::new();
        account.reserve(&mut words, length)?;
        words.resize(length, W::default());
        let mut rings = Self {
            sums,
            words,
            stride,
            kept,
            start: 0,
            places,
        };
        rings.refill(recent);
        Ok(rings)
    }

    /// Starts after other heaps.
    pub(super) fn refill(&mut self, recent: &[u8]) {
        self.start = 0;
        let recent = &recent[recent.len() - self.kept..];
        for (list, sum) in self.words.chunks_exact_mut(self.stride).zip(&self.sums) {
            for (word, value) in list.iter_mut().zip(recent) {
                *word = W::of(value ^ sum);
            }
        }
    }

    /// Returns the values of options of the next heaps.
    #[inline]
    pub(super) fn marks(&self) -> [W; B] {
        let mut marks = [W::default(); B];
        let words = &self.words[self.start..];
        for &place in &self.places {
            let met: &[W; B] = words[place..].first_chunk().expect("lists end B words on");
            for (mark, met) in marks.iter_mut().zip(met) {
                *mark |= *met;
            }
        }
        marks
    }

    /// Appends the values of heaps, at most `B`.
    #[inline]
    pub(super) fn push(&mut self, values: &[u8]) {
        let end = self.start + self.kept;
        for (list, sum) in self.words.chunks_exact_mut(self.stride).zip(&self.sums) {
            for (word, value) in list[end..].iter_mut().zip(values) {
                *word = W::of(value ^ sum);
            }
        }
        self.start += values.len();
        if self.start > Self::SPAN {
            for list in self.words.chunks_exact_mut(self.stride) {
                list.copy_within(self.start..self.start + self.kept, 0);
            }
            self.start = 0;
        }
    }
}
