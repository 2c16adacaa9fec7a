//! Damaged texts.

use crate::random::Random;

impl Random {
    /// The text with some of its characters changed, left out, doubled or put elsewhere.
    pub(crate) fn damage(&mut self, text: &str, alphabet: &str) -> String {
        let alphabet: Vec<char> = alphabet.chars().collect();
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(4) {
            let at = self.below(text.len() + 1);
            match self.below(6) {
                0 if at < text.len() => {
                    text.remove(at);
                }
                1 if at < text.len() => text[at] = self.choose(&alphabet),
                2 => text.insert(at, self.choose(&alphabet)),
                3 => {
                    let end = (at + self.below(12)).min(text.len());
                    let piece: Vec<char> = text[at..end].to_vec();
                    let to = self.below(text.len() + 1);
                    text.splice(to..to, piece);
                }
                4 => text.truncate(at.max(1)),
                _ => {
                    let end = (at + self.below(8)).min(text.len());
                    text.drain(at..end);
                }
            }
        }
        text.into_iter().collect()
    }
}
