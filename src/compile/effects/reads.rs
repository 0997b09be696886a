//! Read sets: the locations that expressions, ways and powers read.

use crate::compile::effects::writes::written;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::{BoardOf, Layout};
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::visit::{Node, Part};
use crate::compile::program::{Cond, Eff, PowerWays, Program, Set, SideRules, Way, Who};
use crate::ir::SideId;

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
        node.each_part(&mut |part| {
            if !matches!(part, Part::Attacks | Part::Turns) {
                self.add_part(&part, &mut locs);
            }
        });
        locs
    }

    /// Returns what an effect writes by itself.
    pub(crate) fn assigned(&self, effect: &Eff<B>) -> Locs {
        let mut locs = Locs::default();
        effect.each_operand(&mut |operand| locs.add(&written(self.layout, operand)));
        locs
    }

    fn add(&self, node: Node<'_, B>, locs: &mut Locs) {
        node.each_part(&mut |part| {
            self.add_part(&part, locs);
            if let Part::Node(child) = part {
                self.add(child, locs);
            }
        });
    }

    /// Adds what a part reads that is no node.
    fn add_part(&self, part: &Part<'_, B>, locs: &mut Locs) {
        match part {
            Part::Node(_) | Part::Elsewhere | Part::Side(Who::Side(_)) => {}
            Part::Read(loc) => locs.insert(*loc),
            Part::Board(board) => locs.insert(match self.layout.board_of(*board) {
                BoardOf::Owner(_) => Loc::Owners,
                BoardOf::Types(_) => Loc::Types,
                BoardOf::Mark(_) | BoardOf::Variable => Loc::Board(*board),
            }),
            Part::Side(Who::OwnerOf(slot)) => {
                locs.insert(Loc::Slot(*slot));
                locs.insert(Loc::Owners);
            }
            Part::Route(route) => self.add_route(*route, locs),
            // Whole turns are played, which may read anything.
            Part::Attacks | Part::Turns => *locs = Locs::all(),
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
        for (on, _) in &way.landings {
            self.add(Node::Set(on), &mut locs);
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
