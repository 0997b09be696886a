//! `fairyring fmt`: lays out rules files.

use super::{Result, Streams, rewrite};
use crate::diag::suggest::counted;
use crate::syntax::format;

/// Lays out the files.
pub(super) fn run(arguments: &rewrite::Arguments, streams: &mut Streams<'_>) -> Result {
    let laid_out = |_: &str, source, text: &str, sink: &mut _| format::format(source, text, sink);
    let (outcome, tally) = rewrite::all(arguments, laid_out, streams)?;
    if !arguments.is_input() {
        let changed = counted(tally.changed, "file");
        let mut said = vec![match (tally.changed, arguments.only_check()) {
            (0, _) => "nothing to change".to_owned(),
            (_, true) => format!("{changed} would be laid out anew"),
            (_, false) => format!("{changed} laid out anew"),
        }];
        if tally.same > 0 {
            said.push(format!("{} as `fmt` writes them", counted(tally.same, "file")));
        }
        if tally.refused > 0 {
            said.push(format!(
                "{} left alone, for the reason above",
                counted(tally.refused, "file")
            ));
        }
        writeln!(streams.err, "{}", said.join(", "))?;
    }
    Ok(outcome)
}
