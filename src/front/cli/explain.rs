//! `fairyring explain`: what the codes of errors mean.

use clap::Args;

use super::{Outcome, Result, Streams};
use crate::diag::codes::{CODES, Code};
use crate::diag::suggest;

/// What `explain` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The codes, such as E0101; without any, all are listed with their titles
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
}

/// Prints the pages about the codes, or the list of all codes.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    if arguments.codes.is_empty() {
        for info in CODES {
            writeln!(streams.out, "{}  {}", info.code, info.title)?;
        }
        return Ok(Outcome::Fine);
    }
    let mut outcome = Outcome::Fine;
    for (number, text) in arguments.codes.iter().enumerate() {
        let Some(code) = Code::find(text) else {
            outcome = unknown(text, streams)?;
            continue;
        };
        if number > 0 {
            writeln!(streams.out)?;
        }
        write!(streams.out, "{}", plain(code.page()))?;
    }
    Ok(outcome)
}

fn unknown(text: &str, streams: &mut Streams<'_>) -> Result {
    let close = suggest::closest(text, CODES.iter().map(|info| info.code.as_str()));
    let hint = match close {
        Some(close) => format!("did you mean `{close}`?"),
        None => "`fairyring explain` lists all codes".to_owned(),
    };
    streams.error(format!("there is no code `{text}`; {hint}"))
}

/// A page for the terminal: without the signs of Markdown, examples indented.
fn plain(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = !inside;
            continue;
        }
        if inside && !line.is_empty() {
            out.push_str("    ");
        }
        let line = if inside { line } else { line.trim_start_matches("# ") };
        out.push_str(line);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lose_their_fences() {
        let page = "# E1: t\n\nWhy.\n\n```rules wrong\na {\n\n}\n```\n";
        assert_eq!(plain(page), "E1: t\n\nWhy.\n\n    a {\n\n    }\n");
    }
}
