//! Damage to texts, and for how long.

use std::time::{Duration, Instant};

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

/// So many rounds, or as many as fit into the time that was asked for.
pub(crate) struct Rounds {
    least: u64,
    done: u64,
    until: Option<Instant>,
    what: &'static str,
}

impl Rounds {
    pub(crate) fn new(what: &'static str, least: u64) -> Self {
        let seconds = std::env::var("MISERE_FUZZ_SECONDS").ok();
        let seconds: Option<u64> = seconds.and_then(|text| text.parse().ok());
        Self {
            least,
            done: 0,
            until: seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
            what,
        }
    }
}

impl Iterator for Rounds {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let enough = match self.until {
            Some(until) => self.done.is_multiple_of(16) && Instant::now() >= until,
            None => self.done >= self.least,
        };
        if enough {
            println!("{}: {} inputs", self.what, self.done);
            return None;
        }
        self.done += 1;
        Some(self.done)
    }
}
