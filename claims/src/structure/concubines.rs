//! Section 3: mates of mates, and concubines.

use super::sample::{games, name, universe, value};
use crate::{Claim, Evidence, Tested, Work};
use misere::game::{Forms, Game, Outcome, Parity, Universe};
use misere::limits::Stopped;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "structure.sec3.example",
        place: "Section 3, first example",
        statement: "(2##1)# is in simplest form and its mate is 0; as written, (2##0)# is 0 and \
                    its mate is not 1.",
        method: "computed",
        needs: &["forms", "simplification"],
        test: first_example,
    },
    Claim {
        id: "structure.prop3.2",
        place: "Proposition 3.2",
        statement: "Every game has a concubine: c(G), which is G with (2##1)# in the place of 0, \
                    is in simplest form, its mate is G, and G's mate is not c(G).",
        method: "c(G) is constructed and tested",
        needs: &["simplification"],
        test: concubines,
    },
    Claim {
        id: "structure.prop3.2.print",
        place: "Proposition 3.2, the definition of c(0)",
        statement: "c(0) is printed (2^##1)# in the scan, where a sum 2##+1 can be read.",
        method: "both readings: the mate of c(0) must be 0",
        needs: &["simplification"],
        test: printed_base,
    },
    Claim {
        id: "structure.prop3.2.proof",
        place: "Proposition 3.2, a remark in the proof",
        statement: "It is easily seen that o(G) = o(c(G)) (as printed).",
        method: "outcomes; o(c(G)) is the outcome of G in normal play, since c(0) is a P-position. What \
                 the proof needs it for holds nevertheless: c(G) is never c(0) with reversible options \
                 added, because 2##1 is no c(G')",
        needs: &["simplification", "outcomes"],
        test: outcomes_of_concubines,
    },
    Claim {
        id: "structure.sec3.concubine",
        place: "Section 3, second example",
        statement: "(2##(2##1)##)# is a concubine of (2##1)#.",
        method: "computed; it is a concubine, but not the c(G) of the proposition",
        needs: &["simplification"],
        test: second_example,
    },
    Claim {
        id: "structure.sec3.chains",
        place: "Section 3, last sentence",
        statement: "There are arbitrarily long chains of distinct games, each the mate of the one \
                    before.",
        method: "chains of concubines, followed back",
        needs: &["simplification"],
        test: chains,
    },
];

fn first_example(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let g = value(&mut u, "(2##1)#")?;
    let inner = value(&mut u, "2##1")?;
    work.ensure(u.options(g).eq([inner]), "(2##1)# has the one option 2##1");
    let mate = u.mate(g)?;
    let mate = work.plant("another mate", mate, |_| u.one());
    work.ensure(mate == u.zero(), "the mate of (2##1)# is 0");
    let back = u.mate(mate)?;
    work.ensure(
        back == u.one() && back != g,
        "and the mate of that is 1, not (2##1)#",
    );
    // H as it is written: {{2##, 0}}, which is not in simplest form.
    let mut forms = Forms::with_budget(work.budget().clone());
    let sharp = value(&mut u, "2##")?;
    let (sharp, zero) = (forms.canonical(&u, sharp)?, forms.zero());
    let inner = forms.set([sharp, zero])?;
    let h = forms.set([inner])?;
    work.ensure(forms.outcome(h) == Outcome::N, "(2##0)# is an N-position");
    let of_h = forms.value(&mut u, h)?;
    let of_h = work.plant("another value of (2##0)#", of_h, |_| g);
    work.ensure(of_h == u.zero(), "(2##0)# = 0");
    let mate = forms.mate(h)?;
    let mate = forms.value(&mut u, mate)?;
    work.ensure(
        mate == g && mate != u.one(),
        "its mate as written is (2##1)#, and the mate of 0 is 1: equal games with different mates",
    );
    work.proved("the example")
}

fn printed_base(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let (right, other) = (value(&mut u, "(2##1)#")?, value(&mut u, "(2##+1)#")?);
    let right = work.plant("the other reading", right, |_| other);
    let (of_right, of_other) = (u.mate(right)?, u.mate(other)?);
    work.ensure(of_right == u.zero(), "the mate of (2##1)# is 0");
    if of_other != u.zero() {
        let name = name(&mut u, of_other);
        work.remark(format!(
            "the scan has (2^##1)#; read as (2##+1)# its mate is {name}, not 0; it is the set of the options \
             2## and 1, (2##1)#"
        ));
    }
    work.scan(Evidence::Proved, "both readings")
}

/// Returns the outcome in normal play: P iff the nim value is 0.
fn normal_outcome(u: &mut Universe, g: Game) -> Result<Outcome, Stopped> {
    Ok((u.nim_value(g)? == 0).into())
}

fn outcomes_of_concubines(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(500, 10_000, 100_000))?;
    let base = value(&mut u, "(2##1)#")?;
    let inner = value(&mut u, "2##1")?;
    let mut fails: Vec<Game> = Vec::new();
    for &g in &games {
        let c = u.concubine(g)?;
        let outcome = u.outcome(c);
        let outcome = work.plant("the other outcome", outcome, |outcome| {
            (outcome == Outcome::N).into()
        });
        let normal = normal_outcome(&mut u, g)?;
        work.require(outcome == normal, || format!("c({g:?}) is {outcome:?}"));
        if outcome != u.outcome(g) && !fails.contains(&g) {
            fails.push(g);
        }
        // The step that the remark was meant to justify.
        let fine = c != inner && (g == u.zero() || (c != base && !u.has_option(c, inner)));
        work.require(fine, || format!("c({g:?}) has the option 2##1"));
    }
    let names: Vec<String> = fails.iter().take(2).map(|&g| name(&mut u, g)).collect();
    if !names.is_empty() {
        work.correct(format!(
            "printed o(G) = o(c(G)), which fails for {}; o(c(G)) is the outcome of G in normal play",
            names.join(", ")
        ));
    }
    work.verified(format!("{} games", games.len()))
}

fn concubines(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(500, 10_000, 200_000))?;
    for &g in &games {
        let c = u.concubine(g)?;
        let c = work.plant("another game for c(G)", c, |c| u.associate(c));
        let (back, mate) = (u.mate(c)?, u.mate(g)?);
        work.require(back == g, || format!("the mate of c({g:?}) is {back:?}"));
        work.require(mate != c, || format!("the mate of {g:?} is c({g:?})"));
        let (of_g, of_c) = (u.option_count(g), u.option_count(c));
        let kept = of_g == of_c || g == u.zero();
        work.require(kept, || format!("c({g:?}) was simplified"));
    }
    let zero = u.zero();
    let c = u.concubine(zero)?;
    let printed = value(&mut u, "(2##1)#")?;
    work.ensure(c == printed, "c(0) = (2##1)#");
    work.verified(format!("{} games", games.len()))
}

fn second_example(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let g = value(&mut u, "(2##1)#")?;
    let printed = value(&mut u, "(2##(2##1)##)#")?;
    let printed = work.plant("another game", printed, |_| g);
    let is_one = u.is_concubine(printed, g)?;
    work.ensure(is_one, "(2##(2##1)##)# is a concubine of (2##1)#");
    let c = u.concubine(g)?;
    let other = u.is_concubine(c, g)? && c != printed;
    work.ensure(
        other,
        "c((2##1)#) is another concubine of it: it also rewrites the inner 2",
    );
    let chain = u.mate_chain(printed)?;
    let chain: Vec<String> = chain.into_iter().map(|game| name(&mut u, game)).collect();
    work.show(chain.join(" → "));
    work.proved("the example")
}

fn chains(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let length = work.at_depth(12, 20, 30);
    let mut g = u.zero();
    for _ in 0..length {
        g = u.concubine(g)?;
    }
    let chain = u.mate_chain(g)?;
    let chain = work.plant("a chain that ends early", chain, |mut chain| {
        chain.truncate(length);
        chain
    });
    let distinct = chain
        .iter()
        .enumerate()
        .all(|(i, g)| !chain[..i].contains(g));
    work.ensure(distinct, "its games are distinct");
    work.show(format!("a chain of {} distinct games", chain.len()));
    let odd = chain
        .iter()
        .filter(|&&g| u.parity(g) == Parity::Odd)
        .count();
    work.show(format!("{odd} of them are odd"));
    work.ensure(
        chain.len() > length,
        format!("a chain of more than {length} games"),
    );
    work.verified(format!("a chain of {} games", chain.len()))
}
