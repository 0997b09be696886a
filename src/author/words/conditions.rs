//! Conditions in words.

use super::sets::is_place;
use super::sets::slot_name;
use super::{MORE, Words, listed, ordinal, with_article};
use crate::ir::{
    Arithmetic, Comparison, Held, Number, Origin, Side, SlotId, Squares, Truth, VariableKind, slots,
};

impl Words<'_> {
    /// Tells a condition: `there is an own Pawn on rank 2`.
    pub(super) fn truth(self, truth: &Truth) -> String {
        self.asked(truth, true)
    }

    /// Tells that a condition holds, or that it does not.
    fn asked(self, truth: &Truth, holds: bool) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        let not = if holds { "" } else { " not" };
        match truth {
            Truth::Not(what) => inside.asked(what, !holds),
            Truth::Exists(set) if holds => format!("there is {}", inside.one_of(set)),
            Truth::Exists(set) => format!("there is no {}", inside.squares(set)),
            Truth::Is { slot, set } => inside.is(*slot, set, holds),
            Truth::TypeIs(kind, types) => {
                format!("{} is{not} {}", inside.kind(kind), self.types(*types))
            }
            Truth::SameSide(left, right) => {
                format!("{} is{not} {}", self.side(*left), self.side(*right))
            }
            Truth::Attacked { on, by } => {
                format!("{} is{not} attacked by {}", inside.one_of(on), self.side(*by))
            }
            Truth::HasTurn { side, that } => {
                inside.has_turn(*side, that, if holds { "a" } else { "no" })
            }
            Truth::Some { slot, over, condition } => format!(
                "for {} {} (call it {}): {}",
                if holds { "some" } else { "no" },
                inside.squares(over),
                slot_name(*slot),
                inside.truth(condition)
            ),
            Truth::MovedBy(origin) => format!("the move was{not} {}", self.origin(origin)),
            _ if !holds => format!("it is not so that {}", inside.truth(truth)),
            Truth::Fixed(true) => "it is any time".to_owned(),
            Truth::Fixed(false) => "it is never the case".to_owned(),
            Truth::All(parts) => inside.several(parts, "and"),
            Truth::Any(parts) => inside.several(parts, "or"),
            Truth::Compare { operator, left, right } => inside.compare(*operator, left, right),
            Truth::Within(these, those) => {
                let told = inside.one_of(these);
                let is_one = told.starts_with("the square ") && is_place(these);
                match (those, inside.squares(those)) {
                    (Squares::Empty, _) if is_one => format!("{told} is empty"),
                    (set, pieces) if is_one && !is_place(set) => {
                        format!("{} is on {told}", with_article(&pieces))
                    }
                    (_, those) => format!("{told} is among {those}"),
                }
            }
            Truth::Safe { piece, on } => {
                format!("{} would be safe on {}", inside.one_of(piece), inside.squares(on))
            }
            Truth::Repeated { times, held } => {
                let again = format!("the position occurs for the {} time", ordinal(times));
                held.as_deref().map_or(again.clone(), |held| again + &inside.held(held))
            }
        }
    }

    /// Tells what has held at each turn since a position was there before.
    fn held(self, held: &Held) -> String {
        let whose = held.whose.map_or_else(String::new, |whose| self.adjective(whose) + " ");
        format!(", and at each {whose}turn since then {}", self.truth(&held.condition))
    }

    fn several(self, parts: &[Truth], word: &str) -> String {
        let parts: Vec<String> = parts
            .iter()
            .map(|part| {
                let text = self.truth(part);
                let is_group = matches!(
                    part,
                    Truth::Any(_)
                        | Truth::All(_)
                        | Truth::Some { .. }
                        | Truth::Repeated { held: Some(_), .. }
                );
                if is_group { format!("({text})") } else { text }
            })
            .collect();
        listed(&parts, word)
    }

    /// Tells what a square holds or where it is, or what a piece is, or that it is not.
    fn is(self, slot: SlotId, set: &Squares, holds: bool) -> String {
        let name = slot_name(slot);
        let is = if holds { "is" } else { "is not" };
        match slot {
            slots::VICTIM | slots::CAPTOR => format!("{name} {is} {}", self.one_of(set)),
            _ if is_place(set) => format!("{name} {is} on {}", self.squares(set)),
            slots::FROM | slots::TO | slots::HERE if set.is_vacant() => {
                format!("{name} {is} empty")
            }
            slots::FROM | slots::TO | slots::HERE if holds => {
                format!("{} is on {name}", self.one_of(set))
            }
            slots::FROM | slots::TO | slots::HERE => {
                format!("no {} is on {name}", self.squares(set))
            }
            _ => format!("{name} {is} {}", self.one_of(set)),
        }
    }

    fn has_turn(self, side: Side, that: &Truth, a: &str) -> String {
        let side = self.side(side);
        let has = format!("{side} has {a} legal turn");
        if that.is_always() {
            return has;
        }
        // Whoever has played that turn is `own` in what must hold then.
        let after = Words { own: "who played it", enemy: "the other side", ..self };
        format!("{has} after which {}", after.truth(that))
    }

    fn compare(self, operator: Comparison, left: &Number, right: &Number) -> String {
        if let Some(text) = self.count(operator, left, right) {
            return text;
        }
        if let (Comparison::Equal | Comparison::Different, Number::Variable(variable)) =
            (operator, left)
        {
            let kind = self.game.variables.get(variable.id).map(|info| &info.kind);
            if matches!(kind, Some(VariableKind::Words(_) | VariableKind::Switch)) {
                let is = if operator == Comparison::Equal { "is" } else { "is not" };
                let value = self.value(*variable, right);
                return format!("{} {is} {value}", self.variable(*variable));
            }
        }
        if let Some(text) = self.parity(operator, left, right) {
            return text;
        }
        format!("{} is {} {}", self.number(left), comparison(operator), self.number(right))
    }

    /// `the number of the turn is even`
    fn parity(self, operator: Comparison, left: &Number, right: &Number) -> Option<String> {
        let Number::Arithmetic { operator: Arithmetic::Remainder, left, right: by } = left else {
            return None;
        };
        let parity = match (operator, by.as_fixed(), right.as_fixed()) {
            (Comparison::Equal, Some(2), Some(0)) => "even",
            (Comparison::Equal, Some(2), Some(1)) => "odd",
            _ => return None,
        };
        Some(format!("{} is {parity}", self.number(left)))
    }

    /// `the number of own pieces is at most 2`
    fn count(self, operator: Comparison, left: &Number, right: &Number) -> Option<String> {
        let (Number::Count(set), Some(number)) = (left, right.as_fixed()) else { return None };
        let amount = match operator {
            Comparison::Equal => format!("exactly {number}"),
            Comparison::Different => format!("not {number}"),
            Comparison::Less => format!("less than {number}"),
            Comparison::LessOrEqual => format!("at most {number}"),
            Comparison::Greater => format!("more than {number}"),
            Comparison::GreaterOrEqual => format!("at least {number}"),
        };
        Some(format!("the number of {} is {amount}", self.several_of(set)))
    }

    pub(super) fn origin(self, origin: &Origin) -> String {
        match origin {
            Origin::Named(name) => with_article(name),
            Origin::Power(Some(token)) => format!("by a power of the {}", self.name(*token)),
            Origin::Power(None) => "by a token's power".to_owned(),
            Origin::Drop => "a drop".to_owned(),
        }
    }

    /// Tells which pieces there are, for `Every …`; a set of places is told as what stands there.
    pub(super) fn each(self, set: &Squares) -> String {
        if is_place(set) {
            format!("what stands on {}", self.squares(set))
        } else {
            format!("each {}", self.squares(set))
        }
    }
}

fn comparison(operator: Comparison) -> &'static str {
    match operator {
        Comparison::Equal => "equal to",
        Comparison::Different => "other than",
        Comparison::Less => "less than",
        Comparison::LessOrEqual => "at most",
        Comparison::Greater => "more than",
        Comparison::GreaterOrEqual => "at least",
    }
}
