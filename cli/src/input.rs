//! Reading arguments: sizes, times, and expressions from standard input.

use std::io::{BufRead, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use misere::notation::MAX_INPUT;

use super::failure::Failure;

/// `4G`, `500M`, `64K`, `1000`: powers of 1024.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let number = text.trim_end_matches(['i', 'B']);
    let (number, shift) = match number.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&number[..at], 10),
        Some((at, 'm' | 'M')) => (&number[..at], 20),
        Some((at, 'g' | 'G')) => (&number[..at], 30),
        _ => (number, 0),
    };
    let number: usize = number
        .parse()
        .map_err(|_| "expected a size, as in 500M or 4G")?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "larger than any memory".into())
}

/// `2.5`, `90s`, `5m`, `2h`, `200ms`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let split = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a time in ms, s, m or h, as in 2.5s or 5m".into()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "expected a time, as in 2.5 or 5m")?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "not a length of time".into())
}

/// The one ruleset that was meant. Several words are what a shell makes of unquoted braces.
pub(super) fn one_ruleset(words: &[String]) -> Result<String, Failure> {
    if let [ruleset] = words {
        return Ok(ruleset.clone());
    }
    let hint = "shells expand braces: write 'cut{1,6}' in quotes, or cut:1,6";
    let (count, given) = (words.len(), words.join(" "));
    let message = format!("expected one ruleset, found {count} words: {given}");
    Err(Failure::input(&message, Some(hint)))
}

/// True while the program waits for input: there is then nothing to stop, and Ctrl-C ends it.
pub(super) static WAITING: AtomicBool = AtomicBool::new(false);

/// Where an expression comes from: its line on standard input, or the command line.
pub(super) type Place = Option<usize>;

pub(super) type Expressions = Box<dyn Iterator<Item = Result<(String, Place), Failure>>>;

/// The expressions to work on: those given, or with `-` one a line from standard input.
pub(super) fn expressions(given: Vec<String>) -> Result<Expressions, Failure> {
    if given == ["-"] {
        return Ok(standard_input());
    }
    if given.iter().any(|expression| expression == "-") {
        let message = "`-` stands for standard input and cannot be mixed with expressions";
        return Err(Failure::input(message, None));
    }
    Ok(Box::new(
        given.into_iter().map(|expression| Ok((expression, None))),
    ))
}

/// The lines of standard input that are not blank, with their numbers.
pub(super) fn standard_input() -> Expressions {
    Box::new(Lines { number: 0 })
}

/// The lines of standard input that are not blank.
struct Lines {
    number: usize,
}

impl Iterator for Lines {
    type Item = Result<(String, Place), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.number += 1;
            match self.read() {
                Ok(None) => return None,
                Ok(Some(line)) if line.trim().is_empty() => {}
                Ok(Some(line)) => return Some(Ok((line, Some(self.number)))),
                Err(failure) => return Some(Err(failure)),
            }
        }
    }
}

impl Lines {
    fn read(&self) -> Result<Option<String>, Failure> {
        read_line(&format!("line {}", self.number))
    }
}

/// One line of standard input, not more of it than the parser takes: a line without end must not
/// fill memory. `what` it is stands in the messages.
pub(super) fn read_line(what: &str) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let mut limited = std::io::stdin().lock().take(MAX_INPUT as u64 + 3);
    WAITING.store(true, Ordering::Relaxed);
    let read = limited.read_until(b'\n', &mut line);
    WAITING.store(false, Ordering::Relaxed);
    read.map_err(|error| Failure::input(&format!("standard input: {error}"), None))?;
    if line.is_empty() {
        return Ok(None);
    }
    for end in [b'\n', b'\r'] {
        if line.last() == Some(&end) {
            line.pop();
        }
    }
    if line.len() > MAX_INPUT {
        let message = format!("{what} is longer than the {MAX_INPUT} bytes allowed");
        return Err(Failure::input(&message, None));
    }
    String::from_utf8(line).map(Some).map_err(|error| {
        let column = error.utf8_error().valid_up_to() + 1;
        let message = format!("{what} is not UTF-8 at byte {column}");
        Failure::input(&message, None)
    })
}

/// The text of a file, which must be an ordinary one and not too large.
pub(super) fn read_file(path: &Path) -> Result<String, Failure> {
    /// More than any certificate that could be checked in reasonable time.
    const LARGEST: u64 = 1 << 30;
    let shown = path.display();
    let refuse = |what: String| Failure::input(&format!("{shown}: {what}"), None);
    let metadata = std::fs::metadata(path).map_err(|error| refuse(error.to_string()))?;
    if !metadata.is_file() {
        return Err(refuse("not an ordinary file".into()));
    }
    let mut text = String::new();
    let read = std::fs::File::open(path).and_then(|file| {
        // One byte more than allowed, so that a file that grows meanwhile is noticed.
        file.take(LARGEST + 1).read_to_string(&mut text)
    });
    match read {
        Err(error) => Err(refuse(error.to_string())),
        Ok(size) if size as u64 > LARGEST => Err(refuse(format!("larger than {LARGEST} bytes"))),
        Ok(_) => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, size) in [
            ("1000", Some(1000)),
            ("64K", Some(64 << 10)),
            ("500M", Some(500 << 20)),
            ("4GiB", Some(4 << 30)),
            ("G", None),
            ("-1", None),
            ("99999999999999G", None),
        ] {
            assert_eq!(bytes(text).ok(), size, "{text}");
        }
    }

    #[test]
    fn times() {
        for (text, milliseconds) in [
            ("2.5", Some(2500)),
            ("90s", Some(90_000)),
            ("5m", Some(300_000)),
            ("200ms", Some(200)),
            ("-1", None),
            ("1e999", None),
            ("x", None),
            ("5 parsecs", None),
        ] {
            let expected = milliseconds.map(Duration::from_millis);
            assert_eq!(duration(text).ok(), expected, "{text}");
        }
    }
}
