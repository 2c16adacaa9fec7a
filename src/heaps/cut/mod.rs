//! Cut games, alias pure breaking games: split a heap into d+1 heaps for a d of the cut set.

mod family;
mod into_parts;
mod set;

use std::sync::Arc;

use super::entry::{Entry, Parameters, RulesetError};
use super::position::Position;
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;

pub use family::Family;
use into_parts::IntoParts;
pub use set::CutSet;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    name: "cut",
    usage: "cut{1,6}",
    aliases: &["pb"],
    make: |p| Ok(Arc::new(Cut::new(parse(p)?))),
}];

/// The game cut, or PB(C): a move splits a heap into d+1 nonempty heaps, where d is in the cut
/// set C.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    set: CutSet,
}

impl Cut {
    /// Returns the game with this cut set.
    pub fn new(set: CutSet) -> Self {
        Self { set }
    }

    /// Returns the numbers of cuts that a move may make.
    pub fn set(&self) -> &CutSet {
        &self.set
    }
}

impl Ruleset for Cut {
    fn name(&self) -> String {
        format!("cut{{{}}}", self.set)
    }

    fn rule(&self) -> String {
        format!(
            "split a heap into d+1 nonempty heaps, d in {{{}}}",
            self.set
        )
    }

    fn known(&self) -> Vec<String> {
        let mut known = vec![Family::of(&self.set).statement()];
        if let Some(m) = self.set.smallest_even() {
            known.push(format!(
                "heaps of the same value differ modulo {m}, the smallest even cut number \
                 (Dailly, Duchêne, Larsson, Paris, Lemma 3)"
            ));
        }
        known
    }

    fn source(&self) -> &'static str {
        "A. Dailly, É. Duchêne, U. Larsson, G. Paris, Partition games are pure breaking games (2018)"
    }

    fn smallest(&self) -> u64 {
        1
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Cut(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        let cuts = self.set.up_to(size.saturating_sub(1));
        Box::new(cuts.flat_map(move |d| IntoParts::new(size, d + 1)))
    }
}

const ITEMS: &str = "a cut set lists numbers, or even>=4, odd>=5, all>=2";

/// Reads numbers, and rules such as `even>=4`.
fn parse(parameters: &Parameters) -> Result<CutSet, RulesetError> {
    let (mut numbers, mut evens_from, mut odds_from) = (Vec::new(), None, None);
    let lower = |from: &mut Option<u64>, start: u64| {
        *from = Some(from.map_or(start, |old: u64| old.min(start)));
    };
    for (item, span) in parameters.items()? {
        let (rule, number) = match item.split_once(">=").or_else(|| item.split_once('≥')) {
            Some((rule, number)) => (rule.trim(), number.trim()),
            None => ("", item),
        };
        let refuse = |message: String| Err(RulesetError::new(message, span.clone()).hint(ITEMS));
        let Ok(number) = number.parse::<u64>() else {
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
                return refuse(format!("{number} is too large for a cut number"));
            }
            return refuse(format!("expected a cut number, found `{item}`"));
        };
        if number == 0 {
            let message = "a move makes at least 1 cut";
            let hint = "a move with d cuts leaves d+1 heaps";
            return Err(RulesetError::new(message, span).hint(hint));
        }
        if number > CutSet::LARGEST {
            return refuse(format!("{number} is too large for a cut number"));
        }
        match rule {
            "" => numbers.push(number),
            "even" => lower(&mut evens_from, number),
            "odd" => lower(&mut odds_from, number),
            "all" => {
                lower(&mut evens_from, number);
                lower(&mut odds_from, number);
            }
            _ => return refuse(format!("expected even, odd or all, found `{rule}`")),
        }
    }
    CutSet::new(numbers, evens_from, odds_from).ok_or_else(|| {
        let place = parameters.name_span().end;
        let hint = "as in cut{1,6}: a move makes 1 cut or 6";
        RulesetError::new("a cut set has at least one number", place..place + 1).hint(hint)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::heaps::{Heaps, ruleset};

    #[test]
    fn names_are_normal() {
        for (text, name) in [
            ("cut{6,1,6}", "cut{1,6}"),
            ("cut:6,1", "cut{1,6}"),
            ("PB{ 2 }", "cut{2}"),
            ("cut{1,even>=4}", "cut{1,even>=4}"),
            ("cut{1,even≥3}", "cut{1,even>=4}"),
            ("cut{1,odd>=5,6}", "cut{1,6,odd>=5}"),
            ("cut{1,odd>=3,6}", "cut{6,odd>=1}"),
            ("cut{4,2,even>=6}", "cut{even>=2}"),
            ("cut{all>=2}", "cut{all>=2}"),
            ("cut{even>=2,odd>=3}", "cut{all>=2}"),
            ("cut{even >= 5,odd>=4}", "cut{all>=5}"),
            ("cut{1,2,all>=4}", "cut{1,even>=2,odd>=5}"),
            ("cut{1,3,even>=4,odd>=9}", "cut{1,3,even>=4,odd>=9}"),
            ("cut{9223372036854775806}", "cut{9223372036854775806}"),
        ] {
            let game = ruleset(text).unwrap();
            assert_eq!(game.name(), name, "{text}");
            assert_eq!(ruleset(name).unwrap().name(), name);
        }
    }

    #[test]
    fn bad_cut_sets_are_refused_at_their_place() {
        for (text, message, span) in [
            ("cut{}", "a cut set has at least one number", 3..4),
            ("cut:", "a cut set has at least one number", 3..4),
            ("cut{0}", "a move makes at least 1 cut", 4..5),
            ("cut{1,x}", "expected a cut number, found `x`", 6..7),
            ("cut{1,}", "expected a cut number, found ``", 6..6),
            ("cut{1,-2}", "expected a cut number, found `-2`", 6..8),
            ("cut{1,even>=0}", "a move makes at least 1 cut", 6..13),
            (
                "cut{1,prime>=2}",
                "expected even, odd or all, found `prime`",
                6..14,
            ),
            ("cut{1,even}", "expected a cut number, found `even`", 6..10),
            (
                "cut{18446744073709551616}",
                "18446744073709551616 is too large for a cut number",
                4..24,
            ),
        ] {
            let error = ruleset(text).err().unwrap();
            assert_eq!((error.message.as_str(), error.span), (message, span));
            assert!(error.hint.is_some(), "{text}");
        }
        let bare = ruleset("cut").err().unwrap();
        assert_eq!(bare.hint.unwrap(), "as in cut{1,6}");
    }

    fn options(game: &str, heap: u64) -> Vec<String> {
        let game = ruleset(game).unwrap();
        let options = game.options(Position::heap(heap));
        options.map(|option| option.to_string()).collect()
    }

    #[test]
    fn options_are_partitions() {
        // The example after Definition 2 of Dailly, Duchêne, Larsson and Paris.
        assert_eq!(options("cut{1,3}", 5), ["4 + 1", "3 + 2", "2 + 1×3"]);
        assert_eq!(options("cut{even>=2}", 5), ["3 + 1×2", "2×2 + 1", "1×5"]);
        assert!(options("cut{7}", 7).is_empty());
        assert_eq!(options("cut{7}", 8), ["1×8"]);
        // A heap of any size has options at once.
        let game = ruleset("cut{1,9000000000000000000}").unwrap();
        let mut huge = game.options(Position::heap(u64::MAX));
        assert_eq!(
            huge.next().unwrap().to_string(),
            format!("{} + 1", u64::MAX - 1)
        );
    }

    proptest! {
        #[test]
        fn every_partition_comes_once(size in 1u64..24, cuts in proptest::collection::btree_set(1u64..12, 1..4)) {
            let game = Cut::new(CutSet::new(cuts.iter().copied(), None, None).unwrap());
            let options: Vec<Heaps> = game.options(Position::heap(size)).collect();
            let distinct: BTreeSet<Heaps> = options.iter().cloned().collect();
            prop_assert_eq!(distinct.len(), options.len());
            let mut count = 0;
            for option in &options {
                let parts: u64 = option.iter().map(|(_, copies)| copies).sum();
                prop_assert!(cuts.contains(&(parts - 1)));
                let total: u64 = option.iter().map(|(part, copies)| part.size() * copies).sum();
                prop_assert_eq!(total, size);
                count += 1;
            }
            // p(n, k) = p(n−1, k−1) + p(n−k, k), the number of partitions into k parts.
            let n = usize::try_from(size).unwrap();
            let mut table = vec![vec![0u64; n + 1]; n + 1];
            table[0][0] = 1;
            for m in 1..=n {
                for k in 1..=m {
                    table[m][k] = table[m - 1][k - 1] + table[m - k][k];
                }
            }
            let parts = cuts.iter().map(|&d| usize::try_from(d + 1).unwrap());
            let expected: u64 = parts.filter(|&k| k <= n).map(|k| table[n][k]).sum();
            prop_assert_eq!(count, expected);
        }
    }
}
