//! What is found out about a game before it is played.

use std::collections::HashSet;

use super::attack::Attacks;
use super::bits::Bits;
use super::program::Program;
use super::safety::Safety;
use crate::ir::{Candidates, Game, LabelId, Statement, StatementKind};

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Facts<B> {
    /// For each side, how its attacks are told from tables; `None` where they are not.
    pub attacks: [Option<Attacks<B>>; 2],
    /// For each side, what is known of its moves; `None` where each must be tried.
    pub safety: [Option<Safety<B>>; 2],
}

impl<B: Bits> Facts<B> {
    /// Finds out what can be known of a compiled game.
    pub fn of(game: &Game, program: &Program<B>) -> Self {
        let attacks = [0, 1].map(|side| Attacks::of(game, program, side));
        let safety = [0, 1].map(|side| Safety::of(game, program, attacks[1 - side].as_ref(), side));
        Self { attacks, safety }
    }
}

/// Tells whether two ways through the choices of a turn could read the same.
///
/// They cannot where each kind of choice, with its label, is asked for in one place only.
pub fn can_repeat_turns(game: &Game) -> bool {
    let mut asked = Asked::default();
    asked.block(&game.turn, false);
    for trigger in &game.triggers {
        asked.block(&trigger.body, false);
    }
    for clause in game.clauses() {
        asked.block(&clause.then, false);
    }
    asked.twice
}

#[derive(Default)]
struct Asked {
    kinds: HashSet<(u8, Option<LabelId>)>,
    twice: bool,
}

impl Asked {
    fn block(&mut self, statements: &[Statement], again: bool) {
        for statement in statements {
            self.statement(&statement.kind, again);
        }
    }

    fn note(&mut self, kind: u8, label: Option<LabelId>, again: bool) {
        self.twice |= again || !self.kinds.insert((kind, label));
    }

    fn statement(&mut self, kind: &StatementKind, again: bool) {
        match kind {
            StatementKind::Move(choice) => self.note(0, choice.label, again),
            StatementKind::Drop(choice) => self.note(1, choice.label, again),
            StatementKind::Choose(choose) => {
                let kind = match choose.among {
                    Candidates::Squares { .. } => 2,
                    Candidates::Types(_) | Candidates::TypesInHand(..) => 3,
                    Candidates::Numbers(..) => 4,
                };
                self.note(kind, choose.label, again || (choose.optional && choose.label.is_none()));
                self.block(&choose.then, again);
                self.block(choose.otherwise.as_deref().unwrap_or_default(), again);
            }
            StatementKind::Either(ways) => {
                let silent = ways
                    .iter()
                    .filter(|way| way.label.is_none() && !way.body.iter().any(may_ask))
                    .count();
                self.twice |= silent > 1;
                for way in ways {
                    self.block(&way.body, again);
                }
            }
            StatementKind::If { then, otherwise, .. } => {
                self.block(then, again);
                self.block(otherwise, again);
            }
            StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } => {
                self.block(body, true);
            }
            StatementKind::Effect(_)
            | StatementKind::Refuse(_)
            | StatementKind::End(..)
            | StatementKind::Next(_) => {}
        }
    }
}

fn may_ask(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Move(_)
        | StatementKind::Drop(_)
        | StatementKind::Choose(_)
        | StatementKind::Either(_) => true,
        StatementKind::If { then, otherwise, .. } => {
            !then.is_empty() && then.iter().any(may_ask) && otherwise.iter().any(may_ask)
        }
        _ => false,
    }
}
