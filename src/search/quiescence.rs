//! Quiescence: captures and promotions until none is left that matters.

use super::ordering::{Ordered, Ranked};
use super::table::Bound;
use super::tree::{At, Horizon, Tree};
use super::values::{DECIDED, INFINITE, is_decided};
use crate::play::search::Node;
use crate::play::state::sizes::StateSize;

/// The most choices without a move that are looked at where quiescence begins.
const FEW: usize = 12;

/// What a capture may gain besides what it takes, in points.
const CAPTURE: i32 = 226;

/// Where a side stands so many points below what is wanted, or less, a capture must win something in the exchange.
const EVEN: i32 = 108;

/// The depth in the table of positions that were only judged: whatever was searched is worth more.
const JUDGED: i32 = -2;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Quiet {
    side: u8,
    window: (i32, i32),
    /// 0 where quiescence begins, less by one for each turn.
    depth: i32,
    at: At,
    /// What the side has if it does nothing; nothing in check, where all steps are tried.
    stand: Option<i32>,
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Returns the value of a node between turns for the side to move, after captures, as far as the allowance goes.
    pub(super) fn settle(&mut self, node: &mut Node<'p, S>, window: (i32, i32), at: At) -> i32 {
        self.quiet.begin();
        let value = self.quiesce(node, window, 0, at);
        self.quiet.end();
        value
    }

    fn quiesce(
        &mut self,
        node: &mut Node<'p, S>,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        at: At,
    ) -> i32 {
        let key = match self.enter(node, at) {
            Ok(keys) => keys.table,
            Err(value) => return value,
        };
        // What the table knows is on its way meanwhile.
        let in_check = depth > -4 && self.walker.in_check(node).unwrap_or(false);
        let known = self.known(key);
        if let Some(value) = known.and_then(|entry| entry.cut((alpha, beta), 0, at.ply)) {
            return value;
        }
        if !in_check && let Some(value) = self.stuck_without_check(node, at.ply) {
            return value;
        }
        self.quiet.spend(0);
        // In check, nothing can stay as it is.
        let is_spent = self.quiet.is_spent();
        let stand = (!in_check || is_spent).then(|| self.evaluate_known(node, (known, at.ply)));
        let mut value = stand.unwrap_or(-INFINITE);
        if value >= beta || is_spent || (self.horizon == Horizon::AtOnce && !in_check) {
            if known.is_none() && !self.proves() {
                // Positions come again, and to judge them takes longer than to look them up.
                self.table.put(key, (value, Bound::Nothing), (JUDGED, stand), (None, at.ply));
            }
            return value;
        }
        alpha = alpha.max(value);
        let quiet = Quiet {
            side: node.side(),
            window: (alpha, beta),
            depth,
            at: At { key, is_tactical: false, ..at },
            stand,
        };
        self.by_path = false;
        match self.try_tactical(node, quiet) {
            Some(best) => value = value.max(best),
            None if in_check && !self.stopped => value = Self::stuck(node, at.ply),
            None => {}
        }
        if self.stopped {
            return 0;
        }
        let bound = if value >= beta { Bound::Lower } else { Bound::Upper };
        // Where captures were left out, the value may be higher.
        let is_upper = value <= quiet.window.0 && !self.quiet.is_spent();
        if !self.by_path && !self.proves() && (bound == Bound::Lower || is_upper) {
            self.table.put(key, (value, bound), (0, stand), (None, at.ply));
        }
        value
    }

    /// Returns the best value of the steps that matter; `None` if none is legal.
    fn try_tactical(&mut self, node: &mut Node<'p, S>, quiet: Quiet) -> Option<i32> {
        let only_loud = quiet.stand.is_some() && !quiet.at.is_tactical;
        let mut ordered = self.list_steps(node, (None, only_loud));
        self.quiet.spend(ordered.steps.list.len());
        self.rank((node, &mut ordered), quiet.at, true);
        let best = self.try_each(node, &mut ordered, quiet);
        self.spare.push(ordered);
        best
    }

    fn try_each(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        quiet: Quiet,
    ) -> Option<i32> {
        let (mut alpha, beta) = quiet.window;
        let mut best: Option<i32> = None;
        let choices = ordered.ranked.iter().filter(|ranked| !ranked.moves).count();
        let is_only_choice = choices == ordered.ranked.len() && !ordered.steps.leaves_out;
        // A turn that has begun must go on. Where all turns are choices, one is looked at and not one after the other: when
        // pieces are set up, there is no end of them.
        let goes_on = is_only_choice && !(node.is_between_turns() && quiet.at.has_chosen);
        let is_choice = goes_on || (quiet.depth == 0 && choices <= FEW);
        let only_loud = ordered.steps.only_loud;
        for place in 0..ordered.steps.list.len() {
            let Some(ranked) = ordered.pick(place) else { break };
            // A turn that has begun must end, and check must be met; all else can be left out.
            if self.quiet.is_spent() && (best.is_some() || only_loud) {
                break;
            }
            let has_way_out = best.is_some_and(|best| best > -DECIDED);
            if !Self::matters(&quiet, &ranked, (is_choice, has_way_out), alpha)
                || self.is_too_little(node, ordered, (&quiet, &ranked, alpha))
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
                skipped: false,
                is_tactical: quiet.at.is_tactical || ranked.is_tactical,
                has_chosen: !ranked.moves && (node.is_between_turns() || quiet.at.has_chosen),
                ..quiet.at
            };
            let below = Quiet { window: (alpha, beta), at, ..quiet };
            let value = self.after(&mut next, below);
            self.walker.recycle(next);
            if self.stopped {
                return best;
            }
            let Some(value) = value else { continue };
            best = Some(best.map_or(value, |best| best.max(value)));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Goes on from a step; the value is for the side that made it.
    fn after(&mut self, next: &mut Node<'p, S>, quiet: Quiet) -> Option<i32> {
        let (alpha, beta) = quiet.window;
        if !next.is_between_turns() {
            if self.count(quiet.at.ply) {
                return None;
            }
            return self.try_tactical(next, quiet);
        }
        let depth = quiet.depth - 1;
        Some(if next.side() == quiet.side {
            self.quiesce(next, (alpha, beta), depth, quiet.at)
        } else {
            -self.quiesce(next, (-beta, -alpha), depth, quiet.at)
        })
    }

    /// Tells whether a capture wins nothing where something must be won.
    fn is_too_little(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        (quiet, ranked, alpha): (&Quiet, &Ranked, i32),
    ) -> bool {
        let is_tried = quiet.at.is_tactical || !ranked.is_tactical || is_decided(alpha);
        if is_tried || quiet.stand.is_none_or(|stand| stand + EVEN > alpha) {
            return false;
        }
        let stakes = self.evaluation.stakes();
        ordered.exchange(&mut self.walker, node, (ranked, stakes)).is_some_and(|won| won <= 0)
    }

    /// Tells whether a step is tried.
    fn matters(
        quiet: &Quiet,
        ranked: &Ranked,
        (is_choice, has_way_out): (bool, bool),
        alpha: i32,
    ) -> bool {
        if quiet.at.is_tactical {
            return true;
        }
        let Some(stand) = quiet.stand else {
            // One way out of check is enough, unless another captures.
            return !has_way_out || ranked.is_tactical && !ranked.is_losing();
        };
        if !ranked.is_tactical {
            return !ranked.moves && is_choice;
        }
        if ranked.is_losing() {
            return false;
        }
        let hope = stand + ranked.gain + CAPTURE;
        hope > alpha || is_decided(alpha)
    }
}
