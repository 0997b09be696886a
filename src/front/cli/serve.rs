//! `fairyring serve [FILE]`: play and write games in a browser.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use clap::Args;

use super::{Outcome, Result, Streams};
use crate::bundled::Bundled;
use crate::diag::render;
use crate::front::disk::{DiskFiles, unusable};
use crate::front::serve::{Pages, Shelves, Watch};
use crate::source::{Files, SourceMap};

/// What `serve` can be told.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    /// A rules file to play; the page follows when it is saved
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// The port of this machine; any that is free by default
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Leave it to me to open the address; a browser is only opened from a terminal
    #[arg(long)]
    no_open: bool,
}

/// Serves the page until the program is ended.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Result {
    let (shelves, watch): (Shelves, Watch) = match &arguments.file {
        None => (Arc::new(|| Box::new(Bundled)), Box::new(|| None)),
        Some(path) => match DiskFiles::open(path) {
            Ok(Some(disk)) => (Arc::new(move || Box::new(disk.clone())), watching(path.clone())),
            Ok(None) => return streams.error(format!("there is no file `{path}`")),
            Err(error) => {
                let found = unusable(path, &error);
                writeln!(
                    streams.err,
                    "{}",
                    render::render(&found, &SourceMap::new(), streams.style)
                )?;
                return Ok(Outcome::Rejected);
            }
        },
    };
    let pages = match Pages::bind(arguments.port, shelves, watch) {
        Ok(pages) => pages,
        Err(error) => return streams.error(error),
    };
    writeln!(streams.out, "{}", pages.url())?;
    streams.out.flush()?;
    let is_opened = !arguments.no_open
        && io::stdout().is_terminal()
        && open::that_detached(pages.url()).is_ok();
    let told = if is_opened {
        "the page is opened in your browser"
    } else {
        "open this address in a browser"
    };
    writeln!(streams.err, "note: {told}; Ctrl+C ends the program")?;
    pages.serve();
    Ok(Outcome::Fine)
}

/// Returns what tells the text that a file has now; nothing while it cannot be read.
fn watching(path: String) -> Watch {
    Box::new(move || {
        let disk = DiskFiles::open(&path).ok()??;
        let text = disk.read(disk.name()).ok()??;
        Some((path.clone(), text))
    })
}
