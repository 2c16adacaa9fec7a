use misere::heaps::ruleset;
use misere::nim::{PeriodSearch, check};
#[test]
fn scratch() {
    let limits = Default::default();
    for name in std::env::var("GAMES").unwrap().split(';') {
        let extended = name.ends_with('+');
        let name = name.trim_end_matches('+');
        let game = ruleset(name).unwrap();
        let start = std::time::Instant::now();
        let to = std::env::var("TO").ok().map(|to| to.parse().unwrap());
        let answer = PeriodSearch { to, extended }.run(&*game, &limits).unwrap();
        let took = start.elapsed();
        println!(
            "{name}: {:?} {} last {:?} by {:?} to {:?} reg {:?} {took:?}",
            answer.kind,
            answer.pattern.as_ref().map_or(String::new(), |p| {
                let t = p.to_string();
                format!(
                    "pre {} per {} salt {} {}",
                    p.preperiod().len(),
                    p.period().len(),
                    p.saltus(),
                    t.chars().take(80).collect::<String>()
                )
            }),
            answer.last_exception(),
            answer.theorem(),
            answer.observed_to,
            answer.regularity
        );
        if let Some(c) = answer.certificate() {
            let start = std::time::Instant::now();
            println!(
                "   {:?} {:?}",
                check::check(&c, &limits).map(|_| ()),
                start.elapsed()
            );
        }
    }
}
