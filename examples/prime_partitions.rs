//! All prime partitions of the games on the command line.
//!
//! `cargo run --release --example prime_partitions -- '2##' '(4+2)#'`

use misere::expr::ExpressionError;
use misere::game::Universe;
use misere::parts::Parts;

fn main() -> Result<(), ExpressionError> {
    let mut expressions: Vec<String> = std::env::args().skip(1).collect();
    if expressions.iter().any(|e| e.starts_with("--")) || expressions.is_empty() {
        expressions = vec!["2##".into(), "(4+2)#".into()];
    }
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    for expression in expressions {
        let g = u.eval(&expression)?;
        let found = parts.prime_partitions(&mut u, g)?;
        let count = found.partitions.len();
        println!("{expression}: {count} prime partition(s)");
        for partition in &found.partitions {
            let primes: Vec<String> = (partition.iter())
                .map(|&prime| u.display(prime).to_string())
                .collect();
            println!("  {}", primes.join(" + "));
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), ExpressionError> {
    main()
}
