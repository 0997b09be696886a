//! How soon a side can get a piece to where it wins.
//!
//! A wave spreads from its pieces, or from the bearer of a token, along their moves on an empty board; riders stop at what
//! stands there now. Squares where something has to be done first, as they are attacked or a piece of the side itself stands
//! there, are reached later than others. That races can be reckoned by such waves is known from Fairy-Stockfish.

use super::goals::FAR;
use super::pieces_with;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::ir::SquareIndex;
use crate::play::search::Aim;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// What it is worth, in points, to be where a piece wins.
const ARRIVED: i32 = 505;

/// By how much that is less after some moves: it is divided by one and so many hundredths of the square of the moves.
const DISTANCE: i32 = 19;

/// What can be captured in so many moves, or not at all, is no less a threat; what can be captured at once, half as much.
const HUNTED: i32 = 8;

/// How many moves a wave spreads.
const MOST_MOVES: usize = 16;

/// How many moves more it takes to enter a square that is attacked, or where a piece of the side itself stands.
const SLOW: usize = 1;

/// How many moves more it takes if both hold, or if a square is attacked more often than it is protected.
const SLOWER: usize = 2;

/// How pieces of a code get to where they win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) code: u16,
    /// The number of the token which they have to bear.
    token: Option<usize>,
    /// Where they go on an empty board, by square.
    steps: Vec<Vec<SquareIndex>>,
    /// Where they win when they arrive, or from where they do so soon.
    goals: Vec<SquareIndex>,
    /// How many moves it still takes from there.
    last: u8,
}

impl Ways {
    /// Notes where pieces go, how many moves away they win on each square, and where they do so by arriving; `None` if they
    /// win nowhere.
    pub(super) fn new(
        (code, token): (u16, Option<usize>),
        steps: &[Vec<SquareIndex>],
        (wins, arrivals): (&[u8], &[bool]),
    ) -> Option<Self> {
        let arrivals: Vec<SquareIndex> =
            (0..).zip(arrivals).filter(|(_, wins)| **wins).map(|(square, _)| square).collect();
        let last = wins.iter().copied().min().filter(|moves| *moves != FAR)?;
        let near = (0..).zip(wins).filter(|(_, moves)| **moves == last);
        let near = near.map(|(square, _)| square).collect();
        let (goals, last) = if arrivals.is_empty() { (near, last) } else { (arrivals, 0) };
        Some(Self { code, token, steps: steps.to_vec(), goals, last })
    }

    /// Returns the squares where pieces of a code win when they arrive, with a token or without one.
    pub(super) fn arrivals(&self, code: u16, token: Option<usize>) -> &[SquareIndex] {
        let is_it = self.code == code && self.token == token && self.last == 0;
        if is_it { &self.goals } else { &[] }
    }
}

/// How pieces of a code get to where they win, in tables.
#[derive(Debug)]
pub(super) struct Racer<B> {
    pub(super) code: u16,
    /// The number of the state with the square of the token that they have to bear.
    token: Option<usize>,
    steps: Vec<B>,
    goals: B,
    last: u8,
    /// Of a rider, the steps that nothing can block, by square; nothing of other pieces.
    unblocked: Vec<B>,
    /// Whether it can go where an enemy piece stands.
    captures: bool,
}

impl<B: Bitboard> Racer<B> {
    /// Makes the tables. `reached` says where a piece gets from a square past those that stand on some squares.
    pub(super) fn of(
        layout: &Layout,
        ways: &Ways,
        captures: bool,
        reached: impl Fn(SquareIndex, B) -> B,
    ) -> Self {
        let Ways { code, token, steps, goals, last } = ways;
        let steps: Vec<B> = steps.iter().map(|to| B::of(to.iter().copied())).collect();
        let all = steps.iter().fold(B::EMPTY, |all, to| all | *to);
        let rides = |(from, to): (SquareIndex, &B)| {
            (reached(from, B::EMPTY) & !reached(from, all) & *to).any()
        };
        let unblocked = if token.is_none() && (0..).zip(&steps).any(rides) {
            (0..).zip(&steps).map(|(from, to)| *to & !reached(from, B::EMPTY)).collect()
        } else {
            Vec::new()
        };
        let token = token.map(|token| layout.token(token));
        Self {
            code: *code,
            token,
            steps,
            goals: B::of(goals.iter().copied()),
            last: *last,
            unblocked,
            captures,
        }
    }

    /// Returns where the pieces are.
    fn start<S: StateSize<Board = B>>(&self, state: &State<S>) -> B {
        let Some(token) = self.token else { return pieces_with(state, self.code) };
        let is_one = |square: &SquareIndex| state.code(*square) == self.code;
        let bearer = SquareIndex::try_from(state.number(token)).ok().filter(is_one);
        bearer.map_or(B::EMPTY, B::one)
    }

    /// Returns whether each of the pieces is a threat that has to be met by itself, as none of them captures.
    pub(super) fn is_of_each(&self) -> bool {
        !self.captures && self.token.is_none()
    }

    /// Returns what it is worth how soon one of the pieces may win; where each is a threat, all of them, the less the nearer
    /// the `hunters` are that can capture it.
    pub(super) fn worth<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        hindered: &Hindered<B>,
        hunters: &Hunters<B>,
        reached: impl Fn(SquareIndex, B) -> B,
    ) -> i32 {
        let all = self.start(state);
        let from = |start| self.moves(start, state, hindered, &reached).map_or(0, worth);
        if !self.is_of_each() {
            return from(all);
        }
        let each = all.members().map(B::one);
        each.map(|start| from(start) * (HUNTED + hunters.moves_to(start)) / (2 * HUNTED)).sum()
    }

    /// Returns where pieces win by arriving.
    pub(super) fn arrivals(&self) -> B {
        if self.last == 0 { self.goals } else { B::EMPTY }
    }

    /// Returns whether a move wins by arriving.
    pub(super) fn arrives<S: StateSize<Board = B>>(&self, state: &State<S>, aim: Aim) -> bool {
        self.last == 0
            && self.code == aim.piece
            && self.goals.has(aim.to)
            && self.token.is_none_or(|token| {
                let bearer = SquareIndex::try_from(state.number(token)).ok();
                bearer.is_some() && bearer == aim.from
            })
    }

    /// Returns in how many moves one of the pieces that begin somewhere may win; `None` if that is far away. Riders go as far
    /// as `reached` says.
    fn moves<S: StateSize<Board = B>>(
        &self,
        start: B,
        state: &State<S>,
        hindered: &Hindered<B>,
        reached: impl Fn(SquareIndex, B) -> B,
    ) -> Option<i32> {
        let mut waves = [B::EMPTY; MOST_MOVES + SLOWER + 2];
        waves[0] = start;
        let occupied = state.occupied() & !waves[0];
        let closed = if self.captures { B::EMPTY } else { occupied };
        let (mut seen, mut last) = (B::EMPTY, 0);
        for moves in 0..MOST_MOVES {
            let wave = waves[moves] & !seen;
            if (wave & self.goals).any() {
                return i32::try_from(moves + usize::from(self.last)).ok();
            }
            if wave.is_empty() && moves > last {
                return None;
            }
            seen |= wave;
            let mut next = B::EMPTY;
            for square in wave.members() {
                let steps = self.steps[usize::from(square)];
                next |= match self.unblocked.get(usize::from(square)) {
                    Some(unblocked) => *unblocked | (steps & reached(square, occupied)),
                    None => steps,
                };
            }
            next &= !(seen | closed);
            waves[moves + 1] |= next & !hindered.slow & !hindered.slower;
            waves[moves + 1 + SLOW] |= next & hindered.slow & !hindered.slower;
            waves[moves + 1 + SLOWER] |= next & hindered.slower;
            if next.any() {
                last = moves + 1 + SLOWER;
            }
        }
        None
    }
}

/// Where pieces of a side get that can capture: by moves, the squares that one of them reaches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hunters<B>([B; HUNTED as usize]);

impl<B: Bitboard> Hunters<B> {
    /// Lets waves spread from pieces. `reached` says where all of them get from some squares.
    pub(super) fn of(
        pieces: impl Iterator<Item = (u16, B)>,
        reached: impl Fn(u16, B) -> B,
    ) -> Self {
        let mut waves = [B::EMPTY; HUNTED as usize];
        for (code, mut wave) in pieces {
            let mut seen = wave;
            for near in &mut waves {
                wave = reached(code, wave) & !seen;
                seen |= wave;
                *near |= wave;
            }
        }
        Self(waves)
    }

    /// Returns how many moves away a square is, as far as it matters.
    fn moves_to(&self, square: B) -> i32 {
        (0..HUNTED)
            .zip(self.0)
            .find(|(_, wave)| wave.meets(square))
            .map_or(HUNTED, |(moves, _)| moves)
    }
}

/// The squares that a side cannot enter at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hindered<B> {
    /// Where it takes a move more.
    pub(super) slow: B,
    /// Where it takes two.
    pub(super) slower: B,
}

/// Returns what it is worth to win in so many moves, if nothing happens.
fn worth(moves: i32) -> i32 {
    ARRIVED * 100 / (100 + DISTANCE * moves * moves)
}
