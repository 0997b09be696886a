//! The page about a game for programs.

use serde_json::{Value, json};

use super::super::load::Loaded;
use crate::author::{json, words};
use crate::ir::{Clause, Game};
use crate::session::Session;
use crate::source::SourceMap;

/// Makes an object of all that the page tells.
pub(super) fn page(loaded: &Loaded, session: &Session, parent: Option<&Game>) -> Value {
    let game = &*loaded.game;
    let squares: Vec<&str> = game.board.squares.iter().map(|square| square.name.as_str()).collect();
    let mut page = json::about(game);
    let entries = [
        ("squares", json!(squares)),
        ("start", json!(session.position_text())),
        ("pieces", json!(pieces(game, &loaded.sources))),
        ("tokens", json!(tokens(game, &loaded.sources))),
        (
            "differences",
            json!(parent.map(|parent| json::sections(&words::differences(game, parent)))),
        ),
        ("rules", json::sections(&words::page(game))),
    ];
    page.extend(entries.map(|(key, value)| (key.to_owned(), value)));
    page.into()
}

fn pieces(game: &Game, sources: &SourceMap) -> Vec<Value> {
    let piece = |(id, kind): (_, &crate::ir::PieceType)| {
        json!({
            "name": kind.name,
            "symbols": kind.symbols,
            "royal": kind.royal,
            "moves": written(&kind.clauses, sources),
            "words": words::piece(game, id),
        })
    };
    game.types.enumerate().map(piece).collect()
}

fn tokens(game: &Game, sources: &SourceMap) -> Vec<Value> {
    let token = |token: &crate::ir::Token| {
        let start = token.start.map(|square| game.board.name(square));
        let powers = token.powers.iter();
        let powers: Vec<Value> =
            powers.map(|power| json!(written(&power.clauses, sources))).collect();
        json!({ "name": token.name, "start": start, "has_levels": token.has_levels, "powers": powers })
    };
    game.tokens.iter().map(token).collect()
}

/// Returns the ways of moving as the author wrote them, each once.
fn written(clauses: &[Clause], sources: &SourceMap) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for clause in clauses {
        let written = sources.written(clause.span);
        let words: Vec<&str> = written.split_whitespace().collect();
        let text = words.join(" ");
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}
