//! One traversal for all trees of a compiled program.
//!
//! Everything that looks through rules (sizes, reads and writes, bounds, slots) uses [`Node::each_child`], which
//! names every variant: a new node does not compile until its parts are listed here, and is then seen by all of them.

use super::expressions::{Cond, Kind, Num, Set};
use super::statements::{Among, Choosing, Eff, Stmt};
use super::walks::{Most, Walking};
use crate::ir::Operand;

/// A part of a program.
#[derive(Debug)]
pub(crate) enum Node<'a, B> {
    /// A set of squares.
    Set(&'a Set<B>),
    /// A piece type.
    Kind(&'a Kind<B>),
    /// A number.
    Num(&'a Num<B>),
    /// A condition.
    Cond(&'a Cond<B>),
    /// A walk.
    Walk(&'a Walking<B>),
    /// An effect.
    Effect(&'a Eff<B>),
    /// A statement.
    Stmt(&'a Stmt<B>),
}

impl<B> Clone for Node<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Node<'_, B> {}

impl<'a, B> Node<'a, B> {
    /// Calls `each` for the direct children. The walks of `Set::Reach` and `Set::Passed` are not among them: a set has
    /// only the numbers of its routes.
    pub(crate) fn each_child(self, each: &mut dyn FnMut(Node<'a, B>)) {
        match self {
            Node::Set(set) => set_children(set, each),
            Node::Kind(kind) => match kind {
                Kind::Fixed(_) | Kind::OfSlot(_) => {}
                Kind::Mapped(_, of) => each(Node::Kind(of)),
                Kind::At(set) => each(Node::Set(set)),
            },
            Node::Num(number) => number_children(number, each),
            Node::Cond(condition) => condition_children(condition, each),
            Node::Walk(walk) => walk_children(walk, each),
            Node::Effect(effect) => effect_children(effect, each),
            Node::Stmt(statement) => statement_children(statement, each),
        }
    }

    /// Tells whether this node or a descendant satisfies a predicate.
    pub(crate) fn any(self, is: &mut dyn FnMut(Node<'a, B>) -> bool) -> bool {
        if is(self) {
            return true;
        }
        let mut found = false;
        self.each_child(&mut |child| found = found || child.any(is));
        found
    }

    /// Calls `visit` for this node and all descendants, in preorder.
    pub(crate) fn each(self, visit: &mut dyn FnMut(Node<'a, B>)) {
        visit(self);
        self.each_child(&mut |child| child.each(visit));
    }

    /// Returns the size of the tree: one for each node, and more for those with tables.
    pub(crate) fn size(self) -> usize {
        let mut size = 0;
        self.each(&mut |node| size += 1 + node.table_size());
        size
    }

    /// Returns the size of the tables in a node.
    fn table_size(self) -> usize {
        /// How many entries of a table count as one node.
        const ENTRIES: usize = 16;
        match self {
            Node::Kind(Kind::Mapped(table, _)) => table.len() / ENTRIES,
            Node::Num(Num::Property(table, _) | Num::Sum(table, _)) => table.len() / ENTRIES,
            Node::Cond(Cond::MovedBy(origins)) => origins.clauses.len() / ENTRIES,
            Node::Set(_)
            | Node::Kind(_)
            | Node::Num(_)
            | Node::Cond(_)
            | Node::Walk(_)
            | Node::Effect(_)
            | Node::Stmt(_) => 0,
        }
    }
}

/// Tells whether a statement or one inside it satisfies a predicate.
pub(crate) fn any_statement<B>(statement: &Stmt<B>, is: &dyn Fn(&Stmt<B>) -> bool) -> bool {
    Node::Stmt(statement).any(&mut |node| matches!(node, Node::Stmt(inner) if is(inner)))
}

/// Tells whether a statement can ask for a choice.
pub(crate) fn chooses<B>(statement: &Stmt<B>) -> bool {
    any_statement(statement, &|inner| {
        matches!(
            inner,
            Stmt::Move { .. } | Stmt::Drop { .. } | Stmt::Choose(_) | Stmt::Either { .. }
        )
    })
}

/// Tells whether a statement can ask for a move.
pub(crate) fn moves<B>(statement: &Stmt<B>) -> bool {
    any_statement(statement, &|inner| matches!(inner, Stmt::Move { .. }))
}

/// Tells whether a statement has a capture as an effect.
pub(crate) fn captures<B>(statement: &Stmt<B>) -> bool {
    let by_effect =
        |effect: &Eff<B>| effect.any_operand(|part| matches!(part, Operand::Captured(_)));
    any_statement(statement, &|inner| matches!(inner, Stmt::Effect(effect) if by_effect(effect)))
}

/// Returns the size of some statements.
pub(crate) fn size_of_block<B>(body: &[Stmt<B>]) -> usize {
    body.iter().map(|statement| Node::Stmt(statement).size()).sum()
}

fn set_children<'a, B>(set: &'a Set<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    match set {
        Set::Fixed(_)
        | Set::Board(_)
        | Set::Empty
        | Set::Occupied
        | Set::Types(_)
        | Set::OwnedBy(_)
        | Set::ViewOf(..)
        | Set::Bearing(_)
        | Set::Slot(_)
        | Set::Variable(..) => {}
        Set::OfType(kind) => each(Node::Kind(kind)),
        Set::Union(sets) | Set::All(sets) => sets.iter().for_each(|set| each(Node::Set(set))),
        Set::Except(pair) => {
            each(Node::Set(&pair.0));
            each(Node::Set(&pair.1));
        }
        Set::Stepped(_, of) | Set::First(of) | Set::Last(of) => each(Node::Set(of)),
        Set::At(place, _) => place.iter().for_each(|number| each(Node::Num(number))),
        Set::Reach(parts, _) | Set::Passed(parts, _) => each(Node::Set(&parts.0)),
    }
}

fn number_children<'a, B>(number: &'a Num<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    match number {
        Num::Fixed(_)
        | Num::Value(_)
        | Num::ValueOf(..)
        | Num::Slot(_)
        | Num::InHand(..)
        | Num::TurnNumber
        | Num::Captures => {}
        Num::Count(set) | Num::Sum(_, set) | Num::Tally(_, set, _) | Num::Coordinate(_, set, _) => {
            each(Node::Set(set));
        }
        Num::Property(_, kind) => each(Node::Kind(kind)),
        Num::Distance(pair) => {
            each(Node::Set(&pair.0));
            each(Node::Set(&pair.1));
        }
        Num::Either(parts) => {
            each(Node::Cond(&parts.0));
            each(Node::Num(&parts.1));
            each(Node::Num(&parts.2));
        }
        Num::Arithmetic(_, pair) => {
            each(Node::Num(&pair.0));
            each(Node::Num(&pair.1));
        }
    }
}

fn condition_children<'a, B>(condition: &'a Cond<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    match condition {
        Cond::Fixed(_) | Cond::SameSide(..) | Cond::MovedBy(_) => {}
        Cond::Repeated(_, held) => {
            if let Some(held) = held {
                each(Node::Cond(&held.condition));
            }
        }
        Cond::Not(inner) => each(Node::Cond(inner)),
        Cond::All(parts) | Cond::Any(parts) => {
            for part in parts {
                each(Node::Cond(part));
            }
        }
        Cond::Compare(_, pair) => {
            each(Node::Num(&pair.0));
            each(Node::Num(&pair.1));
        }
        Cond::Exists(set) | Cond::Is(_, set) | Cond::Attacked(set, _) => each(Node::Set(set)),
        Cond::Within(pair) | Cond::Safe(pair) => {
            each(Node::Set(&pair.0));
            each(Node::Set(&pair.1));
        }
        Cond::TypeIs(kind, _) => each(Node::Kind(kind)),
        Cond::HasTurn(_, those) => those.iter().for_each(|that| each(Node::Cond(that))),
        Cond::Some(_, parts) => {
            each(Node::Set(&parts.0));
            each(Node::Cond(&parts.1));
        }
    }
}

fn walk_children<'a, B>(walk: &'a Walking<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    match walk {
        Walking::Here | Walking::Step(_) | Walking::Take | Walking::Via => {}
        Walking::Test(set) | Walking::Jump(set) => each(Node::Set(set)),
        Walking::Sequence(parts) | Walking::Either(parts) => {
            for part in parts {
                each(Node::Walk(part));
            }
        }
        Walking::Repeat(body, _, most) => {
            each(Node::Walk(body));
            match most {
                Most::From(_) | Most::Times(_) => {}
                Most::Count(number) | Most::Exactly(number) | Most::AtLeast(number) => {
                    each(Node::Num(number));
                }
            }
        }
    }
}

fn effect_children<'a, B>(effect: &'a Eff<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    effect.each_operand(&mut |operand| match operand {
        Operand::Kind(kind) => each(Node::Kind(kind)),
        Operand::Amount(number) => each(Node::Num(number)),
        Operand::Whether(condition) => each(Node::Cond(condition)),
        Operand::Captured(set)
        | Operand::Removed(set)
        | Operand::Filled(set)
        | Operand::Left(set)
        | Operand::Entered(set)
        | Operand::Exchanged(set)
        | Operand::Retyped(set)
        | Operand::Converted(set)
        | Operand::WithMark(set)
        | Operand::Place(set) => each(Node::Set(set)),
        Operand::Word(_)
        | Operand::Held(_)
        | Operand::Mark(_)
        | Operand::Token(_)
        | Operand::LevelOf(_)
        | Operand::HandOf(_)
        | Operand::AssignedSquares(_)
        | Operand::AssignedSwitch(_)
        | Operand::AssignedNumber(_)
        | Operand::TallyOfSquares(_)
        | Operand::TallyOfPieces(_)
        | Operand::NewOwner(_) => {}
    });
}

fn statement_children<'a, B>(statement: &'a Stmt<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    let block = |body: &'a [Stmt<B>], each: &mut dyn FnMut(Node<'a, B>)| {
        for inner in body {
            each(Node::Stmt(inner));
        }
    };
    match statement {
        Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => {}
        Stmt::Move { pieces, only, slot: _, label: _, by: _ } => {
            each(Node::Set(pieces));
            each(Node::Cond(only));
        }
        Stmt::Drop { hand: _, types: _, on, slot: _, label: _, by: _ } => each(Node::Set(on)),
        Stmt::Choose(choose) => {
            let Choosing { slot: _, among, optional: _, label: _, by: _, then, otherwise } =
                &**choose;
            among_children(among, each);
            block(then, each);
            block(otherwise.as_deref().unwrap_or_default(), each);
        }
        Stmt::Either { ways, .. } => ways.iter().for_each(|(_, body)| block(body, each)),
        Stmt::If(condition, then, otherwise) => {
            each(Node::Cond(condition));
            block(then, each);
            block(otherwise, each);
        }
        Stmt::ForEach(_, over, body) => {
            each(Node::Set(over));
            block(body, each);
        }
        Stmt::Repeat(times, condition, body) => {
            each(Node::Num(times));
            each(Node::Cond(condition));
            block(body, each);
        }
        Stmt::Effect(effect) => each(Node::Effect(effect)),
    }
}

fn among_children<'a, B>(among: &'a Among<B>, each: &mut dyn FnMut(Node<'a, B>)) {
    match among {
        Among::TypesInHand(..) => {}
        Among::Squares(set, _) => each(Node::Set(set)),
        Among::Types(kinds) => kinds.iter().for_each(|kind| each(Node::Kind(kind))),
        Among::Numbers(low, high) => {
            each(Node::Num(low));
            each(Node::Num(high));
        }
    }
}
