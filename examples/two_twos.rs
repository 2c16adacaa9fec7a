//! In misère play 2+2 is not 0: the smallest lesson, by the library.
//!
//! `cargo run --release --example two_twos`

use misere::expr::ExpressionError;
use misere::game::Universe;
use misere::notation::Notation;

fn main() -> Result<(), ExpressionError> {
    let mut u = Universe::new();
    let (sum, zero) = (u.eval("2+2")?, u.zero());
    println!("2+2 = {}", u.display_as(sum, Notation::Sets));
    match u.distinguisher(sum, zero)? {
        Some(x) => {
            let (with_sum, with_zero) = (u.outcome_of_sum(sum, x)?, u.outcome(x));
            let x = u.display(x);
            println!("with X = {x}: 2+2+X is {with_sum}, 0+X is {with_zero}");
        }
        None => println!("equal"),
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), ExpressionError> {
    main()
}
