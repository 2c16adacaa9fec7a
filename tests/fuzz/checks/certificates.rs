//! What must be so for any text that may be a certificate: what is accepted is true, whatever the
//! text was before it was damaged.

use std::time::Duration;

use misere::game::Universe;
use misere::heaps::{Position, ruleset};
use misere::limits::Budget;
use misere::nim::check as period_check;
use misere::nim::{NimValues, Pattern, PeriodCertificate};
use misere::parts::{Parts, PartsCertificate, check as parts_check};
use misere::quotient::{QuotientBuilder, QuotientCertificate, check as quotient_check};

/// For a check.
fn budget() -> Budget {
    Budget::timeout(Duration::from_millis(500)).with_max_memory(256 << 20)
}

/// To compute again what was accepted. It is no test of time: what takes so long is left open.
fn ample() -> Budget {
    Budget::timeout(Duration::from_secs(10))
}

/// The parts of an accepted certificate are those that the algorithm finds.
pub(crate) fn parts(text: &str) {
    let Ok(certificate) = serde_json::from_str::<PartsCertificate>(text) else {
        return;
    };
    let mut u = Universe::with_budget(budget());
    let Ok(checked) = parts_check::check(&mut u, &certificate) else {
        return;
    };
    u.set_budget(ample());
    let even = u.even_associate(checked.game);
    let Ok(known) = Parts::new().of(&mut u, even) else {
        return;
    };
    let mut known: Vec<_> = known.iter().map(|(part, _)| part).collect();
    let mut listed: Vec<_> = checked.parts.iter().map(|&(part, _)| part).collect();
    known.sort_unstable_by_key(|&g| u.fingerprint(g).unwrap().to_string());
    listed.sort_unstable_by_key(|&g| u.fingerprint(g).unwrap().to_string());
    assert_eq!(known, listed, "{text}");
}

/// The first values of an accepted certificate are those of the game.
pub(crate) fn period(text: &str) {
    let Ok(certificate) = serde_json::from_str::<PeriodCertificate>(text) else {
        return;
    };
    // Without the digest, which would hide the rest.
    let Ok(checked) = period_check::check_content(&certificate, &budget()) else {
        return;
    };
    let game = ruleset(&checked.ruleset).unwrap();
    let mut values = NimValues::new(&*game).unwrap();
    let ample = ample();
    for (place, value) in (game.smallest()..)
        .zip(checked.pattern.iter().flat_map(Pattern::iter))
        .take(400)
    {
        let Ok(known) = values.value(Position::heap(place), &ample) else {
            return;
        };
        assert_eq!(known.to_u64(), value, "{text}");
    }
}

/// The order of an accepted quotient is that of the quotient that the search finds.
pub(crate) fn quotient(text: &str) {
    let Ok(certificate) = serde_json::from_str::<QuotientCertificate>(text) else {
        return;
    };
    let Ok(checked) = quotient_check::check(&certificate, &budget()) else {
        return;
    };
    let game = ruleset(&checked.ruleset).unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    if builder.extend_to(checked.max_heap, &ample()).is_err() {
        return;
    }
    let order = usize::try_from(checked.order).unwrap();
    let (known, p_known) = (builder.order(), builder.quotient().p_order());
    assert_eq!((order, checked.p_order), (known, p_known), "{text}");
}
