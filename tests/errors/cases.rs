//! Reading the documents in which rules and what is said about them stand side by side.

use std::fs;
use std::path::{Path, PathBuf};

/// A block of a document: what its fence says, and what stands in it.
#[derive(Clone, Debug)]
pub struct Block {
    /// The words behind the fence, such as `rules` or `text`.
    pub info: String,
    /// The lines, each with its line break.
    pub text: String,
}

/// A part of a document: a heading with what follows it up to the next.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading, without its signs.
    pub title: String,
    /// The number of the heading's line, from 1.
    pub line: usize,
    /// The blocks, in order.
    pub blocks: Vec<Block>,
    /// The prose between them.
    pub prose: String,
}

/// A document: its path from the project folder, and its parts.
#[derive(Clone, Debug)]
pub struct Document {
    pub path: String,
    pub sections: Vec<Section>,
}

impl Section {
    /// The first block with exactly these words behind its fence.
    pub fn block(&self, info: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.info == info)
    }
}

/// Returns the folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads all documents of a folder, by name.
pub fn documents(folder: &str) -> Vec<Document> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(path).expect("a text");
        Document { path: format!("{folder}/{name}"), sections: sections(&text) }
    };
    paths.iter().map(read).collect()
}

fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(mut block) = open.take() {
            if line == "```" {
                if let Some(section) = sections.last_mut() {
                    section.blocks.push(block);
                }
            } else {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
        } else if let Some(info) = line.strip_prefix("```") {
            open = Some(Block { info: info.to_owned(), text: String::new() });
        } else if line.starts_with('#') {
            let title = line.trim_start_matches('#').trim().to_owned();
            let line = number + 1;
            sections.push(Section { title, line, blocks: Vec::new(), prose: String::new() });
        } else if let Some(section) = sections.last_mut() {
            section.prose.push_str(line);
            section.prose.push('\n');
        }
    }
    assert!(open.is_none(), "a block does not end");
    sections
}

/// Writes other texts into the `text` block of each section of a document.
pub fn rewrite(path: &str, answers: &[(usize, String)]) {
    let file = root().join(path);
    let text = fs::read_to_string(&file).expect("a text");
    let mut out = String::new();
    let (mut answer, mut skipping) = (None, false);
    for (number, line) in text.lines().enumerate() {
        if let Some((_, told)) = answers.iter().find(|(at, _)| *at == number + 1) {
            answer = Some(told);
        }
        if skipping {
            if line != "```" {
                continue;
            }
            skipping = false;
        }
        out.push_str(line);
        out.push('\n');
        if line == "```text"
            && let Some(told) = answer.take()
        {
            out.push_str(told);
            skipping = true;
        }
    }
    fs::write(file, out).expect("a file that can be written");
}

/// Puts in what cannot be seen in a document: `\t`, `\r`, `\0`, `\u{…}`, `\end` (no line break at
/// the end) and `\x100{…}` (a hundred times what stands in braces).
pub fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (put, len) = escaped(rest);
        out.push_str(&put);
        rest = &rest[len..];
    }
    out.push_str(rest);
    match out.strip_suffix("\u{e000}\n") {
        Some(cut) => cut.to_owned(),
        None => out,
    }
}

fn escaped(rest: &str) -> (String, usize) {
    let braced = || {
        let (open, close) = (rest.find('{').expect("a brace"), rest.find('}').expect("a brace"));
        (&rest[1..open], &rest[open + 1..close], close + 1)
    };
    match rest.chars().next() {
        Some('t') => ("\t".to_owned(), 1),
        Some('r') => ("\r".to_owned(), 1),
        Some('0') => ("\0".to_owned(), 1),
        Some('e') => ("\u{e000}".to_owned(), "end".len()),
        Some('u') => {
            let (_, code, len) = braced();
            let code = u32::from_str_radix(code, 16).expect("a code");
            (char::from_u32(code).expect("a character").to_string(), len)
        }
        Some('x') => {
            let (times, what, len) = braced();
            (what.repeat(times.parse().expect("a number")), len)
        }
        other => panic!("`\\{other:?}` means nothing"),
    }
}
