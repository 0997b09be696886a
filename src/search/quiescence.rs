//! Quiescence: captures and promotions until none is left that matters.

use super::ordering::{Ordered, Ranked};
use super::outcome::{Found, NoValue, Outcome, Window, if_any_turn};
use super::table::{Bound, Stored};
use super::tree::{At, Entered, Horizon, Tree};
use super::values::{DECIDED, INFINITE, is_decided};
use crate::ir::SideId;
use crate::play::search::Node;
use crate::play::state::sizes::StateSize;

/// The most choices without a move that are tried where quiescence begins.
const MOST_CHOICES: usize = 12;

/// What a capture may gain besides what it takes, in points: the margin of delta pruning.
const DELTA_MARGIN: i32 = 226;

/// Where the static evaluation is so many points below alpha, or less, a capture must win something in the exchange.
const EXCHANGE_MARGIN: i32 = 108;

/// The depth in the table of positions that were only evaluated: whatever was searched is worth more.
const EVALUATED: i32 = -2;

/// The most that is spent from one leaf of the tree: where captures come to an end, as in most games, it is never reached.
const MOST_ALLOWED: u32 = 2000;

/// What is allowed from the first leaf.
const FIRST_ALLOWED: u32 = 400;

/// The least that is allowed from one leaf.
const LEAST_ALLOWED: u32 = 16;

/// So many steps cost as much as another node.
const STEPS_OF_NODE: usize = 8;

/// What may be spent from a leaf of the tree on captures that follow each other.
///
/// Where nearly every turn captures, there is no quiet position within reach. There less and less is allowed, so that the
/// time goes into turns that are looked at in full; where captures come to an end, more is allowed again.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuiescenceBudget {
    /// What is allowed from a leaf.
    allowed: u32,
    /// What is left of it.
    left: u32,
}

impl Default for QuiescenceBudget {
    fn default() -> Self {
        Self { allowed: FIRST_ALLOWED, left: FIRST_ALLOWED }
    }
}

impl QuiescenceBudget {
    /// Begins at another leaf.
    pub(super) fn begin(&mut self) {
        self.left = self.allowed;
    }

    /// Ends at a leaf: what was spent decides what is allowed from the next.
    pub(super) fn end(&mut self) {
        self.allowed = if self.is_spent() {
            (self.allowed / 2).max(LEAST_ALLOWED)
        } else {
            (self.allowed + self.allowed / 64 + 1).min(MOST_ALLOWED)
        };
        self.left = self.allowed;
    }

    /// Spends what a node with so many steps costs.
    pub(super) fn spend(&mut self, steps: usize) {
        let cost = u32::try_from(1 + steps / STEPS_OF_NODE).unwrap_or(u32::MAX);
        self.left = self.left.saturating_sub(cost);
    }

    /// Returns whether nothing is left.
    pub(super) fn is_spent(self) -> bool {
        self.left == 0
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Quiet {
    side: SideId,
    window: Window,
    /// 0 where quiescence begins, less by one for each turn.
    depth: i32,
    at: At,
    /// What the side has if it does nothing; nothing in check, where all steps are tried.
    stand_pat: Option<i32>,
}

/// Which steps besides captures are tried.
#[derive(Clone, Copy, Debug)]
struct Tried {
    /// Choices without a move.
    choices: bool,
    /// Steps out of check, as none has been found.
    evasions: bool,
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Searches a node between turns after captures, as far as the budget goes; returns its value for the side to move.
    pub(super) fn quiescence(&mut self, node: &mut Node<'p, S>, window: Window, at: At) -> Outcome {
        self.quiet.begin();
        let found = self.search_quiet(node, window, 0, at);
        self.quiet.end();
        found
    }

    fn search_quiet(
        &mut self,
        node: &mut Node<'p, S>,
        mut window: Window,
        depth: i32,
        at: At,
    ) -> Outcome {
        let key = match self.enter(node, at)? {
            Entered::Open(keys) => keys.table,
            Entered::Over(found) => return Ok(found),
        };
        // The entry of the table is fetched from memory meanwhile.
        let in_check = depth > -4 && self.walker.in_check(node).unwrap_or(false);
        let entry = self.probe_table(key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(window, 0, at.ply)) {
            return Ok(Found::on_every_path(value));
        }
        if !in_check && let Some(value) = self.stuck_without_check(node, at.ply) {
            return Ok(Found::on_every_path(value));
        }
        self.quiet.spend(0);
        // In check, nothing can stay as it is.
        let is_spent = self.quiet.is_spent();
        let stand_pat =
            (!in_check || is_spent).then(|| self.evaluate_or_recall(node, entry, at.ply));
        let value = stand_pat.unwrap_or(-INFINITE);
        let stored = Stored {
            value,
            bound: Bound::Nothing,
            depth: EVALUATED,
            evaluation: stand_pat,
            step: None,
        };
        if value >= window.beta || is_spent || (self.horizon == Horizon::AtOnce && !in_check) {
            if entry.is_none() && !self.proves {
                // Positions come again, and to evaluate them takes longer than to look them up.
                self.table.store(key, stored, at.ply);
            }
            return Ok(Found::on_every_path(value));
        }
        window.alpha = window.alpha.max(value);
        let at = At { key, is_tactical: false, ..at };
        let quiet = Quiet { side: node.side(), window, depth, at, stand_pat };
        let found = match if_any_turn(self.try_tactical(node, quiet))? {
            Some(found) => Found { value: value.max(found.value), ..found },
            None if in_check => Found::on_every_path(Self::stuck(node, at.ply)),
            None => Found::on_every_path(value),
        };
        let value = found.value;
        let bound = if value >= window.beta { Bound::Lower } else { Bound::Upper };
        // Where captures were left out, the value may be higher.
        let is_upper = value <= window.alpha && !self.quiet.is_spent();
        if !found.by_path && !self.proves && (bound == Bound::Lower || is_upper) {
            self.table.store(key, Stored { value, bound, depth: 0, ..stored }, at.ply);
        }
        Ok(found)
    }

    /// Returns the best value of the steps that matter.
    fn try_tactical(&mut self, node: &mut Node<'p, S>, quiet: Quiet) -> Outcome {
        let mut ordered = if quiet.stand_pat.is_some() && !quiet.at.is_tactical {
            self.list_loud_steps(node)
        } else {
            self.list_steps(node, None)
        };
        self.quiet.spend(ordered.steps.list.len());
        ordered.rank_all_at_once();
        self.rank(node, &mut ordered, quiet.at);
        let best = self.try_each(node, &mut ordered, quiet);
        self.spare.push(ordered);
        best
    }

    fn try_each(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        quiet: Quiet,
    ) -> Outcome {
        let Window { mut alpha, beta } = quiet.window;
        let mut best: Option<Found> = None;
        let choices = ordered.ranked.iter().filter(|ranked| !ranked.moves).count();
        let is_only_choice = choices == ordered.ranked.len() && !ordered.steps.leaves_out;
        // A turn that has begun must go on. Where all turns are choices, one is tried and not one after the other: when pieces
        // are set up, there is no end of them.
        let goes_on = is_only_choice && !(node.is_between_turns() && quiet.at.has_chosen);
        let tries_choices = goes_on || (quiet.depth == 0 && choices <= MOST_CHOICES);
        let only_loud = ordered.steps.only_loud;
        for place in 0..ordered.steps.list.len() {
            let Some(ranked) = ordered.pick(place) else { break };
            // A turn that has begun must end, and check must be met; all else can be left out.
            if self.quiet.is_spent() && (best.is_some() || only_loud) {
                break;
            }
            let evasions = best.is_none_or(|best| best.value <= -DECIDED);
            let tried = Tried { choices: tries_choices, evasions };
            if !Self::is_tried(&quiet, &ranked, tried, alpha)
                || self.loses_exchange(node, ordered, &quiet, &ranked, alpha)
            {
                continue;
            }
            let Some(mut next) = self.walker.make(node, &ordered.steps, ranked.number) else {
                continue;
            };
            let is_over = next.is_between_turns();
            let at = At {
                ply: quiet.at.ply + usize::from(is_over),
                calls: quiet.at.calls + 1,
                previous: ranked.index,
                after_null_move: false,
                is_tactical: quiet.at.is_tactical || ranked.is_tactical,
                has_chosen: !ranked.moves && (node.is_between_turns() || quiet.at.has_chosen),
                ..quiet.at
            };
            let found = self
                .descend_quiet(&mut next, Quiet { window: Window { alpha, beta }, at, ..quiet });
            self.walker.recycle(next);
            let Some(found) = if_any_turn(found)? else { continue };
            if best.is_none_or(|best| found.value > best.value) {
                best = Some(found);
            }
            alpha = alpha.max(found.value);
            if alpha >= beta {
                break;
            }
        }
        best.ok_or(NoValue::NoTurn)
    }

    /// Goes on from a step; the value is for the side that made it.
    fn descend_quiet(&mut self, next: &mut Node<'p, S>, quiet: Quiet) -> Outcome {
        let Quiet { window, depth, at, .. } = quiet;
        if !next.is_between_turns() {
            self.count_node(at.ply)?;
            self.try_tactical(next, quiet)
        } else if next.side() == quiet.side {
            self.search_quiet(next, window, depth - 1, at)
        } else {
            Ok(-self.search_quiet(next, -window, depth - 1, at)?)
        }
    }

    /// Returns whether a capture wins nothing in the exchange where something must be won.
    fn loses_exchange(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        quiet: &Quiet,
        ranked: &Ranked,
        alpha: i32,
    ) -> bool {
        let is_tried = quiet.at.is_tactical || !ranked.is_tactical || is_decided(alpha);
        if is_tried || quiet.stand_pat.is_none_or(|value| value + EXCHANGE_MARGIN > alpha) {
            return false;
        }
        let stakes = self.evaluation.stakes.as_deref();
        let aimed = (ranked.aim, ranked.gain);
        ordered.exchange(&mut self.walker, node, aimed, stakes).is_some_and(|won| won <= 0)
    }

    /// Returns whether a step is tried.
    fn is_tried(quiet: &Quiet, ranked: &Ranked, tried: Tried, alpha: i32) -> bool {
        if quiet.at.is_tactical {
            return true;
        }
        let Some(stand_pat) = quiet.stand_pat else {
            // One way out of check is enough, unless another captures.
            return tried.evasions || ranked.is_tactical && !ranked.is_losing();
        };
        if !ranked.is_tactical {
            return !ranked.moves && tried.choices;
        }
        if ranked.is_losing() {
            return false;
        }
        stand_pat + ranked.gain + DELTA_MARGIN > alpha || is_decided(alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_is_allowed_where_captures_do_not_end() {
        let mut budget = QuiescenceBudget::default();
        for _ in 0..20 {
            budget.begin();
            while !budget.is_spent() {
                budget.spend(40);
            }
            budget.end();
        }
        assert_eq!(budget.allowed, LEAST_ALLOWED);
        for _ in 0..2000 {
            budget.begin();
            budget.spend(3);
            budget.end();
        }
        assert_eq!(budget.allowed, MOST_ALLOWED);
    }
}
