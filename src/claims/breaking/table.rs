//! Table 1, Table 2 and Figure 1.

use super::{chosen, cut};
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::values;
use crate::heaps::ruleset;
use crate::nim::{Pattern, PeriodSearch, Theorem};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "003.table1.1-2c",
        place: "Table 1, rows {1,4}, {1,6}, {1,8}, {1,10}",
        statement: "The sequences of {1,2c} for c = 2, 3, 4, 5.",
        method: "values, and the period proved",
        test: one_even,
    },
    Claim {
        id: "003.table1.1-4-K",
        place: "Table 1, row {1,4} ∪ K",
        statement: "{1,4} ∪ K has (0,1)^2 (+2) for every nonempty K ⊆ {3,5,6,7,8}.",
        method: "all 31 sets K; false for {6}, {8}, {6,8}, which leave {1,4}",
        test: one_four,
    },
    Claim {
        id: "003.table1.1-6-K",
        place: "Table 1, row {1,6} ∪ K",
        statement: "{1,6} ∪ K has (0,1)^3 (+2) for every nonempty K ⊆ {3,5,7,8}.",
        method: "all 15 sets K; false for {8}",
        test: one_six,
    },
    Claim {
        id: "003.table1.1-8-K",
        place: "Table 1, row {1,8} ∪ K",
        statement: "{1,8} ∪ K has (0,1)^4 (+2) for every nonempty K ⊆ {3,5,7}.",
        method: "all 7 sets K",
        test: one_eight,
    },
    Claim {
        id: "003.table1.1-2-4",
        place: "Table 1, row {1,2,4} ∪ K, {1,2,6} ∪ K'",
        statement: "One sequence of period 12 and saltus 8 for all of them.",
        method: "all sets K and K'",
        test: one_two_even,
    },
    Claim {
        id: "003.table1.1-2-5",
        place: "Table 1, row {1,2,5} ∪ K",
        statement: "One sequence of period 12 and saltus 8 for every K ⊆ {4,6,7,8}.",
        method: "all sets K",
        test: one_two_five,
    },
    Claim {
        id: "003.table1.1-2-7",
        place: "Table 1, row {1,2,7}",
        statement: "Period 28, saltus 16.",
        method: "values, and the period proved",
        test: one_two_seven,
    },
    Claim {
        id: "003.table1.1-2-8",
        place: "Table 1, row {1,2,8}, {1,2,7,8}",
        statement: "Six values, then period 12 and saltus 8, proved with the AP-test.",
        method: "values; the AP-test as printed needs a preperiod of 0, so it proves neither",
        test: with_preperiod,
    },
    Claim {
        id: "003.table2",
        place: "Table 2",
        statement: "Which cut sets are solved, and by which proposition; which need parts of the \
                    AP-test.",
        method: "cut sets of numbers up to 9: what proves each",
        test: table_2,
    },
    Claim {
        id: "003.fig1",
        place: "Figure 1",
        statement: "The sequence of {1,2} has a lot of regularity and some irregular values, for \
                    n ≤ 100 and n ≤ 4000.",
        method: "the values: how many of them stray from the line n − 1 − G(n)",
        test: figure_1,
    },
];

/// The rows of the printed table whose cut numbers begin so.
struct Row {
    numbers: Vec<u64>,
    more: Vec<u64>,
    at_least: u32,
    pattern: Pattern,
}

fn rows(work: &Work<'_>) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut rows = Vec::new();
    for line in work
        .printed("003.table1")?
        .lines()
        .filter(|l| !l.is_empty())
    {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [numbers, more, at_least, sequence] = cells[..] else {
            return Err("a row has four cells".into());
        };
        let list = |text: &str| -> Result<Vec<u64>, std::num::ParseIntError> {
            text.split(',')
                .filter(|n| !n.is_empty())
                .map(str::parse)
                .collect()
        };
        rows.push(Row {
            numbers: list(numbers)?,
            more: list(more)?,
            at_least: at_least.parse()?,
            pattern: sequence.parse()?,
        });
    }
    Ok(rows)
}

/// Compares all cut sets of the rows that `choose` takes with the printed sequence.
fn compare(
    work: &mut Work<'_>,
    choose: impl Fn(&Row) -> bool,
) -> Result<usize, Box<dyn std::error::Error>> {
    let to = work.at_depth(150, 400, 1_000);
    let mut count = 0;
    for row in rows(work)?.iter().filter(|row| choose(row)) {
        for mask in 0u32..1 << row.more.len() {
            if mask.count_ones() < row.at_least {
                continue;
            }
            let mut set = row.numbers.clone();
            set.extend(chosen(&row.more, mask));
            set.sort_unstable();
            set.dedup();
            count += 1;
            let computed = values(work, &cut(&set), to)?;
            let printed = row.pattern.iter().zip(&computed);
            let differs = printed
                .enumerate()
                .find(|(_, (p, v))| *p != Some(u64::from(**v)));
            let game = ruleset(&cut(&set))?;
            let answer = PeriodSearch::default().run(&*game, work.limits())?;
            let proof = answer
                .theorem()
                .map_or("observed only", |theorem| theorem.name());
            let found = answer
                .pattern
                .map_or("no pattern".into(), |p| p.to_string());
            let name = cut(&set);
            match differs {
                None => work.show(format!("{name}: {found}, {proof}")),
                Some((i, (p, v))) => work.correct(format!(
                    "{name}: printed {} at n = {}, computed {v}; it has {found} ({proof})",
                    p.unwrap_or_default(),
                    i + 1
                )),
            }
        }
    }
    Ok(count)
}

fn verdict(work: &mut Work<'_>, count: usize) -> Tested {
    let to = work.at_depth(150, 400, 1_000);
    work.verified(format!("{count} cut sets, n ≤ {to}"))
}

fn one_even(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| row.numbers.len() == 2 && row.more.is_empty())?;
    verdict(work, count)
}

fn one_four(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| row.numbers == [1, 4] && !row.more.is_empty())?;
    verdict(work, count)
}

fn one_six(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| row.numbers == [1, 6] && !row.more.is_empty())?;
    verdict(work, count)
}

fn one_eight(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| row.numbers == [1, 8] && !row.more.is_empty())?;
    verdict(work, count)
}

fn one_two_even(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| {
        row.numbers == [1, 2, 4] || row.numbers == [1, 2, 6]
    })?;
    verdict(work, count)
}

fn one_two_five(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| row.numbers == [1, 2, 5])?;
    verdict(work, count)
}

fn one_two_seven(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| row.numbers == [1, 2, 7])?;
    verdict(work, count)
}

fn with_preperiod(work: &mut Work<'_>) -> Tested {
    let count = compare(work, |row| {
        row.numbers == [1, 2, 8] || row.numbers == [1, 2, 7, 8]
    })?;
    for name in ["cut{1,2,8}", "cut{1,2,7,8}"] {
        let answer = PeriodSearch::default().run(&*ruleset(name)?, work.limits())?;
        let before = answer.pattern.as_ref().map_or(0, |p| p.preperiod().len());
        if before > 0 && answer.proof.is_none() {
            work.correct(format!(
                "{name}: said to be proved with the AP-test, whose conditions begin at heap 1; with \
                 {before} values before the pattern they fail, and the pattern is observed"
            ));
        }
    }
    verdict(work, count)
}

fn table_2(work: &mut Work<'_>) -> Tested {
    let all: Vec<u64> = (1..10).collect();
    let (mut solved, mut tested, mut observed) = (0, 0, Vec::new());
    for mask in 1u32..1 << 9 {
        let set = chosen(&all, mask);
        let by_proposition = set[0] > 1
            || set.iter().all(|n| n % 2 == 1)
            || [1, 2, 3].iter().all(|n| set.contains(n))
            || (set.len() == 3 && set[0] == 1 && set[1] == 3 && set[2].is_multiple_of(2));
        let answer = PeriodSearch::default().run(&*ruleset(&cut(&set))?, work.limits())?;
        if by_proposition {
            solved += 1;
            let named = answer.theorem().is_some_and(Theorem::is_published);
            work.require(named, || format!("{set:?} is not proved by a proposition"));
        } else if answer.proof.is_some() {
            tested += 1;
        } else {
            observed.push(format!("{set:?}"));
        }
    }
    work.show(format!(
        "{solved} cut sets by Propositions 4 to 7, {tested} by other theorems or the AP-test"
    ));
    work.show(format!("not proved: {}", observed.join(" ")));
    work.verified("all 511 cut sets of numbers up to 9")
}

fn figure_1(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(4_000u64, 20_000, 100_000);
    let values = values(work, "cut{1,2}", to)?;
    let distance = |i: usize| (i + 1).abs_diff(values[i] as usize * 2);
    for reach in [100usize, 4_000] {
        let far = (0..reach)
            .filter(|&i| (values[i] as usize) * 10 < i * 4)
            .count();
        let largest = (0..reach).map(|i| values[i]).max().unwrap_or(0);
        work.show(format!(
            "n ≤ {reach}: largest value {largest}, {far} values below 0.4 n"
        ));
    }
    work.show(format!(
        "G(n) near n/2: at 4000 the distance is {}",
        distance(3_999)
    ));
    let irregular = (100..4_000)
        .filter(|&i| (values[i] as usize) * 10 < i * 4)
        .count();
    work.ensure(
        irregular > 0 && irregular < 1_000,
        format!("{irregular} irregular values in 101 ≤ n ≤ 4000"),
    );
    work.verified(format!("n ≤ {to}"))
}
