//! Escapes text for XML.

use std::fmt;

/// Displays a text with the characters escaped that have a meaning in XML. Characters that XML does
/// not allow are replaced by U+FFFD.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_str(" ")?,
                '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_str("\u{fffd}")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        let text = Escaped("<b a=\"1\">&'\u{1b}[0m\n∞");
        assert_eq!(
            text.to_string(),
            "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}[0m ∞"
        );
    }
}
