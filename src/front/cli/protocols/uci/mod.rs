//! The Universal Chess Interface, with the additions by which Fairy-Stockfish plays variants.

mod command;
mod count;
mod mate;
mod options;
mod report;

use std::io::BufRead;
use std::sync::Arc;
use std::time::{Duration, Instant};

use command::{Command, Go};

use super::clock::{Budget, Watch};
use super::lines::{self, Line};
use super::output::Output;
use super::outward::{self, Place};
use super::thinker::{self, Limits, Setup, Thought};
use super::variants::{Variant, Variants};
use super::worker::{Attempt, Task, Worker};
use crate::notation::shown;
use crate::session::Session;
use crate::state::Turn;

/// The deepest that anybody asks for.
const DEEPEST: u32 = 1000;

/// An engine that speaks UCI.
pub struct Engine {
    out: Output,
    variants: Variants,
    variant: Variant,
    /// How the position was told last, so that the next one can go on from it.
    told: Option<(Option<String>, Vec<String>)>,
    session: Session,
    /// Whether the last position could not be read: nothing is played for another one then.
    is_refused: bool,
    /// The options of games that were set, in order: they hold for the next game too, where it has them.
    set_for_games: Vec<(String, String)>,
    worker: Worker,
    setup: Setup,
    lines: usize,
    overhead: Duration,
    /// Whether what is thought about ends by itself.
    is_finite: bool,
}

impl Engine {
    /// Makes one that plays a game until told to play another.
    pub fn new(out: Output, variants: Variants, variant: Variant, setup: Setup) -> Self {
        let session = variant.start.clone();
        Self {
            out,
            variants,
            variant,
            told: None,
            session,
            is_refused: false,
            set_for_games: Vec::new(),
            worker: Worker::default(),
            setup,
            lines: 1,
            overhead: options::OVERHEAD,
            is_finite: true,
        }
    }

    /// Answers lines until told to quit, or there are no more.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn run(&mut self, input: &mut impl BufRead) -> std::io::Result<()> {
        while let Some(line) = lines::next(input)? {
            match line {
                Line::Text(line) => match command::parse(&line) {
                    Command::Quit => {
                        self.worker.stop();
                        return Ok(());
                    }
                    command => self.obey(command, &line),
                },
                Line::TooLong => self.say("a line was too long and is passed over"),
            }
            if self.out.is_closed() {
                break;
            }
        }
        // Nobody can tell it to stop any more.
        if self.is_finite && !self.out.is_closed() {
            self.worker.finish();
        } else {
            self.worker.stop();
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, line: &str) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.out.line("readyok"),
            Command::NewGame => self.worker.forget(),
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { fen, moves } => self.go_to(fen, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.worker.stop(),
            Command::PonderHit => {
                if let Some(watch) = self.worker.watch() {
                    watch.count();
                }
            }
            Command::Display => self.display(),
            Command::Unknown => self.say(format!("error: unknown command `{}`", shown(line))),
            Command::Nothing | Command::Quit => {}
        }
    }

    /// Tells something to people.
    fn say(&self, text: impl AsRef<str>) {
        self.out.line(format!("info string {}", text.as_ref()));
    }

    fn introduce(&self) {
        let name = format!("id name Fairyring {}", env!("CARGO_PKG_VERSION"));
        let mut lines = vec![name, "id author the authors of Fairyring".to_owned(), String::new()];
        lines.extend(options::lines(self));
        lines.push("uciok".to_owned());
        self.out.block(lines.join("\n"));
    }

    fn display(&self) {
        let position = self.session.position_text();
        let texts = self.session.turn_texts().unwrap_or_default();
        let result = match self.session.result() {
            Ok(Some(result)) => format!("\nOver: {}", result.reason),
            Ok(None) => String::new(),
            Err(limit) => format!("\n{limit}"),
        };
        let (name, count) = (&self.variant.name, texts.len());
        self.out.block(format!("Variant: {name}\nFen: {position}\nTurns: {count}{result}"));
    }

    /// Goes to a position. Where it only goes on from the one before, that is where it goes on.
    fn go_to(&mut self, fen: Option<String>, moves: &[String]) {
        let goes_on = self.told.as_ref().is_some_and(|(before, played)| {
            *before == fen
                && moves.starts_with(played)
                && self.session.history().len() == played.len()
        });
        let mut session = if goes_on {
            self.session.clone()
        } else {
            match self.variant.begin(fen.as_deref()) {
                Ok(session) => session,
                Err(error) => {
                    self.is_refused = true;
                    return self.say(format!("error: {error}"));
                }
            }
        };
        self.is_refused = false;
        let known = session.history().len();
        let mut played: Vec<String> = moves.iter().take(known).cloned().collect();
        for text in moves.iter().skip(known) {
            if let Err(reason) = play(&mut session, text) {
                self.say(format!("error: illegal move {}: {reason}", shown(text)));
                break;
            }
            played.push(text.clone());
        }
        self.told = Some((fen, played));
        self.session = session;
    }

    fn go(&mut self, go: &Go) {
        self.worker.stop();
        for trouble in &go.troubles {
            self.say(format!("error: {trouble}"));
        }
        if self.is_refused {
            self.say("error: the last position was refused, and there is no other to think about");
            self.out.line("bestmove (none)");
            return;
        }
        if let Some(depth) = go.perft {
            return self.count(depth);
        }
        let mut only = Vec::new();
        for text in &go.search_moves {
            match find(&self.session, text) {
                Ok(turn) => only.push(turn),
                Err(reason) => self.say(format!("error: illegal move {}: {reason}", shown(text))),
            }
        }
        let mate = go.mate.map(|turns| turns.saturating_mul(2).saturating_sub(1).min(mate::DEPTH));
        // Whoever has told a limit waits for an answer, even if it could not be understood.
        let is_all_wrong = *go == Go { troubles: go.troubles.clone(), ..Go::default() };
        let guess = (is_all_wrong && !go.troubles.is_empty()).then_some(1);
        let depth = go.depth.or(mate).or(guess).map(|depth| depth.clamp(1, DEEPEST));
        let limits =
            Limits { depth, nodes: go.nodes, lines: self.lines, only, ..Limits::default() };
        let budget = self.budget(go);
        let is_open = depth.is_none() && go.nodes.is_none() && budget == Budget::default();
        let waits = go.ponder || go.infinite;
        self.is_finite = !(waits || is_open);
        let watch = if waits { Watch::wait(budget) } else { Watch::begin(budget) };
        let first = go.mate.map(|turns| self.attempt(turns, &limits));
        self.think(limits, watch, first);
    }

    fn budget(&self, go: &Go) -> Budget {
        if let Some(time) = go.move_time {
            // Whoever gives so much for each turn has no clock that runs out: other engines take all of it too.
            return Budget::exactly(time, Duration::ZERO);
        }
        let clock = go.clock(self.session.side_to_move());
        clock.map_or_else(Budget::default, |clock| Budget::of_clock(clock, self.overhead))
    }

    fn think(&mut self, limits: Limits, watch: Arc<Watch>, first: Option<Attempt>) {
        if self.worker.is_vacant() {
            let thinker = thinker::employ(&self.session, &self.setup);
            self.worker.employ(Some(thinker));
        }
        let begun = Instant::now();
        let (out, told_to) = (self.out.clone(), self.out.clone());
        let session = self.session.clone();
        let playing = self.session.clone();
        let here = self.session.clone();
        let best = Arc::new(std::sync::Mutex::new(None));
        let reply = Arc::clone(&best);
        let ended = report::ended(&self.session);
        let tell = move |thought: &Thought| {
            let Some(best) = thought.lines.first() else { return };
            told_to.block(report::info(&here, begun, thought));
            if let Ok(mut reply) = reply.lock() {
                *reply = best.turns.get(..2).map(<[Turn]>::to_vec);
            }
        };
        let done = move |turn: Option<Turn>| {
            let Some(turn) = turn else {
                out.block(format!("info depth 0 score {ended}\nbestmove (none)"));
                return;
            };
            let ponder = |first: &Turn, second: &Turn| {
                let line = Place::of(&playing).write_line(&[first.clone(), second.clone()]);
                line.split(' ').next_back().unwrap_or_default().to_owned()
            };
            let mut line = format!("bestmove {}", Place::of(&playing).write(&turn));
            if let Ok(best) = best.lock()
                && let Some([first, second]) = best.as_deref()
                && *first == turn
            {
                line.push_str(" ponder ");
                line.push_str(&ponder(first, second));
            }
            out.line(line);
        };
        let (tell, done) = (Box::new(tell), Box::new(done));
        self.worker.start(Task { session, limits, watch, first, tell, done });
    }
}

/// Finds the legal turn that a text means.
fn find(session: &Session, text: &str) -> Result<Turn, String> {
    let mut legal = session.legal().map_err(|limit| limit.to_string())?;
    let found = outward::read(session, text, &legal).map_err(|error| error.to_string())?;
    Ok(legal.swap_remove(found).turn)
}

/// Plays the legal turn that a text means.
fn play(session: &mut Session, text: &str) -> Result<(), String> {
    if let Ok(Some(result)) = session.result() {
        return Err(format!("the game is over: {}", result.reason));
    }
    let turn = find(session, text)?;
    session.play(&turn).map_err(|error| error.to_string())
}
