//! The page for those who come from there, made from the tables.

use std::fmt::Write as _;

use super::settings::REGION;
use super::tables::{Class, keys, kinds};

/// What the page says before its tables.
const HEAD: &str = include_str!("tables/page.md");

/// Writes the page: what to write for each setting, and what each kind of piece is called.
pub fn page() -> String {
    let mut text = format!("{HEAD}\n| setting | imported | what to write |\n|---|---|---|\n");
    for key in keys().iter().filter(|key| !key.is_internal()) {
        let class = match key.class {
            Class::Translated => "yes",
            Class::Partly => "partly",
            Class::Needless => "no meaning",
            Class::Impossible => "no",
        };
        _ = writeln!(text, "| `{}` | {class} | {} |", key.name, key.advice);
    }
    _ = writeln!(
        text,
        "| `{REGION}White…`, `{REGION}Black…` | yes | `moves F to own {{d1..f3}}` in the piece's block |"
    );
    text += "\n## Pieces\n\nThe settings that give a piece its letter, with the moves it has there.\n\n";
    text += "| setting | moves | in an imported file |\n|---|---|---|\n";
    for kind in kinds().iter().filter(|kind| !kind.name.is_empty()) {
        let moves =
            if kind.moves.is_empty() { "none".to_owned() } else { format!("`{}`", kind.moves) };
        _ = writeln!(text, "| `{}` | {moves} | `{}` |", kind.key, kind.name);
    }
    text += "| `customPiece1` to `customPiece25` | as written | named by the letter, as in chess or `Piece-X` |\n";
    text
}
