//! Games by their numbers.

use std::borrow::Cow;

use super::imbalances::{self, Guess};
use super::openings::opening;
use super::player::{Computer, Player, Strength};
use crate::ir::SideId;
use crate::notation::turn_text;
use crate::session::Session;
use crate::state::{PlayoutEnd, Random, TooMuch};

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
    /// Where it began, if that is not where all games of the study begin.
    pub start: Option<String>,
    /// How many turns were played.
    pub turns: u32,
    /// The sum of how many legal turns there were in each position.
    pub choices: u64,
    /// How often the lead went over to the other side; unknown for random games, where nobody judges.
    pub lead_changes: Option<u32>,
    /// The first turn, where it is known.
    pub first: Option<String>,
    /// The turns; empty for random games, which can be played again.
    pub line: Vec<String>,
    /// How many legal turns there were before each of them; empty for random games.
    pub legal: Vec<u32>,
    /// What the players took the positions after the opening to be worth for the side that began, in points.
    pub points: Vec<i32>,
    /// How often the last position had occurred; unknown for random games.
    pub repeated: Option<u32>,
}

impl Outline {
    /// Tells whether it was left before it was over.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.ended, Ended::Limit | Ended::TooMuch)
    }
}

/// Returns games by their numbers: sums of fractions depend, in their last digits, on the order.
pub(super) fn in_order(games: &[Outline]) -> Vec<&Outline> {
    let mut games: Vec<&Outline> = games.iter().collect();
    games.sort_by_key(|game| game.number);
    games
}

/// The games of a study, which any number of workers may play in any order.
///
/// A game is decided by the start, the terms and its number alone. So parts of a study can be played apart, in threads,
/// processes or on other machines, and put together: make the same study everywhere, share out the numbers from 0 on, let a
/// [`Worker`] play each number once, and send the [`Outline`]s (as JSON, if need be: [`Outline::to_json`]). From all outlines
/// together, in any order, come [`Report::of`](super::Report::of), [`Findings::new`](super::Findings::new),
/// [`Values`](super::Values) and [`Comparison::of`](super::Comparison::of); what the first
/// [`LOOKED`](super::LOOKED) games used, [`Usage::of_game`](super::Usage::of_game) says game by game, and
/// [`Usage::with`](super::Usage::with) adds it up.
///
/// ```
/// use std::sync::Arc;
///
/// use fairyring::lab::{Outline, Report, Strength, Study, Terms};
/// # use fairyring::{bundled::Bundled, diag::Sink, pipeline, session::Session, source::SourceMap};
///
/// # let game = pipeline::load("mono", &Bundled, &[], &mut SourceMap::new(), &mut Sink::new()).unwrap();
/// let start = Session::new(Arc::new(game)).unwrap();
/// let terms = Terms { strength: Strength::Level(2), seed: 1, limit: 1000 };
/// let part = |numbers: std::ops::Range<u64>| -> Vec<Outline> {
///     let study = Study::new(&start, terms).unwrap();
///     let mut worker = study.worker();
///     numbers.map(|number| worker.play(number)).collect()
/// };
/// let together = [part(6..12), part(0..6)].concat();
/// let side = start.side_to_move();
/// assert_eq!(Report::of(side, &together), Report::of(side, &part(0..12)));
/// ```
#[derive(Debug)]
pub struct Study {
    start: Session,
    terms: Terms,
    computer: Option<Computer>,
    /// The texts of first turns as random games number them; empty for the computer.
    firsts: Vec<Option<String>>,
    /// The kinds of pieces whose numbers differ at the beginning; empty for ordinary games.
    uneven: Vec<Guess>,
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
        let firsts = if computer.is_none() { firsts(start) } else { Vec::new() };
        Some(Self { start: start.clone(), terms, computer, firsts, uneven: Vec::new() })
    }

    /// Makes one whose games begin with imbalances: each side lacks other pieces, so that what they are worth about balances by
    /// what is guessed. Games 0 and 1, 2 and 3 and so on are pairs with the sides exchanged; [`Values::of_imbalances`] reads
    /// them. `None` if the computer cannot play the game, or no two kinds of pieces can be missing.
    ///
    /// [`Values::of_imbalances`]: super::Values::of_imbalances
    pub fn with_imbalances(start: &Session, terms: Terms, guesses: &[Guess]) -> Option<Self> {
        let uneven = imbalances::kinds(start.game(), start.position(), guesses);
        if uneven.len() < 2 {
            return None;
        }
        Some(Self { uneven, firsts: Vec::new(), ..Self::new(start, terms)? })
    }

    /// Returns where the game of a number begins.
    fn begun(&self, number: u64) -> Cow<'_, Session> {
        if self.uneven.is_empty() {
            return Cow::Borrowed(&self.start);
        }
        let found = imbalances::beginning(&self.start, &self.uneven, self.terms, number);
        found.map_or(Cow::Borrowed(&self.start), Cow::Owned)
    }

    /// Returns the text of where a game begins, if that is not where all begin.
    fn own_start(&self, begun: &Session) -> Option<String> {
        (!self.uneven.is_empty()).then(|| begun.position_text())
    }

    /// Returns where its games begin.
    pub fn start(&self) -> &Session {
        &self.start
    }

    /// Returns how they are played.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Plays a game again, turn by turn; nothing if it cannot be done, as after another version of the rules.
    pub fn again(&self, outline: &Outline) -> Option<Session> {
        if outline.line.is_empty() {
            return random_again(self, outline.number);
        }
        let mut session = match &outline.start {
            Some(text) => self.start.elsewhere(text).ok()?,
            None => self.start.clone(),
        };
        for text in &outline.line {
            session.play_text(text).ok()?;
        }
        Some(session)
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
    let (mut choices, mut first) = (0, None);
    let mut below = |count: usize| {
        choices += u64::try_from(count).unwrap_or(u64::MAX);
        let chosen = random.below(count);
        first.get_or_insert(chosen);
        chosen
    };
    let begun = study.begun(number);
    let played = begun.playout(study.terms.limit, &mut below);
    let (winner, ended) = ended(played.end);
    Outline {
        number,
        winner,
        ended,
        start: study.own_start(&begun),
        turns: played.turns,
        choices,
        lead_changes: None,
        first: first.and_then(|first| study.firsts.get(first)?.clone()),
        line: Vec::new(),
        legal: Vec::new(),
        points: Vec::new(),
        repeated: None,
    }
}

fn ended(end: PlayoutEnd) -> (Option<SideId>, Ended) {
    match end {
        PlayoutEnd::Over(result) => (result.winner(), Ended::Rule(result.reason)),
        PlayoutEnd::Stuck => (None, Ended::Stuck),
        PlayoutEnd::Limit => (None, Ended::Limit),
        PlayoutEnd::TooMuch(_) => (None, Ended::TooMuch),
    }
}

/// Returns the texts of first turns in the order in which random games number them.
fn firsts(start: &Session) -> Vec<Option<String>> {
    let (Some(engine), Ok(legal)) = (start.engine(), start.legal()) else { return Vec::new() };
    let reached = |number: usize| {
        let mut reached = None;
        engine.watched_playout(start.position(), 1, &mut |_| number, &mut |position| {
            reached = Some(position);
        });
        let reached = reached?;
        let turn = &legal.iter().find(|legal| legal.position == reached)?.turn;
        Some(turn_text(start.game(), turn))
    };
    (0..legal.len()).map(reached).collect()
}

/// Plays a random game again in a session. Turns are found by the positions they lead to.
fn random_again(study: &Study, number: u64) -> Option<Session> {
    let engine = study.start.engine()?;
    let mut random = Random::stream(study.terms.seed, number);
    let begun = study.begun(number);
    let mut positions = Vec::new();
    engine.watched_playout(
        begun.position(),
        study.terms.limit,
        &mut |count| random.below(count),
        &mut |position| {
            positions.push(position);
        },
    );
    let mut session = begun.into_owned();
    for position in positions {
        let legal = session.legal().ok()?;
        session.play_legal(legal.into_iter().find(|legal| legal.position == position)?);
    }
    Some(session)
}

/// Plays a game with somebody who judges positions, after a random opening.
fn played(study: &Study, number: u64, player: &mut dyn Player) -> Outline {
    let seed = study.terms.seed;
    let begun = study.begun(number);
    let (mut session, mut legal_turns) = opening(&begun, study.terms, number);
    player.begin(Random::stream(seed ^ PLAYERS, number).number());
    let beginner = begun.side_to_move();
    let mut points = Vec::new();
    let (winner, ended) = loop {
        match session.result() {
            Ok(Some(result)) => break (result.winner(), Ended::Rule(result.reason)),
            Ok(None) if length(&session) < study.terms.limit => {}
            Ok(None) => break (None, Ended::Limit),
            Err(_) => break (None, Ended::TooMuch),
        }
        let Ok(mut legal) = session.legal() else { break (None, Ended::TooMuch) };
        let Some(chosen) = player.choose(&session) else { break (None, Ended::Stuck) };
        let Some(at) = legal.iter().position(|legal| legal.turn == chosen.turn) else {
            break (None, Ended::Stuck);
        };
        legal_turns.push(u32::try_from(legal.len()).unwrap_or(u32::MAX));
        let is_beginner = session.side_to_move() == beginner;
        points.push(if is_beginner { chosen.points } else { -chosen.points });
        session.play_legal(legal.swap_remove(at));
    };
    let line: Vec<_> =
        session.history().iter().map(|turn| turn_text(session.game(), turn)).collect();
    Outline {
        number,
        winner,
        ended,
        start: study.own_start(&begun),
        turns: length(&session),
        choices: legal_turns.iter().map(|count| u64::from(*count)).sum(),
        lead_changes: Some(lead_changes(&points)),
        first: line.first().cloned(),
        line,
        legal: legal_turns,
        points,
        repeated: Some(session.occurrences()),
    }
}

fn length(session: &Session) -> u32 {
    let turns = session.positions().len().saturating_sub(1);
    u32::try_from(turns).unwrap_or(u32::MAX)
}

/// Counts how often the lead goes from one side to the other.
fn lead_changes(points: &[i32]) -> u32 {
    let leads = points.iter().filter(|points| points.abs() >= AHEAD).map(|points| *points > 0);
    let leads: Vec<bool> = leads.collect();
    let changes = leads.windows(2).filter(|two| two[0] != two[1]).count();
    u32::try_from(changes).unwrap_or(u32::MAX)
}
