//! Any text as a formula, a file of definitions and a table.

#![no_main]

#[path = "../../tests/fuzz/checks/rulesets.rs"]
mod rulesets;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if text.contains("->") {
        rulesets::ruleset_text(text);
    }
    rulesets::definitions(text);
    rulesets::table(text);
});
