//! Names for the generators and elements of a quotient.

use crate::quotient::{Element, Monoid, Quotient};

/// Writes elements of a quotient as monomials. The generators are named a, b, …, z, A, …, Z, then
/// g53, g54, ….
pub struct Letters<'q> {
    monoid: &'q Monoid,
    /// Between the factors of a monomial.
    space: &'static str,
    exponents: Exponents,
}

/// How exponents are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exponents {
    /// `b^2`
    Caret,
    /// `b^{2}`
    Braces,
    /// `b²`
    Raised,
}

impl<'q> Letters<'q> {
    /// Writes monomials as in `a b^2`.
    pub fn of(quotient: &'q Quotient) -> Self {
        Self::of_monoid(quotient.monoid())
    }

    /// Writes elements of a monoid as in `a b^2`.
    pub fn of_monoid(monoid: &'q Monoid) -> Self {
        Self {
            monoid,
            space: " ",
            exponents: Exponents::Caret,
        }
    }

    /// Writes monomials as in `ab²`.
    pub fn compact(quotient: &'q Quotient) -> Self {
        // Beyond the letters, generators have numbers and must be kept apart.
        let letters = quotient.generators().len() <= 52;
        Self {
            monoid: quotient.monoid(),
            space: if letters { "" } else { " " },
            exponents: Exponents::Raised,
        }
    }

    /// Writes monomials as in `ab^{2}`.
    pub fn tex(quotient: &'q Quotient) -> Self {
        Self::tex_of_monoid(quotient.monoid())
    }

    /// Writes elements of a monoid as in `ab^{2}`.
    pub fn tex_of_monoid(monoid: &'q Monoid) -> Self {
        Self {
            monoid,
            space: "",
            exponents: Exponents::Braces,
        }
    }

    /// Returns the name of a generator, by its number from 0 on.
    pub fn generator(&self, generator: usize) -> String {
        let letters = ('a'..='z').chain('A'..='Z');
        match letters.clone().nth(generator) {
            Some(letter) => letter.to_string(),
            None if self.exponents == Exponents::Braces => format!("g_{{{}}}", generator + 1),
            None => format!("g{}", generator + 1),
        }
    }

    /// Writes a product; the empty one is 1.
    fn monomial(&self, factors: impl IntoIterator<Item = (usize, u32)>) -> String {
        let factors = factors.into_iter().map(|(generator, exponent)| {
            let letter = self.generator(generator);
            match (exponent, self.exponents) {
                (1, _) => letter,
                (_, Exponents::Caret) => format!("{letter}^{exponent}"),
                (_, Exponents::Braces) => format!("{letter}^{{{exponent}}}"),
                (_, Exponents::Raised) => letter + &raised(exponent),
            }
        });
        let factors: Vec<String> = factors.collect();
        if factors.is_empty() {
            return "1".into();
        }
        factors.join(self.space)
    }

    /// Writes an element in normal form; the identity is 1.
    pub fn element(&self, x: Element) -> String {
        self.monomial(self.monoid.normal_form(x))
    }

    /// Writes both sides of each relation.
    pub fn relations(&self) -> Vec<[String; 2]> {
        let relations = self.monoid.relations().into_iter();
        relations
            .map(|relation| [self.monomial(relation.left), self.monomial(relation.right)])
            .collect()
    }

    /// Writes the values of P-positions.
    pub fn p_values(&self) -> Vec<String> {
        let monoid = self.monoid;
        let p_values = monoid.elements().filter(|&x| monoid.is_p(x));
        p_values.map(|x| self.element(x)).collect()
    }
}

/// Writes a number in raised digits.
fn raised(number: u32) -> String {
    let digits = number.to_string();
    let raise = |digit: char| {
        let digit = digit.to_digit(10)?;
        "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)
    };
    digits.chars().filter_map(raise).collect()
}
