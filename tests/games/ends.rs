//! How games end, in words that fit the winner and the loser.

use std::sync::Arc;

use fairyring::author::words;
use fairyring::bundled::{self, Bundled};
use fairyring::diag::Sink;
use fairyring::ir::{Game, Outcome, SideId};
use fairyring::pipeline;
use fairyring::source::SourceMap;
use fairyring::state::GameResult;

fn load(name: &str) -> Arc<Game> {
    let name = bundled::find_game(name).unwrap_or(name);
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
    Arc::new(game.expect("a game without errors"))
}

/// Every reason for which a game can end, and whether somebody wins then.
fn reasons(game: &Game) -> Vec<(String, bool)> {
    let outcomes = game.outcomes();
    outcomes.map(|(outcome, reason)| (reason.to_owned(), outcome != Outcome::Draw)).collect()
}

/// What reads wrongly behind "White wins:" for one of the two who read it.
const WRONG: [&str; 8] = [
    ": the other ",
    "the side to move",
    "of them is gone",
    " own ",
    " enemy ",
    "wins: no legal ",
    "wins: bare ",
    "{",
];

#[test]
fn every_end_is_told_in_words_that_fit_both_sides() {
    let mut wrong = Vec::new();
    for name in super::sample(bundled::all_games()) {
        let game = load(name);
        for (reason, is_decided) in reasons(&game) {
            let winners = if is_decided { SideId::ALL.map(Some).to_vec() } else { vec![None] };
            for winner in winners {
                let text = words::result(&game, &GameResult::of(winner, reason.clone()));
                if WRONG.iter().any(|part| text.contains(part)) {
                    wrong.push(format!("{name}: {text}"));
                }
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{} read wrongly:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_author_says_who_has_done_what() {
    let words = |name: &str, winner: SideId, reason: &str| {
        words::result(&load(name), &GameResult::of(Some(winner), reason.to_owned()))
    };
    let [white, black] = SideId::ALL;
    assert_eq!(
        words("breakthrough", white, "the other side has reached its goal"),
        "White wins: White has reached the goal."
    );
    assert_eq!(
        words("magnetic", black, "the king is captured"),
        "Black wins: White's king is captured."
    );
    // Where having no turn is the whole of the rule, the program says whose turn it would be.
    assert_eq!(
        words("clobber", white, "nothing left to capture"),
        "White wins: Black has nothing left to capture."
    );
    assert_eq!(words("mono", black, "stalemate"), "Black wins: White has no legal move.");
    assert_eq!(words("chess", black, "checkmate"), "Black wins: checkmate.");
}
