//! No way of moving of the bundled games ends on a square that it is not said to reach, whatever stands on the board.

use fairyring::ir::footprint::squares_reached;
use fairyring::ir::{Clause, Game, Id, PieceTypeId, SideId, SquareId};
use fairyring::reference::walk_ends;
use fairyring::state::{Piece, Position};

use super::{GAMES, load};
use fairyring::state::Random;

/// How many positions are drawn by lot for each way from each square.
const POSITIONS: usize = 16;

#[test]
fn ways_of_moving_end_on_squares_that_they_reach() {
    for name in GAMES {
        let game = load(name, &[]);
        let mut ends = 0;
        for clause in clauses(&game) {
            for side in SideId::ALL.into_iter().filter(|&side| clause.is_for(side)) {
                for from in game.board.squares.ids() {
                    ends += check(&game, clause, from, side);
                }
            }
        }
        assert!(ends > 100, "{name}: only {ends} ends");
    }
}

/// All clauses of all pieces and of all powers of tokens.
fn clauses(game: &Game) -> impl Iterator<Item = &Clause> {
    let own = game.types.iter().flat_map(|kind| &kind.clauses);
    let powers = game.tokens.iter().flat_map(|token| &token.powers);
    own.chain(powers.flat_map(|power| &power.clauses))
}

/// Goes one way from one square in several positions, and tells how many ends it found.
fn check(game: &Game, clause: &Clause, from: SquareId, side: SideId) -> usize {
    let reached = squares_reached(game, &clause.walk, from, side);
    let others: Vec<SquareId> = game.board.squares.ids().filter(|square| *square != from).collect();
    let mut random = Random::new(u64::from(from.0));
    let mut found = 0;
    for bits in std::iter::once(0).chain((1..POSITIONS).map(|_| random.number())) {
        let mut position = Position::empty(game);
        put(&mut position, &others, bits);
        let ends = walk_ends(game, &position, &clause.walk, from, side);
        let (walk, name) = (&clause.walk, &game.about.name);
        assert!(ends.except(reached).is_empty(), "{walk:?} of {name} from {from:?}");
        found += ends.len();
    }
    found
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
