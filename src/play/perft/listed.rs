//! Counts listed moves and drops.

use crate::compile::program::Set;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_effects::MoveEffects;
use crate::ir::{Event, SideId, SlotId};
use crate::play::execution::continuation::Task;
use crate::play::execution::moves::{Move, Moves, PackedMove};
use crate::play::execution::run::Execution;
use crate::play::legal_moves::listing::MoveLists;
use crate::play::legal_moves::move_list::MoveList;
use crate::play::legality::check_info::{CheckInfo, Verdict};
use crate::play::perft::counter::Perft;
use crate::play::plan::walk::StepTables;
use crate::play::state::sizes::StateSize;

/// Successive turns that satisfy the same preferences and are counted without being played.
#[derive(Debug, Default)]
struct SameRank {
    /// The preferences that they satisfy.
    preferred: Option<u64>,
    /// Their number.
    count: usize,
}

impl<'p, S: StateSize> Perft<'p, S> {
    /// Lists all moves of the pieces on some squares, and counts what follows from them.
    pub(crate) fn count_all_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        pieces: &'p Set<S::Board>,
        tables: StepTables<'p, S::Board>,
        depth: u32,
    ) -> u64 {
        let mut lazy = self.pool.lazy_check_info();
        let check_info = lazy.get(run);
        let pieces = run.board_or_squares(pieces);
        let listed = self.pool.list_moves(run, (pieces, !S::Board::EMPTY), tables, check_info);
        let sum = self.count_moves(run, tables, &listed, check_info, depth);
        self.pool.reuse_moves(listed);
        self.pool.reuse_check_info(lazy);
        sum
    }

    /// Counts listed moves, and what follows from them.
    #[inline]
    pub(crate) fn count_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        listed: &MoveLists,
        check_info: Option<&CheckInfo<'p, S>>,
        depth: u32,
    ) -> u64 {
        let StepTables { move_effects, slot, .. } = tables;
        let mut sum = self.count_legal(run, move_effects, &listed.legal, depth, |run, packed| {
            run.make_known_move(move_effects, packed, slot)
        });
        if !listed.all_are_legal() {
            sum += self.count_unverified_moves(run, tables, listed, check_info, depth);
        }
        sum
    }

    /// Counts moves that must be played to find out whether they are legal.
    pub(crate) fn count_unverified_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        listed: &MoveLists,
        check_info: Option<&CheckInfo<'p, S>>,
        depth: u32,
    ) -> u64 {
        let StepTables { move_effects, slot, .. } = tables;
        let mut sum =
            self.count_unverified(run, tables, &listed.unverified, depth, |run, packed| {
                run.make_known_move(move_effects, packed, slot)
            });
        if !listed.others.list.is_empty() {
            let check_info = check_info.filter(|_| is_final_choice(run));
            let judge = check_info.map(|check_info| (check_info, move_effects));
            sum += self.count_other_moves(run, &listed.others, slot, judge, depth);
        }
        sum
    }

    /// Counts moves whose effects are not known in advance; with check information, some need not be played.
    pub(crate) fn count_other_moves(
        &mut self,
        run: &Execution<'p, S>,
        moves: &Moves,
        slot: Option<SlotId>,
        judge: Option<(&CheckInfo<'p, S>, &MoveEffects<S::Board>)>,
        depth: u32,
    ) -> u64 {
        let mut sum = 0;
        for &made in &moves.list {
            let verdict =
                judge.map_or(Verdict::Unknown, |(info, effects)| info.judge(made, effects));
            sum += self.count_final(run, verdict, depth, |run| {
                run.make_move(slot, made, moves.path(made));
            });
        }
        sum
    }

    /// Counts moves or drops that are known to be legal.
    #[inline]
    fn count_legal(
        &mut self,
        run: &Execution<'p, S>,
        move_effects: &'p MoveEffects<S::Board>,
        listed: &MoveList,
        depth: u32,
        act: impl Fn(&mut Execution<'p, S>, PackedMove) -> bool,
    ) -> u64 {
        // Without preferences, all turns are equal.
        let preferred_by_all = match &self.preference_filter {
            Some(filter) if !filter.numbers_turns() => move_effects.preferred,
            Some(_) | None => Some(0),
        };
        if let Some(count) =
            preferred_by_all.and_then(|same| self.count_unplayed(Some(same), listed.len(), depth))
        {
            return count;
        }
        let mut sum = 0;
        if preferred_by_all.is_some() {
            for &packed in listed.iter() {
                sum += self.try_turn(run, Verdict::Legal, depth, |run| act(run, packed));
            }
            return sum;
        }
        let mut same_rank = SameRank::default();
        for &packed in listed.iter() {
            let preferred = move_effects.list[packed.move_effect()].preferred;
            sum += match self.count_same_rank(preferred, &mut same_rank, depth) {
                Some(count) => count,
                None => self.try_turn(run, Verdict::Legal, depth, |run| act(run, packed)),
            };
        }
        sum + self.flush_same_rank(&same_rank, depth)
    }

    /// Counts moves or drops that must be played to find out, or after which the turn goes on.
    fn count_unverified(
        &mut self,
        run: &Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        listed: &MoveList,
        depth: u32,
        act: impl Fn(&mut Execution<'p, S>, PackedMove) -> bool,
    ) -> u64 {
        let mut sum = 0;
        for &packed in listed.iter() {
            sum += if tables.move_effects.list[packed.move_effect()].partial {
                let sum = self.count_after_step(run, tables.then, depth, |run| act(run, packed));
                self.stop_if_many(sum, depth);
                sum
            } else {
                self.try_turn(run, Verdict::Unknown, depth, |run| act(run, packed))
            };
        }
        sum
    }

    /// Adds a turn to its predecessors if it satisfies the same preferences; otherwise counts these and starts anew with it.
    /// `None` if it must be played.
    #[inline]
    fn count_same_rank(
        &mut self,
        preferred: Option<u64>,
        same_rank: &mut SameRank,
        depth: u32,
    ) -> Option<u64> {
        if same_rank.count > 0 && same_rank.preferred == preferred {
            same_rank.count += 1;
            return Some(0);
        }
        self.count_unplayed(preferred, 0, depth)?;
        let count = self.flush_same_rank(same_rank, depth);
        *same_rank = SameRank { preferred, count: 1 };
        Some(count)
    }

    /// Counts successive turns that satisfy the same preferences.
    fn flush_same_rank(&mut self, same_rank: &SameRank, depth: u32) -> u64 {
        self.count_unplayed(same_rank.preferred, same_rank.count, depth).unwrap_or(0)
    }

    /// Counts listed drops from a hand, and what follows from them.
    pub(crate) fn count_drops(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: StepTables<'p, S::Board>,
        hand: SideId,
        listed: &MoveLists,
        depth: u32,
    ) -> u64 {
        let StepTables { move_effects, slot, .. } = tables;
        let act = |run: &mut Execution<'p, S>, packed: PackedMove| {
            let effect = &move_effects.list[packed.move_effect()];
            run.make_known_drop(effect, slot, hand, packed)
        };
        let mut sum = self.count_legal(run, move_effects, &listed.legal, depth, act);
        sum += self.count_unverified(run, tables, &listed.unverified, depth, act);
        for &Move { from: kind, to, .. } in &listed.others.list {
            sum += self.count_final(run, Verdict::Unknown, depth, |run| {
                run.make_drop(slot, hand, kind, to);
            });
        }
        sum
    }
}

/// Returns whether nothing but the end of the turn comes after the present choice.
pub(crate) fn is_final_choice<S: StateSize>(run: &Execution<'_, S>) -> bool {
    let over = |work: &Task<'_, S::Board>| matches!(work, Task::Block(statements, index) if *index >= statements.len());
    !run.ending
        && run.turn.next.is_none()
        && matches!(run.continuation.first(), Some(Task::Fire(Event::TurnEnds, 0)))
        && run.continuation[1..].iter().all(over)
}
