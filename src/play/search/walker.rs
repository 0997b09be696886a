//! Walking turns step by step.

use super::checks::{Aim, AimingGroups};
use super::keys::Hashed;
use super::node::{Node, Place};
use super::steps::{Choices, How, NextStep, NextSteps, Planned};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::turn_steps::What;
use crate::compile::program::{Program, Stmt};
use crate::ir::BySide;
use crate::play::execution::continuation::Progress;
use crate::play::execution::past::Past;
use crate::play::execution::run::Execution;
use crate::play::legality::check_info::CheckInfo;
use crate::play::plan::pool::Pool;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// Walks turns, with memory that is used again.
#[derive(Debug)]
pub(crate) struct Walker<'p, S: StateSize> {
    pub(crate) program: &'p Program<S::Board>,
    /// Its budget counts what has been done since steps were last listed between turns.
    pub(crate) pool: Pool<'p, S>,
    /// By the side whose royal pieces are attacked.
    pub(super) aiming: BySide<AimingGroups<'p, S::Board>>,
    /// Memory for the bearers of tokens, with the bits of their groups.
    pub(super) bearers: Vec<(u64, S::Board)>,
    /// By the side to move.
    pub(super) hashed: BySide<Hashed>,
    /// What lies before the states of which nodes are made.
    pub(crate) past: Past<S>,
}

impl<'p, S: StateSize> Walker<'p, S> {
    /// Makes one that has no memory yet.
    pub(crate) fn new(program: &'p Program<S::Board>) -> Self {
        let aiming = BySide::from_fn(|side| AimingGroups::of(program, side));
        let hashed = BySide::from_fn(|side| Hashed::of(program, side));
        let (pool, bearers, past) = (Pool::new(program), Vec::new(), Past::NOTHING);
        Self { program, pool, aiming, bearers, hashed, past }
    }

    /// Returns whether a limit of work was met, so that nothing found from now on is worth anything.
    pub(crate) fn has_met_limit(&self) -> bool {
        self.pool.budget.has_met_limit()
    }

    /// Returns the node of a state between two turns.
    pub(crate) fn node(&mut self, state: &State<S>) -> Node<'p, S> {
        let mut run = self.pool.idle_in(state);
        run.remember(&self.past);
        Node { run, place: Place::Between }
    }

    /// Takes the memory of a node back.
    pub(crate) fn recycle(&mut self, node: Node<'p, S>) {
        self.pool.recycle(node.run);
    }

    /// Returns whether a royal piece of the side to move is attacked, as far as the attack tables show; `None` if they do
    /// not.
    pub(crate) fn in_check(&mut self, node: &mut Node<'p, S>) -> Option<bool> {
        let mut lazy = self.pool.lazy_check_info();
        let found = lazy.get(&mut node.run).map(CheckInfo::in_check);
        self.pool.reuse_check_info(lazy);
        found
    }

    /// Finds for moves whether the other side could take back where they end, as far as the attack tables show; nothing if
    /// they do not.
    pub(crate) fn taken_back(
        &mut self,
        node: &mut Node<'p, S>,
        moves: impl Iterator<Item = Aim>,
        into: &mut Vec<bool>,
    ) {
        into.clear();
        let occupied = node.state().occupied();
        let mut lazy = self.pool.lazy_check_info();
        if let Some(check_info) = lazy.get(&mut node.run)
            && let Some(attacks) = check_info.attacks
        {
            into.extend(moves.map(|Aim { from, to, .. }| {
                let (left, entered) =
                    (from.map_or(S::Board::EMPTY, S::Board::one), S::Board::one(to));
                let occupied = (occupied & !left) | entered;
                check_info.is_attacked(attacks, entered, entered, occupied)
            }));
        }
        self.pool.reuse_check_info(lazy);
    }

    /// Makes the null move: returns the node in which the side to move has left out its turn.
    pub(crate) fn make_null_move(&mut self, node: &Node<'p, S>) -> Node<'p, S> {
        let mut run = self.pool.idle_in(node.state());
        run.begin_next_turn();
        Node { run, place: Place::Between }
    }

    /// Makes a step; returns where it leads, or nothing if it is not legal.
    ///
    /// A step inside a turn leads to a node from which there may be no legal way to the end of the turn; see
    /// [`leads_to_a_turn`](Self::leads_to_a_turn).
    pub(crate) fn make(
        &mut self,
        node: &Node<'p, S>,
        steps: &NextSteps<'p, S>,
        number: usize,
    ) -> Option<Node<'p, S>> {
        let next = steps.list.get(number)?;
        match next.how {
            How::Whole(number) => {
                let turn = steps.turns.get(number as usize)?;
                Some(self.node_after(node, &turn.state))
            }
            How::Pick(choices, pick) => self.make_pick(&steps.choices[usize::from(choices)], pick),
            How::Move(index, _)
            | How::OtherMove(index, _)
            | How::Drop(index, ..)
            | How::OtherDrop(index, ..)
            | How::LastChoice(index, ..)
            | How::Choice(index, _) => {
                let planned = steps.plan[usize::from(index)];
                let mut run = self.pool.fork_step(&node.run);
                if node.is_between_turns()
                    && let Some(steps) = run.turn_steps()
                {
                    self.remember_beginning(&mut run);
                    run.apply_prefix(&steps.opening);
                }
                open(&mut run, &steps.plan, index);
                run.skip_to_turn_end();
                run.push_block(&planned.step.suffix);
                let place = act(&mut run, planned, steps, next);
                self.arrive(run, place)
            }
        }
    }

    /// Notes where a turn begins among what has been there before, if a rule asks for that.
    pub(super) fn remember_beginning(&self, run: &mut Execution<'p, S>) {
        if self.program.forbids_repeats {
            run.remember(&run.past.and(self.program, &run.state));
        }
    }

    fn make_pick(&mut self, choices: &Choices<'p, S>, number: u32) -> Option<Node<'p, S>> {
        let mut run = self.pool.fork_step(&choices.run);
        run.copy_from(&choices.run);
        // A turn that is over has nothing to be chosen.
        if !matches!(choices.statement, Stmt::Refuse) {
            run.pick(choices.statement, choices.picks.get(number as usize)?.clone());
        }
        self.arrive(run, Some(Place::Executed))
    }

    /// Goes on to the next choice of a turn, or to its end.
    fn arrive(
        &mut self,
        mut run: Box<Execution<'p, S>>,
        place: Option<Place<'p, S>>,
    ) -> Option<Node<'p, S>> {
        let place = match place? {
            Place::Between => Some(Place::Between),
            Place::Executed => self.advance(&mut run),
            planned @ Place::Planned(..) => Some(planned),
        };
        match place {
            Some(Place::Between) => {
                run.begin_next_turn();
                Some(Node { run, place: Place::Between })
            }
            Some(place) => Some(Node { run, place }),
            None => {
                self.pool.recycle(run);
                None
            }
        }
    }

    /// Finds out whether a turn that is executed statement by statement is over.
    fn advance(&mut self, run: &mut Box<Execution<'p, S>>) -> Option<Place<'p, S>> {
        let mut ahead = self.pool.fork_step(run);
        ahead.copy_from(run);
        let place = match ahead.advance() {
            Progress::Dead => None,
            Progress::Choice(_) => {
                self.pool.recycle(ahead);
                return Some(Place::Executed);
            }
            Progress::Done => (!ahead.forbidden()).then_some(Place::Between),
        };
        std::mem::swap(run, &mut ahead);
        self.pool.recycle(ahead);
        place
    }

    /// Lists the steps that can come next and from which there is a legal way to the end of the turn: what is offered to
    /// people. It takes longer, as each step is made.
    pub(crate) fn legal_steps(&mut self, node: &Node<'p, S>, into: &mut NextSteps<'p, S>) {
        self.steps(node, into);
        // Those that stay are moved to the front.
        let mut legal = 0;
        for number in 0..into.list.len() {
            if self.leads_to_a_turn(node, into, number) {
                into.list[legal] = into.list[number];
                legal += 1;
            }
        }
        into.list.truncate(legal);
    }

    /// Returns whether a step ends a legal turn, or there is a legal way from it to the end of the turn.
    pub(crate) fn leads_to_a_turn(
        &mut self,
        node: &Node<'p, S>,
        steps: &NextSteps<'p, S>,
        number: usize,
    ) -> bool {
        if steps.list[number].is_verified {
            return true;
        }
        let Some(next) = self.make(node, steps, number) else { return false };
        let leads = next.is_between_turns() || self.has_turn(&next, &mut NextSteps::default());
        self.recycle(next);
        leads
    }

    /// Returns whether some legal turn goes on from a node, with memory for its steps.
    pub(crate) fn has_turn(&mut self, node: &Node<'p, S>, steps: &mut NextSteps<'p, S>) -> bool {
        self.steps(node, steps);
        (0..steps.list.len()).any(|number| self.leads_to_a_turn(node, steps, number))
    }
}

/// Does what a planned step does; returns where the turn then is.
fn act<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    Planned { step, place, .. }: Planned<'p, S>,
    steps: &NextSteps<'p, S>,
    next: &NextStep,
) -> Option<Place<'p, S>> {
    let effects = &step.move_effects;
    let slot = match &step.what {
        What::One(Stmt::Move { slot, .. } | Stmt::Drop { slot, .. }) => *slot,
        What::One(_) | What::Nothing | What::Rest(_) => None,
    };
    let (acted, number) = match next.how {
        How::Move(_, packed) => (run.make_known_move(effects, packed, slot), packed.move_effect()),
        How::Drop(_, hand, packed) => {
            let effect = &effects.list[packed.move_effect()];
            (run.make_known_drop(effect, slot, hand, packed), packed.move_effect())
        }
        How::LastChoice(_, number, binding) => {
            let chosen = step.choice_slot().zip(binding);
            (run.make_known_choice(&effects.list[usize::from(number)], chosen), usize::from(number))
        }
        How::Choice(_, binding) => {
            if let Some(slot) = step.choice_slot() {
                run.slots.set(slot, binding);
            }
            return Some(Place::Planned(&step.then, place));
        }
        How::OtherMove(_, number) => {
            let (made, path) = steps.moves.get(number as usize)?;
            run.make_move(slot, *made, path.as_ref());
            return Some(Place::Executed);
        }
        How::OtherDrop(_, hand, kind, to) => {
            run.make_drop(slot, hand, kind, to);
            return Some(Place::Executed);
        }
        How::Pick(..) | How::Whole(_) => return None,
    };
    if !acted {
        return None;
    }
    if effects.list[number].partial {
        return Some(Place::Planned(&step.then, place));
    }
    (next.is_verified || !run.forbidden()).then_some(Place::Between)
}

/// Does what comes before a step of the plan.
fn open<'p, S: StateSize>(run: &mut Execution<'p, S>, plan: &[Planned<'p, S>], index: u16) {
    let planned = plan[usize::from(index)];
    if let Some(before) = planned.instead_of {
        open(run, plan, before);
    }
    run.apply_prefix(&planned.step.prefix);
}
