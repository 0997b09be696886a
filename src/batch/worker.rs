//! A thread that plays some of the games of a batch.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::form::Form;
use super::report::Report;
use super::seat::{Seat, Shared};
use super::space::ActionSpace;
use crate::play::perft::counter::Perft;
use crate::play::search::Walker;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::position_of;
use crate::play::state::sizes::StateSize;
use crate::play::{Engine, each_size};
use crate::state::Position;

/// What no game is asked to do.
pub const NO_ACTION: u32 = u32::MAX;

/// What a worker is asked.
pub(super) enum Order {
    /// To make a step in each of its games; [`NO_ACTION`] leaves one as it is.
    Step(Vec<u32>),
    /// To begin those of its games anew, with the next number each.
    Reset(Vec<bool>),
    /// To choose a legal action in each of its games by random numbers; whether turns are chosen as a whole.
    Random(Vec<u32>, bool),
    /// To show the position of one of its games.
    Show(usize),
    /// To find the actions that lead one of its games to a position.
    Find(usize, Box<Position>),
}

/// What a worker answers.
pub(super) enum Reply {
    /// What there is to see now; with the memory of the order.
    Report(Report),
    /// The actions that were chosen or found.
    Actions(Vec<u32>),
    /// A position.
    Position(Option<Box<Position>>),
}

/// What the games of a worker are.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The number of the first game.
    pub(super) first: u64,
    /// How many games are played at a time.
    pub(super) seats: usize,
    /// By how much the number grows when a game begins anew.
    pub(super) stride: u64,
    pub(super) starts: Arc<[Position]>,
    pub(super) seed: u64,
    pub(super) limit: u32,
    pub(super) resets_itself: bool,
    pub(super) observes: bool,
}

/// A worker, from outside.
#[derive(Debug)]
pub(super) struct Worker {
    orders: Sender<(Order, Report)>,
    replies: Mutex<Receiver<Reply>>,
    pub(super) seats: usize,
}

impl Worker {
    /// Begins the games in a thread of their own; it ends with the worker.
    pub(super) fn begin(
        engine: &Engine,
        (space, form): (Arc<ActionSpace>, Arc<Form>),
        plan: Plan,
    ) -> std::io::Result<Self> {
        let (orders, asked) = channel();
        let (answers, replies) = channel();
        let (engine, seats) = (engine.clone(), plan.seats);
        thread::Builder::new().name("fairyring-batch".into()).spawn(move || {
            let work = Work { plan, space: &space, form: &form, asked, answers };
            each_size!(engine, compiled => work.run(compiled));
        })?;
        Ok(Self { orders, replies: Mutex::new(replies), seats })
    }

    /// Gives an order, with a report whose memory is used again; returns whether anybody is there.
    pub(super) fn order(&self, order: Order, memory: Report) -> bool {
        self.orders.send((order, memory)).is_ok()
    }

    /// Waits for the reply to an order; none if the thread is gone.
    pub(super) fn reply(&self) -> Option<Reply> {
        self.replies.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }
}

/// The work of a thread.
struct Work<'a> {
    plan: Plan,
    space: &'a ActionSpace,
    form: &'a Form,
    asked: Receiver<(Order, Report)>,
    answers: Sender<Reply>,
}

impl Work<'_> {
    fn run<S: StateSize>(&self, compiled: &Compiled<S>) {
        let mut table = Table::begin(self, compiled);
        while let Ok((order, memory)) = self.asked.recv() {
            if self.answers.send(table.carry_out(order, memory)).is_err() {
                break;
            }
        }
    }
}

/// The games of a worker.
struct Table<'p, S: StateSize> {
    plan: &'p Plan,
    starts: Vec<State<S>>,
    shared: Shared<'p, S>,
    seats: Vec<Seat<'p, S>>,
}

impl<'p, S: StateSize> Table<'p, S> {
    fn begin(work: &'p Work<'_>, compiled: &'p Compiled<S>) -> Self {
        let (program, plan) = (&compiled.program, &work.plan);
        let mut endings = program.sides.iter().flat_map(|side| &side.endings);
        let shared = Shared {
            compiled,
            space: work.space,
            form: work.form,
            walker: Walker::new(program),
            counter: Perft::new(program),
            by_record: endings.any(|ending| ending.by_record),
            limit: plan.limit,
            seed: plan.seed,
            taken: vec![0; work.space.len().div_ceil(u64::BITS as usize)],
        };
        let state = |start| compiled.state_of(start);
        let starts = plan.starts.iter().map(state).collect();
        let mut table = Self { plan, starts, shared, seats: Vec::new() };
        for game in (plan.first..).take(plan.seats) {
            let start = table.start_of(game);
            table.seats.push(Seat::begin(&mut table.shared, &start, game));
        }
        table
    }

    /// Returns the state in which a game begins, by its number.
    fn start_of(&self, game: u64) -> State<S> {
        let number = usize::try_from(game % self.starts.len().max(1) as u64).unwrap_or(0);
        self.starts.get(number).copied().unwrap_or_else(State::empty)
    }

    /// Carries out an order.
    fn carry_out(&mut self, order: Order, mut memory: Report) -> Reply {
        match order {
            Order::Step(actions) => {
                memory.clear();
                self.step(&actions, &mut memory);
                Reply::Report(memory)
            }
            Order::Reset(wanted) => {
                memory.clear();
                for (place, _) in wanted.iter().enumerate().filter(|(_, wanted)| **wanted) {
                    self.begin_again(place);
                }
                self.show(memory)
            }
            Order::Random(mut into, whole_turns) => {
                let shared = &mut self.shared;
                let chosen = self.seats.iter_mut().map(|seat| {
                    if whole_turns {
                        seat.random_step_of_turn(shared)
                    } else {
                        seat.random_action()
                    }
                });
                into.clear();
                into.extend(chosen.map(|action| action.unwrap_or(NO_ACTION)));
                Reply::Actions(into)
            }
            Order::Find(place, position) => {
                let state = self.shared.compiled.state_of(&position);
                let seat = self.seats.get(place);
                let mut found =
                    seat.map(|seat| seat.actions_to(&mut self.shared, &state)).unwrap_or_default();
                found.reverse();
                Reply::Actions(found)
            }
            Order::Show(place) => {
                let Compiled { game, program } = self.shared.compiled;
                let state = self.seats.get(place).and_then(Seat::state);
                Reply::Position(state.map(|state| Box::new(position_of(game, program, state))))
            }
        }
    }

    /// Makes a step in each game, and reports what there is to see of it while it is in the caches.
    fn step(&mut self, actions: &[u32], report: &mut Report) {
        for (place, &action) in actions.iter().enumerate() {
            self.step_in(place, action, report);
            if let Some(seat) = self.seats.get(place) {
                seat.report(&self.shared, self.plan.observes, report);
            }
        }
    }

    /// Makes a step in a game, and reports its end.
    fn step_in(&mut self, place: usize, action: u32, report: &mut Report) {
        let Some(seat) = self.seats.get_mut(place) else { return };
        if action == NO_ACTION || seat.end().is_some() {
            return;
        }
        seat.make(&mut self.shared, action);
        let Some(end) = seat.end() else { return };
        report.ended.push((place, seat.game(), seat.turns(), end.clone()));
        if self.plan.resets_itself {
            self.begin_again(place);
        }
    }

    /// Begins another game in a place, with the next number for it.
    fn begin_again(&mut self, place: usize) {
        let Some(seat) = self.seats.get(place) else { return };
        let game = seat.game() + self.plan.stride;
        let start = self.start_of(game);
        self.seats[place].begin_again(&mut self.shared, &start, game);
    }

    fn show(&self, mut report: Report) -> Reply {
        for seat in &self.seats {
            seat.report(&self.shared, self.plan.observes, &mut report);
        }
        Reply::Report(report)
    }
}
