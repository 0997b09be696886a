//! What a position is worth, derived from the game itself.

mod activity;
mod chains;
mod gathering;
mod goals;
mod lead;
mod mobility;
mod network;
mod race;
mod rows;
mod safety;
mod samples;
mod spreading;
mod structure;

use crate::compile::program::bitboard::{Bitboard, Words};
use crate::compile::program::layout::{Layout, owner_of};
use crate::compile::program::{Program, SideRules};
use crate::ir::{BySide, SideId, SquareIndex};
use crate::play::search::are_captures_plain;
use crate::play::state::State;
use crate::play::state::compiled::Compiled;
use crate::play::state::sizes::StateSize;
pub(super) use activity::Activity;
use chains::Chains;
use gathering::Gathering;
use goals::{Counter, FAR, Goals, Prober};
use lead::{Lead, Majority};
use mobility::Mobility;
use network::Network;
pub(super) use network::{Sums, each_input};
use race::Ways;
use rows::Rows;
use structure::Structure;

/// What a position is worth: sums of tables.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// How many squares there are.
    pub(super) squares: usize,
    /// How many piece codes there are.
    pub(super) codes: usize,
    /// What a piece is worth on each square, at `code * squares + square`, for the first side.
    board: Vec<i16>,
    /// What a piece in hand is worth for the first side, by the index of its count.
    hands: Vec<i16>,
    /// What a piece is worth to its owner, by its code.
    worth: Vec<i32>,
    /// What a piece counts as force, by its code: nothing if it is light or royal.
    force: Vec<i32>,
    /// What a piece that bears a token is worth more for the first side, by token, code and square.
    bearers: Vec<Vec<i16>>,
    /// The numbers that win.
    pub(super) counters: Vec<Counter>,
    /// The comparisons of numbers that decide.
    leads: Vec<Lead>,
    /// The comparisons of numbers of pieces that decide, where nothing else says who is ahead.
    majorities: Vec<Majority>,
    /// The pieces of which a side must not lose the last, by code.
    pub(super) vital: Vec<u16>,
    /// Whether to have to move is never known to be a disadvantage.
    pub(super) allows_pruning: bool,
    /// What a piece counts in exchanges, by its code: royal ones more than all others. Nothing if it cannot be reckoned what
    /// pieces win by taking each other.
    pub(super) stakes: Option<Vec<i32>>,
    /// How pieces, and bearers of tokens, get to where they win.
    ways: Vec<Ways>,
    /// How light pieces that promote stand to each other.
    structures: Vec<Structure<Words>>,
    /// The chains of pieces by which a side wins.
    chains: Vec<Chains<Words>>,
    /// The rows of pieces by which a side wins.
    rows: Vec<Rows<Words>>,
    /// The pieces by which a side wins once they have gathered.
    gatherings: Vec<Gathering<Words>>,
    /// Whether pieces of a code are royal.
    royal: Vec<bool>,
    /// How many squares a piece reaches on random boards, by its code.
    mobility: Vec<f32>,
    /// What it is worth for a royal piece to stand on a square when nobody is left to attack it, by code and square.
    centre: Vec<i16>,
    /// Whether pieces of a code move as those of the other side do backwards.
    mirrored: Vec<bool>,
    /// What the pieces of a side are worth in all when a game begins, but for royal ones.
    full: i32,
    /// What each turn is worth that a side has more than the other one.
    pub(super) room: i32,
    /// What was learned by playing.
    pub(super) network: Option<Network>,
}

/// A side that has less than this besides its royal pieces and light ones may have no good turn: two pieces, in most games.
const FORCE: i32 = 600;

/// A piece that is worth less is light, as a pawn is.
const LIGHT: i32 = 150;

/// Where what is captured comes back in the captor's hand, a capture is worth less than twice what it takes, the less so the
/// more that is, as strong pieces change hands more often: a piece of so many points is worth half as much. Without it,
/// crazyhouse was played worse (37 % in 240 games), and minishogi hardly (48 %).
const HALVED: i32 = 1000;

/// What each turn is worth that a side has more than the other one, where nothing else says who is ahead.
const ROOM: i32 = 10;

/// What each move nearer is worth that is still far.
const STEP: i32 = 6;

/// What a piece is worth at least that wins by arriving: one that hardly moves must not be worth less than a good place.
const ARRIVING: i32 = 60;

/// What a number is worth that wins when it is changed once more.
const COUNTED: f32 = 350.0;

/// How much less a side has with one vital piece left, or two.
const LAST: &[i32] = &[250, 80];

/// What a piece is worth at least without which the game is lost.
const INDISPENSABLE: i32 = 2000;

/// What a royal piece counts in exchanges.
const ROYAL: i32 = 10_000;

impl Evaluation {
    /// Derives it from the game.
    pub(super) fn derive<S: StateSize>(compiled: &Compiled<S>) -> Self {
        let program = &compiled.program;
        let layout = &program.layout;
        let (codes, squares) = (layout.codes(), program.squares);
        let mobility = Mobility::measure(compiled);
        let samples = samples::samples(compiled);
        let mut prober = Prober::new(compiled, &samples, &mobility);
        // Cheap, and asked first: what is sought afterwards may take all the work that is allowed.
        let burdened = prober.burdened();
        let goals = prober.goals(None);
        let mut evaluation = Self {
            squares,
            codes,
            board: vec![0; codes * squares],
            hands: vec![0; layout.hands],
            worth: vec![0; codes],
            force: vec![0; codes],
            bearers: Vec::new(),
            counters: prober.counters(),
            leads: lead::leads(program, &samples),
            majorities: Vec::new(),
            vital: prober.vital(),
            stakes: None,
            ways: goals.ways.clone(),
            structures: Vec::new(),
            chains: spreading::chains::<S>(program),
            rows: Vec::new(),
            gatherings: goals.gatherings.clone(),
            royal: vec![false; codes],
            mobility: vec![0.0; codes],
            centre: vec![0; codes * squares],
            mirrored: Vec::new(),
            full: 0,
            room: 0,
            network: Network::of(&compiled.game),
            allows_pruning: burdened == BySide::same(false)
                && program.sides.iter().all(is_free_to_move),
        };
        let comes_back = samples::hands_fill(compiled, &samples);
        for (kind, side) in layout.kinds_and_sides() {
            let piece = compiled.game.types.iter().nth(kind);
            let royal = piece.is_some_and(|piece| piece.royal);
            let found = mobility.value(kind, side);
            let found = if comes_back { found * HALVED / (HALVED + found) } else { found };
            let arrives = goals.arrives(Layout::code(kind, side), squares);
            let found = if arrives { found.max(ARRIVING) } else { found };
            let value = piece.and_then(|piece| piece.value).map_or(found, i32::from);
            let value = if burdened[side] { -value } else { value };
            evaluation.add_piece(layout, (&mobility, &goals), (kind, side), (value, royal));
        }
        evaluation.add_tokens(compiled, &mut prober, (&mobility, &samples));
        evaluation.rows = prober.rows();
        evaluation.keep_vital(&samples);
        if are_captures_plain(program) && burdened == BySide::same(false) {
            evaluation.stakes = Some(evaluation.stakes_of_all());
        }
        let activity = Activity::of(program, &evaluation);
        let structures = activity.structures_of(&goals.promoters);
        (evaluation.mirrored, evaluation.structures) = (activity.mirrored(program), structures);
        evaluation.break_silence(program, &samples);
        evaluation.full = samples.iter().map(|state| evaluation.force_in(state)).max().unwrap_or(0);
        evaluation
    }

    /// Finds other ways to say who is ahead where nothing on the board does: how much the sides can choose from, and how many
    /// pieces they have.
    fn break_silence<S: StateSize>(&mut self, program: &Program<S::Board>, samples: &[State<S>]) {
        if self.is_silent() {
            self.majorities = lead::majorities(program, samples);
            self.room = ROOM * goals::of_being_stuck(program).unwrap_or(1);
        }
    }

    /// Returns what pieces count in exchanges, by their codes.
    fn stakes_of_all(&self) -> Vec<i32> {
        let worth = self.worth.iter().zip(&self.royal);
        worth.map(|(worth, royal)| if *royal { ROYAL } else { *worth }).collect()
    }

    /// Returns whether nothing on the board says who is ahead.
    fn is_silent(&self) -> bool {
        let nothing = |values: &[i16]| values.iter().all(|value| *value == 0);
        nothing(&self.board)
            && nothing(&self.hands)
            && self.bearers.iter().all(|bearers| nothing(bearers))
            && self.counters.is_empty()
            && self.leads.is_empty()
            && self.vital.is_empty()
            && self.ways.is_empty()
            && self.chains.is_empty()
            && self.rows.is_empty()
            && self.gatherings.is_empty()
            && self.network.is_none()
    }

    /// Adds what the tokens are worth to their bearers.
    fn add_tokens<S: StateSize>(
        &mut self,
        compiled: &Compiled<S>,
        prober: &mut Prober<'_, '_, S>,
        (mobility, samples): (&Mobility, &[State<S>]),
    ) {
        for token in prober.tokens() {
            let goals = prober.goals(Some(token));
            let mut more = mobility.with_token(compiled, samples, token);
            if let Some(value) =
                compiled.game.tokens.iter().nth(token).and_then(|token| token.value)
            {
                // A bearer counts for half of what it gains.
                more.fill(2 * i32::from(value));
            }
            self.add_bearers(&goals, &more);
            self.ways.extend(goals.ways);
        }
    }

    /// Makes those pieces worth much of which a side has one, and must not lose it.
    fn keep_vital<S: StateSize>(&mut self, samples: &[State<S>]) {
        let is_alone = |code: u16| {
            samples.iter().all(|state| {
                let pieces = state.owned().members();
                pieces.filter(|&square| state.code(square) == code).count() <= 1
            })
        };
        for &code in self.vital.iter().filter(|code| is_alone(**code)) {
            let worth = &mut self.worth[usize::from(code)];
            *worth = INDISPENSABLE.max(*worth);
        }
    }

    /// Returns what the pieces of the stronger side are worth, but for royal ones.
    fn force_in<S: StateSize>(&self, state: &State<S>) -> i32 {
        let force = SideId::ALL.map(|side| {
            let codes =
                state.pieces_of(side).members().map(|square| usize::from(state.code(square)));
            codes.filter(|&code| !self.royal[code]).map(|code| self.worth[code]).sum::<i32>()
        });
        force.into_iter().max().unwrap_or(0)
    }

    fn add_piece(
        &mut self,
        layout: &Layout,
        (mobility, goals): (&Mobility, &Goals),
        (kind, side): (usize, SideId),
        (value, royal): (i32, bool),
    ) {
        let code = usize::from(Layout::code(kind, side));
        let sign = sign(side);
        self.worth[code] = value;
        self.royal[code] = royal;
        self.mobility[code] = mobility.mean(kind, side);
        self.force[code] = if royal || value < LIGHT { 0 } else { value };
        for square in 0..self.squares {
            let place = code * self.squares + square;
            let way =
                toward(goals.wins[place]) + promising(goals.promotions[place], goals.gain[code]);
            // Where a royal piece has many moves, it is seldom safe.
            let bonus = mobility.bonus(kind, side, square);
            self.centre[place] = if royal { narrow(bonus * 3 / 2) } else { 0 };
            let here = value + if royal { -bonus / 2 } else { bonus } + way;
            self.board[place] = narrow(sign * here);
        }
        if let Some(offset) = layout.hand_of.get(kind).copied().flatten() {
            let index = side.number() * layout.hand_size() + offset;
            if let Some(hand) = self.hands.get_mut(index) {
                *hand = narrow(sign * (value + value / 10));
            }
        }
    }

    /// Adds what bearers of the next token are worth more: they can do more, and what they win.
    fn add_bearers(&mut self, goals: &Goals, more: &[i32]) {
        let mut bearers = vec![0; self.codes * self.squares];
        for (code, more) in (0..).zip(more).skip(1) {
            let Some(side) = owner_of(code) else { continue };
            for square in 0..self.squares {
                let number = usize::from(code);
                let place = number * self.squares + square;
                let way = toward(goals.wins[place])
                    + promising(goals.promotions[place], goals.gain[number]) / 2;
                bearers[place] = narrow(sign(side) * (more / 2 + way));
            }
        }
        self.bearers.push(bearers);
    }

    /// Returns what a piece is worth to its owner, by its code.
    #[inline]
    pub(super) fn worth(&self, code: u16) -> i32 {
        self.worth.get(usize::from(code)).copied().unwrap_or(0)
    }

    /// Returns the index of a piece on a square in the tables by code and square.
    #[inline]
    fn place(&self, code: u16, square: SquareIndex) -> usize {
        usize::from(code) * self.squares + usize::from(square)
    }

    /// Returns what a piece is worth on each square to its owner.
    pub(super) fn on_squares(&self, code: u16) -> impl Iterator<Item = i32> {
        let row = usize::from(code) * self.squares;
        let sign = owner_of(code).map_or(0, sign);
        self.board[row..row + self.squares].iter().map(move |value| i32::from(*value) * sign)
    }

    /// Returns what a bearer of a token is worth more on each square to its owner.
    pub(super) fn bearing(&self, token: usize, code: u16) -> impl Iterator<Item = i32> {
        let row = usize::from(code) * self.squares;
        let bearers = self.bearers.get(token).map_or(&[][..], Vec::as_slice);
        let row = bearers.get(row..row + self.squares).unwrap_or_default();
        row.iter().map(move |value| i32::from(*value) * owner_of(code).map_or(0, sign))
    }

    /// Returns the squares where a piece wins when it arrives, with a token or without one.
    pub(super) fn arrivals(
        &self,
        code: u16,
        token: Option<usize>,
    ) -> impl Iterator<Item = SquareIndex> {
        self.ways.iter().flat_map(move |ways| ways.arrivals(code, token)).copied()
    }

    /// Returns whether positions are judged where they are, without captures: where chains decide and pieces are worth little by
    /// themselves, captures do not come to anything.
    pub(super) fn judges_at_once(&self) -> bool {
        !self.chains.is_empty() && self.worth.iter().all(|worth| worth.abs() <= LIGHT)
    }

    /// Returns whether a side has enough pieces that it is hardly ever better off without a turn.
    pub(super) fn has_force<S: StateSize>(&self, state: &State<S>, side: SideId) -> bool {
        let own = state.pieces_of(side);
        let mut sum = 0;
        own.members().any(|square| {
            sum += self.force[usize::from(state.code(square))];
            sum > FORCE
        })
    }

    /// Returns what was learned of a state, for the side to move.
    #[inline]
    pub(super) fn learned<S: StateSize>(
        &self,
        place: (&Program<S::Board>, &State<S>),
        side: SideId,
    ) -> i32 {
        self.network.as_ref().map_or(0, |network| {
            let sums = network.sums(place, &network.empty());
            network.answer(&sums, side)
        })
    }

    /// Returns the same for a state that is the last of a line, with the sums of the states before it: those of this one are put
    /// in their place among them. It does not matter whose sums these are.
    #[inline]
    pub(super) fn learned_after<S: StateSize>(
        &self,
        place: (&Program<S::Board>, &State<S>),
        side: SideId,
        (line, ply): (&mut Vec<Sums<S>>, usize),
    ) -> i32 {
        let Some(network) = &self.network else { return 0 };
        if line.len() <= ply {
            line.resize(ply + 1, network.empty());
        }
        let sums = network.sums(place, &line[ply.saturating_sub(1)]);
        line[ply] = sums;
        let answer = network.answer(&sums, side);
        debug_assert_eq!(answer, self.learned(place, side), "sums differ from those made anew");
        answer
    }

    /// Returns what a state is worth for the first side.
    pub(super) fn of_state<S: StateSize>(
        &self,
        program: &Program<S::Board>,
        state: &State<S>,
    ) -> i32 {
        let mut sum = 0;
        for square in state.owned().members() {
            sum += i32::from(self.board[self.place(state.code(square), square)]);
        }
        if program.layout.hands > 0 {
            for (count, value) in state.hands.as_ref().iter().zip(&self.hands) {
                sum += i32::from(*count) * i32::from(*value);
            }
        }
        for (token, bearers) in self.bearers.iter().enumerate() {
            if let Ok(square) = SquareIndex::try_from(state.number(program.layout.token(token))) {
                let place = self.place(state.code(square), square);
                sum += bearers.get(place).map_or(0, |value| i32::from(*value));
            }
        }
        for counter in &self.counters {
            sum += counter.worth(state.number(counter.number));
        }
        for lead in &self.leads {
            sum += lead.worth(state);
        }
        for majority in &self.majorities {
            sum += majority.worth(program, state);
        }
        if !self.vital.is_empty() {
            sum += self.of_last_pieces(state);
        }
        sum
    }

    /// Returns what it is worth for the first side how many vital pieces are left.
    fn of_last_pieces<S: StateSize>(&self, state: &State<S>) -> i32 {
        let mut sum = 0;
        for &code in &self.vital {
            let Some(side) = owner_of(code) else { continue };
            let own = state.pieces_of(side).members();
            let left = own.filter(|&square| state.code(square) == code).take(3).count();
            sum -= sign(side) * left.checked_sub(1).and_then(|few| LAST.get(few)).unwrap_or(&0);
        }
        sum
    }
}

impl Counter {
    /// Returns what a value is worth for the first side: the nearer to one that wins, the more.
    fn worth(&self, value: i32) -> i32 {
        let worth = self.goals.iter().map(|&(winner, goal)| {
            let left = (goal - value).unsigned_abs().saturating_sub(1);
            sign(winner) * whole(COUNTED * 0.5_f32.powi(i32::try_from(left).unwrap_or(30)))
        });
        worth.max_by_key(|worth| worth.abs()).unwrap_or(0)
    }
}

/// Returns whether the rules of a side neither put some turns before others nor compare positions whoever is to move.
fn is_free_to_move<B>(rules: &SideRules<B>) -> bool {
    rules.preferences.is_empty() && !rules.repetition_key.ignores_side
}

/// Returns what it is worth to be so many moves from where a piece wins. Who gets there first is reckoned elsewhere.
fn toward(moves: u8) -> i32 {
    STEP * (8 - i32::from(moves)).max(0)
}

/// Returns what it is worth to be so many moves from where a piece gains so much.
fn promising(moves: u8, gain: i32) -> i32 {
    ahead(moves, gain) / 5
}

/// Returns what is left of a gain that is so many moves away: half as much with each move but the last.
fn ahead(moves: u8, gain: i32) -> i32 {
    if moves == FAR { 0 } else { gain / (1 << moves.saturating_sub(1).min(16)) }
}

/// Returns where the pieces of a side are that have one of some codes.
fn pieces_of<S: StateSize>(state: &State<S>, side: SideId, codes: &[bool]) -> S::Board {
    let is_one = |square: &SquareIndex| {
        codes.get(usize::from(state.code(*square))).copied().unwrap_or(false)
    };
    S::Board::of(state.pieces_of(side).members().filter(is_one))
}

/// Returns where the pieces of a code are.
#[inline]
fn pieces_with<S: StateSize>(state: &State<S>, code: u16) -> S::Board {
    let own = owner_of(code).map_or(S::Board::EMPTY, |side| state.pieces_of(side));
    S::Board::of(own.members().filter(|&square| state.code(square) == code))
}

/// Returns 1 for the first side, for which evaluations speak, and -1 for the other.
fn sign(side: SideId) -> i32 {
    if side == SideId::FIRST { 1 } else { -1 }
}

#[expect(clippy::cast_possible_truncation, reason = "it is far smaller than 2^31")]
fn whole(value: f32) -> i32 {
    value.round().clamp(-16_000.0, 16_000.0) as i32
}

fn narrow(value: i32) -> i16 {
    i16::try_from(value.clamp(-16_000, 16_000)).unwrap_or(0)
}
