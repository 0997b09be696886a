//! Writes the table of the games that are built into the program: every `.rules` file below `games/`.
//!
//! A new game is a new file there and nothing else.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=games");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut names = Vec::new();
    collect(&root.join("games"), "", &mut names)?;
    names.sort();
    let mut table = String::from("&[\n");
    for name in &names {
        let path = format!("/games/{name}");
        writeln!(
            table,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),"
        )?;
    }
    table.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("bundled.rs"), table)?;
    Ok(())
}

/// Finds the rules files in a folder and below, as names relative to `games/`, with `/`.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(file) = entry.file_name().into_string() else { continue };
        let name = format!("{prefix}{file}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), names)?;
        } else if entry.path().extension() == Some(OsStr::new("rules")) {
            names.push(name);
        }
    }
    Ok(())
}
