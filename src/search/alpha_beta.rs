//! The tree: principal variation search, step by step inside turns.

use super::history::StepIndex;
use super::ordering::{Check, Ordered, Ranked};
use super::pruning::{Outlook, reduction};
use super::situation::Situation;
use super::table::{Bound, Entry};
use super::tree::{At, Tree};
use super::values::{INFINITE, win_in};
use crate::play::search::{Node, StepWord};
use crate::play::state::sizes::StateSize;

/// The least depth at which a node of which no good step is known is searched less deep.
const UNGUIDED: i32 = 5;

/// The least depth at which it is found out whether the step of the table is better than all others by far.
const SINGULAR: i32 = 6;

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
            return self.settle(node, (alpha, beta), at);
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
        // What the table knows is on its way meanwhile.
        let in_check = self.walker.in_check(node).unwrap_or(false);
        let known = self.known(keys.table);
        if let Some(value) = known.and_then(|entry| entry.cut((alpha, beta), depth, at.ply))
            && is_narrow
        {
            return value;
        }
        let mut depth = depth + i32::from(in_check && !at.is_loose);
        // In check, what a side has now says little.
        let evaluation = (!in_check).then(|| self.evaluate_known(node, (known, at.ply)));
        let improves = self.improves(at.ply, evaluation);
        if let Some(evaluation) = evaluation.filter(|_| is_narrow) {
            let evaluation = known.map_or(evaluation, |entry| entry.refine(evaluation, at.ply));
            let path_key = keys.path;
            let outlook = Outlook { path_key, beta, depth, evaluation, improves, at };
            if let Some(value) = self.stands_well(node, outlook) {
                return self.stuck_without_check(node, at.ply).unwrap_or(value);
            }
            if self.stopped {
                return 0;
            }
        }
        let word = known.and_then(|entry| entry.step());
        if word.is_none() && depth >= UNGUIDED {
            depth -= 1;
        }
        let situation = Situation {
            side: node.side(),
            window: (alpha, beta),
            depth,
            at,
            key: keys.table,
            evaluation,
            word,
            in_check,
            improves,
            excluded: None,
            extension: 0,
        };
        self.record.push(keys.path, node.state(), &self.walker);
        let value = self.with_singular(node, situation, known);
        self.record.pop();
        value
    }

    /// Returns the value of a node; the step of the table is searched deeper if it is better than all others by far.
    fn with_singular(
        &mut self,
        node: &mut Node<'p, S>,
        mut situation: Situation,
        known: Option<Entry>,
    ) -> i32 {
        if let Some(near) = self.singular_bound(&situation, known) {
            let others = self.others_than_known(node, &situation, near);
            if self.stopped {
                return 0;
            }
            self.clear_line(situation.at.calls);
            match others {
                Some(best) if best.value >= near => {
                    if near >= situation.window.1 && !situation.is_wide() {
                        // Two steps are too good already.
                        self.by_path = best.by_path;
                        return near;
                    }
                }
                _ => situation.extension = 1,
            }
        }
        self.best_of_steps(node, situation)
    }

    /// Returns what all other steps must be worth less than for the one of the table to be searched deeper; `None` if too
    /// little is known of it.
    fn singular_bound(&self, situation: &Situation, known: Option<Entry>) -> Option<i32> {
        let Situation { depth, at, .. } = *situation;
        let entry = known.filter(|entry| entry.step().is_some())?;
        let goes_deeper = i32::try_from(at.ply).is_ok_and(|ply| ply < 2 * self.depth);
        let is_known = i32::from(entry.depth) >= depth - 3;
        let bound = entry.at_least(at.ply)?;
        (depth >= SINGULAR && goes_deeper && is_known).then_some(bound - 5 * depth / 2)
    }

    /// Tries all steps but the one of the table, to half the depth, to see whether one is worth so much.
    fn others_than_known(
        &mut self,
        node: &mut Node<'p, S>,
        situation: &Situation,
        near: i32,
    ) -> Option<Best> {
        let others = Situation {
            window: (near - 1, near),
            depth: (situation.depth - 1) / 2,
            excluded: situation.word,
            ..*situation
        };
        self.try_steps(node, others)
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
    fn improves(&mut self, ply: usize, evaluation: Option<i32>) -> bool {
        if self.evaluations.len() <= ply {
            self.evaluations.resize(ply + 1, 0);
        }
        let before = ply.checked_sub(2).map(|before| self.evaluations[before]);
        self.evaluations[ply] = evaluation.or(before).unwrap_or(0);
        evaluation.zip(before).is_some_and(|(now, before)| now > before)
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
        let known = self.known(at.key);
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
            evaluation: None,
            word: known.and_then(|entry| entry.step()),
            in_check: false,
            improves: true,
            excluded: None,
            extension: 0,
        };
        let best = self.try_steps(node, situation)?;
        self.remember(&situation, &best);
        Some(best.value)
    }

    /// Keeps what was found in the table.
    fn remember(&mut self, situation: &Situation, best: &Best) {
        self.by_path = best.by_path;
        if self.stopped || self.proves() {
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
        self.table.put(
            situation.key,
            (best.value, bound),
            (situation.depth, situation.evaluation),
            (step, situation.at.ply),
        );
    }

    /// Tries the steps of a node, the most promising first; `None` if there is no legal one.
    fn try_steps(&mut self, node: &mut Node<'p, S>, situation: Situation) -> Option<Best> {
        let mut ordered = self.list_steps(node, (situation.word, false));
        if node.is_between_turns() {
            let steps = (!situation.in_check).then_some(ordered.steps.list.len());
            self.freedom.note((situation.at.ply, situation.side), steps);
        }
        let best = self.try_ordered(node, &mut ordered, situation);
        self.spare.push(ordered);
        best
    }

    fn try_ordered(
        &mut self,
        node: &mut Node<'p, S>,
        ordered: &mut Ordered<'p, S>,
        situation: Situation,
    ) -> Option<Best> {
        let (mut alpha, beta) = situation.window;
        let mut best: Option<Best> = None;
        let mut tried = 0;
        for place in 0..ordered.steps.list.len() {
            let next = self.next_step((node, ordered), place, situation.at);
            let Some(mut ranked) = next else { break };
            let word = ordered.steps.list[ranked.number].word;
            if situation.excluded == Some(word) {
                continue;
            }
            if let Some(best) = &best
                && self.leaves_out((node, ordered), &situation, (&ranked, tried), best.value)
            {
                continue;
            }
            let stakes = self.evaluation.stakes();
            ordered.note_loose(&mut self.walker, node, (&mut ranked, stakes));
            let Some(mut next) = self.walker.make(node, &ordered.steps, ranked.number) else {
                continue;
            };
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
            ordered.note_tried(&ranked);
        }
        best
    }

    fn reward(
        &mut self,
        ordered: &Ordered<'p, S>,
        (word, ranked): (StepWord, &Ranked),
        situation: &Situation,
    ) {
        let good = ranked.is_tactical.then_some((ranked.index, ranked.victim));
        self.history.reward_captures(good, &ordered.tried_captures, situation.depth);
        if good.is_none() {
            let At { ply, previous, .. } = situation.at;
            let step = (word, ranked.index);
            self.history.reward(step, &ordered.tried, (situation.depth, ply, previous));
        }
    }

    /// Returns the value of a step that has been made, for the side that made it; `None` if it is not legal.
    fn try_step(
        &mut self,
        next: &mut Node<'p, S>,
        (alpha, tried): (i32, usize),
        situation: &Situation,
        (word, ranked): (StepWord, &Ranked),
    ) -> Option<i32> {
        let Situation { side, window: (_, beta), at: here, .. } = *situation;
        let at = Self::below(situation, (word, ranked), next.is_between_turns());
        let is_other = next.is_between_turns() && next.side() != side;
        // A node where a good step is expected follows one where none is, and the other way round.
        let expecting =
            |is_cut: bool| At { is_cut: if is_other { is_cut } else { here.is_cut }, ..at };
        let extension = if Some(word) == situation.word { situation.extension } else { 0 };
        let depth = situation.depth + extension;
        if tried == 0 {
            let at = expecting(!situation.is_wide() && !here.is_cut);
            return self.descend(next, (alpha, beta), depth, (side, at));
        }
        let reduced = depth - reduction(situation, ranked, tried);
        let at = expecting(reduced < depth || !here.is_cut);
        let mut value = self.descend(next, (alpha, alpha + 1), reduced, (side, at))?;
        if value > alpha && reduced < depth && !self.stopped {
            let at = expecting(!here.is_cut);
            value = self.descend(next, (alpha, alpha + 1), depth, (side, at))?;
        }
        if value > alpha && value < beta && !self.stopped {
            value = self.descend(next, (alpha, beta), depth, (side, expecting(false)))?;
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
            has_chosen: false,
            is_loose: ranked.check == Check::Loose,
            is_cut: at.is_cut,
        }
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
