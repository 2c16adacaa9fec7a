//! Misère outcomes of sums by playing them out: no canonical forms, no quotients.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::position::{Heaps, Position};
use super::ruleset::Ruleset;
use crate::game::Outcome;
use crate::limits::{Budget, Reason, Ticker};

/// The misère outcomes of sums of positions of one ruleset, straight from the definition,
/// remembered.
///
/// A sum without options is an N-position; any other is a P-position iff no option is one. Forms
/// are never made, so this serves where they explode; what it costs is the number of sums that
/// play can reach.
///
/// ```
/// use misere::game::{Outcome};
/// use misere::limits::{Budget};
/// use misere::heaps::{Heaps, PlayedOut, ruleset};
///
/// let nim = ruleset("nim").unwrap();
/// let mut outcomes = PlayedOut::new(&*nim).unwrap();
/// let mut outcome = |sizes: &[u64]| {
///     outcomes.outcome(&Heaps::of_sizes(sizes.iter().copied()), &Budget::default())
/// };
/// assert_eq!(outcome(&[1])?, Outcome::P);
/// assert_eq!(outcome(&[1, 1])?, Outcome::N);
/// assert_eq!(outcome(&[2, 4, 6])?, Outcome::P);
/// # Ok::<(), misere::limits::Reason>(())
/// ```
pub struct PlayedOut<'r> {
    ruleset: &'r dyn Ruleset,
    options: FxHashMap<Position, Rc<[Heaps]>>,
    in_p: FxHashMap<Heaps, bool>,
    ticker: Ticker,
    /// Bytes held, roughly.
    held: usize,
}

/// A sum that is being played out: the next option to look at is in this component.
struct Frame {
    sum: Heaps,
    component: usize,
    option: usize,
}

impl<'r> PlayedOut<'r> {
    /// Nothing is known yet. None if the ruleset is loopy: its sums need not have outcomes.
    pub fn new(ruleset: &'r dyn Ruleset) -> Option<Self> {
        (!ruleset.is_loopy()).then(|| Self {
            ruleset,
            options: FxHashMap::default(),
            in_p: FxHashMap::default(),
            ticker: Ticker::default(),
            held: 0,
        })
    }

    /// The misère outcome of a sum.
    pub fn outcome(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Outcome, Reason> {
        let sum = self.without_terminals(heaps);
        // Depth of play is not depth of stack.
        let mut pending = vec![frame(sum.clone())];
        while let Some(mut top) = pending.pop() {
            if self.ticker.is_due() {
                // Those that wait are about as long as the one on top.
                let waiting = pending.len() * (size_of::<Frame>() + top.sum.held());
                look(budget, self.held + waiting)?;
            }
            if self.in_p.contains_key(&top.sum) {
                continue;
            }
            let is_p = loop {
                let Some((position, _)) = top.sum.iter().nth(top.component) else {
                    // All options are N-positions; without any options the player to move has won.
                    break Some(!top.sum.is_empty());
                };
                let options = self.options(position, budget)?;
                let Some(option) = options.get(top.option) else {
                    top.component += 1;
                    top.option = 0;
                    continue;
                };
                let moved = top.sum.without_one(position).checked_plus(option);
                let moved = moved.ok_or(Reason::Capacity)?;
                match self.in_p.get(&moved) {
                    Some(true) => break Some(false),
                    Some(false) => top.option += 1,
                    None => {
                        pending.push(top);
                        top = frame(moved);
                        break None;
                    }
                }
            };
            match is_p {
                Some(is_p) => {
                    self.held += 2 * top.sum.held();
                    self.in_p.insert(top.sum, is_p);
                }
                None => pending.push(top),
            }
        }
        Ok(Outcome::from(self.in_p[&sum]))
    }

    /// The options of a position, without their components that have no options: nothing can be
    /// done with these.
    fn options(&mut self, position: Position, budget: &Budget) -> Result<Rc<[Heaps]>, Reason> {
        if let Some(known) = self.options.get(&position) {
            return Ok(Rc::clone(known));
        }
        let longest = Heaps::bytes(self.ruleset.longest_option(position));
        let longest = usize::try_from(longest).unwrap_or(usize::MAX);
        look(budget, self.held.saturating_add(longest))?;
        let mut options = Vec::new();
        let mut held = 0;
        for option in self.ruleset.options(position) {
            if self.ticker.is_due() {
                look(budget, self.held + held)?;
            }
            let option = self.without_terminals(&option);
            held += option.held();
            options.push(option);
        }
        options.sort_unstable();
        options.dedup();
        self.held += options.iter().map(Heaps::held).sum::<usize>();
        let options: Rc<[Heaps]> = options.into();
        self.options.insert(position, Rc::clone(&options));
        Ok(options)
    }

    fn without_terminals(&self, heaps: &Heaps) -> Heaps {
        let mut rest = Heaps::none();
        for (position, copies) in heaps.iter() {
            if self.ruleset.has_options(position) {
                rest.add(position, copies);
            }
        }
        rest
    }
}

fn frame(sum: Heaps) -> Frame {
    Frame {
        sum,
        component: 0,
        option: 0,
    }
}

fn look(budget: &Budget, held: usize) -> Result<(), Reason> {
    if let Some(limit) = budget.max_memory
        && held > limit
    {
        return Err(Reason::Memory {
            needed: held,
            limit,
        });
    }
    budget.check()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Universe;
    use crate::heaps::{HeapGames, ruleset};

    #[test]
    fn playing_out_agrees_with_canonical_forms() {
        for name in ["nim", "subtraction{1,3}", "0.77", "0.123", "4.3"] {
            let game = ruleset(name).unwrap();
            let mut u = Universe::new();
            let mut forms = HeapGames::new(&*game);
            let mut outcomes = PlayedOut::new(&*game).unwrap();
            for (a, b, c) in
                (0..7).flat_map(|a| (a..7).flat_map(move |b| (b..7).map(move |c| (a, b, c))))
            {
                let mut total = u.zero();
                for size in [a, b, c] {
                    let form = forms.value(&mut u, Position::heap(size)).unwrap();
                    total = u.sum(total, form).unwrap();
                }
                let heaps = Heaps::of_sizes([a, b, c]);
                let outcome = outcomes.outcome(&heaps, &Budget::default()).unwrap();
                assert_eq!(outcome, u.outcome(total), "{name} {heaps}");
            }
        }
    }

    #[test]
    fn deep_play_and_limits() {
        let game = ruleset("subtraction{1}").unwrap();
        let mut outcomes = PlayedOut::new(&*game).unwrap();
        let heap = Heaps::heap(100_001);
        assert_eq!(outcomes.outcome(&heap, &Budget::default()), Ok(Outcome::P));
        let past = Budget::timeout(std::time::Duration::ZERO);
        let stopped = PlayedOut::new(&*game).unwrap().outcome(&heap, &past);
        assert_eq!(stopped, Err(Reason::Deadline));
        // Its one option is longer than any memory, and so is play of very many heaps.
        let game = ruleset("fullset-totative").unwrap();
        let little = Budget::default().with_max_memory(1 << 20);
        let mut outcomes = PlayedOut::new(&*game).unwrap();
        let stopped = outcomes.outcome(&Heaps::heap(1_000_000_000_000), &little);
        assert!(matches!(stopped, Err(Reason::Memory { .. })));
        let game = ruleset("kayles").unwrap();
        let mut many = Heaps::heap(11);
        many.add(Position::heap(9), u64::MAX);
        many.add(Position::heap(10), u64::MAX);
        let mut outcomes = PlayedOut::new(&*game).unwrap();
        assert!(outcomes.outcome(&many, &little).is_err());
    }
}
