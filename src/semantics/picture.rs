//! What pieces look like, for whoever draws them; the rules know nothing of it.

use super::context::Context;
use crate::diag::codes;
use crate::ir::SideId;
use crate::syntax::ast::{PieceMemberKind, Text};

/// The most signs in a picture: some that look like one are several.
const MAX_SIGNS: usize = 8;

/// What the name of a file with a picture ends in, and the longest name before that, in bytes.
const FILE: (&str, usize) = (".svg", 40);

/// Reads the pictures of the piece type with this number as it was told last: one for all, or one for each side and one for pieces
/// of neither.
pub(super) fn pictures(
    cx: &mut Context<'_>,
    piece: usize,
) -> [Option<String>; SideId::OWNERS.len()] {
    let told = cx.pieces[piece].members.iter().rev().find_map(|member| match &member.kind {
        PieceMemberKind::Picture(signs) => Some(signs.clone()),
        _ => None,
    });
    let signs = told.unwrap_or_default();
    signs.iter().filter(|sign| sign.text != "-").for_each(|sign| check(cx, sign));
    let written = |text: &Text| (text.text != "-").then(|| text.text.clone());
    match signs.as_slice() {
        [] => [None, None, None],
        [all] => [written(all), written(all), written(all)],
        [first, second, rest @ ..] => {
            [written(first), written(second), rest.first().and_then(written)]
        }
    }
}

fn check(cx: &mut Context<'_>, sign: &Text) {
    let count = sign.text.chars().count();
    let is_seen = !sign.text.chars().any(|char| char.is_control() || char.is_whitespace());
    if (1..=MAX_SIGNS).contains(&count) && is_seen || is_file(&sign.text) {
        return;
    }
    let message = format!("`\"{}\"` cannot be the picture of a piece", sign.text.escape_debug());
    cx.sink.push(codes::BAD_SYMBOL.at(sign.span, message).help(format!(
        "a picture is one sign, up to {MAX_SIGNS} that belong together, or the name of a file such as `\"dragon.svg\"`"
    )));
}

/// Tells whether a picture is named by a file beside the rules: letters, digits, `-` and `_`.
fn is_file(text: &str) -> bool {
    let (end, most) = FILE;
    let is_plain = |char: char| char.is_alphanumeric() || "-_".contains(char);
    text.strip_suffix(end)
        .is_some_and(|stem| (1..=most).contains(&stem.len()) && stem.chars().all(is_plain))
}
