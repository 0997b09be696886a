//! How safe royal pieces are: who is near them, and where they can be given check by something that is not lost by it.

use super::activity::{Activity, Seen, owned};
use crate::compile::program::Program;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::play::state::State;
use crate::play::state::sizes::StateSize;

/// The most that danger to royal pieces is worth, in points.
const MOST_DANGER: i32 = 208;

/// The same where pieces can be dropped.
const MOST_DANGER_OF_DROPS: i32 = 500;

/// How many hundredths of the square of the danger count.
const DANGER: i32 = 59;

/// How many tenths a square adds to the danger on which a piece can give check and not be taken. Where pieces can be dropped,
/// this and the next won 58 % of 320 games of crazyhouse and 55 % of 400 of minishogi; elsewhere it made no difference.
const CHECK: i32 = 15;

/// The same for a piece that is dropped.
const DROP_CHECK: i32 = 25;

/// How many such squares count.
const MOST_CHECKS: u32 = 3;

/// The most of one kind of piece in hand that count as attackers.
const MOST_IN_HAND: i32 = 3;

/// For how many codes the squares are kept on which they give check.
const KEPT: usize = 6;

/// Where pieces give check to the royal pieces of a side, as far as somebody has asked.
pub(super) struct CheckSquares<B> {
    royals: B,
    kept: [(u16, B); KEPT],
    count: usize,
}

impl<B: Bitboard> CheckSquares<B> {
    /// Begins with nothing known.
    pub(super) fn of(royals: B) -> Self {
        Self { royals, kept: [(0, B::EMPTY); KEPT], count: 0 }
    }

    /// Returns on which squares a piece gives check; nothing if the square of the royal piece does not decide that.
    #[inline]
    pub(super) fn squares(&mut self, code: u16, (activity, occupied): (&Activity<'_, B>, B)) -> B {
        if let Some((_, squares)) = self.kept[..self.count].iter().find(|(of, _)| *of == code) {
            return *squares;
        }
        let squares = activity.mirror(code).map_or(B::EMPTY, |mirror| {
            let royals = self.royals.members();
            royals.fold(B::EMPTY, |squares, royal| {
                squares | activity.reached(mirror, royal, occupied)
            })
        });
        if self.count < KEPT {
            self.kept[self.count] = (code, squares);
            self.count += 1;
        }
        squares
    }
}

impl<B: Bitboard> Activity<'_, B> {
    /// Returns, for each code, whether pieces of it attack a square from where those of the other side and the same type would
    /// go from there: whether their moves are each other's backwards. Without drops nobody asks.
    pub(super) fn mirrored(&self, program: &Program<B>) -> Vec<bool> {
        let codes = (0..=u16::MAX).take(self.evaluation.codes);
        codes.map(|code| self.drops() && self.is_mirrored(code, program)).collect()
    }

    fn is_mirrored(&self, code: u16, program: &Program<B>) -> bool {
        let Some(other) = other_side(code) else { return false };
        let mut backwards = vec![B::EMPTY; program.squares];
        for from in program.all.members() {
            for to in self.reached(code, from, B::EMPTY).members() {
                backwards[usize::from(to)] |= B::one(from);
            }
        }
        let mut squares = program.all.members();
        squares
            .all(|square| self.reached(other, square, B::EMPTY) == backwards[usize::from(square)])
    }

    /// Returns the code of the pieces that go from a royal piece to where a piece gives check to it.
    fn mirror(&self, code: u16) -> Option<u16> {
        let is_known = self.evaluation.mirrored.get(usize::from(code)) == Some(&true);
        other_side(code).filter(|_| is_known)
    }

    /// Notes where a side can give check by dropping a piece, and counts pieces in hand as attackers too once there are
    /// others: they may be dropped near a royal piece.
    pub(super) fn look_at_hand<S: StateSize<Board = B>>(
        &self,
        state: &State<S>,
        checks: &mut CheckSquares<B>,
        seen: &mut Seen<B>,
    ) {
        let counts = state.hands.as_ref();
        let held = self.hands[seen.side].iter().filter_map(|held| {
            let count = counts.get(held.index).copied().filter(|&count| count > 0)?;
            Some((held, i32::from(count)))
        });
        let empty = !state.occupied();
        let attacks = seen.attackers > 0;
        for (held, count) in held {
            seen.drop_checking |= empty & checks.squares(held.code, (self, state.occupied()));
            if attacks {
                seen.attackers += count;
                seen.danger += count.min(MOST_IN_HAND) * held.force;
            }
        }
    }

    /// Returns what the danger is worth in which a side brings the other's royal pieces.
    pub(super) fn danger(&self, seen: &Seen<B>, other: &Seen<B>) -> i32 {
        let safe = |squares: B| (squares & !other.attacked).count().min(MOST_CHECKS).cast_signed();
        let (checks, drops) = (safe(seen.checking), safe(seen.drop_checking));
        if seen.attackers + checks + drops < 2 {
            return 0;
        }
        let danger = seen.danger + (checks * CHECK + drops * DROP_CHECK) / 10;
        let most = if self.drops() { MOST_DANGER_OF_DROPS } else { MOST_DANGER };
        (danger * danger * DANGER / 100).min(most)
    }
}

/// Returns the code of the pieces of the other side and the same type.
fn other_side(code: u16) -> Option<u16> {
    owned(code).map(|(kind, side)| Layout::code(kind, side.opponent()))
}
