//! The outcome of a step: the state at the end of the turn, and the operations until then.

use crate::compile::interpretation::{AbstractState, MAX_ALTERNATIVES, Others, Step};
use crate::compile::move_effects::tabulator::Tabulator;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::Fact;
use crate::compile::program::locations::Loc;
use crate::compile::program::membership::is_own;
use crate::compile::program::move_effects::{Change, Chosen, MoveEffect, Op};
use crate::compile::program::{Among, Choosing, Measure};
use crate::ir::{Event, LandingKind};

/// The effects of each way in which the choices after a step can be made, with what is known at the end of the turn, or where
/// it goes on; `None` if unknown.
pub(crate) type Outcomes<B> = Option<Vec<(MoveEffect<B>, AbstractState<B>)>>;

impl<B: Bitboard> Tabulator<'_, B> {
    /// Follows the turn after a move, a drop or a choice to its end, or as far as it is known.
    pub(crate) fn completed(
        &self,
        move_effect: &MoveEffect<B>,
        states: Vec<AbstractState<B>>,
        event: Option<Event>,
    ) -> Outcomes<B> {
        self.program.facts.used.has(Fact::Effects).then_some(())?;
        self.program.facts.bounds[self.own].last_step?;
        // The event refers to the square where the piece stands by then.
        if event == Some(Event::Moved) && states.iter().any(|state| state.displaced) {
            return None;
        }
        let states = match event {
            Some(event) => self.transfer.event(event, states)?,
            None => states,
        };
        let part = |state: &AbstractState<B>| {
            let after = state.ops.clone();
            let open = AbstractState { refusable: true, ops: Vec::new(), ..state.clone() };
            (MoveEffect { after, partial: true, ..move_effect.clone() }, open)
        };
        let known_partly = self.before.may_go_on && !states.iter().any(|state| state.may_be_over);
        let partly = known_partly.then(|| states.iter().map(part).collect());
        self.concluded(move_effect, states).or(partly)
    }

    /// Follows the rest of the turn.
    fn concluded(&self, move_effect: &MoveEffect<B>, states: Vec<AbstractState<B>>) -> Outcomes<B> {
        let mut states = self.transfer.block(self.suffix, states)?;
        let mut done = Vec::new();
        for state in &mut states {
            let after = std::mem::take(&mut state.ops);
            // The end of a turn is played even if the game is over.
            state.may_be_over = false;
            for mut end in self.transfer.event(Event::TurnEnds, vec![state.clone()])? {
                let preferred = self.preferred(&end);
                let (mut after, mut ends) = (after.clone(), std::mem::take(&mut end.ops));
                if goes_on(&move_effect.captured) && goes_on(&after) {
                    // One list is faster than two, and no end of the game comes between them.
                    ends.splice(..0, after.drain(..));
                }
                let companion = end.companion();
                let done_so =
                    MoveEffect { after, ends, preferred, companion, ..move_effect.clone() };
                done.push((done_so, end));
            }
        }
        (done.len() <= MAX_ALTERNATIVES).then_some(done)
    }

    /// Returns how well a turn does by the preferences, the first of them in the highest bits, if known.
    fn preferred(&self, state: &AbstractState<B>) -> Option<u64> {
        if self.rules.preference_bits > u64::BITS {
            return None;
        }
        self.rules.preferences.iter().try_fold(0, |preferred, rule| match &rule.goal {
            Measure::When(condition) => {
                let holds = state.evaluate(&self.program.layout, condition)?;
                Some(preferred << 1 | u64::from(holds))
            }
            Measure::Most(_) | Measure::Least(_) => None,
        })
    }

    /// Records what a choice does.
    pub(crate) fn chosen(&mut self, choose: &Choosing<B>) -> Option<()> {
        if choose.optional {
            return None;
        }
        let own = match &choose.among {
            Among::Squares(among, hand) => {
                let hands = self.legality.is_none_or(|legality| legality.assumes.has(Loc::Hands));
                is_own(among, self.own) && !(hand.is_some() && hands)
            }
            Among::Types(_) | Among::TypesInHand(..) | Among::Numbers(..) => false,
        };
        let mut state = self.begun(Step::nothing(self.own), None);
        state.chosen = own.then_some(choose.slot);
        let states = self.transfer.block(&choose.then, vec![state])?;
        self.record_chosen(states)
    }

    /// Records what a turn without a choice does.
    pub(crate) fn nothing_chosen(&mut self) -> Option<()> {
        let state = self.begun(Step::nothing(self.own), None);
        self.record_chosen(vec![state])
    }

    fn record_chosen(&mut self, states: Vec<AbstractState<B>>) -> Option<()> {
        let blank = MoveEffect::blank(u16::MAX, LandingKind::Settle, false);
        let outcomes = self.completed(&blank, states, None)?;
        if outcomes.iter().any(|(move_effect, _)| move_effect.partial) {
            return None;
        }
        let change = self.change(outcomes.iter().map(|(_, ending)| ending));
        let mut tokens: Vec<usize> =
            outcomes.iter().flat_map(|(_, ending)| ending.tokens.clone()).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let move_effects = outcomes.into_iter().map(|(move_effect, _)| move_effect).collect();
        let (first, count) = self.place(self.move_effects.list.len(), move_effects)?;
        self.move_effects.chosen =
            Some(Chosen { move_effects: (first..first + count).collect(), change, tokens });
        Some(())
    }

    /// Returns how a choice affects attacks, whatever follows it.
    fn change<'e>(&self, endings: impl Iterator<Item = &'e AbstractState<B>>) -> Change
    where
        B: 'e,
    {
        let Some(legality) = self.legality else { return Change::Unknown };
        let mut endings = endings.peekable();
        let left = endings.peek().is_some_and(|ending| ending.others == Others::ChosenLeft);
        let free = legality.royal.is_none();
        // Whether attacks depend on a token only by who bears it.
        let may_give = |token: &usize| {
            let square = self.program.layout.token(*token);
            [square, square + 1].iter().all(|number| !legality.asked.has(Loc::Number(*number)))
        };
        for ending in endings {
            let known = free
                || (ending.others != Others::Unknown
                    && !ending.written.meets(&legality.assumes)
                    && !ending.grown.meets(&legality.guards)
                    && ending.tokens.iter().all(may_give)
                    && (ending.others == Others::ChosenLeft) == left
                    && (ending.tokens.is_empty() || !left));
            if ending.refusable || !known {
                return Change::Unknown;
            }
        }
        match (free, left) {
            (true, _) => Change::Free,
            (false, true) => Change::Leaves,
            (false, false) => Change::Nothing,
        }
    }
}

/// Tells whether no operation can end the game.
fn goes_on<B>(ops: &[Op<B>]) -> bool {
    ops.iter().all(|op| match op {
        Op::If(..) | Op::ForEach(..) | Op::Capture(..) | Op::End(..) => false,
        Op::Do(_)
        | Op::SetBoard(..)
        | Op::SetStep(..)
        | Op::Clear { .. }
        | Op::Keep(..)
        | Op::SetNumber(..)
        | Op::Add(..)
        | Op::Recode(_)
        | Op::Bind(..)
        | Op::Forget(_)
        | Op::Refuse
        | Op::Next(_) => true,
    })
}
