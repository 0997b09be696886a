//! Walking through rules and taking down what they touch.

use super::{Facets, Footprint};
use crate::ir::{
    Clause, Game, Goal, Operand, Owner, Part, Read, Resolved, Side, Squares, Statement,
    StatementPart, TallyId, TypeSet, VariableId, VariableRef,
};

/// Gathers what some rules say in so many words, without what events and imagined turns do.
#[derive(Debug)]
pub struct Said<'a> {
    game: &'a Game,
    found: Footprint,
}

impl<'a> Said<'a> {
    /// Begins with nothing.
    pub fn new(game: &'a Game) -> Self {
        Self { game, found: Footprint::default() }
    }

    /// Returns what has been gathered.
    pub fn footprint(&self) -> Footprint {
        self.found
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

    /// Adds an expression or a walk.
    pub fn part<'p>(&mut self, part: impl Into<Part<'p>>) {
        match part.into() {
            Part::Word(_)
            | Part::Slot(_)
            | Part::Binds(_)
            | Part::Board(_)
            | Part::Views(_)
            | Part::Kind(_)
            | Part::Kinds(_)
            | Part::Value(_)
            | Part::Property(_)
            | Part::Direction(_)
            | Part::Origin(_) => {}
            part @ (Part::Squares(..)
            | Part::Type(_)
            | Part::Number(..)
            | Part::Truth(..)
            | Part::Walk(_)) => part.each_part(&mut |inner| self.part(inner)),
            Part::Side(side) => self.side(*side),
            Part::Variable(variable) => self.reads_variable(*variable),
            Part::Mark(mark) => {
                self.found.reads.pieces = true;
                self.found.reads.add_mark(mark);
            }
            Part::Token(token) => self.found.reads.add_token(token),
            Part::Level(token) => self.found.reads.add_level(token),
            Part::Tally(tally) => {
                for variable in self.of_tally(tally) {
                    self.found.reads.add_variable(variable);
                }
            }
            Part::Reads(read) => self.read(read),
        }
    }

    fn read(&mut self, read: Read) {
        let reads = &mut self.found.reads;
        match read {
            Read::Pieces => reads.pieces = true,
            Read::Owners => reads.owners = true,
            Read::Hands => reads.hands = true,
            Read::TurnNumber => reads.turn_number = true,
            Read::TurnSoFar => reads.turn_so_far = true,
            Read::Attacks => reads.play = true,
            Read::Turns => {
                reads.legal_turns = true;
                reads.play = true;
            }
            Read::Occurrences => reads.history = true,
            Read::Since(_) => {}
        }
    }

    /// Adds what is judged after turns, of which some go before others.
    pub fn goal(&mut self, goal: &Goal) {
        match goal {
            Goal::When(condition) => self.part(condition),
            Goal::Most(number) | Goal::Least(number) => self.part(number),
        }
    }

    /// Adds a way of moving, and what it does besides.
    pub fn clause(&mut self, clause: &Clause) {
        self.part(&clause.walk);
        for landing in &clause.landings {
            self.part(&landing.on);
        }
        if let Some(taking) = &clause.taking {
            self.part(taking);
        }
        self.part(&clause.condition);
        self.found.reads.mover = true;
        self.board_changes();
        self.found.writes.turn_so_far = true;
        self.statements(&clause.then);
    }

    /// Adds that pieces come, go or change places, with all that they carry.
    fn board_changes(&mut self) {
        self.found.reads.pieces = true;
        self.found.reads.owners = true;
        self.found.writes.add_all(&Facets::BOARD);
    }

    /// Adds that pieces come or go on some squares.
    fn board_changes_on(&mut self, on: &Squares) {
        self.part(on);
        self.board_changes();
    }

    fn hand_changes(&mut self) {
        self.found.reads.hands = true;
        self.found.writes.hands = true;
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// Adds a statement, with those inside it.
    pub fn statement(&mut self, statement: &Statement) {
        statement.kind.each_part(&mut |part| self.statement_part(part));
    }

    /// Adds a statement, but not what is done inside it.
    pub fn statement_alone(&mut self, statement: &Statement) {
        statement.kind.each_part(&mut |part| {
            if !matches!(part, StatementPart::Body(_)) {
                self.statement_part(part);
            }
        });
    }

    fn statement_part(&mut self, part: StatementPart<'_>) {
        match part {
            StatementPart::Side(side) => self.side(side),
            StatementPart::Movers(squares) | StatementPart::Place(squares) => self.part(squares),
            StatementPart::Dropped(types) => self.drops(types),
            StatementPart::FromHand(side) => {
                self.side(side);
                self.hand_changes();
            }
            StatementPart::OfHand(side) => {
                self.side(side);
                self.found.reads.hands = true;
            }
            StatementPart::Kind(kind) => self.part(kind),
            StatementPart::Amount(number) => self.part(number),
            StatementPart::Whether(truth) => self.part(truth),
            StatementPart::Effect(effect) => {
                effect.each_operand(&mut |operand| self.operand(operand));
            }
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
            self.part(&kind.drop_on);
        }
        self.found.writes.turn_so_far = true;
        self.board_changes();
    }

    fn operand(&mut self, operand: Operand<'_, Resolved>) {
        match operand {
            Operand::Word(_) => {}
            Operand::Captured(on) => {
                self.board_changes_on(on);
                self.found.writes.turn_so_far = true;
            }
            Operand::Removed(on)
            | Operand::Filled(on)
            | Operand::Left(on)
            | Operand::Entered(on)
            | Operand::Exchanged(on) => self.board_changes_on(on),
            Operand::Held(_) => self.hand_changes(),
            Operand::Retyped(on) => {
                self.part(on);
                self.found.reads.pieces = true;
                self.found.writes.pieces = true;
            }
            Operand::Converted(on) => {
                self.part(on);
                self.found.reads.pieces = true;
                self.found.writes.owners = true;
            }
            Operand::WithMark(on) => {
                self.part(on);
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
            Operand::Place(squares) => self.part(squares),
            Operand::Kind(kind) => self.part(kind),
            Operand::NewOwner(owner) => self.owner(*owner),
            Operand::Amount(number) => self.part(number),
            Operand::Whether(truth) => self.part(truth),
        }
    }
}
