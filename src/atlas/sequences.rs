//! Sequences of the OEIS that are nim values of codes.

use crate::heaps::Code;

/// A code, the number of the sequence, and its first terms: the nim values of the heaps from 1 on.
type Known = (&'static str, &'static str, [u32; 16]);

/// After the entries of the OEIS themselves, which name these codes.
const SEQUENCES: [Known; 10] = [
    (
        "0.77",
        "A002186",
        [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1],
    ),
    (
        "0.137",
        "A002187",
        [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2],
    ),
    (
        "0.1377",
        "A071434",
        [1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1],
    ),
    (
        "0.177",
        "A071435",
        [1, 1, 2, 2, 3, 1, 1, 4, 4, 3, 2, 2, 1, 1, 4, 2],
    ),
    (
        "0.56",
        "A071436",
        [1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1],
    ),
    (
        "0.11377",
        "A071452",
        [1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 4, 4, 4, 3, 3],
    ),
    (
        "0.117",
        "A071453",
        [1, 1, 1, 0, 2, 2, 1, 3, 4, 0, 1, 1, 1, 3, 2, 2],
    ),
    (
        "0.127",
        "A071464",
        [1, 0, 2, 2, 1, 0, 4, 4, 1, 2, 2, 0, 1, 4, 4, 6],
    ),
    (
        "0.1777",
        "A071509",
        [1, 1, 2, 2, 3, 4, 1, 1, 6, 6, 3, 2, 2, 1, 1, 6],
    ),
    (
        "0.176",
        "A125920",
        [1, 1, 0, 2, 2, 3, 4, 4, 1, 1, 6, 2, 2, 3, 4, 4],
    ),
];

/// Returns the number of the sequence of the nim values of a code, or of a code that is the same game but
/// for the sizes of heaps, as far as it is known here.
pub fn sequence_of(code: &Code) -> Option<String> {
    let (form, _) = code.standard_form()?;
    let is_equal = |(name, ..): &&Known| {
        let known: Option<Code> = name.parse().ok();
        known
            .and_then(|known| known.standard_form())
            .is_some_and(|(known, _)| known == form)
    };
    let (_, number, _) = SEQUENCES.iter().find(is_equal)?;
    Some((*number).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::Atlas;
    use crate::limits::Budget;
    use crate::nim::methods;

    #[test]
    fn sequences_are_the_nim_values() {
        for (name, number, terms) in SEQUENCES {
            let code: Code = name.parse().unwrap();
            let mut evaluator = methods(&code).best(&code).unwrap();
            evaluator.extend(16, &Budget::default()).unwrap();
            let values = evaluator.values().numbers().unwrap();
            assert_eq!(values[1..17], terms, "{name}, {number}");
        }
    }

    #[test]
    fn the_rows_name_them() {
        let mut named = 0;
        for row in Atlas::get().rows() {
            if let Some(code) = row.code() {
                assert_eq!(row.oeis, sequence_of(&code), "{}", row.game);
                named += usize::from(row.oeis.is_some());
            }
        }
        assert!(named > 30, "{named}");
    }
}
