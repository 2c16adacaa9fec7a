//! The nonempty subsets of a multiset, one at a time.

use crate::heaps::{Heaps, Position};

/// Iterates over the nonempty subsets: all of the first j members before any with the next member,
/// so that the source is read lazily.
pub(in crate::heaps) struct Subsets<I> {
    source: I,
    /// The members read so far.
    members: Vec<Member>,
}

struct Member {
    position: Position,
    copies: u64,
    /// How many of the copies are in the present subset.
    chosen: u64,
}

impl<I> Subsets<I> {
    /// The subsets of a multiset, given by its members with their numbers of copies.
    pub(in crate::heaps) fn new(source: I) -> Self {
        Self {
            source,
            members: Vec::new(),
        }
    }
}

impl<I: Iterator<Item = (Position, u64)>> Iterator for Subsets<I> {
    type Item = Heaps;

    fn next(&mut self) -> Option<Heaps> {
        // Counting up, with one digit a member.
        let unfinished = self.members.iter().position(|m| m.chosen < m.copies);
        if unfinished.is_none() {
            let (position, copies) = self.source.next()?;
            self.members.push(Member {
                position,
                copies,
                chosen: 0,
            });
        }
        let next = unfinished.unwrap_or(self.members.len() - 1);
        self.members[next].chosen += 1;
        for member in &mut self.members[..next] {
            member.chosen = 0;
        }
        let mut sum = Heaps::none();
        for member in &self.members {
            sum.add(member.position, member.chosen);
        }
        Some(sum)
    }
}
