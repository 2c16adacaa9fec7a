//! The example of the crate's front page, run as a test.

use misere::expr::evaluate;
use misere::game::{Outcome, Universe};
use misere::limits::Stopped;
use misere::notation::{Notation, parse, write};

#[test]
fn front_page() -> Result<(), Stopped> {
    let mut u = Universe::new();

    // In misère play 2 + 2 is not 0: it is the game {3, 2}.
    let two = u.nim(2)?;
    let sum = u.sum(two, two)?;
    assert_ne!(sum, u.zero());
    assert_eq!(
        write(&mut u, sum, Notation::Conway, 80)
            .unwrap()
            .text()
            .unwrap(),
        "32"
    );

    // Built from methods or from text, equal games have equal handles.
    let same = evaluate(&parse("{3,2}").unwrap(), &mut u).unwrap();
    assert_eq!(sum, same);

    // Games cancel, so differences make sense: 2# - 2 is born two days after 2#.
    let sharp = u.sharp(two)?;
    let x = u.difference(sharp, two)?.expect("2 is a part of 2#");
    assert_eq!(u.sum(two, x)?, sharp);
    assert_eq!((u.birthday(sharp), u.birthday(x)), (3, 5));

    // What is not equal comes with a witness.
    let witness = u.distinguisher(sum, u.zero())?.expect("they differ");
    assert_eq!(u.outcome_of_sum(sum, witness)?, Outcome::P);
    Ok(())
}
