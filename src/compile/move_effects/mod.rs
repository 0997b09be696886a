//! What moves and drops do to the state, with all that is known in advance decided.
//!
//! Which rules act after a move, and what they do, often follows from the way and the square it ends on. For those moves
//! the rules become a short list of operations, one list for each way in which the choices after the move can be made.
//! Where that cannot be told, the turn goes on statement by statement.

mod explain;
mod outcome;
mod tables;
mod turn_steps;

pub use explain::Explained;

use crate::compile::plan::generators::Generators;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Cond, Eff, Program, Set, Stmt, Verdict, Who};
use tables::Tabulator;

/// How many landings there are.
const LANDINGS: usize = 3;

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Op<B> {
    /// Any effect.
    Do(Eff<B>),
    /// A board of the state becomes these squares.
    SetBoard(usize, B),
    /// A board of the state becomes the square where a step leads from the one a move entered, by the number of its table.
    SetStep(usize, usize),
    /// A board of the state loses the square a move left, the one it entered, and others.
    Clear {
        /// Which board.
        board: usize,
        /// Whether it loses the square the move left.
        left: bool,
        /// Whether it loses the square the move entered.
        entered: bool,
        /// What else it loses.
        others: B,
    },
    /// A board of the state keeps what is on another too.
    Keep(usize, usize),
    /// A number of the state gets a value.
    SetNumber(usize, i32),
    /// A number of the state grows, within its range.
    Add(usize, i32, (i32, i32)),
    /// What has moved becomes another type.
    Recode(u16),
    /// A slot holds a type.
    Bind(u16, u16),
    /// A slot holds nothing.
    Forget(u16),
    /// One or the other.
    If(Cond<B>, Vec<Op<B>>, Vec<Op<B>>),
    /// Once for each square.
    ForEach(u16, Set<B>, Vec<Op<B>>),
    /// The turn cannot be played so.
    Refuse,
    /// The game is over; the number of the reason.
    End(Verdict, usize),
    /// Who has the next turn.
    Next(Who),
    /// Pieces are captured, and for each of them this is done.
    Capture(Set<B>, Vec<Op<B>>),
}

/// What a move or drop does.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveEffect<B> {
    /// The way, by its number; of no meaning for a drop.
    pub way: u16,
    /// What happens where the move ends: 0 settles, 1 captures, 2 swaps.
    pub landing: u8,
    /// Whether the piece just goes there, and captures at most what stands there.
    pub simple: bool,
    /// What each capture does.
    pub captured: Vec<Op<B>>,
    /// What else the move or drop does.
    pub after: Vec<Op<B>>,
    /// What the end of the turn does.
    pub ends: Vec<Op<B>>,
    /// Which preferences the turn then satisfies, one bit for each, if that is known.
    pub preferred: Option<u64>,
    /// Whether the turn goes on after it.
    pub partial: bool,
    /// Another piece that goes elsewhere: from where to where.
    pub along: Option<(u8, u8)>,
}

/// Which deeds the moves of one way with one landing, or the drops of one type, are.
#[derive(Clone, Debug)]
pub struct EffectTable<B> {
    /// The deed of most of them.
    pub main: u16,
    /// For each class of where they start, the destinations for which that is the one deed.
    pub alone: Vec<B>,
    /// For each class, the destinations for which it is known what is done.
    pub known: Vec<B>,
    /// For each class, those for which legality follows from the squares the move, and what goes along, leaves and enters.
    pub attack_preserving: Vec<B>,
    /// Another piece that goes elsewhere with these moves: from where to where.
    pub along: Option<(u8, u8)>,
    /// For each class and destination, the first of its deeds and how many there are.
    pub move_effects: Vec<(u16, u16)>,
    /// For each destination, the royal squares for which tables do not tell attacks afterwards; empty where there are none.
    pub undecided: Vec<B>,
}

/// All deeds of a side.
#[derive(Clone, Debug, Default)]
pub struct MoveEffects<B> {
    /// The deeds.
    pub list: Vec<MoveEffect<B>>,
    /// By way and landing.
    pub moves: Vec<Option<EffectTable<B>>>,
    /// By type.
    pub drops: Vec<Option<EffectTable<B>>>,
    /// The class of each square as one where a move starts.
    pub class_of: Vec<u8>,
    /// For a choice, what it does.
    pub chosen: Option<Chosen>,
    /// Which preferences the turns then satisfy, one bit for each, if all of them end the turn and satisfy the same.
    pub preferred: Option<u64>,
}

/// What a choice does that ends the turn, or what its end does if nothing is chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// One deed for each way in which what follows can be decided.
    pub move_effects: Vec<u16>,
    /// What it changes for attacks.
    pub change: Change,
    /// Tokens that are given or changed; while none is on a piece of the other side, that is nothing to attacks.
    pub tokens: Vec<usize>,
}

/// What a choice changes for attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Whatever it does, no rule forbids it.
    Free,
    /// The board stays as it is.
    Nothing,
    /// The chosen piece, one of the side's own, leaves the board.
    Leaves,
    /// That is not known.
    Unknown,
}

/// What is chosen at a step of a turn.
#[derive(Clone, Debug)]
pub enum What<B> {
    /// Nothing: the turn is over.
    Nothing,
    /// A move, a drop or a choice.
    One(Stmt<B>),
    /// Whatever the statements ask for that are left of the turn: it is not known in advance what they do.
    Rest(Vec<Stmt<B>>),
}

/// A step of a turn, on one of the ways that conditions and alternatives leave.
#[derive(Clone, Debug)]
pub struct TurnStep<B> {
    /// What must hold before, or must not.
    pub guards: Vec<(Cond<B>, bool)>,
    /// What is done before.
    pub prefix: Vec<Op<B>>,
    /// What is chosen.
    pub what: What<B>,
    /// Why the rest of the turn is left as it is, if it is.
    pub why: Option<&'static str>,
    /// What of the turn comes after it.
    pub suffix: Vec<Stmt<B>>,
    /// What moves, drops and choices do then.
    pub move_effects: MoveEffects<B>,
    /// How its moves are listed.
    pub generators: Generators<B>,
    /// The steps of which one comes next, where what is chosen is not known to end the turn.
    pub then: Vec<TurnStep<B>>,
    /// The same where there is nothing to choose from.
    pub otherwise: Option<Vec<TurnStep<B>>>,
}

/// The turns of a side, taken apart.
#[derive(Clone, Debug)]
pub struct Steps<B> {
    /// Boards of the state that are empty when a turn begins, unless a position was set up so; they must be.
    pub assumed: Vec<usize>,
    /// What the beginning of a turn does; it does not end the game.
    pub opening: Vec<Op<B>>,
    /// The steps of which one comes first.
    pub steps: Vec<TurnStep<B>>,
}

impl<B: Bitboard> MoveEffects<B> {
    /// Finds out what the moves and drops of a side do that end the turn.
    pub fn of(program: &Program<B>, own: usize) -> Self {
        // They may come in the middle of a turn.
        let before = tables::Before { goes_on: true, ..tables::Before::default() };
        let mut tabulator = Tabulator::new(program, own, &[], before);
        tabulator.fill(None);
        tabulator.finish()
    }

    /// Returns the deeds of a way's moves with a landing.
    #[inline]
    pub fn moves_of(&self, way: u16, landing: u8) -> Option<&EffectTable<B>> {
        self.moves[usize::from(way) * LANDINGS + usize::from(landing)].as_ref()
    }
}

impl<B> TurnStep<B> {
    /// Returns whose move it is, and what holds the piece's square afterwards, if the turn is that move and no more.
    #[inline]
    pub fn move_of_turn(&self) -> Option<(&Set<B>, Option<u16>)> {
        match &self.what {
            What::One(Stmt::Move { pieces, slot, .. })
                if self.prefix.is_empty() && self.suffix.is_empty() =>
            {
                Some((pieces, *slot))
            }
            _ => None,
        }
    }
}

impl<B> MoveEffect<B> {
    /// Tells whether all that a move takes is what stands where it ends.
    pub fn takes_what_it_meets(&self, program: &Program<B>, own: u8) -> bool {
        let ways = &program.sides[usize::from(own)].ways;
        let way = ways.get(usize::from(self.way));
        self.simple || way.is_some_and(|way| way.tabled && way.taking.is_none())
    }

    fn blank(way: u16, landing: u8, simple: bool) -> Self {
        Self {
            way,
            landing,
            simple,
            captured: Vec::new(),
            after: Vec::new(),
            ends: Vec::new(),
            preferred: None,
            partial: false,
            along: None,
        }
    }
}

impl<B: Bitboard> EffectTable<B> {
    /// Makes a table in which nothing is known.
    fn empty(classes: usize, squares: usize) -> Self {
        let none = vec![B::EMPTY; classes];
        Self {
            main: 0,
            alone: none.clone(),
            known: none.clone(),
            attack_preserving: none,
            along: None,
            move_effects: vec![(0, 0); classes * squares],
            undecided: Vec::new(),
        }
    }

    /// Tells whether tables do not tell attacks on some royal squares after a move.
    #[inline]
    pub fn is_undecided(&self, to: u8, royals: B) -> bool {
        self.undecided.get(usize::from(to)).is_some_and(|squares| squares.meets(royals))
    }

    /// Returns the index of a class and destination among the deeds.
    #[inline]
    pub fn index(&self, class: usize, to: u8) -> usize {
        class * (self.move_effects.len() / self.alone.len()) + usize::from(to)
    }

    /// Chooses the deed that most destinations have.
    fn choose_main(&mut self, squares: usize) {
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for (first, _) in self.move_effects.iter().filter(|(_, count)| *count == 1) {
            match counts.iter_mut().find(|(move_effect, _)| move_effect == first) {
                Some((_, count)) => *count += 1,
                None => counts.push((*first, 1)),
            }
        }
        let most = counts.iter().max_by_key(|(_, count)| *count);
        self.main = most.map_or(0, |(move_effect, _)| *move_effect);
        for (index, move_effects) in self.move_effects.iter().enumerate() {
            let Ok(to) = u8::try_from(index % squares) else { continue };
            let class = index / squares;
            if *move_effects == (self.main, 1) && self.known[class].has(to) {
                self.alone[class] |= B::one(to);
            }
        }
    }
}
