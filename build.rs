//! Writes the tables of what is built into the program: every `.rules` file below `games/`, and every `.weights` file, which
//! holds what was learned about the game beside it, and every `.epd` file of puzzles.
//!
//! A new game is a new file there and nothing else.
//!
//! Where `FAIRYRING_APART` is set, as for the module for browsers, rules in folders below are left out: their names are there, and
//! their texts are handed in later.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=games");
    println!("cargo:rerun-if-env-changed=FAIRYRING_APART");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    write_table(&root, "rules", "bundled.rs")?;
    write_table(&root, "weights", "weights.rs")?;
    write_table(&root, "epd", "puzzles.rs")
}

/// Writes a table of the names and texts of all files with an extension.
fn write_table(root: &Path, extension: &str, table_name: &str) -> Result<(), Box<dyn Error>> {
    let mut names = Vec::new();
    collect(&root.join("games"), ("", extension), &mut names)?;
    names.sort();
    let mut table = String::from("&[\n");
    let is_apart = env::var_os("FAIRYRING_APART").is_some() && extension == "rules";
    for name in &names {
        if is_apart && name.contains('/') && !name.starts_with("lib/") {
            writeln!(table, "    ({name:?}, \"\"),")?;
            continue;
        }
        let path = format!("/games/{name}");
        writeln!(
            table,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),"
        )?;
    }
    table.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join(table_name), table)?;
    Ok(())
}

/// Finds the files with an extension in a folder and below, as names relative to `games/`, with `/`.
fn collect(
    folder: &Path,
    (prefix, extension): (&str, &str),
    names: &mut Vec<String>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(file) = entry.file_name().into_string() else { continue };
        let name = format!("{prefix}{file}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), (&format!("{name}/"), extension), names)?;
        } else if entry.path().extension() == Some(OsStr::new(extension)) {
            names.push(name);
        }
    }
    Ok(())
}
