//! Games by their numbers.

use super::player::{Computer, Player, Strength};
use crate::ir::SideId;
use crate::notation::turn_text;
use crate::session::Session;
use crate::state::{PlayoutEnd, Random, TooMuch};

/// How many turns a game begins with at random, so that games differ.
const OPENING: usize = 4;

/// After so many openings with which the game would be over, it begins without one.
const TRIALS: u64 = 20;

/// From so many points on, a side is ahead.
const AHEAD: i32 = 100;

/// What the numbers of the players come from, as against those of openings.
const PLAYERS: u64 = 0x70_6c61_7965_7273;

/// How the games of a study are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How strong both sides are.
    pub strength: Strength,
    /// What all that is random comes from.
    pub seed: u64,
    /// A game that is not over after so many turns is left, and counted as drawn.
    pub limit: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// By a rule, with its reason.
    Rule(String),
    /// With no legal turn, where no rule says what follows from that.
    Stuck,
    /// It was left after the most turns that a game may have.
    Limit,
    /// It was left since what can be played was too much to work out.
    TooMuch,
}

impl Ended {
    /// Returns what people read.
    pub fn text(&self) -> &str {
        match self {
            Self::Rule(reason) => reason,
            Self::Stuck => "no legal turn",
            Self::Limit => "left unfinished",
            Self::TooMuch => TooMuch::WORDS,
        }
    }
}

/// What a study keeps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of the game, from 0.
    pub number: u64,
    /// Who has won, if anybody.
    pub winner: Option<SideId>,
    /// How it ended.
    pub ended: Ended,
    /// How many turns were played.
    pub turns: u32,
    /// The sum of how many legal turns there were in each position.
    pub choices: u64,
    /// How often the lead went over to the other side; unknown for random games, where nobody judges.
    pub lead_changes: Option<u32>,
    /// The first turn, where it is known.
    pub first: Option<String>,
}

/// The games of a study, which any number of workers may play in any order.
#[derive(Debug)]
pub struct Study {
    start: Session,
    terms: Terms,
    computer: Option<Computer>,
}

/// Plays games of a study, one at a time.
#[derive(Debug)]
pub struct Worker<'a> {
    study: &'a Study,
    computer: Option<Computer>,
}

impl Study {
    /// Makes one of the game of a session from where it stands; `None` if the computer cannot play the game.
    pub fn new(start: &Session, terms: Terms) -> Option<Self> {
        let computer = match terms.strength {
            Strength::Random => None,
            Strength::Level(level) => Some(Computer::new(start, level)?),
        };
        Some(Self { start: start.clone(), terms, computer })
    }

    /// Makes somebody who plays its games.
    pub fn worker(&self) -> Worker<'_> {
        Worker { study: self, computer: self.computer.as_ref().map(Computer::another) }
    }
}

impl Worker<'_> {
    /// Plays the game of a number: the same game for the same terms and number, whatever was played before.
    pub fn play(&mut self, number: u64) -> Outline {
        let mut random = Random::stream(self.study.terms.seed, number);
        match &mut self.computer {
            None => at_random(self.study, number, &mut random),
            Some(computer) => played(self.study, number, computer),
        }
    }
}

fn at_random(study: &Study, number: u64, random: &mut Random) -> Outline {
    let mut choices = 0;
    let mut below = |count: usize| {
        choices += u64::try_from(count).unwrap_or(u64::MAX);
        random.below(count)
    };
    let played = study.start.playout(study.terms.limit, &mut below);
    let (winner, ended) = match played.end {
        PlayoutEnd::Over(result) => (result.winner(), Ended::Rule(result.reason)),
        PlayoutEnd::Stuck => (None, Ended::Stuck),
        PlayoutEnd::Limit => (None, Ended::Limit),
        PlayoutEnd::TooMuch(_) => (None, Ended::TooMuch),
    };
    let turns = played.turns;
    Outline { number, winner, ended, turns, choices, lead_changes: None, first: None }
}

/// Plays a game with somebody who judges positions, after a random opening.
fn played(study: &Study, number: u64, player: &mut dyn Player) -> Outline {
    let seed = study.terms.seed;
    let (mut session, mut choices) = opening(study, number);
    player.begin(Random::stream(seed ^ PLAYERS, number).number());
    let (mut leader, mut changes) = (None, 0);
    let (winner, ended) = loop {
        let turns = u32::try_from(session.history().len()).unwrap_or(u32::MAX);
        match session.result() {
            Ok(Some(result)) => break (result.winner(), Ended::Rule(result.reason)),
            Ok(None) if turns < study.terms.limit => {}
            Ok(None) => break (None, Ended::Limit),
            Err(_) => break (None, Ended::TooMuch),
        }
        let Ok(mut legal) = session.legal() else { break (None, Ended::TooMuch) };
        let Some(chosen) = player.choose(&session) else { break (None, Ended::Stuck) };
        choices += u64::try_from(legal.len()).unwrap_or(u64::MAX);
        let side = session.side_to_move();
        if chosen.points.abs() >= AHEAD {
            let ahead = Some(if chosen.points > 0 { side } else { side.opponent() });
            changes += u32::from(leader.is_some() && leader != ahead);
            leader = ahead;
        }
        let Some(at) = legal.iter().position(|legal| legal.turn == chosen.turn) else {
            break (None, Ended::Stuck);
        };
        session.play_legal(legal.swap_remove(at));
    };
    Outline {
        number,
        winner,
        ended,
        turns: u32::try_from(session.history().len()).unwrap_or(u32::MAX),
        choices,
        lead_changes: Some(changes),
        first: session.history().first().map(|turn| turn_text(session.game(), turn)),
    }
}

/// Plays an opening, and returns how many legal turns there were in it.
fn opening(study: &Study, number: u64) -> (Session, u64) {
    let numbers = Random::stream(study.terms.seed, number).number();
    let most = usize::try_from(study.terms.limit).unwrap_or(OPENING).min(OPENING);
    (0..TRIALS)
        .find_map(|trial| {
            let mut random = Random::stream(numbers, trial);
            let (mut session, mut choices) = (study.start.clone(), 0);
            for _ in 0..most {
                let mut legal = session.legal().ok().filter(|legal| !legal.is_empty())?;
                choices += u64::try_from(legal.len()).unwrap_or(u64::MAX);
                let at = random.below(legal.len());
                session.play_legal(legal.swap_remove(at));
            }
            matches!(session.result(), Ok(None)).then_some((session, choices))
        })
        .unwrap_or_else(|| (study.start.clone(), 0))
}
