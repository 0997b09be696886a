//! The turns that a test names: they have to be spelt exactly as they are written.

use super::{Question, Trouble};
use crate::notation::{self, TurnError, turn_text};
use crate::reference::LegalTurn;
use crate::session::Session;
use crate::state::{TooMuch, Turn};

/// How the text of a turn in a test reads.
enum Reading {
    /// It is exactly the text of a legal turn: the one with this index.
    Legal(usize),
    /// It is not, but whoever plays would be understood to mean one of these legal turns.
    Loosely(Vec<String>),
    /// It is how other programs write one of these legal turns.
    Foreign(Vec<String>),
    /// It could be a turn, but none that is legal; these are spelt much like it.
    NotLegal(Vec<String>),
    /// It is the text of no turn, for this reason.
    Unreadable(String),
}

/// The legal turns of a position with their texts.
struct Legal<'s> {
    session: &'s Session,
    turns: Vec<LegalTurn>,
    texts: Vec<String>,
}

impl<'s> Legal<'s> {
    fn new(session: &'s Session) -> Result<Self, TooMuch> {
        let turns = session.legal()?;
        let texts = turns.iter().map(|legal| turn_text(session.game(), &legal.turn)).collect();
        Ok(Self { session, turns, texts })
    }

    fn has(&self, text: &str) -> bool {
        self.texts.iter().any(|legal| legal == text)
    }

    /// Returns the legal turn with which a text begins that says too much.
    fn within(&self, text: &str) -> Vec<String> {
        let begin = self.texts.iter().filter(|legal| text.starts_with(legal.as_str()));
        begin.max_by_key(|legal| legal.len()).into_iter().cloned().collect()
    }

    fn read(&self, text: &str) -> Reading {
        if let Some(index) = self.texts.iter().position(|legal| legal == text) {
            return Reading::Legal(index);
        }
        if let Some(index) = self.session.standing_for(&self.turns, text) {
            return Reading::Legal(index);
        }
        match self.session.find(&self.turns, text) {
            Ok(index) => Reading::Loosely(self.texts.get(index).cloned().into_iter().collect()),
            Err(TurnError::Ambiguous { candidates, .. }) => Reading::Loosely(candidates),
            Err(TurnError::Foreign { meant, .. }) => Reading::Foreign(meant),
            Err(TurnError::NotLegal { closest, .. }) => Reading::NotLegal(closest),
            Err(TurnError::Unreadable { reason, .. }) => Reading::Unreadable(reason),
        }
    }

    /// Finds the legal turn with exactly this text.
    fn find(&self, text: &str) -> Result<&Turn, Trouble> {
        let trouble = match self.read(text) {
            Reading::Legal(index) => match self.turns.get(index) {
                Some(legal) => return Ok(&legal.turn),
                None => Trouble::plain(format!("`{text}` is not legal")),
            },
            Reading::Loosely(meant) | Reading::Foreign(meant) => misspelt(text, &meant),
            Reading::NotLegal(_) if text.ends_with(',') => {
                let message = "turns stand side by side, without commas between them";
                Trouble::plain(format!("`{text}` is not legal: {message}"))
            }
            Reading::NotLegal(closest) if closest.is_empty() => {
                match notation::misformed(self.session.game(), text) {
                    Some(reason) => unreadable(text, &reason),
                    None => Trouble {
                        question: Some(Question::Turn(text.to_owned())),
                        ..Trouble::plain(format!("`{text}` is not legal"))
                    },
                }
            }
            Reading::NotLegal(closest) => Trouble {
                question: Some(Question::Turn(text.to_owned())),
                similar: closest,
                ..Trouble::plain(format!("`{text}` is not legal"))
            },
            Reading::Unreadable(reason) => {
                Trouble { similar: self.within(text), ..unreadable(text, &reason) }
            }
        };
        Err(trouble)
    }
}

/// Plays turns, each of which has to be legal.
pub(super) fn play(session: &mut Session, texts: &[String]) -> Result<(), Trouble> {
    for text in texts {
        if let Some(result) = session.result()? {
            let told = super::describe(session.game(), &result);
            return Err(Trouble::plain(format!("`{text}`: the game is over: {told}")));
        }
        let turn = Legal::new(session)?.find(text)?.clone();
        session.play(&turn).map_err(|error| Trouble::plain(format!("`{text}`: {error}")))?;
    }
    Ok(())
}

/// Sees to it that all turns are legal.
pub(super) fn expect_legal(session: &Session, texts: &[String]) -> Result<(), Trouble> {
    let legal = Legal::new(session)?;
    texts.iter().try_for_each(|text| legal.find(text).map(|_| ()))
}

/// Sees to it that no turn is legal, and that each could be one if the rules allowed it.
pub(super) fn expect_illegal(session: &Session, texts: &[String]) -> Result<(), Trouble> {
    let legal = Legal::new(session)?;
    texts.iter().try_for_each(|text| match legal.read(text) {
        _ if names_no_type(session, text) && !legal.has(text) => well_spelt(session, text),
        Reading::NotLegal(_) => match notation::misformed(session.game(), text) {
            Some(reason) => Err(unreadable(text, &reason)),
            None => well_spelt(session, text),
        },
        // Another form of a turn is no turn, unless it is the text of none at all.
        Reading::Foreign(_)
            if notation::unreadable(session.game(), text).is_none()
                && notation::misformed(session.game(), text).is_none() =>
        {
            well_spelt(session, text)
        }
        Reading::Legal(_) => Err(Trouble::plain(format!("`{text}` is legal"))),
        Reading::Loosely(meant) | Reading::Foreign(meant) => Err(misspelt(text, &meant)),
        Reading::Unreadable(reason) => Err(unreadable(text, &reason)),
    })
}

/// Sees to it that squares and types are spelt as in the texts of turns, and that there are choices for all that the
/// text tells, without which no turn can have it.
fn well_spelt(session: &Session, text: &str) -> Result<(), Trouble> {
    if let Some(reason) = notation::impossible(session.game(), text) {
        return Err(unreadable(text, &reason));
    }
    match notation::respelt(session.game(), text) {
        Some(right) => Err(unreadable(text, &format!("write `{right}`"))),
        None => Ok(()),
    }
}

/// Tells whether a text is that of a turn but for a letter at its end: people say so that there is no promotion to a
/// piece that the game does not have.
fn names_no_type(session: &Session, text: &str) -> bool {
    let turn = text.strip_suffix(|char: char| char.is_ascii_lowercase());
    turn.is_some_and(|turn| {
        let game = session.game();
        !turn.is_empty()
            && notation::unreadable(game, text).is_some()
            && notation::unreadable(game, turn).is_none()
            && notation::misformed(game, turn).is_none()
    })
}

fn misspelt(text: &str, meant: &[String]) -> Trouble {
    let meant: Vec<&str> = meant.iter().map(String::as_str).collect();
    let meant = crate::diag::suggest::list(meant);
    Trouble::plain(format!("`{text}` has to be written {meant}, which is legal"))
}

fn unreadable(text: &str, reason: &str) -> Trouble {
    Trouble::plain(format!("`{text}` is the text of no turn: {reason}"))
}
