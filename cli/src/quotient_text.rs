//! Quotients as text.

use std::fmt::Write;

use misere::answer;
use rustc_hash::FxHashSet;

use super::layout::{cells_in_row, fill, groups};
use super::terminal;

/// Lists are wrapped at this width where there is no terminal.
const WIDTH: usize = 96;
/// Where the second column begins.
const INDENT: usize = 16;

/// `  name          one, two, …`, wrapped.
pub(super) fn list<T: AsRef<str>>(
    out: &mut String,
    name: &str,
    items: impl IntoIterator<Item = T>,
    separator: &str,
) {
    let first = format!("  {name:<width$}", width = INDENT - 2);
    let width = terminal::width().unwrap_or(WIDTH);
    fill(out, &first, INDENT, items, separator, Some(width));
}

/// `  name          words`, wrapped in a terminal only.
pub(super) fn words(out: &mut String, name: &str, words: &str) {
    paragraph(out, &format!("  {name:<width$}", width = INDENT - 2), words);
}

/// The same, with lines broken at commas only.
pub(super) fn conditions(out: &mut String, name: &str, conditions: &str) {
    let first = format!("  {name:<width$}", width = INDENT - 2);
    fill(
        out,
        &first,
        INDENT,
        conditions.split(", "),
        ", ",
        terminal::width(),
    );
}

/// The same as `words` after another beginning of the line.
pub(super) fn paragraph(out: &mut String, first: &str, words: &str) {
    fill(out, first, INDENT, words.split(' '), " ", terminal::width());
}

/// The elements that are values of P-positions, unless no colour tells them.
struct Marks<'q>(FxHashSet<&'q str>);

impl<'q> Marks<'q> {
    fn of(quotient: &'q answer::Quotient) -> Self {
        let marked = terminal::has_colors().then_some(&quotient.p_values);
        Self(marked.into_iter().flatten().map(String::as_str).collect())
    }

    /// A cell with an element in it.
    fn cell(&self, cell: String) -> String {
        if self.0.contains(cell.trim_end()) {
            terminal::p_position(&cell)
        } else {
            cell
        }
    }
}

/// Writing to a string does not fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {{
        let _ = writeln!($out, $($arg)*);
    }};
}

/// Longer lists are cut unless all is asked for.
const LONGEST_LIST: usize = 100;
/// The most heaps whose values are shown unless all is asked for.
const MOST_HEAPS: usize = 1000;

/// A list; only its length if it is long.
fn short_list(out: &mut String, name: &str, items: Vec<String>, all: bool) {
    if all || items.len() <= LONGEST_LIST {
        list(out, name, items, ", ");
    } else {
        line!(out, "  {name:<14}{}; --all shows them", items.len());
    }
}

/// A quotient for people, with all of its relations, P-values and heaps or without long lists.
pub(super) fn text(quotient: &answer::Quotient, all: bool) -> String {
    let mut out = String::new();
    // What was asked for comes first.
    for value in &quotient.values {
        let (asked, outcome) = (&value.asked, value.outcome);
        let outcome = terminal::outcome(outcome.to_string());
        line!(out, "{asked}: value {}, outcome {outcome}", value.value);
        let mut sums = value.sums.clone();
        if value.more_sums {
            sums.push("…".into());
        }
        list(&mut out, "sums", sums, ", ");
    }
    if let Some(heaps) = &quotient.sum {
        sum(&mut out, heaps);
    }
    let tame = if quotient.tame { "tame" } else { "wild" };
    let (extent, order, p_order) = (quotient.extent(), quotient.order, quotient.p_order);
    let about = format!("{}, {extent}:", quotient.ruleset);
    let about = terminal::heading(about);
    let told = format!("order {order}, P-values {p_order}, {tame}");
    paragraph(&mut out, &format!("{about} "), &told);
    let marks = Marks::of(quotient);
    let generators = quotient.generators.iter();
    let generators: Vec<String> = generators
        .map(|generator| {
            format!(
                "{} = {}",
                generator.name,
                heap_text(quotient, generator.heap)
            )
        })
        .collect();
    list(&mut out, "generators", generators, ", ");
    let relations = quotient.relations.iter();
    let relations: Vec<String> = relations.map(|[u, v]| format!("{u} = {v}")).collect();
    short_list(&mut out, "relations", relations, all);
    let p_values = quotient.p_values.iter().cloned();
    let p_values = p_values.map(|value| marks.cell(value)).collect();
    short_list(&mut out, "P-values", p_values, all);
    if let Some((p, preperiod)) = quotient.period.zip(quotient.preperiod) {
        let first = quotient.first + preperiod;
        words(
            &mut out,
            "period",
            &format!("{p} from heap {first} on, proved"),
        );
    }
    words(&mut out, "verified", "for all sums, and reduced");
    pretending(&mut out, quotient, &marks, all);
    if let Some(structure) = &quotient.structure {
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
        let kernel = format!(
            "order {}, identity {}; it {is} the group of nim values, of order {}",
            structure.kernel_order, structure.kernel_identity, structure.nim_group_order
        );
        words(&mut out, "kernel", &kernel);
    }
    if let Some((elements, rows)) = quotient.elements.as_ref().zip(quotient.table.as_ref()) {
        table(&mut out, elements, rows, &quotient.p_values);
    }
    out
}

/// A sum of heaps and its winning moves.
pub(super) fn sum(out: &mut String, sum: &answer::HeapSum) {
    line!(
        out,
        "{}: value {}, outcome {}",
        sum.heaps,
        sum.value,
        terminal::outcome(sum.outcome.to_string())
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

/// A heap by its size, or by its name in a closure.
fn heap_text(quotient: &answer::Quotient, heap: u64) -> String {
    let names = quotient.positions.as_ref();
    let name = usize::try_from(heap).ok().and_then(|at| names?.get(at));
    name.cloned().unwrap_or_else(|| heap.to_string())
}

/// The values of heaps, ten a row unless the terminal has another width; the values of the positions of a closure.
fn pretending(out: &mut String, quotient: &answer::Quotient, marks: &Marks<'_>, all: bool) {
    let values = &quotient.pretending;
    if let Some(names) = &quotient.positions {
        let values = names.iter().zip(values.iter());
        let values = values.map(|(name, value)| format!("{name} = {}", marks.cell(value.into())));
        list(out, "positions", values, ", ");
        return;
    }
    let count = if all {
        values.len()
    } else {
        values.len().min(MOST_HEAPS)
    };
    let shown = values.iter().take(count);
    let Some(cell) = shown.map(|v| v.chars().count()).max() else {
        return;
    };
    line!(out, "heaps");
    // The heap stands before ten columns, and two blanks behind each cell.
    let in_row = terminal::width().map_or(10, |width| cells_in_row(cell + 2, 10, width + 2));
    let smallest = usize::try_from(quotient.first).unwrap_or(0);
    let first_row = smallest / in_row * in_row;
    for row in (first_row..smallest + count).step_by(in_row) {
        let mut text = format!("  {row:>5}+  ");
        for heap in row..row + in_row {
            let value = heap
                .checked_sub(smallest)
                .filter(|&at| at < count)
                .and_then(|at| values.get(at))
                .unwrap_or("");
            let _ = write!(text, "{}  ", marks.cell(format!("{value:<cell$}")));
        }
        line!(out, "{}", text.trim_end());
    }
    if count < values.len() {
        line!(
            out,
            "  {} more heaps; --all shows them",
            values.len() - count
        );
    }
}

/// The multiplication table, P-values with a star, in parts that fit the terminal.
fn table(out: &mut String, elements: &[String], rows: &[Vec<u32>], p_values: &[String]) {
    let widths = elements.iter().map(|e| e.chars().count());
    let width = widths.max().unwrap_or(1);
    line!(out, "table (* marks P-values)");
    let groups = groups(&vec![width + 1; rows.len()], width + 4, terminal::width());
    for (part, columns) in groups.iter().enumerate() {
        if part > 0 {
            out.push('\n');
        }
        let mut row = |star: char, x: &str, cells: &mut dyn Iterator<Item = &String>| {
            let mut text = format!(" {star}{x:<width$} |");
            for cell in cells {
                let _ = write!(text, " {cell:<width$}");
            }
            line!(out, "{}", text.trim_end());
        };
        // One part begins with 1 and needs no heads.
        if groups.len() > 1 {
            row(' ', "", &mut elements[columns.clone()].iter());
        }
        // P-values are listed in the order of the elements.
        let mut p_values = p_values.iter().peekable();
        for (x, products) in elements.iter().zip(rows) {
            let star = p_values.next_if_eq(&x).map_or(' ', |_| '*');
            let products = &products[columns.clone()];
            row(
                star,
                x,
                &mut products.iter().map(|&y| &elements[y as usize]),
            );
        }
    }
}
