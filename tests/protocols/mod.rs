//! The protocols by which interfaces talk to engines, and matches between engines: the built program, told lines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod matches;
mod python;
mod robust;
mod uci;
mod xboard;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// After this long no answer comes any more.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program while it is talked to.
struct Talk {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

impl Talk {
    fn with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fairyring"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().unwrap());
        let (send, receive) = channel();
        thread::spawn(move || {
            for line in from.lines() {
                drop(send.send(line.unwrap()));
            }
        });
        Self { child, to, from: receive }
    }

    fn tell(&mut self, line: &str) {
        let to = self.to.as_mut().unwrap();
        to.write_all(format!("{line}\n").as_bytes()).unwrap();
        to.flush().unwrap();
    }

    /// Waits for a line that begins so; returns it, and those before it.
    #[track_caller]
    fn until(&mut self, begin: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let Ok(line) = self.from.recv_timeout(PATIENCE) else {
                panic!("no line begins with {begin}: {before:#?}")
            };
            if line.starts_with(begin) {
                return (line, before);
            }
            before.push(line);
        }
    }

    /// Tells a line and waits for another.
    #[track_caller]
    fn ask(&mut self, line: &str, begin: &str) -> String {
        self.tell(line);
        self.until(begin).0
    }

    /// Tells it to quit, and waits until it has.
    #[track_caller]
    fn quit(mut self) {
        self.tell("quit");
        assert_eq!(self.code(), Some(0));
    }

    fn code(&mut self) -> Option<i32> {
        let begun = std::time::Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
