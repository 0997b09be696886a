//! `fairyring help [TOPIC]`: how a command is used, a page of the documents, or a bundled rules file.

use clap::{Args, CommandFactory, Parser};

use super::{Outcome, Result, Streams};
use crate::bundled::{self, EXTENSION};
use crate::diag::suggest;
use crate::front::documents::{PAGES, Page};

/// What `help` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A command, a page (`fairyring help` lists them), or a bundled game or module, whose file is printed
    #[arg(value_name = "TOPIC")]
    topic: Option<String>,
}

/// Prints what is asked for; without a topic, how the program is used and which pages there are.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let Some(topic) = &arguments.topic else {
        write!(streams.out, "{}\n{}", usage(&[]), pages())?;
        return Ok(Outcome::Fine);
    };
    let program = super::Arguments::command();
    let commands: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    if let Some(page) = PAGES.iter().find(|page| page.name == topic) {
        write!(streams.out, "{}", plain(page.text))?;
        return Ok(Outcome::Fine);
    }
    if commands.contains(&topic.as_str()) {
        let list = if topic == "help" { format!("\n{}", pages()) } else { String::new() };
        write!(streams.out, "{}{list}", usage(&[topic]))?;
        return Ok(Outcome::Fine);
    }
    if let Some((name, text)) = rules_file(topic) {
        write!(streams.out, "# games/{name}\n\n{text}")?;
        return Ok(Outcome::Fine);
    }
    let names = PAGES.iter().map(|page| page.name).chain(commands);
    let files = bundled::files().map(|(name, _)| short_name(name));
    let names = names.chain(files);
    let hint = match suggest::closest(topic, names) {
        Some(close) => format!("; did you mean `{close}`?"),
        None => "; see `fairyring help`".to_owned(),
    };
    writeln!(streams.err, "error: there is no command, page or rules file `{topic}`{hint}")?;
    Ok(Outcome::Misused)
}

/// Returns the bundled file of that name, in whichever folder it is: where it is, and its text.
fn rules_file(topic: &str) -> Option<(&'static str, &'static str)> {
    bundled::find(topic).or_else(|| bundled::files().find(|(name, _)| short_name(name) == topic))
}

/// Returns what a file is called without its folder and its ending.
fn short_name(name: &str) -> &str {
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    name.rsplit_once('/').map_or(name, |(_, last)| last)
}

/// Returns how the program or a command of it is used: what `--help` prints.
fn usage(command: &[&str]) -> String {
    let words = ["fairyring"].iter().chain(command).chain(&["--help"]);
    super::Arguments::try_parse_from(words)
        .err()
        .map_or_else(String::new, |told| told.render().to_string())
}

/// Lists the pages.
fn pages() -> String {
    let width = PAGES.iter().map(|page| page.name.len()).max().unwrap_or(0);
    let line = |page: &Page| format!("  {:width$}  {}", page.name, page.about);
    let lines: Vec<String> = PAGES.iter().map(line).collect();
    format!(
        "Pages (`fairyring help PAGE`):\n{}\n\n`fairyring help NAME` prints the file of a bundled game or module.\n",
        lines.join("\n")
    )
}

/// Makes a page readable as it stands: links are their words, examples are set in.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in without_links(page).lines() {
        if line.starts_with("```") {
            inside = !inside;
            continue;
        }
        text.push_str(if inside && !line.is_empty() { "    " } else { "" });
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Leaves of `[words](place)` the words.
fn without_links(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("](") {
        let (words, place) = (before.rsplit_once('['), after.split_once(')'));
        let (Some((start, words)), Some((_, end))) = (words, place) else { break };
        text.extend([start, words]);
        rest = end;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_their_words() {
        assert_eq!(
            without_links("see [the page](a.md#b), and `[Pp]` (too)"),
            "see the page, and `[Pp]` (too)"
        );
        assert_eq!(without_links("[a](b) [c](d"), "a [c](d");
    }

    #[test]
    fn examples_are_set_in() {
        assert_eq!(plain("One\n```rules\npiece\n\n```\ntwo\n"), "One\n    piece\n\ntwo\n");
    }
}
