//! How a game ends, as people read it: on the page of the rules, and once it is over.

use std::collections::BTreeMap;

use super::listed;
use crate::ir::{Game, Outcome, Side, SideId, Truth};
use crate::notation::shown;
use crate::state::GameResult;

/// By whom reasons are good for, or bad: each begins sentences of its own, in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Head {
    MoverLoses,
    MoverWins,
    Wins(SideId),
    Loses(SideId),
    SideWins,
    SideLoses,
    Decided,
    Drawn,
}

impl Head {
    fn text(self, game: &Game) -> String {
        match self {
            Self::MoverLoses => "Whoever is to move loses".to_owned(),
            Self::MoverWins => "Whoever is to move wins".to_owned(),
            Self::Wins(side) => format!("{} wins", game.side_name(side)),
            Self::Loses(side) => format!("{} loses", game.side_name(side)),
            Self::SideWins => "A side wins".to_owned(),
            Self::SideLoses => "A side loses".to_owned(),
            Self::Decided => "The game is decided".to_owned(),
            Self::Drawn => "The game is drawn".to_owned(),
        }
    }

    /// Tells whether it is only said of whoever is to move.
    fn is_of_mover(self) -> bool {
        matches!(self, Self::MoverLoses | Self::MoverWins)
    }
}

/// Reasons by whom they are good for.
type Lists = BTreeMap<Head, Vec<String>>;

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
    let stuck =
        ends.find(|ending| matches!(&ending.condition, Truth::Not(inner) if inner.is_own_turn()));
    match stuck.map(|ending| ending.outcome) {
        Some(Outcome::Loses(Side::Own)) => "{loser} has no legal move".to_owned(),
        Some(Outcome::Wins(Side::Own)) => "{winner} has no legal move".to_owned(),
        _ => reason.to_owned(),
    }
}

/// Says how the game ends: what the author says about endings, then the reasons by which somebody wins or nobody does.
pub(super) fn end(game: &Game) -> String {
    let mut said = Vec::new();
    let mut lists = Lists::new();
    for ending in &game.endings {
        match game.about.said_of("ending", &ending.name) {
            Some("") => {}
            Some(text) => said.push(text.to_owned()),
            None => note(game, &mut lists, ending.outcome, &ending.reason),
        }
    }
    for (outcome, reason) in game.ends().into_iter().rev() {
        let outcome = match outcome {
            Outcome::Wins(Side::Own) | Outcome::Loses(Side::Own) => Outcome::Wins(Side::Opponent),
            other => other,
        };
        note(game, &mut lists, outcome, reason);
    }
    for (head, reasons) in &lists {
        said.extend(sentences(&head.text(game), reasons));
    }
    said.join(" ")
}

/// Says by what the game ends so, and when: `The game is drawn by stalemate, or when both sides have passed.`
fn sentences(head: &str, reasons: &[String]) -> Vec<String> {
    let (clauses, nouns): (Vec<&String>, Vec<&String>) =
        reasons.iter().partition(|reason| is_clause(reason));
    let by = nouns.iter().enumerate().map(|(at, noun)| match noun.strip_prefix("no ") {
        Some(_) => format!("with {noun}"),
        None if at == 0 && !noun.starts_with("by ") => format!("by {}", with_the(noun)),
        None => with_the(noun),
    });
    let when = clauses.iter().map(|clause| format!("when {clause}"));
    let mut groups = in_groups(by);
    groups.extend(in_groups(when));
    groups.iter().map(|group| format!("{head} {}.", listed(group, "or"))).collect()
}

/// Divides what a sentence lists, so that no sentence is too long.
fn in_groups(parts: impl Iterator<Item = String>) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut words = 0;
    for part in parts {
        let more = part.split_whitespace().count();
        words += more;
        match groups.last_mut() {
            Some(group) if words <= MOST_WORDS => group.push(part),
            _ => {
                words = more;
                groups.push(vec![part]);
            }
        }
    }
    groups
}

/// Tells whether a reason has a verb, by the usual ones.
fn is_clause(reason: &str) -> bool {
    let verbs = [
        "is", "are", "has", "have", "had", "can", "cannot", "may", "gives", "gave", "would",
        "wins", "joins", "came", "comes", "makes", "holds", "stands", "takes", "reaches", "was",
        "were", "does", "did",
    ];
    !reason.starts_with("by ")
        && reason.split_whitespace().any(|word| verbs.contains(&word.trim_end_matches(',')))
}

/// `the third repetition`, `the fifty-move rule`.
fn with_the(noun: &str) -> String {
    let is_one = ["first ", "second ", "third ", "fourth ", "fifth "]
        .iter()
        .any(|first| noun.starts_with(first));
    if is_one || noun.ends_with(" rule") { format!("the {noun}") } else { noun.to_owned() }
}

/// Notes a reason in the list of those it is good for.
fn note(game: &Game, lists: &mut Lists, outcome: Outcome, reason: &str) {
    let said = said(game, reason);
    let text = said.as_deref().unwrap_or(reason);
    let (reason, speaks_of) = match (text.contains("{winner}"), text.contains("{loser}")) {
        (true, false) => {
            (with_names(&text.replace("{winner}'s", "its"), "it", ""), Some(Head::SideWins))
        }
        (false, true) => {
            (with_names(&text.replace("{loser}'s", "its"), "", "it"), Some(Head::SideLoses))
        }
        (true, true) => (with_names(text, "the winner", "the loser"), Some(Head::Decided)),
        (false, false) => (with_names(text, "", ""), None),
    };
    let head = speaks_of.filter(|_| outcome != Outcome::Draw).unwrap_or(match outcome {
        Outcome::Loses(Side::Own) if said.is_none() => Head::MoverLoses,
        Outcome::Wins(Side::Own) if said.is_none() => Head::MoverWins,
        Outcome::Wins(Side::Fixed(side)) => Head::Wins(side),
        Outcome::Loses(Side::Fixed(side)) => Head::Loses(side),
        Outcome::Loses(_) | Outcome::Wins(_) => Head::Decided,
        Outcome::Draw => Head::Drawn,
    });
    // What one side can do in its turn and the other before is good for either.
    let other = lists.iter().find(|(other, known)| {
        (other.is_of_mover() || **other == Head::Decided) && known.contains(&reason)
    });
    let other = other.map(|(other, _)| *other);
    match other {
        Some(other) if other.is_of_mover() && head != other && head != Head::Drawn => {
            lists.entry(other).or_default().retain(|known| *known != reason);
            lists.entry(Head::Decided).or_default().push(reason);
        }
        Some(_) if head != Head::Drawn => {}
        _ => {
            let list = lists.entry(head).or_default();
            if !list.contains(&reason) {
                list.push(reason);
            }
        }
    }
}
