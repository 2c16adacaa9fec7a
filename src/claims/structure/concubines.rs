//! Section 3: mates of mates, and concubines.

use super::sample::{games, name, universe, value};
use crate::claims::claim::{Claim, Tested, Work};
use crate::game::Parity;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "004.sec3.example",
        place: "Section 3, first example",
        statement: "(2##1)# is in simplest form and its mate is 0; as written, (2##0)# is 0 and \
                    its mate is not 1.",
        method: "computed",
        test: first_example,
    },
    Claim {
        id: "004.prop3.2",
        place: "Proposition 3.2",
        statement: "Every game has a concubine: c(G), which is G with (2##1)# in the place of 0, \
                    is in simplest form, its mate is G, and G's mate is not c(G).",
        method: "c(G) is made and tried",
        test: concubines,
    },
    Claim {
        id: "004.sec3.concubine",
        place: "Section 3, second example",
        statement: "(2##(2##1)##)# is a concubine of (2##1)#.",
        method: "computed; it is a concubine, but not the c(G) of the proposition",
        test: second_example,
    },
    Claim {
        id: "004.sec3.chains",
        place: "Section 3, last sentence",
        statement: "There are arbitrarily long chains of distinct games, each the mate of the one \
                    before.",
        method: "chains of concubines, followed back",
        test: chains,
    },
];

fn first_example(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let g = value(&mut u, "(2##1)#")?;
    let inner = value(&mut u, "2##1")?;
    work.ensure(u.options(g).eq([inner]), "(2##1)# has the one option 2##1");
    let mate = u.mate(g)?;
    work.ensure(mate == u.zero(), "the mate of (2##1)# is 0");
    let h = value(&mut u, "(2##0)#")?;
    work.ensure(h == u.zero(), "(2##0)# = 0");
    // The mate of the form (2##0)# is ((2## mate) 1)#, of value (2##1)#.
    work.ensure(
        g != u.one(),
        "(2##1)# ≠ 1, so equal games may have different mates",
    );
    work.proved("the example")
}

fn concubines(work: &mut Work<'_>) -> Tested {
    let mut u = universe(work);
    let games = games(&mut u, work.at_depth(500, 10_000, 200_000))?;
    for &g in &games {
        let c = u.concubine(g)?;
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
