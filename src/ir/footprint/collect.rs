//! Walking through rules and taking down what they touch.

use super::{Facets, Footprint};
use crate::ir::{
    Clause, Effect, Event, Game, Goal, Number, Operand, Owner, Power, Resolved, Side, Squares,
    Statement, StatementKind, StatementPart, TallyId, Trigger, Truth, TypeRef, TypeSet, VariableId,
    VariableRef, Walk,
};

/// Gathers one footprint.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    game: &'a Game,
    /// What has been found so far.
    pub(super) found: Footprint,
    /// Events whose triggers are already in.
    fired: Vec<Event>,
    /// Whether all clauses are already in.
    clauses_done: bool,
    /// Whether all that turns depend on is already in.
    play_done: bool,
    /// Whether only what is said in so many words is wanted.
    direct: bool,
}

impl<'a> Collector<'a> {
    /// Begins with nothing.
    pub(super) fn new(game: &'a Game) -> Self {
        Self {
            game,
            found: Footprint::default(),
            fired: Vec::new(),
            clauses_done: false,
            play_done: false,
            direct: false,
        }
    }

    /// Begins with nothing, and wants only what is said in so many words: not what events and imagined turns do.
    pub(super) fn direct(game: &'a Game) -> Self {
        let fired =
            vec![Event::Captured, Event::Moved, Event::Dropped, Event::TurnBegins, Event::TurnEnds];
        Self { fired, clauses_done: true, play_done: true, direct: true, ..Self::new(game) }
    }

    fn side(&mut self, side: Side) {
        match side {
            Side::Fixed(_) => {}
            Side::Own | Side::Opponent => self.found.reads.mover = true,
            Side::OwnerOf(_) => {
                self.found.reads.pieces = true;
                self.found.reads.owners = true;
            }
        }
    }

    fn owner(&mut self, owner: Owner) {
        match owner {
            Owner::Side(side) => self.side(side),
            Owner::Neutral => {}
        }
    }

    /// Returns the variables of the squares that have a number.
    fn of_tally(&self, tally: TallyId) -> Vec<VariableId> {
        let Some(tally) = self.game.tallies.get(tally) else { return Vec::new() };
        self.game.board.squares.ids().filter_map(|square| tally.variable(square)).collect()
    }

    fn reads_variable(&mut self, variable: VariableRef) {
        self.found.reads.add_variable(variable.id);
        self.variable_side(variable);
    }

    fn writes_variable(&mut self, variable: VariableRef) {
        self.found.writes.add_variable(variable.id);
        self.variable_side(variable);
    }

    /// Adds what tells whose variable is meant; without a side that is the mover.
    fn variable_side(&mut self, variable: VariableRef) {
        let per_side = self.game.variables.get(variable.id).is_none_or(|info| info.per_side);
        if per_side {
            self.side(variable.side.unwrap_or(Side::Own));
        }
    }

    /// Adds a set of squares.
    pub(super) fn squares(&mut self, squares: &Squares) {
        let reads = &mut self.found.reads;
        match squares {
            Squares::Fixed(_) | Squares::Slot(_) => {}
            Squares::Seen { by, .. } => self.side(*by),
            Squares::Empty | Squares::Occupied | Squares::OfTypes(_) => reads.pieces = true,
            Squares::OwnedBy(side) => {
                reads.pieces = true;
                reads.owners = true;
                self.side(*side);
            }
            Squares::Neutral => {
                reads.pieces = true;
                reads.owners = true;
            }
            Squares::OfType(kind) => {
                reads.pieces = true;
                self.kind(kind);
            }
            Squares::Marked(mark) => {
                reads.pieces = true;
                reads.add_mark(*mark);
            }
            Squares::Bearing(token) => reads.add_token(*token),
            Squares::Variable(variable) => self.reads_variable(*variable),
            Squares::Union(parts) | Squares::Intersection(parts) => {
                for part in parts {
                    self.squares(part);
                }
            }
            Squares::Except(from, what) => {
                self.squares(from);
                self.squares(what);
            }
            Squares::Reach { from, walk, side } | Squares::Passed { from, walk, side } => {
                self.squares(from);
                self.walk(walk);
                self.side(*side);
            }
            Squares::First(of) | Squares::Last(of) => self.squares(of),
            Squares::At { place, side } => {
                place.iter().for_each(|number| self.number(number));
                self.side(*side);
            }
        }
    }

    fn kind(&mut self, kind: &TypeRef) {
        match kind {
            TypeRef::Fixed(_) => {}
            TypeRef::OfSlot(_) => self.found.reads.pieces = true,
            TypeRef::Property(_, of) => self.kind(of),
            TypeRef::At(squares) => {
                self.found.reads.pieces = true;
                self.squares(squares);
            }
        }
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: &Number) {
        match number {
            Number::Fixed(_) | Number::Slot(_) => {}
            Number::Variable(variable) => self.reads_variable(*variable),
            Number::Count(squares) => self.squares(squares),
            Number::InHand { side, .. } => {
                self.found.reads.hands = true;
                self.side(*side);
            }
            Number::Level(token) => self.found.reads.add_level(*token),
            Number::TurnNumber => self.found.reads.turn_number = true,
            Number::CapturesThisTurn => self.found.reads.turn_so_far = true,
            Number::Property(_, kind) => self.kind(kind),
            Number::Sum(_, squares) => {
                self.found.reads.pieces = true;
                self.squares(squares);
            }
            Number::Tally { of, on, .. } => {
                self.found.reads.pieces = true;
                for variable in self.of_tally(*of) {
                    self.found.reads.add_variable(variable);
                }
                self.squares(on);
            }
            Number::Coordinate { of, side, .. } => {
                self.squares(of);
                self.side(*side);
            }
            Number::Distance(left, right) => {
                self.squares(left);
                self.squares(right);
            }
            Number::Either { condition, then, otherwise } => {
                self.truth(condition);
                self.number(then);
                self.number(otherwise);
            }
            Number::Arithmetic { left, right, .. } => {
                self.number(left);
                self.number(right);
            }
        }
    }

    /// Adds a truth.
    pub(super) fn truth(&mut self, truth: &Truth) {
        match truth {
            Truth::Fixed(_) => {}
            Truth::Not(inner) => self.truth(inner),
            Truth::All(parts) | Truth::Any(parts) => {
                for part in parts {
                    self.truth(part);
                }
            }
            Truth::Compare { left, right, .. } => {
                self.number(left);
                self.number(right);
            }
            Truth::Exists(squares) | Truth::Is { set: squares, .. } => self.squares(squares),
            Truth::Within(left, right) => {
                self.squares(left);
                self.squares(right);
            }
            Truth::TypeIs(kind, _) => self.kind(kind),
            Truth::SameSide(left, right) => {
                self.side(*left);
                self.side(*right);
            }
            Truth::Attacked { on, by } => {
                self.squares(on);
                self.side(*by);
                self.play();
            }
            Truth::Safe { piece, on } => {
                self.squares(piece);
                self.squares(on);
                self.play();
            }
            Truth::HasTurn { side, that } => {
                self.side(*side);
                self.play();
                self.found.reads.legal_turns = true;
                self.truth(that);
            }
            Truth::Some { over, condition, .. } => {
                self.squares(over);
                self.truth(condition);
            }
            Truth::MovedBy(_) => self.found.reads.turn_so_far = true,
            // The position itself is compared with those before it.
            Truth::Repeated { held, .. } if self.direct => {
                self.found.reads.history = true;
                if let Some(held) = held {
                    if let Some(whose) = held.whose {
                        self.side(whose);
                    }
                    self.truth(&held.condition);
                }
            }
            Truth::Repeated { .. } => self.found.reads = Facets::ALL,
        }
    }

    /// Adds all that turns depend on. What they would change stays a thought.
    fn play(&mut self) {
        self.found.reads.play = true;
        if self.play_done {
            return;
        }
        self.play_done = true;
        let mut thought = Self::new(self.game);
        thought.turns();
        self.found.reads.add_all(&thought.found.reads);
        self.found.reads.mover = true;
        self.found.reads.pieces = true;
        self.found.reads.owners = true;
    }

    /// Adds all that is in turns and in what judges them.
    pub(super) fn turns(&mut self) {
        self.play_done = true;
        let game = self.game;
        self.statements(&game.turn);
        self.statements(game.threat.as_deref().unwrap_or_default());
        self.all_clauses();
        for trigger in &game.triggers {
            self.trigger(trigger);
        }
        for rule in &game.forbids {
            self.truth(&rule.condition);
        }
        for rule in &game.preferences {
            self.goal(&rule.goal);
        }
    }

    /// Adds what is judged after a turn.
    pub(super) fn goal(&mut self, goal: &Goal) {
        match goal {
            Goal::When(condition) => self.truth(condition),
            Goal::Most(number) | Goal::Least(number) => self.number(number),
        }
    }

    /// Adds a walk, but not whose it is.
    pub(super) fn walk(&mut self, walk: &Walk) {
        self.found.reads.pieces |= walk.is_take();
        walk.set().into_iter().for_each(|set| self.squares(set));
        walk.parts().iter().for_each(|part| self.walk(part));
        walk.number().into_iter().for_each(|number| self.number(number));
    }

    /// Adds a clause and what comes of a move by it.
    pub(super) fn clause(&mut self, clause: &Clause) {
        self.possibility(clause);
        self.found.reads.mover = true;
        self.board_changes();
        self.found.writes.turn_so_far = true;
        self.event(Event::Captured);
        self.statements(&clause.then);
        self.event(Event::Moved);
    }

    /// Adds where a way of moving leads, and what it captures.
    pub(super) fn possibility(&mut self, clause: &Clause) {
        self.walk(&clause.walk);
        for landing in &clause.landings {
            self.squares(&landing.on);
        }
        if let Some(taking) = &clause.taking {
            self.squares(taking);
        }
        self.truth(&clause.condition);
    }

    /// Adds that pieces come, go or change places, with all that they carry.
    fn board_changes(&mut self) {
        self.found.reads.pieces = true;
        self.found.reads.owners = true;
        self.found.writes.add_all(&Facets::BOARD);
    }

    /// Adds that pieces come or go on some squares.
    fn board_changes_on(&mut self, on: &Squares) {
        self.squares(on);
        self.board_changes();
    }

    fn hand_changes(&mut self) {
        self.found.reads.hands = true;
        self.found.writes.hands = true;
    }

    fn all_clauses(&mut self) {
        if std::mem::replace(&mut self.clauses_done, true) {
            return;
        }
        let game = self.game;
        for clause in game.types.iter().flat_map(|kind| &kind.clauses) {
            self.clause(clause);
        }
        for (token, info) in game.tokens.enumerate() {
            for Power { bearer, clauses, .. } in &info.powers {
                self.found.reads.add_token(token);
                self.found.reads.add_level(token);
                self.squares(bearer);
                for clause in clauses {
                    self.clause(clause);
                }
            }
        }
    }

    /// Adds what the triggers of an event do, once.
    fn event(&mut self, event: Event) {
        if self.fired.contains(&event) {
            return;
        }
        self.fired.push(event);
        let game = self.game;
        for trigger in game.triggers.iter().filter(|trigger| trigger.event == event) {
            self.trigger(trigger);
        }
    }

    /// Adds a trigger.
    pub(super) fn trigger(&mut self, trigger: &Trigger) {
        self.truth(&trigger.condition);
        self.statements(&trigger.body);
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    /// Adds a statement and what comes of it.
    pub(super) fn statement(&mut self, statement: &StatementKind) {
        statement.each_part(&mut |part| self.part(part));
    }

    /// Adds a statement, but not what is done inside it.
    pub(super) fn statement_alone(&mut self, statement: &StatementKind) {
        statement.each_part(&mut |part| {
            if !matches!(part, StatementPart::Body(_)) {
                self.part(part);
            }
        });
    }

    fn part(&mut self, part: StatementPart<'_>) {
        match part {
            StatementPart::Side(side) => self.side(side),
            StatementPart::Movers(squares) => {
                self.squares(squares);
                self.all_clauses();
            }
            StatementPart::Dropped(types) => self.drops(types),
            StatementPart::FromHand(side) => {
                self.side(side);
                self.hand_changes();
            }
            StatementPart::InHand(side) => {
                self.side(side);
                self.found.reads.hands = true;
            }
            StatementPart::Place(squares) => self.squares(squares),
            StatementPart::Kind(kind) => self.kind(kind),
            StatementPart::Amount(number) => self.number(number),
            StatementPart::Whether(truth) => self.truth(truth),
            StatementPart::Effect(effect) => self.effect(effect),
            StatementPart::Body(body) => self.statements(body),
            StatementPart::Stop => self.found.writes.play = true,
            StatementPart::Next(side) => {
                self.side(side);
                self.found.writes.mover = true;
                self.found.writes.turn_number = true;
            }
        }
    }

    fn drops(&mut self, types: TypeSet) {
        let game = self.game;
        for kind in types.iter().filter_map(|kind| game.types.get(kind)) {
            self.squares(&kind.drop_on);
        }
        self.found.writes.turn_so_far = true;
        self.board_changes();
        self.event(Event::Dropped);
    }

    fn effect(&mut self, effect: &Effect) {
        effect.each_operand(&mut |operand| self.operand(operand));
    }

    fn operand(&mut self, operand: Operand<'_, Resolved>) {
        match operand {
            Operand::Word(_) => {}
            Operand::Captured(on) => {
                self.board_changes_on(on);
                self.found.writes.turn_so_far = true;
                self.event(Event::Captured);
            }
            Operand::Removed(on)
            | Operand::Filled(on)
            | Operand::Left(on)
            | Operand::Entered(on)
            | Operand::Exchanged(on) => self.board_changes_on(on),
            Operand::Held(_) => self.hand_changes(),
            Operand::Retyped(on) => {
                self.squares(on);
                self.found.reads.pieces = true;
                self.found.writes.pieces = true;
            }
            Operand::Converted(on) => {
                self.squares(on);
                self.found.reads.pieces = true;
                self.found.writes.owners = true;
            }
            Operand::WithMark(on) => {
                self.squares(on);
                self.found.reads.pieces = true;
            }
            Operand::Mark(mark) => self.found.writes.add_mark(mark),
            Operand::Token(token) => self.found.writes.add_token(token),
            Operand::LevelOf(token) => self.found.writes.add_level(token),
            Operand::HandOf(side) => {
                self.side(*side);
                self.hand_changes();
            }
            Operand::AssignedSquares(variable)
            | Operand::AssignedSwitch(variable)
            | Operand::AssignedNumber(variable) => self.writes_variable(*variable),
            Operand::TallyOfSquares(tally) => {
                for variable in self.of_tally(tally) {
                    self.found.writes.add_variable(variable);
                }
            }
            Operand::TallyOfPieces(_) => {
                self.found.reads.pieces = true;
                self.found.writes.pieces = true;
            }
            Operand::Place(squares) => self.squares(squares),
            Operand::Kind(kind) => self.kind(kind),
            Operand::NewOwner(owner) => self.owner(*owner),
            Operand::Amount(number) => self.number(number),
            Operand::Whether(truth) => self.truth(truth),
        }
    }
}
