//! What wins the game, found out by trying: where pieces and bearers of tokens win, what numbers win, which pieces must
//! not be lost, and where pieces promote.
//!
//! Nothing here knows what rules are written like. A piece is put on a square of a position of the game, and the rules
//! are asked whether the game is over then, or after a move of that piece that does not capture. How far other squares
//! are follows from its moves on an empty board.

use super::gathering::{Gathered, Gathering, gathered};
use super::mobility::Mobility;
use super::race::Ways;
use super::spreading;
use super::structure::Promoter;
use crate::compile::program::Program;
use crate::compile::program::bitboard::{Bitboard, Words};
use crate::compile::program::layout::{EMPTY_CODE, Layout, kind_of, owner_of, winner_of};
use crate::ir::{BySide, SideId, SquareIndex};
use crate::play::execution::moves::Moves;
use crate::play::execution::run::Execution;
use crate::play::search::{NextSteps, Node, Walker};
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
use crate::state::Random;

/// In so many positions it is tried whether pieces are burdens.
const BURDEN_SAMPLES: usize = 4;

/// How many squares are tried, about.
const MOST_TRIES: usize = 4000;

/// How much may be done to find out what wins, in the units of [`WorkBudget`](crate::state::WorkBudget): about a quarter of
/// a second's work, and as much again for what was begun before. What is not found until then counts for nothing.
const MOST_WORK: u64 = 25_000_000;

/// The most tokens whose bearers are tried.
const MOST_TOKENS: usize = 2;

/// Further than any square.
pub(super) const FAR: u8 = u8::MAX;

/// What is worth reaching for one kind of bearer, by code and square.
#[derive(Clone, Debug)]
pub(super) struct Goals {
    /// How many moves away the piece wins: 0 if it wins by standing there.
    pub(super) wins: Vec<u8>,
    /// Whether a piece that arrives there wins.
    pub(super) arrivals: Vec<bool>,
    /// How many moves away it promotes.
    pub(super) promotions: Vec<u8>,
    /// The pieces that have to gather.
    pub(super) gatherings: Vec<Gathering<Words>>,
    /// What it then is worth more, by code.
    pub(super) gain: Vec<i32>,
    /// How pieces get to where they win.
    pub(super) ways: Vec<Ways>,
    /// How pieces get to where they promote.
    pub(super) promoters: Vec<Promoter>,
}

impl Goals {
    /// Returns whether pieces of a code win somewhere by arriving.
    pub(super) fn arrives(&self, code: u16, squares: usize) -> bool {
        self.arrivals[usize::from(code) * squares..][..squares].contains(&true)
    }
}

/// What a number of the state is worth.
#[derive(Clone, Debug)]
pub(in crate::search) struct Counter {
    /// Its index.
    pub(super) number: usize,
    /// What wins: the side, and with which value.
    pub(super) goals: Vec<(SideId, i32)>,
}

/// Tries what wins, with memory that is used again.
pub(super) struct Prober<'a, 'p, S: StateSize> {
    pub(super) compiled: &'p Compiled<S>,
    pub(super) samples: &'a [State<S>],
    mobility: &'a Mobility,
    walker: Walker<'p, S>,
    steps: NextSteps<'p, S>,
    /// How much may still be done.
    left: u64,
}

impl<'a, 'p, S: StateSize> Prober<'a, 'p, S> {
    /// Makes one for positions of the game.
    pub(super) fn new(
        compiled: &'p Compiled<S>,
        samples: &'a [State<S>],
        mobility: &'a Mobility,
    ) -> Self {
        let walker = Walker::new(&compiled.program);
        let steps = NextSteps::default();
        Self { compiled, samples, mobility, walker, steps, left: MOST_WORK }
    }

    /// Counts what has been done since it was counted last; returns whether that is enough.
    fn tires(&mut self) -> bool {
        self.left = self.left.saturating_sub(self.walker.pool.budget.replace(0));
        self.left == 0 || self.walker.has_met_limit()
    }

    /// Returns the winner in a state, if the game is over there whatever the record is.
    pub(super) fn winner(&mut self, state: &State<S>) -> Option<SideId> {
        if self.tires() {
            return None;
        }
        let mut node = self.walker.node(state);
        let winner = winner_in(&mut node);
        self.walker.recycle(node);
        winner
    }

    /// Finds the goals of all pieces, or of those that bear a token.
    pub(super) fn goals(&mut self, token: Option<usize>) -> Goals {
        let program = &self.compiled.program;
        let (codes, squares) = (program.layout.codes(), program.squares);
        let mut goals = Goals {
            wins: vec![FAR; codes * squares],
            arrivals: vec![false; codes * squares],
            promotions: vec![FAR; codes * squares],
            gatherings: Vec::new(),
            gain: vec![0; codes],
            ways: Vec::new(),
            promoters: Vec::new(),
        };
        let tries = program.layout.kinds_and_sides().count() * squares;
        let samples = (MOST_TRIES / tries.max(1)).clamp(1, 4).min(self.samples.len());
        for number in 0..samples {
            let sample = self.samples[number * self.samples.len() / samples];
            let mut random = Random::stream(2, number as u64);
            for base in [thinned(program, &sample), self.bare(&sample, &mut random)] {
                for (kind, side) in program.layout.kinds_and_sides() {
                    self.try_piece(base, (kind, side, token), &mut goals);
                }
            }
        }
        let gathered = if token.is_none() { gathered(program, self.samples) } else { Vec::new() };
        for (kind, side) in program.layout.kinds_and_sides() {
            self.spread(&mut goals, &gathered, (kind, side, token));
        }
        goals
    }

    /// Returns a position with the royal pieces alone, on squares by chance, so that nothing is always in the way of others.
    fn bare(&self, sample: &State<S>, random: &mut Random) -> State<S> {
        let program = &self.compiled.program;
        let is_royal = |code: &u16| {
            self.compiled.game.types.iter().nth(kind_of(*code)).is_some_and(|kind| kind.royal)
        };
        let mut bare = emptied(program, sample);
        let codes = sample.occupied().members().map(|square| sample.code(square));
        for code in codes.filter(is_royal) {
            let free: Vec<_> = (program.all & !bare.occupied()).members().collect();
            bare.put(&program.layout, free[random.below(free.len())], code);
        }
        bare
    }

    /// Tries a piece on all empty squares of a position.
    fn try_piece(
        &mut self,
        mut base: State<S>,
        (kind, side, token): (usize, SideId, Option<usize>),
        goals: &mut Goals,
    ) {
        let program = &self.compiled.program;
        let code = Layout::code(kind, side);
        let row = usize::from(code) * program.squares;
        base.to_move = side;
        if self.winner(&base).is_some() {
            return;
        }
        // One that stands there goes elsewhere: rules may ask where all pieces of its kind are.
        for square in base.pieces_of(side).members() {
            if base.code(square) == code {
                base.lift(&program.layout, square);
            }
        }
        for square in (program.all & !base.occupied()).members() {
            let mut state = base;
            state.put(&program.layout, square, code);
            if let Some(token) = token {
                bear(&mut state, program.layout.token(token), square);
            }
            let place = row + usize::from(square);
            match self.winner(&state) {
                Some(winner) if winner == side => {
                    goals.wins[place] = 0;
                    goals.arrivals[place] = true;
                }
                Some(_) => {}
                None => self.try_moves(&state, (square, code), goals),
            }
        }
    }

    /// Tries the moves of a piece, and choices of it, that capture nothing.
    fn try_moves(
        &mut self,
        state: &State<S>,
        (square, code): (SquareIndex, u16),
        goals: &mut Goals,
    ) {
        if self.tires() {
            return;
        }
        let row = usize::from(code) * self.compiled.program.squares;
        let place = row + usize::from(square);
        let Self { walker, steps, .. } = self;
        let node = walker.node(state);
        walker.steps(&node, steps);
        self.left = self.left.saturating_sub(walker.pool.budget.replace(0));
        let worth = |code: u16| self.mobility.of_code(code);
        let others = |state: &State<S>| {
            owner_of(code).map_or(0, |owner| state.pieces_of(owner.opponent()).count())
        };
        for number in 0..steps.list.len() {
            let detail = steps.detail(&node, number);
            let is_its =
                detail.from == Some(square) || (!detail.moves && detail.to == Some(square));
            if !is_its || detail.victim != EMPTY_CODE || self.left == 0 {
                continue;
            }
            let Some(mut next) = walker.make(&node, steps, number) else { continue };
            // A jump captures what does not stand where it ends.
            if others(next.state()) < others(state) {
                walker.recycle(next);
                continue;
            }
            if next.is_between_turns() && winner_in(&mut next) == Some(node.side()) {
                goals.wins[place] = goals.wins[place].min(1);
                if let Some(to) = detail.to.filter(|_| detail.moves && detail.becomes.is_none()) {
                    goals.arrivals[row + usize::from(to)] = true;
                }
            }
            let at = detail.to.filter(|_| detail.moves);
            let mut became = detail.becomes.or(at.map(|to| next.state().code(to))).unwrap_or(code);
            if let Some(to) = at.filter(|_| !next.is_between_turns()) {
                became = best_choice(walker, &next, (to, became), &worth);
            }
            if became != EMPTY_CODE && owner_of(became) == owner_of(code) {
                let gain = worth(became) - worth(code);
                if gain > 0 {
                    goals.promotions[place] = 1;
                    let most = &mut goals.gain[usize::from(code)];
                    *most = gain.max(*most);
                }
            }
            walker.recycle(next);
            self.left = self.left.saturating_sub(walker.pool.budget.replace(0));
        }
        walker.recycle(node);
    }

    /// Finds how far other squares are, by the moves on an empty board.
    fn spread(
        &mut self,
        goals: &mut Goals,
        gathered: &[Gathered],
        (kind, side, token): (usize, SideId, Option<usize>),
    ) {
        let program = &self.compiled.program;
        let code = Layout::code(kind, side);
        let row = usize::from(code) * program.squares..(usize::from(code) + 1) * program.squares;
        let known = |distances: &[u8]| distances.iter().any(|distance| *distance != FAR);
        if !known(&goals.wins[row.clone()])
            && !known(&goals.promotions[row.clone()])
            && gathered.iter().all(|(gathers, _)| *gathers != code)
        {
            return;
        }
        let Some(sample) = self.samples.first() else { return };
        let empty = emptied(program, sample);
        let mut run = Execution::idle(program, empty, side);
        let mut moves = Moves::default();
        let mut edges: Vec<Vec<SquareIndex>> = vec![Vec::new(); program.squares];
        for square in program.all.members() {
            run.state = empty;
            run.budget.replace(0);
            run.state.put(&program.layout, square, code);
            if let Some(token) = token {
                bear(&mut run.state, program.layout.token(token), square);
            }
            moves.clear();
            let mut cache = run.mask_cache();
            run.moves_of(square, &mut cache, &mut moves);
            edges[usize::from(square)] = moves.list.iter().map(|made| made.to).collect();
        }
        let wins = (&goals.wins[row.clone()], &goals.arrivals[row.clone()]);
        goals.ways.extend(Ways::new((code, token), &edges, wins));
        nearer(&mut goals.wins[row.clone()], &edges);
        nearer(&mut goals.promotions[row.clone()], &edges);
        let gathers = gathered.iter().filter(|(gathers, _)| *gathers == code);
        goals.gatherings.extend(
            gathers.map(|(_, squares)| {
                Gathering::new::<S::Board>(code, squares.iter().copied(), &edges)
            }),
        );
        let promotions = (&goals.promotions[row], goals.gain[usize::from(code)]);
        goals.promoters.extend(Promoter::new(code, &edges, promotions));
    }

    /// Finds which numbers of the state win when they have certain values.
    pub(super) fn counters(&mut self) -> Vec<Counter> {
        let program = &self.compiled.program;
        let samples = self.samples;
        let Some(sample) = samples.first().copied() else { return Vec::new() };
        let numbers = (0..program.layout.tokens).filter(|&at| !program.search_key.is_clock(at));
        let mut found = Vec::new();
        for number in numbers {
            let now = sample.number(number);
            let near = now - 10..=now + 10;
            // It has to be the same side in all positions, whoever is to move.
            let winning = |value| {
                let winner = self.winners_by((number, value), &sample).max().flatten()?;
                let is_other = |other: Option<SideId>| other.is_some_and(|other| other != winner);
                let mut all = samples.iter();
                let is_sure =
                    all.all(|sample| !self.winners_by((number, value), sample).any(is_other));
                is_sure.then_some((winner, value))
            };
            let goals: Vec<_> = near.filter_map(winning).collect();
            if !goals.is_empty() {
                found.push(Counter { number, goals });
            }
        }
        found
    }

    /// Returns who wins once a number has a value, by who is to move.
    fn winners_by(
        &mut self,
        (number, value): (usize, i32),
        sample: &State<S>,
    ) -> impl Iterator<Item = Option<SideId>> + use<S> {
        let winners = SideId::ALL
            .map(|side| self.winner_after(*sample, side, |state| state.set_number(number, value)));
        winners.into_iter()
    }

    /// Finds the pieces of which a side must not lose the last, by code.
    pub(super) fn vital(&mut self) -> Vec<u16> {
        let program = &self.compiled.program;
        let mut found = Vec::new();
        for (kind, own) in program.layout.kinds_and_sides() {
            let code = Layout::code(kind, own);
            let has = |state: &&State<S>| {
                state.pieces_of(own).members().any(|square| state.code(square) == code)
            };
            let Some(sample) = self.samples.iter().find(has).copied() else { continue };
            let take_all = |state: &mut State<S>| {
                for square in sample.occupied().members().filter(|&at| sample.code(at) == code) {
                    state.lift(&program.layout, square);
                }
            };
            let loses = |side| self.winner_after(sample, side, take_all) == Some(own.opponent());
            if SideId::ALL.into_iter().any(loses) {
                found.push(code);
            }
        }
        found
    }

    /// Returns for each side whether it wins once all its pieces are gone, or all but the royal ones: then they are burdens. They
    /// are none if that does not win in some positions, as where points are counted then.
    pub(super) fn burdened(&mut self) -> BySide<bool> {
        let types = &self.compiled.game.types;
        let royal: Vec<bool> = types.iter().map(|piece| piece.royal).collect();
        let samples: Vec<State<S>> = self.samples.iter().take(BURDEN_SAMPLES).copied().collect();
        BySide::from_fn(|side| {
            let wins = |prober: &mut Self, stays: &dyn Fn(u16) -> bool| {
                let goes_on = |sample: &State<S>| prober.winner(sample).is_none();
                let samples: Vec<_> = samples.iter().copied().filter(goes_on).collect();
                let wins = |sample| prober.winner_without(sample, side, stays) == Some(side);
                !samples.is_empty() && samples.into_iter().all(wins)
            };
            wins(self, &|_| false)
                || wins(self, &|code| royal.get(kind_of(code)).copied().unwrap_or(false))
        })
    }

    /// Returns who wins, whoever is to move, once all pieces of a side are gone from the board and the hand, except some.
    fn winner_without(
        &mut self,
        mut state: State<S>,
        side: SideId,
        stays: &dyn Fn(u16) -> bool,
    ) -> Option<SideId> {
        let layout = &self.compiled.program.layout;
        let own = state.pieces_of(side).members();
        for square in own.filter(|&square| !stays(state.code(square))).collect::<Vec<_>>() {
            state.lift(layout, square);
        }
        let hand = layout.hand_size();
        let hands = state.hands.as_mut().chunks_mut(hand.max(1));
        hands.skip(side.number()).take(1).for_each(|hand| hand.fill(0));
        let winners = SideId::ALL.map(|to_move| {
            state.to_move = to_move;
            self.winner(&state)
        });
        winners.into_iter().reduce(|one, other| one.filter(|_| one == other)).flatten()
    }

    /// Returns who wins, with that side to move, once the state has been changed; `None` if somebody wins already.
    fn winner_after(
        &mut self,
        mut state: State<S>,
        to_move: SideId,
        change: impl FnOnce(&mut State<S>),
    ) -> Option<SideId> {
        state.to_move = to_move;
        if self.winner(&state).is_some() {
            return None;
        }
        change(&mut state);
        self.winner(&state)
    }

    /// Returns the tokens whose bearers are worth trying.
    pub(super) fn tokens(&self) -> std::ops::Range<usize> {
        0..self.compiled.program.layout.token_count.min(MOST_TOKENS)
    }
}

/// Returns whether it is bad to have no turn (1) or good (-1); `None` if neither is known.
pub(super) fn of_being_stuck<B>(program: &Program<B>) -> Option<i32> {
    let endings = |side| program.rules(side).endings.iter().map(move |ending| (side, ending));
    let endings = SideId::ALL.into_iter().flat_map(endings);
    let mut worth =
        endings.filter(|(_, ending)| ending.is_of_the_stuck()).filter_map(|(side, it)| {
            spreading::winner_of(it.verdict).map(|winner| if winner == side { -1 } else { 1 })
        });
    let first = worth.next()?;
    worth.all(|other| other == first).then_some(first)
}

/// Returns the most valuable piece that the next choice of a turn can make of the one on a square.
fn best_choice<'p, S: StateSize>(
    walker: &mut Walker<'p, S>,
    node: &Node<'p, S>,
    (square, code): (SquareIndex, u16),
    worth: &dyn Fn(u16) -> i32,
) -> u16 {
    let (mut steps, mut best) = (NextSteps::default(), code);
    walker.steps(node, &mut steps);
    for number in 0..steps.list.len() {
        if let Some(next) = walker.make(node, &steps, number) {
            let became = next.state().code(square);
            if became != EMPTY_CODE
                && owner_of(became) == owner_of(code)
                && worth(became) > worth(best)
            {
                best = became;
            }
            walker.recycle(next);
        }
    }
    best
}

/// Returns a position without pieces on the board.
pub(super) fn emptied<S: StateSize>(program: &Program<S::Board>, sample: &State<S>) -> State<S> {
    let mut empty = *sample;
    for square in sample.occupied().members() {
        empty.lift(&program.layout, square);
    }
    empty
}

/// Returns a position with one piece of each kind and side, so that there is room.
fn thinned<S: StateSize>(program: &Program<S::Board>, sample: &State<S>) -> State<S> {
    let (mut thin, mut seen) = (*sample, Vec::new());
    for square in sample.occupied().members() {
        let code = sample.code(square);
        if seen.contains(&code) {
            thin.lift(&program.layout, square);
        }
        seen.push(code);
    }
    thin
}

/// Gives a token to the piece on a square.
fn bear<S: StateSize>(state: &mut State<S>, token: usize, square: SquareIndex) {
    state.set_number(token, i32::from(square));
    state.set_number(token + 1, state.number(token + 1).max(1));
}

/// Returns the winner between two turns, if the game is over whatever the record is.
fn winner_in<S: StateSize>(node: &mut Node<'_, S>) -> Option<SideId> {
    node.ended(None).and_then(winner_of)
}

/// Lets distances spread against the moves.
fn nearer(distances: &mut [u8], edges: &[Vec<SquareIndex>]) {
    for reach in 0..64 {
        let mut changed = false;
        for square in 0..distances.len() {
            if distances[square] == FAR
                && edges[square].iter().any(|&to| distances.get(usize::from(to)) == Some(&reach))
            {
                distances[square] = reach + 1;
                changed = true;
            }
        }
        if !changed && reach > 1 {
            break;
        }
    }
}
