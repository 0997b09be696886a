//! The tree: principal variation search, step by step inside turns.

use super::history::StepIndex;
use super::ordering::{Check, Ordered, Ranked};
use super::outcome::{Found, NoValue, Outcome, Window, if_any_turn};
use super::pruning::late_move_reduction;
use super::table::{Bound, Entry, Stored};
use super::tree::{At, Entered, Situation, Tree};
use super::values::win_in;
use crate::ir::SideId;
use crate::play::search::{Node, StepWord};
use crate::play::state::sizes::StateSize;

/// The least depth at which a node without a step in the table is searched less deep: internal iterative reduction.
const INTERNAL_ITERATIVE_REDUCTION: i32 = 5;

/// The least depth at which it is found out whether the step of the table deserves a singular extension.
const SINGULAR_EXTENSION: i32 = 6;

/// The best step of a node.
struct Best {
    found: Found,
    step: StepWord,
}

impl<'p, S: StateSize> Tree<'_, 'p, S> {
    /// Searches a node between turns; returns its value for the side to move.
    pub(super) fn search(
        &mut self,
        node: &mut Node<'p, S>,
        window: Window,
        depth: i32,
        at: At,
    ) -> Outcome {
        if depth <= 0 {
            return self.quiescence(node, window, at);
        }
        let keys = match self.enter(node, at)? {
            Entered::Open(keys) => keys,
            Entered::Over(found) => return Ok(found),
        };
        // Mate distance pruning: no line can be better than one that ends sooner.
        let (alpha, beta) =
            (window.alpha.max(-win_in(at.ply)), window.beta.min(win_in(at.ply + 1)));
        if alpha >= beta {
            return Ok(Found::on_every_path(alpha));
        }
        let window = Window { alpha, beta };
        // The entry of the table is fetched from memory meanwhile.
        let in_check = self.walker.in_check(node).unwrap_or(false);
        let entry = self.probe_table(keys.table);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(window, depth, at.ply))
            && window.is_null()
        {
            return Ok(Found::on_every_path(value));
        }
        // In check, the static evaluation says little.
        let evaluation = (!in_check).then(|| self.evaluate_or_recall(node, entry, at.ply));
        let mut situation = Situation {
            side: node.side(),
            window,
            depth: depth + i32::from(in_check && !at.is_loose),
            at,
            key: keys.table,
            evaluation,
            table_step: entry.and_then(|entry| entry.step()),
            in_check,
            improving: self.is_improving(at.ply, evaluation),
            excluded: None,
            extension: 0,
        };
        if let Some(evaluation) = evaluation.filter(|_| window.is_null()) {
            let evaluation = entry.map_or(evaluation, |entry| entry.refine(evaluation, at.ply));
            if let Some(found) = self.prune_node(node, &situation, evaluation, keys.path)? {
                let stuck = self.stuck_without_check(node, at.ply);
                return Ok(Found { value: stuck.unwrap_or(found.value), ..found });
            }
        }
        if situation.table_step.is_none() && situation.depth >= INTERNAL_ITERATIVE_REDUCTION {
            situation.depth -= 1;
        }
        self.record.push(keys.path, node.state(), &self.walker);
        let found = self.search_with_singular_extension(node, situation, entry);
        self.record.pop();
        found
    }

    /// Searches the steps of a node, the one of the table deeper if it is better than all others by far.
    fn search_with_singular_extension(
        &mut self,
        node: &mut Node<'p, S>,
        mut situation: Situation,
        entry: Option<Entry>,
    ) -> Outcome {
        if let Some(singular_beta) = self.singular_beta(&situation, entry) {
            // All steps but the one of the table, to half the depth.
            let without = Situation {
                window: Window::null(singular_beta - 1),
                depth: (situation.depth - 1) / 2,
                excluded: situation.table_step,
                ..situation
            };
            let others = self.try_steps(node, without);
            self.clear_line(situation.at.calls);
            match if_any_turn(others)? {
                Some(best) if best.found.value >= singular_beta => {
                    if singular_beta >= situation.window.beta && !situation.is_pv() {
                        // Multi-cut: two steps are too good already.
                        return Ok(Found { value: singular_beta, ..best.found });
                    }
                }
                _ => situation.extension = 1,
            }
        }
        let Some(best) = if_any_turn(self.try_steps(node, situation))? else {
            return Ok(Found::on_every_path(Self::stuck(node, situation.at.ply)));
        };
        self.store(&situation, &best);
        Ok(best.found)
    }

    /// Returns what all other steps must be worth less than for the one of the table to be singular; `None` if too little is
    /// known of it.
    fn singular_beta(&self, situation: &Situation, entry: Option<Entry>) -> Option<i32> {
        let Situation { depth, at, .. } = *situation;
        let entry = entry.filter(|entry| entry.step().is_some())?;
        let goes_deeper = i32::try_from(at.ply).is_ok_and(|ply| ply < 2 * self.depth);
        let is_deep = i32::from(entry.depth) >= depth - 3;
        let bound = entry.at_least(at.ply)?;
        (depth >= SINGULAR_EXTENSION && goes_deeper && is_deep).then_some(bound - 5 * depth / 2)
    }

    /// Returns whether the side to move stands better than one turn of its own ago.
    fn is_improving(&mut self, ply: usize, evaluation: Option<i32>) -> bool {
        if self.evaluations.len() <= ply {
            self.evaluations.resize(ply + 1, 0);
        }
        let before = ply.checked_sub(2).map(|before| self.evaluations[before]);
        self.evaluations[ply] = evaluation.or(before).unwrap_or(0);
        evaluation.zip(before).is_some_and(|(now, before)| now > before)
    }

    /// Searches a node inside a turn; returns its value for the side whose turn it is.
    fn search_inside_turn(
        &mut self,
        node: &mut Node<'p, S>,
        window: Window,
        depth: i32,
        at: At,
    ) -> Outcome {
        self.clear_line(at.calls);
        self.count_node(at.ply)?;
        let entry = self.probe_table(at.key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(window, depth, at.ply))
            && window.is_null()
        {
            return Ok(Found::on_every_path(value));
        }
        let situation = Situation {
            side: node.side(),
            window,
            depth,
            at,
            key: at.key,
            evaluation: None,
            table_step: entry.and_then(|entry| entry.step()),
            in_check: false,
            improving: true,
            excluded: None,
            extension: 0,
        };
        let best = self.try_steps(node, situation)?;
        self.store(&situation, &best);
        Ok(best.found)
    }

    /// Stores what was found in the transposition table.
    fn store(&self, situation: &Situation, best: &Best) {
        if self.proves {
            return;
        }
        let Window { alpha, beta } = situation.window;
        let Found { value, by_path } = best.found;
        let bound = if by_path {
            Bound::Nothing
        } else if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let Situation { depth, evaluation, .. } = *situation;
        let step = (value > alpha).then_some(best.step);
        let stored = Stored { value, bound, depth, evaluation, step };
        self.table.store(situation.key, stored, situation.at.ply);
    }

    /// Tries the steps of a node, the most promising first.
    fn try_steps(&mut self, node: &mut Node<'p, S>, situation: Situation) -> Outcome<Best> {
        let mut ordered = self.list_steps(node, situation.table_step);
        if node.is_between_turns() {
            let steps = (!situation.in_check).then_some(ordered.steps.list.len());
            self.freedom.note(situation.at.ply, situation.side, steps);
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
    ) -> Outcome<Best> {
        let Window { mut alpha, beta } = situation.window;
        let mut best: Option<Best> = None;
        let mut tried = 0;
        for place in 0..ordered.steps.list.len() {
            let next = self.next_step(node, ordered, place, situation.at);
            let Some(mut ranked) = next else { break };
            if situation.excluded == Some(ranked.word) {
                continue;
            }
            if let Some(Best { found, .. }) = &best
                && self.prunes_step(node, ordered, &situation, &ranked, tried, found.value)
            {
                continue;
            }
            let stakes = self.evaluation.stakes.as_deref();
            ordered.note_loose_check(&mut self.walker, node, &mut ranked, stakes);
            let Some(mut next) = self.walker.make(node, &ordered.steps, ranked.number) else {
                continue;
            };
            let found = self.search_step(&mut next, alpha, tried, &situation, &ranked);
            self.walker.recycle(next);
            let Some(found) = if_any_turn(found)? else { continue };
            tried += 1;
            if best.as_ref().is_none_or(|best| found.value > best.found.value) {
                best = Some(Best { found, step: ranked.word });
                if found.value > alpha {
                    alpha = found.value;
                    self.note_line(situation.at.calls, ranked.word);
                }
                if found.value >= beta {
                    self.reward(ordered, &ranked, &situation);
                    break;
                }
            }
            ordered.note_tried(&ranked);
        }
        best.ok_or(NoValue::NoTurn)
    }

    /// Notes in the histories that a step was good, and that those before it were not.
    fn reward(&mut self, ordered: &Ordered<'p, S>, ranked: &Ranked, situation: &Situation) {
        let Situation { depth, at: At { ply, previous, .. }, .. } = *situation;
        let capture = ranked.is_tactical.then_some((ranked.index, ranked.victim));
        self.history.reward_captures(capture, &ordered.tried_captures, depth);
        if capture.is_none() {
            self.history.add_killer(ranked.word, ply);
            self.history.reward(ranked.index, &ordered.tried, depth, previous);
        }
    }

    /// Searches a step that has been made; returns its value for the side that made it.
    fn search_step(
        &mut self,
        next: &mut Node<'p, S>,
        alpha: i32,
        tried: usize,
        situation: &Situation,
        ranked: &Ranked,
    ) -> Outcome {
        let Situation { side, window: Window { beta, .. }, at: here, .. } = *situation;
        let at = Self::below(situation, ranked, next.is_between_turns());
        let is_other = next.is_between_turns() && next.side() != side;
        // A cut node follows a node where all steps are expected to fail low, and the other way round.
        let expecting =
            |is_cut: bool| At { is_cut: if is_other { is_cut } else { here.is_cut }, ..at };
        let is_table_step = Some(ranked.word) == situation.table_step;
        let depth = situation.depth + if is_table_step { situation.extension } else { 0 };
        if tried == 0 {
            let at = expecting(!situation.is_pv() && !here.is_cut);
            return self.descend(next, Window { alpha, beta }, depth, side, at);
        }
        let reduced = depth - late_move_reduction(situation, ranked, tried);
        let at = expecting(reduced < depth || !here.is_cut);
        let mut found = self.descend(next, Window::null(alpha), reduced, side, at)?;
        if found.value > alpha && reduced < depth {
            let at = expecting(!here.is_cut);
            found = self.descend(next, Window::null(alpha), depth, side, at)?;
        }
        if found.value > alpha && found.value < beta {
            found = self.descend(next, Window { alpha, beta }, depth, side, expecting(false))?;
        }
        Ok(found)
    }

    /// Returns where the node after a step is.
    fn below(situation: &Situation, ranked: &Ranked, is_over: bool) -> At {
        let at = situation.at;
        let previous: StepIndex = if ranked.moves { ranked.index } else { at.previous };
        At {
            ply: at.ply + usize::from(is_over),
            calls: at.calls + 1,
            previous: if is_over { ranked.index } else { previous },
            after_null_move: false,
            key: ranked.word.after(situation.key),
            is_tactical: !is_over && (at.is_tactical || ranked.is_tactical),
            has_chosen: false,
            is_loose: ranked.check == Check::Loose,
            is_cut: at.is_cut,
        }
    }

    /// Searches the node after a step or a turn; returns its value for the side that made it.
    pub(super) fn descend(
        &mut self,
        next: &mut Node<'p, S>,
        window: Window,
        depth: i32,
        side: SideId,
        at: At,
    ) -> Outcome {
        if !next.is_between_turns() {
            self.search_inside_turn(next, window, depth, at)
        } else if next.side() == side {
            self.search(next, window, depth - 1, at)
        } else {
            Ok(-self.search(next, -window, depth - 1, at)?)
        }
    }
}
