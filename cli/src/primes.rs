//! `misere primes`: every prime partition of a game.

use clap::Args;

use misere::answer;
use misere::game::Game;
use misere::limits::Stopped;
use misere::parts::Parts;
use misere_figures::width;

use super::failure::Failure;
use super::session::Session;
use super::{Answer, Format};

/// Write a game as a sum of primes, in every possible way
///
/// A game is prime if it is not a unit and has no parts but units and its associates. Partitions
/// are listed up to association, with even primes; a summand 1 completes that of an odd game.
#[derive(Args)]
#[command(after_help = "Examples:\n  misere primes '2##'\n  misere primes '(4+2)#'")]
pub(super) struct Primes {
    /// Expressions, or - to read one a line from standard input
    #[arg(value_name = "EXPR", required = true)]
    expressions: Vec<String>,
}

impl Primes {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format(
            "primes",
            &[Format::Text, Format::Json, Format::Csv, Format::Tex],
        )?;
        if session.format == Format::Csv {
            session.csv(&HEADS)?;
        }
        let mut parts = Parts::new();
        for expression in session.expressions(self.expressions)? {
            let (expression, place) = expression?;
            let evaluated = session.evaluate(&expression);
            let g = evaluated.map_err(|failure| failure.at(&place))?;
            session.result(g);
            let busy = session.busy("prime partitions");
            let found = parts.prime_partitions(&mut session.universe, g)?;
            drop(busy);
            let found = answer::Primes::new(&session.universe, found);
            match session.format {
                Format::Json => {
                    let found = found.try_map(|g| session.json_of(g))?;
                    session.json(&found)?;
                }
                Format::Tex => tex(session, &found)?,
                Format::Csv => csv(session, &expression, &found)?,
                _ => print(session, &found)?,
            }
            session.flush()?;
        }
        Ok(Answer::Yes)
    }
}

/// `2## = 2 + 2[#-2] + 2[##-2]0, unique`, or one line a partition.
pub(super) fn print(session: &mut Session, found: &answer::Primes<Game>) -> Result<(), Failure> {
    let name = session.name(found.game)?;
    if found.unit {
        return session.line(&format!("{name} is a unit"));
    }
    match &found.partitions[..] {
        _ if found.prime => session.line(&format!("{name} is prime")),
        [only] => {
            let sum = sum_of(session, only, found.odd)?;
            session.line(&format!("{name} = {sum}, unique"))
        }
        several => {
            session.line(&format!("{name} has {} prime partitions", several.len()))?;
            for partition in several {
                let sum = sum_of(session, partition, found.odd)?;
                session.paragraph("  = ", &sum)?;
            }
            Ok(())
        }
    }
}

/// Wider partitions do not fit a display.
const DISPLAYED: f64 = 300.0;
/// The heads of the table.
pub(super) const HEADS: [&str; 5] = ["expr", "form", "prime", "unique", "partition"];

/// A row for each partition.
pub(super) fn csv(
    session: &mut Session,
    expression: &str,
    found: &answer::Primes<Game>,
) -> Result<(), Failure> {
    let name = session.name(found.game)?;
    let (prime, unique) = (found.prime.to_string(), found.upp.to_string());
    for partition in &found.partitions {
        let sum = sum_of(session, partition, found.odd)?;
        session.csv(&[expression, &name, &prime, &unique, &sum])?;
    }
    Ok(())
}

/// One display: a line for each partition.
fn tex(session: &mut Session, found: &answer::Primes<Game>) -> Result<(), Failure> {
    let name = session.tex(found.game)?;
    let mut widest: f64 = 0.0;
    let mut sums = Vec::new();
    for partition in &found.partitions {
        let sum = tex_sum(session, partition, found.odd)?;
        widest = widest.max(width(&sum));
        sums.push(sum);
    }
    if width(&name) + widest > DISPLAYED {
        // A display does not break.
        session.line(r"\begin{flushleft}")?;
        session.line(&format!("${name} = {}$", sums.join("$\\\\\n${} = ")))?;
        return session.line(r"\end{flushleft}");
    }
    session.line(r"\begin{align*}")?;
    for (i, sum) in sums.iter().enumerate() {
        let left = if i == 0 { name.as_str() } else { "" };
        let end = if i + 1 < sums.len() { r" \\" } else { "" };
        session.line(&format!("{left} &= {sum}{end}"))?;
    }
    session.line(r"\end{align*}")
}

/// A prime partition as a formula.
pub(super) fn tex_sum(
    session: &mut Session,
    partition: &[Game],
    odd: bool,
) -> Result<String, Stopped> {
    let primes = partition.iter().map(|&p| session.tex(p));
    let mut primes: Vec<String> = primes.collect::<Result<_, _>>()?;
    if odd || primes.is_empty() {
        primes.push(if odd { "1" } else { "0" }.into());
    }
    Ok(primes.join(" + "))
}

fn sum_of(session: &mut Session, partition: &[Game], odd: bool) -> Result<String, Stopped> {
    let mut names = session.names_of(partition)?;
    if odd {
        names.push("1".into());
    }
    Ok(names.join(" + "))
}
