//! Puzzles as text: EPD, a line each, or PGN.

use std::fmt::Write as _;
use std::path::Path;

use crate::ir::Game;
use crate::notation::{turn_text, write_position};
use crate::proofs::puzzles::Puzzle;
use crate::state::Turn;

/// Writes what belongs into a file of that name.
pub(super) fn file(path: &Path, game: &Game, puzzles: &[Puzzle]) -> String {
    let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    if is_pgn { pgn(game, puzzles) } else { epd(game, puzzles) }
}

/// Writes a line for each puzzle: the position, `bm` with the only first turn (or all that begin with the only first step), `dm` with the number of turns to the end, an
/// `id` and comments.
pub(super) fn epd(game: &Game, puzzles: &[Puzzle]) -> String {
    let mut text = String::new();
    for (number, puzzle) in (1..).zip(puzzles) {
        let position = write_position(game, &puzzle.position);
        let solutions = puzzle.solutions.iter().map(|turn| turn_text(game, turn));
        let solution = solutions.collect::<Vec<String>>().join(" ");
        let _ = writeln!(
            text,
            "{position} bm {solution}; dm {}; id \"{} {number}\"; c0 \"grade {}\"; c1 \"{}\";",
            puzzle.turns,
            game.about.name,
            puzzle.grade,
            quoted(&puzzle.end.reason)
        );
    }
    text
}

/// Writes a game for each puzzle, with its longest line.
fn pgn(game: &Game, puzzles: &[Puzzle]) -> String {
    let mut text = String::new();
    for (number, puzzle) in (1..).zip(puzzles) {
        let position = write_position(game, &puzzle.position);
        let result = match puzzle.end.winner().map(|side| side.0) {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        let event = format!("{} puzzle {number}", game.about.title);
        let annotation = format!("win in {}, grade {}", puzzle.turns, puzzle.grade);
        let tags = [
            ("Event", event.as_str()),
            ("Variant", game.about.name.as_str()),
            ("SetUp", "1"),
            ("FEN", position.as_str()),
            ("Annotator", annotation.as_str()),
            ("Result", result),
        ];
        for (name, value) in tags {
            let _ = writeln!(text, "[{name} \"{}\"]", quoted(value));
        }
        let reason = puzzle.end.reason.replace(['{', '}'], "");
        let _ = writeln!(text, "\n{} {{{reason}}} {result}\n", line(game, &puzzle.line, puzzle));
    }
    text
}

/// Writes a line of turns with their numbers.
fn line(game: &Game, turns: &[Turn], puzzle: &Puzzle) -> String {
    let mut side = puzzle.position.to_move.0;
    let mut number = 1;
    let mut parts = Vec::new();
    for (place, turn) in turns.iter().enumerate() {
        let text = turn_text(game, turn);
        parts.push(match (side, place) {
            (0, _) => format!("{number}. {text}"),
            (_, 0) => format!("{number}... {text}"),
            _ => text,
        });
        if side == 1 {
            number += 1;
        }
        side = 1 - side;
    }
    parts.join(" ")
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
