//! Making sets, numbers and conditions, with what is known beforehand worked out at once, and asking what is known.

use super::expression::{Number, Side, Squares, Truth, TypeRef};
use super::ids::{BySide, PieceTypeId, SideId, SlotId, SquareId};
use super::part::Part;
use super::pattern::Walk;
use super::sets::{SquareSet, TypeSet};

impl Side {
    /// Returns which side it is while a side is `own`, if no piece decides that.
    pub fn of(self, own: SideId) -> Option<SideId> {
        match self {
            Self::Own => Some(own),
            Self::Opponent => Some(own.opponent()),
            Self::Fixed(side) => Some(side),
            Self::OwnerOf(_) => None,
        }
    }
}

/// Lets expressions be made of what they can be made of.
macro_rules! made {
    ($($from:ty => $into:ident($given:ident: $made:expr);)*) => {$(
        impl From<$from> for $into {
            fn from($given: $from) -> Self {
                $made
            }
        }
    )*};
}

made! {
    SquareSet => Squares(set: Self::Fixed(set));
    SquareId => Squares(square: Self::Fixed(SquareSet::one(square)));
    TypeSet => Squares(types: Self::OfTypes(types));
    SlotId => Squares(slot: Self::Slot(slot));
    i32 => Number(value: Self::Fixed(value));
    bool => Truth(holds: Self::Fixed(holds));
}

impl Squares {
    /// Returns the set without a member.
    pub fn none() -> Self {
        Self::Fixed(SquareSet::EMPTY)
    }

    /// Returns the squares with pieces of whose turn it is.
    pub fn own() -> Self {
        Self::OwnedBy(Side::Own)
    }

    /// Returns the squares with pieces of the other side.
    pub fn enemy() -> Self {
        Self::OwnedBy(Side::Opponent)
    }

    /// Returns the squares without a piece.
    pub fn vacant() -> Self {
        Self::Empty
    }

    /// Returns the squares where a walk of the side can end.
    pub fn reach(from: Self, walk: Walk, side: Side) -> Self {
        Self::Reach { from: Box::new(from), walk: Box::new(walk), side }
    }

    /// Returns the squares that walks of the side pass.
    pub fn passed(from: Self, walk: Walk, side: Side) -> Self {
        Self::Passed { from: Box::new(from), walk: Box::new(walk), side }
    }

    /// Returns the set that a side sees, as a plain one where that is possible.
    pub fn seen(by: Option<Side>, views: BySide<SquareSet>) -> Self {
        match by {
            None => Self::Fixed(views[SideId::FIRST]),
            Some(Side::Fixed(side)) => Self::Fixed(views[side]),
            Some(Side::Own | Side::Opponent) if views.is_same() => {
                Self::Fixed(views[SideId::FIRST])
            }
            Some(by) => Self::Seen { by, views },
        }
    }

    /// Returns what is in any of the sets.
    pub fn union(sets: Vec<Self>) -> Self {
        let flat = sets.into_iter().flat_map(|set| match set {
            Self::Union(inner) => inner,
            other => vec![other],
        });
        merge(flat, SquareSet::union, Self::Union)
    }

    /// Returns what is in all of the sets.
    pub fn intersection(sets: Vec<Self>) -> Self {
        let flat = sets.into_iter().flat_map(|set| match set {
            Self::Intersection(inner) => inner,
            other => vec![other],
        });
        merge(flat, SquareSet::intersection, Self::Intersection)
    }

    /// Returns what is in this set and not in the other.
    #[must_use]
    pub fn except(self, without: Self) -> Self {
        if let Some(known) = join_known(&self, &without, SquareSet::except) {
            return known;
        }
        // What stands on a place, and not on another, stands on the rest of it.
        if let Self::Intersection(parts) = &self {
            let rest = parts.iter().enumerate().find_map(|(index, part)| {
                Some((index, join_known(part, &without, SquareSet::except)?))
            });
            if let Some((index, rest)) = rest {
                let mut parts = parts.clone();
                parts[index] = rest;
                return Self::intersection(parts);
            }
        }
        Self::Except(Box::new(self), Box::new(without))
    }

    /// Returns the squares for each side, and in whose eyes if that matters, if pieces have no part in it.
    pub fn as_place(&self) -> Option<(Option<Side>, BySide<SquareSet>)> {
        match self {
            Self::Fixed(squares) => Some((None, BySide::same(*squares))),
            Self::Seen { by, views } => Some((Some(*by), *views)),
            _ => None,
        }
    }

    /// Tells whether it is the same whatever stands on the board.
    pub fn is_place(&self) -> bool {
        self.as_place().is_some()
    }

    /// Returns the squares of a set that is always the same.
    pub fn as_fixed(&self) -> Option<SquareSet> {
        match self.as_place()? {
            (None, views) => Some(views[SideId::FIRST]),
            (Some(Side::Fixed(side)), views) => Some(views[side]),
            _ => None,
        }
    }

    /// Returns the squares of a place while a side is `own`, if no piece decides whose view it is.
    pub fn as_seen_by(&self, own: SideId) -> Option<SquareSet> {
        let (by, views) = self.as_place()?;
        Some(views[by.map_or(Some(own), |by| by.of(own))?])
    }

    /// Returns the squares of a place with either side as `own`.
    pub fn as_own_sees(&self) -> Option<BySide<SquareSet>> {
        match self.as_place()? {
            (None | Some(Side::Own), views) => Some(views),
            _ => None,
        }
    }

    /// Returns the slot whose square it is.
    pub fn as_slot(&self) -> Option<SlotId> {
        if let Self::Slot(slot) = self { Some(*slot) } else { None }
    }

    /// Tells whether it is the squares without a piece.
    pub fn is_vacant(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// Returns the set of which it is the first or the last square.
    pub fn picked_from(&self) -> Option<&Self> {
        if let Self::First(of) | Self::Last(of) = self { Some(of) } else { None }
    }

    /// Returns the set from whose squares it is one step.
    pub fn stepped_from(&self) -> Option<&Self> {
        match self {
            Self::Reach { from, walk, .. } if walk.as_step().is_some() => Some(from),
            _ => None,
        }
    }

    /// Tells whether all that can be in it is in sets of a kind, as far as it is put together of such.
    pub fn is_within(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self)
            || match self {
                Self::Union(parts) => parts.iter().all(|part| part.is_within(is)),
                Self::Intersection(parts) => parts.iter().any(|part| part.is_within(is)),
                Self::Except(from, _) | Self::First(from) | Self::Last(from) => from.is_within(is),
                _ => false,
            }
    }

    /// Returns whose pieces all those in it are, as far as it says so.
    pub fn owner(&self) -> Option<Side> {
        match self {
            Self::OwnedBy(side) => Some(*side),
            Self::Intersection(parts) => parts.iter().find_map(Self::owner),
            Self::Except(from, _) | Self::First(from) | Self::Last(from) => from.owner(),
            Self::Union(parts) => {
                let mut owners = parts.iter().map(Self::owner);
                let first = owners.next()??;
                owners.all(|other| other == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Tells whether it plainly has no more than one square.
    pub fn is_single(&self) -> bool {
        match self {
            Self::Fixed(squares) => squares.len() <= 1,
            Self::Seen { views, .. } => views.iter().all(|view| view.len() <= 1),
            Self::Slot(_) | Self::Bearing(_) | Self::First(_) | Self::Last(_) | Self::At { .. } => {
                true
            }
            Self::Intersection(parts) => parts.iter().any(Self::is_single),
            Self::Except(from, _) => from.is_single(),
            _ => self.stepped_from().is_some_and(Self::is_single),
        }
    }

    /// Tells whether a direct part of it is one of those looked for.
    pub fn any_part(&self, is: impl Fn(Part<'_>) -> bool) -> bool {
        let mut found = false;
        self.each_part(&mut |part| found = found || is(part));
        found
    }
}

/// Joins two known sets, unless they are seen with different eyes.
fn join_known(
    a: &Squares,
    b: &Squares,
    join: fn(SquareSet, SquareSet) -> SquareSet,
) -> Option<Squares> {
    let ((a_by, a), (b_by, b)) = (a.as_place()?, b.as_place()?);
    let by = match (a_by, b_by) {
        (Some(a), Some(b)) if a != b => return None,
        (by, other) => by.or(other),
    };
    Some(Squares::seen(by, BySide::from_fn(|side| join(a[side], b[side]))))
}

/// Joins neighbours that are known beforehand, and makes a list of what is left.
fn merge(
    sets: impl Iterator<Item = Squares>,
    join: fn(SquareSet, SquareSet) -> SquareSet,
    list: fn(Vec<Squares>) -> Squares,
) -> Squares {
    let mut merged: Vec<Squares> = Vec::new();
    for set in sets {
        match merged.last().and_then(|last| join_known(last, &set, join)) {
            Some(joined) => {
                merged.pop();
                merged.push(joined);
            }
            None => merged.push(set),
        }
    }
    match merged.len() {
        1 => merged.swap_remove(0),
        _ => list(merged),
    }
}

/// Joins conditions of which one that always holds, or never does, says nothing beside others, and the opposite all; those
/// that are inside others of the kind are among them.
fn joined(
    parts: Vec<Truth>,
    neutral: bool,
    inside: fn(Truth) -> Vec<Truth>,
    list: fn(Vec<Truth>) -> Truth,
) -> Truth {
    let mut kept = Vec::new();
    for part in parts {
        match part.as_fixed() {
            Some(fixed) if fixed == neutral => {}
            Some(_) => return part,
            None => kept.extend(inside(part)),
        }
    }
    match kept.len() {
        0 => Truth::Fixed(neutral),
        1 => kept.swap_remove(0),
        _ => list(kept),
    }
}

impl TypeRef {
    /// Returns the type that it always is.
    pub fn as_fixed(&self) -> Option<PieceTypeId> {
        if let Self::Fixed(kind) = self { Some(*kind) } else { None }
    }
}

impl Number {
    /// Returns the number that it always is.
    pub fn as_fixed(&self) -> Option<i32> {
        if let Self::Fixed(value) = self { Some(*value) } else { None }
    }
}

impl Truth {
    /// Returns what always holds.
    pub fn always() -> Self {
        Self::Fixed(true)
    }

    /// Returns that a set has a member, or whether it does where that is known.
    pub fn exists(set: Squares) -> Self {
        match set {
            Squares::Fixed(set) => Self::Fixed(!set.is_empty()),
            set => Self::Exists(set),
        }
    }

    /// Returns that what is in a slot is in the set.
    pub fn is_in(slot: SlotId, set: Squares) -> Self {
        Self::Is { slot, set }
    }

    /// Returns the set in which it asks what is in a slot to be.
    pub fn asked_of(&self, slot: SlotId) -> Option<&Squares> {
        match self {
            Self::Is { slot: of, set } if *of == slot => Some(set),
            _ => None,
        }
    }

    /// Returns all that must hold together for it to hold.
    pub fn conjuncts(&self) -> &[Self] {
        if let Self::All(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Returns all of which one must hold for it to hold.
    pub fn disjuncts(&self) -> &[Self] {
        if let Self::Any(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Calls `each` for the questions that it joins by `not`, `and` and `or`.
    pub fn each_question<'a>(&'a self, each: &mut dyn FnMut(&'a Self)) {
        match self {
            Self::Fixed(_) => {}
            Self::Not(inner) => inner.each_question(each),
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.each_question(each);
                }
            }
            question => each(question),
        }
    }

    /// Returns what comes out when its questions are answered so.
    pub fn answered(&self, answer: &dyn Fn(&Self) -> bool) -> bool {
        match self {
            Self::Fixed(value) => *value,
            Self::Not(inner) => !inner.answered(answer),
            Self::All(parts) => parts.iter().all(|part| part.answered(answer)),
            Self::Any(parts) => parts.iter().any(|part| part.answered(answer)),
            question => answer(question),
        }
    }

    /// Tells whether it asks just whether whose turn it is has a legal turn.
    pub fn is_own_turn(&self) -> bool {
        matches!(self, Self::HasTurn { side: Side::Own, that } if that.is_always())
    }

    /// Returns whether it holds, if that is always the same.
    pub fn as_fixed(&self) -> Option<bool> {
        if let Self::Fixed(holds) = self { Some(*holds) } else { None }
    }

    /// Tells whether it always holds.
    pub fn is_always(&self) -> bool {
        self.as_fixed() == Some(true)
    }

    /// Returns what holds if all do.
    pub fn all(parts: Vec<Self>) -> Self {
        let inside = |part| if let Self::All(inner) = part { inner } else { vec![part] };
        joined(parts, true, inside, Self::All)
    }

    /// Returns what holds if at least one does.
    pub fn any(parts: Vec<Self>) -> Self {
        let inside = |part| if let Self::Any(inner) = part { inner } else { vec![part] };
        joined(parts, false, inside, Self::Any)
    }

    /// Returns the opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Fixed(value) => Self::Fixed(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Returns the opposite, if it is negated.
    #[must_use]
    pub fn negated_if(self, negated: bool) -> Self {
        if negated { self.negated() } else { self }
    }

    /// Returns whether it holds with either side as `own`, if it depends on nothing else.
    pub fn for_each_own(&self) -> Option<BySide<bool>> {
        let both = |parts: &[Self], join: fn(bool, bool) -> bool, start: bool| {
            parts.iter().try_fold(BySide::same(start), |so_far, part| {
                let part = part.for_each_own()?;
                Some(BySide::from_fn(|own| join(so_far[own], part[own])))
            })
        };
        match self {
            Self::Fixed(value) => Some(BySide::same(*value)),
            Self::Not(inner) => inner.for_each_own().map(|held| BySide::from_fn(|own| !held[own])),
            Self::All(parts) => both(parts, |a, b| a && b, true),
            Self::Any(parts) => both(parts, |a, b| a || b, false),
            Self::SameSide(one, other) => {
                let same = |own| Some(one.of(own)? == other.of(own)?);
                let (first, last) = (same(SideId::FIRST)?, same(SideId::LAST)?);
                Some(BySide::new([first, last]))
            }
            _ => None,
        }
    }
}
