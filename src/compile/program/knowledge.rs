//! What is known of a whole game in advance.

use super::attacks::Attacks;
use super::facts::FactSet;
use super::legality::Legality;

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts<B> {
    /// Which facts are used at all.
    pub(crate) used: FactSet,
    /// For each side, how its attacks are told from tables; `None` where they are not.
    pub(crate) attacks: [Option<Attacks<B>>; 2],
    /// For each side, what is known of the legality of its turns; `None` where each must be tried.
    pub(crate) legality: [Option<Legality<B>>; 2],
    /// For each side, how much its turns can be.
    pub(crate) bounds: [Bounds; 2],
    /// For each side, why there are no attacks or nothing is known of its moves.
    pub(crate) whys: [Whys; 2],
}

/// Why the faster means are not taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whys {
    /// Why attacks are not told from tables.
    pub(crate) attacks: Option<String>,
    /// Why each turn must be tried and judged.
    pub(crate) legality: Option<String>,
}

/// What is known of the cost of a side's turns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    /// Whether no turn can be too much.
    pub(crate) turn: bool,
    /// The most that can be done from the last move or drop of a turn to its end, if a turn can ever be that much.
    pub(crate) last_step: Option<Cost>,
    /// Whether what comes before the move in the turn that is imagined for attacks can never be too much.
    pub(crate) threat: bool,
}

/// An upper bound of what a part of a turn costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// How many triggers act.
    pub(crate) events: usize,
    /// How much is chosen.
    pub(crate) choices: usize,
    /// How much is done.
    pub(crate) work: usize,
}
