//! Splits lines into words, and finds where a command ends.
//!
//! Words are separated by blanks, as in a POSIX shell, and quotes keep them together. Two things
//! are different, so that an expression needs no quotes: blanks inside brackets do not separate,
//! and neither do blanks around the operators `+`, `-`, `·` and `**`. A backslash is an ordinary
//! character, because TeX uses it, except at the end of a line and in double quotes.
//!
//! A command continues on the next line while a bracket or a quote is open, and after an operator, a
//! `:=` or a backslash. Text after `//`, at the beginning of a line or after a blank, is a comment;
//! `#` is a sharp.

use std::ops::Range;

use super::vocabulary::is_command;
use crate::failure::Failure;

/// A word, its quotes removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Where it stands in the sentence.
    pub(super) span: Range<usize>,
    /// Whether a part of it was quoted: then it is neither an operator nor a flag's beginning.
    pub(super) quoted: bool,
}

impl Word {
    /// Whether this is a flag such as `--all`, or `--`.
    pub(super) fn is_flag(&self) -> bool {
        let after = self.text.strip_prefix("--");
        !self.quoted
            && after.is_some_and(|name| name.is_empty() || name.starts_with(char::is_alphabetic))
    }

    fn begins_with_operator(&self) -> bool {
        let text = &self.text;
        let minus = match text.strip_prefix('-') {
            // `-q` is a flag, `-2` is not.
            Some(rest) => !rest.starts_with(|c: char| c == '-' || c.is_alphabetic()),
            None => false,
        };
        let signs = ["+", "−", "·", "**", "\\cdot"];
        !self.quoted && (minus || signs.iter().any(|sign| text.starts_with(sign)))
    }

    fn ends_with_operator(&self) -> bool {
        let text = &self.text;
        // The signs of a mate, `2^-`, are no difference.
        let before = text.trim_end_matches(['-', '−']);
        let minus = before.len() < text.len() && !before.ends_with('^') && !self.is_flag();
        let signs = ["+", "·", "**", "\\cdot"];
        !self.quoted && (minus || signs.iter().any(|sign| text.ends_with(sign)))
    }
}

/// A command, complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    /// On one line, comments removed.
    pub(super) text: String,
    /// Separated by blanks alone; see [`joined`](Self::joined).
    pub(super) words: Vec<Word>,
}

impl Sentence {
    /// The commands that a line is made of, separated by `;`.
    pub(super) fn commands(&self) -> Vec<Sentence> {
        let is_end = |word: &Word| word.text == ";" && !word.quoted;
        let mut commands = Vec::new();
        for words in self.words.split(is_end) {
            let [first, ..] = words else { continue };
            let (start, end) = (first.span.start, words[words.len() - 1].span.end);
            let shifted = words.iter().map(|word| Word {
                span: word.span.start - start..word.span.end - start,
                ..word.clone()
            });
            commands.push(Sentence {
                text: self.text[start..end].to_owned(),
                words: shifted.collect(),
            });
        }
        commands
    }

    /// The words from this one on, those joined by operators together.
    pub(super) fn joined(&self, from: usize) -> Vec<String> {
        let mut joined: Vec<(String, Range<usize>)> = Vec::new();
        for (i, word) in self.words.iter().enumerate().skip(from) {
            if i > from
                && self.operator_between(i)
                && let Some((text, span)) = joined.last_mut()
            {
                span.end = word.span.end;
                // After a blank a minus that subtracts from nothing is not taken for a flag.
                let blank = if text.starts_with('-') { " " } else { "" };
                *text = format!("{blank}{}", &self.text[span.clone()]);
            } else {
                joined.push((word.text.clone(), word.span.clone()));
            }
        }
        joined.into_iter().map(|(text, _)| text).collect()
    }

    /// Whether a word and the one before it belong to one expression.
    fn operator_between(&self, i: usize) -> bool {
        let word = &self.words[i];
        if word.quoted || word.is_flag() {
            return false;
        }
        let operator = word.begins_with_operator() || self.words[i - 1].ends_with_operator();
        operator && self.is_operand(i - 1)
    }

    /// Whether something can be added to this word.
    fn is_operand(&self, i: usize) -> bool {
        let word = &self.words[i];
        let is_command = i == 0 && is_command(&word.text);
        !(word.quoted || word.is_flag() || is_command)
    }

    /// Whether the last word needs another one after it.
    fn wants_more(&self) -> bool {
        let Some((last, i)) = self.words.last().zip(self.words.len().checked_sub(1)) else {
            return false;
        };
        if last.text.ends_with(":=") && !last.quoted {
            return true;
        }
        let bare = matches!(last.text.as_str(), "+" | "-" | "−" | "·" | "**" | "\\cdot");
        last.ends_with_operator() && (!bare || (i > 0 && self.is_operand(i - 1)))
    }
}

/// A command whose lines are still being read.
#[derive(Default)]
pub(super) struct Assembly {
    sentence: Sentence,
    /// A word whose end was not reached.
    current: Option<Word>,
    /// The brackets that are open, as their partners.
    brackets: Vec<char>,
    /// A bracket was closed that was not open: the parser will refuse it, so brackets are ignored.
    confused: bool,
    quote: Option<char>,
}

impl Assembly {
    /// Whether nothing has been read.
    pub(super) fn is_empty(&self) -> bool {
        self.sentence.text.is_empty()
    }

    /// How much has been read, in bytes.
    pub(super) fn len(&self) -> usize {
        self.sentence.text.len()
    }

    /// Adds a line; returns whether the command continues after it.
    pub(super) fn feed(&mut self, line: &str) -> bool {
        if self.quote.is_some() {
            self.push('\n');
        } else if !self.is_empty() && !self.sentence.text.ends_with(' ') {
            self.blank(' ');
        }
        let mut continued = false;
        let mut after_blank = true;
        let mut characters = line.chars().peekable();
        while let Some(c) = characters.next() {
            let was_after_blank = std::mem::replace(&mut after_blank, c.is_whitespace());
            match (self.quote, c) {
                (Some(quote), _) if c == quote => {
                    self.quote = None;
                    self.sentence.text.push(c);
                }
                (Some('"'), '\\') if matches!(characters.peek(), Some('"' | '\\')) => {
                    self.sentence.text.push(c);
                    self.push(characters.next().unwrap_or(c));
                }
                (Some(_), _) => self.push(c),
                (None, '\'' | '"') => {
                    self.quote = Some(c);
                    self.word().quoted = true;
                    self.sentence.text.push(c);
                }
                (None, '/') if was_after_blank && characters.peek() == Some(&'/') => break,
                (None, '\\') if characters.clone().all(char::is_whitespace) => {
                    continued = true;
                    break;
                }
                (None, _) if c.is_whitespace() => self.blank(' '),
                (None, ';') if self.brackets.is_empty() => {
                    self.end_word();
                    self.push(c);
                    self.end_word();
                }
                (None, _) => {
                    self.bracket(c);
                    self.push(c);
                }
            }
        }
        if self.quote.is_some() || !self.brackets.is_empty() || continued {
            return true;
        }
        self.end_word();
        self.sentence.wants_more()
    }

    fn bracket(&mut self, c: char) {
        match c {
            _ if self.confused => {}
            '(' => self.brackets.push(')'),
            '{' => self.brackets.push('}'),
            '[' => self.brackets.push(']'),
            ')' | '}' | ']' if self.brackets.pop() != Some(c) => {
                self.confused = true;
                self.brackets.clear();
            }
            _ => {}
        }
    }

    fn word(&mut self) -> &mut Word {
        let at = self.sentence.text.len();
        self.current.get_or_insert_with(|| Word {
            text: String::new(),
            span: at..at,
            quoted: false,
        })
    }

    fn push(&mut self, c: char) {
        self.word().text.push(c);
        self.sentence.text.push(c);
    }

    /// A blank or the end of a line: part of a word in quotes and in brackets, or else its end.
    fn blank(&mut self, c: char) {
        if self.quote.is_some() || !self.brackets.is_empty() {
            self.push(c);
        } else {
            self.end_word();
            self.sentence.text.push(c);
        }
    }

    fn end_word(&mut self) {
        if let Some(mut word) = self.current.take() {
            word.span.end = self.sentence.text.len();
            self.sentence.words.push(word);
        }
    }

    /// Returns the command read so far.
    pub(super) fn finish(mut self) -> Result<Sentence, Failure> {
        if let Some(quote) = self.quote {
            let message = format!("a quote ({quote}) is not closed");
            return Err(Failure::input(&message, None));
        }
        self.end_word();
        Ok(self.sentence)
    }
}

#[cfg(test)]
mod tests;
