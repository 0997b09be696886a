//! What a rule comes to if it speaks of another side: of the enemy, or of one that has a name.

use crate::ir::{Outcome, PartMut, Phrases, Role, Side, SideId, Squares, Truth, VariableRef};

/// Whose eyes a rule gets that was told with those of `own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eyes {
    /// Those of the other side: `own` and `enemy` change places.
    Enemy,
    /// Those of this side, whoever is to move.
    Of(SideId),
}

/// Turns round what is noted of the places of truths and of sets, from these numbers on.
pub(super) fn phrases(phrases: &mut Phrases, (truths, sets): (usize, usize), eyes: Eyes) {
    for (noted, _) in phrases.truths.iter_mut().skip(truths) {
        truth(noted, eyes);
    }
    for (noted, _) in phrases.sets.iter_mut().skip(sets) {
        squares(noted, eyes);
    }
}

/// Turns an outcome round.
pub(super) fn outcome(outcome: &mut Outcome, eyes: Eyes) {
    match outcome {
        Outcome::Wins(who) | Outcome::Loses(who) => side(who, eyes),
        Outcome::Draw => {}
    }
}

/// Turns an expression round.
pub(super) fn part(part: PartMut<'_>, eyes: Eyes) {
    match part {
        PartMut::Squares(set, _) => squares(set, eyes),
        // In what must hold after the turn, `own` is the side that has it.
        PartMut::Truth(_, Role::Afterwards) => {}
        PartMut::Side(who) => side(who, eyes),
        PartMut::Variable(of) => variable(of, eyes),
        whole => whole.each_part_mut(&mut |inner| self::part(inner, eyes)),
    }
}

/// Turns a condition round.
pub(super) fn truth(condition: &mut Truth, eyes: Eyes) {
    condition.each_part_mut(&mut |inner| part(inner, eyes));
}

/// Turns a set round.
pub(super) fn squares(set: &mut Squares, eyes: Eyes) {
    set.each_part_mut(&mut |inner| part(inner, eyes));
    if let Some(fixed) = set.as_fixed() {
        *set = fixed.into();
    }
}

/// Turns a variable round.
pub(super) fn variable(of: &mut VariableRef, eyes: Eyes) {
    if let Some(who) = &mut of.side {
        side(who, eyes);
    }
}

fn side(who: &mut Side, eyes: Eyes) {
    *who = match (*who, eyes) {
        (Side::Own, Eyes::Enemy) => Side::Opponent,
        (Side::Opponent, Eyes::Enemy) => Side::Own,
        (Side::Own, Eyes::Of(side)) => Side::Fixed(side),
        (Side::Opponent, Eyes::Of(side)) => Side::Fixed(side.opponent()),
        (other, _) => other,
    };
}
