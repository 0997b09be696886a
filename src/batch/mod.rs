//! Many games at once, step by step, as those need them who let programs learn.
//!
//! A [`Batch`] plays games beside each other, each by actions of a fixed [`ActionSpace`]: a turn of several steps takes
//! several actions. After each step there is a [`Report`]: the legal actions, whose turn it is, which games have ended, and
//! what a learner sees of the positions, in the [`Form`] that the rules give. Actions that would lead to no legal turn are
//! never legal, so that no game gets stuck inside a turn.
//!
//! The games are shared out among threads. What happens in a game depends on its number, the seed and the actions alone:
//! neither on the number of threads nor on how many games are played at a time.
//!
//! ```
//! use fairyring::Game;
//! use fairyring::batch::{Batch, Settings};
//!
//! let game = Game::bundled("mono")?;
//! let mut batch = Batch::new(&game, &[], &Settings { size: 16, seed: 7, ..Settings::default() })?;
//! let mut ended = 0;
//! while ended < 100 {
//!     let actions = batch.random_actions()?;
//!     batch.step(&actions)?;
//!     ended += batch.ended().count();
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod form;
mod planning;
mod report;
mod seat;
mod space;
mod worker;

use std::fmt;
use std::sync::Arc;

pub use form::Form;
pub use report::{End, Report};
pub use space::{Action, ActionSpace};
pub use worker::NO_ACTION;
use worker::{Order, Plan, Reply, Worker};

use crate::library::{Game, Position};
use crate::state;

/// How the games of a batch are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many games are played at a time; from 1 to [`MOST_SEATS`].
    pub size: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many threads play; from 1, and no more than there are games.
    pub threads: usize,
    /// The most turns of a game; one that is not over then is broken off.
    pub limit: u32,
    /// Whether a game that has ended is followed by another at once.
    pub resets_itself: bool,
    /// Whether positions are observed.
    pub observes: bool,
}

/// The most games that are played at a time.
pub const MOST_SEATS: usize = 1 << 20;

/// The most threads of a batch.
pub const MOST_THREADS: usize = 256;

impl Default for Settings {
    fn default() -> Self {
        Self { size: 1, seed: 0, threads: 1, limit: 10_000, resets_itself: true, observes: true }
    }
}

/// Why a batch cannot do what is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A number of the settings is out of its range; it is named.
    Settings(String),
    /// The position with that number is one of another game.
    OtherGame(usize),
    /// There are other numbers of actions than of games.
    Length {
        /// How many there are.
        given: usize,
        /// How many games there are.
        games: usize,
    },
    /// An action is not legal.
    Illegal {
        /// The place of the game, from 0.
        place: usize,
        /// The action.
        action: u32,
        /// Whether the game is over.
        over: bool,
    },
    /// A thread could not be begun, or is gone.
    Thread(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(what) => f.write_str(what),
            Self::OtherGame(number) => write!(f, "position {number} is one of another game"),
            Self::Length { given, games } => {
                write!(f, "{given} actions for {games} games: give one for each")
            }
            Self::Illegal { place, action, over: false } => {
                write!(f, "action {action} is not legal in game {place}")
            }
            Self::Illegal { place, over: true, .. } => {
                write!(f, "game {place} is over: reset it")
            }
            Self::Thread(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refused {}

/// Games that are played beside each other.
#[derive(Debug)]
pub struct Batch {
    game: Game,
    space: Arc<ActionSpace>,
    form: Arc<Form>,
    workers: Vec<Worker>,
    /// What each worker has to show.
    reports: Vec<Report>,
    size: usize,
}

impl Batch {
    /// Begins games, each in one of the positions in turn, or as the game begins if there are none.
    ///
    /// # Errors
    /// If a number is out of its range, or a position is one of another game.
    pub fn new(game: &Game, starts: &[Position], settings: &Settings) -> Result<Self, Refused> {
        let Settings { size, seed, threads, limit, resets_itself, observes } = *settings;
        if !(1..=MOST_SEATS).contains(&size) {
            let message = format!("the number of games must be from 1 to {MOST_SEATS}, not {size}");
            return Err(Refused::Settings(message));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            let message =
                format!("the number of threads must be from 1 to {MOST_THREADS}, not {threads}");
            return Err(Refused::Settings(message));
        }
        if let Some(other) = starts.iter().position(|start| start.game() != game) {
            return Err(Refused::OtherGame(other));
        }
        let begin = [game.start()];
        let starts = if starts.is_empty() { &begin[..] } else { starts };
        let starts: Arc<[state::Position]> =
            starts.iter().map(|start| start.state().clone()).collect();
        let space = Arc::new(ActionSpace::of(game.rules()));
        let form = Arc::new(Form::of(game.rules()));
        let threads = threads.min(size);
        let (mut workers, mut first) = (Vec::new(), 0);
        for number in 0..threads {
            let seats = size / threads + usize::from(number < size % threads);
            let plan = Plan {
                first,
                seats,
                stride: size as u64,
                starts: Arc::clone(&starts),
                seed,
                limit,
                resets_itself,
                observes,
            };
            let worker =
                Worker::begin(game.engine(), (Arc::clone(&space), Arc::clone(&form)), plan);
            workers.push(worker.map_err(|error| Refused::Thread(error.to_string()))?);
            first += seats as u64;
        }
        let reports = workers.iter().map(|_| Report::default()).collect();
        let mut batch = Self { game: game.clone(), space, form, workers, reports, size };
        batch.reset(&vec![false; size])?;
        Ok(batch)
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns how many games are played at a time.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the actions of the game.
    pub fn space(&self) -> &ActionSpace {
        &self.space
    }

    /// Returns how positions are shown.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns what there is to see, in reports that follow each other: each is about as many games as it has
    /// [`movers`](Report::movers).
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.reports.iter()
    }

    /// Returns the legal actions of the games, by their places.
    pub fn legal(&self) -> impl Iterator<Item = &[u32]> {
        self.reports()
            .flat_map(|report| (0..report.bounds.len()).map(move |place| report.legal_of(place)))
    }

    /// Returns the games that the last step has ended: the place, the number of the game, how many turns it had, and its end.
    pub fn ended(&self) -> impl Iterator<Item = (usize, u64, u32, &End)> {
        let mut first = 0;
        let begins = self.workers.iter().map(move |worker| {
            first += worker.seats;
            first - worker.seats
        });
        self.reports().zip(begins).flat_map(|(report, first)| {
            let ended = report.ended.iter();
            ended.map(move |(place, game, turns, end)| (first + place, *game, *turns, end))
        })
    }

    /// Makes a step in each game; [`NO_ACTION`] leaves a game as it is.
    ///
    /// # Errors
    /// If an action is not legal, or there are not as many as games; nothing happens in any game then.
    pub fn step(&mut self, actions: &[u32]) -> Result<(), Refused> {
        if actions.len() != self.size {
            return Err(Refused::Length { given: actions.len(), games: self.size });
        }
        for (place, (legal, &action)) in self.legal().zip(actions).enumerate() {
            if action != NO_ACTION && !legal.contains(&action) {
                return Err(Refused::Illegal { place, action, over: legal.is_empty() });
            }
        }
        let mut rest = actions;
        self.order_all(|seats| {
            let (own, others) = rest.split_at(seats);
            rest = others;
            Order::Step(own.to_vec())
        })
    }

    /// Begins games anew, each with the next number that is free for its place.
    ///
    /// # Errors
    /// If there are not as many marks as games.
    pub fn reset(&mut self, wanted: &[bool]) -> Result<(), Refused> {
        if wanted.len() != self.size {
            return Err(Refused::Length { given: wanted.len(), games: self.size });
        }
        let mut rest = wanted;
        self.order_all(|seats| {
            let (own, others) = rest.split_at(seats);
            rest = others;
            Order::Reset(own.to_vec())
        })
    }

    /// Gives orders to all workers and waits for what they have to show.
    fn order_all(&mut self, mut order: impl FnMut(usize) -> Order) -> Result<(), Refused> {
        for (worker, report) in self.workers.iter().zip(&mut self.reports) {
            if !worker.order(order(worker.seats), std::mem::take(report)) {
                return Err(gone());
            }
        }
        for (worker, report) in self.workers.iter().zip(&mut self.reports) {
            let Some(Reply::Report(shown)) = worker.reply() else { return Err(gone()) };
            *report = shown;
        }
        Ok(())
    }

    /// Chooses a legal action in each game by its random numbers, each as likely as the others; [`NO_ACTION`] where there is
    /// none.
    ///
    /// # Errors
    /// If a thread is gone.
    pub fn random_actions(&mut self) -> Result<Vec<u32>, Refused> {
        self.random(false)
    }

    /// Chooses in the same way, so that each legal turn is as likely as any other, however many steps it has: the games are
    /// those that [`Game::playout`] plays with the same seed and number. It takes longer in games whose turns have several
    /// steps.
    ///
    /// # Errors
    /// If a thread is gone.
    pub fn random_turns(&mut self) -> Result<Vec<u32>, Refused> {
        self.random(true)
    }

    fn random(&mut self, whole_turns: bool) -> Result<Vec<u32>, Refused> {
        for worker in &self.workers {
            let order = Order::Random(Vec::with_capacity(worker.seats), whole_turns);
            if !worker.order(order, Report::default()) {
                return Err(gone());
            }
        }
        let mut all = Vec::with_capacity(self.size);
        for worker in &self.workers {
            let Some(Reply::Actions(chosen)) = worker.reply() else { return Err(gone()) };
            all.extend(chosen);
        }
        Ok(all)
    }

    /// Returns the position of a game; inside a turn, as it is after the steps made so far. What was before it is not known
    /// to it.
    ///
    /// # Errors
    /// If there are not so many games.
    pub fn position(&self, place: usize) -> Result<Position, Refused> {
        match self.ask_one(place, Order::Show)? {
            Reply::Position(Some(position)) => Ok(self.game.position_of(*position)),
            _ => Err(gone()),
        }
    }

    /// Returns the actions by which a game is led to a position by one turn, in order; none if no turn leads there, or a
    /// part of a turn was made.
    ///
    /// # Errors
    /// If there are not so many games.
    pub fn actions_to(&self, place: usize, position: &Position) -> Result<Vec<u32>, Refused> {
        let wanted = Box::new(position.state().clone());
        match self.ask_one(place, |place| Order::Find(place, wanted))? {
            Reply::Actions(actions) => Ok(actions),
            _ => Err(gone()),
        }
    }

    /// Asks the worker of a game, which is given its place there.
    fn ask_one(&self, place: usize, order: impl FnOnce(usize) -> Order) -> Result<Reply, Refused> {
        let mut first = 0;
        for worker in &self.workers {
            if place < first + worker.seats {
                worker.order(order(place - first), Report::default());
                return worker.reply().ok_or_else(gone);
            }
            first += worker.seats;
        }
        Err(Refused::Settings(format!("there are {} games, and no game {place}", self.size)))
    }
}

fn gone() -> Refused {
    Refused::Thread("a thread of this batch is gone".into())
}

#[cfg(test)]
mod tests;
