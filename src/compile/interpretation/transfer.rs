//! The transfer function: how each statement changes what is known, and which operations are left of it for play.

use std::cell::Cell;

use crate::compile::effects::EffectsOf;
use crate::compile::interpretation::state::{AbstractState, KnownType, Made, Others, Range};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::move_effects::{Companion, Op};
use crate::compile::program::visit::{any_statement, captures};
use crate::compile::program::{
    Among, Choosing, Cond, Eff, Num, Program, Ranged, Set, SideRules, Stmt, Target, event_index,
};
use crate::ir::{Arithmetic, Event, Id, Operand, SlotId, SquareIndex, slots};

/// The most ways in which the choices after one step can be made.
pub(crate) const MAX_ALTERNATIVES: usize = 64;

/// What may be done to follow the turns of one side: the unit is a statement, or one thing that is known before it. All bundled
/// games stay below it.
pub(crate) const MAX_WORK: usize = 500_000;

/// The alternatives in which a turn can go on; `None` if they cannot be followed.
type Alternatives<B> = Option<Vec<AbstractState<B>>>;

/// Which captures are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// One, on the square where the step ends. Triggers that interfere with attacks are left to guards, which are evaluated
    /// before such a move counts as attack-preserving.
    Guarded,
    /// Any number of them, anywhere.
    Any,
}

/// Follows the rules of one side.
#[derive(Debug)]
pub(crate) struct Transfer<'a, B> {
    /// The program.
    pub(crate) program: &'a Program<B>,
    /// The rules of the mover.
    pub(crate) rules: &'a SideRules<B>,
    /// The effects of these rules.
    pub(crate) effects: EffectsOf<'a, B>,
    /// The royal pieces, if there are any.
    pub(crate) royal: Option<&'a Set<B>>,
    /// For each trigger of a capture, whether guards keep it from firing after attack-preserving moves.
    pub(crate) guarded: Vec<bool>,
    /// How much may still be done, of [`MAX_WORK`]; turns that take more are not followed.
    pub(crate) work_left: Cell<usize>,
}

impl<B: Bitboard> Transfer<'_, B> {
    /// Follows the triggers of an event of a turn.
    pub(crate) fn event(&self, event: Event, states: Vec<AbstractState<B>>) -> Alternatives<B> {
        let mut states = states;
        for trigger in &self.rules.triggers[event_index(event)] {
            states =
                each(states, |state| self.branches(&trigger.condition, &trigger.body, &[], state))?;
        }
        Some(states)
    }

    /// Follows statements, one after the other.
    pub(crate) fn block(&self, body: &[Stmt<B>], states: Vec<AbstractState<B>>) -> Alternatives<B> {
        let mut states = states;
        for statement in body {
            states = each(states, |state| self.statement(statement, state))?;
        }
        Some(states)
    }

    /// Counts that a state is followed through a statement; `None` if too much has been done.
    fn spend(&self, state: &AbstractState<B>) -> Option<()> {
        let left = self.work_left.get().checked_sub(state.size());
        self.work_left.set(left.unwrap_or(0));
        left.map(|_| ())
    }

    /// Follows one of two blocks, as a condition decides.
    fn branches(
        &self,
        condition: &Cond<B>,
        then: &[Stmt<B>],
        otherwise: &[Stmt<B>],
        mut state: AbstractState<B>,
    ) -> Alternatives<B> {
        self.spend(&state)?;
        match state.evaluate(&self.program.layout, condition) {
            Some(true) => self.block(then, vec![state]),
            Some(false) => self.block(otherwise, vec![state]),
            None => {
                let ops = std::mem::take(&mut state.ops);
                let mut joined = self.branch(then, &state)?;
                let otherwise = self.branch(otherwise, &state)?;
                let then = std::mem::replace(&mut joined.ops, ops);
                joined.join(&otherwise);
                if !(then.is_empty() && otherwise.ops.is_empty()) {
                    joined.ops.push(Op::If(condition.clone(), then, otherwise.ops));
                }
                Some(vec![joined])
            }
        }
    }

    /// Follows statements that may be skipped, from a state without operations; they must not ask for a choice.
    fn branch(&self, body: &[Stmt<B>], begun: &AbstractState<B>) -> Option<AbstractState<B>> {
        let mut followed = self.block(body, vec![begun.clone()])?;
        match (followed.pop(), followed.is_empty()) {
            (None, _) => {
                Some(AbstractState { ops: vec![Op::Refuse], refusable: true, ..begun.clone() })
            }
            (Some(only), true) => Some(only),
            (Some(_), false) => None,
        }
    }

    /// Follows a statement, which is skipped if the game is over.
    fn statement(&self, statement: &Stmt<B>, mut state: AbstractState<B>) -> Alternatives<B> {
        self.spend(&state)?;
        if !state.may_be_over {
            return self.executed(statement, state);
        }
        let before = state.without_ops();
        let mut followed = self.executed(statement, state)?;
        for state in &mut followed {
            state.join(&before);
        }
        Some(followed)
    }

    /// Follows a statement that is executed.
    fn executed(&self, statement: &Stmt<B>, mut state: AbstractState<B>) -> Alternatives<B> {
        match statement {
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Repeat(..) => return None,
            // If the game may be over, it is unknown whether there is a choice.
            Stmt::Choose(_) | Stmt::Either { .. } if state.may_be_over => return None,
            Stmt::Choose(choose) => return self.choose(choose, state),
            Stmt::Either { ways, .. } => {
                let mut all = Vec::new();
                for (_, body) in ways {
                    all.extend(self.block(body, vec![state.clone()])?);
                }
                return Some(all);
            }
            Stmt::If(condition, then, otherwise) => {
                return self.branches(condition, then, otherwise, state);
            }
            Stmt::ForEach(slot, over, body) => return self.for_each(*slot, over, body, state),
            Stmt::Effect(effect) => {
                let op = self.effect(effect, &mut state)?;
                state.ops.extend(op);
            }
            Stmt::Refuse if !state.may_be_over => state.refused = true,
            Stmt::Refuse => {
                state.refusable = true;
                state.ops.push(Op::Refuse);
            }
            Stmt::End(verdict, reason) => {
                // A side that does not exist cannot win: then the game goes on.
                state.may_be_over = true;
                state.ops.push(Op::End(*verdict, *reason));
            }
            Stmt::Next(who) => state.ops.push(Op::Next(*who)),
        }
        Some(vec![state])
    }

    /// Follows a loop over the squares of a set.
    fn for_each(
        &self,
        slot: SlotId,
        over: &Set<B>,
        body: &[Stmt<B>],
        mut state: AbstractState<B>,
    ) -> Alternatives<B> {
        let is_loop = |inner: &Stmt<B>| matches!(inner, Stmt::ForEach(..));
        if body.iter().any(|statement| any_statement(statement, &is_loop)) {
            return None;
        }
        // An earlier iteration may have written what the body writes.
        let mut writes = self.effects.block(body).writes;
        writes.insert(Loc::Slot(slot));
        let mut begun = state.without_ops();
        begun.forget(&writes);
        let inner = self.branch(body, &begun)?;
        state.join(&inner);
        state.forget(&writes);
        state.ops.push(Op::ForEach(slot, over.clone(), inner.ops));
        Some(vec![state])
    }

    /// Follows a choice among types.
    fn choose(&self, choose: &Choosing<B>, state: AbstractState<B>) -> Alternatives<B> {
        let Among::Types(kinds) = &choose.among else { return None };
        let mut among: Vec<u16> = Vec::new();
        for kind in kinds {
            match state.kind_of(kind) {
                KnownType::Any => return None,
                KnownType::Type(kind) if !among.contains(&kind) => among.push(kind),
                KnownType::Type(_) | KnownType::Nothing => {}
            }
        }
        if among.is_empty() {
            return match &choose.otherwise {
                Some(otherwise) => self.block(otherwise, vec![state]),
                None => Some(Vec::new()),
            };
        }
        let slot = Locs::of(&[Loc::Slot(choose.slot)]);
        let mut all = Vec::new();
        for kind in among {
            let mut chosen = state.clone();
            chosen.havoc(&slot);
            chosen.types.push((choose.slot, kind));
            chosen.ops.push(Op::Bind(choose.slot, kind));
            all.extend(self.block(&choose.then, vec![chosen])?);
        }
        if choose.optional {
            let mut nothing = state;
            nothing.havoc(&slot);
            nothing.ops.push(Op::Forget(choose.slot));
            all.push(nothing);
        }
        Some(all)
    }

    /// Follows the triggers of a capture, for any victim; returns the operations for each capture. `certain` means that
    /// exactly one piece is captured.
    pub(crate) fn capture(
        &self,
        mode: Mode,
        certain: bool,
        state: &mut AbstractState<B>,
    ) -> Option<Vec<Op<B>>> {
        let triggers = &self.rules.triggers[event_index(Event::Captured)];
        if mode == Mode::Any {
            // An earlier capture may have fired the same triggers.
            state.forget(&self.effects.event(Event::Captured).writes);
        }
        let mut begun = state.without_ops();
        begun.forget(&Locs::of(&[Loc::Slot(slots::VICTIM), Loc::Slot(slots::CAPTOR)]));
        let mut states = vec![begun];
        for (trigger, guarded) in triggers.iter().zip(&self.guarded) {
            let [before] = states.as_mut_slice() else { return None };
            let before = before.without_ops();
            states =
                each(states, |state| self.branches(&trigger.condition, &trigger.body, &[], state))?;
            if mode == Mode::Guarded && *guarded {
                // What was written later is left to guards.
                for state in &mut states {
                    state.written.clone_from(&before.written);
                    state.grown.clone_from(&before.grown);
                    state.tokens.clone_from(&before.tokens);
                    (state.others, state.refusable) = (before.others, before.refusable);
                }
            }
        }
        let [only] = states.as_mut_slice() else { return None };
        let ops = std::mem::take(&mut only.ops);
        if !certain {
            // There may have been no capture at all.
            only.join(state);
        }
        *state = AbstractState { ops: std::mem::take(&mut state.ops), ..only.clone() };
        Some(ops)
    }

    /// Follows an effect; returns what is left of it to be done: one operation or none.
    ///
    /// For some effects more is known than that what they may write is forgotten.
    fn effect(&self, effect: &Eff<B>, state: &mut AbstractState<B>) -> Option<Vec<Op<B>>> {
        let op = Op::Do(effect.clone());
        let writes = || self.effects.effect(effect).writes;
        match effect {
            Eff::Capture(set) => {
                let ops = self.captures(effect, state)?;
                return Some(vec![Op::Capture(set.clone(), ops)]);
            }
            // Captures by other effects are not followed.
            _ if effect.any_operand(|part| matches!(part, Operand::Captured(_))) => return None,
            Eff::SetSquares(Target::At(board), set) => {
                return Some(vec![set_squares(effect, *board, set, state)]);
            }
            Eff::SetNumber(Ranged { target: Target::At(index), range }, number) => {
                return Some(vec![set_number(effect, *index, *range, number, state)]);
            }
            Eff::Become { on: Set::Slot(slot), kind }
                if *slot == slots::TO && state.in_place && !state.displaced =>
            {
                return Some(self.retype(effect, state.kind_of(kind), state).into_iter().collect());
            }
            Eff::Relocate { from, to } => relocate(from, to, &writes(), state),
            Eff::Remove { on: Set::Slot(slot), .. }
                if state.chosen == Some(*slot) && state.others == Others::Intact =>
            {
                state.others = Others::ChosenLeft;
                state.written.insert(Loc::Hands);
            }
            Eff::Give { token, to: Set::Slot(slot) }
                if state.chosen == Some(*slot) && state.others == Others::Intact =>
            {
                state.forget(&writes());
                state.add_token(token.index());
            }
            Eff::SetLevel { token, .. } if state.step.made == Made::Nothing => {
                state.forget(&writes());
                state.add_token(token.index());
            }
            // New pieces come to empty squares only.
            Eff::Place { .. } => {
                let (kind, in_place, displaced) = (state.kind, state.in_place, state.displaced);
                state.havoc(&writes());
                (state.kind, state.in_place, state.displaced) = (kind, in_place, displaced);
            }
            _ => state.havoc(&writes()),
        }
        Some(vec![op])
    }

    /// Follows captures by an effect; returns the operations for each of them. Triggers must not capture in turn.
    fn captures(&self, effect: &Eff<B>, state: &mut AbstractState<B>) -> Option<Vec<Op<B>>> {
        let triggers = &self.rules.triggers[event_index(Event::Captured)];
        let mut bodies = triggers.iter().flat_map(|trigger| &trigger.body);
        if bodies.any(captures) {
            return None;
        }
        state.havoc(&self.effects.effect(effect).writes);
        self.capture(Mode::Any, false, state)
    }

    /// Follows a change of type of the piece that has moved.
    fn retype(
        &self,
        effect: &Eff<B>,
        kind: KnownType,
        state: &mut AbstractState<B>,
    ) -> Option<Op<B>> {
        let was_common = self.is_common(state);
        match kind {
            KnownType::Nothing => None,
            KnownType::Type(kind) => {
                // Only the type of this piece changes, and the new one is known.
                state.forget(&Locs::of(&[Loc::Types]));
                (state.kind, state.in_place) = (Some(usize::from(kind)), true);
                if !(was_common && self.is_common(state)) {
                    state.others = Others::Unknown;
                }
                Some(Op::Recode(kind))
            }
            KnownType::Any => {
                state.havoc(&Locs::of(&[Loc::Types]));
                state.in_place = true;
                Some(Op::Do(effect.clone()))
            }
        }
    }

    /// Tells whether the piece that has moved is known not to be royal.
    fn is_common(&self, state: &AbstractState<B>) -> bool {
        let layout = &self.program.layout;
        self.royal.is_none_or(|royal| state.has_target(layout, royal) == Some(false))
    }
}

/// Follows the relocation of a piece.
fn relocate<B: Bitboard>(from: &Set<B>, to: &Set<B>, writes: &Locs, state: &mut AbstractState<B>) {
    let other = from.fixed().is_some_and(|from| {
        state.in_place && !state.displaced && state.step.ends_in(from) == Some(false)
    });
    if !other {
        state.havoc(writes);
        return;
    }
    // It is another piece than the one that has moved, and can go only to an empty square.
    let (kind, captures) = (state.kind, state.captures);
    let places = (only_square(from), only_square(to));
    // Companions are supported for moves only.
    let alone = state.others == Others::Intact && matches!(state.step.made, Made::Move(_));
    match places {
        (Some(from), Some(to)) if alone && state.step.ends_in(B::one(to)) == Some(false) => {
            state.forget(writes);
            state.others = Others::Companion(Companion { from, to });
        }
        _ => state.havoc(writes),
    }
    (state.kind, state.captures) = (kind, captures);
    (state.in_place, state.displaced) = (true, false);
}

/// Follows an assignment to a variable of squares.
fn set_squares<B: Bitboard>(
    effect: &Eff<B>,
    board: usize,
    set: &Set<B>,
    state: &mut AbstractState<B>,
) -> Op<B> {
    let short =
        step_op(board, set).filter(|_| state.has_target_slot()).or_else(|| shrink_op(board, set));
    let op = match (short, set.fixed()) {
        (Some(op), _) => op,
        (None, Some(squares)) => Op::SetBoard(board, squares),
        (None, None) => Op::Do(effect.clone()),
    };
    let loc = Loc::Board(board);
    state.written.insert(loc);
    if !can_only_shrink(&op) {
        state.grown.insert(loc);
        let bound = (state.has_target_slot() && is_of_target(set)) || set.fixed().is_some();
        state.set_board(board, bound.then(|| set.clone()));
    } else if set.fixed().is_some() {
        state.set_board(board, Some(set.clone()));
    }
    op
}

/// Follows an assignment to a number variable.
fn set_number<B: Bitboard>(
    effect: &Eff<B>,
    index: usize,
    range: (i32, i32),
    number: &Num<B>,
    state: &mut AbstractState<B>,
) -> Op<B> {
    state.written.insert(Loc::Number(index));
    let within = |value: i32| value.clamp(range.0, range.1);
    if let Num::Fixed(value) = number {
        let value = within(*value);
        state.set_number(index, Some(Range::only(value)));
        return Op::SetNumber(index, value);
    }
    if let Num::Arithmetic(Arithmetic::Add, pair) = number
        && let (Num::Value(other), Num::Fixed(by)) = (&pair.0, &pair.1)
        && *other == index
    {
        let old = state.number(index).unwrap_or(Range { min: range.0, max: range.1 });
        let new = |end: i32| within(end.saturating_add(*by));
        state.set_number(index, Some(Range { min: new(old.min), max: new(old.max) }));
        return Op::Add(index, *by, range);
    }
    state.set_number(index, None);
    Op::Do(effect.clone())
}

impl<B: Bitboard> AbstractState<B> {
    /// Tells whether the slot `TO` holds the square where the step ended.
    fn has_target_slot(&self) -> bool {
        self.step.made != Made::Nothing && !self.displaced
    }
}

/// Tells whether a set follows from where a step ended.
fn is_of_target<B: Bitboard>(set: &Set<B>) -> bool {
    set.is_all(&|leaf| match leaf {
        Set::Fixed(_) => true,
        Set::Slot(slot) => *slot == slots::TO,
        Set::Stepped(_, of) => is_of_target(of),
        _ => false,
    })
}

/// Returns the only square of a fixed set.
fn only_square<B: Bitboard>(set: &Set<B>) -> Option<SquareIndex> {
    let square = set.fixed()?;
    (square.count() == 1).then(|| square.lowest())
}

/// Returns the operation that sets a board to the square one step from the destination, if the set is that.
fn step_op<B>(board: usize, set: &Set<B>) -> Option<Op<B>> {
    let Set::Stepped(table, of) = set else { return None };
    let Set::Slot(slot) = **of else { return None };
    (slot == slots::TO).then_some(Op::SetStep(board, *table))
}

/// Returns an operation that only removes squares from a board, if assigning the set means that.
fn shrink_op<B: Bitboard>(board: usize, set: &Set<B>) -> Option<Op<B>> {
    if let Set::Except(pair) = set
        && pair.0 == Set::Board(board)
    {
        let (mut left, mut entered, mut others) = (false, false, B::EMPTY);
        let mut lost = vec![&pair.1];
        while let Some(set) = lost.pop() {
            match set {
                Set::Union(sets) => lost.extend(sets),
                Set::Fixed(squares) => others |= *squares,
                Set::Slot(slots::FROM) => left = true,
                Set::Slot(slots::TO) => entered = true,
                _ => return None,
            }
        }
        return Some(Op::Clear { board, left, entered, others });
    }
    let Set::All(sets) = set else { return None };
    match sets.as_slice() {
        [Set::Board(first), Set::Board(second)] if *first == board => {
            Some(Op::Keep(board, *second))
        }
        [Set::Board(first), Set::Board(second)] if *second == board => {
            Some(Op::Keep(board, *first))
        }
        _ => None,
    }
}

/// Tells whether an operation on a board only removes squares.
fn can_only_shrink<B: Bitboard>(op: &Op<B>) -> bool {
    match op {
        Op::Clear { .. } | Op::Keep(..) => true,
        Op::SetBoard(_, squares) => squares.is_empty(),
        _ => false,
    }
}

/// Follows each of several states, and drops refused ones.
fn each<B>(
    states: Vec<AbstractState<B>>,
    follow: impl Fn(AbstractState<B>) -> Alternatives<B>,
) -> Alternatives<B> {
    let mut followed = Vec::with_capacity(states.len());
    for state in states {
        followed.extend(follow(state)?.into_iter().filter(|state| !state.refused));
    }
    (followed.len() <= MAX_ALTERNATIVES).then_some(followed)
}
