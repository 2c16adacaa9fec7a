//! The product formula for |M_8|, as text and as TeX.
//!
//! As a sum |M_8| has as many terms as M_6 has members; the product formula has one factor for each
//! of the 4 171 780 games of M_5. It is written with all quantities that it refers to, down to the
//! 22 numbers |S_5^g|; [`residue_by`] with [`Method::Products`] evaluates it.
//!
//! [`residue_by`]: super::residue_by
//! [`Method::Products`]: super::Method::Products

use super::error::CensusError;
use super::recurrence::Counts;

/// Returns the product formula for |M_8| as plain text.
///
/// ```
/// use misere::census::{Counts, day_eight_formula};
///
/// let text = day_eight_formula(&Counts::new())?;
/// assert!(text.starts_with("|M_8| = 2^|M_7| - T_8 + |M_6| - 1 + 2^|N_7^0|"));
/// # Ok::<(), misere::census::CensusError>(())
/// ```
pub fn day_eight_formula(counts: &Counts) -> Result<String, CensusError> {
    Ok(TEXT
        .replace("SIXTH", &counts.games(6)?.to_string())
        .replace("PROVISO", &counts.n_positions_with_zero(6)?.to_string())
        .replace("OUTCOMES", &counts.n_positions(6)?.to_string()))
}

/// Returns the product formula for |M_8| as TeX, for display mode.
pub fn day_eight_tex(counts: &Counts) -> Result<String, CensusError> {
    Ok(TEX
        .replace("SIXTH", &counts.games(6)?.to_tex())
        .replace("PROVISO", &counts.n_positions_with_zero(6)?.to_tex())
        .replace("OUTCOMES", &counts.n_positions(6)?.to_tex()))
}

const TEXT: &str = "\
|M_8| = 2^|M_7| - T_8 + |M_6| - 1 + 2^|N_7^0|
T_8 = 2^C * ( A + a(0)*(2^D*(A - B) + B)
            - sum over G != 0 in M_4 of w(G)*(P(G) - 1)
            - P(0) + Q
            + sum over K in M_4 of w(K)*(2^(-t(K)) - 1) )
where
  e(H) = |S_6^H| = 2^4171779 - sum over g in H of 2^(|S_5^g| - 1)
                 + [0 in H, H is N]*2^1960961 - sum over K in S_4^H of (2^|S_5^K| - 1)
  y(H) = 2^(e(H) - 1),  a(H) = 2^(-y(H))
  w(K) = product over H in K of a(H), times 2^D if 0 in K and K is N
  t(K) = sum over H in S_5^K of (2*y(H) - 1)
  P(K) = product over H in S_5^K of (1 + a(H))
  Q    = product over H in N_5^0 of (1 + a(H))
  A    = product over H != 0 in M_5 of (1 + a(H))
  B    = product over H != 0 in N_5 of (1 + a(H))
  C    = 2^(|M_6| - 1),  D = 2^(|N_6^0| - 1)
  |M_7|   = 2^|M_6| - sum over H in M_5 of 2^e(H) + 4171779 + 2^|N_6^0|
  |N_7^0| = C - 2^(|N_6| - 1) - sum over H in N_5^0 of (2^e(H) - 1)
  |M_6|   = SIXTH
  |N_6|   = OUTCOMES
  |N_6^0| = PROVISO";

const TEX: &str = r"\begin{aligned}
|\mathcal M_8| &= 2^{|\mathcal M_7|}-T_8+|\mathcal M_6|-1+2^{|\mathcal N_7^0|},\\
T_8 &= 2^C\Bigl(A+a_0\bigl(2^D(A-B)+B\bigr)
  -\sum_{0\ne G\in\mathcal M_4}w(G)(P_G-1)-P_0+Q
  +\sum_{K\in\mathcal M_4}w(K)\bigl(2^{-t(K)}-1\bigr)\Bigr),\\
e(H) &= |\mathcal S_6^H| = 2^{4171779}-\sum_{g\in H}2^{|\mathcal S_5^g|-1}
  +[0\in H\in\mathcal N]\,2^{1960961}-\sum_{K\in\mathcal S_4^H}\bigl(2^{|\mathcal S_5^K|}-1\bigr),\\
y_H &= 2^{e(H)-1},\qquad a_H=2^{-y_H},\qquad
w(K)=2^{D[0\in K\in\mathcal N]}\prod_{H\in K}a_H,\qquad
t(K)=\sum_{H\in\mathcal S_5^K}(2y_H-1),\\
P_K &= \prod_{H\in\mathcal S_5^K}(1+a_H),\quad
Q=\prod_{H\in\mathcal N_5^0}(1+a_H),\quad
A=\prod_{0\ne H\in\mathcal M_5}(1+a_H),\quad
B=\prod_{0\ne H\in\mathcal N_5}(1+a_H),\\
C &= 2^{|\mathcal M_6|-1},\qquad D=2^{|\mathcal N_6^0|-1},\\
|\mathcal M_7| &= 2^{|\mathcal M_6|}-\sum_{H\in\mathcal M_5}2^{e(H)}+4171779+2^{|\mathcal N_6^0|},\\
|\mathcal N_7^0| &= C-2^{|\mathcal N_6|-1}-\sum_{H\in\mathcal N_5^0}\bigl(2^{e(H)}-1\bigr),\\
|\mathcal M_6| &= SIXTH,\\
|\mathcal N_6| &= OUTCOMES,\\
|\mathcal N_6^0| &= PROVISO
\end{aligned}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_contain_the_numbers_of_day_6() {
        let counts = Counts::new();
        let text = day_eight_formula(&counts).unwrap();
        let tex = day_eight_tex(&counts).unwrap();
        for word in ["SIXTH", "OUTCOMES", "PROVISO"] {
            assert!(!text.contains(word) && !tex.contains(word));
        }
        assert!(text.ends_with("2^2086144 - 2^2085888 - 2^2079234 + 9"));
        assert!(tex.starts_with(r"\begin{aligned}") && tex.ends_with(r"\end{aligned}"));
        for number in [counts.games(6), counts.n_positions(6)] {
            let number = number.unwrap();
            assert!(text.contains(&number.to_string()) && tex.contains(&number.to_tex()));
        }
        let opened = tex.matches('{').count();
        assert_eq!(opened, tex.matches('}').count());
        // The constants of the formula of e(H).
        assert_eq!(counts.games(5).unwrap(), 4_171_780.into());
        assert_eq!(counts.n_positions_with_zero(5).unwrap(), 1_960_962.into());
    }
}
