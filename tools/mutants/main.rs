//! Changes one token of a game's file at a time and counts what the program says to that.
//!
//! ```text
//! cargo run --release -p fairyring-tools --bin mutants -- [--every N] [--seed N] [--show WHAT] [--write] [GAME…]
//! ```
//!
//! Each token is left out, written twice, swapped with the next and misspelt by one letter. A line for each game tells
//! how many of these files are rejected and where, and how many are other games, and whether the file's own tests
//! notice. `--show` lists mutants: `elsewhere`, `names` (misspelt names without the right line or suggestion),
//! `brackets` (told on another line), `survivors` (other games whose tests all pass), `alike` (rules that read
//! differently and play alike), `panics`. `--write` judges all, and a part of those of twenty variants, and writes `docs/errors/mutations.md`.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

mod measure;
mod page;

use measure::{Figures, GAMES, Judged, VARIANTS, VARIANTS_EVERY, Verdict, is_misspelt_name};

/// The folder of the variants below that of the games.
const VARIANTS_FOLDER: &str = "variants/";

struct Wanted {
    every: usize,
    seed: u64,
    show: String,
    write: bool,
    games: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let wanted = wanted()?;
    // A panic is counted; its message would only be in the way of the table.
    std::panic::set_hook(Box::new(|_| {}));
    let games = judged(&wanted.games, wanted.every, &wanted)?;
    if wanted.write {
        let names: Vec<String> =
            VARIANTS.iter().map(|name| format!("{VARIANTS_FOLDER}{name}")).collect();
        let variants = judged(&names, VARIANTS_EVERY, &wanted)?;
        let page = page::page(&games, &variants, VARIANTS_EVERY, wanted.seed);
        std::fs::write(measure::root().join("docs/errors/mutations.md"), page)?;
    }
    Ok(())
}

/// Judges each so-manieth mutant of games, and prints the table.
fn judged(names: &[String], every: usize, wanted: &Wanted) -> anyhow::Result<Vec<page::Row>> {
    let mut games = Vec::new();
    println!("{}", page::HEADER);
    for name in names {
        let judged = measure::measure(name, every, wanted.seed)?;
        println!("{}", page::row(name, &judged));
        for one in judged.iter().filter(|one| is_shown(one, &wanted.show)) {
            println!("    {}", page::described(one));
        }
        games.push((name.clone(), judged));
    }
    println!("{}", page::row("in total", games.iter().flat_map(|(_, judged)| judged)));
    Ok(games)
}

fn wanted() -> anyhow::Result<Wanted> {
    let (show, games) = (String::new(), Vec::new());
    let mut wanted = Wanted { every: 1, seed: measure::SEED, show, write: false, games };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => wanted.every = arguments.next().unwrap_or_default().parse()?,
            "--seed" => wanted.seed = arguments.next().unwrap_or_default().parse()?,
            "--show" => wanted.show = arguments.next().unwrap_or_default(),
            "--write" => wanted.write = true,
            _ => wanted.games.push(argument),
        }
    }
    let all = wanted.games.is_empty() && wanted.every == 1;
    anyhow::ensure!(!wanted.write || all, "--write is about all mutants of all games");
    if wanted.games.is_empty() {
        wanted.games = GAMES.iter().map(|name| (*name).to_owned()).collect();
    }
    Ok(wanted)
}

/// Tells whether a mutant belongs to those that are to be listed.
fn is_shown(one: &Judged, what: &str) -> bool {
    let name = is_misspelt_name(&one.mutant);
    match (&one.verdict, what) {
        (Verdict::Rejected { on_line, .. }, "elsewhere") => !on_line,
        (Verdict::Rejected { on_line, .. }, "brackets") => one.mutant.is_bracket() && !on_line,
        (Verdict::Rejected { on_line, restored, .. }, "names") => name && !(*on_line && *restored),
        (Verdict::Survived, "survivors")
        | (Verdict::Alike, "alike")
        | (Verdict::Panicked, "panics") => true,
        _ => false,
    }
}

/// Returns a share in percent, with one digit after the point; 100 if there is nothing to share.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 2000 + whole) / (whole.max(1) * 2);
    let tenths = if whole == 0 { 1000 } else { tenths };
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The figures of misspelt names in a sentence.
fn names(figures: &Figures) -> String {
    format!(
        "{} rejected, {} % on the right line, {} % with the right suggestion",
        figures.rejected(),
        percent(figures.on_line, figures.rejected()),
        percent(figures.restored, figures.rejected())
    )
}

/// The share of errors on the line in a sentence.
fn on_line(figures: &Figures) -> String {
    let share = percent(figures.on_line, figures.rejected());
    format!("{} rejected, {share} % on the right line", figures.rejected())
}
