//! Checking the theorem for a saltus that is a power of two.
//!
//! `period/power_of_two.rs` has the theorem with its proof; the letters here are those of that page.
//! The sets of options are built in the plainest way, as sets of numbers.

use std::collections::BTreeSet;

use super::{Claim, InvalidPeriod, members, values};
use crate::heaps::NimError;
use crate::heaps::Shape;
use crate::limits::Budget;
use crate::nim::period::PowerOfTwoTest;

/// The maximum number of sets of sums.
const MOST_SUMS: usize = 1 << 24;

struct Test<'c> {
    claim: &'c Claim<'c>,
    first: usize,
    /// (i,j): a move takes i and leaves j nonempty heaps.
    kinds: Vec<(usize, usize)>,
    n0: usize,
    p: usize,
    s: usize,
    from: usize,
    b: usize,
}

pub(super) fn check(claim: &Claim, budget: &Budget) -> Result<(), InvalidPeriod> {
    let malformed = InvalidPeriod::Malformed;
    let Some(numbers) = claim.certificate.power_of_two else {
        return Err(malformed("the numbers of the test are missing"));
    };
    let small = |n: u64| {
        let n = usize::try_from(n).ok().filter(|&n| n < 1 << 20);
        n.ok_or(malformed("a number of the test is too large"))
    };
    let PowerOfTwoTest {
        start,
        period,
        saltus,
        from,
        flat,
        known,
    } = numbers;
    let multiple = claim.certificate.multiple;
    if period != claim.period as u64 * multiple || saltus != claim.saltus * multiple {
        return Err(malformed("the test is not about a multiple of the period"));
    }
    if !saltus.is_power_of_two() {
        return Err(claim.inapplicable("the saltus is not a power of two"));
    }
    let (first, kinds, values) = kinds(claim, small(known)?, budget)?;
    let test = Test {
        claim,
        first,
        n0: small(start)?,
        p: small(period)?,
        s: small(saltus)?,
        from: small(from)?,
        b: small(flat)?,
        kinds,
    };
    let most_taken = test.kinds.iter().map(|kind| kind.0).max().unwrap_or(0);
    let most_parts = test.kinds.iter().map(|kind| kind.1).max().unwrap_or(0);
    if test.n0 != (first + claim.preperiod).max(1) {
        return Err(malformed("the test starts where the pattern does not"));
    }
    let bound = test.n0 + test.p;
    let sums = most_parts
        .checked_mul(bound)
        .and_then(|sums| sums.checked_mul(most_parts));
    if sums.is_none_or(|sums| sums > MOST_SUMS) || most_parts > MOST_SUMS / (test.from + bound) {
        let message = "the certificate is too large to be checked".into();
        return Err(NimError::OutOfReach(message).into());
    }
    let known = small(known)?;
    let needed = test
        .from
        .max(test.n0 + test.p)
        .max(most_taken + most_parts * (test.n0 - 1) + 1);
    if known != needed {
        return Err(malformed("the test asks for another number of values"));
    }
    claim.compare(first as u64, &values, budget)?;
    test.check_exclusion(most_taken, most_parts, budget)?;
    test.check_inclusion(most_parts, budget)
}

type Kinds = (usize, Vec<(usize, usize)>, Vec<u32>);

/// The first heap, the kinds of moves, and the values of all heaps below `known`.
fn kinds(claim: &Claim, known: usize, budget: &Budget) -> Result<Kinds, InvalidPeriod> {
    match Shape::of(claim.game) {
        Shape::Cut(cut) => {
            let Some(largest) = cut.set().largest().and_then(|d| usize::try_from(d).ok()) else {
                return Err(claim.inapplicable("the cut set is not finite"));
            };
            let kinds = members(cut.set(), largest).map(|d| (0, d + 1)).collect();
            let values = values::cut(cut.set(), known.saturating_sub(1), budget)?;
            Ok((1, kinds, values))
        }
        Shape::Code(code) => {
            let mut kinds = Vec::new();
            for (taken, digit) in code.digits().iter().enumerate() {
                kinds.extend((0..4).filter(|j| digit >> j & 1 == 1).map(|j| (taken, j)));
            }
            Ok((0, kinds, values::code(code.digits(), known, budget)?))
        }
        _ => Err(claim.inapplicable("its moves are not of finitely many kinds")),
    }
}

impl Test<'_> {
    /// v(h) of a heap, as Q and R.
    fn split(&self, heap: usize) -> (usize, usize) {
        let value = usize::try_from(self.claim.value(heap - self.first)).unwrap_or(usize::MAX);
        (value / self.s, value % self.s)
    }

    /// Condition (E).
    fn check_exclusion(
        &self,
        most_taken: usize,
        most_parts: usize,
        budget: &Budget,
    ) -> Result<(), InvalidPeriod> {
        let bound = self.n0 + self.p;
        // sums[t]: (ΣQ, ⊕R) over the parts chosen so far, all below n0+p, with sum t.
        let mut sums: Vec<BTreeSet<(usize, usize)>> = vec![BTreeSet::from([(0, 0)])];
        let large = most_taken + most_parts * bound + self.p;
        for parts in 1..=most_parts {
            // One part more, of any size from n0 on, makes the option.
            for &(taken, _) in self.kinds.iter().filter(|kind| kind.1 == parts) {
                for n in large..large + self.p {
                    budget.check()?;
                    let (quotient, remainder) = self.split(n);
                    for (t, of_sum) in sums.iter().enumerate() {
                        let (q, r) = self.split(n - taken - t);
                        let bad = |&(sum, nim_sum): &(usize, usize)| {
                            let total = sum + q;
                            nim_sum ^ r == remainder
                                && total >= quotient
                                && (total - quotient).is_multiple_of(2)
                        };
                        if of_sum.iter().any(bad) {
                            let what = format!("(E), for {parts} heaps and sum {t} but for one");
                            return Err(InvalidPeriod::Condition(what));
                        }
                    }
                }
            }
            let mut longer = vec![BTreeSet::new(); parts * (bound - 1) + 1];
            for (t, of_sum) in sums.iter().enumerate() {
                budget.check()?;
                for h in 1..bound {
                    let (q, r) = self.split(h);
                    longer[t + h].extend(of_sum.iter().map(|&(sum, n)| (sum + q, n ^ r)));
                }
            }
            sums = longer;
        }
        Ok(())
    }

    /// Condition (I).
    fn check_inclusion(&self, most_parts: usize, budget: &Budget) -> Result<(), InvalidPeriod> {
        let fails = |what: String| Err(InvalidPeriod::Condition(format!("(I), {what}")));
        let (s, b) = (self.s, self.b);
        let end = self.from + 2 * self.p;
        // low[j][t]: ⊕R over j parts with Q = 0 and sum t.
        let mut low: Vec<Vec<BTreeSet<usize>>> =
            vec![vec![BTreeSet::new(); end]; most_parts.max(1)];
        low[0][0].insert(0);
        for j in 1..most_parts {
            for h in (1..end).filter(|&h| self.split(h).0 == 0) {
                budget.check()?;
                let (before, here) = low.split_at_mut(j);
                for t in h..end {
                    let added = before[j - 1][t - h].iter().map(|r| r ^ self.split(h).1);
                    here[0][t].extend(added);
                }
            }
        }
        let pairs: Vec<BTreeSet<usize>> = (0..end).map(|t| self.pairs(t)).collect();
        let mut windows = Vec::new();
        for n in self.from..end {
            budget.check()?;
            windows.push(self.reached(n, &low, &pairs));
        }
        for at in 0..self.p {
            let n = self.from + at;
            let (now, next) = (&windows[at], &windows[at + self.p]);
            if let Some(g) = (0..b).find(|g| !(now.flat.contains(g) && next.flat.contains(g))) {
                return fails(format!(
                    "no flat option of heap {n} or {} has value {g}",
                    n + self.p
                ));
            }
            let mut a = b;
            while now.rising.contains(&a) && next.rising.contains(&(a + s)) {
                a += 1;
            }
            if a < b + s || (b..a + s).any(|g| !next.rising.contains(&g)) {
                return fails(format!("heap {n} lacks flat options that can rise"));
            }
            let (q, r) = self.split(n);
            if let Some(g) = (a..q * s + r).find(|g| !now.straight.contains(g)) {
                return fails(format!("no straight option of heap {n} has value {g}"));
            }
        }
        Ok(())
    }

    /// R ⊕ R over two parts from n0 on with the same Q and this sum.
    fn pairs(&self, sum: usize) -> BTreeSet<usize> {
        let parts = (self.n0..=sum / 2).map(|h| (self.split(h), self.split(sum - h)));
        let same = parts.filter(|(a, b)| a.0 == b.0);
        same.map(|(a, b)| a.1 ^ b.1).collect()
    }

    /// A(n), B(n) and C(n).
    fn reached(
        &self,
        n: usize,
        low: &[Vec<BTreeSet<usize>>],
        pairs: &[BTreeSet<usize>],
    ) -> Reached {
        let mut reached = Reached::default();
        for &(taken, parts) in self.kinds.iter().filter(|kind| kind.1 > 0) {
            let Some(total) = n.checked_sub(taken) else {
                continue;
            };
            if parts == 2 {
                reached.flat.extend(&pairs[total]);
            }
            for h in 1..=total {
                let (q, r) = self.split(h);
                if h >= self.n0 {
                    let others = low[parts - 1][total - h].iter();
                    reached
                        .straight
                        .extend(others.map(|x| q * self.s + (x ^ r)));
                }
                if parts < 3 {
                    continue;
                }
                // h is the part that may rise; low parts with sum t, and a pair with what is left.
                for (t, of_sum) in low[parts - 3].iter().enumerate().take(total - h + 1) {
                    for pair in &pairs[total - h - t] {
                        for x in of_sum {
                            let value = q * self.s + (x ^ r ^ pair);
                            reached.flat.insert(value);
                            if h >= self.n0 {
                                reached.rising.insert(value);
                            }
                        }
                    }
                }
            }
        }
        reached
    }
}

/// Values of options: A(n), B(n), C(n).
#[derive(Default)]
struct Reached {
    flat: BTreeSet<usize>,
    rising: BTreeSet<usize>,
    straight: BTreeSet<usize>,
}
