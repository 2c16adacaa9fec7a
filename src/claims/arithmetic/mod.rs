//! Iannucci and Larsson, *Game values of arithmetic functions*.

mod counting;
mod dividing;
mod examples;
mod loopy;
mod printed;
mod sets;
mod singletons;

use super::claim::Claim;

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    let sections = [
        examples::CLAIMS,
        printed::CLAIMS,
        singletons::CLAIMS,
        counting::CLAIMS,
        dividing::CLAIMS,
        sets::CLAIMS,
        loopy::CLAIMS,
    ];
    sections.into_iter().flatten()
}
