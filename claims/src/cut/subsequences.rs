//! Section 4: the alternating subsequences of N(n,2,{1,6}).

use super::{nim_sets, nim_sum, written};
use crate::{Claim, Tested, Work};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.table4",
        place: "Table 4",
        statement: "N(n,2,{1,6}) for 11 ≤ n ≤ 30, column by column.",
        method: "nim-sets (the scan lost the second row before n = 11)",
        needs: &["printed", "nim-sets"],
        test: table_4,
    },
    Claim {
        id: "cut.sec4.list",
        place: "Section 4, the list after Table 4",
        statement: "Where the eleven subsequences begin and end, with the partitions there.",
        method: "the sets taken apart; the partitions have the values of the subsequence there",
        needs: &["printed", "nim-sets"],
        test: beginnings_and_ends,
    },
    Claim {
        id: "cut.sec4.first",
        place: "Section 4, the first subsequence",
        statement: "It arises from (1,1), (2,1), (2,2), …, (6,6), and from (1,1), (2,1), (3,1), …, \
                    (6,1), (6,2), …, (6,6).",
        method: "values of the partitions",
        needs: &["printed", "nim-sets"],
        test: first_subsequence,
    },
    Claim {
        id: "cut.sec4.sixth",
        place: "Section 4, after Corollary 9",
        statement: "The sixth subsequence is 3, 4, 3, 4, … (as printed); at 25 the exiting partition \
                    (13,12) has the value of (19,6), which is not exiting.",
        method: "its values from n = 20 on, and those of the partitions",
        needs: &["printed", "nim-sets"],
        test: sixth_subsequence,
    },
];

fn table_4(work: &mut Work<'_>) -> Tested {
    let sets = nim_sets(work, 3, 2, 30)?;
    let printed = work.printed_words("cut.table4")?;
    let computed: Vec<String> = (11..=30).map(|n| written(&sets, n, 2)).collect();
    work.compare_sequence("N(n,2,{1,6})", 11, &printed, &computed);
    work.proved("11 ≤ n ≤ 30")
}

/// Reads `13,7` as a list.
fn parts(text: &str) -> Result<Vec<u64>, std::num::ParseIntError> {
    text.split(',').map(str::parse).collect()
}

fn beginnings_and_ends(work: &mut Work<'_>) -> Tested {
    let sets = nim_sets(work, 3, 2, 40)?;
    let found = sets.alternating(2, work.budget())?;
    let lines = work.printed_lines("cut.subsequences")?;
    for line in &lines {
        let mut cells = line.split_whitespace();
        let mut cell = || cells.next().ok_or("a beginning and an end");
        let (begins, ends) = (cell()?, cell()?);
        let exits = if ends == "..." {
            None
        } else {
            Some(parts(ends)?)
        };
        // Several partitions may give the same beginning.
        for begins in begins.split('|') {
            let begins = parts(begins)?;
            let (n, value) = (begins.iter().sum::<u64>(), nim_sum(&sets, &begins));
            let there = found.iter().find(|sub| {
                let same_end = match &exits {
                    Some(exits) => {
                        let last: u64 = exits.iter().sum();
                        sub.exits == Some(last) && sub.value_at(last) == Some(nim_sum(&sets, exits))
                    }
                    None => sub.exits.is_none_or(|last| last > 30),
                };
                sub.enters == n && sub.value == value && same_end
            });
            if there.is_none() {
                work.correct(format!(
                    "no subsequence begins at {begins:?} and ends at {ends}"
                ));
            }
        }
    }
    let by_30 = found.iter().filter(|sub| sub.enters <= 28).count();
    work.ensure(
        by_30 == lines.len(),
        format!("{by_30} subsequences begin by n = 28, and as many are listed"),
    );
    work.proved("n ≤ 30")
}

fn first_subsequence(work: &mut Work<'_>) -> Tested {
    let sets = nim_sets(work, 3, 2, 12)?;
    for line in work.printed_lines("cut.sec4.first")? {
        let mut expected = 2u64;
        for partition in line.split_whitespace() {
            let partition = parts(partition)?;
            let value = u64::from(nim_sum(&sets, &partition));
            let heap: u64 = partition.iter().sum();
            if heap != expected || value != heap % 2 {
                work.correct(format!("{partition:?} is of {heap} and has value {value}"));
            }
            expected += 1;
        }
        work.ensure(expected == 13, "one partition for each heap from 2 to 12");
    }
    work.proved("2 ≤ n ≤ 12")
}

fn sixth_subsequence(work: &mut Work<'_>) -> Tested {
    let sets = nim_sets(work, 3, 2, 40)?;
    let found = sets.alternating(2, work.budget())?;
    let printed = work.printed_numbers("cut.subsequence6")?;
    let sixth = found.iter().find(|s| s.enters == 20 && s.exits == Some(30));
    let sixth = sixth.ok_or("a subsequence from 20 to 30")?;
    let values: Vec<u64> = (20..24)
        .filter_map(|n| sixth.value_at(n))
        .map(u64::from)
        .collect();
    work.compare_sequence("the sixth subsequence", 20, &printed, &values);
    let other = work.plant("(19,5) for (19,6)", [19, 6], |_| [19, 5]);
    let (exiting, other) = (nim_sum(&sets, &[13, 12]), nim_sum(&sets, &other));
    work.ensure(
        exiting == other && sixth.value_at(25) == Some(exiting),
        format!("(13,12) and (19,6) have the value {exiting}, as the subsequence at 25"),
    );
    work.proved("20 ≤ n ≤ 30")
}
