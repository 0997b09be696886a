//! Cards of bundled games: what a gallery shows of each, and finds it by, without the game being opened.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Refusal, Reply, writing};
use crate::bundled;
use crate::diag::Sink;
use crate::ir::{Game, Id, IdVec, Look, PieceTypeId, SideId};
use crate::layout::{self, CellShape, Layout};
use crate::notation;
use crate::pipeline;
use crate::source::{Files, SourceMap};
use crate::state::Position;

/// The most cards that one question asks for.
pub(super) const MAX_CARDS: usize = 40;

/// How many games may be built on one another before the search for the first of them is given up.
const MAX_ANCESTORS: usize = 32;

/// Makes the cards of bundled games, in the order of their names in the question.
pub(super) fn cards(names: &[String], files: &dyn Files) -> Reply {
    if names.len() > MAX_CARDS {
        return Err(Refusal::new(format!("at most {MAX_CARDS} cards are made at once")));
    }
    let cards: Vec<Value> = names.iter().map(|name| card(name, files)).collect::<Result<_, _>>()?;
    Ok(json!({ "cards": cards }))
}

fn card(name: &str, files: &dyn Files) -> Reply {
    let unknown = || Refusal::new(format!("no bundled game is called `{name}`"));
    let full = bundled::find_game(name).ok_or_else(unknown)?;
    let game = pipeline::load(full, files, &[], &mut SourceMap::new(), &mut Sink::new());
    let game = game.ok_or_else(|| Refusal::new("the rules have mistakes"))?;
    let start = notation::read_position(&game, &game.start.text)
        .map_err(|error| Refusal::new(error.to_string()))?;
    let lineage = lineage(full);
    let about = &game.about;
    let layout = layout::layout(&game.board);
    let (low, high) = game.board.bounds();
    Ok(json!({
        "name": bundled::own_name(full),
        "folder": super::folder(full),
        "title": about.title,
        "inventor": about.inventor,
        "summary": about.summary,
        "aim": about.aim,
        "parent": about.parent,
        "ancestors": lineage[1..].iter().map(|full| bundled::own_name(full)).collect::<Vec<_>>(),
        "modules": modules(&lineage),
        "files": high.x - low.x + 1,
        "ranks": high.y - low.y + 1,
        "layers": high.z - low.z + 1,
        "squares": game.board.squares.len(),
        "hands": game.uses_hands,
        "royal": game.types.iter().any(|kind| kind.royal),
        "tokens": game.tokens.iter().map(|token| token.name.as_str()).collect::<Vec<_>>(),
        "names": game.types.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(),
        "drawing": drawing(&game, &start, &layout),
    }))
}

/// Returns the full names of a bundled game and of those that it is built on, itself first.
fn lineage(full: &'static str) -> Vec<&'static str> {
    let mut all = vec![full];
    while let Some(last) = all.last()
        && let Some((_, text)) = bundled::find(last)
        && let Some(parent) = writing::parent(text).and_then(bundled::find_game)
        && !all.contains(&parent)
        && all.len() < MAX_ANCESTORS
    {
        all.push(parent);
    }
    all
}

/// Returns the modules that are used by the games of a line, without those that were removed on the way.
fn modules(lineage: &[&'static str]) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::new();
    for full in lineage.iter().rev() {
        let Some((_, text)) = bundled::find(full) else { continue };
        for line in text.lines() {
            if let Some(names) = line.strip_prefix("use ") {
                let names = names.split('#').next().unwrap_or_default();
                used.extend(names.split_whitespace().filter(|name| is_name(name)));
            }
            if let Some(name) = line.strip_prefix("remove module ") {
                used.remove(name.split_whitespace().next().unwrap_or_default());
            }
        }
    }
    used
}

fn is_name(word: &str) -> bool {
    word.chars().all(|char| char.is_alphanumeric() || char == '-')
}

/// Tells how to draw the position in which a game begins, in few bytes: squares and kinds are numbers.
fn drawing(game: &Game, start: &Position, layout: &Layout) -> Value {
    let mut kinds: Vec<PieceTypeId> = Vec::new();
    let mut pieces = Vec::new();
    let mut tokens = Vec::new();
    for (number, cell) in layout.cells.iter().enumerate() {
        if let Some(piece) = start.pieces[cell.square] {
            let known = kinds.iter().position(|kind| *kind == piece.kind);
            let kind = known.unwrap_or_else(|| {
                kinds.push(piece.kind);
                kinds.len() - 1
            });
            pieces.push(json!([number, kind, piece.owner.map(Id::index)]));
        }
        for (id, token) in game.tokens.enumerate() {
            if start.tokens[id].at == Some(cell.square) {
                let level = token.has_levels.then_some(start.tokens[id].level);
                tokens.push(json!([number, token.name, level]));
            }
        }
    }
    json!({
        "shape": super::page::shape(layout.shape),
        "width": layout.width,
        "height": layout.height,
        "look": super::page::look(game.board.look),
        "regions": regions(game, layout),
        "sides": game.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(),
        // Where all squares are there, colours say all.
        "first": plain(layout),
        "cells": match plain(layout) {
            Some(_) => Value::Null,
            None => layout.cells.iter().map(|cell| json!([cell.x, cell.y, cell.shade])).collect(),
        },
        "kinds": kinds.iter().map(|kind| looks(&game.types, *kind)).collect::<Vec<_>>(),
        "pieces": pieces,
        "tokens": tokens,
    })
}

/// Tells the regions of a board by the numbers of their cells. Where pieces do not stand on points, those that each side has for itself
/// are not drawn so small.
fn regions(game: &Game, layout: &Layout) -> Vec<Value> {
    let is_points = game.board.look == Look::Points;
    let mut told = Vec::new();
    for (region, side) in
        game.regions.iter().flat_map(|region| SideId::ALL.map(|side| (region, side)))
    {
        let is_first = side == SideId::FIRST;
        let is_shared =
            SideId::ALL.iter().all(|other| region.squares[*other] == region.squares[side]);
        let is_drawn = is_points || (is_shared && is_first);
        if !is_drawn {
            continue;
        }
        let cells = layout.cells.iter().enumerate();
        let inside = cells.filter(|(_, cell)| region.squares[side].contains(cell.square));
        let numbers = inside.map(|(number, _)| number.to_string()).collect::<Vec<_>>();
        told.push(json!({ "name": region.name, "side": side.index(), "squares": numbers }));
    }
    told
}

fn looks(types: &IdVec<PieceTypeId, crate::ir::PieceType>, kind: PieceTypeId) -> Value {
    let kind = &types[kind];
    json!({ "name": kind.name, "symbols": kind.symbols, "pictures": kind.pictures })
}

/// Returns the shade of the first square of a board that is a rectangle without holes, row by row, in two colours by turns.
fn plain(layout: &Layout) -> Option<u8> {
    let first = layout.cells.first()?.shade;
    let (mut column, mut row) = (0_u32, 0_u32);
    for cell in &layout.cells {
        if f64::from(column) >= layout.width {
            (column, row) = (0, row + 1);
        }
        let is_here = same(cell.x, f64::from(column) + 0.5) && same(cell.y, f64::from(row) + 0.5);
        if !is_here || u32::from(cell.shade) != (u32::from(first) + column + row) % 2 {
            return None;
        }
        column += 1;
    }
    let is_whole = same(f64::from(row + 1), layout.height) && same(f64::from(column), layout.width);
    (layout.shape == CellShape::Square && is_whole).then_some(first)
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}
