//! Quotients in writing: names of generators, monomials, text and TeX.

use std::fmt::Write;

use misere::quotient::{Element, Quotient};

use super::quotient::Extras;
use super::tex;

/// Letters for the generators of a quotient: a, b, …, z, A, …, Z, then g53, g54, ….
pub(super) struct Letters<'q> {
    quotient: &'q Quotient,
    /// Between the factors of a monomial.
    space: &'static str,
    exponents: Exponents,
}

/// How exponents are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exponents {
    /// `b^2`
    Caret,
    /// `b^{2}`
    Braces,
    /// `b²`
    Raised,
}

impl<'q> Letters<'q> {
    pub(super) fn of(quotient: &'q Quotient) -> Self {
        Self {
            quotient,
            space: " ",
            exponents: Exponents::Caret,
        }
    }

    /// As short as possible, for pictures: `ab²`.
    pub(super) fn compact(quotient: &'q Quotient) -> Self {
        // Beyond the letters, generators have numbers and must be kept apart.
        let letters = quotient.generators().len() <= 52;
        Self {
            quotient,
            space: if letters { "" } else { " " },
            exponents: Exponents::Raised,
        }
    }

    fn tex(quotient: &'q Quotient) -> Self {
        Self {
            quotient,
            space: "",
            exponents: Exponents::Braces,
        }
    }

    pub(super) fn generator(&self, generator: usize) -> String {
        let letters = ('a'..='z').chain('A'..='Z');
        match letters.clone().nth(generator) {
            Some(letter) => letter.to_string(),
            None if self.exponents == Exponents::Braces => format!("g_{{{}}}", generator + 1),
            None => format!("g{}", generator + 1),
        }
    }

    /// `a b^2`; the identity is 1.
    fn monomial(&self, factors: impl IntoIterator<Item = (usize, u32)>) -> String {
        let factors = factors.into_iter().map(|(generator, exponent)| {
            let letter = self.generator(generator);
            match (exponent, self.exponents) {
                (1, _) => letter,
                (_, Exponents::Caret) => format!("{letter}^{exponent}"),
                (_, Exponents::Braces) => format!("{letter}^{{{exponent}}}"),
                (_, Exponents::Raised) => letter + &raised(exponent),
            }
        });
        let factors: Vec<String> = factors.collect();
        if factors.is_empty() {
            return "1".into();
        }
        factors.join(self.space)
    }

    pub(super) fn element(&self, x: Element) -> String {
        self.monomial(self.quotient.monoid().normal_form(x))
    }

    /// Both sides of each relation.
    pub(super) fn relations(&self) -> Vec<[String; 2]> {
        let relations = self.quotient.monoid().relations().into_iter();
        relations
            .map(|relation| [self.monomial(relation.left), self.monomial(relation.right)])
            .collect()
    }

    pub(super) fn p_values(&self) -> Vec<String> {
        let monoid = self.quotient.monoid();
        let p_values = monoid.elements().filter(|&x| monoid.is_p(x));
        p_values.map(|x| self.element(x)).collect()
    }
}

/// The heaps that a quotient speaks of.
pub(super) fn extent(quotient: &Quotient) -> String {
    match (quotient.period(), quotient.max_heap()) {
        (Some(_), _) => "all heaps".into(),
        (None, Some(heap)) => format!("heaps up to {heap}"),
        (None, None) => "no heaps".into(),
    }
}

/// A number in raised digits.
fn raised(number: u32) -> String {
    let digits = number.to_string();
    let raise = |digit: char| {
        let digit = digit.to_digit(10)?;
        "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)
    };
    digits.chars().filter_map(raise).collect()
}

/// Text is wrapped at this width where it is a list.
const WIDTH: usize = 96;
/// Where the second column begins.
const INDENT: usize = 16;

/// `  name          one, two, …`, wrapped.
fn list(out: &mut String, name: &str, items: &[String], separator: &str) {
    let mut line = format!("  {name:<width$}", width = INDENT - 2);
    for (i, item) in items.iter().enumerate() {
        let end = if i + 1 < items.len() { separator } else { "" };
        if line.chars().count() + item.chars().count() + end.len() > WIDTH
            && line.trim_end().chars().count() > INDENT
        {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(INDENT);
        }
        line.push_str(item);
        line.push_str(end);
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Writing to a string does not fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {{
        let _ = writeln!($out, $($arg)*);
    }};
}

/// A quotient for people.
pub(super) fn text(quotient: &Quotient, extras: &Extras) -> String {
    let names = Letters::of(quotient);
    let mut out = String::new();
    let heaps = extent(quotient);
    let tame = if quotient.monoid().is_tame() {
        "tame"
    } else {
        "wild"
    };
    line!(
        out,
        "{}, {heaps}: order {}, P-values {}, {tame}",
        quotient.ruleset(),
        quotient.order(),
        quotient.p_order()
    );
    let generators = quotient.generators().iter().enumerate();
    let generators: Vec<String> = generators
        .map(|(g, heap)| format!("{} = {heap}", names.generator(g)))
        .collect();
    list(&mut out, "generators", &generators, ", ");
    let relations = names.relations().into_iter();
    let relations: Vec<String> = relations.map(|[u, v]| format!("{u} = {v}")).collect();
    list(&mut out, "relations", &relations, ", ");
    list(&mut out, "P-values", &names.p_values(), ", ");
    if let Some(period) = quotient.period() {
        let (p, first) = (period.period, period.first);
        line!(out, "  {:<14}{p} from heap {first} on, proved", "period");
    }
    line!(out, "  verified      for all sums, and reduced");
    pretending(&mut out, quotient, &names);
    if let Some(structure) = &extras.structure {
        line!(out, "structure");
        list(&mut out, "units", &structure.units, ", ");
        for c in &structure.components {
            let (order, group) = (c.order, c.group_order);
            line!(
                out,
                "  {:<14}order {order}, its group of order {group}",
                format!("[{}]", c.idempotent)
            );
        }
        let is = if structure.kernel_is_nim_group {
            "is"
        } else {
            "is not"
        };
        line!(
            out,
            "  kernel        order {}, identity {}; it {is} the group of nim values, of order {}",
            structure.kernel_order,
            structure.kernel_identity,
            structure.nim_group_order
        );
    }
    if extras.table {
        table(&mut out, quotient, &names);
    }
    if let Some(sum) = &extras.sum {
        line!(
            out,
            "{}: value {}, outcome {}",
            sum.heaps,
            sum.value,
            sum.outcome
        );
        for [from, to] in &sum.winning_moves {
            line!(out, "  {from} → {to}");
        }
        if sum.more_moves {
            let listed = sum.winning_moves.len();
            line!(
                out,
                "  {listed} winning moves are listed; there may be more"
            );
        }
    }
    out
}

/// The values of heaps, ten a row.
fn pretending(out: &mut String, quotient: &Quotient, names: &Letters) {
    let monoid = quotient.monoid();
    let elements: Vec<String> = monoid.elements().map(|x| names.element(x)).collect();
    let values = quotient.pretending();
    let widths = values.iter().map(|&x| elements[x as usize].chars().count());
    let Some(width) = widths.max() else {
        return;
    };
    line!(out, "heaps");
    let smallest = usize::try_from(quotient.smallest()).unwrap_or(0);
    let first_row = smallest / 10 * 10;
    for row in (first_row..smallest + values.len()).step_by(10) {
        let mut text = format!("  {row:>5}+  ");
        for heap in row..row + 10 {
            let value = heap.checked_sub(smallest).and_then(|at| values.get(at));
            let value = value.map_or("", |&x| elements[x as usize].as_str());
            let _ = write!(text, "{value:<width$}  ");
        }
        line!(out, "{}", text.trim_end());
    }
}

/// The multiplication table, P-values with a star.
fn table(out: &mut String, quotient: &Quotient, names: &Letters) {
    let monoid = quotient.monoid();
    let elements: Vec<String> = monoid.elements().map(|x| names.element(x)).collect();
    let width = elements
        .iter()
        .map(|e| e.chars().count())
        .max()
        .unwrap_or(1);
    line!(out, "table (* marks P-values)");
    for x in monoid.elements() {
        let star = if monoid.is_p(x) { '*' } else { ' ' };
        let mut text = format!(" {star}{:<width$} |", elements[x as usize]);
        for y in monoid.row(x) {
            let _ = write!(text, " {:<width$}", elements[y as usize]);
        }
        line!(out, "{}", text.trim_end());
    }
}

/// A quotient as a fragment of TeX: the presentation, P, the values of heaps and the table.
pub(super) fn tex_fragment(quotient: &Quotient, with_table: bool) -> String {
    let names = Letters::tex(quotient);
    let mut out = String::new();
    let generators = 0..quotient.generators().len();
    let letters: Vec<String> = generators.map(|g| names.generator(g)).collect();
    let relations = names.relations().into_iter();
    let relations: Vec<String> = relations.map(|[u, v]| format!("{u}={v}")).collect();
    let subscript = match (quotient.period(), quotient.max_heap()) {
        (None, Some(heap)) => format!("_{{{heap}}}"),
        _ => String::new(),
    };
    let name = tex::text(quotient.ruleset());
    line!(out, "\\begin{{align*}}");
    line!(
        out,
        "\\mathcal{{Q}}{subscript}(\\mathbf{{{name}}}) &\\cong \\langle {} \\mid {} \\rangle \\\\",
        letters.join(","),
        relations.join(",\\ ")
    );
    line!(
        out,
        "\\mathcal{{P}} &= \\{{{}\\}}",
        names.p_values().join(",\\ ")
    );
    line!(out, "\\end{{align*}}");
    line!(out, "\\begin{{tabular}}{{r|*{{10}}{{l}}}}");
    let header: Vec<String> = (0..10).map(|i| format!("${i}$")).collect();
    line!(out, " & {} \\\\ \\hline", header.join(" & "));
    let smallest = usize::try_from(quotient.smallest()).unwrap_or(0);
    let count = quotient.pretending().len();
    for row in (smallest / 10 * 10..smallest + count).step_by(10) {
        let cells = (row..row + 10).map(|heap| {
            let at = heap.checked_sub(smallest);
            let value = at.and_then(|at| quotient.pretending().get(at));
            value.map_or(String::new(), |&x| format!("${}$", names.element(x)))
        });
        let cells: Vec<String> = cells.collect();
        line!(out, "${row}$ & {} \\\\", cells.join(" & "));
    }
    line!(out, "\\end{{tabular}}");
    if with_table {
        let monoid = quotient.monoid();
        let names: Vec<String> = monoid
            .elements()
            .map(|x| format!("${}$", names.element(x)))
            .collect();
        line!(out, "\n\\begin{{tabular}}{{l|*{{{}}}{{l}}}}", names.len());
        line!(out, " & {} \\\\ \\hline", names.join(" & "));
        for (x, name) in monoid.elements().zip(&names) {
            let row: Vec<&str> = (monoid.row(x).iter())
                .map(|&xy| names[xy as usize].as_str())
                .collect();
            line!(out, "{name} & {} \\\\", row.join(" & "));
        }
        line!(out, "\\end{{tabular}}");
    }
    out
}
