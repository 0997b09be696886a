//! Which module may use which: the pipeline runs one way.

use super::code::Code;
use super::files::{self, SourceFile};

/// Modules, each with those it may use besides itself.
type Layers = &'static [(&'static str, &'static [&'static str])];

/// Every module below the crate root.
const LAYERS: Layers = &[
    ("source", &[]),
    ("diag", &["source"]),
    ("ir", &["source"]),
    ("syntax", &["source", "diag"]),
    ("semantics", &["source", "diag", "syntax", "ir"]),
    ("state", &["source", "ir"]),
    ("notation", &["ir", "state"]),
    ("reference", &["ir", "state", "source"]),
    ("compile", &["ir", "state", "reference"]),
    ("play", &["compile", "state", "ir"]),
    ("validate", &["play", "compile", "notation", "state", "ir"]),
    ("session", &["validate", "compile", "play", "reference", "notation", "state", "ir"]),
    ("author", &["session", "reference", "state", "notation", "ir", "diag", "source"]),
    ("bundled", &["source"]),
    ("import", &["syntax", "diag"]),
    ("records", &["bundled", "session", "play", "compile", "reference", "notation", "state", "ir"]),
    ("search", &["play", "compile", "notation", "state", "ir"]),
    ("analysis", &["search", "session", "state", "ir"]),
    ("proofs", &["search", "session", "reference", "play", "compile", "notation", "state", "ir"]),
    ("learning", &["search", "session", "notation", "state", "ir"]),
    ("lab", &["proofs", "search", "author", "session", "notation", "state", "ir", "source"]),
    ("layout", &["ir"]),
    (
        "pipeline",
        &[
            "source",
            "diag",
            "ir",
            "syntax",
            "semantics",
            "state",
            "notation",
            "reference",
            "compile",
            "play",
            "validate",
            "session",
            "author",
            "bundled",
        ],
    ),
    (
        "library",
        &[
            "source", "diag", "ir", "notation", "state", "compile", "play", "session", "bundled",
            "pipeline",
        ],
    ),
    ("batch", &["library", "play", "compile", "state", "ir"]),
    (
        "desk",
        &[
            "source",
            "diag",
            "ir",
            "state",
            "notation",
            "layout",
            "reference",
            "session",
            "search",
            "analysis",
            "records",
            "author",
            "library",
            "records",
            "bundled",
            "pipeline",
            "import",
        ],
    ),
    (
        "front",
        &[
            "layout",
            "desk",
            "source",
            "diag",
            "ir",
            "syntax",
            "semantics",
            "state",
            "notation",
            "reference",
            "compile",
            "play",
            "validate",
            "session",
            "author",
            "bundled",
            "import",
            "search",
            "analysis",
            "learning",
            "lab",
            "proofs",
            "records",
            "pipeline",
            "library",
        ],
    ),
];

/// The modules of the engine whose folders have tables of their own.
const FOLDERS: &[(&str, Layers)] = &[("compile", COMPILE), ("play", PLAY)];

/// The folders and files in `src/compile`, with those they may use besides themselves.
const COMPILE: Layers = &[
    ("program", &[]),
    ("lowering", &["program"]),
    ("effects", &["program"]),
    ("walks", &["program"]),
    ("interpretation", &["effects", "program"]),
    ("attacks", &["walks", "interpretation", "effects", "program"]),
    ("legality", &["attacks", "effects", "program"]),
    ("move_effects", &["interpretation", "effects", "program"]),
    ("plan", &["move_effects", "legality", "attacks", "interpretation", "effects", "program"]),
    ("compiler", &["plan", "move_effects", "walks", "lowering", "effects", "program"]),
    ("mod", &["compiler", "plan", "program"]),
];

/// The folders and files in `src/play`, with those they may use besides themselves.
const PLAY: Layers = &[
    ("state", &[]),
    ("execution", &["state"]),
    ("movegen", &["execution", "state"]),
    ("legality", &["movegen", "execution", "state"]),
    ("legal_moves", &["legality", "movegen", "execution", "state"]),
    ("plan", &["legal_moves", "legality", "movegen", "execution", "state"]),
    ("perft", &["plan", "legal_moves", "legality", "movegen", "execution", "state"]),
    ("playouts", &["perft", "plan", "legal_moves", "legality", "movegen", "execution", "state"]),
    ("search", &["playouts", "plan", "legal_moves", "legality", "movegen", "execution", "state"]),
    ("report", &["state"]),
    (
        "engine",
        &[
            "search",
            "playouts",
            "perft",
            "plan",
            "report",
            "legality",
            "movegen",
            "execution",
            "state",
        ],
    ),
    ("mod", &["engine"]),
];

const TABLE: &str = "the table in tests/tidy/layers.rs";

#[test]
fn modules_use_only_what_they_may() {
    let findings: Vec<String> = files::rust_sources().iter().flat_map(findings_in).collect();
    super::assert_none(
        &findings,
        "Dependencies run one way (see ARCHITECTURE.md): move the shared part down, or let the \
         caller hand in what is needed. A new module needs a line in the table.",
    );
}

fn findings_in(file: &SourceFile) -> Vec<String> {
    let Some(module) = file.module() else { return Vec::new() };
    if file.is_tests() {
        return Vec::new();
    }
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == module) else {
        return vec![format!("{}:1: the module `{module}` is missing from {TABLE}", file.path)];
    };
    let code = Code::without_comments_and_strings(&file.text).without_test_modules();
    let mut used = code.names_after("crate");
    used.extend(code.names_after_supers(file.depth()));
    let macros = code.macros();
    used.retain(|name| !macros.contains(name));
    let mut findings = Vec::new();
    for (line, name) in used {
        if name == module || allowed.contains(&name.as_str()) {
            continue;
        }
        let place = format!("{}:{line}", file.path);
        findings.push(if LAYERS.iter().any(|(known, _)| *known == name) {
            format!("{place}: `{module}` must not use `{name}`")
        } else {
            format!("{place}: `crate::{name}` is no module in {TABLE}; write the full path")
        });
    }
    findings
}

#[test]
fn folders_use_only_what_they_may() {
    let findings: Vec<String> =
        files::rust_sources().iter().flat_map(findings_between_folders).collect();
    super::assert_none(
        &findings,
        "The folders of the engine depend on each other one way: move what two of them need down to the lower one. A \
         new folder needs a line in the table.",
    );
}

fn findings_between_folders(file: &SourceFile) -> Vec<String> {
    let Some((module, layers)) = FOLDERS.iter().find(|(name, _)| file.module() == Some(name))
    else {
        return Vec::new();
    };
    let inside = file.path.trim_start_matches("src/").trim_start_matches(module);
    let folder =
        inside.trim_start_matches('/').split('/').next().unwrap_or("").trim_end_matches(".rs");
    if file.is_tests() || folder.is_empty() {
        return Vec::new();
    }
    let Some((_, allowed)) = layers.iter().find(|(name, _)| *name == folder) else {
        return vec![format!("{}:1: `{module}::{folder}` is missing from {TABLE}", file.path)];
    };
    let code = Code::without_comments_and_strings(&file.text).without_test_modules();
    let mut used = code.names_after(module);
    used.extend(code.names_after_supers(file.depth() - 1));
    used.retain(|(_, name)| name != folder && !allowed.contains(&name.as_str()));
    let finding =
        |(line, name)| format!("{}:{line}: `{module}::{folder}` must not use `{name}`", file.path);
    used.into_iter().map(finding).collect()
}

#[test]
fn the_tables_have_no_loops() {
    for layers in FOLDERS.iter().map(|(_, layers)| *layers).chain([LAYERS]) {
        assert_no_loops(layers);
    }
}

fn assert_no_loops(layers: Layers) {
    let mut settled: Vec<&str> = Vec::new();
    let mut waiting: Vec<&(&str, &[&str])> = layers.iter().collect();
    while !waiting.is_empty() {
        let (ready, rest): (Vec<&(&str, &[&str])>, Vec<_>) = waiting
            .into_iter()
            .partition(|(_, allowed)| allowed.iter().all(|name| settled.contains(name)));
        assert!(!ready.is_empty(), "{TABLE} has a loop or an unknown name in {rest:?}");
        settled.extend(ready.iter().map(|(name, _)| *name));
        waiting = rest;
    }
}

#[test]
fn layer_breaks_are_seen() {
    let check = |path: &str, text: &str| {
        findings_in(&SourceFile { path: path.to_owned(), text: text.to_owned() }).len()
    };
    assert_eq!(check("src/diag/short.rs", "use crate::source::Span;\nuse crate::diag::Code;"), 0);
    assert_eq!(check("src/diag/short.rs", "use crate::{source, syntax::ast, ir};"), 2);
    assert_eq!(check("src/diag/short.rs", "use super::super::ir;"), 1);
    assert_eq!(check("src/diag/mod.rs", "use super::ir; use self::short;"), 1);
    assert_eq!(check("src/diag/short.rs", "use super::ir; // crate::play"), 0);
    assert_eq!(check("src/diag/short.rs", "#[cfg(test)]\nmod tests { use crate::play; }"), 0);
    assert_eq!(check("src/ir/ids.rs", "crate::id_type!(SquareId);"), 0);
    assert_eq!(check("src/ir/ids.rs", "use crate::Game;"), 1);
    assert_eq!(check("src/novelty/mod.rs", ""), 1);
    assert_eq!(check("src/lib.rs", "pub use crate::play;"), 0);
}

#[test]
fn breaks_between_folders_are_seen() {
    let check = |path: &str, text: &str| {
        findings_between_folders(&SourceFile { path: path.to_owned(), text: text.to_owned() }).len()
    };
    assert_eq!(check("src/play/perft/short.rs", "use crate::play::state::State;"), 0);
    assert_eq!(check("src/play/perft/short.rs", "use crate::play::{state, engine};"), 1);
    assert_eq!(check("src/play/state/short.rs", "use super::super::perft::count;"), 1);
    assert_eq!(check("src/play/state/short.rs", "use super::key; // crate::play::perft"), 0);
    assert_eq!(check("src/play/state/mod.rs", "use super::perft;"), 1);
    assert_eq!(check("src/play/novelty/mod.rs", ""), 1);
    assert_eq!(check("src/ir/mod.rs", "use crate::play::perft;"), 0);
}
