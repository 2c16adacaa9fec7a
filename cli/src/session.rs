//! What a command works with: the universe, the flags in force, and the writer of its answer.

use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use misere::answer::{GameForm, Style};
use misere::expr::{evaluate, evaluate_difference, evaluate_forms};
use misere::file;
use misere::game::{Form, Forms, Game, Universe};
use misere::heaps::{Rulebook, Ruleset};
use misere::limits::{Budget, Stopped};
use misere::notation::{Diagnostic, NodeId, Notation, Syntax, Written, parse, write, write_each};
use misere::parts::FormalDifference;

use super::deadline_writer::DeadlineWriter;
use super::edge_files::with_files;
use super::failure::Failure;
use super::input::{self, Expressions};
use super::interrupt::Interrupt;
use super::progress::Progress;
use super::quotient::Found;
use super::ranges::expanded;
use super::{Format, Shared};

pub(super) struct Session {
    pub(super) universe: Universe,
    pub(super) format: Format,
    /// The flags in force.
    shared: Shared,
    interrupt: Interrupt,
    /// The rulesets that names refer to.
    pub(super) rulebook: Rulebook,
    /// The names of the shell; none outside of it.
    names: Option<Box<dyn Names>>,
    /// The last quotients that were asked for by a name: the ruleset, the last heap, what was found.
    pub(super) quotients: Vec<(String, Option<u64>, Found)>,
    out: BufWriter<DeadlineWriter>,
}

/// Names that may be used in expressions.
pub(super) trait Names {
    /// Replaces the names in an expression by what they stand for.
    fn resolve(&self, syntax: Syntax) -> Result<Syntax, Diagnostic>;
    /// Whether a name stands for a game.
    fn is_bound(&self, name: &str) -> bool;
    /// The number that a name stands for.
    fn number(&self, name: &str) -> Option<u64>;
    /// The ruleset, as it can be looked up, and the last heap of a quotient that has this name; without
    /// a last heap it is the quotient of all heaps.
    fn quotient(&self, name: &str) -> Option<(String, Option<u64>)>;
    /// The range of numbers that a name stands for.
    fn range(&self, name: &str) -> Option<RangeInclusive<u64>>;
    /// Gives a name to a game that a command found.
    fn add_result(&mut self, game: Game);
}

impl Session {
    pub(super) fn open(shared: &Shared) -> Self {
        let mut session = Self {
            universe: Universe::new(),
            format: shared.format,
            shared: *shared,
            interrupt: Interrupt::default(),
            rulebook: Rulebook::default(),
            names: None,
            quotients: Vec::new(),
            out: BufWriter::with_capacity(1 << 16, DeadlineWriter::new()),
        };
        session.set_flags(shared);
        session
    }

    /// Lets expressions use these names, and names results from now on.
    pub(super) fn set_names(&mut self, names: Box<dyn Names>) {
        self.names = Some(names);
    }

    /// Whether this is the session of a shell.
    pub(super) fn is_shell(&self) -> bool {
        self.names.is_some()
    }

    /// Lets Ctrl-C stop computations from now on.
    pub(super) fn handle_ctrl_c(&mut self) {
        self.interrupt.handle();
    }

    /// Forgets a Ctrl-C that came before the next computation.
    pub(super) fn clear_ctrl_c(&self) {
        self.interrupt.clear();
    }

    /// Sets the flags of the next command, whose time counts from now.
    pub(super) fn set_flags(&mut self, shared: &Shared) {
        // A clone shares the memory accounting of the tables that stay.
        let mut budget = self.universe.budget().clone();
        let timeout = shared.timeout;
        budget.deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        budget.max_nodes = shared.max_nodes;
        budget.max_memory = Some(shared.max_memory);
        budget.cancel = Some(self.interrupt.flag());
        self.out.get_mut().set_deadline(budget.deadline);
        self.universe.set_budget(budget);
        self.format = shared.format;
        self.shared = *shared;
    }

    /// The flags in force.
    pub(super) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Refuses formats that a command does not have.
    pub(super) fn require_format(&self, command: &str, formats: &[Format]) -> Result<(), Failure> {
        if formats.contains(&self.format) {
            return Ok(());
        }
        let names = formats.iter().map(|f| format!("{f:?}").to_lowercase());
        let names: Vec<String> = names.collect();
        let names = match &names[..] {
            [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
            _ => names.concat(),
        };
        let asked = format!("{:?}", self.format).to_lowercase();
        let message = format!("`{command}` has no {asked} output");
        let hint = format!("it has {names}");
        Err(Failure::input(&message, Some(&hint)))
    }

    pub(super) fn evaluate(&mut self, input: &str) -> Result<Game, Failure> {
        let syntax = self.read_one(input)?;
        let _busy = self.busy("canonical form");
        let game = evaluate(&syntax, &mut self.universe)
            .map_err(|error| Failure::in_expression(error, input))?;
        tracing::debug!(games = self.universe.nodes(), "expression evaluated");
        Ok(game)
    }

    /// The element of the group of differences that an expression stands for.
    pub(super) fn difference(&mut self, input: &str) -> Result<FormalDifference, Failure> {
        let syntax = self.read_one(input)?;
        let _busy = self.busy("canonical form");
        evaluate_difference(&syntax, &mut self.universe)
            .map_err(|error| Failure::in_expression(error, input))
    }

    /// Reads an expression that cannot be `-`, standard input.
    pub(super) fn read_one(&self, input: &str) -> Result<Syntax, Failure> {
        if input.trim() == "-" {
            let hint = "show and primes read expressions from standard input";
            return Err(Failure::input("`-` is not an expression here", Some(hint)));
        }
        self.read(input)
    }

    /// Parses an expression.
    pub(super) fn parse(&self, input: &str) -> Result<Syntax, Failure> {
        /// Most nodes of the tree come from one byte.
        const BYTES_PER_BYTE: usize = 128;
        let needed = input.len().saturating_mul(BYTES_PER_BYTE);
        self.budget().check_memory(needed)?;
        let input = &*with_files(input, self.budget())?;
        let syntax = parse(input).map_err(|error| Failure::Input(error.render(input)))?;
        Ok(syntax.with_rulebook(self.rulebook.clone()))
    }

    /// Parses an expression and replaces its names by what they stand for.
    pub(super) fn read(&self, input: &str) -> Result<Syntax, Failure> {
        let syntax = self.parse(input)?;
        match &self.names {
            Some(names) => names
                .resolve(syntax)
                .map_err(|diagnostic| Failure::Input(diagnostic.render(input))),
            None => Ok(syntax),
        }
    }

    /// Reads a number, or the name of one in the shell.
    pub(super) fn read_number(&self, text: &str) -> Option<u64> {
        let text = text.trim();
        let named = || self.names.as_ref()?.number(text);
        text.parse().ok().or_else(named)
    }

    /// The quotient that a name of the shell stands for.
    pub(super) fn quotient(&self, name: &str) -> Option<(String, Option<u64>)> {
        self.names.as_ref()?.quotient(name)
    }

    /// The range that a name of the shell stands for.
    pub(super) fn range(&self, name: &str) -> Option<RangeInclusive<u64>> {
        self.names.as_ref()?.range(name)
    }

    /// Whether this text is a name that stands for something.
    pub(super) fn is_bound(&self, text: &str) -> bool {
        let names = self.names.as_ref();
        names.is_some_and(|names| names.is_bound(text.trim()))
    }

    /// Gives a name to the game that the answer is about, in the shell.
    pub(super) fn result(&mut self, g: Game) {
        if let Some(names) = &mut self.names {
            names.add_result(g);
        }
    }

    /// The expressions to work on: those given, or with `-` one a line from standard input.
    pub(super) fn expressions(&self, given: Vec<String>) -> Result<Expressions, Failure> {
        if self.is_shell() && given.iter().any(|expression| expression == "-") {
            let hint = "give the expressions themselves, each as a command of its own if you like";
            let message = "`-` reads standard input, which is where the commands come from";
            return Err(Failure::input(message, Some(hint)));
        }
        if given.iter().any(|expression| expression == "-") {
            return input::expressions(given, self.budget());
        }
        let mut all: Vec<Expressions> = Vec::new();
        for text in given {
            all.push(match expanded(&text, self)? {
                Some(texts) => Box::new(texts.map(|text| Ok((text, None)))),
                None => input::expressions(vec![text], self.budget())?,
            });
        }
        Ok(Box::new(all.into_iter().flatten()))
    }

    /// Parses the name of a ruleset.
    pub(super) fn ruleset(&self, text: &str) -> Result<Arc<dyn Ruleset>, Failure> {
        (self.rulebook.ruleset(text.trim()))
            .map_err(|error| Failure::in_ruleset(error, text.trim()))
    }

    /// The limits of time and memory, for work outside the universe.
    pub(super) fn budget(&self) -> &Budget {
        self.universe.budget()
    }

    /// Sets a new deadline a moment from now, so that after a stop what is known can be written.
    pub(super) fn extend_deadline(&mut self) -> &Budget {
        const MOMENT: Duration = Duration::from_millis(100);
        let mut budget = self.universe.budget().clone();
        budget.deadline = Instant::now().checked_add(MOMENT);
        budget.cancel = None;
        self.universe.set_budget(budget);
        self.budget()
    }

    /// The forms of the nodes of an expression that `choose` returns, and their store.
    pub(super) fn forms(
        &mut self,
        input: &str,
        choose: impl Fn(&Syntax) -> Vec<NodeId>,
    ) -> Result<(Forms, Vec<Form>), Failure> {
        let syntax = self.read(input)?;
        let mut forms = Forms::with_budget(self.universe.budget().clone());
        let made = evaluate_forms(&syntax, &choose(&syntax), &mut forms, &mut self.universe)
            .map_err(|error| Failure::in_expression(error, input))?;
        Ok((forms, made))
    }

    /// The form of an expression, and its store.
    pub(super) fn form(&mut self, input: &str) -> Result<(Forms, Form), Failure> {
        let (forms, made) = self.forms(input, |syntax| vec![syntax.root()])?;
        Ok((forms, made[0]))
    }

    /// The games in the chosen notation, where they take at most `most` characters.
    pub(super) fn short_names(
        &mut self,
        games: &[Game],
        most: usize,
    ) -> Result<Vec<Option<String>>, Stopped> {
        let most = most.min(self.shared.max_form);
        let written = write_each(&mut self.universe, games, self.shared.notation.into(), most)?;
        Ok(written.into_iter().map(Written::text).collect())
    }

    /// The game as text; one that is too long is described.
    pub(super) fn name(&mut self, g: Game) -> Result<String, Stopped> {
        self.name_in(g, self.shared.notation.into())
    }

    /// The same for several games.
    pub(super) fn names_of(&mut self, games: &[Game]) -> Result<Vec<String>, Stopped> {
        games.iter().map(|&g| self.name(g)).collect()
    }

    /// The same in a given notation.
    pub(super) fn name_in(&mut self, g: Game, notation: Notation) -> Result<String, Stopped> {
        let max_form = self.shared.max_form;
        name_of(&mut self.universe, g, Style { notation, max_form })
    }

    /// How games are written.
    pub(super) fn style(&self) -> Style {
        Style {
            notation: self.shared.notation.into(),
            max_form: self.shared.max_form,
        }
    }

    /// The game as JSON has it.
    pub(super) fn json_of(&mut self, g: Game) -> Result<GameForm, Stopped> {
        self.style().form(&mut self.universe, g)
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.out, "{line}").map_err(Failure::from)
    }

    /// Writes text as it is, without a line end.
    pub(super) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).map_err(Failure::from)
    }

    /// Writes a value as it is formatted, without a copy in memory.
    pub(super) fn displayed(&mut self, value: &impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.out, "{value}").map_err(Failure::from)
    }

    pub(super) fn quiet(&self) -> bool {
        self.shared.quiet
    }

    /// Shows progress on a terminal until the value is dropped.
    pub(super) fn busy(&self, what: &str) -> Progress {
        Progress::start(what, None, self.quiet())
    }

    /// Writes a remark to standard error, unless --quiet is set.
    pub(super) fn note(&self, remark: &str) {
        if !self.shared.quiet {
            eprintln!("{remark}");
        }
    }

    /// Remarks that a list of heaps such as `5 4 2` is a set, not a sum.
    pub(super) fn note_if_list(&self, expression: &str) {
        let words: Vec<&str> = expression.split_whitespace().collect();
        let is_heap = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if words.len() > 1 && words.iter().all(is_heap) {
            let heaps = words.iter().map(|&word| match word.len() {
                1 => word.to_string(),
                _ => format!("*{word}"),
            });
            let (list, sum) = (words.join(" "), heaps.collect::<Vec<_>>().join("+"));
            self.note(&format!(
                "note: `{list}` is one game, a set of options; the sum is written {sum}"
            ));
        }
    }

    /// A property of a game, indented and aligned.
    pub(super) fn property(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.line(&format!("  {name:<13} {value}"))
    }

    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, value)?;
        self.line("")
    }

    pub(super) fn csv(&mut self, fields: &[&str]) -> Result<(), Failure> {
        let quoted: Vec<String> = fields.iter().map(|field| csv_field(field)).collect();
        self.line(&quoted.join(","))
    }

    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::from)
    }
}

/// The game as text in any case: too long a text is described.
pub(super) fn name_of(u: &mut Universe, g: Game, style: Style) -> Result<String, Stopped> {
    Ok(match write(u, g, style.notation, style.max_form)? {
        Written::Text(text) => text,
        Written::TooLong(length) => {
            let options = u.option_count(g);
            let plural = if options == 1 { "" } else { "s" };
            let length = characters(length);
            format!("⟨{options} option{plural}; {length} in writing, see --max-form⟩")
        }
    })
}

/// Writes a file so that it is either there as a whole or not changed at all.
pub(super) fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    file::replace(path, write)
        .map_err(|error| Failure::input(&format!("{}: {error}", path.display()), None))
}

/// A number of characters as a person reads it.
fn characters(length: u64) -> String {
    match length {
        u64::MAX => "more than 10^19 characters".into(),
        1 => "1 character".into(),
        0..1_000_000 => format!("{length} characters"),
        _ => format!("about 10^{} characters", length.ilog10()),
    }
}

/// Quoted where the content asks for it (RFC 4180).
fn csv_field(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_fields_are_quoted_where_needed() {
        assert_eq!(csv_field("2##"), "2##");
        assert_eq!(csv_field("{0,{0}}"), "\"{0,{0}}\"");
        assert_eq!(csv_field("a\"b"), "\"a\"\"b\"");
    }

    #[test]
    fn lengths_are_readable() {
        assert_eq!(characters(471), "471 characters");
        assert_eq!(characters(5_926_775), "about 10^6 characters");
        assert_eq!(characters(u64::MAX), "more than 10^19 characters");
    }
}
