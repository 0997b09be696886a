//! Broken files, one mistake each.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use fairyring::diag::codes::CODES;

use super::cases::{self, Block, Document, Section};
use super::{advised, load, rewriting};

/// Where the cases are.
const FOLDER: &str = "tests/cases/errors";

/// How many mistakes there must be at least.
const LEAST: usize = 150;

/// A case, and what is said about it.
struct Case {
    document: String,
    line: usize,
    title: String,
    wanted: String,
    said: String,
    messages: Vec<String>,
}

/// All cases, each loaded once.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let documents = cases::documents(FOLDER);
    documents
        .iter()
        .flat_map(|document| cases_of(document).map(|case| read(document, case)))
        .collect()
});

/// The sections of a document that are cases.
fn cases_of(document: &Document) -> impl Iterator<Item = &Section> {
    document.sections.iter().filter(|section| section.block("text").is_some())
}

fn read(document: &Document, section: &Section) -> Case {
    let is_advice = ["advice.md", "silent.md"].iter().any(|end| document.path.ends_with(end));
    let judge = if is_advice { advised } else { load };
    let said = judge(section, rules_of(section));
    Case {
        document: document.path.clone(),
        line: section.line,
        title: section.title.clone(),
        wanted: section.block("text").expect("a text").text.clone(),
        said: said.text(),
        messages: said.diagnostics.into_iter().map(|found| found.message).collect(),
    }
}

fn rules_of(section: &Section) -> &Block {
    let is_case = |info: &str| info.starts_with("rules") && !info.contains("file=");
    let found = section.blocks.iter().find(|block| is_case(&block.info));
    found.unwrap_or_else(|| panic!("`{}` has no rules", section.title))
}

#[test]
fn every_mistake_is_told_in_the_words_of_its_case() {
    let mut wrong = Vec::new();
    for case in CASES.iter().filter(|case| case.said != case.wanted) {
        let Case { document, line, title, wanted, said, .. } = case;
        wrong.push(format!("{document}:{line}: {title}\nis told as\n{said}\ninstead of\n{wanted}"));
    }
    if rewriting() {
        for document in cases::documents(FOLDER) {
            let answers = CASES.iter().filter(|case| case.document == document.path);
            let answers: Vec<(usize, String)> =
                answers.map(|case| (case.line, case.said.clone())).collect();
            cases::rewrite(&document.path, &answers);
        }
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An unresolved name silences what follows from it.
#[test]
fn one_mistake_gives_one_error() {
    let wanted = |case: &Case| if case.title.contains("two mistakes") { 2 } else { 1 };
    let wrong: Vec<String> = CASES
        .iter()
        .filter(|case| case.messages.len() != wanted(case))
        .map(|case| format!("{}:{}: {} errors", case.document, case.line, case.messages.len()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_many_cases_and_no_two_have_one_title() {
    let different: BTreeSet<&str> = CASES.iter().map(|case| case.title.as_str()).collect();
    assert_eq!(different.len(), CASES.len(), "two cases have one title");
    assert!(CASES.len() >= LEAST, "there are only {} cases", CASES.len());
}

#[test]
fn every_code_is_reached_by_a_case() {
    let is_reached = |code: &str| {
        let shown = [format!("error[{code}]"), format!("warning[{code}]")];
        CASES.iter().any(|case| shown.iter().any(|shown| case.said.contains(shown)))
    };
    let codes = CODES.iter().map(|info| info.code.as_str());
    let missed: Vec<&str> = codes.filter(|code| !is_reached(code)).collect();
    assert!(missed.is_empty(), "no case reaches {}", missed.join(", "));
}

/// Names of rules of the grammar are for those who read `grammar/`.
#[test]
fn names_of_grammar_rules_reach_nobody() {
    let names = ["kw_", "any_of", "_item", "_statement", "SOI", "EOI", "lone_"];
    let messages = CASES.iter().flat_map(|case| &case.messages);
    let wrong: Vec<&String> =
        messages.filter(|message| names.iter().any(|name| message.contains(name))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
