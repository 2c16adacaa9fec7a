//! Questions about games.

use std::time::Duration;

use serde::Serialize;

use misere::answer::{self, GameForm, ShowUnreached};
use misere::expr::{HeapTerm, evaluate, evaluate_difference, summands};
use misere::game::{Game, Outcome};
use misere::notation::write_each;
use misere::parts::Parts as PartFinder;
use misere::play::{Patience, Value, value};
use misere_figures::{LONGEST_DETAIL, followers, part_lattice, shortened};

use super::desk::{Desk, Reply};
use super::failure::Failure;

type Answered = Result<String, Failure>;

/// What an expression was understood as.
#[derive(Serialize)]
struct Understood {
    /// The summands, equal ones as they are written.
    summands: Vec<SummandRead>,
    /// The canonical form, if it is found at once.
    form: Option<String>,
    /// Who wins in misère play, then.
    outcome: Option<Outcome>,
}

/// A summand as it was understood.
#[derive(Serialize)]
struct SummandRead {
    /// The number of copies.
    copies: u64,
    /// The text of one of them.
    text: String,
    /// The rule, if it is a heap.
    rule: Option<String>,
}

/// Reads an expression, and evaluates it if that takes no time.
pub(super) fn read(desk: &mut Desk<'_>, expr: &str) -> Answered {
    const MOMENT: Duration = Duration::from_millis(300);
    const GAMES: usize = 20_000;
    let syntax = desk.read(expr)?;
    let mut terms = Vec::new();
    for (copies, id) in summands(&syntax) {
        let term = HeapTerm::at(&syntax, id).map_err(|error| Failure::diagnosed(&error, expr))?;
        let span = syntax.span(id);
        let written = expr.get(span.start..span.end).unwrap_or(expr);
        terms.push(SummandRead {
            copies,
            text: term.as_ref().map_or_else(|| written.into(), HeapTerm::name),
            rule: term.map(|term| term.ruleset.rule()),
        });
    }
    let budget = desk.budget().clone().within(MOMENT).at_most_nodes(GAMES);
    desk.universe.set_budget(budget);
    let (form, outcome) = match evaluate(&syntax, &mut desk.universe) {
        Ok(g) => (desk.form(g)?.form, Some(desk.universe.outcome(g))),
        Err(error) => match Failure::evaluated(error, expr) {
            failure if failure.place.is_some() => return Err(failure),
            _ => (None, None),
        },
    };
    Reply::new(Understood {
        summands: terms,
        form: form.map(|form| shortened(&form, LONGEST_DETAIL)),
        outcome,
    })
    .json()
}

/// The canonical form and the properties of a game.
pub(super) fn show(desk: &mut Desk<'_>, expr: &str) -> Answered {
    let syntax = desk.read(expr)?;
    let found = value(&syntax, &Patience::FORMS, &mut desk.universe)
        .map_err(|error| Failure::played(error, expr))?;
    match found {
        Value::Form(g, place) => {
            let style = desk.style;
            let mut shown = answer::Show::new(&mut desk.universe, expr, g, &style)?;
            shown.properties = shown.properties.with_classes(&mut desk.universe, g)?;
            shown.quotient = place.as_deref().map(answer::Place::from);
            Reply::new(shown).json()
        }
        Value::Quotient(place, stopped) => {
            let why = stopped.as_ref().map(ToString::to_string);
            let mut reply = Reply::new(ShowUnreached {
                expr: expr.into(),
                form: (),
                outcome: Some(place.outcome()),
                nim_value: None,
                quotient: Some(place.as_ref().into()),
                stopped: why.unwrap_or_default(),
            });
            reply.stopped = stopped.map(Into::into);
            reply.json()
        }
    }
}

/// A game in a list.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    game: GameForm,
    outcome: Outcome,
    genus: String,
    birthday: u32,
}

/// The options of a game in structural order.
#[derive(Serialize)]
struct Options {
    game: Listed,
    #[serde(rename = "options")]
    list: Vec<Listed>,
    /// How many options there are; the first of them are listed.
    count: usize,
}

fn listed(desk: &mut Desk<'_>, g: Game) -> Result<Listed, Failure> {
    Ok(Listed {
        game: desk.form(g)?,
        outcome: desk.universe.outcome(g),
        genus: desk.universe.genus(g)?.to_string(),
        birthday: desk.universe.birthday(g),
    })
}

/// Lists the options of a game.
pub(super) fn options(desk: &mut Desk<'_>, expr: &str) -> Answered {
    /// The maximum number of options that are listed.
    const MOST: usize = 200;
    let g = desk.evaluate(expr)?;
    let game = listed(desk, g)?;
    let all = desk.universe.options_sorted(g)?;
    let count = all.len();
    let mut list = Vec::new();
    for option in all.into_iter().take(MOST) {
        list.push(listed(desk, option)?);
    }
    Reply::new(Options { game, list, count }).json()
}

/// The even parts of a game.
pub(super) fn parts(desk: &mut Desk<'_>, expr: &str) -> Answered {
    let g = desk.evaluate(expr)?;
    let found = answer::Parts::new(&mut desk.universe, &mut PartFinder::new(), g)?;
    Reply::new(found.try_map(|g| desk.form(g))?).json()
}

/// The prime partitions of a game.
pub(super) fn primes(desk: &mut Desk<'_>, expr: &str) -> Answered {
    let g = desk.evaluate(expr)?;
    let found = PartFinder::new().prime_partitions(&mut desk.universe, g)?;
    let found = answer::Primes::new(&desk.universe, found);
    Reply::new(found.try_map(|g| desk.form(g))?).json()
}

/// The mate of a game, its chain and its concubine.
pub(super) fn mate(desk: &mut Desk<'_>, expr: &str) -> Answered {
    let g = desk.evaluate(expr)?;
    let found = answer::Mate::new(&mut desk.universe, expr, g, (true, true))?;
    Reply::new(found.try_map(|g| desk.form(g))?).json()
}

/// Whether two games are equal, or two differences that are no games.
pub(super) fn compare(desk: &mut Desk<'_>, expr: &str, other: &str) -> Answered {
    let mut sides = Vec::new();
    for text in [expr, other] {
        let syntax = desk.read(text)?;
        let side = evaluate_difference(&syntax, &mut desk.universe);
        sides.push(side.map_err(|error| Failure::evaluated(error, text))?);
    }
    let [left, right] = sides[..] else {
        return Err(Failure::input("two games are compared", None));
    };
    let u = &mut desk.universe;
    let (Some(g), Some(h)) = (left.as_game(u)?, right.as_game(u)?) else {
        let found = answer::CompareDifferences::new(u, left, right)?;
        return Reply::new(found.try_map(|g| desk.form(g))?).json();
    };
    let found = answer::Compare::new(u, g, h)?;
    Reply::new(found.try_map(|g| desk.form(g))?).json()
}

/// The games that a picture shows, one for each node and in the order of the nodes.
#[derive(Serialize)]
struct Nodes {
    /// Their forms, where these are short.
    nodes: Vec<Option<String>>,
}

/// A game and its followers as a picture.
pub(super) fn graph(desk: &mut Desk<'_>, expr: &str) -> Answered {
    let g = desk.evaluate(expr)?;
    let u = &desk.universe;
    let games = u.followers(g)?;
    let options = games.iter().map(|&h| u.option_count(h)).sum();
    let _memory = desk.check_picture(games.len(), options)?;
    let order = desk.universe.structural_order([g])?;
    let notation = desk.style.notation;
    let written = write_each(&mut desk.universe, order.games(), notation, LONGEST_DETAIL)?;
    let forms: Vec<_> = written
        .into_iter()
        .map(misere::notation::Written::text)
        .collect();
    let title = title(expr);
    let diagram = followers(&desk.universe, &order, &forms, &title)?;
    let svg = diagram.svg(desk.budget())?.clone();
    let mut reply = Reply::new(Nodes { nodes: forms });
    reply.svg = Some(svg);
    reply.json()
}

/// The part lattice of a game as a picture.
pub(super) fn lattice(desk: &mut Desk<'_>, expr: &str) -> Answered {
    let g = desk.evaluate(expr)?;
    let lattice = PartFinder::new().lattice(&mut desk.universe, g)?;
    let _memory = desk.check_picture(lattice.parts().len(), lattice.edges().count())?;
    let mut names = Vec::new();
    for &part in lattice.parts() {
        names.push(desk.name(part)?);
    }
    let diagram = part_lattice(&lattice, &names, false, &title(expr));
    let mut reply = Reply::new(Nodes {
        nodes: names.into_iter().map(Some).collect(),
    });
    reply.svg = Some(diagram.svg(desk.budget())?.clone());
    reply.json()
}

fn title(expr: &str) -> String {
    const LONGEST: usize = 80;
    shortened(expr.trim(), LONGEST)
}
