//! From the tree back to text.
//!
//! Reading the printed text gives the same tree again, apart from places. There is one way of laying
//! things out, with brackets only where they are needed; comments are not kept, since the tree has none.

pub(super) mod expression;
mod game;
mod piece;
mod rule;
mod statement;

use super::ast::{Block, File, FileKind, Text};

/// Prints a file.
pub fn print(file: &File) -> String {
    let mut printer = Printer::default();
    printer.line(&format!("rules {}", file.version));
    let kind = match file.header.kind {
        FileKind::Game => "game",
        FileKind::Module => "module",
    };
    printer.put(&format!("{kind} {}", quoted(&file.header.title)));
    if let Some(parent) = &file.header.parent {
        printer.put(&format!(" from {}", parent.text));
    }
    printer.end_line();
    for item in &file.items {
        printer.item(item);
    }
    printer.out
}

/// Tells whether two files say the same, wherever it is written.
pub fn same(a: &File, b: &File) -> bool {
    print(a) == print(b)
}

/// The text so far, and how far the current line is indented.
#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    /// Adds text to the current line.
    fn put(&mut self, text: &str) {
        if self.out.is_empty() || self.out.ends_with('\n') {
            self.out.extend(std::iter::repeat_n("    ", self.indent));
        }
        self.out.push_str(text);
    }

    fn end_line(&mut self) {
        self.out.push('\n');
    }

    fn line(&mut self, text: &str) {
        self.put(text);
        self.end_line();
    }

    /// Prints `{`, the parts one a line, and `}`; `print` must end its lines.
    fn braces<T>(&mut self, parts: &[T], mut print: impl FnMut(&mut Self, &T)) {
        if parts.is_empty() {
            self.put("{ }");
            return;
        }
        self.line("{");
        self.indent += 1;
        for part in parts {
            print(self, part);
        }
        self.indent -= 1;
        self.put("}");
    }

    fn block(&mut self, block: &Block) {
        self.braces(&block.statements, |this, statement| {
            this.statement(&statement.kind);
            this.end_line();
        });
    }
}

fn quoted(text: &Text) -> String {
    format!("\"{}\"", text.text)
}

/// A text with a space before it, or nothing.
fn after_space(text: Option<String>) -> String {
    text.map_or_else(String::new, |text| format!(" {text}"))
}
