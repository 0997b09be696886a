//! What a player reads whose turn is refused: a sentence with what is in the way and what would be right.

use fairyring::author::why;

use super::Loaded;

/// The cases; see the head of the file.
const CASES: &str = include_str!("../cases/refusals.tsv");

/// What no player is told.
const FOREIGN: [&str; 7] = ["`", "…", " is not in ", "reach(", "neighbours of", "own ", "$"];

#[test]
fn players_are_told_what_is_in_the_way() {
    let rows = CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1);
    let mut wrong = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [game, position, after, typed, told] = cells[..] else {
            panic!("five cells are wanted: {row}");
        };
        let loaded = Loaded::bundled(game, &[]);
        let session = loaded.session(position, after);
        let answer = why::why(&session, &loaded.sources, typed).expect("it is not too much");
        let plain = answer.plain;
        if plain != told || FOREIGN.iter().any(|word| plain.contains(word)) {
            wrong.push(format!("{game}\t{position}\t{after}\t{typed}\t{plain}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
