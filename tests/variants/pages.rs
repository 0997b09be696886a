//! The pages that `cargo run --release -p fairyring-tools --bin agreement -- --write` writes are about all that is there.

use std::collections::{BTreeMap, BTreeSet};

use super::table;

/// Reads a page of `docs/`.
fn page(name: &str) -> String {
    std::fs::read_to_string(table::root().join("docs").join(name)).unwrap_or_default()
}

/// Returns the names, without the ending, of the rules files in a folder below `games/`.
pub fn files(folder: &str) -> Vec<String> {
    let folder = std::fs::read_dir(table::root().join("games").join(folder));
    let entries = folder.expect("the folder can be read").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter_map(|name| name.strip_suffix(".rules").map(str::to_owned)).collect()
}

/// Returns the lines of the table on the page, by variant.
fn lines(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").map(str::trim).collect::<Vec<&str>>());
    cells.filter(|cells| cells.len() == 10).map(|cells| (cells[0], cells)).collect()
}

const AGAIN: &str =
    "write the pages again: cargo run --release -p fairyring-tools --bin agreement -- --write";

#[test]
fn the_page_of_variants_names_every_variant_of_the_table() {
    let page = page("variants.md");
    let lines = lines(&page);
    let rows = table::rows();
    let variants: BTreeSet<&str> = rows.iter().map(|row| row.variant.as_str()).collect();
    for variant in variants {
        let line = lines.get(variant);
        assert!(line.is_some(), "{variant} is missing: {AGAIN}");
        let there = line.is_some_and(|cells| cells[8] != "not there");
        assert_eq!(
            there,
            table::file_of(variant).is_some(),
            "{variant} is not up to date: {AGAIN}"
        );
    }
}

#[test]
fn the_page_of_variants_names_every_further_game() {
    let page = page("variants.md");
    for name in files("variants") {
        let link = format!("(../games/variants/{name}.rules)");
        assert!(page.contains(&link), "{name} is missing: {AGAIN}");
    }
}

#[test]
fn the_page_of_modules_names_every_module() {
    let page = page("modules.md");
    for name in files("lib") {
        let link = format!("(../games/lib/{name}.rules)");
        assert!(page.contains(&link), "{name} is missing: {AGAIN}");
    }
}

#[test]
fn reasons_are_given_for_variants_that_are_not_there_or_disagree() {
    let page = page("variants.md");
    let lines = lines(&page);
    for (variant, why) in table::reasons() {
        let status = lines.get(variant.as_str()).map(|cells| cells[8]);
        let needed = matches!(status, Some("not there" | "partly" | "not counted"));
        assert!(needed, "tests/cases/absent.tsv: {variant} needs no reason, it is {status:?}");
        assert!(why.len() > 8, "tests/cases/absent.tsv: say why: {variant}");
    }
}
