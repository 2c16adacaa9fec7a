//! Section 1.2: games with a code that the paper cites.

use super::one_larger;
use crate::sequences::{defined, follows, periods, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::heaps::ruleset;
use misere::nim::{PeriodKind, PeriodSearch, RegularityKind};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.sec1.0.165",
        place: "Section 1.2, 0.165",
        statement: "0.165 is ultimately periodic.",
        method: "the period is found and proved by Theorem 1",
        needs: &["repetition", "codes"],
        test: octal_165,
    },
    Claim {
        id: "breaking.sec1.0.106",
        place: "Section 1.2, 0.106",
        statement: "0.106 is ultimately periodic.",
        method: "quoted is that it was proved (by Flammenkamp, with a period of 328226140474); tested \
                 is that no period can be proved on a prefix",
        needs: &["periods", "codes", "nim-definition"],
        test: |work| out_of_reach(work, "0.106"),
    },
    Claim {
        id: "breaking.sec1.0.454",
        place: "Section 1.2, 0.454",
        statement: "0.454 is ultimately periodic with period 60620715 and preperiod 160949019.",
        method: "at the deep depth the period is found and proved; before, no period is seen on a prefix, \
                 and the figures are only quoted",
        needs: &["periods", "codes", "nim-definition"],
        test: octal_454,
    },
    Claim {
        id: "breaking.sec1.0.B3",
        place: "Section 1.2, 0.B3",
        statement: "0.B3 is periodic.",
        method: "the period is found and proved",
        needs: &["repetition", "nim-definition"],
        test: |work| periodic(work, "0.B3"),
    },
    Claim {
        id: "breaking.sec1.0.33F",
        place: "Section 1.2, 0.33F",
        statement: "0.33F is periodic.",
        method: "the period is found and proved",
        needs: &["repetition", "nim-definition"],
        test: |work| periodic(work, "0.33F"),
    },
    Claim {
        id: "breaking.sec1.0.13FF",
        place: "Section 1.2, 0.13FF",
        statement: "0.13FF is arithmetic periodic with period 7 and saltus 4.",
        method: "the pattern is found and proved",
        needs: &["printed", "periods", "nim-definition"],
        test: |work| arithmetic_periodic(work, "0.13FF"),
    },
    Claim {
        id: "breaking.sec1.0.9B",
        place: "Section 1.2, 0.9B",
        statement: "0.9B is arithmetic periodic with period 7 and saltus 4.",
        method: "the pattern is found and proved",
        needs: &["printed", "periods", "nim-definition"],
        test: |work| arithmetic_periodic(work, "0.9B"),
    },
    Claim {
        id: "breaking.sec1.sapp",
        place: "Section 1.2, sapp regularity",
        statement: "0.205200C is sapp-regular: two periodic subsequences and an arithmetic periodic \
                    one, interlaced.",
        method: "observed on a prefix",
        needs: &["periods"],
        test: |work| regularity(work, &["0.205200C"], RegularityKind::Sapp),
    },
    Claim {
        id: "breaking.sec1.ruler",
        place: "Section 1.2, ruler regularity",
        statement: "0.20…48 with an odd number of 0s are ruler-regular.",
        method: "one, three and five 0s, observed on a prefix",
        needs: &["periods"],
        test: |work| {
            regularity(
                work,
                &["0.2048", "0.200048", "0.20000048"],
                RegularityKind::Ruler,
            )
        },
    },
    Claim {
        id: "breaking.sec1.0.123456789",
        place: "Section 1.2, 0.123456789",
        statement: "G(2m−1) = G(2m) = m−1 except G(2^k+6) = 2^(k−1), and no other exceptions are named.",
        method: "values by the fast method, small ones by definition",
        needs: &["codes", "nim-definition"],
        test: all_digits,
    },
];

fn octal_165(work: &mut Work<'_>) -> Tested {
    let game = ruleset("0.165")?;
    let answer = periods(work, &PeriodSearch::default(), &*game)?;
    let proved = answer.kind == PeriodKind::Periodic && answer.proof.is_some();
    work.ensure(proved, "0.165 is proved periodic");
    let pattern = answer.pattern.ok_or("a proof has a pattern")?;
    let (period, preperiod) = (pattern.period().len(), pattern.preperiod().len());
    work.show(format!(
        "0.165: period {period}, {preperiod} values before it"
    ));
    let to = (preperiod + 3 * period) as u64;
    let far = values(work, "0.165", to)?;
    let far = work.plant("a value one larger", far, one_larger);
    let same = follows(Some(&pattern), &far);
    work.ensure(same, format!("the values follow it to heap {to}"));
    work.derived("Repetition", "0.165")
}

fn out_of_reach(work: &mut Work<'_>, code: &str) -> Tested {
    let to = work.at_depth(2_000, 20_000, 100_000);
    let search = PeriodSearch::up_to(to);
    let game = work.plant("Dawson's Kayles instead", code, |_| "0.07");
    let answer = periods(work, &search, &*ruleset(game)?)?;
    work.ensure(
        answer.proof.is_none() && answer.pattern.is_none(),
        format!("{code} shows no period up to {to}"),
    );
    let slow = defined(work, code, 200)?;
    let slow = work.plant("a value one larger", slow, one_larger);
    work.ensure(
        values(work, code, 200)? == slow,
        "the fast method and the definition agree to 200",
    );
    work.open(
        Evidence::Observed,
        format!("no period is seen for n ≤ {to}"),
    )
}

fn octal_454(work: &mut Work<'_>) -> Tested {
    let Some(to) = work.at_depth(None, None, Some(300_000_000)) else {
        return out_of_reach(work, "0.454");
    };
    let answer = periods(
        work,
        &PeriodSearch::new(Some(to), false),
        &*ruleset("0.454")?,
    )?;
    let Some(tail) = answer.proof.and_then(|proof| proof.tested) else {
        return work.open(
            Evidence::Observed,
            format!("no period is proved for n ≤ {to}"),
        );
    };
    work.compare("period", 60_620_715, tail.period);
    work.compare("preperiod", 160_949_019, tail.start);
    work.derived("Periods", format!("n ≤ {to}"))
}

fn search(work: &Work<'_>) -> PeriodSearch {
    PeriodSearch::up_to(work.at_depth(400, 1_500, 4_000))
}

fn periodic(work: &mut Work<'_>, code: &str) -> Tested {
    let answer = periods(work, &search(work), &*ruleset(code)?)?;
    work.ensure(
        answer.kind == PeriodKind::Periodic && answer.proof.is_some(),
        format!("{code} is proved periodic"),
    );
    follows_by_definition(work, code, answer.pattern.as_ref())?;
    work.derived("Repetition", code)
}

fn arithmetic_periodic(work: &mut Work<'_>, code: &str) -> Tested {
    work.misprint(
        "breaking.periods",
        &format!("{code} 7 4"),
        &format!("{code} 8 4"),
    );
    let lines = work.printed_lines("breaking.periods")?;
    let printed = lines.iter().find_map(|line| line.strip_prefix(code));
    let printed = printed.ok_or_else(|| format!("{code} is not listed"))?;
    let answer = periods(work, &search(work), &*ruleset(code)?)?;
    let found = answer.pattern.as_ref();
    let found = found.map(|p| format!("{} {}", p.period().len(), p.saltus()));
    work.compare(
        "period and saltus",
        printed.trim(),
        found.unwrap_or_default(),
    );
    work.ensure(answer.proof.is_some(), "it is proved");
    follows_by_definition(work, code, answer.pattern.as_ref())?;
    work.derived("Periods", code)
}

/// Checks that the values by definition follow a pattern.
fn follows_by_definition(
    work: &mut Work<'_>,
    code: &str,
    pattern: Option<&misere::nim::Pattern>,
) -> Result<(), Box<dyn std::error::Error>> {
    let to = work.at_depth(120, 200, 300);
    let slow = defined(work, code, to)?;
    let slow = work.plant("a value one larger", slow, one_larger);
    let same = pattern.is_some_and(|pattern| follows(Some(pattern), &slow));
    work.ensure(
        same,
        format!("the values by definition follow it to heap {to}"),
    );
    Ok(())
}

fn regularity(work: &mut Work<'_>, codes: &[&str], kind: RegularityKind) -> Tested {
    let to = work.at_depth(2_000, 4_000, 10_000);
    let search = PeriodSearch::up_to(to);
    for code in codes {
        let game = work.plant("Dawson's Kayles instead", *code, |_| "0.07");
        let answer = periods(work, &search, &*ruleset(game)?)?;
        let found = answer.regularity.as_ref().map(|r| r.kind);
        work.ensure(found == Some(kind), format!("{code}: {found:?}"));
    }
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}

fn all_digits(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(300, 1_000, 3_000);
    let computed = values(work, "0.123456789", to)?;
    let computed = work.plant("a value one larger", computed, one_larger);
    let by_definition = defined(work, "0.123456789", 60)?;
    work.ensure(
        computed.starts_with(&by_definition),
        "the fast method and the definition agree to 60",
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
        work.remark(format!(
            "the text has G(2^k+6) = 2^k−1 (a slip of the scan), which fails at n = {n}; 2^(k−1), k ≥ 3"
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
