//! Siegel, *On the Structure of Misère Impartial Games* (2021).

mod games;

use super::claim::Claim;

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    [games::CLAIMS].into_iter().flatten()
}
