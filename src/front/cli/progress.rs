//! A bar for people who wait.

use std::io::IsTerminal;
use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long nobody minds waiting.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error, at a terminal and once something has taken a while; nothing elsewhere.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    watched: bool,
    begun: Instant,
    shown: Once,
}

impl Progress {
    /// Begins to wait for so many steps, `what` they are called.
    pub(super) fn new(steps: u64, what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        // The template is a fixed text; if it were wrong, the usual look would do.
        let look = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left{{msg}}");
        let bar = match ProgressStyle::with_template(&look) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        Self { bar, watched: Self::is_watched(), begun: Instant::now(), shown: Once::new() }
    }

    /// Tells whether somebody could see it.
    pub(super) fn is_watched() -> bool {
        std::io::stderr().is_terminal()
    }

    /// Notes that a step is done.
    pub(super) fn step(&self) {
        if !self.watched {
            return;
        }
        if self.begun.elapsed() > PATIENCE {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        self.bar.inc(1);
    }

    /// Notes that a step is done, and says what is known now.
    pub(super) fn step_with(&self, known: &dyn Fn() -> String) {
        if self.watched {
            self.bar.set_message(format!("; {}", known()));
        }
        self.step();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
