//! One type for every compiled game, whatever its size.

use std::sync::Arc;

use crate::compile::plan::facts::FactSet;
use crate::compile::{self, Capacity, Refusal};
use crate::ir::Game;
use crate::play::legality::turns;
use crate::play::playouts::player;
use crate::play::state::compiled::Compiled;
use crate::play::state::convert::{position_of, state_of};
use crate::play::state::{Cell, Full, Large, Medium, Row, Small, StateSize, Tiny};
use crate::state::{Effort, Playout, Position, Turn};

/// A count for which positions met before were not counted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashedCount {
    /// How many sequences of turns there are.
    pub count: u64,
    /// How many positions were looked for in the table.
    pub asked: u64,
    /// How many of them were there.
    pub found: u64,
}

/// A game compiled for fast play.
#[derive(Clone, Debug)]
pub struct Engine {
    inner: Inner,
}

#[derive(Clone, Debug)]
enum Inner {
    Tiny(Arc<Compiled<Tiny>>),
    Small(Arc<Compiled<Small>>),
    Medium(Arc<Compiled<Medium>>),
    Large(Arc<Compiled<Large>>),
    Full(Arc<Compiled<Full>>),
}

macro_rules! each_size {
    ($engine:expr, $compiled:ident => $body:expr) => {
        match &$engine.inner {
            Inner::Tiny($compiled) => $body,
            Inner::Small($compiled) => $body,
            Inner::Medium($compiled) => $body,
            Inner::Large($compiled) => $body,
            Inner::Full($compiled) => $body,
        }
    };
}

impl Engine {
    /// Compiles a game, in the smallest size that has room for it.
    ///
    /// # Errors
    /// If it has more of something than the largest size has room for; no game that analysis accepts has.
    pub fn new(game: &Arc<Game>) -> Result<Self, Refusal> {
        Self::with_facts(game, FactSet::ALL)
    }

    /// Compiles a game and uses only some of what is found out about it. It plays the same, if slower.
    ///
    /// # Errors
    /// If it has more of something than the largest size has room for.
    pub fn with_facts(game: &Arc<Game>, used: FactSet) -> Result<Self, Refusal> {
        let inner = fit::<Tiny>(game, used)
            .map(Inner::Tiny)
            .or_else(|_| fit::<Small>(game, used).map(Inner::Small))
            .or_else(|_| fit::<Medium>(game, used).map(Inner::Medium))
            .or_else(|_| fit::<Large>(game, used).map(Inner::Large))
            .or_else(|_| fit::<Full>(game, used).map(Inner::Full))?;
        Ok(Self { inner })
    }

    /// Returns which facts are used.
    pub fn used_facts(&self) -> FactSet {
        each_size!(self, compiled => compiled.program.facts.used)
    }

    /// Returns the legal turns of the side to move with the positions they lead to.
    pub fn legal_turns(&self, position: &Position) -> Vec<(Turn, Position)> {
        each_size!(self, compiled => compiled.legal_turns(position))
    }

    /// Counts the sequences of that many legal turns.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        self.perft_found(position, depth).0
    }

    /// Does the same, and tells whether some may be left out, as there is more to be done to find them than may be done for
    /// a position ([`MAX_EFFORT`](crate::ir::limits::MAX_EFFORT)).
    pub fn perft_found(&self, position: &Position, depth: u32) -> (u64, bool) {
        each_size!(self, compiled => compiled.perft(position, depth))
    }

    /// Plays a game of random turns from a position, at most `limit` of them, in memory that grows with the turns of this
    /// game only.
    ///
    /// `below` is told how many legal turns there are and returns the number of one; if its numbers are uniform, so are
    /// the turns. The game ends as its rules say, by repetition and move counters too.
    pub fn playout(
        &self,
        start: &Position,
        limit: u32,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Playout {
        each_size!(self, compiled => player::playout(compiled, start, limit, below, &mut |_| {}))
    }

    /// Plays a random game as [`playout`](Self::playout) does, and shows the position after each turn.
    pub fn watched_playout(
        &self,
        start: &Position,
        limit: u32,
        below: &mut dyn FnMut(usize) -> usize,
        watch: &mut dyn FnMut(Position),
    ) -> Playout {
        each_size!(self, compiled => {
            let mut watch = player::showing(compiled, watch);
            player::playout(compiled, start, limit, below, &mut watch)
        })
    }

    /// Counts the sequences of that many legal turns with what is known of positions met before, in a table of at most that
    /// many bytes. Two positions are taken for the same if numbers of 64 bits for them are. `None` if there is not so much
    /// memory.
    pub fn hashed_perft(
        &self,
        position: &Position,
        depth: u32,
        bytes: usize,
    ) -> Option<HashedCount> {
        each_size!(self, compiled => compiled.hashed_perft(position, depth, bytes))
    }

    /// Returns the positions to which the legal turns lead, in no certain order and without the turns: this is how
    /// turns are found when they are counted.
    pub fn outcomes(&self, position: &Position) -> Vec<Position> {
        self.outcomes_measured(position).0
    }

    /// Returns the same, and how much was done to find them, in the units of [`Effort`].
    pub fn outcomes_measured(&self, position: &Position) -> (Vec<Position>, u64) {
        each_size!(self, compiled => compiled.outcomes(position))
    }

    /// Returns a position as the engine understands it: the same, if it is one of the game.
    pub fn through(&self, position: &Position) -> Position {
        each_size!(self, compiled => compiled.through(position))
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
    fn legal_turns(&self, position: &Position) -> Vec<(Turn, Position)> {
        let state = state_of::<S>(&self.game, &self.program, position);
        let turns = turns::legal_turns(&self.program, &state, Effort::default());
        let told = turns.into_iter().map(|legal| {
            let turn = self.turn_of(&state, &legal.picks);
            (turn, position_of(&self.game, &self.program, &legal.state))
        });
        told.collect()
    }

    fn through(&self, position: &Position) -> Position {
        let state = state_of::<S>(&self.game, &self.program, position);
        position_of(&self.game, &self.program, &state)
    }

    fn hashed_perft(&self, position: &Position, depth: u32, bytes: usize) -> Option<HashedCount> {
        let state = state_of::<S>(&self.game, &self.program, position);
        let counted = crate::play::perft::hashed(&self.program, &state, depth, bytes);
        counted.map(|(count, asked, found)| HashedCount { count, asked, found })
    }

    fn outcomes(&self, position: &Position) -> (Vec<Position>, u64) {
        let state = state_of::<S>(&self.game, &self.program, position);
        let (states, done) = crate::play::perft::outcomes(&self.program, &state);
        let told = states.iter().map(|state| position_of(&self.game, &self.program, state));
        (told.collect(), done)
    }

    fn perft(&self, position: &Position, depth: u32) -> (u64, bool) {
        let state = state_of::<S>(&self.game, &self.program, position);
        crate::play::perft::perft(&self.program, &state, depth)
    }
}

impl Engine {
    /// Tells in lines what was found out about the game and how its turns are judged.
    pub fn facts(&self) -> Vec<String> {
        each_size!(self, compiled => compiled.facts())
    }
}
