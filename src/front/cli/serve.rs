//! `fairyring serve [FILE]`: play and write games in a browser.

use std::io::{self, IsTerminal};
use std::net::IpAddr;
use std::sync::Arc;

use clap::Args;
use qrcodegen::{QrCode, QrCodeEcc};

use super::{Outcome, Result, Streams};
use crate::bundled::Bundled;
use crate::diag::render::{self, Style};
use crate::front::disk::{self, DiskFiles, unusable};
use crate::front::serve::{Pages, Pictures, Place, Shelves, Watch};
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
    /// Let other devices in this network join, with a secret in the address; they all play one game. Without an address of
    /// this machine, that by which it reaches other networks is taken
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option, reason = "the option may be given with or without a value")]
    lan: Option<Option<IpAddr>>,
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
    let place = match arguments.lan {
        None => Ok(Place::alone(arguments.port)),
        Some(address) => Place::shared(address, arguments.port),
    };
    let pages = match place.and_then(|place| Pages::bind(place, shelves, watch)) {
        Ok(pages) => pages.with_pictures(beside(arguments.file.clone())),
        Err(error) => return streams.error(error),
    };
    let url = pages.url();
    writeln!(streams.out, "{url}")?;
    streams.out.flush()?;
    if arguments.lan.is_some() {
        invite(&url, streams)?;
    }
    let is_opened =
        !arguments.no_open && io::stdout().is_terminal() && open::that_detached(&url).is_ok();
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

/// Returns what reads the pictures in the folder of a file.
fn beside(file: Option<String>) -> Pictures {
    Box::new(move |name| disk::picture_beside(file.as_deref()?, name))
}

/// Says who can join, and shows the address as a picture where somebody may hold a telephone to it.
fn invite(url: &str, streams: &mut Streams<'_>) -> Result<()> {
    if io::stderr().is_terminal()
        && let Ok(code) = QrCode::encode_text(url, QrCodeEcc::Low)
    {
        writeln!(streams.err, "{}", drawn(&code, streams.style))?;
    }
    writeln!(
        streams.err,
        "note: other devices in this network can open this address too, and all play one game; whoever knows the whole address can join"
    )?;
    Ok(())
}

/// Draws a code with two rows of squares in each line: dark on light where colours can be set, and otherwise for a dark
/// terminal.
fn drawn(code: &QrCode, style: Style) -> String {
    let border = 2;
    let is_light = |x, y| !code.get_module(x, y);
    let mut text = String::new();
    for y in (-border..code.size() + border).step_by(2) {
        if style == Style::Coloured {
            text.push_str("\x1b[38;5;231;48;5;16m");
        }
        text.extend((-border..code.size() + border).map(|x| {
            match (is_light(x, y), is_light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }
        }));
        text.push_str(if style == Style::Coloured { "\x1b[0m\n" } else { "\n" });
    }
    text
}
