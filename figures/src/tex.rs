//! Fragments of TeX, for a LaTeX document with amsmath, array and longtable.

use std::fmt::Write;

use misere::answer::{self, Letters};
use misere::quotient::{InfiniteQuotient, Quotient};

use super::width::{blocks, breakable, columns_that_fit, fits, width};

/// Writes a line.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {{
        // Writing to a string cannot fail.
        let _ = writeln!($out, $($arg)*);
    }};
}

/// Escapes the special characters of TeX.
pub fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if "{}#$%&_".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Puts every exponent in braces: `2^{1420}`, `2^{64}+5`.
pub fn exponents(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('^') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (exponent, after) = after.split_at(digits);
        out.push_str(before);
        out.push_str("^{");
        out.push_str(exponent);
        out.push('}');
        rest = after;
    }
    out + rest
}

/// The packages of the fragments with tables, as a comment.
pub const PACKAGES: &str = "% \\usepackage{amsmath,array,longtable}";

/// A table whose columns are numbers or names: as many columns side by side as fit the page, the others
/// in further tables below.
pub fn wide_table(corner: &str, heads: &[String], rows: &[(String, Vec<String>)]) -> String {
    let cell = |cells: &[String], at: usize| cells.get(at).map_or(0.0, |cell| width(cell));
    let widths: Vec<f64> = (0..heads.len())
        .map(|at| {
            let cells = rows.iter().map(|(_, cells)| cell(cells, at));
            cells.fold(width(&heads[at]), f64::max)
        })
        .collect();
    let labels = rows.iter().map(|(label, _)| width(label));
    let label = labels.fold(width(corner), f64::max);
    let mut out = format!("{PACKAGES}\n");
    let mut start = 0;
    for end in blocks(&widths, label) {
        line!(
            out,
            "\\begin{{longtable}}{{r|*{{{}}}{{l}}}}",
            (end - start).max(1)
        );
        line!(
            out,
            "{corner} & {} \\\\ \\hline",
            heads[start..end].join(" & ")
        );
        line!(out, "\\endhead");
        for (label, cells) in rows {
            let cells = (start..end).map(|at| cells.get(at).map_or("", String::as_str));
            let cells: Vec<&str> = cells.collect();
            line!(out, "{label} & {} \\\\", cells.join(" & "));
        }
        line!(out, "\\end{{longtable}}");
        start = end;
    }
    out
}

/// Writes the generators and relations of a monoid, and the elements of a set: as a display if they fit
/// the line, else as lists that break.
fn presentation(
    out: &mut String,
    name: &str,
    cong: &str,
    letters: &[String],
    relations: &[String],
    set: Option<(&str, &[String])>,
) {
    let generated = format!(
        "{name} &{cong} \\langle {} \\mid {} \\rangle",
        letters.join(","),
        relations.join(",\\ ")
    );
    let elements =
        set.map(|(name, elements)| format!("{name} &= \\{{{}\\}}", elements.join(",\\ ")));
    let is_short = |formula: &String| fits(formula, 10.0);
    if is_short(&generated) && elements.iter().all(is_short) {
        line!(out, "\\begin{{align*}}");
        match elements {
            Some(elements) => line!(out, "{generated} \\\\\n{elements}"),
            None => line!(out, "{generated}"),
        }
        line!(out, "\\end{{align*}}");
        return;
    }
    let relations: Vec<String> = relations
        .iter()
        .map(|relation| format!("${relation}$"))
        .collect();
    line!(out, "\\begin{{flushleft}}");
    line!(
        out,
        "${name} {cong} \\langle {} \\mid {{}}$ {}${{}}\\rangle$",
        letters.join(",\\allowbreak "),
        relations.join(", ")
    );
    if let Some((name, elements)) = set {
        let elements: Vec<String> = elements.iter().map(|x| format!("${x}$")).collect();
        line!(
            out,
            "\\\\[\\medskipamount]\n${name} = \\{{$%\n{}$\\}}$",
            elements.join(", ")
        );
    }
    line!(out, "\\end{{flushleft}}");
}

/// A quotient as a fragment of TeX: the presentation, P, the values of heaps and the table.
pub fn quotient_tex(quotient: &Quotient, with_table: bool) -> String {
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
    let of = named(&mut out, quotient.ruleset());
    let p_values = names.p_values();
    presentation(
        &mut out,
        &format!("\\mathcal{{Q}}{subscript}{of}"),
        "\\cong",
        &letters,
        &relations,
        Some(("\\mathcal{P}", &p_values)),
    );
    let element = |x| format!("${}$", names.element(x));
    let smallest = usize::try_from(quotient.smallest()).unwrap_or(0);
    let values: Vec<String> = quotient.pretending().iter().map(|&x| element(x)).collect();
    let widest = values.iter().map(|value| width(value)).fold(0.0, f64::max);
    let last = smallest + values.len();
    let columns = columns_that_fit(widest, width(&last.to_string()));
    let heads: Vec<String> = (0..columns).map(|i| format!("${i}$")).collect();
    let rows = (smallest / columns * columns..last)
        .step_by(columns)
        .map(|row| {
            let cells = (row..row + columns).map(|heap| {
                let at = heap.checked_sub(smallest);
                at.and_then(|at| values.get(at))
                    .cloned()
                    .unwrap_or_default()
            });
            (format!("${row}$"), cells.collect())
        });
    let rows: Vec<(String, Vec<String>)> = rows.collect();
    out.push_str(&wide_table("", &heads, &rows));
    if with_table {
        let monoid = quotient.monoid();
        let names: Vec<String> = monoid.elements().map(element).collect();
        let rows = monoid.elements().zip(&names).map(|(x, name)| {
            let row = monoid.row(x).into_iter();
            let row = row.map(|xy| names[xy as usize].clone());
            (name.clone(), row.collect())
        });
        let rows: Vec<(String, Vec<String>)> = rows.collect();
        out.push('\n');
        out.push_str(&wide_table("", &names, &rows));
    }
    out
}

/// Returns the name of a ruleset behind the sign of its quotient; a long one is written above instead.
fn named(out: &mut String, ruleset: &str) -> String {
    /// Longer names do not fit a formula.
    const LONGEST: usize = 24;
    let name = escaped(ruleset);
    if ruleset.chars().count() <= LONGEST {
        return format!("(\\mathbf{{{name}}})");
    }
    let name = name.replace([',', ';'], ", ");
    // In the text of TeX's own fonts these are other signs.
    let signs = ["<", ">", "|"].into_iter();
    let name = signs.fold(name, |name, sign| name.replace(sign, &format!("${sign}$")));
    line!(
        out,
        "\\begin{{flushleft}}\n\\textbf{{{name}}}\n\\end{{flushleft}}"
    );
    String::new()
}

/// An infinite quotient as a fragment of TeX: the presentation of M, the values of heaps, and P.
pub fn infinite_quotient_tex(quotient: &InfiniteQuotient) -> String {
    let answer = answer::InfiniteQuotient::new(quotient, None, None, None);
    let names = Letters::tex_of_monoid(quotient.tame_part());
    let mut out = String::new();
    let generators = 0..quotient.generators().len();
    let letters: Vec<String> = generators.map(|g| names.generator(g)).collect();
    let relations = names.relations().into_iter();
    let relations: Vec<String> = relations.map(|[u, v]| format!("{u}={v}")).collect();
    let name = escaped(quotient.ruleset());
    let wild: Vec<String> = quotient.wild().iter().map(ToString::to_string).collect();
    line!(
        out,
        "% The quotient is infinite: a quotient of $M\\times\\mathbb{{N}}^{{{}}}$.",
        wild.len()
    );
    line!(
        out,
        "% Ruleset {name}, {}, wild heaps {}.",
        answer.extent(),
        wild.join(", ")
    );
    presentation(&mut out, "M", "=", &letters, &relations, None);
    line!(out, "\\begin{{flushleft}}");
    for mixed in &answer.mixed {
        let numbers = mixed.numbers.iter().zip(quotient.wild());
        let numbers = numbers.filter(|&(&n, _)| n > 0);
        let numbers: Vec<String> = numbers
            .map(|(n, heap)| format!("{n}\\cdot {heap}"))
            .collect();
        let image = format!(
            "\\Phi({}) = ({}, {})",
            mixed.heap,
            mixed.element,
            numbers.join(" + ")
        );
        line!(out, "${}$\\\\", breakable(&image));
    }
    line!(out, "\\end{{flushleft}}");
    line!(out, "\\begin{{itemize}}");
    for piece in &answer.pieces {
        let text = answer.piece(piece);
        let text = text
            .replace('×', "\\cdot ")
            .replace('−', "-")
            .replace('≥', "\\ge ");
        let text = text
            .replace('≤', "\\le ")
            .replace('≡', "\\equiv ")
            .replace('∈', "\\in ");
        let text = text.replace('{', "\\{").replace('}', "\\}");
        let text = text
            .replace(" with ", "\\text{ with }")
            .replace(" or ", "\\text{ or }");
        line!(
            out,
            "\\item ${}$",
            breakable(&text.replace("mod ", "\\bmod "))
        );
    }
    line!(out, "\\end{{itemize}}");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(escaped("cut{1,2}"), r"cut\{1,2\}");
        assert_eq!(exponents("2^1420"), "2^{1420}");
        assert_eq!(exponents("2^64 + 2^3 + 5"), "2^{64} + 2^{3} + 5");
        assert_eq!(exponents("17"), "17");
    }

    #[test]
    fn arrows_of_formulas_are_arrows_in_text() {
        let mut out = String::new();
        assert_eq!(named(&mut out, "n -> n-1, [n//2, n//2] if n > 3"), "");
        let text = "n -$>$ n-1,  [n//2,  n//2] if n $>$ 3";
        assert!(out.contains(text), "{out}");
    }
}
