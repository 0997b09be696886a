//! What kind of thing an expression is, as far as can be told without complaining.

use super::super::context::{Context, Entity, OptionSetting, SlotKind};
use super::functions;
use super::names::{Meaning, Word, meaning, peel};
use super::numbers::arithmetic;
use crate::diag::worded;
use crate::ir::{PropertyId, PropertyValue, VariableId, VariableKind};
use crate::syntax::ast::{Expr, ExprKind, LogicOperator, Name};

worded! {
/// What kind of thing an expression is.
pub(super) enum Kind {
    /// Squares.
    Squares = "a set of squares",
    /// The name of a piece type, or several: a set of squares or of types, as is needed.
    Pieces = "a piece type",
    /// One piece type that only play decides: `type of victim`.
    Type = "a piece type",
    /// A side: also its pieces.
    Side = "a side",
    /// `neutral`: nobody's pieces, or nobody.
    Nobody = "nobody",
    /// A number.
    Number = "a number",
    /// A variable that is on or off.
    Switch = "a switch",
    /// A variable that holds one of its words.
    Word = "a variable of words",
    /// A condition.
    Truth = "a condition",
    /// `own hand`
    Hand = "a hand",
    /// An option that lists movers.
    Movers = "a list of movers",
    /// Nothing is known, or it was complained about already.
    Unknown = "a set of squares",
}
}

impl Kind {
    /// Tells whether it can be read as a set of squares.
    pub(super) fn is_squares(self) -> bool {
        matches!(self, Self::Squares | Self::Pieces | Self::Type | Self::Side | Self::Nobody)
    }
}

/// How many defines are looked through to find out what something is.
const FAR: usize = 128;

/// Tells what kind of thing an expression is.
pub(super) fn kind(cx: &Context<'_>, expr: &Expr) -> Kind {
    kind_within(cx, expr, FAR)
}

fn kind_within(cx: &Context<'_>, expr: &Expr, left: usize) -> Kind {
    let Some(left) = left.checked_sub(1) else { return Kind::Unknown };
    match &peel(expr).kind {
        ExprKind::Name(name) => kind_of_name(cx, &name.text, left),
        ExprKind::Chain(parts) => kind_of_chain(cx, parts),
        ExprKind::Of(word, _) => kind_of_word(cx, word),
        ExprKind::Call(name, _) if functions::is_number(&name.text) => Kind::Number,
        ExprKind::Except(Some(inner), _) | ExprKind::In(inner, _) => kind_within(cx, inner, left),
        ExprKind::SquareSet(_)
        | ExprKind::Rank(_)
        | ExprKind::File(_)
        | ExprKind::Except(None, _)
        | ExprKind::Bearing(_)
        | ExprKind::Marked(_)
        | ExprKind::Call(..) => Kind::Squares,
        ExprKind::Number(_)
        | ExprKind::Count(_)
        | ExprKind::TurnNumber
        | ExprKind::CapturesThisTurn => Kind::Number,
        ExprKind::Conditional { then, .. } => kind_within(cx, then, left),
        ExprKind::Binary(operator, ..) if arithmetic(*operator).is_some() => Kind::Number,
        ExprKind::Logic(LogicOperator::Or, parts) => {
            parts.first().map_or(Kind::Unknown, |part| kind_within(cx, part, left))
        }
        ExprKind::Logic(LogicOperator::And, _)
        | ExprKind::Binary(..)
        | ExprKind::Not(_)
        | ExprKind::Any(_)
        | ExprKind::No(_)
        | ExprKind::Is { .. }
        | ExprKind::Attacked { .. }
        | ExprKind::Safe(..)
        | ExprKind::CanMove { .. }
        | ExprKind::Quantified { .. }
        | ExprKind::QuantifiedDirection { .. }
        | ExprKind::MovedBy(_)
        | ExprKind::Repeated { .. } => Kind::Truth,
    }
}

fn kind_of_name(cx: &Context<'_>, name: &str, left: usize) -> Kind {
    match meaning(cx, name) {
        Meaning::Slot(_, SlotKind::Type) => Kind::Type,
        Meaning::Slot(_, SlotKind::Number) => Kind::Number,
        Meaning::Word(Word::Own | Word::Opponent) => Kind::Side,
        Meaning::Word(Word::Neutral) => Kind::Nobody,
        Meaning::Word(Word::Royal) => Kind::Pieces,
        Meaning::Slot(..) | Meaning::Word(_) => Kind::Squares,
        Meaning::Entity(entity) => kind_of_entity(cx, entity, left),
        Meaning::Unbound(_) | Meaning::Unknown => Kind::Unknown,
    }
}

fn kind_of_entity(cx: &Context<'_>, entity: Entity, left: usize) -> Kind {
    match entity {
        Entity::Side(_) => Kind::Side,
        Entity::Type(_) => Kind::Pieces,
        Entity::Square(_) => Kind::Squares,
        Entity::Variable(id) => kind_of_variable(cx, id),
        Entity::Define(index) => match cx.defines.get(index).filter(|define| define.call.is_none())
        {
            Some(define) if !define.busy => kind_within(cx, &define.expr, left),
            Some(_) | None => Kind::Unknown,
        },
        Entity::Option(index) => match cx.options.get(index).map(|option| &option.value) {
            Some(OptionSetting::Number(_)) => Kind::Number,
            Some(OptionSetting::Word(_)) => Kind::Word,
            Some(OptionSetting::Movers(_)) => Kind::Movers,
            None => Kind::Unknown,
        },
        _ => Kind::Unknown,
    }
}

/// Tells what kind of thing a variable holds.
pub(super) fn kind_of_variable(cx: &Context<'_>, id: VariableId) -> Kind {
    match cx.game.variables.get(id).map(|variable| &variable.kind) {
        Some(VariableKind::Number { .. }) => Kind::Number,
        Some(VariableKind::Switch) => Kind::Switch,
        Some(VariableKind::Words(_)) => Kind::Word,
        Some(VariableKind::Squares) => Kind::Squares,
        None => Kind::Unknown,
    }
}

/// A chain is a set, unless it is a coordinate as a side sees it or a sum.
fn kind_of_chain(cx: &Context<'_>, parts: &[Expr]) -> Kind {
    match parts.last().map(|part| &part.kind) {
        Some(ExprKind::Of(word, _)) if kind_of_word(cx, word) == Kind::Number => Kind::Number,
        _ => Kind::Squares,
    }
}

fn kind_of_word(cx: &Context<'_>, word: &Name) -> Kind {
    match word.text.as_str() {
        "type" => Kind::Type,
        "types" if cx.find(&word.text).is_none() => Kind::Type,
        "owner" => Kind::Side,
        "hand" => Kind::Hand,
        "level" | "length" | "rank" | "file" => Kind::Number,
        other => match cx.entity(other) {
            Some(Entity::Variable(id)) => kind_of_variable(cx, id),
            Some(Entity::Tally(_)) => Kind::Number,
            Some(Entity::Property(id)) => kind_of_property(cx, id),
            _ => Kind::Squares,
        },
    }
}

/// Tells whether a property is a number or a piece type: what the types say of it decides.
pub(super) fn kind_of_property(cx: &Context<'_>, id: PropertyId) -> Kind {
    let says_type = |value: Option<&PropertyValue>| matches!(value, Some(PropertyValue::Type(_)));
    let index = crate::ir::Id::index(id);
    let types = &cx.game.types;
    if types.iter().any(|kind| says_type(kind.properties.get(index))) {
        return Kind::Type;
    }
    Kind::Number
}
