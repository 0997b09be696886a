//! What need not be searched, or not as deep: positions that are good enough, steps that come late, lose something or
//! cannot make up for how a side stands.
//!
//! None of it is done where to have no turn might be better than to have one, nor where a game has preferences.

use std::sync::LazyLock;

use super::ordering::{Ordered, Ranked};
use super::situation::Situation;
use super::tree::{At, Tree};
use super::values::{DECIDED, is_decided};
use crate::play::search::Node;
use crate::play::state::sizes::StateSize;

/// The most depth at which a side that stands far better than is wanted need not move.
const SHALLOW: i32 = 7;

/// By how many points for each turn left the value of a position may change, unless something happens.
const DRIFT: i32 = 94;

/// The most depth at which quiet steps are left out.
const QUIET: i32 = 8;

/// The most depth, as reduced, at which steps are left out that cannot make up for how the side stands.
const HOPELESS: i32 = 5;

/// What a quiet step may gain, in points: at once, and with each turn that is left after it.
const HOPE: (i32, i32) = (92, 82);

/// The most depth, as reduced, at which steps are left out that have been bad elsewhere, and how bad.
const BAD: (i32, i32) = (3, -3859);

/// The most depth at which captures are left out that lose something, and how many points they may lose for each turn left.
const LOSING_CAPTURE: (i32, i32) = (6, 97);

/// How many points quiet steps may lose, times the square of the turns that are left after them.
const LOSING_STEP: i32 = 18;

/// So much history makes a reduction one smaller or larger.
const HISTORY: i32 = 7770;

/// By how many hundredths of a step less a side is searched that passes: at once, and for each step of depth.
const PASSING: (i32, i32) = (363, 22);

/// Each so many points that a side is ahead make the search after passing one shallower.
const AHEAD: i32 = 191;

/// So many hundredths of quiet steps are tried near the leaves: at once, and for the square of the depth.
const LATE: (i32, i32) = (352, 122);

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

/// Returns by how much the depth of a step is reduced, in hundredths of turns, before anything is known of it.
fn usual_reduction(depth: i32, tried: usize) -> i32 {
    let depth = usize::try_from(depth).unwrap_or(0).min(TABULATED - 1);
    REDUCTIONS[depth][tried.min(TABULATED - 1)]
}

/// Returns by how much the depth of a turn at the root is reduced: a little less than that of other steps.
pub(super) fn root_reduction(depth: i32, tried: usize) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    (usual_reduction(depth, tried) / 110).clamp(0, depth - 2)
}

/// Returns by how much the depth of a late step is reduced.
pub(super) fn reduction(situation: &Situation, ranked: &Ranked, tried: usize) -> i32 {
    let Situation { depth, at, .. } = *situation;
    let is_loud = ranked.is_tactical && !ranked.is_losing();
    if depth < 3 || tried < 2 || is_loud {
        return 0;
    }
    let more = i32::from(!situation.improves) + i32::from(at.is_cut);
    let history = if ranked.is_losing() { 0 } else { ranked.rank.clamp(-16_000, 16_000) / HISTORY };
    let checks = i32::from(ranked.gives_check()) + 2 * i32::from(situation.in_check);
    let less = i32::from(situation.is_wide()) + history + checks;
    (usual_reduction(depth, tried) / 100 + more - less).clamp(0, depth - 2)
}

/// A node between turns that may need no search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// By which it is found among the positions of the path.
    pub(super) path_key: u64,
    /// What it need not be better than.
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// What it seems to be worth.
    pub(super) evaluation: i32,
    pub(super) improves: bool,
    pub(super) at: At,
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Returns a value if the side to move stands so well that the node need not be searched: by far, or even if it has no
    /// turn.
    pub(super) fn stands_well(&mut self, node: &Node<'p, S>, outlook: Outlook) -> Option<i32> {
        let Outlook { path_key, beta, depth, evaluation, improves, at } = outlook;
        if is_decided(beta) || !self.may_skip || self.proves() {
            return None;
        }
        let margin = DRIFT * (depth - i32::from(improves));
        if depth <= SHALLOW && evaluation - margin >= beta {
            return Some(evaluation);
        }
        if depth < 3
            || at.skipped
            || evaluation < beta
            || !self.evaluation.has_force(node.state(), node.side())
        {
            return None;
        }
        let mut next = self.walker.skip_turn(node);
        if next.side() == node.side() {
            self.walker.recycle(next);
            return None;
        }
        let ahead = ((evaluation - beta) / AHEAD).min(3);
        let left = depth - (PASSING.0 + PASSING.1 * depth) / 100 - ahead;
        let below = At {
            ply: at.ply + 1,
            calls: at.calls + 1,
            previous: 0,
            skipped: true,
            is_loose: false,
            is_cut: !at.is_cut,
            ..at
        };
        self.record.push(path_key, node.state(), &self.walker);
        let value = -self.search(&mut next, (-beta, -beta + 1), left, below);
        self.record.pop();
        self.walker.recycle(next);
        (!self.stopped && value >= beta).then(|| if is_decided(value) { beta } else { value })
    }

    /// Tells whether a step need not be tried, as it is quiet and comes late or cannot make up for how the side stands, or
    /// as it loses something. `best` is the value of a step that was tried before.
    pub(super) fn leaves_out(
        &mut self,
        (node, ordered): (&mut Node<'p, S>, &mut Ordered<'p, S>),
        situation: &Situation,
        (ranked, tried): (&Ranked, usize),
        best: i32,
    ) -> bool {
        let Situation { depth, window: (alpha, _), .. } = *situation;
        // A win may be quiet, and where one is known only a sooner one is better.
        let is_decided = best <= -DECIDED || alpha >= DECIDED;
        let Some(evaluation) = situation.evaluation else { return false };
        if !self.may_skip || self.proves() || is_decided {
            return false;
        }
        if ranked.is_tactical {
            let (deepest, loss) = LOSING_CAPTURE;
            return depth <= deepest && ranked.won < -loss * depth;
        }
        if ranked.gives_check() || tried == 0 || depth > QUIET {
            return false;
        }
        let many = (LATE.0 + LATE.1 * depth * depth) / 100 / if situation.improves { 1 } else { 2 };
        // Where the best line may lie, no step is too late.
        if !situation.is_wide() && tried >= usize::try_from(many).unwrap_or(0) {
            return true;
        }
        let left = (depth - 1 - reduction(situation, ranked, tried)).max(0);
        let is_bad = left < BAD.0 && ranked.rank < BAD.1;
        if is_bad || (left <= HOPELESS && evaluation + HOPE.0 + HOPE.1 * left <= alpha) {
            return true;
        }
        let stakes = self.evaluation.stakes();
        let won = ordered.exposure(&mut self.walker, node, (ranked.aim, stakes));
        won < -LOSING_STEP * left * left
    }
}
