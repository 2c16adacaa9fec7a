//! The example of the crate's front page, run as a test.

use misere::expr::ExpressionError;
use misere::game::{Outcome, Universe};
use misere::parts::Parts;

#[test]
fn front_page() -> Result<(), ExpressionError> {
    let mut u = Universe::new();

    // In misère play 2 + 2 is not 0: it is the game {3, 2}.
    let sum = u.eval("2 + 2")?;
    assert_ne!(sum, u.zero());
    assert_eq!(u.display(sum).to_string(), "32");

    // Built from methods or from text, equal games have equal handles.
    let (two, three) = (u.nim(2)?, u.nim(3)?);
    assert_eq!(sum, u.sum(two, two)?);
    assert_eq!(sum, u.set([three, two])?);

    // A game that distinguishes 2 + 2 from 0.
    let x = u.distinguisher(sum, u.zero())?.expect("they differ");
    assert_eq!(u.outcome_of_sum(sum, x)?, Outcome::P);
    assert_eq!(u.outcome(x), Outcome::N);

    // Games cancel, so differences make sense: 2# - 2 is born two days after 2#.
    let difference = u.eval("2# - 2")?;
    assert_eq!(u.birthday(difference), 5);

    // Every game is a sum of primes, but (4+2)# is so in two ways.
    let g = u.eval("(4+2)#")?;
    let found = Parts::new().prime_partitions(&mut u, g)?;
    assert_eq!(found.partitions.len(), 2);
    Ok(())
}
