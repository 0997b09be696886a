//! The commands of the documents are run, and print what the page says.
//!
//! `console` blocks hold `$ command` and what it prints; a line `…` stands for any lines. They are run in a
//! folder of the page's own, with the files of the blocks above them. With `FAIRYRING_WRITE_DOCS=1` in the
//! environment the pages are written anew with what is printed; read the difference before you keep it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::blocks::{blocks, documents};
use crate::cli::{folder, run, write};

/// What stands for lines that are not shown.
const CUT: &str = "…";

/// A command with the output that is promised.
struct Promise {
    command: String,
    output: Vec<String>,
}

impl Promise {
    /// Tells whether something that was printed is what is promised.
    fn is_kept_by(&self, printed: &[String]) -> bool {
        fits(&self.output, printed)
    }
}

/// Tells whether lines fit a pattern with cuts.
fn fits(pattern: &[String], lines: &[String]) -> bool {
    match (pattern.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == CUT => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        (Some((first, rest)), Some((line, lines))) => first == line && fits(rest, lines),
        _ => false,
    }
}

fn promises(text: &str) -> Vec<Promise> {
    let mut found: Vec<Promise> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push(Promise { command: command.to_owned(), output: Vec::new() });
        } else if let Some(last) = found.last_mut() {
            last.output.push(line.to_owned());
        }
    }
    found
}

/// Runs a command in a folder and returns the lines it prints, those for people first.
fn printed(command: &str, folder: &Path) -> Vec<String> {
    let bin = Path::new(env!("CARGO_BIN_EXE_fairyring")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a path"));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).current_dir(folder);
    let ran = run(shell, "");
    let text = format!("{}{}", ran.err, ran.out);
    text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Runs the commands of a page; returns what is wrong, and the block's texts with what is really printed.
fn try_page(path: &Path, name: &str) -> (Vec<String>, Vec<(usize, String)>) {
    let folder = folder(&format!("docs-{name}"));
    let (mut wrong, mut real) = (Vec::new(), Vec::new());
    for block in blocks(path) {
        if let Some(rules) = block.rules()
            && let Some(file) = rules.file
        {
            write(&folder, file, &rules.text);
        }
        if block.info != "console" {
            continue;
        }
        let mut text = String::new();
        for promise in promises(&block.text) {
            let seen = printed(&promise.command, &folder);
            let kept = promise.is_kept_by(&seen);
            let shown = if kept { &promise.output } else { &seen };
            let lines = shown.join("\n");
            writeln!(text, "$ {}\n{lines}", promise.command).expect("a text");
            text.truncate(text.trim_end().len() + 1);
            if !kept {
                let (place, command) = (block.first, &promise.command);
                wrong.push(format!("{}:{place}: $ {command}\n{lines}", path.display()));
            }
        }
        real.push((block.first, text));
    }
    (wrong, real)
}

/// Writes a page anew with what is really printed.
fn rewrite(path: &Path, real: &[(usize, String)]) {
    let old = fs::read_to_string(path).expect("a text");
    let (mut new, mut inside) = (String::new(), false);
    for (number, line) in old.lines().enumerate() {
        inside &= line.trim() != "```";
        if let Some((_, text)) = real.iter().find(|(first, _)| *first == number) {
            new.push_str(text);
            inside = true;
            if line.trim() == "```" {
                inside = false;
            }
        }
        if !inside {
            new.push_str(line);
            new.push('\n');
        }
    }
    fs::write(path, new).expect("a page");
}

/// Returns the pages whose commands are run here: the README and the codes have tests of their own.
fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let inside = documents().into_iter().filter_map(|path| {
        let name = path.strip_prefix(&root).ok()?.to_str()?.replace(['/', '.'], "-");
        (!name.starts_with("errors-")).then_some((path, name))
    });
    inside.collect()
}

#[cfg(unix)]
#[test]
fn commands_print_what_the_pages_say() {
    let writing = std::env::var_os("FAIRYRING_WRITE_DOCS").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for (path, name) in pages() {
        let (found, real) = try_page(&path, &name);
        if writing && !found.is_empty() {
            rewrite(&path, &real);
        }
        wrong.extend(found);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
