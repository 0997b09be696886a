//! The tree: principal variation search, step by step inside turns.

use super::history::StepIndex;
use super::ordering::{Ordered, Ranked};
use super::table::Bound;
use super::tree::{At, Tree};
use super::values::{DECIDED, INFINITE, is_decided, win_in};
use crate::play::search::{Node, StepWord};
use crate::play::state::sizes::StateSize;

/// The most depth at which quiet steps are left out because they are late or the side stands too badly.
const SHALLOW: i32 = 7;

/// What is known of a node before its steps are tried.
#[derive(Clone, Copy, Debug)]
struct Situation {
    /// The side whose turn it is.
    side: u8,
    window: (i32, i32),
    depth: i32,
    at: At,
    key: u64,
    /// What the evaluation says; worth nothing in check or inside a turn.
    evaluation: i32,
    /// The step of the table.
    word: Option<StepWord>,
    /// Whether quiet steps may be left out.
    may_leave_out: bool,
    in_check: bool,
    /// Whether the side stands better than one turn of its own ago.
    improves: bool,
}

/// What was found.
struct Best {
    value: i32,
    step: Option<StepWord>,
    by_path: bool,
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Returns the value of a node between turns for the side to move.
    pub(super) fn search(
        &mut self,
        node: &mut Node<'p, S>,
        (alpha, beta): (i32, i32),
        depth: i32,
        at: At,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce(node, (alpha, beta), 0, at);
        }
        let keys = match self.enter(node, at) {
            Ok(keys) => keys,
            Err(value) => return value,
        };
        // No line can be better than one that ends sooner.
        let (alpha, beta) = (alpha.max(-win_in(at.ply)), beta.min(win_in(at.ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let is_narrow = beta - alpha == 1;
        let known = self.memory.table.get(keys.table);
        if let Some(value) = known.and_then(|entry| entry.cut((alpha, beta), depth, at.ply))
            && is_narrow
        {
            return value;
        }
        let in_check = self.walker.in_check(node).unwrap_or(false);
        let mut depth = depth + i32::from(in_check);
        let evaluation =
            known.map_or_else(|| self.evaluate(node), |entry| i32::from(entry.evaluation));
        let improves = self.improves(at.ply, evaluation, in_check);
        if is_narrow
            && !in_check
            && let Some(value) =
                self.stands_well(node, (keys.path, beta), (depth, evaluation, improves), at)
        {
            return value;
        }
        if known.is_none() && depth >= 5 {
            depth -= 1;
        }
        let word = known.map(|entry| entry.word);
        let situation = Situation {
            side: node.side(),
            window: (alpha, beta),
            depth,
            at,
            key: keys.table,
            evaluation,
            word,
            may_leave_out: is_narrow && !in_check,
            in_check,
            improves,
        };
        self.record.push(keys.path);
        let value = self.best_of_steps(node, situation);
        self.record.pop();
        value
    }

    /// Returns the value of the best of the steps that can come next, and remembers it.
    fn best_of_steps(&mut self, node: &mut Node<'p, S>, situation: Situation) -> i32 {
        let Some(best) = self.try_steps(node, situation) else {
            self.by_path = false;
            return if self.stopped { 0 } else { Self::stuck(node, situation.at.ply) };
        };
        self.remember(&situation, &best);
        best.value
    }

    /// Tells whether the side to move stands better than one turn of its own ago.
    fn improves(&mut self, ply: usize, evaluation: i32, in_check: bool) -> bool {
        if self.evaluations.len() <= ply {
            self.evaluations.resize(ply + 1, 0);
        }
        self.evaluations[ply] = evaluation;
        !in_check && ply >= 2 && evaluation > self.evaluations[ply - 2]
    }

    /// Returns a value if the side to move stands so well that the node need not be searched.
    fn stands_well(
        &mut self,
        node: &Node<'p, S>,
        (path_key, beta): (u64, i32),
        (depth, evaluation, improves): (i32, i32, bool),
        at: At,
    ) -> Option<i32> {
        if is_decided(beta) || !self.may_skip {
            return None;
        }
        let margin = self.evaluation.unit() * (depth - i32::from(improves));
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
        let ahead = ((evaluation - beta) / (2 * self.evaluation.unit())).min(3);
        let left = depth - 4 - depth / 4 - ahead;
        let below = At { ply: at.ply + 1, calls: at.calls + 1, previous: 0, skipped: true, ..at };
        self.record.push(path_key);
        let value = -self.search(&mut next, (-beta, -beta + 1), left, below);
        self.record.pop();
        self.walker.recycle(next);
        (!self.stopped && value >= beta).then(|| if is_decided(value) { beta } else { value })
    }

    /// Returns the value of a node inside a turn for the side whose turn it is; `None` if no legal turn goes on from it.
    fn inside(
        &mut self,
        node: &mut Node<'p, S>,
        (alpha, beta): (i32, i32),
        depth: i32,
        at: At,
    ) -> Option<i32> {
        self.clear_line(at.calls);
        if self.count(at.ply) {
            return None;
        }
        let known = self.memory.table.get(at.key);
        if let Some(value) = known.and_then(|entry| entry.cut((alpha, beta), depth, at.ply))
            && beta - alpha == 1
        {
            self.by_path = false;
            return Some(value);
        }
        let situation = Situation {
            side: node.side(),
            window: (alpha, beta),
            depth,
            at,
            key: at.key,
            evaluation: 0,
            word: known.map(|entry| entry.word),
            may_leave_out: false,
            in_check: false,
            improves: true,
        };
        let best = self.try_steps(node, situation)?;
        self.remember(&situation, &best);
        Some(best.value)
    }

    /// Keeps what was found in the table.
    fn remember(&mut self, situation: &Situation, best: &Best) {
        self.by_path = best.by_path;
        if self.stopped {
            return;
        }
        let (alpha, beta) = situation.window;
        let bound = if best.by_path {
            Bound::Nothing
        } else if best.value >= beta {
            Bound::Lower
        } else if best.value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let step = best.step.filter(|_| best.value > alpha);
        self.memory.table.put(
            situation.key,
            (best.value, bound),
            (situation.depth, situation.evaluation),
            (step, situation.at.ply),
        );
    }

    /// Tries the steps of a node, the most promising first; `None` if there is no legal one.
    fn try_steps(&mut self, node: &mut Node<'p, S>, situation: Situation) -> Option<Best> {
        let mut ordered = self.ranked_steps(node, (situation.word, false), situation.at);
        let best = self.try_ordered(node, &mut ordered, situation);
        self.spare.push(ordered);
        best
    }

    fn try_ordered(
        &mut self,
        node: &Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        situation: Situation,
    ) -> Option<Best> {
        let (mut alpha, beta) = situation.window;
        let mut best: Option<Best> = None;
        let mut tried = 0;
        for place in 0..ordered.steps.list.len() {
            let Some(ranked) = ordered.pick(place) else { break };
            if let Some(best) = &best
                && self.leaves_out(&situation, (&ranked, tried), best.value)
            {
                continue;
            }
            let Some(mut next) = self.walker.make(node, &ordered.steps, ranked.number) else {
                continue;
            };
            let word = ordered.steps.list[ranked.number].word;
            let value = self.try_step(&mut next, (alpha, tried), &situation, (word, &ranked));
            self.walker.recycle(next);
            if self.stopped {
                return best;
            }
            let Some(value) = value else { continue };
            tried += 1;
            if best.as_ref().is_none_or(|best| value > best.value) {
                best = Some(Best { value, step: Some(word), by_path: self.by_path });
                if value > alpha {
                    alpha = value;
                    self.note_line(situation.at.calls, word);
                }
                if value >= beta {
                    self.reward(ordered, (word, &ranked), &situation);
                    break;
                }
            }
            if !ranked.is_tactical && ordered.tried.len() < 64 {
                ordered.tried.push(ranked.index);
            }
        }
        best
    }

    fn reward(
        &mut self,
        ordered: &Ordered<'p, S>,
        (word, ranked): (StepWord, &Ranked),
        situation: &Situation,
    ) {
        if !ranked.is_tactical {
            let At { ply, previous, .. } = situation.at;
            let step = (word, ranked.index);
            self.memory.history.reward(step, &ordered.tried, (situation.depth, ply, previous));
        }
    }

    /// Tells whether a step need not be tried, as it is quiet and comes late or cannot make up for how the side stands.
    fn leaves_out(
        &self,
        situation: &Situation,
        (ranked, tried): (&Ranked, usize),
        best: i32,
    ) -> bool {
        let Situation { depth, window: (alpha, _), .. } = *situation;
        if !situation.may_leave_out
            || !self.may_skip
            || ranked.is_tactical
            || depth > SHALLOW
            || best <= -DECIDED
        {
            return false;
        }
        let many = 4 + depth * depth / if situation.improves { 1 } else { 2 };
        if tried >= usize::try_from(many).unwrap_or(0) {
            return true;
        }
        let margin = self.evaluation.unit() * (depth + 1);
        situation.evaluation + margin <= alpha && tried > 0
    }

    /// Returns the value of a step that has been made, for the side that made it; `None` if it is not legal.
    fn try_step(
        &mut self,
        next: &mut Node<'p, S>,
        (alpha, tried): (i32, usize),
        situation: &Situation,
        (word, ranked): (StepWord, &Ranked),
    ) -> Option<i32> {
        let beta = situation.window.1;
        let at = Self::below(situation, (word, ranked), next.is_between_turns());
        let (side, depth) = (situation.side, situation.depth);
        if tried == 0 {
            return self.descend(next, (alpha, beta), depth, (side, at));
        }
        let reduced = depth - Self::reduction(situation, ranked, tried);
        let mut value = self.descend(next, (alpha, alpha + 1), reduced, (side, at))?;
        if value > alpha && reduced < depth {
            value = self.descend(next, (alpha, alpha + 1), depth, (side, at))?;
        }
        if value > alpha && value < beta {
            value = self.descend(next, (alpha, beta), depth, (side, at))?;
        }
        Some(value)
    }

    /// Returns where the node after a step is.
    fn below(situation: &Situation, (word, ranked): (StepWord, &Ranked), is_over: bool) -> At {
        let at = situation.at;
        let previous: StepIndex = if ranked.moves { ranked.index } else { at.previous };
        At {
            ply: at.ply + usize::from(is_over),
            calls: at.calls + 1,
            previous: if is_over { ranked.index } else { previous },
            skipped: false,
            key: word.after(situation.key),
            is_tactical: !is_over && (at.is_tactical || ranked.is_tactical),
        }
    }

    /// Returns by how much the depth of a late step is reduced.
    fn reduction(situation: &Situation, ranked: &Ranked, tried: usize) -> i32 {
        let depth = situation.depth;
        if depth < 3 || tried < 3 || situation.in_check || (ranked.is_tactical && !ranked.is_losing)
        {
            return 0;
        }
        let late = i32::try_from(tried.ilog2()).unwrap_or(0);
        let deep = i32::try_from(depth.ilog2()).unwrap_or(0);
        let wide = i32::from(situation.window.1 - situation.window.0 > 1);
        let history = if ranked.is_losing { 0 } else { ranked.rank.clamp(-16_000, 16_000) / 8000 };
        let reduction = (late * deep + 1) / 3 + i32::from(!situation.improves) - wide - history;
        reduction.clamp(0, depth - 2)
    }

    /// Goes on from a step; the value is for the side that made it.
    fn descend(
        &mut self,
        next: &mut Node<'p, S>,
        (alpha, beta): (i32, i32),
        depth: i32,
        (side, at): (u8, At),
    ) -> Option<i32> {
        if !next.is_between_turns() {
            return self.inside(next, (alpha, beta), depth, at);
        }
        Some(if next.side() == side {
            self.search(next, (alpha, beta), depth - 1, at)
        } else {
            -self.search(next, (-beta, -alpha), depth - 1, at)
        })
    }

    /// Returns the value of a turn at the root for the side that made it.
    pub(super) fn search_turn(
        &mut self,
        next: &mut Node<'p, S>,
        window: (i32, i32),
        depth: i32,
        (side, at): (u8, At),
    ) -> i32 {
        self.descend(next, window, depth, (side, at)).unwrap_or(-INFINITE)
    }
}
