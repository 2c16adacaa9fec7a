//! `misere josephus`: Josephus Nim and the Josephus problem.

use std::num::NonZeroU64;

use clap::Args;
use num_bigint::BigUint;
use num_traits::Zero;

use misere::answer::{self, Elimination, JosephusSet, Survivor};
use misere::heaps::{Ruleset, ruleset};

use super::failure::Failure;
use super::session::Session;
use super::tables;
use super::{Answer, Format};

/// Josephus Nim: the Grundy number of a position, and how to win
///
/// A position has X stones of weight a and Y stones of weight -2a; a move takes stones of one kind
/// that weigh at most half of the whole, rounded down. X and Y may have hundreds of digits. With
/// --survivor V, the Josephus problem: the numbers 1 to V stand in a circle and every second one is
/// removed, beginning with 2.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere josephus 30 10\n  \
    misere josephus 100000000000000000000 31\n  \
    misere josephus 3 40 --value 4\n  \
    misere josephus 9 2 --weight 1.5\n  \
    misere josephus --survivor 41\n  \
    misere josephus --survivor 41 --s 2\n  \
    misere josephus --order 12 --every 3\n  \
    misere josephus --set 2 --to 12")]
pub(super) struct Josephus {
    /// How many stones of weight a
    #[arg(value_name = "X", allow_negative_numbers = true)]
    x: Option<String>,

    /// How many stones of weight -2a
    #[arg(value_name = "Y", allow_negative_numbers = true)]
    y: Option<String>,

    /// The moves to positions of this Grundy number as well
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    value: Option<String>,

    /// The weight a; only weights that are not whole numbers change the game
    #[arg(long, value_name = "A", default_value = "1")]
    weight: String,

    /// Only positions of total weight at least 0
    #[arg(long)]
    nonnegative: bool,

    /// The number that stays when of V numbers every second one is removed
    #[arg(
        long,
        value_name = "V",
        allow_negative_numbers = true,
        conflicts_with_all = ["x", "y", "value", "weight", "nonnegative"]
    )]
    survivor: Option<String>,

    /// The number removed when S are left after it
    #[arg(
        long,
        value_name = "S",
        default_value = "0",
        allow_negative_numbers = true,
        requires = "survivor"
    )]
    s: String,

    /// The numbers 1 to V in the order in which they are removed
    #[arg(long, value_name = "V", conflicts_with_all = ["x", "y", "value", "weight", "nonnegative", "survivor"])]
    order: Option<u64>,

    /// Every K-th number is removed; with --survivor or --order
    #[arg(long, value_name = "K", default_value = "2", conflicts_with_all = ["x", "y"])]
    every: NonZeroU64,

    /// The set G_S of positions with Grundy number S, part by part, up to --to
    #[arg(long, value_name = "S", conflicts_with_all = ["x", "y", "value", "weight", "survivor", "order"])]
    set: Option<u64>,

    /// The largest x and y of --set
    #[arg(long, value_name = "N", default_value_t = 15, requires = "set")]
    to: u64,
}

impl Josephus {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let (command, formats): (_, &[Format]) = match self.set {
            Some(_) => (
                "josephus",
                &[Format::Text, Format::Json, Format::Csv, Format::Tex],
            ),
            None => ("josephus without --set", &[Format::Text, Format::Json]),
        };
        session.require_format(command, formats)?;
        if let Some(s) = self.set {
            return print_set(session, s, self.to, self.nonnegative);
        }
        if let Some(v) = self.order {
            let found = Elimination::new(v, self.every, session.budget())?;
            if session.format == Format::Json {
                session.json(&found)?;
            } else {
                let order: Vec<String> = found.order.iter().map(u64::to_string).collect();
                session.paragraph("", &order.join(" "))?;
            }
            return Ok(Answer::Yes);
        }
        if let Some(v) = &self.survivor {
            let (v, s) = (number("V", v)?, number("S", &self.s)?);
            print_survivor(session, &v, &s, self.every)?;
            return Ok(Answer::Yes);
        }
        let (Some(x), Some(y)) = (&self.x, &self.y) else {
            let hint = "as in misere josephus 30 10, or --survivor 41 for the Josephus problem";
            return Err(Failure::input("a position is two numbers", Some(hint)));
        };
        let (x, y) = (number("X", x)?, number("Y", y)?);
        let value = match &self.value {
            Some(value) => Some(number("S", value)?),
            None => None,
        };
        let game = self.ruleset()?;
        if self.nonnegative && y > &x >> 1u32 {
            let message = format!("({x},{y}) has negative weight");
            return Err(Failure::input(
                &message,
                Some("without --nonnegative it is a position"),
            ));
        }
        // Lemma 2.2: whole weights are as good as 1.
        let whole = self.weight.trim().parse::<u32>().is_ok();
        let found = if whole {
            answer::Josephus::by_formula(&x, &y, value.as_ref())
        } else {
            let budget = session.budget();
            answer::Josephus::by_definition(&*game, (&x, &y), value.as_ref(), budget)?
        };
        if session.format == Format::Json {
            session.json(&found)?;
        } else {
            print(session, &found, &x)?;
        }
        Ok(Answer::Yes)
    }

    fn ruleset(&self) -> Result<std::sync::Arc<dyn Ruleset>, Failure> {
        let board = if self.nonnegative { "-nonnegative" } else { "" };
        let text = format!("josephus{board}{{a={}}}", self.weight.trim());
        ruleset(&text).map_err(|_| {
            let message = format!("`{}` is not a weight", self.weight);
            Failure::input(
                &message,
                Some("a weight is a positive number or a fraction, as in 3, 3/2 or 1.5"),
            )
        })
    }
}

fn print(session: &mut Session, found: &answer::Josephus, x: &BigUint) -> Result<(), Failure> {
    let grundy = &found.grundy;
    session.line(&format!("({x},{}): Grundy number {grundy}", found.y))?;
    if let Some(class) = &found.class {
        session.property("class", class)?;
    }
    if let Some(Some(removed)) = &found.removed {
        let v = x + 1u32;
        session.property("removed", &format!("F_{grundy}({v}) = {removed}"))?;
    }
    let winning = found.winning_moves.iter();
    let winning = winning.map(|[x, y]| format!("({x},{y})"));
    list(session, "wins", winning)?;
    match found.value.as_ref().zip(found.moves.as_ref()) {
        Some((value, moves)) => {
            let moves = moves.iter().map(ToString::to_string);
            list(session, &format!("moves to {value}"), moves)
        }
        None => Ok(()),
    }
}

fn list(
    session: &mut Session,
    verb: &str,
    moves: impl ExactSizeIterator<Item = String>,
) -> Result<(), Failure> {
    if moves.len() == 0 {
        return session.property(verb, "no move");
    }
    for to in moves {
        session.property(verb, &to)?;
    }
    Ok(())
}

/// Prints 𝒢_s; on the board of total weights from 0 on, its numbered parts.
fn print_set(session: &mut Session, s: u64, to: u64, only: bool) -> Result<Answer, Failure> {
    let mut found = JosephusSet::new(s, to, session.budget())?;
    if only {
        // Definition 3.2.
        found.parts.retain(|part| part.numbered);
    }
    if session.format == Format::Json {
        session.json(&found)?;
        return Ok(Answer::Yes);
    }
    if session.format != Format::Text {
        tables::begin(session, &["class", "x", "y"])?;
        for part in &found.parts {
            for [x, y] in &part.positions {
                let class = part.class.clone();
                tables::row(
                    session,
                    &[class.into(), x.to_string().into(), y.to_string().into()],
                )?;
            }
        }
        tables::end(session)?;
        return Ok(Answer::Yes);
    }
    session.line(&format!("G_{s}, x and y up to {to}"))?;
    for part in &found.parts {
        let positions = part.positions.iter().map(|[x, y]| format!("({x},{y})"));
        let positions: Vec<String> = positions.collect();
        session.property(&part.class, &positions.join(" "))?;
    }
    Ok(Answer::Yes)
}

fn print_survivor(
    session: &mut Session,
    v: &BigUint,
    s: &BigUint,
    every: NonZeroU64,
) -> Result<(), Failure> {
    let Some(found) = Survivor::new(v, s, every, session.budget())? else {
        let message = if v.is_zero() {
            "there are no numbers to remove".into()
        } else {
            format!("of {v} numbers there are never {s} left after one is removed")
        };
        return Err(Failure::input(&message, Some("S must be less than V")));
    };
    if session.format == Format::Json {
        return session.json(&found);
    }
    match every.get() {
        2 => session.line(&format!("F_{s}({v}) = {}", found.survivor)),
        _ => session.line(&found.survivor.to_string()),
    }
}

fn number(name: &str, text: &str) -> Result<BigUint, Failure> {
    /// Longer ones would only be slow to print.
    const LONGEST: usize = 100_000;
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if text.len() > LONGEST {
        let message = format!("{name} has more than {LONGEST} digits");
        return Err(Failure::input(&message, None));
    }
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ => {
            let message = format!("{name} is `{text}`, which is not a whole number from 0 on");
            Err(Failure::input(&message, None))
        }
    }
}
