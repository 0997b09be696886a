//! Tests of rules in words.

use proptest::prelude::*;

use super::*;
use crate::bundled::{self, Bundled};
use crate::diag::Sink;
use crate::source::SourceMap;

fn game(name: &str) -> Game {
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = crate::pipeline::load(name, &Bundled, &[], &mut sources, &mut sink);
    game.unwrap_or_else(|| panic!("{name}"))
}

fn text(page: &Page) -> String {
    let mut lines = Vec::new();
    for section in &page.sections {
        lines.push(section.title.clone());
        for entry in &section.entries {
            lines.push(format!("  {}", entry.subject));
            lines.extend(entry.sentences.iter().map(|sentence| format!("    {sentence}")));
            lines.extend(entry.gone.iter().map(|sentence| format!("    no longer: {sentence}")));
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_game_without_a_parent() {
    insta::assert_snapshot!("chess", text(&page(&game("chess.rules"))));
    insta::assert_snapshot!("mono", text(&page(&game("mono.rules"))));
}

#[test]
fn what_is_different() {
    let chess = game("chess.rules");
    for name in ["fellowship", "ruddigore", "magic-ring"] {
        let page = differences(&game(&format!("{name}.rules")), &chess);
        insta::assert_snapshot!(name, text(&page));
    }
    let page = differences(&game("one-ring.rules"), &game("fellowship.rules"));
    insta::assert_snapshot!("one-ring", text(&page));
}

/// Sets and loops that have words of their own.
const SHAPES: &str = r#"rules 2
game "Shapes"
board 5x5
sides White "w", Black "b"
piece Pawn "P" { moves W }
piece Bishop "B" { moves B when no enemy on between(origin, target) and colour of target is colour of origin }
turn {
    either { move }
    or shift: {
        choose own Pawn as p {
            for each s in between(p, e5) { capture s }
            for each direction d in orthogonal { if d of p is enemy { remove d of p } }
        }
    }
}
event lined: when a piece moves { if any enemy on line of target in northeast { refuse "it is in line" } }
ending stuck: side to move loses "no move" when own cannot move
setup "ppp1b/5/5/5/PPP1B w"
"#;

#[test]
fn shapes_have_words_of_their_own() {
    let files = crate::source::MemoryFiles::new().with("shapes.rules", SHAPES);
    let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
    let game = crate::pipeline::load("shapes.rules", &files, &[], &mut sources, &mut sink);
    let text = text(&page(&game.expect("a game")));
    for told in [
        "only if there is no enemy piece on the squares between the start square and the target square and the squares of the same colour as the target square is among the squares of the same colour as the start square.",
        "for each of the squares between choice A and e5 (call it choice B): what stands on choice B is captured; for each of the directions straight forward, to the right, straight backward and to the left: if an enemy piece is on the square one step that way from choice A, what stands on the square one step that way from choice A leaves the board.",
        "if there is an enemy piece on the squares of the line that runs northeast and southwest through the target square, that is not possible (it is in line).",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

#[test]
fn nothing_is_different_from_itself() {
    let chess = game("chess.rules");
    assert_eq!(differences(&chess, &chess), Page::default());
}

#[test]
fn every_bundled_game_has_a_page_of_sentences() {
    for name in bundled::all_games() {
        let page = page(&game(&format!("{name}.rules")));
        let text = text(&page);
        assert!(!text.contains(SLOT) && !text.contains(",,"), "{name}:\n{text}");
        for (pair, why) in [(" a the ", "articles"), (" a an ", "articles"), ("  a a ", "articles")]
        {
            assert!(!text.contains(pair), "{name}: {why}:\n{text}");
        }
        for entry in page.sections.iter().flat_map(|section| &section.entries) {
            for sentence in &entry.sentences {
                let length = sentence.chars().count();
                assert!(length > 3 && length < MAX_SENTENCE + 4, "{name}: {sentence}");
                assert!(sentence.ends_with(['.', '…', '!', '?']), "{name}: {sentence}");
            }
        }
    }
}

proptest! {
    #[test]
    fn sentences_end(text in "\\PC{0,2000}") {
        let made = sentence(&text);
        prop_assert!(made.chars().count() <= MAX_SENTENCE + 4);
    }
}
