//! Which of its leaps an atom makes: directions from the start, and bends on the way.

use super::Trouble;
use super::letters::{Shape, Way};
use super::tree::{Leg, Phrase, Spread};

/// The eight straight directions, clockwise from forward: even ones orthogonal, odd ones diagonal.
const COMPASS: [(i16, i16); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// One of the eight directions in which a leg can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bearing {
    /// Its place among the eight, clockwise.
    index: usize,
    /// The leap.
    pub(super) offset: (i16, i16),
    /// The leaps it is one of.
    shape: Shape,
    /// To which side the path last bent; `true` is right.
    bent_right: Option<bool>,
}

/// Returns the ways a leg can go, given the leg before it.
pub(super) fn bearings(leg: &Leg, before: Option<&Bearing>) -> Result<Vec<Bearing>, Trouble> {
    let found = match (before, leg.shape) {
        (None, _) => first(leg)?,
        (Some(before), Shape::Oblique(..)) => oblique_again(leg, before)?,
        (Some(before), Shape::Straight { .. }) => bend(leg, before)?,
    };
    if found.is_empty() {
        return Err(Trouble::new(leg.place.clone(), "the atom has no leap in this direction"));
    }
    Ok(found)
}

/// Returns the eight leaps of an atom, clockwise; those it lacks are `None`.
pub(super) fn leaps(shape: Shape) -> [Option<(i16, i16)>; 8] {
    match shape {
        Shape::Straight { orthogonal, diagonal } => std::array::from_fn(|index| {
            let length = if index % 2 == 0 { orthogonal } else { diagonal };
            COMPASS.get(index).zip(length).map(|((x, y), length)| (x * length, y * length))
        }),
        Shape::Oblique(a, b) => {
            [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)].map(Some)
        }
    }
}

fn first(leg: &Leg) -> Result<Vec<Bearing>, Trouble> {
    for (phrase, place) in &leg.heading {
        check_first(*phrase, leg.shape)
            .map_err(|(message, help)| Trouble::new(place.clone(), message).help(help))?;
    }
    let wanted = |offset| {
        leg.heading.is_empty() || leg.heading.iter().any(|(phrase, _)| fits(*phrase, offset))
    };
    let all = leaps(leg.shape).into_iter().enumerate();
    let found = all.filter_map(|(index, offset)| {
        let offset = offset.filter(|offset| wanted(*offset))?;
        Some(Bearing { index, offset, shape: leg.shape, bent_right: None })
    });
    Ok(found.collect())
}

/// Refuses directions that different readers of the notation understand differently.
fn check_first(phrase: Phrase, shape: Shape) -> Result<(), (&'static str, &'static str)> {
    let compound = matches!(shape, Shape::Straight { orthogonal: Some(_), diagonal: Some(_) });
    match phrase {
        Phrase::Pair(..) | Phrase::Doubled(_) if compound => Err((
            "two directions together mean different things for an atom with eight directions",
            "write its orthogonal and its diagonal part separately, such as `fWfF`",
        )),
        Phrase::Handed(_) if !matches!(shape, Shape::Oblique(..)) => Err((
            "`hl` and `hr` are for oblique atoms such as `N`",
            "use `l` and `r` for the left and the right side",
        )),
        _ => Ok(()),
    }
}

/// Tells whether a leap from the start goes where the phrase says.
fn fits(phrase: Phrase, offset: (i16, i16)) -> bool {
    let (x, y) = (offset.0.abs(), offset.1.abs());
    let orthogonal = x == 0 || y == 0;
    let oblique = !orthogonal && x != y;
    let narrow = |way: Way| wide(way, offset) && (!oblique || (y > x) == way.is_vertical());
    match phrase {
        Phrase::Alone(way) | Phrase::Doubled(way) => narrow(way),
        Phrase::Pair(a, b) if orthogonal => wide(a, offset) || wide(b, offset),
        Phrase::Pair(a, b) => wide(a, offset) && narrow(b),
        Phrase::Half(way) => wide(way, offset),
        Phrase::Handed(right) => {
            oblique && ((y > x) == (offset.0.signum() == offset.1.signum())) == right
        }
    }
}

/// Tells whether an offset goes at all to that side.
fn wide(way: Way, (x, y): (i16, i16)) -> bool {
    match way {
        Way::Forward => y > 0,
        Way::Backward => y < 0,
        Way::Left => x < 0,
        Way::Right => x > 0,
        Way::Vertical => y != 0,
        Way::Sideways => x != 0,
        Way::Zigzag | Way::Round => false,
    }
}

/// Goes on from a straight leg: directions are those of the compass, seen along the leg before.
fn bend(leg: &Leg, before: &Bearing) -> Result<Vec<Bearing>, Trouble> {
    if matches!(before.shape, Shape::Oblique(..)) {
        return Err(mixed(leg));
    }
    let mut found = Vec::new();
    for turn in bends(leg, before)? {
        let index = (before.index + turn) % 8;
        let Some((offset, shape)) = turned(leg, index) else { continue };
        let bent_right = match turn {
            1..=3 => Some(true),
            5..=7 => Some(false),
            _ => before.bent_right,
        };
        found.push(Bearing { index, offset, shape, bent_right });
    }
    Ok(found)
}

/// Returns the leap of a leg in a direction of the compass.
///
/// With `a` an atom may turn by 45 degrees: its orthogonal leaps become diagonal ones of the
/// same length, and the other way round.
fn turned(leg: &Leg, index: usize) -> Option<((i16, i16), Shape)> {
    let own = leaps(leg.shape).get(index).copied().flatten();
    let offset = match (own, leg.shape) {
        (Some(offset), _) => offset,
        (None, Shape::Straight { orthogonal, diagonal }) if leg.spread == Spread::NotBack => {
            let length = orthogonal.or(diagonal)?;
            let (x, y) = COMPASS.get(index)?;
            (x * length, y * length)
        }
        (None, _) => return None,
    };
    Some((offset, leg.shape))
}

/// Returns by how many eighths of a turn a leg may bend.
fn bends(leg: &Leg, before: &Bearing) -> Result<Vec<usize>, Trouble> {
    let has =
        |turn: &usize| leaps(leg.shape).get((before.index + turn) % 8).is_some_and(Option::is_some);
    if leg.heading.is_empty() {
        return Ok(match leg.spread {
            Spread::NotBack => {
                (0..8).filter(|turn| *turn != 4 && has_shape(leg, before, *turn)).collect()
            }
            Spread::Outward if has(&0) => vec![0],
            Spread::Outward => vec![1, 7],
        });
    }
    let mut found = Vec::new();
    for (turn, offset) in COMPASS.iter().enumerate() {
        for (phrase, place) in &leg.heading {
            if bends_to(*phrase, *offset, before.bent_right, place)? && !found.contains(&turn) {
                found.push(turn);
            }
        }
    }
    Ok(found)
}

/// Tells whether a leg goes that way by default: an atom with four directions keeps to lines of the kind it is on.
fn has_shape(leg: &Leg, before: &Bearing, turn: usize) -> bool {
    let compound = matches!(leg.shape, Shape::Straight { orthogonal: Some(_), diagonal: Some(_) });
    compound || turn.is_multiple_of(2) && turned(leg, (before.index + turn) % 8).is_some()
}

/// Tells whether a bend, as an offset seen along the leg before, is one that the phrase names.
fn bends_to(
    phrase: Phrase,
    offset: (i16, i16),
    bent_right: Option<bool>,
    place: &std::ops::Range<usize>,
) -> Result<bool, Trouble> {
    let resolve = |way: Way| match (way, bent_right) {
        (Way::Zigzag, Some(right)) => Ok(if right { Way::Left } else { Way::Right }),
        (Way::Round, Some(right)) => Ok(if right { Way::Right } else { Way::Left }),
        (Way::Zigzag | Way::Round, None) => Err(Trouble::new(
            place.clone(),
            "`z` and `q` need a bend to the left or right before them",
        )),
        (way, _) => Ok(way),
    };
    let straight = offset.0 == 0 || offset.1 == 0;
    Ok(match phrase {
        Phrase::Alone(way) | Phrase::Doubled(way) => straight && wide(resolve(way)?, offset),
        Phrase::Pair(a, b) => wide(resolve(a)?, offset) && wide(resolve(b)?, offset),
        Phrase::Half(_) | Phrase::Handed(_) => {
            return Err(Trouble::new(place.clone(), "`h` is only for the first leg of a path"));
        }
    })
}

/// Goes on with an oblique leap: straight on, straight back, or all others.
fn oblique_again(leg: &Leg, before: &Bearing) -> Result<Vec<Bearing>, Trouble> {
    if before.shape != leg.shape {
        return Err(mixed(leg));
    }
    let mut turns = Vec::new();
    for (phrase, place) in &leg.heading {
        turns.extend_from_slice(match phrase {
            Phrase::Alone(Way::Forward) => &[0][..],
            Phrase::Alone(Way::Backward) => &[4],
            Phrase::Alone(Way::Vertical) => &[0, 4],
            _ => {
                return Err(Trouble::new(
                    place.clone(),
                    "after an oblique leap, left and right mean different things for different readers",
                )
                .help("`f` goes on in the same direction, `b` goes back; write other bends in words"));
            }
        });
    }
    if leg.heading.is_empty() {
        turns = match leg.spread {
            Spread::NotBack => vec![0, 1, 2, 3, 5, 6, 7],
            Spread::Outward => vec![0],
        };
    }
    let bearing = |turn: usize| {
        let index = (before.index + turn) % 8;
        let offset = leaps(leg.shape).get(index).copied().flatten()?;
        Some(Bearing { index, offset, shape: leg.shape, bent_right: None })
    };
    Ok(turns.into_iter().filter_map(bearing).collect())
}

fn mixed(leg: &Leg) -> Trouble {
    Trouble::new(leg.place.clone(), "a path cannot change between oblique and straight leaps here")
        .help("write it in words: `step … then slide …`")
}
