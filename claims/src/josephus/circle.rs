//! Section 4 and the abstract: the Josephus problem.

use num_traits::ToPrimitive;

use super::{board, in_some_main, whole_board};
use crate::{Claim, Tested, Work};
use misere::heaps::Position;
use misere::nim::{Definition, josephus};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "josephus.abstract",
        place: "Abstract",
        statement: "If (n, m) has value 0, 2m+1 is the last of n+1 numbers; positions of value s are \
                    tied to the (n−s)-th number removed.",
        method: "values by definition, removals by going around the circle",
        needs: &["nim-definition", "elimination"],
        test: abstract_,
    },
    Claim {
        id: "josephus.def4.1",
        place: "Definition 4.1",
        statement: "Every second number is removed, 2 first; F_s(v) is the (v−s)-th, and F_0(v) the \
                    one that remains.",
        method: "a ring of successors against the order that is computed with a queue",
        needs: &[],
        test: going_around,
    },
    Claim {
        id: "josephus.lem4.1",
        place: "Lemma 4.1",
        statement: "F_s(s+k) = 2k for 1 ≤ k ≤ s, and F_s(2s+1) = 1.",
        method: "going around the circle",
        needs: &["elimination"],
        test: first_round,
    },
    Claim {
        id: "josephus.lem4.2",
        place: "Lemma 4.2",
        statement: "F_s(2v) = 2F_s(v) − 1 and F_s(2v+1) = 2F_s(v) + 1.",
        method: "going around the circle",
        needs: &["elimination"],
        test: doubling,
    },
    Claim {
        id: "josephus.lem4.2.proof",
        place: "Lemma 4.2, the proof",
        statement: "Of 2v+1 numbers 3, 5, …, 2n+1 (as printed) remain when the even ones and 1 are \
                    removed.",
        method: "the numbers that remain after v+1 removals, the last of them written in terms of v, \
                 against the printed words",
        needs: &["elimination", "printed"],
        test: after_one_round,
    },
    Claim {
        id: "josephus.thm4.1",
        place: "Theorem 4.1",
        statement: "If v = (2s+1)2^n + m with 0 ≤ m < (2s+1)2^n then F_s(v) = 2m+1.",
        method: "going around the circle. That form of v says v ≥ 2s+1, so nothing is missing in \
                 the statement; for s < v ≤ 2s it says nothing and Lemma 4.1 applies, F_s(v) = 2(v−s)",
        needs: &["elimination"],
        test: survivors,
    },
    Claim {
        id: "josephus.thm4.2",
        place: "Theorem 4.2",
        statement: "If (x, y) is in G_{s,n} then F_s(x+1) = 2y+1.",
        method: "going around the circle",
        needs: &["elimination"],
        test: link,
    },
    Claim {
        id: "josephus.sec4.last",
        place: "Section 4, last sentence",
        statement: "Positions of value s are tied to the (v−s)-th number removed among v.",
        method: "values by definition with v = x+1, removals by going around the circle",
        needs: &["nim-definition", "elimination"],
        test: last_sentence,
    },
];

fn circle(work: &Work<'_>) -> u64 {
    work.at_depth(120, 400, 1500)
}

/// Computes F_s(v) by going around the circle.
fn removed(order: &[u64], s: u64) -> u64 {
    let v = order.len();
    let at = v - 1 - usize::try_from(s).unwrap_or(v - 1);
    order[at]
}

fn abstract_(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let mut definition = Definition::new(&game)?;
    let (mut one_later, mut as_printed, mut last) = (true, true, true);
    for x in 0..board(work) {
        let order = josephus::elimination(x + 1, work.budget())?;
        for y in 0..=x / 2 {
            let s = definition.value(Position::pair(x, y), work.budget())?;
            let s = s.to_u64().ok_or("a small value")?;
            let s = work.plant("a value one larger", s, |s| s + 1);
            last &= s > 0 || order.last() == Some(&(2 * y + 1));
            // The (n+1−s)-th of n+1 numbers is F_s(n+1); printed is the (n−s)-th.
            let at = |k: u64| {
                usize::try_from(k)
                    .ok()
                    .and_then(|k| order.get(k.checked_sub(1)?))
            };
            one_later &= at(x + 1 - s) == Some(&(2 * y + 1));
            as_printed &= at((x).saturating_sub(s)) == Some(&(2 * y + 1));
        }
    }
    work.ensure(
        last,
        "if (n, m) has value 0, 2m+1 is the last of n+1 numbers",
    );
    work.ensure(one_later, "2y+1 is the (n+1−s)-th number removed");
    if !as_printed {
        work.correct("printed the (n−s)-th removed number; it is the (n+1−s)-th");
    }
    work.verified(format!("n < {}", board(work)))
}

fn going_around(work: &mut Work<'_>) -> Tested {
    let most = circle(work);
    for v in 1..=most {
        // The number after each one that is still there.
        let size = usize::try_from(v)?;
        let mut after: Vec<usize> = (1..=size).map(|n| n % size).collect();
        let (mut at, mut order) = (0, Vec::new());
        while after[at] != at {
            let gone = after[at];
            order.push(gone as u64 + 1);
            after[at] = after[gone];
            at = after[at];
        }
        order.push(at as u64 + 1);
        let order = work.plant("the first two change places", order, |mut order| {
            order.swap(0, 1);
            order
        });
        let second_first = v == 1 || order[0] == 2;
        work.require(second_first, || format!("v = {v} begins with {}", order[0]));
        let same = josephus::elimination(v, work.budget())? == order;
        work.require(same, || format!("v = {v}: {order:?}"));
    }
    work.verified(format!("v ≤ {most}"))
}

fn first_round(work: &mut Work<'_>) -> Tested {
    let most = circle(work) / 2;
    for s in 0..most {
        for k in 1..=s {
            let order = josephus::elimination(s + k, work.budget())?;
            let number = work.plant("2k+2 for 2k", 2 * k, |number| number + 2);
            work.require(removed(&order, s) == number, || format!("F_{s}({})", s + k));
        }
        let order = josephus::elimination(2 * s + 1, work.budget())?;
        work.require(removed(&order, s) == 1, || format!("F_{s}({})", 2 * s + 1));
    }
    work.verified(format!("s < {most}"))
}

fn doubling(work: &mut Work<'_>) -> Tested {
    let most = circle(work) / 2;
    for v in 1..=most {
        let once = josephus::elimination(v, work.budget())?;
        let even = josephus::elimination(2 * v, work.budget())?;
        let odd = josephus::elimination(2 * v + 1, work.budget())?;
        for s in 0..v {
            let f = removed(&once, s);
            let f = work.plant("a number one larger", f, |f| f + 1);
            work.require(removed(&even, s) == 2 * f - 1, || {
                format!("F_{s}({})", 2 * v)
            });
            work.require(removed(&odd, s) == 2 * f + 1, || {
                format!("F_{s}({})", 2 * v + 1)
            });
        }
    }
    work.verified(format!("v ≤ {}", 2 * most + 1))
}

fn after_one_round(work: &mut Work<'_>) -> Tested {
    const HEADING: &str = "josephus.lem4.2.proof";
    work.misprint(HEADING, "2n+1", "2v+1");
    let printed = work.printed(HEADING)?.trim();
    let most = circle(work) / 2;
    let mut largest = Vec::new();
    for v in 1..=most {
        let order = josephus::elimination(2 * v + 1, work.budget())?;
        let mut left = order[usize::try_from(v)? + 1..].to_vec();
        left.sort_unstable();
        let left = work.plant("a number more is removed", left, |mut left| {
            left.pop();
            left
        });
        let odd = (1..=v).map(|i| 2 * i + 1);
        work.require(left.iter().copied().eq(odd), || format!("v = {v}"));
        largest.extend(left.last().copied());
    }
    // The largest number is a·v + b; the first two of them say which.
    let [first, second, ..] = largest[..] else {
        return Err("numbers remain".into());
    };
    let (a, b) = (second.abs_diff(first), (2 * first).abs_diff(second));
    let computed = format!("3, 5, …, {a}v+{b}");
    if printed != computed {
        work.correct(format!("printed {printed}; it is {computed}"));
    }
    work.verified(format!("v ≤ {most}"))
}

fn survivors(work: &mut Work<'_>) -> Tested {
    let most = circle(work);
    let mut below = 0u64;
    for v in 1..=most {
        let order = josephus::elimination(v, work.budget())?;
        for s in 0..v {
            let f = removed(&order, s);
            let f = work.plant("a number one larger", f, |f| f + 1);
            // All ways to write v so: there is one if v ≥ 2s+1, and none if not.
            let forms = (0..40).map(|n| (2 * s + 1) << n);
            let forms: Vec<u64> = forms.filter(|&q| q <= v && v - q < q).collect();
            work.require(forms.len() == usize::from(v > 2 * s), || {
                format!("v = {v}, s = {s} has {} such forms", forms.len())
            });
            if let Some(q) = forms.first() {
                work.require(f == 2 * (v - q) + 1, || format!("F_{s}({v}) = {f}"));
            } else {
                below += 1;
                work.require(f == 2 * (v - s), || format!("F_{s}({v}) = {f}"));
            }
            let formula = josephus::survivor(&v.into(), &s.into()).and_then(|f| f.to_u64());
            work.require(formula == Some(f), || format!("the formula for F_{s}({v})"));
        }
    }
    work.show(format!(
        "{below} pairs (v, s) with v ≤ 2s are left to Lemma 4.1"
    ));
    work.verified(format!("v ≤ {most}"))
}

fn link(work: &mut Work<'_>) -> Tested {
    let side = board(work);
    for x in 0..2 * side {
        let order = josephus::elimination(x + 1, work.budget())?;
        for y in 0..=x / 2 {
            for s in 0..=x {
                if in_some_main(s, x, y) {
                    let number = work.plant("2y+3 for 2y+1", 2 * y + 1, |number| number + 2);
                    work.require(removed(&order, s) == number, || {
                        format!("({x},{y}) in G_{s}")
                    });
                }
            }
        }
    }
    work.verified(format!("x < {}", 2 * side))
}

fn last_sentence(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let mut definition = Definition::new(&game)?;
    for v in 1..=board(work) {
        let order = josephus::elimination(v, work.budget())?;
        for y in 0..v.div_ceil(2) {
            let s = definition.value(Position::pair(v - 1, y), work.budget())?;
            let s = s.to_u64().ok_or("a small value")?;
            let s = work.plant("a value one larger", s, |s| s + 1);
            work.require(removed(&order, s) == 2 * y + 1, || {
                format!("({}, {y}) has value {s}", v - 1)
            });
        }
    }
    work.verified(format!("v ≤ {}", board(work)))
}
