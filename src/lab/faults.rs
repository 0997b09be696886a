//! What may be wrong with a game, from what its games were like.

use super::games::{Outline, Study};
use super::report::{Report, ratio};
use super::usage::Usage;
use crate::author::coverage::{Part, PartKind};
use crate::ir::{Game, SideId};
use crate::notation::turn_text;
use crate::proofs::mates::{Question, Stand, mates};
use crate::search::Control;
use crate::session::Session;
use crate::source::Span;

/// A draw by repetition in a game of at most so many turns is an early one.
const EARLY: u32 = 30;

/// From this share of all games on, early repetitions are worth a word.
const OFTEN: f64 = 0.02;

/// From this share of all games on, games without an end are worth a word.
const SOME: f64 = 0.005;

/// If the share of a side is certainly higher than this, the game is not a fair one.
const UNFAIR: f64 = 0.65;

/// Within how many turns of the side that begins a forced win is looked for.
const FORCED: u32 = 3;

/// How many positions that may take; what is found does not depend on the time.
const NODES: u64 = 60_000;

/// How many bytes it may remember.
const MEMORY: usize = 32 << 20;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// A first turn wins whatever the other side does.
    ForcedWin,
    /// One side wins nearly always.
    Unfair,
    /// Games do not come to an end.
    Endless,
    /// Positions repeat before the game has begun in earnest.
    EarlyRepetition,
    /// A piece stands there and nobody moves it.
    Idle,
    /// A rule was never used.
    Unused,
}

/// Something that may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Of what kind it is.
    pub kind: FaultKind,
    /// What it is, in words.
    pub words: String,
    /// Where in the rules it comes from, if that is known.
    pub at: Option<Span>,
    /// The number of a game that shows it.
    pub example: Option<u64>,
    /// Turns that show it, where no game of the study does.
    pub line: Vec<String>,
}

impl FaultKind {
    /// Returns what programs read.
    pub fn name(self) -> &'static str {
        match self {
            Self::ForcedWin => "forced-win",
            Self::Unfair => "unfair",
            Self::Endless => "endless",
            Self::EarlyRepetition => "early-repetition",
            Self::Idle => "idle-piece",
            Self::Unused => "unused-rule",
        }
    }
}

impl Fault {
    fn new(kind: FaultKind, words: String) -> Self {
        Self { kind, words, at: None, example: None, line: Vec::new() }
    }
}

/// Looks for faults in games of one strength.
pub fn faults(study: &Study, report: &Report, usage: &Usage, games: &[Outline]) -> Vec<Fault> {
    let game = study.start().game();
    let mut all = Vec::new();
    all.extend(unfair(game, report));
    all.extend(endless(game, report, games));
    all.extend(repetitions(game, report, games));
    all.extend(idle(game, usage));
    all.extend(unused(game, usage));
    all
}

fn unfair(game: &Game, report: &Report) -> Option<Fault> {
    let sides = SideId::ALL.into_iter().map(|side| (side, report.results.share(side)));
    let (side, share) = sides.max_by(|one, two| one.1.found.total_cmp(&two.1.found))?;
    if share.low <= UNFAIR {
        return None;
    }
    let name = game.side_name(side);
    let (found, low) = (100.0 * share.found, 100.0 * share.low);
    let words = if report.results.won[side] == report.results.games() {
        format!("{name} wins every game")
    } else {
        format!("{name} scores {found:.1} %, certainly more than {low:.0} %")
    };
    let typical = report.reasons.iter().find(|reason| reason.winner == Some(side))?;
    let ending = game.endings.iter().find(|ending| ending.reason == typical.ended.text());
    let mut fault = Fault::new(FaultKind::Unfair, words);
    fault.at = ending.map(|ending| ending.span);
    fault.example = Some(typical.example);
    Some(fault)
}

fn endless(game: &Game, report: &Report, games: &[Outline]) -> Option<Fault> {
    let share = ratio(report.unfinished, report.results.games());
    if share < SOME {
        return None;
    }
    let left = games.iter().filter(|game| game.is_unfinished()).min_by_key(|game| game.number)?;
    let mut fault = Fault::new(
        FaultKind::Endless,
        format!("{:.1} % of the games are not over after {} turns", 100.0 * share, left.turns),
    );
    // What would end them is missing: the endings there are show where it belongs.
    fault.at = game.endings.first().map(|ending| ending.span);
    fault.example = Some(left.number);
    Some(fault)
}

fn repetitions(game: &Game, report: &Report, games: &[Outline]) -> Option<Fault> {
    let early = games.iter().filter(|game| {
        game.winner.is_none()
            && game.turns <= EARLY
            && game.repeated.is_some_and(|times| times > 1)
            && !game.is_unfinished()
    });
    let early: Vec<&Outline> = early.collect();
    let count = u64::try_from(early.len()).unwrap_or(u64::MAX);
    let share = ratio(count, report.results.games());
    let first = early.iter().min_by_key(|game| game.number)?;
    if share < OFTEN {
        return None;
    }
    let mut fault = Fault::new(
        FaultKind::EarlyRepetition,
        format!("{:.1} % of the games are drawn by repetition within {EARLY} turns", 100.0 * share),
    );
    let ending = game.endings.iter().find(|ending| ending.reason == first.ended.text());
    fault.at = ending.map(|ending| ending.span);
    fault.example = Some(first.number);
    Some(fault)
}

/// Finds pieces that were there in most games and never moved, although they can.
fn idle(game: &Game, usage: &Usage) -> Vec<Fault> {
    let idle = usage.pieces.iter().filter(|(_, uses)| uses.moved.times == 0);
    let idle = idle.filter_map(|(kind, uses)| {
        let piece = game.types.get(*kind)?;
        let games = uses.there.games;
        let can = if piece.clauses.is_empty() { ", and no rule lets it" } else { "" };
        let words = format!("nobody moves the {}{can}: it is there in {games} games", piece.name);
        let mut fault = Fault::new(FaultKind::Idle, words);
        fault.at = Some(piece.span);
        fault.example = uses.there.example;
        Some(fault)
    });
    idle.collect()
}

fn unused(game: &Game, usage: &Usage) -> Vec<Fault> {
    let idle = |part: &Part| {
        let kind = usage.pieces.iter().filter(|(_, uses)| uses.moved.times == 0);
        let mut names = kind.filter_map(|(kind, _)| game.types.get(*kind));
        part.kind == PartKind::Move && names.any(|piece| piece.name == part.name)
    };
    let unused = usage.unused().filter(|part| !idle(part)).map(|part| {
        let name = &part.name;
        let words = match part.kind {
            PartKind::Piece => format!("the piece {name} is never there"),
            PartKind::Move => format!("the move {name} is never made"),
            PartKind::Power => format!("a power of {name} is never used"),
            PartKind::Promotion => format!("no piece ever becomes a {name}"),
            PartKind::Event => format!("the event {name} never happens"),
            PartKind::Forbid => format!("the rule {name} never forbids anything"),
            PartKind::Ending => format!("no game ends by {name}"),
            PartKind::Statement => "a statement is never reached".to_owned(),
        };
        let mut fault = Fault::new(FaultKind::Unused, words);
        fault.at = Some(part.span);
        fault.example = usage.longest.map(|(_, number)| number);
        fault
    });
    unused.collect()
}

/// Counts positions and stops at a number of them, so that the answer is the same on every machine.
struct Patience;

impl Control for Patience {
    fn stops(&self, nodes: u64) -> bool {
        nodes >= NODES
    }
}

/// Looks whether a first turn wins by force.
pub fn forced(start: &Session) -> Option<Fault> {
    let (game, engine) = (start.shared_game(), start.engine()?);
    let question = Question { turns: FORCED, all: false, nodes: Some(NODES), memory: MEMORY };
    let found = mates((&game, engine), start.positions(), &question, &Patience).ok()?;
    let first = found.first.first()?;
    let mut line = vec![turn_text(&game, &first.turn)];
    let mut now = Some(first.then);
    while let Some(stand) = now.and_then(|at| found.positions.get(at)) {
        let next = match stand {
            Stand::Over(_) => None,
            Stand::Own { turn, then, .. } => Some((turn, *then)),
            Stand::Other(turns) => turns.first().map(|(turn, then)| (turn, *then)),
        };
        line.extend(next.map(|(turn, _)| turn_text(&game, turn)));
        now = next.map(|(_, then)| then);
    }
    let side = game.side_name(start.side_to_move());
    let words = match first.turns {
        1 => format!("{side} wins with the first turn, {}", line[0]),
        turns => format!("{side} wins by force within {turns} turns, beginning with {}", line[0]),
    };
    Some(Fault { line, ..Fault::new(FaultKind::ForcedWin, words) })
}
