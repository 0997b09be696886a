//! Which of the moves that end a turn are legal, told from attack tables where that can be done.

use super::attack::reaches;
use super::moves::{CAPTURES, Move};
use super::run::Run;
use super::state::Shape;
use crate::compile::attack::{Attacks, MAX_GROUPS};
use crate::compile::bits::Bits;
use crate::compile::safety::{Locality, Safety};

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

/// What endangers the royal pieces of the side to move in a state.
#[derive(Debug)]
pub struct Danger<'p, S: Shape> {
    safety: &'p Safety<S::Board>,
    attacks: Option<&'p Attacks<S::Board>>,
    /// For each group of the other side, its pieces.
    attackers: [S::Board; MAX_GROUPS],
    occupied: S::Board,
    royals: S::Board,
    /// Whether a royal piece is attacked now.
    checked: bool,
    /// Where a move must go to deal with all attacks, by capturing or coming between.
    block_to: S::Board,
    /// From where a move can deal with all attacks by leaving.
    block_from: S::Board,
    /// From where a move may open an attack.
    risk_from: S::Board,
    /// Where a move may open one.
    risk_to: S::Board,
    /// Victims whose capture does more.
    victims: S::Board,
}

impl<'p, S: Shape> Run<'p, S> {
    /// Looks for what endangers the royal pieces; `None` if that cannot be told from tables.
    #[inline]
    pub fn danger(&mut self) -> Option<Danger<'p, S>> {
        let program = self.program;
        let own = usize::from(self.own);
        let safety = program.facts.safety[own].as_ref()?;
        let mut danger = Danger {
            safety,
            attacks: None,
            attackers: [S::Board::EMPTY; MAX_GROUPS],
            occupied: self.state.occupied(),
            royals: S::Board::EMPTY,
            checked: false,
            block_to: program.all,
            block_from: program.all,
            risk_from: S::Board::EMPTY,
            risk_to: S::Board::EMPTY,
            victims: S::Board::EMPTY,
        };
        for (condition, squares) in &safety.victims {
            if self.truth(condition) {
                danger.victims |= self.squares(squares);
            }
        }
        let Some(royal) = &safety.royal else { return Some(danger) };
        let attacks = program.facts.attacks[1 - own].as_ref()?;
        if self.something_first(attacks, 1 - self.own) {
            return None;
        }
        danger.attacks = Some(attacks);
        danger.royals = self.squares(royal);
        for (pieces, group) in danger.attackers.iter_mut().zip(&attacks.groups) {
            *pieces = self.attackers(group, 1 - self.own);
        }
        danger.look();
        Some(danger)
    }
}

impl<S: Shape> Danger<'_, S> {
    /// Finds attacks, and what would open one.
    #[inline]
    fn look(&mut self) {
        let Some(attacks) = self.attacks else { return };
        for royal in self.royals.members() {
            let to = usize::from(royal);
            for (index, group) in attacks.groups.iter().enumerate() {
                let attackers = self.attackers[index];
                for from in (group.near[to] & attackers).members() {
                    self.check(S::Board::one(from), S::Board::EMPTY);
                }
                let row = to * group.near.len();
                for from in (group.far[to] & attackers).members() {
                    let between = attacks.between[row + usize::from(from)];
                    let blockers = between & self.occupied;
                    if blockers.is_empty() {
                        self.check(between | S::Board::one(from), S::Board::EMPTY);
                    } else if blockers.rest().is_empty() {
                        self.risk_from |= blockers;
                    }
                }
                if group.odd[to].meets(attackers) {
                    for &(from, care, want) in &group.demands[to] {
                        if attackers.has(from) {
                            self.look_at(from, care, want);
                        }
                    }
                }
            }
        }
        // Whoever captures a royal piece of its own side leaves nothing there to be attacked.
        self.block_to |= self.royals;
    }

    fn look_at(&mut self, from: u8, care: S::Board, want: S::Board) {
        let wrong = (self.occupied & care) ^ want;
        match wrong.count() {
            0 => self.check(care | S::Board::one(from), want),
            // A move changes two squares at most.
            1 | 2 => {
                self.risk_from |= wrong & self.occupied;
                self.risk_to |= wrong & !self.occupied;
            }
            _ => {}
        }
    }

    #[inline]
    fn check(&mut self, to: S::Board, from: S::Board) {
        self.checked = true;
        self.block_to &= to;
        self.block_from &= from;
    }

    /// Tells what can be told of a move.
    #[inline]
    pub fn judge(&self, made: Move) -> Verdict {
        let Some(locality) = self.safety.ways.get(usize::from(made.way)) else {
            return Verdict::Unknown;
        };
        if made.landing == CAPTURES && self.victims.has(made.to) {
            return Verdict::Unknown;
        }
        if made.trail > 0 && self.safety.royal.is_some() {
            return Verdict::Unknown;
        }
        self.judge_local(locality, Some(made.from), made.to)
    }

    /// Tells what can be told of a drop.
    #[inline]
    pub fn judge_drop(&self, kind: u16, to: u8) -> Verdict {
        match self.safety.drops.get(usize::from(kind)) {
            Some(locality) => self.judge_local(locality, None, to),
            None => Verdict::Unknown,
        }
    }

    #[inline]
    fn judge_local(&self, locality: &Locality<S::Board>, from: Option<u8>, to: u8) -> Verdict {
        if locality.exact.has(to) {
            return Verdict::Unknown;
        }
        let Some(attacks) = self.attacks else { return Verdict::Legal };
        let entered = S::Board::one(to);
        let left = from.map_or(S::Board::EMPTY, S::Board::one);
        let is_royal = self.royals.meets(left);
        let mut royals = self.royals & !entered;
        if is_royal {
            royals = (royals & !left) | entered;
        }
        if !locality.unsure.is_empty() && locality.unsure[usize::from(to)].meets(royals) {
            return Verdict::Unknown;
        }
        if !is_royal {
            if self.checked {
                if !self.block_to.meets(entered) && !self.block_from.meets(left) {
                    return self.refusal();
                }
            } else if !self.risk_from.meets(left) && !self.risk_to.meets(entered) {
                return Verdict::Legal;
            }
        }
        let occupied = (self.occupied & !left) | entered;
        let hit = attacks.groups.iter().zip(&self.attackers).any(|(group, &attackers)| {
            let attackers = attackers & !entered;
            attackers.any()
                && royals.members().any(|royal| reaches(attacks, group, royal, attackers, occupied))
        });
        if hit { self.refusal() } else { Verdict::Legal }
    }

    fn refusal(&self) -> Verdict {
        if self.safety.certain { Verdict::Illegal } else { Verdict::Unknown }
    }
}
