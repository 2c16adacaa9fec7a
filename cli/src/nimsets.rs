//! `misere nimsets`: the nim-sets of a cut game.

use std::fmt::Write as _;

use clap::Args;

use misere::answer::{self, OneEvenGame, PhiColumn, PhiTable};
use misere::heaps::{Cut, CutSet, Ruleset, Shape};
use misere::nim::{Alternating, Evaluator, NimSets};
use misere_figures::{breakable, escaped, wide_column, wide_table};

use super::failure::Failure;
use super::input::one_ruleset;
use super::layout::groups;
use super::session::Session;
use super::terminal;
use super::tex::{begin_table, end_table, table_row};
use super::{Answer, Format};

/// Compute the nim-sets N(n,p,C) of a cut game
///
/// N(n,p,C) is the set of nim values that arise from breaking a heap of n into p heaps; the value of
/// a heap is the mex of those with p-1 in C.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere nimsets cut:1,6 --to 17\n  \
    misere nimsets cut:1,6 --piles 2 --to 30 --alternating\n  \
    misere nimsets 'cut{1,even>=4}' --piles 2,5 --format json\n  \
    misere nimsets cut:1,10 --structure --piles 2,3,4\n  \
    misere nimsets cut:1,6 --structure --partition 12,8")]
pub(super) struct Nimsets {
    /// The cut game
    #[arg(value_name = "RULESET", required = true)]
    ruleset: Vec<String>,

    /// The numbers of heaps p; the first few that a move can leave unless set
    #[arg(long, value_name = "P,…", value_delimiter = ',')]
    piles: Vec<u64>,

    /// The last n
    #[arg(long, value_name = "N", default_value_t = 30)]
    to: u64,

    /// Split each sequence into subsequences whose values are v and v^1 in turn
    ///
    /// Such a subsequence has an entry, its first n, and an exit, its last, and takes every second n
    /// between them. One that has the values of another, at the n of the other parity, is marked as its
    /// second start.
    #[arg(long)]
    alternating: bool,

    /// For {1,2c}: the first period in six rows, innumbers and outnumbers, and the map to {1,6}
    ///
    /// With --piles, what φ_p does to remainders modulo 2c, for these p.
    #[arg(long, conflicts_with_all = ["alternating", "to"])]
    structure: bool,

    /// The floor and the ceiling of this partition
    #[arg(
        long,
        value_name = "H,…",
        value_delimiter = ',',
        requires = "structure"
    )]
    partition: Vec<u64>,
}

/// The maximum number of heaps that are shown after a limit was reached.
const SHOWN_WHEN_STOPPED: usize = 1000;

impl Nimsets {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let formats = [Format::Text, Format::Json, Format::Csv, Format::Tex];
        session.require_format("nimsets", &formats)?;
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        let Shape::Cut(cut) = game.shape() else {
            let message = format!("`{}` is not a cut game", game.called());
            return Err(Failure::input(
                &message,
                Some("as in misere nimsets cut:1,6"),
            ));
        };
        if self.piles.contains(&0) {
            return Err(Failure::input("a heap is not broken into 0 heaps", None));
        }
        if self.structure {
            return structure(session, cut, &self.piles, &self.partition);
        }
        let piles = if self.piles.is_empty() {
            some_piles(cut.set())
        } else {
            self.piles
        };
        let budget = session.budget().clone();
        let mut sets = NimSets::new(cut, piles.iter().copied().max().unwrap_or(1));
        // After a limit was reached, the heaps known so far are still printed.
        let busy = session.heaps("nim-sets", self.to);
        let result = sets.extend(self.to, &budget);
        drop(busy);
        let known = sets.values().len();
        let shown = if result.is_err() {
            session.extend_deadline();
            known.min(SHOWN_WHEN_STOPPED)
        } else {
            known
        };
        if shown < known {
            session.note(&format!("the first {shown} of {known} heaps"));
        }
        if session.format == Format::Json {
            let budget = session.budget();
            let what = (shown, self.alternating);
            let answer = answer::NimSets::new(game.name(), &sets, &piles, what, budget)?;
            session.json(&answer)?;
        } else if self.alternating {
            if session.format == Format::Csv {
                session.csv(&["piles", "entering", "exiting", "n", "value"])?;
            }
            for &p in &piles {
                print_alternating(&sets, p, &game.called(), session)?;
            }
        } else {
            print_sets(&sets, &piles, shown, session)?;
        }
        result?;
        Ok(Answer::Yes)
    }
}

/// Returns the first few numbers of heaps that a move can leave.
fn some_piles(set: &CutSet) -> Vec<u64> {
    const FEW: usize = 4;
    set.up_to(u64::MAX - 1).map(|d| d + 1).take(FEW).collect()
}

/// Prints a line for each n, with a column for each number of piles.
fn print_sets(
    sets: &NimSets,
    piles: &[u64],
    shown: usize,
    session: &mut Session,
) -> Result<(), Failure> {
    let mut head: Vec<String> = vec!["n".into()];
    head.extend(piles.iter().map(|p| format!("N(n,{p})")));
    head.push("G(n)".into());
    let rows = || {
        let values = sets.values().iter().take(shown);
        values.map(|(n, value)| {
            let mut row = vec![n.to_string()];
            row.extend(piles.iter().map(|&p| match sets.get(n, p) {
                Some(set) if !set.is_empty() => set.to_string(),
                _ => "–".into(),
            }));
            row.push(value.to_string());
            row
        })
    };
    if session.format == Format::Tex {
        let head: Vec<String> = head.iter().map(|name| format!("${name}$")).collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let share = 0.7 / piles.len().max(1) as f64;
        let columns = wide_column(share).repeat(piles.len());
        begin_table(session, &format!("r{columns}r"), &head)?;
        for row in rows() {
            let cells = row.iter().map(|cell| match &**cell {
                "–" => "--".into(),
                cell => format!("${}$", breakable(&escaped(cell))),
            });
            table_row(session, &cells.collect::<Vec<String>>())?;
        }
        return end_table(session);
    }
    if session.format == Format::Csv {
        session.csv(&head.iter().map(String::as_str).collect::<Vec<_>>())?;
        for row in rows() {
            let cells = row.iter().map(|cell| if cell == "–" { "" } else { cell });
            session.csv(&cells.collect::<Vec<_>>())?;
        }
        return Ok(());
    }
    // The rows are made twice rather than kept: a set may be as long as n.
    let mut widths: Vec<usize> = head.iter().map(|field| field.chars().count()).collect();
    let mut measured = 0;
    for row in rows() {
        // After the deadline, only the lines measured so far are printed.
        if measured > 0 && session.universe.check_deadline().is_err() {
            break;
        }
        measured += 1;
        for (width, field) in widths.iter_mut().zip(row) {
            *width = (*width).max(field.chars().count());
        }
    }
    let (first, others) = (widths[0], &widths[1..]);
    let spaced: Vec<usize> = others.iter().map(|width| width + 2).collect();
    for (part, range) in groups(&spaced, first, terminal::width())
        .into_iter()
        .enumerate()
    {
        if part > 0 {
            session.line("")?;
        }
        for row in std::iter::once(head.clone()).chain(rows().take(measured)) {
            let mut line = format!("{:>first$}", row[0]);
            for (field, width) in row[1..][range.clone()].iter().zip(&others[range.clone()]) {
                let _ = write!(line, "  {field:<width$}");
            }
            session.line(line.trim_end())?;
        }
    }
    session.note_if_wider(first + spaced.iter().max().unwrap_or(&0));
    if measured < shown {
        session.universe.check_deadline()?;
    }
    Ok(())
}

/// Prints a line for each subsequence: where it enters and exits, and its value for each n.
fn print_alternating(
    sets: &NimSets,
    piles: u64,
    name: &str,
    session: &mut Session,
) -> Result<(), Failure> {
    let all = sets.alternating(piles, session.budget())?;
    let known = sets.values().len() as u64;
    if session.format == Format::Tex {
        return tex_alternating(session, &all, known);
    }
    if session.format == Format::Csv {
        return csv_alternating(session, &all, (piles, known));
    }
    session.line(&format!("N(n,{piles}) of {name}"))?;
    let labels = all.iter().map(|one| {
        let exit = match one.exits {
            Some(_) => partitions(&one.exiting, 1),
            None => "…".into(),
        };
        let second = if one.second { "second start " } else { "" };
        format!("{second}{} to {exit}", partitions(&one.entering, 2))
    });
    let labels: Vec<String> = labels.collect();
    let label_width = labels.iter().map(|label| label.chars().count()).max();
    let label_width = label_width.unwrap_or(0);
    let largest = all.iter().map(|one| u64::from(one.value | 1)).max();
    let width = largest.unwrap_or(0).max(known).to_string().len();
    let columns: Vec<u64> = (1..=known).collect();
    let spaced = vec![width + 1; columns.len()];
    for (part, range) in groups(&spaced, label_width + 3, terminal::width())
        .into_iter()
        .enumerate()
    {
        if part > 0 {
            session.line("")?;
        }
        let columns = &columns[range];
        let mut head = format!("  {:<label_width$} ", "n");
        for n in columns {
            let _ = write!(head, " {n:>width$}");
        }
        session.line(&head)?;
        for (one, label) in all.iter().zip(&labels) {
            let mut line = format!("  {label:<label_width$} ");
            for &n in columns {
                let value = one.value_at(n).map_or(String::new(), |v| v.to_string());
                let _ = write!(line, " {value:>width$}");
            }
            session.line(line.trim_end())?;
        }
    }
    Ok(())
}

/// Writes a row for each value of each subsequence.
fn csv_alternating(
    session: &mut Session,
    all: &[Alternating],
    (piles, known): (u64, u64),
) -> Result<(), Failure> {
    let piles = piles.to_string();
    for one in all {
        let entering = partitions(&one.entering, 1);
        let exiting = match one.exits {
            Some(_) => partitions(&one.exiting, 1),
            None => String::new(),
        };
        for n in 1..=known {
            if let Some(value) = one.value_at(n) {
                let (n, value) = (n.to_string(), value.to_string());
                session.csv(&[&piles, &entering, &exiting, &n, &value])?;
            }
        }
    }
    Ok(())
}

/// Writes a table with a row for each subsequence.
fn tex_alternating(session: &mut Session, all: &[Alternating], known: u64) -> Result<(), Failure> {
    let heads: Vec<String> = (1..=known).map(|n| format!("${n}$")).collect();
    let rows = all.iter().map(|one| {
        let value = |n| one.value_at(n).map_or(String::new(), |v| format!("${v}$"));
        let label = format!("${}$", partitions(&one.entering, 1));
        (label, (1..=known).map(value).collect())
    });
    let rows: Vec<(String, Vec<String>)> = rows.collect();
    session.text(&wide_table("$n$", &heads, &rows))
}

/// Writes the first few of several partitions: `(13,7) or (19,1)`.
fn partitions(partitions: &[Vec<u64>], few: usize) -> String {
    let written = partitions.iter().take(few).map(|parts| listed(parts, ","));
    let written: Vec<String> = written.map(|parts| format!("({parts})")).collect();
    written.join(" or ")
}

fn listed<T: ToString>(numbers: &[T], between: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(between)
}

/// Prints the first period, innumbers and outnumbers, φ_p and a partition of a game {1,2c}.
fn structure(
    session: &mut Session,
    cut: &Cut,
    piles: &[u64],
    parts: &[u64],
) -> Result<Answer, Failure> {
    let parts = (!parts.is_empty()).then_some(parts);
    if parts.is_some_and(|parts| parts.contains(&0)) {
        return Err(Failure::input(
            "the parts of a partition are positive",
            None,
        ));
    }
    let piles = if piles.is_empty() { &[2, 3, 4] } else { piles };
    let found = OneEvenGame::new(cut, piles, parts, session.budget())?;
    let Some(found) = found else {
        let message = format!("`{}` is not a game {{1,2c}} with c ≥ 2", cut.name());
        let hint = "as in misere nimsets cut:1,6 --structure";
        return Err(Failure::input(&message, Some(hint)));
    };
    match session.format {
        Format::Json => session.json(&found)?,
        Format::Csv => csv_structure(session, &found)?,
        Format::Tex => {
            let columns = 2 * found.c;
            let heads: Vec<String> = (1..=columns).map(|n| format!("$+{n}$")).collect();
            let rows = (0..).step_by(usize::try_from(columns).unwrap_or(usize::MAX));
            let rows = rows.zip(&found.rows);
            let rows = rows.map(|(n, row): (u64, _)| (format!("${n}$"), formulas(row)));
            let rows: Vec<(String, Vec<String>)> = rows.collect();
            session.text(&wide_table("$n$", &heads, &rows))?;
            for table in &found.phi {
                let rows = phi_rows(table).into_iter();
                let rows = rows.map(|(name, row)| (format!("${name}$"), formulas(&row)));
                let rows: Vec<(String, Vec<String>)> = rows.collect();
                if let [(corner, heads), rows @ ..] = &rows[..] {
                    session.text(&wide_table(corner, heads, rows))?;
                }
            }
        }
        _ => {
            session.line(&format!("{}, the first period in rows", found.ruleset))?;
            for row in &found.rows {
                session.line(&format!("  {}", listed(row, " ")))?;
            }
            session.property("innumbers", &listed(&found.innumbers, ", "))?;
            session.property("outnumbers", &listed(&found.outnumbers, ", "))?;
            for table in &found.phi {
                session.line(&format!(
                    "  φ_{} on remainders modulo {}",
                    table.p,
                    2 * found.c
                ))?;
                for (name, numbers) in phi_rows(table) {
                    let numbers: Vec<String> = numbers.iter().map(|n| format!("{n:>2}")).collect();
                    let numbers = numbers.join(" ");
                    session.line(&format!("  {name:<9} {numbers}"))?;
                }
            }
            if let Some(bounds) = &found.partition {
                let [own, low, high] = &bounds.nim_values;
                for (name, parts, value) in [
                    (bounds.kind, &bounds.parts, own),
                    ("floor", &bounds.floor, low),
                    ("ceiling", &bounds.ceiling, high),
                ] {
                    let parts = listed(parts, ",");
                    session.property(name, &format!("({parts}), value {value}"))?;
                }
                if let Some(images) = &bounds.phi {
                    let p = bounds.parts.len();
                    session.property(&format!("φ_{p}"), &listed(images, ", "))?;
                }
            }
        }
    }
    Ok(Answer::Yes)
}

/// Writes a row for each cell of the tables: of the first period, and of each φ_p.
fn csv_structure(session: &mut Session, found: &OneEvenGame) -> Result<(), Failure> {
    session.csv(&["table", "row", "column", "value"])?;
    for (row, values) in (1..).zip(&found.rows) {
        for (column, value) in (1..).zip(values) {
            let cells: [u64; 2] = [row, column];
            let [row, column] = cells.map(|cell| cell.to_string());
            session.csv(&["period", &row, &column, &value.to_string()])?;
        }
    }
    for table in &found.phi {
        let name = format!("phi_{}", table.p);
        for (row, values) in phi_rows(table) {
            for (column, value) in (1..).zip(values) {
                let column: u64 = column;
                session.csv(&[&name, &row, &column.to_string(), &value.to_string()])?;
            }
        }
    }
    Ok(())
}

fn formulas<T: ToString>(numbers: &[T]) -> Vec<String> {
    let formulas = numbers.iter().map(|n| format!("${}$", n.to_string()));
    formulas.collect()
}

/// The four rows of Tables 5 to 7, with their names.
fn phi_rows(table: &PhiTable) -> Vec<(String, Vec<u64>)> {
    let row = |of: fn(&PhiColumn) -> u64| table.columns.iter().map(of).collect();
    let shift = table.p.saturating_sub(1);
    vec![
        (format!("s = r + {shift}"), row(|c| c.s)),
        ("r".into(), row(|c| c.r)),
        ("r'".into(), row(|c| c.r_image)),
        (format!("r' + {shift}"), row(|c| c.s_image)),
    ]
}
