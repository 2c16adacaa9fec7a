//! The algebra of impartial games, to win and above all to lose.

pub mod notation;
