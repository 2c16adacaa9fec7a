//! Questions about rulesets: nim values, periods, genera.

use misere::answer::{self, NimBoard, NimSequence, Number, RuleExplained, RuleListed};
use misere::genus::GenusSequence;
use misere::heaps::{Position, Ruleset};
use misere::nim::loopy::{Bounds, LoopyValues};
use misere::nim::{PeriodSearch, methods};
use misere_picture::{Axis, Chart, HeatMap, Series};

use super::desk::{Desk, Reply};
use super::failure::Failure;

type Answered = Result<String, Failure>;

/// Lists all rulesets.
pub(super) fn list() -> Answered {
    Reply::new(RuleListed::all().collect::<Vec<_>>()).json()
}

/// Explains a ruleset.
pub(super) fn explain(desk: &Desk<'_>, text: &str) -> Answered {
    let game = desk.ruleset(text)?;
    Reply::new(RuleExplained::new(&*game, desk.budget())?).json()
}

/// The range of heaps that is asked for, of at most `most` heaps.
fn range(
    game: &dyn Ruleset,
    from: Option<u64>,
    to: Option<u64>,
    (usual, most): (u64, u64),
) -> Result<(u64, u64), Failure> {
    let (name, smallest) = (game.name(), game.smallest());
    let from = from.unwrap_or(smallest);
    let to = to.unwrap_or(from.saturating_add(usual));
    if from < smallest {
        return Err(Failure::input(
            format!("the smallest heap of `{name}` is {smallest}"),
            None,
        ));
    }
    if to < from {
        return Err(Failure::input(
            format!("the range is backwards: from {from} to {to}"),
            None,
        ));
    }
    if to - from >= most {
        return Err(Failure::input(
            format!("a page shows at most {most} heaps at a time"),
            None,
        ));
    }
    Ok((from, to))
}

/// The most values in one answer.
const MOST_VALUES: u64 = 200_000;
/// The widest board of pairs.
const WIDEST: u64 = 120;

/// Nim values of heaps, generalised ones where play may go on for ever, or a board of pairs.
pub(super) fn nim(desk: &Desk<'_>, text: &str, from: Option<u64>, to: Option<u64>) -> Answered {
    let game = desk.ruleset(text)?;
    let budget = desk.budget();
    if game.arity() == 2 {
        let (from, to) = range(&*game, from, to, (15, WIDEST))?;
        return Reply::new(NimBoard::new(&*game, from..=to, budget)?).json();
    }
    heaps_in_a_row(&*game)?;
    let (from, to) = range(&*game, from, to, (30, MOST_VALUES))?;
    let to = game.largest().map_or(to, |largest| to.min(largest));
    let mut stopped = None;
    let values = if game.is_loopy() {
        let mut generalised = LoopyValues::new(&*game, Bounds::default());
        let mut values = Vec::new();
        for heap in from..=to {
            let value = generalised.value(Position::heap(heap), budget)?;
            values.push(Number::Large(value.to_string()));
        }
        values
    } else {
        let mut evaluator = methods(&*game).best(&*game)?;
        stopped = evaluator.extend(to, budget).err().map(Failure::from);
        let known = evaluator.values();
        let values = (from..=to).map_while(|heap| known.get(heap));
        values.map(|value| Number::from(&value)).collect()
    };
    let mut reply = Reply::new(NimSequence {
        ruleset: game.name(),
        misere: None,
        positions: None,
        first: Number::Small(from),
        values,
        stopped: stopped.as_ref().map(|failure| failure.message.clone()),
    });
    reply.stopped = stopped;
    reply.json()
}

fn heaps_in_a_row(game: &dyn Ruleset) -> Result<(), Failure> {
    if game.arity() == 1 {
        return Ok(());
    }
    let message = format!("the positions of `{}` are not heaps in a row", game.name());
    let example = game.example().unwrap_or(Position::pair(9, 2));
    let hint = format!("ask for one of them as a game: {}", game.heap_name(example));
    Err(Failure::input(message, Some(&hint)))
}

/// Nim values as a picture.
pub(super) fn plot(desk: &Desk<'_>, text: &str, from: Option<u64>, to: Option<u64>) -> Answered {
    let game = desk.ruleset(text)?;
    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    let number = |value: &Number| match value {
        Number::Small(value) => *value as f64,
        Number::Large(text) => text.parse().unwrap_or(f64::INFINITY),
    };
    if game.arity() == 2 {
        let (from, to) = range(&*game, from, to, (30, WIDEST))?;
        let found = NimBoard::new(&*game, from..=to, desk.budget())?;
        let rows = found.rows.iter().map(|row| {
            let cells = row.iter().map(|cell| cell.as_ref().map(number));
            cells.collect()
        });
        let mut map = HeatMap::new(found.first, rows.collect());
        map.title = found.ruleset;
        return drawn(map.to_string()).json();
    }
    heaps_in_a_row(&*game)?;
    let (from, to) = range(&*game, from, to, (1000, MOST_VALUES))?;
    let mut evaluator = methods(&*game).best(&*game)?;
    let stopped = evaluator.extend(to, desk.budget()).err();
    let known = evaluator.values();
    let values = (from..=to).map_while(|heap| Some((heap, known.get(heap)?)));
    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    let points = values.map(|(heap, value)| (heap as f64, number(&Number::from(&value))));
    let mut chart = Chart::new(Axis::linear("heap"), Axis::linear("nim value"));
    chart.title = game.name();
    chart.series.push(Series {
        name: game.name(),
        points: points.filter(|(_, y)| y.is_finite()).collect(),
    });
    let mut reply = drawn(chart.to_string());
    reply.stopped = stopped.map(Failure::from);
    reply.json()
}

fn drawn(svg: String) -> Reply<()> {
    Reply {
        svg: Some(svg),
        ..Reply::new(())
    }
}

/// The period of the nim values.
pub(super) fn period(desk: &Desk<'_>, text: &str, to: Option<u64>) -> Answered {
    let game = desk.ruleset(text)?;
    let found = PeriodSearch::new(to, false).run(&*game, desk.budget())?;
    let mut reply = Reply::new(answer::Period::from(&found));
    if found.proof.is_none() {
        reply.stopped = found.stopped.map(Failure::from);
    }
    reply.json()
}

/// The genera of the heaps.
pub(super) fn genus(desk: &mut Desk<'_>, text: &str, to: Option<u64>) -> Answered {
    /// The most heaps of a table.
    const MOST: u64 = 2000;
    let game = desk.ruleset(text)?;
    heaps_in_a_row(&*game)?;
    let (first, to) = range(&*game, None, to, (20, MOST))?;
    let mut sequence = GenusSequence::new(&*game)?;
    let mut stopped = None;
    // A heap at a time, so that the page sees how far it is.
    for heap in first..=to {
        if heap % 10 == 0 {
            desk.say(&format!("heap {heap}"));
        }
        stopped = sequence.extend(&mut desk.universe, heap).err();
        if stopped.is_some() {
            break;
        }
    }
    let entries = sequence.iter().take_while(|&(heap, _)| heap <= to);
    let (mut genera, mut classes) = (Vec::new(), Vec::new());
    for (_, entry) in entries {
        genera.push(entry.genus.clone());
        classes.push(entry.class);
    }
    let period = match &stopped {
        None => sequence.period(desk.budget())?,
        Some(_) => None,
    };
    let mut reply = Reply::new(answer::GenusSequence {
        ruleset: game.name(),
        first,
        genera,
        classes,
        forms: None,
        period: period.map(answer::GenusPeriod::from),
        stopped: stopped.as_ref().map(ToString::to_string),
    });
    reply.stopped = stopped.map(Failure::from);
    reply.json()
}
