//! `fairyring uci` and `fairyring xboard`: the protocols by which interfaces talk to engines.
//!
//! Lines are read and written here; what they mean is in `uci` and `xboard`. Who thinks does so in a thread of its own,
//! so that every line is answered at once.

pub mod clock;
pub mod lines;
pub mod output;
pub mod outward;
pub mod thinker;
pub mod turns;
mod uci;
pub mod variants;
mod worker;
pub mod xboard;

use std::io;

use clap::Args;

use super::load::Setting;
use super::{Outcome, Result, Streams};
use crate::front::cli::values::whole;
use output::Output;
use thinker::{LEVELS, Setup};
use variants::{Variant, Variants};

/// What `uci` and `xboard` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// The game to begin with, a bundled one or the path of a rules file; interfaces may choose another
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Set one of the game's options; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = Setting::option)]
    options: Vec<(String, String)>,
    /// Files of rules that interfaces may choose by their names; may be given several times
    #[arg(long = "file", value_name = "FILE")]
    files: Vec<String>,
    /// How well to play
    #[arg(long, value_name = "1..10", default_value_t = LEVELS,
        value_parser = whole::<u8>(1..=u64::from(LEVELS)))]
    level: u8,
    /// What chance comes from: the same number plays the same
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    fn begin(&self) -> std::result::Result<(Variants, Variant, Setup), String> {
        let mut variants = Variants::default();
        for file in &self.files {
            variants.add(file)?;
        }
        let name = self.game.as_deref().unwrap_or_else(|| variants::default_name());
        let variant = if name.contains('/') || name.ends_with(crate::bundled::EXTENSION) {
            let name = variants.add(name)?;
            variants.load(&name, &self.options)?
        } else {
            variants.load(name, &self.options)?
        };
        let setup = Setup { level: self.level, seed: self.seed, ..Setup::default() };
        Ok((variants, variant, setup))
    }
}

/// Speaks UCI on standard input and output.
pub(super) fn run_uci(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let (variants, variant, setup) = match arguments.begin() {
        Ok(begun) => begun,
        Err(error) => return streams.error(error),
    };
    let mut engine = uci::Engine::new(Output::standard(), variants, variant, setup);
    engine.run(&mut io::stdin().lock())?;
    Ok(Outcome::Fine)
}

/// Speaks the protocol of `XBoard` and `WinBoard` on standard input and output.
pub(super) fn run_xboard(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let (variants, variant, setup) = match arguments.begin() {
        Ok(begun) => begun,
        Err(error) => return streams.error(error),
    };
    let mut engine = xboard::Engine::new(Output::standard(), variants, variant, setup);
    engine.run(io::BufReader::new(io::stdin()));
    Ok(Outcome::Fine)
}
