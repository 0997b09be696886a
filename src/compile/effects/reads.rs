//! Read sets: the locations that expressions, ways and powers read.

use crate::compile::effects::writes::written;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::visit::Node;
use crate::compile::program::{
    Cond, Eff, Kind, Lowered, Num, PowerWays, Program, Set, SideRules, Site, Way, Who,
};
use crate::ir::{Operand, SideId, SlotId};

/// Computes what expressions read when they are evaluated with a side as the mover.
#[derive(Debug)]
pub(crate) struct Reads<'a, B> {
    layout: &'a Layout,
    rules: &'a SideRules<B>,
}

impl<'a, B: Bitboard> Reads<'a, B> {
    /// Starts with the rules of a side.
    pub(crate) fn new(program: &'a Program<B>, side: SideId) -> Self {
        Self { layout: &program.layout, rules: program.rules(side) }
    }

    /// Returns what a condition reads.
    pub(crate) fn condition(&self, condition: &Cond<B>) -> Locs {
        self.node(Node::Cond(condition))
    }

    /// Returns what a set reads.
    pub(crate) fn set(&self, set: &Set<B>) -> Locs {
        self.node(Node::Set(set))
    }

    /// Returns what an expression reads.
    pub(crate) fn node(&self, node: Node<'_, B>) -> Locs {
        let mut locs = Locs::default();
        self.add(node, &mut locs);
        locs
    }

    /// Returns what a node reads by itself, without its children and without the turns that it asks for.
    pub(crate) fn value(&self, node: Node<'_, B>) -> Locs {
        let mut locs = Locs::default();
        if !matches!(node, Node::Cond(Cond::Attacked(..) | Cond::Safe(_) | Cond::HasTurn(..))) {
            self.add_one(node, &mut locs);
        }
        locs
    }

    /// Returns what an effect writes by itself.
    pub(crate) fn assigned(&self, effect: &Eff<B>) -> Locs {
        let mut locs = Locs::default();
        effect.each_operand(&mut |operand| locs.add(&written(self.layout, operand)));
        locs
    }

    fn add(&self, node: Node<'_, B>, locs: &mut Locs) {
        node.each(&mut |node| self.add_one(node, locs));
    }

    fn add_one(&self, node: Node<'_, B>, locs: &mut Locs) {
        match node {
            Node::Set(set) => self.add_set(set, locs),
            Node::Kind(kind) => add_kind(kind, locs),
            Node::Num(number) => add_number(number, locs),
            Node::Cond(condition) => add_condition(condition, locs),
            Node::Effect(effect) => effect.each_operand(&mut |operand| add_operand(operand, locs)),
            // Walks and statements read only through their expressions, which are visited too.
            Node::Walk(_) | Node::Stmt(_) => {}
        }
    }

    fn add_set(&self, set: &Set<B>, locs: &mut Locs) {
        match set {
            Set::Fixed(_)
            | Set::OfType(_)
            | Set::Union(_)
            | Set::All(_)
            | Set::Except(_)
            | Set::Stepped(..)
            | Set::First(_)
            | Set::Last(_) => {}
            Set::Board(board) if *board <= 2 => locs.insert(Loc::Owners),
            Set::Board(board) if *board < self.layout.marks => locs.insert(Loc::Types),
            Set::Board(board) => locs.insert(Loc::Board(*board)),
            Set::Empty | Set::Occupied => locs.insert(Loc::Occupancy),
            Set::Types(_) => locs.insert(Loc::Types),
            Set::OwnedBy(slot) | Set::ViewOf(slot, _) => add_owner(*slot, locs),
            Set::Bearing(number) => locs.insert(Loc::Number(*number)),
            Set::At(_, who) => add_who(*who, locs),
            Set::Slot(slot) => locs.insert(Loc::Slot(*slot)),
            Set::Variable(first, slot) => {
                add_owner(*slot, locs);
                locs.add(&Locs::of(&[Loc::Board(*first), Loc::Board(first + 1)]));
            }
            Set::Reach(parts, who) | Set::Passed(parts, who) => {
                add_who(*who, locs);
                for route in parts.1 {
                    self.add_route(route, locs);
                }
            }
        }
        if let Set::OfType(_) = set {
            locs.insert(Loc::Types);
        }
    }

    fn add_route(&self, route: usize, locs: &mut Locs) {
        match self.rules.routes.get(route) {
            Some(route) => self.add(Node::Walk(&route.tree), locs),
            None => *locs = Locs::all(),
        }
    }

    /// Returns what determines the moves of a way and what they capture.
    pub(crate) fn way(&self, way: &Way<B>) -> Locs {
        let mut locs = self.condition(&way.before);
        locs.add(&self.condition(&way.condition));
        self.add_route(way.walk, &mut locs);
        for (site, _) in &way.landings {
            match site {
                Site::Mask(mask) => match self.rules.masks.get(*mask) {
                    Some(set) => self.add(Node::Set(set), &mut locs),
                    None => locs = Locs::all(),
                },
                Site::Judged(set) => self.add(Node::Set(set), &mut locs),
            }
        }
        if let Some(taking) = &way.taking {
            self.add(Node::Set(taking), &mut locs);
        }
        locs
    }

    /// Returns what determines who has a power.
    pub(crate) fn power(&self, power: &PowerWays<B>) -> Locs {
        let mut locs = self.set(&power.bearer);
        let square = self.layout.token(power.token);
        locs.insert(Loc::Number(square));
        locs.insert(Loc::Number(square + 1));
        locs
    }

    /// Returns what determines the moves there are, or those that can capture.
    pub(crate) fn moves(&self, only_captures: bool) -> Locs {
        let mut locs = Locs::of(&[Loc::Occupancy, Loc::Types, Loc::Owners]);
        for way in self.rules.ways.iter().filter(|way| way.can_capture || !only_captures) {
            locs.add(&self.way(way));
        }
        for power in &self.rules.powers {
            locs.add(&self.power(power));
        }
        locs
    }
}

fn add_who(who: Who, locs: &mut Locs) {
    match who {
        Who::Side(_) => {}
        Who::OwnerOf(slot) => add_owner(slot, locs),
    }
}

fn add_owner(slot: SlotId, locs: &mut Locs) {
    locs.insert(Loc::Slot(slot));
    locs.insert(Loc::Owners);
}

/// Adds what an operand reads apart from its expressions, which are visited too: whose hand, piece or variable is meant.
fn add_operand<B>(operand: Operand<'_, Lowered<B>>, locs: &mut Locs) {
    match operand {
        Operand::HandOf(who) => add_who(*who, locs),
        Operand::NewOwner(owner) => owner.iter().for_each(|who| add_who(*who, locs)),
        Operand::AssignedSquares(target) | Operand::AssignedSwitch(target) => {
            target.who().into_iter().for_each(|who| add_who(who, locs));
        }
        Operand::AssignedNumber(ranged) => {
            ranged.target.who().into_iter().for_each(|who| add_who(who, locs));
        }
        Operand::Held(slot) => locs.insert(Loc::Slot(slot)),
        Operand::Word(_)
        | Operand::Captured(_)
        | Operand::Removed(_)
        | Operand::Filled(_)
        | Operand::Left(_)
        | Operand::Entered(_)
        | Operand::Exchanged(_)
        | Operand::Retyped(_)
        | Operand::Converted(_)
        | Operand::WithMark(_)
        | Operand::Mark(_)
        | Operand::Token(_)
        | Operand::LevelOf(_)
        | Operand::TallyOfSquares(_)
        | Operand::TallyOfPieces(_)
        | Operand::Place(_)
        | Operand::Kind(_)
        | Operand::Amount(_)
        | Operand::Whether(_) => {}
    }
}

fn add_kind<B>(kind: &Kind<B>, locs: &mut Locs) {
    match kind {
        Kind::Fixed(_) | Kind::Mapped(..) => {}
        Kind::OfSlot(slot) => {
            locs.insert(Loc::Slot(*slot));
            locs.insert(Loc::Types);
        }
        Kind::At(_) => locs.insert(Loc::Types),
    }
}

fn add_number<B>(number: &Num<B>, locs: &mut Locs) {
    match number {
        Num::Fixed(_)
        | Num::Count(_)
        | Num::Property(..)
        | Num::Distance(_)
        | Num::Either(_)
        | Num::Arithmetic(..) => {}
        Num::Value(index) => locs.insert(Loc::Number(*index)),
        Num::ValueOf(first, slot) => {
            add_owner(*slot, locs);
            locs.add(&Locs::of(&[Loc::Number(*first), Loc::Number(first + 1)]));
        }
        Num::Slot(slot) => locs.insert(Loc::Slot(*slot)),
        Num::InHand(who, _) => {
            locs.insert(Loc::Hands);
            add_who(*who, locs);
        }
        Num::TurnNumber => locs.insert(Loc::TurnNumber),
        Num::Captures => locs.insert(Loc::Captures),
        Num::Sum(..) => locs.insert(Loc::Types),
        Num::Tally(place, ..) if place.first.is_none() => locs.insert(Loc::Types),
        Num::Tally(place, ..) => {
            place.indices().for_each(|index| locs.insert(Loc::Number(index)));
        }
        Num::Coordinate(_, _, who) => add_who(*who, locs),
    }
}

fn add_condition<B>(condition: &Cond<B>, locs: &mut Locs) {
    match condition {
        Cond::Fixed(_)
        | Cond::Not(_)
        | Cond::All(_)
        | Cond::Any(_)
        | Cond::Compare(..)
        | Cond::Exists(_)
        | Cond::Within(_)
        | Cond::TypeIs(..)
        | Cond::Some(..) => {}
        Cond::Is(slot, _) => locs.insert(Loc::Slot(*slot)),
        Cond::SameSide(left, right) => {
            add_who(*left, locs);
            add_who(*right, locs);
        }
        // Whole turns are played, which may read anything.
        Cond::Attacked(..) | Cond::Safe(_) | Cond::HasTurn(..) => *locs = Locs::all(),
        Cond::MovedBy(_) => locs.insert(Loc::MovedBy),
        Cond::Repeated(_, held) => {
            locs.insert(Loc::Record);
            held.iter().filter_map(|held| held.whose).for_each(|who| add_who(who, locs));
        }
    }
}
