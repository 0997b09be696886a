//! How a game ends, as people read it: on the page of the rules, and once it is over.

use super::listed;
use crate::ir::{Game, Outcome, Side, SideId, Statement, StatementKind, Truth};
use crate::notation::shown;
use crate::state::GameResult;

/// What begins a sentence of reasons, by whom they are good for.
const HEADS: [&str; 6] = [
    "Whoever is to move loses",
    "Whoever is to move wins",
    "A side wins",
    "A side loses",
    "The game is decided",
    "The game is drawn",
];

/// Where in [`HEADS`] the reasons stand that speak of the winner.
const WINS: usize = 2;
/// Where those stand that speak of the loser.
const LOSES: usize = 3;
/// Where the others stand that are good for either side.
const DECIDED: usize = 4;

/// The most words of what a sentence lists.
const MOST_WORDS: usize = 28;

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
        said.extend(sentences(head, reasons));
    }
    said.join(" ")
}

/// Says by what the game ends so, and when: `The game is drawn by stalemate, or when both sides have passed.`
fn sentences(head: &str, reasons: &[String]) -> Vec<String> {
    let (clauses, nouns): (Vec<&String>, Vec<&String>) =
        reasons.iter().partition(|reason| is_clause(reason));
    let by = nouns.iter().enumerate().map(|(at, noun)| match noun.strip_prefix("no ") {
        Some(_) => format!("with {noun}"),
        None if at == 0 => format!("by {}", with_the(noun)),
        None => with_the(noun),
    });
    let when = clauses.iter().map(|clause| format!("when {clause}"));
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut words = 0;
    for part in by.chain(when) {
        words += part.split_whitespace().count();
        match groups.last_mut() {
            Some(group) if words <= MOST_WORDS => group.push(part),
            _ => {
                words = part.split_whitespace().count();
                groups.push(vec![part]);
            }
        }
    }
    groups.iter().map(|group| format!("{head} {}.", listed(group, "or"))).collect()
}

/// Tells whether a reason has a verb, by the usual ones.
fn is_clause(reason: &str) -> bool {
    let verbs = [
        "is", "are", "has", "have", "had", "can", "cannot", "may", "gives", "gave", "would",
        "wins", "joins", "came", "comes", "makes", "holds", "stands", "takes", "reaches", "was",
        "were", "does", "did",
    ];
    reason.split_whitespace().any(|word| verbs.contains(&word.trim_end_matches(',')))
}

/// `the third repetition`, `the fifty-move rule`.
fn with_the(noun: &str) -> String {
    let is_one = ["first ", "second ", "third ", "fourth ", "fifth "]
        .iter()
        .any(|first| noun.starts_with(first));
    if is_one || noun.ends_with(" rule") { format!("the {noun}") } else { noun.to_owned() }
}

/// Notes a reason in the list of those it is good for.
fn note(game: &Game, lists: &mut [Vec<String>; HEADS.len()], outcome: Outcome, reason: &str) {
    let said = said(game, reason);
    let is_said = said.is_some();
    let text = said.as_deref().unwrap_or(reason);
    let (reason, decided) = match (text.contains("{winner}"), text.contains("{loser}")) {
        (true, false) => (with_names(&text.replace("{winner}'s", "its"), "it", ""), WINS),
        (false, true) => (with_names(&text.replace("{loser}'s", "its"), "", "it"), LOSES),
        _ => (with_names(text, "the winner", "the loser"), DECIDED),
    };
    let place = match outcome {
        Outcome::Loses(_) | Outcome::Wins(_) if is_said => decided,
        Outcome::Loses(Side::Own) => 0,
        Outcome::Wins(Side::Own) => 1,
        Outcome::Loses(_) | Outcome::Wins(_) => decided,
        Outcome::Draw => HEADS.len() - 1,
    };
    // What one side can do in its turn and the other before is good for either.
    let other = lists[..=DECIDED].iter().position(|list| list.contains(&reason));
    match other {
        Some(other) if other < WINS && place <= DECIDED && other != place => {
            lists[other].retain(|known| *known != reason);
            lists[DECIDED].push(reason);
        }
        Some(_) if place <= DECIDED => {}
        _ if lists[place].contains(&reason) => {}
        _ => lists[place].push(reason),
    }
}
