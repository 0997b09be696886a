//! Classifies the moves that end a turn as legal, illegal or unverified, from check information.

use crate::compile::program::attacks::Attacks;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::move_effects::{Change, Companion, EffectTable, MoveEffects};
use crate::ir::{LandingKind, SquareIndex};
use crate::play::execution::moves::Move;
use crate::play::legality::check_info::{CheckInfo, Classified, RoyalSquares, Verdict};
use crate::play::legality::lookups::safe_destinations;
use crate::play::state::sizes::StateSize;

impl<B: Bitboard> Classified<B> {
    /// Takes destinations from the legal ones by judging them one by one.
    #[inline]
    fn judged_by(mut self, one_by_one: B, judge: impl Fn(SquareIndex) -> Verdict) -> Self {
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

impl<S: StateSize> CheckInfo<'_, S> {
    /// Classifies the moves of one move rule and landing from one square, whose class is given.
    #[inline]
    pub(crate) fn classify(
        &self,
        from: SquareIndex,
        ends: S::Board,
        table: &EffectTable<S::Board>,
        class: usize,
        landing: LandingKind,
    ) -> Classified<S::Board> {
        let companion = table.companion;
        let mut decided = ends & table.attack_preserving[class];
        if landing == LandingKind::Capture {
            decided &= !self.guarded_victims;
        }
        let mut classified = Classified { legal: decided, unverified: ends & !decided };
        let Some(attacks) = self.attacks.filter(|_| decided.any()) else { return classified };
        if landing == LandingKind::Swap && companion.is_some() {
            return Classified { legal: S::Board::EMPTY, unverified: ends };
        }
        let left = S::Board::one(from);
        if let Some(companion) = companion {
            let judge = |to| self.judge_with_companion(table, from, to, companion);
            return classified.judged_by(decided, judge);
        }
        if landing == LandingKind::Swap {
            return classified.judged_by(decided, |to| self.judge_swap(table, from, to));
        }
        let is_royal = self.royals.meets(left);
        if left == self.royals && table.undecided.is_empty() {
            return self.classify_only_royal(attacks, classified);
        }
        let mut one_by_one = S::Board::EMPTY;
        if is_royal || !table.undecided.is_empty() || self.checks.pinned.meets(left) {
            one_by_one = decided;
        } else if self.checks.in_check {
            if !self.checks.evaders.meets(left) {
                self.reject(decided & !self.checks.check_mask, &mut classified);
            }
            one_by_one = classified.legal;
        } else if self.checks.exposing.any() {
            one_by_one = decided & self.checks.exposing;
        }
        classified.judged_by(one_by_one, |to| self.judge_square(table, Some(from), to))
    }

    /// Classifies moves of the only royal piece, for which nothing but the destination matters.
    #[inline]
    fn classify_only_royal(
        &self,
        attacks: &Attacks<S::Board>,
        mut classified: Classified<S::Board>,
    ) -> Classified<S::Board> {
        let decided = classified.legal;
        if decided.rest().rest().is_empty() {
            return classified.judged_by(decided, |to| {
                if self.royal_would_be_attacked(attacks, to) {
                    self.in_check_verdict()
                } else {
                    Verdict::Legal
                }
            });
        }
        // Many squares are faster looked up together.
        let safe = self.safe_royal_destinations(self.royals, decided);
        let RoyalSquares { known, attacked } = self.royal_squares.get();
        self.royal_squares
            .set(RoyalSquares { known: known | decided, attacked: attacked | (decided & !safe) });
        self.reject(decided & !safe, &mut classified);
        classified
    }

    /// Takes destinations from the legal ones after which a royal piece is attacked.
    #[inline]
    fn reject(&self, attacked: S::Board, classified: &mut Classified<S::Board>) {
        classified.legal &= !attacked;
        if !self.legality.certain {
            classified.unverified |= attacked;
        }
    }

    /// Classifies the drops of one piece type.
    pub(crate) fn classify_drops(
        &self,
        ends: S::Board,
        table: &EffectTable<S::Board>,
    ) -> Classified<S::Board> {
        let decided = ends & table.attack_preserving[0];
        let mut classified = Classified { legal: decided, unverified: ends & !decided };
        if self.attacks.is_none() || decided.is_empty() {
            return classified;
        }
        let mut one_by_one = decided & self.checks.exposing;
        if !table.undecided.is_empty() {
            one_by_one = decided;
        } else if self.checks.in_check {
            self.reject(decided & !self.checks.check_mask, &mut classified);
            one_by_one = classified.legal;
        }
        classified.judged_by(one_by_one, |to| self.judge_square(table, None, to))
    }

    /// Classifies the squares of a choice that ends the turn, given what the choice changes on the board.
    pub(crate) fn classify_choices(
        &self,
        change: Change,
        squares: S::Board,
    ) -> Classified<S::Board> {
        let none = S::Board::EMPTY;
        let (staying, leaving) = match change {
            Change::Leaves => (none, squares),
            Change::Free | Change::Nothing | Change::Unknown => (squares, none),
        };
        let mut classified = Classified { legal: none, unverified: none };
        match self.judge_unchanged_board() {
            Verdict::Legal => {
                let undecided = leaving & (self.checks.pinned | self.royals);
                classified.legal = staying | (leaving & !undecided);
                classified.unverified = undecided;
            }
            Verdict::Illegal => {
                classified.unverified = leaving & (self.checks.evaders | self.royals);
            }
            Verdict::Unknown => classified.unverified = squares,
        }
        classified
    }

    /// Judges a turn that leaves the board as it is.
    pub(crate) fn judge_unchanged_board(&self) -> Verdict {
        if self.checks.in_check { self.in_check_verdict() } else { Verdict::Legal }
    }

    /// Judges a move that ends the turn, given the known effects of moves.
    #[inline]
    pub(crate) fn judge(&self, made: Move, move_effects: &MoveEffects<S::Board>) -> Verdict {
        let Some(table) = move_effects.moves_of(made.way, made.landing) else {
            return Verdict::Unknown;
        };
        let class =
            move_effects.class_of.get(usize::from(made.from)).copied().map_or(0, usize::from);
        let (_, count) = table.move_effects[table.index(class, made.to)];
        if !table.attack_preserving[class].has(made.to) || count != 1 {
            return Verdict::Unknown;
        }
        if made.landing == LandingKind::Capture && self.guarded_victims.has(made.to) {
            return Verdict::Unknown;
        }
        if self.legality.royal.is_none() {
            return Verdict::Legal;
        }
        if made.path > 0 || made.landing == LandingKind::Swap || table.companion.is_some() {
            return Verdict::Unknown;
        }
        self.judge_square(table, Some(made.from), made.to)
    }

    #[inline]
    fn judge_square(
        &self,
        table: &EffectTable<S::Board>,
        from: Option<SquareIndex>,
        to: SquareIndex,
    ) -> Verdict {
        let entered = S::Board::one(to);
        let left = from.map_or(S::Board::EMPTY, S::Board::one);
        let royals = self.royals_after(left, entered);
        if table.is_undecided(to, royals) {
            return Verdict::Unknown;
        }
        if !self.royals.meets(left) {
            if self.checks.in_check {
                if !self.checks.check_mask.meets(entered) && !self.checks.evaders.meets(left) {
                    return self.in_check_verdict();
                }
            } else if !self.checks.pinned.meets(left) && !self.checks.exposing.meets(entered) {
                return Verdict::Legal;
            }
        }
        self.judge_attacks(royals, entered, (self.occupied & !left) | entered)
    }

    /// Judges a move together with which another piece moves.
    fn judge_with_companion(
        &self,
        table: &EffectTable<S::Board>,
        from: SquareIndex,
        to: SquareIndex,
        companion: Companion,
    ) -> Verdict {
        let (left, entered) = (S::Board::one(from), S::Board::one(to));
        let origin = S::Board::one(companion.from);
        let destination = S::Board::one(companion.to);
        let royals = self.royals_after(left, entered);
        let after = (self.occupied & !left) | entered;
        // The companion must be one of the side's own pieces and go to an empty square.
        let is_own = origin.meets(after) && !origin.meets(self.enemies | royals);
        if !is_own || destination.meets(after) || table.is_undecided(to, royals) {
            return Verdict::Unknown;
        }
        self.judge_attacks(royals, entered, (after & !origin) | destination)
    }

    /// Judges a move that swaps places with another piece.
    fn judge_swap(
        &self,
        table: &EffectTable<S::Board>,
        from: SquareIndex,
        to: SquareIndex,
    ) -> Verdict {
        let (left, entered) = (S::Board::one(from), S::Board::one(to));
        let mut royals = self.royals_after(left, entered);
        if self.royals.meets(entered) {
            royals |= left;
        }
        // The other piece must be one of the side's own.
        let others = self.enemies.meets(left | entered) || !self.occupied.meets(entered);
        if others || table.is_undecided(to, royals) {
            return Verdict::Unknown;
        }
        self.judge_attacks(royals, S::Board::EMPTY, self.occupied)
    }

    /// Returns the squares of the royal pieces after a move.
    #[inline]
    fn royals_after(&self, left: S::Board, entered: S::Board) -> S::Board {
        let royals = self.royals & !(left | entered);
        if self.royals.meets(left) { royals | entered } else { royals }
    }

    /// Returns the squares on which the royal piece from a square would not be attacked.
    #[inline]
    fn safe_royal_destinations(&self, left: S::Board, squares: S::Board) -> S::Board {
        let (Some(attacks), Some(forward_attacks)) = (self.attacks, &self.legality.forward_attacks)
        else {
            return squares;
        };
        let groups = self.groups[..self.count].iter().zip(self.attackers.as_ref());
        safe_destinations((attacks, forward_attacks), groups, self.occupied & !left, squares)
    }

    /// Judges a move by whether the royal pieces would be attacked after it.
    #[inline]
    fn judge_attacks(&self, royals: S::Board, entered: S::Board, occupied: S::Board) -> Verdict {
        let Some(attacks) = self.attacks else { return Verdict::Legal };
        let is_attacked = self.is_attacked(attacks, royals, entered, occupied);
        if is_attacked { self.in_check_verdict() } else { Verdict::Legal }
    }

    /// Returns the verdict on a move after which a royal piece is attacked.
    fn in_check_verdict(&self) -> Verdict {
        if self.legality.certain { Verdict::Illegal } else { Verdict::Unknown }
    }
}
