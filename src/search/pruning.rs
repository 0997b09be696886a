//! Pruning and reductions: what need not be searched, or not as deep.
//!
//! Reverse futility and null move prune nodes between turns; late move pruning, history pruning, futility and exchanges prune
//! steps; late moves are reduced. None of it is done where to have no turn might be better than to have one, nor where a game
//! has preferences.

use std::sync::LazyLock;

use super::ordering::{Ordered, Ranked};
use super::outcome::{Found, Outcome, Window};
use super::tree::{At, Situation, Tree};
use super::values::{DECIDED, is_decided};
use crate::play::search::Node;
use crate::play::state::sizes::StateSize;

/// A number that grows with the depth, or its square.
struct Growing {
    base: i32,
    growth: i32,
}

impl Growing {
    const fn at(&self, depth: i32) -> i32 {
        self.base + self.growth * depth
    }
}

/// The most depth of reverse futility pruning.
const REVERSE_FUTILITY_DEPTH: i32 = 7;

/// By how many points for each turn left a side must stand above beta for reverse futility pruning.
const REVERSE_FUTILITY_MARGIN: i32 = 94;

/// The least depth at which the null move is tried.
const NULL_MOVE_DEPTH: i32 = 3;

/// By how many hundredths of a turn the search after a null move is shallower.
const NULL_MOVE_REDUCTION: Growing = Growing { base: 363, growth: 22 };

/// Each so many points above beta make the search after a null move one turn shallower, three at most.
const NULL_MOVE_MARGIN: i32 = 191;

/// The most depth at which quiet steps are pruned.
const QUIET_DEPTH: i32 = 8;

/// The number of quiet steps after which the others are pruned, in hundredths; it grows with the square of the depth.
const LATE_MOVES: Growing = Growing { base: 352, growth: 122 };

/// The most reduced depth of futility pruning.
const FUTILITY_DEPTH: i32 = 5;

/// What a quiet step may gain, in points.
const FUTILITY_MARGIN: Growing = Growing { base: 92, growth: 82 };

/// The reduced depth below which steps with a bad history are pruned.
const HISTORY_DEPTH: i32 = 3;

/// The history below which they are.
const HISTORY_BOUND: i32 = -3859;

/// The most depth at which captures are pruned that lose an exchange.
const CAPTURE_DEPTH: i32 = 6;

/// How many points a capture may lose in the exchange for each turn left.
const CAPTURE_LOSS: i32 = 97;

/// How many points a quiet step may lose in the exchange, times the square of the turns that are left after it.
const QUIET_LOSS: i32 = 18;

/// So much history makes a late move reduction one smaller or larger.
const HISTORY_PER_TURN: i32 = 7770;

/// How many steps and turns of depth the table of reductions is made for.
const TABULATED: usize = 64;

/// By how much the depth is reduced, in hundredths of turns, by the logarithms of the depth and of how many steps have been
/// tried. The products of logarithms are common in chess programs; these factors were found by playing.
static REDUCTIONS: LazyLock<Vec<[i32; TABULATED]>> = LazyLock::new(|| {
    let log = |number: usize| f32::from(u16::try_from(number.max(1)).unwrap_or(u16::MAX)).ln();
    let row =
        |depth| std::array::from_fn(|tried| hundredths(0.56 * log(depth) * log(tried) + 0.14));
    (0..TABULATED).map(row).collect()
});

#[expect(clippy::cast_possible_truncation, reason = "products of logarithms are small")]
fn hundredths(value: f32) -> i32 {
    (100.0 * value) as i32
}

/// Returns by how much the depth of a late move is reduced, in hundredths of turns, before anything is known of it.
fn base_reduction(depth: i32, tried: usize) -> i32 {
    let depth = usize::try_from(depth).unwrap_or(0).min(TABULATED - 1);
    REDUCTIONS[depth][tried.min(TABULATED - 1)]
}

/// Returns by how much the depth of a late turn at the root is reduced: a little less than that of other steps.
pub(super) fn root_reduction(depth: i32, tried: usize) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    (base_reduction(depth, tried) / 110).clamp(0, depth - 2)
}

/// Returns by how much the depth of a late move is reduced.
pub(super) fn late_move_reduction(situation: &Situation, ranked: &Ranked, tried: usize) -> i32 {
    let Situation { depth, at, .. } = *situation;
    let is_good_capture = ranked.is_tactical && !ranked.is_losing();
    if depth < 3 || tried < 2 || is_good_capture {
        return 0;
    }
    let more = i32::from(!situation.improving) + i32::from(at.is_cut);
    let history = ranked.rank.clamp(-16_000, 16_000) / HISTORY_PER_TURN;
    let history = if ranked.is_losing() { 0 } else { history };
    let checks = i32::from(ranked.gives_check()) + 2 * i32::from(situation.in_check);
    let less = i32::from(situation.is_pv()) + history + checks;
    (base_reduction(depth, tried) / 100 + more - less).clamp(0, depth - 2)
}

/// Returns the evaluation if it is so far above beta that the node need not be searched: reverse futility pruning.
fn reverse_futility(situation: &Situation, evaluation: i32) -> Option<i32> {
    let Situation { depth, window, improving, .. } = *situation;
    let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
    (depth <= REVERSE_FUTILITY_DEPTH && evaluation - margin >= window.beta).then_some(evaluation)
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Returns a value of at least beta if a node between turns need not be searched, by reverse futility or null move.
    pub(super) fn prune_node(
        &mut self,
        node: &Node<'p, S>,
        situation: &Situation,
        evaluation: i32,
        path_key: u64,
    ) -> Outcome<Option<Found>> {
        if is_decided(situation.window.beta) || !self.may_prune || self.proves {
            return Ok(None);
        }
        match reverse_futility(situation, evaluation) {
            Some(value) => Ok(Some(Found::on_every_path(value))),
            None => self.null_move(node, situation, evaluation, path_key),
        }
    }

    /// Returns a value of at least beta if a shallower search finds one after a null move, by which the side to move leaves
    /// out its turn.
    fn null_move(
        &mut self,
        node: &Node<'p, S>,
        situation: &Situation,
        evaluation: i32,
        path_key: u64,
    ) -> Outcome<Option<Found>> {
        let Situation { depth, window: Window { beta, .. }, at, .. } = *situation;
        if depth < NULL_MOVE_DEPTH
            || at.after_null_move
            || evaluation < beta
            || !self.evaluation.has_force(node.state(), node.side())
        {
            return Ok(None);
        }
        let mut next = self.walker.make_null_move(node);
        if next.side() == node.side() {
            self.walker.recycle(next);
            return Ok(None);
        }
        let ahead = ((evaluation - beta) / NULL_MOVE_MARGIN).min(3);
        let left = depth - NULL_MOVE_REDUCTION.at(depth) / 100 - ahead;
        let below = At {
            ply: at.ply + 1,
            calls: at.calls + 1,
            previous: 0,
            after_null_move: true,
            is_loose: false,
            is_cut: !at.is_cut,
            ..at
        };
        self.record.push(path_key, node.state(), &self.walker);
        let found = self.search(&mut next, -Window::null(beta - 1), left, below);
        self.record.pop();
        self.walker.recycle(next);
        let Found { value, by_path } = -found?;
        let value = if is_decided(value) && value >= beta { beta } else { value };
        Ok((value >= beta).then_some(Found { value, by_path }))
    }

    /// Returns whether a step is pruned, as it is quiet and comes late or cannot make up for how the side stands, or as it loses
    /// something. `best` is the value of a step that was tried before.
    pub(super) fn prunes_step(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        situation: &Situation,
        ranked: &Ranked,
        tried: usize,
        best: i32,
    ) -> bool {
        let Situation { depth, window: Window { alpha, .. }, .. } = *situation;
        // A win may be quiet, and where one is known only a sooner one is better.
        let is_decided = best <= -DECIDED || alpha >= DECIDED;
        let Some(evaluation) = situation.evaluation else { return false };
        if !self.may_prune || self.proves || is_decided {
            return false;
        }
        if ranked.is_tactical {
            return depth <= CAPTURE_DEPTH && ranked.won < -CAPTURE_LOSS * depth;
        }
        if ranked.gives_check() || tried == 0 || depth > QUIET_DEPTH {
            return false;
        }
        let late = LATE_MOVES.at(depth * depth) / 100 / if situation.improving { 1 } else { 2 };
        // Where the principal variation may lie, no step is too late.
        if !situation.is_pv() && tried >= usize::try_from(late).unwrap_or(0) {
            return true;
        }
        let left = (depth - 1 - late_move_reduction(situation, ranked, tried)).max(0);
        let has_bad_history = left < HISTORY_DEPTH && ranked.rank < HISTORY_BOUND;
        let is_futile = left <= FUTILITY_DEPTH && evaluation + FUTILITY_MARGIN.at(left) <= alpha;
        if has_bad_history || is_futile {
            return true;
        }
        let stakes = self.evaluation.stakes.as_deref();
        let won = ordered.exchange(&mut self.walker, node, (ranked.aim, 0), stakes);
        won.is_some_and(|won| won < -QUIET_LOSS * left * left)
    }
}
