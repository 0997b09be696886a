//! From text to the [`tree`](super::tree).

use std::ops::Range;

use super::letters::{self, Modifier, Shape, Special, Way};
use super::modifiers::{Modifiers, clash, once, set};
use super::tree::{Group, Leg, Manner, Motion, Phrase, Reach, Spread, Use};
use super::{MAX_LEGS, MAX_LENGTH, Trouble};

/// Reads the whole text.
pub(super) fn parse(text: &str) -> Result<Vec<Group>, Trouble> {
    if text.len() > MAX_LENGTH {
        let message = format!("this is longer than the {MAX_LENGTH} characters that are read");
        return Err(Trouble::new(0..text.len(), message));
    }
    let mut parser = Parser { text, at: 0 };
    let mut groups = Vec::new();
    while parser.peek().is_some() {
        groups.push(parser.group()?);
    }
    if groups.is_empty() {
        return Err(
            Trouble::new(0..0, "no atom is written here").help("write one, such as `W` or `fN`")
        );
    }
    Ok(groups)
}

/// An atom as written.
struct Atom {
    shape: Shape,
    reach: Reach,
    place: Range<usize>,
}

#[derive(Debug)]
struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// The place of the next character, or of the end.
    fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    fn group(&mut self) -> Result<Group, Trouble> {
        let start = self.at;
        let mut group = self.motion()?;
        group.place = start..self.at;
        Ok(group)
    }

    fn motion(&mut self) -> Result<Group, Trouble> {
        let mut parts = vec![self.modifiers(false)?];
        if self.rest().starts_with("t[") || self.rest().starts_with('[') {
            return self.bracket(parts.swap_remove(0));
        }
        if let Some(special) = self.peek().and_then(letters::special) {
            return self.special(special, parts.swap_remove(0));
        }
        while self.take(letters::AGAIN) {
            if parts.len() == MAX_LEGS {
                return Err(too_many_legs(self.at - 1..self.at));
            }
            parts.push(self.modifiers(true)?);
        }
        let atom = self.atom()?;
        chain(parts, &atom)
    }

    /// `U`, `O2`, `@`: what is written like an atom but is no leap.
    fn special(&mut self, special: Special, part: Modifiers) -> Result<Group, Trouble> {
        let start = self.at;
        self.at += self.peek().map_or(0, char::len_utf8);
        if let Some(place) = part.shapes() {
            return Err(Trouble::new(place, "this letter says nothing about what is no leap")
                .help("leave it out"));
        }
        let motion = match special {
            Special::Aside => Motion::Aside {
                sides: sides_aside(&part.heading)?,
                steps: self.steps_aside(start)?,
            },
            Special::Anywhere => Motion::Anywhere,
            Special::Drop => Motion::Drop,
        };
        if let (Motion::Anywhere | Motion::Drop, Some((_, place))) = (&motion, part.heading.first())
        {
            let message = "a direction says nothing about what is no leap";
            return Err(Trouble::new(place.clone(), message).help("leave it out"));
        }
        let only_quiet = !matches!(motion, Motion::Anywhere);
        if only_quiet && (part.uses.iter().any(|one| *one != Use::Empty) || part.ends()) {
            let message = "this only goes to empty squares, so that `m` is all it can say";
            return Err(Trouble::new(part.place, message).help("leave the other letters out"));
        }
        if let (Motion::Drop, Some(place)) = (&motion, &part.initial) {
            let message = "a piece in the hand has never moved, so that `i` says nothing here";
            return Err(Trouble::new(place.clone(), message).help("leave it out"));
        }
        if let (Motion::Anywhere, true) = (&motion, part.uses.contains(&Use::Passed)) {
            return Err(Trouble::new(part.place, "`e` needs an atom that leads past something"));
        }
        let landing = if only_quiet { vec![Use::Empty] } else { or_default(part.uses.clone()) };
        Ok(part.group(motion, landing))
    }

    /// Reads how many squares to the side the piece goes.
    fn steps_aside(&mut self, start: usize) -> Result<u8, Trouble> {
        let digits = self.digits();
        digits.parse().ok().filter(|steps| *steps > 0).ok_or_else(|| {
            Trouble::new(start..self.at, "`O` needs the number of squares that the piece goes")
                .help("write for example `O2`")
        })
    }

    /// `[F?R]`, `[W-sR]`, and in the older way of writing `t[FR]`.
    fn bracket(&mut self, outer: Modifiers) -> Result<Group, Trouble> {
        if !outer.heading.is_empty() || outer.shapes().is_some() || outer.ends() {
            return Err(Trouble::new(
                outer.place,
                "only `m`, `c`, `d`, `e`, `k` and `i` can stand before a bracket",
            )
            .help("write the other letters before the first atom inside it"));
        }
        let bent = self.take('t');
        let start = self.at;
        self.take('[');
        let mut legs: Vec<Leg> = Vec::new();
        let mut landing = outer.uses;
        let mut stops = false;
        loop {
            if legs.len() == MAX_LEGS {
                return Err(too_many_legs(self.here()));
            }
            let part = self.modifiers(!legs.is_empty())?;
            let atom = self.atom()?;
            let separator = self.separator(bent, start)?;
            let last = separator.is_none();
            let outside = part.initial.clone().or_else(|| part.unload.clone());
            if let Some(place) = outside.or_else(|| part.toggle.clone()) {
                return Err(Trouble::new(place, "`i`, `u` and `y` cannot stand inside a bracket"));
            }
            stops |= separator == Some(true);
            if last && let Some(place) = part.tame.clone() {
                return Err(Trouble::new(place, "`t` cannot stand inside a bracket"));
            }
            let mut leg = if last {
                let (leg, uses) = last_leg(part, atom.shape, atom.reach, atom.place)?;
                landing = merge_landing(landing, uses, stops, &leg.place)?;
                leg
            } else {
                passing_leg(part, atom.shape, atom.reach, &atom.place)?
            };
            leg.spread = Spread::Outward;
            leg.stop = separator == Some(true);
            legs.push(leg);
            if last {
                break;
            }
        }
        if legs.len() < 2 {
            return Err(Trouble::new(start..self.at, "a bracket joins at least two atoms"));
        }
        let outer = Modifiers { initial: outer.initial, ..Modifiers::default() };
        Ok(outer.group(Motion::Path(legs), or_default(landing)))
    }

    /// Reads what follows an atom in a bracket: whether the piece may stop there, or nothing at the end.
    fn separator(&mut self, bent: bool, start: usize) -> Result<Option<bool>, Trouble> {
        if self.take(']') {
            return Ok(None);
        }
        if self.peek().is_none() {
            return Err(Trouble::new(start..self.at, "this bracket is not closed")
                .help("write `]` after it"));
        }
        if bent {
            return Ok(Some(true));
        }
        if self.take('-') {
            return Ok(Some(false));
        }
        if self.take('?') {
            return Ok(Some(true));
        }
        Err(Trouble::new(self.here(), "the atoms in a bracket need a sign between them")
            .help("write `-` if the path goes on in any case, `?` if it may also end there"))
    }

    fn modifiers(&mut self, later: bool) -> Result<Modifiers, Trouble> {
        let mut found = Modifiers { place: self.at..self.at, ..Modifiers::default() };
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            if letter == letters::AGAIN || self.rest().starts_with("t[") {
                break;
            }
            let Some(modifier) = letters::modifier(letter) else { return Err(self.unknown()) };
            let start = self.at;
            self.at += letter.len_utf8();
            self.modifier(modifier, start, later, &mut found)?;
        }
        found.place.end = self.at;
        Ok(found)
    }

    fn modifier(
        &mut self,
        modifier: Modifier,
        start: usize,
        later: bool,
        found: &mut Modifiers,
    ) -> Result<(), Trouble> {
        let place = start..self.at;
        match modifier {
            Modifier::Toward(way) => self.phrase(way, start, later, found),
            Modifier::Bend(way) if later => self.phrase(way, start, later, found),
            Modifier::Bend(Way::Zigzag) => set(&mut found.manner, Manner::Zigzag, place)?,
            Modifier::Bend(_) => set(&mut found.manner, Manner::Round, place)?,
            Modifier::Half => self.half(start, found)?,
            Modifier::Quiet => found.add_use(Use::Empty, place)?,
            Modifier::Captures => found.add_use(Use::Enemy, place)?,
            Modifier::Friendly => found.add_use(Use::Own, place)?,
            Modifier::Hop => set(&mut found.hop, Manner::Hop, place)?,
            Modifier::HopShort => set(&mut found.hop, Manner::HopShort, place)?,
            Modifier::Lame => set(&mut found.manner, Manner::Lame, place)?,
            Modifier::Jump => set(&mut found.manner, Manner::Jump, place)?,
            Modifier::Passing => found.add_use(Use::Passed, place)?,
            Modifier::Royal => found.add_use(Use::Royal, place)?,
            Modifier::Toggle => once(&mut found.toggle, place)?,
            Modifier::Initial => once(&mut found.initial, place)?,
            Modifier::Tame => once(&mut found.tame, place)?,
            Modifier::Unload => once(&mut found.unload, place)?,
            Modifier::Around => once(&mut found.around, place)?,
        }
        Ok(())
    }

    /// Reads on after a word of direction, which the next letter may sharpen.
    fn phrase(&mut self, way: Way, start: usize, later: bool, found: &mut Modifiers) {
        let next = self.peek().and_then(letters::modifier);
        let phrase = match next {
            Some(Modifier::Half) if way.is_single() && !later => Phrase::Half(way),
            Some(Modifier::Toward(second)) if second == way => Phrase::Doubled(way),
            Some(Modifier::Toward(second)) if pairs(way, second) => Phrase::Pair(way, second),
            Some(Modifier::Bend(second)) if later && pairs(way, second) => {
                Phrase::Pair(way, second)
            }
            _ => Phrase::Alone(way),
        };
        if !matches!(phrase, Phrase::Alone(_)) {
            self.at += 1;
        }
        found.heading.push((phrase, start..self.at));
    }

    /// Reads on after an `h` that follows no direction.
    fn half(&mut self, start: usize, found: &mut Modifiers) -> Result<(), Trouble> {
        if self.take('h') {
            return set(&mut found.manner, Manner::Halfling, start..self.at);
        }
        for (hand, right) in [('l', false), ('r', true)] {
            if self.take(hand) {
                found.heading.push((Phrase::Handed(right), start..self.at));
                return Ok(());
            }
        }
        Err(Trouble::new(start..self.at, "a single `h` needs a direction").help(
            "write `fh` for a forward half, `hl` or `hr` for left- or right-handed leaps, `hh` for half the way to the edge",
        ))
    }

    fn atom(&mut self) -> Result<Atom, Trouble> {
        let start = self.at;
        let (shape, slides) = match self.peek() {
            Some('(') => (self.leaper()?, false),
            Some(letter) => match letters::atom(letter) {
                Some(atom) => {
                    self.at += letter.len_utf8();
                    (atom.shape, atom.slides)
                }
                None => return Err(self.unknown()),
            },
            None => {
                return Err(Trouble::new(self.here(), "an atom is missing at the end")
                    .help("write one, such as `W`"));
            }
        };
        let written = self.text.get(start..self.at).unwrap_or_default().to_owned();
        let reach = self.reach(&written, slides)?;
        Ok(Atom { shape, reach, place: start..self.at })
    }

    /// `(1,4)`
    fn leaper(&mut self) -> Result<Shape, Trouble> {
        let start = self.at;
        self.take('(');
        let first = self.digits();
        let comma = self.take(',');
        let second = self.digits();
        let closed = self.take(')');
        let number = |digits: &str| digits.parse::<u8>().ok().map(i16::from);
        if !comma || !closed {
            return Err(Trouble::new(start..self.at, "this is no leap")
                .help("write two numbers, such as `(1,4)`"));
        }
        let place = start..self.at;
        let (Some(x), Some(y)) = (number(&first), number(&second)) else {
            return Err(Trouble::new(place, "a leap needs two numbers from 0 to 255"));
        };
        Shape::of(x, y).ok_or_else(|| Trouble::new(place, "a leap of (0,0) goes nowhere"))
    }

    fn digits(&mut self) -> String {
        let found: String = self.rest().chars().take_while(char::is_ascii_digit).collect();
        self.at += found.len();
        found
    }

    /// Reads the range behind an atom: a number, 0 for any, or the atom once more for any.
    fn reach(&mut self, atom: &str, slides: bool) -> Result<Reach, Trouble> {
        if self.rest().starts_with(atom) {
            self.at += atom.len();
            return Ok(Reach::Unlimited);
        }
        let start = self.at;
        let digits = self.digits();
        let place = start..self.at;
        match (digits.as_str(), slides) {
            ("", true) | ("0", _) => Ok(Reach::Unlimited),
            ("", false) => Ok(Reach::Times(1)),
            (digits, _) if digits.starts_with('0') => {
                Err(Trouble::new(place, "an exact number of steps cannot be written like this")
                    .help("leave out the 0 for up to that many steps"))
            }
            (digits, _) => match digits.parse() {
                Ok(times) => Ok(Reach::Times(times)),
                Err(_) => Err(Trouble::new(place, "the range is larger than 255")
                    .help("write 0 for any range")),
            },
        }
    }

    /// Complains about the next character.
    fn unknown(&self) -> Trouble {
        let letter = self.peek().unwrap_or(' ');
        if let Some(absent) = letters::absent(letter, self.at == 0) {
            let message = format!(
                "`{letter}` stands for {}, which Betza strings cannot say here",
                absent.meaning
            );
            return Trouble::new(self.here(), message).help(absent.help);
        }
        let message = if letter == ')' && self.rest().len() > 1 {
            "this bracket was never opened".to_owned()
        } else {
            format!("`{}` means nothing in Betza's notation", letter.escape_debug())
        };
        Trouble::new(self.here(), message)
    }
}

fn too_many_legs(place: Range<usize>) -> Trouble {
    Trouble::new(place, format!("a path may have at most {MAX_LEGS} legs"))
}

/// Tells whether two words of direction sharpen each other: `fr`, `fs`, `lv`, `bz`.
fn pairs(first: Way, second: Way) -> bool {
    first.is_single() && first.is_vertical() != second.is_vertical()
}

/// Makes a path whose legs share one atom, as `a` joins them.
fn chain(parts: Vec<Modifiers>, atom: &Atom) -> Result<Group, Trouble> {
    let count = parts.len();
    let of_all = Modifiers {
        initial: parts.iter().find_map(|part| part.initial.clone()),
        tame: parts.last().and_then(|part| part.tame.clone()),
        unload: parts.iter().find_map(|part| part.unload.clone()),
        ..Modifiers::default()
    };
    if let (Some(place), 2..) = (&of_all.unload, count) {
        return Err(Trouble::new(place.clone(), "`u` is only for a move of one leg")
            .help("say in words what happens: `moves … then { place … }`"));
    }
    let mut reach = atom.reach;
    let mut legs = Vec::with_capacity(count);
    let mut landing = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        if index + 1 == count {
            let (leg, uses) = last_leg(part, atom.shape, reach, atom.place.clone())?;
            legs.push(leg);
            landing = uses;
        } else {
            let turns = part.toggle.is_some() || matches!(part.hop, Some((Manner::HopShort, _)));
            legs.push(passing_leg(part, atom.shape, reach, &atom.place)?);
            if turns {
                reach = if reach == Reach::Times(1) { Reach::Unlimited } else { Reach::Times(1) };
            }
        }
    }
    Ok(of_all.group(Motion::Path(legs), or_default(landing)))
}

/// Returns the sides to which a piece may castle: those that are named, or both.
fn sides_aside(heading: &[(Phrase, Range<usize>)]) -> Result<Vec<i16>, Trouble> {
    let mut sides = Vec::new();
    for (phrase, place) in heading {
        sides.extend_from_slice(match phrase {
            Phrase::Alone(Way::Left) => &[-1][..],
            Phrase::Alone(Way::Right) => &[1],
            Phrase::Alone(Way::Sideways) => &[-1, 1],
            _ => {
                return Err(Trouble::new(place.clone(), "`O` goes to the left or the right")
                    .help("write `l`, `r` or `s`, or nothing for both"));
            }
        });
    }
    sides.sort_unstable();
    sides.dedup();
    Ok(if sides.is_empty() { vec![-1, 1] } else { sides })
}

/// Makes the last leg, and tells what may stand where it ends.
fn last_leg(
    part: Modifiers,
    shape: Shape,
    reach: Reach,
    atom: Range<usize>,
) -> Result<(Leg, Vec<Use>), Trouble> {
    if let Some(place) = part.toggle {
        return Err(Trouble::new(place, "`y` needs another leg after it")
            .help("write `a` and the next leg behind it"));
    }
    if let (Some((_, hop)), Some(tame)) = (&part.hop, &part.tame) {
        let place = hop.start.min(tame.start)..hop.end.max(tame.end);
        let message = "`t` with a hop at the end means different things for different readers";
        return Err(Trouble::new(place, message).help(
            "say in words over whom it hops, such as `slide … over own`, or whom it spares: `captures … of …`",
        ));
    }
    let manner = match (part.manner, part.hop) {
        (Some((_, first)), Some((_, second))) => {
            return Err(clash(first.start.min(second.start)..first.end.max(second.end)));
        }
        (one, other) => one.or(other).map_or(Manner::Plain, |(manner, _)| manner),
    };
    let place = part.place.start.min(atom.start)..atom.end;
    let leg = Leg::new(shape, reach, manner, place);
    Ok((Leg { heading: part.heading, around: part.around.is_some(), ..leg }, part.uses))
}

/// Makes a leg that another one follows.
fn passing_leg(
    part: Modifiers,
    shape: Shape,
    reach: Reach,
    atom: &Range<usize>,
) -> Result<Leg, Trouble> {
    let manner = match part.manner {
        None => Manner::Plain,
        Some((manner @ (Manner::Lame | Manner::Jump), _)) => manner,
        Some((_, place)) => {
            return Err(Trouble::new(place, "this letter is only for a move of one leg"));
        }
    };
    let mut pass = part.uses;
    if pass.iter().any(|one| matches!(one, Use::Royal | Use::Passed)) {
        return Err(Trouble::new(part.place, "`e` and `k` are only for the end of a path")
            .help("write them behind the last `a`"));
    }
    match (part.hop.is_some(), part.tame) {
        (true, Some(_)) => pass.push(Use::OwnHurdle),
        (true, None) => pass.push(Use::Hurdle),
        (false, Some(place)) => {
            return Err(Trouble::new(place, "`t` on the way needs `p` or `g` beside it")
                .help("write `tp` for a hop over pieces of its own side"));
        }
        (false, None) => {}
    }
    if pass.is_empty() || part.toggle.is_some() && !pass.contains(&Use::Empty) {
        pass.push(Use::Empty);
    }
    let place = if part.place.is_empty() { atom.clone() } else { part.place };
    let leg = Leg::new(shape, reach, manner, place);
    Ok(Leg { heading: part.heading, pass, around: part.around.is_some(), ..leg })
}

/// Joins what is written before a bracket with what its last leg says.
fn merge_landing(
    outer: Vec<Use>,
    last: Vec<Use>,
    stops: bool,
    place: &Range<usize>,
) -> Result<Vec<Use>, Trouble> {
    match (outer.is_empty(), last.is_empty()) {
        (_, true) => Ok(outer),
        (true, false) if !stops => Ok(last),
        _ => Err(Trouble::new(
            place.clone(),
            "what the whole path may do is said before the bracket",
        )
        .help("write `m`, `c`, `d`, `e` or `k` there")),
    }
}

fn or_default(uses: Vec<Use>) -> Vec<Use> {
    if uses.is_empty() { vec![Use::Empty, Use::Enemy] } else { uses }
}
