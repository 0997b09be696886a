//! Ways in words: legs one after the other.
//!
//! Which direction a leg took matters only to a next leg that goes `onward` or `outward`. There the
//! directions are written out one by one; elsewhere a leg is a choice of its own.

use super::super::context::{Context, Heading, Place};
use super::super::directions::{self, DIAGONAL, ORTHOGONAL, Offset};
use super::super::{board, expression};
use crate::diag::{codes, habits, suggest};
use crate::ir::{DirectionId, Limit, Number, Squares, Walk, slots};
use crate::source::Span;
use crate::syntax::ast::{Expr, Gait, Leg, LegLimit, Name};

/// The most legs of one way.
const MAX_LEGS: usize = 12;
/// The most legs once all directions are written out.
const MAX_WRITTEN_OUT: usize = 4096;

/// A leg with everything lowered but its direction.
#[derive(Debug)]
struct Plan {
    courses: Vec<Course>,
    relation: Relation,
    /// How far it goes in each direction; one distance if that is the same in all of them.
    distances: Vec<Distance>,
    /// What it may pass.
    over: Squares,
    /// Where it must end, if that is limited.
    onto: Option<Squares>,
    taking: bool,
    via: bool,
}

/// A direction in which a leg may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Course {
    id: DirectionId,
    /// The offset, if it has one.
    offset: Option<Offset>,
}

/// How a leg relates to the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    /// Not at all: it goes in any of its directions.
    Free,
    /// In the same direction.
    Onward,
    /// Not back towards where the leg before came from.
    Outward,
}

/// How far a leg goes.
#[derive(Clone, PartialEq, Debug)]
enum Distance {
    /// One step.
    One,
    /// So many steps over what it may pass, and a last one.
    Passing { min: u8, max: Limit },
    /// At least one step and at most so many.
    AtMost(Limit),
}

/// How much may still be written out.
#[derive(Debug)]
struct Left {
    /// So many legs.
    legs: usize,
    /// So many parts of what stands in them.
    parts: usize,
}

impl Left {
    /// Writes a leg out in all its directions.
    fn take(&mut self, plan: &Plan) {
        let directions = plan.courses.len();
        self.legs = self.legs.saturating_sub(directions);
        self.parts = self.parts.saturating_sub(directions.saturating_mul(plan.size()));
    }
}

/// Lowers the legs of a way, or complains.
pub(super) fn walk(cx: &mut Context<'_>, legs: &[Leg], span: Span) -> Option<Walk> {
    if legs.is_empty() || legs.len() > MAX_LEGS {
        let message = format!("a way has one to {MAX_LEGS} legs, not {}", legs.len());
        return codes::BAD_PATTERN.at(span, message).fail(cx.sink);
    }
    let mut plans: Vec<Option<Plan>> = Vec::new();
    for (index, leg) in legs.iter().enumerate() {
        let last = index + 1 == legs.len();
        let before = plans.last().map(|plan| plan.as_ref().map_or(&[][..], |plan| &plan.courses));
        let plan = plan(cx, leg, before, last);
        plans.push(plan);
    }
    let plans: Vec<Plan> = plans.into_iter().collect::<Option<_>>()?;
    let mut left = Left { legs: MAX_WRITTEN_OUT, parts: cx.room().saturating_add(1) };
    let walk = rest(&plans, None, &mut left);
    if left.parts == 0 {
        return cx.charge(usize::MAX, span).and(None);
    }
    if left.legs == 0 {
        let message = "this way has too many turns to be written out";
        return codes::BAD_PATTERN.at(span, message).fail(cx.sink);
    }
    Some(walk)
}

/// Writes out the legs from here on, after a leg in the course given.
fn rest(plans: &[Plan], before: Option<Course>, left: &mut Left) -> Walk {
    let Some((plan, others)) = plans.split_first() else { return Walk::Here };
    left.take(plan);
    if left.legs == 0 || left.parts == 0 {
        return Walk::Here;
    }
    let courses = plan.courses.iter().filter(|course| plan.allows(before, **course));
    let depends = others.first().is_some_and(|next| next.relation != Relation::Free);
    if depends {
        let ways = courses.map(|course| {
            let mut parts = plan.walk(*course);
            parts.extend(rest(others, Some(*course), left).into_order());
            Walk::sequence(parts)
        });
        return Walk::either(ways.collect());
    }
    let ways = courses.map(|course| Walk::sequence(plan.walk(*course)));
    let mut parts = vec![Walk::either(ways.collect())];
    if !others.is_empty() {
        parts.extend(rest(others, None, left).into_order());
    }
    Walk::sequence(parts)
}

impl Plan {
    /// Returns of how many parts the sets and numbers in it consist.
    fn size(&self) -> usize {
        let distance = self.distances.iter().map(|distance| match distance {
            Distance::One => 0,
            Distance::Passing { max, .. } | Distance::AtMost(max) => max.size(),
        });
        distance.max().unwrap_or(0) + self.over.size() + self.onto.as_ref().map_or(0, Squares::size)
    }

    /// Tells whether the leg may go that way after the one before.
    fn allows(&self, before: Option<Course>, course: Course) -> bool {
        match (self.relation, before) {
            (Relation::Free, _) | (_, None) => true,
            (Relation::Onward, Some(before)) => before == course,
            (Relation::Outward, Some(before)) => match (before.offset, course.offset) {
                (Some(a), Some(b)) => !turns_back(a, b),
                _ => before == course,
            },
        }
    }

    /// Writes the leg out in one direction.
    fn walk(&self, course: Course) -> Vec<Walk> {
        let step = Walk::step(course.id);
        let number = self.courses.iter().position(|other| *other == course).unwrap_or(0);
        let distance = self.distances.get(number).or(self.distances.first());
        let mut parts = match distance {
            Some(Distance::One) | None => vec![step],
            Some(Distance::Passing { min, max }) => {
                let body = Walk::sequence(vec![step.clone(), Walk::test(self.over.clone())]);
                vec![Walk::repeat(body, *min, max.clone()), step]
            }
            Some(Distance::AtMost(max)) => {
                let passable = self.passable_or_start();
                let body = Walk::sequence(vec![Walk::test(passable), step]);
                vec![Walk::repeat(body, 1, max.clone())]
            }
        };
        parts.extend(self.onto.clone().map(Walk::test));
        if self.taking {
            parts.push(Walk::Take);
        }
        if self.via {
            parts.push(Walk::Via);
        }
        parts
    }

    /// Returns what the leg may pass, its start included.
    fn passable_or_start(&self) -> Squares {
        if self.over.is_vacant() {
            return self.over.clone();
        }
        Squares::Union(vec![self.over.clone(), slots::FROM.into()])
    }
}

fn turns_back(a: Offset, b: Offset) -> bool {
    let against = |one: i16, other: i16| one.signum() * other.signum() < 0;
    against(a.0, b.0) || against(a.1, b.1) || against(a.2, b.2)
}

/// Tells whether a leg goes `onward` and leaves it at that: in the direction of the leg before.
fn goes_straight_on(leg: &Leg) -> bool {
    let onward = leg.relation.as_ref().is_some_and(|word| word.text == "onward");
    onward && leg.ways.is_empty() && matches!(leg.gait, Gait::Step | Gait::Slide)
}

/// Lowers a leg; `before` are the courses of the leg before it, if there is one.
fn plan(cx: &mut Context<'_>, leg: &Leg, before: Option<&[Course]>, last: bool) -> Option<Plan> {
    let first = before.is_none();
    let relation = relation(cx, leg, first);
    let courses = match before {
        Some(before) if goes_straight_on(leg) => Some(before.to_vec()),
        _ => courses(cx, leg),
    };
    let distances = distances(cx, leg, first, courses.as_deref());
    let over =
        leg.over.as_ref().map_or(Some(Squares::vacant()), |set| expression::squares(cx, set));
    let onto = match &leg.onto {
        Some(set) => expression::squares(cx, set).map(Some),
        None if leg.taking => Some(Some(Squares::enemy())),
        None if !last => Some(Some(Squares::vacant())),
        None => Some(None),
    };
    let (courses, relation, distances) = (courses?, relation?, distances?);
    if distances.iter().any(|distance| matches!(distance, Distance::AtMost(_))) && !first {
        let message = "only the first leg of a way can go `half way`";
        return codes::BAD_PATTERN.at(leg.span, message).fail(cx.sink);
    }
    Some(Plan {
        courses,
        relation,
        distances,
        over: over?,
        onto: onto?,
        taking: leg.taking,
        via: leg.via,
    })
}

fn relation(cx: &mut Context<'_>, leg: &Leg, first: bool) -> Option<Relation> {
    let Some(word) = &leg.relation else { return Some(Relation::Free) };
    let relation = match word.text.as_str() {
        "onward" => Relation::Onward,
        "outward" => Relation::Outward,
        _ => {
            let message = format!("found `{}` where `onward` or `outward` is needed", word.text);
            return codes::BAD_PATTERN.at(word.span, message).fail(cx.sink);
        }
    };
    if first {
        let message = format!("the first leg cannot go `{}`: there is none before it", word.text);
        return codes::BAD_PATTERN.at(word.span, message).fail(cx.sink);
    }
    Some(relation)
}

/// Lowers the number that limits a walk, judged before the walk leads anywhere.
fn limit_of(cx: &mut Context<'_>, expr: &Expr) -> Option<Number> {
    let outer = cx.place;
    if outer == Place::Clause {
        cx.place = Place::Distance;
    }
    let number = expression::number(cx, expr);
    cx.place = outer;
    number
}

/// Lowers how far a leg goes: for each of its directions where it looks along them, else once.
fn distances(
    cx: &mut Context<'_>,
    leg: &Leg,
    first: bool,
    courses: Option<&[Course]>,
) -> Option<Vec<Distance>> {
    let outer = std::mem::replace(&mut cx.heading, Heading::Asked { yes: false });
    let same = distance(cx, leg, first);
    let along = matches!(cx.heading, Heading::Asked { yes: true });
    cx.heading = outer;
    let same = same?;
    if !along {
        return Some(vec![same]);
    }
    let mut distances = Vec::new();
    for course in courses? {
        let rear = directions::reverse(cx, course.id);
        let known = Heading::Known { rear: Some(rear), ahead: Some(course.id) };
        let outer = std::mem::replace(&mut cx.heading, known);
        let distance = distance(cx, leg, first);
        cx.heading = outer;
        distances.push(distance?);
    }
    Some(distances)
}

fn distance(cx: &mut Context<'_>, leg: &Leg, first: bool) -> Option<Distance> {
    let free = Distance::Passing { min: 0, max: Limit::Unlimited };
    let Some(limit) = &leg.limit else {
        return Some(match leg.gait {
            Gait::Step | Gait::Leap(_) | Gait::LeapTo(_) => Distance::One,
            Gait::Slide | Gait::Ride(_) => free,
        });
    };
    match limit {
        LegLimit::Half => Some(Distance::AtMost(Limit::Half)),
        LegLimit::Exactly(expr) => match steps(limit_of(cx, expr)?) {
            Ok(1) => Some(Distance::One),
            Ok(n) if n >= 1 => Some(Distance::Passing { min: n - 1, max: Limit::Times(n - 1) }),
            Ok(_) => bad_number(cx, expr.span),
            Err(number) => Some(passing(Limit::Exactly(expression::one_less(*number)))),
        },
        LegLimit::UpTo(expr) => match steps(limit_of(cx, expr)?) {
            Ok(1) => Some(Distance::One),
            Ok(n) if n >= 1 => Some(Distance::Passing { min: 0, max: Limit::Times(n - 1) }),
            Ok(_) => bad_number(cx, expr.span),
            Err(number) if first => Some(Distance::AtMost(Limit::Count(*number))),
            Err(number) => Some(passing(Limit::Count(expression::one_less(*number)))),
        },
        LegLimit::AtLeast(expr) => match steps(limit_of(cx, expr)?) {
            Ok(n) if n >= 1 => Some(Distance::Passing { min: n - 1, max: Limit::Unlimited }),
            Ok(_) => bad_number(cx, expr.span),
            Err(number) => Some(passing(Limit::AtLeast(expression::one_less(*number)))),
        },
    }
}

/// So many steps over what may be passed as the limit says, and a last one.
fn passing(max: Limit) -> Distance {
    Distance::Passing { min: 0, max }
}

/// Returns a fixed number of steps, 0 if it makes no sense, or the number that play will tell.
fn steps(number: Number) -> Result<u8, Box<Number>> {
    number.as_fixed().map(|fixed| u8::try_from(fixed).unwrap_or(0)).ok_or_else(|| Box::new(number))
}

fn bad_number(cx: &mut Context<'_>, span: Span) -> Option<Distance> {
    codes::BAD_PATTERN.at(span, "the number of squares must be from 1 to 255 here").fail(cx.sink)
}

/// Returns the directions of a leg, each once.
fn courses(cx: &mut Context<'_>, leg: &Leg) -> Option<Vec<Course>> {
    let mut courses: Vec<Course> = Vec::new();
    let found = match &leg.gait {
        Gait::Step | Gait::Slide => directions_of_words(cx, &leg.ways, leg.span)?,
        Gait::LeapTo(numbers) => {
            let (dx, dy, dz) = one_offset(cx, numbers, leg.span)?;
            vec![relative(cx, (dx, dy, dz))]
        }
        Gait::Leap(numbers) | Gait::Ride(numbers) => {
            let offsets = images(cx, numbers, leg.span)?;
            offsets.into_iter().map(|offset| relative(cx, offset)).collect()
        }
    };
    for course in found {
        if !courses.contains(&course) {
            courses.push(course);
        }
    }
    Some(courses)
}

fn relative(cx: &mut Context<'_>, (dx, dy, dz): Offset) -> Course {
    Course { id: directions::offset(cx, dx, dy, dz), offset: Some((dx, dy, dz)) }
}

/// Returns the one offset of a leap.
fn one_offset(cx: &mut Context<'_>, numbers: &[i64], span: Span) -> Option<Offset> {
    let short: Vec<i16> = numbers.iter().map(|number| board::short(*number)).collect();
    match short.as_slice() {
        [dx, dy] if (*dx, *dy) != (0, 0) => Some((*dx, *dy, 0)),
        [dx, dy, dz] if (*dx, *dy, *dz) != (0, 0, 0) => Some((*dx, *dy, *dz)),
        _ => {
            let message = "a leap in one direction is given by how far it goes to the right and forward: `leap to (1,2)`";
            codes::BAD_PATTERN.at(span, message).fail(cx.sink)
        }
    }
}

/// Returns all mirror images of a leap.
fn images(cx: &mut Context<'_>, numbers: &[i64], span: Span) -> Option<Vec<Offset>> {
    let short: Vec<i16> = numbers.iter().map(|number| board::short(*number)).collect();
    let images: Vec<Offset> = match short.as_slice() {
        [n] => vec![(0, *n, 0), (0, -n, 0)],
        [a, b] => [(*a, *b), (*b, *a)].into_iter().flat_map(signs).collect(),
        [a, b, c] => orders(*a, *b, *c).into_iter().flat_map(signs_in_space).collect(),
        _ => Vec::new(),
    };
    if images.is_empty() || short.iter().all(|n| *n == 0) {
        let message = "a leap is given by how far it goes along each axis: `leap (1,2)`";
        return codes::BAD_PATTERN.at(span, message).fail(cx.sink);
    }
    Some(images)
}

fn signs((a, b): (i16, i16)) -> [Offset; 4] {
    [(a, b, 0), (a, -b, 0), (-a, b, 0), (-a, -b, 0)]
}

fn orders(a: i16, b: i16, c: i16) -> [Offset; 6] {
    [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]
}

fn signs_in_space((a, b, c): Offset) -> [Offset; 8] {
    [
        (a, b, c),
        (a, b, -c),
        (a, -b, c),
        (a, -b, -c),
        (-a, b, c),
        (-a, b, -c),
        (-a, -b, c),
        (-a, -b, -c),
    ]
}

/// Lowers the directions of a loop, each once, or complains.
pub(crate) fn directions(cx: &mut Context<'_>, words: &[Name]) -> Option<Vec<DirectionId>> {
    let mut found = Vec::new();
    for name in words {
        let text = name.text.split(' ').map(|word| match word {
            "orthogonal" => "orthogonally",
            "diagonal" => "diagonally",
            other => other,
        });
        let text: Vec<&str> = text.collect();
        if let [first, second] = text.as_slice()
            && !(*first == "diagonally" && matches!(*second, "forward" | "backward"))
        {
            let diagnostic = codes::BAD_PATTERN.at(name.span, "directions are separated by commas");
            let put = format!("{first}, {second}");
            return diagnostic.suggest(name.span, put, "two directions").fail(cx.sink);
        }
        let is_declared = cx.find(&name.text).is_some();
        let text = if is_declared { name.text.clone() } else { text.join(" ") };
        let word = Name { text, span: name.span };
        for course in directions_of_words(cx, &[word], name.span)? {
            if !found.contains(&course.id) {
                found.push(course.id);
            }
        }
    }
    Some(found)
}

/// Reads direction words: `orthogonally`, `diagonally forward`, `north`, `in any direction`.
fn directions_of_words(cx: &mut Context<'_>, ways: &[Name], span: Span) -> Option<Vec<Course>> {
    let words: Vec<(&str, Span)> = ways
        .iter()
        .flat_map(|name| name.text.split_whitespace().map(|word| (word, name.span)))
        .filter(|(word, _)| {
            !matches!(*word, "in" | "direction" | "directions" | "or" | "and" | "straight")
        })
        .collect();
    let mut courses = Vec::new();
    let mut at = 0;
    while let Some((word, span)) = words.get(at).copied() {
        let next = words.get(at + 1).map(|(word, _)| *word);
        let sign = match (word, next) {
            ("diagonally", Some("forward")) => Some(1),
            ("diagonally", Some("backward")) => Some(-1),
            _ => None,
        };
        if let Some(dy) = sign {
            courses.extend([(-1, dy, 0), (1, dy, 0)].map(|offset| relative(cx, offset)));
            at += 2;
            continue;
        }
        courses.extend(directions_of_word(cx, word, span)?);
        at += 1;
    }
    if courses.is_empty() {
        let message = "in which direction? say for example `orthogonally` or `diagonally forward`";
        return codes::BAD_PATTERN.at(span, message).fail(cx.sink);
    }
    Some(courses)
}

fn directions_of_word(cx: &mut Context<'_>, word: &str, span: Span) -> Option<Vec<Course>> {
    Some(match word {
        "orthogonally" => ORTHOGONAL.map(|offset| relative(cx, offset)).to_vec(),
        "diagonally" => DIAGONAL.map(|offset| relative(cx, offset)).to_vec(),
        "sideways" => [(-1, 0, 0), (1, 0, 0)].map(|offset| relative(cx, offset)).to_vec(),
        "any" => {
            let steps = directions::adjacent_steps(cx);
            steps
                .into_iter()
                .map(|id| Course { id, offset: directions::offset_of(cx, id) })
                .collect()
        }
        _ => {
            let Some(id) = directions::named(cx, word) else {
                unknown_direction(cx, word, span);
                return None;
            };
            vec![Course { id, offset: directions::offset_of(cx, id) }]
        }
    })
}

fn unknown_direction(cx: &mut Context<'_>, word: &str, span: Span) {
    const WORDS: [&str; 8] =
        ["orthogonally", "diagonally", "forward", "backward", "left", "right", "sideways", "any"];
    let declared =
        || cx.geometry.declared.iter().map(|id| cx.game.board.directions[*id].name.as_str());
    if declared().any(|name| name == word) {
        // It is declared and its name is taken, which has been told.
        return;
    }
    let declared = declared();
    let close = suggest::closest(word, WORDS.into_iter().chain(declared).chain(AFTER));
    let found = codes::UNKNOWN_DIRECTION.at(span, format!("there is no direction `{word}`"));
    let habit = habits::find(word, habits::Place::Expression);
    let found = match (close, habit.and_then(|habit| habit.put)) {
        (None, Some(put)) => found.suggest(span, put, format!("it is called `{put}` here")),
        (close, _) => found.did_you_mean(close),
    };
    cx.sink.push(found);
}

/// Words that can come after a direction, for did-you-mean alone.
const AFTER: [&str; 17] = [
    "onward", "outward", "exactly", "half", "over", "onto", "taking", "via", "then", "from", "to",
    "of", "with", "without", "for", "when", "or",
];
