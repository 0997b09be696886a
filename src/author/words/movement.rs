//! Ways of moving in words: steps, slides, leaps and rides by name, any other walk step by step.

use super::{MORE, Words, listed};
use crate::ir::{
    Arithmetic, Arrival, Clause, DirectionId, LandingKind, Limit, Number, SideId, Squares, Walk,
};

/// A walk of a common kind, all but its direction.
#[derive(Clone, Debug, PartialEq)]
enum Gait {
    /// One step or leap.
    Once,
    /// Again and again over what fits, so often at least and at most.
    /// With `last`, one more step comes behind, onto anything.
    Along { over: Squares, min: u8, max: Limit, last: bool },
    /// A walk along one line that goes by no other name; its steps go in the direction [`LINE`].
    Line(Walk),
}

/// Stands for the direction of a line.
const LINE: DirectionId = DirectionId(u16::MAX);

/// Some directions that a gait goes in.
struct Ways {
    gait: Gait,
    directions: Vec<DirectionId>,
}

impl Words<'_> {
    /// Tells one way of moving, as a sentence without its subject: `slides any distance diagonally`.
    pub(super) fn clause(self, clause: &Clause) -> String {
        let mut text = match clause.sides.into_array() {
            [true, false] => format!("({} only) ", self.name(SideId::FIRST)),
            [false, true] => format!("({} only) ", self.name(SideId::LAST)),
            _ => String::new(),
        };
        if let Some(name) = &clause.name {
            text.extend([name, ": "]);
        }
        text.push_str(&self.way(&clause.walk));
        text.push_str(&self.landings(clause));
        if let Some(taking) = &clause.taking {
            text.extend([", and captures ", &self.each(taking)]);
        }
        if clause.arrival == Arrival::Stays {
            text.push_str(", while it stays where it is");
        }
        if !clause.condition.is_always() {
            text.extend(["; only if ", &self.truth(&clause.condition)]);
        }
        if !clause.then.is_empty() {
            text.extend(["; then ", &self.statements(&clause.then)]);
        }
        text
    }

    /// Tells what may be at the end of the way, where it is not as usual.
    fn landings(self, clause: &Clause) -> String {
        let of = |kind: LandingKind| {
            let sets: Vec<&Squares> = clause
                .landings
                .iter()
                .filter(|landing| landing.kind == kind)
                .map(|landing| &landing.on)
                .collect();
            sets
        };
        let usual = |sets: &[&Squares], set: &Squares| matches!(sets, [only] if *only == set);
        let vacant = Squares::vacant();
        let enemy = Squares::enemy();
        let (settle, capture, swap) =
            (of(LandingKind::Settle), of(LandingKind::Capture), of(LandingKind::Swap));
        let all = |sets: &[&Squares]| {
            let texts: Vec<String> = sets.iter().map(|set| self.one_of(set)).collect();
            listed(&texts, "or")
        };
        let mut parts = Vec::new();
        match (settle.as_slice(), capture.as_slice()) {
            (settle, capture) if usual(settle, &vacant) && usual(capture, &enemy) => {}
            (settle, []) if usual(settle, &vacant) => {
                parts.push("without capturing".to_owned());
            }
            ([], capture) if usual(capture, &enemy) => parts.push("only to capture".to_owned()),
            (settle, capture) => {
                if !settle.is_empty() && !usual(settle, &vacant) {
                    parts.push(format!("ending on {}", all(settle)));
                }
                if settle.is_empty() && !capture.is_empty() {
                    parts.push(format!("only to capture {}", all(capture)));
                } else if !capture.is_empty() && !usual(capture, &enemy) {
                    parts.push(format!("or to capture {}", all(capture)));
                } else if capture.is_empty() {
                    parts.push("without capturing there".to_owned());
                }
            }
        }
        if !swap.is_empty() {
            parts.clear();
            parts.push(format!("to change places with {}", all(&swap)));
        }
        parts.insert(0, String::new());
        parts.join(", ")
    }

    /// Tells a way: `steps one square forward`.
    pub(super) fn way(self, walk: &Walk) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        let paths = walk.ways();
        let mut ways: Vec<Ways> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        for path in paths {
            if let Some((gait, direction)) = common(path).or_else(|| in_line(path)) {
                add(&mut ways, gait, direction);
                continue;
            }
            let text = inside.walk(path);
            if !others.contains(&text) {
                others.push(text);
            }
        }
        let mut parts: Vec<String> = ways.iter().flat_map(|ways| inside.ways(ways)).collect();
        parts.extend(others);
        listed(&parts, "or")
    }

    /// Tells a gait with all its directions: near ones are steps and slides, far ones leaps and rides.
    fn ways(self, ways: &Ways) -> Vec<String> {
        let mut near: Vec<(i16, i16)> = Vec::new();
        let mut far: Vec<(i16, i16)> = Vec::new();
        let mut named: Vec<String> = Vec::new();
        for id in &ways.directions {
            let name =
                self.game.board.directions.get(*id).map_or(MORE, |direction| &direction.name);
            match offset(name) {
                Some((x, y)) if x.abs() <= 1 && y.abs() <= 1 => near.push((x, y)),
                Some(offset) => far.push(offset),
                None => named.push(name.to_owned()),
            }
        }
        let mut parts = Vec::new();
        if !near.is_empty() {
            parts.push(self.gait(&ways.gait, &directions(&near)));
        }
        for class in classes(&far) {
            parts.push(self.leap(&ways.gait, &class));
        }
        if !named.is_empty() {
            parts.push(self.gait(&ways.gait, &listed(&named, "or")));
        }
        parts
    }

    fn gait(self, gait: &Gait, directions: &str) -> String {
        match gait {
            Gait::Once => format!("steps one square {directions}"),
            Gait::Line(walk) => format!("in a line {directions}: {}", self.walk(walk)),
            Gait::Along { over, min, max, last } => {
                let far = self.distance(*min, max, *last);
                let pause = if far.contains(',') { "," } else { "" };
                format!("slides {far}{pause} {directions}{}", self.over(over))
            }
        }
    }

    fn leap(self, gait: &Gait, class: &[(i16, i16)]) -> String {
        let leap = leap(class);
        match gait {
            Gait::Once => format!("leaps {leap}"),
            Gait::Line(walk) => format!("in a line, by leaps {leap}: {}", self.walk(walk)),
            Gait::Along { over, min, max, last } => {
                let times = match (min, max) {
                    (0, Limit::Unlimited) => "as often as it likes".to_owned(),
                    (min, max) => self.distance(*min, max, *last).replace("squares", "leaps"),
                };
                format!("rides in one line, {times}, by leaps {leap}{}", self.over(over))
            }
        }
    }

    fn over(self, over: &Squares) -> String {
        if over.is_vacant() { String::new() } else { format!(" over {}", self.one_of(over)) }
    }

    /// How far it goes; the last step comes on top of the repeated ones.
    fn distance(self, min: u8, max: &Limit, last: bool) -> String {
        let more = u32::from(last);
        let least = u32::from(min) + more;
        match max {
            Limit::Unlimited if least <= 1 => "any distance".to_owned(),
            Limit::Unlimited => format!("at least {least} squares"),
            Limit::Times(times) if *times == min => format!("exactly {least} squares"),
            Limit::Times(times) if least <= 1 => {
                format!("up to {} squares", u32::from(*times) + more)
            }
            Limit::Times(times) => format!("{least} to {} squares", u32::from(*times) + more),
            Limit::Half => "half of the squares to the edge at most, rounded up".to_owned(),
            Limit::Count(number) => format!("up to {}", self.squares_more(number, last)),
            Limit::Exactly(number) => format!("exactly {}", self.squares_more(number, last)),
            Limit::AtLeast(number) => format!("at least {}", self.squares_more(number, last)),
        }
    }

    /// Tells how many squares, with a last one on top if there is one.
    fn squares_more(self, number: &Number, last: bool) -> String {
        match number {
            Number::Arithmetic { operator: Arithmetic::Subtract, left, right }
                if last && right.as_fixed() == Some(1) =>
            {
                format!("{} squares", self.number(left))
            }
            number if last => format!("1 more squares than {}", self.number(number)),
            number => format!("{} squares", self.number(number)),
        }
    }

    /// Tells any walk, step by step.
    fn walk(self, walk: &Walk) -> String {
        let Some(inside) = self.inside() else { return MORE.to_owned() };
        match walk {
            Walk::Here => "stays".to_owned(),
            Walk::Step(LINE) => "goes one on".to_owned(),
            Walk::Step(direction) => {
                add_up(|ways| add(ways, Gait::Once, *direction), |ways| inside.ways(ways))
            }
            Walk::Test(squares) => format!("(on {})", inside.one_of(squares)),
            Walk::Take => "(capturing what stands there)".to_owned(),
            Walk::Via => String::new(),
            Walk::Jump(set) if set.as_fixed() == Some(self.game.board.all()) => {
                "goes anywhere".to_owned()
            }
            Walk::Jump(squares) => format!("goes to {}", inside.squares(squares)),
            Walk::Sequence(parts) => inside.sequence(parts),
            Walk::Either(_) => format!("({})", inside.way(walk)),
            Walk::Repeat { body, min, max } => inside.repetition(body, *min, max),
        }
    }

    fn repetition(self, body: &Walk, min: u8, max: &Limit) -> String {
        let far = self.repeated(min, max);
        match common_step(body) {
            Some((LINE, over)) => format!("goes on {far} over {}", self.one_of(&over)),
            Some((direction, over)) => {
                let way = self.walk(&Walk::Step(direction));
                format!("{way} {far} over {}", self.one_of(&over))
            }
            None => format!("{far}: {}", self.walk(body)),
        }
    }

    /// Tells where a way leads that is a single step, or a row: `the square straight behind`.
    pub(super) fn reached(self, walk: &Walk) -> Option<String> {
        if let Some(shape) = self.shape(walk) {
            return Some(shape);
        }
        if let Some(line) = self.same_line(walk) {
            return Some(format!("the squares on the same {line} as"));
        }
        let mut near: Vec<(i16, i16)> = Vec::new();
        for path in walk.ways() {
            let Some((Gait::Once, direction)) = common(path) else { return None };
            let offset = offset(&self.game.board.directions.get(direction)?.name)?;
            near.push(Some(offset).filter(|(x, y)| x.abs() <= 1 && y.abs() <= 1)?);
        }
        let squares = if near.len() == 1 { "the square" } else { "the squares" };
        Some(format!("{squares} one step {} from", directions(&near)))
    }

    /// Tells whether a walk leads to all squares on the same rank or file.
    fn same_line(self, walk: &Walk) -> Option<&'static str> {
        let Walk::Either(paths) = walk else { return None };
        let mut words: Vec<String> = Vec::new();
        for path in paths {
            match path.in_order() {
                [Walk::Test(here), Walk::Jump(there)] if here == there => {
                    words.push(self.places(here.as_fixed()?));
                }
                _ => return None,
            }
        }
        ["rank", "file"].into_iter().find(|line| words.iter().all(|word| word.starts_with(line)))
    }

    fn sequence(self, parts: &[Walk]) -> String {
        if let Some((gait, direction)) = common_of(parts) {
            return add_up(|ways| add(ways, gait, direction), |ways| self.ways(ways));
        }
        let mut text = String::new();
        for part in parts {
            let next = self.walk(part);
            let is_remark = matches!(part, Walk::Test(_) | Walk::Take | Walk::Via);
            if !text.is_empty() && !next.is_empty() {
                text.push_str(if is_remark { " " } else { ", then " });
            }
            text.push_str(&next);
        }
        if text.is_empty() { "stays".to_owned() } else { text }
    }

    fn repeated(self, min: u8, max: &Limit) -> String {
        match (min, max) {
            (0, Limit::Unlimited) => "any number of times, or not at all,".to_owned(),
            (min, Limit::Unlimited) => format!("{} or more", super::times(min)),
            (min, Limit::Times(max)) if min == *max => super::times(max),
            (min, Limit::Times(max)) => format!("{min} to {}", super::times(max)),
            (_, Limit::Half) => "half as often as there is room, rounded up".to_owned(),
            (_, Limit::Count(number)) => format!("up to {} times", self.number(number)),
            (_, Limit::Exactly(number)) => format!("exactly {} times", self.number(number)),
            (_, Limit::AtLeast(number)) => format!("at least {} times", self.number(number)),
        }
    }
}

fn add_up(fill: impl FnOnce(&mut Vec<Ways>), tell: impl Fn(&Ways) -> Vec<String>) -> String {
    let mut ways = Vec::new();
    fill(&mut ways);
    let parts: Vec<String> = ways.iter().flat_map(tell).collect();
    listed(&parts, "or")
}

fn add(ways: &mut Vec<Ways>, gait: Gait, direction: DirectionId) {
    match ways.iter_mut().find(|other| other.gait == gait) {
        Some(same) => same.directions.push(direction),
        None => ways.push(Ways { gait, directions: vec![direction] }),
    }
}

/// Recognises a step and a slide.
fn common(walk: &Walk) -> Option<(Gait, DirectionId)> {
    match walk {
        Walk::Step(direction) => Some((Gait::Once, *direction)),
        Walk::Sequence(parts) => common_of(parts),
        Walk::Repeat { .. } => common_of(std::slice::from_ref(walk)),
        _ => None,
    }
}

/// Recognises a walk all of whose steps go the same way, if there are several.
fn in_line(walk: &Walk) -> Option<(Gait, DirectionId)> {
    let mut found = None;
    let mut count = 0;
    let line = along(walk, MAX_LINE, &mut found, &mut count)?;
    (count > 1).then_some((Gait::Line(line), found?))
}

/// How deeply a walk along a line may be nested.
const MAX_LINE: usize = 12;

/// Returns the walk with [`LINE`] for its only direction.
fn along(
    walk: &Walk,
    depth: usize,
    found: &mut Option<DirectionId>,
    count: &mut usize,
) -> Option<Walk> {
    let depth = depth.checked_sub(1)?;
    Some(match walk {
        Walk::Step(direction) => {
            *count += 1;
            (*found.get_or_insert(*direction) == *direction).then_some(Walk::Step(LINE))?
        }
        Walk::Sequence(parts) => {
            let parts = parts.iter().map(|part| along(part, depth, found, count));
            Walk::Sequence(parts.collect::<Option<_>>()?)
        }
        Walk::Repeat { body, min, max } => Walk::Repeat {
            body: Box::new(along(body, depth, found, count)?),
            min: *min,
            max: max.clone(),
        },
        Walk::Either(_) => return None,
        Walk::Here | Walk::Test(_) | Walk::Take | Walk::Via | Walk::Jump(_) => walk.clone(),
    })
}

/// `repeat(step north, empty)*, step north`
fn common_of(parts: &[Walk]) -> Option<(Gait, DirectionId)> {
    match parts {
        [one @ (Walk::Step(_) | Walk::Sequence(_))] => common(one),
        [Walk::Repeat { body, min, max }, Walk::Step(last)] => {
            let (direction, over) = common_step(body)?;
            let gait = Gait::Along { over, min: *min, max: max.clone(), last: true };
            (direction == *last).then_some((gait, direction))
        }
        [Walk::Step(direction), Walk::Test(over), Walk::Step(last)] if direction == last => {
            let gait = Gait::Along { over: over.clone(), min: 1, max: Limit::Times(1), last: true };
            Some((gait, *direction))
        }
        // A piece that moves has left its square empty.
        [Walk::Repeat { body, min, max }] => match body.in_order() {
            [Walk::Test(over), Walk::Step(direction)] if over.is_vacant() => {
                let over = over.clone();
                let gait = Gait::Along { over, min: *min, max: max.clone(), last: false };
                Some((gait, *direction))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `step north, empty`
fn common_step(body: &Walk) -> Option<(DirectionId, Squares)> {
    match body.in_order() {
        [Walk::Step(direction), Walk::Test(over)] => Some((*direction, over.clone())),
        _ => None,
    }
}

/// Reads what a direction is called: a word or an offset.
fn offset(name: &str) -> Option<(i16, i16)> {
    Some(match name {
        "forward" => (0, 1),
        "backward" => (0, -1),
        "left" => (-1, 0),
        "right" => (1, 0),
        _ => {
            let inside = name.strip_prefix('(')?.strip_suffix(')')?;
            let (x, y) = inside.split_once(',')?;
            (x.trim().parse().ok()?, y.trim().parse().ok()?)
        }
    })
}

/// Tells near directions: `orthogonally`, `diagonally forward`, `forward or left`.
fn directions(near: &[(i16, i16)]) -> String {
    const GROUPS: [(&[(i16, i16)], &str); 14] = [
        (
            &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)],
            "in any direction",
        ),
        (&[(0, 1), (1, 0), (0, -1), (-1, 0)], "orthogonally"),
        (&[(1, 1), (1, -1), (-1, -1), (-1, 1)], "diagonally"),
        (&[(-1, 0), (1, 0)], "sideways"),
        (&[(1, 1), (-1, 1)], "diagonally forward"),
        (&[(1, -1), (-1, -1)], "diagonally backward"),
        (&[(0, 1)], "straight forward"),
        (&[(0, -1)], "straight backward"),
        (&[(1, 0)], "to the right"),
        (&[(-1, 0)], "to the left"),
        (&[(1, 1)], "diagonally forward to the right"),
        (&[(-1, 1)], "diagonally forward to the left"),
        (&[(1, -1)], "diagonally backward to the right"),
        (&[(-1, -1)], "diagonally backward to the left"),
    ];
    let mut rest: Vec<(i16, i16)> = near.to_vec();
    let mut parts: Vec<String> = Vec::new();
    for (group, name) in GROUPS {
        if group.iter().all(|offset| rest.contains(offset)) {
            rest.retain(|offset| !group.contains(offset));
            parts.push(name.to_owned());
        }
    }
    parts.extend(rest.iter().map(|offset| one_way(*offset)));
    listed(&parts, "or")
}

/// Tells an offset: `two squares forward and one to the right`.
fn one_way((x, y): (i16, i16)) -> String {
    let part = |size: i16, positive: &str, negative: &str| {
        let way = if size > 0 { positive } else { negative };
        (size != 0).then(|| format!("{} {way}", size.unsigned_abs()))
    };
    let parts: Vec<String> =
        [part(y, "forward", "backward"), part(x, "to the right", "to the left")]
            .into_iter()
            .flatten()
            .collect();
    listed(&parts, "and")
}

/// Puts leaps of the same length together.
fn classes(far: &[(i16, i16)]) -> Vec<Vec<(i16, i16)>> {
    let length = |(x, y): (i16, i16)| {
        let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
        (x.min(y), x.max(y))
    };
    let mut classes: Vec<Vec<(i16, i16)>> = Vec::new();
    for offset in far {
        match classes.iter_mut().find(|class| length(class[0]) == length(*offset)) {
            Some(class) => class.push(*offset),
            None => classes.push(vec![*offset]),
        }
    }
    classes
}

/// Tells leaps of one length: all of them, or each by itself.
fn leap(class: &[(i16, i16)]) -> String {
    let (x, y) = class.first().copied().unwrap_or_default();
    let (short, long) =
        (x.unsigned_abs().min(y.unsigned_abs()), x.unsigned_abs().max(y.unsigned_abs()));
    let whole = if short == 0 || short == long { 4 } else { 8 };
    if class.len() == whole {
        return match (short, long) {
            (0, long) => format!("{long} squares orthogonally"),
            (short, long) if short == long => format!("{long} squares diagonally"),
            (short, long) => format!("{short} and {long} squares at a right angle, any way round"),
        };
    }
    let ways: Vec<String> = class.iter().map(|offset| one_way(*offset)).collect();
    listed(&ways, "or")
}
