//! Takahashi, Manabe and Miyadera, *Josephus Nim* (2025).

mod circle;
mod classes;
mod half;
mod moves;

use crate::{Claim, Work};
use misere::heaps::{Board, Heaps, Josephus, Position, Ruleset, Weight};

/// The claims, by section.
pub(super) const SECTIONS: &[&[Claim]] =
    &[moves::CLAIMS, classes::CLAIMS, half::CLAIMS, circle::CLAIMS];

/// Checks whether (x, y) is in G_{s,n} of Definition 2.5.
fn in_main(s: u64, n: u32, x: u64, y: u64) -> bool {
    let q = (2 * s + 1) << n;
    x == q - 1 + y && y < q
}

/// Checks whether (x, y) is in some G_{s,n}.
fn in_some_main(s: u64, x: u64, y: u64) -> bool {
    (0..40).any(|n| in_main(s, n, x, y))
}

/// Checks whether (x, y) is in G_{s,a} or G_{s,b}.
fn in_corner(s: u64, x: u64, y: u64) -> bool {
    let k = x / 2;
    k < s && s - k < 60 && (1 << (s - k - 1)) + k <= y && y < (1 << (s - k)) + k
}

fn in_class(s: u64, x: u64, y: u64) -> bool {
    in_some_main(s, x, y) || in_corner(s, x, y)
}

/// Finds the s with (x, y) in G_s.
fn class(x: u64, y: u64) -> u64 {
    (0..=x + y + 1)
        .find(|&s| in_class(s, x, y))
        .unwrap_or(u64::MAX)
}

fn whole_board() -> Josephus {
    Josephus::new(Weight::ONE, Board::All)
}

fn half_board() -> Josephus {
    Josephus::new(Weight::ONE, Board::Nonnegative)
}

/// Returns the positions that a move leads to, sorted.
fn moves(game: &Josephus, x: u64, y: u64) -> Vec<(u64, u64)> {
    let positions = game.options(Position::pair(x, y));
    let mut targets: Vec<(u64, u64)> = positions
        .filter_map(|option: Heaps| option.iter().next())
        .map(|(p, _)| (p.coordinates()[0], p.coordinates()[1]))
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn board(work: &Work<'_>) -> u64 {
    work.at_depth(40, 80, 160)
}
