//! Advice about steps of a turn that can never be completed.

use std::collections::BTreeSet;

use super::bounds::Scene;
use super::phrases;
use super::words::words;
use super::{Advice, Judged, Looked, play};
use crate::diag::codes;
use crate::ir::{
    Asked, Candidates, Choose, DropChoice, Effect, MoveChoice, SideId, Squares, Statement, TypeSet,
};

/// Why a step can never be completed.
enum Why<'a> {
    /// What it asks for is never there.
    Nothing(&'static str),
    /// What it asks for never comes to such a place.
    Place(&'a Squares),
}

/// Looks at the steps; what the rules do not tell is then tried in play.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let hands = in_hands(looked);
    let ways = ways(looked);
    let mut open = Vec::new();
    for statement in looked.game.statements() {
        if statement.span.source != looked.file {
            brought_drop(looked, statement, hands, advice);
            continue;
        }
        match why(looked, statement, hands) {
            Some(Why::Nothing(label)) => {
                let message = "this step can never be completed";
                let found = codes::STEP_NEVER_POSSIBLE.at(statement.span, message);
                advice.add(found.label(label), Judged::Rules);
            }
            Some(Why::Place(set)) => {
                let place = phrases::place(looked, set, statement.span);
                let found = codes::OUT_OF_REACH
                    .at(place, "this step asks for squares out of reach")
                    .label("from the start position no such piece can ever come there");
                advice.add(found, Judged::Rules);
            }
            None if is_open(statement) && !ways.contains(&address(statement)) => {
                open.push(statement);
            }
            None => {}
        }
    }
    play::look(looked, &open, advice);
}

/// Advises where the file uses a module that lets pieces be dropped and nothing ever fills a hand.
fn brought_drop(looked: &Looked<'_>, statement: &Statement, hands: TypeSet, advice: &mut Advice) {
    let Some(choice) = statement.kind.as_drop() else { return };
    if !choice.types.intersection(hands).is_empty() {
        return;
    }
    let path = looked.sources.name(statement.span.source);
    let file = path.rsplit('/').next().unwrap_or(path);
    let module = file.split('.').next().unwrap_or(file);
    let words = words(looked.sources.text(looked.file));
    let used = words.iter().position(|word| word.text == "use");
    let names = words.get(used.unwrap_or(words.len())..).unwrap_or_default();
    let Some(name) = names.iter().find(|word| word.text == module) else { return };
    let message = "no piece is ever dropped: nothing fills a hand";
    let found =
        codes::STEP_NEVER_POSSIBLE.at(name.span(looked.file), message)
            .secondary(statement.span, "no such piece can ever be in a hand")
            .help("`use captures-to-hand` fills it with what is captured; `add PIECE to own hand` and pieces in brackets in the setup do so too");
    advice.add(found, Judged::Rules);
}

/// Returns where in memory the statements of all alternatives are: if one of them finds nothing, there is
/// another way to go on.
fn ways(looked: &Looked<'_>) -> BTreeSet<usize> {
    let statements = looked.game.statements().into_iter();
    let ways = statements.flat_map(|statement| statement.kind.ways());
    ways.flat_map(|way| &way.body).flat_map(Statement::all).map(address).collect()
}

fn address(statement: &Statement) -> usize {
    std::ptr::from_ref(statement).addr()
}

/// Tells whether a turn that comes to a statement may find nothing there to choose, and then ends.
fn is_open(statement: &Statement) -> bool {
    match statement.kind.asks() {
        Some(Asked::Move(_) | Asked::Drop(_)) => true,
        Some(Asked::Choose(Choose { otherwise, among, .. })) => {
            otherwise.is_none() && !matches!(among, Candidates::Types(_))
        }
        Some(Asked::Way(_)) | None => false,
    }
}

/// The types that can ever be in a hand.
pub(super) fn in_hands(looked: &Looked<'_>) -> TypeSet {
    let held = looked.start.hands.iter().flat_map(crate::ir::IdVec::enumerate);
    let mut types: TypeSet = held.filter(|(_, count)| **count > 0).map(|(kind, _)| kind).collect();
    let scene = looked.scene(SideId::FIRST);
    for statement in looked.game.statements() {
        if let Some(Effect::Hand { kind, change, .. }) = statement.effect()
            && scene.range(change).1 > 0
        {
            types = types.union(scene.types(kind).unwrap_or(looked.appearing.0));
        }
    }
    types
}

fn why<'a>(looked: &Looked<'_>, statement: &'a Statement, hands: TypeSet) -> Option<Why<'a>> {
    match statement.kind.asks()? {
        Asked::Move(choice) => moves(looked, choice),
        Asked::Drop(choice) => drops(looked, choice, hands),
        Asked::Choose(choose) => chooses(looked, choose, hands),
        Asked::Way(_) => None,
    }
}

fn moves<'a>(looked: &Looked<'_>, choice: &'a MoveChoice) -> Option<Why<'a>> {
    let given = looked.game.tokens.iter().any(|token| !token.powers.is_empty());
    let can = |scene: &Scene<'_>| {
        let pieces = scene.most(&choice.pieces);
        let mut kinds = pieces.kinds().map(|(kind, ..)| kind);
        kinds.any(|kind| {
            given || looked.game.types.get(kind).is_some_and(|kind| !kind.clauses.is_empty())
        })
    };
    unless(looked, &choice.pieces, &can, "no such piece can ever be there to move")
}

/// Returns why nothing is possible for either side, if that is so.
fn unless<'a>(
    looked: &Looked<'_>,
    set: &'a Squares,
    possible: &dyn Fn(&Scene<'_>) -> bool,
    label: &'static str,
) -> Option<Why<'a>> {
    if looked.scenes().iter().any(possible) {
        return None;
    }
    let is_place = looked.scenes().map(Scene::everywhere).iter().any(possible);
    Some(if is_place { Why::Place(set) } else { Why::Nothing(label) })
}

fn drops<'a>(looked: &Looked<'_>, choice: &'a DropChoice, hands: TypeSet) -> Option<Why<'a>> {
    let types = choice.types.intersection(hands);
    if types.is_empty() {
        return Some(Why::Nothing("no such piece can ever be in a hand"));
    }
    let can = |scene: &Scene<'_>| {
        let on = scene.most(&choice.on).empty;
        types
            .iter()
            .filter_map(|kind| looked.game.types.get(kind))
            .any(|kind| !scene.most(&kind.drop_on).empty.intersection(on).is_empty())
    };
    unless(looked, &choice.on, &can, "no piece may be dropped on any of these squares")
}

fn chooses<'a>(looked: &Looked<'_>, choose: &'a Choose, hands: TypeSet) -> Option<Why<'a>> {
    match &choose.among {
        Candidates::Squares { squares, hand } => {
            if hand.is_some_and(|(_, types)| !types.intersection(hands).is_empty()) {
                return None;
            }
            let can = |scene: &Scene<'_>| !scene.most(squares).is_empty();
            let found = unless(looked, squares, &can, "there can never be anything to choose")?;
            let is_place = matches!(found, Why::Place(_));
            (is_place || choose.otherwise.is_none()).then_some(found)
        }
        Candidates::TypesInHand(_, types) => {
            let nothing = types.intersection(hands).is_empty() && choose.otherwise.is_none();
            nothing.then_some(Why::Nothing("no such piece can ever be in a hand"))
        }
        Candidates::Numbers(low, high) => {
            let some = |scene: &Scene<'_>| scene.range(low).0 <= scene.range(high).1;
            let nothing = !looked.scenes().iter().any(some) && choose.otherwise.is_none();
            nothing.then_some(Why::Nothing("there is no number from the first to the last"))
        }
        Candidates::Types(_) => None,
    }
}
