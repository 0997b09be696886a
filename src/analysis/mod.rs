//! What a search says of the turns of a game: how much each gave away, and how well each side played.
//!
//! Scores are shares of the points of a game, from 0 to 1, so that losing a piece in a lost position counts for little and
//! letting a win slip counts for much. Nothing here takes sides to alternate: a turn is seen by the side that made it.

mod calibration;
mod share;
#[cfg(test)]
mod tests;

use crate::search::{Control, Limits, Score, Searcher};
use crate::state::{Position, Turn};
pub use calibration::Calibration;
pub use share::{Curve, accuracy, share};

/// How much of the points a turn may give away before it is called an inaccuracy, a mistake, and a blunder: 5, 10 and 15
/// in 100, the bounds that lichess uses (lila, `Advice.scala`).
const BOUNDS: [f64; 3] = [0.05, 0.10, 0.15];

/// What a turn is called by what it gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// Nothing to speak of.
    Sound,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// Returns what a turn is called that gave away such a share of the points.
    pub fn of(loss: f64) -> Self {
        match BOUNDS.iter().filter(|bound| loss >= **bound).count() {
            0 => Self::Sound,
            1 => Self::Inaccuracy,
            2 => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Returns its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Sound => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the number of its glyph in PGN (section 10 of the standard); none for a sound turn.
    pub fn glyph(self) -> Option<u16> {
        match self {
            Self::Sound => None,
            Self::Inaccuracy => Some(6),
            Self::Mistake => Some(2),
            Self::Blunder => Some(4),
        }
    }
}

/// What a search says of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// What the best turn is worth to the side that moved.
    pub best: Score,
    /// The best turn, and what is expected to follow.
    pub line: Vec<Turn>,
    /// What the turn that was played is worth to the side that played it.
    pub played: Score,
    /// How much of the points it gave away, from 0 to 1.
    pub loss: f64,
}

impl Assessment {
    /// Takes into account what a search has found in the position after the turn, which has looked further: what it is worth to
    /// whoever moves there, and whether that is the side that has played. The best turn is judged as before.
    #[must_use]
    pub fn with_later(self, curve: Curve, turn: &Turn, (later, is_own): (Score, bool)) -> Self {
        if self.line.first() == Some(turn) {
            return self;
        }
        let played = before(later, is_own);
        let lead = curve.share(self.best) - curve.share(played);
        let best = if lead < 0.0 { played } else { self.best };
        Self { best, played, loss: lead.max(0.0), ..self }
    }

    /// Returns what the turn is called.
    pub fn judgement(&self) -> Judgement {
        Judgement::of(self.loss)
    }
}

/// Returns what a turn is worth to who plays it that leads to a position of such a score.
fn before(after: Score, is_own: bool) -> Score {
    match (after, is_own) {
        (Score::Points(points), true) => Score::Points(points),
        (Score::Points(points), false) => Score::Points(-points),
        (Score::Win(turns), true) | (Score::Loss(turns), false) => Score::Win(turns + 1),
        (Score::Loss(turns), true) | (Score::Win(turns), false) => Score::Loss(turns + 1),
    }
}

/// Compares the turn that was played in the last of the positions of a game with the best that a search finds there, by the
/// curve that is used where none was measured; see [`assess_by`].
pub fn assess<C: Control>(
    searcher: &mut Searcher,
    played: (&[Position], &Turn),
    limits: &Limits,
    control: impl Fn() -> C,
) -> Option<Assessment> {
    assess_by(Curve::default(), searcher, played, limits, control)
}

/// Compares the turn that was played in the last of the positions of a game with the best that a search finds there, both
/// within the same limits: `control` begins one for each search. Nothing if no turn was found in time.
pub fn assess_by<C: Control>(
    curve: Curve,
    searcher: &mut Searcher,
    (record, turn): (&[Position], &Turn),
    limits: &Limits,
    control: impl Fn() -> C,
) -> Option<Assessment> {
    let found = searcher.think(record, limits, &control(), &mut |_| {});
    let best = found.lines.into_iter().next()?;
    if best.turns.first() == Some(turn) {
        let line = best.turns;
        return Some(Assessment { best: best.score, line, played: best.score, loss: 0.0 });
    }
    let only = Limits { only: vec![turn.clone()], lines: 1, ..limits.clone() };
    let played = searcher.think(record, &only, &control(), &mut |_| {}).score()?;
    let lead = curve.share(best.score) - curve.share(played);
    // What the second look shows to be better was overlooked by the first.
    let best_score = if lead < 0.0 { played } else { best.score };
    Some(Assessment { best: best_score, line: best.turns, played, loss: lead.max(0.0) })
}
