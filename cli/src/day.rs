//! `misere day`: the games born by a day.

use std::path::PathBuf;

use clap::Args;

use misere::answer::{
    self, DayComposite, DayCompositeCount, DayCount, DayStatistics, DayUnique, GenusCount,
    LengthCount,
};
use misere::census::Day as CensusDay;
use misere::game::{Game, Universe};
use misere::limits::Budget;
use misere::parts::{CompositesCertificate, Parts, PrimePartitions};
use misere_figures::{exponents, wide_column};

use super::failure::Failure;
use super::session::{Session, replace_file};
use super::tables::{self, Cell};
use super::terminal;
use super::{Answer, Format, primes, show, tex};

/// Count or list the games born by day N
///
/// 0 is born by day 0, and a game is born by day n if all its options are born by day n-1. Up to
/// day 5 the games can be listed; `misere count` counts further. The composite games of day 6 are
/// counted by their structure.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere day 4 --list\n  \
    misere day 5 --stats\n  \
    misere day 5 --composites\n  \
    misere day 4 --composites --certificate c.json && misere check c.json\n  \
    misere day 6 --composites\n  \
    misere day 6 --unique")]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
pub(super) struct Day {
    /// The day, from 0 to 5; with --composites or --unique to 6
    #[arg(value_name = "N", allow_negative_numbers = true)]
    number: i64,

    /// Every game, in structural order
    #[arg(long, group = "what")]
    list: bool,

    /// Outcomes, parities, numbers of options, genera, primes
    #[arg(long, group = "what")]
    stats: bool,

    /// The composite games with their prime partitions
    #[arg(long, group = "what")]
    composites: bool,

    /// With --composites, up to day 5: write a certificate that `misere check` can check
    #[arg(long, value_name = "FILE", requires = "composites")]
    certificate: Option<PathBuf>,

    /// Theorem 7.13, for day 6: every game has a unique prime partition; with the sets A and C
    #[arg(long, group = "what")]
    unique: bool,

    /// SHA-256 over the games in structural order, each as the 22 bits of its options born by day
    /// 4 in three bytes, lowest first
    #[arg(long, group = "what")]
    digest: bool,
}

impl Day {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let is_table = self.list || self.stats || self.composites && self.number < 6;
        let (command, formats): (_, &[Format]) = if is_table {
            (
                "day",
                &[Format::Text, Format::Json, Format::Csv, Format::Tex],
            )
        } else if self.composites {
            ("day 6 --composites", &[Format::Text, Format::Json])
        } else if self.unique {
            ("day --unique", &[Format::Text, Format::Json])
        } else {
            (
                "day without --list, --stats and --composites",
                &[Format::Text, Format::Json],
            )
        };
        session.require_format(command, formats)?;
        let n = u32::try_from(self.number).map_err(|_| {
            Failure::input("days are counted from 0", Some("try misere day 4 --list"))
        })?;
        if self.unique {
            return unique(session, n);
        }
        if let Some(path) = &self.certificate {
            if n > CompositesCertificate::LAST_DAY {
                let message = "composite games have a certificate up to day 5";
                return Err(Failure::input(
                    message,
                    Some("day 6 is counted by structure"),
                ));
            }
            let found = Parts::new().composites_certificate(&mut session.universe, n)?;
            let json = serde_json::to_vec(&found)?;
            replace_file(path, |file| file.write_all(&json))?;
        }
        if self.composites && n == 6 {
            count_composites(session)?;
            return Ok(Answer::Yes);
        }
        let day = CensusDay::new(n)?;
        if self.list {
            list(session, &day)?;
        } else if self.stats {
            statistics(session, &day, n)?;
        } else if self.composites {
            composites(session, n)?;
        } else {
            count(session, &day, n, self.digest)?;
        }
        Ok(Answer::Yes)
    }
}

fn count(session: &mut Session, day: &CensusDay, n: u32, digest: bool) -> Result<(), Failure> {
    let found = DayCount::new(n, day, digest, session.universe.budget())?;
    if session.format == Format::Json {
        return session.json(&found);
    }
    let count = found.count;
    let games = if count == 1 { "game is" } else { "games are" };
    session.line(&format!("{count} {games} born by day {n}"))?;
    match found.digest {
        Some(digest) => session.property("digest", &digest),
        None => Ok(()),
    }
}

/// Lists the games, as in `show`, in a universe of their own: names and results of the shell belong
/// to the session's universe.
fn list(session: &mut Session, day: &CensusDay) -> Result<(), Failure> {
    let mut budget = session.universe.budget().clone();
    let held = session.universe.memory();
    budget.max_memory = budget.max_memory.map(|most| most.saturating_sub(held));
    let empty = Universe::with_budget(budget.clone());
    let usual = std::mem::replace(&mut session.universe, empty);
    let listed = list_games(session, day, &budget);
    session.universe = usual;
    listed
}

/// Lists the games. The universe is replaced now and then, so that memory is bounded.
fn list_games(session: &mut Session, day: &CensusDay, budget: &Budget) -> Result<(), Failure> {
    /// Games that are named at once.
    const BATCH: usize = 64;
    /// After how many batches the universe is replaced.
    const EMPTY_EVERY: usize = 1 << 10;
    let games = day.scan(budget)?;
    let bar = session.counting("listing", games);
    if session.format == Format::Csv {
        session.csv(&show::COLUMNS)?;
    }
    if session.format == Format::Tex {
        tables::begin(session, &["birthday", "outcome", "parity", "genus", "game"])?;
    }
    let mut lister = day.lister(&mut session.universe)?;
    let mut games = day.games();
    for batch in 1.. {
        let games: Vec<_> = games.by_ref().take(BATCH).collect();
        if games.is_empty() {
            break;
        }
        if batch % EMPTY_EVERY == 0 {
            session.universe = Universe::with_budget(budget.clone());
            lister = day.lister(&mut session.universe)?;
        }
        let mut listed = Vec::with_capacity(BATCH);
        for g in games {
            listed.push(lister.game(&mut session.universe, g)?);
        }
        for (name, &g) in session.names_of_small(&listed)?.iter().zip(&listed) {
            list_game(session, name, g)?;
            bar.advance(1);
        }
    }
    if session.format == Format::Tex {
        tables::end(session)?;
    }
    Ok(())
}

fn list_game(session: &mut Session, name: &str, g: Game) -> Result<(), Failure> {
    match session.format {
        Format::Json => {
            let style = session.style();
            let shown = answer::Show::new(&mut session.universe, name, g, &style)?;
            session.json(&shown)
        }
        Format::Csv => show::show_csv(session, name, g),
        _ => {
            let u = &mut session.universe;
            let (birthday, outcome) = (u.birthday(g), u.outcome(g));
            let (parity, genus) = (show::parity(u.parity(g)), u.genus(g)?);
            if session.format == Format::Tex {
                let cells = [
                    birthday.to_string().into(),
                    outcome.to_string().into(),
                    parity.into(),
                    Cell::formula(genus.to_string(), exponents(&genus.to_string())),
                    Cell::formula(name, session.tex(g)?),
                ];
                return tables::row(session, &cells);
            }
            let outcome = terminal::outcome(outcome.to_string());
            session.line(&format!(
                "{birthday}  {outcome}  {parity:<4}  {genus:<8}  {name}"
            ))
        }
    }
}

fn statistics(session: &mut Session, day: &CensusDay, n: u32) -> Result<(), Failure> {
    let budget = session.universe.budget().clone();
    let busy = session.pieces("counting");
    let composites = composites_by(session, n)?.len() as u64;
    let found = DayStatistics::new(day, composites, &budget)?;
    drop(busy);
    if session.format == Format::Json {
        return session.json(&found);
    }
    if session.format != Format::Text {
        return statistics_table(session, &found);
    }
    let s = &found.statistics;
    session.line(&format!(
        "day {n}: {} games, {} of them new",
        s.games, s.born
    ))?;
    session.property(
        "outcomes",
        &format!("{} N, {} P", s.n_positions, s.p_positions),
    )?;
    session.property("parities", &format!("{} even, {} odd", s.even, s.odd))?;
    let (primes, units) = (found.primes, found.units);
    let counts = format!("{primes} primes, {composites} composites, {units} units");
    session.property("primes", &counts)?;
    session.line("  games by number of options")?;
    for (options, games) in s
        .option_counts
        .iter()
        .enumerate()
        .filter(|(_, games)| **games > 0)
    {
        session.line(&format!("  {options:>13} {games:>9}"))?;
    }
    session.line("  games by genus")?;
    for GenusCount { genus, games } in &found.genera {
        session.line(&format!("  {genus:>13} {games:>9}"))?;
    }
    Ok(())
}

/// The same numbers, a row for each.
fn statistics_table(session: &mut Session, found: &DayStatistics) -> Result<(), Failure> {
    let s = &found.statistics;
    tables::begin(session, &["property", "value", "games"])?;
    let counts = [
        ("outcome", "N".to_owned(), s.n_positions),
        ("outcome", "P".to_owned(), s.p_positions),
        ("parity", "even".to_owned(), s.even),
        ("parity", "odd".to_owned(), s.odd),
        ("primes", "prime".to_owned(), found.primes),
        ("primes", "composite".to_owned(), found.composites),
        ("primes", "unit".to_owned(), found.units),
    ];
    let options = s.option_counts.iter().enumerate();
    let options = options.filter(|(_, games)| **games > 0);
    let options = options.map(|(options, &games)| ("options", options.to_string(), games));
    let genera = found.genera.iter();
    let genera = genera.map(|GenusCount { genus, games }| ("genus", genus.clone(), *games));
    for (property, value, games) in counts.into_iter().chain(options).chain(genera) {
        let value = match property {
            "genus" => Cell::formula(value.clone(), exponents(&value)),
            _ => value.into(),
        };
        tables::row(session, &[property.into(), value, games.to_string().into()])?;
    }
    tables::end(session)
}

fn composites_by(session: &mut Session, day: u32) -> Result<Vec<PrimePartitions>, Failure> {
    let u = &mut session.universe;
    let found = Parts::new().composites_of_day_5(u)?;
    let by_day = found.into_iter().filter(|c| u.birthday(c.game) <= day);
    Ok(by_day.collect())
}

fn composites(session: &mut Session, day: u32) -> Result<(), Failure> {
    let found = composites_by(session, day)?;
    let u = &session.universe;
    let is_even = |c: &&PrimePartitions| c.game == u.even_associate(c.game);
    let even = found.iter().filter(is_even).count();
    let odd = found.len() - even;
    let tex = session.format == Format::Tex;
    if tex {
        let columns = [wide_column(0.3), wide_column(0.6)].concat();
        tex::begin_table(session, &columns, &["$G$", "primes"])?;
    }
    if session.format == Format::Csv {
        session.csv(&primes::HEADS)?;
    }
    for composite in found {
        if session.format == Format::Json {
            let shown = described(session, composite)?;
            session.json(&shown)?;
        } else {
            let composite = answer::Primes::new(&session.universe, composite);
            if session.format == Format::Csv {
                let name = session.name(composite.game)?;
                primes::csv(session, &name, &composite)?;
            } else if tex {
                let mut cells = vec![format!("${}$", session.tex(composite.game)?)];
                for partition in &composite.partitions {
                    cells.push(primes::tex_sum(session, partition, composite.odd)?);
                }
                let sums = cells.split_off(1).join(" = ");
                tex::table_row(session, &[cells.concat(), format!("${sums}$")])?;
            } else {
                primes::print(session, &composite)?;
            }
        }
    }
    if tex {
        tex::end_table(session)?;
    }
    if session.format == Format::Text {
        session.note(&format!(
            "born by day {day}: {even} even composites, {odd} odd"
        ));
    }
    Ok(())
}

fn described(session: &mut Session, composite: PrimePartitions) -> Result<DayComposite, Failure> {
    let name = session.name(composite.game)?;
    let style = session.style();
    let u = &mut session.universe;
    Ok(DayComposite::new(u, &name, composite, &style)?)
}

/// Day 6: the composite games that are no sets of games with the part 2 are listed, the others counted.
fn count_composites(session: &mut Session) -> Result<(), Failure> {
    let busy = session.pieces("counting");
    let (u, mut parts) = (&mut session.universe, Parts::new());
    let count = parts.composites_of_day_6(u)?;
    let highly = parts.highly_composite_by_day_6(u)?;
    drop(busy);
    if session.format == Format::Json {
        let mut others = Vec::with_capacity(count.others.len());
        for other in &count.others {
            others.push(described(session, other.clone())?);
        }
        return session.json(&DayCompositeCount::new(&count, &highly, others));
    }
    let found = DayCompositeCount::new(&count, &highly, Vec::new());
    for other in &count.others {
        let other = answer::Primes::new(&session.universe, other.clone());
        primes::print(session, &other)?;
    }
    let DayCompositeCount {
        day,
        even,
        odd,
        with_part_two,
        simplifying,
        ..
    } = found;
    session.line(&format!(
        "born by day {day}: {even} even composites, {odd} odd"
    ))?;
    session.property("in decimal", &found.even_decimal)?;
    session.property(
        "sets",
        &format!(
            "2^{with_part_two} - 1 of games born by day {} with the part 2: all are composite",
            day - 1
        ),
    )?;
    session.property(
        "simplify",
        &format!("{simplifying} of them, to smaller ones"),
    )?;
    session.property("odd", &format!("{odd} of them"))?;
    session.property(
        "others",
        &format!(
            "{}, listed above: some option does not have the part 2",
            count.others.len()
        ),
    )?;
    for LengthCount { primes, games } in &found.lengths {
        session.property(&format!("{primes} primes"), &format!("{games} even"))?;
    }
    session.property("UPP", "all of them (Theorem 7.13)")
}

/// Prints the computation behind Theorem 7.13. The exit code says whether the theorem holds.
fn unique(session: &mut Session, day: u32) -> Result<Answer, Failure> {
    if day != 6 {
        let message = format!("--unique is about day 6, not day {day}");
        let hint = "misere day 5 --composites shows the prime partitions of earlier days";
        return Err(Failure::input(&message, Some(hint)));
    }
    let busy = session.busy("prime partitions");
    let found = DayUnique::new(&mut session.universe)?;
    drop(busy);
    let answer = session.answer(found.upp);
    if session.format == Format::Json {
        let found = found.try_map(|g| session.json_of(g))?;
        session.json(&found)?;
        return Ok(answer);
    }
    let found = found.try_map(|g| session.name(g))?;
    session.line(if found.upp {
        "every game born by day 6 has a unique prime partition"
    } else {
        "some games born by day 6 have several prime partitions"
    })?;
    let (a, c) = (found.a.len(), found.c.len());
    session.property(
        "A",
        &format!("{a} even primes, parts of composites of day 5"),
    )?;
    session.property(
        "C",
        &format!("{c} games born by day 5 with more than two primes"),
    )?;
    let (pairs, sums, early) = (
        found.pairs,
        found.sums,
        found.sums_by_birthday.iter().sum::<usize>(),
    );
    let sums = format!("{pairs} pairs, {sums} sums, {early} of them born by day 6: tested");
    session.property("A + A", &sums)?;
    let subsets = format!("{} sets: tested", found.subsets_of_c);
    session.property("subsets of C", &subsets)?;
    let common = format!("{} sets: tested", found.games_with_common_part);
    session.property("common part", &common)?;
    for (title, games) in [
        ("failure", found.failures),
        ("in C", found.c),
        ("in A", found.a),
    ] {
        for game in games {
            session.property(title, &game)?;
        }
    }
    Ok(answer)
}
