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
use crate::play::state::convert::{position_of, state_of};
use crate::play::state::sizes::StateSize;
use crate::play::{EachSize, Engine};
use crate::state::Position;

/// What no game is asked to do.
pub const NO_ACTION: u32 = u32::MAX;

/// What a worker is asked.
pub(super) enum Order {
    /// To make a step in each of its games; [`NO_ACTION`] leaves one as it is.
    Step(Vec<u32>),
    /// To begin those of its games anew, with the next number each.
    Reset(Vec<bool>),
    /// To choose a legal action in each of its games by random numbers.
    Random(Vec<u32>),
    /// To show the position of one of its games.
    Show(usize),
}

/// What a worker answers.
pub(super) enum Reply {
    /// What there is to see now; with the memory of the order.
    Report(Box<Report>),
    /// The chosen actions.
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
    orders: Sender<(Order, Box<Report>)>,
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
            engine.ask(Work { plan, space: &space, form: &form, asked, answers });
        })?;
        Ok(Self { orders, replies: Mutex::new(replies), seats })
    }

    /// Gives an order, with a report whose memory is used again; returns whether anybody is there.
    pub(super) fn order(&self, order: Order, memory: Box<Report>) -> bool {
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
    asked: Receiver<(Order, Box<Report>)>,
    answers: Sender<Reply>,
}

impl EachSize for Work<'_> {
    type Answer = ();

    fn answer<S: StateSize>(self, compiled: &Compiled<S>) {
        let Self { plan, space, form, asked, answers } = self;
        let program = &compiled.program;
        let endings = program.sides.iter().flat_map(|side| &side.endings);
        let mut shared = Shared {
            compiled,
            space,
            form,
            walker: Walker::new(program),
            counter: Perft::new(program),
            by_record: endings.clone().any(|ending| ending.by_record),
            limit: plan.limit,
            seed: plan.seed,
            taken: vec![0; space.len()],
            lists: 0,
        };
        let starts: Vec<State<S>> =
            plan.starts.iter().map(|start| state_of::<S>(&compiled.game, program, start)).collect();
        let start_of = |game: u64| {
            let number = usize::try_from(game % starts.len().max(1) as u64).unwrap_or(0);
            starts.get(number).copied().unwrap_or_else(State::empty)
        };
        let mut seats: Vec<Seat<'_, S>> = (plan.first..)
            .take(plan.seats)
            .map(|game| Seat::begin(&mut shared, &start_of(game), game))
            .collect();
        while let Ok((order, mut report)) = asked.recv() {
            let reply = match order {
                Order::Step(actions) => {
                    report.clear();
                    for (place, (seat, action)) in seats.iter_mut().zip(actions).enumerate() {
                        step(seat, &mut shared, (place, action), &mut report);
                        if plan.resets_itself && seat.end().is_some() {
                            let game = seat.game() + plan.stride;
                            seat.begin_again(&mut shared, &start_of(game), game);
                        }
                    }
                    show(&seats, &shared, plan.observes, report)
                }
                Order::Reset(wanted) => {
                    report.clear();
                    for (seat, wanted) in seats.iter_mut().zip(wanted) {
                        if wanted {
                            let game = seat.game() + plan.stride;
                            seat.begin_again(&mut shared, &start_of(game), game);
                        }
                    }
                    show(&seats, &shared, plan.observes, report)
                }
                Order::Random(mut into) => {
                    let chosen = seats.iter_mut().map(|seat| seat.random_action());
                    into.clear();
                    into.extend(chosen.map(|action| action.unwrap_or(NO_ACTION)));
                    Reply::Actions(into)
                }
                Order::Show(place) => {
                    let state = seats.get(place).and_then(Seat::state);
                    let position = state.map(|state| position_of(&compiled.game, program, state));
                    Reply::Position(position.map(Box::new))
                }
            };
            if answers.send(reply).is_err() {
                break;
            }
        }
    }
}

/// Makes a step in a game, and reports its end.
fn step<'p, S: StateSize>(
    seat: &mut Seat<'p, S>,
    shared: &mut Shared<'p, S>,
    (place, action): (usize, u32),
    report: &mut Report,
) {
    if action == NO_ACTION || seat.end().is_some() {
        return;
    }
    seat.make(shared, action);
    if let Some(end) = seat.end() {
        report.ended.push((place, seat.game(), seat.turns(), end.clone()));
    }
}

fn show<S: StateSize>(
    seats: &[Seat<'_, S>],
    shared: &Shared<'_, S>,
    observes: bool,
    mut report: Box<Report>,
) -> Reply {
    seats.iter().for_each(|seat| seat.report(shared, observes, &mut report));
    Reply::Report(report)
}
