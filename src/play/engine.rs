//! The engine: one type for compiled games of every size.

use std::sync::Arc;

use crate::compile::program::facts::FactSet;
use crate::compile::{self, Capacity, Refusal, Witness};
use crate::ir::Game;
use crate::play::execution::past::Past;
use crate::play::execution::run::Execution;
use crate::play::legality::outcome;
use crate::play::legality::turns::{self, LegalTurn};
use crate::play::perft::counter::Perft;
use crate::play::plan::pool::Pool;
use crate::play::playouts::{identity, player};
use crate::play::search;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::result_of;
#[cfg(not(target_family = "wasm"))]
use crate::play::state::sizes::Large;
use crate::play::state::sizes::{Cell, Full, Medium, Row, Small, StateSize};
use crate::state::{
    self, Allowance, GameResult, Playout, Position, Random, Recurrence, Step, TooMuch, Turn,
    Unplayable,
};

/// A count made with a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashedCount {
    /// The number of sequences of turns.
    pub count: u64,
    /// The number of lookups in the table.
    pub asked: u64,
    /// The number of lookups that found a count.
    pub found: u64,
}

/// How often a turn is begun by chance before none is found.
const TRIES: usize = 100;

/// A game compiled for fast play.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) inner: Inner,
}

/// A compiled game, of the smallest size of states that has room for it.
#[derive(Clone, Debug)]
pub(crate) enum Inner {
    Small(Arc<Compiled<Small>>),
    Medium(Arc<Compiled<Medium>>),
    #[cfg(not(target_family = "wasm"))]
    Large(Arc<Compiled<Large>>),
    Full(Arc<Compiled<Full>>),
}

/// Does something with the compiled game of an engine, whatever its size is.
macro_rules! each_size {
    ($engine:expr, $compiled:ident => $body:expr) => {
        match &$engine.inner {
            $crate::play::engine::Inner::Small($compiled) => $body,
            $crate::play::engine::Inner::Medium($compiled) => $body,
            #[cfg(not(target_family = "wasm"))]
            $crate::play::engine::Inner::Large($compiled) => $body,
            $crate::play::engine::Inner::Full($compiled) => $body,
        }
    };
}

pub(crate) use each_size;

impl Engine {
    /// Compiles a game for the smallest size of states that has room for it.
    ///
    /// # Errors
    /// If it has more of something than the largest size has room for; no game that analysis accepts has.
    pub fn new(game: &Arc<Game>) -> Result<Self, Refusal> {
        Self::with_facts(game, FactSet::ALL)
    }

    /// Compiles a game with only some of the facts about it in use. It plays the same, if slower.
    ///
    /// # Errors
    /// If it has more of something than the largest size has room for.
    pub fn with_facts(game: &Arc<Game>, used: FactSet) -> Result<Self, Refusal> {
        let inner = fit::<Small>(game, used)
            .map(Inner::Small)
            .or_else(|_| fit::<Medium>(game, used).map(Inner::Medium));
        #[cfg(not(target_family = "wasm"))]
        let inner = inner.or_else(|_| fit::<Large>(game, used).map(Inner::Large));
        let inner = inner.or_else(|_| fit::<Full>(game, used).map(Inner::Full))?;
        Ok(Self { inner })
    }

    /// Returns which facts are in use.
    pub fn used_facts(&self) -> FactSet {
        each_size!(self, compiled => compiled.program.facts.used)
    }

    /// Returns the legal turns of the side to move with the positions they lead to.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn legal_turns(
        &self,
        position: &Position,
        allowance: &Allowance,
    ) -> Result<Vec<(Turn, Position)>, TooMuch> {
        each_size!(self, compiled => compiled.turns_beginning(position, None, allowance))
    }

    /// Returns those of the legal turns whose first step is wanted, with the positions they lead to: other steps are not
    /// looked into. Where turns have to be compared with each other before it is known which of them count, all are returned.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn turns_beginning(
        &self,
        position: &Position,
        wanted: &dyn Fn(&Step) -> bool,
        allowance: &Allowance,
    ) -> Result<Vec<(Turn, Position)>, TooMuch> {
        each_size!(self, compiled => compiled.turns_beginning(position, Some(wanted), allowance))
    }

    /// Tells whether there is a legal turn.
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn has_turn(&self, position: &Position, allowance: &Allowance) -> Result<bool, TooMuch> {
        each_size!(self, compiled => {
            let (state, budget) = (compiled.state_of(position), allowance.budget());
            let before = (&state, &compiled.past_of(position));
            budget.answer(turns::has_legal_turn(&compiled.program, before, budget.clone()))
        })
    }

    /// Returns a legal turn that is chosen step by step: what can be played where there are too many turns to be listed. There is
    /// none where rules prefer turns, and none may be found where most ways to begin a turn lead nowhere.
    pub fn turn_by_chance(&self, position: &Position, random: &mut Random) -> Option<Turn> {
        each_size!(self, compiled => {
            let (state, past) = (compiled.state_of(position), compiled.past_of(position));
            let mut below = |count| random.below(count);
            let mut turns =
                turns::turns_by_chance(&compiled.program, (&state, &past), &mut below, TRIES);
            turns.next().map(|LegalTurn { steps, .. }| Turn { steps })
        })
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// If the turn is none of the ways of playing, or a rule forbids it, or that is more than can be worked out. `prefer` rules are not looked at:
    /// [`legal_turns`](Self::legal_turns) does that.
    pub fn play(
        &self,
        position: &Position,
        turn: &Turn,
        allowance: &Allowance,
    ) -> Result<Position, Unplayable> {
        each_size!(self, compiled => {
            let (state, budget) = (compiled.state_of(position), allowance.budget());
            let before = (&state, &compiled.past_of(position));
            let asked = (turn.steps.as_slice(), &budget);
            let next = turns::play(&compiled.game, &compiled.program, before, asked);
            let next = budget.answer(next).map_err(Unplayable::TooMuch)??;
            let past = compiled.past_after(position);
            Ok(Position { past, ..compiled.position_of(&next) })
        })
    }

    /// Returns the result of a game that has come to this position, if it is over; `recurrence` tells how the position has
    /// come back in it.
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn outcome(
        &self,
        position: &Position,
        recurrence: &Recurrence<Position>,
        allowance: &Allowance,
    ) -> Result<Option<GameResult>, TooMuch> {
        each_size!(self, compiled => compiled.outcome(position, Some(recurrence), allowance))
    }

    /// Returns the result if the position is decided whatever the record of the game is: [`perft`](Self::perft) stops
    /// there.
    ///
    /// # Errors
    /// If finding that out takes more than may be spent.
    pub fn decided(
        &self,
        position: &Position,
        allowance: &Allowance,
    ) -> Result<Option<GameResult>, TooMuch> {
        each_size!(self, compiled => compiled.outcome(position, None, allowance))
    }

    /// Returns what a position is compared by for repetition: positions that are the same have the same key. Two that
    /// differ have the same key once in some 10^19 cases.
    pub fn repetition_key(&self, position: &Position) -> u64 {
        each_size!(self, compiled => {
            let mut pool = Pool::new(&compiled.program);
            identity::number(&compiled.program, &compiled.state_of(position), &mut pool)
        })
    }

    /// Counts the sequences of `depth` legal turns.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there is no count then.
    pub fn perft(
        &self,
        position: &Position,
        depth: u32,
        allowance: &Allowance,
    ) -> Result<u64, TooMuch> {
        each_size!(self, compiled => {
            let mut counter = Perft::within(&compiled.program, allowance);
            let past = compiled.past_of(position);
            let count = counter.count_from(&compiled.state_of(position), &past, depth);
            counter.pool.budget.answer(count)
        })
    }

    /// Counts the sequences of that many legal turns as a search would come to them: step by step, and each made.
    #[doc(hidden)]
    pub fn walked_perft(&self, position: &Position, depth: u32, known: bool) -> u64 {
        each_size!(self, compiled => {
            search::walked_perft(&compiled.program, &compiled.state_of(position), depth, known)
        })
    }

    /// Proposes a position in which an entry of a move table is met or just missed; `None` if there are no tables.
    #[doc(hidden)]
    pub fn witness(&self, random: &mut Random) -> Option<Witness> {
        each_size!(self, compiled => compile::witness(&compiled.program, random))
    }

    /// Plays a game of at most `limit` random turns from a position. Only the repetition table grows with the game.
    ///
    /// `below` gets the number of legal turns and returns the index of one; if it is uniform, so is the choice of turns.
    /// The game ends as its rules say, by repetition and move counters too.
    pub fn playout(
        &self,
        start: &Position,
        limit: u32,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Playout {
        let all = &Allowance::UNLIMITED;
        each_size!(self, compiled => {
            player::playout_within(compiled, start, limit, all, below, &mut |_| {})
        })
    }

    /// Plays a random game as [`playout`](Self::playout) does and shows the position after each turn.
    pub fn watched_playout(
        &self,
        start: &Position,
        limit: u32,
        below: &mut dyn FnMut(usize) -> usize,
        watch: &mut dyn FnMut(Position),
    ) -> Playout {
        each_size!(self, compiled => {
            let mut watch = |state: &_| watch(compiled.position_of(state));
            let all = &Allowance::UNLIMITED;
            player::playout_within(compiled, start, limit, all, below, &mut watch)
        })
    }

    /// Counts the sequences of `depth` legal turns with a transposition table of at most `bytes` bytes. Positions with the
    /// same key of 64 bits are taken for the same. `None` if the memory is not available.
    ///
    /// # Errors
    /// If finding the turns of a position takes more than may be spent: there is no count then.
    pub fn hashed_perft(
        &self,
        position: &Position,
        depth: u32,
        bytes: usize,
    ) -> Result<Option<HashedCount>, TooMuch> {
        each_size!(self, compiled => {
            let hashed = Perft::hashed(&compiled.program, bytes);
            let Some(mut counter) = hashed else { return Ok(None) };
            let past = compiled.past_of(position);
            let count = counter.count_from(&compiled.state_of(position), &past, depth);
            let counted = counter.table.map(|table| HashedCount {
                count,
                asked: table.lookups,
                found: table.hits,
            });
            counter.pool.budget.answer(counted)
        })
    }

    /// Returns the positions to which the legal turns lead, in no certain order. They are found as when turns are counted.
    ///
    /// # Errors
    /// If finding them takes more than may be spent.
    pub fn outcomes(
        &self,
        position: &Position,
        allowance: &Allowance,
    ) -> Result<Vec<Position>, TooMuch> {
        each_size!(self, compiled => {
            let mut counter = Perft::within(&compiled.program, allowance);
            let past = compiled.past_of(position);
            let states = counter.outcomes_from(&compiled.state_of(position), &past);
            let states = counter.pool.budget.answer(states)?;
            Ok(states.iter().map(|state| compiled.position_of(state)).collect())
        })
    }

    /// Converts a position to a compact state and back; a position of the game stays the same.
    pub fn through(&self, position: &Position) -> Position {
        each_size!(self, compiled => compiled.position_of(&compiled.state_of(position)))
    }

    /// Returns a report of what was found out about the game, line by line.
    pub fn facts(&self) -> Vec<String> {
        each_size!(self, compiled => compiled.facts())
    }
}

fn fit<S: StateSize>(game: &Arc<Game>, used: FactSet) -> Result<Arc<Compiled<S>>, Refusal> {
    let room = Capacity {
        types: S::Cell::TYPES,
        boards: S::Boards::LEN,
        numbers: S::Numbers::LEN,
        hands: S::Hands::LEN,
        numbered: S::PieceNumbers::LEN,
        groups: S::Groups::LEN,
    };
    let program = compile::compile::<S::Board>(game, room, used)?;
    Ok(Arc::new(Compiled { game: Arc::clone(game), program }))
}

impl<S: StateSize> Compiled<S> {
    fn turns_beginning(
        &self,
        position: &Position,
        wanted: Option<&dyn Fn(&Step) -> bool>,
        allowance: &Allowance,
    ) -> Result<Vec<(Turn, Position)>, TooMuch> {
        let (state, budget) = (self.state_of(position), allowance.budget());
        let before = (&state, &self.past_of(position));
        let turns = turns::turns_beginning(&self.program, before, (wanted, budget.clone()));
        let past = self.past_after(position);
        let played = budget.answer(turns)?.into_iter().map(|LegalTurn { steps, state }| {
            let turn = Turn { steps };
            let mut position = self.position_of(&state);
            position.past = past.clone();
            budget.hold(turn.bytes() + position.bytes());
            budget.answer((turn, position))
        });
        played.collect()
    }

    /// Returns the states before a position, where a rule asks for them.
    pub(crate) fn past_of(&self, position: &Position) -> Past<S> {
        let before: Vec<&Position> = position.past.iter().collect();
        let states = before.into_iter().rev();
        Past::of(&self.program, states.map(|position| self.state_of(position)))
    }

    /// Returns the positions before one that comes right after `position`, where a rule asks for them.
    fn past_after(&self, position: &Position) -> state::Past {
        if self.program.forbids_repeats {
            state::Past::after(position)
        } else {
            state::Past::default()
        }
    }

    fn outcome(
        &self,
        position: &Position,
        recurrence: Option<&Recurrence<Position>>,
        allowance: &Allowance,
    ) -> Result<Option<GameResult>, TooMuch> {
        // The reason may be one that a position text tells and no rule.
        if position.over.is_some() {
            return Ok(position.over.clone());
        }
        let (state, budget) = (self.state_of(position), allowance.budget());
        let mut run = Execution::with_budget(&self.program, state, state.to_move, budget.clone());
        run.past = self.past_of(position);
        let recurrence = recurrence.map(|recurrence| {
            let states = recurrence.before.iter();
            let before = states.map(|(position, same)| (self.state_of(position), *same)).collect();
            Recurrence { before, ..Recurrence::times(recurrence.count) }
        });
        let over = budget.answer(outcome::outcome(&mut run, recurrence, false))?;
        Ok(over.and_then(|over| result_of(&self.program, over)))
    }
}
