//! Why a turn is legal or not, and why a game is over or not: with the rule, its place and the values.
//!
//! What is told comes from the executor itself (see [`explain`](crate::reference::explain)): a text is
//! followed through the choices that the turn really offers, and where it leads no further the
//! executor is asked about what the person seems to mean there.

mod answer;
mod meant;
mod refusal;
mod rule;
mod search;
mod standing;
mod typed;
mod voice;
mod ways;
mod words;

pub use answer::{Answer, Kind, Note, Verdict};
pub use rule::Rule;
pub use standing::standing;
pub(super) use words::Words;

use self::meant::Reader;
use self::refusal::{Asking, Fit, refused};
use self::search::{Point, Search, Stop};
use self::voice::Voice;
use crate::author::words::listed;
use crate::ir::{Game, SquareId, Statement, Trigger};
use crate::notation::{self, TurnError, turn_text};
use crate::reference::LegalTurn;
use crate::reference::explain::{Fact, Happening, Line, Stage, Stuck, trace};
use crate::reference::outranked;
use crate::session::Session;
use crate::source::SourceMap;
use crate::state::{Choice, TooMuch, Turn};

/// The longest text that is looked at, in bytes.
const MAX_TEXT: usize = 4096;
/// The most turns that are told where another one goes before.
const MAX_OTHERS: usize = 5;

/// Tells why the turn with that text is legal in a session or is not.
///
/// # Errors
/// If finding that out takes more than may be spent.
pub fn why(session: &Session, sources: &SourceMap, text: &str) -> Result<Answer, TooMuch> {
    if session.result()?.is_some() {
        return standing(session, sources);
    }
    Ok(Asked::new(session, sources)?.about(text))
}

/// Finds the way of playing with that text, allowed or not: a legal one if there is one.
pub(super) fn way_of_playing(session: &Session, text: &str) -> Result<Option<Turn>, TooMuch> {
    let game = session.game();
    let mut legal = session.legal_turns()?;
    if let Ok(index) = notation::find_turn(game, text, &legal) {
        return Ok(Some(legal.swap_remove(index)));
    }
    let reader = Reader { game };
    let wanted = reader.loose(text);
    let points = Search::follow(reader, Line::begin(game, session.position()), &wanted);
    // A way that gets stuck behind all that is written is told as far as it leads.
    let is_whole = |point: &&Point<'_>| match point.stop {
        Stop::Complete => true,
        Stop::Stuck(_) => point.followed == wanted.len() && !wanted.is_empty(),
        _ => false,
    };
    let best =
        points.iter().filter(is_whole).max_by_key(|point| matches!(point.stop, Stop::Complete));
    Ok(best.map(|point| point.line.turn()))
}

/// Returns how much of a text has been followed.
fn followed(points: &[Point<'_>]) -> usize {
    points.iter().map(|point| point.followed).max().unwrap_or(0)
}

/// A question about a turn in a position.
struct Asked<'a> {
    words: Words<'a>,
    session: &'a Session,
    legal: Vec<LegalTurn>,
    /// Whether a way of moving is asked for by its sign.
    by_name: bool,
}

impl<'a> Asked<'a> {
    fn new(session: &'a Session, sources: &'a SourceMap) -> Result<Self, TooMuch> {
        let legal = session.legal()?;
        Ok(Self { words: Words { game: session.game(), sources }, session, legal, by_name: false })
    }

    fn game(&self) -> &'a Game {
        self.words.game
    }

    fn voice(&self) -> Voice<'a> {
        Voice { session: self.session }
    }

    fn about(&self, text: &str) -> Answer {
        let game = self.game();
        let text = text.trim();
        if text.is_empty() || text.len() > MAX_TEXT {
            let what = if text.is_empty() { "empty" } else { "too long" };
            let message = format!("the text of the turn is {what}");
            return refused(Kind::Unreadable, message, Rule::of_turn(game));
        }
        match self.session.find(&self.legal, text) {
            Ok(index) => self
                .legal
                .get(index)
                .map_or_else(|| self.refusal(text), |legal| self.legal(&legal.turn)),
            Err(TurnError::Ambiguous { candidates, .. }) => {
                let told = refusal::labels_told(&candidates);
                let message = format!("`{text}` could be {told}");
                refused(Kind::Ambiguous, message, Rule::of_turn(game))
            }
            Err(TurnError::Foreign { meant, .. }) if meant.len() > 1 => self.can_mean(&meant),
            Err(TurnError::Foreign { meant, .. }) => {
                let told = refusal::labels_told(&meant);
                let message = format!("`{text}` has to be written {told} here");
                refused(Kind::Unreadable, message, Rule::of_turn(game))
            }
            Err(TurnError::Unreadable { .. } | TurnError::NotLegal { .. }) => {
                self.typed(text).unwrap_or_else(|| self.refusal(text))
            }
        }
    }

    /// Says that a turn is legal, and by which rules its steps are there.
    fn legal(&self, turn: &Turn) -> Answer {
        let game = self.game();
        let message = format!("`{}` is legal", turn_text(game, turn));
        let mut notes: Vec<Note> = Vec::new();
        let mut line = Line::begin(game, self.session.position());
        for step in &turn.steps {
            let Stage::Choice(statement, _) = line.advance() else { break };
            notes.extend(self.step(&line, statement, &step.choice));
            line.take(statement, step.choice.clone());
        }
        let first = if notes.is_empty() { None } else { notes.remove(0).rule };
        let rule = first.unwrap_or_else(|| Rule::of_turn(game));
        Answer { notes, ..Answer::of(Verdict::Legal, Kind::Legal, message, rule) }
    }

    /// Tells which rule a step of a legal turn comes from.
    fn step(&self, line: &Line<'a>, statement: &'a Statement, choice: &Choice) -> Option<Note> {
        let step = Turn { steps: vec![line.step_of(statement, choice.clone())] };
        let text = turn_text(self.game(), &step);
        let told = match choice {
            Choice::Move(made) => {
                let name = self.words.way(made.clause);
                let rule = self.words.rule_of(made.clause);
                return Some(Note::about(format!("`{text}`: {name}"), rule));
            }
            Choice::Alternative(_) | Choice::Nothing => return None,
            Choice::Drop { .. } => "a drop",
            Choice::Square(_) | Choice::Hand(..) | Choice::Type(_) | Choice::Number(_) => {
                "a choice"
            }
        };
        let rule = Rule::of_statement(self.game(), statement);
        Some(Note::about(format!("`{text}`: {told}"), rule))
    }

    /// Tells why a turn is not legal.
    fn refusal(&self, text: &str) -> Answer {
        let game = self.game();
        let reader = Reader { game };
        let mut wanted = reader.loose(text);
        // A turn without any step that shows is written with a word that says so.
        let nothing = reader.loose(&turn_text(game, &Turn::default()));
        if wanted == nothing && reader.label(&wanted).is_none() {
            wanted.clear();
        }
        let follow =
            |text: &str| Search::follow(reader, Line::begin(game, self.session.position()), text);
        let mut points = follow(&wanted);
        let mut best = followed(&points);
        // Choices may be written one by one where the game puts them together: `b1,b2` for `b1b2`.
        let joined = wanted.replace(',', "");
        if joined != wanted && best < wanted.len() {
            let others = follow(&joined);
            if joined.len() - followed(&others) < wanted.len() - best {
                (best, points, wanted) = (followed(&others), others, joined);
            }
        }
        let mut answers: Vec<(Fit, Answer)> = points
            .into_iter()
            .filter(|point| point.followed == best)
            .map(|point| self.at(point, reader, &wanted))
            .collect();
        answers.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
        let mut answers = answers.into_iter();
        let Some((fit, mut answer)) = answers.next() else {
            let message = "there are more ways of playing than are looked at";
            return refused(Kind::TooMuch, message, Rule::of_turn(game));
        };
        for (_, other) in answers.filter(|(other, _)| *other == fit) {
            let note = Note::about(other.message, other.rule);
            if note.text != answer.message && !answer.notes.contains(&note) {
                answer.notes.push(note);
            }
        }
        if let Some(unreadable) = self.unreadable(text, fit, &answer) {
            return unreadable;
        }
        answer
    }

    /// Says where a text cannot be read, if that is what is wrong with it.
    fn unreadable(&self, text: &str, fit: Fit, answer: &Answer) -> Option<Answer> {
        let (at, reason) = notation::unreadable(self.game(), text)?;
        let column = text.get(..at).unwrap_or_default().chars().count() + 1;
        let message = format!("character {column} of `{}`: {reason}", notation::shown(text));
        let mut unreadable = refused(Kind::Unreadable, message, answer.rule.clone());
        if fit > 1 && answer.kind != Kind::Incomplete {
            unreadable.notes.push(Note::about(answer.message.clone(), answer.rule.clone()));
        }
        unreadable.notes.extend(answer.notes.iter().cloned());
        Some(unreadable)
    }

    /// Tells what stops the text at a point.
    fn at(&self, mut point: Point<'a>, reader: Reader<'a>, wanted: &str) -> (Fit, Answer) {
        let rest = wanted.get(point.followed..).unwrap_or_default();
        match point.stop {
            Stop::Complete => (9, self.complete(&mut point.line)),
            Stop::Early => {
                let so_far = turn_text(self.game(), &point.line.turn());
                let rest = rest.trim_start_matches(',');
                let message = format!("after `{so_far}` the turn is over; `{rest}` is too much");
                let turn = point.line.turn();
                let mut answer = refused(Kind::TooLong, message, self.last_rule(&turn));
                answer.notes.extend(self.skipped(&turn));
                (2, answer)
            }
            Stop::NoChoice(statement, choices) => {
                let choices = choices.as_slice();
                let asking = Asking { question: self, reader, statement, choices, rest };
                let (fit, mut answer) = asking.answer(&mut point.line);
                answer.notes.extend(self.none_legal(&mut point.line, &asking));
                (fit, answer)
            }
            Stop::Stuck(stuck) => self.stuck(&mut point.line, stuck, reader, rest),
        }
    }

    /// Tells which condition left out steps that the turn could have gone on with, if one did.
    fn skipped(&self, turn: &Turn) -> Option<Note> {
        let is_step = |statement: &Statement| statement.kind.is_step();
        let mut found = None;
        let (position, allowance) = (self.session.position(), self.session.allowance());
        let played = trace(self.game(), position, turn, allowance, &mut |traced| {
            if let Happening::Decided(statement, finding) = traced.happening
                && !finding.holds
                && statement.any(&is_step)
            {
                let told = self.words.finding(finding, statement.span);
                found = Some(Note::about(told, Rule::of_statement(self.game(), statement)));
            }
        });
        played.ok().and(found)
    }

    /// Tells why the first of the choices makes no legal turn, if none of them does.
    fn none_legal(&self, line: &mut Line<'a>, asking: &Asking<'_, 'a>) -> Option<Note> {
        let first = asking.choices.first().filter(|_| asking.legal_choices(line).is_empty())?;
        let text = {
            let mut turn = line.turn();
            turn.steps.push(line.step_of(asking.statement, first.clone()));
            turn_text(self.game(), &turn)
        };
        line.take(asking.statement, first.clone());
        match line.advance() {
            Stage::Stuck(stuck) => {
                let (_, answer) = self.stuck(line, stuck, asking.reader, "");
                Some(Note::about(format!("`{text}`: {}", answer.message), answer.rule))
            }
            Stage::Over => {
                let answer = self.complete(line);
                Some(Note::about(format!("`{text}`: {}", answer.message), answer.rule))
            }
            Stage::Choice(..) => None,
        }
    }

    fn stuck(
        &self,
        line: &mut Line<'a>,
        stuck: Stuck<'a>,
        reader: Reader<'a>,
        rest: &str,
    ) -> (Fit, Answer) {
        let game = self.game();
        let too_much = "the turn never comes to an end this way";
        match stuck {
            Stuck::At(statement) => {
                let rule = Rule::of_statement(game, statement);
                if let Some(reason) = statement.kind.refusal() {
                    let fit = if rest.is_empty() { 4 } else { 2 };
                    let mut answer = refused(Kind::Refused, reason, rule);
                    answer.plain.push_str(&self.counted(line, statement));
                    (fit, answer)
                } else if statement.kind.is_step() {
                    let asking = Asking { question: self, reader, statement, choices: &[], rest };
                    asking.answer(line)
                } else {
                    (2, refused(Kind::TooMuch, too_much, rule))
                }
            }
            Stuck::Cascade(trigger) => {
                let rule = Rule::new(format!("event {}", trigger.name), trigger.span);
                (3, refused(Kind::TooMuch, "events set off each other without end", rule))
            }
            Stuck::Endless => (3, refused(Kind::TooMuch, too_much, Rule::of_turn(game))),
        }
    }

    /// Names the other pieces that an event counts which refuses a turn.
    fn counted(&self, line: &mut Line<'a>, statement: &Statement) -> String {
        let holds = |trigger: &&Trigger| {
            trigger.body.iter().any(|inner| inner.any(&|other| std::ptr::eq(other, statement)))
        };
        let Some(trigger) = self.game().triggers.iter().find(holds) else { return String::new() };
        let played: Vec<Option<SquareId>> = line
            .turn()
            .steps
            .iter()
            .map(|step| match &step.choice {
                Choice::Move(made) => Some(made.to),
                Choice::Drop { to, .. } => Some(*to),
                _ => None,
            })
            .collect();
        let finding = line.judged(&trigger.condition);
        let members = finding.facts.iter().find_map(|fact| match fact {
            Fact::Members(_, members, _) => Some(members),
            _ => None,
        });
        let others = members.into_iter().flatten();
        let others = others.filter(|subject| !played.contains(&Some(subject.square)));
        let named: Vec<String> = others
            .filter(|subject| subject.piece.is_some())
            .map(|subject| self.voice().on(subject.piece, subject.square))
            .collect();
        if named.is_empty() || named.len() > MAX_OTHERS {
            return String::new();
        }
        format!(": {} already there", voice::there(&named))
    }

    /// Tells which rule does not allow a turn that can be played to its end.
    fn complete(&self, line: &mut Line<'a>) -> Answer {
        let game = self.game();
        if let Some((rule, finding)) = line.forbidden() {
            let found = self.words.forbidding(&finding, rule.span);
            let found = if found.is_empty() { String::new() } else { format!(": {found}") };
            let message = format!("{}{found}", rule.reason);
            let named = Rule::new(format!("forbid {}", rule.name), rule.span);
            let mut answer = refused(Kind::Forbidden, message, named);
            answer.plain = self.voice().forbidden(line, &rule.reason, &finding);
            answer.plain.push_str(&self.instead(&line.turn()));
            return answer;
        }
        let (position, allowance) = (self.session.position(), self.session.allowance());
        let (rule, others) = match outranked(game, position, &line.turn(), allowance) {
            Ok(Some(found)) => found,
            Ok(None) => {
                let message = "there are more turns than are looked at";
                return refused(Kind::TooMuch, message, Rule::of_turn(game));
            }
            Err(met) => return refused(Kind::TooMuch, met.to_string(), Rule::of_turn(game)),
        };
        let few = others.iter().take(MAX_OTHERS);
        let mut told: Vec<String> =
            few.map(|turn| format!("`{}`", turn_text(game, turn))).collect();
        if others.len() > MAX_OTHERS {
            told.push(format!("{} more", others.len() - MAX_OTHERS));
        }
        let named = Rule::new(format!("prefer {}", rule.name), rule.span);
        let mut answer = refused(Kind::Outranked, rule.reason.clone(), named);
        answer.notes.push(Note::plain(format!("it has to be {}", listed(&told, "or"))));
        answer.plain = self.voice().outranked(&rule.reason, &others);
        answer
    }

    /// Says what else can be played in place of a forbidden turn: with the same piece, or at all, if that is not much.
    fn instead(&self, turn: &Turn) -> String {
        let from = voice::first_move(turn).map(|made| made.from);
        let moves = self.legal.iter().filter_map(|legal| voice::first_move(&legal.turn));
        let targets = moves.filter(|made| Some(made.from) == from).map(|made| made.to).collect();
        let can_go = Voice::can_go(targets, self.game());
        if can_go.is_empty() {
            let legal: Vec<&Turn> = self.legal.iter().map(|legal| &legal.turn).collect();
            return self.voice().possible(&legal);
        }
        can_go
    }

    /// Returns the rule of the last move of a turn, or that of the turn.
    fn last_rule(&self, turn: &Turn) -> Rule {
        let last = turn.steps.iter().rev().find_map(|step| match &step.choice {
            Choice::Move(made) => Some(made.clause),
            _ => None,
        });
        let rule = last.map(|reference| self.words.rule_of(reference));
        rule.unwrap_or_else(|| Rule::of_turn(self.game()))
    }
}
