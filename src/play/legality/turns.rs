//! Legal turns, in general: every way of playing the turn is tried, and the rules judge it.

use std::collections::HashSet;

use crate::compile::program::{Cond, Program};
use crate::ir::LabelId;
use crate::ir::limits::{MAX_NESTING_OF_TURNS, MAX_TURNS};
use crate::play::execution::moves::{Move, Pick};
use crate::play::execution::run::Execution;
use crate::play::movegen::choices::Stop;
use crate::play::state::{State, StateSize};
use crate::state::Effort;

/// A legal turn: what was chosen, and the state after it.
#[derive(Clone, Debug)]
pub struct LegalTurn<S: StateSize> {
    /// What was chosen.
    pub picks: Vec<(Option<LabelId>, Pick)>,
    /// The state after it.
    pub state: State<S>,
}

/// Which turns are wanted.
#[derive(Clone, Copy)]
enum Want<'p, B> {
    /// All of them.
    All,
    /// Any one.
    Any,
    /// Those after which this holds.
    EndingSo(&'p Cond<B>),
}

/// Returns the legal turns of the side to move, as far as there may be done that much more to find them.
pub fn legal_turns<S: StateSize>(
    program: &Program<S::Board>,
    state: &State<S>,
    effort: Effort,
) -> Vec<LegalTurn<S>> {
    collect(Execution::counted(program, *state, state.to_move, effort), Want::All)
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Tells whether a side would have a legal turn after which something holds.
    #[inline(never)]
    pub fn has_turn(&self, side: u8, that: &'p Cond<S::Board>) -> bool {
        if self.nesting >= MAX_NESTING_OF_TURNS {
            return true;
        }
        let mut asked = Execution::counted(self.program, self.state, side, self.effort.clone());
        asked.state.to_move = side;
        (asked.nesting, asked.imagined) = (self.nesting + 1, self.imagined);
        asked.slots = self.slots.clone();
        let want = if *that == Cond::Fixed(true) { Want::Any } else { Want::EndingSo(that) };
        !collect(asked, want).is_empty()
    }

    /// Tells whether a rule forbids the turn that has just been played, or that can no longer be found out.
    pub fn forbidden(&mut self) -> bool {
        let nested = self.nesting > 1;
        let rules = self.rules();
        rules.forbids.iter().any(|rule| !(nested && rule.asks) && self.truth(&rule.condition))
            || self.effort.is_spent()
    }
}

fn collect<'p, S: StateSize>(
    asked: Execution<'p, S>,
    want: Want<'p, S::Board>,
) -> Vec<LegalTurn<S>> {
    let nesting = asked.nesting;
    if asked.state.over != 0 {
        return Vec::new();
    }
    let program = asked.program;
    let mut begun = Execution::counted(program, asked.state, asked.state.to_move, asked.effort);
    (begun.nesting, begun.imagined, begun.slots) = (nesting, asked.imagined, asked.slots);
    begun.begin_turn();
    let prefers: Vec<_> =
        begun.rules().preferences.iter().filter(|rule| nesting <= 1 || !rule.asks).collect();
    let most = if matches!(want, Want::Any) { 1 } else { MAX_TURNS };
    let mut turns: Vec<(LegalTurn<S>, Vec<bool>, bool)> = Vec::new();
    let mut known = HashSet::new();
    explore(Box::new(begun), &mut |run| {
        if !run.forbidden() {
            let new = !program.can_repeat_turns || known.insert(visible(&run.picks));
            if new {
                let preferred = prefers.iter().map(|rule| run.truth(&rule.condition)).collect();
                let wanted = match want {
                    Want::EndingSo(that) => run.truth(that),
                    Want::All | Want::Any => true,
                };
                // What is found is kept in memory.
                run.effort.spend(std::mem::size_of::<State<S>>());
                let turn = LegalTurn { picks: run.picks.clone(), state: run.finished() };
                turns.push((turn, preferred, wanted));
            }
        }
        turns.len() < most
    });
    for number in 0..prefers.len() {
        if turns.iter().any(|(_, preferred, _)| preferred[number]) {
            turns.retain(|(_, preferred, _)| preferred[number]);
        }
    }
    turns.into_iter().filter(|(_, _, wanted)| *wanted).map(|(turn, ..)| turn).collect()
}

/// What a turn's text tells of one choice.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Visible {
    Move(u8, u8, Vec<u8>),
    Drop(u8, u16, u8),
    Square(u8),
    Hand(u8, u16),
    Type(u16),
    Number(i32),
    Alternative,
}

/// Returns what a turn's text tells: two turns of which it is the same are the same turn.
fn visible(picks: &[(Option<LabelId>, Pick)]) -> Vec<(Option<LabelId>, Visible)> {
    let mut steps = Vec::with_capacity(picks.len());
    for (label, pick) in picks {
        let seen = match pick {
            // What leaves nothing in the text.
            Pick::Nothing => continue,
            Pick::Alternative(_) if label.is_none() => continue,
            Pick::Alternative(_) => Visible::Alternative,
            Pick::Move(Move { from, to, .. }, trail) => {
                Visible::Move(*from, *to, trail.via.clone())
            }
            Pick::Drop(hand, kind, to) => Visible::Drop(*hand, *kind, *to),
            Pick::Square(square) => Visible::Square(*square),
            Pick::Hand(side, kind) => Visible::Hand(*side, *kind),
            Pick::Type(kind) => Visible::Type(*kind),
            Pick::Number(number) => Visible::Number(*number),
        };
        steps.push((*label, seen));
    }
    steps
}

/// Walks the tree of a turn's choices and calls `visit` at every end, until it returns false.
fn explore<'p, S: StateSize>(
    mut run: Box<Execution<'p, S>>,
    visit: &mut dyn FnMut(&mut Execution<'p, S>) -> bool,
) -> bool {
    match run.advance_to_choices() {
        Stop::Dead => true,
        Stop::Done => visit(&mut run),
        Stop::Choices(statement, mut choices) => {
            let last = choices.pop();
            let all = choices.into_iter().all(|pick| {
                run.branch().is_some_and(|mut next| {
                    next.pick(statement, pick);
                    explore(next, visit)
                })
            });
            all && last.is_none_or(|pick| {
                run.pick(statement, pick);
                explore(run, visit)
            })
        }
    }
}

/// Tells whether the state is decided, leaving out endings that hold only where there is no legal turn.
#[inline]
pub fn decided_with_turns<S: StateSize>(run: &mut Execution<'_, S>) -> bool {
    if run.state.over != 0 {
        return true;
    }
    let rules = run.rules();
    if !rules.ends_with_turns {
        return false;
    }
    if let Some(condition) = &rules.before_endings
        && !run.truth(condition)
    {
        return false;
    }
    rules.endings.iter().any(|ending| {
        ending.is_of_turns()
            && run.truth(&ending.condition)
            && run.result(ending.verdict, ending.reason).is_some()
    })
}
