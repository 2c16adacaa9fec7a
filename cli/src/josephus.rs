//! `misere josephus`: Josephus Nim and the Josephus problem.

use clap::Args;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde_json::{Value, json};

use misere::heaps::{Position, Ruleset, ruleset};
use misere::limits::Budget;
use misere::nim::Definition;
use misere::nim::josephus::{Part, Targets, grundy, moves_to, place, survivor, winning_moves};

use super::failure::Failure;
use super::session::Session;
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
    misere josephus 9 2 --weight 3/2\n  \
    misere josephus --survivor 41\n  \
    misere josephus --survivor 41 --s 2")]
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
}

impl Josephus {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("josephus", &[Format::Text, Format::Json])?;
        if let Some(v) = &self.survivor {
            print_survivor(session, &number("V", v)?, &number("S", &self.s)?)?;
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
            Found::by_formula(&x, &y, value)
        } else {
            Found::by_definition(&*game, &x, &y, value, session.budget())?
        };
        found.print(session, &x, &y)?;
        Ok(Answer::Yes)
    }

    fn ruleset(&self) -> Result<std::sync::Arc<dyn Ruleset>, Failure> {
        let board = if self.nonnegative { "-nonnegative" } else { "" };
        let text = format!("josephus{board}{{a={}}}", self.weight.trim());
        ruleset(&text).map_err(|_| {
            let message = format!("`{}` is not a weight", self.weight);
            Failure::input(
                &message,
                Some("a weight is a positive number or a fraction, as in 3 or 3/2"),
            )
        })
    }
}

/// What is known of a position.
struct Found {
    grundy: BigUint,
    /// The moves to positions of value 0.
    winning: Vec<Targets>,
    /// A value that was asked for, and the moves to positions that have it.
    asked: Option<(BigUint, Vec<Targets>)>,
    by_formula: bool,
}

impl Found {
    fn by_formula(x: &BigUint, y: &BigUint, value: Option<BigUint>) -> Self {
        Self {
            grundy: grundy(x, y),
            winning: winning_moves(x, y),
            asked: value.map(|value| {
                let moves = moves_to(&value, x, y);
                (value, moves)
            }),
            by_formula: true,
        }
    }

    fn by_definition(
        game: &dyn Ruleset,
        x: &BigUint,
        y: &BigUint,
        value: Option<BigUint>,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let (Some(x), Some(y)) = (x.to_u64(), y.to_u64()) else {
            let message = "with a weight that is not whole there is no formula, and these \
                           numbers are too large for the definition";
            return Err(Failure::OutOfReach(message.into()));
        };
        let mut values = Definition::new(game)?;
        let grundy = BigUint::from(&values.value(Position::pair(x, y), budget)?);
        let mut found = Self {
            grundy,
            winning: Vec::new(),
            asked: value.map(|value| (value, Vec::new())),
            by_formula: false,
        };
        for option in game.options(Position::pair(x, y)) {
            let Some((position, _)) = option.iter().next() else {
                continue;
            };
            let [x, y] = *position.coordinates() else {
                continue;
            };
            let to = || Targets {
                x: x.into(),
                y: y.into()..=y.into(),
            };
            let value = BigUint::from(&values.value(position, budget)?);
            if value.is_zero() {
                found.winning.push(to());
            }
            match &mut found.asked {
                Some((asked, moves)) if *asked == value => moves.push(to()),
                _ => {}
            }
        }
        Ok(found)
    }

    /// The class of the position, and the number of Theorem 4.2 that belongs to it.
    fn class(&self, x: &BigUint, y: &BigUint) -> Option<(String, Option<BigUint>)> {
        let place = self.by_formula.then(|| place(x, y))?;
        let removed = match place.part {
            Part::Numbered(_) => survivor(&(x + 1u32), &place.value),
            Part::A | Part::B => None,
        };
        Some((place.to_string(), removed))
    }

    fn print(&self, session: &mut Session, x: &BigUint, y: &BigUint) -> Result<(), Failure> {
        if session.format == Format::Json {
            return session.json(&self.json(x, y));
        }
        session.line(&format!("({x},{y}): Grundy number {}", self.grundy))?;
        if let Some((class, removed)) = self.class(x, y) {
            session.property("class", &class)?;
            if let Some(removed) = removed {
                let (s, v) = (&self.grundy, x + 1u32);
                session.property("removed", &format!("F_{s}({v}) = {removed}"))?;
            }
        }
        list(session, "wins", &self.winning)?;
        match &self.asked {
            Some((value, moves)) => list(session, &format!("moves to {value}"), moves),
            None => Ok(()),
        }
    }

    fn json(&self, x: &BigUint, y: &BigUint) -> Value {
        // A winning move is a single position.
        let winning = self.winning.iter();
        let winning = winning.map(|to| json!([integer(&to.x), integer(to.y.start())]));
        let mut answer = json!({
            "x": integer(x),
            "y": integer(y),
            "grundy": integer(&self.grundy),
            "winning_moves": winning.collect::<Vec<Value>>(),
        });
        if let Some((value, moves)) = &self.asked {
            answer["value"] = integer(value);
            answer["moves"] = moves.iter().map(interval).collect();
        }
        if let Some((class, removed)) = self.class(x, y) {
            answer["class"] = class.into();
            answer["removed"] = removed.map_or(Value::Null, |n| integer(&n));
        }
        answer
    }
}

fn list(session: &mut Session, verb: &str, moves: &[Targets]) -> Result<(), Failure> {
    for to in moves {
        session.property(verb, &to.to_string())?;
    }
    if moves.is_empty() {
        session.property(verb, "no move")?;
    }
    Ok(())
}

fn print_survivor(session: &mut Session, v: &BigUint, s: &BigUint) -> Result<(), Failure> {
    let Some(found) = survivor(v, s) else {
        let message = if v.is_zero() {
            "there are no numbers to remove".into()
        } else {
            format!("of {v} numbers there are never {s} left after one is removed")
        };
        return Err(Failure::input(&message, Some("S must be less than V")));
    };
    if session.format == Format::Json {
        let answer = json!({"v": integer(v), "s": integer(s), "survivor": integer(&found)});
        return session.json(&answer);
    }
    session.line(&format!("F_{s}({v}) = {found}"))
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

/// A number as JSON has it: a decimal string where a double would round it.
fn integer(number: &BigUint) -> Value {
    match number.to_u64() {
        Some(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

fn interval(targets: &Targets) -> Value {
    json!({
        "x": integer(&targets.x),
        "y_first": integer(targets.y.start()),
        "y_last": integer(targets.y.end()),
    })
}
