//! How much memory the tables of a compiled game take.

use crate::compile::program::attacks::{Attacks, Group};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::move_effects::EffectTable;
use crate::compile::program::move_tables::{Destination, Destinations, MoveTable, RayPair};
use crate::compile::program::{Program, SideRules};

/// Heap memory of a value.
trait HeapSize {
    /// Returns the bytes on the heap.
    fn heap_size(&self) -> usize;
}

impl<T: HeapSize> HeapSize for [T] {
    fn heap_size(&self) -> usize {
        size_of_val(self) + self.iter().map(HeapSize::heap_size).sum::<usize>()
    }
}

impl<B: Bitboard> HeapSize for B {
    fn heap_size(&self) -> usize {
        0
    }
}

impl<B: Bitboard> HeapSize for RayPair<B> {
    fn heap_size(&self) -> usize {
        0
    }
}

impl<B: Bitboard> HeapSize for Destination<B> {
    fn heap_size(&self) -> usize {
        size_of_val(self.tests.as_slice())
    }
}

impl<B: Bitboard> HeapSize for Destinations<B> {
    fn heap_size(&self) -> usize {
        self.ends.heap_size()
    }
}

impl<B: Bitboard> HeapSize for MoveTable<B> {
    fn heap_size(&self) -> usize {
        self.from.heap_size() + self.all_lines.heap_size()
    }
}

impl<B: Bitboard> HeapSize for Group<B> {
    fn heap_size(&self) -> usize {
        let conditional = self.conditional.iter().map(|of| size_of_val(of.as_slice()));
        size_of_val(self.conditional.as_slice()) + conditional.sum::<usize>()
    }
}

impl<B: Bitboard> HeapSize for Attacks<B> {
    fn heap_size(&self) -> usize {
        self.groups.heap_size() + size_of_val(self.seen.as_slice()) + self.between.heap_size()
    }
}

impl<B: Bitboard> HeapSize for Legality<B> {
    fn heap_size(&self) -> usize {
        let attacks = self.attacks.as_ref().map_or(0, HeapSize::heap_size);
        let forward_attacks = self
            .forward_attacks
            .as_ref()
            .map_or(0, |forward_attacks| size_of_val(forward_attacks.from.as_slice()));
        attacks + forward_attacks
    }
}

/// Returns the bytes of a move table.
pub(crate) fn of_walk<B: Bitboard>(paths: &MoveTable<B>) -> usize {
    paths.heap_size()
}

/// Returns the bytes of the tables of move effects.
fn move_effect_bytes<B: Bitboard>(side: &SideRules<B>) -> usize {
    let steps = side.steps.iter().flat_map(|steps| &steps.steps).map(|step| &step.move_effects);
    let tables = steps
        .chain([&side.move_effects])
        .flat_map(|move_effects| move_effects.moves.iter().chain(&move_effects.drops));
    let one = |table: &EffectTable<B>| {
        size_of_val(table.move_effects.as_slice())
            + 3 * size_of_val(table.alone.as_slice())
            + table.undecided.heap_size()
    };
    tables.flatten().map(one).sum()
}

/// Returns the tables of a compiled game: how many there are, of what, and their bytes.
///
/// Rules are not counted: their trees are as large as the text they are made of.
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
        (paths.len(), "walks", paths.iter().map(|paths| paths.heap_size()).sum()),
        (
            attacks.iter().map(|attacks| attacks.groups.len()).sum(),
            "attack groups",
            attacks.iter().map(|attacks| attacks.heap_size()).sum(),
        ),
        (
            legality.len(),
            "sides with legality from attack tables",
            legality.iter().map(|legality| legality.heap_size()).sum(),
        ),
        (program.places.len(), "places", places),
        (
            program.sides.iter().map(|side| side.move_effects.list.len()).sum(),
            "move effects",
            program.sides.iter().map(move_effect_bytes).sum(),
        ),
    ]
}
