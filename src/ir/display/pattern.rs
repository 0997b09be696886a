//! Clauses as text.

use super::expression::text_of;
use super::indented;
use super::statement::statement_lines;
use crate::ir::{Arrival, Clause, Game, Landing, LandingKind, SideId};

/// Writes a clause: its head, and what belongs to it one step to the right.
pub fn clause_lines(game: &Game, clause: &Clause) -> Vec<String> {
    let name = clause.name.as_ref().map_or(String::new(), |name| format!(" {name}"));
    let mut lines =
        vec![format!("clause{name}{}: {}", sides_text(game, clause), text_of(game, &clause.walk))];
    let mut inside: Vec<String> =
        clause.landings.iter().map(|landing| landing_text(game, landing)).collect();
    if let Some(taking) = &clause.taking {
        inside.push(format!("taking {}", text_of(game, taking)));
    }
    if clause.arrival == Arrival::Stays {
        inside.push("from afar".to_owned());
    }
    if !clause.condition.is_always() {
        inside.push(format!("when {}", text_of(game, &clause.condition)));
    }
    if !clause.then.is_empty() {
        inside.push("then".to_owned());
        inside.extend(indented(statement_lines(game, &clause.then)));
    }
    lines.extend(indented(inside));
    lines
}

fn sides_text(game: &Game, clause: &Clause) -> String {
    match clause.sides.into_array() {
        [true, true] => String::new(),
        [true, false] => format!(" for {}", game.side_name(SideId::FIRST)),
        [false, true] => format!(" for {}", game.side_name(SideId::LAST)),
        [false, false] => " for nobody".to_owned(),
    }
}

fn landing_text(game: &Game, landing: &Landing) -> String {
    let verb = match landing.kind {
        LandingKind::Settle => "settles",
        LandingKind::Capture => "captures",
        LandingKind::Swap => "swaps",
    };
    format!("{verb} on {}", text_of(game, &landing.on))
}
