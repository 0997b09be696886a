//! From lessons to weights.

use super::lessons::{Lesson, Lessons};
use super::network::Network;
use crate::ir::{BySide, Game, Id, Inputs, SideId, SquareId, SquareIndex, Weights};
use crate::notation;
use crate::session::Session;
use crate::state::{Position, Random};

/// How often all lessons are gone through.
const ROUNDS: usize = 12;

/// By how much the weights of inputs decay: what does best with lessons that it was not learned from is taken. Where games are
/// few and long, their lessons are much alike, and a network learns by heart how they ended unless it decays. With many
/// lessons little decay may be best: at capablanca, from 2.9 million, 0.1 and 1 had errors that hardly differed, and against the
/// same player the first won 56 % and the second 48 % of 200 games.
const DECAYS: [f32; 3] = [0.1, 1.0, 4.0];

/// How long the steps are to begin with; they get shorter as half a wave of a cosine does.
const RATE: f32 = 0.001;

/// How much of what is aimed at comes from the search, for each of the networks that are made; the rest comes from how the game
/// ended. Which of them plays better is not known before games are played: in minishogi it was the first, in chess the second, by
/// far.
pub const AIMS: [f32; 2] = [0.7, 1.0];

/// How many lessons are gone through for each step: at least, at most. With 8192 of 1.5 million lessons of chess, the error was 3 %
/// greater.
const BATCH: (usize, usize) = (256, 1024);

/// How many steps each round has, where there are not enough lessons for large ones.
const STEPS: usize = 64;

/// One lesson of so many is not learned from: they tell how good the network is at what it has not seen.
const HELD_BACK: usize = 20;

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights.
    pub weights: Weights,
    /// The mean square of the errors in the share of points that is expected, over lessons that were not learned from: of what is
    /// derived from the rules alone, and of that with what was learned.
    pub errors: (f32, f32),
}

/// A lesson, and what the network should say of it.
struct Exercise<'a> {
    lesson: &'a Lesson,
    /// The share of points that is aimed at.
    aim: f32,
}

/// All lessons about a game, and how its inputs are seen.
#[derive(Debug)]
pub struct Course<'a> {
    game: &'a Game,
    lessons: &'a Lessons,
    /// How many inputs there are, and which of them the second side sees in the place of each, if it sees the game alike.
    count: usize,
    second: Option<Vec<u32>>,
    /// How many points stand for a share of points of 1 / (1 + 1/e): those with which searches foretell best how games end.
    certainty: f32,
}

impl<'a> Course<'a> {
    /// Makes one of lessons about the game of a session; `None` if there are too few of them.
    pub fn new(start: &'a Session, lessons: &'a Lessons) -> Option<Self> {
        let game = start.game();
        let inputs = Inputs::of(game);
        let second = inputs.seen_by_second(game);
        let second = second.filter(|second| begins_alike(start, inputs, second));
        let all = lessons.all().count();
        let learned = learned_of(all);
        let is_enough = learned < all && learned >= STEPS;
        is_enough.then(|| {
            let certainty = certainty(lessons);
            Self { game, lessons, count: inputs.count(), second, certainty }
        })
    }

    /// Learns with one of the [`AIMS`]; `done` is told how far it has come, from 0 to 1. Returns nothing if nothing can be
    /// learned.
    pub fn train(&self, aim: f32, done: &mut dyn FnMut(f32)) -> Option<Learned> {
        let exercises: Vec<_> =
            self.lessons.all().map(|lesson| self.exercise(lesson, aim)).collect();
        let (learned, held_back) = exercises.split_at(learned_of(exercises.len()));
        let trained = DECAYS.into_iter().enumerate().map(|(trained, decay)| {
            let mut tell = |part: f32| done((real(trained) + part) / real(DECAYS.len()));
            let network = self.learnt(learned, decay, &mut tell);
            (self.errors(held_back, &network), network)
        });
        let (errors, network) = trained.min_by(|one, other| one.0.1.total_cmp(&other.0.1))?;
        let second = self.second.as_deref();
        let met = met(self.lessons, self.count, second);
        Some(Learned { weights: network.weights(self.game, second, &met), errors })
    }

    fn exercise(&self, lesson: &'a Lesson, aim: f32) -> Exercise<'a> {
        let searched = share(f32::from(lesson.searched) / self.certainty);
        Exercise { lesson, aim: aim * searched + (1.0 - aim) * result(lesson) }
    }

    /// Returns a network that has learned from exercises, with numbers that decay.
    fn learnt(&self, exercises: &[Exercise<'_>], decay: f32, done: &mut dyn FnMut(f32)) -> Network {
        let mut random = Random::new(1);
        let views = if self.second.is_some() { 1 } else { SideId::COUNT };
        let mut network = Network::new(views * self.count, &mut random);
        let mut order: Vec<usize> = (0..exercises.len()).collect();
        let batch = (order.len() / STEPS).clamp(BATCH.0, BATCH.1);
        let steps = ROUNDS * order.len().div_ceil(batch);
        let mut number = 0;
        for _ in 0..ROUNDS {
            shuffle(&mut order, &mut random);
            for some in order.chunks(batch) {
                let some = some.iter().map(|&number| &exercises[number]);
                self.learn_from(some, &mut network);
                let part = real(number) / real(steps);
                let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * part).cos());
                number += 1;
                network.step((rate, decay), i32::try_from(number).unwrap_or(i32::MAX));
                done(part);
            }
        }
        network
    }

    fn learn_from<'b>(
        &self,
        some: impl ExactSizeIterator<Item = &'b Exercise<'b>>,
        network: &mut Network,
    ) {
        let (count, mut seen) = (real(some.len()), Vec::new());
        for Exercise { lesson, aim } in some {
            self.see(lesson, &mut seen);
            network.learn(&seen, |points| {
                let found = share((f32::from(lesson.derived) + points) / self.certainty);
                let slope = 2.0 * (found - aim) * found * (1.0 - found);
                slope / self.certainty / count
            });
        }
    }

    /// Returns the errors of what is derived, and of that with what was learned, over exercises.
    fn errors(&self, exercises: &[Exercise<'_>], network: &Network) -> (f32, f32) {
        let (mut before, mut after, mut seen) = (0.0, 0.0, Vec::new());
        for Exercise { lesson, aim } in exercises {
            let error = |points: f32| (share(points / self.certainty) - aim).powi(2);
            let derived = f32::from(lesson.derived);
            self.see(lesson, &mut seen);
            before += error(derived);
            after += error(derived + network.answer(&seen));
        }
        let count = real(exercises.len());
        (before / count, after / count)
    }

    /// Puts what the network sees of a lesson in a list.
    fn see(&self, lesson: &Lesson, seen: &mut Vec<(u32, u32, u8)>) {
        seen.clear();
        let known = lesson.inputs.iter().filter(|(input, _)| (*input as usize) < self.count);
        seen.extend(known.map(|&(input, value)| {
            let views = views(input, (self.count, self.second.as_deref()));
            (views[lesson.side], views[lesson.side.opponent()], value)
        }));
    }
}

/// Returns how many of so many lessons are learned from: the first.
fn learned_of(lessons: usize) -> usize {
    lessons - lessons / HELD_BACK
}

/// Tells whether the game begins alike for both sides.
fn begins_alike(start: &Session, inputs: Inputs, second: &[u32]) -> bool {
    let Ok(position) = notation::read_position(start.game(), &start.game().start.text) else {
        return false;
    };
    let placed = placed(&position, inputs);
    placed.iter().all(|&input| {
        let other = second.get(input).map(|&other| other as usize);
        other.is_some_and(|other| placed.contains(&other))
    })
}

/// Returns the inputs for the pieces of a position.
fn placed(position: &Position, inputs: Inputs) -> Vec<usize> {
    let squares =
        (0..=SquareIndex::MAX).map(SquareId).take_while(|square| square.index() < inputs.squares());
    let input = |square: SquareId| {
        let piece = position.piece(square)?;
        let owner = SideId::place_of(piece.owner);
        Some(inputs.piece(piece.kind.index(), owner, square.index()))
    };
    squares.filter_map(input).collect()
}

/// Returns how many points stand for a share of points of 1 / (1 + 1/e): those with which searches foretell best how games end.
fn certainty(lessons: &Lessons) -> f32 {
    let candidates = (0..48).map(|step| 60.0 * 1.06_f32.powi(step));
    let error = |points: f32| -> f32 {
        let errors = lessons.all().step_by(7).map(|lesson| {
            let error = share(f32::from(lesson.searched) / points) - result(lesson);
            error * error
        });
        errors.sum()
    };
    let best = candidates.map(|points| (error(points), points)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(400.0, |(_, points)| points)
}

fn result(lesson: &Lesson) -> f32 {
    f32::from(lesson.half_points) / 2.0
}

/// Returns the share of points that is expected: the logistic function.
fn share(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Tells which inputs occur in lessons, for either side where both see the game alike.
fn met(lessons: &Lessons, count: usize, second: Option<&[u32]>) -> Vec<bool> {
    let mut met = vec![false; count];
    for &(input, _) in lessons.all().flat_map(|lesson| &lesson.inputs) {
        let input = input as usize;
        let other = second.and_then(|second| second.get(input)).map(|&other| other as usize);
        for input in [Some(input), other].into_iter().flatten() {
            if let Some(met) = met.get_mut(input) {
                *met = true;
            }
        }
    }
    met
}

fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}

/// Returns what an input is in the views of both sides.
fn views(input: u32, (count, second): (usize, Option<&[u32]>)) -> BySide<u32> {
    let behind = || input + u32::try_from(count).unwrap_or(0);
    let other = second.map_or_else(behind, |second| second[input as usize]);
    BySide::new([input, other])
}

#[expect(clippy::cast_precision_loss, reason = "a part of it is all that is wanted")]
fn real(count: usize) -> f32 {
    count as f32
}
