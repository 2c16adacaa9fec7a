//! A repeated window in a stream of values, of which only a few windows are kept.
//!
//! The values of a [`WindowStream`] depend on the last P+T of them, its window. At growing distances the
//! window is kept: a *snapshot*. If a snapshot stands again p heaps later, the rare-window theorem applies
//! with W = P, because the stream says of every heap that it is common and that its wanted values are
//! options with a part up to P. Windows are compared value by value; to do so at few heaps, those are
//! taken that end with the same few values, the *anchor*. Snapshots are also where the stream can start
//! again: so the preperiod is found by bisection, with the values between two snapshots.

use std::sync::Arc;

use memchr::memmem;

use super::tails::Tail;
use crate::limits::{Account, Budget, Reason};
use crate::nim::codes::{Advance, RareWindow, WindowEvaluator, WindowStream};

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    Stopped(Reason),
    /// What was read from a file contradicts the values.
    Damaged(&'static str),
}

impl From<Reason> for Trouble {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Period(Tail, RareWindow),
    /// None up to the last heap.
    Nothing,
    /// The value of this heap needs values that are not kept.
    Unresolved(u64),
}

/// The values before a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    /// The number of heaps that are computed.
    pub(super) heaps: u64,
    /// The values of the last of them.
    pub(super) window: Vec<u8>,
}

/// Where a search is, apart from the values that can be computed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The windows that are kept. The first is the last one of the evaluator that keeps all values.
    pub(super) snapshots: Vec<Snapshot>,
    /// The distance of snapshots, and the heap from which on the next one is taken.
    pub(super) spacing: u64,
    pub(super) due: u64,
    /// The windows that end with these values are compared.
    pub(super) anchor: Vec<u8>,
    /// How often the anchor stood in the chunk so far.
    pub(super) met: u64,
    /// Whether it stood since it was chosen or confirmed, and where it is to be confirmed.
    pub(super) occurred: bool,
    pub(super) confirm: u64,
    /// A snapshot, by its heaps, and where its window stood again.
    pub(super) repeated: Option<(u64, u64)>,
}

/// Searches for a repeated window in the values after those of an evaluator.
pub(super) struct Snapshots {
    stream: WindowStream,
    state: State,
    account: Account,
}

impl Snapshots {
    /// The length of an anchor, unless it stands too often.
    const ANCHOR: usize = 24;
    /// The number of heaps that are computed before the anchor is looked for.
    const CHUNK: u64 = 1 << 16;
    /// An anchor that stands more often in a chunk is made longer.
    const FREQUENT: u64 = 16;
    /// The largest number of snapshots, and of their bytes.
    const MOST: usize = 512;
    const BYTES: usize = 8 << 20;

    /// Starts after the values of the evaluator; none if it needs large parts too often.
    pub(super) fn new(
        source: &Arc<WindowEvaluator>,
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let Some(stream) = WindowStream::new(source, budget)? else {
            return Ok(None);
        };
        let mut search = Self {
            state: State {
                snapshots: Vec::new(),
                spacing: Self::CHUNK / 4,
                due: 0,
                anchor: Vec::new(),
                met: 0,
                occurred: false,
                confirm: 0,
                repeated: None,
            },
            stream,
            account: budget.account(),
        };
        search.begin()?;
        Ok(Some(search))
    }

    /// Continues a search. What can be computed again in little time is compared.
    pub(super) fn resume(
        source: &Arc<WindowEvaluator>,
        parts: usize,
        state: State,
        last: &Snapshot,
        budget: &Budget,
    ) -> Result<Self, Trouble> {
        let damaged = Trouble::Damaged;
        let stream = WindowStream::with_parts(source, parts, budget)?
            .ok_or(damaged("the window has an impossible length"))?;
        let length = stream.length();
        let ascend = state
            .snapshots
            .windows(2)
            .all(|two| two[0].heaps < two[1].heaps);
        let mut search = Self {
            stream,
            state,
            account: budget.account(),
        };
        let all = || search.state.snapshots.iter().chain([last]);
        let first = search.origin();
        if search.state.snapshots.first() != Some(&first) || !ascend {
            return Err(damaged("its first values are not those of the ruleset"));
        }
        for snapshot in all() {
            budget.check()?;
            let before = snapshot.heaps.checked_sub(length as u64);
            let heaps = before.ok_or(damaged("a window has no heaps"))?..;
            let fits = snapshot.window.len() == length
                && (first.heaps..=last.heaps).contains(&snapshot.heaps)
                && heaps
                    .zip(&snapshot.window)
                    .all(|(heap, &value)| source.is_common(heap, value));
            if !fits {
                return Err(damaged("a window is impossible"));
            }
        }
        let State {
            anchor,
            snapshots,
            repeated,
            spacing,
            ..
        } = &search.state;
        if !(1..=length).contains(&anchor.len()) || snapshots.len() > Self::MOST || *spacing == 0 {
            return Err(damaged("its numbers do not fit together"));
        }
        search.account.add(snapshots.len() * length)?;
        if let &Some((from, again)) = repeated {
            let window = snapshots.iter().find(|snapshot| snapshot.heaps == from);
            let fits = from < again && again <= last.heaps;
            let window = window
                .filter(|_| fits)
                .ok_or(damaged("the period is impossible"))?;
            if search.stream_at(again, budget)?.window() != window.window {
                return Err(damaged("a window does not stand again"));
            }
        }
        let stream = search.stream_at(last.heaps, budget)?;
        if stream.window() != last.window {
            return Err(damaged("the last values do not follow from those before"));
        }
        search.stream = stream;
        Ok(search)
    }

    /// Returns the state, and the last window, from which [`resume`](Self::resume) continues.
    pub(super) fn state(&self) -> (&State, Snapshot) {
        (&self.state, self.now())
    }

    pub(super) fn stream(&self) -> &WindowStream {
        &self.stream
    }

    /// Returns the window after the values of the evaluator.
    fn origin(&self) -> Snapshot {
        let values = self.stream.source().values();
        Snapshot {
            heaps: values.len() as u64,
            window: values[values.len() - self.stream.length()..].to_vec(),
        }
    }

    fn now(&self) -> Snapshot {
        Snapshot {
            heaps: self.stream.computed(),
            window: self.stream.window().to_vec(),
        }
    }

    /// Forgets all snapshots but the first, because windows have another length.
    fn begin(&mut self) -> Result<(), Reason> {
        self.state.snapshots.clear();
        self.account.hold(0)?;
        self.state.repeated = None;
        self.keep(self.origin())?;
        self.choose_anchor(Self::ANCHOR)
    }

    /// Takes the last values as the anchor, with a snapshot that has it.
    fn choose_anchor(&mut self, length: usize) -> Result<(), Reason> {
        let window = self.stream.window();
        self.state.anchor = window[window.len().saturating_sub(length)..].to_vec();
        self.state.occurred = false;
        self.state.met = 0;
        self.state.confirm = self.stream.computed().saturating_mul(2);
        let now = self.now();
        match self.state.snapshots.last() {
            Some(last) if last.heaps >= now.heaps => Ok(()),
            _ => self.keep(now),
        }
    }

    /// Keeps a snapshot; every second one is dropped if they are too many.
    fn keep(&mut self, snapshot: Snapshot) -> Result<(), Reason> {
        let length = snapshot.window.len();
        self.account.add(length)?;
        self.state.due = snapshot.heaps.saturating_add(self.state.spacing);
        self.state.snapshots.push(snapshot);
        if self.state.snapshots.len() >= (Self::BYTES / length).clamp(16, Self::MOST) {
            let mut number = 0;
            self.state.snapshots.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.state.spacing = self.state.spacing.saturating_mul(2);
            self.account.hold(self.state.snapshots.len() * length)?;
        }
        Ok(())
    }

    /// Computes values up to this number of heaps in all, until a window stands again. Calls `report`
    /// after every few.
    pub(super) fn run(
        &mut self,
        to: u64,
        report: &mut dyn FnMut(&Self),
        budget: &Budget,
    ) -> Result<Found, Trouble> {
        while self.state.repeated.is_none() {
            let before = self.stream.computed();
            if before >= to {
                return Ok(Found::Nothing);
            }
            let next = (before / Self::CHUNK + 1).saturating_mul(Self::CHUNK);
            match self.stream.advance(next.min(to), budget) {
                Ok(Advance::Done) => self.look(before)?,
                Ok(Advance::Longer) => self.begin()?,
                Ok(Advance::Unresolved(heap)) => return Ok(Found::Unresolved(heap)),
                Err(reason) => {
                    self.look(before)?;
                    return Err(reason.into());
                }
            }
            report(self);
        }
        self.finish(budget)
    }

    /// Compares the windows that end with the anchor after this number of heaps.
    fn look(&mut self, before: u64) -> Result<(), Reason> {
        let computed = self.stream.computed();
        let new = usize::try_from(computed - before).unwrap_or(usize::MAX);
        let length = self.stream.length();
        let finder = memmem::Finder::new(&self.state.anchor).into_owned();
        let anchor = self.state.anchor.len();
        let mut start = self.stream.recent().len() - new - (anchor - 1);
        while let Some(at) = finder.find(&self.stream.recent()[start..]) {
            start += at + 1;
            let end = start - 1 + anchor;
            let recent = self.stream.recent();
            let heaps = computed - (recent.len() - end) as u64;
            let window = &recent[end - length..end];
            self.state.occurred = true;
            self.state.met += 1;
            let mut snapshots = self.state.snapshots.iter();
            if let Some(snapshot) = snapshots.find(|snapshot| snapshot.window == window) {
                self.state.repeated = Some((snapshot.heaps, heaps));
                return Ok(());
            }
            if heaps >= self.state.due {
                let window = window.to_vec();
                self.keep(Snapshot { heaps, window })?;
            }
        }
        if computed.is_multiple_of(Self::CHUNK) {
            let late = self.state.due.saturating_add(self.state.spacing);
            if self.state.met > Self::FREQUENT && anchor < length {
                self.choose_anchor(2 * anchor)?;
            } else if computed >= self.state.confirm {
                if self.state.occurred {
                    self.state.occurred = false;
                    self.state.confirm = computed.saturating_mul(2);
                } else {
                    self.choose_anchor(anchor)?;
                }
            } else if computed >= late {
                self.keep(self.now())?;
            }
            self.state.met = 0;
        }
        Ok(())
    }

    /// Returns a stream after this number of heaps, which were all computed before.
    fn stream_at(&self, heaps: u64, budget: &Budget) -> Result<WindowStream, Trouble> {
        let snapshots = &self.state.snapshots;
        let at = snapshots.partition_point(|snapshot| snapshot.heaps <= heaps);
        let before = at.checked_sub(1).and_then(|at| snapshots.get(at));
        let before = before.ok_or(Trouble::Damaged("the first window is missing"))?;
        let mut stream = self
            .stream
            .restarted(before.heaps, &before.window, budget)?;
        advance(&mut stream, heaps, budget)?;
        Ok(stream)
    }

    /// Finds the shortest period and preperiod.
    fn finish(&self, budget: &Budget) -> Result<Found, Trouble> {
        let Some((from, again)) = self.state.repeated else {
            return Ok(Found::Nothing);
        };
        let snapshots = &self.state.snapshots;
        let at = snapshots.partition_point(|snapshot| snapshot.heaps < from);
        let window = &snapshots[at].window;
        let mut period = again - from;
        for prime in prime_divisors(period) {
            while period.is_multiple_of(prime)
                && self.stream_at(from + period / prime, budget)?.window() == window
            {
                period /= prime;
            }
        }
        // From a window that stands again after a period on, all do.
        let (mut low, mut high) = (0, at);
        while low < high {
            let middle = low.midpoint(high);
            let Snapshot { heaps, window } = &snapshots[middle];
            if self.stream_at(heaps + period, budget)?.window() == window {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let start = match high.checked_sub(1) {
            Some(before) => {
                self.start_after(&snapshots[before], &snapshots[high], period, budget)?
            }
            None => self.start_among_first(period, budget)?,
        };
        let (mask, alternating) = self.stream.source().split();
        if alternating && !period.is_multiple_of(2) {
            // Windows of common values have the parity of their heaps, so this cannot be.
            return Err(Trouble::Damaged("an odd period"));
        }
        let (Ok(start), Ok(period)) = (usize::try_from(start), usize::try_from(period)) else {
            return Ok(Found::Nothing);
        };
        let tail = Tail {
            start,
            period,
            saltus: 0,
        };
        let last = self.stream.parts() as u64;
        Ok(Found::Period(
            tail,
            RareWindow::new(mask, alternating, last),
        ))
    }

    /// Returns the preperiod, where the first window does not stand again after a period and the second
    /// does.
    fn start_after(
        &self,
        before: &Snapshot,
        after: &Snapshot,
        period: u64,
        budget: &Budget,
    ) -> Result<u64, Trouble> {
        let mut near = self.stream_at(before.heaps, budget)?;
        let mut far = self.stream_at(before.heaps + period, budget)?;
        let mut start = before.heaps - self.stream.length() as u64;
        let mut new = self.stream.length();
        loop {
            let [one, other] = [&near, &far].map(|s| &s.recent()[s.recent().len() - new..]);
            let differs = one.iter().zip(other).rposition(|(one, other)| one != other);
            if let Some(last) = differs {
                start = near.computed() - (new - 1 - last) as u64;
            }
            let computed = near.computed();
            if computed >= after.heaps {
                return Ok(start);
            }
            let next = (computed + Self::CHUNK).min(after.heaps);
            advance(&mut near, next, budget)?;
            advance(&mut far, next + period, budget)?;
            new = usize::try_from(next - computed).unwrap_or(usize::MAX);
        }
    }

    /// Returns the preperiod, where the first window stands again after a period.
    fn start_among_first(&self, period: u64, budget: &Budget) -> Result<u64, Trouble> {
        let values = self.stream.source().values();
        let known = values.len() as u64;
        let mut start = 0;
        let mut far = self.stream_at(period.max(known), budget)?;
        loop {
            let computed = far.computed();
            let next = (computed + Self::CHUNK).min(known + period);
            if next == computed {
                break;
            }
            advance(&mut far, next, budget)?;
            let recent = far.recent();
            let new = usize::try_from(next - computed).unwrap_or(usize::MAX);
            let before = usize::try_from(computed - period).unwrap_or(usize::MAX);
            let (one, other) = (&values[before..before + new], &recent[recent.len() - new..]);
            if let Some(last) = one.iter().zip(other).rposition(|(one, other)| one != other) {
                start = (before + last) as u64 + 1;
            }
        }
        if start == 0
            && let Some(period) = usize::try_from(period).ok().filter(|&p| p < values.len())
        {
            let mut pairs = values.iter().zip(&values[period..]);
            start = pairs
                .rposition(|(one, other)| one != other)
                .map_or(0, |last| last as u64 + 1);
        }
        Ok(start)
    }
}

/// Computes values that were computed before.
fn advance(stream: &mut WindowStream, to: u64, budget: &Budget) -> Result<(), Trouble> {
    match stream.advance(to, budget)? {
        Advance::Done => Ok(()),
        _ => Err(Trouble::Damaged(
            "the values do not follow from those before",
        )),
    }
}

fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
