//! Least disambiguation: as much of where moves begin as is needed, so that no two turns have the same text.

use std::collections::{HashMap, HashSet};

use super::Legal;
use super::elements::{Element, Elements, Moved};
use super::render::{Origin, Scene, Style};
use crate::ir::{SquareId, Tradition};
use crate::notation::turn_text;
use crate::state::{Choice, Position, Turn};

/// From where pieces that are written with the same letter go to a square in turns that are the same besides.
type Rivals<'a> = HashMap<(usize, &'a str, SquareId), Vec<SquareId>>;

/// Writes turns.
pub(super) fn texts(
    style: &Style<'_>,
    before: &Position,
    legal: &[Legal<'_>],
    turns: &[Elements],
) -> Vec<String> {
    let frames = Frames::of(turns);
    let mut rivals: Rivals<'_> = HashMap::new();
    for (turn, frame) in turns.iter().zip(&frames.of_moves) {
        for (moved, frame) in turn.moves().zip(frame) {
            if moved.sign.is_some() {
                continue;
            }
            let key = (*frame, style.names.letter(moved.kind), moved.to);
            let from = rivals.entry(key).or_default();
            if !from.contains(&moved.from) {
                from.push(moved.from);
            }
        }
    }
    let changing =
        if style.tradition == Tradition::Hodges { changing(legal) } else { HashSet::new() };
    let scene = |number: usize| Scene {
        before,
        legal,
        may_change: legal
            .get(number)
            .and_then(|legal| squares_of(legal.turn))
            .is_some_and(|squares| changing.contains(&squares)),
    };
    let least = |number: usize| -> Vec<Origin> {
        let turn = &turns[number];
        let moves = turn.moves().zip(&frames.of_moves[number]);
        moves.map(|(moved, frame)| origin(style, &rivals, moved, *frame)).collect()
    };
    let mut texts: Vec<String> = (0..turns.len())
        .map(|number| style.text(&scene(number), &turns[number], &least(number)))
        .collect();
    // Turns that differ in what is not written have the same text without being rivals.
    for further in [Origin::File, Origin::Rank, Origin::Square, Origin::Way] {
        for number in doubles(&texts) {
            let origins = vec![further; turns[number].moves().count()];
            texts[number] = style.text(&scene(number), &turns[number], &origins);
        }
    }
    for number in doubles(&texts) {
        texts[number] = turn_text(style.game, legal[number].turn);
    }
    texts
}

/// Returns the numbers of the texts that several turns have.
fn doubles(texts: &[String]) -> Vec<usize> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for text in texts {
        *times.entry(text).or_default() += 1;
    }
    let is_double =
        |number: &usize| times.get(texts[*number].as_str()).is_some_and(|&times| times > 1);
    (0..texts.len()).filter(is_double).collect()
}

/// Returns how much of where a move begins is needed.
fn origin(style: &Style<'_>, rivals: &Rivals<'_>, moved: &Moved, frame: usize) -> Origin {
    let least = style.least(moved);
    let key = (frame, style.names.letter(moved.kind), moved.to);
    let name = |square: SquareId| style.names.squares.get(square);
    let mut others = rivals
        .get(&key)
        .into_iter()
        .flatten()
        .copied()
        .filter(|from| *from != moved.from)
        .peekable();
    if others.peek().is_none() {
        return least;
    }
    let Some((file, rank)) = name(moved.from).and_then(|name| name.parts.as_ref()) else {
        return Origin::Square;
    };
    if style.tradition == Tradition::Hodges {
        return Origin::Square;
    }
    let (mut same_file, mut same_rank) = (false, false);
    for other in others {
        if let Some(parts) = name(other).and_then(|name| name.parts.as_ref()) {
            same_file |= parts.0 == *file;
            same_rank |= parts.1 == *rank;
        } else {
            (same_file, same_rank) = (true, true);
        }
    }
    match (same_file, same_rank) {
        (false, _) => Origin::File,
        (true, false) if least == Origin::None => Origin::Rank,
        _ => Origin::Square,
    }
}

/// What is written before and behind each move of each turn, as numbers: where it is the same, they are.
struct Frames {
    of_moves: Vec<Vec<usize>>,
}

impl Frames {
    fn of(turns: &[Elements]) -> Self {
        let mut known: HashMap<(&[Element], &[Element]), usize> = HashMap::new();
        let mut of_moves = Vec::with_capacity(turns.len());
        for turn in turns {
            let is_move = |place: &usize| matches!(turn.list[*place], Element::Move(_));
            let moves = (0..turn.list.len()).filter(is_move).map(|place| {
                let next = known.len();
                // That a piece could have become another is no reason to leave out where it comes from.
                let behind = match &turn.list[place + 1..] {
                    [Element::Stays, rest @ ..] => rest,
                    all => all,
                };
                *known.entry((&turn.list[..place], behind)).or_insert(next)
            });
            of_moves.push(moves.collect());
        }
        Self { of_moves }
    }
}

/// Returns the squares of a turn's last move.
fn squares_of(turn: &Turn) -> Option<(SquareId, SquareId)> {
    turn.steps.iter().rev().find_map(|step| match &step.choice {
        Choice::Move(made) => Some((made.from, made.to)),
        _ => None,
    })
}

/// Returns the moves of turns in which a type is chosen.
fn changing(legal: &[Legal<'_>]) -> HashSet<(SquareId, SquareId)> {
    let changes = legal
        .iter()
        .filter(|legal| legal.turn.steps.iter().any(|step| matches!(step.choice, Choice::Type(_))));
    changes.filter_map(|legal| squares_of(legal.turn)).collect()
}
