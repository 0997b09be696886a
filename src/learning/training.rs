//! From lessons to weights.

use super::lessons::{Lesson, Lessons};
use super::network::Network;
use crate::ir::{Id, Inputs, SquareId, Weights};
use crate::notation;
use crate::session::Session;
use crate::state::{Position, Random};

/// How often all lessons are gone through.
const ROUNDS: usize = 12;

/// By how much the weights of inputs decay: what does best with lessons that it was not learned from is taken. Where games are
/// long, their lessons are much alike, and a network learns by heart how they ended; where they are short, it learns more if it
/// decays less.
const DECAYS: [f32; 3] = [1.0, 4.0, 10.0];

/// How long the steps are to begin with; they get shorter as half a wave of a cosine does.
const RATE: f32 = 0.001;

/// How much of what is aimed at comes from the search, for each of the networks that are made; the rest comes from how the game
/// ended. Which of them plays better is not known before games are played: in minishogi it was the first, in chess the second, by
/// far.
pub const AIMS: [f32; 2] = [0.7, 1.0];

/// How many lessons are gone through for each step: at least, at most.
const BATCH: (usize, usize) = (256, 8192);

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

/// A lesson as the network sees it.
struct Seen {
    /// Where its inputs begin among all.
    first: usize,
    end: usize,
    derived: f32,
    /// The share of points that is aimed at.
    aim: f32,
}

/// All lessons as the network sees them.
struct Course {
    seen: Vec<(u32, u32, u8)>,
    positions: Vec<Seen>,
    /// How many of them are learned from: the first.
    learned: usize,
    certainty: f32,
}

/// Learns from lessons about the game of a session, with one of the [`AIMS`]; `done` is told how far it has come, from 0 to 1.
/// Returns nothing if there are too few of them.
pub fn train(
    start: &Session,
    lessons: &Lessons,
    aim: f32,
    done: &mut dyn FnMut(f32),
) -> Option<Learned> {
    let game = start.game();
    let inputs = Inputs::of(game);
    let second = inputs.seen_by_second(game).filter(|second| begins_alike(start, inputs, second));
    let second = second.as_deref();
    let certainty = certainty(lessons);
    let course = Course::new(lessons, (inputs.count(), second), (certainty, aim));
    let batch = (course.learned / STEPS).clamp(BATCH.0, BATCH.1);
    if course.learned < STEPS || course.learned == course.positions.len() {
        return None;
    }
    let views = if second.is_some() { 1 } else { 2 };
    let count = views * inputs.count();
    let mut best: Option<((f32, f32), Network)> = None;
    for (trained, decay) in DECAYS.into_iter().enumerate() {
        let mut tell = |part: f32| done((real(trained) + part) / real(DECAYS.len()));
        let network = course.learnt(count, (batch, decay), &mut tell);
        let errors = course.errors(&network);
        if best.as_ref().is_none_or(|(least, _)| errors.1 < least.1) {
            best = Some((errors, network));
        }
    }
    let (errors, network) = best?;
    let met = met(lessons, inputs.count(), second);
    Some(Learned { weights: network.weights(game, second, &met), errors })
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
        (0..=u8::MAX).map(SquareId).take_while(|square| square.index() < inputs.squares());
    let input = |square: SquareId| {
        let piece = position.piece(square)?;
        let owner = piece.owner.map_or(2, |owner| usize::from(owner.0));
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

impl Course {
    fn new(
        lessons: &Lessons,
        (count, second): (usize, Option<&[u32]>),
        (certainty, aim): (f32, f32),
    ) -> Self {
        let (mut seen, mut positions) = (Vec::new(), Vec::new());
        for lesson in lessons.all() {
            let first = seen.len();
            for &(input, value) in
                lesson.inputs.iter().filter(|(input, _)| (*input as usize) < count)
            {
                let views = views(input, (count, second));
                let [own, other] = if lesson.side == 0 { views } else { [views[1], views[0]] };
                seen.push((own, other, value));
            }
            let searched = share(f32::from(lesson.searched) / certainty);
            positions.push(Seen {
                first,
                end: seen.len(),
                derived: f32::from(lesson.derived),
                aim: aim * searched + (1.0 - aim) * result(lesson),
            });
        }
        let learned = positions.len() - positions.len() / HELD_BACK;
        Self { seen, positions, learned, certainty }
    }

    /// Returns a network that has learned, in steps of so many lessons, with numbers that decay.
    fn learnt(
        &self,
        inputs: usize,
        (batch, decay): (usize, f32),
        done: &mut dyn FnMut(f32),
    ) -> Network {
        let mut random = Random::new(1);
        let mut network = Network::new(inputs, &mut random);
        let mut order: Vec<usize> = (0..self.learned).collect();
        let steps = ROUNDS * order.len().div_ceil(batch);
        let mut number = 0;
        for _ in 0..ROUNDS {
            shuffle(&mut order, &mut random);
            for some in order.chunks(batch) {
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

    fn learn_from(&self, some: &[usize], network: &mut Network) {
        for &number in some {
            let position = &self.positions[number];
            network.learn(&self.seen[position.first..position.end], |points| {
                let found = share((position.derived + points) / self.certainty);
                let slope = 2.0 * (found - position.aim) * found * (1.0 - found);
                slope / self.certainty / real(some.len())
            });
        }
    }

    /// Returns the errors of what is derived, and of that with what was learned, over the lessons that are held back.
    fn errors(&self, network: &Network) -> (f32, f32) {
        let held_back = &self.positions[self.learned..];
        let mean = |says: &dyn Fn(&Seen) -> f32| {
            let errors = held_back.iter().map(|position| {
                let error = share(says(position) / self.certainty) - position.aim;
                error * error
            });
            errors.sum::<f32>() / real(held_back.len())
        };
        let learned = |position: &Seen| {
            position.derived + network.answer(&self.seen[position.first..position.end])
        };
        (mean(&|position| position.derived), mean(&learned))
    }
}

/// Returns what an input is in the views of both sides.
fn views(input: u32, (count, second): (usize, Option<&[u32]>)) -> [u32; 2] {
    let behind = || input + u32::try_from(count).unwrap_or(0);
    let other = second.map_or_else(behind, |second| second[input as usize]);
    [input, other]
}

#[expect(clippy::cast_precision_loss, reason = "a part of it is all that is wanted")]
fn real(count: usize) -> f32 {
    count as f32
}
