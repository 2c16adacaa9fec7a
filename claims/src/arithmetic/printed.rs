//! The tables and sequences of the paper.

use std::collections::BTreeSet;
use std::error::Error;

use itertools::Itertools;

use crate::sequences::defined;
use crate::{Claim, Tested, Work};
use misere::heaps::{Heaps, Position, ruleset};
use misere::numbers::is_prime;

/// Makes a claim about a printed table of options and values.
macro_rules! table {
    ($name:literal, $place:literal) => {
        table!($name, $place, $name)
    };
    ($name:literal, $place:literal, $item:literal) => {
        Claim {
            id: concat!("arithmetic.table.", $item),
            place: $place,
            statement: concat!("The options and nim values of ", $name, " as tabulated."),
            method: "options by the rule, values by definition",
            needs: &["nim-definition", "printed"],
            test: |work| table(work, $name),
        }
    };
}

/// Makes a claim about a printed sequence of values.
macro_rules! sequence {
    ($name:literal, $place:literal) => {
        Claim {
            id: concat!("arithmetic.seq.", $name),
            place: $place,
            statement: concat!("The nim values of ", $name, " as listed."),
            method: "values by definition",
            needs: &["nim-definition", "printed"],
            test: |work| sequence(work, $name),
        }
    };
}

/// Makes a claim about a printed list of heaps of one value.
macro_rules! heaps {
    ($name:literal, $value:literal, $item:literal, $place:literal) => {
        Claim {
            id: concat!("arithmetic.seq.", $name, ".", $item),
            place: $place,
            statement: concat!(
                "The first heaps of ",
                $name,
                " of nim value ",
                $value,
                " as listed."
            ),
            method: "values by definition",
            needs: &["nim-definition", "printed"],
            test: |work| heaps_of_value(work, $name, $value),
        }
    };
}

/// Describes how a printed list differs from the computed one.
pub(super) fn difference(computed: &[u64], printed: &[u64]) -> String {
    let only =
        |these: &[u64], others: &[u64]| these.iter().filter(|n| !others.contains(n)).join(", ");
    match (only(computed, printed), only(printed, computed)) {
        (missing, wrong) if wrong.is_empty() => format!("printed without {missing}"),
        (missing, wrong) if missing.is_empty() => format!("printed with {wrong}"),
        (missing, wrong) => format!("printed with {wrong} and without {missing}"),
    }
}

pub(crate) const CLAIMS: &[Claim] = &[
    table!("maliquot", "Section 1.1.1, table"),
    table!("saliquot", "Section 1.1.2, table"),
    table!("maliquant", "Section 1.2.1, table"),
    table!("saliquant", "Section 1.2.2, table"),
    table!("totative", "Section 1.3, table"),
    table!("nontotative", "Section 1.4, table"),
    table!("totient", "Section 2.1.1, table"),
    sequence!("totient", "Section 2.1.1, sequence"),
    table!("nontotient", "Section 2.1.2, table"),
    table!("mtau", "Section 2.2.1, table"),
    heaps!("mtau", "0", "zeros", "Section 2.2.1, list of 0-positions"),
    Claim {
        id: "arithmetic.seq.mtau.ones",
        place: "Section 2.2.1, composite numbers of value 1",
        statement: "The first composite heaps of mtau of nim value 1 as listed.",
        method: "values by definition",
        needs: &["nim-definition", "printed"],
        test: |work| heaps_of_value(work, "mtau", "1.composite"),
    },
    sequence!("stau", "Section 2.2.2, sequence"),
    heaps!("stau", "1", "ones", "Section 2.2.2, list of ones"),
    sequence!("mOmega", "Section 2.3.1, sequence"),
    heaps!("mOmega", "1", "ones", "Section 2.3.1, list of ones"),
    sequence!("sOmega", "Section 2.3.2, sequence"),
    heaps!("sOmega", "1", "ones", "Section 2.3.2, list of ones"),
    sequence!("momega", "Section 2.3.3, sequence"),
    heaps!("momega", "1", "ones", "Section 2.3.3, list of ones"),
    sequence!("somega", "Section 2.3.4, sequence"),
    heaps!("somega", "1", "ones", "Section 2.3.4, list of ones"),
    table!("dividing", "Section 3.1, table"),
    table!("divide-and-residue", "Section 3.2, first table"),
    table!(
        "reduced-divide-and-residue",
        "Section 3.2, reduced table",
        "reduced"
    ),
    sequence!("divide-and-residue", "Section 3.2, first 50 values"),
    table!(
        "reduced-complement-grundy",
        "Section 3.2, table of complement-grundy",
        "complement-grundy"
    ),
    sequence!("divide-throw-residue", "Section 3.2, variation 1"),
    sequence!("residue-throw-divisor", "Section 3.2, variation 2"),
    table!("fullset-maliquot", "Section 5, table"),
    sequence!("fullset-maliquot", "Section 5, sequence"),
    sequence!("fullset-totative", "Section 5, fullset totient"),
    heaps!("fullset-totative", "1", "ones", "Section 5, list of ones"),
    sequence!("powerset-maliquot", "Section 6, item 1"),
    sequence!("powerset-saliquot", "Section 6, item 2"),
    sequence!("powerset-maliquant", "Section 6, item 3"),
    sequence!("powerset-saliquant", "Section 6, item 4"),
    sequence!("powerset-totative", "Section 6, item 5"),
    sequence!("powerset-nontotative", "Section 6, item 6"),
];

/// Simplifies a sum: equal heaps cancel, heaps of 1 are dropped, and the empty sum is written 1.
pub(super) fn reduced(option: &Heaps) -> Heaps {
    let left = option.iter().filter(|(p, k)| p.size() > 1 && k % 2 == 1);
    let left = Heaps::of_sizes(left.map(|(p, _)| p.size()));
    if left.is_empty() {
        Heaps::heap(1)
    } else {
        left
    }
}

/// Reads a printed list of options; intervals are expanded.
pub(super) fn printed_options(text: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut options = BTreeSet::new();
    for option in text
        .split(", ")
        .map(str::trim)
        .filter(|option| !option.is_empty())
    {
        match option.split_once("..") {
            Some((from, to)) => {
                let (from, to): (u64, u64) = (from.parse()?, to.parse()?);
                options.extend((from..=to).map(|n| n.to_string()));
            }
            None => {
                options.insert(option.into());
            }
        }
    }
    Ok(options)
}

/// Compares a table of options and values with the rules.
pub(super) fn table(work: &mut Work<'_>, table: &str) -> Tested {
    let (name, reduce) = match table.strip_prefix("reduced-") {
        Some(name) => (name, true),
        None => (table, false),
    };
    let rows = compare_table(work, table, name, reduce)?;
    let smallest = ruleset(name)?.smallest();
    let heaps: Vec<u64> = (smallest..).take(rows.len()).collect();
    work.ensure(
        rows == heaps,
        format!("the rows are of {smallest} and so on"),
    );
    work.proved(format!("{} rows", rows.len()))
}

/// Compares each row of a table, and returns the heaps of the rows.
pub(super) fn compare_table(
    work: &mut Work<'_>,
    heading: &str,
    name: &str,
    reduce: bool,
) -> Result<Vec<u64>, Box<dyn Error>> {
    let game = ruleset(name)?;
    let text = work.printed(&format!("arithmetic.options.{heading}"))?;
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [heap, options, value] = cells[..] else {
            return Err("a row has three cells".into());
        };
        let heap: u64 = heap.parse()?;
        rows.push(heap);
        let computed: BTreeSet<String> = game
            .options(Position::heap(heap))
            .map(|option| if reduce { reduced(&option) } else { option }.to_string())
            .collect();
        let list = |set: &BTreeSet<String>| -> String {
            let list: Vec<&str> = set.iter().map(String::as_str).collect();
            if list.is_empty() {
                "none".into()
            } else {
                list.join(", ")
            }
        };
        work.compare(
            &format!("options of {heap}"),
            list(&printed_options(options)?),
            list(&computed),
        );
        let values = defined(work, name, heap)?;
        work.compare(
            &format!("SG({heap})"),
            value,
            values.last().copied().unwrap_or(0),
        );
    }
    Ok(rows)
}

/// Returns the printed values under a heading: the smallest heap and the list.
pub(super) fn printed_values(
    work: &Work<'_>,
    heading: &str,
) -> Result<(u64, Vec<u32>), Box<dyn Error>> {
    let text = work.printed(&format!("arithmetic.values.{heading}"))?;
    let (first, values) = text.split_once(':').ok_or("a sequence has a first heap")?;
    let values: Result<Vec<u32>, _> = values.split_whitespace().map(str::parse).collect();
    Ok((first.trim().parse()?, values?))
}

/// Compares printed values with the definition; they begin with the smallest heap.
pub(super) fn compare_values(
    work: &mut Work<'_>,
    heading: &str,
    name: &str,
) -> Result<u64, Box<dyn Error>> {
    let (first, printed) = printed_values(work, heading)?;
    let smallest = ruleset(name)?.smallest();
    work.ensure(
        first == smallest,
        format!("the smallest heap is {smallest}"),
    );
    let last = (first + printed.len() as u64).saturating_sub(1);
    let computed = defined(work, name, last)?;
    work.compare_sequence("SG(n)", first, &printed, &computed);
    Ok(last)
}

fn sequence(work: &mut Work<'_>, name: &str) -> Tested {
    let last = compare_values(work, name, name)?;
    work.proved(format!("n ≤ {last}"))
}

fn heaps_of_value(work: &mut Work<'_>, name: &str, value: &str) -> Tested {
    let printed = work.printed_numbers(&format!("arithmetic.heaps.{name}.{value}"))?;
    let (value, composite) = match value.split_once('.') {
        Some((value, _)) => (value, true),
        None => (value, false),
    };
    let wanted: u32 = value.parse()?;
    let last = printed.last().copied().ok_or("a list is not empty")?;
    let values = defined(work, name, last)?;
    let first = ruleset(name)?.smallest();
    let computed: Vec<u64> = (first..)
        .zip(&values)
        .filter(|&(n, &v)| v == wanted && !(composite && is_prime(&n.into())))
        .map(|(n, _)| n)
        .collect();
    if computed == printed {
        work.show(format!("{computed:?}"));
    } else {
        work.correct(difference(&computed, &printed));
    }
    work.proved(format!("n ≤ {last}"))
}
