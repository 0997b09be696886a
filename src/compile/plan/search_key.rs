//! Computes the search key: the parts of a state on which any later turn or ending can depend.
//!
//! Variables that are read only to compute themselves, such as counters for display, are not live.

use crate::compile::effects::Reads;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::search_key::{Asked, Clock, SearchKey};
use crate::compile::program::visit::Node;
use crate::compile::program::{Cond, Num, Program, SideRules};
use crate::ir::SideId;

/// Computes the search key by a liveness analysis.
pub(crate) fn search_key<B: Bitboard>(program: &Program<B>) -> SearchKey {
    let read = live(program, true);
    let apart_from_record = live(program, false);
    let layout = &program.layout;
    let numbers: Vec<usize> =
        (0..layout.numbers).filter(|&number| read.has(Loc::Number(number))).collect();
    let idle = numbers.iter().filter(|&&number| !apart_from_record.has(Loc::Number(number)));
    let clocks: Vec<Clock> = idle.filter_map(|&number| clock(program, number)).collect();
    let is_clock = |number| clocks.iter().any(|clock| clock.number == number);
    let by_record = |rules: &SideRules<B>| {
        let mut endings = rules.endings.iter().filter(|ending| ending.by_record);
        endings.any(|ending| !is_foreseen(&ending.condition, &is_clock))
    };
    SearchKey {
        ends_unforeseen: program.sides.iter().any(by_record),
        boards: (layout.marks..layout.boards)
            .filter(|&board| read.has(Loc::Board(board)))
            .collect(),
        numbers,
        turn_number: read.has(Loc::TurnNumber),
        clocks,
    }
}

/// Returns the live locations, with or without what only the endings by the record read.
fn live<B: Bitboard>(program: &Program<B>, by_record: bool) -> Locs {
    let mut live = Live::default();
    for side in SideId::ALL {
        live.rules(&Reads::new(program, side), program.rules(side), by_record);
    }
    live.finish()
}

/// Tells whether a condition can hold only where a position has occurred before, or a clock is near its limit or beyond.
fn is_foreseen<B: Bitboard>(condition: &Cond<B>, is_clock: &impl Fn(usize) -> bool) -> bool {
    condition.implies(&|leaf| match leaf {
        Cond::Fixed(holds) => !holds,
        Cond::Repeated(times, _) => *times > 1,
        Cond::Compare(_, sides) => {
            matches!(&**sides, (Num::Value(index), Num::Fixed(_)) if is_clock(*index))
        }
        _ => false,
    })
}

/// Returns a number as a clock, if it is compared with one fixed number only.
fn clock<B: Bitboard>(program: &Program<B>, number: usize) -> Option<Clock> {
    let (mut limits, mut reads, mut asked) = (Vec::new(), 0, Asked::default());
    let endings = program.sides.iter().flat_map(|rules| &rules.endings);
    for ending in endings.filter(|ending| ending.by_record) {
        Node::Cond(&ending.condition).each(&mut |node| match node {
            Node::Num(Num::Value(index)) if *index == number => reads += 1,
            Node::Num(Num::ValueOf(first, _)) if [*first, *first + 1].contains(&number) => {
                reads += 2;
            }
            Node::Cond(Cond::Compare(comparison, sides)) => {
                if let (Num::Value(index), Num::Fixed(limit)) = &**sides
                    && *index == number
                {
                    limits.push(*limit);
                    asked.add(*comparison);
                }
            }
            _ => {}
        });
    }
    let limit = *limits.first()?;
    let has_one_limit = limits.len() == reads && limits.iter().all(|other| *other == limit);
    has_one_limit.then_some(Clock { number, limit, asked })
}

/// The live locations, and assignments that may make others live.
#[derive(Default)]
struct Live {
    read: Locs,
    /// For each assignment, what it writes and what it reads.
    assigned: Vec<(Locs, Locs)>,
}

impl Live {
    fn rules<B: Bitboard>(&mut self, reads: &Reads<'_, B>, rules: &SideRules<B>, by_record: bool) {
        let statements = rules.turn.iter().chain(rules.threat.iter().flatten());
        let ways = &rules.ways;
        let statements = statements.chain(ways.iter().flat_map(|way| &way.then));
        let triggers = rules.triggers.iter().flatten();
        let statements = statements.chain(triggers.clone().flat_map(|trigger| &trigger.body));
        statements.for_each(|statement| self.node(reads, Node::Stmt(statement)));
        let conditions = triggers.map(|trigger| &trigger.condition);
        let conditions =
            conditions.chain(ways.iter().flat_map(|way| [&way.before, &way.condition]));
        let conditions = conditions.chain(rules.forbids.iter().map(|rule| &rule.condition));
        for rule in &rules.preferences {
            self.node(reads, rule.goal.node());
        }
        let endings = rules.endings.iter().filter(|ending| by_record || !ending.by_record);
        let conditions = conditions.chain(endings.map(|ending| &ending.condition));
        conditions.for_each(|condition| self.node(reads, Node::Cond(condition)));
        let sites = ways.iter().flat_map(|way| &way.landings).map(|(on, _)| on);
        let sets = sites.chain(&rules.masks).chain(&rules.drop_on);
        let sets = sets.chain(ways.iter().filter_map(|way| way.taking.as_ref()));
        sets.for_each(|set| self.node(reads, Node::Set(set)));
        rules.routes.iter().for_each(|route| self.node(reads, Node::Walk(&route.tree)));
        rules.powers.iter().for_each(|power| self.read.add(&reads.power(power)));
    }

    fn node<B: Bitboard>(&mut self, reads: &Reads<'_, B>, node: Node<'_, B>) {
        let assigned = match node {
            Node::Effect(effect) if effect.only_assigns() => Some(reads.assigned(effect)),
            _ => None,
        };
        let mut value = Self::default();
        let live = if assigned.is_some() { &mut value } else { &mut *self };
        live.read.add(&reads.value(node));
        node.each_child(&mut |child| live.node(reads, child));
        if let Some(assigned) = assigned {
            self.assigned.push((assigned, value.finish()));
        }
    }

    /// Returns all live locations: those that are read, and those that are read to assign live ones.
    fn finish(mut self) -> Locs {
        loop {
            let live = self.assigned.iter().position(|(assigned, _)| assigned.meets(&self.read));
            let Some(live) = live else { return self.read };
            let (_, reads) = self.assigned.swap_remove(live);
            self.read.add(&reads);
        }
    }
}
