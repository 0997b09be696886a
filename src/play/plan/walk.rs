//! One walk over the steps of a plan, for everybody: who counts turns and who lists the steps of a search differ in what they
//! do with what a step offers.

use crate::compile::program::Stmt;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::generators::Generators;
use crate::compile::program::move_effects::{Chosen, MoveEffects};
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::ir::{SideId, SlotId, slots};
use crate::play::execution::run::Execution;
use crate::play::legal_moves::listing::MoveLists;
use crate::play::legality::check_info::{CheckInfo, LazyCheckInfo};
use crate::play::plan::offers::{Offers, Others};
use crate::play::plan::pool::Pool;
use crate::play::state::sizes::StateSize;

/// The tables of the moves or drops of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTables<'p, B> {
    /// Their effects.
    pub(crate) move_effects: &'p MoveEffects<B>,
    /// Their generators.
    pub(crate) generators: &'p Generators<B>,
    /// The slot that gets the square of the piece afterwards.
    pub(crate) slot: Option<SlotId>,
    /// The steps that may follow those which do not end the turn.
    pub(crate) then: &'p [TurnStep<B>],
}

impl<'p, B> StepTables<'p, B> {
    /// Returns the tables of a step.
    pub(crate) fn of(step: &'p TurnStep<B>, slot: Option<SlotId>) -> Self {
        Self {
            move_effects: &step.move_effects,
            generators: &step.generators,
            slot,
            then: &step.then,
        }
    }
}

/// Choices that end the turn.
pub(crate) struct LastChoices<'w, 'p, S: StateSize> {
    /// The step at which they are made.
    pub(crate) step: &'p TurnStep<S::Board>,
    pub(crate) chosen: &'p Chosen,
    pub(crate) offers: Offers<S::Board>,
    pub(crate) check_info: &'w mut LazyCheckInfo<'p, S>,
}

/// What is done with what the steps of a plan offer.
///
/// The execution that each method gets is at the step: its guards hold, and its prefix has been applied.
pub(crate) trait Visitor<'p, S: StateSize> {
    /// Returns the memory.
    fn pool(&mut self) -> &mut Pool<'p, S>;

    /// Returns whether nothing that continues with a step is wanted.
    fn skips(&self, _step: &TurnStep<S::Board>) -> bool {
        false
    }

    /// Begins a step, which has this number among its alternatives.
    fn enter(&mut self, _number: usize, _step: &'p TurnStep<S::Board>) {}

    /// Returns to where moves of some pieces are wanted.
    fn destinations(
        &mut self,
        _run: &Execution<'p, S>,
        _step: &TurnStep<S::Board>,
        _pieces: S::Board,
    ) -> S::Board {
        !S::Board::EMPTY
    }

    /// Visits the moves of a step.
    fn moves(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        listed: &MoveLists,
        check_info: Option<&CheckInfo<'p, S>>,
    );

    /// Returns whether drops are listed at all.
    fn lists_drops(&mut self) -> bool {
        true
    }

    /// Visits the drops of a step.
    fn drops(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        hand: SideId,
        listed: &MoveLists,
    );

    /// Visits choices after which the turn goes on with other steps.
    fn choices(
        &mut self,
        run: &mut Execution<'p, S>,
        step: &'p TurnStep<S::Board>,
        slot: SlotId,
        offers: Offers<S::Board>,
    );

    /// Visits choices that end the turn.
    fn last_choices(&mut self, run: &mut Execution<'p, S>, choices: LastChoices<'_, 'p, S>);

    /// Visits a turn whose rest is played statement by statement.
    fn rest(&mut self, run: Box<Execution<'p, S>>);

    /// Goes on with other steps in place of one that offers nothing to choose.
    fn otherwise(&mut self, run: &mut Execution<'p, S>, steps: &'p [TurnStep<S::Board>])
    where
        Self: Sized,
    {
        walk_steps(self, run, steps);
    }
}

/// The slots that are set while the moves or drops of a step are generated.
const SLOTS_OF_STEPS: [SlotId; 3] = [slots::FROM, slots::TO, slots::DROPPED];

/// The same slots, one bit each.
const SLOT_BITS: u32 = 1 << slots::FROM.0 | 1 << slots::TO.0 | 1 << slots::DROPPED.0;

/// Visits what all of the steps offer that may come next.
#[inline]
pub(crate) fn walk_steps<'p, S: StateSize>(
    visitor: &mut impl Visitor<'p, S>,
    run: &mut Execution<'p, S>,
    steps: &'p [TurnStep<S::Board>],
) {
    let mut lazy = visitor.pool().lazy_check_info();
    // Each step starts with the slots as they are now.
    let are_used = steps.len() > 1 && run.slots.are_used(SLOT_BITS);
    let before = are_used.then(|| SLOTS_OF_STEPS.map(|slot| run.slots.get(slot)));
    for (number, step) in steps.iter().enumerate() {
        if visitor.skips(step) {
            continue;
        }
        if number > 0 {
            run.slots.empty(SLOT_BITS);
        }
        if let Some(before) = before.filter(|_| number > 0) {
            for place in 0..SLOTS_OF_STEPS.len() {
                run.slots.set(SLOTS_OF_STEPS[place], before[place]);
            }
        }
        if !run.guards_hold(step) {
            continue;
        }
        if let What::Rest(rest) = &step.what {
            walk_rest(visitor, run, number, step, rest);
        } else if step.prefix.is_empty() {
            visitor.enter(number, step);
            walk_step(visitor, run, step, &mut lazy);
        } else {
            walk_prefixed(visitor, run, number, step);
        }
    }
    visitor.pool().reuse_check_info(lazy);
}

/// Visits a step that is played statement by statement.
fn walk_rest<'p, S: StateSize>(
    visitor: &mut impl Visitor<'p, S>,
    run: &Execution<'p, S>,
    number: usize,
    step: &'p TurnStep<S::Board>,
    rest: &'p [Stmt<S::Board>],
) {
    let mut begun = visitor.pool().fork_step(run);
    if !begun.apply_prefix(&step.prefix) {
        return visitor.pool().recycle(begun);
    }
    begun.skip_to_turn_end();
    begun.push_block(&step.suffix);
    begun.push_block(rest);
    visitor.enter(number, step);
    visitor.rest(begun);
}

/// Visits a step that changes the state before it offers something.
fn walk_prefixed<'p, S: StateSize>(
    visitor: &mut impl Visitor<'p, S>,
    run: &mut Execution<'p, S>,
    number: usize,
    step: &'p TurnStep<S::Board>,
) {
    // Other steps do not share the state.
    let mut lazy = visitor.pool().lazy_check_info();
    if let Some(before) = run.set_numbers(&step.prefix) {
        visitor.enter(number, step);
        walk_step(visitor, run, step, &mut lazy);
        run.restore_numbers(&step.prefix, before);
    } else {
        let mut begun = visitor.pool().fork_step(run);
        if begun.apply_prefix(&step.prefix) {
            visitor.enter(number, step);
            walk_step(visitor, &mut begun, step, &mut lazy);
        }
        visitor.pool().recycle(begun);
    }
    visitor.pool().reuse_check_info(lazy);
}

#[inline]
fn walk_step<'p, S: StateSize>(
    visitor: &mut impl Visitor<'p, S>,
    run: &mut Execution<'p, S>,
    step: &'p TurnStep<S::Board>,
    lazy: &mut LazyCheckInfo<'p, S>,
) {
    run.skip_to_turn_end();
    run.push_block(&step.suffix);
    match &step.what {
        What::One(Stmt::Move { pieces, slot, .. }) => {
            let tables = StepTables::of(step, *slot);
            let check_info = lazy.get(run);
            let pieces = run.board_or_squares(pieces);
            let wanted = visitor.destinations(run, step, pieces);
            let listed = visitor.pool().list_moves(run, (pieces, wanted), tables, check_info);
            visitor.moves(run, tables, &listed, check_info);
            visitor.pool().reuse_moves(listed);
        }
        What::One(Stmt::Drop { hand, types, on, slot, .. }) => {
            let Some(hand) = run.who(*hand).filter(|_| visitor.lists_drops()) else { return };
            let mut listed = visitor.pool().empty_moves();
            let check_info = lazy.get(run);
            run.generate_drops(hand, types, on, &step.move_effects, check_info, &mut listed);
            visitor.drops(run, StepTables::of(step, *slot), hand, &listed);
            visitor.pool().reuse_moves(listed);
        }
        What::One(Stmt::Choose(choose)) => {
            let offers = run.offers(choose);
            if offers.squares.is_empty() && offers.others.is_empty() {
                if let Some(steps) = &step.otherwise {
                    visitor.otherwise(run, steps);
                }
            } else if step.move_effects.chosen.is_some() {
                walk_last_choices(visitor, run, step, offers, lazy);
            } else {
                visitor.choices(run, step, choose.slot, offers);
            }
        }
        What::Nothing => {
            // The turn ends, as if with the only choice there is.
            let offers = Offers { squares: S::Board::one(0), others: Others::new() };
            walk_last_choices(visitor, run, step, offers, lazy);
        }
        What::One(_) | What::Rest(_) => {}
    }
}

#[inline]
fn walk_last_choices<'p, S: StateSize>(
    visitor: &mut impl Visitor<'p, S>,
    run: &mut Execution<'p, S>,
    step: &'p TurnStep<S::Board>,
    offers: Offers<S::Board>,
    check_info: &mut LazyCheckInfo<'p, S>,
) {
    if let Some(chosen) = &step.move_effects.chosen {
        visitor.last_choices(run, LastChoices { step, chosen, offers, check_info });
    }
}
