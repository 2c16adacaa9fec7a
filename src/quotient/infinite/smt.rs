//! A description as a sentence of Presburger arithmetic, in SMT-LIB.
//!
//! The sentence says that some sum violates the local condition: it is in P by its value although an
//! option is, or it is not in P, has an option, and none of its options is in P. A solver that finds it
//! unsatisfiable confirms the description without the argument about cells.
//!
//! Numbers of wild heaps are variables. Of a sum G of tame heaps only its value m and the set W of the
//! values of its options matter. With one more heap h they are mΦ(h), and WΦ(h) together with the
//! mΦ(o) for the options o of h; so all pairs (m, W) are found from that of the empty sum, one case
//! each. The number of a mixed heap h is a variable as well. Its powers in M repeat with some period p
//! from some exponent e on, so there is a case for each number up to e, and one for each residue
//! from there on.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::quotient::InfiniteQuotient;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::quotient::monoid::Element;

/// The most cases.
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
        let powers: Vec<(usize, usize)> = mixed.iter().map(|h| self.repetition(h.value)).collect();
        let copies = powers.iter().map(|(e, p)| e + p + 1);
        let of_mixed = copies.fold(1usize, usize::saturating_mul);
        let Some(states) = self.states(&tame, MOST / of_mixed) else {
            return Ok(false);
        };
        self.write_definitions(mixed.len(), out)?;
        let wild: Vec<Values> = self.wild().iter().map(|&h| options(h)).collect();
        writeln!(out, "(assert (or false")?;
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
            for (m, options) in &states {
                let own = monoid.times(*m, of_mixed);
                let is_in_p = |x: Element, d: &[i64]| member(x, d, &mixed);
                let mut won: BTreeSet<String> = BTreeSet::new();
                for (x, d) in options {
                    won.insert(is_in_p(monoid.times(*x, of_mixed), d));
                }
                for (j, h) in mixed.iter().enumerate().filter(|&(j, _)| copies[j] > 0) {
                    let rest = monoid.times(*m, product(Some(j)));
                    for (x, d) in &h.options {
                        let d: Vec<i64> = d.iter().zip(&h.part).map(|(d, own)| d - own).collect();
                        won.insert(is_in_p(monoid.times(rest, *x), &d));
                    }
                }
                for (i, options) in wild.iter().enumerate() {
                    let moves = options.iter().map(|(x, d)| {
                        let mut d = d.clone();
                        d[i] -= 1;
                        is_in_p(monoid.times(own, *x), &d)
                    });
                    let moves: Vec<String> = moves.collect();
                    won.insert(format!("(and (>= x{i} 1) (or false {}))", moves.join(" ")));
                }
                let won: Vec<String> = won.into_iter().collect();
                let zero = vec![0; self.wild().len()];
                let violated = format!("(= {} (or false {}))", is_in_p(own, &zero), won.join(" "));
                let is_empty = options.is_empty() && copies.iter().all(|&n| n == 0);
                let some = if is_empty {
                    let sum = (0..self.wild().len()).map(|i| format!("x{i}"));
                    format!("(> (+ {} 0) 0)", sum.collect::<Vec<_>>().join(" "))
                } else {
                    "true".into()
                };
                writeln!(out, " (and {some} {conditions} {violated})")?;
            }
        }
        writeln!(out, "))\n(check-sat)")?;
        Ok(true)
    }

    /// Returns the values of all sums of tame heaps with the values of their options, or none if there
    /// are too many.
    fn states(&self, tame: &[Entry], most: usize) -> Option<Vec<(Element, Values)>> {
        let monoid = self.tame_part();
        let mut states = vec![(0, Values::new())];
        let mut seen: FxHashSet<(Element, Values)> = FxHashSet::from_iter(states.clone());
        let mut waiting = VecDeque::from(states.clone());
        while let Some((m, options)) = waiting.pop_front() {
            for h in tame {
                let times = |(x, d): &(Element, Vec<i64>), y| (monoid.times(*x, y), d.clone());
                let mut larger: Values = options.iter().map(|w| times(w, h.value)).collect();
                larger.extend(h.options.iter().map(|o| times(o, m)));
                let next = (monoid.times(m, h.value), larger);
                if seen.insert(next.clone()) {
                    if states.len() >= most {
                        return None;
                    }
                    states.push(next.clone());
                    waiting.push_back(next);
                }
            }
        }
        (states.len() <= most).then_some(states)
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

    fn write_definitions(&self, mixed: usize, out: &mut dyn Write) -> io::Result<()> {
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
        for m in self.tame_part().elements() {
            writeln!(out, "(define-fun P{m} ({parameters}) Bool (or false")?;
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

/// Writes that (m, x + d), with the parts of mixed heaps added to x, is in P.
fn member(m: Element, d: &[i64], mixed: &[Entry]) -> String {
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
    format!("(P{m} {})", arguments.join(" "))
}
