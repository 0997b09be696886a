//! Advice about attacks for which whole turns are tried though a single move might do.

use std::sync::Arc;

use super::{Advice, Judged, Looked};
use crate::diag::{Diagnostic, codes};
use crate::ir::{Game, MoveChoice, Side, Squares, Statement, StatementKind, Truth};
use crate::session::Session;

/// What is said to help.
const HELP: &str = "if one move by itself can capture whatever a whole turn can, say `threat { move }`: \
    the game is the same, and attacks are found many times faster";

/// Looks at what is chosen before the moves of a turn.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    let asked = game.forbids.iter().map(|rule| &rule.condition);
    let asked = asked.chain(game.endings.iter().map(|ending| &ending.condition));
    if game.threat.is_some() || !asked.into_iter().any(asks_for_attacks) {
        return;
    }
    let is_own = |statement: &&Statement| statement.span.source == looked.file;
    let Some(first) = game.choices_before_moves().into_iter().find(is_own) else { return };
    let mut with_threat = Game::clone(game);
    with_threat.threat = Some(vec![any_move(first)]);
    if has_tables(Arc::clone(game)) || !has_tables(Arc::new(with_threat)) {
        return;
    }
    let message =
        "every question about an attack tries whole turns, as something is chosen before a move";
    let found = Diagnostic::warning(codes::WHOLE_TURNS_TRIED, first.span, message)
        .label("a move comes after this");
    advice.add(found.help(HELP), Judged::Rules);
}

/// Tells whether a condition asks whether something is attacked.
fn asks_for_attacks(truth: &Truth) -> bool {
    match truth {
        Truth::Attacked { .. } | Truth::Safe { .. } => true,
        Truth::Not(inner) => asks_for_attacks(inner),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().any(asks_for_attacks),
        Truth::Some { condition, .. } => asks_for_attacks(condition),
        _ => false,
    }
}

/// Returns the statement `move`.
fn any_move(like: &Statement) -> Statement {
    let choice = MoveChoice {
        by: Side::Own,
        pieces: Squares::OwnedBy(Side::Own),
        only: Truth::Fixed(true),
        slot: None,
        label: None,
    };
    Statement { kind: StatementKind::Move(choice), ..like.clone() }
}

fn has_tables(game: Arc<Game>) -> bool {
    let session = Session::new(game);
    session.is_ok_and(|session| session.engine().is_some_and(|engine| engine.has_attack_tables()))
}
