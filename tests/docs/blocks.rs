//! Documents as the tests see them: their blocks, in order.

use std::fs;
use std::path::{Path, PathBuf};

/// How deep folders are looked through.
const DEPTH: usize = 4;

/// A block of a document.
pub struct Block {
    /// What stands behind the three strokes.
    pub info: String,
    /// Its lines, each with its end.
    pub text: String,
    /// The number of the line behind the three strokes, from 0.
    pub first: usize,
}

/// A block that shows rules.
pub struct Rules<'b> {
    /// The rules, with the heading that a fragment does not show.
    pub text: String,
    /// Whether it is meant to be wrong.
    pub is_wrong: bool,
    /// The name of the file that it is, if it has one.
    pub file: Option<&'b str>,
}

impl Block {
    /// Reads `rules`, `rules,fragment`, `rules,error` and `rules,file=NAME`; `None` for other blocks.
    pub fn rules(&self) -> Option<Rules<'_>> {
        let mut words = self.info.split(',');
        if words.next() != Some("rules") {
            return None;
        }
        let mut rules = Rules { text: self.text.clone(), is_wrong: false, file: None };
        for word in words {
            match word.strip_prefix("file=") {
                Some(name) => rules.file = Some(name),
                None if word == "error" => rules.is_wrong = true,
                None => {
                    assert_eq!(word, "fragment", "in the heading of a block: {}", self.info);
                    rules.text = format!("rules 2\ngame \"Example\" from chess\n{}", self.text);
                }
            }
        }
        Some(rules)
    }
}

/// Returns the blocks of a document.
pub fn blocks(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).expect("a text");
    let (mut found, mut open): (Vec<Block>, Option<Block>) = (Vec::new(), None);
    for (number, line) in text.lines().enumerate() {
        match open.take() {
            Some(block) if line.trim() == "```" => found.push(block),
            Some(mut block) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            None => {
                open = line.trim().strip_prefix("```").map(|info| Block {
                    info: info.to_owned(),
                    text: String::new(),
                    first: number + 1,
                });
            }
        }
    }
    assert!(open.is_none(), "{}: a block does not end", path.display());
    found
}

/// Returns the documents: the README and all of `docs/`.
pub fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    below(&root.join("docs"), DEPTH, &mut paths);
    paths.sort();
    paths
}

fn below(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 {
            below(&path, depth - 1, into);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            into.push(path);
        }
    }
}
