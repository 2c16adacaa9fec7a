//! Rows of the atlas from the files of sweeps.

use std::collections::HashMap;
use std::path::PathBuf;

use serde_json::Value;

use misere::answer::RuleListed;
use misere::atlas::{Row, Status, sequence_of};
use misere::heaps::{Shape, ruleset};
use misere::nim::{Theorem, methods};

use super::{Answer, Failure, Session};
use crate::result_lines::read_lines;
use crate::sweep::{Asks, Done, Head};

/// Cut sets of more numbers are left out.
const MOST_CUTS: usize = 4;

/// Writes the rows of a family, from the files of sweeps over it or parts of it. Rows that were written
/// before may be among the files: of two results that for which more is proved is kept, or that which
/// went further.
pub(super) fn build(files: &[PathBuf], session: &mut Session) -> Result<Answer, Failure> {
    let mut rows: HashMap<String, Row> = HashMap::new();
    let mut family: Option<String> = None;
    for path in files {
        let mut head: Option<Head> = None;
        let beginnings = [Head::BEGINNING, Done::BEGINNING, ""];
        read_lines(path, &beginnings, session.budget(), |line| {
            if line == Row::HEAD {
                return Ok(());
            }
            if line.starts_with(Head::BEGINNING) {
                let read = Head::read(line)?;
                // The first sweep is over the whole family.
                family.get_or_insert_with(|| read.sweep.clone());
                head = Some(read);
                return Ok(());
            }
            if !line.starts_with(Done::BEGINNING) {
                let row: Row = line.parse()?;
                rows.insert(row.game.clone(), row);
                return Ok(());
            }
            let head = head.as_ref().ok_or_else(|| Head::MISSING.to_owned())?;
            let result = Done::read(line, head.asks)?;
            if result.unfinished {
                return Err(format!(
                    "a limit stopped {}: it has no result",
                    result.ruleset
                ));
            }
            let found: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            let name = result.ruleset;
            let row = rows
                .entry(name)
                .or_insert_with_key(|name| Row::new(name, &head.version));
            if !is_further(row, &found, head.asks) {
                return Ok(());
            }
            fill(row, &found, head.asks);
            row.version.clone_from(&head.version);
            replace_limits(row, head);
            Ok(())
        })?;
    }
    let Some(family) = family else {
        return Err(Failure::input(
            "these files have no results of a sweep",
            None,
        ));
    };
    spread(&mut rows);
    session.line(Row::HEAD)?;
    for game in crate::sweep::parse(&family)?.games() {
        let name = game.name();
        let Some(mut row) = rows.remove(&name) else {
            return Err(Failure::Unfinished(format!(
                "{name} of {family} is missing"
            )));
        };
        if is_too_long(&name) {
            continue;
        }
        row.oeis = row.code().and_then(|code| sequence_of(&code));
        session.displayed(&row)?;
    }
    if let Some(name) = rows.keys().min() {
        let message = format!("{name} is not a game of {family}, the family of the first sweep");
        return Err(Failure::input(&message, None));
    }
    Ok(Answer::Yes)
}

/// What was found for the first code of a class alone is known of all its codes.
fn spread(rows: &mut HashMap<String, Row>) {
    let firsts: HashMap<String, Row> = rows
        .values()
        .filter(|row| row.same_as.is_none())
        .map(|row| (row.game.clone(), row.clone()))
        .collect();
    for row in rows.values_mut() {
        let first = row.same_as.as_ref().and_then(|first| firsts.get(first));
        let derived = first
            .filter(|first| first.limits != row.limits)
            .and_then(|first| first.of_equal_code(&row.code()?));
        if let Some(derived) = derived {
            *row = derived;
        }
    }
}

/// Whether a result says more than the row does.
fn is_further(row: &Row, found: &Value, asks: Asks) -> bool {
    let is = |key: &str| found[key] == true;
    let heap = |key: &str| found[key].as_u64();
    match asks {
        Asks::Periods => {
            let rank = (is("proved"), heap("observed_to"));
            is("proved") || rank >= (row.theorem.is_some(), row.values_to)
        }
        Asks::Quotients => {
            let rank = (
                is("solved"),
                heap("infinite_from").is_some(),
                heap("max_heap"),
            );
            let solved = row.quotient == Some(Status::Solved);
            rank >= (solved, row.infinite_from.is_some(), row.max_heap)
        }
    }
}

/// Says within which limits the periods, or the quotients, of a row were found.
fn replace_limits(row: &mut Row, head: &Head) {
    let what = word(head.asks);
    let others = row
        .limits
        .split("; ")
        .filter(|told| !told.starts_with(what));
    let mut told: Vec<String> = others
        .filter(|told| !told.is_empty())
        .map(str::to_owned)
        .collect();
    told.push(limits_of(head));
    // Periods come first.
    told.sort();
    row.limits = told.join("; ");
}

const fn word(asks: Asks) -> &'static str {
    match asks {
        Asks::Periods => "periods",
        Asks::Quotients => "quotients",
    }
}

/// Whether a cut set has more numbers than the atlas shows.
fn is_too_long(name: &str) -> bool {
    name.starts_with("cut{") && name.split(',').count() > MOST_CUTS
}

/// Says what limits a sweep had.
fn limits_of(head: &Head) -> String {
    let to = head.to.map(|to| format!("--to {to}"));
    let each = head.each_ms.map(|ms| {
        format!(
            "--each {}s",
            std::time::Duration::from_millis(ms).as_secs_f64()
        )
    });
    let told: Vec<String> = to.into_iter().chain(each).collect();
    let what = word(head.asks);
    if told.is_empty() {
        format!("{what} by default")
    } else {
        format!("{what} {}", told.join(" "))
    }
}

fn fill(row: &mut Row, found: &Value, asks: Asks) {
    let number = |key: &str| found[key].as_u64();
    let text = |key: &str| found[key].as_str().map(str::to_owned);
    row.same_as = text("same_as").or(row.same_as.take());
    match asks {
        Asks::Periods => {
            row.kind = text("kind").unwrap_or_default();
            row.period = number("period");
            row.saltus = number("saltus");
            row.preperiod = number("preperiod");
            row.values_to = number("observed_to");
            let named = |theorem: &Theorem| found["theorem"] == theorem.name();
            let theorem = Theorem::ALL.into_iter().find(named);
            row.theorem = theorem.map(|theorem| theorem.label().into());
        }
        Asks::Quotients => {
            row.quotient = Some(match (found["solved"] == true, number("infinite_from")) {
                (true, _) => Status::Solved,
                (false, Some(_)) => Status::Infinite,
                (false, None) => Status::Open,
            });
            row.order = number("order");
            row.p_order = number("p_order");
            row.tame = found["tame"].as_bool();
            row.quotient_period = number("period");
            row.quotient_preperiod = number("preperiod");
            row.max_heap = number("max_heap");
            row.infinite_from = number("infinite_from");
        }
    }
}

/// Sequences of the OEIS that claims, or the sources of a ruleset, name for its values.
const SEQUENCES: [(&str, &str); 4] = [
    ("totative", "A055396"),
    ("divide-throw-residue", "A003602"),
    ("grundy", "A002188"),
    ("couples-are-forever", "A046695"),
];

/// The rulesets whose heaps are numbers with their divisors, and Grundy's game.
pub(super) fn arithmetic(session: &mut Session) -> Result<Answer, Failure> {
    session.line(Row::HEAD)?;
    let mut rows: Vec<Row> = Vec::new();
    for listed in RuleListed::all() {
        let Ok(game) = ruleset(listed.usage) else {
            continue;
        };
        let is_arithmetic = matches!(
            Shape::of(&*game),
            Shape::Arithmetic(_) | Shape::Division(_) | Shape::Factoring(_) | Shape::Partition(_)
        );
        if !is_arithmetic {
            continue;
        }
        let mut row = Row::new(&game.name(), env!("CARGO_PKG_VERSION"));
        if let Some(form) = methods(&*game).closed_form {
            row.kind = "formula".into();
            row.theorem = Some(form.theorem);
        }
        let sequence = SEQUENCES.iter().find(|(name, _)| *name == row.game);
        row.oeis = sequence.map(|(_, number)| (*number).to_owned());
        row.limits = "what the program states of the ruleset".into();
        rows.push(row);
    }
    rows.sort_by(|a, b| a.game.cmp(&b.game));
    rows.dedup_by(|a, b| a.game == b.game);
    for row in rows {
        session.displayed(&row)?;
    }
    Ok(Answer::Yes)
}
