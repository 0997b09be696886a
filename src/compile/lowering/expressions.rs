//! Lowers expressions and walks for one side as the mover.

use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::simplify::{all, any, except, intersection, not, union};
use crate::compile::program::{
    Cond, Held, Kind, Lowered, Most, Num, Origins, Ranged, Set, Target, Walking, Who,
};
use crate::ir::{
    BySide, Game, Id, Limit, Number, Origin, Owner, PieceTypeId, PropertyId, PropertyValue,
    Resolved, Side, SideId, SquareSet, Squares, Translate, Truth, TypeRef, TypeSet, VariableKind,
    VariableRef, Walk,
};
use crate::reference;
use crate::state::ClauseRef;

/// A walk whose table is to be made.
#[derive(Debug, PartialEq)]
pub(crate) struct LoweredWalk<B> {
    /// The walk.
    pub(crate) tree: Walking<B>,
    /// Whether the piece is off the board while it walks, as for a move.
    pub(crate) mover_lifted: bool,
}

/// Lowers the rules of a game for one side as the mover.
#[derive(Debug)]
pub(crate) struct Lower<'a, B> {
    /// The game.
    pub(crate) game: &'a Game,
    /// The layout of states.
    pub(crate) layout: &'a Layout,
    /// All clauses, in the order in which ways are numbered.
    pub(crate) clauses: &'a [ClauseRef],
    /// The mover.
    pub(crate) own: SideId,
    /// The walks found so far for each side as the mover. Questions about the other side's turns are evaluated with that
    /// side as the mover.
    pub(crate) routes: BySide<Vec<LoweredWalk<B>>>,
    /// The sets of types that have occurred so far.
    pub(crate) type_sets: Vec<TypeSet>,
}

/// Returns the number of the step table for a direction from the point of view of a side.
pub(crate) fn step_table(direction: crate::ir::DirectionId, side: SideId) -> usize {
    2 * direction.index() + side.index()
}

impl<'a, B: Bitboard> Lower<'a, B> {
    /// Starts with a side as the mover.
    pub(crate) fn new(
        game: &'a Game,
        layout: &'a Layout,
        clauses: &'a [ClauseRef],
        own: SideId,
    ) -> Self {
        Self { game, layout, clauses, own, routes: BySide::default(), type_sets: Vec::new() }
    }

    /// Lowers something for another side as the mover.
    fn as_side<T>(&mut self, own: SideId, lower: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.own, own);
        let lowered = lower(self);
        self.own = before;
        lowered
    }

    /// Lowers a side.
    pub(crate) fn side(&self, side: Side) -> Who {
        match side {
            Side::Fixed(side) => Who::Side(side),
            Side::Own => Who::Side(self.own),
            Side::Opponent => Who::Side(self.own.opponent()),
            Side::OwnerOf(of) => Who::OwnerOf(of),
        }
    }

    fn fixed(&self, squares: SquareSet) -> Set<B> {
        Set::Fixed(B::from_set(squares.intersection(self.game.board.all())))
    }

    fn of_types(&mut self, types: TypeSet) -> Set<B> {
        if self.game.types.ids().collect::<TypeSet>().except(types).is_empty() {
            return Set::Occupied;
        }
        if !self.type_sets.contains(&types) {
            self.type_sets.push(types);
        }
        self.layout.layer(types).map_or(Set::Types(types), Set::Board)
    }

    fn square_variable(&self, variable: VariableRef) -> Set<B> {
        match self.target(variable) {
            Target::At(index) => Set::Board(index),
            Target::Of(first, slot) => Set::Variable(first, slot),
        }
    }

    /// Returns where the value of a variable is.
    pub(crate) fn target(&self, variable: VariableRef) -> Target {
        let place = self.layout.variable(variable.id);
        match variable.side.map(|side| self.side(side)) {
            Some(Who::OwnerOf(slot)) if place.per_side => Target::Of(place.index, slot),
            Some(Who::OwnerOf(_)) => Target::At(place.index),
            Some(Who::Side(side)) => Target::At(place.of(side)),
            None => Target::At(place.of(SideId::FIRST)),
        }
    }

    fn range(&self, variable: VariableRef) -> (i32, i32) {
        match &self.game.variables[variable.id].kind {
            VariableKind::Number { min, max } => (*min, (*max).max(*min)),
            VariableKind::Switch => (0, 1),
            VariableKind::Words(words) => {
                (0, i32::try_from(words.len()).unwrap_or(i32::MAX).saturating_sub(1).max(0))
            }
            VariableKind::Squares => (0, 0),
        }
    }

    fn reach(&mut self, from: &Squares, walk: &Walk, side: Side) -> Set<B> {
        let from = self.squares(from);
        let who = self.side(side);
        if let (Some(direction), Who::Side(side)) = (walk.as_step(), who) {
            return Set::Stepped(step_table(direction, side), Box::new(from));
        }
        Set::Reach(Box::new((from, self.routes_for(walk, who))), who)
    }

    /// Returns the routes of a walk for each side as the walker.
    fn routes_for(&mut self, walk: &Walk, who: Who) -> BySide<usize> {
        match who {
            Who::Side(side) => BySide::same(self.route(walk, side, false)),
            Who::OwnerOf(_) => BySide::from_fn(|side| self.route(walk, side, false)),
        }
    }

    /// Returns the route of a walk for a side as the walker.
    pub(crate) fn route(&mut self, walk: &Walk, side: SideId, mover_lifted: bool) -> usize {
        let lowered = LoweredWalk { tree: self.walk(walk, side), mover_lifted };
        let routes = &mut self.routes[self.own];
        if let Some(known) = routes.iter().position(|route| *route == lowered) {
            return known;
        }
        routes.push(lowered);
        routes.len() - 1
    }

    fn walk(&mut self, walk: &Walk, side: SideId) -> Walking<B> {
        match walk {
            Walk::Here => Walking::Here,
            Walk::Step(direction) => Walking::Step(step_table(*direction, side)),
            Walk::Test(set) => Walking::Test(self.squares(set)),
            Walk::Take => Walking::Take,
            Walk::Via => Walking::Via,
            Walk::Jump(set) => Walking::Jump(self.squares(set)),
            Walk::Sequence(parts) => {
                Walking::Sequence(parts.iter().map(|part| self.walk(part, side)).collect())
            }
            Walk::Either(ways) => {
                Walking::Either(ways.iter().map(|way| self.walk(way, side)).collect())
            }
            Walk::Repeat { body, min, max } => {
                let most = match max {
                    Limit::Times(times) => Most::Times(u32::from(*times)),
                    Limit::Unlimited => Most::Times(u32::MAX),
                    Limit::Half => Most::From(self.halves(body, side)),
                    Limit::Count(number) => Most::Count(self.number(number)),
                    Limit::Exactly(number) => Most::Exactly(self.number(number)),
                    Limit::AtLeast(number) => Most::AtLeast(self.number(number)),
                };
                Walking::Repeat(Box::new(self.walk(body, side)), u32::from(*min), most)
            }
        }
    }

    fn halves(&self, body: &Walk, side: SideId) -> Vec<u32> {
        let squares = self.game.board.squares.ids();
        squares.map(|from| reference::half_limit(self.game, body, from, side)).collect()
    }

    fn types_by(&self, property: PropertyId) -> Vec<Option<u16>> {
        self.by_type(property, |value| match value {
            Some(PropertyValue::Type(kind)) => Some(kind.0),
            _ => None,
        })
    }

    fn numbers_by(&self, property: PropertyId) -> Vec<i32> {
        self.by_type(property, |value| match value {
            Some(PropertyValue::Number(number)) => *number,
            _ => 0,
        })
    }

    /// Returns what a property says, by type.
    fn by_type<T>(
        &self,
        property: PropertyId,
        read: impl Fn(Option<&PropertyValue>) -> T,
    ) -> Vec<T> {
        let values = self.game.types.iter().map(|kind| kind.properties.get(property.index()));
        values.map(read).collect()
    }

    fn number_in(&self, variable: VariableRef) -> Num<B> {
        if self.layout.variable(variable.id).is_board {
            return Num::Fixed(0);
        }
        match self.target(variable) {
            Target::At(index) => Num::Value(index),
            Target::Of(first, slot) => Num::ValueOf(first, slot),
        }
    }

    fn has_turn(&mut self, side: Side, that: &Truth) -> Cond<B> {
        let who = self.side(side);
        let mut those = BySide::from_fn(|own| self.as_side(own, |lower| lower.truth(that)));
        if let Who::Side(side) = who {
            those[side.opponent()] = Cond::Fixed(true);
        }
        Cond::HasTurn(who, Box::new(those))
    }

    fn origins(&self, origin: &Origin) -> Origins {
        let passes = |clause: &ClauseRef| match (origin, clause) {
            (Origin::Power(wanted), ClauseRef::Power(token, ..)) => {
                wanted.is_none_or(|wanted| wanted == *token)
            }
            (Origin::Named(name), clause) => {
                clause.clause(self.game).is_some_and(|of| of.name.as_ref() == Some(name))
            }
            _ => false,
        };
        Origins {
            clauses: self.clauses.iter().map(passes).collect(),
            drop: *origin == Origin::Drop,
        }
    }
}

impl<B: Bitboard> Translate<Resolved, Lowered<B>> for Lower<'_, B> {
    fn squares(&mut self, set: &Squares) -> Set<B> {
        match set {
            Squares::Fixed(squares) => self.fixed(*squares),
            Squares::Seen { by, views } => match self.side(*by) {
                Who::Side(side) => self.fixed(views[side]),
                Who::OwnerOf(slot) => Set::ViewOf(slot, views.map(B::from_set)),
            },
            Squares::Empty => Set::Empty,
            Squares::Occupied => Set::Occupied,
            Squares::OwnedBy(side) => match self.side(*side) {
                Who::Side(side) => Set::Board(Layout::owner_board(Some(side))),
                Who::OwnerOf(slot) => Set::OwnedBy(slot),
            },
            Squares::Neutral => Set::Board(Layout::owner_board(None)),
            Squares::OfTypes(types) => self.of_types(*types),
            Squares::OfType(TypeRef::Fixed(kind)) => self.of_types(TypeSet::one(*kind)),
            Squares::OfType(kind) => Set::OfType(self.kind(kind)),
            Squares::Marked(mark) => Set::Board(self.layout.marks + mark.index()),
            Squares::Bearing(token) => Set::Bearing(self.layout.token(token.index())),
            Squares::Slot(of) => Set::Slot(*of),
            Squares::Variable(variable) => self.square_variable(*variable),
            Squares::Union(sets) => union(sets.iter().map(|set| self.squares(set)).collect()),
            Squares::Intersection(sets) => {
                intersection(sets.iter().map(|set| self.squares(set)).collect())
            }
            Squares::Except(from, without) => except(self.squares(from), self.squares(without)),
            Squares::Reach { from, walk, side } => self.reach(from, walk, *side),
            Squares::Passed { from, walk, side } => {
                let from = self.squares(from);
                let who = self.side(*side);
                Set::Passed(Box::new((from, self.routes_for(walk, who))), who)
            }
            Squares::First(of) => Set::First(Box::new(self.squares(of))),
            Squares::Last(of) => Set::Last(Box::new(self.squares(of))),
            Squares::At { place, side } => {
                let place = place.each_ref().map(|number| self.number(number));
                Set::At(Box::new(place), self.side(*side))
            }
        }
    }

    fn kind(&mut self, kind: &TypeRef) -> Kind<B> {
        match kind {
            TypeRef::Fixed(kind) => Kind::Fixed(kind.0),
            TypeRef::OfSlot(of) => Kind::OfSlot(*of),
            TypeRef::Property(property, of) => {
                let of = self.kind(of);
                Kind::Mapped(self.types_by(*property), Box::new(of))
            }
            TypeRef::At(set) => Kind::At(Box::new(self.squares(set))),
        }
    }

    fn number(&mut self, number: &Number) -> Num<B> {
        match number {
            Number::Fixed(value) => Num::Fixed(*value),
            Number::Variable(variable) => self.number_in(*variable),
            Number::Slot(of) => Num::Slot(*of),
            Number::Count(set) => Num::Count(Box::new(self.squares(set))),
            Number::InHand { side, types } => {
                let offset = |kind: PieceTypeId| *self.layout.hand_of.get(kind.index())?;
                Num::InHand(self.side(*side), types.iter().filter_map(offset).collect())
            }
            Number::Level(token) => Num::Value(self.layout.token(token.index()) + 1),
            Number::TurnNumber => Num::TurnNumber,
            Number::CapturesThisTurn => Num::Captures,
            Number::Property(property, kind) => {
                Num::Property(self.numbers_by(*property), self.kind(kind))
            }
            Number::Sum(property, set) => {
                Num::Sum(self.numbers_by(*property), Box::new(self.squares(set)))
            }
            Number::Tally { of, on, total } => {
                Num::Tally(self.layout.tallies[*of], Box::new(self.squares(on)), *total)
            }
            Number::Coordinate { axis, of, side } => {
                Num::Coordinate(*axis, Box::new(self.squares(of)), self.side(*side))
            }
            Number::Distance(left, right) => {
                Num::Distance(Box::new((self.squares(left), self.squares(right))))
            }
            Number::Either { condition, then, otherwise } => Num::Either(Box::new((
                self.truth(condition),
                self.number(then),
                self.number(otherwise),
            ))),
            Number::Arithmetic { operator, left, right } => {
                Num::Arithmetic(*operator, Box::new((self.number(left), self.number(right))))
            }
        }
    }

    fn truth(&mut self, truth: &Truth) -> Cond<B> {
        match truth {
            Truth::Fixed(value) => Cond::Fixed(*value),
            Truth::Not(inner) => not(self.truth(inner)),
            Truth::All(parts) => all(parts.iter().map(|part| self.truth(part)).collect()),
            Truth::Any(parts) => any(parts.iter().map(|part| self.truth(part)).collect()),
            Truth::Compare { operator, left, right } => {
                match (self.number(left), self.number(right)) {
                    (Num::Fixed(left), Num::Fixed(right)) => {
                        Cond::Fixed(operator.holds(left, right))
                    }
                    (left, right) => Cond::Compare(*operator, Box::new((left, right))),
                }
            }
            Truth::Exists(set) => {
                let set = self.squares(set);
                match set.fixed() {
                    Some(squares) => Cond::Fixed(squares.any()),
                    None => Cond::Exists(Box::new(set)),
                }
            }
            Truth::Is { slot: of, set } => {
                let set = self.squares(set);
                let never = set.fixed().is_some_and(Bitboard::is_empty);
                if never { Cond::Fixed(false) } else { Cond::Is(*of, Box::new(set)) }
            }
            Truth::Within(inner, outer) => {
                Cond::Within(Box::new((self.squares(inner), self.squares(outer))))
            }
            Truth::TypeIs(kind, types) => Cond::TypeIs(Box::new(self.kind(kind)), *types),
            Truth::SameSide(left, right) => match (self.side(*left), self.side(*right)) {
                (Who::Side(left), Who::Side(right)) => Cond::Fixed(left == right),
                (left, right) => Cond::SameSide(left, right),
            },
            Truth::Attacked { on, by } => {
                Cond::Attacked(Box::new(self.squares(on)), self.side(*by))
            }
            Truth::Safe { piece, on } => {
                Cond::Safe(Box::new((self.squares(piece), self.squares(on))))
            }
            Truth::HasTurn { side, that } => self.has_turn(*side, that),
            Truth::Some { slot: of, over, condition } => {
                Cond::Some(*of, Box::new((self.squares(over), self.truth(condition))))
            }
            Truth::MovedBy(origin) => Cond::MovedBy(self.origins(origin)),
            Truth::Repeated { times, held } => {
                let held = held.as_deref().map(|held| Held {
                    whose: held.whose.map(|whose| self.side(whose)),
                    condition: self.truth(&held.condition),
                });
                Cond::Repeated(*times, held.map(Box::new))
            }
        }
    }

    fn side(&mut self, side: Side) -> Who {
        Lower::side(self, side)
    }

    fn owner(&mut self, owner: Owner) -> Option<Who> {
        match owner {
            Owner::Side(side) => Some(Lower::side(self, side)),
            Owner::Neutral => None,
        }
    }

    fn variable(&mut self, variable: VariableRef) -> Target {
        self.target(variable)
    }

    fn number_variable(&mut self, variable: VariableRef) -> Ranged {
        Ranged { target: self.target(variable), range: self.range(variable) }
    }
}
