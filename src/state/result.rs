//! How a game ended.

use std::cmp::Ordering;

use crate::ir::{BySide, SideId};

/// What a side got out of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Score {
    /// It has lost.
    Loss,
    /// It has neither won nor lost.
    Draw,
    /// It has won.
    Win,
}

/// How a game ended for each side, and why.
///
/// [`Game::result_text`](crate::Game::result_text) writes it as people do; the parts are here:
///
/// ```
/// use fairyring::{Game, Score, SideId};
///
/// let game = Game::bundled("chess")?;
/// let mate = game.position("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")?.play("f7g7")?;
/// let result = mate.outcome()?.unwrap();
/// let told = match result.winner() {
///     Some(side) => format!("{} wins ({})", game.side_name(side), result.reason),
///     None => format!("a draw ({})", result.reason),
/// };
/// assert_eq!(told, "White wins (checkmate)");
/// assert_eq!(told, game.result_text(&result));
/// assert_eq!(result.scores[SideId::LAST], Score::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// What each side got.
    pub scores: BySide<Score>,
    /// The reason in the words of the rules file.
    pub reason: String,
}

impl GameResult {
    /// Makes the result of a game that a side has won and all others have lost, or that is drawn.
    pub fn of(winner: Option<SideId>, reason: String) -> Self {
        let score = |side| match winner {
            None => Score::Draw,
            Some(winner) if winner == side => Score::Win,
            Some(_) => Score::Loss,
        };
        Self { scores: BySide::from_fn(score), reason }
    }

    /// Returns the side that has won; `None` if none has.
    pub fn winner(&self) -> Option<SideId> {
        self.scores.enumerate().find(|(_, score)| **score == Score::Win).map(|(side, _)| side)
    }
}

/// Draws come first, then what the sides have won, in the order of the sides.
impl Ord for GameResult {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |result: &Self| (result.winner(), result.scores);
        key(self).cmp(&key(other)).then_with(|| self.reason.cmp(&other.reason))
    }
}

impl PartialOrd for GameResult {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_tells_what_each_side_got() {
        let [first, last] = SideId::ALL;
        let won = GameResult::of(Some(last), "mate".to_owned());
        assert_eq!((won.scores[first], won.scores[last]), (Score::Loss, Score::Win));
        assert_eq!(won.winner(), Some(last));
        let drawn = GameResult::of(None, "bare".to_owned());
        assert_eq!((drawn.scores, drawn.winner()), (BySide::same(Score::Draw), None));
        assert!(drawn < won && GameResult::of(Some(first), "z".to_owned()) < won);
    }
}
