//! What is won or lost when pieces take each other on one square, one after the other.

use super::checks::Aim;
use super::node::Node;
use super::walker::Walker;
use crate::compile::effects::EffectsOf;
use crate::compile::program::Program;
use crate::compile::program::attacks::Attacks;
use crate::compile::program::bitboard::Bitboard;
use crate::ir::{BySide, Event, SideId, SquareIndex};
use crate::play::legality::lookups::reaches_from;
use crate::play::state::sizes::{Row, StateSize};

/// The most captures that are looked at, one after the other.
const MOST_CAPTURES: usize = 24;

/// Returns whether there are attack tables for both sides, and nothing else happens on the board when a piece is captured.
/// Ways of capturing that are in no table, as in passing, are left out of what is reckoned.
pub(crate) fn are_captures_plain<B: Bitboard>(program: &Program<B>) -> bool {
    SideId::ALL.into_iter().all(|side| {
        let tables = &program.facts.attacks[side];
        tables.is_some()
            && !EffectsOf::new(program, side).event(Event::Captured).writes.has_pieces()
    })
}

/// The pieces of each attack group of both sides, in one state.
#[derive(Debug)]
pub(crate) struct Attackers<S: StateSize> {
    groups: BySide<S::Groups>,
    /// Whether they are those of the state in question.
    pub(crate) is_known: bool,
}

impl<S: StateSize> Default for Attackers<S> {
    fn default() -> Self {
        Self { groups: BySide::same(S::Groups::all(S::Board::EMPTY)), is_known: false }
    }
}

impl<'p, S: StateSize> Walker<'p, S> {
    /// Returns what the side to move wins, in the units of `worth`, if a piece goes to a square, takes what stands there, and
    /// both sides take back with the least of their pieces as long as it wins something. Pins count for nothing.
    ///
    /// It means something only where [captures are plain](are_captures_plain). `worth` is by piece code.
    pub(crate) fn exchange(
        &mut self,
        node: &mut Node<'p, S>,
        known: &mut Attackers<S>,
        aim: Aim,
        wins: i32,
        worth: &[i32],
    ) -> i32 {
        if !known.is_known {
            self.find_attackers(node, known);
        }
        let of = |code: u16| worth.get(usize::from(code)).copied().unwrap_or(0);
        let left = aim.from.map_or(S::Board::EMPTY, S::Board::one);
        let mut occupied = (node.state().occupied() & !left) | S::Board::one(aim.to);
        let mut gains = [0; MOST_CAPTURES];
        gains[0] = wins;
        let mut on_square = of(aim.piece);
        let mut side = node.run.own.opponent();
        let mut last = 0;
        while last + 1 < MOST_CAPTURES {
            let Some(attacks) = &self.program.facts.attacks[side] else { break };
            let least =
                least_attacker::<S>(attacks, &known.groups[side], aim.to, occupied, |square| {
                    of(node.state().code(square))
                });
            let Some((square, value)) = least else { break };
            last += 1;
            gains[last] = on_square - gains[last - 1];
            if gains[last].max(-gains[last - 1]) < 0 {
                break;
            }
            on_square = value;
            occupied &= !S::Board::one(square);
            side = side.opponent();
        }
        for place in (1..=last).rev() {
            gains[place - 1] = -gains[place].max(-gains[place - 1]);
        }
        gains[0]
    }

    fn find_attackers(&mut self, node: &mut Node<'p, S>, known: &mut Attackers<S>) {
        for (by, groups) in SideId::ALL.into_iter().zip(&mut known.groups) {
            let Some(attacks) = &self.program.facts.attacks[by] else { continue };
            for (group, attackers) in attacks.groups.iter().zip(groups.as_mut()) {
                *attackers = node.run.attackers(group, by);
            }
        }
        known.is_known = true;
    }
}

/// Returns the piece that is worth least of those that attack a square, and its worth.
fn least_attacker<S: StateSize>(
    attacks: &Attacks<S::Board>,
    groups: &S::Groups,
    to: SquareIndex,
    occupied: S::Board,
    worth: impl Fn(SquareIndex) -> i32,
) -> Option<(SquareIndex, i32)> {
    let count = attacks.groups.len();
    let seen = &attacks.seen[usize::from(to) * count..][..count];
    let mut least: Option<(SquareIndex, i32)> = None;
    for ((number, seen), attackers) in (0..=u16::MAX).zip(seen).zip(groups.as_ref()) {
        for from in (seen.any & *attackers & occupied).members() {
            if from == to {
                continue;
            }
            let value = worth(from);
            let one = S::Board::one(from);
            if least.is_none_or(|(_, least)| value < least)
                && reaches_from(attacks, seen, (number, to), one, occupied)
            {
                least = Some((from, value));
            }
        }
    }
    least
}
