//! What players are told who are refused a turn: whoever asks is `you`, and what is in the way is named as it stands there.

use super::words::capitalless;
use crate::author::words::{self as plain, with_article};
use crate::diag::suggest;
use crate::ir::{
    Coordinates, Game, PieceTypeId, SideId, SquareId, SquareSet, Squares, Truth, TypeSet,
    VariableId, VariableValue,
};
use crate::notation::turn_text;
use crate::reference::explain::{Fact, Finding, Line, Path};
use crate::reference::{Subject, Threat};
use crate::session::Session;
use crate::state::{Choice, MoveMade, Piece, Turn};

/// The most squares or turns that are listed.
const MAX_LISTED: usize = 8;
/// The most words of a condition that are repeated to a player.
const MAX_WORDS: usize = 16;

/// Speaks to the side to move of a session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice<'a> {
    /// The game in progress.
    pub session: &'a Session,
}

impl<'g> Voice<'g> {
    fn game(self) -> &'g Game {
        self.session.game()
    }

    /// Returns whoever is spoken to.
    pub(super) fn you(self) -> SideId {
        self.session.side_to_move()
    }

    /// Names a kind of piece: `rook`.
    pub(super) fn kind(self, kind: PieceTypeId) -> String {
        self.game()
            .types
            .get(kind)
            .map_or_else(|| "piece".to_owned(), |kind| capitalless(&kind.name))
    }

    /// Names kinds with their articles: `a queen, rook or bishop`.
    pub(super) fn kinds(self, kinds: TypeSet) -> String {
        let names: Vec<String> = kinds.iter().map(|kind| self.kind(kind)).collect();
        with_article(&suggest::joined(&names, "or"))
    }

    /// Says whose something is: `your`, `Black's`.
    fn whose(self, owner: Option<SideId>) -> String {
        match owner {
            Some(side) if side == self.you() => "your".to_owned(),
            Some(side) => format!("{}'s", self.game().side_name(side)),
            None => "the neutral".to_owned(),
        }
    }

    /// Names a piece: `your pawn`.
    pub(super) fn piece(self, piece: Piece) -> String {
        format!("{} {}", self.whose(piece.owner), self.kind(piece.kind))
    }

    fn square(self, square: SquareId) -> &'g str {
        self.game().board.name(square)
    }

    /// Names squares: `e3 or e4`.
    pub(super) fn squares(self, squares: SquareSet, word: &str) -> String {
        let names: Vec<&str> = squares.iter().map(|square| self.square(square)).collect();
        suggest::joined(&names, word)
    }

    /// Names what stands on a square: `your pawn on e2`.
    pub(super) fn on(self, piece: Option<Piece>, square: SquareId) -> String {
        let name = self.square(square);
        piece.map_or_else(|| name.to_owned(), |piece| format!("{} on {name}", self.piece(piece)))
    }

    /// Names a piece that was to move, with its square if there are more of its kind.
    pub(super) fn mover(self, piece: Option<Piece>, square: SquareId) -> String {
        let alike = |other: Piece| {
            piece.is_some_and(|piece| piece.kind == other.kind && piece.owner == other.owner)
        };
        match piece {
            Some(piece) if self.session.position().squares_where(alike).len() == 1 => {
                self.piece(piece)
            }
            _ => self.on(piece, square),
        }
    }

    /// Says where a piece can go after all: a sentence of its own.
    pub(super) fn can_go(targets: SquareSet, game: &Game) -> String {
        let names: Vec<&str> = targets.iter().map(|square| game.board.name(square)).collect();
        if names.is_empty() {
            return String::new();
        }
        format!(". It can go to {}", suggest::joined(&names, "or"))
    }

    /// Says what decides a condition on which a way of moving depends.
    pub(super) fn finding(
        self,
        line: &mut Line<'g>,
        finding: &Finding<'g>,
        path: &Path,
    ) -> Option<String> {
        for fact in &finding.facts {
            let told = match fact {
                Fact::Threat(threat) => Some(self.attacked(threat, path)),
                Fact::Members(_, there, count) if !finding.holds && *count > 0 => {
                    self.in_the_way(finding.truth, there)
                }
                Fact::Belongs { subject, set, inside, .. } => {
                    self.belongs(line, subject, set, *inside, Some(path.from))
                }
                _ => None,
            };
            if told.is_some() {
                return told;
            }
        }
        self.condition(finding)
    }

    fn in_the_way(self, truth: &Truth, there: &[Subject]) -> Option<String> {
        let is_about_pieces = matches!(truth, Truth::Not(of) if matches!(**of, Truth::Exists(_)));
        let pieces: Vec<String> =
            there.iter().map(|subject| self.on(subject.piece, subject.square)).collect();
        let all_there = there.iter().all(|subject| subject.piece.is_some());
        (is_about_pieces && all_there).then(|| in_the_way(&pieces))
    }

    /// Says a condition as the program puts it, if that is short and speaks of nothing that players do not know.
    fn condition(self, finding: &Finding<'g>) -> Option<String> {
        let told = plain::condition(self.game(), finding.truth);
        let is_foreign =
            ["`", "…", "(", "own ", "enemy ", "mover", "choice ", "it is never", "it is any"]
                .iter()
                .any(|part| told.contains(part));
        let is_long = told.split_whitespace().count() > MAX_WORDS;
        (!is_foreign && !is_long).then(|| {
            if finding.holds { format!("not while {told}") } else { format!("only if {told}") }
        })
    }

    /// Says which piece attacks a square of a path.
    fn attacked(self, threat: &Threat, path: &Path) -> String {
        let attacker = self.on(threat.piece, threat.made.from);
        let Some(square) = threat.made.takes.first().copied() else {
            return format!("{attacker} attacks it");
        };
        let piece = self.session.position().piece(path.from);
        let royal = piece.is_some_and(|piece| self.game().types[piece.kind].royal);
        let name = self.square(square);
        if square == path.from {
            return match piece {
                Some(piece) if royal && piece.owner == Some(self.you()) => {
                    format!("you are in check from {attacker}")
                }
                piece => format!("{attacker} attacks {}", self.on(piece, square)),
            };
        }
        if self.is_between(path.from, square, path.to)
            && let Some(piece) = piece
        {
            return format!("{attacker} attacks {name}, which {} would pass", self.piece(piece));
        }
        format!("{attacker} attacks {name}")
    }

    /// Tells whether a square lies on the straight line between two others.
    pub(super) fn is_between(self, from: SquareId, square: SquareId, to: SquareId) -> bool {
        let steps = |a: Coordinates, b: Coordinates| {
            [a.x, a.y, a.z]
                .into_iter()
                .zip([b.x, b.y, b.z])
                .map(|(a, b)| i32::from(b) - i32::from(a))
                .collect::<Vec<_>>()
        };
        let at = |square: SquareId| self.game().board.squares[square].at;
        let (there, whole) = (steps(at(from), at(square)), steps(at(from), at(to)));
        let dot = |a: &[i32], b: &[i32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i32>();
        let (part, all, length) = (dot(&there, &whole), dot(&whole, &whole), dot(&there, &there));
        part > 0 && part < all && part * part == length * all
    }

    /// Says that a square is in a set or is not, as far as there are plain words for the set.
    pub(super) fn belongs(
        self,
        line: &mut Line<'g>,
        subject: &Subject,
        set: &'g Squares,
        inside: bool,
        from: Option<SquareId>,
    ) -> Option<String> {
        let (name, there) = (self.square(subject.square), self.on(subject.piece, subject.square));
        let is = if inside { "is" } else { "is not" };
        match (set, subject.piece) {
            (Squares::Empty | Squares::Occupied, Some(piece)) => {
                Some(format!("{} stands on {name}", self.piece(piece)))
            }
            (
                Squares::Empty | Squares::Occupied | Squares::OfTypes(_) | Squares::OwnedBy(_),
                None,
            ) => Some(format!("{name} is empty")),
            (Squares::OwnedBy(_) | Squares::Neutral, Some(piece)) => Some(self.owned(piece, name)),
            (Squares::OfTypes(_), Some(piece)) if inside => {
                Some(format!("{} cannot be chosen", with_article(&self.kind(piece.kind))))
            }
            (Squares::OfTypes(types), Some(piece)) if types.len() <= MAX_LISTED => {
                let (kind, wanted) = (with_article(&self.kind(piece.kind)), self.kinds(*types));
                Some(format!("on {name} stands {kind}, not {wanted}"))
            }
            (Squares::Bearing(token), _) => {
                let token = self.game().tokens.get(*token)?;
                let wears = if inside { "wears" } else { "does not wear" };
                Some(format!("{there} {wears} the {}", token.name))
            }
            (Squares::Fixed(_) | Squares::Seen { .. }, _) => {
                let places = line.squares(set);
                let told = plain::places(self.game(), places);
                (told.split_whitespace().count() <= MAX_WORDS && !told.contains("more squares"))
                    .then(|| format!("{there} {is} on {told}"))
            }
            (Squares::Reach { from: origin, walk, .. }, _) => {
                let near = plain::near(self.game(), walk)?;
                let near =
                    near.trim_start_matches("the squares ").trim_start_matches("the square ");
                let origins = line.squares(origin);
                (!origins.is_empty())
                    .then(|| format!("{name} {is} {near} {}", self.squares(origins, "or")))
            }
            (Squares::Variable(variable), _) if !inside => {
                self.lapsed(subject.square, variable.id, from)
            }
            _ => None,
        }
    }

    /// Says whose a piece is.
    pub(super) fn owned(self, piece: Piece, square: &str) -> String {
        let kind = self.kind(piece.kind);
        match piece.owner {
            Some(side) if side == self.you() => format!("the {kind} on {square} is yours"),
            Some(side) => format!("the {kind} on {square} is {}'s", self.game().side_name(side)),
            None => format!("the {kind} on {square} is nobody's"),
        }
    }

    /// Says until when a square was in a variable, if it was earlier in this game and is no longer.
    pub(super) fn lapsed(
        self,
        square: SquareId,
        variable: VariableId,
        from: Option<SquareId>,
    ) -> Option<String> {
        let (positions, history) = (self.session.positions(), self.session.history());
        let held = |number: usize| {
            let values = positions.get(number)?.variables.get(variable)?;
            let is_in = |value: &VariableValue| matches!(value, VariableValue::Squares(set) if set.contains(square));
            values.into_iter().any(is_in).then_some(number)
        };
        let last = (0..positions.len()).rev().find_map(held)?;
        let ended = history.get(last)?;
        if let Some(before) = last.checked_sub(1)
            && held(before).is_none()
        {
            let turn = turn_text(self.game(), history.get(before)?);
            return Some(format!("that was possible only right after {turn}"));
        }
        let (position, made) = (positions.get(last)?, first_move(ended));
        let moved = made.filter(|made| made.from == square || Some(made.from) == from);
        if let Some(piece) = moved.and_then(|made| position.piece(made.from)) {
            return Some(format!("{} has moved", self.piece(piece)));
        }
        let taken = made.is_some_and(|made| made.takes.contains(&square));
        Some(match position.piece(square).filter(|_| taken) {
            Some(piece) => format!("{} was captured", self.on(Some(piece), square)),
            None => format!("that has not been possible since {}", turn_text(self.game(), ended)),
        })
    }

    /// Says why a turn that could be played to its end is forbidden.
    pub(super) fn forbidden(self, line: &Line<'g>, reason: &str, finding: &Finding<'g>) -> String {
        let threat = finding.facts.iter().find_map(|fact| match fact {
            Fact::Threat(threat) => Some(threat),
            _ => None,
        });
        let target = threat.and_then(|threat| threat.made.takes.first().copied());
        let victim = target.and_then(|target| line.position().piece(target));
        let Some(((threat, target), victim)) = threat.zip(target).zip(victim) else {
            return reason.to_owned();
        };
        let attacker = self.on(threat.piece, threat.made.from);
        if victim.owner != Some(self.you()) || !self.game().types[victim.kind].royal {
            return format!("{reason}: {attacker} attacks {}", self.on(Some(victim), target));
        }
        let (turn, royal) = (line.turn(), self.piece(victim));
        let text = turn_text(self.game(), &turn);
        let Some(made) = first_move(&turn) else {
            return format!("after {text} {attacker} attacks {royal}");
        };
        let mover = self.mover(self.session.position().piece(made.from), made.from);
        if made.to == target {
            return format!(
                "{mover} cannot go to {}: {attacker} attacks it there",
                self.square(target)
            );
        }
        if self.session.checked().is_ok_and(|checked| checked.contains(target)) {
            return format!(
                "you are in check, and {text} does not help: {attacker} attacks {royal}"
            );
        }
        if self.is_between(threat.made.from, made.from, target) {
            return format!("{mover} is pinned: without it, {attacker} would attack {royal}");
        }
        format!("after {text}, {attacker} would attack {royal}")
    }

    /// Says which turns go before one that is not allowed for that.
    pub(super) fn outranked(self, reason: &str, others: &[Turn]) -> String {
        let position = self.session.position();
        let mut told: Vec<String> = Vec::new();
        for turn in others {
            let captures = first_move(turn).and_then(|made| {
                let taken = made.takes.first()?;
                let victim = self.on(Some(position.piece(*taken)?), *taken);
                Some(format!(
                    "{} can capture {victim}",
                    self.on(position.piece(made.from), made.from)
                ))
            });
            let text = captures
                .unwrap_or_else(|| format!("you can play {}", turn_text(self.game(), turn)));
            if !told.contains(&text) {
                told.push(text);
            }
        }
        told.truncate(MAX_LISTED / 2);
        if told.is_empty() {
            reason.to_owned()
        } else {
            format!("{reason}: {}", suggest::joined(&told, "or"))
        }
    }

    /// Lists turns as a sentence of its own, if there are few.
    pub(super) fn possible(self, turns: &[&Turn]) -> String {
        let mut texts: Vec<String> = Vec::new();
        for turn in turns {
            let text = turn_text(self.game(), turn);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if texts.is_empty() || texts.len() > MAX_LISTED {
            return String::new();
        }
        format!(". You can play {}", suggest::joined(&texts, "or"))
    }
}

/// Says that these are in the way.
pub(super) fn in_the_way(pieces: &[String]) -> String {
    format!("{} in the way", there(pieces))
}

/// Says that these are there: `your pawn on e3 is`.
pub(super) fn there(pieces: &[String]) -> String {
    let are = if pieces.len() == 1 { "is" } else { "are" };
    format!("{} {are}", suggest::joined(pieces, "and"))
}

/// Returns the first move of a turn.
pub(super) fn first_move(turn: &Turn) -> Option<&MoveMade> {
    turn.steps.iter().find_map(|step| match &step.choice {
        Choice::Move(made) => Some(made),
        _ => None,
    })
}
