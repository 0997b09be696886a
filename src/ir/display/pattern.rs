//! Walks and clauses as text.

use super::expression::{number_text, squares_text, truth_text};
use super::indented;
use super::statement::statement_lines;
use crate::ir::{
    Arrival, Clause, DirectionId, Game, Landing, LandingKind, Limit, SideId, Truth, Walk,
};

/// Writes a walk on one line: `repeat(step north, empty)*, step north`.
pub fn walk_text(game: &Game, walk: &Walk) -> String {
    match walk {
        Walk::Here => "stay".to_owned(),
        Walk::Step(direction) => format!("step {}", direction_name(game, *direction)),
        Walk::Test(squares) => squares_text(game, squares),
        Walk::Take => "take".to_owned(),
        Walk::Via => "via".to_owned(),
        Walk::Jump(squares) => format!("jump to {}", squares_text(game, squares)),
        Walk::Sequence(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| walk_text(game, part)).collect();
            if parts.is_empty() { "stay".to_owned() } else { parts.join(", ") }
        }
        Walk::Either(ways) => {
            let ways: Vec<String> = ways.iter().map(|way| walk_text(game, way)).collect();
            format!("either({})", ways.join(" | "))
        }
        Walk::Repeat { body, min, max } => {
            format!("repeat({}){}", walk_text(game, body), times_text(game, *min, max))
        }
    }
}

fn direction_name(game: &Game, direction: DirectionId) -> &str {
    game.board.directions.get(direction).map_or("?", |direction| direction.name.as_str())
}

fn times_text(game: &Game, min: u8, max: &Limit) -> String {
    match (min, max) {
        (0, Limit::Unlimited) => "*".to_owned(),
        (1, Limit::Unlimited) => "+".to_owned(),
        (min, Limit::Unlimited) => format!("{{{min},}}"),
        (min, Limit::Times(max)) if min == *max => format!("{{{min}}}"),
        (min, Limit::Times(max)) => format!("{{{min},{max}}}"),
        (min, Limit::Half) => format!("{{{min},half}}"),
        (min, Limit::Count(number)) => format!("{{{min},{}}}", number_text(game, number)),
        (_, Limit::Exactly(number)) => format!("{{{}}}", number_text(game, number)),
        (_, Limit::AtLeast(number)) => format!("{{{},}}", number_text(game, number)),
    }
}

/// Writes a clause: its head, and what belongs to it one step to the right.
pub fn clause_lines(game: &Game, clause: &Clause) -> Vec<String> {
    let name = clause.name.as_ref().map_or(String::new(), |name| format!(" {name}"));
    let mut lines = vec![format!(
        "clause{name}{}: {}",
        sides_text(game, clause),
        walk_text(game, &clause.walk)
    )];
    let mut inside: Vec<String> =
        clause.landings.iter().map(|landing| landing_text(game, landing)).collect();
    if let Some(taking) = &clause.taking {
        inside.push(format!("taking {}", squares_text(game, taking)));
    }
    if clause.arrival == Arrival::Stays {
        inside.push("from afar".to_owned());
    }
    if clause.condition != Truth::Fixed(true) {
        inside.push(format!("when {}", truth_text(game, &clause.condition)));
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
    format!("{verb} on {}", squares_text(game, &landing.on))
}
