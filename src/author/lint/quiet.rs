//! Advice about what is without a word about it: names that hide others, `own` of nobody, tests that ask nothing, a
//! game that never ends, alternatives that can never be chosen.

use super::words::words;
use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::test::TestKind;
use crate::ir::{Alternative, MoveChoice, Squares, Statement};

/// Looks at all these.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    names(looked, advice);
    tests(looked, advice);
    no_ending(looked, advice);
    alternatives(looked, advice);
    royalty(looked, advice);
}

fn names(looked: &Looked<'_>, advice: &mut Advice) {
    for (name, span) in &looked.game.hidden {
        let found = codes::NAME_HIDDEN
            .at(*span, format!("the parameter `{name}` has the name of something else"))
            .label("in this define it means what the define is called with")
            .help("give the parameter a name of its own");
        advice.add(found, Judged::Rules);
    }
    for (name, span) in &looked.game.whose {
        let message = match name.as_str() {
            "own" | "enemy" => {
                format!("nothing says which side `{name}` is in what this ending asks for")
            }
            _ => format!("nothing says which side `own` is in `{name}` here"),
        };
        let found = codes::WHOSE_OWN.at(*span, message)
            .label("it is the side about to move")
            .help("begin the ending with `side to move` or `a side`, which `own` is then, or name the sides in the define");
        advice.add(found, Judged::Rules);
    }
}

fn tests(looked: &Looked<'_>, advice: &mut Advice) {
    for test in &looked.game.tests {
        let asks = |kind: &TestKind| !matches!(kind, TestKind::Position(_));
        if test.commands.iter().any(|command| asks(&command.kind)) {
            continue;
        }
        let found = codes::IDLE_TEST.at(test.span, format!("the test `{}` asks nothing", test.name))
            .label("it passes whatever the rules are")
            .help("say what is expected: `legal`, `illegal`, `turns`, `expect`, `becomes`, `result` or `ongoing`");
        advice.add(found, Judged::Rules);
    }
}

fn no_ending(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    if !game.endings.is_empty() || !game.ends().is_empty() {
        return;
    }
    let found = codes::NO_ENDING.at(looked.header, "no rule ever ends the game").help(
        "say how it ends: `ending stuck: side to move loses \"no move\" when own cannot move`",
    );
    advice.add(found, Judged::Rules);
}

/// Advises about alternatives all of whose turns an earlier one has.
fn alternatives(looked: &Looked<'_>, advice: &mut Advice) {
    for statement in looked.game.statements() {
        let ways = statement.kind.ways();
        for (at, way) in ways.iter().enumerate() {
            let Some(first) = ways.iter().take(at).find(|first| covers(first, way)) else {
                continue;
            };
            let (Some(here), Some(there)) = (way.body.first(), first.body.first()) else {
                continue;
            };
            if here.span.source != looked.file {
                continue;
            }
            let found = codes::SAID_BEFORE
                .at(here.span, "this alternative can never be chosen")
                .label("an earlier one has all of its turns, in the same words")
                .secondary(there.span, "this one comes first")
                .help("give it a label, which stands in the turn's text: `or LABEL: { … }`");
            advice.add(found, Judged::Rules);
        }
    }
}

/// Tells whether each turn of an alternative has the text of one of another, which comes first and does nothing but move.
fn covers(first: &Alternative, other: &Alternative) -> bool {
    let ([only], [begin, rest @ ..]) = (first.body.as_slice(), other.body.as_slice()) else {
        return false;
    };
    let (Some(all), Some(some)) = (only.kind.as_move(), begin.kind.as_move()) else { return false };
    let is_plain = |choice: &MoveChoice| choice.only.is_always();
    let is_quiet = |statement: &Statement| statement.effect().is_some();
    first.label == other.label
        && all.label == some.label
        && is_plain(all)
        && rest.iter().all(is_quiet)
        && is_within(&some.pieces, &all.pieces)
}

/// Tells whether a set is a part of another one, as far as it is written.
fn is_within(part: &Squares, whole: &Squares) -> bool {
    part.is_within(&|part| part == whole || *part == Squares::own() && *whole == Squares::Occupied)
}

/// Advises about pieces that are royal in a game whose rules never speak of royal pieces.
fn royalty(looked: &Looked<'_>, advice: &mut Advice) {
    let is_alone = |text: &str, at: usize| {
        let before = text.get(..at).unwrap_or("").trim_end_matches([' ', '\t']);
        let behind = text.get(at + "royal".len()..).unwrap_or("").trim_start_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with(['{', ';', '\n']);
        begins && (behind.is_empty() || behind.starts_with(['}', ';', '\n', '#', '\r']))
    };
    let mut own = None;
    for id in looked.sources.ids() {
        let text = looked.sources.text(id);
        for word in words(text).into_iter().filter(|word| word.text == "royal") {
            if !is_alone(text, word.at) {
                return;
            }
            own = own.or((id == looked.file).then_some(word));
        }
    }
    let Some(word) = own else { return };
    let found = codes::NEVER_ASKED.at(word.span(looked.file), "no rule asks for royal pieces")
        .label("by itself it does nothing")
        .help("`use royalty` forbids to leave such pieces attacked; an ending can ask `own royal is attacked`");
    advice.add(found, Judged::Rules);
}
