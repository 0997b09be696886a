//! Lowers statements, effects and ways of moving for one side as the mover.

use crate::compile::lowering::expressions::Lower;
use crate::compile::lowering::groups;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{
    Among, Choosing, Cond, Kind, Lowered, Num, Ranged, Set, SquareTest, Stmt, Target, Verdict, Way,
    Who, dependence, simplify,
};
use crate::ir::{
    Candidates, Choose, Clause, Id, Number, Outcome, Owner, Resolved, Side, SlotId, Squares,
    Statement, StatementKind, Translate, Truth, TypeRef, VariableKind, VariableRef, slots,
};
use crate::state::ClauseRef;

impl<B: Bitboard> Lower<'_, B> {
    /// Lowers statements.
    pub(crate) fn statements(
        &mut self,
        statements: &[Statement],
        reasons: &mut Vec<String>,
    ) -> Vec<Stmt<B>> {
        statements.iter().map(|statement| self.statement(&statement.kind, reasons)).collect()
    }

    fn statement(&mut self, kind: &StatementKind, reasons: &mut Vec<String>) -> Stmt<B> {
        match kind {
            StatementKind::Move(choice) => Stmt::Move {
                by: self.side(choice.by),
                pieces: self.squares(&choice.pieces),
                only: self.truth(&choice.only),
                slot: choice.slot,
                label: choice.label,
            },
            StatementKind::Drop(choice) => Stmt::Drop {
                by: self.side(choice.by),
                hand: self.side(choice.hand),
                types: groups::indices(choice.types),
                on: self.squares(&choice.on),
                slot: choice.slot,
                label: choice.label,
            },
            StatementKind::Choose(choose) => Stmt::Choose(Box::new(self.choose(choose, reasons))),
            StatementKind::Either { by, ways } => {
                let ways = ways.iter();
                Stmt::Either {
                    by: self.side(*by),
                    ways: ways
                        .map(|way| (way.label, self.statements(&way.body, reasons)))
                        .collect(),
                }
            }
            StatementKind::If { condition, then, otherwise } => Stmt::If(
                self.truth(condition),
                self.statements(then, reasons),
                self.statements(otherwise, reasons),
            ),
            StatementKind::ForEach { slot, over, body } => {
                Stmt::ForEach(*slot, self.squares(over), self.statements(body, reasons))
            }
            StatementKind::Repeat { times, condition, body } => Stmt::Repeat(
                self.number(times),
                self.truth(condition),
                self.statements(body, reasons),
            ),
            StatementKind::Effect(effect) => Stmt::Effect(effect.translated(self)),
            StatementKind::Refuse(_) => Stmt::Refuse,
            StatementKind::End(outcome, reason) => {
                Stmt::End(self.verdict(*outcome), reason_index(reasons, reason))
            }
            StatementKind::Next(side) => Stmt::Next(self.side(*side)),
        }
    }

    fn choose(&mut self, choose: &Choose, reasons: &mut Vec<String>) -> Choosing<B> {
        let among = match &choose.among {
            Candidates::Squares { squares, hand } => Among::Squares(
                self.squares(squares),
                hand.map(|(side, types)| (self.side(side), groups::indices(types))),
            ),
            Candidates::Types(types) => {
                Among::Types(types.iter().map(|kind| self.kind(kind)).collect())
            }
            Candidates::TypesInHand(side, types) => {
                Among::TypesInHand(self.side(*side), groups::indices(*types))
            }
            Candidates::Numbers(low, high) => Among::Numbers(self.number(low), self.number(high)),
        };
        Choosing {
            by: self.side(choose.by),
            slot: choose.slot,
            among,
            optional: choose.optional,
            label: choose.label,
            then: self.statements(&choose.then, reasons),
            otherwise: choose.otherwise.as_ref().map(|body| self.statements(body, reasons)),
        }
    }

    /// Lowers an outcome.
    pub(crate) fn verdict(&self, outcome: Outcome) -> Verdict {
        match outcome {
            Outcome::Wins(side) => Verdict::Wins(self.side(side)),
            Outcome::Loses(side) => Verdict::Loses(self.side(side)),
            Outcome::Draw => Verdict::Draw,
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

    /// Lowers a way of moving.
    pub(crate) fn way(
        &mut self,
        source: ClauseRef,
        clause: &Clause,
        reasons: &mut Vec<String>,
    ) -> Way<B> {
        let condition = match source {
            // A way of a type is used by pieces of that type only.
            ClauseRef::Own(kind, _) => {
                let condition = self.truth(&clause.condition);
                simplify::with_type(self.layout, condition, slots::FROM, kind.index())
            }
            ClauseRef::Power(..) => self.truth(&clause.condition),
        };
        let WayConditions { from, to, before, after } = split_conditions(condition);
        let walk = self.route(&clause.walk, self.own, true);
        let landings = clause.landings.iter();
        Way {
            source,
            walk,
            from,
            to,
            landings: landings.map(|landing| (self.squares(&landing.on), landing.kind)).collect(),
            taking: clause.taking.as_ref().map(|set| self.squares(set)),
            arrival: clause.arrival,
            anytime: before == Cond::Fixed(true),
            anywhere: after == Cond::Fixed(true),
            square_test: SquareTest::of(&before),
            before,
            condition: after,
            then: self.statements(&clause.then, reasons),
            can_capture: clause.can_capture(),
        }
    }
}

impl<B: Bitboard> Translate<Resolved, Lowered<B>> for Lower<'_, B> {
    fn squares(&mut self, squares: &Squares) -> Set<B> {
        Lower::squares(self, squares)
    }

    fn kind(&mut self, kind: &TypeRef) -> Kind<B> {
        Lower::kind(self, kind)
    }

    fn number(&mut self, number: &Number) -> Num<B> {
        Lower::number(self, number)
    }

    fn truth(&mut self, truth: &Truth) -> Cond<B> {
        Lower::truth(self, truth)
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

/// The conditions of a way.
struct WayConditions<B> {
    /// The squares it may start on.
    from: B,
    /// The squares it may end on.
    to: B,
    /// What does not depend on the destination.
    before: Cond<B>,
    /// What depends on the destination.
    after: Cond<B>,
}

/// Splits the condition of a way.
fn split_conditions<B: Bitboard>(condition: Cond<B>) -> WayConditions<B> {
    let (mut from, mut to) = (!B::EMPTY, !B::EMPTY);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for part in simplify::conjuncts(condition) {
        if let Some((slot, squares)) = fixed_squares(&part) {
            let bound = if slot == slots::FROM { &mut from } else { &mut to };
            *bound &= squares;
        } else if dependence::of_condition(&part, slots::TO) {
            after.push(part);
        } else {
            before.push(part);
        }
    }
    let (before, after) = (simplify::all(before), simplify::all(after));
    WayConditions { from, to, before, after }
}

/// Returns the slot and the squares of a condition that origin or destination is in a fixed set.
fn fixed_squares<B: Bitboard>(condition: &Cond<B>) -> Option<(SlotId, B)> {
    let Cond::Is(slot, set) = condition else { return None };
    let is_end = *slot == slots::FROM || *slot == slots::TO;
    Some((*slot, set.fixed().filter(|_| is_end)?))
}

/// Returns the number of a reason, which is added if it is new.
pub(crate) fn reason_index(reasons: &mut Vec<String>, reason: &str) -> usize {
    if let Some(known) = reasons.iter().position(|known| known == reason) {
        return known;
    }
    reasons.push(reason.to_owned());
    reasons.len() - 1
}
