//! `misere genus`: genus sequences of rulesets, and the genus of a game.

use clap::Args;

use misere::answer::{self, GameForm};
use misere::game::Game;
use misere::genus::{GenusPeriod, GenusSequence, HeapGenus};
use misere::heaps::Ruleset;
use misere::limits::Stopped;
use misere_figures::{exponents, wide_column};

use super::failure::Failure;
use super::input::one_ruleset;
use super::large_heaps::patiently;
use super::session::Session;
use super::show::{abridged, classes_in_words};
use super::terminal;
use super::tex::{begin_table, end_table, table_row};
use super::{Answer, Format};

/// Compute the genus of a game, or of the heaps of a ruleset
///
/// The genus g^(γ0γ1γ2…) of a game is its nim value g, and the misère nim values γn of the game plus n
/// heaps of size 2. The last two γ that are written repeat for ever: 0^120 stands for 0^1202020….
/// Give a ruleset, such as 0.77 or kayles, for the genera of its heaps, or an expression, such as
/// 0.77(5), for the genus of a game.
///
/// The genus of a game needs its canonical form. With heaps it is looked for for 10 seconds, or as long
/// as --timeout says, and the exit code is 3 if it is not found.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere genus 0.77 --to 20\n  \
    misere genus grundy --to 50 --forms --format csv\n  \
    misere genus '2#1'\n  \
    misere genus '0.77(9) + 0.77(5)'")]
pub(super) struct Genera {
    /// A ruleset or an expression
    #[arg(value_name = "RULESET|EXPR", required = true)]
    what: Vec<String>,

    /// The last heap; 20 beyond the first unless set
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// The canonical forms as well
    #[arg(long)]
    forms: bool,
}

impl Genera {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format(
            "genus",
            &[Format::Text, Format::Json, Format::Csv, Format::Tex],
        )?;
        let what = one_ruleset(&self.what)?;
        match session.rulebook.ruleset(what.trim()) {
            Ok(game) => self.sequence(session, &*game)?,
            Err(_) if self.to.is_none() && !self.forms && is_expression(session, &what) => {
                of_expression(session, &what)?;
            }
            Err(_) if is_expression(session, &what) => {
                let message = format!("`{}` is not a ruleset", abridged(&what));
                let hint = "--to and --forms go with a ruleset; `misere rules` lists them";
                return Err(Failure::input(&message, Some(hint)));
            }
            Err(error) => return Err(Failure::in_ruleset(error, what.trim())),
        }
        Ok(Answer::Yes)
    }

    fn sequence(&self, session: &mut Session, game: &dyn Ruleset) -> Result<(), Failure> {
        /// The number of heaps beyond the first unless --to is given.
        const USUAL: u64 = 20;
        let mut sequence = GenusSequence::new(game)?;
        let first = sequence.first();
        let to = self.to.unwrap_or(first + USUAL);
        if to < first {
            let message = format!("the smallest heap of `{}` is {first}", game.called());
            return Err(Failure::input(&message, None));
        }
        let progress = session.heaps("genera", to);
        let mut result = sequence.extend(&mut session.universe, to);
        drop(progress);
        let known = sequence.iter().len();
        let shown = match &result {
            Ok(()) => known,
            Err(_) => known.min(SHOWN_WHEN_STOPPED),
        };
        if shown < known {
            session.note(&format!("the first {shown} of {known} heaps"));
        }
        if result.is_ok() {
            session.universe.check_memory(shown * ROW)?;
        }
        let entries: Vec<(u64, HeapGenus)> = sequence
            .iter()
            .take(shown)
            .take_while(|&(heap, _)| heap <= to)
            .map(|(heap, entry)| (heap, entry.clone()))
            .collect();
        let mut forms = self.forms.then(Vec::new);
        if let Some(forms) = &mut forms {
            for (heap, _) in &entries {
                match sequence.form(&mut session.universe, *heap) {
                    Ok(form) => forms.push(form),
                    Err(stopped) => {
                        result = Err(stopped);
                        break;
                    }
                }
            }
        }
        // After a limit was reached, the heaps known so far are still written.
        if result.is_err() {
            session.extend_deadline();
        }
        let with_form = forms.as_ref().map_or(entries.len(), Vec::len);
        let mut rows = Vec::new();
        for (i, (heap, entry)) in entries.into_iter().take(with_form).enumerate() {
            let form = match &forms {
                Some(forms) => match written(session, forms[i]) {
                    Ok(form) => form,
                    Err(stopped) => {
                        result = result.and(Err(stopped));
                        break;
                    }
                },
                None => Form::None,
            };
            rows.push(Row { heap, entry, form });
        }
        // If not all heaps are shown, no period is looked for.
        let period = if shown == known {
            sequence.period(session.budget())
        } else {
            Ok(None)
        };
        let late = period.as_ref().err().map(ToString::to_string);
        let stopped = result.as_ref().err().map(ToString::to_string).or(late);
        let (period, late) = match period {
            Ok(period) => (period, Ok(())),
            Err(reason) => (None, Err(Failure::from(reason))),
        };
        print(session, game, rows, period, self.forms, stopped)?;
        result.map_err(Failure::from).and(late)
    }
}

/// The maximum number of heaps that are shown after a limit was reached.
const SHOWN_WHEN_STOPPED: usize = 10_000;
/// The bytes of a line of the answer, without a form.
const ROW: usize = 2 * size_of::<Row>();

/// Writes the canonical form of a heap as the format needs it.
fn written(session: &mut Session, g: Game) -> Result<Form, Stopped> {
    Ok(match session.format {
        Format::Json => Form::Json(session.json_of(g)?),
        Format::Tex => Form::Text(session.whole_tex(g)?),
        _ => Form::Text(session.name(g)?),
    })
}

/// A line of the answer.
struct Row {
    heap: u64,
    entry: HeapGenus,
    form: Form,
}

enum Form {
    None,
    Text(String),
    Json(GameForm),
}

fn print(
    session: &mut Session,
    game: &dyn Ruleset,
    rows: Vec<Row>,
    period: Option<GenusPeriod>,
    forms: bool,
    stopped: Option<String>,
) -> Result<(), Failure> {
    match session.format {
        Format::Json => {
            let (mut genera, mut classes, mut games) = (Vec::new(), Vec::new(), Vec::new());
            for row in rows {
                genera.push(row.entry.genus);
                classes.push(row.entry.class);
                if let Form::Json(game) = row.form {
                    games.push(game);
                }
            }
            session.json(&answer::GenusSequence {
                ruleset: game.name(),
                first: game.smallest(),
                genera,
                classes,
                forms: forms.then_some(games),
                period: period.map(answer::GenusPeriod::from),
                stopped,
            })
        }
        Format::Csv => {
            let columns = ["n", "genus", "class", "form"];
            session.csv(&columns[..3 + usize::from(forms)])?;
            for Row { heap, entry, form } in rows {
                let (heap, genus) = (heap.to_string(), entry.genus.to_string());
                let class = entry.class.to_string();
                match form {
                    Form::Text(form) => session.csv(&[&heap, &genus, &class, &form])?,
                    _ => session.csv(&[&heap, &genus, &class])?,
                }
            }
            Ok(())
        }
        Format::Tex => tex(session, &rows, forms),
        _ => text(session, game, &rows, period),
    }
}

fn text(
    session: &mut Session,
    game: &dyn Ruleset,
    rows: &[Row],
    period: Option<GenusPeriod>,
) -> Result<(), Failure> {
    let first = game.smallest();
    let heading = terminal::heading(format!("{} from {first}:", game.called()));
    session.paragraph(&format!("{heading} "), &game.rule())?;
    for Row { heap, entry, form } in rows {
        let HeapGenus { genus, class, .. } = entry;
        let class = class.to_string();
        let mut cell = format!("{genus:<12}");
        if genus.misere_nim_value() == 0 {
            cell = terminal::p_position(&cell);
        }
        match form {
            Form::Text(form) => {
                session.paragraph(&format!("{heap:>8}  {cell}  {class:<17}  "), form)?;
            }
            _ => session.line(&format!("{heap:>8}  {cell}  {class}"))?,
        }
    }
    if let Some(found) = period {
        let how = if found.proved { "proved" } else { "observed" };
        let (period, start) = (found.period, first + found.preperiod);
        session.property("period", &format!("{period} from heap {start} on ({how})"))?;
    }
    Ok(())
}

/// A table: heap, genus, class, form.
fn tex(session: &mut Session, rows: &[Row], forms: bool) -> Result<(), Failure> {
    let header = ["$n$", "genus", "class", "form"];
    let count = header.len() - usize::from(!forms);
    let form = if forms {
        wide_column(0.45)
    } else {
        String::new()
    };
    begin_table(session, &format!("rll{form}"), &header[..count])?;
    for Row { heap, entry, form } in rows {
        let genus = format!("${}$", exponents(&entry.genus.to_string()));
        let mut cells = vec![heap.to_string(), genus, entry.class.to_string()];
        let Form::Text(form) = form else {
            table_row(session, &cells)?;
            continue;
        };
        for piece in misere_figures::rows(form) {
            cells.push(format!("${piece}$"));
            table_row(session, &cells)?;
            cells = vec![String::new(); 3];
        }
    }
    end_table(session)
}

fn of_expression(session: &mut Session, expression: &str) -> Result<(), Failure> {
    let (g, found) = patiently(session, &[expression], |session| {
        let g = session.evaluate(expression)?;
        let _busy = session.busy("genus");
        let found = answer::Genus::new(&mut session.universe, expression, g)?;
        Ok((g, found))
    })?;
    session.result(g);
    match session.format {
        Format::Json => session.json(&found),
        Format::Csv => {
            session.csv(&["expr", "genus", "class"])?;
            session.csv(&[expression, &found.genus, &found.class.to_string()])
        }
        Format::Tex => session.line(&format!("${}$", exponents(&found.genus))),
        _ => {
            session.line(&abridged(expression))?;
            session.property("genus", &found.genus)?;
            let classes = classes_in_words(found.class, found.classes.as_deref());
            session.property("class", &classes)
        }
    }
}

fn is_expression(session: &Session, text: &str) -> bool {
    !is_name(text) || session.is_bound(text)
}

/// Returns whether this can only be meant as a ruleset: a name, perhaps with parameters.
fn is_name(text: &str) -> bool {
    let text = text.trim();
    // Parameters end the text: behind them come the brackets of a heap.
    let name = match text.split_once(['{', ':']) {
        Some((name, parameters)) if !parameters.contains('(') => name,
        Some(_) => return false,
        None => text,
    };
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_expressions() {
        for name in ["kaylse", "cut{1,6}", "all-but:3", "Grundy"] {
            assert!(is_name(name), "{name}");
        }
        for expression in [
            "2#1",
            "kayles(5)",
            "cut{1,6}(13)",
            "cut{1,6}(13)+2",
            "grundy(3) + 2",
            "{2,3}",
            "0.77(5)",
            "12",
        ] {
            assert!(!is_name(expression), "{expression}");
        }
    }
}
