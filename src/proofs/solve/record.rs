//! Endings by the record of a game, which positions do not tell: whether they can change what something is worth.

use crate::ir::{Ending, Game, Number, Outcome, SideId, Truth, VariableId};
use crate::state::Position;

/// A rule that ends the game by its record, and whether it changes a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRule {
    /// Its name.
    pub name: String,
    /// The reason it gives.
    pub reason: String,
    /// Whether it changes what the first position is worth; `None` where that is not known.
    pub changes_value: Option<bool>,
    /// Why, for people.
    pub note: String,
}

/// What a rule asks about the record.
enum Asked {
    /// Only whether the position has occurred so often.
    Repetition,
    /// Only whether a number has come to a limit.
    Clock(VariableId, i32),
    /// Something else.
    Other,
}

/// Tells of each rule that ends the game by its record whether it can change what `start` is worth, given how many plies
/// the forced win there takes (0 for a draw), and the longest one from anywhere.
pub fn record_rules(game: &Game, start: &Position, plies: u16, longest: u16) -> Vec<RecordRule> {
    let rules = game.endings.iter().filter(|ending| ending.by_record);
    let rule = |ending: &Ending| {
        let (changes_value, note) = effect(ending, start, plies, longest);
        let (name, reason) = (ending.name.clone(), ending.reason.clone());
        RecordRule { name, reason, changes_value, note }
    };
    rules.map(rule).collect()
}

fn effect(ending: &Ending, start: &Position, plies: u16, longest: u16) -> (Option<bool>, String) {
    if ending.outcome != Outcome::Draw {
        let note = "left out: it gives the game to somebody when a position comes back, and never-ending play is taken for a draw here";
        return (None, note.to_owned());
    }
    match asked(&ending.condition) {
        Asked::Repetition => {
            let note = "changes no value: a forced win never comes back to a position, and play that never ends is a draw anyway";
            (Some(false), note.to_owned())
        }
        Asked::Clock(variable, limit) => {
            let first = start.number(variable, SideId::FIRST);
            let room = i64::from(limit) - i64::from(first);
            if i64::from(longest) < room {
                let note = format!(
                    "changes no value: the longest forced win takes {longest} plies, and the rule acts after {limit}"
                );
                return (Some(false), note);
            }
            let changes = (i64::from(plies) < room).then_some(false);
            let note = format!(
                "left out: it may make draws of forced wins that take {limit} plies or more; the longest takes {longest}"
            );
            (changes, note)
        }
        Asked::Other => (None, "left out as far as it asks for the record".to_owned()),
    }
}

fn asked(condition: &Truth) -> Asked {
    match condition {
        Truth::Repeated { held: None, .. } => Asked::Repetition,
        Truth::Compare { .. } => {
            clock(condition).map_or(Asked::Other, |(id, at)| Asked::Clock(id, at))
        }
        _ => Asked::Other,
    }
}

/// Returns the variable and the limit of a comparison that holds from some number on.
fn clock(condition: &Truth) -> Option<(VariableId, i32)> {
    let Truth::Compare { operator, left, right } = condition else { return None };
    let (Number::Variable(variable), Some(limit)) = (left, right.as_fixed()) else { return None };
    let first = limit.saturating_add(i32::from(!operator.holds(0, 0)));
    operator.holds(1, 0).then_some((variable.id, first))
}
