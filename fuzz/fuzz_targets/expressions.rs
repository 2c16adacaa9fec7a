//! Any text as an expression.

#![no_main]

#[path = "../../tests/fuzz/checks/expressions.rs"]
mod expressions;

libfuzzer_sys::fuzz_target!(|text: &str| expressions::expression(text));
