//! What is found at once is what the reader of turns finds, and games come back as they were played.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Replayer, Terms, Why};
use crate::bundled::{Bundled, all_games};
use crate::diag::Sink;
use crate::notation::{Notation, turn_text};
use crate::pipeline;
use crate::records::compose;
use crate::records::pgn::{Item, PgnGame, Reader};
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::{Random, Turn};

fn session(name: &str) -> Session {
    let file = format!("{name}.rules");
    let game = pipeline::load(&file, &Bundled, &[], &mut SourceMap::new(), &mut Sink::new());
    Session::new(Arc::new(game.unwrap())).unwrap()
}

fn played(start: &Session, most: usize, seed: u64) -> Vec<Turn> {
    let mut session = start.clone();
    let mut random = Random::stream(seed, 1);
    for _ in 0..most {
        let turns = session.legal_turns().unwrap();
        if turns.is_empty() {
            break;
        }
        session.play(&turns[random.below(turns.len())]).unwrap();
    }
    session.history().to_vec()
}

fn items(text: &str) -> Vec<Item> {
    Reader::new(text.as_bytes()).next().unwrap().unwrap().items
}

/// Writes a random game, reads it, and plays it both ways.
fn comes_back(name: &str, start: &Session, replayer: &Replayer, (most, seed): (usize, u64)) {
    let turns = played(start, most, seed);
    let game = compose::Game { session: start, name, options: &[] };
    let pgn = game.compose(start.position(), &turns).unwrap();
    let read: Vec<PgnGame> =
        Reader::new(pgn.to_string().as_bytes()).collect::<Result<_, _>>().unwrap();
    let [read] = &read[..] else { panic!("{name}: {pgn}") };
    assert_eq!(read.tags, pgn.tags, "{name}");
    let terms = Terms { keeps: true, compares_all: true, ..Terms::default() };
    let slow = replayer.replay(start.position(), &read.items, terms);
    assert!(slow.wrong.is_none(), "{name}, seed {seed}: {:?}\n{pgn}", slow.wrong);
    let again: Vec<Turn> = slow.played.iter().map(|(turn, _)| turn.clone()).collect();
    assert_eq!(again, turns, "{name}, seed {seed}:\n{pgn}");
    let terms = Terms { keeps: true, ..Terms::default() };
    let quick = replayer.replay(start.position(), &read.items, terms);
    assert!(quick.wrong.is_none(), "{name}, seed {seed}: {:?}\n{pgn}", quick.wrong);
    assert_eq!(quick.played, slow.played, "{name}, seed {seed}:\n{pgn}");
    let quick = replayer.replay(start.position(), &read.items, Terms::default());
    assert!(quick.wrong.is_none(), "{name}, seed {seed}: {:?}\n{pgn}", quick.wrong);
    assert_eq!((quick.end, quick.result), (slow.end, slow.result), "{name}, seed {seed}:\n{pgn}");
}

/// A turn is written by itself as among all that are legal, and no two have the same text.
fn is_written_as_among_all(name: &str, session: &Session, most: usize) {
    // Some games have more turns than may be listed.
    let Ok(all) = session.written(Notation::San) else { return };
    let composer = compose::Game { session, name, options: &[] };
    let mut known = HashSet::new();
    for (legal, text) in all.iter().take(most) {
        assert!(known.insert(text), "{name}, {}: `{text}` is twice there", session.position_text());
        let (alone, after) = composer.written(session.position(), &legal.turn).unwrap();
        assert_eq!(after, legal.position, "{name}");
        let squares = turn_text(session.game(), &legal.turn);
        let place = session.position_text();
        assert!(alone == *text || alone == squares, "{name}, {place}: `{alone}` is `{text}`");
    }
}

#[test]
fn turns_are_written_alone_as_among_all() {
    let is_deep = std::env::var_os("FAIRYRING_GAMES").is_some();
    let plies = if is_deep { 60 } else { 4 };
    for name in all_games() {
        let mut session = session(name);
        let mut random = Random::stream(5, 1);
        for _ in 0..plies {
            is_written_as_among_all(name, &session, if is_deep { 300 } else { 40 });
            let Ok(turns) = session.legal_turns() else { break };
            if turns.is_empty() {
                break;
            }
            session.play(&turns[random.below(turns.len())]).unwrap();
        }
    }
}

/// All bundled games, in turn: `FAIRYRING_GAMES` says how many of each, and with it whole games are played.
#[test]
fn random_games_of_all_bundled_games_come_back() {
    let count: Option<u64> =
        std::env::var("FAIRYRING_GAMES").ok().and_then(|count| count.parse().ok());
    for name in all_games() {
        let start = session(name);
        let replayer = Replayer::new(&start).unwrap();
        for seed in 0..count.unwrap_or(1) {
            let most = if count.is_some() { 200 } else { 8 };
            comes_back(name, &start, &replayer, (most, seed));
        }
    }
}

#[test]
fn plain_texts_are_found_as_people_mean_them() {
    let start = session("chess");
    let replayer = Replayer::new(&start).unwrap();
    let wrong = |text: &str| {
        let replayed = replayer.replay(start.position(), &items(text), Terms::default());
        replayed.wrong.map(|wrong| (wrong.turn, wrong.text, wrong.in_variation, wrong.why))
    };
    let illegal = |turn, text: &str, varies| Some((turn, text.to_owned(), varies, Why::Illegal));
    assert_eq!(wrong("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Nf6 6. Nxe5"), None);
    assert_eq!(wrong("1. e2e4 e7-e5 2. Ng1f3 Ng8-f6!? 3. Nf3xe5 d6 4. Nc4 Ne4 5. d3"), None);
    assert_eq!(wrong("1. e4 d5 2. e5 f5 3. exf6 e.p. exf6"), None, "en passant has an x");
    assert_eq!(wrong("1. e4 d5 2. e5 f5 3. f6"), illegal(5, "f6", false), "and its file");
    assert_eq!(wrong("1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. h8=Q a6 6. Qxg8"), None);
    assert_eq!(wrong("1. Nf3 d5 2. Nxd4"), illegal(3, "Nxd4", false), "nothing is captured there");
    assert_eq!(wrong("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. Ke3) e5"), illegal(3, "Ke3", true));
    assert_eq!(wrong("1. e4 (1. d4 -- 2. Qxh9 nonsense (3. x)) e5 2. Nf3"), None);
    assert_eq!(wrong("1. e4 -- 2. d4"), illegal(2, "--", false));
    let both = wrong("1. Nf3 a6 2. d3 a5 3. Nd2");
    assert!(matches!(both, Some((5, _, false, Why::Ambiguous(texts))) if texts.len() == 2));
    let mate = wrong("1. f3 e5 2. g4 Qh4# 3. a3");
    assert!(matches!(mate, Some((5, _, false, Why::Over(result))) if result.reason == "checkmate"));
}

#[test]
fn draws_have_to_be_claimed_elsewhere() {
    let start = session("chess");
    let replayer = Replayer::new(&start).unwrap();
    let text = format!("{} e4", "Nf3 Nf6 Ng1 Ng8 ".repeat(3));
    let strict = replayer.replay(start.position(), &items(&text), Terms::default());
    let wrong = strict.wrong.unwrap();
    assert_eq!(wrong.turn, 9, "the third occurrence stands after eight turns");
    assert!(matches!(wrong.why, Why::Over(_)));
    let terms = Terms { draws_are_claimed: true, ..Terms::default() };
    let lenient = replayer.replay(start.position(), &items(&text), terms);
    assert!(lenient.wrong.is_none());
    assert_eq!((lenient.turns, lenient.drawn.map(|(turns, _)| turns)), (13, Some(8)));
    let result = replayer.replay(start.position(), &items("1. f3 e5 2. g4 Qh4#"), terms).result;
    assert_eq!(result.unwrap().reason, "checkmate");
}
