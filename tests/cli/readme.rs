//! The README tells the truth: its console blocks are run and compared.

use std::path::Path;
use std::process::Command;

use super::{project_file, run};

/// A command with the output that is promised.
struct Promise {
    command: String,
    output: String,
}

#[cfg(unix)]
#[test]
fn console_blocks_are_real() {
    let promises = promises(&project_file("README.md"));
    assert!(!promises.is_empty());
    for promise in promises {
        let bin = Path::new(env!("CARGO_BIN_EXE_fairyring")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", &promise.command]).env("PATH", path);
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        let ran = run(command, "");
        let seen = format!("{}{}", ran.out, ran.err);
        assert_eq!(seen.trim_end(), promise.output.trim_end(), "$ {}", promise.command);
    }
}

/// Finds `$ command` and what follows it in the blocks that are marked `console`.
fn promises(text: &str) -> Vec<Promise> {
    let mut found: Vec<Promise> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found.push(Promise { command: command.to_owned(), output: String::new() });
        } else if let Some(last) = found.last_mut().filter(|_| inside) {
            last.output.push_str(line);
            last.output.push('\n');
        }
    }
    found
}
