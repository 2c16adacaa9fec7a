//! All prime partitions of the games on the command line.
//!
//! `cargo run --release --example prime_partitions -- '2##' '(4+2)#'`

use std::error::Error;

use misere::expr::evaluate;
use misere::game::{Game, Universe};
use misere::notation::{Notation, Written, parse, write};
use misere::parts::Parts;

fn name(u: &mut Universe, g: Game) -> String {
    let written = write(u, g, Notation::Conway, 10_000);
    let text = written.ok().and_then(Written::text);
    text.unwrap_or_else(|| "(too long)".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut expressions: Vec<String> = std::env::args().skip(1).collect();
    if expressions.iter().any(|e| e.starts_with("--")) || expressions.is_empty() {
        expressions = vec!["2##".into(), "(4+2)#".into()];
    }
    let mut u = Universe::new();
    let mut parts = Parts::new();
    for expression in expressions {
        let syntax = parse(&expression).map_err(|error| error.render(&expression))?;
        let g = evaluate(&syntax, &mut u)?;
        let found = parts.prime_partitions(&mut u, g)?;
        println!(
            "{expression}: {} prime partition(s)",
            found.partitions.len()
        );
        for partition in &found.partitions {
            let names: Vec<String> = partition.iter().map(|&p| name(&mut u, p)).collect();
            println!("  {}", names.join(" + "));
        }
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
