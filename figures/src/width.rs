//! How wide formulas are, and where they may break: tables and lists must fit the page of an article.

/// The width of the lines of an article in LaTeX, in points, with a margin for what is estimated.
const LINE: f64 = 335.0;
/// The space around a column of a table.
const COLUMN: f64 = 12.0;
/// Formulas that are wider than this may break.
const WIDE: f64 = 110.0;

/// A column for long formulas, which break; its width is this share of the line.
pub fn wide_column(share: f64) -> String {
    format!(">{{\\raggedright\\arraybackslash}}p{{{share:.2}\\linewidth}}")
}

/// Returns about the width of a formula in points, at ten points: rather more than less.
pub fn width(formula: &str) -> f64 {
    let (mut width, mut depth, mut script) = (0.0, 0usize, None);
    let mut single = false;
    let mut rest = formula.chars().peekable();
    while let Some(c) = rest.next() {
        let points = match c {
            '{' => {
                depth += 1;
                if std::mem::take(&mut single) {
                    script = script.or(Some(depth));
                }
                continue;
            }
            '}' => {
                if script == Some(depth) {
                    script = None;
                }
                depth = depth.saturating_sub(1);
                continue;
            }
            '_' | '^' => {
                single = true;
                continue;
            }
            '\\' => {
                let mut letters = 0;
                while rest.next_if(char::is_ascii_alphabetic).is_some() {
                    letters += 1;
                }
                if letters == 0 {
                    match rest.next() {
                        Some('#') => 8.4,
                        Some('{' | '}') => 5.0,
                        _ => 4.0,
                    }
                } else {
                    8.0
                }
            }
            '=' | '<' | '>' => 13.5,
            '+' | '-' => 12.5,
            'm' | 'w' | 'M' | 'W' => 9.5,
            'A'..='Z' => 8.2,
            '(' | ')' | ',' | '|' => 4.6,
            '$' => 0.0,
            ' ' => 0.5,
            _ => 5.6,
        };
        let is_script = script.is_some() || std::mem::take(&mut single);
        width += if is_script { 0.8 * points } else { points };
    }
    width
}

/// Returns how many columns of this width fit beside one of labels: 10, 5, 4, 2 or 1.
pub fn columns_that_fit(cell: f64, label: f64) -> usize {
    let fits = |&count: &usize| {
        let columns = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        columns * (cell + COLUMN) + label + COLUMN <= LINE
    };
    [10, 5, 4, 2].into_iter().find(fits).unwrap_or(1)
}

/// Returns the ends of blocks of columns that fit beside one of labels; a block has a column at least.
pub(crate) fn blocks(columns: &[f64], label: f64) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut used = label + COLUMN;
    for (at, cell) in columns.iter().enumerate() {
        used += cell + COLUMN;
        if used > LINE && at > ends.last().copied().unwrap_or(0) {
            ends.push(at);
            used = label + cell + 2.0 * COLUMN;
        }
    }
    ends.push(columns.len());
    ends
}

/// Whether a formula fits the line beside others of this width in all.
pub(crate) fn fits(formula: &str, others: f64) -> bool {
    width(formula) + others <= LINE
}

/// Lets TeX break a formula that is wide: after a comma, after what is in parentheses, after a subscript,
/// and within very long numbers and rows of sharps. Sums break by themselves.
///
/// ```
/// use misere_figures::breakable;
///
/// assert_eq!(breakable("(32)_{1}20"), "(32)_{1}20");
/// assert!(breakable(&"((32)321)_{1}".repeat(9)).starts_with(r"((32)\allowbreak 321)_{1}\allowbreak ("));
/// ```
pub fn breakable(formula: &str) -> String {
    /// The sharps of a chain that stay together.
    const SHARPS: usize = 24;
    /// The digits of a number that stay together.
    const DIGITS: usize = 20;
    if width(formula) <= WIDE {
        return formula.into();
    }
    let mut out = String::with_capacity(formula.len() * 2);
    let (mut depth, mut sharps, mut digits) = (0usize, 0, 0);
    let mut rest = formula.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(c);
        digits = if c.is_ascii_digit() { digits + 1 } else { 0 };
        let mut may_break = false;
        match c {
            '\\' => {
                if let Some(&next) = rest.peek() {
                    out.push(next);
                    rest.next();
                    if next == '#' && depth == 1 {
                        sharps += 1;
                        if sharps % SHARPS == 0 {
                            out.push_str("}\\allowbreak {}_{");
                        }
                    }
                }
            }
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                sharps = 0;
                may_break = true;
            }
            ')' | ',' => may_break = true,
            _ => may_break = digits >= DIGITS,
        }
        let is_inside = !matches!(rest.peek(), None | Some('_' | '^' | ',' | '{'));
        if may_break && depth == 0 && is_inside {
            out.push_str("\\allowbreak ");
            digits = 0;
        }
    }
    out
}

/// Splits a formula that breaks into pieces of some lines each: a row of a table does not go over to the
/// next page.
pub fn rows(formula: &str) -> Vec<String> {
    /// About fifteen lines of half a page.
    const MOST: f64 = 2000.0;
    let broken = breakable(formula);
    let (mut rows, mut row, mut used) = (Vec::new(), String::new(), 0.0);
    for piece in broken.split_inclusive("\\allowbreak ") {
        let wide = width(piece.trim_end_matches("\\allowbreak "));
        if used + wide > MOST && !row.is_empty() {
            rows.push(std::mem::take(&mut row));
            used = 0.0;
        }
        row.push_str(piece);
        used += wide;
    }
    rows.push(row);
    rows
}

/// Makes a display that breaks, over lines and pages, of rows in `aligned`: a row that is wide breaks
/// between its equations and before the terms of its sums.
pub fn aligned(rows: &str) -> String {
    let rows = rows.trim().trim_start_matches("\\begin{aligned}");
    let rows = rows.trim_end_matches("\\end{aligned}").trim();
    let mut written: Vec<String> = Vec::new();
    for row in rows.split("\\\\\n") {
        let row = row.replace('\n', " ").replace(",\\qquad", ",\\quad");
        let equations: Vec<&str> = row.split(",\\quad").collect();
        for (number, equation) in equations.iter().enumerate() {
            let equation = match number {
                0 => equation.trim().to_owned(),
                _ => equation.trim().replacen('=', " &= ", 1),
            };
            let comma = if number + 1 < equations.len() {
                ","
            } else {
                ""
            };
            written.extend(terms(&format!("{equation}{comma}")));
        }
    }
    let rows = written.join(" \\\\\n");
    format!("{{\\allowdisplaybreaks\n\\begin{{align*}}\n{rows}\n\\end{{align*}}}}")
}

/// Breaks an equation before the terms of its sums such that the lines fit.
fn terms(equation: &str) -> Vec<String> {
    let (mut lines, mut line, mut term) = (Vec::new(), String::new(), String::new());
    let mut depth = 0usize;
    let mut take = |term: &mut String, line: &mut String| {
        if !fits(&format!("{line}{term}"), 40.0) && !line.is_empty() {
            lines.push(std::mem::replace(line, "&\\quad{}".into()));
        }
        line.push_str(&std::mem::take(term));
    };
    for c in equation.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '+' | '-' if depth == 0 => take(&mut term, &mut line),
            _ => {}
        }
        term.push(c);
    }
    take(&mut term, &mut line);
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_near_those_of_tex() {
        // As pdfLaTeX measures them, in points.
        for (formula, measured) in [
            ("ab^{2}c", 18.9),
            (r"2_{\#\#}", 17.4),
            ("b^{3}=b", 24.4),
            (r"((32)321)_{1}(32)_{1}((32)321)(32)30", 128.1),
        ] {
            let estimate = width(formula);
            assert!(
                (measured..1.5 * measured).contains(&estimate),
                "{formula}: {estimate}"
            );
        }
    }

    #[test]
    fn blocks_cover_all_columns() {
        assert_eq!(blocks(&[], 20.0), [0]);
        assert_eq!(blocks(&[10.0; 5], 20.0), [5]);
        let ends = blocks(&[20.0; 31], 20.0);
        assert_eq!(ends.last(), Some(&31));
        assert!(ends.len() > 2 && ends.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(blocks(&[900.0; 3], 20.0), [1, 2, 3]);
        assert_eq!(columns_that_fit(900.0, 20.0), 1);
        assert_eq!(columns_that_fit(10.0, 20.0), 10);
    }

    #[test]
    fn long_rows_of_a_display_break() {
        let sum = "+2^{4171780}-2^{2096640}".repeat(9);
        let rows =
            format!("\\begin{{aligned}}\na &= b{sum},\\\\\nc &= 1,\\qquad d=2\n\\end{{aligned}}");
        let display = aligned(&rows);
        let lines: Vec<&str> = display.lines().collect();
        assert_eq!(lines[1], "\\begin{align*}");
        assert!(lines.iter().all(|line| width(line) < 360.0), "{display}");
        assert!(
            lines.contains(&"d &= 2") && lines.contains(&"c &= 1, \\\\"),
            "{display}"
        );
        let flat = display.replace(" \\\\\n&\\quad{}", "");
        assert!(flat.contains(&format!("a &= b{sum},")), "{display}");
    }

    #[test]
    fn nothing_is_lost_where_a_formula_breaks() {
        let long = r"((32)321)_{3}(((32)_{1}20)\{0,\{0\}\}2^{64})".repeat(30);
        let broken = breakable(&long);
        assert_eq!(broken.replace("\\allowbreak ", ""), long);
        assert!(!broken.contains("\\allowbreak _") && !broken.contains("_\\allowbreak"));
        assert!(!broken.ends_with("\\allowbreak "));
        assert_eq!(rows(&long).concat(), broken);
        assert!(rows(&long).len() > 1);
        let digits = "1".repeat(100);
        assert_eq!(breakable(&digits).matches("\\allowbreak").count(), 4);
        let sharps = format!("2_{{{}}}", r"\#".repeat(100));
        assert_eq!(breakable(&sharps).matches(r"\allowbreak {}_{").count(), 4);
        assert_eq!(breakable(&sharps).matches(r"\#").count(), 100);
    }
}
