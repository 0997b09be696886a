//! What the turns of a game look like, whatever is legal: for texts that can be none.

use super::symbols;
use crate::ir::{Candidates, Event, Game, LabelId, Statement, StatementKind};

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
        Self::among(begins, &|statement| label(statement).is_none())
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

/// Returns the label of the part of a turn that a statement asks for.
fn label(statement: &Statement) -> Option<LabelId> {
    match &statement.kind {
        StatementKind::Move(moved) => moved.label,
        StatementKind::Drop(drop) => drop.label,
        StatementKind::Choose(choose) => choose.label,
        _ => None,
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
    if number && !Choices::among(bodies(game).flatten(), &|_| true).numbers {
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

/// Returns all lists of statements from which a turn may get its steps.
fn bodies(game: &Game) -> impl Iterator<Item = &[Statement]> {
    let then = game.clauses().map(|clause| clause.then.as_slice());
    let events = game.triggers.iter().map(|trigger| trigger.body.as_slice());
    std::iter::once(game.turn.as_slice()).chain(events).chain(then)
}

/// Tells whether no turn can have several parts: there are no labels, and at most one move or drop.
fn has_one_part(game: &Game) -> bool {
    let outside: usize = bodies(game).skip(1).map(most_parts).sum();
    game.labels.is_empty() && outside == 0 && most_parts(&game.turn) <= 1
}

/// Returns how many moves and drops the statements can have in a row; two stand for any number of them.
fn most_parts(statements: &[Statement]) -> usize {
    let parts = |statement: &Statement| match &statement.kind {
        StatementKind::Move(_) | StatementKind::Drop(_) => 1,
        StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
            2 * most_parts(body)
        }
        _ => statement.blocks().map(most_parts).max().unwrap_or(0),
    };
    statements.iter().map(parts).sum::<usize>().min(2)
}
