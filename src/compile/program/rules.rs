//! The rules of a game for each side, and the compiled game as a whole.

use super::expressions::{Cond, Num, Set};
use super::generators::Generators;
use super::knowledge::Facts;
use super::layout::Layout;
use super::move_effects::{MoveEffect, MoveEffects};
use super::search_key::SearchKey;
use super::statements::{Stmt, Verdict};
use super::turn_steps::Steps;
use super::walks::Route;
use crate::ir::{Arrival, Event, LandingKind, PowerLevel};
use crate::state::ClauseRef;

/// A compiled game.
#[derive(Clone, Debug)]
pub(crate) struct Program<B> {
    /// Where the state is.
    pub(crate) layout: Layout,
    /// All squares.
    pub(crate) all: B,
    /// How many squares.
    pub(crate) squares: usize,
    /// How many slots.
    pub(crate) slots: usize,
    /// The rules for each side.
    pub(crate) sides: [SideRules<B>; 2],
    /// One table for each direction and side: where a step leads from each square.
    pub(crate) steps: Vec<Vec<Option<u8>>>,
    /// File and rank of each square, counted from 1, as each side sees it.
    pub(crate) coordinates: [Vec<[i32; 2]>; 2],
    /// File, rank and layer of each square, as it is.
    pub(crate) places: Vec<[i32; 3]>,
    /// The reasons for which a game can end.
    pub(crate) reasons: Vec<String>,
    /// Whether two ways of choosing can be the same turn.
    pub(crate) can_repeat_turns: bool,
    /// What was found out about the game.
    pub(crate) facts: Facts<B>,
    /// What tells states apart for a search.
    pub(crate) search_key: SearchKey,
}

/// All rules for one side as the mover.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideRules<B> {
    /// The turn.
    pub(crate) turn: Vec<Stmt<B>>,
    /// The turn imagined where attacks are asked for.
    pub(crate) threat: Option<Vec<Stmt<B>>>,
    /// The rules for each event, by its number.
    pub(crate) triggers: [Vec<Trig<B>>; 5],
    /// The ways of moving, in the same order for both sides.
    pub(crate) ways: Vec<Way<B>>,
    /// The ways of each type.
    pub(crate) ways_of: Vec<Vec<u16>>,
    /// What tokens give.
    pub(crate) powers: Vec<PowerWays<B>>,
    /// Where each type may be dropped.
    pub(crate) drop_on: Vec<Set<B>>,
    /// Turns that are not allowed.
    pub(crate) forbids: Vec<Rule<B>>,
    /// Turns that go before others.
    pub(crate) preferences: Vec<Rule<B>>,
    /// Endings.
    pub(crate) endings: Vec<Finish<B>>,
    /// Whether one of them can come while there are turns, whatever the record.
    pub(crate) ends_with_turns: bool,
    /// Whether every legal way of playing a turn is a turn of its own: no two read alike, and none goes before others.
    pub(crate) counts_plainly: bool,
    /// What must hold where one of those does.
    pub(crate) before_endings: Option<Cond<B>>,
    /// What is compared when positions are compared.
    pub(crate) repetition_key: RepetitionKey<B>,
    /// Sets that depend on the state alone and are judged once for all pieces.
    pub(crate) masks: Vec<Set<B>>,
    /// The walks.
    pub(crate) routes: Vec<Route<B>>,
    /// What moves and drops do, with all that is known in advance decided.
    pub(crate) move_effects: MoveEffects<B>,
    /// How moves are listed.
    pub(crate) generators: Generators<B>,
    /// The turns, taken apart, if that helps.
    pub(crate) steps: Option<Steps<B>>,
}

/// A rule that acts when something has happened.
#[derive(Clone, Debug)]
pub(crate) struct Trig<B> {
    /// What must hold.
    pub(crate) condition: Cond<B>,
    /// What it does.
    pub(crate) body: Vec<Stmt<B>>,
    /// Whether nothing in the body is chosen.
    pub(crate) plain: bool,
}

/// Returns the number of an event.
pub(crate) const fn event_index(event: Event) -> usize {
    match event {
        Event::Captured => 0,
        Event::Moved => 1,
        Event::Dropped => 2,
        Event::TurnBegins => 3,
        Event::TurnEnds => 4,
    }
}

/// A way of moving.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, asked for on its own"
)]
pub(crate) struct Way<B> {
    /// Which clause of the rules it is.
    pub(crate) source: ClauseRef,
    /// Its walk, by number.
    pub(crate) walk: usize,
    /// From which squares alone it is possible.
    pub(crate) from: B,
    /// To which squares alone it is possible.
    pub(crate) to: B,
    /// What happens where, first match; the number of a mask where the set has one.
    pub(crate) landings: Vec<(Site<B>, LandingKind)>,
    /// What else is captured.
    pub(crate) taking: Option<Set<B>>,
    /// Whether the piece goes to the destination.
    pub(crate) arrival: Arrival,
    /// What must hold, whatever the destination.
    pub(crate) before: Cond<B>,
    /// The same, taken apart.
    pub(crate) demands: SquareTest<B>,
    /// What must hold besides, for the destination.
    pub(crate) condition: Cond<B>,
    /// What else happens.
    pub(crate) then: Vec<Stmt<B>>,
    /// Whether nothing in that is chosen.
    pub(crate) plain: bool,
    /// Whether some move of this way can capture.
    pub(crate) can_capture: bool,
    /// Whether it can be listed from tables: no way with squares to name or takes on it.
    pub(crate) tabled: bool,
    /// Why it cannot.
    pub(crate) untabled: Option<&'static str>,
    /// For a way with tables, the number of the mask and what happens there, first match.
    pub(crate) sites: Vec<(usize, u8)>,
    /// For a way with tables, the number of a mask without whose members it is not possible.
    pub(crate) guard: Option<usize>,
    /// Whether nothing must hold, whatever the destination.
    pub(crate) anytime: bool,
    /// Whether nothing must hold besides for the destination.
    pub(crate) anywhere: bool,
}

/// The number by which a move tells what happens where it ends.
pub(crate) const fn landing_number(kind: LandingKind) -> u8 {
    match kind {
        LandingKind::Settle => 0,
        LandingKind::Capture => 1,
        LandingKind::Swap => 2,
    }
}

/// On which squares something happens.
#[derive(Clone, Debug)]
pub(crate) enum Site<B> {
    /// A mask of the state, by its number.
    Mask(usize),
    /// A set judged square by square.
    Judged(Set<B>),
}

/// A condition in two parts.
#[derive(Clone, Debug)]
pub(crate) struct SquareTest<B> {
    /// Squares that must be empty.
    pub(crate) empty: B,
    /// Boards of the state, each with squares that must be on it.
    pub(crate) on: Vec<(usize, B)>,
    /// What must hold besides.
    pub(crate) rest: Cond<B>,
}

/// What a token gives its bearer.
#[derive(Clone, Debug)]
pub(crate) struct PowerWays<B> {
    /// The number of the token.
    pub(crate) token: usize,
    /// Which bearers have it.
    pub(crate) bearer: Set<B>,
    /// At which levels, if not at every.
    pub(crate) level: Option<PowerLevel>,
    /// The ways, by number.
    pub(crate) ways: Vec<u16>,
}

/// A turn that is not allowed, or goes before others.
#[derive(Clone, Debug)]
pub(crate) struct Rule<B> {
    /// Its condition.
    pub(crate) condition: Cond<B>,
    /// Whether it asks for turns.
    pub(crate) asks: bool,
}

/// A way the game ends.
#[derive(Clone, Debug)]
pub(crate) struct Finish<B> {
    /// When.
    pub(crate) condition: Cond<B>,
    /// Who wins.
    pub(crate) verdict: Verdict,
    /// The number of the reason.
    pub(crate) reason: usize,
    /// Whether it is a matter of the record.
    pub(crate) by_record: bool,
    /// Whether it can only hold where there is no legal turn.
    pub(crate) without_turns: bool,
}

impl<B> Finish<B> {
    /// Tells whether it can hold while there are legal turns, whatever the record.
    pub(crate) fn is_of_turns(&self) -> bool {
        !self.by_record && !self.without_turns
    }
}

/// What is compared, besides the pieces, the hands and the side to move. The number of the turn is not.
#[derive(Clone, Debug)]
pub(crate) struct RepetitionKey<B> {
    /// Boards that are compared as they are, by index, of those that the pieces do not tell.
    pub(crate) boards: Vec<usize>,
    /// Numbers that are compared as they are, by index.
    pub(crate) numbers: Vec<usize>,
    /// Numbers that are worked out.
    pub(crate) worked_out: Vec<Num<B>>,
    /// Variables that matter only while the legal turns differ from what they are with the start value.
    pub(crate) while_used: Vec<Start<B>>,
}

impl<B> Default for RepetitionKey<B> {
    fn default() -> Self {
        let (boards, numbers) = (Vec::new(), Vec::new());
        Self { boards, numbers, worked_out: Vec::new(), while_used: Vec::new() }
    }
}

/// What a variable holds at the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start<B> {
    /// Boards, by their index.
    pub(crate) boards: Vec<(usize, B)>,
    /// Numbers, by their index.
    pub(crate) numbers: Vec<(usize, i32)>,
}

impl<B> SideRules<B> {
    /// Tells whether all that a move with this effect captures is what stands where it ends.
    pub(crate) fn captures_only_where_it_ends(&self, effect: &MoveEffect<B>) -> bool {
        let way = self.ways.get(usize::from(effect.way));
        effect.simple || way.is_some_and(|way| way.tabled && way.taking.is_none())
    }
}
