//! Tokens of formulas, and their normal text.

use std::ops::Range;

use crate::heaps::entry::RulesetError;

/// A token of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Number(i64),
    /// A name or a keyword.
    Word(&'t str),
    /// A code, as in `0.77(n-2)`.
    Code(&'t str),
    /// An operator or a bracket, in its normal spelling.
    Symbol(&'static str),
    /// The end of a definition.
    End,
}

/// A token and its place in the text.
pub(super) type Placed<'t> = (Token<'t>, Range<usize>);

/// Symbols, longer ones first, with their normal spelling.
const SYMBOLS: &[(&str, &str)] = &[
    ("->", "->"),
    ("//", "//"),
    ("..", ".."),
    ("==", "=="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("=", "=="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("%", "%"),
    ("^", "^"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
];

/// Words with a meaning of their own.
pub(super) const KEYWORDS: &[&str] = &["for", "in", "if", "and", "or", "not", "where"];

/// Returns the tokens of one definition, which begins at `offset` of the whole text; the last one is
/// [`Token::End`]. A comment reaches from `#` to the end of its line.
pub(super) fn tokens(text: &str, offset: usize) -> Result<Vec<Placed<'_>>, RulesetError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let start = at;
        let place = |length: usize| offset + start..offset + start + length;
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if c.is_ascii_digit() {
            let digits = run(rest, |c| c.is_ascii_digit());
            let after = &rest[digits..];
            if after.starts_with('.') && !after.starts_with("..") {
                let length = digits + 1 + run(&after[1..], |c| c.is_ascii_alphanumeric());
                tokens.push((Token::Code(&rest[..length]), place(length)));
                at += length;
                continue;
            }
            let number = rest[..digits].parse().map_err(|_| {
                let message = format!("numbers in a formula are at most {}", i64::MAX);
                RulesetError::new(message, place(digits))
            })?;
            tokens.push((Token::Number(number), place(digits)));
            at += digits;
        } else if c.is_ascii_alphabetic() || c == '_' {
            let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            tokens.push((Token::Word(&rest[..length]), place(length)));
            at += length;
        } else if let Some((written, normal)) = SYMBOLS.iter().find(|(s, _)| rest.starts_with(s)) {
            tokens.push((Token::Symbol(normal), place(written.len())));
            at += written.len();
        } else {
            let message = format!("`{c}` has no meaning in a formula");
            let error = RulesetError::new(message, place(c.len_utf8()));
            return Err(match c {
                '/' => error.hint("division is written // and rounds down"),
                '&' | '|' | '!' => error.hint("conditions are joined by and, or, not"),
                _ => error,
            });
        }
    }
    let end = offset + text.trim_end().len();
    tokens.push((Token::End, end..end));
    Ok(tokens)
}

/// The length of the longest beginning of these characters.
fn run(text: &str, accepted: impl Fn(char) -> bool) -> usize {
    text.find(|c| !accepted(c)).unwrap_or(text.len())
}

impl Token<'_> {
    /// Whether a blank stands on both sides in the normal text.
    fn is_spaced(self) -> bool {
        match self {
            Self::Symbol(symbol) => {
                matches!(symbol, "->" | "==" | "!=" | "<=" | ">=" | "<" | ">")
            }
            Self::Word(word) => KEYWORDS.contains(&word),
            _ => false,
        }
    }

    fn write(self, text: &mut String) {
        match self {
            Self::Number(number) => text.push_str(&number.to_string()),
            Self::Word(word) | Self::Code(word) => text.push_str(word),
            Self::Symbol(symbol) => text.push_str(symbol),
            Self::End => {}
        }
    }
}

/// Returns the normal text of a definition: one line, blanks around words and comparisons and after
/// commas only. The names of rulesets, which may be several tokens, are given with their places, in
/// order, and stand as they are.
pub(super) fn normal_text(tokens: &[Placed<'_>], names: &[(Range<usize>, &str)]) -> String {
    let mut text = String::new();
    let mut before = None;
    let mut names = names.iter().peekable();
    for (token, span) in tokens {
        while names.next_if(|(name, _)| name.end <= span.start).is_some() {}
        let name = names.peek().filter(|(name, _)| name.contains(&span.start));
        if name.is_some_and(|(name, _)| name.start < span.start) {
            continue;
        }
        let token = name.map_or(*token, |(_, name)| Token::Word(name));
        let is_word = |token: Token<'_>| !matches!(token, Token::Symbol(_) | Token::End);
        let blank = match before {
            None => false,
            Some(_) if token == Token::End => false,
            Some(Token::Symbol(",")) => true,
            Some(before) if before.is_spaced() || token.is_spaced() => {
                !matches!(before, Token::Symbol("(" | "[" | "{"))
            }
            Some(before) => is_word(before) && is_word(token),
        };
        if blank {
            text.push(' ');
        }
        token.write(&mut text);
        before = Some(token);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_text_is_read_back_to_itself() {
        for (text, normal) in [
            ("n->n-1 ,n - 2", "n -> n-1, n-2"),
            (
                "n -> [a,n-2-a] for a in 1 .. n-3 # Kayles",
                "n -> [a, n-2-a] for a in 1..n-3",
            ),
            (
                "f( a,b )->(a-k,b)for k in{1,2}if not(k=2)and a≥b",
                "f(a, b) -> (a-k, b) for k in {1, 2} if not (k == 2) and a >= b",
            ),
            ("n -> [0.77(n-2), 3]", "n -> [0.77(n-2), 3]"),
            ("n -> (not n)", "n -> (not n)"),
        ] {
            let found = normal_text(&tokens(text, 0).unwrap(), &[]);
            assert_eq!(found, normal);
            assert_eq!(normal_text(&tokens(&found, 0).unwrap(), &[]), normal);
        }
    }

    #[test]
    fn what_is_no_token_is_refused_at_its_place() {
        for (text, span) in [
            ("n -> n / 2", 7..8),
            ("n -> n & 1", 7..8),
            ("n -> é", 5..7),
            ("n -> 99999999999999999999", 5..25),
        ] {
            assert_eq!(tokens(text, 0).unwrap_err().span, span, "{text}");
        }
    }
}
