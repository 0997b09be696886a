//! Turns as clicks: what somebody points at to choose a turn, one thing after the other.
//!
//! A page knows no rules: it keeps the turns whose clicks begin with those made so far, and offers what comes next in them.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use crate::ir::{Game, Id, LabelId, PieceTypeId, SideId, SquareId};
use crate::notation;
use crate::state::{Choice, MoveMade, Step, Turn};

/// Legal turns with their clicks, and what is written on those that are no squares and no pieces in hand.
pub(super) fn turns(game: &Game, turns: &[Turn]) -> (Vec<Value>, BTreeMap<String, String>) {
    let mut clicker = Clicker { game, words: BTreeMap::new() };
    let mut told: Vec<(String, Vec<String>)> =
        turns.iter().map(|turn| (notation::turn_text(game, turn), clicker.clicks(turn))).collect();
    told.sort();
    clicker.tell_apart(&mut told);
    let turns = told.into_iter().map(|(text, clicks)| json!({ "text": text, "clicks": clicks }));
    (turns.collect(), clicker.words)
}

/// Writes what was clicked as the text of a turn: what has a place in it whether it is legal or not, squares and pieces in hand.
pub(super) fn text(game: &Game, clicks: &[String]) -> String {
    let mut text = String::new();
    for click in clicks {
        if let Some(square) = click.strip_prefix(SQUARE) {
            notation::join(&mut text, square);
        } else if let Some((_, name)) =
            click.strip_prefix(HAND).and_then(|held| held.split_once(':'))
        {
            let kind = game.types.enumerate().find(|(_, kind)| kind.name == name);
            text.extend(kind.map(|(kind, _)| notation::type_symbol(game, kind) + "@"));
        }
    }
    text
}

/// What a click on a square begins with, before its name.
const SQUARE: &str = "square:";
/// What a click on a piece in hand begins with, before the side's number and the piece's name.
const HAND: &str = "hand:";

struct Clicker<'g> {
    game: &'g Game,
    words: BTreeMap<String, String>,
}

impl Clicker<'_> {
    fn clicks(&mut self, turn: &Turn) -> Vec<String> {
        let mut clicks = Vec::new();
        for step in &turn.steps {
            self.step(step, &mut clicks);
        }
        clicks
    }

    fn step(&mut self, step: &Step, clicks: &mut Vec<String>) {
        match &step.choice {
            Choice::Move(made) => self.made(made, clicks),
            Choice::Drop { hand, kind, to } => {
                clicks.push(self.held(*hand, *kind));
                clicks.push(self.square(*to));
            }
            Choice::Square(square) => clicks.push(self.square(*square)),
            Choice::Hand(side, kind) => clicks.push(self.held(*side, *kind)),
            Choice::Type(kind) => {
                let name = self.game.types[*kind].name.clone();
                clicks.push(self.word(format!("type:{name}"), name));
            }
            Choice::Number(number) => {
                clicks.push(self.word(format!("number:{number}"), number.to_string()));
            }
            // What has no label is told by what is chosen before or after it.
            Choice::Alternative(number) => {
                if let Some(label) = self.label(step.label) {
                    // Labels may have parts, which texts of turns write with colons.
                    let word = label.replace(':', " ");
                    clicks.push(self.word(format!("way:{number}:{label}"), word));
                }
            }
            Choice::Nothing => {
                if let Some(label) = self.label(step.label) {
                    let word = format!("no {label}");
                    clicks.push(self.word(format!("skip:{word}"), word));
                }
            }
        }
    }

    fn made(&self, made: &MoveMade, clicks: &mut Vec<String>) {
        let squares = [made.from].into_iter().chain(made.via.iter().copied()).chain([made.to]);
        clicks.extend(squares.map(|square| self.square(square)));
    }

    fn square(&self, square: SquareId) -> String {
        format!("{SQUARE}{}", self.game.board.name(square))
    }

    fn held(&self, side: SideId, kind: PieceTypeId) -> String {
        format!("{HAND}{}:{}", side.index(), self.game.types[kind].name)
    }

    fn label(&self, label: Option<LabelId>) -> Option<&str> {
        self.game.labels.get(label?).map(String::as_str)
    }

    /// Remembers what is written on a click.
    fn word(&mut self, click: String, word: String) -> String {
        self.words.insert(click.clone(), word);
        click
    }

    /// Adds a click to turns that would otherwise have the same ones: their text.
    fn tell_apart(&mut self, turns: &mut [(String, Vec<String>)]) {
        let mut count: HashMap<Vec<String>, usize> = HashMap::new();
        for (_, clicks) in turns.iter() {
            *count.entry(clicks.clone()).or_default() += 1;
        }
        for (text, clicks) in turns {
            if count.get(clicks).is_some_and(|&count| count > 1) {
                clicks.push(self.word(format!("turn:{text}"), text.clone()));
            }
        }
    }
}
