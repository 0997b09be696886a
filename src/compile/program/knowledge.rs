//! What is known of a whole game in advance.

use super::attacks::Attacks;
use super::facts::FactSet;
use super::legality::Legality;
use crate::ir::BySide;

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts<B> {
    /// Which facts are used.
    pub(crate) used: FactSet,
    /// By side, its attack tables, if it has any.
    pub(crate) attacks: BySide<Option<Attacks<B>>>,
    /// By side, what is known of the legality of its turns; `None` if each must be played to find out.
    pub(crate) legality: BySide<Option<Legality<B>>>,
    /// By side, bounds on the cost of its turns.
    pub(crate) bounds: BySide<Bounds>,
    /// By side, why there are no attack tables or no knowledge of legality.
    pub(crate) whys: BySide<Whys>,
}

/// Why something is not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whys {
    /// Why there are no attack tables.
    pub(crate) attacks: Option<String>,
    /// Why each turn must be played to find out whether it is legal.
    pub(crate) legality: Option<String>,
}

/// Bounds on the cost of a side's turns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    /// Whether no turn can exceed a limit.
    pub(crate) turn: bool,
    /// The cost from the last move or drop of a turn to its end, if it cannot exceed a limit.
    pub(crate) last_step: Option<Cost>,
    /// Whether the turn that attacks are defined by cannot exceed a limit.
    pub(crate) threat: bool,
}

/// An upper bound on the cost of a part of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// How many triggers fire.
    pub(crate) events: usize,
    /// How many choices are made.
    pub(crate) choices: usize,
    /// How much work is done.
    pub(crate) work: usize,
}
