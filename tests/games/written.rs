//! Turns as people write them: by the texts of another program, and by reading what was written.

use std::collections::HashSet;
use std::sync::Arc;

use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::notation::{self, Legal, Notation, Read};
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::SourceMap;
use fairyring::state::Random;

use super::{deep, rows};

fn session(name: &str) -> Session {
    let name = bundled::find_game(name).unwrap_or(name);
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
    Session::new(Arc::new(game.unwrap_or_else(|| panic!("{name} is not a game")))).unwrap()
}

#[test]
fn turns_are_written_as_by_fairy_stockfish() {
    let all = rows(include_str!("../cases/notation.tsv"));
    assert!(all.len() > 150, "the table is not read");
    let mut wrong = Vec::new();
    for row in all {
        let [name, notation, position, texts] = row.as_slice() else { panic!("{row:?}") };
        let notation = match notation.as_str() {
            "hodges" => Notation::Hodges,
            "wxf" => Notation::Wxf,
            _ => Notation::San,
        };
        let session = session(name).elsewhere(position).unwrap();
        let written = session.written(notation).unwrap();
        let mut found: Vec<&str> = written.iter().map(|(_, text)| text.as_str()).collect();
        let mut expected: Vec<&str> = texts.split(' ').collect();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            wrong.push(format!("{name}, {position}:\n  {found:?}\n  {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Says which texts are those of several turns, and which are not read as the turn they were written for.
fn misread(session: &Session, notation: Notation) -> Vec<String> {
    let written = session.written(notation).unwrap();
    let legal: Vec<Legal<'_>> = written
        .iter()
        .map(|(legal, _)| Legal { turn: &legal.turn, after: &legal.position })
        .collect();
    let mut known = HashSet::new();
    let mut wrong = Vec::new();
    for (number, (_, text)) in written.iter().enumerate().take(60) {
        if !known.insert(text) {
            wrong.push(format!("`{text}` is written for two turns"));
        }
        let read = notation::read(session.game(), session.position(), &legal, text);
        if read != Read::One(number) {
            wrong.push(format!("`{text}` is read as {read:?}, not {number}"));
        }
    }
    wrong
}

/// Plays a random game, and says what is misread on the way.
fn misread_in_game(name: &str, mut session: Session, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut wrong = Vec::new();
    for ply in 0..40 {
        // Some games have more turns than may be listed.
        let Ok(legal) = session.legal() else { break };
        if legal.is_empty() {
            break;
        }
        if legal.len() < 400 && (deep() || ply % 13 == 0) {
            for notation in [Notation::San, Notation::Own] {
                let found = misread(&session, notation).into_iter().take(2);
                wrong.extend(found.map(|found| format!("{name} {notation:?}: {found}")));
            }
        }
        let number = random.below(legal.len());
        session.play_legal(legal.into_iter().nth(number).unwrap());
    }
    wrong
}

#[test]
fn what_is_written_is_read_as_the_same_turn() {
    let games = if deep() { 10 } else { 1 };
    let mut wrong = Vec::new();
    for name in super::sample(bundled::all_games()) {
        let start = session(name);
        for seed in 0..games {
            wrong.extend(misread_in_game(name, start.clone(), seed));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Xiangqi positions come with either letters; what is written has the game's own.
#[test]
fn positions_are_read_with_the_letters_of_turns() {
    let start = session("xiangqi");
    for (foreign, own) in [
        ("4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w - - 0 1", "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1"),
        (
            "rheakaehr/9/9/9/9/9/9/9/9/RHEAKAEHR w - - 0 1",
            "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1",
        ),
    ] {
        assert_eq!(start.elsewhere(foreign).unwrap().position_text(), own);
    }
}

/// Other programs write squares of captures en passant, and rights to castle, in games that have neither.
#[test]
fn fields_without_a_meaning_are_passed_over() {
    let start = session("legan");
    let position =
        start.elsewhere("knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK b KQkq e3 0 1").unwrap();
    assert_eq!(
        position.position_text(),
        "knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK b - - 0 1"
    );
    assert!(
        start.elsewhere("knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK b - z9 0 1").is_err()
    );
}
