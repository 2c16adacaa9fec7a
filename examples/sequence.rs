//! Prints a b-file of nim values, each compared with the definition before it is printed.
//!
//! `cargo run --release --example sequence -- saliquant 30`

use std::error::Error;

use misere::heaps::{Position, ruleset};
use misere::limits::Budget;
use misere::nim::{Definition, NimValues};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, to) = match &arguments[..] {
        [name, to] if !name.starts_with("--") => (name.as_str(), to.parse()?),
        _ => ("saliquant", 30),
    };
    let budget = Budget::default();
    let game = ruleset(name)?;
    let mut fast = NimValues::new(game.as_ref())?;
    let mut slow = Definition::new(game.as_ref())?;
    for heap in game.smallest()..=to {
        let position = Position::heap(heap);
        let (value, defined) = (
            fast.value(position, &budget)?,
            slow.value(position, &budget)?,
        );
        if value != defined {
            return Err(format!("heap {heap}: {value} and {defined}").into());
        }
        println!("{heap} {value}");
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Box<dyn Error>> {
    main()
}
