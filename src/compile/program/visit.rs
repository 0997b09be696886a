//! What each node of a compiled program consists of and what it looks at: the one description of the trees.
//!
//! Everything that looks through rules (sizes, reads and writes, bounds, dependences) uses [`Node::each_part`], which
//! names every variant: a new node does not compile until its parts are listed here, and is then seen by all of them.
//! Questions about sets and conditions that most nodes answer alike are in [`folds`](super::folds).

use super::expressions::{Cond, Kind, Num, Set, Who};
use super::locations::Loc;
use super::statements::{Among, Choosing, Eff, Stmt};
use super::walks::{Most, Walking};
use crate::ir::{Operand, SlotId};

/// A part of a node: another node in it, or something it looks at.
#[derive(Debug)]
pub(crate) enum Part<'a, B> {
    /// A node in it.
    Node(Node<'a, B>),
    /// A location that is read, but for boards.
    Read(Loc),
    /// A board of the state, which is read.
    Board(usize),
    /// A side, which depends on a slot and on owners if it is the owner of a piece.
    Side(Who),
    /// A walk, by the number of its route.
    Route(usize),
    /// Other squares than the one that is asked about.
    Elsewhere,
    /// What a side could capture now.
    Attacks,
    /// The turns a side has now, and what comes after them.
    Turns,
}

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
    /// Calls `each` for the parts. The walks of `Set::Reach` and `Set::Passed` are among them only by the numbers of their
    /// routes.
    pub(crate) fn each_part(self, each: &mut dyn FnMut(Part<'a, B>)) {
        match self {
            Node::Set(set) => set_parts(set, each),
            Node::Kind(kind) => kind_parts(kind, each),
            Node::Num(number) => number_parts(number, each),
            Node::Cond(condition) => condition_parts(condition, each),
            Node::Walk(walk) => walk_parts(walk, each),
            Node::Effect(effect) => effect_parts(effect, each),
            Node::Stmt(statement) => statement_parts(statement, each),
        }
    }

    /// Calls `each` for the direct children.
    pub(crate) fn each_child(self, each: &mut dyn FnMut(Node<'a, B>)) {
        self.each_part(&mut |part| {
            if let Part::Node(child) = part {
                each(child);
            }
        });
    }

    /// Tells whether a part of this node or of a descendant satisfies a predicate.
    pub(crate) fn any_part(self, is: &mut dyn FnMut(&Part<'a, B>) -> bool) -> bool {
        let mut found = false;
        self.each_part(&mut |part| {
            found = found || is(&part) || matches!(part, Part::Node(child) if child.any_part(is));
        });
        found
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
            _ => 0,
        }
    }
}

/// Tells whether a statement or one inside it satisfies a predicate.
pub(crate) fn any_statement<B>(statement: &Stmt<B>, is: &dyn Fn(&Stmt<B>) -> bool) -> bool {
    Node::Stmt(statement).any(&mut |node| matches!(node, Node::Stmt(inner) if is(inner)))
}

/// Tells whether a statement can ask for a choice.
pub(crate) fn chooses<B>(statement: &Stmt<B>) -> bool {
    any_statement(statement, &|inner| inner.chooser().is_some())
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

impl<B> Clone for Part<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Part<'_, B> {}

impl<'a, B> Part<'a, B> {
    /// Tells whether it reads a slot for which a predicate holds.
    pub(crate) fn reads_slot(&self, is: &dyn Fn(SlotId) -> bool) -> bool {
        matches!(self, Part::Read(Loc::Slot(slot)) | Part::Side(Who::OwnerOf(slot)) if is(*slot))
    }

    fn set(set: &'a Set<B>) -> Self {
        Part::Node(Node::Set(set))
    }

    fn kind(kind: &'a Kind<B>) -> Self {
        Part::Node(Node::Kind(kind))
    }

    fn number(number: &'a Num<B>) -> Self {
        Part::Node(Node::Num(number))
    }

    fn condition(condition: &'a Cond<B>) -> Self {
        Part::Node(Node::Cond(condition))
    }

    fn slot(slot: SlotId) -> Self {
        Part::Read(Loc::Slot(slot))
    }

    fn owner_of(slot: SlotId) -> Self {
        Part::Side(Who::OwnerOf(slot))
    }
}

/// Where the parts of a node go.
type Each<'e, 'a, B> = &'e mut dyn FnMut(Part<'a, B>);

fn set_parts<'a, B>(set: &'a Set<B>, each: Each<'_, 'a, B>) {
    let mut all = |parts: &[Part<'a, B>]| parts.iter().copied().for_each(&mut *each);
    match set {
        Set::Fixed(_) => {}
        Set::Board(board) => all(&[Part::Board(*board)]),
        Set::Empty | Set::Occupied => all(&[Part::Read(Loc::Occupancy)]),
        Set::Types(_) => all(&[Part::Read(Loc::Types)]),
        Set::OfType(kind) => all(&[Part::Read(Loc::Types), Part::kind(kind)]),
        Set::OwnedBy(slot) | Set::ViewOf(slot, _) => all(&[Part::owner_of(*slot)]),
        Set::Bearing(number) => all(&[Part::Read(Loc::Number(*number))]),
        Set::Slot(slot) => all(&[Part::slot(*slot)]),
        Set::Variable(first, slot) => {
            all(&[Part::owner_of(*slot), Part::Board(*first), Part::Board(first + 1)]);
        }
        Set::Union(sets) | Set::All(sets) => sets.iter().for_each(|set| each(Part::set(set))),
        Set::Except(pair) => all(&[Part::set(&pair.0), Part::set(&pair.1)]),
        Set::Stepped(_, of) | Set::First(of) | Set::Last(of) => {
            all(&[Part::Elsewhere, Part::set(of)]);
        }
        Set::Reach(parts, who) | Set::Passed(parts, who) => {
            all(&[Part::set(&parts.0), Part::Side(*who)]);
            parts.1.iter().for_each(|route| each(Part::Route(*route)));
        }
        Set::At(place, who) => {
            let [file, rank, layer] = place.each_ref().map(Part::number);
            all(&[Part::Elsewhere, Part::Side(*who), file, rank, layer]);
        }
    }
}

fn kind_parts<'a, B>(kind: &'a Kind<B>, each: Each<'_, 'a, B>) {
    let mut all = |parts: &[Part<'a, B>]| parts.iter().copied().for_each(&mut *each);
    match kind {
        Kind::Fixed(_) => {}
        Kind::OfSlot(slot) => all(&[Part::slot(*slot), Part::Read(Loc::Types)]),
        Kind::Mapped(_, of) => all(&[Part::kind(of)]),
        Kind::At(set) => all(&[Part::Elsewhere, Part::Read(Loc::Types), Part::set(set)]),
    }
}

fn number_parts<'a, B>(number: &'a Num<B>, each: Each<'_, 'a, B>) {
    let mut all = |parts: &[Part<'a, B>]| parts.iter().copied().for_each(&mut *each);
    let number_at = |index: usize| Part::Read(Loc::Number(index));
    match number {
        Num::Fixed(_) => {}
        Num::Value(index) => all(&[number_at(*index)]),
        Num::ValueOf(first, slot) => {
            all(&[Part::owner_of(*slot), number_at(*first), number_at(first + 1)]);
        }
        Num::Slot(slot) => all(&[Part::slot(*slot)]),
        Num::InHand(who, _) => all(&[Part::Read(Loc::Hands), Part::Side(*who)]),
        Num::TurnNumber => all(&[Part::Read(Loc::TurnNumber)]),
        Num::Captures => all(&[Part::Read(Loc::Captures)]),
        Num::Count(set) => all(&[Part::set(set)]),
        Num::Property(_, kind) => all(&[Part::kind(kind)]),
        Num::Sum(_, set) => all(&[Part::Read(Loc::Types), Part::set(set)]),
        Num::Tally(place, set, _) if place.first.is_none() => {
            all(&[Part::Read(Loc::Types), Part::set(set)]);
        }
        Num::Tally(place, set, _) => {
            all(&[Part::set(set)]);
            place.indices().for_each(|index| each(number_at(index)));
        }
        Num::Coordinate(_, set, who) => all(&[Part::Side(*who), Part::set(set)]),
        Num::Distance(pair) => all(&[Part::set(&pair.0), Part::set(&pair.1)]),
        Num::Either(parts) => {
            let (condition, then, otherwise) = &**parts;
            all(&[Part::condition(condition), Part::number(then), Part::number(otherwise)]);
        }
        Num::Arithmetic(_, pair) => all(&[Part::number(&pair.0), Part::number(&pair.1)]),
    }
}

fn condition_parts<'a, B>(condition: &'a Cond<B>, each: Each<'_, 'a, B>) {
    let mut all = |parts: &[Part<'a, B>]| parts.iter().copied().for_each(&mut *each);
    match condition {
        Cond::Fixed(_) => {}
        Cond::Not(inner) => all(&[Part::condition(inner)]),
        Cond::All(parts) | Cond::Any(parts) => {
            for part in parts {
                each(Part::condition(part));
            }
        }
        Cond::Compare(_, pair) => all(&[Part::number(&pair.0), Part::number(&pair.1)]),
        Cond::Exists(set) => all(&[Part::set(set)]),
        Cond::Is(slot, set) => all(&[Part::slot(*slot), Part::set(set)]),
        Cond::Within(pair) => all(&[Part::set(&pair.0), Part::set(&pair.1)]),
        Cond::TypeIs(kind, _) => all(&[Part::kind(kind)]),
        Cond::SameSide(left, right) => all(&[Part::Side(*left), Part::Side(*right)]),
        Cond::Attacked(set, who) => all(&[Part::Attacks, Part::Side(*who), Part::set(set)]),
        Cond::Safe(pair) => all(&[Part::Attacks, Part::set(&pair.0), Part::set(&pair.1)]),
        Cond::HasTurn(who, those) => {
            all(&[Part::Turns, Part::Side(*who)]);
            those.iter().for_each(|that| each(Part::condition(that)));
        }
        Cond::Some(_, parts) => all(&[Part::set(&parts.0), Part::condition(&parts.1)]),
        Cond::MovedBy(_) => all(&[Part::Read(Loc::MovedBy)]),
        Cond::Repeated(_, held) => {
            all(&[Part::Read(Loc::Record)]);
            if let Some(held) = held {
                held.whose.iter().for_each(|who| each(Part::Side(*who)));
                each(Part::condition(&held.condition));
            }
        }
    }
}

fn walk_parts<'a, B>(walk: &'a Walking<B>, each: Each<'_, 'a, B>) {
    match walk {
        Walking::Here | Walking::Step(_) | Walking::Take | Walking::Via => {}
        Walking::Test(set) | Walking::Jump(set) => each(Part::set(set)),
        Walking::Sequence(parts) | Walking::Either(parts) => {
            for part in parts {
                each(Part::Node(Node::Walk(part)));
            }
        }
        Walking::Repeat(body, _, most) => {
            each(Part::Node(Node::Walk(body)));
            match most {
                Most::From(_) | Most::Times(_) => {}
                Most::Count(number) | Most::Exactly(number) | Most::AtLeast(number) => {
                    each(Part::number(number));
                }
            }
        }
    }
}

/// Calls `each` for what an effect reads; what it writes is in [`effects`](crate::compile::effects).
fn effect_parts<'a, B>(effect: &'a Eff<B>, each: Each<'_, 'a, B>) {
    effect.each_operand(&mut |operand| match operand {
        Operand::Kind(kind) => each(Part::kind(kind)),
        Operand::Amount(number) => each(Part::number(number)),
        Operand::Whether(condition) => each(Part::condition(condition)),
        Operand::Captured(set)
        | Operand::Removed(set)
        | Operand::Filled(set)
        | Operand::Left(set)
        | Operand::Entered(set)
        | Operand::Exchanged(set)
        | Operand::Retyped(set)
        | Operand::Converted(set)
        | Operand::WithMark(set)
        | Operand::Place(set) => each(Part::set(set)),
        Operand::Held(slot) => each(Part::Read(Loc::Slot(slot))),
        Operand::HandOf(who) => each(Part::Side(*who)),
        Operand::NewOwner(owner) => owner.iter().for_each(|who| each(Part::Side(*who))),
        Operand::AssignedSquares(target) | Operand::AssignedSwitch(target) => {
            target.who().into_iter().for_each(|who| each(Part::Side(who)));
        }
        Operand::AssignedNumber(ranged) => {
            ranged.target.who().into_iter().for_each(|who| each(Part::Side(who)));
        }
        Operand::Word(_)
        | Operand::Mark(_)
        | Operand::Token(_)
        | Operand::LevelOf(_)
        | Operand::TallyOfSquares(_)
        | Operand::TallyOfPieces(_) => {}
    });
}

fn statement_parts<'a, B>(statement: &'a Stmt<B>, each: Each<'_, 'a, B>) {
    let block = |body: &'a [Stmt<B>], each: Each<'_, 'a, B>| {
        for inner in body {
            each(Part::Node(Node::Stmt(inner)));
        }
    };
    match statement {
        Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => {}
        Stmt::Move { pieces, only, slot: _, label: _, by: _ } => {
            each(Part::set(pieces));
            each(Part::condition(only));
        }
        Stmt::Drop { hand: _, types: _, on, slot: _, label: _, by: _ } => each(Part::set(on)),
        Stmt::Choose(choose) => {
            let Choosing { slot: _, among, optional: _, label: _, by: _, then, otherwise } =
                &**choose;
            among_parts(among, each);
            block(then, each);
            block(otherwise.as_deref().unwrap_or_default(), each);
        }
        Stmt::Either { ways, .. } => ways.iter().for_each(|(_, body)| block(body, each)),
        Stmt::If(condition, then, otherwise) => {
            each(Part::condition(condition));
            block(then, each);
            block(otherwise, each);
        }
        Stmt::ForEach(_, over, body) => {
            each(Part::set(over));
            block(body, each);
        }
        Stmt::Repeat(times, condition, body) => {
            each(Part::number(times));
            each(Part::condition(condition));
            block(body, each);
        }
        Stmt::Effect(effect) => each(Part::Node(Node::Effect(effect))),
    }
}

fn among_parts<'a, B>(among: &'a Among<B>, each: Each<'_, 'a, B>) {
    match among {
        Among::TypesInHand(..) => {}
        Among::Squares(set, _) => each(Part::set(set)),
        Among::Types(kinds) => kinds.iter().for_each(|kind| each(Part::kind(kind))),
        Among::Numbers(low, high) => {
            each(Part::number(low));
            each(Part::number(high));
        }
    }
}
