//! The command line: one file per subcommand.
//!
//! What programs read goes to standard output, what is told to people to standard error. The exit
//! code is 0 if all is well, 1 if what was given is wrong, and 2 for wrong usage.

mod apply;
mod bench;
mod check;
mod consult;
mod coverage;
mod disk;
mod evaluate;
mod explain;
mod fmt;
mod help;
mod import;
mod ir;
mod learn;
mod list;
mod load;
mod matches;
mod mate;
mod migrate;
mod moves;
mod new;
mod patched;
mod perft;
mod play;
mod playouts;
mod progress;
mod protocols;
mod puzzles;
mod records;
mod rewrite;
mod serve;
mod show;
mod solve;
mod statistics;
mod study;
mod table;
mod threads;
mod time_limit;
mod trace;
mod usage;
mod validation;
mod values;
mod why;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::diag::render::Style;
pub use study::{Keeper as StudyFile, Kept as StudyGames, head as study_head};

/// The exit code for wrong input.
const WRONG_INPUT: u8 = 1;

/// The exit code for wrong usage, the one that clap uses.
const WRONG_USAGE: u8 = 2;

/// What the program is asked to do.
#[derive(Debug, Parser)]
#[command(name = "fairyring", version, about, max_term_width = 100, disable_help_subcommand = true)]
#[command(
    after_help = "GAME is the name of a bundled game (see `fairyring list`) or the path of a rules file.\n\
    To write a game, begin with `fairyring help tutorial`; `fairyring help language` is the reference."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the bundled games, a line each
    List(list::Arguments),
    /// Show a game: its board, its pieces and how they move, options, source and rulings
    Show(show::Arguments),
    /// Report all errors and warnings in rules files, then run the tests in them
    Check(check::Arguments),
    /// List the legal turns, one a line, sorted
    Moves(moves::Arguments),
    /// Play turns and print the position text, and the result if the game is over
    Apply(apply::Arguments),
    /// Count the ways in which a number of turns can be played
    Perft(perft::Arguments),
    /// Play random games to their end: how they end, how long they are, how fast it goes
    Playouts(playouts::Arguments),
    /// Measure how fast the program is, on work whose results are known
    Bench(bench::Arguments),
    /// Tell why a turn is legal or not, or why a game is over or not: the rule, its line, the values
    Why(why::Arguments),
    /// Follow a turn step by step: each choice, condition, event and effect with its line
    Trace(trace::Arguments),
    /// Find first turns that force a win within some turns, with all defences, and prove them
    Mate(mate::Arguments),
    /// Make puzzles of a game: positions in which one first turn wins by force, proved and graded
    Puzzles(puzzles::Arguments),
    /// Solve a small game: go through everything that can happen, and tell what each position is worth
    Solve(solve::Arguments),
    /// Tell what all positions with some pieces are worth: an endgame table
    Table(table::Arguments),
    /// Tell what the computer takes pieces, and a position, to be worth
    Evaluate(evaluate::Arguments),
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Play in interfaces for chess that speak UCI
    Uci(protocols::Arguments),
    /// Play in interfaces for chess that speak the protocol of xboard and winboard
    Xboard(protocols::Arguments),
    /// Play games between two engines, and tell which one is better and by how much
    Match(matches::Arguments),
    /// Check each turn of each game of records: PGN files, and this program's own
    Replay(records::replay::Arguments),
    /// Cut, filter and convert records of games: PGN, lines of JSON, positions
    Games(records::games::Arguments),
    /// Count which turns were played from a position in files of games, and how they scored
    Openings(records::openings::Arguments),
    /// Look for the best turns of a position, or for the errors of games that were played
    Analyse(records::analyse::Arguments),
    /// Play games of the computer against itself: who is favoured, by how much, how games end, how long they are
    Study(study::Arguments),
    /// Let the computer learn a game by playing against itself, for stronger play
    Learn(learn::Arguments),
    /// Play and write games in a browser, on this machine
    Serve(serve::Arguments),
    /// Say what the code of an error means, with an example and how to mend it
    Explain(explain::Arguments),
    /// Play random games and tell which rules were never used
    Coverage(coverage::Arguments),
    /// Write a file to begin a new game with
    New(new::Arguments),
    /// Lay out rules files: indents and spaces; nothing that somebody wrote is lost
    Fmt(rewrite::Arguments),
    /// Bring rules files to the newest version of the language; comments and layout stay
    Migrate(rewrite::Arguments),
    /// Write rules files for the variants of a Fairy-Stockfish configuration
    Import(import::Arguments),
    /// Print what the program makes of a game's rules
    Ir(ir::Arguments),
    /// Print how a command is used, or a page of the tutorial and the reference
    Help(help::Arguments),
}

/// Where a command writes.
struct Streams<'a> {
    /// For programs and for what was asked for.
    out: &'a mut dyn Write,
    /// For messages.
    err: &'a mut dyn Write,
    /// How messages look.
    style: Style,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Fine,
    /// What was given is wrong, which has been told.
    Rejected,
    /// The command was called in a wrong way, which has been told.
    Misused,
}

type Result<T = Outcome> = anyhow::Result<T>;

/// Runs the program: reads its arguments, does what they say, and returns the exit code.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(told) => {
            let words: Vec<String> = std::env::args().collect();
            let told = usage::helpful(told, &words);
            // A closed pipe is nobody's mistake; there is nothing else to tell it to.
            drop(told.print());
            return ExitCode::from(if told.use_stderr() { WRONG_USAGE } else { 0 });
        }
    };
    let mut out = io::BufWriter::new(io::stdout());
    let mut err = io::stderr();
    let mut streams = Streams { out: &mut out, err: &mut err, style: style() };
    let ended = run(&arguments.command, &mut streams).and_then(|outcome| {
        streams.out.flush()?;
        Ok(outcome)
    });
    ExitCode::from(exit_number(ended, &mut err))
}

/// Runs the program inside another one: does what the arguments say, the name of the program left out, writes what it prints
/// to the streams, and returns the exit code. Commands that ask people or play by a protocol still do that on the
/// standard streams.
pub fn run_with(
    arguments: impl IntoIterator<Item = String>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let name = std::iter::once("fairyring".to_owned());
    let words: Vec<String> = name.chain(arguments).collect();
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(refused) => {
            let refused = usage::helpful(refused, &words);
            let is_wrong = refused.use_stderr();
            // Nobody else is there to hear that nobody listens.
            drop(if is_wrong { write!(err, "{refused}") } else { write!(out, "{refused}") });
            return if is_wrong { WRONG_USAGE } else { 0 };
        }
    };
    let mut streams = Streams { out, err, style: Style::Plain };
    let ended = run(&arguments.command, &mut streams);
    exit_number(ended, streams.err)
}

fn run(command: &Command, streams: &mut Streams<'_>) -> Result {
    match command {
        Command::List(arguments) => list::run(arguments, streams),
        Command::Show(arguments) => show::run(arguments, streams),
        Command::Check(arguments) => check::run(arguments, streams),
        Command::Moves(arguments) => moves::run(arguments, streams),
        Command::Apply(arguments) => apply::run(arguments, streams),
        Command::Perft(arguments) => perft::run(arguments, streams),
        Command::Playouts(arguments) => playouts::run(arguments, streams),
        Command::Bench(arguments) => bench::run(arguments, streams),
        Command::Why(arguments) => why::run(arguments, streams),
        Command::Trace(arguments) => trace::run(arguments, streams),
        Command::Mate(arguments) => mate::run(arguments, streams),
        Command::Puzzles(arguments) => puzzles::run(arguments, streams),
        Command::Solve(arguments) => solve::run(arguments, streams),
        Command::Table(arguments) => table::run(arguments, streams),
        Command::Evaluate(arguments) => evaluate::run(arguments, streams),
        Command::Play(arguments) => play::run(arguments, streams),
        Command::Uci(arguments) => protocols::run_uci(arguments, streams),
        Command::Xboard(arguments) => protocols::run_xboard(arguments, streams),
        Command::Match(arguments) => matches::run(arguments, streams),
        Command::Replay(arguments) => records::replay::run(arguments, streams),
        Command::Games(arguments) => records::games::run(arguments, streams),
        Command::Openings(arguments) => records::openings::run(arguments, streams),
        Command::Analyse(arguments) => records::analyse::run(arguments, streams),
        Command::Study(arguments) => study::run(arguments, streams),
        Command::Learn(arguments) => learn::run(arguments, streams),
        Command::Serve(arguments) => serve::run(arguments, streams),
        Command::Explain(arguments) => explain::run(arguments, streams),
        Command::Coverage(arguments) => coverage::run(arguments, streams),
        Command::New(arguments) => new::run(arguments, streams),
        Command::Fmt(arguments) => fmt::run(arguments, streams),
        Command::Migrate(arguments) => migrate::run(arguments, streams),
        Command::Import(arguments) => import::run(arguments, streams),
        Command::Ir(arguments) => ir::run(arguments, streams),
        Command::Help(arguments) => help::run(arguments, streams),
    }
}

fn exit_number(ended: Result, err: &mut dyn Write) -> u8 {
    match ended {
        Ok(Outcome::Fine) => 0,
        Ok(Outcome::Rejected) => WRONG_INPUT,
        Ok(Outcome::Misused) => WRONG_USAGE,
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            drop(writeln!(err, "error: {error:#}"));
            WRONG_INPUT
        }
    }
}

/// Tells whether somebody (`head`, say) has simply read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Colours are for terminals, and for people who have not asked for none.
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if io::stderr().is_terminal() && !refused { Style::Coloured } else { Style::Plain }
}

impl Streams<'_> {
    /// Tells people that something is wrong.
    fn error(&mut self, text: impl std::fmt::Display) -> Result {
        writeln!(self.err, "error: {text}")?;
        Ok(Outcome::Rejected)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_arguments_make_sense() {
        Arguments::command().debug_assert();
    }
}
