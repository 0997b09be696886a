//! `fairyring replay FILE…`: checks each turn of each game of records.

use clap::Args;
use serde_json::{Value, json};

use super::super::{Outcome, Result, Streams};
use super::known::{Choice, Game, Known};
use super::source::{Entry, Source};
use super::told::Told;
use crate::diag::suggest::counted;
use crate::ir::SideId;
use crate::records::replay::Replayed;

/// The most findings that are shown of a file; the rest are counted.
const MAX_SHOWN: usize = 50;

/// What `replay` can be told.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Files of games: PGN, or this program's lines of JSON
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    choice: Choice,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// What was found in a file.
#[derive(Debug, Default)]
struct Findings {
    games: u64,
    turns: u64,
    /// How many games are not in order.
    wrong: u64,
    told: Vec<Told>,
    /// How many findings there are, shown or not.
    all: usize,
}

/// Checks the records.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let mut known = Known::new(arguments.choice.clone());
    let mut outcome = Outcome::Fine;
    let mut reports: Vec<Value> = Vec::new();
    for file in &arguments.files {
        let source = match Source::open(file) {
            Ok(source) => source,
            Err(error) => {
                outcome = streams.error(error)?;
                continue;
            }
        };
        let findings = check(source, &mut known);
        if findings.wrong > 0 || findings.games == 0 {
            outcome = Outcome::Rejected;
        }
        if arguments.json {
            reports.push(findings.json(file));
        } else {
            findings.write(file, streams)?;
        }
    }
    if arguments.json {
        writeln!(streams.out, "{:#}", Value::Array(reports))?;
    }
    Ok(outcome)
}

fn check(source: Source, known: &mut Known) -> Findings {
    let mut findings = Findings::default();
    for entry in source {
        findings.games += 1;
        let told = match entry {
            Ok(entry) => findings.entry(&entry, known),
            Err(error) => vec![Told::from(error)],
        };
        findings.wrong += u64::from(told.iter().any(|told| told.is_wrong));
        findings.all += told.len();
        let room = MAX_SHOWN.saturating_sub(findings.told.len());
        findings.told.extend(told.into_iter().take(room));
    }
    findings
}

impl Findings {
    /// Checks a record.
    fn entry(&mut self, entry: &Entry, known: &mut Known) -> Vec<Told> {
        let (number, line) = (entry.game.number, entry.game.line);
        let about = |message: String, is_wrong| Told::about(number, line, message, is_wrong);
        let game = match known.game_of(entry) {
            Ok(game) => game,
            Err(error) => return vec![about(error, true)],
        };
        let start = match game.start_of(entry) {
            Ok(start) => start,
            Err(error) => return vec![about(error, true)],
        };
        let mut told = Vec::new();
        if game.has_changed(entry) {
            let was = entry.game.tag("RulesHash").unwrap_or_default();
            let message = format!(
                "the rules have changed since it was played, or it has other options: their hash was {was} and is {}",
                game.hash
            );
            told.push(about(message, false));
        }
        let replayed = game.replayer.replay(&start, &entry.game.items, Game::terms(entry, false));
        self.turns += u64::try_from(replayed.turns).unwrap_or(0);
        if let Some(wrong) = &replayed.wrong {
            told.push(Told::of_wrong(&game, number, wrong));
            return told;
        }
        told.extend(result(&game, entry, &replayed));
        if let Some((turns, result)) = &replayed.drawn {
            let message = format!(
                "by the rules it is drawn after turn {turns} ({}), and goes on",
                result.reason
            );
            told.push(about(message, false));
        }
        if !entry.is_own && !entry.game.has_end() {
            told.push(about(
                "its text does not say how it ended; perhaps it was cut off".into(),
                false,
            ));
        }
        told
    }

    fn json(&self, file: &str) -> Value {
        let told = |wrong: bool| -> Vec<Value> {
            self.told
                .iter()
                .filter(|told| told.is_wrong == wrong)
                .map(|told| told.json(file))
                .collect()
        };
        json!({
            "file": file,
            "games": self.games,
            "turns": self.turns,
            "games_not_in_order": self.wrong,
            "wrong": told(true),
            "notes": told(false),
            "more": self.all - self.told.len(),
        })
    }

    fn write(&self, file: &str, streams: &mut Streams<'_>) -> Result<()> {
        for told in &self.told {
            let kind = if told.is_wrong { "error" } else { "note" };
            writeln!(streams.err, "{kind}: {file}: {told}")?;
        }
        if self.all > self.told.len() {
            writeln!(streams.err, "note: {file}: {} more like these", self.all - self.told.len())?;
        }
        let (games, turns) = (count(self.games, "game"), count(self.turns, "turn"));
        match self.wrong {
            _ if self.games == 0 => writeln!(streams.err, "error: {file}: there is no game in it")?,
            0 => writeln!(streams.out, "{file}: {games}, {turns}: all legal")?,
            wrong => writeln!(
                streams.out,
                "{file}: {games}, {turns} up to the first that is wrong: {} not in order",
                count(wrong, "game")
            )?,
        }
        Ok(())
    }
}

/// Writes a number with its noun.
fn count(number: u64, noun: &str) -> String {
    counted(usize::try_from(number).unwrap_or(usize::MAX), noun)
}

/// Says where a record tells another result than the rules.
fn result(game: &Game, entry: &Entry, replayed: &Replayed) -> Option<Told> {
    let known = replayed.result.as_ref()?;
    let says = match known.winner() {
        Some(SideId::FIRST) => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    };
    let told = entry.game.result();
    if told == "*" || told == says {
        return None;
    }
    let by_rules = match known.winner() {
        Some(side) => format!("{} wins", game.start.game().side_name(side)),
        None => "it is a draw".to_owned(),
    };
    let message = format!(
        "the record says {told}; by the rules {by_rules} ({}) after turn {}",
        known.reason, replayed.turns
    );
    // Where draws have to be claimed, somebody may have won on time.
    let is_wrong = known.winner().is_some() || entry.is_own;
    Some(Told::about(entry.game.number, entry.game.line, message, is_wrong))
}
