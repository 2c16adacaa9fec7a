//! Limits of all operations.
//!
//! Every operation that can grow is refused below some memory limit and succeeds from there on,
//! never holds more than it may, and does not ask for many times what it holds in the end.

use std::time::Duration;

use misere::game::{Form, Forms, Game, Universe};
use misere::limits::{Budget, Reason, Stopped};
use misere::notation::{Notation, write};
use misere::parts::Parts;

/// The least limit with which this succeeds; with less it is refused for the memory limit.
fn least(mut run: impl FnMut(usize) -> Result<(), Stopped>) -> usize {
    let (mut too_little, mut enough) = (0, 1 << 23);
    run(enough).unwrap();
    while too_little + 1 < enough {
        let limit = too_little.midpoint(enough);
        match run(limit) {
            Ok(()) => enough = limit,
            Err(stopped) => {
                let Reason::Memory { needed, limit: set } = stopped.reason else {
                    panic!("{stopped}");
                };
                assert!(set == limit && needed > limit);
                too_little = limit;
            }
        }
    }
    enough
}

/// Operations that leave the universe as it is.
const READS: [&str; 3] = ["followers", "order", "dag"];

/// This is done before the deadline is checked.
const AT_ONCE: &str = "followers: 2 of many";

type Make = fn(&mut Universe) -> Vec<Game>;
type Operation = fn(&mut Universe, &[Game]) -> Result<(), Stopped>;

/// How many bytes a universe holds before an operation, must be allowed to hold for it, and holds
/// after it.
fn bytes(name: &str, make: Make, operation: Operation) -> [usize; 3] {
    let made = || {
        let mut u = Universe::new();
        let games = make(&mut u);
        (u, games)
    };
    let (mut u, mut games) = made();
    let (before, mut after) = (u.memory(), 0);
    let least = least(|limit| {
        u.set_budget(Budget::default().with_max_memory(limit));
        let result = operation(&mut u, &games);
        if result.is_ok() {
            after = u.memory();
        }
        if !READS.iter().any(|kind| name.starts_with(kind)) {
            (u, games) = made();
        }
        result
    });
    [before, least, after]
}

fn nothing(_: &mut Universe) -> Vec<Game> {
    Vec::new()
}

fn heaps(u: &mut Universe) -> Vec<Game> {
    vec![u.nim(60).unwrap(), u.nim(40).unwrap()]
}

fn sum(u: &mut Universe) -> Vec<Game> {
    let (g, h) = (u.nim(50).unwrap(), u.nim(40).unwrap());
    vec![u.sum(g, h).unwrap(), h]
}

fn many_twos(u: &mut Universe) -> Vec<Game> {
    let two = u.nim(2).unwrap();
    vec![u.multiple(2500, two).unwrap(), two]
}

/// A heap with more options than the list of its followers has.
fn wide(u: &mut Universe) -> Vec<Game> {
    vec![u.nim(1030).unwrap()]
}

fn many_of_day_5(u: &mut Universe) -> Vec<Game> {
    let day_4 = u.games_born_by(4).unwrap();
    let sets = (0..1 << 14).map(|mask: usize| {
        let chosen = (0..22).filter(|bit| mask >> (bit % 14) & 1 == 1);
        u.set(chosen.map(|i| day_4[i])).unwrap()
    });
    sets.collect()
}

fn sharps(u: &mut Universe) -> Vec<Game> {
    let mut g = u.nim(2).unwrap();
    for _ in 0..6 {
        g = u.sharp(g).unwrap();
    }
    vec![g]
}

/// Name, games and operation.
const OPERATIONS: &[(&str, Make, Operation)] = &[
    ("nim: *1100", nothing, |u, _| u.nim(1100).map(drop)),
    ("sum: *60+*40", heaps, |u, g| u.sum(g[0], g[1]).map(drop)),
    ("multiple: 1000·2", nothing, |u, _| {
        let two = u.nim(2)?;
        u.multiple(1000, two).map(drop)
    }),
    ("difference: (*50+*40)-*40", sum, |u, g| {
        u.difference(g[0], g[1]).map(drop)
    }),
    ("outcome of a sum: *60+*40", heaps, |u, g| {
        u.outcome_of_sum(g[0], g[1]).map(drop)
    }),
    ("followers: *60", heaps, |u, g| u.followers(g[0]).map(drop)),
    ("followers: 2500·2", many_twos, |u, g| {
        u.followers(g[0]).map(drop)
    }),
    ("followers: *1030", wide, |u, g| u.followers(g[0]).map(drop)),
    (AT_ONCE, many_twos, |u, g| u.followers(g[1]).map(drop)),
    ("order: 2500·2", many_twos, |u, g| {
        u.structural_order([g[0]]).map(drop)
    }),
    ("order: many games of day 5", many_of_day_5, |u, g| {
        u.structural_order(g.iter().copied()).map(drop)
    }),
    ("dag: *60", heaps, |u, g| u.to_dag(g[0]).map(drop)),
    ("dag: 2500·2", many_twos, |u, g| u.to_dag(g[0]).map(drop)),
    ("fingerprint: 2500·2", many_twos, |u, g| {
        u.fingerprint(g[0]).map(drop)
    }),
    ("nim value: 2500·2", many_twos, |u, g| {
        u.nim_value(g[0]).map(drop)
    }),
    ("genus: 2500·2", many_twos, |u, g| u.genus(g[0]).map(drop)),
    ("class: *50+*40", sum, |u, g| u.class(g[0]).map(drop)),
    ("mate: *60", heaps, |u, g| u.mate(g[0]).map(drop)),
    ("mates: *60", heaps, |u, g| u.mate_chain(g[0]).map(drop)),
    ("concubine: *50+*40", sum, |u, g| {
        u.concubine(g[0]).map(drop)
    }),
    ("distinguisher: *60, *40", heaps, |u, g| {
        u.distinguisher(g[0], g[1]).map(drop)
    }),
    ("text: *50+*40", sum, |u, g| {
        write(u, g[0], Notation::Conway, 10_000).map(drop)
    }),
    ("parts: 2######", sharps, |u, g| {
        Parts::new().of(u, g[0]).map(drop)
    }),
    ("partitions: 2######", sharps, |u, g| {
        Parts::new().prime_partitions(u, g[0]).map(drop)
    }),
    ("lattice: 2######", sharps, |u, g| {
        Parts::new().lattice(u, g[0]).map(drop)
    }),
];

#[test]
fn operations_on_games_obey_the_memory_limit() {
    for (name, make, operation) in OPERATIONS {
        let [before, least, after] = bytes(name, *make, *operation);
        assert!(before <= after, "{name}: what is stored stays");
        assert!(after <= least, "{name} holds more than it may");
        // Lists of work in progress, lists of parts, and tables while they grow.
        assert!(
            least <= 3 * after + (64 << 10),
            "{name} asks for {least} to hold {after}"
        );
    }
}

#[test]
fn operations_stop_at_the_deadline() {
    for (name, make, operation) in OPERATIONS.iter().filter(|o| o.0 != AT_ONCE) {
        let mut u = Universe::new();
        let games = make(&mut u);
        u.set_budget(Budget::timeout(Duration::ZERO));
        let stopped = operation(&mut u, &games).expect_err(name);
        assert_eq!(stopped.reason, Reason::Deadline, "{name}");
        // The universe stays valid, and the work can be done later.
        u.set_budget(Budget::default());
        operation(&mut u, &games).unwrap();
    }
}

#[test]
fn operations_on_forms_obey_the_memory_limit() {
    fn heap(forms: &mut Forms, n: usize) -> Result<Form, Stopped> {
        let mut heaps = Vec::new();
        for _ in 0..=n {
            heaps.push(forms.set(heaps.iter().copied())?);
        }
        Ok(heaps[n])
    }
    type Operation = fn(&mut Forms) -> Result<(), Stopped>;
    let operations: &[(&str, Operation)] = &[
        ("nim: *300", |f| heap(f, 300).map(drop)),
        ("sum: *20+*30", |f| {
            let (g, h) = (heap(f, 20)?, heap(f, 30)?);
            f.sum(g, h).map(drop)
        }),
        // All sums are known, so only the table of pairs is made.
        ("sum: *100+*100 again", |f| {
            let g = heap(f, 100)?;
            let sum = f.sum(g, g)?;
            assert_eq!(f.sum(g, g)?, sum);
            Ok(())
        }),
        ("mate: *300", |f| {
            let g = heap(f, 300)?;
            f.mate(g).map(drop)
        }),
        ("followers: *300", |f| {
            let g = heap(f, 300)?;
            f.followers(g).map(drop)
        }),
    ];
    for (name, operation) in operations {
        let run = |limit| {
            let budget = Budget::default().with_max_memory(limit);
            let mut forms = Forms::with_budget(budget.clone());
            let result = operation(&mut forms);
            assert!(budget.held() <= limit, "{name} holds more than it may");
            result
        };
        let least = least(run);
        assert!(run(2 * least).is_ok(), "{name}");
    }
}
