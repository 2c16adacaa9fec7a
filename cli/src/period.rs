//! `misere period`: the period of a nim sequence, proved where a theorem proves it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use misere::answer::{self, MiserePeriod, PeriodTest};
use misere::genus::GenusSequence;
use misere::heaps::{Ruleset, Shape};
use misere::limits::Reason;
use misere::nim::{
    Pattern, PeriodAnswer, PeriodKind, PeriodProgress, PeriodSearch, Published, ResumePeriodError,
    erratum,
};
use misere::play::{MisereOutcomes, Patience};
use misere_figures::{exponents, rows};

use super::failure::Failure;
use super::input::{self, one_ruleset};
use super::search_file::SearchFile;
use super::session::{Session, replace_file};
use super::tables::{self, Cell};
use super::{Answer, Format};

/// Find the period of the nim values of a ruleset
///
/// Values are computed until a theorem proves how they go on, or up to the last heap. The answer
/// says whether the period is proved, and by which theorem, or only observed.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere period 0.77\n  \
    misere period cut:1,6 --format json\n  \
    misere period 0.165 --certificate period.json && misere check period.json\n  \
    misere period 0.007 --to 10000\n  \
    misere period kayles --misere\n  \
    misere period cut:1,6 --ap 36,8")]
pub(super) struct Period {
    /// The ruleset
    #[arg(value_name = "RULESET", required = true)]
    ruleset: Vec<String>,

    /// The largest heap to compute; without it the search goes on for a few seconds, or with --timeout or
    /// --resume as long as time allows
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Show all values of a long preperiod and period
    #[arg(long)]
    values: bool,

    /// Write a certificate of the proof that `misere check` can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Go on from the search in this file, and keep it up to date: for octal games with few rare values
    ///
    /// The file is replaced as a whole every 20 seconds and when the search ends. The values of the first
    /// millions of heaps and the last ones are computed again and compared with it; the snapshots between
    /// are trusted if their SHA-256 fits. A certificate does not rest on the file: `misere check` computes
    /// all values again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["misere", "extended"])]
    resume: Option<PathBuf>,

    /// How often that file is written; 20s unless set
    #[arg(long, value_name = "TIME", value_parser = input::duration, requires = "resume")]
    every: Option<Duration>,

    /// The misère nim values and the misère outcomes instead
    #[arg(long, conflicts_with_all = ["certificate", "extended"])]
    misere: bool,

    /// For cut games, also use a theorem that allows preperiods, unlike the published AP-test
    #[arg(long)]
    extended: bool,

    /// For cut games, the conditions AP1, AP2 and AP3 of the AP-test for period P and saltus S
    ///
    /// The exit code is 1 if one of them fails.
    #[arg(long, value_name = "P,S", value_parser = period_and_saltus,
          conflicts_with_all = ["to", "certificate", "misere", "extended", "resume"])]
    ap: Option<(u64, u64)>,
}

fn period_and_saltus(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once(',').and_then(|(p, s)| {
        let p = p.trim().parse().ok().filter(|&p| p > 0)?;
        Some((p, s.trim().parse().ok()?))
    });
    numbers.ok_or_else(|| "expected a period and a saltus, as in 36,8".into())
}

impl Period {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let (command, formats): (_, &[Format]) = if self.ap.is_some() {
            ("period --ap", &[Format::Text, Format::Json])
        } else {
            (
                "period",
                &[Format::Text, Format::Json, Format::Csv, Format::Tex],
            )
        };
        session.require_format(command, formats)?;
        let game = session.ruleset(&one_ruleset(&self.ruleset)?)?;
        if let Some((period, saltus)) = self.ap {
            return test(session, &*game, period, saltus);
        }
        if self.misere {
            return misere_period(session, &*game, self.to);
        }
        let file = self.resume.as_deref();
        let file = file
            .map(|path| SearchFile::open(path, self.every))
            .transpose()?;
        let unlimited = session.budget().deadline.is_some() || file.is_some();
        let to = self.to.or(unlimited.then_some(u64::MAX));
        let search = PeriodSearch::new(to, self.extended);
        let mut answer = run(session, (&search, to), &*game, file.as_ref())?;
        let certificate = self.certificate.map(|path| {
            let certificate = answer.certificate();
            (path, certificate.map(|c| c.stated(game.smallest())))
        });
        if !self.values {
            leave_out_long_pattern(&mut answer);
        }
        match session.format {
            Format::Json => session.json(&answer::Period::from(&answer))?,
            Format::Text => print(session, &game.called(), &answer)?,
            _ => table(session, &game.called(), &answer)?,
        }
        if let Some((path, certificate)) = &certificate {
            let Some(certificate) = certificate else {
                session.note("nothing is proved, so there is no certificate");
                return stopped(&answer, Answer::No);
            };
            let json = serde_json::to_vec(&certificate)?;
            replace_file(path, |file| file.write_all(&json))?;
        }
        stopped(&answer, Answer::Yes)
    }
}

/// Searches, from a file and into it if there is one.
fn run(
    session: &Session,
    (search, to): (&PeriodSearch, Option<u64>),
    game: &dyn Ruleset,
    file: Option<&SearchFile<'_>>,
) -> Result<PeriodAnswer, Failure> {
    let budget = session.budget();
    let saved = match file {
        Some(file) => file.read(budget)?,
        None => None,
    };
    let progress = session.heaps("nim values", to.unwrap_or(u64::MAX));
    let mut begin: Option<(Instant, u64)> = None;
    let (mut unwritten, mut is_kept) = (None, false);
    let mut report = |now: &PeriodProgress<'_>| {
        let (start, before) = *begin.get_or_insert((Instant::now(), now.heaps));
        budget.reached(now.heaps);
        progress.say(|| {
            let (heaps, rare) = (now.heaps, now.last_rare);
            // A million a second is one a microsecond.
            let tenths = u128::from(10 * (heaps - before)) / start.elapsed().as_micros().max(1000);
            let (millions, tenth) = (tenths / 10, tenths % 10);
            format!("nim values, {millions}.{tenth} million a second, the last rare heap is {rare}")
        });
        match file {
            Some(file) if now.ends => {
                let saved = now.saved();
                is_kept |= saved.is_some();
                unwritten = saved.and_then(|saved| file.write(&saved).err());
            }
            Some(file) if now.can_be_saved() => {
                is_kept = true;
                file.offer(&|| now.saved());
            }
            _ => {}
        }
    };
    let answer = search.run_with(game, saved, &mut report, budget);
    drop(progress);
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    if file.is_some() && !is_kept {
        session.note("nothing is kept in the file: only long searches of octal games with few rare values go on from one");
    }
    match (answer, file) {
        (Ok(answer), _) => Ok(answer),
        (Err(ResumePeriodError::Nim(error)), _) => Err(error.into()),
        (Err(error), Some(file)) => Err(file.refused(&error)),
        (Err(error), None) => Err(Failure::input(&error.to_string(), None)),
    }
}

/// Leaves out a pattern that nobody reads, unless it is asked for.
pub(super) fn leave_out_long_pattern(answer: &mut PeriodAnswer) {
    /// The most values that are shown.
    const SHOWN: usize = 10_000;
    let length = |pattern: &Pattern| pattern.preperiod().len() + pattern.period().len();
    answer.pattern.take_if(|pattern| length(pattern) > SHOWN);
}

/// Tests AP1, AP2 and AP3.
fn test(
    session: &mut Session,
    game: &dyn Ruleset,
    period: u64,
    saltus: u64,
) -> Result<Answer, Failure> {
    let Shape::Cut(cut) = game.shape() else {
        let message = format!("`{}` is not a cut game", game.called());
        let hint = "as in misere period cut:1,6 --ap 36,8";
        return Err(Failure::input(&message, Some(hint)));
    };
    let progress = session.busy("AP-test");
    let found = PeriodTest::new(cut, period, saltus, session.budget())?;
    drop(progress);
    let answer = session.answer(found.passes);
    if session.format == Format::Json {
        session.json(&found)?;
    } else {
        let (name, verb) = (
            &found.ruleset,
            if found.passes {
                "passes"
            } else {
                "does not pass"
            },
        );
        session.line(&format!(
            "{name} {verb} the AP-test with period {period} and saltus {saltus}"
        ))?;
        for (name, condition) in [
            ("AP1", &found.ap1),
            ("AP2", &found.ap2),
            ("AP3", &found.ap3),
        ] {
            let text = condition.fails.as_deref().unwrap_or("holds");
            session.property(name, text)?;
        }
        if !found.applies {
            let needs = "a saltus that is a power of two and a move with two cuts or more";
            session.property("Theorem 9", &format!("needs {needs}"))?;
        }
    }
    Ok(answer)
}

/// Finds the periods of misère nim values and of misère outcomes.
fn misere_period(
    session: &mut Session,
    game: &dyn Ruleset,
    to: Option<u64>,
) -> Result<Answer, Failure> {
    /// The number of heaps unless --to is given.
    const HEAPS: u64 = 100;
    /// The most games for their genera then.
    const GAMES: usize = 300_000;
    /// The most heaps whose outcomes are looked at for a list.
    const LISTED: usize = 10_000;
    let mut genera = GenusSequence::new(game)?;
    let last = to.unwrap_or_else(|| game.smallest().saturating_add(HEAPS));
    let progress = session.heaps("misère play", last);
    let u = &mut session.universe;
    let mut outcomes = MisereOutcomes::new(game, last, &Patience::MOVES, u)?;
    let before = u.budget().clone();
    if to.is_none() {
        u.set_budget(before.clone().at_most_nodes(u.nodes() + GAMES));
    }
    let stopped = genera.extend(u, last).err();
    u.set_budget(before);
    drop(progress);
    // Where no heap was named, a limit of our own is not reported.
    let stopped = stopped.filter(|stopped| {
        to.is_some() || !matches!(stopped.reason, Reason::Nodes { limit } if limit >= GAMES)
    });
    let stopped = stopped.or(outcomes.stopped.take().filter(|_| to.is_some()));
    let text = stopped.as_ref().map(ToString::to_string);
    let budget = session.budget();
    let answer = MiserePeriod::new(game.name(), &genera, &outcomes, LISTED, text, budget)?;
    match session.format {
        Format::Json => session.json(&answer)?,
        Format::Text => print_misere(session, &game.called(), &answer)?,
        _ => misere_table(session, &answer)?,
    }
    match stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(Answer::Yes),
    }
}

/// A row for the misère nim values and one for the outcomes; cells are empty where nothing is known.
fn misere_table(session: &mut Session, answer: &MiserePeriod) -> Result<(), Failure> {
    tables::begin(session, &["what", "period", "preperiod", "how", "to"])?;
    let known = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    for (what, found, to) in [
        ("values", &answer.values, answer.values_to),
        ("outcomes", &answer.outcomes, answer.p_heaps_to),
    ] {
        let found = found.as_ref();
        let how = match found.map(|found| found.proved) {
            Some(true) => "proved",
            Some(false) => "observed",
            None => "",
        };
        let period = found.map(|found| found.period);
        let preperiod = found.map(|found| found.preperiod);
        let cells = [known(period), known(preperiod), how.into(), known(to)];
        let cells = std::iter::once(what.to_owned()).chain(cells);
        tables::row(session, &cells.map(Cell::from).collect::<Vec<_>>())?;
    }
    tables::end(session)
}

fn print_misere(session: &mut Session, name: &str, answer: &MiserePeriod) -> Result<(), Failure> {
    /// More P-positions are cut off.
    const SHOWN: usize = 30;
    session.heading(&format!("{name} in misère play"))?;
    let values = match (&answer.values, answer.values_to) {
        (Some(found), Some(last)) => {
            let how = if found.proved {
                "proved"
            } else {
                "observed, not proved"
            };
            let (period, preperiod) = (found.period, found.preperiod);
            format!("period {period} after {preperiod}: {how}; computed up to heap {last}")
        }
        (None, Some(last)) => format!("no period is seen up to heap {last}"),
        (_, None) => "none was computed".into(),
    };
    session.property("values", &values)?;
    let outcomes = match &answer.outcomes {
        Some(found) => format!(
            "period {} after {}: proved by the misère quotient",
            found.period, found.preperiod
        ),
        None => "no period is proved".into(),
    };
    session.property("outcomes", &outcomes)?;
    let shown = answer.p_heaps.iter().take(SHOWN).map(ToString::to_string);
    let mut listed: Vec<String> = shown.collect();
    if listed.is_empty() {
        listed.push("none".into());
    }
    if answer.p_heaps.len() > SHOWN {
        listed.push("…".into());
    }
    let up_to = match (answer.p_heaps_to, &answer.outcomes) {
        (Some(last), Some(_)) => format!(" (up to heap {last}, where the first period ends)"),
        (Some(last), None) => format!(" (up to heap {last})"),
        (None, _) => String::new(),
    };
    session.property("P-positions", &format!("{}{up_to}", listed.join(", ")))
}

/// Returns the exit code of a search; a limit that left the period unproved is an error.
fn stopped(answer: &PeriodAnswer, otherwise: Answer) -> Result<Answer, Failure> {
    match answer.stopped {
        Some(reason) if answer.proof.is_none() => Err(Failure::Interrupted(reason)),
        _ => Ok(otherwise),
    }
}

/// A table with the columns of a sweep: of one row in CSV.
fn table(session: &mut Session, name: &str, answer: &PeriodAnswer) -> Result<(), Failure> {
    let heads = [
        "ruleset",
        "kind",
        "how",
        "period",
        "saltus",
        "preperiod",
        "to",
        "values",
        "theorem",
    ];
    let shown = answer::Period::from(answer);
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let how = if shown.proved { "proved" } else { "observed" };
    let kind = match shown.kind {
        PeriodKind::Periodic => "periodic",
        PeriodKind::ArithmeticPeriodic => "arithmetic-periodic",
        PeriodKind::Sapp => "sapp",
        PeriodKind::Ruler => "ruler",
        PeriodKind::Unknown => "unknown",
    };
    let cells = [
        name.to_owned(),
        kind.to_owned(),
        how.to_owned(),
        number(shown.period),
        number(shown.saltus),
        number(shown.preperiod),
        number(shown.observed_to),
        shown.pattern.unwrap_or_default(),
        answer
            .theorem()
            .map_or(String::new(), |theorem| theorem.name().to_owned()),
    ];
    if session.format == Format::Csv {
        tables::begin(session, &heads)?;
        return tables::row(session, &cells.map(Cell::from));
    }
    // In TeX a row for each: values take many lines.
    tables::begin_wide(session, &[("property", 0.2), ("value", 0.72)])?;
    for (head, cell) in heads.into_iter().zip(cells) {
        if cell.is_empty() {
            continue;
        }
        if head != "values" {
            tables::row(session, &[head.into(), cell.into()])?;
            continue;
        }
        let formula = exponents(&cell).replace(") (", ")\\ (");
        for (i, piece) in rows(&formula).into_iter().enumerate() {
            let name = if i == 0 { head } else { "" };
            tables::row(session, &[name.into(), Cell::formula("", piece)])?;
        }
    }
    tables::end(session)
}

fn print(session: &mut Session, name: &str, answer: &PeriodAnswer) -> Result<(), Failure> {
    let how = if answer.proof.is_some() {
        "proved"
    } else {
        "observed, not proved"
    };
    let headline = match answer.kind {
        PeriodKind::Periodic => format!("{name} is periodic: {how}"),
        PeriodKind::ArithmeticPeriodic => format!("{name} is arithmetic-periodic: {how}"),
        PeriodKind::Sapp => format!("{name} is sapp-regular: {how}"),
        PeriodKind::Ruler => format!("{name} is ruler-regular: {how}"),
        PeriodKind::Unknown => format!("no period of {name} is seen"),
    };
    session.heading(&headline)?;
    if let Some(tail) = answer.tail {
        let before = tail.start;
        session.property("period", &tail.period.to_string())?;
        if tail.saltus > 0 {
            session.property("saltus", &tail.saltus.to_string())?;
        }
        let values = if before == 1 { "value" } else { "values" };
        session.property("preperiod", &format!("{before} {values}"))?;
        if let Some(heap) = answer.last_exception() {
            session.property("exceptions", &format!("the last is heap {heap}"))?;
        }
        let values = match &answer.pattern {
            Some(pattern) => pattern.to_string(),
            None if before + tail.period > PeriodSearch::LONGEST_PATTERN => {
                "too many to keep".into()
            }
            None => "too many to show; --values shows them".into(),
        };
        session.property("values", &values)?;
    }
    if let Some(seen) = answer.regularity {
        let classes = match answer.kind {
            PeriodKind::Sapp => "are constant",
            _ => "have a period that doubles for ever",
        };
        session.property("period", &seen.period.to_string())?;
        session.property("saltus", &seen.saltus.to_string())?;
        let exceptions = format!("{} of the residue classes {classes}", seen.exceptions);
        session.property("exceptions", &exceptions)?;
    }
    if let Some(theorem) = answer.theorem() {
        session.property("theorem", theorem.name())?;
    }
    match answer.observed_to {
        Some(heap) => session.property("computed", &format!("all values up to heap {heap}"))?,
        None if answer.proof.is_some() => {
            session.property("computed", "no value: the theorem states them all")?;
        }
        None => session.property("computed", "no value")?,
    }
    if let Some(fact) = answer.published() {
        let Published {
            period,
            preperiod,
            source,
            ..
        } = fact;
        let how = match answer.tail.filter(|_| answer.proof.is_some()) {
            Some(tail) if (tail.period as u64, tail.start as u64) == (*period, *preperiod) => {
                "the same as here"
            }
            Some(_) => "another one than here",
            None => "not computed again here",
        };
        let fact = format!("period {period} after {preperiod} values ({source}); {how}");
        session.property("published", &fact)?;
    }
    if let Some(note) = erratum(&answer.ruleset) {
        session.property("note", note)?;
    }
    Ok(())
}
