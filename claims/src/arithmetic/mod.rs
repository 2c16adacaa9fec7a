//! Iannucci and Larsson, *Game values of arithmetic functions* (2021).

mod counting;
mod direct;
mod dividing;
mod examples;
mod loopy;
mod nontotative;
mod printed;
mod proofs;
mod residues;
mod rules;
mod sets;
mod singletons;
mod totient;

use crate::Claim;

pub(super) use direct::{by_powerset_lemma, direct};

/// The claims, by section.
pub(super) const SECTIONS: &[&[Claim]] = &[
    examples::CLAIMS,
    rules::CLAIMS,
    printed::CLAIMS,
    singletons::CLAIMS,
    nontotative::CLAIMS,
    totient::CLAIMS,
    counting::CLAIMS,
    dividing::CLAIMS,
    residues::CLAIMS,
    sets::CLAIMS,
    loopy::CLAIMS,
    proofs::CLAIMS,
];
