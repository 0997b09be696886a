//! The prelude of a turn: what can come before its move, and when attack tables apply nevertheless.

use crate::compile::effects::EffectsOf;
use crate::compile::program::attacks::PreMoveToken;
use crate::compile::program::bitboard::Bitboard;
use crate::compile::program::locations::Locs;
use crate::compile::program::{
    Among, Cond, Eff, Program, Set, SideRules, Stmt, dependence, event_index, visit,
};
use crate::ir::{Event, Game, Id, SideId};

/// What can come before the move of a turn.
pub(super) struct Prelude<B> {
    /// Conditions under which the tables do not apply.
    pub(super) pre_move_choices: Vec<Cond<B>>,
    /// Tokens that may be given away.
    pub(super) pre_move_tokens: Vec<PreMoveToken<B>>,
}

/// What must stay the same before the move, so that the tables apply.
struct Invariant<'a, B> {
    effects: &'a EffectsOf<'a, B>,
    /// What determines the captures.
    captures: Locs,
    /// The same, and what is read before the move.
    read: Locs,
}

impl<B: Bitboard> Invariant<'_, B> {
    /// Tells whether a statement always lets the turn go on, and writes none of some locations.
    fn preserves(&self, statement: &Stmt<B>, read: &Locs) -> bool {
        let found = self.effects.statement(statement);
        !(found.refuses || found.ends || found.asks || found.writes.meets(read))
    }
}

const NOT_ALL: &str = "the move of the turn is not any move of any own piece";
const SOMETHING: &str = "something comes before the move of the turn";

/// Returns what can come before the only move of the turn.
///
/// # Errors
/// Why the tables cannot apply.
pub(super) fn prelude<B: Bitboard>(
    game: &Game,
    program: &Program<B>,
    side: SideId,
    effects: &EffectsOf<'_, B>,
) -> Result<Prelude<B>, String> {
    let rules = program.rules(side);
    let turn = rules.threat.as_ref().unwrap_or(&rules.turn);
    one_move(rules, turn)?;
    let captures = effects.reads.moves(true);
    let mut read = captures.clone();
    let before = turn.iter().take_while(|statement| !visit::moves(statement));
    before.for_each(|statement| read.add(&effects.statement(statement).reads));
    let invariant = Invariant { effects, captures, read };
    // A trigger at the beginning of a turn may change what can be captured in it, or refuse it.
    let begins = game.triggers.iter().filter(|trigger| trigger.event == Event::TurnBegins);
    for (source, trigger) in begins.zip(&rules.triggers[event_index(Event::TurnBegins)]) {
        let found = effects.trigger(trigger);
        if found.refuses || found.ends || found.writes.meets(&invariant.read) {
            let event = &source.name;
            let why =
                format!("event `{event}` may change at the beginning of a turn what is captured");
            return Err(why);
        }
    }
    let mut prelude = Prelude { pre_move_choices: Vec::new(), pre_move_tokens: Vec::new() };
    for statement in turn {
        if visit::moves(statement) {
            return moves_all(statement, side).map(|()| prelude);
        }
        if !invariant.preserves(statement, &invariant.read) {
            prelude.add(statement, &invariant)?;
        }
    }
    Err(SOMETHING.to_owned())
}

impl<B: Bitboard> Prelude<B> {
    /// Adds a statement that may change what is captured.
    fn add(
        &mut self,
        statement: &Stmt<B>,
        invariant: &Invariant<'_, B>,
    ) -> Result<(), &'static str> {
        let Stmt::If(condition, then, otherwise) = statement else { return Err(SOMETHING) };
        if !otherwise.is_empty() {
            return Err(SOMETHING);
        }
        // Other effects of an assignment may affect what follows it.
        let last = self.pre_move_tokens.pop();
        self.pre_move_choices.extend(last.map(|token: PreMoveToken<B>| token.condition));
        match pre_move_token(condition, then, invariant) {
            Some(token) => self.pre_move_tokens.push(token),
            None => self.pre_move_choices.push(condition.clone()),
        }
        Ok(())
    }
}

/// Checks that the move of a turn can be any move of any piece of the side, and comes first in its statement.
fn moves_all<B: Bitboard>(statement: &Stmt<B>, side: SideId) -> Result<(), String> {
    let first = if let Stmt::Either { ways, .. } = statement {
        let mut bodies = ways.iter().map(|(_, body)| body);
        bodies.find(|body| body.iter().any(visit::moves)).and_then(|body| body.first())
    } else {
        Some(statement)
    };
    let Some(Stmt::Move { pieces, only, .. }) = first else { return Err(SOMETHING.to_owned()) };
    let is_all = *pieces == Set::Board(side.index()) && *only == Cond::Fixed(true);
    if is_all { Ok(()) } else { Err(NOT_ALL.to_owned()) }
}

/// Checks that a turn has exactly one move.
fn one_move<B: Bitboard>(rules: &SideRules<B>, turn: &[Stmt<B>]) -> Result<(), String> {
    if turn.iter().map(count_moves).sum::<usize>() != 1 {
        return Err("the turn has not just one move".to_owned());
    }
    let triggers = rules.triggers.iter().flatten().map(|trigger| &trigger.body);
    let thens = rules.ways.iter().map(|way| &way.then);
    if triggers.chain(thens).flatten().any(visit::moves) {
        return Err("another move may follow from a move".to_owned());
    }
    Ok(())
}

/// Returns the pre-move token assignment of some statements under a condition, if they do nothing else that matters.
fn pre_move_token<B: Bitboard>(
    condition: &Cond<B>,
    body: &[Stmt<B>],
    invariant: &Invariant<'_, B>,
) -> Option<PreMoveToken<B>> {
    // What follows the assignment is checked too: there is only one.
    let mut read = invariant.effects.block(body).reads;
    read.add(&invariant.captures);
    let idle = |statement: &Stmt<B>| invariant.preserves(statement, &read);
    let mut pre_move_token = None;
    for statement in body.iter().filter(|statement| !idle(statement)) {
        let Stmt::Choose(choose) = statement else { return None };
        let Among::Squares(among, None) = &choose.among else { return None };
        let [Stmt::Effect(Eff::Give { token, to: Set::Slot(slot) })] = choose.then.as_slice()
        else {
            return None;
        };
        let only = pre_move_token.is_none() && *slot == choose.slot && !choose.optional;
        let nothing_else = choose.otherwise.as_ref().is_some_and(|body| body.iter().all(idle));
        if !only
            || !nothing_else
            || !dependence::is_local(among)
            || !dependence::is_of_numbers(condition)
        {
            return None;
        }
        pre_move_token = Some(PreMoveToken {
            condition: condition.clone(),
            token: token.index(),
            among: among.clone(),
        });
    }
    pre_move_token
}

/// Counts the moves of a statement; in loops they count twice.
fn count_moves<B>(statement: &Stmt<B>) -> usize {
    let within = |body: &[Stmt<B>]| body.iter().map(count_moves).sum::<usize>();
    match statement {
        Stmt::Move { .. } => 1,
        Stmt::Choose(choose) => {
            within(&choose.then) + choose.otherwise.as_deref().map_or(0, within)
        }
        Stmt::Either { ways, .. } => ways.iter().map(|(_, body)| within(body)).sum(),
        Stmt::If(_, then, otherwise) => within(then) + within(otherwise),
        Stmt::ForEach(_, _, body) | Stmt::Repeat(_, _, body) => 2 * within(body),
        Stmt::Drop { .. } | Stmt::Effect(_) | Stmt::Refuse | Stmt::End(..) | Stmt::Next(_) => 0,
    }
}
