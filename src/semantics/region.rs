//! Regions of the board that authors speak of: what `says define` tells about fixed sets of squares.

use super::context::Context;
use super::expression;
use crate::ir::Region;

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
