//! Walking turns step by step.

use super::checks::{Aim, AimingGroups};
use super::keys::Hashed;
use super::node::{Node, Place};
use super::steps::{Choices, How, NextStep, NextSteps, Planned};
use super::word::StepWord;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::EMPTY_CODE;
use crate::compile::program::turn_steps::{TurnStep, What};
use crate::compile::program::{Choosing, Program, Stmt};
use crate::play::execution::continuation::Progress;
use crate::play::execution::moves::{CAPTURES, Dropped, Pick};
use crate::play::execution::past::Past;
use crate::play::execution::run::Execution;
use crate::play::execution::slots::Binding;
use crate::play::legality::check_info::{CheckInfo, LazyCheckInfo, Verdict};
use crate::play::legality::turns::turns_with_steps;
use crate::play::movegen::choices::Stop;
use crate::play::perft::counter::Perft;
use crate::play::perft::listed::StepTables;
use crate::play::perft::steps::{Offers, Others};
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// Walks turns, with memory that is used again.
#[derive(Debug)]
pub(crate) struct Walker<'p, S: StateSize> {
    pub(super) program: &'p Program<S::Board>,
    pub(super) memory: Perft<'p, S>,
    /// By the side whose royal pieces are attacked.
    pub(super) aiming: [AimingGroups<'p, S::Board>; 2],
    /// Memory for the bearers of tokens, with the bits of their groups.
    pub(super) bearers: Vec<(u64, S::Board)>,
    /// By the side to move.
    pub(super) hashed: [Hashed; 2],
    /// What lies before the states of which nodes are made.
    pub(crate) past: Past<S>,
}

impl<'p, S: StateSize> Walker<'p, S> {
    /// Makes one that has no memory yet.
    pub(crate) fn new(program: &'p Program<S::Board>) -> Self {
        let aiming = [0, 1].map(|side| AimingGroups::of(program, side));
        let hashed = [0, 1].map(|side| Hashed::of(program, side));
        let (memory, bearers, past) = (Perft::new(program), Vec::new(), Past::NOTHING);
        Self { program, memory, aiming, bearers, hashed, past }
    }

    /// Returns the node of a state between two turns.
    pub(crate) fn node(&mut self, state: &State<S>) -> Node<'p, S> {
        let mut run = self.memory.idle_in(state);
        run.remember(&self.past);
        Node { run, place: Place::Between }
    }

    /// Takes the memory of a node back.
    pub(crate) fn recycle(&mut self, node: Node<'p, S>) {
        self.memory.recycle(node.run);
    }

    /// Returns the key by which a search may tell the states of nodes between turns apart.
    pub(crate) fn search_key(&self, node: &Node<'p, S>) -> u64 {
        node.state().search_key(self.program)
    }

    /// Tells whether a royal piece of the side to move is attacked, as far as the attack tables tell; `None` if they do
    /// not.
    pub(crate) fn in_check(&mut self, node: &mut Node<'p, S>) -> Option<bool> {
        let mut lazy = self.memory.lazy_check_info();
        let found = lazy.get(&mut node.run).map(CheckInfo::in_check);
        self.memory.reuse_check_info(lazy);
        found
    }

    /// Tells for moves whether the other side could take back where they end, as far as the attack tables tell; nothing if
    /// they do not.
    pub(crate) fn taken_back(
        &mut self,
        node: &mut Node<'p, S>,
        moves: impl Iterator<Item = Aim>,
        into: &mut Vec<bool>,
    ) {
        into.clear();
        let occupied = node.state().occupied();
        let mut lazy = self.memory.lazy_check_info();
        if let Some(check_info) = lazy.get(&mut node.run)
            && let Some(attacks) = check_info.attacks()
        {
            into.extend(moves.map(|Aim { from, to, .. }| {
                let (left, entered) =
                    (from.map_or(S::Board::EMPTY, S::Board::one), S::Board::one(to));
                let occupied = (occupied & !left) | entered;
                check_info.is_attacked(attacks, entered, entered, occupied)
            }));
        }
        self.memory.reuse_check_info(lazy);
    }

    /// Returns the node in which the side to move has left out its turn.
    pub(crate) fn skip_turn(&mut self, node: &Node<'p, S>) -> Node<'p, S> {
        let mut run = self.memory.idle_in(node.state());
        run.next = None;
        run.begin_next_turn();
        Node { run, place: Place::Between }
    }

    /// Lists the steps that can come next; those that are not verified may turn out to be illegal, or to lead to no legal
    /// turn, when they are made.
    pub(crate) fn steps(&mut self, node: &Node<'p, S>, into: &mut NextSteps<'p, S>) {
        into.clear();
        let mut run = self.memory.fork_step(&node.run);
        match node.place {
            Place::Between => {
                self.first_steps(&mut run, into);
                self.memory.recycle(run);
            }
            Place::Planned(steps, place) => {
                self.planned(&mut run, NextInPlan { steps, place, instead_of: None }, into);
                self.memory.recycle(run);
            }
            Place::Executed => {
                run.copy_from(&node.run);
                self.executed(run, OUTSIDE, into);
            }
        }
    }

    fn first_steps(&mut self, run: &mut Box<Execution<'p, S>>, into: &mut NextSteps<'p, S>) {
        self.memory.budget.replace(0);
        if self.program.can_repeat_turns || !run.rules().preferences.is_empty() {
            return self.whole_turns(run, into);
        }
        if let Some(steps) = run.turn_steps() {
            if run.apply_prefix(&steps.opening) {
                let next = NextInPlan { steps: &steps.steps, place: 0, instead_of: None };
                self.planned(run, next, into);
            }
            return;
        }
        let mut begun = self.memory.fork_step(run);
        begun.begin_turn();
        self.executed(begun, OUTSIDE, into);
    }

    /// Lists whole turns, with the states after them.
    fn whole_turns(&mut self, run: &Execution<'p, S>, into: &mut NextSteps<'p, S>) {
        let before = (&run.state, &run.past);
        into.turns = turns_with_steps(self.program, before, self.memory.budget.clone());
        for (number, turn) in (0..).zip(&into.turns) {
            let word = StepWord::of_turn(&turn.steps);
            let is_capture = turn.steps.iter().any(|step| step.choice.captures());
            let how = How::Whole(number);
            into.list.push(NextStep {
                word,
                is_verified: true,
                is_capture,
                transforms: false,
                how,
            });
        }
    }

    /// Lists the choices at which a turn arrives that is executed statement by statement; where it ends without one, a step
    /// that does nothing.
    fn executed(
        &mut self,
        mut run: Box<Execution<'p, S>>,
        place: u32,
        into: &mut NextSteps<'p, S>,
    ) {
        let choices = u16::try_from(into.choices.len()).unwrap_or(u16::MAX);
        match run.advance_to_choices() {
            Stop::Dead => self.memory.recycle(run),
            Stop::Done => {
                // The turn is over without a choice.
                let picks = vec![Pick::Nothing];
                let how = How::Pick(choices, 0);
                into.list.push(executed_step(&run, (place, how), &Pick::Nothing));
                into.choices.push(Choices { run, statement: &Stmt::Refuse, picks });
            }
            Stop::Choices(statement, picks) => {
                let steps = (0..).zip(&picks);
                into.list.extend(steps.map(|(number, pick)| {
                    executed_step(&run, (place, How::Pick(choices, number)), pick)
                }));
                into.choices.push(Choices { run, statement, picks });
            }
        }
    }

    /// Lists what can be done by steps of the plan of which one comes next.
    fn planned(
        &mut self,
        run: &mut Execution<'p, S>,
        next: NextInPlan<'p, S>,
        into: &mut NextSteps<'p, S>,
    ) {
        for (number, step) in (1..).zip(next.steps) {
            let mut begun = self.memory.fork_step(run);
            if begun.guards_hold(step) && begun.apply_prefix(&step.prefix) {
                begun.skip_to_turn_end();
                begun.push_block(&step.suffix);
                let index = u16::try_from(into.plan.len()).unwrap_or(u16::MAX);
                let place = next.place * MOST_STEPS + number;
                let planned = Planned { index, step, place, instead_of: next.instead_of };
                into.plan.push(planned);
                if let What::Rest(rest) = &step.what {
                    begun.push_block(rest);
                    self.executed(begun, place, into);
                    continue;
                }
                let mut lazy = self.memory.lazy_check_info();
                self.planned_step(&mut begun, planned, &mut lazy, into);
                self.memory.reuse_check_info(lazy);
            }
            self.memory.recycle(begun);
        }
    }

    fn planned_step(
        &mut self,
        run: &mut Execution<'p, S>,
        planned: Planned<'p, S>,
        lazy: &mut LazyCheckInfo<'p, S>,
        into: &mut NextSteps<'p, S>,
    ) {
        match &planned.step.what {
            What::One(Stmt::Move { .. }) => self.moves(run, planned, lazy, into),
            What::One(Stmt::Drop { .. }) => self.drops(run, planned, lazy, into),
            What::One(Stmt::Choose(choose)) => self.choices(run, planned, choose, lazy, into),
            What::Nothing => {
                let nothing = Offers { squares: S::Board::one(0), others: Others::new() };
                last_choices(run, planned, &nothing, lazy, into);
            }
            What::One(_) | What::Rest(_) => {}
        }
    }

    fn moves(
        &mut self,
        run: &mut Execution<'p, S>,
        Planned { index, step, place, .. }: Planned<'p, S>,
        lazy: &mut LazyCheckInfo<'p, S>,
        into: &mut NextSteps<'p, S>,
    ) {
        let What::One(Stmt::Move { pieces, slot, .. }) = &step.what else { return };
        let tables = StepTables::of(step, *slot);
        let mut listed = self.memory.moves.pop().unwrap_or_default();
        listed.clear();
        let check_info = lazy.get(run);
        let pieces = run.board_or_squares(pieces);
        let mut wanted = !S::Board::EMPTY;
        if into.only_loud {
            wanted = run.state.occupied() | tables.move_effects.transforming | into.keeps;
            into.leaves_out |= pieces.any();
        }
        let StepTables { move_effects, generators, .. } = tables;
        run.generate_final_moves(pieces, wanted, move_effects, generators, check_info, &mut listed);
        for (packed_moves, is_verified) in [(&listed.legal, true), (&listed.unverified, false)] {
            for &packed in packed_moves.iter() {
                let effect = &step.move_effects.list[packed.move_effect()];
                let is_capture =
                    effect.landing == CAPTURES && run.state.code(packed.to()) != EMPTY_CODE;
                let transforms = effect.becomes.is_some();
                if into.only_loud && !is_capture && !transforms && !into.keeps.has(packed.to()) {
                    continue;
                }
                let word = StepWord::planned(place, packed);
                let how = How::Move(index, packed);
                into.list.push(NextStep { word, is_verified, is_capture, transforms, how });
            }
        }
        for &made in &listed.others.list {
            let path = listed.others.path(made).cloned();
            let how = How::OtherMove(index, u32::try_from(into.moves.len()).unwrap_or(u32::MAX));
            let is_capture = made.landing == CAPTURES && run.state.code(made.to) != EMPTY_CODE;
            let word = StepWord::of_pick(&Pick::Move(made, path.clone().unwrap_or_default()));
            let word = word.in_place(place);
            into.moves.push((made, path));
            into.list.push(NextStep {
                word,
                is_verified: false,
                is_capture,
                transforms: false,
                how,
            });
        }
        self.memory.moves.push(listed);
    }

    fn drops(
        &mut self,
        run: &mut Execution<'p, S>,
        Planned { index, step, place, .. }: Planned<'p, S>,
        lazy: &mut LazyCheckInfo<'p, S>,
        into: &mut NextSteps<'p, S>,
    ) {
        let What::One(Stmt::Drop { hand, types, on, .. }) = &step.what else { return };
        let Some(hand) = run.who(*hand) else { return };
        if into.only_loud {
            into.leaves_out = true;
            return;
        }
        let mut listed = self.memory.drops.pop().unwrap_or_default();
        listed.clear();
        let check_info = lazy.get(run);
        run.generate_drops(hand, types, on, &step.move_effects, check_info, &mut listed);
        for (packed_drops, is_verified) in [(&listed.legal, true), (&listed.unverified, false)] {
            for &packed in packed_drops.iter() {
                let word = StepWord::planned(place, packed);
                let how = How::Drop(index, hand, packed);
                into.list.push(NextStep::quiet(word, is_verified, how));
            }
        }
        for &(kind, to) in &listed.others {
            let word = StepWord::of_pick(&Pick::Drop(hand, kind, to)).in_place(place);
            let how = How::OtherDrop(index, hand, kind, to);
            into.list.push(NextStep::quiet(word, false, how));
        }
        self.memory.drops.push(listed);
    }

    fn choices(
        &mut self,
        run: &mut Execution<'p, S>,
        planned: Planned<'p, S>,
        choose: &'p Choosing<S::Board>,
        lazy: &mut LazyCheckInfo<'p, S>,
        into: &mut NextSteps<'p, S>,
    ) {
        let Planned { index, step, place, .. } = planned;
        let offers = run.offers(choose);
        if offers.squares.is_empty() && offers.others.is_empty() {
            if let Some(otherwise) = &step.otherwise {
                let next = NextInPlan { steps: otherwise, place, instead_of: Some(index) };
                self.planned(run, next, into);
            }
            return;
        }
        if step.move_effects.chosen.is_some() {
            return last_choices(run, planned, &offers, lazy, into);
        }
        for bound in offers.squares.members().map(Binding::Square).chain(offers.others) {
            let word = StepWord::choice(place, 0, bound);
            into.list.push(NextStep::quiet(word, false, How::Choice(index, bound)));
        }
    }

    /// Makes a step; returns where it leads, or nothing if it is not legal.
    ///
    /// A step inside a turn leads to a node from which there may be no legal way to the end of the turn; see
    /// [`can_be_completed`](Self::can_be_completed).
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
                let mut run = self.memory.fork_step(&node.run);
                if node.is_between_turns()
                    && let Some(steps) = run.turn_steps()
                {
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

    fn make_pick(&mut self, choices: &Choices<'p, S>, number: u32) -> Option<Node<'p, S>> {
        let mut run = self.memory.fork_step(&choices.run);
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
                self.memory.recycle(run);
                None
            }
        }
    }

    /// Finds out whether a turn that is executed statement by statement is over.
    fn advance(&mut self, run: &mut Box<Execution<'p, S>>) -> Option<Place<'p, S>> {
        let mut ahead = self.memory.fork_step(run);
        ahead.copy_from(run);
        let place = match ahead.advance() {
            Progress::Dead => None,
            Progress::Choice(_) => {
                self.memory.recycle(ahead);
                return Some(Place::Executed);
            }
            Progress::Done => (!ahead.forbidden()).then_some(Place::Between),
        };
        std::mem::swap(run, &mut ahead);
        self.memory.recycle(ahead);
        place
    }

    /// Lists the steps that can come next and from which there is a legal way to the end of the turn: what is offered to
    /// people. It takes longer, as each step is made.
    pub(crate) fn legal_steps(&mut self, node: &Node<'p, S>, into: &mut NextSteps<'p, S>) {
        self.steps(node, into);
        // Those that stay are moved to the front.
        let mut legal = 0;
        for number in 0..into.list.len() {
            let step = into.list[number];
            if step.is_verified || self.leads_to_a_turn(node, into, number) {
                into.list[legal] = step;
                legal += 1;
            }
        }
        into.list.truncate(legal);
    }

    fn leads_to_a_turn(
        &mut self,
        node: &Node<'p, S>,
        steps: &NextSteps<'p, S>,
        number: usize,
    ) -> bool {
        let Some(next) = self.make(node, steps, number) else { return false };
        let leads = self.can_be_completed(&next);
        self.recycle(next);
        leads
    }

    /// Tells whether some legal turn goes on from a node.
    pub(crate) fn can_be_completed(&mut self, node: &Node<'p, S>) -> bool {
        if node.is_between_turns() {
            return true;
        }
        let mut steps = NextSteps::default();
        self.steps(node, &mut steps);
        (0..steps.list.len()).any(|number| self.leads_to_a_turn(node, &steps, number))
    }
}

/// The steps of the plan of which one comes next.
#[derive(Clone, Copy)]
struct NextInPlan<'p, S: StateSize> {
    steps: &'p [TurnStep<S::Board>],
    /// A number that stands for the way to them.
    place: u32,
    /// The number of the step that offered nothing to choose, so that these come in its place.
    instead_of: Option<u16>,
}

/// By what the number of a place grows with each step; more than a plan has steps.
const MOST_STEPS: u32 = 25;

/// The place of what is executed statement by statement from its beginning.
const OUTSIDE: u32 = 0;

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
            (run.make_known_drop(effect, slot, Dropped::of(hand, packed)), packed.move_effect())
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

fn executed_step<S: StateSize>(
    run: &Execution<'_, S>,
    (place, how): (u32, How),
    pick: &Pick,
) -> NextStep {
    let word = StepWord::of_pick(pick).in_place(place);
    let step = NextStep::quiet(word, false, how);
    match pick {
        Pick::Move(made, _) => {
            let is_capture = made.landing == CAPTURES && run.state.code(made.to) != EMPTY_CODE;
            NextStep { is_capture, ..step }
        }
        Pick::Drop(..)
        | Pick::Square(_)
        | Pick::Hand(..)
        | Pick::Type(_)
        | Pick::Number(_)
        | Pick::Alternative(_)
        | Pick::Nothing => step,
    }
}

/// Lists the choices that end the turn.
fn last_choices<'p, S: StateSize>(
    run: &mut Execution<'p, S>,
    Planned { index, step, place, .. }: Planned<'p, S>,
    offers: &Offers<S::Board>,
    lazy: &mut LazyCheckInfo<'p, S>,
    into: &mut NextSteps<'p, S>,
) {
    let Some(chosen) = &step.move_effects.chosen else { return };
    let binds = step.choice_slot().is_some();
    let (classified, verdict) = run.classify_choices(chosen, offers.squares, lazy);
    for &effects in &chosen.move_effects {
        let mut add = |bound, is_verified| {
            let word = StepWord::choice(place, effects, bound);
            let how = How::LastChoice(index, effects, binds.then_some(bound));
            into.list.push(NextStep::quiet(word, is_verified, how));
        };
        classified.legal.members().for_each(|square| add(Binding::Square(square), true));
        classified.unverified.members().for_each(|square| add(Binding::Square(square), false));
        for &other in offers.others.iter().filter(|_| verdict != Verdict::Illegal) {
            add(other, verdict == Verdict::Legal);
        }
    }
}
