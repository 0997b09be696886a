//! What `why` and `trace` quote: whole, with both of each pair of brackets, and no names that only the program knows.

use fairyring::author::{trace, why};
use fairyring::session::Session;
use fairyring::source::SourceMap;

use super::Loaded;

/// Games with many conditions, and a position of each in which turns are refused.
const GAMES: [(&str, &str); 8] = [
    ("chess", "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1"),
    ("fellowship", "-"),
    ("one-ring", "-"),
    ("ruddigore", "-"),
    ("magic-ring", "-"),
    ("variants/shogi", "-"),
    ("variants/tamerlane", "-"),
    ("variants/talvola-arimaa", "-"),
];

/// How many turns are asked about, legal ones and others.
const MOST: usize = 60;

/// Texts of turns: the legal ones, and a piece's from each square to some others.
fn texts(session: &Session) -> Vec<String> {
    let game = session.game();
    let legal = session.legal_turns().unwrap();
    let legal = legal.iter().take(MOST / 2).map(|turn| fairyring::notation::turn_text(game, turn));
    let names: Vec<&str> = game.board.squares.iter().map(|square| square.name.as_str()).collect();
    let pairs = names
        .iter()
        .enumerate()
        .map(|(at, from)| format!("{from}{}", names[(at * 7 + 11) % names.len()]));
    legal.chain(pairs.take(MOST / 2)).collect()
}

/// Says what is wrong with a text that quotes rules.
fn fault(text: &str) -> Option<&'static str> {
    let internal =
        text.split('$').skip(1).any(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
    if internal {
        return Some("an internal name");
    }
    // What stands between two backticks is a quotation.
    let quoted = text.split('`').skip(1).step_by(2);
    let odd = |quote: &str| {
        [('(', ')'), ('{', '}')]
            .iter()
            .any(|(open, close)| quote.matches(*open).count() != quote.matches(*close).count())
    };
    quoted.into_iter().any(odd).then_some("a bracket without its partner")
}

fn told(session: &Session, sources: &SourceMap, text: &str) -> Vec<String> {
    let answer = why::why(session, sources, text).expect("it is not too much");
    let mut all = vec![answer.message];
    all.extend(answer.notes.into_iter().map(|note| note.text));
    if let Ok(found) = trace::trace(session, sources, text) {
        all.extend(found.entries.into_iter().map(|entry| entry.text));
    }
    all
}

#[test]
fn quotations_are_whole_and_the_authors_own() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (name, position) in GAMES {
        let loaded = Loaded::bundled(name, &[]);
        let session = loaded.session(position, "-");
        for text in texts(&session) {
            asked += 1;
            for told in told(&session, &loaded.sources, &text) {
                if let Some(fault) = fault(&told) {
                    wrong.push(format!("{name}, {text}: {fault}: {told}"));
                }
            }
        }
    }
    assert!(asked > 300, "only {asked} questions");
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}
