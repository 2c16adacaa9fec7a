//! Nim values for the claims of several papers.

use std::error::Error;

use crate::{Tested, Work};
use misere::heaps::{Ruleset, ruleset};
use misere::nim::{DefinitionEvaluator, Evaluator, Pattern, PeriodAnswer, PeriodSearch, methods};

/// Computes the nim values of a ruleset from its smallest heap on, by the best method.
pub(super) fn values(work: &Work<'_>, name: &str, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let game = ruleset(name)?;
    let mut method = methods(&*game).best(&*game)?;
    method.extend(to, work.budget())?;
    plain(&*method, to)
}

/// Computes the same values from the definition.
pub(super) fn defined(work: &Work<'_>, name: &str, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let game = ruleset(name)?;
    let mut method = DefinitionEvaluator::new(&*game)?;
    method.extend(to, work.budget())?;
    plain(&method, to)
}

/// Computes values by the best method, and compares those up to `prefix` with the definition.
pub(super) fn checked_values(
    work: &mut Work<'_>,
    name: &str,
    to: u64,
    prefix: u64,
) -> Result<Vec<u32>, Box<dyn Error>> {
    let fast = values(work, name, to)?;
    let slow = defined(work, name, prefix)?;
    work.ensure(
        fast.starts_with(&slow),
        format!("{name}: the best method and the definition agree up to {prefix}"),
    );
    Ok(fast)
}

/// Returns the heaps that satisfy a condition; the first value is that of heap 1.
pub(super) fn heaps_where(values: &[u32], holds: impl Fn(u64, u32) -> bool) -> Vec<u64> {
    let heaps = (1..).zip(values).filter(|&(n, &value)| holds(n, value));
    heaps.map(|(n, _)| n).collect()
}

/// Checks whether values follow a pattern, if there is one.
pub(super) fn follows(pattern: Option<&Pattern>, values: &[u32]) -> bool {
    let mut both = pattern.into_iter().flat_map(Pattern::iter).zip(values);
    both.all(|(p, &v)| p == Some(v.into()))
}

/// Returns the values up to a heap.
fn plain(method: &dyn Evaluator, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let values = method.values();
    let numbers = values.numbers().ok_or("the values are powers of two")?;
    let count = usize::try_from((to + 1).saturating_sub(values.first()))?;
    Ok(numbers.iter().copied().take(count).collect())
}

/// Compares an example of the notation for patterns with its printed values.
pub(super) fn pattern_example(
    work: &mut Work<'_>,
    heading: &str,
    period: usize,
    saltus: u64,
) -> Tested {
    let text = work.printed(heading)?;
    let (pattern, values) = text.split_once('|').ok_or("a pattern and its values")?;
    let pattern: Pattern = pattern.trim().parse()?;
    let printed: Result<Vec<u64>, _> = values.split_whitespace().map(str::parse).collect();
    let printed = printed?;
    let computed: Vec<u64> = pattern.iter().flatten().take(printed.len()).collect();
    work.compare_sequence("values", 1, &printed, &computed);
    work.compare("period", period, pattern.period().len());
    work.compare("saltus", saltus, pattern.saltus());
    work.proved("the example")
}

/// Searches for a period. A search that was stopped is an error, not an answer.
pub(super) fn periods(
    work: &Work<'_>,
    search: &PeriodSearch,
    game: &dyn Ruleset,
) -> Result<PeriodAnswer, Box<dyn Error>> {
    let answer = search.run(game, work.budget())?;
    match answer.stopped {
        Some(reason) => Err(reason.into()),
        None => Ok(answer),
    }
}
