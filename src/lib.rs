//! The algebra of impartial games, to win and above all to lose.

#[cfg(feature = "cli")]
pub mod cli;
pub mod expr;
pub mod game;
pub mod notation;
