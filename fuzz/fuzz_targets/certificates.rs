//! Any text as a certificate of each kind.

#![no_main]

#[path = "../../tests/fuzz/checks/certificates.rs"]
mod certificates;

libfuzzer_sys::fuzz_target!(|text: &str| {
    certificates::parts(text);
    certificates::period(text);
    certificates::quotient(text);
});
