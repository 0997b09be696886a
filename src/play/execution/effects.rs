//! What statements do to a state.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout, kind_of, owner_of};
use crate::compile::program::{Eff, Stmt, Target, Verdict, Who};
use crate::ir::limits::MAX_IN_HAND;
use crate::ir::{Arrival, slots};
use crate::play::execution::continuation::{MOVED, Performed, Work};
use crate::play::execution::moves::{CAPTURES, Move, MovedBy, SWAPS, Trails};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Bound, Subject};
use crate::play::state::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Performs a statement.
    pub fn perform(&mut self, statement: &'p Stmt<S::Board>) -> Performed {
        match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) | Stmt::Either { .. } => {
                return Performed::Asks;
            }
            Stmt::Refuse => return Performed::Dead,
            Stmt::If(condition, then, otherwise) => {
                let branch = if self.truth(condition) { then } else { otherwise };
                self.enter(branch);
            }
            Stmt::ForEach(slot, over, body) => {
                let over = self.squares(over);
                self.continuation.push(Work::ForEach(*slot, over, body));
            }
            Stmt::Repeat(times, ..) => {
                let times = self.number(times);
                self.continuation.push(Work::Repeat(statement, times));
            }
            Stmt::Effect(effect) => self.effect(effect),
            Stmt::End(verdict, reason) => {
                if let Some(over) = self.result(*verdict, *reason) {
                    self.state.over = over;
                    self.stop();
                }
            }
            Stmt::Next(who) => self.next = self.who(*who).or(self.next),
        }
        Performed::Yes
    }

    /// Returns the number of a result; `None` if the side that is meant does not exist.
    pub fn result(&self, verdict: Verdict, reason: usize) -> Option<u32> {
        let winner = match verdict {
            Verdict::Draw => 2,
            Verdict::Wins(who) => self.who(who)?,
            Verdict::Loses(who) => 1 - self.who(who)?,
        };
        Some(1 + 3 * u32::try_from(reason).unwrap_or(0) + u32::from(winner))
    }

    /// Does what an effect does.
    pub fn effect(&mut self, effect: &'p Eff<S::Board>) {
        let layout = &self.program.layout;
        match effect {
            Eff::SetSquares(target, set) => {
                let squares = self.squares(set);
                if let Some(index) = self.target(*target) {
                    *self.state.board_mut(index) = squares;
                }
            }
            Eff::SetNumber(target, number, (least, most)) => {
                let number = self.number(number).clamp(*least, *most);
                if let Some(index) = self.target(*target) {
                    self.state.set_number(index, number);
                }
            }
            Eff::SetTruth(target, condition) => {
                let holds = self.truth(condition);
                if let Some(index) = self.target(*target) {
                    self.state.set_number(index, i32::from(holds));
                }
            }
            Eff::Capture(set) => self.capture_all(set),
            Eff::Remove(set) => {
                let pieces = self.squares(set) & self.state.occupied();
                for square in pieces.members() {
                    self.leaves(square);
                    self.state.lift(layout, square);
                }
            }
            Eff::RemoveChosen(slot) => self.remove_chosen(*slot),
            Eff::Place(kind, owner, on) => {
                let (kind, on) = (self.kind(kind), self.squares(on));
                if let (Some(kind), Some(owner)) = (kind, self.owner(*owner)) {
                    let free = on & !self.state.occupied();
                    for square in free.members() {
                        self.state.put(layout, square, Layout::code(usize::from(kind), owner));
                    }
                }
            }
            Eff::Relocate(from, to) => {
                let (from, to) = (self.squares(from), self.squares(to));
                if from.any() && to.any() {
                    let (from, to) = (from.lowest(), to.lowest());
                    if self.state.code(to) == EMPTY_CODE && self.state.code(from) != EMPTY_CODE {
                        self.state.shift(layout, from, to);
                        self.mover = self.mover.map(|at| if at == from { to } else { at });
                    }
                }
            }
            Eff::Swap(left, right) => {
                let (left, right) = (self.squares(left), self.squares(right));
                if left.any() && right.any() {
                    let (left, right) = (left.lowest(), right.lowest());
                    self.state.swap(layout, left, right);
                    self.mover = self.mover.map(|at| match at {
                        _ if at == left => right,
                        _ if at == right => left,
                        _ => at,
                    });
                }
            }
            _ => self.effect_on_pieces(effect),
        }
    }

    fn effect_on_pieces(&mut self, effect: &'p Eff<S::Board>) {
        let layout = &self.program.layout;
        match effect {
            Eff::Become(on, kind) => {
                let on = self.squares(on) & self.state.occupied();
                if let Some(kind) = self.kind(kind) {
                    for square in on.members() {
                        let owner = owner_of(self.state.code(square));
                        self.state.recode(layout, square, Layout::code(usize::from(kind), owner));
                    }
                }
            }
            Eff::ChangeOwner(on, to) => {
                let on = self.squares(on) & self.state.occupied();
                if let Some(owner) = self.owner(*to) {
                    for square in on.members() {
                        let kind = kind_of(self.state.code(square));
                        self.state.recode(layout, square, Layout::code(kind, owner));
                    }
                }
            }
            Eff::Mark(on, mark, set) => {
                let on = self.squares(on) & self.state.occupied();
                let board = self.state.board_mut(layout.marks + usize::from(*mark));
                if *set { *board |= on } else { *board &= !on }
            }
            Eff::Give(token, to) => {
                let to = self.squares(to);
                if to.any() {
                    self.state.set_number(layout.token(*token), i32::from(to.lowest()));
                }
            }
            Eff::TakeAway(token) => self.state.set_number(layout.token(*token), -1),
            Eff::SetLevel(token, level) => {
                let level = self.number(level).max(0);
                self.state.set_number(layout.token(*token) + 1, level);
            }
            Eff::Hand(who, kind, change) => {
                let (kind, change) = (self.kind(kind), self.number(change));
                if let (Some(kind), Some(side)) = (kind, self.who(*who))
                    && let Some(count) = self.state.hand_mut(layout, side, usize::from(kind))
                {
                    let changed =
                        i32::from(*count).saturating_add(change).clamp(0, i32::from(MAX_IN_HAND));
                    *count = u16::try_from(changed).unwrap_or(MAX_IN_HAND);
                }
            }
            _ => {}
        }
    }

    /// Returns the index of a variable, if the side that is meant exists.
    fn target(&self, target: Target) -> Option<usize> {
        match target {
            Target::At(index) => Some(index),
            Target::Of(first, slot) => {
                self.who(Who::OwnerOf(slot)).map(|side| first + usize::from(side))
            }
        }
    }

    /// Returns the owner that is meant: 2 for nobody, or the side if it exists.
    fn owner(&self, owner: Option<Who>) -> Option<u8> {
        match owner {
            None => Some(2),
            Some(who) => self.who(who),
        }
    }

    fn capture_all(&mut self, set: &'p crate::compile::program::Set<S::Board>) {
        let squares = self.squares(set) & self.state.occupied();
        let victims: Vec<_> = squares.members().map(|square| self.lift_victim(square)).collect();
        for victim in victims.into_iter().rev() {
            self.raise_capture(victim, Bound::Nothing);
        }
    }

    fn remove_chosen(&mut self, slot: u16) {
        let layout = &self.program.layout;
        match self.slots.get(slot) {
            Bound::Square(square) if self.state.code(square) != EMPTY_CODE => {
                self.leaves(square);
                self.state.lift(layout, square);
            }
            Bound::Hand(side, kind) => {
                if let Some(count) = self.state.hand_mut(layout, side, usize::from(kind)) {
                    *count = count.saturating_sub(1);
                }
            }
            Bound::Nothing
            | Bound::Square(_)
            | Bound::Type(_)
            | Bound::Number(_)
            | Bound::Victim(_) => {}
        }
    }

    /// Notes that what stands on a square leaves the board.
    #[inline]
    fn leaves(&mut self, square: u8) {
        self.mover = self.mover.filter(|&mover| mover != square);
    }

    /// Takes a captured piece off the board and counts it.
    pub fn lift_victim(&mut self, square: u8) -> Subject {
        let subject = self.subject(square);
        self.leaves(square);
        self.state.lift(&self.program.layout, square);
        self.captures = self.captures.saturating_add(1);
        subject
    }

    /// Makes a move and puts its consequences on the agenda.
    pub fn make_move(&mut self, slot: Option<u16>, made: Move, trail: Option<&Trails>) {
        let way = &self.rules().ways[usize::from(made.way)];
        self.slots.set(slots::FROM.0, Bound::Square(made.from));
        self.slots.set(slots::TO.0, Bound::Square(made.to));
        // What is taken is decided before anything moves; the agenda is done from its end.
        if trail.is_none() && way.taking.is_none() {
            let takes = made.landing == CAPTURES && self.state.code(made.to) != EMPTY_CODE;
            let victim = takes.then(|| self.lift_victim(made.to));
            let stands = self.displace(made);
            self.announce(slot, made, stands, way);
            if let Some(victim) = victim {
                self.raise_capture(victim, stands);
            }
            return;
        }
        let takes = self.taken(made, trail);
        let victims: Vec<_> = takes.into_iter().map(|square| self.lift_victim(square)).collect();
        let stands = self.displace(made);
        self.announce(slot, made, stands, way);
        for victim in victims.into_iter().rev() {
            self.raise_capture(victim, stands);
        }
    }

    /// Puts the piece where a move takes it, and returns where it stands then.
    #[inline]
    pub fn displace(&mut self, made: Move) -> Bound {
        let layout = &self.program.layout;
        let way = &self.rules().ways[usize::from(made.way)];
        let stays = way.arrival == Arrival::Stays;
        if made.landing == SWAPS {
            self.state.swap(layout, made.from, made.to);
        } else if !stays {
            self.state.shift(layout, made.from, made.to);
        }
        Bound::Square(if stays { made.from } else { made.to })
    }

    #[inline]
    fn announce(
        &mut self,
        slot: Option<u16>,
        made: Move,
        stands: Bound,
        way: &'p crate::compile::program::Way<S::Board>,
    ) {
        if let Some(slot) = slot {
            self.slots.set(slot, stands);
        }
        self.moved_by = MovedBy::Way(made.way);
        let stays = way.arrival == Arrival::Stays;
        self.mover = (!stays).then_some(made.to);
        if !stays {
            self.raise(MOVED);
        }
        self.enter(&way.then);
    }
}
