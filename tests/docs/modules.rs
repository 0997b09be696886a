//! Every library module has a recipe that uses it.

use std::fs;
use std::path::Path;

/// The page with the recipes.
const PAGE: &str = "docs/module-recipes.md";

/// Chess has these already, so their recipes change them.
const IN_CHESS: [&str; 6] =
    ["castling", "en-passant", "move-counter", "promotion", "repetition", "royalty"];

/// Returns the names of the modules, in order.
fn modules(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root.join("games/lib")).expect("a folder").flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.strip_suffix(".rules").map(str::to_owned)
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Tells whether a text takes the module in.
fn uses(text: &str, module: &str) -> bool {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("use "));
    lines.flat_map(str::split_whitespace).any(|name| name == module)
}

#[test]
fn every_module_has_a_recipe_that_uses_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(PAGE)).expect("a text");
    let sections: Vec<(&str, &str)> =
        text.split("\n## ").skip(1).filter_map(|section| section.split_once('\n')).collect();
    let headings: Vec<&str> = sections.iter().map(|(heading, _)| *heading).collect();
    assert_eq!(headings, modules(root), "one section for each module, in order");
    for (module, section) in sections {
        let shown = section.contains("```rules");
        let leads_on = section.contains("](#plain)");
        assert!(shown || leads_on, "{module}: no example");
        let used = uses(section, module) || IN_CHESS.contains(&module) || leads_on;
        assert!(used, "{module}: its example does not use it");
    }
}
