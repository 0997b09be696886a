//! Where a piece can go that the user of `XBoard` has taken up: `lift` is answered with `highlight`, and `put` with
//! `choice` where the piece becomes another.
//!
//! `XBoard` takes only moves to squares that were marked, even of games that it knows nothing of.

use std::collections::BTreeMap;

use super::Engine;
use super::board::Board;
use super::visible::visible;
use crate::front::cli::protocols::turns::Dialect;

/// A square to which there is a move that captures nothing there.
const QUIET: char = 'Y';
/// A square to which there is a capture.
const CAPTURE: char = 'R';
/// A square where the piece becomes one of several, as the user chooses.
const PROMOTION: char = 'M';

/// The letters of what a piece may become, by the square where it arrives.
type Targets = BTreeMap<String, String>;

impl Engine {
    /// Marks where the piece on a square can go.
    pub(super) fn lift(&mut self, square: &str) {
        let targets = self.targets(square);
        self.out.line(format!("highlight {}", self.marked(&targets)));
        self.lifted = Some(square.to_owned());
    }

    /// Tells what the piece that was taken up may become on a square.
    pub(super) fn put(&mut self, square: &str) {
        let Some(from) = self.lifted.clone() else { return };
        if let Some(letters) = self.targets(&from).get(square).filter(|it| !it.is_empty()) {
            self.out.line(format!("choice {letters}"));
        }
    }

    /// Returns the squares to which the piece on a square can go.
    fn targets(&mut self, from: &str) -> Targets {
        let mut targets = Targets::new();
        let game = self.session.shared_game();
        let Ok(legal) = self.session.legal_turns() else { return targets };
        for turn in &legal {
            let text = visible(&game, turn);
            let Some((to, becomes)) = text.strip_prefix(from).and_then(arrival) else { continue };
            let letters = targets.entry(to.to_owned()).or_default();
            let letter = becomes.chars().next().filter(char::is_ascii_alphabetic);
            letters.extend(letter.map(|letter| letter.to_ascii_uppercase()));
        }
        targets
    }

    /// Writes the board with its marked squares.
    fn marked(&self, targets: &Targets) -> String {
        let (game, position) = (self.session.game(), self.session.position());
        let board = Board::of(game);
        let rows = game.board.rows.iter().map(|row| {
            let marks = row.iter().map(|cell| {
                let square = (*cell)?;
                let letters = targets.get(&board.square(square))?;
                Some(match position.piece(square) {
                    _ if !letters.is_empty() => PROMOTION,
                    Some(_) => CAPTURE,
                    None => QUIET,
                })
            });
            in_runs(marks)
        });
        rows.collect::<Vec<_>>().join("/")
    }
}

/// Splits what follows the square where a move begins: the square where it ends, and what the piece becomes.
fn arrival(rest: &str) -> Option<(&str, &str)> {
    let rank = rest.strip_prefix(|char: char| char.is_ascii_lowercase())?;
    let after = rank.trim_start_matches(|char: char| char.is_ascii_digit());
    let (to, becomes) = rest.split_at(rest.len() - after.len());
    (after.len() < rank.len()).then_some((to, becomes))
}

/// Writes letters, and numbers for what has none.
fn in_runs(marks: impl Iterator<Item = Option<char>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for mark in marks.chain([Some('/')]) {
        let Some(mark) = mark else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        empty = 0;
        text.push(mark);
    }
    text.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_split() {
        assert_eq!(arrival("e8q"), Some(("e8", "q")));
        assert_eq!(arrival("a10"), Some(("a10", "")));
        assert_eq!((arrival("0b1"), arrival("@e4"), arrival("")), (None, None, None));
    }

    #[test]
    fn empty_squares_are_counted() {
        let marks = [None, None, Some('Y'), None, Some('R')];
        assert_eq!(in_runs(marks.into_iter()), "2Y1R");
        assert_eq!(in_runs([None; 12].into_iter()), "12");
    }
}
