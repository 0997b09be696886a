//! Random valid rules files: small games with a bit of everything in the language.
//!
//! A file is a [`Tree`]: printed, it is a text; its parts can be left out or made plainer, so that a game that shows a
//! fault shrinks to the rules that matter.

mod dice;
mod expressions;
mod load;
mod maker;
mod rules;
mod statements;
pub mod tree;
mod ways;
mod world;

pub use dice::Dice;
pub use load::load;
pub use tree::{Tree, shrink};

use maker::Maker;
use world::World;

/// Makes the rules of a game.
pub fn rules(mut dice: Dice<'_>) -> Tree {
    let world = World::random(&mut dice);
    Maker::new(dice, world).file()
}
