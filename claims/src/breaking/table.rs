//! Table 1, Table 2 and Figure 1.

use itertools::Itertools;

use super::ap_test::{ap_test_of, ap3, passing};
use super::{by_nim_sets, cut, one_larger, sets_up_to_9};
use crate::sequences::{checked_values, follows, periods, values};
use crate::{Claim, Tested, Work, claims};
use misere::heaps::ruleset;
use misere::nim::{Pattern, PeriodSearch};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.table1.1-4",
        place: "Table 1, row {1,4}",
        statement: "The sequence of {1,4}, of period 24 and saltus 8.",
        method: "values by nim-sets",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 4], &[], 0)]),
    },
    Claim {
        id: "breaking.table1.1-6",
        place: "Table 1, row {1,6}",
        statement: "The sequence of {1,6}, of period 36 and saltus 8.",
        method: "values by nim-sets",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 6], &[], 0)]),
    },
    Claim {
        id: "breaking.table1.1-8",
        place: "Table 1, row {1,8}",
        statement: "The sequence of {1,8}, of period 48 and saltus 8.",
        method: "values by nim-sets",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 8], &[], 0)]),
    },
    Claim {
        id: "breaking.table1.1-10",
        place: "Table 1, row {1,10}",
        statement: "The sequence of {1,10}, of period 60 and saltus 8.",
        method: "values by nim-sets",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 10], &[], 0)]),
    },
    Claim {
        id: "breaking.table1.1-4-K",
        place: "Table 1, row {1,4} ∪ K",
        statement: "{1,4} ∪ K has (0,1)^2 (+2) for every nonempty K ⊆ {3,5,6,7,8}.",
        method: "all 31 sets K; false for {6}, {8}, {6,8}, which leave {1,4}",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 4], &[3, 5, 6, 7, 8], 1)]),
    },
    Claim {
        id: "breaking.table1.1-6-K",
        place: "Table 1, row {1,6} ∪ K",
        statement: "{1,6} ∪ K has (0,1)^3 (+2) for every nonempty K ⊆ {3,5,7,8}.",
        method: "all 15 sets K; false for {8}",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 6], &[3, 5, 7, 8], 1)]),
    },
    Claim {
        id: "breaking.table1.1-8-K",
        place: "Table 1, row {1,8} ∪ K",
        statement: "{1,8} ∪ K has (0,1)^4 (+2) for every nonempty K ⊆ {3,5,7}.",
        method: "all 7 sets K",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 8], &[3, 5, 7], 1)]),
    },
    Claim {
        id: "breaking.table1.1-2-4",
        place: "Table 1, row {1,2,4} ∪ K, {1,2,6} ∪ K'",
        statement: "One sequence of period 12 and saltus 8 for all of them.",
        method: "all sets K and K'",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| {
            compare(
                work,
                &[(&[1, 2, 4], &[6, 7, 8], 0), (&[1, 2, 6], &[7, 8], 0)],
            )
        },
    },
    Claim {
        id: "breaking.table1.1-2-5",
        place: "Table 1, row {1,2,5} ∪ K",
        statement: "One sequence of period 12 and saltus 8 for every K ⊆ {4,6,7,8}.",
        method: "all sets K",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 2, 5], &[4, 6, 7, 8], 0)]),
    },
    Claim {
        id: "breaking.table1.1-2-7",
        place: "Table 1, row {1,2,7}",
        statement: "Period 28, saltus 16.",
        method: "values by nim-sets",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 2, 7], &[], 0)]),
    },
    Claim {
        id: "breaking.table1.1-2-8",
        place: "Table 1, row {1,2,8}, {1,2,7,8}",
        statement: "Six values, then period 12 and saltus 8.",
        method: "values by nim-sets",
        needs: &["printed", "nim-sets", "periods"],
        test: |work| compare(work, &[(&[1, 2, 8], &[], 0), (&[1, 2, 7, 8], &[], 0)]),
    },
    Claim {
        id: "breaking.table1.caption",
        place: "Table 1, the caption",
        statement: "All games of the table are proved with the AP-test; all but {1,2,8} and {1,2,7,8} \
                    are purely arithmetic periodic.",
        method: "AP1, AP2 and AP3 for every game of the table; they begin at heap 1, so a preperiod \
                 is outside of them",
        needs: &["printed", "nim-sets"],
        test: caption,
    },
    Claim {
        id: "breaking.sec3.3.preperiod",
        place: "Section 3.3, {1,2,8}",
        statement: "{1,2,8} has a preperiod, which is not the case of the other sequences computed.",
        method: "AP1 and AP2 for every game of Table 1",
        needs: &["printed", "nim-sets"],
        test: other_preperiods,
    },
    Claim {
        id: "breaking.sec3.3.three",
        place: "Section 3.3, |L| = 3",
        statement: "{1,2,4} and {1,2,6} have the same sequence; those of {1,2,5} and {1,2,7} are others.",
        method: "values by nim-sets",
        needs: &["nim-sets"],
        test: three_numbers,
    },
    Claim {
        id: "breaking.table2",
        place: "Table 2",
        statement: "Every game is in a row: solved by Propositions 4 to 7, or needs AP1 and AP2, or AP1, \
                    AP2 and AP3.",
        method: "all cut sets of numbers up to 9: the rows they are in; values against the sequences of \
                 the solved rows, and whether AP3 follows where the table says so",
        needs: &["printed", "nim-sets"],
        test: table_2,
    },
    Claim {
        id: "breaking.fig1",
        place: "Figure 1",
        statement: "The sequence of {1,2} has a lot of regularity and some irregular values, for \
                    n ≤ 100 and n ≤ 4000.",
        method: "the values: nine of 4000 are below 0.4 n, and all others near n/2",
        needs: &["cut-one-two", "nim-definition"],
        test: figure_1,
    },
];

/// A printed row: cut sets of these numbers and at least `at_least` of `more`, and their values.
struct Row {
    numbers: Vec<u64>,
    more: Vec<u64>,
    at_least: usize,
    pattern: Pattern,
    /// As it is printed.
    line: String,
}

impl Row {
    /// Returns the cut sets of the row.
    fn sets(&self) -> impl Iterator<Item = Vec<u64>> {
        let more = self.more.iter().copied().powerset();
        let enough = more.filter(|more| more.len() >= self.at_least);
        enough.map(|more| {
            let set = [&self.numbers[..], &more].concat();
            set.into_iter().sorted().dedup().collect()
        })
    }
}

fn rows(work: &Work<'_>) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut rows = Vec::new();
    for line in work.printed_lines("breaking.table1")? {
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
            line: line.into(),
        });
    }
    Ok(rows)
}

/// A row as the claim gives it: the numbers, those that may be added, and how many at least.
type Stated<'s> = (&'s [u64], &'s [u64], usize);

/// Compares all cut sets of the given rows with the printed sequence.
fn compare(work: &mut Work<'_>, stated: &[Stated<'_>]) -> Tested {
    let to = work.at_depth(150, 400, 1_000);
    let mut count = 0;
    let rows = rows(work)?;
    for &(numbers, more, at_least) in stated {
        let row = rows
            .iter()
            .find(|row| row.numbers == numbers && row.more == more && row.at_least == at_least);
        let Some(row) = row else {
            work.ensure(false, format!("there is a row {numbers:?} with {more:?}"));
            continue;
        };
        // Another saltus must be noticed.
        let saltus = row.pattern.saltus();
        let wrong = row
            .line
            .replace(&format!("(+{saltus})"), &format!("(+{})", saltus + 1));
        work.misprint("breaking.table1", &row.line, &wrong);
        for set in row.sets() {
            count += 1;
            let computed = values(work, &cut(&set), to)?;
            let printed = row.pattern.iter().zip(&computed);
            let differs = printed
                .enumerate()
                .find(|(_, (p, v))| *p != Some(u64::from(**v)));
            let game = ruleset(&cut(&set))?;
            let answer = periods(work, &PeriodSearch::default(), &*game)?;
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
    let sets = if count == 1 {
        "1 cut set".into()
    } else {
        format!("{count} cut sets")
    };
    work.verified(format!("{sets}, n ≤ {to}"))
}

/// Returns all games of the table.
fn games(work: &Work<'_>) -> Result<Vec<Vec<u64>>, Box<dyn std::error::Error>> {
    let mut games = Vec::new();
    for row in rows(work)? {
        games.extend(row.sets());
    }
    Ok(games.into_iter().unique().collect())
}

fn caption(work: &mut Work<'_>) -> Tested {
    work.misprint("breaking.table1", "1,2,8 | | 0", "1,2,4 | | 0");
    let games = games(work)?;
    for set in &games {
        let values = values(work, &cut(set), 250)?;
        match ap_test_of(work, set, &values)? {
            Some((p, s)) => work.show(format!("{}: AP-test with p = {p}, s = {s}", cut(set))),
            None => work.correct(format!(
                "{}: said to be proved with the AP-test, whose conditions begin at heap 1; there are \
                 values before its pattern, and no p passes",
                cut(set)
            )),
        }
    }
    work.verified(format!("all {} games of the table, p ≤ 62", games.len()))
}

fn other_preperiods(work: &mut Work<'_>) -> Tested {
    work.misprint("breaking.table1", "1,2,8 | | 0", "1,2,4 | | 0");
    let mut with = Vec::new();
    for set in games(work)? {
        let values = values(work, &cut(&set), 250)?;
        if ap_test_of(work, &set, &values)?.is_none() {
            // From heap 7 on the pattern holds.
            let tail = &values[6..];
            let regular = (12..tail.len()).all(|i| tail[i] == tail[i - 12] + 8);
            work.ensure(regular, format!("{} is regular from heap 7 on", cut(&set)));
            with.push(cut(&set));
        }
    }
    work.compare("games with a preperiod", "cut{1,2,8}", with.join(" "));
    work.verified("all games of Table 1, n ≤ 250")
}

fn three_numbers(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(150, 400, 1_000);
    let of = |third: u64| values(work, &cut(&[1, 2, third]), to);
    let (four, five, six, seven) = (of(4)?, of(5)?, of(6)?, of(7)?);
    let six = work.plant("a value one larger", six, one_larger);
    work.ensure(four == six, "{1,2,4} and {1,2,6} agree");
    let seven = work.plant("{1,2,5} for {1,2,7}", seven, |_| five.clone());
    let different = five != four && seven != four && five != seven;
    work.ensure(
        different,
        "{1,2,5}, {1,2,7} and {1,2,4} are three sequences",
    );
    work.verified(format!("n ≤ {to}"))
}

/// Checks for each row of Table 2 whether a cut set is in it.
fn rows_of_table_2(set: &[u64]) -> [bool; 7] {
    let one = set[0] == 1;
    let odd = |n: &&u64| **n % 2 == 1 && **n > 1;
    let even = |n: &&u64| n.is_multiple_of(2);
    [
        !one,
        one && set.iter().find(even).is_none(),
        set.starts_with(&[1, 2, 3]),
        set.len() == 3 && set.starts_with(&[1, 3]) && set[2].is_multiple_of(2) || *set == [1, 2, 3],
        one && set.iter().find(even).is_some() && set.iter().find(odd).is_some(),
        set.len() == 2 && one && set[1].is_multiple_of(2) && set[1] >= 4,
        one && set.len() > 1 && set.iter().find(odd).is_none(),
    ]
}

/// A solved row of Table 2 as it is printed.
struct SolvedRow<'t> {
    line: &'t str,
    numbers: &'t str,
    /// `(0,1)`.
    base: &'t str,
    /// What stands for the exponent, 1 if there is none.
    exponent: &'t str,
    /// `(+2)`.
    saltus: &'t str,
    proposition: &'t str,
}

impl<'t> SolvedRow<'t> {
    fn read(line: &'t str) -> Option<Self> {
        let (numbers, rest) = line.split_once(" | ")?;
        let (sequence, proposition) = rest.split_once(" | Proposition ")?;
        let (values, saltus) = sequence.split_once(' ')?;
        let (base, exponent) = values.split_once('^').unwrap_or((values, "1"));
        Some(Self {
            line,
            numbers,
            base,
            exponent,
            saltus,
            proposition,
        })
    }

    /// Checks whether a cut set is as the first cell says: literal numbers are in it, the others are
    /// counted on, and l1 is larger than a bound.
    fn describes(&self, set: &[u64]) -> bool {
        self.numbers.split(", ").zip(1..).all(|(word, place)| {
            let bound = word
                .strip_prefix("l1 > ")
                .and_then(|bound| bound.parse().ok());
            let even = word.strip_suffix('k').and_then(|n| n.parse::<u64>().ok());
            match (word.parse::<u64>(), bound, even) {
                (Ok(number), ..) => set.contains(&number),
                (_, Some(bound), _) => set[0] > bound,
                (.., Some(factor)) => set.iter().any(|n| *n > 1 && n % factor == 0),
                _ => word == "odd" || word == format!("l{place}..lk"),
            }
        })
    }

    /// Checks whether the sequence with this exponent has these values.
    fn has(&self, exponent: u64, values: &[u32]) -> bool {
        let sequence = format!("{}^{exponent} {}", self.base, self.saltus);
        let pattern: Option<Pattern> = sequence.parse().ok();
        pattern.is_some_and(|pattern| follows(Some(&pattern), values))
    }
}

fn table_2(work: &mut Work<'_>) -> Tested {
    const HEADING: &str = "breaking.table2";
    work.misprint(HEADING, "(0)^1 (+1)", "(0)^2 (+1)");
    work.misprint(HEADING, "(0,1) (+0)", "(0,1) (+1)");
    work.misprint(HEADING, "1, 3, 2k", "1, 4, 2k");
    work.misprint(HEADING, "Proposition 5", "Proposition 6");
    let to = work.at_depth(100u64, 300, 600);
    let solved = work
        .printed_lines(HEADING)?
        .into_iter()
        .map(SolvedRow::read);
    let solved: Option<Vec<SolvedRow<'_>>> = solved.collect();
    let solved = solved.ok_or("a row has numbers, a sequence and a proposition")?;
    work.ensure(solved.len() == 4, "four rows are solved");
    // What an exponent may be called in each row.
    let mut names = vec![vec!["1", "l1", "k"]; solved.len()];
    let mut counts = [0u32; 7];
    for set in sets_up_to_9() {
        let rows = rows_of_table_2(&set);
        work.require(rows.contains(&true), || format!("{set:?} is in no row"));
        for (count, is_in) in counts.iter_mut().zip(rows) {
            *count += u32::from(is_in);
        }
        if !rows[..4].contains(&true) {
            continue;
        }
        let values = by_nim_sets(work, &set, to)?;
        let even = set.iter().find(|n| *n % 2 == 0).copied();
        for (i, row) in solved.iter().enumerate().filter(|&(i, _)| rows[i]) {
            work.require(row.describes(&set), || {
                format!("{set:?} is not in {}", row.line)
            });
            names[i].retain(|name| {
                let exponent = match *name {
                    "1" => Some(1),
                    "l1" => Some(set[0]),
                    // The row with 2k has this letter.
                    _ => even.filter(|_| row.numbers.ends_with('k')).map(|n| n / 2),
                };
                exponent.is_some_and(|exponent| row.has(exponent, &values))
            });
        }
    }
    work.show(format!("games by row: {counts:?}"));
    for (i, (row, names)) in (1..).zip(solved.iter().zip(&names)) {
        if !names.contains(&row.exponent) {
            let Some(name) = names.first() else {
                work.ensure(false, format!("row {i} has the sequence {}", row.line));
                continue;
            };
            let (wrong, right) = (format!("^{}", row.exponent), format!("^{name}"));
            work.compare(
                &format!("row {i}"),
                row.line,
                row.line.replace(&wrong, &right),
            );
        }
        // The proposition states the sequence.
        let id = format!("breaking.prop{}", row.proposition);
        let stated = claims().find(|claim| claim.id == id).is_some_and(|claim| {
            claim.statement.contains(row.base) && claim.statement.contains(row.saltus)
        });
        work.ensure(
            stated,
            format!("row {i}: it is Proposition {}", row.proposition),
        );
    }
    let mut followed = 0;
    for (set, p, s) in passing(work)? {
        let rows = rows_of_table_2(&set);
        if rows[..4].contains(&true) || !(rows[4] || rows[5]) || p > work.at_depth(30, 60, 200) {
            continue;
        }
        // Proposition 13 needs cut numbers up to 2p+1, Corollary 15 for a period of 4l+3.
        let reach = 2 * p as u64 + 1;
        let both = [0, 1].map(|parity| {
            let within = |d: &u64| *d >= 2 && *d % 2 == parity && *d <= reach;
            set.iter().any(within)
        });
        let long = rows[5] && p as u64 >= 4 * set[1] + 3;
        if both == [true, true] || long {
            followed += 1;
            let third = ap3(work, &set, p, s)?;
            work.require(third, || {
                format!("{set:?} has AP1 and AP2 with {p} and not AP3")
            });
        }
    }
    work.show(format!("AP3 follows in {followed} games of rows 5 and 6"));
    work.verified(format!("all 511 cut sets of numbers up to 9, n ≤ {to}"))
}

fn figure_1(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(4_000u64, 20_000, 100_000);
    let prefix = work.at_depth(40, 60, 80);
    let values = checked_values(work, "cut{1,2}", to, prefix)?;
    let values = work.plant("a value 0 more", values, |mut values| {
        values[1000] = 0;
        values
    });
    let distance = |i: usize| (i + 1).abs_diff(values[i] as usize * 2);
    for (reach, largest, few) in [(100usize, 51, 4), (4_000, 2_001, 9)] {
        let irregular = (0..reach)
            .filter(|&i| (values[i] as usize) * 10 < i * 4)
            .count();
        let found = values[..reach].iter().max().copied();
        work.ensure(
            found == Some(largest) && irregular == few,
            format!("n ≤ {reach}: the largest value is {largest}, {few} values are below 0.4 n"),
        );
    }
    // The others lie along the line n/2.
    let near = (100..4_000).filter(|&i| (values[i] as usize) * 10 >= i * 4);
    let off = near.map(distance).max().unwrap_or(0);
    work.ensure(
        off <= 6,
        format!("the others are within {} of n/2", off.div_ceil(2)),
    );
    work.verified(format!("n ≤ {to}"))
}
