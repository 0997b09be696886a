//! Random valid rules files: small games with a bit of everything in the language.
//!
//! A file is a [`Tree`]: printed, it is a text; its parts can be left out or made plainer, so that a game that shows a
//! fault shrinks to the rules that matter.

mod changes;
mod dice;
mod expressions;
mod heirs;
mod library;
mod load;
mod maker;
mod perils;
mod rules;
mod statements;
mod told;
pub mod tree;
mod ways;
mod world;

pub use dice::Dice;
#[allow(unused_imports, reason = "tests need the one, tools the other")]
pub use load::{load, load_with};
pub use tree::{Tree, shrink};

use maker::Maker;
use world::World;

/// How many games of a hundred build on a bundled one, if it suits.
const HEIRS: usize = 15;

/// How many of the others are games in which royal pieces are in danger.
const PERILS: usize = 50;

/// Makes the rules of a game.
pub fn rules(mut dice: Dice<'_>) -> Tree {
    let heir = if dice.chance(HEIRS) { World::of_parent(&mut dice) } else { None };
    let world = heir.unwrap_or_else(|| {
        if dice.chance(PERILS) { World::perilous(&mut dice) } else { World::random(&mut dice) }
    });
    match (world.parent.clone(), world.perils) {
        (Some(parent), _) => Maker::new(dice, world).heir(&parent),
        (None, Some(odd)) => Maker::new(dice, world).perilous(odd),
        (None, None) => Maker::new(dice, world).file(),
    }
}
