//! Fingerprints: hashes of games that are the same in every universe and on every machine.

use sha2::{Digest, Sha256};

use super::universe::{Game, Universe};
use crate::limits::Stopped;

/// SHA-256 over the fingerprints of the options, concatenated in ascending byte order; the
/// fingerprint of 0 is SHA-256 of the empty string. Shown in lower-case hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Returns the 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl Universe {
    /// Returns the fingerprint of the canonical form.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let zero = u.zero();
    /// assert!(u.fingerprint(zero)?.to_string().starts_with("e3b0c442"));
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn fingerprint(&mut self, g: Game) -> Result<Fingerprint, Stopped> {
        let code = self.code(g);
        if let Some(&known) = self.fingerprints.get(&code) {
            return Ok(known);
        }
        for follower in self.followers(g)? {
            let code = self.code(follower);
            if self.fingerprints.contains_key(&code) {
                continue;
            }
            self.tick_for_options(code >> 1)?;
            let options = self.options(follower).map(|o| self.code(o));
            let mut parts: Vec<Fingerprint> = options.map(|o| self.fingerprints[&o]).collect();
            parts.sort_unstable();
            let mut hasher = Sha256::new();
            for part in &parts {
                hasher.update(part.0);
            }
            let fingerprint = Fingerprint(hasher.finalize().into());
            self.reserve_in_map(|u| &mut u.fingerprints)?;
            self.fingerprints.insert(code, fingerprint);
        }
        Ok(self.fingerprints[&code])
    }
}
