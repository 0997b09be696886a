//! Moves as people and other programs write them: `Nf3`, `exd5`, `e8=Q`, `N@f3`, `O-O`, `knight f3`.
//!
//! Nothing here knows a game. A move is compared with what can be written of the legal ones: the piece's symbol or
//! name, as much of its square as is needed, the target, and what it becomes.

use crate::ir::{Game, PieceTypeId, SideId, SquareId};
use crate::notation::{is_like_file, named_kind, turn_text};
use crate::reference::LegalTurn;
use crate::session::Session;
use crate::state::{Choice, MoveMade, Position, Turn};

/// What people leave out or put in.
const GLUE: [char; 7] = ['x', '-', ':', '=', '(', ')', '/'];

/// The longest text that is looked at, in bytes.
const MAX_TEXT: usize = 64;

/// Returns the texts of the legal turns whose next step is written so.
pub(super) fn find(
    session: &Session,
    turns: &[(String, Turn)],
    so_far: &str,
    typed: &str,
) -> Vec<String> {
    let typed: String = typed.chars().filter(|char| !char.is_whitespace()).collect();
    let typed = typed.trim_end_matches(['+', '#', '!', '?']);
    let typed = typed.strip_suffix("e.p.").unwrap_or(typed).replace(['*', '\''], "@");
    if typed.is_empty() || typed.len() > MAX_TEXT {
        return Vec::new();
    }
    if so_far.is_empty()
        && let Some(found) = together(session, &typed)
    {
        return found;
    }
    let game = session.game();
    let shapes: Vec<(&str, Shape)> = turns
        .iter()
        .filter_map(|(text, turn)| Some((text.as_str(), shape(session, turn, so_far)?)))
        .collect();
    let bare = most_common(game, session.positions().first(), session.side_to_move());
    let fits = |only: Option<PieceTypeId>, fold: bool| -> Vec<String> {
        let fitting = shapes.iter().filter(|(_, shape)| shape.is_written(&typed, only, fold));
        fitting.map(|(text, _)| (*text).to_owned()).collect()
    };
    // A square alone means a piece of the kind that there are most of, and capitals matter if they can. A capital that
    // names a piece means that piece and nothing else.
    let tries = [(bare, false), (None, false), (bare, true), (None, true)];
    let names_piece = named_kind(game, &typed).is_some();
    tries
        .into_iter()
        .filter(|(_, fold)| !(*fold && names_piece))
        .map(|(only, fold)| fits(only, fold))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// What can be written of a step.
struct Shape {
    kind: PieceTypeId,
    /// The ways to write the piece: symbol and name.
    names: [String; 2],
    /// The square it comes from; nothing for a drop.
    from: Option<String>,
    to: String,
    /// How what it takes is written, if it takes anything.
    victim: Option<String>,
    /// How what it becomes is written.
    becomes: Option<String>,
    /// Whether the symbol of the piece, in small letters, begins the names of squares.
    is_like_file: bool,
}

fn shape(session: &Session, turn: &Turn, so_far: &str) -> Option<Shape> {
    let game = session.game();
    let rest = steps_after(game, turn, so_far)?;
    let place = rest.iter().position(|step| step.shown().is_some())?;
    let symbol = |kind| drop_symbol(game, kind);
    let name = |kind: PieceTypeId| game.types.get(kind).map_or("", |info| &info.name).to_owned();
    let square = |at: SquareId| game.board.name(at).to_owned();
    let becomes = rest.get(place + 1..)?.iter().find_map(|step| match step.choice {
        Choice::Type(kind) if step.label.is_none() => Some(symbol(kind)),
        _ => None,
    });
    match &rest.get(place)?.choice {
        Choice::Move(made) => {
            let position = session.position();
            let kind = position.piece(made.from)?.kind;
            let victim = victim(position, made).map(symbol);
            let (from, to) = (Some(square(made.from)), square(made.to));
            let is_like_file = is_like_file(game, &symbol(kind));
            let names = [symbol(kind), name(kind)];
            Some(Shape { kind, names, from, to, victim, becomes, is_like_file })
        }
        Choice::Drop { kind, to, .. } => {
            let names = [symbol(*kind), name(*kind)];
            let (to, is_like_file) = (square(*to), is_like_file(game, &names[0]));
            let kind = *kind;
            Some(Shape { kind, names, from: None, to, victim: None, becomes, is_like_file })
        }
        _ => None,
    }
}

fn victim(position: &Position, made: &MoveMade) -> Option<PieceTypeId> {
    made.takes.iter().find_map(|square| position.piece(*square)).map(|piece| piece.kind)
}

/// Returns the steps of a turn behind those that are settled; `None` if it does not begin so.
fn steps_after<'t>(game: &Game, turn: &'t Turn, so_far: &str) -> Option<&'t [crate::state::Step]> {
    let Some(settled) = so_far.strip_suffix(',') else {
        return so_far.is_empty().then_some(turn.steps.as_slice());
    };
    (1..=turn.steps.len()).find_map(|count| {
        let steps = turn.steps.get(..count)?.to_vec();
        (turn_text(game, &Turn { steps }) == settled).then(|| turn.steps.get(count..)).flatten()
    })
}

/// Returns how a piece is written when it is dropped.
fn drop_symbol(game: &Game, kind: PieceTypeId) -> String {
    let info = game.types.get(kind);
    let symbols = info.map(|info| info.symbols.iter().flatten());
    symbols.and_then(|mut all| all.next()).cloned().unwrap_or_default()
}

/// Returns the kind that a side has most of at the start.
fn most_common(game: &Game, start: Option<&Position>, side: SideId) -> Option<PieceTypeId> {
    let start = start?;
    let count = |kind: PieceTypeId| {
        start.pieces.iter().flatten().filter(|p| p.kind == kind && p.owner == Some(side)).count()
    };
    game.types.ids().max_by_key(|kind| count(*kind)).filter(|kind| count(*kind) > 1)
}

impl Shape {
    /// Tells whether it can be written so. `bare` is the only kind that may go without a name; `None` means any.
    fn is_written(&self, typed: &str, bare: Option<PieceTypeId>, fold: bool) -> bool {
        let takes = typed.contains(['x', ':']);
        if takes && self.victim.is_none() || typed.contains('@') != self.from.is_none() {
            return false;
        }
        let plain = |text: &str| {
            let text = if fold { text.to_lowercase() } else { text.to_owned() };
            text.replace(GLUE, "")
        };
        let wanted = plain(typed);
        let mut names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        // A small letter that is the name of a file means the file.
        if fold && self.is_like_file {
            names.retain(|name| name.chars().count() > 1);
        }
        if bare.is_none_or(|kind| kind == self.kind) {
            names.push("");
        }
        let mut ends: Vec<&str> = vec![&self.to];
        ends.extend(self.victim.as_deref().filter(|_| takes));
        let mut becomes = vec![""];
        becomes.extend(self.becomes.as_deref());
        let begins = self.begins();
        names.iter().any(|name| {
            begins.iter().any(|begin| {
                ends.iter().any(|end| {
                    becomes.iter().any(|new| plain(&format!("{name}{begin}{end}{new}")) == wanted)
                })
            })
        })
    }

    /// Returns the ways to write where it comes from.
    fn begins(&self) -> Vec<&str> {
        let Some(from) = self.from.as_deref() else { return vec!["@"] };
        let end = from.find(|letter: char| !letter.is_alphabetic()).unwrap_or(from.len());
        vec!["", &from[..end], &from[end..], from]
    }
}

/// Finds moves of two own pieces together: `O-O`, `O-O-O`, or the squares of both. `None` if nothing like that is meant.
fn together(session: &Session, typed: &str) -> Option<Vec<String>> {
    let game = session.game();
    let letters = typed.to_uppercase().replace('0', "O").replace('-', "");
    let side = match letters.as_str() {
        "OO" => Some(true),
        "OOO" => Some(false),
        _ => None,
    };
    let wanted = typed.replace('-', "");
    let names = |one: SquareId, other: SquareId| {
        format!("{}{}", game.board.name(one), game.board.name(other)).replace('-', "")
    };
    let mut found = Vec::new();
    // Whoever names two squares means two pieces only if own ones stand on both.
    if side.is_none() && !names_two_own(session, &wanted, &names) {
        return None;
    }
    for legal in session.legal().unwrap_or_default() {
        let Some((from, partner)) = pair(session.position(), &legal, game) else { continue };
        let is_meant = match side {
            Some(short) => is_short(game, from, partner) == short,
            None => names(from, partner) == wanted,
        };
        if is_meant {
            found.push(turn_text(game, &legal.turn));
        }
    }
    (side.is_some() || !found.is_empty()).then_some(found)
}

fn names_two_own(
    session: &Session,
    wanted: &str,
    names: &dyn Fn(SquareId, SquareId) -> String,
) -> bool {
    let own: Vec<SquareId> = session.position().owned_by(session.side_to_move()).iter().collect();
    own.iter().any(|one| own.iter().any(|other| names(*one, *other) == wanted))
}

/// Returns where a royal piece and another own one stand that a turn moves together.
fn pair(before: &Position, legal: &LegalTurn, game: &Game) -> Option<(SquareId, SquareId)> {
    let made = legal.turn.steps.iter().find_map(|step| match &step.choice {
        Choice::Move(made) => Some(made),
        _ => None,
    })?;
    let royal = game.types.get(before.piece(made.from)?.kind)?.royal;
    if !royal || !made.takes.is_empty() || made.swaps {
        return None;
    }
    let side = before.to_move;
    let left = before.owned_by(side).iter().find(|square| {
        *square != made.from && legal.position.piece(*square) != before.piece(*square)
    })?;
    let kind = before.piece(left)?.kind;
    let arrives = legal.position.owned_by(side).iter().any(|square| {
        square != left
            && legal.position.piece(square).is_some_and(|piece| piece.kind == kind)
            && before.piece(square).is_none_or(|piece| piece.kind != kind)
    });
    arrives.then_some((made.from, left))
}

/// Tells whether a partner stands on the side on which there are fewer squares.
fn is_short(game: &Game, from: SquareId, partner: SquareId) -> bool {
    let at = |square: SquareId| game.board.squares[square].at;
    let here = at(from);
    let right = at(partner).x > here.x;
    let beyond = |right: bool| {
        let row = game.board.squares.iter().filter(|square| square.at.y == here.y);
        row.filter(|square| if right { square.at.x > here.x } else { square.at.x < here.x }).count()
    };
    beyond(right) <= beyond(!right)
}
