//! How a game ends, as people read it: on the page of the rules, and once it is over.

use crate::ir::{Game, Outcome, Side, SideId, Statement, StatementKind, Truth};
use crate::notation::shown;
use crate::state::GameResult;

/// What begins a list of reasons, by whom they are good for.
const HEADS: [&str; 4] = ["The side to move loses", "The side to move wins", "Won or lost", "Draw"];

/// Where in [`HEADS`] the reasons stand that are good for either side.
const DECIDED: usize = 2;

/// Says how a game has ended: `White wins: White has given the third check.`
///
/// The author's words for the reason stand in place of the reason, if there are some (`says result`), with the names of
/// the sides for `{winner}` and `{loser}`.
pub fn result(game: &Game, result: &GameResult) -> String {
    let reason = reason(game, result);
    match result.winner() {
        Some(side) => format!("{} wins: {reason}.", game.side_name(side)),
        None => format!("The game is drawn: {reason}."),
    }
}

/// Returns why a game has ended, in the author's words if there are some, without a full stop.
pub fn reason(game: &Game, result: &GameResult) -> String {
    let text = said(game, &result.reason).unwrap_or_else(|| of_rule(game, &result.reason));
    let name = |side| game.side_name(side);
    let winner = result.winner();
    let losers = SideId::ALL.into_iter().filter(|side| Some(*side) != winner).map(name);
    let losers: Vec<&str> = losers.collect();
    with_names(&text, winner.map_or("nobody", name), &losers.join(" and "))
}

/// Returns what the author says of a reason.
fn said(game: &Game, reason: &str) -> Option<String> {
    let said = game.about.said_of("result", reason).filter(|said| !said.is_empty());
    said.map(str::to_owned)
}

fn with_names(text: &str, winner: &str, loser: &str) -> String {
    let text = text.replace("{winner}", winner).replace("{loser}", loser);
    shown(text.trim_end_matches('.'))
}

/// Returns the reason as the rules give it; that a side has no legal turn, if that is the whole reason.
fn of_rule(game: &Game, reason: &str) -> String {
    let mut ends = game.endings.iter().filter(|ending| ending.reason == reason);
    let stuck = ends.find(|ending| match &ending.condition {
        Truth::Not(inner) => matches!(&**inner, Truth::HasTurn { side: Side::Own, that } if **that == Truth::Fixed(true)),
        _ => false,
    });
    match stuck.map(|ending| ending.outcome) {
        Some(Outcome::Loses(Side::Own)) => "{loser} has no legal move".to_owned(),
        Some(Outcome::Wins(Side::Own)) => "{winner} has no legal move".to_owned(),
        _ => reason.to_owned(),
    }
}

/// Says how the game ends: what the author says about endings, then the reasons by which somebody wins or nobody does.
pub(super) fn end(game: &Game) -> String {
    let mut said = Vec::new();
    let mut lists: [Vec<String>; HEADS.len()] = Default::default();
    for ending in &game.endings {
        match game.about.said_of("ending", &ending.name) {
            Some("") => {}
            Some(text) => said.push(text.to_owned()),
            None => note(game, &mut lists, ending.outcome, &ending.reason),
        }
    }
    let mut acts: Vec<&Statement> = game.turn.iter().collect();
    acts.extend(game.triggers.iter().flat_map(|trigger| &trigger.body));
    while let Some(statement) = acts.pop() {
        acts.extend(statement.blocks().flatten());
        if let StatementKind::End(outcome, reason) = &statement.kind {
            let outcome =
                if *outcome == Outcome::Draw { *outcome } else { Outcome::Wins(Side::Opponent) };
            note(game, &mut lists, outcome, reason);
        }
    }
    for (head, reasons) in HEADS.iter().zip(&lists) {
        if !reasons.is_empty() {
            said.push(format!("{head}: {}.", reasons.join("; ")));
        }
    }
    said.join(" ")
}

/// Notes a reason in the list of those it is good for.
fn note(game: &Game, lists: &mut [Vec<String>; HEADS.len()], outcome: Outcome, reason: &str) {
    let said = said(game, reason);
    let is_said = said.is_some();
    let reason = with_names(said.as_deref().unwrap_or(reason), "the winner", "the loser");
    let place = match outcome {
        Outcome::Loses(_) | Outcome::Wins(_) if is_said => DECIDED,
        Outcome::Loses(Side::Own) => 0,
        Outcome::Wins(Side::Own) => 1,
        Outcome::Loses(_) | Outcome::Wins(_) => DECIDED,
        Outcome::Draw => HEADS.len() - 1,
    };
    // What one side can do in its turn and the other before is good for either.
    let other = lists[..DECIDED].iter().position(|list| list.contains(&reason));
    match other {
        Some(other) if other != place && place <= DECIDED => {
            lists[other].retain(|known| *known != reason);
            lists[DECIDED].push(reason);
        }
        _ if lists[place].contains(&reason)
            || lists[DECIDED].contains(&reason) && place < DECIDED => {}
        _ => lists[place].push(reason),
    }
}
