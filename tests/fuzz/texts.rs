//! Expressions, rulesets, patterns, families and shards.

use misere::heaps::entries;

use crate::checks::{boards, expressions, rulesets};
use crate::random::Random;
use crate::rounds::Rounds;

const EXPRESSIONS: &[&str] = &[
    "2+2",
    "2##2[#1]2#",
    "(4+2)# - 2",
    "{0,{0,1},{2,{}}}",
    "3·2# + 12**4",
    "2_{#4##} + 6_{422}",
    r"2_{\#\#} \cdot 3",
    "kayles(9) + totient(7)",
    "cut{1,6}(13) - 0.77(5)",
    "(2##(2##1)##)#^--",
    "*120 + josephus(9,2)",
    "powerset(subtract(nondivisors))(9)",
    "cram(xx./.xx) + node-kayles(g6:D{}) + 4.[3](5)",
];

const ALPHABET: &str = "0123456789#*()[]{}+-_^,.·\\ abcdxyzké√\u{0}\n∞";

#[test]
fn expressions() {
    let mut random = Random::new(1);
    for _ in Rounds::new("expressions", 20_000) {
        let text = random.choose(EXPRESSIONS);
        expressions::expression(&random.damage(text, ALPHABET));
    }
}

#[test]
fn rulesets() {
    let mut random = Random::new(2);
    let mut known: Vec<String> = entries().map(|entry| entry.usage.to_string()).collect();
    known.extend(["0.77", "4.7", "0.ABF", "cut{1,even>=4}", "C.0", "cut:1,6"].map(String::from));
    known.extend(["4.[3]", "0.{2,4!}[3?]", "{2+}.0", "subtraction{1..3,7}"].map(String::from));
    for _ in Rounds::new("rulesets", 20_000) {
        let text = random.choose(&known);
        rulesets::ruleset_text(&random.damage(&text, ALPHABET));
    }
}

const BOARDS: &[&str] = &[
    "3x4",
    "xx./.xx/xxx",
    "path:7",
    "cycle:8",
    "grid:3x4;token=5",
    "complete:5",
    "bipartite:3,4",
    "star:6;ground=2",
    "hypercube:3",
    "petersen",
    "0-1,1-2,2-0,7",
    "g6:IsP@OkWHG",
    "4,4,2",
    "0<1,0<2<3",
    "boolean:3",
    "divisors:60",
];

#[test]
fn boards() {
    let mut random = Random::new(5);
    let alphabet = "0123456789x./-,<;=:@?~_{}|^`\\ agekprty\u{0}é";
    for _ in Rounds::new("boards", 4_000) {
        let text = random.choose(BOARDS);
        let damaged = random.damage(text, alphabet);
        boards::board(random.choose(&boards::GAMES), &damaged);
    }
}

#[test]
fn formulas_and_tables() {
    const LETTERS: &str = "0123456789-+*/%^()[]{},.;:=<>#nab \n\u{e9}forinifwhere";
    let mut random = Random::new(5);
    let formulas = [
        "n -> n-1, n-2, [a, n-2-a] for a in 1..n-3",
        "f(a,b) -> (a-k, b) for k in 1..a if k != 2\ng(n) -> [f(n-1, 2), kayles(3)] where n >= 1",
        "n -> n-d for d in proper_divisors(n) if d in {1, 4..9} and not phi(n+1) == 4",
        "n -> n//2 if n % 2 == 0, [n-1, 0.77(2)]; # end",
    ];
    let tables = [
        "a: b, c+c, .\nb: c\nc:\n",
        "a b c\nb c\n",
        "digraph g { rankdir=TB; a -> b -> {c d} [x=\"y\"]; /* z */ }",
    ];
    for _ in Rounds::new("formulas and tables", 5000) {
        let text = random.choose(&formulas);
        let text = random.damage(text, LETTERS);
        rulesets::ruleset_text(&text);
        rulesets::definitions(&text);
        let text = random.choose(&tables);
        rulesets::table(&random.damage(text, LETTERS));
    }
}

#[test]
fn patterns_families_and_shards() {
    let mut random = Random::new(3);
    let patterns = [
        "(0,1)^3(2,3)^3,1,4,(5,4)^2 (+8)",
        "(0) (+1)",
        "(0,1,2) (3,4)^2 (+0)",
    ];
    let families = [
        "cut{1}+{2..9}",
        "octal:2",
        "octal:0.x7x",
        "hex:1",
        "cut{1,2}+{4..6}",
    ];
    for _ in Rounds::new("patterns, families and shards", 20_000) {
        let text = random.choose(&patterns);
        rulesets::pattern(&random.damage(text, "0123456789(),^+ "));
        let text = random.choose(&families);
        rulesets::family(&random.damage(text, "0123456789{}.,:+xoctalhex"));
        rulesets::shard(&random.damage("3/16", "0123456789/-"));
    }
}
