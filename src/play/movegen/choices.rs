//! The choices of a turn: what each statement offers.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{Among, Choosing, Set, Stmt, Who};
use crate::ir::limits::MAX_NUMBERS;
use crate::ir::{SideId, slots};
use crate::play::execution::continuation::Progress;
use crate::play::execution::moves::{Move, Moves, Pick};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Returns what can be chosen at a statement.
    pub(crate) fn choices(&mut self, statement: &'p Stmt<S::Board>) -> Vec<Pick> {
        match statement {
            Stmt::Move { pieces, only, .. } => {
                let captures_only = self.captures_only;
                self.captures_only &= !self.may_move_again();
                let mut moves = Moves::default();
                let pieces = self.squares(pieces);
                self.add_matching_moves(pieces, only, &mut moves);
                self.captures_only = captures_only;
                let with_path =
                    |made: &Move| Pick::Move(*made, moves.path(*made).cloned().unwrap_or_default());
                moves.list.iter().map(with_path).collect()
            }
            Stmt::Drop { hand, types, on, .. } => self.drop_choices(*hand, types, on),
            Stmt::Choose(choose) => self.candidates(choose),
            Stmt::Either { ways, .. } => (0..ways.len()).map(Pick::Alternative).collect(),
            Stmt::If(..)
            | Stmt::ForEach(..)
            | Stmt::Repeat(..)
            | Stmt::Effect(_)
            | Stmt::Refuse
            | Stmt::End(..)
            | Stmt::Next(_) => Vec::new(),
        }
    }

    fn drop_choices(&mut self, hand: Who, types: &[u16], on: &'p Set<S::Board>) -> Vec<Pick> {
        let Some(side) = self.who(hand) else { return Vec::new() };
        let rules = self.rules();
        let layout = &self.program.layout;
        let mut choices = Vec::new();
        for &kind in types {
            if self.state.hand(layout, side, usize::from(kind)) == 0 {
                continue;
            }
            self.slots.set(slots::DROPPED, Binding::Type(kind));
            let allowed = self.squares(on) & self.squares(&rules.drop_on[usize::from(kind)]);
            let free = allowed & !self.state.occupied();
            choices.extend(free.members().map(|to| Pick::Drop(side, kind, to)));
        }
        choices
    }

    /// Returns the candidates of a `choose`.
    fn candidates(&mut self, choose: &'p Choosing<S::Board>) -> Vec<Pick> {
        let mut others = Vec::new();
        let squares = self.for_each_candidate(choose, |other| others.push(other));
        squares.members().map(Binding::Square).chain(others).map(Pick::Bound).collect()
    }

    /// Returns the squares among the candidates of a `choose`, and does something with each of the others: pieces in
    /// hand, types, numbers, and nothing last.
    pub(crate) fn for_each_candidate(
        &mut self,
        choose: &'p Choosing<S::Board>,
        mut act: impl FnMut(Binding),
    ) -> S::Board {
        let (mut squares, mut is_any) = (S::Board::EMPTY, false);
        let mut add = |other| {
            is_any = true;
            act(other);
        };
        match &choose.among {
            Among::Squares(among, hand) => {
                squares = self.squares(among);
                if let Some((who, types)) = hand
                    && let Some(side) = self.who(*who)
                {
                    self.held(side, types).for_each(|kind| add(Binding::Hand(side, kind)));
                }
            }
            Among::Types(kinds) => {
                let mut told = Vec::new();
                for kind in kinds {
                    if let Some(kind) = self.kind(kind)
                        && !told.contains(&kind)
                    {
                        told.push(kind);
                        add(Binding::Type(kind));
                    }
                }
            }
            Among::TypesInHand(who, types) => {
                if let Some(side) = self.who(*who) {
                    self.held(side, types).for_each(|kind| add(Binding::Type(kind)));
                }
            }
            Among::Numbers(low, high) => {
                let low = self.number(low);
                let high = self.number(high).min(low.saturating_add(MAX_NUMBERS - 1));
                (low..=high).for_each(|number| add(Binding::Number(number)));
            }
        }
        if choose.optional && (is_any || squares.any()) {
            act(Binding::Nothing);
        }
        squares
    }

    /// Returns those of some types of which a side has pieces in hand.
    fn held(&self, side: SideId, types: &[u16]) -> impl Iterator<Item = u16> {
        let layout = &self.program.layout;
        let held = move |kind: &u16| self.state.hand(layout, side, usize::from(*kind)) > 0;
        types.iter().copied().filter(held)
    }

    /// Returns what can be chosen at a statement. Without candidates, goes on with its `otherwise`; `None` if it has none, so
    /// that the turn cannot be played this way.
    pub(crate) fn offer(&mut self, statement: &'p Stmt<S::Board>) -> Option<Vec<Pick>> {
        let choices = self.choices(statement);
        if choices.is_empty() {
            let Stmt::Choose(choose) = statement else { return None };
            self.push_block(choose.otherwise.as_ref()?);
        }
        Some(choices)
    }

    /// Executes until the turn is over or there is something to choose from.
    pub(crate) fn advance_to_choices(&mut self) -> Stop<'p, S::Board> {
        loop {
            match self.advance() {
                Progress::Done => return Stop::Done,
                Progress::Dead => return Stop::Dead,
                Progress::Choice(statement) => match self.offer(statement) {
                    Some(choices) if choices.is_empty() => {}
                    Some(choices) => return Stop::Choices(statement, choices),
                    None => return Stop::Dead,
                },
            }
        }
    }

    /// Returns the side that chooses at a statement; if that does not exist, the side whose turn it is.
    pub(crate) fn chooser(&self, statement: &Stmt<S::Board>) -> SideId {
        statement.chooser().and_then(|by| self.who(by)).unwrap_or(self.own)
    }
}

/// Why execution stopped.
#[derive(Debug)]
pub(crate) enum Stop<'p, B> {
    /// The turn is over.
    Done,
    /// The statement needs one of these choices.
    Choices(&'p Stmt<B>, Vec<Pick>),
    /// The turn cannot be played this way.
    Dead,
}
