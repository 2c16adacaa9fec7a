//! Section 5: lists of nim-sets.

use super::{nim_sets, written};
use crate::{Claim, Tested, Work};

/// Makes a claim about a printed list of nim-sets: c, the number of piles, the first heap, and the
/// number of sets.
macro_rules! list {
    ($item:literal, $place:literal, $statement:literal, $sets:expr) => {
        Claim {
            id: concat!("cut.sets.", $item),
            place: $place,
            statement: $statement,
            method: "nim-sets",
            needs: &["printed", "nim-sets"],
            test: |work| compare_list(work, concat!("cut.sets.", $item), $sets),
        }
    };
}

pub(crate) const CLAIMS: &[Claim] = &[
    list!(
        "3-6",
        "Section 5, N(n,3,{1,6})",
        "N(n,3,{1,6}) for n ≤ 20.",
        (3, 3, 1, 20)
    ),
    list!(
        "3-10",
        "Section 5, N(n,3,{1,10})",
        "N(n,3,{1,10}) for n ≤ 32.",
        (5, 3, 1, 32)
    ),
    list!(
        "2-6",
        "Section 5, N(n,2,{1,6})",
        "N(n,2,{1,6}) for 21 ≤ n ≤ 26.",
        (3, 2, 21, 6)
    ),
    list!(
        "2-10",
        "Section 5, N(n,2,{1,10})",
        "N(n,2,{1,10}) for 33 ≤ n ≤ 42.",
        (5, 2, 33, 10)
    ),
    list!(
        "3-8",
        "Section 5, N(n,3,{1,8}) after Table 7",
        "N(n,3,{1,8}) from 1 on, in lines of two, eight, eight (six are printed) and six sets.",
        (4, 3, 1, 24)
    ),
    list!(
        "3-6.lines",
        "Section 5, N(n,3,{1,6}) after Table 7",
        "N(n,3,{1,6}) for n ≤ 18, in lines of two, six, six and four sets.",
        (3, 3, 1, 18)
    ),
];

/// Compares a printed list of nim-sets of {1,2c} for p parts with the computed ones.
fn compare_list(
    work: &mut Work<'_>,
    heading: &str,
    (c, p, first, count): (u64, u64, u64, u64),
) -> Tested {
    let printed = work.printed_words(heading)?;
    let sets = nim_sets(work, c, p, first + count)?;
    let computed: Vec<String> = (first..first + count)
        .map(|n| written(&sets, n, p))
        .collect();
    let what = format!("N(n,{p},{{1,{}}})", 2 * c);
    work.compare_sequence(&what, first, &printed, &computed);
    if printed.len() < computed.len() {
        work.correct(format!(
            "{what}: these are {count} sets, printed are {}",
            printed.len()
        ));
    }
    work.proved("the sets listed")
}
