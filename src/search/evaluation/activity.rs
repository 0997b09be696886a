//! What pieces can do where they stand: how many squares they reach, and how many of these are near a royal piece.
//!
//! All of it is read from the tables from which moves are generated. Pieces whose moves are in no such table count for
//! nothing here.

use super::{Evaluation, whole};
use crate::compile::program::Program;
use crate::compile::program::Stmt;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::FastWay;
use crate::compile::program::layout::Layout;
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::play::legal_moves::reach::tabled_reach;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What the square root of how many squares a piece reaches is worth, in points.
const FREEDOM: f32 = 20.0;

/// The most squares that count as reached.
const MOST_REACHED: usize = 40;

/// For how many points of its worth an attacker near a royal piece counts one.
const ATTACKER: i32 = 180;

/// The most that an attacker counts.
const MOST_FORCE: i32 = 5;

/// The most that danger to royal pieces is worth, in points.
const MOST_DANGER: i32 = 400;

/// What pieces of a code can do.
#[derive(Debug)]
struct Active<'p, B> {
    ways: Vec<&'p FastWay<B>>,
    /// What it is worth to reach so many squares.
    freedom: Vec<i16>,
    /// What one counts as an attacker of a royal piece.
    force: i32,
}

/// What pieces can do where they stand, by their code.
#[derive(Debug)]
pub(in crate::search) struct Activity<'p, B> {
    active: Vec<Active<'p, B>>,
    /// The squares near each.
    rings: Vec<B>,
    /// Whether pieces of a code are royal.
    royal: Vec<bool>,
    /// What it counts as an attacker of royal pieces to have a piece in hand, by the index of its count.
    hands: Vec<i32>,
    /// How many counts a side has.
    hand_size: usize,
    worth: Vec<i32>,
    /// What it is worth for a royal piece to stand on a square when nobody is left to attack it, by code and square.
    centre: Vec<i16>,
    squares: usize,
    /// What the pieces of a side are worth in all when a game begins.
    full: i32,
}

/// What was seen of one side.
#[derive(Debug, Default)]
struct Seen {
    freedom: i32,
    attackers: i32,
    danger: i32,
    /// What all pieces but royal ones are worth.
    force: i32,
    /// Where the royal pieces are.
    centre: i32,
}

impl<'p, B: Bitboard> Activity<'p, B> {
    /// Finds the tables of a game.
    pub(in crate::search) fn of(program: &'p Program<B>, evaluation: &Evaluation) -> Self {
        let mut active: Vec<Active<'p, B>> = Vec::new();
        for code in 0..evaluation.codes() {
            let royal = evaluation.royal[code];
            let worth = evaluation.worth[code];
            let ways = if royal || code == 0 { Vec::new() } else { ways_of(program, code) };
            let usual = 0.6 * evaluation.mobility[code];
            let freedom = (0_u8..).take(MOST_REACHED + 1).map(|count| {
                let points = FREEDOM * (f32::from(count).sqrt() - usual.sqrt());
                i16::try_from(whole(points)).unwrap_or(0)
            });
            let freedom = freedom.collect();
            let force = (worth / ATTACKER).min(MOST_FORCE);
            active.push(Active { ways, freedom, force });
        }
        let layout = &program.layout;
        let mut hands = vec![0; layout.hands];
        for (kind, offset) in layout.hand_of.iter().enumerate() {
            for side in [0, 1] {
                let code = usize::from(Layout::code(kind, side));
                if let Some(offset) = *offset
                    && let Some(hand) =
                        hands.get_mut(usize::from(side) * layout.hand_size() + offset)
                {
                    *hand = active[code].force.max(1);
                }
            }
        }
        Self {
            active,
            rings: rings(program),
            royal: evaluation.royal.clone(),
            hands,
            hand_size: layout.hand_size(),
            worth: evaluation.worth.clone(),
            centre: evaluation.centre.clone(),
            squares: program.squares,
            full: evaluation.full.max(1),
        }
    }

    /// Returns what it is worth for the first side what all pieces can do.
    pub(in crate::search) fn of_state<S: StateSize<Board = B>>(&self, state: &State<S>) -> i32 {
        let sides = [0, 1].map(|side| self.of_side(state, side));
        let points = |seen: &Seen, other: &Seen| {
            let danger = if seen.attackers > 1 { seen.danger * seen.danger / 2 } else { 0 };
            let alone = (self.full - other.force).max(0);
            let centre = seen.centre * alone / self.full;
            seen.freedom + danger.min(MOST_DANGER) + centre
        };
        points(&sides[0], &sides[1]) - points(&sides[1], &sides[0])
    }

    fn of_side<S: StateSize<Board = B>>(&self, state: &State<S>, side: usize) -> Seen {
        let (own, other, occupied) = (state.board(side), state.board(1 - side), state.occupied());
        let mut ring = B::EMPTY;
        for square in other.members() {
            if self.royal[usize::from(state.code(square))] {
                ring |= self.rings[usize::from(square)];
            }
        }
        let mut seen = Seen::default();
        for from in own.members() {
            let code = usize::from(state.code(from));
            let active = &self.active[code];
            if self.royal[code] {
                seen.centre += i32::from(self.centre[code * self.squares + usize::from(from)]);
            } else {
                seen.force += self.worth[code];
            }
            if active.ways.is_empty() {
                continue;
            }
            let mut reached = B::EMPTY;
            for way in &active.ways {
                if way.from.has(from) {
                    reached |= tabled_reach(&way.reach, from, occupied) & way.to;
                }
            }
            let count = (reached & !own).count() as usize;
            seen.freedom += i32::from(active.freedom[count.min(MOST_REACHED)]);
            let near = reached & ring;
            if active.force > 0 && near.any() {
                seen.attackers += 1;
                seen.danger += active.force + near.count().cast_signed();
            }
        }
        if seen.attackers > 0 && !self.hands.is_empty() {
            self.count_hand(state, side, &mut seen);
        }
        seen
    }

    /// Counts pieces in hand as attackers too: they may be dropped near a royal piece.
    fn count_hand<S: StateSize<Board = B>>(&self, state: &State<S>, side: usize, seen: &mut Seen) {
        let own = side * self.hand_size..(side + 1) * self.hand_size;
        let counts = state.hands.as_ref().get(own.clone()).unwrap_or_default();
        let forces = self.hands.get(own).unwrap_or_default();
        for (count, force) in counts.iter().zip(forces) {
            let count = i32::from(*count);
            seen.attackers += count;
            seen.danger += count.min(3) * force;
        }
    }
}

/// Returns the tables from which the moves of pieces of a code are generated.
fn ways_of<B>(program: &Program<B>, code: usize) -> Vec<&FastWay<B>> {
    let (kind, side) = ((code - 1) / 3, (code - 1) % 3);
    let Some(rules) = program.sides.get(side) else { return Vec::new() };
    let steps = rules.steps.iter().flat_map(|steps| &steps.steps);
    let Some(step) = steps.filter_map(first_move).next() else { return Vec::new() };
    let generator = step.generators.of.get(kind);
    // What is generated in bulk, as pawns are, counts by its square alone.
    generator.into_iter().filter(|it| it.board.is_none()).flat_map(|it| &it.fast).collect()
}

/// Returns the first step with a move, of a step and those that follow it.
fn first_move<B>(step: &TurnStep<B>) -> Option<&TurnStep<B>> {
    if let What::One(Stmt::Move { .. }) = &step.what {
        return Some(step);
    }
    let otherwise = step.otherwise.iter().flatten();
    step.then.iter().chain(otherwise).find_map(first_move)
}

/// Returns for each square the ones that are near it.
fn rings<B: Bitboard>(program: &Program<B>) -> Vec<B> {
    let near = |one: &[i32; 3], other: &[i32; 3]| {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() <= 1)
    };
    let ring = |one| {
        let mut ring = B::EMPTY;
        for square in program.all.members() {
            if program.places.get(usize::from(square)).is_some_and(|other| near(one, other)) {
                ring |= B::one(square);
            }
        }
        ring
    };
    program.places.iter().map(ring).collect()
}
