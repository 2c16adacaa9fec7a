//! Infinite quotients as text and as TeX.

use std::fmt::Write;

use misere::answer::{self, Letters};
use misere::quotient::InfiniteQuotient;

use super::quotient_text::{list, sum};
use super::tex;

/// The most pieces of P in a text; all are in JSON.
const MOST_PIECES: usize = 24;
/// The most relations in a text.
const MOST_RELATIONS: usize = 60;

/// Writing to a string does not fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {{
        let _ = writeln!($out, $($arg)*);
    }};
}

/// An infinite quotient for people.
pub(super) fn text(quotient: &answer::InfiniteQuotient) -> String {
    let mut out = String::new();
    let growth = match quotient.growth {
        Some(classes) => format!("linear growth ({classes} classes a step, counted), "),
        None => String::new(),
    };
    line!(
        out,
        "{}, heaps up to {}: infinite, {growth}wild",
        quotient.ruleset,
        quotient.max_heap
    );
    let wild = quotient.wild.iter().enumerate();
    let wild: Vec<String> = wild
        .map(|(i, heap)| format!("{}×{heap}", answer::InfiniteQuotient::number_name(i)))
        .collect();
    list(&mut out, "wild heaps", &wild, ", ");
    let wall = &quotient.wall;
    line!(
        out,
        "  {:<14}{}, from {} to {}; thresholds {:?}, residues modulo {:?}",
        "wall",
        quotient.form(),
        -wall.half_width,
        wall.half_width,
        wall.thresholds,
        wall.moduli
    );
    line!(
        out,
        "  {:<14}order {} without wild heaps",
        "monoid M",
        quotient.tame_order
    );
    let generators = quotient.generators.iter();
    let generators: Vec<String> = generators
        .map(|generator| format!("{} = {}", generator.name, generator.heap))
        .collect();
    list(&mut out, "generators", &generators, ", ");
    let relations = quotient.relations.iter().take(MOST_RELATIONS);
    let mut relations: Vec<String> = relations.map(|[u, v]| format!("{u} = {v}")).collect();
    let more = quotient.relations.len() - relations.len();
    if more > 0 {
        relations.push(format!("{more} more with --format json"));
    }
    list(&mut out, "relations", &relations, ", ");
    let pieces = quotient.pieces.iter().take(MOST_PIECES);
    for (place, piece) in pieces.enumerate() {
        let name = if place == 0 { "P" } else { "" };
        line!(out, "  {name:<14}{}", quotient.piece(piece));
    }
    let more = quotient.pieces.len().saturating_sub(MOST_PIECES);
    if more > 0 {
        line!(out, "  {:<14}{more} more pieces with --format json", "");
    }
    line!(out, "  verified      for all sums");
    line!(out, "heaps");
    let values: Vec<String> = (quotient.first..)
        .zip(&quotient.pretending)
        .map(|(heap, value)| format!("{heap}: {}", value.as_deref().unwrap_or("wild")))
        .collect();
    list(&mut out, "", &values, ", ");
    if let Some(heaps) = &quotient.sum {
        sum(&mut out, heaps);
    }
    out
}

/// An infinite quotient as a fragment of TeX: the presentation of M, the values of heaps, and P.
pub(super) fn tex_fragment(quotient: &InfiniteQuotient) -> String {
    let answer = answer::InfiniteQuotient::new(quotient, None, None, None);
    let names = Letters::tex_of_monoid(quotient.tame_part());
    let mut out = String::new();
    let generators = 0..quotient.generators().len();
    let letters: Vec<String> = generators.map(|g| names.generator(g)).collect();
    let relations = names.relations().into_iter();
    let relations: Vec<String> = relations.map(|[u, v]| format!("{u}={v}")).collect();
    let name = tex::text(quotient.ruleset());
    let wild: Vec<String> = quotient.wild().iter().map(ToString::to_string).collect();
    line!(
        out,
        "% The quotient is infinite: a quotient of $M\\times\\mathbb{{N}}^{{{}}}$.",
        wild.len()
    );
    line!(
        out,
        "% Ruleset {name}, heaps to {}, wild heaps {}.",
        quotient.max_heap(),
        wild.join(", ")
    );
    line!(out, "\\begin{{align*}}");
    line!(
        out,
        "M &= \\langle {} \\mid {} \\rangle",
        letters.join(","),
        relations.join(",\\ ")
    );
    line!(out, "\\end{{align*}}");
    for mixed in &answer.mixed {
        let numbers = mixed.numbers.iter().zip(quotient.wild());
        let numbers = numbers.filter(|&(&n, _)| n > 0);
        let numbers: Vec<String> = numbers
            .map(|(n, heap)| format!("{n}\\cdot {heap}"))
            .collect();
        line!(
            out,
            "\\[ \\Phi({}) = ({}, {}) \\]",
            mixed.heap,
            mixed.element,
            numbers.join(" + ")
        );
    }
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
        line!(out, "\\item ${}$", text.replace("mod ", "\\bmod "));
    }
    line!(out, "\\end{{itemize}}");
    out
}
