//! Advice about endings: what becomes of a side that cannot move, and endings that are asked too late.

use super::bounds::always;
use super::{Advice, Judged, Looked};
use crate::diag::codes;
use crate::ir::{Ending, Outcome, Side, Squares, Truth};

/// Conditions with more different questions than this are not gone through.
const MAX_QUESTIONS: usize = 10;

/// Looks at the endings.
pub(super) fn look(looked: &Looked<'_>, advice: &mut Advice) {
    cannot_move(looked, advice);
    for ending in &looked.game.endings {
        let void = || always(&looked.scenes(), &ending.condition) == Some(false);
        if ending.span.source == looked.file
            && looked.other_half(ending).is_none()
            && is_late(ending)
            && !void()
        {
            late(looked, ending, advice);
        }
    }
}

/// Advises if the file takes out what an ending said about a side that cannot move.
fn cannot_move(looked: &Looked<'_>, advice: &mut Advice) {
    let game = looked.game;
    let conditions: Vec<&Truth> = game.endings.iter().map(|ending| &ending.condition).collect();
    if always_one(&conditions) != Some(false) {
        return;
    }
    let words = super::words::words(looked.sources.text(looked.file));
    let mut triples = words.windows(3).filter(|triple| {
        matches!(triple[0].text, "remove" | "replace") && triple[1].text == "ending"
    });
    let Some(taken) = triples.find(|triple| asks_for_turns(looked, triple[2].text)) else { return };
    let span = taken[0].span(looked.file).join(taken[2].span(looked.file));
    let found = codes::NO_ENDING_WHEN_STUCK
        .at(span, "no ending says what it means that a side cannot move")
        .label("this one did")
        .help("say who wins then: `ending stalemate: draw \"stalemate\" when own cannot move`");
    advice.add(found, Judged::Rules);
}

/// Tells whether another file has an ending of that name that asks whether a side can move.
fn asks_for_turns(looked: &Looked<'_>, name: &str) -> bool {
    let (head, ends) = (("ending", name), ["ending", "use", "test"]);
    let mut others = looked.sources.ids().skip(1);
    others.any(|id| super::words::says(looked.sources.text(id), head, &ends, "cannot"))
}

/// Tells whether one of the conditions holds whenever the side to move has no legal turn; nothing if that is
/// not found out.
fn always_one(conditions: &[&Truth]) -> Option<bool> {
    let mut questions: Vec<&Truth> = Vec::new();
    let mut concerned = false;
    for condition in conditions {
        condition.each_question(&mut |question| {
            concerned |= question.is_own_turn();
            if !question.is_own_turn() && !questions.contains(&question) {
                questions.push(question);
            }
        });
    }
    if !concerned {
        return Some(false);
    }
    if questions.len() > MAX_QUESTIONS {
        return None;
    }
    let all = (0..1_u32 << questions.len()).all(|answers| {
        let answer = |question: &Truth| {
            let at = questions.iter().position(|other| *other == question);
            at.is_some_and(|at| answers >> at & 1 == 1)
        };
        conditions.iter().any(|condition| condition.answered(&answer))
    });
    Some(all)
}

/// Tells whether an ending lets a side win by what its own pieces have come to: that is asked only when the
/// enemy has played another turn.
fn is_late(ending: &Ending) -> bool {
    let own_wins =
        matches!(ending.outcome, Outcome::Wins(Side::Own) | Outcome::Loses(Side::Opponent));
    own_wins && ending.condition.conjuncts().iter().all(is_about_own_place)
}

/// Tells whether a condition asks whether own pieces stand on certain squares.
fn is_about_own_place(truth: &Truth) -> bool {
    let is_own = |set: &Squares| set.is_within(&|part| *part == Squares::own());
    let is_place = |set: &Squares| set.is_within(&Squares::is_place);
    match truth {
        Truth::Exists(set) => is_own(set) && is_place(set),
        Truth::Within(first, second) => is_own(first) && is_place(second),
        _ => false,
    }
}

fn late(looked: &Looked<'_>, ending: &Ending, advice: &mut Advice) {
    let message = format!("the ending `{}` comes a turn late", ending.name);
    let text = looked.sources.slice(ending.span);
    let found = codes::TURN_LATE.at(ending.span, message)
        .label("endings look from the side that is about to move: `own` has come there a turn ago, and the enemy has played since");
    let head = ["side to move wins", "own wins"].into_iter().find(|head| text.contains(head));
    let found = match head {
        Some(head) if !text.contains("enemy") => {
            let put = text.replacen(head, "a side wins", 1);
            found.suggest(ending.span, put, "`a side` asks both sides after every turn")
        }
        Some(_) => found.help("ask both: `a side wins … when any own … on …`"),
        None => match swapped(text) {
            Some(put) => found.suggest(ending.span, put, "who has just moved is `enemy`"),
            None => found.help("ask both: `a side wins … when any own … on …`"),
        },
    };
    advice.add(found, Judged::Rules);
}

/// Writes `enemy` for every `own` of an ending, where that is all there is to do.
fn swapped(text: &str) -> Option<String> {
    let words = super::words::words(text);
    if words.iter().any(|word| matches!(word.text, "enemy" | "opponent" | "mover")) {
        return None;
    }
    let mut put = text.to_owned();
    for word in words.iter().rev().filter(|word| word.text == "own") {
        put.replace_range(word.at..word.at + word.text.len(), "enemy");
    }
    Some(put)
}
