//! A ruleset of one's own: take a square number of counters, or halve an even heap in two.
//!
//! `cargo run --release --example own_ruleset`

use std::error::Error;

use misere::game::Universe;
use misere::genus::GenusSequence;
use misere::heaps::{HeapOptions, Heaps, Position, Ruleset};
use misere::limits::Budget;
use misere::nim::NimValues;
use misere::quotient::QuotientBuilder;

struct SquaresAndHalves;

impl Ruleset for SquaresAndHalves {
    fn name(&self) -> String {
        "squares-and-halves".into()
    }

    fn rule(&self) -> String {
        "take a square number, or split an even heap into two equal heaps".into()
    }

    fn source(&self) -> &'static str {
        "an example"
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        let roots = (1u64..).take_while(move |k| k * k <= n);
        let takes = roots.map(move |k| Heaps::heap(n - k * k));
        let half = (n > 0 && n.is_multiple_of(2)).then(|| Heaps::of_sizes([n / 2, n / 2]));
        Box::new(takes.chain(half))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (game, budget) = (SquaresAndHalves, Budget::default());
    let mut values = NimValues::new(&game)?;
    let mut genera = GenusSequence::new(&game)?;
    let mut u = Universe::new();
    genera.extend(&mut u, 20)?;
    println!("{}", game.rule());
    for (heap, entry) in genera.iter() {
        let value = values.value(Position::heap(heap), &budget)?;
        println!(
            "{heap:>4}  nim value {value}, genus {}, {}",
            entry.genus, entry.class
        );
    }
    let mut builder = QuotientBuilder::new(&game)?;
    builder.extend_to(12, &budget)?;
    let quotient = builder.quotient();
    println!(
        "the misère quotient of the heaps up to 12 has order {}, {} of them P-values",
        quotient.order(),
        quotient.p_order()
    );
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
