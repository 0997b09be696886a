//! The options of the engine and of the game it plays.

use super::Engine;
use crate::front::cli::protocols::thinker::{LEVELS, MAX_HASH, MAX_THREADS};

impl Engine {
    /// Writes the lines that tell what can be set.
    pub(super) fn option_lines(&self) -> Vec<String> {
        let level = self.setup.level;
        let mut lines = vec![
            format!("feature option=\"Level -spin {level} 1 {LEVELS}\""),
            "feature option=\"VariantPath -file \"".to_owned(),
        ];
        for option in &self.variant.start.game().options {
            let name = &option.name;
            lines.push(match option.value.as_str() {
                "on" => format!("feature option=\"{name} -check 1\""),
                "off" => format!("feature option=\"{name} -check 0\""),
                value => format!("feature option=\"{name} -string {value}\""),
            });
        }
        lines
    }

    pub(super) fn set_memory(&mut self, size: usize) {
        let size = size.clamp(1, MAX_HASH);
        if size != self.setup.hash {
            self.cancel();
            self.setup.hash = size;
            self.worker.employ(None);
        }
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, MAX_THREADS);
        if threads != self.setup.threads {
            self.cancel();
            self.setup.threads = threads;
            self.worker.employ(None);
        }
    }

    /// Sets an option; what cannot be set is told.
    pub(super) fn set_option(&mut self, name: &str, value: &str) {
        if let Err(reason) = self.try_to_set(name, value) {
            self.out.line(format!("tellusererror {reason}"));
        }
    }

    fn try_to_set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.cancel();
        if name.eq_ignore_ascii_case("level") {
            let level = value.parse().ok().filter(|level| (1..=LEVELS).contains(level));
            self.setup.level = level.ok_or_else(|| format!("{value} is no level"))?;
            self.worker.employ(None);
            return Ok(());
        }
        if name.eq_ignore_ascii_case("variantpath") {
            let name = self.variants.add(value)?;
            self.first = self.variants.load(&name, &[])?;
            return Ok(());
        }
        let own = self
            .variant
            .option_named(name)
            .ok_or_else(|| format!("no option is called `{name}`"))?;
        let is_switch = self
            .variant
            .start
            .game()
            .options
            .iter()
            .any(|option| option.name == own && matches!(option.value.as_str(), "on" | "off"));
        let value = match value {
            "1" if is_switch => "on",
            "0" if is_switch => "off",
            value => value,
        };
        let variant =
            self.variants.load(&self.variant.name, &self.variant.options_with(&own, value))?;
        if self.first.name == variant.name {
            self.first = variant.clone();
        }
        let mode = self.mode;
        self.begin(variant);
        self.mode = mode;
        Ok(())
    }
}
