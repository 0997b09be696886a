//! What is different after a turn beyond what its steps say.

use super::{Scene, Told};
use crate::author::words::{self, listed};
use crate::ir::{MarkId, PieceTypeId, SideId, SquareId};
use crate::state::{Piece, Position, TokenState};

/// The most changes of one kind that are told one by one.
const MAX_TOLD: usize = 8;

impl Told<'_> {
    /// Adds what the steps alone do not explain.
    pub(super) fn aftermath(self, scene: &Scene<'_>, after: &Position, told: &mut Vec<String>) {
        let mut gone: Vec<(SquareId, Piece)> = Vec::new();
        let mut come: Vec<(SquareId, Piece)> = Vec::new();
        for (square, now) in after.pieces.enumerate() {
            match (scene.pieces[square], *now) {
                (Some(was), Some(now)) if was.owner == now.owner => {
                    self.changed(square, was, now, scene, told);
                }
                (was, now) => {
                    gone.extend(was.map(|piece| (square, piece)));
                    come.extend(now.map(|piece| (square, piece)));
                }
            }
        }
        self.moved(scene, gone, come, told);
        self.hands(scene, after, told);
        for (token, info) in self.game.tokens.enumerate() {
            let (was, now) = (scene.before.tokens[token], after.tokens[token]);
            self.token((token, &info.name), was, now, (scene, after), told);
        }
    }

    /// Tells of a piece that is another one now, or is marked otherwise.
    fn changed(
        self,
        square: SquareId,
        was: Piece,
        now: Piece,
        scene: &Scene<'_>,
        told: &mut Vec<String>,
    ) {
        let moved = scene.went.last().is_some_and(|(_, to)| *to == square);
        let subject = if moved { "it".to_owned() } else { self.piece_on(Some(was), square) };
        if was.kind != now.kind {
            let kind = words::with_article(&self.kind(now.kind));
            told.push(format!("{subject} becomes {kind}."));
        }
        if let Some(tally) = self.game.piece_tally().filter(|_| was.number != now.number) {
            let (name, number) = (&tally.name, tally.of_piece(now.number));
            told.push(format!("the number “{name}” of {subject} becomes {number}."));
        }
        for (mark, info) in self.game.marks.enumerate() {
            if was.has_mark(mark) != now.has_mark(mark) {
                told.push(marked(&subject, mark, &info.name, now));
            }
        }
    }

    /// Tells of pieces that have gone, come, or moved without a step of the turn.
    fn moved(
        self,
        scene: &Scene<'_>,
        mut gone: Vec<(SquareId, Piece)>,
        come: Vec<(SquareId, Piece)>,
        told: &mut Vec<String>,
    ) {
        let mut lines: Vec<String> = Vec::new();
        for (square, piece) in come {
            let place = self.square(square);
            let same = |(_, other): &(SquareId, Piece)| {
                other.kind == piece.kind && other.owner == piece.owner
            };
            let turned =
                |(at, other): &(SquareId, Piece)| *at == square && other.kind == piece.kind;
            if let Some(index) = gone.iter().position(same) {
                let (from, _) = gone.swap_remove(index);
                let from = self.square(from);
                lines.push(format!("{} goes from {from} to {place}.", self.piece(piece)));
            } else if let Some(index) = gone.iter().position(turned) {
                let (_, was) = gone.swap_remove(index);
                let owner = self.whose_is(piece.owner);
                lines.push(format!("{} on {place} is {owner} from now on.", self.piece(was)));
            } else if scene.taken.iter().any(|(_, other)| other.kind == piece.kind) {
                let (kind, owner) = (self.kind(piece.kind), self.whose_is(piece.owner));
                lines.push(format!("the {kind} comes back on {place} and is {owner} now."));
            } else {
                lines.push(format!("{} appears on {place}.", self.piece(piece)));
            }
        }
        for (square, piece) in gone {
            let subject = self.piece_on(Some(piece), square);
            lines.push(format!("{subject} leaves the board."));
        }
        let left = lines.len().saturating_sub(MAX_TOLD);
        lines.truncate(MAX_TOLD);
        if left > 0 {
            lines.push(format!("{left} more squares change."));
        }
        told.extend(lines);
    }

    fn whose_is(self, owner: Option<SideId>) -> String {
        match owner {
            None => "nobody's".to_owned(),
            Some(side) if self.you == Some(side) => "yours".to_owned(),
            Some(side) => self.whose(side),
        }
    }

    /// Tells what came to hands and left them.
    fn hands(self, scene: &Scene<'_>, after: &Position, told: &mut Vec<String>) {
        for side in SideId::ALL {
            let mut more: Vec<String> = Vec::new();
            let mut fewer: Vec<String> = Vec::new();
            for (kind, now) in after.hands[side].enumerate() {
                let was = scene.before.hands[side][kind];
                let used = scene.from_hand.iter().filter(|from| **from == (side, kind)).count();
                let expected = i64::from(was) - i64::try_from(used).unwrap_or(0);
                let change = i64::from(*now) - expected;
                if change > 0 {
                    more.push(self.counted(kind, change));
                } else if change < 0 {
                    fewer.push(self.counted(kind, -change));
                }
            }
            let hand = format!("{} hand", self.whose(side));
            if !more.is_empty() {
                told.push(format!("{} is now in {hand}.", listed(&more, "and")));
            }
            if !fewer.is_empty() {
                told.push(format!("{} leaves {hand}.", listed(&fewer, "and")));
            }
        }
    }

    fn counted(self, kind: PieceTypeId, count: i64) -> String {
        let kind = self.kind(kind);
        if count == 1 { format!("the {kind}") } else { format!("{count} times {kind}") }
    }

    /// Tells where a token has gone and what it gives now.
    fn token(
        self,
        (token, name): (crate::ir::TokenId, &str),
        was: TokenState,
        now: TokenState,
        (scene, after): (&Scene<'_>, &Position),
        told: &mut Vec<String>,
    ) {
        let taken = was.at.is_some_and(|at| scene.taken.iter().any(|(square, _)| *square == at));
        let carried = was.at.filter(|_| !taken).map(|at| {
            let mut went = scene.went.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to);
            went.next_back().unwrap_or(at)
        });
        let level = if now.level == was.level {
            String::new()
        } else {
            format!(", now at level {}", now.level)
        };
        let text = match now.at {
            None if was.at.is_none() => return,
            _ if carried == now.at && now.level == was.level => return,
            None => format!("the {name} leaves the board"),
            Some(at) if carried == now.at => {
                format!("the {name} stays on {}", self.square(at))
            }
            Some(at) => {
                let bearer = self.piece_on(after.piece(at), at);
                format!("the {name} goes to {bearer}")
            }
        };
        told.push(format!("{text}{level}."));
        if now.at.is_some() {
            told.extend(words::powers_at(self.game, token, now.level));
        }
    }
}

/// Tells that a piece has a mark or has lost it.
fn marked(subject: &str, mark: MarkId, name: &str, now: Piece) -> String {
    if now.has_mark(mark) {
        format!("{subject} is marked “{name}” from now on.")
    } else {
        format!("{subject} is no longer marked “{name}”.")
    }
}
