//! What a typed text means among the legal turns, where it is not how a turn of the game is written.

use super::super::load::turns_in;
use super::table::Table;
use crate::ir::SquareId;
use crate::notation::{self, Legal, turn_text};
use crate::reference::LegalTurn;
use crate::state::{Choice, Turn};

impl Table {
    /// Returns the texts of the legal turns whose next part is written so by people or other programs: `Nf3`, `exd5`, `O-O`.
    pub(super) fn written(&self, typed: &str) -> Vec<String> {
        let fitting = self.turns.iter().filter_map(|(text, legal)| {
            let settled = self.settled_steps(&legal.turn)?;
            Some((text, (Legal { turn: &legal.turn, after: &legal.position }, settled)))
        });
        let (texts, rows): (Vec<&String>, Vec<(Legal<'_>, usize)>) = fitting.unzip();
        let found = notation::begun(self.game(), self.session.position(), &rows, typed);
        found.into_iter().filter_map(|number| texts.get(number).copied().cloned()).collect()
    }

    /// Returns how many steps of a turn are settled; `None` if it does not begin so.
    fn settled_steps(&self, turn: &Turn) -> Option<usize> {
        if self.so_far.is_empty() {
            return Some(0);
        }
        let settled = self.so_far.strip_suffix(',')?;
        (1..=turn.steps.len()).find(|count| {
            let steps = turn.steps.iter().take(*count).cloned().collect();
            turn_text(self.game(), &Turn { steps }) == settled
        })
    }

    /// Returns the only legal turn that a text means which leaves parts of it out, or spells it in its own way: the square where
    /// it ends, or some of its words.
    pub(super) fn meant_turn(&self, typed: &str) -> Option<String> {
        let turns: Vec<&Turn> = self.turns.iter().map(|(_, legal)| &legal.turn).collect();
        let tries = [format!("{}{typed}", self.so_far), typed.to_owned()];
        let find = |text: &String| notation::find_turn(self.game(), text, &turns).ok();
        if let Some(index) = tries.iter().find_map(find) {
            return self.turns.get(index).map(|(text, _)| text.clone());
        }
        if let Some(square) = self.game().board.square_named(typed) {
            return self.only(|_, legal| ends_on(&legal.turn, square));
        }
        // `bid 3` for `bid:=3`, `pass e1d1` for `pass:White:e1d1`.
        let wanted = words(typed);
        let has_words = |text: &str, _: &LegalTurn| {
            let mut left = words(text).into_iter();
            wanted.iter().all(|word| left.any(|other| other == *word))
        };
        if wanted.len() > 1 { self.only(has_words) } else { None }
    }

    /// Tells whether a word that stands for a turn is followed by words that are moves, too, and does not only say where the
    /// move begins.
    pub(super) fn begins_with_whole_turn(&self, first: &str, rest: &str) -> bool {
        let (game, position) = (self.game(), self.session.position());
        let own = |at: SquareId| {
            position.piece(at).is_some_and(|piece| piece.owner == Some(position.to_move))
        };
        let is_move = |word: &str| {
            game.board.squares.iter().any(|square| word.contains(&square.name))
                || notation::sought(game, position, word).is_some()
        };
        !game.board.square_named(first).is_some_and(own) && rest.split(' ').all(is_move)
    }

    /// Returns the text of the only turn, among those that begin with what is settled, of which that is true.
    pub(super) fn only(&self, is_it: impl Fn(&str, &LegalTurn) -> bool) -> Option<String> {
        let fitting = self.turns.iter().filter(|(text, _)| text.starts_with(&self.so_far));
        let mut found = fitting.filter(|(text, legal)| is_it(text, legal));
        let (only, _) = found.next()?;
        found.all(|(text, _)| text == only).then(|| only.clone())
    }
}

/// Leaves out what people put around a turn: its number in a record, `to`, `move`, a full stop at the end.
pub(super) fn bare(typed: &str) -> String {
    let words = turns_in(typed).map(|word| word.trim_end_matches(['.', ';', ',']));
    let is_said = |word: &str| ["to", "move", "play"].contains(&word.to_lowercase().as_str());
    words.filter(|word| !word.is_empty() && !is_said(word)).collect::<Vec<_>>().join(" ")
}

/// Tells whether a piece comes to a square by the first move or drop of a turn.
fn ends_on(turn: &Turn, square: SquareId) -> bool {
    let end = turn.steps.iter().find_map(|step| match &step.choice {
        Choice::Move(made) => Some(made.to),
        Choice::Drop { to, .. } => Some(*to),
        _ => None,
    });
    end == Some(square)
}

/// Returns the words and numbers of a text, in small letters.
fn words(text: &str) -> Vec<String> {
    let split = text.split(|char: char| !char.is_alphanumeric() && char != '+');
    split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
