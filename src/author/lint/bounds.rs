//! What sets, numbers and conditions can be at most, whatever is played.

use std::rc::Rc;

use super::cells::{ANYONE, ByOwner, Cells, NEUTRAL, owned_by};
use super::pieces::values;
use super::population::Population;
use crate::ir::{
    Arithmetic, BySide, Comparison, Game, Number, Owner, Side, SideId, SlotId, SquareSet, Squares,
    Truth, TypeRef, TypeSet, VariableKind,
};

/// Expressions nested deeper than this are taken to be anything.
const MAX_DEPTH: u8 = 64;

/// What is known where an expression is asked about.
#[derive(Clone)]
pub(super) struct Scene<'a> {
    game: &'a Game,
    /// Where pieces can stand.
    stands: &'a Cells,
    /// Whose turn it is.
    own: SideId,
    /// What the squares in slots can hold, as far as it is known.
    slots: Vec<(SlotId, Rc<Cells>)>,
    /// Whether every place is taken to be the whole board.
    everywhere: bool,
    /// Whether there can be any number of what there can be at all.
    uncounted: bool,
    /// How many pieces there can be, if that is known.
    population: Option<&'a Population>,
    depth: u8,
}

/// The least and the greatest a number can be.
type Range = (i64, i64);

/// What any number can be.
const ANY: Range = (i32::MIN as i64, i32::MAX as i64);

impl<'a> Scene<'a> {
    /// Makes the scene of a side's turn in which nothing is known of any slot.
    pub(super) fn new(game: &'a Game, stands: &'a Cells, own: SideId) -> Self {
        let slots = Vec::new();
        let population = None;
        let depth = MAX_DEPTH;
        Self { game, stands, own, slots, everywhere: false, uncounted: false, population, depth }
    }

    /// Adds how many pieces there can be.
    pub(super) fn with_population(mut self, population: &'a Population) -> Self {
        self.population = Some(population);
        self
    }

    /// Takes any number of pieces to be possible.
    pub(super) fn crowded(mut self) -> Self {
        self.population = None;
        self
    }

    /// Takes any number of squares to be possible, too, of those sets that hold any.
    pub(super) fn uncounted(mut self) -> Self {
        self.uncounted = true;
        self.crowded()
    }

    /// Returns what can be anywhere.
    pub(super) fn anything(&self) -> Cells {
        self.stands.clone()
    }

    /// Returns what is nowhere.
    pub(super) fn nothing(&self) -> Cells {
        Cells::none(self.game)
    }

    /// Takes every place to be the whole board: what holds never for all that is not a matter of places.
    pub(super) fn everywhere(mut self) -> Self {
        self.everywhere = true;
        self
    }

    /// Adds what is known of a slot.
    pub(super) fn with(mut self, slot: SlotId, cells: &Cells) -> Self {
        let cells = self.slot(slot).intersection(cells);
        self.slots.push((slot, Rc::new(cells)));
        self
    }

    /// Adds what a condition that holds tells of slots.
    pub(super) fn given(self, condition: &Truth) -> Self {
        match condition {
            Truth::Is { slot, set } => {
                let cells = self.most(set);
                self.with(*slot, &cells)
            }
            Truth::All(parts) if self.depth > 0 => parts.iter().fold(self, Scene::given),
            _ => self,
        }
    }

    fn deeper(&self) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(1)?, ..self.clone() })
    }

    /// Returns what can be on the square in a slot.
    pub(super) fn slot(&self, slot: SlotId) -> Cells {
        let known = self.slots.iter().rev().find(|(known, _)| *known == slot);
        known.map_or_else(|| self.stands.clone(), |(_, cells)| Cells::clone(cells))
    }

    /// Returns which sides a side can be.
    pub(super) fn sides(&self, side: Side) -> BySide<bool> {
        let one = |side: SideId| BySide::from_fn(|other| other == side);
        match side {
            Side::Fixed(side) => one(side),
            Side::Own => one(self.own),
            Side::Opponent => one(self.own.opponent()),
            Side::OwnerOf(_) => BySide::same(true),
        }
    }

    /// Returns which owners are meant.
    pub(super) fn owners(&self, owner: Owner) -> ByOwner<bool> {
        match owner {
            Owner::Neutral => NEUTRAL,
            Owner::Side(side) => owned_by(self.sides(side)),
        }
    }

    /// Returns which types can be meant; `None` for any.
    pub(super) fn types(&self, kind: &TypeRef) -> Option<TypeSet> {
        match kind {
            TypeRef::Fixed(kind) => Some(TypeSet::one(*kind)),
            TypeRef::Property(property, _) => Some(values(self.game, *property)),
            TypeRef::OfSlot(_) => None,
            TypeRef::At(set) => {
                let found = self.deeper()?.most(set);
                Some(found.kinds().map(|(kind, ..)| kind).collect())
            }
        }
    }

    /// Returns what can be in a set in some position.
    pub(super) fn most(&self, squares: &Squares) -> Cells {
        let all = || self.stands.clone();
        let Some(inner) = self.deeper() else { return all() };
        match squares {
            Squares::Fixed(set) if self.everywhere && !set.is_empty() => all(),
            Squares::Fixed(set) => all().on(*set),
            Squares::Seen { .. } if self.everywhere => all(),
            Squares::Seen { by, views } => {
                let seen = self.sides(*by).into_iter().zip(views).filter(|(is, _)| *is);
                all().on(seen.fold(SquareSet::EMPTY, |set, (_, view)| set.union(*view)))
            }
            Squares::Empty => all().bare(),
            Squares::Occupied | Squares::Marked(_) => all().only(None, ANYONE),
            Squares::OwnedBy(side) => all().only(None, owned_by(self.sides(*side))),
            Squares::Neutral => all().only(None, NEUTRAL),
            Squares::OfTypes(types) => all().only(Some(*types), ANYONE),
            Squares::OfType(kind) => all().only(self.types(kind), ANYONE),
            Squares::Slot(slot) => self.slot(*slot),
            Squares::Union(parts) => parts
                .iter()
                .fold(Cells::none(self.game), |cells, part| cells.union(&inner.most(part))),
            Squares::Intersection(parts) => {
                parts.iter().fold(all(), |cells, part| cells.intersection(&inner.most(part)))
            }
            Squares::Except(first, without) => inner.most(first).except(&inner.least(without)),
            Squares::First(of) | Squares::Last(of) => inner.most(of),
            _ => all(),
        }
    }

    /// Returns what is in a set in every position in which it stands there at all.
    pub(super) fn least(&self, squares: &Squares) -> Cells {
        let none = || Cells::none(self.game);
        let Some(inner) = self.deeper() else { return none() };
        if squares.is_place() && self.everywhere {
            return none();
        }
        match squares {
            Squares::Seen { by: side, .. } | Squares::OwnedBy(side)
                if matches!(side, Side::OwnerOf(_)) =>
            {
                none()
            }
            Squares::Fixed(_)
            | Squares::Seen { .. }
            | Squares::Empty
            | Squares::Occupied
            | Squares::OwnedBy(_)
            | Squares::Neutral
            | Squares::OfTypes(_)
            | Squares::OfType(TypeRef::Fixed(_)) => self.most(squares),
            Squares::Union(parts) => {
                parts.iter().fold(none(), |cells, part| cells.union(&inner.least(part)))
            }
            Squares::Intersection(parts) => {
                let all = self.stands.clone();
                parts.iter().fold(all, |cells, part| cells.intersection(&inner.least(part)))
            }
            Squares::Except(first, without) => inner.least(first).except(&inner.most(without)),
            _ => none(),
        }
    }

    /// Tells what a truth is in every position, if it is always the same.
    pub(super) fn holds(&self, truth: &Truth) -> Option<bool> {
        let inner = self.deeper()?;
        match truth {
            Truth::Fixed(value) => Some(*value),
            Truth::Not(not) => inner.holds(not).map(|value| !value),
            Truth::All(parts) => {
                let given = inner.clone().given(truth);
                together(parts.iter().map(|part| given.holds(part)), false)
            }
            Truth::Any(parts) => together(parts.iter().map(|part| inner.holds(part)), true),
            Truth::Compare { operator, left, right } => {
                compare(*operator, inner.range(left), inner.range(right))
            }
            Truth::Is { slot, set } => {
                let both = inner.most(set).intersection(&inner.slot(*slot));
                both.is_empty().then_some(false)
            }
            Truth::Exists(Squares::Fixed(set)) if !self.everywhere => Some(!set.is_empty()),
            Truth::Exists(set) => inner.most(set).is_empty().then_some(false),
            Truth::Within(first, second) => {
                let both = inner.most(first).intersection(&inner.most(second));
                both.is_empty().then_some(false)
            }
            Truth::TypeIs(kind, types) => {
                let kinds = self.types(kind)?;
                kinds.intersection(*types).is_empty().then_some(false)
            }
            Truth::Some { over, condition, slot } => {
                let cells = inner.most(over);
                let none =
                    cells.is_empty() || inner.with(*slot, &cells).holds(condition) == Some(false);
                none.then_some(false)
            }
            _ => None,
        }
    }

    /// Returns between which numbers a number lies in every position.
    pub(super) fn range(&self, number: &Number) -> Range {
        let Some(inner) = self.deeper() else { return ANY };
        match number {
            Number::Fixed(value) => (i64::from(*value), i64::from(*value)),
            Number::Variable(variable) => {
                kind_range(self.game.variables.get(variable.id).map(|info| &info.kind))
            }
            Number::Count(set) => (0, i64::try_from(self.count(&inner.most(set))).unwrap_or(ANY.1)),
            Number::InHand { .. }
            | Number::Level(_)
            | Number::Distance(..)
            | Number::CapturesThisTurn => (0, ANY.1),
            Number::TurnNumber => (1, ANY.1),
            Number::Either { then, otherwise, .. } => {
                let (a, b) = (inner.range(then), inner.range(otherwise));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Number::Arithmetic { operator, left, right } => {
                arithmetic(*operator, inner.range(left), inner.range(right))
            }
            Number::Coordinate { axis, of, side } => {
                let all = self.game.board.all();
                let squares = if self.everywhere { all } else { inner.most(of).squares() };
                let seen = SideId::ALL.into_iter().zip(self.sides(*side)).filter(|(_, is)| *is);
                let board = &self.game.board;
                let found = seen.flat_map(|(side, _)| {
                    squares.iter().map(move |square| board.coordinate(square, *axis, side))
                });
                found.map(i64::from).fold((0, 0), |(low, high), at| (low.min(at), high.max(at)))
            }
            Number::Tally { of, total: false, .. } => match self.game.tallies.get(*of) {
                Some(tally) => (i64::from(tally.min).min(0), i64::from(tally.max).max(0)),
                None => ANY,
            },
            _ => ANY,
        }
    }
}

impl Scene<'_> {
    /// Returns how many squares of a set there can be at once.
    fn count(&self, cells: &Cells) -> usize {
        let squares = cells.squares().len();
        if self.uncounted && squares > 0 {
            return usize::MAX;
        }
        let pieces = self.population.filter(|_| cells.empty.is_empty());
        pieces.and_then(|known| known.most(cells)).map_or(squares, |most| most.min(squares))
    }
}

/// Joins parts of which one that is `decisive` decides.
fn together(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut all = Some(!decisive);
    for part in parts {
        match part {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

fn compare(operator: Comparison, left: Range, right: Range) -> Option<bool> {
    let less = || (left.1 < right.0).then_some(true).or((left.0 >= right.1).then_some(false));
    let at_most = || (left.1 <= right.0).then_some(true).or((left.0 > right.1).then_some(false));
    let equal = || {
        let apart = left.1 < right.0 || left.0 > right.1;
        let same = left.0 == left.1 && left == right;
        apart.then_some(false).or(same.then_some(true))
    };
    match operator {
        Comparison::Equal => equal(),
        Comparison::Different => equal().map(|value| !value),
        Comparison::Less => less(),
        Comparison::LessOrEqual => at_most(),
        Comparison::Greater => at_most().map(|value| !value),
        Comparison::GreaterOrEqual => less().map(|value| !value),
    }
}

fn arithmetic(operator: Arithmetic, left: Range, right: Range) -> Range {
    let clamp = |value: i64| value.clamp(ANY.0, ANY.1);
    match operator {
        Arithmetic::Add => (clamp(left.0 + right.0), clamp(left.1 + right.1)),
        Arithmetic::Subtract => (clamp(left.0 - right.1), clamp(left.1 - right.0)),
        Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Remainder => ANY,
    }
}

fn kind_range(kind: Option<&VariableKind>) -> Range {
    match kind {
        Some(VariableKind::Number { min, max }) => (i64::from(*min), i64::from(*max)),
        Some(VariableKind::Switch) => (0, 1),
        Some(VariableKind::Words(words)) => (0, i64::try_from(words.len()).unwrap_or(ANY.1) - 1),
        Some(VariableKind::Squares) | None => ANY,
    }
}

/// Tells what a truth is in every position, whosever turn it is, if it is always the same.
pub(super) fn always(scenes: &[Scene<'_>], truth: &Truth) -> Option<bool> {
    let mut found = scenes.iter().map(|scene| scene.holds(truth));
    let first = found.next().flatten()?;
    found.all(|other| other == Some(first)).then_some(first)
}

/// Tells whether a truth never holds only as there are never so many squares or pieces as it asks for.
pub(super) fn is_too_many(scenes: &[Scene<'_>], truth: &Truth) -> bool {
    let uncounted: Vec<Scene<'_>> = scenes.iter().cloned().map(Scene::uncounted).collect();
    always(scenes, truth) == Some(false) && always(&uncounted, truth) != Some(false)
}
