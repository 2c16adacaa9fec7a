//! What is said about texts that are not expressions, and where.

use super::parse;

/// The input, the column, and a part of the message or of the hint.
#[rustfmt::skip] // One line a row.
const ERRORS: &[(&str, usize, &str)] = &[
    ("", 1, "an expression is expected, the input is empty"),
    (" \t", 1, "the input is empty"),
    ("$$", 1, "the input is empty"),
    // Brackets.
    ("(2", 3, "expected `)` to close the `(` of column 1, found the end of the input"),
    ("1{0", 4, "expected `}` to close the `{` of column 2"),
    ("(2]", 3, "expected `)` to close the `(` of column 1, found `]`"),
    ("{2)", 3, "expected `}` to close the `{` of column 1, found `)`"),
    ("2)", 2, "`)` closes nothing"),
    ("}", 1, "`}` closes nothing"),
    ("2]", 2, "`]` closes nothing"),
    ("()", 2, "expected a game after `(`, found `)`"),
    ("()", 2, "0 or {}"),
    ("((", 3, "the `(` of column 2 is not closed"),
    // Sets.
    ("{0,", 4, "expected a game after `,`, found the end of the input"),
    ("{0,", 4, "the `{` of column 1 is not closed"),
    ("{0,,1}", 4, "expected a game after `,`, found `,`"),
    ("{,1}", 2, "expected a game after `{`, found `,`"),
    ("{0,}", 4, "expected a game after `,`, found `}`"),
    ("2#,1", 3, "a comma outside braces"),
    ("2#,1", 3, "a set is written in braces"),
    ("(2,1)", 3, "a set is written in braces"),
    // Sums.
    ("2##+", 5, "expected a game after `+`, found the end of the input"),
    ("2##+ ", 5, "a sum needs a game on both sides, as in 2##+1"),
    ("+2", 1, "expected a game, found `+`"),
    ("2++1", 3, "expected a game after `+`, found `+`"),
    ("2 - - 4", 5, "expected a game after `-`, found `-`"),
    ("2 -", 4, "a difference needs a game on both sides"),
    ("-2", 1, "there are no negatives, only differences"),
    ("(-2)", 2, "there are no negatives, only differences"),
    // Suffixes without a game.
    ("#", 1, "`#` follows its game"),
    ("2+#", 3, "expected a game after `+`, found `#`"),
    ("^-", 1, "`^-` follows its game"),
    ("[#]", 1, "a chain follows its game"),
    ("_2", 1, "a chain follows its game"),
    // Characters.
    ("2#@1", 3, "unknown character `@` at column 3"),
    ("2≠1", 2, "unknown character `≠` (U+2260) at column 2"),
    ("2\0", 2, "unknown character `␀` (U+0000) at column 2"),
    ("··2≠", 1, "expected a game, found `·`"),
    (r"2\foo", 2, r"unknown TeX command `\foo` at column 2"),
    (r"2\", 2, r"unknown character `\` at column 2"),
    ("1$2", 2, "unknown character `$`"),
    ("x := 2##", 3, "`:=` is no part of an expression"),
    ("x := 2##", 3, "belong to the shell"),
    ("cut:1,6", 4, "braces, as in cut{1,6}(13)"),
    ("3×2", 2, "copies of a game are written 3·2#"),
    // Chains.
    ("2[", 3, "expected `]` to close the `[` of column 2, found the end of the input"),
    ("2[#", 4, "expected `]` to close the `[` of column 2"),
    ("2[#)", 4, "expected `]` to close the `[` of column 2, found `)`"),
    ("2[]", 2, "a chain without steps"),
    ("2_{}", 3, "a chain without steps"),
    ("2[x]", 3, "expected `#`, a digit or `*` and a number in a chain, found `x`"),
    ("2[#-]", 5, "expected a digit or `*` and a number after `-` in a chain, found `]`"),
    ("2[+2]", 3, "found `+`"),
    ("2_", 3, "expected a digit, `#` or `{` after `_`, found the end of the input"),
    ("2_*3", 3, "any other chain is in braces"),
    ("2_-3", 3, "expected a digit, `#` or `{` after `_`, found `-`"),
    // Mates.
    ("2^", 3, "expected `-` after `^`, found the end of the input"),
    ("2^3", 3, "expected `-` after `^`, found `3`"),
    ("2^{}", 4, "expected `-` after `^`, found `}`"),
    ("2^{-", 5, "expected `-` or `}` after `^{-`, found the end of the input"),
    // Numbers and copies.
    ("*x", 2, "expected the size of a nim heap after `*`, found `x`"),
    ("*", 2, "expected the size of a nim heap after `*`, found the end of the input"),
    ("* 2", 2, "expected the size of a nim heap after `*`, found a blank"),
    ("*18446744073709551616", 1, "the largest nim heap that can be written is *18446744073709551615"),
    ("18446744073709551616·1", 1, "18446744073709551616 does not fit in 64 bits"),
    ("3·", 3, "expected a game after `3·`, found the end of the input"),
    ("3··2", 3, "expected a game after `3·`, found `·`"),
    ("3·+1", 3, "expected a game after `3·`, found `+`"),
    ("3·2·1", 3, "`2·` is not at the start of a term"),
    ("2#3·1", 3, "`3·` is not at the start of a term"),
    ("(2)·3", 4, "`·` has no integer before it"),
    ("x**2", 2, "`**` has no integer before it"),
    // Heaps.
    ("kayles(", 8, "expected `)` to close the `(` of column 7, found the end of the input"),
    ("kayles(", 8, "as in kayles(5)"),
    ("kayles(5", 9, "expected `)` to close the `(` of column 7, found the end of the input"),
    ("kayles{5}", 10, "a heap is written as in kayles(5) or cut{1,6}(13)"),
    ("3,4,5", 2, "nim heaps are a sum, as in *3+*4+*5"),
    ("kayles()", 7, "expected the size of a heap of `kayles`, found `()`"),
    ("kayles()", 7, "a heap needs its size, as in kayles(5)"),
    ("kayles(x y)", 7, "found `(x y)`"),
    ("f(x)(1,y z)", 5, "expected the size of a heap of `f(x)`, found `(1,y z)`"),
    ("f(x}", 4, "expected `)` to close the `(` of column 2, found `}`"),
    (r"f(\foo)", 3, r"unknown TeX command `\foo`"),
    ("cut{1,6}", 9, "expected the size of a heap in parentheses after `cut{1,6}`"),
    ("0.77", 5, "expected the size of a heap in parentheses after `0.77`, found the end of the input"),
    ("0.77 (5)", 5, "found a blank"),
    ("0.(3)", 6, "expected the size of a heap in parentheses after `0.(3)`, found the end of the input"),
    ("2.5", 4, "a heap of this code is written 2.5(5)"),
    ("0.77(x y)", 5, "found `(x y)`"),
    (".77(5)", 1, "a code begins with a digit"),
];

#[test]
fn errors() {
    for &(input, column, part) in ERRORS {
        let error = parse(input).expect_err(input);
        let (message, hint) = (error.message(), error.hint().unwrap_or_default());
        assert_eq!(error.column(), column, "{input}: {message}");
        assert!(
            message.contains(part) || hint.contains(part),
            "{input}: {message}; {hint}"
        );
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn columns_are_characters_and_the_first_error_counts() {
    let error = parse("größe·1+@").unwrap_err();
    assert_eq!((error.column(), error.span().start), (6, 7));
}
