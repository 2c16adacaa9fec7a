//! Rulesets of one's own: one that only lists its options, and one that also states bounds on its
//! moves, so that its period is proved and certified.
//!
//! `cargo run --release --example own_ruleset`

use std::error::Error;

use misere::game::Universe;
use misere::genus::GenusSequence;
use misere::heaps::{HeapGames, HeapOptions, Heaps, MoveBounds, Position, Ruleset};
use misere::limits::Budget;
use misere::nim::check::check_with;
use misere::nim::{NimValues, PeriodCertificate, PeriodSearch};
use misere::quotient::QuotientBuilder;

/// Take a square number of counters, or halve an even heap in two.
struct SquaresAndHalves;

impl Ruleset for SquaresAndHalves {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        let roots = (1u64..).take_while(move |k| k * k <= n);
        let takes = roots.map(move |k| Heaps::heap(n - k * k));
        let half = (n > 0 && n.is_multiple_of(2)).then(|| Heaps::of_sizes([n / 2, n / 2]));
        Box::new(takes.chain(half))
    }
}

/// Knock down one pin of a row or two neighbours, which may leave two rows.
struct Skittles;

impl Ruleset for Skittles {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let left = (1..=2).filter_map(move |taken| position.size().checked_sub(taken));
        Box::new(left.flat_map(|left| (0..=left / 2).map(move |a| Heaps::of_sizes([a, left - a]))))
    }

    fn rule(&self) -> String {
        "knock down one pin of a row or two neighbours".into()
    }

    // A move takes at most two pins and leaves at most two rows, anywhere in a row of any length.
    fn move_bounds(&self) -> Option<MoveBounds> {
        Some(MoveBounds {
            most_taken: 2,
            most_left: 2,
            from: 0,
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (game, budget) = (SquaresAndHalves, Budget::default());
    println!("{}", game.name());
    let mut values = NimValues::new(&game)?;
    let mut genera = GenusSequence::new(&game)?;
    let mut forms = HeapGames::new(&game);
    let mut u = Universe::new();
    genera.extend(&mut u, 20)?;
    for (heap, entry) in genera.iter() {
        let value = values.value(Position::heap(heap), &budget)?;
        let form = forms.value(&mut u, Position::heap(heap))?;
        println!(
            "{heap:>4}  nim value {value}, genus {}, {}, birthday {}",
            entry.genus,
            entry.class,
            u.birthday(form)
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

    println!("\n{}: {}", Skittles.name(), Skittles.rule());
    let answer = PeriodSearch::default().run(&Skittles, &budget)?;
    let certificate = answer.certificate().ok_or("the period is proved")?;
    let written = serde_json::to_string(&certificate)?;
    let read: PeriodCertificate = serde_json::from_str(&written)?;
    let checked = check_with(&Skittles, &read, &budget)?;
    println!(
        "period {} after {} exceptions, by the {}; a certificate of {} bytes was checked",
        checked.tail.period,
        checked.tail.start,
        checked.theorem,
        written.len()
    );
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
