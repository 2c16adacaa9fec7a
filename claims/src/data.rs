//! Tables and sequences as the papers print them.

use std::collections::BTreeMap;

/// Printed tables and sequences by heading.
///
/// A file of `data/printed` is a list of sections; each begins with a line `[heading]`, and lines
/// that begin with `;` are remarks.
#[derive(Clone, Debug, Default)]
pub struct Data {
    sections: BTreeMap<String, String>,
}

impl Data {
    /// Returns the data of all papers.
    pub fn embedded() -> Self {
        let mut data = Self::default();
        data.read(include_str!("../data/printed/arithmetic.txt"));
        data.read(include_str!("../data/printed/breaking.txt"));
        data.read(include_str!("../data/printed/cut.txt"));
        data.read(include_str!("../data/printed/josephus.txt"));
        data.read(include_str!("../data/printed/structure.txt"));
        data
    }

    /// Adds the sections of a text; a later section replaces an earlier one of the same heading.
    pub fn read(&mut self, text: &str) {
        let mut heading: Option<&str> = None;
        for line in text.lines().filter(|line| !line.starts_with(';')) {
            let inner = line
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            if let Some(name) = inner {
                heading = Some(name);
                self.sections.insert(name.into(), String::new());
            } else if let Some(section) = heading.and_then(|name| self.sections.get_mut(name)) {
                section.push_str(line);
                section.push('\n');
            }
        }
    }

    /// Returns the data with another text under one heading.
    pub(super) fn with_section(&self, heading: &str, text: &str) -> Self {
        let mut data = self.clone();
        data.sections.insert(heading.into(), text.into());
        data
    }

    /// Returns the text under a heading.
    pub fn section(&self, heading: &str) -> Option<&str> {
        self.sections.get(heading).map(String::as_str)
    }

    /// Returns all headings, sorted.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_begin_with_a_heading() {
        let mut data = Data::default();
        data.read("; a remark\n[a]\n1 2\n; another\n3\n[b]\nx\n");
        assert_eq!(data.section("a"), Some("1 2\n3\n"));
        assert_eq!(data.section("b"), Some("x\n"));
        assert_eq!(data.section("c"), None);
        data.read("[b]\ny\n");
        assert_eq!(data.section("b"), Some("y\n"));
    }
}
