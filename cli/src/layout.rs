//! Text that fits a width: lists with lines broken between their items, tables cut between columns.

use std::ops::Range;

use super::terminal::length;

/// Appends a line that begins with `first` and goes on with the items, broken between items before it
/// gets too wide; further lines are indented. An item wider than the line has a line of its own.
pub(super) fn fill<T: AsRef<str>>(
    out: &mut String,
    first: &str,
    indent: usize,
    items: impl IntoIterator<Item = T>,
    separator: &str,
    width: Option<usize>,
) {
    let width = width.unwrap_or(usize::MAX);
    let (mut line, mut used) = (first.to_owned(), length(first));
    let mut items = items.into_iter().peekable();
    let mut is_empty = true;
    while let Some(item) = items.next() {
        let end = items.peek().map_or("", |_| separator);
        let needed = length(item.as_ref()) + end.len();
        let blank = item.as_ref().len() - item.as_ref().trim_end().len();
        if !is_empty && used.saturating_add(needed - blank) > width {
            out.push_str(line.trim_end());
            out.push('\n');
            (line, used) = (" ".repeat(indent), indent);
        }
        line.push_str(item.as_ref());
        line.push_str(end);
        used += needed;
        is_empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Cuts columns of these widths into groups that fit into a line beside what is `used` in every line;
/// a column that does not fit is a group of its own. Without a width there is one group.
pub(super) fn groups(widths: &[usize], used: usize, width: Option<usize>) -> Vec<Range<usize>> {
    let width = width.unwrap_or(usize::MAX);
    let (mut groups, mut start, mut total) = (Vec::new(), 0, used);
    for (at, &column) in widths.iter().enumerate() {
        if at > start && total.saturating_add(column) > width {
            groups.push(start..at);
            (start, total) = (at, used);
        }
        total = total.saturating_add(column);
    }
    if start < widths.len() {
        groups.push(start..widths.len());
    }
    groups
}

/// A page whose lines fit the width: a line that is too long is broken between its words, and goes on
/// below its second column if it has one.
pub(super) fn fitted(page: &str, width: Option<usize>) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.lines() {
        if width.is_none_or(|width| length(line) <= width) {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let text = line.trim_start();
        let left = line.len() - text.len();
        let column = text.find("  ").map_or(0, |end| {
            let gap = text[end..].len() - text[end..].trim_start().len();
            end + gap
        });
        let (first, rest) = line.split_at(left + column);
        fill(
            &mut out,
            first,
            length(first),
            rest.split_inclusive(' '),
            "",
            width,
        );
    }
    out
}

/// The number of cells in a row of a table of values beside what is `used`: a number that is easy to
/// count with.
pub(super) fn cells_in_row(cell: usize, used: usize, width: usize) -> usize {
    match width.saturating_sub(used) / cell.max(1) {
        0 | 1 => 1,
        2..5 => 2,
        5..10 => 5,
        most => (most / 10 * 10).min(100),
    }
}

/// A word too long for a line, in pieces that may stand in lines of their own: it is cut after commas
/// and before brackets, so no number is cut.
pub(super) fn pieces(word: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut before) = (Vec::new(), 0, ' ');
    for (at, c) in word.char_indices() {
        let opens = |c: char| matches!(c, '(' | '{');
        let is_cut = before == ',' || opens(c) && !opens(before) && before != '[';
        if is_cut && at > start {
            pieces.push(&word[start..at]);
            start = at;
        }
        before = c;
    }
    pieces.push(&word[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(items: &[&str], separator: &str, width: usize) -> Vec<String> {
        let mut out = String::new();
        fill(&mut out, "ab: ", 4, items, separator, Some(width));
        out.lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_are_broken_between_items() {
        let items = ["one", "two", "three", "four"];
        assert_eq!(filled(&items, ", ", 80), ["ab: one, two, three, four"]);
        assert_eq!(
            filled(&items, ", ", 14),
            ["ab: one, two,", "    three,", "    four"]
        );
        // An item that is too wide is not cut.
        assert_eq!(
            filled(&items, " ", 1),
            ["ab: one", "    two", "    three", "    four"]
        );
        assert_eq!(filled(&[], " ", 1), ["ab:"]);
        // Codes of colours take no place.
        let items = ["\x1b[1mone\x1b[0m", "\x1b[1mtwo\x1b[0m"];
        assert_eq!(filled(&items, " ", 11).len(), 1);
        assert_eq!(filled(&items, " ", 10).len(), 2);
    }

    #[test]
    fn pages_are_broken_below_their_columns() {
        let page = "Heaps\n\n  G#, G##    one two three\nfour five six seven\n";
        assert_eq!(fitted(page, None), page);
        assert_eq!(
            fitted(page, Some(21)),
            "Heaps\n\n  G#, G##    one two\n             three\nfour five six seven\n"
        );
        assert!(fitted(page, Some(10)).ends_with("\nfour five\nsix seven\n"));
    }

    #[test]
    fn columns_are_cut_into_groups_that_fit() {
        assert_eq!(groups(&[3; 7], 5, Some(15)), [0..3, 3..6, 6..7]);
        assert_eq!(groups(&[3, 40, 3], 5, Some(15)), [0..1, 1..2, 2..3]);
        assert_eq!(groups(&[3; 7], 5, None).len(), 1);
        assert!(groups(&[], 5, Some(15)).is_empty());
    }

    #[test]
    fn rows_have_numbers_of_cells_to_count_with() {
        let cells: Vec<usize> = [0, 15, 22, 45, 80, 120, 200]
            .map(|w| cells_in_row(6, 9, w))
            .into();
        assert_eq!(cells, [1, 1, 2, 5, 10, 10, 30]);
    }

    #[test]
    fn long_words_are_cut_at_brackets_and_commas() {
        assert_eq!(pieces("2##"), ["2##"]);
        assert_eq!(pieces("((32)321)[1](32)30"), ["((32)321)[1]", "(32)30"]);
        assert_eq!(pieces("{12,{0,13}}"), ["{12,", "{0,", "13}}"]);
    }
}
