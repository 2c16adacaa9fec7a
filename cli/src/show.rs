//! `misere show`: what can be said of a game.

use clap::Args;
use serde::Serialize;

use misere::expr::{TraceStep, trace};
use misere::game::{Class, Dag, Game, Outcome, Parity, Universe};
use misere::limits::{Reason, Stopped};
use misere::notation::Span;
use misere::parts::Parts;
use misere::play::{InQuotient, Value};

use super::failure::Failure;
use super::large_heaps::{PlaceJson, in_words, value_and_place, without_form};
use super::session::{GameJson, Session};
use super::{Answer, Format};

/// Canonical form, birthday, outcome, genus, class; prime or not
///
/// The canonical form is the simplest game that can replace the expression in every sum. Of heaps
/// whose canonical forms are large, the value in the misère quotient of their ruleset is shown as
/// well; it tells who wins even where the canonical form is out of reach.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere show '2+2' '2# - 2'\n  \
    misere show --trace '{2,{2,3}}'\n  \
    misere show --form '(2##0)#'\n  \
    echo '9+8+7+5' | misere show - --format json")]
pub(super) struct Show {
    /// Expressions, or - to read one a line from standard input
    #[arg(value_name = "EXPR", required = true)]
    expressions: Vec<String>,

    /// Show how each set in the expression simplifies
    #[arg(long)]
    trace: bool,

    /// Take the expression as it is written, without simplifying it
    #[arg(long, conflicts_with_all = ["trace", "dag"])]
    form: bool,

    /// Also give the game as a list of its followers (JSON only)
    #[arg(long)]
    dag: bool,
}

#[derive(Serialize)]
pub(super) struct ShowJson {
    expr: String,
    #[serde(flatten)]
    game: GameJson,
    birthday: u32,
    outcome: String,
    parity: &'static str,
    options: usize,
    subpositions: usize,
    nim_value: u32,
    misere_nim_value: u32,
    genus: String,
    /// The most special one; see `classes` for the others.
    class: String,
    /// None if the game is too large to look for all of them in passing.
    classes: Option<Vec<String>>,
    unit: bool,
    /// None if the game is too large to look for its parts in passing.
    prime: Option<bool>,
    /// The place of large heaps in the quotient of their ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    quotient: Option<PlaceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<StepJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dag: Option<Dag>,
}

#[derive(Serialize)]
struct StepJson {
    expr: String,
    result: GameJson,
    reverted: Vec<GameJson>,
    /// Whether the proviso held, if it was asked.
    proviso: Option<bool>,
}

#[derive(Serialize)]
struct FormJson {
    expr: String,
    formal_birthday: u32,
    outcome: String,
    options: usize,
    subpositions: usize,
    nim_value: u32,
    value: GameJson,
    mate_value: GameJson,
}

pub(super) const COLUMNS: [&str; 12] = [
    "expr",
    "form",
    "birthday",
    "outcome",
    "parity",
    "options",
    "subpositions",
    "nim_value",
    "genus",
    "class",
    "prime",
    "fingerprint",
];

impl Show {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let formats: &[Format] = if self.form || self.trace {
            &[Format::Text, Format::Json]
        } else {
            &[Format::Text, Format::Json, Format::Csv, Format::Tex]
        };
        let command = match (self.form, self.trace) {
            (true, _) => "show --form",
            (_, true) => "show --trace",
            _ => "show",
        };
        session.require_format(command, formats)?;
        if self.dag && session.format != Format::Json {
            return Err(Failure::input("--dag goes with --format json", None));
        }
        if session.format == Format::Csv {
            session.csv(&COLUMNS)?;
        }
        let expressions = session.expressions(self.expressions.clone())?;
        for (i, expression) in expressions.enumerate() {
            let (expression, place) = expression?;
            if i > 0 && session.format == Format::Text {
                session.line("")?;
            }
            let shown = if self.form {
                show_form(session, &expression)
            } else {
                self.show(session, &expression)
            };
            shown.map_err(|failure| failure.at(&place))?;
            // Whoever feeds expressions one by one wants to see the answers one by one.
            session.flush()?;
        }
        Ok(Answer::Yes)
    }

    fn show(&self, session: &mut Session, expression: &str) -> Result<(), Failure> {
        let (g, place) = match value_and_place(session, expression)? {
            Value::Form(g, place) => (g, place),
            Value::Quotient(place, stopped) => {
                return without_form(session, expression, &place, stopped);
            }
        };
        session.result(g);
        let steps = if self.trace {
            let syntax = session.read(expression)?;
            trace(&syntax, &mut session.universe)
                .map_err(|error| Failure::in_expression(error, expression))?
        } else {
            Vec::new()
        };
        match session.format {
            Format::Text => {
                show_text(session, expression, g, &steps)?;
                match place {
                    Some(place) => session.property("quotient", &in_words(&place)),
                    None => Ok(()),
                }
            }
            Format::Json => self.show_json(session, expression, g, &steps, place.as_deref()),
            Format::Tex => {
                let game = session.tex(g)?;
                session.line(&format!("${game}$"))
            }
            _ => show_csv(session, expression, g),
        }
    }

    fn show_json(
        &self,
        session: &mut Session,
        expression: &str,
        g: Game,
        steps: &[TraceStep],
        place: Option<&InQuotient>,
    ) -> Result<(), Failure> {
        let mut traced = Vec::new();
        for step in steps {
            let done = &step.simplification;
            let mut reverted = Vec::new();
            for &option in &done.reverted {
                reverted.push(session.json_of(option)?);
            }
            traced.push(StepJson {
                expr: source(expression, step.span).into(),
                result: session.json_of(done.result)?,
                reverted,
                proviso: done.proviso,
            });
        }
        let mut json = to_json(session, expression, g)?;
        let classes = classes_in_passing(&mut session.universe, g, json.subpositions)?;
        json.classes = classes.map(|classes| classes.iter().map(Class::to_string).collect());
        json.quotient = place.map(PlaceJson::of);
        json.trace = self.trace.then_some(traced);
        json.dag = self.dag.then(|| session.universe.to_dag(g)).transpose()?;
        session.json(&json)
    }
}

/// What JSON says of a game.
pub(super) fn to_json(
    session: &mut Session,
    expression: &str,
    g: Game,
) -> Result<ShowJson, Failure> {
    let game = session.json_of(g)?;
    let u = &mut session.universe;
    let subpositions = u.subpositions(g)?;
    let genus = u.genus(g)?;
    Ok(ShowJson {
        expr: expression.into(),
        game,
        birthday: u.birthday(g),
        outcome: u.outcome(g).to_string(),
        parity: parity(u.parity(g)),
        options: u.option_count(g),
        subpositions,
        nim_value: genus.nim_value(),
        misere_nim_value: genus.misere_nim_value(),
        genus: genus.to_string(),
        class: u.class(g)?.to_string(),
        classes: None,
        unit: u.is_unit(g),
        prime: is_prime(u, g, subpositions)?,
        quotient: None,
        trace: None,
        dag: None,
    })
}

fn show_text(
    session: &mut Session,
    expression: &str,
    g: Game,
    steps: &[TraceStep],
) -> Result<(), Failure> {
    let name = session.name(g)?;
    session.line(&format!("{} = {name}", abridged(expression)))?;
    for step in steps {
        trace_line(session, expression, step)?;
    }
    let u = &mut session.universe;
    let subpositions = u.subpositions(g)?;
    let properties = [
        ("birthday", u.birthday(g).to_string()),
        ("outcome", outcome(u.outcome(g)).into()),
        ("parity", parity(u.parity(g)).into()),
        ("options", u.option_count(g).to_string()),
        ("subpositions", subpositions.to_string()),
        ("genus", u.genus(g)?.to_string()),
        ("class", class(u, g, subpositions)?),
        ("prime", prime(u, g, subpositions)?.into()),
    ];
    for (name, value) in properties {
        session.property(name, &value)?;
    }
    Ok(())
}

fn prime(u: &mut Universe, g: Game, subpositions: usize) -> Result<&'static str, Failure> {
    Ok(match is_prime(u, g, subpositions)? {
        _ if u.is_unit(g) => "no, a unit",
        Some(true) => "yes",
        Some(false) => "no",
        None => "not looked for in a game of this size; `misere primes` does",
    })
}

/// Whether G is prime, where that is found quickly.
fn is_prime(u: &mut Universe, g: Game, subpositions: usize) -> Result<Option<bool>, Failure> {
    let mut parts = Parts::new();
    if parts.is_prime_at_sight(u, g) {
        return Ok(Some(true));
    }
    in_passing(u, subpositions, |u| parts.is_prime(u, g))
}

fn class(u: &mut Universe, g: Game, subpositions: usize) -> Result<String, Failure> {
    let class = u.class(g)?;
    let classes = classes_in_passing(u, g, subpositions)?;
    Ok(classes_in_words(class, classes.as_deref()))
}

/// All classes of G, where they are found quickly.
pub(super) fn classes_in_passing(
    u: &mut Universe,
    g: Game,
    subpositions: usize,
) -> Result<Option<Vec<Class>>, Failure> {
    in_passing(u, subpositions, |u| u.classes(g))
}

/// The most special class, and those that do not follow from it.
pub(super) fn classes_in_words(class: Class, classes: Option<&[Class]>) -> String {
    let Some(classes) = classes else {
        return format!("{class}; half-tame and extraverted are not looked for in this size");
    };
    let further = [Class::HalfTame, Class::Extraverted, Class::Introverted];
    let further = further.iter().filter(|further| classes.contains(further));
    let names = std::iter::once(&class).chain(further);
    names.map(Class::to_string).collect::<Vec<_>>().join(", ")
}

/// Does work that is only done for small games, and only as far as it needs few new ones.
fn in_passing<T>(
    u: &mut Universe,
    subpositions: usize,
    work: impl FnOnce(&mut Universe) -> Result<T, Stopped>,
) -> Result<Option<T>, Failure> {
    const SUBPOSITIONS: usize = 2_000;
    const NODES: usize = 20_000;
    if subpositions > SUBPOSITIONS {
        return Ok(None);
    }
    match u.with_extra_nodes(NODES, work) {
        Ok(answer) => Ok(Some(answer)),
        Err(stopped) if matches!(stopped.reason, Reason::Nodes { .. }) => Ok(None),
        Err(stopped) => Err(stopped.into()),
    }
}

pub(super) fn show_csv(session: &mut Session, expression: &str, g: Game) -> Result<(), Failure> {
    let json = to_json(session, expression, g)?;
    let fields = [
        json.expr,
        json.game.form.unwrap_or_default(),
        json.birthday.to_string(),
        json.outcome,
        json.parity.to_owned(),
        json.options.to_string(),
        json.subpositions.to_string(),
        json.nim_value.to_string(),
        json.genus,
        json.class,
        json.prime
            .map(|prime| prime.to_string())
            .unwrap_or_default(),
        json.game.fingerprint,
    ];
    session.csv(&fields.each_ref().map(String::as_str))
}

/// `{0,2} = 1: 2 reverts through 1`.
fn trace_line(session: &mut Session, expression: &str, step: &TraceStep) -> Result<(), Failure> {
    let done = &step.simplification;
    let result = session.name(done.result)?;
    let what = match step.sum {
        Some((g, h)) => format!("{} + {}", session.name(g)?, session.name(h)?),
        None => abridged(source(expression, step.span)),
    };
    let mut reverted = Vec::new();
    for &option in &done.reverted {
        reverted.push(session.name(option)?);
    }
    let verb = if reverted.len() == 1 {
        "reverts"
    } else {
        "revert"
    };
    let reverted = reverted.join(", ");
    let why = match (done.reverted.is_empty(), done.proviso) {
        (true, Some(false)) => {
            "every option has a move to 0, but the proviso fails: no option is in P".into()
        }
        (true, _) => "nothing reverts".into(),
        (false, Some(true)) => {
            format!("{reverted} {verb} through 0, and the proviso holds: an option is in P")
        }
        (false, _) => format!("{reverted} {verb} through {result}"),
    };
    session.property("trace", &format!("{what} = {result}: {why}"))
}

fn show_form(session: &mut Session, expression: &str) -> Result<(), Failure> {
    let (mut forms, form) = session.form(expression)?;
    let value = forms.value(&mut session.universe, form)?;
    session.result(value);
    let mate = forms.mate(form)?;
    let mate_value = forms.value(&mut session.universe, mate)?;
    if session.format == Format::Json {
        let json = FormJson {
            expr: expression.into(),
            formal_birthday: forms.formal_birthday(form),
            outcome: forms.outcome(form).to_string(),
            options: forms.options(form).len(),
            subpositions: forms.followers(form)?.len(),
            nim_value: forms.nim_value(form),
            value: session.json_of(value)?,
            mate_value: session.json_of(mate_value)?,
        };
        return session.json(&json);
    }
    let (value, mate_value) = (session.name(value)?, session.name(mate_value)?);
    session.line(&format!("{} as it is written", abridged(expression)))?;
    let properties = [
        (
            "birthday",
            format!("{} (formal)", forms.formal_birthday(form)),
        ),
        ("outcome", outcome(forms.outcome(form)).into()),
        ("options", forms.options(form).len().to_string()),
        ("subpositions", forms.followers(form)?.len().to_string()),
        ("nim value", forms.nim_value(form).to_string()),
        ("value", value),
        ("mate's value", mate_value),
    ];
    for (name, value) in properties {
        session.property(name, &value)?;
    }
    Ok(())
}

fn source(expression: &str, span: Span) -> &str {
    expression.get(span.start..span.end).unwrap_or(expression)
}

/// The expression as a heading: a very long one is cut.
pub(super) fn abridged(expression: &str) -> String {
    const LONGEST: usize = 60;
    let expression = expression.trim();
    if expression.chars().count() <= LONGEST {
        return expression.into();
    }
    let head: String = expression.chars().take(LONGEST - 1).collect();
    format!("{head}…")
}

pub(super) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N, the next player wins",
        Outcome::P => "P, the previous player wins",
    }
}

pub(super) fn parity(parity: Parity) -> &'static str {
    match parity {
        Parity::Even => "even",
        Parity::Odd => "odd",
    }
}
