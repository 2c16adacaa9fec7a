//! `misere nimsets`: the nim-sets of a cut game.

use std::fmt::Write as _;

use clap::Args;

use misere::answer;
use misere::heaps::{CutSet, Shape};
use misere::nim::{Evaluator, NimSets};

use super::failure::Failure;
use super::input::one_ruleset;
use super::session::Session;
use super::{Answer, Format};

/// Compute the nim-sets N(n,p,C) of a cut game
///
/// N(n,p,C) is the set of nim values that arise from breaking a heap of n into p heaps; the value of
/// a heap is the mex of those with p-1 in C.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere nimsets cut:1,6 --to 17\n  \
    misere nimsets cut:1,6 --piles 2 --to 30 --alternating\n  \
    misere nimsets 'cut{1,even>=4}' --piles 2,5 --format json")]
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

    /// Take the sequences apart into values that alternate between v and v^1
    #[arg(long)]
    alternating: bool,
}

/// The maximum number of heaps that are shown after a limit was reached.
const SHOWN_WHEN_STOPPED: usize = 1000;

impl Nimsets {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("nimsets", &[Format::Text, Format::Json])?;
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        let Shape::Cut(cut) = game.shape() else {
            let message = format!("`{}` is not a cut game", game.name());
            return Err(Failure::input(
                &message,
                Some("as in misere nimsets cut:1,6"),
            ));
        };
        if self.piles.contains(&0) {
            return Err(Failure::input("a heap is not broken into 0 heaps", None));
        }
        let piles = if self.piles.is_empty() {
            some_piles(cut.set())
        } else {
            self.piles
        };
        let budget = session.budget().clone();
        let mut sets = NimSets::new(cut, piles.iter().copied().max().unwrap_or(1));
        // After a limit was reached, the heaps known so far are still printed.
        let busy = session.busy("nim-sets");
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
            for &p in &piles {
                print_alternating(&sets, p, &game.name(), session)?;
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
    for row in std::iter::once(head).chain(rows().take(measured)) {
        let mut line = format!("{:>width$}", row[0], width = widths[0]);
        for (field, width) in row[1..].iter().zip(&widths[1..]) {
            let _ = write!(line, "  {field:<width$}");
        }
        session.line(line.trim_end())?;
    }
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
    session.line(&format!("N(n,{piles}) of {name}"))?;
    let labels = all.iter().map(|one| {
        let exit = match one.exits {
            Some(_) => partition(&one.exiting),
            None => "…".into(),
        };
        format!("{} to {exit}", partition(&one.entering))
    });
    let labels: Vec<String> = labels.collect();
    let label_width = labels.iter().map(|label| label.chars().count()).max();
    let label_width = label_width.unwrap_or(0);
    let largest = all.iter().map(|one| u64::from(one.value | 1)).max();
    let width = largest.unwrap_or(0).max(known).to_string().len();
    let mut head = format!("  {:<label_width$} ", "n");
    for n in 1..=known {
        let _ = write!(head, " {n:>width$}");
    }
    session.line(&head)?;
    for (one, label) in all.iter().zip(labels) {
        let mut line = format!("  {label:<label_width$} ");
        for n in 1..=known {
            let value = one.value_at(n).map_or(String::new(), |v| v.to_string());
            let _ = write!(line, " {value:>width$}");
        }
        session.line(line.trim_end())?;
    }
    Ok(())
}

/// Writes the first of several partitions: `(13,7)`.
fn partition(partitions: &[Vec<u64>]) -> String {
    let parts = partitions.first().map_or(&[][..], |parts| parts);
    let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
    format!("({})", parts.join(","))
}
