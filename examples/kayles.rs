//! Misère Kayles, solved: who wins any sum of rows, and a proof that can be checked.
//!
//! `cargo run --release --example kayles`

use std::error::Error;

use misere::heaps::{Heaps, ruleset};
use misere::limits::Budget;
use misere::quotient::QuotientBuilder;
use misere::quotient::check::check;

fn main() -> Result<(), Box<dyn Error>> {
    let budget = Budget::default();
    let kayles = ruleset("kayles")?;
    let mut builder = QuotientBuilder::new(kayles.as_ref())?;
    builder.solve(&budget)?;
    let quotient = builder.quotient();
    println!(
        "order {}, P-values {}",
        quotient.order(),
        quotient.p_order()
    );
    for rows in [vec![1_000_000], vec![1000, 999], vec![12, 25, 27]] {
        let sum = Heaps::of_sizes(rows.iter().copied());
        let outcome = quotient.outcome(&sum).ok_or("beyond the quotient")?;
        println!("{rows:?}: {outcome}");
        if let Some(mut moves) = quotient.winning_moves(kayles.as_ref(), &sum, &budget)
            && let Some(first) = moves.next().transpose()?
        {
            println!("    {} → {}", first.from, first.to);
        }
    }
    let certificate = quotient.certificate().ok_or("no certificate")?;
    let checked = check(&certificate, &budget)?;
    println!("the certificate is valid, order {}", checked.order);
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
