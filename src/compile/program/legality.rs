//! What is known in advance of the legality of turns: royal pieces, and what attack tables assume.

use super::attacks::{Attacks, ForwardAttacks};
use super::expressions::{Cond, Set};
use super::locations::Locs;

/// What is known of the legality of one side's turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Legality<B> {
    /// The royal pieces, which may not be attacked after a turn; `None` if no rule forbids turns.
    pub(crate) royal: Option<Set<B>>,
    /// Two boards of the state whose intersection is the royal pieces, if there are two such.
    pub(crate) royal_boards: Option<(usize, usize)>,
    /// Whether an attack on a royal piece is enough to make a turn illegal.
    pub(crate) certain: bool,
    /// Whether another rule requires at least one royal piece after a turn.
    pub(crate) needed: bool,
    /// The attacks of the other side, with the lines of sight that rules forbid as further groups.
    pub(crate) attacks: Option<Attacks<B>>,
    /// The same attacks as forward tables.
    pub(crate) forward_attacks: Option<ForwardAttacks<B>>,
    /// For each forbidden line of sight, the squares to which a royal piece may have none; sets of the defending side.
    pub(crate) sights: Vec<Set<B>>,
    /// What must not be written between the reading of the tables and the end of a turn, besides the pieces that the
    /// move itself changes. Then attackers and royal pieces after the move follow from the squares it changes.
    pub(crate) assumes: Locs,
    /// The part of it that is not just the squares and levels of tokens.
    pub(crate) asked: Locs,
    /// The boards without which ways of attacking that are not in the tables are impossible.
    pub(crate) guards: Locs,
    /// For each trigger of a capture, whether it may invalidate attack tables or refuse the turn.
    pub(crate) guarded: Vec<bool>,
    /// The captures that may fire such a trigger: a condition, and the squares of the victims, evaluated before the move.
    pub(crate) victims: Vec<(Cond<B>, Set<B>)>,
}
