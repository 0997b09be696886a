//! What stays the same while a game is played: its board, its pieces, its rules in words.

use serde_json::{Value, json};

use super::loading::Opened;
use crate::author::words;
use crate::ir::{Game, display};
use crate::layout::{self, CellShape};
use crate::notation::figurine;

/// Tells all about a game.
pub(super) fn page(opened: &mut Opened) -> Value {
    let game = opened.game();
    let about = &game.about;
    let sides = game.sides.iter().map(|side| json!({ "name": side.name, "letter": side.letter }));
    let rulings =
        about.rulings.iter().map(|(number, text)| json!({ "number": number, "text": text }));
    json!({
        "name": about.name,
        "title": about.title,
        "inventor": about.inventor,
        "parent": about.parent,
        "summary": about.summary,
        "sources": about.sources,
        "rulings": rulings.collect::<Vec<_>>(),
        "hash": display::hash(game),
        "sides": sides.collect::<Vec<_>>(),
        "board": board(game),
        "kinds": kinds(game),
        "tokens": game.tokens.iter().map(|token| &token.name).collect::<Vec<_>>(),
        "hands": game.uses_hands,
        "options": options(game),
        "rules": rules(game),
        "start": opened.begun().start_text(),
        "advice": opened.advice,
    })
}

fn board(game: &Game) -> Value {
    let layout = layout::layout(&game.board);
    let cell = |cell: &layout::Cell| json!({ "name": game.board.name(cell.square), "x": cell.x, "y": cell.y, "shade": cell.shade });
    let labels = layout.labels.iter().map(|(text, x, y)| json!({ "text": text, "x": x, "y": y }));
    json!({
        "shape": match layout.shape {
            CellShape::Square => "square",
            CellShape::Hexagon => "hexagon",
        },
        "width": layout.width,
        "height": layout.height,
        "cells": layout.cells.iter().map(cell).collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
    })
}

fn kinds(game: &Game) -> Vec<Value> {
    let kind = |(id, kind): (_, &crate::ir::PieceType)| {
        json!({
            "name": kind.name,
            "symbols": kind.symbols,
            "figurine": figurine(&kind.name).map(String::from),
            "royal": kind.royal,
            "words": words::piece(game, id),
        })
    };
    game.types.enumerate().map(kind).collect()
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

/// Tells the rules in words, section by section.
fn rules(game: &Game) -> Vec<Value> {
    let section = |section: &words::Section| {
        let entry = |entry: &words::Entry| json!({ "subject": entry.subject, "sentences": entry.sentences });
        let entries: Vec<Value> = section.entries.iter().map(entry).collect();
        json!({ "title": section.title, "entries": entries })
    };
    words::page(game).sections.iter().map(section).collect()
}
