//! Untrusted text in messages: files and arguments are quoted, and a terminal obeys control
//! characters.

/// Returns the text on one line, with every character that could control a terminal replaced by
/// [`visible`].
///
/// ```
/// assert_eq!(misere::notation::printable("2#\n\x1b[2J"), "2# ␛[2J");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Returns a character that takes one column and controls nothing: the same one, a blank, the
/// picture of a control character, or U+FFFD.
pub fn visible(c: char) -> char {
    match c {
        c if c.is_whitespace() => ' ',
        // The pictures of the control characters are in the order of the characters.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        c if c.is_control() || has_no_width(c) => '\u{fffd}',
        c => c,
    }
}

/// Returns whether a character has no width, or changes the direction of the line.
fn has_no_width(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}
