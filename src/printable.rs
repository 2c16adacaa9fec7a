//! Untrusted text in messages: files and arguments are quoted, and a terminal obeys control
//! characters.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// Returns the text on one line, with every character that could control a terminal replaced by
/// [`visible`].
///
/// ```
/// assert_eq!(misere::notation::printable("2#\n\x1b[2J"), "2# ␛[2J");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Returns the same with the line ends and tabs of the text: what is written for people goes
/// through this as a whole.
///
/// ```
/// assert_eq!(misere::notation::printable_lines("2#\n\x1b[2J\r"), "2#\n␛[2J ");
/// ```
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || visible(c) == c;
    // Most text is long and plain.
    let is_plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if text.as_bytes().iter().all(is_plain) || text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let clean = |c| if is_kept(c) { c } else { visible(c) };
    Cow::Owned(text.chars().map(clean).collect())
}

/// Returns a character that takes a column and controls nothing: the same one, a blank, the
/// picture of a control character, or U+FFFD.
///
/// Combining marks are among those that are replaced: they take no column, and enough of them cover
/// the lines around.
pub fn visible(c: char) -> char {
    match c {
        // With the separators of lines and paragraphs, and U+0085.
        c if c.is_whitespace() => ' ',
        // The pictures of the control characters are in the order of the characters.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        c if c.is_control() || is_format(c) || c.width() == Some(0) => '\u{fffd}',
        c => c,
    }
}

/// Whether a character shapes the text around it: its direction, its language, notes between lines,
/// or where a word may be broken.
fn is_format(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_controls_a_terminal_is_not_visible() {
        // One of each sort: controls, separators, directions, tags, marks, fillers.
        let hostile = "\0\x07\x08\r\x0b\x0c\x1b\x7f\u{85}\u{9b}\u{ad}\u{301}\u{20dd}\u{61c}\u{180e}\u{200b}\
            \u{200d}\u{200e}\u{2028}\u{2029}\u{202e}\u{2066}\u{fe0f}\u{feff}\u{fffa}\u{e0041}\u{e0100}";
        for c in hostile.chars() {
            assert_ne!(visible(c), c, "{c:?}");
            assert_eq!(visible(visible(c)), visible(c), "{c:?}");
            let lines = format!("2#\n{c}3\t");
            assert_eq!(printable_lines(&lines), format!("2#\n{}3\t", visible(c)));
        }
        for c in "az*+{}#_ é×·≠→⟨…ツ漢π".chars() {
            assert_eq!(visible(c), c);
        }
    }
}
