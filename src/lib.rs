//! Fairyring: a data-driven rules interpreter for chess variants.
//!
//! A game is a text file that says how a variant differs from chess, or from nothing. The library reads it, points out what
//! is wrong with it, and then knows the game: which turns are legal, what they lead to, and when the game is over. No game
//! and no piece is built into it.
//!
//! ```
//! let game = fairyring::Game::bundled("chess")?;
//! let position = game.start().play("e2e4")?.play("e7e5")?;
//! for turn in position.legal_turns()? {
//!     println!("{turn} leads to {}", position.play_turn(&turn)?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Game`]: a game by its [name](Game::bundled), from a [file](Game::from_path), from its [text](Game::from_text) or from
//!   [wherever you keep files](Game::load); what is wrong with rules is a [`LoadError`], with its places and as JSON. Games
//!   that come with the library are [listed](Game::list_bundled).
//! - [`Position`]: one moment of a game, with what was before it: its legal [`Turn`]s, its [outcome](Position::outcome), its
//!   text. Playing a turn makes another position.
//! - [`Game::perft`] and [`Game::playouts`] take many positions at once; [`Position::random_game`] plays one game.
//! - `Record` (with the feature `json`): a game that was played, as lines of JSON, and back with every turn checked.
//!
//! All of these own what they need, are `Send` and `Sync`, cheap to clone, and the same for every game, whatever its board. A
//! turn may have several steps, and the same side may move twice: ask [`Position::side_to_move`], and never count. What
//! takes more work than may be spent has no answer: such questions return an error, and never a part of an answer.
//!
//! # In a program of your own
//!
//! ```toml
//! [dependencies]
//! fairyring = { path = "../fairyring", default-features = false, features = ["json"] }
//! ```
//!
//! A random game is played, recorded, and read back:
//!
//! ```
//! # #[cfg(feature = "json")] {
//! use fairyring::{Game, Record};
//!
//! let game = Game::bundled("magic-ring")?;
//! let mut position = game.start();
//! let mut record = Record::new(&position, "magic-ring").with_seed(7);
//! let (turns, _) = position.random_game(200, 7)?;
//! for turn in &turns {
//!     record.add(&position, turn.as_str());
//!     position = position.play_turn(turn)?;
//! }
//! if let Some(result) = position.outcome()? {
//!     record.end(&game, &result);
//! }
//! let text = record.to_string();
//!
//! let read = Record::read(&text)?;
//! assert_eq!(read.turns().len(), turns.len());
//! assert_eq!(read.replay(&game)?, position);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `json`: records of games, and diagnostics as JSON.
//! - `cli` (by default, with `json`): the command line. `default-features = false` leaves out all it needs.

#![cfg_attr(docsrs, feature(doc_cfg))]

// A rules file goes down this line; each stage is a module, and none knows a later one. Programs of this repository and its
// tests use them; they are no part of what is promised to others.
//
// ```text
// text ─ syntax ─▶ tree ─ semantics ─▶ IR ─ reference ─▶ turns, positions, results
//  source, diag                        ir    state, notation      session, author, front
//                                       └─ compile ─▶ tables ─ play ─▶ the same, fast
// ```

// What comes from hidden modules has pages of its own only where that is said.
#[doc(inline)]
pub use bundled::Bundled;
#[doc(inline)]
pub use diag::{Code, Diagnostic, Label, Severity, Suggestion};
#[doc(inline)]
pub use front::DiskFiles;
#[doc(inline)]
pub use ir::{BySide, SideId};
#[doc(inline)]
pub use library::{BatchError, BundledGame, Game, LoadError, PlayError, Position, Turn};
#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
#[doc(inline)]
pub use library::{Player, Record, RecordError, RecordLine, Records};
#[doc(inline)]
pub use notation::{PositionError, TurnError};
#[doc(inline)]
pub use source::{FileError, Files, LineColumn, MemoryFiles, SourceId, SourceMap, Span};
#[doc(inline)]
pub use state::{GameResult, Playout, PlayoutEnd, Score, SpendingLimit, TooMuch, Unplayable};

/// The program in the README is tried like those in the documentation.
#[cfg(all(doctest, feature = "json"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[doc(hidden)]
pub mod source;

#[doc(hidden)]
pub mod diag;

#[doc(hidden)]
pub mod syntax;

#[doc(hidden)]
pub mod semantics;

#[doc(hidden)]
pub mod ir;

#[doc(hidden)]
pub mod state;

#[doc(hidden)]
pub mod notation;

#[doc(hidden)]
pub mod reference;

#[doc(hidden)]
pub mod compile;

#[doc(hidden)]
pub mod play;

#[doc(hidden)]
pub mod search;

#[doc(hidden)]
pub mod proofs;

#[doc(hidden)]
pub mod session;

#[doc(hidden)]
pub mod records;

#[doc(hidden)]
pub mod learning;

#[doc(hidden)]
pub mod lab;

#[doc(hidden)]
pub mod validate;

#[doc(hidden)]
pub mod pipeline;

#[doc(hidden)]
pub mod author;

#[doc(hidden)]
pub mod bundled;

#[doc(hidden)]
pub mod library;

pub mod batch;

#[doc(hidden)]
pub mod layout;

#[doc(hidden)]
#[cfg(feature = "json")]
pub mod desk;

#[doc(hidden)]
pub mod import;

#[doc(hidden)]
pub mod front;
