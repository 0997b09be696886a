//! Moves and drops of which it is known in advance what they do.

use crate::compile::move_effects::{MoveEffect, MoveEffects, Op};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{EMPTY_CODE, Layout, owner_of};
use crate::ir::slots;
use crate::play::execution::moves::{CAPTURES, Move, MovedBy, PackedMove};
use crate::play::execution::run::Execution;
use crate::play::execution::slots::{Bound, Subject};
use crate::play::state::StateSize;

/// How operations end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    /// The turn goes on.
    On,
    /// The game is over; only the end of the turn is left.
    Over,
    /// The turn cannot be played so.
    Dead,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Makes a move, and ends the turn if that is what comes next; tells whether it can be played so.
    #[inline]
    pub fn act(
        &mut self,
        move_effects: &'p MoveEffects<S::Board>,
        packed: PackedMove,
        slot: Option<u16>,
    ) -> bool {
        let move_effect = &move_effects.list[packed.move_effect()];
        let (from, to) = (packed.from(), packed.to());
        self.slots.set(slots::FROM.0, Bound::Square(from));
        self.slots.set(slots::TO.0, Bound::Square(to));
        let flow = if move_effect.simple {
            self.go_there(move_effect, from, to, slot)
        } else {
            self.go_otherwise(move_effect, from, to, slot)
        };
        self.conclude(move_effect, flow)
    }

    /// Drops a piece, and ends the turn if that is what comes next; tells whether it can be played so.
    pub fn act_drop(
        &mut self,
        (move_effects, move_effect): (&'p MoveEffects<S::Board>, u16),
        slot: Option<u16>,
        (hand, kind, to): (u8, u16, u8),
    ) -> bool {
        self.put_from_hand(slot, hand, kind, to);
        self.conclude(&move_effects.list[usize::from(move_effect)], Flow::On)
    }

    /// Chooses something, or nothing, so that the turn ends, and ends the turn; tells whether it can be played so.
    pub fn act_choice(
        &mut self,
        (move_effects, move_effect): (&'p MoveEffects<S::Board>, u16),
        chosen: Option<(u16, Bound)>,
    ) -> bool {
        if let Some((slot, bound)) = chosen {
            self.slots.set(slot, bound);
        }
        self.conclude(&move_effects.list[usize::from(move_effect)], Flow::On)
    }

    #[inline]
    fn conclude(&mut self, move_effect: &'p MoveEffect<S::Board>, flow: Flow) -> bool {
        let flow = if flow == Flow::On { self.operate(&move_effect.after) } else { flow };
        flow != Flow::Dead && self.operate(&move_effect.ends) != Flow::Dead
    }

    #[inline]
    fn go_there(
        &mut self,
        move_effect: &'p MoveEffect<S::Board>,
        from: u8,
        to: u8,
        slot: Option<u16>,
    ) -> Flow {
        let layout = &self.program.layout;
        let takes = move_effect.landing == CAPTURES && self.state.code(to) != EMPTY_CODE;
        let victim = takes.then(|| self.lift_victim(to));
        self.state.slide(layout, from, to);
        self.moved_by = MovedBy::Way(move_effect.way);
        let stands = Bound::Square(to);
        if let Some(slot) = slot {
            self.slots.set(slot, stands);
        }
        match victim {
            Some(victim) if !move_effect.captured.is_empty() => {
                self.operate_on_victim(&move_effect.captured, victim, stands)
            }
            _ => Flow::On,
        }
    }

    fn go_otherwise(
        &mut self,
        move_effect: &'p MoveEffect<S::Board>,
        from: u8,
        to: u8,
        slot: Option<u16>,
    ) -> Flow {
        let made = Move { from, to, way: move_effect.way, landing: move_effect.landing, trail: 0 };
        let takes = self.taken(made, None);
        let victims: Vec<_> = takes.into_iter().map(|square| self.lift_victim(square)).collect();
        let stands = self.displace(made);
        self.moved_by = MovedBy::Way(move_effect.way);
        if let Some(slot) = slot {
            self.slots.set(slot, stands);
        }
        self.operate_on_victims(&move_effect.captured, victims, stands)
    }

    fn operate_on_victims(
        &mut self,
        ops: &'p [Op<S::Board>],
        victims: Vec<Subject>,
        captor: Bound,
    ) -> Flow {
        if !ops.is_empty() {
            for victim in victims {
                let flow = self.operate_on_victim(ops, victim, captor);
                if flow != Flow::On {
                    return flow;
                }
            }
        }
        Flow::On
    }

    fn operate_on_victim(
        &mut self,
        ops: &'p [Op<S::Board>],
        victim: Subject,
        captor: Bound,
    ) -> Flow {
        let before = (
            self.slots.set(slots::VICTIM.0, Bound::Victim(victim)),
            self.slots.set(slots::CAPTOR.0, captor),
        );
        let flow = self.operate(ops);
        if flow == Flow::On {
            self.slots.set(slots::VICTIM.0, before.0);
            self.slots.set(slots::CAPTOR.0, before.1);
        }
        flow
    }

    /// Does what the beginning of a turn does; tells whether the turn can be played.
    pub fn open(&mut self, ops: &'p [Op<S::Board>]) -> bool {
        self.operate(ops) == Flow::On
    }

    /// Does what comes before a step if that is to set up to two numbers; returns what they were.
    pub fn set_numbers(&mut self, ops: &'p [Op<S::Board>]) -> Option<[i32; 2]> {
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
        self.operate(ops);
        Some(before)
    }

    /// Sets the numbers to what they were.
    pub fn reset_numbers(&mut self, ops: &'p [Op<S::Board>], before: [i32; 2]) {
        for (op, before) in ops.iter().zip(before) {
            if let Op::SetNumber(index, _) | Op::Add(index, ..) = op {
                self.state.set_number(*index, before);
            }
        }
    }

    #[inline]
    fn operate(&mut self, ops: &'p [Op<S::Board>]) -> Flow {
        if ops.is_empty() { Flow::On } else { self.operate_all(ops) }
    }

    #[inline(never)]
    fn operate_all(&mut self, ops: &'p [Op<S::Board>]) -> Flow {
        for op in ops {
            match op {
                Op::SetBoard(board, squares) => *self.state.board_mut(*board) = *squares,
                Op::SetStep(board, table) => {
                    let entered = self.slot_square(slots::TO.0);
                    let table = &self.program.steps[*table];
                    let square = entered.and_then(|square| table[usize::from(square)]);
                    *self.state.board_mut(*board) = square.map_or(S::Board::EMPTY, S::Board::one);
                }
                // What is empty stays so.
                Op::Clear { board, .. } | Op::Keep(board, _)
                    if self.state.board(*board).is_empty() => {}
                Op::Clear { board, left, entered, others } => {
                    let mut gone = *others;
                    for (wanted, slot) in [(*left, slots::FROM.0), (*entered, slots::TO.0)] {
                        if wanted && let Some(square) = self.slot_square(slot) {
                            gone |= S::Board::one(square);
                        }
                    }
                    *self.state.board_mut(*board) &= !gone;
                }
                Op::Keep(board, other) => {
                    let kept = self.state.board(*other);
                    *self.state.board_mut(*board) &= kept;
                }
                Op::SetNumber(index, value) => self.state.set_number(*index, *value),
                Op::Add(index, by, (least, most)) => {
                    let value = self.state.number(*index).saturating_add(*by);
                    self.state.set_number(*index, value.clamp(*least, *most));
                }
                Op::Recode(kind) => self.recode_moved(*kind),
                Op::Bind(slot, kind) => {
                    self.slots.set(*slot, Bound::Type(*kind));
                }
                Op::Forget(slot) => {
                    self.slots.set(*slot, Bound::Nothing);
                }
                _ => {
                    let flow = self.operate_otherwise(op);
                    if flow != Flow::On {
                        return flow;
                    }
                }
            }
        }
        Flow::On
    }

    fn operate_otherwise(&mut self, op: &'p Op<S::Board>) -> Flow {
        match op {
            Op::Do(effect) => self.effect(effect),
            Op::If(condition, then, otherwise) => {
                let ops = if self.truth(condition) { then } else { otherwise };
                return self.operate(ops);
            }
            Op::ForEach(slot, over, body) => {
                for square in self.squares(over).members() {
                    self.slots.set(*slot, Bound::Square(square));
                    let flow = self.operate(body);
                    if flow != Flow::On {
                        return flow;
                    }
                }
            }
            Op::Capture(set, told) => {
                let squares = self.squares(set) & self.state.occupied();
                if told.is_empty() {
                    for square in squares.members() {
                        self.lift_victim(square);
                    }
                    return Flow::On;
                }
                let victims = squares.members().map(|square| self.lift_victim(square)).collect();
                return self.operate_on_victims(told, victims, Bound::Nothing);
            }
            Op::Refuse => return Flow::Dead,
            Op::End(verdict, reason) => {
                if let Some(over) = self.result(*verdict, *reason) {
                    self.state.over = over;
                    return Flow::Over;
                }
            }
            Op::Next(who) => self.next = self.who(*who).or(self.next),
            _ => {}
        }
        Flow::On
    }

    fn recode_moved(&mut self, kind: u16) {
        if let Some(square) = self.slot_square(slots::TO.0) {
            let code = self.state.code(square);
            if code != EMPTY_CODE {
                let code = Layout::code(usize::from(kind), owner_of(code));
                self.state.recode(&self.program.layout, square, code);
            }
        }
    }
}
