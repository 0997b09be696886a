//! What turns are not allowed, how the game ends, and what makes two positions the same.

use super::context::{Context, Place};
use super::expression;
use super::turned::{self, Eyes};
use crate::diag::codes;
use crate::ir::{Compared, Ending, Forbid, Goal, Outcome, Preference, Side};
use crate::source::Span;
use crate::syntax::ast::{
    CompareItem, EndingItem, Fate, GoalItem, Name, OutcomeItem, PreferItem, RuleItem, Text,
};

/// Lowers `prefer`, or complains.
pub(crate) fn prefer(cx: &mut Context<'_>, item: &PreferItem, span: Span) -> Option<Preference> {
    let goal = in_place(cx, Place::Forbid, |cx| match &item.goal {
        GoalItem::When(condition) => expression::truth(cx, condition).map(Goal::When),
        GoalItem::Most(number) => expression::number(cx, number).map(Goal::Most),
        GoalItem::Least(number) => expression::number(cx, number).map(Goal::Least),
    })?;
    let reason = reason(&item.name, item.reason.as_ref());
    let rule = Preference::new(item.name.text.clone(), goal, reason, span);
    if rule.asks_for_record() {
        let message = "`prefer` cannot ask how often a position has occurred";
        let help = "`forbid … when repeated 2 times` forbids what would lead back to a position";
        return codes::WRONG_PLACE.at(item.goal.expr().span, message).help(help).fail(cx.sink);
    }
    Some(rule)
}

/// Returns what whoever plays against a rule reads.
fn reason(name: &Name, reason: Option<&Text>) -> String {
    reason.map_or_else(|| name.text.replace('-', " "), |reason| reason.text.clone())
}

/// Lowers `forbid`, or complains.
pub(crate) fn forbid(cx: &mut Context<'_>, item: &RuleItem, span: Span) -> Option<Forbid> {
    let condition = in_place(cx, Place::Forbid, |cx| expression::truth(cx, &item.condition))?;
    let reason = reason(&item.name, item.reason.as_ref());
    Some(Forbid::new(item.name.text.clone(), condition, reason, span))
}

/// Lowers `ending` and `record`, or complains. What is said of `a side` is asked of who has just played, then of
/// the side that is to move.
pub(crate) fn ending(cx: &mut Context<'_>, item: &EndingItem, span: Span) -> Vec<Ending> {
    let (truths, sets) = (cx.game.phrases.truths.len(), cx.game.phrases.sets.len());
    let Some(ending) = asked_of_mover(cx, item, span) else { return Vec::new() };
    if !matches!(item.outcome, OutcomeItem::ASide { .. }) {
        return vec![ending];
    }
    let mut other = ending.clone();
    turned::outcome(&mut other.outcome, Eyes::Enemy);
    turned::truth(&mut other.condition, Eyes::Enemy);
    turn_phrases(cx, truths, sets);
    vec![other, ending]
}

/// Notes the places of what has been lowered for what it is to the other side as well.
fn turn_phrases(cx: &mut Context<'_>, truths: usize, sets: usize) {
    let phrases = &mut cx.game.phrases;
    let first = (phrases.truths.len(), phrases.sets.len());
    phrases.truths.extend_from_within(truths..);
    phrases.sets.extend_from_within(sets..);
    turned::phrases(phrases, first, Eyes::Enemy);
}

fn asked_of_mover(cx: &mut Context<'_>, item: &EndingItem, span: Span) -> Option<Ending> {
    let (outcome, condition) = in_place(cx, Place::Ending, |cx| {
        let outcome = match &item.outcome {
            OutcomeItem::ASide { wins: true } | OutcomeItem::SideToMove(Fate::Wins) => {
                Some(Outcome::Wins(Side::Own))
            }
            OutcomeItem::ASide { wins: false } | OutcomeItem::SideToMove(Fate::Loses) => {
                Some(Outcome::Loses(Side::Own))
            }
            OutcomeItem::SideToMove(Fate::Draws) => Some(Outcome::Draw),
            told => self::outcome(cx, told, item.condition.span).map(of_side_to_move),
        };
        let condition = expression::truth(cx, &item.condition);
        outcome.zip(condition)
    })?;
    if !item.by_record && expression::asks_about_record(&condition) {
        let message =
            "an ending that asks how often a position has occurred is a matter of the record";
        let found = codes::BAD_ENDING
            .at(item.condition.span, message)
            .help("write `record` instead of `ending`");
        return found.fail(cx.sink);
    }
    Some(Ending {
        name: item.name.text.clone(),
        condition,
        outcome,
        reason: item.reason.text.clone(),
        by_record: item.by_record,
        span,
    })
}

/// Lowers who wins, or complains.
pub(crate) fn outcome(cx: &mut Context<'_>, outcome: &OutcomeItem, place: Span) -> Option<Outcome> {
    match outcome {
        OutcomeItem::Wins(side) => expression::side(cx, side).map(Outcome::Wins),
        OutcomeItem::Loses(side) => expression::side(cx, side).map(Outcome::Loses),
        OutcomeItem::ASide { .. } => {
            no_ending(cx, place, "`a side` is any of the two, which only an ending can ask for")
        }
        OutcomeItem::SideToMove(_) => {
            no_ending(cx, place, "`side to move` begins endings; in a turn that side is `own`")
        }
        OutcomeItem::Draw => Some(Outcome::Draw),
    }
}

/// Says of the side to move what is said of the other one, so that the same ending is the same however it is told.
fn of_side_to_move(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Wins(Side::Opponent) => Outcome::Loses(Side::Own),
        Outcome::Loses(Side::Opponent) => Outcome::Wins(Side::Own),
        other => other,
    }
}

fn no_ending(cx: &mut Context<'_>, place: Span, message: &str) -> Option<Outcome> {
    codes::BAD_ENDING.at(place, message).help("name the side: `own wins \"…\"`").fail(cx.sink)
}

/// Lowers `compare`, or complains; what it says of turns is noted in the game.
pub(crate) fn compare(cx: &mut Context<'_>, item: &CompareItem) -> Option<Compared> {
    in_place(cx, Place::Ending, |cx| match item {
        CompareItem::Ignoring(name) => expression::variable(cx, name).map(Compared::Ignore),
        CompareItem::IgnoringSide(_) => Some(Compared::IgnoreSide),
        CompareItem::TurnsByPosition(_) => {
            cx.game.turns_by_position = true;
            None
        }
        CompareItem::WhileUsed(name) => expression::variable(cx, name).map(Compared::WhileUsed),
        CompareItem::Number(number) => expression::number(cx, number).map(Compared::Number),
        CompareItem::Level(token, number) => expression::token(cx, token)
            .zip(expression::number(cx, number))
            .map(|(token, number)| Compared::Level(token, number)),
    })
}

/// Lowers something as a rule of that kind.
pub(super) fn in_place<T>(
    cx: &mut Context<'_>,
    place: Place,
    lower: impl FnOnce(&mut Context<'_>) -> T,
) -> T {
    let outer = std::mem::replace(&mut cx.place, place);
    let lowered = cx.scoped(lower);
    cx.place = outer;
    lowered
}
