//! Advice about what rules ask for and nothing ever changes.

use super::unread::{asked, declared};
use super::words::{says, words};
use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::footprint::{Facets, Said};
use crate::ir::{Effect, Game, SideId, VariableKind};
use crate::source::Span;

/// Looks at variables, marks and the levels of tokens.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    let (asked, changed) = (asked(game), changed(game));
    for (id, variable) in game.variables.enumerate().filter(|(_, info)| !info.of_square) {
        // A start position that says otherwise than the declaration is a way of setting it.
        let is_start = looked.start.variables[id] == variable.start;
        if asked.has_variable(id) && !changed.has_variable(id) && is_start {
            let message = format!("rules ask for `{}`, and nothing ever sets it", variable.name);
            let help = match variable.kind {
                VariableKind::Squares | VariableKind::Number { .. } => {
                    "change it by `set NAME to …`, or make it a constant: `define NAME = …`"
                }
                VariableKind::Switch | VariableKind::Words(_) => "change it by `set NAME to …`",
            };
            tell(looked, variable.span, message, help, advice);
        }
    }
    for (id, token) in game.tokens.enumerate() {
        if asked.has_level(id) && !changed.has_level(id) {
            let message =
                format!("rules ask for the level of `{}`, and nothing ever sets it", token.name);
            tell(looked, token.span, message, "change it by `set level of NAME to …`", advice);
        }
    }
    for (id, mark) in game.marks.enumerate() {
        let marked = looked.start.pieces.iter().flatten().any(|piece| piece.has_mark(id));
        // Whatever moves takes its marks along, so that only what gives one counts.
        let given = game.statements().into_iter().any(|statement| {
            matches!(statement.effect(), Some(Effect::Mark { mark, set: true, .. }) if *mark == id)
        });
        if asked.has_mark(id) && !given && !marked {
            let message =
                format!("rules ask for the mark `{}`, and nothing ever gives it", mark.name);
            let own = words(looked.sources.text(looked.file));
            let span = declared(looked, &own, "mark", &mark.name).unwrap_or(Span::NONE);
            tell(looked, span, message, "give it by `mark SET NAME`", advice);
        }
    }
    royalty(looked, advice);
}

fn tell(looked: &Looked<'_>, span: Span, message: String, help: &str, advice: &mut Advice) {
    if span.source == looked.file {
        let found =
            codes::NEVER_CHANGED.at(span, message).label("it is the same in every position");
        advice.add(found.help(help), Judged::Rules);
    }
}

/// Returns all that the rules change in play.
fn changed(game: &Game) -> Facets {
    let mut said = Said::new(game);
    for statement in game.statements() {
        said.statement(statement);
    }
    said.footprint().writes
}

/// Advises where the file replaces or removes the royal piece, and rules that ask for one are left without.
fn royalty(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    if !game.royal_types().is_empty() || !asks_for_royals(looked) {
        return;
    }
    let own = words(looked.sources.text(looked.file));
    for (index, word) in own.iter().enumerate() {
        let before = |by: usize| index.checked_sub(by).and_then(|at| own.get(at)).map(|w| w.text);
        let is_changed = before(1) == Some("piece")
            && matches!(before(2), Some("replace" | "remove"))
            && looked
                .sources
                .ids()
                .skip(1)
                .any(|id| says_of_piece(looked.sources.text(id), word.text, "royal"));
        if !is_changed {
            continue;
        }
        let span = word.span(looked.file);
        let mut found = codes::ROYALTY_LOST
            .at(span, format!("the {} was royal, and now no piece is", word.text))
            .label("what is said of royal pieces, check and checkmate among it, is without effect");
        found = match before(2) {
            Some("replace") => found.help("say `royal` in its block: `{ royal; moves … }`"),
            _ => found.help("say `royal` in the block of another piece"),
        };
        advice.add(
            found.help("or take the rules of check out: `remove module royalty`, say"),
            Judged::Rules,
        );
        return;
    }
}

/// Tells whether something that is forbidden or an ending asks for royal pieces: it never holds without any.
fn asks_for_royals(looked: &Looked<'_>) -> bool {
    let others = looked.sources.ids().skip(1);
    let anything = super::cells::Cells::all(looked.game);
    let is_void = |truth| {
        SideId::ALL
            .into_iter()
            .all(|side| super::Scene::new(looked.game, &anything, side).holds(truth) == Some(false))
    };
    let conditions = looked.game.forbids.iter().map(|forbid| &forbid.condition);
    let endings = looked.game.endings.iter().map(|ending| &ending.condition);
    let speaks = others
        .into_iter()
        .any(|id| words(looked.sources.text(id)).iter().any(|word| word.text == "royal"));
    speaks && conditions.chain(endings).any(is_void)
}

/// Tells whether a text declares a piece of that name and has that word in its block.
pub(super) fn says_of_piece(text: &str, name: &str, wanted: &str) -> bool {
    let ends = ["piece", "extend", "turn", "event", "use", "ending", "replace", "setup"];
    says(text, ("piece", name), &ends, wanted)
}
