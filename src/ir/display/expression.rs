//! Sets, numbers, truths, types and sides as text.

use crate::ir::{
    Arithmetic, Axis, BySide, Comparison, Game, MarkId, Number, Origin, Owner, PieceTypeId,
    PropertyId, Side, SideId, SlotId, SquareSet, Squares, TokenId, Truth, TypeRef, TypeSet,
    VariableRef, slots,
};

use super::pattern::walk_text;

/// What stands for an id of something else.
const UNKNOWN: &str = "?";

pub(super) fn type_name(game: &Game, id: PieceTypeId) -> &str {
    game.types.get(id).map_or(UNKNOWN, |kind| kind.name.as_str())
}

pub(super) fn token_name(game: &Game, id: TokenId) -> &str {
    game.tokens.get(id).map_or(UNKNOWN, |token| token.name.as_str())
}

pub(super) fn mark_name(game: &Game, id: MarkId) -> &str {
    game.marks.get(id).map_or(UNKNOWN, |mark| mark.name.as_str())
}

pub(super) fn property_name(game: &Game, id: PropertyId) -> &str {
    game.properties.get(id).map_or(UNKNOWN, |property| property.name.as_str())
}

pub(super) fn side_name(game: &Game, id: SideId) -> &str {
    game.sides.get(id).map_or(UNKNOWN, |side| side.name.as_str())
}

/// Writes a side.
pub fn side_text(game: &Game, side: Side) -> String {
    match side {
        Side::Fixed(side) => side_name(game, side).to_owned(),
        Side::Own => "own".to_owned(),
        Side::Opponent => "enemy".to_owned(),
        Side::OwnerOf(slot) => format!("owner of {}", slot_text(slot)),
    }
}

/// Writes an owner.
pub fn owner_text(game: &Game, owner: Owner) -> String {
    match owner {
        Owner::Side(side) => side_text(game, side),
        Owner::Neutral => "neither".to_owned(),
    }
}

/// Writes a slot: the language's word for it, or `$` and its number.
pub fn slot_text(slot: SlotId) -> String {
    match slot {
        slots::FROM => "origin".to_owned(),
        slots::TO => "target".to_owned(),
        slots::HERE => "here".to_owned(),
        slots::VICTIM => "victim".to_owned(),
        slots::CAPTOR => "captor".to_owned(),
        slots::DROPPED => "dropped".to_owned(),
        SlotId(number) => format!("${number}"),
    }
}

pub(super) fn variable_text(game: &Game, variable: VariableRef) -> String {
    let name = game.variables.get(variable.id).map_or(UNKNOWN, |info| info.name.as_str());
    match variable.side {
        Some(side) => format!("{name} of {}", side_text(game, side)),
        None => name.to_owned(),
    }
}

/// Writes a fixed set of squares: `none`, `everywhere`, `e4` or `{a1 b1}`.
pub fn square_set_text(game: &Game, set: SquareSet) -> String {
    if set.is_empty() {
        "none".to_owned()
    } else if set == game.board.all() {
        "everywhere".to_owned()
    } else if set.len() == 1 {
        square_names(game, set)
    } else {
        format!("{{{}}}", square_names(game, set))
    }
}

fn square_names(game: &Game, set: SquareSet) -> String {
    let names = set.iter().map(|square| {
        game.board.squares.get(square).map_or(UNKNOWN, |square| square.name.as_str())
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Writes a set of types: `Rook`, or `(Rook or Pawn)`.
pub fn type_set_text(game: &Game, set: TypeSet) -> String {
    let names: Vec<&str> = set.iter().map(|kind| type_name(game, kind)).collect();
    match names.as_slice() {
        [] => "no type".to_owned(),
        _ if names.len() == game.types.len() => "any type".to_owned(),
        [only] => (*only).to_owned(),
        _ => format!("({})", names.join(" or ")),
    }
}

/// Writes a set of squares.
pub fn squares_text(game: &Game, squares: &Squares) -> String {
    let atom = |squares: &Squares| squares_atom(game, squares);
    match squares {
        Squares::Fixed(set) => square_set_text(game, *set),
        Squares::Seen { by, views } => seen_text(game, *by, views),
        Squares::Empty => "empty".to_owned(),
        Squares::Occupied => "occupied".to_owned(),
        Squares::OwnedBy(side) => side_text(game, *side),
        Squares::Neutral => "neutral".to_owned(),
        Squares::OfTypes(types) => type_set_text(game, *types),
        Squares::OfType(kind) => type_text(game, kind),
        Squares::Marked(mark) => format!("marked {}", mark_name(game, *mark)),
        Squares::Bearing(token) => format!("bearing {}", token_name(game, *token)),
        Squares::Slot(slot) => slot_text(*slot),
        Squares::Variable(variable) => variable_text(game, *variable),
        Squares::Union(parts) => joined(parts.iter().map(atom), " or ", "none"),
        Squares::Intersection(parts) => joined(parts.iter().map(atom), " in ", "everywhere"),
        Squares::Except(from, what) => format!("{} except {}", atom(from), atom(what)),
        Squares::Reach { from, walk, side } => {
            format!(
                "reach({}, [{}], {})",
                squares_text(game, from),
                walk_text(game, walk),
                side_text(game, *side)
            )
        }
        Squares::Passed { from, walk, side } => {
            format!(
                "passed({}, [{}], {})",
                squares_text(game, from),
                walk_text(game, walk),
                side_text(game, *side)
            )
        }
        Squares::First(of) => format!("first of {}", atom(of)),
        Squares::Last(of) => format!("last of {}", atom(of)),
        Squares::At { place, side } => {
            let numbers: Vec<String> =
                place.iter().map(|number| number_text(game, number)).collect();
            format!("square({}, {})", numbers.join(", "), side_text(game, *side))
        }
    }
}

/// Writes a set so that it can stand beside an operator.
pub(super) fn squares_atom(game: &Game, squares: &Squares) -> String {
    let text = squares_text(game, squares);
    match squares {
        Squares::Union(parts) | Squares::Intersection(parts) if parts.len() > 1 => wrapped(&text),
        Squares::Except(..) => wrapped(&text),
        _ => text,
    }
}

fn wrapped(text: &str) -> String {
    format!("({text})")
}

fn joined(parts: impl Iterator<Item = String>, between: &str, empty: &str) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { empty.to_owned() } else { parts.join(between) }
}

/// Writes a place as both sides see it, the first side's view first.
fn seen_text(game: &Game, by: Side, views: &BySide<SquareSet>) -> String {
    let [first, second] = views.map(|view| square_names(game, view)).into_array();
    format!("{} {{{first} / {second}}}", side_text(game, by))
}

/// Writes a type.
pub fn type_text(game: &Game, kind: &TypeRef) -> String {
    match kind {
        TypeRef::Fixed(id) => type_name(game, *id).to_owned(),
        TypeRef::OfSlot(slot) => format!("type of {}", slot_text(*slot)),
        TypeRef::Property(property, of) => {
            format!("{} of {}", property_name(game, *property), type_text(game, of))
        }
        TypeRef::At(squares) => format!("type on {}", squares_atom(game, squares)),
    }
}

/// Writes a number.
pub fn number_text(game: &Game, number: &Number) -> String {
    match number {
        Number::Fixed(value) => value.to_string(),
        Number::Variable(variable) => variable_text(game, *variable),
        Number::Slot(slot) => slot_text(*slot),
        Number::Count(squares) => format!("count {}", squares_atom(game, squares)),
        Number::InHand { side, types } => {
            format!("count {} in hand of {}", type_set_text(game, *types), side_text(game, *side))
        }
        Number::Level(token) => format!("level of {}", token_name(game, *token)),
        Number::TurnNumber => "turn number".to_owned(),
        Number::CapturesThisTurn => "captures this turn".to_owned(),
        Number::Property(property, kind) => {
            format!("{} of {}", property_name(game, *property), type_text(game, kind))
        }
        Number::Tally { of, on, total } => {
            let name = game.tallies.get(*of).map_or(UNKNOWN, |tally| tally.name.as_str());
            let total = if *total { "total " } else { "" };
            format!("{total}{name} of {}", squares_text(game, on))
        }
        Number::Sum(property, squares) => {
            format!("total {} of {}", property_name(game, *property), squares_atom(game, squares))
        }
        Number::Coordinate { axis, of, side } => coordinate_text(game, *axis, of, *side),
        Number::Distance(left, right) => {
            format!("distance({}, {})", squares_text(game, left), squares_text(game, right))
        }
        Number::Either { condition, then, otherwise } => format!(
            "{} if {} else {}",
            number_atom(game, then),
            truth_atom(game, condition),
            number_atom(game, otherwise)
        ),
        Number::Arithmetic { operator, left, right } => format!(
            "{} {} {}",
            number_atom(game, left),
            arithmetic_text(*operator),
            number_atom(game, right)
        ),
    }
}

fn coordinate_text(game: &Game, axis: Axis, of: &Squares, side: Side) -> String {
    let axis = match axis {
        Axis::File => "file",
        Axis::Rank => "rank",
    };
    format!("{axis} of {} as {} sees it", squares_atom(game, of), side_text(game, side))
}

fn number_atom(game: &Game, number: &Number) -> String {
    let text = number_text(game, number);
    match number {
        Number::Either { .. } | Number::Arithmetic { .. } => wrapped(&text),
        _ => text,
    }
}

fn arithmetic_text(operator: Arithmetic) -> &'static str {
    match operator {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
        Arithmetic::Remainder => "mod",
    }
}

fn comparison_text(operator: Comparison) -> &'static str {
    match operator {
        Comparison::Equal => "=",
        Comparison::Different => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

/// Writes a truth.
pub fn truth_text(game: &Game, truth: &Truth) -> String {
    let squares = |set: &Squares| squares_text(game, set);
    match truth {
        Truth::Fixed(true) => "always".to_owned(),
        Truth::Fixed(false) => "never".to_owned(),
        Truth::Not(inner) => format!("not {}", truth_atom(game, inner)),
        Truth::All(parts) => {
            joined(parts.iter().map(|part| truth_atom(game, part)), " and ", "always")
        }
        Truth::Any(parts) => {
            joined(parts.iter().map(|part| truth_atom(game, part)), " or ", "never")
        }
        Truth::Compare { operator, left, right } => format!(
            "{} {} {}",
            number_text(game, left),
            comparison_text(*operator),
            number_text(game, right)
        ),
        Truth::Exists(set) => format!("any {}", squares_atom(game, set)),
        Truth::Is { slot, set } => format!("{} is {}", slot_text(*slot), squares_atom(game, set)),
        Truth::Within(inner, outer) => {
            format!("all {} within {}", squares_atom(game, inner), squares_atom(game, outer))
        }
        Truth::TypeIs(kind, types) => {
            format!("{} is {}", type_text(game, kind), type_set_text(game, *types))
        }
        Truth::SameSide(left, right) => {
            format!("{} is {}", side_text(game, *left), side_text(game, *right))
        }
        Truth::Attacked { on, by } => {
            format!("{} is attacked by {}", squares_atom(game, on), side_text(game, *by))
        }
        Truth::Safe { piece, on } => {
            format!("{} is safe on {}", squares_atom(game, piece), squares_atom(game, on))
        }
        Truth::HasTurn { side, that } if **that == Truth::Fixed(true) => {
            format!("{} can move", side_text(game, *side))
        }
        Truth::HasTurn { side, that } => {
            format!("{} can move so that {}", side_text(game, *side), truth_atom(game, that))
        }
        Truth::Some { slot, over, condition } => {
            format!(
                "some {} in {}: {}",
                slot_text(*slot),
                squares(over),
                truth_text(game, condition)
            )
        }
        Truth::MovedBy(origin) => format!("moved by {}", origin_text(game, origin)),
        Truth::Repeated { times, held: None } => format!("repeated {times} times"),
        Truth::Repeated { times, held: Some(held) } => {
            let whose = held.whose.map_or_else(String::new, |whose| side_text(game, whose) + " ");
            let held = truth_text(game, &held.condition);
            format!("repeated {times} times while {held} at each {whose}turn")
        }
    }
}

/// Writes a truth so that it can stand beside an operator.
pub(super) fn truth_atom(game: &Game, truth: &Truth) -> String {
    let text = truth_text(game, truth);
    match truth {
        Truth::All(parts) | Truth::Any(parts) if parts.len() > 1 => wrapped(&text),
        Truth::Some { .. } => wrapped(&text),
        _ => text,
    }
}

fn origin_text(game: &Game, origin: &Origin) -> String {
    match origin {
        Origin::Named(name) => name.clone(),
        Origin::Power(Some(token)) => format!("a power of {}", token_name(game, *token)),
        Origin::Power(None) => "a power".to_owned(),
        Origin::Drop => "a drop".to_owned(),
    }
}
