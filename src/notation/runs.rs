//! Digits written together: `12` is the set {1,2}, which a reader may take for a heap of twelve.

use super::syntax::{Node, NodeId, Span, Syntax};

/// A game that is written as several digits and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitRun {
    /// The digits: `12`.
    pub digits: String,
    /// Their place in the input, with parentheses around them.
    pub span: Span,
    /// Whether it is a summand of the expression.
    pub is_summand: bool,
}

impl DigitRun {
    /// Returns the set that it stands for, in braces: `{1,2}`.
    pub fn set(&self) -> String {
        let digits: Vec<String> = self.digits.chars().map(String::from).collect();
        format!("{{{}}}", digits.join(","))
    }
}

impl Syntax {
    /// Returns the summands, the options in braces and the arguments of `#` and `^-` that are several
    /// digits written together, at most this many of them. In longer sets, such as `(32)2#321`, nobody takes
    /// the digits for a heap.
    ///
    /// ```
    /// use misere::notation::parse;
    ///
    /// let runs = |input| -> Vec<String> {
    ///     let runs = parse(input).unwrap().digit_runs(input, 10);
    ///     runs.into_iter().map(|run| run.digits).collect()
    /// };
    /// assert_eq!(runs("12 + 2·10 + *11"), ["12", "10"]);
    /// assert!(runs("(32)2#321 + 1 2").is_empty());
    /// ```
    pub fn digit_runs(&self, input: &str, most: usize) -> Vec<DigitRun> {
        let mut runs = Vec::new();
        let mut pending: Vec<(NodeId, bool)> = vec![(self.root(), true)];
        while let Some((id, is_summand)) = pending.pop() {
            if runs.len() == most {
                break;
            }
            let node = self.node(id);
            if let Some(digits) = self.digits(node) {
                runs.push(DigitRun {
                    digits,
                    span: self.span(id),
                    is_summand,
                });
                continue;
            }
            let is_still = match node {
                Node::Sum { .. } | Node::Copies(..) => is_summand,
                Node::Sharp(_) | Node::Mate(_) => false,
                Node::Set(_) if self.is_in_braces(id, input) => false,
                _ => continue,
            };
            let children: Vec<NodeId> = node.children().copied().collect();
            pending.extend(children.into_iter().rev().map(|child| (child, is_still)));
        }
        runs.sort_by_key(|run| run.span.start);
        runs
    }

    /// The digits of a set of nim heaps that are written without anything between them.
    fn digits(&self, node: &Node) -> Option<String> {
        let Node::Set(items) = node else { return None };
        let mut digits = String::new();
        let mut end = None;
        for &item in items {
            let span = self.span(item);
            let &Node::Nim(size @ 0..=9) = self.node(item) else {
                return None;
            };
            if span.end != span.start + 1 || end.is_some_and(|end| end != span.start) {
                return None;
            }
            end = Some(span.end);
            digits.push_str(&size.to_string());
        }
        (items.len() > 1).then_some(digits)
    }

    fn is_in_braces(&self, id: NodeId, input: &str) -> bool {
        let text = input.get(self.span(id).start..).unwrap_or("");
        text.starts_with(['{', '\\'])
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn runs_are_found_where_they_mislead() {
        for (input, expected) in [
            ("12+10+5", "12 {1,2} summand, 10 {1,0} summand"),
            ("632", "632 {6,3,2} summand"),
            ("(12) - 10", "12 {1,2} summand, 10 {1,0} summand"),
            ("3·12", "12 {1,2} summand"),
            ("{12,3}", "12 {1,2}"),
            ("(12)# + (21)^-", "12 {1,2}, 21 {2,1}"),
            ("5+4+2", ""),
            ("*12+*10", ""),
            ("1 2", ""),
            ("*1*2", ""),
            ("{1,2}", ""),
            ("2#321", ""),
            ("12# + 21^-", ""),
            ("(32)321", ""),
            ("6_{422}", ""),
            ("2[#-2]", ""),
            ("kayles(12)", ""),
        ] {
            let runs = parse(input).unwrap().digit_runs(input, 10);
            let told = runs.iter().map(|run| {
                let summand = if run.is_summand { " summand" } else { "" };
                format!("{} {}{summand}", run.digits, run.set())
            });
            let told: Vec<String> = told.collect();
            assert_eq!(told.join(", "), expected, "{input}");
        }
        let many = "12+".repeat(1000) + "12";
        assert_eq!(parse(&many).unwrap().digit_runs(&many, 3).len(), 3);
    }
}
