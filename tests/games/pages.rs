//! The rules page of every bundled game is short, whole, and in sentences.

use fairyring::author::words;
use fairyring::bundled;
use fairyring::ir::Game;
use fairyring::{Bundled, diag, pipeline, source};

fn load(name: &str) -> Option<Game> {
    let (mut sources, mut sink) = (source::SourceMap::new(), diag::Sink::new());
    pipeline::load(name, &Bundled, &[], &mut sources, &mut sink)
}

/// Returns the game that a game is built on.
fn parent(name: &str) -> Option<Game> {
    let (_, text) = bundled::find(name)?;
    let header = text.lines().find(|line| line.starts_with("game "))?;
    let parent = header.rsplit_once(" from ")?.1;
    load(bundled::find_game(parent)?)
}

fn paragraphs(name: &str) -> Vec<String> {
    let game = load(name).unwrap_or_else(|| panic!("{name} is not loaded"));
    let page = words::rules_page(&game, parent(name).as_ref());
    let parts = page
        .parts
        .iter()
        .flat_map(|part| [vec![part.title.clone()], part.paragraphs.clone()].concat());
    page.head.iter().cloned().chain(parts).collect()
}

#[test]
fn rules_pages_are_short_and_in_sentences() {
    let (mut in_range, mut wrong) = (0, Vec::new());
    let names: Vec<&str> = bundled::all_games().collect();
    for name in &names {
        let told = paragraphs(name);
        let count: usize = told.iter().map(|text| text.split_whitespace().count()).sum();
        in_range += usize::from((60..=350).contains(&count));
        for text in &told {
            if text.contains(['`', '…']) {
                wrong.push(format!("{name}: {text}"));
            }
            let sentences =
                text.split_inclusive(". ").flat_map(|part| part.split_inclusive([':', '!', '?']));
            let long = sentences.filter(|sentence| sentence.split_whitespace().count() > 40);
            wrong.extend(long.map(|sentence| format!("{name}: over 40 words: {sentence}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(in_range >= 300, "{in_range} of {} pages have 60 to 350 words", names.len());
}

#[test]
fn every_game_has_an_aim_and_names_every_piece() {
    let mut wrong = Vec::new();
    for name in bundled::all_games() {
        let game = load(name).unwrap_or_else(|| panic!("{name} is not loaded"));
        match &game.about.aim {
            Some(aim) if aim.ends_with('.') && aim.split_whitespace().count() >= 3 => {}
            _ => wrong.push(format!("{name} has no aim that is a sentence")),
        }
        let text = paragraphs(name).join("\n").to_lowercase();
        for kind in &game.types {
            let said = game.about.said_of("piece", &kind.name);
            let shown = kind.name.replace(['-', '_'], " ").to_lowercase();
            if said != Some("") && !text.contains(&shown) {
                wrong.push(format!("{name} does not name {}", kind.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_page_says_of_castling_and_promotion_is_so_in_that_game() {
    let page = |name: &str| {
        let bundled = bundled::find_game(name).unwrap_or_else(|| panic!("{name} is not bundled"));
        paragraphs(bundled).join("\n")
    };
    assert!(page("chess").contains("becomes a knight, bishop, rook or queen"));
    let capablanca = page("capablanca");
    assert!(capablanca.contains("goes from f1 (f8 for Black) to i1 (i8 for Black) or c1"));
    assert!(capablanca.contains("knight, bishop, rook, queen, archbishop or chancellor"));
    for name in ["losalamos", "one-ring", "shatranj"] {
        let page = page(name);
        assert!(!page.contains("may castle") && !page.contains("Castling:"), "{name}: {page}");
    }
    assert!(
        page("losalamos").contains("on rank 6 (rank 1 for Black) becomes a knight, rook or queen")
    );
    assert!(page("one-ring").contains("on a8, b8, d8, e8 or c9"));
}
