//! Any text as a ruleset, a pattern, a family and a shard.

#![no_main]

#[path = "../../tests/fuzz/checks/rulesets.rs"]
mod rulesets;

libfuzzer_sys::fuzz_target!(|text: &str| {
    rulesets::ruleset_text(text);
    rulesets::pattern(text);
    rulesets::family(text);
    rulesets::shard(text);
});
