//! Executes lines: binds a name, runs a command, or shows an expression.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::help;
use super::names::Names;
use super::sentence::{Assembly, Sentence, Word};
use super::settings::{Settings, refusal};
use super::vocabulary::{WORDS, is_command};
use crate::failure::Failure;
use crate::ranges::range;
use crate::session::Session;
use crate::show::abridged;
use crate::stats::Stats;
use crate::terminal::page;
use crate::{Answer, execute};
use misere::game::Universe;
use misere::limits::{Budget, Reason};
use misere::notation::Node;

/// What comes after a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    Continue(Answer),
    /// It failed, and the message is written.
    Failed,
    Leave,
}

const DONE: Next = Next::Continue(Answer::Yes);

/// Which commands report how long they took.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Timing {
    All,
    /// Those that take long enough to be noticed.
    Slow,
    None,
}

/// What lasts from one line to the next, besides the session.
pub(super) struct Conversation {
    names: Rc<RefCell<Names>>,
    settings: Settings,
    timing: Timing,
    /// Whether a person is there to see remarks.
    interactive: bool,
}

impl Conversation {
    pub(super) fn new(session: &mut Session, interactive: bool) -> Self {
        let names = Rc::default();
        session.set_names(Box::new(Rc::clone(&names)));
        Self {
            names,
            settings: Settings::new(session.shared()),
            timing: if interactive {
                Timing::Slow
            } else {
                Timing::None
            },
            interactive,
        }
    }

    /// The names that are bound.
    pub(super) fn bound_names(&self) -> Vec<String> {
        let names = self.names.borrow();
        names.bindings().map(|(name, _)| name.to_owned()).collect()
    }

    fn results(&self) -> usize {
        self.names.borrow().results()
    }

    /// Executes a line. In a terminal the message of a failure, the names of the results and the
    /// time are written after it; in a script a failure is returned.
    pub(super) fn perform(
        &mut self,
        session: &mut Session,
        assembly: Assembly,
    ) -> Result<Next, Failure> {
        let (start, before) = (Instant::now(), self.results());
        let sentences = assembly.finish().map(|sentence| sentence.commands());
        let is_command =
            matches!(&sentences, Ok(all) if all.iter().any(|s| command_of(s).is_some()));
        let next = sentences.and_then(|sentences| self.act_on_all(session, &sentences));
        let next = session.flush().and(next);
        let time = start.elapsed();
        let next = match next {
            Err(failure) if self.interactive && !matches!(failure, Failure::Output(_)) => {
                report(failure, session);
                Ok(Next::Failed)
            }
            other => other,
        };
        self.remark(session, before, is_command.then_some(time));
        next
    }

    /// `[%3, 1.2 s]`
    fn remark(&self, session: &Session, before: usize, time: Option<Duration>) {
        let mut remarks: Vec<String> = Vec::new();
        match self.results() - before {
            _ if !self.interactive => {}
            0 => {}
            1 => remarks.push(format!("%{}", before + 1)),
            several => remarks.push(format!("%{} to %{}", before + 1, before + several)),
        }
        let time = time.filter(|time| self.is_reported(*time));
        remarks.extend(time.map(seconds));
        if !remarks.is_empty() {
            session.note(&format!("  [{}]", remarks.join(", ")));
        }
    }

    fn is_reported(&self, time: Duration) -> bool {
        const NOTICED: Duration = Duration::from_millis(100);
        match self.timing {
            Timing::All => true,
            Timing::Slow => time >= NOTICED,
            Timing::None => false,
        }
    }

    /// Executes the commands of a line, up to the first that fails or leaves.
    fn act_on_all(&mut self, session: &mut Session, all: &[Sentence]) -> Result<Next, Failure> {
        let mut next = DONE;
        for sentence in all {
            match self.act(session, sentence)? {
                Next::Continue(Answer::Yes) => {}
                Next::Continue(Answer::No) => next = Next::Continue(Answer::No),
                other => return Ok(other),
            }
        }
        Ok(next)
    }

    fn act(&mut self, session: &mut Session, sentence: &Sentence) -> Result<Next, Failure> {
        session.set_flags(&self.settings.now);
        // Short commands may end before they check for Ctrl-C, so it is checked between them.
        session.budget().check()?;
        let words = &sentence.words;
        let Some(first) = words.first() else {
            return Ok(DONE);
        };
        if let Some(at) = binding(sentence) {
            let (name, text) = (&sentence.text[..at], &sentence.text[at + 2..]);
            self.bind(session, name.trim(), text.trim())?;
            return Ok(DONE);
        }
        let arguments: Vec<&str> = words[1..].iter().map(|word| word.text.as_str()).collect();
        if let Some(command) = command_of(sentence) {
            return self.command(session, &command);
        }
        match (first.text.as_str(), &arguments[..]) {
            ("exit" | "quit", []) => return Ok(Next::Leave),
            ("help", []) => session.text(&page(&help::overview()))?,
            ("help", topic) => return self.help(session, &topic.join(" ")),
            ("names", []) => self.list_names(session)?,
            ("define", [_, ..]) => self.define(session, sentence)?,
            ("undo", []) => self.undo(session)?,
            ("reset", []) => self.reset(session),
            ("set", []) => {
                for (name, value) in self.settings.list() {
                    session.property(name, &value)?;
                }
            }
            ("set", [name, value]) => self.settings.set(name, value)?,
            ("unset", [name]) => self.settings.unset(name)?,
            ("time", []) => session.line(match self.timing {
                Timing::All => "on",
                Timing::Slow => "slow: commands of a tenth of a second and more",
                Timing::None => "off",
            })?,
            ("time", ["on"]) => self.timing = Timing::All,
            ("time", ["slow"]) => self.timing = Timing::Slow,
            ("time", ["off"]) => self.timing = Timing::None,
            (word, _) => return Err(misused(word)),
        }
        Ok(DONE)
    }

    /// A command of the command line.
    fn command(&self, session: &mut Session, words: &[String]) -> Result<Next, Failure> {
        let cli = match self.settings.parse(words) {
            Ok(cli) => cli,
            Err(error) if !error.use_stderr() => {
                session.text(&page(&help::adapted(&error.render().to_string())))?;
                return Ok(DONE);
            }
            Err(error) => return Err(refusal(&error, words)),
        };
        self.settings.check_threads(&cli.shared)?;
        session.set_flags(&cli.shared);
        session.read_rules(&cli.rules)?;
        let stats = Stats::start(cli.wants_stats());
        let answer = execute(cli.command, session);
        if let Some(stats) = stats {
            session.flush()?;
            stats.report(session);
        }
        answer.map(Next::Continue)
    }

    fn help(&self, session: &mut Session, topic: &str) -> Result<Next, Failure> {
        match help::about(topic) {
            Some(text) => session.text(&page(&text))?,
            None if session.ruleset(topic).is_ok() => {
                return self.command(session, &["rules".into(), topic.into()]);
            }
            None => {
                let message = format!("there is no help on `{topic}`");
                let hint = match help::nearest_topic(topic) {
                    Some(near) => format!("perhaps `help {near}` is meant"),
                    None => "`help` lists the topics".into(),
                };
                return Err(Failure::input(&message, Some(&hint)));
            }
        }
        Ok(DONE)
    }

    /// Binds a name to a game, a range of numbers, a ruleset or a quotient.
    fn bind(&self, session: &mut Session, name: &str, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            let message = format!("nothing is written after `{name} :=`");
            return Err(Failure::input(&message, Some("as in x := 2##")));
        }
        if let Some(range) = range(text, session) {
            let mut names = self.names.borrow_mut();
            return names.bind_range(name, range, &session.rulebook);
        }
        if let Some(inner) = text
            .strip_prefix("quotient(")
            .and_then(|t| t.strip_suffix(')'))
        {
            let (ruleset, to) = match inner.rsplit_once(',') {
                Some((ruleset, to)) => match session.read_number(to) {
                    Some(to) => (ruleset, Some(to)),
                    None => (inner, None),
                },
                None => (inner, None),
            };
            let ruleset = session.ruleset(ruleset)?;
            let mut names = self.names.borrow_mut();
            return names.bind_quotient(name, &ruleset, to, &mut session.rulebook);
        }
        if is_ruleset_text(session, text) {
            let ruleset = session.ruleset(text)?;
            let mut names = self.names.borrow_mut();
            return names.bind_ruleset(name, &ruleset, &mut session.rulebook);
        }
        let syntax = session.parse(text)?;
        session.note_digits(&syntax, text);
        let mut names = self.names.borrow_mut();
        names.bind(name, text, syntax, session.budget())
    }

    /// `define f(n) -> n-1, n-2`: the name is that of the formula.
    fn define(&self, session: &mut Session, sentence: &Sentence) -> Result<(), Failure> {
        let text = &sentence.text[sentence.words[1].span.start..];
        let name: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
        if !text.contains("->") {
            let message = "`define` needs a rule with an arrow";
            return Err(Failure::input(
                message,
                Some("as in define f(n) -> n-1, n-2"),
            ));
        }
        let ruleset = session.ruleset(text)?;
        let mut names = self.names.borrow_mut();
        names.bind_ruleset(&name, &ruleset, &mut session.rulebook)
    }

    fn list_names(&self, session: &mut Session) -> Result<(), Failure> {
        let bindings: Vec<String> = (self.names.borrow().bindings())
            .map(|(name, text)| format!("{name} := {text}"))
            .collect();
        for line in bindings {
            session.line(&line)?;
        }
        for number in 1..=self.results() {
            let name = format!("%{number}");
            if session.is_bound(&name) {
                let g = session.evaluate(&name)?;
                let text = abridged(&session.name(g)?);
                session.line(&format!("{name} = {text}"))?;
            }
        }
        Ok(())
    }

    fn undo(&self, session: &mut Session) -> Result<(), Failure> {
        let undone = self.names.borrow_mut().undo(&mut session.rulebook);
        let remark = match undone {
            None => {
                let hint = "`undo` takes back bindings, the last one first";
                return Err(Failure::input("there is nothing to undo", Some(hint)));
            }
            Some((name, Some(text))) => format!("  {name} := {text}"),
            Some((name, None)) => format!("  {name} is not bound"),
        };
        if self.interactive {
            session.note(&remark);
        }
        Ok(())
    }

    fn reset(&self, session: &mut Session) {
        let fresh = Universe::with_budget(session.budget().clone());
        let mut old = std::mem::replace(&mut session.universe, fresh);
        // What the old universe holds is about to be freed, and does not count any more.
        old.set_budget(Budget::default());
        let lost = self.names.borrow_mut().move_to(&old, &mut session.universe);
        if self.interactive {
            session.note(&format!(
                "  {} games and the results are forgotten",
                old.nodes()
            ));
        }
        if !lost.is_empty() {
            session.note(&format!("  too large to keep: {}", lost.join(", ")));
        }
    }
}

/// The place of the `:=` of a binding.
fn binding(sentence: &Sentence) -> Option<usize> {
    let mut words = sentence.words.iter().take(2).filter(|word| !word.quoted);
    words.find_map(|word| word.text.find(":=").map(|at| word.span.start + at))
}

/// The words of the command line that a sentence is, unless it is a binding or begins with a word
/// of the shell itself.
pub(super) fn command_of(sentence: &Sentence) -> Option<Vec<String>> {
    let first = sentence.words.first()?;
    if binding(sentence).is_some() {
        return None;
    }
    match first.text.as_str() {
        _ if first.quoted => Some(expression(sentence)),
        word if WORDS.iter().any(|(name, _)| *name == word) => None,
        "misere" if sentence.words.len() > 1 => Some(sentence.joined(1)),
        word if is_command(word) || first.is_flag() => {
            let command = std::iter::once(word.to_owned());
            Some(command.chain(sentence.joined(1)).collect())
        }
        _ => comparison(sentence).or_else(|| Some(expression(sentence))),
    }
}

/// Whether this is a ruleset and not an expression.
fn is_ruleset_text(session: &Session, text: &str) -> bool {
    let is_game = || {
        let syntax = session.parse(text).ok();
        // A name alone is a game only if it is bound to one.
        syntax.is_some_and(|syntax| match syntax.node(syntax.root()) {
            Node::Name(name) => session.is_bound(name),
            _ => true,
        })
    };
    text.contains("->") || !is_game() && session.ruleset(text).is_ok()
}

/// The words of `compare`, of a line `G == H`.
fn comparison(sentence: &Sentence) -> Option<Vec<String>> {
    let words = &sentence.words;
    let flags = words.iter().position(Word::is_flag).unwrap_or(words.len());
    let (first, last) = (words.first()?, words[..flags].last()?);
    if words[..flags].iter().any(|word| word.quoted) {
        return None;
    }
    let text = &sentence.text[first.span.start..last.span.end];
    let (left, right) = text.split_once("==")?;
    let sides = ["compare", left.trim(), right.trim()].map(ToOwned::to_owned);
    Some(sides.into_iter().chain(sentence.joined(flags)).collect())
}

/// The words of `show`, of a line that is an expression and perhaps flags.
fn expression(sentence: &Sentence) -> Vec<String> {
    let words = &sentence.words;
    let mut command = vec!["show".to_owned()];
    let flags = words.iter().position(Word::is_flag);
    let flags = flags.unwrap_or(words.len());
    match &words[..flags] {
        // Without quotes and commands all of it is one expression, sets with blanks included.
        [first, .., last] if words[..flags].iter().all(|word| !word.quoted) => {
            command.push(sentence.text[first.span.start..last.span.end].into());
        }
        several => command.extend(several.iter().map(|word| word.text.clone())),
    }
    command.extend(sentence.joined(flags));
    command
}

/// Writes the message of a failure, and what to do about a full store.
fn report(failure: Failure, session: &Session) {
    let full = is_full(&failure, &session.universe);
    failure.report(session.quiet());
    if full {
        session.note("  the store is full: `reset` empties it, and the names stay");
    }
}

/// Whether the games of earlier commands use up the limit.
fn is_full(failure: &Failure, universe: &Universe) -> bool {
    match failure {
        Failure::Stopped(stopped) => match stopped.reason {
            Reason::Nodes { limit } => universe.nodes() >= limit / 2,
            Reason::Memory { limit, .. } => universe.memory() >= limit / 2,
            Reason::Allocator | Reason::Capacity => true,
            _ => false,
        },
        _ => false,
    }
}

fn misused(word: &str) -> Failure {
    let usage = match word {
        "set" => "`set` lists the settings, `set NAME VALUE` changes one, as in set format json",
        "unset" => "write the name of one setting, as in unset timeout",
        "time" => "write `time on`, `time off` or `time slow`",
        _ => "write this word alone",
    };
    Failure::input(&format!("`{word}` cannot be used like this"), Some(usage))
}

/// A time as a person reads it.
fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 0.000_1 => format!("{:.0} µs", s * 1e6),
        s if s < 0.1 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{:.0} min {:02.0} s", (s / 60.0).floor(), s % 60.0),
    }
}
