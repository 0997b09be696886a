//! Counts the moves and drops that are listed.

use crate::compile::move_effects::{MoveEffects, TurnStep};
use crate::compile::plan::generators::Generators;
use crate::compile::program::{Set, Who};
use crate::play::execution::continuation::{TURN_ENDS, Work};
use crate::play::execution::moves::PackedMove;
use crate::play::execution::run::Execution;
use crate::play::legal_moves::listing::Listed;
use crate::play::legal_moves::move_list::MoveList;
use crate::play::legality::check_info::{CheckInfo, Verdict};
use crate::play::perft::counter::Perft;
use crate::play::perft::undo::Before;
use crate::play::state::StateSize;

/// What is known in advance of a move or drop.
#[derive(Debug)]
pub struct Tables<'p, B> {
    /// What it does.
    pub move_effects: &'p MoveEffects<B>,
    /// How moves are listed.
    pub generators: &'p Generators<B>,
    /// What holds the piece's square afterwards.
    pub slot: Option<u16>,
    /// The steps of which one comes next, where it is not known to end the turn.
    pub then: &'p [TurnStep<B>],
}

impl<B> Clone for Tables<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Tables<'_, B> {}

impl<'p, B> Tables<'p, B> {
    /// Returns what is known of the moves or drops of a step.
    pub fn of(step: &'p TurnStep<B>, slot: Option<u16>) -> Self {
        Self {
            move_effects: &step.move_effects,
            generators: &step.generators,
            slot,
            then: &step.then,
        }
    }
}

/// Turns in a row that satisfy the same preferences and need not be played to be counted.
#[derive(Debug, Default)]
struct Alike {
    /// Which preferences they satisfy.
    preferred: Option<u64>,
    /// How many there are.
    count: usize,
}

impl<'p, S: StateSize> Perft<'p, S> {
    /// Counts moves.
    pub fn listed_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        pieces: &'p Set<S::Board>,
        tables: Tables<'p, S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
        depth: u32,
    ) -> u64 {
        let mut listed = self.moves.pop().unwrap_or_default();
        listed.clear();
        let pieces = run.known_squares(pieces);
        run.list_last(pieces, (tables.move_effects, tables.generators), check_info, &mut listed);
        let Tables { move_effects, slot, .. } = tables;
        let mut sum = self.decided_turns(run, move_effects, &listed.legal, depth, |run, packed| {
            run.act(move_effects, packed, slot)
        });
        if !listed.is_settled() {
            sum += self.undecided_moves(run, tables, (&listed, check_info), depth);
        }
        self.moves.push(listed);
        sum
    }

    /// Counts listed moves that must be tried.
    pub fn undecided_moves(
        &mut self,
        run: &mut Execution<'p, S>,
        tables: Tables<'p, S::Board>,
        (listed, check_info): (&Listed, Option<&CheckInfo<'p, S>>),
        depth: u32,
    ) -> u64 {
        let Tables { move_effects, slot, .. } = tables;
        let mut sum = self.tried_turns(run, tables, &listed.unverified, depth, |run, packed| {
            run.act(move_effects, packed, slot)
        });
        let others = &listed.others;
        if !others.list.is_empty() {
            let before = Before::of(run);
            let judge = check_info.filter(|_| is_last(run));
            for &made in &others.list {
                let verdict = judge
                    .map_or(Verdict::Unknown, |check_info| check_info.judge(made, move_effects));
                sum += self.last(run, &before, (verdict, depth), |run| {
                    run.make_move(slot, made, others.trail(made));
                });
            }
        }
        sum
    }

    /// Counts listed moves or drops that are known to be legal.
    fn decided_turns(
        &mut self,
        run: &Execution<'p, S>,
        move_effects: &'p MoveEffects<S::Board>,
        listed: &MoveList,
        depth: u32,
        act: impl Fn(&mut Execution<'p, S>, PackedMove) -> bool,
    ) -> u64 {
        // Without preferences, all turns satisfy the same.
        let alike = if self.preference_filter.is_some() { move_effects.preferred } else { Some(0) };
        if let Some(count) = alike.and_then(|same| self.counted(Some(same), listed.len(), depth)) {
            return count;
        }
        let mut sum = 0;
        if alike.is_some() {
            for &packed in listed.iter() {
                sum += self.tried(run, (false, depth), |run| act(run, packed));
            }
            return sum;
        }
        let mut alike = Alike::default();
        for &packed in listed.iter() {
            let preferred = move_effects.list[packed.move_effect()].preferred;
            sum += match self.counted_alike(preferred, &mut alike, depth) {
                Some(count) => count,
                None => self.tried(run, (false, depth), |run| act(run, packed)),
            };
        }
        sum + self.count_alike(&alike, depth)
    }

    /// Counts what follows from listed moves or drops that must be tried, or after which the turn goes on.
    fn tried_turns(
        &mut self,
        run: &Execution<'p, S>,
        tables: Tables<'p, S::Board>,
        listed: &MoveList,
        depth: u32,
        act: impl Fn(&mut Execution<'p, S>, PackedMove) -> bool,
    ) -> u64 {
        let mut sum = 0;
        for &packed in listed.iter() {
            sum += if tables.move_effects.list[packed.move_effect()].partial {
                let sum = self.gone_on(run, tables.then, depth, |run| act(run, packed));
                self.stop_if_many(sum, depth);
                sum
            } else {
                self.tried(run, (true, depth), |run| act(run, packed))
            };
        }
        sum
    }

    /// Adds a turn to those before it that satisfy the same preferences; where it does not, counts these and begins anew.
    /// `None` if it must be played to be counted.
    #[inline]
    fn counted_alike(
        &mut self,
        preferred: Option<u64>,
        alike: &mut Alike,
        depth: u32,
    ) -> Option<u64> {
        if alike.count > 0 && alike.preferred == preferred {
            alike.count += 1;
            return Some(0);
        }
        self.counted(preferred, 0, depth)?;
        let count = self.count_alike(alike, depth);
        *alike = Alike { preferred, count: 1 };
        Some(count)
    }

    /// Counts turns that satisfy the same preferences.
    fn count_alike(&mut self, alike: &Alike, depth: u32) -> u64 {
        self.counted(alike.preferred, alike.count, depth).unwrap_or(0)
    }

    /// Counts drops.
    pub fn listed_drops(
        &mut self,
        run: &mut Execution<'p, S>,
        (hand, types, on): (Who, &'p [u16], &'p Set<S::Board>),
        tables: Tables<'p, S::Board>,
        check_info: Option<&CheckInfo<'p, S>>,
        depth: u32,
    ) -> u64 {
        let Tables { move_effects, slot, .. } = tables;
        let Some(hand) = run.who(hand) else { return 0 };
        let mut listed = self.drops.pop().unwrap_or_default();
        listed.clear();
        run.list_drops(hand, types, on, (move_effects, check_info), &mut listed);
        let act = |run: &mut Execution<'p, S>, packed: PackedMove| {
            let dropped = (hand, u16::from(packed.from()), packed.to());
            run.act_drop((move_effects, packed.number()), slot, dropped)
        };
        let mut sum = self.decided_turns(run, move_effects, &listed.legal, depth, act);
        sum += self.tried_turns(run, tables, &listed.unverified, depth, act);
        for &(kind, to) in &listed.others {
            let before = Before::of(run);
            sum += self.last(run, &before, (Verdict::Unknown, depth), |run| {
                run.make_drop(slot, hand, kind, to);
            });
        }
        self.drops.push(listed);
        sum
    }
}

/// Tells whether nothing but the end of the turn comes after the choice that is asked for.
pub fn is_last<S: StateSize>(run: &Execution<'_, S>) -> bool {
    let over = |work: &Work<'_, S::Board>| matches!(work, Work::Block(statements, index) if *index >= statements.len());
    !run.ending
        && run.next.is_none()
        && matches!(run.continuation.first(), Some(Work::Fire(TURN_ENDS, 0)))
        && run.continuation[1..].iter().all(over)
}
