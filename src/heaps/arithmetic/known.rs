//! What is known of games on arithmetic functions, in words.

use super::{Action, Arithmetic, Property, Selection};

/// Theorems and sections are those of Iannucci and Larsson unless said otherwise.
pub(super) fn statements(game: Arithmetic) -> Vec<String> {
    let mut known: Vec<&str> = match game.paper_name() {
        Some(name) => named(name).to_vec(),
        None => Vec::new(),
    };
    match game.selection() {
        Selection::Number | Selection::Fullset => {
            known.push("there is at most one option, so the nim value is 0 or 1");
        }
        Selection::Powerset => known.push(
            "every nim value is 0 or a power of two: 0 if the options that are single heaps have \
             distinct values and none of them 0, and otherwise 2^e with e the least exponent that \
             they miss",
        ),
        Selection::One => {}
    }
    let symmetric = matches!(
        game.property(),
        Property::Totatives | Property::Nontotatives
    );
    if symmetric && game.selection() != Selection::Number && game.action() == Action::MoveTo {
        known.push("subtracting is the same game: gcd(k, n) = gcd(n−k, n)");
    }
    known.into_iter().map(String::from).collect()
}

fn named(name: &str) -> &'static [&'static str] {
    match name {
        "maliquot" => &["the nim value is Ω(n) (Theorem 1)"],
        "saliquot" => &["the nim value of 2^k·m with m odd is k+1 (Theorem 2)"],
        "maliquant" => &[
            "the nim value is io(n), the index m of the largest odd divisor 2m−1 (Theorem 3)",
            "0 counts as a nondivisor; maliquant-no0 is the game without it",
        ],
        "maliquant-no0" => &[
            "the nim value is io(n)−1, with io(n) the index m of the largest odd divisor 2m−1",
            "the rule of the paper's introduction; its values in Section 1.2.1 are those of \
             maliquant",
        ],
        "saliquant" => &[
            "the nim value is (n−1)/2 for odd n and less than n/2 for all n (Theorem 4)",
            "it is at least (n−2)/4: for even n all odd m < n/2 are options, since n−m lies \
             between n/2 and n and cannot divide n",
            "it is n/2−1 for powers of two",
        ],
        "totative" => &[
            "the nim value is ip(n), the index of the smallest prime divisor, for n ≥ 2 \
             (Theorem 5); A055396",
        ],
        "nontotative" => &[
            "SG(n) = n/2 for even n, ⌊(n+1)/4⌋ for n ≡ 3 mod 6, 1 for primes (and n = 1), 2 for \
             squares of primes, 3 or 4 for p·q with q the next prime, 5 or 6 with q the next but \
             one (Theorem 6)",
            "0 counts as a nontotative, of 1 too; nontotative-no0 is the game without it",
        ],
        "nontotative-no0" => &["the nim value is one less than that of nontotative"],
        "totient" => &["the nim value is the parity of C(n)+1, with Shapiro's class C (Theorem 8)"],
        "nontotient" => &[
            "SG(p^k) is the parity of k",
            "in general it is the parity of the distance to an even power of a prime",
        ],
        "mtau" => &[
            "for 2 ≤ n < 44100, SG(n) = 1 iff the number of proper divisors is not prime \
             (Observation 1, corrected)",
        ],
        "mtau-from0" => &[
            "the reading of Example 4, where 1 moves to 0; for n ≥ 1 its values are the \
             complements of those of mtau",
        ],
        "mOmega" => &["for 2 ≤ n < 65536, SG(n) = 1 iff Ω(n) is not prime (Observation 2)"],
        "momega" => {
            &["for n < 30030, SG(n) = 1 iff ω(n) = 1 (Observation 3, corrected: SG(7!) is 0)"]
        }
        "fullset-maliquot" => &["SG(n) = 1 iff n > 1 is squarefree (Theorem 14)"],
        "powerset-maliquot" => &["the nim value is 2^(Ω(n)−1) for n ≥ 2"],
        "powerset-saliquot" => {
            &["the nim value is the largest power of two that divides n (Theorem 15)"]
        }
        "powerset-maliquant" => &[
            "the nim value is 2^k for odd n = 2k+1 ≥ 9 and that of n/2 for even n ≥ 10 \
             (Theorem 16)",
            "0 is no position here",
        ],
        "powerset-saliquant" => {
            &["the nim value is 2^(s−1), with s > 0 the value in saliquant, and 0 for s = 0"]
        }
        "powerset-totative" => {
            &["the nim value is 2^(ip(n)−1) for n ≥ 2, ip as in totative (Theorem 17)"]
        }
        "powerset-nontotative" => &[
            "the nim value is 2^(s−2), with s > 1 the value in nontotative, and 0 for s = 1",
            "0 is no position here",
        ],
        _ => &[],
    }
}
