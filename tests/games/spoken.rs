//! What the program says while games are played at random: what happened in a turn, why another one is refused, how it ended.

use std::sync::Arc;

use fairyring::author::{account::account, why, words};
use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::pipeline;
use fairyring::session::Session;
use fairyring::source::SourceMap;

/// What is no English, and what is for the machine.
const FOREIGN: [&str; 26] = [
    "`",
    "…",
    "{",
    "}",
    "$",
    "  ",
    " ,",
    " .",
    "..",
    "reach(",
    "passed(",
    "neighbours of",
    " not in ",
    " in own",
    " in enemy",
    "a a",
    "a e",
    "a i",
    "a o",
    "an p",
    "the own",
    "the enemy own",
    " is no ",
    " 1 squares",
    "every own",
    "(on ",
];

/// How many turns of each game are played.
const TURNS: usize = 6;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = usize::try_from(self.0 >> 33).expect("31 bits");
        high % end
    }
}

/// Plays a game and hands on each sentence.
fn listen(name: &str, dice: &mut Dice, heard: &mut dyn FnMut(&str)) {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
    let game = Arc::new(game.expect("a game without errors"));
    let mut session = Session::new(Arc::clone(&game)).expect("a position");
    for _ in 0..TURNS {
        if let Ok(Some(result)) = session.result() {
            heard(&words::result(&game, &result));
            return;
        }
        let Ok(turns) = session.legal_turns() else { return };
        if turns.is_empty() {
            return;
        }
        // One of the side's pieces, and a square to which it can hardly ever go.
        let own =
            session.position().squares_where(|piece| piece.owner == Some(session.side_to_move()));
        let squares = &game.board.squares;
        let from = own.iter().nth(dice.below(own.len().max(1)));
        let to = squares.ids().nth(dice.below(squares.len()));
        if let (Some(from), Some(to)) = (from, to) {
            let typed = format!("{}-{}", game.board.name(from), game.board.name(to));
            if let Ok(answer) = why::why(&session, &sources, &typed)
                && answer.kind.name() != "legal"
            {
                heard(&answer.plain);
            }
        }
        let turn = turns[dice.below(turns.len())].clone();
        let before = session.position().clone();
        if session.play(&turn).is_err() {
            return;
        }
        for sentence in account(&game, &before, &turn, session.position(), None) {
            heard(&sentence);
        }
    }
}

/// Tells whether a text has one of the pieces that no sentence has, at the beginning of a word where it is a word's beginning.
fn is_foreign(text: &str) -> bool {
    let text = text.to_lowercase();
    FOREIGN.iter().any(|part| {
        if part.starts_with('a') { text.contains(&format!(" {part}")) } else { text.contains(part) }
    })
}

#[test]
fn what_is_said_in_random_play_is_english() {
    let mut dice = Dice(20_261_128);
    let (mut count, mut wrong) = (0, Vec::new());
    for name in super::sample(bundled::all_games()) {
        listen(name, &mut dice, &mut |sentence| {
            count += 1;
            if std::env::var_os("FAIRYRING_HEAR").is_some() {
                eprintln!("{name}: {sentence}");
            }
            if is_foreign(sentence) {
                wrong.push(format!("{name}: {sentence}"));
            }
        });
    }
    assert!(count > 300, "only {count} sentences were said");
    assert!(wrong.is_empty(), "{} of {count} sentences:\n{}", wrong.len(), wrong.join("\n"));
}
