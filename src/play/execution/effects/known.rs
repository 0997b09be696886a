//! Makes moves, drops and choices whose effects were computed when the game was compiled.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout, owner_of};
use crate::compile::program::move_effects::{MoveEffect, MoveEffects, Op};
use crate::ir::{SideId, SlotId, SquareIndex, slots};
use crate::play::execution::moves::{Move, MovedBy, PackedMove};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Binding, Occupant};
use crate::play::state::sizes::StateSize;

/// What became of a list of micro-ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    /// The turn goes on.
    On,
    /// The game is over; only the end of the turn is left.
    Over,
    /// The turn cannot be played this way.
    Dead,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Makes a move and, if nothing else follows, ends the turn; returns whether it can be played.
    #[inline]
    pub(crate) fn make_known_move(
        &mut self,
        move_effects: &'p MoveEffects<S::Board>,
        packed: PackedMove,
        slot: Option<SlotId>,
    ) -> bool {
        let move_effect = &move_effects.list[packed.move_effect()];
        let (from, to) = (packed.from(), packed.to());
        self.slots.set(slots::FROM, Binding::Square(from));
        self.slots.set(slots::TO, Binding::Square(to));
        let flow = if move_effect.simple {
            self.make_simple_move(move_effect, from, to, slot)
        } else {
            self.make_general_move(move_effect, from, to, slot)
        };
        self.apply_consequences(move_effect, flow)
    }

    /// Drops a piece from a hand and, if nothing else follows, ends the turn; returns whether it can be played. The origin of
    /// the packed move is the type.
    pub(crate) fn make_known_drop(
        &mut self,
        effect: &'p MoveEffect<S::Board>,
        slot: Option<SlotId>,
        hand: SideId,
        packed: PackedMove,
    ) -> bool {
        self.put_from_hand(slot, hand, packed.from(), packed.to());
        self.apply_consequences(effect, Flow::On)
    }

    /// Makes the last choice of the turn, or none, and ends the turn; returns whether it can be played.
    pub(crate) fn make_known_choice(
        &mut self,
        effect: &'p MoveEffect<S::Board>,
        chosen: Option<(SlotId, Binding)>,
    ) -> bool {
        if let Some((slot, bound)) = chosen {
            self.slots.set(slot, bound);
        }
        self.apply_consequences(effect, Flow::On)
    }

    #[inline]
    fn apply_consequences(&mut self, move_effect: &'p MoveEffect<S::Board>, flow: Flow) -> bool {
        let flow = if flow == Flow::On { self.apply(&move_effect.after) } else { flow };
        flow != Flow::Dead && self.apply(&move_effect.ends) != Flow::Dead
    }

    #[inline]
    fn make_simple_move(
        &mut self,
        move_effect: &'p MoveEffect<S::Board>,
        from: SquareIndex,
        to: SquareIndex,
        slot: Option<SlotId>,
    ) -> Flow {
        let layout = &self.program.layout;
        let takes = self.state.is_capture(move_effect.landing, to);
        let victim = takes.then(|| self.capture_at(to));
        self.state.slide(layout, from, to);
        self.turn.moved_by = MovedBy::Way(move_effect.way);
        let stands = Binding::Square(to);
        if let Some(slot) = slot {
            self.slots.set(slot, stands);
        }
        match victim {
            Some(victim) if !move_effect.captured.is_empty() => {
                self.apply_to_victim(&move_effect.captured, victim, stands)
            }
            _ => Flow::On,
        }
    }

    fn make_general_move(
        &mut self,
        move_effect: &'p MoveEffect<S::Board>,
        from: SquareIndex,
        to: SquareIndex,
        slot: Option<SlotId>,
    ) -> Flow {
        let made = Move { from, to, way: move_effect.way, landing: move_effect.landing, path: 0 };
        let takes = self.captured_squares(made, None);
        let victims: Vec<_> = takes.into_iter().map(|square| self.capture_at(square)).collect();
        let stands = self.displace(made);
        self.turn.moved_by = MovedBy::Way(move_effect.way);
        if let Some(slot) = slot {
            self.slots.set(slot, stands);
        }
        self.apply_to_victims(&move_effect.captured, victims, stands)
    }

    fn apply_to_victims(
        &mut self,
        ops: &'p [Op<S::Board>],
        victims: Vec<Occupant>,
        captor: Binding,
    ) -> Flow {
        if !ops.is_empty() {
            for victim in victims {
                let flow = self.apply_to_victim(ops, victim, captor);
                if flow != Flow::On {
                    return flow;
                }
            }
        }
        Flow::On
    }

    fn apply_to_victim(
        &mut self,
        ops: &'p [Op<S::Board>],
        victim: Occupant,
        captor: Binding,
    ) -> Flow {
        let before = (
            self.slots.set(slots::VICTIM, Binding::Victim(victim)),
            self.slots.set(slots::CAPTOR, captor),
        );
        let flow = self.apply(ops);
        if flow == Flow::On {
            self.slots.set(slots::VICTIM, before.0);
            self.slots.set(slots::CAPTOR, before.1);
        }
        flow
    }

    /// Applies what precedes the first choice, or a step, of a turn; returns whether the turn can be played.
    pub(crate) fn apply_prefix(&mut self, ops: &'p [Op<S::Board>]) -> bool {
        self.apply(ops) == Flow::On
    }

    /// Applies the prefix of a step if it does nothing but set up to two numbers; returns their former values.
    pub(crate) fn set_numbers(&mut self, ops: &'p [Op<S::Board>]) -> Option<[i32; 2]> {
        let numbers = ops.iter().all(|op| matches!(op, Op::SetNumber(..) | Op::Add(..)));
        if !numbers || ops.len() > 2 {
            return None;
        }
        let mut before = [0; 2];
        for (before, op) in before.iter_mut().zip(ops) {
            if let Op::SetNumber(index, _) | Op::Add(index, ..) = op {
                *before = self.state.number(*index);
            }
        }
        self.apply(ops);
        Some(before)
    }

    /// Restores the numbers that the prefix of a step has set.
    pub(crate) fn restore_numbers(&mut self, ops: &'p [Op<S::Board>], before: [i32; 2]) {
        for (op, before) in ops.iter().zip(before) {
            if let Op::SetNumber(index, _) | Op::Add(index, ..) = op {
                self.state.set_number(*index, before);
            }
        }
    }

    #[inline]
    fn apply(&mut self, ops: &'p [Op<S::Board>]) -> Flow {
        if ops.is_empty() { Flow::On } else { self.apply_all(ops) }
    }

    #[inline(never)]
    fn apply_all(&mut self, ops: &'p [Op<S::Board>]) -> Flow {
        for op in ops {
            match op {
                Op::SetBoard(board, squares) => *self.state.board_mut(*board) = *squares,
                Op::SetStep(board, table) => {
                    let entered = self.slot_square(slots::TO);
                    let table = &self.program.steps[*table];
                    let square = entered.and_then(|square| table[usize::from(square)]);
                    *self.state.board_mut(*board) = square.map_or(S::Board::EMPTY, S::Board::one);
                }
                // An empty board stays empty.
                Op::Clear { board, .. } | Op::Keep(board, _)
                    if self.state.board(*board).is_empty() => {}
                Op::Clear { board, left, entered, others } => {
                    let left = if *left { self.slot_board(slots::FROM) } else { S::Board::EMPTY };
                    let entered =
                        if *entered { self.slot_board(slots::TO) } else { S::Board::EMPTY };
                    *self.state.board_mut(*board) &= !(*others | left | entered);
                }
                Op::Keep(board, other) => {
                    let other = self.state.board(*other);
                    *self.state.board_mut(*board) &= other;
                }
                Op::SetNumber(index, value) => self.state.set_number(*index, *value),
                Op::Add(index, by, (least, most)) => {
                    let value = self.state.number(*index).saturating_add(*by);
                    self.state.set_number(*index, value.clamp(*least, *most));
                }
                Op::Recode(kind) => self.recode_moved(*kind),
                Op::Bind(slot, kind) => {
                    self.slots.set(*slot, Binding::Type(*kind));
                }
                Op::Forget(slot) => {
                    self.slots.set(*slot, Binding::Nothing);
                }
                Op::Do(_)
                | Op::If(..)
                | Op::ForEach(..)
                | Op::Refuse
                | Op::End(..)
                | Op::Next(_)
                | Op::Capture(..) => {
                    let flow = self.apply_rare(op);
                    if flow != Flow::On {
                        return flow;
                    }
                }
            }
        }
        Flow::On
    }

    /// Applies a micro-op that is rare in chess-like games.
    fn apply_rare(&mut self, op: &'p Op<S::Board>) -> Flow {
        match op {
            Op::Do(effect) => self.effect(effect),
            Op::If(condition, then, otherwise) => {
                let ops = if self.truth(condition) { then } else { otherwise };
                return self.apply(ops);
            }
            Op::ForEach(slot, over, body) => {
                for square in self.squares(over).members() {
                    self.slots.set(*slot, Binding::Square(square));
                    let flow = self.apply(body);
                    if flow != Flow::On {
                        return flow;
                    }
                }
            }
            Op::Capture(set, on_capture) => {
                let squares = self.squares(set) & self.state.occupied();
                if on_capture.is_empty() {
                    for square in squares.members() {
                        self.capture_at(square);
                    }
                    return Flow::On;
                }
                let victims = squares.members().map(|square| self.capture_at(square)).collect();
                return self.apply_to_victims(on_capture, victims, Binding::Nothing);
            }
            Op::Refuse => return Flow::Dead,
            Op::End(verdict, reason) => {
                if let Some(over) = self.result(*verdict, *reason) {
                    self.state.over = over;
                    return Flow::Over;
                }
            }
            Op::Next(who) => self.turn.next = self.who(*who).or(self.turn.next),
            Op::SetBoard(..)
            | Op::SetStep(..)
            | Op::Clear { .. }
            | Op::Keep(..)
            | Op::SetNumber(..)
            | Op::Add(..)
            | Op::Recode(_)
            | Op::Bind(..)
            | Op::Forget(_) => {}
        }
        Flow::On
    }

    fn recode_moved(&mut self, kind: u16) {
        if let Some(square) = self.slot_square(slots::TO) {
            let code = self.state.code(square);
            if code != EMPTY_CODE {
                let code = Layout::code(usize::from(kind), owner_of(code));
                self.state.recode(&self.program.layout, square, code);
            }
        }
    }
}
