//! The ten screens: texts and commands.

/// A screen of the tour.
pub(super) struct Screen {
    pub(super) title: &'static str,
    /// A text, and the command that follows it.
    pub(super) steps: &'static [(&'static str, &'static [&'static str])],
    /// The text at the end.
    pub(super) end: &'static str,
}

pub(super) const SCREENS: &[Screen] = &[
    Screen {
        title: "two ways to end a game",
        steps: &[
            (
                "There are three heaps of 5, 4 and 2 counters. A move takes any number of counters from one heap.
In normal play the player who takes the last counter wins. Bouton solved this game in 1901.",
                &["moves", "5+4+2", "--normal"],
            ),
            (
                "In misère play the player who takes the last counter loses. In Nim little changes.",
                &["moves", "5+4+2"],
            ),
        ],
        end: "Only the end of the game is played differently. In other games everything changes.",
    },
    Screen {
        title: "two twos are not nothing",
        steps: &[
            (
                "A game is the set of its options: 0 = {}, 1 = {0}, 2 = {0,1}, 2# = {2}. In normal play
G + G = 0 for every G: copy every move of your opponent. In misère play this does not work.",
                &["compare", "2+2", "0"],
            ),
            (
                "So nim values are not enough. Instead of a number we compute the simplest form of a game:
2+2 is {3,2}, and no simpler game is equal to it.",
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
                "Grundy and Smith (1956): an option can be left out if some move from it leads to the game that
the other options form. There is no other simplification; 0 needs an extra condition.",
                &["show", "--trace", "{2,{2,3}}", "{1,{0,2}}"],
            ),
            (
                "If every option has a move to 0, the game is 0 only if one of the options is a P-position.",
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
                "The number by day 7 is too long to write, but its size is known.",
                &["count", "7", "--digits"],
            ),
            ("For the number by day 9 the remainder of a division can be computed.", &["count", "9", "--mod", "998244353"]),
        ],
        end: "These are exact: |M_7| is held as a sum of 758662 powers of two.",
    },
    Screen {
        title: "mates",
        steps: &[
            (
                "Conway's mate G^- plays the part of -G: G + G^- is a P-position. The mate of 0 is 1, and the mate
of any other game is the set of the mates of its options. The mate of the mate may be another game.",
                &["mate", "--chain", "(2##(2##1)##)#"],
            ),
            (
                "Usually it is G again. These two are each other's mates, and their sum is a P-position.",
                &["show", "2#1 + (2#1)^-"],
            ),
        ],
        end: "The mate depends on the form of a game, not on its value: equal games may have different mates.",
    },
    Screen {
        title: "differences",
        steps: &[
            (
                "Misère games cancel: G + X = G + Y implies X = Y. So G - H has at most one value.",
                &["minus", "2#", "2"],
            ),
            ("Often there is none.", &["minus", "4", "2"]),
        ],
        end: "The game 2# - 2 is written 2[#-2]. Read it from left to right: start with 2, sharpen, subtract 2.",
    },
    Screen {
        title: "parts and primes",
        steps: &[
            (
                "A part of G is a game X with G = X + Y for some Y. A prime is a game other than 0 and 1 whose only
parts are 0 and itself, and these plus 1. Conway: every game has finitely many parts. Hoey and
Siegel: how to find them.",
                &["parts", "2##"],
            ),
            (
                "So every game is a sum of primes. Usually there is one way, as for 2##, but not always.",
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
                "A ruleset defines the moves of a heap of n. In Totient n becomes the number of smaller numbers
prime to n. That is the only move, so the nim values are 0 and 1: the parity of the play.",
                &["nim", "totient", "--from", "1", "--to", "40"],
            ),
            (
                "Heaps of different rulesets can be added, in normal and in misère play.",
                &["moves", "totient(7) + totative(7) + dividing(6)"],
            ),
        ],
        end: "misere rules lists the rulesets; misere rules totative explains one.",
    },
    Screen {
        title: "periods",
        steps: &[
            (
                "In cut{1,6} a heap is cut into 2 or 7 heaps. The nim values of many such games repeat, with a
constant added in each period, and this can be proved.",
                &["period", "cut{1,6}"],
            ),
            (
                "For other games no period is known. The program never takes a pattern for a proof.",
                &["period", "cut{1,2}", "--to", "2000"],
            ),
        ],
        end: "misere period --certificate FILE writes the proof to a file, and misere check FILE checks it.",
    },
    Screen {
        title: "quotients",
        steps: &[
            (
                "In misère Kayles the simplest forms become huge. But for sums of Kayles heaps alone 40 values are
enough: the misère quotient. Sibert and Conway solved the game by hand, Plambeck with quotients.",
                &["quotient", "0.77", "--solve"],
            ),
            (
                "The winner is then read from a table of 40 values. In nine of them the next player loses.",
                &["moves", "kayles(1000) + kayles(999)"],
            ),
        ],
        end: "This is the end of the tour. misere play 'kayles(7) + kayles(5)' plays against you, misere verify
tests what the papers state, and misere help lists the commands.",
    },
];
