//! Writing what was found into a game: signs, scores, and what would have been better.

use super::record::Judged;
use crate::ir::SideId;
use crate::records::pgn::{Item, ItemKind, PgnGame};
use crate::search::Score;

/// Writes what was found into a game. What stands there already stays.
pub(super) fn annotate(mut game: PgnGame, judged: &[Judged]) -> PgnGame {
    let mut left = judged.iter();
    let mut annotated = Vec::new();
    // What is to be written before the next turn of the game itself: a variation follows all that is said of its turn.
    let mut waiting: Vec<Item> = Vec::new();
    let mut depth = 0_usize;
    for item in std::mem::take(&mut game.items) {
        match &item.kind {
            ItemKind::Begin => depth += 1,
            ItemKind::End => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_main = depth == 0;
        let is_turn = is_main && matches!(item.kind, ItemKind::Turn(..));
        if is_turn || is_main && matches!(item.kind, ItemKind::Result(_)) {
            annotated.append(&mut waiting);
        }
        annotated.push(item);
        if is_turn && let Some(judged) = left.next() {
            remark(judged, &mut annotated);
            waiting = variation(judged);
        }
    }
    annotated.append(&mut waiting);
    game.items = annotated;
    game
}

/// Adds the sign of a turn, and the score after it.
fn remark(judged: &Judged, items: &mut Vec<Item>) {
    let Some(found) = &judged.found else { return };
    if let Some(glyph) = found.judgement().glyph() {
        items.push(ItemKind::Nag(glyph).into());
    }
    if let Some(score) = evaluation(found.played, judged.side) {
        items.push(ItemKind::Comment(format!("[%eval {score}]")).into());
    }
}

/// Writes a score as programs exchange it, for the first side; none if the turn has decided the game.
fn evaluation(score: Score, side: SideId) -> Option<String> {
    let sign = if side == SideId::FIRST { 1 } else { -1 };
    match score {
        Score::Points(points) => {
            let points = f64::from(points * sign) / 100.0;
            // No zero below zero.
            Some(format!("{:.2}", points + 0.0))
        }
        // There, moves of one side are counted, and the turn itself has been made.
        Score::Win(turns) if turns > 1 => {
            Some(format!("#{}", i64::from(turns / 2) * i64::from(sign)))
        }
        Score::Loss(turns) if turns > 1 => {
            Some(format!("#{}", -i64::from(turns / 2) * i64::from(sign)))
        }
        Score::Win(_) | Score::Loss(_) => None,
    }
}

/// Returns the line that would have been better, in brackets.
fn variation(judged: &Judged) -> Vec<Item> {
    if judged.line.is_empty() {
        return Vec::new();
    }
    let mut items = vec![Item::from(ItemKind::Begin)];
    items.extend(judged.line.iter().cloned());
    items.push(ItemKind::End.into());
    items
}
