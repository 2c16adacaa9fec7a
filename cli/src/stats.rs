//! `--stats`: the steps of the library as they happen, and what a command used, on standard error.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

use serde_json::Value;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use misere::game::UniverseStats;

use super::session::Session;
use super::standard_error::{StandardError, tell};

/// Whether events are written.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// When the command began.
static START: Mutex<Option<Instant>> = Mutex::new(None);

/// The measurement of one command.
pub(super) struct Stats {
    start: Instant,
    cpu: Option<Duration>,
}

impl Stats {
    /// Begins to measure a command, if that is asked for.
    pub(super) fn start(wanted: bool) -> Option<Self> {
        IS_ON.store(wanted, Ordering::Relaxed);
        if !wanted {
            return None;
        }
        let start = Instant::now();
        if let Ok(mut shared) = START.lock() {
            *shared = Some(start);
        }
        write_events();
        Some(Self {
            start,
            cpu: cpu_time(),
        })
    }

    /// Writes what the command used.
    pub(super) fn report(self, session: &Session) {
        IS_ON.store(false, Ordering::Relaxed);
        let universe = session.universe.stats();
        let held = session.budget().held().max(universe.bytes);
        let cpu = cpu_time()
            .zip(self.cpu)
            .map(|(now, then)| now.saturating_sub(then));
        let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
        let lines = [
            ("wall time", Some(seconds(self.start.elapsed()))),
            ("CPU time", cpu.map(seconds)),
            ("memory held", Some(mebibytes(held as u64))),
            ("peak memory", peak_memory().map(mebibytes)),
        ];
        for (name, value) in lines {
            if let Some(value) = value {
                tell(&format!("stats: {name:<16} {value}"));
            }
        }
        for (name, value) in tables(&universe) {
            tell(&format!("stats: {name:<16} {value}"));
        }
    }
}

/// Returns the statistics of a universe with their names, which are those of its fields.
fn tables(universe: &UniverseStats) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    if let Ok(Value::Object(fields)) = serde_json::to_value(universe) {
        for (field, value) in fields {
            let name = field.replace('_', " ");
            let bytes = |value: &Value| mebibytes(value.as_u64().unwrap_or_default());
            lines.push(match &value {
                Value::Object(table) => {
                    let (entries, bytes) = (&table["entries"], bytes(&table["bytes"]));
                    (name, format!("{entries} ({bytes})"))
                }
                bytes_of_all if field == "bytes" => ("all tables".into(), bytes(bytes_of_all)),
                count => (name, count.to_string()),
            });
        }
    }
    lines
}

fn mebibytes(bytes: u64) -> String {
    let tenths = bytes * 10 / (1 << 20);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// Writes the events of the library to standard error while `IS_ON` is set.
fn write_events() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let is_wanted = dynamic_filter_fn(|metadata, _| {
            IS_ON.load(Ordering::Relaxed) && metadata.target().starts_with("misere")
        });
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(|| StandardError)
            .with_ansi(false)
            .with_level(false)
            .with_target(false)
            .with_timer(Elapsed)
            .with_filter(is_wanted);
        // Nobody else sets a subscriber.
        let _ = tracing_subscriber::registry().with(lines).try_init();
    });
}

/// Seconds since the command began.
struct Elapsed;

impl FormatTime for Elapsed {
    fn format_time(&self, w: &mut Writer<'_>) -> fmt::Result {
        let start = START.lock().ok().and_then(|start| *start);
        let elapsed = start.map_or(Duration::ZERO, |start| start.elapsed());
        write!(w, "{:9.3} s", elapsed.as_secs_f64())
    }
}

/// The time that all threads have worked, where the system tells it: user and system time are
/// fields 14 and 15 of this file, in hundredths of a second.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name of the program in parentheses.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).take(2);
    let mut next = || times.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((next()? + next()?) * 10))
}

/// The largest resident memory so far in bytes, where the system tells it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_readable() {
        assert_eq!(mebibytes(0), "0.0 MiB");
        assert_eq!(mebibytes(3 << 19), "1.5 MiB");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_time_and_memory() {
        assert!(cpu_time().is_some());
        assert!(peak_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
