//! One game between two players, by the rules.

use std::time::{Duration, Instant};

use super::super::records::Opening;
use super::player::{Answer, Pace, Place, Player};
use crate::ir::{BySide, SideId};
use crate::notation::{shown, turn_text};
use crate::session::Session;
use crate::state::{Position, Random, Turn};

/// So much later than its time a turn may come before it is lost: the machine may be busy.
const GRACE: Duration = Duration::from_millis(200);

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    /// The turns, from the opening on.
    pub(super) turns: Vec<String>,
    /// The same, for those who know the rules.
    pub(super) history: Vec<Turn>,
    /// The position it began in, if that is not the game's own, with its text.
    pub(super) start: Option<(Position, String)>,
    /// Who has won; nobody if it is a draw.
    pub(super) winner: Option<SideId>,
    /// Why.
    pub(super) reason: String,
    /// How long each side was at work on the processor, for how many turns.
    pub(super) work: BySide<(Duration, u32)>,
    /// Whether somebody did what is none of the game: an illegal turn, no answer, a wrong claim.
    pub(super) is_fault: bool,
}

/// What a game is played under.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) pace: Pace,
    pub(super) most_turns: usize,
    /// What chance comes from.
    pub(super) seed: u64,
}

/// A game being played.
struct Game<'a> {
    session: Session,
    left: BySide<Duration>,
    work: BySide<(Duration, u32)>,
    random: Random,
    terms: &'a Terms,
}

/// How a game ends: who has won, why, and whether that is somebody's fault.
type End = (Option<SideId>, String, bool);

/// Plays a game from an opening; whoever leaves something to chance draws from the generator.
///
/// # Errors
/// If a player cannot play the game at all.
pub(super) fn play(
    (variant, start): (&str, &Session),
    (opening, random): (&Opening, Random),
    players: &mut BySide<&mut dyn Player>,
    terms: &Terms,
) -> Result<Played, (SideId, String)> {
    let begun = opening.played(start).map_err(|error| (SideId::FIRST, error))?;
    for side in SideId::ALL {
        players[side].begin(variant, &begun).map_err(|error| (side, error))?;
    }
    let begins = opening.start.clone().map(|start| (start, begun.start_text().to_owned()));
    let base = match terms.pace {
        Pace::Clock(base, _) => base,
        _ => Duration::ZERO,
    };
    let (left, work) = (BySide::same(base), BySide::same((Duration::ZERO, 0)));
    let mut game = Game { session: begun, left, work, random, terms };
    let (winner, reason, is_fault) = loop {
        if let Some(end) = game.step(players) {
            break end;
        }
    };
    let rules = game.session.game();
    let history = game.session.history().to_vec();
    let turns = history.iter().map(|turn| turn_text(rules, turn)).collect();
    Ok(Played { turns, history, start: begins, winner, reason, work: game.work, is_fault })
}

impl Game<'_> {
    /// Plays a turn; returns how the game ends, if it does.
    fn step(&mut self, players: &mut BySide<&mut dyn Player>) -> Option<End> {
        match self.session.result() {
            Ok(Some(result)) => return Some((result.winner(), result.reason, false)),
            Err(limit) => return Some((None, limit.to_string(), true)),
            Ok(None) => {}
        }
        if self.session.history().len() >= self.terms.most_turns {
            return Some((None, format!("not over after {} turns", self.terms.most_turns), false));
        }
        if self.session.has_turn() == Ok(false) {
            return Some((None, "no legal turn".to_owned(), false));
        }
        let side = self.session.side_to_move();
        let lost = |why: String| Some((Some(side.opponent()), why, true));
        let before = players[side].cpu();
        let begun = Instant::now();
        let place = Place {
            session: &self.session,
            pace: self.terms.pace,
            left: self.left,
            chance: self.random.number(),
        };
        let answer = players[side].turn(&place);
        let took = begun.elapsed();
        if let (Some(before), Some(after)) = (before, players[side].cpu()) {
            let (time, turns) = self.work[side];
            self.work[side] = (time + after.saturating_sub(before), turns + 1);
        }
        let name = self.session.game().side_name(side).to_owned();
        match answer {
            Err(error) => lost(format!("{name}: {error}")),
            Ok(Answer::Resigns) => Some((Some(side.opponent()), format!("{name} resigns"), false)),
            Ok(Answer::Illegal(text)) => lost(format!("{name}: illegal turn {}", shown(&text))),
            // What is over by our rules has ended before anybody was asked.
            Ok(Answer::Claims(text)) => lost(format!("{name}: wrong claim {}", shown(&text))),
            Ok(Answer::Plays(turn)) => {
                if let Err(error) = self.session.play(&turn) {
                    return lost(format!("{name}: illegal turn, {error}"));
                }
                self.count_time(side, took)
                    .then(|| (Some(side.opponent()), format!("{name}: out of time"), true))
            }
        }
    }

    /// Takes the time of a turn off the clock; tells whether it has run out.
    fn count_time(&mut self, side: SideId, took: Duration) -> bool {
        let Pace::Clock(_, increment) = self.terms.pace else { return false };
        let left = self.left[side];
        let is_over = took > left + GRACE;
        self.left[side] = left.saturating_sub(took) + increment;
        is_over
    }
}
