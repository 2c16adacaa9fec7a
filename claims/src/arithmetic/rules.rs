//! The introduction: the list of rules, read literally, and the table of rulesets.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use num_integer::gcd;

use super::direct::{by_powerset_lemma, direct};
use super::singletons::{factored, io, smallest_prime_indices};
use crate::{Claim, Tested, Work};
use misere::heaps::{Heaps, Position, Ruleset, ruleset};

/// Makes a claim that an item of the list of rules gives the options of a ruleset.
macro_rules! rule {
    ($id:literal, $place:literal, $statement:literal, $test:expr) => {
        Claim {
            id: $id,
            place: $place,
            statement: $statement,
            method: "the formula read literally, by trial, against the options of the ruleset that \
                     has the printed table",
            needs: &["rules"],
            test: $test,
        }
    };
}

pub(crate) const CLAIMS: &[Claim] = &[
    rule!(
        "arithmetic.item1a",
        "Introduction, item 1 (a)",
        "maliquot: opt(n) = {d : d | n, 0 < d < n}.",
        |work| item(
            work,
            "maliquot",
            |n| singles((1..n).filter(|d| n % d == 0)),
            None
        )
    ),
    rule!(
        "arithmetic.item1b",
        "Introduction, item 1 (b)",
        "saliquot: opt(n) = {n − d : d | n, d > 0}.",
        |work| item(
            work,
            "saliquot",
            |n| singles((1..=n).filter(|d| n % d == 0).map(|d| n - d)),
            None
        )
    ),
    rule!(
        "arithmetic.item2a",
        "Introduction, item 2 (a)",
        "maliquant: opt(n) = {k : 1 ≤ k ≤ n, k ∤ n}.",
        |work| item(
            work,
            "maliquant",
            |n| singles((1..=n).filter(|k| n % k != 0)),
            Some((
                "without 0; Section 1.2.1 and its table have 0 as an option of every n > 0",
                |_| vec!["0".into()]
            ))
        )
    ),
    rule!(
        "arithmetic.item2b",
        "Introduction, item 2 (b)",
        "saliquant: opt(n) = {n − k : 1 ≤ k ≤ n, k ∤ n}.",
        |work| item(
            work,
            "saliquant",
            |n| singles((1..=n).filter(|k| n % k != 0).map(|k| n - k)),
            None
        )
    ),
    rule!(
        "arithmetic.item3a",
        "Introduction, item 3 (a)",
        "mtau: opt(n) = τ'(n), the number of proper divisors.",
        |work| item(
            work,
            "mtau",
            |n| singles([(1..n).filter(|d| n % d == 0).count() as u64].into_iter()),
            Some((
                "1 moves to 0, as in Example 4; in Section 2.2.1 it is terminal",
                |_| Vec::new()
            ))
        )
    ),
    rule!(
        "arithmetic.item3b",
        "Introduction, item 3 (b)",
        "stau: opt(n) = n − τ(n).",
        |work| item(
            work,
            "stau",
            |n| singles([n - (1..=n).filter(|d| n % d == 0).count() as u64].into_iter()),
            None
        )
    ),
    rule!(
        "arithmetic.item4a",
        "Introduction, item 4 (a)",
        "totative: opt(n) = {k : 1 ≤ k ≤ n, (k, n) = 1}.",
        |work| item(
            work,
            "totative",
            |n| singles((1..=n).filter(|&k| gcd(k, n) == 1)),
            Some(("1 moves to itself; it is terminal", |_| Vec::new()))
        )
    ),
    rule!(
        "arithmetic.item4b",
        "Introduction, item 4 (b)",
        "nontotative: opt(n) = {k : 1 ≤ k < n, (k, n) > 1}.",
        |work| item(
            work,
            "nontotative",
            |n| singles((1..n).filter(|&k| gcd(k, n) > 1)),
            Some((
                "without 0; the table of Section 1.4 has 0 as an option of every n > 0, of 1 too",
                |_| vec!["0".into()]
            ))
        )
    ),
    rule!(
        "arithmetic.item5a",
        "Introduction, item 5 (a)",
        "totient: opt(n) = φ(n).",
        |work| item(
            work,
            "totient",
            |n| singles([phi(n)].into_iter()),
            Some(("1 moves to itself; it is terminal", |_| Vec::new()))
        )
    ),
    rule!(
        "arithmetic.item5b",
        "Introduction, item 5 (b)",
        "nontotient: opt(n) = n − φ(n).",
        |work| item(
            work,
            "nontotient",
            |n| singles([n - phi(n)].into_iter()),
            Some((
                "1 moves to 0; in the table of Section 2.1.2 it is terminal",
                |_| Vec::new()
            ))
        )
    ),
    rule!(
        "arithmetic.item6",
        "Introduction, item 6",
        "dividing: opt(n) = {k + … + k : km = n, m > 1}.",
        |work| item(
            work,
            "dividing",
            |n| (2..=n)
                .filter(|m| n % m == 0)
                .map(|m| equal(n / m, m, 0))
                .collect(),
            None
        )
    ),
    rule!(
        "arithmetic.item7",
        "Introduction, item 7",
        "divide-and-residue: opt(n) = {k + … + k + r : km + r = n, m > 0, 0 ≤ r < k}.",
        |work| item(
            work,
            "divide-and-residue",
            |n| (1..=n).map(|k| equal(k, n / k, n % k)).collect(),
            Some((
                "n moves to itself by k = n; Section 3.2 has 1 ≤ d < n",
                |_| Vec::new()
            ))
        )
    ),
    rule!(
        "arithmetic.item8",
        "Introduction, item 8",
        "factoring: opt(n) = {a1 + … + ak : 1 < a1 ≤ … ≤ ak, a1⋯ak = n}, at least two components.",
        |work| item(
            work,
            "m-factoring",
            factorisations,
            Some((
                "n moves to itself by k = 1; the words say at least two",
                |_| Vec::new()
            ))
        )
    ),
    Claim {
        id: "arithmetic.rulesets",
        place: "Table of rulesets",
        statement: "The solution functions: Ω for maliquot, v for saliquot, …, ip for powerset \
                    saliquant, none for powerset totative.",
        method: "heaps with the same value of the function must have the same nim value (from 2 on, \
                 for powerset maliquant from 8 on)",
        needs: &["nim-definition", "own.powerset", "printed"],
        test: solution_functions,
    },
    Claim {
        id: "arithmetic.sec2.item",
        place: "Section 2, first line",
        statement: "The games of Section 2 are those of item (i) of the classification, play \
                    singletons (as printed).",
        method: "the one option of a heap is the number of options of the singleton game, or less by \
                 that number",
        needs: &["rules", "printed"],
        test: counting_items,
    },
];

fn phi(n: u64) -> u64 {
    (1..=n).filter(|&k| gcd(k, n) == 1).count() as u64
}

fn singles(heaps: impl Iterator<Item = u64>) -> Vec<String> {
    heaps.map(|heap| heap.to_string()).collect()
}

/// Returns m heaps of k and, unless r is 0, one of r.
fn equal(k: u64, m: u64, r: u64) -> String {
    let copies = (0..m).map(|_| k);
    Heaps::of_sizes(copies.chain((r > 0).then_some(r))).to_string()
}

/// Returns all ways to write n as a product of factors above 1, n itself included.
fn factorisations(n: u64) -> Vec<String> {
    let mut done = Vec::new();
    let mut open: Vec<(Vec<u64>, u64)> = vec![(Vec::new(), n)];
    while let Some((factors, rest)) = open.pop() {
        let least = factors.last().copied().unwrap_or(2);
        for factor in (least..=rest).filter(|f| rest % f == 0) {
            let mut more = factors.clone();
            more.push(factor);
            if factor == rest {
                done.push(Heaps::of_sizes(more).to_string());
            } else {
                open.push((more, rest / factor));
            }
        }
    }
    done
}

/// A correction to an item read literally, and the options to add.
type Slip = (&'static str, fn(u64) -> Vec<String>);

/// Compares an item of the list with the options of a ruleset, corrected by adding options and by
/// leaving out moves of a heap to itself and all moves of 1 where 1 is terminal.
fn item(
    work: &mut Work<'_>,
    name: &str,
    literal: impl Fn(u64) -> Vec<String>,
    slip: Option<Slip>,
) -> Tested {
    let game = ruleset(name)?;
    let to = work.at_depth(60u64, 200, 400);
    let mut first = None;
    for n in 1..=to {
        let options: BTreeSet<String> = game
            .options(Position::heap(n))
            .map(|option| option.to_string())
            .collect();
        let options = work.plant("an option too many", options, |mut options| {
            options.insert((n + 1).to_string());
            options
        });
        let printed: BTreeSet<String> = literal(n).into_iter().collect();
        if printed != options && first.is_none() {
            first = Some(n);
        }
        let mut mended = printed;
        if let Some((_, add)) = slip {
            mended.extend(add(n));
            mended.remove(&n.to_string());
            if options.is_empty() {
                mended.retain(|option| n > 1 && option != "0");
            }
        }
        work.require(mended == options, || {
            format!("{name}: the options of {n} are {options:?}, not {mended:?}")
        });
    }
    match (first, slip) {
        (Some(n), Some((what, _))) => {
            work.correct(format!("read literally it fails at n = {n}: {what}"));
        }
        (_, None) => {}
        (None, Some(_)) => work.ensure(false, "the item is right as it stands"),
    }
    work.verified(format!("n ≤ {to}"))
}

/// Returns the values of a game from a heap on; for powerset games exponents plus one.
fn values_from(
    work: &mut Work<'_>,
    name: &str,
    to: u64,
) -> Result<Vec<(u64, u32)>, Box<dyn Error>> {
    let first = ruleset(name)?.smallest();
    let values: Vec<u32> = if name.starts_with("powerset") {
        let exponents = by_powerset_lemma(name, to)?;
        exponents
            .into_iter()
            .map(|e| e.map_or(0, |e| e + 1))
            .collect()
    } else {
        direct(work, name, to)?
    };
    let from = if name == "powerset-maliquant" { 8 } else { 2 };
    Ok((first..).zip(values).filter(|&(n, _)| n >= from).collect())
}

/// Finds two heaps with the same value of the function and different nim values.
fn undetermined(values: &[(u64, u32)], function: impl Fn(u64) -> u64) -> Option<(u64, u64)> {
    let mut seen: BTreeMap<u64, (u64, u32)> = BTreeMap::new();
    for &(n, value) in values {
        let &mut (first, earlier) = seen.entry(function(n)).or_insert((n, value));
        if earlier != value {
            return Some((first, n));
        }
    }
    None
}

fn solution_functions(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(400u64, 1_000, 2_000);
    let index = smallest_prime_indices(to)?;
    let ip = |n: u64| {
        usize::try_from(n)
            .ok()
            .and_then(|n| index.get(n).copied())
            .unwrap_or(0)
    };
    let function = |name: &str, n: u64| -> Option<u64> {
        Some(match name {
            "Omega" => factored(n).big_omega(),
            "Omega2" => factored(n).omega_two(),
            "v" => n.trailing_zeros().into(),
            "io" => io(n),
            "ip" => ip(n),
            "squarefree" => u64::from(factored(n).is_squarefree()),
            _ => return None,
        })
    };
    work.misprint("arithmetic.rulesets", "totative ip", "totative io");
    for line in work.printed_lines("arithmetic.rulesets")? {
        let (name, solution) = line.split_once(' ').ok_or("a ruleset and a function")?;
        function(solution, 2).ok_or_else(|| format!("no function {solution}"))?;
        let values = values_from(work, name, to)?;
        match undetermined(&values, |n| function(solution, n).unwrap_or(0)) {
            None => work.show(format!("{name}: {solution} tells the value")),
            Some((m, n)) => work.correct(format!(
                "{name} is given {solution}, which is the same for {m} and {n}, and the values differ"
            )),
        }
    }
    let totative = values_from(work, "powerset-totative", to)?;
    let belongs = undetermined(&totative, ip).is_none();
    work.ensure(
        belongs,
        "ip tells the value of powerset totative (Theorem 17)",
    );
    work.verified(format!("n ≤ {to}"))
}

fn counting_items(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(200u64, 500, 1_000);
    let printed = work.printed("arithmetic.sec2.item")?.trim();
    let mut items: BTreeSet<&str> = ["1", "2"].into();
    for (counting, single, subtracts) in [
        ("totient", "totative", false),
        ("nontotient", "totative", true),
        ("mtau", "maliquot", false),
        ("stau", "saliquot", true),
    ] {
        let (counting, single) = (ruleset(counting)?, ruleset(single)?);
        let options = |game: &dyn Ruleset, n: u64| -> Vec<String> {
            let options = game.options(Position::heap(n));
            options.map(|option| option.to_string()).collect()
        };
        for n in 2..=to {
            let singletons = options(&*single, n);
            let number = singletons.len() as u64;
            let number = work.plant("an option counted twice", number, |number| number + 1);
            let number = if subtracts { n - number } else { number };
            let options = options(&*counting, n);
            if options != singletons {
                items.remove("1");
            }
            if options != [number.to_string()] {
                items.remove("2");
            }
        }
    }
    let fitting: Vec<&str> = items.into_iter().collect();
    work.compare(
        "the item of the classification",
        printed,
        fitting.join(", "),
    );
    work.verified(format!("n ≤ {to}"))
}
