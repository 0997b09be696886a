//! Effects: what changes a position.

use super::ids::{MarkId, SlotId, TallyId, TokenId};
use super::operand::{Operand, Resolved, Terms, Translate};

/// Declares effects: what each consists of, and the sentence that the dump of a game has for it, in which every operand has
/// its role.
macro_rules! effects {
    ($(#[$about:meta])* pub enum Effect {
        $(
            $(#[$of:meta])* $name:ident
            $(($($place:ident: $type:ident $(:: $sort:ident)?),*))?
            $({ $($(#[$of_part:meta])* $part:ident: $part_type:ident $(:: $part_sort:ident)?),* $(,)? })?
            = [$($said:expr),*] $(+ $more:expr)?,
        )*
    }) => {
        $(#[$about])*
        pub enum Effect<T: Terms = Resolved> {
            $(
                $(#[$of])*
                $name $(($($type $(:: $sort)?),*))? $({ $($(#[$of_part])* $part: $part_type $(:: $part_sort)?),* })?,
            )*
        }

        impl<T: Terms> Effect<T> {
            /// Calls `each` for its parts: the sentence that the dump of a game has for it, in which every operand has its role.
            pub fn each_operand<'a>(&'a self, each: &mut dyn FnMut(Operand<'a, T>)) {
                use Operand::*;
                match self {
                    $(Self::$name $(($($place),*))? $({ $($part),* })? => {
                        $(each($said);)*
                        $($more.into_iter().for_each(each);)?
                    })*
                }
            }

            /// Returns the same effect with its expressions translated.
            pub fn translated<U: Terms>(&self, into: &mut impl Translate<T, U>) -> Effect<U> {
                match self {
                    $(Self::$name $(($($place),*))? $({ $($part),* })? => Effect::$name
                        $(($(translated!(into $($sort)? $place)),*))?
                        $({ $($part: translated!(into $($part_sort)? $part)),* })?,)*
                }
            }
        }
    };
}

/// What a part is translated to.
macro_rules! translated {
    ($into:ident Squares $part:ident) => {
        $into.squares($part)
    };
    ($into:ident Type $part:ident) => {
        $into.kind($part)
    };
    ($into:ident Number $part:ident) => {
        $into.number($part)
    };
    ($into:ident Truth $part:ident) => {
        $into.truth($part)
    };
    ($into:ident Side $part:ident) => {
        $into.side(*$part)
    };
    ($into:ident Owner $part:ident) => {
        $into.owner(*$part)
    };
    ($into:ident Variable $part:ident) => {
        $into.variable(*$part)
    };
    ($into:ident NumberVariable $part:ident) => {
        $into.number_variable(*$part)
    };
    ($into:ident $part:ident) => {
        *$part
    };
}

/// A slot that may hold a piece in a hand, if there is one.
type HeldSlot = Option<SlotId>;

effects! {
/// A change of the position, with expressions of the IR or of a compiled program.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The pieces are captured: events fire, then they leave the board.
    Capture(on: T::Squares) = [Word("capture"), Captured(on)],
    /// The pieces leave the board and nothing else happens.
    Remove {
        /// Where the pieces are.
        on: T::Squares,
        /// A slot; if it holds a piece in a hand, that leaves the hand.
        held: HeldSlot,
    } = [Word("remove"), Removed(on)] + held.map(Held),
    /// A new piece on every empty square of the set.
    Place {
        /// Its type.
        kind: T::Type,
        /// Its owner.
        owner: T::Owner,
        /// Where.
        on: T::Squares,
    } = [Word("place"), Kind(kind), Word("for"), NewOwner(owner), Word("on"), Filled(on)],
    /// The piece on the first square of `from` goes, with its marks and tokens, to the first of
    /// `to`; nothing happens unless that is empty.
    Relocate {
        /// From where.
        from: T::Squares,
        /// To where.
        to: T::Squares,
    } = [Word("relocate"), Left(from), Word("to"), Entered(to)],
    /// What is on the two squares changes places.
    Swap(left: T::Squares, right: T::Squares) = [Word("swap"), Exchanged(left), Word("with"), Exchanged(right)],
    /// The pieces become another type; marks and tokens stay.
    Become {
        /// Which pieces.
        on: T::Squares,
        /// The new type.
        kind: T::Type,
    } = [Word("change"), Retyped(on), Word("into"), Kind(kind)],
    /// The pieces change their owner.
    ChangeOwner {
        /// Which pieces.
        on: T::Squares,
        /// The new owner.
        to: T::Owner,
    } = [Word("change owner of"), Converted(on), Word("to"), NewOwner(to)],
    /// The pieces get the mark or lose it.
    Mark {
        /// Which pieces.
        on: T::Squares,
        /// Which mark.
        mark: MarkId,
        /// Whether they have it from now on.
        set: bool,
    } = [Word(if *set { "mark" } else { "unmark" }), WithMark(on), Mark(*mark)],
    /// The token goes to the first square of the set; nothing happens if there is none.
    Give {
        /// Which token.
        token: TokenId,
        /// Where to.
        to: T::Squares,
    } = [Word("give"), Token(*token), Word("to"), Place(to)],
    /// The token leaves the board.
    TakeAway(token: TokenId) = [Word("take away"), Token(*token)],
    /// The token has that level from now on (at least 0).
    SetLevel {
        /// Which token.
        token: TokenId,
        /// The level.
        level: T::Number,
    } = [Word("set level of"), LevelOf(*token), Word("to"), Amount(level)],
    /// Pieces come into a hand or leave it (a negative number; never below none).
    Hand {
        /// Whose.
        side: T::Side,
        /// Of which type.
        kind: T::Type,
        /// How many more.
        change: T::Number,
    } = [Word("add"), Kind(kind), Word("to hand of"), HandOf(side), Word(","), Amount(change), Word("times")],
    /// A variable of numbers, switches or words; kept within its declared range.
    SetNumber(variable: T::NumberVariable, value: T::Number) = [Word("set"), AssignedNumber(variable), Word("to"), Amount(value)],
    /// The number of each of the squares, or of the pieces on them, becomes another; it is kept within its range.
    SetTally {
        /// Which number.
        tally: TallyId,
        /// Whether pieces have it.
        of_pieces: bool,
        /// Of which squares.
        on: T::Squares,
        /// The number, or what is added to the one that is there.
        value: T::Number,
        /// Whether it is added.
        adds: bool,
    } = [
        Word(if *adds { "add to" } else { "set" }),
        if *of_pieces { TallyOfPieces(*tally) } else { TallyOfSquares(*tally) },
        Word("of"),
        Place(on),
        Word(if *adds { "the number" } else { "to" }),
        Amount(value)
    ],
    /// A variable of squares.
    SetSquares(variable: T::Variable, value: T::Squares) = [Word("set"), AssignedSquares(variable), Word("to"), Place(value)],
    /// A switch.
    SetTruth(variable: T::Variable, value: T::Truth) = [Word("set"), AssignedSwitch(variable), Word("to"), Whether(value)],
}
}

impl<T: Terms> Effect<T> {
    /// Returns its parts that are operands.
    pub fn operands(&self) -> Vec<Operand<'_, T>> {
        let mut found = Vec::new();
        self.each_operand(&mut |part| match part {
            Operand::Word(_) => {}
            operand => found.push(operand),
        });
        found
    }

    /// Tells whether an operand satisfies a predicate.
    pub fn any_operand(&self, is: impl Fn(Operand<'_, T>) -> bool) -> bool {
        let mut found = false;
        self.each_operand(&mut |part| found = found || is(part));
        found
    }

    /// Tells whether nothing but variables changes.
    pub fn only_assigns(&self) -> bool {
        use super::operand::Change;
        !self.any_operand(|part| matches!(part.change(), Change::Beside | Change::Board))
    }
}
