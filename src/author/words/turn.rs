//! Steps of a turn and effects in words.

use super::sets::slot_name;
use super::shapes::by_direction;
use super::{MORE, Words, listed};
use crate::ir::{
    Candidates, Choose, Effect, LabelId, MoveChoice, Number, Outcome, Owner, Squares, Statement,
    StatementKind, Truth, TypeRef,
};

impl Words<'_> {
    /// Tells statements, one after the other.
    pub(super) fn statements(self, statements: &[Statement]) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        let parts: Vec<String> =
            statements.iter().map(|statement| inside.statement(&statement.kind)).collect();
        if parts.is_empty() {
            "nothing happens".to_owned()
        } else {
            by_direction(&parts).join("; ")
        }
    }

    fn statement(self, statement: &StatementKind) -> String {
        match statement {
            StatementKind::Move(choice) => self.moving(choice),
            StatementKind::Drop(choice) => {
                let types = self.types(choice.types);
                let named = named(choice.slot);
                format!(
                    "{} drops a {types} from the hand on {}{named}",
                    self.side(choice.hand),
                    self.one_of(&choice.on)
                )
            }
            StatementKind::Choose(choose) => self.choose(choose),
            StatementKind::Either { ways, .. } => {
                let ways: Vec<String> = ways
                    .iter()
                    .enumerate()
                    .map(|(at, way)| {
                        let label = self.labelled(way.label);
                        format!("({}) {label}{}", at + 1, self.statements(&way.body))
                    })
                    .collect();
                format!("one of these: {}", ways.join(", or "))
            }
            StatementKind::If { condition, then, otherwise } => {
                let mut text = format!("if {}, {}", self.truth(condition), self.statements(then));
                if !otherwise.is_empty() {
                    text.extend(["; otherwise ", &self.statements(otherwise)]);
                }
                text
            }
            StatementKind::ForEach { .. } => {
                let Some((slot, over, body)) = statement.rounds() else { return String::new() };
                let slot = slot_name(slot);
                format!(
                    "for {} (call it {slot}): {}",
                    self.rounds_over(over),
                    self.statements(body)
                )
            }
            StatementKind::Repeat { times, condition, body } => {
                let body = self.statements(body);
                let times = self.number(times);
                if condition.is_always() {
                    return format!("up to {times} times: {body}");
                }
                format!("up to {times} times, as long as {}: {body}", self.truth(condition))
            }
            StatementKind::Effect(effect) => self.effect(effect),
            StatementKind::Refuse(reason) => format!("that is not possible ({reason})"),
            StatementKind::End(outcome, reason) => format!("{} ({reason})", self.outcome(*outcome)),
            StatementKind::Next(side) => format!("the next turn is that of {}", self.side(*side)),
        }
    }

    fn moving(self, choice: &MoveChoice) -> String {
        let label = self.labelled(choice.label);
        let mut text = format!("{label}{} moves", self.one_of(&choice.pieces));
        if !choice.only.is_always() {
            text.extend([", but only so that ", &self.truth(&choice.only)]);
        }
        text + &named(choice.slot)
    }

    /// Tells a choice of a type that is only for what a piece becomes: `the piece on e8 becomes, as the mover chooses, a
    /// Queen or a Rook`.
    fn chosen_kind(self, choose: &Choose) -> Option<String> {
        let Candidates::Types(kinds) = &choose.among else { return None };
        let [Statement { kind: StatementKind::Effect(Effect::Become { on, kind }), .. }] =
            choose.then.as_slice()
        else {
            return None;
        };
        let is_plain = choose.otherwise.is_none() && choose.label.is_none();
        if *kind != TypeRef::OfSlot(choose.slot) || !is_plain {
            return None;
        }
        let kinds = self.kinds(kinds);
        let becomes = if choose.optional { "may become" } else { "becomes" };
        let (on, by) = (self.squares(on), self.side(choose.by));
        Some(format!("the piece on {on} {becomes}, as {by} chooses, {}", listed(&kinds, "or")))
    }

    /// Tells types, those of all pieces on some squares together.
    fn kinds(self, kinds: &[TypeRef]) -> Vec<String> {
        let place = |kind: &TypeRef| {
            if let TypeRef::At(set) = kind { any_of_a_type(set) } else { None }
        };
        let places: Vec<Option<Squares>> = kinds.iter().map(place).collect();
        let mut told: Vec<String> = Vec::new();
        for (kind, place) in kinds.iter().zip(&places) {
            let several =
                place.is_some() && places.iter().filter(|other| *other == place).count() > 1;
            let text = match place {
                Some(set) if several => format!("the kind of any piece on {}", self.squares(set)),
                _ => self.kind(kind),
            };
            if !told.contains(&text) {
                told.push(text);
            }
        }
        told
    }

    fn choose(self, choose: &Choose) -> String {
        if let Some(text) = self.chosen_kind(choose) {
            return text;
        }
        let among = match &choose.among {
            Candidates::Squares { squares, hand } => {
                let squares = self.one_of(squares);
                match hand {
                    Some((side, types)) => {
                        format!(
                            "{squares}, or a {} in the hand of {}",
                            self.types(*types),
                            self.side(*side)
                        )
                    }
                    None => squares,
                }
            }
            Candidates::Types(kinds) => {
                let kinds = self.kinds(kinds);
                format!("a kind of piece: {}", listed(&kinds, "or"))
            }
            Candidates::TypesInHand(side, types) => {
                format!("a {} in the hand of {}", self.types(*types), self.side(*side))
            }
            Candidates::Numbers(from, to) => {
                format!("a number from {} to {}", self.number(from), self.number(to))
            }
        };
        let may = if choose.optional { "may choose" } else { "chooses" };
        let slot = slot_name(choose.slot);
        let label = self.labelled(choose.label);
        let mut text = format!("{label}{} {may} {among} (call it {slot})", self.side(choose.by));
        if !choose.then.is_empty() {
            text.extend([": ", &self.statements(&choose.then)]);
        }
        if let Some(otherwise) = &choose.otherwise {
            text.extend(["; if there is none, ", &self.statements(otherwise)]);
        }
        text
    }

    fn labelled(self, label: Option<LabelId>) -> String {
        let name = label.and_then(|label| self.game.labels.get(label));
        name.map_or_else(String::new, |name| format!("“{name}”: "))
    }

    fn effect(self, effect: &Effect) -> String {
        match effect {
            Effect::Capture(set) => format!("{} is captured", self.each(set)),
            Effect::Remove { held: Some(slot), .. } => {
                format!("{} leaves the game", slot_name(*slot))
            }
            Effect::Remove { on, .. } => format!("{} leaves the board", self.each(on)),
            Effect::Place { kind, owner, on } => {
                let (kind, on) = (self.kind(kind), self.squares(on));
                match owner {
                    Owner::Neutral => format!("a new piece of neither side, {kind}, comes to {on}"),
                    Owner::Side(_) => {
                        format!("{} gets a new piece, {kind}, on {on}", self.owner(*owner))
                    }
                }
            }
            Effect::Relocate { from, to } => {
                format!("{} goes to {}", self.one_of(from), self.squares(self.implied(to)))
            }
            Effect::Swap(one, other) => {
                format!("{} and {} change places", self.one_of(one), self.one_of(other))
            }
            Effect::Become { on, kind } => {
                format!("the piece on {} becomes {}", self.squares(on), self.kind(kind))
            }
            Effect::ChangeOwner { on, to } => {
                format!(
                    "the piece on {} belongs to {} from now on",
                    self.squares(on),
                    self.owner(*to)
                )
            }
            Effect::Mark { on, mark, set } => {
                let does = if *set { "is marked as" } else { "is no longer marked as" };
                format!("the piece on {} {does} {}", self.squares(on), self.name(*mark))
            }
            Effect::Give { token, to } => {
                format!("the {} goes to {}", self.name(*token), self.one_of(to))
            }
            Effect::TakeAway(token) => format!("the {} leaves the board", self.name(*token)),
            Effect::SetLevel { token, level } => {
                format!("the level of the {} becomes {}", self.name(*token), self.number(level))
            }
            Effect::Hand { side, kind, change } => self.hand(*side, &self.kind(kind), change),
            Effect::SetNumber(variable, number) => {
                format!("{} becomes {}", self.variable(*variable), self.value(*variable, number))
            }
            Effect::SetTally { tally, on, value, adds, .. } => {
                let (name, on, value) = (self.name(*tally), self.one_of(on), self.number(value));
                let does = if *adds { "changes by" } else { "becomes" };
                format!("the `{name}` of {on} {does} {value}")
            }
            Effect::SetSquares(variable, squares) => {
                format!("{} becomes {}", self.variable(*variable), self.squares(squares))
            }
            Effect::SetTruth(variable, truth) => self.switched(&self.variable(*variable), truth),
        }
    }

    fn switched(self, variable: &str, truth: &Truth) -> String {
        match truth.as_fixed() {
            Some(true) => format!("{variable} is on from now on"),
            Some(false) => format!("{variable} is off from now on"),
            None => format!("{variable} tells from now on whether {}", self.truth(truth)),
        }
    }

    fn hand(self, side: crate::ir::Side, kind: &str, change: &Number) -> String {
        let side = self.side(side);
        match change.as_fixed() {
            Some(1) => format!("{side} gets one more piece in hand: {kind}"),
            Some(-1) => format!("{side} has one piece less in hand: {kind}"),
            _ => {
                let change = self.number(change);
                format!("{side} gets {change} more pieces in hand: {kind}")
            }
        }
    }

    /// Tells who wins.
    pub(super) fn outcome(self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Wins(side) => format!("{} wins", self.side(side)),
            Outcome::Loses(side) => format!("{} loses", self.side(side)),
            Outcome::Draw => "the game is a draw".to_owned(),
        }
    }
}

/// Says how something is called from now on.
fn named(slot: Option<crate::ir::SlotId>) -> String {
    slot.map_or_else(String::new, |slot| format!(" (call it {})", slot_name(slot)))
}

/// Returns the set whose pieces of one type these are.
fn any_of_a_type(set: &Squares) -> Option<Squares> {
    let Squares::Intersection(parts) = set else { return None };
    let (last, rest) = parts.split_last()?;
    let is_type = matches!(last, Squares::OfTypes(types) if types.len() == 1);
    is_type.then(|| match rest {
        [only] => only.clone(),
        _ => Squares::intersection(rest.to_vec()),
    })
}
