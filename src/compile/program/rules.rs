//! The rules of a game for each side, and the compiled game as a whole.

use super::expressions::{Cond, Num, Set};
use super::generators::Generators;
use super::knowledge::Facts;
use super::layout::Layout;
use super::move_effects::{MoveEffect, MoveEffects};
use super::move_tables::MoveTable;
use super::search_key::SearchKey;
use super::statements::{Stmt, Verdict};
use super::turn_steps::Steps;
use super::visit::Node;
use super::walks::Route;
use crate::ir::{Arrival, BySide, Event, LandingKind, PowerLevel, SideId, SquareIndex};
use crate::state::{ClauseRef, TurnOrder};

/// A compiled game.
#[derive(Clone, Debug)]
pub(crate) struct Program<B> {
    /// Where each part of a state lies.
    pub(crate) layout: Layout,
    /// All squares.
    pub(crate) all: B,
    /// How many squares there are.
    pub(crate) squares: usize,
    /// How many slots there are.
    pub(crate) slots: usize,
    /// The rules for each side.
    pub(crate) sides: BySide<SideRules<B>>,
    /// Step tables, one for each direction and side: the square after a step from each square.
    pub(crate) steps: Vec<Vec<Option<SquareIndex>>>,
    /// File and rank of each square, counted from 1 from the point of view of each side.
    pub(crate) coordinates: BySide<Vec<[i32; 2]>>,
    /// File, rank and layer of each square.
    pub(crate) places: Vec<[i32; 3]>,
    /// The reasons for which a game can end.
    pub(crate) reasons: Vec<String>,
    /// Whether different choices can make the same turn, so that turns must be compared.
    pub(crate) can_repeat_turns: bool,
    /// Whether different choices can make the same turn by what is chosen alone, so that turns cannot be walked step by step.
    pub(crate) can_choose_alike: bool,
    /// Whether a rule forbids turns by how often the position after them has occurred. Turns are then counted as where they
    /// must be compared.
    pub(crate) forbids_repeats: bool,
    /// Which of the turns that lead to the same state stands for all of them, where they are one turn.
    pub(crate) turn_order: Option<TurnOrder>,
    /// What is known of the game in advance.
    pub(crate) facts: Facts<B>,
    /// What distinguishes states for a search.
    pub(crate) search_key: SearchKey,
    /// The most occurrences over which a rule looks back at the turns between them; 0 if none does.
    pub(crate) lookback: u8,
}

impl<B> Program<B> {
    /// Returns the rules for a side.
    #[inline]
    pub(crate) fn rules(&self, side: SideId) -> &SideRules<B> {
        &self.sides[side]
    }
}

/// The rules with one side as the mover.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideRules<B> {
    /// The turn.
    pub(crate) turn: Vec<Stmt<B>>,
    /// The turn that attacks are defined by, if it is another.
    pub(crate) threat: Option<Vec<Stmt<B>>>,
    /// The triggers by the number of the event.
    pub(crate) triggers: [Vec<Trig<B>>; 5],
    /// The ways of moving, in the same order for both sides.
    pub(crate) ways: Vec<Way<B>>,
    /// By way, what generates its moves from a table, or why nothing does.
    pub(crate) way_tables: Vec<Result<WayTable, &'static str>>,
    /// The ways of each type, by number.
    pub(crate) ways_of: Vec<Vec<u16>>,
    /// The powers that tokens give.
    pub(crate) powers: Vec<PowerWays<B>>,
    /// Where each type may be dropped.
    pub(crate) drop_on: Vec<Set<B>>,
    /// Conditions of illegal turns.
    pub(crate) forbids: Vec<Rule<B>>,
    /// Conditions of turns that are preferred, most important first.
    pub(crate) preferences: Vec<Preference<B>>,
    /// The endings of the game.
    pub(crate) endings: Vec<Finish<B>>,
    /// How many bits tell how well a turn does by all preferences.
    pub(crate) preference_bits: u32,
    /// Whether one of them can come while there are legal turns, without a look at the record.
    pub(crate) ends_with_turns: bool,
    /// Whether somebody wins where there is no legal turn, whatever is attacked.
    pub(crate) ends_unattacked: bool,
    /// Whether legal turns can be counted one by one: no two are the same, and none is preferred to others.
    pub(crate) counts_plainly: bool,
    /// A condition that all those endings share.
    pub(crate) before_endings: Option<Cond<B>>,
    /// What is compared for repetition.
    pub(crate) repetition_key: RepetitionKey<B>,
    /// The masks: sets that depend on the state alone and are evaluated once for all pieces.
    pub(crate) masks: Vec<Set<B>>,
    /// The walks of the ways and of reach expressions.
    pub(crate) routes: Vec<Route<B>>,
    /// What moves and drops do that end the turn.
    pub(crate) move_effects: MoveEffects<B>,
    /// How moves are generated.
    pub(crate) generators: Generators<B>,
    /// The turns, split into steps, if that helps.
    pub(crate) steps: Option<Steps<B>>,
}

/// A rule that fires on an event.
#[derive(Clone, Debug)]
pub(crate) struct Trig<B> {
    /// The condition under which it fires.
    pub(crate) condition: Cond<B>,
    /// What it does.
    pub(crate) body: Vec<Stmt<B>>,
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
pub(crate) struct Way<B> {
    /// The clause of the rules that it comes from.
    pub(crate) source: ClauseRef,
    /// The number of its route.
    pub(crate) walk: usize,
    /// The squares it may start on.
    pub(crate) from: B,
    /// The squares it may end on.
    pub(crate) to: B,
    /// What happens on which squares at its end; the first match counts.
    pub(crate) landings: Vec<(Set<B>, LandingKind)>,
    /// What is captured besides the piece where it ends.
    pub(crate) taking: Option<Set<B>>,
    /// Whether the piece itself goes to the destination.
    pub(crate) arrival: Arrival,
    /// The condition that does not depend on the destination.
    pub(crate) before: Cond<B>,
    /// The same, as square tests and a rest.
    pub(crate) square_test: SquareTest<B>,
    /// The condition that depends on the destination.
    pub(crate) condition: Cond<B>,
    /// What is done after the move.
    pub(crate) then: Vec<Stmt<B>>,
    /// Whether some move of this way can capture.
    pub(crate) can_capture: bool,
    /// Whether `before` always holds.
    pub(crate) anytime: bool,
    /// Whether `condition` always holds.
    pub(crate) anywhere: bool,
}

/// What generates the moves of a way from the table of its walk.
#[derive(Clone, Debug)]
pub(crate) struct WayTable {
    /// What happens on which squares, as numbers of masks.
    pub(crate) sites: Vec<(usize, LandingKind)>,
    /// The number of a mask without which the way is impossible.
    pub(crate) guard: Option<usize>,
}

/// The table of a way and that of its walk.
#[derive(Debug)]
pub(crate) struct Tables<'a, B> {
    /// That of the way.
    pub(crate) way: &'a WayTable,
    /// That of its walk.
    pub(crate) paths: &'a MoveTable<B>,
}

/// A condition as tests of certain squares and a rest; the tests are cheap.
#[derive(Clone, Debug)]
pub(crate) struct SquareTest<B> {
    /// Squares that must be empty.
    pub(crate) empty: B,
    /// Boards of the state, with squares that must be on them.
    pub(crate) on: Vec<(usize, B)>,
    /// The rest of the condition.
    pub(crate) rest: Cond<B>,
}

/// A power: what a token gives its bearer.
#[derive(Clone, Debug)]
pub(crate) struct PowerWays<B> {
    /// The number of the token.
    pub(crate) token: usize,
    /// The pieces that have it while they bear the token.
    pub(crate) bearer: Set<B>,
    /// The levels at which they have it, if not at all.
    pub(crate) level: Option<PowerLevel>,
    /// The ways, by number.
    pub(crate) ways: Vec<u16>,
}

impl<B> PowerWays<B> {
    /// Tells whether the bearer has it at a level of the token.
    pub(crate) fn is_at(&self, level: i32) -> bool {
        self.level.is_none_or(|levels| levels.has(level))
    }
}

/// What turns are preferred by, judged after the turn.
#[derive(Clone, Debug)]
pub(crate) struct Preference<B> {
    /// What is preferred.
    pub(crate) goal: Measure<B>,
    /// Whether that asks for legal turns.
    pub(crate) asks: bool,
}

/// What is preferred.
#[derive(Clone, Debug)]
pub(crate) enum Measure<B> {
    /// That this holds.
    When(Cond<B>),
    /// That this is as great as it can be.
    Most(Num<B>),
    /// That this is as small as it can be.
    Least(Num<B>),
}

impl<B> Measure<B> {
    /// Returns what is judged.
    pub(crate) fn node(&self) -> Node<'_, B> {
        match self {
            Self::When(condition) => Node::Cond(condition),
            Self::Most(number) | Self::Least(number) => Node::Num(number),
        }
    }

    /// Returns how many bits tell how well a turn does.
    pub(crate) fn bits(&self) -> u32 {
        match self {
            Self::When(_) => 1,
            Self::Most(_) | Self::Least(_) => 32,
        }
    }
}

/// A rule that makes turns illegal.
#[derive(Clone, Debug)]
pub(crate) struct Rule<B> {
    /// The condition, after the turn.
    pub(crate) condition: Cond<B>,
    /// Whether the condition asks for legal turns.
    pub(crate) asks: bool,
}

/// An ending of the game.
#[derive(Clone, Debug)]
pub(crate) struct Finish<B> {
    /// The condition under which the game ends.
    pub(crate) condition: Cond<B>,
    /// Who wins.
    pub(crate) verdict: Verdict,
    /// The number of the reason.
    pub(crate) reason: usize,
    /// Whether it depends on the record of positions.
    pub(crate) by_record: bool,
    /// Whether it can hold only where there is no legal turn.
    pub(crate) without_turns: bool,
}

impl<B> Finish<B> {
    /// Tells whether somebody wins by it where there is no legal turn, whatever is attacked.
    pub(crate) fn is_of_the_stuck(&self) -> bool {
        let mut asks =
            |node: Node<'_, B>| matches!(node, Node::Cond(Cond::Attacked(..) | Cond::Safe(_)));
        self.without_turns
            && !matches!(self.verdict, Verdict::Draw)
            && !Node::Cond(&self.condition).any(&mut asks)
    }

    /// Tells whether it can hold while there are legal turns, without a look at the record.
    pub(crate) fn is_of_turns(&self) -> bool {
        !self.by_record && !self.without_turns
    }
}

/// What is compared for repetition, besides the pieces, the hands and the side to move; not the number of the turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepetitionKey<B> {
    /// The boards that are compared as they are, of those that do not follow from the pieces.
    pub(crate) boards: Vec<usize>,
    /// The numbers that are compared as they are.
    pub(crate) numbers: Vec<usize>,
    /// The numbers that are computed.
    pub(crate) worked_out: Vec<Num<B>>,
    /// Variables that matter only while the legal turns differ from those with the start value.
    pub(crate) while_used: Vec<Start<B>>,
    /// Whether it does not matter whose turn it is.
    pub(crate) ignores_side: bool,
}

/// The start value of a variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start<B> {
    /// Boards by index.
    pub(crate) boards: Vec<(usize, B)>,
    /// Numbers by index.
    pub(crate) numbers: Vec<(usize, i32)>,
}

impl<B> SideRules<B> {
    /// Returns the table of a way and that of its walk, if it has them.
    #[inline]
    pub(crate) fn tables_of(&self, way: u16) -> Option<Tables<'_, B>> {
        let number = usize::from(way);
        let paths = self.routes[self.ways[number].walk].paths.as_ref()?;
        Some(Tables { way: self.way_tables[number].as_ref().ok()?, paths })
    }

    /// Tells whether a way has a table.
    pub(crate) fn is_tabled(&self, way: u16) -> bool {
        self.tables_of(way).is_some()
    }

    /// Tells whether a move of a way changes only the squares that it leaves and enters.
    pub(crate) fn is_plain(&self, number: u16) -> bool {
        let way = &self.ways[usize::from(number)];
        self.is_tabled(number) && way.taking.is_none() && way.arrival == Arrival::Moves
    }

    /// Tells whether all that a move with this effect captures is what stands where it ends.
    pub(crate) fn captures_only_where_it_ends(&self, effect: &MoveEffect<B>) -> bool {
        let way = self.ways.get(usize::from(effect.way));
        effect.simple || way.is_some_and(|way| way.taking.is_none() && self.is_tabled(effect.way))
    }
}
