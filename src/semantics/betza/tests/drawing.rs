//! Boards that are drawn, and walks on them.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "boards in tests are drawings of a few squares"
)]

use super::super::*;
use crate::ir::{Id, Limit, Side, Squares};
use crate::source::SourceId;

pub(super) const OPEN: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . @ . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

/// A board read from a drawing; the last row is rank 0.
pub(super) struct Board {
    rows: Vec<Vec<char>>,
    pub(super) start: (i16, i16),
}

/// Where a walk is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) at: (i16, i16),
    pub(super) via: Vec<(i16, i16)>,
    pub(super) taken: Vec<(i16, i16)>,
}

impl Board {
    pub(super) fn read(drawing: &str) -> Self {
        let lines = drawing.lines().filter(|line| !line.trim().is_empty());
        let mut rows: Vec<Vec<char>> = lines
            .map(|line| line.split_whitespace().filter_map(|word| word.chars().next()).collect())
            .collect();
        rows.reverse();
        let mut start = None;
        for (y, row) in rows.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                if *cell == '@' {
                    start = Some((x as i16, y as i16));
                }
                *cell = match *cell {
                    'x' | '@' => '.',
                    other => other.to_ascii_lowercase(),
                };
            }
        }
        Self { rows, start: start.expect("a piece") }
    }

    fn get(&self, (x, y): (i16, i16)) -> Option<char> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    fn holds(&self, squares: &Squares, at: (i16, i16)) -> bool {
        let cell = self.get(at);
        match squares {
            Squares::Empty => cell == Some('.'),
            Squares::Occupied => cell != Some('.'),
            Squares::OwnedBy(Side::Opponent) => cell == Some('e'),
            Squares::OwnedBy(Side::Own) => cell == Some('f'),
            other => panic!("a test on {other:?}"),
        }
    }

    fn walk(&self, walk: &Walk, from: Place, offsets: &[(i16, i16)], blind: bool) -> Vec<Place> {
        match walk {
            Walk::Here => vec![from],
            Walk::Step(direction) => {
                let (x, y) = offsets[direction.index()];
                let at = (from.at.0 + x, from.at.1 + y);
                self.get(at).map(|_| Place { at, ..from }).into_iter().collect()
            }
            Walk::Test(squares) => {
                if blind || self.holds(squares, from.at) {
                    vec![from]
                } else {
                    vec![]
                }
            }
            Walk::Take => {
                let mut place = from;
                place.taken.push(place.at);
                vec![place]
            }
            Walk::Via => {
                let mut place = from;
                place.via.push(place.at);
                vec![place]
            }
            Walk::Jump(_) => panic!("a jump"),
            Walk::Sequence(walks) => walks.iter().fold(vec![from], |places, walk| {
                places
                    .into_iter()
                    .flat_map(|place| self.walk(walk, place, offsets, blind))
                    .collect()
            }),
            Walk::Either(walks) => walks
                .iter()
                .flat_map(|walk| self.walk(walk, from.clone(), offsets, blind))
                .collect(),
            Walk::Repeat { body, min, max } => {
                let most = match max {
                    Limit::Times(times) => usize::from(*times),
                    Limit::Unlimited => 99,
                    Limit::Half => self.longest(body, &from, offsets).div_ceil(2),
                    Limit::Count(_) | Limit::Exactly(_) | Limit::AtLeast(_) => panic!("a count"),
                };
                let (mut places, mut ends) = (vec![from], Vec::new());
                for times in 0..=most {
                    if times >= usize::from(*min) {
                        ends.extend(places.iter().cloned());
                    }
                    places = places
                        .into_iter()
                        .flat_map(|place| self.walk(body, place, offsets, blind))
                        .collect();
                }
                ends
            }
        }
    }

    fn longest(&self, body: &Walk, from: &Place, offsets: &[(i16, i16)]) -> usize {
        let mut places = vec![from.clone()];
        let mut times = 0;
        while times < 99 {
            places = places
                .into_iter()
                .flat_map(|place| self.walk(body, place, offsets, true))
                .collect();
            if places.is_empty() {
                break;
            }
            times += 1;
        }
        times
    }

    /// Returns all moves: where to, over which named squares, taking what on the way.
    pub(super) fn moves(&self, text: &str) -> Vec<Place> {
        let (moves, offsets) = read(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
        let mut found = Vec::new();
        for one in moves {
            let start = Place { at: self.start, via: vec![], taken: vec![] };
            let Deed::Go(walk) = &one.deed else { panic!("{text}: {:?}", one.deed) };
            for place in self.walk(walk, start, &offsets, false) {
                let fits = match self.get(place.at) {
                    Some('e') => one.uses.captures || place.taken.contains(&place.at),
                    Some('f') => one.uses.friendly,
                    Some('.') => one.uses.quiet,
                    other => panic!("ends on {other:?}"),
                };
                let stays = place.at == self.start && place.via.is_empty();
                if fits && !stays && !found.contains(&place) {
                    found.push(place);
                }
            }
        }
        found
    }

    pub(super) fn draw(&self, text: &str) -> String {
        let mut rows = self.rows.clone();
        rows[self.start.1 as usize][self.start.0 as usize] = '@';
        for place in self.moves(text) {
            let cell = &mut rows[place.at.1 as usize][place.at.0 as usize];
            *cell = match *cell {
                '.' | 'x' => 'x',
                other => other.to_ascii_uppercase(),
            };
        }
        let line = |row: &Vec<char>| row.iter().flat_map(|cell| [' ', *cell]).collect::<String>();
        rows.iter().rev().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The moves of a text and the offsets that its directions stand for.
pub(super) type Read = (Vec<BetzaMove>, Vec<(i16, i16)>);

pub(super) fn read(text: &str) -> Result<Read, Box<Diagnostic>> {
    let mut offsets = Vec::new();
    let moves = lower(text, Span::new(SourceId(0), 100, 100 + text.len() as u32), &mut |leap| {
        let known = offsets.iter().position(|offset| *offset == (leap.x, leap.y));
        let index = known.unwrap_or_else(|| {
            offsets.push((leap.x, leap.y));
            offsets.len() - 1
        });
        DirectionId::from_index(index)
    })?;
    Ok((moves, offsets))
}

/// Checks a drawing against what the piece does on it.
#[track_caller]
pub(super) fn check(text: &str, drawing: &str) {
    let drawn: Vec<String> = drawing
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| format!(" {}", line.trim()))
        .collect();
    assert_eq!(Board::read(drawing).draw(text), drawn.join("\n"), "\n{text}");
}

/// Checks which offsets a piece reaches on a wide empty board.
#[track_caller]
pub(super) fn reaches(text: &str, offsets: &[(i16, i16)]) {
    let board = Board::read(OPEN);
    let relative = |place: Place| (place.at.0 - board.start.0, place.at.1 - board.start.1);
    let mut found: Vec<_> = board.moves(text).into_iter().map(relative).collect();
    let mut wanted = offsets.to_vec();
    found.sort_unstable();
    found.dedup();
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{text}");
}

/// Checks that two texts describe the same squares on an empty board.
#[track_caller]
pub(super) fn same(one: &str, other: &str) {
    assert_eq!(Board::read(OPEN).draw(one), Board::read(OPEN).draw(other), "{one} and {other}");
}

/// Checks a message and the part of the text it points at.
#[track_caller]
pub(super) fn fails(text: &str, part: &str, message: &str) {
    let found = read(text).expect_err(text);
    let (start, end) =
        (found.primary.span.start as usize - 100, found.primary.span.end as usize - 100);
    assert_eq!((&text[start..end], found.message.as_str()), (part, message), "{text}");
}
