//! `misere primes`: every prime partition of a game.

use clap::Args;
use serde::Serialize;

use misere::game::{Game, Parity};
use misere::limits::Stopped;
use misere::parts::{Parts, PrimePartitions};

use super::failure::Failure;
use super::session::{GameJson, Session};
use super::{Answer, Format};

/// Every prime partition; whether it is unique
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

#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "a contract with scripts")]
struct PrimesJson {
    game: GameJson,
    unit: bool,
    prime: bool,
    upp: bool,
    odd: bool,
    partitions: Vec<Vec<GameJson>>,
}

impl Primes {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("primes", &[Format::Text, Format::Json, Format::Tex])?;
        let mut parts = Parts::new();
        for expression in session.expressions(self.expressions)? {
            let (expression, place) = expression?;
            let evaluated = session.evaluate(&expression);
            let g = evaluated.map_err(|failure| failure.at(&place))?;
            session.result(g);
            let busy = session.busy("prime partitions");
            let found = parts.prime_partitions(&mut session.universe, g)?;
            drop(busy);
            match session.format {
                Format::Json => {
                    let json = to_json(session, &found)?;
                    session.json(&json)?;
                }
                Format::Tex => tex(session, &found)?,
                _ => print(session, &found)?,
            }
            session.flush()?;
        }
        Ok(Answer::Yes)
    }
}

pub(super) fn partitions_json(
    session: &mut Session,
    found: &PrimePartitions,
) -> Result<Vec<Vec<GameJson>>, Failure> {
    let mut partitions = Vec::with_capacity(found.partitions.len());
    for partition in &found.partitions {
        let games = partition.iter().map(|&g| session.json_of(g));
        partitions.push(games.collect::<Result<_, _>>()?);
    }
    Ok(partitions)
}

fn to_json(session: &mut Session, found: &PrimePartitions) -> Result<PrimesJson, Failure> {
    Ok(PrimesJson {
        game: session.json_of(found.game)?,
        unit: session.universe.is_unit(found.game),
        prime: found.is_prime(),
        upp: found.is_unique(),
        odd: session.universe.parity(found.game) == Parity::Odd,
        partitions: partitions_json(session, found)?,
    })
}

/// `2## = 2 + 2[#-2] + 2[##-2]0, unique`, or one line a partition.
pub(super) fn print(session: &mut Session, found: &PrimePartitions) -> Result<(), Failure> {
    let name = session.name(found.game)?;
    if session.universe.is_unit(found.game) {
        return session.line(&format!("{name} is a unit"));
    }
    match &found.partitions[..] {
        [only] if only.len() == 1 => session.line(&format!("{name} is prime")),
        [only] => {
            let sum = sum_of(session, found.game, only)?;
            session.line(&format!("{name} = {sum}, unique"))
        }
        several => {
            session.line(&format!("{name} has {} prime partitions", several.len()))?;
            for partition in several {
                let sum = sum_of(session, found.game, partition)?;
                session.line(&format!("  = {sum}"))?;
            }
            Ok(())
        }
    }
}

/// One display: a line for each partition.
fn tex(session: &mut Session, found: &PrimePartitions) -> Result<(), Failure> {
    let name = session.tex(found.game)?;
    session.line(r"\begin{align*}")?;
    for (i, partition) in found.partitions.iter().enumerate() {
        let mut primes: Vec<String> = partition
            .iter()
            .map(|&p| session.tex(p))
            .collect::<Result<_, _>>()?;
        if session.universe.parity(found.game) == Parity::Odd || primes.is_empty() {
            let unit = session.universe.parity(found.game) == Parity::Odd;
            primes.push(if unit { "1" } else { "0" }.into());
        }
        let left = if i == 0 { name.as_str() } else { "" };
        let end = if i + 1 < found.partitions.len() {
            r" \\"
        } else {
            ""
        };
        session.line(&format!("{left} &= {}{end}", primes.join(" + ")))?;
    }
    session.line(r"\end{align*}")
}

fn sum_of(session: &mut Session, g: Game, partition: &[Game]) -> Result<String, Stopped> {
    let mut names = session.names_of(partition)?;
    if session.universe.parity(g) == Parity::Odd {
        names.push("1".into());
    }
    Ok(names.join(" + "))
}
