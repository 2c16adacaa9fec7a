//! Progress on a terminal, for work that takes more than a second.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows what is being done until it is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    /// The thread ends when the sender is dropped.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// How long to wait before anything is shown.
    const DELAY: Duration = Duration::from_secs(1);

    /// Starts to show work of unknown length, or of this many steps.
    pub(super) fn start(what: &str, steps: Option<u64>, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden());
        if quiet || !std::io::stderr().is_terminal() {
            return Self { bar, waiting: None };
        }
        let template = match steps {
            Some(_) => "{msg} {bar:30} {pos}/{len} {eta}",
            None => "{spinner} {msg} {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        let (sender, receiver) = channel::<()>();
        let shown = bar.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            if receiver.recv_timeout(Self::DELAY) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(120));
            }
        });
        // Where the system allows no further thread, nothing is shown.
        let waiting = thread.ok().map(|thread| (sender, thread));
        Self { bar, waiting }
    }

    /// Says what is being done now.
    pub(super) fn say(&self, what: impl FnOnce() -> String) {
        if self.waiting.is_some() {
            self.bar.set_message(what());
        }
    }

    pub(super) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.waiting.take() {
            drop(sender);
            // The thread only draws: a panic of it would not matter here.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
