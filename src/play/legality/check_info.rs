//! Check information: what attacks, or could be made to attack, the royal pieces of the side to move.

use crate::ir::SquareIndex;
use std::cell::Cell;

use crate::compile::program::attacks::{AttackOrigins, Attacks, ConditionalAttack, Other};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::play::execution::run::Execution;
use crate::play::legality::lookups::reaches_from;
use crate::play::state::sizes::{Row, StateSize};

/// Whether a move is legal, as far as attack tables tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is legal, and nothing is chosen after it.
    Legal,
    /// It is illegal.
    Illegal,
    /// It must be played to find out.
    Unknown,
}

/// The most attack groups, in states of any size.
const MAX_GROUPS: usize = 64;

/// The safety of the royal pieces of the side to move in one state: checks, pins, and who could attack.
#[derive(Debug)]
pub(crate) struct CheckInfo<'p, S: StateSize> {
    pub(super) legality: &'p Legality<S::Board>,
    /// The attack tables, if they tell the attacks in this state.
    pub(crate) attacks: Option<&'p Attacks<S::Board>>,
    /// The pieces of each attack group of the other side that has any.
    pub(super) attackers: S::Groups,
    /// The numbers of these groups.
    pub(super) groups: [u16; MAX_GROUPS],
    /// How many groups have pieces.
    pub(super) count: usize,
    pub(super) occupied: S::Board,
    pub(crate) royals: S::Board,
    /// The pieces of the other side.
    pub(super) enemies: S::Board,
    /// The squares of pieces whose capture changes more than the board.
    pub(super) guarded_victims: S::Board,
    pub(super) checks: Checks<S::Board>,
    /// What is known of the squares to which the only royal piece may go.
    pub(super) royal_squares: Cell<RoyalSquares<S::Board>>,
}

/// Squares for which it is known whether the only royal piece, if it alone moved there, would be attacked.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoyalSquares<B> {
    /// All of them.
    pub(super) known: B,
    /// Those on which it would be attacked.
    pub(super) attacked: B,
}

/// The attacks on the royal pieces, and those that a move could open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks<B> {
    /// Whether a royal piece is attacked.
    pub(super) in_check: bool,
    /// The destinations that stop all attacks, by capture or interposition.
    pub(super) check_mask: B,
    /// The squares of pieces that stop an attack by leaving (hurdles), and may stop the others by where they go.
    pub(super) evaders: B,
    /// The squares of pieces that may open an attack by leaving.
    pub(super) pinned: B,
    /// The destinations that may open an attack.
    pub(super) exposing: B,
}

impl<'p, S: StateSize> Execution<'p, S> {
    /// Computes check information in memory that is reused; returns whether the attack tables tell it.
    #[inline]
    pub(crate) fn compute_check_info(
        &mut self,
        memory: &mut Option<Box<CheckInfo<'p, S>>>,
    ) -> bool {
        let Some(legality) = &self.program.facts.legality[self.own] else {
            return false;
        };
        let check_info = memory.get_or_insert_with(|| Box::new(CheckInfo::none(legality)));
        check_info.legality = legality;
        check_info.clear();
        check_info.checks = Checks::nothing(self.program.all);
        check_info.occupied = self.state.occupied();
        check_info.enemies = self.state.pieces_of(self.own.opponent());
        for (condition, squares) in &legality.victims {
            if self.truth(condition) {
                check_info.guarded_victims |= self.squares(squares);
            }
        }
        let Some(royal) = &legality.royal else { return true };
        let Some(attacks) = &legality.attacks else { return false };
        if self.has_pre_move_choice(attacks, self.own.opponent()) {
            return false;
        }
        check_info.attacks = Some(attacks);
        check_info.royals = match legality.royal_boards {
            Some((one, other)) => self.state.board(one) & self.state.board(other),
            None => self.squares(royal),
        };
        if legality.needed {
            // The last royal piece must not be captured by its own side either.
            check_info.guarded_victims |= check_info.royals;
            if check_info.royals.is_empty() {
                return false;
            }
        }
        check_info.find_attackers(self, attacks);
        check_info.find_checks(attacks);
        true
    }
}

/// Destinations of moves from one square, by legality.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classified<B> {
    /// Destinations of legal moves.
    pub(crate) legal: B,
    /// Destinations of moves that must be played to find out.
    pub(crate) unverified: B,
}

impl<'p, S: StateSize> CheckInfo<'p, S> {
    /// Makes one in which nothing is known.
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
            guarded_victims: none,
            checks: Checks::nothing(none),
            royal_squares: Cell::new(RoyalSquares { known: none, attacked: none }),
        }
    }

    /// Finds the pieces of each attack group that has any.
    #[inline]
    fn find_attackers(&mut self, run: &mut Execution<'p, S>, attacks: &'p Attacks<S::Board>) {
        let by = run.own.opponent();
        let attackers = self.attackers.as_mut();
        let (mut number, mut count) = (0_u16, 0);
        for group in &attacks.groups {
            attackers[count] = run.attackers(group, by);
            self.groups[count] = number;
            // A group without pieces is overwritten by the next.
            count += usize::from(attackers[count].any());
            number = number.wrapping_add(1);
        }
        self.count = count;
    }

    /// Resets what depends on the state, apart from the attackers.
    fn clear(&mut self) {
        let none = S::Board::EMPTY;
        (self.attacks, self.count) = (None, 0);
        (self.royals, self.guarded_victims) = (none, none);
        self.royal_squares.set(RoyalSquares { known: none, attacked: none });
    }

    /// Returns, unless there is a check, the squares of the pieces that are neither pinned nor royal, and the destinations
    /// for which even their moves must be examined.
    #[inline]
    pub(crate) fn unpinned(&self) -> Option<(S::Board, S::Board)> {
        (!self.checks.in_check).then(|| {
            (!(self.checks.pinned | self.royals), self.checks.exposing | self.guarded_victims)
        })
    }

    /// Tells whether a royal piece is attacked.
    pub(crate) fn in_check(&self) -> bool {
        self.checks.in_check
    }

    /// Returns whether a piece of the side, if it alone moved to any one of the squares, could not be captured there
    /// according to the tables; `None` if these tell more than captures.
    pub(crate) fn is_safe(&self, piece: SquareIndex, squares: S::Board) -> Option<bool> {
        let attacks = self.attacks.filter(|_| self.legality.sights.is_empty())?;
        let left = S::Board::one(piece);
        let mut squares = squares;
        if self.royals == left && squares.meets(left) {
            if self.checks.in_check {
                return Some(false);
            }
            squares &= !left;
        }
        if self.royals == left {
            return Some(
                squares.members().all(|square| !self.royal_would_be_attacked(attacks, square)),
            );
        }
        let occupied = self.occupied & !left;
        let safe = squares.members().all(|square| {
            let entered = S::Board::one(square);
            !self.is_attacked(attacks, entered, entered, occupied | entered)
        });
        Some(safe)
    }

    /// Returns whether the only royal piece would be attacked on a square if it alone moved there.
    pub(crate) fn royal_would_be_attacked(
        &self,
        attacks: &Attacks<S::Board>,
        square: SquareIndex,
    ) -> bool {
        let RoyalSquares { mut known, mut attacked } = self.royal_squares.get();
        let entered = S::Board::one(square);
        if known.meets(entered) {
            return attacked.meets(entered);
        }
        let occupied = (self.occupied & !self.royals) | entered;
        let is_attacked = self.is_attacked(attacks, entered, entered, occupied);
        known |= entered;
        if is_attacked {
            attacked |= entered;
        }
        self.royal_squares.set(RoyalSquares { known, attacked });
        is_attacked
    }

    /// Returns whether a royal piece is attacked once another piece has gone from one square (or from a hand) to another.
    /// The piece is one of the other side's, of the groups of attackers whose bits are set.
    ///
    /// What else the move does is not looked at.
    #[inline]
    pub(crate) fn is_attacked_after(
        &self,
        groups: u64,
        from: Option<SquareIndex>,
        to: SquareIndex,
    ) -> bool {
        let Some(attacks) = self.attacks.filter(|_| !self.checks.in_check) else { return false };
        let (left, entered) = (from.map_or(S::Board::EMPTY, S::Board::one), S::Board::one(to));
        let occupied = (self.occupied & !left) | entered;
        let count = attacks.groups.len();
        for royal in (self.royals & !entered).members() {
            let seen = &attacks.seen[usize::from(royal) * count..][..count];
            let attacks_from_there = |group: u16| {
                let seen = &seen[usize::from(group)];
                seen.any.has(to) && reaches_from(attacks, seen, (group, royal), entered, occupied)
            };
            if groups.members().any(attacks_from_there) {
                return true;
            }
        }
        let opens = self.checks.pinned.meets(left) || self.checks.exposing.meets(entered);
        opens && self.is_attacked(attacks, self.royals, left | entered, occupied)
    }

    /// Returns the untabled move rules that may attack.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Other<S::Board>> {
        self.attacks.into_iter().flat_map(|attacks| &attacks.others)
    }

    /// Finds checks, pins, and what else could open an attack.
    #[inline]
    fn find_checks(&mut self, attacks: &Attacks<S::Board>) {
        let count = attacks.groups.len();
        let mut checks = self.checks;
        for royal in self.royals.members() {
            let seen = &attacks.seen[usize::from(royal) * count..][..count];
            let groups = self.groups[..self.count].iter().zip(self.attackers.as_ref());
            for (&group, &attackers) in groups {
                let seen = &seen[usize::from(group)];
                if seen.any.meets(attackers) {
                    checks.add_group(attacks, seen, group, royal, attackers, self.occupied);
                }
            }
        }
        // A royal piece that is captured by its own side is not attacked any more.
        checks.check_mask |= self.royals;
        self.checks = checks;
    }

    /// Returns whether one of the squares would be attacked, if these squares were occupied and the pieces on the entered
    /// ones captured.
    #[inline]
    pub(crate) fn is_attacked(
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
                    && reaches_from(attacks, seen, (group, square), attackers, occupied)
                {
                    return true;
                }
            }
        }
        false
    }
}

impl<B: Bitboard> Checks<B> {
    /// Returns that nothing attacks: every destination stops all attacks.
    fn nothing(all: B) -> Self {
        let none = B::EMPTY;
        Self { in_check: false, check_mask: all, evaders: none, pinned: none, exposing: none }
    }

    /// Adds the checks and pins of a royal piece by the pieces of one group.
    #[inline]
    fn add_group(
        &mut self,
        attacks: &Attacks<B>,
        seen: &AttackOrigins<B>,
        group: u16,
        royal: SquareIndex,
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
            self.add_hoppers_and_conditionals(attacks, seen, group, royal, attackers, occupied);
        }
    }

    /// Adds the attacks of hoppers, and those that depend on other squares.
    #[inline(never)]
    fn add_hoppers_and_conditionals(
        &mut self,
        attacks: &Attacks<B>,
        seen: &AttackOrigins<B>,
        group: u16,
        royal: SquareIndex,
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
            for attack in &attacks.groups[usize::from(group)].conditional[usize::from(royal)] {
                if attackers.has(attack.from) {
                    self.add_conditional(attack, occupied);
                }
            }
        }
    }

    fn add_conditional(&mut self, attack: &ConditionalAttack<B>, occupied: B) {
        let wrong = (occupied & attack.mask) ^ attack.value;
        match wrong.count() {
            0 => self.check(attack.mask | B::one(attack.from), attack.value),
            // A move changes at most two squares.
            1 | 2 => {
                self.pinned |= wrong & occupied;
                self.exposing |= wrong & !occupied;
            }
            _ => {}
        }
    }

    #[inline]
    fn check(&mut self, to: B, from: B) {
        self.in_check = true;
        self.check_mask &= to;
        self.evaders |= from;
    }
}

/// Check information that is computed when it is first asked for.
#[derive(Debug)]
pub(crate) struct LazyCheckInfo<'p, S: StateSize> {
    /// Memory for what is to be computed.
    pub(crate) memory: Option<Box<CheckInfo<'p, S>>>,
    /// Whether the attack tables tell it; `None` before it is computed.
    pub(crate) is_known: Option<bool>,
}

impl<'p, S: StateSize> LazyCheckInfo<'p, S> {
    /// Returns the check information, if the attack tables tell it.
    #[inline]
    pub(crate) fn get(&mut self, run: &mut Execution<'p, S>) -> Option<&CheckInfo<'p, S>> {
        let memory = &mut self.memory;
        let is_known = *self.is_known.get_or_insert_with(|| run.compute_check_info(memory));
        self.memory.as_deref().filter(|_| is_known)
    }
}
