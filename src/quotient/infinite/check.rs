//! Checking a certificate of an infinite quotient, without the search and the verifier that made it.
//!
//! The checker verifies that
//!
//! 1. the Cayley graph belongs to a commutative monoid M, every element of which is reached;
//! 2. the cells are the nonempty ones, each once, so that the certificate says of every (m, x) in
//!    M × N^k whether it is in P; and (1, 0) is not;
//! 3. each generator is the value of its heap, which is neither wild nor mixed, a wild heap has an
//!    option, and a heap without options has the value 1;
//! 4. every sum that has an option is in P by its value iff none of its options is. By induction on the
//!    length of play the values then determine all outcomes;
//! 5. the quotient is infinite: there are classes of coordinates, with which two coordinates that the
//!    form counts with opposite signs are unbounded, and an m, for which P depends on the form;
//! 6. the period theorem applies to the values in M × N^k, if a period is claimed.
//!
//! Steps 2 and 4 are about infinitely many points. Whether x + d is in P for all the displacements d
//! that options cause is determined by the classes of x with thresholds one larger and by the form
//! at x, clamped to a wider interval. So each statement is tested at one point of every nonempty
//! such cell. The points are found by a search: from the least point r of given classes, add p_i to
//! a coordinate i that is not below its threshold, as long as the form stays between −R and R, with
//! R = max(|L(r)|, h) + s for the largest |p_i L(e_i)| = s. That meets every cell: let x be a
//! point of these classes. If L(x) ≥ h, take the positive steps from r to x until the form is at
//! least h (the same with signs changed). Else take the steps from r to x in an order in which the
//! form moves towards L(x) whenever it differs; it never passes it by more than s.
//!
//! Step 4 for sums is as in the [finite case](crate::quotient::check), with subsets of M × N^k as
//! rows of bits, one bit for each point. Sums G of heaps that are neither wild nor mixed are
//! enumerated; G with wild heaps x fails iff (1, x) is open for G and no move in a wild heap wins.
//! A mixed heap h of value (m, d) is compared with the sums of some such G of value m and d wild
//! heaps: whatever is open for h must be open for one of these. Then a failing sum with h stays
//! failing when h is replaced, and no mixed heap is needed.
//!
//! The checker shares the options of the ruleset, the multiplication table of the finite checker and
//! the test of a period with the finite checker, memory accounting with the rest, and no code with the verifier.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::certificate::{InfiniteCertificate, statement};
use super::check_cells::{LARGEST, cell, check_cells, check_shape, points_of_cells, wider_cell};
use crate::heaps::{Heaps, Position, Ruleset, certified_ruleset};
use crate::limits::{Account, Budget, Meter};
use crate::quotient::certificate::PeriodEntry;
use crate::quotient::check::{
    InvalidQuotient, multiplication_table, require_statement, times_power,
};
use crate::quotient::check_period::check_period;

/// What a valid certificate proves: the quotient of these heaps is infinite, and the certificate
/// tells all outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedInfinite {
    /// The ruleset.
    pub ruleset: String,
    /// The largest heap.
    pub max_heap: u64,
    /// The wild heaps.
    pub wild: Vec<u64>,
    /// The number of elements of M.
    pub order: usize,
    /// The period; if there is one, this is the quotient of all heaps.
    pub period: Option<PeriodEntry>,
    /// The same in words.
    pub statement: String,
}

/// Checks a certificate of a ruleset of the registry, which is found by its name.
pub fn check(
    certificate: &InfiniteCertificate,
    budget: &Budget,
) -> Result<CheckedInfinite, InvalidQuotient> {
    check_kind(certificate)?;
    let game = certified_ruleset(&certificate.ruleset)?;
    check_with(&*game, certificate, budget)
}

/// Checks a certificate of a given ruleset, whose name must be that in the certificate.
pub fn check_with(
    game: &dyn Ruleset,
    certificate: &InfiniteCertificate,
    budget: &Budget,
) -> Result<CheckedInfinite, InvalidQuotient> {
    check_kind(certificate)?;
    if game.name() != certificate.ruleset || game.is_loopy() || game.arity() != 1 {
        let problem = "it has another name, is loopy, or its positions are not heaps";
        return Err(InvalidQuotient::Ruleset(problem.into()));
    }
    check_shape(certificate, game)?;
    let mut account = budget.account();
    let order = certificate.cayley.len();
    let mut meter = Meter::new(budget);
    let cells = check_cells(certificate, &mut account, &mut meter)?;
    let times = multiplication_table(&certificate.cayley, &mut account)?;
    let mut checker = Checker {
        certificate,
        times,
        order,
        cells,
        points: Vec::new(),
        wider: (Vec::new(), 0),
        words: 0,
        displacements: vec![vec![0; certificate.wild.len()]],
        in_p: Vec::new(),
        account,
    };
    if checker.is_p(0, &vec![0; certificate.wild.len()]) {
        let problem = "the identity is in P, but a player who cannot move wins";
        return Err(InvalidQuotient::Malformed(problem));
    }
    checker.check_infinite()?;
    let heaps = checker.read_heaps(game, &mut meter)?;
    checker.find_points(&mut meter)?;
    checker.check_heaps(&heaps, &mut meter)?;
    let found = checker.check_sums(&heaps, &mut meter)?;
    for h in heaps.iter().filter(|h| !h.is_wild() && !h.is_tame()) {
        checker.check_mixed(h, &heaps, &found, &mut meter)?;
    }
    if let Some(period) = &certificate.period {
        let values = checker.values();
        check_period(period, game, certificate.smallest, &values, budget)?;
    }
    // Every number in it was checked.
    let statement = statement(certificate);
    require_statement(certificate.statement.as_deref(), &statement)?;
    Ok(CheckedInfinite {
        statement,
        period: certificate.period,
        ruleset: certificate.ruleset.clone(),
        max_heap: certificate.max_heap,
        wild: certificate.wild.clone(),
        order,
    })
}

fn check_kind(certificate: &InfiniteCertificate) -> Result<(), InvalidQuotient> {
    let (kind, version) = (&certificate.certificate, certificate.version);
    if kind != InfiniteCertificate::KIND || !(1..=InfiniteCertificate::VERSION).contains(&version) {
        return Err(InvalidQuotient::Kind {
            kind: kind.clone(),
            version,
        });
    }
    Ok(())
}

/// A heap that has options, by values: elements of M and numbers of displacements.
struct HeapEntry {
    heap: u64,
    value: (u32, usize),
    options: BTreeSet<(u32, usize)>,
    /// For a wild heap, the displacements of its moves: the option is added, the heap removed.
    moves: BTreeSet<(u32, usize)>,
}

impl HeapEntry {
    fn is_wild(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Checks whether the value is in M: the first displacement is 0.
    fn is_tame(&self) -> bool {
        self.value.1 == 0
    }
}

/// The value of a heap: the part in M, the coordinate of a wild heap, the part in N^k of a mixed one.
type HeapValue<'c> = (u32, Option<usize>, Option<&'c [u32]>);

/// A sum of heaps that are neither wild nor mixed: its value, and what is open for it.
struct Found {
    value: u32,
    open: Rc<Vec<u64>>,
}

struct Checker<'c> {
    certificate: &'c InfiniteCertificate,
    /// x·y at place x·order + y.
    times: Vec<u32>,
    order: usize,
    cells: FxHashMap<Vec<i64>, u32>,
    points: Vec<Vec<i64>>,
    /// The thresholds and the half-width that the points are chosen for.
    wider: (Vec<u32>, i64),
    /// The 64-bit words of a row of bits, one for each point.
    words: usize,
    displacements: Vec<Vec<i64>>,
    /// For each displacement d and element m, the row of the points x with (m, x + d) in P.
    in_p: Vec<Vec<u64>>,
    account: Account,
}

impl Checker<'_> {
    fn product(&self, x: u32, y: u32) -> u32 {
        self.times[x as usize * self.order + y as usize]
    }

    fn is_p(&self, m: u32, x: &[i64]) -> bool {
        let set = self.cells.get(&cell(self.certificate, x));
        set.is_some_and(|&set| {
            let set = &self.certificate.sets[set as usize];
            set.binary_search(&m).is_ok()
        })
    }

    /// Step 5.
    fn check_infinite(&self) -> Result<(), InvalidQuotient> {
        let InfiniteCertificate {
            wall, thresholds, ..
        } = self.certificate;
        let mut first: BTreeMap<&[u32], u32> = BTreeMap::new();
        for (classes, _, set) in &self.certificate.cells {
            let unbounded = |sign: i64| {
                (0..wall.len()).any(|i| classes[i] >= thresholds[i] && wall[i].signum() == sign)
            };
            let sets = &self.certificate.sets;
            let other = *first.entry(classes).or_insert(*set);
            if sets[other as usize] != sets[*set as usize] && unbounded(1) && unbounded(-1) {
                return Ok(());
            }
        }
        let problem =
            "the wall does not matter, so it does not follow that the quotient is infinite";
        Err(InvalidQuotient::Malformed(problem))
    }

    fn displacement(&mut self, d: Vec<i64>) -> usize {
        let known = self.displacements.iter().position(|other| *other == d);
        known.unwrap_or_else(|| {
            self.displacements.push(d);
            self.displacements.len() - 1
        })
    }

    /// Returns the part in N^k of the value of a heap that is not wild.
    fn part(&self, heap: u64) -> Option<&[u32]> {
        let mixed = &self.certificate.mixed;
        let at = mixed.binary_search_by_key(&heap, |&(heap, _)| heap).ok()?;
        Some(&mixed[at].1)
    }

    /// Returns the value of each heap.
    fn values(&self) -> Vec<HeapValue<'_>> {
        let heaps = (self.certificate.smallest..).zip(&self.certificate.pretending);
        heaps
            .map(|(heap, &m)| (m, self.coordinate(heap), self.part(heap)))
            .collect()
    }

    /// Returns the coordinate of a wild heap.
    fn coordinate(&self, heap: u64) -> Option<usize> {
        self.certificate.wild.binary_search(&heap).ok()
    }

    /// Step 3.
    fn read_heaps(
        &mut self,
        game: &dyn Ruleset,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<HeapEntry>, InvalidQuotient> {
        let certificate = self.certificate;
        for (&heap, &value) in certificate.generators.iter().zip(&certificate.cayley[0]) {
            let at = heap.checked_sub(certificate.smallest);
            let at = at.and_then(|at| usize::try_from(at).ok());
            let known = at.and_then(|at| certificate.pretending.get(at));
            if known != Some(&value) || self.coordinate(heap).is_some() || self.part(heap).is_some()
            {
                let what = "it does not have the value of its generator";
                return Err(InvalidQuotient::Heap { heap, what });
            }
        }
        let mut entries = Vec::new();
        let mut seen = BTreeSet::new();
        for (heap, &value) in (certificate.smallest..).zip(&certificate.pretending) {
            let wrong = |what| Err(InvalidQuotient::Heap { heap, what });
            let coordinate = self.coordinate(heap);
            let (mut options, mut moves) = (BTreeSet::new(), BTreeSet::new());
            for option in game.options(Position::heap(heap)) {
                meter.tick()?;
                let Some((m, mut d)) = self.value_below(&option, heap) else {
                    return wrong("an option is not made of smaller heaps");
                };
                options.insert((m, self.displacement(d.clone())));
                if let Some(i) = coordinate {
                    d[i] -= 1;
                    moves.insert((m, self.displacement(d)));
                }
            }
            let mut own = vec![0; certificate.wild.len()];
            if let Some(i) = coordinate {
                own[i] = 1;
                if value != 0 || options.is_empty() {
                    return wrong("it is wild, but has no options or a value in M");
                }
            }
            for (own, &d) in own.iter_mut().zip(self.part(heap).unwrap_or_default()) {
                *own = i64::from(d);
            }
            if options.is_empty() {
                if value != 0 || own.iter().any(|&d| d != 0) {
                    return wrong("it has no options, so its value is the identity");
                }
                continue;
            }
            self.account.add(64 * (options.len() + moves.len()))?;
            let value = (value, self.displacement(own));
            // A heap that is not wild is asked for these values alone.
            if moves.is_empty() && !seen.insert((value, options.clone())) {
                continue;
            }
            self.account.add(64 * options.len())?;
            entries.push(HeapEntry {
                heap,
                value,
                options,
                moves,
            });
        }
        Ok(entries)
    }

    /// Returns the value of a sum of heaps that are all smaller than the bound.
    fn value_below(&self, heaps: &Heaps, bound: u64) -> Option<(u32, Vec<i64>)> {
        let mut product = 0;
        let mut d = vec![0i64; self.certificate.wild.len()];
        for (position, copies) in heaps.iter() {
            let heap = position.size();
            let at = heap.checked_sub(self.certificate.smallest)?;
            let value = *self.certificate.pretending.get(usize::try_from(at).ok()?)?;
            if heap >= bound {
                return None;
            }
            let copies = i64::try_from(copies).ok().filter(|&n| n <= LARGEST)?;
            if let Some(i) = self.coordinate(heap) {
                d[i] += copies;
                continue;
            }
            for (d, &part) in d.iter_mut().zip(self.part(heap).unwrap_or_default()) {
                *d += copies * i64::from(part);
            }
            let copies = copies.unsigned_abs();
            product = times_power(product, value, copies, |x, y| self.product(x, y));
        }
        Some((product, d))
    }

    /// Finds the points at which everything is tested, and where they are in P after displacements.
    fn find_points(&mut self, meter: &mut Meter<'_>) -> Result<(), InvalidQuotient> {
        let certificate = self.certificate;
        let form =
            |d: &Vec<i64>| -> i64 { d.iter().zip(&certificate.wall).map(|(d, c)| d * c).sum() };
        let most = self.displacements.iter().map(|d| form(d).abs()).max();
        let half_width = certificate.half_width + most.unwrap_or(0);
        let thresholds: Vec<u32> = certificate.thresholds.iter().map(|t| t + 1).collect();
        let account = &mut self.account;
        self.points = points_of_cells(
            certificate,
            (&thresholds, half_width),
            usize::MAX,
            account,
            meter,
        )?;
        self.wider = (thresholds, half_width);
        self.words = self.points.len().div_ceil(64);
        for d in &self.displacements {
            let length = self.order.saturating_mul(self.words);
            self.account.add(length.saturating_mul(8))?;
            let mut rows = vec![0u64; length];
            for (number, x) in self.points.iter().enumerate() {
                let moved: Vec<i64> = x.iter().zip(d).map(|(x, d)| x + d).collect();
                if moved.iter().any(|&x| x < 0) {
                    continue;
                }
                let Some(&set) = self.cells.get(&cell(certificate, &moved)) else {
                    return Err(InvalidQuotient::Malformed("a point has no cell"));
                };
                let set = &certificate.sets[set as usize];
                meter.tick_for(set.len())?;
                for &m in set {
                    rows[m as usize * self.words + number / 64] |= 1 << (number % 64);
                }
            }
            self.in_p.push(rows);
        }
        Ok(())
    }

    /// Returns the points x with (m, x + d) in P.
    fn row(&self, m: u32, d: usize) -> &[u64] {
        &self.in_p[d][m as usize * self.words..][..self.words]
    }

    /// Returns the points x for which z times one of some values is in P.
    fn any_in_p<'v>(&self, z: u32, values: impl Iterator<Item = &'v (u32, usize)>) -> Vec<u64> {
        let mut union = vec![0; self.words];
        for &(m, d) in values {
            for (word, other) in union.iter_mut().zip(self.row(self.product(z, m), d)) {
                *word |= other;
            }
        }
        union
    }

    /// The half of step 4 that is about single heaps.
    fn check_heaps(
        &self,
        heaps: &[HeapEntry],
        meter: &mut Meter<'_>,
    ) -> Result<(), InvalidQuotient> {
        for h in heaps {
            for z in 0..u32::try_from(self.order).unwrap_or(u32::MAX) {
                meter.tick_for(h.options.len())?;
                let won = self.any_in_p(z, h.options.iter());
                let own = self.row(self.product(z, h.value.0), h.value.1);
                if won.iter().zip(own).any(|(a, b)| a & b != 0) {
                    let what = "a sum with it is said to be a P-position, and an option too";
                    return Err(InvalidQuotient::Heap { heap: h.heap, what });
                }
            }
        }
        Ok(())
    }

    /// The other half of step 4, for sums without mixed heaps. Returns the sums without wild ones.
    fn check_sums(
        &mut self,
        heaps: &[HeapEntry],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Found>, InvalidQuotient> {
        let elements = 0..u32::try_from(self.order).unwrap_or(u32::MAX);
        let mut account = self.account.budget().account();
        let moves: Vec<(u32, usize)> = heaps.iter().flat_map(|h| h.moves.iter().copied()).collect();
        let wild_wins: Vec<Vec<u64>> = elements
            .clone()
            .map(|m| self.any_in_p(m, moves.iter()))
            .collect();
        let mut tame: Vec<(&HeapEntry, Vec<Vec<u64>>)> = Vec::new();
        for h in heaps.iter().filter(|h| h.is_tame()) {
            account.add(self.order * (8 * self.words + size_of::<Vec<u64>>()))?;
            let mut open = Vec::new();
            for z in elements.clone() {
                meter.tick_for(h.options.len())?;
                open.push(self.open_for(h, z));
            }
            tame.push((h, open));
        }
        let zero = self.points.iter().position(|x| x.iter().all(|&x| x == 0));
        // The first failing point of a sum, given what is open for it.
        let failure = |value: u32, open: &[u64], is_empty: bool| {
            let won = &wild_wins[value as usize];
            let mut failed = open
                .iter()
                .zip(won)
                .map(|(open, won)| open & !won)
                .enumerate();
            failed.find_map(|(i, mut word)| {
                if is_empty && let Some(zero) = zero.filter(|zero| zero / 64 == i) {
                    word &= !(1 << (zero % 64));
                }
                (word != 0).then(|| 64 * i + word.trailing_zeros() as usize)
            })
        };
        let fails = |mut sum: Heaps, point: usize| {
            for (&heap, &copies) in self.certificate.wild.iter().zip(&self.points[point]) {
                sum.add(Position::heap(heap), u64::try_from(copies).unwrap_or(0));
            }
            Err(InvalidQuotient::NoWinningMove(sum))
        };
        let empty: Vec<u64> = elements
            .clone()
            .flat_map(|z| self.complement(self.row(z, 0)))
            .collect();
        if let Some(point) = failure(0, &empty[..self.words], true) {
            return fails(Heaps::none(), point);
        }
        let mut seen: FxHashMap<u32, Vec<Rc<Vec<u64>>>> = FxHashMap::default();
        let empty = Rc::new(empty);
        let mut found = vec![Found {
            value: 0,
            open: Rc::clone(&empty),
        }];
        let mut waiting = VecDeque::from([(Heaps::none(), 0u32, empty)]);
        while let Some((sum, value, open)) = waiting.pop_front() {
            for (h, open_for_h) in &tame {
                meter.tick_for(self.order)?;
                let mut both: Vec<u64> = Vec::with_capacity(open.len());
                for z in elements.clone() {
                    let of_sum = self.product(z, h.value.0) as usize * self.words;
                    let of_heap = &open_for_h[self.product(z, value) as usize];
                    let of_sum = &open[of_sum..][..self.words];
                    both.extend(of_sum.iter().zip(of_heap).map(|(a, b)| a & b));
                }
                let product = self.product(value, h.value.0);
                let same_value = seen.entry(product).or_default();
                let covers = |larger: &Rc<Vec<u64>>| {
                    both.iter().zip(larger.iter()).all(|(a, b)| a & !b == 0)
                };
                if both.iter().all(|&word| word == 0) || same_value.iter().any(covers) {
                    continue;
                }
                let mut with_h = sum.clone();
                with_h.add(Position::heap(h.heap), 1);
                if let Some(point) = failure(product, &both[..self.words], false) {
                    return fails(with_h, point);
                }
                account.add(8 * both.len() + size_of::<Heaps>() + 128)?;
                let both = Rc::new(both);
                same_value.push(Rc::clone(&both));
                found.push(Found {
                    value: product,
                    open: Rc::clone(&both),
                });
                waiting.push_back((with_h, product, both));
            }
        }
        Ok(found)
    }

    /// Returns the points that are not in a row.
    fn complement(&self, row: &[u64]) -> Vec<u64> {
        let words = row.iter().enumerate().map(|(i, word)| {
            let left = self.points.len() - 64 * i;
            let all = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            !word & all
        });
        words.collect()
    }

    /// Returns the points x for which (z, x) is open for a heap: neither the sum with the heap nor one
    /// with an option of it is in P.
    fn open_for(&self, h: &HeapEntry, z: u32) -> Vec<u64> {
        self.complement(&self.any_in_p(z, h.options.iter().chain([&h.value])))
    }

    /// Step 4 for mixed heaps.
    fn check_mixed(
        &mut self,
        h: &HeapEntry,
        heaps: &[HeapEntry],
        found: &[Found],
        meter: &mut Meter<'_>,
    ) -> Result<(), InvalidQuotient> {
        let certificate = self.certificate;
        let (m, d) = (h.value.0, self.displacements[h.value.1].clone());
        let (thresholds, half_width) = self.wider.clone();
        let shift: i64 = d.iter().zip(&certificate.wall).map(|(d, c)| d * c).sum();
        let account = &mut self.account;
        let most = half_width + shift.abs();
        let points = points_of_cells(certificate, (&thresholds, most), usize::MAX, account, meter)?;
        let key = |x: &[i64]| wider_cell(certificate, &thresholds, half_width, x);
        let numbers: FxHashMap<Vec<i64>, usize> = (self.points.iter().enumerate())
            .map(|(number, x)| (key(x), number))
            .collect();
        let mut pairs = BTreeSet::new();
        for x in &points {
            meter.tick()?;
            let y: Vec<i64> = x.iter().zip(&d).map(|(x, d)| x + d).collect();
            let (Some(&x), Some(&y)) = (numbers.get(&key(x)), numbers.get(&key(&y))) else {
                return Err(InvalidQuotient::Malformed("a point has no cell"));
            };
            pairs.insert((x, y));
        }
        // The moves in the wild heaps that h is compared with.
        let is_part = |wild: &u64| self.coordinate(*wild).is_some_and(|i| d[i] > 0);
        let wild = heaps.iter().filter(|w| w.is_wild() && is_part(&w.heap));
        let moves: Vec<(u32, usize)> = wild.flat_map(|w| w.moves.iter().copied()).collect();
        for z in 0..u32::try_from(self.order).unwrap_or(u32::MAX) {
            meter.tick_for(h.options.len() + moves.len() + pairs.len())?;
            let open = self.open_for(h, z);
            let won = self.any_in_p(self.product(z, m), moves.iter());
            let has = |row: &[u64], x: usize| row[x / 64] >> (x % 64) & 1 != 0;
            let is_open = |y: usize| {
                let same_value = found.iter().filter(|sum| sum.value == m);
                let mut rows = same_value.map(|sum| &sum.open[z as usize * self.words..]);
                !has(&won, y) && rows.any(|row| has(row, y))
            };
            if !(pairs.iter()).all(|&(x, y)| !has(&open, x) || is_open(y)) {
                let what = "its value has wild heaps, but no sum with these stands for it";
                return Err(InvalidQuotient::Heap { heap: h.heap, what });
            }
        }
        Ok(())
    }
}
