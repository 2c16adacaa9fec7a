//! What a command works with: the universe, the flags in force, and the writer of its answer.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use misere::answer::{GameForm, Style};
use misere::expr::{evaluate, evaluate_difference, evaluate_forms};
use misere::file;
use misere::game::{Form, Forms, Game, Universe};
use misere::heaps::{Rulebook, Ruleset};
use misere::limits::{Budget, Stopped};
use misere::notation::{
    Diagnostic, DigitRun, NodeId, Notation, Syntax, Written, parse, visible, write_each,
};
use misere::parts::FormalDifference;

use super::deadline_writer::DeadlineWriter;
use super::edge_files::with_files;
use super::failure::Failure;
use super::input::{self, Expressions};
use super::interrupt::Interrupt;
use super::layout::{fill, pieces};
use super::progress::{End, Progress};
use super::quotient::Found;
use super::ranges::expanded;
use super::show::abridged;
use super::standard_error::tell;
use super::terminal;
use super::{Answer, Format, Shared};

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
    /// The runs of digits that the command has remarked on.
    noted: RefCell<BTreeSet<String>>,
    out: BufWriter<DeadlineWriter>,
    /// No if some answer was no.
    known: Answer,
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
            noted: RefCell::default(),
            out: BufWriter::with_capacity(1 << 16, DeadlineWriter::new()),
            known: Answer::Yes,
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
        budget.gauge.get_or_insert_default();
        self.out.get_mut().set_deadline(budget.deadline);
        self.universe.set_budget(budget);
        terminal::set_colors(shared.color);
        self.format = shared.format;
        self.shared = *shared;
        self.noted.borrow_mut().clear();
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
        self.note_digits(&syntax, input);
        self.resolved(syntax, input)
    }

    /// The expression with the edges of graphs in the place of the names of their files, so that places in
    /// its tree are places in this text.
    pub(super) fn with_files(&self, expression: &str) -> Result<String, Failure> {
        Ok(with_files(expression, self.budget())?.into_owned())
    }

    /// Reads a position that is to be played, in which no file is named any more: digits written together
    /// are refused as a summand.
    pub(super) fn read_position(&self, input: &str) -> Result<Syntax, Failure> {
        let syntax = self.parse(input)?;
        refuse_list(input)?;
        let runs = syntax.digit_runs(input, RUNS);
        if let Some(run) = runs.iter().find(|run| run.is_summand) {
            let (digits, set) = (abridged(&run.digits), abridged(&run.set()));
            let message = format!("`{digits}` is not a heap but the set {set}");
            let heaps = abridged(&with_stars(input, &runs));
            let hint = format!("nim heaps are written {heaps}; the set is written {set}");
            let error = Diagnostic::new(message, run.span).with_hint(hint);
            return Err(Failure::Input(error.render(input)));
        }
        self.note_digits(&syntax, input);
        self.resolved(syntax, input)
    }

    /// Remarks how digits written together are read, once for each such game.
    pub(super) fn note_digits(&self, syntax: &Syntax, input: &str) {
        /// More remarks say nothing new.
        const MOST: usize = 3;
        for run in syntax.digit_runs(input, RUNS) {
            let mut noted = self.noted.borrow_mut();
            let digits = abridged(&run.digits);
            if noted.len() < MOST && noted.insert(digits.clone()) {
                let set = abridged(&run.set());
                let note = format!("note: {digits} is the set {set}; the heap is *{digits}");
                self.note(&note);
            }
        }
    }

    fn resolved(&self, syntax: Syntax, input: &str) -> Result<Syntax, Failure> {
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

    /// The game as text; one that is too long as it was typed.
    pub(super) fn name_or_typed(&mut self, g: Game, typed: &str) -> Result<String, Stopped> {
        let mut names = self.short_names(&[g], usize::MAX)?;
        Ok(names.pop().flatten().unwrap_or_else(|| abridged(typed)))
    }

    /// The same for several games.
    pub(super) fn names_of(&mut self, games: &[Game]) -> Result<Vec<String>, Stopped> {
        games.iter().map(|&g| self.name(g)).collect()
    }

    /// The same for many small games, which is faster: the search for short names has one limit for all.
    pub(super) fn names_of_small(&mut self, games: &[Game]) -> Result<Vec<String>, Stopped> {
        let style = self.style();
        names_of(&mut self.universe, games, style)
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

    /// Returns the answer to a question, and remembers it before it is written: the exit code must
    /// not depend on whether somebody reads to the end.
    pub(super) fn answer(&mut self, is_yes: bool) -> Answer {
        if is_yes {
            return Answer::Yes;
        }
        self.known = Answer::No;
        Answer::No
    }

    /// Returns no if some answer was no.
    pub(super) fn known_answer(&self) -> Answer {
        self.known
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.text(line)?;
        self.text("\n")
    }

    /// Writes text without a line end, and without what would control a terminal.
    pub(super) fn text(&mut self, text: &str) -> Result<(), Failure> {
        let text = terminal::printable(text);
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(Failure::from)
    }

    /// Writes a picture. What is not printable is there by its number.
    pub(super) fn svg(&mut self, svg: &str) -> Result<(), Failure> {
        let text = by_number(svg, |c| format!("&#x{:x};", u32::from(c)));
        self.bytes(text.as_bytes())
    }

    /// Writes a value as it is formatted, without a copy in memory.
    pub(super) fn displayed(&mut self, value: &impl std::fmt::Display) -> Result<(), Failure> {
        let mut out = Displayed(self, Ok(()));
        // An error is kept, because this one says nothing.
        let _ = writeln!(out, "{value}");
        out.1
    }

    pub(super) fn quiet(&self) -> bool {
        self.shared.quiet
    }

    /// Shows on a terminal what is being done until the value is dropped.
    pub(super) fn busy(&self, what: &str) -> Progress {
        self.progress(what, End::Unknown)
    }

    /// The same for work of a known number of steps.
    pub(super) fn counting(&self, what: &str, steps: u64) -> Progress {
        self.progress(what, End::Steps(steps))
    }

    /// The same for the heaps up to one.
    pub(super) fn heaps(&self, what: &str, last: u64) -> Progress {
        self.progress(what, End::Heap(last))
    }

    /// The same for work in pieces whose number the library knows.
    pub(super) fn pieces(&self, what: &str) -> Progress {
        self.progress(what, End::Pieces)
    }

    fn progress(&self, what: &str, end: End) -> Progress {
        Progress::start(what, end, self.budget(), self.quiet())
    }

    /// Writes a remark to standard error, unless --quiet is set.
    pub(super) fn note(&self, remark: &str) {
        if !self.shared.quiet {
            tell(remark);
        }
    }

    /// A line that says what the next ones are about.
    pub(super) fn heading(&mut self, line: &str) -> Result<(), Failure> {
        self.line(&terminal::heading(line))
    }

    /// A property of a game, indented and aligned.
    pub(super) fn property(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.paragraph(&format!("  {name:<13} "), value)
    }

    /// Lines of prose as they are, or filled anew where one of them is wider than the terminal.
    pub(super) fn prose(&mut self, text: &str) -> Result<(), Failure> {
        let widest = text.lines().map(terminal::length).max();
        if terminal::width().is_some_and(|width| Some(width) < widest) {
            return self.paragraph("", &text.replace('\n', " "));
        }
        self.line(text)
    }

    /// Words in lines that fit the terminal, all but the first indented as far as the first begins.
    pub(super) fn paragraph(&mut self, first: &str, text: &str) -> Result<(), Failure> {
        /// In a narrower terminal the rest of a line would be too little.
        const NARROWEST: usize = 40;
        let width = terminal::width().filter(|&width| width >= NARROWEST);
        let Some(width) = width else {
            return self.line(&format!("{first}{text}"));
        };
        let indent = terminal::length(first).min(width / 2);
        // A space ends a word; a word that is longer than a line is cut.
        let words = text.split_inclusive(' ').flat_map(|word| {
            if terminal::length(word) > width - indent {
                pieces(word)
            } else {
                vec![word]
            }
        });
        let mut lines = String::new();
        fill(&mut lines, first, indent, words, "", Some(width));
        self.text(&lines)
    }

    /// Writes lines that were laid out for the terminal.
    pub(super) fn fitted(&mut self, lines: &str) -> Result<(), Failure> {
        self.text(lines)?;
        if terminal::width().is_some() {
            self.note_if_wider(lines.lines().map(terminal::length).max().unwrap_or(0));
        }
        Ok(())
    }

    /// Says that rows of a table are wider than the terminal.
    pub(super) fn note_if_wider(&self, row: usize) {
        if let Some(width) = terminal::width().filter(|&width| width < row) {
            self.note(&format!(
                "note: the terminal has {width} columns, and some rows need {row}"
            ));
        }
    }

    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        value.serialize(&mut Serializer::with_formatter(&mut self.out, Escaped))?;
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

/// The text with all that is not printable written by its number.
fn by_number(text: &str, number: impl Fn(char) -> String) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || visible(c) == c;
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_kept(c) {
            out.push(c);
        } else {
            out.push_str(&number(c));
        }
    }
    Cow::Owned(out)
}

/// JSON in which all that is not printable is escaped, and so means the same.
struct Escaped;

impl Formatter for Escaped {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let escape = |c: char| {
            let mut text = String::new();
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
            text
        };
        writer.write_all(by_number(fragment, escape).as_bytes())
    }
}

/// Where a value is formatted to, and what went wrong.
struct Displayed<'s>(&'s mut Session, Result<(), Failure>);

impl fmt::Write for Displayed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.1 = self.0.text(text);
        self.1.as_ref().map_err(|_| fmt::Error).copied()
    }
}
/// Refuses a list of heaps such as `5 4 2`, which is a set and not a sum.
fn refuse_list(expression: &str) -> Result<(), Failure> {
    let words: Vec<&str> = expression.split_whitespace().collect();
    if words.len() < 2 || !words.iter().all(|word| input::is_number(word)) {
        return Ok(());
    }
    let (list, set) = (words.join(" "), words.join(","));
    let message = format!("`{}` is not a sum but a set", abridged(&list));
    let hint = format!(
        "nim heaps are written {}; the set is written {{{}}}",
        abridged(&input::nim_heaps(&words)),
        abridged(&set)
    );
    Err(Failure::input(&message, Some(&hint)))
}

/// The input with a star before each summand of several digits.
fn with_stars(input: &str, runs: &[DigitRun]) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for run in runs.iter().filter(|run| run.is_summand) {
        text.push_str(&input[end..run.span.start]);
        text.extend(["*", &run.digits]);
        end = run.span.end;
    }
    text + &input[end..]
}

/// The most games written as digits that a message can be about.
const RUNS: usize = 100;

/// The game as text in any case: too long a text is described.
pub(super) fn name_of(u: &mut Universe, g: Game, style: Style) -> Result<String, Stopped> {
    let mut names = names_of(u, &[g], style)?;
    Ok(names.pop().unwrap_or_default())
}

fn names_of(u: &mut Universe, games: &[Game], style: Style) -> Result<Vec<String>, Stopped> {
    let written = write_each(u, games, style.notation, style.max_form)?;
    let names = written
        .into_iter()
        .zip(games)
        .map(|(written, &g)| match written {
            Written::Text(text) => text,
            Written::TooLong(length) => {
                let options = u.option_count(g);
                let plural = if options == 1 { "" } else { "s" };
                let length = characters(length);
                format!("⟨{options} option{plural}; {length} in writing, see --max-form⟩")
            }
        });
    Ok(names.collect())
}

/// Writes a file so that it is either there as a whole or not changed at all.
pub(super) fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    file::replace(path, write).map_err(|error| Failure::of_file(path, &error))
}

/// Makes a folder, unless it is there.
pub(super) fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)
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
