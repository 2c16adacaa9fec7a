//! Section 2: values, simplest forms, mates, links.

use crate::claims::claim::{Claim, Tested, Work};
use crate::game::Universe;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "004.thm2.4",
    place: "Theorem 2.4",
    statement: "A set of nim heaps that contains 0 or 1 equals the nim heap of the least size that \
                it lacks (Misère Mex Rule).",
    method: "all sets of nim heaps up to a size, simplified",
    test: mex_rule,
}];

fn mex_rule(work: &mut Work<'_>) -> Tested {
    let heaps = work.at_depth(12, 16, 20);
    let mut u = Universe::with_limits(work.limits().clone());
    let mut exceptions = 0u64;
    for set in 0u64..1 << heaps {
        let sizes = (0..heaps).filter(|&size| set >> size & 1 == 1);
        let mut options = Vec::new();
        for size in sizes {
            options.push(u.nim(size)?);
        }
        let value = u.set(options)?;
        let mex = u.nim(u64::from(set.trailing_ones()))?;
        let applies = set & 0b11 != 0;
        work.require(!applies || value == mex, || {
            format!("the set {set:b} is *{}", set.trailing_ones())
        });
        exceptions += u64::from(!applies && value != mex);
    }
    work.show(format!(
        "without 0 and 1 the rule fails for {exceptions} sets"
    ));
    // The text has "max" for "mex", a slip of the scan; the example {2,0} = 1 decides.
    let (zero, two) = (u.nim(0)?, u.nim(2)?);
    let example = u.set([zero, two])?;
    work.ensure(example == u.one(), "{2,0} = 1");
    work.verified(format!("all sets of nim heaps below {heaps}"))
}
