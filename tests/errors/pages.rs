//! The pages about the codes: what they show is what happens.

use std::collections::BTreeSet;

use fairyring::diag::codes::CODES;

use super::cases::{self, Block, Document, Section};
use super::{Said, advised, load, rewriting};

/// Where the pages are.
const FOLDER: &str = "docs/errors";

/// The pages of codes; other documents lie in the same folder.
fn pages() -> Vec<(&'static str, Document)> {
    let documents = cases::documents(FOLDER);
    let page = |code: &'static str| {
        let path = format!("{FOLDER}/{code}.md");
        let found = documents.iter().find(|document| document.path == path);
        (code, found.unwrap_or_else(|| panic!("{path} is missing")).clone())
    };
    CODES.iter().map(|info| page(info.code.as_str())).collect()
}

fn whole(document: &Document) -> Section {
    let mut sections = document.sections.iter();
    let mut first = sections.next().expect("a heading").clone();
    assert!(sections.next().is_none(), "{}: a page has one heading", document.path);
    first.blocks.retain(|block| !block.info.is_empty());
    first
}

/// What is said about an example on the page of a code; advice only where it is about advice.
fn judged(code: &str, page: &Section, block: &Block) -> Said {
    if code.starts_with('W') { advised(page, block) } else { load(page, block) }
}

fn is_wrong(info: &str) -> bool {
    info.starts_with("rules") && info.contains("wrong")
}

fn is_right(info: &str) -> bool {
    info.starts_with("rules") && info.contains("right")
}

#[test]
fn the_wrong_example_gives_the_code_and_the_message() {
    let mut wrong = Vec::new();
    for (code, document) in pages() {
        let page = whole(&document);
        let Some(block) = page.blocks.iter().find(|block| is_wrong(&block.info)) else {
            wrong.push(format!("{}: no wrong example", document.path));
            continue;
        };
        let said = judged(code, &page, block);
        if rewriting() {
            cases::rewrite(&document.path, &[(page.line, said.text())]);
        }
        let shown = page.block("text").map_or("", |block| &block.text);
        if said.codes() != [code] || !rewriting() && said.text() != shown {
            wrong.push(format!("{}:\n{}", document.path, said.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_corrected_example_is_fine() {
    let mut wrong = Vec::new();
    for (code, document) in pages() {
        let mut page = whole(&document);
        page.blocks.retain(|block| block.info != "options");
        let Some(block) = page.blocks.iter().find(|block| is_right(&block.info)) else {
            wrong.push(format!("{}: no corrected example", document.path));
            continue;
        };
        let said = judged(code, &page, block);
        if !said.diagnostics.is_empty() {
            wrong.push(format!("{}:\n{}", document.path, said.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_page_begins_with_its_code_and_title_and_says_why() {
    for (code, document) in pages() {
        let page = whole(&document);
        let title = CODES.iter().find(|info| info.code.as_str() == code).expect("a code").title;
        assert_eq!(page.title, format!("{code}: {title}"), "{}", document.path);
        assert!(page.prose.split_whitespace().count() >= 25, "{}: says little", document.path);
    }
}

#[test]
fn there_is_no_page_of_a_code_that_does_not_exist() {
    let known: BTreeSet<String> =
        CODES.iter().map(|info| format!("{FOLDER}/{}.md", info.code)).collect();
    for document in cases::documents(FOLDER) {
        let about_all =
            ["README.md", "mutations.md"].iter().any(|end| document.path.ends_with(end));
        let is_page = about_all || known.contains(&document.path);
        assert!(is_page, "{} is about no code", document.path);
    }
}
