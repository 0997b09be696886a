//! What is found out about a game before it is played.

use super::attack::Attacks;
use super::bits::Bits;
use super::lengths;
use super::program::Program;
use super::safety::Safety;
use crate::ir::Game;

/// Why neither attacks nor what moves do is told from tables.
const TOO_LONG: &str = "a turn may bring about too many events, or be too long";

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Facts<B> {
    /// For each side, how its attacks are told from tables; `None` where they are not.
    pub attacks: [Option<Attacks<B>>; 2],
    /// For each side, what is known of its moves; `None` where each must be tried.
    pub safety: [Option<Safety<B>>; 2],
    /// For each side, whether no turn of it can be too much.
    pub short: [bool; 2],
    /// For each side, why there are no attacks or nothing is known of its moves.
    pub whys: [Whys; 2],
}

/// Why the faster means are not taken.
#[derive(Clone, Debug, Default)]
pub struct Whys {
    /// Why attacks are not told from tables.
    pub attacks: Option<String>,
    /// Why each turn must be tried and judged.
    pub safety: Option<String>,
}

impl<B: Bits> Facts<B> {
    /// Finds out what can be known of a compiled game; there is room for that many groups of pieces that attack alike.
    pub fn of(game: &Game, program: &Program<B>, groups: usize) -> Self {
        let mut whys = [Whys::default(), Whys::default()];
        let short = [0, 1].map(|side| lengths::is_short(program, side));
        let can_be_told = |side: usize| if short[side] { Ok(()) } else { Err(TOO_LONG.to_owned()) };
        let attacks = [0, 1].map(|side| {
            let found = can_be_told(side).and_then(|()| Attacks::of(game, program, side, groups));
            found.map_err(|why| whys[side].attacks = Some(why)).ok()
        });
        let safety = [0, 1].map(|side| {
            let enemy = attacks[1 - side].as_ref();
            let found =
                can_be_told(side).and_then(|()| Safety::of(game, program, enemy, side, groups));
            found.map_err(|why| whys[side].safety = Some(why)).ok()
        });
        Self { attacks, safety, short, whys }
    }
}
