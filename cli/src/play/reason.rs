//! Why a position is won or lost.

use misere::game::Outcome;
use misere::play::Method;

use super::super::failure::Failure;
use super::super::large_heaps::in_words;
use super::super::moves::called;
use super::table::Table;

/// Why the player who moved last to this position wins, or does not.
pub(super) fn of_position(table: &mut Table<'_>) -> Result<String, Failure> {
    /// Longer names are left out.
    const LONGEST: usize = 60;
    let outcome = table.outcome()?;
    let analysis = table.analysis()?;
    if analysis.is_over {
        return Ok("there is no move left".into());
    }
    Ok(match &analysis.method {
        Method::NimValues(values) => {
            let mut all = Vec::new();
            for (value, summand) in values.iter().zip(&analysis.summands) {
                let copies = usize::try_from(summand.copies).unwrap_or(2);
                // Equal values cancel in pairs; a few of them are written out.
                let shown = if copies > 4 { 2 - copies % 2 } else { copies };
                all.extend(std::iter::repeat_n(value.to_string(), shown));
            }
            let sum = if outcome == Outcome::P {
                "= 0"
            } else {
                "≠ 0"
            };
            if let [only] = &all[..] {
                return Ok(format!("its nim value is {only}"));
            }
            format!("the nim values add to {} {sum}", all.join(" ⊕ "))
        }
        Method::Quotient(place) => {
            let member = if outcome == Outcome::P { "a" } else { "no" };
            let ruleset = called(&analysis.summands);
            format!("{}, {member} P-value", in_words(place, &ruleset))
        }
        Method::PlayedOut => match outcome {
            Outcome::P => "every reply has an answer; all lines were played out".into(),
            Outcome::N => "some reply wins; all lines were played out".into(),
        },
        Method::CanonicalForms => {
            let parts: Vec<_> = analysis
                .values
                .iter()
                .zip(&analysis.summands)
                .map(|(value, summand)| (*value, summand.copies))
                .collect();
            let u = &mut table.session.universe;
            let mut total = u.zero();
            for (value, copies) in parts {
                if let Some(value) = value {
                    let copies = u.multiple(copies, value)?;
                    total = u.sum(total, copies)?;
                }
            }
            let genus = u.genus(total)?;
            let class = u.class(total)?;
            let name = table.session.name(total)?;
            let equal = if name.chars().count() <= LONGEST {
                format!("it is equal to {name}, ")
            } else {
                String::new()
            };
            let article = if outcome == Outcome::P { "a" } else { "an" };
            format!("{equal}genus {genus}, {class}: {article} {outcome}-position")
        }
    })
}

/// The answer to every move from here.
pub(super) fn answers(table: &mut Table<'_>) -> Result<(), Failure> {
    const MOST: usize = 40;
    let moves = table.analysis()?.moves.clone();
    let why = of_position(table)?;
    table.say(&why)?;
    for m in moves.iter().take(MOST) {
        let described = table.described(m)?;
        if m.result == Outcome::P {
            table.say(&format!("  {described} wins"))?;
            continue;
        }
        table.make(m)?;
        let winning = table.analysis().map(|after| {
            let mut winning = after.moves.iter().filter(|m| m.result == Outcome::P);
            winning.next().cloned()
        });
        let answer = match winning {
            Ok(Some(answer)) => table.described(&answer).map(Some),
            Ok(None) => Ok(None),
            Err(failure) => Err(failure),
        };
        table.take_back();
        let line = match answer? {
            Some(answer) => format!("  {described} is answered by {answer}"),
            // In misère play the player who cannot move has won.
            None => format!("  {described} loses at once"),
        };
        table.say(&line)?;
    }
    if moves.len() > MOST {
        table.say(&format!("  and {} more", moves.len() - MOST))?;
    }
    Ok(())
}
