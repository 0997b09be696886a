//! The program at a terminal: a pseudo-terminal of a certain size, whose screen is read.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::folder;

/// After this long what is waited for does not come.
const PATIENCE: Duration = Duration::from_secs(30);

/// The rows of the screens.
const ROWS: u16 = 50;

/// A program at a terminal.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
}

impl Terminal {
    /// Runs `fairyring` at a terminal with so many columns; its games are kept in `state`.
    fn run(columns: u16, state: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let size = PtySize { rows: ROWS, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_fairyring"));
        command.args(arguments);
        command.cwd(env!("CARGO_TARGET_TMPDIR"));
        command.env("XDG_STATE_HOME", state);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(ROWS), some(columns), 1000)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let shown = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the program is the end of the terminal, on some systems as an error.
            while let Ok(count) = output.read(&mut bytes) {
                if count == 0 {
                    break;
                }
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self { screen, keys, master: pair.master, child }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    /// Waits until the last line of the screen is so.
    #[track_caller]
    fn wait_for_prompt(&self, prompt: &str) {
        self.wait_until(prompt, |screen| screen.trim_end().ends_with(prompt.trim_end()));
    }

    #[track_caller]
    fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !is_there(&self.text()) {
            assert!(begun.elapsed() < PATIENCE, "`{what}` does not come:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn resize(&mut self, columns: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(some(ROWS), some(columns));
        let size = PtySize { rows: ROWS, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).unwrap();
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until the program has ended by itself.
    #[track_caller]
    fn ends(mut self) {
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Tells whether any cell of the screen has a colour.
    fn is_coloured(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        let (rows, columns) = parser.screen().size();
        let (rows, columns) = (rows.get(), columns.get());
        let mut cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        cells.any(|(row, column)| {
            let cell = parser.screen().cell(row, column);
            cell.is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
        })
    }
}

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

fn state(name: &str) -> PathBuf {
    folder(&format!("terminal-{name}"))
}

#[test]
fn a_line_is_cleared_and_who_interrupts_again_is_asked() {
    let state = state("interrupt");
    let mut terminal = Terminal::run(80, &state, &["play", "chess", "--seed", "1"], &[]);
    terminal.wait_for_prompt("White>");
    terminal.press("e2e4\r");
    terminal.wait_for("Turn 2, White to move");
    terminal.wait_for_prompt("White>");
    terminal.press("d2d");
    terminal.wait_for("White> d2d");
    terminal.press("\x03");
    terminal.wait_for("once more to leave");
    terminal.wait_for_prompt("White>");
    terminal.press("\x03");
    terminal.wait_for_prompt("Leave the game? [y/N]");
    terminal.press("n\r");
    terminal.wait_for_prompt("White>");
    terminal.press("d2d4\r");
    terminal.wait_for("Turn 3, White to move");
    terminal.wait_for_prompt("White>");
    terminal.press("\x03");
    terminal.wait_until("a second hint", |screen| screen.matches("once more").count() == 2);
    terminal.wait_for_prompt("White>");
    terminal.press("\x03");
    terminal.wait_for_prompt("[y/N]");
    terminal.press("y\r");
    terminal.ends();
}

#[test]
fn a_killed_game_is_offered_again() {
    let state = state("kill");
    let mut terminal = Terminal::run(80, &state, &["play", "mono", "--seed", "2"], &[]);
    terminal.wait_for_prompt("White>");
    terminal.press("4-5\r");
    terminal.wait_for("Turn 2");
    terminal.kill();
    let mut terminal = Terminal::run(80, &state, &["play", "--resume"], &[]);
    terminal.wait_for("Going on with mono, 2 turns played");
    terminal.wait_for("Turn 2, White to move");
    terminal.wait_for_prompt("White>");
    // A second game, and the first is still there to choose.
    terminal.press("\x04");
    terminal.ends();
    let mut terminal = Terminal::run(80, &state, &["play", "chess", "--seed", "2"], &[]);
    terminal.wait_for_prompt("White>");
    terminal.press("e2e4\r");
    terminal.wait_for("Turn 2");
    terminal.kill();
    let mut terminal = Terminal::run(80, &state, &["play", "--resume"], &[]);
    terminal.wait_for("1  chess, 2 turns");
    terminal.wait_for("2  mono, 2 turns");
    terminal.wait_for_prompt("Which one? [1]");
    terminal.press("2\r");
    terminal.wait_for("Mono-dimensional");
    // Nobody else can play the same game meanwhile.
    let other = Terminal::run(80, &state, &["play", "--resume"], &[]);
    other.wait_for("Going on with chess");
    other.kill();
    terminal.kill();
}

#[test]
fn tab_offers_the_step_that_is_asked_for() {
    let state = state("tab");
    let arguments = ["play", "ruddigore", "--human", "w", "--human", "b", "--position"];
    let start = "4k3/8/8/8/8/8/4P3/4K2R[] w - 0 2";
    let mut terminal = Terminal::run(80, &state, &[&arguments[..], &[start]].concat(), &[]);
    terminal.wait_for_prompt("White>");
    terminal.press("\t\t");
    // The pieces that can move, and not their moves with every sacrifice.
    terminal.wait_for("e1");
    terminal.wait_for("h1");
    assert!(!terminal.text().contains("sac:"), "{}", terminal.text());
    terminal.press("e2\t\t");
    terminal.wait_for("e2e4");
    assert!(!terminal.text().contains("sac:"), "{}", terminal.text());
    // What all have in common has been typed already.
    terminal.press("4\r");
    terminal.wait_for("White e2e4,>");
    terminal.press("\t\t");
    terminal.wait_for_prompt("White e2e4,>");
    terminal.press("e4\r");
    terminal.wait_for("Turn 2, Black to move");
    terminal.kill();
}

#[test]
fn the_board_fits_the_terminal_and_its_colours() {
    for columns in [40, 80, 120] {
        let state = state(&format!("columns-{columns}"));
        let mut terminal =
            Terminal::run(columns, &state, &["play", "fellowship", "--seed", "3"], &[]);
        terminal.wait_for_prompt("White>");
        assert!(terminal.is_coloured(), "{}", terminal.text());
        assert!(terminal.text().contains('♜'), "{}", terminal.text());
        let longest = terminal.text().lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(usize::from(columns)), "{}", terminal.text());
        terminal.press("help\r");
        terminal.wait_for("resign");
        terminal.wait_for_prompt("White>");
        terminal.resize(60);
        terminal.press("board\r");
        terminal.wait_until("the board", |screen| {
            screen.contains("White> board") && screen.trim_end().ends_with("White>")
        });
        terminal.press("e2e4\r");
        terminal.wait_for("Turn 2, White to move");
        terminal.kill();
    }
}

#[test]
fn letters_without_colours_for_who_wants_them() {
    let letters = |name: &str, arguments: &[&str], environment: &[(&str, &str)]| {
        let state = state(name);
        let arguments = [&["play", "chess"], arguments].concat();
        let terminal = Terminal::run(80, &state, &arguments, environment);
        terminal.wait_for_prompt("White>");
        assert!(terminal.text().contains("r  n  b  q  k"), "{}", terminal.text());
        let coloured = terminal.is_coloured();
        terminal.kill();
        coloured
    };
    assert!(!letters("no-color", &[], &[("NO_COLOR", "1")]));
    assert!(!letters("dumb", &[], &[("TERM", "dumb")]));
    assert!(!letters("ascii", &["--ascii"], &[]));
}
