//! Attack tables: for each target, the origins of each piece group (reverse), and what each group attacks (forward).

use super::expressions::{Cond, Set};
use super::locations::Locs;
use crate::ir::{SquareIndex, TypeSet};

/// The reverse attack tables of one side.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<B> {
    /// Where one of these holds, the tables do not apply, as something may be chosen before the move.
    pub(crate) pre_move_choices: Vec<Cond<B>>,
    /// Whether these conditions read only numbers of the state.
    pub(crate) pre_move_choices_by_numbers: bool,
    /// Tokens that may be given away before the move: attacks are the union over these choices.
    pub(crate) pre_move_tokens: Vec<PreMoveToken<B>>,
    /// Whether it depends on no other square whether a piece is an attacker of its group.
    pub(crate) settled: bool,
    /// Groups of pieces with the same attacks.
    pub(crate) groups: Vec<Group<B>>,
    /// The origins by target and group, at `target * groups + group`.
    pub(crate) seen: Vec<AttackOrigins<B>>,
    /// The squares between target and origin that decide slider and hopper attacks, at `target * squares + from`.
    pub(crate) between: Vec<B>,
    /// How many squares there are.
    pub(crate) size: usize,
    /// The ways of capturing that are not in the tables.
    pub(crate) others: Vec<Other<B>>,
    /// What the tables read besides the pieces on the board and the bearers of tokens.
    pub(crate) reads: Locs,
}

/// A pre-move token assignment: a token that is given to a piece before the move.
#[derive(Clone, Debug)]
pub(crate) struct PreMoveToken<B> {
    /// When it is given; reads only numbers of the state.
    pub(crate) condition: Cond<B>,
    /// The number of the token.
    pub(crate) token: usize,
    /// The candidates; without any, nothing happens.
    pub(crate) among: Set<B>,
}

/// A way of capturing that is not in the tables.
#[derive(Clone, Debug)]
pub(crate) struct Other<B> {
    /// The number of the way.
    pub(crate) way: u16,
    /// Boards of the state; where one is empty, the way is impossible.
    pub(crate) guards: Vec<usize>,
    /// If known, a board of the state on which all its moves end, and for each square what a move that ends there may
    /// capture.
    pub(crate) victims: Option<(usize, Vec<B>)>,
}

/// The pieces of a group.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Attackers {
    /// The pieces on a board of the state.
    Board(usize),
    /// The pieces of types that have no board.
    Types(TypeSet),
    /// The bearer of a token, by the number of the power.
    Bearer(usize),
    /// The pieces in a set of squares of the defending side, by the number of the line of sight that it forbids.
    On(usize),
}

/// A group of pieces with the same attacks.
#[derive(Clone, Debug)]
pub(crate) struct Group<B> {
    /// The pieces.
    pub(crate) attackers: Attackers,
    /// By target, its conditional attacks.
    pub(crate) conditional: Vec<Vec<ConditionalAttack<B>>>,
}

/// An attack that depends on which of some squares are occupied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConditionalAttack<B> {
    /// The origin.
    pub(crate) from: SquareIndex,
    /// The squares that are tested.
    pub(crate) mask: B,
    /// Those of them that must be occupied; the others must be empty.
    pub(crate) value: B,
}

/// The origins from which a group attacks one square, by kind of attack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackOrigins<B> {
    /// All origins.
    pub(crate) any: B,
    /// Leapers: whatever stands elsewhere.
    pub(crate) leaper: B,
    /// Sliders: if all squares between are empty.
    pub(crate) slider: B,
    /// Hoppers: if exactly one of the squares between is occupied.
    pub(crate) hopper: B,
    /// Under other conditions.
    pub(crate) conditional: B,
}

/// The forward attack tables: what the pieces of each group attack.
#[derive(Clone, Debug)]
pub(crate) struct ForwardAttacks<B> {
    /// By group and origin, at `group * squares + from`.
    pub(crate) from: Vec<ForwardAttack<B>>,
    /// By group, whether it has hopper or conditional attacks too, which are not in this table.
    pub(crate) partly: Vec<bool>,
    /// How many squares there are.
    pub(crate) size: usize,
}

/// The targets of a piece of a group on one square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForwardAttack<B> {
    /// Leaper attacks: whatever stands elsewhere.
    pub(crate) leaper: B,
    /// Slider attacks: if all squares between are empty.
    pub(crate) slider: B,
}
