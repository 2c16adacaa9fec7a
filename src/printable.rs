//! What others wrote, on a terminal: messages quote files and arguments, and a file may come from
//! a stranger.

/// The text on one line, without effects of its own.
pub fn printable(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// A character that takes one column and has no effect of its own, for one that may not.
pub fn visible(c: char) -> char {
    match c {
        c if c.is_whitespace() => ' ',
        // The pictures of the control characters stand in the order of the characters.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        c if c.is_control() || is_unseen(c) => '\u{fffd}',
        c => c,
    }
}

/// Whether a character has no width, or turns the direction of the line.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}
