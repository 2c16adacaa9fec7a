//! Random texts: junk never panics, and what is built to be an expression is one.

use proptest::prelude::*;

use super::{Node, NodeId, Syntax, parse, tree};

/// Children before parents, every node but the root used exactly once, spans nested.
fn check_shape(input: &str, syntax: &Syntax) {
    let mut uses = vec![0; syntax.len()];
    for (id, node) in syntax.iter() {
        let children: Vec<NodeId> = match node {
            Node::Nim(_) | Node::Name(_) | Node::Heap { .. } | Node::Value(_) => Vec::new(),
            Node::Set(options) => options.clone(),
            Node::Sharp(game) | Node::Copies(_, game) | Node::Mate(game) => vec![*game],
            Node::Sum { plus, minus } => {
                assert!(!plus.is_empty() && plus.len() + minus.len() >= 2);
                [plus.as_slice(), minus].concat()
            }
        };
        let span = syntax.span(id);
        assert!(
            input
                .get(span.start..span.end)
                .is_some_and(|text| !text.is_empty())
        );
        for child in children {
            assert!(child < id);
            uses[child.index()] += 1;
            let inner = syntax.span(child);
            assert!(span.start <= inner.start && inner.end <= span.end);
        }
    }
    assert_eq!(uses.pop(), Some(0));
    assert!(uses.iter().all(|&count| count == 1));
}

/// Texts that are mostly made of the words of the language, with some junk between them.
fn texts() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "0",
        "1",
        "2",
        "12",
        "*",
        "*3",
        "#",
        "##",
        "(",
        ")",
        "{",
        "}",
        "{}",
        "[",
        "]",
        "[#2]",
        "_",
        "_2",
        "_{#}",
        "^",
        "^-",
        "^{-}",
        "+",
        "-",
        "−",
        ",",
        "·",
        "⋅",
        "**",
        "3·",
        "x",
        "x-y",
        "f(",
        "kayles(5)",
        "cut{1,6}(3)",
        "0.77(5)",
        "0.",
        "%1",
        "%",
        ":=",
        ".",
        " ",
        "\t",
        "$",
        "~",
        r"\#",
        r"\{",
        r"\}",
        r"\cdot",
        r"\ast",
        r"\left",
        r"\right",
        r"\,",
        r"\foo",
        r"\",
        "ß",
        "@",
        "\0",
    ]);
    let junk = any::<char>().prop_map(String::from);
    let piece = prop_oneof![30 => words.prop_map(str::to_owned), 1 => junk];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Texts that are expressions by construction, one production at a time.
fn expressions() -> impl Strategy<Value = String> {
    let atoms = prop::sample::select(vec!["0", "2", "*12", "x", "{}", "kayles(5)", "0.77(5)"]);
    atoms
        .prop_map(str::to_owned)
        .prop_recursive(6, 40, 3, |inner| {
            let pair = (inner.clone(), inner.clone());
            let suffixes = vec!["#", "^--", "[#-2*3]", "_{4#}", "_#", "_1", " #"];
            prop_oneof![
                (inner.clone(), prop::sample::select(suffixes))
                    .prop_map(|(g, s)| format!("({g}){s}")),
                pair.clone().prop_map(|(g, h)| format!("{g} + {h}")),
                pair.clone().prop_map(|(g, h)| format!("{g}-({h})")),
                pair.clone().prop_map(|(g, h)| format!("({g})({h})")),
                pair.prop_map(|(g, h)| format!("{{{g},{h}}}")),
                inner.prop_map(|g| format!("3·({g})")),
            ]
        })
}

proptest! {
    #[test]
    fn any_text_is_a_tree_or_an_error(input in texts()) {
        match parse(&input) {
            Ok(syntax) => check_shape(&input, &syntax),
            Err(error) => {
                let span = error.span();
                prop_assert!(input.get(span.start..span.end).is_some());
                prop_assert!(!error.message().contains('\n'));
                let lines = 3 + usize::from(error.hint().is_some());
                prop_assert_eq!(error.render(&input).lines().count(), lines);
            }
        }
    }

    #[test]
    fn any_text_at_all(input in any::<String>()) {
        if let Err(error) = parse(&input) {
            error.render(&input);
        }
    }

    #[test]
    fn expressions_parse(input in expressions()) {
        let syntax = parse(&input);
        prop_assert!(syntax.is_ok(), "{}", syntax.unwrap_err().render(&input));
        check_shape(&input, &syntax.unwrap());
    }

    #[test]
    fn parentheses_and_blanks_change_nothing(input in expressions()) {
        prop_assert_eq!(tree(&format!(" ( {input} ) ")), tree(&input));
    }
}
