//! Legal turns.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::outcome::comparison_key;
use super::run::{Progress, Run};
use crate::ir::{Forbid, Game, Goal, Preference, SideId, Truth};
use crate::source::Span;
use crate::state::{Allowance, Choice, Position, Recurrence, TooMuch, Turn, TurnOrder, Unplayable};

/// A legal turn and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalTurn {
    /// The turn.
    pub turn: Turn,
    /// The position after it.
    pub position: Position,
}

/// Returns the legal turns of the side to move, each text once, in the order in which the rules give them.
///
/// Whether the game is already over is not asked here, except by an effect: then there are none.
///
/// # Errors
/// If finding them takes more than may be spent.
pub fn legal_turns(
    game: &Game,
    position: &Position,
    allowance: &Allowance,
) -> Result<Vec<LegalTurn>, TooMuch> {
    answer(Run::asking(game, position.clone(), allowance), Sought::All)
}

/// Returns the legal turns of the side to move, those too that lead to the same position as another one and are the same
/// turn by the rules of the game.
///
/// # Errors
/// If finding them takes more than may be spent.
pub fn turns_told_apart(
    game: &Game,
    position: &Position,
    allowance: &Allowance,
) -> Result<Vec<LegalTurn>, TooMuch> {
    answer(Run::asking(game, position.clone(), allowance), Sought::AllTold)
}

/// Answers a question that the side to move asks.
pub(super) fn answer<'g>(asked: Run<'g>, sought: Sought<'g>) -> Result<Vec<LegalTurn>, TooMuch> {
    let budget = asked.budget.clone();
    let turns = collect(asked, sought);
    budget.answer(turns)
}

/// Tells whether the side to move has a legal turn.
///
/// # Errors
/// If none is found with what may be spent.
pub fn has_legal_turn(
    game: &Game,
    position: &Position,
    allowance: &Allowance,
) -> Result<bool, TooMuch> {
    let asked = Run::asking(game, position.clone(), allowance);
    let budget = asked.budget.clone();
    // One that has been found is there, whatever it took.
    if collect(asked, Sought::Any).is_empty() { budget.answer(false) } else { Ok(true) }
}

/// Returns all ways of playing a turn, allowed or not, each with the rule that forbids it, if one does.
///
/// # Errors
/// If finding them takes more than may be spent.
pub fn pseudo_turns(
    game: &Game,
    position: &Position,
    allowance: &Allowance,
) -> Result<Vec<(LegalTurn, Option<String>)>, TooMuch> {
    let mut turns = Vec::new();
    let mut begun = Run::begin(game, position.clone());
    begun.budget = allowance.budget();
    let budget = begun.budget.clone();
    if position.over.is_none() {
        explore(begun, &mut |run| {
            let forbidden = forbidden_by(run).map(|rule| rule.reason.clone());
            let found = finish(run);
            budget.hold(found.bytes());
            turns.push((found, forbidden));
            budget.count_turns(turns.len());
            !budget.is_spent()
        });
    }
    budget.answer(turns)
}

/// Plays a turn.
///
/// # Errors
/// If the turn is not one of the ways of playing, or a rule forbids it, or that takes more to find out than may be spent.
/// `prefer` rules are not looked at: [`legal_turns`] does that.
pub fn play(
    game: &Game,
    position: &Position,
    turn: &Turn,
    allowance: &Allowance,
) -> Result<Position, Unplayable> {
    let mut run = Run::begin(game, position.clone());
    run.budget = allowance.budget();
    let budget = run.budget.clone();
    let played = go_through(run, turn);
    budget.met().map_or(played, |met| Err(Unplayable::TooMuch(met)))
}

fn go_through(mut run: Run<'_>, turn: &Turn) -> Result<Position, Unplayable> {
    for (number, step) in turn.steps.iter().enumerate() {
        match run.advance() {
            Progress::Choice(statement, choices) if choices.contains(&step.choice) => {
                run.take(statement, step.choice.clone());
            }
            Progress::Choice(..) | Progress::Dead => return Err(Unplayable::NoSuchChoice(number)),
            Progress::Done => return Err(Unplayable::WrongLength),
        }
    }
    match run.advance() {
        Progress::Done => {}
        Progress::Choice(..) | Progress::Dead => return Err(Unplayable::WrongLength),
    }
    match forbidden_by(&mut run) {
        Some(rule) => Err(Unplayable::Forbidden(rule.reason.clone())),
        None => Ok(finish(&run).position),
    }
}

/// Returns legal turns that a side would have in the middle of a run after which something holds: one, if any will do.
pub(super) fn turns_in<'g>(run: &Run<'g>, side: SideId, that: &'g Truth) -> Vec<LegalTurn> {
    let mut asked = Run::still(run.game, run.position.clone(), side);
    asked.position.to_move = side;
    (asked.nesting, asked.imagined, asked.forgets) = (run.nesting + 1, run.imagined, run.forgets);
    asked.slots.clone_from(&run.slots);
    asked.budget = run.budget.clone();
    let sought = if that.is_always() { Sought::Any } else { Sought::EndingSo(that) };
    collect(asked, sought)
}

/// If more ways of playing a turn than this have been judged when a limit is met, it is their number that is too much, and
/// not what judging one of them takes.
const MANY_WAYS: usize = 1000;

impl LegalTurn {
    /// Returns about how many bytes of memory it takes, with what its text tells.
    fn bytes(&self) -> usize {
        2 * self.turn.bytes() + self.position.bytes()
    }
}

/// Which turns are wanted.
#[derive(Clone, Copy)]
pub(super) enum Sought<'g> {
    /// All of them.
    All,
    /// All of them, those too that lead to the same position as another one.
    AllTold,
    /// Any one.
    Any,
    /// Those after which this holds.
    EndingSo(&'g Truth),
}

/// Collects the legal turns of the side to move in the position of a run that stands still.
fn collect<'g>(asked: Run<'g>, sought: Sought<'g>) -> Vec<LegalTurn> {
    let game = asked.game;
    let (prefers, mut turns) = gather(asked, sought);
    for number in 0..prefers.len() {
        prefer(&mut turns, number);
    }
    if game.turns_by_position && !matches!(sought, Sought::AllTold) {
        turns = merged(game, turns);
    }
    turns.into_iter().filter(|found| found.wanted).map(|found| found.legal).collect()
}

/// Leaves of the turns that lead to the same position the first in their order.
fn merged(game: &Game, turns: Vec<Found>) -> Vec<Found> {
    let order = TurnOrder::of(game);
    let mut merged: Vec<(Vec<i32>, Found)> = Vec::new();
    let mut places: HashMap<Position, usize> = HashMap::new();
    for found in turns {
        let key = order.key(&found.legal.turn.shown());
        match places.entry(found.legal.position.clone()) {
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push((key, found));
            }
            Entry::Occupied(place) => {
                let known = &mut merged[*place.get()];
                if key < known.0 {
                    *known = (key, found);
                }
            }
        }
    }
    merged.into_iter().map(|(_, found)| found).collect()
}

/// A turn that nothing forbids.
struct Found {
    legal: LegalTurn,
    /// How high each of the preferences ranks it.
    ranks: Vec<i64>,
    /// Whether it is what is wanted.
    wanted: bool,
}

/// Gathers the turns that nothing forbids, with the preferences that they are then judged by.
fn gather<'g>(asked: Run<'g>, sought: Sought<'g>) -> (Vec<&'g Preference>, Vec<Found>) {
    let (game, nesting) = (asked.game, asked.nesting);
    let prefers: Vec<&Preference> =
        game.preferences.iter().filter(|rule| nesting <= 1 || !rule.asks_for_turns).collect();
    let mut turns: Vec<Found> = Vec::new();
    if asked.position.over.is_some() {
        return (prefers, turns);
    }
    let mut begun = Run::begin(game, asked.position);
    (begun.nesting, begun.imagined, begun.slots) = (nesting, asked.imagined, asked.slots);
    begun.budget = asked.budget;
    if asked.forgets {
        (begun.past, begun.forgets) = (None, true);
    }
    let budget = begun.budget.clone();
    // One turn is enough if any will do, whichever rule prefers which.
    let one_will_do = matches!(sought, Sought::Any);
    let (mut known, mut ways, mut held) = (HashSet::new(), 0, 0);
    let choosing = explore(begun, &mut |run| {
        ways += 1;
        if forbidden_by(run).is_none() && !run.budget.is_spent() {
            let legal = finish(run);
            if known.insert(legal.turn.shown()) {
                let ranks = prefers.iter().map(|rule| rank(run, &rule.goal)).collect();
                let wanted = match sought {
                    Sought::EndingSo(that) => run.truth(that),
                    Sought::All | Sought::AllTold | Sought::Any => true,
                };
                run.budget.spend(run.game.board.squares.len());
                held += legal.bytes();
                run.budget.hold(legal.bytes());
                turns.push(Found { legal, ranks, wanted });
                run.budget.count_turns(turns.len());
            }
        }
        !(run.budget.is_spent() || one_will_do && !turns.is_empty())
    });
    if let Some(at) = choosing.filter(|_| ways > MANY_WAYS) {
        budget.blame(at);
    }
    budget.release(held);
    (prefers, turns)
}

/// Returns how high the turn that has just been played ranks: the higher, the sooner it goes before others.
fn rank<'g>(run: &mut Run<'g>, goal: &'g Goal) -> i64 {
    match goal {
        Goal::When(condition) => i64::from(run.truth(condition)),
        Goal::Most(number) => i64::from(run.number(number)),
        Goal::Least(number) => -i64::from(run.number(number)),
    }
}

/// Leaves only the turns that a preference ranks highest.
fn prefer(turns: &mut Vec<Found>, number: usize) {
    let highest = turns.iter().map(|found| found.ranks[number]).max();
    turns.retain(|found| Some(found.ranks[number]) == highest);
}

/// A preference, and the turns that go before another one by it.
pub type Outranked<'g> = (&'g Preference, Vec<Turn>);

/// Returns the preference that rules out a turn which nothing forbids, and the turns that go before it.
///
/// # Errors
/// If finding the turns takes more than may be spent.
pub fn outranked<'g>(
    game: &'g Game,
    position: &Position,
    turn: &Turn,
    allowance: &Allowance,
) -> Result<Option<Outranked<'g>>, TooMuch> {
    let asked = Run::asking(game, position.clone(), allowance);
    let budget = asked.budget.clone();
    let (prefers, turns) = gather(asked, Sought::All);
    budget.answer(ruled_out(prefers, turns, turn))
}

fn ruled_out<'g>(
    prefers: Vec<&'g Preference>,
    mut turns: Vec<Found>,
    turn: &Turn,
) -> Option<Outranked<'g>> {
    let wanted = turn.shown();
    let is_there = |turns: &[Found]| turns.iter().any(|found| found.legal.turn.shown() == wanted);
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

/// Walks the tree of a turn's choices and calls `visit` at every end, until it returns false. Returns where the choice was
/// asked for that came last then.
fn explore<'g>(run: Run<'g>, visit: &mut dyn FnMut(&mut Run<'g>) -> bool) -> Option<Span> {
    let mut choosing = None;
    go_on(run, &mut choosing, visit);
    choosing
}

fn go_on<'g>(
    mut run: Run<'g>,
    choosing: &mut Option<Span>,
    visit: &mut dyn FnMut(&mut Run<'g>) -> bool,
) -> bool {
    match run.advance() {
        Progress::Dead => true,
        Progress::Done => visit(&mut run),
        Progress::Choice(statement, choices) => {
            *choosing = Some(statement.span);
            let (budget, held) = (run.budget.clone(), choices.iter().map(Choice::bytes).sum());
            budget.hold(held);
            let all = choices.into_iter().all(|choice| {
                let next = run.branch();
                budget.blame(statement.span);
                next.is_some_and(|mut next| {
                    next.take(statement, choice);
                    go_on(next, choosing, visit)
                })
            });
            budget.release(held);
            all
        }
    }
}

/// Returns the rule that forbids the turn that has just been played.
pub(super) fn forbidden_by<'g>(run: &mut Run<'g>) -> Option<&'g Forbid> {
    let nested = run.nesting > 1;
    if let Some(recurrence) = come_back(run) {
        run.recurrence = recurrence;
    }
    let rules = run.game.forbids.iter();
    rules.filter(|rule| !nested || !rule.asks_for_turns).find(|rule| {
        let forbids = run.truth(&rule.condition);
        run.budget.blame(rule.span);
        forbids
    })
}

/// Returns how the position to which a turn leads has come back, where a rule asks for that.
fn come_back(run: &Run<'_>) -> Option<Recurrence<Position>> {
    let past = &run.position.past;
    let key = |position: &Position| comparison_key(run.game, position, &Allowance::UNLIMITED);
    let keys = run.past.as_ref()?.get_or_init(|| past.iter().map(key).collect());
    let after = finish(run).position;
    let now = key(&after);
    run.budget.spend((keys.len() + 1) * run.game.board.squares.len());
    let same = keys.iter().filter(|key| **key == now).count();
    let count = u32::try_from(same).unwrap_or(u32::MAX).saturating_add(1);
    let before = past.iter().zip(keys).map(|(position, key)| (position.clone(), *key == now));
    let known = Recurrence::with_before(count, run.game.lookback(), before);
    Some(Recurrence { now: Some(Box::new(after)), ..known })
}

/// Makes the position after a turn: the next side is to move.
pub(super) fn finish(run: &Run<'_>) -> LegalTurn {
    let mut position = run.position.clone();
    let next = run.next.unwrap_or_else(|| run.own.next());
    if run.own == SideId::LAST && next == SideId::FIRST {
        position.turn_number = position.turn_number.saturating_add(1);
    }
    position.to_move = next;
    LegalTurn { turn: Turn { steps: run.steps.clone() }, position }
}
