//! Questions about misère quotients.

use misere::answer::{self, QuotientParts};
use misere::game::Outcome;
use misere::heaps::{Heaps, Ruleset};
use misere::quotient::{
    InfiniteQuotient, MoveBounds, Quotient, QuotientBuilder, QuotientError, QuotientProgress,
};
use misere_figures::{cayley_graph, infinite_quotient_tex, plane, quotient_tex};
use misere_picture::HeatMap;

use super::desk::{Desk, Reply};
use super::failure::Failure;

/// What is wanted beside the quotient.
pub(super) struct Wanted {
    /// The multiplication table.
    pub(super) table: bool,
    /// Idempotents, components, kernel and groups.
    pub(super) structure: bool,
    /// The Cayley graph, or P in the plane of two wild heaps.
    pub(super) picture: bool,
    /// P-positions of two heaps up to this one, as the picture.
    pub(super) pairs: Option<u64>,
}

/// The maximum number of rows of a table.
const LARGEST_TABLE: usize = 400;
/// The largest quotient whose Cayley graph is drawn.
const LARGEST_GRAPH: usize = 200;

/// The misère quotient of the heaps up to `to`, or of all heaps.
pub(super) fn quotient(
    desk: &Desk<'_>,
    text: &str,
    to: Option<u64>,
    wanted: &Wanted,
) -> Result<String, Failure> {
    let game = desk.ruleset(text)?;
    let to = to.or_else(|| game.largest());
    if to.is_none() && MoveBounds::of(&*game).is_none() {
        let message = format!("no period theorem speaks of `{}`", game.name());
        let hint = "name a largest heap: then it is the quotient of the heaps up to there";
        return Err(Failure::input(message, Some(hint)));
    }
    let report = desk.report();
    let progress = move |at: QuotientProgress| {
        let QuotientProgress { heap, order, .. } = at;
        report(&match at.refuted {
            0 => format!("heap {heap}, order {order}"),
            n => format!("heap {heap}, candidate of order {order}, {n} relations refuted"),
        });
    };
    let mut builder = QuotientBuilder::new(&*game)?.with_report(progress);
    let stopped = match to {
        Some(to) => builder.extend_to(to, desk.budget()).err(),
        None => builder.solve(desk.budget()).err(),
    };
    if let Some(infinite) = builder.infinite() {
        return of_infinite(desk, &infinite, wanted, stopped);
    }
    let found = builder.quotient();
    if found.max_heap().is_none()
        && let Some(error) = stopped
    {
        return Err(error.into());
    }
    of_finite(desk, &found, &*game, wanted, stopped)
}

fn of_finite(
    desk: &Desk<'_>,
    found: &Quotient,
    game: &dyn Ruleset,
    wanted: &Wanted,
    stopped: Option<QuotientError>,
) -> Result<String, Failure> {
    if wanted.table && found.order() > LARGEST_TABLE {
        return Err(Failure::reach(format!(
            "a table of {} rows is not shown",
            found.order()
        )));
    }
    let mut parts = QuotientParts {
        table: wanted.table,
        stopped: stopped.as_ref().map(ToString::to_string),
        ..QuotientParts::default()
    };
    if wanted.structure {
        parts.structure = Some(answer::Structure::new(found, game, desk.budget())?);
    }
    let mut reply = Reply::new(answer::Quotient::new(found, parts));
    if let Some(last) = wanted.pairs {
        let outcome = |heaps: &Heaps| found.outcome(heaps);
        let map = pairs(desk, game, last, outcome)?;
        reply.svg = Some(map.to_string());
    } else if wanted.picture && found.order() <= LARGEST_GRAPH {
        let diagram = cayley_graph(found, found.ruleset());
        let _memory = desk.check_picture(diagram.nodes.len(), diagram.edges.len())?;
        reply.svg = Some(diagram.svg(desk.budget())?.clone());
    }
    reply.tex = Some(quotient_tex(found, wanted.table));
    reply.stopped = stopped.map(Failure::from);
    reply.json()
}

fn of_infinite(
    desk: &Desk<'_>,
    found: &InfiniteQuotient,
    wanted: &Wanted,
    stopped: Option<QuotientError>,
) -> Result<String, Failure> {
    // A limit that is reached while classes are counted does not matter.
    let growth = found.growth(desk.budget()).ok().flatten();
    let reason = stopped.as_ref().map(ToString::to_string);
    let mut reply = Reply::new(answer::InfiniteQuotient::new(found, growth, None, reason));
    if wanted.picture {
        reply.svg = Some(plane(found, desk.budget())?.to_string());
    }
    reply.tex = Some(infinite_quotient_tex(found));
    reply.stopped = stopped.map(Failure::from);
    reply.json()
}

/// The sums of two heaps: 1 for a P-position.
fn pairs(
    desk: &Desk<'_>,
    game: &dyn Ruleset,
    last: u64,
    outcome: impl Fn(&Heaps) -> Option<Outcome>,
) -> Result<HeatMap, Failure> {
    /// Larger pictures have cells that cannot be told apart.
    const WIDEST: u64 = 200;
    let first = game.smallest();
    let last = last.clamp(first, first + WIDEST);
    let mut rows = Vec::new();
    for y in first..=last {
        desk.budget().check()?;
        let row = (first..=last).map(|x| {
            let found = outcome(&Heaps::of_sizes([x, y]))?;
            Some(f64::from(u8::from(found == Outcome::P)))
        });
        rows.push(row.collect());
    }
    let mut map = HeatMap::new(first, rows);
    map.title = format!("{}: two heaps", game.name());
    map.labels = ["one heap".into(), "the other".into()];
    map.note = "1 for a P-position of misère play".into();
    Ok(map)
}
