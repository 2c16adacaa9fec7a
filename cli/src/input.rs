//! Reading sizes and times, lines of standard input, and files.

use std::io::{self, BufRead, Read};
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::de::DeserializeOwned;

use misere::file;
use misere::heaps::entries;
use misere::limits::{Account, Budget, Reason};
use misere::notation::MAX_INPUT;

use super::failure::Failure;
use super::interrupt::WAITING;

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

/// Whether a word is a number.
pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sum of nim heaps of these sizes.
pub(super) fn nim_heaps(sizes: &[&str]) -> String {
    let heaps = sizes.iter().map(|size| format!("*{size}"));
    heaps.collect::<Vec<_>>().join("+")
}

/// Returns the only word, which names a ruleset. Otherwise says what was probably meant.
pub(super) fn one_ruleset(words: &[String]) -> Result<String, Failure> {
    if let [ruleset] = words {
        return Ok(ruleset.clone());
    }
    let (count, given) = (words.len(), words.join(" "));
    let message = format!("expected one ruleset, found {count} words: {given}");
    let hint = meant(words);
    Err(Failure::input(&message, Some(&hint)))
}

/// Says what to write instead of several words.
fn meant<'w>(words: &'w [String]) -> String {
    if let Some(hint) = last_heap(words) {
        return hint;
    }
    // What a shell makes of `cut{1,6}`: the name with each number.
    let name = |word: &'w str| {
        word.split(|c: char| c.is_ascii_digit())
            .next()
            .unwrap_or("")
    };
    let first = words.first().map_or("", |word| name(word));
    let is_expanded = words
        .iter()
        .all(|word| name(word) == first && word != first);
    if is_expanded && entries().any(|entry| entry.is_called(first)) {
        return "shells expand braces: write 'cut{1,6}' in quotes, or cut:1,6".into();
    }
    "one ruleset at a time; what has blanks or braces is put in quotes".into()
}

/// The advice where a ruleset is followed by a number and nothing else.
pub(super) fn last_heap(words: &[String]) -> Option<String> {
    let [ruleset, number] = words else {
        return None;
    };
    (is_number(number) && ruleset.parse::<u64>().is_err())
        .then(|| format!("the last heap is set by --to: {ruleset} --to {number}"))
}

/// Heaps in a list, as in `5+9` or `5, 9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeapList(pub(super) Vec<u64>);

pub(super) fn heaps(text: &str) -> Result<HeapList, String> {
    let sizes = text.split(['+', ',']).map(|size| size.trim().parse());
    let sizes: Result<Vec<u64>, _> = sizes.collect();
    sizes
        .map(HeapList)
        .map_err(|_| "expected the sizes of heaps, as in 5+9 or 5,9".into())
}

/// The line of standard input that an expression comes from; none for the command line.
pub(super) type Place = Option<usize>;

pub(super) type Expressions = Box<dyn Iterator<Item = Result<(String, Place), Failure>>>;

/// The expressions to work on: those given, or with `-` one a line from standard input.
pub(super) fn expressions(given: Vec<String>, budget: &Budget) -> Result<Expressions, Failure> {
    if given == ["-"] {
        return Ok(standard_input(budget.clone()));
    }
    if given.iter().any(|expression| expression == "-") {
        let message = "`-` stands for standard input and cannot be mixed with expressions";
        return Err(Failure::input(message, None));
    }
    Ok(Box::new(
        given.into_iter().map(|expression| Ok((expression, None))),
    ))
}

/// The lines of standard input that are not blank, with their numbers, until the deadline.
pub(super) fn standard_input(budget: Budget) -> Expressions {
    Box::new(Lines { number: 0, budget })
}

/// The lines of standard input that are not blank.
struct Lines {
    number: usize,
    budget: Budget,
}

impl Iterator for Lines {
    type Item = Result<(String, Place), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.number += 1;
            if let Err(reason) = self.budget.check() {
                return Some(Err(reason.into()));
            }
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

/// Reads one line of standard input, and at most what the parser takes: a line without end must
/// not fill memory. Messages call the line `what`.
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

/// The text of a file, counted against the memory limit while it is kept.
pub(super) struct Text {
    text: String,
    _account: Account,
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Reads a text file, which must be an ordinary one of at most 1 GiB.
pub(super) fn read_file(path: &Path, budget: &Budget) -> Result<Text, Failure> {
    /// More than any certificate that could be checked in reasonable time.
    const LARGEST: u64 = 1 << 30;
    /// Between two checks of the deadline.
    const CHUNK: usize = 1 << 20;
    let shown = path.display();
    let refuse = |what: String| Failure::input(&format!("{shown}: {what}"), None);
    let refuse_io = |error: io::Error| refuse(error.to_string());
    let (mut file, length) = file::open(path).map_err(refuse_io)?;
    if length > LARGEST {
        return Err(refuse(format!("larger than {LARGEST} bytes")));
    }
    let mut account = budget.account();
    let mut bytes = Vec::new();
    let mut expected = usize::try_from(length).unwrap_or(usize::MAX);
    loop {
        budget.check()?;
        account.hold(bytes.len().max(expected).saturating_add(CHUNK))?;
        let more = expected.saturating_sub(bytes.len()) + CHUNK;
        bytes
            .try_reserve_exact(more)
            .map_err(|_| Reason::Allocator)?;
        let read = (&mut file).take(CHUNK as u64).read_to_end(&mut bytes);
        if read.map_err(refuse_io)? == 0 {
            break;
        }
        // A file may grow while it is read.
        expected = expected.max(bytes.len());
        if bytes.len() as u64 > LARGEST {
            return Err(refuse(format!("larger than {LARGEST} bytes")));
        }
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let column = error.utf8_error().valid_up_to() + 1;
        refuse(format!("not UTF-8 at byte {column}"))
    })?;
    Ok(Text {
        text,
        _account: account,
    })
}

/// Holds the memory of what untrusted JSON is parsed to: lists and objects, and their items.
pub(super) fn hold_json(text: &str, budget: &Budget) -> Result<Account, Reason> {
    /// A `Vec` in a list that is up to twice as long as needed.
    const LIST: usize = 2 * size_of::<Vec<u8>>();
    /// A number in such a list.
    const ITEM: usize = 2 * size_of::<u64>();
    let bytes = text.bytes().map(|byte| match byte {
        b'[' | b'{' => LIST,
        b',' => ITEM,
        _ => 0,
    });
    let mut account = budget.account();
    account.hold(bytes.sum())?;
    Ok(account)
}

/// Parses JSON until the deadline.
///
/// # Errors
/// The outer error is a limit, the inner one a mistake in the text.
pub(super) fn parse_json<T: DeserializeOwned>(
    text: &str,
    budget: &Budget,
) -> Result<serde_json::Result<T>, Reason> {
    let reader = io::BufReader::with_capacity(
        1 << 16,
        UntilDeadline {
            text: text.as_bytes(),
            budget,
        },
    );
    let parsed = serde_json::from_reader(reader);
    match &parsed {
        Err(error) if error.is_io() => budget.check().map(|()| parsed),
        _ => Ok(parsed),
    }
}

/// A text whose reader is refused after the deadline.
struct UntilDeadline<'t> {
    text: &'t [u8],
    budget: &'t Budget,
}

impl Read for UntilDeadline<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.budget.check().map_err(io::Error::other)?;
        self.text.read(buffer)
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
    fn lists_of_heaps() {
        for (text, sizes) in [
            ("9,5", Some(vec![9, 5])),
            ("5+9", Some(vec![5, 9])),
            ("5, 9", Some(vec![5, 9])),
            (" 5 + 9, 2 ", Some(vec![5, 9, 2])),
            ("7", Some(vec![7])),
            ("", None),
            ("5,", None),
            ("5 9", None),
            ("-5", None),
        ] {
            assert_eq!(heaps(text).ok().map(|list| list.0), sizes, "{text}");
        }
    }

    #[test]
    fn several_words_are_explained() {
        for (given, hint) in [
            ("kayles 20", "the last heap is set by --to: kayles --to 20"),
            ("0.77 20", "the last heap is set by --to: 0.77 --to 20"),
            ("cut1 cut6", "shells expand braces"),
            ("subtraction1 subtraction2;sink=1", "shells expand braces"),
            ("kayles grundy", "one ruleset at a time"),
            ("cut1 grundy2", "one ruleset at a time"),
            ("kayles 20 30", "one ruleset at a time"),
        ] {
            let words: Vec<String> = given.split(' ').map(Into::into).collect();
            let message = one_ruleset(&words).unwrap_err().message(false).unwrap();
            assert!(message.contains(hint), "{message}");
        }
    }

    #[test]
    fn files_obey_the_limits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let text = "[],".repeat(1_000_000);
        std::fs::write(&path, &text).unwrap();
        let read = read_file(&path, &Budget::default()).ok().unwrap();
        assert_eq!(*read, *text);
        let stopped = |budget: &Budget| match read_file(&path, budget) {
            Err(Failure::Interrupted(reason)) => Some(reason),
            _ => None,
        };
        let small = Budget::default().with_max_memory(1_000_000);
        assert!(matches!(stopped(&small), Some(Reason::Memory { .. })));
        let late = Budget::timeout(Duration::ZERO);
        assert_eq!(stopped(&late), Some(Reason::Deadline));
        let json = parse_json::<Vec<u8>>("[1, 2]", &Budget::default());
        assert_eq!(json.unwrap().unwrap(), [1, 2]);
        let json = parse_json::<Vec<u8>>("[1, 2]", &late);
        assert_eq!(json.err(), Some(Reason::Deadline));
        let fits = Budget::default().with_max_memory(100_000_000);
        assert!(hold_json(&text, &small).is_err());
        assert!(hold_json(&text, &fits).is_ok());
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
