//! Executes statements, effects and moves.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{
    EMPTY_CODE, Layout, TallyPlace, kind_of, over_code, owner_of,
};
use crate::compile::program::{Eff, Kind, Num, Set, Stmt, Target, Verdict, Way, Who};
use crate::ir::limits::MAX_IN_HAND;
use crate::ir::{Arrival, Event, Id, LandingKind, SideId, SlotId, SquareIndex, slots};
use crate::play::execution::continuation::{Progress, Task};
use crate::play::execution::moves::{Move, MovePath, MovedBy};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Binding, Occupant};
use crate::play::state::sizes::StateSize;

impl<'p, S: StateSize> Execution<'p, S> {
    /// Executes a statement; returns why execution stops there, if it does.
    pub(crate) fn perform(
        &mut self,
        statement: &'p Stmt<S::Board>,
    ) -> Option<Progress<'p, S::Board>> {
        match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) | Stmt::Either { .. } => {
                return Some(Progress::Choice(statement));
            }
            Stmt::Refuse => return Some(Progress::Dead),
            Stmt::If(condition, then, otherwise) => {
                let branch = if self.truth(condition) { then } else { otherwise };
                self.push_block(branch);
            }
            Stmt::ForEach(slot, over, body) => {
                let over = self.squares(over);
                self.continuation.push(Task::ForEach(*slot, over, body));
            }
            Stmt::Repeat(times, ..) => {
                let times = self.number(times);
                self.continuation.push(Task::Repeat(statement, times));
            }
            Stmt::Effect(effect) => self.effect(effect),
            Stmt::End(verdict, reason) => {
                if let Some(over) = self.result(*verdict, *reason) {
                    self.state.over = over;
                    self.stop();
                }
            }
            Stmt::Next(who) => self.turn.next = self.who(*who).or(self.turn.next),
        }
        None
    }

    /// Encodes a result as [`State::over`](crate::play::state::State::over) does; `None` if the side does not exist.
    pub(crate) fn result(&self, verdict: Verdict, reason: usize) -> Option<u32> {
        let winner = match verdict {
            Verdict::Draw => None,
            Verdict::Wins(who) => Some(self.who(who)?),
            Verdict::Loses(who) => Some(self.who(who)?.opponent()),
        };
        Some(over_code(reason, winner))
    }

    /// Executes an effect.
    pub(crate) fn effect(&mut self, effect: &'p Eff<S::Board>) {
        let layout = &self.program.layout;
        match effect {
            Eff::SetSquares(target, set) => {
                let squares = self.squares(set);
                if let Some(index) = self.target(*target) {
                    *self.state.board_mut(index) = squares;
                }
            }
            Eff::SetNumber(ranged, number) => {
                let (least, most) = ranged.range;
                let number = self.number(number).clamp(least, most);
                if let Some(index) = self.target(ranged.target) {
                    self.state.set_number(index, number);
                }
            }
            Eff::SetTally { tally, on, value, adds, .. } => {
                let on = self.squares(on);
                let value = self.number(value);
                self.set_tally(layout.tallies[*tally], on, value, *adds);
            }
            Eff::SetTruth(target, condition) => {
                let holds = self.truth(condition);
                if let Some(index) = self.target(*target) {
                    self.state.set_number(index, i32::from(holds));
                }
            }
            Eff::Capture(set) => self.capture_all(set),
            Eff::Remove { on, held } => self.remove(on, *held),
            Eff::Place { kind, owner, on } => self.place(kind, *owner, on),
            Eff::Relocate { from, to } => self.relocate(from, to),
            Eff::Swap(left, right) => self.swap(left, right),
            Eff::Become { on, kind } => self.change_kind(on, kind),
            Eff::ChangeOwner { on, to } => self.change_owner(on, *to),
            Eff::Mark { on, mark, set } => {
                let on = self.squares(on) & self.state.occupied();
                let board = self.state.board_mut(layout.marks + mark.index());
                if *set { *board |= on } else { *board &= !on }
            }
            Eff::Give { token, to } => {
                if let Some(to) = self.first(to) {
                    self.state.set_number(layout.token(token.index()), i32::from(to));
                }
            }
            Eff::TakeAway(token) => self.state.set_number(layout.token(token.index()), -1),
            Eff::SetLevel { token, level } => {
                let level = self.number(level).max(0);
                self.state.set_number(layout.token(token.index()) + 1, level);
            }
            Eff::Hand { side, kind, change } => self.change_hand(*side, kind, change),
        }
    }

    /// Sets the number of each of the squares, or of the pieces on them, or adds to it.
    fn set_tally(&mut self, place: TallyPlace, on: S::Board, value: i32, adds: bool) {
        self.budget.spend(on.count() as usize);
        let (least, most) = place.range;
        for square in on.members() {
            let Some(held) = self.tally_at(place, square) else { continue };
            let number = if adds { held.saturating_add(value) } else { value };
            let number = number.clamp(least, most);
            if let Some(first) = place.first {
                self.state.set_number(first + usize::from(square), number);
            } else {
                let kept = i16::try_from(number - place.start).unwrap_or(0);
                self.state.set_piece_number(square, kept);
            }
        }
    }

    fn place(&mut self, kind: &'p Kind<S::Board>, owner: Option<Who>, on: &'p Set<S::Board>) {
        let (kind, on) = (self.kind(kind), self.squares(on));
        if let (Some(kind), Ok(owner)) = (kind, self.owner(owner)) {
            let free = on & !self.state.occupied();
            for square in free.members() {
                let code = Layout::code(usize::from(kind), owner);
                self.state.put(&self.program.layout, square, code);
            }
        }
    }

    fn relocate(&mut self, from: &'p Set<S::Board>, to: &'p Set<S::Board>) {
        let (Some(from), Some(to)) = (self.first(from), self.first(to)) else { return };
        if self.state.code(to) == EMPTY_CODE && self.state.code(from) != EMPTY_CODE {
            self.state.shift(&self.program.layout, from, to);
            self.turn.mover = self.turn.mover.map(|at| if at == from { to } else { at });
        }
    }

    fn swap(&mut self, left: &'p Set<S::Board>, right: &'p Set<S::Board>) {
        let (Some(left), Some(right)) = (self.first(left), self.first(right)) else { return };
        self.state.swap(&self.program.layout, left, right);
        self.turn.mover = self.turn.mover.map(|at| match at {
            _ if at == left => right,
            _ if at == right => left,
            _ => at,
        });
    }

    fn change_kind(&mut self, on: &'p Set<S::Board>, kind: &'p Kind<S::Board>) {
        let on = self.squares(on) & self.state.occupied();
        let Some(kind) = self.kind(kind) else { return };
        for square in on.members() {
            let owner = owner_of(self.state.code(square));
            let code = Layout::code(usize::from(kind), owner);
            self.state.recode(&self.program.layout, square, code);
        }
    }

    fn change_owner(&mut self, on: &'p Set<S::Board>, to: Option<Who>) {
        let on = self.squares(on) & self.state.occupied();
        let Ok(owner) = self.owner(to) else { return };
        for square in on.members() {
            let kind = kind_of(self.state.code(square));
            self.state.recode(&self.program.layout, square, Layout::code(kind, owner));
        }
    }

    fn change_hand(&mut self, who: Who, kind: &'p Kind<S::Board>, change: &'p Num<S::Board>) {
        let layout = &self.program.layout;
        let (kind, change) = (self.kind(kind), self.number(change));
        if let (Some(kind), Some(side)) = (kind, self.who(who))
            && let Some(count) = self.state.hand_mut(layout, side, usize::from(kind))
        {
            let changed = i32::from(*count).saturating_add(change).clamp(0, i32::from(MAX_IN_HAND));
            *count = u16::try_from(changed).unwrap_or(MAX_IN_HAND);
        }
    }

    /// Returns the index of a variable, if its side exists.
    fn target(&self, target: Target) -> Option<usize> {
        match target {
            Target::At(index) => Some(index),
            Target::Of(first, slot) => {
                self.who(Who::OwnerOf(slot)).map(|side| first + side.index())
            }
        }
    }

    /// Resolves the owner that a piece is to have, nobody or a side; an error if the side does not exist.
    fn owner(&self, owner: Option<Who>) -> Result<Option<SideId>, ()> {
        owner.map(|who| self.who(who).ok_or(())).transpose()
    }

    fn capture_all(&mut self, set: &'p Set<S::Board>) {
        let squares = self.squares(set) & self.state.occupied();
        let victims: Vec<_> = squares.members().map(|square| self.capture_at(square)).collect();
        for victim in victims.into_iter().rev() {
            self.announce_capture(victim, Binding::Nothing);
        }
    }

    fn remove(&mut self, on: &'p Set<S::Board>, held: Option<SlotId>) {
        let layout = &self.program.layout;
        let pieces = self.squares(on) & self.state.occupied();
        for square in pieces.members() {
            self.leaves(square);
            self.state.lift(layout, square);
        }
        if let Some(Binding::Hand(side, kind)) = held.map(|slot| self.slots.get(slot))
            && let Some(count) = self.state.hand_mut(layout, side, usize::from(kind))
        {
            *count = count.saturating_sub(1);
        }
    }

    /// Notes that the piece on a square leaves the board.
    #[inline]
    fn leaves(&mut self, square: SquareIndex) {
        self.turn.mover = self.turn.mover.filter(|&mover| mover != square);
    }

    /// Removes a captured piece and counts the capture.
    pub(crate) fn capture_at(&mut self, square: SquareIndex) -> Occupant {
        let subject = self.occupant(square);
        self.leaves(square);
        self.state.lift(&self.program.layout, square);
        self.turn.captures = self.turn.captures.saturating_add(1);
        subject
    }

    /// Makes a move and pushes its events and its `then`.
    pub(crate) fn make_move(&mut self, slot: Option<SlotId>, made: Move, path: Option<&MovePath>) {
        let way = &self.rules().ways[usize::from(made.way)];
        self.slots.set(slots::FROM, Binding::Square(made.from));
        self.slots.set(slots::TO, Binding::Square(made.to));
        // Captures are determined before anything moves; the continuation is executed from its end.
        if path.is_none() && way.taking.is_none() {
            let takes = self.state.is_capture(made.landing, made.to);
            let victim = takes.then(|| self.capture_at(made.to));
            let stands = self.displace(made);
            self.announce(slot, made, stands, way);
            if let Some(victim) = victim {
                self.announce_capture(victim, stands);
            }
            return;
        }
        let takes = self.captured_squares(made, path);
        let victims: Vec<_> = takes.into_iter().map(|square| self.capture_at(square)).collect();
        let stands = self.displace(made);
        self.announce(slot, made, stands, way);
        for victim in victims.into_iter().rev() {
            self.announce_capture(victim, stands);
        }
    }

    /// Moves the piece of a move and returns the square it is on afterwards.
    #[inline]
    pub(crate) fn displace(&mut self, made: Move) -> Binding {
        let layout = &self.program.layout;
        let way = &self.rules().ways[usize::from(made.way)];
        let stays = way.arrival == Arrival::Stays;
        if made.landing == LandingKind::Swap {
            self.state.swap(layout, made.from, made.to);
        } else if !stays {
            self.state.shift(layout, made.from, made.to);
        }
        Binding::Square(if stays { made.from } else { made.to })
    }

    #[inline]
    fn announce(
        &mut self,
        slot: Option<SlotId>,
        made: Move,
        stands: Binding,
        way: &'p Way<S::Board>,
    ) {
        if let Some(slot) = slot {
            self.slots.set(slot, stands);
        }
        self.turn.moved_by = MovedBy::Way(made.way);
        let stays = way.arrival == Arrival::Stays;
        self.turn.mover = (!stays).then_some(made.to);
        if !stays {
            self.raise_event(Event::Moved);
        }
        self.push_block(&way.then);
    }
}
