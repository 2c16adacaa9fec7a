//! Progress on a terminal, for work that takes more than a second: a line on standard error that is
//! gone when the answer comes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io::IsTerminal, iter};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use misere::limits::Budget;
use misere::notation::printable;

/// The line that is drawn now.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn show(bar: Option<ProgressBar>) {
    if let Ok(mut shown) = SHOWN.lock() {
        *shown = bar;
    }
}

/// Writes something to the terminal without the line of progress, which comes again below it.
pub(super) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let shown = SHOWN.lock().map(|shown| shown.clone());
    match shown.ok().flatten() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Where the end of the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody knows: the time and the memory in use are shown.
    Unknown,
    /// After so many steps, counted with [`Progress::advance`].
    Steps(u64),
    /// At this heap, or without an end if it is the largest number; the library says which heap was
    /// reached.
    Heap(u64),
    /// After a number of pieces that the library knows when it begins.
    Pieces,
}

/// Shows what is being done until it is dropped.
pub(super) struct Progress {
    work: Arc<Work>,
    /// The thread ends when the sender is dropped.
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What the thread that works and the thread that draws share.
struct Work {
    what: Mutex<String>,
    end: End,
    steps: AtomicU64,
    /// Its gauge says which heap was reached.
    budget: Budget,
}

impl Progress {
    /// How long to wait before anything is shown.
    const DELAY: Duration = Duration::from_secs(1);
    /// How long a line stays as it is.
    const TICK: Duration = Duration::from_millis(120);

    /// Starts to show work under this budget.
    pub(super) fn start(what: &str, end: End, budget: &Budget, quiet: bool) -> Self {
        if let Some(gauge) = &budget.gauge {
            gauge.reset();
        }
        let work = Arc::new(Work {
            what: Mutex::new(what.to_owned()),
            end,
            steps: AtomicU64::new(0),
            budget: budget.clone(),
        });
        let mut shown = None;
        if !quiet && std::io::stderr().is_terminal() {
            let (sender, receiver) = channel::<()>();
            let work = Arc::clone(&work);
            let pauses = iter::once(Self::DELAY).chain(iter::repeat(Self::TICK));
            let pause = move |pause| receiver.recv_timeout(pause) == Err(RecvTimeoutError::Timeout);
            let draw = move || work.draw(pauses.take_while(|&time| pause(time)));
            // Where the system allows no further thread, nothing is shown.
            let thread = std::thread::Builder::new().spawn(draw);
            shown = thread.ok().map(|thread| (sender, thread));
        }
        Self { work, shown }
    }

    /// Says what is being done now.
    pub(super) fn say(&self, what: impl FnOnce() -> String) {
        if self.shown.is_some()
            && let Ok(mut now) = self.work.what.lock()
        {
            *now = printable(&what());
        }
    }

    pub(super) fn advance(&self, steps: u64) {
        self.work.steps.fetch_add(steps, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.shown.take() {
            drop(sender);
            // The thread only draws: a panic of it would not matter here.
            let _ = thread.join();
        }
    }
}

impl Work {
    /// Draws a line after each pause, and wipes it out at the end.
    fn draw(&self, pauses: impl Iterator<Item = Duration>) {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        show(Some(bar.clone()));
        let begin = Instant::now();
        let mut samples: Vec<(Duration, u64)> = Vec::new();
        for _ in pauses {
            let now = begin.elapsed();
            samples.push((now, self.done()));
            // Far apart they tell as much.
            if samples.len() == 1000 {
                samples = samples.into_iter().step_by(2).collect();
            }
            bar.set_message(self.line(now, &samples));
            bar.tick();
        }
        show(None);
        bar.finish_and_clear();
    }

    /// The steps, pieces or heaps so far.
    fn done(&self) -> u64 {
        match (self.end, &self.budget.gauge) {
            (End::Steps(_), _) => self.steps.load(Ordering::Relaxed),
            (End::Unknown, _) | (_, None) => 0,
            (End::Pieces, Some(gauge)) => gauge.pieces().0,
            (End::Heap(_), Some(gauge)) => gauge.reached(),
        }
    }

    fn line(&self, now: Duration, samples: &[(Duration, u64)]) -> String {
        let what = self.what.lock().map(|what| what.clone());
        let what = what.unwrap_or_default();
        let done = self.done();
        let (unit, all) = match (self.end, &self.budget.gauge) {
            (End::Steps(all), _) => ("", all),
            (End::Heap(last), _) => ("heap ", last),
            (End::Pieces, Some(gauge)) => ("part ", gauge.pieces().1),
            _ => ("", 0),
        };
        let is_begun = done > 0 || matches!(self.end, End::Steps(_));
        // Work that has not begun to count is shown like work without an end.
        if matches!(all, 0 | u64::MAX) || !is_begun {
            let heap = match (all, done) {
                (0, _) | (_, 0) => String::new(),
                _ => format!("heap {done}, "),
            };
            let mebibytes = self.budget.held() >> 20;
            let memory = match mebibytes {
                0 => String::new(),
                _ => format!(", {mebibytes} MiB"),
            };
            return format!("{what}: {heap}{}{memory}", in_words(now));
        }
        let percent = u128::from(done.min(all)) * 100 / u128::from(all);
        let left = match self.end {
            End::Heap(_) => left_to_heap(samples, all),
            _ => left_of_steps(now, done, all),
        };
        let left = left.map_or(String::new(), |left| {
            format!(", about {} left", in_words(left))
        });
        format!("{what}: {unit}{done} of {all}, {percent} %{left}")
    }
}

/// The time that the other steps take, if they take as long as those so far.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn left_of_steps(now: Duration, done: u64, all: u64) -> Option<Duration> {
    /// Of fewer steps nothing is concluded.
    const FEWEST: u64 = 3;
    let each = now.as_secs_f64() / done as f64;
    let left = each * all.saturating_sub(done) as f64;
    (done >= FEWEST).then(|| Duration::try_from_secs_f64(left).ok())?
}

/// The time until this heap. Larger heaps take longer: the time up to heap n is taken to grow like a
/// power of n, whose exponent is that between half of the way and now.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn left_to_heap(samples: &[(Duration, u64)], last: u64) -> Option<Duration> {
    /// Shorter times say too little.
    const SHORTEST: Duration = Duration::from_millis(200);
    let &(now, heap) = samples.last()?;
    let half = (samples.iter().rev()).find(|&&(_, earlier)| earlier <= heap / 2);
    let &(then, earlier) = half.filter(|&&(then, heap)| heap > 0 && then >= SHORTEST)?;
    let (now, then) = (now.as_secs_f64(), then.as_secs_f64());
    let exponent = (now / then).ln() / (heap as f64 / earlier as f64).ln();
    // Values that were known before took no time, and would make it too large.
    let exponent = Some(exponent).filter(|exponent| (0.1..=6.0).contains(exponent))?;
    let whole = now * (last.max(heap) as f64 / heap as f64).powf(exponent);
    Duration::try_from_secs_f64(whole - now).ok()
}

/// `40 s`, `3 min`, `2 h 10 min`
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes @ 1..=9) => format!("{minutes} min {} s", seconds % 60),
        (0, minutes) => format!("{minutes} min"),
        (hours @ 1..=99, minutes) => format!("{hours} h {minutes} min"),
        (hours, _) => format!("{} days", hours / 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use misere::limits::Gauge;

    #[test]
    fn times_are_readable() {
        let words = [0, 59, 61, 600, 7800, 400_000].map(|s| in_words(Duration::from_secs(s)));
        let expected = ["0 s", "59 s", "1 min 1 s", "10 min", "2 h 10 min", "4 days"];
        assert_eq!(words, expected);
    }

    #[test]
    fn the_time_left_follows_the_power_that_it_grows_with() {
        for power in [1, 2, 3] {
            let at = |heap: u64| Duration::from_millis(heap.pow(power)) / 10_u32.pow(power - 1);
            let samples: Vec<_> = (1..=100).map(|n| (at(100 * n), 100 * n)).collect();
            let left = left_to_heap(&samples, 30_000).unwrap().as_secs_f64();
            let expected = at(30_000).as_secs_f64() - at(10_000).as_secs_f64();
            assert!((left / expected - 1.0).abs() < 1e-6, "{left} {expected}");
        }
        // Nothing is told of a search that has only begun, or went on from a file.
        let seconds = Duration::from_secs;
        assert_eq!(left_to_heap(&[(seconds(1), 10)], 100), None);
        assert_eq!(
            left_to_heap(&[(seconds(1), 900), (seconds(2), 950)], 1000),
            None
        );
        assert_eq!(left_of_steps(seconds(4), 2, 10), None);
        assert_eq!(left_of_steps(seconds(4), 4, 10), Some(seconds(6)));
    }

    #[test]
    fn lines_have_numbers() {
        let gauge = Arc::new(Gauge::default());
        let budget = Budget::default().with_gauge(gauge);
        let line = |end: End, steps: u64, heap: u64| {
            let progress = Progress::start("values", end, &budget, true);
            progress.advance(steps);
            budget.reached(heap);
            let samples = [
                (Duration::from_secs(1), heap / 2),
                (Duration::from_secs(4), heap),
            ];
            progress.work.line(Duration::from_secs(4), &samples)
        };
        assert_eq!(line(End::Unknown, 0, 0), "values: 4 s");
        assert_eq!(line(End::Heap(100), 0, 0), "values: 4 s");
        assert_eq!(line(End::Heap(u64::MAX), 0, 7), "values: heap 7, 4 s");
        assert_eq!(
            line(End::Heap(100), 0, 50),
            "values: heap 50 of 100, 50 %, about 12 s left"
        );
        assert_eq!(line(End::Steps(12), 0, 0), "values: 0 of 12, 0 %");
        assert_eq!(
            line(End::Steps(12), 4, 0),
            "values: 4 of 12, 33 %, about 8 s left"
        );
    }
}
