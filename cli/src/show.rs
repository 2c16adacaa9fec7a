//! `misere show`: the canonical form of a game and its properties.

use clap::Args;

use misere::answer::{self, Properties, WrittenForm};
use misere::expr::{TraceStep, trace};
use misere::game::{Class, Game, Outcome, Parity};
use misere::notation::Span;
use misere::play::InQuotient;

use super::failure::Failure;
use super::large_heaps::{Known, known};
use super::session::Session;
use super::terminal;
use super::{Answer, Format};

/// Simplify a game and show its properties
///
/// The canonical form is the simplest game that can replace the expression in every sum. Of heaps
/// whose canonical forms are large, the nim value comes first, with the outcome and the value in the
/// misère quotient of their ruleset if the quotient is found in 2 seconds; then the canonical form is
/// looked for, for 10 seconds or as long as --timeout says. If it is not found, the exit code is 0 if
/// the outcome is known and 3 if not. An expression without heaps is simplified however long it takes.
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
            // Standard input may be a pipe that waits for each answer.
            session.flush()?;
        }
        Ok(Answer::Yes)
    }

    fn show(&self, session: &mut Session, expression: &str) -> Result<(), Failure> {
        let Known::Form(g, place, is_told) = known(session, expression)? else {
            return Ok(());
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
            Format::Text => show_text(
                session,
                expression,
                g,
                &steps,
                told(is_told, place.as_deref()),
            ),
            Format::Json => self.show_json(session, expression, g, &steps, place.as_deref()),
            Format::Tex => {
                let game = session.tex(g)?;
                session.line(&super::tex::paragraph(&format!("${game}$")))
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
        let style = session.style();
        let u = &mut session.universe;
        let steps = steps.iter();
        let steps = steps.map(|step| answer::TraceStep::new(u, expression, step, &style));
        let steps = steps.collect::<Result<_, _>>()?;
        let mut shown = answer::Show::new(u, expression, g, &style)?;
        shown.properties = shown.properties.with_classes(u, g)?;
        shown.quotient = place.map(answer::Place::from);
        shown.trace = self.trace.then_some(steps);
        shown.dag = self.dag.then(|| u.to_dag(g)).transpose()?;
        session.json(&shown)
    }
}

/// What was written of large heaps before their form was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    /// A heading and perhaps the nim value.
    Heading,
    /// The outcome as well.
    Outcome,
}

fn told(is_told: bool, place: Option<&InQuotient>) -> Told {
    match place {
        _ if !is_told => Told::Nothing,
        None => Told::Heading,
        Some(_) => Told::Outcome,
    }
}

fn show_text(
    session: &mut Session,
    expression: &str,
    g: Game,
    steps: &[TraceStep],
    told: Told,
) -> Result<(), Failure> {
    let name = session.name(g)?;
    if told == Told::Nothing {
        let heading = terminal::heading(abridged(expression));
        session.line(&format!("{heading} = {name}"))?;
    } else {
        session.property("form", &name)?;
    }
    for step in steps {
        trace_line(session, expression, step)?;
    }
    let u = &mut session.universe;
    let shown = Properties::new(u, g)?.with_classes(u, g)?;
    let properties = [
        ("birthday", shown.birthday.to_string()),
        ("outcome", outcome(shown.outcome)),
        ("parity", parity(shown.parity).into()),
        ("options", shown.options.to_string()),
        ("subpositions", shown.subpositions.to_string()),
        ("genus", shown.genus.clone()),
        (
            "class",
            classes_in_words(shown.class, shown.classes.as_deref()),
        ),
        ("prime", prime(&shown).into()),
    ];
    for (name, value) in properties {
        if !(told == Told::Outcome && name == "outcome") {
            session.property(name, &value)?;
        }
    }
    Ok(())
}

fn prime(shown: &Properties) -> &'static str {
    match shown.prime {
        _ if shown.unit => "no, a unit",
        Some(true) => "yes",
        Some(false) => "no",
        None => "not looked for in a game of this size; `misere primes` does",
    }
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

pub(super) fn show_csv(session: &mut Session, expression: &str, g: Game) -> Result<(), Failure> {
    let style = session.style();
    let shown = answer::Show::new(&mut session.universe, expression, g, &style)?;
    let properties = shown.properties;
    let prime = properties.prime.map(|prime| prime.to_string());
    let fields = [
        shown.expr,
        shown.game.form.unwrap_or_default(),
        properties.birthday.to_string(),
        properties.outcome.to_string(),
        parity(properties.parity).to_owned(),
        properties.options.to_string(),
        properties.subpositions.to_string(),
        properties.nim_value.to_string(),
        properties.genus,
        properties.class.to_string(),
        prime.unwrap_or_default(),
        shown.game.fingerprint,
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
    let u = &mut session.universe;
    let shown = WrittenForm::new(u, &mut forms, expression, form)?;
    session.result(shown.value);
    if session.format == Format::Json {
        let shown = shown.try_map(|g| session.json_of(g))?;
        return session.json(&shown);
    }
    let shown = shown.try_map(|g| session.name(g))?;
    session.line(&format!("{} as it is written", abridged(expression)))?;
    let properties = [
        ("birthday", format!("{} (formal)", shown.formal_birthday)),
        ("outcome", outcome(shown.outcome)),
        ("options", shown.options.to_string()),
        ("subpositions", shown.subpositions.to_string()),
        ("nim value", shown.nim_value.to_string()),
        ("value", shown.value),
        ("mate's value", shown.mate_value),
    ];
    for (name, value) in properties {
        session.property(name, &value)?;
    }
    Ok(())
}

fn source(expression: &str, span: Span) -> &str {
    expression.get(span.start..span.end).unwrap_or(expression)
}

/// Returns the expression as a heading; a very long one is cut.
pub(super) fn abridged(expression: &str) -> String {
    const LONGEST: usize = 60;
    let expression = expression.trim();
    if expression.chars().count() <= LONGEST {
        return expression.into();
    }
    let head: String = expression.chars().take(LONGEST - 1).collect();
    format!("{head}…")
}

pub(super) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::N => "N, the next player wins".into(),
        Outcome::P => terminal::p_position("P, the previous player wins"),
    }
}

pub(super) fn parity(parity: Parity) -> &'static str {
    match parity {
        Parity::Even => "even",
        Parity::Odd => "odd",
    }
}
