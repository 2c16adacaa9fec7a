//! Any text as a board of a game, which the first byte chooses.

#![no_main]

#[path = "../../tests/fuzz/checks/boards.rs"]
mod boards;

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    boards::board(boards::GAMES[usize::from(game) % boards::GAMES.len()], text);
});
