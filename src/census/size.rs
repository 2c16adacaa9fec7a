//! How large |M_n| is.
//!
//! |M_6| is 2^4171780 minus a number with half as many digits, |M_7| is 2^|M_6| times a factor
//! that is 1 to more than |M_5| digits, and so on. So log₁₀ |M_6| is 4171780·log₁₀ 2 and log₁₀ |M_7|
//! is |M_6|·log₁₀ 2, to far more digits than are used here.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

use super::day_six::small;
use super::error::CensusError;
use super::recurrence::Counts;
use super::tower::Tower;
use crate::limits::{Budget, Reason};
use crate::numbers::Decimal;

/// log₁₀ 2 to sixty digits, without the decimal point.
const LOG_2: &str = "301029995663981195213738894724493026768189881462108541310427";

/// [`LOG_2`] as an integer.
fn log_2() -> BigUint {
    LOG_2.parse().expect("a string of digits")
}

/// Writes |M_n| in decimal, for n ≤ 6. Day 6 has 1 255 831 digits and takes a tenth of a second.
///
/// # Errors
/// [`CensusError::NotDecimal`] from day 7 on, [`CensusError::Stopped`] at a limit.
pub fn decimal(counts: &Counts, day: u32, budget: &Budget) -> Result<String, CensusError> {
    let number = counts.games(day).ok();
    let number = number.as_ref().filter(|_| day <= 6);
    Ok(decimal_digits(
        number.ok_or(CensusError::NotDecimal { day })?,
        budget,
    )?)
}

/// Writes a positive sum of powers of two with small exponents in decimal, by Horner's scheme: the sum so
/// far, times a power of two, plus the next terms. Terms whose exponents are close make one number
/// of moderate length. |M_6| has one term with twice the exponent of the next ones, which are close,
/// and a constant.
fn decimal_digits(number: &Tower, budget: &Budget) -> Result<String, Reason> {
    const CLOSE: u64 = 1 << 15;
    let mut terms = Vec::new();
    for term in number.terms() {
        let exponent = small(Ok(term.exponent().clone()));
        terms.push((exponent, if term.is_negative() { -1 } else { 1 }));
    }
    terms.push((0, number.constant()));
    let mut exponent = terms[0].0;
    let mut sum = Decimal::default();
    for close in terms.chunk_by(|(e, _), (next, _)| e - next < CLOSE) {
        let least = close.last().expect("chunks have terms").0;
        let power = Decimal::power_of_two(exponent - least, budget)?;
        sum = sum.times(&power, budget)?;
        exponent = least;
        let terms = close
            .iter()
            .map(|(e, factor)| BigInt::from(*factor) << (e - least));
        let part: BigInt = terms.sum();
        let size = Decimal::from_small(part.magnitude());
        sum = if part.is_negative() {
            sum.minus(&size)
        } else {
            sum.plus(&size)
        };
    }
    Ok(sum.to_string())
}

/// Returns the number of decimal digits of |M_n|, for n ≤ 6.
///
/// ```
/// use misere::census::{Counts, digits};
///
/// assert_eq!(digits(&Counts::new(), 6)?, 1_255_831);
/// # Ok::<(), misere::census::CensusError>(())
/// ```
pub fn digits(counts: &Counts, day: u32) -> Result<u64, CensusError> {
    if day > 6 {
        return Err(CensusError::NotDecimal { day });
    }
    if day < 6 {
        let count = small(counts.games(day));
        return Ok(u64::from(count.ilog10()) + 1);
    }
    // The part of 2^4171780 that |M_6| lacks is smaller by hundreds of thousands of digits than
    // the distance of 2^4171780 from a power of ten, so the digits are those of the power.
    let (whole, _) = log_of_sixth(counts);
    Ok(whole + 1)
}

/// The size of |M_n| as an iterated power of ten.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Size {
    /// The day.
    pub day: u32,
    /// How many tens are stacked: |M_n| = 10^(10^(…^exponent)).
    pub height: u32,
    /// The exponent on top, to twelve decimals.
    pub exponent: String,
}

/// Returns the size of |M_n| for n ≥ 6.
///
/// |M_6| = 10^1255830.91…, |M_7| = 10^(10^1255830.39…), |M_8| = 10^(10^(10^1255830.39…)), and from
/// day 7 on the exponent on top does not change in any of the digits given.
///
/// # Errors
/// [`CensusError::NotHuge`] for smaller days: see [`decimal`].
pub fn size(counts: &Counts, day: u32) -> Result<Size, CensusError> {
    if day < 6 {
        return Err(CensusError::NotHuge { day });
    }
    let (whole, fraction) = log_of_sixth(counts);
    let (height, whole, fraction) = if day == 6 {
        (1, whole, fraction)
    } else {
        // log₁₀(|M_6|·log₁₀ 2): the fraction is 0.91… and log₁₀ log₁₀ 2 is −0.52….
        let fraction = fraction + std::f64::consts::LOG10_2.log10();
        (day - 5, whole, fraction)
    };
    let fraction = format!("{fraction:.12}");
    Ok(Size {
        day,
        height,
        exponent: format!("{whole}{}", fraction.trim_start_matches('0')),
    })
}

/// Returns the whole part of log₁₀ |M_6|, and the fraction to the precision of a double.
fn log_of_sixth(counts: &Counts) -> (u64, f64) {
    let exponent = small(counts.games(5));
    let scale = BigUint::from(10u32).pow(u32::try_from(LOG_2.len()).expect("sixty"));
    let product = log_2() * exponent;
    let whole = (&product / &scale).to_u64().expect("a small logarithm");
    // Eighteen digits of the fraction, which is more than a double holds.
    let shift = BigUint::from(10u32).pow(18);
    let fraction = (product % &scale) * &shift / scale;
    let fraction = fraction.to_f64().unwrap_or(0.0) / 1e18;
    (whole, fraction)
}

/// Returns the first forty digits of log₁₀ |M_7|, and the number of its digits before the decimal
/// point.
///
/// The number of decimal digits of |M_7| begins with the same digits; all of them would take more
/// than a million digits of log₁₀ 2.
pub fn log10_of_day_seven(counts: &Counts) -> (String, u64) {
    /// Digits of the computation; each of the 22 squarings below loses less than one.
    const PRECISION: u32 = 90;
    const SHOWN: usize = 40;
    // 2^4171780 by squaring, cut to the precision each time: mantissa·10^exponent.
    let limit = BigUint::from(10u32).pow(PRECISION);
    let mut mantissa = BigUint::one();
    let mut dropped: u64 = 0;
    let power = small(counts.games(5));
    for bit in (0..u64::BITS - power.leading_zeros()).rev() {
        mantissa = &mantissa * &mantissa;
        dropped *= 2;
        if power >> bit & 1 == 1 {
            mantissa *= 2u32;
        }
        while mantissa > limit {
            mantissa /= 10u32;
            dropped += 1;
        }
    }
    let text = (mantissa * log_2()).to_string();
    let scale = LOG_2.len() as u64;
    let digits = text.len() as u64 + dropped - scale;
    (text[..SHOWN].to_string(), digits)
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn day_6_in_decimal_has_the_recorded_digest() {
        let counts = Counts::new();
        let text = decimal(&counts, 6, &Budget::default()).unwrap();
        assert_eq!(text.len() as u64, digits(&counts, 6).unwrap());
        let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
        assert_eq!(
            digest[..8],
            [0x0f, 0x02, 0x60, 0x3f, 0x07, 0xcf, 0x70, 0x30]
        );

        // log₁₀ |M_7| by way of all the digits of |M_6|.
        let leading: BigUint = text[..80].parse().unwrap();
        let log: BigUint = LOG_2.parse().unwrap();
        let product = (leading * log).to_string();
        let (first, length) = log10_of_day_seven(&counts);
        assert_eq!(product[..40], first);
        assert_eq!(product.len() as u64 + (text.len() as u64 - 80) - 60, length);
    }

    #[test]
    fn small_days_in_decimal() {
        let counts = Counts::new();
        let lengths: Vec<u64> = (0..6).map(|day| digits(&counts, day).unwrap()).collect();
        assert_eq!(lengths, [1, 1, 1, 1, 2, 7]);
        assert_eq!(decimal(&counts, 5, &Budget::default()).unwrap(), "4171780");
        for day in [7, 8] {
            assert_eq!(
                decimal(&counts, day, &Budget::default()),
                Err(CensusError::NotDecimal { day })
            );
            assert!(digits(&counts, day).is_err());
        }
    }

    #[test]
    fn digits_are_those_of_to_string() {
        let power = |e: i64| Tower::power_of_two(Tower::from(e));
        let numbers = [
            Tower::default(),
            Tower::from(999_999),
            power(53),
            power(60) - power(53) - Tower::from(1),
            power(100_000) - power(99_999) + power(60_000) - Tower::from(7),
            power(90_000) - power(50_000) + power(49_998) - power(20) + Tower::from(12),
            power(70_000) + power(40_000) + power(2_000),
        ];
        for number in numbers {
            let digits = decimal_digits(&number, &Budget::default()).unwrap();
            assert_eq!(digits, number.to_bigint(1 << 20).unwrap().to_string());
        }
        let past = Budget::timeout(std::time::Duration::ZERO);
        let stopped = decimal(&Counts::new(), 6, &past);
        assert_eq!(stopped, Err(Reason::Deadline.into()));
        let small = Budget::default().with_max_memory(100_000);
        let stopped = decimal(&Counts::new(), 6, &small);
        assert!(matches!(
            stopped,
            Err(CensusError::Stopped(Reason::Memory { .. }))
        ));
    }

    #[test]
    fn sizes_agree_with_the_logarithm_of_day_7() {
        let counts = Counts::new();
        let sixth = size(&counts, 6).unwrap();
        assert_eq!(
            (sixth.height, sixth.exponent.as_str()),
            (1, "1255830.915311083471")
        );
        let seventh = size(&counts, 7).unwrap();
        let ninth = size(&counts, 9).unwrap();
        assert_eq!(ninth.height, 4);
        assert_eq!(seventh.exponent, ninth.exponent);
        // The same from the digits of log₁₀ |M_7|.
        let (first, length) = log10_of_day_seven(&counts);
        let mantissa: f64 = format!("{}.{}", &first[..1], &first[1..]).parse().unwrap();
        let fraction = format!("{:.10}", mantissa.log10());
        assert_eq!(
            seventh.exponent[..18],
            format!("{}{}", length - 1, &fraction[1..])[..18]
        );
        assert!(size(&counts, 5).is_err());
    }
}
