//! Forms: sets as they are written, against plain sets.

mod reference;

use misere::game::{Form, Forms, Outcome, Universe};
use misere::limits::{Budget, Reason};
use reference::Set;
use std::time::Duration;

fn plain(forms: &Forms, g: Form) -> Set {
    Set::of(forms.options(g).map(|o| plain(forms, o)))
}

fn nim_value(set: &Set) -> u32 {
    let options: Vec<u32> = set.0.iter().map(nim_value).collect();
    let mut values = 0..=u32::MAX;
    values.find(|value| !options.contains(value)).unwrap()
}

/// The sixteen sets of formal birthday at most 3, in which {1} and {0,{1}} are as they stand.
fn all_by_day_3(forms: &mut Forms) -> Vec<Form> {
    let mut all = vec![forms.zero()];
    for _ in 0..3 {
        let masks = 0..1u32 << all.len();
        let sets = masks.map(|mask| {
            let chosen = (0..all.len()).filter(|i| mask >> i & 1 == 1);
            forms.set(chosen.map(|i| all[i])).unwrap()
        });
        all = sets.collect();
    }
    all
}

#[test]
fn forms_are_the_plain_sets() {
    let (mut u, mut forms) = (Universe::new(), Forms::new());
    assert_eq!(forms.nodes(), 1);
    let all = all_by_day_3(&mut forms);
    assert_eq!(all.len(), 16);
    assert_eq!(forms.nodes(), 16);
    for &g in &all {
        let set = plain(&forms, g);
        assert_eq!(forms.formal_birthday(g) as usize, set.formal_birthday());
        assert_eq!(forms.outcome(g) == Outcome::P, set.is_p());
        assert_eq!(forms.nim_value(g), nim_value(&set));
        let value = forms.value(&mut u, g).unwrap();
        assert_eq!(Set::from_game(&u, value), set.canonical());
        let mate = forms.mate(g).unwrap();
        assert_eq!(plain(&forms, mate), set.mate());
        let canonical = forms.canonical(&u, value).unwrap();
        assert_eq!(plain(&forms, canonical), set.canonical());
        // Each follower once, and after its options.
        let followers = forms.followers(g).unwrap();
        assert_eq!(followers.last(), Some(&g));
        for (i, &follower) in followers.iter().enumerate() {
            assert!(forms.options(follower).all(|o| followers[..i].contains(&o)));
        }
        for &h in &all {
            let sum = forms.sum(g, h).unwrap();
            assert_eq!(plain(&forms, sum), set.sum(&plain(&forms, h)));
        }
        let twice = forms.sum(g, g).unwrap();
        let thrice = forms.sum(twice, g).unwrap();
        assert_eq!(forms.multiple(0, g).unwrap(), forms.zero());
        assert_eq!(forms.multiple(1, g).unwrap(), g);
        assert_eq!(forms.multiple(3, g).unwrap(), thrice);
    }
}

/// Section 3 of Siegel's paper: (2##0)# has the value 0, and its mate (2##1)# has not the value 1.
#[test]
fn mates_depend_on_the_form() {
    let (mut u, mut forms) = (Universe::new(), Forms::new());
    let two = u.nim(2).unwrap();
    let two = forms.canonical(&u, two).unwrap();
    let sharp = forms.set([two]).unwrap();
    let sharp2 = forms.set([sharp]).unwrap();
    let inner = forms.set([sharp2, forms.zero()]).unwrap();
    let h = forms.set([inner]).unwrap();
    assert_eq!(forms.value(&mut u, h).unwrap(), u.zero());
    assert_eq!(forms.formal_birthday(h), 6);
    let mate = forms.mate(h).unwrap();
    let mate_value = forms.value(&mut u, mate).unwrap();
    assert_ne!(mate_value, u.one());
    assert_eq!(u.birthday(mate_value), 6);

    // Sums of forms are sums of values, and outcomes belong to values.
    let sum = forms.sum(h, sharp2).unwrap();
    let value = forms.value(&mut u, sum).unwrap();
    assert_eq!(value, forms.value(&mut u, sharp2).unwrap());
    assert_eq!(forms.outcome(sum), u.outcome(value));
    assert_eq!(forms.nim_value(sum), u.nim_value(value).unwrap());
}

#[test]
fn forms_keep_the_limits() {
    let mut forms = Forms::with_budget(Budget::default().with_max_nodes(3));
    let one = forms.set([forms.zero()]).unwrap();
    let two = forms.set([forms.zero(), one]).unwrap();
    let stopped = forms.set([two]).unwrap_err();
    assert_eq!(stopped.reason, Reason::Nodes { limit: 3 });
    assert_eq!(stopped.nodes, 3);
    // What is there is found.
    assert_eq!(forms.set([one, forms.zero()]).unwrap(), two);

    let mut forms = Forms::with_budget(Budget::timeout(Duration::ZERO));
    let mut heaps = vec![forms.zero()];
    let stopped = loop {
        match forms.set(heaps.iter().copied()) {
            Ok(next) => heaps.push(next),
            Err(stopped) => break stopped,
        }
    };
    assert_eq!(stopped.reason, Reason::Deadline);
    // The clock is looked at once in a while only, so there are some hundred heaps.
    let last = heaps[heaps.len() - 1];
    assert_eq!(forms.followers(last).unwrap_err().reason, Reason::Deadline);
}
