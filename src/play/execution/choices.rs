//! The points of a turn at which somebody chooses.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::visit::moves as may_move;
use crate::compile::program::{Among, Choosing, Stmt, Who};
use crate::ir::limits::MAX_NUMBERS;
use crate::ir::{LabelId, slots};
use crate::play::execution::run::{Bound, DROPPED, Execution, MovedBy, Pick, Progress};
use crate::play::movegen::moves::Moves;
use crate::play::state::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns what can be chosen at a statement.
    pub fn choices(&mut self, statement: &'p Stmt<S::Board>) -> Vec<Pick> {
        match statement {
            Stmt::Move { pieces, only, .. } => {
                let captures_only = self.captures_only;
                self.captures_only &= !self.may_move_again();
                let mut moves = Moves::default();
                let pieces = self.squares(pieces);
                self.wanted_moves(pieces, only, &mut moves);
                self.captures_only = captures_only;
                let with_trail = |made: &crate::play::movegen::moves::Move| {
                    Pick::Move(*made, moves.trail(*made).cloned().unwrap_or_default())
                };
                moves.list.iter().map(with_trail).collect()
            }
            Stmt::Drop { hand, types, on, .. } => self.drop_choices(*hand, types, on),
            Stmt::Choose(choose) => self.candidates(choose),
            Stmt::Either { ways, .. } => (0..ways.len()).map(Pick::Alternative).collect(),
            _ => Vec::new(),
        }
    }

    fn drop_choices(
        &mut self,
        hand: Who,
        types: &[u16],
        on: &'p crate::compile::program::Set<S::Board>,
    ) -> Vec<Pick> {
        let Some(side) = self.who(hand) else { return Vec::new() };
        let rules = self.rules();
        let layout = &self.program.layout;
        let mut choices = Vec::new();
        for &kind in types {
            if self.state.hand(layout, side, usize::from(kind)) == 0 {
                continue;
            }
            self.slots.set(slots::DROPPED.0, Bound::Type(kind));
            let allowed = self.squares(on) & self.squares(&rules.drop_on[usize::from(kind)]);
            let free = allowed & !self.state.occupied();
            choices.extend(free.members().map(|to| Pick::Drop(side, kind, to)));
        }
        choices
    }

    /// Returns what can be chosen at a choice.
    pub fn candidates(&mut self, choose: &'p Choosing<S::Board>) -> Vec<Pick> {
        let mut choices: Vec<Pick> = match &choose.among {
            Among::Squares(squares, hand) => {
                let squares = self.squares(squares);
                let mut choices: Vec<_> = squares.members().map(Pick::Square).collect();
                if let Some((who, types)) = hand
                    && let Some(side) = self.who(*who)
                {
                    let held = self.held(side, types).into_iter();
                    choices.extend(held.map(|kind| Pick::Hand(side, kind)));
                }
                choices
            }
            Among::Types(kinds) => {
                let mut choices = Vec::new();
                for kind in kinds {
                    if let Some(kind) = self.kind(kind)
                        && !choices.contains(&Pick::Type(kind))
                    {
                        choices.push(Pick::Type(kind));
                    }
                }
                choices
            }
            Among::TypesInHand(who, types) => self.who(*who).map_or_else(Vec::new, |side| {
                self.held(side, types).into_iter().map(Pick::Type).collect()
            }),
            Among::Numbers(low, high) => {
                let low = self.number(low);
                let high = self.number(high).min(low.saturating_add(MAX_NUMBERS - 1));
                (low..=high).map(Pick::Number).collect()
            }
        };
        if choose.optional && !choices.is_empty() {
            choices.push(Pick::Nothing);
        }
        choices
    }

    fn held(&self, side: u8, types: &[u16]) -> Vec<u16> {
        let layout = &self.program.layout;
        let held = |kind: &&u16| self.state.hand(layout, side, usize::from(**kind)) > 0;
        types.iter().filter(held).copied().collect()
    }

    /// Asks for a choice: what can be chosen, or whether the run went on without.
    pub fn ask(&mut self, statement: &'p Stmt<S::Board>) -> Asked {
        let choices = self.choices(statement);
        if !choices.is_empty() {
            return Asked::Choices(choices);
        }
        match statement {
            Stmt::Choose(choose) => match &choose.otherwise {
                Some(otherwise) => {
                    self.enter(otherwise);
                    Asked::GoesOn
                }
                None => Asked::Dead,
            },
            _ => Asked::Dead,
        }
    }

    /// Goes on until the turn is over or there is something to choose from.
    pub fn advance_to_choices(&mut self) -> Stop<'p, S::Board> {
        loop {
            match self.advance() {
                Progress::Done => return Stop::Done,
                Progress::Dead => return Stop::Dead,
                Progress::Choice(statement) => match self.ask(statement) {
                    Asked::Choices(choices) => return Stop::Choices(statement, choices),
                    Asked::GoesOn => {}
                    Asked::Dead => return Stop::Dead,
                },
            }
        }
    }

    /// Returns the side that chooses at a statement: the one whose turn it is if the one that is meant does not exist.
    pub fn chooser(&self, statement: &Stmt<S::Board>) -> u8 {
        let by = match statement {
            Stmt::Move { by, .. } | Stmt::Drop { by, .. } | Stmt::Either { by, .. } => Some(*by),
            Stmt::Choose(choose) => Some(choose.by),
            Stmt::If(..)
            | Stmt::ForEach(..)
            | Stmt::Repeat(..)
            | Stmt::Effect(_)
            | Stmt::Refuse
            | Stmt::End(..)
            | Stmt::Next(_) => None,
        };
        by.and_then(|by| self.who(by)).unwrap_or(self.own)
    }

    /// Goes on with a choice.
    pub fn pick(&mut self, statement: &'p Stmt<S::Board>, pick: Pick) {
        let label = label_of(statement, &pick);
        match (statement, &pick) {
            (Stmt::Move { slot, .. }, Pick::Move(made, trail)) => {
                let trail = (made.trail > 0).then_some(trail);
                self.make_move(*slot, *made, trail);
            }
            (Stmt::Drop { slot, .. }, Pick::Drop(hand, kind, to)) => {
                self.make_drop(*slot, *hand, *kind, *to);
            }
            (Stmt::Choose(choose), pick) => self.pick_candidate(choose, pick),
            (Stmt::Either { ways, .. }, Pick::Alternative(number)) => {
                if let Some((_, body)) = ways.get(*number) {
                    self.enter(body);
                }
            }
            _ => {}
        }
        self.picks.push((label, pick));
    }

    fn pick_candidate(&mut self, choose: &'p Choosing<S::Board>, pick: &Pick) {
        let bound = pick.bound();
        self.slots.set(choose.slot, bound);
        if bound != Bound::Nothing {
            self.enter(&choose.then);
        }
    }

    /// Puts a piece from a hand on the board and puts the consequences on the agenda.
    pub fn make_drop(&mut self, slot: Option<u16>, hand: u8, kind: u16, to: u8) {
        self.put_from_hand(slot, hand, kind, to);
        self.raise(DROPPED);
    }

    /// Puts a piece from a hand on the board.
    pub fn put_from_hand(&mut self, slot: Option<u16>, hand: u8, kind: u16, to: u8) {
        let layout = &self.program.layout;
        if let Some(count) = self.state.hand_mut(layout, hand, usize::from(kind)) {
            *count = count.saturating_sub(1);
        }
        self.state.put(layout, to, Layout::code(usize::from(kind), self.own));
        self.slots.set(slots::TO.0, Bound::Square(to));
        self.slots.set(slots::FROM.0, Bound::Nothing);
        self.slots.set(slots::DROPPED.0, Bound::Type(kind));
        if let Some(slot) = slot {
            self.slots.set(slot, Bound::Square(to));
        }
        self.moved_by = MovedBy::Drop;
    }

    /// Tells whether a statement that asks may move a piece in what follows from the choice.
    pub fn moves_here(statement: &Stmt<S::Board>) -> bool {
        !matches!(statement, Stmt::Move { .. }) && may_move(statement)
    }
}

impl Pick {
    /// Returns what a slot holds where this is chosen.
    pub fn bound(&self) -> Bound {
        match self {
            Self::Square(square) => Bound::Square(*square),
            Self::Hand(side, kind) => Bound::Hand(*side, *kind),
            Self::Type(kind) => Bound::Type(*kind),
            Self::Number(number) => Bound::Number(*number),
            Self::Nothing | Self::Move(..) | Self::Drop(..) | Self::Alternative(_) => {
                Bound::Nothing
            }
        }
    }
}

/// What asking led to.
#[derive(Debug)]
pub enum Asked {
    /// These can be chosen.
    Choices(Vec<Pick>),
    /// There was nothing to choose, and the run goes on.
    GoesOn,
    /// There was nothing to choose, so that the turn cannot be played this way.
    Dead,
}

/// Where a run stops.
#[derive(Debug)]
pub enum Stop<'p, B> {
    /// The turn is over.
    Done,
    /// One of these is to be chosen.
    Choices(&'p Stmt<B>, Vec<Pick>),
    /// The turn cannot be played this way.
    Dead,
}

/// Returns the label with which a choice appears in the turn's text.
fn label_of<B>(statement: &Stmt<B>, pick: &Pick) -> Option<LabelId> {
    match (statement, pick) {
        (Stmt::Move { label, .. } | Stmt::Drop { label, .. }, _) => *label,
        (Stmt::Choose(choose), _) => choose.label,
        (Stmt::Either { ways, .. }, Pick::Alternative(number)) => ways.get(*number)?.0,
        _ => None,
    }
}
