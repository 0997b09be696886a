//! How much memory the tables of a compiled game take.

use crate::compile::program::attacks::{Attacks, Group};
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::legality::Legality;
use crate::compile::program::move_effects::EffectTable;
use crate::compile::program::move_tables::{Destinations, MoveTable};
use crate::compile::program::{Program, SideRules};

/// Returns the bytes of a move table.
pub(crate) fn of_walk<B: Bitboard>(paths: &MoveTable<B>) -> usize {
    let inside = |destinations: &Destinations<B>| {
        let tests = destinations.ends.iter().map(|end| size_of_val(end.tests.as_slice()));
        size_of_val(destinations.ends.as_slice()) + tests.sum::<usize>()
    };
    size_of_val(paths.from.as_slice())
        + paths.from.iter().map(inside).sum::<usize>()
        + size_of_val(paths.all_lines.as_slice())
}

fn of_attacks<B: Bitboard>(attacks: &Attacks<B>) -> usize {
    let inside = |group: &Group<B>| {
        let conditional = group.conditional.iter().map(|of| size_of_val(of.as_slice()));
        size_of_val(group.conditional.as_slice()) + conditional.sum::<usize>()
    };
    size_of_val(attacks.groups.as_slice())
        + attacks.groups.iter().map(inside).sum::<usize>()
        + size_of_val(attacks.seen.as_slice())
        + size_of_val(attacks.between.as_slice())
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
            + size_of_val(table.undecided.as_slice())
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
    let of_legality = |legality: &&Legality<B>| {
        let forward = legality.forward_attacks.as_ref();
        legality.attacks.as_ref().map_or(0, of_attacks)
            + forward.map_or(0, |forward| size_of_val(forward.from.as_slice()))
    };
    let steps: usize = program.steps.iter().map(|table| size_of_val(table.as_slice())).sum();
    let places = size_of_val(program.places.as_slice())
        + program.coordinates.iter().map(|table| size_of_val(table.as_slice())).sum::<usize>();
    vec![
        (program.steps.len(), "steps", steps),
        (paths.len(), "walks", paths.iter().map(|paths| of_walk(paths)).sum()),
        (
            attacks.iter().map(|attacks| attacks.groups.len()).sum(),
            "attack groups",
            attacks.iter().map(|attacks| of_attacks(attacks)).sum(),
        ),
        (
            legality.len(),
            "sides with legality from attack tables",
            legality.iter().map(of_legality).sum(),
        ),
        (program.places.len(), "places", places),
        (
            program.sides.iter().map(|side| side.move_effects.list.len()).sum(),
            "move effects",
            program.sides.iter().map(move_effect_bytes).sum(),
        ),
    ]
}
