//! Turn text: `e2e4`, `e7e8q`, `sac:@P`.

use super::symbols;
use crate::ir::{Game, LabelId, PieceTypeId, SquareId};
use crate::state::{Choice, MoveMade, Step, Turn};

/// What a turn without any part is written as.
pub(super) const NOTHING: &str = "pass";

/// Writes a turn as people type it.
pub fn turn_text(game: &Game, turn: &Turn) -> String {
    let mut parts = Parts { game, done: Vec::new(), open: None };
    for step in &turn.steps {
        parts.step(step);
    }
    parts.finish()
}

/// Appends what follows in the same part, with `-` where two numbers would run together.
pub fn join(text: &mut String, next: &str) {
    let digit = |char: Option<char>| char.is_some_and(|char| char.is_ascii_digit());
    if digit(text.chars().next_back()) && digit(next.chars().next()) {
        text.push('-');
    }
    text.push_str(next);
}

/// Writes a piece type chosen in a turn: `q`, or `=+P` where one small letter does not tell it.
pub(super) fn type_text(game: &Game, kind: PieceTypeId) -> String {
    let symbol = symbols::plain(game, kind);
    match small_letter(&symbol) {
        Some(letter) if is_unique(game, kind, &letter) => letter,
        _ => format!("={symbol}"),
    }
}

fn small_letter(symbol: &str) -> Option<String> {
    let mut chars = symbol.chars();
    let only = chars.next().filter(|char| char.is_alphabetic())?;
    chars.next().is_none().then(|| only.to_lowercase().collect())
}

/// Tells whether no other type has the same small letter.
fn is_unique(game: &Game, kind: PieceTypeId, letter: &str) -> bool {
    game.types
        .ids()
        .filter(|&other| other != kind)
        .all(|other| small_letter(&symbols::plain(game, other)).as_deref() != Some(letter))
}

/// The parts of a turn's text while it is written.
struct Parts<'a> {
    game: &'a Game,
    done: Vec<String>,
    open: Option<Part>,
}

/// One part: a label and what follows it.
#[derive(Default)]
struct Part {
    label: Option<String>,
    text: String,
}

impl Parts<'_> {
    fn step(&mut self, step: &Step) {
        match &step.choice {
            Choice::Nothing => {}
            Choice::Alternative(_) => {
                if step.label.is_some() {
                    self.begin(step.label);
                }
            }
            Choice::Move(made) => {
                self.begin(step.label);
                self.made(made);
            }
            Choice::Drop { kind, to, .. } => {
                self.begin(step.label);
                let symbol = symbols::plain(self.game, *kind);
                self.add(&format!("{symbol}@{}", self.game.board.name(*to)));
            }
            Choice::Square(square) => self.chosen(step.label, &self.name(*square)),
            Choice::Hand(_, kind) => {
                self.chosen(step.label, &format!("@{}", symbols::plain(self.game, *kind)));
            }
            Choice::Type(kind) => self.chosen(step.label, &type_text(self.game, *kind)),
            Choice::Number(number) => self.chosen(step.label, &format!("={number}")),
        }
    }

    fn chosen(&mut self, label: Option<LabelId>, fragment: &str) {
        if label.is_some() {
            self.begin(label);
        }
        self.add(fragment);
    }

    fn made(&mut self, made: &MoveMade) {
        self.add(&self.name(made.from));
        for square in made.via.iter().chain([&made.to]) {
            self.add(&self.name(*square));
        }
    }

    fn name(&self, square: SquareId) -> String {
        self.game.board.name(square).to_owned()
    }

    /// Begins a part.
    fn begin(&mut self, label: Option<LabelId>) {
        self.close();
        let label = label.and_then(|label| self.game.labels.get(label)).cloned();
        self.open = Some(Part { label, text: String::new() });
    }

    fn add(&mut self, fragment: &str) {
        join(&mut self.open.get_or_insert_with(Part::default).text, fragment);
    }

    fn close(&mut self) {
        let Some(part) = self.open.take() else { return };
        self.done.push(match part.label {
            Some(label) if part.text.is_empty() => label,
            Some(label) => format!("{label}:{}", part.text),
            None if part.text.is_empty() => return,
            None => part.text,
        });
    }

    fn finish(mut self) -> String {
        self.close();
        if self.done.is_empty() { NOTHING.to_owned() } else { self.done.join(",") }
    }
}
