//! Tables that a search asks.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::ir::Game;
use crate::play::Engine;
use crate::proofs::solve::{Solution, Tables};
use crate::search::Probe;

/// The tables that were named.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Consulted {
    /// Ask this table, which `fairyring table --keep` has made, about the positions that it knows; may be given several times
    #[arg(long = "table", value_name = "FILE")]
    tables: Vec<PathBuf>,
}

impl Consulted {
    /// Reads the tables; nothing if none was named.
    ///
    /// # Errors
    /// If one cannot be read, or is of other rules.
    pub(super) fn open(
        &self,
        engine: &Engine,
        game: &Arc<Game>,
    ) -> Result<Option<Arc<dyn Probe>>, String> {
        let open = |path: &PathBuf| {
            let told = |error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
            let bytes = fs::read(path).map_err(|error| told(&error))?;
            Solution::open(engine, game, &bytes).map_err(|error| told(&error))
        };
        let tables: Vec<Solution> = self.tables.iter().map(open).collect::<Result<_, String>>()?;
        let probe = (!tables.is_empty()).then(|| Arc::new(Tables(tables)) as Arc<dyn Probe>);
        Ok(probe)
    }
}
