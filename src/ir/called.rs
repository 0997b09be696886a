//! What rules declare is called by names.

use super::game::Game;
use super::ids::{
    DirectionId, MarkId, PieceTypeId, PropertyId, SideId, SquareId, TallyId, TokenId, VariableId,
};

/// What is called by a name.
pub trait Called {
    /// Returns its name in a game, or nothing for an id of something else.
    fn name(self, game: &Game) -> Option<&str>;
}

/// Tells where things of each kind are that have a name.
macro_rules! called {
    ($($id:ty: $($list:ident).+;)*) => {$(
        impl Called for $id {
            fn name(self, game: &Game) -> Option<&str> {
                game.$($list).+.get(self).map(|called| called.name.as_str())
            }
        }
    )*};
}

called! {
    SideId: sides;
    PieceTypeId: types;
    PropertyId: properties;
    MarkId: marks;
    TokenId: tokens;
    VariableId: variables;
    TallyId: tallies;
    DirectionId: board.directions;
    SquareId: board.squares;
}
