use super::*;

/// The words of a command with operators joined, and how many lines it took of those given.
fn read(text: &str) -> (Vec<String>, usize) {
    let mut assembly = Assembly::default();
    let mut lines = 0;
    for line in text.split('\n') {
        lines += 1;
        if !assembly.feed(line) {
            break;
        }
    }
    let Ok(sentence) = assembly.finish() else {
        return (vec!["an open quote".into()], lines);
    };
    let first = sentence.words.first().map(|word| word.text.clone());
    let rest = sentence.joined(1);
    (first.into_iter().chain(rest).collect(), lines)
}

#[test]
fn words() {
    for (line, expected) in [
        ("show 2+2", &["show", "2+2"][..]),
        ("show 2 + 2", &["show", "2 + 2"]),
        ("show 2 +2", &["show", "2 +2"]),
        ("show 2+ 2", &["show", "2+ 2"]),
        ("show 2 -2", &["show", "2 -2"]),
        ("show 2 - x 3", &["show", "2 - x", "3"]),
        ("show 2 −2 · 3", &["show", "2 −2 · 3"]),
        ("show 3 ** 2#", &["show", "3 ** 2#"]),
        (r"show 3\cdot 2", &["show", r"3\cdot 2"]),
        (r"show 2_{\#\#}", &["show", r"2_{\#\#}"]),
        ("show 2 2#", &["show", "2", "2#"]),
        // A nim heap begins with a star and is no product.
        ("show 2 *12", &["show", "2", "*12"]),
        // Mates end with a minus and are no difference.
        ("compare 2#^- 3", &["compare", "2#^-", "3"]),
        ("compare 2#^-- - 1 3", &["compare", "2#^-- - 1", "3"]),
        ("moves 5 + 4 --all", &["moves", "5 + 4", "--all"]),
        ("show -q 2 -q", &["show", "-q", "2", "-q"]),
        ("show --form + 2", &["show", "--form", "+ 2"]),
        ("show - 2", &["show", " - 2"]),
        ("show -", &["show", "-"]),
        ("day -1", &["day", "-1"]),
        ("show {2, {2, 3}} 1", &["show", "{2, {2, 3}}", "1"]),
        ("show (2 + 1)# 2 [#]", &["show", "(2 + 1)#", "2", "[#]"]),
        (
            "quotient cut{1, 6} --solve",
            &["quotient", "cut{1, 6}", "--solve"],
        ),
        ("sweep cut{1} + {2..9}", &["sweep", "cut{1} + {2..9}"]),
        // Quotes keep words together and apart.
        ("show '2 2' \"3 3\"", &["show", "2 2", "3 3"]),
        ("show '2' + '2'", &["show", "2", "+", "2"]),
        (
            "plot kayles --title=\"a \\\"b\\\" \\c\"",
            &["plot", "kayles", r#"--title=a "b" \c"#],
        ),
        ("check ''", &["check", ""]),
        ("show ) 2", &["show", ")", "2"]),
        ("  show\t2  ", &["show", "2"]),
        // Remarks.
        ("show 2 // + 2", &["show", "2"]),
        ("// show 2", &[]),
        ("show '2 // 3'", &["show", "2 // 3"]),
        ("check a//b", &["check", "a//b"]),
        (
            "josephus 9 2 --weight 3/2",
            &["josephus", "9", "2", "--weight", "3/2"],
        ),
        ("", &[]),
    ] {
        assert_eq!(
            read(line),
            (expected.iter().map(|&w| w.into()).collect(), 1),
            "{line}"
        );
    }
}

#[test]
fn several_lines() {
    for (text, expected, lines) in [
        ("show 2 +\n2\n3", &["show", "2 + 2"][..], 2),
        ("show 2 + // two\n2", &["show", "2 + 2"], 2),
        ("show (2 +\n\n1)#\n3", &["show", "(2 + 1)#"], 3),
        (
            "show {2, // a set\n{2,3}} 1",
            &["show", "{2, {2,3}}", "1"],
            2,
        ),
        ("show 2 \\\n--trace\n3", &["show", "2", "--trace"], 2),
        ("show 3\\cdot\n2", &["show", "3\\cdot 2"], 2),
        ("x :=\n2", &["x", ":=", "2"], 2),
        ("2 -\n1", &["2", " - 1"], 2),
        (
            "plot kayles --title 'a\nb'",
            &["plot", "kayles", "--title", "a\nb"],
            2,
        ),
        // Nothing to wait for.
        ("show -\n2", &["show", "-"], 1),
        ("show +\n2", &["show", "+"], 1),
        ("+\n2", &["+"], 1),
        ("show 2^-\n2", &["show", "2^-"], 1),
        ("show (2]\n2", &["show", "(2]"], 1),
        ("show 2)(\n2", &["show", "2)("], 1),
        ("show '+'\n2", &["show", "+"], 1),
        ("show (2", &["show", "(2"], 1),
        ("show '2", &["an open quote"], 1),
    ] {
        let words = expected.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(read(text), (words, lines), "{text}");
    }
}

#[test]
fn any_text_has_words() {
    use proptest::prelude::*;
    proptest!(ProptestConfig::with_cases(500), |(text in r#"[show 2+\-·*\\'"(){}\[\]/:=^#\n%]{0,40}"#)| {
        let mut assembly = Assembly::default();
        for line in text.split('\n') {
            assembly.feed(line);
        }
        if let Ok(sentence) = assembly.finish() {
            // Every word stands where it says it stands, and joining loses none.
            for word in &sentence.words {
                let written = &sentence.text[word.span.clone()];
                prop_assert!(word.quoted || written == word.text, "{written}");
            }
            let letters = |text: String| text.chars().filter(|c| !c.is_whitespace()).count();
            let apart: usize = sentence.words.iter().map(|word| letters(word.text.clone())).sum();
            let joined: usize = sentence.joined(0).into_iter().map(letters).sum();
            prop_assert_eq!(apart, joined);
        }
    });
}
