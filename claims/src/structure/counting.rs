//! Section 4: how many games are born by day n.

use itertools::Itertools;

use super::sample::{name, universe, value};
use crate::{Claim, Evidence, Tested, Work};
use misere::census::{Counts, Day, DaySevenSum, Term, Tower, table};
use misere::game::{Game, Outcome, Universe};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.fig1",
        place: "Figure 1",
        statement: "|M_0| to |M_5| are 1, 2, 3, 5, 22, 4171780, and |M_6| is a certain sum of 18 \
                    powers of two plus 21.",
        method: "days 0 to 5 by listing all games, day 6 by Theorem A.1",
        needs: &["listing", "recurrences"],
        test: first_values,
    },
    Claim {
        id: "structure.sec4.day3",
        place: "Section 4, games born by days 2 and 3",
        statement: "Day 2 has 0, 1, 2 and 1# = 0; day 3 has 3, 20, 21 and 2# besides, of which 20 and 21 are \
                    reducible.",
        method: "all sets of games born by day 1, and by day 2",
        needs: &["simplification"],
        test: third_day,
    },
    Claim {
        id: "structure.sec4.day4",
        place: "Section 4, games born by day 4",
        statement: "The games born by day 4 without the option 2# are 0, 1, 2, 3, 4, 2#, 3#, 32; \
                    of the 16 sets with it, 2#10 and 2#310 are reducible and the others not.",
        method: "all 32 sets of games born by day 3",
        needs: &["simplification"],
        test: fourth_day,
    },
    Claim {
        id: "structure.fig2",
        place: "Figure 2",
        statement: "The rows |S_4^G| of the count of day 5, and the sum.",
        method: "sets that simplify are counted one by one, and by the recurrence",
        needs: &["listing", "simplification"],
        test: fifth_day,
    },
    Claim {
        id: "structure.fig3",
        place: "Figure 3",
        statement: "The expansions of |S_5^G| and the adjustments of the count of day 6.",
        method: "|S_5^G| by listing day 5 (from the standard depth on), its expansion by Theorem A.1",
        needs: &["listing", "recurrences"],
        test: sixth_day,
    },
    Claim {
        id: "structure.fig3.sum",
        place: "Figure 3, the bottom line",
        statement: "|M_6| as a sum of powers of two.",
        method: "the sum by Theorem A.1 against what is left of the line in the scan",
        needs: &["recurrences"],
        test: bottom_line,
    },
    Claim {
        id: "structure.sec4.day7",
        place: "Section 4, games born by day 7",
        statement: "|M_7| has 4171780 terms -2^a at first, and 758660 after combining like terms.",
        method: "computed; like terms are combined with carrying, 3·2^a counting as two",
        needs: &["listing", "recurrences"],
        test: seventh_day,
    },
    Claim {
        id: "structure.fig4",
        place: "Figure 4",
        statement: "The first three and the last of the subtracted powers of two in |M_7|, the \
                    proviso term and the constant.",
        method: "the sum by Theorem A.1, its terms sorted",
        needs: &["recurrences"],
        test: partial_expansion,
    },
];

/// Writes the signed exponents and the constant of a sum of powers of two.
fn signed_exponents(sum: &Tower) -> Vec<String> {
    let sign = |term: &Term| if term.is_negative() { '-' } else { '+' };
    let terms = sum.terms().iter();
    let mut list: Vec<String> = terms
        .map(|t| format!("{}{}", sign(t), t.exponent()))
        .collect();
    list.push(format!("constant {}", sum.constant()));
    list
}

fn first_values(work: &mut Work<'_>) -> Tested {
    let counts = Counts::new();
    let printed = work.printed_numbers("structure.fig1.counts")?;
    let mut listed = Vec::new();
    for day in 0..6 {
        let by_listing = Day::new(day)?.scan(work.budget())?;
        let by_recurrence = counts.games(day)?;
        work.ensure(
            by_recurrence.to_string() == by_listing.to_string(),
            format!("|M_{day}| by listing and by recurrence"),
        );
        listed.push(by_listing);
    }
    work.compare_sequence("|M_n|", 0, &printed, &listed);
    let text = work.printed("structure.fig1.sixth")?;
    let (powers, constant) = text
        .split_once("constant")
        .ok_or("no constant is printed")?;
    let mut printed: Vec<String> = powers.split_whitespace().map(Into::into).collect();
    printed.push(format!("constant {}", constant.trim()));
    compare_terms(
        work,
        "|M_6|",
        &printed,
        &signed_exponents(&counts.games(6)?),
    )?;
    work.misprint("structure.slips", "-2088600", "-2088601");
    work.scan(Evidence::Proved, "days 0 to 6")
}

/// Compares two lists of terms regardless of order, each term as often as it occurs, and notes the
/// terms that differ.
fn compare_terms(
    work: &mut Work<'_>,
    what: &str,
    printed: &[String],
    computed: &[String],
) -> Result<(), String> {
    let lone = |list: &[String], other: &[String]| -> Vec<String> {
        let mut other = other.to_vec();
        let mut lone = Vec::new();
        for term in list {
            match other.iter().position(|known| known == term) {
                Some(at) => drop(other.swap_remove(at)),
                None => lone.push(term.clone()),
            }
        }
        lone
    };
    let (wrong, right) = (lone(printed, computed), lone(computed, printed));
    work.show(format!("{what}, computed: {}", computed.join(" ")));
    if !wrong.is_empty() || !right.is_empty() {
        let line = format!(
            "{what}: printed {}, computed {}",
            wrong.join(" "),
            right.join(" ")
        );
        slip(work, line)?;
    }
    Ok(())
}

/// Notes a difference: a remark if it is known for a slip of the scan, a correction otherwise.
pub(super) fn slip(work: &mut Work<'_>, line: String) -> Result<(), String> {
    if work.printed_lines("structure.slips")?.contains(&&line[..]) {
        work.remark(line);
    } else {
        work.correct(line);
    }
    Ok(())
}

fn third_day(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let (zero, one) = (u.zero(), u.one());
    let two = u.nim(2)?;
    for (day, members, canonical, reducible) in [
        (2, vec![zero, one], "0 1 2", "1# = 0"),
        (
            3,
            vec![zero, one, two],
            "0 1 2 2# 3",
            "1# = 0, 20 = 1, 21 = 0",
        ),
    ] {
        let (mut kept, mut reduced) = (Vec::new(), Vec::new());
        for options in members.iter().copied().powerset() {
            let g = u.set(options.iter().copied())?;
            let value = name(&mut u, g);
            if u.option_count(g) == options.len() {
                kept.push(value);
            } else {
                let names: Vec<String> = options.iter().rev().map(|&o| name(&mut u, o)).collect();
                let sharp = if options.len() == 1 { "#" } else { "" };
                reduced.push(format!("{}{sharp} = {value}", names.concat()));
            }
        }
        kept.sort();
        let kept = work.plant("a game more", kept, |kept| {
            [&kept[..], &["5".into()]].concat()
        });
        let reduced = work.plant("a reducible set less", reduced, |reduced| {
            reduced[1..].to_vec()
        });
        work.compare(&format!("born by day {day}"), canonical, kept.join(" "));
        work.compare("reducible", reducible, reduced.join(", "));
    }
    work.proved("days 2 and 3")
}

fn bottom_line(work: &mut Work<'_>) -> Tested {
    let sum = signed_exponents(&Counts::new().games(6)?);
    let printed = work.printed_words("structure.fig3.sum")?;
    let right = printed.iter().zip(&sum).take_while(|(a, b)| a == b).count();
    work.show(format!("computed: {}", sum.join(" ")));
    work.misprint("structure.fig3.sum", "-2095104", "-2095105");
    work.misprint(
        "structure.slips",
        "then garbled, -2094 ",
        "then garbled, -2095 ",
    );
    if right < sum.len() {
        slip(
            work,
            format!(
                "the line is right up to {}, then garbled, {}; it goes on {}",
                sum[right.saturating_sub(1)],
                printed[right..].join(" "),
                sum[right..].join(" ")
            ),
        )?;
    }
    work.scan(Evidence::Proved, "the line")
}

fn fourth_day(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let mut members: Vec<Game> = Vec::new();
    for text in ["0", "1", "2", "3", "2#"] {
        members.push(value(&mut u, text)?);
    }
    let (mut plain, mut reducible, mut kept) = (Vec::new(), Vec::new(), 0);
    for options in members.iter().copied().powerset() {
        let g = u.set(options.iter().copied())?;
        let canonical = u.option_count(g) == options.len();
        if !options.contains(&members[4]) {
            if canonical {
                plain.push(name(&mut u, g));
            }
        } else if canonical {
            kept += 1;
        } else {
            let names: Vec<String> = options.iter().rev().map(|&o| name(&mut u, o)).collect();
            reducible.push(names.concat());
        }
    }
    plain.sort();
    let plain = work.plant("a set of nim heaps less", plain, |plain| {
        plain[1..].to_vec()
    });
    let reducible = work.plant("a reducible set less", reducible, |some| some[1..].to_vec());
    work.compare("sets of nim heaps", "0 1 2 2# 3 3# 32 4", plain.join(" "));
    work.compare("reducible sets with 2#", "2#10 2#310", reducible.join(" "));
    work.compare("other sets with 2#", 14, kept);
    work.compare("|M_4|", 22, plain.len() + kept);
    work.proved("all 32 sets")
}

/// Counts the members of M_4 that contain G.
fn containing(u: &Universe, day_4: &[Game], g: Game) -> usize {
    day_4.iter().filter(|&&h| u.has_option(h, g)).count()
}

fn fifth_day(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let day_4 = u.games_born_by(4)?;
    let counts = Counts::new();
    let mut sum = Tower::power_of_two(Tower::from(22u32));
    for line in work.printed_lines("structure.fig2")? {
        let (row, printed) = line.split_once(' ').ok_or("a row has two cells")?;
        let computed = if row == "proviso" {
            let zero = u.zero();
            let with_zero = day_4.iter().filter(|&&h| u.has_option(h, zero));
            with_zero.filter(|&&h| u.outcome(h) == Outcome::N).count()
        } else {
            let g = value(&mut u, row)?;
            containing(&u, &day_4, g)
        };
        work.compare(&format!("row {row}"), printed, computed);
        let power = Tower::power_of_two(Tower::from(u32::try_from(computed)?));
        let nonempty = power - Tower::from(1u32);
        sum = if row == "proviso" {
            sum + nonempty
        } else {
            sum - nonempty
        };
    }
    let printed = work.printed_numbers("structure.fig2.sum")?;
    work.compare("the sum", printed.first().ok_or("a sum")?, &sum);
    let listed = Day::new(5)?.scan(work.budget())?;
    work.compare("|M_5| by listing", listed, counts.games(5)?);
    work.proved("all rows")
}

fn sixth_day(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let counts = Counts::new();
    let lister = Day::new(5)?.lister(&mut u)?;
    let rows = table(&counts, 6)?;
    let printed = work.printed("structure.fig3")?;
    let mut seen = vec![0u32; rows.len()];
    for line in printed.lines().filter(|line| !line.is_empty()) {
        let mut cells = line.split_whitespace();
        let mut cell = || cells.next().ok_or("a row has three cells");
        let (game, expansion, adjustment) = (cell()?, cell()?, cell()?);
        let wanted = if game == "proviso" {
            None
        } else {
            Some(value(&mut u, game)?)
        };
        for (row, seen) in rows.iter().zip(&mut seen) {
            let of_row = match row.game {
                Some(g) => Some(lister.game(&mut u, g)?),
                None => None,
            };
            if of_row != wanted {
                continue;
            }
            *seen += 1;
            let mut summands: Vec<String> = row.expansion.iter().map(ToString::to_string).collect();
            let mut in_print = split_summands(expansion);
            summands.sort();
            in_print.sort();
            let (in_print, summands) = (in_print.join(""), summands.join(""));
            let what = format!("|S_5^({game})|");
            if expansion == "?" {
                slip(work, format!("{what}: a lost cell, computed {summands}"))?;
            } else {
                work.compare(&what, in_print, summands);
            }
            work.compare(&format!("adjustment of {game}"), adjustment, &row.exponent);
        }
    }
    work.ensure(
        seen.iter().all(|&times| times == 1),
        "every row of the computation is in the figure once",
    );
    // The exponents once more, by listing all of day 5.
    if work.at_depth(false, true, true) {
        let day = Day::new(5)?;
        for row in rows.iter().filter(|row| row.game.is_some()) {
            let Some(g) = row.game else { continue };
            let bit = lister
                .members()
                .iter()
                .position(|&m| Ok(m) == lister.game(&mut u, g));
            let Some(bit) = bit else { continue };
            let listed = day.games().filter(|h| h.mask() >> bit & 1 == 1).count();
            work.require(listed.to_string() == row.exponent.to_string(), || {
                format!("listing gives {listed} for a row")
            });
        }
    }
    work.misprint("structure.slips", "(2^9-1)", "(2^8-1)");
    work.scan(Evidence::Proved, "all 23 rows")
}

/// Splits `2^21-2^13-(2^14-1)` into signed summands, the first with a plus.
fn split_summands(text: &str) -> Vec<String> {
    let mut summands = Vec::new();
    let mut current = String::from("+");
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if (c == '-' || c == '+') && depth == 0 {
            summands.push(std::mem::take(&mut current));
        }
        current.push(c);
    }
    summands.push(current);
    summands
}

fn seventh_day(work: &mut Work<'_>) -> Tested {
    let counts = Counts::new();
    let sum = DaySevenSum::games(&counts, work.budget())?;
    let printed = work.printed_numbers("structure.sec4.day7")?;
    let before = Day::new(5)?.scan(work.budget())?;
    let after = sum.subtracted() as u64;
    work.compare_sequence("terms", 0, &printed, &[before, after, after - 4]);
    work.show(format!(
        "{} different exponents before carrying",
        sum.distinct()
    ));
    work.compare("the constant", 4_171_779, sum.constant());
    work.proved("all terms")
}

fn partial_expansion(work: &mut Work<'_>) -> Tested {
    let counts = Counts::new();
    let sum = DaySevenSum::games(&counts, work.budget())?;
    let terms: Vec<Term> = sum
        .terms()
        .take(4)
        .chain(sum.terms().skip(sum.subtracted()))
        .collect();
    let mut exponents: Vec<String> = terms.iter().map(|t| t.exponent().to_string()).collect();
    exponents.push(sum.constant().to_string());
    let printed = work.printed("structure.fig4")?;
    let lines: Vec<&str> = printed.lines().filter(|line| !line.is_empty()).collect();
    work.ensure(
        lines.len() == exponents.len(),
        "the figure shows six powers and a constant",
    );
    for (line, computed) in lines.iter().zip(&exponents) {
        let (which, printed) = line.split_once(' ').ok_or("a line has a name")?;
        let split = |text: &str| -> Vec<String> {
            text.replace("- ", "-")
                .replace("+ ", "+")
                .split_whitespace()
                .map(Into::into)
                .collect()
        };
        compare_terms(work, which, &split(printed), &split(computed))?;
    }
    work.misprint("structure.slips", "-2^208848", "-2^208849");
    work.misprint("structure.fig4", "2^2086143 - 2^2085887", "2^2086143");
    work.scan(Evidence::Proved, "the terms shown")
}
