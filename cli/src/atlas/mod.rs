//! `misere atlas`: what is known of a game, and lists of games by what is known.

mod build;

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use misere::atlas::{Atlas, Entry, Recheck, Row, Status, sample};
use misere::heaps::{Code, Shape};
use misere::limits::parallel;

use super::failure::Failure;
use super::input::{duration, one_ruleset};
use super::session::Session;
use super::tables::{self, Cell};
use super::{Answer, Format};

/// Look up what is known of a game, or list games by what is known
///
/// The atlas is part of the program: octal codes of up to three digits, quaternary codes of up to
/// four, hexadecimal codes of up to two, cut sets of up to four numbers up to 16, and arithmetic
/// rulesets. It says how the nim values go on and what the misère quotient is, within which limits
/// that was found, and which command proves it. docs/atlas.md has the counts.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere atlas 0.123\n  \
    misere atlas kayles --format json\n  \
    misere atlas --wild --order 8\n  \
    misere atlas --same-as 0.137 --format csv\n  \
    misere atlas --recheck 3 --seed 5")]
pub(super) struct AtlasCommand {
    /// The game
    #[arg(value_name = "RULESET", conflicts_with_all = ["wild", "tame", "order", "quotient", "same_as"])]
    ruleset: Vec<String>,

    /// Games with a wild quotient, of all heaps or as far as it is known
    #[arg(long, conflicts_with = "tame")]
    wild: bool,

    /// Games with a tame quotient
    #[arg(long)]
    tame: bool,

    /// Games whose quotient of all heaps has this order
    #[arg(long, value_name = "N")]
    order: Option<u64>,

    /// Games whose quotient is solved, infinite or open
    #[arg(long, value_name = "STATE", value_parser = ["solved", "infinite", "open"])]
    quotient: Option<String>,

    /// Codes that are this game but for the sizes of heaps
    #[arg(long, value_name = "CODE")]
    same_as: Option<String>,

    /// Compute N rows, chosen at random, again; the exit code is 1 if one of them does not hold
    #[arg(long, value_name = "N", conflicts_with_all = ["ruleset", "build"])]
    recheck: Option<usize>,

    /// Choose these rows at random by another seed
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "recheck")]
    seed: u64,

    /// Give up a row that is computed again after this time
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "recheck", default_value = "1m")]
    each: Duration,

    /// Write the rows of an atlas from the files of sweeps over one family: periods, quotients or both
    ///
    /// The first sweep is over the whole family, others may be over parts of it. A file of rows may be
    /// among them: rows for which the sweeps found no more stay as they are.
    #[arg(long, value_name = "FILE", num_args = 1..,
          conflicts_with_all = ["ruleset", "wild", "tame", "order", "quotient", "same_as"])]
    build: Vec<PathBuf>,

    /// Write the rows of the arithmetic rulesets
    #[arg(long, conflicts_with_all = ["ruleset", "build"])]
    build_arithmetic: bool,
}

impl AtlasCommand {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let formats: &[Format] = if self.recheck.is_some() {
            &[Format::Text, Format::Json, Format::Csv]
        } else {
            &[Format::Text, Format::Json, Format::Csv, Format::Tex]
        };
        session.require_format("atlas", formats)?;
        if !self.build.is_empty() {
            return build::build(&self.build, session);
        }
        if self.build_arithmetic {
            return build::arithmetic(session);
        }
        if !self.ruleset.is_empty() {
            return self.look_up(session);
        }
        let rows = self.chosen()?;
        if let Some(count) = self.recheck {
            return self.check_again(&rows, count, session);
        }
        if session.format == Format::Text {
            session.note(&format!(
                "{} of {} rows",
                rows.len(),
                Atlas::get().rows().len()
            ));
        }
        list(&rows, session)
    }

    /// Tells what is known of one game.
    fn look_up(&self, session: &mut Session) -> Result<Answer, Failure> {
        let text = one_ruleset(&self.ruleset)?;
        let game = session.ruleset(&text)?;
        let Some(row) = find(&*game) else {
            let message = format!("the atlas has no row for {}", game.called());
            // Play that may go on for ever has nim values only.
            let commands = if game.is_loopy() {
                "`misere nim` computes its values"
            } else {
                "`misere period` and `misere quotient` compute its values"
            };
            session.note(&format!("{message}; {commands}"));
            return Ok(Answer::No);
        };
        if session.format == Format::Tex {
            return tex_of(&row, session);
        }
        if session.format != Format::Text {
            return list(&[&row], session);
        }
        session.line(&format!("{}: {}", row.game, row.summary()))?;
        if let Some(same) = &row.same_as {
            session.property("same as", &format!("{same}, but for the sizes of heaps"))?;
        }
        for (name, value) in properties(&row) {
            session.property(name, &value)?;
        }
        for (i, command) in row.commands().iter().enumerate() {
            session.property(if i == 0 { "proved by" } else { "" }, command)?;
        }
        session.property(
            "computed",
            &format!("{}, version {}", row.limits, row.version),
        )?;
        Ok(Answer::Yes)
    }

    /// Returns the rows that the flags choose.
    fn chosen(&self) -> Result<Vec<&'static Row>, Failure> {
        let atlas = Atlas::get();
        let rows: Vec<&Row> = match &self.same_as {
            Some(text) => {
                let code = text.parse::<Code>().map_err(|_| {
                    let message = format!("`{text}` is not a code");
                    Failure::input(&message, Some("as in misere atlas --same-as 0.75"))
                })?;
                atlas.equal_to(&code).collect()
            }
            None => atlas.rows().iter().collect(),
        };
        let mut seen = HashSet::new();
        let fits = |row: &&Row| {
            let solved = row.quotient == Some(Status::Solved);
            let state = row.quotient.map(Status::name);
            (!self.wild || row.tame == Some(false))
                && (!self.tame || row.tame == Some(true))
                && (self.order.is_none() || (solved && row.order == self.order))
                && (self.quotient.is_none() || self.quotient.as_deref() == state)
        };
        // A code may be in two families.
        let rows = rows.into_iter().filter(fits);
        Ok(rows.filter(|row| seen.insert(row.game.as_str())).collect())
    }

    /// Computes some of the rows again.
    fn check_again(
        &self,
        rows: &[&'static Row],
        count: usize,
        session: &mut Session,
    ) -> Result<Answer, Failure> {
        let chosen = sample(rows.len(), count, self.seed);
        let chosen: Vec<&Row> = chosen.into_iter().map(|at| rows[at]).collect();
        let progress = session.counting("rows", chosen.len() as u64);
        let budget = session.budget().clone();
        if session.format == Format::Csv {
            session.csv(&["game", "holds", "differences", "unfinished"])?;
        }
        let (mut wrong, mut unfinished) = (0, 0);
        let each = self.each;
        parallel::for_each_in_order(
            chosen,
            &budget,
            |row, budget| Recheck::new(row, &budget.clone().within(each)),
            |found| {
                progress.advance(1);
                if !found.differences.is_empty() {
                    wrong += 1;
                    session.answer(false);
                }
                unfinished += usize::from(found.unfinished.is_some());
                let told = match (&found.unfinished, found.holds) {
                    (Some(reason), _) => format!("not finished: {reason}"),
                    (None, true) => "holds".into(),
                    (None, false) => found.differences.join("; "),
                };
                match session.format {
                    Format::Json => session.json(&found),
                    Format::Csv => {
                        let holds = found.holds.to_string();
                        let stopped = found.unfinished.as_deref().unwrap_or_default();
                        session.csv(&[&found.game, &holds, &found.differences.join("; "), stopped])
                    }
                    _ => session.line(&format!("{:<20} {told}", found.game)),
                }
            },
        )?;
        drop(progress);
        if wrong == 0 && unfinished > 0 {
            let message = format!("{unfinished} rows; --each gives them more time");
            return Err(Failure::Unfinished(message));
        }
        Ok(if wrong == 0 { Answer::Yes } else { Answer::No })
    }
}

/// Returns the row of a ruleset, by its name or its code.
fn find(game: &dyn misere::heaps::Ruleset) -> Option<Row> {
    let atlas = Atlas::get();
    match game.shape() {
        Shape::Code(code) => atlas.find(&code.to_string()),
        _ => atlas.find(&game.name()),
    }
}

/// One line about a ruleset for other commands; none if the atlas does not have it.
pub(super) fn mention(game: &dyn misere::heaps::Ruleset) -> Option<String> {
    let row = find(game)?;
    Some(format!("{}; see misere atlas {}", row.summary(), row.game))
}

/// The properties of a row that are not in its summary.
fn properties(row: &Row) -> Vec<(&'static str, String)> {
    let mut told = Vec::new();
    if let Some(period) = row.period {
        let how = match &row.theorem {
            Some(_) => row
                .proved_by()
                .map_or("proved".into(), |theorem| theorem.name().to_owned()),
            None => "observed, not proved".into(),
        };
        let before = row
            .preperiod
            .map_or("?".into(), |before| before.to_string());
        let saltus = row.saltus.unwrap_or(0);
        told.push((
            "nim values",
            format!(
                "{}, period {period}, preperiod {before}, saltus {saltus}: {how}",
                row.kind
            ),
        ));
    } else if let (Some(theorem), "formula") = (&row.theorem, row.kind.as_str()) {
        told.push(("nim values", theorem.clone()));
    } else if let Some(heap) = row.values_to {
        told.push(("nim values", format!("no period is seen up to heap {heap}")));
    }
    if let (Some(status), Some(order), Some(p_order)) = (row.quotient, row.order, row.p_order) {
        // An infinite quotient has no order: then these are of the last finite one.
        let of = match (status, row.infinite_from, row.max_heap) {
            (Status::Solved, None, _) | (_, _, None) => "all heaps".to_owned(),
            (_, _, Some(heap)) => format!("the heaps up to {heap}"),
        };
        let kind = if row.tame == Some(true) {
            "tame"
        } else {
            "wild"
        };
        told.push((
            "quotient",
            format!("{kind}, order {order}, {p_order} P-values, of {of}"),
        ));
    }
    if let Some(heap) = row.infinite_from {
        told.push(("", format!("infinite from heap {heap} on")));
    }
    if let (Some(period), Some(before)) = (row.quotient_period, row.quotient_preperiod) {
        told.push((
            "",
            format!("values of heaps: period {period}, preperiod {before}"),
        ));
    }
    if let Some(sequence) = &row.oeis {
        told.push(("OEIS", sequence.clone()));
    }
    told
}

/// Writes what is known of one game as a table for TeX, a row for each property.
fn tex_of(row: &Row, session: &mut Session) -> Result<Answer, Failure> {
    tables::begin_wide(session, &[("property", 0.2), ("value", 0.72)])?;
    let mut told = vec![("game", row.game.clone())];
    if let Some(same) = &row.same_as {
        told.push(("same as", format!("{same}, but for the sizes of heaps")));
    }
    told.extend(properties(row));
    told.extend(
        row.commands()
            .into_iter()
            .map(|command| ("proved by", command)),
    );
    told.push((
        "computed",
        format!("{}, version {}", row.limits, row.version),
    ));
    for (name, value) in told {
        tables::row(session, &[name.into(), value.into()])?;
    }
    tables::end(session)?;
    Ok(Answer::Yes)
}

/// Writes rows.
fn list(rows: &[&Row], session: &mut Session) -> Result<Answer, Failure> {
    match session.format {
        Format::Csv => tables::begin(session, &Row::HEAD.split('\t').collect::<Vec<_>>())?,
        // All of the columns do not fit a page.
        Format::Tex => tables::begin_wide(session, &[("game", 0.25), ("what is known", 0.67)])?,
        _ => {}
    }
    for &row in rows {
        match session.format {
            Format::Json => session.json(&Entry::from(row))?,
            Format::Csv => {
                let line = row.to_string();
                let cells = line
                    .split('\t')
                    .map(|cell| if cell == "-" { "" } else { cell });
                let cells: Vec<Cell> = cells.map(Cell::from).collect();
                tables::row(session, &cells)?;
            }
            Format::Tex => {
                tables::row(session, &[row.game.as_str().into(), row.summary().into()])?;
            }
            _ => session.paragraph(&format!("{:<12} ", row.game), &row.summary())?,
        }
    }
    tables::end(session)?;
    Ok(Answer::Yes)
}
