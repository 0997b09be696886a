//! What stays the same while a game is played: its board, its pieces, its rules in words.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::loading::Opened;
use crate::author::{json, words};
use crate::ir::{Game, Id, Look, SideId};
use crate::layout::{self, CellShape};
use crate::notation::figurine;

/// Tells all about a game.
pub(super) fn page(opened: &Opened) -> Value {
    let game = opened.game();
    let mut page = json::about(game);
    let tokens: Vec<&str> = game.tokens.iter().map(|token| token.name.as_str()).collect();
    let asks: BTreeMap<&str, &str> =
        game.about.asks.iter().map(|(label, text)| (label.as_str(), text.as_str())).collect();
    let entries = [
        ("aim", json!(game.about.aim)),
        ("about", json!(game.about.paragraphs)),
        ("asks", json!(asks)),
        ("board", board(game)),
        ("kinds", json!(kinds(game))),
        ("tokens", json!(tokens)),
        ("hands", json!(game.uses_hands)),
        ("rules", json::sections(&words::page(game))),
        ("start", json!(opened.begun().start_text())),
        ("advice", json!(opened.advice)),
    ];
    page.extend(entries.map(|(key, value)| (key.to_owned(), value)));
    page.into()
}

fn board(game: &Game) -> Value {
    let layout = layout::layout(&game.board);
    let cell = |cell: &layout::Cell| json!({ "name": game.board.name(cell.square), "x": cell.x, "y": cell.y, "shade": cell.shade });
    let labels = layout.labels.iter().map(|(text, x, y)| json!({ "text": text, "x": x, "y": y }));
    json!({
        "shape": shape(layout.shape),
        "width": layout.width,
        "height": layout.height,
        "cells": layout.cells.iter().map(cell).collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
        "look": look(game.board.look),
        "regions": regions(game),
    })
}

/// Returns what the look of a board is called.
pub(super) fn look(look: Look) -> &'static str {
    match look {
        Look::Checkered => "checkered",
        Look::Plain => "plain",
        Look::Points => "points",
    }
}

/// Tells the regions that the author speaks of, each side's by itself.
fn regions(game: &Game) -> Vec<Value> {
    let mut told = Vec::new();
    for region in &game.regions {
        let is_shared =
            SideId::ALL.iter().all(|side| region.squares[*side] == region.squares[SideId::FIRST]);
        let sides = if is_shared { &SideId::ALL[..1] } else { &SideId::ALL[..] };
        for side in sides {
            let squares = region.squares[*side].iter().map(|at| game.board.name(at));
            told.push(json!({
                "name": region.name,
                "text": words::filled(game, &region.text),
                "side": (!is_shared).then_some(side.index()),
                "squares": squares.collect::<Vec<_>>(),
            }));
        }
    }
    told
}

/// Returns what the shape of squares is called.
pub(super) fn shape(shape: CellShape) -> &'static str {
    match shape {
        CellShape::Square => "square",
        CellShape::Hexagon => "hexagon",
    }
}

fn kinds(game: &Game) -> Vec<Value> {
    let kind = |(id, kind): (_, &crate::ir::PieceType)| {
        json!({
            "name": kind.name,
            "symbols": kind.symbols,
            "pictures": kind.pictures,
            "figurine": figurine(kind).map(String::from),
            "royal": kind.royal,
            "words": words::piece(game, id),
            "said": game.about.said_of("piece", &kind.name).filter(|said| !said.is_empty()).map(|said| words::filled(game, said)),
        })
    };
    game.types.enumerate().map(kind).collect()
}
