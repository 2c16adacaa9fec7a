//! Rulesets by the names in certificates.

use std::sync::Arc;

use super::{Ruleset, ruleset};

/// Why a name in a certificate is not one of a ruleset.
pub(crate) enum WrongName {
    /// No certificate has it: it belongs to a family whose names docs/certificates.md describes.
    Refused(String),
    /// Another program may have rules of this name.
    Unknown(String),
}

/// Finds the ruleset of a certificate.
pub(crate) fn certified_ruleset(name: &str) -> Result<Arc<dyn Ruleset>, WrongName> {
    ruleset(name).map_err(|error| {
        if is_of_a_described_family(name) {
            WrongName::Refused(error.to_string())
        } else {
            let mut shown: String = name.escape_debug().take(60).collect();
            if shown.len() < name.len() {
                shown.push('…');
            }
            WrongName::Unknown(format!("no ruleset {shown} is known here"))
        }
    })
}

/// Whether a text is a code or has parameters of a family of docs/certificates.md.
fn is_of_a_described_family(name: &str) -> bool {
    let families = ["subtraction{", "all-but{", "cut{"];
    name.starts_with(|c: char| c.is_ascii_digit())
        || families.iter().any(|family| name.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_family_has_is_unknown() {
        for name in [
            "0.7é",
            "0.",
            "12",
            "cut{",
            "cut{0}",
            "subtraction{x}",
            "all-but{;sink=0}",
        ] {
            let found = certified_ruleset(name);
            assert!(matches!(found, Err(WrongName::Refused(_))), "{name}");
        }
        for name in ["", "garbage(", "chess", "cutlet", "n -> "] {
            let found = certified_ruleset(name);
            assert!(matches!(found, Err(WrongName::Unknown(_))), "{name}");
        }
        for name in ["kayles", "0.77", "cram", "cut{1,6}"] {
            assert!(certified_ruleset(name).is_ok(), "{name}");
        }
    }
}
