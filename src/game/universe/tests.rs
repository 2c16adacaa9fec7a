//! Limits of the universe itself.

use std::time::Duration;

use super::*;

/// With no more memory allowed than is held, a game is stored only where nothing grows.
#[test]
fn storing_checks_all_memory_that_it_allocates() {
    let mut u = Universe::new();
    let mut g = u.nim(2).unwrap();
    let (mut refused, mut stored) = (0, 0);
    for _ in 0..5000 {
        let held = u.memory();
        u.set_budget(Budget::default().with_max_memory(held));
        if let Ok(sharp) = u.sharp(g) {
            assert_eq!(u.memory(), held);
            g = sharp;
            stored += 1;
        } else {
            u.set_budget(Budget::default());
            g = u.sharp(g).unwrap();
            refused += 1;
        }
    }
    assert!(refused > 10 && stored > 4900, "{refused} and {stored}");
}

#[test]
fn work_with_extra_nodes_has_a_limit_of_its_own() {
    /// The next nim heaps, of which the even ones are stored.
    fn store(u: &mut Universe, games: usize) -> Result<(), Stopped> {
        let largest = 2 * (u.nodes() - 1);
        u.nim((largest + 2 * games) as u64).map(drop)
    }
    let mut u = Universe::with_budget(Budget::default().with_max_nodes(5));
    store(&mut u, 4).unwrap();
    assert_eq!(u.nodes(), 5);
    for _ in 0..3 {
        u.with_extra_nodes(3, |u| store(u, 3)).unwrap();
        let stopped = u.with_extra_nodes(3, |u| store(u, 4)).unwrap_err();
        assert!(matches!(stopped.reason, Reason::Nodes { .. }));
        assert!(store(&mut u, 1).is_err());
    }
    assert_eq!((u.nodes(), u.uncounted), (5 + 3 * 6, 3 * 6));
}

#[test]
fn the_deadline_is_checked_every_256_units() {
    let mut u = Universe::new();
    u.set_budget(Budget::timeout(Duration::ZERO));
    let mut ticker = Ticker::default();
    let stopped = (0..1000).find(|_| u.check_deadline_when_due(&mut ticker, 1).is_err());
    assert_eq!(stopped, Some(255));
    assert!(u.check_deadline_when_due(&mut ticker, 256).is_err());
}
