//! The ten screens: what is said, and what is typed.

/// A screen of the tour.
pub(super) struct Screen {
    pub(super) title: &'static str,
    /// What is said, and then typed.
    pub(super) steps: &'static [(&'static str, &'static [&'static str])],
    /// What is said at the end.
    pub(super) end: &'static str,
}

pub(super) const SCREENS: &[Screen] = &[
    Screen {
        title: "two ways to end a game",
        steps: &[
            (
                "Three heaps of 5, 4 and 2 counters. You take as many as you like from one heap.
Whoever takes the last counter wins: that is normal play, and Bouton solved it in 1901.",
                &["moves", "5+4+2", "--normal"],
            ),
            (
                "Now whoever takes the last counter loses: misère play. In Nim little changes.",
                &["moves", "5+4+2"],
            ),
        ],
        end: "The last heaps are played with care, that is all. In other games everything changes.",
    },
    Screen {
        title: "two twos are not nothing",
        steps: &[
            (
                "A game is the set of its options: 0 = {}, 1 = {0}, 2 = {0,1}, 2# = {2}. In normal play
G + G = 0 for every G: copy whatever your opponent does. To lose, this is no use.",
                &["compare", "2+2", "0"],
            ),
            (
                "There is no theory of nim values to fall back on. What is left is the game itself, in
simplest form: 2+2 is {3,2}, and nothing simpler is equal to it.",
                &["show", "2+2"],
            ),
        ],
        end: "Two games are equal if they can replace each other in every sum. This program stores each value
once, so to compare two games is to compare two numbers.",
    },
    Screen {
        title: "simplest forms",
        steps: &[
            (
                "Grundy and Smith (1956): an option may be left out if a move from it leads back to what the
others make. This is the only simplification there is, with a proviso for 0.",
                &["show", "--trace", "{2,{2,3}}", "{1,{0,2}}"],
            ),
            (
                "Games whose every option has a move to 0 are 0 only if one of these options is a P-position.",
                &["show", "--trace", "{1,2}", "{2}"],
            ),
        ],
        end: "P: the previous player wins. N: the next player does.",
    },
    Screen {
        title: "how many there are",
        steps: &[
            (
                "Born by day n are the games whose options are all born by day n-1. In simplest form there are
1, 2, 3, 5, 22 and 4171780 of them by days 0 to 5. Those of day 4:",
                &["day", "4", "--list"],
            ),
            (
                "By day 7 the number cannot be written, but its size is known.",
                &["count", "7", "--digits"],
            ),
            ("Of the number by day 9 a residue can be told.", &["count", "9", "--mod", "998244353"]),
        ],
        end: "These are exact: |M_7| is held as a sum of 758662 powers of two.",
    },
    Screen {
        title: "mates",
        steps: &[
            (
                "Conway's mate G^- takes the part of -G: G + G^- is a P-position. It is 1 for 0, and else the set
of the mates of the options. Taking the mate twice need not lead back.",
                &["mate", "--chain", "(2##(2##1)##)#"],
            ),
            (
                "Mostly it does. These two are each other's mates, and their sum is a P-position.",
                &["show", "2#1 + (2#1)^-"],
            ),
        ],
        end: "The mate belongs to the form of a game, not to its value: equal games may have different mates.",
    },
    Screen {
        title: "differences",
        steps: &[
            (
                "Misère games cancel: G + X = G + Y makes X = Y. So G - H has one value, if it has any.",
                &["minus", "2#", "2"],
            ),
            ("Often it has none.", &["minus", "4", "2"]),
        ],
        end: "The game 2# - 2 is written 2[#-2], read from left to right: take 2, sharpen it, subtract 2.",
    },
    Screen {
        title: "parts and primes",
        steps: &[
            (
                "A part of G is a summand of it. A prime is not 0 or 1, and has no parts but itself, 0 and what
differs from these by 1. Conway: a game has finitely many parts. Hoey and Siegel: how to find them.",
                &["parts", "2##"],
            ),
            (
                "So every game is a sum of primes. Mostly in one way, as 2## is; but not always.",
                &["primes", "2##", "(4+2)#"],
            ),
        ],
        end: "The game (4+2)# is born on day 7. Every game born by day 6 has one prime partition only, up to
association (Theorem 7.13 of Siegel's paper); misere day 5 --composites lists those of day 5.",
    },
    Screen {
        title: "heaps with rules",
        steps: &[
            (
                "A ruleset says what may be done with a heap of n. Totient: n becomes the number of smaller
numbers prime to n. There is one move only, so the nim values are 0 and 1: the parity of the play.",
                &["nim", "totient", "--from", "1", "--to", "40"],
            ),
            (
                "Heaps of different rulesets may stand in one sum, to win and to lose.",
                &["moves", "totient(7) + totative(7) + dividing(6)"],
            ),
        ],
        end: "misere rules lists the rulesets; misere rules totative explains one.",
    },
    Screen {
        title: "periods",
        steps: &[
            (
                "In cut{1,6} a heap is broken into 2 or 7 heaps. The nim values of many such games repeat, with
something added each time, and this can be proved.",
                &["period", "cut{1,6}"],
            ),
            (
                "Other games keep their secret. The program never takes a pattern for a proof.",
                &["period", "cut{1,2}", "--to", "2000"],
            ),
        ],
        end: "misere period --certificate FILE writes the proof down, and misere check FILE checks it.",
    },
    Screen {
        title: "quotients",
        steps: &[
            (
                "Kayles to lose: simplest forms explode. But restrict the sums to those of Kayles heaps, and 40
values are left: the misère quotient. Sibert and Conway solved the game by hand, Plambeck by quotients.",
                &["quotient", "0.77", "--solve"],
            ),
            (
                "Who wins is then looked up in a table of 40 values, nine of which are lost for the next player.",
                &["moves", "kayles(1000) + kayles(999)"],
            ),
        ],
        end: "This is the end of the tour. misere play 'kayles(7) + kayles(5)' plays it with you, misere verify
re-derives what the papers state, and misere help lists the commands.",
    },
];
