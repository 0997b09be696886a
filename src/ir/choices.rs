//! The statements of a game, and what is chosen in a turn before a move.

use super::{Game, Outcome, Statement};

impl Game {
    /// Iterates over the lists of statements by which turns are played: that of the turn, those of events, and what follows
    /// ways of moving.
    pub fn bodies(&self) -> impl Iterator<Item = &[Statement]> {
        let events = self.triggers.iter().map(|trigger| trigger.body.as_slice());
        let ways = self.clauses().map(|clause| clause.then.as_slice());
        std::iter::once(self.turn.as_slice()).chain(events).chain(ways)
    }

    /// Returns every statement, those inside others and those of the threat too.
    pub fn statements(&self) -> Vec<&Statement> {
        self.bodies().chain(self.threat.as_deref()).flatten().flat_map(Statement::all).collect()
    }

    /// Returns how turns and events end the game, each with its reason.
    pub fn ends(&self) -> Vec<(Outcome, &str)> {
        let statements = self.bodies().flatten().flat_map(Statement::all);
        statements.filter_map(|statement| statement.kind.end()).collect()
    }

    /// Iterates over all ways in which the game can end, each with its reason: by endings, then by turns and events.
    pub fn outcomes(&self) -> impl Iterator<Item = (Outcome, &str)> {
        let endings = self.endings.iter().map(|ending| (ending.outcome, ending.reason.as_str()));
        endings.chain(self.ends())
    }

    /// Returns the statements of the turn by which attacks are judged that ask for a choice after which a move may still
    /// come, in the order of the file.
    ///
    /// They are why a question about an attack may have to try the whole turn.
    pub fn choices_before_moves(&self) -> Vec<&Statement> {
        let mut found = Vec::new();
        collect(self.threat.as_ref().unwrap_or(&self.turn), false, &mut found);
        found.sort_by_key(|statement| (statement.span.source, statement.span.start));
        found
    }
}

/// Collects them from a block; `follows` tells whether a move may come after it.
fn collect<'g>(block: &'g [Statement], mut follows: bool, found: &mut Vec<&'g Statement>) {
    for statement in block.iter().rev() {
        let moves = statement.any(&|inner| inner.kind.as_move().is_some());
        // What is done again comes before itself.
        let again = moves && statement.kind.is_repeated();
        statement.blocks().for_each(|block| collect(block, follows || again, found));
        let is_choice = statement.kind.as_choose().is_some();
        if statement.kind.is_step() && (follows || is_choice && moves) {
            found.push(statement);
        }
        follows |= moves;
    }
}
