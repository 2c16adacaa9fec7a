//! Section 7: sums of divisors.

use super::printed::printed_options;
use crate::{Claim, Evidence, Tested, Work};
use misere::heaps::{Position, ruleset};
use misere::nim::loopy::{Bounds, LoopyOutcome, loopy_moves, loopy_value};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.sec7.sum",
        place: "Section 7, sum of proper divisors",
        statement: "0, 1, 1, 0, 1, ∞, 1, 0, 1, 1, 1, and SG(12) = 0 by 12 → 16 → 15 → 9; 6 is the \
                    first loop.",
        method: "generalised values",
        needs: &["loopy-values", "printed"],
        test: sum_of_divisors,
    },
    Claim {
        id: "arithmetic.sec7.partial",
        place: "Section 7, table of partial sums",
        statement: "Options and values of partial sums for n ≤ 9, with ∞ at 6 and 8.",
        method: "generalised values; the index 3 of ∞ in the paper is the mex of the set {0,1,2}",
        needs: &["loopy-values", "printed"],
        test: partial_sums,
    },
    Claim {
        id: "arithmetic.sec7.6+9",
        place: "Section 7, 6+9",
        statement: "6+9 is a draw: every move but the one to ∞ + 9 loses.",
        method: "moves of the sum",
        needs: &["loopy-values"],
        test: drawn_sum,
    },
    Claim {
        id: "arithmetic.sec7.6+7",
        place: "Section 7, 6+7",
        statement: "6+7 is won by moving to 2+7, 3+7 or 5+7.",
        method: "moves of the sum",
        needs: &["loopy-values"],
        test: won_sum,
    },
    Claim {
        id: "arithmetic.sec7.omega",
        place: "Section 7, the ω game",
        statement: "The ω game also has an interesting sum variation.",
        method: "moving to the sum of the distinct prime factors: every number comes to a prime, which moves \
                 to itself; with the primes below the heap only, values are 0 and 1",
        needs: &["loopy-values"],
        test: omega_sums,
    },
];

fn sum_of_divisors(work: &mut Work<'_>) -> Tested {
    let game = ruleset("sum-of-divisors")?;
    let text = work.printed("arithmetic.values.sum-of-divisors")?;
    let (first, printed) = text.split_once(':').ok_or("a sequence has a first heap")?;
    work.ensure(first.trim() == "1", "the smallest heap is 1");
    let bounds = Bounds::default();
    for (n, printed) in (1u64..).zip(printed.split_whitespace()) {
        let value = loopy_value(&*game, Position::heap(n), &bounds, work.budget())?.to_string();
        let shown = if value.starts_with('∞') {
            "∞".to_owned()
        } else {
            value
        };
        work.compare(&format!("SG({n})"), printed, shown);
    }
    let mut n = 12;
    let mut way = vec![n.to_string()];
    for _ in 0..3 {
        let next = game.options(Position::heap(n)).next().unwrap_or_default();
        n = next.iter().next().map_or(0, |(p, _)| p.size());
        way.push(n.to_string());
    }
    work.compare("from 12", "12 → 16 → 15 → 9", way.join(" → "));
    work.proved("n ≤ 12")
}

fn partial_sums(work: &mut Work<'_>) -> Tested {
    let game = ruleset("partial-sums")?;
    let bounds = Bounds::default();
    let mut rows = 0;
    for line in work.printed_lines("arithmetic.options.partial-sums")? {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [heap, options, value] = cells[..] else {
            return Err("a row has three cells".into());
        };
        let position = Position::heap(heap.parse()?);
        rows += 1;
        work.require(position.size() == rows, || {
            format!("row {rows} is of {heap}")
        });
        let computed: std::collections::BTreeSet<String> = game
            .options(position)
            .map(|option| option.to_string())
            .collect();
        let printed = printed_options(options)?;
        work.compare(
            &format!("options of {heap}"),
            format!("{printed:?}"),
            format!("{computed:?}"),
        );
        let found = loopy_value(&*game, position, &bounds, work.budget())?;
        work.compare(&format!("SG({heap})"), value, found);
    }
    work.proved("n ≤ 9")
}

fn drawn_sum(work: &mut Work<'_>) -> Tested {
    let game = ruleset("partial-sums")?;
    let nine = work.plant("8 in the place of 9", 9, |_| 8);
    let heaps = [(&*game, Position::heap(6)), (&*game, Position::heap(nine))];
    let draw = loopy_moves(&heaps, &Bounds::default(), work.budget())?;
    work.ensure(
        draw.outcome == LoopyOutcome::Draw,
        format!("6+9: {:?}", draw.outcome),
    );
    work.compare("winning moves", 0, draw.winning().count());
    let moves: Vec<String> = draw.drawing().map(|m| m.to.to_string()).collect();
    work.compare("moves that keep the draw", "6", moves.join(", "));
    work.proved("the example")
}

fn won_sum(work: &mut Work<'_>) -> Tested {
    let game = ruleset("partial-sums")?;
    let seven = work.plant("9 in the place of 7", 7, |_| 9);
    let heaps = [(&*game, Position::heap(6)), (&*game, Position::heap(seven))];
    let won = loopy_moves(&heaps, &Bounds::default(), work.budget())?;
    let moves: Vec<String> = won.winning().map(|m| m.to.to_string()).collect();
    work.compare("winning moves of 6+7", "2, 3, 5", moves.join(", "));
    work.proved("the example")
}

fn omega_sums(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(60u64, 300, 2_000);
    let bounds = Bounds::default();
    let (all, below) = (ruleset("sum-of-primes")?, ruleset("sum-of-proper-primes")?);
    let mut ones = 0u64;
    for n in 2..=to {
        let position = Position::heap(n);
        let value = loopy_value(&*all, position, &bounds, work.budget())?.to_string();
        work.require(value.starts_with('∞'), || {
            format!("{}: {n} has value {value}", all.name())
        });
        // Without the heap itself a prime has no option, and every other number comes down to one.
        let value = loopy_value(&*below, position, &bounds, work.budget())?.to_string();
        let value = work.plant("a value 2", value, |_| "2".into());
        work.require(value == "0" || value == "1", || {
            format!("{}: {n} has value {value}", below.name())
        });
        let prime = (2..n).all(|d| n % d != 0);
        work.require(!prime || value == "0", || {
            format!("{}: {n} is prime", below.name())
        });
        ones += u64::from(value == "1");
    }
    work.show("moving to the sum of the primes of n is ∞ everywhere");
    work.show(format!(
        "with primes below n only, {ones} of {} heaps have value 1",
        to - 1
    ));
    work.ensure(ones > 0, "with primes below n only the values are 0 and 1");
    work.open(Evidence::Verified, format!("n ≤ {to}"))
}
