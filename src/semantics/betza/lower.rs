//! From the tree to walks.

use std::ops::Range;

use super::heading::{self, Bearing};
use super::letters::{DOUBLE_STEP, Shape};
use super::tree::{Group, Leg, Manner, Motion, Reach, Use};
use super::{BetzaMove, Deed, Leap, MAX_NODES, Trouble, Uses};
use crate::ir::{Composed, DirectionId, Limit, Squares, Walk};
use crate::source::Span;

/// Makes the walks of all groups, those that are alike together.
pub(super) fn lower(
    groups: &[Group],
    direction: &mut dyn FnMut(Leap) -> DirectionId,
    place: &dyn Fn(&Range<usize>) -> Span,
) -> Result<Vec<BetzaMove>, Trouble> {
    let mut builder = Builder { direction, left: MAX_NODES };
    let mut moves: Vec<BetzaMove> = Vec::new();
    for group in groups {
        for deed in builder.deeds(group)? {
            let new = BetzaMove {
                deed,
                uses: uses_of(group),
                initial: group.initial,
                name: (group.initial && group.is_lame()).then_some(DOUBLE_STEP),
                span: place(&group.place),
            };
            if !moves.iter_mut().any(|known| join(known, &new)) {
                moves.push(new);
            }
        }
    }
    Ok(moves)
}

/// Adds a move to one that may be used alike, and tells whether it could.
fn join(known: &mut BetzaMove, new: &BetzaMove) -> bool {
    let alike = (known.uses, known.initial, known.name) == (new.uses, new.initial, new.name);
    match (&mut known.deed, &new.deed) {
        (Deed::Go(walk), Deed::Go(other)) | (Deed::Pass(walk), Deed::Pass(other)) if alike => {
            *walk = either(vec![std::mem::replace(walk, Walk::Here), other.clone()]);
            true
        }
        _ => false,
    }
}

/// Returns what may stand where a group ends.
fn uses_of(group: &Group) -> Uses {
    let has = |one| group.landing.contains(&one);
    Uses {
        quiet: has(Use::Empty),
        captures: has(Use::Enemy),
        friendly: has(Use::Own),
        royal: has(Use::Royal),
        tame: group.tame,
        swaps: group.swaps,
    }
}

/// What is known of the path before a leg.
#[derive(Clone, Copy)]
struct Before<'b> {
    /// Where the last leg went.
    bearing: &'b Bearing,
    /// How far the path got, if all its legs were single leaps.
    travelled: Option<(i16, i16)>,
    /// Whether the square between the legs is already a part of the move's name.
    named: bool,
}

struct Builder<'d> {
    direction: &'d mut dyn FnMut(Leap) -> DirectionId,
    left: usize,
}

impl Builder<'_> {
    /// Returns all that a group describes.
    fn deeds(&mut self, group: &Group) -> Result<Vec<Deed>, Trouble> {
        let walk = match &group.motion {
            Motion::Path(legs) => self.legs(legs, None)?,
            Motion::Anywhere => return Ok(vec![Deed::Anywhere]),
            Motion::Aside { steps, sides } => {
                let mut aside = |side: &i16| Deed::Aside {
                    step: (self.direction)(Leap { x: *side, y: 0, around: false }),
                    back: (self.direction)(Leap { x: -side, y: 0, around: false }),
                    steps: *steps,
                };
                return Ok(sides.iter().map(&mut aside).collect());
            }
            Motion::Drop => return Ok(vec![Deed::Drop]),
        };
        let mut deeds = Vec::new();
        if group.landing.contains(&Use::Passed) {
            deeds.push(Deed::Pass(walk.clone()));
        }
        if group.landing.iter().any(|one| *one != Use::Passed) {
            deeds.push(Deed::Go(walk));
        }
        Ok(deeds)
    }

    /// Walks the legs one after the other. As deep as there are legs, which the parser bounds.
    fn legs(&mut self, legs: &[Leg], before: Option<Before>) -> Result<Walk, Trouble> {
        let Some((leg, rest)) = legs.split_first() else { return Ok(Walk::Here) };
        let mut ways = Vec::new();
        for bearing in heading::bearings(leg, before.map(|before| before.bearing))? {
            let way = if rest.is_empty() {
                self.last(leg, &bearing, before)?
            } else {
                self.passing(leg, &bearing, before, rest)?
            };
            ways.push(way);
        }
        Ok(either(ways))
    }

    fn last(
        &mut self,
        leg: &Leg,
        bearing: &Bearing,
        before: Option<Before>,
    ) -> Result<Walk, Trouble> {
        let way = match leg.manner {
            Manner::Plain | Manner::Lame | Manner::Jump => self.slide(leg, bearing)?,
            Manner::Hop | Manner::HopShort => self.hop(leg, bearing)?,
            Manner::Halfling => self.halfling(leg, bearing)?,
            Manner::Zigzag => self.zigzag(leg, bearing)?,
            Manner::Round => self.round(leg, bearing)?,
        };
        self.spend(&way, &leg.place)?;
        let returns = before.is_some_and(|before| {
            !before.named && travelled(leg, bearing, Some(before)) == Some((0, 0))
        });
        // A path that ends where it began is a move only if a square on the way is named.
        Ok(if returns { sequence(vec![Walk::Via, way]) } else { way })
    }

    fn passing(
        &mut self,
        leg: &Leg,
        bearing: &Bearing,
        before: Option<Before>,
        rest: &[Leg],
    ) -> Result<Walk, Trouble> {
        let way = self.slide(leg, bearing)?;
        self.spend(&way, &leg.place)?;
        let mut ends = Vec::new();
        if leg.stop {
            ends.push(Walk::Here);
        }
        for pass in &leg.pass {
            let (mut end, named) = match pass {
                Use::Empty => (vec![test(Squares::vacant())], false),
                Use::Hurdle => (vec![test(Squares::Occupied)], false),
                Use::OwnHurdle => (vec![test(Squares::own())], false),
                Use::Enemy | Use::Royal | Use::Passed => {
                    (vec![test(Squares::enemy()), Walk::Take, Walk::Via], true)
                }
                Use::Own => (vec![test(Squares::own()), Walk::Take, Walk::Via], true),
            };
            let travelled = travelled(leg, bearing, before);
            end.push(self.legs(rest, Some(Before { bearing, travelled, named }))?);
            ends.push(sequence(end));
        }
        Ok(sequence(vec![way, either(ends)]))
    }

    /// Goes up to as many leaps as the leg has, over empty squares.
    fn slide(&mut self, leg: &Leg, bearing: &Bearing) -> Result<Walk, Trouble> {
        if leg.manner == Manner::Jump && leg.shape_length() == Some(1) {
            return self.ski(leg, bearing);
        }
        let leap = self.leap(leg, bearing.offset)?;
        let Some(more) = less(leg.reach, 1) else { return Ok(leap) };
        Ok(sequence(vec![repeat(vec![leap.clone(), test(Squares::vacant())], 0, more), leap]))
    }

    /// Goes at least two steps, whatever is on the first square: `jR`.
    fn ski(&mut self, leg: &Leg, bearing: &Bearing) -> Result<Walk, Trouble> {
        let (x, y) = bearing.offset;
        let first = self.step(leg, (x * 2, y * 2));
        match (leg.reach, less(leg.reach, 2)) {
            (Reach::Times(..=1), _) => Err(Trouble::new(
                leg.place.clone(),
                "`j` skips a square, so it needs a range of 2 or more here",
            )),
            (_, None) => Ok(first),
            (_, Some(more)) => {
                let on = repeat(vec![test(Squares::vacant()), self.step(leg, (x, y))], 0, more);
                Ok(sequence(vec![first, on]))
            }
        }
    }

    /// Goes over exactly one piece, on a line that is empty otherwise.
    fn hop(&mut self, leg: &Leg, bearing: &Bearing) -> Result<Walk, Trouble> {
        let step = self.step(leg, bearing.offset);
        let free = || vec![step.clone(), test(Squares::vacant())];
        let over = || vec![step.clone(), test(Squares::Occupied)];
        let path = |before: Walk, after: Option<Limit>| {
            let mut path = vec![before];
            path.extend(over());
            path.extend(after.map(|limit| repeat(free(), 0, limit)));
            path.push(step.clone());
            sequence(path)
        };
        match (leg.reach, leg.manner) {
            (Reach::Times(..=1), _) => {
                Err(Trouble::new(leg.place.clone(), "an atom with a range of one step cannot hop")
                    .help("write a range behind the atom, or use a slider such as `R`, `B`, `Q`"))
            }
            (Reach::Times(times), Manner::HopShort) => {
                Ok(path(repeat(free(), 0, Limit::Times(times - 2)), None))
            }
            (Reach::Unlimited, Manner::HopShort) => {
                Ok(path(repeat(free(), 0, Limit::Unlimited), None))
            }
            (Reach::Unlimited, _) => {
                Ok(path(repeat(free(), 0, Limit::Unlimited), Some(Limit::Unlimited)))
            }
            (Reach::Times(times), _) => {
                let at = |before: u8| {
                    path(
                        repeat(free(), before, Limit::Times(before)),
                        Some(Limit::Times(times - 2 - before)),
                    )
                };
                Ok(either((0..=times - 2).map(at).collect()))
            }
        }
    }

    /// Goes half of the way that an empty board would allow, rounded up.
    ///
    /// The limit counts the whole way, so the step onto the last square must be inside the repetition;
    /// the first test is made on the start, which counts as empty.
    fn halfling(&mut self, leg: &Leg, bearing: &Bearing) -> Result<Walk, Trouble> {
        if leg.reach != Reach::Unlimited {
            return Err(Trouble::new(leg.place.clone(), "`hh` is for atoms of unlimited range")
                .help(
                    "write the atom twice, as in `hhNN`, or use a slider such as `R`, `B`, `Q`",
                ));
        }
        let step = self.step(leg, bearing.offset);
        Ok(repeat(vec![test(Squares::vacant()), step], 1, Limit::Half))
    }

    /// Alternates between a direction and the one square to it: `zB`.
    fn zigzag(&mut self, leg: &Leg, bearing: &Bearing) -> Result<Walk, Trouble> {
        let straight = matches!(leg.shape, Shape::Straight { .. });
        if !straight || leg.reach != Reach::Unlimited || !leg.heading.is_empty() {
            return Err(Trouble::new(
                leg.place.clone(),
                "`z` is only understood for straight atoms of unlimited range in all directions",
            )
            .help("write the path in words"));
        }
        let (x, y) = bearing.offset;
        let first = self.step(leg, (x, y));
        let mut ways = Vec::new();
        for second in [(y, -x), (-y, x)] {
            let second = self.step(leg, second);
            let pair = vec![first.clone(), test(Squares::vacant()), second.clone()];
            let mut both = pair.clone();
            both.push(test(Squares::vacant()));
            ways.push(sequence(vec![
                repeat(both, 0, Limit::Unlimited),
                either(vec![first.clone(), sequence(pair)]),
            ]));
        }
        Ok(either(ways))
    }

    /// Goes round in a circle, turning by an eighth after each leap: `qN`.
    fn round(&mut self, leg: &Leg, bearing: &Bearing) -> Result<Walk, Trouble> {
        if !matches!(leg.shape, Shape::Oblique(..)) || !leg.heading.is_empty() {
            return Err(Trouble::new(
                leg.place.clone(),
                "`q` is only understood for oblique atoms such as `N`, in all directions",
            )
            .help("write the path in words"));
        }
        let most = match leg.reach {
            Reach::Times(times @ 2..) => usize::from(times.min(7)),
            Reach::Times(_) | Reach::Unlimited => 7,
        };
        let circle: Vec<(i16, i16)> = heading::leaps(leg.shape).into_iter().flatten().collect();
        let start = circle.iter().position(|offset| *offset == bearing.offset).unwrap_or_default();
        let mut ways = Vec::new();
        for turn in [1, 7] {
            let mut way = None;
            for leap in (0..most).rev() {
                let offset =
                    circle.get((start + leap * turn) % 8).copied().unwrap_or(bearing.offset);
                let step = self.step(leg, offset);
                way = Some(match way {
                    None => step,
                    Some(on) => sequence(vec![
                        step,
                        either(vec![Walk::Here, sequence(vec![test(Squares::vacant()), on])]),
                    ]),
                });
            }
            ways.extend(way);
        }
        Ok(either(ways))
    }

    /// Makes one leap, with what the manner says about the squares between.
    fn leap(&mut self, leg: &Leg, offset: (i16, i16)) -> Result<Walk, Trouble> {
        match leg.manner {
            Manner::Lame => self.lame(leg, offset),
            Manner::Jump if leg.shape_length() == Some(2) => {
                let half = self.step(leg, (offset.0 / 2, offset.1 / 2));
                Ok(sequence(vec![half.clone(), test(Squares::Occupied), half]))
            }
            Manner::Jump => Err(Trouble::new(
                leg.place.clone(),
                "`j` is only understood for `D`, `A` and sliders",
            )
            .help("write in words which square must be occupied")),
            _ => Ok(self.step(leg, offset)),
        }
    }

    /// Goes to the square of a leap step by step, first straight and then diagonally, over empty squares.
    fn lame(&mut self, leg: &Leg, offset: (i16, i16)) -> Result<Walk, Trouble> {
        let (mut x, mut y) = offset;
        let mut path = Vec::new();
        while (x, y) != (0, 0) {
            if !path.is_empty() {
                path.push(test(Squares::vacant()));
            }
            let step = match x.abs().cmp(&y.abs()) {
                std::cmp::Ordering::Greater => (x.signum(), 0),
                std::cmp::Ordering::Less => (0, y.signum()),
                std::cmp::Ordering::Equal => (x.signum(), y.signum()),
            };
            (x, y) = (x - step.0, y - step.1);
            path.push(self.step(leg, step));
            if path.len() > MAX_NODES {
                return Err(too_large(&leg.place));
            }
        }
        Ok(sequence(path))
    }

    /// Goes one leap, round the sides of the board if the leg says so.
    fn step(&mut self, leg: &Leg, (x, y): (i16, i16)) -> Walk {
        Walk::step((self.direction)(Leap { x, y, around: leg.around }))
    }

    fn spend(&mut self, walk: &Walk, place: &Range<usize>) -> Result<(), Trouble> {
        self.left = self.left.checked_sub(nodes(walk)).ok_or_else(|| too_large(place))?;
        Ok(())
    }
}

impl Group {
    /// Tells whether it goes over empty squares only where others leap.
    fn is_lame(&self) -> bool {
        matches!(&self.motion, Motion::Path(legs) if legs.iter().all(|leg| leg.manner == Manner::Lame))
    }
}

impl Leg {
    /// Returns the length of its leaps if they are straight and all of one length.
    fn shape_length(&self) -> Option<i16> {
        match self.shape {
            Shape::Straight { orthogonal: Some(a), diagonal: Some(b) } => (a == b).then_some(a),
            Shape::Straight { orthogonal, diagonal } => orthogonal.or(diagonal),
            Shape::Oblique(..) => None,
        }
    }
}

/// Returns how far a path has got after a leg, if that is always the same.
fn travelled(leg: &Leg, bearing: &Bearing, before: Option<Before>) -> Option<(i16, i16)> {
    let (x, y) = before.map_or(Some((0, 0)), |before| before.travelled)?;
    (leg.reach == Reach::Times(1)).then_some((x + bearing.offset.0, y + bearing.offset.1))
}

/// Returns how many more leaps there can be after some, or `None` if there are none left.
fn less(reach: Reach, taken: u8) -> Option<Limit> {
    match reach {
        Reach::Unlimited => Some(Limit::Unlimited),
        Reach::Times(times) => times.checked_sub(taken).filter(|left| *left > 0).map(Limit::Times),
    }
}

fn test(squares: Squares) -> Walk {
    Walk::test(squares)
}

fn repeat(body: Vec<Walk>, min: u8, max: Limit) -> Walk {
    Walk::repeat(sequence(body), min, max)
}

/// Makes a sequence without sequences directly inside it, and without what is done no time.
fn sequence(walks: Vec<Walk>) -> Walk {
    let is_done = |walk: &Walk| !matches!(walk.composed(), Composed::Again(_, _, Limit::Times(0)));
    Walk::sequence(walks.into_iter().filter(is_done).flat_map(Walk::into_order).collect())
}

/// Makes a choice without choices directly inside it.
fn either(walks: Vec<Walk>) -> Walk {
    Walk::either(walks.into_iter().flat_map(Walk::into_ways).collect())
}

/// Counts the nodes of a walk of one leg, which is only a few levels deep.
fn nodes(walk: &Walk) -> usize {
    1 + walk.parts().iter().map(nodes).sum::<usize>()
}

fn too_large(place: &Range<usize>) -> Trouble {
    Trouble::new(place.clone(), "written out, the paths of this text are too many")
        .help("name fewer legs or directions, or write the piece in several clauses")
}
