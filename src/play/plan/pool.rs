//! Memory that is used again: executions, lists of moves and drops, and check information.

use crate::compile::program::Program;
use crate::ir::SideId;
use crate::play::execution::past::Past;
use crate::play::execution::run::Execution;
use crate::play::legal_moves::listing::MoveLists;
use crate::play::legality::check_info::{CheckInfo, LazyCheckInfo};
use crate::play::plan::walk::StepTables;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;
use crate::state::{Allowance, WorkBudget};

/// Lends executions, lists and check information, and takes them back, so that walking turns seldom allocates. All
/// executions share its work budget.
#[derive(Debug)]
pub(crate) struct Pool<'p, S: StateSize> {
    pub(crate) program: &'p Program<S::Board>,
    #[expect(clippy::vec_box, reason = "they are taken out and put back for each position")]
    moves: Vec<Box<MoveLists>>,
    check_infos: Vec<Box<CheckInfo<'p, S>>>,
    executions: Vec<Box<Execution<'p, S>>>,
    /// The work budget of the position whose turns are being found.
    pub(crate) budget: WorkBudget,
}

impl<'p, S: StateSize> Pool<'p, S> {
    /// Makes an empty one that may do what is usual for each position.
    pub(crate) fn new(program: &'p Program<S::Board>) -> Self {
        Self::within(program, &Allowance::UNLIMITED)
    }

    /// Makes an empty one that takes what it does from an allowance.
    pub(crate) fn within(program: &'p Program<S::Board>, allowance: &Allowance) -> Self {
        Self {
            program,
            moves: Vec::new(),
            check_infos: Vec::new(),
            executions: Vec::new(),
            budget: allowance.budget(),
        }
    }

    /// Returns check information that will be computed when it is asked for.
    #[inline]
    pub(crate) fn lazy_check_info(&mut self) -> LazyCheckInfo<'p, S> {
        LazyCheckInfo { memory: self.check_infos.pop(), is_known: None }
    }

    /// Takes the memory of check information back.
    #[inline]
    pub(crate) fn reuse_check_info(&mut self, check_info: LazyCheckInfo<'p, S>) {
        self.check_infos.extend(check_info.memory);
    }

    /// Returns empty lists of moves or drops.
    #[inline]
    pub(crate) fn empty_moves(&mut self) -> Box<MoveLists> {
        let mut listed = self.moves.pop().unwrap_or_default();
        listed.clear();
        listed
    }

    /// Lists the moves of some pieces to the wanted destinations, which may be all, by legality.
    #[inline]
    pub(crate) fn list_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        (pieces, wanted): (S::Board, S::Board),
        tables: StepTables<'p, S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
    ) -> Box<MoveLists> {
        let mut listed = self.empty_moves();
        let StepTables { move_effects, generators, .. } = tables;
        run.generate_final_moves(pieces, wanted, move_effects, generators, check_info, &mut listed);
        listed
    }

    /// Takes lists of moves or drops back.
    #[inline]
    pub(crate) fn reuse_moves(&mut self, listed: Box<MoveLists>) {
        self.moves.push(listed);
    }

    /// Makes an idle execution that shares the work budget.
    // Not inlined: states may be large, and recursive functions keep none of them on the stack.
    #[inline(never)]
    fn new_execution(&self, state: &State<S>, own: SideId) -> Box<Execution<'p, S>> {
        Box::new(Execution::with_budget(self.program, *state, own, self.budget.clone()))
    }

    /// Returns an idle execution in a state.
    #[inline]
    pub(crate) fn idle_in(&mut self, state: &State<S>) -> Box<Execution<'p, S>> {
        match self.executions.pop() {
            Some(mut run) => {
                run.reset_to(state);
                run.remember(&Past::NOTHING);
                run
            }
            None => self.new_execution(state, state.to_move),
        }
    }

    /// Copies an execution.
    #[inline(never)]
    pub(crate) fn fork(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        match self.executions.pop() {
            Some(mut copy) => {
                copy.copy_from(run);
                copy
            }
            None => Box::new(run.clone()),
        }
    }

    /// Copies an execution, without its continuation and choices, for one of several next steps.
    #[inline]
    pub(crate) fn fork_step(&mut self, run: &Execution<'p, S>) -> Box<Execution<'p, S>> {
        let mut next = match self.executions.pop() {
            Some(next) => next,
            None => self.new_execution(&run.state, run.own),
        };
        next.resume_from(run);
        next
    }

    /// Takes an execution back.
    #[inline]
    pub(crate) fn recycle(&mut self, run: Box<Execution<'p, S>>) {
        self.executions.push(run);
    }
}
