//! Claims, and how to select them.

use std::error::Error;
use std::fmt;

use itertools::Itertools;

use super::finding::{Status, Tested};
use super::inventory::{recorded_detail, recorded_status};
use super::paper::Paper;
use super::work::Work;
use super::{arithmetic, breaking, cut, josephus, own, own_games, structure};

/// One item of a paper, and its test.
pub struct Claim {
    /// The paper and the item, separated by a dot: `structure.fig6`, `arithmetic.thm6.iii`.
    pub id: &'static str,
    /// Where it stands: `Figure 6`, `Theorem 6 (iii)`, `Section 3, the example after Prop. 3.2`.
    pub place: &'static str,
    /// What is claimed, in our words.
    pub statement: &'static str,
    /// How it is tested, in a sentence.
    pub method: &'static str,
    /// What the method rests on: ids of claims and names of [`MACHINERY`](super::MACHINERY).
    pub needs: &'static [&'static str],
    /// The test.
    pub test: fn(&mut Work<'_>) -> Tested,
}

impl Claim {
    /// Returns the paper, which the id begins with; [`Paper::Own`] if it names none.
    pub fn paper(&self) -> Paper {
        let name = self.id.split('.').next().unwrap_or_default();
        Paper::from_name(name).unwrap_or(Paper::Own)
    }

    /// Returns the status on record.
    pub fn recorded(&self) -> Option<Status> {
        recorded_status(self.id)
    }

    /// Returns the corrections or the counterexample on record, one a line.
    pub fn recorded_detail(&self) -> Vec<&'static str> {
        recorded_detail(self.id)
    }

    /// Checks whether a selector means this claim: its id, or what precedes a dot of its id.
    fn is_in(&self, group: &str) -> bool {
        let rest = self.id.strip_prefix(group);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

/// Returns all claims, by paper and place.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    let papers = [
        arithmetic::SECTIONS,
        cut::SECTIONS,
        josephus::SECTIONS,
        breaking::SECTIONS,
        structure::SECTIONS,
        &[own::CLAIMS, own_games::CLAIMS],
    ];
    papers.into_iter().flatten().copied().flatten()
}

/// Returns the claims that the selectors mean, by paper and place, each once.
///
/// A selector is the id of a claim, or else a group: a paper (`structure`) or the first parts of
/// ids between dots (`structure.sec7`). An id selects that claim alone.
///
/// ```
/// use misere_claims::select;
///
/// let ids = |selector| -> Vec<&str> { select([selector]).unwrap().iter().map(|c| c.id).collect() };
/// assert_eq!(ids("arithmetic.thm2"), ["arithmetic.thm2"]);
/// assert_eq!(ids("josephus.thm4"), ["josephus.thm4.1", "josephus.thm4.2"]);
/// assert_eq!(select(["structure.fgi6"]).err().unwrap().suggestions[0], "structure.fig6");
/// ```
///
/// # Errors
///
/// If a selector means no claim.
pub fn select<'a>(
    selectors: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<&'static Claim>, UnknownClaim> {
    let mut selected = vec![false; claims().count()];
    for selector in selectors {
        let exact = claims().any(|claim| claim.id == selector);
        let mut known = false;
        for (claim, selected) in claims().zip(&mut selected) {
            if claim.id == selector || !exact && claim.is_in(selector) {
                (known, *selected) = (true, true);
            }
        }
        if !known {
            return Err(UnknownClaim::new(selector));
        }
    }
    let chosen = claims().zip(selected);
    Ok(chosen
        .filter_map(|(claim, yes)| yes.then_some(claim))
        .collect())
}

/// A selector that means no claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownClaim {
    /// The selector.
    pub selector: String,
    /// At most three similar selectors, the most similar first.
    pub suggestions: Vec<&'static str>,
}

impl UnknownClaim {
    fn new(selector: &str) -> Self {
        // Ids and groups: what precedes a dot, or the end, of an id.
        let known = claims().flat_map(|claim| {
            let ends = claim.id.match_indices('.').map(|(dot, _)| dot);
            ends.chain([claim.id.len()]).map(|end| &claim.id[..end])
        });
        let slips = selector.len().div_ceil(5);
        let similar = known.unique().filter_map(|known| {
            let distance = strsim::osa_distance(selector, known);
            let begun = selector.len() > 2 && known.starts_with(selector);
            (begun || distance <= slips).then_some((distance, known))
        });
        let nearest = similar.sorted_by_key(|&(distance, _)| distance).take(3);
        Self {
            selector: selector.into(),
            suggestions: nearest.map(|(_, known)| known).collect(),
        }
    }
}

impl fmt::Display for UnknownClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no claim `{}`", self.selector)
    }
}

impl Error for UnknownClaim {}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(selectors: &[&str]) -> Vec<&'static str> {
        let selected = select(selectors.iter().copied()).unwrap();
        selected.iter().map(|claim| claim.id).collect()
    }

    #[test]
    fn an_id_selects_that_claim_alone() {
        for claim in claims() {
            assert_eq!(ids(&[claim.id]), [claim.id]);
        }
    }

    #[test]
    fn a_group_ends_at_a_dot() {
        assert_eq!(ids(&["arithmetic.thm6"]).len(), 11);
        assert_eq!(ids(&["structure.sec7"]).len(), 4);
        for beginning in [
            "arithmetic.thm",
            "structure.fig",
            "struct",
            "structure.",
            "",
            ".",
        ] {
            assert!(select([beginning]).is_err(), "{beginning:?}");
        }
    }

    #[test]
    fn papers_contain_their_claims_and_selections_are_in_order() {
        let all: Vec<&str> = claims().map(|claim| claim.id).collect();
        let papers: Vec<&str> = Paper::ALL.iter().rev().map(|paper| paper.name()).collect();
        assert_eq!(ids(&papers), all);
        assert_eq!(
            ids(&["structure.fig6", "cut.thm13", "structure.fig6"]),
            ["cut.thm13", "structure.fig6"]
        );
    }

    #[test]
    fn an_unknown_claim_gets_suggestions() {
        let suggestions = |selector| select([selector]).err().unwrap().suggestions;
        assert_eq!(suggestions("strcture"), ["structure"]);
        assert_eq!(suggestions("structure.fig7")[0], "structure.fig1");
        assert_eq!(suggestions("arithmetic.conj"), ["arithmetic.conj1"]);
        assert!(suggestions("nonsense").is_empty());
        assert!(suggestions("").is_empty());
    }
}
