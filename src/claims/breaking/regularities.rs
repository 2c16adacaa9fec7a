//! Section 1: regularities of taking-and-breaking games that the paper cites.

use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::{defined, values};
use crate::heaps::{Position, ruleset};
use crate::nim::{PeriodKind, PeriodSearch, RegularityKind, published};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "003.def2",
        place: "Definition 2, the example",
        statement: "With the cut numbers {1,3} a heap of 5 has the options (1,4), (2,3), (1,1,1,2).",
        method: "the options by the rule",
        test: options_of_five,
    },
    Claim {
        id: "003.sec1.subtraction",
        place: "Section 1.2, subtraction games",
        statement: "For a finite subtraction set, max(S) repeated values prove a period.",
        method: "random sets: the period proved so is compared with values far beyond",
        test: subtraction_games,
    },
    Claim {
        id: "003.thm1",
        place: "Theorem 1",
        statement: "If an octal game of length k has G(n+p) = G(n) for n0 ≤ n < 2n0+p+k, it is \
                    periodic from n0 on.",
        method: "octal codes of two digits: the period proved so is compared with values by \
                 definition far beyond",
        test: octal_games,
    },
    Claim {
        id: "003.sec1.octal",
        place: "Section 1.2, octal games",
        statement: "0.165 is ultimately periodic; 0.106 and 0.454 are, with periods out of reach \
                    here (0.454: period 60620715, preperiod 160949019).",
        method: "0.165 proved; the published figures of the others are on record, and a prefix \
                 shows no shorter period",
        test: cited_octal_games,
    },
    Claim {
        id: "003.sec1.hexadecimal",
        place: "Section 1.2, hexadecimal games",
        statement: "0.B3 and 0.33F are periodic; 0.13FF and 0.9B are arithmetic periodic with \
                    period 7 and saltus 4.",
        method: "proved where a theorem applies, observed otherwise",
        test: cited_hexadecimal_games,
    },
    Claim {
        id: "003.sec1.sapp",
        place: "Section 1.2, sapp and ruler regularity",
        statement: "0.205200C is sapp-regular; 0.20…48 with an odd number of 0s are ruler-regular.",
        method: "observed on a prefix",
        test: other_regularities,
    },
    Claim {
        id: "003.sec1.0.123456789",
        place: "Section 1.2, 0.123456789",
        statement: "G(2m−1) = G(2m) = m−1 except G(2^k+6) = 2^k−1 (printed; the exponent is k−1).",
        method: "values by the fast road, small ones by definition",
        test: all_digits,
    },
];

fn options_of_five(work: &mut Work<'_>) -> Tested {
    let game = ruleset("cut{1,3}")?;
    let mut computed: Vec<String> = game
        .options(Position::heap(5))
        .map(|option| {
            let heaps = option
                .iter()
                .flat_map(|(p, k)| vec![p.to_string(); usize::try_from(k).unwrap_or(0)]);
            heaps.collect::<Vec<_>>().join(",")
        })
        .collect();
    let mut printed: Vec<&str> = work
        .printed("003.def2")?
        .lines()
        .filter(|l| !l.is_empty())
        .collect();
    computed.sort();
    printed.sort_unstable();
    work.compare("options", printed.join(" "), computed.join(" "));
    work.proved("the example")
}

fn subtraction_games(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 8, 10);
    let mut games = 0;
    for mask in 1u32..1 << most {
        let numbers: Vec<String> = (0..most)
            .filter(|i| mask >> i & 1 == 1)
            .map(|i| (i + 1).to_string())
            .collect();
        let name = format!("subtraction{{{}}}", numbers.join(","));
        let game = ruleset(&name)?;
        let answer = PeriodSearch::default().run(&*game, work.limits())?;
        let proved = answer.proof.is_some() && answer.pattern.is_some();
        work.require(proved, || format!("{name} is not proved"));
        if let Some(pattern) = &answer.pattern {
            let far = defined(work, &name, 400)?;
            let same = pattern
                .iter()
                .zip(&far)
                .all(|(p, &v)| p == Some(u64::from(v)));
            work.require(same, || format!("{name} leaves its period"));
        }
        games += 1;
    }
    work.verified(format!(
        "all {games} sets of numbers up to {most}, heaps to 400"
    ))
}

fn octal_games(work: &mut Work<'_>) -> Tested {
    let far = work.at_depth(300, 1_000, 4_000);
    let (mut proved, mut open) = (0u32, 0u32);
    for d1 in 0..8 {
        for d2 in 0..8 {
            let name = format!("0.{d1}{d2}");
            let Ok(game) = ruleset(&name) else { continue };
            let search = PeriodSearch {
                to: Some(2_000),
                ..PeriodSearch::default()
            };
            let answer = search.run(&*game, work.limits())?;
            let Some(pattern) = answer.pattern.filter(|_| answer.proof.is_some()) else {
                open += 1;
                continue;
            };
            proved += 1;
            let values = defined(work, &name, far)?;
            let same = pattern
                .iter()
                .zip(&values)
                .all(|(p, &v)| p == Some(u64::from(v)));
            work.require(same, || format!("{name} leaves its period"));
        }
    }
    work.show(format!(
        "{proved} codes proved periodic, {open} not within 2000 heaps"
    ));
    work.verified(format!("all octal codes of two digits, heaps to {far}"))
}

fn cited_octal_games(work: &mut Work<'_>) -> Tested {
    let game = ruleset("0.165")?;
    let answer = PeriodSearch::default().run(&*game, work.limits())?;
    let proved = answer.kind == PeriodKind::Periodic && answer.proof.is_some();
    work.ensure(proved, "0.165 is proved periodic");
    if let Some(pattern) = &answer.pattern {
        let (period, preperiod) = (pattern.period().len(), pattern.preperiod().len());
        work.show(format!(
            "0.165: period {period}, {preperiod} values before it"
        ));
    }
    for code in ["0.106", "0.454"] {
        let found = published(code);
        work.ensure(found.is_some(), format!("{code}: {found:?}"));
        let game = ruleset(code)?;
        let to = work.at_depth(2_000, 20_000, 100_000);
        let search = PeriodSearch {
            to: Some(to),
            ..PeriodSearch::default()
        };
        let answer = search.run(&*game, work.limits())?;
        work.ensure(
            answer.proof.is_none(),
            format!("{code} shows no period that could be proved up to {to}"),
        );
    }
    work.open("0.165 proved; the periods of the other two are out of reach")
}

fn cited_hexadecimal_games(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(400, 1_500, 4_000);
    let search = PeriodSearch {
        to: Some(to),
        ..PeriodSearch::default()
    };
    let mut all_proved = true;
    for code in ["0.B3", "0.33F"] {
        let answer = search.run(&*ruleset(code)?, work.limits())?;
        all_proved &= answer.proof.is_some();
        work.ensure(
            answer.kind == PeriodKind::Periodic,
            format!("{code} is periodic, proved: {}", answer.proof.is_some()),
        );
    }
    for line in work
        .printed("003.periods")?
        .lines()
        .filter(|l| !l.is_empty())
    {
        let mut cells = line.split_whitespace();
        let (code, period, saltus) = (
            cells.next().unwrap_or(""),
            cells.next().unwrap_or(""),
            cells.next().unwrap_or(""),
        );
        let answer = search.run(&*ruleset(code)?, work.limits())?;
        all_proved &= answer.proof.is_some();
        let found = answer
            .pattern
            .as_ref()
            .map(|p| format!("{} {}", p.period().len(), p.saltus()));
        work.compare(
            &format!("{code}, proved: {}", answer.proof.is_some()),
            format!("{period} {saltus}"),
            found.unwrap_or_default(),
        );
    }
    if all_proved {
        work.proved("all four")
    } else {
        work.verified(format!("n ≤ {to}"))
    }
}

fn other_regularities(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(1_000, 3_000, 10_000);
    let search = PeriodSearch {
        to: Some(to),
        ..PeriodSearch::default()
    };
    for (code, kind) in [
        ("0.205200C", RegularityKind::Sapp),
        ("0.2048", RegularityKind::Ruler),
        ("0.200048", RegularityKind::Ruler),
    ] {
        let answer = search.run(&*ruleset(code)?, work.limits())?;
        let found = answer.regularity.as_ref().map(|r| r.kind);
        work.ensure(found == Some(kind), format!("{code}: {found:?}"));
    }
    work.open(format!("observed for n ≤ {to}"))
}

fn all_digits(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(300, 1_000, 3_000);
    let computed = values(work, "0.123456789", to)?;
    let by_definition = defined(work, "0.123456789", 60)?;
    work.ensure(
        computed.starts_with(&by_definition),
        "the fast road and the definition agree to 60",
    );
    let (mut small, mut printed_fails) = (Vec::new(), None);
    for (n, &value) in (0u64..).zip(&computed).skip(1) {
        let regular = n.div_ceil(2) - 1;
        let special = n.checked_sub(6).filter(|m| m.is_power_of_two() && *m >= 8);
        match special {
            Some(power) => {
                work.require(u64::from(value) == power / 2, || {
                    format!("G({n}) = {value}")
                });
                if u64::from(value) != power - 1 {
                    printed_fails.get_or_insert(n);
                }
            }
            None if u64::from(value) != regular => small.push(n),
            None => {}
        }
    }
    if let Some(n) = printed_fails {
        work.correct(format!(
            "printed G(2^k+6) = 2^k−1, which fails at n = {n}; it is 2^(k−1), k ≥ 3"
        ));
    }
    work.compare(
        "other exceptions",
        "none",
        if small.is_empty() {
            "none".into()
        } else {
            format!("{small:?}")
        },
    );
    work.verified(format!("n ≤ {to}"))
}
