//! What expressions and walks are made of: words, things named in them, what they read, and expressions inside them in roles.
//!
//! Each variant is described once, in the order in which it is written. Whatever looks through rules without giving each
//! variant a meaning of its own asks this description: the dump, footprints, sizes, questions whether something occurs,
//! and rewriting, for which there is the same with parts that can be changed.

use super::expression::{Held, Number, Origin, Side, Squares, Truth, TypeRef, VariableRef};
use super::ids::{BySide, DirectionId, MarkId, PieceTypeId, PropertyId, SlotId, TallyId, TokenId};
use super::pattern::{Limit, Walk};
use super::sets::{SquareSet, TypeSet};

/// What an expression is to the one that it is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is judged as a whole, and written where nothing can be taken for a part of it.
    Alone,
    /// It is judged as a whole, and written beside words.
    Beside,
    /// With others of this role it decides what the whole is: for the same square, at the same moment.
    Member,
    /// It takes away from what the others decide.
    Without,
    /// It must hold after a turn of somebody, who is `own` in it.
    Afterwards,
    /// It must have held in earlier positions.
    Earlier,
}

/// What is read besides the things that are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// Where pieces stand, and of which types they are.
    Pieces,
    /// Whose pieces are.
    Owners,
    /// What is in hands.
    Hands,
    /// The number of the turn.
    TurnNumber,
    /// What the turn has done so far.
    TurnSoFar,
    /// What could be captured.
    Attacks,
    /// Which turns are legal.
    Turns,
    /// How often the position has occurred.
    Occurrences,
    /// The positions since the one that has occurred so many times.
    Since(u8),
}

/// Hands on one part after the other; what is in quotation marks is a word.
macro_rules! say {
    ($each:ident) => {};
    ($each:ident $word:literal $($rest:tt)*) => {{ $each(P::Word($word)); say!($each $($rest)*); }};
    ($each:ident $part:ident($($of:tt)*) $($rest:tt)*) => {{ $each(P::$part($($of)*)); say!($each $($rest)*); }};
}

/// Hands on the parts of a list with a word between them, or another word if there are none.
fn list<T, P>(
    each: &mut dyn FnMut(P),
    word: fn(&'static str) -> P,
    [between, none]: [&'static str; 2],
    parts: impl IntoIterator<Item = T>,
    part: impl Fn(T) -> P,
) {
    let mut before = none;
    for (index, inner) in parts.into_iter().enumerate() {
        if index > 0 {
            each(word(between));
        }
        each(part(inner));
        before = "";
    }
    if !before.is_empty() {
        each(word(before));
    }
}

/// Describes all expressions: once for looking at them, once for changing them, in the same words.
macro_rules! described {
    ($P:ident, $each:ident, $(#[$derive:meta])? $($mutable:ident)?) => {
        /// A part of an expression or a walk, in the order in which it is written.
        $(#[$derive])?
        #[derive(Debug)]
        pub enum $P<'a> {
            /// Words, with the spaces beside them.
            Word(&'static str),
            /// A set of squares in its role.
            Squares(&'a $($mutable)? Squares, Role),
            /// A piece type.
            Type(&'a $($mutable)? TypeRef),
            /// A number in its role.
            Number(&'a $($mutable)? Number, Role),
            /// A condition in its role.
            Truth(&'a $($mutable)? Truth, Role),
            /// A walk.
            Walk(&'a $($mutable)? Walk),
            /// A side.
            Side(&'a $($mutable)? Side),
            /// A variable, which is read.
            Variable(&'a $($mutable)? VariableRef),
            /// What is in the slot.
            Slot(SlotId),
            /// The slot that holds something only inside this expression.
            Binds(SlotId),
            /// These squares.
            Board(SquareSet),
            /// These squares for each side.
            Views(BySide<SquareSet>),
            /// This type.
            Kind(PieceTypeId),
            /// One of these types.
            Kinds(TypeSet),
            /// This number.
            Value(i32),
            /// The mark, which pieces may carry.
            Mark(MarkId),
            /// The direction of a step.
            Direction(DirectionId),
            /// Where the token is.
            Token(TokenId),
            /// The level of the token.
            Level(TokenId),
            /// The property of a type.
            Property(PropertyId),
            /// The number that squares or pieces have.
            Tally(TallyId),
            /// How the move was made.
            Origin(&'a Origin),
            /// Something else that is read.
            Reads(Read),
        }

        impl Squares {
            /// Calls `each` for its parts.
            pub fn $each<'a>(&'a $($mutable)? self, each: &mut dyn FnMut($P<'a>)) {
                use Read::{Owners, Pieces};
                use Role::{Alone, Beside, Member, Without};
                use $P as P;
                match self {
                    Self::Fixed(set) => each(P::Board(*set)),
                    Self::Seen { by, views } => say!(each Side(by) " " Views(*views)),
                    Self::Empty => say!(each Reads(Pieces) "empty"),
                    Self::Occupied => say!(each Reads(Pieces) "occupied"),
                    Self::OwnedBy(side) => say!(each Reads(Pieces) Reads(Owners) Side(side)),
                    Self::Neutral => say!(each Reads(Pieces) Reads(Owners) "neutral"),
                    Self::OfTypes(types) => say!(each Reads(Pieces) Kinds(*types)),
                    Self::OfType(kind) => say!(each Reads(Pieces) Type(kind)),
                    Self::Marked(mark) => say!(each Reads(Pieces) "marked " Mark(*mark)),
                    Self::Bearing(token) => say!(each "bearing " Token(*token)),
                    Self::Slot(slot) => each(P::Slot(*slot)),
                    Self::Variable(variable) => each(P::Variable(variable)),
                    Self::Union(parts) => {
                        list(each, P::Word, [" or ", "none"], parts, |it| P::Squares(it, Member));
                    }
                    Self::Intersection(parts) => {
                        let words = [" in ", "everywhere"];
                        list(each, P::Word, words, parts, |it| P::Squares(it, Member));
                    }
                    Self::Except(from, what) => {
                        say!(each Squares(from, Member) " except " Squares(what, Without));
                    }
                    Self::Reach { from, walk, side } => {
                        say!(each "reach(" Squares(from, Alone) ", [" Walk(walk) "], " Side(side) ")");
                    }
                    Self::Passed { from, walk, side } => {
                        say!(each "passed(" Squares(from, Alone) ", [" Walk(walk) "], " Side(side) ")");
                    }
                    Self::First(of) => say!(each "first of " Squares(of, Beside)),
                    Self::Last(of) => say!(each "last of " Squares(of, Beside)),
                    Self::At { place, side } => {
                        let [file, rank, layer] = &$($mutable)? **place;
                        say!(each "square(" Number(file, Alone) ", " Number(rank, Alone) ", ");
                        say!(each Number(layer, Alone) ", " Side(side) ")");
                    }
                }
            }
        }

        impl TypeRef {
            /// Calls `each` for its parts.
            pub fn $each<'a>(&'a $($mutable)? self, each: &mut dyn FnMut($P<'a>)) {
                use Read::Pieces;
                use $P as P;
                match self {
                    Self::Fixed(kind) => each(P::Kind(*kind)),
                    Self::OfSlot(slot) => say!(each Reads(Pieces) "type of " Slot(*slot)),
                    Self::Property(property, of) => say!(each Property(*property) " of " Type(of)),
                    Self::At(on) => say!(each Reads(Pieces) "type on " Squares(on, Role::Beside)),
                }
            }
        }

        impl Number {
            /// Calls `each` for its parts.
            pub fn $each<'a>(&'a $($mutable)? self, each: &mut dyn FnMut($P<'a>)) {
                use Read::{Hands, Pieces};
                use Role::{Alone, Beside, Member};
                use $P as P;
                match self {
                    Self::Fixed(value) => each(P::Value(*value)),
                    Self::Variable(variable) => each(P::Variable(variable)),
                    Self::Slot(slot) => each(P::Slot(*slot)),
                    Self::Count(set) => say!(each "count " Squares(set, Beside)),
                    Self::InHand { side, types } => {
                        say!(each Reads(Hands) "count " Kinds(*types) " in hand of " Side(side));
                    }
                    Self::Level(token) => say!(each "level of " Level(*token)),
                    Self::TurnNumber => say!(each Reads(Read::TurnNumber) "turn number"),
                    Self::CapturesThisTurn => say!(each Reads(Read::TurnSoFar) "captures this turn"),
                    Self::Property(property, kind) => say!(each Property(*property) " of " Type(kind)),
                    Self::Tally { of, on, total } => {
                        let total = if *total { "total " } else { "" };
                        say!(each Reads(Pieces) Word(total) Tally(*of) " of " Squares(on, Alone));
                    }
                    Self::Sum(property, set) => {
                        say!(each Reads(Pieces) "total " Property(*property) " of " Squares(set, Beside));
                    }
                    Self::Coordinate { axis, of, side } => {
                        say!(each Word(axis.word()) " of " Squares(of, Beside) " as " Side(side) " sees it");
                    }
                    Self::Distance(left, right) => {
                        say!(each "distance(" Squares(left, Alone) ", " Squares(right, Alone) ")");
                    }
                    Self::Either { condition, then, otherwise } => {
                        say!(each Number(then, Member) " if " Truth(condition, Beside) " else ");
                        each(P::Number(otherwise, Member));
                    }
                    Self::Arithmetic { operator, left, right } => {
                        say!(each Number(left, Member) Word(operator.word()) Number(right, Member));
                    }
                }
            }
        }

        impl Held {
            fn $each<'a>(&'a $($mutable)? self, each: &mut dyn FnMut($P<'a>)) {
                use $P as P;
                let condition = &$($mutable)? self.condition;
                say!(each " while " Truth(condition, Role::Earlier) " at each ");
                if let Some(whose) = &$($mutable)? self.whose {
                    say!(each Side(whose) " ");
                }
                each(P::Word("turn"));
            }
        }

        impl Truth {
            /// Calls `each` for its parts.
            pub fn $each<'a>(&'a $($mutable)? self, each: &mut dyn FnMut($P<'a>)) {
                use Read::{Attacks, Occurrences, Since, TurnSoFar, Turns};
                use Role::{Afterwards, Alone, Beside, Member};
                use $P as P;
                match self {
                    Self::Fixed(value) => each(P::Word(if *value { "always" } else { "never" })),
                    Self::Not(inner) => say!(each "not " Truth(inner, Member)),
                    Self::All(parts) => {
                        list(each, P::Word, [" and ", "always"], parts, |it| P::Truth(it, Member));
                    }
                    Self::Any(parts) => {
                        list(each, P::Word, [" or ", "never"], parts, |it| P::Truth(it, Member));
                    }
                    Self::Compare { operator, left, right } => {
                        say!(each Number(left, Alone) Word(operator.word()) Number(right, Alone));
                    }
                    Self::Exists(set) => say!(each "any " Squares(set, Beside)),
                    Self::Is { slot, set } => say!(each Slot(*slot) " is " Squares(set, Beside)),
                    Self::Within(inner, outer) => {
                        say!(each "all " Squares(inner, Beside) " within " Squares(outer, Beside));
                    }
                    Self::TypeIs(of, types) => say!(each Type(of) " is " Kinds(*types)),
                    Self::SameSide(a, b) => say!(each Side(a) " is " Side(b)),
                    Self::Attacked { on, by } => {
                        say!(each Reads(Attacks) Squares(on, Beside) " is attacked by " Side(by));
                    }
                    Self::Safe { piece, on } => {
                        say!(each Reads(Attacks) Squares(piece, Beside) " is safe on " Squares(on, Beside));
                    }
                    Self::HasTurn { side, that } => {
                        say!(each Reads(Turns) Side(side) " can move");
                        if !that.is_always() {
                            say!(each " so that " Truth(that, Afterwards));
                        }
                    }
                    Self::Some { slot, over, condition } => {
                        say!(each "some " Binds(*slot) " in " Squares(over, Alone) ": " Truth(condition, Alone));
                    }
                    Self::MovedBy(origin) => say!(each Reads(TurnSoFar) "moved by " Origin(origin)),
                    Self::Repeated { times, held } => {
                        say!(each Reads(Occurrences) "repeated " Value(i32::from(*times)) " times");
                        if let Some(held) = held {
                            each(P::Reads(Since(*times)));
                            held.$each(each);
                        }
                    }
                }
            }
        }

        impl Walk {
            /// Calls `each` for its parts.
            pub fn $each<'a>(&'a $($mutable)? self, each: &mut dyn FnMut($P<'a>)) {
                use Role::Alone;
                use $P as P;
                match self {
                    Self::Here => each(P::Word("stay")),
                    Self::Step(direction) => say!(each "step " Direction(*direction)),
                    Self::Test(set) => each(P::Squares(set, Alone)),
                    Self::Take => say!(each Reads(Read::Pieces) "take"),
                    Self::Via => each(P::Word("via")),
                    Self::Jump(set) => say!(each "jump to " Squares(set, Alone)),
                    Self::Sequence(parts) => list(each, P::Word, [", ", "stay"], parts, P::Walk),
                    Self::Either(parts) => {
                        each(P::Word("either("));
                        list(each, P::Word, [" | ", ""], parts, P::Walk);
                        each(P::Word(")"));
                    }
                    Self::Repeat { body, min, max } => {
                        say!(each "repeat(" Walk(body) ")");
                        let least = i32::from(*min);
                        match max {
                            Limit::Unlimited if least == 0 => each(P::Word("*")),
                            Limit::Unlimited if least == 1 => each(P::Word("+")),
                            Limit::Unlimited => say!(each "{" Value(least) ",}"),
                            Limit::Times(max) if max == min => say!(each "{" Value(least) "}"),
                            Limit::Times(max) => {
                                say!(each "{" Value(least) "," Value(i32::from(*max)) "}");
                            }
                            Limit::Half => say!(each "{" Value(least) ",half}"),
                            Limit::Count(most) => {
                                say!(each "{" Value(least) "," Number(most, Alone) "}");
                            }
                            Limit::Exactly(number) => say!(each "{" Number(number, Alone) "}"),
                            Limit::AtLeast(number) => say!(each "{" Number(number, Alone) ",}"),
                        }
                    }
                }
            }
        }

        impl<'a> $P<'a> {
            /// Calls `each` for the parts of this one, if it is an expression or a walk.
            pub fn $each(self, each: &mut dyn FnMut(Self)) {
                match self {
                    Self::Squares(set, _) => set.$each(each),
                    Self::Type(kind) => kind.$each(each),
                    Self::Number(number, _) => number.$each(each),
                    Self::Truth(truth, _) => truth.$each(each),
                    Self::Walk(walk) => walk.$each(each),
                    _ => {}
                }
            }
        }
    };
}

described!(Part, each_part, #[derive(Clone, Copy)]);
described!(PartMut, each_part_mut, mut);

impl Part<'_> {
    /// Tells whether this part, or one inside it, is one of those looked for.
    pub fn any(self, is: &mut dyn FnMut(Self) -> bool) -> bool {
        let mut found = is(self);
        if !found {
            self.each_part(&mut |part| found = found || part.any(is));
        }
        found
    }

    /// Tells whether it, or a part of it, reads such a thing.
    pub fn reads(self, wanted: Read) -> bool {
        self.any(&mut |part| matches!(part, Part::Reads(read) if read == wanted))
    }

    /// Returns of how many expressions and walks this one consists, itself included: what analysis charges for, so that no
    /// file comes to more than memory holds.
    pub fn size(self) -> usize {
        let mut size = usize::from(matches!(
            self,
            Self::Squares(..) | Self::Type(_) | Self::Number(..) | Self::Truth(..) | Self::Walk(_)
        ));
        self.each_part(&mut |part| size += part.size());
        size
    }

    /// Tells whether it is a side, or a variable of one, that a piece decides.
    pub fn is_by_piece(self) -> bool {
        let side = match self {
            Self::Side(side) => Some(*side),
            Self::Variable(variable) => variable.side,
            _ => None,
        };
        matches!(side, Some(Side::OwnerOf(_)))
    }

    /// Tells whether it is written in brackets beside words: it has several members, or binds a slot.
    pub fn is_compound(self) -> bool {
        let (mut members, mut binds) = (0, false);
        self.each_part(&mut |part| match part {
            Part::Squares(_, Role::Member | Role::Without)
            | Part::Number(_, Role::Member)
            | Part::Truth(_, Role::Member) => members += 1,
            Part::Binds(_) => binds = true,
            _ => {}
        });
        members > 1 || binds
    }
}

/// Lets whole expressions and walks be asked as parts, and tells how large they are.
macro_rules! wholes {
    ($($whole:ident($it:ident: $part:expr);)*) => {$(
        impl<'a> From<&'a $whole> for Part<'a> {
            fn from($it: &'a $whole) -> Self {
                $part
            }
        }

        impl $whole {
            /// Returns of how many parts it consists.
            pub fn size(&self) -> usize {
                Part::from(self).size()
            }
        }
    )*};
}

wholes! {
    Squares(set: Self::Squares(set, Role::Alone));
    Number(number: Self::Number(number, Role::Alone));
    Truth(truth: Self::Truth(truth, Role::Alone));
    TypeRef(kind: Self::Type(kind));
    Walk(walk: Self::Walk(walk));
}
