//! How much memory the tables of a compiled game take.

use crate::compile::program::attacks::{Attacks, Group};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::move_effects::EffectTable;
use crate::compile::program::move_tables::{Destination, Destinations, MoveTable, RayPair};
use crate::compile::program::{Program, SideRules};

/// How many bytes something takes besides itself.
trait Held {
    /// Returns the bytes.
    fn held(&self) -> usize;
}

impl<T: Held> Held for [T] {
    fn held(&self) -> usize {
        size_of_val(self) + self.iter().map(Held::held).sum::<usize>()
    }
}

impl<B: Bitboard> Held for B {
    fn held(&self) -> usize {
        0
    }
}

impl<B: Bitboard> Held for RayPair<B> {
    fn held(&self) -> usize {
        0
    }
}

impl<B: Bitboard> Held for Destination<B> {
    fn held(&self) -> usize {
        size_of_val(self.tests.as_slice())
    }
}

impl<B: Bitboard> Held for Destinations<B> {
    fn held(&self) -> usize {
        self.ends.held()
    }
}

impl<B: Bitboard> Held for MoveTable<B> {
    fn held(&self) -> usize {
        self.from.held() + self.all_lines.held()
    }
}

impl<B: Bitboard> Held for Group<B> {
    fn held(&self) -> usize {
        let demands = self.demands.iter().map(|of| size_of_val(of.as_slice()));
        size_of_val(self.demands.as_slice()) + demands.sum::<usize>()
    }
}

impl<B: Bitboard> Held for Attacks<B> {
    fn held(&self) -> usize {
        self.groups.held() + size_of_val(self.seen.as_slice()) + self.between.held()
    }
}

impl<B: Bitboard> Held for Legality<B> {
    fn held(&self) -> usize {
        let attacks = self.attacks.as_ref().map_or(0, Held::held);
        let forward_attacks = self
            .forward_attacks
            .as_ref()
            .map_or(0, |forward_attacks| size_of_val(forward_attacks.from.as_slice()));
        attacks + forward_attacks
    }
}

/// Returns the bytes of the tables of a walk.
pub(crate) fn of_walk<B: Bitboard>(paths: &MoveTable<B>) -> usize {
    paths.held()
}

/// Returns the bytes of the tables that tell what moves do.
fn move_effect_bytes<B: Bitboard>(side: &SideRules<B>) -> usize {
    let steps = side.steps.iter().flat_map(|steps| &steps.steps).map(|step| &step.move_effects);
    let tables = steps
        .chain([&side.move_effects])
        .flat_map(|move_effects| move_effects.moves.iter().chain(&move_effects.drops));
    let one = |table: &EffectTable<B>| {
        size_of_val(table.move_effects.as_slice())
            + 3 * size_of_val(table.alone.as_slice())
            + table.undecided.held()
    };
    tables.flatten().map(one).sum()
}

/// Returns the tables of a compiled game with the bytes they take: how many there are, of what, and how large they are.
///
/// Rules are trees and not counted: they are as large as the text they are made of.
pub(crate) fn tables<B: Bitboard>(program: &Program<B>) -> Vec<(usize, &'static str, usize)> {
    let sides = program.sides.iter();
    let paths: Vec<&MoveTable<B>> = sides
        .flat_map(|side| side.routes.iter().filter_map(|route| route.paths.as_ref()))
        .collect();
    let attacks: Vec<&Attacks<B>> = program.facts.attacks.iter().flatten().collect();
    let legality: Vec<&Legality<B>> = program.facts.legality.iter().flatten().collect();
    let steps: usize = program.steps.iter().map(|table| size_of_val(table.as_slice())).sum();
    let places = size_of_val(program.places.as_slice())
        + program.coordinates.iter().map(|table| size_of_val(table.as_slice())).sum::<usize>();
    vec![
        (program.steps.len(), "steps", steps),
        (paths.len(), "walks", paths.iter().map(|paths| paths.held()).sum()),
        (
            attacks.iter().map(|attacks| attacks.groups.len()).sum(),
            "groups that attack alike",
            attacks.iter().map(|attacks| attacks.held()).sum(),
        ),
        (
            legality.len(),
            "sides whose turns are judged by what they change",
            legality.iter().map(|legality| legality.held()).sum(),
        ),
        (program.places.len(), "places", places),
        (
            program.sides.iter().map(|side| side.move_effects.list.len()).sum(),
            "deeds of moves",
            program.sides.iter().map(move_effect_bytes).sum(),
        ),
    ]
}
