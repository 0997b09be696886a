//! What the turns of a game look like, whatever is legal: for texts that can be none.

use super::symbols;
use crate::ir::{Candidates, Event, Game, Statement, StatementKind};

/// With what a turn can begin.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a form of its own, and any may be there"
)]
struct Beginnings {
    moves: bool,
    drops: bool,
    squares: bool,
    types: bool,
    numbers: bool,
}

impl Beginnings {
    fn of(game: &Game) -> Self {
        let mut found = Self::default();
        let begins = game.triggers.iter().filter(|trigger| trigger.event == Event::TurnBegins);
        let mut pending: Vec<&Statement> = game.turn.iter().collect();
        pending.extend(begins.flat_map(|trigger| &trigger.body));
        while let Some(statement) = pending.pop() {
            match &statement.kind {
                StatementKind::Move(_) => found.moves = true,
                StatementKind::Drop(_) => found.drops = true,
                StatementKind::Choose(choose) => match &choose.among {
                    Candidates::Squares { hand, .. } => {
                        found.squares = true;
                        found.drops |= hand.is_some();
                    }
                    Candidates::Types(_) | Candidates::TypesInHand(..) => found.types = true,
                    Candidates::Numbers(..) => found.numbers = true,
                },
                _ => {}
            }
            pending.extend(statement.blocks().flatten());
        }
        found
    }
}

/// Says why no turn of the game can begin as a text does, if that is so. The text has no label at its beginning.
///
/// Only the beginning is judged: what may follow depends on what has been done.
pub(super) fn misformed(game: &Game, text: &str) -> Option<String> {
    let can = Beginnings::of(game);
    let small = text.trim().to_lowercase();
    let begins = |names: &mut dyn Iterator<Item = String>| {
        let fitting =
            names.filter(|name| !name.is_empty() && small.starts_with(&name.to_lowercase()));
        fitting.map(|name| name.len()).max()
    };
    let square = begins(&mut game.board.squares.iter().map(|square| square.name.clone()));
    let kind = begins(&mut game.types.ids().map(|kind| symbols::plain(game, kind)));
    let rest = |len: usize| small.get(len..).unwrap_or_default().trim_start_matches([' ', '-']);
    let is_square = |text: &str| {
        game.board.squares.iter().any(|square| text.starts_with(&square.name.to_lowercase()))
    };
    let fits = match (square, kind) {
        (Some(len), _) if can.moves && is_square(rest(len)) => true,
        (Some(len), _) if can.squares || can.types && len == 0 => true,
        (_, Some(len)) => can.types || can.drops && rest(len).starts_with('@'),
        (Some(_), None) => false,
        (None, None) => {
            let first = small.chars().next();
            can.types && first == Some('=')
                || can.numbers && first.is_some_and(|char| char == '=' || char.is_ascii_digit())
                || can.drops && first == Some('@')
        }
    };
    (!fits).then(|| wanted(&can))
}

/// Says with what a turn begins.
fn wanted(can: &Beginnings) -> String {
    let forms = [
        (can.moves, "the square where a move begins and the one where it ends"),
        (can.drops, "a piece from the hand, `@` and a square"),
        (can.squares, "a square"),
        (can.types, "the letter of a piece"),
        (can.numbers, "`=` and a number"),
    ];
    let forms: Vec<&str> = forms.iter().filter(|(is, _)| *is).map(|(_, form)| *form).collect();
    match forms.as_slice() {
        [] => "a turn of this game begins with a word".to_owned(),
        forms => format!("a turn of this game begins with {}", forms.join(", or with ")),
    }
}
