//! Why a game is over, or is not.

use super::answer::{Answer, Kind, Note, Verdict};
use super::rule::Rule;
use super::words::Words;
use crate::ir::Ending;
use crate::reference::explain::{Judged, endings};
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::{GameResult, TooMuch};

/// Tells which rule has ended the game of a session, or that none has, and why not.
///
/// # Errors
/// If finding that out takes more than may be spent.
pub fn standing(session: &Session, sources: &SourceMap) -> Result<Answer, TooMuch> {
    let words = Words { game: session.game(), sources };
    if let Some(result) = &session.position().over {
        return Ok(by_effect(words, result));
    }
    let (position, recurrence) = (session.position(), session.recurrence());
    let mut judged = endings(session.game(), position, &recurrence, session.allowance())?;
    let last = judged.pop_if(|last| last.result.is_some());
    let others = judged.iter().map(|ending| did_not(words, ending)).collect();
    match last.as_ref().and_then(|last| Some((last, last.result.as_ref()?))) {
        Some((last, result)) => {
            let (rule, plain) =
                (rule(last.ending), format!("the game is over: {}", told(words, result)));
            let found = words.facts(&last.finding, rule.span);
            let condition = words.truth(last.finding.truth, rule.span);
            let found = if found.is_empty() { String::new() } else { format!(" ({found})") };
            let message = format!("{plain}, for `{condition}`{found}");
            let answer = Answer::of(Verdict::Over, Kind::Over, message, rule);
            Ok(Answer { plain, notes: others, ..answer })
        }
        None => open(session, words, others),
    }
}

fn by_effect(words: Words<'_>, result: &GameResult) -> Answer {
    let ended = Rule::of_end(words.game, &result.reason);
    let message = format!("the game is over: {}", told(words, result));
    let rule = ended.clone().unwrap_or_else(|| Rule::of_turn(words.game));
    let mut answer = Answer::of(Verdict::Over, Kind::Over, message, rule);
    if ended.is_none() {
        let text = "the position text tells this result; no rule gives this reason";
        answer.notes.push(Note::plain(text));
    }
    answer
}

fn open(session: &Session, words: Words<'_>, notes: Vec<Note>) -> Result<Answer, TooMuch> {
    let side = words.side(session.side_to_move());
    let turns = match session.legal_turns()?.len() {
        0 => "no legal turn, and no ending says what that means".to_owned(),
        1 => "one legal turn".to_owned(),
        count => format!("{count} legal turns"),
    };
    let message = format!("the game is not over: it is the turn of {side}, who has {turns}");
    let rule = Rule::of_turn(words.game);
    Ok(Answer { notes, ..Answer::of(Verdict::Open, Kind::Open, message, rule) })
}

/// Tells why an ending has not ended the game.
fn did_not(words: Words<'_>, judged: &Judged<'_>) -> Note {
    let rule = rule(judged.ending);
    let finding = words.finding(&judged.finding, rule.span);
    Note::about(format!("not `{}`: {finding}", judged.ending.reason), rule)
}

fn rule(ending: &Ending) -> Rule {
    let word = if ending.by_record { "record" } else { "ending" };
    Rule::new(format!("{word} {}", ending.name), ending.span)
}

fn told(words: Words<'_>, result: &GameResult) -> String {
    match result.winner() {
        Some(side) => format!("{} wins, {}", words.side(side), result.reason),
        None => format!("a draw, {}", result.reason),
    }
}
