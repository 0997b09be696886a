//! Turns that are played, and thought about.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::board::Board;
use super::visible::{seen_as, standard, visible};
use super::{Engine, Event, Mode, Question, command};
use crate::front::cli::protocols::clock::{Budget, Watch};
use crate::front::cli::protocols::thinker::{self, Limits, Line, Score, Thought};
use crate::front::cli::protocols::turns;
use crate::front::cli::protocols::worker::Task;
use crate::ir::{Game, SideId};
use crate::notation::{shown, turn_text};
use crate::reference::LegalTurn;
use crate::state::{GameResult, Turn};

/// How much time is kept for what lies between this program and the clock.
const OVERHEAD: Duration = Duration::from_millis(30);
/// How long is thought about a hint.
const HINT: Duration = Duration::from_millis(500);
/// With no time told, so long is thought.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most turns that are named in a question.
const MAX_NAMED: usize = 12;

impl Engine {
    /// Takes the turn of the opponent; `is_guess` tells that the line may be no move at all.
    pub(super) fn user_move(&mut self, text: &str, is_guess: bool) {
        let game = self.session.shared_game();
        if let Ok(Some(result)) = self.session.result() {
            return self.refuse(text, &format!("the game is over, {}", result.reason));
        }
        let legal = match self.session.legal() {
            Ok(legal) => legal,
            Err(limit) => return self.refuse(text, &limit.to_string()),
        };
        let meant = seen_as(&game, text, &legal);
        let turn = match meant.as_slice() {
            [only] => only.turn.clone(),
            [] => match turns::read(&self.session, &Board::of(&game), text, &legal) {
                Ok(found) => legal[found].turn.clone(),
                Err(_) if is_guess => return self.error("unknown command", text),
                Err(error) => return self.refuse(text, &error.to_string()),
            },
            // A program cannot be asked; it keeps to the same agreement.
            [first, ..] if self.is_against_program => first.turn.clone(),
            _ => return self.ask(text, meant),
        };
        self.accept(&turn);
    }

    fn refuse(&mut self, text: &str, reason: &str) {
        let reason = reason.replace(['(', ')', '\n'], " ");
        self.out.line(format!("Illegal move ({reason}): {}", shown(text)));
    }

    /// Asks which of several turns is meant.
    fn ask(&mut self, text: &str, turns: Vec<LegalTurn>) {
        let game = self.session.game();
        let name = |(number, legal): (usize, &LegalTurn)| {
            format!("{number} = {}", turn_text(game, &legal.turn))
        };
        let named: Vec<String> = (1..).zip(&turns).take(MAX_NAMED).map(name).collect();
        let more = if turns.len() > MAX_NAMED { ", or the whole turn" } else { "" };
        self.out.line(format!(
            "askuser {} Which turn? {}{more}",
            command::ANSWER,
            named.join(", ")
        ));
        self.question = Some(Question { text: text.to_owned(), turns });
    }

    /// Hears which turn is meant.
    pub(super) fn hear(&mut self, answer: &str) {
        let Some(Question { text, turns }) = self.question.take() else { return };
        let game = self.session.shared_game();
        let number = answer.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_number = number.and_then(|number| turns.get(number));
        let found = by_number.or_else(|| {
            let found = turns::read(&self.session, &Board::of(&game), answer, &turns).ok()?;
            turns.get(found)
        });
        match found.map(|legal| legal.turn.clone()) {
            Some(turn) => self.accept(&turn),
            None => self.refuse(&text, "that is none of the turns it can be"),
        }
    }

    fn accept(&mut self, turn: &Turn) {
        self.cancel();
        if let Err(error) = self.session.play(turn) {
            let text = turn_text(self.session.game(), turn);
            return self.refuse(&text, &error.to_string());
        }
        self.go_on();
    }

    /// Does what is to be done after a turn: tells that the game is over, or thinks about the next turn.
    pub(super) fn go_on(&mut self) {
        self.question = None;
        match self.session.result() {
            Ok(Some(result)) if self.mode != Mode::Analyzes => self.tell(&result),
            Ok(Some(_)) => {}
            Ok(None) if self.session.legal_turns().is_ok_and(|turns| turns.is_empty()) => {
                self.out.line("1/2-1/2 {no legal turn}");
            }
            Ok(None) => self.think_if_due(),
            Err(limit) => self.out.line(format!("tellusererror {limit}")),
        }
    }

    fn tell(&self, result: &GameResult) {
        let score = match result.winner() {
            Some(SideId::FIRST) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        self.out.line(format!("{score} {{{}}}", result.reason.replace(['{', '}'], " ")));
    }

    /// Plays a side from now on.
    pub(super) fn go(&mut self, side: SideId) {
        self.cancel();
        self.mode = Mode::Plays(side);
        self.go_on();
    }

    /// Makes a side the one to move, as old interfaces do, and plays the other.
    pub(super) fn play_against(&mut self, first: bool) {
        self.cancel();
        let side = if first { SideId::FIRST } else { SideId::LAST };
        self.mode = Mode::Plays(side.opponent());
        if self.session.side_to_move() != side {
            self.give_turn(side);
        }
    }

    pub(super) fn analyze(&mut self) {
        self.cancel();
        self.mode = Mode::Analyzes;
        self.posts.store(1, Ordering::Relaxed);
        self.go_on();
    }

    pub(super) fn undo(&mut self, turns: usize) {
        self.cancel();
        for _ in 0..turns {
            if !self.session.undo() {
                self.error("command not legal now", "undo");
                break;
            }
        }
        self.question = None;
        if self.mode == Mode::Analyzes {
            self.think_if_due();
        }
    }

    /// Returns how long to think about the next turn.
    pub(super) fn budget(&self) -> Budget {
        if let Some(time) = self.times.per_turn {
            return Budget::exactly(time, OVERHEAD);
        }
        match self.clock() {
            Some(clock) => Budget::of_clock(clock, OVERHEAD),
            None if self.times.depth.is_some() => Budget::default(),
            None => Budget::exactly(PATIENCE, OVERHEAD),
        }
    }

    fn think_if_due(&mut self) {
        let is_over = !matches!(self.session.result(), Ok(None));
        match self.mode {
            Mode::Plays(side) if side == self.session.side_to_move() && !is_over => {
                let only = if self.is_against_program {
                    let legal = self.session.legal().unwrap_or_default();
                    standard(self.session.game(), self.session.position(), &legal)
                } else {
                    Vec::new()
                };
                let limits =
                    Limits { depth: self.times.depth, lines: 1, only, ..Limits::default() };
                let watch = Watch::begin(self.budget());
                self.think(limits, watch);
            }
            Mode::Analyzes if !is_over => {
                let limits = Limits { lines: 1, ..Limits::default() };
                self.think(limits, Watch::wait(Budget::default()));
            }
            _ => {}
        }
    }

    fn employ(&mut self) {
        if self.worker.is_vacant() {
            let thinker = thinker::employ(&self.session, &self.setup);
            self.worker.employ(Some(thinker));
        }
    }

    fn think(&mut self, limits: Limits, watch: Arc<Watch>) {
        self.employ();
        self.task += 1;
        self.is_thinking = true;
        let (task, events) = (self.task, self.events.clone());
        let (out, game, begun) = (self.out.clone(), self.session.shared_game(), Instant::now());
        let (posts, latest) = (Arc::clone(&self.posts), Arc::clone(&self.latest));
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = (Some(begun), Thought::default());
        let tell = move |thought: &Thought| {
            if posts.load(Ordering::Relaxed) > 0
                && let Some(best) = thought.lines.first()
            {
                out.line(posted(&game, begun, thought, best));
            }
            latest.lock().unwrap_or_else(PoisonError::into_inner).1 = thought.clone();
        };
        let found = Arc::clone(&self.found);
        let done = move |turn| {
            *found.lock().unwrap_or_else(PoisonError::into_inner) = Some((task, turn));
            // If there is no room, other events wake whoever waits.
            drop(events.try_send(Event::Found));
        };
        let session = self.session.clone();
        let (tell, done) = (Box::new(tell), Box::new(done));
        self.worker.start(Task { session, limits, watch, first: None, tell, done });
    }

    /// Plays the turn that was found.
    pub(super) fn play_found(&mut self, turn: Option<Turn>) {
        self.is_thinking = false;
        if self.mode == Mode::Analyzes {
            return self.answer_pings();
        }
        if let Some(turn) = turn {
            let game = self.session.shared_game();
            let shown = visible(&game, &turn);
            let legal = self.session.legal().unwrap_or_default();
            let is_hidden = !self.is_against_program && seen_as(&game, &shown, &legal).len() > 1;
            if let Err(error) = self.session.play(&turn) {
                self.out.line(format!("tellusererror {error}"));
            } else {
                if is_hidden {
                    self.out
                        .line(format!("telluser The whole turn is {}", turn_text(&game, &turn)));
                }
                self.out.line(format!("move {shown}"));
                self.go_on();
            }
        }
        if !self.is_thinking {
            self.answer_pings();
        }
    }

    /// Tells a good turn to whoever is to move.
    pub(super) fn hint(&mut self) {
        if self.is_thinking || !matches!(self.session.result(), Ok(None)) {
            return;
        }
        self.employ();
        let (out, game) = (self.out.clone(), self.session.shared_game());
        let done = move |turn: Option<Turn>| {
            if let Some(turn) = turn {
                out.line(format!("Hint: {}", turns::write(&game, &Board::of(&game), &turn)));
            }
        };
        let limits = Limits { depth: self.times.depth, lines: 1, ..Limits::default() };
        let watch = Watch::begin(Budget::exactly(HINT, Duration::ZERO));
        let session = self.session.clone();
        let (tell, done) = (Box::new(|_: &Thought| {}), Box::new(done));
        self.worker.start(Task { session, limits, watch, first: None, tell, done });
        self.worker.finish();
    }
}

/// Writes a line of what is thought.
fn posted(game: &Game, begun: Instant, thought: &Thought, best: &Line) -> String {
    let score = match best.score {
        Score::Points(points) => points,
        Score::Win(turns) => 100_000 + mate(turns),
        Score::Loss(turns) => -100_000 - mate(turns),
    };
    let board = Board::of(game);
    let line: Vec<String> =
        best.turns.iter().map(|turn| turns::write(game, &board, turn)).collect();
    let time = begun.elapsed().as_millis() / 10;
    format!("{} {score} {time} {} {}", thought.depth, thought.nodes, line.join(" "))
}

fn mate(turns: u32) -> i32 {
    i32::try_from(turns.div_ceil(2)).unwrap_or(10_000).min(10_000)
}
