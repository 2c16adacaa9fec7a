//! Tables as the papers print them, with the corrections that docs/reproduction.md lists.

use assert_cmd::cargo::cargo_bin;

fn misere(line: &str) -> (String, Option<i32>) {
    let mut command = std::process::Command::new(cargo_bin!("misere"));
    let output = command.args(line.split(' ')).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text, output.status.code())
}

/// The rows of a table, with single blanks between cells.
fn rows(line: &str) -> Vec<String> {
    let (text, code) = misere(line);
    assert_eq!(code, Some(0), "{line}");
    let row = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(row).collect()
}

/// *Arithmetic*, Sections 2.1, 3.2 and 7.
#[test]
fn options_and_values_in_one_table() {
    let expected = [
        "n opt(n) SG(n)",
        "1 ∅ 0",
        "2 1×2 1",
        "3 2 + 1, 1×3 2",
        "4 3 + 1, 2×2, 1×4 1",
        "5 4 + 1, 3 + 2, 2×2 + 1, 1×5 2",
        "6 5 + 1, 4 + 2, 3×2, 2×3, 1×6 3",
        "7 6 + 1, 5 + 2, 4 + 3, 3×2 + 1, 2×3 + 1, 1×7 2",
        "8 7 + 1, 6 + 2, 5 + 3, 4×2, 3×2 + 2, 2×4, 1×8 3",
    ];
    assert_eq!(rows("nim divide-and-residue --options 1..8"), expected);
    let expected = [
        "n opt(n) SG(n)",
        "1 ∅ 0",
        "2 1 1",
        "3 2, 1 2",
        "4 3, 1 1",
        "5 4, 3 + 2, 1 2",
        "6 5, 4 + 2, 2, 1 3",
        "7 6, 5 + 2, 4 + 3, 2, 1 2",
        "8 7, 6 + 2, 5 + 3, 2, 1 3",
        "9 8, 7 + 2, 6 + 3, 5 + 4, 3, 1 4",
        "10 9, 8 + 2, 7 + 3, 6 + 4, 3, 2, 1 3",
    ];
    assert_eq!(
        rows("nim divide-and-residue --options 1..10 --reduced"),
        expected
    );
    // The paper prints the options 3, 2, 1 for 9.
    let expected = [
        "6 2, 1 2",
        "7 2, 1 2",
        "8 2, 1 2",
        "9 3, 1 2",
        "10 3, 2, 1 2",
        "11 3, 3 + 2, 2, 1 2",
    ];
    assert_eq!(
        rows("nim complement-grundy --options 6..11 --reduced")[1..],
        expected
    );
    // `dist` and C(n).
    let dist = [0, 1, 1, 0, 1, 1, 1, 1, 0, 2, 1, 2, 1, 2, 2, 0];
    let options = [
        "∅", "1", "1", "2", "1", "4", "1", "4", "3", "6", "1", "8", "1", "8", "7", "8",
    ];
    let table = rows("nim nontotient --options 1..16");
    assert_eq!(table[0], "n opt(n) dist SG(n)");
    for (n, (dist, option)) in dist.iter().zip(options).enumerate() {
        assert_eq!(
            table[n + 1],
            format!("{} {option} {dist} {}", n + 1, dist % 2)
        );
    }
    let classes = rows("nim totient --options 1..15");
    assert_eq!((&*classes[7], &*classes[15]), ("7 6 2 1", "15 8 3 0"));
    // Loopy: the paper writes ∞ with the mex of the finite values, here is their set.
    let expected = ["4 1, 2, 3 2", "5 1 1", "6 1, 2, 3, 4, 5, 6 ∞{0,1,2}"];
    assert_eq!(
        rows("nim partial-sums(move-to(proper-divisors)) --options 4..6")[1..],
        expected
    );
    let (tex, _) = misere("nim divide-and-residue --options 3..4 --format tex");
    assert_eq!(
        tex,
        "% \\usepackage{amsmath,array,longtable}\n\
         \\begin{longtable}{r>{\\raggedright\\arraybackslash}p{0.65\\linewidth}r}\n\
         $n$ & $\\mathrm{opt}(n)$ & $SG(n)$ \\\\ \\hline\n\\endhead\n\
         $3$ & $2 + 1$, $1 \\times 3$ & $2$ \\\\\n\
         $4$ & $3 + 1$, $2 \\times 2$, $1 \\times 4$ & $1$ \\\\\n\\end{longtable}\n"
    );
    for line in [
        "nim nim --options 5..3",
        "nim nim --options x",
        "nim totient --options 0..3",
    ] {
        assert_eq!(misere(line).1, Some(2), "{line}");
    }
    let (csv, _) = misere("nim totient --options 3..3 --format csv");
    assert_eq!(csv, "n,options,C,value\n3,2,1,0\n");
}

/// *Structure*, Figures 2 and 3.
#[test]
fn the_figures_of_the_count() {
    let expected = [
        "G |S_4^G| adjustment",
        "2# 14 -2^14 + 1",
        "3 10 -2^10 + 1",
        "2 12 -2^12 + 1",
        "1 9 -2^9 + 1",
        "0 10 -2^10 + 1",
        "(proviso) +2^9 - 1",
        "2^22 - 2^14 - 2^10 - 2^12 - 2^9 - 2^10 + 2^9 + 4 = 4171780",
    ];
    assert_eq!(rows("count 5 --table"), expected);
    let expected = [
        "2#3210 2^21-2^13-2^11-2^9-2^8-2^8 -2^2085888 + 1",
        "2#321 2^21-2^13-2^11-2^9-2^8 -2^2086144 + 1",
        "2#320 2^21-2^13-2^11-2^9-2^8 -2^2086144 + 1",
        "2#32 2^21-2^13-2^11-2^9 -2^2086400 + 1",
        "2#31 2^21-2^13-2^9-2^8 -2^2088192 + 1",
        "2#30 2^21-2^13-2^9-2^8 -2^2088192 + 1",
        "2#3 2^21-2^13-2^9 -2^2088448 + 1",
        "2#210 2^21-2^13-2^11-2^8-2^8 -2^2086400 + 1",
        "2#21 2^21-2^13-2^11-2^8 -2^2086656 + 1",
        "2#20 2^21-2^13-2^11-2^8 -2^2086656 + 1",
        "2#2 2^21-2^13-2^11 -2^2086912 + 1",
        "2#1 2^21-2^13-2^8 -2^2088704 + 1",
        "2#0 2^21-2^13-2^8 -2^2088704 + 1",
        "2## 2^21-2^13 -2^2088960 + 1",
        "32 2^21-2^11-2^9 -2^2094592 + 1",
        "3# 2^21-2^9 -2^2096640 + 1",
        "4 2^21-2^11-2^9-2^8-2^8 -2^2094080 + 1",
        "3 2^21-2^11-2^8-2^8 -2^2094592 + 1",
        "2# 2^21-2^11 -2^2095104 + 1",
        "2 2^21-2^8-2^8-(2^14-1)-(2^10-1) -2^2079234 + 1",
        "1 2^21-2^9-(2^12-1)-(2^10-1) -2^2091522 + 1",
        "0 2^21-(2^12-1)-(2^10-1)-(2^9-1) -2^2091523 + 1",
        "(proviso) 2^21-(2^12-1)-(2^10-1)-2^17 +2^1960962 - 1",
    ];
    assert_eq!(rows("count 6 --table")[1..24], expected);
    let (tex, _) = misere("count 6 --table --format tex");
    assert!(tex.contains("$2_{\\#}3$ & $2^{21}-2^{13}-2^{9}$ & $-2^{2088448} + 1$ \\\\"));
    assert!(tex.ends_with("2^{1960962} + 21$\n"), "{tex}");
}

/// *Structure*, Theorem A.1 and Section 6.
#[test]
fn quantities_and_differences() {
    // M_3 = {0, 1, 2, 2#, 3}. Of these 1 and 2# are P-positions; of the subsets of M_2 {1} and {1,2}
    // simplify to 0, and {0,2} to 1.
    let expected = [
        "|M_3| 5",
        "|N_3| 3",
        "|N_3^0| 2",
        "|S_3^0| 3",
        "|R_3^0| 2",
        "|S_3^1| 2",
        "|R_3^1| 1",
        "|S_3^2| 2",
        "|R_3^2| 0",
    ];
    assert_eq!(rows("count 3 --quantities"), expected);
    assert_eq!(misere("count 6 --quantities --of *6").1, Some(2));
    let (equal, code) = misere("compare 2-4 (2+2)-(4+2)");
    assert!(
        equal.starts_with("2 - 4 = 32 - 4[2] in 𝒟") && code == Some(0),
        "{equal}"
    );
    let (different, code) = misere("compare 2-4 0");
    assert!(different.starts_with("2 - 4 ≠ 0 in 𝒟") && code == Some(1));
    let (unique, code) = misere("day 6 --unique --format json");
    let unique: serde_json::Value = serde_json::from_str(&unique).unwrap();
    assert_eq!((unique["upp"].as_bool(), code), (Some(true), Some(0)));
    let length = |key: &str| unique[key].as_array().unwrap().len();
    assert_eq!((length("a"), length("c"), length("failures")), (489, 10, 0));
    let (tex, _) = misere("day 4 --composites --format tex");
    assert!(
        tex.contains("$2_{\\#\\#}$ & $2 + 2_{\\#-2} + 2_{\\#\\#-2}0$ \\\\"),
        "{tex}"
    );
}

/// *Cut*, Tables 2 and 5 to 7 (in Table 6 the scan has 3 4 for the third and fourth r').
#[test]
fn the_structure_of_one_even() {
    let found = rows("nimsets cut:1,12 --structure");
    let expected = [
        "0 1 0 1 0 1 0 1 0 1 0 1",
        "2 3 2 3 2 3 2 3 2 3 2 3",
        "1 4 5 4 5 4 5 4 5 4 5 4",
        "3 2 3 2 3 2 3 2 3 2 3 2",
        "4 5 4 5 4 5 4 5 4 5 4 5",
        "6 7 6 7 6 7 6 7 6 7 6 7",
        "innumbers 1, 13, 25, 26, 37, 49, 61",
        "outnumbers 12, 24, 25, 36, 48, 60, 72",
        "φ_2 on remainders modulo 12",
        "s = r + 1 1 2 3 4 5 6 7 8 9 10 11 12",
        "r 12 1 2 3 4 5 6 7 8 9 10 11",
        "r' 6 1 2 3 4 3 4 3 4 3 4 5",
        "r' + 1 1 2 3 4 5 4 5 4 5 4 5 6",
        "φ_3 on remainders modulo 12",
        "s = r + 2 1 2 3 4 5 6 7 8 9 10 11 12",
        "r 11 12 1 2 3 4 5 6 7 8 9 10",
        "r' 5 6 1 2 3 4 3 4 3 4 3 4",
        "r' + 2 1 2 3 4 5 6 5 6 5 6 5 6",
        "φ_4 on remainders modulo 12",
        "s = r + 3 1 2 3 4 5 6 7 8 9 10 11 12",
        "r 10 11 12 1 2 3 4 5 6 7 8 9",
        "r' 4 5 6 1 2 3 4 3 4 3 4 3",
        "r' + 3 1 2 3 4 5 6 7 6 7 6 7 6",
    ];
    assert_eq!(found[1..], expected);
    let (starts, _) = misere("nimsets cut:1,6 --piles 2 --alternating");
    assert!(starts.contains("(19,1) or (13,7) to …"), "{starts}");
    // 0 and 1 are there from n = 26 on, and again at the other parity.
    assert!(starts.contains("second start (14,14) to …"), "{starts}");
    assert_eq!(misere("nimsets cut:2 --structure").1, Some(2));
    assert_eq!(
        misere("nimsets cut:1,6 --structure --partition 0,3").1,
        Some(2)
    );
}

/// *Josephus* and *Breaking*.
#[test]
fn sets_orders_and_conditions() {
    let expected = [
        "G_2, x and y up to 12",
        "G_{2,0} (4,0) (5,1) (6,2) (7,3) (8,4)",
        "G_{2,1} (9,0) (10,1) (11,2) (12,3)",
        "G_{2,a} (0,2) (0,3) (2,2)",
        "G_{2,b} (1,2) (1,3) (3,2)",
    ];
    assert_eq!(rows("josephus --set 2 --to 12"), expected);
    assert_eq!(rows("josephus --order 10"), ["2 4 6 8 10 3 7 1 9 5"]);
    assert_eq!(rows("josephus --survivor 41 --every 3"), ["31"]);
    assert_eq!(misere("josephus --order 10 --every 0").1, Some(2));
    let board = rows("nim josephus --to 3");
    assert_eq!(
        board[1..],
        [
            "y\\x 0 1 2 3",
            "0 0 0 1 0",
            "1 1 1 0 1",
            "2 2 2 2 2",
            "3 2 2 3 3"
        ]
    );
    let (svg, _) = misere("plot josephus --to 5");
    assert_eq!(svg.matches("class=\"f0\"").count(), 36);
    assert_eq!(misere("plot josephus --to 5000").1, Some(2));
    assert_eq!(misere("nim josephus --to 100000").1, Some(3));
    let (passes, code) = misere("period cut:1,6 --ap 36,8");
    assert!(passes.contains("AP3           holds") && code == Some(0));
    let (fails, code) = misere("period cut:1,6 --ap 12,4");
    assert!(fails.contains("AP1           G(13) is not G(1) + 4") && code == Some(1));
    assert_eq!(misere("period kayles --ap 2,2").1, Some(2));
}
