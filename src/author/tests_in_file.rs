//! Runs the tests of a rules file.

use std::sync::Arc;

use crate::diag::{Diagnostic, codes};
use crate::ir::test::{GameTest, TestCommand, TestKind};
use crate::ir::{Game, SideId};
use crate::notation::turn_text;
use crate::reference;
use crate::session::Session;
use crate::source::Span;
use crate::state::GameResult;

/// What became of one test.
#[derive(Clone, Debug)]
pub struct TestReport {
    /// What the test shows.
    pub name: String,
    /// The rulings it is about.
    pub cites: Vec<String>,
    /// Where it is written.
    pub span: Span,
    /// The line that failed and what was found, if one did.
    pub failure: Option<Failure>,
}

/// How a test failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The line.
    pub span: Span,
    /// What was found and what was expected.
    pub message: String,
    /// The position at that point; empty if there is none.
    pub position: String,
    /// The game at that point; none if it could not even begin.
    pub session: Option<Session>,
}

impl TestReport {
    /// Says that the test failed, and where the game was then; nothing if it passed.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let failure = self.failure.as_ref()?;
        let message = format!("the test `{}` failed", self.name);
        let mut found = Diagnostic::error(codes::FAILED_TEST, failure.span, message)
            .label(failure.message.clone());
        if failure.span != self.span {
            found = found.secondary(self.span, "in this test");
        }
        if failure.position.is_empty() {
            return Some(found);
        }
        Some(found.note(format!("the position is `{}`", failure.position)))
    }
}

/// Makes the game again with these options, names and values as text.
pub type Reload<'r> = &'r dyn Fn(&[(String, String)]) -> Option<Arc<Game>>;

/// Runs all tests of a game.
///
/// `reload` makes the game with other options, for tests that set some.
pub fn run_tests(game: &Arc<Game>, reload: Reload<'_>) -> Vec<TestReport> {
    run_some_tests(game, "", reload)
}

/// Runs the tests whose names hold a text; capital letters do not matter.
pub fn run_some_tests(game: &Arc<Game>, text: &str, reload: Reload<'_>) -> Vec<TestReport> {
    let wanted = text.to_lowercase();
    let tests = game.tests.iter().filter(|test| test.name.to_lowercase().contains(&wanted));
    tests.map(|test| run_test(game, test, reload)).collect()
}

/// Runs one test.
pub fn run_test(game: &Arc<Game>, test: &GameTest, reload: Reload<'_>) -> TestReport {
    let failure = match prepare(game, test, reload) {
        Err(message) => {
            Some(Failure { span: test.span, message, position: String::new(), session: None })
        }
        Ok((mut session, commands)) => commands.iter().find_map(|command| {
            let outcome = run_command(&mut session, command);
            outcome.err().map(|message| Failure {
                span: command.span,
                message,
                position: session.position_text(),
                session: Some(session.clone()),
            })
        }),
    };
    TestReport { name: test.name.clone(), cites: test.cites.clone(), span: test.span, failure }
}

/// Makes the session a test begins with, and finds its commands in the game it is played with: with other options the
/// numbers of squares and variables in them may differ.
fn prepare(
    game: &Arc<Game>,
    test: &GameTest,
    reload: Reload<'_>,
) -> Result<(Session, Vec<TestCommand>), String> {
    if test.options.is_empty() {
        let session = Session::new(Arc::clone(game)).map_err(|error| error.to_string())?;
        return Ok((session, test.commands.clone()));
    }
    let game = reload(&test.options).ok_or("the game cannot be made with these options")?;
    let commands = game
        .tests
        .iter()
        .find(|other| other.span == test.span || other.name == test.name)
        .map_or_else(|| test.commands.clone(), |other| other.commands.clone());
    let session = Session::new(game).map_err(|error| error.to_string())?;
    Ok((session, commands))
}

fn run_command(session: &mut Session, command: &TestCommand) -> Result<(), String> {
    match &command.kind {
        TestKind::Position(text) => {
            *session = session.elsewhere(text).map_err(|error| error.to_string())?;
            Ok(())
        }
        TestKind::Play(turns) => turns.iter().try_for_each(|turn| {
            session.play_text(turn).map_err(|error| {
                let told = error.to_string();
                if told.contains(turn.as_str()) { told } else { format!("`{turn}`: {told}") }
            })
        }),
        TestKind::Legal(turns) => {
            each_turn(session, turns, |legal| if legal { None } else { Some("is not legal") })
        }
        TestKind::Illegal(turns) => {
            each_turn(session, turns, |legal| if legal { Some("is legal") } else { None })
        }
        TestKind::Turns(wanted) => {
            let found = session.legal_turns().len() as u64;
            same(found, *wanted, "legal turns")
        }
        TestKind::Perft(depth, wanted) => same(session.perft(*depth), *wanted, "turns"),
        TestKind::Result(winner, reason) => expect_result(session, *winner, reason.as_deref()),
        TestKind::Ongoing => match session.result() {
            None => Ok(()),
            Some(result) => Err(format!("the game is over: {}", describe(session.game(), &result))),
        },
        TestKind::Expect(truth) => {
            let holds =
                reference::judge(session.game(), session.position(), truth, session.occurrences());
            if holds { Ok(()) } else { Err("this does not hold".to_owned()) }
        }
        TestKind::Becomes(text) => {
            let found = session.position_text();
            if found == *text { Ok(()) } else { Err(format!("the position is `{found}`")) }
        }
    }
}

fn each_turn(
    session: &Session,
    turns: &[String],
    complaint: impl Fn(bool) -> Option<&'static str>,
) -> Result<(), String> {
    let legal: Vec<String> =
        session.legal_turns().iter().map(|turn| turn_text(session.game(), turn)).collect();
    turns.iter().try_for_each(|turn| match complaint(legal.contains(turn)) {
        Some(complaint) => Err(format!("`{turn}` {complaint}")),
        None => Ok(()),
    })
}

fn same(found: u64, wanted: u64, what: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("there are {found} {what}, not {wanted}")) }
}

fn expect_result(
    session: &Session,
    winner: Option<SideId>,
    reason: Option<&str>,
) -> Result<(), String> {
    let Some(result) = session.result() else { return Err("the game is not over".to_owned()) };
    if result.winner == winner && reason.is_none_or(|reason| reason == result.reason) {
        Ok(())
    } else {
        Err(format!("the result is: {}", describe(session.game(), &result)))
    }
}

/// Tells a result in words.
fn describe(game: &Game, result: &GameResult) -> String {
    match result.winner {
        Some(side) => format!("{} wins, {}", game.side_name(side), result.reason),
        None => format!("draw, {}", result.reason),
    }
}
