//! Which of the moves that end a turn are legal, from check information.

use crate::compile::move_effects::{Change, EffectTable, MoveEffects};
use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::moves::{CAPTURES, Move, SWAPS};
use crate::play::legality::check_info::{CheckInfo, Classified, Verdict};
use crate::play::legality::lookups::spared;
use crate::play::state::StateSize;

impl<B: Bitboard> Classified<B> {
    /// Sorts some of the legal ones again, one by one.
    #[inline]
    fn with(mut self, one_by_one: B, judge: impl Fn(u8) -> Verdict) -> Self {
        for to in one_by_one.members() {
            let verdict = judge(to);
            if verdict != Verdict::Legal {
                self.legal &= !B::one(to);
            }
            if verdict == Verdict::Unknown {
                self.unverified |= B::one(to);
            }
        }
        self
    }
}

impl<'p, S: StateSize> CheckInfo<'p, S> {
    /// Sorts the moves of one way and landing from a square of a class.
    #[inline]
    pub fn classify(
        &self,
        from: u8,
        ends: S::Board,
        (table, class): (&EffectTable<S::Board>, usize),
        landing: u8,
    ) -> Classified<S::Board> {
        let along = table.along;
        let mut decided = ends & table.attack_preserving[class];
        if landing == CAPTURES {
            decided &= !self.victims;
        }
        let mut classified = Classified { legal: decided, unverified: ends & !decided };
        let Some(attacks) = self.attacks.filter(|_| decided.any()) else { return classified };
        if landing == SWAPS && along.is_some() {
            return Classified { legal: S::Board::EMPTY, unverified: ends };
        }
        let left = S::Board::one(from);
        if let Some(along) = along {
            let judge = |to| self.judge_along(table, from, to, along);
            return classified.with(decided, judge);
        }
        if landing == SWAPS {
            return classified.with(decided, |to| self.judge_swap(table, from, to));
        }
        let is_royal = self.royals.meets(left);
        if left == self.royals && table.undecided.is_empty() {
            // The only royal piece is judged by nothing but where it goes.
            if decided.rest().rest().is_empty() {
                return classified.with(decided, |to| {
                    if self.would_be_hit(attacks, to) { self.refusal() } else { Verdict::Legal }
                });
            }
            // Many squares are judged faster together.
            classified.legal = self.spared(left, decided);
            let (judged, hit) = self.judged.get();
            self.judged.set((judged | decided, hit | (decided & !classified.legal)));
            if !self.legality.certain {
                classified.unverified |= decided & !classified.legal;
            }
            return classified;
        }
        let mut one_by_one = S::Board::EMPTY;
        if is_royal || !table.undecided.is_empty() || self.found.pinned.meets(left) {
            one_by_one = decided;
        } else if self.found.checked {
            if !self.found.evaders.meets(left) {
                let useless = decided & !self.found.check_mask;
                classified.legal &= !useless;
                if !self.legality.certain {
                    classified.unverified |= useless;
                }
            }
            one_by_one = classified.legal;
        } else if self.found.exposing.any() {
            one_by_one = decided & self.found.exposing;
        }
        classified.with(one_by_one, |to| self.judge_square(table, Some(from), to))
    }

    /// Sorts the drops of one type, as [`sort`](Self::sort) does moves.
    pub fn classify_drops(
        &self,
        ends: S::Board,
        table: &EffectTable<S::Board>,
    ) -> Classified<S::Board> {
        let decided = ends & table.attack_preserving[0];
        let mut classified = Classified { legal: decided, unverified: ends & !decided };
        if self.attacks.is_none() || decided.is_empty() {
            return classified;
        }
        let mut one_by_one = decided & self.found.exposing;
        if !table.undecided.is_empty() {
            one_by_one = decided;
        } else if self.found.checked {
            let useless = decided & !self.found.check_mask;
            classified.legal &= !useless;
            if !self.legality.certain {
                classified.unverified |= useless;
            }
            one_by_one = classified.legal;
        }
        classified.with(one_by_one, |to| self.judge_square(table, None, to))
    }

    /// Sorts the squares that can be chosen by choices of which it is known what they change.
    pub fn classify_choices(&self, change: Change, squares: S::Board) -> Classified<S::Board> {
        let none = S::Board::EMPTY;
        let (standing, leaving) = match change {
            Change::Leaves => (none, squares),
            _ => (squares, none),
        };
        let mut classified = Classified { legal: none, unverified: none };
        match self.judge_standing() {
            Verdict::Legal => {
                let undecided = leaving & (self.found.pinned | self.royals);
                classified.legal = standing | (leaving & !undecided);
                classified.unverified = undecided;
            }
            Verdict::Illegal => {
                classified.unverified = leaving & (self.found.evaders | self.royals)
            }
            Verdict::Unknown => classified.unverified = squares,
        }
        classified
    }

    /// Tells what can be told of a turn that leaves the board as it is.
    pub fn judge_standing(&self) -> Verdict {
        if self.found.checked { self.refusal() } else { Verdict::Legal }
    }

    /// Tells what can be told of a move that ends the turn, of which it is known what it does then.
    #[inline]
    pub fn judge(&self, made: Move, move_effects: &MoveEffects<S::Board>) -> Verdict {
        let Some(table) = move_effects.moves_of(made.way, made.landing) else {
            return Verdict::Unknown;
        };
        let class =
            move_effects.class_of.get(usize::from(made.from)).copied().map_or(0, usize::from);
        let (_, count) = table.move_effects[table.index(class, made.to)];
        if !table.attack_preserving[class].has(made.to) || count != 1 {
            return Verdict::Unknown;
        }
        if made.landing == CAPTURES && self.victims.has(made.to) {
            return Verdict::Unknown;
        }
        if self.legality.royal.is_none() {
            return Verdict::Legal;
        }
        if made.trail > 0 || made.landing == SWAPS || table.along.is_some() {
            return Verdict::Unknown;
        }
        self.judge_square(table, Some(made.from), made.to)
    }

    #[inline]
    fn judge_square(&self, table: &EffectTable<S::Board>, from: Option<u8>, to: u8) -> Verdict {
        let entered = S::Board::one(to);
        let left = from.map_or(S::Board::EMPTY, S::Board::one);
        let royals = self.royals_after(left, entered);
        if table.is_undecided(to, royals) {
            return Verdict::Unknown;
        }
        if !self.royals.meets(left) {
            if self.found.checked {
                if !self.found.check_mask.meets(entered) && !self.found.evaders.meets(left) {
                    return self.refusal();
                }
            } else if !self.found.pinned.meets(left) && !self.found.exposing.meets(entered) {
                return Verdict::Legal;
            }
        }
        self.judge_attacks(royals, entered, (self.occupied & !left) | entered)
    }

    /// Tells what can be told of a move with which another piece goes elsewhere.
    fn judge_along(
        &self,
        table: &EffectTable<S::Board>,
        from: u8,
        to: u8,
        (gone, come): (u8, u8),
    ) -> Verdict {
        let (left, entered) = (S::Board::one(from), S::Board::one(to));
        let (gone, come) = (S::Board::one(gone), S::Board::one(come));
        let royals = self.royals_after(left, entered);
        let after = (self.occupied & !left) | entered;
        // Only a piece of the side's own goes, and to an empty square.
        let goes = gone.meets(after) && !gone.meets(self.enemies | royals) && !come.meets(after);
        if !goes || table.is_undecided(to, royals) {
            return Verdict::Unknown;
        }
        self.judge_attacks(royals, entered, (after & !gone) | come)
    }

    /// Tells what can be told of a move that changes places with another piece.
    fn judge_swap(&self, table: &EffectTable<S::Board>, from: u8, to: u8) -> Verdict {
        let (left, entered) = (S::Board::one(from), S::Board::one(to));
        let mut royals = self.royals_after(left, entered);
        if self.royals.meets(entered) {
            royals |= left;
        }
        // Whom it changes places with, if anybody, is one of the side's own pieces.
        let others = self.enemies.meets(left | entered) || !self.occupied.meets(entered);
        if others || table.is_undecided(to, royals) {
            return Verdict::Unknown;
        }
        self.judge_attacks(royals, S::Board::EMPTY, self.occupied)
    }

    /// Returns where the royal pieces stand after a move.
    #[inline]
    fn royals_after(&self, left: S::Board, entered: S::Board) -> S::Board {
        let royals = self.royals & !(left | entered);
        if self.royals.meets(left) { royals | entered } else { royals }
    }

    /// Returns those of some squares on which the royal piece from a square would not be attacked.
    #[inline]
    fn spared(&self, left: S::Board, squares: S::Board) -> S::Board {
        let (Some(attacks), Some(forward_attacks)) = (self.attacks, &self.legality.forward_attacks)
        else {
            return squares;
        };
        let groups = self.groups[..self.count].iter().zip(self.attackers.as_ref());
        spared((attacks, forward_attacks), groups, self.occupied & !left, squares)
    }

    /// Tells whether the royal pieces would be attacked.
    #[inline]
    fn judge_attacks(&self, royals: S::Board, entered: S::Board, occupied: S::Board) -> Verdict {
        let Some(attacks) = self.attacks else { return Verdict::Legal };
        let hit = self.is_hit(attacks, royals, entered, occupied);
        if hit { self.refusal() } else { Verdict::Legal }
    }

    fn refusal(&self) -> Verdict {
        if self.legality.certain { Verdict::Illegal } else { Verdict::Unknown }
    }
}
