//! Nim values for the claims of several papers.

use std::error::Error;

use crate::{Tested, Work};
use misere::heaps::{Ruleset, ruleset};
use misere::nim::{DefinitionEvaluator, Evaluator, Pattern, PeriodAnswer, PeriodSearch, methods};

/// The nim values of a ruleset from its smallest heap on, by the best method.
pub(super) fn values(work: &Work<'_>, name: &str, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let game = ruleset(name)?;
    let mut method = methods(&*game).best(&*game)?;
    method.extend(to, work.budget())?;
    plain(&*method, to)
}

/// The same straight from the definition.
pub(super) fn defined(work: &Work<'_>, name: &str, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let game = ruleset(name)?;
    let mut method = DefinitionEvaluator::new(&*game)?;
    method.extend(to, work.budget())?;
    plain(&method, to)
}

/// The values of a method up to a heap, which may know more.
fn plain(method: &dyn Evaluator, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let values = method.values();
    let numbers = values.numbers().ok_or("the values are powers of two")?;
    let count = usize::try_from((to + 1).saturating_sub(values.first()))?;
    Ok(numbers.iter().copied().take(count).collect())
}

/// An example of the notation for patterns, printed with its values.
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

/// What a search for a period finds. One that was cut short says nothing of the claim.
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
