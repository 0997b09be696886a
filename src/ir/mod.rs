//! The intermediate representation: a game with every name resolved.
//!
//! It is small and total: what a file may say in many ways is one thing here, nothing is optional because it
//! was left unsaid, and no text is looked up in play. What it means is defined by
//! [`reference`](crate::reference), square by square; anything faster is compiled from it.

pub mod board;
pub mod called;
mod choices;
pub mod display;
pub mod effect;
pub mod expression;
pub mod footprint;
pub mod game;
pub mod ids;
mod join;
pub mod limits;
pub mod operand;
pub mod part;
pub mod pattern;
mod preference;
pub mod sets;
pub mod statement;
pub mod test;
pub mod weights;
pub mod writing;

pub use board::{Board, Coordinates, Direction, Look, ORDER, Orientation, Square};
pub use called::Called;
pub use effect::Effect;
pub use expression::{
    Arithmetic, Axis, Comparison, Held, Number, Origin, Side, Squares, Truth, TypeRef, VariableRef,
};
pub use game::{
    About, Compared, Ending, Field, FieldKind, Forbid, Game, Letter, Mark, Named, OptionInfo,
    Phrases, PieceType, Power, PowerLevel, Property, PropertyValue, Region, Said, SideInfo, Start,
    TallyInfo, TemplatePart, Token, Variable, VariableKind, VariableValue,
};
pub use ids::{
    BySide, DirectionId, Id, IdVec, LabelId, MarkId, PieceTypeId, PropertyId, SideId, SlotId,
    SquareId, SquareIndex, TallyId, TokenId, VariableId,
};
pub use operand::{Change, Operand, Resolved, Terms, Translate};
pub use part::{Part, PartMut, Read, Role};
pub use pattern::{Arrival, Clause, Composed, Landing, LandingKind, Limit, Walk};
pub use preference::{Goal, Preference};
pub use sets::{SquareSet, TypeSet};
pub use statement::{
    Alternative, Asked, Branch, Candidates, Choose, DropChoice, Event, MoveChoice, Outcome, Owner,
    ShownKind, Statement, StatementKind, StatementPart, Trigger,
};
pub use weights::{Inputs, Weights};
pub use writing::{Tradition, Writing};

/// The slots that the language binds by itself.
pub mod slots {
    use super::ids::SlotId;

    /// The square a move starts from.
    pub const FROM: SlotId = SlotId(0);
    /// The square a move ends on.
    pub const TO: SlotId = SlotId(1);
    /// The square a walk or a set is looking at.
    pub const HERE: SlotId = SlotId(2);
    /// The captured piece, as it was before it left.
    pub const VICTIM: SlotId = SlotId(3);
    /// The square of the piece that captured.
    pub const CAPTOR: SlotId = SlotId(4);
    /// The type about to be dropped, or that was dropped.
    pub const DROPPED: SlotId = SlotId(5);
    /// The first slot that names of a file may use.
    pub const FIRST_FREE: SlotId = SlotId(6);
}
