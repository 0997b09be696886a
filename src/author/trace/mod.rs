//! What happens in a turn, step by step: each step, condition, event and effect with its rule, its place
//! and the change it makes.

mod changes;

use super::why::{self, Answer, Rule, Words};
use crate::ir::Statement;
use crate::notation::{turn_text, write_position};
use crate::reference::explain::{Finding, Happening, Stuck, Traced, trace as play};
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::{Choice, Step, TooMuch, Turn};

/// What happened in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The turn's text.
    pub turn: String,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// The position text after the turn; `None` if it could not be played to its end.
    pub position: Option<String>,
    /// Why the turn is not legal after all, if it is not.
    pub refused: Option<Answer>,
    /// Whether the game is over by the turn, and why.
    pub standing: Option<Answer>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which kind of thing: `choice`, `effect`, `condition`, `event`, `capture`, `round`, `forbid`,
    /// `stop` or `end`.
    pub kind: &'static str,
    /// What happened, in words.
    pub text: String,
    /// The rule and its place.
    pub rule: Option<Rule>,
    /// What is different in the position afterwards.
    pub changes: Vec<String>,
}

/// Why there is nothing to tell about a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untraced {
    /// The game is over, or no way of playing has that text: the answer tells why.
    NoTurn(Box<Answer>),
    /// Finding that out takes more than may be spent.
    TooMuch(TooMuch),
}

impl From<TooMuch> for Untraced {
    fn from(limit: TooMuch) -> Self {
        Self::TooMuch(limit)
    }
}

/// Plays a turn in a session, which stays as it is, and tells what happens.
///
/// # Errors
///
/// If the game is over, or if no way of playing has that text, or finding that out takes more than may be spent. A turn that
/// a rule forbids is told to its end.
pub fn trace(session: &Session, sources: &SourceMap, text: &str) -> Result<Trace, Untraced> {
    let (game, position) = (session.game(), session.position());
    let over = session.result()?.is_some();
    let found = if over { None } else { why::way_of_playing(session, text.trim())? };
    let Some(turn) = found else {
        let answer = why::why(session, sources, text)?;
        return Err(Untraced::NoTurn(Box::new(answer)));
    };
    let words = Words { game, sources };
    let mut entries = Vec::new();
    let mut after = None;
    let allowed = play(game, position, &turn, session.allowance(), &mut |traced| {
        if matches!(traced.happening, Happening::Over) {
            after = Some(traced.after.clone());
        }
        entries.push(entry(words, &traced));
    })?;
    let turn_text = turn_text(game, &turn);
    let mut played = session.clone();
    let is_legal = allowed && played.play_text(&turn_text).is_ok();
    let refused = if is_legal { None } else { Some(why::why(session, sources, &turn_text)?) };
    let over = is_legal && played.result()?.is_some();
    Ok(Trace {
        turn: turn_text,
        entries,
        position: after.map(|after| write_position(game, &after)),
        refused,
        standing: if over { Some(why::standing(&played, sources)?) } else { None },
    })
}

fn entry(words: Words<'_>, traced: &Traced<'_, '_>) -> Entry {
    let changes = changes::changes(words, traced.before, traced.after);
    let (kind, text, rule) = told(words, traced.happening);
    Entry { kind, text, rule, changes }
}

fn told(words: Words<'_>, happening: &Happening<'_>) -> (&'static str, String, Option<Rule>) {
    let of = |statement: &Statement| Some(Rule::of_statement(words.game, statement));
    match happening {
        Happening::Chosen(statement, step) => chosen(words, statement, step),
        Happening::Done(statement) => ("effect", done(words, statement), of(statement)),
        Happening::Decided(statement, finding) => {
            let text = words.finding(finding, statement.span);
            ("condition", text, of(statement))
        }
        Happening::Event(trigger, finding) => {
            let rule = Rule::new(format!("event {}", trigger.name), trigger.span);
            ("event", fires(words, finding, &rule), Some(rule))
        }
        Happening::Captured(subject) => {
            ("capture", format!("{} has been captured", words.subject(subject)), None)
        }
        Happening::Round(square) => ("round", format!("for {}", words.square(*square)), None),
        Happening::Stuck(stuck) => stopped(words, *stuck),
        Happening::Forbid(rule, finding) => {
            let verb = if finding.holds { "forbids the turn" } else { "allows it" };
            let text = format!("{verb}: {}", words.finding(finding, rule.span));
            ("forbid", text, Some(Rule::new(format!("forbid {}", rule.name), rule.span)))
        }
        Happening::Over => ("end", "the turn is over".to_owned(), None),
    }
}

fn chosen(
    words: Words<'_>,
    statement: &Statement,
    step: &Step,
) -> (&'static str, String, Option<Rule>) {
    let of_statement = Rule::of_statement(words.game, statement);
    let text = turn_text(words.game, &Turn { steps: vec![step.clone()] });
    let (text, rule) = match &step.choice {
        Choice::Move(made) => {
            let name = words.way(made.clause);
            (format!("`{text}`: {name}"), words.rule_of(made.clause))
        }
        Choice::Alternative(number) => (format!("way {} of `either`", number + 1), of_statement),
        Choice::Nothing => ("nothing is chosen".to_owned(), of_statement),
        Choice::Drop { .. } => (format!("`{text}`: a drop"), of_statement),
        Choice::Square(_) | Choice::Hand(..) | Choice::Type(_) | Choice::Number(_) => {
            (format!("`{text}` is chosen"), of_statement)
        }
    };
    ("choice", text, Some(rule))
}

fn done(words: Words<'_>, statement: &Statement) -> String {
    match statement.kind.as_choose() {
        Some(_) => "there is nothing to choose".to_owned(),
        None => words.first_line(statement.span),
    }
}

fn fires(words: Words<'_>, finding: &Finding<'_>, rule: &Rule) -> String {
    match (finding.truth, finding.holds) {
        (truth, true) if truth.as_fixed().is_some() => "fires".to_owned(),
        (_, true) => format!("fires: {}", words.finding(finding, rule.span)),
        (_, false) => format!("does not fire: {}", words.finding(finding, rule.span)),
    }
}

fn stopped(words: Words<'_>, stuck: Stuck<'_>) -> (&'static str, String, Option<Rule>) {
    match stuck {
        Stuck::At(statement) => {
            let rule = Rule::of_statement(words.game, statement);
            ("stop", "the turn cannot go on here".to_owned(), Some(rule))
        }
        Stuck::Cascade(trigger) => {
            let rule = Rule::new(format!("event {}", trigger.name), trigger.span);
            ("stop", "events set off each other without end".to_owned(), Some(rule))
        }
        Stuck::Endless => ("stop", "the turn never comes to an end".to_owned(), None),
    }
}
