//! Legal turns.

use std::collections::HashSet;
use std::fmt;

use super::run::{Progress, Run};
use crate::ir::limits::{MAX_NESTING_OF_TURNS, MAX_TURNS};
use crate::ir::{Forbid, Game, Number, SideId, Squares, Truth};
use crate::state::{Choice, Position, Turn};

/// A legal turn and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalTurn {
    /// The turn.
    pub turn: Turn,
    /// The position after it.
    pub position: Position,
}

/// Why a turn could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The choice with that number, from 0, is not one of those there are at that point.
    NoSuchChoice(usize),
    /// The turn has more choices than there is something to choose, or fewer.
    WrongLength,
    /// The rule with that name forbids it.
    Forbidden(String),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchChoice(number) => {
                write!(f, "step {} of the turn is not possible here", number + 1)
            }
            Self::WrongLength => f.write_str("the turn is too short or too long"),
            Self::Forbidden(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PlayError {}

/// Returns the legal turns of the side to move, each text once, in the order in which the rules give them.
///
/// Whether the game is already over is not asked here, except by an effect: then there are none.
pub fn legal_turns(game: &Game, position: &Position) -> Vec<LegalTurn> {
    legal_turns_found(game, position).0
}

/// Returns the same, and whether some may be left out, as there is more to be done to find them than may be done
/// ([`MAX_EFFORT`](crate::ir::limits::MAX_EFFORT)), or as there are too many of them ([`MAX_TURNS`]).
pub fn legal_turns_found(game: &Game, position: &Position) -> (Vec<LegalTurn>, bool) {
    let asked = Run::still(game, position.clone(), position.to_move);
    let effort = asked.effort.clone();
    let turns = collect(asked, Want::All);
    let cut = effort.is_spent() || turns.len() >= MAX_TURNS;
    (turns, cut)
}

/// Tells whether the side to move has a legal turn.
pub fn has_legal_turn(game: &Game, position: &Position) -> bool {
    let asked = Run::still(game, position.clone(), position.to_move);
    !collect(asked, Want::Any).is_empty()
}

/// Returns all ways of playing a turn, allowed or not, each with the rule that forbids it, if one does.
pub fn pseudo_turns(game: &Game, position: &Position) -> Vec<(LegalTurn, Option<String>)> {
    let mut turns = Vec::new();
    if position.over.is_none() {
        explore(Run::begin(game, position.clone()), &mut |run| {
            let forbidden = forbidden_by(run).map(|rule| rule.reason.clone());
            turns.push((finish(run), forbidden));
            turns.len() < MAX_TURNS
        });
    }
    turns
}

/// Plays a turn.
///
/// # Errors
/// If the turn is not one of the ways of playing, or a rule forbids it. `prefer` rules are not looked at:
/// [`legal_turns`] does that.
pub fn play(game: &Game, position: &Position, turn: &Turn) -> Result<Position, PlayError> {
    let mut run = Run::begin(game, position.clone());
    for (number, step) in turn.steps.iter().enumerate() {
        match run.advance() {
            Progress::Choice(statement, choices) if choices.contains(&step.choice) => {
                run.take(statement, step.choice.clone());
            }
            Progress::Choice(..) | Progress::Dead => return Err(PlayError::NoSuchChoice(number)),
            Progress::Done => return Err(PlayError::WrongLength),
        }
    }
    match run.advance() {
        Progress::Done => {}
        Progress::Choice(..) | Progress::Dead => return Err(PlayError::WrongLength),
    }
    match forbidden_by(&mut run) {
        Some(rule) => Err(PlayError::Forbidden(rule.reason.clone())),
        None => Ok(finish(&run).position),
    }
}

/// Tells whether a side would have a legal turn after which something holds, in the middle of a run.
pub(super) fn has_turn_in<'g>(run: &Run<'g>, side: SideId, that: &'g Truth) -> bool {
    // Questions about turns that are asked while answering such a question soon go unanswered.
    run.nesting >= MAX_NESTING_OF_TURNS || !turns_in(run, side, that).is_empty()
}

fn turns_in<'g>(run: &Run<'g>, side: SideId, that: &'g Truth) -> Vec<LegalTurn> {
    let mut asked = Run::still(run.game, run.position.clone(), side);
    asked.position.to_move = side;
    (asked.nesting, asked.imagined) = (run.nesting + 1, run.imagined);
    asked.slots.clone_from(&run.slots);
    asked.effort = run.effort.clone();
    let want = if *that == Truth::Fixed(true) { Want::Any } else { Want::EndingSo(that) };
    collect(asked, want)
}

/// What each square of a turn's position counts for.
const EFFORT_OF_SQUARE: usize = 16;

/// Which turns are wanted.
#[derive(Clone, Copy)]
enum Want<'g> {
    /// All of them.
    All,
    /// Any one.
    Any,
    /// Those after which this holds.
    EndingSo(&'g Truth),
}

/// Collects the legal turns of the side to move in the position of a run that stands still.
fn collect<'g>(asked: Run<'g>, want: Want<'g>) -> Vec<LegalTurn> {
    let (prefers, mut turns) = gather(asked, want);
    for number in 0..prefers.len() {
        prefer(&mut turns, number);
    }
    turns.into_iter().filter(|found| found.wanted).map(|found| found.legal).collect()
}

/// A turn that nothing forbids.
struct Found {
    legal: LegalTurn,
    /// Which of the preferences it satisfies.
    preferred: Vec<bool>,
    /// Whether it is what is wanted.
    wanted: bool,
}

/// Gathers the turns that nothing forbids, with the preferences that they are then judged by.
fn gather<'g>(asked: Run<'g>, want: Want<'g>) -> (Vec<&'g Forbid>, Vec<Found>) {
    let (game, nesting) = (asked.game, asked.nesting);
    let prefers: Vec<&Forbid> = game
        .preferences
        .iter()
        .filter(|rule| nesting <= 1 || !asks_for_turns(&rule.condition))
        .collect();
    let mut turns: Vec<Found> = Vec::new();
    if asked.position.over.is_some() {
        return (prefers, turns);
    }
    let mut begun = Run::begin(game, asked.position);
    (begun.nesting, begun.imagined, begun.slots) = (nesting, asked.imagined, asked.slots);
    begun.effort = asked.effort;
    // One turn is enough if any will do, whichever rule prefers which.
    let most = if matches!(want, Want::Any) { 1 } else { MAX_TURNS };
    let mut known = HashSet::new();
    explore(begun, &mut |run| {
        if forbidden_by(run).is_none() && !run.effort.is_spent() {
            let legal = finish(run);
            if known.insert(visible(&legal.turn)) {
                let preferred = prefers.iter().map(|rule| run.truth(&rule.condition)).collect();
                let wanted = match want {
                    Want::EndingSo(that) => run.truth(that),
                    Want::All | Want::Any => true,
                };
                // What is found is kept in memory.
                run.effort.spend(EFFORT_OF_SQUARE * run.game.board.squares.len());
                turns.push(Found { legal, preferred, wanted });
            }
        }
        turns.len() < most
    });
    (prefers, turns)
}

/// Leaves only the turns that satisfy a preference, if there are any.
fn prefer(turns: &mut Vec<Found>, number: usize) {
    if turns.iter().any(|found| found.preferred[number]) {
        turns.retain(|found| found.preferred[number]);
    }
}

/// Returns the preference that rules out a turn which nothing forbids, and the turns that go before it.
pub fn outranked<'g>(
    game: &'g Game,
    position: &Position,
    turn: &Turn,
) -> Option<(&'g Forbid, Vec<Turn>)> {
    let asked = Run::still(game, position.clone(), position.to_move);
    let (prefers, mut turns) = gather(asked, Want::All);
    let wanted = visible(turn);
    let is_there = |turns: &[Found]| turns.iter().any(|found| visible(&found.legal.turn) == wanted);
    if !is_there(&turns) {
        return None;
    }
    for (number, rule) in prefers.into_iter().enumerate() {
        prefer(&mut turns, number);
        if !is_there(&turns) {
            return Some((rule, turns.into_iter().map(|found| found.legal.turn).collect()));
        }
    }
    None
}

/// Returns a legal turn of a side after which something holds, in the middle of a run.
pub(super) fn turn_in<'g>(run: &Run<'g>, side: SideId, that: &'g Truth) -> Option<Turn> {
    turns_in(run, side, that).into_iter().next().map(|legal| legal.turn)
}

/// Returns what a turn's text tells: two turns of which it is the same are the same turn.
fn visible(turn: &Turn) -> Vec<(Option<crate::ir::LabelId>, Choice)> {
    let mut steps = Vec::with_capacity(turn.steps.len());
    for step in &turn.steps {
        let choice = match &step.choice {
            // What leaves nothing in the text.
            Choice::Nothing => continue,
            Choice::Alternative(_) if step.label.is_none() => continue,
            Choice::Alternative(_) => Choice::Alternative(0),
            Choice::Move(made) => {
                let mut made = made.clone();
                made.clause = crate::state::ClauseRef::Own(crate::ir::PieceTypeId(0), 0);
                made.takes.clear();
                made.swaps = false;
                Choice::Move(made)
            }
            other => other.clone(),
        };
        steps.push((step.label, choice));
    }
    steps
}

/// Walks the tree of a turn's choices and calls `visit` at every end, until it returns false.
fn explore<'g>(mut run: Run<'g>, visit: &mut dyn FnMut(&mut Run<'g>) -> bool) -> bool {
    match run.advance() {
        Progress::Dead => true,
        Progress::Done => visit(&mut run),
        Progress::Choice(statement, choices) => choices.into_iter().all(|choice| {
            run.branch().is_some_and(|mut next| {
                next.take(statement, choice);
                explore(next, visit)
            })
        }),
    }
}

/// Returns the rule that forbids the turn that has just been played.
pub(super) fn forbidden_by<'g>(run: &mut Run<'g>) -> Option<&'g Forbid> {
    let nested = run.nesting > 1;
    let rules = run.game.forbids.iter();
    rules
        .filter(|rule| !nested || !asks_for_turns(&rule.condition))
        .find(|rule| run.truth(&rule.condition))
}

/// Makes the position after a turn: the next side is to move.
pub(super) fn finish(run: &Run<'_>) -> LegalTurn {
    let mut position = run.position.clone();
    let next = run.next.unwrap_or(run.own.opponent());
    if run.own == SideId::LAST && next == SideId::FIRST {
        position.turn_number = position.turn_number.saturating_add(1);
    }
    position.to_move = next;
    LegalTurn { turn: Turn { steps: run.steps.clone() }, position }
}

/// Tells whether a truth asks about legal turns: such rules are left out when legal turns are counted for another rule.
pub fn asks_for_turns(truth: &Truth) -> bool {
    match truth {
        Truth::HasTurn { .. } => true,
        Truth::Not(inner) => asks_for_turns(inner),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().any(asks_for_turns),
        Truth::Some { over, condition, .. } => squares_ask(over) || asks_for_turns(condition),
        Truth::Exists(set) | Truth::Is { set, .. } | Truth::Attacked { on: set, .. } => {
            squares_ask(set)
        }
        Truth::Within(left, right) | Truth::Safe { piece: left, on: right } => {
            squares_ask(left) || squares_ask(right)
        }
        Truth::Compare { left, right, .. } => number_asks(left) || number_asks(right),
        Truth::Fixed(_)
        | Truth::TypeIs(..)
        | Truth::SameSide(..)
        | Truth::MovedBy(_)
        | Truth::Repeated(_) => false,
    }
}

fn squares_ask(set: &Squares) -> bool {
    match set {
        Squares::Union(sets) | Squares::Intersection(sets) => sets.iter().any(squares_ask),
        Squares::Except(left, right) => squares_ask(left) || squares_ask(right),
        Squares::First(set) | Squares::Last(set) => squares_ask(set),
        Squares::Reach { from, .. } | Squares::Passed { from, .. } => squares_ask(from),
        _ => false,
    }
}

fn number_asks(number: &Number) -> bool {
    match number {
        Number::Count(set) | Number::Sum(_, set) => squares_ask(set),
        Number::Either { condition, then, otherwise } => {
            asks_for_turns(condition) || number_asks(then) || number_asks(otherwise)
        }
        Number::Arithmetic { left, right, .. } => number_asks(left) || number_asks(right),
        _ => false,
    }
}
