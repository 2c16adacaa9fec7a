//! The fast methods against slow ones on many random games.
//!
//! A few thousand each time; as many as asked for with
//! `MISERE_DIFFERENTIAL=100000 cargo test --release --test differential -- --nocapture`.

#[path = "fuzz/random.rs"]
mod random;
mod reference;

use std::collections::HashMap;

use misere::game::{Game, Universe};
use misere::parts::{Parts, check::check};
use random::Random;
use reference::{Set, born_by};

fn rounds() -> usize {
    let asked = std::env::var("MISERE_DIFFERENTIAL").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(3_000)
}

/// Plain forms, never simplified, with outcomes by the definition alone.
#[derive(Default)]
struct Plain {
    options: Vec<Vec<usize>>,
    in_p: HashMap<(usize, usize), bool>,
}

impl Plain {
    fn add(&mut self, options: Vec<usize>) -> usize {
        self.options.push(options);
        self.options.len() - 1
    }

    /// Whether the sum of two forms is a P-position: some option, and none that is.
    fn is_p(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.in_p.get(&(g, h)) {
            return known;
        }
        let left = self.options[g].clone();
        let right = self.options[h].clone();
        let no_p =
            left.iter().all(|&g| !self.is_p(g, h)) && right.iter().all(|&h| !self.is_p(g, h));
        let is_p = no_p && !(left.is_empty() && right.is_empty());
        self.in_p.insert((g, h), is_p);
        is_p
    }

    fn of_game(&mut self, u: &Universe, g: Game, known: &mut HashMap<Game, usize>) -> usize {
        if let Some(&form) = known.get(&g) {
            return form;
        }
        let options: Vec<Game> = u.options(g).collect();
        let options = options.iter().map(|&o| self.of_game(u, o, known)).collect();
        let form = self.add(options);
        known.insert(g, form);
        form
    }
}

/// Equal games have equal outcomes in all contexts of day 3, and unequal ones come with a context
/// that tells them apart; outcomes by the definition, from forms that were never simplified.
#[test]
fn canonical_forms_against_outcomes() {
    let mut random = Random::new(11);
    let mut u = Universe::new();
    let contexts = born_by(&mut u, 3);
    let (mut equal, mut different) = (0, 0);
    for round in 0..rounds().div_ceil(20) {
        // Twenty random forms at a time, each from those before it, and their values.
        let mut plain = Plain::default();
        let mut known = HashMap::new();
        let contexts: Vec<usize> = contexts
            .iter()
            .map(|&x| plain.of_game(&u, x, &mut known))
            .collect();
        let mut forms: Vec<(usize, Game)> = vec![(plain.add(Vec::new()), u.zero())];
        for _ in 0..20 {
            let count = 1 + random.below(4);
            let chosen: Vec<(usize, Game)> = (0..count).map(|_| random.choose(&forms)).collect();
            let form = plain.add(chosen.iter().map(|&(form, _)| form).collect());
            let value = u.set(chosen.iter().map(|&(_, value)| value)).unwrap();
            forms.push((form, value));
        }
        for (i, &(form, value)) in forms.iter().enumerate() {
            let (other, other_value) = forms[(i * 7 + round) % forms.len()];
            if value == other_value {
                equal += 1;
                for &x in &contexts {
                    assert_eq!(plain.is_p(form, x), plain.is_p(other, x));
                }
            } else if let Some(x) = u.distinguisher(value, other_value).unwrap() {
                different += 1;
                let x = plain.of_game(&u, x, &mut known);
                assert_ne!(plain.is_p(form, x), plain.is_p(other, x));
            } else {
                panic!("unequal games without a witness");
            }
        }
    }
    println!("{equal} equal pairs, {different} different pairs");
    assert!(equal > 50 && different > 500);
}

/// A random game by a few sets, from 2 and 2♯ on.
fn game(random: &mut Random, u: &mut Universe, sets: usize, options: usize) -> Game {
    let two = u.nim(2).unwrap();
    let mut games = vec![two, u.sharp(two).unwrap()];
    for _ in 0..=random.below(sets) {
        let chosen: Vec<Game> = (0..random.below(options + 1))
            .map(|_| random.choose(&games))
            .collect();
        games.push(u.set(chosen).unwrap());
    }
    games[games.len() - 1]
}

fn is_small(u: &Universe, g: Game) -> bool {
    let followers = u.followers(g).unwrap();
    let options: usize = followers.iter().map(|&f| u.option_count(f)).sum();
    u.birthday(g) <= 6 && options <= 30
}

#[test]
fn sums_against_the_definition() {
    let mut random = Random::new(12);
    let mut compared = 0;
    while compared < rounds() {
        let mut u = Universe::new();
        let (g, h) = (
            game(&mut random, &mut u, 5, 3),
            game(&mut random, &mut u, 4, 3),
        );
        if !is_small(&u, g) || !is_small(&u, h) || u.birthday(g) + u.birthday(h) > 9 {
            continue;
        }
        let (plain_g, plain_h) = (Set::from_game(&u, g), Set::from_game(&u, h));
        let sum = u.sum(g, h).unwrap();
        assert_eq!(plain_g.sum(&plain_h).canonical(), Set::from_game(&u, sum));
        compared += 1;
    }
    println!("{compared} sums");
}

#[test]
fn differences_and_parts_against_slow_methods() {
    let mut random = Random::new(13);
    let (mut differences, mut none, mut composites) = (0, 0, 0);
    for _ in 0..rounds() {
        let mut u = Universe::new();
        let (g, h) = (
            game(&mut random, &mut u, 5, 3),
            game(&mut random, &mut u, 4, 3),
        );
        let total = u.sum(g, h).unwrap();
        assert_eq!(u.difference(total, h).unwrap(), Some(g));
        // By the Difference Lemma, and by the list of all parts.
        let mut parts = Parts::new();
        let by_lemma = u.difference(g, h).unwrap();
        assert_eq!(by_lemma, parts.difference(&mut u, g, h).unwrap());
        match by_lemma {
            Some(x) => {
                differences += 1;
                assert_eq!(u.sum(h, x).unwrap(), g);
            }
            None => none += 1,
        }
        // The list of parts, checked with sums alone.
        let certificate = parts.certificate(&mut u, total).unwrap();
        let checked = check(&mut u, &certificate).unwrap();
        let listed = parts.of(&mut u, total).unwrap();
        assert_eq!(checked.parts.len(), listed.iter().count());
        composites += usize::from(checked.parts.len() > 2);
    }
    println!("{differences} differences, {none} pairs without, {composites} composites");
    assert!(differences > 100 && none > 100 && composites > 100);
}
