//! Short names for long ones.

/// Cuts a text that is longer than this.
pub fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.into();
    }
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    kept + "…"
}

/// Returns a name for each number: a, b, …, z, aa, ab, ….
pub fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]));
        match (number / 26).checked_sub(1) {
            Some(rest) => number = rest,
            None => return letters.into_iter().rev().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_letters() {
        let names = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(letters);
        assert_eq!(names, ["a", "b", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
        let all: std::collections::BTreeSet<String> = (0..20_000).map(letters).collect();
        assert_eq!(all.len(), 20_000);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("2##", 3), "2##");
        assert_eq!(shortened("2###", 3), "2#…");
    }
}
