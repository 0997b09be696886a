//! Which steps are tried first.

use super::evaluation::{Activity, Evaluation};
use super::history::{Capture, History, StepIndex};
use crate::compile::program::bitboard::Bitboard;
use crate::play::search::{
    Aim, Attackers, NextStep, NextSteps, Node, StepDetail, StepWord, Walker,
};
use crate::play::state::sizes::StateSize;

/// The step of the table comes first.
const TABLE: i32 = 1 << 30;
/// Captures and promotions.
const TACTICAL: i32 = 1 << 24;
/// What it gains to win by arriving somewhere, as far as is known, in points.
const ARRIVAL: i32 = 3000;
/// Captures that lose more than they win come after quiet steps.
const LOSING: i32 = 1 << 16;
/// What part of their history counts for captures, in hundredths. Without it, minishogi was played worse (38 % in 100 games)
/// and capablanca (43 %).
const CAPTURE_HISTORY: i32 = 28;
/// By how many points the worth of pieces may differ that are exchanged evenly.
const EVEN: i32 = 60;
/// By how much quiet steps that give check are tried earlier, in points of the history.
const CHECK: i32 = 6688;
/// How many quiet steps are noted that were not good enough.
const MOST_TRIED: usize = 64;
/// Killers.
const KILLER: i32 = 1 << 20;

/// What check a step gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// None that is known.
    None,
    /// One that the other side has to do something about.
    Given,
    /// One with a piece that the other side then wins.
    Loose,
}

/// A step and how early it is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// Its number among the steps of the node.
    pub(super) number: usize,
    pub(super) word: StepWord,
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
    /// What a capture loses, with the exchange that follows; 0 if it loses nothing.
    pub(super) won: i32,
    /// What it captures, by its code.
    pub(super) victim: u16,
    /// What check it is known to give.
    pub(super) check: Check,
    /// From where to where a piece goes.
    pub(super) aim: Option<Aim>,
}

impl Ranked {
    /// Returns whether a capture loses more than it wins.
    pub(super) fn is_losing(&self) -> bool {
        self.won < 0
    }

    /// Returns whether it is known to give check.
    pub(super) fn gives_check(&self) -> bool {
        self.check != Check::None
    }

    /// Notes that it seems to win at once.
    fn arrive(&mut self) {
        self.is_tactical = true;
        self.gain += ARRIVAL;
        self.rank = self.rank.max(TACTICAL + ARRIVAL * 16);
    }
}

/// Which steps of a node have been ranked. The others seldom have to be, as one of the first is good enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    None,
    /// The one of the table.
    Known,
    /// Captures, promotions and killers besides.
    Early,
    All,
}

/// The steps of a node, in order.
#[derive(Debug, Default)]
pub(super) struct Ordered<'p, S: StateSize> {
    /// The steps.
    pub(super) steps: NextSteps<'p, S>,
    /// How early each is tried; nothing until it is needed.
    pub(super) ranked: Vec<Ranked>,
    /// The number of the step of the table.
    known: Option<usize>,
    /// Which steps have been ranked.
    stage: Stage,
    is_ranked: Vec<bool>,
    /// The ranks of steps with their places among the ranked; those in front have been tried.
    queue: Vec<u64>,
    /// The quiet steps tried so far.
    pub(super) tried: Vec<StepIndex>,
    /// The captures and promotions tried so far.
    pub(super) tried_captures: Vec<Capture>,
    /// Captures that may lose something: their places among the ranked.
    risky: Vec<usize>,
    /// Memory for answers about several steps.
    answers: Vec<bool>,
    /// Who attacks what, for exchanges.
    attackers: Attackers<S>,
}

/// What ranks depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a, B> {
    /// What pieces are worth.
    pub(super) evaluation: &'a Evaluation,
    /// What pieces can do.
    pub(super) activity: &'a Activity<'a, B>,
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
    /// Forgets how steps were ranked and tried, and finds the step of the table.
    #[inline]
    pub(super) fn begin(&mut self, word: Option<StepWord>) {
        self.ranked.clear();
        self.queue.clear();
        self.tried.clear();
        self.tried_captures.clear();
        self.attackers.is_known = false;
        self.stage = Stage::None;
        self.known = word.and_then(|word| self.steps.find(word));
        self.is_ranked.clear();
        self.is_ranked.resize(self.steps.list.len(), false);
    }

    /// Notes that a step was not good enough.
    pub(super) fn note_tried(&mut self, ranked: &Ranked) {
        if ranked.is_tactical {
            self.tried_captures.push((ranked.index, ranked.victim));
        } else if self.tried.len() < MOST_TRIED {
            self.tried.push(ranked.index);
        }
    }

    /// Returns the step of the table, if it can be made.
    pub(super) fn table_step(&self) -> Option<StepWord> {
        self.known.map(|number| self.steps.list[number].word)
    }

    /// Makes the next stage the last.
    pub(super) fn rank_all_at_once(&mut self) {
        self.stage = Stage::Early;
    }

    /// Ranks the steps of the next stage; returns whether there was one.
    pub(super) fn rank_next(
        &mut self,
        walker: &mut Walker<'p, S>,
        node: &mut Node<'p, S>,
        known: Known<'_, S::Board>,
    ) -> bool {
        self.stage = match self.stage {
            Stage::None if self.known.is_some() => Stage::Known,
            Stage::None | Stage::Known => Stage::Early,
            Stage::Early => Stage::All,
            Stage::All => return false,
        };
        let first = self.ranked.len();
        self.risky.clear();
        match (self.stage, self.known) {
            (Stage::Known, Some(number)) => self.rank(node, known, number),
            (stage, _) => {
                let all_early = stage == Stage::All || known.activity.has_races();
                for number in 0..self.steps.list.len() {
                    let step = &self.steps.list[number];
                    let is_killer = || known.history.killer(step.word, known.ply).is_some();
                    let is_early = all_early || step.is_capture || step.transforms || is_killer();
                    if !self.is_ranked[number] && is_early {
                        self.rank(node, known, number);
                    }
                }
            }
        }
        self.demote_losing_captures(walker, node, known.evaluation.stakes.as_deref());
        if !self.steps.only_loud {
            self.find_checks(walker, node, first);
        }
        let ranked = (first..).zip(&self.ranked[first..]);
        self.queue.extend(ranked.map(|(place, ranked)| queued(ranked.rank, place)));
        true
    }

    fn rank(&mut self, node: &Node<'p, S>, known: Known<'_, S::Board>, number: usize) {
        self.is_ranked[number] = true;
        let detail = self.steps.detail(node, number);
        let next = self.steps.list[number];
        let mut ranked = ranked(number, &detail, next, known);
        let arrives = |aim: Aim| known.activity.arrives(node.state(), aim);
        if known.activity.has_races() && ranked.aim.is_some_and(arrives) {
            ranked.arrive();
        }
        if next.is_capture
            && ranked.aim.is_some()
            && known.evaluation.worth(detail.piece) > ranked.gain + EVEN
        {
            self.risky.push(self.ranked.len());
        }
        self.ranked.push(ranked);
    }

    /// Finds out which steps give check, and tries those earlier that are quiet.
    fn find_checks(&mut self, walker: &mut Walker<'p, S>, node: &mut Node<'p, S>, first: usize) {
        let ranked = &mut self.ranked[first..];
        walker.give_check(node, ranked.iter().map(|ranked| ranked.aim), &mut self.answers);
        for (ranked, &gives_check) in ranked.iter_mut().zip(&self.answers) {
            ranked.check = if gives_check { Check::Given } else { Check::None };
            if gives_check && !ranked.is_tactical && ranked.rank < KILLER - 3 {
                ranked.rank += CHECK;
            }
        }
    }

    /// Puts captures last that lose more than they win.
    fn demote_losing_captures(
        &mut self,
        walker: &mut Walker<'p, S>,
        node: &mut Node<'p, S>,
        stakes: Option<&[i32]>,
    ) {
        if self.risky.is_empty() {
            return;
        }
        if let Some(stakes) = stakes {
            for place in 0..self.risky.len() {
                let ranked = self.ranked[self.risky[place]];
                let won = self.exchange(walker, node, (ranked.aim, ranked.gain), Some(stakes));
                if let Some(won) = won.filter(|won| *won < 0) {
                    self.demote(self.risky[place], won);
                }
            }
            return;
        }
        let risks = self.risky.iter().filter_map(|&place| self.ranked[place].aim);
        walker.taken_back(node, risks, &mut self.answers);
        for number in 0..self.answers.len() {
            if self.answers[number] {
                self.demote(self.risky[number], -1);
            }
        }
    }

    fn demote(&mut self, place: usize, won: i32) {
        let ranked = &mut self.ranked[place];
        ranked.won = won;
        if ranked.rank < TABLE {
            ranked.rank -= TACTICAL + LOSING;
        }
    }

    /// Returns what is won at the end of the exchange that follows when a step goes somewhere and wins so much at once, if that
    /// can be reckoned.
    pub(super) fn exchange(
        &mut self,
        walker: &mut Walker<'p, S>,
        node: &mut Node<'p, S>,
        (aim, wins): (Option<Aim>, i32),
        stakes: Option<&[i32]>,
    ) -> Option<i32> {
        Some(walker.exchange(node, &mut self.attackers, aim?, wins, stakes?))
    }

    /// Notes of a step that gives check whether it loses something.
    pub(super) fn note_loose_check(
        &mut self,
        walker: &mut Walker<'p, S>,
        node: &mut Node<'p, S>,
        ranked: &mut Ranked,
        stakes: Option<&[i32]>,
    ) {
        if ranked.check == Check::None {
            return;
        }
        let loses = if ranked.is_tactical {
            ranked.is_losing()
        } else {
            self.exchange(walker, node, (ranked.aim, 0), stakes).is_some_and(|won| won < 0)
        };
        if loses {
            ranked.check = Check::Loose;
        }
    }

    /// Returns the best of the ranked steps from a place in the queue on, and puts it there; `None` if others must be ranked
    /// first.
    #[inline]
    pub(super) fn pick(&mut self, place: usize) -> Option<Ranked> {
        let rest = self.queue.get_mut(place..)?;
        // No two are equal.
        let (mut best, mut most) = (0, *rest.first()?);
        for (at, &queued) in rest.iter().enumerate() {
            if queued > most {
                (best, most) = (at, queued);
            }
        }
        rest.swap(0, best);
        let place = u32::MAX - u32::try_from(rest[0] & u64::from(u32::MAX)).ok()?;
        let ranked = *self.ranked.get(place as usize)?;
        (self.stage == Stage::All || ranked.rank >= KILLER - 3).then_some(ranked)
    }
}

/// Returns a number that is the higher the higher the rank, and among equals the earlier the step comes.
fn queued(rank: i32, at: usize) -> u64 {
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    let rank = rank.cast_unsigned() ^ 1 << 31;
    u64::from(rank) << 32 | u64::from(u32::MAX - at)
}

#[inline]
fn ranked<B: Bitboard>(
    number: usize,
    detail: &StepDetail,
    NextStep { word, is_capture, .. }: NextStep,
    known: Known<'_, B>,
) -> Ranked {
    let worth = |code| known.evaluation.worth(code);
    let mover = worth(detail.piece);
    let promotes = detail.becomes.map_or(0, |code| worth(code) - mover);
    let gain = worth(detail.victim) + promotes;
    let is_tactical = is_capture || promotes > 0;
    let index = known.history.index(detail);
    let aim = detail.aim();
    let rank = if known.word == Some(word) {
        TABLE
    } else if is_tactical {
        let history = known.history.of_capture(index, detail.victim) * CAPTURE_HISTORY / 100;
        TACTICAL + gain * 16 - mover + history
    } else if let Some(place) = known.history.killer(word, known.ply) {
        KILLER - i32::try_from(place).unwrap_or(0)
    } else {
        known.history.of(index, known.previous) + promotes.min(0)
    };
    Ranked {
        number,
        word,
        rank,
        index,
        gain,
        is_tactical,
        moves: detail.moves,
        won: 0,
        victim: detail.victim,
        check: Check::None,
        aim,
    }
}
