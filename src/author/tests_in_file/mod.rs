//! Runs the tests of a rules file.

mod games;
mod turns;

use std::sync::Arc;

use self::games::{Begun, Games};
use super::why::{self, Kind, Verdict, Words};
use crate::diag::{Diagnostic, codes, suggest};
use crate::ir::test::{GameTest, TestCommand, TestKind};
use crate::ir::{Game, SideId, Truth};
use crate::reference;
use crate::reference::explain;
use crate::session::Session;
use crate::source::{SourceMap, Span};
use crate::state::{Allowance, GameResult, TooMuch};

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
    /// Whether it was run: none is once what may be spent is used up.
    pub is_run: bool,
}

/// How a test failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The line.
    pub span: Span,
    /// What was found and what was expected.
    pub message: String,
    /// What can be asked about further, to say why.
    pub question: Option<Question>,
    /// Legal turns that are spelt much like the one that was expected to be legal.
    pub similar: Vec<String>,
    /// The position at that point; empty if there is none.
    pub position: String,
    /// The game at that point; none if it could not even begin, or is one of too many that differ in their options.
    pub session: Option<Session>,
}

/// What a failure leaves open: why it is so.
#[derive(Clone, Debug)]
pub enum Question {
    /// Why the turn with this text is not legal.
    Turn(String),
    /// Why this condition does not hold.
    Condition(Box<Truth>),
}

impl Failure {
    /// Says what was found, and in the same line why: the rule that refuses the turn, or what decides the condition.
    ///
    /// `sources` are the files that the game was made from.
    pub fn told(&self, sources: &SourceMap) -> String {
        let (Some(session), Some(question)) = (&self.session, &self.question) else {
            return self.message.clone();
        };
        match question {
            Question::Turn(text) => {
                let Ok(answer) = why::why(session, sources, text) else {
                    return self.message.clone();
                };
                let refused = matches!(answer.verdict, Verdict::Refused | Verdict::Over);
                if refused && answer.kind != Kind::TooMuch {
                    format!("{}: {}", self.message, answer.message)
                } else {
                    self.message.clone()
                }
            }
            Question::Condition(truth) => self.decisive(session, sources, truth),
        }
    }

    /// Tells which part of a condition decides it, and what was found there.
    fn decisive(&self, session: &Session, sources: &SourceMap, truth: &Truth) -> String {
        let words = Words { game: session.game(), sources };
        let (position, recurrence) = (session.position(), session.recurrence());
        let allowance = session.allowance();
        let found = explain::condition(session.game(), position, truth, &recurrence, allowance);
        let Ok(found) = found else { return self.message.clone() };
        if !std::ptr::eq(found.truth, truth) {
            return words.finding(&found, self.span);
        }
        match words.facts(&found, self.span) {
            facts if facts.is_empty() => self.message.clone(),
            facts => format!("{}: {facts}", self.message),
        }
    }
}

impl TestReport {
    /// Says that the test failed, why, and where the game was then; nothing if it passed.
    ///
    /// `sources` are the files that the game was made from.
    pub fn diagnostic(&self, sources: &SourceMap) -> Option<Diagnostic> {
        let failure = self.failure.as_ref()?;
        let message = format!("the test `{}` failed", self.name);
        let mut found = codes::FAILED_TEST.at(failure.span, message).label(failure.told(sources));
        if failure.span != self.span {
            found = found.secondary(self.span, "in this test");
        }
        if !failure.similar.is_empty() {
            let similar = suggest::list(failure.similar.iter().map(String::as_str));
            found = found.note(format!("legal turns that are spelt alike: {similar}"));
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
    run_some_tests(game, "", reload, &Allowance::UNLIMITED)
}

/// Runs the tests whose names hold a text; capital letters do not matter. What is done for them is taken from the
/// allowance; once it is used up, no further test is run.
pub fn run_some_tests(
    game: &Arc<Game>,
    text: &str,
    reload: Reload<'_>,
    allowance: &Allowance,
) -> Vec<TestReport> {
    let wanted = text.to_lowercase();
    let tests = game.tests.iter().filter(|test| test.name.to_lowercase().contains(&wanted));
    let mut games = Games::new(game, reload, allowance);
    tests.map(|test| run_with(&mut games, test)).collect()
}

/// Runs one test.
pub fn run_test(game: &Arc<Game>, test: &GameTest, reload: Reload<'_>) -> TestReport {
    run_with(&mut Games::new(game, reload, &Allowance::UNLIMITED), test)
}

fn run_with(games: &mut Games<'_>, test: &GameTest) -> TestReport {
    let is_run = !games.is_over();
    let failure = if is_run { failure_of(games, test) } else { None };
    let GameTest { name, cites, span, .. } = test;
    TestReport { name: name.clone(), cites: cites.clone(), span: *span, failure, is_run }
}

fn failure_of(games: &mut Games<'_>, test: &GameTest) -> Option<Failure> {
    match games.begin(test) {
        Err(message) => Some(Trouble::plain(message).at(test.span, None, false)),
        Ok(Begun { mut session, commands, is_shared }) => {
            let failed = commands.iter().find_map(|command| {
                let outcome = run_command(&mut session, command);
                outcome.err().map(|trouble| (trouble, command.span))
            });
            failed.map(|(trouble, span)| trouble.at(span, Some(session), is_shared))
        }
    }
}

/// What is wrong with a line of a test.
#[derive(Debug, Default)]
struct Trouble {
    message: String,
    /// What it would be good to know more about.
    question: Option<Question>,
    similar: Vec<String>,
}

impl From<TooMuch> for Trouble {
    fn from(limit: TooMuch) -> Self {
        Self::plain(limit.to_string())
    }
}

impl Trouble {
    fn plain(message: String) -> Self {
        Self { message, ..Self::default() }
    }

    /// Makes a failure of it, on that line in that state of the game, which is kept if others have the game as well.
    fn at(self, span: Span, session: Option<Session>, is_shared: bool) -> Failure {
        let Self { message, question, similar } = self;
        let position = session.as_ref().map(Session::position_text).unwrap_or_default();
        let session = session.filter(|_| is_shared);
        Failure { span, message, question, similar, position, session }
    }
}

fn run_command(session: &mut Session, command: &TestCommand) -> Result<(), Trouble> {
    match &command.kind {
        TestKind::Play(texts) => return turns::play(session, texts),
        TestKind::Legal(texts) => return turns::expect_legal(session, texts),
        TestKind::Illegal(texts) => return turns::expect_illegal(session, texts),
        TestKind::Expect(truth) => return expect(session, truth),
        _ => {}
    }
    judge(session, &command.kind).map_err(Trouble::plain)
}

/// Does what the other lines of a test say.
fn judge(session: &mut Session, kind: &TestKind) -> Result<(), String> {
    match kind {
        TestKind::Position(text) => {
            *session = session.elsewhere(text).map_err(|error| error.to_string())?;
            Ok(())
        }
        TestKind::Turns(wanted) => {
            same(session.legal_turns().map_err(told)?.len() as u64, *wanted, "legal turns")
        }
        TestKind::Perft(depth, wanted) => {
            same(session.perft(*depth).map_err(told)?, *wanted, "turns")
        }
        TestKind::Result(winner, reason) => expect_result(session, *winner, reason.as_deref()),
        TestKind::Ongoing => match session.result().map_err(told)? {
            None => Ok(()),
            Some(result) => Err(format!("the game is over: {}", describe(session.game(), &result))),
        },
        TestKind::Becomes(text) => {
            let found = session.position_text();
            if found == *text { Ok(()) } else { Err(difference(session.game(), &found, text)) }
        }
        TestKind::Play(_) | TestKind::Legal(_) | TestKind::Illegal(_) | TestKind::Expect(_) => {
            Ok(())
        }
    }
}

/// Says that it is more than can be worked out whether a line of a test is right.
fn told(limit: TooMuch) -> String {
    limit.to_string()
}

fn expect(session: &Session, truth: &Truth) -> Result<(), Trouble> {
    let (game, position) = (session.game(), session.position());
    let (recurrence, allowance) = (session.recurrence(), session.allowance());
    if reference::judge(game, position, truth, &recurrence, allowance)? {
        return Ok(());
    }
    let question = Some(Question::Condition(Box::new(truth.clone())));
    Err(Trouble { question, ..Trouble::plain("this does not hold".to_owned()) })
}

/// Says where two position texts differ: in which fields, and of the board in which ranks.
fn difference(game: &Game, found: &str, wanted: &str) -> String {
    let (now, then): (Vec<&str>, Vec<&str>) =
        (found.split_whitespace().collect(), wanted.split_whitespace().collect());
    if now.len() != then.len() {
        return format!(
            "the position is `{found}`: it has {} fields, not {}",
            now.len(),
            then.len()
        );
    }
    let name = |number: usize| match number {
        0 => "the board".to_owned(),
        1 => "the side to move".to_owned(),
        number => match game.fields.get(number - 2) {
            Some(field) => format!("the field `{}`", field.name),
            None => format!("field {}", number + 1),
        },
    };
    let pairs = now.iter().zip(&then).enumerate().filter(|(_, (now, then))| now != then);
    let told: Vec<String> = pairs
        .map(|(number, (now, then))| {
            let ranks = if number == 0 { ranks(now, then) } else { None };
            ranks.unwrap_or_else(|| format!("{} is `{now}`, not `{then}`", name(number)))
        })
        .collect();
    if told.is_empty() {
        return format!("the position is `{found}`: the spaces differ");
    }
    told.join("; ")
}

/// Says in which ranks two boards differ, counted from the top, if they have as many.
fn ranks(now: &str, then: &str) -> Option<String> {
    let (now, then): (Vec<&str>, Vec<&str>) = (now.split('/').collect(), then.split('/').collect());
    if now.len() != then.len() || now.len() < 2 {
        return None;
    }
    let pairs = now.iter().zip(&then).enumerate().filter(|(_, (now, then))| now != then);
    let told: Vec<String> = pairs
        .map(|(row, (now, then))| format!("row {} from the top is `{now}`, not `{then}`", row + 1))
        .collect();
    Some(told.join("; "))
}

fn same(found: u64, wanted: u64, what: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("there are {found} {what}, not {wanted}")) }
}

fn expect_result(
    session: &Session,
    winner: Option<SideId>,
    reason: Option<&str>,
) -> Result<(), String> {
    let Some(result) = session.result().map_err(told)? else {
        return Err("the game is not over".to_owned());
    };
    if result.winner() == winner && reason.is_none_or(|reason| reason == result.reason) {
        Ok(())
    } else {
        Err(format!("the result is: {}", describe(session.game(), &result)))
    }
}

/// Tells a result in words.
fn describe(game: &Game, result: &GameResult) -> String {
    match result.winner() {
        Some(side) => format!("{} wins, {}", game.side_name(side), result.reason),
        None => format!("draw, {}", result.reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;
    use crate::diag::Sink;
    use crate::pipeline;
    use crate::source::{FileError, Files};

    #[test]
    fn failed_tests_share_what_is_compiled() {
        let text = "rules 1\ngame \"Case\" from chess\n\
            test \"one\" { perft 1 3 }\ntest \"two\" { play e2e4; perft 1 3 }\n";
        let (mut sources, mut sink) = (SourceMap::new(), Sink::new());
        let game = pipeline::load("case", &Beside(text), &[], &mut sources, &mut sink);
        let game = game.unwrap_or_else(|| panic!("{:?}", sink.into_vec()));
        let reports = run_tests(&Arc::new(game), &|_| None);
        let failures = reports.iter().filter_map(|report| report.failure.as_ref());
        let sessions: Vec<&Session> =
            failures.filter_map(|failure| failure.session.as_ref()).collect();
        let [one, two] = sessions[..] else { panic!("{} failures", sessions.len()) };
        let [one, two] = [one, two].map(|session| session.engine().map(std::ptr::from_ref));
        assert!(one.is_some() && one == two);
    }

    /// One file beside the bundled ones.
    struct Beside(&'static str);

    impl Files for Beside {
        fn read(&self, path: &str) -> Result<Option<String>, FileError> {
            if path == "case" { Ok(Some(self.0.to_owned())) } else { Bundled.read(path) }
        }

        fn names(&self) -> Vec<String> {
            Bundled.names()
        }
    }
}
