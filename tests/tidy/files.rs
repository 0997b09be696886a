//! Finding and reading the files under `src/` and `grammar/`.

use std::fs;
use std::path::Path;

/// A file of the project.
pub struct SourceFile {
    /// The path from the project folder, with `/`.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl SourceFile {
    /// The module right below the crate root, such as `diag`; none for `lib.rs` and `main.rs`.
    pub fn module(&self) -> Option<&str> {
        let path = self.path.strip_prefix("src/")?;
        let module = path.split('/').next()?.trim_end_matches(".rs");
        (!matches!(path, "lib.rs" | "main.rs")).then_some(module)
    }

    /// The number of modules from the crate root down to this file.
    pub fn depth(&self) -> usize {
        let inside = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let parts = inside.split('/').count();
        if inside == "lib" || inside == "main" || inside.ends_with("/mod") {
            parts - 1
        } else {
            parts
        }
    }

    /// Whether the whole file is test code.
    pub fn is_tests(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }
}

/// All Rust files under `src/`, by path.
pub fn rust_sources() -> Vec<SourceFile> {
    files_below("src", "rs")
}

/// All grammar files under `grammar/`, by path.
pub fn grammar_sources() -> Vec<SourceFile> {
    files_below("grammar", "pest")
}

fn files_below(folder: &str, extension: &str) -> Vec<SourceFile> {
    let mut found = Vec::new();
    collect(Path::new(env!("CARGO_MANIFEST_DIR")), folder, extension, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(root: &Path, folder: &str, extension: &str, found: &mut Vec<SourceFile>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(root, &path, extension, found);
        } else if entry.path().extension().is_some_and(|end| end == extension) {
            let text = fs::read_to_string(entry.path())
                .unwrap_or_else(|error| panic!("{path}: cannot be read: {error}"));
            found.push(SourceFile { path, text });
        }
    }
}

#[test]
fn modules_and_depths() {
    let at = |path: &str| {
        let file = SourceFile { path: path.to_owned(), text: String::new() };
        (file.module().map(str::to_owned), file.depth())
    };
    assert_eq!(at("src/lib.rs"), (None, 0));
    assert_eq!(at("src/pipeline.rs"), (Some("pipeline".to_owned()), 1));
    assert_eq!(at("src/diag/mod.rs"), (Some("diag".to_owned()), 1));
    assert_eq!(at("src/diag/short.rs"), (Some("diag".to_owned()), 2));
}
