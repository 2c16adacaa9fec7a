//! Labels of pictures as formulas of TeX.

/// Makes a formula of a label: `2_{\#\#}` of `2##`, `2_{\#-2}` of `2[#-2]`, `b^{2}` of `b²`,
/// `\{0,\{0\}\}` of `{0,{0}}`. Words are set upright.
///
/// ```
/// use misere_figures::formula;
///
/// assert_eq!(formula("2##2[#1]"), r"2_{\#\#}2_{\#1}");
/// assert_eq!(formula("kayles(5) + 2"), r"\mathrm{kayles}(5) + 2");
/// ```
pub fn formula(label: &str) -> String {
    let characters: Vec<char> = label.chars().collect();
    let mut out = String::with_capacity(2 * label.len());
    let mut at = 0;
    // Chains directly behind each other are one subscript.
    let mut in_chain = false;
    let end_chain = |out: &mut String, in_chain: &mut bool| {
        if std::mem::take(in_chain) {
            out.push('}');
        }
    };
    while let Some(&c) = characters.get(at) {
        let run = |wanted: fn(char) -> bool| {
            let rest = characters[at..].iter();
            rest.take_while(|&&c| wanted(c)).count()
        };
        if matches!(c, '#' | '[' | ']') {
            if !in_chain {
                out.push_str("_{");
                in_chain = true;
            }
            let mut open = false;
            while let Some(&c) = characters.get(at) {
                match c {
                    '[' => open = true,
                    ']' => open = false,
                    '#' => out.push_str("\\#"),
                    '*' if open => out.push_str("\\ast "),
                    c if open => out.push(c),
                    _ => break,
                }
                at += 1;
            }
            continue;
        }
        end_chain(&mut out, &mut in_chain);
        if let Some(digit) = raised(c) {
            out.push_str("^{");
            out.push(digit);
            at += 1;
            while let Some(digit) = characters.get(at).copied().and_then(raised) {
                out.push(digit);
                at += 1;
            }
            out.push('}');
            continue;
        }
        if c.is_ascii_alphabetic() {
            let letters = run(|c| c.is_ascii_alphabetic() || c == '-');
            let word: String = characters[at..at + letters].iter().collect();
            // A hyphen at the end is a minus sign.
            let word = word.trim_end_matches('-');
            at += word.len();
            // The side of a board is no index: 2x3.
            let is_index = at == word.len() || !characters[at - word.len() - 1].is_ascii_digit();
            let digits: String = characters[at..]
                .iter()
                .filter(|_| is_index)
                .take_while(|c| c.is_ascii_digit())
                .collect();
            match (word.len(), digits.is_empty()) {
                (1, true) => out.push_str(word),
                (1, false) => {
                    for part in [word, "_{", &digits, "}"] {
                        out.push_str(part);
                    }
                    at += digits.len();
                }
                _ => out.extend(["\\mathrm{", word, "}"]),
            }
            continue;
        }
        let is_word =
            |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric() && raised(*c).is_none());
        match c {
            ' ' if at > 0 && is_word(characters.get(at - 1)) && is_word(characters.get(at + 1)) => {
                out.push_str("\\ ");
            }
            '{' | '}' | '$' | '%' | '&' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '*' => out.push_str("\\ast "),
            '^' | '~' | '\\' => out.push(' '),
            '·' => out.push_str("\\cdot "),
            '×' => out.push_str("\\times "),
            '…' => out.push_str("\\ldots "),
            '∅' => out.push_str("\\emptyset "),
            '∞' => out.push_str("\\infty "),
            '→' => out.push_str("\\to "),
            '⟨' => out.push_str("\\langle "),
            '⟩' => out.push_str("\\rangle "),
            '−' => out.push('-'),
            c if c.is_ascii() => out.push(c),
            _ => out.push('?'),
        }
        at += 1;
    }
    end_chain(&mut out, &mut in_chain);
    out
}

/// Makes a formula of a monomial, whose letters are variables, and of what a generator is:
/// `ab^{2}` of `ab²`, `a = \mathrm{heap}\ 1` of `a = heap 1`.
pub(super) fn monomial(label: &str) -> String {
    let (product, meaning) = label.split_once(" = ").unwrap_or((label, ""));
    // Between blanks no word arises.
    let letters: Vec<String> = product
        .chars()
        .map(|c| formula(c.encode_utf8(&mut [0; 4])))
        .collect();
    // The generators behind Z have numbers.
    let mut out = if product.contains(|c: char| c.is_ascii_digit()) {
        formula(product)
    } else {
        letters.concat().replace("}^{", "")
    };
    if !meaning.is_empty() {
        out.push_str(" = ");
        out.push_str(&formula(meaning));
    }
    out
}

/// Returns the digit of a raised digit.
fn raised(c: char) -> Option<char> {
    let value = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c)?;
    char::from_digit(u32::try_from(value).ok()?, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_no_words() {
        for (label, expected) in [
            ("1", "1"),
            ("abc", "abc"),
            ("ab¹²c", "ab^{12}c"),
            ("g53² g54", r"g_{53}^{2} g_{54}"),
            ("abc = heap 3", r"abc = \mathrm{heap}\ 3"),
        ] {
            assert_eq!(monomial(label), expected, "{label}");
        }
    }

    #[test]
    fn labels_of_games_and_quotients() {
        for (label, expected) in [
            ("", ""),
            ("2##", r"2_{\#\#}"),
            ("2[#-2]", r"2_{\#-2}"),
            ("2##[#1]0", r"2_{\#\#\#1}0"),
            ("((32)321)[3]", r"((32)321)_{3}"),
            ("*12[*10]3", r"\ast 12_{\ast 10}3"),
            ("{0,{0}}", r"\{0,\{0\}\}"),
            ("9a", "9a"),
            ("a+b = 2#", r"a+b = 2_{\#}"),
            ("b¹²", "b^{12}"),
            ("g53² g54", r"g_{53}^{2} g_{54}"),
            ("a = heap 12", r"a = \mathrm{heap}\ 12"),
            ("3 + 2×2", r"3 + 2\times 2"),
            ("∅", r"\emptyset "),
            ("dawsons-kayles(5)", r"\mathrm{dawsons-kayles}(5)"),
            ("x-1", "x-1"),
            ("(2x3)×2", r"(2x3)\times 2"),
            ("2\\^#]", r"2  _{\#}"),
        ] {
            assert_eq!(formula(label), expected, "{label}");
        }
    }
}
