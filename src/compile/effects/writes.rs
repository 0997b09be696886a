//! Effects of statements: what they may read and write, and whether they may refuse the turn, end the game or ask.

use crate::compile::effects::reads::Reads;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::layout::Layout;
use crate::compile::program::locations::{Loc, Locs};
use crate::compile::program::visit::Node;
use crate::compile::program::{
    Among, Choosing, Eff, Lowered, Program, SideRules, Stmt, Target, Trig, event_index,
};
use crate::ir::{Event, Id, Operand, SideId, SlotId, slots};

/// The effects of a part of a turn. Conservative.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// What it may read.
    pub(crate) reads: Locs,
    /// What it may write.
    pub(crate) writes: Locs,
    /// Whether it may refuse the turn, or ask for a choice without candidates.
    pub(crate) refuses: bool,
    /// Whether it may end the game, so that only the end of the turn is done afterwards.
    pub(crate) ends: bool,
    /// Whether it may ask for a choice.
    pub(crate) asks: bool,
}

impl Effects {
    /// Adds other effects.
    pub(crate) fn add(&mut self, other: &Self) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
        self.refuses |= other.refuses;
        self.ends |= other.ends;
        self.asks |= other.asks;
    }

    fn of_all(parts: impl Iterator<Item = Self>) -> Self {
        let mut effects = Self::default();
        parts.for_each(|part| effects.add(&part));
        effects
    }
}

/// Computes the effects of statements with a side as the mover.
#[derive(Debug)]
pub(crate) struct EffectsOf<'a, B> {
    layout: &'a Layout,
    rules: &'a SideRules<B>,
    /// The read sets of expressions.
    pub(crate) reads: Reads<'a, B>,
    /// The effects of the triggers of a capture, including nested captures.
    captured: Effects,
}

impl<'a, B: Bitboard> EffectsOf<'a, B> {
    /// Starts with the rules of a side.
    pub(crate) fn new(program: &'a Program<B>, side: SideId) -> Self {
        let (layout, rules) = (&program.layout, program.rules(side));
        let reads = Reads::new(program, side);
        let mut found = Self { layout, rules, reads, captured: Effects::default() };
        // A nested capture has no effects that the outer one does not have.
        found.captured = found.event(Event::Captured);
        found
    }

    /// Returns the effects of a capture, including its triggers.
    pub(crate) fn captured(&self) -> Effects {
        let mut effects = self.captured.clone();
        effects.writes.add(&Locs::pieces(self.layout));
        for loc in [Loc::Captures, Loc::Slot(slots::VICTIM), Loc::Slot(slots::CAPTOR)] {
            effects.writes.insert(loc);
        }
        effects
    }

    /// Returns the effects of the triggers of an event.
    pub(crate) fn event(&self, event: Event) -> Effects {
        let triggers = &self.rules.triggers[event_index(event)];
        Effects::of_all(triggers.iter().map(|trigger| self.trigger(trigger)))
    }

    /// Returns the effects of a trigger.
    pub(crate) fn trigger(&self, trigger: &Trig<B>) -> Effects {
        let mut effects = self.block(&trigger.body);
        effects.reads.add(&self.reads.condition(&trigger.condition));
        effects
    }

    /// Returns the effects of a block.
    pub(crate) fn block(&self, body: &[Stmt<B>]) -> Effects {
        Effects::of_all(body.iter().map(|statement| self.statement(statement)))
    }

    /// Returns the effects of a statement.
    pub(crate) fn statement(&self, statement: &Stmt<B>) -> Effects {
        // The expressions of the statement and of all inside it.
        let mut effects =
            Effects { reads: self.reads.node(Node::Stmt(statement)), ..Effects::default() };
        match statement {
            Stmt::Move { slot, .. } => effects.add(&self.moves(*slot)),
            Stmt::Drop { slot, .. } => effects.add(&self.drops(*slot)),
            Stmt::Choose(choose) => effects.add(&self.choice(choose)),
            Stmt::Either { ways, .. } => {
                effects.asks = true;
                for (_, body) in ways {
                    effects.add(&self.block(body));
                }
            }
            Stmt::If(_, then, otherwise) => {
                effects.add(&self.block(then));
                effects.add(&self.block(otherwise));
            }
            Stmt::ForEach(slot, _, body) => {
                effects.writes.insert(Loc::Slot(*slot));
                effects.add(&self.block(body));
            }
            Stmt::Repeat(_, _, body) => effects.add(&self.block(body)),
            Stmt::Effect(effect) => effects.add(&self.effect(effect)),
            Stmt::Refuse => effects.refuses = true,
            Stmt::End(..) => {
                effects.ends = true;
                effects.writes.insert(Loc::Over);
            }
            Stmt::Next(_) => effects.writes.insert(Loc::Next),
        }
        effects
    }

    fn choice(&self, choose: &Choosing<B>) -> Effects {
        // Who chooses is recorded in the turn and read by no rule.
        let Choosing { slot, among, optional: _, label: _, by: _, then, otherwise } = choose;
        let mut effects = Effects { asks: true, ..self.block(then) };
        effects.writes.insert(Loc::Slot(*slot));
        match among {
            Among::Squares(_, Some(_)) | Among::TypesInHand(..) => effects.reads.insert(Loc::Hands),
            Among::Squares(_, None) | Among::Types(_) | Among::Numbers(..) => {}
        }
        match otherwise {
            Some(otherwise) => effects.add(&self.block(otherwise)),
            None => effects.refuses = true,
        }
        effects
    }

    /// Returns the effects of a choice among moves.
    fn moves(&self, slot: Option<SlotId>) -> Effects {
        let mut effects = Effects { asks: true, refuses: true, ..self.captured() };
        effects.reads.add(&self.reads.moves(false));
        effects.writes.insert(Loc::MovedBy);
        let bound = [Some(slots::FROM), Some(slots::TO), slot];
        bound.into_iter().flatten().for_each(|slot| effects.writes.insert(Loc::Slot(slot)));
        for way in &self.rules.ways {
            effects.add(&self.block(&way.then));
        }
        effects.add(&self.event(Event::Moved));
        effects
    }

    /// Returns the effects of a choice among drops.
    fn drops(&self, slot: Option<SlotId>) -> Effects {
        let writes = Locs::pieces(self.layout);
        let mut effects = Effects { asks: true, refuses: true, writes, ..Effects::default() };
        for loc in [Loc::Occupancy, Loc::Hands] {
            effects.reads.insert(loc);
        }
        for set in &self.rules.drop_on {
            effects.reads.add(&self.reads.set(set));
        }
        for loc in [Loc::MovedBy, Loc::Hands] {
            effects.writes.insert(loc);
        }
        let own = [slots::FROM, slots::TO, slots::DROPPED];
        own.into_iter().chain(slot).for_each(|slot| effects.writes.insert(Loc::Slot(slot)));
        effects.add(&self.event(Event::Dropped));
        effects
    }

    /// Returns the effects of an effect with its expressions and with what it triggers.
    pub(crate) fn effect(&self, effect: &Eff<B>) -> Effects {
        let reads = self.reads.node(Node::Effect(effect));
        let mut effects = Effects { reads, ..Effects::default() };
        effect.each_operand(&mut |operand| {
            effects.writes.add(&written(self.layout, operand));
            if let Operand::Captured(_) = operand {
                effects.add(&self.captured());
            }
        });
        effects
    }
}

/// Returns what an operand says that is written, without what it triggers.
pub(crate) fn written<B>(layout: &Layout, operand: Operand<'_, Lowered<B>>) -> Locs {
    match operand {
        Operand::Captured(_)
        | Operand::Removed(_)
        | Operand::Filled(_)
        | Operand::Left(_)
        | Operand::Entered(_)
        | Operand::Exchanged(_) => Locs::pieces(layout),
        Operand::Held(_) | Operand::HandOf(_) => Locs::of(&[Loc::Hands]),
        // What is known of pieces is known of their numbers.
        Operand::Retyped(_) | Operand::TallyOfPieces(_) => Locs::of(&[Loc::Types]),
        Operand::Converted(_) => Locs::of(&[Loc::Owners]),
        Operand::Mark(mark) => Locs::of(&[Loc::Board(layout.marks + mark.index())]),
        Operand::Token(token) => Locs::of(&[Loc::Number(layout.token(token.index()))]),
        Operand::LevelOf(token) => Locs::of(&[Loc::Number(layout.token(token.index()) + 1)]),
        Operand::AssignedSquares(target) => all_of(*target, Loc::Board),
        Operand::AssignedSwitch(target) => all_of(*target, Loc::Number),
        Operand::AssignedNumber(ranged) => all_of(ranged.target, Loc::Number),
        Operand::TallyOfSquares(tally) => {
            let mut all = Locs::default();
            layout.tallies[tally].indices().for_each(|index| all.insert(Loc::Number(index)));
            all
        }
        // Who has a mark is in the mark's operand.
        Operand::WithMark(_)
        | Operand::Word(_)
        | Operand::Place(_)
        | Operand::Kind(_)
        | Operand::NewOwner(_)
        | Operand::Amount(_)
        | Operand::Whether(_) => Locs::default(),
    }
}

fn all_of(target: Target, loc: impl Fn(usize) -> Loc) -> Locs {
    let mut all = Locs::default();
    target.indices().for_each(|index| all.insert(loc(index)));
    all
}
