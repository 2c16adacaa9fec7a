//! Searches for quotients that are saved and continued.

use std::cell::RefCell;

use misere::heaps::{Ruleset, ruleset};
use misere::limits::Budget;
use misere::quotient::{QuotientBuilder, QuotientError, ResumeError, SavedSearch};
use serde_json::Value;

/// What a builder has proved, as text.
fn proved(builder: &QuotientBuilder<'_>) -> String {
    match builder.infinite() {
        Some(infinite) => serde_json::to_string(&infinite.certificate()).unwrap(),
        None => serde_json::to_string(&builder.quotient().certificate()).unwrap(),
    }
}

fn go_on(builder: &mut QuotientBuilder<'_>, to: Option<u64>) {
    let budget = Budget::default();
    match to {
        Some(to) => builder.extend_to(to, &budget).unwrap(),
        None => match builder.solve(&budget) {
            Ok(_) | Err(QuotientError::Shape) => {}
            Err(error) => panic!("{error}"),
        },
    }
}

/// Runs a search and returns what it proved and all states that it offered.
fn states(game: &dyn Ruleset, to: Option<u64>) -> (String, Vec<SavedSearch>) {
    let states = RefCell::new(Vec::new());
    let builder = QuotientBuilder::new(game).unwrap();
    let mut builder = builder.with_offer(|saved| states.borrow_mut().push(saved()));
    go_on(&mut builder, to);
    let answer = proved(&builder);
    drop(builder);
    (answer, states.into_inner())
}

#[test]
fn a_search_goes_on_from_every_state() {
    for (name, to) in [
        ("0.77", None),
        ("0.123", None),
        ("0.264", Some(18)),
        ("4.56", None),
        ("0.07", Some(27)),
        ("0.3122", Some(7)),
        ("0.3102", Some(12)),
        ("grundy", Some(20)),
    ] {
        let game = ruleset(name).unwrap();
        let (answer, states) = states(&*game, to);
        // Every state of short searches, some of long ones.
        let step = states.len().div_ceil(10);
        assert!(step > 0, "{name}");
        for state in states.iter().step_by(step).chain(states.last()) {
            let text = serde_json::to_string(state).unwrap();
            let read: SavedSearch = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *state, "{name}");
            let resumed = QuotientBuilder::resume(&*game, &read, &Budget::default());
            let mut resumed = resumed.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(resumed.saved(), *state, "{name}");
            go_on(&mut resumed, to);
            assert_eq!(proved(&resumed), answer, "{name}");
        }
    }
}

/// All values that differ from this one in one place.
fn changes(value: &Value) -> Vec<Value> {
    let rebuilt = |changed: Vec<Value>, put: &dyn Fn(Value) -> Value| -> Vec<Value> {
        changed.into_iter().map(put).collect()
    };
    match value {
        Value::Null => vec![Value::from(1)],
        Value::Bool(bit) => vec![Value::from(!bit)],
        Value::String(text) => vec![Value::from(format!("{text}1"))],
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            let numbers = [number + 1, number.wrapping_sub(1), u64::MAX, 0, 1000];
            numbers.into_iter().map(Value::from).collect()
        }
        Value::Array(items) => {
            let mut all = Vec::new();
            for at in 0..items.len() {
                let mut without = items.clone();
                without.remove(at);
                all.push(Value::from(without));
                all.extend(rebuilt(changes(&items[at]), &|new| {
                    let mut items = items.clone();
                    items[at] = new;
                    Value::from(items)
                }));
            }
            all
        }
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (key, field) in fields {
                all.extend(rebuilt(changes(field), &|new| {
                    let mut fields = fields.clone();
                    fields[key] = new;
                    Value::Object(fields)
                }));
            }
            all
        }
    }
}

/// A changed state is refused, or the answer is the same: no proof depends on the state.
#[test]
fn changed_states_give_no_wrong_quotient() {
    // A search in its first rounds, and one at its end.
    for (name, to, at) in [("0.77", 9, 8), ("0.3122", 7, 9), ("0.123", 8, 7)] {
        let game = ruleset(name).unwrap();
        let (answer, states) = states(&*game, Some(to));
        let state = &states[at.min(states.len() - 1)];
        let (mut refused, mut accepted) = (0, 0);
        for change in changes(&serde_json::to_value(state).unwrap()) {
            let Ok(changed) = serde_json::from_value::<SavedSearch>(change) else {
                refused += 1;
                continue;
            };
            let budget = Budget::default().with_max_memory(1 << 26);
            let Ok(mut resumed) = QuotientBuilder::resume(&*game, &changed, &budget) else {
                refused += 1;
                continue;
            };
            // False refutations may lead a search astray; then it ends at a limit or without a quotient.
            let short = budget.within(std::time::Duration::from_secs(2));
            if resumed.extend_to(to, &short).is_ok() && resumed.max_heap() == Some(to) {
                accepted += 1;
                if resumed.infinite().is_none() {
                    assert_eq!(proved(&resumed), answer, "{name}");
                }
            }
        }
        assert!(
            refused > 50,
            "{name}: {refused} refused, {accepted} accepted"
        );
    }
}

#[test]
fn states_of_other_games_are_refused() {
    let (kayles, dawson) = (ruleset("0.77").unwrap(), ruleset("0.07").unwrap());
    let (_, states) = states(&*kayles, Some(5));
    let resumed = QuotientBuilder::resume(&*dawson, &states[0], &Budget::default());
    assert!(matches!(resumed, Err(ResumeError::OtherRuleset { .. })));
    // By another name the quotient is refuted.
    let text = serde_json::to_string(states.last().unwrap()).unwrap();
    let renamed = serde_json::from_str(&text.replace("0.77", "0.07")).unwrap();
    let resumed = QuotientBuilder::resume(&*dawson, &renamed, &Budget::default());
    assert!(matches!(resumed, Err(ResumeError::Damaged(_))));
}

/// A stopped builder goes on where it was.
#[test]
fn a_stopped_search_keeps_what_it_has_refuted() {
    let game = ruleset("0.07").unwrap();
    let (answer, _) = states(&*game, Some(27));
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    let mut stops = 0;
    let mut nanoseconds = 1000;
    loop {
        let budget = Budget::timeout(std::time::Duration::from_nanos(nanoseconds));
        match builder.extend_to(27, &budget) {
            Ok(()) => break,
            Err(error) => assert!(matches!(error, QuotientError::Stopped(_)), "{error}"),
        }
        stops += 1;
        nanoseconds = nanoseconds * 5 / 4;
    }
    assert!(stops > 10);
    assert_eq!(proved(&builder), answer);
}
