//! The options of the engine and of the games it plays.

use std::time::Duration;

use super::Engine;
use crate::front::cli::protocols::thinker::{LEVELS, MAX_HASH, MAX_THREADS};
use crate::front::cli::protocols::variants::{self, Variant};

/// How much time is kept for what lies between this program and the clock.
pub(super) const OVERHEAD: Duration = Duration::from_millis(30);
/// The most lines that are reported.
const MAX_LINES: usize = 500;

/// Writes the `option` lines.
pub(super) fn lines(engine: &Engine) -> Vec<String> {
    let names = engine.variants.names();
    let names: Vec<String> = names.iter().map(|name| format!("var {name}")).collect();
    let Engine { variant, setup, lines, overhead, .. } = engine;
    let spin = |name: &str, default: u128, min: usize, max: usize| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    };
    let wide = |number: usize| u128::try_from(number).unwrap_or(u128::MAX);
    let mut all = vec![
        spin("Threads", wide(setup.threads), 1, MAX_THREADS),
        spin("Hash", wide(setup.hash), 1, MAX_HASH),
        "option name Clear Hash type button".to_owned(),
        "option name Ponder type check default false".to_owned(),
        spin("MultiPV", wide(*lines), 1, MAX_LINES),
        spin("Level", u128::from(setup.level), 1, usize::from(LEVELS)),
        spin("Move Overhead", overhead.as_millis(), 0, 5000),
        format!("option name UCI_Variant type combo default {} {}", variant.name, names.join(" ")),
        "option name UCI_AnalyseMode type check default false".to_owned(),
        "option name VariantPath type string default <empty>".to_owned(),
        format!("option name GameOptions type string default {}", set_options(variant)),
    ];
    for foreign in variants::foreign_options() {
        let value = variants::own_option(foreign).is_some_and(|own| is_on(variant, own));
        all.push(format!("option name {foreign} type check default {value}"));
    }
    let others: Vec<&str> = variants::foreign_options().filter_map(variants::own_option).collect();
    let options = variant.start.game().options.iter();
    for option in options.filter(|option| !others.contains(&option.name.as_str())) {
        let default = &option.value;
        all.push(format!("option name {} type string default {default}", option.name));
    }
    all
}

fn is_on(variant: &Variant, name: &str) -> bool {
    let options = &variant.start.game().options;
    options.iter().any(|option| option.name == name && option.value == "on")
}

fn set_options(variant: &Variant) -> String {
    let set: Vec<String> =
        variant.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if set.is_empty() { "<empty>".to_owned() } else { set.join(" ") }
}

impl Engine {
    /// Sets an option; what cannot be set is told.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.worker.stop();
        let value = if value == "<empty>" { "" } else { value };
        if let Err(reason) = self.try_to_set(name, value) {
            self.say(format!("error: {reason}"));
        }
    }

    fn try_to_set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "threads" => {
                self.setup.threads = number(value, 1, MAX_THREADS)?;
                self.worker.employ(None);
            }
            "hash" => {
                self.setup.hash = number(value, 1, MAX_HASH)?;
                self.worker.employ(None);
            }
            "clear hash" => self.worker.forget(),
            "ponder" | "uci_analysemode" => {}
            "multipv" => self.lines = number(value, 1, MAX_LINES)?,
            "level" => {
                let level = number(value, 1, usize::from(LEVELS))?;
                self.setup.level = u8::try_from(level).unwrap_or(LEVELS);
                self.worker.employ(None);
            }
            "move overhead" => {
                let millis = u64::try_from(number(value, 0, 5000)?).unwrap_or(0);
                self.overhead = Duration::from_millis(millis);
            }
            "uci_variant" => return self.choose(value),
            "variantpath" => return self.add_files(value),
            "gameoptions" => return self.set_options(value),
            _ => return self.set_of_game(name, value),
        }
        Ok(())
    }

    /// Sets several options of the game that is played. What it does not have may be meant for the game that is chosen next.
    fn set_options(&mut self, value: &str) -> Result<(), String> {
        self.remember("gameoptions", value);
        let game = self.variants.load(&self.variant.name, &variants::settings(value))?;
        self.play_variant(game);
        Ok(())
    }

    /// Remembers an option of games: interfaces may set it before they choose the game.
    fn remember(&mut self, name: &str, value: &str) {
        self.set_for_games.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.set_for_games.push((name.to_owned(), value.to_owned()));
    }

    /// Sets what was set before for the game that has been chosen just now, as far as it has such options.
    fn set_again(&mut self) {
        for (name, value) in self.set_for_games.clone() {
            if name == "gameoptions" {
                // What was meant for another game does not fit this one.
                let Ok(game) = self.variants.load(&self.variant.name, &variants::settings(&value))
                else {
                    continue;
                };
                self.play_variant(game);
            } else if self.set_of_game(&name, &value).is_err() {
                self.set_for_games.retain(|(other, _)| *other != name);
            }
        }
    }

    /// Sets an option of the game that is played.
    fn set_of_game(&mut self, name: &str, value: &str) -> Result<(), String> {
        let foreign = variants::own_option(name);
        let own = foreign
            .map_or_else(|| self.variant.option_named(name), |own| self.variant.option_named(own));
        if foreign.is_some() || own.is_some() {
            self.remember(name, value);
        }
        let Some(own) = own else {
            // What interfaces always send may mean nothing in a game.
            return match foreign {
                Some(_) => Ok(()),
                None => Err(format!("no option is called `{name}`")),
            };
        };
        let value = match value {
            "true" => "on",
            "false" => "off",
            value => value,
        };
        let options = self.variant.options_with(&own, value);
        let game = self.variants.load(&self.variant.name, &options)?;
        self.play_variant(game);
        Ok(())
    }

    fn choose(&mut self, name: &str) -> Result<(), String> {
        let variant = self.variants.load(name, &[])?;
        let (files, ranks) = variant.size();
        let start = variant.start.start_text().to_owned();
        let pocket =
            if variant.start.game().uses_hands { variant.start.game().types.len() } else { 0 };
        self.play_variant(variant);
        self.set_again();
        self.say(format!(
            "variant {name} files {files} ranks {ranks} pocket {pocket} template fairy startpos {start}"
        ));
        Ok(())
    }

    fn add_files(&mut self, paths: &str) -> Result<(), String> {
        for path in paths.split(':').filter(|path| !path.trim().is_empty()) {
            let name = self.variants.add(path)?;
            self.say(format!("UCI_Variant {name} is read from {path}"));
        }
        Ok(())
    }

    fn play_variant(&mut self, variant: Variant) {
        self.worker.employ(None);
        self.session = variant.start.clone();
        self.told = None;
        self.is_refused = false;
        self.variant = variant;
    }
}

fn number(text: &str, min: usize, max: usize) -> Result<usize, String> {
    let number: i64 = text.trim().parse().map_err(|_| format!("`{text}` is no number"))?;
    let number = usize::try_from(number).unwrap_or(0);
    if (min..=max).contains(&number) {
        return Ok(number);
    }
    Err(format!("{text} is not within {min} to {max}"))
}
