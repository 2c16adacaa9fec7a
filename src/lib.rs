//! The algebra of impartial games, to win and above all to lose.

pub mod census;
pub mod game;
pub mod notation;
