//! Appendix B: Algorithm 1, as printed.

use rustc_hash::FxHashMap;

use super::sample::{games, name, universe, value};
use super::slow::{SLOW, Slow};
use crate::{Claim, Tested, Work};
use misere::game::{Game, Universe};
use misere::limits::Stopped;
use misere::parts::Parts;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.alg1",
        place: "Algorithm 1",
        statement: "The listing computes Parts(G) for every G.",
        method: "run line by line; with no case for 0 it finds no parts of anything, with Parts(0) = \
                 {0, 1} it finds 0, 1, G and G+1 at least",
        needs: &["simplification", "parity"],
        test: listing,
    },
    Claim {
        id: "structure.thmB.1",
        place: "Theorem B.1",
        statement: "Algorithm 1 finds all parts of a game.",
        method: "the listing, whichever G' and X' it fixes, against differences with all candidates; and the parts that \
                 the program computes against them",
        needs: SLOW,
        test: finds_all_parts,
    },
    Claim {
        id: "structure.thmB.1.proof",
        place: "Theorem B.1, the derived case of the proof",
        statement: "If the algorithm fixes an X' that is not in its set, G − X' does not exist, so Y = \
                    G' − X' for some G'.",
        method: "X' that are fixed although G − X' exists; and the mended step: if b(X') + b(G−X') is no \
                 less than b(X) + b(Y), then Y = G' − X' for some G', so minimality closes the gap",
        needs: &["sums"],
        test: derived_case,
    },
];

/// The parts of a game with their counterparts, in the order in which they were found.
#[derive(Clone, Default)]
struct Found {
    order: Vec<Game>,
    counterpart: FxHashMap<Game, Game>,
}

impl Found {
    fn add(&mut self, x: Game, y: Game) -> bool {
        let mut changed = false;
        for (part, other) in [(x, y), (y, x)] {
            if self.counterpart.insert(part, other).is_none() {
                self.order.push(part);
                changed = true;
            }
        }
        changed
    }

    fn has(&self, x: Game) -> bool {
        self.counterpart.contains_key(&x)
    }

    /// Returns G − X, if it is known.
    fn minus(&self, x: Game) -> Option<Game> {
        self.counterpart.get(&x).copied()
    }
}

/// The choice of G' and X' where the listing says "any".
#[derive(Clone, Copy, PartialEq, Eq)]
enum Any {
    First,
    Last,
}

/// Algorithm 1 with its results.
struct Algorithm {
    any: Any,
    /// Whether Parts(0) is given.
    base: bool,
    tables: FxHashMap<Game, Found>,
    /// Choices of X' in Step 14: G, X, X'.
    fixed: Vec<(Game, Game, Game)>,
}

impl Algorithm {
    fn new(any: Any, base: bool) -> Self {
        Self {
            any,
            base,
            tables: FxHashMap::default(),
            fixed: Vec::new(),
        }
    }

    fn parts(&mut self, u: &mut Universe, g: Game) -> Result<Found, Stopped> {
        // Followers come before the games they belong to.
        for follower in u.followers(g)? {
            if !self.tables.contains_key(&follower) {
                let found = self.table(u, follower)?;
                self.tables.insert(follower, found);
            }
        }
        Ok(self.tables.get(&g).cloned().unwrap_or_default())
    }

    /// Runs the listing for one game, after its options (Steps 2 to 4).
    fn table(&mut self, u: &mut Universe, g: Game) -> Result<Found, Stopped> {
        let mut found = Found::default();
        if self.base && g == u.zero() {
            found.add(u.zero(), u.zero());
            found.add(u.one(), u.one());
        }
        let options: Vec<Game> = u.options(g).collect();
        let tables: Vec<Found> = options
            .iter()
            .map(|option| self.tables.get(option).cloned().unwrap_or_default())
            .collect();
        let mut candidates: Vec<Game> = Vec::new();
        for &x in tables.iter().flat_map(|table| &table.order) {
            if !candidates.contains(&x) {
                candidates.push(x);
            }
        }
        loop {
            let mut changed = false;
            for &x in &candidates {
                changed |= self.step(u, g, x, &options, &tables, &mut found)?;
            }
            if !changed {
                return Ok(found);
            }
        }
    }

    /// Runs Steps 6 to 22 for one X.
    fn step(
        &mut self,
        u: &mut Universe,
        g: Game,
        x: Game,
        options: &[Game],
        tables: &[Found],
        found: &mut Found,
    ) -> Result<bool, Stopped> {
        let of_x: Vec<Game> = u.options(x).collect();
        let everywhere = tables.iter().all(|table| table.has(x));
        if everywhere && of_x.iter().all(|&o| found.has(o)) {
            let first = of_x.iter().filter_map(|&o| found.minus(o));
            let second = tables.iter().filter_map(|table| table.minus(x));
            let y: Vec<Game> = first.chain(second).collect();
            let y = u.set(y)?;
            return Ok(found.add(x, y));
        }
        let pick = |mut list: Vec<usize>| match self.any {
            Any::First => list.first().copied(),
            Any::Last => list.pop(),
        };
        let lacking = (0..tables.len()).filter(|&i| !tables[i].has(x)).collect();
        let ys: Vec<Game> = if let Some(i) = pick(lacking) {
            of_x.iter().filter_map(|&o| tables[i].minus(o)).collect()
        } else {
            let missing = (0..of_x.len()).filter(|&i| !found.has(of_x[i])).collect();
            match pick(missing) {
                Some(i) => {
                    self.fixed.push((g, x, of_x[i]));
                    tables
                        .iter()
                        .filter_map(|table| table.minus(of_x[i]))
                        .collect()
                }
                None => Vec::new(),
            }
        };
        let mut changed = false;
        for y in ys {
            if is_partition(u, (x, y), options, tables, found) {
                changed |= found.add(x, y);
            }
        }
        Ok(changed)
    }
}

/// Checks the condition of Step 18.
fn is_partition(
    u: &Universe,
    (x, y): (Game, Game),
    options: &[Game],
    tables: &[Found],
    found: &Found,
) -> bool {
    let of_x: Vec<Game> = u.options(x).collect();
    let of_y: Vec<Game> = u.options(y).collect();
    let paired = |one: &[Game], other: &[Game]| {
        let (ones, others) = (one.to_vec(), other.to_vec());
        ones.iter().all(|&o| {
            let by_table = |table: &Found, part: Game| table.minus(part) == Some(o);
            let part = if one == of_x { y } else { x };
            tables.iter().any(|table| by_table(table, part))
                || found.minus(o).is_some_and(|rest| others.contains(&rest))
        })
    };
    let covered = (0..options.len()).all(|i| {
        let left = tables[i].minus(y).is_some_and(|rest| of_x.contains(&rest));
        left || tables[i].minus(x).is_some_and(|rest| of_y.contains(&rest))
    });
    // For X = Y both lists are one, and so are the conditions.
    covered && paired(&of_x, &of_y) && paired(&of_y, &of_x)
}

fn pool(work: &Work<'_>, u: &mut Universe) -> Result<Vec<Game>, Box<dyn std::error::Error>> {
    let mut pool = games(u, work.at_depth(150, 600, 2_000))?;
    for text in [
        "2##+2##+3#",
        "(4+2)#+(4+2)#",
        "2####",
        "(4+2#)##",
        "2#+2#+2#+3",
    ] {
        pool.push(value(u, text)?);
    }
    Ok(pool)
}

fn listing(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let pool = pool(work, &mut u)?;
    let (mut bare, mut based) = (
        Algorithm::new(Any::First, false),
        Algorithm::new(Any::First, true),
    );
    let mut nothing = true;
    for &g in &pool {
        let order = bare.parts(&mut u, g)?.order;
        let order = work.plant("parts without a case for 0", order, |_| vec![g]);
        nothing &= order.is_empty();
        let found = based.parts(&mut u, g)?;
        let found = work.plant("no parts are found", found, |_| Found::default());
        let trivial = [u.zero(), u.one(), g, u.associate(g)];
        work.require(trivial.iter().all(|&x| found.has(x)), || {
            format!("the parts of {g:?}")
        });
    }
    if nothing {
        work.correct(
            "the listing has no case for 0: Parts(0) comes out empty, and with it all others; Parts(0) = \
             {0, 1} is to be given",
        );
    }
    work.verified(format!("{} games", pool.len()))
}

fn finds_all_parts(work: &mut Work<'_>) -> Tested {
    let (mut u, mut parts, mut slow) = (universe(work), Parts::new(), Slow::default());
    let pool = pool(work, &mut u)?;
    let mut runs = [Any::First, Any::Last].map(|any| Algorithm::new(any, true));
    for &g in &pool {
        let slow = slow.parts(&mut u, g)?;
        let slow = work.plant("a part is overlooked", slow, |mut slow| {
            slow.pop();
            slow
        });
        for run in &mut runs {
            let found = run.parts(&mut u, g)?;
            // Each even part represents an even and an odd one.
            let all = slow
                .iter()
                .all(|&x| found.has(x) && found.has(u.associate(x)));
            work.require(all && found.order.len() == 2 * slow.len(), || {
                format!(
                    "{g:?}: {} parts listed, {} even ones",
                    found.order.len(),
                    slow.len()
                )
            });
            for (&x, &y) in &found.counterpart {
                let sum = u.sum(x, y)?;
                work.require(sum == g, || format!("{x:?} + {y:?} is not {g:?}"));
            }
        }
        let fast = parts.of(&mut u, g)?;
        let same = fast.len() == slow.len() && slow.iter().all(|&x| fast.contains(&u, x));
        work.require(same, || {
            format!("{g:?}: {} parts by the program", fast.len())
        });
    }
    work.verified(format!("{} games", pool.len()))
}

fn derived_case(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let pool = pool(work, &mut u)?;
    let mut gap = None;
    let mut runs = [Any::First, Any::Last].map(|any| Algorithm::new(any, true));
    for &g in &pool {
        for run in &mut runs {
            run.parts(&mut u, g)?;
            for (g, x, option) in std::mem::take(&mut run.fixed) {
                if gap.is_none() && run.parts(&mut u, g)?.has(option) {
                    gap = Some((g, x, option));
                }
            }
        }
    }
    // The corrected step, for all partitions of all games that occurred.
    let mut tried = 0u64;
    let done: Vec<Game> = runs[0].tables.keys().copied().collect();
    for g in done {
        let found = runs[0].tables.get(&g).cloned().unwrap_or_default();
        let options: Vec<Game> = u.options(g).collect();
        for &x in &found.order {
            let Some(y) = found.minus(x) else { continue };
            let weight = u.birthday(x) + u.birthday(y);
            let of_x: Vec<Game> = u.options(x).collect();
            for option in of_x {
                let Some(rest) = found.minus(option) else {
                    continue;
                };
                if u.birthday(option) + u.birthday(rest) < weight {
                    continue;
                }
                tried += 1;
                let sum = u.sum(option, y)?;
                let sum = work.plant("G for a G'", sum, |_| g);
                work.require(options.contains(&sum), || {
                    format!("{g:?} = {x:?} + {y:?}, X' = {option:?}")
                });
            }
        }
    }
    match gap {
        Some((g, x, option)) => {
            let [g, x, option] = [g, x, option].map(|g| name(&mut u, g));
            work.correct(format!(
                "the algorithm fixes an X' that is not yet in its set although G − X' exists: G = {g}, X = \
                 {x}, X' = {option}; minimality of b(X) + b(Y) closes the gap"
            ));
        }
        None => work.show("no X' was fixed that is a part of G"),
    }
    work.verified(format!(
        "{} games, the mended step {tried} times",
        pool.len()
    ))
}
