//! What authors speak of in their texts: regions of the board, and what stands in braces.

use super::context::Context;
use super::expression;
use super::merge::Merged;
use crate::diag::codes;
use crate::ir::{Named, Region, Said};
use crate::source::{SourceId, Span};
use crate::syntax::ast::ItemKind;

/// Notes them for whoever draws the board; no rule depends on them.
pub(super) fn regions(cx: &mut Context<'_>) {
    let said = cx.game.about.said.iter().filter(|said| said.kind == "define");
    let said: Vec<(String, String)> =
        said.map(|said| (said.name.clone(), said.text.clone())).collect();
    for (name, text) in said {
        if !text.is_empty()
            && let Some(squares) = expression::region(cx, &name)
        {
            cx.game.regions.push(Region { name, text, squares });
        }
    }
}

/// Finds out what the names in braces stand for: piece types or fixed squares.
///
/// An inherited text whose names stand for nothing of the kind any more goes, as other texts do.
pub(super) fn names(cx: &mut Context<'_>, merged: &Merged, root: SourceId) {
    let texts = std::mem::take(&mut cx.game.about.said);
    let (kept, gone): (Vec<Said>, Vec<Said>) =
        texts.into_iter().partition(|said| said.kind == "result" || all_known(cx, said));
    cx.game.about.said = kept;
    for (said, span) in gone.iter().filter_map(|said| Some((said, place(said, merged, root)?))) {
        let unknown = said.names().find(|name| !is_known(cx, name)).unwrap_or_default();
        let message = format!("no define of piece types or of fixed squares is called `{unknown}`");
        let help = "what stands in braces in a text is replaced by the pieces or squares that a define names";
        cx.sink.push(codes::UNKNOWN_NAME.at(span, message).help(help));
    }
}

fn all_known(cx: &mut Context<'_>, said: &Said) -> bool {
    said.names().all(|name| {
        if !is_known(cx, name)
            && let Some(meant) = expression::fixed(cx, name)
        {
            cx.game.about.named.push((name.to_owned(), meant));
        }
        is_known(cx, name)
    })
}

fn is_known(cx: &Context<'_>, name: &str) -> bool {
    cx.game.about.named.iter().any(|(known, _): &(String, Named)| known == name)
}

/// Returns where the game's own file says it.
fn place(said: &Said, merged: &Merged, root: SourceId) -> Option<Span> {
    merged.entries.iter().find_map(|entry| match &entry.item.kind {
        ItemKind::Says(_, _, text) if text.text == said.text && text.span.source == root => {
            Some(text.span)
        }
        _ => None,
    })
}
