//! The page about a game for programs.

use serde_json::{Value, json};

use super::super::load::Loaded;
use crate::author::words::{self, Page};
use crate::ir::{Clause, Game, display};
use crate::session::Session;
use crate::source::SourceMap;

/// Makes an object of all that the page tells.
pub(super) fn page(loaded: &Loaded, session: &Session, parent: Option<&Game>) -> Value {
    let game = &*loaded.game;
    let about = &game.about;
    let rulings: Vec<Value> = about
        .rulings
        .iter()
        .map(|(number, text)| json!({ "number": number, "text": text }))
        .collect();
    let sides: Vec<Value> =
        game.sides.iter().map(|side| json!({ "name": side.name, "letter": side.letter })).collect();
    let squares: Vec<&str> = game.board.squares.iter().map(|square| square.name.as_str()).collect();
    json!({
        "name": about.name,
        "title": about.title,
        "inventor": about.inventor,
        "parent": about.parent,
        "summary": about.summary,
        "sources": about.sources,
        "hash": display::hash(game),
        "options": options(game),
        "sides": sides,
        "squares": squares,
        "start": session.position_text(),
        "pieces": pieces(game, &loaded.sources),
        "tokens": tokens(game, &loaded.sources),
        "differences": parent.map(|parent| sections(&words::differences(game, parent))),
        "rules": sections(&words::page(game)),
        "rulings": rulings,
    })
}

fn options(game: &Game) -> Vec<Value> {
    let option = |option: &crate::ir::OptionInfo| {
        json!({
            "name": option.name,
            "kind": option.kind,
            "default": option.default,
            "value": option.value,
            "summary": option.summary,
        })
    };
    game.options.iter().map(option).collect()
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
        let words: Vec<&str> = sources.slice(clause.span).split_whitespace().collect();
        let text = words.join(" ");
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn sections(page: &Page) -> Vec<Value> {
    let section = |section: &words::Section| {
        let entries: Vec<Value> = section
            .entries
            .iter()
            .map(|entry| {
                json!({
                    "subject": entry.subject,
                    "sentences": entry.sentences,
                    "no_longer": entry.gone,
                })
            })
            .collect();
        json!({ "title": section.title, "entries": entries })
    };
    page.sections.iter().map(section).collect()
}
