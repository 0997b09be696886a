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
