//! What the turns of a game look like, whatever is legal: for texts that can be none.

use super::symbols;
use crate::ir::{Asked, Candidates, Event, Game, ShownKind, Statement};

/// What can be chosen.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a form of its own, and any may be there"
)]
struct Choices {
    moves: bool,
    drops: bool,
    squares: bool,
    types: bool,
    numbers: bool,
}

impl Choices {
    /// Returns with what a turn can begin.
    fn at_the_beginning(game: &Game) -> Self {
        let begins = game.triggers.iter().filter(|trigger| trigger.event == Event::TurnBegins);
        let begins = game.turn.iter().chain(begins.flat_map(|trigger| &trigger.body));
        // What has a label is written with it, and what follows stands behind it.
        Self::among(begins, &|statement| statement.kind.label().is_none())
    }

    /// Returns what can be chosen in statements and in all inside them, but for those that do not count.
    fn among<'g>(
        statements: impl Iterator<Item = &'g Statement>,
        counts: &dyn Fn(&Statement) -> bool,
    ) -> Self {
        let mut found = Self::default();
        let mut pending: Vec<&Statement> = statements.collect();
        while let Some(statement) = pending.pop() {
            if !counts(statement) {
                continue;
            }
            for branch in statement.kind.branches() {
                match branch.shows {
                    Some((_, ShownKind::Move)) => found.moves = true,
                    Some((_, ShownKind::Drop)) => found.drops = true,
                    Some((_, ShownKind::Square)) => found.squares = true,
                    Some((_, ShownKind::Type)) => found.types = true,
                    Some((_, ShownKind::Number)) => found.numbers = true,
                    Some((_, ShownKind::Way)) | None => {}
                }
                pending.extend(branch.body);
            }
            let among = statement.kind.as_choose().map(|choose| &choose.among);
            found.drops |= matches!(among, Some(Candidates::Squares { hand: Some(_), .. }));
        }
        found
    }
}

/// Says why no turn of the game can begin as a text does, if that is so. The text has no label at its beginning.
///
/// Only the beginning is judged: what may follow depends on what has been done.
pub(super) fn misformed(game: &Game, text: &str) -> Option<String> {
    let can = Choices::at_the_beginning(game);
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
fn wanted(can: &Choices) -> String {
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

/// Says why a text is that of no turn, judged by the choices that the rules have anywhere: numbers and parts.
///
/// What may stand together is not judged, so that whatever a turn may look like passes.
pub fn impossible(game: &Game, text: &str) -> Option<String> {
    let number = text.match_indices('=').any(|(at, _)| {
        let rest = &text[at + 1..];
        let mut symbols = game.types.ids().map(|kind| symbols::plain(game, kind));
        rest.starts_with(|char: char| char.is_ascii_digit())
            && !symbols.any(|symbol| !symbol.is_empty() && rest.starts_with(&symbol))
    });
    if number && !Choices::among(game.bodies().flatten(), &|_| true).numbers {
        return Some(
            "`=` and a number stand for a choice of a number, and this game has none".to_owned(),
        );
    }
    if text.contains(',') && has_one_part(game) {
        return Some(
            "a turn of this game is a single part; several turns stand side by side, without commas".to_owned(),
        );
    }
    None
}

/// Tells whether no turn can have several parts: there are no labels, and at most one move or drop.
fn has_one_part(game: &Game) -> bool {
    let is_part =
        |found: &Statement| matches!(found.kind.asks(), Some(Asked::Move(_) | Asked::Drop(_)));
    let outside = game.bodies().skip(1).all(|body| Statement::most(body, &is_part) == 0);
    game.labels.is_empty() && outside && Statement::most(&game.turn, &is_part) <= 1
}
