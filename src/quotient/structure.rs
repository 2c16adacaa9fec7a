//! The structure of a quotient: idempotents, components, groups, tameness.

use std::collections::BTreeSet;

use super::error::QuotientError;
use super::monoid::{Element, Monoid};
use super::quotient::Quotient;
use crate::heaps::{Position, Ruleset};
use crate::limits::Budget;
use crate::nim::{Definition, NimError, NimValue};

/// The archimedean components, subgroups and kernel of a finite commutative monoid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// One component for each idempotent, by ascending idempotents; the first is that of 1, the
    /// group of units.
    pub components: Vec<Component>,
    /// The kernel, the least ideal: the maximal subgroup of the least idempotent.
    pub kernel: Vec<Element>,
    /// The identity of the kernel.
    pub kernel_identity: Element,
}

/// An archimedean component: the elements each of which divides a power of every other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Component {
    /// The only idempotent in it, a power of each of its elements.
    pub idempotent: Element,
    /// All elements, ascending.
    pub elements: Vec<Element>,
    /// The maximal subgroup with this identity: the elements x with xe = x.
    pub group: Vec<Element>,
}

impl Structure {
    /// Computes the structure of a monoid.
    pub fn of(monoid: &Monoid) -> Self {
        let powers: Vec<Element> = monoid
            .elements()
            .map(|x| idempotent_power(monoid, x))
            .collect();
        let idempotents: BTreeSet<Element> = powers.iter().copied().collect();
        let component = |&e: &Element| {
            let elements: Vec<Element> = monoid
                .elements()
                .filter(|&x| powers[x as usize] == e)
                .collect();
            let in_group = |x: &Element| monoid.times(*x, e) == *x;
            Component {
                idempotent: e,
                group: elements.iter().copied().filter(in_group).collect(),
                elements,
            }
        };
        // A product of idempotents is one, and that of all of them is the least.
        let kernel_identity = idempotents.iter().fold(0, |z, &e| monoid.times(z, e));
        let kernel: BTreeSet<Element> = monoid.row(kernel_identity).into_iter().collect();
        Self {
            components: idempotents.iter().map(component).collect(),
            kernel: kernel.into_iter().collect(),
            kernel_identity,
        }
    }

    /// Returns the elements that have inverses.
    pub fn units(&self) -> &[Element] {
        self.components.first().map_or(&[], |c| &c.elements)
    }

    /// Returns the P-values in the kernel.
    pub fn p_values_of_kernel(&self, monoid: &Monoid) -> Vec<Element> {
        let kernel = self.kernel.iter().copied();
        kernel.filter(|&x| monoid.is_p(x)).collect()
    }
}

/// Returns the only idempotent among the powers of an element.
fn idempotent_power(monoid: &Monoid, x: Element) -> Element {
    let row = monoid.row(x);
    let mut power = x;
    while monoid.times(power, power) != power {
        power = row[power as usize];
    }
    power
}

impl Monoid {
    /// Checks whether this is the quotient of a tame set of games: one whose sums play like sums of
    /// nim heaps.
    ///
    /// Those quotients are the trivial one, that of heaps of size 1, which is {1, a} with P = {a},
    /// and those of nim heaps up to 2^(k−1) with k ≥ 2: units 1 and a, a in P and a² = 1, and a group
    /// of 2^k elements in which every square is its identity z, the other element of P.
    pub fn is_tame(&self) -> bool {
        let structure = Structure::of(self);
        let units = structure.units();
        let unit_in_p = || units.get(1).is_some_and(|&a| self.is_p(a));
        match (self.order(), self.p_order()) {
            (1, 0) => true,
            (2, 1) => units.len() == 2,
            (order, 2) if order >= 6 && (order - 2).is_power_of_two() => {
                let kernel = &structure.kernel;
                let z = structure.kernel_identity;
                units.len() == 2
                    && unit_in_p()
                    && kernel.len() == order - 2
                    && self.is_p(z)
                    && kernel.iter().all(|&x| self.times(x, x) == z)
            }
            _ => false,
        }
    }
}

/// The relation between the kernel of a quotient and normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelAndNim {
    /// The order of the group of nim values of all sums.
    pub nim_group_order: u64,
    /// Whether the kernel is that group: G ↦ Φ(G)z and G ↦ nim value make the same sums equal.
    pub is_nim_group: bool,
    /// Whether, in addition, z is the only element of the kernel in P: large sums play as in normal
    /// play.
    pub plays_as_normal: bool,
}

impl Quotient {
    /// Compares the kernel with the group of nim values that the same heaps have in normal play.
    pub fn kernel_and_nim(
        &self,
        ruleset: &dyn Ruleset,
        budget: &Budget,
    ) -> Result<KernelAndNim, QuotientError> {
        let monoid = self.monoid();
        let structure = Structure::of(monoid);
        let z = structure.kernel_identity;
        let mut definition = Definition::new(ruleset).map_err(|_| QuotientError::Loopy {
            ruleset: ruleset.name(),
        })?;
        // A basis of the nim values, each row with the kernel element of the sum it comes from.
        let mut basis: Vec<(NimValue, Element)> = Vec::new();
        let mut agree = true;
        for (heap, &value) in (self.smallest()..).zip(self.pretending()) {
            let nim = definition.value(Position::heap(heap), budget);
            let mut nim = nim.map_err(|error| match error {
                NimError::Stopped(reason) => QuotientError::Stopped(reason),
                _ => QuotientError::NotHeaps {
                    ruleset: ruleset.name(),
                },
            })?;
            let mut element = monoid.times(value, z);
            // All of the group's elements must be their own inverses, as nim values are.
            agree &= monoid.times(element, element) == z;
            for (row, row_element) in &basis {
                if nim.clone() ^ row < nim {
                    nim ^= row;
                    element = monoid.times(element, *row_element);
                }
            }
            if nim.is_zero() {
                agree &= element == z;
            } else {
                let at = basis.partition_point(|(row, _)| *row > nim);
                basis.insert(at, (nim, element));
            }
        }
        let rank = u32::try_from(basis.len()).unwrap_or(u32::MAX);
        let nim_group_order = 1u64.checked_shl(rank).unwrap_or(u64::MAX);
        // If they agree, the kernel is a quotient of the group of nim values, and equal if the orders
        // are equal.
        let is_nim_group = agree && structure.kernel.len() as u64 == nim_group_order;
        Ok(KernelAndNim {
            nim_group_order,
            is_nim_group,
            plays_as_normal: is_nim_group && structure.p_values_of_kernel(monoid) == [z],
        })
    }
}
