//! Novel and derived parts (Definition 6.2).

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::algorithm::Parts;

impl Parts {
    /// Returns whether the part X of G is novel: every G − X' and every G' − X exists. Otherwise it
    /// is derived. `None` if X is not a part of G.
    pub fn is_novel(
        &mut self,
        u: &mut Universe,
        g: Game,
        x: Game,
    ) -> Result<Option<bool>, Stopped> {
        let table = self.table(u, g)?;
        if !table.contains(u, x) {
            return Ok(None);
        }
        if !u.options(x).all(|option| table.contains(u, option)) {
            return Ok(Some(false));
        }
        let options: Vec<Game> = u.options(g).collect();
        for option in options {
            if !self.table(u, option)?.contains(u, x) {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}
