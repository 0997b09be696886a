//! Lines that the player types: edited in a terminal, plain from a pipe.

use std::cell::RefCell;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::rc::Rc;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// The longest line that is read from a pipe.
const MAX_LINE: u64 = 64 * 1024;

/// Where lines come from.
#[expect(clippy::large_enum_variant, reason = "there is only ever one")]
pub(super) enum Input {
    /// A terminal, with editing, completion and history.
    Terminal(Editor<Words, DefaultHistory>),
    /// Anything else.
    Pipe(Box<dyn BufRead>),
}

/// What came of asking for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The line.
    Text(String),
    /// The player has interrupted, and what was typed is gone.
    Interrupted,
    /// There are no more lines.
    End,
}

/// Finds what the tabulator key completes: from which byte of what was typed on, and with which words.
pub(super) type Complete = dyn Fn(&str) -> (usize, Vec<String>);

/// What the tabulator key asks.
#[derive(Clone, Default)]
pub(super) struct Words(Rc<RefCell<Option<Box<Complete>>>>);

impl Input {
    /// Reads from standard input, whatever that is.
    pub(super) fn standard() -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match is_terminal.then(editor).flatten() {
            Some(editor) => Self::Terminal(editor),
            None => Self::Pipe(Box::new(io::stdin().lock())),
        }
    }

    /// Tells whether a person sits at a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Asks for a line. In a terminal, the tabulator key completes.
    pub(super) fn ask(
        &mut self,
        prompt: &str,
        complete: Option<Box<Complete>>,
        out: &mut dyn Write,
    ) -> io::Result<Line> {
        match self {
            Self::Terminal(editor) => {
                out.flush()?;
                if let Some(helper) = editor.helper() {
                    helper.0.replace(complete);
                }
                answer(editor, prompt)
            }
            Self::Pipe(lines) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = read_line(lines.as_mut())?;
                // What is typed into a pipe is not seen, and the line would go on.
                writeln!(out, "{}", line.as_deref().unwrap_or("").trim_end())?;
                Ok(line.map_or(Line::End, Line::Text))
            }
        }
    }
}

fn editor() -> Option<Editor<Words, DefaultHistory>> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor = Editor::with_config(config).ok()?;
    editor.set_helper(Some(Words::default()));
    Some(editor)
}

/// Reads a line with its editor.
fn answer(editor: &mut Editor<Words, DefaultHistory>, prompt: &str) -> io::Result<Line> {
    match editor.readline(prompt) {
        Ok(line) => {
            if !line.trim().is_empty() {
                // A line that the history does not keep can be typed again.
                drop(editor.add_history_entry(line.as_str()));
            }
            Ok(Line::Text(line))
        }
        Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
        Err(ReadlineError::Eof) => Ok(Line::End),
        Err(ReadlineError::Io(error)) => Err(error),
        Err(error) => Err(io::Error::other(error)),
    }
}

fn read_line(lines: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = lines.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..position).unwrap_or(line);
        Ok(self.0.borrow().as_ref().map_or((0, Vec::new()), |complete| complete(typed)))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
