//! Names of games that are read off their options alone, for certificates.
//!
//! Conway's notation needs sums and differences. A checker that has neither can still name a game as
//! here: nim heaps as numbers, a game with a single option G as G#, any other by the names of its
//! options in braces; and by its fingerprint where that is too long.

use super::universe::{Game, Universe};
use crate::limits::Stopped;

/// The most characters of a name.
const LONGEST: usize = 60;

fn nim(n: usize) -> String {
    if n < 10 {
        n.to_string()
    } else {
        format!("*{n}")
    }
}

impl Universe {
    /// Returns a name of a game that depends on its options alone: an expression for it, or the
    /// beginning of its fingerprint in `⟨⟩` if that has more than 60 characters.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let g = u.eval("32#")?;
    /// assert_eq!(u.plain_name(g)?, "{2#,3}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plain_name(&mut self, g: Game) -> Result<String, Stopped> {
        let order = self.structural_order([g])?;
        // A name for each game that has a short one, with what options are sorted by.
        let mut names: Vec<Option<(u32, usize, String)>> = Vec::new();
        for &follower in order.games() {
            self.check_deadline()?;
            let options = self
                .options(follower)
                .map(|o| &names[order.rank(o) as usize]);
            let options: Option<Vec<_>> = options
                .take(LONGEST + 1)
                .map(|name| {
                    name.as_ref()
                        .filter(|_| self.option_count(follower) <= LONGEST)
                })
                .collect();
            let name = options.map(|mut options| {
                options.sort_unstable();
                let is_nim = (0..).zip(&options).all(|(n, name)| name.2 == nim(n));
                let texts: Vec<&str> = options.iter().map(|name| name.2.as_str()).collect();
                match texts[..] {
                    _ if is_nim => nim(texts.len()),
                    [only] => format!("{only}#"),
                    _ => format!("{{{}}}", texts.join(",")),
                }
            });
            let name = name.filter(|name| name.len() <= LONGEST);
            names.push(name.map(|name| {
                let (birthday, count) = (self.birthday(follower), self.option_count(follower));
                (birthday, count, name)
            }));
        }
        if let Some((_, _, name)) = names.pop().flatten() {
            return Ok(name);
        }
        let print = self.fingerprint(g)?.to_string();
        Ok(format!("⟨{}⟩", &print[..12]))
    }
}
