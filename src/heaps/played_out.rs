//! Misère outcomes of sums by playing them out, without canonical forms or quotients.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::position::{Heaps, Position};
use super::ruleset::Ruleset;
use crate::game::Outcome;
use crate::limits::{Account, Budget, Reason, Ticker};

/// Computes and remembers the misère outcomes of sums of positions of one ruleset, by definition.
///
/// A sum without options is an N-position; any other is a P-position iff no option is one. No
/// canonical forms are made, so this works where they are too large; the cost is the number of sums
/// that play can reach.
///
/// ```
/// use misere::game::Outcome;
/// use misere::heaps::{Heaps, PlayedOut, ruleset};
/// use misere::limits::Budget;
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
    /// Bytes of both tables, roughly.
    held: usize,
    /// Holds them, from the first question on.
    account: Option<Account>,
}

/// A sum that is being played out, and the next option to look at.
struct Frame {
    sum: Heaps,
    component: usize,
    option: usize,
}

impl<'r> PlayedOut<'r> {
    /// Starts with no known outcomes. None if the ruleset is loopy: its sums need not have outcomes.
    pub fn new(ruleset: &'r dyn Ruleset) -> Option<Self> {
        (!ruleset.is_loopy()).then(|| Self {
            ruleset,
            options: FxHashMap::default(),
            in_p: FxHashMap::default(),
            ticker: Ticker::default(),
            held: 0,
            account: None,
        })
    }

    /// Computes the misère outcome of a sum.
    pub fn outcome(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Outcome, Reason> {
        let sum = self.without_terminals(heaps);
        // Play may be deeper than the stack.
        let mut pending = vec![frame(sum.clone())];
        while let Some(mut top) = pending.pop() {
            if self.ticker.is_due() {
                // Those that wait are about as long as the one on top.
                let waiting = pending.len() * (size_of::<Frame>() + top.sum.held());
                self.hold(waiting, budget)?;
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

    /// Checks the deadline, and holds the tables and this many bytes beside them.
    fn hold(&mut self, beside: usize, budget: &Budget) -> Result<(), Reason> {
        budget.check()?;
        let account = self.account.get_or_insert_with(|| budget.account());
        account.hold(self.held.saturating_add(beside))
    }

    /// The options of a position, without components that have no options.
    fn options(&mut self, position: Position, budget: &Budget) -> Result<Rc<[Heaps]>, Reason> {
        if let Some(known) = self.options.get(&position) {
            return Ok(Rc::clone(known));
        }
        let longest = Heaps::bytes(self.ruleset.longest_option(position));
        budget.check_memory(longest)?;
        let mut options = Vec::new();
        let mut held = 0;
        for option in self.ruleset.options_within(position, budget)? {
            if self.ticker.is_due() {
                self.hold(held + options.capacity() * size_of::<Heaps>(), budget)?;
            }
            let option = self.without_terminals(&option);
            held += option.held();
            options.push(option);
        }
        options.sort_unstable();
        options.dedup();
        self.held += options.iter().map(Heaps::held).sum::<usize>();
        // The list is copied once more.
        self.hold(options.capacity() * size_of::<Heaps>(), budget)?;
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
