//! The shortest notation of a list with powers.
//!
//! The notations compared consist of plain numbers and of powers `(a,b,…)^e`, e ≥ 2, of plain
//! numbers. The shortest has the fewest numbers, exponents counted; among these the fewest
//! powers; among these, read from the left, a plain number rather than a power, then the shorter
//! base, then the smaller exponent. So `1,4,(5,4)^2` and not `1,(4,5)^2,4`.

use std::fmt::Write;

use itertools::Itertools;

/// Longer lists are written without powers: the search takes quadratic time.
const LONGEST: usize = 4096;

/// A piece of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Number,
    Power { base: usize, exponent: usize },
}

/// Returns the pieces of the shortest notation, in order.
fn pieces(values: &[u32]) -> Vec<Piece> {
    if values.len() > LONGEST {
        return vec![Piece::Number; values.len()];
    }
    // cost[i]: numbers and powers of the shortest notation from place i on; choice[i]: its first
    // piece.
    let length = values.len();
    let mut cost = vec![(0usize, 0usize); length + 1];
    let mut choice = vec![Piece::Number; length];
    // run[b]: how far the list from the current place on repeats with period b.
    let mut run = vec![0usize; length / 2 + 1];
    for i in (0..length).rev() {
        cost[i] = (cost[i + 1].0 + 1, cost[i + 1].1);
        for base in 1..=(length / 2).min(length - 1 - i) {
            let same = values[i] == values[i + base];
            run[base] = if same { run[base] + 1 } else { 0 };
            for exponent in 2..=run[base] / base + 1 {
                let behind = cost[i + base * exponent];
                let found = (behind.0 + base + 1, behind.1 + 1);
                if found < cost[i] {
                    cost[i] = found;
                    choice[i] = Piece::Power { base, exponent };
                }
            }
        }
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < length {
        pieces.push(choice[at]);
        at += match choice[at] {
            Piece::Number => 1,
            Piece::Power { base, exponent } => base * exponent,
        };
    }
    pieces
}

/// Returns the notation without parentheses around it, unless it is a plain list.
pub(super) fn bare(values: &[u32]) -> String {
    let pieces = pieces(values);
    let written = write(values, &pieces);
    if pieces.contains(&Piece::Number) && pieces.iter().all(|&piece| piece == Piece::Number) {
        return format!("({written})");
    }
    written
}

/// Returns the notation in parentheses, unless it is a single power.
pub(super) fn enclosed(values: &[u32]) -> String {
    let pieces = pieces(values);
    let written = write(values, &pieces);
    match pieces[..] {
        [Piece::Power { .. }] => written,
        _ => format!("({written})"),
    }
}

/// Writes the pieces, with commas except between powers with the same exponent.
fn write(values: &[u32], pieces: &[Piece]) -> String {
    let mut text = String::new();
    let mut at = 0;
    for (i, &piece) in pieces.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| pieces[i]);
        let joined = match (before, piece) {
            (None, _) => true,
            (Some(Piece::Power { exponent: e, .. }), Piece::Power { exponent, .. }) => {
                e == exponent
            }
            _ => false,
        };
        let comma = if joined { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = match piece {
            Piece::Number => {
                at += 1;
                write!(text, "{comma}{}", values[at - 1])
            }
            Piece::Power { base, exponent } => {
                let numbers = values[at..at + base].iter().format(",");
                at += base * exponent;
                write!(text, "{comma}({numbers})^{exponent}")
            }
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn repeated(blocks: &[(&[u32], usize)]) -> Vec<u32> {
        blocks
            .iter()
            .flat_map(|(block, times)| block.repeat(*times))
            .collect()
    }

    /// Theorem 3 of Ellis and Thanatipanonda and Table 1 of Dailly et al., letter by letter.
    #[test]
    fn periods_are_written_as_in_the_papers() {
        let two_c = |c: usize| {
            repeated(&[
                (&[0, 1], c),
                (&[2, 3], c),
                (&[1, 4], 1),
                (&[5, 4], c - 1),
                (&[3, 2], c),
                (&[4, 5], c),
                (&[6, 7], c),
            ])
        };
        assert_eq!(
            bare(&two_c(3)),
            "(0,1)^3(2,3)^3,1,4,(5,4)^2,(3,2)^3(4,5)^3(6,7)^3"
        );
        assert_eq!(
            bare(&two_c(2)),
            "(0,1)^2(2,3)^2,1,4,5,4,(3,2)^2(4,5)^2(6,7)^2"
        );
        assert_eq!(
            bare(&two_c(10)),
            "(0,1)^10(2,3)^10,1,4,(5,4)^9,(3,2)^10(4,5)^10(6,7)^10"
        );
        assert_eq!(bare(&[0; 7]), "(0)^7");
        assert_eq!(bare(&[0, 1, 0, 1]), "(0,1)^2");
        assert_eq!(bare(&[0, 1]), "(0,1)");
        assert_eq!(enclosed(&[0, 1, 0, 1]), "(0,1)^2");
        assert_eq!(enclosed(&[7, 0, 1, 0, 1]), "(7,(0,1)^2)");
        assert_eq!(bare(&[3, 3]), "(3,3)");
        assert_eq!(bare(&vec![1; LONGEST + 1]).len(), 2 * (LONGEST + 1) + 1);
    }

    /// Numbers, powers, and the signs that ties are broken with.
    type Notation = (usize, usize, Vec<(usize, usize)>);

    /// Lists all notations by brute force.
    fn all_notations(values: &[u32]) -> Vec<Notation> {
        if values.is_empty() {
            return vec![(0, 0, vec![])];
        }
        let mut all = Vec::new();
        let with = |base: usize, exponent: usize, numbers: usize, all: &mut Vec<_>| {
            for (n, p, mut signs) in all_notations(&values[base * exponent..]) {
                signs.insert(0, (base * usize::from(exponent > 1), exponent));
                all.push((n + numbers, p + usize::from(exponent > 1), signs));
            }
        };
        with(1, 1, 1, &mut all);
        for base in 1..=values.len() / 2 {
            for exponent in 2..=values.len() / base {
                let block = &values[..base];
                if values[..base * exponent]
                    .chunks(base)
                    .all(|chunk| chunk == block)
                {
                    with(base, exponent, base + 1, &mut all);
                }
            }
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn the_notation_is_the_shortest(values in prop::collection::vec(0u32..2, 1..10)) {
            let best = all_notations(&values).into_iter().min().unwrap();
            let signs: Vec<(usize, usize)> = pieces(&values)
                .into_iter()
                .map(|piece| match piece {
                    Piece::Number => (0, 1),
                    Piece::Power { base, exponent } => (base, exponent),
                })
                .collect();
            prop_assert_eq!(signs, best.2);
        }
    }
}
