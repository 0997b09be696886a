//! The desk: questions and answers in JSON about games, their positions and their rules.
//!
//! Pages in a browser, `fairyring serve` and tests all speak it; the protocol is described in `docs/desk.md`. Whoever asks
//! tells the whole game each time: the rules, the position it began with and the turns. So an answer depends on nothing but
//! the question, and a desk that was lost can be replaced by a new one; what it keeps in memory only makes it faster.
//!
//! ```
//! use fairyring::bundled::Bundled;
//! use fairyring::desk::Desk;
//!
//! let mut desk = Desk::new(Box::new(Bundled));
//! let answer = desk.answer(r#"{"ask":"state","game":{"name":"chess"},"turns":["e2e4"]}"#);
//! assert!(answer.contains(r#""to_move":1"#), "{answer}");
//! ```

mod analysing;
mod arranging;
mod cards;
mod clicks;
mod diagram;
mod importing;
mod loading;
mod notated;
mod opponent;
mod page;
mod pgn;
mod puzzles;
mod question;
mod records;
mod state;
mod teaching;
mod vocabulary;
mod writing;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use loading::{Opened, Shelf};
use question::{GameAsked, Line, Question};

use crate::bundled;
use crate::session::Session;
use crate::source::Files;
use crate::state::TooMuch;

/// The version of the protocol: it goes up when an answer loses something or changes its meaning.
pub const VERSION: u32 = 1;

/// The longest question that is looked at, in bytes.
pub const MAX_QUESTION_BYTES: usize = 1 << 20;

/// The most turns that are counted ahead: anybody can ask, and whoever answers does nothing else meanwhile.
const MAX_PERFT_DEPTH: u32 = 5;

/// How much may be done for one answer, in the units of [`Effort`](crate::state::Effort): about a second's work.
const MAX_WORK: u64 = 100_000_000;

/// Answers questions. It keeps the last few games in memory.
pub struct Desk {
    shelf: Shelf,
}

/// Why there is no answer.
#[derive(Debug)]
struct Refusal {
    message: String,
    /// What is wrong with the rules, as [`diag::json`](crate::diag::json) tells it.
    diagnostics: Vec<Value>,
    /// The number, from 0, of the turn that could not be played.
    turn: Option<usize>,
}

impl Refusal {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), diagnostics: Vec::new(), turn: None }
    }
}

impl From<TooMuch> for Refusal {
    fn from(limit: TooMuch) -> Self {
        Self::new(limit.to_string())
    }
}

type Reply = Result<Value, Refusal>;

impl Desk {
    /// Makes a desk at which the games of these files can be asked for by name.
    pub fn new(files: Box<dyn Files + Send>) -> Self {
        Self { shelf: Shelf::new(files) }
    }

    /// Answers a question; what is wrong with it is told in the answer, under `error`.
    pub fn answer(&mut self, question: &str) -> String {
        let answer = if question.len() > MAX_QUESTION_BYTES {
            Err(Refusal::new("the question is too long"))
        } else {
            match serde_json::from_str(question) {
                Ok(question) => self.reply(question),
                Err(error) => Err(Refusal::new(format!("this is no question: {error}"))),
            }
        };
        let value = answer.unwrap_or_else(|refusal| {
            json!({ "error": {
                "message": refusal.message,
                "diagnostics": refusal.diagnostics,
                "turn": refusal.turn,
            } })
        });
        value.to_string()
    }

    /// Answers a question about where a game stands.
    fn at(
        &mut self,
        game: &GameAsked,
        line: &Line,
        answer: impl FnOnce(&Opened, &Session) -> Reply,
    ) -> Reply {
        let (opened, session) = self.shelf.session(game, line)?;
        answer(opened, &session)
    }

    fn why(
        &mut self,
        game: &GameAsked,
        line: &Line,
        (turn, clicks): (Option<String>, &[String]),
    ) -> Reply {
        self.at(game, line, |opened, session| {
            let clicked = (!clicks.is_empty()).then(|| clicks::text(opened.game(), clicks));
            teaching::why(opened, session, turn.or(clicked).as_deref())
        })
    }

    fn reply(&mut self, question: Question) -> Reply {
        match question {
            Question::Version => Ok(json!({ "version": VERSION })),
            Question::Complete { texts } => Ok(complete(texts)),
            Question::List => Ok(list()),
            Question::Text { name } => text(&name),
            Question::Cards { names } => cards::cards(&names, self.shelf.files()),
            Question::Arrange { game, start, pieces, to_move, hands, tokens } => {
                let (pieces, hands, tokens) = (&pieces[..], hands.as_deref(), &tokens[..]);
                let made = arranging::Arrangement { pieces, hands, tokens, to_move };
                arranging::arrange(self.shelf.open(&game)?, start.as_deref(), made)
            }
            Question::Sheet { game } => self.shelf.sheet(&game),
            Question::Diagram { game, kind } => {
                self.shelf.open(&game).and_then(|opened| diagram::diagram(opened, &kind))
            }
            Question::Load { game } => self.shelf.open(&game).map(|opened| page::page(opened)),
            Question::State { game, line } => self.at(&game, &line, state::state),
            Question::Why { game, line, turn, clicks } => self.why(&game, &line, (turn, &clicks)),
            Question::Trace { game, line, turn } => {
                self.at(&game, &line, |opened, session| teaching::trace(opened, session, &turn))
            }
            Question::Piece { game, line, square } => {
                self.at(&game, &line, |_, session| teaching::piece(session, &square))
            }
            Question::Computer { game, line, level, seed } => {
                self.at(&game, &line, |opened, session| {
                    opponent::turn(opened, session, level, seed)
                })
            }
            Question::Analyse { game, line, nodes, lines } => {
                self.at(&game, &line, |opened, session| {
                    analysing::analyse(opened, session, nodes, lines)
                })
            }
            Question::Judge { game, line, nodes } => {
                self.at(&game, &line, |opened, session| analysing::judge(opened, session, nodes))
            }
            Question::Puzzles { game } => Ok(puzzles::puzzles(&game)),
            Question::Pgn { game, line, tags } => {
                self.at(&game, &line, |_, session| pgn::write(&game, session, &tags))
            }
            Question::Written { game, line, notation } => {
                self.at(&game, &line, |_, session| notated::written(session, notation.as_deref()))
            }
            Question::ReadPgn { text, game } => {
                Ok(pgn::read(&mut self.shelf, &text, game.as_ref()))
            }
            Question::Record { game, line, players } => {
                self.at(&game, &line, |_, session| records::write(&game, session, &players))
            }
            Question::ReadRecord { text } => records::read(&text),
            Question::Import { text, name } => Ok(importing::import(&text, name.as_deref())),
            Question::Vocabulary => Ok(vocabulary::vocabulary()),
            Question::Perft { game, line, depth } => self.at(&game, &line, |_, session| {
                Ok(json!({ "nodes": session.perft(depth.min(MAX_PERFT_DEPTH))? }))
            }),
            Question::Check { game } => Ok(self.shelf.check(&game)),
        }
    }
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

/// Lists the bundled games; those right in the folder of games come first.
fn list() -> Value {
    let game = |full: &'static str| {
        let text = bundled::find(full).map_or("", |(_, text)| text);
        let title = bundled::title(text).unwrap_or_else(|| bundled::own_name(full)).to_owned();
        json!({ "name": bundled::own_name(full), "title": title, "folder": folder(full) })
    };
    let (first, others): (Vec<_>, Vec<_>) =
        bundled::all_games().partition(|name| !name.contains('/'));
    let games: Vec<Value> = first.into_iter().chain(others).map(game).collect();
    json!({ "games": games })
}

/// Takes texts that were left out, and tells how many are missing still.
fn complete(texts: BTreeMap<String, String>) -> Value {
    if !texts.is_empty() {
        bundled::complete(texts);
    }
    json!({ "missing": bundled::missing().count() })
}

fn folder(full: &str) -> &str {
    full.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the text of a bundled file.
fn text(name: &str) -> Reply {
    let full = bundled::find_game(name).unwrap_or(name);
    match bundled::find(full) {
        Some((file, text)) => Ok(json!({ "file": file, "text": text })),
        None => Err(Refusal::new(format!("no bundled game is called `{name}`"))),
    }
}

#[cfg(test)]
mod tests;
