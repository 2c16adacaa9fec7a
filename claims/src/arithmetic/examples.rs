//! The introduction: examples, and sums that are played.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::Arc;

use super::printed::{compare_table, compare_values, printed_options, reduced};
use crate::sequences::defined;
use crate::{Claim, Tested, Work};
use misere::heaps::{Heaps, Position, Ruleset, ruleset};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.intro.7+2",
        place: "Introduction, first paragraph",
        statement: "The six options of 7 in divide-and-residue, which simplify to 1, 2, 4+3, 5+2, \
                    6; and 7+2 is won by 2+2+2+1+2.",
        method: "options by the rule, winning moves by looking ahead",
        needs: &["look-ahead", "printed"],
        test: first_paragraph,
    },
    Claim {
        id: "arithmetic.ex1",
        place: "Example 1",
        statement: "Moving to a divisor: the options of 6 and 7.",
        method: "options by the rule",
        needs: &["rules", "printed"],
        test: |work| listed_options(work, "ex1"),
    },
    Claim {
        id: "arithmetic.ex2",
        place: "Example 2",
        statement: "Subtracting a divisor: the options of 6 and 7.",
        method: "options by the rule",
        needs: &["rules", "printed"],
        test: |work| listed_options(work, "ex2"),
    },
    Claim {
        id: "arithmetic.ex8",
        place: "Example 8",
        statement: "maliquot: the options of 6 and 7.",
        method: "options by the rule",
        needs: &["rules", "printed"],
        test: |work| listed_options(work, "ex8"),
    },
    Claim {
        id: "arithmetic.ex9",
        place: "Example 9",
        statement: "saliquot: the options of 6 and 7.",
        method: "options by the rule",
        needs: &["rules", "printed"],
        test: |work| listed_options(work, "ex9"),
    },
    Claim {
        id: "arithmetic.ex3",
        place: "Example 3",
        statement: "Subtracting the number of divisors gives 0, 1, 1, 0, 0, 1; 5 has the option 3.",
        method: "values by definition",
        needs: &["nim-definition", "printed"],
        test: example_3,
    },
    Claim {
        id: "arithmetic.ex4",
        place: "Example 4",
        statement: "Moving to the number of proper divisors with 1 → 0 gives 0, 1, 0, 0, 1, 0.",
        method: "values by definition, of mtau-from0; Section 2.2.1 takes 1 as terminal, which \
                 complements the values",
        needs: &["nim-definition", "printed"],
        test: example_4,
    },
    Claim {
        id: "arithmetic.ex5",
        place: "Example 5",
        statement: "totient 2+3+4+5 is lost for the player to move; 7 totient + 7 totative has \
                    exactly three winning moves.",
        method: "winning moves of the sums, by looking ahead",
        needs: &["look-ahead"],
        test: example_5,
    },
    Claim {
        id: "arithmetic.ex6",
        place: "Example 6",
        statement: "powerset maliquot: the seven options of 6, and SG(6) = 2.",
        method: "options by the rule, values by definition",
        needs: &["nim-definition", "printed"],
        test: |work| one_table(work, "ex6", "powerset-maliquot"),
    },
    Claim {
        id: "arithmetic.ex7",
        place: "Example 7",
        statement: "powerset totative: 0, 1, 2, 1, 4, 1, 8 for n = 1 to 7.",
        method: "options by the rule, values by definition",
        needs: &["nim-definition", "printed"],
        test: example_7,
    },
    Claim {
        id: "arithmetic.ex11",
        place: "Example 11",
        statement: "m-factoring: the options of 12, of which 2+2+3 wins; SG(12) = 2.",
        method: "options by the rule, the value by definition, the winning move by looking ahead",
        needs: &["look-ahead", "nim-definition", "printed"],
        test: example_11,
    },
    Claim {
        id: "arithmetic.ex12",
        place: "Example 12",
        statement: "s-factoring: the options of 12, and 26 values.",
        method: "options and values; the values need the trivial factorisation, a move to 0",
        needs: &["nim-definition", "printed"],
        test: example_12,
    },
    Claim {
        id: "arithmetic.sec2.1.1.moves",
        place: "Section 2.1.1, sums with subtraction{1,2}",
        statement: "7t+7s has exactly the winning moves 6t+7s and 7t+5s; 48114t+3s has the unique \
                    winning move to 48114t+2s.",
        method: "winning moves by looking ahead, play ending at 1 in both",
        needs: &["look-ahead"],
        test: sums_with_subtraction,
    },
    Claim {
        id: "arithmetic.ex10",
        place: "Example 10",
        statement: "In dividing, 18+7 has value 2 and is won in one way, by 2×9 + 7; there the other \
                    player has two options, and either way the game ends with the next move.",
        method: "winning moves by looking ahead, options, values by definition",
        needs: &["look-ahead", "nim-definition"],
        test: example_10,
    },
];

/// A sum of heaps of several rulesets: the number of the ruleset, and the heap.
type Sum = Vec<(usize, Position)>;

/// Looks ahead who wins a sum in normal play, trying all moves.
struct LookAhead {
    games: Vec<Arc<dyn Ruleset>>,
    known: BTreeMap<Sum, bool>,
}

impl LookAhead {
    /// Returns the sum without its heap at a place, and with the heaps that the move leaves.
    fn after(&self, sum: &Sum, at: usize, left: &Heaps) -> Sum {
        let mut next = sum.clone();
        let (game, _) = next.remove(at);
        let left = left
            .iter()
            .flat_map(|(p, k)| (0..k).map(move |_| (game, p)));
        // A heap without a move does not matter.
        next.extend(left.filter(|&(g, p)| self.games[g].options(p).next().is_some()));
        next.sort_unstable();
        next
    }

    fn next_player_wins(&mut self, sum: &Sum) -> bool {
        if let Some(&known) = self.known.get(sum) {
            return known;
        }
        let wins = (0..sum.len()).any(|at| {
            let (game, heap) = sum[at];
            let options: Vec<Heaps> = self.games[game].options(heap).collect();
            options
                .iter()
                .any(|option| !self.next_player_wins(&self.after(sum, at, option)))
        });
        self.known.insert(sum.clone(), wins);
        wins
    }
}

/// Returns the winning moves of a sum in normal play, by looking ahead.
pub(super) fn winning(
    work: &Work<'_>,
    summands: &[(&str, u64)],
) -> Result<Vec<String>, Box<dyn Error>> {
    let games: Result<Vec<_>, _> = summands.iter().map(|(name, _)| ruleset(name)).collect();
    let mut ahead = LookAhead {
        games: games?,
        known: BTreeMap::new(),
    };
    let heaps = summands.iter().map(|&(_, heap)| Position::heap(heap));
    let sum: Sum = heaps.enumerate().collect();
    let mut moves = Vec::new();
    for (at, (name, heap)) in summands.iter().enumerate() {
        let options: Vec<Heaps> = ahead.games[at].options(sum[at].1).collect();
        for option in options {
            let after = ahead.after(&sum, at, &option);
            let after = work.plant(
                "a move leads to a position that the other wins",
                after,
                |after| {
                    if ahead.next_player_wins(&after) {
                        return Sum::new();
                    }
                    let mut alone = sum.iter().map(|&heap| vec![heap]);
                    let won = alone.find(|heap| ahead.next_player_wins(heap));
                    won.unwrap_or_default()
                },
            );
            if !ahead.next_player_wins(&after) {
                moves.push(format!("{name}({heap}) → {option}"));
            }
        }
    }
    moves.sort();
    Ok(moves)
}

fn first_paragraph(work: &mut Work<'_>) -> Tested {
    let text = work.printed("arithmetic.options.intro")?;
    let (all, simplified) = text.split_once('|').ok_or("two lists of options")?;
    let options: Vec<Heaps> = ruleset("divide-and-residue")?
        .options(Position::heap(7))
        .collect();
    for (what, printed, reduce) in [
        ("options of 7", all, false),
        ("simplified", simplified, true),
    ] {
        let computed: BTreeSet<String> = options
            .iter()
            .map(|option| {
                if reduce {
                    reduced(option)
                } else {
                    option.clone()
                }
                .to_string()
            })
            .collect();
        let printed = printed_options(printed.trim())?;
        work.compare(what, format!("{printed:?}"), format!("{computed:?}"));
    }
    let moves = winning(
        work,
        &[("divide-and-residue", 7), ("divide-and-residue", 2)],
    )?;
    let expected = "divide-and-residue(7) → 2×3 + 1";
    work.compare("winning moves of 7+2", expected, moves.join("; "));
    work.proved("the example")
}

fn listed_options(work: &mut Work<'_>, heading: &str) -> Tested {
    for line in work.printed_lines(&format!("arithmetic.options.{heading}"))? {
        let (place, options) = line.split_once('|').ok_or("a row has two cells")?;
        let (name, heap) = place.trim().split_once(' ').ok_or("a ruleset and a heap")?;
        let game = ruleset(name)?;
        let computed: BTreeSet<String> = game
            .options(Position::heap(heap.parse()?))
            .map(|o| o.to_string())
            .collect();
        let printed = printed_options(options)?;
        work.compare(
            place.trim(),
            format!("{printed:?}"),
            format!("{computed:?}"),
        );
    }
    work.proved("the example")
}

fn example_10(work: &mut Work<'_>) -> Tested {
    let values = defined(work, "dividing", 18)?;
    let value = work.plant("a value one larger", values[17], |value| value + 1);
    work.compare("SG(18) ⊕ SG(7)", 2, value ^ values[6]);
    let moves = winning(work, &[("dividing", 18), ("dividing", 7)])?;
    work.compare("winning moves", "dividing(18) → 2×9", moves.join("; "));
    // Nine heaps of 2 are one heap of 2; the options of 2 and of 7 leave heaps of 1 only.
    let game = ruleset("dividing")?;
    let options: Vec<Heaps> = [2, 7]
        .into_iter()
        .flat_map(|n| game.options(Position::heap(n)).collect::<Vec<_>>())
        .collect();
    let ends = options.iter().all(|o| o.iter().all(|(p, _)| p.size() == 1));
    work.ensure(
        options.len() == 2 && ends,
        "2 and 7 have one option each, heaps of 1",
    );
    work.proved("the example")
}

fn example_3(work: &mut Work<'_>) -> Tested {
    compare_values(work, "stau.ex3", "stau")?;
    let option = ruleset("stau")?.options(Position::heap(5)).next();
    work.compare("the option of 5", 3, option.unwrap_or_default());
    work.proved("the example")
}

fn example_4(work: &mut Work<'_>) -> Tested {
    compare_values(work, "mtau-from0", "mtau-from0")?;
    let to = work.at_depth(2_000, 20_000, 100_000);
    let (from_zero, from_one) = (defined(work, "mtau-from0", to)?, defined(work, "mtau", to)?);
    // Section 2.2.1 takes 1 as terminal: another game, with the complementary values.
    for (n, (&a, &b)) in (1u64..).zip(from_zero[1..].iter().zip(&from_one)) {
        let a = work.plant("a value of the other kind", a, |a| 1 - a);
        work.require(a + b == 1, || format!("{n} has the values {a} and {b}"));
    }
    work.proved(format!("the example; the complement for n ≤ {to}"))
}

fn example_5(work: &mut Work<'_>) -> Tested {
    let moves = winning(
        work,
        &[
            ("totient", 2),
            ("totient", 3),
            ("totient", 4),
            ("totient", 5),
        ],
    )?;
    work.compare("winning moves of 2+3+4+5", "", moves.join("; "));
    let moves = winning(work, &[("totient", 7), ("totative", 7)])?;
    let expected = "totative(7) → 2; totative(7) → 4; totative(7) → 6";
    work.compare(
        "winning moves of 7 totient + 7 totative",
        expected,
        moves.join("; "),
    );
    work.proved("the example")
}

fn one_table(work: &mut Work<'_>, heading: &str, name: &str) -> Tested {
    compare_table(work, heading, name, false)?;
    work.proved("the example")
}

fn example_7(work: &mut Work<'_>) -> Tested {
    compare_table(work, "ex7", "powerset-totative", false)?;
    compare_values(work, "powerset-totative.ex7", "powerset-totative")?;
    // 5 may choose any of 1, 2, 3, 4.
    let options = ruleset("powerset-totative")?
        .options(Position::heap(5))
        .count();
    work.compare("options of 5", 15, options);
    work.proved("the example")
}

fn example_11(work: &mut Work<'_>) -> Tested {
    compare_table(work, "ex11", "m-factoring", false)?;
    let moves = winning(work, &[("m-factoring", 12)])?;
    work.compare(
        "winning moves",
        "m-factoring(12) → 3 + 2×2",
        moves.join("; "),
    );
    work.proved("the example")
}

fn example_12(work: &mut Work<'_>) -> Tested {
    compare_table(work, "ex12", "s-factoring", false)?;
    compare_values(work, "s-factoring", "s-factoring")?;
    work.proved("the example")
}

fn sums_with_subtraction(work: &mut Work<'_>) -> Tested {
    const SUBTRACTION: &str = "subtraction{1,2;sink=1}";
    let moves = winning(work, &[("totient", 7), (SUBTRACTION, 7)])?;
    let expected = "subtraction{1,2;sink=1}(7) → 5; totient(7) → 6";
    work.compare("7t+7s", expected, moves.join("; "));
    let moves = winning(work, &[("totient", 48_114), (SUBTRACTION, 3)])?;
    let expected = "subtraction{1,2;sink=1}(3) → 2";
    work.compare("48114t+3s", expected, moves.join("; "));
    work.proved("the examples")
}
