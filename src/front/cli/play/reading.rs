//! What a typed text means among the legal turns, where it is not how a turn of the game is written.

use super::super::load::turns_in;
use super::table::Table;
use crate::ir::{SideId, SquareId};
use crate::notation::{self, Legal, shown, turn_text};
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

    /// Says that what was typed is a turn of another number, or one of the other side, as what stands before it tells.
    pub(super) fn misplaced(&self, typed: &str) -> Option<String> {
        let (heading, turn) = headed(typed)?;
        let (game, position) = (self.game(), self.session.position());
        let side = position.to_move;
        let begins = notation::read_position(game, &game.start.text).ok()?.to_move;
        let meant = if heading.dots > 1 { begins.opponent() } else { begins };
        // Where the second side begins, some count its turns as those of the first.
        let fits = meant == side || begins != SideId::FIRST;
        let now = position.turn_number;
        let is_other_turn = !heading.number.is_empty() && heading.number.parse() != Ok(now);
        if !is_other_turn && (fits || heading.number.is_empty() && heading.dots == 2) {
            return None;
        }
        let sign = format!("{}{}", heading.number, ".".repeat(heading.dots));
        let stands = if is_other_turn {
            format!("`{sign}` stands before another turn")
        } else {
            format!("`{sign}` stands before a turn of {}", game.side_name(meant))
        };
        Some(format!(
            "{stands}: this is turn {now}, and {} is to move. Type `{}` alone to play it now.",
            game.side_name(side),
            shown(turn)
        ))
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

/// What stands before a turn in records: `17.` before one of who begins, `17...` before one of the other side, or only the dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heading<'a> {
    number: &'a str,
    dots: usize,
}

/// Takes off a text what stands before a turn in records, if something does.
fn headed(typed: &str) -> Option<(Heading<'_>, &str)> {
    let typed = typed.trim_start();
    let dotted = typed.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let turn = dotted.trim_start_matches(|letter: char| ".… ".contains(letter));
    let number = &typed[..typed.len() - dotted.len()];
    let count = |letter: char| match letter {
        '.' => 1,
        '…' => 3,
        _ => 0,
    };
    let dots = dotted[..dotted.len() - turn.len()].chars().map(count).sum();
    let least = if number.is_empty() { 2 } else { 1 };
    (dots >= least && !turn.is_empty()).then_some((Heading { number, dots }, turn))
}

/// Leaves out what people put around a turn: its number in a record, `to`, `move`, a full stop at the end, a comment behind it.
pub(super) fn bare(typed: &str) -> String {
    let plain = uncommented(typed);
    let turn = headed(&plain).map_or(&*plain, |(_, turn)| turn);
    let words = turns_in(turn).map(|word| word.trim_end_matches(['.', ';', ',']));
    let is_said = |word: &str| ["to", "move", "play"].contains(&word.to_lowercase().as_str());
    words.filter(|word| !word.is_empty() && !is_said(word)).collect::<Vec<_>>().join(" ")
}

/// Leaves out the comments, variations and signs of records.
fn uncommented(typed: &str) -> String {
    let mut plain = String::new();
    let mut inside: Vec<char> = Vec::new();
    for letter in typed.chars() {
        let begins_word = plain.is_empty() || plain.ends_with(' ');
        match letter {
            '{' => inside.push('}'),
            '(' if begins_word || !inside.is_empty() => inside.push(')'),
            ';' if inside.is_empty() => break,
            _ if inside.last() == Some(&letter) => _ = inside.pop(),
            _ if inside.is_empty() => plain.push(letter),
            _ => {}
        }
    }
    let is_sign = |word: &&str| !word.starts_with(['$', '!', '?']);
    plain.split_whitespace().filter(is_sign).collect::<Vec<_>>().join(" ")
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
