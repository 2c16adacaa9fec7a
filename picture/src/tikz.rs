//! Text for TeX, and what the pictures in TikZ share.

use std::fmt;

/// Displays a text for TeX outside of formulas. Characters that LaTeX does not know without further
/// packages are set as formulas, or left out.
pub(super) struct TexText<'a>(pub(super) &'a str);

impl fmt::Display for TexText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => write!(f, "\\{c}")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '<' | '>' | '|' => write!(f, "${c}$")?,
                '"' => f.write_str("''")?,
                c if c.is_control() => f.write_str(" ")?,
                c if c.is_ascii() => write!(f, "{c}")?,
                // Letters with accents and the like.
                'À'..='ÿ' if c != '×' && c != '÷' => write!(f, "{c}")?,
                c => f.write_str(sign(c))?,
            }
        }
        Ok(())
    }
}

/// Returns a sign as a formula; none if it is not known.
fn sign(c: char) -> &'static str {
    match c {
        '·' => "$\\cdot$",
        '×' => "$\\times$",
        '…' => "\\ldots{}",
        '∅' => "$\\emptyset$",
        '∞' => "$\\infty$",
        '→' => "$\\to$",
        '↦' => "$\\mapsto$",
        '≥' => "$\\ge$",
        '≤' => "$\\le$",
        '−' => "$-$",
        '–' => "--",
        '⟨' => "$\\langle$",
        '⟩' => "$\\rangle$",
        '²' => "$^2$",
        '³' => "$^3$",
        '\u{a0}' => "\\,",
        _ => "?",
    }
}

/// A colour of the theme as TikZ takes it: `#0066a8` is `{rgb,255:red,0;green,102;blue,168}`.
pub(super) fn colour(hex: &str) -> String {
    let part = |at: usize| {
        let digits = hex.get(at..at + 2).unwrap_or("00");
        u8::from_str_radix(digits, 16).unwrap_or(0)
    };
    let (red, green, blue) = (part(1), part(3), part(5));
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// What a figure begins with: a unit is a pixel of the SVG picture, and y leads down as there.
pub(super) const BEGIN: &str = "% \\usepackage{tikz}\n\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,\
     every node/.style={inner sep=0pt,font=\\footnotesize}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let text = TexText("a_b {2#} 50% \\ ^ ~ <x> misère · ☃");
        assert_eq!(
            text.to_string(),
            "a\\_b \\{2\\#\\} 50\\% \\textbackslash{} \\textasciicircum{} \\textasciitilde{} \
             $<$x$>$ misère $\\cdot$ ?"
        );
        assert_eq!(colour("#0066a8"), "{rgb,255:red,0;green,102;blue,168}");
        assert_eq!(colour("x"), "{rgb,255:red,0;green,0;blue,0}");
    }
}
