//! Lowers statements, effects and ways of moving for one side as the mover.

use crate::compile::lowering::expressions::Lower;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::{
    Among, Choosing, Cond, SquareTest, Stmt, Verdict, Way, dependence, simplify,
};
use crate::ir::{
    Candidates, Choose, Clause, Id, Outcome, SlotId, Statement, StatementKind, Translate, TypeSet,
    slots,
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
                types: numbers(choice.types),
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
                hand.map(|(side, types)| (self.side(side), numbers(types))),
            ),
            Candidates::Types(types) => {
                Among::Types(types.iter().map(|kind| self.kind(kind)).collect())
            }
            Candidates::TypesInHand(side, types) => {
                Among::TypesInHand(self.side(*side), numbers(*types))
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

fn numbers(types: TypeSet) -> Vec<u16> {
    types.iter().map(|kind| kind.0).collect()
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
