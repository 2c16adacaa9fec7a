//! In misère play 2+2 is not 0: the smallest lesson, by the library.
//!
//! `cargo run --release --example two_twos`

use std::error::Error;

use misere::expr::evaluate;
use misere::game::Universe;
use misere::notation::{Notation, parse, write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut u = Universe::new();
    let sum = evaluate(&parse("2+2")?, &mut u)?;
    let zero = u.zero();
    let form = write(&mut u, sum, Notation::Sets, 1000)?.text();
    println!("2+2 = {}", form.unwrap_or_default());
    match u.distinguisher(sum, zero)? {
        Some(x) => {
            let (with_sum, with_zero) = (u.outcome_of_sum(sum, x)?, u.outcome_of_sum(zero, x)?);
            let x = write(&mut u, x, Notation::Conway, 1000)?.text();
            let x = x.unwrap_or_default();
            println!("with X = {x}: 2+2+X is {with_sum}, 0+X is {with_zero}");
        }
        None => println!("equal"),
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
