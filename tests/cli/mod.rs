//! The program as people use it: the built binary, called with arguments and input.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod analyse;
mod author;
mod bad_input;
mod commands;
mod facts;
mod help;
mod import;
mod keeping;
mod learning;
mod mates;
mod migrate;
mod perft;
mod play;
mod playouts;
mod readme;
mod records;
mod reports;
mod scale;
mod solve;
mod strength;
mod study;
mod tables;
#[cfg(unix)]
mod terminal;
mod too_much;
mod typed;
mod why;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// After this long a program hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a call of the program came to.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub took: Duration,
}

impl Ran {
    /// Checks the exit code and that nothing panicked.
    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert!(!self.err.contains("panicked"), "{self:?}");
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// The lines of standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }
}

/// Runs `fairyring` without input.
pub fn fairyring(arguments: &[&str]) -> Ran {
    with_input(arguments, "")
}

/// Runs `fairyring` with standard input.
pub fn with_input(arguments: &[&str], input: &str) -> Ran {
    run_in(Path::new(env!("CARGO_TARGET_TMPDIR")), arguments, input)
}

/// Runs `fairyring` in a folder.
pub fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairyring"));
    command.args(arguments).current_dir(folder);
    run(command, input)
}

/// Runs a command, but not for ever.
pub fn run(mut command: Command, input: &str) -> Ran {
    if command.get_envs().all(|(name, _)| name != "XDG_STATE_HOME") {
        // Games that are played here are no games of whoever runs the tests.
        command.env("XDG_STATE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("state"));
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end without having read its input.
    let writing = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let out = read_all(child.stdout.take().unwrap());
    let err = read_all(child.stderr.take().unwrap());
    let code = wait(&mut child, begun);
    let took = begun.elapsed();
    writing.join().unwrap();
    Ran { code, out: out.join().unwrap(), err: err.join().unwrap(), took }
}

fn read_all(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    })
}

fn wait(child: &mut Child, begun: Instant) -> Option<i32> {
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Makes an empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file in a folder and returns its path as text.
pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Reads a file of the project.
pub fn project_file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}
