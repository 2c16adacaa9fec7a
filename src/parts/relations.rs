//! Relations between games in the group of differences 𝒟, up to association.
//!
//! Let F be a set of even games that contains, up to association, every option of its members that is not
//! a unit. All relations between members of F follow from those of the forms x + y' ≈ x' + y and
//! x + y ≈ x' + y' with x, y in F (docs/mathematics.md). These are finitely many, so the group that F
//! generates is known: up to units it is free, and its rank is the number of members less the
//! number of independent relations.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Game, Universe};
use crate::limits::Stopped;

/// A relation: two sums that are equal up to association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The summands on the left.
    pub left: Vec<Game>,
    /// The summands on the right, none of them on the left.
    pub right: Vec<Game>,
}

/// The relations between some games and their followers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Relations {
    /// The even games that are not units, in structural order.
    pub games: Vec<Game>,
    /// Independent relations of which all others are rational combinations.
    pub independent: Vec<Relation>,
}

impl Relations {
    /// Finds the relations between games and their followers.
    ///
    /// ```
    /// # use misere::{game::Universe, parts::Relations};
    /// # let mut u = Universe::new();
    /// let g = u.eval("(4+2)#-2")?; // P and Q with 2 + P = 4 + Q
    /// let h = u.eval("(4+2)#-4")?;
    /// let found = Relations::between(&mut u, &[g, h])?;
    /// assert_eq!(found.rank(), found.games.len() - found.independent.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(u: &mut Universe, games: &[Game]) -> Result<Self, Stopped> {
        let followers = u.structural_order(games.iter().copied())?.into_games();
        let mut members: Vec<Game> = followers;
        members.retain(|&g| g == u.even_associate(g) && !u.is_unit(g));
        // An odd game may be there without its even associate: E is an option of E + 1, so it is there.
        let index: FxHashMap<Game, usize> = members.iter().copied().zip(0..).collect();
        // The moves x → x' up to association; `None` is a unit.
        let mut moves: Vec<(usize, Option<usize>)> = Vec::new();
        for (i, &x) in members.iter().enumerate() {
            let mut seen = FxHashSet::default();
            for option in u.options(x) {
                let to = index.get(&u.even_associate(option)).copied();
                if seen.insert(to) {
                    moves.push((i, to));
                }
            }
        }
        let mut found = Self {
            games: members,
            independent: Vec::new(),
        };
        let mut echelon = Echelon::default();
        for (k, &(x, x_to)) in moves.iter().enumerate() {
            for &(y, y_to) in &moves[..=k] {
                // x + y' ≈ x' + y, and x + y ≈ x' + y'.
                for (left, right) in [
                    ([Some(x), y_to], [x_to, Some(y)]),
                    ([Some(x), Some(y)], [x_to, y_to]),
                ] {
                    u.tick()?;
                    found.try_relation(u, &mut echelon, &left, &right)?;
                }
            }
        }
        Ok(found)
    }

    /// Returns the rank of the group that the games generate.
    pub fn rank(&self) -> usize {
        self.games.len() - self.independent.len()
    }

    /// Adds a relation if it holds and does not follow from the others.
    fn try_relation(
        &mut self,
        u: &mut Universe,
        echelon: &mut Echelon,
        left: &[Option<usize>],
        right: &[Option<usize>],
    ) -> Result<(), Stopped> {
        let (mut left, mut right): (Vec<usize>, Vec<usize>) = (
            left.iter().flatten().copied().collect(),
            right.iter().flatten().copied().collect(),
        );
        left.retain(|g| match right.iter().position(|h| h == g) {
            Some(place) => {
                right.remove(place);
                false
            }
            None => true,
        });
        if left.is_empty() && right.is_empty() || echelon.reduced(&left, &right).is_empty() {
            return Ok(());
        }
        let games = |side: &[usize]| -> Vec<Game> { side.iter().map(|&i| self.games[i]).collect() };
        let relation = Relation {
            left: games(&left),
            right: games(&right),
        };
        let sums = [&relation.left, &relation.right].map(|side| u.sum_all(side.iter().copied()));
        let [one, other] = sums;
        if u.even_associate(one?) == u.even_associate(other?) {
            echelon.insert(&left, &right);
            self.independent.push(relation);
        }
        Ok(())
    }
}

/// Independent vectors over the field with [`P`] elements, each with its leading index. 𝒟 has no torsion up to
/// association (Theorem 6.8), so vectors are independent over this field if they are over the integers.
#[derive(Default)]
struct Echelon {
    rows: FxHashMap<usize, FxHashMap<usize, u64>>,
}

/// A prime whose square fits a word.
const P: u64 = 2_147_483_647;

impl Echelon {
    /// Returns the vector of a relation, reduced by the rows; empty if it depends on them.
    fn reduced(&self, left: &[usize], right: &[usize]) -> FxHashMap<usize, u64> {
        let mut vector: FxHashMap<usize, u64> = FxHashMap::default();
        for (side, one) in [(left, 1), (right, P - 1)] {
            for &i in side {
                let entry = vector.entry(i).or_default();
                *entry = (*entry + one) % P;
            }
        }
        vector.retain(|_, entry| *entry != 0);
        let mut least = 0;
        loop {
            let leading = vector.keys().filter(|&&i| i >= least).min().copied();
            let Some(i) = leading else { return vector };
            least = i + 1;
            let Some(row) = self.rows.get(&i) else {
                continue;
            };
            let factor = P - vector[&i];
            for (&j, &entry) in row {
                let sum = (vector.get(&j).copied().unwrap_or(0) + factor * entry) % P;
                vector.insert(j, sum);
            }
            vector.retain(|_, entry| *entry != 0);
        }
    }

    /// Adds the vector of a relation that does not depend on the rows.
    fn insert(&mut self, left: &[usize], right: &[usize]) {
        let mut vector = self.reduced(left, right);
        let Some(&leading) = vector.keys().min() else {
            return;
        };
        let inverse = power(vector[&leading], P - 2);
        for entry in vector.values_mut() {
            *entry = *entry * inverse % P;
        }
        self.rows.insert(leading, vector);
    }
}

/// Returns base^exponent modulo P.
fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result * base % P;
        }
        base = base * base % P;
        exponent /= 2;
    }
    result
}
