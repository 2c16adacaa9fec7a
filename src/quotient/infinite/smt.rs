//! A description as a sentence of Presburger arithmetic, in SMT-LIB.
//!
//! The sentence says that some sum violates the local condition: it is in P by its value although an
//! option is, or it is not in P, has an option, and none of its options is in P. A solver that finds it
//! unsatisfiable confirms the description without the argument about cells.
//!
//! Numbers of wild heaps are variables. Of another heap h whose powers in M repeat with period p from the
//! exponent e on, n copies with n > e + p can be replaced by n − p: neither the value of the sum nor
//! those of its options change. So up to e + p copies of each are written out, in all combinations.

use std::io::{self, Write};

use super::description::Point;
use super::quotient::InfiniteQuotient;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::quotient::monoid::Element;

/// The most combinations of heaps that are not wild.
const MOST: usize = 20_000;

/// A heap that is not wild: its value, and its options as values.
struct TameHeap {
    value: Element,
    options: Vec<(Element, Point)>,
    /// The number of copies that are written out.
    copies: usize,
}

impl InfiniteQuotient {
    /// Writes a sentence that is unsatisfiable iff the description is right about all sums. Returns
    /// false, without writing, if it would have too many cases.
    pub fn write_smt(&self, game: &dyn Ruleset, out: &mut dyn Write) -> io::Result<bool> {
        let monoid = self.tame_part();
        let value = |option: &Heaps| {
            let (m, x) = self.value(option).unwrap_or_default();
            let x = x.iter().map(|&n| u32::try_from(n).unwrap_or(u32::MAX));
            (m, x.collect::<Point>())
        };
        let options = |heap: u64| {
            let mut options: Vec<(Element, Point)> = (game.options(Position::heap(heap)))
                .map(|option| value(&option))
                .collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        let heaps = (self.smallest()..).zip(self.pretending());
        let tame = heaps.filter(|(heap, _)| !self.wild().contains(heap));
        let tame: Vec<TameHeap> = tame
            .map(|(heap, &value)| TameHeap {
                value,
                options: options(heap),
                copies: self.repetition(value),
            })
            .filter(|h| !h.options.is_empty())
            .collect();
        let count = tame
            .iter()
            .try_fold(1usize, |count, h| count.checked_mul(h.copies + 1));
        let Some(count) = count.filter(|&count| count <= MOST) else {
            return Ok(false);
        };
        self.write_definitions(out)?;
        let wild: Vec<Vec<(Element, Point)>> = self.wild().iter().map(|&h| options(h)).collect();
        writeln!(out, "(assert (or false")?;
        for case in 0..count {
            let mut rest = case;
            let mut copies = Vec::new();
            for h in &tame {
                copies.push(rest % (h.copies + 1));
                rest /= h.copies + 1;
            }
            let product = |without: Option<usize>| {
                let mut m = 0;
                for (i, h) in tame.iter().enumerate() {
                    let n = copies[i] - usize::from(without == Some(i));
                    m = monoid.times(m, monoid.power(h.value, n as u64));
                }
                m
            };
            let m = product(None);
            let mut won = Vec::new();
            for (i, h) in tame.iter().enumerate().filter(|&(i, _)| copies[i] > 0) {
                let rest = product(Some(i));
                for (option, d) in &h.options {
                    won.push(member(monoid.times(rest, *option), d, None));
                }
            }
            for (i, options) in wild.iter().enumerate() {
                let moves = options
                    .iter()
                    .map(|(option, d)| member(monoid.times(m, *option), d, Some(i)));
                let moves: Vec<String> = moves.collect();
                won.push(format!("(and (>= x{i} 1) (or false {}))", moves.join(" ")));
            }
            won.sort_unstable();
            won.dedup();
            let zero: Point = std::iter::repeat_n(0, self.wild().len()).collect();
            let own = member(m, &zero, None);
            let violated = format!("(= {own} (or false {}))", won.join(" "));
            if case == 0 {
                let sum: Vec<String> = (0..self.wild().len()).map(|i| format!("x{i}")).collect();
                writeln!(out, " (and (> (+ {} 0) 0) {violated})", sum.join(" "))?;
            } else {
                writeln!(out, " {violated}")?;
            }
        }
        writeln!(out, "))\n(check-sat)")?;
        Ok(true)
    }

    /// Returns e + p for the powers of an element that repeat with period p from the exponent e on.
    fn repetition(&self, x: Element) -> usize {
        let mut powers = vec![0];
        loop {
            let next = self.tame_part().times(powers[powers.len() - 1], x);
            if powers.contains(&next) {
                return powers.len();
            }
            powers.push(next);
        }
    }

    fn write_definitions(&self, out: &mut dyn Write) -> io::Result<()> {
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
        let signed = |n: i64| {
            if n < 0 {
                format!("(- {})", n.unsigned_abs())
            } else {
                n.to_string()
            }
        };
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

/// Writes that (m, x + d), or with a wild heap removed (m, x + d − e_i), is in P.
fn member(m: Element, d: &Point, removed: Option<usize>) -> String {
    let arguments =
        d.iter().enumerate().map(
            |(i, &d)| match i64::from(d) - i64::from(removed == Some(i)) {
                0 => format!("x{i}"),
                d if d < 0 => format!("(- x{i} {})", -d),
                d => format!("(+ x{i} {d})"),
            },
        );
    let arguments: Vec<String> = arguments.collect();
    format!("(P{m} {})", arguments.join(" "))
}
