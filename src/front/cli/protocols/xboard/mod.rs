//! The Chess Engine Communication Protocol, version 2, with engine-defined variants as `XBoard` 4.8 and later know them.

mod board;
mod command;
mod highlight;
mod options;
mod pieces;
mod play;
mod setup;
mod visible;

use std::io::BufRead;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use board::Board;
use command::{Command, parse};
pub use visible::seen_as;

use super::clock::{Clock, Watch};
use super::lines::{self, Line};
use super::output::Output;
use super::thinker::{Setup, Thought};
use super::variants::{Variant, Variants};
use super::worker::Worker;
use crate::ir::SideId;
use crate::reference::LegalTurn;
use crate::session::Session;
use crate::state::Turn;

/// So many lines are read before the first of them is answered.
const WAITING_LINES: usize = 1024;

/// What the engine waits for.
enum Event {
    /// A line came in.
    Line(Line),
    /// No more lines come.
    End,
    /// What was found lies ready.
    Found,
}

/// What the engine does besides answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It plays neither side.
    Force,
    /// It plays a side.
    Plays(SideId),
    /// It thinks about every position until told otherwise.
    Analyzes,
}

/// How long it may think, as it was told.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    turns: u32,
    base: Option<Duration>,
    increment: Duration,
    per_turn: Option<Duration>,
    left: Option<Duration>,
    depth: Option<u32>,
}

/// What was found for the task with that number: nothing if there is no legal turn.
type Found = (u64, Option<Turn>);

/// A move that fits several turns, and the question which one is meant.
struct Question {
    text: String,
    turns: Vec<LegalTurn>,
}

/// An engine that speaks the protocol.
pub struct Engine {
    out: Output,
    variants: Variants,
    /// The game that is played unless another is asked for.
    first: Variant,
    variant: Variant,
    session: Session,
    mode: Mode,
    times: Times,
    worker: Worker,
    setup: Setup,
    /// The number of the task that is thought about, which is that of the last one given out if there is any.
    task: u64,
    is_thinking: bool,
    /// What is to be said once the turn is found.
    pings: Vec<String>,
    posts: Arc<AtomicU64>,
    latest: Arc<Mutex<(Option<Instant>, Thought)>>,
    /// What was found, with the number of the task.
    found: Arc<Mutex<Option<Found>>>,
    question: Option<Question>,
    edit: Option<setup::Edit>,
    /// The square of the piece that the user has taken up.
    lifted: Option<String>,
    /// Whether the opponent is a program: it cannot be asked which turn it means.
    is_against_program: bool,
    events: SyncSender<Event>,
    waiting: Option<Receiver<Event>>,
}

impl Engine {
    /// Makes one that plays a game until told to play another.
    pub fn new(out: Output, variants: Variants, variant: Variant, setup: Setup) -> Self {
        let (events, waiting) = sync_channel(WAITING_LINES);
        Self {
            out,
            variants,
            first: variant.clone(),
            session: variant.start.clone(),
            variant,
            mode: Mode::Plays(SideId::LAST),
            times: Times::default(),
            worker: Worker::default(),
            setup,
            task: 0,
            is_thinking: false,
            pings: Vec::new(),
            posts: Arc::default(),
            latest: Arc::default(),
            found: Arc::default(),
            question: None,
            edit: None,
            lifted: None,
            is_against_program: false,
            events,
            waiting: Some(waiting),
        }
    }

    /// Answers lines until told to quit, or there are no more.
    pub fn run(&mut self, input: impl BufRead + Send + 'static) {
        let Some(waiting) = self.waiting.take() else { return };
        let events = self.events.clone();
        thread::spawn(move || read(input, &events));
        let mut has_ended = false;
        while !(has_ended && !self.is_thinking || self.out.is_closed()) {
            let Ok(event) = waiting.recv() else { break };
            match event {
                Event::Line(Line::Text(line)) => {
                    let command = parse(&line);
                    if command == Command::Quit {
                        break;
                    }
                    self.obey(command, &line);
                }
                Event::Line(Line::TooLong) => {
                    self.out.line("Error (too long): a line is passed over");
                }
                // What is begun is finished, unless it never ends by itself.
                Event::End => has_ended = self.hear_the_end(),
                Event::Found => {}
            }
            // Whoever has thought could not wait until there was room to tell so.
            let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some((task, turn)) = found
                && task == self.task
                && self.is_thinking
            {
                self.play_found(turn);
            }
        }
        // Whoever still thinks has nobody to tell.
        drop(waiting);
        self.worker.stop();
    }

    fn hear_the_end(&mut self) -> bool {
        let is_timed =
            self.times.depth.is_some() || self.budget() != super::clock::Budget::default();
        if self.is_thinking && (self.mode == Mode::Analyzes || !is_timed) {
            self.cancel();
        }
        true
    }

    fn obey(&mut self, command: Command, line: &str) {
        if self.edit.is_some() {
            return self.edit_line(line);
        }
        match command {
            Command::Protover => self.introduce(),
            Command::New => self.begin(self.first.clone()),
            Command::Variant(name) => self.choose(&name),
            Command::Force | Command::Result | Command::Exit => self.force(),
            Command::Go => self.go(self.session.side_to_move()),
            Command::PlayOther => self.go(self.session.side_to_move().opponent()),
            Command::ToMove(first) => self.play_against(first),
            Command::Level { turns, base, increment } => {
                self.times = Times { turns, base: Some(base), increment, ..self.times };
                (self.times.per_turn, self.times.left) = (None, None);
            }
            Command::TimePerMove(time) => self.times.per_turn = Some(time),
            Command::Depth(depth) => self.times.depth = Some(depth),
            Command::Time(left) => self.times.left = Some(left),
            Command::MoveNow => self.move_now(),
            Command::Ping(number) => self.ping(number),
            Command::SetBoard(text) => self.set_board(&text),
            Command::Edit => self.begin_edit(),
            Command::Hint => self.hint(),
            Command::Undo(turns) => self.undo(turns),
            Command::Post(posts) => self.posts.store(u64::from(posts), Ordering::Relaxed),
            Command::Analyze => self.analyze(),
            Command::Status => self.status(),
            Command::Computer => self.is_against_program = true,
            Command::Memory(size) => self.set_memory(size),
            Command::Cores(threads) => self.set_threads(threads),
            Command::Option(name, value) => self.set_option(&name, &value),
            Command::Answer(text) => self.hear(&text),
            Command::UserMove(text) => self.user_move(&text, false),
            Command::Other(text) => self.user_move(&text, true),
            Command::Wrong => self.error("too few or wrong parameters", line),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Nothing | Command::Quit => {}
        }
    }

    fn error(&self, what: &str, line: &str) {
        self.out.line(format!("Error ({what}): {}", crate::notation::shown(line)));
    }

    fn ping(&mut self, number: String) {
        if self.is_thinking && self.mode != Mode::Analyzes {
            self.pings.push(number);
        } else {
            self.out.line(format!("pong {number}"));
        }
    }

    /// Answers what was asked while a turn was looked for.
    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.out.line(format!("pong {number}"));
        }
    }

    /// Stops thinking, and forgets what was found.
    fn cancel(&mut self) {
        self.task += 1;
        self.is_thinking = false;
        self.worker.stop();
        self.answer_pings();
    }

    fn force(&mut self) {
        self.cancel();
        self.mode = Mode::Force;
    }

    /// Begins a game in its own set-up.
    fn begin(&mut self, variant: Variant) {
        self.cancel();
        let is_same = variant.name == self.variant.name && variant.options == self.variant.options;
        if is_same {
            self.worker.forget();
        } else {
            self.worker.employ(None);
        }
        self.session = variant.start.clone();
        self.variant = variant;
        self.mode = Mode::Plays(SideId::LAST);
        self.question = None;
        (self.times.depth, self.times.left) = (None, None);
        self.is_against_program = false;
    }

    /// Returns the clock as far as it was told.
    fn clock(&self) -> Option<Clock> {
        let left = self.times.left.or(self.times.base)?;
        let played = u32::try_from(self.session.history().len() / 2).unwrap_or(0);
        let turns_to_go =
            (self.times.turns > 0).then(|| self.times.turns - played % self.times.turns);
        Some(Clock { left, increment: self.times.increment, turns_to_go })
    }

    fn move_now(&mut self) {
        if self.is_thinking
            && self.mode != Mode::Analyzes
            && let Some(watch) = self.worker.watch()
        {
            Watch::stop(watch);
        }
    }

    fn status(&self) {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if self.mode == Mode::Analyzes
            && let (Some(begun), thought) = &*latest
        {
            let time = begun.elapsed().as_millis() / 10;
            self.out.line(format!("stat01: {time} {} {} 0 0", thought.nodes, thought.depth));
        }
    }
}

fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(line)) = lines::next(&mut input) {
        // Nobody waits any more.
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    drop(events.send(Event::End));
}
