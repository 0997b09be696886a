//! The house rules: things about the source text that the compiler does not check.
//!
//! Every test collects all its findings and names file and line and what to do about them. A
//! folder that does not exist (yet) is simply empty.

mod code;
mod files;
mod layers;
mod sides;
mod words;

use code::Code;
use fairyring::diag::codes::CODES;
use files::SourceFile;

/// The most lines that a file under `src/` may have, but for tests.
const MAX_LINES: usize = 600;

/// Fails with all findings, one per line, if there are any.
fn assert_none(findings: &[String], advice: &str) {
    assert!(findings.is_empty(), "\n{}\n\n{advice}\n", findings.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let findings: Vec<String> = files::rust_sources()
        .iter()
        .filter(|file| !file.is_tests())
        .map(|file| (&file.path, file.text.lines().count()))
        .filter(|&(_, lines)| lines > MAX_LINES)
        .map(|(path, lines)| format!("{path}: {lines} lines"))
        .collect();
    assert_none(
        &findings,
        "Split files of more than 600 lines by topic; tests can go to tests.rs.",
    );
}

#[test]
fn the_front_door_has_a_page_for_all_it_has() {
    let sources = files::rust_sources();
    let door = sources.iter().find(|file| file.path == "src/lib.rs").expect("the library");
    let mut findings = Vec::new();
    let mut before = "";
    for line in door.text.lines() {
        let is_alone = !line.contains('*');
        if line.starts_with("pub use ") && (before != "#[doc(inline)]" || !is_alone) {
            findings.push(format!("src/lib.rs: {line}"));
        }
        before = line;
    }
    assert_none(
        &findings,
        "Its modules are hidden, so that their items have pages only where they are named one by one below `#[doc(inline)]`.",
    );
}

#[test]
fn only_the_parser_knows_pest() {
    let allowed = |path: &str| {
        matches!(path, "src/syntax/parser.rs" | "src/syntax/version.rs")
            || path.starts_with("src/syntax/expected/")
            || path.starts_with("src/syntax/build/")
    };
    let mut findings = Vec::new();
    for file in files::rust_sources().iter().filter(|file| !allowed(&file.path)) {
        for (line, word) in Code::without_comments_and_strings(&file.text).identifiers() {
            if word == "pest" || word.starts_with("pest_") {
                findings.push(format!("{}:{line}: `{word}`", file.path));
            }
        }
    }
    assert_none(
        &findings,
        "Only src/syntax/parser.rs, version.rs, expected/ and build/ may use pest: move the code there, or \
         give it the AST or a `Span`.",
    );
}

#[test]
fn the_library_touches_nothing_outside() {
    let mut findings = Vec::new();
    for file in files::rust_sources() {
        if file.path == "src/main.rs" || file.module() == Some("front") || file.is_tests() {
            continue;
        }
        for (line, what) in outside_contacts(&file) {
            findings.push(format!("{}:{line}: `{what}`", file.path));
        }
    }
    assert_none(
        &findings,
        "Below src/front nothing prints, reads the disk, the environment or the clock: return the \
         text, or take the file or the time from the caller (see `source::Files`).",
    );
}

/// The places where a file prints or asks the system for something, outside its tests.
fn outside_contacts(file: &SourceFile) -> Vec<(usize, String)> {
    let code = Code::without_comments_and_strings(&file.text).without_test_modules();
    let mut found = Vec::new();
    for (line, name) in code.macros() {
        if matches!(name.as_str(), "println" | "print" | "eprintln" | "eprint") {
            found.push((line, format!("{name}!")));
        }
    }
    for (line, name) in code.names_after("std") {
        if matches!(name.as_str(), "fs" | "env") {
            found.push((line, format!("std::{name}")));
        }
    }
    for clock in ["Instant", "SystemTime"] {
        for (line, name) in code.names_after(clock) {
            if name == "now" {
                found.push((line, format!("{clock}::now")));
            }
        }
    }
    found
}

#[test]
fn outside_contacts_are_seen() {
    let text = "use std::{fmt, fs};\nfn f() { print!(); let s = \"println!\"; }\n\
                // std::env\nfn g() { std::time::Instant::now(); writeln!(x); }\n\
                #[cfg(test)]\nmod tests { use std::fs; }\n";
    let file = SourceFile { path: "src/a.rs".to_owned(), text: text.to_owned() };
    let mut found = outside_contacts(&file);
    found.sort();
    let expected = [(1, "std::fs"), (2, "print!"), (4, "Instant::now")];
    assert_eq!(found, expected.map(|(line, what)| (line, what.to_owned())));
}

#[test]
fn diagnostic_codes_are_in_order() {
    let mut findings = Vec::new();
    for info in CODES {
        let code = info.code.as_str();
        let (letter, digits) = code.split_at(code.len().min(1));
        let numeric = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
        let in_range = match letter {
            "E" => {
                ('0'..='7').any(|topic| digits.starts_with(['0']) && digits[1..].starts_with(topic))
            }
            "W" => digits.starts_with('1'),
            _ => false,
        };
        if !numeric || !in_range {
            findings.push(format!("{code}: use E00xx to E07xx for errors and W1xxx for advice"));
        }
        if info.title.is_empty() || info.title.ends_with('.') || info.title.contains('\n') {
            findings.push(format!("{code}: give it a title of one line without a full stop"));
        }
        if CODES.iter().filter(|other| other.name == info.name).count() > 1 {
            findings.push(format!("{code}: the name {} is used twice", info.name));
        }
    }
    for pair in CODES.windows(2) {
        if pair[0].code >= pair[1].code {
            let (first, second) = (pair[0].code, pair[1].code);
            findings.push(format!("{second}: comes after {first}; every code once, in order"));
        }
    }
    assert_none(&findings, "Mend the table at the end of src/diag/codes.rs.");
}

#[test]
fn the_paths_that_documents_name_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut findings = Vec::new();
    for page in ["CONTRIBUTING.md", "ARCHITECTURE.md", "docs/design/0004-facts.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect("a page");
        for (number, line) in text.lines().enumerate() {
            // Every second part stands between backticks.
            for name in line.split('`').skip(1).step_by(2) {
                let folders =
                    ["src/", "grammar/", "tests/", "docs/", "games/", "benches/", "fuzz/"];
                let is_path = folders.iter().any(|folder| name.starts_with(folder))
                    && !name
                        .contains(|letter: char| letter.is_uppercase() || " …*".contains(letter));
                if is_path && !root.join(name).exists() {
                    findings.push(format!("{page}:{}: `{name}` does not exist", number + 1));
                }
            }
        }
    }
    assert_none(&findings, "Name what is there; whoever follows the page will look for it.");
}
