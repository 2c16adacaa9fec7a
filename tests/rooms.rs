//! The rooms of the library depend on each other in one direction.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Each room with those that it may use; a room may use what stands above it in this list only.
/// docs/architecture.md draws the same arrows.
const ROOMS: &[(&str, &[&str])] = &[
    ("limits", &[]),
    ("game", &["limits"]),
    ("numbers", &["limits"]),
    ("heaps", &["game", "limits", "numbers"]),
    ("notation", &["game", "heaps", "limits"]),
    ("parts", &["game", "limits"]),
    ("census", &["game", "limits", "numbers"]),
    ("nim", &["heaps", "limits", "numbers"]),
    ("expr", &["game", "heaps", "limits", "notation", "parts"]),
    ("genus", &["game", "heaps", "limits", "nim"]),
    (
        "quotient",
        &["expr", "game", "heaps", "limits", "nim", "notation"],
    ),
    ("guide", &[]),
    (
        "play",
        &[
            "expr", "game", "genus", "heaps", "limits", "nim", "notation", "quotient",
        ],
    ),
    (
        "answer",
        &[
            "census", "expr", "game", "genus", "heaps", "limits", "nim", "notation", "numbers",
            "parts", "play", "quotient",
        ],
    ),
    ("atlas", &["answer", "heaps", "limits", "nim", "quotient"]),
];

/// Files of the root that every room may use.
const SHARED: &[&str] = &["file", "printable", "subsets"];

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

/// The rooms that code mentions as `crate::room`. Comments may point anywhere, and unit tests may
/// use what they like.
fn used(text: &str) -> BTreeSet<String> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text);
    let code = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut used = BTreeSet::new();
    for line in code {
        for rest in line.split("crate::").skip(1) {
            let name: String = rest
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                .collect();
            used.insert(name);
        }
    }
    used
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut arrows = 0;
    for (i, (room, allowed)) in ROOMS.iter().enumerate() {
        let below: BTreeSet<&str> = ROOMS[..i].iter().map(|(name, _)| *name).collect();
        assert!(allowed.iter().all(|name| below.contains(name)), "{room}");
        let mut texts = Vec::new();
        sources(&source.join(room), &mut texts);
        let all: BTreeSet<String> = texts.iter().flat_map(|text| used(text)).collect();
        let rooms = ROOMS.iter().map(|(name, _)| *name);
        let found: BTreeSet<&str> = rooms
            .filter(|name| name != room && all.contains(*name))
            .collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert_eq!(found, allowed, "{room}");
        arrows += found.len();
        let unknown = all.iter().find(|name| {
            let name = name.as_str();
            !name.is_empty()
                && !ROOMS.iter().any(|(known, _)| *known == name)
                && !SHARED.contains(&name)
        });
        assert_eq!(unknown, None, "{room}");
    }
    println!("{arrows} arrows");
}
