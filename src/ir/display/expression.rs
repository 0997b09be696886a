//! Sets, numbers, truths, types and sides as text.

use crate::ir::part::{Part, Role};
use crate::ir::{
    BySide, Called, Game, Origin, Owner, Side, SlotId, SquareSet, TypeSet, VariableRef, slots,
};

/// What stands for an id of something else.
const UNKNOWN: &str = "?";

/// Writes the name of something.
pub(super) fn name(game: &Game, of: impl Called) -> &str {
    of.name(game).unwrap_or(UNKNOWN)
}

/// Writes expressions of a game, with a name for each slot.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    game: &'a Game,
    slot: &'a dyn Fn(SlotId) -> String,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// Writes slots as the dump does: by the language's word, or `$` and a number.
    pub fn new(game: &'a Game) -> Self {
        Self { game, slot: &slot_text }
    }

    /// Writes slots by these names.
    pub fn naming(game: &'a Game, slot: &'a dyn Fn(SlotId) -> String) -> Self {
        Self { game, slot }
    }

    /// Writes an expression or a walk.
    pub fn write<'p>(self, part: impl Into<Part<'p>>) -> String {
        let mut text = String::new();
        self.add(part.into(), &mut text);
        text
    }

    /// Writes a side.
    pub fn side(self, side: Side) -> String {
        match side {
            Side::Fixed(side) => name(self.game, side).to_owned(),
            Side::Own => "own".to_owned(),
            Side::Opponent => "enemy".to_owned(),
            Side::OwnerOf(slot) => format!("owner of {}", (self.slot)(slot)),
        }
    }

    fn variable(self, variable: VariableRef) -> String {
        let name = name(self.game, variable.id);
        match variable.side {
            Some(side) => format!("{name} of {}", self.side(side)),
            None => name.to_owned(),
        }
    }

    fn add(self, part: Part<'_>, text: &mut String) {
        let game = self.game;
        match part {
            Part::Word(word) => text.push_str(word),
            Part::Squares(_, role) | Part::Number(_, role) | Part::Truth(_, role) => {
                let in_brackets =
                    !matches!(role, Role::Alone | Role::Earlier) && part.is_compound();
                text.push_str(if in_brackets { "(" } else { "" });
                part.each_part(&mut |inner| self.add(inner, text));
                text.push_str(if in_brackets { ")" } else { "" });
            }
            Part::Type(_) | Part::Walk(_) => part.each_part(&mut |inner| self.add(inner, text)),
            Part::Side(side) => text.push_str(&self.side(*side)),
            Part::Variable(variable) => text.push_str(&self.variable(*variable)),
            Part::Slot(slot) | Part::Binds(slot) => text.push_str(&(self.slot)(slot)),
            Part::Board(set) => text.push_str(&square_set_text(game, set)),
            Part::Views(views) => text.push_str(&views_text(game, views)),
            Part::Kind(kind) => text.push_str(name(game, kind)),
            Part::Kinds(types) => text.push_str(&type_set_text(game, types)),
            Part::Value(value) => text.push_str(&value.to_string()),
            Part::Direction(direction) => text.push_str(name(game, direction)),
            Part::Mark(mark) => text.push_str(name(game, mark)),
            Part::Token(token) | Part::Level(token) => text.push_str(name(game, token)),
            Part::Property(property) => text.push_str(name(game, property)),
            Part::Tally(tally) => text.push_str(name(game, tally)),
            Part::Origin(origin) => text.push_str(&origin_text(game, origin)),
            Part::Reads(_) => {}
        }
    }
}

/// Writes an expression or a walk as the dump does.
pub fn text_of<'p>(game: &Game, part: impl Into<Part<'p>>) -> String {
    Writer::new(game).write(part)
}

/// Writes a side.
pub(super) fn side_text(game: &Game, side: Side) -> String {
    Writer::new(game).side(side)
}

pub(super) fn variable_text(game: &Game, variable: VariableRef) -> String {
    Writer::new(game).variable(variable)
}

/// Writes an owner.
pub(super) fn owner_text(game: &Game, owner: Owner) -> String {
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
    set.iter().map(|square| name(game, square)).collect::<Vec<_>>().join(" ")
}

/// Writes a set of types: `Rook`, or `(Rook or Pawn)`.
pub fn type_set_text(game: &Game, set: TypeSet) -> String {
    let names: Vec<&str> = set.iter().map(|kind| name(game, kind)).collect();
    match names.as_slice() {
        [] => "no type".to_owned(),
        _ if names.len() == game.types.len() => "any type".to_owned(),
        [only] => (*only).to_owned(),
        _ => format!("({})", names.join(" or ")),
    }
}

/// Writes a place as both sides see it, the first side's view first.
fn views_text(game: &Game, views: BySide<SquareSet>) -> String {
    let [first, second] = views.map(|view| square_names(game, view)).into_array();
    format!("{{{first} / {second}}}")
}

fn origin_text(game: &Game, origin: &Origin) -> String {
    match origin {
        Origin::Named(name) => name.clone(),
        Origin::Power(Some(token)) => format!("a power of {}", name(game, *token)),
        Origin::Power(None) => "a power".to_owned(),
        Origin::Drop => "a drop".to_owned(),
    }
}
