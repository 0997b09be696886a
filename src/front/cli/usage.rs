//! What is said about a call that no command understands.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};

use super::Arguments;

/// Names the options of the command where it was given an argument that it does not know.
pub(super) fn helpful(mut error: Error, words: &[String]) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    // That everything behind `--` is taken as a value helps nobody who has mistaken an option.
    error.remove(ContextKind::Suggested);
    let program = Arguments::command();
    let command = words.iter().skip(1).find_map(|word| program.find_subcommand(word));
    if let Some(command) = command.filter(|_| error.get(ContextKind::SuggestedArg).is_none()) {
        let tip = format!("the options of `{}` are {}", command.get_name(), options(command));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn options(command: &Command) -> String {
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let names = shown.filter_map(|argument| Some(format!("--{}", argument.get_long()?)));
    names.chain(["--help".to_owned()]).collect::<Vec<_>>().join(", ")
}
