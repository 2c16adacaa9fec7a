//! Codes of the same game: first cousins, standard forms and equivalent codes.
//!
//! If a heap of one has no move, it may be left out of every sum. Then call a heap of n + 1 tokens
//! a heap of n: to take i and leave k heaps a, b, … becomes to take i + k − 1 and leave the heaps
//! a − 1, b − 1, …, of which any number may be empty. The result is a game with a code again, the
//! *first cousin*. Its heap of n and the heap of n + 1 tokens before are the same game but for
//! heaps without moves, so they have the same values in normal and in misère play.
//!
//! A code is in *standard form* if a heap of one has a move (d1 is odd), or no heap has. Every code
//! comes to its standard form from cousin to cousin: the smallest heap that has a move gets
//! smaller by one each time.
//!
//! ```
//! use misere::heaps::Code;
//!
//! let dawsons_kayles: Code = "0.07".parse().unwrap();
//! assert_eq!(dawsons_kayles.first_cousin().unwrap().to_string(), "0.137");
//! let treblecross: Code = "0.007".parse().unwrap();
//! let (standard, steps) = treblecross.standard_form().unwrap();
//! assert_eq!((standard.to_string().as_str(), steps), ("0.11337", 2));
//! ```

use super::code::Code;

/// The bits for leaving at most this many heaps.
const fn at_most(heaps: usize) -> u8 {
    (2 << heaps) - 1
}

impl Code {
    /// Whether a heap of one has a move, or none has.
    pub fn is_standard(&self) -> bool {
        self.smallest_with_move()
            .is_none_or(|smallest| smallest <= 1)
    }

    /// Returns the code whose heap of n is the heap of n + 1 here, for all n; none in standard form.
    pub fn first_cousin(&self) -> Option<Self> {
        if self.is_standard() {
            return None;
        }
        let mut digits = vec![0; self.most_taken() + 3];
        for taken in 0..=self.most_taken() {
            for left in (0..=3).filter(|&left| self.leaves(taken, left)) {
                // Not to take 1 and leave nothing, as d1 is even; so at least 1 is taken.
                digits[taken + left - 1] |= at_most(left);
            }
        }
        Self::new(digits[0], &digits[1..])
    }

    /// Returns the standard form, and by how many tokens its heaps are smaller. None if that is more
    /// than 2000: the work grows with the square of the length of the code.
    pub fn standard_form(&self) -> Option<(Self, usize)> {
        const FARTHEST: usize = 2000;
        let steps = self.smallest_with_move().unwrap_or(1).saturating_sub(1);
        if steps > FARTHEST {
            return None;
        }
        let mut code = self.clone();
        while let Some(cousin) = code.first_cousin() {
            code = cousin;
        }
        Some((code, steps))
    }

    /// Returns the code with the fewest moves whose first cousin is this one.
    pub fn elder_cousin(&self) -> Option<Self> {
        let mut digits = vec![0; self.most_taken() + 2];
        for (taken, &digit) in self.digits().iter().enumerate().filter(|&(_, &d)| d != 0) {
            let left = (0..=3).find(|&left| at_most(left) == digit)?;
            // A move of the elder cousin that leaves `left` heaps gives all bits of this digit.
            digits[(taken + 1).checked_sub(left)?] |= 1 << left;
        }
        Self::new(digits[0], &digits[1..])
    }

    /// Returns at most `most` of the codes with the same first cousin, this one among them, those
    /// with the fewest moves first. The games differ only by moves that leave heaps of one beside
    /// other heaps instead of nothing, so all heaps have the same values in normal and misère play.
    pub fn equivalents(&self, most: usize) -> Vec<Self> {
        let Some(cousin) = self.first_cousin() else {
            return std::iter::once(self.clone()).take(most).collect();
        };
        let Some(least) = cousin.elder_cousin() else {
            return Vec::new();
        };
        // A digit of the cousin is made by a move that leaves as many heaps as it says; with it,
        // moves that take more and leave fewer make no difference.
        let mut free = Vec::new();
        for taken in 0..=least.most_taken() {
            for left in (1..=3).filter(|&left| least.leaves(taken, left)) {
                free.extend((1..=left).map(|fewer| (taken + fewer, left - fewer)));
            }
        }
        free.retain(|&(taken, left)| !least.leaves(taken, left));
        let mut codes = vec![least];
        for (taken, left) in free {
            for i in 0..codes.len() {
                if codes.len() >= most {
                    return codes;
                }
                let mut digits = codes[i].digits().to_vec();
                digits.resize(digits.len().max(taken + 1), 0);
                digits[taken] |= 1 << left;
                codes.extend(Self::new(digits[0], &digits[1..]));
            }
        }
        codes.truncate(most);
        codes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn cousins_of_the_literature() {
        for (elder, cousin) in [
            ("0.07", "0.137"),
            ("0.007", "0.0137"),
            // Pure breaking into two or three.
            ("C.0", "0.7F"),
            ("4.0", "0.7"),
            ("0.04", "0.007"),
            ("0.6", "0.37"),
        ] {
            assert_eq!(code(elder).first_cousin(), Some(code(cousin)), "{elder}");
            assert_eq!(
                code(cousin).elder_cousin().unwrap().first_cousin(),
                Some(code(cousin))
            );
            assert!(code(elder).equivalents(1000).contains(&code(elder)));
        }
        for standard in ["0.77", "0.137", "4.7", "C.1", "0.0", "0.3"] {
            assert!(code(standard).is_standard());
            assert_eq!(code(standard).first_cousin(), None);
            assert_eq!(code(standard).standard_form(), Some((code(standard), 0)));
            assert_eq!(code(standard).equivalents(9), [code(standard)]);
        }
        assert_eq!(code("0.77").elder_cousin(), Some(code("4.4")));
        assert_eq!(code("0.6").elder_cousin(), None);
    }

    #[test]
    fn elder_cousins_are_found_where_there_are_any() {
        for digits in 0..4096u16 {
            let digits = [8, 4, 0].map(|shift| (digits >> shift & 15) as u8);
            for d0 in [0, 4, 8, 12] {
                let code = Code::new(d0, &digits).unwrap();
                if let Some(elder) = code.elder_cousin() {
                    let back = elder.first_cousin();
                    // The code without moves is its own elder cousin, and standard.
                    assert!(back == Some(code.clone()) || code.digits() == [0]);
                }
                if let Some(cousin) = code.first_cousin() {
                    assert!(cousin.elder_cousin().is_some());
                    let equivalents = code.equivalents(1 << 12);
                    assert!(equivalents.contains(&code), "{code}");
                    for other in equivalents {
                        assert_eq!(other.first_cousin(), Some(cousin.clone()));
                    }
                }
            }
        }
    }

    #[test]
    fn long_ways_are_refused() {
        let far = format!("0.{}7", "0".repeat(50_000));
        assert_eq!(code(&far).standard_form(), None);
        let near = format!("0.{}7", "0".repeat(100));
        let (standard, steps) = code(&near).standard_form().unwrap();
        assert!(standard.is_standard());
        assert_eq!(steps, 100);
        assert_eq!(code("0.007").equivalents(3).len(), 3);
    }
}
