//! A program that plays, as a process of its own.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::front::cli::protocols::lines::{self, Line};

/// So many lines may wait to be read before the program that wrote them has to wait as well.
const WAITING_LINES: usize = 4096;
/// With what a shell ends that cannot find a program, or may not run it.
const NOT_FOUND: i32 = 127;
const NOT_RUN: i32 = 126;
/// How long a program may take to end.
const PATIENCE: Duration = Duration::from_secs(2);
/// So often it is looked how long a program has been at work.
const LOOK: Duration = Duration::from_millis(1);
/// For how many turns it is remembered how late a program stopped.
const LASTING: u32 = 7;
/// A program that has not been at work for so long waits to be stopped.
const IDLE: Duration = Duration::from_millis(400);

/// A program that is told lines and answers lines.
pub(super) struct Process {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
    /// How long it has gone on working, on average, after the time at which it was to be told to stop: the system tells
    /// the time of a program that works some milliseconds late, and nobody stops at once.
    late: Duration,
    /// How long it was to have worked in all when it was last told to stop.
    planned: Option<Duration>,
}

impl Process {
    /// Starts a command, as the shell reads it.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("`{command}` cannot be started: {error}");
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{command}` has no input and output"));
        };
        let (lines, receiver) = sync_channel(WAITING_LINES);
        thread::spawn(move || {
            let mut from = BufReader::new(from);
            while let Ok(Some(line)) = lines::next(&mut from) {
                let Line::Text(line) = line else { continue };
                if lines.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, to, from: receiver, late: Duration::ZERO, planned: None })
    }

    /// Tells it a line.
    pub(super) fn tell(&mut self, line: &str) -> Result<(), String> {
        let written =
            self.to.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.to.flush());
        written.map_err(|_| self.end())
    }

    /// Says that it has ended, and why if the shell knows.
    fn end(&mut self) -> String {
        let code = self.status().and_then(|status| status.code());
        let why = match code {
            Some(NOT_FOUND) => "the shell cannot find it",
            Some(NOT_RUN) => "the shell may not run it",
            _ => "it has ended",
        };
        why.to_owned()
    }

    /// Waits a little for its end, and returns with what it ended.
    fn status(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(LOOK),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
        None
    }

    /// Returns the next line; nothing if there is none in that time.
    pub(super) fn line(&mut self, within: Duration) -> Result<Option<String>, String> {
        match self.from.recv_timeout(within) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// Reads lines until one is wanted, and returns what it means.
    pub(super) fn until<T>(
        &mut self,
        within: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        // What it does now is no turn.
        self.planned = None;
        let begun = Instant::now();
        loop {
            let left = within.saturating_sub(begun.elapsed());
            match self.line(left)? {
                Some(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                None if left.is_zero() => return Err("it does not answer".to_owned()),
                None => {}
            }
        }
    }

    /// Reads lines until one is wanted, and sees to it that the program works for so long: it is told to stop a little sooner,
    /// by as much as it was late before.
    pub(super) fn until_busy<T>(
        &mut self,
        most: Duration,
        (stop, within): (&str, Duration),
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let (begun, before) = (Instant::now(), self.cpu().unwrap_or_default());
        // Only when it has been at rest, the system tells all of its time.
        if let Some(planned) = self.planned.take() {
            let late = before.saturating_sub(planned);
            self.late = (LASTING * self.late + late) / (LASTING + 1);
        }
        let (mut seen, mut moved, mut is_told) = (before, Instant::now(), false);
        let soon = most.saturating_sub(self.late.min(most / 2));
        loop {
            if let Some(line) = self.line(LOOK)?
                && let Some(found) = wanted(&line)
            {
                self.planned = is_told.then_some(before + soon);
                return Ok(found);
            }
            if begun.elapsed() > within {
                return Err("it does not answer".to_owned());
            }
            let now = self.cpu().unwrap_or(begun.elapsed() + before);
            if now > seen {
                (seen, moved) = (now, Instant::now());
            }
            if !is_told && (now.saturating_sub(before) >= soon || moved.elapsed() > IDLE) {
                self.tell(stop)?;
                is_told = true;
            }
        }
    }

    /// Returns how long the program has been at work, all its threads together.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let busy = |folder: std::path::PathBuf| -> Option<u64> {
            let text = std::fs::read_to_string(folder.join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse().ok()
        };
        let sum = tasks.filter_map(|task| busy(task.ok()?.path())).sum();
        Some(Duration::from_nanos(sum))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.tell("quit"));
        if self.status().is_some() {
            return;
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
