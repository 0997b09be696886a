//! Which of the moves that end a turn are legal, told from attack tables where that can be done.

use std::cell::Cell;

use crate::compile::attacks::reverse::{AttackOrigins, Attacks, Other};
use crate::compile::legality::Legality;
use crate::compile::move_effects::{Change, EffectTable, MoveEffects};
use crate::compile::program::bitboard::Bitboard;
use crate::play::execution::run::Execution;
use crate::play::legality::attacks::reaches_so;
use crate::play::legality::exposure::spared;
use crate::play::movegen::moves::{CAPTURES, Move, SWAPS};
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
    legality: &'p Legality<S::Board>,
    attacks: Option<&'p Attacks<S::Board>>,
    /// The pieces of each group of the other side that has some.
    attackers: S::Groups,
    /// The numbers of these groups.
    groups: [u8; MAX_GROUPS],
    /// How many groups have pieces.
    count: usize,
    occupied: S::Board,
    royals: S::Board,
    /// The pieces of the other side.
    enemies: S::Board,
    /// Victims whose capture does more.
    victims: S::Board,
    found: Found<S::Board>,
    /// The squares of which it is known whether the only royal piece, moved there alone, would be attacked, and those of
    /// them on which it would.
    judged: Cell<(S::Board, S::Board)>,
}

/// What was found to attack the royal pieces, or could be made to.
#[derive(Clone, Copy, Debug)]
struct Found<B> {
    /// Whether a royal piece is attacked now.
    checked: bool,
    /// Where a move must go to deal with all attacks, by capturing or coming between.
    check_mask: B,
    /// From where a move can deal with one of them by leaving, and perhaps with the others by where it goes.
    evaders: B,
    /// From where a move may open an attack.
    pinned: B,
    /// Where a move may open one.
    exposing: B,
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
    fn would_be_hit(&self, attacks: &Attacks<S::Board>, square: u8) -> bool {
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

    /// Tells whether one of the squares would be attacked.
    #[inline]
    fn is_hit(
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

    fn refusal(&self) -> Verdict {
        if self.legality.certain { Verdict::Illegal } else { Verdict::Unknown }
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
