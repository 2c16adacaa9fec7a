//! `misere day`: the games born by a day.

use clap::Args;
use serde::Serialize;

use crate::game::Parity;
use crate::parts::{Parts, PrimePartitions};

use super::failure::Failure;
use super::session::{GameJson, Session};
use super::{Answer, Format, primes};

/// The games born by day N
#[derive(Args)]
#[command(after_help = "Example:\n  misere day 5 --composites")]
pub(super) struct Day {
    /// The day: for now 5
    #[arg(value_name = "N")]
    day: u32,

    /// The composite games with their prime partitions
    #[arg(long, required = true)]
    composites: bool,
}

#[derive(Serialize)]
struct CompositeJson {
    #[serde(flatten)]
    game: GameJson,
    birthday: u32,
    parity: &'static str,
    upp: bool,
    partitions: Vec<Vec<GameJson>>,
}

impl Day {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("day", &[Format::Text, Format::Json])?;
        if self.day > 5 {
            let message = format!("the games of day {} cannot be listed", self.day);
            return Err(Failure::input(
                &message,
                Some("composites are listed up to day 5"),
            ));
        }
        let found = Parts::new().composites_of_day_5(&mut session.universe)?;
        let found: Vec<PrimePartitions> = found
            .into_iter()
            .filter(|composite| session.universe.birthday(composite.game) <= self.day)
            .collect();
        for composite in &found {
            match session.format {
                Format::Json => {
                    let json = to_json(session, composite)?;
                    session.json(&json)?;
                }
                _ => primes::print(session, composite)?,
            }
        }
        if session.format == Format::Text {
            let u = &session.universe;
            let is_even = |c: &&PrimePartitions| u.parity(c.game) == Parity::Even;
            let even = found.iter().filter(is_even).count();
            let odd = found.len() - even;
            let day = self.day;
            session.note(&format!(
                "born by day {day}: {even} even composites, {odd} odd"
            ));
        }
        Ok(Answer::Yes)
    }
}

fn to_json(session: &mut Session, found: &PrimePartitions) -> Result<CompositeJson, Failure> {
    Ok(CompositeJson {
        game: session.json_of(found.game)?,
        birthday: session.universe.birthday(found.game),
        parity: super::show::parity(session.universe.parity(found.game)),
        upp: found.is_unique(),
        partitions: primes::partitions_json(session, found)?,
    })
}
