//! Finds out what can be known of a game in advance.

use crate::compile::program::Program;
use crate::compile::program::attacks::Attacks;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::facts::Fact;
use crate::compile::program::knowledge::{Bounds, Facts, Whys};
use crate::compile::program::legality::Legality;
use crate::ir::{BySide, Game};

/// Why there are no attack tables.
const TOO_LONG: &str = "a turn may bring about too many events, or be too long";

/// Why something is not known.
const OFF: &str = "it is switched off";

impl<B: Bitboard> Facts<B> {
    /// Finds out what can be known of a compiled game, with at most so many groups of pieces with the same attacks.
    pub(crate) fn of(game: &Game, program: &Program<B>, groups: usize) -> Self {
        let used = program.facts.used;
        let on = |fact: Fact| if used.has(fact) { Ok(()) } else { Err(OFF.to_owned()) };
        let mut whys = BySide::<Whys>::default();
        let bounds = BySide::from_fn(|side| Bounds::of(program, side));
        let attacks = BySide::from_fn(|side| {
            let short = if bounds[side].threat { Ok(()) } else { Err(TOO_LONG.to_owned()) };
            let found = on(Fact::Attacks)
                .and(short)
                .and_then(|()| Attacks::of(game, program, side, groups));
            found.map_err(|why| whys[side].attacks = Some(why)).ok()
        });
        let legality = BySide::from_fn(|side| {
            let enemy = attacks[side.opponent()].as_ref();
            let found =
                on(Fact::Legality).and_then(|()| Legality::of(game, program, enemy, side, groups));
            found.map_err(|why| whys[side].legality = Some(why)).ok()
        });
        Self { used, attacks, legality, bounds, whys }
    }
}
