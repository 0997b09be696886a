//! From elements to a text.

use super::elements::{Element, Elements, Moved};
use super::names::{Names, tradition};
use super::{Legal, Notation, files};
use crate::ir::{Game, PieceTypeId, SquareId, Tradition};
use crate::state::Position;

/// How a game is written in a notation.
pub(super) struct Style<'g> {
    pub(super) game: &'g Game,
    pub(super) names: Names,
    pub(super) tradition: Tradition,
    /// What stands behind the piece in a capture.
    capture: &'g str,
    /// What stands behind a piece that changes places with another.
    swap: &'g str,
}

/// How much of where a move begins is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nothing.
    #[default]
    None,
    /// Its file.
    File,
    /// Its rank.
    Rank,
    /// Its square.
    Square,
    /// Its square, and where it ends and by which way, whatever the game says about captures.
    Way,
}

/// Where a text is made.
pub(super) struct Scene<'a> {
    pub(super) before: &'a Position,
    pub(super) legal: &'a [Legal<'a>],
    /// Whether the type becomes another in some turn with the same move.
    pub(super) may_change: bool,
}

impl<'g> Style<'g> {
    /// Returns how a game is written.
    pub(super) fn of(game: &'g Game, notation: Notation) -> Self {
        let own = |text: &'g Option<String>| text.as_deref().filter(|_| notation == Notation::Own);
        Self {
            game,
            names: Names::of(game, notation),
            tradition: tradition(game, notation),
            capture: own(&game.writing.capture).unwrap_or("x{to}"),
            swap: own(&game.writing.swap).unwrap_or("s{to}"),
        }
    }

    /// Writes a turn; `origins` has an entry for each of its moves.
    pub(super) fn text(&self, scene: &Scene<'_>, turn: &Elements, origins: &[Origin]) -> String {
        let mut origins = origins.iter().copied();
        let mut text = String::new();
        for element in &turn.list {
            match element {
                Element::Sign(sign) | Element::Label(sign) => text.push_str(sign),
                Element::Comma => text.push(','),
                Element::Move(moved) => {
                    let origin = origins.next().unwrap_or_default();
                    text.push_str(&self.moved(scene, moved, origin));
                }
                Element::Drop(kind, to) => {
                    text.push_str(self.names.symbol(*kind));
                    text.push(if self.tradition == Tradition::Hodges { '*' } else { '@' });
                    text.push_str(self.names.square(*to));
                }
                Element::Square(square) | Element::Closed(square) => {
                    text.push_str(self.names.square(*square));
                }
                Element::Type(kind) => text.push_str(self.names.symbol(*kind)),
                Element::Becomes(kind, _) => text.push_str(&self.becomes(turn, *kind)),
                Element::Stays => {
                    if self.tradition == Tradition::Hodges && scene.may_change {
                        text.push('=');
                    }
                }
                Element::Held(kind) => {
                    text.push('@');
                    text.push_str(self.names.symbol(*kind));
                }
                Element::Number(number) => {
                    text.push('=');
                    text.push_str(&number.to_string());
                }
                Element::Pass(royal) => text.push_str(&self.pass(*royal)),
            }
        }
        text
    }

    /// Writes a turn of nothing, as the game does, or else as its royal piece that stays.
    fn pass(&self, royal: Option<(PieceTypeId, SquareId)>) -> String {
        match (&self.game.writing.pass, royal) {
            (Some(own), _) => own.clone(),
            (None, Some((kind, square))) => {
                format!("{}{}", self.names.symbol(kind), self.names.square(square))
            }
            (None, None) => "pass".to_owned(),
        }
    }

    /// Writes what a piece becomes.
    fn becomes(&self, turn: &Elements, kind: PieceTypeId) -> String {
        let new = self.names.symbol(kind);
        if self.tradition == Tradition::Hodges {
            let old = turn.moves().last().and_then(|moved| moved.kind);
            let old = old.map_or("", |kind| self.names.symbol(kind));
            match (old.starts_with('+'), new.starts_with('+')) {
                (false, true) => return "+".to_owned(),
                (true, false) => return "-".to_owned(),
                _ => {}
            }
        }
        format!("={new}")
    }

    fn moved(&self, scene: &Scene<'_>, moved: &Moved, origin: Origin) -> String {
        if let Some(sign) = &moved.sign
            && origin != Origin::Way
        {
            return sign.clone();
        }
        if self.tradition == Tradition::Wxf && origin != Origin::Way {
            return files::written(self.game, &self.names, scene.before, scene.legal, moved);
        }
        let mut text = self.names.letter(moved.kind).to_owned();
        text.push_str(self.origin(moved, origin));
        text.push_str(&self.target(moved, origin));
        text
    }

    /// Returns how much is written of where a move begins.
    fn origin(&self, moved: &Moved, origin: Origin) -> &str {
        let Some(name) = self.names.squares.get(moved.from) else { return "" };
        match (origin, &name.parts) {
            (Origin::None, _) => "",
            (Origin::File, Some((file, _))) => file,
            (Origin::Rank, Some((_, rank))) => rank,
            _ => &name.whole,
        }
    }

    /// Writes what stands behind the piece and its origin.
    fn target(&self, moved: &Moved, origin: Origin) -> String {
        let to = self.names.square(moved.to);
        let hodges = self.tradition == Tradition::Hodges;
        let (template, sign) = match (moved.captures, moved.swaps) {
            (true, _) => (self.capture, "x"),
            (false, true) => (self.swap, "s"),
            (false, false) if hodges => ("-{to}", "-"),
            (false, false) => ("{to}", if origin == Origin::Way { "-" } else { "" }),
        };
        if origin == Origin::Way {
            let mut text = String::new();
            for square in moved.via.iter().chain([&moved.to]) {
                text.push_str(sign);
                text.push_str(self.names.square(*square));
            }
            return text;
        }
        let victim = moved.other.map_or(to, |kind| self.names.symbol(kind));
        template.replace("{to}", to).replace("{victim}", victim)
    }

    /// Returns how much of its origin a move shows at least.
    pub(super) fn least(&self, moved: &Moved) -> Origin {
        let bare = self.names.letter(moved.kind).is_empty();
        let by_square = self.capture.contains("{to}");
        if bare && moved.captures && by_square && self.tradition == Tradition::San {
            Origin::File
        } else {
            Origin::None
        }
    }
}
