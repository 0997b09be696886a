//! What is known in advance of the legality of turns.

use super::attacks::{Attacks, ForwardAttacks};
use super::expressions::{Cond, Set};
use super::locations::Locs;

/// What is known of the legality of one side's turns.
#[derive(Clone, Debug)]
pub(crate) struct Legality<B> {
    /// What may not be attacked after a turn; `None` where no rule forbids a turn.
    pub(crate) royal: Option<Set<B>>,
    /// Two boards of the state that have in common what that is, if it is that.
    pub(crate) royal_boards: Option<[usize; 2]>,
    /// Whether that it is attacked is all that the rule asks for.
    pub(crate) certain: bool,
    /// Whether another rule asks for at least one such piece after a turn.
    pub(crate) needed: bool,
    /// The attacks of the other side, and what else the royal pieces may not see.
    pub(crate) attacks: Option<Attacks<B>>,
    /// The same attacks, told from where the attackers stand.
    pub(crate) forward_attacks: Option<ForwardAttacks<B>>,
    /// What they may not see: sets of squares, as their own side sees them.
    pub(crate) sights: Vec<Set<B>>,
    /// What may not be written between the reading of the tables and the end of a turn, besides what a move changes of
    /// pieces: then who attacks and who is royal follows from the squares that the move changes.
    pub(crate) assumes: Locs,
    /// The part of it that is not just where tokens are and their levels.
    pub(crate) asked: Locs,
    /// Boards that guard ways of attacking which tables do not tell.
    pub(crate) guards: Locs,
    /// For each trigger of a capture, whether it may do what attack tables do not survive, or refuse the turn.
    pub(crate) guarded: Vec<bool>,
    /// Where victims may be whose capture makes such a trigger act: a condition, and the squares. Asked before the move.
    pub(crate) victims: Vec<(Cond<B>, Set<B>)>,
}
