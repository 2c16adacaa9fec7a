//! Appendix A: Theorem A.1, with every quantity counted over all sets.

use itertools::Itertools;

use super::sample::universe;
use crate::{Claim, Tested, Work};
use misere::census::{Counts, Day};
use misere::game::{Game, Outcome, Universe};
use misere::limits::Stopped;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "structure.thmA.1",
    place: "Theorem A.1",
    statement: "The recurrences for |M_n|, |R_n^G|, |S_n^K|, |R_n^(G,K)|, |N_n| and |N_n^0|.",
    method: "all sets of games born by day n−1 are simplified one by one and both sides of each of \
                 the six equations counted, days 2 to 4, and day 5 at a larger depth; the census of \
                 the program against them",
    needs: &["simplification"],
    test: six_equations,
}];

/// The sets of games born by the day before.
struct Sets {
    /// The games born by this day: values of sets that are their simplest forms.
    members: Vec<Game>,
    /// The other sets, with their values.
    reducible: Vec<(Game, Vec<Game>)>,
}

impl Sets {
    fn of(u: &mut Universe, before: Vec<Game>) -> Result<Self, Stopped> {
        let (mut members, mut reducible) = (Vec::new(), Vec::new());
        for options in before.into_iter().powerset() {
            let value = u.set(options.iter().copied())?;
            if u.option_count(value) == options.len() {
                members.push(value);
            } else {
                reducible.push((value, options));
            }
        }
        Ok(Self { members, reducible })
    }

    /// Returns |R^G|, or |R^(G,K)|: the number of reducible sets of value G, with the option K.
    fn simplifying_to(&self, g: Game, with: Option<Game>) -> u64 {
        let of_value = self.reducible.iter().filter(|(value, _)| *value == g);
        of_value
            .filter(|(_, options)| with.is_none_or(|k| options.contains(&k)))
            .count() as u64
    }

    /// Returns |S^K|: the number of members with the option K.
    fn containing(&self, u: &Universe, k: Game) -> u64 {
        self.members.iter().filter(|&&h| u.has_option(h, k)).count() as u64
    }

    /// Returns the N-positions, or only those with the option 0.
    fn n_positions(&self, u: &Universe, with_zero: bool) -> Vec<Game> {
        let zero = u.zero();
        let all = self
            .members
            .iter()
            .copied()
            .filter(|&h| u.outcome(h) == Outcome::N);
        all.filter(|&h| !with_zero || u.has_option(h, zero))
            .collect()
    }
}

/// Computes a power of two.
fn power(exponent: u64) -> i64 {
    1 << exponent
}

fn six_equations(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let last = work.at_depth(4u32, 5, 5);
    let zero = u.zero();
    // Days 0 and 1.
    let mut earlier = Sets::of(&mut u, Vec::new())?;
    let mut before = Sets::of(&mut u, vec![zero])?;
    let counts = Counts::new();
    for day in 2..=last {
        let now = Sets::of(&mut u, before.members.clone())?;
        let counted = |n: usize| n.cast_signed() as i64;
        let sum = |list: &[i64]| list.iter().sum::<i64>();
        let size = before.members.len() as u64;
        let n_before = before.n_positions(&u, false).len() as u64;
        let zero_before = before.n_positions(&u, true).len() as u64;
        let r = |g: Game| now.simplifying_to(g, None).cast_signed();
        let reducible: Vec<(Game, i64)> = earlier.members.iter().map(|&g| (g, r(g))).collect();
        let total = |chosen: &dyn Fn(Game) -> bool| -> i64 {
            let some = reducible.iter().filter(|(g, _)| chosen(*g));
            sum(&some.map(|(_, count)| *count).collect::<Vec<_>>())
        };
        work.ensure(
            counted(now.members.len()) == power(size) - total(&|_| true),
            format!("|M_{day}| = {}", now.members.len()),
        );
        for &(g, count) in &reducible {
            let count = work.plant("a set less in R^G", count, |count| count - 1);
            let s = before.containing(&u, g);
            let expected = if g == zero {
                power(s) - power(zero_before)
            } else {
                power(s) - 1
            };
            work.require(count == expected, || {
                format!("|R_{day}^G| = {count} for {g:?}")
            });
        }
        for &k in &before.members {
            let options: Vec<Game> = u.options(k).collect();
            let mut with_k = 0;
            for &g in &options {
                let count = now.simplifying_to(g, Some(k)).cast_signed();
                let count = work.plant("a set less in R^(G,K)", count, |count| count - 1);
                let s = before.containing(&u, g);
                let expected = if g == zero && u.outcome(k) == Outcome::N {
                    power(s - 1) - power(zero_before - 1)
                } else {
                    power(s - 1)
                };
                work.require(count == expected, || {
                    format!("|R_{day}^(G,K)| = {count} for {g:?}, {k:?}")
                });
                with_k += count;
            }
            let kept = total(&|g| u.has_option(g, k));
            let found = now.containing(&u, k).cast_signed();
            let found = work.plant("a set less in S^K", found, |found| found - 1);
            work.require(found == power(size - 1) - with_k - kept, || {
                format!("|S_{day}^K| = {found} for {k:?}")
            });
        }
        let (all, with_zero) = (now.n_positions(&u, false), now.n_positions(&u, true));
        let all = work.plant("an N-position more", all, |all| {
            [&all[..], &[zero]].concat()
        });
        let n_then = total(&|g| u.outcome(g) == Outcome::N);
        work.ensure(
            counted(all.len()) == power(size) - power(n_before) + 1 - n_then,
            format!("|N_{day}| = {}", all.len()),
        );
        let zero_then = total(&|g| u.outcome(g) == Outcome::N && u.has_option(g, zero));
        work.ensure(
            counted(with_zero.len()) == power(size - 1) - power(n_before - 1) - zero_then,
            format!("|N_{day}^0| = {}", with_zero.len()),
        );
        // The census of the program.
        work.compare(&format!("|M_{day}|"), now.members.len(), counts.games(day)?);
        work.compare(&format!("|N_{day}|"), all.len(), counts.n_positions(day)?);
        work.compare(
            &format!("|N_{day}^0|"),
            with_zero.len(),
            counts.n_positions_with_zero(day)?,
        );
        let lister = Day::new(day - 1)?.lister(&mut u)?;
        for k in Day::new(day - 1)?.games() {
            let game = lister.game(&mut u, k)?;
            let (found, computed) = (now.containing(&u, game), counts.containing(day, k)?);
            work.require(found.to_string() == computed.to_string(), || {
                format!("|S_{day}^K| is {found}, {computed} by the census")
            });
        }
        (earlier, before) = (before, now);
    }
    work.verified(format!("days 2 to {last}"))
}
