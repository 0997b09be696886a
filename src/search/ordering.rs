//! Which steps are tried first.

use super::evaluation::Evaluation;
use super::history::{History, StepIndex};
use crate::play::search::{NextSteps, Node, StepDetail, StepWord, Walker};
use crate::play::state::sizes::StateSize;

/// The step of the table comes first.
const TABLE: i32 = 1 << 30;
/// Captures and promotions.
const TACTICAL: i32 = 1 << 24;
/// Captures that lose more than they win come after quiet steps.
const LOSING: i32 = 1 << 16;
/// By how many points the worth of pieces may differ that are exchanged evenly.
const EVEN: i32 = 60;
/// Killers.
const KILLER: i32 = 1 << 20;

/// A step and how early it is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// Its number among the steps of the node.
    pub(super) number: usize,
    /// The higher, the earlier.
    pub(super) rank: i32,
    /// Its number in the histories.
    pub(super) index: StepIndex,
    /// What it wins at once, in points.
    pub(super) gain: i32,
    /// Whether it captures or promotes.
    pub(super) is_tactical: bool,
    /// Whether a piece moves or is dropped.
    pub(super) moves: bool,
    /// Whether a capture loses more than it wins.
    pub(super) is_losing: bool,
}

/// The steps of a node, in order.
#[derive(Debug)]
pub(super) struct Ordered<'p, S: StateSize> {
    /// The steps.
    pub(super) steps: NextSteps<'p, S>,
    /// How early each is tried.
    pub(super) ranked: Vec<Ranked>,
    /// The quiet steps tried so far.
    pub(super) tried: Vec<StepIndex>,
    /// Captures by a piece that is worth more than what it captures: the places among the ranked, and the moves.
    risky: Vec<usize>,
    risks: Vec<(u8, u8)>,
    taken_back: Vec<bool>,
}

impl<S: StateSize> Default for Ordered<'_, S> {
    fn default() -> Self {
        Self {
            steps: NextSteps::default(),
            ranked: Vec::new(),
            tried: Vec::new(),
            risky: Vec::new(),
            risks: Vec::new(),
            taken_back: Vec::new(),
        }
    }
}

/// What ranks depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// What pieces are worth.
    pub(super) evaluation: &'a Evaluation,
    /// What was good elsewhere.
    pub(super) history: &'a History,
    /// The step of the table.
    pub(super) word: Option<StepWord>,
    /// How many turns the root is away.
    pub(super) ply: usize,
    /// The last turn.
    pub(super) previous: StepIndex,
}

impl<'p, S: StateSize> Ordered<'p, S> {
    /// Ranks all steps.
    pub(super) fn rank(&mut self, node: &Node<'p, S>, known: Known<'_>) {
        self.ranked.clear();
        self.tried.clear();
        self.risky.clear();
        self.risks.clear();
        for number in 0..self.steps.list.len() {
            let detail = self.steps.detail(node, number);
            let word = self.steps.list[number].word;
            let is_capture = self.steps.list[number].is_capture;
            let ranked = ranked(number, &detail, (word, is_capture), known);
            if let (true, Some(from), Some(to)) = (is_capture, detail.from, detail.to)
                && known.evaluation.worth(detail.piece) > ranked.gain + EVEN
            {
                self.risky.push(self.ranked.len());
                self.risks.push((from, to));
            }
            self.ranked.push(ranked);
        }
    }

    /// Puts captures last that are taken back by something that is worth less.
    pub(super) fn doubt(&mut self, walker: &mut Walker<'p, S>, node: &mut Node<'p, S>) {
        if self.risks.is_empty() {
            return;
        }
        walker.taken_back(node, &self.risks, &mut self.taken_back);
        for (&place, &is_taken_back) in self.risky.iter().zip(&self.taken_back) {
            if is_taken_back {
                let ranked = &mut self.ranked[place];
                ranked.is_losing = true;
                if ranked.rank < TABLE {
                    ranked.rank -= TACTICAL + LOSING;
                }
            }
        }
    }

    /// Returns the best of the steps from a place on, and puts it there.
    pub(super) fn pick(&mut self, place: usize) -> Option<Ranked> {
        let rest = self.ranked.get_mut(place..)?;
        let (best, _) =
            rest.iter().enumerate().max_by_key(|(at, ranked)| (ranked.rank, usize::MAX - at))?;
        rest.swap(0, best);
        rest.first().copied()
    }
}

fn ranked(
    number: usize,
    detail: &StepDetail,
    (word, is_capture): (StepWord, bool),
    known: Known<'_>,
) -> Ranked {
    let worth = |code| known.evaluation.worth(code);
    let mover = worth(detail.piece);
    let promotes = detail.becomes.map_or(0, |code| worth(code) - mover);
    let gain = worth(detail.victim) + promotes;
    let is_tactical = is_capture || promotes > 0;
    let index = known.history.index(detail);
    let rank = if known.word == Some(word) {
        TABLE
    } else if is_tactical {
        TACTICAL + gain * 16 - mover
    } else if let Some(place) = known.history.killer(word, known.ply) {
        KILLER - i32::try_from(place).unwrap_or(0)
    } else {
        known.history.of(index, known.previous) + promotes.min(0)
    };
    Ranked { number, rank, index, gain, is_tactical, moves: detail.moves, is_losing: false }
}
