//! A description as a sentence of Presburger arithmetic, in SMT-LIB.
//!
//! The sentence says that some sum violates the local condition: it is in P by its value although an
//! option is, or it is empty and in P, or it is not in P, has an option, and none of its options is in P. A solver that finds it
//! unsatisfiable confirms the description without the argument about cells.
//!
//! That no sum in P has an option in P is said heap by heap: for no heap h with an option o and no value z
//! are zΦ(h) and zΦ(o) both in P. All z in M × N^k are values of sums, so nothing is lost.
//!
//! For the other half numbers of wild heaps are variables. Of a sum G of tame heaps only its value m and
//! the set W of the values of its options matter. With one more heap h they are mΦ(h), and WΦ(h)
//! together with the mΦ(o) for the options o of h; so all pairs (m, W) are found from that of the empty
//! sum, one case each. If V ⊆ W belong to the same m, the options of G + X with W have all values of those
//! with V, whatever X is, so W is left out. (Only the empty sum has an empty W. It has no option itself, so
//! it makes no other sum superfluous.) The number of a mixed heap h is a variable as well. Its powers in M
//! repeat with some period p from some exponent e on, so there is a case for each number up to e, and one
//! for each residue from there on.
//!
//! Elements of M with the same points in P share a definition, and cases that say the same are written once.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::quotient::InfiniteQuotient;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::quotient::monoid::Element;

/// The most cases, and the most pairs (m, W) at a time.
const MOST: usize = 20_000;

/// Values in M × Z^k.
type Values = BTreeSet<(Element, Vec<i64>)>;

/// A heap that is not wild: its value, and its options as values.
struct Entry {
    value: Element,
    part: Vec<i64>,
    options: Values,
}

impl InfiniteQuotient {
    /// Writes a sentence that is unsatisfiable iff the description is right about all sums. Returns
    /// false, without writing, if it would have too many cases.
    pub fn write_smt(&self, game: &dyn Ruleset, out: &mut dyn Write) -> io::Result<bool> {
        let monoid = self.tame_part();
        let (tame, mixed, wild) = self.heaps(game);
        let powers: Vec<(usize, usize)> = mixed.iter().map(|h| self.repetition(h.value)).collect();
        let copies = powers.iter().map(|(e, p)| e + p + 1);
        let of_mixed = copies.fold(1usize, usize::saturating_mul);
        let Some(states) = self.states(&tame, MOST / of_mixed) else {
            return Ok(false);
        };
        let rows = self.rows();
        self.write_definitions(&rows, mixed.len(), out)?;
        let mut cases = self.wrongly_in_p(&rows, &tame, &mixed, &wild);
        for case in 0..of_mixed {
            let mut rest = case;
            let copies: Vec<usize> = (powers.iter())
                .map(|(e, p)| {
                    let copies = rest % (e + p + 1);
                    rest /= e + p + 1;
                    copies
                })
                .collect();
            let conditions: Vec<String> = (copies.iter().zip(&powers).enumerate())
                .map(|(j, (&n, &(e, p)))| {
                    if n <= e {
                        format!("(= n{j} {n})")
                    } else {
                        format!("(>= n{j} {n}) (= (mod (- n{j} {n}) {p}) 0)")
                    }
                })
                .collect();
            let conditions = conditions.join(" ");
            let product = |without: Option<usize>| {
                let numbered = mixed.iter().zip(&copies).enumerate();
                numbered.fold(0, |m, (j, (h, &n))| {
                    let n = n - usize::from(without == Some(j));
                    monoid.times(m, monoid.power(h.value, n as u64))
                })
            };
            let of_mixed = product(None);
            let is_in_p = |x: Element, d: &[i64]| member(rows[x as usize], d, &mixed);
            for (m, options) in &states {
                let own = monoid.times(*m, of_mixed);
                // The sum itself and its options: none of them is in P.
                let mut none = BTreeSet::from([is_in_p(own, &vec![0; wild.len()])]);
                for (x, d) in options {
                    none.insert(is_in_p(monoid.times(*x, of_mixed), d));
                }
                for (j, h) in mixed.iter().enumerate().filter(|&(j, _)| copies[j] > 0) {
                    let rest = monoid.times(*m, product(Some(j)));
                    for (x, d) in &h.options {
                        let d: Vec<i64> = d.iter().zip(&h.part).map(|(d, own)| d - own).collect();
                        none.insert(is_in_p(monoid.times(rest, *x), &d));
                    }
                }
                for (i, options) in wild.iter().enumerate() {
                    let moves = options.iter().map(|(x, d)| {
                        let mut d = d.clone();
                        d[i] -= 1;
                        is_in_p(monoid.times(own, *x), &d)
                    });
                    let moves: BTreeSet<String> = moves.collect();
                    none.insert(format!("(and (>= x{i} 1) (or false {}))", joined(moves)));
                }
                let is_empty = options.is_empty() && copies.iter().all(|&n| n == 0);
                let some = if is_empty {
                    let sum = (0..wild.len()).map(|i| format!("x{i}"));
                    format!("(> (+ {} 0) 0)", joined(sum))
                } else {
                    "true".into()
                };
                cases.insert(format!("{some} {conditions} (not (or {}))", joined(none)));
            }
        }
        writeln!(out, "(assert (or false")?;
        for case in cases {
            writeln!(out, " (and {case})")?;
        }
        writeln!(out, "))\n(check-sat)")?;
        Ok(true)
    }

    /// Returns the tame heaps, the mixed ones, and the values of the options of the wild ones.
    fn heaps(&self, game: &dyn Ruleset) -> (Vec<Entry>, Vec<Entry>, Vec<Values>) {
        let vector = |x: &[u64]| {
            x.iter()
                .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
                .collect()
        };
        let value = |sum: &Heaps| {
            let (m, x) = self.value(sum).unwrap_or_default();
            (m, vector(&x))
        };
        let options = |heap: u64| -> Values {
            let options = game.options(Position::heap(heap));
            options.map(|option| value(&option)).collect()
        };
        let others = (self.smallest()..=self.max_heap()).filter(|heap| !self.wild().contains(heap));
        let entries = others.map(|heap| {
            let (value, part) = value(&Heaps::heap(heap));
            Entry {
                value,
                part,
                options: options(heap),
            }
        });
        let entries = entries.filter(|h| !h.options.is_empty());
        let (tame, mixed): (Vec<Entry>, Vec<Entry>) =
            entries.partition(|h| h.part.iter().all(|&d| d == 0));
        let wild = self.wild().iter().map(|&h| options(h)).collect();
        (tame, mixed, wild)
    }

    /// Returns the cases in which the empty sum is in P, or a sum and one of its options.
    fn wrongly_in_p(
        &self,
        rows: &[usize],
        tame: &[Entry],
        mixed: &[Entry],
        wild: &[Values],
    ) -> BTreeSet<String> {
        let mut cases = BTreeSet::new();
        for h in tame.iter().chain(mixed) {
            self.add_two_in_p(rows, (h.value, &h.part), &h.options, &mut cases);
        }
        for (i, options) in wild.iter().enumerate() {
            let mut unit = vec![0; wild.len()];
            unit[i] = 1;
            self.add_two_in_p(rows, (0, &unit), options, &mut cases);
        }
        // The empty sum has no option, so the next player wins: it is not in P.
        let none = (0..wild.len()).map(|i| format!("(= x{i} 0)"));
        let empty = member(rows[0], &vec![0; wild.len()], &[]);
        cases.insert(format!("{} {empty}", joined(none)));
        cases
    }

    /// Adds the cases in which (z, x) times the value of a heap and of one of its options are both in P.
    fn add_two_in_p(
        &self,
        rows: &[usize],
        (value, part): (Element, &[i64]),
        options: &Values,
        cases: &mut BTreeSet<String>,
    ) {
        let monoid = self.tame_part();
        for z in monoid.elements() {
            let own = member(rows[monoid.times(z, value) as usize], part, &[]);
            for (x, d) in options {
                let option = member(rows[monoid.times(z, *x) as usize], d, &[]);
                cases.insert(format!("{own} {option}"));
            }
        }
    }

    /// Numbers the sets of points that are in P with an element of M: for each element its number.
    fn rows(&self) -> Vec<usize> {
        let mut numbers: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let rows = self.tame_part().elements().map(|m| {
            let row = (0..self.cell_count()).map(|cell| self.is_p(m, cell));
            let next = numbers.len();
            *numbers.entry(row.collect()).or_insert(next)
        });
        rows.collect()
    }

    /// Returns the values of sums of tame heaps with the values of their options, without those whose
    /// options include the options of another sum of the same value; none if there are too many.
    fn states(&self, tame: &[Entry], most: usize) -> Option<Vec<(Element, Values)>> {
        let monoid = self.tame_part();
        let mut kept: FxHashMap<Element, Vec<Values>> = FxHashMap::default();
        let mut count = 1;
        let mut waiting = VecDeque::from([(0, Values::new())]);
        while let Some((m, options)) = waiting.pop_front() {
            let is_kept = |options| kept.get(&m).is_some_and(|sets| sets.contains(options));
            if !options.is_empty() && !is_kept(&options) {
                continue;
            }
            for h in tame {
                let times = |(x, d): &(Element, Vec<i64>), y| (monoid.times(*x, y), d.clone());
                let mut larger: Values = options.iter().map(|w| times(w, h.value)).collect();
                larger.extend(h.options.iter().map(|o| times(o, m)));
                let product = monoid.times(m, h.value);
                let sets = kept.entry(product).or_default();
                if sets.iter().any(|set| set.is_subset(&larger)) {
                    continue;
                }
                count -= sets.len();
                sets.retain(|set| !larger.is_subset(set));
                sets.push(larger.clone());
                count += sets.len();
                if count > most {
                    return None;
                }
                waiting.push_back((product, larger));
            }
        }
        let mut states = vec![(0, Values::new())];
        for (m, sets) in kept {
            states.extend(sets.into_iter().map(|set| (m, set)));
        }
        Some(states)
    }

    /// Returns e and p for the powers of an element that repeat with period p from the exponent e on.
    fn repetition(&self, x: Element) -> (usize, usize) {
        let mut powers = vec![0];
        loop {
            let next = self.tame_part().times(powers[powers.len() - 1], x);
            if let Some(e) = powers.iter().position(|&power| power == next) {
                return (e, powers.len() - e);
            }
            powers.push(next);
        }
    }

    fn write_definitions(
        &self,
        rows: &[usize],
        mixed: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let shape = self.shape();
        let k = self.wild().len();
        let parameters: Vec<String> = (0..k).map(|i| format!("(y{i} Int)")).collect();
        let (parameters, h) = (parameters.join(" "), shape.half_width);
        writeln!(
            out,
            "; {} to heap {}: unsat is expected",
            self.ruleset(),
            self.max_heap()
        )?;
        writeln!(out, "(set-logic ALL)")?;
        for (i, heap) in self.wild().iter().enumerate() {
            let (t, p) = (shape.thresholds[i], shape.moduli[i]);
            writeln!(out, "(declare-const x{i} Int) ; the number of heaps {heap}")?;
            writeln!(out, "(assert (>= x{i} 0))")?;
            writeln!(
                out,
                "(define-fun c{i} ((y Int)) Int (ite (< y {t}) y (+ {t} (mod (- y {t}) {p}))))"
            )?;
        }
        for (j, (heap, _)) in self.mixed().iter().take(mixed).enumerate() {
            writeln!(out, "(declare-const n{j} Int) ; the number of heaps {heap}")?;
            writeln!(out, "(assert (>= n{j} 0))")?;
        }
        let terms = shape.wall.iter().enumerate();
        let terms: Vec<String> = terms
            .map(|(i, &c)| format!("(* {} y{i})", signed(c)))
            .collect();
        writeln!(
            out,
            "(define-fun form ({parameters}) Int (+ {} 0))",
            terms.join(" ")
        )?;
        let arguments: Vec<String> = (0..k).map(|i| format!("y{i}")).collect();
        let form = format!("(form {})", arguments.join(" "));
        writeln!(
            out,
            "(define-fun level ({parameters}) Int (ite (< {form} {}) {0} (ite (> {form} {h}) {h} {form})))",
            signed(-h)
        )?;
        let mut written = 0;
        for (m, &row) in self.tame_part().elements().zip(rows) {
            // Rows are numbered in the order in which they are met.
            if row < written {
                continue;
            }
            written += 1;
            writeln!(out, "(define-fun P{row} ({parameters}) Bool (or false")?;
            for number in (0..self.cell_count()).filter(|&number| self.is_p(m, number)) {
                let cell = self.cell(number);
                let classes = cell.classes.iter().enumerate();
                let classes: Vec<String> = classes
                    .map(|(i, c)| format!("(= (c{i} y{i}) {c})"))
                    .collect();
                writeln!(
                    out,
                    " (and {} (= (level {}) {}))",
                    classes.join(" "),
                    arguments.join(" "),
                    signed(cell.level)
                )?;
            }
            writeln!(out, "))")?;
        }
        Ok(())
    }
}

/// Writes a number as SMT-LIB has it.
fn signed(n: i64) -> String {
    if n < 0 {
        format!("(- {})", n.unsigned_abs())
    } else {
        n.to_string()
    }
}

/// Writes texts with spaces between them.
fn joined(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" ")
}

/// Writes that x + d, with the parts of mixed heaps added to x, is in P with the elements of M that have
/// this row.
fn member(row: usize, d: &[i64], mixed: &[Entry]) -> String {
    let arguments = d.iter().enumerate().map(|(i, &d)| {
        let parts = mixed.iter().enumerate().filter(|(_, h)| h.part[i] > 0);
        let parts = parts.map(|(j, h)| format!(" (* {} n{j})", h.part[i]));
        let parts: String = parts.collect();
        match (parts.is_empty(), d) {
            (true, 0) => format!("x{i}"),
            _ => format!("(+ x{i}{parts} {})", signed(d)),
        }
    });
    let arguments: Vec<String> = arguments.collect();
    format!("(P{row} {})", arguments.join(" "))
}
