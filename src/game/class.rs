//! Classes of games by their behaviour in sums; [`Class`] has the definitions.

use super::nim::mex;
use super::universe::{Game, Universe};
use crate::limits::Stopped;

/// A class of games by their behaviour in sums: tame, restive, wild, and classes in between.
///
/// Write (g, γ) for the nim value and the misère nim value of a game, the first two figures of its
/// genus. A sum of nim heaps has (n, n) if it has a heap of at least 2, and else (0, 1) or (1, 0);
/// these pairs are *tame*. A pair with g < 2 ≤ γ is *restive*, one with γ < 2 ≤ g *restless*.
///
/// | class | G is so if | source |
/// |---|---|---|
/// | tame | all options are tame and the pair is | ONAG, Chapter 12; WW, Chapter 13 |
/// | generally tame | the pair is tame, the generally tame options alone give it, and every other option *reverts*: it has a generally tame option with the g of G, and one with the γ of G | Allen |
/// | tameable | the same with *tameable* in the place of *generally tame*; if there are no tameable options at all, the pair may also be (0, 1) | CGSuite |
/// | restive | all options are tame, the pair is restive | ONAG, Chapter 12; WW, Chapter 13 |
/// | generally restive | the pair is restive, the generally tame options alone give it, and every other option reverts in this sense: it has one option with the g and one with the γ of G, each generally tame, or generally restive of the same *species*, that is, with the same γ up to a unit | Allen |
/// | restless | all options are generally tame, the pair is restless | WW, Chapter 13 |
/// | half-tame | G is not generally tame, but G+G is, with the pair (0, 0) | WW, Chapter 13 |
/// | extraverted | every option is a part of G | CGSuite |
/// | introverted | G is a part of every option | CGSuite |
/// | wild | none of tameable, generally restive and restless | |
///
/// ONAG: J. H. Conway, *On Numbers and Games*. WW: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
/// Ways*. Allen: M. R. Allen, *Impartial Combinatorial Misère Games* (2006). CGSuite: the program of
/// A. N. Siegel, whose *Combinatorial Game Theory* (2013), Chapter V, has the theory. Usage varies:
/// ONAG and WW call every game wild that is not tame, restive ones included.
///
/// G and G+1 are of the same class. For the tame classes the definitions imply it; a restive or
/// restless G would not be an allowed option of G+1, and the class is read off the even one.
///
/// Applications (docs/mathematics.md has the proofs): a sum of generally tame games
/// has the pair that nim heaps with these pairs would give, and so has the sum of one tameable game
/// with generally tame ones. A generally restive game added to nim heaps acts like γ if they all are
/// 0, 1, γ or γ ⊕ 1, and else like g.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Like nim heaps, and so are all options.
    Tame,
    /// Like nim heaps in sums of such games.
    #[serde(rename = "generally tame")]
    GenerallyTame,
    /// Like nim heaps in sums with generally tame games.
    Tameable,
    /// Like a nim heap whose size depends on the other summands; all options are tame.
    Restive,
    /// Like a nim heap whose size depends on the other summands.
    #[serde(rename = "generally restive")]
    GenerallyRestive,
    /// All options are generally tame, but the game is neither that nor generally restive.
    Restless,
    /// Two copies of it make a generally tame game with the pair (0, 0).
    #[serde(rename = "half-tame")]
    HalfTame,
    /// A sum of any of its options and something else.
    Extraverted,
    /// A part of all its options.
    Introverted,
    /// None of tameable, generally restive and restless.
    Wild,
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Tame => "tame",
            Self::GenerallyTame => "generally tame",
            Self::Tameable => "tameable",
            Self::Restive => "restive",
            Self::GenerallyRestive => "generally restive",
            Self::Restless => "restless",
            Self::HalfTame => "half-tame",
            Self::Extraverted => "extraverted",
            Self::Introverted => "introverted",
            Self::Wild => "wild",
        })
    }
}

impl Class {
    fn is_generally_tame(self) -> bool {
        self <= Self::GenerallyTame
    }

    fn is_tameable(self) -> bool {
        self <= Self::Tameable
    }

    fn is_generally_restive(self) -> bool {
        matches!(self, Self::Restive | Self::GenerallyRestive)
    }

    /// Returns the class and those that contain it by definition.
    fn and_wider(self) -> impl Iterator<Item = Self> {
        use Class::{GenerallyRestive, GenerallyTame, Restive, Tame, Tameable};
        let chain: &[Self] = match self {
            Tame | GenerallyTame | Tameable => &[Tame, GenerallyTame, Tameable],
            Restive | GenerallyRestive => &[Restive, GenerallyRestive],
            _ => &[],
        };
        let wider = chain.iter().copied().filter(move |&wider| wider > self);
        std::iter::once(self).chain(wider)
    }
}

/// The nim value and the misère nim value.
type Pair = (u32, u32);

/// The classification of a pair.
enum PairKind {
    Tame,
    Restive,
    Restless,
    Neither,
}

fn kind_of_pair((g, misere): Pair) -> PairKind {
    match (g, misere) {
        (0 | 1, 0 | 1) => PairKind::Tame,
        _ if g == misere => PairKind::Tame,
        (0 | 1, _) => PairKind::Restive,
        (_, 0 | 1) => PairKind::Restless,
        _ => PairKind::Neither,
    }
}

impl Universe {
    /// Returns the most special class of the game among tame, generally tame, tameable, restive,
    /// generally restive, restless and wild.
    ///
    /// ```
    /// use misere::game::{Class, Universe};
    ///
    /// let mut u = Universe::new();
    /// let two = u.nim(2)?;
    /// let sharp = u.sharp(two)?;
    /// assert_eq!(u.class(sharp)?, Class::Tame);
    /// let restless = u.set([sharp, u.one()])?;
    /// assert_eq!(u.class(restless)?, Class::Restless);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn class(&mut self, g: Game) -> Result<Class, Stopped> {
        self.genus(g)?;
        let index = self.code(g) >> 1;
        for index in (0..=index).skip(self.classes.len()) {
            self.tick()?;
            let class = self.class_by_options(index);
            self.reserve_in_list(|u| &mut u.classes)?;
            self.classes.push(class);
        }
        Ok(self.classes[index as usize])
    }

    /// Returns all classes that the game belongs to, the most special first.
    ///
    /// This computes the sum G+G and differences, so it takes longer than [`class`](Universe::class).
    pub fn classes(&mut self, g: Game) -> Result<Vec<Class>, Stopped> {
        let mut classes: Vec<Class> = self.class(g)?.and_wider().collect();
        if self.is_half_tame(g)? {
            classes.push(Class::HalfTame);
        }
        if self.is_extraverted(g)? {
            classes.push(Class::Extraverted);
        }
        if self.is_introverted(g)? {
            classes.push(Class::Introverted);
        }
        classes.sort_unstable();
        Ok(classes)
    }

    fn is_half_tame(&mut self, g: Game) -> Result<bool, Stopped> {
        if self.class(g)?.is_generally_tame() {
            return Ok(false);
        }
        let double = self.sum(g, g)?;
        let tame = self.class(double)?.is_generally_tame();
        Ok(tame && self.pair(self.code(double)) == (0, 0))
    }

    fn is_extraverted(&mut self, g: Game) -> Result<bool, Stopped> {
        let options: Vec<Game> = self.options(g).collect();
        for option in options {
            if self.difference(g, option)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_introverted(&mut self, g: Game) -> Result<bool, Stopped> {
        let options: Vec<Game> = self.options(g).collect();
        for option in options {
            if self.difference(option, g)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the pair of a game whose genus is known.
    fn pair(&self, code: u32) -> Pair {
        let (g, misere) = self.genera.pair(code >> 1);
        (g ^ (code & 1), misere ^ (code & 1))
    }

    fn known_class(&self, code: u32) -> Class {
        self.classes[(code >> 1) as usize]
    }

    /// Returns the class of an even game whose options have known classes.
    fn class_by_options(&self, index: u32) -> Class {
        let pair = self.pair(index << 1);
        let options = self.sets.elements(index);
        let all = |is: fn(Class) -> bool| options.iter().all(|&o| is(self.known_class(o)));
        let all_tame = all(|class| class == Class::Tame);
        match kind_of_pair(pair) {
            PairKind::Tame if all_tame => Class::Tame,
            PairKind::Tame if self.acts_as(pair, options, Class::is_generally_tame) => {
                Class::GenerallyTame
            }
            PairKind::Tame if self.is_tameable(pair, options) => Class::Tameable,
            PairKind::Restive if all_tame => Class::Restive,
            PairKind::Restive if self.is_generally_restive(pair, options) => {
                Class::GenerallyRestive
            }
            PairKind::Restless if all(Class::is_generally_tame) => Class::Restless,
            _ => Class::Wild,
        }
    }

    /// Returns whether the good options alone give the pair and all others revert through good ones.
    fn acts_as(&self, pair: Pair, options: &[u32], good: fn(Class) -> bool) -> bool {
        let is_good = |code: u32| good(self.known_class(code));
        self.pair_of_options(options, good) == pair && self.others_revert(pair, options, is_good)
    }

    fn is_tameable(&self, pair: Pair, options: &[u32]) -> bool {
        let is_good = |code: u32| self.known_class(code).is_tameable();
        // Like 0, which has no options at all.
        let like_zero = pair == (0, 1) && !options.iter().any(|&o| is_good(o));
        if like_zero {
            return self.others_revert(pair, options, is_good);
        }
        self.acts_as(pair, options, Class::is_tameable)
    }

    fn is_generally_restive(&self, pair: Pair, options: &[u32]) -> bool {
        let same_species = |code: u32| self.pair(code).1 ^ pair.1 < 2;
        self.pair_of_options(options, Class::is_generally_tame) == pair
            && options.iter().all(|&option| {
                let class = self.known_class(option);
                class.is_generally_tame()
                    || self.reverts(pair, option, |code| {
                        let class = self.known_class(code);
                        class.is_generally_tame()
                            || class.is_generally_restive() && same_species(code)
                    })
            })
    }

    /// Returns the pair of the game that has only the good ones of these options.
    fn pair_of_options(&self, options: &[u32], good: fn(Class) -> bool) -> Pair {
        let kept = options
            .iter()
            .filter(|&&option| good(self.known_class(option)))
            .map(|&option| self.pair(option));
        (
            mex(options.len(), kept.clone().map(|(g, _)| g)),
            mex(options.len(), kept.map(|(_, misere)| misere)),
        )
    }

    fn others_revert(&self, pair: Pair, options: &[u32], good: impl Fn(u32) -> bool) -> bool {
        let mut others = options.iter().filter(|&&option| !good(option));
        others.all(|&option| self.reverts(pair, option, &good))
    }

    /// Returns whether an option has good options with the one and the other half of the pair.
    fn reverts(&self, (g, misere): Pair, option: u32, good: impl Fn(u32) -> bool) -> bool {
        let (mut found_g, mut found_misere) = (false, false);
        for back in self.options(self.game(option)) {
            let back = self.code(back);
            let pair = self.pair(back);
            if (pair.0 == g || pair.1 == misere) && good(back) {
                found_g |= pair.0 == g;
                found_misere |= pair.1 == misere;
                if found_g && found_misere {
                    return true;
                }
            }
        }
        false
    }
}
