//! Advice about squares that rules speak of and that no piece they mean can come to.

use super::bounds::{Scene, always, is_too_many};
use super::phrases;
use super::places::{ends, target};
use super::{Advice, Judged, Looked, steps};
use crate::diag::codes;
use crate::ir::{
    Arrival, BySide, Clause, Part, PieceType, PieceTypeId, SideId, Squares, Truth, TypeSet, slots,
};
use crate::source::Span;

/// Looks at the ways of moving, the drops, and the conditions of the turn and of what is forbidden.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    for (id, kind) in looked.game.types.enumerate() {
        ways(looked, id, kind, advice);
    }
    drops(looked, advice);
    for rule in &looked.game.forbids {
        condition(looked, &rule.condition, rule.span, advice);
    }
    for rule in &looked.game.preferences {
        if let Some(asked) = rule.goal.condition() {
            condition(looked, asked, rule.span, advice);
        }
    }
    for statement in looked.game.statements() {
        if let Some(asked) = statement.kind.condition()
            && !statement.kind.is_repeated()
        {
            condition(looked, asked, statement.span, advice);
        }
    }
}

fn tell(looked: &Looked<'_>, wanted: Part<'_>, rule: Span, message: String, advice: &mut Advice) {
    let place = phrases::place(looked, wanted, rule);
    let found = codes::OUT_OF_REACH.at(place, message);
    advice.add(found.label("from the start position none can ever come there"), Judged::Rules);
}

/// Advises about a condition that never holds because of the squares it speaks of.
fn condition(looked: &Looked<'_>, asked: &Truth, rule: Span, advice: &mut Advice) {
    let never = |scenes: &[Scene<'_>]| always(scenes, asked) == Some(false);
    let is_of_places = !never(&looked.scenes().map(Scene::everywhere));
    if never(&looked.scenes()) && is_of_places && !is_too_many(&looked.scenes(), asked) {
        let message = "this asks for pieces on squares out of reach".to_owned();
        tell(looked, asked.into(), rule, message, advice);
    }
}

/// Advises about ways of moving that begin or end on squares out of reach.
fn ways(looked: &Looked<'_>, id: PieceTypeId, kind: &PieceType, advice: &mut Advice) {
    if !looked.appearing.0.contains(id) || is_stuck(looked, id, kind) {
        return;
    }
    for (number, clause) in kind.clauses.iter().enumerate() {
        if clause.span.source != looked.file {
            continue;
        }
        let never =
            |everywhere| leads(looked, (id, number), clause, everywhere) == BySide::same(false);
        if !never(false) || never(true) {
            continue;
        }
        let message = format!("no {} can ever move so: the squares are out of reach", kind.name);
        let wanted = match target(&clause.walk) {
            Some(to) if to.is_place() => Part::from(to),
            _ => Part::from(&clause.condition),
        };
        tell(looked, wanted, clause.span, message, advice);
    }
}

/// Tells whether a piece can go nowhere from any square to which it comes.
pub(super) fn is_stuck(looked: &Looked<'_>, id: PieceTypeId, kind: &PieceType) -> bool {
    let never = |(number, clause): (usize, &Clause)| {
        clause.arrival == Arrival::Stays
            || leads(looked, (id, number), clause, false) == BySide::same(false)
    };
    kind.clauses.iter().enumerate().all(never)
}

/// Tells of each side whether its pieces can come anywhere by a way of moving; with `everywhere` whatever
/// squares it names.
pub(super) fn leads(
    looked: &Looked<'_>,
    (id, number): (PieceTypeId, usize),
    clause: &Clause,
    everywhere: bool,
) -> BySide<bool> {
    let Some(table) = looked.places.leads(id, number) else { return clause.sides };
    let leads = |side: SideId| {
        let scene = looked.scene(side);
        let scene = if everywhere { scene.everywhere() } else { scene };
        let of_kind = Squares::from(TypeSet::one(id));
        let mover = scene.most(&of_kind).intersection(looked.places.movable(side));
        let from = scene.clone().with(slots::FROM, &mover).given(&clause.condition);
        if from.holds(&clause.condition) == Some(false) {
            return false;
        }
        let from = from.slot(slots::FROM).squares();
        !ends(&scene, clause, &table[side], from).is_empty()
    };
    BySide::from_fn(|side| clause.is_for(side) && leads(side))
}

/// Advises about pieces that may be dropped on no square.
fn drops(looked: &Looked<'_>, advice: &mut Advice) {
    let hands = steps::in_hands(looked);
    let drops = looked.game.statements().into_iter().filter_map(|found| found.kind.as_drop());
    let Some(wanted) = drops.map(|choice| choice.types).reduce(TypeSet::union) else {
        return;
    };
    for kind in wanted.intersection(hands).iter() {
        let Some(info) = looked.game.types.get(kind) else { continue };
        if info.drop_on == Squares::none() {
            // The rules say in so many words that it is never dropped.
            continue;
        }
        let free = |scene: &Scene<'_>| !scene.most(&info.drop_on).empty.is_empty();
        if !looked.scenes().iter().any(free) {
            let message = format!("there is no square on which a {} may be dropped", info.name);
            let place = phrases::place(looked, &info.drop_on, info.span);
            let found = codes::OUT_OF_REACH.at(place, message);
            advice.add(found, Judged::Rules);
        }
    }
}
