//! Graphs in files: `node-kayles(file:graph.txt)`.

use std::borrow::Cow;
use std::path::Path;

use misere::limits::Budget;

use super::failure::Failure;
use super::input::read_file;

/// Replaces `file:NAME` by the edges in the file. A line is an edge, two vertices with a blank, a comma
/// or `-` between them, or a vertex alone; or one line is graph6 text after `g6:`. Text after `#` is a
/// comment.
pub(super) fn with_files<'t>(text: &'t str, budget: &Budget) -> Result<Cow<'t, str>, Failure> {
    const MARK: &str = "(file:";
    let mut replaced = Cow::Borrowed(text);
    // What a file contains is not looked at again.
    let mut from = 0;
    while let Some(at) = replaced[from..].find(MARK).map(|at| from + at + 1) {
        let rest = &replaced[at + MARK.len() - 1..];
        let end = rest.find([')', ';']).unwrap_or(rest.len());
        let name = rest[..end].trim().to_owned();
        let edges = edges(&name, &read_file(Path::new(&name), budget)?)?;
        let end = at + MARK.len() - 1 + end;
        replaced.to_mut().replace_range(at..end, &edges);
        from = at + edges.len();
    }
    Ok(replaced)
}

/// The edges of a file as they are written in an expression.
fn edges(name: &str, text: &str) -> Result<String, Failure> {
    let lines = text.lines().enumerate().map(|(i, line)| {
        let line = match line.split_once('#') {
            Some((before, _)) if !line.starts_with("g6:") => before,
            _ => line,
        };
        (i + 1, line.trim())
    });
    let mut edges: Vec<String> = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        if line.starts_with("g6:") && edges.is_empty() {
            return Ok(line.to_owned());
        }
        let is_between = |c: char| c.is_whitespace() || c == ',' || c == '-';
        let vertices: Vec<&str> = line.split(is_between).filter(|v| !v.is_empty()).collect();
        let is_number = |v: &&str| v.bytes().all(|c| c.is_ascii_digit());
        if vertices.len() > 2 || !vertices.iter().all(is_number) {
            let message = format!("line {number} of {name} is not an edge: {line}");
            return Err(Failure::input(
                &message,
                Some("an edge is two numbers, as in 0 1"),
            ));
        }
        edges.push(vertices.join("-"));
    }
    Ok(edges.join(","))
}
