//! Effects: what changes a position.

use super::ids::{MarkId, SlotId, TallyId, TokenId};
use super::operand::{Operand, Resolved, Terms, Translate};

/// A change of the position, with expressions of the IR or of a compiled program.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect<T: Terms = Resolved> {
    /// The pieces are captured: events fire, then they leave the board.
    Capture(T::Squares),
    /// The pieces leave the board and nothing else happens.
    Remove {
        /// Where the pieces are.
        on: T::Squares,
        /// A slot; if it holds a piece in a hand, that leaves the hand.
        held: Option<SlotId>,
    },
    /// A new piece on every empty square of the set.
    Place {
        /// Its type.
        kind: T::Type,
        /// Its owner.
        owner: T::Owner,
        /// Where.
        on: T::Squares,
    },
    /// The piece on the first square of `from` goes, with its marks and tokens, to the first of
    /// `to`; nothing happens unless that is empty.
    Relocate {
        /// From where.
        from: T::Squares,
        /// To where.
        to: T::Squares,
    },
    /// What is on the two squares changes places.
    Swap(T::Squares, T::Squares),
    /// The pieces become another type; marks and tokens stay.
    Become {
        /// Which pieces.
        on: T::Squares,
        /// The new type.
        kind: T::Type,
    },
    /// The pieces change their owner.
    ChangeOwner {
        /// Which pieces.
        on: T::Squares,
        /// The new owner.
        to: T::Owner,
    },
    /// The pieces get the mark or lose it.
    Mark {
        /// Which pieces.
        on: T::Squares,
        /// Which mark.
        mark: MarkId,
        /// Whether they have it from now on.
        set: bool,
    },
    /// The token goes to the first square of the set; nothing happens if there is none.
    Give {
        /// Which token.
        token: TokenId,
        /// Where to.
        to: T::Squares,
    },
    /// The token leaves the board.
    TakeAway(TokenId),
    /// The token has that level from now on (at least 0).
    SetLevel {
        /// Which token.
        token: TokenId,
        /// The level.
        level: T::Number,
    },
    /// Pieces come into a hand or leave it (a negative number; never below none).
    Hand {
        /// Whose.
        side: T::Side,
        /// Of which type.
        kind: T::Type,
        /// How many more.
        change: T::Number,
    },
    /// A variable of numbers, switches or words; kept within its declared range.
    SetNumber(T::NumberVariable, T::Number),
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
    },
    /// A variable of squares.
    SetSquares(T::Variable, T::Squares),
    /// A switch.
    SetTruth(T::Variable, T::Truth),
}

impl<T: Terms> Effect<T> {
    /// Calls `each` for its parts: the sentence that the dump of a game has for it, in which every operand has its role.
    #[expect(clippy::too_many_lines, reason = "a short sentence for each effect")]
    pub fn each_operand<'a>(&'a self, each: &mut dyn FnMut(Operand<'a, T>)) {
        use Operand as Op;
        let mut all = |parts: &[Op<'a, T>]| parts.iter().for_each(|part| each(*part));
        match self {
            Self::Capture(on) => all(&[Op::Word("capture"), Op::Captured(on)]),
            Self::Remove { on, held } => {
                all(&[Op::Word("remove"), Op::Removed(on)]);
                if let Some(slot) = held {
                    each(Op::Held(*slot));
                }
            }
            Self::Place { kind, owner, on } => all(&[
                Op::Word("place"),
                Op::Kind(kind),
                Op::Word("for"),
                Op::NewOwner(owner),
                Op::Word("on"),
                Op::Filled(on),
            ]),
            Self::Relocate { from, to } => {
                all(&[Op::Word("relocate"), Op::Left(from), Op::Word("to"), Op::Entered(to)]);
            }
            Self::Swap(left, right) => all(&[
                Op::Word("swap"),
                Op::Exchanged(left),
                Op::Word("with"),
                Op::Exchanged(right),
            ]),
            Self::Become { on, kind } => {
                all(&[Op::Word("change"), Op::Retyped(on), Op::Word("into"), Op::Kind(kind)]);
            }
            Self::ChangeOwner { on, to } => all(&[
                Op::Word("change owner of"),
                Op::Converted(on),
                Op::Word("to"),
                Op::NewOwner(to),
            ]),
            Self::Mark { on, mark, set } => {
                let verb = if *set { "mark" } else { "unmark" };
                all(&[Op::Word(verb), Op::WithMark(on), Op::Mark(*mark)]);
            }
            Self::Give { token, to } => {
                all(&[Op::Word("give"), Op::Token(*token), Op::Word("to"), Op::Place(to)]);
            }
            Self::TakeAway(token) => all(&[Op::Word("take away"), Op::Token(*token)]),
            Self::SetLevel { token, level } => all(&[
                Op::Word("set level of"),
                Op::LevelOf(*token),
                Op::Word("to"),
                Op::Amount(level),
            ]),
            Self::Hand { side, kind, change } => all(&[
                Op::Word("add"),
                Op::Kind(kind),
                Op::Word("to hand of"),
                Op::HandOf(side),
                Op::Word(","),
                Op::Amount(change),
                Op::Word("times"),
            ]),
            Self::SetNumber(variable, value) => all(&[
                Op::Word("set"),
                Op::AssignedNumber(variable),
                Op::Word("to"),
                Op::Amount(value),
            ]),
            Self::SetTally { tally, of_pieces, on, value, adds } => all(&[
                Op::Word(if *adds { "add to" } else { "set" }),
                if *of_pieces { Op::TallyOfPieces(*tally) } else { Op::TallyOfSquares(*tally) },
                Op::Word("of"),
                Op::Place(on),
                Op::Word(if *adds { "the number" } else { "to" }),
                Op::Amount(value),
            ]),
            Self::SetSquares(variable, value) => all(&[
                Op::Word("set"),
                Op::AssignedSquares(variable),
                Op::Word("to"),
                Op::Place(value),
            ]),
            Self::SetTruth(variable, value) => all(&[
                Op::Word("set"),
                Op::AssignedSwitch(variable),
                Op::Word("to"),
                Op::Whether(value),
            ]),
        }
    }

    /// Returns the same effect with its expressions translated.
    pub fn translated<U: Terms>(&self, into: &mut impl Translate<T, U>) -> Effect<U> {
        match self {
            Self::Capture(on) => Effect::Capture(into.squares(on)),
            Self::Remove { on, held } => Effect::Remove { on: into.squares(on), held: *held },
            Self::Place { kind, owner, on } => Effect::Place {
                kind: into.kind(kind),
                owner: into.owner(*owner),
                on: into.squares(on),
            },
            Self::Relocate { from, to } => {
                Effect::Relocate { from: into.squares(from), to: into.squares(to) }
            }
            Self::Swap(left, right) => Effect::Swap(into.squares(left), into.squares(right)),
            Self::Become { on, kind } => {
                Effect::Become { on: into.squares(on), kind: into.kind(kind) }
            }
            Self::ChangeOwner { on, to } => {
                Effect::ChangeOwner { on: into.squares(on), to: into.owner(*to) }
            }
            Self::Mark { on, mark, set } => {
                Effect::Mark { on: into.squares(on), mark: *mark, set: *set }
            }
            Self::Give { token, to } => Effect::Give { token: *token, to: into.squares(to) },
            Self::TakeAway(token) => Effect::TakeAway(*token),
            Self::SetLevel { token, level } => {
                Effect::SetLevel { token: *token, level: into.number(level) }
            }
            Self::Hand { side, kind, change } => Effect::Hand {
                side: into.side(*side),
                kind: into.kind(kind),
                change: into.number(change),
            },
            Self::SetNumber(variable, value) => {
                Effect::SetNumber(into.number_variable(*variable), into.number(value))
            }
            Self::SetTally { tally, of_pieces, on, value, adds } => Effect::SetTally {
                tally: *tally,
                of_pieces: *of_pieces,
                on: into.squares(on),
                value: into.number(value),
                adds: *adds,
            },
            Self::SetSquares(variable, value) => {
                Effect::SetSquares(into.variable(*variable), into.squares(value))
            }
            Self::SetTruth(variable, value) => {
                Effect::SetTruth(into.variable(*variable), into.truth(value))
            }
        }
    }

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
