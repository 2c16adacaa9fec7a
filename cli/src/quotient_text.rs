//! Quotients as text and as TeX.

use std::fmt::Write;

use misere::answer::{self, Letters};
use misere::quotient::Quotient;

use super::tex;

/// Text is wrapped at this width where it is a list.
const WIDTH: usize = 96;
/// Where the second column begins.
const INDENT: usize = 16;

/// `  name          one, two, …`, wrapped.
pub(super) fn list(out: &mut String, name: &str, items: &[String], separator: &str) {
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

/// Longer lists are cut unless all is asked for.
const LONGEST_LIST: usize = 100;
/// The most heaps whose values are shown unless all is asked for.
const MOST_HEAPS: usize = 1000;

/// A list; only its length if it is long.
fn short_list(out: &mut String, name: &str, items: &[String], all: bool) {
    if all || items.len() <= LONGEST_LIST {
        list(out, name, items, ", ");
    } else {
        line!(out, "  {name:<14}{}; --all shows them", items.len());
    }
}

/// A quotient for people, with all of its relations, P-values and heaps or without long lists.
pub(super) fn text(quotient: &answer::Quotient, all: bool) -> String {
    let mut out = String::new();
    let tame = if quotient.tame { "tame" } else { "wild" };
    line!(
        out,
        "{}, {}: order {}, P-values {}, {tame}",
        quotient.ruleset,
        quotient.extent(),
        quotient.order,
        quotient.p_order
    );
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
    list(&mut out, "generators", &generators, ", ");
    let relations = quotient.relations.iter();
    let relations: Vec<String> = relations.map(|[u, v]| format!("{u} = {v}")).collect();
    short_list(&mut out, "relations", &relations, all);
    short_list(&mut out, "P-values", &quotient.p_values, all);
    if let Some((p, preperiod)) = quotient.period.zip(quotient.preperiod) {
        let first = quotient.first + preperiod;
        line!(out, "  {:<14}{p} from heap {first} on, proved", "period");
    }
    line!(out, "  verified      for all sums, and reduced");
    pretending(&mut out, quotient, all);
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
        line!(
            out,
            "  kernel        order {}, identity {}; it {is} the group of nim values, of order {}",
            structure.kernel_order,
            structure.kernel_identity,
            structure.nim_group_order
        );
    }
    if let Some((elements, rows)) = quotient.elements.as_ref().zip(quotient.table.as_ref()) {
        table(&mut out, elements, rows, &quotient.p_values);
    }
    for value in &quotient.values {
        let (asked, outcome) = (&value.asked, value.outcome);
        line!(out, "{asked}: value {}, outcome {outcome}", value.value);
        let mut sums = value.sums.clone();
        if value.more_sums {
            sums.push("…".into());
        }
        list(&mut out, "sums", &sums, ", ");
    }
    if let Some(heaps) = &quotient.sum {
        sum(&mut out, heaps);
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

/// A heap by its size, or by its name in a closure.
fn heap_text(quotient: &answer::Quotient, heap: u64) -> String {
    let names = quotient.positions.as_ref();
    let name = usize::try_from(heap).ok().and_then(|at| names?.get(at));
    name.cloned().unwrap_or_else(|| heap.to_string())
}

/// The values of heaps, ten a row; the values of the positions of a closure.
fn pretending(out: &mut String, quotient: &answer::Quotient, all: bool) {
    let values = &quotient.pretending;
    if let Some(names) = &quotient.positions {
        let values = names.iter().zip(values.iter());
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        list(out, "positions", &values, ", ");
        return;
    }
    let count = if all {
        values.len()
    } else {
        values.len().min(MOST_HEAPS)
    };
    let shown = values.iter().take(count);
    let Some(width) = shown.map(|v| v.chars().count()).max() else {
        return;
    };
    line!(out, "heaps");
    let smallest = usize::try_from(quotient.first).unwrap_or(0);
    let first_row = smallest / 10 * 10;
    for row in (first_row..smallest + count).step_by(10) {
        let mut text = format!("  {row:>5}+  ");
        for heap in row..row + 10 {
            let value = heap
                .checked_sub(smallest)
                .filter(|&at| at < count)
                .and_then(|at| values.get(at))
                .unwrap_or("");
            let _ = write!(text, "{value:<width$}  ");
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

/// The multiplication table, P-values with a star.
fn table(out: &mut String, elements: &[String], rows: &[Vec<u32>], p_values: &[String]) {
    let widths = elements.iter().map(|e| e.chars().count());
    let width = widths.max().unwrap_or(1);
    // P-values are listed in the order of the elements.
    let mut p_values = p_values.iter().peekable();
    line!(out, "table (* marks P-values)");
    for (x, row) in elements.iter().zip(rows) {
        let is_p = p_values.next_if_eq(&x).is_some();
        let star = if is_p { '*' } else { ' ' };
        let mut text = format!(" {star}{x:<width$} |");
        for &y in row {
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
