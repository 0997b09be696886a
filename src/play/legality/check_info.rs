//! Which of the moves that end a turn are legal, told from attack tables where that can be done.

use std::cell::Cell;

use crate::compile::attacks::reverse::{AttackOrigins, Attacks, Other};
use crate::compile::legality::Legality;
use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::run::Execution;
use crate::play::legality::lookups::reaches_so;
use crate::play::state::{Row, StateSize};

/// What can be told of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is legal, and nothing is chosen after it.
    Legal,
    /// It is not legal.
    Illegal,
    /// It must be tried.
    Unknown,
}

/// The most groups of pieces that attack alike, in states of any size.
const MAX_GROUPS: usize = 64;

/// What endangers the royal pieces of the side to move in a state.
#[derive(Debug)]
pub struct CheckInfo<'p, S: StateSize> {
    pub(super) legality: &'p Legality<S::Board>,
    pub(super) attacks: Option<&'p Attacks<S::Board>>,
    /// The pieces of each group of the other side that has some.
    pub(super) attackers: S::Groups,
    /// The numbers of these groups.
    pub(super) groups: [u8; MAX_GROUPS],
    /// How many groups have pieces.
    pub(super) count: usize,
    pub(super) occupied: S::Board,
    pub(super) royals: S::Board,
    /// The pieces of the other side.
    pub(super) enemies: S::Board,
    /// Victims whose capture does more.
    pub(super) victims: S::Board,
    pub(super) found: Found<S::Board>,
    /// The squares of which it is known whether the only royal piece, moved there alone, would be attacked, and those of
    /// them on which it would.
    pub(super) judged: Cell<(S::Board, S::Board)>,
}

/// What was found to attack the royal pieces, or could be made to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<B> {
    /// Whether a royal piece is attacked now.
    pub(super) checked: bool,
    /// Where a move must go to deal with all attacks, by capturing or coming between.
    pub(super) check_mask: B,
    /// From where a move can deal with one of them by leaving, and perhaps with the others by where it goes.
    pub(super) evaders: B,
    /// From where a move may open an attack.
    pub(super) pinned: B,
    /// Where a move may open one.
    pub(super) exposing: B,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Looks for what endangers the royal pieces, with memory that is used again; tells whether that can be told from tables.
    #[inline]
    pub fn check_info_in(&mut self, place: &mut Option<Box<CheckInfo<'p, S>>>) -> bool {
        let Some(legality) = &self.program.facts.legality[usize::from(self.own)] else {
            return false;
        };
        let check_info = place.get_or_insert_with(|| Box::new(CheckInfo::none(legality)));
        check_info.legality = legality;
        self.look_into(check_info)
    }

    fn look_into(&mut self, check_info: &mut CheckInfo<'p, S>) -> bool {
        let legality = check_info.legality;
        check_info.forget();
        check_info.found = Found::nothing(self.program.all);
        check_info.occupied = self.state.occupied();
        check_info.enemies = self.state.board(usize::from(1 - self.own));
        for (condition, squares) in &legality.victims {
            if self.truth(condition) {
                check_info.victims |= self.squares(squares);
            }
        }
        let Some(royal) = &legality.royal else { return true };
        let Some(attacks) = &legality.attacks else { return false };
        if self.has_pre_move_choice(attacks, 1 - self.own) {
            return false;
        }
        check_info.attacks = Some(attacks);
        check_info.royals = match legality.royal_boards {
            Some([one, other]) => self.state.board(one) & self.state.board(other),
            None => self.squares(royal),
        };
        if legality.needed {
            // The last royal piece must not be captured by its own side either.
            check_info.victims |= check_info.royals;
            if check_info.royals.is_empty() {
                return false;
            }
        }
        check_info.find_attackers(self, attacks);
        check_info.look(attacks);
        true
    }
}

/// Destinations of moves from one square, sorted.
#[derive(Clone, Copy, Debug)]
pub struct Classified<B> {
    /// Moves there are legal.
    pub legal: B,
    /// Moves there must be tried.
    pub unverified: B,
}

impl<'p, S: StateSize> CheckInfo<'p, S> {
    /// Returns that nothing is known.
    fn none(legality: &'p Legality<S::Board>) -> Self {
        let none = S::Board::EMPTY;
        Self {
            legality,
            attacks: None,
            attackers: S::Groups::all(none),
            groups: [0; MAX_GROUPS],
            count: 0,
            occupied: none,
            royals: none,
            enemies: none,
            victims: none,
            found: Found::nothing(none),
            judged: Cell::new((none, none)),
        }
    }

    /// Finds the pieces of each group that has some.
    #[inline]
    fn find_attackers(&mut self, run: &mut Execution<'p, S>, attacks: &'p Attacks<S::Board>) {
        let by = 1 - run.own;
        let attackers = self.attackers.as_mut();
        let (mut number, mut count) = (0_u8, 0);
        for group in &attacks.groups {
            attackers[count] = run.attackers(group, by);
            self.groups[count] = number;
            // Those without pieces make room for the next.
            count += usize::from(attackers[count].any());
            number = number.wrapping_add(1);
        }
        self.count = count;
    }

    /// Forgets what was found; the attackers are those of another state until they are looked for.
    fn forget(&mut self) {
        let none = S::Board::EMPTY;
        (self.attacks, self.count) = (None, 0);
        (self.royals, self.victims) = (none, none);
        self.judged.set((none, none));
    }

    /// Returns the squares whose pieces can leave them without opening an attack, if nothing is attacked now, and the
    /// squares to which even they may not go without a look.
    #[inline]
    pub fn unpinned(&self) -> Option<(S::Board, S::Board)> {
        (!self.found.checked)
            .then(|| (!(self.found.pinned | self.royals), self.found.exposing | self.victims))
    }

    /// Returns the royal pieces.
    pub fn royals(&self) -> S::Board {
        self.royals
    }

    /// Tells whether a piece of the side, alone moved to any one of the squares, could not be captured there by what
    /// tables tell; `None` if they tell more than captures.
    pub fn is_safe(&self, piece: u8, squares: S::Board) -> Option<bool> {
        let attacks = self.attacks.filter(|_| self.legality.sights.is_empty())?;
        let left = S::Board::one(piece);
        let mut squares = squares;
        if self.royals == left && squares.meets(left) {
            if self.found.checked {
                return Some(false);
            }
            squares &= !left;
        }
        if self.royals == left {
            return Some(squares.members().all(|square| !self.would_be_hit(attacks, square)));
        }
        let occupied = self.occupied & !left;
        let safe = squares.members().all(|square| {
            let entered = S::Board::one(square);
            !self.is_hit(attacks, entered, entered, occupied | entered)
        });
        Some(safe)
    }

    /// Tells whether the only royal piece would be attacked on a square if it went there.
    pub fn would_be_hit(&self, attacks: &Attacks<S::Board>, square: u8) -> bool {
        let (judged, hit) = self.judged.get();
        let entered = S::Board::one(square);
        if judged.meets(entered) {
            return hit.meets(entered);
        }
        let occupied = (self.occupied & !self.royals) | entered;
        let is_hit = self.is_hit(attacks, entered, entered, occupied);
        self.judged.set((judged | entered, if is_hit { hit | entered } else { hit }));
        is_hit
    }

    /// Returns the attacks that are told from tables, if they are.
    pub fn attacks(&self) -> Option<&'p Attacks<S::Board>> {
        self.attacks
    }

    /// Tells whether a royal piece stands on one of the squares.
    #[inline]
    pub fn royal_on(&self, squares: S::Board) -> bool {
        self.royals.meets(squares)
    }

    /// Returns the ways of attacking that tables do not tell.
    pub fn others(&self) -> impl Iterator<Item = &Other<S::Board>> {
        self.attacks.into_iter().flat_map(|attacks| &attacks.others)
    }

    /// Finds attacks, and what would open one.
    #[inline]
    fn look(&mut self, attacks: &Attacks<S::Board>) {
        let count = attacks.groups.len();
        let mut found = self.found;
        for royal in self.royals.members() {
            let seen = &attacks.seen[usize::from(royal) * count..][..count];
            let groups = self.groups[..self.count].iter().zip(self.attackers.as_ref());
            for (&group, &attackers) in groups {
                let seen = &seen[usize::from(group)];
                if seen.any.meets(attackers) {
                    found.look(attacks, (seen, group, royal), attackers, self.occupied);
                }
            }
        }
        // Whoever captures a royal piece of its own side leaves nothing there to be attacked.
        found.check_mask |= self.royals;
        self.found = found;
    }

    /// Tells whether one of the squares would be attacked.
    #[inline]
    pub fn is_hit(
        &self,
        attacks: &Attacks<S::Board>,
        squares: S::Board,
        entered: S::Board,
        occupied: S::Board,
    ) -> bool {
        let count = attacks.groups.len();
        for square in squares.members() {
            let seen = &attacks.seen[usize::from(square) * count..][..count];
            let groups = self.groups[..self.count].iter().zip(self.attackers.as_ref());
            for (&group, &attackers) in groups {
                let (seen, attackers) = (&seen[usize::from(group)], attackers & !entered);
                if seen.any.meets(attackers)
                    && reaches_so(attacks, seen, (group, square), attackers, occupied)
                {
                    return true;
                }
            }
        }
        false
    }
}

impl<B: Bitboard> Found<B> {
    /// Returns that nothing attacks, and that a move may go to all squares.
    fn nothing(all: B) -> Self {
        let none = B::EMPTY;
        Self { checked: false, check_mask: all, evaders: none, pinned: none, exposing: none }
    }

    /// Adds what some attackers of a group do to a royal piece, or could.
    #[inline]
    fn look(
        &mut self,
        attacks: &Attacks<B>,
        (seen, group, royal): (&AttackOrigins<B>, u8, u8),
        attackers: B,
        occupied: B,
    ) {
        for from in (seen.leaper & attackers).members() {
            self.check(B::one(from), B::EMPTY);
        }
        let row = usize::from(royal) * attacks.size;
        for from in (seen.slider & attackers).members() {
            let between = attacks.between[row + usize::from(from)];
            let blockers = between & occupied;
            if blockers.is_empty() {
                self.check(between | B::one(from), B::EMPTY);
            } else if blockers.rest().is_empty() {
                self.pinned |= blockers;
            }
        }
        if (seen.hopper | seen.conditional).meets(attackers) {
            self.look_further(attacks, (seen, group, royal), attackers, occupied);
        }
    }

    /// Does the same for attacks over other pieces, and under other demands.
    #[inline(never)]
    fn look_further(
        &mut self,
        attacks: &Attacks<B>,
        (seen, group, royal): (&AttackOrigins<B>, u8, u8),
        attackers: B,
        occupied: B,
    ) {
        let row = usize::from(royal) * attacks.size;
        for from in (seen.hopper & attackers).members() {
            let between = attacks.between[row + usize::from(from)];
            let hurdles = between & occupied;
            match hurdles.count() {
                0 => self.exposing |= between,
                1 => self.check(between | B::one(from), hurdles),
                2 => self.pinned |= hurdles,
                _ => {}
            }
        }
        if seen.conditional.meets(attackers) {
            for &(from, care, want) in
                &attacks.groups[usize::from(group)].demands[usize::from(royal)]
            {
                if attackers.has(from) {
                    self.look_at(from, (care, want), occupied);
                }
            }
        }
    }

    fn look_at(&mut self, from: u8, (care, want): (B, B), occupied: B) {
        let wrong = (occupied & care) ^ want;
        match wrong.count() {
            0 => self.check(care | B::one(from), want),
            // A move changes two squares at most.
            1 | 2 => {
                self.pinned |= wrong & occupied;
                self.exposing |= wrong & !occupied;
            }
            _ => {}
        }
    }

    #[inline]
    fn check(&mut self, to: B, from: B) {
        self.checked = true;
        self.check_mask &= to;
        self.evaders |= from;
    }
}

/// What endangers the royal pieces in one state, once it has been looked for.
#[derive(Debug)]
pub struct Looked<'p, S: StateSize> {
    pub place: Option<Box<CheckInfo<'p, S>>>,
    /// Whether it can be told from tables; `None` before it has been looked for.
    pub told: Option<bool>,
}

impl<'p, S: StateSize> Looked<'p, S> {
    /// Returns what endangers them, if it can be told.
    #[inline]
    pub fn check_info(&mut self, run: &mut Execution<'p, S>) -> Option<&CheckInfo<'p, S>> {
        let place = &mut self.place;
        let told = *self.told.get_or_insert_with(|| run.check_info_in(place));
        self.place.as_deref().filter(|_| told)
    }
}
