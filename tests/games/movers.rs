//! Every way of moving of the bundled games can be tabulated: what a walk can reach depends on nothing but the
//! squares that its footprint names.

use fairyring::ir::footprint::squares_looked_at;
use fairyring::ir::{Clause, Game, Id, PieceTypeId, SideId, SquareId, SquareSet};
use fairyring::reference::walk_ends;
use fairyring::state::{Piece, Position};

use super::{GAMES, load};
use fairyring::state::Random;

/// Up to this many squares every occupancy is tried; beyond, as many are drawn by lot.
const EXHAUSTIVE: usize = 6;

#[test]
fn ways_of_moving_depend_on_the_squares_they_look_at() {
    for name in GAMES {
        let game = load(name, &[]);
        let mut entries = 0;
        for clause in clauses(&game) {
            for side in SideId::ALL.into_iter().filter(|&side| clause.is_for(side)) {
                for from in game.board.squares.ids() {
                    entries += tabulate(&game, clause, from, side);
                }
            }
        }
        assert!(entries > 100, "{name}: only {entries} table entries");
    }
}

/// All clauses of all pieces and of all powers of tokens.
fn clauses(game: &Game) -> impl Iterator<Item = &Clause> {
    let own = game.types.iter().flat_map(|kind| &kind.clauses);
    let powers = game.tokens.iter().flat_map(|token| &token.powers);
    own.chain(powers.flat_map(|power| &power.clauses))
}

/// Makes the table of one way from one square and checks each entry: whatever stands elsewhere, the ends are the same.
fn tabulate(game: &Game, clause: &Clause, from: SquareId, side: SideId) -> usize {
    let looked_at: Vec<SquareId> =
        squares_looked_at(game, &clause.walk, from, side).iter().collect();
    let elsewhere: Vec<SquareId> = game
        .board
        .all()
        .iter()
        .filter(|square| !looked_at.contains(square) && *square != from)
        .collect();
    let mut random = Random::new(u64::from(from.0));
    let all = 1_u64 << looked_at.len().min(EXHAUSTIVE);
    for entry in 0..all {
        let occupied = if looked_at.len() <= EXHAUSTIVE { entry } else { random.number() };
        let ends = |other: u64| {
            let mut position = Position::empty(game);
            put(&mut position, &looked_at, occupied);
            put(&mut position, &elsewhere, other);
            walk_ends(game, &position, &clause.walk, from, side)
        };
        let alone = ends(0);
        assert_eq!(
            alone,
            ends(random.number()),
            "{:?} of {} from {from:?}",
            clause.walk,
            game.about.name
        );
        assert!(alone.except(game.board.all()) == SquareSet::EMPTY);
    }
    usize::try_from(all).expect("a small number")
}

/// Puts a piece of the second side on each square whose bit is set.
fn put(position: &mut Position, squares: &[SquareId], bits: u64) {
    for (index, square) in squares.iter().enumerate() {
        if bits >> (index % 64) & 1 == 1 {
            position.pieces[*square] =
                Some(Piece::new(PieceTypeId::from_index(0), Some(SideId::LAST)));
        }
    }
}
