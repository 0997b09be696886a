//! Attack tables: from where each square is attacked, and what each piece attacks.

use super::expressions::{Cond, Set};
use super::locations::Locs;
use crate::ir::TypeSet;

/// How the attacks of one side are told from tables.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<B> {
    /// Where any of these holds, the tables do not tell, as something may be chosen before the move.
    pub(crate) unless: Vec<Cond<B>>,
    /// Whether these conditions look at nothing but numbers of the state.
    pub(crate) unless_by_numbers: bool,
    /// Tokens that may be given to one of some pieces before the move: an attack is the union over these choices.
    pub(crate) pre_move_tokens: Vec<PreMoveToken<B>>,
    /// Whether who attacks does not depend on where other pieces stand.
    pub(crate) settled: bool,
    /// Pieces that attack alike.
    pub(crate) groups: Vec<Group<B>>,
    /// For each target and group, index `target * groups + group`, from where it is attacked.
    pub(crate) seen: Vec<AttackOrigins<B>>,
    /// Which squares must be empty between two squares: index `target * squares + from`.
    pub(crate) between: Vec<B>,
    /// How many squares there are.
    pub(crate) size: usize,
    /// The ways that are not told from tables, by number, with the types that have them.
    pub(crate) others: Vec<Other<B>>,
    /// What decides who attacks, besides which pieces stand where, and who bears the tokens that give powers.
    pub(crate) reads: Locs,
}

/// A token that is given to one of some pieces before the move.
#[derive(Clone, Debug)]
pub(crate) struct PreMoveToken<B> {
    /// When that is so; it looks at nothing but numbers of the state.
    pub(crate) condition: Cond<B>,
    /// Which token.
    pub(crate) token: usize,
    /// To whom it may be given; if to nobody, nothing happens.
    pub(crate) among: Set<B>,
}

/// A way of capturing that is not told from tables.
#[derive(Clone, Debug)]
pub(crate) struct Other<B> {
    /// Its number.
    pub(crate) way: u16,
    /// Boards of the state of which each must have a member for the way to be possible.
    pub(crate) guards: Vec<usize>,
    /// A board of the state on which all its moves end, and for each square what one that ends there may capture, if
    /// that is known.
    pub(crate) victims: Option<(usize, Vec<B>)>,
}

/// Who attacks so.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Attackers {
    /// The pieces on a board.
    Board(usize),
    /// The pieces of types without a board.
    Types(TypeSet),
    /// The bearer of a token with the power of that number.
    Bearer(usize),
    /// The pieces on these squares, as the side sees them whose royal piece is in danger.
    On(usize),
}

/// Pieces that attack alike.
#[derive(Clone, Debug)]
pub(crate) struct Group<B> {
    /// Who.
    pub(crate) attackers: Attackers,
    /// For each target, under which demands it is attacked: from where, which squares matter, which of them must be
    /// occupied.
    pub(crate) demands: Vec<Vec<(u8, B, B)>>,
}

/// From where pieces of a group attack one square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttackOrigins<B> {
    /// All of these.
    pub(crate) any: B,
    /// Whatever stands elsewhere.
    pub(crate) leaper: B,
    /// If all squares between are empty.
    pub(crate) slider: B,
    /// If exactly one of the squares between is occupied.
    pub(crate) hopper: B,
    /// Under other demands.
    pub(crate) conditional: B,
}

/// What the pieces of each group attack.
#[derive(Clone, Debug)]
pub(crate) struct ForwardAttacks<B> {
    /// By group and square: index `group * squares + from`.
    pub(crate) from: Vec<ForwardAttack<B>>,
    /// Whether that is not all a group attacks.
    pub(crate) partly: Vec<bool>,
    /// How many squares there are.
    pub(crate) size: usize,
}

/// What a piece of a group attacks from one square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForwardAttack<B> {
    /// Whatever stands elsewhere.
    pub(crate) leaper: B,
    /// If all squares between are empty.
    pub(crate) slider: B,
}
