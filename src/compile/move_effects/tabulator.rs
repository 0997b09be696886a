//! The tabulator: follows steps of a side within a budget, and collects their effects.

use std::cell::Cell;

use crate::compile::effects::EffectsOf;
use crate::compile::interpretation::{AbstractState, MAX_WORK, Range, Step, Transfer};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::move_effects::{MoveEffect, MoveEffects, Op};
use crate::compile::program::visit::{Node, size_of_block};
use crate::compile::program::{Program, Set, SideRules, Stmt, Trig, event_index};
use crate::ir::{Event, LandingKind, SideId, SquareIndex};

/// The most lists of operations of one side.
const MAX_MOVE_EFFECTS: usize = 1 << 14;

/// The budget for all tables of a side: the unit is an operation of some 100 bytes, or work that takes as long.
pub(crate) const BUDGET: usize = 200_000;

/// How many nodes of the rules that are followed count as one unit.
const PARTS_AT_ONCE: usize = 16;

/// Makes tables of what the steps of a side do.
pub(crate) struct Tabulator<'a, B> {
    pub(super) program: &'a Program<B>,
    pub(super) rules: &'a SideRules<B>,
    pub(super) legality: Option<&'a Legality<B>>,
    pub(super) transfer: Transfer<'a, B>,
    pub(super) own: SideId,
    /// The sets of squares that rules distinguish as origins.
    pub(super) origin_sets: Vec<B>,
    /// The class of each square as an origin; empty if there are too many classes.
    pub(super) classes: Vec<SquareIndex>,
    pub(super) move_effects: MoveEffects<B>,
    /// The statements after the step.
    pub(super) suffix: &'a [Stmt<B>],
    /// What is known before the step.
    pub(super) before: Before<B>,
    /// The budget that is left.
    pub(crate) budget: usize,
    /// The cost of following what comes after a move.
    pub(super) size: usize,
}

/// What is known before a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before<B> {
    /// Numbers of the state that are known to be in a range.
    pub(crate) numbers: Vec<(usize, Range)>,
    /// Supersets of boards of the state.
    pub(crate) boards: Vec<(usize, Set<B>)>,
    /// Whether there may have been other steps or captures in the turn.
    pub(crate) goes_on: bool,
    /// Whether the turn may go on after the step.
    pub(crate) may_go_on: bool,
}

impl<'a, B: Bitboard> Tabulator<'a, B> {
    /// Starts with the rules of a side, the statements after the step, and what is known before it.
    pub(crate) fn new(
        program: &'a Program<B>,
        own: SideId,
        suffix: &'a [Stmt<B>],
        before: Before<B>,
    ) -> Self {
        let rules = program.rules(own);
        let parts = |trigger: &Trig<B>| {
            Node::Cond(&trigger.condition).size() + size_of_block(&trigger.body)
        };
        let triggers: usize = rules.triggers.iter().flatten().map(parts).sum();
        let legality = program.facts.legality[own].as_ref();
        let captured = rules.triggers[event_index(Event::Captured)].len();
        let transfer = Transfer {
            program,
            rules,
            effects: EffectsOf::new(program, own),
            royal: legality.and_then(|legality| legality.royal.as_ref()),
            guarded: legality
                .map_or_else(|| vec![false; captured], |legality| legality.guarded.clone()),
            work_left: Cell::new(MAX_WORK),
        };
        Self {
            program,
            rules,
            legality,
            transfer,
            own,
            origin_sets: Vec::new(),
            classes: vec![0; program.squares],
            move_effects: MoveEffects::default(),
            suffix,
            before,
            budget: BUDGET,
            size: 1 + (size_of_block(suffix) + triggers) / PARTS_AT_ONCE,
        }
    }

    /// Returns what is known right after a step.
    pub(super) fn begun(&self, step: Step<B>, kind: Option<usize>) -> AbstractState<B> {
        let mut state = AbstractState::after(step, kind);
        state.numbers.clone_from(&self.before.numbers);
        state.boards.clone_from(&self.before.boards);
        state.captures = Some(0).filter(|_| !self.before.goes_on);
        state
    }

    /// Follows what comes before a step; returns all alternatives.
    pub(crate) fn before(&self, prefix: &[Stmt<B>]) -> Option<Vec<AbstractState<B>>> {
        self.transfer.block(prefix, vec![self.begun(Step::nothing(self.own), None)])
    }

    /// Returns what is done when a turn begins, if that cannot end the game.
    pub(crate) fn opening(&self) -> Option<Vec<Op<B>>> {
        let begun = self.begun(Step::nothing(self.own), None);
        let states = self.transfer.event(Event::TurnBegins, vec![begun])?;
        match states.as_slice() {
            [only] if !only.may_be_over => Some(only.ops.clone()),
            _ => None,
        }
    }

    /// Takes from the budget; `None` if it is exceeded.
    pub(super) fn spend(&mut self, size: usize) -> Option<()> {
        let left = self.budget.checked_sub(size);
        self.budget = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Adds a run of effects to the list, unless it is there already; returns the first and how many there are.
    pub(super) fn place(
        &mut self,
        from: usize,
        move_effects: Vec<MoveEffect<B>>,
    ) -> Option<(u16, u16)> {
        let count = move_effects.len();
        if count == 0 {
            return Some((0, 0));
        }
        let known = self.move_effects.list[from..]
            .windows(count)
            .position(|window| *window == *move_effects);
        let first = from + known.unwrap_or(self.move_effects.list.len() - from);
        if known.is_none() {
            self.spend(move_effects.iter().map(size).sum())?;
            self.move_effects.list.extend(move_effects);
        }
        if self.move_effects.list.len() > MAX_MOVE_EFFECTS {
            return None;
        }
        Some((u16::try_from(first).ok()?, u16::try_from(count).ok()?))
    }
}

/// Returns the size of an effect: its operations and the nodes in them.
fn size<B>(move_effect: &MoveEffect<B>) -> usize {
    let MoveEffect { captured, after, ends, .. } = move_effect;
    1 + [captured, after, ends].into_iter().map(|ops| operations(ops)).sum::<usize>()
}

fn operations<B>(ops: &[Op<B>]) -> usize {
    let within = |op: &Op<B>| match op {
        Op::If(condition, then, otherwise) => {
            Node::Cond(condition).size() + operations(then) + operations(otherwise)
        }
        Op::ForEach(_, set, body) | Op::Capture(set, body) => {
            Node::Set(set).size() + operations(body)
        }
        Op::Do(effect) => Node::Effect(effect).size(),
        _ => 0,
    };
    ops.iter().map(|op| 1 + within(op)).sum()
}

impl<B> MoveEffect<B> {
    pub(super) fn blank(way: u16, landing: LandingKind, simple: bool) -> Self {
        Self {
            way,
            landing,
            simple,
            captured: Vec::new(),
            after: Vec::new(),
            ends: Vec::new(),
            preferred: None,
            partial: false,
            companion: None,
            becomes: None,
        }
    }
}
