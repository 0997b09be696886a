//! What a name means where it stands: a local name, a word of the language or something declared.

use super::super::context::{Context, Entity, Place, SlotKind};
use super::complaints::{self, Wanted};
use crate::ir::{MarkId, SlotId, TokenId, VariableId, slots};
use crate::syntax::ast::{Expr, ExprKind, Name};

/// Words without a meaning of their own.
const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Words for any piece.
const PIECE: [&str; 2] = ["piece", "pieces"];

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// What a slot holds.
    Slot(SlotId, SlotKind),
    /// A word of the language.
    Word(Word),
    /// Something declared.
    Entity(Entity),
    /// The name of a slot that nothing is put into here.
    Unbound(&'static str),
    /// Nothing.
    Unknown,
}

/// A word of the language that stands for something by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `own`, `mover`
    Own,
    /// `enemy`, `opponent`
    Opponent,
    /// `neutral`, `neither`
    Neutral,
    /// `empty`
    Empty,
    /// `occupied`, `piece`
    Occupied,
    /// `everywhere`
    Everywhere,
    /// `none`
    None,
    /// `royal`
    Royal,
}

/// The words with what they stand for.
pub(super) const WORDS: [(&str, Word); 12] = [
    ("own", Word::Own),
    ("mover", Word::Own),
    ("enemy", Word::Opponent),
    ("opponent", Word::Opponent),
    ("neutral", Word::Neutral),
    ("neither", Word::Neutral),
    ("empty", Word::Empty),
    ("occupied", Word::Occupied),
    ("piece", Word::Occupied),
    ("everywhere", Word::Everywhere),
    ("none", Word::None),
    ("royal", Word::Royal),
];

/// A name that some rules bind by themselves.
struct SlotWord {
    name: &'static str,
    slot: SlotId,
    kind: SlotKind,
    places: &'static [Place],
    /// Where it exists, in words.
    told: &'static str,
    /// What it is, in words.
    what: &'static str,
}

const SLOT_WORDS: [SlotWord; 6] = [
    SlotWord {
        name: "origin",
        slot: slots::FROM,
        kind: SlotKind::Square,
        places: &[Place::Clause, Place::Distance, Place::Capture, Place::Move],
        told: "ways of moving and events about moves and captures",
        what: "the square that the piece came from",
    },
    SlotWord {
        name: "target",
        slot: slots::TO,
        kind: SlotKind::Square,
        places: &[Place::Clause, Place::Move, Place::Drop],
        told: "ways of moving and events about moves and drops",
        what: "the square that it goes to",
    },
    SlotWord {
        name: "here",
        slot: slots::HERE,
        kind: SlotKind::Square,
        places: &[Place::Clause],
        told: "ways of moving",
        what: "the square that is tested",
    },
    SlotWord {
        name: "victim",
        slot: slots::VICTIM,
        kind: SlotKind::Victim,
        places: &[Place::Capture],
        told: "events about captures",
        what: "the captured piece as it was",
    },
    SlotWord {
        name: "captor",
        slot: slots::CAPTOR,
        kind: SlotKind::Square,
        places: &[Place::Capture],
        told: "events about captures",
        what: "the square of the piece that captured",
    },
    SlotWord {
        name: "dropped",
        slot: slots::DROPPED,
        kind: SlotKind::Type,
        places: &[Place::Drop],
        told: "events about drops",
        what: "the type of the dropped piece",
    },
];

/// Returns in which rules a name is bound that means nothing elsewhere.
pub(super) fn where_bound(name: &str) -> &'static str {
    SLOT_WORDS.iter().find(|word| word.name == name).map_or("", |word| word.told)
}

/// Returns the names that the rules of a place bind, and what they are.
pub(super) fn bound_in(place: Place) -> impl Iterator<Item = (&'static str, &'static str)> {
    let bound = SLOT_WORDS.iter().filter(move |word| word.places.contains(&place));
    bound.map(|word| (word.name, word.what))
}

/// Returns what a name means where it stands.
pub(super) fn meaning(cx: &Context<'_>, name: &str) -> Meaning {
    if let Some(local) = cx.local(name) {
        let direction = local.direction.as_ref().map(|direction| direction.entity);
        return direction.map_or(Meaning::Slot(local.slot, local.kind), Meaning::Entity);
    }
    if let Some(word) = SLOT_WORDS.iter().find(|word| word.name == name) {
        if word.places.contains(&cx.place) {
            return Meaning::Slot(word.slot, word.kind);
        }
        return Meaning::Unbound(word.name);
    }
    let word = if name == "pieces" { "piece" } else { name };
    if let Some((_, word)) = WORDS.iter().find(|(text, _)| *text == word) {
        return Meaning::Word(*word);
    }
    cx.find(name).map_or(Meaning::Unknown, |declared| Meaning::Entity(declared.entity))
}

/// Takes the noise words out of a chain, and tells whether `piece` was among them.
pub(super) fn without_noise(parts: &[Expr]) -> (Vec<&Expr>, bool) {
    let is = |part: &Expr, words: &[&str]| match &part.kind {
        ExprKind::Name(name) => words.contains(&name.text.as_str()),
        _ => false,
    };
    let piece = parts.iter().any(|part| is(part, &PIECE));
    let rest = parts.iter().filter(|part| !is(part, &PIECE) && !is(part, &ARTICLES)).collect();
    (rest, piece)
}

/// Returns what a chain of one part and noise words is about.
pub(super) fn peel(mut expr: &Expr) -> &Expr {
    while let ExprKind::Chain(parts) = &expr.kind {
        match (parts.as_slice(), without_noise(parts)) {
            ([only], _) => expr = only,
            (_, (rest, false)) if rest.len() == 1 => expr = rest[0],
            _ => break,
        }
    }
    expr
}

/// Returns the name, if the expression is one.
pub(crate) fn name_of(expr: &Expr) -> Option<&Name> {
    match &peel(expr).kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// Returns the slot that an expression names, if it is the name of one.
pub(super) fn slot_of(cx: &Context<'_>, expr: &Expr) -> Option<(SlotId, SlotKind)> {
    match meaning(cx, &name_of(expr)?.text) {
        Meaning::Slot(slot, kind) => Some((slot, kind)),
        _ => None,
    }
}

/// Makes functions that return what is declared with a name, or complain.
macro_rules! declared {
    ($($(#[$about:meta])* $name:ident $entity:ident $id:ty;)*) => {$(
        $(#[$about])*
        pub(crate) fn $name(cx: &mut Context<'_>, name: &Name) -> Option<$id> {
            match meaning(cx, &name.text) {
                Meaning::Entity(Entity::$entity(id)) => Some(id),
                _ => complaints::name(cx, name, Wanted::$entity),
            }
        }
    )*};
}

declared! {
    /// Returns the token of that name, or complains.
    token Token TokenId;
    /// Returns the mark of that name, or complains.
    mark Mark MarkId;
    /// Returns the variable of that name, or complains.
    variable Variable VariableId;
}
