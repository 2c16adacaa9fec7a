//! Infinite quotients as text.

use std::fmt::Write;

use misere::answer;

use super::quotient_text::{conditions, list, paragraph, sum, words};
use super::terminal::heading;

/// The most pieces of P in a text, unless all are asked for.
const MOST_PIECES: usize = 24;
/// The most relations in a text.
const MOST_RELATIONS: usize = 60;

/// Writing to a string does not fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {{
        let _ = writeln!($out, $($arg)*);
    }};
}

/// An infinite quotient for people; with `all` long lists are not cut.
pub(super) fn text(quotient: &answer::InfiniteQuotient, all: bool) -> String {
    let most = |number| if all { usize::MAX } else { number };
    let mut out = String::new();
    if let Some(heaps) = &quotient.sum {
        sum(&mut out, heaps);
    }
    let growth = match quotient.growth {
        Some(classes) => format!("linear growth ({classes} classes a step, counted), "),
        None => String::new(),
    };
    let about = heading(format!("{}, {}:", quotient.ruleset, quotient.extent()));
    paragraph(
        &mut out,
        &format!("{about} "),
        &format!("infinite, {growth}wild"),
    );
    let wild = quotient.wild.iter().enumerate();
    let wild: Vec<String> = wild
        .map(|(i, heap)| format!("{}×{heap}", answer::InfiniteQuotient::number_name(i)))
        .collect();
    list(&mut out, "wild heaps", &wild, ", ");
    let wall = &quotient.wall;
    let walls = format!(
        "{}, from {} to {}; thresholds {:?}, residues modulo {:?}",
        quotient.form(),
        -wall.half_width,
        wall.half_width,
        wall.thresholds,
        wall.moduli
    );
    words(&mut out, "wall", &walls);
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
    let relations = quotient.relations.iter().take(most(MOST_RELATIONS));
    let mut relations: Vec<String> = relations.map(|[u, v]| format!("{u} = {v}")).collect();
    let more = quotient.relations.len() - relations.len();
    if more > 0 {
        relations.push(format!("{more} more with --all"));
    }
    list(&mut out, "relations", &relations, ", ");
    let pieces = quotient.pieces.iter().take(most(MOST_PIECES));
    for (place, piece) in pieces.enumerate() {
        let name = if place == 0 { "P" } else { "" };
        conditions(&mut out, name, &quotient.piece(piece));
    }
    let more = quotient.pieces.len().saturating_sub(most(MOST_PIECES));
    if more > 0 {
        line!(out, "  {:<14}{more} more pieces with --all", "");
    }
    if let Some((period, preperiod)) = quotient.period.zip(quotient.preperiod) {
        let first = quotient.first + preperiod;
        line!(out, "  period        {period} from heap {first} on, proved");
    }
    line!(out, "  verified      for all sums");
    line!(out, "heaps");
    let values: Vec<String> = (quotient.first..)
        .zip(&quotient.pretending)
        .map(|(heap, value)| format!("{heap}: {}", value.as_deref().unwrap_or("wild")))
        .collect();
    list(&mut out, "", &values, ", ");
    out
}
