//! `says result`: what people read where a game ends. Texts only; nothing in the game depends on them.

use super::context::Context;
use super::merge::Merged;
use crate::diag::codes;
use crate::source::SourceId;
use crate::syntax::ast::ItemKind;

/// Complains about reasons in the game's own file for which nothing ends the game.
pub(super) fn results(cx: &mut Context<'_>, merged: &Merged, root: SourceId) {
    let said: Vec<_> = merged
        .entries
        .iter()
        .filter(|entry| entry.item.span.source == root)
        .filter_map(|entry| match &entry.item.kind {
            ItemKind::SaysResult(reason, _) => Some(reason),
            _ => None,
        })
        .collect();
    if said.is_empty() {
        return;
    }
    let reasons: Vec<&str> = cx.game.outcomes().map(|(_, reason)| reason).collect();
    for reason in said {
        if !reasons.contains(&reason.text.as_str()) {
            let close = cx.sink.closest(&reason.text, reasons.iter().copied());
            let message = format!("nothing ends the game with the reason \"{}\"", reason.text);
            let found = codes::UNKNOWN_NAME.at(reason.span, message);
            let close = close.map(|close| format!("\"{close}\""));
            cx.sink.push(found.did_you_mean(close.as_deref()));
        }
    }
}
