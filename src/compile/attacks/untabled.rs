//! Ways of capturing that are not in attack tables: when they are impossible, and what they may capture.

use crate::compile::interpretation::upper_bound;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::membership::is_within;
use crate::compile::program::move_tables::Destination;
use crate::compile::program::{Program, SideRules};
use crate::ir::SquareIndex;

/// Returns the boards of the state that must not be empty for a way to be possible.
pub(super) fn guards<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    number: u16,
) -> Vec<usize> {
    let walk = rules.ways[usize::from(number)].walk;
    let Some(paths) = &rules.routes[walk].paths else { return Vec::new() };
    let ends: Vec<&Destination<B>> =
        paths.from.iter().flat_map(|destinations| &destinations.ends).collect();
    let nothing_free = paths.from.iter().all(|destinations| {
        destinations.free.is_empty() && destinations.lines.0 == destinations.lines.1
    });
    if !nothing_free {
        return Vec::new();
    }
    let variables = program.layout.marks + program.layout.mark_count;
    let tests = |end: &Destination<B>, board: usize| {
        end.tests.iter().any(|&(mask, _)| is_within(&rules.masks[mask], board))
    };
    (variables..program.layout.boards)
        .filter(|&board| ends.iter().all(|end| tests(end, board)))
        .collect()
}

/// Returns one of some boards on which all moves of a way end, and for each square what a move that ends there may capture.
pub(super) fn victims<B: Bitboard>(
    program: &Program<B>,
    rules: &SideRules<B>,
    number: u16,
    guards: &[usize],
) -> Option<(usize, Vec<B>)> {
    let way = &rules.ways[usize::from(number)];
    let paths = rules.tables_of(number)?.paths;
    let on = |end: &Destination<B>, board: usize| {
        let at_end = end.tests.iter().filter(|(_, at)| *at == end.to);
        at_end.into_iter().any(|&(mask, _)| is_within(&rules.masks[mask], board))
    };
    let mut ends = paths.from.iter().flat_map(|destinations| &destinations.ends);
    let board = *guards.iter().find(|&&board| ends.clone().all(|end| on(end, board)))?;
    ends.next()?;
    let taken = (0..program.squares).map(|to| {
        let to = SquareIndex::try_from(to).ok()?;
        let taken = way.taking.as_ref().map(|taking| upper_bound(&program.steps, taking, to));
        Some(taken.unwrap_or(Some(B::EMPTY))? | B::one(to))
    });
    Some((board, taken.collect::<Option<Vec<B>>>()?))
}
