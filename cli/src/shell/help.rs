//! Pages of help.

use std::fmt::Write as _;

use super::vocabulary::{COMMAND_LINE, WORDS, commands, nearest};

/// A page that belongs to no command.
struct Topic {
    name: &'static str,
    text: &'static str,
    /// The words of the shell that it explains.
    words: &'static [&'static str],
}

const TOPICS: [Topic; 6] = [
    Topic {
        name: "lines",
        text: include_str!("help/lines.txt"),
        words: &["help", "exit", "quit", "shell"],
    },
    Topic {
        name: "notation",
        text: include_str!("help/notation.txt"),
        words: &[],
    },
    Topic {
        name: "names",
        text: include_str!("help/names.txt"),
        words: &["undo", "define"],
    },
    Topic {
        name: "results",
        text: include_str!("help/results.txt"),
        words: &[],
    },
    Topic {
        name: "limits",
        text: include_str!("help/limits.txt"),
        words: &["reset"],
    },
    Topic {
        name: "settings",
        text: include_str!("help/settings.txt"),
        words: &["set", "unset", "time"],
    },
];

/// The overview: commands, words of the shell and topics, one on each line.
pub(super) fn overview() -> String {
    let mut text = String::from(
        "Type a command, an expression (which is shown), or a binding x := EXPR.\n\nCommands:\n",
    );
    let mut list = |name: &str, about: &str| {
        // A `String` takes whatever is written.
        let _ = writeln!(text, "  {name:<12} {about}");
    };
    for (name, about) in commands() {
        list(name, &about);
    }
    for (name, about) in WORDS {
        list(name, about);
    }
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let _ = write!(
        text,
        "\nMore: help COMMAND, help RULESET, and help {}\n\n\
         Examples:\n  2 + 2\n  x := (4+2)#\n  primes x\n  moves 5+4+2 --all\n  quotient 0.75 --solve\n",
        names.join(", ")
    );
    text
}

/// The page of a topic that belongs to no command.
pub(crate) fn page(topic: &str) -> Option<&'static str> {
    let is_about = |t: &&Topic| t.name == topic || t.words.contains(&topic);
    TOPICS.iter().find(is_about).map(|page| page.text)
}

/// The page of a topic or a command.
pub(super) fn about(topic: &str) -> Option<String> {
    if let Some(text) = page(topic) {
        return Some(text.into());
    }
    commands().find(|(name, _)| *name == topic)?;
    let mut command = COMMAND_LINE.find_subcommand(topic)?.clone();
    Some(adapted(&command.render_long_help().to_string()))
}

/// The names of all pages.
pub(super) fn topics() -> impl Iterator<Item = &'static str> {
    let pages = TOPICS.iter().map(|topic| topic.name);
    pages.chain(commands().map(|(name, _)| name))
}

pub(crate) fn nearest_topic(topic: &str) -> Option<&'static str> {
    nearest(topic, topics())
}

/// Adapts the help of a command to the shell: without the word `misere`, and without examples that
/// need another program.
pub(super) fn adapted(text: &str) -> String {
    let mut adapted = String::new();
    for line in text.lines() {
        let example = line
            .strip_prefix("  ")
            .filter(|line| line.contains("misere "));
        if example.is_some_and(|line| line.contains([' ', '-']) && needs_others(line)) {
            continue;
        }
        for part in line.split(" && ") {
            let indent = if part.len() < line.len() && !part.starts_with(' ') {
                "  "
            } else {
                ""
            };
            let _ = writeln!(adapted, "{indent}{}", part.replace("misere ", ""));
        }
    }
    adapted
}

/// Whether an example has a pipe, a redirection or standard input in it.
fn needs_others(example: &str) -> bool {
    [" | ", " > ", " - "].iter().any(|sign| {
        // A minus in quotes is a difference.
        example
            .split('\'')
            .step_by(2)
            .any(|part| part.contains(sign))
    })
}

/// The examples of a page: the indented lines below `Example:` or `Examples:`.
#[cfg(test)]
pub(super) fn examples(page: &str) -> Vec<&str> {
    let lines = page.lines().skip_while(|line| !line.starts_with("Example"));
    let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
    lines.map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::super::conversation::command_of;
    use super::super::sentence::Assembly;
    use super::*;
    use clap::Parser;

    /// All pages with their names.
    fn pages() -> Vec<(&'static str, String)> {
        let pages = topics().map(|topic| (topic, about(topic).unwrap()));
        pages.chain([("", overview())]).collect()
    }

    #[test]
    fn every_page_has_examples_that_the_shell_reads() {
        for (topic, page) in pages() {
            assert!(!page.contains("misere ") || topic == "lines", "{topic}");
            let examples = examples(&page);
            if topic == "completions" {
                continue;
            }
            assert!(!examples.is_empty(), "{topic}");
            for example in examples {
                let mut assembly = Assembly::default();
                assert!(!assembly.feed(example), "{example}");
                let sentence = assembly.finish().ok().unwrap();
                if let Some(words) = command_of(&sentence) {
                    let words = ["misere".to_owned()].into_iter().chain(words);
                    let parsed = crate::Cli::try_parse_from(words);
                    assert!(parsed.is_ok(), "{topic}: {example}");
                }
            }
        }
    }

    #[test]
    fn every_word_is_explained() {
        for (word, _) in WORDS {
            assert!(about(word).is_some(), "{word}");
        }
        assert!(about("kayles").is_none());
        assert_eq!(nearest_topic("notatoin"), Some("notation"));
    }

    #[test]
    fn examples_fit_the_shell() {
        let text = "Usage: misere show\n\nExamples:\n  misere show '2 - 1'\n  \
                    echo 1 | misere show -\n  misere parts 2 --certificate p && misere check p\n";
        let fitting =
            "Usage: show\n\nExamples:\n  show '2 - 1'\n  parts 2 --certificate p\n  check p\n";
        assert_eq!(adapted(text), fitting);
    }
}
