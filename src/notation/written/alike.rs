//! Which turns could be written alike, so that those must be known to write one of them.

use crate::ir::{Game, LabelId};
use crate::state::{Choice, MoveMade, Step};

/// Tells whether turns that begin with these steps could have the same text in [SAN](super::Notation::San), or need more of
/// where they begin than they would without each other. All that is not known for certain could.
pub fn could_be_alike(game: &Game, one: &Step, other: &Step) -> bool {
    if wraps(game, one.label) || wraps(game, other.label) {
        return true;
    }
    let is_plain = |step: &Step| matches!(step.choice, Choice::Move(_) | Choice::Drop { .. });
    if one.label != other.label {
        // A label stands before all else, and no square or piece looks like it.
        let told = |step: &Step| step.label.is_some() || is_plain(step);
        return !(told(one) && told(other));
    }
    match (&one.choice, &other.choice) {
        (Choice::Move(one), Choice::Move(other)) => {
            one.to == other.to
                || sign(game, one).is_some_and(|text| sign(game, other) == Some(text))
        }
        (Choice::Drop { to: one, .. }, Choice::Drop { to: other, .. }) => one == other,
        (Choice::Move(_), Choice::Drop { .. }) | (Choice::Drop { .. }, Choice::Move(_)) => false,
        _ => true,
    }
}

/// Tells whether what has a label may be written behind what follows it.
fn wraps(game: &Game, label: Option<LabelId>) -> bool {
    let label = label.and_then(|label| game.labels.get(label));
    label.and_then(|label| game.writing.label(label)).is_some()
}

/// Returns what stands for a whole move.
fn sign<'g>(game: &'g Game, made: &MoveMade) -> Option<&'g str> {
    let clause = made.clause.clause(game)?;
    game.writing.way(clause.name.as_deref()?)
}
