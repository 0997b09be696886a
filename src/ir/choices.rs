//! What is chosen in a turn before a move.

use super::{Game, Statement, StatementKind};

impl Game {
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
        let moves = statement.any(&|kind| matches!(kind, StatementKind::Move(_)));
        // What is done again comes before itself.
        let again = moves
            && matches!(
                statement.kind,
                StatementKind::ForEach { .. } | StatementKind::Repeat { .. }
            );
        statement.blocks().for_each(|block| collect(block, follows || again, found));
        let asks = match &statement.kind {
            StatementKind::Choose(_) => follows || moves,
            StatementKind::Move(_) | StatementKind::Drop(_) => follows,
            _ => false,
        };
        if asks {
            found.push(statement);
        }
        follows |= moves;
    }
}
